//! The parent's side: a worker's implementations as implementations like any other.
//!
//! Each implementation of a worker gets a process of its own, started when it is first asked for
//! something, so that one that dies takes nobody with it. Whatever a process does (it ends, it does
//! not answer in time, it says what is no reply), the question that it was asked is answered by
//! [`Refusal::Lost`] with the reason, the process is killed, and the operation is not tried again;
//! for the other operations a new process is started, up to a limit. The streams are served by
//! threads, so that the caller never waits longer than the timeout, not even for a worker that has
//! stopped reading.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::rc::Rc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::{Hello, PROTOCOL, Reply, Request, Served, definition, family_definition, hex, unhex};
use crate::clock::Reading;
use crate::families::{Family, family};
use crate::host::Hosted;
use crate::pin::unpinned;
use crate::{
    About, Answer, Audit, Body, Case, Contract, Implementation, Operation, Refusal, Shape,
    operation,
};

/// No reply is longer, in bytes.
const LONGEST: u64 = 16 << 20;

/// Processes that an implementation may use up.
const PROCESSES: u32 = 4;

/// How long a worker may take to start and to say who it is: interpreters load libraries for
/// seconds, and whoever is no worker is silent.
const GREETING: Duration = Duration::from_secs(20);

/// Implementations that a worker may have, and the characters of a name.
const IMPLEMENTATIONS: usize = 64;
const NAME: usize = 40;

/// How a worker is started.
#[derive(Clone, Debug)]
pub struct Launch {
    /// The executable.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// How long it may take to answer one request.
    pub timeout: Duration,
}

impl Launch {
    /// Without arguments, with a timeout of 90 seconds: the slowest request is to set up a circuit
    /// for proofs, a few seconds on a machine at rest.
    pub fn new(program: impl Into<PathBuf>) -> Self {
        Self { program: program.into(), arguments: Vec::new(), timeout: Duration::from_secs(90) }
    }
}

/// What a worker turned out to have.
pub struct Found {
    /// Its implementations.
    pub implementations: Vec<Remote>,
    /// Operations that it defines in another way than this build, or that this build does not know:
    /// it should be built again.
    pub outdated: Vec<String>,
}

/// Starts a worker, asks who it is, and lets it go. `label` follows each name, as in
/// `arkworks native`.
///
/// # Errors
/// Why it cannot be used, in words.
pub fn find(launch: &Launch, label: &str) -> Result<Found, String> {
    let mut process = Process::start(launch)?;
    let patience = launch.timeout.min(GREETING);
    let hello = match process.ask(&Request::Hello { protocol: PROTOCOL }, patience)? {
        Reply::Hello(hello) => hello,
        other => {
            return Err(format!(
                "it answered the greeting by {}",
                shortened(&format!("{other:?}"))
            ));
        }
    };
    let Hello { protocol, compiler, implementations } = hello;
    if protocol != PROTOCOL {
        return Err(format!("it speaks version {protocol} of the protocol, this build {PROTOCOL}"));
    }
    named(&implementations)?;
    let (mut remotes, mut outdated) = (Vec::new(), Vec::new());
    for served in implementations {
        let Served { name, version, features, mut flags, engine, offers, families: offered, more } =
            served;
        let mut contracts = HashMap::new();
        for offer in offers {
            let same = |known: &&Operation| {
                offer.definition.as_ref().is_none_or(|said| *said == definition(known))
            };
            match operation(&offer.operation).filter(same) {
                Some(known) => {
                    if contracts.insert(known.id, offer.contract()).is_some() {
                        return Err(format!("{name} offers {} twice", known.id));
                    }
                }
                None => outdated.push(shortened(&offer.operation)),
            }
        }
        let mut families = HashMap::new();
        for offer in offered {
            let same = |known: &&Family| {
                offer.definition.as_ref().is_none_or(|said| *said == family_definition(known))
            };
            match family(&offer.operation).filter(same) {
                Some(known) => drop(families.insert(known.id, offer.contract())),
                None => outdated.push(shortened(&offer.operation)),
            }
        }
        flags.push(compiler.clone());
        // A name lives as long as the program; there are a dozen of them.
        let shown: &'static str =
            Box::leak(format!("{name} {label}").trim().to_owned().into_boxed_str());
        let about = About { name: shown, version, features, flags, engine };
        let state = State {
            launch: launch.clone(),
            served: name,
            process: None,
            started: 0,
            bodies: 0,
            cpu: None,
            lost: HashMap::new(),
        };
        remotes.push(Remote {
            about,
            contracts,
            families,
            more,
            state: Rc::new(RefCell::new(state)),
        });
    }
    outdated.sort_unstable();
    outdated.dedup();
    Ok(Found { implementations: remotes, outdated })
}

