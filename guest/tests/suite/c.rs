//! The functions for C, called as C calls them: the same cases, null pointers, places.

use core::mem::{align_of, size_of};
use core::ptr::{null, null_mut};

use guest::c::*;
use guest::{Bls12G1Term, Bls12G2Term, Bls12Pair, Bn254Pair};

use crate::way::{Answer, Way};
use crate::{edges, published};

/// By the functions for C.
struct C;

fn bytes<const N: usize>(data: &[u8; N]) -> Bytes<N> {
    Bytes { data: *data }
}

/// Calls a function that writes N bytes; where it fails they are as they were.
fn written<const N: usize>(function: impl FnOnce(*mut Bytes<N>) -> Status) -> Answer<[u8; N]> {
    let mut place = Bytes { data: [0xa5; N] };
    match function(&raw mut place) {
        Status::Ok => Some(place.data),
        Status::Fail => {
            assert_eq!(place.data, [0xa5; N]);
            None
        }
    }
}

/// Calls a function that writes a verdict.
fn verdict(function: impl Fn(*mut bool) -> Status) -> Answer<bool> {
    let answers = [false, true].map(|mut before| {
        let kept = before;
        let status = function(&raw mut before);
        assert!(status == Status::Ok || before == kept);
        (status == Status::Ok).then_some(before)
    });
    assert_eq!(answers[0], answers[1]);
    answers[0]
}

/// Calls a function whose pointers are to values that live, and null where a test wants it.
macro_rules! call {
    ($function:ident($($argument:expr),* $(,)?)) => {
        // SAFETY: each pointer is null or to a value of its type, which lives.
        unsafe { $function($($argument),*) }
    };
}

