//! Operations on Banderwagon, the group of Ethereum's Verkle trees.

use super::op;
use crate::Kind::{Bytes, Verdict};
use crate::Operation;
use crate::Shape::Independent;

pub(super) const BANDERWAGON: &[Operation] = &[
    op(
        "banderwagon/mul_vartime",
        "Banderwagon multiplication",
        &[Bytes; 2],
        Bytes,
        Independent,
        MUL,
    ),
    op("banderwagon/decode", "Banderwagon decoding", &[Bytes], Bytes, Independent, DECODE),
    op("banderwagon/encode", "Banderwagon encoding", &[Bytes], Bytes, Independent, ENCODE),
    op(
        "banderwagon/map_to_field",
        "Banderwagon element to scalar",
        &[Bytes],
        Bytes,
        Independent,
        MAP,
    ),
    op(
        "banderwagon/commit_256",
        "Verkle commitment to 256 scalars",
        &[Bytes],
        Bytes,
        Independent,
        COMMIT,
    ),
    op(
        "banderwagon/multiproof_prove_16",
        "Verkle proof of 16 openings",
        &[Bytes; 3],
        Bytes,
        Independent,
        PROVE,
    ),
    op(
        "banderwagon/multiproof_verify_16",
        "Verkle verification of 16 openings",
        &[Bytes; 4],
        Verdict,
        Independent,
        VERIFY,
    ),
];

const MUL: &str = "an element by a scalar below ℓ, both already parsed; 32 bytes each, elements as rust-verkle and go-ipa encode them, the scalar little-endian; \
     the answer is encoded off the clock";
const DECODE: &str = "32 bytes, big-endian: x below p of a point whose y is above (p − 1)/2; curve and subgroup checked; encoded again off the clock";
const ENCODE: &str = "of twice an element: it is parsed and doubled off the clock, so that its coordinates have a denominator";
const MAP: &str = "x/y of an element as an integer below p, modulo ℓ; the element already parsed; the answer in 32 bytes, little-endian, off the clock";
const COMMIT: &str = "Σ fᵢGᵢ under the 256 points of Ethereum's proposal (\"eth_verkle_oct_2021\"); scalars of 32 bytes, little-endian, below ℓ, one after the other, \
     already parsed; tables of any size may be made off the clock: curvemark's has half a megabyte, go-ipa's 350; the answer is encoded off the clock";
const PROVE: &str = "16 commitments, the 256 scalars of each, and an index of a byte for each; all already parsed, nobody asks whether the commitments are those of the scalars; \
     the transcript begins with \"vt\"; points and tables as in commit_256; the answer, 576 bytes, is encoded off the clock";
const VERIFY: &str = "16 commitments, an index of a byte and a scalar for each, and a proof of 576 bytes; all from bytes, every point checked for curve and subgroup; \
     points and tables as in commit_256";
