//! What follows from a modulus at compile time: the root fact is one hexadecimal string.
//!
//! All integers here are little-endian arrays of [`LIMBS`] 64-bit limbs, zero above the modulus.
//! The engines take them in their own words through [`Params`].

use crate::word::DefaultWord;

/// Limbs of the widest modulus that is known at compile time: 512 bits.
pub const LIMBS: usize = 8;

/// Limbs of a [`Constant`]: as many, or no more than the widest modulus of a curve has, 384 bits,
/// on a chip, whose flash holds each in full.
const STORED: usize = if cfg!(target_arch = "riscv32") { 6 } else { LIMBS };

/// An integer of [`LIMBS`] limbs, least significant first.
pub type Limbs = [u64; LIMBS];

/// An odd modulus known at compile time; implemented by an empty type that names it.
///
/// Only [`Modulus::P`] is given (by [`hex`]), [`Modulus::NORM_OF_U`] where it is not one, and
/// [`Modulus::DOUBLES`], [`Modulus::RARELY_MULTIPLIED`] and [`Modulus::RARELY_REDUCED`] where they
/// are true; all other constants are derived and must not be overridden.
pub trait Modulus:
    Copy + Clone + core::fmt::Debug + PartialEq + Eq + Send + Sync + 'static
{
    /// m itself, odd, at least 3.
    const P: Limbs;
    /// Whether batches go to lanes of doubles on CPUs that have no better vectors. It pays where a
    /// value stays there for many products, as coordinates of points do. For single products of
    /// many scalars, words are faster.
    const DOUBLES: bool = false;
    /// k, a small integer, where the quadratic extension is that by u² = −k.
    const NORM_OF_U: u32 = 1;
    /// Bits of m.
    const BITS: u32 = bit_length(&Self::P);
    /// 64-bit limbs that hold m; the Montgomery radix is R = 2^(64·LEN).
    const LEN: usize = (Self::BITS as usize).div_ceil(64);
    /// −m⁻¹ mod 2^64.
    const N0: u64 = negated_inverse(Self::P[0]);
    /// R mod m: one, in Montgomery form.
    const R: Limbs = power_by_doublings(64 * Self::LEN, &Self::P);
    /// R² mod m: takes integers to Montgomery form.
    const R2: Limbs = power_of_two::<Self>(128 * Self::LEN);
    /// R³ mod m: takes the high half of a double-width integer to Montgomery form.
    const R3: Limbs = power_of_two::<Self>(192 * Self::LEN);
    /// Leading zero bits of m in LEN limbs.
    const SPARE_BITS: u32 = 64 * Self::LEN as u32 - Self::BITS;
    /// v of m − 1 = 2^v·t with t odd.
    const TWO_ADICITY: u32 = trailing_zeros(&minus_small(&Self::P, 1));
    /// m − 2: the exponent of Fermat inversion.
    const P_MINUS_2: Limbs = minus_small(&Self::P, 2);
    /// (m − 1)/2: the exponent of Euler's criterion; the largest integer that is not "negative".
    const HALF: Limbs = shift_right(&Self::P, 1);
    /// (t − 1)/2 for the odd t of m − 1 = 2^v·t: the exponent of square roots; (m − 3)/4 where v =
    /// 1.
    const SQRT_EXPONENT: Limbs = shift_right_any(&Self::P, Self::TWO_ADICITY + 1);
    /// Whether programs multiply modulo m a few times and no more, as scalars are: where a
    /// product's kernels are code of their own, a loop in its place saves that code.
    const RARELY_MULTIPLIED: bool = false;
    /// Whether that is so where other moduli of the same words are multiplied often: the kernel of
    /// products is there anyway, and only that of reductions is a loop.
    const RARELY_REDUCED: bool = false;
    /// n^t·R mod m for a prime m, n its least non-residue: a root of unity of order exactly 2^v, in
    /// Montgomery form.
    const ROOT_OF_UNITY: Limbs = root_of_unity::<Self>();
    /// The same root of unity as an integer.
    const PLAIN_ROOT_OF_UNITY: Limbs = montgomery_product::<Self>(&Self::ROOT_OF_UNITY, &ONE);
}

/// The integer 1.
pub(crate) const ONE: Limbs = {
    let mut one = [0; LIMBS];
    one[0] = 1;
    one
};

