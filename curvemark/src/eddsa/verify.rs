//! Public keys and verification, one by one or many at once, each with its verdict.

use core::fmt;
use core::marker::PhantomData;

use curve::ed25519::{Fr, Point};
use curve::edwards::Vartime;
use curve::error::BatchError;
use curve::scalar_mul::{OddMultiples, sum_of_two_vartime};

use super::hash::{Variant, challenge};
use super::{Error, HalvedMultiples, Multiples, Rule, Signature, halved_multiples, multiples};

/// A public key, for the verification rule `R`: its bytes as they came, which are hashed, and its
/// point.
///
/// [Example](crate::eddsa).
#[derive(Clone, Copy)]
pub struct VerifyingKey<R: Rule> {
    pub(super) bytes: [u8; 32],
    /// −A.
    pub(super) minus: Point,
    rule: PhantomData<R>,
}

impl<R: Rule> fmt::Debug for VerifyingKey<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("VerifyingKey(")?;
        self.bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
        f.write_str(")")
    }
}

/// By bytes: two encodings of one point are two keys.
impl<R: Rule> PartialEq for VerifyingKey<R> {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

impl<R: Rule> Eq for VerifyingKey<R> {}

impl<R: Rule> VerifyingKey<R> {
    /// The key of 32 bytes, by its rule: of any order. Cost: a square root.
    ///
    /// # Errors
    /// [`Error::Key`].
    #[cfg_attr(not(target_arch = "riscv32"), inline(never))]
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        Self::of(bytes, &R::point(bytes)?)
    }

    /// The key of these bytes, whose point this is.
    fn of(bytes: &[u8], point: &Point) -> Result<Self, Error> {
        let bytes = bytes.try_into().map_err(|_| Error::Length)?;
        Ok(Self { bytes, minus: point.neg(), rule: PhantomData })
    }

    /// The bytes that the key was read from.
    pub const fn to_bytes(&self) -> [u8; 32] {
        self.bytes
    }

    /// Whether the key is one of eight points for which signatures of every message are made
    /// without a secret.
    pub fn is_small_order(&self) -> bool {
        self.minus.is_small_order().into()
    }

    /// The key, unless it is one of those.
    ///
    /// # Errors
    /// [`Error::SmallOrder`].
    pub fn reject_small_order(self) -> Result<Self, Error> {
        if self.is_small_order() { Err(Error::SmallOrder) } else { Ok(self) }
    }

    /// That a signature is this key's on a message: Ed25519.
    ///
    /// Cost: a square root for R, and a sum of four multiples with 128 doublings
    /// ([`curve::edwards::HalvedMultiples`]). Without `std`: a·B + b·A and an inversion; by
    /// [`Zip215`](super::Zip215) a square root more for a signature that is not canonical, or does
    /// not hold.
    ///
    /// # Errors
    /// [`Error::NotSigned`].
    pub fn verify(&self, message: &[u8], signature: &Signature) -> Result<(), Error> {
        self.verify_variant(Variant::Pure, message, signature)
    }

    /// That a signature is this key's on a message in a context of 1 to 255 bytes: Ed25519ctx.
    ///
    /// # Errors
    /// [`Error::Context`], [`Error::NotSigned`].
    pub fn verify_context(
        &self,
        message: &[u8],
        context: &[u8],
        signature: &Signature,
    ) -> Result<(), Error> {
        self.verify_variant(Variant::context(context)?, message, signature)
    }

    /// That a signature is this key's on a message by its SHA-512 digest, in a context of at most
    /// 255 bytes: Ed25519ph.
    ///
    /// # Errors
    /// [`Error::Context`], [`Error::NotSigned`].
    pub fn verify_prehashed(
        &self,
        digest: &[u8; 64],
        context: &[u8],
        signature: &Signature,
    ) -> Result<(), Error> {
        self.verify_variant(Variant::prehashed(context)?, digest, signature)
    }

    #[cfg_attr(not(target_arch = "riscv32"), inline(never))]
    fn verify_variant(
        &self,
        variant: Variant<'_>,
        message: &[u8],
        signature: &Signature,
    ) -> Result<(), Error> {
        if let Some(multiples) = halved_multiples() {
            let r = R::point(&signature.r).map_err(|_| Error::NotSigned)?;
            return self.verify_by_point(multiples, variant, message, signature, &r);
        }
        let k = challenge(variant, &signature.r, &self.bytes, message);
        let points = [Point::generator(), self.minus].map(Vartime);
        let difference = sum_of_two_vartime(&points, [&signature.s, &k]).0;
        accepts::<R>(signature, &difference.to_bytes_vartime(), &difference)
    }

    /// The verdict by R as a point, which is of the encoding that the signature has.
    fn verify_by_point(
        &self,
        multiples: &HalvedMultiples,
        variant: Variant<'_>,
        message: &[u8],
        signature: &Signature,
        r: &Point,
    ) -> Result<(), Error> {
        let k = challenge(variant, &signature.r, &self.bytes, message);
        let defect = multiples.defect_vartime(&signature.s, &k, &self.minus, r);
        if R::holds(&defect) { Ok(()) } else { Err(Error::NotSigned) }
    }
}

