//! Cashu on secp256k1.

use curvemark::cashu::legacy::{
    BlindSignature, BlindedMessage, BlindingFactor, Claim, DleqProof, KeysetId, MintPublicKey,
    MintSecretKey, Payment, Promise, Signature, blind, derive_blinding_factor, derive_secret,
    verify_each, verify_payments_each, verify_proofs_each,
};

use crate::{Target, rng, take};

/// Room for lists of two.
const HEAP: usize = 64 << 10;

pub const TARGETS: &[Target] =
    &[Target { name: "cashu legacy", body: proofs, valid: a_proof, fast: false, heap: HEAP }];

/// K, B_, C_, C, e, s, r, a secret: what is read has those bytes, and what one proof shows the
/// other shows.
fn proofs(mut data: &[u8]) {
    if let Ok(id) = KeysetId::from_bytes(data) {
        assert_eq!(id.as_bytes(), data);
    }
    let whole = data;
    let key = MintPublicKey::from_bytes(take(&mut data, 33));
    let message = BlindedMessage::from_bytes(take(&mut data, 33));
    let promise = BlindSignature::from_bytes(take(&mut data, 33));
    let signature = Signature::from_bytes(take(&mut data, 33));
    let mut each =
        [Ok(message
            .unwrap_or_else(|_| blind(b"", &BlindingFactor::from_bytes(&[1; 32]).expect("r"))));
            2];
    BlindedMessage::from_bytes_batch(&[&whole[..whole.len().min(33)], data], &mut each)
        .expect("two");
    assert_eq!(each, [&whole[..whole.len().min(33)], data].map(BlindedMessage::from_bytes));
    let proof = DleqProof::from_bytes(take(&mut data, 32), take(&mut data, 32));
    let r = BlindingFactor::from_bytes(take(&mut data, 32));
    let secret = data;
    for id in [&[0; 8][..], &[1; 33]] {
        let id = KeysetId::from_bytes(id).expect("an id");
        assert_eq!(
            derive_secret(secret, &id, 7).is_ok(),
            derive_blinding_factor(secret, &id, 7).is_ok()
        );
    }
    let (Ok(key), Ok(message), Ok(promise), Ok(signature), Ok(proof), Ok(r)) =
        (key, message, promise, signature, proof, r)
    else {
        return;
    };
    let verdict = proof.verify(&key, &message, &promise);
    let promise_of_all = Promise { key: &key, message, signature: promise, proof };
    let mut verdicts = [Ok(()); 2];
    verify_proofs_each(&[promise_of_all; 2], &mut verdicts).expect("two");
    assert_eq!(verdicts, [verdict; 2]);
    let unblinded = proof.verify_unblinded(&key, secret, &signature, &r);
    let payment = Payment { secret, signature, key: &key, proof, factor: &r };
    verify_payments_each(&[payment; 2], &mut verdicts).expect("two");
    assert_eq!(verdicts, [unblinded; 2]);
    if blind(secret, &r) == message && promise.unblind(&r, &key) == Ok(signature) {
        assert_eq!(unblinded, verdict);
    }
    let mint = MintSecretKey::from_bytes(&[7; 32]).expect("a key");
    let claim = Claim { secret, signature, key: &mint };
    verify_each(&[claim; 2], &mut verdicts).expect("two");
    assert_eq!(verdicts, [mint.verify(secret, &signature); 2]);
}

fn a_proof(number: u64) -> Vec<u8> {
    let rng = &mut rng(number);
    let (mint, r) = (MintSecretKey::random(rng), BlindingFactor::random(rng));
    let message = blind(b"a secret of 20 bytes", &r);
    let (promise, proof) = mint.sign_with_proof(&message);
    let signature = promise.unblind(&r, &mint.public_key()).expect("a point");
    let points = [
        mint.public_key().to_bytes(),
        message.to_bytes(),
        promise.to_bytes(),
        signature.to_bytes(),
    ];
    let scalars = [proof.e_bytes(), proof.s_bytes(), *r.to_bytes()];
    [&points.concat(), &scalars.concat(), &b"a secret of 20 bytes"[..]].concat()
}
