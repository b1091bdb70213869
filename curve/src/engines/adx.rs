//! The engine of assembly, of x86-64 with ADX and of ARM64: [`limb::adx::Mont`] and
//! [`limb::adx::Fold`] as a [`Field`].
//!
//! Its values carry the proof that the CPU runs its kernels, and its context is that proof. In
//! Montgomery's form sums are kept in double width and towers use Karatsuba's trick before the
//! reduction; one or two products, and a product in Fp2, have kernels that reduce on the way.

use limb::Params;
use limb::adx::{Mont, Wide, Words};
use limb::cpu::Adx;
use limb::each::Each;
use limb::modulus::Constant;
use subtle::Choice;

use crate::field::{
    Canonical, Field, Fp2Kernels, Fp2Term, Invert, Karatsuba, Kernels, Lanes, Masked, NoKernels,
    RawOf, Shape, SumOf,
};
use crate::fp2::Quad;

/// The portable engine of the same values.
type Portable<M, const N: usize> = limb::Mont<M, u64, N>;

/// What a [`Field`] on words with their proof has from the portable engine of the same values: all
/// but products.
macro_rules! linear_on_words {
    ($portable:ty) => {
        type Ctx = Adx;
        type Const = Constant<M>;
        type Raw = Words<N>;

        const MAX_PRODUCTS: u32 = limb::wide::MAX_PRODUCTS;

        #[inline(always)]
        fn ctx(a: &Self::Raw) -> Adx {
            a.token()
        }

        #[inline(always)]
        fn constant(ctx: &Adx, constant: &Self::Const) -> Self::Raw {
            Words::new(*ctx, <$portable as Field>::constant(&(), constant))
        }

        #[inline(always)]
        fn small(ctx: &Adx, value: u32) -> Self::Raw {
            Words::new(*ctx, <$portable as Field>::small(&(), value))
        }

        // With their range checks the portable sums are too large to inline everywhere, see there.
        #[cfg_attr(debug_assertions, inline(never))]
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn add(a: &Self::Raw, b: &Self::Raw) -> Self::Raw {
            Self::add(a, b)
        }

        #[cfg_attr(debug_assertions, inline(never))]
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn sub(a: &Self::Raw, b: &Self::Raw) -> Self::Raw {
            Self::sub(a, b)
        }

        #[cfg_attr(debug_assertions, inline(never))]
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn neg(a: &Self::Raw) -> Self::Raw {
            Self::neg(a)
        }

        #[inline(always)]
        fn times(a: &Self::Raw, k: u32) -> Self::Raw {
            // Two sums are less than a product by a small integer.
            let twice = |a: &Self::Raw| <Self as Kernels<Self>>::sum(a, a);
            match k {
                3 => <Self as Kernels<Self>>::sum(&twice(a), a),
                4 => twice(&twice(a)),
                _ => a.map(|a| <$portable as Field>::times(a, k)),
            }
        }

        #[inline(always)]
        fn weak(a: &Self::Raw) -> Self::Raw {
            a.map(<$portable as Field>::weak)
        }
    };
}

/// The function of [`Kernels`] that such a field has from there.
macro_rules! linear_kernels_on_words {
    ($portable:ty) => {
        #[inline(always)]
        fn linear<const T: usize, const K: usize>(
            sums: [[(&RawOf<Self>, i32); T]; K],
        ) -> [RawOf<Self>; K] {
            sums.each(|terms| {
                terms[0].0.map(|_| <$portable>::linear(terms.each(|(a, k)| (a.words(), k))))
            })
        }
    };
}

