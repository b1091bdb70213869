//! Published: ethereum/bls12-381-tests `006855c5` (CC0), the altair rules of
//! ethereum/consensus-specs, C2SP/wycheproof `dac1dd47` (Apache-2.0), paulmillr/noble-curves
//! `ef106458` (MIT). A part is in `vectors/`, the whole in the folder that `CURVEMARK_VECTORS`
//! names.

use std::path::PathBuf;

use curve::hash_to_curve::Xmd;
use curvemark::bls::ethereum::{eth_aggregate_pubkeys, eth_fast_aggregate_verify};
use curvemark::bls::{
    AggregateKey, AggregateSignature, Error, PublicKey, SecretKey, Signature, SignatureSet, Suite,
    find_invalid_sets, min_pk, min_sig, verify_sets, verify_sets_deterministic,
};
use curvemark::bls12_381::hash_to_g2;
use serde_json::Value;
use sha2::Sha256;

use super::rng;
use super::vectors::{bytes, cases};

/// A question to a function and its published answer.
struct Case {
    name: String,
    function: String,
    suite: String,
    secret: Vec<u8>,
    keys: Vec<Vec<u8>>,
    messages: Vec<Vec<u8>>,
    signatures: Vec<Vec<u8>>,
    result: Answer,
}

#[derive(Debug, PartialEq, Eq)]
enum Answer {
    Error,
    Verdict(bool),
    Bytes(Vec<u8>),
}

fn verdict(result: Result<(), Error>) -> Answer {
    Answer::Verdict(result.is_ok())
}

fn answer<B: AsRef<[u8]>>(result: Result<B, Error>) -> Answer {
    result.map_or(Answer::Error, |bytes| Answer::Bytes(bytes.as_ref().to_vec()))
}

/// The cases of a file that every clone carries.
fn carried(text: &'static str) -> Vec<Case> {
    let list = |case: &super::vectors::Case, key| case.list(key).into_iter().map(bytes).collect();
    let read = |case: super::vectors::Case| Case {
        name: case.text("name").to_owned(),
        function: case.text("function").to_owned(),
        suite: case.text("suite").to_owned(),
        secret: case.list("secret").into_iter().flat_map(bytes).collect(),
        keys: list(&case, "key"),
        messages: list(&case, "message"),
        signatures: list(&case, "signature"),
        result: match case.text("result") {
            "error" => Answer::Error,
            "yes" => Answer::Verdict(true),
            "no" => Answer::Verdict(false),
            hex => Answer::Bytes(bytes(hex)),
        },
    };
    cases(text).into_iter().map(read).collect()
}

/// A folder of the full suites.
fn folder(name: &str) -> Option<PathBuf> {
    let folder = std::env::var_os("CURVEMARK_VECTORS").map(|root| PathBuf::from(root).join(name));
    if folder.is_none() {
        println!("SKIPPED: {name} in full, since CURVEMARK_VECTORS is not set");
    }
    folder
}

fn json(path: &PathBuf) -> Value {
    serde_json::from_str(&std::fs::read_to_string(path).expect("the suite")).expect("JSON")
}

fn of_hex(value: &Value) -> Vec<u8> {
    let text = value.as_str().expect("text");
    bytes(text.strip_prefix("0x").unwrap_or(text))
}

/// A list of encodings, or one.
fn list(value: &Value) -> Vec<Vec<u8>> {
    match value {
        Value::Null => Vec::new(),
        Value::Array(values) => values.iter().map(of_hex).collect(),
        value => vec![of_hex(value)],
    }
}

/// Under either of two names.
fn either<'v>(value: &'v Value, one: &str, many: &str) -> &'v Value {
    if value[one].is_null() { &value[many] } else { &value[one] }
}

