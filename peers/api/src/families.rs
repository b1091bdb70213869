//! Operations on as many items as one likes: what `curvemark sweep` draws the growth of.
//!
//! A [`Family`] is an [`Operation`](crate::Operation) without a size. An implementation that offers
//! it takes any number of items, at least one.

use crate::{Curve, Kind};

/// A batch operation: what each item is, what comes out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Family {
    /// Stable name, `group/verb`, for instance `bls12-381/g1_msm`.
    pub id: &'static str,
    /// What it does, in words for a table.
    pub title: &'static str,
    /// What an item is called, for an axis.
    pub item: &'static str,
    /// The arguments of one item. Points of operations that take parsed values come uncompressed,
    /// so that many are parsed soon.
    pub args: &'static [Kind],
    /// The result, where there is one for all items; else one per item, one after the other.
    pub result: Kind,
    /// What all agree on beyond the types.
    pub note: &'static str,
    /// Where the items are the entries of a table that every call looks things up in: the bytes of
    /// one.
    pub table_entry: Option<u64>,
}

impl Family {
    /// The curve that it is on. `None` for tasks that schemes on several curves do, whose arguments
    /// are bytes.
    pub fn curve(&self) -> Option<Curve> {
        Curve::of(self.id)
    }

    /// The bytes of the table at a size, where the items are entries of one.
    pub fn table_bytes(&self, items: usize) -> Option<u64> {
        Some(self.table_entry? * items as u64)
    }
}

/// All families.
pub const FAMILIES: &[Family] = &[
    Family {
        id: "bls12-381/g1_msm",
        title: "G1 multi-scalar multiplication",
        item: "points",
        args: &[Kind::G1Uncompressed, Kind::Fr],
        result: Kind::G1,
        note: "Affine points, scalars of 255 bits.",
        table_entry: None,
    },
    Family {
        id: "bls12-381/g2_msm",
        title: "G2 multi-scalar multiplication",
        item: "points",
        args: &[Kind::G2Uncompressed, Kind::Fr],
        result: Kind::G2,
        note: "Affine points, scalars of 255 bits.",
        table_entry: None,
    },
    Family {
        id: "bls12-381/g1_sum",
        title: "Sum of points of G1",
        item: "points",
        args: &[Kind::G1Uncompressed],
        result: Kind::G1,
        note: "Affine points.",
        table_entry: None,
    },
    Family {
        id: "bls12-381/g1_decode",
        title: "G1 decompression, checked",
        item: "encodings",
        args: &[Kind::G1],
        result: Kind::G1Uncompressed,
        note: "Curve and subgroup are checked, point by point.",
        table_entry: None,
    },
    Family {
        id: "bls12-381/g2_decode",
        title: "G2 decompression, checked",
        item: "encodings",
        args: &[Kind::G2],
        result: Kind::G2Uncompressed,
        note: "Curve and subgroup are checked, point by point.",
        table_entry: None,
    },
    Family {
        id: "bls12-381/hash_to_g1",
        title: "Hash to G1",
        item: "messages",
        args: &[Kind::Bytes],
        result: Kind::G1,
        note: "BLS12381G1_XMD:SHA-256_SSWU_RO_, messages of 32 bytes, the tag of the operation `hash_to_g1`.",
        table_entry: None,
    },
    Family {
        id: "bls12-381/hash_to_g2",
        title: "Hash to G2",
        item: "messages",
        args: &[Kind::Bytes],
        result: Kind::G2,
        note: "BLS12381G2_XMD:SHA-256_SSWU_RO_, messages of 32 bytes, the tag of the operation `hash_to_g2`.",
        table_entry: None,
    },
    Family {
        id: "bls12-381/multi_pairing",
        title: "Product of pairings",
        item: "pairs",
        args: &[Kind::G1Uncompressed, Kind::G2Uncompressed],
        result: Kind::Gt,
        note: "Affine points; the final exponentiation is part of it.",
        table_entry: None,
    },
    Family {
        id: "bls12-381/verify_sets",
        title: "Verification of sets of a BLS key, a message and a signature",
        item: "sets",
        args: &[Kind::Bytes],
        result: Kind::Bytes,
        note: "An item is a seed of 32 bytes, of which a key in G1 and its signature of the seed are made off the clock; keys and signatures are parsed \
               and trusted. The answer is the verdict on all, and the one on them with the last set signed by the key of zeros.",
        table_entry: None,
    },
    Family {
        id: "signatures/verify_one_message",
        title: "Verification of signatures of many on one message",
        item: "signatures",
        args: &[Kind::Bytes],
        result: Kind::Bytes,
        note: "An item is a seed of 32 bytes, of which each scheme makes a key and its signature of `ONE_MESSAGE` off the clock; keys are parsed and \
               trusted, an aggregate scheme takes the one signature that the signers' were added up to. The answer is the verdict on all, and the \
               verdict on them with the last signature made by the key of an item of zeros.",
        table_entry: None,
    },
    Family {
        id: "hashes/one_message",
        title: "Hash of a message",
        item: "pieces of 32 bytes",
        args: &[Kind::Bytes],
        result: Kind::Bytes,
        note: "Items are pieces of one message; each hash function is a row of its own. The answer is whether the digest at once is the one of pieces, and \
               whether that of a message with another last bit is.",
        table_entry: None,
    },
    Family {
        id: "tables/lookup",
        title: "Lookups in a table",
        item: "entries",
        args: &[Kind::Bytes],
        result: Kind::Bytes,
        note: "A call reads 4096 entries of 64 bytes, each at a place that depends on the one before; a table has so many entries. The answer is \
               their number.",
        table_entry: Some(64),
    },
];

/// The message of `signatures/verify_one_message`.
pub const ONE_MESSAGE: &[u8] = b"curvemark: one message, many signatures";

/// The family of this id.
pub fn family(id: &str) -> Option<&'static Family> {
    FAMILIES.iter().find(|family| family.id == id)
}