/// [`Masked`], [`Invert`] and [`Canonical`] for an engine on words with their proof: roots by its
/// own powers, the rest by the portable engine of the same values.
macro_rules! whole_on_words {
    ($engine:ty, $portable:ty $(, $($hook:tt)+)?) => {
        impl<M: Params<u64, N>, const N: usize> Masked for $engine {
            type Mask = Choice;

            #[inline(always)]
            fn is_zero(a: &Self::Raw) -> Choice {
                <$portable>::is_zero(a.words())
            }

            #[inline(always)]
            fn select(a: &Self::Raw, b: &Self::Raw, mask: &Choice) -> Self::Raw {
                a.map(|a| <$portable>::select(a, b.words(), *mask))
            }

            #[inline(always)]
            fn mask(choice: Choice) -> Choice {
                choice
            }

            #[inline]
            fn lookup<const K: usize>(table: &[[Self::Raw; K]], index: u32) -> [Self::Raw; K] {
                Words::lookup(table, index)
            }

            $($($hook)+)?
        }

        $crate::field::holds_itself!([M: Params<u64, N>, const N: usize] $engine);

        impl<M: Params<u64, N>, const N: usize> $crate::field::Holds<$portable> for $engine {
            #[inline(always)]
            fn enter(ctx: &Adx, a: &[u64; N]) -> Words<N> {
                Words::new(*ctx, *a)
            }

            #[inline(always)]
            fn leave(a: &Words<N>) -> [u64; N] {
                *a.words()
            }
        }

        impl<M: Params<u64, N>, const N: usize> Lanes for $engine {
            crate::field::single_lane!($portable);
        }

        impl<M: Params<u64, N>, const N: usize> Invert for $engine {
            fn invert(a: &Self::Raw) -> Self::Raw {
                a.map(<$portable>::invert)
            }

            fn invert_vartime(a: &Self::Raw) -> Self::Raw {
                a.map(<$portable>::invert_vartime)
            }
        }

        impl<M: Params<u64, N>, const N: usize> Canonical for $engine {
            type Four = crate::field::Apart<Self>;
            type Fast = Self;
            type Remainders = Self;

            const BYTES: usize = <$portable as Canonical>::BYTES;
            const UNIFORM_BYTES: usize = <$portable as Canonical>::UNIFORM_BYTES;

            const LIMBS: usize = <$portable as Canonical>::LIMBS;

            fn to_limbs(a: &Self::Raw, out: &mut [u64]) {
                <$portable as Canonical>::to_limbs(a.words(), out);
            }

            fn to_held(a: &Self::Raw, out: &mut [u64]) {
                <$portable as Canonical>::to_held(a.words(), out);
            }

            fn from_held(ctx: &Adx, limbs: &[u64]) -> Option<Self::Raw> {
                Some(Words::new(*ctx, <$portable as Canonical>::from_held(&(), limbs)?))
            }

            fn to_bytes(a: &Self::Raw, out: &mut [u8]) {
                <$portable as Canonical>::to_bytes(a.words(), out);
            }

            fn from_bytes(ctx: &Adx, bytes: &[u8]) -> (Self::Raw, Choice) {
                let (words, canonical) = <$portable as Canonical>::from_bytes_scaled(&(), bytes);
                let scaled = Words::new(*ctx, words);
                let value = match <$portable as Canonical>::unscale_bytes(&()) {
                    Some(unscale) => <Self as Field>::mul(&scaled, &Words::new(*ctx, unscale)),
                    None => scaled,
                };
                (value, canonical)
            }

            fn from_uniform_bytes(ctx: &Adx, bytes: &[u8]) -> Self::Raw {
                Words::new(*ctx, <$portable as Canonical>::from_uniform_bytes(&(), bytes))
            }

            fn sqrt(a: &Self::Raw) -> (Self::Raw, Choice) {
                Self::sqrt(a)
            }

            fn inverse_sqrt(a: &Self::Raw) -> (Self::Raw, Choice) {
                Self::inverse_sqrt(a)
            }

            fn is_square(a: &Self::Raw) -> Choice {
                Self::is_square(a)
            }

            fn sgn0(a: &Self::Raw) -> Choice {
                <$portable as Canonical>::sgn0(a.words())
            }

            fn is_largest(a: &Self::Raw) -> Choice {
                <$portable as Canonical>::is_largest(a.words())
            }
        }
    };
}

