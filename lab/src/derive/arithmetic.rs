//! Arithmetic modulo p and in Fp2 = Fp\[u\]/(u² + k).

use num_bigint::BigUint;

/// The integer of hexadecimal digits.
///
/// # Panics
/// If a character is none.
pub fn hex(digits: &str) -> BigUint {
    BigUint::parse_bytes(digits.as_bytes(), 16).expect("hexadecimal digits")
}

/// Whether n is prime, with an error below 4^-64: M. Rabin, "Probabilistic algorithm for testing
/// primality", 1980, with the first odd numbers as bases.
pub fn is_prime(n: &BigUint) -> bool {
    let one = BigUint::from(1u32);
    if *n < BigUint::from(1000u32) || !n.bit(0) {
        return false;
    }
    let below = n - 1u32;
    let twos = below.trailing_zeros().unwrap_or(0);
    let odd = &below >> twos;
    (1..=64u32).map(|i| BigUint::from(2 * i + 1)).all(|base| {
        let mut power = base.modpow(&odd, n);
        for _ in 0..twos {
            if power == one || power == below {
                break;
            }
            power = &power * &power % n;
            if power == one {
                return false;
            }
        }
        power == one || power == below
    })
}

/// The integers modulo a prime p.
#[derive(Clone, Debug)]
pub struct Prime {
    /// p.
    pub p: BigUint,
}

impl Prime {
    /// k modulo p.
    pub fn small(&self, k: i64) -> BigUint {
        let magnitude = BigUint::from(k.unsigned_abs());
        if k < 0 { self.neg(&magnitude) } else { magnitude % &self.p }
    }

    /// a + b.
    pub fn add(&self, a: &BigUint, b: &BigUint) -> BigUint {
        (a + b) % &self.p
    }

    /// a − b.
    pub fn sub(&self, a: &BigUint, b: &BigUint) -> BigUint {
        (a + &self.p - b % &self.p) % &self.p
    }

    /// −a.
    pub fn neg(&self, a: &BigUint) -> BigUint {
        (&self.p - a % &self.p) % &self.p
    }

    /// a·b.
    pub fn mul(&self, a: &BigUint, b: &BigUint) -> BigUint {
        a * b % &self.p
    }

    /// 1/a, zero for zero: a^(p − 2).
    pub fn invert(&self, a: &BigUint) -> BigUint {
        a.modpow(&(&self.p - 2u32), &self.p)
    }

    /// A square root, if there is one: for p ≡ 3 modulo 4 the one that is a square itself, for
    /// another p either.
    pub fn sqrt(&self, a: &BigUint) -> Option<BigUint> {
        let p = &self.p;
        let root = if p.bit(1) {
            a.modpow(&((p + 1u32) >> 2), p)
        } else if p.bit(2) {
            // a^((p + 3)/8) up to a fourth root of one; 2 is no square.
            let root = a.modpow(&((p + 3u32) >> 3), p);
            let i = BigUint::from(2u32).modpow(&((p - 1u32) >> 2), p);
            if self.mul(&root, &root) == a % p { root } else { self.mul(&root, &i) }
        } else {
            self.sqrt_by_bits(a)
        };
        (self.mul(&root, &root) == a % p).then_some(root)
    }

    /// As A. Tonelli and D. Shanks do it: of a square a root, bit by bit of the exponent e in a^t =
    /// g^e, where p − 1 = 2^v·t and g has order 2^v.
    fn sqrt_by_bits(&self, a: &BigUint) -> BigUint {
        let (p, one) = (&self.p, BigUint::from(1u32));
        let v = (p - 1u32).trailing_zeros().expect("p is larger than one");
        let t = (p - 1u32) >> v;
        let n = (2u32..).map(BigUint::from).find(|n| n.modpow(&((p - 1u32) >> 1), p) != one);
        let mut g = n.expect("a non-residue").modpow(&t, p);
        let (mut root, mut rest) = (a.modpow(&((&t + 1u32) >> 1), p), a.modpow(&t, p));
        // root² = a·rest; rest has an order that divides 2^(v − 1 − i).
        for i in 1..v {
            if rest.modpow(&(&one << (v - 1 - i)), p) != one {
                root = self.mul(&root, &g);
                rest = self.mul(&rest, &self.mul(&g, &g));
            }
            g = self.mul(&g, &g);
        }
        root
    }
}

/// c₀ + c₁·u.
pub type Pair = [BigUint; 2];

/// Fp2 = Fp\[u\]/(u² + k); Fp is its elements with c₁ = 0.
#[derive(Clone, Debug)]
pub struct Quadratic {
    /// Fp.
    pub base: Prime,
    /// k.
    norm: u32,
}

