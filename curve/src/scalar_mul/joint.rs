//! Constant-time multiplication in little space: one table of sums of the parts' points, in place of a table of multiples.
//!
//! The first part is made odd and written with digits ±1 alone; every other part takes from it, at each position, that sign or nothing. So a position is one
//! entry of the table, P₀ + Σ cⱼ·Pⱼ with cⱼ in {0, 1}, or minus one: 2^(parts − 1) points, which no window widens. (M. Hamburg, "Fast and compact
//! elliptic-curve cryptography", ePrint 2012/309, §3.3; A. Faz-Hernández, P. Longa, A. H. Sánchez, "Efficient and secure algorithms for GLV-based scalar
//! multiplication and their implementation on GLV-GLS curves", ePrint 2013/158, algorithms 1 and 2.)
//!
//! In G2 of BLS12-381 that is 8 points, half of what windows of five bits take, with 65 additions in place of 51 in the loop, 8 in place of 15 entries before
//! it, and no endomorphism but the three that make the table.

use subtle::{Choice, ConstantTimeEq};
use zeroize::Zeroize;

use super::{Table, bits_at, scalar_to_integer};
use crate::field::{Masked, Red};
use crate::glv::Part;
use crate::weierstrass::{Group, Integer, Projective};

/// Entries of the table for four parts, which are the most.
const MOST: usize = 8;

/// \[k\]P. Constant-time in both.
///
/// Cost: as many doublings and additions as a part has bits, one addition and one for each entry of the table but the first; each entry is read once per bit,
/// and once more.
#[must_use]
pub fn mul_joint<C: Group>(point: &Projective<C>, k: &Red<C::Scalar>) -> Projective<C> {
    const { assert!(C::PARTS == 1 || C::PART_BITS < 256, "a bit on top of a part that is not the first fits its limbs") };
    let mut parts = parts::<C>(k);
    let mut x = [point.x; MOST];
    let mut y = [point.y; MOST];
    let mut z = [point.z; MOST];
    let mut table = Table::<C, MOST> { x: &mut x, y: &mut y, z: &mut z };
    {
        let mut next = *point;
        let mut made = 0;
        for part in parts.iter().take(C::PARTS) {
            let signed = next.negate_if(&C::Base::mask(part.negative));
            for i in 0..made {
                let sum = table.entry(i).add(&signed);
                table.set(i + made, sum);
            }
            if made == 0 {
                table.set(0, signed);
                made = 1;
            } else {
                made *= 2;
            }
            next = next.endomorphism();
        }
    }
    // An even first part is made odd by one more of its point, which is taken away in the end.
    let even = Choice::from(1 ^ (parts[0].magnitude[0] & 1) as u8);
    parts[0].magnitude[0] |= 1;
    let [first, others @ ..] = &mut parts;
    for part in others.iter_mut().take(C::PARTS - 1) {
        align(&mut part.magnitude, &first.magnitude, C::PART_BITS as usize);
    }
    // By the signs of the first part: that of a position is its next bit, plus at the top.
    let entry = |position: usize| {
        let index = others.iter().take(C::PARTS - 1).rev().fold(0, |index, part| (index << 1) | bits_at(&part.magnitude, position, 1));
        let negative = Choice::from(1 ^ bits_at(&first.magnitude, position + 1, 1) as u8);
        let is: [_; MOST] = core::array::from_fn(|i| C::Base::mask(index.ct_eq(&(i as u64))));
        table.lookup(&is, &C::Base::mask(negative))
    };
    let top = C::PART_BITS as usize;
    // There is no bit above the top, whose sign is plus: the negative of what is looked up.
    let mut sum = entry(top).neg();
    for position in (0..top).rev() {
        sum = sum.double();
        sum = sum.add(&entry(position));
    }
    let less = Projective::select(&Projective::identity_in(&point.z.ctx()), &table.entry(0).neg(), &C::Base::mask(even));
    let product = sum.add(&less);
    parts.zeroize();
    product
}

/// The parts of a scalar.
fn parts<C: Group>(k: &Red<C::Scalar>) -> [Part; 4] {
    let mut integer = scalar_to_integer(k);
    let parts = C::split(&integer);
    integer.zeroize();
    parts
}

/// Bits cᵢ with Σ cᵢ·sᵢ·2ⁱ the integer, where sᵢ is 1 or −1 as the bit i + 1 of an odd integer is set or not, and 1 at position `top`; the integer is below
/// 2^top. Constant-time in both.
///
/// Where a bit is taken as −1 the rest has one more.
fn align(integer: &mut Integer, signs: &Integer, top: usize) {
    let mut rest = *integer;
    *integer = [0; 4];
    for i in 0..=top {
        let bit = rest[0] & 1;
        integer[i >> 6] |= bit << (i & 63);
        let mut carry = bit & (1 ^ bits_at(signs, i + 1, 1));
        for j in 0..4 {
            let above = rest.get(j + 1).map_or(0, |above| above << 63);
            (rest[j], carry) = {
                let (sum, over) = ((rest[j] >> 1) | above).overflowing_add(carry);
                (sum, u64::from(over))
            };
        }
    }
    rest.zeroize();
}
