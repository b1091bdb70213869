//! One operation under measurement: its competitors, calibrated to short blocks, and the rounds
//! they have run.
//!
//! A *block* is one timed stretch of calls, about 0.2 ms: far below a scheduler's slice, so that
//! few blocks are preempted. A *pass* is one block of every competitor in random order, a *round*
//! is three passes of which each competitor keeps its least time, a *visit* is about 50 ms of
//! rounds. The baseline enters twice: the second copy is the control, whose true ratio is one.
//!
//! Where a body lies in memory changes its time: by up to 0.5 % between two copies of one field
//! multiplication, whose operands begin at another place of a cache line. Such a difference is the
//! same in every visit, so no interval over visits sees it, and controls fail by the dozen on a
//! machine that is otherwise steady. Every visit therefore has bodies of its own ([`Renew`]), made
//! anew at a place that is drawn: then the place is a part of the scatter, as it is for whoever
//! links the library. They are made in an order that is drawn too.

use super::clock::{Clock, Reading, Wall};
use super::compare::{Round, Row, contract_record};
use crate::terminal::units;
use peer_api::{Body, Contract, Refusal};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;
use record::journal::Visit;
use record::rounds::Entrant;
use record::statistics::{below, shuffle};
use std::fmt;
use std::hint::black_box;

/// Target length of a block, nanoseconds of thread time.
pub const BLOCK_NS: f64 = 200_000.0;

/// Passes per round.
pub const PASSES: u32 = 3;

/// No operation of this kind runs in less; a body that seems to was removed by the compiler.
pub const LEAST_CALL_NS: f64 = 0.3;

/// More calls than this in one block are never needed: 0.3 ns each would be a block already.
const MOST_CALLS: u32 = 1 << 20;

/// A call that takes longer than so many blocks is a block of its own, in every visit.
const LONG_BLOCKS: f64 = 100.0;

/// Most calls of a body that calibrating makes, where a call is a block or longer.
pub const CALIBRATION_CALLS: u32 = 5;

/// Why a body gets no figure.
#[derive(Clone, Debug, PartialEq)]
pub enum Suspect {
    /// A call takes less time than any work could.
    TooFast {
        /// What it seems to take.
        ns: f64,
    },
    /// Four times the calls do not take at least twice the time.
    DoesNotGrow {
        /// Time of four times the calls over the time of the calls.
        growth: f64,
    },
    /// A call takes so long that the budget has no room for it.
    TooLong {
        /// What it takes.
        ns: f64,
    },
    /// It lives in another process, and that is lost: nobody cheats, but there is no figure.
    Lost(Refusal),
}

impl fmt::Display for Suspect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooFast { ns } => {
                write!(f, "a call seems to take {ns:.3} ns: the work was probably optimised away")
            }
            Self::TooLong { ns } => {
                write!(f, "a call takes {}, and the budget has no room for it", units::time(*ns))
            }
            Self::Lost(why) => why.fmt(f),
            Self::DoesNotGrow { growth } => {
                write!(
                    f,
                    "more calls do not take more time (factor {growth:.2}): the work was probably optimised away"
                )
            }
        }
    }
}

impl std::error::Error for Suspect {}

/// Makes the body of an entry anew, over the same cases: at another place in memory, or in another
/// process.
pub struct Renew<'a> {
    make: Box<dyn FnMut() -> Result<Box<dyn Body>, Refusal> + 'a>,
    costs_ns: f64,
}

/// The share of the measuring time that may go into renewing bodies; those that take longer are
/// renewed more rarely.
const RENEWING: f64 = 0.25;

/// A competitor: a prepared body that passed calibration.
pub struct Entry<'a> {
    implementation: String,
    contract: Contract,
    body: Box<dyn Body>,
    renew: Option<Renew<'a>>,
    calls: u32,
    call_ns: f64,
    calls_made: u32,
    /// What calibrating it took, and its blocks since.
    took: Reading,
    rounds: Vec<Round>,
    lost: Option<Refusal>,
}

