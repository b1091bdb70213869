//! From how many items on another way is the faster one: the one table of such figures.
//!
//! None of them changes an answer. A batch function asks [`Crossover::reached`] once per call, with
//! the number of its items; which engine this CPU runs is another question (`engines::door`). To
//! find the figures, both ways of each line of [`TABLE`] can be timed from one item on ([`force`]):
//! `curvemark sweep --crossovers` does that for the lines that have operations. Those here are from
//! one Xeon with two IFMA ports, on BLS12-381, in microseconds; of lines with operations, from the
//! stored sweep `20261122T043526Z-9c1f`.

use core::sync::atomic::{AtomicU8, Ordering};

use limb::cpu;

use crate::engines::door::in_residue_numbers;
#[cfg(feature = "parallel")]
use crate::engines::lanes8::LANES as ITEMS;
use crate::field::Canonical;
use crate::weierstrass::Group;

/// What takes one item after the other, where vectors would take eight at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Single {
    /// Words, or a residue-number system in place of vectors of five limbs: those take four tenths
    /// of the time of eight limbs, residue numbers the same for both, so that vectors are soon
    /// worth it.
    Words,
    /// A residue-number system, coordinates in Fp.
    Remainders,
    /// A residue-number system, coordinates in Fp2.
    RemaindersFp2,
}

impl Single {
    /// For points of a curve, on this CPU.
    pub(crate) fn of<C: Group>() -> Self {
        match <C::Base as Canonical>::BYTES {
            48 if in_residue_numbers::<C>() => Self::Remainders,
            96 if in_residue_numbers::<C>() => Self::RemaindersFp2,
            _ => Self::Words,
        }
    }
}

/// A number of items from which on the second of two ways is taken.
#[derive(Debug)]
pub struct Crossover {
    /// A name, for those who measure it.
    pub name: &'static str,
    /// What is done below, and what from there on.
    pub ways: [&'static str; 2],
    /// The least number of items for the second way.
    pub least: usize,
    /// The same where a residue-number system takes one item after the other: coordinates in Fp,
    /// and in Fp2.
    pub least_beside_remainders: [usize; 2],
    /// Whether both ways are on one element at a time.
    pub without_lanes: bool,
    /// Batch operations that it decides, by the lab's names, each with what takes its items one by
    /// one beside residue numbers.
    pub operations: &'static [(&'static str, Single)],
    /// Its place in [`TABLE`].
    index: u8,
}

const ONE_BY_ONE: &str = "one after the other";
const LANES: &str = "eight lanes";

/// For a line where one item after the other is faster in a residue-number system, whatever their
/// number.
const NEVER: usize = usize::MAX;

/// Messages hashed to a curve, of each eight. Lanes against ADX: 2 messages to G1 105 and 121, 3
/// 107 and 182; 2 to G2 349 and 400, 3 352 and 643. Against a residue-number system, on one EPYC: 2
/// to G1 112 and 82, 3 113 and 123; 3 to G2 374 and 290, 4 376 and 387.
pub const HASHES: Crossover = Crossover {
    name: "hashes",
    ways: [ONE_BY_ONE, LANES],
    least: 2,
    least_beside_remainders: [3, 4],
    without_lanes: false,
    operations: &[
        ("bls12-381/hash_to_g1", Single::Remainders),
        ("bls12-381/hash_to_g2", Single::RemaindersFp2),
    ],
    index: 0,
};

/// Encodings decoded and checked, of each eight. Lanes against ADX: 2 encodings of G1 99 and 119, 3
/// 100 and 179; 2 of G2 158 and 184, 3 159 and 274. Against checks in a residue-number system, on
/// one EPYC: 3 of G1 110 and 95, 4 110 and 126; 3 of G2 174 and 137, 4 174 and 182.
pub const DECODINGS: Crossover = Crossover {
    name: "decodings",
    ways: [ONE_BY_ONE, LANES],
    least: 2,
    least_beside_remainders: [4, 4],
    without_lanes: false,
    operations: &[
        ("bls12-381/g1_decode", Single::Remainders),
        ("bls12-381/g2_decode", Single::RemaindersFp2),
    ],
    index: 1,
};

