//! Eight lanes and one element at a time give the same integers: long chains of operations that
//! take values to the ends of their ranges, points of all curves, whole multiplications and whole
//! pairings.
//!
//! Each test runs on the portable lanes everywhere and on vectors where the CPU has them. Debug
//! assertions in the vectors' functions check the range of every operand and of every reduced sum.

use curve::bls12_381::Bls12381;
use curve::bn254::Bn254;
use curve::ed25519::Ed25519;
use curve::edwards::EdwardsPoint;
use curve::engines::lanes8::LANES;
use curve::field::{
    Anywhere, Field, InLanes, Invert, Lanes, Lazy, Masked, Red, Wide, linear, product, square,
    squares, sums, term,
};
use curve::fp2::Quad;
use curve::integer::{Digit, scalar_to_integer, signed_digit, windows};
use curve::p256::P256;
use curve::pairing::{MillerPair, Pairing, final_exponentiation, miller_loop};
use curve::scalar_mul::mul_digits;
use curve::secp256k1::Secp256k1;
use curve::tower::Fp2Of;
use curve::weierstrass::{Affine, CtxOf, Endomorphism, Group, Projective};
use curve::{bls12_381, bn254, ed25519, p256, secp256k1, vectors};
use limb::{Fold, Mont};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::on_lanes::{OnLanes, on_all_lanes, pack, unpack};

fn random<F: Anywhere>(rng: &mut ChaCha20Rng) -> Red<F> {
    let mut bytes = [0; 128];
    rng.fill_bytes(&mut bytes);
    Red::from_uniform_bytes(&bytes[..F::UNIFORM_BYTES])
}

/// A number below `count`.
fn below(rng: &mut ChaCha20Rng, count: u32) -> usize {
    let scaled = u64::from(rng.next_u32()) * u64::from(count);
    (scaled >> 32) as usize
}

/// Values that a chain of operations holds.
const REGISTERS: usize = 8;

/// A sum, a difference, a double or a value of the registers.
fn lazy<F: Field>(registers: &[Red<F>], rng: &mut ChaCha20Rng) -> Lazy<F> {
    let [a, b] = [(); 2].map(|()| &registers[below(rng, REGISTERS as u32)]);
    match below(rng, 4) {
        0 => a.plus(b),
        1 => a.minus(b),
        2 => a.twice(),
        _ => a.lazy(),
    }
}

/// So many products of lazy values: all added, all subtracted, or mixed.
fn sum_of_products<F: Field>(count: usize, registers: &[Red<F>], rng: &mut ChaCha20Rng) -> Wide<F> {
    let signs = [0, u32::MAX, rng.next_u32()][below(rng, 3)];
    let mut wide = Wide::zero(&registers[0].ctx());
    for i in 0..count {
        let (a, b) = (lazy(registers, rng), lazy(registers, rng));
        wide = if (signs >> i) & 1 == 1 { wide.minus(&a, &b) } else { wide.plus(&a, &b) };
    }
    wide
}

/// As many products as a sum may have.
const MOST: usize = 32;

/// One operation, drawn at random, on registers; each is at the limit of what its documentation
/// allows.
fn operation<F: Masked + Invert, E: Extension>(
    registers: &[Red<F>],
    rng: &mut ChaCha20Rng,
) -> Vec<Red<F>> {
    assert_eq!(F::MAX_PRODUCTS as usize, MOST);
    let [a, b, c] = [(); 3].map(|()| &registers[below(rng, REGISTERS as u32)]);
    match below(rng, 20) {
        0 => vec![&lazy(registers, rng) * &lazy(registers, rng), a * &lazy(registers, rng)],
        1 => vec![lazy(registers, rng).sqr(), a.sqr()],
        2 => vec![lazy(registers, rng).weak()],
        3 => vec![-a, -&a.minus(a).weak()],
        4 => vec![a.times(256), a.times(below(rng, 257) as u32)],
        5 => vec![sum_of_products(MOST, registers, rng).reduce()],
        6 => vec![sum_of_products(1 + below(rng, 3), registers, rng).reduce()],
        7 => linear([[(a, 32)], [(b, -32)]]).to_vec(),
        8 => linear([[(a, 1), (b, -1), (c, -30)], [(a, 11), (b, -10), (c, 11)]]).to_vec(),
        9 => {
            let count = below(rng, MOST as u32);
            let rest = (MOST - count) as i32;
            let k = if rng.next_u32() & 1 == 1 { rest } else { -rest };
            vec![sum_of_products(count, registers, rng).plus_small(a, k).reduce()]
        }
        10 => {
            let mut wide = sum_of_products(3, registers, rng);
            wide.scale(9);
            wide += &sum_of_products(5, registers, rng);
            vec![wide.reduced()]
        }
        11 => vec![square(a).plus_square(b).reduce()],
        12 => {
            let l: [_; 6] = core::array::from_fn(|_| lazy(registers, rng));
            let [two] = sums([[term(&l[0], &l[1]), term(&l[2], &l[3])]]);
            let [three] = sums([[term(&l[0], &l[3]), term(&l[1], &l[4]), term(&l[2], &l[5])]]);
            vec![two, three]
        }
        13 => squares([a, b, c]).to_vec(),
        14 => {
            let mut value = a.clone();
            value *= &lazy(registers, rng);
            value.square_times(3);
            vec![value]
        }
        // A mask that differs from lane to lane.
        15 => vec![Red::select(a, b, &(a.is_zero() | a.equal(c)))],
        16 => vec![a.invert(), b.invert_vartime(), Red::select(a, b, &!a.is_zero())],
        _ => E::operation(registers, rng),
    }
}

