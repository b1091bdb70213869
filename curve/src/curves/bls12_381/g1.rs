//! G1: the subgroup of order r of E(Fp), y² = x³ + 4.
//!
//! The cofactor is h₁ = (x − 1)²/3, and j(E) = 0 gives the endomorphism φ(x, y) = (βx, y) with β a
//! primitive cube root of one. φ² + φ + 1 = 0 on the curve, r = x⁴ − x² + 1, so φ multiplies G1 by
//! one of the two cube roots of one modulo r, −x² and x² − 1; [`BETA`] is the one for −x². The
//! endomorphism used here is −φ, which multiplies by μ = x².

use super::{BaseEngine, FpConst, FrEngine, G1Curve, SEED, X, X_RECIPROCAL};
use crate::curves::bls12::two_parts;
use crate::field::{Canonical, Masked, Red};
use crate::formulas::complete::Zero;
use crate::weierstrass::{
    Eip2537Encoding, Endomorphism, Projective, Subgroup, Weierstrass, ZcashEncoding,
};

/// β = 2^((p − 1)/3), of order 3: (βx, y) = \[−x²\](x, y) in G1. The other choice, β², multiplies
/// by x² − 1.
pub(super) const BETA: FpConst = FpConst::hex(
    "5f19672fdf76ce51ba69c6076a0f77eaddb3a93be6f89688de17d813620a00022e01fffffffefffe",
);

/// x of the generator (draft-irtf-cfrg-pairing-friendly-curves-11 §4.2.1).
const GENERATOR_X: FpConst = FpConst::hex(
    "17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb",
);

/// y of the generator (draft-irtf-cfrg-pairing-friendly-curves-11 §4.2.1).
const GENERATOR_Y: FpConst = FpConst::hex(
    "08b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1",
);

impl<F: BaseEngine> Weierstrass for G1Curve<F> {
    type Base = F;
    type A = Zero;

    fn b(ctx: &F::Ctx) -> Red<F> {
        Red::small(ctx, 4)
    }

    #[inline(always)]
    fn times_3b(x: &Red<F>) -> Red<F> {
        x.times(12)
    }
}

impl<F: BaseEngine> Endomorphism for G1Curve<F> {
    #[inline]
    fn endomorphism_xy(x: &Red<F>, y: &Red<F>) -> (Red<F>, Red<F>) {
        (x * &Red::constant(&x.ctx(), &BETA), -y)
    }
}

impl<F: BaseEngine + Masked> Subgroup for G1Curve<F> {
    /// h₁ = (x − 1)²/3.
    const COFACTOR: &'static [u64] = &[0x8c00_aaab_0000_aaab, 0x396c_8c00_5555_e156];

    /// −φ(P) = \[x²\]P. (M. Scott, "A note on group membership tests for G1, G2 and GT on BLS
    /// pairing-friendly curves", ePrint 2021/1130.)
    ///
    /// Sufficient: φ² + φ + 1 = 0 holds on the whole curve, so φ(P) = \[−x²\]P gives O = \[x⁴ −
    /// x² + 1\]P = \[r\]P.
    ///
    /// Cost: 126 doublings and 10 additions.
    fn is_in_subgroup(point: &Projective<Self>) -> F::Mask {
        let multiple = mul_by_x_abs(point);
        mul_by_x_abs(&multiple).is_image_of(point)
    }

    /// \[1 − x\]P, 1 − x = 1 + |x| (RFC 9380 §8.8.1: h_eff; R. Wahby, D. Boneh, "Fast and simple
    /// constant-time hashing to the BLS12-381 elliptic curve", ePrint 2019/403).
    ///
    /// It lands in G1 since the h₁-torsion of E(Fp) has exponent dividing 1 − x (Y. El Housni, A.
    /// Guillevic, T. Piellard, "Co-factor clearing and subgroup membership testing on
    /// pairing-friendly curves", ePrint 2022/352).
    ///
    /// Cost: 63 doublings and 6 additions.
    fn clear_cofactor(point: &Projective<Self>) -> Projective<Self> {
        mul_by_x_abs(point).add(point)
    }
}

// μ = −φ = x², and φ² + φ + 1 = 0.
group_on_engines!(
    G1Curve, parts: 2, bits: 128, sixth_root: true, split: |k| two_parts::<X, X_RECIPROCAL>(k)
);

impl<F: BaseEngine + Canonical> Eip2537Encoding for G1Curve<F> {
    type Bytes = [u8; 128];

    const BYTES: [u8; 128] = [0; 128];
}

impl<F: BaseEngine + Canonical> ZcashEncoding for G1Curve<F> {
    type Compressed = [u8; 48];
    type Uncompressed = [u8; 96];

    const COMPRESSED: [u8; 48] = [0; 48];
    const UNCOMPRESSED: [u8; 96] = [0; 96];
}

/// \[|x|\]P for any point of the curve: 63 doublings, of which 57 in long runs, and 5 additions. x
/// itself is negative.
///
/// [Examples](super#examples).
#[cfg_attr(target_arch = "riscv32", inline(never))]
pub fn mul_by_x_abs<C: Weierstrass<Base: Masked>>(point: &Projective<C>) -> Projective<C> {
    // Digits of the seed are ones.
    const {
        assert!(SEED.table == 1 && SEED.first == 1);
        let mut i = 0;
        while i < SEED.steps.len() {
            assert!(SEED.steps[i].1 == 1);
            i += 1;
        }
    }
    let mut out = point.clone();
    for &(doublings, _) in SEED.steps {
        out = out.double_times(doublings.into());
        out = out.add(point);
    }
    out.double_times(SEED.last.into())
}
