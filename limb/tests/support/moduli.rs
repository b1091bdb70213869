//! Moduli of the tests.

/// A modulus from its digits.
macro_rules! modulus {
    ($name:ident, $hex:literal) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        struct $name;

        impl limb::Modulus for $name {
            const P: limb::modulus::Limbs = limb::modulus::hex($hex);
        }
    };
}
