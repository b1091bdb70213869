//! Constants, group laws, multiplication, sums, on every engine.

#![allow(clippy::integer_division_remainder_used)]

use crate::engine;
use crate::lattice;
use crate::laws;
use crate::slow::{Slow, integer, point};
use curve::bn254;
use curve::engines::lanes8::Lanes8Portable;
use curve::field::{Anywhere, Red};
use curve::glv::Lattice;
use curve::grumpkin::{self, Grumpkin};
use curve::msm::{FixedBases, msm_vartime_alloc};
use curve::pallas::{self, Pallas};
use curve::scalar::{ScalarField, SecretScalar};
use curve::scalar_mul::mul_on_lanes;
use curve::vesta::{self, Vesta};
use curve::weierstrass::{Affine, CtxOf, Endomorphism, Group, GroupInLanes, Projective};
use limb::Mont;
use num_bigint::{BigInt, BigUint};

use crate::laws::{order, rng, scalars};

/// The curve of the library is this one, and its group has prime order n: n annihilates a point
/// other than the identity, and Hasse's interval has room for only one multiple of n.
fn constants<C: Group<Base: Anywhere, Scalar: ScalarField>>(slow: &Slow) {
    let one = BigUint::from(1u32);
    for prime in [&slow.p, &slow.n] {
        for base in [2u32, 3, 5, 7, 11] {
            assert_eq!(BigUint::from(base).modpow(&(prime - 1u32), prime), one);
        }
    }
    assert_eq!(integer(&-Red::<C::Base>::one()), &slow.p - 1u32);
    assert_eq!(order::<C::Scalar>(), slow.n);
    assert_eq!(integer(&C::b(&())), slow.b);
    assert_eq!(integer(&C::times_3b(&Red::from(5u32))), &slow.b * 15u32 % &slow.p);
    let g = slow.generator();
    assert_eq!(point(&Projective::<C>::generator()), g);
    let (x, y) = &slow.g;
    assert_eq!(y * y % &slow.p, (x * x * x + &slow.b) % &slow.p);
    assert_eq!(slow.mul(&slow.n, &g), None);
    let distance = if slow.n > slow.p { &slow.n - &slow.p } else { &slow.p - &slow.n };
    assert!((&distance - 1u32).pow(2) <= &slow.p * 4u32);
    assert_eq!(<C as curve::weierstrass::Subgroup>::COFACTOR, [1]);
    for k in scalars::<C::Scalar>() {
        let product = point(&(Projective::<C>::generator() * k));
        assert_eq!(product, slow.mul(&integer(&k), &g));
    }
}

#[test]
fn constants_are_those_of_the_curves() {
    constants::<Pallas>(&Slow::pallas());
    constants::<Vesta>(&Slow::vesta());
    constants::<Grumpkin>(&Slow::grumpkin());
}

/// λ of the endomorphism, by the library's own β and chords and tangents.
fn lambda<C: Group<Base: Anywhere>>(slow: &Slow) -> BigUint {
    let third = (&slow.n - 1u32) / 3u32;
    let one = BigUint::from(1u32);
    let root = (2u32..).map(|k| BigUint::from(k).modpow(&third, &slow.n)).find(|r| *r != one);
    let root = root.expect("a cube root of one");
    let g = Affine::<C>::generator();
    let (x, y) = C::endomorphism_xy(g.x(), g.y());
    let image = Some((integer(&x), integer(&y)));
    let both = [root.clone(), &slow.n - root - 1u32];
    let found = both.into_iter().find(|root| slow.mul(root, &slow.generator()) == image);
    found.expect("the endomorphism multiplies by a cube root of one")
}

/// The lattice is that of λ, of index n, with these reciprocals, and parts are as short as stated:
/// at the edges of the rounding and along a walk.
fn parts<C: Group<Base: Anywhere>>(slow: &Slow, basis: [[&str; 2]; 2], found: &Lattice<2, 2>) {
    let hex = |digits: &str| BigInt::parse_bytes(digits.as_bytes(), 16).expect("digits");
    let basis = basis.map(|row| row.map(hex));
    let (mu, n) = (BigInt::from(lambda::<C>(slow)), BigInt::from(slow.n.clone()));
    assert_eq!(lattice::lattice::<2, 2>(&basis), *found);
    assert_eq!(lattice::index(&basis), slow.n);
    for [a, b] in &basis {
        assert_eq!((a + b * &mu) % &n, BigInt::ZERO);
    }
    let bounds = lattice::bounds(&basis);
    assert!(bounds.iter().all(|bound| bound.bits() <= u64::from(C::PART_BITS)));
    let mut k = BigUint::from(1u32);
    for edge in lattice::edges(&basis, &slow.n) {
        k = (&k * &k + &edge + 12_345u32) % &slow.n;
        for k in [&edge, &k] {
            let parts = C::split(&lattice::limbs(k)).map(|part| lattice::integer(&part));
            assert!(parts.iter().zip(&bounds).all(|(part, bound)| part.magnitude() <= bound));
            let sum = &parts[0] + &parts[1] * &mu - BigInt::from(k.clone());
            assert_eq!(sum % &n, BigInt::ZERO, "{k}");
        }
    }
}

