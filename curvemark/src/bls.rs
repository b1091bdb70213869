//! BLS signatures on BLS12-381: draft-irtf-cfrg-bls-signature-05, Ethereum's rules, key derivation
//! by EIP-2333, and batch verification.
//!
//! ```
//! use curvemark::bls::min_pk::SecretKey;
//!
//! let secret = SecretKey::key_gen(&[7; 32], b"")?; // 32 bytes that nobody can guess
//! let key = secret.public_key();
//! let signature = secret.sign(b"a message");
//! key.verify(b"a message", &signature)?;
//! # Ok::<(), curvemark::bls::Error>(())
//! ```
//!
//! # Types
//!
//! | type | value | bytes with [`MinPk`] | with [`MinSig`] |
//! |---|---|---|---|
//! | [`SecretKey`] | an integer, 0 < s < r | 32, big-endian | 32 |
//! | [`PublicKey`] | s·g, never the identity | 48, or 96 uncompressed | 96, or 192 |
//! | [`ProvenPublicKey`] | the same, its possession proved | | |
//! | [`Signature`], [`ProofOfPossession`] | s·H(m) | 96, or 192 | 48, or 96 |
//! | [`AggregateSignature`] | a sum of signatures | 96 | 48 |
//! | [`AggregatePublicKey`] | a sum of proven keys | 48 | 96 |
//!
//! Whatever comes from bytes has been checked: encoding, curve and subgroup, and that a key is not
//! the identity. So no function asks whether to check, and nobody pays twice.
//!
//! # Suites
//!
//! All these types carry their suite, a type that says which group holds keys, how rogue keys are
//! kept out of aggregates, and under which domain separation tag messages are hashed. The compiler
//! refuses a signature of one suite where another is asked for.
//!
//! | suite | aggregates |
//! |---|---|
//! | [`min_pk::Basic`], [`min_sig::Basic`] (`…_NUL_`) | of distinct messages, which is checked |
//! | [`min_pk::Augmented`], [`min_sig::Augmented`] (`…_AUG_`) | of any messages; the key is signed with each |
//! | [`min_pk::Possession`], [`min_sig::Possession`] (`…_POP_`) | of any messages, fast on one message; only of [`ProvenPublicKey`]s |
//! | a type of yours | see [`Suite`] |
//!
//! The names in [`min_pk`] and [`min_sig`] are those of the suite `Possession`; those of another
//! are made with it, such as `bls::SecretKey<min_pk::Basic>`. Ethereum's is [`min_pk::Possession`],
//! with [`ethereum`] for its exceptions.
//!
//! # Many at once
//!
//! [`verify_sets`] verifies many signatures by one product of pairings; [`find_invalid_sets`] says
//! which are not valid; an [`Accumulator`] takes them one by one as they come; `parallel`, behind
//! the feature of that name, uses several threads; a [`Part`] is what a slice of a batch adds to
//! the verdict, on as many machines as there are slices ([`parts`](crate::parts)).
//!
//! # For users of blst
//!
//! | `blst::min_pk`, `blst::min_sig` | here |
//! |---|---|
//! | `SecretKey::key_gen(ikm, info)`, `key_gen_v4_5`, `key_gen_v5` | [`SecretKey::key_gen`], [`SecretKey::key_gen_with_salt`] |
//! | `key_gen_v3` | [`SecretKey::key_gen_with_salt`] with the salt `b"BLS-SIG-KEYGEN-SALT-"` |
//! | `derive_master_eip2333`, `derive_child_eip2333` | [`SecretKey::derive_master`], [`SecretKey::derive_child`] |
//! | `sk.sk_to_pk()` | [`SecretKey::public_key`] |
//! | `sk.sign(msg, dst, aug)` | [`SecretKey::sign`]: tag and augmentation are the suite's |
//! | `PublicKey::key_validate`, `from_bytes` + `validate`, `Signature::sig_validate` | [`PublicKey::from_bytes`], [`Signature::from_bytes`](SignaturePoint::from_bytes): always checked |
//! | `deserialize`, `serialize` | `from_bytes_uncompressed`, `to_bytes_uncompressed` |
//! | `sig.verify(groupcheck, msg, dst, aug, pk, validate)` | [`PublicKey::verify`] |
//! | `AggregatePublicKey::aggregate(pks, validate)` | [`AggregatePublicKey::aggregate`] |
//! | `sig.fast_aggregate_verify(groupcheck, msg, dst, pks)` | [`AggregateSignature::fast_aggregate_verify`] |
//! | `sig.aggregate_verify(groupcheck, msgs, dst, pks, validate)` | [`AggregateSignature::aggregate_verify`] |
//! | `verify_multiple_aggregate_signatures(msgs, dst, pks, …, sigs, …, rands, bits)` | [`verify_sets`], or `parallel::verify_sets`; it draws the weights itself |
//! | `BLST_VERIFY_FAIL` | [`Error::NotSigned`] |
//! | `BLST_BAD_ENCODING`, `_POINT_NOT_ON_CURVE`, `_POINT_NOT_IN_GROUP`, `_PK_IS_INFINITY` | [`Error::Point`] with the reason |
//! | `BLST_BAD_SCALAR`, `_AGGR_TYPE_MISMATCH` | [`Error::SecretKey`], [`Error::KeyMaterial`]; [`Error::Empty`], [`Error::LengthMismatch`] |
//!
//! ```
//! # #[cfg(feature = "alloc")] {
//! use curvemark::bls::min_pk::{AggregateSignature, ProvenPublicKey, PublicKey, SecretKey, Signature};
//! use curvemark::bls::{Error, SignatureSet, verify_sets};
//! use rand_core::CryptoRng;
//!
//! // blst: pk.validate()?; sig.validate(true)?; sig.verify(false, msg, DST, &[], &pk, false)
//! fn verify(key: &[u8], message: &[u8], signature: &[u8]) -> Result<(), Error> {
//!     PublicKey::from_bytes(key)?.verify(message, &Signature::from_bytes(signature)?)
//! }
//!
//! // blst: sig.fast_aggregate_verify(true, msg, DST, &pks)
//! fn verify_committee(keys: &[ProvenPublicKey], message: &[u8], signature: &[u8]) -> Result<(), Error> {
//!     AggregateSignature::from_bytes(signature)?.fast_aggregate_verify(keys, message)
//! }
//!
//! // blst: Signature::verify_multiple_aggregate_signatures(&msgs, DST, &pks, false, &sigs, true, &rands, 64)
//! fn verify_block(
//!     keys: &[PublicKey],
//!     messages: &[&[u8]],
//!     signatures: &[Signature],
//!     rng: &mut impl CryptoRng,
//! ) -> Result<(), Error> {
//!     let items = keys.iter().zip(messages).zip(signatures);
//!     let sets: Vec<_> =
//!         items.map(|((key, message), signature)| SignatureSet { key: *key, message, signature: *signature }).collect();
//!     verify_sets(&sets, rng)
//! }
//!
//! // A key is a proven one by its proof, or on the word of who has checked it before.
//! let secret = SecretKey::derive_master(&[7; 32])?.derive_child(12_381);
//! let key = secret.public_key().verify_possession(&secret.prove_possession())?;
//! let signature = secret.sign(b"a message").to_bytes();
//! verify(&key.public_key().to_bytes(), b"a message", &signature)?;
//! verify_committee(&[key], b"a message", &signature)?;
//! # use rand_chacha::rand_core::SeedableRng;
//! # let mut rng = rand_chacha::ChaCha20Rng::seed_from_u64(1);
//! verify_block(&[secret.public_key(); 2], &[&b"a message"[..]; 2], &[secret.sign(b"a message"); 2], &mut rng)?;
//! # }
//! # Ok::<(), curvemark::bls::Error>(())
//! ```
//!
//! # For users of fastcrypto
//!
//! | `fastcrypto::bls12381` | here |
//! |---|---|
//! | `BLS12381KeyPair::generate(rng)`, `sign`, `public` | [`KeyPair::new`] of [`SecretKey::random`], [`KeyPair::sign`], [`KeyPair::public_key`] |
//! | `VerifyingKey::verify(msg, sig)` | [`PublicKey::verify`] |
//! | `VerifyingKey::verify_batch_empty_fail(msg, pks, sigs)` | [`verify_sets`]: with weights, so that two wrong signatures whose errors cancel are found |
//! | `verify_batch_empty_fail_different_msg(msgs, pks, sigs)` | [`verify_sets`] |
//! | `AggregateAuthenticator::aggregate`, `add_signature`, `add_aggregate` | [`AggregateSignature::aggregate`], [`AggregateSignature::add`], [`AggregateSignature::add_aggregate`] |
//! | `AggregateAuthenticator::verify(pks, msg)` | [`AggregateSignature::fast_aggregate_verify`], with keys whose possession is proved |
//! | `verify_different_msg(pks, msgs)` | [`AggregateSignature::aggregate_verify`] |
//! | `AggregateAuthenticator::batch_verify(sigs, pks, msgs)` | [`verify_sets`], each with the sum of its keys, [`AggregatePublicKey`] |
//!
//! A tag that is not the suite's is a [`Suite`] of its own.
//!
//! ```
//! # use rand_chacha::rand_core::SeedableRng;
//! # let mut rng = rand_chacha::ChaCha20Rng::seed_from_u64(1);
//! use curvemark::bls::min_sig::{AggregateSignature, KeyPair, SecretKey};
//!
//! let pair = KeyPair::new(SecretKey::random(&mut rng));
//! let signature = pair.sign(b"a message");
//! pair.public_key().verify(b"a message", &signature)?;
//!
//! let proof = pair.secret_key().prove_possession();
//! let keys = [pair.public_key().verify_possession(&proof)?];
//! AggregateSignature::aggregate(&[signature])?.fast_aggregate_verify(&keys, b"a message")?;
//! # Ok::<(), curvemark::bls::Error>(())
//! ```

