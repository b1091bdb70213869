//! Products, squares and inverses in Fp6 and Fp12 for small stacks: what runs where
//! [`Shape::small_stack`](crate::shapes::Shape::small_stack) says so.
//!
//! A chip has a few KB for its stack. There an element of Fp12 over a field of 381 bits takes 576
//! bytes, a product in Fp6 that is not reduced 600, and the forms on sums keep three such products.
//! These give the same elements and keep few values at a time: a coefficient is reduced before the
//! next is begun, so that one sum stands beside the products that several coefficients share;
//! operands give their places to what is made of them; and a result is put where it is to stand.
//! That takes a few reductions and copies more. Most are functions of their own, whose frames are
//! gone when the next one is called.
//!
//! Where a multiplier beside the processor makes products, those in Fp12 and by lines are as
//! [`beside`](super::beside) has them; those in Fp6 and inverses are as here.

use crate::field::{Field, Invert, Operand, Red, Term, Wide, product, square, sums, term};
use crate::shapes::overlap::tower::has_products_beside;
use crate::tower::{Fp2Of, Fp6, Fp12, Tower, Wide6, WideOf, less_product, product_of_sums, xi};

/// Whether products in Fp12 reduce those in Fp6 that they are made of.
pub(crate) const fn low_stack<T: Tower>() -> bool {
    T::Fp::SHAPE.small_stack && !has_products_beside::<T>()
}

impl<T: Tower> Fp6<T> {
    /// a ← a·b as [`wide6`](super::wide6) has it, each coefficient reduced before the next is
    /// begun: for small stacks. 6 M, 3 R.
    #[inline(always)]
    pub(crate) fn mul_low_stack_assign(&mut self, other: &Self) {
        self.mul_less_low_stack_assign(other, None);
    }

    /// a ← a·b, or a·b − t − v·t for a t.
    #[inline(never)]
    fn mul_less_low_stack_assign(&mut self, other: &Self, t: Option<&Self>) {
        let (a, b) = (self, other);
        let mut v0 = product(&a.c0, &b.c0);
        let v1 = product(&a.c1, &b.c1);
        let v2 = product(&a.c2, &b.c2);
        // The operand of the last sum, so that the others may stand where a stands.
        let a12 = a.c1.plus(&a.c2);
        {
            let mut sum = product_of_sums::<T>([&a.c0, &a.c2], [&b.c0, &b.c2]);
            sum.sub_two(&v0, &v2);
            sum += &v1;
            if let Some(t) = t {
                sum.add_small(&t.c2, -1);
                sum.add_small(&t.c1, -1);
            }
            sum.reduce_to(&mut a.c2);
        }
        {
            let mut sum = product_of_sums::<T>([&a.c0, &a.c1], [&b.c0, &b.c1]);
            sum.sub_two(&v0, &v1);
            sum.add_times_small_plus_u(&v2, T::XI);
            if let Some(t) = t {
                sum.add_small(&t.c1, -1);
                sum.add_small(&t.c0, -1);
            }
            sum.reduce_to(&mut a.c1);
        }
        {
            let mut sum = product(&a12, &b.c1.plus(&b.c2));
            sum.sub_two(&v1, &v2);
            v0.add_times_small_plus_u(&sum, T::XI);
        }
        if let Some(t) = t {
            v0.add_small(&t.c0, -1);
            v0.add_small(&t.c2.mul_by_small_plus_u(T::XI), -1);
        }
        v0.reduce_to(&mut a.c0);
    }

    /// a ← a·(b₀ + b₁v) + v·t, or a·(b₀ + b₁v) + v·t − t where `less` says so, as
    /// [`Fp6::mul_low_stack_assign`]: a₀b₀ + ξa₂b₁, (a₀ + a₁)(b₀ + b₁) − a₀b₀ − a₁b₁, a₂b₀ + a₁b₁;
    /// 5 M, 3 R.
    ///
    /// A function of its own where code runs from a small cache.
    #[inline(never)]
    fn mul_by_two_sparing_assign(&mut self, [b0, b1]: [&Fp2Of<T>; 2], t: &Wide6<T>, less: bool) {
        let less_t = |sum: &mut WideOf<T>, t: &WideOf<T>| {
            if less {
                *sum -= t;
            }
        };
        let mut v0 = product(&self.c0, b0);
        let mut v1 = product(&self.c1, b1);
        let c1 = {
            let mut sum = product_of_sums::<T>([&self.c0, &self.c1], [b0, b1]);
            sum.sub_two(&v0, &v1);
            sum += &t[0];
            less_t(&mut sum, &t[1]);
            sum.reduced()
        };
        self.c1.clone_from(&c1);
        {
            let xi_c2 = xi::<T>(&self.c2);
            v0 += &product(&xi_c2, b1);
        }
        v0.add_times_small_plus_u(&t[2], T::XI);
        less_t(&mut v0, &t[0]);
        v0.reduce_to(&mut self.c0);
        v1 += &product(&self.c2, b0);
        v1 += &t[1];
        less_t(&mut v1, &t[2]);
        v1.reduce_to(&mut self.c2);
    }

