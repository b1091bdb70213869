//! Laws of verification: malleability, batches, inputs.

use curve::error::PointError;
use curve::weierstrass::Affine;
use curvemark::groth16::{
    Bls12381, Bn254, Curve, Error, Proof, PublicInputs, Scalar, VerifyingKey,
};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use serde_json::{Value, json};

use super::published::{snarkjs, verdict};
use crate::same::Same;

type Valid<C> = (VerifyingKey<C>, Vec<Vec<Scalar<C>>>, Vec<Proof<C>>);

/// The key and the three valid proofs.
fn valid<C: Curve>() -> Valid<C> {
    let (key, cases) = snarkjs(C::NAME);
    let read = |(_, proof, inputs, _): &(String, Value, Value, bool)| {
        let inputs: PublicInputs<C> = serde_json::from_value(inputs.clone()).expect("inputs");
        let proof: Proof<C> = serde_json::from_value(proof.clone()).expect("a proof");
        (inputs.0, proof)
    };
    let (inputs, proofs) = cases[..3].iter().map(read).unzip();
    (serde_json::from_value(key).expect("a key"), inputs, proofs)
}

/// From a valid proof anybody makes others.
fn malleable<C: Curve>() {
    let (key, inputs, proofs) = valid::<C>();
    let (proof, prepared) = (&proofs[0], key.prepare());
    let z = Scalar::<C>::from(7u64);
    let scaled = Proof {
        a: proof.a.mul_vartime(&z).to_affine(),
        b: proof.b.mul_vartime(&z.invert()).to_affine(),
        c: proof.c,
    };
    let moved = Proof {
        a: proof.a,
        b: key.delta().mul_vartime(&z).add_mixed(&proof.b).to_affine(),
        c: proof.a.mul_vartime(&z).add_mixed(&proof.c).to_affine(),
    };
    let negated = Proof { a: proof.a.neg(), b: proof.b.neg(), c: proof.c };
    for other in [scaled, moved, negated] {
        assert_ne!(other, *proof);
        assert_eq!(prepared.verify(&inputs[0], &other), Ok(()));
        assert_eq!(prepared.verify(&inputs[1], &other), Err(Error::NotProven));
    }
    let half = Proof { a: proof.a.neg(), ..*proof };
    assert_eq!(prepared.verify(&inputs[0], &half), Err(Error::NotProven));
}

#[test]
fn malleability() {
    malleable::<Bn254>();
    malleable::<Bls12381>();
}

