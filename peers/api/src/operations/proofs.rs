//! KZG and Groth16.

use super::{on_threads, op};
use crate::Kind::{Bytes, Verdict};
use crate::Operation;
use crate::Shape::Independent;

pub(super) const KZG: &[Operation] = &[
    op("kzg/commit", "KZG commitment", &[Bytes], Bytes, Independent, COMMIT),
    op(
        "kzg/commit_table",
        "KZG commitment, with a table",
        &[Bytes],
        Bytes,
        Independent,
        WITH_TABLE,
    ),
    op("kzg/proof", "KZG proof at a point", &[Bytes, Bytes], Bytes, Independent, PROOF),
    op(
        "kzg/proof_table",
        "KZG proof at a point, with a table",
        &[Bytes, Bytes],
        Bytes,
        Independent,
        WITH_TABLE,
    ),
    op(
        "kzg/blob_proof",
        "KZG proof of a blob",
        &[Bytes, Bytes],
        Bytes,
        Independent,
        "blob and its commitment from bytes, the commitment's subgroup checked; no table of multiples",
    ),
    op(
        "kzg/verify",
        "KZG verification of an opening",
        &[Bytes; 4],
        Verdict,
        Independent,
        "commitment, z, y, proof; all from bytes, subgroups checked",
    ),
    op(
        "kzg/verify_blob",
        "KZG verification of a blob",
        &[Bytes; 3],
        Verdict,
        Independent,
        VERIFY_BLOB,
    ),
    op(
        "kzg/verify_blobs_1",
        "KZG verification of a batch of 1 blob",
        &[Bytes; 3],
        Verdict,
        Independent,
        VERIFY_BLOBS,
    ),
    op(
        "kzg/verify_blobs_2",
        "KZG verification of 2 blobs",
        &[Bytes; 6],
        Verdict,
        Independent,
        VERIFY_BLOBS,
    ),
    op(
        "kzg/verify_blobs_4",
        "KZG verification of 4 blobs",
        &[Bytes; 12],
        Verdict,
        Independent,
        VERIFY_BLOBS,
    ),
    op(
        "kzg/verify_blobs_8",
        "KZG verification of 8 blobs",
        &[Bytes; 24],
        Verdict,
        Independent,
        VERIFY_BLOBS,
    ),
    op(
        "kzg/verify_blobs_16",
        "KZG verification of 16 blobs",
        &[Bytes; 48],
        Verdict,
        Independent,
        VERIFY_BLOBS,
    ),
    op(
        "kzg/verify_blobs_32",
        "KZG verification of 32 blobs",
        &[Bytes; 96],
        Verdict,
        Independent,
        VERIFY_BLOBS,
    ),
    op(
        "kzg/verify_blobs_64",
        "KZG verification of 64 blobs",
        &[Bytes; 192],
        Verdict,
        Independent,
        VERIFY_BLOBS,
    ),
    op(
        "kzg/cells",
        "Cells of a blob",
        &[Bytes],
        Bytes,
        Independent,
        "the 128 cells of EIP-7594, one after the other",
    ),
    op(
        "kzg/cells_and_proofs",
        "Cells of a blob, with proofs",
        &[Bytes],
        Bytes,
        Independent,
        "the 128 cells of EIP-7594 and their proofs; tables of at most 97 MiB may be made off the clock (c-kzg, rust_eth_kzg: those of precompute 8)",
    ),
    op(
        "kzg/recover",
        "Recovery of a blob's cells, with proofs",
        &[Bytes; 65],
        Bytes,
        Independent,
        "the indices of 64 cells, a byte each, and these cells; the answer and the tables as in cells_and_proofs",
    ),
    op(
        "kzg/recover_cells",
        "Recovery of a blob's cells, without proofs",
        &[Bytes; 65],
        Bytes,
        Independent,
        "the indices of 64 cells, a byte each, and these cells; the answer as in cells",
    ),
    op(
        "kzg/recover_truncated",
        "Recovery from 96 cells, with proofs, by EIP-7594's rule",
        &[Bytes; 97],
        Bytes,
        Independent,
        "as recover, of more cells than needed and without the question whether they are all of one blob: its polynomial's upper half is left out",
    ),
    op(
        "kzg/verify_cells_1",
        "KZG verification of one cell",
        &[Bytes; 4],
        Verdict,
        Independent,
        "as cells arrive by gossip: commitment, index of a byte, cell, proof; all from bytes, subgroups checked",
    ),
    op(
        "kzg/verify_cells_128",
        "KZG verification of a blob's 128 cells",
        &[Bytes; 258],
        Verdict,
        Independent,
        "one verdict on all; commitment, indices of a byte each, 128 cells, 128 proofs; all from bytes, subgroups checked",
    ),
];

