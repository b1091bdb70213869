//! Hashing to secp256k1 and P-256: the published vectors, the constants, the roots and the isogeny.

use crate::laws;
use crate::vectors;
use curve::field::{Anywhere, Red};
use curve::formulas::complete::Coefficient;
use curve::hash_to_curve::isogeny::Degree3;
use curve::hash_to_curve::sswu::Swu;
use curve::hash_to_curve::{Suite, Xmd, hash_to_field, image, map_to_curve};
use curve::p256::{self, P256};
use curve::scalar::ScalarField;
use curve::secp256k1::hash_to_curve::Isogenous;
use curve::secp256k1::{self, Secp256k1};
use curve::weierstrass::{Affine, CurvePoint, Projective, Sec1Encoding, Weierstrass};
use limb::Mont;
use sha2::Sha256;

type Hash = Xmd<Sha256>;
type Engine32 = Mont<secp256k1::FpModulus, u32, 8>;
type Hasher<C> = fn(&[u8], &[u8]) -> Projective<C>;

fn suite<C: Suite + Sec1Encoding<Base: Anywhere>>(
    text: &'static str,
    hash: Hasher<C>,
    encode: Hasher<C>,
) {
    let cases = vectors::cases(text);
    for case in &cases {
        let (msg, dst) = (case.bytes("msg"), case.bytes("dst"));
        let u: Vec<Red<C::Base>> =
            case.list("u").iter().map(|u| Red::from_bytes(&vectors::bytes(u)).0).collect();
        let want = Affine::<C>::from_sec1_uncompressed(&case.bytes("point"))
            .expect("a point")
            .to_projective();
        let maps: CurvePoint<C> =
            u.iter().map(map_to_curve::<C>).fold(CurvePoint::identity(), |sum, q| sum.add(&q));
        assert_eq!(maps.clear_cofactor(), want);
        if case.text("variant") == "RO" {
            assert_eq!(hash_to_field::<C::Base, Hash, 2>(&msg[..], &dst).to_vec(), u);
            assert_eq!(hash(&msg, &dst), want);
        } else {
            assert_eq!(hash_to_field::<C::Base, Hash, 1>(&msg[..], &dst).to_vec(), u);
            assert_eq!(encode(&msg, &dst), want);
        }
    }
    assert_eq!(cases.len(), 10);
}

/// RFC 9380, appendices J.8 and J.1: ten cases each.
#[test]
fn published_vectors() {
    let text = include_str!("../../../vectors/rfc9380-secp256k1.txt");
    suite::<Secp256k1>(text, secp256k1::hash_to_curve::<Hash>, secp256k1::encode_to_curve::<Hash>);
    let text = include_str!("../../../vectors/rfc9380-p256.txt");
    suite::<P256>(text, p256::hash_to_curve::<Hash>, p256::encode_to_curve::<Hash>);
}

#[test]
fn homomorphisms() {
    laws::homomorphism::<Secp256k1>();
    laws::homomorphism::<Secp256k1<Engine32>>();
    laws::homomorphism::<P256>();
}

#[test]
fn ratios() {
    laws::ratios::<Isogenous<secp256k1::FpEngine>>(&[-&Red::one(), Red::from(11)]);
    laws::ratios::<P256>(&[-&Red::one(), Red::from(10)]);
}

/// The sum of the maps of u and −u is the identity, and the group gets it as such.
#[test]
fn opposite_maps() {
    fn opposite<C: Suite + Sec1Encoding<Base: Anywhere, Scalar: ScalarField>>() {
        let u = Red::from(77);
        assert!(bool::from(map_to_curve::<C>(&u).add(&map_to_curve(&-&u)).is_identity()));
        assert!(bool::from(image::<C>(&Projective::identity()).is_identity()));
    }
    opposite::<Secp256k1>();
    opposite::<P256>();
}

/// Vélu's formulas again: x₀ is the abscissa of a point of order three, t and w are what they give,
/// and the isogenous curve is y² = x³ + 3⁶·7.
#[test]
fn isogeny_of_secp256k1() {
    type E = Isogenous<secp256k1::FpEngine>;
    let one = Red::one();
    let (a, b, x0) = (E::times(&one), E::b(&()), E::times_x0(&one));
    let (t, w) = (E::times_t(&one), E::times_w(&one));
    assert_eq!(E::times_3b(&one), b.times(3));
    assert_eq!(E::times_b(&one), b);
    assert_eq!(b, Red::from(1771));
    let xx = x0.sqr();
    assert_eq!(xx.sqr().times(3) + (a * xx).times(6) + (b * x0).times(12), a.sqr());
    assert_eq!(t, (xx.times(3) + a).times(2));
    assert_eq!(w, (xx * x0 + a * x0 + b).times(4));
    assert_eq!(a, t.times(5));
    assert_eq!(b - (w + x0 * t).times(7), Red::from(729 * 7));
}

/// Z is no square, and the kernel of the isogeny goes to the identity.
#[test]
fn exceptions() {
    type E = Isogenous<secp256k1::FpEngine>;
    assert_eq!(E::times_z(&Red::one()), -&Red::from(11));
    assert_eq!(P256::<p256::FpEngine>::times_z(&Red::one()), -&Red::from(10));
    assert!(!bool::from(E::times_z(&Red::one()).is_square()));
    assert!(!bool::from(P256::<p256::FpEngine>::times_z(&Red::one()).is_square()));
    for z in [1u32, 5] {
        let z = Red::from(z);
        let kernel =
            Projective::from_xyz_unchecked_curve_and_subgroup(E::times_x0(&z), Red::from(9), z);
        let [x, y, z] = <Secp256k1 as Suite>::isogeny(&kernel);
        assert!(bool::from(x.is_zero() & z.is_zero()) && !bool::from(y.is_zero()));
    }
}
