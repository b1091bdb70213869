//! Eight lanes of vectors: what an engine on the kernels of `limb` is, written once for all of
//! them.
//!
//! Values carry the proof that the CPU runs their kernels, and the context is that proof. A sum of
//! a few products in Fp2 is one kernel, with Karatsuba's trick: towers that add sums in memory have
//! fewer products, and spend more on their columns than that saves. Values are half a kilobyte
//! long, so results are made where they are to stand.

use super::lanes8::LANES;

/// Repeats a block for each index below a constant of at most twelve. Around kernels that are
/// inlined a loop would stay one, and its values in memory.
macro_rules! unrolled {
    ($i:ident < $n:expr => $body:block) => {
        const { assert!($n <= 12, "a layer is shorter") };
        unrolled!(@ $i $n => $body 0 1 2 3 4 5 6 7 8 9 10 11)
    };
    (@ $i:ident $n:expr => $body:block $($k:literal)*) => {
        $(if const { $k < $n } {
            let $i = $k;
            $body
        })*
    };
}

/// [`Field`], [`Masked`], [`Invert`] and [`Lanes`] for a form of residues on the vectors of a
/// module of `limb`, whose values are made with `proof`; but for the products in Fp2, and for the
/// `items` of [`Lanes`] that are of that engine only.
macro_rules! lanes_engine {
    ($vectors:ident::$form:ident, proof: $proof:ident, karatsuba: $karatsuba:expr, fp2: $fp2:ty, items: { $($items:tt)* }) => {
        impl<M: Params<u64, N>, const N: usize> Field for $form<M, N> {
            type Ctx = $proof;
            type Const = Constant<M>;
            type Raw = limb::$vectors::Lanes<N>;
            type Wide = limb::$vectors::Wide<N>;

            const MAX_PRODUCTS: u32 = limb::wide::MAX_PRODUCTS;
            const SHAPE: Shape = Shape::of($karatsuba);

            type Kernels = Self;
            type Fp2 = $fp2;
            type Overlap = NoKernels;

            #[inline(always)]
            fn ctx(a: &Self::Raw) -> $proof {
                a.token()
            }

            #[inline]
            fn constant(ctx: &$proof, constant: &Self::Const) -> Self::Raw {
                Self::constant(*ctx, constant)
            }

            #[inline]
            fn small(ctx: &$proof, value: u32) -> Self::Raw {
                Self::small(*ctx, value)
            }

            /// As for residue numbers: sums, differences and copies are instructions in here, and
            /// calls outside.
            #[inline(always)]
            fn kernel<R>(formula: impl FnOnce() -> R) -> R {
                let token = $proof::found().unwrap_or_else(|| unreachable!("a value or a context of this engine is such a proof"));
                limb::$vectors::enter(token, formula)
            }

            #[inline(always)]
            fn add(a: &Self::Raw, b: &Self::Raw) -> Self::Raw {
                Self::add(a, b)
            }

            #[inline(always)]
            fn sub(a: &Self::Raw, b: &Self::Raw) -> Self::Raw {
                Self::sub(a, b)
            }

            #[inline(always)]
            fn neg(a: &Self::Raw) -> Self::Raw {
                Self::neg(a)
            }

            #[inline(always)]
            fn times(a: &Self::Raw, k: u32) -> Self::Raw {
                Self::times(a, k)
            }

            #[inline(always)]
            fn weak(a: &Self::Raw) -> Self::Raw {
                Self::weak(a)
            }

            #[inline(always)]
            fn wide(ctx: &$proof) -> Self::Wide {
                limb::$vectors::Wide::zero(*ctx)
            }

            #[inline(always)]
            fn mac(wide: &mut Self::Wide, a: &Self::Raw, b: &Self::Raw) {
                Self::mac(wide, a, b);
            }

            #[inline(always)]
            fn msub(wide: &mut Self::Wide, a: &Self::Raw, b: &Self::Raw) {
                wide.sub(&Self::product(a, b));
            }

            #[inline(always)]
            fn mac_small(wide: &mut Self::Wide, a: &Self::Raw, k: i32) {
                Self::mac_small(wide, a, k);
            }

            #[inline(always)]
            fn reduce<const K: usize>(wides: [&Self::Wide; K]) -> [Self::Raw; K] {
                let mut out = [limb::$vectors::Lanes::zero(wides[0].token()); K];
                unrolled!(i < K => { out[i] = Self::reduce(wides[i]) });
                out
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

        impl<M: Params<u64, N>, const N: usize> Kernels<Self> for $form<M, N> {
            #[inline(always)]
            fn product(a: &RawOf<Self>, b: &RawOf<Self>) -> SumOf<Self> {
                Self::product(a, b)
            }

            #[inline(always)]
            fn sums<const T: usize, const K: usize>(sums: [[(&RawOf<Self>, &RawOf<Self>); T]; K]) -> [RawOf<Self>; K] {
                let mut out = [limb::$vectors::Lanes::zero(sums[0][0].0.token()); K];
                unrolled!(i < K => {
                    let terms = sums[i];
                    out[i] = match T {
                        1 => Self::mul(terms[0].0, terms[0].1),
                        2 => Self::sum_of_two([terms[0], terms[T - 1]]),
                        _ => {
                            let mut wide = Self::product(terms[0].0, terms[0].1);
                            for (a, b) in &terms[1..] {
                                Self::mac(&mut wide, a, b);
                            }
                            Self::reduce(&wide)
                        }
                    };
                });
                out
            }

            #[inline(always)]
            fn sum_of_two(terms: [(&RawOf<Self>, &RawOf<Self>); 2]) -> RawOf<Self> {
                Self::sum_of_two(terms)
            }

            #[inline(always)]
            fn squares<const K: usize>(values: [&RawOf<Self>; K]) -> [RawOf<Self>; K] {
                let mut out = [limb::$vectors::Lanes::zero(values[0].token()); K];
                unrolled!(i < K => { out[i] = Self::sqr(values[i]) });
                out
            }

            #[inline(always)]
            fn linear<const T: usize, const K: usize>(sums: [[(&RawOf<Self>, i32); T]; K]) -> [RawOf<Self>; K] {
                sums.each(|terms| Self::linear(&terms))
            }

            #[inline(always)]
            fn mul_assign(a: &mut RawOf<Self>, b: &RawOf<Self>) {
                Self::mul_assign(a, b);
            }
        }

        impl<M: Params<u64, N>, const N: usize> Masked for $form<M, N> {
            type Mask = LaneMask;

            #[inline(always)]
            fn is_zero(a: &Self::Raw) -> LaneMask {
                LaneMask::of_bits(Self::is_zero(a))
            }

            #[inline(always)]
            fn select(a: &Self::Raw, b: &Self::Raw, mask: &LaneMask) -> Self::Raw {
                limb::$vectors::Lanes::select(a, b, mask.bits())
            }

            #[inline(always)]
            fn scan<T>(none: &Self::Raw, table: &[T], entry: impl Fn(&T) -> &Self::Raw, is: &[LaneMask]) -> Self::Raw {
                none.scan(table, entry, is, |is| is.bits())
            }

            #[inline(always)]
            fn mask(choice: Choice) -> LaneMask {
                LaneMask::new([choice; LANES])
            }
        }

        impl<M: Params<u64, N>, const N: usize> Invert for $form<M, N> {
            /// One inversion for all lanes, on words.
            fn invert(a: &Self::Raw) -> Self::Raw {
                let (mut words, mut scratch) = (Self::to_words(a), [[0; N]; LANES]);
                limb::$form::<M, u64, N>::invert_batch(&mut words, &mut scratch);
                Self::of_words(a.token(), words.each_ref())
            }

            fn invert_vartime(a: &Self::Raw) -> Self::Raw {
                let (mut words, mut scratch) = (Self::to_words(a), [[0; N]; LANES]);
                limb::$form::<M, u64, N>::invert_batch_vartime(&mut words, &mut scratch);
                Self::of_words(a.token(), words.each_ref())
            }
        }

        impl<M: Params<u64, N>, const N: usize> Lanes for $form<M, N> {
            type One = limb::$form<M, u64, N>;

            const WIDTH: usize = LANES;

            $($items)*

            #[inline(always)]
            fn bits(mask: &LaneMask) -> u8 {
                mask.bits()
            }

            #[inline(always)]
            fn of_bits(bits: u8) -> LaneMask {
                LaneMask::of_bits(bits)
            }

            #[inline(always)]
            fn zeros_vartime(a: &Self::Raw) -> u8 {
                Self::zeros_vartime(a)
            }

            #[inline(always)]
            fn enter_lanes<'a>(ctx: &$proof, lane: impl Fn(usize) -> &'a [u64; N]) -> Self::Raw {
                Self::of_words(*ctx, $crate::engines::vectors::eight(lane))
            }

            #[inline(always)]
            fn leave_lanes(a: &Self::Raw, mut lane: impl FnMut(usize, [u64; N])) {
                for (i, words) in Self::to_words(a).into_iter().enumerate() {
                    lane(i, words);
                }
            }

            #[inline(always)]
            fn load<'a>(ctx: &$proof, row: impl Fn(usize) -> &'a Self::Row) -> Self::Raw {
                limb::$vectors::Lanes::of_rows(*ctx, $crate::engines::vectors::eight(row))
            }

            #[inline(always)]
            fn enter<R>(ctx: &$proof, formula: impl FnOnce() -> R) -> R {
                limb::$vectors::enter(*ctx, formula)
            }
        }
    };
}