/// Points whose subgroup is checked, of each eight; on ADX the figure of decoding, which has the
/// check in it. Lanes against a residue-number system, on one EPYC: 4 of G1 91 and 75, 5 91 and 94;
/// 6 of G2 111 and 103, 7 111 and 120.
pub const SUBGROUP_CHECKS: Crossover = Crossover {
    name: "subgroup checks",
    ways: [ONE_BY_ONE, LANES],
    least: 2,
    least_beside_remainders: [5, 7],
    without_lanes: false,
    operations: &[],
    index: 2,
};

/// Pairs of a product of pairings. Lanes against ADX: 3 pairs 985 and 944, 4 pairs 1006 and 1123, 5
/// pairs 1031 and 1313. Miller loops of 8 pairs in a residue-number system, on a slower clock: 844
/// and 539.
pub const PAIRS: Crossover = Crossover {
    name: "pairs",
    ways: [ONE_BY_ONE, LANES],
    least: 4,
    least_beside_remainders: [NEVER; 2],
    without_lanes: false,
    operations: &[("bls12-381/multi_pairing", Single::RemaindersFp2)],
    index: 3,
};

/// Points of a sum of multiples; of one there is no sum; of a group whose scalars have one part a
/// third of them counts. Lanes against doublings that few share, on one EPYC: 2 points of G1 of
/// BN254 45 and 49; of secp256k1 37 and 35, 3 points 47 and 44, 4 points 52 and 52; of P-256 6
/// points 98 and 88, 8 points 104 and 104. Against one after the other in a residue-number system:
/// 3 of G1 of BLS12-381 99 and 90, 4 points 109 and 120; 4 of G2 201 and 192, 5 points 219 and 241.
pub const MULTIPLES: Crossover = Crossover {
    name: "multiples",
    ways: ["one element at a time", LANES],
    least: 3,
    least_beside_remainders: [4, 5],
    without_lanes: false,
    operations: &[
        ("bls12-381/g1_msm", Single::Remainders),
        ("bls12-381/g2_msm", Single::RemaindersFp2),
    ],
    index: 4,
};

/// Points of a sum. Lanes against ADX: 12 points of G1 6.1 and 5.1, 16 points 6.1 and 6.9, 24
/// points 6.9 and 10.6.
pub const SUM_IN_LANES: Crossover = Crossover {
    name: "sum in lanes",
    ways: ["one element at a time", LANES],
    least: 16,
    least_beside_remainders: [16; 2],
    without_lanes: false,
    operations: &[("bls12-381/g1_sum", Single::Remainders)],
    index: 5,
};

/// Points of a sum on one element at a time, where affine additions make up for their inversions.
/// Those against mixed additions, on ADX: 128 points of G1 60 and 57, 192 points 83 and 86.
pub const AFFINE_SUM: Crossover = Crossover {
    name: "affine sum",
    ways: ["mixed additions", "affine additions in batches"],
    least: 160,
    least_beside_remainders: [160; 2],
    without_lanes: true,
    operations: &[("bls12-381/g1_sum", Single::Remainders)],
    index: 6,
};

/// A line that no family of the lab measures: its figures were taken with the algorithm alone.
const fn lanes(index: u8, name: &'static str, least: usize) -> Crossover {
    let least_beside_remainders = [least; 2];
    Crossover {
        name,
        ways: [ONE_BY_ONE, LANES],
        least,
        least_beside_remainders,
        without_lanes: false,
        operations: &[],
        index,
    }
}

impl Crossover {
    const fn beside_remainders(mut self, least: [usize; 2]) -> Self {
        self.least_beside_remainders = least;
        self
    }
}

