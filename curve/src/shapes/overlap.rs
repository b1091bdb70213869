//! Formulas for an engine whose products run next to other work
//! ([`Shape::overlap`](super::Shape::overlap)): a square costs what a product costs, a reduction
//! nothing, and neither do additions that are done while a product is under way.

pub(crate) mod cyclotomic;
pub(crate) mod points;
pub(crate) mod tower;
