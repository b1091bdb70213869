//! What the module of a curve offers to hash messages to its group.
//!
//! All of it is [`crate::hash_to_curve`] under the curve's own names, with the suites that the
//! names stand for: a macro, since only that can give names. What costs does not depend on the
//! hash, and is compiled here.

/// The functions of a curve's two suites, hash_to_curve (`_RO_`) and encode_to_curve (`_NU_`), and
/// of its map where that is public.
///
/// `of` says to which group a point belongs, `suites` is how both names begin, and a remark joins
/// the documentation of the map.
macro_rules! hashing_to {
    (
        $curve:ident => $point:ident, $of:literal, suites: $suites:literal, $hash:ident, $batch:ident, $encode:ident
        $(, $(#[$remark:meta])* $map:ident: $element:ident)?
    ) => {
        #[doc = concat!("A point", $of, " that is random to everyone, for a message: suite")]
        #[doc = concat!("`", $suites, "_RO_` with `E` = `Xmd<Sha256>`.")]
        ///
        /// `msg` is one slice or a list of slices, which are concatenated; `dst` is the domain
        /// separation tag, see [`hash_to_field`](crate::hash_to_curve::hash_to_field).
        ///
        /// Time: constant in the content of `msg`, not in the lengths. Cost: see the
        /// [module](self).
        ///
        /// [Examples](super#examples).
        pub fn $hash<E: $crate::hash_to_curve::Expander>(
            msg: &(impl $crate::hash_to_curve::Message + ?Sized),
            dst: &[u8],
        ) -> $point {
            /// Not generic.
            fn map(elements: &[$crate::field::Red<<$curve as $crate::weierstrass::Weierstrass>::Base>; 2]) -> $point {
                $crate::hash_to_curve::map_two_to_group::<$curve>(elements)
            }
            map(&$crate::hash_to_curve::hash_to_field::<_, E, 2>(msg, dst))
        }

        #[doc = concat!("[`", stringify!($hash), "`] of many messages under one tag: eight at a time where the CPU has vectors for it.")]
        ///
        /// [Examples](super#examples).
        ///
        /// # Errors
        /// [`BatchError::Empty`](crate::error::BatchError) for no messages,
        /// [`BatchError::LengthMismatch`](crate::error::BatchError) if `out` has not as many
        /// places.
        pub fn $batch<E: $crate::hash_to_curve::Expander>(
            messages: &[impl $crate::hash_to_curve::Message],
            dst: &[u8],
            out: &mut [$point],
        ) -> Result<(), $crate::error::BatchError> {
            $crate::hash_to_curve::hash_to_curve_batch::<$curve, E>(&(), messages, dst, out)
        }

        #[doc = concat!("A point", $of, " that is not uniform, for a message: suite `", $suites, "_NU_` with `E` = `Xmd<Sha256>`.")]
        ///
        #[doc = concat!("Arguments and time as in [`", stringify!($hash), "`];")]
        /// see [`encode_to_curve`](crate::hash_to_curve::encode_to_curve) for what it is not good
        /// for.
        ///
        /// [Examples](super#examples).
        pub fn $encode<E: $crate::hash_to_curve::Expander>(
            msg: &(impl $crate::hash_to_curve::Message + ?Sized),
            dst: &[u8],
        ) -> $point {
            $crate::hash_to_curve::encode_to_curve::<$curve, E>(&(), msg, dst)
        }

        $(
            #[doc = concat!("A point", $of, " for a field element: map_to_curve and clear_cofactor of RFC 9380.")]
            $(#[$remark])*
            ///
            /// [`map_to_curve`](crate::hash_to_curve::map_to_curve) does not clear the cofactor.
            /// Time: constant.
            ///
            /// [Examples](super#examples).
            pub fn $map(u: &$element) -> $point {
                $crate::hash_to_curve::map_to_group::<$curve>(u)
            }
        )?
    };
}

pub(crate) use hashing_to;
