//! Hashing to G1 and G2 of BN254: the suites `BN254G1_XMD:SHA-256_SVDW_{RO,NU}_` and `BN254G2_…` as
//! gnark-crypto and halo2curves define them by RFC 9380 §6.6.1 (the RFC has none for this curve),
//! over any expander: Z = 1 for both, and the cofactor of G2 is cleared as in
//! [`clear_cofactor`](crate::weierstrass::Subgroup::clear_cofactor).
//!
//! Sums of products and reductions in Fp, without the hash and the reduction of its output; a test
//! counts them:
//!
//! | step | G1 | G2 |
//! |---|---|---|
//! | each of two maps | 651, 650 | 1348, 1302 |
//! | addition | 15, 9 | 68, 22 |
//!
//! The powers are to e = (p − 3)/4 by an addition chain of 306 products (squarings are products
//! here), two per map in G1, four in G2.

use limb::each::Each;

use super::{BaseEngine, Fp, Fp2, FpConst, G1, G1Curve, G2, G2Curve};
use crate::field::Red;
use crate::fp2::Quad;
use crate::hash_to_curve::Suite;
use crate::hash_to_curve::face::hashing_to;
use crate::hash_to_curve::sqrt_ratio::{Chain, sqrt_ratio_3mod4, sqrt_ratio_complex};
use crate::hash_to_curve::sswu::Sign;
use crate::hash_to_curve::svdw::{Constants, Svdw, map_to_curve};
use crate::weierstrass::Projective;

/// (p − 3)/4, found by a search over tables and windows; a test computes the exponent that it
/// stands for.
const POWER: Chain<24, 32> = Chain {
    table: [
        (0, 0, 0),
        (0, 0, 0),
        (0, 0, 1),
        (1, 0, 2),
        (1, 0, 3),
        (3, 0, 4),
        (0, 0, 5),
        (4, 0, 6),
        (2, 0, 7),
        (7, 0, 8),
        (7, 0, 9),
        (1, 0, 10),
        (6, 0, 11),
        (1, 0, 12),
        (8, 0, 12),
        (11, 0, 13),
        (13, 0, 14),
        (15, 0, 15),
        (9, 0, 17),
        (1, 0, 18),
        (1, 0, 19),
        (12, 0, 20),
        (18, 0, 19),
        (10, 0, 22),
    ],
    first: 0,
    windows: [
        (7, 11),
        (8, 15),
        (5, 4),
        (5, 4),
        (7, 8),
        (5, 0),
        (4, 2),
        (7, 6),
        (16, 18),
        (2, 2),
        (5, 0),
        (8, 11),
        (13, 23),
        (2, 0),
        (8, 2),
        (12, 9),
        (9, 8),
        (8, 14),
        (3, 4),
        (14, 16),
        (9, 15),
        (5, 6),
        (7, 4),
        (6, 4),
        (11, 20),
        (9, 19),
        (11, 11),
        (5, 2),
        (15, 23),
        (7, 4),
        (9, 21),
        (9, 20),
    ],
    last: 0,
};

/// For Z = 1, g(Z) = 4 and N = −1. The exceptional point has x = −1/2.
static G1_MAP: Constants<FpConst> = Constants {
    z: FpConst::small(1),
    g_z: FpConst::small(4),
    minus_half_z: FpConst::hex("183227397098d014dc2822db40c0ac2ecbc0b548b438e5469e10460b6c3e7ea3"),
    c3: FpConst::hex("16789af3a83522eb353c98fc6b36d713d5d8d1cc5dffffffa"),
    c4: FpConst::hex("10216f7ba065e00de81ac1e7808072c9dd2b2385cd7b438469602eb24829a9bd"),
    third: FpConst::hex("2042def740cbc01d0fcc5874cb110f16af7b389fc8ad2494b4215a863afdfe2a"),
    exceptional: [
        FpConst::hex("183227397098d014dc2822db40c0ac2ecbc0b548b438e5469e10460b6c3e7ea3"),
        FpConst::hex("a6ea289876b139cfe2cd1f08c065a2ab4aad542eaccb013520ea36934e877b4"),
    ],
};

/// For Z = 1, g(Z) = 1 + 3/(9 + u) and N = 2 + u. The exceptional point has x = 1, since g(−1/2) is
/// no square.
static G2_MAP: Constants<[FpConst; 2]> = Constants {
    z: [FpConst::small(1), FpConst::small(0)],
    g_z: [
        FpConst::hex("2b149d40ceb8aaae81be18991be06ac3b5b4c5e559dbefa33267e6dc24a138e6"),
        FpConst::hex("9713b03af0fed4cd2cafadeed8fdf4a74fa084e52d1852e4a2bd0685c315d2"),
    ],
    minus_half_z: [
        FpConst::hex("183227397098d014dc2822db40c0ac2ecbc0b548b438e5469e10460b6c3e7ea3"),
        FpConst::small(0),
    ],
    c3: [
        FpConst::hex("29fd332ab7260112b801fa95b21af64e2e6da55f90a3e510fcbe57377b5ca1ec"),
        FpConst::hex("303d1eff1426764bf8408aee24ba0b865e76f77b1267a846b1e9154d01565034"),
    ],
    c4: [
        FpConst::hex("17365bbe63b1d2078632fe0eb2ac5a41b4e6a9c08b98676721010b008d4eaf99"),
        FpConst::hex("f57ffe5fc79e19cd689d7aa4209cad8fe164d7f4694786b388732a995d03755"),
    ],
    third: [
        FpConst::hex("2adca8dc43c1ccf1a637aa2007e13e648009805b440870bce1302d52608fc996"),
        FpConst::hex("15841519d962b1bb7b5d6b39297f1b6bf469a449b107171c3216dbbc141604c1"),
    ],
    exceptional: [
        [FpConst::small(1), FpConst::small(0)],
        [
            FpConst::hex("7fb3d558dafafb6bf6dd326a5fefe0beca3f9ac3bd999a390d504fad34b0b8c"),
            FpConst::hex("2351dcdda257b62181cbd745dfee16d5fdf4eb185bbcf33c20a0fe6eaa9cb4a3"),
        ],
    ],
};

