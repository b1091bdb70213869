//! Pairings: the target group, values of the Miller loop and prepared points, in the coat that the
//! traits go on.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt::{self, Debug};
use core::ops::Add;

use curve::weierstrass::Affine;
use curve::{bls12_381, bn254};
use subtle::{Choice, ConstantTimeEq};

use crate::field::{Element, PrimeFacts};
use crate::point::{AffinePoint, CurveFacts};

/// What the traits ask of a pairing: its types and functions in curvemark.
pub trait PairingFacts: Copy + Debug + Send + Sync + 'static {
    /// The scalar field.
    type Scalar: PrimeFacts;
    /// G1.
    type G1: CurveFacts<Scalar = Self::Scalar>;
    /// G2.
    type G2: CurveFacts<Scalar = Self::Scalar>;
    /// The target group.
    type Target: Copy + Eq + ConstantTimeEq + Debug + Send + Sync;
    /// Values of the Miller loop.
    type Value: Copy + Eq + Debug + Send + Sync;
    /// The lines of a point of G2.
    type Prepared: Clone + Send + Sync;

    /// The pairing.
    fn pairing(p: &Affine<Self::G1>, q: &Affine<Self::G2>) -> Self::Target;
    /// The lines of a point.
    fn prepare(q: &Affine<Self::G2>) -> Self::Prepared;
    /// The Miller loop over any number of pairs.
    fn miller_loop(pairs: &[(&Affine<Self::G1>, &Self::Prepared)]) -> Self::Value;
    /// The final exponentiation.
    fn final_exponentiation(value: &Self::Value) -> Self::Target;
    /// One, as a value of the loop.
    fn one() -> Self::Value;
    /// The product of two values of the loop.
    fn multiply(a: &Self::Value, b: &Self::Value) -> Self::Value;
    /// One, in the target group.
    fn identity() -> Self::Target;
    /// a·b.
    fn mul(a: &Self::Target, b: &Self::Target) -> Self::Target;
    /// a².
    fn square(a: &Self::Target) -> Self::Target;
    /// 1/a.
    fn invert(a: &Self::Target) -> Self::Target;
    /// a^k.
    fn pow(a: &Self::Target, k: &Element<Self::Scalar>) -> Self::Target;
}

