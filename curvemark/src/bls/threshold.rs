//! Threshold signatures: n parties hold a share of a key each, and any t of them sign.
//!
//! A dealer draws a polynomial f of degree t − 1 over the scalars. The secret key is f(0), and the
//! share of the party with index i is f(i) (A. Shamir, "How to share a secret", Communications of
//! the ACM 22, 1979). The multiples of the generator by the coefficients commit to f, so that every
//! party can check its share (P. Feldman, "A practical scheme for non-interactive verifiable secret
//! sharing", FOCS 1987). f(i)·H(m) is a partial signature: the BLS signature of the share. The
//! signature of the key is f(0)·H(m), the same whichever t parties sign, by the coefficients of
//! Lagrange (A. Boldyreva, "Threshold signatures, multisignatures and blind signatures based on the
//! gap-Diffie-Hellman-group signature scheme", PKC 2003).
//!
//! ```
//! use core::num::NonZeroU32;
//! use curvemark::bls::min_sig;
//! use curvemark::bls::threshold::{Committee, Polynomial};
//! # let mut rng = getrandom::rand_core::UnwrapErr(getrandom::SysRng);
//!
//! // A dealer shares a fresh key, so that any two of three parties can sign.
//! let polynomial = Polynomial::<min_sig::Basic>::random(2, &mut rng)?;
//! let commitment = polynomial.commitment(); // public
//! let parties: Vec<_> = (1..=3).filter_map(NonZeroU32::new).collect();
//!
//! // A party checks its share, and signs with it.
//! let share = polynomial.share(parties[2])?;
//! commitment.verify_share(&share)?;
//! let third = share.sign(b"a message");
//! let first = polynomial.share(parties[0])?.sign(b"a message");
//!
//! // Anybody combines two of them into the one signature of the key.
//! let committee = Committee::new(&commitment, &parties)?;
//! let signature = committee.combine(b"a message", &[third, first])?;
//! commitment.public_key().verify(b"a message", &signature)?;
//! # Ok::<(), curvemark::bls::threshold::Error>(())
//! ```
//!
//! [`Committee::combine`] never returns a signature that is not valid: it verifies what it has
//! combined, and only if that fails looks for the partial signatures that are wrong and does
//! without them.
//!
//! # New parties for the same key
//!
//! The parties of a key can hand it over to others, or refresh their shares, without anybody
//! learning it: each deals its share by a polynomial of its own ([`Share::deal_again`]), and who
//! gets t such parts joins them ([`join`]) (Y. Desmedt, S. Jajodia, "Redistributing secret shares
//! to new access structures and its applications", 1997). Old shares stay as good as before: it is
//! for their holders to wipe them.
//!
//! # What is not here
//!
//! There is no protocol by which parties make a key without a dealer. Its messages, complaints and
//! timeouts belong to a network; sums of [`Commitment`]s and shares are what it would stand on.
//!
//! The augmented suites are refused at compile time: there each share would sign another message.

mod lagrange;

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use core::num::NonZeroU32;

use curve::bls12_381::{Fr, SecretScalar};
use curve::msm::FixedBases;
use curve::weierstrass::Projective;
use rand_core::CryptoRng;
use zeroize::ZeroizeOnDrop;

use self::lagrange::lagrange_at_zero;
use super::batch::{affine, find_on, find_with, hashed, settled};
use super::suite::{KeyCurve, Parameters, Scheme, Side, hash};
use super::threads::{Serial, Threads};
use super::{PublicKey, SecretKey, Signature, SignatureSet, Suite};

/// The argument at which a polynomial gives the share of a party: 1 to 2^32 − 1. Zero would be the
/// key itself.
///
/// Drand counts from zero and adds one; fastcrypto counts from one, as here.
///
/// [Example](crate::bls::threshold).
pub type Index = NonZeroU32;

