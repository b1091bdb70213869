//! The map, the roots and the addition on E′, over fields that are small enough for every element,
//! on both word sizes, against the definitions with inversions and tables of squares.

use std::collections::HashMap;

use curve::field::{Anywhere, Field, Red};
use curve::formulas::complete::Coefficient;
use curve::fp2::Quad;
use curve::hash_to_curve::sqrt_ratio::{sqrt_ratio_3mod4, sqrt_ratio_complex};
use curve::hash_to_curve::sswu::{Sign, Swu, map_to_curve};
use curve::weierstrass::{Projective, Weierstrass};
use limb::Mont;
use limb::modulus::Constant;

/// x₀ + x₁i in the field of p² elements, i² = −1; the field of p elements is that with x₁ = 0.
type Element = [u64; 2];

/// The field of p or p² elements, by remainders and tables.
struct Slow {
    p: u64,
    roots: HashMap<Element, Element>,
    elements: Vec<Element>,
}

#[allow(clippy::integer_division_remainder_used)]
impl Slow {
    fn new(p: u64, degree: u32) -> Self {
        let top = if degree == 2 { p } else { 1 };
        let elements = (0..top).flat_map(|x1| (0..p).map(move |x0| [x0, x1])).collect();
        let mut slow = Self { p, roots: HashMap::new(), elements };
        slow.roots = slow.elements.iter().map(|x| (slow.mul(x, x), *x)).collect();
        slow
    }

    fn add(&self, x: &Element, y: &Element) -> Element {
        [(x[0] + y[0]) % self.p, (x[1] + y[1]) % self.p]
    }

    fn neg(&self, x: &Element) -> Element {
        x.map(|c| (self.p - c) % self.p)
    }

    fn mul(&self, x: &Element, y: &Element) -> Element {
        let p = self.p;
        [(x[0] * y[0] + (p - x[1]) * y[1]) % p, (x[0] * y[1] + x[1] * y[0]) % p]
    }

    /// 1/x, zero for zero, as x^(q − 2).
    fn invert(&self, x: &Element) -> Element {
        let (mut out, mut square, mut exponent) = ([1, 0], *x, self.elements.len() - 2);
        while exponent != 0 {
            if exponent & 1 == 1 {
                out = self.mul(&out, &square);
            }
            square = self.mul(&square, &square);
            exponent >>= 1;
        }
        out
    }

    fn g(&self, curve: &Facts, x: &Element) -> Element {
        let cube = self.mul(&self.mul(x, x), x);
        self.add(&self.add(&cube, &self.mul(&curve.a, x)), &curve.b)
    }

    fn sgn0(x: &Element) -> bool {
        if x[0] == 0 { x[1] & 1 == 1 } else { x[0] & 1 == 1 }
    }

    /// RFC 9380 §6.6.2, as it is written there.
    fn map(&self, curve: &Facts, u: &Element) -> (Element, Element) {
        let zuu = self.mul(&curve.z, &self.mul(u, u));
        let tv1 = self.invert(&self.add(&self.mul(&zuu, &zuu), &zuu));
        let x1 = if tv1 == [0, 0] {
            self.mul(&curve.b, &self.invert(&self.mul(&curve.z, &curve.a)))
        } else {
            let minus_b_over_a = self.neg(&self.mul(&curve.b, &self.invert(&curve.a)));
            self.mul(&minus_b_over_a, &self.add(&[1, 0], &tv1))
        };
        let x2 = self.mul(&zuu, &x1);
        let (x, y) = match self.roots.get(&self.g(curve, &x1)) {
            Some(y) => (x1, *y),
            None => (x2, self.roots[&self.g(curve, &x2)]),
        };
        (x, if Self::sgn0(u) == Self::sgn0(&y) { y } else { self.neg(&y) })
    }

    /// P + Q by chord and tangent; `None` is the identity.
    fn add_points(
        &self,
        curve: &Facts,
        p: Option<(Element, Element)>,
        q: Option<(Element, Element)>,
    ) -> Option<(Element, Element)> {
        let (Some((x1, y1)), Some((x2, y2))) = (p, q) else { return p.or(q) };
        let minus = |x: &Element, y: &Element| self.add(x, &self.neg(y));
        let slope = if x1 != x2 {
            self.mul(&minus(&y2, &y1), &self.invert(&minus(&x2, &x1)))
        } else if y1 == y2 {
            let xx = self.mul(&x1, &x1);
            let above = self.add(&self.mul(&[3, 0], &xx), &curve.a);
            self.mul(&above, &self.invert(&self.add(&y1, &y1)))
        } else {
            return None;
        };
        let x = minus(&minus(&self.mul(&slope, &slope), &x1), &x2);
        Some((x, minus(&self.mul(&slope, &minus(&x1, &x)), &y1)))
    }
}

/// A curve and its Z.
struct Facts {
    a: Element,
    b: Element,
    z: Element,
}

modulus!(P43, "2b");
modulus!(P103, "67");
modulus!(P1019, "3fb");