/// What towers alone ask of their base field: products in Fp2, and differences of sums, which may
/// be negative.
trait Extension {
    fn operation<F: Masked>(registers: &[Red<F>], rng: &mut ChaCha20Rng) -> Vec<Red<F>>;
}

/// A field without a tower.
struct Prime;

impl Extension for Prime {
    fn operation<F: Masked>(registers: &[Red<F>], _: &mut ChaCha20Rng) -> Vec<Red<F>> {
        vec![-&registers[0]]
    }
}

/// A field under a tower.
struct Quadratic;

impl Extension for Quadratic {
    fn operation<F: Masked>(registers: &[Red<F>], rng: &mut ChaCha20Rng) -> Vec<Red<F>> {
        if below(rng, 4) > 0 {
            return on_pairs(&[0, 1, 2].map(|_| pair(registers, rng)), rng);
        }
        let mut wide = sum_of_products(3, registers, rng);
        wide.scale(5);
        wide -= &sum_of_products(5, registers, rng);
        wide.sub_two(&sum_of_products(6, registers, rng), &sum_of_products(6, registers, rng));
        vec![wide.reduce()]
    }
}

/// Two registers as an element of Fp2.
fn pair<F: Field>(registers: &[Red<F>], rng: &mut ChaCha20Rng) -> Red<Quad<F>> {
    let [c0, c1] = [(); 2].map(|()| registers[below(rng, REGISTERS as u32)].clone());
    Red::new(c0, c1)
}

/// Products in Fp2, in every form that formulas have.
fn on_pairs<F: Masked>([a, b, c]: &[Red<Quad<F>>; 3], rng: &mut ChaCha20Rng) -> Vec<Red<F>> {
    let value = match below(rng, 9) {
        0 => &a.plus(b) * &b.minus(c),
        1 => a.minus(b).sqr(),
        2 => a * b,
        3 => squares([a])[0].clone(),
        4 => sums([[term(&a.plus(b), c), term(&c.twice(), &a.minus(c)), term(b, b)]])[0].clone(),
        5 => sums([[term(&a.twice(), &b.twice())]])[0].clone(),
        6 => {
            // Each counts as two.
            let mut wide = product(&a.twice(), &b.twice());
            for i in 0..15 {
                wide = if i & 1 == 1 {
                    wide.plus(&a.plus(c), &b.plus(c))
                } else {
                    wide.minus(&a.minus(b), &b.minus(c))
                };
            }
            wide.reduce()
        }
        7 => {
            let mut wide = product(&a.twice(), &b.minus(a));
            wide.scale(9);
            wide -= &square(c);
            wide.plus_square(a).reduce()
        }
        _ => {
            let mut value = a.clone();
            value *= &b.twice();
            value.square_times(2);
            linear([[(&value, 1), (b, -12)]])[0].clone()
        }
    };
    vec![value.c0(), value.c1()]
}

/// What many operations in a row give, each of which overwrites registers with its results.
fn chain<F: Masked + Invert, E: Extension>(mut registers: Vec<Red<F>>, seed: u64) -> Vec<Red<F>> {
    let mut rng = ChaCha20Rng::seed_from_u64(seed);
    let mut all = Vec::new();
    for _ in 0..120 {
        for value in operation::<F, E>(&registers, &mut rng) {
            registers[below(&mut rng, REGISTERS as u32)] = value.clone();
            all.push(value);
        }
    }
    all
}

