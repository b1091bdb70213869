//! Every law that a group of prime order must obey, whatever the curve.
#![allow(dead_code, clippy::op_ref, clippy::eq_op, clippy::integer_division_remainder_used)]

use curve::error::{BatchError, PointError};
use curve::field::{Anywhere, Red};
use curve::msm::{msm_vartime, scratch_size};
use curve::scalar::ScalarField;
use curve::weierstrass::{Affine, Group, GroupInLanes, Jacobian, Projective};
use num_bigint::BigUint;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;
use subtle::{ConditionallySelectable, ConstantTimeEq};

pub fn rng() -> ChaCha20Rng {
    ChaCha20Rng::seed_from_u64(0x6775)
}

pub fn hex(digits: &str) -> BigUint {
    BigUint::parse_bytes(digits.as_bytes(), 16).unwrap()
}

/// The scalar of an integer of at most 512 bits.
pub fn scalar<S: ScalarField>(value: &BigUint) -> Red<S> {
    Red::from_uniform_bytes(&value.to_bytes_be())
}

pub fn integer<S: ScalarField>(scalar: &Red<S>) -> BigUint {
    BigUint::from_bytes_be(&scalar.to_be_bytes())
}

/// The order of the group.
pub fn order<S: ScalarField>() -> BigUint {
    integer(&-Red::<S>::one()) + 1u32
}

/// Small scalars, powers of two and their neighbours, the ends of the range, and random ones.
pub fn scalars<S: ScalarField>() -> Vec<Red<S>> {
    let mut rng = rng();
    let one = BigUint::from(1u32);
    let n = order::<S>();
    let mut out: Vec<BigUint> = [0u64, 2, 3, 5, 17, 31, 33, u64::MAX].map(BigUint::from).into();
    for bit in [0, 1, 4, 5, 31, 63, 64, 127, 128, 129, 191, 250, 251, 252, 253, 254, 255] {
        out.extend([&one << bit, (&one << bit) - 1u32]);
    }
    out.extend([1u32, 2, 3].map(|back| &n - back));
    out.extend([&n >> 1, (&n >> 1) + 1u32, &n >> 64]);
    let mut out: Vec<Red<S>> = out.iter().filter(|k| **k < n).map(scalar).collect();
    out.extend((0..4).map(|_| Red::random(&mut rng)));
    out
}

/// The identity, the generator, opposites, doubles and random points.
pub fn points<C: Group<Base: Anywhere, Scalar: ScalarField>>() -> Vec<Projective<C>> {
    let mut rng = rng();
    let g = Projective::<C>::generator();
    let identity = Projective::<C>::identity();
    [identity, g, g.neg(), g.double()]
        .into_iter()
        .chain((0..3).map(|_| g * Red::random(&mut rng)))
        .collect()
}

/// Addition in all its forms.
pub fn addition<C: GroupInLanes<Base: Anywhere, Scalar: ScalarField>>() {
    let g = Projective::<C>::generator();
    let identity = Projective::<C>::identity();
    let points = points::<C>();
    for p in &points {
        assert!(bool::from(p.is_on_curve()) && bool::from(p.is_in_subgroup()));
        assert_eq!(p + &identity, *p);
        assert_eq!(&identity + p, *p);
        assert_eq!(p - p, identity);
        assert_eq!(p + p, p.double());
        assert_eq!(-(-p), *p);
        let p_affine = p.to_affine();
        assert_eq!(p_affine.to_projective(), *p);
        assert_eq!(p_affine.is_identity().unwrap_u8(), p.is_identity().unwrap_u8());
        assert!(bool::from(p_affine.is_on_curve()) && bool::from(p_affine.is_in_subgroup()));
        assert_eq!(Jacobian::from_projective(p).to_projective(), *p);
        for q in &points {
            let sum = p + q;
            assert!(bool::from(sum.is_on_curve()));
            assert_eq!(sum, q + p);
            assert_eq!(sum - q, *p);
            let q_affine = Affine::from(q);
            assert_eq!(p + &q_affine, sum);
            assert_eq!(p_affine + q_affine, sum);
            assert_eq!(p_affine - q, p - q);
            let (p_jacobian, q_jacobian) =
                (Jacobian::from_projective(p), Jacobian::from_projective(q));
            assert_eq!(p_jacobian.add_vartime(&q_jacobian).to_projective(), sum);
            assert_eq!(p_jacobian.add_mixed_vartime(&q_affine).to_projective(), sum);
            assert_eq!(bool::from(p.ct_eq(q)), p == q);
            assert_eq!(bool::from(p_affine.ct_eq(&q_affine)), p == q);
            assert_eq!(Projective::conditional_select(p, q, 0.into()), *p);
            assert_eq!(Affine::conditional_select(&p_affine, &q_affine, 1.into()), q_affine);
            for s in &points[2..5] {
                assert_eq!((p + q) + s, p + (q + s));
            }
        }
        assert_eq!(Jacobian::from_projective(p).double_vartime().to_projective(), p.double());
    }
    assert_eq!(
        points.iter().sum::<Projective<C>>(),
        points.iter().fold(identity, |sum, p| sum + p)
    );
    let mut affine = [Affine::<C>::identity(); 7];
    Projective::batch_to_affine(&points, &mut affine).unwrap();
    for (p, a) in points.iter().zip(&affine) {
        assert_eq!(p.to_affine(), *a);
    }
    assert_eq!(Projective::<C>::batch_to_affine(&[], &mut []), Err(BatchError::Empty));
    assert_eq!(
        Projective::batch_to_affine(&points, &mut affine[1..]),
        Err(BatchError::LengthMismatch)
    );
    assert_eq!(identity.not_identity(), Err(PointError::Identity));
    assert_eq!(g.not_identity(), Ok(g));
}

