//! Which engines stand above a portable engine, by its words: the table that a new engine joins.

use limb::modulus::Constant;
#[cfg(curvemark_vectors = "portable")]
use limb::rns::Plain;
#[cfg(any(curvemark_vectors = "portable", all(target_arch = "x86_64", not(miri))))]
use limb::rns::Rns;
#[cfg(all(target_arch = "x86_64", not(miri), not(curvemark_vectors = "portable")))]
use limb::rns::Zmm;
use limb::{Params, Word};

use super::lanes8::Lanes8Portable;
use crate::field::{Apart, Canonical, Field, Four, Holds, Lanes};

/// Words that may have faster engines on some CPUs, for each form of residues.
pub trait WordEngines: Word {
    /// The proof that the CPU runs them.
    type Proof: Copy;
    /// Words with that proof: the values of those engines.
    type Words<const N: usize>: Copy + Send + Sync;
    /// The engine of Montgomery's form, or the portable one.
    type Mont<M: Params<Self, N>, const N: usize>: Canonical<Const = Constant<M>, Fast = Self::Mont<M, N>, Remainders = Self::Mont<M, N>>
        + Field<Ctx = Self::Proof, Raw = Self::Words<N>>
        + Lanes<One = limb::Mont<M, Self, N>>
        + Holds<limb::Mont<M, Self, N>>;
    /// The engine of folding, or the portable one.
    type Fold<M: Params<Self, N>, const N: usize>: Canonical<Const = Constant<M>, Fast = Self::Fold<M, N>, Remainders = Self::Fold<M, N>>
        + Field<Ctx = Self::Proof, Raw = Self::Words<N>>
        + Lanes<One = limb::Fold<M, Self, N>>
        + Holds<limb::Fold<M, Self, N>>;
    /// The vectors of Montgomery's form, or their portable reference.
    type MontLanes<M: Params<Self, N>, const N: usize>: Lanes<One = limb::Mont<M, Self, N>, Const = Constant<M>>;
    /// The vectors of folding, or their portable reference.
    type FoldLanes<M: Params<Self, N>, const N: usize>: Lanes<One = limb::Fold<M, Self, N>, Const = Constant<M>>;

    /// Whether there are second-best vectors for some moduli.
    const DOUBLES: bool = false;
    /// The second-best vectors of Montgomery's form, or the same again.
    type MontDoubles<M: Params<Self, N>, const N: usize>: Lanes<One = limb::Mont<M, Self, N>, Const = Constant<M>>;

    /// Four residues of folding in one vector, or their portable reference.
    type FoldFour<M: Params<Self, N>, const N: usize>: Four<One = limb::Fold<M, Self, N>>;
    /// What those are made with, if they serve this modulus and the CPU has them.
    #[inline(always)]
    fn fold_four<M: Params<Self, N>, const N: usize>() -> Option<<Self::FoldFour<M, N> as Four>::Ctx>
    {
        None
    }

    /// The residue-number engine, or the portable one.
    type Remainders<M: Params<Self, N>, const N: usize>: Canonical<
            Const = Constant<M>,
            Fast = Self::Remainders<M, N>,
            Remainders = Self::Remainders<M, N>,
        > + Holds<limb::Mont<M, Self, N>>;

