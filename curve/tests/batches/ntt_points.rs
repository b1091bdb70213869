//! Transforms of points: by definition, as transforms of their scalars, and the same on every
//! engine.

use curve::engines::lanes8::Lanes8Portable;
use curve::error::BatchError;
use curve::field::{Anywhere, Field, InLanes, Lanes, Red};
use curve::ntt::{Domain, TwoAdic, transform_points_on_lanes_vartime};
use curve::weierstrass::{CtxOf, Endomorphism, GroupInLanes, Projective};
use curve::{bls12_381, bn254};
#[cfg(feature = "pasta")]
use curve::{pallas, vesta};

use crate::counted_lanes::{CountedLanes, products};
use crate::elements::elements;
use crate::engine;

/// As many multiples of the generator, and their scalars: identities, equal and opposite points
/// among them, or nothing but equal ones.
fn points<C>(count: usize, seed: u64) -> (Vec<Red<C::Scalar>>, Vec<Projective<C>>)
where
    C: GroupInLanes<Base: Anywhere, Scalar: TwoAdic>,
{
    let scalars = elements(count, seed);
    let mut points = vec![Projective::generator(); count];
    let generators = vec![Projective::<C>::generator().to_affine(); count];
    Projective::mul_batch_vartime(&generators, &scalars, &mut points)
        .expect("as many of each, and some");
    // Denominators other than one.
    (scalars, points.into_iter().map(|point| point.double().sub(&point)).collect())
}

/// Σ ω^(ek)·P_e.
fn by_definition<C>(points: &[Projective<C>], domain: &Domain<C::Scalar>) -> Vec<Projective<C>>
where
    C: GroupInLanes<Base: Anywhere, Scalar: TwoAdic>,
{
    let value = |k: usize| {
        let mut at_k = domain.root();
        at_k = at_k.pow_vartime(&[k as u64]);
        // Horner's rule.
        points
            .iter()
            .rev()
            .fold(Projective::identity(), |sum, point| sum.mul_vartime(&at_k).add(point))
    };
    (0..points.len()).map(value).collect()
}

/// What a transform is to give, found without it.
struct Case<C: GroupInLanes<Scalar: TwoAdic>> {
    domain: Domain<C::Scalar>,
    points: Vec<Projective<C>>,
    values: Vec<Projective<C>>,
}

fn cases<C>(logs: &[u32]) -> Vec<Case<C>>
where
    C: GroupInLanes<Base: Anywhere, Scalar: TwoAdic>,
{
    let mut out = Vec::new();
    for (&log, seed) in logs.iter().zip(0..) {
        for seed in [seed, 3] {
            let domain = Domain::new(log).expect("a small domain");
            let (mut scalars, points) = points::<C>(domain.size(), seed);
            domain.forward(&mut scalars).expect("as many as roots");
            let mut values = points.clone();
            let generators = vec![Projective::<C>::generator().to_affine(); values.len()];
            Projective::mul_batch_vartime(&generators, &scalars, &mut values)
                .expect("as many of each, and some");
            if log <= 4 {
                assert_eq!(by_definition(&points, &domain), values);
            }
            out.push(Case { domain, points, values });
        }
        let domain = Domain::new(log).expect("a small domain");
        let identities = vec![Projective::identity(); domain.size()];
        out.push(Case { domain, points: identities.clone(), values: identities });
    }
    out
}

fn on_lanes<C, S>(ctx: &CtxOf<S>, cases: &[Case<C>], name: &str)
where
    C: GroupInLanes<Base: Anywhere, Scalar: TwoAdic>,
    S: Endomorphism<Base: Lanes<One = C::Base>>,
{
    for Case { domain, points, values } in cases {
        let name = format!("{name}, {} points", points.len());
        let mut found = points.clone();
        transform_points_on_lanes_vartime::<C, S, false>(ctx, domain, &mut found)
            .expect("as many points as roots");
        assert_eq!(found, *values, "{name}");
        transform_points_on_lanes_vartime::<C, S, true>(ctx, domain, &mut found)
            .expect("as many points as roots");
        assert_eq!(found, *points, "{name}, inverse");
    }
}

