//! Multiples in constant time by additions that have exceptions, where none can occur.
//!
//! On curves with a = −3 a mixed addition in Jacobian coordinates takes 11 products where a
//! complete one takes 14. It is wrong if an operand is the identity, or if the operands are equal
//! or opposite. Here an odd integer m, 0 < m ≤ n, is Σ ±2^i over all i < L, as in
//! [`Comb`](super::Comb), so that no digit is zero, and what is added meets no exception whatever
//! the scalar:
//!
//! - **Windows** of five positions, from the top: after window w the sum is A·P for an odd A, |A| ≤
//!   n/32^w + 1. Then 32·A and the next digit d, |d| ≤ 31, are different and not opposite as
//!   integers, since |32·A| ≥ 32. Before the last window both 32·A + d and 32·A − d are below n in
//!   magnitude ([`LEAST_BYTES`]), so they are different and not opposite modulo n too. Only the
//!   last window's addition can meet an exception, and is complete.
//! - **Odd multiples** P, 3P … 31P: 2P is added to an odd multiple each time, and n > 33.
//! - **The rows of a comb**: see [`SecretGroup::sum_apart`](super::SecretGroup::sum_apart).
//!
//! The odd multiples are made with one Z for both operands (N. Meloni, "New point addition formulae
//! for ECC applications", WAIFI 2007; R. Goundar, M. Joye, A. Miyaji, M. Rivain, A. Venelli,
//! "Scalar multiplication on Weierstraß elliptic curves from co-Z arithmetic", J. Cryptographic
//! Engineering 1, 2011, algorithm 1), which takes 6 products each and gives the ratio of one Z to
//! the next. So one inversion, of the last, gives all of them affine.

use limb::each::Each;
use subtle::{Choice, ConditionallySelectable};
use zeroize::Zeroize;

use super::{SecretGroup, TableGroup};
use crate::field::{Canonical, Field, Red};
use crate::formulas::complete::Coefficient;
use crate::formulas::{complete, jacobian};
use crate::integer::{Integer, TABLE, WINDOW, bits_at, scalar_to_integer};
use crate::weierstrass::{Group, Jacobian, Projective};

/// The least bytes of an order n for which n/32 + 1 + 2·31 < n.
const LEAST_BYTES: usize = 2;

/// Whether [`mul`] serves a curve, and is shorter there.
pub(super) const fn serves<C: Group>() -> bool {
    <C::A as Coefficient<C>>::APART && C::PARTS == 1 && C::Scalar::BYTES >= LEAST_BYTES
}

/// An odd integer m below 2^257, without its lowest bit's meaning, and whether the multiple by m is
/// minus that by k: k for an odd k, n − k for an even one. Constant-time.
///
/// n − k is −(k + 1) modulo n but for its lowest bit, which does not count. So k = 0 needs nothing
/// special.
#[inline(always)]
pub(super) fn odd<S: Canonical>(k: &Red<S>) -> (Integer, Choice) {
    let one = Red::small(&k.ctx(), 1);
    let mut m = scalar_to_integer(k);
    let mut other = scalar_to_integer(&-&(k + &one));
    let even = Choice::from(1 ^ (m[0] & 1) as u8);
    for (m, other) in m.iter_mut().zip(&other) {
        m.conditional_assign(other, even);
    }
    other.zeroize();
    (m, even)
}

