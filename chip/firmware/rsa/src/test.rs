//! Known answers, by software: operands at the ends of their ranges, a chain that leans on what
//! stays in the block, and a power.

use limb::{Mont, Params};

use crate::{Error, Hold};

/// Squarings in a row.
const CHAIN: u32 = 3;

/// An exponent with ones and zeros side by side.
const EXPONENT: u64 = 0b1_0110_1001;

pub fn known_answers<P: Params<u32, N>, const N: usize>(
    hold: &mut Hold<'_, P, N>,
) -> Result<(), Error> {
    let same = |found: [u32; N], expected: [u32; N]| {
        if found == expected { Ok(()) } else { Err(Error::Wrong) }
    };
    // −1 as an integer, and twice the modulus less one where lazy values may be that.
    let mut minus_one = P::P_W;
    minus_one[0] ^= 1;
    let most =
        if Mont::<P, u32, N>::LAZY { Mont::<P, u32, N>::complement(&P::ONE_W) } else { minus_one };
    let operands = [P::R_W, minus_one, most, P::R2_W, P::ONE_W, [0; N]];
    for a in &operands {
        for b in &operands {
            same(hold.mul(a, b)?, Mont::<P, u32, N>::mul(a, b))?;
        }
    }
    let mut chain = P::R2_W;
    for _ in 0..CHAIN {
        chain = Mont::<P, u32, N>::sqr(&chain);
    }
    same(hold.sqr_times(&P::R2_W, CHAIN)?, chain)?;
    let mut power = P::R2_W;
    for bit in (0..EXPONENT.ilog2()).rev() {
        power = Mont::<P, u32, N>::sqr(&power);
        if (EXPONENT >> bit) & 1 == 1 {
            power = Mont::<P, u32, N>::mul(&power, &P::R2_W);
        }
    }
    same(hold.power(&P::R2_W, &[EXPONENT])?.ok_or(Error::Wrong)?, power)?;
    // And products as before it.
    same(hold.mul(&P::R2_W, &P::R2_W)?, Mont::<P, u32, N>::sqr(&P::R2_W))
}
