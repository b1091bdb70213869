//! Affine coordinates of many points: on portable lanes, on vectors and one by one the same.

use curve::engines::lanes8::Lanes8Portable;
use curve::error::BatchError;
use curve::field::{Anywhere, Field, InLanes, Lanes};
#[cfg(feature = "grumpkin")]
use curve::grumpkin;
use curve::p256::P256;
#[cfg(feature = "pasta")]
use curve::pallas;
use curve::secp256k1::Secp256k1;
use curve::weierstrass::{
    Affine, CtxOf, GroupInLanes, Projective, Weierstrass, batch_to_affine_on_lanes,
};
use curve::{bls12_381, bn254, p256, secp256k1};

use crate::counted_lanes::{CountedLanes, products};
use crate::engine;

/// Lengths around those of a vector, of those that share an inversion, and of the crossover.
const LENGTHS: [usize; 15] = [1, 2, 7, 8, 9, 23, 24, 25, 31, 33, 255, 256, 257, 300, 600];

/// Multiples of the generator with an identity in each lane in its turn, equal points, and points
/// with Z = 1 among them.
fn points<C: GroupInLanes<Base: Anywhere>>(count: usize) -> Vec<Projective<C>> {
    let g = Projective::<C>::generator();
    let mut multiple = g;
    let mut out = Vec::new();
    for i in 0..count {
        out.push(match i {
            i if i.is_multiple_of(9) => Projective::identity(),
            i if i.is_multiple_of(7) => g,
            _ => multiple,
        });
        multiple = multiple.add(&g);
    }
    out
}

fn on_lanes<C, S>(ctx: &CtxOf<S>, points: &[Projective<C>], expected: &[Affine<C>])
where
    C: GroupInLanes<Base: Anywhere>,
    S: Weierstrass<Base: Lanes<One = C::Base>>,
{
    let mut out = vec![Affine::generator(); points.len()];
    batch_to_affine_on_lanes::<C, S>(ctx, points, &mut out).expect("as many places as points");
    assert_eq!(out, expected, "{} points", points.len());
}

fn group<C, S>()
where
    C: GroupInLanes<Base: Anywhere>,
    S: Weierstrass<Base: Lanes<One = C::Base> + Field<Ctx = ()>>,
{
    let many = points::<C>(600);
    let expected: Vec<_> = many.iter().map(Projective::to_affine).collect();
    let identities = vec![Projective::identity(); 40];
    let held = engine::hold();
    held.on_each(|engine| {
        for count in LENGTHS {
            // From another place each time, so that identities come to all lanes.
            let range = 600 - count..600;
            let (points, expected) = (&many[range.clone()], &expected[range]);
            let mut out = vec![Affine::generator(); count];
            Projective::batch_to_affine(points, &mut out).expect("as many places as points");
            assert_eq!(out, expected, "{count} points, {}", engine.name());
            on_lanes::<C, S>(&(), points, expected);
            on_lanes::<C, C>(&(), points, expected);
            if let Some(ctx) = C::fast() {
                on_lanes::<C, C::Fast>(&ctx, points, expected);
            }
            if let Some(ctx) = C::Base::lanes() {
                on_lanes::<C, C::Lanes>(&ctx, points, expected);
            }
        }
        let mut out = vec![Affine::generator(); 40];
        Projective::batch_to_affine(&identities, &mut out).expect("as many places as points");
        assert!(out.iter().all(|point| *point == Affine::identity()));
    });
    let mut out = vec![Affine::generator(); 40];
    assert_eq!(Projective::<C>::batch_to_affine(&[], &mut []), Err(BatchError::Empty));
    for (count, error) in [(0, BatchError::Empty), (39, BatchError::LengthMismatch)] {
        assert_eq!(Projective::batch_to_affine(&identities[..count], &mut out), Err(error));
        assert_eq!(
            batch_to_affine_on_lanes::<C, S>(&(), &identities[..count], &mut out),
            Err(error)
        );
    }
    assert!(
        out.iter().all(|point| *point == Affine::generator()),
        "an error leaves the places alone"
    );
}

#[test]
fn coordinates_are_those_of_single_points() {
    group::<bls12_381::G1Curve, bls12_381::G1Curve<Lanes8Portable<bls12_381::FpEngine>>>();
    group::<bls12_381::G2Curve, bls12_381::G2Curve<Lanes8Portable<bls12_381::FpEngine>>>();
    group::<bn254::G1Curve, bn254::G1Curve<Lanes8Portable<bn254::FpEngine>>>();
    group::<bn254::G2Curve, bn254::G2Curve<Lanes8Portable<bn254::FpEngine>>>();
    group::<Secp256k1, Secp256k1<Lanes8Portable<secp256k1::FpEngine>>>();
    group::<P256, P256<Lanes8Portable<p256::FpEngine>>>();
    #[cfg(feature = "bls12-377")]
    {
        use curve::bls12_377::{FpEngine, G1Curve, G2Curve};
        group::<G1Curve, G1Curve<Lanes8Portable<FpEngine>>>();
        group::<G2Curve, G2Curve<Lanes8Portable<FpEngine>>>();
    }
    #[cfg(feature = "pasta")]
    group::<pallas::Pallas, pallas::Pallas<Lanes8Portable<pallas::FpEngine>>>();
    #[cfg(feature = "grumpkin")]
    group::<grumpkin::Grumpkin, grumpkin::Grumpkin<Lanes8Portable<grumpkin::FpEngine>>>();
}

/// Five products for a vector, in lanes.
#[test]
fn lanes_do_the_work() {
    type C = bls12_381::G1Curve;
    type Counted = bls12_381::G1Curve<CountedLanes<bls12_381::FpEngine>>;
    for count in [1, 8, 9, 256, 257, 300] {
        let counter = products();
        let mut out = vec![Affine::generator(); count];
        batch_to_affine_on_lanes::<C, Counted>(&counter, &points::<C>(count), &mut out)
            .expect("as many places");
        assert_eq!(counter.get(), 5 * count.div_ceil(8));
    }
}
