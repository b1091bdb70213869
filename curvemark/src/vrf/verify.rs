//! Public keys and verification, one by one or many at once.

use core::fmt;

use curve::field::Red;

use super::arithmetic::Arithmetic;
use super::group::{Bytes, Group, PointOf, ScalarOf, SumOf, challenge_scalar};
use super::proof::{challenge, output};
use super::{Error, Proof, Suite};

/// A public key: its bytes, and its point.
///
/// [Example](crate::vrf).
#[derive(Clone, Copy)]
pub struct PublicKey<S: Suite> {
    bytes: S::KeyBytes,
    /// −Y.
    minus: PointOf<S::Group>,
}

impl<S: Suite> fmt::Debug for PublicKey<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PublicKey(")?;
        self.bytes.as_ref().iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
        f.write_str(")")
    }
}

impl<S: Suite> PartialEq for PublicKey<S> {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

impl<S: Suite> Eq for PublicKey<S> {}

impl<S: Suite> PublicKey<S> {
    /// Bytes of a public key.
    pub const BYTES: usize = S::KeyBytes::LENGTH;

    /// The key of its bytes: a canonical encoding, and not of small order, which is
    /// ECVRF_validate_key of RFC 9381, §5.4.5. Cost: a square root.
    ///
    /// # Errors
    /// [`Error::Key`], [`Error::SmallOrder`].
    #[cfg_attr(not(target_arch = "riscv32"), inline(never))]
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let point = S::Group::decode(bytes).map_err(Error::Key)?;
        if S::Group::is_small_order(&point) {
            return Err(Error::SmallOrder);
        }
        let minus = <S::Group as Group>::Arithmetic::negate(&point);
        let bytes = bytes.try_into().map_err(|_| Error::Length)?;
        Ok(Self { bytes, minus })
    }

    /// The bytes.
    pub const fn to_bytes(&self) -> S::KeyBytes {
        self.bytes
    }

    /// The output for an input, if the proof is this key's for it: ECVRF_verify of RFC 9381, §5.3,
    /// with validate_key. In variable time.
    ///
    /// Cost: H, \[s\]B − \[c\]Y, \[s\]H − \[c\]Γ, where c has 128 bits.
    ///
    /// # Errors
    /// [`Error::NotProved`].
    #[cfg_attr(not(target_arch = "riscv32"), inline(never))]
    pub fn verify(&self, alpha: &[u8], proof: &Proof<S>) -> Result<S::Output, Error> {
        let factors = [&proof.s, &challenge_scalar::<S::Group>(&proof.c)];
        let h = S::encode_to_curve(&self.bytes, alpha);
        let points = [
            h,
            <S::Group as Group>::Arithmetic::with_generator_vartime(factors, &self.minus),
            <S::Group as Group>::Arithmetic::sum_of_two_vartime(factors, &h, &proof.minus),
            cleared(proof),
        ];
        let mut strings = [S::KeyBytes::ZERO; 4];
        let count = encoded::<S::Group>();
        S::Group::encode_each_vartime(&points[..count], &mut strings[..count])
            .ok_or(Error::NotProved)?;
        self.accept(proof, &strings)
    }

    /// The verdict on a proof by the encodings of H, U, V and, where the cofactor counts, of
    /// \[cofactor\]Γ.
    fn accept(
        &self,
        proof: &Proof<S>,
        [h, u, v, cleared]: &[S::KeyBytes; 4],
    ) -> Result<S::Output, Error> {
        if challenge::<S>([&self.bytes, h, &proof.gamma, u, v]) != proof.c {
            return Err(Error::NotProved);
        }
        Ok(output::<S>(if S::Group::COFACTOR { cleared } else { &proof.gamma }))
    }
}

/// How many of the four points are encoded: the last one where the cofactor counts.
const fn encoded<G: Group>() -> usize {
    if G::COFACTOR { 4 } else { 3 }
}

/// \[cofactor\]Γ.
fn cleared<S: Suite>(proof: &Proof<S>) -> SumOf<S::Group> {
    S::Group::clear_cofactor(&<S::Group as Group>::Arithmetic::negate(&proof.minus))
}

/// Proofs that are worked on at once, for space on the stack: 24 KiB.
pub(super) const CHUNK: usize = 16;

/// From so many proofs on lanes take less time than one after the other.
const FEW: usize = 3;

/// [`PublicKey::verify`] of each proof, by its key for its input: an output or a verdict each,
/// which depends on nothing else. Eight at a time on vectors where the CPU has them.
///
/// There is no check of many proofs by one sum, as batches of signatures have it: a proof has c and
/// not U and V, and c is a hash of their encodings, so that each of them must be computed.
///
/// [Example](crate::vrf#many-at-once).
///
/// # Errors
/// [`Error::Empty`]; [`Error::LengthMismatch`] if the lists are not of one length. No verdict is
/// written then.
pub fn verify_each<S: Suite, A: AsRef<[u8]>>(
    keys: &[PublicKey<S>],
    inputs: &[A],
    proofs: &[Proof<S>],
    outputs: &mut [Result<S::Output, Error>],
) -> Result<(), Error> {
    let lengths = [keys.len(), inputs.len(), proofs.len()];
    if lengths.iter().any(|length| *length != outputs.len()) {
        return Err(Error::LengthMismatch);
    }
    if outputs.is_empty() {
        return Err(Error::Empty);
    }
    let items = keys.chunks(CHUNK).zip(inputs.chunks(CHUNK)).zip(proofs.chunks(CHUNK));
    for (((keys, inputs), proofs), outputs) in items.zip(outputs.chunks_mut(CHUNK)) {
        let mut slices: [&[u8]; CHUNK] = [&[]; CHUNK];
        slices.iter_mut().zip(inputs).for_each(|(slice, input)| *slice = input.as_ref());
        verify_chunk(keys, &slices[..keys.len()], proofs, outputs);
    }
    Ok(())
}

