//! Many multiplications at once, on every engine, against those done one by one: secret ones,
//! public ones, and sums a·B + b·P.
//!
//! Batches are built so that identities, equal and opposite operands meet in each lane, at the end
//! of a sum and on the way to it.

use curve::engines::lanes8::{LANES, Lanes8Portable};
use curve::error::BatchError;
use curve::field::{Anywhere, Field, InLanes, Lanes, Red};
#[cfg(feature = "grumpkin")]
use curve::grumpkin;
use curve::p256::P256;
use curve::scalar::{ScalarField, SecretScalar};
use curve::scalar_mul::{Base, OddMultiples, mul_on_lanes, sums_on_lanes_vartime};
use curve::secp256k1::Secp256k1;
use curve::weierstrass::{Affine, CtxOf, Endomorphism, GroupInLanes, Jacobian, Projective};
use curve::{bls12_381, bn254, p256, secp256k1};
#[cfg(feature = "pasta")]
use curve::{pallas, vesta};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::counted_lanes::{CountedLanes, products};
use crate::engine;

/// Odd multiples of the base, in the tests' small table and in their large one.
const FEW: usize = 4;
const MANY: usize = 64;

/// What a batch is of: aᵢ·B + bᵢ·Pᵢ.
struct Batch<C: GroupInLanes> {
    what: String,
    a: Vec<Red<C::Scalar>>,
    b: Vec<Red<C::Scalar>>,
    points: Vec<Affine<C>>,
    /// Each bᵢ·Pᵢ, and each sum, one by one.
    products: Vec<Projective<C>>,
    sums: Vec<Projective<C>>,
}

/// a, b and P.
type Item<C> = (
    Red<<C as curve::weierstrass::Group>::Scalar>,
    Red<<C as curve::weierstrass::Group>::Scalar>,
    Affine<C>,
);

impl<C: GroupInLanes<Base: Anywhere>> Batch<C> {
    fn new(
        what: &str,
        base: &Affine<C>,
        count: usize,
        mut of: impl FnMut(usize) -> Item<C>,
    ) -> Self {
        let mut out = Self {
            what: format!("{what}, {count} items"),
            a: Vec::new(),
            b: Vec::new(),
            points: Vec::new(),
            products: Vec::new(),
            sums: Vec::new(),
        };
        for i in 0..count {
            let (a, b, point) = of(i);
            let product = point.mul(&b);
            out.sums.push(product.add(&base.mul(&a)));
            out.products.push(product);
            out.a.push(a);
            out.b.push(b);
            out.points.push(point);
        }
        out
    }
}

fn signed<S: Anywhere>(k: i64) -> Red<S> {
    let magnitude = Red::<S>::from_uniform_bytes(&k.unsigned_abs().to_be_bytes());
    if k < 0 { -&magnitude } else { magnitude }
}

/// 0, 1, −1, powers of two and their neighbours, fractions of the order.
fn edges<S: Anywhere>() -> Vec<Red<S>> {
    let mut out: Vec<Red<S>> = [0, 1, -1, 2, -2, 15, 16, 17, 31, 32, 33].map(signed).into();
    for bits in [5, 8, 63, 64, 65, 127, 128, 129, 251, 252, 253, 254, 255] {
        let power = Red::<S>::from(2u32).pow_vartime(&[bits]);
        out.extend([-1, 0, 1].map(|near| power + signed(near)));
        out.push(-&power);
    }
    for parts in 2..6 {
        let fraction = Red::<S>::from(parts).invert();
        out.extend([-1, 0, 1].map(|near| fraction + signed(near)));
    }
    out
}

