//! Hashing to elliptic curves: the parts of RFC 9380 that name no curve.
//!
//! A message and a domain separation tag are expanded to uniform bytes ([`expand`]), those to field
//! elements ([`hash_to_field`]), each of these is mapped to a curve E′ that is isogenous to the one
//! that is wanted ([`sswu`]), and an isogeny takes the result there ([`isogeny`]). Suites, which
//! choose all of these, live with their curves (`curves::bls12_381::hash_to_curve`).
//!
//! | module | object | RFC 9380 |
//! |---|---|---|
//! | [`expand`] | expand_message_xmd over any hash of the `digest` crate | §5.3 |
//! | [`sswu`] | the simplified map of Shallue, van de Woestijne and Ulas | §6.6.2, F.2 |
//! | [`elligator2`] | Elligator 2, to a Montgomery curve and its Edwards form | §6.7.1, §6.8 |
//! | [`svdw`] | the map of Shallue and van de Woestijne, for a = 0 without isogeny | §6.6.1, F.1 |
//! | [`sqrt_ratio`] | √(u/v) or √(Z·u/v) without inversion | F.2.1 |
//! | [`isogeny`] | rational maps E′ → E, projectively | §6.6.3, E |
//!
//! Two points are added on E′, before the isogeny: a complete addition there costs about five
//! products more than on E, and one of two isogenies is saved. E′ is a [`Weierstrass`] curve as any
//! other, with an a of its own; a curve with ab ≠ 0 may be its own E′. The map is a homomorphism,
//! so the result is the one of RFC 9380 §3.
//!
//! Time: constant in the content of the message and of everything made from it; it depends on the
//! lengths of message and tag.
//!
//! # Example
//!
//! Each curve has functions without the types, such as
//! [`bls12_381::hash_to_g1`](crate::bls12_381::hash_to_g1). These are the same by hand:
//!
//! ```
//! use curvemark_curve::bls12_381::{FpEngine, G1, G1Curve, encode_to_g1, hash_to_g1};
//! use curvemark_curve::hash_to_curve::{
//!     Xmd, encode_to_curve, hash_to_curve, hash_to_curve_batch, hash_to_field, map_to_group,
//!     map_two_to_group,
//! };
//! use sha2::Sha256;
//!
//! type Expand = Xmd<Sha256>;
//! // The tag names your protocol: RFC 9380, section 3.1.
//! let tag = b"EXAMPLE-V01-CS01-with-BLS12381G1_XMD:SHA-256_SSWU_RO_";
//! let point = hash_to_curve::<G1Curve, Expand>(&(), b"a message", tag);
//! assert_eq!(point, hash_to_g1::<Expand>(b"a message", tag));
//!
//! // Its two steps: elements of the field, and points for them.
//! let elements = hash_to_field::<FpEngine, Expand, 2>(b"a message", tag);
//! assert_eq!(map_two_to_group::<G1Curve>(&elements), point);
//!
//! // Many messages at once.
//! let mut points = [G1::identity(); 2];
//! hash_to_curve_batch::<G1Curve, Expand>(&(), &[b"a message", b"b message"], tag, &mut points)?;
//! assert_eq!(points[0], point);
//!
//! // One element makes a point that is not uniform; its tag ends in NU.
//! let tag = b"EXAMPLE-V01-CS01-with-BLS12381G1_XMD:SHA-256_SSWU_NU_";
//! let encoded = encode_to_curve::<G1Curve, Expand>(&(), b"a message", tag);
//! assert_eq!(encoded, encode_to_g1::<Expand>(b"a message", tag));
//! let [element] = hash_to_field::<FpEngine, Expand, 1>(b"a message", tag);
//! assert_eq!(map_to_group::<G1Curve>(&element), encoded);
//! # Ok::<(), curvemark_curve::error::BatchError>(())
//! ```

pub mod elligator2;
pub mod expand;
pub(crate) mod face;
pub mod isogeny;
pub mod sqrt_ratio;
pub mod sswu;
pub mod svdw;

pub use expand::{ExpandError, Expander, Message, Xmd, XmdWithPad, expand_message_xmd};

