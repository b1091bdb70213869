//! Chains of carries.
//!
//! A chain holds the body, so that no other instruction can be emitted before it ends. Its last
//! link takes the carry and sets none. A chain that is dropped before is found at the next
//! instruction.
//!
//! Where the last link loses a carry, or a difference is negative, the ranges that the caller has
//! claimed are wrong: the interpreter says so.

use super::{Body, Operand, Word};

/// The first link of a chain takes no carry, all others do.
fn link(body: &mut Body, name: &str, operands: &[Operand], last: bool) -> Word {
    let (stem, half) = name.split_once('.').map_or((name, ""), |(stem, half)| (stem, half));
    let mut full = stem.to_string();
    if body.in_chain {
        full.push('c');
    }
    if !half.is_empty() {
        full.push('.');
        full.push_str(half);
    }
    full.push_str(if last { ".u32" } else { ".cc.u32" });
    body.in_chain = !last;
    body.raw_word(&full, operands)
}

/// Additions and products, each of which takes the carry of the one before.
#[derive(Debug)]
#[must_use = "a chain is to end"]
pub struct SumChain<'a>(&'a mut Body);

impl<'a> SumChain<'a> {
    pub(super) fn new(body: &'a mut Body) -> Self {
        assert!(!body.in_chain, "a chain of carries has not ended before another");
        Self(body)
    }

    /// x + y and the carry.
    pub fn add(&mut self, x: impl Into<Operand>, y: impl Into<Operand>) -> Word {
        link(self.0, "add", &[x.into(), y.into()], false)
    }

    /// The low word of x·y, plus z and the carry.
    pub fn mad_lo(&mut self, x: Operand, y: Operand, z: Operand) -> Word {
        link(self.0, "mad.lo", &[x, y, z], false)
    }

    /// The high word of x·y, plus z and the carry.
    pub fn mad_hi(&mut self, x: Operand, y: Operand, z: Operand) -> Word {
        link(self.0, "mad.hi", &[x, y, z], false)
    }

    /// The low word of a product beside the chain, of which the chain's next links are made. PTX
    /// says of this instruction that it has no carry at all.
    pub fn mul_lo_beside(&mut self, x: impl Into<Operand>, y: impl Into<Operand>) -> Word {
        self.0.raw_word("mul.lo.u32", &[x.into(), y.into()])
    }

    /// The last link: x + y and the carry, which the caller knows to fit.
    pub fn end_add(self, x: impl Into<Operand>, y: impl Into<Operand>) -> Word {
        link(self.0, "add", &[x.into(), y.into()], true)
    }

    /// The last link: the high word of x·y, plus z and the carry, which the caller knows to fit.
    pub fn end_mad_hi(self, x: Operand, y: Operand, z: Operand) -> Word {
        link(self.0, "mad.hi", &[x, y, z], true)
    }
}

/// Subtractions, each of which takes the borrow of the one before.
#[derive(Debug)]
#[must_use = "a chain is to end"]
pub struct DifferenceChain<'a>(&'a mut Body);

impl<'a> DifferenceChain<'a> {
    pub(super) fn new(body: &'a mut Body) -> Self {
        assert!(!body.in_chain, "a chain of carries has not ended before another");
        Self(body)
    }

    /// x − y − the borrow.
    pub fn sub(&mut self, x: impl Into<Operand>, y: impl Into<Operand>) -> Word {
        link(self.0, "sub", &[x.into(), y.into()], false)
    }

    /// The last link: x − y − the borrow, which the caller knows not to be negative.
    pub fn end_sub(self, x: impl Into<Operand>, y: impl Into<Operand>) -> Word {
        link(self.0, "sub", &[x.into(), y.into()], true)
    }

    /// The last link: the borrow as a mask, all ones if the difference is negative, else zero.
    ///
    /// # Panics
    /// If it is the first link, too.
    pub fn end_mask(self) -> Word {
        assert!(self.0.in_chain, "a mask is of a chain that began");
        link(self.0, "sub", &[Operand::Immediate(0), Operand::Immediate(0)], true)
    }
}
