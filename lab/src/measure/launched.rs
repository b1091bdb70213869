//! A worker that is started anew for every body: a visit with new bodies has a process of its own,
//! with an environment of another size. How many visits have, the share of the time that may go
//! into making bodies says ([`super::contest`]).
//!
//! Where a process has its stack, its heap and its code is settled when it starts, and the
//! environment's size moves the stack: the same program can be several per cent faster under a
//! longer user name (Mytkowicz and others, "Producing Wrong Data Without Doing Anything Obviously
//! Wrong!", ASPLOS 2009). One process a side would take such an accident for a change of the code.

use peer_api::worker::client::{Found, Launch, Remote, find};
use peer_api::{About, Body, Case, Contract, Implementation, Operation, Refusal};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use record::statistics::below;
use std::cell::{Cell, RefCell};
use std::ffi::OsString;
use std::path::PathBuf;

/// The variable that makes the environment longer; nobody reads it.
const PADDING: &str = "CURVEMARK_PADDING";

/// Most bytes by which the environment is longer: a page, after which the stack's place repeats
/// itself.
const MOST: usize = 4096;

/// One implementation of a worker executable.
pub struct Launched {
    program: PathBuf,
    /// Asked for what it says of itself; bodies never live in its process.
    first: Remote,
    random: RefCell<ChaCha8Rng>,
    cpu: Cell<Option<u32>>,
}

impl Launched {
    /// The first implementation of the worker at `program`. `seed` decides the sizes of
    /// environments.
    ///
    /// # Errors
    /// Why it is no worker that can be used, in words.
    pub fn find(program: impl Into<PathBuf>, seed: u64) -> Result<Self, String> {
        Self::choose(program.into(), seed, |_| Ok(0))
    }

    /// The implementation of that name, or without one the only one.
    ///
    /// # Errors
    /// As [`Self::find`]; and if none has the name, or several are served and none is named.
    pub fn find_named(
        program: impl Into<PathBuf>,
        name: Option<&str>,
        seed: u64,
    ) -> Result<Self, String> {
        Self::choose(program.into(), seed, |names| {
            let place = match name {
                Some(name) => names.iter().position(|known| *known == name),
                None => (names.len() == 1).then_some(0),
            };
            place.ok_or_else(|| {
                format!("it serves {}; FILE:NAME means one of them", names.join(", "))
            })
        })
    }

    fn choose(
        program: PathBuf,
        seed: u64,
        place: impl FnOnce(&[&str]) -> Result<usize, String>,
    ) -> Result<Self, String> {
        let Found { mut implementations, .. } = find(&Launch::new(&program), "")?;
        let names: Vec<&str> = implementations.iter().map(|one| one.about().name).collect();
        if names.is_empty() {
            return Err("it serves no implementation".to_owned());
        }
        let first = implementations.swap_remove(place(&names)?);
        let random = RefCell::new(ChaCha8Rng::seed_from_u64(seed));
        Ok(Self { program, first, random, cpu: Cell::new(None) })
    }

    /// How to start it with an environment of a size that is drawn.
    fn launch(&self) -> Launch {
        let padding = "x".repeat(below(&mut self.random.borrow_mut(), MOST));
        let mut launch = Launch::new(&self.program);
        if cfg!(unix) {
            let variable = OsString::from(format!("{PADDING}={padding}"));
            launch.program = PathBuf::from("env");
            launch.arguments = vec![variable, self.program.clone().into_os_string()];
        }
        launch
    }
}

impl Implementation for Launched {
    fn about(&self) -> About {
        self.first.about()
    }

    fn contract(&self, operation: &Operation) -> Option<Contract> {
        self.first.contract(operation)
    }

    fn prepare(&self, operation: &Operation, pool: &[Case]) -> Result<Box<dyn Body>, Refusal> {
        let Found { implementations, .. } = find(&self.launch(), "").map_err(Refusal::Lost)?;
        let gone = || Refusal::Lost("it serves no implementation any more".to_owned());
        let remote = implementations
            .into_iter()
            .find(|one| one.about().name == self.first.about().name)
            .ok_or_else(gone)?;
        if let Some(cpu) = self.cpu.get() {
            remote.pin(cpu);
        }
        remote.prepare(operation, pool)
    }

    fn pin(&self, cpu: u32) {
        self.cpu.set(Some(cpu));
    }
}