struct Chains<E>(E);

impl<F: InLanes + Anywhere, E: Extension> OnLanes<F> for Chains<E> {
    fn run<L: Lanes<One = F, Const = F::Const>>(&self, ctx: &L::Ctx) {
        let mut rng = ChaCha20Rng::seed_from_u64(52);
        let one = Red::<F>::one();
        // −0 is not 0 where zero has several forms: it is the largest reduced value.
        let edges =
            [Red::zero(), -&Red::<F>::zero(), one, -&one, Red::from(2u32), -&Red::<F>::from(2u32)];
        for seed in 0..60 {
            let registers: [[Red<F>; LANES]; REGISTERS] = core::array::from_fn(|register| {
                let same = if below(&mut rng, 2) == 1 {
                    edges[below(&mut rng, 6)]
                } else {
                    random(&mut rng)
                };
                core::array::from_fn(|lane| match seed & 3 {
                    // The same edge everywhere, edges in places that move, all lanes equal, random.
                    0 => edges[(seed as usize >> 2) & 3],
                    1 if below(&mut rng, 2) == 1 => edges[below(&mut rng, 6)],
                    2 => same,
                    _ if lane == register => Red::zero(),
                    _ => random(&mut rng),
                })
            });
            // Negated twice: on vectors zeros come back as twice the modulus at odd places.
            let on_lanes = registers.iter().enumerate().map(|(i, register)| {
                let value = pack::<L>(ctx, register);
                if i & 1 == 1 { -&-&value } else { value }
            });
            let found: Vec<_> =
                chain::<L, E>(on_lanes.collect(), seed).iter().map(unpack).collect();
            for lane in 0..LANES {
                let expected =
                    chain::<F, E>(registers.iter().map(|register| register[lane]).collect(), seed);
                assert_eq!(found.len(), expected.len());
                for (i, (found, expected)) in found.iter().zip(&expected).enumerate() {
                    assert_eq!(&found[lane], expected, "chain {seed}, value {i}, lane {lane}");
                }
            }
        }
    }
}

#[test]
fn chains_over_the_base_field_of_bls12_381() {
    on_all_lanes::<bls12_381::FpEngine>(&Chains(Quadratic));
}

#[test]
fn chains_over_the_base_field_of_bn254() {
    on_all_lanes::<bn254::FpEngine>(&Chains(Quadratic));
}

#[test]
fn chains_over_the_base_field_of_p256() {
    on_all_lanes::<p256::FpEngine>(&Chains(Prime));
}

#[test]
fn chains_over_the_base_fields_that_fold() {
    on_all_lanes::<secp256k1::FpEngine>(&Chains(Prime));
    on_all_lanes::<ed25519::FpEngine>(&Chains(Prime));
}

#[test]
fn chains_over_scalar_fields() {
    on_all_lanes::<bls12_381::FrEngine>(&Chains(Prime));
    on_all_lanes::<bn254::FrEngine>(&Chains(Prime));
    on_all_lanes::<p256::FrEngine>(&Chains(Prime));
    on_all_lanes::<secp256k1::FrEngine>(&Chains(Prime));
}

/// Eight points side by side.
fn pack_points<C, S>(ctx: &CtxOf<S>, points: &[Projective<C>; LANES]) -> Projective<S>
where
    C: Group<Base: Anywhere>,
    S: Endomorphism<Base: Lanes<One = C::Base>>,
{
    let [x, y, z] =
        [0, 1, 2].map(|k| pack::<S::Base>(ctx, &points.map(|point| *point.coordinates()[k])));
    Projective::from_xyz_unchecked_curve_and_subgroup(x, y, z)
}

/// Compares the points of all lanes.
fn assert_points<C, S>(found: &Projective<S>, expected: &[Projective<C>; LANES], what: &str)
where
    C: Group<Base: Anywhere>,
    S: Endomorphism<Base: Lanes<One = C::Base>>,
{
    let [x, y, z] = found.coordinates().map(unpack::<S::Base>);
    for (lane, expected) in expected.iter().enumerate() {
        let found =
            Projective::<C>::from_xyz_unchecked_curve_and_subgroup(x[lane], y[lane], z[lane]);
        assert!(bool::from(found.is_on_curve()), "{what}, lane {lane}");
        assert_eq!(&found, expected, "{what}, lane {lane}");
    }
}

