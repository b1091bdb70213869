//! What the vectors suites ask of a stack: bytes in, bytes out.
//!
//! A [`Subject`] is a whole stack seen through its public functions, where an
//! [`Implementation`](crate::Implementation) is one library seen through the operations that are
//! timed. Nothing here is fast; every value crosses as bytes, so that a suite cannot depend on
//! anyone's types and a deliberately broken stack is a wrapper around a good one.
//!
//! Encodings, everywhere below: a scalar is 32 bytes, big-endian, below r; a point travels in the
//! ZCash *uncompressed* form (96 bytes for G1, 192 for G2) unless a method says compressed; a
//! verdict is one byte, 1 or 0.

use crate::Refusal;

/// The bytes, or why there are none.
pub type Answer = Result<Vec<u8>, Refusal>;

/// One of the two groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Over Fp.
    G1,
    /// Over Fp2.
    G2,
}

impl Group {
    /// Bytes of one field element of a coordinate: 48 or 96.
    pub const fn coordinate(self) -> usize {
        match self {
            Self::G1 => 48,
            Self::G2 => 96,
        }
    }

    /// `g1` or `g2`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::G1 => "g1",
            Self::G2 => "g2",
        }
    }
}

/// One of the two ZCash encodings of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// 48 bytes for G1, 96 for G2.
    Compressed,
    /// 96 bytes for G1, 192 for G2.
    Uncompressed,
}

/// What a decoder makes sure of beyond the canonical form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Membership {
    /// The point is on the curve; it may lie outside the subgroup of order r.
    Curve,
    /// The point is in the subgroup of order r; the identity is a member.
    Subgroup,
}

/// The two kinds of RFC 9380 suites.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// `_RO_`: hash_to_curve, two field elements.
    RandomOracle,
    /// `_NU_`: encode_to_curve, one field element.
    NonUniform,
}

/// Where BLS signatures live.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signatures {
    /// Signatures in G1, public keys in G2.
    MinSig,
    /// Signatures in G2, public keys in G1.
    MinPk,
}

/// One Cashu v3 proof, as bytes: what a verifier receives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The secret's UTF-8 bytes.
    pub secret: Vec<u8>,
    /// The unblinded signature C, G1, compressed.
    pub c: Vec<u8>,
    /// The mint's key K, G2, compressed.
    pub k: Vec<u8>,
}

/// What a batch verification draws from its transcript.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// SHA-256 of the transcript.
    pub challenge: Vec<u8>,
    /// One scalar per proof.
    pub weights: Vec<Vec<u8>>,
    /// The counter at which each weight was accepted.
    pub counters: Vec<u32>,
}

/// What NUT-13 derives for one counter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derived {
    /// The key of the secret: 32 bytes, a scalar of secp256k1 and not zero.
    pub secret_key: Vec<u8>,
    /// A scalar, not zero.
    pub blinding_factor: Vec<u8>,
    /// The attempt at which the blinding factor was accepted.
    pub attempt: u32,
}

/// A stack for BLS12-381 and Cashu v3.
///
/// All methods refuse with [`Refusal::Invalid`] what the specification says to refuse.
/// [`Refusal::Unsupported`] counts as a failure: a stack under test has to offer everything.
pub trait Subject: Sync {
    /// A short name for messages.
    fn name(&self) -> String;

    /// RFC 9380 §5.3.1 with SHA-256; a DST of over 255 bytes is hashed first, as §5.3.3 says.
    ///
    /// # Errors
    /// If the length is not possible.
    fn expand_message_xmd(&self, msg: &[u8], dst: &[u8], length: usize) -> Answer;

    /// RFC 9380 §5.2 for the suite of `group`: `count` elements, one after the other, each
    /// big-endian, of Fp2 as `c0 ‖ c1`.
    ///
    /// # Errors
    /// If it is not offered.
    fn hash_to_field(&self, group: Group, msg: &[u8], dst: &[u8], count: usize) -> Answer;

    /// The suites `BLS12381G1_XMD:SHA-256_SSWU_…` and `BLS12381G2_XMD:SHA-256_SSWU_…`.
    ///
    /// # Errors
    /// If it is not offered.
    fn hash_to_curve(&self, group: Group, variant: Variant, msg: &[u8], dst: &[u8]) -> Answer;

    /// The generator times a scalar (zero included).
    ///
    /// # Errors
    /// If the scalar is not 32 bytes below r.
    fn multiply_generator(&self, group: Group, scalar: &[u8]) -> Answer;