/// Multiplications by secret scalars, of each eight. Microseconds each for a vector of 3, lanes
/// against ADX: G1 41 and 81, secp256k1 17 and 28, P-256 33 and 57; in G2 a vector takes as long as
/// 2.4 products. Against a residue-number system, on one EPYC, for all: 5 of G1 152 and 150, 6 152
/// and 180; 7 of G2 337 and 336, 8 337 and 384.
pub const SECRET_MULTIPLICATIONS: Crossover =
    lanes(7, "multiplications by secrets", 3).beside_remainders([6, 8]);

/// Multiplications by public scalars, and sums of two, of each eight. Microseconds each for a
/// vector of 3, lanes against ADX: b·P on G1 42 and 68, secp256k1 20 and 24, P-256 32 and 45; a·B +
/// b·P on secp256k1 24 and 29, on P-256 37 and 50. Against a residue-number system, on one EPYC,
/// for all: 4 of G1 139 and 120, 5 139 and 150; 6 of G2 297 and 294, 7 297 and 343.
pub const PUBLIC_MULTIPLICATIONS: Crossover =
    lanes(8, "multiplications by public scalars", 3).beside_remainders([5, 7]);

/// Independent products of pairings or final exponentiations, of each eight. Lanes against ADX:
/// final exponentiations of 3 values 840 and 930, of 4 840 and 1240; 3 pairings 1430 and 1720, 4
/// pairings 1410 and 2290; BN254, 3 values 520 and 540, 3 pairings 880 and 1090.
pub const PAIRINGS: Crossover = lanes(9, "independent pairings", 3).beside_remainders([NEVER; 2]);

/// Products of field elements. Modulo the order of BLS12-381, nanoseconds for the whole call,
/// vectors against one by one: 4 elements 75 and 71, 5 elements 77 and 88, 8 elements 78 and 142.
pub const PRODUCTS: Crossover = lanes(10, "products of elements", 5);

/// Terms of an inner product of field elements. Nanoseconds per term, vectors against words: the
/// order of BLS12-381, 16 terms 15.9 and 17.0, 4096 terms 2.3 and 11.7; the 381-bit field, 24 terms
/// 26.5 and 25.0, 32 terms 21.2 and 23.6.
pub const INNER_PRODUCT: Crossover = lanes(11, "inner product", 32);

/// Inverses of field elements: what vectors share ends in an inversion of all their lanes, 21
/// products more than one. Nanoseconds per element, vectors against ADX: the 381-bit field 370 and
/// 354 for 16 elements, 266 and 279 for 24; that of P-256 121 and 116 for 32, 89 and 93 for 48.
pub const INVERSES: Crossover = lanes(12, "inverses", 48);

/// Square roots and Legendre symbols, of each eight. Vectors against ADX for all: 2 and 3 roots in
/// the 381-bit field 28 and 41, 28 and 61; in that of secp256k1 10 and 10, 10 and 14.
pub const ROOTS: Crossover = lanes(13, "square roots", 3);

/// Points to be made affine. Nanoseconds per point, vectors against words: in G1 of BLS12-381 24
/// points 424 and 389, 32 points 326 and 415, 1024 points 118 and 200; in G2 32 points 460 and 642;
/// secp256k1 24 points 188 and 181, 32 points 112 and 138.
pub const AFFINE: Crossover = lanes(14, "affine coordinates", 32);

/// Points of a transform, whose additions are in lanes then; its multiplications have a line of
/// their own. Lanes against ADX: 4 points of G1 46 and 32, 8 points 209 and 238, 128 points 3900
/// and 16600; of G2 24 and 20, 305 and 341, 7000 and 31000.
pub const TRANSFORM_OF_POINTS: Crossover = lanes(15, "transform of points", 8);

/// Items on an Edwards curve, of each eight. Curve25519, any number of items on lanes, against 2
/// and 3 items on ADX: two bases with a table of 64, 66 against 57 and 86; by secrets 62 against 61
/// and 92; torsion 56 against 54 and 81; decoding 8.2 against 8.0 and 12.0.
pub const EDWARDS: Crossover = lanes(16, "items on an Edwards curve", 3);