/// Why shares or partial signatures are not acceptable. [`Error::NotSigned`] is a verdict.
///
/// [Example](crate::bls::threshold).
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// A threshold of zero, or more shares needed than there are indices.
    Threshold,
    /// A point or a scalar is not acceptable, for this reason.
    Bls(super::Error),
    /// Two parties, shares or partial signatures have this index.
    Repeated(Index),
    /// The committee has no party with this index.
    Stranger(Index),
    /// There are too few good shares or partial signatures.
    TooFew {
        /// The threshold.
        needed: usize,
        /// How many are good.
        good: usize,
    },
    /// The share of this index does not belong to its commitment.
    Share(Index),
    /// The commitment by which the party with this index deals its share again is not to that
    /// share, or its threshold is not that of the others.
    Dealer(Index),
    /// The verdict: the partial signature is not the party's on this message.
    NotSigned,
}

impl From<super::Error> for Error {
    fn from(reason: super::Error) -> Self {
        match reason {
            super::Error::NotSigned => Self::NotSigned,
            reason => Self::Bls(reason),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Threshold => f.write_str("the threshold is zero, or above the number of parties"),
            Self::Bls(reason) => reason.fmt(f),
            Self::Repeated(index) => write!(f, "party {index} is there twice"),
            Self::Stranger(index) => write!(f, "the committee has no party {index}"),
            Self::TooFew { needed, good } => {
                write!(f, "{needed} shares or partial signatures are needed, and {good} are good")
            }
            Self::Share(index) => write!(f, "the share of party {index} is not the committed one"),
            Self::Dealer(index) => {
                write!(f, "party {index} did not deal its share again as it should")
            }
            Self::NotSigned => f.write_str("the partial signature is not the party's"),
        }
    }
}

impl core::error::Error for Error {}

/// A polynomial whose value at zero is a secret key: what a dealer draws, deals and forgets. Wiped
/// from memory when dropped.
///
/// [Example](crate::bls::threshold).
pub struct Polynomial<S: Suite> {
    /// Of x⁰, x¹, …; the first one is not zero.
    coefficients: Vec<SecretScalar>,
    suite: PhantomData<S>,
}

// Nothing but scalars that wipe themselves.
impl<S: Suite> ZeroizeOnDrop for Polynomial<S> {}

impl<S: Suite> Polynomial<S> {
    /// For a fresh key, of which so many shares are needed.
    ///
    /// # Errors
    /// [`Error::Threshold`] for zero and for 2^32 or more.
    pub fn random<R: CryptoRng + ?Sized>(threshold: usize, rng: &mut R) -> Result<Self, Error> {
        Self::of_key(&SecretKey::random(rng), threshold, rng)
    }

    /// For a key that is there, of which so many shares shall be needed.
    ///
    /// Constant-time in the key.
    ///
    /// # Errors
    /// [`Error::Threshold`] for zero and for 2^32 or more.
    pub fn of_key<R: CryptoRng + ?Sized>(
        key: &SecretKey<S>,
        threshold: usize,
        rng: &mut R,
    ) -> Result<Self, Error> {
        no_augmentation::<S>();
        if threshold == 0 || u32::try_from(threshold).is_err() {
            return Err(Error::Threshold);
        }
        // Drawn as keys are, none of them is zero. That leaves out polynomials with a chance of
        // 2^-255 each, and no point of the commitment is the identity.
        let others = (1..threshold).map(|_| SecretKey::<S>::random(rng).scalar().clone());
        let coefficients = core::iter::once(key.scalar().clone()).chain(others).collect();
        Ok(Self { coefficients, suite: PhantomData })
    }

    /// How many shares are needed.
    pub const fn threshold(&self) -> usize {
        self.coefficients.len()
    }

    /// What the dealer publishes. Constant-time; as many scalar multiplications as the threshold.
    pub fn commitment(&self) -> Commitment<S> {
        let key = |scalar: &SecretScalar| SecretKey::of(scalar.clone()).public_key();
        Commitment { points: self.coefficients.iter().map(key).collect() }
    }

    /// The share of a party: what the dealer sends to it in secret.
    ///
    /// Constant-time in the polynomial. Cost: as many products of scalars as the threshold.
    ///
    /// # Errors
    /// [`Error::Bls`] if the share is zero, which has a chance of 2^-255.
    pub fn share(&self, index: Index) -> Result<Share<S>, Error> {
        let x = Fr::from(index.get());
        let zero = SecretScalar::new(Fr::zero());
        let value = self.coefficients.iter().rev().fold(zero, |sum, next| &(&sum * &x) + next);
        let value = value.not_zero().map_err(super::Error::from)?;
        Ok(Share { index, key: SecretKey::of(value) })
    }
}

