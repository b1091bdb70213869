//! Powers modulo an integer that is known at run time alone, such as the modulus of an RSA key: the
//! engine behind Ethereum's MODEXP, for what needs it without being a curve. For public numbers, in
//! variable time; space is the caller's.
//!
//! ```
//! use curvemark_curve::modular::{Exponent, pow_vartime, scratch_words};
//!
//! let exponent = Exponent { bytes: &[5], zero_bytes: 0 };
//! let mut power = [0];
//! let mut scratch = vec![0; scratch_words(1, 1, &exponent)];
//! pow_vartime(&[3], &exponent, &[100], &mut power, &mut scratch);
//! assert_eq!(power, [43]);
//! ```

pub use limb::runtime::{Exponent, pow_vartime, scratch_words};
