//! What this crate compiles once, for all that use it: see [`curve::compiled`].

use curve::instances;
#[cfg(feature = "alloc")]
use rand_core::CryptoRng;

#[cfg(feature = "bandersnatch")]
use crate::bandersnatch_vrf;
#[cfg(feature = "alloc")]
use crate::bls::{
    Accumulator, SignatureSets, digest_encoded_sets, digest_sets, find_invalid_sets, part_of_sets,
    verify_sets, verify_sets_deterministic,
};
use crate::bls::{
    AggregatePublicKey, AggregateSignature, KeyPair, ProofOfPossession, PublicKey, SecretKey,
    Signature, min_pk, min_sig,
};
#[cfg(feature = "groth16")]
use crate::groth16::{
    self, PreparedVerifyingKey, Proof, ProvingKey, Witness, insecure_test_setup::InsecureTestSetup,
};
#[cfg(feature = "alloc")]
use crate::parts::Part;
#[cfg(feature = "alloc")]
use crate::poseidon::{self, Poseidon, Tree};
#[cfg(feature = "vrf")]
use crate::vrf;
#[cfg(feature = "wallets")]
use crate::wallets::slip10;
use crate::{ecdh, ecdsa, eddsa};

/// A suite of BLS signatures.
macro_rules! suite {
    ($name:ident: $suite:ty) => {
        instances! { $name:
            SecretKey::<$suite>::public_key,
            SecretKey::<$suite>::sign,
            KeyPair::<$suite>::sign,
            PublicKey::<$suite>::from_bytes,
            PublicKey::<$suite>::from_bytes_uncompressed,
            PublicKey::<$suite>::verify,
            Signature::<$suite>::from_bytes,
            Signature::<$suite>::from_bytes_uncompressed,
            AggregateSignature::<$suite>::aggregate,
            ; "alloc":
            verify_sets::<$suite, dyn CryptoRng>,
            verify_sets_deterministic::<$suite>,
            find_invalid_sets::<$suite, dyn CryptoRng>,
            AggregateSignature::<$suite>::aggregate_verify::<&[u8]>,
            Accumulator::<$suite>::add::<dyn CryptoRng>,
            Accumulator::<$suite>::merge,
            Accumulator::<$suite>::finish,
            part_of_sets::<$suite>,
            digest_sets::<$suite>,
            digest_encoded_sets::<$suite>,
            Part::<SignatureSets<$suite>>::from_bytes,
            Part::<SignatureSets<$suite>>::merge_all,
            ; "parallel":
            crate::bls::parallel::verify_sets::<$suite, dyn CryptoRng>,
            crate::bls::parallel::verify_sets_deterministic::<$suite>,
            crate::bls::parallel::find_invalid_sets::<$suite, dyn CryptoRng>,
            crate::bls::parallel::part_of_sets::<$suite>,
        }
    };
}

/// A suite with proofs of possession.
macro_rules! proofs_of_possession {
    ($name:ident: $suite:ty) => {
        instances! { $name:
            SecretKey::<$suite>::prove_possession,
            PublicKey::<$suite>::verify_possession,
            ProofOfPossession::<$suite>::from_bytes,
            AggregateSignature::<$suite>::fast_aggregate_verify,
            AggregatePublicKey::<$suite>::aggregate,
            AggregatePublicKey::<$suite>::to_public_key,
        }
    };
}

/// ECDSA and ECDH on a curve.
macro_rules! ecdsa {
    ($name:ident: $curve:ty) => {
        instances! { $name:
            ecdsa::SigningKey::<$curve>::from_bytes,
            ecdsa::SigningKey::<$curve>::verifying_key,
            ecdsa::SigningKey::<$curve>::sign,
            ecdsa::SigningKey::<$curve>::sign_prehashed,
            ecdsa::SigningKey::<$curve>::sign_recoverable_prehashed,
            ecdsa::VerifyingKey::<$curve>::from_sec1,
            ecdsa::VerifyingKey::<$curve>::verify,
            ecdsa::VerifyingKey::<$curve>::verify_prehashed,
            ecdsa::Signature::<$curve>::from_bytes,
            ecdsa::Signature::<$curve>::from_der,
            ecdsa::Signature::<$curve>::to_der,
            ecdsa::Signature::<$curve>::from_recoverable_bytes,
            ecdsa::Signature::<$curve>::recover_prehashed,
            ecdsa::Verifier::<$curve>::new,
            ecdsa::Verifier::<$curve>::verify,
            ecdsa::Verifier::<$curve>::verify_prehashed,
            ecdsa::Verifier::<$curve>::verify_each_prehashed,
            ecdsa::Verifier::<$curve>::recover_prehashed,
            ecdh::SecretKey::<$curve>::from_bytes,
            ecdh::SecretKey::<$curve>::public_key,
            ecdh::SecretKey::<$curve>::diffie_hellman,
            ecdh::PublicKey::<$curve>::from_sec1,
        }
    };
}

