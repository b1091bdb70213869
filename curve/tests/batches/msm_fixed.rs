//! Sums of scalar multiples of bases that stay: on every engine and for tables of every size,
//! against sums without a table.
#![allow(clippy::integer_division_remainder_used)]

use curve::bls12_381::{self, Fr};
use curve::engines::cpu::Engine;
use curve::engines::lanes8::{LANES, Lanes8Portable};
use curve::error::BatchError;
use curve::field::{Anywhere, Field, Lanes, Red};
use curve::msm::{FixedBases, FixedBasesOnLanes, msm_on_lanes_vartime, msm_vartime_alloc};
use curve::p256::P256;
use curve::weierstrass::{Affine, Endomorphism, Group, GroupInLanes, Projective};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::counted_lanes::{CountedLanes, products};
use crate::engine;

/// The generator's multiples from 1 on.
fn multiples<C: GroupInLanes<Base: Anywhere>>(count: usize) -> Vec<Affine<C>> {
    let generator = Projective::<C>::generator();
    let points: Vec<_> =
        core::iter::successors(Some(generator), |point| Some(point.add(&generator)))
            .take(count)
            .collect();
    let mut affine = vec![Affine::identity(); count];
    Projective::batch_to_affine(&points, &mut affine).expect("as many places as points");
    affine
}

fn random<S: Anywhere>(rng: &mut ChaCha20Rng) -> Red<S> {
    let mut bytes = [0; 64];
    rng.fill_bytes(&mut bytes);
    Red::from_uniform_bytes(&bytes[..S::UNIFORM_BYTES])
}

/// Random scalars with 0, 1, −1, powers of two and their neighbours among them.
fn scalars<S: Anywhere>(count: usize, rng: &mut ChaCha20Rng) -> Vec<Red<S>> {
    let one = Red::<S>::one();
    let power = |bits| Red::<S>::from(2u32).pow_vartime(&[bits]);
    let edges = [
        Red::zero(),
        one,
        -&one,
        power(64),
        power(128),
        -&power(127),
        &power(254) - &one,
        one.halve(),
    ];
    (0..count)
        .map(|i| if i % 3 == 1 { edges[(i >> 1) % edges.len()] } else { random(rng) })
        .collect()
}

/// Bases in which equal and opposite ones and identities meet.
fn bases<C: Group<Base: Anywhere>>(known: &[Affine<C>]) -> Vec<Affine<C>> {
    let mut bases = known.to_vec();
    for i in 0..bases.len() {
        match i % 11 {
            3 => bases[i] = bases[i - 1],
            5 => bases[i] = bases[i - 1].neg(),
            7 => bases[i] = Affine::identity(),
            _ => {}
        }
    }
    bases
}

trait Halve {
    fn halve(&self) -> Self;
}

impl<S: Anywhere> Halve for Red<S> {
    fn halve(&self) -> Self {
        self * &Self::from(2u32).invert()
    }
}

/// Bytes of a point in a table.
fn point_bytes<C: Group<Base: Anywhere + Lanes>>() -> usize {
    2 * size_of::<<C::Base as Lanes>::Row>()
}

/// All sizes and tables of one group on all engines; `S` is the group on portable lanes.
fn group<C, S>(name: &str, most: usize)
where
    C: GroupInLanes<Base: Anywhere>,
    S: Endomorphism<Base: Lanes<One = C::Base> + Field<Ctx = ()>>,
{
    let rng = &mut ChaCha20Rng::seed_from_u64(5);
    let known = multiples::<C>(most);
    let bases = bases(&known);
    let scalars = scalars::<C::Scalar>(most, rng);
    let held = engine::hold();
    held.on_each(|engine| {
        for count in [1, 2, 7, 8, 9, 65, most] {
            // Tables of many spacings for few bases, of some for many.
            let rows: &[usize] =
                if count <= 9 { &[300, 129, 65, 43, 33, 26, 22, 17, 10, 8] } else { &[300, 33, 8] };
            let mut sizes = Vec::new();
            for &rows in rows {
                let bytes = (rows * C::PART_BITS as usize / 128 + 1) * point_bytes::<C>() * count;
                let table =
                    FixedBases::<C>::new(&bases[..count], bytes).expect("a table as large as that");
                // On lanes of doubles a coordinate is a third longer.
                let longer = engine.has_doubles() && C::DOUBLES;
                assert!(table.size_bytes() <= if longer { bytes / 3 * 4 } else { bytes });
                if sizes.contains(&table.size_bytes()) {
                    continue;
                }
                sizes.push(table.size_bytes());
                for used in [1, count / 2, count - 1, count] {
                    if used == 0 {
                        continue;
                    }
                    let expected = msm_vartime_alloc(&bases[..used], &scalars[..used]);
                    let what = format!(
                        "{name}, {}, {used} of {count} bases, {bytes} bytes",
                        engine.name()
                    );
                    assert_eq!(table.msm_vartime(&scalars[..used]), expected, "{what}");
                    if used <= 9 {
                        let terms = bases.iter().zip(&scalars[..used]);
                        let naive =
                            terms.fold(Projective::identity(), |sum, (p, k)| sum.add(&p.mul(k)));
                        assert_eq!(expected, Ok(naive), "{what}");
                    }
                }
                for k in [Red::zero(), Red::one(), -&Red::one()] {
                    let same = vec![k; count];
                    assert_eq!(
                        table.msm_vartime(&same),
                        msm_vartime_alloc(&bases[..count], &same),
                        "{name}, equal scalars"
                    );
                }
                assert_eq!(table.msm_vartime(&[]), Err(BatchError::Empty));
                assert_eq!(
                    table.msm_vartime(&vec![Red::one(); count + 1]),
                    Err(BatchError::LengthMismatch)
                );
                if engine == Engine::Portable {
                    let table = FixedBasesOnLanes::<C, S>::new(&(), &bases[..count], 8 * bytes)
                        .expect("a table");
                    let expected = msm_vartime_alloc(&bases[..count], &scalars[..count]);
                    assert_eq!(
                        table.msm_vartime(&scalars[..count]),
                        expected,
                        "{name}, portable lanes, {count} bases"
                    );
                }
            }
            assert!(sizes.len() > 1, "{name}: several tables");
            let least = (C::PART_BITS as usize / 16 + 1) * point_bytes::<C>() * count;
            assert_eq!(
                FixedBases::new(&bases[..count], least - 1).map(|_| ()),
                Err(BatchError::TableTooLarge)
            );
            assert!(FixedBases::new(&bases[..count], least).is_ok());
            assert_eq!(
                FixedBases::new(&bases[..count], 0).map(|_| ()),
                Err(BatchError::TableTooLarge)
            );
            if count <= 9 {
                let table = FixedBases::<C>::new(&bases[..count], usize::MAX)
                    .expect("as large as it likes");
                let expected = msm_vartime_alloc(&bases[..count], &scalars[..count]);
                assert_eq!(table.msm_vartime(&scalars[..count]), expected, "{name}, any table");
            }
        }
        // Equal bases with equal scalars, opposite ones, identities alone.
        let some = known[most - 1];
        for (what, bases) in [
            ("equal", vec![some; 33]),
            ("opposite", (0..34).map(|i| if i & 1 == 0 { some } else { some.neg() }).collect()),
            ("identities", vec![Affine::identity(); 9]),
        ] {
            let table = FixedBases::<C>::new(&bases, 1 << 20).expect("a table");
            for k in [random(rng), Red::one(), -&Red::one(), Red::from(2u32).pow_vartime(&[100])] {
                let same = vec![k; bases.len()];
                let expected =
                    bases.iter().fold(Projective::identity(), |sum, base| sum.add(&base.mul(&k)));
                assert_eq!(
                    table.msm_vartime(&same),
                    Ok(expected),
                    "{name}, {}, {what} bases",
                    engine.name()
                );
            }
        }
        assert_eq!(FixedBases::<C>::new(&[], 1 << 20).map(|_| ()), Err(BatchError::Empty));
    });
    assert_eq!(
        FixedBasesOnLanes::<C, S>::new(&(), &[], 1 << 20).map(|_| ()),
        Err(BatchError::Empty)
    );
}

