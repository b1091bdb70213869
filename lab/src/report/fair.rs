//! The ratio that stands for a CPU with ADX and without AVX-512 IFMA, next to one that a CPU with
//! it gave.
//!
//! It is taken from a run on such a CPU where one is stored. Otherwise it is of curvemark without
//! its vectors, in the rounds of the other ratio, next to those builds and paths of the peers that
//! such a CPU would have taken ([`record::fair`]). Where the fastest peer is not one of them, and
//! no row of its library stands for it, there is no ratio but a reason.

use super::axis::Mark;
use super::front::has_changes;
use super::model::Entry;
use super::readme::Linked;
use super::summary::Checked;
use record::fair::{self, Unfair, is_at_its_best_without, library, without_ifma};
use record::{Ratio, Row, Run};

/// curvemark without vectors, in a run on a CPU that has some: AVX-512 IFMA, or doubles on AVX2.
const WITHOUT: &str = "curvemark (adx)";

/// What a run says of a CPU without AVX-512 IFMA.
#[derive(Clone, Copy, Debug)]
pub enum Fair<'a> {
    /// The best peer's time over curvemark's.
    Ratio {
        /// The peer.
        peer: &'a Row,
        /// curvemark.
        own: &'a Row,
        /// The ratio.
        ratio: Ratio,
    },
    /// The fastest peer ran other code than it would there.
    Unfair {
        /// The peer.
        peer: &'a str,
        /// Why.
        why: Unfair,
    },
}

impl Fair<'_> {
    /// The ratio, if there is one.
    pub const fn ratio(&self) -> Option<Ratio> {
        match self {
            Self::Ratio { ratio, .. } => Some(*ratio),
            Self::Unfair { .. } => None,
        }
    }
}

/// curvemark's row without the vectors that the CPU has, if that took part.
pub fn without_vectors<'a>(entry: &Entry<'a>) -> Option<&'a Row> {
    entry.operation.rows.iter().find(|row| row.implementation == WITHOUT)
}

/// What a run says by itself of an operation on a CPU without AVX-512 IFMA: nothing, if nobody of
/// curvemark's contract took part, or curvemark did not without its vectors.
pub fn of<'a>(run: &'a Run, entry: &Entry<'a>) -> Option<Fair<'a>> {
    let without = without_vectors(entry);
    if fair::is_plain(&run.machine) {
        let (mark, own) = entry.best().zip(entry.ours)?;
        // On lanes of doubles curvemark is faster than on other CPUs of the kind.
        return Some(match without.and_then(|own| Some((own, over(mark.ratio(), own.ratio?)))) {
            Some((own, ratio)) => Fair::Ratio { peer: mark.row(), own, ratio },
            None => Fair::Ratio { peer: mark.row(), own, ratio: mark.ratio() },
        });
    }
    let own = without?;
    let ours = own.ratio?;
    let name = |mark: &Mark<'a>| mark.row().implementation.as_str();
    let mut marks = entry.axis.marks().to_vec();
    marks.sort_by(|a, b| a.ratio().value.total_cmp(&b.ratio().value));
    // From the fastest on: the first that may stand there, if those before it have a stand-in.
    for mark in &marks {
        let Err(why) = without_ifma(run, name(mark)) else {
            return Some(Fair::Ratio { peer: mark.row(), own, ratio: over(mark.ratio(), ours) });
        };
        let stands_in = |other: &Mark<'a>| {
            library(name(other)) == library(name(mark)) && is_at_its_best_without(run, name(other))
        };
        if !marks.iter().any(stands_in) {
            return Some(Fair::Unfair { peer: &mark.row().implementation, why });
        }
    }
    None
}

/// A peer's time over that of another row, from both over curvemark's.
pub fn over(peer: Ratio, own: Ratio) -> Ratio {
    Ratio {
        value: peer.value / own.value,
        low: peer.low / own.high,
        high: peer.high / own.low,
        resolution: peer.resolution.max(own.resolution),
    }
}

/// What stands for a CPU without AVX-512 IFMA, and where it was measured.
pub struct Cell<'a> {
    /// The run.
    pub run: &'a Run,
    /// How a link reaches the run, where it is not the one that the other ratio is of.
    pub link: Option<&'a str>,
    /// What the run says.
    pub fair: Fair<'a>,
}

/// The stored runs on CPUs with ADX and without AVX-512 IFMA that may be quoted, the newest first.
pub struct PlainRuns<'a>(Vec<(&'a Run, &'a str)>);

impl<'a> PlainRuns<'a> {
    /// Those among the stored runs, which are given oldest first.
    pub fn among(stored: &'a [Linked<'_>]) -> Self {
        let quotable = |run: &Run| {
            fair::is_plain(&run.machine)
                && run.health.fit
                && Checked::of(&run.gate).good()
                && !has_changes(&run.build)
        };
        let all = stored.iter().rev().filter(|(run, _)| quotable(run));
        Self(all.map(|(run, link)| (*run, link.as_str())).collect())
    }

    /// What stands next to an operation of a run on another CPU: from the newest of these runs that
    /// has the operation, next to every library that it was compared with there; else from that run
    /// itself.
    pub fn column(&self, run: &'a Run, entry: &Entry<'a>) -> Option<Cell<'a>> {
        let libraries = |entry: &Entry<'a>| -> Vec<&'a str> {
            entry.axis.marks().iter().map(|mark| library(&mark.row().implementation)).collect()
        };
        let wanted = libraries(entry);
        for &(plain, link) in &self.0 {
            let operation = plain
                .operations
                .iter()
                .find(|one| one.id == entry.operation.id && one.note == entry.operation.note);
            let Some(operation) = operation else { continue };
            let there = Entry::new(operation, String::new());
            let contract = |entry: &Entry<'a>| entry.ours.map(|row| &row.contract);
            let present = libraries(&there);
            if contract(&there) != contract(entry)
                || !wanted.iter().all(|name| present.contains(name))
            {
                continue;
            }
            if let Some(fair) = of(plain, &there) {
                return Some(Cell { run: plain, link: Some(link), fair });
            }
        }
        of(run, entry).map(|fair| Cell { run, link: None, fair })
    }
}