impl Way for C {
    fn keccak256(data: &[u8]) -> Answer<[u8; 32]> {
        written(|out| call!(zkvm_keccak256(data.as_ptr(), data.len(), out)))
    }
    fn sha256(data: &[u8]) -> Answer<[u8; 32]> {
        written(|out| call!(zkvm_sha256(data.as_ptr(), data.len(), out)))
    }
    fn ripemd160(data: &[u8]) -> Answer<[u8; 32]> {
        written(|out| call!(zkvm_ripemd160(data.as_ptr(), data.len(), out)))
    }
    fn secp256k1_verify(msg: &[u8; 32], sig: &[u8; 64], key: &[u8; 64]) -> Answer<bool> {
        let (msg, sig, key) = (bytes(msg), bytes(sig), bytes(key));
        verdict(|out| call!(zkvm_secp256k1_verify(&msg, &sig, &key, out)))
    }
    fn secp256k1_ecrecover(msg: &[u8; 32], sig: &[u8; 64], recid: u8) -> Answer<[u8; 64]> {
        written(|out| call!(zkvm_secp256k1_ecrecover(&bytes(msg), &bytes(sig), recid, out)))
    }
    fn modexp(base: &[u8], exp: &[u8], modulus: &[u8]) -> Answer<Vec<u8>> {
        let mut out = vec![0xa5; modulus.len() + 1];
        let status = call!(zkvm_modexp(
            base.as_ptr(),
            base.len(),
            exp.as_ptr(),
            exp.len(),
            modulus.as_ptr(),
            modulus.len(),
            out.as_mut_ptr(),
        ));
        assert_eq!(out.pop(), Some(0xa5), "no more is written");
        (status == Status::Ok).then_some(out)
    }
    fn bn254_g1_add(p: &[u8; 64], q: &[u8; 64]) -> Answer<[u8; 64]> {
        written(|out| call!(zkvm_bn254_g1_add(&bytes(p), &bytes(q), out)))
    }
    fn bn254_g1_mul(p: &[u8; 64], k: &[u8; 32]) -> Answer<[u8; 64]> {
        written(|out| call!(zkvm_bn254_g1_mul(&bytes(p), &bytes(k), out)))
    }
    fn bn254_pairing(pairs: &[Bn254Pair]) -> Answer<bool> {
        verdict(|out| call!(zkvm_bn254_pairing(pairs.as_ptr(), pairs.len(), out)))
    }
    fn blake2f(rounds: u32, h: &[u8; 64], m: &[u8; 128], t: &[u8; 16], f: u8) -> Answer<[u8; 64]> {
        let mut state = bytes(h);
        let status = call!(zkvm_blake2f(rounds, &raw mut state, &bytes(m), &bytes(t), f));
        assert!(status == Status::Ok || state.data == *h);
        (status == Status::Ok).then_some(state.data)
    }
    fn kzg_point_eval(c: &[u8; 48], z: &[u8; 32], y: &[u8; 32], proof: &[u8; 48]) -> Answer<bool> {
        let (c, z, y, proof) = (bytes(c), bytes(z), bytes(y), bytes(proof));
        verdict(|out| call!(zkvm_kzg_point_eval(&c, &z, &y, &proof, out)))
    }
    fn bls12_g1_add(p: &[u8; 96], q: &[u8; 96]) -> Answer<[u8; 96]> {
        written(|out| call!(zkvm_bls12_g1_add(&bytes(p), &bytes(q), out)))
    }
    fn bls12_g1_msm(pairs: &[Bls12G1Term]) -> Answer<[u8; 96]> {
        written(|out| call!(zkvm_bls12_g1_msm(pairs.as_ptr(), pairs.len(), out)))
    }
    fn bls12_g2_add(p: &[u8; 192], q: &[u8; 192]) -> Answer<[u8; 192]> {
        written(|out| call!(zkvm_bls12_g2_add(&bytes(p), &bytes(q), out)))
    }
    fn bls12_g2_msm(pairs: &[Bls12G2Term]) -> Answer<[u8; 192]> {
        written(|out| call!(zkvm_bls12_g2_msm(pairs.as_ptr(), pairs.len(), out)))
    }
    fn bls12_pairing(pairs: &[Bls12Pair]) -> Answer<bool> {
        verdict(|out| call!(zkvm_bls12_pairing(pairs.as_ptr(), pairs.len(), out)))
    }
    fn bls12_map_fp_to_g1(element: &[u8; 48]) -> Answer<[u8; 96]> {
        written(|out| call!(zkvm_bls12_map_fp_to_g1(&bytes(element), out)))
    }
    fn bls12_map_fp2_to_g2(element: &[u8; 96]) -> Answer<[u8; 192]> {
        written(|out| call!(zkvm_bls12_map_fp2_to_g2(&bytes(element), out)))
    }
    fn secp256r1_verify(msg: &[u8; 32], sig: &[u8; 64], key: &[u8; 64]) -> Answer<bool> {
        let (msg, sig, key) = (bytes(msg), bytes(sig), bytes(key));
        verdict(|out| call!(zkvm_secp256r1_verify(&msg, &sig, &key, out)))
    }
}

#[test]
fn in_c() {
    published::carried::<C>();
    published::hashes::<C>();
    published::signatures::<C>();
    edges::all::<C>();
}

#[test]
fn in_c_full_suites() {
    published::full::<C>();
    published::all_hashes::<C>();
    published::openings::<C>();
}

#[test]
fn types_are_the_standards() {
    fn is<T>(size: usize) {
        assert_eq!((size_of::<T>(), align_of::<T>()), (size, 8));
    }
    is::<Bytes<16>>(16);
    is::<Bytes<32>>(32);
    is::<Bytes<48>>(48);
    is::<Bytes<64>>(64);
    is::<Bytes<96>>(96);
    is::<Bytes<128>>(128);
    is::<Bytes<192>>(192);
    is::<Bn254Pair>(192);
    is::<Bls12G1Term>(128);
    is::<Bls12G2Term>(224);
    is::<Bls12Pair>(288);
    assert_eq!(size_of::<Status>(), size_of::<core::ffi::c_int>());
    assert_eq!((Status::Ok as i32, Status::Fail as i32), (0, -1));
}

/// A pointer, null where it is the one of this number.
fn unless<T>(none: usize, number: usize, pointer: *const T) -> *const T {
    if none == number { null() } else { pointer }
}

