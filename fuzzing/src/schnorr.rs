//! BIP-340, BIP-327 and BIP-374.

use std::sync::OnceLock;

use curve::secp256k1::{AffinePoint, SecretScalar};
use curvemark::ecdsa::{self, Secp256k1, Verifier};
use curvemark::schnorr::dleq::{Proof, Statement, prove};
use curvemark::schnorr::musig::{
    self, AggregateKey, AggregateNonce, PartialSignature, PublicKey, PublicNonce, SecretNonce,
    Session,
};
use curvemark::schnorr::{Error, Signature, SigningKey, VerifyingKey, verify_batch, verify_each};

use crate::{Target, fixed, random, rng, take};

/// Bytes that batches may take.
const MEMORY: usize = 1 << 20;

pub const TARGETS: &[Target] = &[
    Target { name: "schnorr key", body: key, valid: a_key, fast: true, heap: 0 },
    Target { name: "schnorr signature", body: signature, valid: a_signature, fast: true, heap: 0 },
    Target { name: "schnorr verify", body: verify, valid: signed, fast: false, heap: 0 },
    Target { name: "schnorr batch", body: batch, valid: signed, fast: false, heap: MEMORY },
    Target { name: "schnorr sign", body: sign, valid: to_sign, fast: false, heap: 0 },
    Target { name: "musig key", body: musig_key, valid: a_musig_key, fast: true, heap: 0 },
    Target { name: "musig nonce", body: musig_nonce, valid: a_nonce, fast: true, heap: 0 },
    Target { name: "musig session", body: musig_session, valid: a_session, fast: false, heap: 0 },
    Target { name: "dleq proof", body: proof, valid: a_proof, fast: true, heap: 0 },
    Target { name: "dleq verify", body: proved, valid: a_proved, fast: false, heap: 0 },
];

fn key(data: &[u8]) {
    if let Ok(key) = VerifyingKey::from_bytes(data) {
        assert_eq!(key.to_bytes(), *data);
    }
}

fn signature(data: &[u8]) {
    if let Ok(signature) = Signature::from_bytes(data) {
        assert_eq!(signature.to_bytes(), *data);
    }
}

fn parts(mut data: &[u8]) -> Option<(VerifyingKey, Signature, &[u8])> {
    let key = VerifyingKey::from_bytes(take(&mut data, 32)).ok()?;
    Some((key, Signature::from_bytes(take(&mut data, 64)).ok()?, data))
}

/// A key, a signature, a message.
fn verify(data: &[u8]) {
    static VERIFIER: OnceLock<Verifier<Secp256k1>> = OnceLock::new();
    let Some((key, signature, message)) = parts(data) else { return };
    let verdict = key.verify(message, &signature);
    let mut each = [Ok(()); 3];
    let verifier = VERIFIER.get_or_init(Verifier::new);
    verify_each(verifier, &[key; 3], &[message; 3], &[signature; 3], &mut each)
        .expect("three of each");
    assert_eq!(each, [verdict; 3]);
}

/// The same signature twice, as a batch: the verdict of one, whatever memory there is.
fn batch(data: &[u8]) {
    let Some((key, signature, message)) = parts(data) else { return };
    let verdict = key.verify(message, &signature);
    for memory in [0, MEMORY] {
        assert_eq!(
            verify_batch(&[key; 2], &[message; 2], &[signature; 2], memory, &mut rng(7)),
            verdict
        );
    }
}

/// A secret key, auxiliary bytes, a message.
fn sign(mut data: &[u8]) {
    let key = SigningKey::from_bytes(take(&mut data, 32));
    let aux = fixed(&mut data);
    if let Ok(key) = key {
        assert_eq!(key.verifying_key().verify(data, &key.sign_with_aux(data, &aux)), Ok(()));
    }
}

fn musig_key(data: &[u8]) {
    if let Ok(key) = PublicKey::from_bytes(data) {
        assert_eq!(key.to_bytes(), *data);
    }
}

fn musig_nonce(data: &[u8]) {
    let sum = AggregateNonce::from_bytes(data);
    if let Ok(nonce) = PublicNonce::from_bytes(data) {
        assert_eq!(nonce.to_bytes(), *data);
        assert_eq!(AggregateNonce::new(&[nonce]), sum.expect("one nonce is a sum"));
    } else if let Ok(sum) = sum {
        assert_eq!(sum.to_bytes(), *data);
    }
}