impl<'a> Entry<'a> {
    /// Calibrates `body`: finds the calls of a block, and refuses a body that does no work. Takes 1
    /// to 3 ms, or some calls.
    ///
    /// # Errors
    /// [`Suspect`] for a body whose time is not that of work.
    pub fn calibrate(
        implementation: &str,
        contract: Contract,
        body: Box<dyn Body>,
        clock: &dyn Clock,
    ) -> Result<Self, Suspect> {
        Self::calibrate_within(f64::INFINITY, implementation, contract, body, clock)
    }

    /// As [`Entry::calibrate`], for a body that has room if a call takes at most `longest_ns` of
    /// wall time.
    ///
    /// # Errors
    /// [`Suspect`] for a body whose time is not that of work, or that has no room.
    pub fn calibrate_within(
        longest_ns: f64,
        implementation: &str,
        contract: Contract,
        mut body: Box<dyn Body>,
        clock: &dyn Clock,
    ) -> Result<Self, Suspect> {
        let (mut calls_made, mut all) = (0u32, Reading::default());
        let mut timed = |calls: u32| {
            calls_made = calls_made.wrapping_add(calls);
            let took = time(body.as_mut(), calls, clock).map_err(Suspect::Lost)?;
            add(&mut all, &took);
            Ok((took.cpu_ns, all.wall_ns))
        };
        // The first call pays for page faults and cold caches.
        let (first, wall_ns) = timed(1)?;
        if wall_ns > longest_ns {
            return Err(Suspect::TooLong { ns: wall_ns });
        }
        let mut timed = |calls| timed(calls).map(|(cpu_ns, _)| cpu_ns);
        let mut calls = 1;
        // Next to a long call they are nothing. And as every block of such a body is one call, none
        // could do less work by doing several at once.
        let long = first > LONG_BLOCKS * BLOCK_NS;
        let mut block = if long { first } else { timed(calls)? };
        while block < BLOCK_NS / 4.0 && calls < MOST_CALLS {
            calls *= 4;
            block = timed(calls)?;
        }
        let ns = block / f64::from(calls);
        if ns < LEAST_CALL_NS {
            return Err(Suspect::TooFast { ns });
        }
        let calls = ((BLOCK_NS / ns).round() as u32).clamp(1, MOST_CALLS);
        // A preempted or slow first block makes the growth look small, so a body is refused only
        // after three attempts.
        let (few, many) =
            if calls == 1 { (1, 2) } else { (calls.div_ceil(4), calls.div_ceil(4) * 4) };
        let expected = f64::from(many) / f64::from(few);
        let mut growth = 0.0_f64;
        for _ in 0..if long { 0 } else { 3 } {
            growth = growth.max(timed(many)? / timed(few)?.max(1.0));
            if growth > expected.sqrt() {
                break;
            }
        }
        if !long && growth <= expected.sqrt() {
            return Err(Suspect::DoesNotGrow { growth });
        }
        let implementation = implementation.to_owned();
        let rounds = Vec::new();
        let renew = None;
        Ok(Self {
            implementation,
            contract,
            body,
            renew,
            calls,
            call_ns: ns,
            calls_made,
            took: all,
            rounds,
            lost: None,
        })
    }

    /// A second copy of this entry on another body, with the same calls per block and brought to
    /// the same place of the pool: the two do the same work from here on.
    pub fn twin(&self, name: &str, mut body: Box<dyn Body>) -> Self {
        body.run(self.calls_made);
        Self {
            implementation: name.to_owned(),
            contract: self.contract,
            body,
            renew: None,
            calls: self.calls,
            call_ns: self.call_ns,
            calls_made: self.calls_made,
            took: Reading::default(),
            rounds: Vec::new(),
            lost: None,
        }
    }