/// A rule of verification of Ed25519.
macro_rules! eddsa {
    ($name:ident: $rule:ty) => {
        instances! { $name:
            eddsa::SigningKey::verifying_key::<$rule>,
            eddsa::VerifyingKey::<$rule>::from_bytes,
            eddsa::VerifyingKey::<$rule>::verify,
            eddsa::VerifyingKey::<$rule>::verify_context,
            eddsa::VerifyingKey::<$rule>::verify_prehashed,
            eddsa::verify_each::<$rule, &[u8]>,
        }
    };
}

/// A suite of verifiable random functions.
#[cfg(feature = "vrf")]
macro_rules! vrf {
    ($name:ident: $suite:ty) => {
        instances! { $name:
            vrf::SecretKey::<$suite>::from_bytes,
            vrf::SecretKey::<$suite>::public_key,
            vrf::SecretKey::<$suite>::prove,
            vrf::SecretKey::<$suite>::hash,
            vrf::PublicKey::<$suite>::from_bytes,
            vrf::PublicKey::<$suite>::verify,
            vrf::Proof::<$suite>::from_bytes,
            vrf::Proof::<$suite>::to_hash_unverified,
            vrf::verify_each::<$suite, &[u8]>,
        }
    };
}

/// Groth16 on a curve.
#[cfg(feature = "groth16")]
macro_rules! groth16 {
    ($name:ident: $curve:ty) => {
        instances! { $name:
            Proof::<$curve>::to_bytes,
            Proof::<$curve>::from_bytes,
            groth16::VerifyingKey::<$curve>::new,
            groth16::VerifyingKey::<$curve>::to_bytes,
            groth16::VerifyingKey::<$curve>::from_bytes,
            groth16::VerifyingKey::<$curve>::prepare,
            groth16::VerifyingKey::<$curve>::verify,
            PreparedVerifyingKey::<$curve>::new,
            PreparedVerifyingKey::<$curve>::verify,
            PreparedVerifyingKey::<$curve>::verify_batch::<&[groth16::Scalar<$curve>], dyn CryptoRng>,
            PreparedVerifyingKey::<$curve>::verify_batch_deterministic::<&[groth16::Scalar<$curve>]>,
            PreparedVerifyingKey::<$curve>::find_invalid::<&[groth16::Scalar<$curve>], dyn CryptoRng>,
            PreparedVerifyingKey::<$curve>::digest_proofs::<&[groth16::Scalar<$curve>]>,
            PreparedVerifyingKey::<$curve>::part_of_proofs::<&[groth16::Scalar<$curve>]>,
            Part::<groth16::ProofsOn<$curve>>::from_bytes,
            Part::<groth16::ProofsOn<$curve>>::merge_all,
            PreparedVerifyingKey::<$curve>::fastcrypto_parts,
            PreparedVerifyingKey::<$curve>::from_fastcrypto_parts,
            groth16::fastcrypto::prepare_pvk_bytes::<$curve>,
            groth16::fastcrypto::verify_groth16_in_bytes::<$curve>,
            groth16::fastcrypto::inputs_from_bytes::<$curve>,
            ProvingKey::<$curve>::from_zkey::<dyn CryptoRng>,
            ProvingKey::<$curve>::prove::<dyn CryptoRng>,
            Witness::<$curve>::from_wtns,
            Witness::<$curve>::to_wtns,
            InsecureTestSetup::<$curve>::new,
            InsecureTestSetup::<$curve>::witness,
            InsecureTestSetup::<$curve>::r1cs,
            InsecureTestSetup::<$curve>::zkey,
            ; "parallel":
            ProvingKey::<$curve>::prove_parallel::<dyn CryptoRng>,
        }
    };
}

/// Poseidon over the scalars of a curve.
#[cfg(feature = "alloc")]
macro_rules! poseidon {
    ($name:ident: $curve:ty) => {
        instances! { $name:
            poseidon::hash::<$curve>,
            poseidon::hash_be::<$curve>,
            poseidon::hash_batch::<$curve>,
            poseidon::merkle_root::<$curve>,
            poseidon::verify_path::<$curve>,
            Poseidon::<$curve>::hash,
            Poseidon::<$curve>::hash_to,
            Poseidon::<$curve>::hash_batch,
            Tree::<$curve>::new,
            Tree::<$curve>::path,
            ; "parallel":
            poseidon::parallel::hash_batch::<$curve>,
            poseidon::parallel::merkle_root::<$curve>,
            poseidon::parallel::tree::<$curve>,
        }
    };
}

