//! Inverses of many elements with few inversions: P. L. Montgomery, "Speeding the Pollard and
//! elliptic curve methods of factorization", 1987, §10.3.1, a running product in each lane.

use alloc::vec::Vec;

use crate::crossover;
use crate::engines::door::side_by_side;
use crate::field::{Anywhere, InLanes, Lanes, Red};

/// Vectors that share an inversion; they and their products stay in the cache.
const CHUNK: usize = 256;

/// Every aᵢ becomes 1/aᵢ; zeros stay zeros. Constant-time in the values, not in their number.
///
/// Cost: 3 products for each, and an inversion for every 2048 on vectors, where the way there and
/// back costs two products more.
///
/// [Example](super#example).
#[inline(never)]
pub fn invert_batch<F: InLanes + Anywhere>(values: &mut [Red<F>]) {
    invert::<F, false>(values);
}

/// As [`invert_batch`], in time that depends on the values.
///
/// [Example](super#example).
#[inline(never)]
pub fn invert_batch_vartime<F: InLanes + Anywhere>(values: &mut [Red<F>]) {
    invert::<F, true>(values);
}

fn invert<F: InLanes + Anywhere, const VARTIME: bool>(values: &mut [Red<F>]) {
    let enough = crossover::INVERSES.reached(values.len());
    side_by_side!(F, enough, &() => invert_on_lanes::<F, _, VARTIME>(values));
}

/// As [`invert_batch`], or [`invert_batch_vartime`], on lanes of the caller's choice.
pub fn invert_on_lanes<F: Anywhere, L: Lanes<One = F>, const VARTIME: bool>(
    ctx: &L::Ctx,
    values: &mut [Red<F>],
) {
    let one = Red::<L>::one_in(ctx);
    let zero = Red::<L>::zero_in(ctx);
    let chunk = CHUNK * L::WIDTH;
    // Of each vector, its elements, zeros as ones; which were zeros; and the product of the vectors
    // before.
    let mut vectors: Vec<(Red<L>, L::Mask, Red<L>)> =
        Vec::with_capacity(values.len().min(chunk).div_ceil(L::WIDTH));
    for values in values.chunks_mut(chunk) {
        vectors.clear();
        let mut product = one;
        for group in values.chunks(L::WIDTH) {
            // Lanes without an element run along with the last one.
            let lane = |i: usize| group[i.min(group.len() - 1)].raw();
            let vector = Red::<L>::from_raw(L::enter_lanes(ctx, lane));
            let vanishes = vector.is_zero();
            let factor = Red::select(&vector, &one, &vanishes);
            vectors.push((factor, vanishes, product));
            product = &product * &factor;
        }
        let mut inverse = if VARTIME { product.invert_vartime() } else { product.invert() };
        for (group, (factor, vanishes, before)) in values.chunks_mut(L::WIDTH).zip(&vectors).rev() {
            let own = Red::select(&(&inverse * before), &zero, vanishes);
            inverse = &inverse * factor;
            L::leave_lanes(own.raw(), |i, raw| {
                if let Some(place) = group.get_mut(i) {
                    *place = Red::from_raw(raw);
                }
            });
        }
    }
}
