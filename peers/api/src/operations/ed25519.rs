//! Operations on Edwards25519.

use super::{ANY_POINTS, DOUBLE_64, SUM, again, op};
use crate::Kind::{Bytes, Fp, Fr, Point, Verdict};
use crate::Shape::{Chain, Independent};
use crate::{Kind, Operation};

pub(super) const ED25519: &[Operation] = &[
    op("ed25519/fp_mul", "Fp multiplication", &[Fp, Fp], Fp, Chain, ""),
    op("ed25519/fp_sqr", "Fp squaring", &[Fp], Fp, Chain, ""),
    op("ed25519/fp_inv", "Fp inversion", &[Fp], Fp, Independent, "of zero: zero"),
    op("ed25519/fr_mul", "Scalar multiplication modulo ℓ", &[Fr, Fr], Fr, Chain, ""),
    op("ed25519/add", "Point addition", &[Point, Point], Point, Chain, ANY_POINTS),
    op("ed25519/double", "Point doubling", &[Point], Point, Chain, ""),
    op(
        "ed25519/generator_mul",
        "Generator multiplication",
        &[Fr],
        Point,
        Independent,
        "by a scalar below ℓ; the result in the library's own coordinates",
    ),
    op(
        "ed25519/mul",
        "Point multiplication",
        &[Point, Fr],
        Point,
        Independent,
        "by a scalar below ℓ; the result in the library's own coordinates",
    ),
    op(
        "ed25519/mul_vartime",
        "Point multiplication, variable-time",
        &[Point, Fr],
        Point,
        Independent,
        "by a scalar below ℓ; the result in the library's own coordinates",
    ),
    op(
        "ed25519/double_mul_vartime",
        "a·B + b·P, variable-time",
        &[Fr, Point, Fr],
        Point,
        Independent,
        "a, P, b as in the verification of a signature; the result in the library's own coordinates",
    ),
    op(
        "ed25519/double_mul_vartime_64",
        "64 times a·B + b·P, variable-time",
        &DOUBLE_64,
        Bytes,
        Independent,
        "unrelated a, P, b as in the verification of signatures; the results in the library's own coordinates",
    ),
    op("ed25519/msm_1024", "Sum of 1,024 multiples", &ED_TERMS, Point, Independent, SUM),
    op(
        "ed25519/decode",
        "Point decompression",
        &[Bytes],
        Point,
        Independent,
        "the 32 bytes of RFC 8032 with y below p; on the curve",
    ),
    op(
        "ed25519/public_key",
        "Public key of a seed",
        &[Bytes],
        Point,
        Independent,
        "RFC 8032 section 5.1.5: SHA-512 of 32 bytes, generator multiplication, encoding",
    ),
    op(
        "ed25519/x25519_public_key",
        "X25519 public key",
        &[Bytes],
        Bytes,
        Independent,
        "RFC 7748 section 6.1: of 32 bytes, clamped",
    ),
    op(
        "ed25519/x25519",
        "X25519 shared secret",
        &[Bytes, Bytes],
        Bytes,
        Independent,
        "secret key and public key of 32 bytes each, any; zero is refused (RFC 7748 section 6.1)",
    ),
    op(
        "ed25519/sign",
        "Ed25519 signature",
        &[Bytes, Bytes],
        Bytes,
        Independent,
        "seed of 32 bytes already parsed and its public key at hand, a message of 32 bytes",
    ),
    op(
        "ed25519/sign_with_public_key",
        "Ed25519 signature under a public key that is given",
        &[Bytes, Bytes, Bytes],
        Bytes,
        Independent,
        "seed, public key, message: for whoever has such an entry; it should refuse every public key but that of the seed",
    ),
    op(
        "ed25519/verify",
        "Ed25519 verification",
        &[Bytes, Bytes, Bytes],
        Verdict,
        Independent,
        "public key, message of 32 bytes, signature of 64 bytes; all from bytes",
    ),
    op(
        "ed25519/batch_verify_64",
        "Ed25519 verification of 64 at once",
        &[Bytes; 192],
        Verdict,
        Independent,
        "as verify each, keys and signatures already parsed, with one verdict on all: by a random combination, or one by one where a library has none",
    ),
];

const ED_TERMS: [Kind; 2048] = again([Point, Fr]);
