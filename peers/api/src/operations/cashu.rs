//! Cashu: blind signatures.

use super::{again, op};
use crate::Kind::{Bytes, Fr, G1, Verdict};
use crate::Shape::Independent;
use crate::{Kind, Operation};

pub(super) const CASHU: &[Operation] = &[
    op(
        "cashu-v3/blind",
        "Cashu v3 blind",
        &[Bytes, Fr],
        G1,
        Independent,
        "secret and r to B_ bytes: hash to G1, times r",
    ),
    op(
        "cashu-v3/sign",
        "Cashu v3 sign",
        &[Bytes, Fr],
        G1,
        Independent,
        "B_ bytes (validated) and the mint's key a to C_ bytes",
    ),
    op(
        "cashu-v3/sign_64",
        "Cashu v3 sign 64 outputs",
        &OUTPUTS_64,
        Bytes,
        Independent,
        "as sign, each with a key of its own",
    ),
    op(
        "cashu-v3/unblind",
        "Cashu v3 unblind",
        &[Bytes, Fr],
        G1,
        Independent,
        "C_ bytes (validated) and r to C bytes: times 1/r",
    ),
    op(
        "cashu-v3/verify",
        "Cashu v3 verify",
        &[Bytes, Bytes, Bytes],
        Verdict,
        Independent,
        "secret, C bytes and K bytes (both validated): e(C, G2) = e(Y, K)",
    ),
    op(
        "cashu-v3/batch_verify_10_1",
        "Cashu v3 verify 10 proofs, 1 key",
        &[Bytes; 30],
        Verdict,
        Independent,
        "ten times secret, C, K; from bytes, validated; one multi-Miller loop over 2 pairs",
    ),
    op(
        "cashu-v3/batch_verify_10_10",
        "Cashu v3 verify 10 proofs, 10 keys",
        &[Bytes; 30],
        Verdict,
        Independent,
        "ten times secret, C, K; from bytes, validated; one multi-Miller loop over 11 pairs",
    ),
];

const OUTPUTS_64: [Kind; 128] = again([Bytes, Fr]);