/// Whether its implementations can be told apart, and printed.
fn named(implementations: &[Served]) -> Result<(), String> {
    if implementations.is_empty() || implementations.len() > IMPLEMENTATIONS {
        return Err(format!(
            "it has {} implementations, and 1 to {IMPLEMENTATIONS} are taken",
            implementations.len()
        ));
    }
    for (place, Served { name, .. }) in implementations.iter().enumerate() {
        if name.trim().is_empty()
            || name.chars().count() > NAME
            || name.chars().any(char::is_control)
        {
            return Err(format!(
                "a name is 1 to {NAME} printable characters, not {:?}",
                shortened(name)
            ));
        }
        if implementations[..place].iter().any(|other| other.name == *name) {
            return Err(format!("two of its implementations are called {name}"));
        }
    }
    Ok(())
}

/// An implementation in another process.
pub struct Remote {
    about: About,
    contracts: HashMap<&'static str, Contract>,
    families: HashMap<&'static str, Contract>,
    /// The requests beyond the first six that it answers.
    more: Vec<String>,
    state: Rc<RefCell<State>>,
}

impl Remote {
    fn answers(&self, request: &str) -> bool {
        self.more.iter().any(|known| known == request)
    }
}

impl Implementation for Remote {
    fn about(&self) -> About {
        self.about.clone()
    }

    fn contract(&self, operation: &Operation) -> Option<Contract> {
        self.contracts.get(operation.id).copied()
    }

    fn prepare(&self, operation: &Operation, pool: &[Case]) -> Result<Box<dyn Body>, Refusal> {
        let Some((&id, _)) = self.contracts.get_key_value(operation.id) else {
            return Err(Refusal::Unsupported(format!(
                "{} does not offer {}",
                self.about.name, operation.id
            )));
        };
        let work = Work::Pool(operation.shape, pool.to_vec());
        let place = self.state.borrow_mut().prepare(id, &work)?;
        let audits = self.answers("audit");
        Ok(Box::new(RemoteBody {
            state: Rc::clone(&self.state),
            operation: id,
            work,
            place,
            audits,
        }))
    }

    fn family_contract(&self, family: &Family) -> Option<Contract> {
        self.families.get(family.id).copied().filter(|_| self.answers("prepare_family"))
    }

    fn prepare_family(
        &self,
        family: &Family,
        batches: &[&[Case]],
    ) -> Result<Box<dyn Body>, Refusal> {
        let Some((&id, _)) =
            self.families.get_key_value(family.id).filter(|_| self.answers("prepare_family"))
        else {
            return Err(Refusal::Unsupported(format!(
                "{} does not offer {}",
                self.about.name, family.id
            )));
        };
        let work = Work::Batches(batches.iter().map(|batch| batch.to_vec()).collect());
        let place = self.state.borrow_mut().prepare(id, &work)?;
        let audits = self.answers("audit");
        Ok(Box::new(RemoteBody {
            state: Rc::clone(&self.state),
            operation: id,
            work,
            place,
            audits,
        }))
    }

