//! Witnesses that a product of pairings is one: of every true product there is one, and no false
//! product is shown to be one by anything that was tried. Products of points that nobody has
//! checked: points outside of the groups are found, whatever their order is.
#![allow(clippy::integer_division_remainder_used)] // Of big integers, and of sizes.

/// The tests of one curve: its tower and bytes of a witness; λ from p and |x|; the constant and the
/// factor of ψ in the relation that a loop shows of Q, from p, x and the trace; primes that divide
/// the order of the twist.
macro_rules! residue {
    ($curve:ident, $tower:ty, $bytes:literal, $lambda:expr, $relation:expr, $small:expr) => {
        mod $curve {
            use curve::advice::{Found, Given};
            use curve::error::PointError;
            use curve::field::{Canonical, Red};
            use curve::pairing::{Pairing, ResidueRoot};
            use curve::weierstrass::{CurvePoint, Subgroup, Weierstrass};
            use curve::$curve::*;
            use num_bigint::{BigInt, BigUint};
            use rand_chacha::ChaCha20Rng;
            use rand_chacha::rand_core::{Rng, SeedableRng};

            type T = $tower;

            fn modulus(less_one: &[u8]) -> BigUint {
                BigUint::from_bytes_be(less_one) + 1u32
            }

            #[test]
            fn the_root_is_that_of_the_definition() {
                let mut bytes = [0; FpEngine::BYTES];
                (-&Fp::one()).to_bytes(&mut bytes);
                let p = modulus(&bytes);
                let mut bytes = [0; 32];
                (-&Fr::one()).to_bytes(&mut bytes);
                let r = modulus(&bytes);
                let lambda = $lambda(&p, &BigUint::from(X));
                assert_eq!(&lambda % &r, BigUint::ZERO, "a multiple of r");
                let order = p.pow(6) + 1u32;
                assert_eq!(&order % &r, BigUint::ZERO, "r divides p⁶ + 1");
                let order = order / &r;
                assert_eq!(&order % 2u32, BigUint::ZERO, "w^h is one");
                let limbs = <T as ResidueRoot>::MINUS_ONE_OVER_LAMBDA;
                let root = limbs.iter().rev().fold(BigUint::ZERO, |n, limb| (n << 64) + limb);
                assert!(root < order);
                // Were λ not prime to the order, nothing would give −1.
                assert_eq!((root * lambda + 1u32) % order, BigUint::ZERO);
            }

            fn scalar(rng: &mut ChaCha20Rng) -> Fr {
                Fr::random(rng)
            }

            fn points(k: &[(Fr, Fr)]) -> Vec<(G1Affine, G2Affine)> {
                let g1 = |k| G1::mul_generator(k).to_affine();
                k.iter().map(|(a, b)| (g1(a), G2::generator().mul(b).to_affine())).collect()
            }

            fn pairs(points: &[(G1Affine, G2Affine)]) -> Vec<Pair<'_>> {
                points.iter().map(|(p, q)| Pair::from_points(p, q)).collect()
            }

            /// So many pairs whose product is one.
            fn balanced(rng: &mut ChaCha20Rng, count: usize) -> Vec<(Fr, Fr)> {
                let mut out: Vec<_> = (1..count).map(|_| (scalar(rng), scalar(rng))).collect();
                let sum = out.iter().fold(Fr::zero(), |sum, (a, b)| &sum + &(a * b));
                let b = scalar(rng);
                out.push((&-&sum * &b.invert(), b));
                out
            }

            fn encoded(witness: &ResidueWitness) -> [u8; $bytes] {
                let mut bytes = [0; $bytes];
                witness.to_bytes(&mut bytes);
                bytes
            }

            #[test]
            fn true_products_have_a_witness() {
                let mut rng = ChaCha20Rng::seed_from_u64(1);
                let (zero, one) = (Fr::zero(), Fr::one());
                let mut cases = vec![
                    vec![],
                    // Values in Fp6: a point and its opposite, and identities.
                    vec![(one, one), (-&one, one)],
                    vec![(one, one), (one, -&one)],
                    vec![(zero, one)],
                    vec![(one, zero)],
                    vec![(zero, zero), (zero, one), (one, zero)],
                    vec![(one, one), (zero, one), (-&one, one)],
                ];
                cases.extend([1, 2, 2, 3, 4, 5, 17].map(|count| balanced(&mut rng, count)));
                for case in cases {
                    let points = points(&case);
                    let witness = residue_witness(&mut pairs(&points)).expect("a true product");
                    assert!(residue_witness_shows_one(&mut pairs(&points), &witness));
                    assert!(bool::from(pairing_product_is_one(&mut pairs(&points))));
                    // The order of the pairs is not what it is bound to.
                    let mut turned = pairs(&points);
                    turned.reverse();
                    assert!(residue_witness_shows_one(&mut turned, &witness));
                    let again = ResidueWitness::from_bytes(&encoded(&witness));
                    assert!(again.as_ref() == Some(&witness));
                }
            }

            #[test]
            fn prepared_pairs_have_the_same_witness() {
                let mut rng = ChaCha20Rng::seed_from_u64(2);
                let points = points(&balanced(&mut rng, 3));
                let witness = residue_witness(&mut pairs(&points)).expect("a true product");
                let prepared = G2Prepared::from_affine(&points[1].1);
                let mut pairs = pairs(&points);
                pairs[1] = Pair::from_prepared(&points[1].0, &prepared);
                assert!(residue_witness_shows_one(&mut pairs, &witness));
            }

            #[test]
            fn false_products_have_none() {
                let mut rng = ChaCha20Rng::seed_from_u64(3);
                let one = Fr::one();
                let honest = points(&balanced(&mut rng, 2));
                let witness = residue_witness(&mut pairs(&honest)).expect("a true product");
                let mut foreign = vec![encoded(&witness), [0; $bytes]];
                for place in 0..6 {
                    let mut bytes = encoded(&witness);
                    bytes[(place + 1) * ($bytes / 6) - 1] ^= 1;
                    foreign.push(bytes);
                    let mut bytes = [0; $bytes];
                    bytes[(place + 1) * ($bytes / 6) - 1] = 1;
                    foreign.push(bytes);
                }
                for _ in 0..20 {
                    let mut bytes = [0; $bytes];
                    rng.fill_bytes(&mut bytes);
                    for place in 0..6 {
                        bytes[place * ($bytes / 6)] = 0;
                    }
                    foreign.push(bytes);
                }
                let mut cases = vec![vec![(one, one)], vec![(one, one), (one, one)]];
                for count in 1..4 {
                    let mut case = balanced(&mut rng, count);
                    case[0].0 += &one;
                    // A pair with an identity has no scalar that counts.
                    case[0].1 = scalar(&mut rng);
                    cases.push(case);
                }
                for case in cases {
                    let points = points(&case);
                    assert!(!bool::from(pairing_product_is_one(&mut pairs(&points))));
                    assert!(residue_witness(&mut pairs(&points)).is_none());
                    for bytes in &foreign {
                        let witness = ResidueWitness::from_bytes(bytes).expect("canonical");
                        assert!(!residue_witness_shows_one(&mut pairs(&points), &witness));
                    }
                }
                // Of a true product only its own is one, or what stands for the same residue.
                for bytes in &foreign[1..] {
                    let other = ResidueWitness::from_bytes(bytes).expect("canonical");
                    assert!(!residue_witness_shows_one(&mut pairs(&honest), &other));
                }
            }

            #[test]
            fn bytes_are_canonical() {
                let mut p = [0; FpEngine::BYTES];
                (-&Fp::one()).to_bytes(&mut p);
                *p.last_mut().expect("not empty") += 1;
                for place in 0..6 {
                    let mut bytes = [0; $bytes];
                    let from = place * FpEngine::BYTES;
                    bytes[from..from + FpEngine::BYTES].copy_from_slice(&p);
                    assert!(ResidueWitness::from_bytes(&bytes).is_none(), "p is not below p");
                    bytes[from + FpEngine::BYTES - 1] -= 1;
                    assert!(ResidueWitness::from_bytes(&bytes).is_some());
                }
                for length in [0, 1, $bytes - 1, $bytes + 1, 2 * $bytes] {
                    assert!(ResidueWitness::from_bytes(&vec![0; length]).is_none());
                }
            }

            fn p_and_r() -> [BigUint; 2] {
                let mut p = [0; FpEngine::BYTES];
                (-&Fp::one()).to_bytes(&mut p);
                let mut r = [0; 32];
                (-&Fr::one()).to_bytes(&mut r);
                [modulus(&p), modulus(&r)]
            }

            fn gcd(mut a: BigUint, mut b: BigUint) -> BigUint {
                while b != BigUint::ZERO {
                    (a, b) = (b.clone(), a % b);
                }
                a
            }

            /// The norm of the relation has only r in common with the order of the twist.
            #[test]
            fn the_relation_of_the_loop_is_sufficient() {
                let [p, r] = p_and_r().map(BigInt::from);
                let h2 = <G2Curve as Subgroup>::COFACTOR
                    .iter()
                    .rev()
                    .fold(BigUint::ZERO, |n, limb| (n << 64) + limb);
                let x = BigInt::from(X) * if <T as Pairing>::SEED_NEGATIVE { -1 } else { 1 };
                let (a, b, t): (BigInt, BigInt, BigInt) = $relation(&p, &x);
                let norm = &a * &a + &a * &b * &t + &b * &b * &p;
                let norm = norm.magnitude().clone();
                let r = r.magnitude().clone();
                assert_eq!(gcd(norm, &r * &h2), r);
            }

            type G1Point = CurvePoint<G1Curve>;
            type G2Point = CurvePoint<G2Curve>;

            fn outside() -> Vec<G2Point> {
                let b = <G2Curve as Weierstrass>::b(&());
                let point = |i: u32| {
                    let x = Red::new(Red::from(i), Red::from(i * i + 1));
                    let (y, exists) = (x.sqr() * x + b).sqrt();
                    bool::from(exists).then(|| CurvePoint::from_xy(x, y).expect("on the curve"))
                };
                (0..).filter_map(point).take(6).collect()
            }

            fn unchecked(points: &[(G1Affine, G2Affine)]) -> Vec<(G1Point, G2Point)> {
                points.iter().map(|(p, q)| ((*p).into(), (*q).into())).collect()
            }

            #[test]
            fn products_of_points_in_the_groups() {
                let mut rng = ChaCha20Rng::seed_from_u64(4);
                let (zero, one) = (Fr::zero(), Fr::one());
                assert_eq!(checked_product_is_one(&[], None), Ok(true));
                let mut cases = vec![
                    vec![(zero, one)],
                    vec![(one, zero)],
                    vec![(zero, zero), (one, one), (zero, one), (-&one, one)],
                ];
                cases.extend([1, 2, 3, 5].map(|count| balanced(&mut rng, count)));
                for mut case in cases {
                    let points = points(&case);
                    let witness = residue_witness(&mut pairs(&points)).expect("a true product");
                    let mut unchecked = unchecked(&points);
                    assert_eq!(checked_product_is_one(&unchecked, None), Ok(true));
                    assert_eq!(checked_product_is_one(&unchecked, Some(&witness)), Ok(true));
                    // The same points with another Z.
                    for (p, q) in &mut unchecked {
                        *p = p.double().add(&p.neg());
                        *q = q.double().add(&q.neg());
                    }
                    assert_eq!(checked_product_is_one(&unchecked, Some(&witness)), Ok(true));
                    case.push((one, one));
                    let points = self::points(&case);
                    let unchecked = self::unchecked(&points);
                    assert_eq!(checked_product_is_one(&unchecked, None), Ok(false));
                    assert_eq!(checked_product_is_one(&unchecked, Some(&witness)), Ok(false));
                }
            }

            /// The words by which a product is one; none if there is no advice.
            fn advice(points: &[(G1Point, G2Point)]) -> Option<Vec<u64>> {
                let mut found = Found::default();
                checked_product_is_one_by_advice(points, &mut found).then(|| found.into_words())
            }

            /// Whether these words show it, and none is left.
            fn shown(points: &[(G1Point, G2Point)], words: &[u64]) -> bool {
                let mut given = Given::new(words);
                checked_product_is_one_by_advice(points, &mut given) && given.is_used_up()
            }

            #[test]
            fn products_by_advice() {
                let mut rng = ChaCha20Rng::seed_from_u64(5);
                let (zero, one) = (Fr::zero(), Fr::one());
                assert_eq!(advice(&[]), Some(vec![]));
                let mut cases = vec![
                    vec![(one, one), (-&one, one)],
                    vec![(one, one), (one, -&one)],
                    vec![(zero, one)],
                    vec![(one, zero)],
                    vec![(zero, zero), (one, one), (zero, one), (-&one, one)],
                ];
                cases.extend([1, 2, 3, 5].map(|count| balanced(&mut rng, count)));
                for mut case in cases {
                    let points = self::points(&case);
                    let mut unchecked = self::unchecked(&points);
                    let words = advice(&unchecked).expect("a true product");
                    assert!(shown(&unchecked, &words));
                    // The witness is the one that there is without slopes.
                    let witness = residue_witness(&mut pairs(&points)).expect("a true product");
                    let mut held = [0; 6 * FpEngine::LIMBS];
                    let elements = held.chunks_exact_mut(FpEngine::LIMBS);
                    let encoded = encoded(&witness);
                    for (out, bytes) in elements.zip(encoded.chunks(FpEngine::BYTES)) {
                        Fp::from_bytes(bytes.try_into().expect("an element")).0.to_held(out);
                    }
                    let in_product = case.iter().any(|(a, b)| *a != zero && *b != zero);
                    assert!(!in_product || words.windows(held.len()).any(|part| *part == held));
                    // The same points with another Z.
                    for (p, q) in &mut unchecked {
                        *p = p.double().add(&p.neg());
                        *q = q.double().add(&q.neg());
                    }
                    assert!(shown(&unchecked, &words));
                    case.push((one, one));
                    let unchecked = self::unchecked(&self::points(&case));
                    assert_eq!(advice(&unchecked), None);
                    assert!(!shown(&unchecked, &words));
                }
            }

            /// One bit in each word, words left out, words too many, words in another order, and
            /// those of another product.
            #[test]
            fn wrong_advice_shows_nothing() {
                let mut rng = ChaCha20Rng::seed_from_u64(6);
                let points = unchecked(&points(&balanced(&mut rng, 2)));
                let words = advice(&points).expect("a true product");
                assert!(shown(&points, &words));
                // Five is prime to the words of an element: all of its places have their turn.
                for place in (0..words.len()).step_by(5) {
                    let mut other = words.clone();
                    other[place] ^= 1 << rng.next_u32() % 64;
                    assert!(!shown(&points, &other), "word {place}");
                }
                let limbs = FpEngine::LIMBS;
                for place in (0..words.len() - 2 * limbs).step_by(3 * limbs) {
                    let mut other = words.clone();
                    let (one, two) = other[place..place + 2 * limbs].split_at_mut(limbs);
                    one.swap_with_slice(two);
                    assert!(!shown(&points, &other), "element at word {place}");
                    let mut other = words.clone();
                    other[place..place + limbs].fill(0);
                    assert!(!shown(&points, &other), "element at word {place}");
                }
                for length in [0, 1, limbs, words.len() / 2, words.len() - limbs, words.len() - 1] {
                    assert!(!shown(&points, &words[..length]));
                    assert!(!shown(&points, &words[words.len() - length..]));
                }
                assert!(!shown(&points, &[&words[..], &[0]].concat()));
                for word in [0, 1, u64::MAX] {
                    assert!(!shown(&points, &vec![word; words.len()]));
                }
                let other = unchecked(&self::points(&balanced(&mut rng, 2)));
                let foreign = advice(&other).expect("a true product");
                assert!(!shown(&points, &foreign) && !shown(&other, &words));
                let turned = [points[1], points[0]];
                assert!(!shown(&turned, &words) && advice(&turned).is_some());
            }

            /// Whatever G1's and G2's points are, and whatever their lines are hinted to be: with
            /// the right slopes for them, which many have, it is their order that is found.
            #[test]
            fn points_outside_have_no_advice() {
                let good: (G1Point, G2Point) = (G1::generator().into(), G2::generator().into());
                let two = [good, (good.0.neg(), good.1)];
                let words = advice(&two).expect("a true product");
                for q in bad() {
                    for points in [vec![(good.0, q)], vec![two[0], (good.0, q), two[1]]] {
                        assert_eq!(advice(&points), None);
                        assert!(!shown(&points, &words) && !shown(&points, &vec![0; 4000]));
                    }
                    // The values of Q and of P with −P cancel, for any Q on the curve.
                    let points = [(good.0, q), (good.0.neg(), q)];
                    assert_eq!(advice(&points), None);
                    assert_eq!(advice(&[(CurvePoint::identity(), q)]), None);
                }
            }

            /// Points of the twist that are not in G2.
            fn bad() -> Vec<G2Point> {
                let [_, r] = p_and_r();
                let h2 = <G2Curve as Subgroup>::COFACTOR
                    .iter()
                    .rev()
                    .fold(BigUint::ZERO, |n, limb| (n << 64) + limb);
                let mut bad = outside();
                for p in outside() {
                    let torsion = p.mul_integer_vartime(&r.to_u64_digits());
                    bad.push(torsion.clone());
                    bad.push(torsion.add(&G2::generator().into()));
                    // Small orders, of which a loop meets multiples that it has had.
                    for small in $small {
                        assert_eq!(&h2 % small as u32, BigUint::ZERO);
                        let mut rest = h2.clone();
                        while &rest % small as u32 == BigUint::ZERO {
                            rest /= small as u32;
                        }
                        let mut point = torsion.mul_integer_vartime(&rest.to_u64_digits());
                        loop {
                            let next = point.mul_integer_vartime(&[small]);
                            if bool::from(next.is_identity()) {
                                break;
                            }
                            point = next;
                        }
                        if !bool::from(point.is_identity()) {
                            bad.push(point.add(&G2::generator().into()));
                            bad.push(point);
                        }
                    }
                }
                bad
            }

            #[test]
            fn points_outside_of_the_group_are_refused() {
                let good: (G1Point, G2Point) = (G1::generator().into(), G2::generator().into());
                let outside = Err(PointError::NotInSubgroup);
                let any = ResidueWitness::from_bytes(&[0; $bytes]).expect("canonical");
                for q in bad() {
                    assert!(!bool::from(q.is_in_subgroup()));
                    for witness in [None, Some(&any)] {
                        let p: G1Point = G1::generator().into();
                        assert_eq!(checked_product_is_one(&[(p, q)], witness), outside);
                        assert_eq!(checked_product_is_one(&[good, (p, q), good], witness), outside);
                        let identity = CurvePoint::identity();
                        assert_eq!(checked_product_is_one(&[(identity, q)], witness), outside);
                    }
                }
            }
        }
    };
}

