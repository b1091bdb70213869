//! Ristretto: a group of prime order from an Edwards curve of cofactor 8 (M. Hamburg, "Decaf:
//! eliminating cofactors through point compression", ePrint 2015/673; H. de Valence et al., RFC
//! 9496).
//!
//! An element is a class of points of 2E that differ by points of order dividing four; it is held
//! as any of them. Encodings are unique and only canonical ones are decoded, so elements may be
//! compared by their bytes; [`Ristretto::equal`] does it without an inversion.
//!
//! # Example
//!
//! ```
//! use curvemark_curve::ed25519::{Ristretto255, Scalar};
//!
//! let (one, two) = (Ristretto255::generator(), Ristretto255::generator().double());
//! assert!(one.add(&two) == one.mul(&Scalar::from(3u32)));
//! assert!(Ristretto255::from_bytes(&two.to_bytes())? == two);
//! // An element of which nobody knows a logarithm, from 64 bytes of a hash.
//! let element = Ristretto255::from_uniform_bytes(&[7; 64])?;
//! assert!(Ristretto255::from_bytes(&element.to_bytes())? == element);
//! # Ok::<(), curvemark_curve::error::PointError>(())
//! ```

use limb::ct::declassify;
use subtle::{Choice, ConstantTimeEq};

use super::{CtxOf, Edwards, EdwardsEncoding, EdwardsPoint, EdwardsRoots, GroupInLanes};
use crate::crossover;
use crate::edwards::EdwardsThere;
use crate::engines::door::{elsewhere, in_lanes};
use crate::engines::lanes8::LANES;
use crate::error::{BatchError, PointError, check_lengths};
use crate::field::{Anywhere, Canonical, Field, Lanes, Masked, Red, product};
use crate::formulas::edwards::point;
use crate::vectors::by;

/// A curve with a = −1, p ≡ 5 (mod 8) and cofactor 8, and the constants of RFC 9496 §4.1.
///
/// [Example](self#example).
pub trait RistrettoCurve: EdwardsEncoding {
    /// √(u/v), not negative, and true; or √(i·u/v) and false where u/v is no square (RFC 9496
    /// §4.2).
    fn sqrt_ratio_i(u: &Red<Self::Base>, v: &Red<Self::Base>) -> (Red<Self::Base>, Choice) {
        let (root, is_square) = Self::sqrt_ratio(u, v);
        (absolute(&root), is_square)
    }

    /// i = √−1, the one that is not negative.
    fn i(ctx: &<Self::Base as Field>::Ctx) -> Red<Self::Base>;
    /// 1/√(−1 − d).
    fn invsqrt_a_minus_d(ctx: &<Self::Base as Field>::Ctx) -> Red<Self::Base>;
    /// √(−d − 1).
    fn sqrt_ad_minus_one(ctx: &<Self::Base as Field>::Ctx) -> Red<Self::Base>;
    /// 1 − d².
    fn one_minus_d_sq(ctx: &<Self::Base as Field>::Ctx) -> Red<Self::Base>;
    /// (d − 1)².
    fn d_minus_one_sq(ctx: &<Self::Base as Field>::Ctx) -> Red<Self::Base>;
}

/// An element of the group of prime order.
///
/// [Example](self#example).
#[derive(Debug, Clone)]
pub struct Ristretto<C: Edwards>(EdwardsPoint<C>);

impl<C: Edwards<Base: Field<Raw: Copy>>> Copy for Ristretto<C> {}

/// |x|: the one of ±x that is even (RFC 9496 §4.2.1).
fn absolute<F: Canonical>(x: &Red<F>) -> Red<F> {
    x.negate_if(&x.sgn0())
}

impl<C: Edwards> Ristretto<C> {
    /// P + Q.
    #[must_use]
    pub fn add(&self, other: &Self) -> Self {
        Self(self.0.add(&other.0))
    }

    /// P − Q.
    #[must_use]
    pub fn sub(&self, other: &Self) -> Self {
        Self(self.0.sub(&other.0))
    }

    /// −P.
    #[must_use]
    pub fn neg(&self) -> Self {
        Self(self.0.neg())
    }

