//! Words counted at compile time: the loops over them are unrolled, in portable code.

use alloc::boxed::Box;

use limb::runtime::Residues;

use super::Arithmetic;
use super::arrays::{InArrays, OnArrays, array};

/// An odd modulus of N words. Elements are a·R mod m with R = 2^(64N).
#[derive(Clone, Copy, Debug)]
struct Fixed<const N: usize> {
    modulus: [u64; N],
    /// −1/m modulo 2^64.
    minus_inverse: u64,
    radix_squared: [u64; N],
}

/// The sum and whether it carries.
#[inline(always)]
fn plus<const N: usize>(x: &[u64; N], a: &[u64; N]) -> ([u64; N], bool) {
    let mut carry = false;
    let sum = core::array::from_fn(|i| {
        let (sum, first) = x[i].overflowing_add(a[i]);
        let (sum, second) = sum.overflowing_add(carry.into());
        carry = first | second;
        sum
    });
    (sum, carry)
}

/// The difference and whether it borrows.
#[inline(always)]
fn minus<const N: usize>(x: &[u64; N], a: &[u64; N]) -> ([u64; N], bool) {
    let mut borrow = false;
    let difference = core::array::from_fn(|i| {
        let (difference, first) = x[i].overflowing_sub(a[i]);
        let (difference, second) = difference.overflowing_sub(borrow.into());
        borrow = first | second;
        difference
    });
    (difference, borrow)
}

impl<const N: usize> Fixed<N> {
    /// The same modulus, of N words.
    fn new(modulus: &Residues) -> Self {
        let words = *array(modulus.modulus());
        let radix_squared = *array(modulus.radix_squared());
        Self { modulus: words, minus_inverse: minus_inverse(words[0]), radix_squared }
    }

    /// The sum of two elements, or what a reduction leaves: below 2m.
    #[inline(always)]
    fn less_modulus(&self, x: &[u64; N], carry: bool) -> [u64; N] {
        let (difference, borrow) = minus(x, &self.modulus);
        if carry || !borrow { difference } else { *x }
    }
}

impl<const N: usize> OnArrays<N> for Fixed<N> {
    #[inline(always)]
    fn add(&self, x: &[u64; N], a: &[u64; N]) -> [u64; N] {
        let (sum, carry) = plus(x, a);
        self.less_modulus(&sum, carry)
    }

    #[inline(always)]
    fn sub(&self, x: &[u64; N], a: &[u64; N]) -> [u64; N] {
        let (difference, borrow) = minus(x, a);
        if borrow { plus(&difference, &self.modulus).0 } else { difference }
    }

    /// x·a/R: a row of the product, then one of the reduction ("coarsely integrated operand
    /// scanning", Koç, Acar, Kaliski, 1996).
    #[inline(always)]
    fn mul(&self, x: &[u64; N], a: &[u64; N]) -> [u64; N] {
        let mut sum = [0_u64; N];
        // The word above the N: 0 or 1 after a round.
        let mut top = 0_u64;
        for &word in x {
            let mut carry = 0;
            for (sum, &a) in sum.iter_mut().zip(a) {
                let product =
                    u128::from(word) * u128::from(a) + u128::from(*sum) + u128::from(carry);
                *sum = product as u64;
                carry = (product >> 64) as u64;
            }
            let (above, over) = top.overflowing_add(carry);
            let quotient = sum[0].wrapping_mul(self.minus_inverse);
            let lowest = u128::from(quotient) * u128::from(self.modulus[0]) + u128::from(sum[0]);
            carry = (lowest >> 64) as u64;
            for i in 1..N {
                let product = u128::from(quotient) * u128::from(self.modulus[i])
                    + u128::from(sum[i])
                    + u128::from(carry);
                sum[i - 1] = product as u64;
                carry = (product >> 64) as u64;
            }
            let (highest, more) = above.overflowing_add(carry);
            sum[N - 1] = highest;
            top = u64::from(over) + u64::from(more);
        }
        self.less_modulus(&sum, top != 0)
    }

    fn of_integer(&self, x: &[u64; N]) -> [u64; N] {
        self.mul(x, &self.radix_squared)
    }

    fn to_integer(&self, x: &[u64; N]) -> [u64; N] {
        let mut one = [0; N];
        one[0] = 1;
        self.mul(x, &one)
    }
}

/// −1/a modulo 2^64 for an odd a: Newton's iteration, which doubles the right bits, from three on.
fn minus_inverse(a: u64) -> u64 {
    let inverse = (0..5).fold(a, |x, _| x.wrapping_mul(2_u64.wrapping_sub(a.wrapping_mul(x))));
    inverse.wrapping_neg()
}