/// \[k\]P, constant-time in both; for a curve that it [`serves`].
///
/// Cost: a doubling, [`TABLE`] − 1 additions with a common Z, an inversion and 5 products per entry
/// for the table; then 5 Jacobian doublings and a mixed addition per window but the first.
pub(super) fn mul<C: Group>(point: &Projective<C>, k: &Red<C::Scalar>) -> Projective<C> {
    let windows = const { (8 * C::Scalar::BYTES).div_ceil(WINDOW) };
    let table = odd_multiples(point);
    let (mut m, even) = odd(k);
    let entry = |window: usize| {
        let top = u64::from(window + 1 == windows) << (WINDOW - 1);
        let signs = bits_at(&m, window * WINDOW + 1, WINDOW) | top;
        let minus = (signs >> (WINDOW - 1)) ^ 1;
        // The others relative to the highest.
        let index = (signs ^ minus.wrapping_neg()) & (TABLE as u64 - 1);
        Projective::<C>::lookup(&table, index as u32, Choice::from(minus as u8)).each(Red::from_raw)
    };
    let [x, y] = entry(windows - 1);
    let mut sum = Jacobian { x, y, z: Red::one_in(&x.ctx()) };
    for window in (1..windows - 1).rev() {
        let [x, y] = entry(window);
        sum = C::Base::kernel(
            #[inline(always)]
            || jacobian::add_mixed(&double_window(&sum), &x, &y),
        );
    }
    let sum = Projective::of_jacobian(&C::Base::kernel(
        #[inline(always)]
        || double_window(&sum),
    ));
    let [x, y] = entry(0);
    let product = complete::add_mixed(&sum, &x, &y);
    m.zeroize();
    // The identity has no affine multiples: what was computed from it means nothing.
    let identity = Projective::identity_in(&point.z.ctx());
    let product = Projective::select(&product, &identity, &point.is_identity());
    SecretGroup::negate_if(&product, even)
}

/// 32·P.
#[inline(always)]
fn double_window<C: Group>(point: &Jacobian<C>) -> Jacobian<C> {
    let mut point = jacobian::double(point);
    for _ in 1..WINDOW {
        point = jacobian::double(&point);
    }
    point
}

/// x and y of P, 3P … 31P: see the [module](self).
fn odd_multiples<C: Group>(point: &Projective<C>) -> [<Projective<C> as TableGroup>::Entry; TABLE] {
    let Ratios { mut table, ratios, double_z } =
        odd_multiples_by_ratios::<C, TABLE>(&Jacobian::from_projective(point));
    let last = C::Base::kernel(
        #[inline(always)]
        || ratios[1..].iter().fold(double_z, |last, ratio| &last * ratio),
    );
    let mut inverse = last.invert();
    for (entry, ratio) in table.iter_mut().zip(&ratios).rev() {
        scale(entry, &inverse);
        inverse = &inverse * ratio;
    }
    table.each(|[x, y]| [*x.raw(), *y.raw()])
}

/// X and Y of odd multiples of a point, each with a Z of its own.
pub(super) struct Ratios<C: Group, const N: usize> {
    /// X and Y.
    pub(super) table: [[Red<C::Base>; 2]; N],
    /// Of each multiple but the first its Z over that of the one before it; of the first its Z over
    /// the point's.
    pub(super) ratios: [Red<C::Base>; N],
    /// Z of the first multiple.
    pub(super) double_z: Red<C::Base>,
}

/// P, 3P … (2N − 1)P of a point that is not the identity, whose order is above 2N: 4 products and 2
/// squares each. See the [module](self).
#[inline(always)]
pub(super) fn odd_multiples_by_ratios<C: Group, const N: usize>(p: &Jacobian<C>) -> Ratios<C, N> {
    let mut double = jacobian::double(p);
    // P with the Z of 2P, which is 2Y times its own.
    let ratio = &p.y + &p.y;
    let square = ratio.sqr();
    let mut x = &p.x * &square;
    let mut y = &(&p.y * &square) * &ratio;
    let mut table = [[x, y]; N];
    let mut ratios = [ratio; N];
    for (entry, ratio) in table.iter_mut().zip(&mut ratios).skip(1) {
        C::Base::kernel(
            #[inline(always)]
            || {
                let difference = &double.x - &x;
                let square = difference.sqr();
                let (w1, w2) = (&double.x * &square, &x * &square);
                let a1 = &double.y * &(&w1 - &w2);
                let slope = &double.y - &y;
                x = &(&slope.sqr() - &w1) - &w2;
                y = &(&slope * &(&w1 - &x)) - &a1;
                (double.x, double.y) = (w1, a1);
                *ratio = difference;
            },
        );
        *entry = [x, y];
    }
    Ratios { table, ratios, double_z: double.z }
}

/// (X·u², Y·u³): as many times the old Z is the new one.
#[inline(always)]
pub(super) fn scale<F: Field>([x, y]: &mut [Red<F>; 2], u: &Red<F>) {
    let square = u.sqr();
    *x = &*x * &square;
    *y = &*y * &(&square * u);
}
