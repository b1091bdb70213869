//! What computes under the instructions.
//!
//! One trait, [`Arithmetic`], is arithmetic modulo a number that SETMODX has set; [`Backend`] chooses who implements it:
//!
//! | backend | is | for |
//! |---|---|---|
//! | [`Backend::Generic`] | `limb::runtime::Residues`, words counted at run time | any modulus; what a price must hold for |
//! | [`Backend::Fixed`] | the same modulus with the words counted when it is compiled, portable, to 12 words | what a compiler makes of it without assembly |
//! | [`Backend::Recognised`] | `curve`'s own field where the modulus is that of one of its curves, else the generic one | speed |
//! | [`Backend::Null`] | nothing: results are what the destination held | what interpretation alone costs |

mod arrays;
mod fixed;
mod generic;
mod known;
mod null;

use alloc::boxed::Box;
use core::fmt::Debug;

use limb::runtime::{MAX_WORDS, Residues};

use super::dialect::Operation;
use super::fusion::Step;

/// Arithmetic modulo one number. Elements are little-endian words of 64 bits, [`Arithmetic::words`] of them, in a form of the implementation's own.
pub trait Arithmetic: Debug {
    /// Words of an element.
    fn words(&self) -> usize;
    /// x = x + a.
    fn add_assign(&self, x: &mut [u64], a: &[u64]);
    /// x = x − a.
    fn sub_assign(&self, x: &mut [u64], a: &[u64]);
    /// x = x·a.
    fn mul_assign(&self, x: &mut [u64], a: &[u64]);
    /// Computes steps one after another, on registers of [`Arithmetic::words`] words each.
    ///
    /// # Panics
    /// If a step names a register that is not there.
    fn run(&self, steps: &[Step], registers: &mut [u64]) {
        let words = self.words();
        let register = |at: u8| usize::from(at) * words..(usize::from(at) + 1) * words;
        let mut space = [0; MAX_WORDS];
        let out = &mut space[..words];
        for step in steps {
            out.copy_from_slice(&registers[register(step.x)]);
            let y = &registers[register(step.y)];
            match step.operation {
                Operation::Add => self.add_assign(out, y),
                Operation::Sub => self.sub_assign(out, y),
                _ => self.mul_assign(out, y),
            }
            registers[register(step.out)].copy_from_slice(out);
        }
    }
    /// An integer below the modulus into the form of elements.
    fn enter(&self, x: &mut [u64]);
    /// The integer below the modulus of an element.
    fn leave(&self, x: &mut [u64]);
}

/// Who computes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Backend {
    /// Words counted at run time, for every modulus.
    Generic,
    /// Words counted at compile time, for odd moduli of at most 12 words; the generic ones else.
    Fixed,
    /// The field code of a curve where the modulus is known.
    #[default]
    Recognised,
    /// Nobody.
    Null,
}

impl Backend {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Generic, Self::Fixed, Self::Recognised, Self::Null];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Generic => "generic",
            Self::Fixed => "fixed",
            Self::Recognised => "recognised",
            Self::Null => "null",
        }
    }

    /// Arithmetic for a modulus that has been accepted. With `montgomery` elements are a·R mod m with R = 2^(64L) whatever the backend, since a program sees
    /// them.
    pub fn arithmetic(self, modulus: &Residues, montgomery: bool) -> Box<dyn Arithmetic> {
        match self {
            Self::Generic => Box::new(*modulus),
            Self::Fixed => fixed::of_length(modulus).unwrap_or_else(|| Box::new(*modulus)),
            Self::Recognised => known::recognise(modulus, montgomery).unwrap_or_else(|| Box::new(*modulus)),
            Self::Null => Box::new(null::Null::new(modulus.words())),
        }
    }
}
