//! Powers by sliding windows (A. Menezes, P. van Oorschot, S. Vanstone, "Handbook of Applied
//! Cryptography", 1996, algorithm 14.85).

/// An exponent: big-endian bytes, leading zeros allowed, and so many zeros behind them.
#[derive(Clone, Copy, Debug)]
pub struct Exponent<'e> {
    /// The first bytes.
    pub bytes: &'e [u8],
    /// How many bytes of zero follow.
    pub zero_bytes: u64,
}

/// Widest window.
const MOST: usize = 8;

impl Exponent<'_> {
    /// Bits of the integer in `bytes`.
    pub(super) fn bits(&self) -> usize {
        match self.bytes.iter().position(|&byte| byte != 0) {
            Some(zeros) => {
                8 * (self.bytes.len() - zeros) - self.bytes[zeros].leading_zeros() as usize
            }
            None => 0,
        }
    }

    /// Whether the power takes two products at most: the exponents 1, 2 and 3.
    pub(super) fn is_tiny(&self) -> bool {
        self.zero_bytes == 0 && matches!(self.bits(), 1 | 2)
    }

    /// Bit `i` of the integer in `bytes`.
    pub(super) fn bit(&self, i: usize) -> u8 {
        (self.bytes[self.bytes.len() - 1 - (i >> 3)] >> (i & 7)) & 1
    }

    /// The width w for which table and products are fewest: 2^(w−1) for the table, and a product
    /// for each w + 1 bits on average. Without a table, w = 1, a product for each bit set after the
    /// first.
    #[expect(clippy::integer_division_remainder_used, reason = "of public sizes")]
    pub(super) fn width(&self) -> usize {
        let (bits, ones) =
            (self.bits(), self.bytes.iter().map(|byte| byte.count_ones() as usize).sum::<usize>());
        let cost = |width: &usize| match *width {
            1 => ones,
            width => (1 << (width - 1)) + bits / (width + 1) + 1,
        };
        (1..=MOST).min_by_key(cost).unwrap_or(1)
    }

    /// Odd powers of the base that are kept.
    pub(super) fn table(&self) -> usize {
        1 << (self.width() - 1)
    }
}

/// A ring of integers in words.
pub(super) trait Ring {
    /// x = x² so many times, with a double product for scratch.
    fn square(&self, x: &mut [u64], times: usize, product: &mut [u64]);
    /// x = x·a, likewise.
    fn multiply(&self, x: &mut [u64], a: &[u64], product: &mut [u64]);
}

/// x to a power that is not zero, in place, by windows of this width, with space for 2^(width − 1)
/// elements in `table`.
pub(super) fn power<R: Ring>(
    ring: &R,
    x: &mut [u64],
    exponent: &Exponent<'_>,
    width: usize,
    product: &mut [u64],
    table: &mut [u64],
) {
    let (bits, length) = (exponent.bits(), x.len());
    let table = &mut table[..length << (width - 1)];
    table[..length].copy_from_slice(x);
    if width > 1 {
        ring.square(x, 1, product);
        for i in 1..1 << (width - 1) {
            let (before, entry) = table.split_at_mut(i * length);
            let entry = &mut entry[..length];
            entry.copy_from_slice(&before[(i - 1) * length..]);
            ring.multiply(entry, x, product);
        }
    }
    // Bits below `left` are still to come.
    let (mut left, mut first) = (bits, true);
    while left > 0 {
        let zeros = (0..left).rev().take_while(|&i| exponent.bit(i) == 0).count();
        if zeros != 0 {
            ring.square(x, zeros, product);
            left -= zeros;
            continue;
        }
        // A window ends at a bit that is set.
        let lowest = left.saturating_sub(width);
        let end = (lowest..left).find(|&i| exponent.bit(i) == 1).unwrap_or(left - 1);
        let digit = (end..left).rev().fold(0, |digit, i| digit << 1 | usize::from(exponent.bit(i)));
        let entry = &table[(digit >> 1) * length..][..length];
        if first {
            x.copy_from_slice(entry);
            first = false;
        } else {
            ring.square(x, left - end, product);
            ring.multiply(x, entry, product);
        }
        left = end;
    }
    for _ in 0..exponent.zero_bytes {
        ring.square(x, 8, product);
    }
}