/// Sums with a special case in each lane in turn, then eight constant-time multiplications in one
/// run.
fn points<C, S>(ctx: &CtxOf<S>)
where
    C: Group<Base: Anywhere>,
    S: Endomorphism<Base: Lanes<One = C::Base>>,
{
    let mut rng = ChaCha20Rng::seed_from_u64(8);
    let mut point = || Projective::<C>::mul_generator(&random(&mut rng));
    let p: [_; LANES] = core::array::from_fn(|_| point());
    let q: [_; LANES] = core::array::from_fn(|_| point());
    let identity = Projective::<C>::identity();
    for shift in 0..LANES {
        let (mut p, mut q) = (p, q);
        let lane = |i: usize| (i + shift) & (LANES - 1);
        q[lane(0)] = p[lane(0)];
        q[lane(1)] = p[lane(1)].neg();
        q[lane(2)] = identity;
        p[lane(3)] = identity;
        (p[lane(4)], q[lane(4)]) = (identity, identity);
        q[lane(5)] = p[lane(5)].endomorphism();
        let (a, b) = (pack_points::<C, S>(ctx, &p), pack_points::<C, S>(ctx, &q));
        let each = |f: &dyn Fn(usize) -> Projective<C>| core::array::from_fn(f);
        assert_points::<C, S>(&a.add(&b), &each(&|i| p[i].add(&q[i])), "sum");
        assert_points::<C, S>(&a.sub(&b), &each(&|i| p[i].sub(&q[i])), "difference");
        assert_points::<C, S>(&a.double(), &each(&|i| p[i].double()), "double");
        assert_points::<C, S>(
            &a.double_times(5),
            &each(&|i| p[i].mul_integer_vartime(&[32])),
            "doubled five times",
        );
        assert_points::<C, S>(&a.endomorphism(), &each(&|i| p[i].endomorphism()), "endomorphism");
        let affine: Affine<S> = b.to_affine();
        assert_points::<C, S>(&a.add_mixed(&affine), &each(&|i| p[i].add(&q[i])), "mixed sum");
        let bits =
            |of: &dyn Fn(usize) -> bool| (0..LANES).fold(0, |bits, i| bits | u8::from(of(i)) << i);
        assert_eq!(S::Base::bits(&affine.is_identity()), bits(&|i| q[i] == identity));
        assert_eq!(S::Base::bits(&a.equal(&b)), bits(&|i| p[i] == q[i]));
        assert_eq!(S::Base::bits(&a.is_on_curve()), u8::MAX);
    }
    // A long run of sums and doublings.
    let (mut a, mut expected) = (pack_points::<C, S>(ctx, &p), p);
    let b = pack_points::<C, S>(ctx, &q);
    for i in 0..64 {
        a = if i & 3 == 0 { a.double() } else { a.add(&b).neg() };
        expected = core::array::from_fn(|lane| match i & 3 {
            0 => expected[lane].double(),
            _ => expected[lane].add(&q[lane]).neg(),
        });
    }
    assert_points::<C, S>(&a, &expected, "run");

    let mut p = p;
    p[3] = identity;
    let mut scalars: [Red<C::Scalar>; LANES] = core::array::from_fn(|_| random(&mut rng));
    scalars[5] = Red::zero();
    scalars[6] = -&Red::one();
    let parts = scalars.each_ref().map(|k| C::split(&scalar_to_integer(k)));
    let product = mul_digits(
        &pack_points::<C, S>(ctx, &p),
        C::PARTS,
        windows(C::PART_BITS as usize),
        |part, window| {
            digit_of_lanes::<S::Base>(&parts.each_ref().map(|parts| parts[part].digit(window)))
        },
    );
    let expected: [_; LANES] = core::array::from_fn(|lane| p[lane].mul(&scalars[lane]));
    assert_points::<C, S>(&product, &expected, "multiple");
    let affine = product.to_affine();
    let (x, y) = (unpack::<S::Base>(affine.x()), unpack::<S::Base>(affine.y()));
    for (lane, expected) in expected.iter().enumerate() {
        let expected = expected.to_affine();
        assert!(x[lane] == *expected.x() && y[lane] == *expected.y(), "affine, lane {lane}");
    }
}

