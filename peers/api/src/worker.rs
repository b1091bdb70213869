//! Implementations in processes of their own: the protocol, and the side that serves it. The side
//! that asks is [`client`].
//!
//! A library whose cargo features or compiler flags would change those of another (features unify
//! over a build, and `target-cpu=native` is a property of a whole program) lives in another
//! executable, a *worker*, and answers here over a pipe. A worker is a `main` of one line,
//! [`serve`].
//!
//! # The protocol, version 1
//!
//! One request a line on the worker's standard input, one reply a line on its standard output, each
//! a JSON object with a single key ([`Request`], [`Reply`]); the parent never has two requests
//! under way. Bytes are lower-case hexadecimal.
//!
//! | request | reply |
//! |---|---|
//! | `{"hello":{"protocol":1}}` | `{"hello":{…}}`: protocol, compiler, and of each implementation name, version, resolved features, flags, engine, and what it offers under which contract; each operation with a hash of its definition, so that a worker built from other definitions is noticed and not believed. Workers in other languages may leave the hash out, and are judged by the gate alone |
//! | `{"pin":{"cpu":1}}` | `"done"` |
//! | `{"prepare":{"body":7,"implementation":"k256","operation":"secp256k1/mul","shape":"independent","pool":[["04…","5c…"],…]}}` | `"done"`, or a refusal |
//! | `{"answer":{"body":7,"case":3}}` | `{"answer":"04…"}`, or a refusal |
//! | `{"block":{"body":7,"calls":40}}` | `{"took":{"wall_ns":…,"cpu_ns":…}}`: what so many calls took |
//! | `{"discard":{"body":7}}` | `"done"` |
//!
//! Three more requests are answered by workers that say so in their greeting, under `more`; a
//! worker that does not is not asked.
//!
//! | request | reply |
//! |---|---|
//! | `{"prepare_family":{"body":7,"implementation":"k256","family":"…","batches":[[["04…"],…],…]}}` | as to `prepare`; each call of the body takes one batch. What is offered stands in the greeting under `families` |
//! | `{"audit":{"body":7,"calls":40}}` | `{"audited":{"process_ns":…,"thread_ns":…,"wall_ns":…,"extra_threads":…}}`: who worked during so many calls |
//! | `{"together":{"implementation":"k256","operation":"secp256k1/mul","pool":[…],"callers":4}}` | `{"answers":[{"answer":"04…"},{"refused":"invalid"},…]}`, one for each case, asked by so many threads at once |
//! | `{"host":{"implementation":"k256","operation":"secp256k1/mul","pool":[…],"delays_ns":[0,1000],"rounds":10}}` | `{"hosted":{"real_ns":…,"delayed":[[0,…],[1000,…]]}}`: what a host's request takes with the operation and with stand-ins of these delays |
//!
//! A refusal is `{"refused":"invalid"}`, `{"refused":{"unsupported":"…"}}` or
//! `{"refused":{"lost":"…"}}`, the last for a panic. The end of the input ends the worker.
//!
//! A block is timed inside the worker, around the loops of [`body`](crate::body) and by the clocks
//! of [`clock`](crate::clock), in the same way as the lab times bodies of its own: no pipe and no
//! switch of processes lies between the two readings. The order of blocks is the parent's, one
//! block a request, so that a round alternates between processes as it does between implementations
//! of one process; both are pinned to one CPU.
//!
//! Libraries may print (halo2curves 0.10 does). The worker therefore keeps the stream of the
//! protocol to itself and lets standard output lead nowhere; standard error goes to the parent,
//! which quotes its end if the worker dies.
//!
//! `docs/worker-protocol.md` says all of this to whoever writes a worker in another language.

pub mod client;

use std::any::Any;
use std::collections::HashMap;
use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde::{Deserialize, Serialize};

use crate::clock::{Reading, SystemClock};
use crate::families::{FAMILIES, Family};
use crate::host::Hosted;
use crate::pin::Pin;
use crate::{
    About, Answer, Audit, Body, Case, Checks, Contract, Implementation, Input, OPERATIONS,
    Operation, Refusal, Shape, Time, audit, families, operation,
};