    /// A point of the subgroup times a scalar.
    ///
    /// # Errors
    /// If either is not valid.
    fn multiply(&self, group: Group, point: &[u8], scalar: &[u8]) -> Answer;

    /// The sum of two points of the subgroup.
    ///
    /// # Errors
    /// If either is not valid.
    fn add(&self, group: Group, a: &[u8], b: &[u8]) -> Answer;

    /// Decodes, with exactly the checks asked for, and gives the uncompressed form. The canonical
    /// identity is accepted.
    ///
    /// # Errors
    /// If the encoding is not canonical, of a wrong length, or the point is not where it must be.
    fn decode(&self, group: Group, form: Form, membership: Membership, bytes: &[u8]) -> Answer;

    /// Encodes a point, given uncompressed.
    ///
    /// # Errors
    /// If the point is not valid.
    fn encode(&self, group: Group, form: Form, point: &[u8]) -> Answer;

    /// e(P, Q) cubed, as `peer_api::Kind::Fp12`.
    ///
    /// # Errors
    /// If a point is not valid.
    fn pairing(&self, p: &[u8], q: &[u8]) -> Answer;

    /// The BLS signature, compressed: the secret times the message hashed under `dst` by the
    /// random-oracle suite.
    ///
    /// # Errors
    /// If the secret is not valid.
    fn bls_sign(&self, form: Signatures, secret: &[u8], msg: &[u8], dst: &[u8]) -> Answer;

    /// NUT-00 v3 `hash_to_curve_G1`, compressed.
    ///
    /// # Errors
    /// If it is not offered.
    fn cashu_hash_to_curve(&self, secret: &[u8]) -> Answer;

    /// K = a·G2, compressed.
    ///
    /// # Errors
    /// If `a` is zero or not below r.
    fn cashu_public_key(&self, a: &[u8]) -> Answer;

    /// B_ = r·Y, compressed.
    ///
    /// # Errors
    /// If `r` is zero or not below r.
    fn cashu_blind(&self, secret: &[u8], r: &[u8]) -> Answer;

    /// C_ = a·B_, both compressed.
    ///
    /// # Errors
    /// If B_ fails NUT-00's point validation, or the key is not valid.
    fn cashu_sign(&self, a: &[u8], b_blind: &[u8]) -> Answer;

    /// C = r⁻¹·C_, both compressed.
    ///
    /// # Errors
    /// If C_ fails NUT-00's point validation, or `r` is not valid.
    fn cashu_unblind(&self, r: &[u8], c_blind: &[u8]) -> Answer;

    /// The verdict on one proof.
    ///
    /// # Errors
    /// If C or K fails NUT-00's point validation.
    fn cashu_verify(&self, proof: &Proof) -> Answer;

    /// NUT-00 v3 point validation of B_, C_, C (G1) or K (G2), from bytes; gives the same bytes
    /// back.
    ///
    /// # Errors
    /// If the point must be refused: the identity too.
    fn cashu_validate(&self, group: Group, bytes: &[u8]) -> Answer;

    /// The same from the hexadecimal text of a JSON field; gives the bytes.
    ///
    /// # Errors
    /// As [`Self::cashu_validate`], and for anything but lower-case hexadecimal.
    fn cashu_validate_text(&self, group: Group, text: &str) -> Answer;

    /// The challenge, weights and counters of a batch.
    ///
    /// # Errors
    /// If the batch is empty.
    fn cashu_batch_weights(&self, proofs: &[Proof]) -> Result<Weights, Refusal>;

    /// The verdict on a batch.
    ///
    /// # Errors
    /// If the batch is empty, or a point fails validation.
    fn cashu_batch_verify(&self, proofs: &[Proof]) -> Answer;

    /// NUT-02's keyset id v3, of framed parts, 33 bytes; the keys come in any order.
    ///
    /// # Errors
    /// If a key is not valid, or the unit has another character than `a` to `z`, `0` to `9`, `_`
    /// and `-`.
    fn cashu_keyset_id(
        &self,
        keys: &[(u64, Vec<u8>)],
        unit: &str,
        input_fee_ppk: Option<u64>,
    ) -> Answer;

    /// NUT-13's key and blinding factor, of framed parts, for a keyset id that begins with 02.
    ///
    /// # Errors
    /// If the keyset id is not valid.
    fn cashu_derive(&self, seed: &[u8], keyset: &[u8], counter: u64) -> Result<Derived, Refusal>;
}
