//! Public randomness of drand: whether a beacon is what its network signed.
//!
//! A [network](https://docs.drand.love/docs/specification) signs the number of each round with a
//! [threshold key](crate::bls::threshold), and SHA-256 of the signature is the randomness of the
//! round. Nobody could foresee it, and anybody can check it:
//!
//! ```
//! use curvemark::drand::{Beacon, Chain};
//! use curvemark::encoding::hex;
//!
//! // The answer of a server to `/public/123` of the network quicknet.
//! let signature = hex::decode(
//!     "b75c69d0b72a5d906e854e808ba7e2accb1542ac355ae486d591aa9d43765482e26cd02df835d3546d23c4b13e0dfc92",
//! )?;
//! let beacon = Beacon { round: 123, signature: &signature, previous_signature: None };
//! let randomness = Chain::quicknet().verify(&beacon)?;
//! assert_eq!(randomness[..4], [0xfb, 0x8f, 0x7b, 0xc2]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Who asks for the latest round must also check that it is: a server can give an old beacon, which
//! verifies too.
//!
//! | scheme | name at drand | keys in | signatures in | signed |
//! |---|---|---|---|---|
//! | [`Scheme::Chained`] | `pedersen-bls-chained` | G1, 48 bytes | G2, 96 bytes | SHA-256 of the previous signature and the round |
//! | [`Scheme::Unchained`] | `pedersen-bls-unchained` | G1 | G2 | SHA-256 of the round |
//! | [`Scheme::OnG1`] | `bls-unchained-on-g1` | G2, 96 bytes | G1, 48 bytes | the same, under the tag of G2 |
//! | [`Scheme::OnG1Rfc9380`] | `bls-unchained-g1-rfc9380` | G2 | G1 | the same, under the tag of G1 |
//! | `Scheme::Bn254OnG1` (feature `hashes`) | `bls-bn254-unchained-on-g1` | G2 of BN254, 128 bytes | G1, 64 bytes | Keccak-256 of the round |
//!
//! Rounds are eight bytes, big-endian. Points of BLS12-381 are compressed as everywhere
//! ([`curve::bls12_381`]); those of BN254 are as in EIP-197.

use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

#[cfg(feature = "hashes")]
use curve::bn254;
use curve::error::PointError;
use rand_core::CryptoRng;
use sha2::{Digest, Sha256};

use crate::bls::{
    self, MinSig, PublicKey, Signature, SignatureSet, Suite, min_pk, min_sig, suite, verify_sets,
};

/// How a network signs.
///
/// [Example](crate::drand).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Scheme {
    /// Each signature is of the one before: `pedersen-bls-chained`, as on the network `default`.
    Chained,
    /// `pedersen-bls-unchained`.
    Unchained,
    /// Signatures in G1, hashed under the tag of G2 all the same: `bls-unchained-on-g1`, as on the
    /// network fastnet.
    OnG1,
    /// The same under the right tag: `bls-unchained-g1-rfc9380`, as on the network quicknet.
    OnG1Rfc9380,
    /// Signatures in G1 of BN254, which contracts of Ethereum can verify:
    /// `bls-bn254-unchained-on-g1`, as on the network evmnet.
    #[cfg(feature = "hashes")]
    Bn254OnG1,
}

impl Scheme {
    const ALL: &[(&str, Self)] = &[
        ("pedersen-bls-chained", Self::Chained),
        ("pedersen-bls-unchained", Self::Unchained),
        ("bls-unchained-on-g1", Self::OnG1),
        ("bls-unchained-g1-rfc9380", Self::OnG1Rfc9380),
        #[cfg(feature = "hashes")]
        ("bls-bn254-unchained-on-g1", Self::Bn254OnG1),
    ];

    /// The name at drand, as in `schemeID` of a network's description.
    pub fn name(self) -> &'static str {
        let named = Self::ALL.iter().find(|(_, scheme)| *scheme == self);
        named.map_or("", |(name, _)| name)
    }
}

impl FromStr for Scheme {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let named = Self::ALL.iter().find(|(known, _)| *known == name);
        named.map(|(_, scheme)| *scheme).ok_or(Error::Scheme)
    }
}

/// Why a beacon is not taken. [`Error::NotSigned`] is the verdict on one that is well formed.
///
/// [Example](crate::drand).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// There is no scheme of this name here.
    Scheme,
    /// The public key is not acceptable, for this reason.
    Key(PointError),
    /// The signature is no point of its group, for this reason.
    Signature(PointError),
    /// A chained network's beacon comes without the signature before it, or another network's with
    /// one, which nothing would check.
    Previous,
    /// There are no beacons.
    Empty,
    /// The verdict: the signature is not the network's on this round.
    NotSigned,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scheme => f.write_str("no scheme of this name is known"),
            Self::Key(reason) => write!(f, "the public key: {reason}"),
            Self::Signature(reason) => write!(f, "the signature: {reason}"),
            Self::Previous => {
                f.write_str("the previous signature is needed on chained networks, and only there")
            }
            Self::Empty => f.write_str("there are no beacons"),
            Self::NotSigned => f.write_str("the signature is not the network's on this round"),
        }
    }
}

