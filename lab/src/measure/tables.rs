//! Named tables: sets of operations, each beside peers that are named with it.

use crate::implementations::is_own;
use peer_api::{Operation, operation};

/// A table that `curvemark run --table` measures.
#[derive(Debug)]
pub struct Table {
    /// The name on the command line.
    pub name: &'static str,
    /// What it shows.
    pub about: &'static str,
    /// Its lines, one curve after the other.
    pub lines: &'static [Line],
    /// Whether curvemark stands beside itself on its fastest engine without vectors.
    pub slower_engine: bool,
}

/// One operation and who is measured beside curvemark.
#[derive(Debug)]
pub struct Line {
    /// The operation.
    pub operation: &'static str,
    /// The names of peers, in all builds of them unless a name says which. Only those of equal
    /// contract are compared.
    pub peers: &'static [&'static str],
}

/// All tables.
pub const TABLES: &[Table] = &[
    Table {
        name: "scalar",
        about: "single operations on five curves, next to the fastest scalar code",
        lines: SCALAR,
        slower_engine: true,
    },
    Table {
        name: "batch",
        about: "operations on many items at once, next to the fastest libraries",
        lines: BATCH,
        slower_engine: true,
    },
    Table {
        name: "signatures",
        about: "signature schemes, one by one and many at once, next to the fastest libraries",
        lines: SIGNATURES,
        slower_engine: true,
    },
    Table {
        name: "agreement",
        about: "what two parties agree on a secret by: X25519, and ECDH on secp256k1 and P-256",
        lines: AGREEMENT,
        slower_engine: true,
    },
    Table {
        name: "cashu",
        about: "Cashu on BLS12-381 and as wallets have it today, from the wallet's message to the token of ten, next to the same steps on blst and libsecp256k1",
        lines: CASHU,
        slower_engine: true,
    },
    Table {
        name: "poseidon",
        about: "Poseidon on BN254's scalars, one hash and 64, next to libraries for it",
        lines: POSEIDON,
        slower_engine: true,
    },
    Table {
        name: "kzg",
        about: "KZG commitments, proofs and verdicts of EIP-4844 and EIP-7594, next to what Ethereum's clients build on",
        lines: KZG,
        slower_engine: true,
    },
    Table {
        name: "groth16",
        about: "Groth16 on two curves, next to the libraries that verify and prove it",
        lines: GROTH16,
        slower_engine: true,
    },
    Table {
        name: "evm",
        about: "calls of Ethereum's contracts, next to revm with its own choice of arithmetic",
        lines: EVM,
        slower_engine: true,
    },
    Table {
        name: "clients",
        about: "what clients of Ethereum ask for besides: recovery of cells, single cells, votes of many on few messages, the contracts' calls of a block",
        lines: CLIENTS,
        slower_engine: true,
    },
    Table {
        name: "protocols",
        about: "verifiable random functions, threshold BLS, zkLogin and RS256, and what wallets and nodes of Bitcoin do with keys, next to libraries for them and to their steps on others",
        lines: PROTOCOLS,
        slower_engine: true,
    },
    Table {
        name: "pasta",
        about: "Pallas, of halo2's curves, next to the libraries that halo2's provers stand on",
        lines: PASTA,
        slower_engine: true,
    },
    Table {
        name: "bls12-377",
        about: "BLS12-377, over whose scalars other proof systems have a curve, next to the libraries that such provers stand on",
        lines: BLS12_377,
        slower_engine: true,
    },
    Table {
        name: "verkle",
        about: "Banderwagon, the group of Ethereum's Verkle trees: elements, commitments, proofs of openings, next to the library of go-ethereum's own trees",
        lines: VERKLE,
        slower_engine: true,
    },
    Table {
        name: "threads",
        about: "what there is for all threads of the machine, in wall time, next to itself on fewer and to libraries with pools of their own",
        lines: THREADS,
        slower_engine: true,
    },
    Table {
        name: "founding",
        about: "rows that the founding documents print and no other table has",
        lines: FOUNDING,
        slower_engine: true,
    },
];

const BLST: &[&str] = &["blst"];
/// The one in Go where it is built.
const BN: &[&str] = &["halo2curves", "arkworks", "gnark"];
/// With sums and lists on AVX-512 IFMA, and with those that Groth16's provers take.
const SUMS: &[&str] = &["blst", "mcl", "arkworks", "bellman"];
const LISTS: &[&str] = &["blst", "mcl"];

