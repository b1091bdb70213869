//! Tables of generators that a process keeps: made when first asked for, once, where there is
//! `std`.
//!
//! Without `std` there is nowhere to keep them. With the feature `generator-combs` signing reads a
//! comb that is data, and verification on secp256k1 reads multiples that are. Without it signing
//! multiplies the generator as it would any point, and verification makes a small table each time;
//! whoever has memory to spare makes a [`Verifier`] of their own.

use curve::field::{Anywhere, Red};
use curve::p256::P256;
use curve::scalar::ScalarField;
use curve::scalar_mul::Comb;
use curve::secp256k1::Secp256k1;
use curve::weierstrass::{GroupInLanes, Jacobian, Projective, Sec1Encoding};

use crate::ecdsa::{Curve, Verifier};

/// Blocks of the comb of secp256k1 that is kept: 3 doublings and 43 additions, 22 KiB of x and y;
/// twice as much would save two doublings. Or of one that is data: 10 and 43, 8 KiB.
const SECP256K1_BLOCKS: usize = if cfg!(feature = "std") { 11 } else { 4 };
/// Blocks of the comb of P-256: without doublings, in 86 KiB, all additions but one or two are
/// Jacobian, which takes 470 products in place of 640. Or of one that is data, as above.
const P256_BLOCKS: usize = if cfg!(feature = "std") { 43 } else { 4 };

/// A curve whose tables may be kept.
pub trait Kept: Sec1Encoding<Base: Anywhere, Scalar: ScalarField> + GroupInLanes {
    /// \[k\]G by the comb of the generator, constant-time, if there is one.
    fn mul_by_comb(k: &Red<Self::Scalar>) -> Option<Projective<Self>>;

    /// a·G + b·P in variable time by multiples of the generator that are data, if there are any.
    fn sum_by_data_vartime(
        _a: &Red<Self::Scalar>,
        _b: &Red<Self::Scalar>,
        _point: &Jacobian<Self>,
    ) -> Option<Jacobian<Self>> {
        None
    }

    /// A verifier with odd multiples of the generator, if there is one.
    fn verifier() -> Option<&'static Verifier<Self>>
    where
        Self: Curve;
}

/// \[k\]G, constant-time.
pub fn mul_generator<C: Kept>(k: &Red<C::Scalar>) -> Projective<C> {
    C::mul_by_comb(k).unwrap_or_else(|| Projective::mul_generator(k))
}

/// A value that is kept, in the body of a function: `kept!(type, how it is made)`.
macro_rules! kept {
    ($of:ty, $made:expr) => {{
        #[cfg(feature = "std")]
        {
            static KEPT: std::sync::OnceLock<$of> = std::sync::OnceLock::new();
            Some(KEPT.get_or_init(|| $made))
        }
        #[cfg(not(feature = "std"))]
        None
    }};
}
pub(crate) use kept;

/// The comb of a generator, in the body of a function:
/// `kept_comb!(type, the generator, the function that gives the comb that is data)`.
macro_rules! kept_comb {
    ($of:ty, $generator:expr, $data:path) => {{
        #[cfg(any(feature = "std", not(feature = "generator-combs")))]
        {
            $crate::kept::kept!($of, $crate::kept::comb(&$generator))
        }
        #[cfg(all(not(feature = "std"), feature = "generator-combs"))]
        Some($data())
    }};
}
pub(crate) use kept_comb;

/// The comb of a generator, which is no identity.
#[cfg(feature = "std")]
pub fn comb<P: curve::scalar_mul::SecretGroup, const B: usize, const E: usize>(
    generator: &P,
) -> Comb<P, B, E> {
    match Comb::new(generator) {
        Ok(comb) => comb,
        Err(_) => unreachable!("the generator is of a large prime order"),
    }
}

impl Kept for Secp256k1 {
    #[cfg(all(not(feature = "std"), feature = "generator-combs"))]
    fn sum_by_data_vartime(
        a: &Red<Self::Scalar>,
        b: &Red<Self::Scalar>,
        point: &Jacobian<Self>,
    ) -> Option<Jacobian<Self>> {
        Some(curve::secp256k1::generator_multiples().double_base_vartime(a, b, point))
    }

    fn mul_by_comb(k: &Red<Self::Scalar>) -> Option<Projective<Self>> {
        type Kept = Comb<Projective<Secp256k1>, SECP256K1_BLOCKS, 32>;
        let comb: Option<&'static Kept> =
            kept_comb!(Kept, Projective::generator(), curve::secp256k1::generator_comb);
        comb.map(|comb| comb.mul(k))
    }

    fn verifier() -> Option<&'static Verifier<Self>> {
        kept!(Verifier<Secp256k1>, Verifier::new())
    }
}

impl Kept for P256 {
    fn mul_by_comb(k: &Red<Self::Scalar>) -> Option<Projective<Self>> {
        type Kept = Comb<Projective<P256>, P256_BLOCKS, 32>;
        let comb: Option<&'static Kept> =
            kept_comb!(Kept, Projective::generator(), curve::p256::generator_comb);
        comb.map(|comb| comb.mul(k))
    }

    fn verifier() -> Option<&'static Verifier<Self>> {
        kept!(Verifier<P256>, Verifier::new())
    }
}
