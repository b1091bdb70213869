//! A worker in another language: `peers/python/smallest.py`, which is what
//! `docs/worker-protocol.md` explains, and copies of it that are broken by one line each.
//!
//! Without `python3` nothing is tested here, and the tests say so.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use peer_api::worker::client::{Found, Launch, find};
use peer_api::{Case, Implementation, Refusal, operation};

const P: &str = "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab";

fn script() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../python/smallest.py")
}

/// How to start a script, if there is an interpreter.
fn python(script: &Path) -> Option<Launch> {
    let there =
        Command::new("python3").arg("--version").output().is_ok_and(|done| done.status.success());
    if !there {
        eprintln!("SKIPPED: there is no python3 here, and no worker in it was tested");
    }
    let launch = Launch {
        arguments: vec![script.into()],
        timeout: Duration::from_secs(20),
        ..Launch::new("python3")
    };
    there.then_some(launch)
}

fn hex(text: &str) -> Vec<u8> {
    base16ct::lower::decode_vec(text).expect("hexadecimal")
}

fn small(value: u8) -> Vec<u8> {
    let mut bytes = vec![0; 48];
    bytes[47] = value;
    bytes
}

/// p − 1.
fn minus_one() -> Vec<u8> {
    let mut bytes = hex(P);
    bytes[47] -= 1;
    bytes
}

#[test]
fn a_script_is_an_implementation_like_any_other() {
    let Some(launch) = python(&script()) else { return };
    let Found { mut implementations, outdated } = find(&launch, "").expect("a worker");
    assert!(outdated.is_empty() && implementations.len() == 1, "{outdated:?}");
    let remote = implementations.remove(0);
    assert_eq!(remote.about().name, "integers");
    remote.pin(0);

    let product = operation("bls12-381/fp_mul").expect("an operation");
    let inverse = operation("bls12-381/fp_inv").expect("an operation");
    let cases: Vec<Case> =
        vec![vec![small(2), small(3)], vec![minus_one(), minus_one()], vec![minus_one(), small(0)]];
    let mut body = remote.prepare(product, &cases).map_err(|why| why.to_string()).expect("a body");
    assert_eq!(body.answer(0), Ok(small(6)));
    assert_eq!(body.answer(1), Ok(small(1)));
    assert_eq!(body.answer(2), Ok(small(0)));
    // A fault of the caller's is a reason, and the worker goes on.
    assert!(
        matches!(body.answer(3), Err(Refusal::Lost(reason)) if reason.starts_with("IndexError"))
    );
    let mut inverses =
        remote.prepare(inverse, &[vec![small(7)]]).map_err(|why| why.to_string()).expect("a body");
    let seventh = inverses.answer(0).expect("an inverse");
    let back = remote
        .prepare(product, &[vec![seventh, small(7)]])
        .map_err(|_| ())
        .expect("a body")
        .answer(0);
    assert_eq!(back, Ok(small(1)));

    let took = body.timed(1000).expect("it is elsewhere").expect("it works");
    assert!(took.wall_ns > 1000.0 && took.cpu_ns > 1000.0, "{took:?}");
    // p itself, and one byte too few.
    for bad in [hex(P), vec![0; 47]] {
        let refused = remote.prepare(product, &[vec![small(1), bad]]).map(|_| ());
        assert_eq!(refused, Err(Refusal::Invalid));
    }
}

/// What becomes of a copy with one piece of its text replaced: why it cannot be used, or what its
/// first answer is.
fn broken(name: &str, old: &str, new: &str) -> Option<String> {
    let text = fs::read_to_string(script()).expect("the script");
    assert!(text.contains(old), "{name}: the script has no {old:?}");
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.py"));
    fs::write(&path, text.replace(old, new)).expect("a file");
    let launch = Launch { timeout: Duration::from_secs(3), ..python(&path)? };
    let start = Instant::now();
    let said = match find(&launch, "") {
        Err(reason) => reason,
        Ok(Found { implementations, .. }) => {
            let product = operation("bls12-381/fp_mul").expect("an operation");
            let remote = implementations.first().expect("one");
            match remote.prepare(product, &[vec![small(2), small(3)]]) {
                Err(why) => why.to_string(),
                Ok(mut body) => {
                    let timed =
                        body.timed(1).expect("it is elsewhere").err().map(|why| why.to_string());
                    let answer = body.answer(0);
                    timed.unwrap_or_else(|| format!("{answer:?}"))
                }
            }
        }
    };
    assert!(start.elapsed() < Duration::from_secs(20), "{name} took {:?}", start.elapsed());
    Some(said)
}

#[test]
fn a_broken_script_costs_its_own_answers_and_says_why() {
    let done = "print(json.dumps(said), flush=True)";
    let timed = r#"{"took": {"wall_ns": max(wall, 1), "cpu_ns": max(cpu, 1)}}"#;
    let named = r#""name": "integers""#;
    let cases = [
        ("garbage", done, "print('Traceback', flush=True)", "it said what is no reply: Traceback"),
        ("silence", done, "pass", "no answer within 3 s"),
        (
            "death",
            done,
            "raise SystemExit('I give up')",
            "its process ended (exit status: 1), after saying: I give up",
        ),
        (
            "version",
            r#""protocol": 1"#,
            r#""protocol": 2"#,
            "it speaks version 2 of the protocol, this build 1",
        ),
        ("fraction", r#""protocol": 1"#, r#""protocol": 1.5"#, "it said what is no reply"),
        (
            "huge",
            done,
            "sys.stdout.write('x' * (17 << 20)); sys.stdout.flush()",
            "a reply does not end",
        ),
        ("nested", done, "print('[' * 100000, flush=True)", "it said what is no reply"),
        ("nameless", named, r#""name": """#, "a name is 1 to 40 printable characters"),
        ("escape", named, r#""name": "\x1b[2J""#, "a name is 1 to 40 printable characters"),
        (
            "nobody",
            "\"implementations\": [served]",
            "\"implementations\": []",
            "it has 0 implementations",
        ),
        ("twins", "[served]", "[served, served]", "two of its implementations are called integers"),
        ("twice", "offers = [", "offers = 2 * [", "integers offers bls12-381/fp_mul twice"),
        ("chatter", done, &format!("{done}; {done}"), "it spoke without being asked"),
        ("odd", r#".hex()}"#, r#".hex()[1:]}"#, "a reply that fits no request"),
        (
            "negative",
            timed,
            r#"{"took": {"wall_ns": -1, "cpu_ns": 1}}"#,
            "a reply that fits no request",
        ),
        ("infinite", timed, r#"{"took": {"wall_ns": 1e999}}"#, "it said what is no reply"),
        (
            "stranger",
            "yield identifier",
            "yield 'x' * 5000",
            "integers does not offer bls12-381/fp_mul",
        ),
        // These are good: no time of the thread, and the other form of a word without a value.
        ("without-cpu", timed, r#"{"took": {"wall_ns": 5.5}}"#, "Ok([0, 0"),
        ("long-form", "return \"done\"", "return {\"done\": None}", "Ok([0, 0"),
    ];
    for (name, old, new, words) in cases {
        let Some(said) = broken(name, old, new) else { return };
        // A reply that comes late is seen by one of the next requests, whichever that is.
        let late = name == "chatter" && said.starts_with("a reply that fits no request");
        assert!(said.contains(words) || late, "{name}: {said}");
        assert!(said.len() < 400, "{name} says too much: {} characters", said.len());
    }
}
