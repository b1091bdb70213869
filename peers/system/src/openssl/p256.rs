//! P-256 by the functions on points and by `ECDSA_do_verify`: those for keys of any kind look up
//! their provider in each call.

use std::ffi::{c_int, c_uchar};
use std::ptr;
use std::sync::OnceLock;

use super::{Number, Opaque, length};

// `openssl/ec.h` of OpenSSL 3.
unsafe extern "C" {
    fn EC_GROUP_new_by_curve_name(name: c_int) -> *mut Opaque;
    fn EC_POINT_new(group: *const Opaque) -> *mut Opaque;
    fn EC_POINT_free(point: *mut Opaque);
    fn EC_POINT_oct2point(
        group: *const Opaque,
        point: *mut Opaque,
        bytes: *const c_uchar,
        length: usize,
        context: *mut Opaque,
    ) -> c_int;
    fn EC_POINT_point2oct(
        group: *const Opaque,
        point: *const Opaque,
        form: c_int,
        out: *mut c_uchar,
        length: usize,
        context: *mut Opaque,
    ) -> usize;
    fn EC_POINT_mul(
        group: *const Opaque,
        out: *mut Opaque,
        of_generator: *const Opaque,
        point: *const Opaque,
        of_point: *const Opaque,
        context: *mut Opaque,
    ) -> c_int;
    fn EC_KEY_set_private_key(key: *mut Opaque, number: *const Opaque) -> c_int;
    fn ECDH_compute_key(
        out: *mut Opaque,
        length: usize,
        point: *const Opaque,
        key: *const Opaque,
        derive: *const Opaque,
    ) -> c_int;
    fn EC_KEY_new() -> *mut Opaque;
    fn EC_KEY_free(key: *mut Opaque);
    fn EC_KEY_set_group(key: *mut Opaque, group: *const Opaque) -> c_int;
    fn EC_KEY_set_public_key(key: *mut Opaque, point: *const Opaque) -> c_int;
    fn ECDSA_SIG_new() -> *mut Opaque;
    fn ECDSA_SIG_free(signature: *mut Opaque);
    fn ECDSA_SIG_set0(signature: *mut Opaque, r: *mut Opaque, s: *mut Opaque) -> c_int;
    fn ECDSA_do_verify(
        digest: *const c_uchar,
        length: c_int,
        signature: *const Opaque,
        key: *mut Opaque,
    ) -> c_int;
}

/// `NID_X9_62_prime256v1` of `openssl/obj_mac.h`.
const PRIME256V1: c_int = 415;
/// `POINT_CONVERSION_UNCOMPRESSED` of `openssl/ec.h`.
const UNCOMPRESSED: c_int = 4;

/// The curve, which is made once and stays.
fn group() -> *const Opaque {
    /// A pointer that all threads may read through.
    struct Shared(*const Opaque);
    // SAFETY: a group is not changed after it was made.
    unsafe impl Send for Shared {}
    // SAFETY: as above.
    unsafe impl Sync for Shared {}
    static GROUP: OnceLock<Shared> = OnceLock::new();
    // SAFETY: gives a new group.
    GROUP.get_or_init(|| Shared(unsafe { EC_GROUP_new_by_curve_name(PRIME256V1) })).0
}

/// A point in the library's own coordinates.
pub struct Point(*mut Opaque);

impl Point {
    fn new() -> Self {
        // SAFETY: the group is valid.
        Self(unsafe { EC_POINT_new(group()) })
    }

    /// From SEC 1 uncompressed, or one byte of zero for the identity.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let point = Self::new();
        // SAFETY: as many bytes are read as there are.
        let done = unsafe {
            EC_POINT_oct2point(group(), point.0, bytes.as_ptr(), bytes.len(), ptr::null_mut())
        };
        (done == 1).then_some(point)
    }
}

impl Drop for Point {
    fn drop(&mut self) {
        // SAFETY: it owns the point.
        unsafe { EC_POINT_free(self.0) }
    }
}

/// An affine point, as SEC 1 writes it.
pub struct Affine {
    bytes: [u8; 65],
    length: usize,
}

