//! The residue-number engine: [`limb::rns::Rns`] as a [`Field`], for one item at low latency.
//!
//! Its values carry the proof that the CPU runs its kernels, and its context is that proof. Adding
//! a product to a sum is almost free, a reduction is not, and several cost less side by side: so
//! every coefficient of a formula is one sum, and a layer of them is reduced at once. What looks at
//! the integer goes through words.

use limb::Params;
use limb::each::{Each, array};
use limb::modulus::Constant;
use limb::rns::{Element, Rns, Vector, Wide};
use subtle::{Choice, ConstantTimeEq};

use crate::field::{
    Canonical, Field, Fp2Kernels, Fp2Term, Holds, Invert, Item, Karatsuba, Kernels, Masked,
    NoKernels, RawOf, Red, Shape, SumOf, holds_itself,
};

impl<M: Params<u64, N>, V: Vector, const N: usize> Field for Rns<M, V, N> {
    type Ctx = V::Token;
    type Const = Constant<M>;
    type Raw = Element<V>;
    type Wide = Wide<V>;

    const MAX_PRODUCTS: u32 = limb::wide::MAX_PRODUCTS;
    // An inversion is on words, and takes as long as seventeen squarings.
    const SHAPE: Shape = Shape { compresses: false, layers: true, ..Shape::of(Karatsuba::Never) };

    type Kernels = Self;
    type Fp2 = Self;
    type Overlap = NoKernels;

    #[inline(always)]
    fn ctx(a: &Self::Raw) -> V::Token {
        a.token()
    }

    #[inline]
    fn constant(ctx: &V::Token, constant: &Self::Const) -> Self::Raw {
        Self::constant(*ctx, constant)
    }

    #[inline]
    fn small(ctx: &V::Token, value: u32) -> Self::Raw {
        Self::small(*ctx, value)
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
    fn wide(ctx: &V::Token) -> Self::Wide {
        Self::wide(*ctx)
    }

    #[inline(always)]
    fn mac(wide: &mut Self::Wide, a: &Self::Raw, b: &Self::Raw) {
        Self::mac(wide, a, b);
    }

    #[inline(always)]
    fn msub(wide: &mut Self::Wide, a: &Self::Raw, b: &Self::Raw) {
        Self::msub(wide, a, b);
    }

    #[inline(always)]
    fn mac_small(wide: &mut Self::Wide, a: &Self::Raw, k: i32) {
        Self::mac_small(wide, a, k);
    }

    #[inline(always)]
    fn reduce<const K: usize>(wides: [&Self::Wide; K]) -> [Self::Raw; K] {
        Self::reduce_many(wides)
    }

    #[inline(always)]
    fn wide_add(wide: &mut Self::Wide, other: &Self::Wide) {
        Self::wide_add(wide, other);
    }

    #[inline(always)]
    fn wide_sub(wide: &mut Self::Wide, other: &Self::Wide) {
        Self::wide_sub(wide, other);
    }

    #[inline(always)]
    fn wide_times(wide: &mut Self::Wide, k: u32) {
        Self::wide_times(wide, k);
    }

    #[inline(always)]
    fn mul(a: &Self::Raw, b: &Self::Raw) -> Self::Raw {
        Self::mul(a, b)
    }

    #[inline(always)]
    fn sqr(a: &Self::Raw) -> Self::Raw {
        Self::sqr(a)
    }

    /// One load finds the proof again: a formula may run here before it has seen a value. A limit
    /// that another thread has set meanwhile does not matter to values that are there.
    #[inline(always)]
    fn kernel<R>(formula: impl FnOnce() -> R) -> R {
        let token = V::found()
            .unwrap_or_else(|| unreachable!("a value or a context of this engine is such a proof"));
        V::enter(token, formula)
    }
}

impl<M: Params<u64, N>, V: Vector, const N: usize> Kernels<Self> for Rns<M, V, N> {
    #[inline(always)]
    fn product(a: &RawOf<Self>, b: &RawOf<Self>) -> SumOf<Self> {
        Self::product(a, b)
    }

