//! Known answers, by software: operands at the ends of their ranges, and a chain that leans on what stays in the block.

use limb::{Mont, Params};

use crate::{Error, Hold};

/// Squarings in a row.
const CHAIN: u32 = 3;

pub fn known_answers<P: Params<u32, N>, const N: usize>(hold: &mut Hold<'_, P, N>) -> Result<(), Error> {
    let same = |found: [u32; N], expected: [u32; N]| if found == expected { Ok(()) } else { Err(Error::Wrong) };
    // −1 as an integer, and twice the modulus less one where lazy values may be that.
    let mut minus_one = P::P_W;
    minus_one[0] ^= 1;
    let most = if Mont::<P, u32, N>::LAZY { Mont::<P, u32, N>::complement(&P::ONE_W) } else { minus_one };
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
    same(hold.sqr_times(&P::R2_W, CHAIN)?, chain)
}
