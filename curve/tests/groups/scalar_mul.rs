//! Fixed-base combs and sums of two multiples on the curves by name; the toy curves try every
//! scalar.

use curve::bls12_381::{G1Curve, G2Curve};
use std::cell::Cell;
use std::sync::OnceLock;

use curve::bn254;
use curve::error::PointError;
use curve::field::{Anywhere, Red};
use curve::p256::{self, P256};
use curve::scalar::ScalarField;
use curve::scalar_mul::{
    Comb, Nowhere, OddMultiples, PublicGroup, SecretGroup, TableGroup, lincomb_hexagonal_vartime,
    mul_by_units, mul_joint, mul_vartime, sum_of_two_vartime,
};
use curve::secp256k1::Secp256k1;
use curve::weierstrass::{Group, Jacobian, Projective};
use subtle::Choice;

use crate::laws::{points, rng, scalars};

/// A comb of this shape against ordinary multiplication.
fn comb<
    C: Group<Base: Anywhere, Scalar: ScalarField>,
    const BLOCKS: usize,
    const ENTRIES: usize,
>() {
    let base = points::<C>()[4];
    let comb = Comb::<Projective<C>, BLOCKS, ENTRIES>::new(&base)
        .expect("a base that is not the identity");
    let copy = Comb::<Projective<C>, BLOCKS, ENTRIES>::from_table(*comb.table());
    for k in scalars::<C::Scalar>() {
        assert_eq!(comb.mul(&k), base * k);
    }
    let k = Red::random(&mut rng());
    assert_eq!(copy.mul(&k), base * k);
    let identity = Projective::<C>::identity();
    assert_eq!(
        Comb::<Projective<C>, BLOCKS, ENTRIES>::new(&identity).err(),
        Some(PointError::Identity)
    );
}

fn combs<C: Group<Base: Anywhere, Scalar: ScalarField>>() {
    comb::<C, 1, 1>();
    comb::<C, 1, 16>();
    comb::<C, 2, 16>();
    comb::<C, 4, 32>();
    comb::<C, 11, 32>();
    comb::<C, 43, 32>();
    comb::<C, 3, 128>();
}

#[test]
fn combs_agree() {
    combs::<Secp256k1>();
    combs::<P256>();
    combs::<G1Curve>();
    comb::<G2Curve, 4, 32>();
}

/// a·B + b·P with tables of several sizes, special points and special scalars.
fn double_base<C: Group<Base: Anywhere, Scalar: ScalarField>, const N: usize>() {
    let points = points::<C>();
    let base = points[4];
    let table = OddMultiples::<Jacobian<C>, N>::new(&Jacobian::from_projective(&base));
    let scalars = scalars::<C::Scalar>();
    for (i, a) in scalars.iter().enumerate() {
        let b = &scalars[(7 * i + 3) & 31];
        let others = [points[i & 3], points[5], base, -base];
        for point in others {
            let expected = base * a + point * b;
            let sum = table.double_base_vartime(a, b, &Jacobian::from_projective(&point));
            assert_eq!(sum.to_projective(), expected);
            let both = [base, point].map(|point| Jacobian::from_projective(&point));
            assert_eq!(sum_of_two_vartime(&both, [a, b]).to_projective(), expected);
        }
        assert_eq!(table.mul_vartime(a, &Jacobian::identity()).to_projective(), base * a);
        assert_eq!(mul_vartime(&Jacobian::from_projective(&base), a).to_projective(), base * a);
    }
    let zero = Red::zero();
    let sum = table.double_base_vartime(&zero, &zero, &Jacobian::from_projective(&base));
    assert_eq!(sum.to_projective(), Projective::identity());
}

#[test]
fn sums_of_two_agree() {
    double_base::<Secp256k1, 4>();
    double_base::<Secp256k1, 64>();
    double_base::<P256, 8>();
    double_base::<P256, 128>();
    double_base::<G1Curve, 32>();
    double_base::<G2Curve, 16>();
}

/// A table in a static, made when it is first asked for, and multiplied by a secret.
#[test]
fn a_static_table() {
    static TABLE: OnceLock<Comb<p256::Point, 4, 32>> = OnceLock::new();
    let table = TABLE.get_or_init(|| {
        Comb::new(&p256::Point::generator()).expect("a generator is not the identity")
    });
    let secret = p256::SecretScalar::random(&mut rng());
    assert_eq!(table * &secret, p256::Point::generator() * secret.expose());
}

/// A chip's table has no byte beside its entries.
#[test]
fn size_of_a_table() {
    assert_eq!(size_of::<Comb<Projective<P256>, 4, 32>>(), 8 << 10);
}

