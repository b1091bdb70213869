//! Hashing of a fixed number of elements: the first element of a permuted state, on the engine that
//! is best for one state or for many.

use alloc::vec::Vec;

use limb::Modulus;
use limb::modulus::Constant;

use super::{MAX_WIDTH, Parameters, Permutation};
use crate::engines::door::{Made, make, with_made};
use crate::error::{BatchError, PoseidonError};
use crate::field::{Anywhere, Canonical, Field, InLanes, Lanes, Red};

/// Lists on lanes from so many on. Microseconds on one Xeon, lanes against ADX: 2 lists of two
/// elements 16 and 21, of sixteen 96 and 120.
const LEAST_ON_LANES: usize = 2;

/// Poseidon of n elements, with its constants on every engine that the CPU has: the state is an
/// initial element and the n that are hashed, and what comes out are its first elements after the
/// permutation. With zero as the initial element and one output it is circom's `Poseidon(n)`, else
/// its `PoseidonEx(n, outputs)`.
///
/// [Example](super#example).
#[derive(Clone, Debug)]
pub struct Poseidon<F: InLanes + Anywhere> {
    permutation: Permutations<F>,
    width: usize,
}

impl<M: Modulus, F: InLanes + Anywhere + Field<Const = Constant<M>>> Poseidon<F> {
    /// With the parameters of [`Parameters::new`] for so many elements, from 1 to 16.
    ///
    /// Makes them: 0.2 ms for two elements, 2 ms for sixteen. Memory with ADX and vectors, which
    /// hold what words hold once and ten times more: 43 KiB and 504 KiB.
    ///
    /// # Errors
    /// [`PoseidonError::Width`].
    #[inline(never)]
    pub fn new(elements: usize) -> Result<Self, PoseidonError> {
        if elements >= MAX_WIDTH {
            return Err(PoseidonError::Width);
        }
        Self::of(&Parameters::new(elements + 1)?)
    }
}

/// A permutation on each engine that the CPU runs.
type Permutations<F> = Made<
    Permutation<<F as InLanes>::Lanes>,
    Permutation<<F as InLanes>::Doubles>,
    Permutation<<F as Canonical>::Fast>,
    Permutation<F>,
>;

impl<F: InLanes + Anywhere> Poseidon<F> {
    /// With parameters of the caller's choice, for one element less than their width.
    ///
    /// # Errors
    /// [`PoseidonError::Rounds`], [`PoseidonError::Matrix`].
    #[inline(never)]
    pub fn of(parameters: &Parameters<F>) -> Result<Self, PoseidonError> {
        let words = Permutation::of(parameters)?;
        let permutation = make!(each F, &() => |ctx| in_all_lanes(ctx, &words));
        Ok(Self { permutation, width: words.width() })
    }

    /// Elements that are hashed.
    pub fn elements(&self) -> usize {
        self.width - 1
    }

    /// The hash of [`Poseidon::elements`] elements. Constant-time in them.
    ///
    /// # Errors
    /// [`BatchError::LengthMismatch`].
    #[inline(never)]
    pub fn hash(&self, elements: &[Red<F>]) -> Result<Red<F>, BatchError> {
        let mut out = Red::zero();
        self.hash_to(&Red::zero(), elements, core::slice::from_mut(&mut out))?;
        Ok(out)
    }

    /// As many first elements of the permuted state as there are places, from 1 to
    /// [`Poseidon::elements`] + 1. Constant-time in elements.
    ///
    /// # Errors
    /// [`BatchError::LengthMismatch`] if there are not as many elements as there must be, or too
    /// many places; [`BatchError::Empty`] for no place.
    #[inline(never)]
    pub fn hash_to(
        &self,
        initial: &Red<F>,
        elements: &[Red<F>],
        out: &mut [Red<F>],
    ) -> Result<(), BatchError> {
        if out.is_empty() {
            return Err(BatchError::Empty);
        }
        if elements.len() != self.elements() || out.len() > self.width {
            return Err(BatchError::LengthMismatch);
        }
        let state = core::iter::once(initial).chain(elements);
        with_made!(F, &self.permutation, false => |permutation| {
            let mut state = state.map(|a| in_all(&permutation.ctx(), a)).collect();
            permutation.permute(&mut state, out.len());
            out.iter_mut().zip(&state).for_each(|(out, a)| leave_first(a, out));
        });
        Ok(())
    }

    /// The hashes of many lists of [`Poseidon::elements`] elements, one list after the other.
    /// Constant-time in elements, not in their number.
    ///
    /// On vectors where the CPU has them, eight lists in each.
    ///
    /// # Errors
    /// [`BatchError::Empty`], [`BatchError::LengthMismatch`] if there are not as many elements as
    /// the places need.
    #[inline(never)]
    pub fn hash_batch(&self, elements: &[Red<F>], out: &mut [Red<F>]) -> Result<(), BatchError> {
        let enough = out.len() >= LEAST_ON_LANES;
        with_made!(F, &self.permutation, enough => |permutation| {
            hash_on_lanes(&permutation.ctx(), permutation, elements, out)
        })
    }
}

/// The element in all lanes.
fn in_all<F: Field, L: Lanes<One = F>>(ctx: &L::Ctx, a: &Red<F>) -> Red<L> {
    Red::from_raw(L::enter_lanes(ctx, |_| a.raw()))
}

/// The permutation with its constants in all lanes.
fn in_all_lanes<F: Field, L: Lanes<One = F>>(
    ctx: &L::Ctx,
    permutation: &Permutation<F>,
) -> Permutation<L> {
    permutation.on(|a| in_all(ctx, a))
}

/// The element of the first lane.
fn leave_first<F: Field, L: Lanes<One = F>>(a: &Red<L>, out: &mut Red<F>) {
    L::leave_lanes(a.raw(), |i, raw| {
        if i == 0 {
            *out = Red::from_raw(raw);
        }
    });
}

/// As [`Poseidon::hash_batch`], on lanes of the caller's choice.
///
/// # Errors
/// [`BatchError::Empty`], [`BatchError::LengthMismatch`] if there are not as many elements as the
/// places need.
pub fn hash_on_lanes<F, L>(
    ctx: &L::Ctx,
    permutation: &Permutation<L>,
    elements: &[Red<F>],
    out: &mut [Red<F>],
) -> Result<(), BatchError>
where
    F: Field<Raw: Copy>,
    L: Lanes<One = F>,
{
    let each = permutation.width() - 1;
    if out.is_empty() {
        return Err(BatchError::Empty);
    }
    if elements.len() != out.len() * each {
        return Err(BatchError::LengthMismatch);
    }
    let mut state = Vec::with_capacity(each + 1);
    for (places, lists) in out.chunks_mut(L::WIDTH).zip(elements.chunks(L::WIDTH * each)) {
        // Lanes without a place run along with the last one.
        let last = places.len() - 1;
        state.clear();
        state.push(Red::zero_in(ctx));
        state.extend(
            (0..each).map(|j| {
                Red::from_raw(L::enter_lanes(ctx, |i| lists[i.min(last) * each + j].raw()))
            }),
        );
        L::enter(
            ctx,
            #[inline(always)]
            || permutation.permute(&mut state, 1),
        );
        L::leave_lanes(state[0].raw(), |i, raw| {
            if let Some(place) = places.get_mut(i) {
                *place = Red::from_raw(raw);
            }
        });
    }
    Ok(())
}