/// The same facts in words of type `W`, N of them.
pub trait Params<W, const N: usize>: Modulus {
    /// [`Modulus::P`].
    const P_W: [W; N];
    /// m + 1.
    const P_PLUS_1_W: [W; N];
    /// [`Modulus::R`].
    const R_W: [W; N];
    /// [`Modulus::R2`].
    const R2_W: [W; N];
    /// [`Modulus::R3`].
    const R3_W: [W; N];
    /// [`Modulus::N0`] in one word.
    const N0_W: W;
    /// The element from which the constant-time inversion starts: R² times the factor that its
    /// batches leave out.
    const INVERSION_START_W: [W; N];
    /// [`Modulus::ROOT_OF_UNITY`] in Montgomery form.
    const ROOT_OF_UNITY_W: [W; N];
    /// The integer 1.
    const ONE_W: [W; N];
    /// [`Params::INVERSION_START_W`] without R²: for residues that are held as integers.
    const PLAIN_INVERSION_START_W: [W; N];
    /// [`Modulus::PLAIN_ROOT_OF_UNITY`].
    const PLAIN_ROOT_OF_UNITY_W: [W; N];
}

impl<M: Modulus, const N: usize> Params<u64, N> for M {
    const P_W: [u64; N] = words64(&M::P, M::LEN);
    const P_PLUS_1_W: [u64; N] = words64(&fitting(plus_small(&M::P, 1), M::LEN), M::LEN);
    const R_W: [u64; N] = words64(&M::R, M::LEN);
    const R2_W: [u64; N] = words64(&M::R2, M::LEN);
    const R3_W: [u64; N] = words64(&M::R3, M::LEN);
    const N0_W: u64 = M::N0;
    const INVERSION_START_W: [u64; N] = words64(&inversion_start::<M>(128 * M::LEN, 64), M::LEN);
    const ROOT_OF_UNITY_W: [u64; N] = words64(&M::ROOT_OF_UNITY, M::LEN);
    const ONE_W: [u64; N] = words64(&ONE, M::LEN);
    const PLAIN_INVERSION_START_W: [u64; N] = words64(&inversion_start::<M>(0, 64), M::LEN);
    const PLAIN_ROOT_OF_UNITY_W: [u64; N] = words64(&M::PLAIN_ROOT_OF_UNITY, M::LEN);
}

impl<M: Modulus, const N: usize> Params<u32, N> for M {
    const P_W: [u32; N] = words32(&M::P, M::LEN);
    const P_PLUS_1_W: [u32; N] = words32(&fitting(plus_small(&M::P, 1), M::LEN), M::LEN);
    const R_W: [u32; N] = words32(&M::R, M::LEN);
    const R2_W: [u32; N] = words32(&M::R2, M::LEN);
    const R3_W: [u32; N] = words32(&M::R3, M::LEN);
    const N0_W: u32 = M::N0 as u32;
    const INVERSION_START_W: [u32; N] = words32(&inversion_start::<M>(128 * M::LEN, 32), M::LEN);
    const ROOT_OF_UNITY_W: [u32; N] = words32(&M::ROOT_OF_UNITY, M::LEN);
    const ONE_W: [u32; N] = words32(&ONE, M::LEN);
    const PLAIN_INVERSION_START_W: [u32; N] = words32(&inversion_start::<M>(0, 32), M::LEN);
    const PLAIN_ROOT_OF_UNITY_W: [u32; N] = words32(&M::PLAIN_ROOT_OF_UNITY, M::LEN);
}

/// The integer itself, which must fit so many limbs: m + 1 does unless m is 2^(64n) − 1, which is
/// no prime.
const fn fitting(x: Limbs, len: usize) -> Limbs {
    assert!(len == LIMBS || x[len] == 0, "moduli 2^(64n) - 1 are not served");
    x
}

const fn words64<const N: usize>(x: &Limbs, len: usize) -> [u64; N] {
    assert!(N == len, "N must be the length of the modulus in 64-bit words");
    let mut out = [0; N];
    let mut i = 0;
    while i < N {
        out[i] = x[i];
        i += 1;
    }
    out
}

const fn words32<const N: usize>(x: &Limbs, len: usize) -> [u32; N] {
    assert!(N == 2 * len, "N must be the length of the modulus in 32-bit words");
    let mut out = [0; N];
    let mut i = 0;
    while i < len {
        out[2 * i] = x[i] as u32;
        out[2 * i + 1] = (x[i] >> 32) as u32;
        i += 1;
    }
    out
}