impl<S: Suite> fmt::Debug for Polynomial<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Polynomial").field("threshold", &self.threshold()).finish_non_exhaustive()
    }
}

/// A party's share of a secret key: a secret key of its own, with its index. Wiped from memory when
/// dropped.
///
/// [Example](crate::bls::threshold).
#[derive(Clone)]
pub struct Share<S: Suite> {
    index: Index,
    key: SecretKey<S>,
}

impl<S: Suite> ZeroizeOnDrop for Share<S> {}

impl<S: Suite> Share<S> {
    /// A share that was kept as its index and [`SecretKey::to_bytes`]; [`Commitment::verify_share`]
    /// says whether it is one.
    pub const fn new(index: Index, key: SecretKey<S>) -> Self {
        Self { index, key }
    }

    /// Whose share it is.
    pub const fn index(&self) -> Index {
        self.index
    }

    /// The share as a key.
    pub const fn secret_key(&self) -> &SecretKey<S> {
        &self.key
    }

    /// The party's partial signature on a message. Time and cost are those of [`SecretKey::sign`].
    pub fn sign(&self, message: &[u8]) -> PartialSignature<S> {
        no_augmentation::<S>();
        PartialSignature { index: self.index, signature: self.key.sign(message) }
    }

    /// A polynomial that deals this share to new parties, of whom so many shall be needed: see
    /// [`join`].
    ///
    /// # Errors
    /// As [`Polynomial::of_key`].
    pub fn deal_again<R: CryptoRng + ?Sized>(
        &self,
        threshold: usize,
        rng: &mut R,
    ) -> Result<Polynomial<S>, Error> {
        Polynomial::of_key(&self.key, threshold, rng)
    }
}

impl<S: Suite> fmt::Debug for Share<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Share").field("index", &self.index).finish_non_exhaustive()
    }
}

/// What a dealer publishes of a polynomial: the multiples of the generator by its coefficients, the
/// public key first.
///
/// None of them is the identity, which a dealer who draws meets with a chance of 2^-255: who sends
/// one has made the threshold smaller than it seems.
///
/// [Example](crate::bls::threshold).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commitment<S: Suite> {
    points: Vec<PublicKey<S>>,
}

impl<S: Suite> Commitment<S> {
    /// Of the encodings of its points, as [`PublicKey::from_bytes`] reads them, the public key
    /// first. There are as many as shares are needed.
    ///
    /// Variable-time. Cost: a square root and a check of the subgroup for each, eight at a time on
    /// vectors where the CPU has them.
    ///
    /// # Errors
    /// [`Error::Threshold`] for none or 2^32 and more; [`Error::Bls`] for a point that is not
    /// acceptable.
    pub fn from_bytes(encodings: &[impl AsRef<[u8]>]) -> Result<Self, Error> {
        let mut points = alloc::vec![Err(super::Error::Empty); encodings.len()];
        PublicKey::from_bytes_batch(encodings, &mut points)?;
        Self::new(points.into_iter().collect::<Result<_, _>>()?)
    }

    /// Of its points, the public key first.
    ///
    /// # Errors
    /// [`Error::Threshold`] for none or 2^32 and more.
    pub fn new(points: Vec<PublicKey<S>>) -> Result<Self, Error> {
        no_augmentation::<S>();
        if points.is_empty() || u32::try_from(points.len()).is_err() {
            return Err(Error::Threshold);
        }
        Ok(Self { points })
    }

    /// Its points, the public key first.
    pub fn points(&self) -> &[PublicKey<S>] {
        &self.points
    }

    /// How many shares are needed.
    pub const fn threshold(&self) -> usize {
        self.points.len()
    }

    /// The public key that the parties sign for.
    pub fn public_key(&self) -> &PublicKey<S> {
        &self.points[0]
    }

