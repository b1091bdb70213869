//! Isogenies of odd degree, evaluated projectively: no inversion.
//!
//! A normalised isogeny of odd degree ℓ with kernel polynomial h (monic, its roots the abscissas of
//! the kernel, degree (ℓ − 1)/2) is (x, y) ↦ (X(x)/h(x)², y·Y(x)/h(x)³) (J. Vélu, "Isogénies entre
//! courbes elliptiques", 1971). RFC 9380, Appendix E, prints the expanded denominators h² and h³;
//! holding h instead saves 20 of the 53 constants of the 11-isogeny, and the result is already over
//! one denominator. At the kernel h = 0 and Y ≠ 0, so that the result is (0 : Y : 0), the identity
//! that RFC 9380 §6.6.3 asks for.
//!
//! A polynomial at the fraction N/D is homogenised and cut in blocks of four coefficients (M.
//! Paterson, L. Stockmeyer, "On the number of nonscalar multiplications necessary to evaluate
//! polynomials", 1973): every block is a sum of four products with N³, N²D, ND², D³, reduced once,
//! and the blocks are combined by Horner's rule in N⁴ and D⁴.

use limb::each::Each;

use crate::field::{Field, Red, Wide, product, reduce, sum_of_two, term};
use crate::weierstrass::{Projective, Weierstrass};

/// Powers of a fraction N/D that polynomials up to degree 15 are made of.
struct Powers<F: Field> {
    n: Red<F>,
    d: Red<F>,
    d2: Red<F>,
    /// D³, ND², N²D, N³.
    cubes: [Red<F>; 4],
    n4: Red<F>,
    /// D⁴, D⁸, D¹².
    d4: [Red<F>; 3],
}

/// A layer of products. A chip makes each where it is to stand; elsewhere they are reduced side by
/// side.
macro_rules! products {
    ($($name:ident = $a:expr, $b:expr);+) => {
        let ($($name),+);
        if cfg!(target_arch = "riscv32") {
            $($name = $a * $b;)+
        } else {
            [$($name),+] = reduce([$(product($a, $b)),+]);
        }
    };
}

impl<F: Field> Powers<F> {
    /// Cost: 5 squarings, 5 products.
    #[cfg_attr(target_arch = "riscv32", inline(never))]
    fn new(n: &Red<F>, d: &Red<F>) -> Self {
        products!(n2 = n, n; d2 = d, d);
        products!(n3 = &n2, n; n2d = &n2, d; nd2 = n, &d2; d3 = &d2, d);
        products!(n4 = &n2, &n2; d4 = &d2, &d2);
        let d8 = d4.sqr();
        let d12 = &d8 * &d4;
        Self { n: n.clone(), d: d.clone(), d2, cubes: [d3, nd2, n2d, n3], n4, d4: [d4, d8, d12] }
    }

    /// Σ kᵢ·Nⁱ·D³⁻ⁱ, not reduced.
    fn block(&self, k: &[F::Const; 4]) -> Wide<F> {
        let ctx = self.n.ctx();
        let mut sum = Wide::zero(&ctx);
        for (k, power) in k.iter().zip(&self.cubes) {
            sum = sum.plus(&Red::constant(&ctx, k), power);
        }
        sum
    }

    /// Σ kᵢ·Nⁱ·D^(4B − 1 − i) for B ≤ 4: 4B + 2(B − 1) products, 2B − 1 reductions.
    #[inline(always)]
    fn polynomial<const B: usize>(&self, k: &[[F::Const; 4]; B]) -> Red<F> {
        const { assert!(B >= 1 && B <= 4, "powers of D are held up to the twelfth") };
        if cfg!(target_arch = "riscv32") {
            return self.polynomial_of(k);
        }
        let blocks: [Red<F>; B] = reduce(k.each_ref().each(|k| self.block(k)));
        // The index is a constant, so that nothing is left of its check.
        let mut sum = blocks[B - 1].clone();
        for (block, d) in blocks.iter().rev().skip(1).zip(&self.d4) {
            sum = product(&sum, &self.n4).plus(block, d).reduce();
        }
        sum
    }

    /// The same, a block at a time: one function for all lengths.
    #[inline(never)]
    fn polynomial_of(&self, k: &[[F::Const; 4]]) -> Red<F> {
        let Some((first, k)) = k.split_last() else { return Red::zero_in(&self.n.ctx()) };
        let mut sum = self.block(first).reduce();
        for (k, d) in k.iter().rev().zip(&self.d4) {
            let block = self.block(k).reduce();
            sum = sum_of_two([term(&sum, &self.n4), term(&block, d)]);
        }
        sum
    }
}