use limb::each::{Each, array};

use crate::crossover::{self, Single};
use crate::engines::door::{elsewhere, in_lanes};
use crate::error::{BatchError, check_lengths};
use crate::field::{Anywhere, Canonical, Lanes, Red};
use crate::formulas::select;
use crate::weierstrass::{
    CtxOf, CurvePoint, CurveThere, Group, GroupInLanes, Projective, Subgroup, Weierstrass,
};
use sswu::{Sign, Swu};

/// Bytes of the largest request that [`hash_to_field`] makes: two elements of the quadratic
/// extension of a 381-bit field.
const MOST_UNIFORM_BYTES: usize = 256;

/// `N` elements of a field, indistinguishable from uniform ones: hash_to_field of RFC 9380 §5.2.
///
/// `dst` is the domain separation tag. RFC 9380 §3.1 wants it unique to the use, not empty, and of
/// 16 bytes or more; it is not checked. A tag of more than 255 bytes is hashed first (§5.3.3).
///
/// Time: constant in the content of `msg`. Cost: the expansion of N·[`Canonical::UNIFORM_BYTES`]
/// bytes, and two or three products per element of the prime field.
///
/// [Example](self#example).
#[cfg_attr(target_arch = "riscv32", inline(never))]
pub fn hash_to_field_in<F, E, const N: usize>(
    ctx: &F::Ctx,
    msg: &(impl Message + ?Sized),
    dst: &[u8],
) -> [Red<F>; N]
where
    F: Canonical,
    E: Expander,
{
    const {
        assert!(N * F::UNIFORM_BYTES <= MOST_UNIFORM_BYTES, "more elements than the buffer holds");
        assert!(N * F::UNIFORM_BYTES <= E::MOST_BYTES, "more bytes than the expander gives");
    }
    let mut uniform = [0; MOST_UNIFORM_BYTES];
    let uniform = &mut uniform[..N * F::UNIFORM_BYTES];
    if E::expand(msg, dst, uniform).is_err() {
        unreachable!("the length is within the expander's limit");
    }
    array(|i| {
        let start = i * F::UNIFORM_BYTES;
        Red::from_uniform_bytes_in(ctx, &uniform[start..start + F::UNIFORM_BYTES])
    })
}

/// As [`hash_to_field_in`], on an engine that needs no context.
///
/// [Example](self#example).
pub fn hash_to_field<F, E, const N: usize>(msg: &(impl Message + ?Sized), dst: &[u8]) -> [Red<F>; N]
where
    F: Anywhere,
    E: Expander,
{
    hash_to_field_in::<F, E, N>(&(), msg, dst)
}

/// A curve with a map to it: E′ and the isogeny from there.
///
/// [Example](self#example).
pub trait Suite: Weierstrass<Base: Sign> {
    /// E′, to which the map goes; the curve itself where it needs no isogeny.
    type Map: Weierstrass<Base = Self::Base>;

    /// The point of E′ for a field element: [`sswu::map_to_curve`] or [`svdw::map_to_curve`].
    /// Constant-time.
    fn map(u: &Red<Self::Base>) -> Projective<Self::Map>;

    /// The image of a point of E′ as X : Y : Z, where 0 : 0 : 0 may stand for the identity;
    /// [`image`] puts that right.
    fn isogeny(point: &Projective<Self::Map>) -> [Red<Self::Base>; 3];
}

/// A [`Suite`] whose batches may run on lanes: the curve has its map on every engine.
///
/// [Example](self#example).
pub trait SuiteInLanes: Suite + GroupInLanes<Lanes: Suite, Doubles: Suite, Fast: Suite> {}

impl<C> SuiteInLanes for C where C: Suite + GroupInLanes<Lanes: Suite, Doubles: Suite, Fast: Suite> {}

/// A curve whose points may be decoded on lanes: there it takes roots as its map does.
///
/// [Example](self#example).
pub trait RootsInLanes: GroupInLanes<Lanes: Suite<Map: Swu>, Doubles: Suite<Map: Swu>> {}

