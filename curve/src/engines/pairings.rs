//! The engines of a pairing, and its engine on lanes.

use crate::field::{Canonical, Field, InLanes, There};
use crate::pairing::{Coefficients, Pairing, PairingThere};

/// A pairing on the engines that run whole algorithms of it.
pub trait PairingEngines: Pairing<Fp: Canonical> {
    /// The same pairing on the faster engine of words.
    type Fast: PairingEngines<
            Fp = <Self::Fp as Canonical>::Fast,
            Fast = Self::Fast,
            ScalarConst = Self::ScalarConst,
        >;
    /// The same pairing in residue numbers.
    type Remainders: PairingEngines<
            Fp = <Self::Fp as Canonical>::Remainders,
            Fast = Self::Remainders,
            ScalarConst = Self::ScalarConst,
        >;

    /// The faster engine of words, if this CPU has one.
    #[inline(always)]
    fn fast() -> Option<PairingThere<Self::Fast>> {
        <Self::Fp as Canonical>::fast().map(There::of)
    }

    /// Residue numbers, if this CPU runs them.
    #[inline(always)]
    fn remainders() -> Option<PairingThere<Self::Remainders>> {
        <Self::Fp as Canonical>::remainders().map(There::of)
    }

    /// A line of minus the generator of G2, divided by its multiple of y_P, where the curve's lines
    /// are part of the program: what pairs made by
    /// [`MillerPair::monic`](crate::pairing::MillerPair) ask for.
    fn kept_line(ctx: &<Self::Fp as Field>::Ctx, line: usize) -> Option<Coefficients<Self>>;
}

/// A pairing that may run on lanes.
pub trait PairingInLanes: PairingEngines<Fp: InLanes + crate::field::Anywhere> {
    /// The same pairing there.
    type Lanes: Pairing<Fp = <Self::Fp as InLanes>::Lanes>;

    /// The lanes, if this CPU has them.
    #[inline(always)]
    fn lanes() -> Option<PairingThere<Self::Lanes>> {
        <Self::Fp as InLanes>::lanes().map(There::of)
    }

    /// Whether there are second-best vectors: lanes of doubles.
    const DOUBLES: bool = <Self::Fp as InLanes>::DOUBLES;

    /// The same pairing on the second-best vectors.
    type Doubles: Pairing<Fp = <Self::Fp as InLanes>::Doubles>;

    /// The second-best vectors, if this CPU has these and no better ones.
    #[inline(always)]
    fn doubles() -> Option<PairingThere<Self::Doubles>> {
        <Self::Fp as InLanes>::doubles().map(There::of)
    }
}

/// Whether residue numbers run this pairing.
#[inline(always)]
pub fn pairing_in_residue_numbers<T: PairingEngines>() -> bool {
    T::remainders().is_some()
}

/// Whether values leave the engine that runs everywhere for this pairing.
#[inline(always)]
pub fn pairing_elsewhere<T: PairingEngines>() -> bool {
    T::remainders().is_some() || T::fast().is_some()
}