mod fold;

impl<M: Params<u64, N>, const N: usize> Field for Mont<M, N> {
    linear_on_words!(Portable<M, N>);

    type Wide = Wide<N>;

    const SHAPE: Shape = Shape { lazy_sums: Portable::<M, N>::LAZY, ..Shape::of(Karatsuba::Wide) };

    type Kernels = Self;
    type Fp2 = Self;
    type Overlap = NoKernels;

    #[inline(always)]
    fn wide(ctx: &Adx) -> Self::Wide {
        Wide::zero(*ctx)
    }

    #[inline(always)]
    fn mac(wide: &mut Self::Wide, a: &Self::Raw, b: &Self::Raw) {
        wide.add(&Self::product(a, b));
    }

    #[inline(always)]
    fn msub(wide: &mut Self::Wide, a: &Self::Raw, b: &Self::Raw) {
        wide.sub(&Self::product(a, b));
    }

    #[inline(always)]
    fn mac_small(wide: &mut Self::Wide, a: &Self::Raw, k: i32) {
        if k < 0 {
            wide.sub_small(a, k.unsigned_abs());
        } else {
            wide.add_small(a, k.unsigned_abs());
        }
    }

    #[inline(always)]
    fn reduce<const K: usize>(wides: [&Self::Wide; K]) -> [Self::Raw; K] {
        wides.each(Self::reduce)
    }

    #[inline(always)]
    fn wide_add(wide: &mut Self::Wide, other: &Self::Wide) {
        wide.add(other);
    }

    #[inline(always)]
    fn wide_sub(wide: &mut Self::Wide, other: &Self::Wide) {
        wide.sub(other);
    }

    #[inline(always)]
    fn wide_times(wide: &mut Self::Wide, k: u32) {
        wide.times(k);
    }

    #[inline(always)]
    fn mul(a: &Self::Raw, b: &Self::Raw) -> Self::Raw {
        Self::mul(a, b)
    }

    #[inline(always)]
    fn sqr(a: &Self::Raw) -> Self::Raw {
        Self::sqr(a)
    }
}

impl<M: Params<u64, N>, const N: usize> Kernels<Self> for Mont<M, N> {
    linear_kernels_on_words!(Portable<M, N>);

    #[inline(always)]
    fn wide_add_two(wide: &mut SumOf<Self>, one: &SumOf<Self>, other: &SumOf<Self>) {
        wide.add_two(one, other);
    }

    #[inline(always)]
    fn wide_add_sub(wide: &mut SumOf<Self>, plus: &SumOf<Self>, minus: &SumOf<Self>) {
        wide.add_sub(plus, minus);
    }

    #[inline(always)]
    fn wide_sub_two(wide: &mut SumOf<Self>, one: &SumOf<Self>, other: &SumOf<Self>) {
        wide.sub_two(one, other);
    }

    #[inline(always)]
    fn product(a: &RawOf<Self>, b: &RawOf<Self>) -> SumOf<Self> {
        Self::product(a, b)
    }

    #[inline(always)]
    fn mul_assign(a: &mut RawOf<Self>, b: &RawOf<Self>) {
        Self::mul_assign(a, b);
    }

    #[inline(always)]
    fn sqr_times_assign(a: &mut RawOf<Self>, n: u32) {
        Self::sqr_times_assign(a, n);
    }

    #[inline(always)]
    fn sums<const T: usize, const K: usize>(
        sums: [[(&RawOf<Self>, &RawOf<Self>); T]; K],
    ) -> [RawOf<Self>; K] {
        sums.each(|terms| match T {
            1 => Self::mul(terms[0].0, terms[0].1),
            2 => Self::sum_of_two([terms[0], terms[T - 1]]),
            _ => {
                let mut wide = Self::product(terms[0].0, terms[0].1);
                for (a, b) in &terms[1..] {
                    wide.add(&Self::product(a, b));
                }
                Self::reduce(&wide)
            }
        })
    }

