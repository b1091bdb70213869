//! Operations on Pallas, one of halo2's curves.

use super::{ANY_POINTS, again, op};
use crate::Kind::{Bytes, Fp, Fr, Point};
use crate::Shape::{Chain, Independent};
use crate::{Kind, Operation};

pub(super) const PALLAS: &[Operation] = &[
    op("pallas/fp_mul", "Fp multiplication", &[Fp, Fp], Fp, Chain, ""),
    op("pallas/fp_sqr", "Fp squaring", &[Fp], Fp, Chain, ""),
    op("pallas/fp_inv", "Fp inversion", &[Fp], Fp, Independent, "of zero: zero"),
    op("pallas/fr_mul", "Scalar multiplication modulo q", &[Fr, Fr], Fr, Chain, ""),
    op("pallas/add", "Point addition", &[Point, Point], Point, Chain, ANY_POINTS),
    op("pallas/double", "Point doubling", &[Point], Point, Chain, ""),
    op("pallas/mul", "Point multiplication", &[Point, Fr], Point, Independent, MUL),
    op(
        "pallas/mul_vartime",
        "Point multiplication, variable-time",
        &[Point, Fr],
        Point,
        Independent,
        MUL,
    ),
    op("pallas/hash_to_curve", "Hash to the curve", &[Bytes], Point, Independent, HASH),
    op(
        "pallas/hash_to_curve_64",
        "Hash 64 messages to the curve",
        &[Bytes; 64],
        Bytes,
        Independent,
        "as hash_to_curve; the answer compared is the points one after the other",
    ),
    op("pallas/msm_1024", "sum of 1,024 multiples", &TERMS_1024, Point, Independent, SUM),
    op("pallas/msm_16384", "sum of 16,384 multiples", &TERMS_16384, Point, Independent, SUM),
];

/// The prefix under which messages are hashed.
pub const PALLAS_PREFIX: &str = "curvemark-lab";

const TERMS_1024: [Kind; 2 << 10] = again([Point, Fr]);
static TERMS_16384: [Kind; 2 << 14] = again([Point, Fr]);

const MUL: &str = "by a scalar below q; the result affine";
const HASH: &str =
    "of a message of 32 bytes, with BLAKE2b and the suite that pasta_curves has for it";
const SUM: &str = "Σ kᵢPᵢ of affine points and scalars below q, both already parsed; any points, the identity and equal ones included";