fn batch<C: Curve>() {
    let (key, inputs, proofs) = valid::<C>();
    let (key, mut rng) = (key.prepare(), ChaCha8Rng::seed_from_u64(16));
    for length in [1, 2, 3, 8, 9] {
        let inputs: Vec<_> = inputs.iter().cycle().take(length).cloned().collect();
        let mut proofs: Vec<_> = proofs.iter().cycle().take(length).copied().collect();
        assert_eq!(key.verify_batch(&inputs, &proofs, &mut rng), Ok(()), "{length}");
        assert_eq!(key.verify_batch_deterministic(&inputs, &proofs), Ok(()), "{length}");
        assert_eq!(key.find_invalid(&inputs, &proofs, &mut rng), Ok(vec![]));
        let bad: Vec<usize> = if length > 3 { vec![0, 4, length - 1] } else { vec![length - 1] };
        for (i, index) in bad.iter().enumerate() {
            let proof = &mut proofs[*index];
            match i {
                0 => proof.c = proof.c.neg(),
                1 => proof.a = proof.a.neg(),
                _ => proof.b = proof.b.neg(),
            }
        }
        assert_eq!(key.verify_batch(&inputs, &proofs, &mut rng), Err(Error::NotProven), "{length}");
        assert_eq!(
            key.verify_batch_deterministic(&inputs, &proofs),
            Err(Error::NotProven),
            "{length}"
        );
        assert_eq!(key.find_invalid(&inputs, &proofs, &mut rng), Ok(bad), "{length}");
    }
    // Errors that cancel without weights.
    let mut twice = [proofs[0], proofs[0]];
    let delta = Affine::<C::G1>::generator();
    twice[0].c = twice[0].c.to_projective().add_mixed(&delta).to_affine();
    twice[1].c = twice[1].c.to_projective().add_mixed(&delta.neg()).to_affine();
    let same = [inputs[0].clone(), inputs[0].clone()];
    assert_eq!(key.verify_batch(&same, &twice, &mut rng), Err(Error::NotProven));
    assert_eq!(key.verify_batch_deterministic(&same, &twice), Err(Error::NotProven));
    assert_eq!(key.find_invalid(&same, &twice, &mut rng), Ok(vec![0, 1]));
    // Nor do they with a generator that always says the same.
    assert_eq!(key.verify_batch(&same, &twice, &mut Same), Err(Error::NotProven));
    assert_eq!(key.find_invalid(&same, &twice, &mut Same), Ok(vec![0, 1]));
    // The right proofs for each other's inputs.
    let swapped = [inputs[1].clone(), inputs[0].clone()];
    assert_eq!(key.verify_batch(&swapped, &proofs[..2], &mut rng), Err(Error::NotProven));
    // Lists that do not fit.
    assert_eq!(key.verify_batch(&inputs[..0], &[], &mut rng), Err(Error::Empty));
    assert_eq!(key.verify_batch(&inputs, &proofs[..2], &mut rng), Err(Error::LengthMismatch));
    let short = [inputs[0].clone(), inputs[1][..2].to_vec()];
    assert_eq!(key.verify_batch(&short, &proofs[..2], &mut rng), Err(Error::InputCount));
    assert_eq!(key.verify_batch_deterministic(&short, &proofs[..2]), Err(Error::InputCount));
    assert_eq!(key.find_invalid(&short, &proofs[..2], &mut rng), Err(Error::InputCount));
}

#[test]
fn batches() {
    batch::<Bn254>();
    batch::<Bls12381>();
}

/// Keys without meaning are refused; identities elsewhere are points.
#[test]
fn identities() {
    let (key, inputs, proofs) = valid::<Bn254>();
    let o = Affine::identity();
    let with = |alpha, beta, gamma, delta, ic| {
        VerifyingKey::<Bn254>::new(alpha, beta, gamma, delta, ic).map(drop)
    };
    let [beta, gamma, delta] = [*key.beta(), *key.gamma(), *key.delta()];
    let ic = || key.ic().to_vec();
    let identity = Err(Error::Point(PointError::Identity));
    assert_eq!(with(Affine::identity(), beta, gamma, delta, ic()), identity);
    assert_eq!(with(*key.alpha(), o, gamma, delta, ic()), identity);
    assert_eq!(with(*key.alpha(), beta, o, delta, ic()), identity);
    assert_eq!(with(*key.alpha(), beta, gamma, o, ic()), identity);
    assert_eq!(with(*key.alpha(), beta, gamma, delta, vec![]), Err(Error::InputCount));
    // With no input's point but that of one; and without inputs.
    let ic = vec![key.ic()[0], Affine::identity(), Affine::identity()];
    let other = VerifyingKey::<Bn254>::new(*key.alpha(), beta, gamma, delta, ic).expect("a key");
    for proof in &proofs {
        assert_eq!(other.prepare().verify(&inputs[0][..2], proof), Err(Error::NotProven));
    }
    let none = VerifyingKey::<Bn254>::new(*key.alpha(), beta, gamma, delta, vec![key.ic()[0]])
        .expect("a key");
    assert_eq!(none.prepare().verify(&[], &proofs[0]), none.verify(&[], &proofs[0]));
    assert_eq!(none.prepare().verify(&inputs[0], &proofs[0]), Err(Error::InputCount));
    // (α, β, identity) for inputs whose sum is the identity: the equation with nothing left of it.
    let ic = vec![Affine::identity(); 2];
    let trivial = VerifyingKey::<Bn254>::new(*key.alpha(), beta, gamma, delta, ic).expect("a key");
    let proof = Proof { a: *key.alpha(), b: beta, c: Affine::identity() };
    let input = [Scalar::<Bn254>::from(5u64)];
    assert_eq!(trivial.verify(&input, &proof), Ok(()));
    assert_eq!(trivial.prepare().verify(&input, &proof), Ok(()));
    let empty = Proof { a: Affine::identity(), b: o, c: Affine::identity() };
    assert_eq!(trivial.prepare().verify(&input, &empty), Err(Error::NotProven));
}