/// The integer that a hexadecimal string writes, most significant digit first; underscores are
/// skipped.
///
/// # Panics
/// At compile time, if the string has another character or more than 512 bits.
pub const fn hex(digits: &str) -> Limbs {
    let bytes = digits.as_bytes();
    let mut out = [0u64; LIMBS];
    let mut nibble = 0;
    let mut i = bytes.len();
    while i > 0 {
        i -= 1;
        let value = match bytes[i] {
            b'_' => continue,
            c @ b'0'..=b'9' => c - b'0',
            c @ b'a'..=b'f' => c - b'a' + 10,
            _ => panic!("not a lower-case hexadecimal digit"),
        };
        if value != 0 {
            assert!(nibble < 16 * LIMBS, "more than 512 bits");
        }
        if nibble < 16 * LIMBS {
            out[nibble >> 4] |= (value as u64) << (4 * (nibble & 15));
        }
        nibble += 1;
    }
    out
}

/// Bits up to the highest set one.
pub const fn bit_length(x: &Limbs) -> u32 {
    let mut i = LIMBS;
    while i > 0 {
        i -= 1;
        if x[i] != 0 {
            return 64 * i as u32 + 64 - x[i].leading_zeros();
        }
    }
    0
}

const fn trailing_zeros(x: &Limbs) -> u32 {
    let mut i = 0;
    while i < LIMBS {
        if x[i] != 0 {
            return 64 * i as u32 + x[i].trailing_zeros();
        }
        i += 1;
    }
    64 * LIMBS as u32
}

/// x − k.
///
/// # Panics
/// If x is smaller than k; constants are made with it, so at compile time.
pub const fn minus_small(x: &Limbs, k: u64) -> Limbs {
    let mut k_limbs = [0; LIMBS];
    k_limbs[0] = k;
    let (out, borrow) = subtract(x, &k_limbs);
    assert!(!borrow, "x is smaller than k");
    out
}

/// x + k.
///
/// # Panics
/// If the sum has more than 512 bits; constants are made with it, so at compile time.
pub const fn plus_small(x: &Limbs, k: u64) -> Limbs {
    let mut out = *x;
    let mut carry = k;
    let mut i = 0;
    while i < LIMBS {
        let (sum, over) = out[i].overflowing_add(carry);
        out[i] = sum;
        carry = over as u64;
        i += 1;
    }
    assert!(carry == 0, "the sum does not fit");
    out
}

/// x >> by, for by < 64.
pub const fn shift_right(x: &Limbs, by: u32) -> Limbs {
    let mut out = *x;
    if by == 0 {
        return out;
    }
    let mut i = 0;
    while i < LIMBS {
        out[i] >>= by;
        if i + 1 < LIMBS {
            out[i] |= x[i + 1] << (64 - by);
        }
        i += 1;
    }
    out
}

/// x / k and x mod k, for a k that is not zero; at compile time only (hardware division).
#[allow(clippy::integer_division_remainder_used)] // As the line above says.
pub const fn divide_small(x: &Limbs, k: u64) -> (Limbs, u64) {
    let mut out = [0; LIMBS];
    let mut rest: u128 = 0;
    let mut i = LIMBS;
    while i > 0 {
        i -= 1;
        rest = (rest << 64) | x[i] as u128;
        out[i] = (rest / k as u128) as u64;
        rest %= k as u128;
    }
    (out, rest as u64)
}

pub(crate) const fn subtract(x: &Limbs, y: &Limbs) -> (Limbs, bool) {
    let mut out = [0; LIMBS];
    let mut borrow = false;
    let mut i = 0;
    while i < LIMBS {
        let (d, b0) = x[i].overflowing_sub(y[i]);
        let (d, b1) = d.overflowing_sub(borrow as u64);
        out[i] = d;
        borrow = b0 | b1;
        i += 1;
    }
    (out, borrow)
}

/// −m0⁻¹ mod 2^64 by Newton's iteration, which doubles the correct low bits each time (3, 6, …,
/// 96).
pub(crate) const fn negated_inverse(m0: u64) -> u64 {
    assert!(m0 & 1 == 1, "the modulus must be odd");
    let mut inverse = m0;
    let mut i = 0;
    while i < 5 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(m0.wrapping_mul(inverse)));
        i += 1;
    }
    inverse.wrapping_neg()
}

