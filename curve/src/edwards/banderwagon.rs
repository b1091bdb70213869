//! Banderwagon: a group of prime order from an Edwards curve of cofactor 4 whose points of order
//! two are all rational: what Ethereum's Verkle trees were to commit with (crate `banderwagon` of
//! rust-verkle; M. Hamburg, "Decaf: eliminating cofactors through point compression", ePrint
//! 2015/673, for the idea).
//!
//! On such a curve, of order 4ℓ, the points of order ℓ and their sums with (0, −1) are a group of
//! order 2ℓ, and an element is a class {(x, y), (−x, −y)} of it; it is held as either of the two.
//!
//! **Which x.** (x, y) is in that group exactly if 1 − ax² is a square, which is the pairing of A.
//! Lichtenbaum and J. Tate with (0, −1). x tells y up to its sign, as y²(1 − dx²) = 1 − ax², and
//! the encoding is the x whose y is above (p − 1)/2; y is never zero, since a is no square.
//!
//! **Which class.** Two points are of one class exactly if x/y is the same: from x = ty follows
//! dt²Y² − (1 + at²)Y + 1 = 0 for Y = y², whose roots have the product 1/(dt²), and since d is no
//! square only one of them is y².
//!
//! Encodings are unique and only canonical ones are decoded, so elements may be compared by their
//! bytes; [`Banderwagon::equal`] does it without an inversion.
//!
//! # Example
//!
//! A commitment to a vector, by Pedersen's scheme, over points that stay:
//!
//! ```
//! # #[cfg(feature = "alloc")] {
//! use curvemark_curve::bandersnatch::{Bandersnatch, Banderwagon, Scalar};
//! use curvemark_curve::msm::edwards::{FixedBases, msm_vartime_alloc};
//!
//! let times = |k: u32| Banderwagon::generator().mul_vartime(&Scalar::from(k));
//! let points = [2u32, 3, 5].map(|k| *times(k).as_edwards());
//! let values = [1u32, 10, 100].map(Scalar::from);
//!
//! let table = FixedBases::<Bandersnatch>::new(&points, 1 << 20)?;
//! let commitment = Banderwagon::of_point(table.msm_vartime(&values)?);
//! assert!(commitment == times(2 + 30 + 500));
//! // Once, without a table.
//! assert!(Banderwagon::of_point(msm_vartime_alloc(&points, &values)?) == commitment);
//!
//! // Its bytes, and the scalar that a commitment one level up contains.
//! assert!(Banderwagon::from_bytes(&commitment.to_bytes()) == Ok(commitment));
//! let mut scalars = [Scalar::zero()];
//! Banderwagon::map_to_scalar_field_batch(&[commitment], &mut scalars)?;
//! assert_eq!(scalars[0], commitment.map_to_scalar_field());
//! # }
//! # Ok::<(), curvemark_curve::error::BatchError>(())
//! ```

use limb::ct::declassify;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};

use super::{Edwards, EdwardsEncoding, EdwardsGroup, EdwardsPoint, EdwardsThere};
use crate::engines::door::elsewhere;
use crate::error::{BatchError, PointError, check_lengths};
use crate::field::{Anywhere, Canonical, Field, Masked, Red, product};
use crate::formulas::edwards::times_minus_a;

/// A curve of order 4ℓ, ℓ an odd prime, with neither a nor d a square, which
/// [admits](EdwardsGroup::admit) points of order ℓ, or of order 2ℓ too.
///
/// [Example](self#example).
pub trait BanderwagonCurve: EdwardsEncoding {}

/// An element of the group of prime order.
///
/// [Example](self#example).
#[derive(Debug, Clone)]
pub struct Banderwagon<C: Edwards>(EdwardsPoint<C>);

impl<C: Edwards<Base: Field<Raw: Copy>>> Copy for Banderwagon<C> {}

/// Elements that share one inversion.
const CHUNK: usize = 16;

impl<C: Edwards> Banderwagon<C> {
    /// One of the two points of the class; which, is not said. Multiples of it by scalars are
    /// points of the multiple's class, but which, is not said either.
    pub fn as_edwards(&self) -> &EdwardsPoint<C> {
        &self.0
    }

    /// P + Q.
    #[must_use]
    pub fn add(&self, other: &Self) -> Self {
        Self(self.0.add(&other.0))
    }

