//! The functions of `zkvm_accelerators.h` for C, with the names, types and statuses of the
//! standard. This is the only file of the package with `unsafe`.
//!
//! | standard | here |
//! |---|---|
//! | `zkvm_status`: `ZKVM_EOK` 0, `ZKVM_EFAIL` −1 | [`Status`] |
//! | `zkvm_bytes_N`, and the names of points, hashes and scalars for it | [`Bytes`] |
//! | `zkvm_bn254_pairing_pair` | [`Bn254Pair`] |
//! | `zkvm_bls12_381_{g1_msm,g2_msm,pairing}_pair` | [`Bls12G1Term`], [`Bls12G2Term`], [`Bls12Pair`] |
//!
//! `ZKVM_EFAIL` stands for an [`Error`](crate::Error) of the function with this name in Rust. Then
//! nothing was written. A verdict that something does not hold is `ZKVM_EOK` with `false`.
//!
//! A null pointer is `ZKVM_EFAIL`, where the standard would rather have a panic. A panic must not
//! leave a function that C calls, and clients link these functions too: there it could only end the
//! process. Whoever wants to stop asks for the status, which a client does anyway. A null pointer
//! to nothing is fine: data of length 0, no pairs, or the power modulo an integer without bytes.
//! Pairs that do not lie at a multiple of 8, and lists that no memory has room for, fail too. Other
//! pointers may lie anywhere. An output may lie where an input is, since it is written last.
//!
//! ```
//! use curvemark_guest::c::{Bytes, Status, zkvm_sha256};
//!
//! let mut hash = Bytes { data: [0; 32] };
//! // SAFETY: three bytes are read, and `hash` is written.
//! let status = unsafe { zkvm_sha256(b"abc".as_ptr(), 3, &raw mut hash) };
//! assert_eq!((status, hash.data[0]), (Status::Ok, 0xba));
//! ```

use crate::{Bls12G1Term, Bls12G2Term, Bls12Pair, Bn254Pair};

/// What a function answers: an `enum` of C.
///
/// [Example](self).
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// `ZKVM_EOK`.
    Ok = 0,
    /// `ZKVM_EFAIL`.
    Fail = -1,
}

/// So many bytes, at a multiple of 8.
///
/// [Example](self).
#[repr(C, align(8))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bytes<const N: usize> {
    /// The bytes.
    pub data: [u8; N],
}

/// The bytes at a pointer, if it is not null.
///
/// # Safety
/// The pointer is null, or N bytes can be read there, and nobody writes to them while the reference
/// lives.
unsafe fn read<'a, const N: usize>(pointer: *const Bytes<N>) -> Option<&'a [u8; N]> {
    // SAFETY: the caller's promise; bytes lie anywhere.
    unsafe { pointer.cast::<[u8; N]>().as_ref() }
}

/// The list at a pointer, if there can be one.
///
/// # Safety
/// The pointer is null, or so many elements can be read there, and nobody writes to them while the
/// reference lives. Every pattern of bits is an element.
unsafe fn list<'a, T>(pointer: *const T, length: usize) -> Option<&'a [T]> {
    if length == 0 {
        return Some(&[]);
    }
    let fits = length.checked_mul(size_of::<T>()).is_some_and(|size| isize::try_from(size).is_ok());
    if pointer.is_null() || !pointer.is_aligned() || !fits {
        return None;
    }
    // SAFETY: it is not null, aligned, no longer than `isize::MAX` bytes, and can be read by the
    // caller's promise.
    Some(unsafe { core::slice::from_raw_parts(pointer, length) })
}

/// Writes what a function gives to a place, if it gives something.
///
/// # Safety
/// The place is null, or a value can be written there once the function is done.
unsafe fn answer<T, P>(place: *mut P, function: impl FnOnce() -> Option<T>) -> Status {
    const { assert!(align_of::<T>() == 1 && size_of::<T>() == size_of::<P>()) };
    if place.is_null() {
        return Status::Fail;
    }
    let Some(value) = function() else { return Status::Fail };
    // SAFETY: it is not null, and can be written by the caller's promise; T lies anywhere.
    unsafe { place.cast::<T>().write(value) };
    Status::Ok
}

