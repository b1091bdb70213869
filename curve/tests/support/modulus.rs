//! Moduli of toy fields.

/// A modulus, by its name and its hexadecimal digits.
macro_rules! modulus {
    ($name:ident, $digits:literal) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        struct $name;

        impl limb::Modulus for $name {
            const P: limb::modulus::Limbs = limb::modulus::hex($digits);
        }
    };
}
