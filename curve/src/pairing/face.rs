//! What the module of a pairing curve offers: the pairing's types on that curve's tower, and its
//! functions on points.
//!
//! All of it is [`crate::pairing`] and [`crate::engines::door`] under the curve's own names, on
//! users' engine: none of these functions is generic over anything that costs, so that they are
//! compiled here, once, and not in each crate that calls them.

/// The types and functions of the pairing on a tower that is generic over its engine.
///
/// `lines` are those of a prepared point, `prepared` and `pair` the sizes of
/// [`Prepared`](crate::pairing::Prepared) and [`MillerPair`](crate::pairing::MillerPair) in bytes,
/// `power` says which power of the optimal ate pairing the pairing is.
macro_rules! pairing_on_points {
    ($tower:ident, lines: $lines:literal, prepared: $prepared:literal, pair: $pair:literal, power: $power:literal) => {
        #[doc = concat!("Lines of a prepared point: ", $lines, ".")]
        pub const LINES: usize = pairing::lines::<$tower>();

        /// An element of the target group.
        ///
        /// [Examples](super#examples).
        pub type Gt = pairing::Gt<$tower>;
        /// A value of the Miller loop.
        ///
        /// [Examples](super#examples).
        pub type MillerValue = Fp12<$tower>;
        #[doc = concat!("The lines of a point of G2: ", $prepared, " bytes with 64-bit words.")]
        ///
        /// [Examples](super#examples).
        pub type G2Prepared = pairing::Prepared<$tower, LINES>;
        /// A pair of a Miller loop, with its progress: what [`multi_miller_loop`] takes as scratch.
        ///
        /// [Examples](super#examples).
        pub type Pair<'q> = pairing::MillerPair<'q, $tower>;

        /// A point of G1 and a point of G2.
        ///
        /// [Examples](super#examples).
        pub type PointPair<'p> = (&'p G1Affine, &'p G2Affine);

        impl<F: BaseEngine + Canonical> $crate::engines::pairings::PairingEngines for $tower<F> {
            type Fast = $tower<F::Fast>;
            type Remainders = $tower<F::Remainders>;

            fn kept_line(ctx: &F::Ctx, line: usize) -> Option<pairing::Coefficients<Self>> {
                kept_line(ctx, line)
            }
        }

        impl<F: BaseEngine + InLanes + Anywhere> $crate::engines::pairings::PairingInLanes
            for $tower<F>
        {
            type Lanes = $tower<F::Lanes>;
            type Doubles = $tower<F::Doubles>;
        }

        #[doc = $power]
        ///
        /// One if either point is the identity. Constant-time in both points. [`Gt`] has the
        /// encoding.
        ///
        /// [Examples](super#examples).
        pub fn pairing(p: &G1Affine, q: &G2Affine) -> Gt {
            product::pairing_of_one(Pair::from_points(p, q))
        }

        /// The Miller loop over an array of pairs of points, ∏ f(Pᵢ, Qᵢ) before the final
        /// exponentiation; one for no pairs.
        ///
        /// One squaring per digit serves all pairs. Prepared points, or a number of pairs known
        /// only at run time, go through [`Pair`] and [`miller_loop`].
        ///
        /// [Examples](super#examples).
        pub fn multi_miller_loop<const N: usize>(pairs: [PointPair<'_>; N]) -> MillerValue {
            miller_loop(&mut limb::each::Each::each(pairs, |(p, q)| Pair::from_points(p, q)))
        }

        /// The Miller loop over a slice of fresh pairs, prepared or not, mixed; it uses them up.
        /// One for no pairs.
        ///
        /// [Examples](super#examples).
        pub fn miller_loop(pairs: &mut [Pair<'_>]) -> MillerValue {
            product::miller_loop(pairs)
        }

        /// The final exponentiation, to the power (p¹² − 1)/r times the one that [`pairing()`]
        /// names. Constant-time.
        ///
        /// [Examples](super#examples).
        pub fn final_exponentiation(f: &MillerValue) -> Gt {
            product::final_exponentiation_of_one(f)
        }

        /// Whether ∏ e(Pᵢ, Qᵢ) = 1 over a slice of fresh pairs, which it uses up; true for no
        /// pairs. A pair with an identity counts as one.
        ///
        /// [Examples](super#examples).
        pub fn pairing_product_is_one(pairs: &mut [Pair<'_>]) -> Choice {
            product::product_is_one(pairs)
        }

        /// [`pairing_product_is_one`] of an array of pairs of points. On a chip it takes less
        /// stack: the pairs are gone before the final exponentiation.
        ///
        /// [Examples](super#examples).
        pub fn multi_pairing_is_one<const N: usize>(pairs: [PointPair<'_>; N]) -> Choice {
            let fresh = || limb::each::Each::each(pairs, |(p, q)| Pair::from_points(p, q));
            if const { <FpEngine as $crate::field::Field>::SHAPE.small_stack } {
                return product::product_of_fresh_pairs_is_one(fresh);
            }
            pairing_product_is_one(&mut fresh())
        }

        /// The [`final_exponentiation`] of many values, eight at a time on vectors where the CPU
        /// has them.
        ///
        /// Constant-time in the values. Eight cost on vectors what three cost one after the other.
        ///
        /// [Examples](super#examples).
        ///
        /// # Errors
        /// [`BatchError::Empty`] for no values, [`BatchError::LengthMismatch`] if `out` has not as
        /// many places.
        pub fn final_exponentiation_batch(
            values: &[MillerValue],
            out: &mut [Gt],
        ) -> Result<(), BatchError> {
            batch::final_exponentiation_batch(values, out)
        }

        /// The [`pairing()`] of each of many pairs of points, eight at a time on vectors where the
        /// CPU has them.
        ///
        /// Constant-time in all points; one where either point of a pair is the identity.
        ///
        /// [Examples](super#examples).
        ///
        /// # Errors
        /// [`BatchError::Empty`] for no pairs, [`BatchError::LengthMismatch`] if `out` has not as
        /// many places.
        pub fn pairing_batch(pairs: &[PointPair<'_>], out: &mut [Gt]) -> Result<(), BatchError> {
            batch::pairing_batch(pairs, out)
        }

        /// Which of many products of pairings are one: [`pairing_product_is_one`] of each, eight at
        /// a time on vectors where the CPU has them. A verdict depends only on its own pairs.
        ///
        /// There are as many products as verdicts, all of as many pairs: with m pairs each, the
        /// i-th is over the fresh pairs from the m·i-th on, which are used up. Pairs may be
        /// prepared; vectors take those that are so at the same place of eight products in a row,
        /// such as the one key of many signatures, while products that differ there have their
        /// loops one by one.
        ///
        /// [Examples](super#examples).
        ///
        /// # Errors
        /// [`BatchError::Empty`] for no pairs or no verdicts, [`BatchError::LengthMismatch`] if the
        /// number of pairs is no multiple of that of verdicts.
        pub fn pairing_product_is_one_batch(
            pairs: &mut [Pair<'_>],
            verdicts: &mut [Choice],
        ) -> Result<(), BatchError> {
            batch::pairing_product_is_one_batch(pairs, verdicts)
        }

        /// As [`multi_miller_loop`] for any number of pairs, with scratch from the heap:
        #[doc = concat!($pair, " bytes per pair.")]
        ///
        /// [Examples](super#examples).
        #[cfg(feature = "alloc")]
        pub fn multi_miller_loop_any(pairs: &[PointPair<'_>]) -> MillerValue {
            let mut pairs: alloc::vec::Vec<_> =
                pairs.iter().map(|(p, q)| Pair::from_points(p, q)).collect();
            miller_loop(&mut pairs)
        }
    };
}

/// What a module with [`pairing_on_points`] offers to guests whose hosts give witnesses and advice;
/// `advised` is what a pair takes by advice.
#[cfg(feature = "hints")]
macro_rules! pairing_by_hints {
    ($tower:ident, advised: $advised:literal) => {
        /// What shows that a product of pairings is one, without a final exponentiation: it comes
        /// from anybody, and nobody has to be trusted.
        ///
        /// [Examples](super#examples).
        pub type ResidueWitness = pairing::ResidueWitness<$tower>;

        /// A witness that ∏ e(Pᵢ, Qᵢ) = 1 over a slice of fresh pairs, which it uses up; none if
        /// the product is another. For those who run a program for somebody that pays for its
        /// instructions. Variable-time.
        ///
        /// [Examples](super#examples).
        pub fn residue_witness(pairs: &mut [Pair<'_>]) -> Option<ResidueWitness> {
            pairing::residue::witness(pairs)
        }

        /// Whether a witness shows that ∏ e(Pᵢ, Qᵢ) = 1 over a slice of fresh pairs, which it uses
        /// up; true for no pairs. Variable-time.
        ///
        /// True is as good as [`pairing_product_is_one`], whoever made the witness. False says
        /// nothing of the product: ask that one.
        ///
        /// [Examples](super#examples).
        pub fn residue_witness_shows_one(pairs: &mut [Pair<'_>], witness: &ResidueWitness) -> bool {
            pairing::residue::shows_one(pairs, witness)
        }

        /// A point of the curve over Fp and one of the twist, in the groups or not.
        ///
        /// [Examples](super#examples).
        pub type UncheckedPair = pairing::checked::UncheckedPair<$tower>;

        /// Whether ∏ e(Pᵢ, Qᵢ) = 1, for points of the curves of which nobody has checked whether
        /// they are in the groups: this does. True for no pairs; one with an identity counts as
        /// one. With a witness there is no final exponentiation, and false says nothing of the
        /// product.
        ///
        /// For programs that pay for every instruction: the check of Q is read from the loop. It
        /// runs on words, pair by pair, whatever the CPU has; elsewhere
        /// [`pairing_product_is_one`] is faster. Variable-time.
        ///
        /// [Examples](super#examples).
        ///
        /// # Errors
        /// [`PointError::NotInSubgroup`](crate::error::PointError::NotInSubgroup).
        pub fn checked_product_is_one(
            points: &[UncheckedPair],
            witness: Option<&ResidueWitness>,
        ) -> Result<bool, $crate::error::PointError> {
            pairing::checked::product_is_one(points, witness)
        }

        impl pairing::advised::AdvisedPairing for $tower {}

        /// A point of G1 and a point of the twist: what [`product_is_one_by_advice`] takes.
        ///
        /// [Examples](super#examples).
        pub type AdvisedPair = pairing::AdvisedPair<$tower>;

        /// Whether ∏ e(Pᵢ, Qᵢ) = 1, for points of which nobody has checked whether they are in the
        /// groups, by a host's advice; true for no pairs, and one with an identity counts as one.
        ///
        /// True is as good as that of [`checked_product_is_one`], whoever gave the advice. False
        /// says nothing: the product may be another, a point not in its group, or the advice wrong.
        /// Ask that function. Variable-time.
        ///
        #[doc = concat!("Cost in Fp2: ", $advised, " products and squares for each pair.")]
        ///
        /// [Examples](super#examples).
        pub fn checked_product_is_one_by_advice(
            points: &[UncheckedPair],
            advice: &mut impl $crate::advice::Advice,
        ) -> bool {
            pairing::advised::product_is_one_by_advice::<$tower>(points, advice).is_some()
        }

        /// The same for points of G1 that are known to be in it.
        ///
        /// [Examples](super#examples).
        pub fn product_is_one_by_advice(
            pairs: &[AdvisedPair],
            advice: &mut impl $crate::advice::Advice,
        ) -> bool {
            pairing::advised::product_of_pairs_is_one_by_advice(pairs, advice).is_some()
        }
    };
}

#[cfg(feature = "hints")]
pub(crate) use pairing_by_hints;
pub(crate) use pairing_on_points;
