//! The pairing: bilinear, not degenerate, of order r, one for identities; products, prepared lines
//! and interrupted machines give the same values. The same tests for every pairing-friendly curve.

/// The tests of one curve: its tower, lines of a prepared point, squarings of the loop, steps of
/// the final exponentiation, bytes of a value.
macro_rules! pairing {
    ($curve:ident, $tower:ty, $lines:literal, $squarings:literal, $final:expr, $bytes:literal) => {
        mod $curve {
            use curve::field::Canonical;
            use curve::pairing::{
                FinalExponentiation, MillerLoop, MillerPair, Pairing, Prepared,
                final_exponentiation,
            };
            use curve::weierstrass::Weierstrass;
            use curve::$curve::*;
            use rand_chacha::ChaCha20Rng;
            use rand_chacha::rand_core::SeedableRng;

            type T = $tower;

            fn scalar(rng: &mut ChaCha20Rng) -> Fr {
                Fr::random(rng)
            }

            fn g1(k: &Fr) -> G1Affine {
                G1::generator().mul(k).to_affine()
            }

            fn g2(k: &Fr) -> G2Affine {
                G2::generator().mul(k).to_affine()
            }

            #[test]
            fn bilinear_and_of_order_r() {
                let mut rng = ChaCha20Rng::seed_from_u64(1);
                let base = pairing(&g1(&Fr::one()), &g2(&Fr::one()));
                assert!(!bool::from(base.is_identity()), "not degenerate");
                for _ in 0..4 {
                    let (a, b) = (scalar(&mut rng), scalar(&mut rng));
                    let value = pairing(&g1(&a), &g2(&b));
                    assert_eq!(value, base.pow(&(&a * &b)));
                    assert_eq!(value, pairing(&g1(&b), &g2(&a)));
                    assert_eq!(&value * &value.pow(&-&Fr::one()), Gt::identity(), "order r");
                    assert_eq!(value.invert(), pairing(&g1(&-&a), &g2(&b)));
                    assert_eq!(value.square(), &value * &value);
                }
            }

            #[test]
            fn powers_by_edge_scalars() {
                let base = pairing(&g1(&Fr::one()), &g2(&Fr::one()));
                assert_eq!(base.pow(&Fr::zero()), Gt::identity());
                let mut expected = Gt::identity();
                for k in 0..20u32 {
                    assert_eq!(base.pow(&Fr::from(k)), expected);
                    assert_eq!(base.pow(&-&Fr::from(k)), expected.invert());
                    expected = &expected * &base;
                }
                // Around the seed, and the parts of a scalar.
                let x = Fr::from(X);
                let by_x = base.pow(&x);
                assert_eq!(base.pow(&(&x * &x)), by_x.pow(&x));
                assert_eq!(base.pow(&(&x - &Fr::one())), &by_x * &base.invert());
                let signed = base.as_fp12().cyclotomic_power(&T::SEED);
                assert_eq!(by_x.as_fp12(), &signed);
                for shift in [63, 64, 127, 128, 191, 192, 250] {
                    let power = (0..shift).fold(Fr::one(), |power, _| &power + &power);
                    let expected = (0..shift).fold(base, |value, _| value.square());
                    assert_eq!(base.pow(&power), expected);
                    assert_eq!(base.pow(&-&power), expected.invert());
                }
            }

            #[test]
            fn identities_give_one() {
                let mut rng = ChaCha20Rng::seed_from_u64(2);
                let (p, q) = (g1(&scalar(&mut rng)), g2(&scalar(&mut rng)));
                let (o1, o2) = (g1(&Fr::zero()), g2(&Fr::zero()));
                for (p, q) in [(&o1, &q), (&p, &o2), (&o1, &o2)] {
                    assert_eq!(pairing(p, q), Gt::identity());
                    let prepared = G2Prepared::from_affine(q);
                    assert_eq!(
                        final_exponentiation(&miller_loop(&mut [Pair::from_prepared(
                            p, &prepared
                        )])),
                        Gt::identity()
                    );
                }
                assert_eq!(
                    final_exponentiation(&multi_miller_loop([(&p, &o2), (&p, &q), (&o1, &q)])),
                    pairing(&p, &q)
                );
                assert_eq!(final_exponentiation(&miller_loop(&mut [])), Gt::identity());
                assert!(bool::from(pairing_product_is_one(&mut [])));
            }

            /// The point that stands in for the identity lies on the twist, and no line from it has
            /// a zero first coefficient.
            #[test]
            fn the_stand_in_is_never_exceptional() {
                let [x, y] = T::stand_in(&());
                let b = <<T as Pairing>::G2 as Weierstrass>::b(&());
                assert_eq!(y.sqr(), &(&x.sqr() * &x) + &b);
                let prepared = Prepared::<T, $lines>::new(&[x, y], &subtle::Choice::from(0));
                assert_eq!(prepared.lines().len(), $lines);
                assert!(
                    prepared.lines().iter().all(|line| !bool::from(line.constant_term().is_zero()))
                );
            }

            #[test]
            fn products_and_prepared_lines() {
                let mut rng = ChaCha20Rng::seed_from_u64(3);
                let p: Vec<G1Affine> = (0..5).map(|_| g1(&scalar(&mut rng))).collect();
                let q: Vec<G2Affine> = (0..5).map(|_| g2(&scalar(&mut rng))).collect();
                for n in 0..=5 {
                    let product =
                        (0..n).fold(Gt::identity(), |acc, i| &acc * &pairing(&p[i], &q[i]));
                    let mut pairs: Vec<Pair> =
                        (0..n).map(|i| Pair::from_points(&p[i], &q[i])).collect();
                    assert_eq!(final_exponentiation(&miller_loop(&mut pairs)), product);
                    let prepared: Vec<G2Prepared> = q.iter().map(G2Prepared::from_affine).collect();
                    let mut mixed: Vec<Pair> = (0..n)
                        .map(|i| {
                            if i & 1 == 0 {
                                Pair::from_prepared(&p[i], &prepared[i])
                            } else {
                                Pair::from_points(&p[i], &q[i])
                            }
                        })
                        .collect();
                    assert_eq!(final_exponentiation(&miller_loop(&mut mixed)), product);
                    #[cfg(feature = "alloc")]
                    {
                        let pairs: Vec<_> = p.iter().zip(&q).take(n).collect();
                        assert_eq!(final_exponentiation(&multi_miller_loop_any(&pairs)), product);
                    }
                }
                let (a, b) = (scalar(&mut rng), scalar(&mut rng));
                let (ab, minus_one) = (&a * &b, -&Fr::one());
                let check = |p: &G1Affine| {
                    let mut pairs = [
                        Pair::from_points(&g1(&a), &g2(&b)),
                        Pair::from_points(p, &g2(&minus_one)),
                    ];
                    bool::from(pairing_product_is_one(&mut pairs))
                };
                assert!(check(&g1(&ab)));
                assert!(!check(&g1(&(&ab + &Fr::one()))));
            }

            /// A machine that is cloned and dropped after every step gives what an undisturbed one
            /// gives.
            #[test]
            fn interrupted_machines_resume() {
                let (p, q) =
                    ([1u32, 3].map(|k| g1(&Fr::from(k))), [2u32, 1].map(|k| g2(&Fr::from(k))));
                let pairs = || {
                    [0, 1].map(|i| {
                        MillerPair::<T>::new([*p[i].x(), *p[i].y()], [*q[i].x(), *q[i].y()])
                    })
                };
                let plain = MillerLoop::new(&(), pairs()).run();
                let mut machine = MillerLoop::new(&(), pairs());
                let mut steps = 0;
                let value = loop {
                    machine = machine.clone();
                    if let Some(value) = machine.step() {
                        break value;
                    }
                    steps += 1;
                };
                assert_eq!(value, plain);
                assert_eq!(steps, $squarings + 2 * $lines);
                let mut machine = FinalExponentiation::new(&plain);
                let mut steps = 0;
                let value = loop {
                    machine = machine.clone();
                    if let Some(value) = machine.step() {
                        break value;
                    }
                    steps += 1;
                };
                assert_eq!(value, final_exponentiation(&plain));
                assert_eq!(steps, $final);
            }

            #[test]
            fn bytes_of_the_target_group() {
                let value = pairing(&g1(&Fr::one()), &g2(&Fr::from(5u32)));
                let mut bytes = [0; $bytes];
                value.to_bytes(&mut bytes);
                assert_eq!(Gt::from_bytes(&bytes).unwrap(), value);
                // In the field, not in the group: a Miller value, and a value of the cyclotomic
                // subgroup alone.
                let f = multi_miller_loop([(&g1(&Fr::one()), &g2(&Fr::one()))]);
                let easy = f.conjugate().mul(&f.invert());
                let easy = easy.frobenius_p2().mul(&easy);
                for outside in [f, easy] {
                    outside.to_bytes(&mut bytes);
                    assert!(bool::from(Gt::from_bytes(&bytes).is_none()));
                }
                assert!(bool::from(Gt::from_bytes(&[0; $bytes]).is_none()));
                assert!(bool::from(Gt::from_bytes(&[0xff; $bytes]).is_none()));
                value.to_bytes(&mut bytes);
                let longer = [&bytes[..], &bytes].concat();
                for length in
                    (0..=longer.len()).filter(|length| *length < 2 || length.abs_diff($bytes) < 2)
                {
                    assert_eq!(
                        bool::from(Gt::from_bytes(&longer[..length]).is_some()),
                        length == $bytes,
                        "{length}"
                    );
                }
            }

            #[test]
            fn half_the_bytes_of_the_target_group() {
                const SIZE: usize = <FpEngine as Canonical>::BYTES;
                const HALF: usize = 6 * SIZE;
                let e = |k: Fr| pairing(&g1(&Fr::one()), &g2(&k));
                let compress = |value: &Gt| {
                    let mut bytes = [0; HALF];
                    value.to_compressed_bytes(&mut bytes);
                    bytes
                };
                for k in [Fr::zero(), Fr::one(), -Fr::one(), Fr::from(5u32)] {
                    let (value, inverse) = (e(k), e(-k));
                    assert_eq!(Gt::from_compressed_bytes(&compress(&value)).unwrap(), value);
                    assert_eq!(compress(&value) == compress(&inverse), bool::from(k.is_zero()));
                }
                assert_eq!(compress(&Gt::identity()), [0; HALF]);
                // Of norm one over Fp6, and not in the group: g by its definition.
                let f = multi_miller_loop([(&g1(&Fr::one()), &g2(&Fr::one()))]);
                let easy = f.conjugate().mul(&f.invert());
                for outside in [easy, easy.frobenius_p2().mul(&easy)] {
                    let g =
                        curve::tower::Fp6::one_in(&()).add(&outside.c0).mul(&outside.c1.invert());
                    let mut bytes = [0; HALF];
                    for (c, chunk) in g.coefficients().iter().zip(bytes.chunks_exact_mut(SIZE)) {
                        c.to_bytes(chunk);
                    }
                    assert!(bool::from(Gt::from_compressed_bytes(&bytes).is_none()));
                }
                // One bit of each coefficient, and more than the modulus.
                let good = compress(&e(Fr::from(5u32)));
                for i in 0..6 {
                    let coefficient = i * SIZE;
                    for (byte, value) in [(SIZE - 1, 1), (SIZE - 7, 0x80), (0, 0xff)] {
                        let mut bytes = good;
                        bytes[coefficient + byte] ^= value;
                        assert!(bool::from(Gt::from_compressed_bytes(&bytes).is_none()));
                    }
                }
                assert!(bool::from(Gt::from_compressed_bytes(&[0xff; HALF]).is_none()));
                let longer = [good, good].concat();
                for length in [0, 1, HALF - 1, HALF, HALF + 1, 2 * HALF] {
                    let found = Gt::from_compressed_bytes(&longer[..length]);
                    assert_eq!(bool::from(found.is_some()), length == HALF, "{length}");
                }
            }
        }
    };
}