fn group<C, S>(name: &str)
where
    C: GroupInLanes<Base: Anywhere, Scalar: TwoAdic>,
    S: Endomorphism<Base: Lanes<One = C::Base> + Field<Ctx = ()>>,
{
    let held = engine::hold();
    let cases = cases::<C>(&[0, 1, 2, 3, 4, 5, 6, 7, 8]);
    // Portable lanes take eight times as long.
    on_lanes::<C, S>(&(), &cases[..7 * 3], &format!("{name}, portable lanes"));
    on_lanes::<C, C>(&(), &cases[..5 * 3], &format!("{name}, one element on words"));
    held.on_each(|engine| {
        let name = format!("{name}, {}", engine.name());
        if let Some(ctx) = C::fast() {
            on_lanes::<C, C::Fast>(&ctx, &cases[..7 * 3], &format!("{name}, one element"));
        }
        if let Some(ctx) = C::Base::lanes() {
            on_lanes::<C, C::Lanes>(&ctx, &cases, &format!("{name}, vectors"));
        }
        // The functions that choose.
        for Case { domain, points, values } in &cases {
            let mut found = points.clone();
            domain.forward_points_vartime(&mut found).expect("as many points as roots");
            assert_eq!(found, *values, "{name}, {} points", points.len());
            domain.inverse_points_vartime(&mut found).expect("as many points as roots");
            assert_eq!(found, *points, "{name}, inverse, {} points", points.len());
        }
    });
    // Lengths.
    let domain = Domain::<C::Scalar>::new(3).expect("a small domain");
    let before = points::<C>(9, 1).1;
    let mut wrong = before.clone();
    for count in [0, 1, 7, 9] {
        assert_eq!(
            domain.forward_points_vartime(&mut wrong[..count]),
            Err(BatchError::LengthMismatch)
        );
        assert_eq!(
            domain.inverse_points_vartime(&mut wrong[..count]),
            Err(BatchError::LengthMismatch)
        );
        let on_lanes =
            transform_points_on_lanes_vartime::<C, S, false>(&(), &domain, &mut wrong[..count]);
        assert_eq!(on_lanes, Err(BatchError::LengthMismatch));
    }
    assert_eq!(wrong, before);
}

#[test]
fn transforms_are_values_at_the_roots() {
    group::<bls12_381::G1Curve, bls12_381::G1Curve<Lanes8Portable<bls12_381::FpEngine>>>(
        "BLS12-381 G1",
    );
    group::<bls12_381::G2Curve, bls12_381::G2Curve<Lanes8Portable<bls12_381::FpEngine>>>(
        "BLS12-381 G2",
    );
    group::<bn254::G1Curve, bn254::G1Curve<Lanes8Portable<bn254::FpEngine>>>("BN254 G1");
    group::<bn254::G2Curve, bn254::G2Curve<Lanes8Portable<bn254::FpEngine>>>("BN254 G2");
    #[cfg(feature = "pasta")]
    {
        group::<pallas::Pallas, pallas::Pallas<Lanes8Portable<pallas::FpEngine>>>("Pallas");
        group::<vesta::Vesta, vesta::Vesta<Lanes8Portable<vesta::FpEngine>>>("Vesta");
    }
}

/// All of it is done in lanes, eight points side by side whichever their blocks, and products by i
/// are as cheap as stated.
#[test]
fn points_are_done_in_lanes() {
    type C = bls12_381::G1Curve;
    type Counted = bls12_381::G1Curve<CountedLanes<bls12_381::FpEngine>>;
    const ADDITION: usize = 15;
    // By |x| = 2⁶⁴ − 2⁶² + 2⁶⁰ + 2⁵⁷ + 2⁴⁸ + 2¹⁶: doublings in runs of 2, 2 and 3, of 9, 32 and 16;
    // additions and an endomorphism.
    const BY_I: usize = 7 * 8 + 57 * 7 + 3 * 6 + 5 * ADDITION + 1;
    // See `mul_batch`.
    const BY_ROOT: usize = 125 * 7 + (7 + 65) * 11 + 4 + 7 * 5 + 8 + 4 + 3;
    let of = |points: &mut [Projective<C>], domain: &Domain<bls12_381::FrEngine>, inverse| {
        let ctx = products();
        let transform = if inverse {
            transform_points_on_lanes_vartime::<C, Counted, true>
        } else {
            transform_points_on_lanes_vartime::<C, Counted, false>
        };
        transform(&ctx, domain, points).expect("as many points as roots");
        ctx.get()
    };
    let additions = |log: usize| 2 * ADDITION * log * (1usize << log).div_ceil(16);
    let domain = Domain::new(3).expect("a small domain");
    let mut few = points::<C>(8, 1).1;
    // One product by ω and one by ω³; by i one in the first twisted block and two in the next size.
    assert_eq!(of(&mut few, &domain, false), additions(3) + 2 * BY_I + BY_ROOT);
    let domain = Domain::new(6).expect("a small domain");
    let mut many = points::<C>(64, 1).1;
    // Twisted blocks of 32, 16, 8, 4 and 2 points: 1, 1, 3, 5 and 11; in halves, by i; by ωʲ and
    // ω^(3j) for all j > 0.
    let by_i: usize = [16usize, 8, 12, 10, 11].map(|count| count.div_ceil(8)).iter().sum();
    let by_root: usize = [30usize, 14, 18, 10].map(|count| count.div_ceil(8)).iter().sum();
    assert_eq!(of(&mut many, &domain, false), additions(6) + by_i * BY_I + by_root * BY_ROOT);
    // The first twisted block of each size divides by 64 as well, by which the first two points
    // alone are still to be divided at last.
    let by_root: usize =
        [32usize, 16, 8 + 12, 4 + 8, 2, 2].map(|count| count.div_ceil(8)).iter().sum();
    assert_eq!(of(&mut many, &domain, true), additions(6) + by_i * BY_I + by_root * BY_ROOT);
}