const SECP256K1: &[&str] = &["libsecp256k1"];
/// One by one, in constant time or by public values.
const SECP256K1_ONE: &[&str] = &["libsecp256k1", "crrl"];
const P256_ONE: &[&str] = &["aws-lc", "openssl", "crrl"];
/// In all builds: that for this CPU takes AVX-512 IFMA.
const ED25519_ONE: &[&str] = &["dalek", "aws-lc", "commonware", "graviola", "openssl", "crrl"];

/// Built by `curvemark peers build ethereum` and `go`, each on one thread.
const KZG_PEERS: &[&str] = &["c-kzg", "rust_eth_kzg", "go-eth-kzg", "go-kzg-4844"];
const POSEIDON_PEERS: &[&str] = &["light-poseidon", "fastcrypto-zkp"];
const GROTH16_PEERS: &[&str] = &["ark-groth16", "fastcrypto-zkp"];

const SCALAR: &[Line] = &[
    Line { operation: "bls12-381/fp_mul", peers: LISTS },
    Line { operation: "bls12-381/fp_sqr", peers: LISTS },
    Line { operation: "bls12-381/fp2_mul", peers: BLST },
    Line { operation: "bls12-381/fp2_sqr", peers: BLST },
    Line { operation: "bls12-381/fp12_mul", peers: BLST },
    Line { operation: "bls12-381/fp12_sqr", peers: BLST },
    Line { operation: "bls12-381/fp12_cyclotomic_sqr", peers: BLST },
    Line { operation: "bls12-381/g1_mul", peers: BLST },
    Line { operation: "bls12-381/g2_mul", peers: BLST },
    Line { operation: "bls12-381/g1_subgroup_check", peers: BLST },
    Line { operation: "bls12-381/g2_subgroup_check", peers: BLST },
    Line { operation: "bls12-381/g1_decode", peers: BLST },
    Line { operation: "bls12-381/g2_decode", peers: BLST },
    Line { operation: "bls12-381/hash_to_g1", peers: BLST },
    Line { operation: "bls12-381/hash_to_g2", peers: BLST },
    Line { operation: "bls12-381/pairing", peers: BLST },
    Line { operation: "bls12-381/multi_pairing_2", peers: BLST },
    Line { operation: "bls12-381/multi_pairing_8", peers: BLST },
    Line { operation: "bn254/g1_mul", peers: BN },
    Line { operation: "bn254/g1_mul_vartime", peers: BN },
    Line { operation: "bn254/g2_mul", peers: BN },
    Line { operation: "bn254/g2_mul_vartime", peers: BN },
    Line { operation: "bn254/g2_subgroup_check", peers: BN },
    Line { operation: "bn254/pairing", peers: BN },
    Line { operation: "bn254/multi_pairing_2", peers: BN },
    Line { operation: "secp256k1/generator_mul", peers: SECP256K1_ONE },
    Line { operation: "secp256k1/mul", peers: SECP256K1_ONE },
    Line { operation: "p256/generator_mul", peers: &["aws-lc", "graviola", "openssl", "crrl"] },
    Line { operation: "p256/double_mul_vartime", peers: P256_ONE },
    Line { operation: "ed25519/generator_mul", peers: &["dalek", "crrl"] },
    // Most libraries multiply the generator of edwards25519 inside this alone.
    Line { operation: "ed25519/public_key", peers: ED25519_ONE },
    Line { operation: "ed25519/double_mul_vartime", peers: &["dalek", "aws-lc", "crrl"] },
];

const BATCH: &[Line] = &[
    // Its vectors of scalars are in AVX-512.
    Line { operation: "bls12-381/fr_mul_1024", peers: &["blst", "gnark"] },
    Line { operation: "bls12-381/multi_pairing_8", peers: BLST },
    Line { operation: "bls12-381/multi_pairing_128", peers: BLST },
    Line { operation: "bls12-381/pairing_64", peers: BLST },
    Line { operation: "bls12-381/g1_decode_64", peers: BLST },
    Line { operation: "bls12-381/g2_decode_64", peers: BLST },
    Line { operation: "bls12-381/hash_to_g1_64", peers: BLST },
    Line { operation: "bls12-381/hash_to_g2_64", peers: BLST },
    Line { operation: "bls12-381/g1_mul_64", peers: BLST },
    Line { operation: "bls12-381/g1_mul_vartime_64", peers: LISTS },
    Line { operation: "bls12-381/g1_sum_128", peers: BLST },
    Line { operation: "bls12-381/g1_msm_64", peers: SUMS },
    Line { operation: "bls12-381/g1_msm_1024", peers: SUMS },
    Line { operation: "bls12-381/g2_msm_64", peers: SUMS },
    Line { operation: "bls12-381/g2_msm_1024", peers: SUMS },
    Line { operation: "bls12-381/g1_msm_fixed_4096", peers: BLST },
    Line { operation: "bn254/g1_msm_1024", peers: BN },
    Line { operation: "bn254/g1_msm_16384", peers: BN },
    Line { operation: "secp256k1/ecdsa_verify_64", peers: SECP256K1 },
    Line { operation: "p256/ecdsa_verify_64", peers: &["aws-lc"] },
    Line { operation: "p256/double_mul_vartime_64", peers: &["aws-lc"] },
    // In all builds: that for this CPU takes AVX-512 IFMA.
    Line { operation: "ed25519/double_mul_vartime_64", peers: &["dalek", "aws-lc"] },
    Line { operation: "ed25519/msm_1024", peers: &["dalek"] },
];