/// A toy engine with its field's elements as [`Element`]s.
trait Toy: Anywhere + Sign {
    const DEGREE: u32;
    const P: u64;
    fn of(x: &Element) -> Red<Self>;
    fn to(x: &Red<Self>) -> Element;
    fn ratio(z: &Element, u: &Red<Self>, v: &Red<Self>) -> (Red<Self>, subtle::Choice);
}

impl<M: limb::Params<W, N>, W: curve::engines::word_engines::WordEngines, const N: usize> Toy
    for Mont<M, W, N>
{
    const DEGREE: u32 = 1;
    const P: u64 = M::P[0];

    fn of(x: &Element) -> Red<Self> {
        Red::from(x[0] as u32)
    }

    fn to(x: &Red<Self>) -> Element {
        let mut bytes = [0; 2];
        x.to_bytes(&mut bytes[2 - Red::<Self>::BYTES..]);
        [u64::from(u16::from_be_bytes(bytes)), 0]
    }

    fn ratio(z: &Element, u: &Red<Self>, v: &Red<Self>) -> (Red<Self>, subtle::Choice) {
        let (root, _) = (-&Self::of(z)).sqrt();
        sqrt_ratio_3mod4(u, v, &root, |x| x.pow_vartime(&[(M::P[0] - 3) >> 2]))
    }
}

impl<F: Toy> Toy for Quad<F> {
    const DEGREE: u32 = 2;
    const P: u64 = F::P;

    fn of(x: &Element) -> Red<Self> {
        Red::new(F::of(&[x[0], 0]), F::of(&[x[1], 0]))
    }

    fn to(x: &Red<Self>) -> Element {
        [F::to(&x.c0())[0], F::to(&x.c1())[0]]
    }

    fn ratio(z: &Element, u: &Red<Self>, v: &Red<Self>) -> (Red<Self>, subtle::Choice) {
        let z = Self::of(z);
        let (root, exists) = (-&(&z.c0().sqr() + &z.c1().sqr())).sqrt();
        assert!(bool::from(exists));
        sqrt_ratio_complex(u, v, |x| x * &z, &root, |x| x.pow_vartime(&[(F::P - 3) >> 2]))
    }
}

/// The curve y² = x³ + (A0 + A1·i)x + B0 + B1·i with Z = Z0 + Z1·i.
#[derive(Clone, Copy, Debug)]
struct Curve<
    F,
    const A0: u64,
    const A1: u64,
    const B0: u64,
    const B1: u64,
    const Z0: u64,
    const Z1: u64,
>(std::marker::PhantomData<F>);

impl<
    F: Toy,
    const A0: u64,
    const A1: u64,
    const B0: u64,
    const B1: u64,
    const Z0: u64,
    const Z1: u64,
> Weierstrass for Curve<F, A0, A1, B0, B1, Z0, Z1>
{
    type Base = F;
    type A = Self;

    fn b(_: &F::Ctx) -> Red<F> {
        F::of(&[B0, B1])
    }

    fn times_3b(x: &Red<F>) -> Red<F> {
        x.times(3) * F::of(&[B0, B1])
    }
}

impl<
    F: Toy,
    const A0: u64,
    const A1: u64,
    const B0: u64,
    const B1: u64,
    const Z0: u64,
    const Z1: u64,
> Coefficient<Self> for Curve<F, A0, A1, B0, B1, Z0, Z1>
{
    fn times(x: &Red<F>) -> Red<F> {
        x * &F::of(&[A0, A1])
    }
}

impl<
    F: Toy,
    const A0: u64,
    const A1: u64,
    const B0: u64,
    const B1: u64,
    const Z0: u64,
    const Z1: u64,
> Swu for Curve<F, A0, A1, B0, B1, Z0, Z1>
{
    fn times_z(x: &Red<F>) -> Red<F> {
        x * &F::of(&[Z0, Z1])
    }

    fn sqrt_ratio(u: &Red<F>, v: &Red<F>) -> (Red<F>, subtle::Choice) {
        F::ratio(&[Z0, Z1], u, v)
    }
}

/// A point by its affine coordinates.
fn affine<C: Weierstrass<Base: Toy>>(point: &Projective<C>) -> Option<(Element, Element)> {
    let affine = point.to_affine();
    let finite = !bool::from(affine.is_identity());
    finite.then(|| (C::Base::to(affine.x()), C::Base::to(affine.y())))
}

/// A projective point, with a Z of its own.
fn projective<C: Weierstrass<Base: Toy>>(
    point: Option<(Element, Element)>,
    z: u32,
) -> Projective<C> {
    let z = Red::from(z);
    let [x, y, z] = match point {
        Some((x, y)) => [&C::Base::of(&x) * &z, &C::Base::of(&y) * &z, z],
        None => [Red::zero(), z, Red::zero()],
    };
    Projective::from_xyz_unchecked_curve_and_subgroup(x, y, z)
}

