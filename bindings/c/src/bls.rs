//! BLS signatures on BLS12-381, as Ethereum has them: draft-irtf-cfrg-bls-signature-05, the scheme
//! with proofs of possession.
//!
//! Keys in G1 and signatures in G2 (MIN_PK, Ethereum's choice), or the other way round (MIN_SIG).
//! Points are compressed, 48 bytes in G1 and 96 in G2, in the encoding of ZCash; secret keys are 32
//! big-endian bytes.

use curvemark::bls::{
    ProofOfPossession, ProofSuite, PublicKey, SecretKey, Signature, min_pk, min_sig,
};

use crate::boundary::{Place, Room, choices, export};
use crate::status::Status;

choices! {
    /// In which groups keys and signatures are.
    enum BlsScheme as curvemark_bls_scheme {
        /// Keys of 48 bytes in G1, signatures of 96 in G2: Ethereum's.
        MinPk = 0 as CURVEMARK_BLS_MIN_PK,
        /// Keys of 96 bytes in G2, signatures of 48 in G1.
        MinSig = 1 as CURVEMARK_BLS_MIN_SIG,
    }
}

/// Calls a function of this file on the suite of a scheme.
macro_rules! by_scheme {
    ($scheme:expr, $function:ident($($argument:expr),* $(,)?)) => {
        match $scheme {
            BlsScheme::MinPk => $function::<min_pk::Possession>($($argument),*),
            BlsScheme::MinSig => $function::<min_sig::Possession>($($argument),*),
        }
    };
}

#[cfg(feature = "std")]
pub(crate) use by_scheme;

/// The same key for both schemes.
type AnyKey = SecretKey<min_pk::Possession>;