/// Writes functions for C. In their bodies stand those above, whose promises are the caller's.
macro_rules! export {
    ($(
        $(#[doc = $doc:literal])*
        fn $name:ident($($argument:ident: $kind:ty),* $(,)?) $body:block
    )*) => {$(
        $(#[doc = $doc])*
        ///
        /// [Example](self).
        ///
        /// # Safety
        /// A pointer is null, or what its type and its length say can be read or written there, and
        /// nobody else writes to it during the call.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name($($argument: $kind),*) -> Status {
            // SAFETY: the caller's promise. What was read is not used once something is written.
            unsafe { $body }
        }
    )*};
}

export! {
    /// [`keccak256`](crate::keccak256).
    fn zkvm_keccak256(data: *const u8, len: usize, output: *mut Bytes<32>) {
        answer(output, || Some(crate::keccak256(list(data, len)?)))
    }

    /// [`secp256k1_verify`](crate::secp256k1_verify).
    fn zkvm_secp256k1_verify(
        msg: *const Bytes<32>,
        sig: *const Bytes<64>,
        pubkey: *const Bytes<64>,
        verified: *mut bool,
    ) {
        answer(verified, || Some(crate::secp256k1_verify(read(msg)?, read(sig)?, read(pubkey)?)))
    }

    /// [`secp256k1_ecrecover`](crate::secp256k1_ecrecover).
    fn zkvm_secp256k1_ecrecover(
        msg: *const Bytes<32>,
        sig: *const Bytes<64>,
        recid: u8,
        output: *mut Bytes<64>,
    ) {
        answer(output, || crate::secp256k1_ecrecover(read(msg)?, read(sig)?, recid).ok())
    }

    /// [`sha256`](crate::sha256).
    fn zkvm_sha256(data: *const u8, len: usize, output: *mut Bytes<32>) {
        answer(output, || Some(crate::sha256(list(data, len)?)))
    }

    /// [`ripemd160`](crate::ripemd160).
    fn zkvm_ripemd160(data: *const u8, len: usize, output: *mut Bytes<32>) {
        answer(output, || Some(crate::ripemd160(list(data, len)?)))
    }

    /// [`modexp`](crate::modexp): `mod_len` bytes are written.
    fn zkvm_modexp(
        base: *const u8,
        base_len: usize,
        exp: *const u8,
        exp_len: usize,
        modulus: *const u8,
        mod_len: usize,
        output: *mut u8,
    ) {
        let numbers = (list(base, base_len), list(exp, exp_len), list(modulus, mod_len));
        let (Some(base), Some(exp), Some(modulus)) = numbers else { return Status::Fail };
        if mod_len == 0 {
            return Status::Ok;
        }
        if output.is_null() {
            return Status::Fail;
        }
        let power = crate::modexp(base, exp, modulus);
        // It is as long as the modulus, and on a heap of its own.
        core::ptr::copy_nonoverlapping(power.as_ptr(), output, power.len());
        Status::Ok
    }

    /// [`bn254_g1_add`](crate::bn254_g1_add).
    fn zkvm_bn254_g1_add(p1: *const Bytes<64>, p2: *const Bytes<64>, result: *mut Bytes<64>) {
        answer(result, || crate::bn254_g1_add(read(p1)?, read(p2)?).ok())
    }

    /// [`bn254_g1_mul`](crate::bn254_g1_mul).
    fn zkvm_bn254_g1_mul(
        point: *const Bytes<64>,
        scalar: *const Bytes<32>,
        result: *mut Bytes<64>,
    ) {
        answer(result, || crate::bn254_g1_mul(read(point)?, read(scalar)?).ok())
    }

    /// [`bn254_pairing`](crate::bn254_pairing).
    fn zkvm_bn254_pairing(pairs: *const Bn254Pair, num_pairs: usize, verified: *mut bool) {
        answer(verified, || crate::bn254_pairing(list(pairs, num_pairs)?).ok())
    }

    /// [`blake2f`](crate::blake2f).
    fn zkvm_blake2f(
        rounds: u32,
        h: *mut Bytes<64>,
        m: *const Bytes<128>,
        t: *const Bytes<16>,
        f: u8,
    ) {
        answer(h, || {
            let mut state = *read(h)?;
            crate::blake2f(rounds, &mut state, read(m)?, read(t)?, f).ok()?;
            Some(state)
        })
    }

    /// [`kzg_point_eval`](crate::kzg_point_eval).
    fn zkvm_kzg_point_eval(
        commitment: *const Bytes<48>,
        z: *const Bytes<32>,
        y: *const Bytes<32>,
        proof: *const Bytes<48>,
        verified: *mut bool,
    ) {
        answer(verified, || {
            crate::kzg_point_eval(read(commitment)?, read(z)?, read(y)?, read(proof)?).ok()
        })
    }

    /// [`bls12_g1_add`](crate::bls12_g1_add).
    fn zkvm_bls12_g1_add(p1: *const Bytes<96>, p2: *const Bytes<96>, result: *mut Bytes<96>) {
        answer(result, || crate::bls12_g1_add(read(p1)?, read(p2)?).ok())
    }

    /// [`bls12_g1_msm`](crate::bls12_g1_msm).
    fn zkvm_bls12_g1_msm(pairs: *const Bls12G1Term, num_pairs: usize, result: *mut Bytes<96>) {
        answer(result, || crate::bls12_g1_msm(list(pairs, num_pairs)?).ok())
    }

    /// [`bls12_g2_add`](crate::bls12_g2_add).
    fn zkvm_bls12_g2_add(p1: *const Bytes<192>, p2: *const Bytes<192>, result: *mut Bytes<192>) {
        answer(result, || crate::bls12_g2_add(read(p1)?, read(p2)?).ok())
    }

    /// [`bls12_g2_msm`](crate::bls12_g2_msm).
    fn zkvm_bls12_g2_msm(pairs: *const Bls12G2Term, num_pairs: usize, result: *mut Bytes<192>) {
        answer(result, || crate::bls12_g2_msm(list(pairs, num_pairs)?).ok())
    }

    /// [`bls12_pairing`](crate::bls12_pairing).
    fn zkvm_bls12_pairing(pairs: *const Bls12Pair, num_pairs: usize, verified: *mut bool) {
        answer(verified, || crate::bls12_pairing(list(pairs, num_pairs)?).ok())
    }

    /// [`bls12_map_fp_to_g1`](crate::bls12_map_fp_to_g1).
    fn zkvm_bls12_map_fp_to_g1(field_element: *const Bytes<48>, result: *mut Bytes<96>) {
        answer(result, || crate::bls12_map_fp_to_g1(read(field_element)?).ok())
    }

    /// [`bls12_map_fp2_to_g2`](crate::bls12_map_fp2_to_g2).
    fn zkvm_bls12_map_fp2_to_g2(field_element: *const Bytes<96>, result: *mut Bytes<192>) {
        answer(result, || crate::bls12_map_fp2_to_g2(read(field_element)?).ok())
    }

    /// [`secp256r1_verify`](crate::secp256r1_verify).
    fn zkvm_secp256r1_verify(
        msg: *const Bytes<32>,
        sig: *const Bytes<64>,
        pubkey: *const Bytes<64>,
        verified: *mut bool,
    ) {
        answer(verified, || Some(crate::secp256r1_verify(read(msg)?, read(sig)?, read(pubkey)?)))
    }
}