/// The version of the protocol. Both sides say theirs, and the parent talks to no other.
pub const PROTOCOL: u32 = 1;

/// What the parent asks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// Who are you?
    Hello {
        /// The parent's [`PROTOCOL`].
        protocol: u32,
    },
    /// Run on this CPU from now on.
    Pin {
        /// Its number.
        cpu: u32,
    },
    /// Prepare an operation over a pool.
    Prepare {
        /// The number under which later requests name it.
        body: u64,
        /// Whose.
        implementation: String,
        /// Its id.
        operation: String,
        /// [`Operation::shape`], for workers without a table of operations.
        #[serde(default = "independent")]
        shape: Shape,
        /// Cases of arguments.
        pool: Vec<Vec<String>>,
    },
    /// Do one call and say what came out.
    Answer {
        /// Which body.
        body: u64,
        /// The place in its pool.
        case: usize,
    },
    /// Do so many calls and say what they took.
    Block {
        /// Which body.
        body: u64,
        /// How many.
        calls: u32,
    },
    /// Prepare a family over some batches.
    PrepareFamily {
        /// The number under which later requests name it.
        body: u64,
        /// Whose.
        implementation: String,
        /// Its id.
        family: String,
        /// Batches of items of arguments.
        batches: Vec<Vec<Vec<String>>>,
    },
    /// Do so many calls and say who worked.
    Audit {
        /// Which body.
        body: u64,
        /// How many.
        calls: u32,
    },
    /// Answer each case, so many threads at once.
    Together {
        /// Whose.
        implementation: String,
        /// Its id.
        operation: String,
        /// Cases of arguments.
        pool: Vec<Vec<String>>,
        /// Threads.
        callers: u32,
    },
    /// Do requests of a host with the operation and with stand-ins of these delays, and say what
    /// they took.
    Host {
        /// Whose.
        implementation: String,
        /// Its id.
        operation: String,
        /// Cases of arguments.
        pool: Vec<Vec<String>>,
        /// Delays, nanoseconds.
        delays_ns: Vec<u64>,
        /// How often each.
        rounds: u32,
    },
    /// Forget a body.
    Discard {
        /// Which.
        body: u64,
    },
}

/// What the worker says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// To [`Request::Hello`].
    Hello(Hello),
    /// It was done.
    Done,
    /// The bytes of an answer.
    Answer(String),
    /// What a block took.
    Took {
        /// Wall time.
        wall_ns: f64,
        /// Thread-CPU time; where a language cannot say, the wall time counts.
        cpu_ns: Option<f64>,
    },
    /// Who worked.
    Audited(Audit),
    /// The answers to several callers, each [`Reply::Answer`] or [`Reply::Refused`].
    Answers(Vec<Self>),
    /// What a host's requests took.
    Hosted(Hosted),
    /// There is no answer, no body, or no time.
    Refused(Refused),
}

/// A [`Refusal`] on the line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refused {
    /// [`Refusal::Invalid`].
    Invalid,
    /// [`Refusal::Unsupported`].
    Unsupported(String),
    /// [`Refusal::Lost`].
    Lost(String),
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Invalid => Self::Invalid,
            Refusal::Unsupported(why) => Self::Unsupported(why),
            Refusal::Lost(why) => Self::Lost(why),
        }
    }
}

impl From<Refused> for Refusal {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::Invalid => Self::Invalid,
            Refused::Unsupported(why) => Self::Unsupported(why),
            Refused::Lost(why) => Self::Lost(why),
        }
    }
}

/// Who the worker is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// The worker's [`PROTOCOL`].
    pub protocol: u32,
    /// The compiler that built it, as `rustc --version` says it.
    pub compiler: String,
    /// Its implementations.
    pub implementations: Vec<Served>,
}

