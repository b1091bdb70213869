//! Values of Miller loops and pairings.

use core::fmt;
use core::ops::{Mul, MulAssign};

use curvemark::bls12_381::{Gt, MillerValue, Pair, final_exponentiation};

use crate::threads::miller_loop;
use crate::{blst_p1_affine, blst_p2_affine};

/// An element of Fp12. By default one.
///
/// [`blst_fp12::final_exp`] has blst's value bit for bit. Before it, values of Miller loops may
/// differ from blst's by a factor that the final exponentiation takes to one.
///
/// [Example](crate#example).
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct blst_fp12 {
    pub(crate) value: MillerValue,
}

impl blst_fp12 {
    /// The Miller loop over one pair; one if either point is at infinity.
    pub fn miller_loop(q: &blst_p2_affine, p: &blst_p1_affine) -> Self {
        Self { value: miller_loop(&mut [Pair::from_points(&p.point, &q.point)]) }
    }

    /// The Miller loop over pairs of points that stand next to each other; one for none.
    ///
    /// # Panics
    /// If the lists are of unlike lengths.
    pub fn miller_loop_n(q: &[blst_p2_affine], p: &[blst_p1_affine]) -> Self {
        assert_eq!(q.len(), p.len(), "inputs' lengths mismatch");
        let mut pairs: Vec<_> =
            p.iter().zip(q).map(|(p, q)| Pair::from_points(&p.point, &q.point)).collect();
        Self { value: miller_loop(&mut pairs) }
    }

    /// The final exponentiation, to the power 3·(p¹² − 1)/r.
    #[must_use]
    pub fn final_exp(&self) -> Self {
        Self { value: *final_exponentiation(&self.value).as_fp12() }
    }

    /// Whether this is an element of the target group, of order r.
    pub fn in_group(&self) -> bool {
        let mut bytes = [0; 576];
        self.value.to_bytes(&mut bytes);
        Gt::from_bytes(&bytes).is_some().into()
    }

    /// Whether two values of Miller loops have the same final exponentiation.
    pub fn finalverify(a: &Self, b: &Self) -> bool {
        final_exponentiation(&a.value.conjugate().mul(&b.value)).is_identity().into()
    }

    /// The twelve coefficients in Fp, each big-endian: those of 1, w, …, w⁵, with w² = v, each of
    /// them c₀ and then c₁.
    pub fn to_bendian(&self) -> [u8; 576] {
        let mut out = [0; 576];
        for (out, coefficient) in out.chunks_exact_mut(96).zip(self.value.w()) {
            let (c0, c1) = out.split_at_mut(48);
            coefficient.c0().to_bytes(c0);
            coefficient.c1().to_bytes(c1);
        }
        out
    }
}

impl Default for blst_fp12 {
    fn default() -> Self {
        Self { value: MillerValue::one() }
    }
}

impl Mul for blst_fp12 {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        Self { value: self.value.mul(&other.value) }
    }
}

impl MulAssign for blst_fp12 {
    fn mul_assign(&mut self, other: Self) {
        self.value.mul_assign(&other.value);
    }
}

impl fmt::Debug for blst_fp12 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("blst_fp12(")?;
        self.to_bendian().iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
        f.write_str(")")
    }
}
