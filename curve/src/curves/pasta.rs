//! Pallas and Vesta, the curves of halo2 (D. Hopwood, "The Pasta curves for halo 2 and beyond",
//! 2020; crate `pasta_curves`).
//!
//! A cycle: the field of each is the integers modulo the order of the other's group, so that a
//! proof over one can be checked inside a proof over the other. Both are y² = x³ + 5, of prime
//! order, and both fields have roots of unity of order 2^32.
//!
//! | | over | of order | scalars |
//! |---|---|---|---|
//! | [`pallas`] | Fp | q | Fq |
//! | [`vesta`] | Fq | p | Fp |
//!
//! | you want | take |
//! |---|---|
//! | points to add and to multiply | `Point` |
//! | points as bytes | `AffinePoint`; [`LittleEndianEncoding`](crate::weierstrass::LittleEndianEncoding) |
//! | scalars | `Scalar`; `SecretScalar` if it is a secret |
//! | a point from a message | [`pallas::hash_to_curve`], [`vesta::hash_to_curve`] |
//! | transforms over a field of scalars | [`crate::ntt`] (feature `alloc`) |
//!
//! # Hashing
//!
//! As `pasta_curves` does: `E` is `Xmd` over BLAKE2b-512, and the tag is the protocol's own prefix,
//! then `-pallas_XMD:BLAKE2b_SSWU_RO_` or `-vesta_XMD:BLAKE2b_SSWU_RO_`. It is hash_to_curve of RFC
//! 9380 §3 but for the length of what an element is made of ([`hash_to_field`]): Z = −13, the map
//! to E′: y² = x³ + A′x + 1265, and an isogeny of degree 3.
//!
//! Products and reductions, without the hash: each of two maps 380 and 380 (248 of them one power),
//! the addition on E′ 18 and 12, the isogeny 13 and 11; a test counts them.
//!
//! # Examples
//!
//! ```
//! use blake2::Blake2b512;
//! use curvemark_curve::hash_to_curve::Xmd;
//! use curvemark_curve::pallas::{self, hash_to_curve, hash_to_curve_batch};
//! use curvemark_curve::pasta::hash_to_field;
//!
//! let tag = b"z.cash:test-pallas_XMD:BLAKE2b_SSWU_RO_";
//! let point = hash_to_curve::<Xmd<Blake2b512>>(b"Trans rights now!", tag);
//! assert_eq!(point.to_le_bytes()[31], 0x18); // x, little-endian; y is even
//!
//! // Its two steps: elements of the field, and points for them.
//! let [u, v] = hash_to_field::<pallas::FpEngine, Xmd<Blake2b512>>(b"Trans rights now!", tag);
//! assert_eq!(pallas::map_to_curve(&u) + pallas::map_to_curve(&v), point);
//!
//! let mut points = [pallas::Point::identity(); 2];
//! hash_to_curve_batch::<Xmd<Blake2b512>>(&[b"message 1", b"message 2"], tag, &mut points)?;
//! # Ok::<(), curvemark_curve::error::BatchError>(())
//! ```

use crate::error::{BatchError, check_lengths};
use crate::field::{Anywhere, Lanes, Red};
use crate::hash_to_curve::{Expander, Message, Suite, map_some_to_group};
use crate::weierstrass::{GroupInLanes, Weierstrass};

/// Bytes that an element is made of. RFC 9380 §5.1 would take 48 for fields of 255 bits.
const UNIFORM_BYTES: usize = 64;

