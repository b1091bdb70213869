//! Random bytes, and valid inputs with some bytes changed: a verdict or an error, never a panic, and no input takes long.
//!
//! `CURVEMARK_GARBAGE` says how many inputs each body gets; by default few.

use std::time::{Duration, Instant};

use curvemark::ecdsa::{Curve, P256, Secp256k1, SigningKey};
use curvemark::{eddsa, schnorr};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

#[path = "support/bodies.rs"]
mod bodies;

/// A body gets as many inputs: mutated ones of `valid`, which makes one of a number, and as many random ones of about its length.
fn feed(body: fn(&[u8]), valid: impl Fn(u64) -> Vec<u8>) {
    let count = std::env::var("CURVEMARK_GARBAGE").map_or(1500, |count| count.parse().expect("a number"));
    let mut rng = ChaCha8Rng::seed_from_u64(count);
    let valid: Vec<Vec<u8>> = (0..16).map(valid).collect();
    // What is made once is made here.
    valid.iter().for_each(|valid| body(valid));
    let mut longest = Duration::ZERO;
    let mut timed = |data: &[u8]| {
        let start = Instant::now();
        body(data);
        longest = longest.max(start.elapsed());
    };
    for turn in 0..count {
        let below = |rng: &mut ChaCha8Rng, bound: usize| ((u64::from(rng.next_u32()) * bound as u64) >> 32) as usize;
        let mut data = valid[turn as usize & 15].clone();
        if turn & 1 == 0 {
            rng.fill_bytes(&mut data);
        } else {
            for _ in 0..=below(&mut rng, 3) {
                let place = below(&mut rng, data.len());
                match rng.next_u32() & 7 {
                    0 => data.truncate(place.max(1)),
                    1 => data.insert(place, 0),
                    2 => data[place] = 0xff,
                    3 => data[place] = 0,
                    // A stretch of extreme bytes: integers near zero, the order and the modulus.
                    4 => {
                        let end = data.len().min(place + 30);
                        data[place..end].fill(if turn & 2 == 0 { 0 } else { 0xff });
                    }
                    _ => data[place] ^= 1 << below(&mut rng, 8),
                }
            }
        }
        timed(&data);
    }
    println!("the longest of {count} took {longest:?}");
    // The work of each is bounded; the bound here is generous, for machines that are busy with other things.
    assert!(longest < Duration::from_secs(2), "{longest:?}");
}

fn signed<C: Curve>(number: u64) -> Vec<u8> {
    let mut rng = ChaCha8Rng::seed_from_u64(number);
    let key = SigningKey::<C>::random(&mut rng);
    let mut digest = [0; 32];
    rng.fill_bytes(&mut digest);
    let (signature, id) = key.sign_recoverable_prehashed(&digest);
    [&signature.to_recoverable_bytes(id)[..], &digest, &key.verifying_key().to_sec1()].concat()
}

fn der<C: Curve>(number: u64) -> Vec<u8> {
    let key = SigningKey::<C>::random(&mut ChaCha8Rng::seed_from_u64(number));
    key.sign(&number.to_le_bytes()).to_der().as_bytes().to_vec()
}

#[test]
fn ecdsa_takes_garbage() {
    feed(bodies::ecdsa::<Secp256k1>, signed::<Secp256k1>);
    feed(bodies::ecdsa::<P256>, signed::<P256>);
}

#[test]
fn der_takes_garbage() {
    feed(bodies::ecdsa_der::<Secp256k1>, der::<Secp256k1>);
    feed(bodies::ecdsa_der::<P256>, der::<P256>);
}

#[test]
fn eddsa_takes_garbage() {
    feed(bodies::eddsa, |number| {
        let key = eddsa::SigningKey::random(&mut ChaCha8Rng::seed_from_u64(number));
        [&key.public_bytes()[..], &key.sign(b"message").to_bytes(), b"message"].concat()
    });
}

#[test]
fn schnorr_takes_garbage() {
    feed(bodies::schnorr, |number| {
        let mut rng = ChaCha8Rng::seed_from_u64(number);
        let key = schnorr::SigningKey::random(&mut rng);
        [&key.public_bytes()[..], &key.sign(b"message", &mut rng).to_bytes(), b"message"].concat()
    });
}

