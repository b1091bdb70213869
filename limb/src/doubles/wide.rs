//! Sums of products in columns, before their reduction.

use super::mont::{columns, load_columns, store_columns};
use super::vector::{Form, Magic, Vector};
use super::{Lanes, Of, Sum, Wide, limbs};

/// sum += a·b with what its limb products add to the columns on top: see [`Of::starts`].
///
/// # Safety
/// There are a sum and two numbers.
#[inline(always)]
pub(super) unsafe fn add_product<V: Vector, const N: usize>(
    v: V,
    sum: *mut Sum<N>,
    a: *const Lanes<N>,
    b: *const Lanes<N>,
) {
    let (magic, a, b) = (Magic::new::<N>(v), v.place(a), v.place(b));
    // SAFETY: the caller has a sum.
    let mut t = unsafe { load_columns(v, sum) };
    unrolled!(i < limbs(N) => {
        // SAFETY: the caller has numbers.
        let x = unsafe { v.load(a.add(8 * i)) };
        add_row!(v, t[i], x, b, magic, N);
    });
    // SAFETY: the caller has a sum.
    unsafe { store_columns(v, &t, sum) };
}

/// sum = a·b.
///
/// # Safety
/// There are two numbers, and room for a sum.
#[inline(always)]
pub(super) unsafe fn product<V: Form, const N: usize>(
    v: V,
    sum: *mut Sum<N>,
    a: *const Lanes<N>,
    b: *const Lanes<N>,
) {
    // SAFETY: the caller's.
    unsafe {
        store_columns(v, &columns(v, const { &Of::<N>::starts(1) }), sum);
        v.add_product(sum, a, b);
    }
}

/// sum += a·b.
///
/// # Safety
/// There are a sum and two numbers.
#[inline(always)]
pub(super) unsafe fn mac<V: Form, const N: usize>(
    v: V,
    sum: *mut Sum<N>,
    a: *const Lanes<N>,
    b: *const Lanes<N>,
) {
    let starts = const { &Of::<N>::starts(1) };
    // SAFETY: the caller's.
    unsafe {
        let mut t = load_columns(v, sum);
        for i in 0..2 * limbs(N) {
            t[i] = v.plus(t[i], v.integer(starts[i]));
        }
        store_columns(v, &t, sum);
        v.add_product(sum, a, b);
    }
}

/// sum + other, column by column.
///
/// # Safety
/// There are two sums.
#[inline(always)]
pub(super) unsafe fn add<V: Vector, const N: usize>(v: V, sum: *mut Sum<N>, other: *const Sum<N>) {
    // SAFETY: the caller's.
    let (mut t, u) = unsafe { (load_columns(v, sum), load_columns(v, other)) };
    for i in 0..2 * limbs(N) {
        t[i] = v.plus(t[i], u[i]);
    }
    // SAFETY: the caller's.
    unsafe { store_columns(v, &t, sum) };
}

/// sum − other, column by column.
///
/// # Safety
/// There are two sums.
#[inline(always)]
pub(super) unsafe fn subtract<V: Vector, const N: usize>(
    v: V,
    sum: *mut Sum<N>,
    other: *const Sum<N>,
) {
    // SAFETY: the caller's.
    let (mut t, u) = unsafe { (load_columns(v, sum), load_columns(v, other)) };
    for i in 0..2 * limbs(N) {
        t[i] = v.minus(t[i], u[i]);
    }
    // SAFETY: the caller's.
    unsafe { store_columns(v, &t, sum) };
}

/// k times a sum: the formula proves that it stays one of a few products.
///
/// # Safety
/// There is a sum.
#[inline(always)]
pub(super) unsafe fn multiply<V: Vector, const N: usize>(v: V, sum: *mut Sum<N>, k: u32) {
    // SAFETY: the caller's.
    let (mut t, k) = (unsafe { load_columns(v, sum) }, v.integer(u64::from(k)));
    for i in 0..2 * limbs(N) {
        // 32 by 32 bits, low half and high half, modulo 2^64.
        let high = v.product_of_low(v.shift_right(t[i], 32), k);
        t[i] = v.plus(v.product_of_low(t[i], k), v.shift_left(high, 32));
    }
    // SAFETY: the caller's.
    unsafe { store_columns(v, &t, sum) };
}

/// sum + k·a·R for |k| ≤ 32: a's limb products with k, but the highest, which is exact as it is.
///
/// # Safety
/// There are a sum and a number.
#[inline(always)]
pub(super) unsafe fn mac_small<V: Vector, const N: usize>(
    v: V,
    sum: *mut Sum<N>,
    a: *const Lanes<N>,
    k: i32,
) {
    let (magic, k, l) = (Magic::new::<N>(v), v.double(f64::from(k)), limbs(N));
    let a = v.place(a);
    let mut t = [v.integer(0); 17];
    for i in 0..l {
        // The highest has the bits of B too.
        t[i] = v.integer(Of::<N>::less(1, u64::from(i > 0)));
    }
    // SAFETY: the caller has a number.
    let highest = unsafe { v.load(a.add(8 * (l - 1))) };
    t[l - 1] = v.plus(t[l - 1], super::linear::bits_of(v, v.times(highest, k)));
    unrolled!(j < limbs(N) => {
        if const { j + 1 < limbs(N) } {
            add_limb_product!(v, t[j], k, a, j, magic);
        }
    });
    // SAFETY: the caller has a sum.
    unsafe {
        let upper = v.place_mut(sum).add(8 * l);
        for i in 0..l {
            let column = v.bits(v.load(upper.add(8 * i)));
            v.store(v.number(v.plus(column, t[i])), upper.add(8 * i));
        }
    }
}

impl<const N: usize> Wide<N> {
    /// Adds another sum.
    #[inline(always)]
    pub fn add(&mut self, other: &Self) {
        // SAFETY: the sums carry the token of the CPU's feature.
        unsafe { by_kernel!(self.token, add::<N>(&raw mut self.sum, &raw const other.sum)) }
        self.join(other);
    }

    /// Subtracts another sum.
    #[inline(always)]
    pub fn sub(&mut self, other: &Self) {
        // SAFETY: as in `add`.
        unsafe { by_kernel!(self.token, subtract::<N>(&raw mut self.sum, &raw const other.sum)) }
        self.join(other);
    }

    /// Multiplies the sum by k, at most 256.
    #[inline(always)]
    pub fn times(&mut self, k: u32) {
        // SAFETY: as in `add`.
        unsafe { by_kernel!(self.token, multiply::<N>(&raw mut self.sum, k)) }
    }
}