    /// The same, with a body made anew for every visit but the first, or more rarely if it
    /// `costs_ns` to make one.
    pub fn renewed(
        mut self,
        costs_ns: f64,
        make: impl FnMut() -> Result<Box<dyn Body>, Refusal> + 'a,
    ) -> Self {
        self.renew = Some(Renew { make: Box::new(make), costs_ns });
        self
    }

    /// Nanoseconds that a block is expected to take.
    fn block_ns(&self) -> f64 {
        self.call_ns * f64::from(self.calls)
    }

    fn row(&self) -> Row {
        Row {
            implementation: self.implementation.clone(),
            contract: self.contract,
            calls: self.calls,
            rounds: self.rounds.clone(),
        }
    }
}

/// The competitors of one operation.
pub struct Contest<'a> {
    entries: Vec<Entry<'a>>,
    control: Option<Entry<'a>>,
    visits: u32,
    renewals: u32,
    /// Nanoseconds of wall time that went into rounds, and into renewing.
    measuring_ns: f64,
    renewing_ns: f64,
    /// Nanoseconds of wall time that a round of the last visit took.
    last_round_ns: f64,
    litter: Litter,
    /// Blocks of the last visit, and those among them in which others had the core.
    blocks: (u64, u64),
    by_wall: bool,
}

/// A block is taken for shared with others if this much more time passed than the thread had.
const SHARED: f64 = 1.1;

/// Pieces of memory of random sizes, which move whatever is allocated after them.
#[derive(Default)]
struct Litter(Vec<Vec<u8>>);

impl Litter {
    /// Drops a random half of the pieces and allocates as many anew, so that an allocator has holes
    /// of every size to choose from.
    fn scatter(&mut self, random: &mut ChaCha8Rng) {
        let mut pieces: Vec<Vec<u8>> = (0..256)
            .map(|_| black_box(Vec::with_capacity(16 * (1 + below(random, 128)))))
            .collect();
        pieces.append(&mut self.0);
        pieces.retain(|_| random.next_u32() & 1 == 0);
        self.0 = pieces;
    }
}

impl<'a> Contest<'a> {
    /// A contest without rounds yet. `control` is a [`Entry::twin`] of the baseline.
    pub fn new(entries: Vec<Entry<'a>>, control: Option<Entry<'a>>) -> Self {
        let (litter, measuring_ns, renewing_ns) = (Litter::default(), 0.0, 0.0);
        Self {
            entries,
            control,
            visits: 0,
            renewals: 0,
            measuring_ns,
            renewing_ns,
            last_round_ns: 0.0,
            litter,
            blocks: (0, 0),
            by_wall: false,
        }
    }

    /// The same by the time that passes, for calls that keep several threads busy: then it stands
    /// in the place of the thread's time. Entries are to be calibrated with [`Wall`].
    pub fn by_wall(self, by_wall: bool) -> Self {
        Self { by_wall, ..self }
    }

    /// The blocks of the last visit, and how many of them shared the core with other work: a gauge
    /// of the machine's noise.
    pub fn blocks_of_visit(&self) -> (u64, u64) {
        self.blocks
    }

    /// How often all bodies were made anew; at most once a visit.
    pub fn renewals(&self) -> u32 {
        self.renewals
    }

    /// Makes all bodies anew, or none, so that all stand at the same place of the pool. Who cannot
    /// be made again is lost. True if they were made.
    ///
    /// Whoever is made last has its cases in the caches when the visit begins, and needs half of a
    /// visit to lose that lead: with a fixed order the control, made last, was faster than the
    /// first by 0.1 to 0.5 % wherever a block does not walk through the whole pool. So the order is
    /// drawn, which makes the two exchangeable, as the exact interval wants them.
    fn renew(&mut self, random: &mut ChaCha8Rng, clock: &dyn Clock) -> bool {
        if self.renewal_ns().is_none() {
            return false;
        }
        let start = clock.start().wall_ns;
        let Self { entries, control, litter, .. } = self;
        let mut order: Vec<&mut Entry<'a>> =
            entries.iter_mut().chain(control).filter(|entry| entry.lost.is_none()).collect();
        shuffle(&mut order, random);
        for entry in order {
            litter.scatter(random);
            let Some(renew) = &mut entry.renew else { continue };
            match (renew.make)() {
                Ok(body) => entry.body = body,
                Err(why) => entry.lost = Some(why),
            }
        }
        self.renewals += 1;
        self.renewing_ns += clock.start().wall_ns - start;
        true
    }

