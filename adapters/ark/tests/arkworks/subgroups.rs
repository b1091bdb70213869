//! Randomised checks of a batch in G2 of BN254, against arkworks' verdict on each point: the batch
//! passes if arkworks takes every point of it, and no other does.

use ark_bn254::{Fq, Fq2, Fr, G2Affine, G2Projective};
use ark_ec::{AdditiveGroup, AffineRepr, CurveGroup};
use ark_ff::{BigInteger, PrimeField, UniformRand, Zero};
use ark_std::rand::SeedableRng;
use ark_std::rand::rngs::StdRng;
use curve::bn254::G2Curve;
use curve::weierstrass::{Affine, CurvePoint};
use num_bigint_0_4::BigUint;
use rand_chacha::ChaCha20Rng;

/// A bad batch passes with a probability of 2^−64 at most, by 41 combinations.
const ERROR_BITS: u32 = 64;

/// Points of a batch: three for each combination and more.
const COUNT: usize = 130;

/// kP by doublings and additions of arkworks, for points of any order.
fn multiple(point: G2Projective, k: &BigUint) -> G2Projective {
    let mut out = G2Projective::zero();
    for i in (0..k.bits()).rev() {
        out.double_in_place();
        if k.bit(i) {
            out += point;
        }
    }
    out
}

/// A point of a prime order that divides the cofactor once.
fn of_order(prime: u64, rng: &mut StdRng) -> G2Projective {
    let cofactor = BigUint::from(2u8) * BigUint::from(Fq::MODULUS) - BigUint::from(Fr::MODULUS);
    assert_eq!(&cofactor % prime, BigUint::ZERO, "{prime} divides the cofactor");
    let rest = cofactor / prime * BigUint::from(Fr::MODULUS);
    loop {
        let Some(any) = G2Affine::get_point_from_x_unchecked(Fq2::rand(rng), false) else {
            continue;
        };
        let point = multiple(any.into_group(), &rest);
        if !point.is_zero() {
            assert!(multiple(point, &BigUint::from(prime)).is_zero());
            return point;
        }
    }
}

/// The point here, by the bytes of EIP-197.
fn ours(point: &G2Affine) -> CurvePoint<G2Curve> {
    let coordinates = [point.x.c1, point.x.c0, point.y.c1, point.y.c0];
    let bytes = coordinates.map(|c| c.into_bigint().to_bytes_be()).concat();
    Affine::<G2Curve>::from_eip196_unchecked_subgroup(&bytes).expect("a point of the curve")
}

/// Points out of the group at places of a batch, so that simple combinations of them are in it.
fn adversarial(torsion: &[G2Projective]) -> Vec<Vec<(usize, G2Projective)>> {
    let mut out = vec![vec![]];
    for &point in torsion {
        let put = |points: &[G2Projective]| {
            points.iter().enumerate().map(|(i, &point)| (3 + 17 * i, point)).collect()
        };
        out.extend([0, 77, COUNT - 1].map(|place| vec![(place, point)]));
        // Sums that are zero if all weights are one, or all of one parity.
        out.push(put(&[point, -point]));
        out.push(put(&[point, point, -point.double()]));
        out.push(put(&[point.double(), -point, -point]));
        // Neighbours, which lie in one vector of eight.
        out.push(vec![(8, point), (9, -point)]);
        out.push((0..COUNT).map(|i| (i, if i & 1 == 0 { point } else { -point })).collect());
    }
    // Of two orders at once.
    out.push(torsion.iter().enumerate().map(|(i, &point)| (5 * i, point)).collect());
    out
}

#[test]
fn batches_are_in_the_group_if_arkworks_takes_each_point() {
    let mut rng = StdRng::seed_from_u64(31);
    let mut weights = <ChaCha20Rng as rand_chacha::rand_core::SeedableRng>::seed_from_u64(32);
    // 2p − r = 10069·5864401·1875725156269 times a prime of 178 bits.
    let torsion = [10_069, 5_864_401, 1_875_725_156_269].map(|prime| of_order(prime, &mut rng));
    let generator = G2Affine::generator();
    let good: Vec<G2Affine> =
        (1..=COUNT as u64).map(|k| (generator * Fr::from(k * k)).into_affine()).collect();
    let good_ours: Vec<_> = good.iter().map(ours).collect();
    let taken = |point: &G2Affine| point.is_in_correct_subgroup_assuming_on_curve();
    assert!(good.iter().all(taken), "arkworks takes points of the group");

    let (mut passed, mut refused) = (0, 0);
    for replaced in adversarial(&torsion) {
        // As they are, and with a point of the group added.
        for moved in [G2Projective::zero(), generator.into_group()] {
            let mut batch = good_ours.clone();
            let mut all = true;
            for (place, point) in &replaced {
                let point = (*point + moved).into_affine();
                batch[*place] = ours(&point);
                all &= taken(&point);
            }
            let passes =
                CurvePoint::are_in_subgroup_randomized_vartime(&batch, ERROR_BITS, &mut weights)
                    .expect("a batch");
            assert_eq!(bool::from(passes), all, "{} points replaced", replaced.len());
            *(if all { &mut passed } else { &mut refused }) += 1;
        }
    }
    assert_eq!((passed, refused), (2, 50));
}