/// One implementation of a worker: [`About`], and what it offers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Served {
    /// [`About::name`].
    pub name: String,
    /// [`About::version`].
    pub version: String,
    /// [`About::features`].
    pub features: Vec<String>,
    /// [`About::flags`].
    pub flags: Vec<String>,
    /// [`About::engine`].
    pub engine: String,
    /// The operations that it offers.
    pub offers: Vec<Offer>,
    /// The families that it offers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub families: Vec<Offer>,
    /// The requests beyond the first six that it answers: see [`MORE`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub more: Vec<String>,
}

/// The requests that a worker need not answer, by name. A worker of Rust answers all of them, but
/// [`Request::Together`] and [`Request::Host`] only for implementations that have
/// [`Implementation::answers_together`] and [`Implementation::hosted`].
pub const MORE: [&str; 4] = ["prepare_family", "audit", "together", "host"];

/// One operation of one implementation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offer {
    /// The operation's id.
    pub operation: String,
    /// [`definition`] of the operation as the worker knows it; absent where it knows no more than
    /// the id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub definition: Option<String>,
    /// [`Contract::input`].
    pub input: Input,
    /// [`Contract::checks`].
    pub checks: Checks,
    /// [`Contract::time`].
    pub time: Time,
}

impl Offer {
    /// The contract of the offer.
    pub const fn contract(&self) -> Contract {
        Contract { input: self.input, checks: self.checks, time: self.time }
    }
}

/// A hash of everything that both sides must mean by an operation: FNV-1a, 64 bits, over its
/// definition in words.
pub fn definition(operation: &Operation) -> String {
    let Operation { id, title: _, args, result, shape, note } = operation;
    let words = format!("{id} {args:?} {result:?} {shape:?} {note}");
    hash(&words)
}

/// As [`definition`], of a family.
pub fn family_definition(family: &Family) -> String {
    let Family { id, title: _, item: _, args, result, note, table_entry } = family;
    hash(&format!("{id} {args:?} {result:?} {note} {table_entry:?}"))
}

/// FNV-1a, 64 bits.
fn hash(words: &str) -> String {
    let fold = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    format!("{:016x}", words.bytes().fold(0xcbf2_9ce4_8422_2325, fold))
}

/// What a request without a shape means: those of before it was said.
const fn independent() -> Shape {
    Shape::Independent
}

/// The worker's `main`: answers requests until the input ends. `compiler` is what `rustc --version`
/// said when it was built.
///
/// # Errors
/// If the input or the output fails, or a request is none.
pub fn serve(compiler: &str, implementations: &[Box<dyn Implementation>]) -> io::Result<()> {
    let output = own_stdout()?;
    converse(compiler, implementations, io::stdin().lock(), output)
}

/// The stream of the protocol: standard output, which from here on leads nowhere for everybody
/// else.
#[cfg(unix)]
fn own_stdout() -> io::Result<impl Write> {
    let own = rustix::io::dup(rustix::stdio::stdout())?;
    rustix::stdio::dup2_stdout(std::fs::OpenOptions::new().write(true).open("/dev/null")?)?;
    Ok(std::fs::File::from(own))
}

#[cfg(not(unix))]
fn own_stdout() -> io::Result<impl Write> {
    Ok(io::stdout().lock())
}

fn converse(
    compiler: &str,
    implementations: &[Box<dyn Implementation>],
    input: impl BufRead,
    mut output: impl Write,
) -> io::Result<()> {
    let mut server =
        Server { compiler, implementations, clock: SystemClock::new(), bodies: HashMap::new() };
    for line in input.lines() {
        let reply = server.reply(serde_json::from_str(&line?)?);
        let mut line = serde_json::to_vec(&reply)?;
        line.push(b'\n');
        output.write_all(&line)?;
        output.flush()?;
    }
    Ok(())
}

struct Server<'a> {
    compiler: &'a str,
    implementations: &'a [Box<dyn Implementation>],
    clock: SystemClock,
    bodies: HashMap<u64, Box<dyn Body>>,
}