/// The scalars of P-256 as a group under addition, which counts what is asked of it: doublings,
/// additions, additions of an entry, entries read.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Tally(p256::Fr);

thread_local! {
    static COUNTS: Cell<[usize; 4]> = const { Cell::new([0; 4]) };
}

fn count(what: usize, by: usize) {
    let mut counts = COUNTS.get();
    counts[what] += by;
    COUNTS.set(counts);
}

impl TableGroup for Tally {
    type Fast = Self;
    type There = ();
    type Elsewhere = Nowhere;

    fn fast() -> Option<()> {
        None
    }

    fn enter(&self, (): &()) -> Self {
        *self
    }

    fn leave(there: &Self) -> Self {
        *there
    }

    fn enter_entry((): &(), entry: &Self::Entry) -> Self::Entry {
        *entry
    }

    type Scalar = p256::FrEngine;
    type Entry = p256::Fr;

    fn identity(&self) -> Self {
        Self(Red::zero())
    }
    fn is_identity_vartime(&self) -> bool {
        self.0.is_zero().into()
    }
    fn double(&self) -> Self {
        count(0, 1);
        Self(self.0 + self.0)
    }
    fn add(&self, other: &Self) -> Self {
        count(1, 1);
        Self(self.0 + other.0)
    }
    fn add_entry(&self, entry: &Self::Entry) -> Self {
        count(2, 1);
        Self(self.0 + *entry)
    }
    fn from_entry(entry: &Self::Entry) -> Self {
        Self(*entry)
    }
    fn negate_entry(entry: &Self::Entry) -> Self::Entry {
        -entry
    }
    fn entries_vartime(points: &[Self], out: &mut [Self::Entry]) {
        assert_eq!(points.len(), out.len());
        for (point, out) in points.iter().zip(out) {
            *out = point.0;
        }
    }
    fn blank_entry(&self) -> Self::Entry {
        self.0
    }

    // No step may meet what an addition of Jacobian coordinates has no answer for.
    fn sum_apart(first: &Self::Entry, steps: impl Iterator<Item = Option<Self::Entry>>) -> Self {
        steps.fold(Self(*first), |sum, step| {
            let others = step.map(|entry| [entry, -entry, Red::zero()]);
            let others = others.unwrap_or_default();
            assert!(!others.contains(&sum.0), "an exception");
            match step {
                Some(entry) => sum.add_entry(&entry),
                None => sum.double(),
            }
        })
    }
}

impl PublicGroup for Tally {}

impl SecretGroup for Tally {
    fn lookup(table: &[Self::Entry], index: u32, negative: Choice) -> Self::Entry {
        count(3, table.len());
        table[index as usize].negate_if(&negative)
    }
    fn negate_if(&self, choice: Choice) -> Self {
        Self(self.0.negate_if(&choice))
    }

    const APART_BITS: usize = 248;
    const APART_ROWS: bool = true;
}

/// What is written by hand of the orders: [`Group::ORDER_FILLS_BYTES`], and the least order that
/// [`SecretGroup::APART_BITS`] promises.
#[test]
fn orders_fill_what_they_say() {
    fn check<C: Group<Base: Anywhere, Scalar: ScalarField>>() {
        let largest = (-Red::<C::Scalar>::one()).to_be_bytes();
        let top = largest.as_ref()[0];
        assert_eq!(C::ORDER_FILLS_BYTES, top >= 0xf0);
        assert!(<Projective<C> as SecretGroup>::APART_BITS == 0 || top > 0);
    }
    check::<Secp256k1>();
    check::<P256>();
    check::<G1Curve>();
    check::<G2Curve>();
    check::<bn254::G1Curve>();
    check::<bn254::G2Curve>();
}

/// Multiplication by a comb takes what the documentation's table says, whatever the scalar.
#[test]
fn combs_cost_what_they_state() {
    fn cost<const BLOCKS: usize, const ENTRIES: usize>() -> [usize; 3] {
        let base = Tally(Red::from(5u32));
        let comb = Comb::<Tally, BLOCKS, ENTRIES>::new(&base).unwrap();
        let mut all = Vec::new();
        for k in scalars() {
            COUNTS.set([0; 4]);
            assert_eq!(comb.mul(&k), Tally(base.0 * k));
            let [doublings, 0, additions, read] = COUNTS.get() else { panic!("no full additions") };
            all.push([doublings, additions, read]);
        }
        assert!(all.iter().all(|cost| *cost == all[0]), "the same for all scalars");
        all[0]
    }
    assert_eq!(cost::<1, 16>(), [51, 51, 832]);
    assert_eq!(cost::<2, 16>(), [25, 51, 832]);
    assert_eq!(cost::<4, 32>(), [10, 43, 1408]);
    assert_eq!(cost::<11, 32>(), [3, 43, 1408]);
    assert_eq!(cost::<22, 32>(), [1, 43, 1408]);
    assert_eq!(cost::<43, 32>(), [0, 42, 1376]);
    assert_eq!(cost::<37, 64>(), [0, 36, 2368]);
}