/// So many calls of a function, each with another of its pointers null and the last with none. The
/// place is the pointer 0, and no call but the last writes to it.
fn nulls<const N: usize>(pointers: usize, function: impl Fn(usize, *mut Bytes<N>) -> Status) {
    for none in 0..pointers {
        let mut place = bytes(&[0xa5; N]);
        let out = if none == 0 { null_mut() } else { &raw mut place };
        assert_eq!(function(none, out), Status::Fail, "without {none} of {pointers}");
        assert_eq!(place.data, [0xa5; N]);
    }
    let mut place = bytes(&[0xa5; N]);
    assert_eq!(function(pointers, &raw mut place), Status::Ok);
}

/// The same of a function with a verdict.
fn null_verdicts(pointers: usize, function: impl Fn(usize, *mut bool) -> Status) {
    // A verdict is one byte.
    nulls::<1>(pointers, |none, out| {
        let mut verdict = true;
        let status = function(none, if out.is_null() { null_mut() } else { &raw mut verdict });
        assert!(status == Status::Ok || verdict);
        status
    });
}

#[test]
fn null_pointers_fail() {
    let (b32, b64, b96, b192) =
        (bytes(&[0; 32]), bytes(&[0; 64]), bytes(&[0; 96]), bytes(&[0; 192]));
    let data = [0; 3];
    let mut identity = bytes(&[0; 48]);
    identity.data[0] = 0xc0;
    let signature = {
        let mut signature = bytes(&[9; 64]);
        let recovers = |r: &u8| {
            let mut signature = signature;
            signature.data[..32].fill(0);
            signature.data[31] = *r;
            <C as Way>::secp256k1_ecrecover(&[7; 32], &signature.data, 0).is_some()
        };
        let r = (1..100).find(recovers).expect("half of all numbers are coordinates");
        signature.data[..32].fill(0);
        signature.data[31] = r;
        signature
    };

    nulls(2, |none, out| call!(zkvm_keccak256(unless(none, 1, data.as_ptr()), 3, out)));
    nulls(2, |none, out| call!(zkvm_sha256(unless(none, 1, data.as_ptr()), 3, out)));
    nulls(2, |none, out| call!(zkvm_ripemd160(unless(none, 1, data.as_ptr()), 3, out)));
    null_verdicts(4, |none, out| {
        let key = unless(none, 3, &b64);
        call!(zkvm_secp256k1_verify(unless(none, 1, &b32), unless(none, 2, &b64), key, out))
    });
    null_verdicts(4, |none, out| {
        let key = unless(none, 3, &b64);
        call!(zkvm_secp256r1_verify(unless(none, 1, &b32), unless(none, 2, &b64), key, out))
    });
    let hash = bytes(&[7; 32]);
    nulls(3, |none, out| {
        let (msg, sig) = (unless(none, 1, &hash), unless(none, 2, &signature));
        call!(zkvm_secp256k1_ecrecover(msg, sig, 0, out))
    });
    nulls::<32>(4, |none, out| {
        let [base, exp, modulus] = [1, 2, 3].map(|number| unless(none, number, b32.data.as_ptr()));
        call!(zkvm_modexp(base, 32, exp, 32, modulus, 32, out.cast()))
    });
    nulls(3, |none, out| {
        call!(zkvm_bn254_g1_add(unless(none, 1, &b64), unless(none, 2, &b64), out))
    });
    nulls(3, |none, out| {
        call!(zkvm_bn254_g1_mul(unless(none, 1, &b64), unless(none, 2, &b32), out))
    });
    let pair = Bn254Pair { g1: [0; 64], g2: [0; 128] };
    null_verdicts(2, |none, out| call!(zkvm_bn254_pairing(unless(none, 1, &pair), 1, out)));
    let (message, offset) = (bytes(&[0; 128]), bytes(&[0; 16]));
    nulls(3, |none, out| {
        call!(zkvm_blake2f(1, out, unless(none, 1, &message), unless(none, 2, &offset), 1))
    });
    null_verdicts(5, |none, out| {
        let (commitment, z) = (unless(none, 1, &identity), unless(none, 2, &b32));
        let (y, proof) = (unless(none, 3, &b32), unless(none, 4, &identity));
        call!(zkvm_kzg_point_eval(commitment, z, y, proof, out))
    });
    nulls(3, |none, out| {
        call!(zkvm_bls12_g1_add(unless(none, 1, &b96), unless(none, 2, &b96), out))
    });
    nulls(3, |none, out| {
        call!(zkvm_bls12_g2_add(unless(none, 1, &b192), unless(none, 2, &b192), out))
    });
    let term = Bls12G1Term { point: [0; 96], scalar: [0; 32] };
    nulls(2, |none, out| call!(zkvm_bls12_g1_msm(unless(none, 1, &term), 1, out)));
    let term = Bls12G2Term { point: [0; 192], scalar: [0; 32] };
    nulls(2, |none, out| call!(zkvm_bls12_g2_msm(unless(none, 1, &term), 1, out)));
    let pair = Bls12Pair { g1: [0; 96], g2: [0; 192] };
    null_verdicts(2, |none, out| call!(zkvm_bls12_pairing(unless(none, 1, &pair), 1, out)));
    let element = bytes(&[0; 48]);
    nulls(2, |none, out| call!(zkvm_bls12_map_fp_to_g1(unless(none, 1, &element), out)));
    nulls(2, |none, out| call!(zkvm_bls12_map_fp2_to_g2(unless(none, 1, &b96), out)));
}

