//! How large values get: formulas run on engines that compute no values, only their ranges.
//!
//! A reduced value is a new unknown, a lazy one a sum or difference of two, and a sum of products
//! is a polynomial of degree two in unknowns. Its range is that of its terms, or that of the
//! products it was made of, whichever is smaller: sums of sums keep the first small, since their
//! differences cancel, single products the second. All numbers are integers in units of m², or of
//! mR. Nothing depends on values, so one run says what holds for all.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::marker::PhantomData;

use curve::field::{Field, Fp2Kernels, Invert, NoKernels, Shape};
use limb::Modulus;
use limb::modulus::Constant;

/// An engine on words, or on limbs, by what its values may be.
pub trait Limits: Copy + Debug + 'static {
    /// The field.
    type Modulus: Modulus;
    /// What it says about itself.
    const SHAPE: Shape;
    /// Bits of R.
    const R_BITS: u32;
    /// A reduced value is in \[0, so many m\], a lazy one in twice that.
    const REDUCED: i128 = 1;
    /// Whether lazy values are larger than reduced ones.
    const LAZY: bool = true;
    /// Whether a product that is subtracted enters as one with 2m, or 4m, less an operand.
    const COMPLEMENTS: bool;
    /// Whether that holds for products in Fp2 as well.
    const COMPLEX_COMPLEMENTS: bool = Self::COMPLEMENTS;
    /// Most products in one sum, small multiples among them; none where the range alone matters.
    const MOST_PRODUCTS: Option<u32> = None;
    /// A sum that is reduced is within so many mR, on either side of zero.
    const LIMIT: i128 = 32;
}

/// The ranges of an engine's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ranges<E>(PhantomData<E>);

/// A polynomial of degree one: the coefficient of each unknown. The unknown 0 is one.
type Linear = BTreeMap<u32, i128>;
/// A polynomial of degree two, by pairs of unknowns in order.
type Quadratic = BTreeMap<(u32, u32), i128>;
/// From and to.
type Interval = [i128; 2];

/// What is known of a value, in units of m.
#[derive(Clone, Debug)]
struct Known {
    terms: Linear,
    range: Interval,
}

/// A sum of products: what of it is products, in units of m², and what is small multiples, in units
/// of mR.
#[derive(Clone, Debug, Default)]
struct Total {
    products: Quadratic,
    range: Interval,
    multiples: Interval,
    count: u32,
}

/// A value, by its place among those of a run: formulas are compiled in far less time where values
/// are copied and need not be dropped.
#[derive(Clone, Copy, Debug)]
pub struct Value(usize);

/// A sum, likewise.
#[derive(Clone, Copy, Debug)]
pub struct Sum(usize);

/// What a run has found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    unknowns: u32,
    /// Sums that were reduced.
    pub reduced: u32,
    /// The least and the largest of them, in 2^−20 of mR, rounded outwards.
    pub range: Interval,
    /// What was not within its limits.
    pub refused: Vec<String>,
}

thread_local! {
    static FOUND: RefCell<Found> = RefCell::default();
    static VALUES: RefCell<Vec<Known>> = RefCell::default();
    static SUMS: RefCell<Vec<Total>> = RefCell::default();
}

/// What running something has found.
pub fn run<T>(what: impl FnOnce() -> T) -> (T, Found) {
    FOUND.take();
    VALUES.take();
    SUMS.take();
    let out = what();
    (out, FOUND.take())
}

/// Notes what leaves its limits: a test is to say which.
pub fn refuse(unless: bool, what: impl FnOnce() -> String) {
    if !unless {
        FOUND.with_borrow_mut(|found| found.refused.push(what()));
    }
}

impl Known {
    fn put(self) -> Value {
        VALUES.with_borrow_mut(|values| {
            values.push(self);
            Value(values.len() - 1)
        })
    }
}

impl Value {
    fn known(self) -> Known {
        VALUES.with_borrow(|values| values[self.0].clone())
    }
}

impl Total {
    fn put(self) -> Sum {
        SUMS.with_borrow_mut(|sums| {
            sums.push(self);
            Sum(sums.len() - 1)
        })
    }
}

impl Sum {
    fn total(self) -> Total {
        SUMS.with_borrow(|sums| sums[self.0].clone())
    }

    /// As it is after a change.
    fn change(&mut self, change: impl FnOnce(&mut Total)) {
        let mut total = self.total();
        change(&mut total);
        *self = total.put();
    }
}

fn add_to<K: Ord + Copy>(sum: &mut BTreeMap<K, i128>, other: &BTreeMap<K, i128>, k: i128) {
    for (term, coefficient) in other {
        let place = sum.entry(*term).or_default();
        *place += k * coefficient;
        if *place == 0 {
            sum.remove(term);
        }
    }
}