impl Server<'_> {
    fn reply(&mut self, request: Request) -> Reply {
        match request {
            Request::Hello { .. } => Reply::Hello(self.hello()),
            Request::Pin { cpu } => {
                // A system that refuses or cannot leaves it where it is, which harms nobody.
                if let Some(pin) = Pin::to(cpu) {
                    pin.keep();
                }
                Reply::Done
            }
            Request::Prepare { body, implementation, operation, shape: _, pool } => {
                match guarded(|| self.prepare(&implementation, &operation, &pool)) {
                    Ok(made) => {
                        self.bodies.insert(body, made);
                        Reply::Done
                    }
                    Err(refusal) => Reply::Refused(refusal.into()),
                }
            }
            Request::Answer { body, case } => {
                let answer = self.body(body).and_then(|body| guarded(|| body.answer(case)));
                answer.map_or_else(
                    |refusal| Reply::Refused(refusal.into()),
                    |bytes| Reply::Answer(hex(&bytes)),
                )
            }
            Request::Block { body, calls } => {
                let clock = self.clock.clone();
                let took =
                    self.body(body).and_then(|body| guarded(|| Ok(block(&clock, body, calls))));
                took.map_or_else(
                    |refusal| Reply::Refused(refusal.into()),
                    |Reading { wall_ns, cpu_ns }| Reply::Took { wall_ns, cpu_ns: Some(cpu_ns) },
                )
            }
            Request::PrepareFamily { body, implementation, family, batches } => {
                match guarded(|| self.prepare_family(&implementation, &family, &batches)) {
                    Ok(made) => {
                        self.bodies.insert(body, made);
                        Reply::Done
                    }
                    Err(refusal) => Reply::Refused(refusal.into()),
                }
            }
            Request::Audit { body, calls } => {
                let done = self
                    .body(body)
                    .and_then(|body| guarded(|| Ok(audit::audit(body.as_mut(), calls))));
                done.map_or_else(|refusal| Reply::Refused(refusal.into()), Reply::Audited)
            }
            Request::Together { implementation, operation, pool, callers } => {
                let done = guarded(|| self.together(&implementation, &operation, &pool, callers));
                let one = |answer: Answer| {
                    answer.map_or_else(
                        |refusal| Reply::Refused(refusal.into()),
                        |bytes| Reply::Answer(hex(&bytes)),
                    )
                };
                done.map_or_else(
                    |refusal| Reply::Refused(refusal.into()),
                    |answers| Reply::Answers(answers.into_iter().map(one).collect()),
                )
            }
            Request::Host { implementation, operation, pool, delays_ns, rounds } => {
                let done =
                    guarded(|| self.host(&implementation, &operation, &pool, &delays_ns, rounds));
                done.map_or_else(|refusal| Reply::Refused(refusal.into()), Reply::Hosted)
            }
            Request::Discard { body } => {
                self.bodies.remove(&body);
                Reply::Done
            }
        }
    }

    fn hello(&self) -> Hello {
        let served = |implementation: &dyn Implementation| {
            let About { name, version, features, flags, engine } = implementation.about();
            let offer = |operation: &Operation| {
                let Contract { input, checks, time } = implementation.contract(operation)?;
                let definition = Some(definition(operation));
                Some(Offer { operation: operation.id.into(), definition, input, checks, time })
            };
            let offers = OPERATIONS.iter().filter_map(offer).collect();
            let families = FAMILIES.iter().filter_map(|family| {
                let Contract { input, checks, time } = implementation.family_contract(family)?;
                let definition = Some(family_definition(family));
                Some(Offer { operation: family.id.into(), definition, input, checks, time })
            });
            let (families, more) = (families.collect(), MORE.map(String::from).to_vec());
            Served { name: name.into(), version, features, flags, engine, offers, families, more }
        };
        Hello {
            protocol: PROTOCOL,
            compiler: self.compiler.to_owned(),
            implementations: self
                .implementations
                .iter()
                .map(|implementation| served(&**implementation))
                .collect(),
        }
    }

    fn implementation(&self, name: &str) -> Result<&dyn Implementation, Refusal> {
        let found =
            self.implementations.iter().find(|implementation| implementation.about().name == name);
        let found =
            found.ok_or_else(|| Refusal::Unsupported(format!("this worker has no {name}")))?;
        Ok(found.as_ref())
    }

    fn prepare(
        &self,
        name: &str,
        id: &str,
        pool: &[Vec<String>],
    ) -> Result<Box<dyn Body>, Refusal> {
        let implementation = self.implementation(name)?;
        let operation = operation(id).ok_or_else(|| unknown(id))?;
        implementation.prepare(operation, &cases(pool)?)
    }

    fn prepare_family(
        &self,
        name: &str,
        id: &str,
        batches: &[Vec<Vec<String>>],
    ) -> Result<Box<dyn Body>, Refusal> {
        let implementation = self.implementation(name)?;
        let family = families::family(id).ok_or_else(|| unknown(id))?;
        let batches: Vec<Vec<Case>> =
            batches.iter().map(|batch| cases(batch)).collect::<Result<_, _>>()?;
        let batches: Vec<&[Case]> = batches.iter().map(Vec::as_slice).collect();
        implementation.prepare_family(family, &batches)
    }

    fn together(
        &self,
        name: &str,
        id: &str,
        pool: &[Vec<String>],
        callers: u32,
    ) -> Result<Vec<Answer>, Refusal> {
        let implementation = self.implementation(name)?;
        let operation = operation(id).ok_or_else(|| unknown(id))?;
        let answers = implementation.answers_together(operation, &cases(pool)?, callers);
        answers
            .ok_or_else(|| Refusal::Unsupported(format!("{name} does not answer several at once")))
    }

    fn host(
        &self,
        name: &str,
        id: &str,
        pool: &[Vec<String>],
        delays_ns: &[u64],
        rounds: u32,
    ) -> Result<Hosted, Refusal> {
        let implementation = self.implementation(name)?;
        let operation = operation(id).ok_or_else(|| unknown(id))?;
        let hosted = implementation.hosted(operation, &cases(pool)?, delays_ns, rounds);
        hosted.ok_or_else(|| Refusal::Unsupported(format!("{name} has no host")))
    }

    fn body(&mut self, id: u64) -> Result<&mut Box<dyn Body>, Refusal> {
        self.bodies
            .get_mut(&id)
            .ok_or_else(|| Refusal::Unsupported(format!("this worker has no body {id}")))
    }
}

