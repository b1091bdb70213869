//! The portable engine: [`limb::Mont`] as a [`Field`].

use limb::each::Each;
use limb::modulus::{Constant, LIMBS, words_of};
use limb::{Modulus, Mont, Params, Sum, Word};
use subtle::Choice;

use super::integer;
use super::word_engines::WordEngines;
#[cfg(target_arch = "riscv32")]
use crate::field::Fp2Multiple;
use crate::field::{
    Field, Fp2Kernels, Fp2Term, Karatsuba, Kernels, Overlap, RawOf, Red, Shape, SumOf,
    mac_fp2_square,
};
#[cfg(target_arch = "riscv32")]
use crate::fp2::Quad;

impl<M, W, const N: usize> Field for Mont<M, W, N>
where
    M: Params<W, N>,
    W: WordEngines,
{
    linear_on_plain_words!(Sum);

    // A product of 6 words of 64 bits costs about as much as its reduction. Without a carry flag
    // products cost more, and those of a kernel stand in double width anyway.
    const SHAPE: Shape = Shape {
        overlap: Self::MULTIPLIED,
        small_stack: W::KERNELS,
        ..Shape::of(if W::KERNELS { Karatsuba::Wide } else { Karatsuba::Reduced })
    };

    type Kernels = Self;
    type Fp2 = Self;
    type Overlap = Self;

    #[inline(always)]
    fn constant((): &(), constant: &Self::Const) -> Self::Raw {
        Self::words(&constant.montgomery())
    }

    #[inline(always)]
    fn small((): &(), value: u32) -> Self::Raw {
        match value {
            0 => Self::ZERO,
            1 => Self::ONE,
            _ => {
                let mut limbs = [0; LIMBS];
                limbs[0] = u64::from(value);
                Self::from_words(&Self::words(&limbs))
            }
        }
    }

    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn weak(a: &Self::Raw) -> Self::Raw {
        Self::weak(a)
    }

    // The kernels are functions, not inlined: a call costs little beside 36 word products, and
    // formulas hold dozens of them.
    #[inline(never)]
    fn mac(wide: &mut Self::Wide, a: &Self::Raw, b: &Self::Raw) {
        wide.mac::<M>(a, b);
    }

    #[inline(never)]
    fn msub(wide: &mut Self::Wide, a: &Self::Raw, b: &Self::Raw) {
        wide.msub::<M>(a, b);
    }

    #[inline(never)]
    fn mac_small(wide: &mut Self::Wide, a: &Self::Raw, k: i32) {
        wide.mac_small::<M>(a, k);
    }

    #[inline(always)]
    fn reduce<const K: usize>(wides: [&Self::Wide; K]) -> [Self::Raw; K] {
        wides.each(reduce_one::<M, W, N>)
    }

    single_products!(W::Mont<M, N>, W::products::<M, N>(), mul::<M, W, N>, sqr::<M, W, N>);
}

impl<M, W, const N: usize> Kernels<Self> for Mont<M, W, N>
where
    M: Params<W, N>,
    W: WordEngines,
{
    linear_kernels_on_plain_words!();
    single_products_in_place!(W::Mont<M, N>, W::products::<M, N>(), mul::<M, W, N>, sqr::<M, W, N>);

    #[inline(always)]
    fn product(a: &RawOf<Self>, b: &RawOf<Self>) -> SumOf<Self> {
        if W::KERNELS {
            return Sum::product::<M>(a, b);
        }
        let mut wide = Sum::zero();
        <Self as Field>::mac(&mut wide, a, b);
        wide
    }

    #[inline(always)]
    fn square(a: &RawOf<Self>) -> SumOf<Self> {
        if W::KERNELS {
            return Sum::square::<M>(a);
        }
        let mut wide = Sum::zero();
        Self::mac_sqr(&mut wide, a);
        wide
    }

    #[cfg(target_arch = "riscv32")]
    #[inline(always)]
    fn reduce_to(wide: &SumOf<Self>, out: &mut RawOf<Self>) {
        *out = reduce_one::<M, W, N>(wide);
    }

    #[inline(always)]
    fn sums<const T: usize, const K: usize>(
        sums: [[(&RawOf<Self>, &RawOf<Self>); T]; K],
    ) -> [RawOf<Self>; K] {
        sums.each(Self::sum_of_products)
    }

    #[inline(always)]
    fn squares<const K: usize>(values: [&RawOf<Self>; K]) -> [RawOf<Self>; K] {
        values.each(sqr::<M, W, N>)
    }
}

