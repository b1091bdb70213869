//! How large the integers behind residue numbers get: `docs/rns.md`. Nothing but a reduction makes
//! one smaller, so a value is followed by its bound, in multiples of p.

use std::fmt::Debug;
use std::marker::PhantomData;

use curve::field::{Field, Invert, Karatsuba, Kernels, NoKernels, RawOf, Shape};
use limb::Modulus;
use limb::modulus::Constant;

use crate::ranges::refuse;

/// Two bases of primes.
pub trait Bases: Copy + Debug + 'static {
    /// The field.
    type Modulus: Modulus;
    /// What comes out of a reduction is below so many p.
    const REDUCED: u64;
    /// What may go into one is at most so many p².
    const MOST: u64;
    /// No reduced value is larger than so many p.
    const LARGEST: u64 = 1 << 12;
}

/// Products in one sum.
const MOST_PRODUCTS: u64 = 256;
/// Multiples that are additions, Σ |k|.
const FEW: u32 = 16;

/// The bounds of residue numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Residues<B>(PhantomData<B>);

/// A sum: its bound in multiples of p², and how many products it has.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sum {
    bound: u64,
    products: u64,
}

impl<B: Bases> Residues<B> {
    fn largest(bound: u64) -> u64 {
        refuse(bound <= B::LARGEST, || format!("a value of {bound} p"));
        bound
    }

    fn count(wide: &mut Sum, bound: u64, products: u64) {
        wide.bound += bound;
        wide.products += products;
        let count = wide.products;
        refuse(count <= MOST_PRODUCTS, || format!("a sum of {count} products"));
    }
}

impl<B: Bases> Field for Residues<B> {
    type Ctx = ();
    type Const = Constant<B::Modulus>;
    type Raw = u64;
    type Wide = Sum;

    const MAX_PRODUCTS: u32 = limb::wide::MAX_PRODUCTS;
    const SHAPE: Shape = Shape { compresses: false, layers: true, ..Shape::of(Karatsuba::Never) };

    type Kernels = Self;
    type Fp2 = NoKernels;
    type Overlap = NoKernels;

    fn ctx(_: &u64) {}

    fn constant((): &(), _: &Self::Const) -> u64 {
        1
    }

    fn small((): &(), value: u32) -> u64 {
        if value <= FEW { 1 } else { Self::times(&1, value) }
    }

    fn add(a: &u64, b: &u64) -> u64 {
        a + b
    }

    fn sub(a: &u64, b: &u64) -> u64 {
        a + b
    }

    fn neg(a: &u64) -> u64 {
        *a
    }

    fn times(a: &u64, k: u32) -> u64 {
        refuse(k <= 256, || format!("{k} times a value"));
        if k <= FEW { Self::largest(u64::from(k) * a) } else { B::REDUCED }
    }

    fn weak(a: &u64) -> u64 {
        Self::largest(*a)
    }

    fn wide((): &()) -> Sum {
        Sum::default()
    }

    fn mac(wide: &mut Sum, a: &u64, b: &u64) {
        Self::count(wide, a * b, 1);
    }

    fn msub(wide: &mut Sum, a: &u64, b: &u64) {
        Self::count(wide, a * b, 1);
    }

    fn mac_small(wide: &mut Sum, a: &u64, k: i32) {
        let products = u64::from(k.unsigned_abs().div_ceil(FEW));
        Self::count(wide, products * a, products);
    }

    fn reduce<const N: usize>(wides: [&Sum; N]) -> [u64; N] {
        wides.map(|wide| {
            refuse(wide.bound <= B::MOST, || format!("a sum of {} p²", wide.bound));
            B::REDUCED
        })
    }

    fn wide_add(wide: &mut Sum, other: &Sum) {
        Self::count(wide, other.bound, other.products);
    }

    fn wide_sub(wide: &mut Sum, other: &Sum) {
        Self::count(wide, other.bound, other.products);
    }

    fn wide_times(wide: &mut Sum, k: u32) {
        let Sum { bound, products } = std::mem::take(wide);
        Self::count(wide, bound * u64::from(k), products * u64::from(k));
    }
}

impl<B: Bases> Kernels<Self> for Residues<B> {
    fn linear<const K: usize, const N: usize>(
        sums: [[(&RawOf<Self>, i32); K]; N],
    ) -> [RawOf<Self>; N] {
        sums.map(|terms| {
            if terms.iter().map(|(_, k)| k.unsigned_abs()).sum::<u32>() <= FEW {
                let sum = terms.iter().map(|(a, k)| **a * u64::from(k.unsigned_abs())).sum();
                return Self::largest(sum);
            }
            let mut wide = Sum::default();
            for (a, k) in terms {
                Self::mac_small(&mut wide, a, k);
            }
            let [out] = Self::reduce([&wide]);
            out
        })
    }
}

impl<B: Bases> Invert for Residues<B> {
    /// By way of words, which leave a product with a constant.
    fn invert(_: &u64) -> u64 {
        B::REDUCED
    }
}