/// Points of a sum on an Edwards curve. Curve25519, lanes against ADX: 16 points 3.4 and 2.5, 24
/// points 3.3 and 3.8, 128 points 11 and 19.
pub const EDWARDS_SUM: Crossover = lanes(17, "sum on an Edwards curve", 24);

/// Points of a sum of multiples on an Edwards curve. Curve25519, lanes against ADX: 5 points 59 and
/// 60, 6 points 59 and 68, 8 points 59 and 85.
pub const EDWARDS_MULTIPLES: Crossover = lanes(18, "multiples on an Edwards curve", 6);

/// Powers in the target group, of each eight. Lanes against ADX: 3 powers 723 and 678, 4 powers 723
/// and 902.
pub const POWERS: Crossover =
    lanes(19, "powers in the target group", 4).beside_remainders([NEVER; 2]);

/// Products of field elements that are added to others. Nanoseconds each, vectors against words:
/// the order of BLS12-381, 8 products 24.6 and 23.2, 16 products 13.4 and 21.7; modulo 2^255 − 19
/// there is little to gain, 16 products 15.8 and 14.7, 4096 products 11.9 and 12.9.
pub const ADDED_PRODUCTS: Crossover = lanes(20, "products added to elements", 16);

/// Points of a sum of multiples on one element at a time, where buckets make up for doublings that
/// few points share; those of a group whose scalars have four parts count three times. Shared
/// doublings against buckets, on ADX: 8 points of G1 of BLS12-381 225 and 243, 10 points 309 and
/// 280; 2 points 85 and 121; of G2 2 points 212 and 231, 3 points 291 and 286; of P-256 8 points
/// 102 and 163, of secp256k1 10 points 121 and 122.
pub const BUCKETS: Crossover = Crossover {
    name: "buckets",
    ways: ["doublings that few share", "buckets"],
    least: 9,
    least_beside_remainders: [9; 2],
    without_lanes: true,
    operations: &[("bls12-381/g1_msm", Single::Remainders)],
    index: 21,
};

/// All of them.
pub const TABLE: [&Crossover; 22] = [
    &HASHES,
    &DECODINGS,
    &SUBGROUP_CHECKS,
    &PAIRS,
    &MULTIPLES,
    &SUM_IN_LANES,
    &AFFINE_SUM,
    &SECRET_MULTIPLICATIONS,
    &PUBLIC_MULTIPLICATIONS,
    &PAIRINGS,
    &PRODUCTS,
    &INNER_PRODUCT,
    &INVERSES,
    &ROOTS,
    &AFFINE,
    &TRANSFORM_OF_POINTS,
    &EDWARDS,
    &EDWARDS_SUM,
    &EDWARDS_MULTIPLES,
    &POWERS,
    &ADDED_PRODUCTS,
    &BUCKETS,
];

const _: () = {
    let mut i = 0;
    while i < TABLE.len() {
        assert!(TABLE[i].index as usize == i && TABLE[i].least > 0);
        i += 1;
    }
};

/// What [`force`] was told: 0 for nothing, else twice the index, plus two, plus one for the second
/// way.
static FORCED: AtomicU8 = AtomicU8::new(0);

impl Crossover {
    /// Whether so many items are enough for the second way.
    #[inline]
    pub fn reached(&self, items: usize) -> bool {
        self.reached_beside(Single::Words, items)
    }

    /// The same, where one item after the other may be in a residue-number system.
    #[inline]
    pub fn reached_beside(&self, single: Single, items: usize) -> bool {
        let forced = FORCED.load(Ordering::Relaxed);
        if forced >> 1 == self.index + 1 {
            return forced & 1 == 1;
        }
        items >= self.least_beside(single)
    }

    fn least_beside(&self, single: Single) -> usize {
        // Portable vectors are slower than words for any number of items: who asks for them wants
        // to see what runs there.
        if cfg!(curvemark_vectors = "portable") && !self.without_lanes {
            return 1;
        }
        if cpu::engine().has_doubles() && !self.without_lanes {
            return self.least_on_doubles();
        }
        let [least, least_fp2] = self.least_beside_remainders;
        match single {
            Single::Words => self.least,
            Single::Remainders => least,
            Single::RemaindersFp2 => least_fp2,
        }
    }