    /// a ← a − b.
    #[inline(always)]
    fn sub_assign(&mut self, b: &Self) {
        self.c0 = &self.c0 - &b.c0;
        self.c1 = &self.c1 - &b.c1;
        self.c2 = &self.c2 - &b.c2;
    }

    /// a ← a − v·b.
    #[inline(always)]
    fn sub_times_v(&mut self, b: &Self) {
        self.c0 = &self.c0 - &b.c2.mul_by_small_plus_u(T::XI);
        self.c1 = &self.c1 - &b.c0;
        self.c2 = &self.c2 - &b.c1;
    }

    /// [`Fp6::sqr`] to where it is to stand, one coefficient after the other.
    #[inline(never)]
    fn sqr_sparing_to(&self, out: &mut Self) {
        let Self { c0, c1, c2 } = self;
        {
            let (xc2, d1) = (xi::<T>(c2), c1.twice());
            put_sum(&mut out.c0, [term(c0, c0), term(&d1, &xc2)]);
        }
        {
            let (xc2, d0) = (xi::<T>(c2), c0.twice());
            put_sum(&mut out.c1, [term(&d0, c1), term(c2, &xc2)]);
        }
        let d0 = c0.twice();
        put_sum(&mut out.c2, [term(&d0, c2), term(c1, c1)]);
    }
}

impl<T: Tower<Fp: Invert>> Fp6<T> {
    /// [`Fp6::invert`] to where it is to stand, one coefficient after the other.
    #[inline(never)]
    fn invert_sparing_to(&self, out: &mut Self) {
        let Self { c0, c1, c2 } = self;
        {
            let xc2 = xi::<T>(c2);
            put_less(&mut out.c0, square(c0), c1, &xc2);
            put_less(&mut out.c1, product(c2, &xc2), c0, c1);
        }
        put_less(&mut out.c2, square(c1), c0, c2);
        let inverse = {
            let (xc1, xc2) = (xi::<T>(c1), xi::<T>(c2));
            let [norm] = &sums([[term(c0, &out.c0), term(&xc2, &out.c1), term(&xc1, &out.c2)]]);
            norm.invert()
        };
        out.c0 *= &inverse;
        out.c1 *= &inverse;
        out.c2 *= &inverse;
    }
}

impl<T: Tower> Fp12<T> {
    /// [`Fp12::mul_wide`] with its three products in Fp6 reduced, in place; 18 M, 9 R.
    #[inline(always)]
    pub(crate) fn mul_low_stack_assign(&mut self, other: &Self) {
        let Self { c0, c1 } = self;
        let mut t = c1.clone();
        t.mul_low_stack_assign(&other.c1);
        {
            let sum = other.c0.add(&other.c1);
            c1.add_assign(c0);
            c1.mul_low_stack_assign(&sum);
        }
        c0.mul_low_stack_assign(&other.c0);
        c1.sub_assign(c0);
        c1.sub_assign(&t);
        c0.add_times_v(&t);
    }

    /// [`Fp12::sqr_wide`] with its two products in Fp6 reduced, in place; 12 M, 6 R.
    #[inline(always)]
    pub(crate) fn sqr_low_stack_assign(&mut self) {
        let Self { c0, c1 } = self;
        let sum = c0.add(c1);
        {
            let mut other = c0.clone();
            other.add_times_v(c1);
            c1.mul_low_stack_assign(c0);
            c0.clone_from(&other);
        }
        // m − t − v·t.
        c0.mul_less_low_stack_assign(&sum, Some(c1));
        for a in [&mut c1.c0, &mut c1.c1, &mut c1.c2] {
            *a = &*a + &*a;
        }
    }

    /// [`Fp12::mul_by_line_wide`] for a twist of M type, in place: with t = c₁·l₃v not reduced, s +
    /// v·t, and m + v·t − t less that; 13 M, 6 R.
    #[inline(always)]
    pub(crate) fn mul_by_line_low_stack_assign(&mut self, [l0, middle, l3]: [&Fp2Of<T>; 3]) {
        let Self { c0, c1 } = self;
        let t = wide6_by_v(c1, l3);
        c1.add_assign(c0);
        c0.mul_by_two_sparing_assign([l0, middle], &t, false);
        {
            let sum = middle + l3;
            c1.mul_by_two_sparing_assign([l0, &sum], &t, true);
        }
        c1.sub_assign(c0);
    }