impl Quadratic {
    /// Over the integers modulo p, by u² = −1.
    pub const fn new(p: BigUint) -> Self {
        Self::with_norm(p, 1)
    }

    /// Over the integers modulo p, by u² = −k.
    pub const fn with_norm(p: BigUint, norm: u32) -> Self {
        Self { base: Prime { p }, norm }
    }

    /// p.
    pub const fn p(&self) -> &BigUint {
        &self.base.p
    }

    /// a + b·u for small a and b.
    pub fn small(&self, a: i64, b: i64) -> Pair {
        [self.base.small(a), self.base.small(b)]
    }

    /// a + b.
    pub fn add(&self, a: &Pair, b: &Pair) -> Pair {
        [self.base.add(&a[0], &b[0]), self.base.add(&a[1], &b[1])]
    }

    /// a − b.
    pub fn sub(&self, a: &Pair, b: &Pair) -> Pair {
        [self.base.sub(&a[0], &b[0]), self.base.sub(&a[1], &b[1])]
    }

    /// −a.
    pub fn neg(&self, a: &Pair) -> Pair {
        [self.base.neg(&a[0]), self.base.neg(&a[1])]
    }

    /// a^p.
    pub fn conjugate(&self, a: &Pair) -> Pair {
        [a[0].clone(), self.base.neg(&a[1])]
    }

    /// a·b.
    pub fn mul(&self, a: &Pair, b: &Pair) -> Pair {
        let f = &self.base;
        let minus = &a[1] * &b[1] * self.norm;
        [f.sub(&(&a[0] * &b[0]), &minus), f.add(&(&a[0] * &b[1]), &(&a[1] * &b[0]))]
    }

    /// a^exponent.
    pub fn pow(&self, a: &Pair, exponent: &BigUint) -> Pair {
        let mut out = self.small(1, 0);
        for i in (0..exponent.bits()).rev() {
            out = self.mul(&out, &out);
            if exponent.bit(i) {
                out = self.mul(&out, a);
            }
        }
        out
    }

    /// 1/a, zero for zero: the conjugate over the norm.
    pub fn invert(&self, a: &Pair) -> Pair {
        let norm = self.mul(a, &self.conjugate(a));
        let inverse = self.base.invert(&norm[0]);
        self.mul(&self.conjugate(a), &[inverse, BigUint::ZERO])
    }

    /// A square root in Fp2: by the norm n² = a₀² + k·a₁² and r₀² = (a₀ ± n)/2.
    pub fn sqrt(&self, a: &Pair) -> Option<Pair> {
        let f = &self.base;
        let half = f.invert(&f.small(2));
        let n = f.sqrt(&self.mul(a, &self.conjugate(a))[0])?;
        [f.add(&a[0], &n), f.sub(&a[0], &n)].iter().find_map(|twice| {
            let r0 = f.sqrt(&f.mul(twice, &half))?;
            let r1 = if r0 == BigUint::ZERO {
                f.sqrt(&f.mul(&f.neg(&a[0]), &f.invert(&f.small(self.norm.into()))))?
            } else {
                f.mul(&f.mul(&a[1], &half), &f.invert(&r0))
            };
            let root = [r0, r1];
            (self.mul(&root, &root) == *a).then_some(root)
        })
    }
}

/// The constants of the Frobenius map on a tower with w⁶ = ξ: ξ^(i(p − 1)/6) for i = 1 … 5, both
/// coefficients, then ξ^(i(p² − 1)/6), which lie in Fp; and 1/3.
///
/// # Panics
/// If p is not 1 modulo 6, so that they do not.
pub fn frobenius(field: &Quadratic, xi: &Pair) -> Vec<BigUint> {
    let p = field.p();
    let first = field.pow(xi, &((p - 1u32) / 6u32));
    let second = field.pow(xi, &((p * p - 1u32) / 6u32));
    let powers =
        |base: &Pair| (1..=5u32).map(|i| field.pow(base, &BigUint::from(i))).collect::<Vec<_>>();
    let in_base = powers(&second).into_iter().map(|[c0, c1]| {
        assert_eq!(c1, BigUint::ZERO, "a sixth root of one lies in Fp");
        c0
    });
    let third = field.base.invert(&BigUint::from(3u32));
    powers(&first).into_iter().flatten().chain(in_base).chain([third]).collect()
}

/// −1/λ modulo (p⁶ + 1)/r, the power that finds a witness that a product of pairings is one.
pub fn residue_root(lambda: &BigUint, p: &BigUint, r: &BigUint) -> BigUint {
    let order = (p.pow(6) + 1_u32) / r;
    let inverse = lambda.modinv(&order).unwrap_or_else(|| unreachable!("it is prime to the order"));
    order - inverse
}