fn batches<C: GroupInLanes<Base: Anywhere, Scalar: ScalarField>>(
    base: &Affine<C>,
) -> Vec<Batch<C>> {
    let mut rng = ChaCha20Rng::seed_from_u64(7);
    let mut random = || Red::<C::Scalar>::random(&mut rng);
    let point = |k: Red<C::Scalar>| base.mul(&k).to_affine();
    let identity = Affine::<C>::identity();
    let edges = edges::<C::Scalar>();
    let edge = |i: usize| *edges.iter().cycle().nth(i).expect("there are edges");
    let mut out = Vec::new();
    for count in [1, 2, 3, 7, 8, 9, 10, 11, 33, 67, 200] {
        out.push(Batch::new("random", base, count, |_| (random(), random(), point(random()))));
    }
    let (p, k, l) = (point(random()), random(), random());
    for count in [8, 11] {
        out.push(Batch::new("all lanes equal", base, count, |_| (k, l, p)));
        out.push(Batch::new("P and −P in turn", base, count, |i| {
            (k, l, if i & 1 == 0 { p } else { p.neg() })
        }));
        out.push(Batch::new("identities alone", base, count, |_| (k, l, identity)));
        out.push(Batch::new("zeros alone", base, count, |_| (Red::zero(), Red::zero(), p)));
    }
    out.push(Batch::new("edges of a", base, edges.len(), |i| (edge(i), random(), p)));
    out.push(Batch::new("edges of b", base, edges.len(), |i| (random(), edge(i), p)));
    out.push(Batch::new("edges of both", base, 3 * edges.len(), |i| {
        (edge(i), edge(7 * i + 3), point(signed(3)))
    }));
    out.push(Batch::new("edges and an identity", base, edges.len(), |i| {
        (edge(i), edge(5 * i + 1), identity)
    }));
    // Sums that are the identity or a double, whole and in part.
    let mu = base.to_projective().endomorphism().to_affine();
    let special = [
        (k, l, identity),
        (Red::zero(), l, identity),
        (Red::zero(), Red::zero(), p),
        (k, Red::zero(), p),
        (Red::zero(), k, p),
        (k, k, base.neg()),
        (k, -&k, *base),
        (k, k, *base),
        (k, -&k, base.neg()),
        (signed(30), signed(-10), point(signed(3))),
        (-&(&k * &l), k, point(l)),
        (&k * &l, k, point(l)),
        (k, l, mu),
        (k, k, mu),
        (signed(1), signed(1), *base),
        (signed(1), signed(-1), *base),
    ];
    for first in 0..special.len() {
        let turned = |i: usize| special[(first + i).rem_euclid(special.len())];
        out.push(Batch::new(&format!("special, from {first} on"), base, LANES, turned));
    }
    for lane in 0..LANES {
        for which in [0, 6, 10, 11] {
            let what = format!("special {which} in lane {lane} alone");
            out.push(Batch::new(&what, base, LANES, |i| {
                if i == lane { special[which] } else { (k, l, p) }
            }));
        }
    }
    // What is added meets the sum so far, or its opposite, in many places.
    let small = [0, 1, 2, 3, 15, 16, 17, 32, 4096 - 16].map(signed::<C::Scalar>);
    let high = Red::<C::Scalar>::from(2u32).pow_vartime(&[124]);
    for (name, factor) in [("small", Red::one()), ("high", high)] {
        for multiple in [1, -1, 2, -2, 16] {
            let p = point(signed(multiple));
            let count = small.len() * small.len();
            let pairs = |i: usize| (i.div_euclid(small.len()), i.rem_euclid(small.len()));
            out.push(Batch::new(&format!("{name} scalars, {multiple}·B"), base, count, |i| {
                let (a, b) = pairs(i);
                (&small[a] * &factor, &small[b] * &factor, p)
            }));
        }
    }
    out
}

/// Places that nobody has written to.
fn places<C: GroupInLanes<Base: Anywhere>>(count: usize) -> Vec<Projective<C>> {
    vec![Projective::generator().double(); count]
}

/// A batch on the lanes of `S`.
fn on_lanes<C, S>(ctx: &CtxOf<S>, batch: &Batch<C>, tables: &[&[Affine<C>]], name: &str)
where
    C: GroupInLanes<Base: Anywhere>,
    S: Endomorphism<Base: Lanes<One = C::Base>>,
{
    let mut found = places(batch.points.len());
    mul_on_lanes::<C, S>(ctx, &batch.points, &batch.b, &mut found).expect("a batch");
    assert_eq!(found, batch.products, "{name}, masked, {}", batch.what);
    found = places(batch.points.len());
    sums_on_lanes_vartime::<C, S>(ctx, None, &batch.points, &batch.b, &mut found).expect("a batch");
    assert_eq!(found, batch.products, "{name}, vartime, {}", batch.what);
    for multiples in tables {
        found = places(batch.points.len());
        let base = Base { multiples, scalars: &batch.a };
        sums_on_lanes_vartime::<C, S>(ctx, Some(base), &batch.points, &batch.b, &mut found)
            .expect("a batch");
        assert_eq!(
            found,
            batch.sums,
            "{name}, sums with {} multiples, {}",
            multiples.len(),
            batch.what
        );
    }
}

