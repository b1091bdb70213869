//! How long blst takes and how long curvemark-blst, for the same calls on one thread.
//!
//! `cargo run --release --example compare -- [ENGINE] [ROUNDS]`, with the engine `portable`, `adx`,
//! `lanes` or `rns`; without one it is the best of the CPU. Rounds of the two libraries alternate,
//! and each prints the ratio blst/ours: of the two minima, and the median of the rounds' ratios.

use std::hint::black_box;
use std::time::{Duration, Instant};

use curvemark::curve::engines::cpu::{Engine, engine, limit_to};

const DST: &[u8] = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";
const SETS: usize = 64;

/// The calls of one library, by the line that names it: name of the row, and what is timed.
macro_rules! calls {
    ($library:ident) => {{
        use $library::BLST_ERROR::BLST_SUCCESS;
        use $library::blst_scalar;
        use $library::min_pk::{PublicKey, SecretKey, Signature};

        let secrets: Vec<_> = (0..SETS as u8)
            .map(|i| SecretKey::key_gen(&[i; 32], &[]).expect("enough material"))
            .collect();
        let messages: Vec<[u8; 32]> = (0..SETS as u8).map(|i| [i; 32]).collect();
        // As they come from others: keys checked once, signatures to be checked.
        let encodings: Vec<_> = secrets.iter().map(|secret| secret.sk_to_pk().compress()).collect();
        let keys: Vec<_> =
            encodings.iter().map(|bytes| PublicKey::key_validate(bytes).expect("a key")).collect();
        let signatures: Vec<_> = secrets
            .iter()
            .zip(&messages)
            .map(|(secret, message)| {
                let bytes = secret.sign(message, DST, &[]).compress();
                Signature::from_bytes(&bytes).expect("a signature")
            })
            .collect();
        let factors: Vec<_> = (1..=SETS as u64)
            .map(|i| {
                let mut b = [0; 32];
                b[..8].copy_from_slice(&i.wrapping_mul(0x9e37_79b9_7f4a_7c15).to_le_bytes());
                blst_scalar { b }
            })
            .collect();
        let many = {
            let (messages, keys, signatures) = (messages.clone(), keys.clone(), signatures.clone());
            move |check: bool| {
                let messages: Vec<&[u8]> = messages.iter().map(|message| &message[..]).collect();
                let keys: Vec<_> = keys.iter().collect();
                let signatures: Vec<_> = signatures.iter().collect();
                assert_eq!(
                    Signature::verify_multiple_aggregate_signatures(
                        &messages,
                        DST,
                        &keys,
                        false,
                        &signatures,
                        check,
                        &factors,
                        64,
                    ),
                    BLST_SUCCESS
                );
            }
        };
        let checked = many.clone();
        let rows: Vec<(&str, Box<dyn FnMut()>)> = vec![
            (
                "verify_multiple_aggregate_signatures of 64, signatures checked",
                Box::new(move || checked(true)),
            ),
            (
                "verify_multiple_aggregate_signatures of 64, nothing checked",
                Box::new(move || many(false)),
            ),
            ("verify, signature checked", {
                let (key, message, signature) = (keys[1], messages[1], signatures[1]);
                Box::new(move || {
                    let verdict = signature.verify(true, &message, DST, &[], &key, false);
                    assert_eq!(verdict, BLST_SUCCESS);
                })
            }),
            ("sign", {
                let (secret, message) = (secrets[1].clone(), messages[1]);
                Box::new(move || {
                    black_box(secret.sign(black_box(&message), DST, &[]));
                })
            }),
            ("sk_to_pk", {
                let secret = secrets[1].clone();
                Box::new(move || {
                    black_box(black_box(&secret).sk_to_pk());
                })
            }),
            ("key_validate", {
                let bytes = encodings[1];
                Box::new(move || {
                    black_box(PublicKey::key_validate(black_box(&bytes)).expect("a key"));
                })
            }),
        ];
        rows
    }};
}

fn time(call: &mut dyn FnMut(), repeats: u32) -> Duration {
    let start = Instant::now();
    (0..repeats).for_each(|_| call());
    start.elapsed() / repeats
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let limit = match arguments.next().as_deref() {
        None => engine(),
        Some("portable") => limit_to(Engine::Portable),
        Some("adx") => limit_to(Engine::Adx),
        Some("doubles") => limit_to(Engine::Doubles),
        Some("doubles512") => limit_to(Engine::Doubles512),
        Some("lanes") => limit_to(Engine::Lanes),
        Some("rns") => limit_to(Engine::Rns),
        Some(other) => panic!("no engine {other}"),
    };
    let rounds = arguments.next().map_or(15, |rounds| rounds.parse().expect("a number of rounds"));
    println!("engine {limit:?}, {rounds} rounds, blst/ours");
    println!("{:>8} {:>8} {:>10} {:>10}  row", "of min", "median", "blst µs", "ours µs");
    let (theirs, ours) = (calls!(blst), calls!(curvemark_blst));
    for ((name, mut theirs), (_, mut ours)) in theirs.into_iter().zip(ours) {
        // The first calls make what is kept; as many as take about 20 ms are a round.
        theirs();
        ours();
        let repeats = (20_000_000 / time(&mut *theirs, 1).as_nanos().max(1)).clamp(1, 1000) as u32;
        let times: Vec<[Duration; 2]> =
            (0..rounds).map(|_| [time(&mut *theirs, repeats), time(&mut *ours, repeats)]).collect();
        let least = [0, 1].map(|i| times.iter().map(|pair| pair[i]).min().expect("a round"));
        let mut ratios: Vec<f64> =
            times.iter().map(|[a, b]| a.as_secs_f64() / b.as_secs_f64()).collect();
        ratios.sort_by(f64::total_cmp);
        println!(
            "{:8.2} {:8.2} {:10.1} {:10.1}  {name}",
            least[0].as_secs_f64() / least[1].as_secs_f64(),
            ratios[ratios.len() / 2],
            1e6 * least[0].as_secs_f64(),
            1e6 * least[1].as_secs_f64(),
        );
    }
}
