//! G2: the subgroup of order r of E′(Fp2), y² = x³ + 3/(9 + u), which has n = h₂·r points, h₂ = 2p
//! − r.
//!
//! ψ = (untwist, Frobenius, twist) is an endomorphism of E′ over Fp2. It satisfies the Frobenius
//! equation of E, ψ² − tψ + p = 0, and multiplies G2 by p ≡ 6x² (mod r) (Galbraith, Lin, Scott,
//! ePrint 2008/194). With the D-type twist (x, y) ↦ (xw², yw³), w⁶ = ξ = 9 + u: ψ(x, y) =
//! (x̄·ξ^((p−1)/3), ȳ·ξ^((p−1)/2)), the bar being conjugation in Fp2.
//!
//! On all of E′(Fp2) ψ multiplies by an integer a modulo n. For ψ² is an automorphism of order six
//! after the p²-power Frobenius, which fixes these points, so ψ⁴ − ψ² + 1 = 0; both equations
//! together leave Aψ + B = 0 with A = t(t² − 2p − 1) and B = p² − t²p + p + 1, and gcd(A, n) = 1: a
//! = −B/A. So a sum f(ψ)(Q) of powers of ψ is \[f(a)\]Q, and what it does is a matter of gcd(f(a),
//! n). A test computes A, B, a and the two statements below that rest on them.

use super::tower::FROBENIUS;
use super::{BaseEngine, FpConst, FrEngine, G2Curve, SEED, X};
use crate::field::{Canonical, Masked, Red};
use crate::formulas::complete::Zero;
use crate::fp2::Quad;
use crate::glv::{Lattice, Reciprocal, small_coordinate};
use crate::integer::SignedPart;
use crate::weierstrass::{Eip196Encoding, Endomorphism, Projective, Subgroup, Weierstrass};

/// b′ = 3/(9 + u).
pub(super) const B: [FpConst; 2] = [
    FpConst::hex("2b149d40ceb8aaae81be18991be06ac3b5b4c5e559dbefa33267e6dc24a138e5"),
    FpConst::hex("009713b03af0fed4cd2cafadeed8fdf4a74fa084e52d1852e4a2bd0685c315d2"),
];

/// 3b′ = 9/(9 + u).
pub(super) const THREE_B: [FpConst; 2] = [
    FpConst::hex("20753adca9c6bfb81499be5e509e8f8ff21b7c8d3cb039cf1ef69c66bce9b021"),
    FpConst::hex("01c53b10b0d2fc7e67860f09cc8af9ddf5eee18eaf8748f8ade8371391494176"),
];

/// x of the generator (EIP-197), c₀ then c₁.
pub(super) const GENERATOR_X: [FpConst; 2] = [
    FpConst::hex("1800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6ed"),
    FpConst::hex("198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c2"),
];

/// y of the generator (EIP-197), c₀ then c₁.
pub(super) const GENERATOR_Y: [FpConst; 2] = [
    FpConst::hex("12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daa"),
    FpConst::hex("090689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975b"),
];

/// The seed, for the coordinates below.
const S: i128 = X as i128;

/// Scalars k ≡ Σ kᵢ·pⁱ in four parts: (x + 1) + x·p + x·p² − 2x·p³ ≡ 0 modulo r, and this times p,
/// p², p³ with p⁴ ≡ p² − 1 (Galbraith, Lin, Scott, §6). All parts are at most 3x + ½ < 2^64. The
/// same serves GT, where p is the Frobenius map.
pub const LATTICE: Lattice<4, 2> = Lattice {
    basis: [
        [
            small_coordinate(S + 1),
            small_coordinate(S),
            small_coordinate(S),
            small_coordinate(-2 * S),
        ],
        [
            small_coordinate(2 * S),
            small_coordinate(S + 1),
            small_coordinate(-S),
            small_coordinate(S),
        ],
        [
            small_coordinate(-S),
            small_coordinate(2 * S),
            small_coordinate(2 * S + 1),
            small_coordinate(-S),
        ],
        [
            small_coordinate(S),
            small_coordinate(-S),
            small_coordinate(S),
            small_coordinate(2 * S + 1),
        ],
    ],
    reciprocals: [
        Reciprocal::hex("13d00631561b2572aab6994f747caaeffc88ce3c1c9b8a83ec6fa1fdf181eeb2e"),
        Reciprocal::hex("9e80318ab0d92b9308e5da66fc7184ae46f4bda995d51bb17d1fff2e5ce18e26"),
        Reciprocal::hex("-9e80318ab0d92b9555b4ca7ba3e5577dc170977dcef3cd3f23038c29bb8bb500"),
        Reciprocal::hex("9e80318ab0d92b9555b4ca7ba3e5577f2dff291532e42728353ccca0e558c73c"),
    ],
};