/// At most [`CHUNK`] of them, and one at least.
#[cfg_attr(not(target_arch = "riscv32"), inline(never))]
fn verify_chunk<S: Suite>(
    keys: &[PublicKey<S>],
    inputs: &[&[u8]],
    proofs: &[Proof<S>],
    outputs: &mut [Result<S::Output, Error>],
) {
    if keys.len() >= FEW && <S::Group as Group>::Arithmetic::has_lanes() {
        return verify_side_by_side(keys, inputs, proofs, outputs);
    }
    for (i, output) in outputs.iter_mut().enumerate() {
        *output = keys[i].verify(inputs[i], &proofs[i]);
    }
}

/// The same with the arithmetic of all in lists.
fn verify_side_by_side<S: Suite>(
    keys: &[PublicKey<S>],
    inputs: &[&[u8]],
    proofs: &[Proof<S>],
    outputs: &mut [Result<S::Output, Error>],
) {
    let count = keys.len();
    let zero = Red::<ScalarOf<S::Group>>::zero();
    let (mut s, mut c) = ([zero; CHUNK], [zero; CHUNK]);
    let mut points = [SumOf::<S::Group>::default(); 4 * CHUNK];
    let mut minus_keys = [keys[0].minus; CHUNK];
    let mut minus_gammas = minus_keys;
    for (i, ((key, input), proof)) in keys.iter().zip(inputs).zip(proofs).enumerate() {
        s[i] = proof.s;
        c[i] = challenge_scalar::<S::Group>(&proof.c);
        points[i] = S::encode_to_curve(&key.bytes, input);
        points[3 * count + i] = cleared(proof);
        minus_keys[i] = key.minus;
        minus_gammas[i] = proof.minus;
    }
    let factors = [&s[..count], &c[..count]];
    let (h, rest) = points.split_at_mut(count);
    let (u, v) = rest.split_at_mut(count);
    <S::Group as Group>::Arithmetic::with_generator_each_vartime(factors, &minus_keys[..count], u);
    <S::Group as Group>::Arithmetic::sum_of_two_each_vartime(
        factors,
        h,
        &minus_gammas[..count],
        &mut v[..count],
    );
    let mut strings = [S::KeyBytes::ZERO; 4 * CHUNK];
    let encoded = encoded::<S::Group>() * count;
    let all = S::Group::encode_each_vartime(&points[..encoded], &mut strings[..encoded]).is_some();
    for (i, output) in outputs.iter_mut().enumerate() {
        // One without an encoding has a verdict of its own.
        *output = if all {
            let of = |list: usize| strings[list * count + i];
            keys[i].accept(&proofs[i], &[of(0), of(1), of(2), of(3)])
        } else {
            keys[i].verify(inputs[i], &proofs[i])
        };
    }
}

#[cfg(test)]
mod tests {
    use super::super::{
        Edwards25519Sha512Ell2, Edwards25519Sha512Tai, P256Sha256Sswu, P256Sha256Tai,
        Ristretto255Sui, SecretKey,
    };
    use super::*;

    /// On CPUs without lanes nothing else comes here.
    fn lists<S: Suite>() {
        let mut keys = [None; CHUNK];
        let mut inputs = [[0]; CHUNK];
        for (i, (place, input)) in keys.iter_mut().zip(&mut inputs).enumerate() {
            let secret = SecretKey::<S>::from_bytes(&[(i as u8 >> 1) + 1; 32]).expect("a key");
            *input = [i as u8];
            // The fourth is for another input, and the seventh by another key.
            let proof = secret.prove(&[if i == 3 { 9 } else { i as u8 }]);
            let other = SecretKey::<S>::from_bytes(&[0x0f; 32]).expect("a key");
            let key = if i == 6 { other.public_key() } else { secret.public_key() };
            *place = Some((key, proof));
        }
        let items = keys.map(|item| item.expect("all are there"));
        let (keys, proofs) = (items.map(|item| item.0), items.map(|item| item.1));
        let inputs = inputs.each_ref().map(|input| input.as_slice());
        for count in 1..=CHUNK {
            let mut outputs = [Err(Error::Empty); CHUNK];
            let outputs = &mut outputs[..count];
            verify_side_by_side(&keys[..count], &inputs[..count], &proofs[..count], outputs);
            for (i, output) in outputs.iter().enumerate() {
                assert_eq!(*output, keys[i].verify(inputs[i], &proofs[i]), "{i} of {count}");
                assert_eq!(output.is_err(), i == 3 || i == 6);
            }
        }
    }

    #[test]
    fn lists_have_the_verdicts_of_their_items() {
        lists::<Edwards25519Sha512Ell2>();
        lists::<Edwards25519Sha512Tai>();
        lists::<P256Sha256Sswu>();
        lists::<P256Sha256Tai>();
        lists::<Ristretto255Sui>();
    }
}