/// It with products by kernels that read their modulus from memory, and where the modulus leaves
/// room for that, sums of products and complex ones.
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[derive(Clone, Copy, Debug)]
struct ByAdx<const N: usize> {
    fixed: Fixed<N>,
    products: limb::adx::Odd<N>,
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
impl<const N: usize> OnArrays<N> for ByAdx<N> {
    #[inline(always)]
    fn add(&self, x: &[u64; N], a: &[u64; N]) -> [u64; N] {
        self.fixed.add(x, a)
    }

    #[inline(always)]
    fn sub(&self, x: &[u64; N], a: &[u64; N]) -> [u64; N] {
        self.fixed.sub(x, a)
    }

    #[inline(always)]
    fn mul(&self, x: &[u64; N], a: &[u64; N]) -> [u64; N] {
        self.products.mul(x, a)
    }

    #[inline(always)]
    fn square(&self, x: &[u64; N]) -> [u64; N] {
        self.products.sqr(x)
    }

    #[inline(always)]
    fn lazy_add(&self, x: &[u64; N], a: &[u64; N]) -> [u64; N] {
        // Below 2m.
        if self.products.is_spacious() { plus(x, a).0 } else { self.add(x, a) }
    }

    #[inline(always)]
    fn lazy_sub(&self, x: &[u64; N], a: &[u64; N]) -> [u64; N] {
        if self.products.is_spacious() {
            plus(x, &minus(&self.fixed.modulus, a).0).0
        } else {
            self.sub(x, a)
        }
    }

    #[inline(always)]
    fn sum(&self, [a, b, c, d]: [&[u64; N]; 4]) -> [u64; N] {
        if self.products.is_spacious() {
            self.products.sum_of_two([a, b, c, d])
        } else {
            self.add(&self.mul(a, b), &self.mul(c, d))
        }
    }

    #[inline(always)]
    fn difference(&self, [a, b, c, d]: [&[u64; N]; 4]) -> [u64; N] {
        if self.products.is_spacious() {
            self.products.sum_of_two([a, b, &minus(&self.fixed.modulus, c).0, d])
        } else {
            self.sub(&self.mul(a, b), &self.mul(c, d))
        }
    }

    #[inline(always)]
    fn complex(&self, a: &[[u64; N]; 2], b: &[[u64; N]; 2]) -> [[u64; N]; 2] {
        if self.products.is_spacious() {
            return self.products.complex_mul(a, b);
        }
        super::arrays::by_three_products(self, a, b)
    }

    fn of_integer(&self, x: &[u64; N]) -> [u64; N] {
        self.products.mul(x, &self.fixed.radix_squared)
    }

    fn to_integer(&self, x: &[u64; N]) -> [u64; N] {
        self.fixed.to_integer(x)
    }
}

/// Arithmetic for an odd modulus of 4 or 6 words whose highest bit is not set, where the CPU has
/// kernels.
#[cfg(all(target_arch = "x86_64", not(miri)))]
pub(super) fn by_adx(modulus: &Residues) -> Option<Box<dyn Arithmetic>> {
    fn by_adx<const N: usize>(modulus: &Residues) -> Option<Box<dyn Arithmetic>> {
        let fixed = Fixed::<N>::new(modulus);
        let products = limb::adx::Odd::new(&fixed.modulus)?;
        Some(Box::new(InArrays(ByAdx { fixed, products })))
    }
    match modulus.words() {
        4 => by_adx::<4>(modulus),
        6 => by_adx::<6>(modulus),
        _ => None,
    }
}

/// There are no kernels here.
#[cfg(not(all(target_arch = "x86_64", not(miri))))]
pub(super) fn by_adx(_: &Residues) -> Option<Box<dyn Arithmetic>> {
    None
}

/// Arithmetic for an odd modulus of at most 12 words.
pub(super) fn of_length(modulus: &Residues) -> Option<Box<dyn Arithmetic>> {
    fn fixed<const N: usize>(modulus: &Residues) -> Box<dyn Arithmetic> {
        Box::new(InArrays(Fixed::<N>::new(modulus)))
    }
    if !modulus.is_odd() {
        return None;
    }
    Some(match modulus.words() {
        1 => fixed::<1>(modulus),
        2 => fixed::<2>(modulus),
        3 => fixed::<3>(modulus),
        4 => fixed::<4>(modulus),
        5 => fixed::<5>(modulus),
        6 => fixed::<6>(modulus),
        7 => fixed::<7>(modulus),
        8 => fixed::<8>(modulus),
        9 => fixed::<9>(modulus),
        10 => fixed::<10>(modulus),
        11 => fixed::<11>(modulus),
        12 => fixed::<12>(modulus),
        _ => return None,
    })
}