    /// What residue-number systems are made with, if there are kernels for this modulus and the CPU
    /// runs them.
    fn remainders<M: Params<Self, N>, const N: usize>()
    -> Option<<Self::Remainders<M, N> as Field>::Ctx>;
    /// The proof, if there is an engine of Montgomery's form for this modulus and the CPU runs it.
    fn mont<M: Params<Self, N>, const N: usize>() -> Option<Self::Proof>;
    /// The proof, if there is an engine of folding for this modulus and the CPU runs it.
    fn fold<M: Params<Self, N>, const N: usize>() -> Option<Self::Proof>;
    /// The proof, if there are kernels of single products in Montgomery's form for this modulus and
    /// the CPU runs them.
    fn products<M: Params<Self, N>, const N: usize>() -> Option<Self::Proof>;
    /// What vectors of Montgomery's form are made with, if there are any for this modulus and the
    /// CPU has them.
    fn mont_lanes<M: Params<Self, N>, const N: usize>()
    -> Option<<Self::MontLanes<M, N> as Field>::Ctx>;
    /// What the second-best vectors of Montgomery's form are made with, if they serve this modulus
    /// and of all vectors the CPU has these.
    #[inline(always)]
    fn mont_doubles<M: Params<Self, N>, const N: usize>()
    -> Option<<Self::MontDoubles<M, N> as Field>::Ctx> {
        None
    }
    /// What vectors of folding are made with, if there are any for this modulus and the CPU has
    /// them.
    fn fold_lanes<M: Params<Self, N>, const N: usize>()
    -> Option<<Self::FoldLanes<M, N> as Field>::Ctx>;
    /// K values as those of the faster engine, where they are.
    fn in_place<'a, const N: usize, const K: usize>(
        proof: &Self::Proof,
        a: &'a [[Self; N]; K],
    ) -> &'a [Self::Words<N>; K];
    /// The same, to be changed.
    fn in_place_mut<'a, const N: usize, const K: usize>(
        proof: &Self::Proof,
        a: &'a mut [[Self; N]; K],
    ) -> &'a mut [Self::Words<N>; K];
    /// A value from the faster engine.
    fn leave<const N: usize>(a: &Self::Words<N>) -> [Self; N];
}

/// The items of [`Canonical`] that name the better engines of the same words, in Montgomery's form
/// or for folding, which has no residue numbers.
macro_rules! engines_of_words {
    (Mont by $proof:ident) => {
        type Four = $crate::field::Apart<Self>;
        type Fast = W::Mont<M, N>;
        type Remainders = W::Remainders<M, N>;

        #[inline(always)]
        fn fast() -> Option<$crate::field::FieldThere<Self::Fast>> {
            W::$proof::<M, N>().map($crate::field::There::new)
        }

        #[inline(always)]
        fn remainders() -> Option<$crate::field::FieldThere<Self::Remainders>> {
            W::remainders::<M, N>().map($crate::field::There::new)
        }
    };
    (Fold by $proof:ident) => {
        type Four = W::FoldFour<M, N>;

        #[inline(always)]
        fn four() -> Option<<Self::Four as $crate::field::Four>::Ctx> {
            W::fold_four::<M, N>()
        }

        type Fast = W::Fold<M, N>;
        type Remainders = W::Fold<M, N>;

        #[inline(always)]
        fn fast() -> Option<$crate::field::FieldThere<Self::Fast>> {
            W::$proof::<M, N>().map($crate::field::There::new)
        }
    };
}

/// Products of one value, by the faster engine's kernels where the CPU runs them: the one choice
/// that is made below whole algorithms, by a load and a branch that is always predicted.
macro_rules! single_products {
    ($fast:ty, $proof:expr, $mul:path, $sqr:path) => {
        #[inline(always)]
        fn mul(a: &Self::Raw, b: &Self::Raw) -> Self::Raw {
            use core::array::from_ref;
            match $proof {
                Some(proof) => {
                    let ([a], [b]) =
                        (W::in_place(&proof, from_ref(a)), W::in_place(&proof, from_ref(b)));
                    W::leave(&<$fast as Field>::mul(a, b))
                }
                None => $mul(a, b),
            }
        }

        #[inline(always)]
        fn sqr(a: &Self::Raw) -> Self::Raw {
            match $proof {
                Some(proof) => {
                    let [a] = W::in_place(&proof, core::array::from_ref(a));
                    W::leave(&<$fast as Field>::sqr(a))
                }
                None => $sqr(a),
            }
        }
    };
}

/// The same in place: functions of [`Kernels`](crate::field::Kernels).
macro_rules! single_products_in_place {
    ($fast:ty, $proof:expr, $mul:path, $sqr:path) => {
        #[inline(always)]
        fn mul_assign(a: &mut $crate::field::RawOf<Self>, b: &$crate::field::RawOf<Self>) {
            use core::array::{from_mut, from_ref};
            match $proof {
                Some(proof) => {
                    let ([a], [b]) =
                        (W::in_place_mut(&proof, from_mut(a)), W::in_place(&proof, from_ref(b)));
                    <$fast as Field>::Kernels::mul_assign(a, b);
                }
                None => *a = $mul(a, b),
            }
        }

        #[inline(always)]
        fn sqr_times_assign(a: &mut $crate::field::RawOf<Self>, n: u32) {
            match $proof {
                Some(proof) => {
                    let [a] = W::in_place_mut(&proof, core::array::from_mut(a));
                    <$fast as Field>::Kernels::sqr_times_assign(a, n);
                }
                None => (0..n).for_each(|_| *a = $sqr(a)),
            }
        }
    };
}

