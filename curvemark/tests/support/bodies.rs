//! What is asked of every input, whatever its bytes: an answer or an error, and laws between the answers. Tests feed these bodies with random and mutated
//! bytes; a fuzzer can include this file and do the same.

use curvemark::ecdsa::{self, RecoveryId};
use curvemark::{eddsa, schnorr};

/// A piece of the input, shorter where there is no more.
fn take<'a>(data: &mut &'a [u8], length: usize) -> &'a [u8] {
    let (piece, rest) = data.split_at(length.min(data.len()));
    *data = rest;
    piece
}

/// As many bytes of the input, filled up with zeros.
fn fixed<const N: usize>(data: &mut &[u8]) -> [u8; N] {
    let mut out = [0; N];
    let piece = take(data, N);
    out[..piece.len()].copy_from_slice(piece);
    out
}

/// A signature of 64 bytes, a recovery id, a digest, a key in SEC 1.
pub fn ecdsa<C: ecdsa::Curve>(mut data: &[u8]) {
    let signature = ecdsa::Signature::<C>::from_bytes(take(&mut data, 64));
    let id = RecoveryId::from_byte(fixed::<1>(&mut data)[0] & 7);
    let digest = fixed(&mut data);
    let key = ecdsa::VerifyingKey::<C>::from_sec1(data);
    let Ok(signature) = signature else { return };
    let again = ecdsa::Signature::from_der(signature.to_der().as_bytes());
    assert_eq!(again, Ok(signature));
    assert!(signature.normalize_s().has_low_s());
    if let Ok(key) = key {
        let verdict = key.verify_prehashed(&digest, &signature);
        assert_eq!(key.verify_prehashed(&digest, &signature.normalize_s()), verdict);
    }
    // Both parities, whatever the input says: what is recovered has signed.
    let ids = [0, 1].map(RecoveryId::from_byte);
    for id in ids.into_iter().chain([id]).flatten() {
        match signature.recover_prehashed(&digest, id) {
            Ok(key) => assert_eq!(key.verify_prehashed(&digest, &signature), Ok(())),
            Err(error) => assert_eq!(error, ecdsa::Error::NotRecoverable),
        }
    }
}

/// A DER encoding: what can be read is written as it was.
pub fn ecdsa_der<C: ecdsa::Curve>(data: &[u8]) {
    if let Ok(signature) = ecdsa::Signature::<C>::from_der(data) {
        assert_eq!(signature.to_der().as_bytes(), data);
        assert_eq!(ecdsa::Signature::from_bytes(&signature.to_bytes()), Ok(signature));
    }
}

/// A key, a signature, a message: what the strict rule takes ZIP 215 takes.
pub fn eddsa(mut data: &[u8]) {
    let key = take(&mut data, 32);
    let signature = eddsa::Signature::from_bytes(take(&mut data, 64));
    let strict = eddsa::VerifyingKey::<eddsa::Rfc8032Strict>::from_bytes(key);
    let zip215 = eddsa::VerifyingKey::<eddsa::Zip215>::from_bytes(key);
    assert!(strict.is_err() || zip215.is_ok());
    let (Ok(zip215), Ok(signature)) = (zip215, signature) else { return };
    let verdict = zip215.verify(data, &signature);
    if let Ok(strict) = strict {
        assert!(strict.verify(data, &signature).is_err() || verdict.is_ok());
    }
    let mut each = [Ok(()); 3];
    eddsa::verify_each(&[zip215; 3], &[data; 3], &[signature; 3], &mut each).expect("three of each");
    assert_eq!(each, [verdict; 3]);
}

/// A key, a signature, a message.
pub fn schnorr(mut data: &[u8]) {
    let key = schnorr::VerifyingKey::from_bytes(take(&mut data, 32));
    let signature = schnorr::Signature::from_bytes(take(&mut data, 64));
    if let (Ok(key), Ok(signature)) = (key, signature) {
        let _verdict = key.verify(data, &signature);
        assert_eq!(schnorr::Signature::from_bytes(&signature.to_bytes()), Ok(signature));
    }
}

