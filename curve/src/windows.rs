//! Public integers as doublings and odd digits: how a fixed number such as the seed of a curve is
//! multiplied by, or raised to.
//!
//! A table holds the odd multiples 1, 3, …, and the number is read from the top: doublings, then a
//! digit, which may be negative where negation costs nothing. With two entries the seed of a
//! pairing curve needs a third less additions than its bits do.

/// A positive integer n = ((first·2^s₀ + d₀)·2^s₁ + d₁)·…·2^last.
#[derive(Clone, Copy, Debug)]
pub struct Windows {
    /// Entries of the table: 1, 3, …, 2·table − 1 times the operand, 1 or 2 of them.
    pub table: usize,
    /// The odd digit to start with.
    pub first: u8,
    /// Doublings, then the odd digit to add.
    pub steps: &'static [(u8, i8)],
    /// Doublings at the end.
    pub last: u8,
}

/// Largest table.
pub const TABLE: usize = 2;

impl Windows {
    /// n.
    ///
    /// # Panics
    /// If it has more than 127 bits, or a digit is not in the table; at compile time, where
    /// constants are checked by it.
    pub const fn value(&self) -> u128 {
        assert!(
            self.table >= 1
                && self.table <= TABLE
                && self.first & 1 == 1
                && entry(self.first) < self.table
        );
        let mut n = self.first as i128;
        let mut i = 0;
        while i < self.steps.len() {
            let (doublings, digit) = self.steps[i];
            assert!(doublings > 0 && digit & 1 == 1 && entry(digit.unsigned_abs()) < self.table);
            n = (n << doublings) + digit as i128;
            i += 1;
        }
        n <<= self.last;
        assert!(n > 0);
        n as u128
    }

    /// Doublings, without that of the table.
    pub const fn doublings(&self) -> usize {
        let mut sum = self.last as usize;
        let mut i = 0;
        while i < self.steps.len() {
            sum += self.steps[i].0 as usize;
            i += 1;
        }
        sum
    }

    /// n times an element of a group, whichever way that is written.
    ///
    /// `double` is given how many times it is to be done in a row. Cost: [`Windows::doublings`] and
    /// one addition per step; one of each for a table of two.
    pub fn multiple<G: Clone>(
        &self,
        base: &G,
        double: impl Fn(&G, usize) -> G,
        add: impl Fn(&G, &G) -> G,
        negate: impl Fn(&G) -> G,
    ) -> G {
        let three = (self.table > 1).then(|| add(&double(base, 1), base));
        let multiple =
            |digit: u8| if digit == 1 { base } else { three.as_ref().map_or(base, |three| three) };
        let mut out = multiple(self.first).clone();
        for &(doublings, digit) in self.steps {
            out = double(&out, doublings.into());
            let term = multiple(digit.unsigned_abs());
            out = if digit > 0 { add(&out, term) } else { add(&out, &negate(term)) };
        }
        double(&out, self.last.into())
    }
}

/// The place of an odd multiple in the table.
pub(crate) const fn entry(digit: u8) -> usize {
    digit as usize >> 1
}
