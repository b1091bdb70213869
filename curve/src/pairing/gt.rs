//! The target group: the subgroup of order r of Fp12*.

use core::ops::Mul;

use limb::each::{Each, array};
use subtle::{Choice, ConstantTimeEq, CtOption};
use zeroize::Zeroize;

use super::{Family, Pairing};
use crate::engines::door::elsewhere;
use crate::engines::pairings::PairingEngines;
use crate::field::{Anywhere, Canonical, Field, Masked, Red, There};
use crate::fp2::Quad;
use crate::integer::{bits_at, scalar_to_integer};
use crate::pairing::PairingThere;
use crate::tower::{Fp6, Fp12, coefficients_from_bytes};

/// An element of the subgroup of order r of Fp12*, written as a multiplicative group.
///
/// It comes from a final exponentiation, from another element, or from checked bytes.
pub struct Gt<T: Pairing>(Fp12<T>);

impl<T: Pairing> Clone for Gt<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T: Pairing<Fp: Field<Raw: Copy>>> Copy for Gt<T> {}

impl<T: Pairing> core::fmt::Debug for Gt<T> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_tuple("Gt").field(&self.0).finish()
    }
}

impl<T: Pairing> Gt<T> {
    /// For what is known to have order r.
    pub(crate) fn of(value: Fp12<T>) -> Self {
        Self(value)
    }

    /// The element of Fp12.
    pub fn as_fp12(&self) -> &Fp12<T> {
        &self.0
    }

    /// a⁻¹, which is a^(p⁶): free.
    #[must_use]
    pub fn invert(&self) -> Self {
        Self(self.0.conjugate())
    }

    /// a², by the formula of the cyclotomic subgroup.
    #[must_use]
    #[inline(never)]
    pub fn square(&self) -> Self {
        Self(self.0.cyclotomic_sqr())
    }
}

impl<T: Pairing> Mul for &Gt<T> {
    type Output = Gt<T>;

    #[inline(never)]
    fn mul(self, other: &Gt<T>) -> Gt<T> {
        Gt(self.0.mul(&other.0))
    }
}

impl<T: Pairing<Fp: Masked>> Gt<T> {
    /// Whether this is one.
    #[inline(never)]
    pub fn is_identity(&self) -> <T::Fp as Masked>::Mask {
        self.0.is_one()
    }
}

impl<T: Pairing<Fp: Canonical>> Gt<T> {
    /// The twelve coefficients, each big-endian, in the order c₀.c₀.c₀, c₀.c₀.c₁, c₀.c₁.c₀, …
    /// c₁.c₂.c₁: 576 bytes for a 381-bit field.
    ///
    /// # Panics
    /// If `out` has another length.
    #[inline(never)]
    pub fn to_bytes(&self, out: &mut [u8]) {
        self.0.to_bytes(out);
    }
}

impl<T: PairingEngines> Gt<T> {
    /// a^k, constant-time in both.
    ///
    /// k ≡ Σ kᵢ·pⁱ in four short parts ([`Pairing::split`]), so the power is a product of four
    /// short powers of a, a^p, a^(p²) and a^(p³), which are Frobenius maps (Galbraith, Lin, Scott,
    /// "Endomorphisms for Faster Elliptic Curve Cryptography on a Large Class of Curves", ePrint
    /// 2008/194). All 16 products of the four stand in a table (9.2 kB on the stack for a 381-bit
    /// field); 64 squarings, 64 products, each with a scan of the table.
    ///
    /// # Panics
    /// If the scalar field is wider than 32 bytes.
    #[must_use]
    #[inline(never)]
    pub fn pow<S: Canonical<Const = T::ScalarConst>>(&self, k: &Red<S>) -> Self {
        elsewhere!(long T, |there| Self::leave(&self.enter(there).pow(k)));
        let mut integer = scalar_to_integer(k);
        let mut parts = T::split(&integer);
        let out = power_by_parts(&self.0, parts.each_ref().each(|part| part.negative), |bit| {
            let index =
                (0..4).fold(0, |index, i| index | (bits_at(&parts[i].magnitude, bit, 1) << i));
            array(|i| (i as u64 + 1).ct_eq(&index))
        });
        integer.zeroize();
        parts.zeroize();
        Self(out)
    }

