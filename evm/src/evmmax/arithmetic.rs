//! What computes under the instructions.
//!
//! One trait, [`Arithmetic`], is arithmetic modulo a number that SETMODX has set; [`Backend`]
//! chooses who implements it:
//!
//! | backend | is | for |
//! |---|---|---|
//! | [`Backend::Generic`] | `limb::runtime::Residues`, words counted at run time | any modulus; what a price must hold for |
//! | [`Backend::Fixed`] | the same modulus with the words counted when it is compiled, portable, to 12 words | what a compiler makes of it without assembly |
//! | [`Backend::Adx`] | the same with products by assembly that reads its modulus from memory, for 4 and 6 words whose highest bit is zero, where the CPU has ADX; else fixed | speed on any modulus |
//! | [`Backend::Recognised`] | `curve`'s own field where the modulus is that of one of its curves, else the generic one | speed |
//! | [`Backend::Lanes`] | the same, and eight products of a vector at once where the CPU has AVX-512 IFMA | vectors |
//! | [`Backend::Null`] | nothing: results are what the destination held | only what interpretation costs |

mod arrays;
mod fixed;
mod generic;
mod known;
mod lanes;
mod null;

use alloc::boxed::Box;
use core::fmt::Debug;

use limb::runtime::{MAX_WORDS, Residues};

use super::dialect::Vector;
use super::fusion::{Place, Step};

/// Products that lanes compute at once: vectors that are shorter are computed one by one.
pub(super) const LANES: usize = 8;

/// Arithmetic modulo one number. Elements are little-endian words of 64 bits, [`Arithmetic::words`]
/// of them, in a form of the implementation's own.
///
/// [Example](crate::evmmax).
pub trait Arithmetic: Debug {
    /// Words of an element.
    fn words(&self) -> usize;
    /// x = x + a.
    fn add_assign(&self, x: &mut [u64], a: &[u64]);
    /// x = x − a.
    fn sub_assign(&self, x: &mut [u64], a: &[u64]);
    /// x = x·a.
    fn mul_assign(&self, x: &mut [u64], a: &[u64]);
    /// Computes steps one after another, on elements of [`Arithmetic::words`] words each.
    ///
    /// # Panics
    /// If a step names a place that is not there.
    fn run(&self, steps: &[Step], elements: &mut [u64]) {
        let mut space = [[0; MAX_WORDS]; 4];
        steps.iter().for_each(|step| plainly(self, step, elements, &mut space));
    }
    /// Computes all products of a vector into `out`, one after another there, from registers as
    /// they are now; or none, and says so, if there is no better way than one by one.
    fn products(&self, _vector: &Vector, _registers: &[u64], _out: &mut [u64]) -> bool {
        false
    }
    /// An integer below the modulus into the form of elements.
    fn enter(&self, x: &mut [u64]);
    /// The integer below the modulus of an element.
    fn leave(&self, x: &mut [u64]);
}

/// A step by sums, differences and products.
fn plainly<A: Arithmetic + ?Sized>(
    arithmetic: &A,
    step: &Step,
    elements: &mut [u64],
    space: &mut [[u64; MAX_WORDS]; 4],
) {
    let words = arithmetic.words();
    let range = |place: Place| usize::from(place) * words..(usize::from(place) + 1) * words;
    let [first, second, third, fourth] = space.each_mut().map(|space| &mut space[..words]);
    let read = |space: &mut [u64], place: Place| space.copy_from_slice(&elements[range(place)]);
    let times = |space: &mut [u64], [x, y]: [Place; 2]| {
        read(space, x);
        arithmetic.mul_assign(space, &elements[range(y)]);
    };
    let plus = |space: &mut [u64], [x, y]: [Place; 2]| {
        read(space, x);
        arithmetic.add_assign(space, &elements[range(y)]);
    };
    let out = match *step {
        Step::Add(out, xy) | Step::LazyAdd(out, xy) => {
            plus(first, xy);
            out
        }
        Step::Sub(out, [x, y]) | Step::LazySub(out, [x, y]) => {
            read(first, x);
            arithmetic.sub_assign(first, &elements[range(y)]);
            out
        }
        Step::Mul(out, xy) => {
            times(first, xy);
            out
        }
        Step::Square(out, x) => {
            times(first, [x, x]);
            out
        }
        Step::Sum(out, [a, b, c, d]) => {
            times(first, [a, b]);
            times(second, [c, d]);
            arithmetic.add_assign(first, second);
            out
        }
        Step::Difference(out, [a, b, c, d]) => {
            times(first, [a, b]);
            times(second, [c, d]);
            arithmetic.sub_assign(first, second);
            out
        }
        Step::Complex([re, im], [a0, a1, b0, b1]) => {
            times(second, [a0, b0]);
            times(third, [a1, b1]);
            plus(first, [a0, a1]);
            plus(fourth, [b0, b1]);
            arithmetic.mul_assign(first, fourth);
            arithmetic.sub_assign(first, second);
            arithmetic.sub_assign(first, third);
            arithmetic.sub_assign(second, third);
            elements[range(re)].copy_from_slice(second);
            im
        }
        Step::Copy(out, x) => {
            read(first, x);
            out
        }
    };
    elements[range(out)].copy_from_slice(first);
}

/// Who computes.
///
/// [Example](crate::evmmax).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Backend {
    /// Words counted at run time, for every modulus.
    Generic,
    /// Words counted at compile time, for odd moduli of at most 12 words; the generic ones else.
    Fixed,
    /// As [`Backend::Fixed`] with products by ADX, for moduli of 4 and 6 words.
    Adx,
    /// The field code of a curve where the modulus is known.
    #[default]
    Recognised,
    /// It, and vectors of products on eight lanes.
    Lanes,
    /// Nobody.
    Null,
}

impl Backend {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Generic, Self::Fixed, Self::Adx, Self::Recognised, Self::Lanes, Self::Null];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Generic => "generic",
            Self::Fixed => "fixed",
            Self::Adx => "adx",
            Self::Recognised => "recognised",
            Self::Lanes => "lanes",
            Self::Null => "null",
        }
    }

    /// Arithmetic for a modulus that has been accepted. With `montgomery` elements are a·R mod m
    /// with R = 2^(64L) whatever the backend, since a program sees them.
    pub fn arithmetic(self, modulus: &Residues, montgomery: bool) -> Box<dyn Arithmetic> {
        let chosen = match self {
            Self::Generic => None,
            Self::Fixed => fixed::of_length(modulus),
            Self::Adx if modulus.is_odd() => {
                fixed::by_adx(modulus).or_else(|| fixed::of_length(modulus))
            }
            Self::Adx => None,
            Self::Recognised => known::recognise(modulus, montgomery, false),
            Self::Lanes => known::recognise(modulus, montgomery, true),
            Self::Null => Some(Box::new(null::Null::new(modulus.words())) as Box<dyn Arithmetic>),
        };
        chosen.unwrap_or_else(|| Box::new(*modulus))
    }
}
