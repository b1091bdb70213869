//! Products of many pairings are the same on every engine: pairs on lanes with squarings of their
//! own, identities and prepared points among them.

use crate::engine;
use curve::{bls12_381, bn254};

/// Products around the number of lanes and around what shares its squarings, on one curve.
macro_rules! products {
    ($curve:ident, $most:literal) => {{
        use $curve::{
            Fr, G1, G1Affine, G2, G2Affine, G2Prepared, Pair, final_exponentiation, miller_loop,
        };
        let scalar = |i: u32| Fr::from(1000 + i * i);
        let mut points: Vec<(G1Affine, G2Affine)> = (0..$most)
            .map(|i| {
                (
                    G1::mul_generator(&scalar(i)).to_affine(),
                    G2::mul_generator(&scalar(2 * i + 1)).to_affine(),
                )
            })
            .collect();
        points[2].0 = G1Affine::identity();
        points[5].1 = G2Affine::identity();
        let mut all = Vec::new();
        for count in [0, 1, 2, 3, 7, 8, 9, 16, 17, $most] {
            let mut pairs: Vec<Pair<'_>> =
                points[..count].iter().map(|(p, q)| Pair::from_points(p, q)).collect();
            all.push(final_exponentiation(&miller_loop(&mut pairs)));
        }
        // A prepared point keeps all of them on words.
        let prepared = G2Prepared::from_affine(&points[3].1);
        let mut pairs: Vec<Pair<'_>> =
            points[..9].iter().map(|(p, q)| Pair::from_points(p, q)).collect();
        pairs[3] = Pair::from_prepared(&points[3].0, &prepared);
        assert_eq!(final_exponentiation(&miller_loop(&mut pairs)), all[6]);
        // e(aG, H)·e(−aG, H) and four more such products are one.
        let mut pairs = Vec::new();
        for (p, q) in &points[6..10.min(points.len())] {
            pairs.push(Pair::from_points(p, q));
            pairs.push(Pair::from_points(&p.neg(), q));
        }
        assert!(bool::from($curve::pairing_product_is_one(&mut pairs)));
        all
    }};
}

#[test]
fn products_are_the_same_on_every_engine() {
    let mut all = Vec::new();
    engine::hold().on_each(|_| all.push((products!(bls12_381, 131), products!(bn254, 18))));
    for other in &all[1..] {
        assert_eq!(other, &all[0]);
    }
}
