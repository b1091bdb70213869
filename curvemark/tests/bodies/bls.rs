//! What is asked of the BLS functions for any bytes: the body of a property test, and of a fuzz target.

use curvemark::bls::{
    AggregateKey, AggregateSignature, ProofOfPossession, PublicKey, SecretKey, Signature, SignatureSet, Suite,
    find_invalid_sets, min_pk, min_sig, verify_sets_deterministic,
};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

/// Every function that takes bytes, on pieces of the input; none panics, and what they say agrees.
pub fn bls(data: &[u8]) {
    suite::<min_pk::Possession>(data, PublicKey::assume_possession_unchecked);
    suite::<min_sig::Augmented>(data, |key| key);
    if let (Ok(key), Ok(proof)) = (
        min_pk::PublicKey::from_bytes(data.get(..48).unwrap_or(data)),
        ProofOfPossession::from_bytes(data.get(48..144).unwrap_or(data)),
    ) {
        let _ = key.verify_possession(&proof);
    }
}

fn suite<S: Suite>(data: &[u8], proven: impl Fn(PublicKey<S>) -> AggregateKey<S>) {
    if let Ok(secret) = SecretKey::<S>::from_bytes(data) {
        assert_eq!(secret.to_bytes()[..], *data, "one encoding of a key");
    }
    let _ = SecretKey::<S>::key_gen(data, data).map(|key| key.derive_child(data.len() as u32));
    if let Ok(key) = PublicKey::<S>::from_bytes_uncompressed(data) {
        assert_eq!(key.to_bytes_uncompressed().as_ref(), data, "one encoding of a key");
    }
    let _ = PublicKey::<S>::from_bytes_uncompressed_unchecked_subgroup(data);
    let _ = Signature::<S>::from_bytes_uncompressed(data);

    // A key, a signature, and a message of what is left; short inputs are cut anywhere.
    let (key, rest) = data.split_at(PublicKey::<S>::BYTES.min(data.len()));
    let (signature, message) = rest.split_at(Signature::<S>::BYTES.min(rest.len()));
    let mut batch = [Err(curvemark::bls::Error::Empty); 2];
    PublicKey::<S>::from_bytes_batch(&[key, data], &mut batch).expect("as many places");
    assert_eq!(batch, [key, data].map(PublicKey::<S>::from_bytes));
    let (Ok(key), Ok(signature)) = (PublicKey::<S>::from_bytes(key), Signature::<S>::from_bytes(signature)) else {
        return;
    };
    let verdict = key.verify(message, &signature);
    let set = SignatureSet { key, message, signature };
    assert_eq!(verify_sets_deterministic(&[set, set]), verdict);
    let bad = find_invalid_sets(&[set, set], &mut ChaCha20Rng::seed_from_u64(1)).expect("two sets");
    assert_eq!(bad.is_empty(), verdict.is_ok());
    let sum = AggregateSignature::from(&signature);
    assert_eq!(sum.aggregate_verify(&[proven(key)], &[message]), verdict);
    assert!(sum.aggregate_verify(&[], &[message]).is_err());
}
