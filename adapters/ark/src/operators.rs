//! The operators that arkworks' traits ask of each type: by value, by reference and in place. All
//! call one method of the type that takes references.

/// One operator in its forms, by an expression for the operands and one for the place.
macro_rules! operator {
    ({$($generics:tt)*} $type:ty; $trait:ident $method:ident by $by:ident;
        $assign:ident $assign_method:ident by $in_place:ident) => {
        impl<$($generics)*> core::ops::$trait<&$type> for &$type {
            type Output = $type;

            #[inline(always)]
            fn $method(self, other: &$type) -> $type {
                self.$by(other)
            }
        }

        impl<$($generics)*> core::ops::$trait<$type> for &$type {
            type Output = $type;

            #[inline(always)]
            fn $method(self, other: $type) -> $type {
                self.$by(&other)
            }
        }

        impl<$($generics)*> core::ops::$trait<&$type> for $type {
            type Output = $type;

            #[inline(always)]
            fn $method(self, other: &$type) -> $type {
                self.$by(other)
            }
        }

        impl<$($generics)*> core::ops::$trait<&mut $type> for $type {
            type Output = $type;

            #[inline(always)]
            fn $method(self, other: &mut $type) -> $type {
                self.$by(other)
            }
        }

        impl<$($generics)*> core::ops::$trait for $type {
            type Output = $type;

            #[inline(always)]
            fn $method(self, other: $type) -> $type {
                self.$by(&other)
            }
        }

        impl<$($generics)*> core::ops::$assign<&$type> for $type {
            #[inline(always)]
            fn $assign_method(&mut self, other: &$type) {
                self.$in_place(other);
            }
        }

        impl<$($generics)*> core::ops::$assign<&mut $type> for $type {
            #[inline(always)]
            fn $assign_method(&mut self, other: &mut $type) {
                self.$in_place(other);
            }
        }

        impl<$($generics)*> core::ops::$assign for $type {
            #[inline(always)]
            fn $assign_method(&mut self, other: $type) {
                self.$in_place(&other);
            }
        }
    };
}

/// `+`, `−` and sums, by the methods `plus`, `minus` and `negated`.
macro_rules! additive {
    ({$($generics:tt)*} $type:ty) => {
        $crate::operators::operator! {
            {$($generics)*} $type; Add add by plus; AddAssign add_assign by add_in_place
        }
        $crate::operators::operator! {
            {$($generics)*} $type; Sub sub by minus; SubAssign sub_assign by sub_in_place
        }

        impl<$($generics)*> $type {
            #[inline(always)]
            fn add_in_place(&mut self, other: &Self) {
                *self = self.plus(other);
            }

            #[inline(always)]
            fn sub_in_place(&mut self, other: &Self) {
                *self = self.minus(other);
            }
        }

        impl<$($generics)*> core::ops::Neg for $type {
            type Output = Self;

            #[inline(always)]
            fn neg(self) -> Self {
                self.negated()
            }
        }

        impl<$($generics)*> core::iter::Sum for $type {
            fn sum<I: Iterator<Item = Self>>(items: I) -> Self {
                items.fold(<Self as ark_ff::AdditiveGroup>::ZERO, |sum, item| sum + item)
            }
        }

        impl<'a, $($generics)*> core::iter::Sum<&'a $type> for $type {
            fn sum<I: Iterator<Item = &'a Self>>(items: I) -> Self {
                items.fold(<Self as ark_ff::AdditiveGroup>::ZERO, |sum, item| sum + item)
            }
        }

        impl<$($generics)*> num_traits::Zero for $type {
            #[inline]
            fn zero() -> Self {
                <Self as ark_ff::AdditiveGroup>::ZERO
            }

            #[inline]
            fn is_zero(&self) -> bool {
                self.is_zero_element()
            }
        }

        impl<$($generics)*> Default for $type {
            fn default() -> Self {
                <Self as ark_ff::AdditiveGroup>::ZERO
            }
        }
    };
}

/// What a field has besides: `·`, `/`, products, and integers by the method `from_integer`.
macro_rules! multiplicative {
    ({$($generics:tt)*} $type:ty) => {
        $crate::operators::operator! {
            {$($generics)*} $type; Mul mul by times; MulAssign mul_assign by mul_in_place
        }
        $crate::operators::operator! {
            {$($generics)*} $type; Div div by divided; DivAssign div_assign by div_in_place
        }

        impl<$($generics)*> $type {
            #[inline]
            fn divided(&self, other: &Self) -> Self {
                self.times(&ark_ff::Field::inverse(other).expect("division by zero"))
            }

            #[inline]
            fn div_in_place(&mut self, other: &Self) {
                *self = self.divided(other);
            }
        }

        impl<$($generics)*> core::iter::Product for $type {
            fn product<I: Iterator<Item = Self>>(items: I) -> Self {
                items.fold(<Self as ark_ff::Field>::ONE, |product, item| product * item)
            }
        }

        impl<'a, $($generics)*> core::iter::Product<&'a $type> for $type {
            fn product<I: Iterator<Item = &'a Self>>(items: I) -> Self {
                items.fold(<Self as ark_ff::Field>::ONE, |product, item| product * item)
            }
        }

        impl<$($generics)*> num_traits::One for $type {
            #[inline]
            fn one() -> Self {
                <Self as ark_ff::Field>::ONE
            }

            #[inline]
            fn is_one(&self) -> bool {
                *self == <Self as ark_ff::Field>::ONE
            }
        }

        $crate::operators::integers! {
            {$($generics)*} $type; u8 u16 u32 u64 u128 bool; i8 i16 i32 i64 i128
        }
    };
}

/// From integers of all widths.
macro_rules! integers {
    ({$($generics:tt)*} $type:ty; $($unsigned:ident)*; $($signed:ident)*) => {
        $crate::operators::integers! { @each {$($generics)*} $type; $($unsigned)* }
        $crate::operators::integers! { @signed {$($generics)*} $type; $($signed)* }
    };
    (@each $generics:tt $type:ty; $($unsigned:ident)*) => {
        $($crate::operators::integers! { @unsigned $generics $type; $unsigned })*
    };
    (@unsigned {$($generics:tt)*} $type:ty; $unsigned:ident) => {
        impl<$($generics)*> From<$unsigned> for $type {
            fn from(value: $unsigned) -> Self {
                Self::from_integer(value.into())
            }
        }
    };
    (@signed $generics:tt $type:ty; $($signed:ident)*) => {
        $($crate::operators::integers! { @one_signed $generics $type; $signed })*
    };
    (@one_signed {$($generics:tt)*} $type:ty; $signed:ident) => {
        impl<$($generics)*> From<$signed> for $type {
            fn from(value: $signed) -> Self {
                let magnitude = Self::from_integer(value.unsigned_abs().into());
                if value < 0 { -magnitude } else { magnitude }
            }
        }
    };
}

pub(crate) use {additive, integers, multiplicative, operator};