mod aggregate;
mod derive;
mod error;
mod key;
mod signature;
pub mod suite;
#[cfg(feature = "alloc")]
pub mod threshold;

#[cfg(feature = "alloc")]
mod accumulator;
#[cfg(feature = "alloc")]
mod batch;
pub mod ethereum;
#[cfg(feature = "parallel")]
pub mod parallel;
#[cfg(feature = "alloc")]
mod part;
#[cfg(feature = "serde")]
mod serde;
#[cfg(feature = "alloc")]
mod threads;

#[cfg(feature = "alloc")]
pub use accumulator::Accumulator;
pub use aggregate::{AggregatePublicKey, AggregateSignature};
#[cfg(feature = "alloc")]
pub use batch::{SignatureSet, find_invalid_sets, verify_sets, verify_sets_deterministic};
#[cfg(feature = "alloc")]
pub(crate) use batch::{square_of_seed, weight};
pub use error::Error;
pub use key::{KeyPair, ProvenPublicKey, PublicKey, SecretKey};
#[cfg(feature = "alloc")]
pub use part::{Part, SignatureSets, digest_encoded_sets, digest_sets, part_of_sets};
pub use signature::{OnKey, OnMessage, ProofOfPossession, Role, Signature, SignaturePoint};
pub use suite::{AggregateKey, MinPk, MinSig, ProofSuite, Suite};

