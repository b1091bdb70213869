//! What the kernels know of a modulus: all of it computed at compile time from the modulus alone.
//!
//! With M = Πaᵢ and N = Πbⱼ an integer X is held as sᵢX mod aᵢ and tⱼX mod bⱼ, where
//!
//! * sᵢ² = −2^52·p⁻¹·(M/aᵢ)⁻¹ mod aᵢ: then a product of two values, divided by 2^52 on the way, is
//!   the digit −XY·p⁻¹·(M/aᵢ)⁻¹ of the quotient;
//! * tⱼ² = 2^52·M⁻¹·(N/bⱼ)⁻¹ mod bⱼ: then what is added for the quotient and divided by M is the
//!   digit R·(N/bⱼ)⁻¹ of the result.

use core::marker::PhantomData;

use super::bases::{self, Bases};
use super::vector::{LANES, Row};
use crate::modulus::{
    LIMBS, Limbs, Params, divide_small, jacobi_of_small, montgomery_product, power_of_two,
    subtract, to_montgomery,
};
use crate::wide::MAX_PRODUCTS;

/// Small multiples of one that are kept.
pub(super) const MULTIPLES: usize = 17;

/// Σ |k| up to which a linear combination is added up and not reduced.
pub(super) const FEW: u32 = 16;

/// Products that may be subtracted in one sum.
pub(super) const MOST_NEGATIVE: u64 = 256;

/// Both halves of an integer, scaled: a value as it is kept.
pub(super) type Stored = [Row; 2];

/// What a half knows of its primes.
pub(super) struct Half {
    /// The primes m.
    pub(super) m: Row,
    /// 2m.
    pub(super) twice: Row,
    /// −m⁻¹ mod 2^52.
    pub(super) inverse: Row,
    /// 2^52 − m.
    pub(super) minus: Row,
    /// What sums start from: 2^52 − 1, and a multiple of m that keeps them positive.
    pub(super) start: [Row; 2],
}

/// What a reduction knows.
pub(super) struct Tables {
    pub(super) a: Half,
    pub(super) b: Half,
    /// Row i, lane j: 2^52·p·aᵢ⁻¹·(N/bⱼ)⁻¹ mod bⱼ.
    pub(super) into_b: [Row; LANES],
    /// Row j, lane i: 2^52·sᵢ·(N/bⱼ) mod aᵢ.
    pub(super) into_a: [Row; LANES],
    /// −2^52·sᵢ·N mod aᵢ.
    pub(super) rank: Row,
    /// v = tⱼ·(N/bⱼ) mod bⱼ, ⌊2^52·v/bⱼ⌋ and 2^52 − bⱼ.
    pub(super) scale: [Row; 3],
}

/// What conversions know, of integers in 64-bit words and in limbs of 52 bits.
pub(super) struct Edges {
    /// Row k: of the integer 2^(52k)·M²/2^(64n) mod p, as a sum of products.
    pub(super) into: [[Row; 2]; LANES],
    /// Row j: N/bⱼ in limbs.
    pub(super) out: [Row; LANES],
    /// −N modulo 2^416 in limbs.
    pub(super) minus_n: Row,
    /// p in limbs.
    pub(super) p: Row,
    /// Row r: the digits r·p·(N/bⱼ)⁻¹ mod bⱼ.
    pub(super) zeros: [Row; LANES + 1],
    /// The integer 1.
    pub(super) unit: Stored,
    /// The integer 2^(64n) mod p.
    pub(super) radix: Stored,
}

/// The constants of a modulus on N words.
pub(super) struct Facts<M, const N: usize>(PhantomData<M>);

const fn product(x: u64, y: u64, m: u64) -> u64 {
    remainder(x as u128 * y as u128, m)
}

#[allow(clippy::integer_division_remainder_used)] // At compile time.
const fn remainder(x: u128, m: u64) -> u64 {
    (x % m as u128) as u64
}

const fn power(x: u64, mut exponent: u64, m: u64) -> u64 {
    let (mut out, mut square) = (remainder(1, m), x);
    while exponent > 0 {
        if exponent & 1 == 1 {
            out = product(out, square, m);
        }
        square = product(square, square, m);
        exponent >>= 1;
    }
    out
}

/// 1/x modulo a prime, by Fermat; zero modulo 1.
const fn inverse(x: u64, m: u64) -> u64 {
    if m == 1 { 0 } else { power(remainder(x as u128, m), m - 2, m) }
}

