//! Operations on as many items as one likes: what `curvemark sweep` draws the growth of.
//!
//! A [`Family`] is an [`Operation`](crate::Operation) without a size. An implementation that offers it takes any number of items, at least one.

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
    /// The arguments of one item. Points of operations that take parsed values come uncompressed, so that many are parsed soon.
    pub args: &'static [Kind],
    /// The result, where there is one for all items; else one per item, one after the other.
    pub result: Kind,
    /// What all agree on beyond the types.
    pub note: &'static str,
}

impl Family {
    /// The curve that it is on.
    ///
    /// # Panics
    /// For an id that begins with no curve; none of [`FAMILIES`] does.
    pub fn curve(&self) -> Curve {
        Curve::of(self.id).expect("an id begins with a curve")
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
    },
    Family {
        id: "bls12-381/g2_msm",
        title: "G2 multi-scalar multiplication",
        item: "points",
        args: &[Kind::G2Uncompressed, Kind::Fr],
        result: Kind::G2,
        note: "Affine points, scalars of 255 bits.",
    },
    Family {
        id: "bls12-381/g1_sum",
        title: "Sum of points of G1",
        item: "points",
        args: &[Kind::G1Uncompressed],
        result: Kind::G1,
        note: "Affine points.",
    },
    Family {
        id: "bls12-381/g1_decode",
        title: "G1 decompression, checked",
        item: "encodings",
        args: &[Kind::G1],
        result: Kind::G1Uncompressed,
        note: "Curve and subgroup are checked, point by point.",
    },
    Family {
        id: "bls12-381/g2_decode",
        title: "G2 decompression, checked",
        item: "encodings",
        args: &[Kind::G2],
        result: Kind::G2Uncompressed,
        note: "Curve and subgroup are checked, point by point.",
    },
    Family {
        id: "bls12-381/hash_to_g1",
        title: "Hash to G1",
        item: "messages",
        args: &[Kind::Bytes],
        result: Kind::G1,
        note: "BLS12381G1_XMD:SHA-256_SSWU_RO_, messages of 32 bytes, the tag of the operation `hash_to_g1`.",
    },
    Family {
        id: "bls12-381/hash_to_g2",
        title: "Hash to G2",
        item: "messages",
        args: &[Kind::Bytes],
        result: Kind::G2,
        note: "BLS12381G2_XMD:SHA-256_SSWU_RO_, messages of 32 bytes, the tag of the operation `hash_to_g2`.",
    },
    Family {
        id: "bls12-381/multi_pairing",
        title: "Product of pairings",
        item: "pairs",
        args: &[Kind::G1Uncompressed, Kind::G2Uncompressed],
        result: Kind::Gt,
        note: "Affine points; the final exponentiation is part of it.",
    },
];

/// The family of this id.
pub fn family(id: &str) -> Option<&'static Family> {
    FAMILIES.iter().find(|family| family.id == id)
}