/// a·B + b·P in one part, on average over random scalars: 256 doublings and the table's, 7
/// additions for it, and an addition of an entry for every sixth bit of b and every (w + 1)-th of
/// a.
#[test]
fn sums_of_two_cost_what_they_state() {
    let mut rng = rng();
    let (base, point) = (Tally(Red::from(5u32)), Tally(Red::from(7u32)));
    let table = OddMultiples::<Tally, 64>::new(&base);
    COUNTS.set([0; 4]);
    let runs = 200;
    for _ in 0..runs {
        let (a, b) = (Red::random(&mut rng), Red::random(&mut rng));
        assert_eq!(table.double_base_vartime(&a, &b, &point), Tally(base.0 * a + point.0 * b));
    }
    let [doublings, additions, entries, _] =
        COUNTS.get().map(|count| count as f64 / f64::from(runs));
    assert!((253.0..=257.0).contains(&doublings) && additions == 7.0);
    let expected = 256.0 / 6.0 + 256.0 / 9.0;
    assert!((entries - expected).abs() < 2.0, "{entries} for {expected}");
}

/// The small table against ordinary multiplication: special points, and scalars with parts at the
/// ends of their ranges.
fn joint<C: Group<Base: Anywhere, Scalar: ScalarField>>() {
    let points = points::<C>();
    for k in scalars::<C::Scalar>() {
        for point in &points[..6] {
            assert_eq!(mul_joint(point, &k), point * &k);
        }
    }
}

#[test]
fn small_tables_agree() {
    joint::<G1Curve>();
    joint::<G2Curve>();
    joint::<Secp256k1>();
    joint::<P256>();
    joint::<bn254::G1Curve>();
    joint::<bn254::G2Curve>();
}

/// Windows of Eisenstein integers against ordinary multiplication: special points and scalars, and
/// each pair of small parts, which has all digits.
#[test]
fn windows_of_both_parts_agree() {
    let points = points::<G1Curve>();
    for k in scalars::<curve::bls12_381::FrEngine>() {
        for point in &points[..6] {
            assert_eq!(mul_by_units(point, &k), point * &k);
        }
    }
    let mu = curve::bls12_381::Fr::from_be_bytes(&{
        let x_squared = 0xd201_0000_0001_0000_u128.pow(2);
        let mut bytes = [0; 32];
        bytes[16..].copy_from_slice(&x_squared.to_be_bytes());
        bytes
    })
    .expect("below the order");
    for a in 0..24_u32 {
        for b in 0..24_u32 {
            let k = &(&mu * &curve::bls12_381::Fr::from(b)) + &curve::bls12_381::Fr::from(a);
            assert_eq!(mul_by_units(&points[4], &k), points[4] * k);
        }
    }
}

/// Sums by Eisenstein integers against ordinary multiplication, of no terms to almost four fives,
/// with the identity and equal and opposite points among them.
#[test]
fn hexagonal_sums_agree() {
    let points = points::<G1Curve>();
    let scalars = scalars::<curve::bls12_381::FrEngine>();
    for k in &scalars {
        let sum =
            lincomb_hexagonal_vartime(&(), &[points[4].to_affine()], &[*k]).expect("one of each");
        assert_eq!(sum, points[4] * k);
    }
    for count in [0, 1, 2, 3, 5, 6, 9, 10, 19] {
        for shift in 0..4 {
            let terms = points.iter().cycle().step_by(5).skip(shift).copied();
            let terms =
                terms.zip(scalars.iter().cycle().step_by(7).skip(shift).copied()).take(count);
            let (points, scalars): (Vec<_>, Vec<_>) = terms.unzip();
            let affine: Vec<_> = points.iter().map(Projective::to_affine).collect();
            let expected = points
                .iter()
                .zip(&scalars)
                .fold(Projective::identity(), |sum, (point, k)| sum + *point * k);
            assert_eq!(lincomb_hexagonal_vartime(&(), &affine, &scalars), Ok(expected));
        }
    }
    let opposite = [points[4].to_affine(), (-points[4]).to_affine()];
    let twice = [scalars[20]; 2];
    assert_eq!(lincomb_hexagonal_vartime(&(), &opposite, &twice), Ok(Projective::identity()));
    assert_eq!(
        lincomb_hexagonal_vartime(&(), &opposite, &twice[..1]).err(),
        Some(curve::error::BatchError::LengthMismatch)
    );
}
