//! Verifiable random functions: the suites of RFC 9381, and fastcrypto's on ristretto255.

use super::op;
use crate::Kind::Bytes;
use crate::Operation;
use crate::Shape::Independent;

pub(super) const ED25519: &[Operation] = &[
    op(
        "ed25519/vrf_prove_ell2",
        "ECVRF proof, ELL2",
        &[Bytes, Bytes],
        Bytes,
        Independent,
        PROVE_ELL2,
    ),
    op(
        "ed25519/vrf_verify_ell2",
        "ECVRF verification, ELL2",
        &[Bytes, Bytes, Bytes],
        Bytes,
        Independent,
        VERIFY,
    ),
    op("ed25519/vrf_prove_tai", "ECVRF proof, TAI", &[Bytes, Bytes], Bytes, Independent, PROVE_TAI),
    op(
        "ed25519/vrf_verify_tai",
        "ECVRF verification, TAI",
        &[Bytes, Bytes, Bytes],
        Bytes,
        Independent,
        VERIFY,
    ),
    op(
        "ed25519/vrf_prove_sui",
        "ECVRF proof, fastcrypto's on ristretto255",
        &[Bytes, Bytes],
        Bytes,
        Independent,
        "suite sui_vrf; secret key already parsed and its public key at hand, an input of 32 bytes",
    ),
    op(
        "ed25519/vrf_verify_sui",
        "ECVRF verification, fastcrypto's on ristretto255",
        &[Bytes, Bytes, Bytes],
        Bytes,
        Independent,
        "suite sui_vrf; public key, input of 32 bytes, proof of 80 bytes; all from bytes; the answer is the output",
    ),
];

pub(super) const P256: &[Operation] = &[
    op(
        "p256/vrf_prove_sswu",
        "ECVRF proof, SSWU",
        &[Bytes, Bytes],
        Bytes,
        Independent,
        "RFC 9381 ECVRF-P256-SHA256-SSWU; secret key already parsed and its public key at hand, an input of 32 bytes",
    ),
    op(
        "p256/vrf_verify_sswu",
        "ECVRF verification, SSWU",
        &[Bytes, Bytes, Bytes],
        Bytes,
        Independent,
        VERIFY,
    ),
    op(
        "p256/vrf_prove_tai",
        "ECVRF proof, TAI",
        &[Bytes, Bytes],
        Bytes,
        Independent,
        "RFC 9381 ECVRF-P256-SHA256-TAI; secret key already parsed and its public key at hand, an input of 32 bytes",
    ),
    op(
        "p256/vrf_verify_tai",
        "ECVRF verification, TAI",
        &[Bytes, Bytes, Bytes],
        Bytes,
        Independent,
        VERIFY,
    ),
];

const PROVE_ELL2: &str = "RFC 9381 ECVRF-EDWARDS25519-SHA512-ELL2; secret key already parsed and its public key at hand, an input of 32 bytes";
const PROVE_TAI: &str = "RFC 9381 ECVRF-EDWARDS25519-SHA512-TAI; secret key already parsed and its public key at hand, an input of 32 bytes, which may show in the time";
const VERIFY: &str = "as RFC 9381 has it, with validate_key: public key, input of 32 bytes, proof; all from bytes; the answer is the output";