    /// [`Fp12::norm`], where it is to stand.
    #[inline(never)]
    fn put_norm(&self, norm: &mut Fp6<T>) {
        self.c0.sqr_sparing_to(norm);
        let mut other = self.c1.clone();
        self.c1.sqr_sparing_to(&mut other);
        norm.sub_times_v(&other);
    }
}

impl<T: Tower<Fp: Invert>> Fp12<T> {
    /// The inverse of [`Fp12::norm`], where it is to stand.
    #[inline(never)]
    pub(crate) fn put_inverse_of_norm(&self, inverse: &mut Fp6<T>) {
        let mut norm = self.c0.clone();
        self.put_norm(&mut norm);
        norm.invert_sparing_to(inverse);
    }
}

/// a·b·v in Fp6, not reduced; 3 M.
#[inline(never)]
fn wide6_by_v<T: Tower>(a: &Fp6<T>, b: &Fp2Of<T>) -> Wide6<T> {
    let xi_c2 = xi::<T>(&a.c2);
    [product(&xi_c2, b), product(&a.c0, b), product(&a.c1, b)]
}

/// Puts a sum of two products where it is to stand.
#[cfg_attr(target_arch = "riscv32", inline(never))]
pub(crate) fn put_sum<F: Field>(out: &mut Red<F>, terms: [Term<'_, F>; 2]) {
    [*out] = sums([terms]);
}

/// Puts a sum less a·b where it is to stand: [`less_product`].
#[cfg_attr(target_arch = "riscv32", inline(never))]
fn put_less<F: Field>(out: &mut Red<F>, sum: Wide<F>, a: &Red<F>, b: &impl Operand<F>) {
    *out = less_product(sum, a, b);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bls12_381::Bls12381;
    use crate::bn254::Bn254;
    use crate::field::Anywhere;
    use crate::tower::Line;

    use limb::each::array;
    use rand_chacha::ChaCha20Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    /// Random coefficients in Fp, among them 0, 1 and −1.
    fn element<T: Tower<Fp: Anywhere>>(rng: &mut ChaCha20Rng) -> Fp12<T> {
        Fp12::from_coefficients(&array(|_| {
            let mut bytes = [0; 64];
            rng.fill_bytes(&mut bytes);
            match bytes[0] & 7 {
                0 => Red::zero_in(&()),
                1 => Red::one_in(&()),
                2 => -&Red::one_in(&()),
                _ => Red::from_uniform_bytes_in(&(), &bytes),
            }
        }))
    }

    fn products_squares_and_inverses<T: Tower<Fp: Anywhere>>() {
        let mut rng = ChaCha20Rng::seed_from_u64(1);
        let random: [Fp12<T>; 30] = array(|_| element(&mut rng));
        for a in [Fp12::zero_in(&()), Fp12::one_in(&())].iter().chain(&random) {
            for b in &random {
                let mut product = *a;
                product.mul_low_stack_assign(b);
                assert_eq!(product, a.mul_schoolbook(b));
            }
            let mut square = *a;
            square.sqr_low_stack_assign();
            assert_eq!(square, a.sqr_schoolbook());
            // Places with other values in them, which must not matter.
            let mut inverse = random[0].c0;
            a.put_inverse_of_norm(&mut inverse);
            let product = a
                .mul_schoolbook(&a.conjugate())
                .mul_schoolbook(&Fp12 { c0: inverse, c1: Fp6::zero_in(&()) });
            assert_eq!(product, if *a == Fp12::zero_in(&()) { *a } else { Fp12::one() });
        }
    }

    /// On the words of this build, whether or not they take these forms.
    #[test]
    fn products_squares_and_inverses_are_those_of_the_other_forms() {
        products_squares_and_inverses::<Bls12381>();
        products_squares_and_inverses::<Bn254>();
    }

    #[test]
    fn products_by_lines_are_those_of_the_other_forms() {
        let mut rng = ChaCha20Rng::seed_from_u64(2);
        for _ in 0..100 {
            let [a, b] = [(); 2].map(|()| element::<Bls12381>(&mut rng));
            let [l0, middle, l3, ..] = b.w().map(|c| *c);
            let mut product = a;
            product.mul_by_line_low_stack_assign([&l0, &middle, &l3]);
            assert_eq!(product, a.mul_schoolbook(&Line { l0, middle, l3 }.to_fp12()));
        }
    }
}
