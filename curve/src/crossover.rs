//! From how many items on another way is the faster one: the one table of such figures.
//!
//! None of them changes an answer. A batch function asks [`Crossover::reached`] once per call, with the number of its items; which engine this
//! CPU runs is another question (`engines::switch`). To find the figures, both ways of each line of [`TABLE`] can be timed from one item on
//! ([`force`]). Those here are from one Xeon with two IFMA ports, on BLS12-381, in microseconds.

use core::sync::atomic::{AtomicU8, Ordering};

/// A number of items from which on the second of two ways is taken.
#[derive(Debug)]
pub struct Crossover {
    /// A name, for those who measure it.
    pub name: &'static str,
    /// What is done below, and what from there on.
    pub ways: [&'static str; 2],
    /// The least number of items for the second way.
    pub least: usize,
    /// Whether both ways are on one element at a time.
    pub without_lanes: bool,
    /// Batch operations that it decides, by the lab's names.
    pub operations: &'static [&'static str],
    /// Its place in [`TABLE`].
    index: u8,
}

const ONE_BY_ONE: &str = "one after the other";
const LANES: &str = "eight lanes";

/// Messages hashed to a curve, of each eight. Lanes against ADX for 3 messages, of which 2 are no faster: G1 111 and 181, G2 364 and 580.
pub const HASHES: Crossover = Crossover {
    name: "hashes",
    ways: [ONE_BY_ONE, LANES],
    least: 2,
    without_lanes: false,
    operations: &["bls12-381/hash_to_g1", "bls12-381/hash_to_g2"],
    index: 0,
};

/// Encodings decoded and checked, of each eight. Lanes against ADX for 3 encodings, of which 2 are no faster: G1 102 and 178, G2 162 and 269.
pub const DECODINGS: Crossover = Crossover {
    name: "decodings",
    ways: [ONE_BY_ONE, LANES],
    least: 2,
    without_lanes: false,
    operations: &["bls12-381/g1_decode", "bls12-381/g2_decode"],
    index: 1,
};

/// Points whose subgroup is checked, of each eight: the figure of decoding, which has the check in it.
pub const SUBGROUP_CHECKS: Crossover = Crossover {
    name: "subgroup checks",
    ways: [ONE_BY_ONE, LANES],
    least: 2,
    without_lanes: false,
    operations: &[],
    index: 2,
};

/// Pairs of a product of pairings. Lanes against ADX: 3 pairs 654 and 602, 4 pairs 656 and 771, 8 pairs 663 and 1447.
pub const PAIRS: Crossover = Crossover {
    name: "pairs",
    ways: [ONE_BY_ONE, LANES],
    least: 3,
    without_lanes: false,
    operations: &["bls12-381/multi_pairing"],
    index: 3,
};

/// Points of a sum of multiples; of one there is no sum. Lanes serve any number.
pub const MULTIPLES: Crossover = Crossover {
    name: "multiples",
    ways: ["one element at a time", LANES],
    least: 2,
    without_lanes: false,
    operations: &["bls12-381/g1_msm", "bls12-381/g2_msm"],
    index: 4,
};

/// Points of a sum.
pub const SUM_IN_LANES: Crossover = Crossover {
    name: "sum in lanes",
    ways: ["one element at a time", LANES],
    least: 16,
    without_lanes: false,
    operations: &["bls12-381/g1_sum"],
    index: 5,
};

/// Points of a sum on one element at a time, where affine additions make up for their inversions.
pub const AFFINE_SUM: Crossover = Crossover {
    name: "affine sum",
    ways: ["mixed additions", "affine additions in batches"],
    least: 96,
    without_lanes: true,
    operations: &["bls12-381/g1_sum"],
    index: 6,
};

/// All of them.
pub const TABLE: [&Crossover; 7] =
    [&HASHES, &DECODINGS, &SUBGROUP_CHECKS, &PAIRS, &MULTIPLES, &SUM_IN_LANES, &AFFINE_SUM];

const _: () = {
    let mut i = 0;
    while i < TABLE.len() {
        assert!(TABLE[i].index as usize == i && TABLE[i].least > 0);
        i += 1;
    }
};

/// What [`force`] was told: 0 for nothing, else twice the index, plus two, plus one for the second way.
static FORCED: AtomicU8 = AtomicU8::new(0);

impl Crossover {
    /// Whether so many items are enough for the second way.
    #[inline]
    pub fn reached(&self, items: usize) -> bool {
        let forced = FORCED.load(Ordering::Relaxed);
        if forced >> 1 == self.index + 1 { forced & 1 == 1 } else { items >= self.least }
    }
}

/// For measurements and tests: from now on this process takes the second way of one line of the table for any number of items (`true`), or the
/// first one; all lines go by their figures again for `None`. Answers are the same.
pub fn force(way: Option<(&Crossover, bool)>) {
    let code = way.map_or(0, |(crossover, second)| (crossover.index + 1) << 1 | u8::from(second));
    FORCED.store(code, Ordering::Relaxed);
}

/// How many items a piece of a batch has at least that goes to a thread of its own (feature `parallel`).
///
/// To hand a piece over takes some microseconds, and some tens of them where the other thread sleeps. Each figure is about 200 µs of work on
/// lanes.
#[cfg(feature = "parallel")]
pub mod pieces {
    /// Points of a sum of multiples. Shorter blocks also have more buckets per point.
    pub const MULTIPLES: usize = 128;
    /// Points of a sum.
    pub const ADDITIONS: usize = 4096;
    /// Encodings to decode.
    pub const ENCODINGS: usize = 16;
    /// Points to check.
    pub const SUBGROUP_CHECKS: usize = 16;
    /// Messages to hash.
    pub const MESSAGES: usize = 16;
    /// Pairs of a product of pairings.
    pub const PAIRS: usize = 8;
}