/// √−5, a square, where 5 = N(2 + u).
const ROOT: FpConst =
    FpConst::hex("2bbffb7b85b84d517b91517bcc7429cfc7fb18a7d88cfd7641df308c6d1a3517");

impl<F: BaseEngine + Sign> Svdw for G1Curve<F> {
    fn constants() -> &'static Constants<FpConst> {
        &G1_MAP
    }

    fn sqrt_ratio(u: &Red<F>, v: &Red<F>) -> (Red<F>, F::Mask) {
        sqrt_ratio_3mod4(u, v, &Red::one_in(&u.ctx()), |x| POWER.power(x))
    }
}

impl<F: BaseEngine + Sign> Svdw for G2Curve<F> {
    fn constants() -> &'static Constants<[FpConst; 2]> {
        &G2_MAP
    }

    fn sqrt_ratio(u: &Red<Quad<F>>, v: &Red<Quad<F>>) -> (Red<Quad<F>>, F::Mask) {
        let root = Red::constant(&u.c0().ctx(), &ROOT);
        sqrt_ratio_complex(u, v, |x| x.mul_by_small_plus_u(2), &root, |x| POWER.power(x))
    }
}

/// E′ is E.
impl<F: BaseEngine + Sign> Suite for G1Curve<F> {
    type Map = Self;

    fn map(u: &Red<F>) -> Projective<Self> {
        map_to_curve(u)
    }

    fn isogeny(point: &Projective<Self>) -> [Red<F>; 3] {
        point.coordinates().each(Red::clone)
    }
}

/// No isogeny here either.
impl<F: BaseEngine + Sign> Suite for G2Curve<F> {
    type Map = Self;

    fn map(u: &Red<Quad<F>>) -> Projective<Self> {
        map_to_curve(u)
    }

    fn isogeny(point: &Projective<Self>) -> [Red<Quad<F>>; 3] {
        point.coordinates().each(Red::clone)
    }
}

hashing_to!(
    G1Curve => G1, " of G1", suites: "BN254G1_XMD:SHA-256_SVDW", hash_to_g1, hash_to_g1_batch, encode_to_g1, map_to_g1: Fp
);
hashing_to!(
    G2Curve => G2, " of G2", suites: "BN254G2_XMD:SHA-256_SVDW", hash_to_g2, hash_to_g2_batch, encode_to_g2, map_to_g2: Fp2
);

#[cfg(test)]
mod tests {
    use super::*;

    /// The exponent of the chain, by its effect on a few elements.
    #[test]
    fn chain() {
        let exponent =
            limb::modulus::shift_right(&<super::super::FpModulus as limb::Modulus>::P, 2);
        for k in [0, 1, 2, 3, 11, 12_345] {
            let x = Fp::from(k);
            assert_eq!(POWER.power(&x), x.pow_vartime(&exponent));
        }
    }

    /// Every constant by its definition, and N is no square.
    fn constants<C: Svdw>(n: &Red<C::Base>)
    where
        C::Base: crate::field::Anywhere,
    {
        let c = C::constants();
        let of = Red::<C::Base>::of;
        let g = |x: &Red<C::Base>| &(&x.sqr() * x) + &C::b(&());
        let z = of(&c.z);
        let three_zz = z.sqr().times(3);
        assert_eq!(of(&c.g_z), g(&z));
        assert_eq!(of(&c.minus_half_z).times(2), -&z);
        assert_eq!(of(&c.c3).sqr(), -&(&g(&z) * &three_zz));
        assert!(!bool::from(of(&c.c3).sgn0()));
        assert_eq!(&of(&c.c4) * &three_zz, -&g(&z).times(4));
        let (c4, third) = (of(&c.c4), of(&c.third));
        let below = &g(&z) * n;
        assert_eq!(&third.sqr() * &below.sqr(), &c4.sqr() * &c4);
        assert!(!bool::from(n.is_square()));
        let half = of(&c.minus_half_z);
        let [x, y] = [of(&c.exceptional[0]), of(&c.exceptional[1])];
        assert_eq!(x, if bool::from(g(&half).is_square()) { half } else { z });
        assert_eq!(y.sqr(), g(&x));
        // Z is good: RFC 9380 §6.6.1.
        assert!(!bool::from(g(&z).is_zero() | three_zz.is_zero()));
    }

    #[test]
    fn constants_of_the_maps() {
        constants::<G1Curve>(&-&Fp::one());
        let n = Fp2::new(Fp::from(2), Fp::one());
        constants::<G2Curve>(&n);
        assert_eq!(Fp::of(&ROOT).sqr(), -&Fp::from(5));
        assert_eq!(&n * &n.conjugate(), Fp2::from(5));
    }
}
