//! The verdict on one opening.

use curve::bls12_381::{Fr, G1, G2};
use curve::error::{PointError, ScalarError};
use curvemark::kzg::{Error, OpeningVerifier, versioned_hash};

use super::published;
use crate::vectors;

#[test]
fn published_verdicts() {
    let verifier = OpeningVerifier::ethereum();
    let Some(cases) = published::cases("verify_kzg_proof") else { return };
    let mut seen = [0; 4];
    for (name, input, output) in cases {
        let field = |key: &str| published::array::<48>(&input[key]);
        let scalar = |key: &str| published::array::<32>(&input[key]);
        let (Some(commitment), Some(z), Some(y), Some(proof)) =
            (field("commitment"), scalar("z"), scalar("y"), field("proof"))
        else {
            // Another length has no type here.
            assert!(output.is_null(), "{name}");
            seen[3] += 1;
            continue;
        };
        let verdict = verifier.verify(&commitment, &z, &y, &proof);
        match output.as_bool() {
            Some(true) => assert_eq!(verdict, Ok(()), "{name}"),
            Some(false) => assert_eq!(verdict, Err(Error::NotProven), "{name}"),
            None => assert!(!matches!(verdict, Ok(()) | Err(Error::NotProven)), "{name}"),
        }
        #[cfg(feature = "hints")]
        by_witness(&name, [&commitment, &proof], [&z, &y], verdict);
        seen[match output.as_bool() {
            Some(true) => 0,
            Some(false) => 1,
            None => 2,
        }] += 1;
    }
    assert_eq!(seen, COUNTS);
}

/// The same verdict by whoever keeps nothing, and with a witness: there is one of what holds only.
#[cfg(feature = "hints")]
fn by_witness(
    name: &str,
    [commitment, proof]: [&[u8; 48]; 2],
    [z, y]: [&[u8; 32]; 2],
    verdict: Result<(), Error>,
) {
    use curvemark::kzg::{ethereum_opening_holds, ethereum_opening_witness};

    let once = |witness: Option<&_>| ethereum_opening_holds(commitment, z, y, proof, witness);
    let witness = ethereum_opening_witness(commitment, z, y, proof);
    match verdict {
        Ok(()) => {
            assert_eq!(once(None), Ok(true), "{name}");
            let witness = witness.expect("acceptable").expect("it holds");
            assert_eq!(once(Some(&witness)), Ok(true), "{name}");
        }
        Err(Error::NotProven) => {
            assert_eq!(once(None), Ok(false), "{name}");
            assert_eq!(witness.map(|witness| witness.is_some()), Ok(false), "{name}");
            let any = curve::bls12_381::ResidueWitness::from_bytes(&[0; 288]).expect("canonical");
            assert_eq!(once(Some(&any)), Ok(false), "{name}");
        }
        Err(error) => {
            assert_eq!(once(None), Err(error), "{name}");
            assert_eq!(witness.map(|_| ()), Err(error), "{name}");
        }
    }
}

/// Cases that hold, that do not, that are errors, and that are errors by their length.
const COUNTS: [usize; 4] = [54, 48, 12, 8];

/// The τ of a setup that everybody knows.
fn tau() -> Fr {
    Fr::from(0x1234_5678_9abc_def1u64)
}

fn toy() -> OpeningVerifier {
    OpeningVerifier::from_tau_g2(&G2::mul_generator(&tau()).to_bytes()).expect("a point")
}

/// f(x) = 5x³ + 11x + 7.
fn polynomial(x: &Fr) -> Fr {
    let x3 = &x.sqr() * x;
    &(&(&x3 * &Fr::from(5u32)) + &(x * &Fr::from(11u32))) + &Fr::from(7u32)
}

fn commit(value: &Fr) -> [u8; 48] {
    G1::mul_generator(value).to_bytes()
}

/// The commitment to the polynomial, and its proof at z: with τ known, quotients are quotients of
/// values.
fn opening(z: &Fr) -> ([u8; 48], [u8; 48]) {
    let tau = tau();
    let quotient = &(&polynomial(&tau) - &polynomial(z)) * &(&tau - z).invert();
    (commit(&polynomial(&tau)), commit(&quotient))
}

