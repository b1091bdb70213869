//! Recovery and verification for programs that pay for every instruction: by a host's advice.

use curve::advice::Advice;
use curve::field::Red;
use curve::formulas::affine::Xy;
use curve::p256::P256;
use curve::scalar_mul::{double_base_by_advice_vartime, lincomb_by_advice_vartime};
use curve::secp256k1::{Fp, Secp256k1, generator_multiples};
use curve::weierstrass::Affine;

use super::verify::Order;
use super::{Curve, RecoveryId, Signature, VerifyingKey};

/// A curve on which sums with the generator take advice.
///
/// [Example](crate::ecdsa).
pub trait AdvisedCurve: Curve {
    /// a·G + b·P as x and y: see [`double_base_by_advice_vartime`].
    fn sum_by_advice(
        factors: [&Red<Self::Scalar>; 2],
        point: &Xy<Self>,
        advice: &mut impl Advice,
    ) -> Option<Xy<Self>>;
}

impl AdvisedCurve for Secp256k1 {
    fn sum_by_advice(
        factors: [&Red<Self::Scalar>; 2],
        point: &Xy<Self>,
        advice: &mut impl Advice,
    ) -> Option<Xy<Self>> {
        double_base_by_advice_vartime(generator_multiples(), factors, point, advice)
    }
}

impl AdvisedCurve for P256 {
    fn sum_by_advice(
        [a, b]: [&Red<Self::Scalar>; 2],
        point: &Xy<Self>,
        advice: &mut impl Advice,
    ) -> Option<Xy<Self>> {
        let generator = Affine::<P256>::generator();
        let points = [[*generator.x(), *generator.y()], *point];
        lincomb_by_advice_vartime::<P256>(&points, &[*a, *b], advice)
    }
}

impl Signature<Secp256k1> {
    /// As [`Signature::recover_prehashed`], by advice. None if there is no such key, if the advice
    /// is wrong, or if there can be none (ids 2 and 3, and a sum that meets an exception): then
    /// [`Signature::recover_prehashed`] finds out which.
    ///
    /// [Example](curve::advice).
    #[inline(never)]
    pub fn recover_prehashed_by_advice(
        &self,
        digest: &[u8; 32],
        id: RecoveryId,
        advice: &mut impl Advice,
    ) -> Option<VerifyingKey<Secp256k1>> {
        if id.is_x_reduced() {
            return None;
        }
        // The nonce point R.
        let x = Fp::from_uniform_bytes(&self.r.to_be_bytes());
        let y = advice.root(&(&(&x.sqr() * &x) + &Fp::from(7u32)))?;
        let y = if bool::from(y.sgn0()) == id.is_y_odd() { y } else { -&y };
        // Q = r⁻¹(sR − zG).
        let z = Red::from_uniform_bytes(digest);
        let a = advice.quotient(&-&z, &self.r)?;
        let b = advice.quotient(&self.s, &self.r)?;
        let [x, y] = Secp256k1::sum_by_advice([&a, &b], &[x, y], advice)?;
        VerifyingKey::from_point(Affine::from_xy_unchecked_curve_and_subgroup(x, y)).ok()
    }
}

impl<C: AdvisedCurve> VerifyingKey<C> {
    /// Whether a signature is this key's on a digest, by advice: see
    /// [`VerifyingKey::verify_prehashed`]. None if the advice is wrong, or if there can be none (a
    /// sum that meets an exception, or is the identity).
    ///
    /// [Example](curve::advice).
    #[inline(never)]
    pub fn verify_prehashed_by_advice(
        &self,
        digest: &[u8; 32],
        signature: &Signature<C>,
        advice: &mut impl Advice,
    ) -> Option<bool> {
        let z = Red::from_uniform_bytes(digest);
        let a = advice.quotient(&z, &signature.s)?;
        let b = advice.quotient(&signature.r, &signature.s)?;
        let [x, _] = C::sum_by_advice([&a, &b], &[*self.0.x(), *self.0.y()], advice)?;
        Some(Order::<C>::new().is_x(&signature.r, |expected| x == *expected))
    }
}
