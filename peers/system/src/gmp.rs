//! GMP: powers modulo a number.
//!
//! **Time.** Variable. Its other function for powers is for odd moduli only, and slower.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::mem::MaybeUninit;

use peer_api::body::{Prepared, refusing, unparsed};
use peer_api::contracts;
use peer_api::{About, Case, Contract, Implementation, Operation, Refusal};

use crate::modexp::Power;

/// `__mpz_struct` of `gmp.h`.
#[repr(C)]
struct Mpz {
    alloc: c_int,
    size: c_int,
    limbs: *mut c_void,
}

// `gmp.h`: the names that its macros stand for.
unsafe extern "C" {
    static __gmp_version: *const c_char;
    fn __gmpz_init(x: *mut Mpz);
    fn __gmpz_clear(x: *mut Mpz);
    fn __gmpz_import(
        x: *mut Mpz,
        count: usize,
        order: c_int,
        size: usize,
        endian: c_int,
        nails: usize,
        bytes: *const c_void,
    );
    fn __gmpz_export(
        bytes: *mut c_void,
        count: *mut usize,
        order: c_int,
        size: usize,
        endian: c_int,
        nails: usize,
        x: *const Mpz,
    ) -> *mut c_void;
    fn __gmpz_sizeinbase(x: *const Mpz, base: c_int) -> usize;
    fn __gmpz_powm(out: *mut Mpz, base: *const Mpz, exponent: *const Mpz, modulus: *const Mpz);
}

/// Most significant word first, one byte a word.
const BIG_ENDIAN: c_int = 1;

/// A number of the library.
struct Number(Mpz);

impl Number {
    fn new() -> Self {
        let mut out = MaybeUninit::uninit();
        // SAFETY: it initialises what it is given.
        unsafe {
            __gmpz_init(out.as_mut_ptr());
            Self(out.assume_init())
        }
    }

    fn read(bytes: &[u8]) -> Self {
        let mut out = Self::new();
        // SAFETY: the number is initialised, and as many bytes are read as there are.
        unsafe {
            __gmpz_import(&mut out.0, bytes.len(), BIG_ENDIAN, 1, 0, 0, bytes.as_ptr().cast());
        }
        out
    }

    /// Its bytes at this length, or none if it has more.
    fn bytes(&self, length: usize) -> Option<Vec<u8>> {
        // SAFETY: the number is initialised.
        let bits = unsafe { __gmpz_sizeinbase(&self.0, 2) };
        // Of zero it says one bit, and writes no byte.
        let (needed, zero) = (bits.div_ceil(8), self.0.size == 0);
        let needed = if zero { 0 } else { needed };
        let mut out = vec![0; length];
        let start = length.checked_sub(needed)?;
        // SAFETY: as many bytes are written as the number has, which there is room for.
        unsafe {
            let place = out[start..].as_mut_ptr().cast();
            __gmpz_export(place, std::ptr::null_mut(), BIG_ENDIAN, 1, 0, 0, &self.0);
        }
        Some(out)
    }
}

impl Drop for Number {
    fn drop(&mut self) {
        // SAFETY: it owns the number.
        unsafe { __gmpz_clear(&mut self.0) }
    }
}

/// GMP.
pub struct Gmp;

impl Implementation for Gmp {
    fn about(&self) -> About {
        // SAFETY: a text of the library that never changes.
        let version = unsafe { CStr::from_ptr(__gmp_version) }.to_string_lossy().into_owned();
        About {
            name: "gmp",
            version: format!("gmp {version}"),
            features: vec!["the system's shared library".into()],
            flags: Vec::new(),
            engine: "C with assembly, chosen at run time where the system built it so".into(),
        }
    }

    fn contract(&self, operation: &Operation) -> Option<Contract> {
        let power = contracts::call(operation)?.name == "modexp";
        contracts::contract(operation).filter(|_| power)
    }

    fn prepare(&self, operation: &Operation, pool: &[Case]) -> Prepared {
        if self.contract(operation).is_none() {
            return Err(Refusal::Unsupported(format!("gmp does not serve {}", operation.id)));
        }
        refusing(unparsed(operation, pool)?, |case| power(&case[0]), Vec::clone)
    }
}

fn power(call: &[u8]) -> Option<Vec<u8>> {
    let power = Power::read(call)?;
    if power.is_of_zero() {
        return Some(vec![0; power.modulus.len()]);
    }
    let [base, exponent, modulus] =
        [&power.base, &power.exponent, &power.modulus].map(|bytes| Number::read(bytes));
    let mut out = Number::new();
    // SAFETY: all are initialised, the modulus is not zero and the exponent not negative.
    unsafe { __gmpz_powm(&mut out.0, &base.0, &exponent.0, &modulus.0) };
    out.bytes(power.modulus.len())
}

#[cfg(test)]
mod tests {
    use super::Number;

    #[test]
    fn numbers_come_back_at_their_length() {
        for bytes in [&[0_u8][..], &[0, 0], &[1], &[0, 255], &[1, 0, 0]] {
            let number = Number::read(bytes);
            assert_eq!(number.bytes(bytes.len()).as_deref(), Some(bytes));
        }
        assert_eq!(Number::read(&[1, 0]).bytes(1), None);
        assert_eq!(Number::read(&[]).bytes(0), Some(Vec::new()));
    }
}
