//! Square roots where p − 1 = 2^v·t has a large v, without inversion, in the same steps for every
//! element.
//!
//! With g of order 2^v, one power f = a^((t − 1)/2) leaves a·f² = a^t = g^e. If e is even,
//! f·g^(−e/2) is 1/√a; if it is odd, a is no square, and f·g^((1 − e)/2) is 1/√(a/g).
//!
//! e is a discrete logarithm in a small group (S. Pohlig, M. Hellman, 1978). It is found in digits
//! of two bits, by halves: the lower half of the digits from the power that kills the upper, then
//! the upper half from what is left (A. Sutherland, "Structure computation and discrete logarithms
//! in finite abelian p-groups", 2011, §3; D. J. Bernstein, "Faster square roots in annoying finite
//! fields", 2001, and P. Sarkar, ePrint 2020/1407, have tables in place of Tonelli's and Shanks's
//! steps, as here, but read them by secret indices). Digits are masks: a digit is compared with all
//! that it may be, and a power is chosen by reading all of its row. So this runs on lanes too.
//!
//! Cost of 1/√a besides the power, for v = 32: 65 squarings, 50 products, 48 comparisons, 142
//! choices; a test counts. The steps of Tonelli and Shanks in constant time take 496 squarings and
//! 93 products ([`limb::pow`]).

use limb::Modulus;
use limb::each::array;
use limb::modulus::{Constant, Limbs, product};
use subtle::Choice;

use crate::field::{Field, Masked, Red};

/// A digit e of two bits: whether it is 1, 2, 3.
type Digit<F> = [<F as Masked>::Mask; 3];

/// Powers of a root of unity g of order 4^N: g^(−d·4^m) at m, d − 1 for m < N and d = 1, 2, 3.
#[derive(Clone, Copy, Debug)]
pub struct RootsOfUnity<K, const N: usize>([[K; 3]; N]);

impl<M: Modulus, const N: usize> RootsOfUnity<Constant<M>, N> {
    /// Those of the root that [`Modulus::ROOT_OF_UNITY`] is, at compile time.
    ///
    /// # Panics
    /// At compile time, if N is not half of [`Modulus::TWO_ADICITY`].
    pub const fn new() -> Self {
        assert!(M::TWO_ADICITY as usize == 2 * N && N > 0, "two bits a digit");
        // 1/g = g^(4^N − 1).
        let mut inverse: Limbs = M::PLAIN_ROOT_OF_UNITY;
        let mut square = inverse;
        let mut i = 1;
        while i < 2 * N {
            square = product::<M>(&square, &square);
            inverse = product::<M>(&inverse, &square);
            i += 1;
        }
        let mut powers = [[Constant::small(1); 3]; N];
        let mut m = 0;
        while m < N {
            let square = product::<M>(&inverse, &inverse);
            let cube = product::<M>(&square, &inverse);
            powers[m] = [Constant::new(inverse), Constant::new(square), Constant::new(cube)];
            inverse = product::<M>(&square, &square);
            m += 1;
        }
        Self(powers)
    }
}

impl<M: Modulus, const N: usize> Default for RootsOfUnity<Constant<M>, N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K, const N: usize> RootsOfUnity<K, N> {
    /// √a and true if a is a square, zero among them; otherwise something and false. `power` is to
    /// (t − 1)/2. Constant-time.
    ///
    /// Cost: that of 1/√a, see the [module](self), a squaring and a product.
    pub fn sqrt<F: Masked + Field<Const = K>>(
        &self,
        a: &Red<F>,
        power: impl Fn(&Red<F>) -> Red<F>,
    ) -> (Red<F>, F::Mask) {
        let (f, _) = self.inverse_sqrt(a, power);
        let root = a * &f;
        let exists = root.sqr().equal(a);
        (root, exists)
    }

    /// √(u/v) and true if u/v is a square, zero among them, else √(Z·u/v) and false; for v ≠ 0.
    /// `root` is √(Z/g), and `power` is to (t − 1)/2. Constant-time.
    ///
    /// With a = u·v, u·1/√a is √(u/v).
    ///
    /// Cost: that of 1/√a, see the [module](self), a squaring and 4 products.
    pub fn sqrt_ratio<F: Masked + Field<Const = K>>(
        &self,
        u: &Red<F>,
        v: &Red<F>,
        root: &Red<F>,
        power: impl Fn(&Red<F>) -> Red<F>,
    ) -> (Red<F>, F::Mask) {
        let (f, odd) = self.inverse_sqrt(&(u * v), power);
        let y = u * &f;
        let y = Red::select(&y, &(&y * root), &odd);
        let is_square = (&y.sqr() * v).equal(u);
        (y, is_square)
    }

    /// f with a·f² = 1 and false, or with a·f² = g and true; something and false for a = 0.
    fn inverse_sqrt<F: Masked + Field<Const = K>>(
        &self,
        a: &Red<F>,
        power: impl Fn(&Red<F>) -> Red<F>,
    ) -> (Red<F>, F::Mask) {
        let ctx = a.ctx();
        let f = power(a);
        let mut digits: [Digit<F>; N] = array(|_| array(|_| F::mask(Choice::from(0))));
        self.logarithm(&(&(a * &f) * &f), &mut digits);
        let [one, two, three] = &digits[0];
        // g^(−⌊e/2⌋): ⌊e/2⌋ = ⌊e₀/2⌋ + 2·Σ eⱼ·4^(j − 1) over j ≥ 1.
        let mut half: Option<Red<F>> = None;
        for (row, digit) in self.0.iter().zip(&digits[1..]) {
            let power = chosen(&ctx, row, digit);
            half = Some(match half {
                None => power,
                Some(half) => &half * &power,
            });
        }
        let half = half.map_or_else(|| Red::one_in(&ctx), |half| half.sqr());
        let last = Red::constant(&ctx, &self.0[0][0]);
        let half = Red::select(&half, &(&half * &last), &(two.clone() | three.clone()));
        (&f * &half, one.clone() | three.clone())
    }

    /// The n digits of e, for x = g^(4^(N − n)·e); of another x something.
    fn logarithm<F: Masked + Field<Const = K>>(&self, x: &Red<F>, digits: &mut [Digit<F>]) {
        let (n, ctx) = (digits.len(), x.ctx());
        if let [digit] = digits {
            // With i = g^(4^(N − 1)), the row is −i, −1, i.
            let [minus_i, minus_one, i] = &self.0[N - 1];
            *digit = [
                x.equal(&Red::constant(&ctx, i)),
                x.equal(&Red::constant(&ctx, minus_one)),
                x.equal(&Red::constant(&ctx, minus_i)),
            ];
            return;
        }
        let (low, high) = digits.split_at_mut(n >> 1);
        let mut y = x.clone();
        y.square_times(2 * high.len() as u32);
        self.logarithm(&y, low);
        let mut y = x.clone();
        for (row, digit) in self.0[N - n..].iter().zip(&*low) {
            y = &y * &chosen(&ctx, row, digit);
        }
        self.logarithm(&y, high);
    }
}

/// The power of a row that a digit asks for; one for 0.
fn chosen<F: Masked>(ctx: &F::Ctx, row: &[F::Const; 3], digit: &Digit<F>) -> Red<F> {
    let choose = |out, (power, is)| Red::select(&out, &Red::constant(ctx, power), is);
    row.iter().zip(digit).fold(Red::one_in(ctx), choose)
}