/// 2^exponent mod m, by doublings from the highest power that is below m.
const fn power_by_doublings(exponent: usize, m: &Limbs) -> Limbs {
    let highest = bit_length(m) as usize - 1;
    let start = if exponent < highest { exponent } else { highest };
    let mut x = [0; LIMBS];
    x[start >> 6] = 1 << (start & 63);
    doubled(x, exponent - start, m)
}

/// 2^exponent mod m: from R on by squarings in Montgomery's form, (2^k·R)²/R = 2^2k·R. Every
/// [`Constant`] takes some, in an interpreter, so that hundreds of doublings for each would be most
/// of a check of the crate that has the curves.
pub(crate) const fn power_of_two<M: Modulus>(exponent: usize) -> Limbs {
    let Some(beyond) = exponent.checked_sub(64 * M::LEN) else {
        return power_by_doublings(exponent, &M::P);
    };
    // Four bits by doublings, then bit by bit.
    let mut rest = (usize::BITS - beyond.leading_zeros()).saturating_sub(4);
    let mut x = doubled(M::R, beyond >> rest, &M::P);
    while rest > 0 {
        rest -= 1;
        x = doubled(montgomery_product::<M>(&x, &x), (beyond >> rest) & 1, &M::P);
    }
    x
}

/// x·2^times mod m, for x < m.
const fn doubled(mut x: Limbs, times: usize, m: &Limbs) -> Limbs {
    let mut i = 0;
    while i < times {
        let over = x[LIMBS - 1] >> 63 == 1;
        let mut doubled = [0; LIMBS];
        let mut j = 0;
        while j < LIMBS {
            doubled[j] = x[j] << 1;
            if j > 0 {
                doubled[j] |= x[j - 1] >> 63;
            }
            j += 1;
        }
        let (reduced, borrow) = subtract(&doubled, m);
        x = if over || !borrow { reduced } else { doubled };
        i += 1;
    }
    x
}

/// x·R mod m for x < m: the Montgomery form of an integer, at compile time.
///
/// # Panics
/// At compile time, if x is not below the modulus.
pub const fn to_montgomery<M: Modulus>(x: &Limbs) -> Limbs {
    let (_, below) = subtract(x, &M::P);
    assert!(below, "the constant is not below the modulus");
    montgomery_product::<M>(x, &M::R2)
}

/// x·y mod m for x, y < m, at compile time: for tables that are computed.
///
/// # Panics
/// At compile time, if x is not below the modulus.
pub const fn product<M: Modulus>(x: &Limbs, y: &Limbs) -> Limbs {
    montgomery_product::<M>(&to_montgomery::<M>(x), y)
}

/// x·y·R⁻¹ mod m for x, y < m by its definition, at compile time: the product, then one limb of it
/// cancelled per step.
pub(crate) const fn montgomery_product<M: Modulus>(x: &Limbs, y: &Limbs) -> Limbs {
    let mut t = [0u64; 2 * LIMBS + 1];
    let mut i = 0;
    while i < M::LEN {
        let mut carry = 0u128;
        let mut j = 0;
        while j < M::LEN {
            let sum = t[i + j] as u128 + (x[i] as u128) * (y[j] as u128) + carry;
            t[i + j] = sum as u64;
            carry = sum >> 64;
            j += 1;
        }
        t[i + M::LEN] = carry as u64;
        i += 1;
    }
    i = 0;
    while i < M::LEN {
        let q = t[i].wrapping_mul(M::N0);
        let mut carry = 0u128;
        let mut j = 0;
        while j < M::LEN {
            let sum = t[i + j] as u128 + (q as u128) * (M::P[j] as u128) + carry;
            t[i + j] = sum as u64;
            carry = sum >> 64;
            j += 1;
        }
        j = i + M::LEN;
        while carry != 0 {
            let sum = t[j] as u128 + carry;
            t[j] = sum as u64;
            carry = sum >> 64;
            j += 1;
        }
        i += 1;
    }
    // Below 2m, which for a modulus of 512 bits may reach into the last limb of t.
    let mut out = [0; LIMBS];
    i = 0;
    while i < LIMBS && M::LEN + i < t.len() {
        out[i] = t[M::LEN + i];
        i += 1;
    }
    let over = t[2 * LIMBS] != 0;
    let (reduced, borrow) = subtract(&out, &M::P);
    if over || !borrow { reduced } else { out }
}