    /// 2P.
    #[must_use]
    pub fn double(&self) -> Self {
        Self(self.0.double())
    }

    /// One point of the class; which, is not said.
    pub fn as_edwards(&self) -> &EdwardsPoint<C> {
        &self.0
    }

    /// The class of a point of 2E, on the caller's word that it is one: every point without torsion
    /// is, such as a multiple of the generator by a comb. Encodings of other points would not be
    /// unique.
    pub fn of_even_point_unchecked(point: EdwardsPoint<C>) -> Self {
        Self(point)
    }

    /// The class of 2P, for any point P of the curve.
    #[must_use]
    pub fn of_double(point: &EdwardsPoint<C>) -> Self {
        Self(point.double())
    }
}

impl<C: Edwards<Base: Masked>> Ristretto<C> {
    /// Whether two elements are equal: X₁Y₂ = Y₁X₂ or X₁X₂ = Y₁Y₂ (RFC 9496 §4.3.3). 4 products.
    pub fn equal(&self, other: &Self) -> <C::Base as Masked>::Mask {
        let (p, q) = (&self.0, &other.0);
        let crossed = product(&p.x, &q.y).minus(&p.y, &q.x).reduce();
        let straight = product(&p.x, &q.x).minus(&p.y, &q.y).reduce();
        crossed.is_zero() | straight.is_zero()
    }

    /// a where the mask is false, b where it is true.
    #[must_use]
    pub fn select(a: &Self, b: &Self, mask: &<C::Base as Masked>::Mask) -> Self {
        Self(EdwardsPoint::select(&a.0, &b.0, mask))
    }
}

impl<C: RistrettoCurve> Ristretto<C> {
    /// The identity, in a context.
    #[doc(hidden)]
    pub fn identity_in(ctx: &<C::Base as Field>::Ctx) -> Self {
        Self(EdwardsPoint::identity_in(ctx))
    }

    /// The class of the curve's generator, in a context (RFC 9496 §4.1).
    #[doc(hidden)]
    pub fn generator_in(ctx: &<C::Base as Field>::Ctx) -> Self {
        Self(EdwardsPoint::generator_in(ctx))
    }

    /// \[k\]P. Constant-time in both.
    #[must_use]
    pub fn mul(&self, k: &Red<C::Scalar>) -> Self {
        Self(self.0.mul(k))
    }

    /// \[k\]P in time that depends on both; for public elements and scalars.
    #[must_use]
    pub fn mul_vartime(&self, k: &Red<C::Scalar>) -> Self {
        Self(self.0.mul_vartime(k))
    }

    /// See [`Ristretto::map_to_group`].
    fn map(r0: &Red<C::Base>) -> Self {
        let one = Red::one_in(&r0.ctx());
        let r = &C::i(&r0.ctx()) * &r0.sqr();
        let u = &(&r + &one) * &C::one_minus_d_sq(&r0.ctx());
        let d = C::times_d(&one);
        let v = &(&-&one - &C::times_d(&r)) * &(&r + &d);
        let (s, was_square) = C::sqrt_ratio_i(&u, &v);
        let s_prime = -&absolute(&(&s * r0));
        let s = Red::select(&s_prime, &s, &was_square);
        let c = Red::select(&r, &-&one, &was_square);
        let n = &(&(&c * &(&r - &one)) * &C::d_minus_one_sq(&r0.ctx())) - &v;
        let w0 = &s.twice() * &v;
        let w1 = &n * &C::sqrt_ad_minus_one(&r0.ctx());
        let ss = s.sqr();
        // x = w₀/w₁, y = w₂/w₃ with w₂ = 1 − s², w₃ = 1 + s².
        Self(point(w0.lazy(), &one.plus(&ss), &w1.lazy(), one.minus(&ss)))
    }