pub(super) const KZG_THREADS: &[Operation] = &[
    on_threads(KZG, "kzg/commit_parallel", "KZG commitment, on all threads"),
    on_threads(KZG, "kzg/proof_parallel", "KZG proof at a point, on all threads"),
    on_threads(KZG, "kzg/blob_proof_parallel", "KZG proof of a blob, on all threads"),
    on_threads(KZG, "kzg/verify_blob_parallel", "KZG verification of a blob, on all threads"),
    on_threads(
        KZG,
        "kzg/verify_blobs_1_parallel",
        "KZG verification of a batch of 1 blob, on all threads",
    ),
    on_threads(KZG, "kzg/verify_blobs_2_parallel", "KZG verification of 2 blobs, on all threads"),
    on_threads(KZG, "kzg/verify_blobs_4_parallel", "KZG verification of 4 blobs, on all threads"),
    on_threads(KZG, "kzg/verify_blobs_8_parallel", "KZG verification of 8 blobs, on all threads"),
    on_threads(KZG, "kzg/verify_blobs_16_parallel", "KZG verification of 16 blobs, on all threads"),
    on_threads(KZG, "kzg/verify_blobs_32_parallel", "KZG verification of 32 blobs, on all threads"),
    on_threads(KZG, "kzg/verify_blobs_64_parallel", "KZG verification of 64 blobs, on all threads"),
    on_threads(
        KZG,
        "kzg/cells_and_proofs_parallel",
        "Cells of a blob, with proofs, on all threads",
    ),
    on_threads(
        KZG,
        "kzg/recover_parallel",
        "Recovery of a blob's cells, with proofs, on all threads",
    ),
    on_threads(
        KZG,
        "kzg/verify_cells_128_parallel",
        "KZG verification of a blob's 128 cells, on all threads",
    ),
];

const COMMIT: &str = "under the setup of Ethereum's ceremony; blob from bytes, its elements below r; no table of multiples";
const PROOF: &str =
    "blob and z from bytes, elements below r; the answer is the proof and y; no table of multiples";
const WITH_TABLE: &str = "as the operation of this name, where tables of at most 64 MiB may be made of the setup off the clock; c-kzg and rust_eth_kzg have none";
const VERIFY_BLOB: &str = "blob, commitment, proof; all from bytes, subgroups checked";
const VERIFY_BLOBS: &str = "as verify_blob each, with one verdict on all by a random combination; blobs of polynomials of low degree, whose verification costs the same";

pub(super) const GROTH16: &[Operation] = &[
    op(
        "groth16/bn254_verify_1",
        "BN254 verification, 1 input",
        &[Bytes; 3],
        Verdict,
        Independent,
        GROTH16_VERIFY,
    ),
    op(
        "groth16/bn254_verify_8",
        "BN254 verification, 8 inputs",
        &[Bytes; 3],
        Verdict,
        Independent,
        GROTH16_VERIFY,
    ),
    op(
        "groth16/bn254_verify_32",
        "BN254 verification, 32 inputs",
        &[Bytes; 3],
        Verdict,
        Independent,
        GROTH16_VERIFY,
    ),
    op(
        "groth16/bn254_batch_verify_32",
        "BN254 verification of 32",
        &[Bytes; 65],
        Verdict,
        Independent,
        GROTH16_BATCH,
    ),
    op(
        "groth16/bn254_prove_1024",
        "BN254 proof, 1,024 constraints",
        &[Bytes],
        Bytes,
        Independent,
        GROTH16_PROVE,
    ),
    op(
        "groth16/bn254_prove_65536",
        "BN254 proof, 65,536 constraints",
        &[Bytes],
        Bytes,
        Independent,
        GROTH16_PROVE,
    ),
    op(
        "groth16/bn254_prove_1024_8",
        "8 BN254 proofs, 1,024 constraints",
        &[Bytes; 8],
        Bytes,
        Independent,
        "as bn254_prove_1024 each, one after the other, with one key; the answers one after the other",
    ),
    op(
        "groth16/bls12-381_verify_1",
        "BLS12-381 verification, 1 input",
        &[Bytes; 3],
        Verdict,
        Independent,
        GROTH16_VERIFY,
    ),
    op(
        "groth16/bls12-381_verify_8",
        "BLS12-381 verification, 8 inputs",
        &[Bytes; 3],
        Verdict,
        Independent,
        GROTH16_VERIFY,
    ),
    op(
        "groth16/bls12-381_verify_32",
        "BLS12-381 verification, 32 inputs",
        &[Bytes; 3],
        Verdict,
        Independent,
        GROTH16_VERIFY,
    ),
    op(
        "groth16/bls12-381_batch_verify_32",
        "BLS12-381 verification of 32",
        &[Bytes; 65],
        Verdict,
        Independent,
        GROTH16_BATCH,
    ),
];

pub(super) const GROTH16_THREADS: &[Operation] = &[Operation {
    note: "as bn254_prove_1024_8, all eight asked for at once by eight callers of one key; the times are of the wall",
    ..on_threads(
        GROTH16,
        "groth16/bn254_prove_1024_8_parallel",
        "8 BN254 proofs asked for at once, 1,024 constraints",
    )
}];

const GROTH16_VERIFY: &str = "key, proof, inputs in arkworks' compressed encodings; the key prepared, proof and inputs parsed and checked off the clock";
const GROTH16_BATCH: &str = "a key for 8 inputs, then 32 times proof and inputs, all different; as verify_8 each with one verdict on all: by a random \
     combination, or one by one where a library has none";
const GROTH16_PROVE: &str = "the circuit of so many constraints, 2 public inputs and seed 1 of curvemark's `groth16::insecure_test_setup`, which each library \
     sets up for itself off the clock; the witness of a number, eight big-endian bytes, is computed off the clock. What is compared is the first public \
     input, and whether the proof holds under the library's own key";