    /// The public key of a share.
    ///
    /// Variable-time; all is public. Cost: for each point as many doublings as the index has bits,
    /// and at most as many additions.
    ///
    /// # Errors
    /// [`Error::Bls`] if it is the identity.
    pub fn public_share(&self, index: Index) -> Result<PublicKey<S>, Error> {
        Ok(PublicKey::from_point(self.at(index).to_affine())?)
    }

    /// Whether a share is this polynomial's at the share's index.
    ///
    /// Constant-time in the share. Cost: [`SecretKey::public_key`] and
    /// [`Commitment::public_share`].
    ///
    /// # Errors
    /// [`Error::Share`] if it is not.
    pub fn verify_share(&self, share: &Share<S>) -> Result<(), Error> {
        let own = share.key.public_key();
        let difference = self.at(share.index).add_mixed(&own.as_point().neg());
        // The verdict is public, and the only thing that is.
        difference.not_identity().map_or(Ok(()), |_| Err(Error::Share(share.index)))
    }

    /// The secret key itself, of as many shares as are needed or more. Each is verified first.
    ///
    /// Constant-time in the shares.
    ///
    /// # Errors
    /// [`Error::Repeated`]; [`Error::TooFew`]; [`Error::Share`] for a share that is not this
    /// polynomial's.
    pub fn recover(&self, shares: &[Share<S>]) -> Result<SecretKey<S>, Error> {
        distinct(shares.iter().map(Share::index))?;
        let shares = enough(shares, self.threshold())?;
        shares.iter().try_for_each(|share| self.verify_share(share))?;
        let indices: Vec<_> = shares.iter().map(Share::index).collect();
        sum_of_secrets(&lagrange_at_zero(&indices), shares)
    }

    /// The value at an index, by Horner's rule.
    fn at(&self, index: Index) -> Projective<KeyCurve<S>> {
        let identity = Projective::identity();
        let step = |sum: Projective<_>, point: &PublicKey<S>| {
            times(&sum, index.get()).add_mixed(point.as_point())
        };
        self.points.iter().rev().fold(identity, step)
    }
}

/// A small multiple. Variable-time.
fn times<C: Side>(point: &Projective<C>, by: u32) -> Projective<C> {
    let add = |sum: Projective<C>, bit: u32| {
        let double = sum.double();
        if by >> bit & 1 == 1 { double.add(point) } else { double }
    };
    let below_the_highest = (0..by.ilog2()).rev();
    below_the_highest.fold(*point, add)
}

/// A party's signature on a message, which counts as one of those needed.
///
/// [Example](crate::bls::threshold).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartialSignature<S: Suite> {
    index: Index,
    signature: Signature<S>,
}

impl<S: Suite> PartialSignature<S> {
    /// Of what a party sent.
    pub const fn new(index: Index, signature: Signature<S>) -> Self {
        Self { index, signature }
    }

    /// Whose it is.
    pub const fn index(&self) -> Index {
        self.index
    }

    /// The signature of the party's share.
    pub const fn signature(&self) -> &Signature<S> {
        &self.signature
    }
}

/// Bytes of the table of multiples of keys in G2: for each party, and in all. In G1 a table would
/// save about 3 % of the time.
const TABLE_BYTES: [usize; 2] = [3_300, 4 << 20];

/// The parties that share a key, with the public key of each share. Made once, it verifies and
/// combines partial signatures on any message.
///
/// [Example](crate::bls::threshold).
#[derive(Clone, Debug)]
pub struct Committee<S: Suite> {
    key: PublicKey<S>,
    threshold: usize,
    /// In ascending order of the indices.
    parties: Vec<(Index, PublicKey<S>)>,
    /// Of the parties' keys, in their order; none where it is not worth its bytes.
    table: Option<FixedBases<KeyCurve<S>>>,
}

