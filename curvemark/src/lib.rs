//! Protocols of blockchains, bytes in and bytes out: signatures, commitments, proofs, electronic
//! cash. It works without `std` and without a heap, if you leave out the features that need them.
//!
//! # One minute of code
//!
//! **Sign and verify**, with BLS:
//!
//! ```
//! use curvemark::bls::min_pk::{PublicKey, SecretKey, Signature};
//!
//! let mut seed = [0; 32];
//! getrandom::fill(&mut seed).expect("the operating system's randomness");
//! let secret = SecretKey::key_gen(&seed, b"")?;
//! let (key, signature) = (secret.public_key().to_bytes(), secret.sign(b"a message").to_bytes());
//!
//! // Reading checks all that can be checked. So a verification needs no flags.
//! let key = PublicKey::from_bytes(&key)?;
//! key.verify(b"a message", &Signature::from_bytes(&signature)?)?;
//! # Ok::<(), curvemark::bls::Error>(())
//! ```
//!
//! [`ecdsa`], [`eddsa`] and [`schnorr`] have keys and signatures of the same shape.
//!
//! **Verify many signatures at once.** Functions take no randomness by themselves: you pass a
//! generator.
//!
//! ```
//! # #[cfg(feature = "alloc")] {
//! use curvemark::bls::min_pk::SecretKey;
//! use curvemark::bls::{SignatureSet, find_invalid_sets, verify_sets};
//! use getrandom::{SysRng, rand_core::UnwrapErr};
//!
//! let secret = SecretKey::key_gen(&[7; 32], b"")?; // in earnest as above
//! let messages: [&[u8]; 2] = [b"one", b"two"];
//! let sets = messages.map(|message| SignatureSet {
//!     key: secret.public_key(),
//!     message,
//!     signature: secret.sign(message),
//! });
//! verify_sets(&sets, &mut UnwrapErr(SysRng))?;
//! assert!(find_invalid_sets(&sets, &mut UnwrapErr(SysRng))?.is_empty());
//! # }
//! # Ok::<(), curvemark::bls::Error>(())
//! ```
//!
//! **Recover Ethereum's signer** from a signature, and hash with Keccak (feature `hashes`):
//!
//! ```
//! # #[cfg(feature = "hashes")] {
//! use curvemark::ecdsa::{Secp256k1, SigningKey};
//! use curvemark::hash::keccak256;
//!
//! let key = SigningKey::<Secp256k1>::from_bytes(&[7; 32])?;
//! let digest = keccak256(b"a transaction");
//! let (signature, id) = key.sign_recoverable_prehashed(&digest);
//! assert_eq!(signature.recover_prehashed(&digest, id)?, key.verifying_key());
//! # }
//! # Ok::<(), curvemark::ecdsa::Error>(())
//! ```
//!
//! **Check an opening of a blob**, as Ethereum's contract at address 10 does:
//!
//! ```
//! # #[cfg(feature = "std")] {
//! use curvemark::kzg::{Error, OpeningVerifier};
//!
//! fn opens(c: &[u8; 48], z: &[u8; 32], y: &[u8; 32], proof: &[u8; 48]) -> Result<(), Error> {
//!     OpeningVerifier::ethereum_kept().verify(c, z, y, proof) // made once per process
//! }
//! # let infinity = { let mut point = [0; 48]; point[0] = 0xc0; point };
//! # opens(&infinity, &[5; 32], &[0; 32], &infinity)?;
//! # }
//! # Ok::<(), curvemark::kzg::Error>(())
//! ```
//!
//! **Blind a message, sign it, unblind it** (Cashu v3):
//!
//! ```
//! use curvemark::cashu::v3::{BlindingFactor, MintSecretKey, blind};
//! # let mut rng = getrandom::rand_core::UnwrapErr(getrandom::SysRng);
//!
//! let (mint, r) = (MintSecretKey::random(&mut rng), BlindingFactor::random(&mut rng));
//! let promise = mint.sign(&blind(b"a secret", &r)); // the mint does not see the secret
//! mint.public_key().verify(b"a secret", &promise.unblind(&r))?;
//! # Ok::<(), curvemark::cashu::v3::Error>(())
//! ```
//!
//! The pages of [`kzg`], `groth16` and `poseidon` lead through the rest. Below all of it is
//! [`curve`], with points, pairings and sums of multiples.
//!
//! # Which function to take
//!
//! | you want | take | not |
//! |---|---|---|
//! | BLS as Ethereum has it | [`bls::min_pk`] | [`bls::min_sig`], with short signatures |
//! | one verdict on many BLS signatures | `bls::verify_sets` | `verify` in a loop |
//! | the same, as they come in | `bls::Accumulator` | |
//! | the same on several machines | `parts` | |
//! | to know which of them are bad | `bls::find_invalid_sets` | |
//! | a key that several parties hold together | `bls::threshold` | |
//! | a secret shared with the holder of another key | [`x25519`]; [`ecdh`] on a chain's curve | |
//! | randomness that others can check with your key | `vrf` | `bandersnatch_vrf`, for ark-vrf's |
//! | a verdict for each of many ECDSA signatures | [`ecdsa::Verifier`], made once | |
//! | ECDSA as Bitcoin and Ethereum do it | `from_bytes_low_s` | `from_bytes`, which takes any s |
//! | Ed25519 where all must agree | [`eddsa::Zip215`], or what your chain says | |
//! | one KZG opening | [`kzg::OpeningVerifier`] | |
//! | blobs; cells with proofs | `kzg::Settings`; `kzg::CellProver` | |
//! | to check many Groth16 proofs | `groth16::VerifyingKey::prepare`, once | `verify` on the key |
//! | keys of a wallet, all from one seed | `wallets::bip32`, `wallets::slip10` | |
//! | silent payments in many transactions | `wallets::bip352::Receiver::scan`, of all at once | |
//! | to verify logins of Sui as its validators do | `zklogin::Verifier`, made once | |
//! | Cashu of today's wallets; of BLS12-381 | [`cashu::legacy`]; [`cashu::v3`] | |
//!
//! # Modules
//!
//! | module | protocol |
//! |---|---|
//! | `bandersnatch_vrf` | verifiable random functions as ark-vrf has them (feature `bandersnatch`) |
//! | [`bls`] | BLS signatures on BLS12-381: the IRTF's draft 05, Ethereum's rules, EIP-2333 |
//! | [`cashu::legacy`] | Cashu on secp256k1, as in today's wallets: NUT-00, 02, 12, 13 and 28 |
//! | [`cashu::v3`] | Cashu on BLS12-381: version 3 of NUT-00, of keyset ids and of secrets |
//! | [`cashu::nutroot`] | Cashu's secrets that are points, and how they are spent: NUT-10 v3 |
//! | `drand` | public randomness of drand's networks: verification (feature `alloc`) |
//! | [`ecdh`] | ECDH on secp256k1 and P-256: shared secrets, also as libsecp256k1 has them |
//! | [`ecdsa`] | ECDSA on secp256k1 and P-256: signing, verification, batches, recovery |
//! | [`eddsa`] | Ed25519: signing, verification by two rules, batches |
//! | `encoding` | hexadecimal, base64, base58, bech32, strictly (feature `alloc`) |
//! | `groth16` | Groth16: verification, proving from files of circom (feature `groth16`) |
//! | [`hash`] | hash functions under one roof, HMAC, HKDF, Merkle trees |
//! | [`kzg`] | KZG commitments on BLS12-381 as Ethereum has them: EIP-4844, EIP-7594 |
//! | `parts` | batches that several machines verify together (feature `alloc`) |
//! | `pasta` | points of Pallas and Vesta from messages, as `pasta_curves` has them (feature `pasta`) |
//! | `poseidon` | Poseidon over the scalar fields of BN254 and BLS12-381 (feature `alloc`) |
//! | [`schnorr`] | BIP-340: signing, verification, batches; MuSig2; proofs of equal logarithms |
//! | `verkle` | commitments to vectors and openings, as rust-verkle has them (feature `bandersnatch`) |
//! | `vrf` | ECVRF: RFC 9381's four suites, and fastcrypto's on ristretto255 (feature `vrf`) |
//! | `wallets` | BIP-32, SLIP-10, BIP-39, BIP-352, BIP-324 (feature `wallets`) |
//! | [`x25519`] | X25519: shared secrets on Curve25519 |
//! | `zklogin` | Sui's zkLogin: verification, RS256, address seeds (feature `zklogin`) |
//!
//! # Features
//!
//! `std` is on by default, and brings `alloc`. No feature chooses an engine: the CPU is asked at
//! run time. No feature but `blake3` calls a C compiler.
//!
//! | feature | brings | costs |
//! |---|---|---|
//! | `alloc` | functions that give `Vec`; `encoding`, `poseidon`, batches | a heap, three crates |
//! | `std` | `alloc`; tables of generators are made once and kept | memory |
//! | `parallel` | `parallel` in `bls` and others, on the caller's rayon pool | six crates |
//! | `hashes` | `hash`: SHA-3, Keccak, BLAKE2, RIPEMD-160, HKDF | six crates |
//! | `blake3` | `hash::Blake3` | a C compiler |
//! | `ethereum-setup` | `kzg`: the points of Ethereum's ceremony | 0.8 MB in the program |
//! | `serde` | JSON of keys, signatures, wire types, trusted setups | procedural macros |
//! | `tokens` | [`cashu`]: tokens, conditions, transactions, quotes | `serde`, JSON, CBOR |
//! | `groth16` | `groth16` | more to compile |
//! | `wallets` | `wallets`: trees of keys, words for seeds, silent payments | eight crates, 0.5 MB of words |
//! | `pasta` | `pasta`, `curve::pasta`: Pallas and Vesta | a crate, 36 KiB |
//! | `grumpkin` | `curve::grumpkin` | 16 KiB |
//! | `bandersnatch` | `verkle`, `bandersnatch_vrf`, `curve::bandersnatch` | more to compile |
//! | `hints` | `kzg`: openings by a witness, for guests of zkVMs | little |
//! | `traits` | the traits of the crate `signature` 3, on keys and signatures | a crate |
//! | `vrf` | `vrf`: verifiable random functions | more to compile |
//! | `zklogin` | `zklogin`: logins by tokens of providers, RS256 | `groth16`, `serde`, JSON, BLAKE2 |
//! | `generator-lines` | `bls`, `cashu::v3`: lines of a generator as data | 13 KB |
//! | `generator-combs` | signatures by tables that are data, without `std` | 28 KiB |
//!
//! Under `--cfg curvemark_insecure_dummy`, and never otherwise, there is `insecure_dummy`: instant
//! stand-ins of signatures and hash functions without any security. They show a host system what
//! cryptography costs it.
//!
//! # What holds everywhere
//!
//! A function takes constant time in its secrets unless its name ends in `_vartime`. Verification
//! takes public values and may be variable-time. Whatever comes from bytes has been checked, so an
//! invalid point cannot be represented. A verification that fails is an error with its reason, and
//! never a panic. Nobody has audited this code.
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;

