//! Sums by advice next to the groups' own, their exceptions, and advice that is wrong.

use curve::advice::{Advice, Found, Given};
use curve::bls12_381::{G1, G1Affine, G1Curve, G2, G2Curve};
use curve::formulas::affine::{self, Xy};
use curve::p256::P256;
use curve::scalar_mul::{AdvisedGroup, lincomb_by_advice_vartime};
use curve::secp256k1::{Fp, Point, Scalar, Secp256k1};
use curve::weierstrass::{Affine, Group, Projective};

fn xy<C: Group<Base: curve::field::Anywhere>>(point: &Projective<C>) -> Xy<C> {
    let point = point.to_affine();
    [*point.x(), *point.y()]
}

fn point<C: Group<Base: curve::field::Anywhere>>([x, y]: Xy<C>) -> Affine<C> {
    Affine::from_xy_unchecked_curve_and_subgroup(x, y)
}

/// The small multiples of a generator meet every exception.
fn formulas<C: Group<Base: curve::field::Anywhere>>() {
    let multiple = |k: i32| {
        let positive = Projective::<C>::generator().mul_integer_vartime(&[k.unsigned_abs().into()]);
        if k < 0 { positive.neg() } else { positive }
    };
    let mut sums = 0;
    for a in (-4..=4).filter(|a| *a != 0) {
        let p = xy(&multiple(a));
        let twice = affine::double::<C>(&p, &mut Found::default()).expect("no order is two");
        assert!(point(twice) == multiple(2 * a).to_affine());
        for b in (-8..=8).filter(|b| *b != 0) {
            let q = xy(&multiple(b));
            let sum = affine::add::<C>(&p, &q, &mut Found::default());
            assert_eq!(sum.is_some(), a != b && a != -b, "{a} + {b}");
            if let Some(sum) = sum {
                assert!(point(sum) == multiple(a + b).to_affine());
            }
            let sum = affine::double_and_add::<C>(&p, &q, &mut Found::default());
            assert_eq!(sum.is_some(), a != b && a != -b && b != -2 * a, "2*{a} + {b}");
            if let Some(sum) = sum {
                assert!(point(sum) == multiple(2 * a + b).to_affine());
                sums += 1;
            }
        }
    }
    assert_eq!(sums, 8 * 16 - 8 - 8 - 8);
}

#[test]
fn formulas_and_their_exceptions() {
    formulas::<Secp256k1>();
    formulas::<P256>();
    formulas::<G1Curve>();
    formulas::<G2Curve>();
}

#[test]
fn wrong_answers_are_refused() {
    let (zero, one, four) = (Fp::zero(), Fp::one(), Fp::from(4u32));
    let words = |value: u64| [value, 0, 0, 0];
    // Nothing is 0/0, and nothing 1/0.
    for numerator in [zero, one] {
        assert!(Given::new(&words(1)).quotient(&numerator, &zero).is_none());
        assert!(Found::default().quotient(&numerator, &zero).is_none());
    }
    // p is zero in another form.
    let p = [0xffff_fffe_ffff_fc2f, u64::MAX, u64::MAX, u64::MAX];
    let other_zero = Fp::from_held(&p).expect("words of a field that folds are all elements");
    assert!(Given::new(&words(1)).quotient(&zero, &other_zero).is_none());
    assert_eq!(Given::new(&words(4)).quotient(&four, &one), Some(four));
    assert_eq!(Given::new(&words(4)).quotient(&one, &four), None);
    assert_eq!(Given::new(&words(2)).root(&four), Some(Fp::from(2u32)));
    assert_eq!(Given::new(&words(3)).root(&four), None);
    assert!(Found::default().root(&-&one).is_none(), "p = 3 modulo 4");
    // Three limbs are no element, and one too many stays.
    assert!(Given::new(&[4, 0, 0]).quotient(&four, &one).is_none());
    let mut given = Given::new(&[4, 0, 0, 0, 0]);
    assert!(given.quotient(&four, &one).is_some() && !given.is_used_up());
    // Words above the modulus are no element of a field in Montgomery's form.
    let mut given = Given::new(&[u64::MAX; 4]);
    assert!(given.quotient(&Scalar::zero(), &Scalar::one()).is_none());
}

#[test]
fn sums_and_groups() {
    let points: Vec<_> = (1..=9u64).map(|k| Point::generator().mul_integer_vartime(&[k])).collect();
    let scalars: Vec<_> = (0..9u64).map(|k| Scalar::from(k * 0x1234_5678_9abc_def1)).collect();
    let expected = points.iter().zip(&scalars).map(|(p, k)| p.mul_vartime(k));
    let expected = expected.fold(Point::identity(), |sum, term| sum.add(&term)).to_affine();
    let points: Vec<_> = points.iter().map(xy).collect();
    let mut found = Found::default();
    let sum = lincomb_by_advice_vartime::<Secp256k1>(&points, &scalars, &mut found);
    assert!(sum.map(point) == Some(expected));
    let words = found.into_words();
    let mut given = Given::new(&words);
    let again = lincomb_by_advice_vartime::<Secp256k1>(&points, &scalars, &mut given);
    assert!(again == sum && given.is_used_up());
    // Lists of two lengths, and a sum that is the identity, have no result.
    let none = lincomb_by_advice_vartime::<Secp256k1>;
    assert!(none(&points, &scalars[1..], &mut Found::default()).is_none());
    assert!(none(&points[..1], &[Scalar::zero()], &mut Found::default()).is_none());
    assert!(none(&[], &[], &mut Found::default()).is_none());

    let generators = (xy(&G1::generator()), xy(&G2::generator()));
    let in_g1 = G1Curve::is_in_subgroup_by_advice(&generators.0, &mut Found::default());
    let in_g2 = G2Curve::is_in_subgroup_by_advice(&generators.1, &mut Found::default());
    assert_eq!((in_g1, in_g2), (Some(true), Some(true)));
    // (0, 2) has order three: it is no multiple of the generator, and has no advice.
    let mut encoding = [0; 128];
    encoding[127] = 2;
    let small = G1Affine::from_eip2537_unchecked_subgroup(&encoding).expect("on the curve");
    let (x, y) = small.to_xy().expect("not the identity");
    assert_eq!(G1Curve::is_in_subgroup_by_advice(&[x, y], &mut Found::default()), None);
    // The sum of both is of order 3r: there is advice, and it says so.
    let (x, y) = small.add(&G1::generator().into()).to_xy().expect("not the identity");
    assert_eq!(G1Curve::is_in_subgroup_by_advice(&[x, y], &mut Found::default()), Some(false));
}
