//! Operations on secp256k1 and P-256: the curves of ECDSA.

use super::{ANY_POINTS, DOUBLE_64, again, op};
use crate::Kind::{Bytes, Fp, Fr, Point, Verdict};
use crate::Shape::{Chain, Independent};
use crate::{Kind, Operation};

/// What a curve for ECDSA has, and what it has besides.
macro_rules! ecdsa_curve {
    ($id:literal $(, $more:expr)* $(,)?) => {
        &[
            op(concat!($id, "/fp_mul"), "Fp multiplication", &[Fp, Fp], Fp, Chain, ""),
            op(concat!($id, "/fp_sqr"), "Fp squaring", &[Fp], Fp, Chain, ""),
            op(concat!($id, "/fp_add"), "Fp addition", &[Fp, Fp], Fp, Chain, ""),
            op(concat!($id, "/fp_inv"), "Fp inversion", &[Fp], Fp, Independent, "of zero: zero"),
            op(concat!($id, "/fr_mul"), "Scalar multiplication modulo n", &[Fr, Fr], Fr, Chain, ""),
            op(concat!($id, "/fr_inv"), "Scalar inversion modulo n", &[Fr], Fr, Independent, "of a non-zero scalar"),
            op(concat!($id, "/add"), "Point addition", &[Point, Point], Point, Chain, ANY_POINTS),
            op(concat!($id, "/double"), "Point doubling", &[Point], Point, Chain, ""),
            op(concat!($id, "/generator_mul"), "Generator multiplication", &[Fr], Point, Independent, AFFINE_MUL),
            op(
                concat!($id, "/generator_mul_vartime"),
                "Generator multiplication, variable-time",
                &[Fr],
                Point,
                Independent,
                AFFINE_MUL,
            ),
            op(concat!($id, "/mul"), "Point multiplication", &[Point, Fr], Point, Independent, AFFINE_MUL),
            op(concat!($id, "/mul_vartime"), "Point multiplication, variable-time", &[Point, Fr], Point, Independent, AFFINE_MUL),
            op(
                concat!($id, "/double_mul_vartime"),
                "a·G + b·P, variable-time",
                &[Fr, Point, Fr],
                Point,
                Independent,
                "a, P, b as in the verification of a signature; the result affine",
            ),
            op(
                concat!($id, "/decode"),
                "Point decompression, checked",
                &[Bytes],
                Point,
                Independent,
                "the 33 bytes of SEC 1; below p, on the curve",
            ),
            op(
                concat!($id, "/ecdh"),
                "ECDH shared secret",
                &[Fr, Bytes],
                Bytes,
                Independent,
                "secret key already parsed; the other's public key of 65 bytes, on the curve; x of the product",
            ),
            op(
                concat!($id, "/ecdsa_sign"),
                "ECDSA signature",
                &[Fr, Bytes],
                Bytes,
                Independent,
                "secret key already parsed, a digest of 32 bytes; r ‖ s, its nonce that of RFC 6979 (AWS-LC: a random one); what is compared is whether it holds",
            ),
            op(
                concat!($id, "/ecdsa_verify"),
                "ECDSA verification",
                &[Bytes, Bytes, Point],
                Verdict,
                Independent,
                "digest of 32 bytes, signature r ‖ s of 64 bytes with the lower s, public key already parsed; a high s may be refused",
            ),
            op(
                concat!($id, "/double_mul_vartime_64"),
                "64 times a·G + b·P, variable-time",
                &DOUBLE_64,
                Bytes,
                Independent,
                "unrelated a, P, b as in the verification of signatures; the results affine",
            ),
            op(
                concat!($id, "/ecdsa_verify_64"),
                "64 ECDSA verifications",
                &SIGNATURES_64,
                Bytes,
                Independent,
                "unrelated signatures, as ecdsa_verify each; a verdict each",
            ),
            $($more),*
        ]
    };
}

const AFFINE_MUL: &str = "by a non-zero scalar below n; the result affine";

pub(super) const SECP256K1: &[Operation] = ecdsa_curve!(
    "secp256k1",
    op(
        "secp256k1/ecdsa_recover",
        "Public key of an ECDSA signature",
        &[Bytes, Bytes],
        Point,
        Independent,
        "digest of 32 bytes, signature r ‖ s ‖ id of 65 bytes; the key affine",
    ),
    op(
        "secp256k1/schnorr_sign",
        "Schnorr signature",
        &[Fr, Bytes],
        Bytes,
        Independent,
        "BIP-340 with auxiliary bytes of zero; secret key already parsed and its public key at hand, a message of 32 bytes",
    ),
    op(
        "secp256k1/schnorr_verify",
        "Schnorr verification",
        &[Bytes; 3],
        Verdict,
        Independent,
        SCHNORR_VERIFY
    ),
    op(
        "secp256k1/schnorr_verify_64",
        "64 Schnorr verifications",
        &[Bytes; 192],
        Bytes,
        Independent,
        "unrelated signatures, as schnorr_verify each; a verdict each",
    ),
    op(
        "secp256k1/schnorr_batch_verify_64",
        "Schnorr verification of 64 at once",
        &[Bytes; 192],
        Verdict,
        Independent,
        "as schnorr_verify_64 with one verdict on all: by a random combination, or one by one where a library has none",
    ),
);

const SCHNORR_VERIFY: &str =
    "message of 32 bytes, signature of 64 bytes, both as bytes; x-only public key already parsed";

pub(super) const P256: &[Operation] = ecdsa_curve!(
    "p256",
    op(
        "p256/double_mul_vartime_table_16",
        "a·G + b·P, variable-time, with 16 multiples of G",
        &[Fr, Point, Fr],
        Point,
        Independent,
        OF_TABLE,
    ),
    op(
        "p256/double_mul_vartime_table_32",
        "a·G + b·P, variable-time, with 32 multiples of G",
        &[Fr, Point, Fr],
        Point,
        Independent,
        OF_TABLE,
    ),
    op(
        "p256/double_mul_vartime_table_64",
        "a·G + b·P, variable-time, with 64 multiples of G",
        &[Fr, Point, Fr],
        Point,
        Independent,
        OF_TABLE,
    ),
    op(
        "p256/double_mul_vartime_table_128",
        "a·G + b·P, variable-time, with 128 multiples of G",
        &[Fr, Point, Fr],
        Point,
        Independent,
        OF_TABLE,
    ),
    op(
        "p256/double_mul_vartime_table_256",
        "a·G + b·P, variable-time, with 256 multiples of G",
        &[Fr, Point, Fr],
        Point,
        Independent,
        OF_TABLE,
    ),
    op(
        "p256/double_mul_vartime_table_512",
        "a·G + b·P, variable-time, with 512 multiples of G",
        &[Fr, Point, Fr],
        Point,
        Independent,
        OF_TABLE,
    ),
    op(
        "p256/double_mul_vartime_table_1024",
        "a·G + b·P, variable-time, with 1,024 multiples of G",
        &[Fr, Point, Fr],
        Point,
        Independent,
        OF_TABLE,
    ),
);

const OF_TABLE: &str = "as double_mul_vartime, with a table of so many odd multiples of G, 64 bytes each, made off the clock";

const SIGNATURES_64: [Kind; 192] = again([Bytes, Bytes, Point]);
