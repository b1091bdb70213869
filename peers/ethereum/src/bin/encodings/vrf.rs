//! fastcrypto's verifiable random function: keys, proofs, outputs, verdicts.

use curvemark::vrf::{Proof, PublicKey, Ristretto255Sui, SecretKey};
use fastcrypto::vrf::ecvrf::{ECVRFKeyPair, ECVRFPrivateKey, ECVRFProof, ECVRFPublicKey};
use fastcrypto::vrf::{VRFKeyPair, VRFProof};

use super::{Mutator, Tally};

type Secret = SecretKey<Ristretto255Sui>;

/// A key, an input and a proof, and changes of each.
pub fn round(mutator: &mut Mutator, tally: &mut Tally) {
    let mut secret = mutator.bytes(32);
    // About half of what is left is below the order.
    secret[31] &= 0x1f;
    let length = mutator.below(80);
    let input = mutator.bytes(length);

    let made = |secret: &[u8]| {
        let secret = Secret::from_bytes(secret).ok()?;
        let (key, proof) = (secret.public_key(), secret.prove(&input));
        Some([key.to_bytes().to_vec(), proof.to_bytes().to_vec(), secret.hash(&input).to_vec()])
    };
    let theirs = |secret: &[u8]| {
        let secret: ECVRFPrivateKey = bcs::from_bytes(secret).ok()?;
        let pair = ECVRFKeyPair::from(secret);
        let (output, proof) = pair.output(&input);
        let bytes = [bcs::to_bytes(&pair.pk), bcs::to_bytes(&proof)].map(|one| one.expect("BCS"));
        let [key, proof] = bytes;
        Some([key, proof, output.to_vec()])
    };
    tally.compare(made(&secret), theirs(&secret), &secret);
    let changed = mutator.change(&secret);
    // Zero is a secret to fastcrypto.
    if changed.iter().any(|&byte| byte != 0) {
        tally.compare(made(&changed), theirs(&changed), &changed);
    }

    secret[31] &= 0x0f;
    let Some([key, proof, _]) = made(&secret) else { return };
    let mut verify = |key: &[u8], proof: &[u8], input: &[u8]| {
        let ours = || {
            let key = PublicKey::<Ristretto255Sui>::from_bytes(key).ok()?;
            key.verify(input, &Proof::from_bytes(proof).ok()?).ok().map(|output| output.to_vec())
        };
        let theirs = || {
            let key: ECVRFPublicKey = bcs::from_bytes(key).ok()?;
            let proof: ECVRFProof = bcs::from_bytes(proof).ok()?;
            proof.verify(input, &key).ok()?;
            Some(proof.to_hash().to_vec())
        };
        tally.compare(ours(), theirs(), &(key, proof, input));
    };
    verify(&key, &proof, &input);
    for _ in 0..10 {
        verify(&mutator.change(&key), &proof, &input);
        verify(&key, &mutator.change(&proof), &input);
        verify(&key, &proof, &mutator.change(&input));
    }
}
