//! Hashing to Pallas on slow integers, as pasta_curves does it: the map of RFC 9380, section 6.6.2,
//! to a curve E′ with a ≠ 0, and an isogeny of degree 3 from there.

use super::field::{Fp, Slow as _};
use super::short::{Point, Short};
use super::vrf::{expand, simplified_swu};
use super::{PALLAS, hex};
use blake2::{Blake2b512, Digest as _};
use num_bigint::BigUint;
use peer_api::PALLAS_PREFIX;
use std::sync::LazyLock;

/// E′: y² = x³ + A′x + 1265, a root fact of pasta_curves. Nothing here asks for a generator of it.
static ISOGENOUS: LazyLock<Short<Fp>> = LazyLock::new(|| Short {
    a: hex("18354a2eb0ea8c9c49be2d7258370742b74134581a27a59f92bb4b0b657a014b"),
    b: BigUint::from(1265_u32),
    field: PALLAS.field.clone(),
    generator: PALLAS.generator.clone(),
    order: PALLAS.order.clone(),
});

/// x of the points of order three that the isogeny takes to the identity: by J. Vélu ("Isogénies
/// entre courbes elliptiques", 1971) the image of E′ is y² = x³ + (A′ − 5t)x + 1265 − 7(u + xt)
/// with t = 2(3x² + A′) and u = 4(x³ + A′x + 1265). It has to be y² = x³ + 5·3⁶. From A′ = 5t
/// follows x², and one of the two roots fits.
static KERNEL: LazyLock<BigUint> = LazyLock::new(|| {
    let f = &ISOGENOUS.field;
    // 30x² = −9A′.
    let small = |n: u32| BigUint::from(n);
    let square = f
        .times(&f.minus(&BigUint::ZERO, &f.times(&small(9), &ISOGENOUS.a)), &f.inverse(&small(30)));
    let root = f.root(&square).expect("the curves are isogenous");
    let other = f.minus(&BigUint::ZERO, &root);
    let fits = |x: &BigUint| {
        let (t, u) = sums(x);
        let b = f.minus(&ISOGENOUS.b, &f.times(&small(7), &f.plus(&u, &f.times(x, &t))));
        b == f.times(&PALLAS.b, &small(729))
    };
    [root, other].into_iter().find(fits).expect("the curves are isogenous")
});

/// t and u of Vélu.
fn sums(x: &BigUint) -> (BigUint, BigUint) {
    let f = &ISOGENOUS.field;
    let small = |n: u32| BigUint::from(n);
    let slope = f.plus(&f.times(&small(3), &f.times(x, x)), &ISOGENOUS.a);
    (f.times(&small(2), &slope), f.times(&small(4), &ISOGENOUS.right_side(x)))
}

/// (X/9, Y/27) for Vélu's image (X, Y).
fn isogeny(point: &Point<Fp>) -> Point<Fp> {
    let f = &ISOGENOUS.field;
    let (x, y) = point.as_ref()?;
    let inverse = f.inverse(&f.minus(x, &KERNEL));
    if inverse == BigUint::ZERO {
        return None;
    }
    let ((t, u), square) = (sums(&KERNEL), f.times(&inverse, &inverse));
    let cube = f.times(&square, &inverse);
    let image_x = f.plus(x, &f.plus(&f.times(&t, &inverse), &f.times(&u, &square)));
    // The derivative of X.
    let twice = f.times(&BigUint::from(2_u32), &u);
    let slope =
        f.minus(&BigUint::from(1_u32), &f.plus(&f.times(&t, &square), &f.times(&twice, &cube)));
    let [ninth, third] = [9_u32, 27].map(|n| f.inverse(&BigUint::from(n)));
    Some((f.times(&image_x, &ninth), f.times(&f.times(y, &slope), &third)))
}

/// The point of a message.
pub fn hash(message: &[u8]) -> Point<Fp> {
    let tag = format!("{PALLAS_PREFIX}-pallas_XMD:BLAKE2b_SSWU_RO_");
    let blake2b = |parts: &[&[u8]]| Blake2b512::digest(parts.concat()).to_vec();
    let uniform = expand(blake2b, 128, &[message], tag.as_bytes(), 128);
    let point = |bytes: &[u8]| {
        simplified_swu(&ISOGENOUS, 13, &(BigUint::from_bytes_be(bytes) % &ISOGENOUS.field.p))
    };
    let (first, second) = uniform.split_at(64);
    isogeny(&ISOGENOUS.add(&point(first), &point(second)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_on_the_curve_and_the_isogeny_adds() {
        let f = &ISOGENOUS.field;
        assert!(PALLAS.holds(&hash(b"")) && hash(b"").is_some());
        let [p, q] = [2_u32, 3].map(|u| simplified_swu(&ISOGENOUS, 13, &BigUint::from(u)));
        assert!(ISOGENOUS.holds(&p) && ISOGENOUS.holds(&q));
        let sum = isogeny(&ISOGENOUS.add(&p, &q));
        assert_eq!(PALLAS.add(&isogeny(&p), &isogeny(&q)), sum);
        assert!(PALLAS.holds(&sum));
        let kernel = f.root(&ISOGENOUS.right_side(&KERNEL)).map(|y| (KERNEL.clone(), y));
        if kernel.is_some() {
            assert_eq!(ISOGENOUS.add(&kernel, &kernel), ISOGENOUS.negate(&kernel));
            assert_eq!(isogeny(&kernel), None);
        }
    }
}