/// Trees of keys on a curve.
#[cfg(feature = "wallets")]
macro_rules! slip10 {
    ($name:ident: $curve:ty) => {
        instances! { $name:
            slip10::PrivateKey::<$curve>::from_seed,
            slip10::PrivateKey::<$curve>::child,
            slip10::PrivateKey::<$curve>::public,
            slip10::PublicKey::<$curve>::child,
        }
    };
}

suite! { min_pk_basic: min_pk::Basic }
suite! { min_pk_augmented: min_pk::Augmented }
suite! { min_pk_possession: min_pk::Possession }
proofs_of_possession! { min_pk_proofs: min_pk::Possession }
suite! { min_sig_basic: min_sig::Basic }
suite! { min_sig_augmented: min_sig::Augmented }
suite! { min_sig_possession: min_sig::Possession }
proofs_of_possession! { min_sig_proofs: min_sig::Possession }
ecdsa! { ecdsa_secp256k1: ecdsa::Secp256k1 }
ecdsa! { ecdsa_p256: ecdsa::P256 }
#[cfg(feature = "wallets")]
slip10! { slip10_secp256k1: ecdsa::Secp256k1 }
#[cfg(feature = "wallets")]
slip10! { slip10_p256: ecdsa::P256 }
eddsa! { eddsa_zip215: eddsa::Zip215 }
eddsa! { eddsa_rfc8032: eddsa::Rfc8032Strict }
#[cfg(feature = "vrf")]
vrf! { vrf_edwards25519_tai: vrf::Edwards25519Sha512Tai }
#[cfg(feature = "vrf")]
vrf! { vrf_edwards25519_ell2: vrf::Edwards25519Sha512Ell2 }
#[cfg(feature = "vrf")]
vrf! { vrf_p256_tai: vrf::P256Sha256Tai }
#[cfg(feature = "vrf")]
vrf! { vrf_p256_sswu: vrf::P256Sha256Sswu }
#[cfg(feature = "vrf")]
vrf! { vrf_ristretto255: vrf::Ristretto255Sui }
#[cfg(feature = "groth16")]
groth16! { groth16_bn254: groth16::Bn254 }
#[cfg(feature = "groth16")]
groth16! { groth16_bls12_381: groth16::Bls12381 }
#[cfg(feature = "alloc")]
poseidon! { poseidon_bn254: poseidon::Bn254 }
#[cfg(feature = "alloc")]
poseidon! { poseidon_bls12_381: poseidon::Bls12381 }

#[cfg(feature = "bandersnatch")]
instances! { verkle:
    crate::verkle::Setup::new,
    crate::verkle::Setup::open_vartime,
    crate::verkle::Setup::verify_opening_vartime,
    crate::verkle::Setup::prove_vartime,
    crate::verkle::Setup::verify_vartime,
    crate::verkle::Opening::from_bytes,
}

/// The VRF on Bandersnatch by a suite.
#[cfg(feature = "bandersnatch")]
macro_rules! bandersnatch_vrf {
    ($name:ident: $suite:ty) => {
        instances! { $name:
            bandersnatch_vrf::Input::<$suite>::new,
            bandersnatch_vrf::PreOutput::<$suite>::from_bytes,
            bandersnatch_vrf::PublicKey::<$suite>::from_bytes,
            bandersnatch_vrf::PublicKey::<$suite>::verify_tiny,
            bandersnatch_vrf::PublicKey::<$suite>::verify_thin,
            bandersnatch_vrf::SecretKey::<$suite>::from_seed,
            bandersnatch_vrf::SecretKey::<$suite>::from_bytes,
            bandersnatch_vrf::SecretKey::<$suite>::hash,
            bandersnatch_vrf::SecretKey::<$suite>::prove_tiny,
            bandersnatch_vrf::SecretKey::<$suite>::prove_thin,
            bandersnatch_vrf::SecretKey::<$suite>::prove_pedersen,
            bandersnatch_vrf::TinyProof::<$suite>::from_bytes,
            bandersnatch_vrf::ThinProof::<$suite>::from_bytes,
            bandersnatch_vrf::PedersenProof::<$suite>::from_bytes,
            bandersnatch_vrf::PedersenProof::<$suite>::verify,
            bandersnatch_vrf::PedersenProof::<$suite>::is_of,
        }
    };
}

#[cfg(feature = "bandersnatch")]
bandersnatch_vrf! { bandersnatch_vrf_v1: bandersnatch_vrf::BandersnatchSha512Ell2 }
#[cfg(feature = "bandersnatch")]
bandersnatch_vrf! { bandersnatch_vrf_v2: bandersnatch_vrf::BandersnatchSha512Ell2V2 }

#[cfg(feature = "pasta")]
instances! { pasta:
    crate::pasta::hash_to_pallas,
    crate::pasta::hash_to_pallas_batch,
    crate::pasta::hash_to_vesta,
    crate::pasta::hash_to_vesta_batch,
}
