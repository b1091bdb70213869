//! The map of Shallue and van de Woestijne, step by step as in RFC 9380.

use curve::field::{Anywhere, Canonical, Red};
use curve::formulas::complete::Coefficient;
use curve::hash_to_curve::svdw::{self, Svdw};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// map_to_curve_svdw of RFC 9380 F.1, its steps and names, with an inversion, Legendre symbols and
/// a root.
pub fn reference<C: Svdw<Base: Anywhere>>(u: &Red<C::Base>) -> (Red<C::Base>, Red<C::Base>) {
    let constants = C::constants();
    let of = Red::<C::Base>::of;
    let one = Red::one();
    let g = |x: &Red<C::Base>| &(&(&x.sqr() * x) + &C::A::times(x)) + &C::b(&());
    let tv1 = &u.sqr() * &of(&constants.g_z);
    let tv2 = &one + &tv1;
    let tv1 = &one - &tv1;
    let tv3 = (&tv1 * &tv2).invert();
    let tv4 = &(&(u * &tv1) * &tv3) * &of(&constants.c3);
    let x1 = &of(&constants.minus_half_z) - &tv4;
    let e1 = bool::from(g(&x1).is_square());
    let x2 = &of(&constants.minus_half_z) + &tv4;
    let e2 = bool::from(g(&x2).is_square()) && !e1;
    let x3 = &(&(&tv2.sqr() * &tv3).sqr() * &of(&constants.c4)) + &of(&constants.z);
    let x = if e1 {
        x1
    } else if e2 {
        x2
    } else {
        x3
    };
    let (y, exists) = g(&x).sqrt();
    assert!(bool::from(exists), "one of the three is an x");
    let y = if bool::from(u.sgn0()) == bool::from(y.sgn0()) { y } else { -&y };
    (x, y)
}

pub fn agrees<C: Svdw<Base: Anywhere>>(u: &Red<C::Base>) {
    let point = svdw::map_to_curve::<C>(u);
    assert!(bool::from(point.is_on_curve()));
    let affine = point.to_affine();
    assert_eq!((*affine.x(), *affine.y()), reference::<C>(u));
}

/// Elements whose denominators vanish, small and random ones; gives the number of the first.
pub fn elements<C: Svdw<Base: Anywhere>>() -> usize {
    let g_z = Red::<C::Base>::of(&C::constants().g_z);
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let mut exceptional = 0;
    for square in [g_z.invert(), -&g_z.invert()] {
        let (u, exists) = square.sqrt();
        if bool::from(exists) {
            exceptional += 2;
            agrees::<C>(&u);
            agrees::<C>(&-&u);
        }
    }
    for i in 0..40 {
        let mut bytes = [0; 96];
        rng.fill_bytes(&mut bytes);
        agrees::<C>(&Red::from(i));
        agrees::<C>(&-&Red::from(i));
        agrees::<C>(&Red::from_uniform_bytes(&bytes[..C::Base::UNIFORM_BYTES]));
    }
    exceptional
}