const X25519: &[&str] = &["aws-lc", "graviola", "openssl", "dalek", "crrl"];

const SIGNATURES: &[Line] = &[
    Line { operation: "bls12-381/bls_public_key", peers: BLST },
    Line { operation: "bls12-381/bls_sign", peers: BLST },
    Line { operation: "bls12-381/bls_verify", peers: BLST },
    Line { operation: "bls12-381/bls_verify_parsed", peers: BLST },
    Line { operation: "bls12-381/bls_fast_aggregate_verify_128", peers: BLST },
    Line { operation: "bls12-381/bls_fast_aggregate_verify_128_bytes", peers: BLST },
    Line { operation: "bls12-381/bls_batch_verify_6", peers: BLST },
    Line { operation: "bls12-381/bls_batch_verify_60", peers: BLST },
    Line { operation: "bls12-381/bls_batch_verify_180", peers: BLST },
    Line { operation: "secp256k1/ecdsa_sign", peers: SECP256K1 },
    Line { operation: "secp256k1/ecdsa_verify", peers: SECP256K1_ONE },
    Line { operation: "secp256k1/ecdsa_recover", peers: SECP256K1 },
    Line { operation: "secp256k1/ecdsa_verify_64", peers: SECP256K1 },
    Line { operation: "secp256k1/schnorr_sign", peers: SECP256K1 },
    Line { operation: "secp256k1/schnorr_verify", peers: SECP256K1 },
    Line { operation: "secp256k1/schnorr_verify_64", peers: SECP256K1 },
    // It has no verification of many at once, and does them one by one.
    Line { operation: "secp256k1/schnorr_batch_verify_64", peers: SECP256K1 },
    // OpenSSL's and graviola's signatures have random nonces.
    Line { operation: "p256/ecdsa_sign", peers: &["aws-lc", "crrl"] },
    Line { operation: "p256/ecdsa_verify", peers: P256_ONE },
    Line { operation: "p256/ecdsa_verify_64", peers: &["aws-lc", "openssl"] },
    // Commonware signs messages behind a name only.
    Line { operation: "ed25519/sign", peers: ED25519_ONE },
    Line { operation: "ed25519/verify", peers: ED25519_ONE },
    Line { operation: "ed25519/batch_verify_64", peers: &["dalek", "commonware"] },
];

const AGREEMENT: &[Line] = &[
    Line { operation: "ed25519/x25519_public_key", peers: X25519 },
    Line { operation: "ed25519/x25519", peers: X25519 },
    Line { operation: "p256/ecdh", peers: &["aws-lc", "graviola", "openssl", "crrl"] },
    Line { operation: "secp256k1/ecdh", peers: &["crrl"] },
];

const CASHU: &[Line] = &[
    Line { operation: "cashu-v3/blind", peers: BLST },
    Line { operation: "cashu-v3/sign", peers: BLST },
    Line { operation: "cashu-v3/sign_64", peers: BLST },
    Line { operation: "cashu-v3/unblind", peers: BLST },
    Line { operation: "cashu-v3/verify", peers: BLST },
    Line { operation: "cashu-v3/batch_verify_10_1", peers: BLST },
    Line { operation: "cashu-v3/batch_verify_10_10", peers: BLST },
    // What wallets run today, step by step the same.
    Line { operation: "cashu-legacy/blind", peers: SECP256K1 },
    Line { operation: "cashu-legacy/sign", peers: SECP256K1 },
    Line { operation: "cashu-legacy/sign_64", peers: SECP256K1 },
    Line { operation: "cashu-legacy/sign_with_proof", peers: SECP256K1 },
    Line { operation: "cashu-legacy/unblind", peers: SECP256K1 },
    Line { operation: "cashu-legacy/verify", peers: SECP256K1 },
    Line { operation: "cashu-legacy/mint_verify", peers: SECP256K1 },
    Line { operation: "cashu-legacy/batch_verify_10_1", peers: SECP256K1 },
    Line { operation: "cashu-legacy/batch_verify_10_10", peers: SECP256K1 },
    Line { operation: "cashu-legacy/mint_batch_verify_10_1", peers: SECP256K1 },
    Line { operation: "cashu-legacy/mint_batch_verify_10_10", peers: SECP256K1 },
];