impl<M, W, const N: usize> Fp2Kernels<Self> for Mont<M, W, N>
where
    M: Params<W, N>,
    W: WordEngines,
{
    #[inline(always)]
    fn mul(a: &[RawOf<Self>; 2], b: &[RawOf<Self>; 2]) -> [RawOf<Self>; 2] {
        if let Some(proof) = W::mont::<M, N>() {
            return <W::Mont<M, N> as Field>::Fp2::mul(
                W::in_place(&proof, a),
                W::in_place(&proof, b),
            )
            .each_ref()
            .each(W::leave);
        }
        let [out] = <Self as Fp2Kernels<Self>>::sums([[(a, b)]]);
        out
    }

    #[inline(always)]
    fn product(a: &[RawOf<Self>; 2], b: &[RawOf<Self>; 2]) -> [SumOf<Self>; 2] {
        if Self::BY_THREE_PRODUCTS {
            return Self::complex_product(a, b);
        }
        let mut wide = [Sum::zero(), Sum::zero()];
        <Self as Fp2Kernels<Self>>::mac(&mut wide, a, b);
        wide
    }

    #[inline(always)]
    fn square(a: &[RawOf<Self>; 2]) -> [SumOf<Self>; 2] {
        if Self::BY_THREE_PRODUCTS {
            return Self::complex_square(a);
        }
        let mut wide = [Sum::zero(), Sum::zero()];
        mac_fp2_square::<Self>(&mut wide, a);
        wide
    }

    fn mac(wide: &mut [SumOf<Self>; 2], a: &[RawOf<Self>; 2], b: &[RawOf<Self>; 2]) {
        if Self::BY_THREE_PRODUCTS {
            let product = Self::complex_product(a, b);
            Self::wide_add(&mut wide[0], &product[0]);
            Self::wide_add(&mut wide[1], &product[1]);
        } else {
            <Self as Field>::mac(&mut wide[0], &a[0], &b[0]);
            <Self as Field>::msub(&mut wide[0], &a[1], &b[1]);
            <Self as Field>::mac(&mut wide[1], &a[0], &b[1]);
            <Self as Field>::mac(&mut wide[1], &a[1], &b[0]);
        }
    }

    fn msub(wide: &mut [SumOf<Self>; 2], a: &[RawOf<Self>; 2], b: &[RawOf<Self>; 2]) {
        if Self::BY_THREE_PRODUCTS {
            let product = Self::complex_product(a, b);
            Self::wide_sub(&mut wide[0], &product[0]);
            Self::wide_sub(&mut wide[1], &product[1]);
        } else {
            <Self as Field>::msub(&mut wide[0], &a[0], &b[0]);
            <Self as Field>::mac(&mut wide[0], &a[1], &b[1]);
            <Self as Field>::msub(&mut wide[1], &a[0], &b[1]);
            <Self as Field>::msub(&mut wide[1], &a[1], &b[0]);
        }
    }

    #[inline(always)]
    fn sqr(a: &[RawOf<Self>; 2]) -> [RawOf<Self>; 2] {
        if let Some(proof) = W::mont::<M, N>() {
            return <W::Mont<M, N> as Field>::Fp2::sqr(W::in_place(&proof, a))
                .each_ref()
                .each(W::leave);
        }
        complex_sqr::<M, W, N>(a)
    }

    #[inline(always)]
    fn mul_assign(a: &mut [RawOf<Self>; 2], b: &[RawOf<Self>; 2]) {
        match W::mont::<M, N>() {
            Some(proof) => <W::Mont<M, N> as Field>::Fp2::mul_assign(
                W::in_place_mut(&proof, a),
                W::in_place(&proof, b),
            ),
            None => *a = <Self as Fp2Kernels<Self>>::mul(a, b),
        }
    }

    #[inline(always)]
    fn sqr_assign(a: &mut [RawOf<Self>; 2]) {
        match W::mont::<M, N>() {
            Some(proof) => <W::Mont<M, N> as Field>::Fp2::sqr_assign(W::in_place_mut(&proof, a)),
            None => *a = complex_sqr::<M, W, N>(a),
        }
    }

    #[inline(always)]
    fn squares<const K: usize>(values: [&[RawOf<Self>; 2]; K]) -> [[RawOf<Self>; 2]; K] {
        if Self::BY_THREE_PRODUCTS {
            return values.each(Self::complex_sqr);
        }
        values.each(complex_sqr::<M, W, N>)
    }

    // Each residue where it is to stand: arrays that are mapped are moved.
    #[cfg(target_arch = "riscv32")]
    #[inline(always)]
    fn reduce<const K: usize>(wides: [&[SumOf<Self>; 2]; K]) -> [[RawOf<Self>; 2]; K] {
        wides.map(
            #[inline(always)]
            |wide| [reduce_one::<M, W, N>(&wide[0]), reduce_one::<M, W, N>(&wide[1])],
        )
    }

    // Values are long, and better made where they are to stand.
    #[cfg(target_arch = "riscv32")]
    #[inline(always)]
    fn sums_in_place<const T: usize, const K: usize>(
        sums: [[Fp2Term<'_, RawOf<Self>>; T]; K],
    ) -> [Red<Quad<Self>>; K] {
        let mut out = [Red::from_raw([Self::ZERO; 2]); K];
        for (out, terms) in out.iter_mut().zip(&sums) {
            let [out_value] = <Self as Fp2Kernels<Self>>::sums([*terms]);
            *out.raw_mut() = out_value;
        }
        out
    }

    #[cfg(target_arch = "riscv32")]
    #[inline(always)]
    fn linear_in_place<const T: usize, const K: usize>(
        sums: [[Fp2Multiple<'_, RawOf<Self>>; T]; K],
    ) -> [Red<Quad<Self>>; K] {
        let mut out = [Red::<Quad<Self>>::from_raw([Self::ZERO; 2]); K];
        for (out, terms) in out.iter_mut().zip(&sums) {
            let [c0, c1] = out.raw_mut();
            *c0 = Self::linear(terms.map(|(a, k)| (&a[0], k)));
            *c1 = Self::linear(terms.map(|(a, k)| (&a[1], k)));
        }
        out
    }

    #[cfg(target_arch = "riscv32")]
    #[inline(always)]
    fn squares_in_place<const K: usize>(values: [&[RawOf<Self>; 2]; K]) -> [Red<Quad<Self>>; K] {
        let mut out = [Red::from_raw([Self::ZERO; 2]); K];
        for (out, a) in out.iter_mut().zip(values) {
            *out.raw_mut() = if Self::BY_THREE_PRODUCTS {
                Self::complex_sqr(a)
            } else {
                complex_sqr::<M, W, N>(a)
            };
        }
        out
    }

    #[inline(always)]
    fn sums<const T: usize, const K: usize>(
        sums: [[Fp2Term<'_, RawOf<Self>>; T]; K],
    ) -> [[RawOf<Self>; 2]; K] {
        if Self::BY_THREE_PRODUCTS {
            sums.each(
                #[inline(always)]
                |terms| {
                    if T == 1 {
                        return Self::complex_mul(terms[0].0, terms[0].1);
                    }
                    let mut sum = Self::complex_product(terms[0].0, terms[0].1);
                    for (a, b) in &terms[1..] {
                        <Self as Fp2Kernels<Self>>::mac(&mut sum, a, b);
                    }
                    [reduce_one::<M, W, N>(&sum[0]), reduce_one::<M, W, N>(&sum[1])]
                },
            )
        } else if Self::LAZY {
            sums.each(Self::complex_sum)
        } else {
            sums.each(|terms| {
                let mut wide = [Sum::zero(), Sum::zero()];
                for (a, b) in terms {
                    <Self as Fp2Kernels<Self>>::mac(&mut wide, a, b);
                }
                wide.each(|wide| reduce_one::<M, W, N>(&wide))
            })
        }
    }
}

impl<M, W, const N: usize> Overlap<Self> for Mont<M, W, N>
where
    M: Params<W, N>,
    W: WordEngines,
{
    #[inline(always)]
    fn begin(a: &RawOf<Self>, b: &RawOf<Self>) -> bool {
        Self::begin(a, b)
    }

    #[inline(always)]
    fn end(begun: bool, a: &RawOf<Self>, b: &RawOf<Self>) -> RawOf<Self> {
        if const { Self::MULTIPLIED } { Self::end(begun, a, b) } else { <Self as Field>::mul(a, b) }
    }

    #[inline(always)]
    fn power(a: &RawOf<Self>, exponent: &[u64]) -> Option<RawOf<Self>> {
        Self::power_beside(a, exponent)
    }

    #[cfg(curvemark_multiplier)]
    #[inline(never)]
    fn sum_of_three<const LESS_B: bool, const LESS_C: bool>(
        a: &RawOf<Self>,
        b: &RawOf<Self>,
        c: &RawOf<Self>,
    ) -> SumOf<Self> {
        Sum::of_three::<LESS_B, LESS_C>(a, b, c)
    }

    #[cfg(curvemark_multiplier)]
    #[inline(always)]
    fn reduce_with_twice<const MINUS: bool>(
        wide: &SumOf<Self>,
        k: u32,
        a: &RawOf<Self>,
    ) -> RawOf<Self> {
        wide.reduce_with_twice::<M, MINUS>(k, a)
    }

    #[cfg(curvemark_multiplier)]
    #[inline(always)]
    fn fp2_of_three_products(
        first: &RawOf<Self>,
        second: &RawOf<Self>,
        third: &RawOf<Self>,
    ) -> [SumOf<Self>; 2] {
        Self::complex_of_three_products(first, second, third)
    }

    #[cfg(curvemark_multiplier)]
    #[inline(always)]
    fn add_lazy(a: &RawOf<Self>, b: &RawOf<Self>) -> RawOf<Self> {
        if const { Self::BY_THREE_PRODUCTS } {
            Self::sum_below_double(a, b)
        } else {
            Self::add(&Self::weak(a), &Self::weak(b))
        }
    }
}

// R is R² in Montgomery's form.
whole_on_plain_words!(Mont, faster: Mont by mont, lanes: MontLanes by mont_lanes, doubles: MontDoubles by W::mont_doubles::<M, N>(), if W::DOUBLES && M::DOUBLES, integer: Self::to_words, residue: Self::from_words, held: Self::is_below_modulus, radix: M::R2_W, unread: Some(M::R2_W));

/// a·b in portable code; a function, as all kernels here.
#[inline(never)]
fn mul<M: Params<W, N>, W: Word, const N: usize>(a: &[W; N], b: &[W; N]) -> [W; N] {
    Mont::<M, W, N>::mul(a, b)
}

/// a² in portable code.
#[inline(never)]
fn sqr<M: Params<W, N>, W: Word, const N: usize>(a: &[W; N]) -> [W; N] {
    Mont::<M, W, N>::sqr(a)
}

/// a² in Fp2 in portable code: two products that reduce on the way, which are faster than two sums.
#[inline(never)]
fn complex_sqr<M: Params<W, N>, W: Word, const N: usize>(a: &[[W; N]; 2]) -> [[W; N]; 2] {
    let [a0, a1] = a.each_ref().each(Mont::<M, W, N>::weak);
    if Mont::<M, W, N>::BY_THREE_PRODUCTS {
        return Mont::<M, W, N>::complex_sqr(&[a0, a1]);
    }
    let sum = Mont::<M, W, N>::add(&a0, &a1);
    let difference = Mont::<M, W, N>::sub(&a0, &a1);
    let double = Mont::<M, W, N>::add(&a0, &a0);
    [mul::<M, W, N>(&sum, &difference), mul::<M, W, N>(&double, &a1)]
}

/// The sum's residue, out of line.
#[inline(never)]
fn reduce_one<M: Params<W, N>, W: Word, const N: usize>(wide: &Sum<W, N>) -> [W; N] {
    wide.reduce::<M>()
}

/// The residues modulo `M` on the words of this build: 64 bits, or 32 on small chips.
pub type Portable<M, const N: usize> = Mont<M, limb::DefaultWord, N>;

impl<M: Params<limb::DefaultWord, N>, const N: usize> Red<Portable<M, N>> {
    /// The element of a constant, at compile time: for constants of your own.
    ///
    /// ```
    /// use curvemark_curve::bls12_381::{FrModulus, Scalar};
    /// use curvemark_curve::field::Constant;
    ///
    /// const SEVEN: Scalar = Scalar::from_constant(&Constant::<FrModulus>::small(7));
    /// assert_eq!(SEVEN, Scalar::from(7u32));
    /// ```
    #[must_use]
    pub const fn from_constant(constant: &Constant<M>) -> Self {
        Self::from_raw(words_of(&constant.montgomery()))
    }
}

/// Words of a modulus in this build, for [`Portable`].
pub const fn words<M: Modulus>() -> usize {
    limb::word::default_words(M::BITS as usize)
}
