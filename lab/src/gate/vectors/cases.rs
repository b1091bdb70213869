//! The types of cases. The repository's files and the full suites give the same ones, so a suite is
//! written once.

use crate::gate::subject::{Derived, Group, Proof, Variant, Weights};

/// Hexadecimal, lower case, of even length; `None` for anything else.
pub(crate) fn from_hex(text: &str) -> Option<Vec<u8>> {
    let digit = |c: u8| match c {
        b'0'..=b'9' => Some(c - b'0'),
        b'a'..=b'f' => Some(c - b'a' + 10),
        _ => None,
    };
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    rest.is_empty()
        .then(|| pairs.iter().map(|&[high, low]| Some(digit(high)? << 4 | digit(low)?)).collect())?
}

/// Lower-case hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    use core::fmt::Write;
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// RFC 9380, appendix K: expand_message.
#[derive(Clone, Debug, PartialEq)]
pub struct Expand {
    /// Name.
    pub name: String,
    /// Domain separation tag.
    pub dst: Vec<u8>,
    /// Message.
    pub msg: Vec<u8>,
    /// Expected output; its length is the length asked for.
    pub uniform: Vec<u8>,
}

/// RFC 9380, appendix J: a message hashed to a group.
#[derive(Clone, Debug, PartialEq)]
pub struct HashToCurve {
    /// Name.
    pub name: String,
    /// The group.
    pub group: Group,
    /// The kind of suite.
    pub variant: Variant,
    /// Domain separation tag.
    pub dst: Vec<u8>,
    /// Message.
    pub msg: Vec<u8>,
    /// The field elements, one or two.
    pub u: Vec<Vec<u8>>,
    /// The point, uncompressed.
    pub point: Vec<u8>,
}

/// i times both generators, in all encodings.
#[derive(Clone, Debug, PartialEq)]
pub struct Multiple {
    /// i.
    pub i: u64,
    /// i·G1.
    pub g1_compressed: Vec<u8>,
    /// i·G1.
    pub g1_uncompressed: Vec<u8>,
    /// i·G2.
    pub g2_compressed: Vec<u8>,
    /// i·G2.
    pub g2_uncompressed: Vec<u8>,
}

/// An uncompressed encoding and what a decoder must say to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Uncompressed {
    /// Name, with its group.
    pub name: String,
    /// The group.
    pub group: Group,
    /// The encoding.
    pub bytes: Vec<u8>,
    /// Canonical, and on the curve.
    pub on_curve: bool,
    /// And in the subgroup.
    pub in_subgroup: bool,
    /// The reason.
    pub why: String,
}

/// A BLS signature.
#[derive(Clone, Debug, PartialEq)]
pub struct Signature {
    /// Name.
    pub name: String,
    /// Domain separation tag.
    pub dst: Vec<u8>,
    /// Secret key.
    pub secret: Vec<u8>,
    /// Message.
    pub msg: Vec<u8>,
    /// The signature, compressed.
    pub signature: Vec<u8>,
}

/// e(i·G1, i·G2).
#[derive(Clone, Debug, PartialEq)]
pub struct Pairing {
    /// i.
    pub i: u64,
    /// The value, as `peer_api::Kind::Fp12`.
    pub value: Vec<u8>,
}

/// A Cashu v3 token from blinding to verification.
#[derive(Clone, Debug, PartialEq)]
pub struct RoundTrip {
    /// Name.
    pub name: String,
    /// The secret's bytes.
    pub secret: Vec<u8>,
    /// Blinding factor.
    pub r: Vec<u8>,
    /// The mint's key.
    pub a: Vec<u8>,
    /// Y.
    pub y: Vec<u8>,
    /// K.
    pub k: Vec<u8>,
    /// B_.
    pub b_blind: Vec<u8>,
    /// C_.
    pub c_blind: Vec<u8>,
    /// C.
    pub c: Vec<u8>,
}

/// A Cashu v3 batch.
#[derive(Clone, Debug, PartialEq)]
pub struct Batch {
    /// Name.
    pub name: String,
    /// The proofs, in order.
    pub proofs: Vec<Proof>,
    /// What the transcript gives.
    pub weights: Weights,
    /// The verdict.
    pub verify: bool,
}

/// A text offered as a Cashu v3 point.
#[derive(Clone, Debug, PartialEq)]
pub struct PointText {
    /// Name, with its group.
    pub name: String,
    /// The group.
    pub group: Group,
    /// The text, meant as hexadecimal.
    pub text: String,
    /// Whether it must be accepted; `None` where the specification leaves it open.
    pub valid: Option<bool>,
    /// The reason.
    pub why: String,
}

impl PointText {
    /// The bytes, if the text is lower-case hexadecimal.
    pub fn bytes(&self) -> Option<Vec<u8>> {
        from_hex(&self.text)
    }

    /// Whether a plain decoder, one that takes the identity, must accept the bytes. Cashu alone
    /// refuses the identity.
    pub fn decodes(&self) -> Option<bool> {
        let identity = |bytes: &[u8]| {
            bytes.len() == self.group.coordinate()
                && bytes[0] == 0xc0
                && bytes[1..].iter().all(|&byte| byte == 0)
        };
        match self.bytes() {
            Some(bytes) if identity(&bytes) => Some(true),
            _ => self.valid,
        }
    }
}

/// A Cashu v3 keyset id.
#[derive(Clone, Debug, PartialEq)]
pub struct Keyset {
    /// Name.
    pub name: String,
    /// Amounts and compressed G2 points.
    pub keys: Vec<(u64, Vec<u8>)>,
    /// Unit.
    pub unit: String,
    /// Fee, parts per thousand.
    pub input_fee_ppk: Option<u64>,
    /// The id; none where there is none to have.
    pub id: Option<Vec<u8>>,
}

/// What is derived for a Cashu v3 secret.
#[derive(Clone, Debug, PartialEq)]
pub struct Secret {
    /// Name.
    pub name: String,
    /// Seed.
    pub seed: Vec<u8>,
    /// Keyset id.
    pub keyset: Vec<u8>,
    /// Counter.
    pub counter: u64,
    /// What comes out.
    pub derived: Derived,
}
