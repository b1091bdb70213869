//! Point formulas, each written once over [`Field`](crate::field::Field) as layers of independent sums of products.
//!
//! Operation counts are given as products, reductions and small multiples, because that is what engines differ in: a classical
//! multiplication is one product and one reduction.

mod beside;
pub mod complete;
pub mod edwards;
pub mod jacobian;
