//! Witnesses: the values of all signals of a circuit, from circom's `.wtns` files.

use alloc::vec::Vec;
use core::fmt;

use curve::field::Canonical;
use zeroize::Zeroizing;

use super::files::{self, Cursor, Sections};
use super::points::{from_le, modulus, put_le};
use super::{Curve, FileError, PublicInputs, Scalar};

/// The values of all signals, the first being one, then the public ones. A secret: wiped when
/// dropped, never shown.
///
/// [Example](crate::groth16).
#[derive(Clone)]
pub struct Witness<C: Curve>(Zeroizing<Vec<Scalar<C>>>);

impl<C: Curve> fmt::Debug for Witness<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Witness").field("signals", &self.0.len()).finish_non_exhaustive()
    }
}

impl<C: Curve> Witness<C> {
    /// The witness of these values.
    ///
    /// # Errors
    /// [`FileError::WitnessOne`] if the first is not one, or missing.
    pub fn new(values: Vec<Scalar<C>>) -> Result<Self, FileError> {
        let values = Zeroizing::new(values);
        if values.first() == Some(&Scalar::<C>::one()) {
            Ok(Self(values))
        } else {
            Err(FileError::WitnessOne)
        }
    }

    /// The witness of a `.wtns` file, version 2: the order in section 1, in section 2 the values,
    /// little-endian and below it. Copies of values on the way are on the stack, and wiped with it
    /// by nobody; the caller wipes the file's bytes.
    ///
    /// # Errors
    /// [`FileError`].
    #[inline(never)]
    pub fn from_wtns(file: &[u8]) -> Result<Self, FileError> {
        let sections = Sections::read(file, &files::WTNS)?;
        let size = <C::Scalar as Canonical>::BYTES;
        let mut header = Cursor(sections.get(1)?);
        if header.u32() != Some(size as u32) || header.take(size) != Some(&modulus::<C::Scalar>()) {
            return Err(FileError::Modulus);
        }
        let count =
            header.u32().filter(|_| header.0.is_empty()).ok_or(FileError::SectionLength(1))?;
        let values = sections.items(2, count as usize, size)?;
        // As long as it will be, so that nothing is left behind by growing.
        let mut out = Zeroizing::new(Vec::with_capacity(count as usize));
        for value in values.chunks_exact(size) {
            out.push(from_le(value).ok_or(FileError::Scalar(2))?);
        }
        if out.first() == Some(&Scalar::<C>::one()) {
            Ok(Self(out))
        } else {
            Err(FileError::WitnessOne)
        }
    }

    /// The `.wtns` file of this witness, which is as secret.
    #[inline(never)]
    pub fn to_wtns(&self) -> Zeroizing<Vec<u8>> {
        let size = <C::Scalar as Canonical>::BYTES;
        let mut header = (size as u32).to_le_bytes().to_vec();
        header.extend(modulus::<C::Scalar>());
        header.extend((self.0.len() as u32).to_le_bytes());
        let mut values = Vec::with_capacity(size * self.0.len());
        self.0.iter().for_each(|value| put_le(value, &mut values));
        let sections = [(1, header), (2, values)];
        let file = Zeroizing::new(files::write(&files::WTNS, &sections));
        sections.into_iter().for_each(|(_, section)| drop(Zeroizing::new(section)));
        file
    }

    /// The public inputs: so many values after the first; fewer if there are not so many.
    #[inline(never)]
    pub fn public_inputs(&self, count: usize) -> PublicInputs<C> {
        PublicInputs(self.0.iter().skip(1).take(count).copied().collect())
    }

    pub(super) fn values(&self) -> &[Scalar<C>] {
        &self.0
    }
}
