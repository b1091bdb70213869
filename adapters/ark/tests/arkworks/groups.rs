//! Groups.

use std::hash::{BuildHasher, RandomState};

use ark_ec::short_weierstrass as sw;
use ark_ec::{AffineRepr, CurveGroup, PrimeGroup, VariableBaseMSM};
use ark_ff::{AdditiveGroup, BigInteger, Field, PrimeField, UniformRand, Zero};
use ark_serialize::{CanonicalDeserialize, CanonicalSerialize, Compress, Valid, Validate};
use ark_std::rand::rngs::StdRng;
use ark_std::rand::{Rng, SeedableRng};
use curvemark_ark::weierstrass::{Affine, Curve, Projective};
use curvemark_ark::{bls12_381, bn254};

use crate::{bytes, same, same_options, spoilt, two_rngs};

/// The same value of both, by its bytes.
fn of<T: CanonicalDeserialize>(ours: &impl CanonicalSerialize) -> T {
    T::deserialize_uncompressed(&bytes(ours, Compress::No)[..]).unwrap()
}

/// Random points and edges.
fn points<O: CurveGroup, T: CurveGroup>(count: usize) -> Vec<(O, T)> {
    let (mut ours, mut theirs) = two_rngs(5);
    let mut points: Vec<_> =
        (0..count).map(|_| (O::rand(&mut ours), T::rand(&mut theirs))).collect();
    points.extend([(O::ZERO, T::ZERO), (O::generator(), T::generator())]);
    points.push((-O::generator(), -T::generator()));
    points.push((O::ZERO, T::ZERO));
    points
}