#[test]
fn scalars_in_parts() {
    let basis = [
        ["49e69d1640f049157fcae1c700000001", "-49e69d1640a899538cb1279300000000"],
        ["49e69d1640a899538cb1279300000000", "93cd3a2c8198e2690c7c095a00000001"],
    ];
    parts::<Pallas>(&Slow::pallas(), basis, &pallas::LATTICE);
    let basis = [
        ["49e69d1640f049157fcae1c700000000", "-49e69d1640a899538cb1279300000001"],
        ["49e69d1640a899538cb1279300000001", "93cd3a2c8198e2690c7c095a00000001"],
    ];
    parts::<Vesta>(&Slow::vesta(), basis, &vesta::LATTICE);
    let basis = [
        ["89d3256894d213e2", "-6f4d8248eeb859fc8211bbeb7d4f1129"],
        ["6f4d8248eeb859fd0be4e1541221250b", "89d3256894d213e2"],
    ];
    parts::<Grumpkin>(&Slow::grumpkin(), basis, &grumpkin::LATTICE);
}

#[test]
fn group_laws() {
    engine::hold().on_each(|_| {
        laws::addition::<Pallas>();
        laws::addition::<Vesta>();
        laws::addition::<Grumpkin>();
    });
}

#[test]
fn multiplications_agree() {
    laws::multiplication::<Pallas>(&lambda::<Pallas>(&Slow::pallas()));
    laws::multiplication::<Vesta>(&lambda::<Vesta>(&Slow::vesta()));
    laws::multiplication::<Grumpkin>(&lambda::<Grumpkin>(&Slow::grumpkin()));
}

#[test]
fn sums_of_multiples() {
    laws::sums::<Pallas>();
    laws::sums::<Vesta>();
    laws::sums::<Grumpkin>();
}

/// As many random multiples as `count`, by every way to multiply, on every engine and on portable
/// lanes, against chords and tangents: each is the one before and a random point.
fn walk<C, S>(slow: &Slow, count: usize)
where
    C: GroupInLanes<Base: Anywhere, Scalar: ScalarField>,
    S: Endomorphism<Base: curve::field::Lanes<One = C::Base> + curve::field::Field<Ctx = ()>>,
{
    let mut rng = rng();
    let step = Red::<C::Scalar>::random(&mut rng);
    let slow_step = slow.mul(&integer(&step), &slow.generator());
    let mut k = Red::<C::Scalar>::random(&mut rng);
    let mut at = slow.mul(&integer(&k), &slow.generator());
    let (mut all, mut expected) = (Vec::new(), Vec::new());
    for _ in 0..count {
        all.push(k);
        expected.push(at.clone());
        (k, at) = (k + step, slow.add(&at, &slow_step));
    }
    let generators = vec![Affine::<C>::generator(); count];
    let mut out = vec![Projective::<C>::identity(); count];
    let same = |out: &[Projective<C>], what: &str| {
        let mut affine = vec![Affine::<C>::identity(); count];
        Projective::batch_to_affine(out, &mut affine).expect("a batch");
        for (found, expected) in affine.iter().zip(&expected) {
            let found = Some((integer(found.x()), integer(found.y())));
            assert_eq!(found, *expected, "{what}");
        }
    };
    engine::hold().on_each(|engine| {
        Projective::mul_batch(&generators, &all, &mut out).expect("a batch");
        same(&out, engine.name());
        Projective::mul_batch_vartime(&generators, &all, &mut out).expect("a batch");
        same(&out, engine.name());
        for (k, out) in all.iter().zip(&mut out) {
            *out = Projective::<C>::mul_generator(k);
        }
        same(&out, engine.name());
        for (k, out) in all.iter().zip(&mut out) {
            *out = Projective::<C>::generator().mul_vartime(k);
        }
        same(&out, engine.name());
        // The sum of all, with their scalars for a second time.
        let points: Vec<Affine<C>> = out.iter().map(Projective::to_affine).collect();
        let weights: Vec<_> = all.iter().rev().copied().collect();
        let sum: Red<C::Scalar> = all.iter().zip(&weights).map(|(a, b)| a * b).sum();
        let sum = Projective::<C>::mul_generator(&sum);
        for length in [1, 2, 3, 8, 9, 40, count] {
            let part: Red<C::Scalar> =
                all.iter().zip(&weights).take(length).map(|(a, b)| a * b).sum();
            assert_eq!(
                msm_vartime_alloc(&points[..length], &weights[..length]),
                Ok(Projective::mul_generator(&part)),
                "{} points, {}",
                length,
                engine.name()
            );
        }
        let bases = FixedBases::new(&points[..40], 1 << 20).expect("bases");
        let part: Red<C::Scalar> = all.iter().zip(&weights).take(40).map(|(a, b)| a * b).sum();
        assert_eq!(bases.msm_vartime(&weights[..40]), Ok(Projective::mul_generator(&part)));
        assert_eq!(msm_vartime_alloc(&points, &weights), Ok(sum));
    });
    let secret = SecretScalar::new(all[0]);
    assert_eq!(&Projective::<C>::generator() * &secret, out[0]);
    lanes::<C, S>(&(), &generators[..8], &all[..8], &out[..8]);
}