    #[inline(always)]
    fn squares<const K: usize>(values: [&RawOf<Self>; K]) -> [RawOf<Self>; K] {
        values.each(<Self as Field>::sqr)
    }
}

impl<M: Params<u64, N>, const N: usize> Fp2Kernels<Self> for Mont<M, N> {
    #[inline(always)]
    fn mul_assign(a: &mut [RawOf<Self>; 2], b: &[RawOf<Self>; 2]) {
        Self::complex_mul_assign(a, b);
    }

    #[inline(always)]
    fn sqr_assign(a: &mut [RawOf<Self>; 2]) {
        Self::complex_sqr_assign(a);
    }

    #[inline(always)]
    fn product(a: &[RawOf<Self>; 2], b: &[RawOf<Self>; 2]) -> [SumOf<Self>; 2] {
        Self::complex_product(a, b)
    }

    #[inline(always)]
    fn mac(wide: &mut [SumOf<Self>; 2], a: &[RawOf<Self>; 2], b: &[RawOf<Self>; 2]) {
        let product = Self::complex_product(a, b);
        wide[0].add(&product[0]);
        wide[1].add(&product[1]);
    }

    #[inline(always)]
    fn msub(wide: &mut [SumOf<Self>; 2], a: &[RawOf<Self>; 2], b: &[RawOf<Self>; 2]) {
        let product = Self::complex_product(a, b);
        wide[0].sub(&product[0]);
        wide[1].sub(&product[1]);
    }

    #[inline(always)]
    fn mul(a: &[RawOf<Self>; 2], b: &[RawOf<Self>; 2]) -> [RawOf<Self>; 2] {
        Self::complex_mul(a, b)
    }

    #[inline(always)]
    fn sqr(a: &[RawOf<Self>; 2]) -> [RawOf<Self>; 2] {
        Self::complex_sqr(&[Self::weak(&a[0]), Self::weak(&a[1])])
    }

    #[inline(always)]
    fn sqr_of_reduced(a: &[RawOf<Self>; 2]) -> [RawOf<Self>; 2] {
        Self::complex_sqr(a)
    }

    #[inline(always)]
    fn mul_less_squares(
        a: &[RawOf<Self>; 2],
        b: &[RawOf<Self>; 2],
        c: &[RawOf<Self>; 2],
    ) -> [RawOf<Self>; 2] {
        #[cfg(target_arch = "x86_64")]
        if Self::LESS_SQUARES {
            return Self::complex_mul_less_squares(a, b, c);
        }
        let c_2 = <Quad<Self> as Field>::Kernels::sum(c, c);
        let [mut first, mut second] = Self::complex_product(a, b);
        let [less_first, less_second] = Self::complex_product(&c_2, &Quad::<Self>::add(&c_2, &c_2));
        first.sub(&less_first);
        second.sub(&less_second);
        [Self::reduce(&first), Self::reduce(&second)]
    }

    #[inline(always)]
    fn square(a: &[RawOf<Self>; 2]) -> [SumOf<Self>; 2] {
        Self::complex_square(a)
    }

    #[inline(always)]
    fn squares<const K: usize>(values: [&[RawOf<Self>; 2]; K]) -> [[RawOf<Self>; 2]; K] {
        values.each(Self::complex_sqr)
    }

    #[inline(always)]
    fn sums<const T: usize, const K: usize>(
        sums: [[Fp2Term<'_, RawOf<Self>>; T]; K],
    ) -> [[RawOf<Self>; 2]; K] {
        sums.each(|terms| {
            if T == 1 {
                return Self::complex_mul(terms[0].0, terms[0].1);
            }
            let mut sum = Self::complex_product(terms[0].0, terms[0].1);
            for (a, b) in &terms[1..] {
                <Self as Fp2Kernels<Self>>::mac(&mut sum, a, b);
            }
            sum.each_ref().each(Self::reduce)
        })
    }
}

whole_on_words!(Mont<M, N>, Portable<M, N>);