/// A digit of each lane.
fn digit_of_lanes<L: Lanes>(digits: &[Digit<subtle::Choice>; LANES]) -> Digit<L::Mask> {
    let mask = |of: &dyn Fn(&Digit<subtle::Choice>) -> subtle::Choice| {
        L::of_bits(
            digits
                .iter()
                .enumerate()
                .fold(0, |bits, (lane, digit)| bits | of(digit).unwrap_u8() << lane),
        )
    };
    Digit {
        is: core::array::from_fn(|i| mask(&|digit| digit.is[i])),
        negative: mask(&|digit| digit.negative),
    }
}

/// Three pairs in each lane, some with an identity: the Miller values, and what the final
/// exponentiation gives.
fn pairings<T, S>(
    ctx: &<S::Fp as Field>::Ctx,
    of: impl Fn(usize) -> ([Red<T::Fp>; 2], [Fp2Of<T>; 2]),
) where
    T: Pairing<Fp: Anywhere>,
    S: Pairing<Fp: Lanes<One = T::Fp>>,
{
    const PAIRS: usize = 3;
    let pairs: [[_; LANES]; PAIRS] =
        core::array::from_fn(|pair| core::array::from_fn(|lane| of(LANES * pair + lane)));
    // Of lane 6 all pairs are skipped.
    let skip: [u8; PAIRS] = [0b0100_0001, 0b1110_0000, 0b0100_1000];
    let mut on_lanes: Vec<_> = pairs
        .iter()
        .zip(skip)
        .map(|(pair, skip)| {
            let p =
                [0, 1].map(|k| pack::<S::Fp>(ctx, &core::array::from_fn(|lane| pair[lane].0[k])));
            let q = [0, 1]
                .map(|k| pack::<Quad<S::Fp>>(ctx, &core::array::from_fn(|lane| pair[lane].1[k])));
            MillerPair::<S>::masked(p, q, &S::Fp::of_bits(skip))
        })
        .collect();
    let f = miller_loop(ctx, &mut on_lanes);
    let value = final_exponentiation(&f);
    let flat = |coefficient: &Fp2Of<S>| unpack::<Quad<S::Fp>>(coefficient);
    let (f, value) = (f.w().map(flat), value.as_fp12().w().map(flat));
    for lane in 0..LANES {
        let mut one: Vec<_> = pairs
            .iter()
            .zip(skip)
            .map(|(pair, skip)| {
                MillerPair::<T>::masked(pair[lane].0, pair[lane].1, &((skip >> lane) & 1).into())
            })
            .collect();
        let expected = miller_loop(&(), &mut one);
        for (found, expected) in f.iter().zip(expected.w()) {
            assert_eq!(&found[lane], expected, "Miller value, lane {lane}");
        }
        let expected = final_exponentiation(&expected);
        for (found, expected) in value.iter().zip(expected.as_fp12().w()) {
            assert_eq!(&found[lane], expected, "pairing, lane {lane}");
        }
        assert_eq!(bool::from(expected.is_identity()), lane == 6);
    }
}

/// Multiples of both generators.
macro_rules! multiples {
    ($curve:ident) => {
        |i| {
            let k = |j: usize| $curve::Fr::from((1000 * i + j) as u32);
            let (p, q) = (
                $curve::G1::mul_generator(&k(1)).to_affine(),
                $curve::G2::mul_generator(&k(2)).to_affine(),
            );
            ([*p.x(), *p.y()], [*q.x(), *q.y()])
        }
    };
}

/// Something on the engines of lanes of one curve's base field.
macro_rules! on_lanes {
    ($engine:ty, |$lanes:ident, $ctx:ident| $($what:expr);+) => {{
        struct Test;
        impl OnLanes<$engine> for Test {
            fn run<$lanes: Lanes<One = $engine, Const = <$engine as Field>::Const>>(&self, $ctx: &$lanes::Ctx) {
                $($what);+
            }
        }
        on_all_lanes::<$engine>(&Test);
    }};
}

#[test]
fn points_of_bls12_381() {
    use bls12_381::{FpEngine, G1Curve, G2Curve};
    on_lanes!(FpEngine, |L, ctx| points::<G1Curve, G1Curve<L>>(ctx); points::<G2Curve, G2Curve<L>>(ctx));
}

#[test]
fn points_of_bn254() {
    use bn254::{FpEngine, G1Curve, G2Curve};
    on_lanes!(FpEngine, |L, ctx| points::<G1Curve, G1Curve<L>>(ctx); points::<G2Curve, G2Curve<L>>(ctx));
}