const POSEIDON: &[Line] = &[
    Line { operation: "bn254/poseidon_2", peers: POSEIDON_PEERS },
    Line { operation: "bn254/poseidon_4", peers: POSEIDON_PEERS },
    Line { operation: "bn254/poseidon_8", peers: POSEIDON_PEERS },
    Line { operation: "bn254/poseidon_2_64", peers: POSEIDON_PEERS },
    Line { operation: "bn254/poseidon_4_64", peers: POSEIDON_PEERS },
    Line { operation: "bn254/poseidon_8_64", peers: POSEIDON_PEERS },
];

const KZG: &[Line] = &[
    Line { operation: "kzg/commit", peers: KZG_PEERS },
    Line { operation: "kzg/commit_table", peers: KZG_PEERS },
    Line { operation: "kzg/proof", peers: KZG_PEERS },
    Line { operation: "kzg/proof_table", peers: KZG_PEERS },
    Line { operation: "kzg/blob_proof", peers: KZG_PEERS },
    Line { operation: "kzg/verify", peers: KZG_PEERS },
    Line { operation: "kzg/verify_blob", peers: KZG_PEERS },
    Line { operation: "kzg/verify_blobs_2", peers: KZG_PEERS },
    Line { operation: "kzg/verify_blobs_4", peers: KZG_PEERS },
    Line { operation: "kzg/verify_blobs_8", peers: KZG_PEERS },
    Line { operation: "kzg/verify_blobs_16", peers: KZG_PEERS },
    Line { operation: "kzg/verify_blobs_32", peers: KZG_PEERS },
    Line { operation: "kzg/verify_blobs_64", peers: KZG_PEERS },
    Line { operation: "kzg/cells", peers: KZG_PEERS },
    Line { operation: "kzg/cells_and_proofs", peers: KZG_PEERS },
    Line { operation: "kzg/recover", peers: KZG_PEERS },
    Line { operation: "kzg/verify_cells_128", peers: KZG_PEERS },
];

const GROTH16: &[Line] = &[
    Line { operation: "groth16/bn254_verify_1", peers: GROTH16_PEERS },
    Line { operation: "groth16/bn254_verify_8", peers: GROTH16_PEERS },
    Line { operation: "groth16/bn254_verify_32", peers: GROTH16_PEERS },
    Line { operation: "groth16/bn254_batch_verify_32", peers: GROTH16_PEERS },
    Line { operation: "groth16/bn254_prove_1024", peers: GROTH16_PEERS },
    Line { operation: "groth16/bls12-381_verify_1", peers: GROTH16_PEERS },
    Line { operation: "groth16/bls12-381_verify_8", peers: GROTH16_PEERS },
    Line { operation: "groth16/bls12-381_verify_32", peers: GROTH16_PEERS },
    Line { operation: "groth16/bls12-381_batch_verify_32", peers: GROTH16_PEERS },
];

const REVM: &[&str] = &["revm"];
/// With libraries of the system (`curvemark peers build system`).
const HASH: &[&str] = &["revm", "openssl"];
const POWER: &[&str] = &["revm", "openssl", "gmp"];