    /// For lanes of doubles. A product of a vector takes the time of 4.6 on words, or of 4.4 on a
    /// Skylake in vectors of 512 bits, where that of the vectors of the table takes the time of
    /// two: so many more items are needed.
    const fn least_on_doubles(&self) -> usize {
        let twice = self.least * 2;
        if twice < 6 { 6 } else { twice }
    }

    /// For one of [`Crossover::operations`] the least number of items for the second way on this
    /// CPU.
    pub fn least_of(&self, operation: &str) -> Option<usize> {
        let (_, single) = self.operations.iter().find(|(name, _)| *name == operation)?;
        let remainders = cpu::engine() >= cpu::Engine::Rns;
        Some(self.least_beside(if remainders { *single } else { Single::Words }))
    }
}

/// For measurements and tests: from now on this process takes the second way of one line of the
/// table for any number of items (`true`), or the first one; all lines go by their figures again
/// for `None`. Answers are the same.
pub fn force(way: Option<(&Crossover, bool)>) {
    let code = way.map_or(0, |(crossover, second)| (crossover.index + 1) << 1 | u8::from(second));
    FORCED.store(code, Ordering::Relaxed);
}

/// How many items a piece of a batch has at least that goes to a thread of its own (feature
/// `parallel`), where there are lanes. Where there are none, an eighth of that.
///
/// To hand a piece over takes some microseconds, and some tens of them where the other thread
/// sleeps. Each figure is 200 µs of work or more on lanes. Two threads against one, at two pieces
/// and at 4,096 items (stored sweep `20261122T044041Z-868d`, wall time): sums of multiples in G1
/// 0.69 and 0.58, decoding in G2 0.67 and 0.52, hashes to G2 0.74 and 0.51.
#[cfg(feature = "parallel")]
pub mod pieces {
    /// Points of a sum of multiples. Shorter blocks also have more buckets per point.
    pub const MULTIPLES: usize = 128;
    /// Bases of a table in a sum of multiples: their buckets are wider than those of points without
    /// a table.
    pub const FIXED_MULTIPLES: usize = 512;
    /// Multiplications by public scalars.
    pub const PRODUCTS: usize = 32;
    /// Points of a sum.
    pub const ADDITIONS: usize = 4096;
    /// Encodings to decode.
    pub const ENCODINGS: usize = 16;
    /// Points to check.
    pub const SUBGROUP_CHECKS: usize = 16;
    /// Messages to hash.
    pub const MESSAGES: usize = 16;
    /// Lists of elements to hash by Poseidon: of two elements 2.5 µs each on lanes.
    pub const POSEIDON_HASHES: usize = 64;
    /// Pairs of a product of pairings. Pieces of 8 on two threads took 1.19 times as long as one of
    /// 16.
    pub const PAIRS: usize = 16;
}

/// The shortest piece that is worth a thread, where it is of `least` items on lanes of AVX-512.
/// Words, and lanes of doubles, take as long for an item or two as those for a vector.
#[cfg(feature = "parallel")]
pub(crate) fn shortest_piece(least: usize) -> usize {
    if cpu::engine() >= cpu::Engine::Lanes { least } else { least.div_ceil(ITEMS) }
}

/// A piece of so many items, or of a few more where there are lanes: so that no piece but the last
/// has lanes without an item. Pieces below one vector stay words on lanes of doubles.
#[cfg(feature = "parallel")]
pub(crate) fn whole_vectors(piece: usize) -> usize {
    match cpu::engine() {
        cpu::Engine::Lanes | cpu::Engine::Rns => piece.next_multiple_of(ITEMS),
        engine if engine.has_doubles() && piece > ITEMS => piece.next_multiple_of(ITEMS),
        _ => piece,
    }
}
