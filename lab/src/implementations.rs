//! Who is checked and measured: curvemark itself, the peers that this build links, and those of the
//! workers that are built.

pub mod foreign;
pub mod workers;

pub use peer_own::{
    BASELINE, Curvemark, CurvemarkSubject, FewerThreads, Forced, OnEngine, OnThreads, Unweighted,
    hash_functions, is_own, schemes,
};

use peer_api::{Implementation, Operation};
use std::borrow::Borrow;
use std::ops::Deref;

/// Everybody who takes part, and what to know about those who do not.
pub struct Cast {
    /// The implementations, the baseline first.
    pub implementations: Vec<Box<dyn Implementation>>,
    /// Sentences about workers that are not built or cannot be used.
    pub remarks: Vec<String>,
    /// curvemark on slower engines than the one in force may be measured beside it.
    pub on_engines: bool,
    /// The names of those that a user brought, who are asked about where a command has to choose.
    pub guests: Vec<&'static str>,
    /// Why somebody that a user brought cannot take part, in words.
    pub unusable: Vec<String>,
    /// The names of those in processes of their own.
    pub apart: Vec<&'static str>,
}

impl Cast {
    /// Lets somebody take part who is not of this build.
    pub fn join(&mut self, guest: Box<dyn Implementation>) {
        let name = guest.about().name;
        if self.implementations.iter().any(|one| one.about().name == name) {
            self.unusable.push(format!("there is an implementation called {name} already"));
            return;
        }
        self.guests.push(name);
        self.implementations.push(guest);
    }

    /// The names of those in processes of their own of whom nothing is timed, by what `times` says.
    pub fn idle(&self, times: impl Fn(&dyn Implementation) -> bool) -> Vec<&'static str> {
        let idle = self.implementations.iter().filter(|one| !times(one.as_ref()));
        idle.map(|one| one.about().name).filter(|name| self.apart.contains(name)).collect()
    }

    /// Whether a guest offers an operation; nobody does where there is no guest.
    pub fn guest_offers(&self, operation: &Operation) -> bool {
        let guests =
            self.implementations.iter().filter(|one| self.guests.contains(&one.about().name));
        guests.into_iter().any(|guest| guest.contract(operation).is_some())
    }
}

impl Deref for Cast {
    type Target = [Box<dyn Implementation>];

    fn deref(&self) -> &Self::Target {
        &self.implementations
    }
}

impl From<Vec<Box<dyn Implementation>>> for Cast {
    fn from(implementations: Vec<Box<dyn Implementation>>) -> Self {
        Self {
            implementations,
            remarks: Vec::new(),
            on_engines: false,
            guests: Vec::new(),
            unusable: Vec::new(),
            apart: Vec::new(),
        }
    }
}

/// Every implementation of this build, curvemark first, then those of the workers.
pub fn all() -> Cast {
    let mut cast = Cast { on_engines: true, ..Cast::from(linked()) };
    for worker in workers::survey() {
        cast.apart.extend(worker.implementations.iter().map(|one| one.about().name));
        cast.implementations.extend(worker.implementations);
        cast.remarks.extend(worker.remark);
    }
    cast
}

/// Those that are linked into this program.
pub fn linked() -> Vec<Box<dyn Implementation>> {
    linked_with(Box::new(Curvemark))
}

/// Those that are linked into this program, with another in curvemark's place.
pub fn linked_with(own: Box<dyn Implementation>) -> Vec<Box<dyn Implementation>> {
    let mut all = vec![own];
    all.extend(peer_core::implementations());
    all
}

/// The index of the baseline: curvemark, or the first one where curvemark does not take part.
/// `None` if there is nobody.
pub fn baseline<'a, I: Borrow<dyn Implementation + 'a>>(implementations: &[I]) -> Option<usize> {
    let named = implementations
        .iter()
        .position(|implementation| implementation.borrow().about().name == BASELINE);
    named.or(if implementations.is_empty() { None } else { Some(0) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::clock::simulated::{SimulatedClock, SyntheticLibrary};

    #[test]
    fn the_baseline_is_curvemark_or_the_first() {
        let clock = SimulatedClock::new(0, 0.0);
        let library =
            |name| Box::new(SyntheticLibrary::steady(name, &clock, 1.0)) as Box<dyn Implementation>;
        assert_eq!(baseline::<Box<dyn Implementation>>(&[]), None);
        assert_eq!(baseline(&[library("a"), library("b")]), Some(0));
        assert_eq!(baseline(&[library("a"), library("curvemark")]), Some(1));
    }
}