#[cfg(feature = "bandersnatch")]
pub mod bandersnatch_vrf;
pub mod bls;
pub mod cashu;
// A program for the chip is linked as one, and holds nothing twice.
#[cfg(not(target_arch = "riscv32"))]
#[doc(hidden)]
pub mod compiled;
mod derivation;
#[cfg(feature = "alloc")]
pub mod drand;
pub mod ecdh;
pub mod ecdsa;
pub mod eddsa;
#[cfg(feature = "alloc")]
pub mod encoding;
#[cfg(feature = "groth16")]
pub mod groth16;
pub mod hash;
#[cfg(all(curvemark_insecure_dummy, feature = "std", feature = "traits"))]
pub mod insecure_dummy;
mod kept;
pub mod kzg;
#[cfg(feature = "alloc")]
pub mod parts;
#[cfg(feature = "pasta")]
pub mod pasta;
#[cfg(feature = "alloc")]
pub mod poseidon;
pub mod schnorr;
#[cfg(feature = "traits")]
mod traits;
#[cfg(feature = "bandersnatch")]
pub mod verkle;
#[cfg(feature = "vrf")]
pub mod vrf;
#[cfg(feature = "wallets")]
pub mod wallets;
#[cfg(feature = "alloc")]
mod weights;
pub mod x25519;
#[cfg(feature = "zklogin")]
pub mod zklogin;

#[cfg(all(curvemark_insecure_dummy, not(all(feature = "std", feature = "traits"))))]
compile_error!("--cfg curvemark_insecure_dummy needs the features `std` and `traits` of curvemark");

pub use curve;
pub use curve::{bls12_381, bn254, ed25519, p256, secp256k1};

/// Without the cfg nothing insecure can be named. The same lines compile with it: they are those of
/// the module's example.
///
/// ```compile_fail,E0432
/// use curvemark::insecure_dummy::{InsecureHash, InsecureSigningKey};
/// ```
#[cfg(all(doctest, not(curvemark_insecure_dummy)))]
pub struct NothingInsecure;

/// The examples of this package's README, compiled and run as documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