    /// Nanoseconds that making all bodies anew is expected to take, if the next visit begins with
    /// that.
    fn renewal_ns(&self) -> Option<f64> {
        let present = self.all().filter(|entry| entry.lost.is_none());
        let costs: Option<f64> =
            present.map(|entry| entry.renew.as_ref().map(|renew| renew.costs_ns)).sum();
        let has_room = |ns: f64| self.renewing_ns + ns <= RENEWING * self.measuring_ns;
        costs.filter(|costs| self.visits > 0 && has_room(*costs))
    }

    /// A block of everybody that does not count, in an order that is drawn: the first calls of a
    /// new body pay for page faults and cold caches, where they are not most of the visit anyway.
    fn warm(&mut self, visit_ns: f64, random: &mut ChaCha8Rng, clock: &dyn Clock) {
        let all = self.entries.iter_mut().chain(&mut self.control);
        let mut order: Vec<&mut Entry<'a>> = all.filter(|entry| entry.lost.is_none()).collect();
        shuffle(&mut order, random);
        for entry in order.into_iter().filter(|entry| entry.block_ns() < visit_ns / 64.0) {
            if let Err(why) = time(entry.body.as_mut(), entry.calls, clock) {
                entry.lost = Some(why);
            }
        }
    }

    /// Visits so far.
    pub fn visits(&self) -> u32 {
        self.visits
    }

    /// What calibrating everybody took, and all blocks since.
    pub fn took(&self) -> Reading {
        let mut all = Reading::default();
        self.all().for_each(|entry| add(&mut all, &entry.took));
        all
    }

    /// Nanoseconds of thread time that one round is expected to take.
    pub fn round_ns(&self) -> f64 {
        self.all().map(Entry::block_ns).sum::<f64>() * f64::from(PASSES)
    }

    /// Nanoseconds of wall time that the next visit of about `visit_ns` of thread time is expected
    /// to take, with making bodies anew, where `stretch` of it passes for each of thread time.
    pub fn next_ns(&self, visit_ns: f64, stretch: f64) -> f64 {
        let rounds = (visit_ns / self.round_ns()).round().max(1.0);
        let round_ns = self.last_round_ns.max(stretch * self.round_ns());
        self.renewal_ns().unwrap_or_default() + rounds * round_ns
    }

