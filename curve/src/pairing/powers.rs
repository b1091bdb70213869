//! Products of many powers in the target group, ∏ aᵢ^kᵢ, of public elements by public exponents.
//!
//! **The torus.** An element c₀ + c₁w of the group, other than one, is (g + w)/(g − w) for one g in
//! Fp6, g = (1 + c₀)/c₁: its norm over Fp6, c₀² − v·c₁², is one (the torus T₂ of K. Rubin, A.
//! Silverberg, "Torus-Based Cryptography", CRYPTO 2003, §5). So each z = x + y·w in Fp12*, up to a
//! factor in Fp6, stands for an element z/z̄, and products of elements are products of what stands
//! for them. One with g + w takes two products in Fp6, where one in Fp12 takes three. The inverse
//! has −g. The Frobenius maps keep the form: (g + w)^p is g^p + γw with γ = ξ^((p−1)/6), so the
//! image has g^p/γ. Nothing has an exception, since Fp12 has no divisors of zero.
//!
//! **Powers.** Each exponent has four parts of a quarter of its length ([`Pairing::split`]), for
//! the element's images under Frobenius. Few elements have tables of odd powers and share their
//! squarings (E. G. Straus, "Addition chains of vectors", 1964); many go into buckets by digits, as
//! points do in [`msm`](crate::msm). With parts of 64 bits an element takes some 140 products in
//! Fp6 among few, 110 among 128, 82 among 1,024, 54 among 16,384. [`Gt::pow`] takes some 290.

use alloc::vec;
use alloc::vec::Vec;

use limb::each::Each;

use super::{Gt, Pairing};
use crate::engines::door::elsewhere;
use crate::engines::pairings::PairingEngines;
use crate::error::{BatchError, check_lengths};
use crate::field::{Canonical, Field, Invert, Red};
use crate::integer::{SignedPart, scalar_to_integer, signed_digit_vartime};
use crate::scalar_mul::OddDigits;
use crate::tower::{Fp2Of, Fp6, Fp12, Tower};

/// Odd powers a, a³, a⁵, a⁷ of an element: digits of width 4.
const ODD: usize = 4;

/// From so many elements on they go into buckets.
const BUCKETS: usize = 64;

/// Widest window, as for points.
const MAX_WINDOW: usize = 15;

/// What divides the images: 1/γ.
struct Torus<T: Tower>(Fp2Of<T>);

impl<T: Tower<Fp: Invert>> Torus<T> {
    fn new(any: &Fp12<T>) -> Self {
        Self(Fp2Of::<T>::constant(&any.ctx(), &T::frobenius().p1[0]).invert())
    }

    /// g^p/γ: the coefficients' conjugates times 1/γ, ξ^((2−1)(p−1)/6) and ξ^((4−1)(p−1)/6).
    #[inline(never)]
    fn by_p(&self, Fp6 { c0, c1, c2 }: &Fp6<T>) -> Fp6<T> {
        let gamma = |i: usize| Fp2Of::<T>::constant(&c0.ctx(), &T::frobenius().p1[i]);
        Fp6 {
            c0: &c0.conjugate() * &self.0,
            c1: &c1.conjugate() * &gamma(0),
            c2: &c2.conjugate() * &gamma(2),
        }
    }

    /// The same for p²: its factors δⁱ are sixth roots of unity, and 1/δ is δ⁵.
    #[inline(never)]
    fn by_p2(Fp6 { c0, c1, c2 }: &Fp6<T>) -> Fp6<T> {
        let delta = |i: usize| Red::<T::Fp>::constant(&c0.ctx(), &T::frobenius().p2[i]);
        Fp6 { c0: c0.scale(&delta(4)), c1: c1.scale(&delta(0)), c2: c2.scale(&delta(2)) }
    }

    /// g of an element's images under 1, p, p², p³.
    fn images(&self, g: &Fp6<T>) -> [Fp6<T>; 4] {
        let (by_p, by_p2) = (self.by_p(g), Self::by_p2(g));
        let by_p3 = self.by_p(&by_p2);
        [g.clone(), by_p, by_p2, by_p3]
    }