    /// P − Q.
    #[must_use]
    pub fn sub(&self, other: &Self) -> Self {
        Self(self.0.sub(&other.0))
    }

    /// −P.
    #[must_use]
    pub fn neg(&self) -> Self {
        Self(self.0.neg())
    }

    /// 2P.
    #[must_use]
    pub fn double(&self) -> Self {
        Self(self.0.double())
    }
}

impl<C: Edwards<Base: Masked>> Banderwagon<C> {
    /// Whether two elements are equal: X₁Y₂ = X₂Y₁. 2 products.
    pub fn equal(&self, other: &Self) -> <C::Base as Masked>::Mask {
        let (p, q) = (&self.0, &other.0);
        product(&p.x, &q.y).minus(&q.x, &p.y).reduce().is_zero()
    }

    /// Whether this is the identity, the class of (0, ±1).
    pub fn is_identity(&self) -> <C::Base as Masked>::Mask {
        self.0.x.is_zero()
    }

    /// a where the mask is false, b where it is true.
    #[must_use]
    pub fn select(a: &Self, b: &Self, mask: &<C::Base as Masked>::Mask) -> Self {
        Self(EdwardsPoint::select(&a.0, &b.0, mask))
    }
}

impl<C: EdwardsGroup> Banderwagon<C> {
    /// \[k\]P. Constant-time in both.
    #[must_use]
    pub fn mul(&self, k: &Red<C::Scalar>) -> Self {
        Self(self.0.mul(k))
    }

    /// \[k\]P in time that depends on both; for public elements and scalars.
    #[must_use]
    pub fn mul_vartime(&self, k: &Red<C::Scalar>) -> Self {
        Self(self.0.mul_vartime(k))
    }

    /// The element whose x this is; see [`Banderwagon::from_bytes`].
    fn of_x(x: Red<C::Base>) -> Result<Self, PointError> {
        let (one, xx) = (Red::one_in(&x.ctx()), x.sqr());
        let u = &one + &times_minus_a::<C>(&xx);
        let (y, exists) = C::sqrt_ratio(&u, &(&one - &C::times_d(&xx)));
        // Public: the caller learns both from the errors.
        if !declassify(exists) {
            return Err(PointError::NotOnCurve);
        }
        if !declassify(u.is_square()) {
            return Err(PointError::NotInSubgroup);
        }
        let y = y.negate_if(&C::Base::mask(!y.is_largest()));
        Ok(Self(EdwardsPoint::from_xy_unchecked_curve(x, y)))
    }
}

impl<C: EdwardsGroup> EdwardsThere<C> {
    /// [`Banderwagon::of_x`] there.
    fn element_of_x(&self, x: Red<C::Base>) -> Result<Banderwagon<C>, PointError> {
        Banderwagon::of_x(x)
    }
}

impl<C: BanderwagonCurve<Base: Anywhere>> Banderwagon<C> {
    /// The class of a point; curves admit no point that has none.
    pub fn of_point(point: EdwardsPoint<C>) -> Self {
        Self(point)
    }

    /// The identity.
    pub fn identity() -> Self {
        Self(EdwardsPoint::identity())
    }

    /// The class of the curve's generator.
    pub fn generator() -> Self {
        Self(EdwardsPoint::generator())
    }

    /// The encoding, canonical: big-endian, the x of that point of the class whose y is above (p −
    /// 1)/2; zeros for the identity. Constant-time; one inversion.
    #[inline(never)]
    pub fn to_bytes(&self) -> C::Bytes {
        encode::<C>(&self.0.to_xy())
    }

    /// The encodings of many elements: [`Banderwagon::to_bytes`] of each, of which 16 share an
    /// inversion (P. L. Montgomery, 1987). Constant-time.
    ///
    /// # Errors
    /// [`BatchError::Empty`] for no elements, [`BatchError::LengthMismatch`] if there are not as
    /// many places for encodings.
    #[inline(never)]
    pub fn to_bytes_batch(elements: &[Self], out: &mut [C::Bytes]) -> Result<(), BatchError> {
        check_lengths(elements.len(), &[out.len()])?;
        let mut xy = [[Red::zero(), Red::zero()]; CHUNK];
        for (elements, out) in elements.chunks(CHUNK).zip(out.chunks_mut(CHUNK)) {
            let mut points = [EdwardsPoint::identity(); CHUNK];
            for (point, element) in points.iter_mut().zip(elements) {
                *point = element.0;
            }
            EdwardsPoint::to_xy_batch(&points[..elements.len()], &mut xy[..elements.len()])?;
            for (xy, out) in xy.iter().zip(out) {
                *out = encode::<C>(xy);
            }
        }
        Ok(())
    }