/// Keys of 48 bytes in G1, signatures of 96 bytes in G2: where keys are many, as in Ethereum. The
/// types are those of the suite [`Possession`](min_pk::Possession).
pub mod min_pk {
    use super::suite::{self, MinPk, ProofSuite, Suite};

    /// BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_.
    ///
    /// [Example](crate::bls).
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Basic;

    /// BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_AUG_.
    ///
    /// [Example](crate::bls).
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Augmented;

    /// BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_: Ethereum's.
    ///
    /// [Example](crate::bls).
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Possession;

    impl Suite for Basic {
        type Parameters = MinPk;
        type Scheme = suite::Basic;

        const DST: &'static [u8] = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_";
    }

    impl Suite for Augmented {
        type Parameters = MinPk;
        type Scheme = suite::Augmented;

        const DST: &'static [u8] = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_AUG_";
    }

    impl Suite for Possession {
        type Parameters = MinPk;
        type Scheme = suite::Possession;

        const DST: &'static [u8] = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";
    }

    impl ProofSuite for Possession {
        const PROOF_DST: &'static [u8] = b"BLS_POP_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";
    }

    /// See [`bls::SecretKey`](super::SecretKey).
    ///
    /// [Example](crate::bls).
    pub type SecretKey = super::SecretKey<Possession>;
    /// See [`bls::KeyPair`](super::KeyPair).
    ///
    /// [Example](crate::bls).
    pub type KeyPair = super::KeyPair<Possession>;
    /// See [`bls::PublicKey`](super::PublicKey).
    ///
    /// [Example](crate::bls).
    pub type PublicKey = super::PublicKey<Possession>;
    /// See [`bls::ProvenPublicKey`](super::ProvenPublicKey).
    ///
    /// [Example](crate::bls).
    pub type ProvenPublicKey = super::ProvenPublicKey<Possession>;
    /// See [`bls::AggregatePublicKey`](super::AggregatePublicKey).
    ///
    /// [Example](crate::bls).
    pub type AggregatePublicKey = super::AggregatePublicKey<Possession>;
    /// See [`bls::SignaturePoint`](super::SignaturePoint).
    ///
    /// [Example](crate::bls).
    pub type Signature = super::Signature<Possession>;
    /// See [`bls::SignaturePoint`](super::SignaturePoint).
    ///
    /// [Example](crate::bls).
    pub type ProofOfPossession = super::ProofOfPossession<Possession>;
    /// See [`bls::AggregateSignature`](super::AggregateSignature).
    ///
    /// [Example](crate::bls).
    pub type AggregateSignature = super::AggregateSignature<Possession>;
}

