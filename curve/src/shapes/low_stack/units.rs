//! Constant-time multiplication for a μ that is a sixth root of one, by windows of Eisenstein
//! integers.
//!
//! The two parts of a scalar are one integer z = k₀ + k₁μ of Z\[μ\], μ² = μ − 1, and a window is
//! three bits of both. Modulo 8 there are 63 residues besides zero, and units take them to each
//! other: eleven points and six units, which cost one product, make up all of them. So a window has
//! one addition, where windows of five bits for each part have two additions and a table of
//! sixteen.
//!
//! For parts of 128 bits that is 44 windows: 129 doublings, 43 additions in the loop and 10 before
//! it, in place of 133 and 58.

use limb::ct::opaque;
use limb::each::array;
use subtle::{Choice, ConstantTimeEq};
use zeroize::Zeroize;

use super::joint::parts;
use crate::field::{Masked, Red};
use crate::formulas::select;
use crate::integer::{SignedPart, bits_at};
use crate::scalar_mul::Table;
use crate::weierstrass::{Group, Projective};

/// Bits of a window.
const BITS: usize = 3;

/// Windows of a part of 128 bits; a digit may carry into the last.
const WINDOWS: usize = 44;

/// The multiples a + bμ that stand in the table.
const MULTIPLES: [(i8, i8); 11] =
    [(1, 0), (1, 1), (2, 0), (1, 2), (2, 1), (3, 0), (2, 2), (1, 3), (3, 1), (4, 0), (2, 3)];

/// How each of them but the first comes: the sum of two that stand before it, by their places, of
/// which the second is taken times μ or not.
const SUMS: [(usize, usize, bool); 10] = [
    (0, 0, true),
    (0, 0, false),
    (0, 2, true),
    (2, 0, true),
    (2, 0, false),
    (1, 1, false),
    (0, 5, true),
    (5, 0, true),
    (2, 2, false),
    (2, 5, true),
];

/// (a + bμ)·μ.
const fn turned((a, b): (i8, i8)) -> (i8, i8) {
    (-b, a + b)
}

const _: () = {
    let mut i = 0;
    while i < SUMS.len() {
        let (first, second, by_mu) = SUMS[i];
        let (a, b) = if by_mu { turned(MULTIPLES[second]) } else { MULTIPLES[second] };
        assert!(first <= i && second <= i);
        assert!(
            MULTIPLES[first].0 + a == MULTIPLES[i + 1].0
                && MULTIPLES[first].1 + b == MULTIPLES[i + 1].1
        );
        i += 1;
    }
};

/// For each residue a of three bits: the digits of the residues a + bμ, a byte for each b from the
/// lowest on; then for each b a bit that says whether the first coordinate of the digit is
/// negative, and eight bits above whether the second is.
///
/// A digit is 0, or the place of its multiple in the table from 1 on, 16 for each time that x is
/// multiplied by β, and 64 if y changes its sign.
const ROWS: [[u32; 3]; 8] = {
    let mut rows = [[0; 3]; 8];
    let mut found = 0;
    let mut place = 0;
    while place < MULTIPLES.len() {
        let (mut a, mut b) = MULTIPLES[place];
        let mut t = 0;
        while t < 6 {
            let (row, column) = (&mut rows[(a & 7) as usize], (b & 7) as usize);
            let shift = 8 * (column & 3);
            if (row[column >> 2] >> shift) & 255 == 0 {
                row[column >> 2] |=
                    (place as u32 + 1 + 16 * [0, 1, 2, 0, 1, 2][t] + 64 * (t as u32 & 1)) << shift;
                row[2] |= ((a < 0) as u32) << column | ((b < 0) as u32) << (8 + column);
                found += 1;
            }
            (a, b) = turned((a, b));
            t += 1;
        }
        place += 1;
    }
    assert!(found == 63);
    rows
};

/// \[k\]P in a group whose μ is a [sixth root](Group::SIXTH_ROOT). Constant-time in both.
#[must_use]
pub fn mul_by_units<C: Group>(point: &Projective<C>, k: &Red<C::Scalar>) -> Projective<C> {
    debug_assert!(
        C::SIXTH_ROOT && C::PARTS == 2 && C::PART_BITS <= 128,
        "an Eisenstein integer in two parts"
    );
    let ctx = point.z.ctx();
    let mut x = [point.x; MULTIPLES.len()];
    let mut y = [point.y; MULTIPLES.len()];
    let mut z = [point.z; MULTIPLES.len()];
    let mut table = Table { x: &mut x, y: &mut y, z: &mut z };
    for (i, (first, second, by_mu)) in (1..).zip(SUMS) {
        let mut other = table.entry(second);
        if by_mu {
            other = other.endomorphism();
        }
        let sum = table.entry(first).add(&other);
        table.set(i, &sum);
    }
    let one = Red::one_in(&ctx);
    let beta = C::endomorphism_xy(&one, &one).0;
    let beta_2 = beta.sqr();
    let mut digits = {
        let mut parts = parts::<C>(k);
        let digits = digits(&parts);
        parts.zeroize();
        digits
    };
    let mut sum = Projective::identity_in(&ctx);
    for (i, digit) in digits.iter().rev().enumerate() {
        let before = if i == 0 { sum } else { sum.double_times(BITS) };
        let is: [_; MULTIPLES.len()] = array(|i| C::Base::mask((digit & 15).ct_eq(&(i as u8 + 1))));
        let mut found = table.lookup(&is, &C::Base::mask(Choice::from(digit >> 6)));
        let turns = (digit >> 4) & 3;
        let is = |turns_are| C::Base::mask(turns.ct_eq(&turns_are));
        let factor = select(&select(&one, &beta, &is(1)), &beta_2, &is(2));
        found.x = &found.x * &factor;
        sum = before.add(&found);
    }
    digits.zeroize();
    sum
}

/// The digits of k₀ + k₁μ, lowest first. Constant-time.
///
/// Their coordinates are −5 to 5, so that what is left of a part after a digit is what stands above
/// it, or one more where the coordinate is negative or the window was full.
#[cfg_attr(target_arch = "riscv32", inline(never))]
fn digits([first, second, ..]: &[SignedPart; 4]) -> [u8; WINDOWS] {
    let mut out = [0; WINDOWS];
    let mut carries = [0; 2];
    for (i, out) in out.iter_mut().enumerate() {
        let bits = |part: &SignedPart| bits_at(&part.magnitude, BITS * i, BITS) as u32;
        let (a, b) = (bits(first) + carries[0], bits(second) + carries[1]);
        let mut row = [0; 3];
        for (j, words) in (0..).zip(&ROWS) {
            // Zero alone borrows.
            let mask = mask(((a & 7) ^ j).wrapping_sub(1) >> 31);
            for (row, word) in row.iter_mut().zip(words) {
                *row |= word & mask;
            }
        }
        let [low, high, negative] = row;
        let column = b & 7;
        let word = low ^ ((low ^ high) & mask(column >> 2));
        *out = (word >> (8 * (column & 3))) as u8;
        carries =
            [(a >> 3) | ((negative >> column) & 1), (b >> 3) | ((negative >> (8 + column)) & 1)];
    }
    out
}

/// All bits, of 1; none, of 0.
#[inline(always)]
fn mask(bit: u32) -> u32 {
    (opaque(u64::from(bit)) as u32).wrapping_neg()
}
