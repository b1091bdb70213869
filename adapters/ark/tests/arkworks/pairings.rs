//! Pairings.

use ark_ec::pairing::{MillerLoopOutput, Pairing, PairingOutput};
use ark_ec::{CurveGroup, PrimeGroup};
use ark_ff::{AdditiveGroup, UniformRand};
use ark_serialize::{CanonicalDeserialize, Compress};
use curvemark_ark::{bls12_381, bn254};
use num_traits::{One, Zero};

use crate::{bytes, same, same_options, two_rngs};

fn pairing<O: Pairing, T: Pairing>() {
    let (mut ours, mut theirs) = two_rngs(11);
    let p: Vec<_> = (0..9).map(|_| O::G1::rand(&mut ours)).collect();
    let q: Vec<_> = (0..9).map(|_| O::G2::rand(&mut ours)).collect();
    let u: Vec<_> = (0..9).map(|_| T::G1::rand(&mut theirs)).collect();
    let v: Vec<_> = (0..9).map(|_| T::G2::rand(&mut theirs)).collect();
    let one = O::pairing(p[0], q[0]);
    let their_one = T::pairing(u[0], v[0]);
    same(&one, &their_one);
    assert_eq!(one.to_string(), their_one.to_string());
    same(&(one + one), &(their_one + their_one));
    same(&(one - one.double()), &-their_one);
    same(&one.mul_bigint([7, 9]), &their_one.mul_bigint([7, 9]));
    same(&PairingOutput::<O>::generator(), &PairingOutput::<T>::generator());
    let (k, l) = (O::ScalarField::from(1234567u64), T::ScalarField::from(1234567u64));
    same(&(one * k), &(their_one * l));
    assert_eq!(O::pairing(p[0] * k, q[0]), one * k);
    same(&PairingOutput::<O>::rand(&mut ours), &PairingOutput::<T>::rand(&mut theirs));

    for count in [0, 1, 2, 3, 8, 9] {
        let product = O::multi_pairing(p[..count].to_vec(), q[..count].to_vec());
        same(&product, &T::multi_pairing(u[..count].to_vec(), v[..count].to_vec()));
        let affine: Vec<_> = p[..count].iter().map(|p| p.into_affine()).collect();
        let prepared: Vec<O::G2Prepared> =
            q[..count].iter().copied().map(O::G2Prepared::from).collect();
        assert_eq!(O::multi_pairing(affine, prepared), product);
    }
    // Identities count as one.
    let zeros = [O::G1::ZERO, p[1], p[2]];
    let with_zeros = O::multi_pairing(zeros, [q[0], O::G2::ZERO, q[2]]);
    assert_eq!(with_zeros, O::pairing(p[2], q[2]));
    assert!(O::pairing(O::G1::ZERO, q[0]).is_zero() && O::pairing(p[0], O::G2::ZERO).is_zero());
    let uneven = std::panic::catch_unwind(|| {
        O::multi_pairing([O::G1::generator(); 2], [O::G2::generator()])
    });
    assert!(uneven.is_err());

    // The final exponentiation of any value.
    let value = O::TargetField::rand(&mut ours);
    let their_value = T::TargetField::rand(&mut theirs);
    let ours = O::final_exponentiation(MillerLoopOutput(value));
    same_options(&ours, &T::final_exponentiation(MillerLoopOutput(their_value)));
    assert!(O::final_exponentiation(MillerLoopOutput(O::TargetField::zero())).is_none());
    assert!(O::final_exponentiation(MillerLoopOutput(O::TargetField::one())).unwrap().is_zero());
    let power = O::miller_loop(p[0], q[0]) * k;
    assert_eq!(O::final_exponentiation(power), Some(one * k));

    // Bytes of values, and of what is no value.
    let encoding = bytes(&one, Compress::Yes);
    assert_eq!(PairingOutput::<O>::deserialize_compressed(&encoding[..]).unwrap(), one);
    let other = bytes(&value, Compress::Yes);
    assert!(PairingOutput::<O>::deserialize_compressed(&other[..]).is_err());
    assert!(PairingOutput::<O>::deserialize_compressed(&encoding[1..]).is_err());

    // What is prepared is stored as its point.
    let prepared = O::G2Prepared::from(q[0]);
    for compress in [Compress::Yes, Compress::No] {
        assert_eq!(bytes(&prepared, compress), bytes(&q[0], compress));
    }
    let stored = bytes(&prepared, Compress::Yes);
    let again = O::G2Prepared::deserialize_compressed(&stored[..]).unwrap();
    assert_eq!(O::multi_pairing([p[0]], [again]), one);
    let again = O::G1Prepared::deserialize_compressed(&bytes(&p[0], Compress::Yes)[..]).unwrap();
    assert_eq!(O::multi_pairing([again], [q[0]]), one);
    let generators = O::multi_pairing([O::G1Prepared::default()], [O::G2Prepared::default()]);
    assert_eq!(generators, PairingOutput::<O>::generator());
}

#[test]
fn pairing_of_bls12_381() {
    pairing::<bls12_381::Bls12_381, ark_bls12_381::Bls12_381>();
}

#[test]
fn pairing_of_bn254() {
    pairing::<bn254::Bn254, ark_bn254::Bn254>();
}
