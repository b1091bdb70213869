//! Random bytes, and valid inputs with something changed: a verdict or an error, never a panic, whatever the bytes.
//!
//! An ordinary run takes seconds and reads no clock. The full one, in a release build,
//!
//! ```sh
//! cargo test --release -p curvemark --all-features --test garbage -- --ignored --nocapture
//! ```
//!
//! feeds a million inputs to each fast target (`CURVEMARK_GARBAGE` says another number), and each slower one for ten minutes (`CURVEMARK_GARBAGE_SECONDS`), with
//! another seed (`CURVEMARK_GARBAGE_SEED`), and asks that none takes 10 ms. `CURVEMARK_GARBAGE_TARGET` names part of the targets' names.

use std::time::{Duration, Instant};

use bodies::Target;
use inputs::Inputs;

#[path = "support/bodies.rs"]
mod bodies;
#[path = "support/inputs.rs"]
mod inputs;

/// Inputs of an ordinary run.
const FAST: usize = 3000;
const SLOW: usize = 60;

#[test]
fn every_target_takes_garbage() {
    for target in bodies::all() {
        let mut inputs = Inputs::new(target, 1);
        inputs.valid().iter().for_each(|data| (target.body)(data));
        for _ in 0..if target.fast { FAST } else { SLOW } {
            run(target, &inputs.draw());
        }
    }
}

#[test]
fn no_bytes_at_all_and_a_few() {
    for target in bodies::all() {
        for length in 0..4 {
            [0x00, 0x80, 0xff].iter().for_each(|byte| run(target, &vec![*byte; length]));
        }
    }
}

/// The body, which names the input if it panics.
fn run(target: &Target, data: &[u8]) {
    struct Witness<'a>(&'a Target, &'a [u8]);
    impl Drop for Witness<'_> {
        fn drop(&mut self) {
            if std::thread::panicking() {
                let hex: String = self.1.iter().map(|byte| format!("{byte:02x}")).collect();
                println!("{}: {hex}", self.0.name);
            }
        }
    }
    let _witness = Witness(target, data);
    (target.body)(data);
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
}

/// What no input may take, in a release build.
const HANG: Duration = Duration::from_millis(10);

#[test]
#[ignore = "hours; see above"]
fn the_full_tier() {
    let count = number("CURVEMARK_GARBAGE", 1_000_000);
    let seconds = Duration::from_secs(number("CURVEMARK_GARBAGE_SECONDS", 600));
    let seed = number("CURVEMARK_GARBAGE_SEED", 2);
    let part = std::env::var("CURVEMARK_GARBAGE_TARGET").unwrap_or_default();
    let mut hangs = Vec::new();
    for target in bodies::all().into_iter().filter(|target| target.name.contains(&part)) {
        let mut inputs = Inputs::new(target, seed);
        // What is made once is made here.
        inputs.valid().iter().for_each(|data| run(target, data));
        let time = |data: &[u8]| {
            let start = Instant::now();
            run(target, data);
            start.elapsed()
        };
        let (start, mut done, mut inside, mut longest) = (Instant::now(), 0, Duration::ZERO, Duration::ZERO);
        while if target.fast { done < count } else { start.elapsed() < seconds } {
            let data = inputs.draw();
            let mut taken = time(&data);
            inside += taken;
            // A machine that is busy with other things makes one call long, not three of the same.
            if taken > longest {
                taken = taken.min(time(&data)).min(time(&data));
            }
            longest = longest.max(taken);
            done += 1;
        }
        let mean = inside.as_secs_f64() * 1e6 / done as f64;
        println!("{:28} {done:>9} inputs, {mean:9.2} µs each, the longest {longest:?}", target.name);
        if longest >= HANG && !cfg!(debug_assertions) {
            hangs.push((target.name, longest));
        }
    }
    assert!(hangs.is_empty(), "{hangs:?}");
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