impl<S: Suite> Committee<S> {
    /// Of the polynomial's commitment and the indices of all parties.
    ///
    /// With keys in G2 it holds a table of their multiples for [`Committee::find_invalid`], of 3.3
    /// kB for each party and 4 MiB at most.
    ///
    /// Variable-time; all is public. Cost: [`Commitment::public_share`] for each party, and the
    /// table: 1.1 ms next to 49 for 100 parties of whom 67 are needed, with AVX-512 IFMA.
    ///
    /// # Errors
    /// [`Error::Repeated`]; [`Error::Threshold`] if there are fewer parties than are needed;
    /// [`Error::Bls`] if the public key of a share is the identity.
    pub fn new(commitment: &Commitment<S>, indices: &[Index]) -> Result<Self, Error> {
        distinct(indices.iter().copied())?;
        if indices.len() < commitment.threshold() {
            return Err(Error::Threshold);
        }
        let points: Vec<_> = indices.iter().map(|&index| commitment.at(index)).collect();
        let keys = affine(&points).into_iter().map(PublicKey::from_point);
        let mut parties = Vec::with_capacity(indices.len());
        for (index, key) in indices.iter().zip(keys) {
            parties.push((*index, key?));
        }
        parties.sort_unstable_by_key(|party| party.0);
        let bytes = TABLE_BYTES[0].saturating_mul(parties.len()).min(TABLE_BYTES[1]);
        let keys: Vec<_> = parties.iter().map(|(_, key)| *key.as_point()).collect();
        // None for so many parties that a table would be larger.
        let table = (!S::Parameters::KEYS_IN_G1).then(|| FixedBases::new(&keys, bytes).ok());
        let (key, threshold) = (*commitment.public_key(), commitment.threshold());
        Ok(Self { key, threshold, parties, table: table.flatten() })
    }

    /// The public key that the parties sign for.
    pub const fn public_key(&self) -> &PublicKey<S> {
        &self.key
    }

    /// How many partial signatures are needed.
    pub const fn threshold(&self) -> usize {
        self.threshold
    }

    /// The parties, by index, each with the public key of its share.
    pub fn parties(&self) -> &[(Index, PublicKey<S>)] {
        &self.parties
    }

    /// The public key of a party's share.
    ///
    /// # Errors
    /// [`Error::Stranger`] if there is no such party.
    pub fn public_share(&self, index: Index) -> Result<&PublicKey<S>, Error> {
        Ok(&self.parties[self.place(index)?].1)
    }

    fn place(&self, index: Index) -> Result<usize, Error> {
        let place = self.parties.binary_search_by_key(&index, |party| party.0);
        place.map_err(|_| Error::Stranger(index))
    }

    /// Whether a partial signature is its party's on a message. Time and cost are those of
    /// [`PublicKey::verify`].
    ///
    /// # Errors
    /// [`Error::Stranger`]; [`Error::NotSigned`].
    pub fn verify(&self, message: &[u8], partial: &PartialSignature<S>) -> Result<(), Error> {
        Ok(self.public_share(partial.index)?.verify(message, &partial.signature)?)
    }

    /// Which of several partial signatures on a message are not their parties', by index and in
    /// the order in which they are given; none if all are.
    ///
    /// One that is not is missed with a chance of n·2^-124 at most; none that is its party's is
    /// named, but for a fault of the computer: see
    /// [`find_invalid_sets`](super::find_invalid_sets). The weights follow from all of the
    /// signatures by SHA-256, so that nobody can choose them, and the verdict is the same for
    /// everybody.
    ///
    /// Variable-time; all is public. Cost, where all are good: a hash to the curve, n
    /// multiplications by short scalars in both groups together with their sums, one product of two
    /// pairings. Where more than half of the parties signed, the keys' sum is by the table.
    ///
    /// # Errors
    /// [`Error::Stranger`]; [`Error::Repeated`]; [`Error::Bls`] if there are none.
    pub fn find_invalid(
        &self,
        message: &[u8],
        partials: &[PartialSignature<S>],
    ) -> Result<Vec<Index>, Error> {
        let bad = self.places_of_invalid(&self.sets(message, partials)?, partials)?;
        Ok(bad.into_iter().map(|place| partials[place].index).collect())
    }