/// The items of [`WordEngines`] that name what runs where there are vectors: AVX-512 IFMA and, as
/// second best, doubles; the portable twins of the former, the same source on words, which
/// is how it is examined for constant time and tested on any CPU
/// (`--cfg curvemark_vectors="portable"`); or nothing.
macro_rules! vectors {
    (none $word:ty) => {
        type MontLanes<M: Params<Self, N>, const N: usize> =
            Lanes8Portable<limb::Mont<M, $word, N>>;
        type FoldLanes<M: Params<Self, N>, const N: usize> =
            Lanes8Portable<limb::Fold<M, $word, N>>;
        type Remainders<M: Params<Self, N>, const N: usize> = limb::Mont<M, $word, N>;
        type MontDoubles<M: Params<Self, N>, const N: usize> = Self::MontLanes<M, N>;
        type FoldFour<M: Params<Self, N>, const N: usize> = Apart<limb::Fold<M, $word, N>>;

        vectors!(proofs (), (), None, None, None);
    };
    (aarch64 $word:ty) => {
        type MontLanes<M: Params<Self, N>, const N: usize> =
            Lanes8Portable<limb::Mont<M, $word, N>>;
        type FoldLanes<M: Params<Self, N>, const N: usize> =
            Lanes8Portable<limb::Fold<M, $word, N>>;
        type Remainders<M: Params<Self, N>, const N: usize> = Self::Mont<M, N>;
        type MontDoubles<M: Params<Self, N>, const N: usize> = Self::MontLanes<M, N>;
        type FoldFour<M: Params<Self, N>, const N: usize> = Apart<limb::Fold<M, $word, N>>;

        vectors!(proofs limb::cpu::Adx, (), None, None, None);
    };
    (portable $word:ty) => {
        type MontLanes<M: Params<Self, N>, const N: usize> =
            Lanes8Portable<limb::Mont<M, $word, N>>;
        type FoldLanes<M: Params<Self, N>, const N: usize> =
            Lanes8Portable<limb::Fold<M, $word, N>>;
        type Remainders<M: Params<Self, N>, const N: usize> = Rns<M, Plain, N>;
        type MontDoubles<M: Params<Self, N>, const N: usize> = Self::MontLanes<M, N>;
        type FoldFour<M: Params<Self, N>, const N: usize> = Apart<limb::Fold<M, $word, N>>;

        #[inline(always)]
        fn fold_four<M: Params<Self, N>, const N: usize>() -> Option<()> {
            Some(())
        }

        vectors!(proofs (), (), Rns::<M, Plain, N>::token(), Some(()), Some(()));
    };
    (x86_64 $word:ty) => {
        type MontLanes<M: Params<Self, N>, const N: usize> = limb::ifma::Mont<M, N>;
        type FoldLanes<M: Params<Self, N>, const N: usize> = limb::ifma::Fold<M, N>;
        type Remainders<M: Params<Self, N>, const N: usize> = Rns<M, Zmm, N>;

        type FoldFour<M: Params<Self, N>, const N: usize> = limb::ifma::Four<M, N>;

        #[inline(always)]
        fn fold_four<M: Params<Self, N>, const N: usize>() -> Option<limb::cpu::Ifma> {
            limb::ifma::Four::<M, N>::found()
        }

        const DOUBLES: bool = true;
        type MontDoubles<M: Params<Self, N>, const N: usize> = limb::doubles::Mont<M, N>;

        #[inline(always)]
        fn mont_doubles<M: Params<Self, N>, const N: usize>() -> Option<limb::cpu::Doubles> {
            limb::doubles::Mont::<M, N>::token()
        }

        vectors!(
            proofs limb::cpu::Ifma, limb::cpu::Ifma,
            Rns::<M, Zmm, N>::token(),
            limb::ifma::Mont::<M, N>::token(),
            limb::ifma::Fold::<M, N>::token()
        );
    };
    (proofs $of_remainders:ty, $proof:ty, $remainders:expr, $mont:expr, $fold:expr) => {
        #[inline(always)]
        fn remainders<M: Params<Self, N>, const N: usize>() -> Option<$of_remainders> {
            $remainders
        }

        #[inline(always)]
        fn mont_lanes<M: Params<Self, N>, const N: usize>() -> Option<$proof> {
            $mont
        }

        #[inline(always)]
        fn fold_lanes<M: Params<Self, N>, const N: usize>() -> Option<$proof> {
            $fold
        }
    };
}

