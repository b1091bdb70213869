//! arkworks' bytes: one encoding for each point, and nothing else taken.

use curve::error::PointError;
use curve::field::Red;
use curve::weierstrass::{Affine, CurvePoint};
use curve::{bls12_381, bn254};
use curvemark::groth16::{Bls12381, Bn254, Curve, Error, Form, Proof, Scalar, VerifyingKey};

use super::vectors::bytes;

const FORMS: [Form; 2] = [Form::Compressed, Form::Uncompressed];

fn round_trips<C: Curve>() {
    let (g1, g2) = (Affine::<C::G1>::generator(), Affine::<C::G2>::generator());
    for k in [1u64, 2, 3, 12_345] {
        let k = Scalar::<C>::from(k);
        let (p, q) = (g1.mul_vartime(&k).to_affine(), g2.mul_vartime(&k).to_affine());
        for p in [p, p.neg(), Affine::identity()] {
            for q in [q, q.neg(), Affine::identity_in(&q.x().ctx())] {
                let proof = Proof::<C> { a: p, b: q, c: p.neg() };
                for form in FORMS {
                    let bytes = proof.to_bytes(form);
                    let size = bytes.len();
                    assert_eq!(Proof::<C>::from_bytes(&bytes, form), Ok(proof));
                    assert_eq!(
                        Proof::<C>::from_bytes(&bytes[..size - 1], form),
                        Err(Error::Length)
                    );
                    assert_eq!(
                        Proof::<C>::from_bytes(&[&bytes[..], &[0]].concat(), form),
                        Err(Error::Length)
                    );
                    assert_eq!(Proof::<C>::from_bytes(&[], form), Err(Error::Length));
                }
            }
        }
    }
    let key = VerifyingKey::<C>::new(g1, g2, g2.neg(), g2, vec![g1, Affine::identity(), g1.neg()])
        .expect("a key");
    for form in FORMS {
        let bytes = key.to_bytes(form);
        assert_eq!(VerifyingKey::<C>::from_bytes(&bytes, form), Ok(key.clone()));
        for length in 0..bytes.len() {
            assert!(VerifyingKey::<C>::from_bytes(&bytes[..length], form).is_err(), "{length}");
        }
        // A number of points that is not theirs.
        let mut other = bytes.clone();
        let ic = bytes.len()
            - 3 * C::g1_from_bytes(&bytes[..bytes_of_g1::<C>(form)], form)
                .map(|_| bytes_of_g1::<C>(form))
                .expect("α");
        for count in [0u64, 2, 4, u64::MAX] {
            other[ic - 8..ic].copy_from_slice(&count.to_le_bytes());
            assert_eq!(VerifyingKey::<C>::from_bytes(&other, form), Err(Error::Length), "{count}");
        }
    }
}

fn bytes_of_g1<C: Curve>(form: Form) -> usize {
    let mut out = vec![];
    C::put_g1(&Affine::generator(), form, &mut out);
    out.len()
}

#[test]
fn every_point_returns() {
    round_trips::<Bn254>();
    round_trips::<Bls12381>();
}

/// ark-bn254's G1 generator (1, 2) and its negative, by ark-serialize's rules: the sign beside the
/// larger y.
#[test]
fn bn254_by_hand() {
    let g = Affine::<bn254::G1Curve>::generator();
    let encode = |point: &bn254::G1Affine, form| {
        let mut out = vec![];
        Bn254::put_g1(point, form, &mut out);
        out
    };
    let mut one = vec![0; 32];
    one[0] = 1;
    assert_eq!(encode(&g, Form::Compressed), one);
    one[31] = 0x80;
    assert_eq!(encode(&g.neg(), Form::Compressed), one);
    one[31] = 0;
    let mut two = vec![0; 32];
    two[0] = 2;
    assert_eq!(encode(&g, Form::Uncompressed), [one.clone(), two.clone()].concat());
    let mut identity = vec![0; 64];
    identity[63] = 0x40;
    assert_eq!(encode(&Affine::identity(), Form::Uncompressed), identity);

    let decode = Bn254::g1_from_bytes;
    let changed = |bytes: &[u8], place: usize, xor: u8| {
        let mut out = bytes.to_vec();
        out[place] ^= xor;
        out
    };
    let uncompressed = [one.clone(), two].concat();
    for (bytes, form, error) in [
        // Flags that mean nothing, or not what y says.
        (changed(&one, 31, 0xc0), Form::Compressed, PointError::Flags),
        (changed(&one, 31, 0x40), Form::Compressed, PointError::Flags),
        (changed(&uncompressed, 63, 0x80), Form::Uncompressed, PointError::Flags),
        (changed(&uncompressed, 63, 0x40), Form::Uncompressed, PointError::Flags),
        (changed(&identity, 0, 1), Form::Uncompressed, PointError::Flags),
        (changed(&identity, 63, 0x80), Form::Uncompressed, PointError::Flags),
        // Flags in x where they are of y.
        (changed(&uncompressed, 31, 0x80), Form::Uncompressed, PointError::NotCanonical),
        (changed(&uncompressed, 32, 1), Form::Uncompressed, PointError::NotOnCurve),
        // x = 4: 67 is no square.
        (changed(&one, 0, 5), Form::Compressed, PointError::NotOnCurve),
        // p and p + 1.
        (
            bytes("47fd7cd8168c203c8dca7168916a81975d588181b64550b829a031e1724e6430"),
            Form::Compressed,
            PointError::NotCanonical,
        ),
        (
            bytes("48fd7cd8168c203c8dca7168916a81975d588181b64550b829a031e1724e6430"),
            Form::Compressed,
            PointError::NotCanonical,
        ),
    ] {
        assert_eq!(decode(&bytes, form), Err(error), "{bytes:02x?}");
    }
    for form in FORMS {
        for length in [0, 31, 33, 63, 65] {
            assert_eq!(decode(&vec![0; length], form), Err(PointError::Length));
        }
    }
}

/// A point of the twist outside of the group, in both forms.
#[test]
fn outside_of_the_group() {
    let b = <bn254::G2Curve as curve::weierstrass::Weierstrass>::b(&());
    let mut found = 0;
    for k in 1u32..20 {
        let x = bn254::Fp2::new(Red::from(k), Red::from(1u32));
        let (y, exists) = (&(&x.sqr() * &x) + &b).sqrt();
        if !bool::from(exists) {
            continue;
        }
        found += 1;
        assert!(!bool::from(
            CurvePoint::<bn254::G2Curve>::from_xy(x, y).expect("on the curve").is_in_subgroup()
        ));
        let point = bn254::G2Affine::from_xy_unchecked_curve_and_subgroup(x, y);
        for form in FORMS {
            let mut bytes = vec![];
            Bn254::put_g2(&point, form, &mut bytes);
            assert_eq!(Bn254::g2_from_bytes(&bytes, form), Err(PointError::NotInSubgroup));
        }
    }
    assert!(found > 3);
    // The curve of BLS12-381 has a cofactor in G1 too: (4, y) with y² = 68.
    let x = bls12_381::Fp::from(4u32);
    let (y, exists) = (&(&x.sqr() * &x) + &bls12_381::Fp::from(4u32)).sqrt();
    assert!(bool::from(exists));
    let point = bls12_381::G1Affine::from_xy_unchecked_curve_and_subgroup(x, y);
    for form in FORMS {
        let mut bytes = vec![];
        Bls12381::put_g1(&point, form, &mut bytes);
        assert_eq!(Bls12381::g1_from_bytes(&bytes, form), Err(PointError::NotInSubgroup));
    }
}