/// The constants of an isogeny of degree 11, lowest coefficients first.
#[derive(Clone, Copy, Debug)]
pub struct Degree11<K> {
    /// h less its leading 1.
    pub kernel: [K; 5],
    /// X.
    pub x: [[K; 4]; 3],
    /// Y.
    pub y: [[K; 4]; 4],
}

/// Image of a point of E′ under an isogeny of degree 11, as X : Y : Z.
///
/// With h₅, X₁₁, Y₁₅ homogenised at N/D = X/Z: x = X₁₁/(D·h₅²), y = (Y/D)·Y₁₅/h₅³, over the
/// denominator D·h₅³. The identity of E′, where N = D = 0, gives 0 : 0 : 0; [`super::image`] makes
/// it the identity of E.
///
/// Cost: 60 products, 30 reductions (Horner's rule over the four published polynomials: about 120
/// and 70).
#[cfg_attr(target_arch = "riscv32", inline(never))]
pub fn degree_11<C: Weierstrass>(
    point: &Projective<C>,
    isogeny: &Degree11<<C::Base as Field>::Const>,
) -> [Red<C::Base>; 3] {
    let powers = Powers::new(&point.x, &point.z);
    let h = {
        // h = D²·(k₀D³ + … + k₃N³) + N⁴·(N + k₄D)
        let [k0, k1, k2, k3, k4] = &isogeny.kernel;
        let ctx = point.x.ctx();
        let k = |k| Red::constant(&ctx, k);
        let (low, high);
        let [d3, nd2, n2d, n3] = &powers.cubes;
        let block = product(&k(k0), d3).plus(&k(k1), nd2).plus(&k(k2), n2d).plus(&k(k3), n3);
        if cfg!(target_arch = "riscv32") {
            low = block.reduce();
            high = &k(k4) * &powers.d;
        } else {
            [low, high] = reduce([block, product(&k(k4), &powers.d)]);
        }
        sum_of_two([term(&low, &powers.d2), term(&high.plus(&powers.n), &powers.n4)])
    };
    let x_num = powers.polynomial(&isogeny.x);
    let y_num = powers.polynomial(&isogeny.y);
    products!(hh = &h, &h; hd = &h, &powers.d);
    products!(x = &x_num, &h; y = &y_num, &point.y; z = &hh, &hd);
    [x, y, z]
}

/// An isogeny of degree 3, by its kernel {∞, (x₀, ±y₀)} and Vélu's formulas, to y² = x³ + 3⁶·b with
/// a = 0 and from there to y² = x³ + b.
///
/// With t = 2(3x₀² + a′), w = 4y₀² = 4(x₀³ + a′x₀ + b′) and d = x′ − x₀ it is
///
/// x = (d³ + x₀d² + t·d + w)/9d², y = ±y′·(d³ − t·d − 2w)/27d³.
///
/// RFC 9380, Appendix E, prints it expanded, with nine or ten constants; often t and w are small.
pub trait Degree3: Weierstrass {
    /// Whether y has the minus: both signs are isogenies, and a suite chooses.
    const NEGATIVE: bool;

    /// x₀·x.
    fn times_x0(x: &Red<Self::Base>) -> Red<Self::Base>;

    /// t·x.
    fn times_t(x: &Red<Self::Base>) -> Red<Self::Base>;

    /// w·x.
    fn times_w(x: &Red<Self::Base>) -> Red<Self::Base>;
}

/// Image of a point of E′ under an isogeny of degree 3, as X : Y : Z. Below, d and its powers are
/// homogeneous, over the point's Z.
///
/// At the kernel d = 0 and Y ≠ 0; the identity of E′ gives 0 : 0 : 0, which [`super::image`] makes
/// the identity of E.
///
/// Cost: 2 squarings, 8 products, 6 reductions; and 2 multiplications by x₀, one by t, one by w.
pub fn degree_3<C: Degree3>(point: &Projective<C>) -> [Red<C::Base>; 3] {
    let Projective { x, y, z } = point;
    let d = x - &C::times_x0(z);
    // A square alone costs two products in a quadratic extension, as part of a layer four.
    let (dd, zz, dz) = (d.sqr(), z.sqr(), &d * z);
    let tzz = C::times_t(&zz);
    let wzz = C::times_w(&zz);
    let x_sum = &(&dd + &C::times_x0(&dz)) + &tzz;
    let y_sum = dd.minus(&tzz);
    let [x_num, y_num] =
        reduce([product(&d, &x_sum).plus(z, &wzz), product(&d, &y_sum).minus(z, &wzz.twice())]);
    let y = if C::NEGATIVE { -y } else { y.clone() };
    reduce([product(&d, &x_num.times(3)), product(&y, &y_num), product(&dd, &dz.times(27))])
}
