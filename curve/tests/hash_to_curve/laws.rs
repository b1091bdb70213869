//! What the map, its roots and the isogeny must do on every curve.
#![allow(dead_code)]

use curve::field::{Anywhere, Canonical, Red};
use curve::hash_to_curve::sswu::{self, Swu};
use curve::hash_to_curve::{Suite, image};
use curve::weierstrass::{CurvePoint, Group, Projective};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Elements for which the map's denominators vanish or its roots are degenerate, and some small and
/// random ones.
fn elements<S: Swu<Base: Anywhere>>(rng: &mut impl Rng) -> Vec<Red<S::Base>> {
    let mut list: Vec<_> = (0..8).map(Red::from).collect();
    // Zu² = −1
    let (exceptional, exists) = (-&S::times_z(&Red::one())).invert().sqrt();
    println!("Zu² = −1 has a solution: {}", bool::from(exists));
    if exists.into() {
        list.extend([exceptional, -&exceptional]);
    }
    for _ in 0..24 {
        let mut bytes = [0; 128];
        rng.fill_bytes(&mut bytes);
        list.push(Red::from_uniform_bytes(&bytes[..S::Base::UNIFORM_BYTES]));
    }
    list
}

/// The image is on E, and the sum of two images is the image of the sum: in general, for equal
/// points and for opposite ones.
pub fn homomorphism<C: Suite<Map: Swu> + Group<Base: Anywhere>>() {
    let mut rng = ChaCha8Rng::seed_from_u64(9380);
    let elements = elements::<C::Map>(&mut rng);
    let points: Vec<Projective<C::Map>> = elements.iter().map(sswu::map_to_curve).collect();
    for (u, p) in elements.iter().zip(&points) {
        assert!(bool::from(p.is_on_curve()));
        let phi = image::<C>(p);
        assert!(
            phi.to_xy().is_some_and(|(x, y)| CurvePoint::<C>::from_xy(x, y).is_ok()),
            "the image is on E"
        );
        let y = *p.to_affine().y();
        if !bool::from(u.is_zero()) {
            assert_eq!(bool::from(y.sgn0()), bool::from(u.sgn0()), "the sign of y is that of u");
            let opposite = sswu::map_to_curve::<C::Map>(&-u);
            assert!(image::<C>(&opposite) == phi.neg());
            let identity = p.add(&opposite);
            assert!(bool::from(identity.is_identity()));
            assert!(bool::from(image::<C>(&identity).is_identity()));
            assert_eq!(image::<C>(&identity.add(p)), phi);
        }
        assert_eq!(image::<C>(&p.add(p)), phi.double());
        assert!(bool::from(C::is_in_subgroup(&phi.clear_cofactor())));
        for q in &points {
            assert_eq!(image::<C>(&p.add(q)), phi.add(&image::<C>(q)));
        }
    }
}

/// √(u/v) and √(Z·u/v) over the real fields, zero and subfield elements among them.
pub fn ratios<S: Swu<Base: Anywhere>>(special: &[Red<S::Base>]) {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let mut list = elements::<S>(&mut rng);
    list.extend_from_slice(special);
    for u in &list {
        for v in list.iter().filter(|v| !bool::from(v.is_zero())) {
            let (root, is_square) = S::sqrt_ratio(u, v);
            assert_eq!(bool::from(is_square), bool::from((u * &v.invert()).is_square()));
            let target = if is_square.into() { *u } else { S::times_z(u) };
            assert_eq!(&root.sqr() * v, target);
        }
    }
}