#[test]
fn points_of_secp256k1_and_p256() {
    on_lanes!(secp256k1::FpEngine, |L, ctx| points::<Secp256k1, Secp256k1<L>>(ctx));
    on_lanes!(p256::FpEngine, |L, ctx| points::<P256, P256<L>>(ctx));
}

#[test]
fn pairings_of_bls12_381() {
    on_lanes!(bls12_381::FpEngine, |L, ctx| pairings::<Bls12381, Bls12381<L>>(
        ctx,
        multiples!(bls12_381)
    ));
}

#[test]
fn pairings_of_bn254() {
    on_lanes!(bn254::FpEngine, |L, ctx| pairings::<Bn254, Bn254<L>>(ctx, multiples!(bn254)));
}

/// Eight Edwards points, those of small order among them, by eight integers.
#[test]
fn points_of_ed25519() {
    on_lanes!(ed25519::FpEngine, |L, ctx| edwards_points::<L>(ctx));
}

fn edwards_points<L: Lanes<One = ed25519::FpEngine, Const = ed25519::FpConst>>(ctx: &L::Ctx) {
    use ed25519::Point;
    let mut points: [Point; LANES] =
        core::array::from_fn(|i| Point::generator().double_many(i as u32));
    points[2] = Point::identity();
    // (0, −1), of order two.
    points[4] = Point::from_xy_unchecked_curve(Red::zero(), -&Red::one());
    points[5] = points[6].neg();
    let xy = points.map(|point| point.to_xy());
    let [x, y] = [0, 1].map(|k| pack::<L>(ctx, &xy.map(|xy| xy[k])));
    let on_lanes = EdwardsPoint::<Ed25519<L>>::from_xy_unchecked_curve(x, y);
    let assert_equal = |found: &EdwardsPoint<Ed25519<L>>, expected: &dyn Fn(usize) -> Point| {
        let [x, y] = found.to_xy().map(|c| unpack(&c));
        for lane in 0..LANES {
            assert_eq!([x[lane], y[lane]], expected(lane).to_xy(), "lane {lane}");
        }
    };
    assert_equal(&on_lanes.double(), &|i| points[i].double());
    assert_equal(&on_lanes.sub(&on_lanes), &|_| Point::identity());
    assert_equal(&on_lanes.double().add(&on_lanes), &|i| points[i].double().add(&points[i]));
    let scalars: [[u64; 4]; LANES] =
        core::array::from_fn(|i| [i as u64, u64::MAX, 0x1234_5678 << i, 1 << (50 + i)]);
    let product = on_lanes.mul_digits(windows(256), |window| {
        digit_of_lanes::<L>(&scalars.map(|k| signed_digit(&k, window)))
    });
    assert_equal(&product, &|i| points[i].mul_integer(&scalars[i]));
}

// 2^61 − 1, 2^127 − 1, and a prime of four words that is too short for the vectors.
modulus!(M61, "1fffffffffffffff");
modulus!(M127, "7fffffffffffffffffffffffffffffff");
modulus!(M199, "7fffffffffffffffffffffffffffffffffffffffffffffffcf");

/// Batches over a field that has no vectors, on any CPU: one by one.
fn without_vectors<F: vectors::Prime>() {
    assert!(F::lanes().is_none());
    let a: Vec<Red<F>> = (0..50u32).map(|i| Red::from(i.wrapping_mul(0x9e37_79b9))).collect();
    let mut squares = a.clone();
    vectors::mul_assign_slices(&mut squares, &a).expect("of one length");
    let mut inverses = a.clone();
    vectors::invert_batch(&mut inverses);
    let (mut roots, mut exist, mut symbols) = (a.clone(), vec![0.into(); 50], vec![5; 50]);
    vectors::sqrt_batch(&squares, &mut roots, &mut exist).expect("of one length");
    vectors::legendre_batch(&squares, &mut symbols).expect("of one length");
    for (i, a) in a.iter().enumerate() {
        assert_eq!(squares[i], a.sqr());
        assert_eq!(inverses[i], a.invert());
        assert!(bool::from(exist[i]) && roots[i].sqr() == squares[i]);
        assert_eq!(symbols[i], i8::from(i != 0));
    }
}

#[test]
fn fields_that_no_vectors_serve() {
    without_vectors::<Mont<M61, u64, 1>>();
    without_vectors::<Fold<M127, u64, 2>>();
    without_vectors::<Mont<M199, u64, 4>>();
}
