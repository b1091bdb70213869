//! Constant-time multiplication in little space: one table of sums of the parts' points, in place
//! of a table of multiples.
//!
//! The first part is made odd and written with digits ±1 alone; every other part takes from it, at
//! each position, that sign or nothing. So a position is one entry of the table, P₀ + Σ cⱼ·Pⱼ with
//! cⱼ in {0, 1}, or minus one: 2^(parts − 1) points, which no window widens. (M. Hamburg, "Fast and
//! compact elliptic-curve cryptography", ePrint 2012/309, §3.3; A. Faz-Hernández, P. Longa, A. H.
//! Sánchez, "Efficient and secure algorithms for GLV-based scalar multiplication and their
//! implementation on GLV-GLS curves", ePrint 2013/158, algorithms 1 and 2.)
//!
//! In G2 of BLS12-381 that is 8 points, half of what windows of five bits take, with 65 additions
//! in place of 51 in the loop, 7 in place of 15 operations before it, and no endomorphism but those
//! that make the table.

use limb::each::array;
use subtle::{Choice, ConstantTimeEq};
use zeroize::Zeroize;

use crate::field::{Anywhere, Masked, Red};
use crate::formulas::negate_if;
use crate::integer::{SignedPart, bits_at, scalar_to_integer};
use crate::scalar_mul::Table;
use crate::weierstrass::{CtxOf, Group, Projective};

/// Entries of the table for four parts, which are the most.
const MOST: usize = 8;

/// \[k\]P. Constant-time in both.
///
/// Cost: a doubling and an addition for each bit of a part and one more; an addition and one for
/// each entry of the table but the first. Each entry is read once per position, and once more.
#[must_use]
pub fn mul_joint<C: Group>(point: &Projective<C>, k: &Red<C::Scalar>) -> Projective<C> {
    joint::<C>(&point.z.ctx(), |table| table.set(0, point), k)
}

/// [`mul_joint`] of the generator, which stands nowhere but in the table.
pub(crate) fn mul_generator_joint<C: Group<Base: Anywhere>>(k: &Red<C::Scalar>) -> Projective<C> {
    /// Out of line on a chip: what the generator is made of need not be kept.
    #[cfg_attr(target_arch = "riscv32", inline(never))]
    fn set<C: Group<Base: Anywhere>>(table: &mut Table<'_, C, MOST>) {
        table.set(0, &Projective::generator());
    }
    joint::<C>(&(), set, k)
}

/// \[k\]P of the point that is set as the first entry of a table.
#[inline(always)]
fn joint<C: Group>(
    ctx: &CtxOf<C>,
    set: impl FnOnce(&mut Table<'_, C, MOST>),
    k: &Red<C::Scalar>,
) -> Projective<C> {
    const {
        assert!(
            C::PARTS == 1 || C::PART_BITS < 256,
            "a bit on top of a part that is not the first fits its limbs"
        )
    };
    let mut parts = parts::<C>(k);
    let mut x = [Red::zero_in(ctx); MOST];
    let mut y = [Red::zero_in(ctx); MOST];
    let mut z = [Red::zero_in(ctx); MOST];
    let mut table = Table::<C, MOST> { x: &mut x, y: &mut y, z: &mut z };
    set(&mut table);
    fill(&mut table, &parts);
    let even = Choice::from(1 ^ (parts[0].magnitude[0] & 1) as u8);
    align(&mut parts, C::PART_BITS as usize);
    let entry = |index: u64, there: Choice, negative: Choice| {
        let is: [_; MOST] = array(|i| C::Base::mask(index.ct_eq(&(i as u64)) & there));
        table.lookup(&is, &C::Base::mask(negative))
    };
    let mut sum = Projective::identity_in(ctx);
    // One step more than positions.
    for step in (0..=C::PART_BITS as usize + 1).rev() {
        let (index, there, negative) = if step > 0 {
            sum = sum.double();
            let bit = |part: &SignedPart, position| bits_at(&part.magnitude, position, 1);
            let index = parts
                .iter()
                .skip(1)
                .rev()
                .fold(0, |index, part| (index << 1) | bit(part, step - 1));
            // That of the top is plus.
            let negative = 1 ^ (bit(&parts[0], step) | u64::from(step > C::PART_BITS as usize));
            (index, Choice::from(1), Choice::from(negative as u8))
        } else {
            // Less what made the first part odd.
            (0, even, Choice::from(1))
        };
        let found = entry(index, there, negative);
        sum = sum.add(&found);
    }
    parts.zeroize();
    sum
}

/// The parts of a scalar.
#[cfg_attr(target_arch = "riscv32", inline(never))]
pub(crate) fn parts<C: Group>(k: &Red<C::Scalar>) -> [SignedPart; 4] {
    let mut integer = scalar_to_integer(k);
    let parts = C::split(&integer);
    integer.zeroize();
    parts
}

/// The sums P₀ + Σ cⱼ·Pⱼ of the points of the parts, Pⱼ = ±μʲ·P, at the places Σ cⱼ·2^(j − 1); P
/// stands at the first.
#[inline(always)]
fn fill<C: Group>(table: &mut Table<'_, C, MOST>, parts: &[SignedPart; 4]) {
    let mut next = table.entry(0);
    let mut negative = Choice::from(0);
    let mut made = 0;
    for part in parts.iter().take(C::PARTS) {
        next.y = negate_if(&next.y, &C::Base::mask(part.negative ^ negative));
        negative = part.negative;
        if made == 0 {
            table.set(0, &next);
        }
        for i in 0..made {
            let sum = table.entry(i).add(&next);
            table.set(i + made, &sum);
        }
        made = if made == 0 { 1 } else { 2 * made };
        next = next.endomorphism();
    }
}

/// The first part, made odd; and for each other the bits cᵢ with Σ cᵢ·sᵢ·2ⁱ what it was, where sᵢ
/// is 1 or −1 as bit i + 1 of the first is set or not, and 1 at position `top`. All parts are below
/// 2^top. Constant-time.
///
/// Where a bit is taken as −1 the rest has one more.
#[cfg_attr(target_arch = "riscv32", inline(never))]
fn align([first, others @ ..]: &mut [SignedPart; 4], top: usize) {
    first.magnitude[0] |= 1;
    for part in others {
        let mut rest = part.magnitude;
        part.magnitude = [0; 4];
        for position in 0..=top {
            let bit = rest[0] & 1;
            if let Some(limb) = part.magnitude.get_mut(position >> 6) {
                *limb |= bit << (position & 63);
            }
            let mut above = 0;
            for limb in rest.iter_mut().rev() {
                (*limb, above) = ((*limb >> 1) | (above << 63), *limb & 1);
            }
            let mut carry = bit & (1 ^ bits_at(&first.magnitude, position + 1, 1));
            for limb in &mut rest {
                let (sum, over) = limb.overflowing_add(carry);
                (*limb, carry) = (sum, u64::from(over));
            }
        }
        rest.zeroize();
    }
}