impl<F: BaseEngine> Weierstrass for G2Curve<F> {
    type Base = Quad<F>;
    type A = Zero;

    fn b(ctx: &F::Ctx) -> Red<Quad<F>> {
        Red::constant(ctx, &B)
    }

    /// A product in Fp2: 3b′ is not small.
    #[inline(always)]
    fn times_3b(x: &Red<Quad<F>>) -> Red<Quad<F>> {
        x * &Red::constant(&x.ctx(), &THREE_B)
    }
}

impl<F: BaseEngine> Endomorphism for G2Curve<F> {
    /// ψ of the numerators: two products in Fp2.
    #[inline]
    fn endomorphism_xy(x: &Red<Quad<F>>, y: &Red<Quad<F>>) -> (Red<Quad<F>>, Red<Quad<F>>) {
        let ctx = x.ctx();
        let [_, psi_x, psi_y, _, _] = &FROBENIUS.p1;
        (&x.conjugate() * &Red::constant(&ctx, psi_x), &y.conjugate() * &Red::constant(&ctx, psi_y))
    }

    #[inline]
    fn endomorphism_z(z: &Red<Quad<F>>) -> Red<Quad<F>> {
        z.conjugate()
    }
}

impl<F: BaseEngine + Masked> Subgroup for G2Curve<F> {
    /// h₂ = 2p − r.
    const COFACTOR: &'static [u64] = &[
        0x345f_2299_c0f9_fa8d,
        0x06ce_ecda_572a_2489,
        0xb850_45b6_8181_585e,
        0x3064_4e72_e131_a029,
    ];

    /// \[x + 1\]P + ψ(\[x\]P) + ψ²(\[x\]P) = ψ³(\[2x\]P) (Y. Dai, K. Lin, C.-A. Zhao, Z. Zhou,
    /// "Fast subgroup membership testings for G1, G2 and GT on pairing-friendly curves", ePrint
    /// 2022/348).
    ///
    /// Necessary: on G2 ψ is p, and (x + 1) + xp + xp² − 2xp³ ≡ 0 modulo r. Sufficient: with f the
    /// polynomial of the relation and a the multiplier of ψ on E′(Fp2), it says \[f(a)\]P = O, and
    /// gcd(f(a), n) = r; r² does not divide n, so the points of order r are G2.
    ///
    /// Cost: 62 doublings, 21 additions, 3 endomorphisms.
    fn is_in_subgroup(point: &Projective<Self>) -> F::Mask {
        let by_x = mul_by_x(point);
        let psi = by_x.endomorphism();
        let psi_2 = psi.endomorphism();
        let left = by_x.add(point).add(&psi).add(&psi_2);
        left.equal(&psi_2.endomorphism().double())
    }

    /// \[x\]P + ψ(\[3x\]P) + ψ²(\[x\]P) + ψ³(P) (L. Fuentes-Castañeda, E. Knapp, F.
    /// Rodríguez-Henríquez, "Faster hashing to G2", SAC 2011, §6.1).
    ///
    /// It is \[h(a)\]P with h = x + 3xψ + xψ² + ψ³ and a the multiplier of ψ: h₂ divides h(a), r
    /// does not.
    ///
    /// Cost: 62 doublings, 22 additions, 3 endomorphisms.
    fn clear_cofactor(point: &Projective<Self>) -> Projective<Self> {
        let by_x = mul_by_x(point);
        let by_3x = by_x.double().add(&by_x);
        let psi_2_3 = by_x.add(&point.endomorphism()).endomorphism().add(&by_3x).endomorphism();
        by_x.add(&psi_2_3)
    }
}

group_on_engines!(
    G2Curve, parts: 4, bits: 64, sixth_root: false, split: |k| SignedPart::four(LATTICE.split(k))
);

impl<F: BaseEngine + Canonical> Eip196Encoding for G2Curve<F> {
    type Bytes = [u8; 128];

    const BYTES: [u8; 128] = [0; 128];
}

/// \[x\]P for any point of the curve: 61 doublings and 18 additions.
fn mul_by_x<F: BaseEngine + Masked>(point: &Projective<G2Curve<F>>) -> Projective<G2Curve<F>> {
    SEED.multiple(point, Projective::double_times, Projective::add, Projective::neg)
}