/// A square root modulo a prime (A. Tonelli, D. Shanks); zero modulo 1.
const fn root(x: u64, m: u64) -> u64 {
    if m == 1 {
        return 0;
    }
    let twos = (m - 1).trailing_zeros();
    let odd = (m - 1) >> twos;
    let mut modulus = [0; LIMBS];
    modulus[0] = m;
    let mut n = 2;
    while jacobi_of_small(n, &modulus) != -1 {
        n += 1;
    }
    // z is of order 2^twos, and r² = x·t with t of an order below that.
    let (mut z, mut t, mut r) = (power(n, odd, m), power(x, odd, m), power(x, (odd + 1) >> 1, m));
    let mut left = twos;
    while t != 1 {
        let (mut order, mut s) = (0, t);
        while s != 1 {
            s = product(s, s, m);
            order += 1;
        }
        assert!(order < left, "the bases were chosen so that this is a square");
        z = power(z, 1 << (left - order - 1), m);
        r = product(r, z, m);
        z = product(z, z, m);
        t = product(t, z, m);
        left = order;
    }
    assert!(product(r, r, m) == x);
    r
}

/// m⁻¹ modulo 2^52, zero for what stands for no prime.
const fn inverse_52(m: u64) -> u64 {
    let mut x = m;
    let mut i = 0;
    while i < 5 {
        x = x.wrapping_mul(2u64.wrapping_sub(m.wrapping_mul(x)));
        i += 1;
    }
    x & ((1 << 52) - 1)
}

/// The product of a basis but for one of its primes, modulo m.
const fn without(primes: &[u64; LANES], left_out: usize, m: u64) -> u64 {
    let (mut out, mut k) = (remainder(1, m), 0);
    while k < LANES {
        if k != left_out {
            out = product(out, remainder(primes[k] as u128, m), m);
        }
        k += 1;
    }
    out
}

/// The same as an integer.
const fn whole_without(primes: &[u64; LANES], left_out: usize) -> Limbs {
    let mut out = [0; LIMBS];
    out[0] = 1;
    let mut k = 0;
    while k < LANES {
        if k != left_out {
            let (mut carry, mut i) = (0, 0);
            while i < LIMBS {
                let sum = out[i] as u128 * primes[k] as u128 + carry;
                out[i] = sum as u64;
                carry = sum >> 64;
                i += 1;
            }
        }
        k += 1;
    }
    out
}

const fn modulo(x: &Limbs, m: u64) -> u64 {
    divide_small(x, m).1
}

/// The low 416 bits in limbs of 52.
#[allow(clippy::integer_division_remainder_used)] // Of positions, at compile time.
const fn limbs_of_52(x: &Limbs) -> [u64; LANES] {
    let (mut out, mut i) = ([0; LANES], 0);
    while i < LANES {
        let (word, shift) = (52 * i / 64, 52 * i % 64);
        let mut limb = x[word] >> shift;
        if shift > 12 && word + 1 < LIMBS {
            limb |= x[word + 1] << (64 - shift);
        }
        out[i] = limb & ((1 << 52) - 1);
        i += 1;
    }
    out
}

impl Half {
    const fn of(primes: &[u64; LANES]) -> Self {
        let zero = Row([0; LANES]);
        let mut out = Self { m: zero, twice: zero, inverse: zero, minus: zero, start: [zero; 2] };
        let mut i = 0;
        while i < LANES {
            // Lanes without a prime hold zeros for ever.
            if primes[i] != 1 {
                out.m.0[i] = primes[i];
                out.twice.0[i] = 2 * primes[i];
                out.inverse.0[i] = (1 << 52) - inverse_52(primes[i]);
                out.minus.0[i] = (1 << 52) - primes[i];
                out.start[0].0[i] = (1 << 52) - 1;
                out.start[1].0[i] = 4 * MOST_NEGATIVE * primes[i];
            }
            i += 1;
        }
        out
    }
}

impl<M: Params<u64, N>, const N: usize> Facts<M, N> {
    /// Primes of a basis; zero if there are no kernels for this modulus.
    pub(super) const LANES: usize = match N {
        // The primes of the bases are below the modulus.
        _ if M::BITS <= 64 => 0,
        4 => 6,
        6 if M::BITS <= 381 => 8,
        _ => 0,
    };

