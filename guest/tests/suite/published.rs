//! Published cases of the contracts, of the hash functions, of signatures and of openings.

use guest::Error;

use crate::contracts::{Framing, call};
use crate::way::{ADVISED, Hinted, Rust, Way};
use crate::{suites, vectors};

/// Cases by what they were: a function gave the output, it failed, or the contract's framing
/// decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Count {
    given: usize,
    failed: usize,
    framing: usize,
}

impl Count {
    fn add(&mut self, other: Self) {
        self.given += other.given;
        self.failed += other.failed;
        self.framing += other.framing;
    }

    fn check<W: Way>(&mut self, name: &str, contract: &str, input: &[u8], expected: Option<&[u8]>) {
        match call::<W>(contract, input) {
            Err(Framing) => self.framing += 1,
            Ok(output) => {
                assert_eq!(output.as_deref(), expected, "{name}");
                *(if expected.is_some() { &mut self.given } else { &mut self.failed }) += 1;
            }
        }
    }
}

/// What every clone runs.
pub fn carried<W: Way>() {
    let mut count = Count::default();
    let cases = vectors::cases(include_str!("../../../vectors/evm-precompiles.txt"));
    for case in &cases {
        let output = (case.text("output") != "error").then(|| case.bytes("output"));
        let input = case.bytes("input");
        count.check::<W>(case.text("name"), case.text("contract"), &input, output.as_deref());
    }
    assert_eq!(count, Count { given: 75, failed: 58, framing: 39 });

    let mut count = Count::default();
    for case in vectors::cases(include_str!("../../../vectors/bn254-refused.txt")) {
        let contract = bn254(case.text("contract"));
        count.check::<W>(case.text("name"), contract, &case.bytes("input"), None);
    }
    assert_eq!(count, Count { given: 0, failed: 16, framing: 2 });
}

fn bn254(name: &str) -> &'static str {
    match name {
        "bn256Add" => "bn254-add",
        "bn256ScalarMul" => "bn254-mul",
        "bn256Pairing" => "bn254-pairing",
        other => panic!("{other} is none of them"),
    }
}

/// Files of the full suites and the contracts that they call.
const FILES: &[(&str, &[&str])] = &[
    ("ecrecover", &["geth/ecRecover"]),
    ("modexp", &["geth/modexp", "geth/modexp_eip2565", "geth/modexp_eip7883"]),
    ("bn254-add", &["geth/bn256Add"]),
    ("bn254-mul", &["geth/bn256ScalarMul"]),
    ("bn254-pairing", &["geth/bn256Pairing"]),
    ("blake2f", &["geth/blake2F", "geth/fail-blake2f"]),
    ("point-evaluation", &["geth/pointEvaluation"]),
    (
        "bls12-g1-add",
        &["geth/blsG1Add", "geth/fail-blsG1Add", "eip-2537/add_G1_bls", "eip-2537/fail-add_G1_bls"],
    ),
    (
        "bls12-g2-add",
        &["geth/blsG2Add", "geth/fail-blsG2Add", "eip-2537/add_G2_bls", "eip-2537/fail-add_G2_bls"],
    ),
    (
        "bls12-g1-msm",
        &[
            "geth/blsG1Mul",
            "geth/blsG1MultiExp",
            "geth/fail-blsG1Mul",
            "geth/fail-blsG1MultiExp",
            "eip-2537/mul_G1_bls",
            "eip-2537/msm_G1_bls",
            "eip-2537/fail-mul_G1_bls",
            "eip-2537/fail-msm_G1_bls",
        ],
    ),
    (
        "bls12-g2-msm",
        &[
            "geth/blsG2Mul",
            "geth/blsG2MultiExp",
            "geth/fail-blsG2Mul",
            "geth/fail-blsG2MultiExp",
            "eip-2537/mul_G2_bls",
            "eip-2537/fail-mul_G2_bls",
            "eip-2537/fail-msm_G2_bls",
        ],
    ),
    (
        "bls12-pairing",
        &[
            "geth/blsPairing",
            "geth/fail-blsPairing",
            "eip-2537/pairing_check_bls",
            "eip-2537/fail-pairing_check_bls",
        ],
    ),
    (
        "bls12-map-fp-to-g1",
        &[
            "geth/blsMapG1",
            "geth/fail-blsMapG1",
            "eip-2537/map_fp_to_G1_bls",
            "eip-2537/fail-map_fp_to_G1_bls",
        ],
    ),
    (
        "bls12-map-fp2-to-g2",
        &[
            "geth/blsMapG2",
            "geth/fail-blsMapG2",
            "eip-2537/map_fp2_to_G2_bls",
            "eip-2537/fail-map_fp2_to_G2_bls",
        ],
    ),
    ("p256-verify", &["geth/p256Verify", "eip-7951/test-vectors"]),
];