    /// s of the encoding. RFC 9496 §4.3.2.
    fn encode(&self) -> Red<C::Base> {
        let EdwardsPoint { x, y, z, .. } = &self.0;
        let t = &self.0.t();
        let one = Red::one_in(&x.ctx());
        let u1 = &z.plus(y) * &z.minus(y);
        let u2 = x * y;
        let (inverse_root, _) = C::sqrt_ratio_i(&one, &(&u1 * &u2.sqr()));
        let den1 = &inverse_root * &u1;
        let den2 = &inverse_root * &u2;
        let z_inverse = &(&den1 * &den2) * t;
        let i = C::i(&x.ctx());
        let rotate = (t * &z_inverse).sgn0();
        let x_rotated = Red::select(x, &(y * &i), &rotate);
        let y_rotated = Red::select(y, &(x * &i), &rotate);
        let den = Red::select(&den2, &(&den1 * &C::invsqrt_a_minus_d(&x.ctx())), &rotate);
        let y = y_rotated.negate_if(&(&x_rotated * &z_inverse).sgn0());
        absolute(&(&den * &z.minus(&y)))
    }

    /// The element of s, below p and not negative, if there is one. RFC 9496 §4.3.1.
    fn decode(s: &Red<C::Base>) -> Result<Self, PointError> {
        let ([x, y], exists) = xy_of_s::<C>(s);
        Self::of_xy(&x, y, exists)
    }

    /// The element of the point (|x|, y), if x exists and its encoding is that of this point: xy is
    /// not negative, y not zero.
    fn of_xy(x: &Red<C::Base>, y: Red<C::Base>, exists: Choice) -> Result<Self, PointError> {
        let x = absolute(x);
        let t = &x * &y;
        // Public: the caller learns it from the error.
        if declassify(!exists | t.sgn0() | y.is_zero()) {
            return Err(PointError::NotOnCurve);
        }
        Ok(Self(EdwardsPoint::from_xy_unchecked_curve(x, y)))
    }
}

/// x of either sign and y for an s, and whether there is such an x. RFC 9496 §4.3.1; there the root
/// I is not negative, but y has its square alone.
#[inline(always)]
fn xy_of_s<C: EdwardsRoots>(s: &Red<C::Base>) -> ([Red<C::Base>; 2], <C::Base as Masked>::Mask) {
    const { assert!(C::MINUS_A == 1, "the formulas of RFC 9496 are for a = −1") };
    let one = Red::one_in(&s.ctx());
    let ss = s.sqr();
    let u1 = &one - &ss;
    let u2 = &one + &ss;
    let u2_sqr = u2.sqr();
    // v = −d·u₁² − u₂²
    let v = &-&C::times_d(&u1.sqr()) - &u2_sqr;
    let (inverse_root, is_square) = C::sqrt_ratio(&one, &(&v * &u2_sqr));
    let den_x = &inverse_root * &u2;
    let den_y = &(&inverse_root * &den_x) * &v;
    ([&s.twice() * &den_x, &u1 * &den_y], is_square)
}

/// s of an encoding: below p and not negative.
fn canonical_s<C: EdwardsEncoding<Base: Anywhere>>(
    bytes: &[u8],
) -> Result<Red<C::Base>, PointError> {
    let mut buffer = C::ZERO;
    if bytes.len() != buffer.as_ref().len() {
        return Err(PointError::Length);
    }
    buffer.as_mut().copy_from_slice(bytes);
    buffer.as_mut().reverse();
    let (s, canonical) = Red::<C::Base>::from_bytes(buffer.as_ref());
    // Public: the caller learns both from the errors.
    if !declassify(canonical) {
        return Err(PointError::NotCanonical);
    }
    if declassify(s.sgn0()) { Err(PointError::Flags) } else { Ok(s) }
}

impl<C: RistrettoCurve> EdwardsThere<C> {
    /// [`Ristretto::decode`] there.
    fn decode(&self, s: &Red<C::Base>) -> Result<Ristretto<C>, PointError> {
        Ristretto::decode(s)
    }

    /// [`Ristretto::map`] there.
    fn map(&self, r0: &Red<C::Base>) -> Ristretto<C> {
        Ristretto::map(r0)
    }
}

impl<C: RistrettoCurve<Base: Anywhere, Fast: RistrettoCurve>> Ristretto<C> {
    /// The encoding, canonical. Constant-time. RFC 9496 §4.3.2. Cost: a root and about 20 products.
    #[inline(never)]
    pub fn to_bytes(&self) -> C::Bytes {
        let mut out = C::ZERO;
        self.s().to_bytes(out.as_mut());
        out.as_mut().reverse();
        out
    }