fn group<O, T>()
where
    O: CurveGroup + PartialEq<O::Affine>,
    T: CurveGroup,
{
    type ScalarOf<G> = <G as PrimeGroup>::ScalarField;

    let mut rng = StdRng::seed_from_u64(6);
    let (mut ours, mut theirs) = two_rngs(7);
    same(&O::Affine::rand(&mut ours), &T::Affine::rand(&mut theirs));
    same(&O::Affine::GENERATOR, &T::Affine::GENERATOR);
    same(&O::Affine::ZERO, &T::Affine::ZERO);
    same(&O::default(), &T::default());
    let points = points::<O, T>(10);
    for pair in points.windows(2) {
        let [(a, x), (b, y)] = pair else { unreachable!() };
        let (a, b, x, y) = (*a, *b, *x, *y);
        let (p, q, u, v) = (a.into_affine(), b.into_affine(), x.into_affine(), y.into_affine());
        same(&a, &x);
        same(&p, &u);
        same(&(a + b), &(x + y));
        same(&(a - b), &(x - y));
        same(&(a + q), &(x + v));
        same(&(a - q), &(x - v));
        same(&(p + q), &(u + v));
        same(&(p - q), &(u - v));
        same(&(p + b), &(u + y));
        same(&(p - b), &(u - y));
        same(&-a, &-x);
        same(&-p, &-u);
        same(&a.double(), &x.double());
        same(&(a + a), &(x + x));
        let (copy, other) = (a, x);
        same(&(a - copy), &(x - other));
        assert!((a == p) && O::from(p) == a && (a == b) == (x == y) && (p == q) == (u == v));
        assert_eq!((a.is_zero(), p.is_zero()), (x.is_zero(), u.is_zero()));
        assert_eq!((a.to_string(), p.to_string()), (x.to_string(), u.to_string()));
        assert_eq!(p.xy().is_some(), u.xy().is_some());
        same_options(&p.x(), &u.x());
        same_options(&p.y(), &u.y());
        let k = ScalarOf::<O>::rand(&mut rng);
        for k in [k, ScalarOf::<O>::ZERO, ScalarOf::<O>::ONE, ScalarOf::<O>::NEG_ONE] {
            let l = of::<ScalarOf<T>>(&k);
            same(&(a * k), &(x * l));
            same(&(p * k), &(u * l));
            same(&(a * &k), &(x * l));
            same(&a.mul_bigint(k.into_bigint()), &x.mul_bigint(l.into_bigint()));
            same(&p.mul_bigint(k.into_bigint()), &u.mul_bigint(l.into_bigint()));
        }
        // Longer than any scalar.
        let long = [rng.r#gen(), rng.r#gen(), 3, 5, 7, 11, 13];
        same(&a.mul_bigint(long), &p.mul_bigint(long));
        same(&p.mul_bigint(long), &u.mul_bigint(long));
        same(&a.mul_bits_be([true, false, true].into_iter()), &x.mul_bigint([5]));
        same(&p.mul_by_cofactor(), &u.mul_by_cofactor());
        same(&p.mul_by_cofactor_inv(), &u.mul_by_cofactor_inv());
        same(&p.clear_cofactor(), &u.clear_cofactor());
        let mut sum = a;
        sum += q;
        sum -= &q;
        sum += &b;
        sum -= b;
        sum *= k;
        assert_eq!(sum, a * k);
        assert_eq!([p, q].iter().sum::<O>(), a + b);
        assert_eq!([p, q].into_iter().sum::<O>(), a + b);
        assert_eq!([a, b].iter().sum::<O>(), a + b);
        let hashes = RandomState::new();
        assert_eq!(hashes.hash_one(a + b - b), hashes.hash_one(a));
        assert!(p.check().is_ok() && a.check().is_ok());
        sum.zeroize();
        assert!(sum.is_zero());
    }
    let (ours, theirs): (Vec<_>, Vec<_>) = points.into_iter().unzip();
    let affine = O::normalize_batch(&ours);
    same(&affine, &T::normalize_batch(&theirs));
    same(&O::batch_convert_to_mul_base(&ours), &affine);
    assert!(O::normalize_batch(&[]).is_empty());
    assert!(Valid::batch_check(affine.iter()).is_ok() && O::batch_check(ours.iter()).is_ok());
    same(&affine.iter().sum::<O>(), &theirs.iter().sum::<T>());
    same(&core::iter::empty::<O::Affine>().sum::<O>(), &T::ZERO);
    let scalars: Vec<_> = (0..50).map(|_| ScalarOf::<O>::rand(&mut rng)).collect();
    let their_scalars: Vec<_> = scalars.iter().map(of::<ScalarOf<T>>).collect();
    same(&ours[0].batch_mul(&scalars), &theirs[0].batch_mul(&their_scalars));
}

/// Sums of multiples of `count` points: random scalars among edges and repetitions.
fn sums<O: VariableBaseMSM + CurveGroup, T: VariableBaseMSM + CurveGroup>(count: usize) {
    let mut rng = StdRng::seed_from_u64(count as u64);
    let (mut ours, mut theirs) = two_rngs(8);
    let first = (O::rand(&mut ours), T::rand(&mut theirs));
    let next = |(p, q): &(O, T)| Some((p.double() + first.0, q.double() + first.1));
    let mut points: Vec<_> = core::iter::successors(Some(first), next).take(count).collect();
    let mut scalars: Vec<O::ScalarField> =
        (0..count).map(|_| O::ScalarField::rand(&mut rng)).collect();
    // Every fifth is an edge.
    for i in (0..count).step_by(5) {
        match i % 7 {
            0 => points[i] = (O::ZERO, T::ZERO),
            1 => points[i] = points[i / 2],
            2 => points[i] = (-points[i / 2].0, -points[i / 2].1),
            3 => scalars[i] = O::ScalarField::ZERO,
            4 => scalars[i] = O::ScalarField::NEG_ONE,
            5 => scalars[i] = O::ScalarField::ONE,
            _ => scalars[i] = O::ScalarField::from(rng.r#gen::<u16>()),
        }
    }
    let (ours, theirs): (Vec<_>, Vec<_>) = points.into_iter().unzip();
    let (ours, theirs) = (O::normalize_batch(&ours), T::normalize_batch(&theirs));
    let their_scalars: Vec<T::ScalarField> = scalars.iter().map(of).collect();
    let sum = O::msm(&ours, &scalars).unwrap();
    same(&sum, &T::msm(&theirs, &their_scalars).unwrap());
    let integers: Vec<_> = scalars.iter().map(|k| k.into_bigint()).collect();
    assert_eq!(O::msm_bigint(&ours, &integers), sum);
    assert_eq!(O::msm_unchecked(&ours, &scalars), sum);
    assert_eq!(O::msm_chunks(&&ours[..], &&scalars[..]), sum);
    assert_eq!(O::msm(&ours, &[&scalars[..], &[O::ScalarField::ONE]].concat()), Err(count));
    // More of one than of the other: the rest does not count.
    let more = [&ours[..], &[O::generator().into_affine()]].concat();
    assert_eq!(O::msm_unchecked(&more, &scalars), sum);

    let small: Vec<u64> = (0..count).map(|_| rng.r#gen()).collect();
    same(&O::msm_u64(&ours, &small), &T::msm_u64(&theirs, &small));
    let cut: Vec<_> = small.iter().map(|&k| k as u32).collect();
    same(&O::msm_u32(&ours, &cut), &T::msm_u32(&theirs, &cut));
    let cut: Vec<_> = small.iter().map(|&k| k as u16).collect();
    same(&O::msm_u16(&ours, &cut), &T::msm_u16(&theirs, &cut));
    let cut: Vec<_> = small.iter().map(|&k| k as u8).collect();
    same(&O::msm_u8(&ours, &cut), &T::msm_u8(&theirs, &cut));
    let cut: Vec<_> = small.iter().map(|&k| k & 1 == 1).collect();
    same(&O::msm_u1(&ours, &cut), &T::msm_u1(&theirs, &cut));

    // An integer that is no scalar counts as its residue.
    if let Some(base) = ours.first().filter(|_| O::ScalarField::MODULUS_BIT_SIZE < 256) {
        let mut above = O::ScalarField::MODULUS;
        above.add_with_carry(&3u64.into());
        assert_eq!(O::msm_bigint(&[*base], &[above]), *base * O::ScalarField::from(3u64));
    }
}

/// arkworks' own types over our fields: the same group, by its formulas.
fn formulas<C: Curve>() {
    let mut rng = StdRng::seed_from_u64(9);
    let points: Vec<_> = (0..4).map(|_| Affine::<C>::rand(&mut rng)).collect();
    let scalars: Vec<_> = (0..4).map(|_| C::ScalarField::rand(&mut rng)).collect();
    let theirs: Vec<_> = points.iter().map(|&point| sw::Affine::<C>::from(point)).collect();
    same(&points, &theirs);
    let sum: Projective<C> = points.iter().zip(&scalars).map(|(p, k)| *p * k).sum();
    let their_sum: sw::Projective<C> = theirs.iter().zip(&scalars).map(|(p, k)| *p * k).sum();
    same(&sum, &their_sum);
    same(&C::msm(&theirs, &scalars).unwrap(), &sum);
    assert_eq!(C::msm(&theirs, &scalars[1..]), Err(3));
    assert!(theirs.iter().all(|point| point.is_in_correct_subgroup_assuming_on_curve()));
    let outside = outside::<C>();
    if let Some(point) = outside {
        assert!(!sw::Affine::from(point).is_in_correct_subgroup_assuming_on_curve());
        // Integers multiply it as they should: the order does not give the identity.
        for k in [
            C::ScalarField::MODULUS.as_ref(),
            C::COFACTOR,
            &[7, 5, 3],
            &[7, 5, 3, 2, 1, 9, 8, 6, 4],
        ] {
            let expected = sw::Affine::from(point).mul_bigint(k);
            same(&point.mul_bigint(k), &expected);
            same(&point.into_group().mul_bigint(k), &expected);
        }
        assert!(!point.mul_bigint(C::ScalarField::MODULUS).is_zero());
    }
    assert_eq!(outside.is_none(), C::cofactor_is_one());
}

/// A point of the curve that is not in the group, if there is one.
fn outside<C: Curve>() -> Option<Affine<C>> {
    (1u64..20)
        .filter_map(|x| Affine::<C>::get_point_from_x_unchecked(x.into(), true))
        .find(|point| point.check().is_err())
}

/// The same verdict on bytes that are changed, cut or no point, and the same point.
/// `outside` is a point outside the group, if there is one; `off` is off the curve.
fn encodings<O: CurveGroup, T: CurveGroup>(outside: Option<O::Affine>, off: O::Affine) {
    let mut rng = StdRng::seed_from_u64(10);
    let (mut good, mut bad) = (0, 0);
    let mut ask = |input: &[u8], compress| {
        let ours = O::Affine::deserialize_with_mode(input, compress, Validate::Yes);
        let theirs = T::Affine::deserialize_with_mode(input, compress, Validate::Yes);
        // arkworks also takes (0, 0) without a flag for the identity of BLS12-381.
        let zeros = size_of::<O::Affine>() % 48 == 0 && input.iter().all(|&byte| byte == 0);
        if zeros || spoilt(input, O::Affine::ZERO.serialized_size(compress), 2) {
            assert!(ours.is_err());
            return;
        }
        assert_eq!(ours.is_ok(), theirs.is_ok(), "{input:x?}");
        if let (Ok(ours), Ok(theirs)) = (&ours, &theirs) {
            good += 1;
            same(ours, theirs);
        } else {
            bad += 1;
        }
        // Without validation no point off the curve comes out.
        let ours = O::Affine::deserialize_with_mode(input, compress, Validate::No);
        let theirs = T::Affine::deserialize_with_mode(input, compress, Validate::No);
        if let (Compress::Yes, Ok(theirs)) = (compress, &theirs) {
            same(ours.as_ref().unwrap(), theirs);
        }
        assert!(ours.is_err() || theirs.is_ok());
    };
    for compress in [Compress::Yes, Compress::No] {
        let point = bytes(&O::Affine::rand(&mut rng), compress);
        let identity = bytes(&O::Affine::ZERO, compress);
        let size = point.len();
        let mut cases = vec![point.clone(), identity.clone(), point[1..].to_vec(), vec![]];
        cases.extend([vec![0; size], vec![0xff; size], [&point[..], &[0]].concat()]);
        for start in [&point, &identity] {
            // Every bit of what may hold flags, and some others.
            for at in [0, 1, size / 2 - 1, size / 2, size - 2, size - 1] {
                for bit in 0..8 {
                    let mut case = start.clone();
                    case[at] ^= 1 << bit;
                    cases.push(case.clone());
                    case[at] ^= 1 << ((bit + 1) % 8);
                    cases.push(case);
                }
            }
        }
        // The modulus for x: not canonical.
        let modulus = <O::BaseField as Field>::BasePrimeField::MODULUS;
        for (bytes, at) in [(modulus.to_bytes_be(), 0), (modulus.to_bytes_le(), 0)] {
            let mut case = point.clone();
            for (byte, of) in case[at..].iter_mut().zip(&bytes) {
                *byte = *of | (*byte & 0x80);
            }
            cases.push(case);
        }
        if let Some(point) = outside {
            cases.push(bytes(&point, compress));
        }
        cases.iter().for_each(|case| ask(case, compress));
        // Points one by one and in a vector.
        let mut points: Vec<_> = (0..20).map(|_| O::Affine::rand(&mut rng)).collect();
        points.push(O::Affine::ZERO);
        let encoding = bytes(&points, compress);
        let again = Vec::<O::Affine>::deserialize_with_mode(&encoding[..], compress, Validate::Yes);
        assert_eq!(again.unwrap(), points);
        if let Some(point) = outside {
            points.push(point);
            let encoding = bytes(&points, compress);
            let again = |validate| {
                Vec::<O::Affine>::deserialize_with_mode(&encoding[..], compress, validate)
            };
            assert!(again(Validate::Yes).is_err());
            assert_eq!(again(Validate::No).unwrap(), points);
        }
    }
    assert!(good > 3 && bad > 20, "{good} points, {bad} refusals");

    // A point off the curve: only whoever skips the check makes one.
    assert!(off.check().is_err());
    assert!(Valid::batch_check([off, O::Affine::GENERATOR].iter()).is_err());

    for _ in 0..40 {
        let mut input = bytes(&O::BaseField::rand(&mut rng), Compress::Yes);
        *input.last_mut().unwrap() ^= rng.r#gen::<u8>() & 0xc0;
        let ours = O::Affine::from_random_bytes(&input);
        same_options(&ours, &T::Affine::from_random_bytes(&input));
    }
}

macro_rules! of_curve {
    ($name:ident: $config:ty, $theirs:ty) => {
        mod $name {
            use super::*;

            #[test]
            fn laws() {
                group::<Projective<$config>, $theirs>();
            }

            #[test]
            fn sums_of_multiples() {
                for count in [0, 1, 2, 7, 40, 300, 1100] {
                    sums::<Projective<$config>, $theirs>(count);
                }
            }

            #[test]
            fn other_formulas() {
                formulas::<$config>();
            }

            #[test]
            fn bytes_and_refusals() {
                use ark_ec::CurveConfig;

                type Base = <$config as CurveConfig>::BaseField;
                let off = Affine::<$config>::new_unchecked(Base::ONE, Base::ONE);
                assert!(!off.is_on_curve());
                assert!(std::panic::catch_unwind(|| Affine::<$config>::new(off.x, off.y)).is_err());
                encodings::<Projective<$config>, $theirs>(outside::<$config>(), off);
            }
        }
    };
}

of_curve! { g1_of_bls12_381: bls12_381::g1::Config, ark_bls12_381::G1Projective }
of_curve! { g2_of_bls12_381: bls12_381::g2::Config, ark_bls12_381::G2Projective }
of_curve! { g1_of_bn254: bn254::g1::Config, ark_bn254::G1Projective }
of_curve! { g2_of_bn254: bn254::g2::Config, ark_bn254::G2Projective }
of_curve! { secp256k1: curvemark_ark::secp256k1::Config, ark_secp256k1::Projective }
of_curve! { secp256r1: curvemark_ark::secp256r1::Config, ark_secp256r1::Projective }
of_curve! { pallas: curvemark_ark::pallas::PallasConfig, ark_pallas::Projective }
of_curve! { vesta: curvemark_ark::vesta::VestaConfig, ark_vesta::Projective }
of_curve! { grumpkin: curvemark_ark::grumpkin::GrumpkinConfig, ark_grumpkin::Projective }

mod ed25519 {
    use ark_ec::twisted_edwards as te;
    use curvemark_ark::ed25519::{EdwardsAffine, EdwardsConfig, EdwardsProjective, Fq, Fr};

    use super::*;

    #[test]
    fn laws() {
        group::<EdwardsProjective, ark_ed25519::EdwardsProjective>();
    }

    #[test]
    fn sums_of_multiples() {
        for count in [0, 1, 2, 7, 40, 300, 1100] {
            sums::<EdwardsProjective, ark_ed25519::EdwardsProjective>(count);
        }
    }

    #[test]
    fn other_formulas() {
        let mut rng = StdRng::seed_from_u64(9);
        let point = EdwardsAffine::rand(&mut rng);
        let k = Fr::rand(&mut rng);
        let theirs = te::Affine::<EdwardsConfig>::from(point);
        same(&(point * k), &(theirs * k));
        assert!(theirs.is_in_correct_subgroup_assuming_on_curve());
        assert_eq!(EdwardsAffine::from(theirs), point);
    }

    #[test]
    fn bytes_and_refusals() {
        // (0, −1) has order two.
        let outside = EdwardsAffine::new_unchecked(Fq::ZERO, Fq::NEG_ONE);
        assert!(outside.is_on_curve() && !outside.is_in_correct_subgroup_assuming_on_curve());
        assert!(outside.mul_bigint([2]).is_zero() && !outside.mul_bigint(Fr::MODULUS).is_zero());
        let off = EdwardsAffine::new_unchecked(Fq::ONE, Fq::ONE);
        assert!(!off.is_on_curve());
        encodings::<EdwardsProjective, ark_ed25519::EdwardsProjective>(Some(outside), off);
        assert!(std::panic::catch_unwind(|| EdwardsAffine::new(off.x, off.y)).is_err());
    }
}

/// arkworks' buckets take our points and give them back.
#[test]
fn buckets() {
    use ark_ec::short_weierstrass::Bucket;
    use curvemark_ark::bls12_381::g1::Config;

    let mut rng = StdRng::seed_from_u64(12);
    let (a, b) = (Affine::<Config>::rand(&mut rng), Affine::<Config>::rand(&mut rng));
    let mut bucket = Bucket::from(a);
    bucket += b;
    bucket += &a;
    bucket -= b;
    assert_eq!(Projective::from(bucket), a + a);
    let mut sum = Projective::from(b);
    sum += &bucket;
    assert_eq!(sum, a + a + b);
    assert_eq!(Projective::from(Bucket::<Config>::ZERO), Projective::ZERO);
}
