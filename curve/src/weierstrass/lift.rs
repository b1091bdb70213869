//! Points by x and the sign of y.

use limb::ct::declassify;
use subtle::Choice;

use super::{Affine, CurveThere, Group, right_side};
use crate::engines::door::elsewhere;
use crate::error::PointError;
use crate::field::{Anywhere, Red};

impl<C: Group<Base: Anywhere>> Affine<C> {
    /// The point with this x whose y has this sign in the sense of RFC 9380, section 4.1: in a
    /// prime field its parity. Curve and subgroup are checked. Decoders of encodings that are not
    /// here are made with it.
    ///
    /// Time: constant but for the verdict. Cost: a square root and the subgroup check, which is
    /// none where the cofactor is one.
    ///
    /// # Errors
    /// [`PointError::NotOnCurve`], [`PointError::NotInSubgroup`].
    ///
    /// # Examples
    /// ```
    /// use curvemark_curve::bn254::G1Affine;
    ///
    /// let g = G1Affine::generator();
    /// assert_eq!(G1Affine::from_x(*g.x(), g.y().sgn0())?, g);
    /// # Ok::<(), curvemark_curve::error::PointError>(())
    /// ```
    #[inline(never)]
    pub fn from_x(x: Red<C::Base>, sgn0: Choice) -> Result<Self, PointError> {
        let point = lift::<C>(x, sgn0)?;
        // Public: the caller learns it from the error.
        if declassify(point.is_in_subgroup()) { Ok(point) } else { Err(PointError::NotInSubgroup) }
    }
}

/// The point with this x whose y has this sign. No point of the group has y = 0: it would be of
/// order two.
pub(super) fn lift<C: Group<Base: Anywhere>>(
    x: Red<C::Base>,
    odd: Choice,
) -> Result<Affine<C>, PointError> {
    elsewhere!(short C, |there| there.lift(x.enter(there), odd).map(|point| Affine::leave(&point)));
    lift_on(x, odd)
}

impl<C: Group> CurveThere<C> {
    /// [`lift`] there.
    fn lift(&self, x: Red<C::Base>, odd: Choice) -> Result<Affine<C>, PointError> {
        lift_on(x, odd)
    }
}

/// The point on an engine.
fn lift_on<C: Group>(x: Red<C::Base>, odd: Choice) -> Result<Affine<C>, PointError> {
    let (y, exists) = right_side::<C>(&x).sqrt();
    // Public: the caller learns it from the error.
    if !declassify(exists) {
        return Err(PointError::NotOnCurve);
    }
    Ok(Affine::from_xy_unchecked_curve_and_subgroup(x, y.negate_if(&(y.sgn0() ^ odd))))
}