    /// The inverse of [`Gt::to_bytes`]: none unless there are as many bytes, all coefficients are
    /// canonical and the element has order r or one.
    ///
    /// The order is checked by a^(p⁴)·a = a^(p²), that is membership in the cyclotomic subgroup,
    /// and by a relation between a, a power by the seed, and their images under Frobenius:
    ///
    /// * BLS12: a^p = a^x. The order divides gcd(p⁴ − p² + 1, p − x), which is r, for p ≡ x modulo
    ///   p − x, and x⁴ − x² + 1 = r divides p − x (Scott, "A note on group membership tests for G1,
    ///   G2 and GT on BLS pairing-friendly curves", ePrint 2021/1130, §5).
    /// * BN: a^(x+1)·(a^x)^p·(a^x)^(p²) = (a^(2x))^(p³), the relation of the subgroup G2 (Dai, Lin,
    ///   Zhao, Zhou, ePrint 2022/348). The order divides gcd(p⁴ − p² + 1, x + 1 + xp + xp² − 2xp³),
    ///   which is r for BN254; a test computes it.
    #[doc(hidden)]
    #[inline(never)]
    pub fn from_bytes_in(ctx: &<T::Fp as Field>::Ctx, bytes: &[u8]) -> CtOption<Self> {
        elsewhere!(long T, |there| {
            let (element, good) = Gt::decode(there, bytes);
            CtOption::new(Self::leave(&element), good)
        });
        let (element, good) = Self::decode(&There::new(*ctx), bytes);
        CtOption::new(element, good)
    }

    /// The element, if the second value is true.
    fn decode(ctx: &PairingThere<T>, bytes: &[u8]) -> (Self, Choice) {
        let (a, canonical) = Fp12::<T>::from_bytes_in(ctx, bytes);
        let good = canonical & has_order(&a);
        (Self(a), good)
    }

    /// The element in half the bytes of [`Gt::to_bytes`]: the six coefficients of the g in Fp6 for
    /// which it is (g + w)/(g − w), each big-endian, in the order c₀.c₀, c₀.c₁, c₁.c₀, … c₂.c₁; 288
    /// bytes for a 381-bit field. One has no g, and is zeros.
    ///
    /// That is the torus T₂ (K. Rubin, A. Silverberg, "Torus-Based Cryptography", CRYPTO 2003, §5):
    /// an element c₀ + c₁w has g = (1 + c₀)/c₁. Constant-time; one inversion.
    ///
    /// # Panics
    /// If `out` has another length.
    #[inline(never)]
    pub fn to_compressed_bytes(&self, out: &mut [u8]) {
        assert_eq!(out.len(), 6 * T::Fp::BYTES, "the encoding has a fixed length");
        elsewhere!(short T, |there| self.enter(there).to_compressed_bytes(out));
        let Fp12 { c0, c1 } = &self.0;
        // The inverse of zero is zero.
        let g = Fp6::one_in(&self.0.ctx()).add(c0).mul(&c1.invert());
        for (coefficient, chunk) in g.coefficients().iter().zip(out.chunks_exact_mut(T::Fp::BYTES))
        {
            coefficient.to_bytes(chunk);
        }
    }

    /// The inverse of [`Gt::to_compressed_bytes`]: none unless there are as many bytes, all
    /// coefficients are canonical and the element has order r or one. Constant-time; an inversion,
    /// and the check of [`Gt::from_bytes`].
    #[doc(hidden)]
    #[inline(never)]
    pub fn from_compressed_bytes_in(ctx: &<T::Fp as Field>::Ctx, bytes: &[u8]) -> CtOption<Self> {
        elsewhere!(long T, |there| {
            let (element, good) = Gt::decompress(there, bytes);
            CtOption::new(Self::leave(&element), good)
        });
        let (element, good) = Self::decompress(&There::new(*ctx), bytes);
        CtOption::new(element, good)
    }

