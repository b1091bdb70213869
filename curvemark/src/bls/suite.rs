//! What a signature is made under: the groups of keys and signatures, the scheme against rogue
//! keys, the domain separation tag.
//!
//! A suite is a type, and keys and signatures carry it, so that those of different suites cannot
//! meet in one call.

use core::fmt::Debug;

use curve::bls12_381::{FrEngine, G1Curve, G2Curve, Pair};
use curve::field::Anywhere;
use curve::hash_to_curve::{RootsInLanes, SuiteInLanes, Xmd, hash_to_curve};
use curve::weierstrass::{Affine, Projective, ZcashEncoding};
use sha2::Sha256;

use super::{ProvenPublicKey, PublicKey};

mod sealed {
    pub trait Sealed {}
}

/// The hash function of all suites here: expand_message_xmd with SHA-256.
pub(super) type Expander = Xmd<Sha256>;

/// A group that keys or signatures are in: G1 or G2.
///
/// [Example](crate::bls).
pub trait Side:
    ZcashEncoding<Base: Anywhere, Scalar = FrEngine> + RootsInLanes + SuiteInLanes + sealed::Sealed
{
}

impl sealed::Sealed for G1Curve {}
impl sealed::Sealed for G2Curve {}
impl Side for G1Curve {}
impl Side for G2Curve {}

/// Which group holds keys and which signatures.
///
/// [Example](crate::bls).
pub trait Parameters: Copy + Debug + Eq + Send + Sync + sealed::Sealed + 'static {
    /// The group of keys.
    type Key: Side;
    /// The group of signatures, to which messages are hashed.
    type Signature: Side;

    /// Whether keys are in G1, whose points are the cheaper ones to multiply.
    const KEYS_IN_G1: bool;

    /// A pair of the Miller loop.
    fn pair(key: &Affine<Self::Key>, point: &Affine<Self::Signature>) -> Pair<'static>;
}

/// Keys of 48 bytes in G1, signatures of 96 bytes in G2.
///
/// [Example](crate::bls).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MinPk {}

/// Keys of 96 bytes in G2, signatures of 48 bytes in G1.
///
/// [Example](crate::bls).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MinSig {}

impl sealed::Sealed for MinPk {}
impl sealed::Sealed for MinSig {}

impl Parameters for MinPk {
    type Key = G1Curve;
    type Signature = G2Curve;

    const KEYS_IN_G1: bool = true;

    fn pair(key: &Affine<G1Curve>, point: &Affine<G2Curve>) -> Pair<'static> {
        Pair::from_points(key, point)
    }
}

impl Parameters for MinSig {
    type Key = G2Curve;
    type Signature = G1Curve;

    const KEYS_IN_G1: bool = false;

    fn pair(key: &Affine<G2Curve>, point: &Affine<G1Curve>) -> Pair<'static> {
        Pair::from_points(point, key)
    }
}

/// How a scheme keeps somebody from choosing a key that cancels the keys of others in an aggregate
/// (draft-irtf-cfrg-bls-signature-05, §3).
///
/// [Example](crate::bls).
pub trait Scheme: Copy + Debug + Eq + Send + Sync + sealed::Sealed + 'static {
    /// What an aggregate is verified with.
    type AggregateKey<S: Suite<Scheme = Self>>: AsRef<PublicKey<S>> + Copy + Send + Sync;

    /// Whether the key is hashed before the message.
    const AUGMENTS: bool;
    /// Whether the messages of an aggregate must be distinct.
    const DISTINCT: bool;
}

/// The messages of an aggregate must be distinct (§3.1).
///
/// [Example](crate::bls).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basic {}

/// The key is hashed before the message, so that signatures of different keys are never on the same
/// (§3.2).
///
/// [Example](crate::bls).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Augmented {}

/// The owner of a key has proved to possess its secret (§3.3): then equal messages may be
/// aggregated, and their keys with them.
///
/// [Example](crate::bls).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Possession {}

impl sealed::Sealed for Basic {}
impl sealed::Sealed for Augmented {}
impl sealed::Sealed for Possession {}

impl Scheme for Basic {
    type AggregateKey<S: Suite<Scheme = Self>> = PublicKey<S>;

    const AUGMENTS: bool = false;
    const DISTINCT: bool = true;
}

impl Scheme for Augmented {
    type AggregateKey<S: Suite<Scheme = Self>> = PublicKey<S>;

    const AUGMENTS: bool = true;
    const DISTINCT: bool = false;
}

impl Scheme for Possession {
    type AggregateKey<S: Suite<Scheme = Self>> = ProvenPublicKey<S>;

    const AUGMENTS: bool = false;
    const DISTINCT: bool = false;
}

/// A ciphersuite. Those of the draft are [`min_pk`](super::min_pk) and
/// [`min_sig`](super::min_sig)`::{Basic, Augmented, Possession}`; a protocol with a tag of its own
/// makes another:
///
/// ```
/// use curvemark::bls::{MinSig, SecretKey, Suite, suite};
///
/// #[derive(Clone, Copy, Debug, PartialEq, Eq)]
/// struct Ours;
///
/// impl Suite for Ours {
///     type Parameters = MinSig;
///     type Scheme = suite::Basic;
///     const DST: &'static [u8] = b"OUR-PROTOCOL-V1-BLS12381G1_XMD:SHA-256_SSWU_RO_";
/// }
///
/// let secret = SecretKey::<Ours>::key_gen(&[7; 32], b"")?;
/// secret.public_key().verify(b"a message", &secret.sign(b"a message"))?;
/// # Ok::<(), curvemark::bls::Error>(())
/// ```
pub trait Suite: Copy + Debug + Eq + Send + Sync + 'static {
    /// Which group holds keys.
    type Parameters: Parameters;
    /// How rogue keys are kept out of aggregates.
    type Scheme: Scheme;

    /// The domain separation tag of signatures, which no other use of the keys may have. Not empty.
    const DST: &'static [u8];
}

/// A suite with proofs of possession under a tag of their own.
///
/// [Example](crate::bls).
pub trait ProofSuite: Suite<Scheme = Possession> {
    /// The domain separation tag of proofs: another than [`Suite::DST`].
    const PROOF_DST: &'static [u8];
}

/// The curve of a suite's keys.
pub(super) type KeyCurve<S> = <<S as Suite>::Parameters as Parameters>::Key;
/// The curve of a suite's signatures.
pub(super) type SignatureCurve<S> = <<S as Suite>::Parameters as Parameters>::Signature;
/// What aggregates of a suite are verified with: [`PublicKey`], or [`ProvenPublicKey`] where
/// possession is proved.
///
/// [Example](crate::bls).
pub type AggregateKey<S> = <<S as Suite>::Scheme as Scheme>::AggregateKey<S>;

/// The point that a key signs for a message.
pub(super) fn hash<S: Suite>(key: &PublicKey<S>, message: &[u8]) -> Projective<SignatureCurve<S>> {
    const { assert!(!S::DST.is_empty(), "a suite has a domain separation tag") };
    if S::Scheme::AUGMENTS {
        hash_to_curve::<_, Expander>(&(), &[key.to_bytes().as_ref(), message], S::DST)
    } else {
        hash_to_curve::<_, Expander>(&(), message, S::DST)
    }
}
