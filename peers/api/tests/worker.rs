//! Workers, good and bad: this program starts itself as one. A bad worker must cost its own answers
//! and nothing else, within the timeout.

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::exit;
use std::thread;
use std::time::{Duration, Instant};

use peer_api::body::{Prepared, refusing, unparsed};
use peer_api::worker::client::{Found, Launch, Remote, find};
use peer_api::worker::{Hello, Offer, PROTOCOL, Reply, Served, serve};
use peer_api::{
    About, Body, Case, Checks, Contract, Implementation, Input, OPERATIONS, Operation, Refusal,
    Time, operation,
};

const GOOD: &str = "bls12-381/fp_mul";
const PANICS: &str = "bls12-381/fp_sqr";
const DIES: &str = "bls12-381/fp_inv";
const HANGS: &str = "bls12-381/fr_mul";
const REFUSES: &str = "bls12-381/fr_sqr";
const DIES_TOO: &str = "bls12-381/fr_inv";
const DIES_AS_WELL: &str = "bls12-381/fp2_mul";

/// How long the tests wait for the silent.
const PATIENCE: Duration = Duration::from_millis(500);

fn main() {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next().is_some_and(|first| first == "be") {
        let role = arguments.next().and_then(|role| role.into_string().ok()).unwrap_or_default();
        return worker(&role);
    }
    let tests: [(&str, fn()); 8] = [
        ("an honest worker is an implementation like any other", honest),
        ("a block is timed where it runs", timed),
        ("a panic costs one answer", panics),
        ("a worker that dies says why, and others go on", dies),
        ("a worker that hangs is left after the timeout", hangs),
        ("a worker that dies again and again is not started for ever", limited),
        ("what is no worker is told from one", no_worker),
        ("another version, and other definitions, are not believed", other_version),
    ];
    for (name, test) in tests {
        test();
        println!("ok: {name}");
    }
}

fn launch(role: &str) -> Launch {
    let program = std::env::current_exe().expect("the path of this test");
    Launch { program, arguments: ["be", role].map(OsString::from).to_vec(), timeout: PATIENCE }
}

fn remote(role: &str) -> Remote {
    let Found { mut implementations, outdated } = find(&launch(role), "here").expect("a worker");
    assert!(outdated.is_empty() && implementations.len() == 1);
    implementations.remove(0)
}

fn prepare(remote: &Remote, id: &str) -> Box<dyn Body> {
    let made = remote.prepare(operation(id).expect("an operation"), &pool(id));
    made.map_err(|why| format!("{id}: {why}")).expect("a body")
}

fn pool(id: &str) -> Vec<Case> {
    let operation = operation(id).expect("an operation");
    (0..3).map(|index| operation.args.iter().map(|_| vec![index; 48]).collect()).collect()
}

fn lost(result: Result<Vec<u8>, Refusal>) -> String {
    match result {
        Err(Refusal::Lost(reason)) => reason,
        other => panic!("{other:?} is not lost"),
    }
}

fn honest() {
    let remote = remote("toy");
    let about = remote.about();
    assert_eq!((about.name, about.version.as_str()), ("toy here", "toy 1.2.3"));
    assert_eq!(about.features, ["one", "two"]);
    assert_eq!(about.flags, ["target-cpu=none", "rustc 1.2.3 (test)"]);
    let contract = remote.contract(operation(GOOD).expect("an operation"));
    assert_eq!(contract, Some(Contract::bytes(Checks::Subgroup, Time::Variable)));
    assert_eq!(remote.contract(operation("bls12-381/pairing").expect("an operation")), None);
    remote.pin(0);
    let mut body = prepare(&remote, GOOD);
    // The library prints on every call: that must not disturb the protocol.
    assert_eq!(body.answer(2), Ok(vec![2; 48]));
    assert_eq!(body.answer(0), Ok(vec![0; 48]));
    assert!(matches!(body.answer(3), Err(Refusal::Unsupported(_))));
    assert_eq!(prepare(&remote, REFUSES).answer(0), Err(Refusal::Invalid));
    let wrong = remote.prepare(operation(GOOD).expect("an operation"), &[vec![]]).map(|_| ());
    assert_eq!(wrong, Err(Refusal::Invalid));
    // More than a pipe holds.
    let large = vec![vec![vec![7; 1 << 16]; 2]; 20];
    let mut body = remote
        .prepare(operation(GOOD).expect("an operation"), &large)
        .map_err(|_| ())
        .expect("a body");
    assert_eq!(body.answer(19), Ok(vec![7; 1 << 16]));
}