/// Words of the default engine of an integer, at compile time: for tables that are data.
#[cfg(not(any(curvemark_word = "32", target_pointer_width = "32", target_pointer_width = "16")))]
pub const fn words_of<const N: usize>(x: &Limbs) -> [DefaultWord; N] {
    words64(x, N)
}

/// Words of the default engine of an integer, at compile time: for tables that are data.
#[cfg(any(curvemark_word = "32", target_pointer_width = "32", target_pointer_width = "16"))]
#[allow(clippy::integer_division_remainder_used)] // Of a public size.
pub const fn words_of<const N: usize>(x: &Limbs) -> [DefaultWord; N] {
    words32(x, N / 2)
}

/// Divsteps per batch of the inversion: two bits less than a word, so that the matrix of a batch
/// fits signed words.
pub(crate) const fn divsteps_per_batch(word_bits: u32) -> u32 {
    word_bits - 2
}

/// Batches after which g = 0 for every input below a modulus of `bits` bits.
///
/// ⌈(45907·bits + 26313)/19929⌉ divsteps suffice for the variant that starts at δ = 1/2: the
/// convex-hull bound of P. Wuille, "Bounds on divsteps iterations in safegcd" (2021), a refinement
/// of Bernstein and Yang, ePrint 2019/266, Theorem 11.2 (whose own bound for δ = 1 is (49·bits +
/// 57)/17, a quarter more). The slope was confirmed by machine-checked proofs (590 for 256 bits).
/// Rounding up to whole batches leaves 9 to 51 steps of slack for the usual moduli.
/// The tests of `inv::hull` recompute the hulls, and hold these numbers against them.
#[allow(clippy::integer_division_remainder_used)] // Of public sizes.
pub(crate) const fn inversion_batches(bits: u32, word_bits: u32) -> u32 {
    let divsteps = (45_907 * bits as u64 + 26_313).div_ceil(19_929) as u32;
    divsteps.div_ceil(divsteps_per_batch(word_bits))
}

/// 2^factor·4^batches mod m: the factor is R² where the inverse of a·R is wanted as a⁻¹·R, and 4
/// per batch because a batch of `word_bits − 2` divsteps divides by a whole word instead.
const fn inversion_start<M: Modulus>(factor: usize, word_bits: u32) -> Limbs {
    power_of_two::<M>(factor + 2 * inversion_batches(M::BITS, word_bits) as usize)
}

/// x >> by, for by below 512.
#[allow(clippy::integer_division_remainder_used)] // Of a public distance.
const fn shift_right_any(x: &Limbs, by: u32) -> Limbs {
    let whole = (by / 64) as usize;
    let mut out = [0; LIMBS];
    let mut i = 0;
    while i + whole < LIMBS {
        out[i] = x[i + whole];
        i += 1;
    }
    shift_right(&out, by % 64)
}

/// The Jacobi symbol (n/m) for a small n > 0 and the odd m: by quadratic reciprocity, then Euclid
/// on one word.
#[allow(clippy::integer_division_remainder_used)]
pub(crate) const fn jacobi_of_small(n: u64, m: &Limbs) -> i32 {
    let twos = n.trailing_zeros();
    let odd = n >> twos;
    let mut sign = 1;
    if twos % 2 == 1 && (m[0] % 8 == 3 || m[0] % 8 == 5) {
        sign = -sign;
    }
    if odd % 4 == 3 && m[0] % 4 == 3 {
        sign = -sign;
    }
    let (mut x, mut y) = (divide_small(m, odd).1, odd);
    while x != 0 {
        let twos = x.trailing_zeros();
        x >>= twos;
        if twos % 2 == 1 && (y % 8 == 3 || y % 8 == 5) {
            sign = -sign;
        }
        if x % 4 == 3 && y % 4 == 3 {
            sign = -sign;
        }
        (x, y) = (y % x, x);
    }
    if y == 1 { sign } else { 0 }
}

/// [`Modulus::ROOT_OF_UNITY`].
const fn root_of_unity<M: Modulus>() -> Limbs {
    let mut n = 2;
    while jacobi_of_small(n, &M::P) != -1 {
        n += 1;
        // The least non-residue of a prime of 512 bits is below 2·ln² (Ankeny, Bach, under GRH), in
        // practice below 100.
        assert!(n < 1000, "no small non-residue: is the modulus a square?");
    }
    let mut small = [0; LIMBS];
    small[0] = n;
    let base = to_montgomery::<M>(&small);
    let exponent = shift_right_any(&M::P, M::TWO_ADICITY);
    let mut out = M::R;
    let mut i = bit_length(&exponent);
    while i > 0 {
        i -= 1;
        out = montgomery_product::<M>(&out, &out);
        if (exponent[(i >> 6) as usize] >> (i & 63)) & 1 == 1 {
            out = montgomery_product::<M>(&out, &base);
        }
    }
    out
}