fn plus(a: Interval, b: Interval, k: i128) -> Interval {
    let [low, high] = if k < 0 { [b[1], b[0]] } else { b };
    [a[0] + k * low, a[1] + k * high]
}

impl<E: Limits> Ranges<E> {
    /// A reduced value of which nothing else is known.
    pub fn unknown() -> Value {
        let unknown = FOUND.with_borrow_mut(|found| {
            found.unknowns += 1;
            found.unknowns
        });
        Known { terms: Linear::from([(unknown, 1)]), range: [0, E::REDUCED] }.put()
    }

    /// ka + lb + c.
    fn combination(a: &Known, k: i128, b: &Known, l: i128, c: i128) -> Known {
        let mut terms = Linear::new();
        add_to(&mut terms, &a.terms, k);
        add_to(&mut terms, &b.terms, l);
        add_to(&mut terms, &Linear::from([(0, 1)]), c);
        let range = plus(plus([c, c], a.range, k), b.range, l);
        refuse(0 <= range[0] && range[1] <= 2 * E::REDUCED, || format!("lazy value in {range:?}"));
        Known { terms, range }
    }

    /// Adds k times a·b.
    fn add_product(sum: &mut Total, a: &Known, b: &Known, k: i128) {
        for (i, x) in &a.terms {
            for (j, y) in &b.terms {
                let term = Quadratic::from([((*i.min(j), *i.max(j)), x * y)]);
                add_to(&mut sum.products, &term, k);
            }
        }
        // Both factors are positive.
        let range = [a.range[0] * b.range[0], a.range[1] * b.range[1]];
        sum.range = plus(sum.range, range, k);
        sum.count += 1;
        Self::narrow(sum);
    }

    /// Adds a·b, or subtracts it, perhaps as a·(2m − b).
    fn accumulate(sum: &mut Total, a: &Value, b: &Value, minus: bool, complements: bool) {
        let (a, b) = (&a.known(), &b.known());
        if minus && complements {
            let zero = Known { terms: Linear::new(), range: [0, 0] };
            let rest = Self::combination(b, -1, &zero, 0, 2 * E::REDUCED);
            Self::add_product(sum, a, &rest, 1);
        } else {
            Self::add_product(sum, a, b, if minus { -1 } else { 1 });
        }
    }

    /// The range of a sum by its terms, where that is the smaller one.
    fn narrow(sum: &mut Total) {
        let mut range = [0, 0];
        for ((i, j), coefficient) in &sum.products {
            let unknowns = u32::from(*i > 0) + u32::from(*j > 0);
            let most = coefficient * E::REDUCED.pow(unknowns);
            if unknowns == 0 {
                range = plus(range, [most, most], 1);
            } else {
                range = plus(range, [most.min(0), most.max(0)], 1);
            }
        }
        sum.range = [sum.range[0].max(range[0]), sum.range[1].min(range[1])];
    }

    fn join(sum: &mut Total, other: &Total, k: i128) {
        add_to(&mut sum.products, &other.products, k);
        sum.range = plus(sum.range, other.range, k);
        sum.multiples = plus(sum.multiples, other.multiples, k);
        sum.count += other.count;
        Self::narrow(sum);
    }

    /// The range of a sum in units of mR, times 2^20, outwards. m²/(mR) is at most m/R, rounded up.
    fn in_units_of_reduction(sum: &Total) -> Interval {
        let p = E::Modulus::P;
        let top_bits = 64 * p.len() as u32;
        // ⌊m·2^20/R⌋ + 1, by the bits of m from R_BITS − 20 on.
        let from = E::R_BITS - 20;
        let mut ratio = 1i128;
        for bit in (from..top_bits).filter(|bit| (p[*bit as usize >> 6] >> (bit & 63)) & 1 == 1) {
            ratio += 1 << (bit - from);
        }
        [
            sum.range[0].min(0) * ratio + (sum.multiples[0] << 20),
            sum.range[1].max(0) * ratio + (sum.multiples[1] << 20),
        ]
    }

    fn reduced(sum: &Total) -> Value {
        let range = Self::in_units_of_reduction(sum);
        FOUND.with_borrow_mut(|found| {
            found.reduced += 1;
            found.range = [found.range[0].min(range[0]), found.range[1].max(range[1])];
        });
        let limit = E::LIMIT << 20;
        refuse(-limit <= range[0] && range[1] <= limit, || format!("sum in {range:?}/2^20 mR"));
        if let Some(most) = E::MOST_PRODUCTS {
            refuse(sum.count <= most, || format!("sum of {} products", sum.count));
        }
        Self::unknown()
    }
}