export! {
    /// Makes a secret key of secret bytes: KeyGen of the draft, HKDF with SHA-256.
    ///
    /// material: at least 32 bytes that nobody can guess, such as 32 of the operating system.
    /// info: any bytes, mostly none; other bytes give another key. secret_key: 32 bytes.
    /// The key is for both schemes. Constant time in the material.
    /// Errors: CURVEMARK_ERROR_KEY_MATERIAL for fewer than 32 bytes.
    fn curvemark_bls_key_gen(
        material[material_len]: &[u8],
        info[info_len]: &[u8],
        secret_key[secret_key_len]: Place<'_, 32>,
    ) {
        secret_key.put(&AnyKey::key_gen(material, info)?.to_bytes())
    }

    /// Makes the master secret key of a seed: derive_master_SK of EIP-2333.
    ///
    /// seed: at least 32 secret bytes. secret_key: 32 bytes. Constant time in the seed.
    /// Errors: CURVEMARK_ERROR_KEY_MATERIAL for fewer than 32 bytes.
    fn curvemark_bls_derive_master(
        seed[seed_len]: &[u8],
        secret_key[secret_key_len]: Place<'_, 32>,
    ) {
        secret_key.put(&AnyKey::derive_master(seed)?.to_bytes())
    }

    /// Makes a child of a secret key: derive_child_SK of EIP-2333. It takes about 500 times
    /// SHA-256.
    ///
    /// parent: 32 bytes. index: any. secret_key: 32 bytes. Constant time in the parent.
    /// Errors: CURVEMARK_ERROR_SCALAR or CURVEMARK_ERROR_SCALAR_ZERO if the parent is no key.
    fn curvemark_bls_derive_child(
        parent[parent_len]: &[u8; 32],
        index: u32,
        secret_key[secret_key_len]: Place<'_, 32>,
    ) {
        secret_key.put(&AnyKey::from_bytes(parent)?.derive_child(index).to_bytes())
    }

    /// Computes the public key of a secret key. Constant time in the secret key.
    ///
    /// secret_key: 32 bytes. public_key: 48 bytes for MIN_PK, 96 for MIN_SIG.
    /// Errors: CURVEMARK_ERROR_SCALAR or CURVEMARK_ERROR_SCALAR_ZERO if the secret is no key.
    fn curvemark_bls_public_key(
        scheme: BlsScheme,
        secret_key[secret_key_len]: &[u8; 32],
        public_key[public_key_len]: Room<'_>,
    ) {
        by_scheme!(scheme, public_key_of(secret_key, public_key))
    }

    /// Checks a public key: encoding, curve, group, and that it is not the identity (KeyValidate of
    /// the draft). The other functions check too: this one is for keys that are stored.
    ///
    /// public_key: 48 bytes for MIN_PK, 96 for MIN_SIG. Variable time; all is public.
    /// Errors: CURVEMARK_ERROR_POINT_* with the reason.
    fn curvemark_bls_check_public_key(
        scheme: BlsScheme,
        public_key[public_key_len]: &[u8],
    ) {
        by_scheme!(scheme, check(public_key))
    }

    /// Signs a message. Constant time in the secret key and in the content of the message.
    ///
    /// secret_key: 32 bytes. message: any length. signature: 96 bytes for MIN_PK, 48 for MIN_SIG.
    /// Errors: CURVEMARK_ERROR_SCALAR or CURVEMARK_ERROR_SCALAR_ZERO if the secret is no key.
    fn curvemark_bls_sign(
        scheme: BlsScheme,
        secret_key[secret_key_len]: &[u8; 32],
        message[message_len]: &[u8],
        signature[signature_len]: Room<'_>,
    ) {
        by_scheme!(scheme, sign(secret_key, message, signature))
    }

    /// Verifies a signature; key and signature are fully checked. Variable time; all is public.
    ///
    /// public_key: 48 bytes for MIN_PK, 96 for MIN_SIG. message: any length. signature: 96 or 48.
    /// Errors: CURVEMARK_NOT_VALID is the verdict; CURVEMARK_ERROR_POINT_* if key or signature is
    /// no such point.
    fn curvemark_bls_verify(
        scheme: BlsScheme,
        public_key[public_key_len]: &[u8],
        message[message_len]: &[u8],
        signature[signature_len]: &[u8],
    ) {
        by_scheme!(scheme, verify(public_key, message, signature))
    }

    /// Proves to possess a secret key: PopProve of the draft, a signature on the public key under
    /// another tag. Constant time in the secret key.
    ///
    /// secret_key: 32 bytes. proof: 96 bytes for MIN_PK, 48 for MIN_SIG.
    /// Errors: CURVEMARK_ERROR_SCALAR or CURVEMARK_ERROR_SCALAR_ZERO if the secret is no key.
    fn curvemark_bls_prove_possession(
        scheme: BlsScheme,
        secret_key[secret_key_len]: &[u8; 32],
        proof[proof_len]: Room<'_>,
    ) {
        by_scheme!(scheme, prove(secret_key, proof))
    }

    /// Verifies that the owner of a public key possesses its secret: PopVerify of the draft.
    /// Variable time; all is public.
    ///
    /// public_key: 48 bytes for MIN_PK, 96 for MIN_SIG. proof: 96 or 48.
    /// Errors: CURVEMARK_NOT_VALID is the verdict; CURVEMARK_ERROR_POINT_* as for signatures.
    fn curvemark_bls_verify_possession(
        scheme: BlsScheme,
        public_key[public_key_len]: &[u8],
        proof[proof_len]: &[u8],
    ) {
        by_scheme!(scheme, verify_possession(public_key, proof))
    }
}

fn public_key_of<S: ProofSuite>(secret: &[u8; 32], out: Room<'_>) -> Result<(), Status> {
    out.must_be(PublicKey::<S>::BYTES)?;
    out.put(SecretKey::<S>::from_bytes(secret)?.public_key().to_bytes().as_ref())
}

fn check<S: ProofSuite>(key: &[u8]) -> Result<(), Status> {
    PublicKey::<S>::from_bytes(key)?;
    Ok(())
}

fn sign<S: ProofSuite>(secret: &[u8; 32], message: &[u8], out: Room<'_>) -> Result<(), Status> {
    out.must_be(Signature::<S>::BYTES)?;
    out.put(SecretKey::<S>::from_bytes(secret)?.sign(message).to_bytes().as_ref())
}

fn verify<S: ProofSuite>(key: &[u8], message: &[u8], signature: &[u8]) -> Result<(), Status> {
    let key = PublicKey::<S>::from_bytes(key)?;
    Ok(key.verify(message, &Signature::from_bytes(signature)?)?)
}

fn prove<S: ProofSuite>(secret: &[u8; 32], out: Room<'_>) -> Result<(), Status> {
    out.must_be(ProofOfPossession::<S>::BYTES)?;
    out.put(SecretKey::<S>::from_bytes(secret)?.prove_possession().to_bytes().as_ref())
}

fn verify_possession<S: ProofSuite>(key: &[u8], proof: &[u8]) -> Result<(), Status> {
    let key = PublicKey::<S>::from_bytes(key)?;
    key.verify_possession(&ProofOfPossession::from_bytes(proof)?)?;
    Ok(())
}