    /// The s of the encoding.
    fn s(&self) -> Red<C::Base> {
        elsewhere!(short C, |there| Red::leave(&self.enter(there).encode()));
        self.encode()
    }

    /// The element of an encoding; every other string is refused. RFC 9496 §4.3.1. Constant-time
    /// but for the verdict.
    ///
    /// # Errors
    /// [`PointError::Length`]; [`PointError::NotCanonical`] if s is not below p;
    /// [`PointError::Flags`] if s is negative; [`PointError::NotOnCurve`] if there is no such
    /// element.
    #[inline(never)]
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, PointError> {
        let s = canonical_s::<C>(bytes)?;
        elsewhere!(short C, |there| there.decode(&s.enter(there)).map(|element| Self::leave(&element)));
        Self::decode(&s)
    }

    /// The element for a field element: MAP of RFC 9496 §4.3.4, Elligator 2 in other coordinates.
    /// It reaches half of the group.
    ///
    /// Cost: a root and about 12 products.
    #[inline(never)]
    pub fn map_to_group(r0: &Red<C::Base>) -> Self {
        elsewhere!(short C, |there| Self::leave(&there.map(&r0.enter(there))));
        Self::map(r0)
    }

    /// An element that is uniform if the bytes are: the one-way map of RFC 9496 §4.3.4, two maps
    /// and their sum. `bytes` are two halves of the length of an encoding, each little-endian
    /// without its highest bit. Constant-time.
    ///
    /// # Errors
    /// [`PointError::Length`].
    #[inline(never)]
    pub fn from_uniform_bytes(bytes: &[u8]) -> Result<Self, PointError> {
        let length = C::ZERO.as_ref().len();
        if bytes.len() != 2 * length {
            return Err(PointError::Length);
        }
        let (first, second) = bytes.split_at(length);
        let element = |half: &[u8]| {
            let mut buffer = C::ZERO;
            buffer.as_mut().copy_from_slice(half);
            buffer.as_mut().reverse();
            if let Some(top) = buffer.as_mut().first_mut() {
                *top &= 0x7f;
            }
            Self::map_to_group(&Red::from_uniform_bytes(buffer.as_ref()))
        };
        Ok(element(first).add(&element(second)))
    }
}

impl<C: RistrettoCurve<Base: Anywhere, Fast: RistrettoCurve> + GroupInLanes> Ristretto<C> {
    /// The elements of many encodings: [`Ristretto::from_bytes`] of each, eight at a time on
    /// vectors where the CPU has them. A verdict depends only on its own encoding. Constant-time
    /// but for the verdicts.
    ///
    /// # Errors
    /// [`BatchError::Empty`] for no encodings, [`BatchError::LengthMismatch`] if there are not as
    /// many places for elements.
    pub fn from_bytes_batch<B: AsRef<[u8]>>(
        encodings: &[B],
        elements: &mut [Result<Self, PointError>],
    ) -> Result<(), BatchError> {
        check_lengths(encodings.len(), &[elements.len()])?;
        by::<8, _>(encodings, elements, Self::decode_few);
        Ok(())
    }

    /// At most as many as there are lanes.
    #[inline(never)]
    fn decode_few(encodings: &[&[u8]], elements: &mut [Result<Self, PointError>]) {
        let enough = crossover::EDWARDS.reached(encodings.len());
        if in_lanes!(C, enough => decode_in_lanes::<C, _>(encodings, elements)).is_none() {
            encodings
                .iter()
                .zip(elements)
                .for_each(|(encoding, element)| *element = Self::from_bytes(encoding));
        }
    }
}

