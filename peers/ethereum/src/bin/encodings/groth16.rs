//! The four strings of a prepared key, and verification by them.

use curvemark::groth16::fastcrypto::{prepare_pvk_bytes, verify_groth16_in_bytes};
use curvemark::groth16::insecure_test_setup::InsecureTestSetup;
use curvemark::groth16::{Bls12381, Bn254, Curve, Form, ProvingKey};
use fastcrypto::error::FastCryptoResult;
use fastcrypto_zkp::{bls12381, bn254};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::{Mutator, Tally};

/// By the four strings of a prepared key, the inputs and the proof.
type Verify = fn(&[u8], &[u8], &[u8], &[u8], &[u8], &[u8]) -> FastCryptoResult<bool>;

/// What fastcrypto has for a curve.
struct Theirs {
    prepare: fn(&[u8]) -> FastCryptoResult<Vec<Vec<u8>>>,
    verify: Verify,
    /// Whether it looks only at the first bytes of keys and proofs. curvemark refuses more.
    ignores_rest: bool,
}

pub fn on_bn254(number: u64, mutator: &mut Mutator, tally: &mut Tally) {
    let theirs = Theirs {
        prepare: bn254::api::prepare_pvk_bytes,
        verify: bn254::api::verify_groth16_in_bytes,
        ignores_rest: true,
    };
    round::<Bn254>(number, &theirs, mutator, tally);
}

pub fn on_bls12_381(number: u64, mutator: &mut Mutator, tally: &mut Tally) {
    let theirs = Theirs {
        prepare: bls12381::api::prepare_pvk_bytes,
        verify: bls12381::api::verify_groth16_in_bytes,
        ignores_rest: false,
    };
    round::<Bls12381>(number, &theirs, mutator, tally);
}

/// A key, a proof and their changes.
fn round<C: Curve>(number: u64, theirs: &Theirs, mutator: &mut Mutator, tally: &mut Tally) {
    let publics = 1 + (number % 3) as u32;
    let circuit = InsecureTestSetup::<C>::new(8, publics, number).expect("a circuit");
    let mut rng = ChaCha8Rng::seed_from_u64(number);
    let key = ProvingKey::<C>::from_zkey(&circuit.zkey(), &mut rng).expect("a key");
    let witness = circuit.witness(number);
    let proof = key.prove(&witness, &mut rng).expect("a proof").to_bytes(Form::Compressed);
    let inputs = witness.public_inputs(publics as usize).0;
    let inputs: Vec<u8> = inputs.iter().flat_map(|input| input.to_le_bytes()).collect();
    let key = key.verifying_key().to_bytes(Form::Compressed);

    let length = key.len();
    let mut prepare = |key: &[u8], mutator: &mut Mutator| {
        let ours = prepare_pvk_bytes::<C>(key).ok().map(Vec::from);
        let rest = theirs.ignores_rest && key.len() > length;
        let theirs = if rest { None } else { (theirs.prepare)(key).ok() };
        // A key that curvemark refuses for its identities is taken by fastcrypto.
        // And so are bytes with the flag of the identity that are not zero, by arkworks.
        let identity = has_identity(key) || theirs.as_deref().is_some_and(shows_identity);
        if ours.is_some() || !identity {
            tally.compare(ours, theirs, &key);
        }
        mutator.change(key)
    };
    let mut changed = prepare(&key, mutator);
    for _ in 0..8 {
        prepare(&changed, mutator);
        changed = mutator.change(&key);
    }

    let strings = prepare_pvk_bytes::<C>(&key).expect("a key");
    let good: [&[u8]; 6] = [&strings[0], &strings[1], &strings[2], &strings[3], &inputs, &proof];
    let ignores_rest = theirs.ignores_rest;
    let mut verify = |strings: [&[u8]; 6]| {
        let [a, b, c, d, e, f] = strings;
        let ours = verify_groth16_in_bytes::<C>(a, b, c, d, e, f).ok();
        // The first string and the inputs have no end but their own.
        let rest = [1, 2, 3, 5].iter().any(|&i| strings[i].len() > good[i].len());
        let theirs = (theirs.verify)(a, b, c, d, e, f).ok().filter(|valid| *valid);
        let theirs = theirs.filter(|_| !(ignores_rest && rest));
        tally.compare(ours, theirs.map(drop), &strings);
    };
    verify(good);
    for which in 0..6 {
        for _ in 0..2 {
            let changed = mutator.change(good[which]);
            let mut strings = good;
            strings[which] = &changed;
            verify(strings);
        }
    }
}

/// Whether a piece of a key is the identity, by the flag that either curve has for it.
fn has_identity(key: &[u8]) -> bool {
    [32, 48].iter().any(|&size| {
        key.chunks(size).any(|piece| {
            let zeros = piece.iter().filter(|&&byte| byte == 0).count();
            zeros + 1 >= piece.len()
        })
    })
}

/// Whether a prepared key on BN254 has the identity among its points, or was made with it: by the
/// flag in the highest bits but one, which coordinates do not reach, or by e(α, β) = 1.
fn shows_identity(strings: &[Vec<u8>]) -> bool {
    let [ic, target, gamma, delta] = strings else { return false };
    let flagged = |bytes: &Vec<u8>| {
        bytes.chunks(32).any(|piece| piece.last().is_some_and(|&last| last & 0x40 != 0))
    };
    let one = target.first() == Some(&1) && target[1..].iter().all(|&byte| byte == 0);
    target.len() == 384 && (one || [ic, gamma, delta].into_iter().any(flagged))
}