    /// The element, if the second value is true.
    fn decompress(ctx: &PairingThere<T>, bytes: &[u8]) -> (Self, Choice) {
        let ctx: &<T::Fp as Field>::Ctx = ctx;
        let (coefficients, canonical) = coefficients_from_bytes(ctx, bytes);
        let g = Fp6::from_coefficients(&coefficients);
        let is_one = g.is_zero();
        let one = Fp12::one_in(ctx);
        let z = Fp12 { c0: g, c1: one.c0 };
        // For g = 0 that is −1, which is not in the group.
        let a = Fp12::select(&z.mul(&z.conjugate().invert()), &one, &is_one);
        let good = canonical & has_order(&a);
        (Self(a), good)
    }
}

/// Whether an element of Fp12 has order r or one: see [`Gt::from_bytes_in`].
fn has_order<T: Pairing<Fp: Canonical>>(a: &Fp12<T>) -> Choice {
    let by_p2 = a.frobenius_p2();
    let cyclotomic = by_p2.frobenius_p2().mul(a).equal(&by_p2);
    let by_x = a.cyclotomic_power(&T::SEED);
    let by_x = if T::SEED_NEGATIVE { by_x.conjugate() } else { by_x };
    let related = match T::FAMILY {
        Family::Bls12 => by_x.equal(&a.frobenius()),
        Family::Bn => {
            let left = by_x.mul(a).mul(&by_x.frobenius()).mul(&by_x.frobenius_p2());
            left.equal(&by_x.cyclotomic_sqr().frobenius_p3())
        }
    };
    // Zero satisfies both equations.
    let zero = a.c0.is_zero() & a.c1.is_zero();
    !zero & cyclotomic & related
}

/// Products of some of four powers, but of none.
pub(super) const CHOICES: usize = 15;

/// ∏ (a^(pⁱ))^(kᵢ) over four parts: given which of them are negative, and for each bit, whether it
/// is set in just the parts that i + 1 has bits for. Constant-time; on lanes each has parts of its
/// own.
pub(super) fn power_by_parts<T: Pairing<Fp: Masked>>(
    a: &Fp12<T>,
    negative: [<T::Fp as Masked>::Mask; 4],
    set: impl Fn(usize) -> [<T::Fp as Masked>::Mask; CHOICES],
) -> Fp12<T> {
    let by_p = a.frobenius();
    let by_p3 = by_p.frobenius_p2();
    let mut bases = [a.clone(), by_p, a.frobenius_p2(), by_p3];
    // The inverse, where a part is negative.
    for (base, negative) in bases.iter_mut().zip(&negative) {
        *base = Fp12::select(base, &base.conjugate(), negative);
    }
    let one = Fp12::<T>::one_in(&a.ctx());
    let mut table: [Fp12<T>; CHOICES + 1] = array(|_| one.clone());
    for i in 1..=CHOICES {
        let low = i.trailing_zeros() as usize;
        table[i] = table[i & (i - 1)].mul(&bases[low]);
    }
    let mut out = one.tripled();
    for bit in (0..T::PART_BITS as usize).rev() {
        out.square();
        let is = set(bit);
        let coefficient = |k: usize| {
            Red::from_raw(Quad::<T::Fp>::scan(
                one.w()[k].raw(),
                &table[1..],
                |entry| entry.w()[k].raw(),
                &is,
            ))
        };
        out.multiply(&Fp12::from_w(array(coefficient)));
    }
    out.third()
}

impl<T: PairingEngines<Fp: Anywhere>> Gt<T> {
    /// One.
    pub fn identity() -> Self {
        Self(Fp12::one())
    }

    /// See [`Gt::from_bytes_in`].
    pub fn from_bytes(bytes: &[u8]) -> CtOption<Self> {
        Self::from_bytes_in(&(), bytes)
    }

    /// See [`Gt::from_compressed_bytes_in`].
    pub fn from_compressed_bytes(bytes: &[u8]) -> CtOption<Self> {
        Self::from_compressed_bytes_in(&(), bytes)
    }
}

impl<T: Pairing<Fp: Canonical>> ConstantTimeEq for Gt<T> {
    #[inline(never)]
    fn ct_eq(&self, other: &Self) -> Choice {
        self.0.equal(&other.0)
    }
}

impl<T: Pairing<Fp: Canonical>> PartialEq for Gt<T> {
    fn eq(&self, other: &Self) -> bool {
        self.ct_eq(other).into()
    }
}

impl<T: Pairing<Fp: Canonical>> Eq for Gt<T> {}