impl core::error::Error for Error {}

/// What a server says of a round.
///
/// [Example](crate::drand).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beacon<'a> {
    /// The number of the round.
    pub round: u64,
    /// The signature.
    pub signature: &'a [u8],
    /// The signature of the round before, on chained networks only. Of the first round it is the
    /// seed of the network.
    pub previous_signature: Option<&'a [u8]>,
}

/// Signatures of `OnG1`: in G1, hashed under the tag of signatures in G2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TagOfG2 {}

impl Suite for TagOfG2 {
    type Parameters = MinSig;
    type Scheme = suite::Basic;

    const DST: &'static [u8] = <min_pk::Basic as Suite>::DST;
}

/// A network: its scheme and its public key.
///
/// [Example](crate::drand).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chain {
    key: Key,
    scheme: Scheme,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Key {
    InG1(PublicKey<min_pk::Basic>),
    InG2UnderTheTagOfG2(PublicKey<TagOfG2>),
    InG2(PublicKey<min_sig::Basic>),
    #[cfg(feature = "hashes")]
    OfBn254(bn254::G2Affine),
}

impl Chain {
    /// A network, by its scheme and the bytes of its public key, which its description has as
    /// `public_key`. Take the key from where you trust it: it is what all verdicts rest on.
    ///
    /// Variable-time. Cost: [`PublicKey::from_bytes`].
    ///
    /// # Errors
    /// [`Error::Key`] with the reason.
    pub fn new(scheme: Scheme, public_key: &[u8]) -> Result<Self, Error> {
        let key = match scheme {
            Scheme::Chained | Scheme::Unchained => Key::InG1(read(public_key)?),
            Scheme::OnG1 => Key::InG2UnderTheTagOfG2(read(public_key)?),
            Scheme::OnG1Rfc9380 => Key::InG2(read(public_key)?),
            #[cfg(feature = "hashes")]
            Scheme::Bn254OnG1 => {
                let point = bn254::G2Affine::from_eip196(public_key).map_err(Error::Key)?;
                Key::OfBn254(point.not_identity().map_err(Error::Key)?)
            }
        };
        Ok(Self { key, scheme })
    }

    /// The network `default` of the League of Entropy, a round every 30 seconds.
    pub fn default_network() -> Self {
        Self::known(Scheme::Chained, DEFAULT_NETWORK)
    }

    /// The network `quicknet` of the League of Entropy, a round every 3 seconds.
    pub fn quicknet() -> Self {
        Self::known(Scheme::OnG1Rfc9380, QUICKNET)
    }

    /// The network `evmnet`, whose beacons contracts of Ethereum can verify.
    #[cfg(feature = "hashes")]
    pub fn evmnet() -> Self {
        Self::known(Scheme::Bn254OnG1, EVMNET)
    }

    fn known(scheme: Scheme, digits: &str) -> Self {
        let mut bytes = [0; 128];
        let read = base16ct::lower::decode(digits, &mut bytes);
        let key = read.map_err(|_| Error::Scheme).and_then(|key| Self::new(scheme, key));
        key.unwrap_or_else(|_| unreachable!("a test reads the keys of the known networks"))
    }

    /// The scheme.
    pub const fn scheme(&self) -> Scheme {
        self.scheme
    }

    /// The randomness of a round, 32 bytes, if the network signed it so.
    ///
    /// Variable-time; all is public. Cost: [`Signature::from_bytes`] and [`PublicKey::verify`].
    ///
    /// # Errors
    /// [`Error::NotSigned`]; [`Error::Signature`]; [`Error::Previous`].
    pub fn verify(&self, beacon: &Beacon<'_>) -> Result<[u8; 32], Error> {
        let message = self.message(beacon)?;
        match &self.key {
            Key::InG1(key) => verify_with(key, &message, beacon)?,
            Key::InG2UnderTheTagOfG2(key) => verify_with(key, &message, beacon)?,
            Key::InG2(key) => verify_with(key, &message, beacon)?,
            #[cfg(feature = "hashes")]
            Key::OfBn254(key) => verify_on_bn254(key, &message, beacon)?,
        }
        Ok(Sha256::digest(beacon.signature).into())
    }