    /// The places of the sets that are not valid, of as many partial signatures.
    fn places_of_invalid(
        &self,
        sets: &[SignatureSet<'_, S>],
        partials: &[PartialSignature<S>],
    ) -> Result<Vec<usize>, Error> {
        let weights = hashed(sets);
        match &self.table {
            // A sum by the table costs the same however few signed.
            Some(table) if 2 * sets.len() > self.parties.len() => {
                let mut by_party = alloc::vec![Fr::zero(); self.parties.len()];
                for (partial, weight) in partials.iter().zip(&weights) {
                    by_party[self.place(partial.index)?] = *weight;
                }
                let keys = settled(table.msm_vartime(&by_party));
                Ok(find_with(sets, weights, &keys.to_affine()))
            }
            _ => Ok(find_on::<S, Serial>(sets, weights)?),
        }
    }

    /// The signature of the key on a message, of as many partial signatures as are needed or more.
    ///
    /// It is valid, always: what the first of them give is verified, and if it is not valid those
    /// that are not their parties' are found and left out.
    ///
    /// Variable-time; all is public. Cost, with t needed: one sum of t multiples of signatures, at
    /// most t² products of scalars, fewer for small indices, and [`PublicKey::verify`]; where a
    /// partial signature is wrong, [`Committee::find_invalid`] and the same once more.
    ///
    /// # Errors
    /// [`Error::TooFew`] if not as many as needed are good, [`Committee::find_invalid`] says which
    /// are not; [`Error::Stranger`]; [`Error::Repeated`].
    pub fn combine(
        &self,
        message: &[u8],
        partials: &[PartialSignature<S>],
    ) -> Result<Signature<S>, Error> {
        let sets = self.sets(message, partials)?;
        let hash = hash(&self.key, message).to_affine();
        let combined = |partials: &[PartialSignature<S>]| {
            let signature = interpolate(enough(partials, self.threshold)?);
            self.key.check(&hash, signature.as_point())?;
            Ok(signature)
        };
        match combined(partials) {
            Err(Error::NotSigned) => {}
            answer => return answer,
        }
        let bad = self.places_of_invalid(&sets, partials)?;
        let places = 0..partials.len();
        let good: Vec<_> =
            places.filter(|place| !bad.contains(place)).map(|place| partials[place]).collect();
        combined(&good)
    }

    /// The partial signatures as sets to verify.
    fn sets<'a>(
        &self,
        message: &'a [u8],
        partials: &[PartialSignature<S>],
    ) -> Result<Vec<SignatureSet<'a, S>>, Error> {
        distinct(partials.iter().map(PartialSignature::index))?;
        let set = |partial: &PartialSignature<S>| {
            let key = *self.public_share(partial.index)?;
            Ok(SignatureSet { key, message, signature: partial.signature })
        };
        partials.iter().map(set).collect()
    }
}

/// What a new party gets from an old one that deals its share again.
///
/// [Example](join).
#[derive(Clone, Debug)]
pub struct Dealt<S: Suite> {
    /// The index of the old party.
    pub dealer: Index,
    /// What it published.
    pub commitment: Commitment<S>,
    /// What it sent to the new party, under the new party's index.
    pub share: Share<S>,
}

