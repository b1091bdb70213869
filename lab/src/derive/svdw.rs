//! The constants of the map of Shallue and van de Woestijne to y² = x³ + b (RFC 9380 §6.6.1).

use num_bigint::BigUint;

use super::arithmetic::{Pair, Quadratic};

/// Of a and −a the one with sgn0 = 0 (RFC 9380 §4.1).
fn even(a: &Pair, field: &Quadratic) -> Pair {
    let odd = if a[0] == BigUint::ZERO { a[1].bit(0) } else { a[0].bit(0) };
    if odd { field.neg(a) } else { a.clone() }
}

/// g(Z), −Z/2, c₃, c₄, √c₄³/(g(Z)·N) and the point of the exceptional u, for y² = g(x) = x³ + b;
/// every root with sgn0 = 0. `sqrt` gives one in the field of the coordinates.
pub fn constants(
    field: &Quadratic,
    sqrt: impl Fn(&Pair) -> Option<Pair>,
    b: &Pair,
    z: i64,
    n: &Pair,
) -> [Pair; 7] {
    let small = |k| field.small(k, 0);
    let root = |a: &Pair| sqrt(a).map(|root| even(&root, field));
    let g = |x: &Pair| field.add(&field.mul(&field.mul(x, x), x), b);
    assert_eq!(sqrt(n), None, "N is no square");
    let three_zz = small(3 * z * z);
    let g_z = g(&small(z));
    let minus_half = field.neg(&field.mul(&small(z), &field.invert(&small(2))));
    let c3 = root(&field.neg(&field.mul(&three_zz, &g_z))).expect("Z is chosen so");
    let c4 = field.mul(&field.mul(&small(-4), &g_z), &field.invert(&three_zz));
    let root_c4 = root(&c4).expect("Z is chosen so");
    let third = field.mul(&field.mul(&c4, &root_c4), &field.invert(&field.mul(&g_z, n)));
    let (x, y) = [minus_half.clone(), small(z)]
        .into_iter()
        .find_map(|x| root(&g(&x)).map(|y| (x, y)))
        .expect("one of them is an x, by the choice of Z");
    [g_z, minus_half, c3, c4, even(&third, field), x, y]
}