fn ethereum(name: String, function: &str, case: &Value) -> Case {
    let input = &case["input"];
    let (keys, signatures) = match (input.is_array(), function) {
        (true, "aggregate") => (&Value::Null, input),
        (true, _) => (input, &Value::Null),
        (false, _) => {
            (either(input, "pubkey", "pubkeys"), either(input, "signature", "signatures"))
        }
    };
    let messages = match input["msg"].as_str() {
        Some(text) => vec![text.as_bytes().to_vec()],
        None if input.is_array() => Vec::new(),
        None => list(either(input, "message", "messages")),
    };
    let output = &case["output"];
    Case {
        name,
        function: function.to_owned(),
        suite: "pop".to_owned(),
        secret: input["privkey"].as_str().map_or(Vec::new(), |_| of_hex(&input["privkey"])),
        keys: list(keys),
        messages,
        signatures: list(signatures),
        result: match output {
            Value::Null => Answer::Error,
            Value::Bool(holds) => Answer::Verdict(*holds),
            // Affine coordinates, c₀ first; the encoding has c₁ first.
            Value::Object(point) => {
                let coordinate = |name: &str| -> Vec<u8> {
                    let text = point[name].as_str().expect("text");
                    text.split(',')
                        .rev()
                        .flat_map(|part| bytes(part.trim_start_matches("0x")))
                        .collect()
                };
                Answer::Bytes([coordinate("x"), coordinate("y")].concat())
            }
            value => Answer::Bytes(of_hex(value)),
        },
    }
}

/// An aggregate of a suite whose keys `key` makes.
fn aggregate_verify<S: Suite>(
    case: &Case,
    key: impl Fn(PublicKey<S>) -> AggregateKey<S>,
) -> Result<(), Error> {
    let keys = case
        .keys
        .iter()
        .map(|bytes| PublicKey::from_bytes(bytes).map(&key))
        .collect::<Result<Vec<_>, _>>()?;
    AggregateSignature::<S>::from_bytes(&case.signatures[0])?
        .aggregate_verify(&keys, &case.messages)
}

fn verify<S: Suite>(case: &Case) -> Result<(), Error> {
    let key = PublicKey::<S>::from_bytes(&case.keys[0])?;
    let signature = Signature::<S>::from_bytes(&case.signatures[0])?;
    let verdict = key.verify(&case.messages[0], &signature);
    // A batch of two is not the same code as one.
    let set = SignatureSet { key, message: &case.messages[0], signature };
    assert_eq!(verify_sets(&[set, set], &mut rng(1)), verdict, "{}", case.name);
    verdict
}

fn batch_verify(case: &Case) -> Result<(), Error> {
    let mut sets = Vec::new();
    for ((key, message), signature) in case.keys.iter().zip(&case.messages).zip(&case.signatures) {
        let (key, signature) =
            (min_pk::PublicKey::from_bytes(key)?, min_pk::Signature::from_bytes(signature)?);
        sets.push(SignatureSet { key, message, signature });
    }
    let verdict = verify_sets(&sets, &mut rng(2));
    assert_eq!(verify_sets_deterministic(&sets), verdict);
    let invalid: Vec<usize> = (0..sets.len())
        .filter(|&i| sets[i].key.verify(sets[i].message, &sets[i].signature).is_err())
        .collect();
    assert_eq!(find_invalid_sets(&sets, &mut rng(3)), Ok(invalid));
    verdict
}

fn proven(bytes: &[u8]) -> Result<min_pk::ProvenPublicKey, Error> {
    Ok(min_pk::PublicKey::from_bytes(bytes)?.assume_possession_unchecked())
}

fn all_proven(keys: &[Vec<u8>]) -> Result<Vec<min_pk::ProvenPublicKey>, Error> {
    keys.iter().map(|key| proven(key)).collect()
}