/// All batches of one group on all engines; `S` is the group on portable lanes.
fn group<C, S>(name: &str)
where
    C: GroupInLanes<Base: Anywhere, Scalar: ScalarField>,
    S: Endomorphism<Base: Lanes<One = C::Base> + Field<Ctx = ()>>,
{
    let base = Projective::<C>::generator().mul(&signed(5)).to_affine();
    let few = OddMultiples::<Jacobian<C>, FEW>::new(&Jacobian::from_affine_vartime(&base));
    let many = OddMultiples::<Jacobian<C>, MANY>::new(&Jacobian::from_affine_vartime(&base));
    let tables: [&[Affine<C>]; 2] = [few.table(), many.table()];
    let batches = batches::<C>(&base);
    for batch in &batches {
        on_lanes::<C, S>(&(), batch, &tables, &format!("{name}, portable lanes"));
    }
    // Only what follows asks which engine is in force: groups wait for each other here.
    let held = engine::hold();
    if let Some(ctx) = C::fast() {
        for batch in &batches {
            on_lanes::<C, C::Fast>(&ctx, batch, &tables[..1], &format!("{name}, one lane"));
        }
    }
    held.on_each(|engine| {
        let name = format!("{name}, {}", engine.name());
        // Below the vectors it is one by one that is compared with one by one.
        let few =
            batches.iter().filter(|batch| C::Base::lanes().is_some() || batch.points.len() <= 11);
        for batch in few {
            let mut found = places(batch.points.len());
            Projective::mul_batch(&batch.points, &batch.b, &mut found).expect("a batch");
            assert_eq!(found, batch.products, "{name}, masked, {}", batch.what);
            found = places(batch.points.len());
            Projective::mul_batch_vartime(&batch.points, &batch.b, &mut found).expect("a batch");
            assert_eq!(found, batch.products, "{name}, vartime, {}", batch.what);
            found = places(batch.points.len());
            many.double_base_batch_vartime(&batch.a, &batch.b, &batch.points, &mut found)
                .expect("a batch");
            assert_eq!(found, batch.sums, "{name}, sums, {}", batch.what);
            found = places(batch.points.len());
            let bases = vec![base; batch.points.len()];
            Projective::sum_of_two_batch_vartime(
                [&batch.points, &bases],
                [&batch.b, &batch.a],
                &mut found,
            )
            .expect("a batch");
            assert_eq!(found, batch.sums, "{name}, sums of two, {}", batch.what);
            if let Some(ctx) = C::Base::lanes() {
                on_lanes::<C, C::Lanes>(&ctx, batch, &tables, &format!("{name}, vectors"));
            }
        }
        one_scalar_for_all::<C>(&batches[10], &name);
        lengths::<C>(&batches[0], &many);
    });
    // A base that is the identity adds nothing.
    let nothing = OddMultiples::<Jacobian<C>, FEW>::from_table([Affine::identity(); FEW]);
    let batch = &batches[7];
    let mut found = places(batch.points.len());
    nothing
        .double_base_batch_vartime(&batch.a, &batch.b, &batch.points, &mut found)
        .expect("a batch");
    assert_eq!(found, batch.products, "{name}, no base");
}

fn one_scalar_for_all<C: GroupInLanes<Base: Anywhere, Scalar: ScalarField>>(
    batch: &Batch<C>,
    name: &str,
) {
    let (points, secret) = (&batch.points[..20], SecretScalar::new(batch.a[0]));
    let expected: Vec<_> = points.iter().map(|point| point.mul(&batch.a[0])).collect();
    let mut found = places(points.len());
    Projective::mul_batch_by(points, &batch.a[0], &mut found).expect("a batch");
    assert_eq!(found, expected, "{name}, by one scalar");
    found = places(points.len());
    secret.mul_batch(points, &mut found).expect("a batch");
    assert_eq!(found, expected, "{name}, by one secret");
    let secrets: Vec<_> = batch.b[..20].iter().map(|k| SecretScalar::new(*k)).collect();
    SecretScalar::mul_each(&secrets, points, &mut found).expect("a batch");
    assert_eq!(found, batch.products[..20], "{name}, by a secret each");
    assert_eq!(
        SecretScalar::mul_each(&secrets[1..], points, &mut found),
        Err(BatchError::LengthMismatch)
    );
}

