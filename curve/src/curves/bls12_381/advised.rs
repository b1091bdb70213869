//! Who is in G1 and G2, by advice: the relations of [`Subgroup`](crate::weierstrass::Subgroup), on
//! affine points.

use super::{BaseEngine, G1Curve, G2Curve, SEED};
use crate::advice::Advice;
use crate::field::Anywhere;
use crate::formulas::affine::Xy;
use crate::scalar_mul::{AdvisedGroup, multiple_by_advice};
use crate::weierstrass::Endomorphism;

impl<F: BaseEngine + Anywhere> AdvisedGroup for G1Curve<F> {
    /// −φ(P) = \[x²\]P: 518 products and squares.
    fn is_in_subgroup_by_advice(point: &Xy<Self>, advice: &mut impl Advice) -> Option<bool> {
        let multiple = multiple_by_advice::<Self>(&SEED, point, advice)?;
        let multiple = multiple_by_advice::<Self>(&SEED, &multiple, advice)?;
        Some(is_image::<Self>(&multiple, point))
    }
}

impl<F: BaseEngine + Anywhere> AdvisedGroup for G2Curve<F> {
    /// −ψ(P) = \[|x|\]P: 259 products and squares in Fp2.
    fn is_in_subgroup_by_advice(point: &Xy<Self>, advice: &mut impl Advice) -> Option<bool> {
        let multiple = multiple_by_advice::<Self>(&SEED, point, advice)?;
        Some(is_image::<Self>(&multiple, point))
    }
}

/// Whether this is the endomorphism of a point.
fn is_image<C: Endomorphism<Base: Anywhere>>(image: &Xy<C>, [x, y]: &Xy<C>) -> bool {
    let (x, y) = C::endomorphism_xy(x, y);
    *image == [x, y]
}