/// All of them; nothing where the suites are not there.
pub fn full<W: Way>() {
    let mut all = Count::default();
    for (contract, files) in FILES {
        let mut count = Count::default();
        for file in *files {
            let path = format!("evm-precompiles/{file}.json");
            let Some(cases) = suites::json(&path) else { return };
            for case in cases.as_array().expect("a list") {
                let name = format!("{path}: {}", case["Name"]);
                let expected =
                    case.get("ExpectedError").is_none().then(|| suites::hex(case, "Expected"));
                let input = suites::hex(case, "Input");
                count.check::<W>(&name, contract, &input, expected.as_deref());
            }
        }
        println!("{contract}: {count:?}");
        assert!(count.given > 0, "{contract}");
        all.add(count);
    }
    assert_eq!(all, Count { given: 2826, failed: 79, framing: 68 });
}

/// The hash functions' own cases.
pub fn hashes<W: Way>() {
    let mut seen = [0; 3];
    for case in vectors::cases(include_str!("../../../vectors/hashes.txt")) {
        let hash = match case.text("function") {
            "Keccak-256" => 0,
            "SHA-256" => 1,
            "RIPEMD-160" => 2,
            _ => continue,
        };
        let message = case.bytes("message");
        let digest = [W::keccak256, W::sha256, W::ripemd160][hash](&message).expect("a hash");
        let zeros = if hash == 2 { 12 } else { 0 };
        assert_eq!(digest[..zeros], [0; 12][..zeros], "{}", case.text("name"));
        assert_eq!(digest[zeros..], case.bytes("digest"), "{}", case.text("name"));
        seen[hash] += 1;
    }
    assert_eq!(seen, [3, 5, 8]);
}

/// Messages of NIST, of the Keccak team and of RIPEMD's authors: all whole bytes.
pub fn all_hashes<W: Way>() {
    type Hash = fn(&[u8]) -> Option<[u8; 32]>;
    let files: [(&str, Hash, usize, usize); 4] = [
        ("keccak_ShortMsgKAT_256.txt", W::keccak256, 0, 256),
        ("SHA256ShortMsg.rsp", W::sha256, 0, 65),
        ("SHA256LongMsg.rsp", W::sha256, 0, 64),
        ("ripemd160.txt", W::ripemd160, 12, 8),
    ];
    for (file, hash, zeros, expected) in files {
        let Some(text) = suites::text(&format!("hashes/{file}")) else { return };
        let value = |line: &str, key: &str| {
            line.strip_prefix(key)?
                .trim_start()
                .strip_prefix('=')
                .map(|rest| rest.trim().to_owned())
        };
        let (mut bits, mut message, mut seen) = (0, Vec::new(), 0);
        for line in text.lines() {
            if let Some(length) = value(line, "Len") {
                bits = length.parse().expect("a number");
            } else if let Some(digits) = value(line, "Msg") {
                message = vectors::bytes(&digits);
            } else if let Some(digits) = value(line, "MD") {
                if bits & 7 != 0 {
                    continue;
                }
                message.truncate(bits >> 3);
                let digest = hash(&message).expect("a hash");
                assert_eq!(digest[zeros..], vectors::bytes(&digits), "{file}: {bits} bits");
                seen += 1;
            }
        }
        assert_eq!(seen, expected, "{file}");
    }
}

