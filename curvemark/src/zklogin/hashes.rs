//! Poseidon of texts and moduli as the circuit has it: bytes are cut into pieces of 248 bits from
//! the right, and a hash is of at most 16 pieces.

use alloc::vec::Vec;

use curve::bn254::Scalar;

use super::Error;
use super::rs256::MODULUS_BYTES;
use crate::poseidon::{Bn254, Poseidon};

/// Bytes of a piece.
const PIECE: usize = 31;

/// Characters of a token's header.
pub(super) const HEADER: usize = 248;
/// Characters of the piece of a token with its issuer: 4·(1 + 165/3).
pub(super) const ISSUER: usize = 224;
/// Characters of the name of the claim that names the user.
pub(super) const NAME: usize = 32;
/// Characters of that claim's value.
pub(super) const VALUE: usize = 115;
/// Characters of the audience.
pub(super) const AUDIENCE: usize = 145;

/// Poseidon of 1 to 16 scalars.
pub(super) fn poseidon(inputs: &[Scalar]) -> Scalar {
    let hash = Poseidon::<Bn254>::new(inputs.len()).and_then(|poseidon| poseidon.hash(inputs));
    hash.unwrap_or_else(|_| unreachable!("1 to 16 scalars, by the lengths above"))
}

/// Poseidon of lists of `each` scalars, one list after the other, of which there are some.
pub(super) fn poseidon_batch(each: usize, inputs: &[Scalar]) -> Vec<Scalar> {
    let hashes = Poseidon::<Bn254>::new(each).and_then(|poseidon| poseidon.hash_batch(inputs));
    hashes.unwrap_or_else(|_| unreachable!("whole lists of 1 to 16 scalars, by the lengths above"))
}

/// Appends the pieces of bytes, the short one first.
fn pieces(bytes: &[u8], out: &mut Vec<Scalar>) {
    let first = out.len();
    for piece in bytes.rchunks(PIECE) {
        let mut padded = [0; 32];
        padded[32 - piece.len()..].copy_from_slice(piece);
        // 248 bits are below the order, which has 254.
        out.push(Scalar::from_bytes(&padded).0);
    }
    out[first..].reverse();
}

/// Appends the pieces of a text, filled up with zeros at its end to `longest` characters.
///
/// A character is a byte: the circuit knows no others. Zeros are refused within a text, since two
/// texts that differ by zeros at the end would have one hash.
pub(super) fn text_pieces(text: &str, longest: usize, out: &mut Vec<Scalar>) -> Result<(), Error> {
    let mut bytes = Vec::with_capacity(longest);
    for character in text.chars() {
        match u8::try_from(u32::from(character)) {
            Ok(byte) if byte != 0 => bytes.push(byte),
            _ => return Err(Error::Character),
        }
        if bytes.len() > longest {
            return Err(Error::TooLong);
        }
    }
    bytes.resize(longest, 0);
    pieces(&bytes, out);
    Ok(())
}

/// Poseidon of a text of at most so many characters.
pub(super) fn hash_text(text: &str, longest: usize) -> Result<Scalar, Error> {
    let mut list = Vec::new();
    text_pieces(text, longest, &mut list)?;
    Ok(poseidon(&list))
}

/// Poseidon of a modulus.
pub(super) fn hash_modulus(modulus: &[u8; MODULUS_BYTES]) -> Scalar {
    let mut list = Vec::new();
    pieces(modulus, &mut list);
    poseidon(&list)
}
