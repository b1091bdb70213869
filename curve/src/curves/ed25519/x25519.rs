//! Curve25519 in Montgomery form, y² = x³ + 486662x² + x, by x alone (RFC 7748 §4.1 and §5).

use limb::ct::declassify;
use limb::each::Each;
use zeroize::Zeroize;

use super::{Fp, FpEngine, Point, clamp};
use crate::engines::door::elsewhere;
use crate::error::PointError;
use crate::field::{Canonical, Red};
use crate::integer::Integer;

/// (A + 2)/4 for A = 486662.
const A24: u32 = 121_666;

/// The integer of [`clamp`] is below 2^255.
const BITS: usize = 255;

/// X25519 (RFC 7748 §5): x of \[[`clamp`]`(k)`\]P for x = u of P, on the curve or its twist. All
/// bytes are little-endian; the highest bit of u does not count, and u may be p and more.
/// Constant-time in both.
///
/// All bytes are taken, as the RFC has it: for points of small order the result is zero whatever k
/// is. Whoever agrees on a secret takes [`x25519_not_identity`].
///
/// Cost: 255 steps of 5 products, 4 squares and a product by a small number; an inversion.
///
/// [Examples](super#examples).
#[must_use]
#[inline(never)]
pub fn x25519(k: &[u8; 32], u: &[u8; 32]) -> [u8; 32] {
    encoded(&shared(k, u))
}

/// As [`x25519`], unless the multiple is the identity, as it is for points of small order: then it
/// says nothing of k (RFC 7748 §6.1). Constant-time but for the verdict.
///
/// Zero is x of the identity and of a point of order two. That is no multiple by a clamped integer:
/// eight divides it, and is no less than the cofactors of the curve and of its twist, 8 and 4.
///
/// # Errors
/// [`PointError::Identity`].
///
/// [Examples](super#examples).
#[inline(never)]
pub fn x25519_not_identity(k: &[u8; 32], u: &[u8; 32]) -> Result<[u8; 32], PointError> {
    let shared = shared(k, u);
    // Public: the caller learns it from the error.
    if declassify(shared.is_zero()) { Err(PointError::Identity) } else { Ok(encoded(&shared)) }
}

/// The multiple that X25519 asks for.
fn shared(k: &[u8; 32], u: &[u8; 32]) -> Fp {
    let mut bytes = clamp(*k);
    let mut k: Integer = [0; 4];
    for (limb, bytes) in k.iter_mut().zip(bytes.as_chunks().0) {
        *limb = u64::from_le_bytes(*bytes);
    }
    bytes.zeroize();
    let mut u = *u;
    u[31] &= 0x7f;
    u.reverse();
    let shared = multiple(&Fp::from_uniform_bytes(&u), &k);
    k.zeroize();
    shared
}

/// Little-endian bytes.
fn encoded(x: &Fp) -> [u8; 32] {
    let mut out = [0; 32];
    x.to_bytes(&mut out);
    out.reverse();
    out
}

/// The engine behind the door.
type Fast = <FpEngine as Canonical>::Fast;

/// x of \[k\]P, zero for the point at infinity.
fn multiple(u: &Fp, k: &Integer) -> Fp {
    elsewhere!(short FpEngine, |there| Fp::leave(&on::<Fast>(&u.enter(there), k)));
    on(u, k)
}

fn on<F: Canonical>(u: &Red<F>, k: &Integer) -> Red<F> {
    let [x, z] = F::ladder(u.raw(), k, BITS, A24).each(Red::<F>::from_raw);
    // 1/0 is 0.
    &x * &z.invert()
}

impl Point {
    /// x of this point on the curve in Montgomery form (RFC 7748 §4.1), little-endian: (1 + y)/(1 −
    /// y), zero for the identity. Points that are each other's negatives share it. Constant-time;
    /// one inversion.
    #[must_use]
    #[inline(never)]
    pub fn to_montgomery_bytes(&self) -> [u8; 32] {
        let [_, y, z] = self.coordinates();
        encoded(&(&(z + y) * &(z - y).invert()))
    }
}