impl<C> RootsInLanes for C where C: GroupInLanes<Lanes: Suite<Map: Swu>, Doubles: Suite<Map: Swu>> {}

/// The image on E of a point of E′.
///
/// Cost: [`Suite::isogeny`].
///
/// [Example](self#example).
#[cfg_attr(target_arch = "riscv32", inline(never))]
pub fn image<C: Suite>(point: &Projective<C::Map>) -> CurvePoint<C> {
    let [x, y, z] = C::isogeny(point);
    // Only the identity has z = 0. It comes from the kernel, as 0 : y : 0, and from the identity of
    // E′, as 0 : 0 : 0, since the fraction X/Z of that is 0/0.
    let y = select(&y, &Red::one_in(&y.ctx()), &z.is_zero());
    CurvePoint(Projective { x, y, z })
}

/// The point of E for a field element: map_to_curve of RFC 9380 §6.6.3. It is on the curve, hardly
/// ever in the group.
///
/// Time: constant. Cost: [`Suite::map`] and an isogeny.
///
/// [Example](self#example).
pub fn map_to_curve<C: Suite>(u: &Red<C::Base>) -> CurvePoint<C> {
    image(&C::map(u))
}

/// The sum of the points of E for two field elements.
fn map_two_to_curve<C: Suite>(u: &[Red<C::Base>; 2]) -> CurvePoint<C> {
    let sum = {
        let first = C::map(&u[0]);
        let second = C::map(&u[1]);
        first.add(&second)
    };
    image(&sum)
}

impl<C: Suite> CurveThere<C> {
    /// [`map_to_curve`] there.
    fn map_to_curve(&self, u: &Red<C::Base>) -> CurvePoint<C> {
        map_to_curve(u)
    }

    /// [`map_two_to_curve`] there.
    fn map_two_to_curve(&self, u: &[Red<C::Base>; 2]) -> CurvePoint<C> {
        map_two_to_curve(u)
    }
}

/// The point of the group for a field element: map_to_curve, and clear_cofactor after it.
///
/// Time: constant. Cost: [`map_to_curve`] and clearing the cofactor.
///
/// [Example](self#example).
#[inline(never)]
pub fn map_to_group<C: Suite + Group>(u: &Red<C::Base>) -> Projective<C>
where
    C::Fast: Suite,
{
    // The map is an exponentiation, which takes least on words; the rest has an engine of its own.
    fn on_curve<C: Suite + Group<Fast: Suite>>(u: &Red<C::Base>) -> CurvePoint<C> {
        elsewhere!(short C, |there| CurvePoint::leave(&there.map_to_curve(&u.enter(there))));
        map_to_curve(u)
    }
    on_curve::<C>(u).clear_cofactor()
}

/// The point of the group for both elements of a message: what hash_to_curve does after
/// hash_to_field.
///
/// Time: constant. Cost: two maps, an addition on E′, an isogeny, clearing the cofactor.
///
/// [Example](self#example).
#[inline(never)]
pub fn map_two_to_group<C: Suite + Group>(u: &[Red<C::Base>; 2]) -> Projective<C>
where
    C::Fast: Suite,
{
    // As in `map_to_group`.
    fn on_curve<C: Suite + Group<Fast: Suite>>(u: &[Red<C::Base>; 2]) -> CurvePoint<C> {
        elsewhere!(short C, |there| CurvePoint::leave(&there.map_two_to_curve(&u.each_ref().each(|u| u.enter(there)))));
        map_two_to_curve(u)
    }
    on_curve::<C>(u).clear_cofactor()
}

/// A point of the group, indistinguishable from a random one whose logarithm nobody knows:
/// hash_to_curve of RFC 9380 §3 (`_RO_`).
///
/// `msg` is one slice or a list of slices, which are concatenated; `dst` the domain separation tag,
/// see [`hash_to_field`].
///
/// Time: constant in the content of `msg`. Cost: expansion, two maps, an addition on E′, an
/// isogeny, clearing the cofactor.
///
/// [Example](self#example).
pub fn hash_to_curve<C: Suite + Group, E: Expander>(
    ctx: &CtxOf<C>,
    msg: &(impl Message + ?Sized),
    dst: &[u8],
) -> Projective<C>
where
    C::Fast: Suite,
{
    map_two_to_group(&hash_to_field_in::<C::Base, E, 2>(ctx, msg, dst))
}