    fn answers_together(
        &self,
        operation: &Operation,
        cases: &[Case],
        callers: u32,
    ) -> Option<Vec<Answer>> {
        let (&id, _) =
            self.contracts.get_key_value(operation.id).filter(|_| self.answers("together"))?;
        let mut state = self.state.borrow_mut();
        let request = Request::Together {
            implementation: state.served.clone(),
            operation: id.to_owned(),
            pool: lines(cases),
            callers,
        };
        let all = |refusal: Refusal| Some(cases.iter().map(|_| Err(refusal.clone())).collect());
        match state.ask(id, &request) {
            Ok(Reply::Answers(answers)) if answers.len() == cases.len() => {
                let one = |reply| match reply {
                    Reply::Answer(text) => unhex(&text)
                        .ok_or_else(|| Refusal::Lost("an answer is not hexadecimal".into())),
                    Reply::Refused(refused) => Err(refused.into()),
                    _ => Err(Refusal::Lost("a reply that is no answer".into())),
                };
                Some(answers.into_iter().map(one).collect())
            }
            Ok(other) => all(state.nonsense(id, &other)),
            Err(Refusal::Unsupported(_)) => None,
            Err(refusal) => all(refusal),
        }
    }

    fn hosted(
        &self,
        operation: &Operation,
        cases: &[Case],
        delays_ns: &[u64],
        rounds: u32,
    ) -> Option<Hosted> {
        let (&id, _) =
            self.contracts.get_key_value(operation.id).filter(|_| self.answers("host"))?;
        let mut state = self.state.borrow_mut();
        let request = Request::Host {
            implementation: state.served.clone(),
            operation: id.to_owned(),
            pool: lines(cases),
            delays_ns: delays_ns.to_vec(),
            rounds,
        };
        let sound = |hosted: &Hosted| {
            let times =
                [hosted.real_ns].into_iter().chain(hosted.delayed.iter().map(|[_, ns]| *ns));
            hosted.delayed.len() == delays_ns.len()
                && times.into_iter().all(|ns| ns.is_finite() && ns >= 0.0)
        };
        match state.ask(id, &request) {
            Ok(Reply::Hosted(hosted)) if sound(&hosted) => Some(hosted),
            Ok(other) => {
                state.nonsense(id, &other);
                None
            }
            Err(_) => None,
        }
    }

    fn pin(&self, cpu: u32) {
        self.state.borrow_mut().pin(cpu);
    }
}

/// Where a body is: in the how-manieth process, under which number.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Place {
    process: u32,
    body: u64,
}

struct State {
    launch: Launch,
    served: String,
    process: Option<Process>,
    started: u32,
    bodies: u64,
    cpu: Option<u32>,
    /// The operations in which a process was lost, and why.
    lost: HashMap<&'static str, String>,
}

impl State {
    /// Asks the process that runs, or a new one. A process that fails in any way is done with, and
    /// so is the operation.
    fn ask(&mut self, operation: &'static str, request: &Request) -> Result<Reply, Refusal> {
        let done = self.process().and_then(|()| match &mut self.process {
            Some(process) => process.ask(request, self.launch.timeout),
            None => Err("it is not running".to_owned()),
        });
        let reason = match done {
            Ok(Reply::Refused(refused)) => return Err(refused.into()),
            Ok(reply) => return Ok(reply),
            Err(reason) => reason,
        };
        self.process = None;
        self.lost.insert(operation, reason.clone());
        Err(Refusal::Lost(reason))
    }

    /// Sees to it that a process runs.
    fn process(&mut self) -> Result<(), String> {
        if self.process.is_some() {
            return Ok(());
        }
        if self.started == PROCESSES {
            return Err(format!(
                "its process was lost {PROCESSES} times, and is not started again"
            ));
        }
        self.started += 1;
        let mut process = Process::start(&self.launch)?;
        if let Some(cpu) = self.cpu {
            process.ask(&Request::Pin { cpu }, self.launch.timeout)?;
        }
        self.process = Some(process);
        Ok(())
    }

    fn pin(&mut self, cpu: u32) {
        self.cpu = Some(cpu);
        if let Some(process) = &mut self.process
            && process.ask(&Request::Pin { cpu }, self.launch.timeout).is_err()
        {
            self.process = None;
        }
    }

    fn prepare(&mut self, operation: &'static str, work: &Work) -> Result<Place, Refusal> {
        if let Some(reason) = self.lost.get(operation) {
            return Err(Refusal::Lost(reason.clone()));
        }
        self.bodies += 1;
        let body = self.bodies;
        let (implementation, id) = (self.served.clone(), operation.to_owned());
        let request = match work {
            Work::Pool(shape, pool) => Request::Prepare {
                body,
                implementation,
                operation: id,
                shape: *shape,
                pool: lines(pool),
            },
            Work::Batches(batches) => {
                let batches = batches.iter().map(|batch| lines(batch)).collect();
                Request::PrepareFamily { body, implementation, family: id, batches }
            }
        };
        match self.ask(operation, &request)? {
            Reply::Done => Ok(Place { process: self.started, body }),
            other => Err(self.nonsense(operation, &other)),
        }
    }