/// A text: in every encoding that takes it, the bytes have that text and no other.
#[cfg(feature = "alloc")]
pub fn encodings(data: &[u8]) {
    use curvemark::encoding::{Base64, base58, bech32, hex};
    let text = String::from_utf8_lossy(data);
    if let Ok(bytes) = hex::decode(&text) {
        assert_eq!(hex::encode(&bytes), text);
    }
    for variant in [Base64::Padded, Base64::Unpadded, Base64::UrlSafePadded, Base64::UrlSafeUnpadded] {
        if let Ok(bytes) = variant.decode(&text) {
            assert_eq!(variant.encode(&bytes), text);
        }
        assert_eq!(variant.decode(&variant.encode(data)).as_deref(), Ok(data));
    }
    if let Ok(bytes) = base58::decode(&text) {
        assert_eq!(base58::encode(&bytes).as_deref(), Ok(&*text));
    }
    if let Ok(bytes) = base58::decode_check(&text) {
        assert_eq!(base58::encode_check(&bytes).as_deref(), Ok(&*text));
    }
    for checksum in [bech32::Checksum::Bech32, bech32::Checksum::Bech32m] {
        if let Ok((prefix, bytes)) = bech32::decode(checksum, &text) {
            assert_eq!(bech32::encode(checksum, &prefix, &bytes), Ok(text.to_lowercase()));
        }
        if let Ok((prefix, symbols)) = bech32::decode_symbols(checksum, &text) {
            assert_eq!(bech32::encode_symbols(checksum, &prefix, &symbols), Ok(text.to_lowercase()));
        }
    }
    if let Ok(bytes) = bech32::bytes_of_symbols(data) {
        assert_eq!(bech32::symbols_of_bytes(&bytes), data);
    }
}

/// K, B_, C_, C, e, s, r, a secret: what is read has those bytes, and what one proof shows the other shows.
pub fn cashu_legacy(mut data: &[u8]) {
    use curvemark::cashu::legacy::{
        BlindSignature, BlindedMessage, BlindingFactor, Claim, DleqProof, KeysetId, MintPublicKey, MintSecretKey,
        Payment, Promise, Signature, blind, derive_blinding_factor, derive_secret, verify_each, verify_payments_each,
        verify_proofs_each,
    };
    if let Ok(id) = KeysetId::from_bytes(data) {
        assert_eq!(id.as_bytes(), data);
    }
    let whole = data;
    let key = MintPublicKey::from_bytes(take(&mut data, 33));
    let message = BlindedMessage::from_bytes(take(&mut data, 33));
    let promise = BlindSignature::from_bytes(take(&mut data, 33));
    let signature = Signature::from_bytes(take(&mut data, 33));
    let mut each = [Ok(message.unwrap_or_else(|_| blind(b"", &BlindingFactor::from_bytes(&[1; 32]).expect("r")))); 2];
    BlindedMessage::from_bytes_batch(&[&whole[..whole.len().min(33)], data], &mut each).expect("two");
    assert_eq!(each, [&whole[..whole.len().min(33)], data].map(BlindedMessage::from_bytes));
    let proof = DleqProof::from_bytes(take(&mut data, 32), take(&mut data, 32));
    let r = BlindingFactor::from_bytes(take(&mut data, 32));
    let secret = data;
    for id in [&[0; 8][..], &[1; 33]] {
        let id = KeysetId::from_bytes(id).expect("an id");
        assert_eq!(derive_secret(secret, &id, 7).is_ok(), derive_blinding_factor(secret, &id, 7).is_ok());
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

/// A token as text or raw: what is read is written and read again as the same.
#[cfg(feature = "tokens")]
pub fn cashu_tokens(data: &[u8]) {
    use curvemark::cashu::tokens::Token;
    for token in [Token::parse(&String::from_utf8_lossy(data)), Token::parse_raw(data)].into_iter().flatten() {
        let text = token.to_v3().expect("proofs");
        assert_eq!(Token::parse(&text).expect("its own").to_v3().as_ref(), Ok(&text));
        if let Ok(text) = token.to_v4() {
            assert_eq!(Token::parse(&text).expect("its own").to_v4().as_ref(), Ok(&text));
        }
        let _value = token.value();
    }
}

/// A secret and, after a line break, a witness.
#[cfg(feature = "tokens")]
pub fn cashu_conditions(data: &[u8]) {
    use curvemark::cashu::conditions::{Condition, Input, message_to_sign, verify_transaction};
    use curvemark::cashu::{legacy, tokens};
    let text = String::from_utf8_lossy(data);
    let (secret, witness) = text.split_once('\n').unwrap_or((&text, ""));
    let c = legacy::MintSecretKey::from_bytes(&[7; 32]).expect("a key").public_key().to_bytes();
    let signature = tokens::Signature::Legacy(legacy::Signature::from_bytes(&c).expect("a point"));
    let inputs = [Input { secret, signature, witness: Some(witness) }; 2];
    for now in [0, u64::MAX] {
        let verdict = verify_transaction(&inputs, &[], None, now);
        match Condition::of_secret(secret) {
            Ok(None) => assert_eq!(verdict, Ok(())),
            Ok(Some(condition)) => {
                let message = if condition.is_sig_all() { message_to_sign(&inputs, &[], None) } else { secret.into() };
                assert_eq!(verdict, condition.verify(message.as_bytes(), Some(witness), now));
            }
            Err(error) => assert_eq!(verdict, Err(error)),
        }
    }
}