const EVM: &[Line] = &[
    Line { operation: "evm/ecrecover", peers: REVM },
    Line { operation: "evm/sha256_32", peers: HASH },
    Line { operation: "evm/sha256_64", peers: HASH },
    Line { operation: "evm/sha256_96", peers: HASH },
    Line { operation: "evm/sha256_128", peers: HASH },
    Line { operation: "evm/sha256_160", peers: HASH },
    Line { operation: "evm/sha256_192", peers: HASH },
    Line { operation: "evm/sha256_224", peers: HASH },
    Line { operation: "evm/sha256_256", peers: HASH },
    Line { operation: "evm/ripemd160_32", peers: REVM },
    Line { operation: "evm/ripemd160_256", peers: REVM },
    Line { operation: "evm/modexp_32_full", peers: POWER },
    Line { operation: "evm/modexp_32_full_even", peers: POWER },
    Line { operation: "evm/modexp_64_square", peers: POWER },
    Line { operation: "evm/modexp_64_qube", peers: POWER },
    Line { operation: "evm/modexp_64_pow0x10001", peers: POWER },
    Line { operation: "evm/modexp_64_full", peers: POWER },
    Line { operation: "evm/modexp_128_square", peers: POWER },
    Line { operation: "evm/modexp_128_qube", peers: POWER },
    Line { operation: "evm/modexp_128_pow0x10001", peers: POWER },
    Line { operation: "evm/modexp_128_full", peers: POWER },
    Line { operation: "evm/modexp_256_square", peers: POWER },
    Line { operation: "evm/modexp_256_qube", peers: POWER },
    Line { operation: "evm/modexp_256_pow0x10001", peers: POWER },
    Line { operation: "evm/modexp_256_full", peers: POWER },
    Line { operation: "evm/modexp_256_full_even", peers: POWER },
    Line { operation: "evm/modexp_512_square", peers: POWER },
    Line { operation: "evm/modexp_512_qube", peers: POWER },
    Line { operation: "evm/modexp_512_pow0x10001", peers: POWER },
    Line { operation: "evm/modexp_1024_square", peers: POWER },
    Line { operation: "evm/modexp_1024_qube", peers: POWER },
    Line { operation: "evm/modexp_1024_pow0x10001", peers: POWER },
    Line { operation: "evm/bn254_g1add", peers: REVM },
    Line { operation: "evm/bn254_g1mul", peers: REVM },
    Line { operation: "evm/bn254_pairingcheck_1", peers: REVM },
    Line { operation: "evm/bn254_pairingcheck_2", peers: REVM },
    Line { operation: "evm/bn254_pairingcheck_3", peers: REVM },
    Line { operation: "evm/bn254_pairingcheck_4", peers: REVM },
    Line { operation: "evm/bn254_pairingcheck_5", peers: REVM },
    Line { operation: "evm/bn254_pairingcheck_6", peers: REVM },
    Line { operation: "evm/bn254_pairingcheck_7", peers: REVM },
    Line { operation: "evm/bn254_pairingcheck_8", peers: REVM },
    Line { operation: "evm/blake2f_12", peers: REVM },
    Line { operation: "evm/blake2f_1200", peers: REVM },
    Line { operation: "evm/kzg_point_eval", peers: REVM },
    Line { operation: "evm/bls12_g1add", peers: REVM },
    Line { operation: "evm/bls12_g1mul", peers: REVM },
    Line { operation: "evm/bls12_g1msm_2", peers: REVM },
    Line { operation: "evm/bls12_g1msm_4", peers: REVM },
    Line { operation: "evm/bls12_g1msm_8", peers: REVM },
    Line { operation: "evm/bls12_g1msm_16", peers: REVM },
    Line { operation: "evm/bls12_g1msm_32", peers: REVM },
    Line { operation: "evm/bls12_g1msm_64", peers: REVM },
    Line { operation: "evm/bls12_g1msm_128", peers: REVM },
    Line { operation: "evm/bls12_g2add", peers: REVM },
    Line { operation: "evm/bls12_g2mul", peers: REVM },
    Line { operation: "evm/bls12_g2msm_2", peers: REVM },
    Line { operation: "evm/bls12_g2msm_4", peers: REVM },
    Line { operation: "evm/bls12_g2msm_8", peers: REVM },
    Line { operation: "evm/bls12_g2msm_16", peers: REVM },
    Line { operation: "evm/bls12_g2msm_32", peers: REVM },
    Line { operation: "evm/bls12_g2msm_64", peers: REVM },
    Line { operation: "evm/bls12_g2msm_128", peers: REVM },
    Line { operation: "evm/bls12_pairingcheck_1", peers: REVM },
    Line { operation: "evm/bls12_pairingcheck_2", peers: REVM },
    Line { operation: "evm/bls12_pairingcheck_3", peers: REVM },
    Line { operation: "evm/bls12_pairingcheck_4", peers: REVM },
    Line { operation: "evm/bls12_pairingcheck_5", peers: REVM },
    Line { operation: "evm/bls12_pairingcheck_6", peers: REVM },
    Line { operation: "evm/bls12_pairingcheck_7", peers: REVM },
    Line { operation: "evm/bls12_pairingcheck_8", peers: REVM },
    Line { operation: "evm/bls12_map_fp_to_g1", peers: REVM },
    Line { operation: "evm/bls12_map_fp2_to_g2", peers: REVM },
    Line { operation: "evm/p256verify", peers: REVM },
];

const CLIENTS: &[Line] = &[
    Line { operation: "kzg/recover_cells", peers: KZG_PEERS },
    Line { operation: "kzg/recover_truncated", peers: KZG_PEERS },
    Line { operation: "kzg/verify_cells_1", peers: KZG_PEERS },
    Line { operation: "evm/block_mix_1000", peers: REVM },
    Line { operation: "bls12-381/bls_votes_32_on_1", peers: BLST },
    Line { operation: "bls12-381/bls_votes_256_on_4", peers: BLST },
    Line { operation: "bls12-381/bls_votes_2000_on_8", peers: BLST },
];