/// [`hash_to_curve`] of many messages under one tag, eight at a time on vectors where the CPU has
/// them.
///
/// Time: constant in the content of the messages. Cost on eight lanes, of [`crossover::HASHES`]
/// messages and more: that of one message on a vector engine for each eight.
///
/// # Errors
/// [`BatchError::Empty`] for no messages, [`BatchError::LengthMismatch`] if `out` has not as many
/// places.
///
/// [Example](self#example).
pub fn hash_to_curve_batch<C, E>(
    ctx: &CtxOf<C>,
    messages: &[impl Message],
    dst: &[u8],
    out: &mut [Projective<C>],
) -> Result<(), BatchError>
where
    C: SuiteInLanes,
    E: Expander,
{
    check_lengths(messages.len(), &[out.len()])?;
    let lanes = <C::Lanes as Weierstrass>::Base::WIDTH;
    let mut elements: [[Red<C::Base>; 2]; 8] = array(|_| [(); 2].each(|()| Red::zero_in(ctx)));
    for (messages, out) in messages.chunks(lanes).zip(out.chunks_mut(lanes)) {
        for (elements, message) in elements.iter_mut().zip(messages) {
            *elements = hash_to_field_in::<C::Base, E, 2>(ctx, message, dst);
        }
        map_some_to_group(&elements[..messages.len()], out);
    }
    Ok(())
}

/// [`map_two_to_group`] of the elements of as many messages as there are lanes, or fewer.
#[inline(never)]
pub(crate) fn map_some_to_group<C>(elements: &[[Red<C::Base>; 2]], out: &mut [Projective<C>])
where
    C: SuiteInLanes,
{
    let enough = crossover::HASHES.reached_beside(Single::of::<C>(), elements.len());
    if in_lanes!(C, enough => map_in_lanes::<C, _>(elements, out)).is_none() {
        elements.iter().zip(out).for_each(|(elements, out)| *out = map_two_to_group(elements));
    }
}

/// [`map_two_to_group`] of the elements of at most as many messages as the engine of `S` has lanes,
/// at once.
///
/// # Panics
/// If there is no message, or there are more than lanes.
pub fn map_in_lanes<C, S>(
    vectors: &CtxOf<S>,
    elements: &[[Red<C::Base>; 2]],
    out: &mut [Projective<C>],
) where
    C: Weierstrass<Base: Canonical>,
    S: Suite<Base: Lanes<One = C::Base>> + Subgroup,
{
    assert!((1..=S::Base::WIDTH).contains(&elements.len()), "a message, and a lane for each");
    let last = elements.len() - 1;
    let [u0, u1] = [0, 1].each(|which| {
        Red::<S::Base>::from_raw(S::Base::enter_lanes(vectors, |i| {
            elements[i.min(last)][which].raw()
        }))
    });
    let point = S::clear_cofactor(&image::<S>(&S::map(&u0).add(&S::map(&u1))).0);
    for (out, point) in out.iter_mut().zip(point.leave_lanes::<C>()) {
        *out = point;
    }
}

/// A point of the group with a distribution that is not uniform: encode_to_curve of RFC 9380 §3
/// (`_NU_`). It reaches only a part of the group, and no proof that wants a random oracle covers
/// it.
///
/// Arguments and time as in [`hash_to_curve`]. Cost: expansion, one map, an isogeny, clearing the
/// cofactor.
///
/// [Example](self#example).
pub fn encode_to_curve<C: Suite + Group, E: Expander>(
    ctx: &CtxOf<C>,
    msg: &(impl Message + ?Sized),
    dst: &[u8],
) -> Projective<C>
where
    C::Fast: Suite,
{
    let [u] = hash_to_field_in::<C::Base, E, 1>(ctx, msg, dst);
    map_to_group(&u)
}
