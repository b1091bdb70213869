//! Commitments and openings of Verkle trees: the published ones byte for byte, and what must be
//! refused.
#![cfg(feature = "bandersnatch")]

use curvemark::curve::bandersnatch::{Banderwagon, Scalar};
use curvemark::curve::error::{BatchError, PointError, ScalarError};
use curvemark::verkle::{Claim, Error, MultiProof, Opening, Query, Setup, Transcript, WIDTH};

use crate::suites;
use crate::vectors::bytes;

/// i mod 32 + 1, and 32 − i mod 32: the vectors of the published proofs.
fn polynomials() -> [[Scalar; WIDTH]; 2] {
    let of = |f: fn(u32) -> u32| core::array::from_fn(|i| Scalar::from(f(i as u32 & 31)));
    [of(|i| i + 1), of(|i| 32 - i)]
}

fn scalar(digits: &str) -> Scalar {
    Scalar::from_le_bytes(&bytes(digits)).expect("a scalar")
}

#[test]
fn transcripts() {
    let new = || Transcript::new(b"simple_protocol");
    let minus_one = -Scalar::one();
    let mut transcript = new();
    assert_eq!(
        transcript.challenge(b"simple_challenge"),
        scalar("c2aa02607cbdf5595f00ee0dd94a2bbff0bed6a2bf8452ada9011eadb538d003")
    );
    // Another challenge, which the one before is a part of.
    assert_ne!(transcript.challenge(b"simple_challenge"), new().challenge(b"simple_challenge"));
    let mut transcript = new();
    transcript.append_scalar(b"five", &Scalar::from(5u32));
    transcript.append_scalar(b"five again", &Scalar::from(5u32));
    assert_eq!(
        transcript.challenge(b"simple_challenge"),
        scalar("498732b694a8ae1622d4a9347535be589e4aee6999ffc0181d13fe9e4d037b0b")
    );
    let mut transcript = new();
    transcript.append_scalar(b"-1", &minus_one);
    transcript.domain_separator(b"separate me");
    transcript.append_scalar(b"-1 again", &minus_one);
    transcript.domain_separator(b"separate me again");
    transcript.append_scalar(b"now 1", &Scalar::one());
    assert_eq!(
        transcript.challenge(b"simple_challenge"),
        scalar("14f59938e9e9b1389e74311a464f45d3d88d8ac96adf1c1129ac466de088d618")
    );
    let mut transcript = new();
    transcript.append_element(b"generator", &Banderwagon::generator());
    assert_eq!(
        transcript.challenge(b"simple_challenge"),
        scalar("8c2dafe7c0aabfa9ed542bb2cbf0568399ae794fc44fdfd7dff6cc0e6144921c")
    );
}

#[test]
fn openings() {
    let (setup, [f, other]) = (Setup::new(), polynomials());
    let commitment = setup.commit_vartime(&f).expect("256 values");
    for point in [Scalar::from(2101u32), Scalar::from(7u32), -Scalar::one()] {
        let mut prover = Transcript::new(b"test");
        let (value, proof) =
            setup.open_vartime(&mut prover, &f, &commitment, &point).expect("256 values");
        let verify = |commitment: &Banderwagon, point: &Scalar, value: &Scalar, proof: &Opening| {
            let mut transcript = Transcript::new(b"test");
            let verdict =
                setup.verify_opening_vartime(&mut transcript, commitment, point, value, proof);
            (verdict, transcript.challenge(b"state"))
        };
        assert_eq!(verify(&commitment, &point, &value, &proof), (true, prover.challenge(b"state")));
        assert_eq!(Opening::from_bytes(&proof.to_bytes()), Ok(proof.clone()));
        let one = Scalar::one();
        let wrong = setup.commit_vartime(&other).expect("256 values");
        assert!(!verify(&commitment, &point, &(value + one), &proof).0);
        assert!(!verify(&commitment, &(point + one), &value, &proof).0);
        assert!(!verify(&wrong, &point, &value, &proof).0);
        let mut transcript = Transcript::new(b"another");
        let verdict =
            setup.verify_opening_vartime(&mut transcript, &commitment, &point, &value, &proof);
        assert!(!verdict);
    }
    // An index is read off.
    let mut transcript = Transcript::new(b"test");
    let opened = setup.open_vartime(&mut transcript, &f, &commitment, &Scalar::from(7u32));
    assert_eq!(opened.expect("256 values").0, f[7]);
    let short = setup.open_vartime(&mut transcript, &f[1..], &commitment, &Scalar::from(7u32));
    assert_eq!(short.err(), Some(Error::Batch(BatchError::LengthMismatch)));

    let Some(all) = suites::json("banderwagon/banderwagon.json") else { return };
    let case = &all["ipa"];
    let mut transcript = Transcript::new(b"test");
    let (value, proof) = setup
        .open_vartime(&mut transcript, &f, &commitment, &Scalar::from(2101u32))
        .expect("256 values");
    assert_eq!(commitment.to_bytes().to_vec(), suites::hex(case, "commitment"));
    assert_eq!(value.to_le_bytes().to_vec(), suites::hex(case, "output_point"));
    assert_eq!(proof.to_bytes().to_vec(), suites::hex(case, "proof"));
    let state = transcript.challenge(b"state");
    assert_eq!(state.to_le_bytes().to_vec(), suites::hex(case, "state_challenge_after"));
}

