//! Shapes: what operations cost on an engine, and the formulas that depend on it.
//!
//! A formula is written once for each cost shape that it gains by, not for each engine. [`Shape`]
//! is what an engine says about itself, as a constant, so that the compiler drops the other forms.
//!
//! | shape | forms | who takes it |
//! |---|---|---|
//! | sums are free, a reduction is dear ([`Karatsuba::Never`]) | schoolbook, in `tower` and `tower::fp12` | residue numbers, recorder, primes 2^k − c |
//! | a product costs what its reduction does ([`Karatsuba::Reduced`]) | three products of reduced values, there | portable words, lanes |
//! | sums of products are cheap ([`Karatsuba::Wide`]) | three products of sums, there | ADX, chip |
//! | reductions go best side by side ([`Shape::layers`]) | `layered!` in `formulas::complete` | residue numbers |
//! | a lazy sum is cheap ([`Shape::lazy_sums`]) | `double_by_lazy_sums` in `formulas::jacobian` | ADX, primes 2^k − c on a chip |
//! | products run next to other work ([`Shape::overlap`]) | `shapes::overlap` | chip with its multiplier, EVMMAX |
//! | a byte of stack is dear ([`Shape::small_stack`]) | [`low_stack`] | chip |
//!
//! Versions of one formula are held equal by tests.

pub mod low_stack;
pub(crate) mod overlap;

/// What operations cost on an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Where Karatsuba's trick pays in towers.
    pub karatsuba: Karatsuba,
    /// Whether an inversion is cheap next to products: whether it takes less than a third of fifty
    /// squarings in the cyclotomic subgroup, which is what [`Compressed`](crate::tower::Compressed)
    /// elements save by one.
    pub compresses: bool,
    /// Whether independent sums of several kinds are better reduced together than each with what
    /// the engine has for it by itself: see [`layer`](crate::field::layer).
    pub layers: bool,
    /// Whether a multiplier next to the processor makes products (`limb::multiplier`), so that a
    /// formula does well to have additions between [`begin`](crate::field::begin) and its end, and
    /// products and squares cost the same.
    pub overlap: bool,
    /// Whether a sum that is not reduced costs little next to one that is, so that a formula does
    /// well to take small multiples apart into sums of both operands of a product.
    pub lazy_sums: bool,
    /// Whether formulas of the towers keep few values at a time, since there is little memory for
    /// stacks: a few reductions and copies more.
    pub small_stack: bool,
}

impl Shape {
    /// The shape of an engine that differs from others in Karatsuba's trick only.
    pub const fn of(karatsuba: Karatsuba) -> Self {
        Self {
            karatsuba,
            compresses: true,
            layers: false,
            overlap: false,
            lazy_sums: false,
            small_stack: false,
        }
    }
}

/// Where an engine gains by Karatsuba's trick, three products instead of four, in Fp6 and Fp12.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Karatsuba {
    /// Nowhere: adding a product to a sum is almost free, a reduction is dear. Each output
    /// coefficient is one sum of products.
    Never,
    /// On reduced values: a product costs as much as its reduction, and both go best together.
    Reduced,
    /// On sums before their reduction: additions of sums are cheap beside products. Fewest products
    /// and one reduction for each output coefficient.
    Wide,
}
