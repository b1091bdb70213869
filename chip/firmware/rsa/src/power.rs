//! Powers by public exponents: the block's own exponentiation, as its documentation has it, between
//! two single products.
//!
//! An exponentiation takes an integer and R², and gives an integer: the value is taken out of
//! Montgomery's form by a product with 1, which leaves it where the exponentiation wants it, and
//! the power is brought back by one with R². The block squares for each bit below the highest and
//! multiplies for each that is set, so its time tells the exponent, and nothing else as far as is
//! known.

use crate::Error;
use crate::registers::{QUERY_IDLE, Registers, SEARCH_POS, START_MODEXP, X, Y, Z};

/// An exponent as the block takes it: its words, and the place of its highest bit.
pub(crate) struct Exponent<const N: usize> {
    words: [u32; N],
    top: u32,
}

impl<const N: usize> Exponent<N> {
    /// From 64-bit limbs, the lowest first; none for zero, and for what does not fit.
    pub(crate) fn new(limbs: &[u64]) -> Option<Self> {
        let mut words = [0; N];
        let mut top = None;
        for (word, value) in
            limbs.iter().flat_map(|limb| [*limb as u32, (*limb >> 32) as u32]).enumerate()
        {
            if value != 0 {
                *words.get_mut(word)? = value;
                top = Some(32 * word as u32 + value.ilog2());
            }
        }
        Some(Self { words, top: top? })
    }
}

/// a^exponent in Montgomery's form, reduced, of a value below the modulus that the block holds,
/// whose R² is `square`.
pub(crate) fn power<const N: usize>(
    registers: &mut Registers,
    a: &[u32; N],
    square: &[u32; N],
    exponent: &Exponent<N>,
) -> Result<[u32; N], Error> {
    let mut one = [0; N];
    one[0] = 1;
    registers.store(X, a);
    registers.store(Z, &one);
    run(registers)?;
    // X has the integer now.
    registers.store(Y, &exponent.words);
    registers.store(Z, square);
    registers.write(SEARCH_POS, exponent.top);
    run(registers)?;
    let integer: [u32; N] = registers.load(Z);
    registers.store(Y, &[0; N]);
    registers.write(SEARCH_POS, 0);
    registers.store(X, &integer);
    registers.store(Z, square);
    run(registers)?;
    Ok(registers.load(X))
}

fn run(registers: &mut Registers) -> Result<(), Error> {
    registers.write(START_MODEXP, 1);
    if registers.reach(QUERY_IDLE) { Ok(()) } else { Err(Error::Silent) }
}