/// Texts of each encoding, and symbols.
#[cfg(feature = "alloc")]
#[test]
fn encodings_take_garbage() {
    use curvemark::encoding::{Base64, base58, bech32, hex};
    feed(bodies::encodings, |number| {
        let mut bytes = [0; 31];
        ChaCha8Rng::seed_from_u64(number).fill_bytes(&mut bytes);
        let text = match number & 7 {
            0 => Ok(hex::encode(&bytes)),
            1 => Ok(Base64::Padded.encode(&bytes)),
            2 => Ok(Base64::UrlSafeUnpadded.encode(&bytes)),
            3 => base58::encode(&bytes),
            4 => base58::encode_check(&bytes),
            5 => bech32::encode(bech32::Checksum::Bech32, "bc", &bytes),
            6 => bech32::encode(bech32::Checksum::Bech32m, "bc", &bytes),
            _ => return bech32::symbols_of_bytes(&bytes),
        };
        text.expect("short").into_bytes()
    });
}

#[test]
fn cashu_on_secp256k1_takes_garbage() {
    use curvemark::cashu::legacy::{BlindingFactor, MintSecretKey, blind};
    feed(bodies::cashu_legacy, |number| {
        let mut rng = ChaCha8Rng::seed_from_u64(number);
        let (mint, r) = (MintSecretKey::random(&mut rng), BlindingFactor::random(&mut rng));
        let message = blind(b"a secret of 20 bytes", &r);
        let (promise, proof) = mint.sign_with_proof(&message);
        let signature = promise.unblind(&r, &mint.public_key()).expect("a point");
        let points = [mint.public_key().to_bytes(), message.to_bytes(), promise.to_bytes(), signature.to_bytes()];
        let scalars = [proof.e_bytes(), proof.s_bytes(), *r.to_bytes()];
        [&points.concat(), &scalars.concat(), &b"a secret of 20 bytes"[..]].concat()
    });
}

/// A token of as many proofs as a number says, the texts of both versions and raw.
#[cfg(feature = "tokens")]
#[test]
fn tokens_take_garbage() {
    use curvemark::cashu::legacy::{BlindingFactor, MintSecretKey, blind};
    use curvemark::cashu::tokens::{Dleq, KeysetId, MintProofs, Proof, Signature, Token};
    feed(bodies::cashu_tokens, |number| {
        let mut rng = ChaCha8Rng::seed_from_u64(number);
        let mut proof = |amount: u64| {
            let (mint, factor) = (MintSecretKey::random(&mut rng), BlindingFactor::random(&mut rng));
            let (promise, proof) = mint.sign_with_proof(&blind(b"secret", &factor));
            Proof {
                amount,
                keyset: KeysetId::from_bytes(if amount & 1 == 0 { &[0; 8] } else { &[1; 33] }).expect("an id"),
                secret: "secret".to_owned(),
                signature: Signature::Legacy(promise.unblind(&factor, &mint.public_key()).expect("a point")),
                dleq: (amount & 2 == 0).then_some(Dleq { proof, factor }),
                witness: (amount & 4 == 0).then(|| "{}".to_owned()),
                ephemeral_key: None,
            }
        };
        let proofs = (0..=number & 3).map(&mut proof).collect();
        let mint = MintProofs { mint: "http://localhost:3338".to_owned(), proofs };
        let token = Token { mints: vec![mint], unit: Some("sat".to_owned()), memo: None };
        match number & 12 {
            0 => token.to_v3().expect("proofs").into_bytes(),
            4 => token.to_v4().expect("proofs").into_bytes(),
            _ => token.to_raw().expect("proofs"),
        }
    });
}

#[cfg(feature = "tokens")]
#[test]
fn conditions_take_garbage() {
    use curvemark::cashu::conditions::sign;
    use curvemark::encoding::hex;
    feed(bodies::cashu_conditions, |number| {
        let key = schnorr::SigningKey::random(&mut ChaCha8Rng::seed_from_u64(number));
        let public = hex::encode(&key.public_bytes());
        let tags = [r#"["n_sigs","1"]"#, r#"["locktime","9"]"#, r#"["sigflag","SIG_ALL"]"#, r#"["refund"]"#];
        let tags: Vec<&str> =
            tags.into_iter().zip(0..).filter(|(_, bit)| number >> bit & 1 == 1).map(|(tag, _)| tag).collect();
        let secret = format!(r#"["P2PK",{{"nonce":"n","data":"02{public}","tags":[{}]}}]"#, tags.join(","));
        let signature = hex::encode(&sign(&key, secret.as_bytes(), &[0; 32]).to_bytes());
        format!("{secret}\n{{\"signatures\":[\"{signature}\"]}}").into_bytes()
    });
}