    /// The element of an encoding; every other string is refused. Constant-time but for the
    /// verdict.
    ///
    /// Cost: a root of a quotient and a Legendre symbol.
    ///
    /// # Errors
    /// [`PointError::Length`]; [`PointError::NotCanonical`] if x is not below p;
    /// [`PointError::NotOnCurve`] if no point has it; [`PointError::NotInSubgroup`] if its points
    /// are of no element.
    #[inline(never)]
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, PointError> {
        if bytes.len() != C::ZERO.as_ref().len() {
            return Err(PointError::Length);
        }
        let (x, canonical) = Red::<C::Base>::from_bytes(bytes);
        // Public: the caller learns it from the error.
        if !declassify(canonical) {
            return Err(PointError::NotCanonical);
        }
        elsewhere!(short C, |there| there.element_of_x(x.enter(there)).map(|element| {
            Self(EdwardsPoint::leave(&element.0))
        }));
        Self::of_x(x)
    }

    /// The element as a scalar, for commitments to commitments: the residue modulo ℓ of the integer
    /// x/y below p, which is the same for both points of the class. Zero for the identity.
    ///
    /// Different elements may have the same scalar. Constant-time; one inversion.
    #[inline(never)]
    pub fn map_to_scalar_field(&self) -> Red<C::Scalar> {
        residue::<C>(&(&self.0.x * &self.0.y.invert()))
    }

    /// The scalars of many elements: [`Banderwagon::map_to_scalar_field`] of each, of which 16
    /// share an inversion (P. L. Montgomery, 1987). Constant-time.
    ///
    /// # Errors
    /// [`BatchError::Empty`] for no elements, [`BatchError::LengthMismatch`] if there are not as
    /// many places for scalars.
    #[inline(never)]
    pub fn map_to_scalar_field_batch(
        elements: &[Self],
        out: &mut [Red<C::Scalar>],
    ) -> Result<(), BatchError> {
        check_lengths(elements.len(), &[out.len()])?;
        for (elements, out) in elements.chunks(CHUNK).zip(out.chunks_mut(CHUNK)) {
            // Going up, the product of y before each element; y is never zero.
            let mut before = [Red::one(); CHUNK];
            let mut product = Red::one();
            for (before, element) in before.iter_mut().zip(elements) {
                *before = product;
                product = &product * &element.0.y;
            }
            let mut inverse = product.invert();
            for ((element, before), out) in elements.iter().zip(before).zip(out).rev() {
                let y_inverse = &inverse * &before;
                inverse = &inverse * &element.0.y;
                *out = residue::<C>(&(&element.0.x * &y_inverse));
            }
        }
        Ok(())
    }
}

/// The encoding of the class of (x, y).
fn encode<C: BanderwagonCurve<Base: Anywhere>>([x, y]: &[Red<C::Base>; 2]) -> C::Bytes {
    let mut out = C::ZERO;
    x.negate_if(&C::Base::mask(!y.is_largest())).to_bytes(out.as_mut());
    out
}

/// The residue modulo ℓ of an integer below p.
fn residue<C: BanderwagonCurve<Base: Anywhere>>(a: &Red<C::Base>) -> Red<C::Scalar> {
    let mut bytes = C::ZERO;
    a.to_bytes(bytes.as_mut());
    Red::from_uniform_bytes(bytes.as_ref())
}

impl<C: Edwards<Base: Canonical>> ConstantTimeEq for Banderwagon<C> {
    fn ct_eq(&self, other: &Self) -> Choice {
        self.equal(other)
    }
}

impl<C: Edwards<Base: Canonical>> ConditionallySelectable for Banderwagon<C> {
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Self::select(a, b, &choice)
    }
}

impl<C: Edwards<Base: Canonical>> PartialEq for Banderwagon<C> {
    fn eq(&self, other: &Self) -> bool {
        self.equal(other).into()
    }
}

impl<C: Edwards<Base: Canonical>> Eq for Banderwagon<C> {}