const VRF: &[&str] = &["vrf-rfc9381"];
const THRESHOLD: &[&str] = &["blst", "commonware-bls", "fastcrypto-tbls"];

const PROTOCOLS: &[Line] = &[
    Line { operation: "ed25519/vrf_prove_ell2", peers: VRF },
    Line { operation: "ed25519/vrf_verify_ell2", peers: VRF },
    Line { operation: "ed25519/vrf_prove_tai", peers: VRF },
    Line { operation: "ed25519/vrf_verify_tai", peers: VRF },
    Line { operation: "ed25519/vrf_prove_sui", peers: &["fastcrypto"] },
    Line { operation: "ed25519/vrf_verify_sui", peers: &["fastcrypto"] },
    Line { operation: "p256/vrf_prove_sswu", peers: VRF },
    Line { operation: "p256/vrf_verify_sswu", peers: VRF },
    Line { operation: "p256/vrf_prove_tai", peers: VRF },
    Line { operation: "p256/vrf_verify_tai", peers: VRF },
    Line { operation: "bls12-381/bls_threshold_combine_67", peers: THRESHOLD },
    Line { operation: "bls12-381/bls_threshold_verify_100", peers: THRESHOLD },
    Line { operation: "secp256k1/bip352_scan", peers: SECP256K1 },
    Line { operation: "secp256k1/bip352_scan_1000", peers: SECP256K1 },
    Line { operation: "zklogin/verify", peers: &["fastcrypto-zkp"] },
    Line { operation: "zklogin/verify_64", peers: &["fastcrypto-zkp"] },
    Line { operation: "rsa/rs256_verify", peers: &["openssl", "aws-lc", "fastcrypto-zkp"] },
    Line { operation: "secp256k1/bip32_child", peers: SECP256K1 },
    Line { operation: "secp256k1/bip32_public_child", peers: SECP256K1 },
    Line { operation: "secp256k1/bip324_exchange", peers: SECP256K1 },
];

/// Built by `curvemark peers build go`, on one thread.
const VERKLE_PEERS: &[&str] = &["go-ipa"];

const VERKLE: &[Line] = &[
    Line { operation: "banderwagon/mul_vartime", peers: VERKLE_PEERS },
    Line { operation: "banderwagon/decode", peers: VERKLE_PEERS },
    Line { operation: "banderwagon/encode", peers: VERKLE_PEERS },
    Line { operation: "banderwagon/map_to_field", peers: VERKLE_PEERS },
    Line { operation: "banderwagon/commit_256", peers: VERKLE_PEERS },
    Line { operation: "banderwagon/multiproof_prove_16", peers: VERKLE_PEERS },
    Line { operation: "banderwagon/multiproof_verify_16", peers: VERKLE_PEERS },
];

/// Those that have functions for many threads. In c-kzg there is none, and in rust_eth_kzg they are
/// behind a feature that changes its figures on one thread.
const KZG_THREADS: &[&str] = &["go-eth-kzg", "go-kzg-4844"];

/// arkworks' multiplications serve the verb in `_vartime`; pasta_curves has no sum.
const PASTA_PEERS: &[&str] = &["pasta_curves", "halo2curves", "arkworks"];

const PASTA: &[Line] = &[
    Line { operation: "pallas/fp_mul", peers: PASTA_PEERS },
    Line { operation: "pallas/fp_sqr", peers: PASTA_PEERS },
    Line { operation: "pallas/fp_inv", peers: PASTA_PEERS },
    Line { operation: "pallas/fr_mul", peers: PASTA_PEERS },
    Line { operation: "pallas/add", peers: PASTA_PEERS },
    Line { operation: "pallas/double", peers: PASTA_PEERS },
    Line { operation: "pallas/mul", peers: PASTA_PEERS },
    Line { operation: "pallas/mul_vartime", peers: PASTA_PEERS },
    Line { operation: "pallas/hash_to_curve", peers: PASTA_PEERS },
    Line { operation: "pallas/hash_to_curve_64", peers: PASTA_PEERS },
    Line { operation: "pallas/msm_1024", peers: PASTA_PEERS },
    Line { operation: "pallas/msm_16384", peers: PASTA_PEERS },
];

/// gnark is built by `curvemark peers build go`.
const BLS12_377_PEERS: &[&str] = &["arkworks", "gnark"];