impl<E: Limits> Field for Ranges<E> {
    type Ctx = ();
    type Const = Constant<E::Modulus>;
    type Raw = Value;
    type Wide = Sum;

    const MAX_PRODUCTS: u32 = limb::wide::MAX_PRODUCTS;
    const SHAPE: Shape = E::SHAPE;

    type Kernels = NoKernels;
    type Fp2 = Self;
    type Overlap = NoKernels;

    fn ctx(_: &Value) {}

    fn constant((): &(), _: &Self::Const) -> Value {
        Self::unknown()
    }

    fn small((): &(), _: u32) -> Value {
        Self::unknown()
    }

    fn add(a: &Value, b: &Value) -> Value {
        if !E::LAZY {
            return Self::unknown();
        }
        Self::combination(&a.known(), 1, &b.known(), 1, 0).put()
    }

    fn sub(a: &Value, b: &Value) -> Value {
        if !E::LAZY {
            return Self::unknown();
        }
        Self::combination(&a.known(), 1, &b.known(), -1, E::REDUCED).put()
    }

    fn neg(_: &Value) -> Value {
        Self::unknown()
    }

    fn times(_: &Value, k: u32) -> Value {
        refuse(k <= 256, || format!("{k} times a value"));
        Self::unknown()
    }

    fn weak(a: &Value) -> Value {
        if a.known().range[1] <= E::REDUCED { *a } else { Self::unknown() }
    }

    fn wide((): &()) -> Sum {
        Total::default().put()
    }

    fn mac(wide: &mut Sum, a: &Value, b: &Value) {
        wide.change(|sum| Self::accumulate(sum, a, b, false, E::COMPLEMENTS));
    }

    fn msub(wide: &mut Sum, a: &Value, b: &Value) {
        wide.change(|sum| Self::accumulate(sum, a, b, true, E::COMPLEMENTS));
    }

    fn mac_small(wide: &mut Sum, a: &Value, k: i32) {
        // Subtracted as it is, or as m less it, added: within both.
        let most = i128::from(k.unsigned_abs()) * a.known().range[1];
        wide.change(|sum| {
            sum.multiples = plus(sum.multiples, if k < 0 { [-most, most] } else { [0, most] }, 1);
            sum.count += k.unsigned_abs();
        });
    }

    fn reduce<const N: usize>(wides: [&Sum; N]) -> [Value; N] {
        wides.map(|wide| Self::reduced(&wide.total()))
    }

    fn wide_add(wide: &mut Sum, other: &Sum) {
        wide.change(|sum| Self::join(sum, &other.total(), 1));
    }

    fn wide_sub(wide: &mut Sum, other: &Sum) {
        wide.change(|sum| Self::join(sum, &other.total(), -1));
    }

    fn wide_times(wide: &mut Sum, k: u32) {
        wide.change(|sum| {
            let once = std::mem::take(sum);
            Self::join(sum, &once, k.into());
            sum.count *= k;
        });
    }
}

impl<E: Limits> Invert for Ranges<E> {
    fn invert(_: &Value) -> Value {
        Self::unknown()
    }
}

impl<E: Limits> Fp2Kernels<Self> for Ranges<E> {
    fn mac([first, second]: &mut [Sum; 2], a: &[Value; 2], b: &[Value; 2]) {
        let complements = E::COMPLEX_COMPLEMENTS;
        first.change(|sum| {
            Self::accumulate(sum, &a[0], &b[0], false, complements);
            Self::accumulate(sum, &a[1], &b[1], true, complements);
        });
        second.change(|sum| {
            Self::accumulate(sum, &a[0], &b[1], false, complements);
            Self::accumulate(sum, &a[1], &b[0], false, complements);
        });
    }

    fn msub([first, second]: &mut [Sum; 2], a: &[Value; 2], b: &[Value; 2]) {
        if E::COMPLEX_COMPLEMENTS {
            first.change(|sum| {
                Self::accumulate(sum, &a[0], &b[0], true, true);
                Self::accumulate(sum, &a[1], &b[1], false, true);
            });
            second.change(|sum| {
                Self::accumulate(sum, &a[0], &b[1], true, true);
                Self::accumulate(sum, &a[1], &b[0], true, true);
            });
        } else {
            let mut product = [Total::default().put(), Total::default().put()];
            <Self as Fp2Kernels<Self>>::mac(&mut product, a, b);
            Self::wide_sub(first, &product[0]);
            Self::wide_sub(second, &product[1]);
        }
    }
}