/// Products in Fp2, by the kernels for complex numbers of a module of `limb`.
macro_rules! fp2_in_lanes {
    ($vectors:ident) => {
        impl<M: Params<u64, N>, const N: usize> Fp2Kernels<Self> for limb::$vectors::Mont<M, N> {
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
                let mut out = [limb::$vectors::Lanes::zero(a[0].token()); 2];
                Self::complex_sum(&mut out, &[(a, b)]);
                out
            }

            #[inline(always)]
            fn sqr(a: &[RawOf<Self>; 2]) -> [RawOf<Self>; 2] {
                Self::complex_sqr(a)
            }

            #[inline(always)]
            fn squares<const K: usize>(values: [&[RawOf<Self>; 2]; K]) -> [[RawOf<Self>; 2]; K] {
                values.each(Self::complex_sqr)
            }

            #[inline(always)]
            fn sums<const T: usize, const K: usize>(
                sums: [[Fp2Term<'_, RawOf<Self>>; T]; K],
            ) -> [[RawOf<Self>; 2]; K] {
                let mut out = [[limb::$vectors::Lanes::zero(sums[0][0].0[0].token()); 2]; K];
                out.iter_mut().zip(&sums).for_each(|(out, terms)| Self::complex_sum(out, terms));
                out
            }

            // Values are long, and better made where they are to stand.
            #[inline(always)]
            fn sums_in_place<const T: usize, const K: usize>(
                sums: [[Fp2Term<'_, RawOf<Self>>; T]; K],
            ) -> [Red<Quad<Self>>; K] {
                let mut out =
                    [Red::from_raw([limb::$vectors::Lanes::zero(sums[0][0].0[0].token()); 2]); K];
                out.iter_mut()
                    .zip(&sums)
                    .for_each(|(out, terms)| Self::complex_sum(out.raw_mut(), terms));
                out
            }

            #[inline(always)]
            fn linear_in_place<const T: usize, const K: usize>(
                sums: [[Fp2Multiple<'_, RawOf<Self>>; T]; K],
            ) -> [Red<Quad<Self>>; K] {
                let mut out = [Red::<Quad<Self>>::from_raw(
                    [limb::$vectors::Lanes::zero(sums[0][0].0[0].token()); 2],
                ); K];
                for (out, terms) in out.iter_mut().zip(&sums) {
                    for (i, out) in out.raw_mut().iter_mut().enumerate() {
                        *out = Self::linear(&terms.each(|(a, k)| (&a[i], k)));
                    }
                }
                out
            }

            #[inline(always)]
            fn squares_in_place<const K: usize>(
                values: [&[RawOf<Self>; 2]; K],
            ) -> [Red<Quad<Self>>; K] {
                let mut out =
                    [Red::from_raw([limb::$vectors::Lanes::zero(values[0][0].token()); 2]); K];
                out.iter_mut()
                    .zip(values)
                    .for_each(|(out, a)| *out.raw_mut() = Self::complex_sqr(a));
                out
            }
        }
    };
}

/// What a function gives for each lane.
#[inline(always)]
pub(super) fn eight<'a, T>(lane: impl Fn(usize) -> &'a T) -> [&'a T; LANES] {
    [lane(0), lane(1), lane(2), lane(3), lane(4), lane(5), lane(6), lane(7)]
}

pub(super) use {fp2_in_lanes, lanes_engine, unrolled};