fn unknown(id: &str) -> Refusal {
    Refusal::Unsupported(format!("this worker knows no {id}"))
}

/// Cases from hexadecimal.
fn cases(pool: &[Vec<String>]) -> Result<Vec<Case>, Refusal> {
    let case = |case: &Vec<String>| case.iter().map(|text| unhex(text)).collect::<Option<Case>>();
    let cases: Option<Vec<Case>> = pool.iter().map(case).collect();
    cases.ok_or_else(|| Refusal::Unsupported("a case is not hexadecimal".into()))
}

/// One timed block: the same three steps as in the lab.
fn block(clock: &SystemClock, body: &mut Box<dyn Body>, calls: u32) -> Reading {
    let start = clock.start();
    body.run(calls);
    let stop = clock.stop();
    stop.since(&start, &clock.overhead())
}

/// A panic of a library is an answer too.
fn guarded<T>(work: impl FnOnce() -> Result<T, Refusal>) -> Result<T, Refusal> {
    let words = |panic: Box<dyn Any + Send>| {
        let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
        text.or_else(|| panic.downcast_ref::<String>().cloned())
            .unwrap_or_else(|| "without a message".into())
    };
    catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|panic| Err(Refusal::Lost(format!("panic: {}", words(panic)))))
}

fn hex(bytes: &[u8]) -> String {
    base16ct::lower::encode_string(bytes)
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    base16ct::lower::decode_vec(text).ok()
}
