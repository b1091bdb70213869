//! Prices as data: a table may be changed in one line and given to any run.

use super::dialect::{Dialect, Operation};

/// Prices of moduli of so many bits.
///
/// [Example](crate::evmmax::programs).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Bits of the longest modulus of this row.
    pub bits: u32,
    /// Gas of setting an odd modulus.
    pub set_up: u64,
    /// Thousandths of gas of one sum or difference.
    pub add_milli: u64,
    /// Thousandths of gas of one product.
    pub mul_milli: u64,
}

/// A table of prices. The price of an instruction is the sum of its elements' prices, rounded up to
/// whole gas once.
///
/// [Example](crate::evmmax::programs).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PriceTable {
    /// What it is called.
    pub name: &'static str,
    /// Gas of SETMODX before anything else.
    pub set_base: u64,
    /// Gas of LOADX and STOREX before their elements.
    pub transfer_base: u64,
    /// By length, ascending; a modulus is priced by the first row that holds it.
    pub rows: [Row; 16],
}

/// Rows of 64, 128, … bits.
const fn by_words(set_up: [u64; 16], add: [u64; 16], mul: [u64; 16]) -> [Row; 16] {
    let mut rows = [Row { bits: 0, set_up: 0, add_milli: 0, mul_milli: 0 }; 16];
    let mut i = 0;
    while i < 16 {
        rows[i] = Row {
            bits: 64 * (i as u32 + 1),
            set_up: set_up[i],
            add_milli: 1_000 * add[i],
            mul_milli: 1_000 * mul[i],
        };
        i += 1;
    }
    rows
}

impl PriceTable {
    /// The table of the benchmarks of January 2023, row "evmmax-eip5843": that of the author's
    /// branch of go-ethereum.
    pub const EIP5843: Self = Self {
        name: "eip5843",
        set_base: 0,
        transfer_base: 0,
        rows: by_words(
            [79, 83, 86, 90, 94, 98, 102, 105, 109, 113, 117, 121, 124, 128, 132, 136],
            [1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 4, 4],
            [1, 1, 2, 2, 3, 4, 6, 7, 9, 11, 13, 15, 18, 20, 23, 26],
        ),
    };

    /// The same with the prices of the row "evmmax-asm384": 1 for a sum and 2 for a product of 321
    /// to 384 bits.
    pub const ASM384: Self = Self {
        name: "asm384",
        rows: {
            let mut rows = Self::EIP5843.rows;
            rows[5].add_milli = 1_000;
            rows[5].mul_milli = 2_000;
            rows
        },
        ..Self::EIP5843
    };

    /// EIP-6690. Its table ends at 768 bits; longer moduli, which the dialect does not take, have
    /// the last row's prices.
    pub const EIP6690: Self = Self {
        name: "eip6690",
        set_base: 1,
        transfer_base: 1,
        rows: by_words(
            [23, 26, 29, 32, 36, 39, 42, 45, 48, 51, 54, 58, 58, 58, 58, 58],
            [1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2],
            [1, 1, 1, 2, 2, 3, 4, 5, 7, 8, 10, 12, 12, 12, 12, 12],
        ),
    };

    /// evmone's branches of 2025: fractions of gas up to 32 bits, then 1 and 1 to 192 bits, 1 and 2
    /// to 320, 1 and 3 to 384. Setting costs 5 and 1 per word (its source of 2024); the base of
    /// LOADX and STOREX is not published and taken as EIP-6690's.
    pub const EVMONE: Self = Self {
        name: "evmone",
        set_base: 0,
        transfer_base: 1,
        rows: {
            let mut rows = by_words(
                [6, 6, 7, 8, 9, 10, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11],
                [1; 16],
                [1, 1, 1, 1, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3],
            );
            // One row more at the front.
            let mut i = 0;
            while i < 16 {
                rows[i].bits = if i == 0 { 32 } else { 64 * i as u32 };
                i += 1;
            }
            rows[0].add_milli = 50;
            rows[0].mul_milli = 60;
            rows
        },
    };

    /// The table that goes with a dialect.
    pub const fn of(dialect: Dialect) -> Self {
        match dialect {
            Dialect::Eip5843Be => Self::EIP5843,
            Dialect::Eip5843Le => Self::ASM384,
            Dialect::Eip6690 => Self::EIP6690,
            Dialect::Evmone => Self::EVMONE,
        }
    }

    /// The row of a modulus of so many bits.
    pub fn row(&self, bits: u32) -> &Row {
        let [.., last] = &self.rows;
        self.rows.iter().find(|row| bits <= row.bits).unwrap_or(last)
    }

    /// The row of moduli of so many bits, to be changed.
    pub fn row_mut(&mut self, bits: u32) -> &mut Row {
        let [.., last] = &self.rows;
        let bits = bits.min(last.bits);
        let at = self.rows.iter().position(|row| bits <= row.bits).unwrap_or(0);
        &mut self.rows[at]
    }

    /// A table with other whole prices of sums and products of moduli of so many bits.
    #[must_use]
    pub fn with(mut self, bits: u32, add: u64, mul: u64) -> Self {
        let row = self.row_mut(bits);
        row.add_milli = add.saturating_mul(1_000);
        row.mul_milli = mul.saturating_mul(1_000);
        self
    }
}

impl Row {
    /// The gas of `count` elements of an arithmetic operation; a transfer costs a product each.
    pub const fn elements(&self, operation: Operation, count: u64) -> u64 {
        let each = match operation {
            Operation::Add | Operation::Sub => self.add_milli,
            _ => self.mul_milli,
        };
        each.saturating_mul(count).div_ceil(1_000)
    }
}