/// Lists that do not fit each other.
fn lengths<C: GroupInLanes<Base: Anywhere>>(
    batch: &Batch<C>,
    table: &OddMultiples<Jacobian<C>, MANY>,
) {
    let (points, k) = ([batch.points[0]; 9], [batch.b[0]; 9]);
    let mut out = places::<C>(9);
    assert_eq!(Projective::<C>::mul_batch(&[], &[], &mut []), Err(BatchError::Empty));
    assert_eq!(Projective::<C>::mul_batch_by(&[], &k[0], &mut []), Err(BatchError::Empty));
    assert_eq!(Projective::<C>::mul_batch_vartime(&[], &[], &mut []), Err(BatchError::Empty));
    assert_eq!(table.double_base_batch_vartime(&[], &[], &[], &mut []), Err(BatchError::Empty));
    for ([p, s, o], error) in [
        ([8, 9, 9], BatchError::LengthMismatch),
        ([9, 8, 9], BatchError::LengthMismatch),
        ([9, 9, 8], BatchError::LengthMismatch),
        ([1, 0, 0], BatchError::LengthMismatch),
        ([0, 1, 1], BatchError::Empty),
        ([0, 0, 1], BatchError::Empty),
    ] {
        let (points, k, out) = (&points[..p], &k[..s], &mut out[..o]);
        assert_eq!(Projective::mul_batch(points, k, out), Err(error));
        assert_eq!(Projective::mul_batch_vartime(points, k, out), Err(error));
        assert_eq!(table.double_base_batch_vartime(k, k, points, out), Err(error));
        let sums = Projective::sum_of_two_batch_vartime([points; 2], [k; 2], out);
        assert_eq!(sums, Err(error));
    }
    assert_eq!(
        Projective::mul_batch_by(&points, &k[0], &mut out[1..]),
        Err(BatchError::LengthMismatch)
    );
    assert_eq!(
        table.double_base_batch_vartime(&k[1..], &k, &points, &mut out),
        Err(BatchError::LengthMismatch)
    );
}

/// A test for each group, so that groups run side by side.
mod every_batch_on_every_engine {
    use super::*;

    #[test]
    fn bls12_381_g1() {
        group::<bls12_381::G1Curve, bls12_381::G1Curve<Lanes8Portable<bls12_381::FpEngine>>>(
            "BLS12-381 G1",
        );
    }

    #[test]
    fn bls12_381_g2() {
        group::<bls12_381::G2Curve, bls12_381::G2Curve<Lanes8Portable<bls12_381::FpEngine>>>(
            "BLS12-381 G2",
        );
    }

    #[test]
    fn bn254_g1() {
        group::<bn254::G1Curve, bn254::G1Curve<Lanes8Portable<bn254::FpEngine>>>("BN254 G1");
    }

    #[test]
    fn bn254_g2() {
        group::<bn254::G2Curve, bn254::G2Curve<Lanes8Portable<bn254::FpEngine>>>("BN254 G2");
    }

    #[test]
    fn secp256k1() {
        group::<Secp256k1, Secp256k1<Lanes8Portable<secp256k1::FpEngine>>>("secp256k1");
    }

    #[test]
    fn p256() {
        group::<P256, P256<Lanes8Portable<p256::FpEngine>>>("P-256");
    }

    #[cfg(feature = "bls12-377")]
    #[test]
    fn bls12_377() {
        use curve::bls12_377::{FpEngine, G1Curve, G2Curve};
        group::<G1Curve, G1Curve<Lanes8Portable<FpEngine>>>("BLS12-377 G1");
        group::<G2Curve, G2Curve<Lanes8Portable<FpEngine>>>("BLS12-377 G2");
    }

    #[cfg(feature = "pasta")]
    #[test]
    fn pallas() {
        group::<pallas::Pallas, pallas::Pallas<Lanes8Portable<pallas::FpEngine>>>("Pallas");
    }

    #[cfg(feature = "pasta")]
    #[test]
    fn vesta() {
        group::<vesta::Vesta, vesta::Vesta<Lanes8Portable<vesta::FpEngine>>>("Vesta");
    }

    #[cfg(feature = "grumpkin")]
    #[test]
    fn grumpkin() {
        group::<grumpkin::Grumpkin, grumpkin::Grumpkin<Lanes8Portable<grumpkin::FpEngine>>>(
            "Grumpkin",
        );
    }
}