    fn all(&self) -> impl Iterator<Item = &Entry<'a>> {
        self.entries.iter().chain(&self.control)
    }

    /// Runs one visit of about `visit_ns` of thread time, at least one round.
    pub fn visit(&mut self, visit_ns: f64, random: &mut ChaCha8Rng, clock: &dyn Clock) {
        let wall = Wall(clock);
        let clock = if self.by_wall { &wall } else { clock };
        if self.renew(random, clock) {
            self.warm(visit_ns, random, clock);
        }
        let start = clock.start().wall_ns;
        let mut blocks = (0, 0);
        let rounds = ((visit_ns / self.round_ns()).round() as u32).max(1);
        let visit = self.visits;
        let all = self.entries.iter_mut().chain(&mut self.control);
        let mut entries: Vec<&mut Entry<'a>> = all.filter(|entry| entry.lost.is_none()).collect();
        let mut order: Vec<usize> = (0..entries.len()).collect();
        let mut least = vec![Reading::default(); entries.len()];
        for _ in 0..rounds {
            least.fill(Reading { wall_ns: f64::INFINITY, cpu_ns: f64::INFINITY });
            for _ in 0..PASSES {
                shuffle(&mut order, random);
                for &i in &order {
                    let Entry { body, calls, lost, took: all, .. } = &mut *entries[i];
                    if lost.is_some() {
                        continue;
                    }
                    let took = match time(body.as_mut(), *calls, clock) {
                        Ok(took) => took,
                        Err(why) => {
                            *lost = Some(why);
                            continue;
                        }
                    };
                    add(all, &took);
                    blocks =
                        (blocks.0 + 1, blocks.1 + u64::from(took.wall_ns > SHARED * took.cpu_ns));
                    least[i].wall_ns = least[i].wall_ns.min(took.wall_ns);
                    least[i].cpu_ns = least[i].cpu_ns.min(took.cpu_ns);
                }
            }
            for (entry, least) in entries.iter_mut().zip(&least) {
                let calls = f64::from(entry.calls);
                entry.rounds.push(Round {
                    visit,
                    cpu_ns: least.cpu_ns / calls,
                    wall_ns: least.wall_ns / calls,
                });
            }
        }
        self.visits += 1;
        self.blocks = blocks;
        let ended = clock.start().wall_ns;
        self.measuring_ns += ended - start;
        self.last_round_ns = (ended - start) / f64::from(rounds);
    }

    /// What was measured so far, in the order of the competitors, and the control. A competitor
    /// that was lost on the way has no row: its rounds would not be those of the others.
    pub fn rows(&self) -> (Vec<Row>, Option<Row>) {
        let kept = |entry: &&Entry| entry.lost.is_none();
        (
            self.entries.iter().filter(kept).map(Entry::row).collect(),
            self.control.as_ref().filter(kept).map(Entry::row),
        )
    }

    /// Who takes part, in the order of the rows, and whether there is a control.
    pub fn entrants(&self) -> (Vec<Entrant>, bool) {
        let entrant = |entry: &Entry| Entrant {
            implementation: entry.implementation.clone(),
            contract: contract_record(&entry.contract),
            calls: entry.calls,
        };
        (self.entries.iter().map(entrant).collect(), self.control.is_some())
    }

    /// The rounds of the last visit, as they are kept until the run ends: a list for each
    /// competitor, the control last, empty for those that were lost. `operation` and `at_s` are
    /// passed on.
    pub fn last_visit(&self, operation: usize, at_s: f64) -> Visit {
        let visit = self.visits.saturating_sub(1);
        let of = |time: fn(&Round) -> f64| {
            let last = |entry: &Entry| {
                let rounds = entry
                    .rounds
                    .iter()
                    .rev()
                    .take_while(|round| round.visit == visit && entry.lost.is_none());
                let mut times: Vec<f64> = rounds.map(time).collect();
                times.reverse();
                times
            };
            self.all().map(last).collect()
        };
        Visit {
            operation,
            visit,
            at_s,
            cpu_ns: of(|round| round.cpu_ns),
            wall_ns: of(|round| round.wall_ns),
        }
    }

    /// Who was lost on the way, and why.
    pub fn lost(&self) -> impl Iterator<Item = (&str, &Refusal)> {
        self.entries
            .iter()
            .filter_map(|entry| Some((entry.implementation.as_str(), entry.lost.as_ref()?)))
    }
}

/// Adds what another block took.
pub fn add(all: &mut Reading, took: &Reading) {
    all.wall_ns += took.wall_ns;
    all.cpu_ns += took.cpu_ns;
}

/// Times one block, here or where the body lives.
fn time(body: &mut dyn Body, calls: u32, clock: &dyn Clock) -> Result<Reading, Refusal> {
    if let Some(took) = body.timed(calls) {
        return took.map(|took| clock.taken(took));
    }
    let start = clock.start();
    body.run(calls);
    let stop = clock.stop();
    Ok(stop.since(&start, &clock.overhead()))
}

#[cfg(test)]
mod tests;