fn timed() {
    let remote = remote("toy");
    let mut body = prepare(&remote, GOOD);
    let mut took = |calls| body.timed(calls).expect("it is elsewhere").expect("it works");
    took(1);
    let (few, many) = (took(2), took(20));
    // A call sleeps for a millisecond: wall time passes, the thread's time hardly does.
    assert!(
        few.wall_ns >= 2e6 && many.wall_ns >= 20e6 && many.wall_ns > few.wall_ns,
        "{few:?} {many:?}"
    );
    assert!(many.cpu_ns < many.wall_ns);
}

fn panics() {
    let remote = remote("toy");
    let mut body = prepare(&remote, PANICS);
    assert_eq!(lost(body.answer(0)), "panic: a planted panic");
    assert_eq!(prepare(&remote, GOOD).answer(1), Ok(vec![1; 48]));
}

fn dies() {
    let remote = remote("toy");
    let (mut bystander, mut victim) = (prepare(&remote, GOOD), prepare(&remote, DIES));
    let reason = lost(victim.answer(0));
    assert!(
        reason.contains("exit status: 3") && reason.ends_with("after saying: out of luck"),
        "{reason}"
    );
    // The same operation is not tried again, neither here nor anew; another goes on in a new
    // process.
    assert_eq!(lost(victim.answer(1)), reason);
    let again = remote.prepare(operation(DIES).expect("an operation"), &pool(DIES)).map(|_| ());
    assert_eq!(again, Err(Refusal::Lost(reason)));
    assert_eq!(bystander.answer(2), Ok(vec![2; 48]));
}

fn hangs() {
    let remote = remote("toy");
    let mut body = prepare(&remote, HANGS);
    let start = Instant::now();
    match body.timed(1) {
        Some(Err(Refusal::Lost(reason))) => assert_eq!(reason, "no answer within 0.5 s"),
        other => panic!("{other:?}"),
    }
    assert!(start.elapsed() < 4 * PATIENCE);
    assert_eq!(prepare(&remote, GOOD).answer(1), Ok(vec![1; 48]));
}

fn limited() {
    let remote = remote("toy");
    for id in [DIES, DIES_TOO, DIES_AS_WELL, HANGS] {
        lost(prepare(&remote, id).answer(0));
    }
    let refused = remote.prepare(operation(GOOD).expect("an operation"), &pool(GOOD)).map(|_| ());
    assert!(
        matches!(&refused, Err(Refusal::Lost(reason)) if reason.contains("4 times")),
        "{refused:?}"
    );
}

fn no_worker() {
    for (role, words) in [
        ("gone", "its process ended (exit status: 7)"),
        ("garbage", "it said what is no reply: hello to you too"),
        ("binary", "it said what is no reply"),
        ("deaf", "no answer within 0.5 s"),
        ("mute", "no answer within 0.5 s"),
        ("flood", "a reply does not end"),
        ("half", "its process ended (exit status: 0)"),
        ("wrong", "it answered the greeting by Done"),
    ] {
        let start = Instant::now();
        let reason = find(&launch(role), "").err().expect(role);
        assert!(reason.starts_with(words), "{role}: {reason}");
        assert!(start.elapsed() < 20 * PATIENCE, "{role} took {:?}", start.elapsed());
    }
    let nothing = Launch::new("/nonexistent/worker");
    assert!(find(&nothing, "").err().expect("there is none").starts_with("it cannot be started"));
}