/// That a signature is a key's on a message, all of them bytes: [`Signature::from_bytes`],
/// [`VerifyingKey::from_bytes`] and [`VerifyingKey::verify`] in one. Take it where a key comes
/// once: R and the key are decoded in little more time than one of them takes.
///
/// # Errors
/// Theirs, in this order.
///
/// # Examples
/// ```
/// use curvemark::eddsa::{SigningKey, Zip215, verify};
///
/// let key = SigningKey::from_seed(&[7; 32]);
/// let signature = key.sign(b"a message").to_bytes();
/// assert!(verify::<Zip215>(&key.public_bytes(), b"a message", &signature).is_ok());
/// assert!(verify::<Zip215>(&key.public_bytes(), b"another", &signature).is_err());
/// ```
pub fn verify<R: Rule>(key: &[u8], message: &[u8], signature: &[u8]) -> Result<(), Error> {
    let signature = Signature::from_bytes(signature)?;
    let Some(multiples) = halved_multiples() else {
        return VerifyingKey::<R>::from_bytes(key)?.verify(message, &signature);
    };
    let [point, r] = R::points(key, &signature.r);
    let key = VerifyingKey::<R>::of(key, &point?)?;
    let r = r.map_err(|_| Error::NotSigned)?;
    key.verify_by_point(multiples, Variant::Pure, message, &signature, &r)
}

/// The verdict on a signature by \[s\]B − \[k\]A and its encoding: where that is R both rules hold.
fn accepts<R: Rule>(
    signature: &Signature,
    encoding: &[u8; 32],
    difference: &Point,
) -> Result<(), Error> {
    if *encoding == signature.r || R::accepts_besides(&signature.r, difference) {
        Ok(())
    } else {
        Err(Error::NotSigned)
    }
}

/// Signatures that are worked on at once, for space on the stack: 24 KiB.
const CHUNK: usize = 64;

/// [`VerifyingKey::verify`] of each signature, by its key on its message: a verdict each, which
/// depends on nothing else. Eight at a time on vectors where the CPU has them.
///
/// Where there is no `std` a table of the generator's multiples is made for each call, 8 KiB on the
/// stack.
///
/// [Example](crate::eddsa).
///
/// # Errors
/// [`Error::Empty`]; [`Error::LengthMismatch`] if the lists are not of one length. No verdict is
/// written then.
pub fn verify_each<R: Rule, M: AsRef<[u8]>>(
    keys: &[VerifyingKey<R>],
    messages: &[M],
    signatures: &[Signature],
    verdicts: &mut [Result<(), Error>],
) -> Result<(), Error> {
    let lengths = [keys.len(), messages.len(), signatures.len()];
    if lengths.iter().any(|length| *length != verdicts.len()) {
        return Err(Error::LengthMismatch);
    }
    if verdicts.is_empty() {
        return Err(Error::Empty);
    }
    let made;
    let table = match multiples() {
        Some(multiples) => multiples,
        None => {
            made = OddMultiples::new(&Vartime(Point::generator()));
            &made
        }
    };
    let items = keys.chunks(CHUNK).zip(messages.chunks(CHUNK)).zip(signatures.chunks(CHUNK));
    for (((keys, messages), signatures), verdicts) in items.zip(verdicts.chunks_mut(CHUNK)) {
        let mut slices: [&[u8]; CHUNK] = [&[]; CHUNK];
        slices.iter_mut().zip(messages).for_each(|(slice, message)| *slice = message.as_ref());
        let messages = &slices[..messages.len()];
        if verify_chunk(table, keys, messages, signatures, verdicts).is_err() {
            unreachable!("chunks are of one length, and not empty");
        }
    }
    Ok(())
}

/// At most [`CHUNK`] of them.
#[cfg_attr(not(target_arch = "riscv32"), inline(never))]
fn verify_chunk<R: Rule>(
    table: &Multiples,
    keys: &[VerifyingKey<R>],
    messages: &[&[u8]],
    signatures: &[Signature],
    verdicts: &mut [Result<(), Error>],
) -> Result<(), BatchError> {
    let count = keys.len();
    let (mut s, mut k) = ([Fr::zero(); CHUNK], [Fr::zero(); CHUNK]);
    let mut minus = [Point::identity(); CHUNK];
    for (i, ((key, message), signature)) in keys.iter().zip(messages).zip(signatures).enumerate() {
        s[i] = signature.s;
        k[i] = challenge(Variant::Pure, &signature.r, &key.bytes, message);
        minus[i] = key.minus;
    }
    let mut differences = [Point::identity(); CHUNK];
    Point::double_base_batch_vartime(
        table,
        &s[..count],
        &k[..count],
        &minus[..count],
        &mut differences[..count],
    )?;
    let mut encodings = [[0; 32]; CHUNK];
    Point::to_bytes_batch_vartime(&differences[..count], &mut encodings[..count])?;
    for (i, (verdict, signature)) in verdicts.iter_mut().zip(signatures).enumerate() {
        *verdict = accepts::<R>(signature, &encodings[i], &differences[i]);
    }
    Ok(())
}