impl Affine {
    /// Its bytes: one of zero for the identity.
    pub fn bytes(&self) -> Vec<u8> {
        self.bytes[..self.length].to_vec()
    }
}

/// A multiple of the generator, one of a point, or their sum; affine, as the operations ask.
pub fn multiply(of_generator: Option<&Number>, other: Option<(&Point, &Number)>) -> Affine {
    let out = Point::new();
    let scalar = of_generator.map_or(ptr::null(), |number| number.0.cast_const());
    let (point, of_point) = other.map_or((ptr::null(), ptr::null()), |(point, number)| {
        (point.0.cast_const(), number.0.cast_const())
    });
    let mut affine = Affine { bytes: [0; 65], length: 0 };
    // SAFETY: all are valid or null, which the function takes for absent; at most 65 bytes are
    // written.
    unsafe {
        EC_POINT_mul(group(), out.0, scalar, point, of_point, ptr::null_mut());
        let room = affine.bytes.as_mut_ptr();
        affine.length = EC_POINT_point2oct(group(), out.0, UNCOMPRESSED, room, 65, ptr::null_mut());
    }
    affine
}

/// A secret key.
pub struct Secret(*mut Opaque);

impl Secret {
    /// From 32 big-endian bytes.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let number = Some(Number::read(bytes)).filter(|_| bytes.len() == 32)?;
        // SAFETY: all are valid; the key copies what it is given.
        let (key, good) = unsafe {
            let key = EC_KEY_new();
            let good =
                EC_KEY_set_group(key, group()) == 1 && EC_KEY_set_private_key(key, number.0) == 1;
            (Self(key), good)
        };
        good.then_some(key)
    }

    /// x of the product with a point of 65 bytes, which is validated.
    pub fn agree(&self, other: &[u8]) -> Option<[u8; 32]> {
        let other = Point::read(other).filter(|_| other.len() == 65)?;
        let mut out = [0; 32];
        // SAFETY: all are valid; at most as many bytes are written as are stated.
        let length = unsafe {
            ECDH_compute_key(out.as_mut_ptr().cast(), out.len(), other.0, self.0, ptr::null())
        };
        (length == 32).then_some(out)
    }
}

impl Drop for Secret {
    fn drop(&mut self) {
        // SAFETY: it owns the key.
        unsafe { EC_KEY_free(self.0) }
    }
}

/// A digest, a signature and a key.
pub struct Signed {
    digest: [u8; 32],
    signature: [u8; 64],
    key: *mut Opaque,
}

impl Signed {
    /// From a digest, r ‖ s, and a point.
    pub fn read([digest, signature, key]: [&[u8]; 3]) -> Option<Self> {
        let (digest, signature) = (digest.try_into().ok()?, signature.try_into().ok()?);
        let point = Point::read(key).filter(|_| key.len() > 1)?;
        // SAFETY: all are valid; the key copies what it is given.
        let (key, good) = unsafe {
            let key = EC_KEY_new();
            let good =
                EC_KEY_set_group(key, group()) == 1 && EC_KEY_set_public_key(key, point.0) == 1;
            (key, good)
        };
        let signed = Self { digest, signature, key };
        good.then_some(signed)
    }

    /// The verdict; none for a malformed signature.
    pub fn verify(&self) -> Option<bool> {
        let (r, s) = self.signature.split_at(32);
        let [r, s] = [r, s].map(Number::read);
        // SAFETY: the signature takes the two numbers, which are forgotten here and freed by it.
        let verdict = unsafe {
            let signature = ECDSA_SIG_new();
            ECDSA_SIG_set0(signature, r.0, s.0);
            std::mem::forget((r, s));
            let digest = self.digest.as_ptr();
            let verdict = ECDSA_do_verify(digest, length(&self.digest), signature, self.key);
            ECDSA_SIG_free(signature);
            verdict
        };
        // It is negative for numbers that are none of the group's.
        (verdict >= 0).then_some(verdict == 1)
    }
}

impl Drop for Signed {
    fn drop(&mut self) {
        // SAFETY: it owns the key.
        unsafe { EC_KEY_free(self.key) }
    }
}