/// Multiplication against doubling and adding, whose endomorphism multiplies by μ.
pub fn multiplication<C: Group<Base: Anywhere, Scalar: ScalarField>>(mu: &BigUint) {
    let mut rng = rng();
    let p = Projective::<C>::generator() * Red::random(&mut rng);
    assert_eq!(p.endomorphism(), p.mul_integer_vartime(&mu.to_u64_digits()));
    let n = order::<C::Scalar>();
    let around_mu = [mu.clone(), mu + 1u32, mu - 1u32, &n - mu, mu * mu % &n].map(|k| scalar(&k));
    for k in scalars::<C::Scalar>().into_iter().chain(around_mu) {
        let expected = p.mul_integer_vartime(&integer(&k).to_u64_digits());
        assert_eq!(p * k, expected);
        assert_eq!(p.to_affine() * k, expected);
        assert_eq!(p.mul_vartime(&k), expected);
        // k ≡ Σ kᵢμⁱ, and the parts are as short as the curve says.
        let parts = C::split(&curve::integer::scalar_to_integer(&k));
        let sum = parts.iter().rev().fold(BigUint::ZERO, |sum, part| {
            let magnitude =
                part.magnitude.iter().rev().fold(BigUint::ZERO, |k, &limb| (k << 64) + limb);
            assert!(magnitude.bits() <= u64::from(C::PART_BITS));
            let part = if bool::from(part.negative) { &n - magnitude } else { magnitude };
            (sum * mu + part) % &n
        });
        assert_eq!(sum, integer(&k));
    }
    let identity = Projective::<C>::identity();
    for k in [Red::zero(), Red::one(), Red::random(&mut rng)] {
        assert_eq!(identity * k, identity);
        assert_eq!(identity.mul_vartime(&k), identity);
    }
    let (a, b) = (Red::random(&mut rng), Red::random(&mut rng));
    assert_eq!(p * a + p * b, p * (&a + &b));
    assert_eq!(p * a * b, p * (&a * &b));
    assert_eq!(p.mul_integer_vartime(&order::<C::Scalar>().to_u64_digits()), identity);
    assert_eq!(Projective::<C>::mul_generator(&a), Projective::generator() * a);
}

/// Sums of multiples, with equal and opposite points and the identity among them.
pub fn sums<C: Group<Base: Anywhere, Scalar: ScalarField>>() {
    let mut rng = rng();
    let g = Projective::<C>::generator();
    for n in [1, 2, 5, 40] {
        let mut points: Vec<Affine<C>> =
            (0..n).map(|_| (g * Red::random(&mut rng)).to_affine()).collect();
        let mut scalars: Vec<Red<C::Scalar>> = (0..n).map(|_| Red::random(&mut rng)).collect();
        if n >= 40 {
            points[3] = Affine::identity();
            points[5] = points[4];
            points[7] = points[6].neg();
            scalars[7] = scalars[6];
            scalars[5] = scalars[4];
            for (scalar, special) in scalars[8..].iter_mut().zip(self::scalars()) {
                *scalar = special;
            }
        }
        let size = scratch_size(n);
        let mut buckets = vec![Jacobian::default(); size.buckets];
        let mut integers = vec![[0; 4]; size.integers];
        let sum = msm_vartime(&points, &scalars, &mut buckets, &mut integers).unwrap();
        assert_eq!(sum, points.iter().zip(&scalars).map(|(p, k)| p * k).sum());
        assert_eq!(
            msm_vartime(&points, &scalars, &mut buckets[1..], &mut integers),
            Err(BatchError::ScratchTooSmall)
        );
        assert_eq!(
            msm_vartime(&points, &scalars[1..], &mut buckets, &mut integers),
            Err(BatchError::LengthMismatch)
        );
        assert_eq!(msm_vartime::<C>(&[], &[], &mut buckets, &mut integers), Err(BatchError::Empty));
        assert_eq!(curve::scalar_mul::lincomb_vartime(&points, &scalars), Ok(sum));
    }
}
