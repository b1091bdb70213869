//! Formulas for twisted Edwards curves −x² + y² = 1 + dx²y² in extended coordinates.
//!
//! H. Hisil, K. Wong, G. Carter, E. Dawson, "Twisted Edwards curves revisited", ePrint 2008/522, §3.1, §3.2 and §4.2. With −1 a square
//! and d none the addition is complete (Theorem 1 there; D. J. Bernstein, T. Lange, "Faster addition and doubling on elliptic curves",
//! ePrint 2007/286, Theorem 3.3): equal, opposite and identity operands and points of small order go through the same steps.
//!
//! Every formula ends in x = E/G, y = H/F ([`Completed`]), whose product form is four independent products, or three where
//! the next step is a doubling, which does not read T. All sums and differences are of two reduced values, but for F of a doubling.

use crate::edwards::{Cached, Edwards, EdwardsPoint, Niels};
use crate::field::{Lazy, Red, squares, sums, term};

/// A point as two fractions, x = E/G and y = H/F.
pub struct Completed<C: Edwards> {
    /// E.
    pub e: Lazy<C::Base>,
    /// F.
    pub f: Lazy<C::Base>,
    /// G.
    pub g: Lazy<C::Base>,
    /// H.
    pub h: Lazy<C::Base>,
}

/// X : Y : Z without T, between two doublings.
pub struct Projective<C: Edwards>(pub [Red<C::Base>; 3]);

impl<C: Edwards> Completed<C> {
    /// X : Y : Z : T = EF : GH : FG : EH. 4 products.
    #[inline(always)]
    pub fn extended(&self) -> EdwardsPoint<C> {
        let Self { e, f, g, h } = self;
        let [x, y, z, t] = sums([[term(e, f)], [term(g, h)], [term(f, g)], [term(e, h)]]);
        EdwardsPoint { x, y, z, t }
    }

    /// X : Y : Z. 3 products.
    #[inline(always)]
    pub fn projective(&self) -> Projective<C> {
        let Self { e, f, g, h } = self;
        Projective(sums([[term(e, f)], [term(g, h)], [term(f, g)]]))
    }
}

/// P + Q: 4 products, then 4 ([`Completed::extended`]) or 3. Hisil et al. §3.1 and §4.2 (add-2008-hwcd-3) with what depends on Q alone
/// done before.
#[inline(always)]
pub fn add<C: Edwards>(p: &EdwardsPoint<C>, q: &Cached<C>) -> Completed<C> {
    let [a, b, c, d] = sums([
        [term(&p.y.minus(&p.x), &q.y_minus_x)], // A = (Y₁ − X₁)(Y₂ − X₂)
        [term(&p.y.plus(&p.x), &q.y_plus_x)],   // B = (Y₁ + X₁)(Y₂ + X₂)
        [term(&p.t, &q.t_2d)],                  // C = T₁·2d·T₂
        [term(&p.z, &q.z_2)],                   // D = Z₁·2Z₂
    ]);
    Completed { e: b.minus(&a), f: d.minus(&c), g: d.plus(&c), h: b.plus(&a) }
}

/// P + Q for Q with Z₂ = 1: 3 products and a doubled Z₁, then 4 or 3. Hisil et al. §4.2, madd-2008-hwcd-3.
#[inline(always)]
pub fn add_mixed<C: Edwards>(p: &EdwardsPoint<C>, q: &Niels<C>) -> Completed<C> {
    let [a, b, c] =
        sums([[term(&p.y.minus(&p.x), &q.y_minus_x)], [term(&p.y.plus(&p.x), &q.y_plus_x)], [term(&p.t, &q.xy_2d)]]);
    let d = p.z.twice().weak();
    Completed { e: b.minus(&a), f: d.minus(&c), g: d.plus(&c), h: b.plus(&a) }
}

/// 2P: 3 squares and 1 product, then 4 products or 3. Hisil et al. §3.3 (dbl-2008-hwcd) with a = −1: on the curve
/// 1 + dx²y² = y² − x², so x₃ = 2XY/(Y² − X²) and y₃ = (Y² + X²)/(2Z² − (Y² − X²)). E = 2XY is a product here instead of the difference
/// (X + Y)² − X² − Y², which spares three sums; T is not read.
#[inline(always)]
pub fn double<C: Edwards>(x: &Red<C::Base>, y: &Red<C::Base>, z: &Red<C::Base>) -> Completed<C> {
    let [a, b, zz] = squares([x, y, z]);
    let [xy_2] = sums([[term(&x.twice(), y)]]);
    let g = b.minus(&a).weak();
    let f = zz.twice().weak().minus(&g);
    Completed { e: xy_2.lazy(), f, g: g.lazy(), h: b.plus(&a) }
}
