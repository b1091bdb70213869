//! A recording engine whose sums of products are values, for formulas in towers.
//!
//! An instruction reduces each product by itself, so that a sum of products costs its products and
//! its sums, and Karatsuba's trick pays at every level of a tower: three products for one in Fp2,
//! and [`Karatsuba::Wide`] above, whose sums are not wide here. `curve`'s own recorder keeps the
//! terms of a sum instead, which is the better shape for complete formulas in Fp; Jacobian ones
//! have fewer sums on this engine.

use alloc::vec::Vec;
use core::marker::PhantomData;

use curve::bls12_381;
use curve::engines::recorder::Recorder;
use curve::field::{Field, Fp2Kernels, Invert, Karatsuba, NoKernels, RawOf, Red, Shape, SumOf};
use limb::Modulus;

use super::Recorded;
use crate::evmmax::programs::power;

/// Records formulas over a field whose constants are those of `F`, on the tape of [`Recorder`].
///
/// [Example](crate::evmmax::formula).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Eager<F>(PhantomData<F>);

type Raw<F> = <Recorder<F> as Field>::Raw;
type Ctx<F> = <Recorder<F> as Field>::Ctx;

impl<F: Field<Const: Clone>> Eager<F> {
    /// A value of `curve`'s recorder.
    pub(super) fn of(value: &Recorded<F>) -> Red<Self> {
        Red::from_raw(value.raw().clone())
    }

    /// The value as `curve`'s recorder has it.
    pub(super) fn recorded(value: &Red<Self>) -> Recorded<F> {
        Red::from_raw(value.raw().clone())
    }

    /// sum ± value.
    fn join(sum: Option<&Raw<F>>, value: &Raw<F>, negative: bool) -> Raw<F> {
        match (sum, negative) {
            (None, false) => value.clone(),
            (None, true) => Recorder::<F>::neg(value),
            (Some(sum), false) => Recorder::<F>::add(sum, value),
            (Some(sum), true) => Recorder::<F>::sub(sum, value),
        }
    }

    /// (a₀b₀ − a₁b₁, (a₀ + a₁)(b₀ + b₁) − (a₀b₀ + a₁b₁)).
    fn complex([a0, a1]: &[Raw<F>; 2], [b0, b1]: &[Raw<F>; 2]) -> [Raw<F>; 2] {
        let (low, high) = (<Self as Field>::mul(a0, b0), <Self as Field>::mul(a1, b1));
        let both = <Self as Field>::mul(&Self::add(a0, a1), &Self::add(b0, b1));
        [Self::sub(&low, &high), Self::sub(&both, &Self::add(&low, &high))]
    }
}

/// A sum: a value, and values times small integers, which are put together when it is asked for.
#[derive(Clone, Debug)]
pub struct Sum<F: Field<Const: Clone>> {
    value: Option<Raw<F>>,
    multiples: Vec<(Raw<F>, i32)>,
    ctx: Ctx<F>,
}

/// Larger multiples are not put together with others.
const MOST: u32 = 8;

impl<F: Field<Const: Clone>> Sum<F> {
    fn join(&mut self, value: &Raw<F>, negative: bool) {
        self.value = Some(Eager::<F>::join(self.value.as_ref(), value, negative));
    }

    /// Bit by bit for all multiples together: 3a − 2b is 2(a − b) + a.
    fn total(&self) -> Raw<F> {
        let mut total: Option<Raw<F>> = None;
        let highest = self.multiples.iter().map(|(_, k)| k.unsigned_abs()).max().unwrap_or(0);
        for bit in (0..u32::BITS - highest.leading_zeros()).rev() {
            total = total.map(|total| Recorder::<F>::add(&total, &total));
            for (value, k) in
                self.multiples.iter().filter(|(_, k)| k.unsigned_abs() >> bit & 1 == 1)
            {
                total = Some(Eager::<F>::join(total.as_ref(), value, *k < 0));
            }
        }
        if let Some(value) = &self.value {
            total = Some(Eager::<F>::join(total.as_ref(), value, false));
        }
        total.unwrap_or_else(|| Recorder::<F>::small(&self.ctx, 0))
    }
}

