//! Many inputs for one target, each watched.

use std::fmt;
use std::panic::catch_unwind;
use std::time::{Duration, Instant};

use crate::{Inputs, Target};

/// What no input may take where code is optimised.
pub const HANG: Duration = Duration::from_millis(10);

/// How much a target is fed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amount {
    /// Inputs of a fast target.
    pub inputs: u64,
    /// How long another's thread may spend on a CPU.
    pub time: Duration,
}

impl Amount {
    /// A million inputs, ten minutes of a CPU.
    pub const FULL: Self = Self { inputs: 1_000_000, time: Duration::from_secs(600) };

    /// [`Amount::FULL`], unless the variables `CURVEMARK_GARBAGE` and `CURVEMARK_GARBAGE_SECONDS`
    /// say other numbers.
    ///
    /// # Errors
    /// Which of them is no number.
    pub fn from_environment() -> Result<Self, String> {
        let number = |name: &str, default: u64| match std::env::var(name) {
            Ok(text) => text.parse().map_err(|_| format!("{name}: not a number: {text}")),
            Err(_) => Ok(default),
        };
        let time =
            Duration::from_secs(number("CURVEMARK_GARBAGE_SECONDS", Self::FULL.time.as_secs())?);
        Ok(Self { inputs: number("CURVEMARK_GARBAGE", Self::FULL.inputs)?, time })
    }
}

/// What came of it.
#[derive(Clone, Debug, Default)]
pub struct Fed {
    /// Inputs that the body took as it should.
    pub good: u64,
    /// Inputs that it did not, the first few of them.
    pub problems: Vec<Problem>,
    /// Those in all.
    pub bad: u64,
    /// The longest call.
    pub longest: Duration,
}

/// An input, in full, and what the body did with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// It panicked.
    Panic {
        /// What it said.
        message: String,
        /// The bytes.
        input: Vec<u8>,
    },
    /// It took [`HANG`] or longer, three times.
    Hang {
        /// The shortest time.
        time: Duration,
        /// The bytes.
        input: Vec<u8>,
    },
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let input = match self {
            Self::Panic { message, input } => {
                write!(f, "panic: {message}; input ")?;
                input
            }
            Self::Hang { time, input } => {
                write!(f, "took {time:?}; input ")?;
                input
            }
        };
        input.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Problems that are kept.
const KEPT: usize = 8;

/// Feeds a target with its valid inputs, then with mutated and random ones, the same for the same
/// seed. `tell` hears now and then how many were taken, and how many in a thousand of the work that
/// is. `spent` says how long this thread has been on a CPU, so that a busy machine feeds as much as
/// another.
pub fn feed(
    target: &Target,
    seed: u64,
    amount: Amount,
    spent: &dyn Fn() -> Duration,
    tell: &mut dyn FnMut(u64, u64),
) -> Fed {
    let mut inputs = Inputs::new(target, seed);
    let mut fed = Fed::default();
    // What is made once is made by the first of these.
    for index in 0..inputs.valid().len() {
        let data = inputs.valid()[index].clone();
        fed.take(target, data, false);
    }
    let (start, began, mut told) = (Instant::now(), spent(), None::<Duration>);
    loop {
        let (done, whole) = if target.fast {
            (u128::from(fed.good + fed.bad), u128::from(amount.inputs))
        } else {
            (spent().saturating_sub(began).as_nanos(), amount.time.as_nanos())
        };
        if done >= whole {
            return fed;
        }
        let passed = start.elapsed();
        if told.is_none_or(|told| passed.saturating_sub(told) >= Duration::from_millis(200)) {
            told = Some(passed);
            tell(fed.good + fed.bad, thousandths(done, whole));
        }
        // Each input is timed; what is left to do is asked after 64 of those that take less than
        // asking.
        for _ in 0..if target.fast { 64 } else { 1 } {
            fed.take(target, inputs.draw(), true);
        }
    }
}

#[expect(clippy::integer_division_remainder_used, reason = "progress is public")]
fn thousandths(done: u128, whole: u128) -> u64 {
    (done * 1000 / whole.max(1)) as u64
}

impl Fed {
    fn take(&mut self, target: &Target, input: Vec<u8>, timed: bool) {
        let mut shortest = Duration::MAX;
        // A machine that is busy with other things makes one call long, not three of the same.
        for _ in 0..3 {
            let start = Instant::now();
            let outcome = catch_unwind(|| (target.body)(&input));
            shortest = shortest.min(start.elapsed());
            if let Err(panic) = outcome {
                let message = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
                let message =
                    message.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
                return self.problem(Problem::Panic { message, input });
            }
            if !timed || shortest <= self.longest {
                break;
            }
        }
        if timed {
            self.longest = self.longest.max(shortest);
            if shortest >= HANG && !cfg!(debug_assertions) {
                return self.problem(Problem::Hang { time: shortest, input });
            }
        }
        self.good += 1;
    }

    fn problem(&mut self, problem: Problem) {
        self.bad += 1;
        if self.problems.len() < KEPT {
            self.problems.push(problem);
        }
    }
}