fn lanes<C, S>(
    ctx: &CtxOf<S>,
    points: &[Affine<C>],
    scalars: &[Red<C::Scalar>],
    expected: &[Projective<C>],
) where
    C: GroupInLanes<Base: Anywhere, Scalar: ScalarField>,
    S: Endomorphism<Base: curve::field::Lanes<One = C::Base>>,
{
    let mut out = vec![Projective::<C>::identity(); points.len()];
    assert_eq!(mul_on_lanes::<C, S>(ctx, points, scalars, &mut out), Ok(()));
    assert_eq!(out, expected);
}

/// How many random multiples: ten thousand where it is asked for, in `.ci/long`.
fn inputs() -> usize {
    if std::env::var_os("CURVEMARK_LONG").is_some() { 10_000 } else { 300 }
}

#[test]
fn random_multiples_on_pallas() {
    walk::<Pallas, Pallas<Lanes8Portable<pallas::FpEngine>>>(&Slow::pallas(), inputs());
}

#[test]
fn random_multiples_on_vesta() {
    walk::<Vesta, Vesta<Lanes8Portable<vesta::FpEngine>>>(&Slow::vesta(), inputs());
}

#[test]
fn random_multiples_on_grumpkin() {
    walk::<Grumpkin, Grumpkin<Lanes8Portable<grumpkin::FpEngine>>>(&Slow::grumpkin(), inputs());
}

/// The two word sizes give the same points.
#[test]
fn word_sizes_agree() {
    type P64 = Pallas<Mont<pallas::FpModulus, u64, 4>>;
    type P32 = Pallas<Mont<pallas::FpModulus, u32, 8>>;
    type G64 = Grumpkin<Mont<grumpkin::FpModulus, u64, 4>>;
    type G32 = Grumpkin<Mont<grumpkin::FpModulus, u32, 8>>;
    for k in scalars().iter().step_by(7) {
        let (wide, narrow) =
            (Projective::<P64>::generator() * k, Projective::<P32>::generator() * k);
        assert_eq!(wide.to_le_bytes(), narrow.to_le_bytes());
    }
    for k in scalars().iter().step_by(7) {
        let (wide, narrow) =
            (Projective::<G64>::generator() * k, Projective::<G32>::generator() * k);
        assert_eq!(wide.to_le_bytes(), narrow.to_le_bytes());
    }
}

/// The fields of a cycle are the same types: what is a coordinate here is a scalar there.
#[test]
fn cycles() {
    let x: vesta::Scalar = *pallas::AffinePoint::generator().x();
    assert_eq!(x, -pallas::Fp::one());
    let x: pallas::Scalar = *vesta::AffinePoint::generator().x();
    assert_eq!(x, -vesta::Fp::one());
    let y: grumpkin::Scalar = *bn254::G1Affine::generator().y();
    let twice = grumpkin::Point::generator().double();
    assert_eq!(grumpkin::Point::mul_generator(&y), twice);
    // A literal has one type only, whatever the features.
    assert_eq!(y, bn254::Fp::from(2));
}
