//! The functions of C that blst's tests call by raw pointers, over what `curvemark-blst` offers
//! instead. The crate itself has none of them, since it forbids `unsafe`.

use core::slice;
use std::sync::LazyLock;

use curvemark::curve::bls12_381::Fr;
use curvemark_blst::{blst_p1, blst_p2, blst_scalar, min_pk, min_sig, p1_affines, p2_affines};

/// The scalar of four words, least significant first.
///
/// # Safety
/// There is space for a scalar, and there are four words.
pub unsafe fn blst_scalar_from_uint64(out: *mut blst_scalar, words: *const u64) {
    let mut b = [0; 32];
    // SAFETY: see there.
    let words = unsafe { slice::from_raw_parts(words, 4) };
    for (b, word) in b.chunks_exact_mut(8).zip(words) {
        b.copy_from_slice(&word.to_le_bytes());
    }
    // SAFETY: see there.
    unsafe { out.write(blst_scalar { b }) }
}

/// KeyGen; tests give no `info`.
///
/// # Safety
/// There is space for a scalar, and there are so many bytes.
pub unsafe fn blst_keygen(
    out: *mut blst_scalar,
    ikm: *const u8,
    ikm_len: usize,
    info: *const u8,
    info_len: usize,
) {
    assert!(info.is_null() && info_len == 0, "tests give no more");
    // SAFETY: see there.
    let ikm = unsafe { slice::from_raw_parts(ikm, ikm_len) };
    let key = min_pk::SecretKey::key_gen(ikm, &[]).expect("enough material");
    // SAFETY: see there.
    unsafe { out.write(<&blst_scalar>::from(&key).clone()) }
}

/// An integer of big-endian bytes modulo r; whether it is not zero.
///
/// # Safety
/// There is space for a scalar, and there are so many bytes.
pub unsafe fn blst_scalar_from_be_bytes(
    out: *mut blst_scalar,
    bytes: *const u8,
    length: usize,
) -> bool {
    // SAFETY: see there.
    let bytes = unsafe { slice::from_raw_parts(bytes, length) };
    let scalar = Fr::from_uniform_bytes(bytes);
    // SAFETY: see there.
    unsafe { out.write(blst_scalar { b: scalar.to_le_bytes() }) }
    scalar != Fr::zero()
}

/// 1/a modulo r.
///
/// # Safety
/// There is space for a scalar, and a scalar.
pub unsafe fn blst_sk_inverse(out: *mut blst_scalar, a: *const blst_scalar) {
    // SAFETY: see there.
    let b = unsafe { (*a).b };
    let inverse = Fr::from_le_bytes(&b).expect("a scalar below r").invert();
    // SAFETY: see there.
    unsafe { out.write(blst_scalar { b: inverse.to_le_bytes() }) }
}

macro_rules! group {
    ($point:ident, $points:ident, $variant:ident, $generator:ident, $mult:ident, $add:ident) => {
        /// The generator.
        pub fn $generator() -> *const $point {
            static GENERATOR: LazyLock<$point> = LazyLock::new(|| {
                let mut one = [0; 32];
                one[31] = 1;
                let key = $variant::SecretKey::from_bytes(&one).expect("one is a key").sk_to_pk();
                $variant::AggregatePublicKey::from_public_key(&key).into()
            });
            &*GENERATOR
        }

        /// A multiple.
        ///
        /// # Safety
        /// There is space for a point, there is a point, and there are as many bits.
        pub unsafe fn $mult(
            out: *mut $point,
            point: *const $point,
            scalar: *const u8,
            bits: usize,
        ) {
            // SAFETY: see there.
            let (point, scalar) =
                unsafe { (*point, slice::from_raw_parts(scalar, bits.div_ceil(8))) };
            let product = $points::from(&[point]).mult(scalar, bits);
            // SAFETY: see there.
            unsafe { out.write(product) }
        }

        /// A sum.
        ///
        /// # Safety
        /// There is space for a point, and there are two points.
        pub unsafe fn $add(out: *mut $point, a: *const $point, b: *const $point) {
            // SAFETY: see there.
            let (a, b) = unsafe { (*a, *b) };
            let mut sum = $variant::AggregatePublicKey::from(a);
            sum.add_aggregate(&b.into());
            // SAFETY: see there.
            unsafe { out.write(sum.into()) }
        }
    };
}

group!(blst_p1, p1_affines, min_pk, blst_p1_generator, blst_p1_mult, blst_p1_add_or_double);
group!(blst_p2, p2_affines, min_sig, blst_p2_generator, blst_p2_mult, blst_p2_add_or_double);