#[test]
fn openings_of_a_toy_polynomial_hold_and_nothing_beside_them() {
    let verifier = toy();
    for z in [Fr::zero(), Fr::one(), -Fr::one(), Fr::from(77u32)] {
        let (commitment, proof) = opening(&z);
        let y = polynomial(&z);
        let verify = |z: &Fr, y: &Fr| {
            verifier.verify(&commitment, &z.to_be_bytes(), &y.to_be_bytes(), &proof)
        };
        assert_eq!(verify(&z, &y), Ok(()));
        assert_eq!(verify(&z, &(&y + &Fr::one())), Err(Error::NotProven));
        assert_eq!(verify(&(&z + &Fr::one()), &y), Err(Error::NotProven));
        let other = commit(&Fr::from(3u32));
        assert_eq!(
            verifier.verify(&other, &z.to_be_bytes(), &y.to_be_bytes(), &proof),
            Err(Error::NotProven)
        );
        assert_eq!(
            verifier.verify(&commitment, &z.to_be_bytes(), &y.to_be_bytes(), &other),
            Err(Error::NotProven)
        );
        // Under another setup nothing of it holds.
        let other = OpeningVerifier::ethereum();
        assert_eq!(
            other.verify(&commitment, &z.to_be_bytes(), &y.to_be_bytes(), &proof),
            Err(Error::NotProven)
        );
    }
}

#[test]
fn an_opening_at_tau_itself() {
    // τ is no secret in tests: any quotient is a proof there, as e(0, G₂) says.
    let verifier = toy();
    let (z, y) = (tau().to_be_bytes(), polynomial(&tau()).to_be_bytes());
    let (commitment, _) = opening(&Fr::one());
    assert_eq!(verifier.verify(&commitment, &z, &y, &commit(&Fr::from(9u32))), Ok(()));
}

#[test]
fn constants_have_the_identity_for_a_proof() {
    let verifier = toy();
    let y = Fr::from(42u32);
    let identity = commit(&Fr::zero());
    let verify =
        |y: &Fr| verifier.verify(&commit(&Fr::from(42u32)), &[3; 32], &y.to_be_bytes(), &identity);
    assert_eq!(verify(&y), Ok(()));
    assert_eq!(verify(&-&y), Err(Error::NotProven));
    assert_eq!(verify(&Fr::zero()), Err(Error::NotProven));
}

/// What is done to an encoding.
type Change = fn(&mut [u8; 48]);

#[test]
fn what_is_no_scalar_or_no_point_has_its_reason() {
    let verifier = toy();
    let z = Fr::from(5u32);
    let (commitment, proof) = opening(&z);
    let (z, y) = (z.to_be_bytes(), polynomial(&z).to_be_bytes());
    let mut r = (-Fr::one()).to_be_bytes();
    r[31] += 1;
    let not_canonical = ScalarError::NotCanonical;
    for large in [r, [255; 32]] {
        assert_eq!(verifier.verify(&commitment, &large, &y, &proof), Err(Error::Z(not_canonical)));
        assert_eq!(verifier.verify(&commitment, &z, &large, &proof), Err(Error::Y(not_canonical)));
    }
    let with = |change: Change, bytes: &[u8; 48]| {
        let mut bytes = *bytes;
        change(&mut bytes);
        bytes
    };
    let changes: [(Change, PointError); 4] = [
        (|bytes| bytes[0] &= 0x7f, PointError::Compression),
        (|bytes| bytes[0] |= 0x40, PointError::Flags),
        (|bytes| *bytes = [0x9f; 48], PointError::NotCanonical),
        // On the curve, of another order: x = 4.
        (
            |bytes| {
                *bytes = core::array::from_fn(|i| {
                    [0x80, 4][usize::from(i == 47)] * u8::from(i == 0 || i == 47)
                })
            },
            PointError::NotInSubgroup,
        ),
    ];
    for (change, reason) in changes {
        assert_eq!(
            verifier.verify(&with(change, &commitment), &z, &y, &proof),
            Err(Error::Commitment(reason))
        );
        assert_eq!(
            verifier.verify(&commitment, &z, &y, &with(change, &proof)),
            Err(Error::Proof(reason))
        );
    }
}

#[test]
fn a_setup_is_a_point_of_g2_and_not_the_identity() {
    let refused = |bytes: &[u8; 96]| OpeningVerifier::from_tau_g2(bytes).err();
    assert_eq!(refused(&G2::identity().to_bytes()), Some(Error::Tau(PointError::Identity)));
    assert_eq!(refused(&[0; 96]), Some(Error::Tau(PointError::Compression)));
    assert_eq!(refused(&[0x9f; 96]), Some(Error::Tau(PointError::NotCanonical)));
}

#[test]
fn a_versioned_hash_has_its_version_first() {
    // `kzg_to_versioned_hash` of the identity: SHA-256 of c0 and 47 zeros by Python's hashlib, its
    // first byte replaced by 1.
    let identity = core::array::from_fn(|i| if i == 0 { 0xc0 } else { 0 });
    let expected =
        vectors::bytes("010657f37554c781402a22917dee2f75def7ab966d7b770905398eba3c444014");
    assert_eq!(versioned_hash(&identity)[..], expected[..]);
}