/// [`Ristretto::from_bytes`] of at most as many encodings as `S` has lanes: bytes and signs one by
/// one, roots in lanes. A lane whose encoding is bad carries zero along; its verdict is settled
/// already.
fn decode_in_lanes<C, S>(
    ctx: &CtxOf<S>,
    encodings: &[impl AsRef<[u8]>],
    elements: &mut [Result<Ristretto<C>, PointError>],
) where
    C: RistrettoCurve<Base: Anywhere>,
    S: EdwardsRoots<Base: Lanes<One = C::Base>>,
{
    let mut read = [Err(PointError::Length); LANES];
    for (read, encoding) in read.iter_mut().zip(encodings) {
        *read = canonical_s::<C>(encoding.as_ref());
    }
    let zero = Red::<C::Base>::zero();
    let s =
        Red::from_raw(S::Base::enter_lanes(ctx, |i| read[i].as_ref().map_or(zero.raw(), Red::raw)));
    let mut xy = [[zero; 2]; LANES];
    let exists = S::Base::enter(
        ctx,
        #[inline(always)]
        || {
            let ([x, y], exists) = xy_of_s::<S>(&s);
            S::Base::leave_lanes(x.raw(), |i, x| xy[i][0] = Red::from_raw(x));
            S::Base::leave_lanes(y.raw(), |i, y| xy[i][1] = Red::from_raw(y));
            S::Base::bits(&exists)
        },
    );
    for (i, (element, read)) in elements.iter_mut().zip(read).enumerate() {
        let [x, y] = xy[i];
        *element = read.and_then(|_| Ristretto::of_xy(&x, y, Choice::from((exists >> i) & 1)));
    }
}

impl<C: RistrettoCurve<Base: Anywhere>> Ristretto<C> {
    /// The identity.
    pub fn identity() -> Self {
        Self::identity_in(&())
    }

    /// The class of the curve's generator.
    pub fn generator() -> Self {
        Self::generator_in(&())
    }
}

impl<C: Edwards<Base: Canonical>> ConstantTimeEq for Ristretto<C> {
    fn ct_eq(&self, other: &Self) -> Choice {
        self.equal(other)
    }
}

impl<C: Edwards<Base: Canonical>> PartialEq for Ristretto<C> {
    fn eq(&self, other: &Self) -> bool {
        self.equal(other).into()
    }
}

impl<C: Edwards<Base: Canonical>> Eq for Ristretto<C> {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ed25519::{Ed25519, FpEngine, Ristretto255};
    use crate::engines::lanes8::Lanes8Portable;
    use std::vec::Vec;

    /// Vectors are tested through the public function; this is their source on portable lanes and
    /// on one.
    fn same_verdicts<S: EdwardsRoots<Base: Lanes<One = FpEngine>>>(ctx: &CtxOf<S>) {
        let generator = Ristretto255::generator();
        let mut encodings: Vec<Vec<u8>> = Vec::new();
        let mut element = Ristretto255::identity();
        for _ in 0..9 {
            encodings.push(element.to_bytes().to_vec());
            element = element.add(&generator);
        }
        // Negative, not below p, without an element (most of the small even numbers), y = 0, a
        // wrong length.
        let of = |low: u8, rest: u8, high: u8| {
            let mut bytes = [rest; 32];
            (bytes[0], bytes[31]) = (low, high);
            bytes.to_vec()
        };
        encodings.extend([
            of(1, 0, 0),
            of(0xed, 0xff, 0x7f),
            of(0, 0xff, 0xff),
            of(0xec, 0xff, 0x7f),
            [0; 33].into(),
        ]);
        encodings.extend((1..9).map(|low| of(2 * low, 0, 0)));
        for turn in 0..8 {
            encodings.rotate_left(turn & 1);
            for encodings in encodings.chunks(S::Base::WIDTH) {
                let mut elements = [Err(PointError::Identity); LANES];
                let elements = &mut elements[..encodings.len()];
                decode_in_lanes::<Ed25519, S>(ctx, encodings, elements);
                for (element, bytes) in elements.iter().zip(encodings) {
                    assert_eq!(*element, Ristretto255::from_bytes(bytes), "{bytes:02x?}");
                }
            }
        }
    }

    #[test]
    fn decoding_in_lanes_is_decoding() {
        same_verdicts::<Ed25519<Lanes8Portable<FpEngine>>>(&());
        same_verdicts::<Ed25519>(&());
    }
}
