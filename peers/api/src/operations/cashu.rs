//! Cashu: blind signatures on BLS12-381 (version 3 of keysets), and those of today's wallets on
//! secp256k1.
//!
//! Steps of the same name do the same for their users, so that the two protocols stand beside each
//! other. What differs is in the protocols: who has no secret key verifies by a pairing in version
//! 3, and on secp256k1 by a proof that the mint gave, with the factor that the wallet blinded by.

use super::{again, op};
use crate::Kind::{Bytes, Fr, G1, Verdict};
use crate::Shape::Independent;
use crate::{Kind, Operation};

pub(super) const V3: &[Operation] = &[
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

/// Points are the 33 bytes of SEC 1 compressed, scalars 32 bytes big-endian, from 1 to n − 1.
pub(super) const LEGACY: &[Operation] = &[
    op(
        "cashu-legacy/blind",
        "Cashu blind",
        &[Bytes, Fr],
        Bytes,
        Independent,
        "secret and r to B_ bytes: hash to the curve, plus r·G",
    ),
    op(
        "cashu-legacy/sign",
        "Cashu sign",
        &[Bytes, Fr],
        Bytes,
        Independent,
        "B_ bytes (validated) and the mint's key k, already parsed, to C_ bytes",
    ),
    op(
        "cashu-legacy/sign_64",
        "Cashu sign 64 outputs",
        &OUTPUTS_64,
        Bytes,
        Independent,
        "as sign, each with a key of its own",
    ),
    op(
        "cashu-legacy/sign_with_proof",
        "Cashu sign, with a proof",
        &[Bytes, Fr],
        Bytes,
        Independent,
        "as sign, with K at hand; C_ bytes, and e and s of NUT-12 with the nonce that it prescribes",
    ),
    op(
        "cashu-legacy/unblind",
        "Cashu unblind",
        &[Bytes, Fr, Bytes],
        Bytes,
        Independent,
        "C_ bytes, r and K bytes (both points validated) to C bytes: C_ − r·K",
    ),
    op(
        "cashu-legacy/verify",
        "Cashu verify, by a wallet",
        &PAYMENT,
        Verdict,
        Independent,
        "secret, C bytes and K bytes (both validated), e ‖ s, r: the proof of NUT-12 for B_ and C_ made again",
    ),
    op(
        "cashu-legacy/mint_verify",
        "Cashu verify, by the mint",
        &[Bytes, Bytes, Fr],
        Verdict,
        Independent,
        "secret, C bytes (validated) and the mint's key k, already parsed: C = k·Y",
    ),
    op(
        "cashu-legacy/batch_verify_10_1",
        "Cashu verify 10 proofs, 1 key, by a wallet",
        &PAYMENTS_10,
        Verdict,
        Independent,
        "as verify ten times, with one verdict on all; a key is decoded once",
    ),
    op(
        "cashu-legacy/batch_verify_10_10",
        "Cashu verify 10 proofs, 10 keys, by a wallet",
        &PAYMENTS_10,
        Verdict,
        Independent,
        "as verify ten times, with one verdict on all",
    ),
    op(
        "cashu-legacy/mint_batch_verify_10_1",
        "Cashu verify 10 proofs, 1 key, by the mint",
        &CLAIMS_10,
        Verdict,
        Independent,
        "as mint_verify ten times, with one verdict on all",
    ),
    op(
        "cashu-legacy/mint_batch_verify_10_10",
        "Cashu verify 10 proofs, 10 keys, by the mint",
        &CLAIMS_10,
        Verdict,
        Independent,
        "as mint_verify ten times, with one verdict on all",
    ),
];

const OUTPUTS_64: [Kind; 128] = again([Bytes, Fr]);
const PAYMENT: [Kind; 5] = [Bytes, Bytes, Bytes, Bytes, Fr];
const PAYMENTS_10: [Kind; 50] = again(PAYMENT);
const CLAIMS_10: [Kind; 30] = again([Bytes, Bytes, Fr]);
