//! Sui's zkLogin as a validator verifies it, and the signature of a provider's token.

use super::op;
use crate::Kind::{Bytes, Verdict};
use crate::Operation;
use crate::Shape::Independent;

pub(super) const ZKLOGIN: &[Operation] = &[
    op("zklogin/verify", "zkLogin verification", &[Bytes; 4], Verdict, Independent, VERIFY),
    op(
        "zklogin/verify_64",
        "zkLogin verification of 64 transactions",
        &[Bytes; 193],
        Verdict,
        Independent,
        VERIFY_64,
    ),
];

pub(super) const RSA: &[Operation] = &[op(
    "rsa/rs256_verify",
    "RS256 verification",
    &[Bytes; 4],
    Verdict,
    Independent,
    "RSASSA-PKCS1-v1_5 with SHA-256 (RFC 8017, section 8.2.2) under a modulus of 2,048 bits and the exponent 65537; modulus, exponent, message of 640 bytes, signature; the key is already parsed, and what a library makes of it once is made",
)];

const VERIFY: &str = "the keys of a provider as JSON, already parsed; a signature in the bytes that stand in a transaction, the digest that is signed, the address; all that a validator checks is: the ephemeral signature by Ed25519, the address, the proof under the key of Sui's development network";
const VERIFY_64: &str = "as zklogin/verify: the keys once, then 64 times a signature, a digest and an address; one verdict on all; proofs may be verified together";