#[test]
fn nothing_may_be_null() {
    let empty = [zkvm_keccak256, zkvm_sha256, zkvm_ripemd160].map(|hash| {
        // SAFETY: nothing is read, and the place lives.
        written(|out| unsafe { hash(null(), 0, out) })
    });
    assert_eq!(empty, [C::keccak256(b""), C::sha256(b""), C::ripemd160(b"")]);
    assert!(empty.iter().all(Option::is_some));
    assert_eq!(verdict(|out| call!(zkvm_bn254_pairing(null(), 0, out))), Some(true));
    // No pairs, of which EIP-2537 knows no sum.
    assert_eq!(written(|out| call!(zkvm_bls12_g1_msm(null(), 0, out))), None);
    let power =
        |modulus, length, out| call!(zkvm_modexp(null(), 0, null(), 0, modulus, length, out));
    assert_eq!(power(null(), 0, null_mut()), Status::Ok);
    let mut one = 0xa5;
    assert_eq!((power(&5, 1, &raw mut one), one), (Status::Ok, 1));
}

/// Lists that no memory has room for, and pairs that lie where no pair may.
#[test]
fn lists_that_cannot_be() {
    let pairs = [Bn254Pair { g1: [0; 64], g2: [0; 128] }; 2];
    for length in [usize::MAX, usize::MAX >> 1, usize::MAX >> 7, 1 << (usize::BITS - 8)] {
        assert_eq!(verdict(|out| call!(zkvm_bn254_pairing(pairs.as_ptr(), length, out))), None);
    }
    let data = [0; 1];
    for length in [usize::MAX, (usize::MAX >> 1) + 1] {
        assert_eq!(written(|out| call!(zkvm_sha256(data.as_ptr(), length, out))), None);
    }
    let between = pairs.as_ptr().wrapping_byte_add(1);
    assert_eq!(verdict(|out| call!(zkvm_bn254_pairing(between, 1, out))), None);
}

/// An output in the place of an input, and single values at any address.
#[test]
fn places_may_be_shared_and_lie_anywhere() {
    let generator: [u8; 64] =
        core::array::from_fn(|i| if i & 31 == 31 { 1 + (i >> 5) as u8 } else { 0 });
    let twice = C::bn254_g1_add(&generator, &generator).expect("a sum");
    let mut point = bytes(&generator);
    let place = &raw mut point;
    assert_eq!(call!(zkvm_bn254_g1_add(place, place, place)), Status::Ok);
    assert_eq!(point.data, twice);

    let mut room = [0; 65];
    room[1..].copy_from_slice(&generator);
    let place: *mut Bytes<64> = room.as_mut_ptr().wrapping_add(1).cast();
    assert_eq!(call!(zkvm_bn254_g1_add(place, place, place)), Status::Ok);
    assert_eq!(room[1..], twice);

    let mut number = [7];
    let place = number.as_mut_ptr();
    assert_eq!(call!(zkvm_modexp(place, 1, place, 1, place, 1, place)), Status::Ok);
    assert_eq!(number, [0]);
}