macro_rules! pairing {
    ($(#[$docs:meta])* $name:ident: $curve:ident) => {
        $(#[$docs])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $name;

        impl PairingFacts for $name {
            type Scalar = $curve::FrEngine;
            type G1 = $curve::G1Curve;
            type G2 = $curve::G2Curve;
            type Target = $curve::Gt;
            type Value = $curve::MillerValue;
            type Prepared = $curve::G2Prepared;

            fn pairing(p: &Affine<Self::G1>, q: &Affine<Self::G2>) -> Self::Target {
                $curve::pairing(p, q)
            }

            fn prepare(q: &Affine<Self::G2>) -> Self::Prepared {
                $curve::G2Prepared::from_affine(q)
            }

            fn miller_loop(pairs: &[(&Affine<Self::G1>, &Self::Prepared)]) -> Self::Value {
                let pairs = pairs.iter().map(|(p, q)| $curve::Pair::from_prepared(p, q));
                $curve::miller_loop(&mut pairs.collect::<Vec<_>>())
            }

            fn final_exponentiation(value: &Self::Value) -> Self::Target {
                $curve::final_exponentiation(value)
            }

            fn one() -> Self::Value {
                $curve::MillerValue::one()
            }

            fn multiply(a: &Self::Value, b: &Self::Value) -> Self::Value {
                a.mul(b)
            }

            fn identity() -> Self::Target {
                $curve::Gt::identity()
            }

            fn mul(a: &Self::Target, b: &Self::Target) -> Self::Target {
                a * b
            }

            fn square(a: &Self::Target) -> Self::Target {
                a.square()
            }

            fn invert(a: &Self::Target) -> Self::Target {
                a.invert()
            }

            fn pow(a: &Self::Target, k: &Element<Self::Scalar>) -> Self::Target {
                a.pow(&k.0)
            }
        }
    };
}

pairing! {
    /// The pairing of BLS12-381: what `pairing::Engine` and `pairing::MultiMillerLoop` are
    /// implemented for, under the name that bls12_381, blstrs and bellman use.
    Bls12: bls12_381
}

pairing! {
    /// The pairing of BN254: what `pairing::Engine` and `pairing::MultiMillerLoop` are implemented
    /// for, under the name that halo2curves uses.
    Bn256: bn254
}

/// An element of the target group, written as a sum as `group::Group` does: `+` multiplies, `*` by
/// a scalar raises to a power. Constant-time.
#[repr(transparent)]
pub struct Gt<E: PairingFacts>(
    /// The element itself.
    pub E::Target,
);

/// A value of the Miller loop, written as a sum as `pairing::MillerLoopResult` does.
#[repr(transparent)]
pub struct MillerLoopResult<E: PairingFacts>(
    /// The value itself.
    pub E::Value,
);

/// The lines of a point of G2, of 16 to 20 KB on the heap. They are made in constant time, and
/// spare half of a pairing's work each time that they are used.
pub struct G2Prepared<E: PairingFacts>(
    /// The lines themselves.
    pub Box<E::Prepared>,
);

/// The pairing of two points.
pub fn pairing<E: PairingFacts>(p: &AffinePoint<E::G1>, q: &AffinePoint<E::G2>) -> Gt<E> {
    Gt(E::pairing(&p.0, &q.0))
}

/// The Miller loop over any number of pairs, one for none. A pair with an identity counts as one.
pub fn multi_miller_loop<E: PairingFacts>(
    terms: &[(&AffinePoint<E::G1>, &G2Prepared<E>)],
) -> MillerLoopResult<E> {
    let pairs: Vec<_> = terms.iter().map(|(p, q)| (&p.0, &*q.0)).collect();
    MillerLoopResult(E::miller_loop(&pairs))
}

impl<E: PairingFacts> Gt<E> {
    /// One.
    pub fn identity() -> Self {
        Self(E::identity())
    }

    /// The pairing of the generators.
    pub fn generator() -> Self {
        pairing(&AffinePoint::generator(), &AffinePoint::generator())
    }

    /// a², which this group calls the double.
    #[must_use]
    pub fn double(&self) -> Self {
        Self(E::square(&self.0))
    }
}

impl<E: PairingFacts> MillerLoopResult<E> {
    /// One.
    pub fn one() -> Self {
        Self(E::one())
    }

    /// The element of the target group.
    pub fn final_exponentiation(&self) -> Gt<E> {
        Gt(E::final_exponentiation(&self.0))
    }
}

operator!([E: PairingFacts] Add::add(Gt<E>, Gt<E>) -> Gt<E>: |a, b| Gt(E::mul(&a.0, &b.0)));
operator!([E: PairingFacts] Sub::sub(Gt<E>, Gt<E>) -> Gt<E>:
    |a, b| Gt(E::mul(&a.0, &E::invert(&b.0))));
operator!([E: PairingFacts] Mul::mul(Gt<E>, Element<E::Scalar>) -> Gt<E>:
    |a, k| Gt(E::pow(&a.0, k)));
assignment!([E: PairingFacts] AddAssign::add_assign(Gt<E>, Gt<E>): |a, b| *a = &*a + b);
assignment!([E: PairingFacts] SubAssign::sub_assign(Gt<E>, Gt<E>): |a, b| *a = &*a - b);
assignment!([E: PairingFacts] MulAssign::mul_assign(Gt<E>, Element<E::Scalar>):
    |a, k| *a = &*a * k);
negation!([E: PairingFacts] Gt<E>: |a| Gt(E::invert(&a.0)));
total!([E: PairingFacts] Sum::sum(Gt<E>): Self::identity(), Add::add);

operator!([E: PairingFacts] Add::add(MillerLoopResult<E>, MillerLoopResult<E>)
    -> MillerLoopResult<E>: |a, b| MillerLoopResult(E::multiply(&a.0, &b.0)));
assignment!([E: PairingFacts] AddAssign::add_assign(MillerLoopResult<E>, MillerLoopResult<E>):
    |a, b| *a = &*a + b);

impl<E: PairingFacts> From<AffinePoint<E::G2>> for G2Prepared<E> {
    fn from(q: AffinePoint<E::G2>) -> Self {
        Self(Box::new(E::prepare(&q.0)))
    }
}

impl<E: PairingFacts> Clone for G2Prepared<E> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<E: PairingFacts> Debug for G2Prepared<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("G2Prepared(…)")
    }
}

impl<E: PairingFacts> ConstantTimeEq for Gt<E> {
    fn ct_eq(&self, other: &Self) -> Choice {
        self.0.ct_eq(&other.0)
    }
}

/// What values of both kinds have.
macro_rules! values {
    ($type:ident, $default:ident) => {
        impl<E: PairingFacts> Clone for $type<E> {
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<E: PairingFacts> Copy for $type<E> {}

        /// One.
        impl<E: PairingFacts> Default for $type<E> {
            fn default() -> Self {
                Self::$default()
            }
        }

        impl<E: PairingFacts> PartialEq for $type<E> {
            fn eq(&self, other: &Self) -> bool {
                self.0 == other.0
            }
        }

        impl<E: PairingFacts> Eq for $type<E> {}

        impl<E: PairingFacts> Debug for $type<E> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

values!(Gt, identity);
values!(MillerLoopResult, one);