residue!(
    bls12_381,
    Bls12381,
    288,
    |p: &BigUint, x: &BigUint| p + x,
    |_: &BigInt, x: &BigInt| (-x, BigInt::from(1), x + 1),
    [13, 23, 2_713, 11_953, 262_069]
);
// ψ² = tψ − p, so that 6x + 2 + ψ − ψ² + ψ³ = 6x + 2 + p − tp + (1 − t + t² − p)·ψ.
residue!(
    bn254,
    Bn254,
    192,
    |p: &BigUint, x: &BigUint| 6u32 * x + 2u32 + p + p.pow(3) - p.pow(2),
    |p: &BigInt, x: &BigInt| {
        let t: BigInt = 6 * x * x + 1;
        (6 * x + 2 + p - &t * p, 1 - &t + &t * &t - p, t)
    },
    [10_069, 5_864_401]
);

/// Points of the curve over Fp that are not in G1.
#[test]
fn points_outside_of_g1_are_refused() {
    use curve::advice::Found;
    use curve::bls12_381::{
        G1Affine, G2, checked_product_is_one, checked_product_is_one_by_advice,
    };
    use curve::error::PointError;

    let mut outside = 0;
    for x in 0..20 {
        let mut bytes = [0; 48];
        (bytes[0], bytes[47]) = (0x80, x);
        let Ok(p) = G1Affine::from_bytes_unchecked_subgroup(&bytes) else { continue };
        if !bool::from(p.is_in_subgroup()) {
            outside += 1;
            let q = G2::generator().into();
            assert_eq!(checked_product_is_one(&[(p, q)], None), Err(PointError::NotInSubgroup));
            // P and −P: all that is wrong is where they are.
            let points = [(p, q), (p.neg(), q)];
            assert!(!checked_product_is_one_by_advice(&points, &mut Found::default()));
        }
    }
    assert!(outside >= 5);
}
