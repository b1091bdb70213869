//! halo2_proofs over our curves: a test of its own, with a proof that it has as bytes, and proofs
//! of a circuit that each side takes from the other.

#![allow(clippy::all, unexpected_cfgs)] // Of theirs.

use curvemark_group::pasta;
use curvemark_suite_pasta::{key, prove, verify, Squarings};
use ff::{Field, FromUniformBytes, PrimeField};
use halo2_proofs::arithmetic::CurveAffine;
use halo2_proofs::poly::commitment::Params;
use rand::rngs::SysRng;
use rand_core::UnwrapErr;

// With the curve's name, and the place of the file with the proof, changed.
include!(concat!(env!("OUT_DIR"), "/halo2_proofs.rs"));

/// A proof and its output of each side is one for the other too.
fn both<O, T>()
where
    O: CurveAffine<ScalarExt: FromUniformBytes<64> + PrimeField<Repr = [u8; 32]>>,
    T: CurveAffine<ScalarExt: FromUniformBytes<64> + PrimeField<Repr = [u8; 32]>>,
{
    let squarings = 50;
    let (own_params, their_params) = (Params::<O>::new(6), Params::<T>::new(6));
    let (mut own_bytes, mut their_bytes) = (Vec::new(), Vec::new());
    own_params.write(&mut own_bytes).unwrap();
    their_params.write(&mut their_bytes).unwrap();
    assert_eq!(own_bytes, their_bytes);
    let (own_key, their_key) = (key(&own_params, squarings), key(&their_params, squarings));
    let (own_key_of, their_key_of) = (own_key.get_vk(), their_key.get_vk());
    assert_eq!(format!("{:?}", own_key_of.pinned()), format!("{:?}", their_key_of.pinned()));

    let x = T::ScalarExt::from(7).invert().unwrap();
    let output = Squarings::output(x, squarings);
    let of = |a: T::ScalarExt| O::ScalarExt::from_repr(a.to_repr()).unwrap();
    let rng = || UnwrapErr(SysRng);
    let own = prove(&own_params, &own_key, (of(x), squarings), rng());
    let theirs = prove(&their_params, &their_key, (x, squarings), rng());
    for proof in [own, theirs] {
        assert!(verify(&own_params, own_key_of, of(output), &proof));
        assert!(verify(&their_params, their_key_of, output, &proof));
        assert!(!verify(&own_params, own_key_of, of(output + x), &proof));
        for at in [0, 40, proof.len() / 2, proof.len() - 1] {
            let mut spoilt = proof.clone();
            spoilt[at] ^= 1;
            assert!(!verify(&own_params, own_key_of, of(output), &spoilt));
        }
    }
}

#[test]
fn proofs_on_vesta() {
    both::<pasta::EqAffine, pasta_curves::EqAffine>();
}

#[test]
fn proofs_on_pallas() {
    both::<pasta::EpAffine, pasta_curves::EpAffine>();
}