/// Wycheproof's signatures on secp256k1, of those that have 64 bytes; and their keys again.
pub fn signatures<W: Way>() {
    let (mut seen, mut recovered) = ([0; 2], 0);
    for case in vectors::cases(include_str!("../../../vectors/ecdsa-secp256k1.txt")) {
        let name = case.text("name");
        let Ok(signature) = <[u8; 64]>::try_from(case.bytes("signature")) else {
            assert_eq!(case.text("holds"), "no", "{name}");
            continue;
        };
        let hash = W::sha256(&case.bytes("message")).expect("a hash");
        let key: [u8; 64] = case.bytes("key")[1..].try_into().expect("x and y");
        let holds = case.text("holds") == "yes";
        assert_eq!(W::secp256k1_verify(&hash, &signature, &key), Some(holds), "{name}");
        seen[usize::from(holds)] += 1;
        // One of four ids gives the key of a signature that holds, and none any other's.
        let keys = (0..4).filter(|&id| W::secp256k1_ecrecover(&hash, &signature, id) == Some(key));
        assert_eq!(keys.count(), usize::from(holds), "{name}");
        recovered += usize::from(holds);
    }
    assert_eq!((seen, recovered), ([13, 34], 34));
}

/// The openings of c-kzg's suite.
pub fn openings<W: Way>() {
    let Some(cases) = suites::json("kzg/verify_kzg_proof.json") else { return };
    let mut seen = [0; 3];
    for (name, case) in cases.as_object().expect("cases by name") {
        let part = |key: &str| {
            let text = suites::string(&case["input"], key);
            vectors::bytes(text.strip_prefix("0x").expect("a prefix"))
        };
        // What has another length cannot be asked for.
        let points = (part("commitment").try_into(), part("proof").try_into());
        let (Ok(commitment), Ok(proof)) = points else { continue };
        let (Ok(z), Ok(y)) = (part("z").try_into(), part("y").try_into()) else { continue };
        let verdict = W::kzg_point_eval(&commitment, &z, &y, &proof);
        assert_eq!(verdict, case["output"].as_bool(), "{name}");
        seen[verdict.map_or(2, usize::from)] += 1;
    }
    assert_eq!(seen, [48, 54, 12]);
}

#[test]
fn in_rust() {
    carried::<Rust>();
    carried::<Hinted>();
    hashes::<Rust>();
    signatures::<Rust>();
    signatures::<Hinted>();
    assert_advised(&[
        ("secp256k1_verify", 30),
        ("secp256k1_ecrecover", 60),
        ("bls12_g1_msm", 4),
        ("bls12_pairing", 3),
        ("kzg_point_eval", 3),
    ]);
}

#[test]
fn in_rust_full_suites() {
    full::<Rust>();
    full::<Hinted>();
    all_hashes::<Rust>();
    openings::<Rust>();
    openings::<Hinted>();
    if suites::json("evm-precompiles/geth/ecRecover.json").is_none() {
        return; // The suites are not here, and it was said.
    }
    assert_advised(LEAST_ADVISED);
}

/// That so many answers of functions came with advice. There is none where the result is the
/// identity, or points and scalars come twice.
fn assert_advised(least: &[(&str, usize)]) {
    let advised = ADVISED.lock().expect("no other test panics with it").clone();
    println!("{advised:?}");
    for (function, least) in least {
        assert!(advised.get(function).is_some_and(|[advised, _]| advised >= least), "{function}");
    }
}

/// How many answers of the full suites come with advice, at least.
const LEAST_ADVISED: &[(&str, usize)] = &[
    ("secp256k1_ecrecover", 1),
    ("secp256r1_verify", 100),
    ("bn254_g1_mul", 10),
    ("bls12_g1_msm", 100),
    ("bls12_g2_msm", 100),
    ("bn254_pairing", 10),
    ("bls12_pairing", 10),
    ("kzg_point_eval", 10),
];

/// An error says why.
#[test]
fn reasons() {
    let mut point = [0; 64];
    point[63] = 1;
    assert_eq!(
        guest::bn254_g1_add(&point, &[0; 64]).map_err(|error| error.to_string()),
        Err("the coordinates are not those of a point of the curve".to_owned())
    );
    assert_eq!(guest::kzg_point_eval(&[0; 48], &[255; 32], &[0; 32], &[0; 48]), Err(Error::Scalar));
}
