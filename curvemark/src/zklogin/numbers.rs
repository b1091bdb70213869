//! Numbers as decimal digits, and points as lists of them.
//!
//! Sui's validators take any number of digits and reduce, and take a point in Jacobian coordinates.
//! Whoever verifies with them must do the same, or the verdicts part; [`Numbers`] keeps in mind
//! whether all was in its one form.

use alloc::string::String;

use curve::bn254::{Fp, Fp2, G1Affine, G2Affine};
use curve::field::{Anywhere, Masked, Red};
use curve::fp2::Quad;
use curve::weierstrass::{Affine, Group};

use super::Error;
use crate::groth16::json::print;

/// A reader of numbers.
pub(super) struct Numbers {
    /// Whether all that was read was in its one form.
    pub canonical: bool,
}

impl Numbers {
    pub(super) fn new() -> Self {
        Self { canonical: true }
    }

    /// The element that a number is congruent to. Time: in proportion to the digits.
    pub(super) fn read<F: Anywhere>(&mut self, text: &str) -> Result<Red<F>, Error> {
        let bare = text == "0" || !text.starts_with('0');
        if !bare || text.is_empty() || !text.bytes().all(|digit| digit.is_ascii_digit()) {
            return Err(Error::Number);
        }
        let mut value = Red::<F>::zero();
        // Nine digits at a time, which fit into 32 bits.
        for digits in text.as_bytes().chunks(9) {
            let (mut number, mut shift) = (0, 1);
            for digit in digits {
                number = number * 10 + u32::from(digit - b'0');
                shift *= 10;
            }
            value = &(&value * &Red::from(shift)) + &Red::from(number);
        }
        self.canonical &= print(&value) == *text;
        Ok(value)
    }

    pub(super) fn g1(&mut self, [x, y, z]: &[String; 3]) -> Result<G1Affine, Error> {
        let (x, y, z): (Fp, Fp, Fp) = (self.read(x)?, self.read(y)?, self.read(z)?);
        self.point(x, y, z)
    }

    pub(super) fn g2(&mut self, [x, y, z]: &[[String; 2]; 3]) -> Result<G2Affine, Error> {
        let (x, y, z) = (self.pair(x)?, self.pair(y)?, self.pair(z)?);
        self.point(x, y, z)
    }

    fn pair(&mut self, [c0, c1]: &[String; 2]) -> Result<Fp2, Error> {
        Ok(Red::<Quad<_>>::new(self.read(c0)?, self.read(c1)?))
    }

    /// The point (x/z², y/z³), or the identity for z = 0, on the curve and in the subgroup.
    fn point<C: Group<Base: Masked>>(
        &mut self,
        x: Red<C::Base>,
        y: Red<C::Base>,
        z: Red<C::Base>,
    ) -> Result<Affine<C>, Error> {
        let one = Red::one_in(&z.ctx());
        if z == one {
            return Ok(Affine::from_xy(x, y)?);
        }
        if bool::from(z.is_zero()) {
            // snarkjs writes it as (0, 1, 0).
            self.canonical &= bool::from(x.is_zero()) && y == one;
            return Ok(Affine::identity_in(&z.ctx()));
        }
        self.canonical = false;
        let inverse = z.invert_vartime();
        let square = inverse.sqr();
        Ok(Affine::from_xy(&x * &square, &y * &(&square * &inverse))?)
    }
}

/// The element of a number in its one form.
pub(super) fn canonical<F: Anywhere>(text: &str) -> Result<Red<F>, Error> {
    let mut numbers = Numbers::new();
    let value = numbers.read(text)?;
    if numbers.canonical { Ok(value) } else { Err(Error::NotCanonical) }
}

/// The digits of an element.
pub(super) fn digits<F: Anywhere>(value: &Red<F>) -> String {
    print(value)
}