    /// g of elements, none of which is one: one inversion.
    fn of(elements: &[Fp12<T>]) -> Vec<Fp6<T>> {
        // Products of all before each, then from the end the inverse of all up to each.
        let mut out = Vec::with_capacity(elements.len());
        let Some(first) = elements.first() else { return out };
        let mut product = Fp6::one_in(&first.ctx());
        for element in elements {
            out.push(product.clone());
            product = times(&product, &element.c1);
        }
        let mut inverse = product.invert();
        for (out, Fp12 { c0, c1 }) in out.iter_mut().zip(elements).rev() {
            let one = Fp6::one_in(&c0.c0.ctx());
            *out = times(&one.add(c0), &times(out, &inverse));
            inverse = times(&inverse, c1);
        }
        out
    }
}

/// A product in Fp6.
#[inline(never)]
fn times<T: Tower>(a: &Fp6<T>, b: &Fp6<T>) -> Fp6<T> {
    T::Fp::kernel(
        #[inline(always)]
        || a.mul(b),
    )
}

/// g + w, or g − w, in Fp12.
fn representative<T: Tower>(g: &Fp6<T>, negative: bool) -> Fp12<T> {
    let one = Fp6::one_in(&g.c0.ctx());
    Fp12 { c0: g.clone(), c1: if negative { one.neg() } else { one } }
}

/// A product of what stands for elements; nothing for one.
struct Product<T: Tower>(Option<Fp12<T>>);

impl<T: Tower> Clone for Product<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T: Tower> Product<T> {
    fn square(&mut self) {
        if let Some(z) = &mut self.0 {
            z.sqr_assign();
        }
    }

    /// Times the element of g, or its inverse.
    fn times_element(&mut self, g: &Fp6<T>, negative: bool) {
        match &mut self.0 {
            Some(z) => z.mul_torus_assign(g, negative),
            None => self.0 = Some(representative(g, negative)),
        }
    }

    fn times(&mut self, other: &Self) {
        match (&mut self.0, &other.0) {
            (Some(z), Some(other)) => z.mul_assign(other),
            (None, Some(_)) => self.0.clone_from(&other.0),
            (_, None) => {}
        }
    }
}

/// z/z̄.
fn element_of<T: Tower<Fp: Invert>>(z: &Fp12<T>) -> Fp12<T> {
    z.mul(&z.conjugate().invert())
}

/// The product of all elements' powers on tables of odd powers, the squarings shared.
fn on_tables_vartime<T: Pairing<Fp: Canonical>>(
    elements: &[Fp12<T>],
    parts: &[[SignedPart; 4]],
) -> Product<T> {
    let mut powers = Vec::with_capacity(ODD * elements.len());
    for element in elements {
        let square = element.cyclotomic_sqr();
        let mut power = *element;
        for _ in 1..ODD {
            powers.push(power);
            power.mul_assign(&square);
        }
        powers.push(power);
    }
    let torus = Torus::new(&elements[0]);
    let tables: Vec<[Fp6<T>; 4]> = Torus::of(&powers).iter().map(|g| torus.images(g)).collect();
    let mut digits: Vec<[OddDigits; 4]> = parts
        .iter()
        .map(|parts| parts.each_ref().each(|part| OddDigits::vartime(part, ODD)))
        .collect();
    let mut product = Product(None);
    for position in (0..=T::PART_BITS as u16).rev() {
        product.square();
        for (digits, table) in digits.iter_mut().zip(tables.chunks_exact(ODD)) {
            for (part, digits) in digits.iter_mut().enumerate() {
                if let Some(digit) = digits.take(position) {
                    let entry = &table[usize::from(digit.unsigned_abs() >> 1)][part];
                    product.times_element(entry, digit < 0);
                }
            }
        }
    }
    product
}

/// The window c for n elements that makes ⌈(bits + 1)/c⌉·(2·4n + 6·2^(c−1)) least: products in Fp6
/// for the elements that go into buckets, and for the buckets.
fn window(n: usize, bits: u32) -> usize {
    let cost = |width: usize| {
        let windows = u64::from(bits + 1).div_ceil(width as u64);
        windows.saturating_mul((8 * n as u64).saturating_add(3 << width))
    };
    (2..=MAX_WINDOW).min_by_key(|width| cost(*width)).unwrap_or(2)
}

