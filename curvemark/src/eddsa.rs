//! Ed25519 (RFC 8032, §5.1): signing, and verification by either of two rules, one by one or many
//! at once.
//!
//! The rules that are in use differ on signatures that no honest signer makes: whether the equation
//! \[s\]B = R + \[k\]A is taken as it is or times the cofactor, and which encodings of A and R are
//! points (K. Chalkias, F. Garillot, V. Nikolaenko, "Taming the many EdDSAs", ePrint 2020/1244).
//! Where parties must agree on each verdict, as in a chain, a rule is part of the protocol. So a
//! key is read for one of them:
//!
//! | | [`VerifyingKey<Zip215>`](Zip215) | [`VerifyingKey<Rfc8032Strict>`](Rfc8032Strict) |
//! |---|---|---|
//! | equation | \[8\]\[s\]B = \[8\]R + \[8\]\[k\]A | R is the encoding of \[s\]B − \[k\]A |
//! | encodings of A and R | y may be p and more, and the sign of x = 0 set | canonical |
//! | s | below ℓ | below ℓ |
//! | A and R of small order | taken | taken |
//! | a batch with one verdict | the same verdict on every input, `verify_batch` | there is none: sums hide what the cofactor removes |
//!
//! Take [`Zip215`] unless you must agree with those who do without the cofactor. Neither rule binds
//! a signature to one key or message where keys of small order may be chosen by an adversary;
//! [`VerifyingKey::reject_small_order`] refuses such keys.
//!
//! `verify_strict` of ed25519-dalek is not [`Rfc8032Strict`]: it also refuses A and R of small
//! order. Who wants all refused that it refuses reads a key by that rule, and calls
//! [`VerifyingKey::reject_small_order`] and [`Signature::reject_small_order`] besides.
//!
//! A [`SigningKey`] is made from its seed and keeps its public key with it. No function signs
//! with a public key that the caller gives: with two of them for one message the secret key would
//! be known (the oracle of K. Chalkias and others, "Double public key signing function oracle
//! attack on EdDSA software implementations", 2022).
//!
//! Ed25519ctx and Ed25519ph are the functions with `context` and `prehashed` in their names.
//! Signing is constant-time and needs no randomness; verification is of public data, in variable
//! time.
//!
//! ```
//! use curvemark::eddsa::{Signature, SigningKey, VerifyingKey, Zip215};
//!
//! # fn main() -> Result<(), curvemark::eddsa::Error> {
//! let key = SigningKey::from_seed(&[7; 32]);
//! let signature: [u8; 64] = key.sign(b"a message").to_bytes();
//!
//! let verifying_key = VerifyingKey::<Zip215>::from_bytes(&key.public_bytes())?;
//! verifying_key.verify(b"a message", &Signature::from_bytes(&signature)?)?;
//! # Ok(()) }
//! ```
//!
//! # Many at once
//!
//! ```
//! # use rand_chacha::rand_core::SeedableRng;
//! # let mut rng = rand_chacha::ChaCha20Rng::from_seed([1; 32]); // yours is the operating system's
//! # #[cfg(feature = "alloc")] {
//! use curvemark::eddsa::{SigningKey, verify_batch, verify_each};
//!
//! let key = SigningKey::from_seed(&[7; 32]);
//! let messages = [b"one", b"two"];
//! let signatures = messages.map(|message| key.sign(message));
//! let keys = [key.verifying_key(), key.verifying_key()];
//! verify_batch(&keys, &messages, &signatures, &mut rng)?; // one verdict on all
//! let mut verdicts = [Ok(()), Ok(())];
//! verify_each(&keys, &messages, &signatures, &mut verdicts)?; // a verdict each
//! # assert_eq!(verdicts, [Ok(()), Ok(())]);
//! # }
//! # Ok::<(), curvemark::eddsa::Error>(())
//! ```

use curve::ed25519::{Ed25519, Fr, Point};
use curve::edwards::Vartime;
use curve::scalar_mul::{Comb, OddMultiples};

use crate::kept::{kept, kept_comb};

#[cfg(feature = "alloc")]
mod batch;
mod error;
mod hash;
mod rule;
mod sign;
mod signature;
mod verify;

#[cfg(feature = "alloc")]
pub use batch::verify_batch;
pub use error::Error;
pub use rule::{Rfc8032Strict, Rule, Zip215};
pub use sign::SigningKey;
pub use signature::Signature;
pub use verify::{VerifyingKey, verify, verify_each};

/// The comb of the generator: as those of [`crate::kept`], 33 KiB; or that which is data, 7.5 KiB.
#[cfg(feature = "std")]
type GeneratorComb = Comb<Point, 11, 32>;
#[cfg(not(feature = "std"))]
type GeneratorComb = Comb<Point, 5, 16>;

/// That comb, if there is one.
fn comb() -> Option<&'static GeneratorComb> {
    kept_comb!(GeneratorComb, Point::generator(), curve::ed25519::generator_comb)
}

/// \[k\]B by the comb, constant-time, if there is one.
pub(crate) fn mul_by_comb(k: &Fr) -> Option<Point> {
    comb().map(|comb| comb.mul(k))
}

/// \[k\]B, constant-time.
pub(crate) fn mul_generator(k: &Fr) -> Point {
    mul_by_comb(k).unwrap_or_else(|| Point::generator().mul(k))
}

/// Odd multiples of the generator: with 64 of them lanes and single multiplications are both well
/// served.
type Multiples = OddMultiples<Vartime<Ed25519>, 64>;
/// These, and as many of its multiple by 2^127, which are kept: 16 KiB.
type HalvedMultiples = curve::edwards::HalvedMultiples<Ed25519, 64>;

/// Both, if they are kept.
fn halved_multiples() -> Option<&'static HalvedMultiples> {
    kept!(HalvedMultiples, HalvedMultiples::new(&Point::generator()))
}

/// Odd multiples of the generator, if they are kept.
pub(crate) fn multiples() -> Option<&'static Multiples> {
    halved_multiples().map(HalvedMultiples::low)
}
