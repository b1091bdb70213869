//! Operators for values and references, from one body each.

/// `+`, `-` or `*` of two types, each by value or by reference.
macro_rules! operator {
    (
        [$($generic:tt)*] $trait:ident::$method:ident($left:ty, $right:ty) -> $out:ty:
        |$a:ident, $b:ident| $body:expr
    ) => {
        impl<$($generic)*> core::ops::$trait<&$right> for &$left {
            type Output = $out;

            #[inline(always)]
            fn $method(self, other: &$right) -> $out {
                let ($a, $b) = (self, other);
                $body
            }
        }

        impl<$($generic)*> core::ops::$trait<$right> for &$left {
            type Output = $out;

            #[inline(always)]
            fn $method(self, other: $right) -> $out {
                core::ops::$trait::$method(self, &other)
            }
        }

        impl<$($generic)*> core::ops::$trait<&$right> for $left {
            type Output = $out;

            #[inline(always)]
            fn $method(self, other: &$right) -> $out {
                core::ops::$trait::$method(&self, other)
            }
        }

        impl<$($generic)*> core::ops::$trait<$right> for $left {
            type Output = $out;

            #[inline(always)]
            fn $method(self, other: $right) -> $out {
                core::ops::$trait::$method(&self, &other)
            }
        }
    };
}

/// `+=`, `-=` or `*=`, with the right side by value or by reference.
macro_rules! assignment {
    (
        [$($generic:tt)*] $trait:ident::$method:ident($left:ty, $right:ty):
        |$a:ident, $b:ident| $body:expr
    ) => {
        impl<$($generic)*> core::ops::$trait<&$right> for $left {
            #[inline(always)]
            fn $method(&mut self, other: &$right) {
                let ($a, $b) = (self, other);
                $body
            }
        }

        impl<$($generic)*> core::ops::$trait<$right> for $left {
            #[inline(always)]
            fn $method(&mut self, other: $right) {
                core::ops::$trait::$method(self, &other)
            }
        }
    };
}

/// The negative, of a value and of a reference.
macro_rules! negation {
    ([$($generic:tt)*] $type:ty: |$a:ident| $body:expr) => {
        impl<$($generic)*> core::ops::Neg for &$type {
            type Output = $type;

            #[inline(always)]
            fn neg(self) -> $type {
                let $a = self;
                $body
            }
        }

        impl<$($generic)*> core::ops::Neg for $type {
            type Output = $type;

            #[inline(always)]
            fn neg(self) -> $type {
                -&self
            }
        }
    };
}

/// The sum or the product of an iterator over values or references.
macro_rules! total {
    ([$($generic:tt)*] $trait:ident::$method:ident($type:ty): $start:expr, $step:path) => {
        impl<$($generic)*> core::iter::$trait for $type {
            fn $method<I: Iterator<Item = Self>>(items: I) -> Self {
                items.fold($start, |total, item| $step(total, &item))
            }
        }

        impl<'a, $($generic)*> core::iter::$trait<&'a $type> for $type {
            fn $method<I: Iterator<Item = &'a Self>>(items: I) -> Self {
                items.fold($start, |total, item| $step(total, item))
            }
        }
    };
}
