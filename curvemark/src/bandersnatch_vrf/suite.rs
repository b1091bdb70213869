//! The suites: how an input becomes a point, and what keys are blinded with.

use core::fmt::Debug;

use curve::bandersnatch::{FpConst, Point, hash_to_curve};
use curve::field::Red;
use curve::hash_to_curve::{Expander, Xmd, XmdWithPad};
use sha2::Sha512;

mod sealed {
    pub trait Sealed {}
}

/// A suite of ark-vrf over Bandersnatch in Edwards form.
///
/// [Examples](crate::bandersnatch_vrf#examples).
pub trait Suite: Copy + Debug + Eq + Send + Sync + sealed::Sealed + 'static {
    /// The name in ark-vrf, with which all transcripts begin.
    const NAME: &'static str;

    /// The domain separation tag of inputs: the name, and the byte 0x60.
    #[doc(hidden)]
    const TAG: &'static [u8];

    /// From messages to uniform bytes.
    #[doc(hidden)]
    type Expander: Expander;

    /// x and y of the base that keys are blinded with: the point of the input `pedersen-blinding`.
    #[doc(hidden)]
    const BLINDING_BASE: [FpConst; 2];

    /// The point of an input. Constant-time in its content.
    #[doc(hidden)]
    fn input_to_point(data: &[u8]) -> Point {
        hash_to_curve::<Self::Expander>(data, Self::TAG)
    }

    /// The base that keys are blinded with.
    #[doc(hidden)]
    fn blinding_base() -> Point {
        let [x, y] = Self::BLINDING_BASE.each_ref().map(|constant| Red::constant(&(), constant));
        Point::from_xy_unchecked_curve(x, y)
    }
}

/// `Bandersnatch-SHA512-ELL2-v1`, ark-vrf's `suites::bandersnatch`.
///
/// It hashes inputs as arkworks 0.6 does, with 48 zero bytes where RFC 9380 §5.3.1 has the 128 of
/// a block. New protocols may take [`BandersnatchSha512Ell2V2`].
///
/// [Examples](crate::bandersnatch_vrf#examples).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BandersnatchSha512Ell2 {}

/// `Bandersnatch-SHA512-ELL2-v2`, ark-vrf's `suites::bandersnatch_v2`: inputs are hashed as RFC
/// 9380 has it.
///
/// [Examples](crate::bandersnatch_vrf#examples).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BandersnatchSha512Ell2V2 {}

impl sealed::Sealed for BandersnatchSha512Ell2 {}
impl sealed::Sealed for BandersnatchSha512Ell2V2 {}

impl Suite for BandersnatchSha512Ell2 {
    type Expander = XmdWithPad<Sha512, 48>;

    const NAME: &'static str = "Bandersnatch-SHA512-ELL2-v1";
    const TAG: &'static [u8] = b"Bandersnatch-SHA512-ELL2-v1\x60";
    const BLINDING_BASE: [FpConst; 2] = [
        FpConst::hex("339787fcff873aa9426ef4ced5849877d87e6033db7c15362b51e66c7ada4d41"),
        FpConst::hex("0c46712cb6f24d5f305fec14ed65088c700c679739ab09500e79c759820a2deb"),
    ];
}

impl Suite for BandersnatchSha512Ell2V2 {
    type Expander = Xmd<Sha512>;

    const NAME: &'static str = "Bandersnatch-SHA512-ELL2-v2";
    const TAG: &'static [u8] = b"Bandersnatch-SHA512-ELL2-v2\x60";
    const BLINDING_BASE: [FpConst; 2] = [
        FpConst::hex("30e6831b9fa6983b4353bbdd2473b6c988eb0a41cef4d5235ee9b375aad61449"),
        FpConst::hex("28cf6fadc4b7b84a7b9f3c17de23956b5f7461921adbfe3a0852d40b8b39cd7f"),
    ];
}

#[cfg(test)]
mod tests {
    use super::*;

    fn constants<S: Suite>() {
        assert_eq!(S::TAG, [S::NAME.as_bytes(), &[0x60]].concat());
        assert!(S::blinding_base() == S::input_to_point(b"pedersen-blinding"));
    }

    #[test]
    fn tags_and_bases() {
        constants::<BandersnatchSha512Ell2>();
        constants::<BandersnatchSha512Ell2V2>();
    }
}
