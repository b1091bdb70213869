//! BLS signatures on every engine of the CPU: the same bytes, the same verdicts, the same bad sets.
//!
//! The engine in force belongs to the process, so all of it is one test in a program of its own.

use curve::engines::cpu::{self, Engine};
use curvemark::bls::{
    AggregateSignature, PublicKey, SecretKey, Signature, SignatureSet, Suite, find_invalid_sets,
    min_pk, min_sig, suite::Possession, verify_sets_deterministic,
};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

/// Bytes of every kind of answer.
fn answers<S: Suite<Scheme = Possession>>() -> Vec<u8> {
    let mut out = Vec::new();
    let secrets: Vec<_> =
        (0..11).map(|i| SecretKey::<S>::key_gen(&[i; 32], b"").expect("enough material")).collect();
    let keys: Vec<PublicKey<S>> = secrets.iter().map(SecretKey::public_key).collect();
    let messages: Vec<[u8; 2]> = (0..11).map(|i| [i & 3, 1]).collect();
    let signatures: Vec<Signature<S>> =
        secrets.iter().zip(&messages).map(|(secret, message)| secret.sign(message)).collect();
    keys.iter().for_each(|key| out.extend_from_slice(key.to_bytes().as_ref()));
    signatures.iter().for_each(|signature| out.extend_from_slice(signature.to_bytes().as_ref()));

    let sum = AggregateSignature::aggregate(&signatures).expect("some");
    out.extend_from_slice(sum.to_bytes().as_ref());
    let proven: Vec<_> = keys.iter().map(|key| key.assume_possession_unchecked()).collect();
    assert_eq!(sum.aggregate_verify(&proven, &messages), Ok(()));
    assert!(sum.aggregate_verify(&proven[1..], &messages[1..]).is_err());
    let one: Vec<_> = secrets.iter().map(|secret| secret.sign(b"one")).collect();
    let one = AggregateSignature::aggregate(&one).expect("some");
    assert_eq!(one.fast_aggregate_verify(&proven, b"one"), Ok(()));
    assert!(one.fast_aggregate_verify(&proven, b"two").is_err());

    let items = keys.iter().zip(&messages).zip(&signatures);
    let mut sets: Vec<_> = items
        .map(|((key, message), signature)| SignatureSet {
            key: *key,
            message,
            signature: *signature,
        })
        .collect();
    assert_eq!(verify_sets_deterministic(&sets), Ok(()));
    for (key, set) in keys.iter().zip(&sets) {
        assert_eq!(key.verify(set.message, &set.signature), Ok(()));
    }
    (sets[3].signature, sets[8].signature) = (sets[8].signature, sets[3].signature);
    assert!(verify_sets_deterministic(&sets).is_err());
    assert!(keys[3].verify(&messages[3], &sets[3].signature).is_err());
    assert_eq!(find_invalid_sets(&sets, &mut ChaCha20Rng::seed_from_u64(5)), Ok(vec![3, 8]));
    out
}

#[test]
fn every_engine_gives_the_same_answers() {
    let mut expected = None;
    for engine in Engine::ALL {
        if cpu::limit_to(engine) != engine {
            println!("SKIPPED: {} needs {}", engine.name(), engine.needs());
            continue;
        }
        let found = [answers::<min_pk::Possession>(), answers::<min_sig::Possession>()];
        assert_eq!(expected.get_or_insert_with(|| found.clone()), &found, "{}", engine.name());
    }
    cpu::limit_to(Engine::ALL[Engine::ALL.len() - 1]);
}