    /// A reply that does not belong to its request.
    fn nonsense(&mut self, operation: &'static str, reply: &Reply) -> Refusal {
        let reason = format!("a reply that fits no request: {}", shortened(&format!("{reply:?}")));
        self.process = None;
        self.lost.insert(operation, reason.clone());
        Refusal::Lost(reason)
    }
}

/// What a body was prepared over.
enum Work {
    Pool(Shape, Vec<Case>),
    Batches(Vec<Vec<Case>>),
}

/// Cases as they stand on a line.
fn lines(cases: &[Case]) -> Vec<Vec<String>> {
    cases.iter().map(|case| case.iter().map(|bytes| hex(bytes)).collect()).collect()
}

struct RemoteBody {
    state: Rc<RefCell<State>>,
    operation: &'static str,
    work: Work,
    place: Place,
    audits: bool,
}

impl RemoteBody {
    /// Asks about this body, which is prepared again if its process was lost over another
    /// operation.
    fn ask(&mut self, request: impl Fn(u64) -> Request) -> Result<Reply, Refusal> {
        let mut state = self.state.borrow_mut();
        if let Some(reason) = state.lost.get(self.operation) {
            return Err(Refusal::Lost(reason.clone()));
        }
        if state.process.is_none() || state.started != self.place.process {
            self.place = state.prepare(self.operation, &self.work)?;
        }
        state.ask(self.operation, &request(self.place.body))
    }

    fn nonsense(&self, reply: &Reply) -> Refusal {
        self.state.borrow_mut().nonsense(self.operation, reply)
    }
}

impl Body for RemoteBody {
    fn run(&mut self, calls: u32) {
        // What went wrong is told by the next block or answer.
        let _ = self.timed(calls);
    }

    fn answer(&mut self, index: usize) -> Result<Vec<u8>, Refusal> {
        match self.ask(|body| Request::Answer { body, case: index })? {
            Reply::Answer(text) => unhex(&text).ok_or_else(|| self.nonsense(&Reply::Answer(text))),
            other => Err(self.nonsense(&other)),
        }
    }

    fn timed(&mut self, calls: u32) -> Option<Result<Reading, Refusal>> {
        Some(match self.ask(|body| Request::Block { body, calls }) {
            Ok(reply) => match reply {
                // A time that is none would be a figure.
                Reply::Took { wall_ns, cpu_ns }
                    if wall_ns > 0.0 && cpu_ns.is_none_or(|cpu_ns| cpu_ns > 0.0) =>
                {
                    Ok(Reading { wall_ns, cpu_ns: cpu_ns.unwrap_or(wall_ns) })
                }
                other => Err(self.nonsense(&other)),
            },
            Err(refusal) => Err(refusal),
        })
    }

    fn audited(&mut self, calls: u32) -> Option<Result<Audit, Refusal>> {
        if !self.audits {
            return Some(Err(Refusal::Unsupported("its worker does not say who works".into())));
        }
        Some(match self.ask(|body| Request::Audit { body, calls }) {
            Ok(Reply::Audited(audit)) => Ok(audit),
            Ok(other) => Err(self.nonsense(&other)),
            Err(refusal) => Err(refusal),
        })
    }
}

impl Drop for RemoteBody {
    fn drop(&mut self) {
        let Ok(mut state) = self.state.try_borrow_mut() else { return };
        if state.process.is_some() && state.started == self.place.process {
            // A process that fails at this is found out by the next request.
            let _ = state.ask(self.operation, &Request::Discard { body: self.place.body });
        }
    }
}

/// A running worker.
struct Process {
    child: Child,
    requests: Sender<Vec<u8>>,
    replies: Receiver<io::Result<Vec<u8>>>,
    said: Arc<Mutex<Vec<u8>>>,
    greeted: bool,
}