impl<F: Field<Const: Clone>> Field for Eager<F> {
    type Ctx = Ctx<F>;
    type Const = F::Const;
    type Raw = Raw<F>;
    type Wide = Sum<F>;

    const MAX_PRODUCTS: u32 = F::MAX_PRODUCTS;
    // Products and squares cost the same here, so the formulas that save sums instead are the
    // better ones.
    const SHAPE: Shape = Shape { compresses: false, overlap: true, ..Shape::of(Karatsuba::Wide) };

    type Kernels = NoKernels;
    type Fp2 = Self;
    type Overlap = NoKernels;

    fn ctx(a: &Self::Raw) -> Self::Ctx {
        Recorder::<F>::ctx(a)
    }

    fn constant(ctx: &Self::Ctx, constant: &Self::Const) -> Self::Raw {
        Recorder::<F>::constant(ctx, constant)
    }

    fn small(ctx: &Self::Ctx, value: u32) -> Self::Raw {
        Recorder::<F>::small(ctx, value)
    }

    fn add(a: &Self::Raw, b: &Self::Raw) -> Self::Raw {
        Recorder::<F>::add(a, b)
    }

    fn sub(a: &Self::Raw, b: &Self::Raw) -> Self::Raw {
        Recorder::<F>::sub(a, b)
    }

    fn neg(a: &Self::Raw) -> Self::Raw {
        Recorder::<F>::neg(a)
    }

    fn times(a: &Self::Raw, k: u32) -> Self::Raw {
        Recorder::<F>::times(a, k)
    }

    fn weak(a: &Self::Raw) -> Self::Raw {
        a.clone()
    }

    fn mul(a: &Self::Raw, b: &Self::Raw) -> Self::Raw {
        Recorder::<F>::mul(a, b)
    }

    fn wide(ctx: &Self::Ctx) -> Self::Wide {
        Sum { value: None, multiples: Vec::new(), ctx: ctx.clone() }
    }

    fn mac(wide: &mut Self::Wide, a: &Self::Raw, b: &Self::Raw) {
        wide.join(&<Self as Field>::mul(a, b), false);
    }

    fn msub(wide: &mut Self::Wide, a: &Self::Raw, b: &Self::Raw) {
        wide.join(&<Self as Field>::mul(a, b), true);
    }

    fn mac_small(wide: &mut Self::Wide, a: &Self::Raw, k: i32) {
        if k.unsigned_abs() > MOST {
            wide.join(&Self::times(a, k.unsigned_abs()), k < 0);
        } else if k != 0 {
            wide.multiples.push((a.clone(), k));
        }
    }

    fn wide_add(wide: &mut Self::Wide, other: &Self::Wide) {
        wide.join(&other.total(), false);
    }

    fn wide_sub(wide: &mut Self::Wide, other: &Self::Wide) {
        wide.join(&other.total(), true);
    }

    fn wide_times(wide: &mut Self::Wide, k: u32) {
        let total = wide.total();
        *wide = Self::wide(&wide.ctx);
        Self::mac_small(wide, &total, k as i32);
    }

    fn reduce<const N: usize>(wides: [&Self::Wide; N]) -> [Self::Raw; N] {
        wides.map(Sum::total)
    }
}

impl<F: Field<Const: Clone>> Fp2Kernels<Self> for Eager<F> {
    fn mac(wide: &mut [SumOf<Self>; 2], a: &[RawOf<Self>; 2], b: &[RawOf<Self>; 2]) {
        let product = Self::complex(a, b);
        wide.iter_mut().zip(&product).for_each(|(sum, value)| sum.join(value, false));
    }

    fn msub(wide: &mut [SumOf<Self>; 2], a: &[RawOf<Self>; 2], b: &[RawOf<Self>; 2]) {
        let product = Self::complex(a, b);
        wide.iter_mut().zip(&product).for_each(|(sum, value)| sum.join(value, true));
    }
}

/// By Fermat's little theorem, 379 squares and 78 other products.
impl Invert for Eager<bls12_381::FpEngine> {
    fn invert(a: &Self::Raw) -> Self::Raw {
        let inverse = power(&Red::<Self>::from_raw(a.clone()), &bls12_381::FpModulus::P_MINUS_2);
        inverse.raw().clone()
    }
}