    /// Whether there are kernels for it.
    pub(super) const SUPPORTED: bool = Self::LANES > 0;

    /// The primes.
    pub(super) const BASES: Bases = bases::find(&M::P, Self::LANES as u32);

    /// At most M/p, and N/p.
    const SLACK: u64 = {
        let (a, b) = (
            slack(&whole_without(&Self::BASES.a, LANES), M::BITS),
            slack(&whole_without(&Self::BASES.b, LANES), M::BITS),
        );
        // The result is so far below N that its rank is certain: see docs/rns.md.
        assert!(a >= 1 << 18 && b >= 1 << 18);
        a
    };

    /// Most that a sum of products may amount to, in p².
    pub(super) const MOST: u64 = Self::SLACK - (Self::SLACK >> 6);

    /// A reduced value is below so many p, of either sign.
    pub(super) const REDUCED: u64 = Self::LANES as u64 + 1;

    /// So many reduced values may be added up to one that is still an operand of any sum that
    /// formulas may ask for.
    pub(super) const GROWTH: u64 = {
        let mut growth = 1;
        while growth < 1 << 12 && Self::most_of_lazy(growth + 1) <= Self::MOST {
            growth += 1;
        }
        assert!(growth >= 7 && Self::most_of_lazy(growth) <= Self::MOST);
        growth
    };

    /// No reduced value that is made by formulas is so many p: what debug builds assert.
    pub(super) const LARGEST: u64 = {
        let grown = Self::GROWTH * Self::REDUCED;
        if grown > 1 << 12 { grown } else { 1 << 12 }
    };

    /// The most products of the longest sums or differences of such values.
    const fn most_of_lazy(growth: u64) -> u64 {
        let lazy = 2 * growth * Self::REDUCED;
        MAX_PRODUCTS as u64 * lazy * lazy
    }

    const S: [u64; LANES] = {
        let (a, mut out, mut i) = (Self::BASES.a, [0; LANES], 0);
        while i < LANES {
            let m = a[i];
            let divisor = product(modulo(&M::P, m), without(&a, i, m), m);
            let square = product(remainder(1 << 52, m), inverse(divisor, m), m);
            out[i] = root(remainder((m - square) as u128, m), m);
            i += 1;
        }
        out
    };

    /// (N/bⱼ)⁻¹ mod bⱼ.
    const DIGIT: [u64; LANES] = {
        let (b, mut out, mut j) = (Self::BASES.b, [0; LANES], 0);
        while j < LANES {
            out[j] = inverse(without(&b, j, b[j]), b[j]);
            j += 1;
        }
        out
    };

    const T: [u64; LANES] = {
        let (Bases { a, b }, mut out, mut j) = (Self::BASES, [0; LANES], 0);
        while j < LANES {
            let m = b[j];
            let square = product(inverse(without(&a, LANES, m), m), Self::DIGIT[j], m);
            out[j] = root(product(remainder(1 << 52, m), square, m), m);
            j += 1;
        }
        out
    };

    /// An integer as it is kept.
    const fn store(x: &Limbs) -> Stored {
        let (Bases { a, b }, mut out, mut i) = (Self::BASES, [Row([0; LANES]); 2], 0);
        while i < LANES {
            out[0].0[i] = product(modulo(x, a[i]), Self::S[i], a[i]);
            out[1].0[i] = product(modulo(x, b[i]), Self::T[i], b[i]);
            i += 1;
        }
        out
    }

    /// M mod p.
    const ONE: Limbs = modulo_p::<M>(&Self::BASES.a);

    /// A residue that is given in Montgomery's form for 64-bit words, as it is kept.
    pub(super) const fn stored(montgomery: &Limbs) -> Stored {
        Self::store(&montgomery_product::<M>(montgomery, &Self::ONE))
    }