/// Two keys, a tweak of each kind, two nonces, a part of the first signer, a message. If the part
/// is accepted, one that differs by one is not.
fn musig_session(mut data: &[u8]) {
    let keys = [(); 2].map(|()| PublicKey::from_bytes(take(&mut data, 33)));
    let tweaks = [(); 2].map(|()| take(&mut data, 32));
    let nonces = [(); 2].map(|()| PublicNonce::from_bytes(take(&mut data, 66)));
    let part = PartialSignature::from_bytes(take(&mut data, 32));
    let ([Ok(one), Ok(other)], [Ok(first), Ok(second)], Ok(part)) = (keys, nonces, part) else {
        return;
    };
    let keys = [one, other];
    let Ok(key) = AggregateKey::new(&keys) else { return };
    let Ok(key) = key.tweak_plain(tweaks[0]).and_then(|key| key.tweak_x_only(tweaks[1])) else {
        return;
    };
    let session = Session::new(&key, &AggregateNonce::new(&[first, second]), data);
    let verdict = session.verify_partial(&part, &first, &one);
    assert!(matches!(verdict, Ok(()) | Err(musig::Error::NotSigned)));
    if verdict.is_ok() {
        let mut changed = part.to_bytes();
        changed[31] ^= 1;
        if let Ok(changed) = PartialSignature::from_bytes(&changed) {
            assert_eq!(
                session.verify_partial(&changed, &first, &one),
                Err(musig::Error::NotSigned)
            );
        }
    }
    session.aggregate(&[part; 2]).expect("as many as keys");
}

fn proof(data: &[u8]) {
    if let Ok(proof) = Proof::from_bytes(data) {
        assert_eq!(proof.to_bytes(), *data);
    }
}

/// Three points in SEC 1, a proof, and a message where there are 32 bytes more.
fn proved(mut data: &[u8]) {
    let mut point = || ecdsa::VerifyingKey::<Secp256k1>::from_sec1(take(&mut data, 33));
    let [Ok(a), Ok(b), Ok(c)] = [point(), point(), point()] else { return };
    let proof = Proof::from_bytes(take(&mut data, 64));
    let g = AffinePoint::generator();
    let statement = Statement::new(&g, a.as_point(), b.as_point(), c.as_point()).expect("points");
    if let Ok(proof) = proof {
        let verdict = statement.verify(&proof, data.first_chunk());
        assert!(matches!(verdict, Ok(()) | Err(Error::NotSigned)));
    }
}

fn a_key(number: u64) -> Vec<u8> {
    SigningKey::random(&mut rng(number)).public_bytes().to_vec()
}

fn a_signature(number: u64) -> Vec<u8> {
    SigningKey::random(&mut rng(number))
        .sign_with_aux(b"message", &random(number))
        .to_bytes()
        .to_vec()
}

fn signed(number: u64) -> Vec<u8> {
    let key = SigningKey::random(&mut rng(number));
    let message = [number as u8; 40];
    [&key.public_bytes()[..], &key.sign_with_aux(&message, &random(number)).to_bytes(), &message]
        .concat()
}

fn to_sign(number: u64) -> Vec<u8> {
    random::<100>(number).to_vec()
}

fn musig_signer(number: u64) -> musig::SigningKey {
    musig::SigningKey::random(&mut rng(number))
}

fn a_musig_key(number: u64) -> Vec<u8> {
    musig_signer(number).public_key().to_bytes().to_vec()
}

fn a_nonce(number: u64) -> Vec<u8> {
    let nonce =
        SecretNonce::generate(&musig_signer(number).public_key(), &mut rng(!number)).public_nonce();
    let mut bytes = nonce.to_bytes();
    if number & 3 == 0 {
        bytes[33..].fill(0);
    }
    bytes.to_vec()
}

fn a_session(number: u64) -> Vec<u8> {
    let signers = [number, !number].map(musig_signer);
    let keys = signers.each_ref().map(musig::SigningKey::public_key);
    let tweaks: [[u8; 32]; 2] = [random(number), random(!number)];
    let [own, other] = keys.map(|key| SecretNonce::generate(&key, &mut rng(number)));
    let nonces = [own.public_nonce(), other.public_nonce()];
    let key = AggregateKey::new(&keys)
        .and_then(|key| key.tweak_plain(&tweaks[0])?.tweak_x_only(&tweaks[1]));
    let session = Session::new(
        &key.expect("tweaks below the order"),
        &AggregateNonce::new(&nonces),
        b"message",
    );
    let part = session.sign(&signers[0], own).expect("a signer").to_bytes();
    let keys = keys.map(|key| key.to_bytes()).concat();
    let nonces = nonces.map(|nonce| nonce.to_bytes()).concat();
    [&keys[..], &tweaks.concat(), &nonces, &part, b"message"].concat()
}

/// A statement of G, A, B, C with its proof, and the digest that it is for.
fn a_statement(number: u64) -> (Statement, AffinePoint, Proof, [u8; 32]) {
    let secret = SecretScalar::from_be_bytes(&random::<32>(number)).expect("below the order");
    let b = *SigningKey::random(&mut rng(!number)).verifying_key().as_point();
    let digest = random(number);
    let (statement, proof) =
        prove(&secret, &AffinePoint::generator(), &b, &random(number), Some(&digest))
            .expect("points and a scalar");
    (statement, b, proof, digest)
}

fn a_proof(number: u64) -> Vec<u8> {
    a_statement(number).2.to_bytes().to_vec()
}

fn a_proved(number: u64) -> Vec<u8> {
    let (statement, b, proof, digest) = a_statement(number);
    let [a, b, c] =
        [statement.a(), &b, statement.c()].map(|point| point.to_sec1().expect("no identity"));
    [&a[..], &b, &c, &proof.to_bytes(), &digest].concat()
}