#[test]
fn multiproofs() {
    let (setup, [f, g]) = (Setup::new(), polynomials());
    let commit = |values: &[Scalar]| setup.commit_vartime(values).expect("values");
    let (of_f, of_g) = (commit(&f), commit(&g));
    let query = |commitment, values, index| Query { commitment, values, index };
    let queries =
        [query(of_f, &f[..], 0), query(of_g, &g, 0), query(of_f, &f, 255), query(of_g, &g, 17)];
    let claims: Vec<Claim> = queries
        .iter()
        .map(|query| Claim {
            commitment: query.commitment,
            index: query.index,
            value: query.values[usize::from(query.index)],
        })
        .collect();
    for count in 1..=queries.len() {
        let proof = setup.prove_vartime(Transcript::new(b"test"), &queries[..count]);
        let proof = proof.expect("queries");
        let verify = |claims: &[Claim], proof: &MultiProof| {
            setup.verify_vartime(Transcript::new(b"test"), claims, proof)
        };
        assert!(verify(&claims[..count], &proof));
        assert!(!verify(&claims[..count - 1], &proof));
        for wrong in 0..count {
            let mut claims = claims[..count].to_vec();
            claims[wrong].value += Scalar::one();
            assert!(!verify(&claims, &proof));
            claims[wrong].value -= Scalar::one();
            claims[wrong].index ^= 1;
            assert!(!verify(&claims, &proof));
            claims[wrong].index ^= 1;
            claims[wrong].commitment = claims[wrong].commitment.double();
            assert!(!verify(&claims, &proof));
        }
        let bytes = proof.to_bytes();
        assert_eq!(MultiProof::from_bytes(&bytes), Ok(proof));
        // Every part of the proof is looked at.
        for at in (0..MultiProof::BYTES).step_by(32) {
            let mut bytes = bytes;
            bytes[at + 31] ^= 1;
            if let Ok(proof) = MultiProof::from_bytes(&bytes) {
                assert!(!verify(&claims[..count], &proof), "byte {at}");
            }
        }
    }
    let none = setup.prove_vartime(Transcript::new(b"test"), &[]);
    assert_eq!(none.err(), Some(Error::Batch(BatchError::Empty)));
    let short = setup.prove_vartime(Transcript::new(b"test"), &[query(of_f, &f[1..], 0)]);
    assert_eq!(short.err(), Some(Error::Batch(BatchError::LengthMismatch)));

    let Some(all) = suites::json("banderwagon/banderwagon.json") else { return };
    let case = &all["multiproof"];
    let proof = setup.prove_vartime(Transcript::new(b"test"), &queries[..2]).expect("queries");
    for (query, published) in queries.iter().zip(suites::list(case, "queries")) {
        assert_eq!(query.commitment.to_bytes().to_vec(), suites::hex(published, "commitment"));
    }
    assert_eq!(proof.to_bytes().to_vec(), suites::hex(case, "proof"));
}

#[test]
fn other_bytes() {
    let setup = Setup::new();
    let [f, _] = polynomials();
    let commitment = setup.commit_vartime(&f).expect("256 values");
    let query = Query { commitment, values: &f, index: 3 };
    let proof = setup.prove_vartime(Transcript::new(b"test"), &[query]).expect("a query");
    let bytes = proof.to_bytes();
    for length in [0, 32, 575, 577] {
        let mut other = bytes.to_vec();
        other.resize(length, 0);
        assert_eq!(MultiProof::from_bytes(&other), Err(Error::Length));
        assert_eq!(Opening::from_bytes(&other), Err(Error::Length));
    }
    let mut other = bytes;
    other[..32].fill(0xff);
    assert_eq!(MultiProof::from_bytes(&other), Err(Error::Point(PointError::NotCanonical)));
    let mut other = bytes;
    other[544..].fill(0xff);
    assert_eq!(MultiProof::from_bytes(&other), Err(Error::Scalar(ScalarError::NotCanonical)));
    assert_eq!(setup.commit_vartime(&[]), Err(Error::Batch(BatchError::Empty)));
    let more = [Scalar::one(); WIDTH + 1];
    assert_eq!(setup.commit_vartime(&more), Err(Error::Batch(BatchError::LengthMismatch)));
    assert!(setup.commit_vartime(&f[..1]) == Ok(setup.points()[0].mul_vartime(&f[0])));
    for error in [Error::Length, Error::Point(PointError::Length), ScalarError::Length.into()] {
        assert!(!error.to_string().is_empty());
    }
}
