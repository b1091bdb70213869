//! Proofs of equal discrete logarithms: the published cases of BIP-374 (bitcoin/bips `7fe0b034`,
//! BSD-2-Clause), and laws.

use crate::suites;
use curve::error::{PointError, ScalarError};
use curve::secp256k1::{AffinePoint, Fr, SecretScalar};
use curvemark::schnorr::Error;
use curvemark::schnorr::dleq::{Proof, Statement, prove};

use crate::vectors::bytes;

fn point(digits: &str) -> Result<AffinePoint, PointError> {
    if digits == "INFINITY" {
        Ok(AffinePoint::identity())
    } else {
        AffinePoint::from_sec1(&bytes(digits))
    }
}

fn message(digits: &str) -> Option<[u8; 32]> {
    (!digits.is_empty()).then(|| bytes(digits).try_into().expect("32 bytes"))
}

#[test]
fn published_proofs() {
    let Some(text) = suites::text("bip374/test_vectors_generate_proof.csv") else { return };
    let mut counts = [0; 2];
    for line in text.lines().skip(1) {
        let [_, g, a, b, aux, digest, expected, why] = line.split(',').collect::<Vec<_>>()[..]
        else {
            panic!("{line}")
        };
        let aux = bytes(aux).try_into().expect("32 bytes");
        let made =
            SecretScalar::from_be_bytes(&bytes(a)).map_err(Error::SecretKey).and_then(|secret| {
                prove(&secret, &point(g)?, &point(b)?, &aux, message(digest).as_ref())
            });
        counts[usize::from(made.is_err())] += 1;
        match made {
            Ok((statement, proof)) => {
                assert_eq!(proof.to_bytes().to_vec(), bytes(expected), "{why}");
                statement.verify(&proof, message(digest).as_ref()).expect("holds");
            }
            Err(_) => assert_eq!(expected, "INVALID", "{why}"),
        }
    }
    assert_eq!(counts, [8, 3]);
}

#[test]
fn published_verdicts() {
    let Some(text) = suites::text("bip374/test_vectors_verify_proof.csv") else { return };
    let mut counts = [0; 2];
    for line in text.lines().skip(1) {
        let [_, g, a, b, c, proof, digest, holds, why] = line.split(',').collect::<Vec<_>>()[..]
        else {
            panic!("{line}")
        };
        let [g, a, b, c] = [g, a, b, c].map(|digits| point(digits).expect("a point"));
        let statement = Statement::new(&g, &a, &b, &c).expect("no identity");
        let verdict = Proof::from_bytes(&bytes(proof))
            .and_then(|proof| statement.verify(&proof, message(digest).as_ref()));
        assert_eq!(verdict.is_ok(), holds == "TRUE", "{why}");
        counts[usize::from(verdict.is_err())] += 1;
    }
    assert_eq!(counts, [8, 7]);
}

#[test]
fn a_proof_is_of_its_statement_alone() {
    let g = AffinePoint::generator();
    let b = g.mul(&Fr::from(77_u64)).to_affine();
    let secret = SecretScalar::from_be_bytes(&[9; 32]).expect("a scalar");
    for message in [None, Some([1; 32])] {
        let (statement, proof) =
            prove(&secret, &g, &b, &[3; 32], message.as_ref()).expect("points");
        assert_eq!(*statement.a(), g.mul(secret.expose()).to_affine());
        assert_eq!(*statement.c(), b.mul(secret.expose()).to_affine());
        assert_eq!(Proof::from_bytes(&proof.to_bytes()), Ok(proof));
        assert_eq!(statement.verify(&proof, message.as_ref()), Ok(()));
        assert_eq!(statement.verify(&proof, Some(&[2; 32])), Err(Error::NotSigned));
        let swapped = Statement::new(&g, &b, statement.a(), statement.c()).expect("points");
        assert_eq!(swapped.verify(&proof, message.as_ref()), Err(Error::NotSigned));
        for byte in 0..64 {
            let mut bytes = proof.to_bytes();
            bytes[byte] ^= 1;
            let verdict = Proof::from_bytes(&bytes)
                .and_then(|proof| statement.verify(&proof, message.as_ref()));
            assert_eq!(verdict, Err(Error::NotSigned));
        }
    }
    let zero = SecretScalar::new(Fr::zero());
    assert_eq!(prove(&zero, &g, &b, &[0; 32], None), Err(Error::SecretKey(ScalarError::Zero)));
    let identity = AffinePoint::identity();
    assert_eq!(
        prove(&secret, &g, &identity, &[0; 32], None),
        Err(Error::Key(PointError::Identity))
    );
    assert_eq!(Statement::new(&identity, &g, &g, &g), Err(Error::Key(PointError::Identity)));
    assert_eq!(Proof::from_bytes(&[0; 63]), Err(Error::Length));
    assert_eq!(Proof::from_bytes(&[0xff; 64]), Err(Error::S));
    // Zeros have a proof's form; s = 0 gives R₁ = −eA, and the hash is another.
    let statement = Statement::new(&g, &b, &g, &b).expect("points");
    assert_eq!(
        statement.verify(&Proof::from_bytes(&[0; 64]).expect("a proof"), None),
        Err(Error::NotSigned)
    );
}