/// A new party's share of the key whose old parties have dealt their shares again, and the
/// commitment to all new shares.
///
/// The new parties must agree on the dealers: shares that were joined from those of different
/// dealers do not belong together. The commitments that they get tell it.
///
/// ```
/// use core::num::NonZeroU32;
/// use curvemark::bls::min_pk;
/// use curvemark::bls::threshold::{Dealt, Polynomial, Share, join};
/// # let mut rng = getrandom::rand_core::UnwrapErr(getrandom::SysRng);
///
/// let [one, two, nine] = [1, 2, 9].map(|i| NonZeroU32::new(i).expect("not zero"));
/// let old = Polynomial::<min_pk::Possession>::random(2, &mut rng)?;
/// let key = old.commitment();
///
/// // Two old parties deal their shares to new ones, of whom three shall be needed.
/// let again = [one, two].map(|dealer| (dealer, old.share(dealer)));
/// let mut dealt = Vec::new();
/// for (dealer, share) in again {
///     let polynomial = share?.deal_again(3, &mut rng)?;
///     let (commitment, share) = (polynomial.commitment(), polynomial.share(nine)?);
///     dealt.push(Dealt { dealer, commitment, share });
/// }
///
/// // What the new party 9 makes of what it got.
/// let (share, commitment) = join(&key, &dealt)?;
/// commitment.verify_share(&share)?;
/// assert_eq!(commitment.public_key(), key.public_key());
/// # Ok::<(), curvemark::bls::threshold::Error>(())
/// ```
///
/// Constant-time in the shares. Cost: for each dealer, [`Commitment::public_share`] and
/// [`Commitment::verify_share`]; a sum of multiples for each point of the commitment.
///
/// # Errors
/// [`Error::TooFew`] for fewer dealers than the old threshold; [`Error::Repeated`];
/// [`Error::Dealer`] for one that did not deal its own share, or with another threshold than the
/// first; [`Error::Share`] for a share that does not belong to its commitment, or that is another
/// party's than the first.
pub fn join<S: Suite>(
    old: &Commitment<S>,
    dealt: &[Dealt<S>],
) -> Result<(Share<S>, Commitment<S>), Error> {
    distinct(dealt.iter().map(|part| part.dealer))?;
    let too_few = Error::TooFew { needed: old.threshold(), good: dealt.len() };
    let first = dealt.first().ok_or(too_few)?;
    if dealt.len() < old.threshold() {
        return Err(too_few);
    }
    let (index, threshold) = (first.share.index, first.commitment.threshold());
    for part in dealt {
        let own = old.public_share(part.dealer)?;
        if *part.commitment.public_key() != own || part.commitment.threshold() != threshold {
            return Err(Error::Dealer(part.dealer));
        }
        if part.share.index != index {
            return Err(Error::Share(part.share.index));
        }
        part.commitment.verify_share(&part.share)?;
    }
    let dealers: Vec<_> = dealt.iter().map(|part| part.dealer).collect();
    let lambdas = lagrange_at_zero(&dealers);
    let point = |place: usize| {
        let points: Vec<_> =
            dealt.iter().map(|part| *part.commitment.points[place].as_point()).collect();
        let sum: Projective<KeyCurve<S>> = settled(Serial::sum_of_multiples(&points, &lambdas));
        PublicKey::from_point(sum.to_affine())
    };
    let points = (0..threshold).map(point).collect::<Result<_, _>>()?;
    let shares: Vec<_> = dealt.iter().map(|part| part.share.clone()).collect();
    let key = sum_of_secrets(&lambdas, &shares)?;
    Ok((Share { index, key }, Commitment { points }))
}

/// Refuses the suites in which each key signs another message.
const fn no_augmentation<S: Suite>() {
    const { assert!(!S::Scheme::AUGMENTS, "shares of a key must sign one message") };
}

/// The first of a list that are needed.
fn enough<T>(items: &[T], needed: usize) -> Result<&[T], Error> {
    items.get(..needed).ok_or(Error::TooFew { needed, good: items.len() })
}

/// Refuses an index that is there twice.
fn distinct(indices: impl Iterator<Item = Index>) -> Result<(), Error> {
    let mut indices: Vec<_> = indices.collect();
    indices.sort_unstable();
    let twice = indices.windows(2).find(|pair| pair[0] == pair[1]);
    twice.map_or(Ok(()), |pair| Err(Error::Repeated(pair[0])))
}

/// f(0)·H(m) of as many f(i)·H(m) as f has coefficients, with distinct indices.
fn interpolate<S: Suite>(partials: &[PartialSignature<S>]) -> Signature<S> {
    let indices: Vec<_> = partials.iter().map(PartialSignature::index).collect();
    let points: Vec<_> = partials.iter().map(|partial| *partial.signature.as_point()).collect();
    Signature::of(&settled(Serial::sum_of_multiples(&points, &lagrange_at_zero(&indices))))
}

/// Σ λᵢ·sᵢ. Constant-time in the shares.
fn sum_of_secrets<S: Suite>(lambdas: &[Fr], shares: &[Share<S>]) -> Result<SecretKey<S>, Error> {
    let products = lambdas.iter().zip(shares).map(|(by, share)| share.key.scalar() * by);
    let sum = products.fold(SecretScalar::new(Fr::zero()), |sum, product| &sum + &product);
    Ok(SecretKey::of(sum.not_zero().map_err(super::Error::from)?))
}
