//! G1: the subgroup of order r of E(Fp), y² = x³ + 1.
//!
//! The cofactor is h₁ = (x − 1)²/3, and j(E) = 0 gives the endomorphism φ(x, y) = (βx, y) with β a
//! primitive cube root of one. φ² + φ + 1 = 0 on the curve, r = x⁴ − x² + 1, so φ multiplies G1 by
//! one of the two cube roots of one modulo r, −x² and x² − 1; [`BETA`] is the one for −x². The
//! endomorphism used here is −φ, which multiplies by μ = x².
//!
//! h₁ is even: there are points of order two, and outside of the group the complete formulas are
//! not complete ([`Weierstrass::ODD_ORDER`]).

use super::{BaseEngine, FpConst, FrEngine, G1Curve, SEED, X, X_RECIPROCAL};
use crate::curves::bls12::two_parts;
use crate::field::{Canonical, Masked, Red};
use crate::formulas::complete::Zero;
use crate::weierstrass::{Endomorphism, Projective, Subgroup, Weierstrass, ZcashEncoding};

/// β, of order 3: (βx, y) = \[−x²\](x, y) in G1. The other choice, β², multiplies by x² − 1.
const BETA: FpConst = FpConst::hex(
    "01ae3a4617c510eabc8756ba8f8c524eb8882a75cc9bc8e359064ee822fb5bffd1e945779fffffffffffffffffffffff",
);

/// x of the generator (Zexe's, as in libzexe, arkworks and gnark-crypto): h₁ times the point with x
/// = 1 and the smaller y.
const GENERATOR_X: FpConst = FpConst::hex(
    "008848defe740a67c8fc6225bf87ff5485951e2caa9d41bb188282c8bd37cb5cd5481512ffcd394eeab9b16eb21be9ef",
);

/// y of the generator.
const GENERATOR_Y: FpConst = FpConst::hex(
    "01914a69c5102eff1f674f5d30afeec4bd7fb348ca3e52d96d182ad44fb82305c2fe3d3634a9591afd82de55559c8ea6",
);

impl<F: BaseEngine> Weierstrass for G1Curve<F> {
    type Base = F;
    type A = Zero;

    const ODD_ORDER: bool = false;

    fn b(ctx: &F::Ctx) -> Red<F> {
        Red::one_in(ctx)
    }

    #[inline(always)]
    fn times_3b(x: &Red<F>) -> Red<F> {
        x.times(3)
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
    const COFACTOR: &'static [u64] = &[0x0000_0000_0000_0000, 0x170b_5d44_3000_0000];

    /// −φ(P) = \[x²\]P. (M. Scott, "A note on group membership tests for G1, G2 and GT on BLS
    /// pairing-friendly curves", ePrint 2021/1130.)
    ///
    /// Sufficient: φ² + φ + 1 = 0 holds on the whole curve, so φ(P) = \[−x²\]P gives O =
    /// \[x⁴ − x² + 1\]P = \[r\]P. In the group no sum on the way is void, and a void one, which
    /// would equal every point, is refused.
    ///
    /// Cost: 126 doublings and 12 additions.
    fn is_in_subgroup(point: &Projective<Self>) -> F::Mask {
        let multiple = mul_by_x(&mul_by_x(point));
        multiple.is_image_of(point) & !multiple.is_void()
    }

    /// \[x − 1\]P.
    ///
    /// It lands in G1 since the h₁-torsion of E(Fp) has exponent dividing x − 1 (Y. El Housni, A.
    /// Guillevic, T. Piellard, "Co-factor clearing and subgroup membership testing on
    /// pairing-friendly curves", ePrint 2022/352).
    ///
    /// A sum on the way is void only for a point without a part in G1: if P has one, \[k\]P is of
    /// order two for no k below x. The multiple is the identity then.
    ///
    /// Cost: 63 doublings and 7 additions.
    fn clear_cofactor(point: &Projective<Self>) -> Projective<Self> {
        let multiple = mul_by_x(point).sub(point);
        let identity = Projective::identity_in(&point.x.ctx());
        Projective::select(&multiple, &identity, &multiple.is_void())
    }
}

// μ = −φ = x², and φ² + φ + 1 = 0.
group_on_engines!(
    G1Curve, parts: 2, bits: 128, sixth_root: true, split: |k| two_parts::<X, X_RECIPROCAL>(k)
);

impl<F: BaseEngine + Canonical> ZcashEncoding for G1Curve<F> {
    type Compressed = [u8; 48];
    type Uncompressed = [u8; 96];

    const COMPRESSED: [u8; 48] = [0; 48];
    const UNCOMPRESSED: [u8; 96] = [0; 96];
}

/// \[x\]P: 63 doublings and 6 additions.
pub(super) fn mul_by_x<C: Weierstrass<Base: Masked>>(point: &Projective<C>) -> Projective<C> {
    SEED.multiple(point, Projective::double_times, Projective::add, Projective::neg)
}