/// Changes of the JSON that are refused, with their reasons.
#[test]
fn json_refused() {
    let (key, cases) = snarkjs("bn128");
    let (_, proof, inputs, _) = &cases[0];
    let digits = |digits: &str| digits.to_owned();
    let p_plus_1 = "21888242871839275222246405745257275088696311157297823662689037894645226208584";
    let number = inputs[1].as_str().expect("text").to_owned();
    let inputs_bad = [
        digits(""),
        digits("-1"),
        digits("+1"),
        digits("0x1"),
        digits(" 1"),
        digits("1 "),
        digits("00"),
        digits("1.0"),
        digits("１"),
        format!("0{number}"),
        "9".repeat(78),
        "9".repeat(117),
        "9".repeat(200_000),
        // r itself.
        digits("21888242871839275222246405745257275088548364400416034343698204186575808495617"),
    ];
    for bad in inputs_bad {
        let mut inputs = inputs.clone();
        inputs[1] = json!(bad);
        let reason = verdict::<Bn254>(&key, proof, &inputs).expect_err("refused");
        assert!(
            reason.starts_with("refused") && reason.contains("not below the order"),
            "{reason}"
        );
    }
    for bad in [json!(7), json!(null), json!(["1"])] {
        let mut inputs = inputs.clone();
        inputs[1] = bad;
        assert!(
            verdict::<Bn254>(&key, proof, &inputs)
                .is_err_and(|reason| reason.starts_with("refused"))
        );
    }
    let changes: [(&str, Value, &str); 9] = [
        ("/pi_a/0", json!(p_plus_1), "modulus"),
        ("/pi_a/2", json!("2"), "pi_a"),
        ("/pi_a/2", json!("0"), "pi_a"),
        ("/pi_b/2/1", json!("1"), "pi_b"),
        ("/pi_b/0/0", json!("1"), "not those of a point"),
        ("/pi_c", json!(["1", "2"]), "length"),
        ("/protocol", json!("plonk"), "another protocol"),
        ("/curve", json!("bls12381"), "another curve"),
        ("/pi_b", json!("1"), "type"),
    ];
    for (place, value, says) in changes {
        let mut proof = proof.clone();
        *proof.pointer_mut(place).expect(place) = value;
        let reason = verdict::<Bn254>(&key, &proof, inputs).expect_err(place);
        assert!(reason.starts_with("refused") && reason.contains(says), "{place}: {reason}");
    }
    // The identity in its one form is a point; here it makes the proof invalid.
    let mut of_identity = proof.clone();
    of_identity["pi_a"] = json!(["0", "1", "0"]);
    of_identity["pi_b"] = json!([["0", "0"], ["1", "0"], ["0", "0"]]);
    assert_eq!(verdict::<Bn254>(&key, &of_identity, inputs), Err("invalid".into()));
    for (place, value) in [
        ("/nPublic", json!(2)),
        ("/nPublic", json!(-1)),
        ("/nPublic", json!(u64::MAX)),
        ("/IC", json!([])),
    ] {
        let mut key = key.clone();
        *key.pointer_mut(place).expect(place) = value;
        assert!(
            verdict::<Bn254>(&key, proof, inputs)
                .is_err_and(|reason| reason.starts_with("refused")),
            "{place}"
        );
    }
    // Outside of the subgroup: the twist's points of x = (1, 1), if on it.
    let mut outside = key.clone();
    outside["vk_beta_2"] = json!([["0", "1"], ["1", "0"], ["1", "0"]]);
    assert!(
        verdict::<Bn254>(&outside, proof, inputs).is_err_and(|reason| reason.contains("vk_beta_2"))
    );
}