/// Every u; every pair of points, or those with every `step`-th point.
fn exhaust<C: Swu<Base: Toy>>(facts: &Facts, step: usize) {
    let slow = Slow::new(C::Base::P, C::Base::DEGREE);
    let mut exceptional = 0;
    for u in &slow.elements {
        let zuu = slow.mul(&facts.z, &slow.mul(u, u));
        exceptional += usize::from(slow.add(&slow.mul(&zuu, &zuu), &zuu) == [0, 0]);
        let point = map_to_curve::<C>(&C::Base::of(u));
        assert!(bool::from(point.is_on_curve()));
        assert_eq!(affine(&point), Some(slow.map(facts, u)), "u = {u:?}");
    }
    // u = 0, and ±√(−1/Z) where that exists, which in Fp it does, −1 and Z being no squares.
    assert_eq!(exceptional, if C::Base::DEGREE == 1 { 3 } else { 1 });

    let mut points = vec![None];
    for x in &slow.elements {
        if let Some(y) = slow.roots.get(&slow.g(facts, x)) {
            points.extend([Some((*x, *y)), Some((*x, slow.neg(y)))]);
        }
    }
    assert_eq!(points.len() & 1, 1, "an odd order");
    let opposite = |p: Option<(Element, Element)>| p.map(|(x, y)| (x, slow.neg(&y)));
    for (i, &p) in points.iter().enumerate().step_by(step) {
        for q in points[i..].iter().copied().step_by(step).chain([p, opposite(p), None]) {
            let sum = projective::<C>(p, 2).add(&projective(q, 3));
            assert!(bool::from(sum.is_on_curve()));
            assert_eq!(affine(&sum), slow.add_points(facts, p, q), "{p:?} + {q:?}");
            assert_eq!(
                affine(&projective::<C>(p, 5).double()),
                slow.add_points(facts, p, p),
                "2{p:?}"
            );
        }
    }
}

/// One curve on both engines.
macro_rules! curve {
    ($name:ident, $modulus:ty, $degree:ident, $step:literal, [$a0:literal, $a1:literal], [$b0:literal, $b1:literal], [$z0:literal, $z1:literal]) => {
        #[test]
        fn $name() {
            let facts = Facts { a: [$a0, $a1], b: [$b0, $b1], z: [$z0, $z1] };
            exhaust::<Curve<$degree<Mont<$modulus, u64, 1>>, $a0, $a1, $b0, $b1, $z0, $z1>>(
                &facts, $step,
            );
            exhaust::<Curve<$degree<Mont<$modulus, u32, 2>>, $a0, $a1, $b0, $b1, $z0, $z1>>(
                &facts, $step,
            );
        }
    };
}

type Itself<F> = F;

curve!(p43_order_55, P43, Itself, 1, [1, 0], [8, 0], [3, 0]);
curve!(p43_order_45, P43, Itself, 1, [1, 0], [11, 0], [3, 0]);
curve!(p43_order_51, P43, Itself, 1, [1, 0], [19, 0], [5, 0]);
curve!(p103_order_87, P103, Itself, 1, [1, 0], [1, 0], [5, 0]);
curve!(p103_order_123, P103, Itself, 1, [1, 0], [25, 0], [3, 0]);
curve!(p1019_order_1041, P1019, Itself, 7, [1, 0], [5, 0], [2, 0]);
curve!(p43_squared_order_1879, P43, Quad, 11, [2, 3], [1, 1], [2, 1]);
curve!(p43_squared_order_1789, P43, Quad, 11, [0, 7], [1, 1], [2, 1]);

/// All u and v ≠ 0: the root squared times v is u, or Z·u.
fn all_ratios<F: Toy>(z: &Element, step: usize) {
    let slow = Slow::new(F::P, F::DEGREE);
    for v in slow.elements.iter().skip(1).step_by(step) {
        let inverse = slow.invert(v);
        for u in &slow.elements {
            let (root, is_square) = F::ratio(z, &F::of(u), &F::of(v));
            assert_eq!(
                bool::from(is_square),
                slow.roots.contains_key(&slow.mul(u, &inverse)),
                "{u:?}/{v:?}"
            );
            let target = if bool::from(is_square) { *u } else { slow.mul(z, u) };
            assert_eq!(F::to(&(&root.sqr() * &F::of(v))), target, "{u:?}/{v:?}");
        }
    }
}

#[test]
fn ratios() {
    all_ratios::<Mont<P43, u64, 1>>(&[3, 0], 1);
    all_ratios::<Mont<P103, u64, 1>>(&[5, 0], 1);
    all_ratios::<Quad<Mont<P43, u64, 1>>>(&[2, 1], 17);
    all_ratios::<Quad<Mont<P43, u32, 2>>>(&[2, 1], 43);
}

/// The tests above convert by these.
#[test]
fn toy_elements() {
    assert_eq!(Constant::<P1019>::small(1018), Constant::minus(1));
    let x = Mont::<P1019, u64, 1>::of(&[1018, 0]);
    assert_eq!(<Mont<P1019, u64, 1> as Toy>::to(&x), [1018, 0]);
    assert!(bool::from((&x + &Red::one()).is_zero()));
    assert_eq!(<Mont<P1019, u64, 1> as Field>::MAX_PRODUCTS, 32);
}