#[test]
fn every_table_on_every_engine() {
    group::<bls12_381::G1Curve, bls12_381::G1Curve<Lanes8Portable<bls12_381::FpEngine>>>(
        "BLS12-381 G1",
        4_096,
    );
    group::<bls12_381::G2Curve, bls12_381::G2Curve<Lanes8Portable<bls12_381::FpEngine>>>(
        "BLS12-381 G2",
        130,
    );
    group::<P256, P256<Lanes8Portable<curve::p256::FpEngine>>>("P-256", 130);
}

/// Additions are done eight at a time, each of six products: ten digits of 13 bits of each of two
/// parts, and three additions in each of 2^12 buckets at most.
#[test]
fn additions_are_done_in_lanes() {
    type Counted = CountedLanes<bls12_381::FpEngine>;
    const COUNT: usize = 4_096;
    let bases = multiples::<bls12_381::G1Curve>(COUNT);
    let products = products();
    let table = FixedBasesOnLanes::<bls12_381::G1Curve, bls12_381::G1Curve<Counted>>::new(
        &products,
        &bases,
        64 << 20,
    )
    .expect("a table");
    assert!(table.size_bytes() <= 64 << 20);
    let scalars: Vec<Fr> = (0..COUNT).map(|_| random(&mut ChaCha20Rng::seed_from_u64(6))).collect();
    let before = products.get();
    table.msm_vartime(&scalars).expect("a sum");
    let taken = products.get() - before;
    let additions = COUNT * 2 * 10;
    assert!(
        taken >= 6 * (additions - 4_096) / LANES
            && taken <= 6 * (additions + 3 * 4_096) / LANES * 105 / 100,
        "{taken} products of lanes"
    );
}

/// A table that is small for few bases: its digits are narrow then, so that it never takes more
/// than no table does.
#[test]
fn small_tables_of_few_bases() {
    type Counted = CountedLanes<bls12_381::FpEngine>;
    let products = products();
    let known = multiples::<bls12_381::G1Curve>(256);
    let scalars: Vec<Fr> =
        (0..256).map(|seed| random(&mut ChaCha20Rng::seed_from_u64(seed))).collect();
    let taken = |of: &dyn Fn() -> Projective<bls12_381::G1Curve>| {
        let before = products.get();
        let sum = of();
        (sum, products.get() - before)
    };
    for count in [8, 64, 256] {
        let (bases, scalars) = (&known[..count], &scalars[..count]);
        let (expected, without) = taken(&|| {
            msm_on_lanes_vartime::<_, bls12_381::G1Curve<Counted>>(&products, bases, scalars)
                .expect("a sum")
        });
        // From the smallest table there is to one that has room for the binary multiples.
        for multiples in [9, 10, 11, 13, 17, 22, 33, 43, 65, 129] {
            let bytes = multiples * count * point_bytes::<bls12_381::G1Curve>();
            let table =
                FixedBasesOnLanes::<_, bls12_381::G1Curve<Counted>>::new(&products, bases, bytes);
            let table = table.expect("a table as large as that");
            let (sum, with) = taken(&|| table.msm_vartime(scalars).expect("a sum"));
            assert_eq!(sum, expected);
            assert!(
                with < without,
                "{count} bases, {multiples} multiples each: {with} products, {without} without"
            );
        }
    }
}
