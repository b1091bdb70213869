//! Pairings with the generator of G2, whose lines may be data.

use curve::bls12_381::{
    Fr, G1, G1Affine, G2, G2Affine, multi_pairing_is_one, pair_with_minus_generator,
    pairing_product_is_one, pairing_with_generator_equals,
};

use crate::engine;

fn g1(k: u32) -> G1Affine {
    (&G1::generator() * &Fr::from(k)).to_affine()
}

fn g2(k: u32) -> G2Affine {
    (&G2::generator() * &Fr::from(k)).to_affine()
}

/// e(aG, g2) = e(bG, c·g2) where a = bc alone, identities on every side among them, on every engine
/// and by every way to ask.
#[test]
fn pairings_with_the_generator_agree() {
    engine::hold().on_each(|engine| {
        for a in [0, 1, 2, 6, 7] {
            for (b, c) in [(0, 0), (0, 5), (5, 0), (1, 1), (2, 3), (7, 1), (1, 7)] {
                let (p, q, r) = (g1(a), g1(b), g2(c));
                let equal = a == b * c;
                let by_name = pairing_with_generator_equals(&p, &q, &r);
                assert_eq!(bool::from(by_name), equal, "{a} = {b}·{c} on {}", engine.name());
                let minus = G2Affine::generator().neg();
                assert_eq!(bool::from(multi_pairing_is_one([(&p, &minus), (&q, &r)])), equal);
                // Beside two pairs that cancel each other, and twice with one point.
                let pair = curve::bls12_381::Pair::from_points;
                let mut pairs = [
                    pair_with_minus_generator(&p),
                    pair(&q, &r),
                    pair(&g1(3), &g2(4)),
                    pair(&g1(12), &minus),
                    pair_with_minus_generator(&p),
                    pair(&p, &G2Affine::generator()),
                ];
                assert_eq!(bool::from(pairing_product_is_one(&mut pairs)), equal);
            }
        }
    });
}
