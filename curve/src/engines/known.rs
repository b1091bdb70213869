//! Elements of users' engines that are known at compile time.

use limb::modulus::{Constant, Modulus, words_of};

use super::fold::PortableFold;
use super::mont::Portable;
use crate::field::Red;

impl<M: Modulus, const N: usize> Red<Portable<M, N>>
where
    Portable<M, N>: crate::field::Field<Raw = [limb::DefaultWord; N]>,
{
    /// An element that a program has as a constant of its own.
    ///
    /// ```
    /// use curvemark_curve::bls12_381::{FpConst, Fp};
    ///
    /// const FOUR: Fp = Fp::known(&FpConst::small(4));
    /// assert_eq!(FOUR, Fp::from(4u32));
    /// ```
    pub const fn known(constant: &Constant<M>) -> Self {
        Self::from_raw(words_of(&constant.montgomery()))
    }
}

impl<M: Modulus, const N: usize> Red<PortableFold<M, N>>
where
    PortableFold<M, N>: crate::field::Field<Raw = [limb::DefaultWord; N]>,
{
    /// An element that a program has as a constant of its own.
    ///
    /// ```
    /// use curvemark_curve::secp256k1::{Fp, FpConst};
    ///
    /// const SEVEN: Fp = Fp::known(&FpConst::small(7));
    /// assert_eq!(SEVEN, Fp::from(7u32));
    /// ```
    pub const fn known(constant: &Constant<M>) -> Self {
        Self::from_raw(words_of(&constant.integer()))
    }
}