/// What both hash a message to points by; `$name` is what the tag has of the curve's.
macro_rules! hashing_to_pasta {
    ($curve:ident, $name:literal) => {
        /// E′ on an engine `F` of the base field.
        ///
        /// [Examples](self#examples).
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Isogenous<F>(core::marker::PhantomData<F>);

        impl<F: $crate::field::Field<Const = FpConst>> $crate::weierstrass::Weierstrass for Isogenous<F> {
            type Base = F;
            type A = Self;

            fn b(ctx: &F::Ctx) -> $crate::field::Red<F> {
                $crate::field::Red::small(ctx, 1265)
            }

            /// 3·1265 = 15·253.
            fn times_3b(x: &$crate::field::Red<F>) -> $crate::field::Red<F> {
                x.times(253).times(15)
            }
        }

        impl<F> $crate::formulas::complete::Coefficient<Self> for Isogenous<F>
        where
            F: $crate::field::Field<Const = FpConst>,
        {
            fn times(x: &$crate::field::Red<F>) -> $crate::field::Red<F> {
                x * &$crate::field::Red::constant(&x.ctx(), &A)
            }
        }

        impl<F> $crate::hash_to_curve::sswu::Swu for Isogenous<F>
        where
            F: $crate::hash_to_curve::sswu::Sign + $crate::field::Field<Const = FpConst>,
        {
            /// 1265 = 5·253.
            fn times_b(x: &$crate::field::Red<F>) -> $crate::field::Red<F> {
                x.times(253).times(5)
            }

            fn times_z(x: &$crate::field::Red<F>) -> $crate::field::Red<F> {
                -&x.times(13)
            }

            fn sqrt_ratio(
                u: &$crate::field::Red<F>,
                v: &$crate::field::Red<F>,
            ) -> ($crate::field::Red<F>, F::Mask) {
                let root = $crate::field::Red::constant(&u.ctx(), &ROOT);
                ROOTS.sqrt_ratio(u, v, &root, |x| POWER.power(x))
            }
        }

        impl<F> $crate::hash_to_curve::isogeny::Degree3 for Isogenous<F>
        where
            F: $crate::field::Field<Const = FpConst>,
        {
            const NEGATIVE: bool = false;

            fn times_x0(x: &$crate::field::Red<F>) -> $crate::field::Red<F> {
                x * &$crate::field::Red::constant(&x.ctx(), &X0)
            }

            fn times_t(x: &$crate::field::Red<F>) -> $crate::field::Red<F> {
                x * &$crate::field::Red::constant(&x.ctx(), &T)
            }

            /// w = 4y₀² = 20.
            fn times_w(x: &$crate::field::Red<F>) -> $crate::field::Red<F> {
                x.times(20)
            }
        }

        impl<F> $crate::hash_to_curve::Suite for $curve<F>
        where
            F: $crate::hash_to_curve::sswu::Sign + $crate::field::Field<Const = FpConst>,
        {
            type Map = Isogenous<F>;

            fn map(u: &$crate::field::Red<F>) -> $crate::weierstrass::Projective<Isogenous<F>> {
                $crate::hash_to_curve::sswu::map_to_curve(u)
            }

            fn isogeny(
                point: &$crate::weierstrass::Projective<Isogenous<F>>,
            ) -> [$crate::field::Red<F>; 3] {
                $crate::hash_to_curve::isogeny::degree_3(point)
            }
        }

        /// A point that is random to everyone, for a message: that of `pasta_curves` with `E` =
        #[doc = concat!("`Xmd<Blake2b512>` and a tag that ends in `-", $name, "_XMD:BLAKE2b_SSWU_RO_`.")]
        ///
        /// `msg` is one slice or a list of slices, which are concatenated; `dst` is the whole tag.
        ///
        /// Time: constant in the content of `msg`, not in the lengths. Cost: see the [module
        /// above](super#hashing).
        ///
        /// [Examples](self#examples).
        pub fn hash_to_curve<E: $crate::hash_to_curve::Expander>(
            msg: &(impl $crate::hash_to_curve::Message + ?Sized),
            dst: &[u8],
        ) -> Point {
            /// Not generic.
            fn map(elements: &[Fp; 2]) -> Point {
                $crate::hash_to_curve::map_two_to_group::<$curve>(elements)
            }
            map(&super::hash_to_field::<FpEngine, E>(msg, dst))
        }

        /// [`hash_to_curve`] of many messages under one tag: eight at a time where the CPU has
        /// vectors for it.
        ///
        /// [Examples](self#examples).
        ///
        /// # Errors
        /// [`BatchError::Empty`](crate::error::BatchError) for no messages,
        /// [`BatchError::LengthMismatch`](crate::error::BatchError) if `out` has not as many
        /// places.
        pub fn hash_to_curve_batch<E: $crate::hash_to_curve::Expander>(
            messages: &[impl $crate::hash_to_curve::Message],
            dst: &[u8],
            out: &mut [Point],
        ) -> Result<(), $crate::error::BatchError> {
            super::hash_batch::<$curve, E>(messages, dst, out)
        }

        /// The point for an element of the field: the map to E′ and the isogeny. Constant-time.
        ///
        /// [Examples](self#examples).
        pub fn map_to_curve(u: &Fp) -> Point {
            $crate::hash_to_curve::map_to_group::<$curve>(u)
        }
    };
}

pub mod pallas;
pub mod vesta;

/// Two elements for a message, indistinguishable from uniform ones: hash_to_field of RFC 9380 §5.2
/// with 64 bytes for each.
///
/// Time: constant in the content of `msg`. Cost: the expansion of 128 bytes, and three products for
/// each element.
///
/// [Examples](self#examples).
pub fn hash_to_field<F, E>(msg: &(impl Message + ?Sized), dst: &[u8]) -> [Red<F>; 2]
where
    F: Anywhere,
    E: Expander,
{
    const { assert!(2 * UNIFORM_BYTES <= E::MOST_BYTES, "more bytes than the expander gives") }
    let mut uniform = [0; 2 * UNIFORM_BYTES];
    if E::expand(msg, dst, &mut uniform).is_err() {
        unreachable!("the length is within the expander's limit");
    }
    let (first, second) = uniform.split_at(UNIFORM_BYTES);
    [Red::from_uniform_bytes(first), Red::from_uniform_bytes(second)]
}

/// The points of many messages under one tag, eight at a time on vectors where the CPU has them.
fn hash_batch<C, E>(
    messages: &[impl Message],
    dst: &[u8],
    out: &mut [crate::weierstrass::Projective<C>],
) -> Result<(), BatchError>
where
    C: Suite
        + GroupInLanes<Lanes: Suite, Doubles: Suite, Fast: Suite>
        + Weierstrass<Base: Anywhere>,
    E: Expander,
{
    check_lengths(messages.len(), &[out.len()])?;
    let lanes = <C::Lanes as Weierstrass>::Base::WIDTH;
    let mut elements = [[Red::<C::Base>::zero(); 2]; 8];
    for (messages, out) in messages.chunks(lanes).zip(out.chunks_mut(lanes)) {
        for (elements, message) in elements.iter_mut().zip(messages) {
            *elements = hash_to_field::<C::Base, E>(message, dst);
        }
        map_some_to_group(&elements[..messages.len()], out);
    }
    Ok(())
}