fn other_version() {
    let reason = find(&launch("version"), "").err().expect("it must be refused");
    assert_eq!(reason, format!("it speaks version 9 of the protocol, this build {PROTOCOL}"));
    let found = find(&launch("definition"), "").map_err(|_| ()).expect("a worker");
    assert_eq!(found.outdated, [GOOD, "bls12-381/nothing"]);
    assert_eq!(found.implementations[0].contract(operation(GOOD).expect("an operation")), None);
}

fn worker(role: &str) {
    let rest = || thread::sleep(Duration::from_secs(60));
    let mut out = io::stdout();
    let mut say = |bytes: &[u8]| out.write_all(bytes).and_then(|()| out.flush());
    let hello = |protocol, definition: &str| {
        let offer = |operation: &str| Offer {
            operation: operation.into(),
            definition: Some(definition.into()),
            input: Input::Parsed,
            checks: Checks::None,
            time: Time::Constant,
        };
        let (name, version, engine) = ("old".to_owned(), "old 1".to_owned(), String::new());
        let offers = vec![offer(GOOD), offer("bls12-381/nothing")];
        let served = Served {
            name,
            version,
            features: vec![],
            flags: vec![],
            engine,
            offers,
            families: vec![],
            more: vec![],
        };
        let hello = Hello { protocol, compiler: String::new(), implementations: vec![served] };
        let mut line = serde_json::to_vec(&Reply::Hello(hello)).expect("JSON");
        line.push(b'\n');
        line
    };
    let done = match role {
        "toy" => serve("rustc 1.2.3 (test)", &[Box::new(Toy)]),
        "gone" => exit(7),
        "garbage" => say(b"hello to you too\n").map(|()| rest()),
        "binary" => say(&[0xff, 0xfe, 0, b'\n']).map(|()| rest()),
        "wrong" => say(b"\"done\"\n").map(|()| rest()),
        "half" => say(b"{\"hello\":"),
        "deaf" => {
            rest();
            Ok(())
        }
        "mute" => io::stdin().lines().try_for_each(|line| line.map(drop)),
        "flood" => loop {
            if let Err(error) = say(&[b'x'; 1 << 16]) {
                break Err(error);
            }
        },
        "version" => say(&hello(9, "")).map(|()| rest()),
        "definition" => say(&hello(PROTOCOL, "0123")).map(|()| rest()),
        other => panic!("no role {other}"),
    };
    // A failure here is the parent's doing: it has closed the pipe.
    drop(done);
}

/// A library that does as its operations are called above.
struct Toy;

impl Implementation for Toy {
    fn about(&self) -> About {
        About {
            name: "toy",
            version: "toy 1.2.3".into(),
            features: vec!["one".into(), "two".into()],
            flags: vec!["target-cpu=none".into()],
            engine: "wood".into(),
        }
    }

    fn contract(&self, operation: &Operation) -> Option<Contract> {
        let mut known = OPERATIONS.iter().take_while(|known| known.id != "bls12-381/fp2_sqr");
        let contract = Contract::bytes(Checks::Subgroup, Time::Variable);
        known.any(|known| known.id == operation.id).then_some(contract)
    }

    fn prepare(&self, operation: &Operation, pool: &[Case]) -> Prepared {
        let call: fn(&Case) -> Option<Vec<u8>> = match operation.id {
            GOOD => |case| {
                println!("a library that prints");
                thread::sleep(Duration::from_millis(1));
                Some(case[0].clone())
            },
            PANICS => |_| panic!("a planted panic"),
            DIES | DIES_TOO | DIES_AS_WELL => |_| {
                eprintln!("out of luck\n");
                exit(3)
            },
            HANGS => |_| {
                thread::sleep(Duration::from_secs(60));
                None
            },
            _ => |_| None,
        };
        refusing(unparsed(operation, pool)?, call, Vec::clone)
    }
}