/// Eight products cost what one does on each vector, and no item goes elsewhere.
#[test]
fn items_are_done_in_lanes() {
    type C = bls12_381::G1Curve;
    type Counted = bls12_381::G1Curve<CountedLanes<bls12_381::FpEngine>>;
    let mut rng = ChaCha20Rng::seed_from_u64(8);
    let batch = Batch::<C>::new("random", &Affine::generator(), 64, |_| {
        (
            Red::random(&mut rng),
            Red::random(&mut rng),
            Projective::mul_generator(&Red::random(&mut rng)).to_affine(),
        )
    });
    let table = OddMultiples::<Jacobian<C>, MANY>::new(&Jacobian::from_projective(
        &Projective::generator(),
    ));
    for count in [1usize, 2, 7, 8, 9, 31, 32, 33, 64] {
        let vectors = count.div_ceil(LANES);
        let (points, b) = (&batch.points[..count], &batch.b[..count]);
        let ctx = products();
        let mut found = places(count);
        mul_on_lanes::<C, Counted>(&ctx, points, b, &mut found).expect("a batch");
        assert_eq!(found, batch.products[..count]);
        // Doublings and additions of complete formulas, and endomorphisms.
        assert_eq!(ctx.get(), vectors * (133 * 8 + 58 * 15 + 26), "masked, {count} items");
        // Doublings, additions; for the table 4 products before, 5 for each multiple, its images,
        // the inversion; 3 at the end.
        let vartime = 125 * 7 + (7 + 65) * 11 + 4 + 7 * 5 + 8 + 4 + 3;
        let ctx = products();
        sums_on_lanes_vartime::<C, Counted>(&ctx, None, points, b, &mut found).expect("a batch");
        assert_eq!(found, batch.products[..count]);
        assert_eq!(ctx.get(), vectors * vartime, "vartime, {count} items");
        // Nineteen windows of seven bits, the highest two places above those of four.
        let ctx = products();
        let base = Base { multiples: table.table(), scalars: &batch.a[..count] };
        sums_on_lanes_vartime::<C, Counted>(&ctx, Some(base), points, b, &mut found)
            .expect("a batch");
        assert_eq!(found, batch.sums[..count]);
        assert_eq!(
            ctx.get(),
            vectors * (vartime + 2 * 7 + 2 * (19 + 1) * 11 + 20),
            "sums, {count} items"
        );
    }
}

/// Short scalars, such as the weights of a batch verification, take as many windows as the longest
/// part of the eight, and no addition for a part that all of them lack.
#[test]
fn short_scalars_cost_less() {
    type C = bls12_381::G1Curve;
    type Counted = bls12_381::G1Curve<CountedLanes<bls12_381::FpEngine>>;
    let square = &bls12_381::Fr::from(bls12_381::X) * &bls12_381::Fr::from(bls12_381::X);
    let points: Vec<_> =
        (1..=8u64).map(|i| Projective::<C>::mul_generator(&i.into()).to_affine()).collect();
    let half = |i: u64| bls12_381::Fr::from(u64::MAX >> i);
    let cost = |scalars: &[bls12_381::Fr]| {
        let ctx = products();
        let mut found = places(8);
        sums_on_lanes_vartime::<C, Counted>(&ctx, None, &points, scalars, &mut found)
            .expect("a batch");
        for ((found, point), scalar) in found.iter().zip(&points).zip(scalars) {
            assert_eq!(*found, point.mul(scalar));
        }
        ctx.get()
    };
    let expected = |doublings: usize, additions: usize| {
        (1 + doublings) * 7 + (7 + additions) * 11 + 4 + 7 * 5 + 8 + 4 + 3
    };
    // Sixteen windows of two parts, of which the first addition is none, and one more for each
    // part.
    let two: Vec<_> = (1..=8).map(|i| &half(i) + &(&half(9 - i) * &square)).collect();
    assert_eq!(cost(&two), expected(15 * 4, 2 * 16 - 1 + 2));
    let one: Vec<_> = (1..=8).map(half).collect();
    assert_eq!(cost(&one), expected(15 * 4, 16 - 1 + 1));
    let other: Vec<_> = one.iter().map(|k| k * &square).collect();
    assert_eq!(cost(&other), expected(15 * 4, 16 - 1 + 1));
    assert_eq!(cost(&[bls12_381::Fr::zero(); 8]), expected(0, 0));
}