/// Limbs of 52 bits that hold so many words and leave 4 bits at least: the Montgomery radix there
/// is 2^(52L).
pub const fn limbs_52(words: usize) -> usize {
    (64 * words + 4).div_ceil(52)
}

/// An integer as a constant holds it.
///
/// # Panics
/// At compile time, if it is longer.
const fn stored(integer: &Limbs) -> [u64; STORED] {
    let mut out = [0; STORED];
    let mut i = 0;
    while i < LIMBS {
        if i < STORED {
            out[i] = integer[i];
        } else {
            assert!(integer[i] == 0, "moduli of constants have at most 384 bits here");
        }
        i += 1;
    }
    out
}

/// An integer that a constant holds.
#[inline(always)]
const fn limbs(stored: &[u64; STORED]) -> Limbs {
    let mut out = [0; LIMBS];
    let mut i = 0;
    while i < STORED {
        out[i] = stored[i];
        i += 1;
    }
    out
}

/// A residue that is known at compile time, as an integer and in Montgomery form, so that every
/// engine finds what it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Constant<M: Modulus> {
    integer: [u64; STORED],
    montgomery: [u64; STORED],
    /// The integer times 2^(52L), reduced, with L limbs of 52 bits as the vector engines have them:
    /// see [`limbs_52`].
    #[cfg(target_arch = "x86_64")]
    pub montgomery_52: Limbs,
    /// The integer times R of `limb::doubles`, reduced, in its limbs. Zero unless
    /// [`Modulus::DOUBLES`] says that they serve the modulus.
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    pub doubles: [i64; 8],
    /// By its remainders: see [`crate::rns`]. Zero where there are no kernels for the modulus.
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    pub remainders: crate::rns::Stored,
    modulus: core::marker::PhantomData<M>,
}

impl<M: Modulus> Constant<M> {
    /// From an integer below the modulus.
    ///
    /// # Panics
    /// At compile time, if it is not.
    pub const fn new(integer: Limbs) -> Self {
        let montgomery = to_montgomery::<M>(&integer);
        Self {
            integer: stored(&integer),
            montgomery: stored(&montgomery),
            // x·R times 2^(52L), divided by R.
            #[cfg(target_arch = "x86_64")]
            montgomery_52: montgomery_product::<M>(
                &montgomery,
                &power_of_two::<M>(52 * limbs_52(M::LEN)),
            ),
            #[cfg(all(target_arch = "x86_64", not(miri)))]
            doubles: if M::DOUBLES {
                crate::doubles::constant_limbs(
                    &montgomery_product::<M>(
                        &montgomery,
                        &power_of_two::<M>(crate::doubles::radix(M::LEN)),
                    ),
                    M::LEN,
                )
            } else {
                [0; 8]
            },
            #[cfg(all(target_arch = "x86_64", not(miri)))]
            remainders: crate::rns::Stored::of::<M>(&montgomery),
            modulus: core::marker::PhantomData,
        }
    }

    /// The integer, below the modulus.
    #[inline(always)]
    pub const fn integer(&self) -> Limbs {
        limbs(&self.integer)
    }

    /// The integer times R, reduced.
    #[inline(always)]
    pub const fn montgomery(&self) -> Limbs {
        limbs(&self.montgomery)
    }

    /// From hexadecimal digits, see [`hex`].
    ///
    /// # Panics
    /// At compile time, if it is not below the modulus.
    pub const fn hex(digits: &str) -> Self {
        Self::new(hex(digits))
    }

    /// From a small integer.
    ///
    /// # Panics
    /// At compile time, if it is not below the modulus.
    pub const fn small(value: u64) -> Self {
        let mut integer = [0; LIMBS];
        integer[0] = value;
        Self::new(integer)
    }

    /// Minus a small integer.
    ///
    /// # Panics
    /// At compile time, if the modulus is smaller.
    pub const fn minus(value: u64) -> Self {
        Self::new(minus_small(&M::P, value))
    }
}
