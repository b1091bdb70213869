//! Prime fields and Fp2 on slow integers.

use num_bigint::BigUint;

/// A field, as the group law needs it.
pub trait Slow {
    /// Its elements.
    type Value: Clone + PartialEq + std::fmt::Debug;

    /// 0.
    fn zero(&self) -> Self::Value;

    /// a + b.
    fn plus(&self, a: &Self::Value, b: &Self::Value) -> Self::Value;

    /// a − b.
    fn minus(&self, a: &Self::Value, b: &Self::Value) -> Self::Value;

    /// a·b.
    fn times(&self, a: &Self::Value, b: &Self::Value) -> Self::Value;

    /// 1/a; 0 for 0.
    fn inverse(&self, a: &Self::Value) -> Self::Value;
}

/// Integers modulo a prime.
#[derive(Clone, Debug)]
pub struct Fp {
    /// The prime.
    pub p: BigUint,
}

impl Slow for Fp {
    type Value = BigUint;

    fn zero(&self) -> BigUint {
        BigUint::ZERO
    }

    fn plus(&self, a: &BigUint, b: &BigUint) -> BigUint {
        (a + b) % &self.p
    }

    fn minus(&self, a: &BigUint, b: &BigUint) -> BigUint {
        (a + &self.p - b) % &self.p
    }

    fn times(&self, a: &BigUint, b: &BigUint) -> BigUint {
        a * b % &self.p
    }

    fn inverse(&self, a: &BigUint) -> BigUint {
        a.modinv(&self.p).unwrap_or_default()
    }
}

impl Fp {
    /// A square root, if there is one, by the algorithm of Tonelli and Shanks: p − 1 = 2^v·t with t
    /// odd.
    pub fn root(&self, a: &BigUint) -> Option<BigUint> {
        let v = (&self.p - 1_u32).trailing_zeros()?;
        let t = (&self.p - 1_u32) >> v;
        let mut root = a.modpow(&((&t + 1_u32) >> 1_u32), &self.p);
        // root² = a·rest, and the order of rest divides 2^(v − 1) if a is a square.
        let mut rest = a.modpow(&t, &self.p);
        let minus_one = &self.p - 1_u32;
        let half = &minus_one >> 1_u32;
        let mut numbers = (2_u32..).map(BigUint::from);
        let non_residue = numbers.find(|n| n.modpow(&half, &self.p) == minus_one)?;
        let mut factor = non_residue.modpow(&t, &self.p);
        for i in 1..v {
            // factor has order 2^(v − i + 1).
            let last = (0..v - i - 1).fold(rest.clone(), |x, _| self.times(&x, &x));
            let square = self.times(&factor, &factor);
            if last == minus_one {
                (root, rest) = (self.times(&root, &factor), self.times(&rest, &square));
            }
            factor = square;
        }
        (self.times(&root, &root) == *a).then_some(root)
    }
}

/// Fp\[u\]/(u² + k), elements `[c0, c1]`.
#[derive(Clone, Debug)]
pub struct Fp2 {
    /// Fp.
    pub base: Fp,
    /// k.
    pub k: u32,
}

impl Slow for Fp2 {
    type Value = [BigUint; 2];

    fn zero(&self) -> Self::Value {
        [BigUint::ZERO, BigUint::ZERO]
    }

    fn plus(&self, [a0, a1]: &Self::Value, [b0, b1]: &Self::Value) -> Self::Value {
        [self.base.plus(a0, b0), self.base.plus(a1, b1)]
    }

    fn minus(&self, [a0, a1]: &Self::Value, [b0, b1]: &Self::Value) -> Self::Value {
        [self.base.minus(a0, b0), self.base.minus(a1, b1)]
    }

    fn times(&self, [a0, a1]: &Self::Value, [b0, b1]: &Self::Value) -> Self::Value {
        let p = &self.base.p;
        [(a0 * b0 + self.k * (p - a1) * b1) % p, (a0 * b1 + a1 * b0) % p]
    }

    fn inverse(&self, a: &Self::Value) -> Self::Value {
        let [a0, a1] = a;
        let norm = self.base.inverse(&self.norm(a));
        [self.base.times(a0, &norm), self.base.times(&self.base.minus(&BigUint::ZERO, a1), &norm)]
    }
}

impl Fp2 {
    /// c0² + k·c1².
    fn norm(&self, [c0, c1]: &<Self as Slow>::Value) -> BigUint {
        (c0 * c0 + self.k * c1 * c1) % &self.base.p
    }

    /// A square root, if there is one: for a = c0 + c1·u with norm n², x0² = (c0 ± n)/2 and x1 =
    /// c1/(2·x0). None is found of a number of Fp that has its root outside.
    pub fn root(&self, a: &<Self as Slow>::Value) -> Option<<Self as Slow>::Value> {
        let [c0, c1] = a;
        let fp = &self.base;
        let norm = fp.root(&self.norm(a))?;
        let half = fp.inverse(&BigUint::from(2_u32));
        [fp.plus(c0, &norm), fp.minus(c0, &norm)].iter().find_map(|twice| {
            let x0 = fp.root(&fp.times(twice, &half))?;
            let root = [x0.clone(), fp.times(&fp.times(c1, &half), &fp.inverse(&x0))];
            (self.times(&root, &root) == *a).then_some(root)
        })
    }
}