    /// The randomness of many rounds, if the network signed all of them so: who catches up with a
    /// network verifies hundreds together.
    ///
    /// Variable-time; all is public. If all are signed the verdict is certain; one that is not
    /// passes with a chance of 2^-125 at most. The beacons of a chain need not be in order, and
    /// each comes with its previous signature.
    ///
    /// Cost, but for BN254, where they are verified one by one: [`verify_sets`] with one key, so a
    /// hash to the curve and a check of the signature for each, and two pairs for all.
    ///
    /// # Errors
    /// As [`Chain::verify`], without saying of which; [`Error::Empty`] for none.
    pub fn verify_all<R: CryptoRng + ?Sized>(
        &self,
        beacons: &[Beacon<'_>],
        rng: &mut R,
    ) -> Result<Vec<[u8; 32]>, Error> {
        match &self.key {
            Key::InG1(key) => self.verify_all_with(key, beacons, rng),
            Key::InG2UnderTheTagOfG2(key) => self.verify_all_with(key, beacons, rng),
            Key::InG2(key) => self.verify_all_with(key, beacons, rng),
            #[cfg(feature = "hashes")]
            Key::OfBn254(_) if beacons.is_empty() => Err(Error::Empty),
            #[cfg(feature = "hashes")]
            Key::OfBn254(_) => beacons.iter().map(|beacon| self.verify(beacon)).collect(),
        }
    }

    fn verify_all_with<S: Suite, R: CryptoRng + ?Sized>(
        &self,
        key: &PublicKey<S>,
        beacons: &[Beacon<'_>],
        rng: &mut R,
    ) -> Result<Vec<[u8; 32]>, Error> {
        let messages: Vec<_> =
            beacons.iter().map(|beacon| self.message(beacon)).collect::<Result<_, _>>()?;
        let encodings: Vec<_> = beacons.iter().map(|beacon| beacon.signature).collect();
        let mut signatures = alloc::vec![Err(bls::Error::Empty); beacons.len()];
        Signature::<S>::from_bytes_batch(&encodings, &mut signatures).map_err(of_signature)?;
        let set = |(message, signature): (_, Result<_, _>)| {
            let signature = signature.map_err(of_signature)?;
            Ok(SignatureSet { key: *key, message, signature })
        };
        let messages = messages.iter().map(<[u8; 32]>::as_slice);
        let sets: Vec<_> = messages.zip(signatures).map(set).collect::<Result<_, Error>>()?;
        verify_sets(&sets, rng).map_err(of_signature)?;
        Ok(encodings.iter().map(|signature| Sha256::digest(signature).into()).collect())
    }

    /// What the network signs in a round.
    fn message(&self, beacon: &Beacon<'_>) -> Result<[u8; 32], Error> {
        let round = beacon.round.to_be_bytes();
        match (self.scheme, beacon.previous_signature) {
            (Scheme::Chained, Some(previous)) => {
                Ok(Sha256::new().chain_update(previous).chain_update(round).finalize().into())
            }
            (Scheme::Chained, None) => Err(Error::Previous),
            (_, Some([_, ..])) => Err(Error::Previous),
            #[cfg(feature = "hashes")]
            (Scheme::Bn254OnG1, _) => Ok(crate::hash::keccak256(&round)),
            _ => Ok(Sha256::digest(round).into()),
        }
    }
}

fn read<S: Suite>(public_key: &[u8]) -> Result<PublicKey<S>, Error> {
    PublicKey::from_bytes(public_key).map_err(|reason| match reason {
        bls::Error::Point(reason) => Error::Key(reason),
        _ => Error::NotSigned,
    })
}

fn verify_with<S: Suite>(
    key: &PublicKey<S>,
    message: &[u8; 32],
    beacon: &Beacon<'_>,
) -> Result<(), Error> {
    let signature = Signature::from_bytes(beacon.signature).map_err(of_signature)?;
    key.verify(message, &signature).map_err(of_signature)
}

/// Of reading a signature, or of verifying it.
const fn of_signature(reason: bls::Error) -> Error {
    match reason {
        bls::Error::Point(reason) => Error::Signature(reason),
        bls::Error::Empty => Error::Empty,
        _ => Error::NotSigned,
    }
}

#[cfg(feature = "hashes")]
fn verify_on_bn254(
    key: &bn254::G2Affine,
    message: &[u8; 32],
    beacon: &Beacon<'_>,
) -> Result<(), Error> {
    use curve::hash_to_curve::Xmd;
    const TAG: &[u8] = b"BLS_SIG_BN254G1_XMD:KECCAK-256_SVDW_RO_NUL_";

    let signature = bn254::G1Affine::from_eip196(beacon.signature).map_err(Error::Signature)?;
    let hash = bn254::hash_to_g1::<Xmd<crate::hash::Keccak256>>(message, TAG).to_affine();
    let generator = bn254::G2Affine::generator().neg();
    let pairs = [(&signature, &generator), (&hash, key)];
    if bool::from(bn254::multi_pairing_is_one(pairs)) { Ok(()) } else { Err(Error::NotSigned) }
}

// Public keys as the networks describe themselves, carried over from the tests of
// drand/drand-client at b9572b2e and of drand-verify 0.6.2.

const DEFAULT_NETWORK: &str = "868f005eb8e6e4ca0a47c8a77ceaa5309a47978a7c71bc5cce96366b5d7a5699\
    37c529eeda66c7293784a9402801af31";
const QUICKNET: &str = "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b\
    6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9\
    c76a4bc09e76eae8991ef5ece45a";
#[cfg(feature = "hashes")]
const EVMNET: &str = "07e1d1d335df83fa98462005690372c643340060d205306a9aa8106b6bd0b3820557ec32c2\
    ad488e4d4f6008f89a346f18492092ccc0d594610de2732c8b808f0095685ae3a85ba243747b1b2f426049010f6b\
    73a0cf1d389351d5aaaa1047f6297d3a4f9749b33eb2d904c9d9ebf17224150ddd7abd7567a9bec6c74480ee0b";