fn run(case: &Case) -> Answer {
    match (case.function.as_str(), case.suite.as_str()) {
        ("sign", _) => answer(
            min_pk::SecretKey::from_bytes(&case.secret)
                .map(|key| key.sign(&case.messages[0]).to_bytes()),
        ),
        ("verify", "pop") => verdict(verify::<min_pk::Possession>(case)),
        ("verify", "basic") => verdict(verify::<min_pk::Basic>(case)),
        ("aggregate", _) => {
            let signatures: Result<Vec<_>, _> =
                case.signatures.iter().map(|bytes| min_pk::Signature::from_bytes(bytes)).collect();
            answer(
                signatures
                    .and_then(|list| AggregateSignature::aggregate(&list))
                    .map(|sum| sum.to_bytes()),
            )
        }
        ("aggregate_verify", "pop") => verdict(aggregate_verify::<min_pk::Possession>(
            case,
            PublicKey::assume_possession_unchecked,
        )),
        ("aggregate_verify", "basic") => {
            verdict(aggregate_verify::<min_pk::Basic>(case, |key| key))
        }
        ("fast_aggregate_verify", _) => verdict(all_proven(&case.keys).and_then(|keys| {
            min_pk::AggregateSignature::from_bytes(&case.signatures[0])?
                .fast_aggregate_verify(&keys, &case.messages[0])
        })),
        ("batch_verify", _) => verdict(batch_verify(case)),
        ("deserialization_G1", _) => {
            // The point at infinity is a good encoding and no key.
            let result =
                min_pk::PublicKey::from_bytes(&case.keys[0]).map(|key| key.to_bytes().to_vec());
            match result {
                Err(Error::Point(curve::error::PointError::Identity)) => Answer::Verdict(true),
                Err(_) => Answer::Verdict(false),
                Ok(bytes) => Answer::Verdict(bytes == case.keys[0]),
            }
        }
        ("deserialization_G2", _) => {
            let signature = min_pk::Signature::from_bytes(&case.signatures[0]);
            Answer::Verdict(
                signature.is_ok_and(|signature| signature.to_bytes()[..] == case.signatures[0][..]),
            )
        }
        ("eth_aggregate_pubkeys", _) => answer(
            all_proven(&case.keys)
                .and_then(|keys| eth_aggregate_pubkeys(&keys))
                .map(|sum| sum.to_bytes()),
        ),
        ("eth_fast_aggregate_verify", _) => verdict(all_proven(&case.keys).and_then(|keys| {
            let signature = min_pk::AggregateSignature::from_bytes(&case.signatures[0])?;
            eth_fast_aggregate_verify(&keys, &case.messages[0], &signature)
        })),
        ("hash_to_G2", _) => {
            let dst = b"QUUX-V01-CS02-with-BLS12381G2_XMD:SHA-256_SSWU_RO_";
            let point = hash_to_g2::<Xmd<Sha256>>(case.messages[0].as_slice(), dst);
            Answer::Bytes(point.to_bytes_uncompressed().to_vec())
        }
        (function, suite) => panic!("{}: no function {function} of {suite}", case.name),
    }
}

/// How many answers are errors or refusals, and how many are not.
fn run_all(cases: &[Case]) -> (usize, usize) {
    let mut refused = 0;
    for case in cases {
        assert_eq!(run(case), case.result, "{}", case.name);
        refused += usize::from(matches!(case.result, Answer::Error | Answer::Verdict(false)));
    }
    (refused, cases.len() - refused)
}

#[test]
fn ethereum_carried() {
    assert_eq!(run_all(&carried(include_str!("../../../../vectors/bls-eth.txt"))), (17, 11));
}

#[test]
fn wycheproof_carried() {
    assert_eq!(run_all(&carried(include_str!("../../../../vectors/bls-wycheproof.txt"))), (9, 3));
}

#[test]
fn ethereum_in_full() {
    let Some(root) = folder("eth-bls") else { return };
    let mut counts = Vec::new();
    for function in [
        "aggregate",
        "aggregate_verify",
        "batch_verify",
        "deserialization_G1",
        "deserialization_G2",
        "fast_aggregate_verify",
        "hash_to_G2",
        "sign",
        "verify",
    ] {
        let mut cases = Vec::new();
        for entry in std::fs::read_dir(root.join(function)).expect("a folder") {
            let path = entry.expect("a file").path();
            cases.push(ethereum(path.display().to_string(), function, &json(&path)));
        }
        counts.push(run_all(&cases));
    }
    for function in ["eth_aggregate_pubkeys", "eth_fast_aggregate_verify"] {
        let suite = json(&root.join("altair").join(format!("{function}.json")));
        let cases: Vec<_> = suite["cases"]
            .as_array()
            .expect("cases")
            .iter()
            .map(|case| ethereum(case["name"].to_string(), function, case))
            .collect();
        counts.push(run_all(&cases));
    }
    let expected = [
        (1, 5),
        (4, 1),
        (2, 2),
        (14, 2),
        (16, 2),
        (9, 3),
        (0, 4),
        (1, 9),
        (19, 10),
        (5, 4),
        (8, 4),
    ];
    assert_eq!(counts, expected, "refused and accepted, function by function");
}