const BLS12_377: &[Line] = &[
    Line { operation: "bls12-377/g1_mul_vartime", peers: BLS12_377_PEERS },
    Line { operation: "bls12-377/g2_mul_vartime", peers: BLS12_377_PEERS },
    Line { operation: "bls12-377/g1_subgroup_check", peers: BLS12_377_PEERS },
    Line { operation: "bls12-377/g2_subgroup_check", peers: BLS12_377_PEERS },
    Line { operation: "bls12-377/pairing", peers: BLS12_377_PEERS },
    Line { operation: "bls12-377/g1_msm_1024", peers: BLS12_377_PEERS },
    Line { operation: "bls12-377/g1_msm_16384", peers: BLS12_377_PEERS },
];

const THREADS: &[Line] = &[
    Line { operation: "bls12-381/bls_batch_verify_6_parallel", peers: BLST },
    Line { operation: "bls12-381/bls_batch_verify_60_parallel", peers: BLST },
    Line { operation: "bls12-381/bls_batch_verify_180_parallel", peers: BLST },
    Line { operation: "kzg/commit_parallel", peers: KZG_THREADS },
    Line { operation: "kzg/proof_parallel", peers: KZG_THREADS },
    Line { operation: "kzg/blob_proof_parallel", peers: KZG_THREADS },
    Line { operation: "kzg/verify_blob_parallel", peers: KZG_THREADS },
    Line { operation: "kzg/verify_blobs_1_parallel", peers: KZG_THREADS },
    Line { operation: "kzg/verify_blobs_2_parallel", peers: KZG_THREADS },
    Line { operation: "kzg/verify_blobs_4_parallel", peers: KZG_THREADS },
    Line { operation: "kzg/verify_blobs_8_parallel", peers: KZG_THREADS },
    Line { operation: "kzg/verify_blobs_16_parallel", peers: KZG_THREADS },
    Line { operation: "kzg/verify_blobs_32_parallel", peers: KZG_THREADS },
    Line { operation: "kzg/verify_blobs_64_parallel", peers: KZG_THREADS },
    Line { operation: "kzg/cells_and_proofs_parallel", peers: KZG_THREADS },
    Line { operation: "kzg/recover_parallel", peers: KZG_THREADS },
    Line { operation: "kzg/verify_cells_128_parallel", peers: KZG_THREADS },
    // Its callers come one after the other in the row on one thread.
    Line { operation: "groth16/bn254_prove_1024_8_parallel", peers: &[] },
];

const SHORT: &[&str] = &["libsecp256k1", "k256", "p256", "aws-lc", "openssl", "arkworks", "crrl"];

const HEX: &[&str] = &["hex", "const-hex"];

