//! What each trait promises, on each type, in both versions of the traits.

// Of public numbers.
#![allow(clippy::integer_division_remainder_used)]

use curvemark_group::{bls12_381, bn254, grumpkin, p256, pasta, secp256k1};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// The generator of this version of `rand_core`, for the one before.
struct Old(ChaCha8Rng);

impl rand_core_0_6::RngCore for Old {
    fn next_u32(&mut self) -> u32 {
        self.0.next_u32()
    }

    fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        self.0.fill_bytes(bytes);
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), rand_core_0_6::Error> {
        self.fill_bytes(bytes);
        Ok(())
    }
}

/// A generator for each version, from a seed.
fn new(seed: u8) -> ChaCha8Rng {
    ChaCha8Rng::from_seed([seed; 32])
}

fn old(seed: u8) -> Old {
    Old(new(seed))
}

macro_rules! laws {
    (
        $version:ident: $ff:ident, $group:ident, $pairing:ident, $rng:ident,
        affine: $affine:path, $to_affine:ident: $affine_of:ident
    ) => {
        mod $version {
            use $affine as AffineTrait;
            use $ff::{Field, FromUniformBytes, PrimeFieldBits, WithSmallOrderMulGroup};
            use $group::cofactor::CofactorGroup;
            use $group::prime::{PrimeCurve, PrimeCurveAffine, PrimeGroup};
            use $group::{Curve, Group, GroupEncoding, UncompressedEncoding, Wnaf, WnafGroup};
            use $pairing::{MillerLoopResult, MultiMillerLoop, PairingCurveAffine};

            use super::*;

            type Affine<G> = <G as Curve>::$affine_of;

            fn field<F: Field>() {
                let mut rng = $rng(1);
                assert_eq!(F::ZERO, F::default());
                assert!(bool::from(F::ZERO.is_zero()) && !bool::from(F::ONE.is_zero()));
                assert!(bool::from(F::ZERO.invert().is_none()));
                assert_eq!(F::ZERO.sqrt().unwrap(), F::ZERO);
                for _ in 0..20 {
                    let [a, b, c] = [(); 3].map(|()| F::random(&mut rng));
                    assert_ne!(a, b);
                    assert_eq!((a + b) * c, a * c + b * c);
                    assert_eq!((a - b) + b, a);
                    assert_eq!(-a + a, F::ZERO);
                    assert_eq!(a.double(), a + a);
                    assert_eq!(a.square(), a * a);
                    assert_eq!(a.cube(), a * a * a);
                    assert_eq!(a * a.invert().unwrap(), F::ONE);
                    assert_eq!(a.pow([5, 0, 0, 0]), a.square().square() * a);
                    assert_eq!(a.pow_vartime([0, 1]), a.pow([0, 1]));
                    assert_eq!(a.pow_vartime([0u64; 0]), F::ONE);
                    assert_eq!([a, b, c].iter().sum::<F>(), a + b + c);
                    assert_eq!([a, b, c].into_iter().product::<F>(), a * b * c);
                    let mut d = a;
                    d += b;
                    d -= &c;
                    d *= b;
                    assert_eq!(d, (a + b - c) * b);
                    let root = a.square().sqrt().unwrap();
                    assert!(root == a || root == -a);
                    assert_eq!(F::conditional_select(&a, &b, 0.into()), a);
                    assert_eq!(F::conditional_select(&a, &b, 1.into()), b);
                }
            }

            fn prime_field<F, const N: usize>()
            where
                F: WithSmallOrderMulGroup<3> + FromUniformBytes<N> + Ord + From<u64>,
            {
                field::<F>();
                let mut rng = $rng(2);
                // `sqrt_ratio` in its four cases, as ff describes them.
                let (zero, one) = (F::ZERO, F::ONE);
                for _ in 0..10 {
                    let [a, b] = [(); 2].map(|()| F::random(&mut rng));
                    let (square, root) = F::sqrt_ratio(&(a.square() * b), &b);
                    assert!(bool::from(square) && root.square() == a.square());
                    let n = a.square() * F::ROOT_OF_UNITY;
                    let (square, root) = F::sqrt_ratio(&(n * b), &b);
                    assert!(!bool::from(square) && root.square() == F::ROOT_OF_UNITY * n);
                    assert!(bool::from(n.sqrt().is_none()));
                    let (square, root) = F::sqrt_ratio(&zero, &b);
                    assert!(bool::from(square) && root == zero);
                    let (square, root) = F::sqrt_ratio(&b, &zero);
                    assert!(!bool::from(square) && root == zero);
                    let (square, root) = b.sqrt_alt();
                    let expected = if bool::from(square) { b } else { b * F::ROOT_OF_UNITY };
                    assert_eq!(root.square(), expected);
                }
                let (square, root) = F::sqrt_ratio(&zero, &zero);
                assert!(bool::from(square) && root == zero);

                // Encodings.
                for element in [zero, one, -one, F::from(u64::MAX), F::random(&mut rng)] {
                    let bytes = element.to_repr();
                    assert_eq!(F::from_repr(bytes).unwrap(), element);
                    assert_eq!(F::from_repr_vartime(bytes), Some(element));
                    assert_eq!(u8::from(bool::from(element.is_odd())), bytes.as_ref()[0] & 1);
                    assert_ne!(bool::from(element.is_odd()), bool::from(element.is_even()));
                }
                // The modulus and what is above it are refused.
                let mut modulus = (-one).to_repr();
                modulus.as_mut()[0] += 1;
                assert!(bool::from(F::from_repr(modulus).is_none()));
                let mut high = F::Repr::default();
                high.as_mut().fill(0xff);
                assert!(bool::from(F::from_repr(high).is_none()));

                assert_eq!(
                    F::from_u128(u128::MAX),
                    F::from(u64::MAX) * (F::from(u64::MAX) + F::from(2))
                );
                assert_eq!(
                    F::from_str_vartime("340282366920938463463374607431768211456").unwrap(),
                    F::from(2).pow([128])
                );
                assert!(zero < one && one < F::from(2) && F::from(2) < -one);
                // The residue of 2^(8N) − 1.
                let all = F::from_uniform_bytes(&[0xff; N]);
                assert_eq!(all, F::from(2).pow([8 * N as u64]) - one);
                assert_eq!(F::from_uniform_bytes(&[0; N]), zero);
                assert_eq!(F::ZETA.cube(), one);
            }

            fn bits<F: PrimeFieldBits>() {
                let mut rng = $rng(3);
                for element in [F::ONE, F::random(&mut rng)] {
                    let (bits, bytes) = (element.to_le_bits(), element.to_repr());
                    assert!(
                        (0..256).all(|i| bits[i] == (bytes.as_ref()[i >> 3] >> (i & 7) & 1 == 1))
                    );
                }
                let (order, last) = (F::char_le_bits(), (-F::ONE).to_le_bits());
                assert!(order[0] && !last[0] && order[1..] == last[1..]);
            }

            #[test]
            fn fields() {
                prime_field::<bls12_381::Scalar, 64>();
                prime_field::<bls12_381::Fp, 96>();
                prime_field::<bn254::Fr, 64>();
                prime_field::<bn254::Fq, 48>();
                prime_field::<secp256k1::Scalar, 64>();
                prime_field::<secp256k1::Fp, 48>();
                prime_field::<p256::Scalar, 64>();
                prime_field::<p256::Fp, 64>();
                prime_field::<pasta::Fp, 64>();
                prime_field::<pasta::Fq, 48>();
                field::<bls12_381::Fp2>();
                field::<bn254::Fq2>();
                bits::<bls12_381::Scalar>();
                bits::<bn254::Fr>();
                bits::<secp256k1::Fp>();
                bits::<pasta::Fp>();
                bits::<pasta::Fq>();
            }

            fn group<G: Group>() {
                let mut rng = $rng(4);
                let (zero, g) = (G::identity(), G::generator());
                assert!(bool::from(zero.is_identity()) && !bool::from(g.is_identity()));
                assert_eq!(zero.double(), zero);
                assert_eq!(g - g, zero);
                assert_eq!(g * G::Scalar::ZERO, zero);
                assert_eq!(g * -G::Scalar::ONE, -g);
                for _ in 0..5 {
                    let [a, b, c] = [(); 3].map(|()| G::random(&mut rng));
                    assert!(a != b && !bool::from(a.is_identity()));
                    assert_eq!((a + b) + c, a + (c + b));
                    assert_eq!(a - b, -(b - a));
                    assert_eq!(a + zero, a);
                    assert_eq!(zero - a, -a);
                    assert_eq!(a.double(), a + a);
                    assert_eq!(a * G::Scalar::from(3), a + a + a);
                    assert_eq!([a, b, c].iter().sum::<G>(), a + b + c);
                    let [k, l] = [(); 2].map(|()| G::Scalar::random(&mut rng));
                    assert_eq!(a * (k + l), a * k + a * l);
                    assert_eq!((a * k) * l, a * (k * l));
                    let mut d = a;
                    d += b;
                    d -= &c;
                    d *= k;
                    assert_eq!(d, (a + b - c) * k);
                }
            }

            fn curve<G>()
            where
                G: PrimeCurve
                    + Curve<
                        $affine_of: UncompressedEncoding
                                        + PrimeCurveAffine<Curve = G, Scalar = G::Scalar>,
                    > + CofactorGroup<Subgroup = G>
                    + PrimeGroup,
                Affine<G>: GroupEncoding<Repr = G::Repr>,
            {
                group::<G>();
                let mut rng = $rng(5);
                let (zero, zero_affine) = (G::identity(), <Affine<G> as AffineTrait>::identity());
                assert_eq!(zero.to_affine(), zero_affine);
                assert_eq!(zero_affine.to_curve(), zero);
                assert!(bool::from(AffineTrait::is_identity(&zero_affine)));
                assert_eq!(<Affine<G> as AffineTrait>::generator().to_curve(), G::generator());
                let points: Vec<G> = (0..150)
                    .map(|i| if i % 7 == 0 { zero } else { G::generator() * G::Scalar::from(i) })
                    .collect();
                let mut affine = vec![zero_affine; points.len()];
                G::batch_normalize(&points, &mut affine);
                assert!(points.iter().zip(&affine).all(|(p, q)| p.to_affine() == *q));
                G::batch_normalize(&[], &mut []);
                for i in [0, 1, 2, 8] {
                    let (p, q) = (G::random(&mut rng), affine[i]);
                    assert_eq!(p + q, p + q.to_curve());
                    assert_eq!(p - &q, p - q.to_curve());
                    assert_eq!(q * G::Scalar::from(9), q.to_curve() * G::Scalar::from(9));
                    let mut sum = p;
                    sum += q;
                    sum -= &q;
                    assert_eq!(sum, p);
                    // Both encodings, of both forms.
                    let (p, bytes) = (q.to_curve(), q.to_bytes());
                    assert!(p.to_bytes().as_ref() == bytes.as_ref());
                    assert_eq!(G::from_bytes(&bytes).unwrap(), p);
                    assert_eq!(G::from_bytes_unchecked(&bytes).unwrap(), p);
                    assert_eq!(Affine::<G>::from_bytes(&bytes).unwrap(), q);
                    assert_eq!(Affine::<G>::from_bytes_unchecked(&bytes).unwrap(), q);
                    let bytes = q.to_uncompressed();
                    assert_eq!(Affine::<G>::from_uncompressed(&bytes).unwrap(), q);
                    assert_eq!(Affine::<G>::from_uncompressed_unchecked(&bytes).unwrap(), q);
                }
                let p = G::random(&mut rng);
                assert!(bool::from(p.is_torsion_free()));
                assert_eq!(p.into_subgroup().unwrap(), p);
                assert!(bool::from(p.clear_cofactor().is_torsion_free()));
                assert!(bool::from(zero.is_small_order()) && !bool::from(p.is_small_order()));
            }

            /// With scalars of all bits, of which a carry comes out at the top.
            fn wnaf<G: WnafGroup>() {
                let mut rng = $rng(7);
                let p = G::random(&mut rng);
                for k in [G::Scalar::random(&mut rng), -G::Scalar::ONE, G::Scalar::ZERO] {
                    assert_eq!(Wnaf::new().scalar(&k).base(p), p * k);
                    assert_eq!(Wnaf::new().base(p, 100).scalar(&k), p * k);
                }
                let recommended = G::recommended_wnaf_for_num_scalars;
                assert!((1..1 << 16).step_by(97).all(|n| (2..=22).contains(&recommended(n))));
            }

            #[test]
            fn curves() {
                curve::<bls12_381::G1Projective>();
                curve::<bls12_381::G2Projective>();
                curve::<bn254::G1>();
                curve::<bn254::G2>();
                curve::<secp256k1::Secp256k1>();
                curve::<p256::Secp256r1>();
                curve::<pasta::Ep>();
                curve::<pasta::Eq>();
                curve::<grumpkin::G1>();
                wnaf::<bls12_381::G1Projective>();
                wnaf::<bls12_381::G2Projective>();
                wnaf::<bn254::G1>();
                wnaf::<bn254::G2>();
                wnaf::<pasta::Ep>();
                wnaf::<pasta::Eq>();
                wnaf::<grumpkin::G1>();
                group::<bls12_381::Gt>();
                group::<bn254::Gt>();
            }

            fn pairing<E: MultiMillerLoop>() {
                let mut rng = $rng(6);
                let (a, b) = (E::Fr::random(&mut rng), E::Fr::random(&mut rng));
                let (p, q) =
                    (E::G1::random(&mut rng).to_affine(), E::G2::random(&mut rng).to_affine());
                let value = E::pairing(&p, &q);
                assert_ne!(value, E::Gt::identity());
                assert_eq!(E::pairing(&(p * a).to_affine(), &(q * b).to_affine()), value * (a * b));
                assert_eq!(p.pairing_with(&q), value);
                assert_eq!(q.pairing_with(&p), value);
                let (no_p, no_q) = (E::G1::identity().to_affine(), E::G2::identity().to_affine());
                assert_eq!(E::pairing(&no_p, &q), E::Gt::identity());
                assert_eq!(E::pairing(&p, &no_q), E::Gt::identity());
                let generators = (E::G1::generator().to_affine(), E::G2::generator().to_affine());
                assert_eq!(E::pairing(&generators.0, &generators.1), E::Gt::generator());

                let [prepared, none] = [q, no_q].map(E::G2Prepared::from);
                let minus = -p;
                let product =
                    |terms: &[(&E::G1Affine, &E::G2Prepared)]| E::multi_miller_loop(terms);
                assert_eq!(product(&[]).final_exponentiation(), E::Gt::identity());
                assert_eq!(product(&[(&p, &prepared)]).final_exponentiation(), value);
                for nothing in [
                    &[(&p, &prepared), (&minus, &prepared)][..],
                    &[(&no_p, &prepared), (&p, &none)],
                    &[(&p, &none)],
                ] {
                    assert_eq!(product(nothing).final_exponentiation(), E::Gt::identity());
                }
                // Values of loops are joined by `+`.
                let one = E::Result::default();
                let loop_value = product(&[(&p, &prepared)]);
                let mut sum = loop_value + one;
                sum += &loop_value;
                assert_eq!((sum + &loop_value).final_exponentiation(), value * E::Fr::from(3));
                // Many pairs, where vectors are used.
                let many = vec![(&p, &prepared); 20];
                assert_eq!(product(&many).final_exponentiation(), value * E::Fr::from(20));
            }

            #[test]
            fn pairings() {
                pairing::<bls12_381::Bls12>();
                pairing::<bn254::Bn256>();
            }
        }
    };
}

laws!(
    v0_13: ff_0_13, group_0_13, pairing_0_23, old,
    affine: group_0_13::prime::PrimeCurveAffine, to_affine: AffineRepr
);
laws!(
    v0_14: ff_0_14, group_0_14, pairing_0_24, new,
    affine: group_0_14::CurveAffine, to_affine: Affine
);