#[test]
fn wycheproof_in_full() {
    let Some(root) = folder("wycheproof") else { return };
    let mut counts = Vec::new();
    for (name, suite) in [("basic", "basic"), ("pop", "pop"), ("aggregate", "basic")] {
        let mut cases = Vec::new();
        for group in json(&root.join(format!("bls_sig_g2_{name}_verify_test.json")))["testGroups"]
            .as_array()
            .expect("groups")
        {
            for test in group["tests"].as_array().expect("tests") {
                let aggregate = name == "aggregate";
                assert!(
                    test["result"] == "valid" || test["result"] == "invalid",
                    "no verdict is left open"
                );
                cases.push(Case {
                    name: format!("{name}: tcId {}", test["tcId"]),
                    function: if aggregate { "aggregate_verify" } else { "verify" }.to_owned(),
                    suite: suite.to_owned(),
                    secret: Vec::new(),
                    keys: list(if aggregate {
                        &test["pubkeys"]
                    } else {
                        &group["publicKey"]["pk"]
                    }),
                    messages: list(if aggregate { &test["messages"] } else { &test["msg"] }),
                    signatures: list(&test["sig"]),
                    result: Answer::Verdict(test["result"] == "valid"),
                });
            }
        }
        counts.push(run_all(&cases));
    }
    assert_eq!(counts, [(59, 29), (13, 13), (13, 6)], "invalid and valid, none skipped");

    let hashes = json(&root.join("bls_hash_to_g2_test.json"));
    let mut count = 0;
    for group in hashes["testGroups"].as_array().expect("groups") {
        let dst = group["dst"].as_str().expect("text").as_bytes();
        for test in group["tests"].as_array().expect("tests") {
            let point = hash_to_g2::<Xmd<Sha256>>(of_hex(&test["msg"]).as_slice(), dst);
            assert_eq!(
                point.to_bytes()[..],
                of_hex(&test["expected"])[..],
                "tcId {}",
                test["tcId"]
            );
            count += 1;
        }
    }
    assert_eq!(count, 34);
}

/// A secret, a message and the signature on it.
fn signatures<S: Suite>(secret: &[u8], message: &[u8], signature: &[u8]) {
    let secret = SecretKey::<S>::from_bytes(secret).expect("a key");
    let made = secret.sign(message);
    assert_eq!(made.to_bytes().as_ref(), signature);
    let read = Signature::<S>::from_bytes(signature).expect("a signature");
    assert_eq!(secret.public_key().verify(message, &read), Ok(()));
}

#[test]
fn deterministic_signatures_carried() {
    for case in cases(include_str!("../../../../vectors/bls-min-pk.txt")) {
        signatures::<min_pk::Basic>(
            &case.bytes("secret"),
            &case.bytes("msg"),
            &case.bytes("signature"),
        );
    }
    for case in cases(include_str!("../../../../vectors/bls-min-sig.txt")) {
        signatures::<min_sig::Basic>(
            &case.bytes("secret"),
            &case.bytes("msg"),
            &case.bytes("signature"),
        );
    }
}

#[test]
fn deterministic_signatures_in_full() {
    let Some(root) = folder("bls12-381-misc") else { return };
    // The publisher's secrets are not all below r.
    let reduced = |bytes: &[u8]| curvemark::bls12_381::Fr::from_uniform_bytes(bytes).to_be_bytes();
    for (file, count) in
        [("bls12-381-g1-test-vectors.txt", 128), ("bls12-381-g2-test-vectors.txt", 559)]
    {
        let text = std::fs::read_to_string(root.join(file)).expect("the suite");
        let lines: Vec<_> = text.lines().filter(|line| !line.is_empty()).collect();
        assert_eq!(lines.len(), count);
        for line in lines {
            let [secret, message, signature] =
                line.split(':').map(bytes).collect::<Vec<_>>().try_into().expect("three fields");
            if count == 128 {
                signatures::<min_sig::Basic>(&reduced(&secret), &message, &signature);
            } else {
                signatures::<min_pk::Basic>(&reduced(&secret), &message, &signature);
            }
        }
    }
}