impl Process {
    fn start(launch: &Launch) -> Result<Self, String> {
        let mut command = Command::new(&launch.program);
        command
            .args(&launch.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        // Ctrl-C on a terminal is for the lab, which ends in order: a worker of its group would end
        // at once, in the middle of a visit. It ends when its input does, as after any other end of
        // the lab.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        // It has all CPUs until it is told which one, whatever this thread has.
        let mut child = unpinned(|| command.spawn()).map_err(|error| {
            let mend = match error.kind() {
                io::ErrorKind::PermissionDenied => "; `chmod +x` makes a file executable",
                _ => "",
            };
            format!("it cannot be started: {error}{mend}")
        })?;
        let (Some(mut input), Some(output), Some(errors)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err("its streams cannot be had".to_owned());
        };
        let (requests, lines) = channel::<Vec<u8>>();
        thread::spawn(move || {
            for line in lines {
                if input.write_all(&line).and_then(|()| input.flush()).is_err() {
                    break;
                }
            }
        });
        // Of one line: a worker that talks without being asked waits, and fills no memory.
        let (sender, replies) = sync_channel(1);
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            loop {
                let mut line = Vec::new();
                let read = output.by_ref().take(LONGEST).read_until(b'\n', &mut line);
                if matches!(read, Ok(0)) || sender.send(read.map(|_| line)).is_err() {
                    break;
                }
            }
        });
        let said = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&said);
        thread::spawn(move || {
            let (mut errors, mut piece) = (errors, [0; 1024]);
            while let Ok(read @ 1..) = errors.read(&mut piece) {
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                kept.extend_from_slice(&piece[..read]);
                let surplus = kept.len().saturating_sub(2048);
                kept.drain(..surplus);
            }
        });
        Ok(Self { child, requests, replies, said, greeted: false })
    }

    /// One request and its reply; an error is the end of this process, in words.
    fn ask(&mut self, request: &Request, timeout: Duration) -> Result<Reply, String> {
        let mut line = serde_json::to_vec(request)
            .map_err(|error| format!("the request cannot be written: {error}"))?;
        line.push(b'\n');
        // What it says without being asked would be taken for the answer to something else.
        if self.greeted
            && let Ok(Ok(early)) = self.replies.try_recv()
        {
            let said = shortened(String::from_utf8_lossy(&early).trim_end());
            return Err(format!("it spoke without being asked: {said}"));
        }
        self.greeted = true;
        // If the process is gone, the silence below says so.
        let _ = self.requests.send(line);
        match self.replies.recv_timeout(timeout) {
            Ok(Ok(line)) if line.ends_with(b"\n") => serde_json::from_slice(&line).map_err(|_| {
                format!(
                    "it said what is no reply: {}",
                    shortened(String::from_utf8_lossy(&line).trim_end())
                )
            }),
            Ok(Ok(line)) if line.len() as u64 == LONGEST => Err("a reply does not end".to_owned()),
            Ok(Ok(_)) | Err(RecvTimeoutError::Disconnected) => Err(self.fate()),
            Ok(Err(error)) => Err(format!("its output cannot be read: {error}")),
            Err(RecvTimeoutError::Timeout) => {
                Err(format!("no answer within {} s", timeout.as_secs_f64()))
            }
        }
    }

    /// How a process ended that closed its output.
    fn fate(&mut self) -> String {
        // It closed its output and is about to end; should it not be, it is made to.
        for _ in 0..50 {
            match self.child.try_wait() {
                Ok(None) => thread::sleep(Duration::from_millis(2)),
                Ok(Some(status)) => {
                    // What it said last may still be on its way through the thread that reads it.
                    thread::sleep(Duration::from_millis(5));
                    let said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
                    let said = String::from_utf8_lossy(&said);
                    let last = said
                        .lines()
                        .rev()
                        .find(|line| !line.trim().is_empty() && !line.starts_with("note:"));
                    let last =
                        last.map(|line| format!(", after saying: {}", shortened(line.trim())));
                    return format!("its process ended ({status}){}", last.unwrap_or_default());
                }
                Err(_) => break,
            }
        }
        "its process closed its output".to_owned()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The first characters of what may be long.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(160) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