    #[inline(always)]
    fn sums<const T: usize, const K: usize>(
        sums: [[(&RawOf<Self>, &RawOf<Self>); T]; K],
    ) -> [RawOf<Self>; K] {
        Self::sums(&sums)
    }

    #[inline(always)]
    fn layer<const K: usize>(items: [Item<'_, RawOf<Self>>; K]) -> [RawOf<Self>; K] {
        Self::layer(&items)
    }

    #[inline(always)]
    fn squares<const K: usize>(values: [&RawOf<Self>; K]) -> [RawOf<Self>; K] {
        Self::sums(&values.each(|a| [(a, a)]))
    }

    #[inline(always)]
    fn linear<const T: usize, const K: usize>(
        sums: [[(&RawOf<Self>, i32); T]; K],
    ) -> [RawOf<Self>; K] {
        Self::linear(&sums)
    }
}

impl<M: Params<u64, N>, V: Vector, const N: usize> Fp2Kernels<Self> for Rns<M, V, N> {
    #[inline(always)]
    fn layer<const K: usize>(items: [Item<'_, [RawOf<Self>; 2]>; K]) -> [[RawOf<Self>; 2]; K] {
        Self::complex_layer(&items)
    }

    #[inline(always)]
    fn mul(a: &[RawOf<Self>; 2], b: &[RawOf<Self>; 2]) -> [RawOf<Self>; 2] {
        Self::complex_mul(a, b)
    }

    #[inline(always)]
    fn sums<const T: usize, const K: usize>(
        sums: [[Fp2Term<'_, RawOf<Self>>; T]; K],
    ) -> [[RawOf<Self>; 2]; K] {
        Self::complex_sums(&sums)
    }

    #[inline(always)]
    fn sqr(a: &[RawOf<Self>; 2]) -> [RawOf<Self>; 2] {
        let [out] = Self::complex_squares([&[Self::weak(&a[0]), Self::weak(&a[1])]]);
        out
    }

    #[inline(always)]
    fn squares<const K: usize>(values: [&[RawOf<Self>; 2]; K]) -> [[RawOf<Self>; 2]; K] {
        Self::complex_squares(values)
    }

    #[inline(always)]
    fn reduce<const K: usize>(wides: [&[SumOf<Self>; 2]; K]) -> [[RawOf<Self>; 2]; K] {
        Self::complex_reduce(wides)
    }
}

impl<M: Params<u64, N>, V: Vector, const N: usize> Masked for Rns<M, V, N> {
    type Mask = Choice;

    #[inline(always)]
    fn is_zero(a: &Self::Raw) -> Choice {
        Self::is_zero(a)
    }

    #[inline(always)]
    fn select(a: &Self::Raw, b: &Self::Raw, mask: &Choice) -> Self::Raw {
        Self::select(a, b, *mask)
    }

    #[inline(always)]
    fn mask(choice: Choice) -> Choice {
        choice
    }

    #[inline(always)]
    fn scan<T>(
        none: &Self::Raw,
        table: &[T],
        entry: impl Fn(&T) -> &Self::Raw,
        is: &[Choice],
    ) -> Self::Raw {
        Self::scan(none, table.iter().zip(is).map(|(item, is)| (entry(item), *is)))
    }

    #[inline]
    fn lookup<const K: usize>(table: &[[Self::Raw; K]], index: u32) -> [Self::Raw; K] {
        array(|k| {
            let entries = table.iter().zip(0u32..).map(|(entry, i)| (&entry[k], index.ct_eq(&i)));
            Self::scan(&table[0][k], entries)
        })
    }
}

impl<M: Params<u64, N>, V: Vector, const N: usize> Invert for Rns<M, V, N> {
    /// On words: conversions take a hundredth of it.
    fn invert(a: &Self::Raw) -> Self::Raw {
        Self::of_words(a.token(), &limb::Mont::<M, u64, N>::invert(&Self::to_words(a)))
    }

    fn invert_vartime(a: &Self::Raw) -> Self::Raw {
        Self::of_words(a.token(), &limb::Mont::<M, u64, N>::invert_vartime(&Self::to_words(a)))
    }
}

/// The engine of the words that values are converted to.
type Words<M, const N: usize> = limb::Mont<M, u64, N>;

holds_itself!([M: Params<u64, N>, V: Vector, const N: usize] Rns<M, V, N>);

impl<M: Params<u64, N>, V: Vector, const N: usize> Holds<Words<M, N>> for Rns<M, V, N> {
    #[inline(always)]
    fn enter(token: &V::Token, a: &[u64; N]) -> Element<V> {
        Self::of_words(*token, a)
    }

    #[inline(always)]
    fn leave(a: &Element<V>) -> [u64; N] {
        Self::to_words(a)
    }
}

/// By way of words, a root on the faster engine of those.
impl<M: Params<u64, N>, V: Vector, const N: usize> Canonical for Rns<M, V, N>
where
    V::Token: Send + Sync,
    V: Send + Sync,
{
    type Four = crate::field::Apart<Self>;
    type Fast = Self;
    type Remainders = Self;

    const BYTES: usize = Words::<M, N>::BYTES;
    const UNIFORM_BYTES: usize = Words::<M, N>::UNIFORM_BYTES;

    const LIMBS: usize = Words::<M, N>::LIMBS;

    fn to_limbs(a: &Self::Raw, out: &mut [u64]) {
        Words::<M, N>::to_limbs(&Self::to_words(a), out);
    }

    fn to_held(a: &Self::Raw, out: &mut [u64]) {
        Words::<M, N>::to_held(&Self::to_words(a), out);
    }

    fn from_held(ctx: &V::Token, limbs: &[u64]) -> Option<Self::Raw> {
        Some(Self::of_words(*ctx, &Words::<M, N>::from_held(&(), limbs)?))
    }

    fn to_bytes(a: &Self::Raw, out: &mut [u8]) {
        Words::<M, N>::to_bytes(&Self::to_words(a), out);
    }

    fn from_bytes(ctx: &V::Token, bytes: &[u8]) -> (Self::Raw, Choice) {
        let (words, canonical) = Words::<M, N>::from_bytes(&(), bytes);
        (Self::of_words(*ctx, &words), canonical)
    }

    fn from_uniform_bytes(ctx: &V::Token, bytes: &[u8]) -> Self::Raw {
        Self::of_words(*ctx, &Words::<M, N>::from_uniform_bytes(&(), bytes))
    }

    fn sqrt(a: &Self::Raw) -> (Self::Raw, Choice) {
        root::<M, V, N>(a, Red::sqrt, Red::sqrt)
    }

    fn inverse_sqrt(a: &Self::Raw) -> (Self::Raw, Choice) {
        root::<M, V, N>(a, Red::inverse_sqrt, Red::inverse_sqrt)
    }

    fn is_square(a: &Self::Raw) -> Choice {
        <Words<M, N> as Canonical>::is_square(&Self::to_words(a))
    }

    fn sgn0(a: &Self::Raw) -> Choice {
        Words::<M, N>::sgn0(&Self::to_words(a))
    }

    fn is_largest(a: &Self::Raw) -> Choice {
        Words::<M, N>::is_largest(&Self::to_words(a))
    }
}

/// A root and whether there is one, of the words of a value: on the faster engine of words or on
/// these.
fn root<M: Params<u64, N>, V: Vector, const N: usize>(
    a: &Element<V>,
    on_fast: impl Fn(
        &Red<<Words<M, N> as Canonical>::Fast>,
    ) -> (Red<<Words<M, N> as Canonical>::Fast>, Choice),
    here: impl Fn(&Red<Words<M, N>>) -> (Red<Words<M, N>>, Choice),
) -> (Element<V>, Choice) {
    let words = Red::from_raw(Rns::<M, V, N>::to_words(a));
    let (root, exists) = match Words::<M, N>::fast() {
        Some(there) => {
            let (root, exists) = on_fast(&words.enter(&there));
            (Red::leave(&root), exists)
        }
        None => here(&words),
    };
    (Rns::<M, V, N>::of_words(a.token(), root.raw()), exists)
}