/// Keys of 96 bytes in G2, signatures of 48 bytes in G1: where signatures are many. The types are
/// those of the suite [`Possession`](min_sig::Possession).
pub mod min_sig {
    use super::suite::{self, MinSig, ProofSuite, Suite};

    /// BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_.
    ///
    /// [Example](crate::bls).
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Basic;

    /// BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_AUG_.
    ///
    /// [Example](crate::bls).
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Augmented;

    /// BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_POP_.
    ///
    /// [Example](crate::bls).
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Possession;

    impl Suite for Basic {
        type Parameters = MinSig;
        type Scheme = suite::Basic;

        const DST: &'static [u8] = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_";
    }

    impl Suite for Augmented {
        type Parameters = MinSig;
        type Scheme = suite::Augmented;

        const DST: &'static [u8] = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_AUG_";
    }

    impl Suite for Possession {
        type Parameters = MinSig;
        type Scheme = suite::Possession;

        const DST: &'static [u8] = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_POP_";
    }

    impl ProofSuite for Possession {
        const PROOF_DST: &'static [u8] = b"BLS_POP_BLS12381G1_XMD:SHA-256_SSWU_RO_POP_";
    }

    /// See [`bls::SecretKey`](super::SecretKey).
    ///
    /// [Example](crate::bls).
    pub type SecretKey = super::SecretKey<Possession>;
    /// See [`bls::KeyPair`](super::KeyPair).
    ///
    /// [Example](crate::bls).
    pub type KeyPair = super::KeyPair<Possession>;
    /// See [`bls::PublicKey`](super::PublicKey).
    ///
    /// [Example](crate::bls).
    pub type PublicKey = super::PublicKey<Possession>;
    /// See [`bls::ProvenPublicKey`](super::ProvenPublicKey).
    ///
    /// [Example](crate::bls).
    pub type ProvenPublicKey = super::ProvenPublicKey<Possession>;
    /// See [`bls::AggregatePublicKey`](super::AggregatePublicKey).
    ///
    /// [Example](crate::bls).
    pub type AggregatePublicKey = super::AggregatePublicKey<Possession>;
    /// See [`bls::SignaturePoint`](super::SignaturePoint).
    ///
    /// [Example](crate::bls).
    pub type Signature = super::Signature<Possession>;
    /// See [`bls::SignaturePoint`](super::SignaturePoint).
    ///
    /// [Example](crate::bls).
    pub type ProofOfPossession = super::ProofOfPossession<Possession>;
    /// See [`bls::AggregateSignature`](super::AggregateSignature).
    ///
    /// [Example](crate::bls).
    pub type AggregateSignature = super::AggregateSignature<Possession>;
}