// A power of x is 63 squarings, and the decompression of those that were compressed.
pairing!(bls12_381, Bls12381<FpEngine>, 68, 63, 2 + 5 * (1 + 63 + 1) + 8, 576);
#[cfg(feature = "bls12-377")]
pairing!(bls12_377, Bls12377<FpEngine>, 69, 63, 2 + 5 * (1 + 63 + 1) + 3, 576);
pairing!(bn254, Bn254<FpEngine>, 87, 64, 2 + 3 * (1 + 60) + 13, 384);

/// The sizes that the documentation states.
#[cfg(all(target_pointer_width = "64", not(curvemark_word = "32")))]
#[test]
fn sizes() {
    assert_eq!(size_of::<curve::bls12_381::Pair>(), 584);
    assert_eq!(size_of::<curve::bn254::Pair>(), 392);
    #[cfg(feature = "bls12-377")]
    {
        use curve::bls12_377::{Bls12377, Pair, pairing::LINES};
        assert_eq!(size_of::<Pair>(), 584);
        assert_eq!(LINES * size_of::<curve::pairing::Coefficients<Bls12377>>(), 19_872);
    }
    let line = size_of::<curve::pairing::Coefficients<curve::bn254::Bn254>>();
    assert_eq!(curve::bn254::pairing::LINES * line, 16_704);
}