const FOUNDING: &[Line] = &[
    Line { operation: "bls12-381/g1_add", peers: BLST },
    Line { operation: "bls12-381/g2_add", peers: BLST },
    Line { operation: "bls12-381/g1_decode_unchecked", peers: BLST },
    Line { operation: "bls12-381/g2_decode_unchecked", peers: BLST },
    Line { operation: "bls12-381/g1_mul_vartime", peers: LISTS },
    Line { operation: "bls12-381/gt_exp", peers: &["arkworks"] },
    Line { operation: "bls12-381/gt_exp_64", peers: &["arkworks"] },
    Line { operation: "bls12-381/gt_msm_128", peers: &["arkworks"] },
    Line { operation: "bls12-381/bls_verify_parsed_6", peers: BLST },
    Line { operation: "bls12-381/bls_verify_parsed_60", peers: BLST },
    Line { operation: "bls12-381/bls_verify_parsed_180", peers: BLST },
    Line { operation: "bls12-381/bls_min_sig_sign", peers: BLST },
    Line { operation: "bls12-381/bls_min_sig_verify_parsed", peers: BLST },
    Line { operation: "bn254/gt_exp", peers: BN },
    Line { operation: "bn254/poseidon_1", peers: POSEIDON_PEERS },
    Line { operation: "bn254/poseidon_3", peers: POSEIDON_PEERS },
    Line { operation: "bn254/poseidon_5", peers: POSEIDON_PEERS },
    Line { operation: "bn254/poseidon_6", peers: POSEIDON_PEERS },
    Line { operation: "bn254/poseidon_7", peers: POSEIDON_PEERS },
    Line { operation: "bn254/poseidon_9", peers: POSEIDON_PEERS },
    Line { operation: "bn254/poseidon_10", peers: POSEIDON_PEERS },
    Line { operation: "bn254/poseidon_11", peers: POSEIDON_PEERS },
    Line { operation: "bn254/poseidon_12", peers: POSEIDON_PEERS },
    Line { operation: "bn254/poseidon_13", peers: POSEIDON_PEERS },
    Line { operation: "bn254/poseidon_14", peers: POSEIDON_PEERS },
    Line { operation: "bn254/poseidon_15", peers: POSEIDON_PEERS },
    Line { operation: "bn254/poseidon_16", peers: POSEIDON_PEERS },
    Line { operation: "secp256k1/fp_mul", peers: SHORT },
    Line { operation: "secp256k1/fp_sqr", peers: SHORT },
    Line { operation: "secp256k1/fp_add", peers: SHORT },
    Line { operation: "secp256k1/fp_inv", peers: SHORT },
    Line { operation: "secp256k1/fr_mul", peers: SHORT },
    Line { operation: "secp256k1/fr_inv", peers: SHORT },
    Line { operation: "secp256k1/add", peers: SHORT },
    Line { operation: "secp256k1/double", peers: SHORT },
    Line { operation: "secp256k1/generator_mul_vartime", peers: SHORT },
    Line { operation: "p256/mul_vartime", peers: SHORT },
    Line { operation: "p256/double_mul_vartime_table_16", peers: SHORT },
    Line { operation: "p256/double_mul_vartime_table_32", peers: SHORT },
    Line { operation: "p256/double_mul_vartime_table_64", peers: SHORT },
    Line { operation: "p256/double_mul_vartime_table_128", peers: SHORT },
    Line { operation: "p256/double_mul_vartime_table_256", peers: SHORT },
    Line { operation: "p256/double_mul_vartime_table_512", peers: SHORT },
    Line { operation: "p256/double_mul_vartime_table_1024", peers: SHORT },
    Line { operation: "ed25519/decode", peers: &["dalek", "crrl"] },
    Line { operation: "codec/base64_encode", peers: &["fastcrypto-zkp"] },
    Line { operation: "codec/base64_decode", peers: &["fastcrypto-zkp"] },
    Line { operation: "codec/hex_encode", peers: HEX },
    Line { operation: "codec/hex_decode", peers: &[] },
    Line { operation: "codec/base58_encode", peers: &["bs58"] },
    Line { operation: "codec/base58_decode", peers: &["bs58"] },
    Line { operation: "kzg/verify_blobs_1", peers: KZG_PEERS },
    Line { operation: "groth16/bn254_prove_65536", peers: GROTH16_PEERS },
];

impl Table {
    /// The table of this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        TABLES.iter().find(|table| table.name == name)
    }

    /// Its operations, in its order.
    pub fn operations(&self) -> Vec<&'static Operation> {
        self.lines.iter().filter_map(|line| operation(line.operation)).collect()
    }

    /// Whether a peer stands beside an operation, or curvemark on another engine.
    pub fn admits(&self, operation: &Operation, peer: &str) -> bool {
        if self.slower_engine && is_own(peer) {
            return true;
        }
        let lines = self.lines.iter().filter(|line| line.operation == operation.id);
        // A worker's peers have the name of their build behind their own.
        let is = |name: &str| {
            peer.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        };
        lines.flat_map(|line| line.peers).any(|name| is(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::implementations::linked;

    #[test]
    fn lines_name_operations_that_peers_of_this_build_serve_under_the_same_contract() {
        let all = linked();
        let of =
            |name: &str| all.iter().find(|one| one.about().name == name).expect("it is linked");
        for table in TABLES {
            assert_eq!(
                table.operations().len(),
                table.lines.len(),
                "{}: all operations exist",
                table.name
            );
            for operation in table.operations() {
                let ours = of("curvemark").contract(operation);
                assert!(ours.is_some(), "{}", operation.id);
                if table.admits(operation, "blst") {
                    assert_eq!(of("blst").contract(operation), ours, "{}", operation.id);
                }
            }
        }
    }

    #[test]
    fn a_peer_is_admitted_by_its_name_in_all_builds_or_in_the_one_that_is_named() {
        let scalar = Table::named("scalar").expect("it exists");
        let admits = |id: &str, peer| scalar.admits(operation(id).expect("it exists"), peer);
        assert!(
            admits("bn254/pairing", "arkworks plain") && admits("bn254/pairing", "arkworks native")
        );
        assert!(admits("bls12-381/fp_mul", "blst") && !admits("bls12-381/fp_mul", "arkworks"));
        assert!(
            admits("ed25519/public_key", "dalek plain")
                && admits("ed25519/public_key", "dalek native")
        );
        let batch = Table::named("batch").expect("it exists");
        let sum = operation("bls12-381/g1_msm_64").expect("it exists");
        assert!(batch.admits(sum, "mcl plain") && !batch.admits(sum, "mclx"));
        assert!(!admits("bls12-381/fp_inv", "blst"));
    }
}