/// No word has faster engines but 64 bits on x86-64 and ARM64.
macro_rules! no_faster_words {
    ($word:ty, vectors: $vectors:ident) => {
        impl WordEngines for $word {
            type Proof = ();
            type Words<const N: usize> = [$word; N];
            type Mont<M: Params<Self, N>, const N: usize> = limb::Mont<M, $word, N>;
            type Fold<M: Params<Self, N>, const N: usize> = limb::Fold<M, $word, N>;
            vectors!($vectors $word);

            #[inline(always)]
            fn mont<M: Params<Self, N>, const N: usize>() -> Option<()> {
                None
            }

            #[inline(always)]
            fn fold<M: Params<Self, N>, const N: usize>() -> Option<()> {
                None
            }

            #[inline(always)]
            fn products<M: Params<Self, N>, const N: usize>() -> Option<()> {
                None
            }

            #[inline(always)]
            fn in_place<'a, const N: usize, const K: usize>(
                (): &(),
                a: &'a [[Self; N]; K],
            ) -> &'a [[Self; N]; K] {
                a
            }

            #[inline(always)]
            fn in_place_mut<'a, const N: usize, const K: usize>(
                (): &(),
                a: &'a mut [[Self; N]; K],
            ) -> &'a mut [[Self; N]; K] {
                a
            }

            #[inline(always)]
            fn leave<const N: usize>(a: &[Self; N]) -> [Self; N] {
                *a
            }
        }
    };
}

no_faster_words!(u32, vectors: none);
#[cfg(all(
    any(miri, not(any(target_arch = "x86_64", target_arch = "aarch64"))),
    not(curvemark_vectors = "portable")
))]
no_faster_words!(u64, vectors: none);
#[cfg(all(
    any(miri, not(any(target_arch = "x86_64", target_arch = "aarch64"))),
    curvemark_vectors = "portable"
))]
no_faster_words!(u64, vectors: portable);

#[cfg(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(miri)))]
impl WordEngines for u64 {
    type Proof = limb::cpu::Adx;
    type Words<const N: usize> = limb::adx::Words<N>;
    type Mont<M: Params<Self, N>, const N: usize> = limb::adx::Mont<M, N>;
    type Fold<M: Params<Self, N>, const N: usize> = limb::adx::Fold<M, N>;
    #[cfg(all(target_arch = "x86_64", not(curvemark_vectors = "portable")))]
    vectors!(x86_64 u64);
    #[cfg(all(target_arch = "aarch64", not(curvemark_vectors = "portable")))]
    vectors!(aarch64 u64);
    #[cfg(curvemark_vectors = "portable")]
    vectors!(portable u64);

    #[inline(always)]
    fn mont<M: Params<Self, N>, const N: usize>() -> Option<limb::cpu::Adx> {
        limb::adx::Mont::<M, N>::token()
    }

    #[inline(always)]
    fn fold<M: Params<Self, N>, const N: usize>() -> Option<limb::cpu::Adx> {
        limb::adx::Fold::<M, N>::token()
    }

    #[inline(always)]
    fn products<M: Params<Self, N>, const N: usize>() -> Option<limb::cpu::Adx> {
        limb::adx::Mont::<M, N>::token_for_products()
    }

    #[inline(always)]
    fn in_place<'a, const N: usize, const K: usize>(
        proof: &limb::cpu::Adx,
        a: &'a [[Self; N]; K],
    ) -> &'a [limb::adx::Words<N>; K] {
        limb::adx::Words::in_place(*proof, a)
    }

    #[inline(always)]
    fn in_place_mut<'a, const N: usize, const K: usize>(
        proof: &limb::cpu::Adx,
        a: &'a mut [[Self; N]; K],
    ) -> &'a mut [limb::adx::Words<N>; K] {
        limb::adx::Words::in_place_mut(*proof, a)
    }

    #[inline(always)]
    fn leave<const N: usize>(a: &limb::adx::Words<N>) -> [Self; N] {
        *a.words()
    }
}