    #[allow(clippy::integer_division_remainder_used)] // At compile time.
    const TABLES: Tables = {
        let (Bases { a, b }, zero) = (Self::BASES, Row([0; LANES]));
        let mut out = Tables {
            a: Half::of(&a),
            b: Half::of(&b),
            into_b: [zero; LANES],
            into_a: [zero; LANES],
            rank: zero,
            scale: [zero; 3],
        };
        let mut i = 0;
        while i < Self::LANES {
            let mut j = 0;
            while j < Self::LANES {
                let m = b[j];
                let digit =
                    product(product(modulo(&M::P, m), inverse(a[i], m), m), Self::DIGIT[j], m);
                out.into_b[i].0[j] = product(remainder(1 << 52, m), digit, m);
                let m = a[i];
                let scaled = product(Self::S[i], without(&b, j, m), m);
                out.into_a[j].0[i] = product(remainder(1 << 52, m), scaled, m);
                j += 1;
            }
            let m = a[i];
            let scaled = product(Self::S[i], without(&b, LANES, m), m);
            out.rank.0[i] = m - product(remainder(1 << 52, m), scaled, m);
            let m = b[i];
            let v = product(Self::T[i], without(&b, i, m), m);
            out.scale[0].0[i] = v;
            out.scale[1].0[i] = (((v as u128) << 52) / m as u128) as u64;
            out.scale[2].0[i] = (1 << 52) - m;
            i += 1;
        }
        out
    };

    /// What a reduction knows.
    pub(super) const FOR_REDUCTION: &'static Tables = &Self::TABLES;

    const EDGES: Edges = {
        let (Bases { a, b }, zero) = (Self::BASES, Row([0; LANES]));
        let mut out = Edges {
            into: [[zero; 2]; LANES],
            out: [zero; LANES],
            minus_n: zero,
            p: Row(limbs_of_52(&M::P)),
            zeros: [zero; LANES + 1],
            unit: Self::store(&crate::modulus::ONE),
            radix: Self::store(&M::R),
        };
        let to = to_montgomery::<M>(&Self::ONE);
        let square = montgomery_product::<M>(&to, &Self::ONE);
        let mut k = 0;
        while k < LANES {
            let integer = montgomery_product::<M>(&power_of_two::<M>(52 * k), &square);
            let [of_a, of_b] = Self::store(&integer);
            let mut i = 0;
            while i < LANES {
                out.into[k][0].0[i] = product(of_a.0[i], Self::S[i], a[i]);
                out.into[k][1].0[i] = product(of_b.0[i], Self::T[i], b[i]);
                i += 1;
            }
            k += 1;
        }
        let mut j = 0;
        while j < Self::LANES {
            out.out[j] = Row(limbs_of_52(&whole_without(&b, j)));
            let mut r = 0;
            while r <= LANES {
                let digit = product(modulo(&M::P, b[j]), Self::DIGIT[j], b[j]);
                out.zeros[r].0[j] = product(r as u64, digit, b[j]);
                r += 1;
            }
            j += 1;
        }
        // Modulo 2^512, and so modulo 2^416.
        let (minus, _) = subtract(&[0; LIMBS], &whole_without(&b, LANES));
        out.minus_n = Row(limbs_of_52(&minus));
        out
    };

    /// What conversions know.
    pub(super) const FOR_EDGES: &'static Edges = &Self::EDGES;

    const SMALL: [Stored; MULTIPLES] = {
        let mut out = [[Row([0; LANES]); 2]; MULTIPLES];
        let mut k = 0;
        while k < MULTIPLES {
            let mut small = [0; LIMBS];
            small[0] = k as u64;
            out[k] = Self::stored(&to_montgomery::<M>(&small));
            k += 1;
        }
        out
    };

    /// 0, 1, 2, … as values.
    pub(super) const FOR_MULTIPLES: &'static [Stored; MULTIPLES] = &Self::SMALL;
}

/// ⌊x/2^bits⌋, or a large number if it is larger.
#[allow(clippy::integer_division_remainder_used)] // Of a number of bits, at compile time.
const fn slack(x: &Limbs, bits: u32) -> u64 {
    let (word, shift) = ((bits / 64) as usize, bits % 64);
    let low = x[word] >> shift;
    let high = if shift > 0 && word + 1 < LIMBS { x[word + 1] << (64 - shift) } else { 0 };
    let out = low | high;
    if out > 1 << 40 { 1 << 40 } else { out }
}

/// The product of a basis modulo p.
const fn modulo_p<M: crate::Modulus>(primes: &[u64; LANES]) -> Limbs {
    let (mut out, mut k) = (M::R, 0);
    while k < LANES {
        let mut prime = [0; LIMBS];
        prime[0] = primes[k];
        out = montgomery_product::<M>(&out, &to_montgomery::<M>(&prime));
        k += 1;
    }
    let mut one = [0; LIMBS];
    one[0] = 1;
    montgomery_product::<M>(&out, &one)
}