/// The same by buckets: per window the elements with the same digit are multiplied first.
fn by_buckets_vartime<T: Pairing<Fp: Canonical>>(
    elements: &[Fp12<T>],
    parts: &[[SignedPart; 4]],
) -> Product<T> {
    let torus = Torus::new(&elements[0]);
    let images: Vec<[Fp6<T>; 4]> = Torus::of(elements).iter().map(|g| torus.images(g)).collect();
    let width = window(elements.len(), T::PART_BITS);
    let windows = (T::PART_BITS as usize + 1).div_ceil(width);
    let mut buckets = vec![Product(None); 1 << (width - 1)];
    let mut product = Product(None);
    for window in (0..windows).rev() {
        for _ in 0..width {
            product.square();
        }
        buckets.fill(Product(None));
        for (image, part) in images.iter().flatten().zip(parts.iter().flatten()) {
            let digit = signed_digit_vartime(&part.magnitude, window, width);
            let negative = (digit < 0) ^ bool::from(part.negative);
            // Bucket b − 1 holds what has the digit ±b.
            if let Some(bucket) = (digit.unsigned_abs() as usize).checked_sub(1) {
                buckets[bucket].times_element(image, negative);
            }
        }
        // ∏ Bᵦ^b is the product over b of Bₘ·…·Bᵦ.
        let mut running = Product(None);
        for bucket in buckets.iter().rev() {
            running.times(bucket);
            product.times(&running);
        }
    }
    product
}

/// ∏ aᵢ^kᵢ over the parts of each kᵢ; there is one at least.
fn product_of_powers_vartime<T: Pairing<Fp: Canonical>>(
    elements: Vec<Fp12<T>>,
    parts: &[[SignedPart; 4]],
) -> Gt<T> {
    let one = Fp12::one_in(&elements[0].ctx());
    // One has no g.
    let (elements, parts): (Vec<Fp12<T>>, Vec<[SignedPart; 4]>) = elements
        .into_iter()
        .zip(parts)
        .filter(|(element, _)| !bool::from(element.c1.is_zero()))
        .unzip();
    let product = match elements.len() {
        0 => Product(None),
        n if n < BUCKETS => on_tables_vartime(&elements, &parts),
        _ => by_buckets_vartime(&elements, &parts),
    };
    Gt::of(product.0.map_or(one, |z| element_of(&z)))
}

impl<T: PairingEngines> Gt<T> {
    /// ∏ aᵢ^kᵢ, in time that depends on everything; for public elements and exponents.
    ///
    /// An element among few takes half of what [`Gt::pow`] takes, one among thousands a fifth, and
    /// all together some 65 squarings and two inversions more. Space for a 381-bit field: 4.6 kB
    /// for an element of fewer than 64, 1.2 kB for one of more, and buckets of 2.4 MB at most.
    ///
    /// # Errors
    /// [`BatchError::Empty`] for no elements, [`BatchError::LengthMismatch`] if there are not as
    /// many exponents.
    ///
    /// # Panics
    /// If the scalar field is wider than 32 bytes.
    #[inline(never)]
    pub fn product_of_powers_vartime<S: Canonical<Const = T::ScalarConst>>(
        elements: &[Self],
        exponents: &[Red<S>],
    ) -> Result<Self, BatchError> {
        check_lengths(elements.len(), &[exponents.len()])?;
        let parts: Vec<_> = exponents.iter().map(|k| T::split(&scalar_to_integer(k))).collect();
        elsewhere!(long T, |there| {
            let elements = elements.iter().map(|a| a.as_fp12().enter(there)).collect();
            Ok(Self::leave(&product_of_powers_vartime(elements, &parts)))
        });
        let elements = elements.iter().map(|a| *a.as_fp12()).collect();
        Ok(product_of_powers_vartime(elements, &parts))
    }
}
