//! What the maps cost, on an engine that counts, whose values are not `Copy` and know their context, as a recorder's.

use std::cell::Cell;
use std::rc::Rc;

use curve::bls12_381::hash_to_curve::{G1Isogenous, G2Isogenous};
use curve::bls12_381::{FpConst, FpEngine, G1Curve, G2Curve, mul_by_x_abs};
use curve::field::{Field, Karatsuba, Masked, Red};
use curve::fp2::Quad;
use curve::hash_to_curve::sswu::{self, Sign, Swu};
use curve::hash_to_curve::{Suite, image};
use curve::weierstrass::Projective;
use subtle::Choice;

/// Products, squarings among them, and reductions.
#[derive(Default)]
struct Counter {
    products: Cell<u32>,
    reductions: Cell<u32>,
}

type Ctx = Rc<Counter>;

#[derive(Clone, Copy, Debug)]
struct Counting;

type Raw = <FpEngine as Field>::Raw;

#[derive(Clone)]
struct Value(Raw, Ctx);

impl core::fmt::Debug for Value {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.0.fmt(f)
    }
}

impl Value {
    fn with(&self, raw: Raw) -> Self {
        Self(raw, self.1.clone())
    }
}

fn more(cell: &Cell<u32>) {
    cell.set(cell.get() + 1);
}

impl Field for Counting {
    type Ctx = Ctx;
    type Const = FpConst;
    type Raw = Value;
    type Wide = (<FpEngine as Field>::Wide, Ctx);

    const MAX_PRODUCTS: u32 = FpEngine::MAX_PRODUCTS;
    const KARATSUBA: Karatsuba = FpEngine::KARATSUBA;

    fn ctx(a: &Value) -> Ctx {
        a.1.clone()
    }
    fn constant(ctx: &Ctx, constant: &FpConst) -> Value {
        Value(FpEngine::constant(&(), constant), ctx.clone())
    }
    fn small(ctx: &Ctx, value: u32) -> Value {
        Value(FpEngine::small(&(), value), ctx.clone())
    }
    fn add(a: &Value, b: &Value) -> Value {
        a.with(<FpEngine as Field>::add(&a.0, &b.0))
    }
    fn sub(a: &Value, b: &Value) -> Value {
        a.with(<FpEngine as Field>::sub(&a.0, &b.0))
    }
    fn neg(a: &Value) -> Value {
        a.with(<FpEngine as Field>::neg(&a.0))
    }
    fn times(a: &Value, k: u32) -> Value {
        a.with(<FpEngine as Field>::times(&a.0, k))
    }
    fn weak(a: &Value) -> Value {
        a.with(<FpEngine as Field>::weak(&a.0))
    }
    fn wide(ctx: &Ctx) -> Self::Wide {
        (FpEngine::wide(&()), ctx.clone())
    }
    fn mac(wide: &mut Self::Wide, a: &Value, b: &Value) {
        more(&wide.1.products);
        FpEngine::mac(&mut wide.0, &a.0, &b.0);
    }
    fn msub(wide: &mut Self::Wide, a: &Value, b: &Value) {
        more(&wide.1.products);
        FpEngine::msub(&mut wide.0, &a.0, &b.0);
    }
    fn mac_small(wide: &mut Self::Wide, a: &Value, k: i32) {
        FpEngine::mac_small(&mut wide.0, &a.0, k);
    }
    fn wide_add(wide: &mut Self::Wide, other: &Self::Wide) {
        FpEngine::wide_add(&mut wide.0, &other.0);
    }
    fn wide_sub(wide: &mut Self::Wide, other: &Self::Wide) {
        FpEngine::wide_sub(&mut wide.0, &other.0);
    }
    fn wide_times(wide: &mut Self::Wide, k: u32) {
        FpEngine::wide_times(&mut wide.0, k);
    }
    fn reduce<const N: usize>(wides: [&Self::Wide; N]) -> [Value; N] {
        wides.map(|(wide, ctx)| {
            more(&ctx.reductions);
            let [raw] = <FpEngine as Field>::reduce([wide]);
            Value(raw, ctx.clone())
        })
    }
}

impl Masked for Counting {
    type Mask = Choice;

    fn is_zero(a: &Value) -> Choice {
        <FpEngine as Masked>::is_zero(&a.0)
    }
    fn select(a: &Value, b: &Value, mask: &Choice) -> Value {
        a.with(<FpEngine as Masked>::select(&a.0, &b.0, mask))
    }
    fn mask(choice: Choice) -> Choice {
        choice
    }
}

impl Sign for Counting {
    fn sgn0(a: &Value) -> Choice {
        <FpEngine as Sign>::sgn0(&a.0)
    }
}

/// Products and reductions of an operation.
fn count<T>(ctx: &Ctx, what: impl FnOnce() -> T) -> (T, [u32; 2]) {
    let before = [ctx.products.get(), ctx.reductions.get()];
    let out = what();
    (out, [ctx.products.get() - before[0], ctx.reductions.get() - before[1]])
}

/// Products and reductions of the root, the whole map, the addition, the isogeny, and a multiplication by |x|.
fn costs<C: Suite>(ctx: &Ctx, u: [Red<C::Base>; 2]) -> [[u32; 2]; 5]
where
    C::Base: Field<Ctx = Ctx>,
{
    let (_, root) = count(ctx, || C::Map::sqrt_ratio(&u[0], &u[1]));
    let (p, map) = count(ctx, || sswu::map_to_curve::<C::Map>(&u[0]));
    let q = sswu::map_to_curve::<C::Map>(&u[1]);
    let (sum, addition) = count(ctx, || p.add(&q));
    let (_, isogeny) = count(ctx, || image::<C>(&sum));
    let (_, by_x) = count(ctx, || mul_by_x_abs(&Projective::<C>::identity_in(ctx)));
    [root, map, addition, isogeny, by_x]
}

/// The table of costs in the documentation of the suites, from this.
#[test]
fn costs_of_the_suites() {
    let ctx = Ctx::default();
    let small = |k| Red::<Counting>::small(&ctx, k);
    let g1 = costs::<G1Curve<Counting>>(&ctx, [small(3), small(5)]);
    println!("G1: root, map, addition, isogeny, |x|: products and reductions {g1:?}");
    assert_eq!(g1[..4], [[454, 454], [468, 468], [20, 14], [60, 30]]);
    let pair = |k| Red::<Quad<Counting>>::new(small(k), small(k + 1));
    let g2 = costs::<G2Curve<Counting>>(&ctx, [pair(3), pair(5)]);
    println!("G2: root, map, addition, isogeny, |x|: products and reductions {g2:?}");
    assert_eq!(g2[..4], [[913, 909], [945, 929], [60, 18], [36, 16]]);
}

/// The counting engine computes the same as the one that it counts for.
#[test]
fn same_as_portable() {
    let ctx = Ctx::default();
    let got = sswu::map_to_curve::<G1Isogenous<Counting>>(&Red::small(&ctx, 9));
    let want = sswu::map_to_curve::<G1Isogenous<FpEngine>>(&Red::from(9));
    assert_eq!([got.x, got.y, got.z].map(|c| c.raw().0), [want.x, want.y, want.z].map(|c| *c.raw()));
    let got = sswu::map_to_curve::<G2Isogenous<Counting>>(&Red::small(&ctx, 9));
    let want = sswu::map_to_curve::<G2Isogenous<FpEngine>>(&Red::from(9));
    assert_eq!([got.x, got.y, got.z].map(|c| c.raw().clone().map(|c| c.0)), [want.x, want.y, want.z].map(|c| *c.raw()));
}
