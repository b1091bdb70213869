//! ark-groth16 and ark-poly over our curves, unchanged. With the same seed all keys and proofs have
//! the bytes that they have over arkworks' own curves, and each side takes the other's.

use ark_ec::pairing::Pairing;
use ark_ff::{FftField, Field, PrimeField, UniformRand};
use ark_groth16::{Groth16, Proof, ProvingKey, VerifyingKey};
use ark_poly::univariate::DensePolynomial;
use ark_poly::{DenseUVPolynomial, EvaluationDomain, GeneralEvaluationDomain, Polynomial};
use ark_serialize::{CanonicalDeserialize, CanonicalSerialize};
use ark_snark::{CircuitSpecificSetupSNARK, SNARK};
use ark_std::rand::SeedableRng;
use ark_std::rand::rngs::StdRng;
use curvemark_suite_ark::Squarings;

fn bytes(value: &impl CanonicalSerialize) -> Vec<u8> {
    let mut bytes = Vec::new();
    value.serialize_compressed(&mut bytes).unwrap();
    bytes
}

/// A value of the other side, by its bytes.
fn of<T: CanonicalDeserialize>(value: &impl CanonicalSerialize) -> T {
    T::deserialize_compressed(&bytes(value)[..]).unwrap()
}

/// What one side makes from a seed: the keys, a proof and its output.
type Made<E> = (ProvingKey<E>, Proof<E>, <E as Pairing>::ScalarField);

fn make<E: Pairing>(squarings: usize) -> Made<E> {
    let mut rng = StdRng::seed_from_u64(1);
    let circuit = Squarings { x: None, squarings };
    let (key, _) = Groth16::<E>::setup(circuit, &mut rng).unwrap();
    let x = E::ScalarField::rand(&mut rng);
    let proof = Groth16::<E>::prove(&key, Squarings { x: Some(x), squarings }, &mut rng).unwrap();
    let output = Squarings::output(x, squarings);
    assert!(verify::<E>(&key.vk, output, &proof));
    assert!(!verify::<E>(&key.vk, output + E::ScalarField::ONE, &proof));
    let other = Groth16::<E>::rerandomize_proof(&key.vk, &proof, &mut rng);
    assert!(other != proof && verify::<E>(&key.vk, output, &other));
    (key, proof, output)
}

fn verify<E: Pairing>(key: &VerifyingKey<E>, output: E::ScalarField, proof: &Proof<E>) -> bool {
    let prepared = Groth16::<E>::process_vk(key).unwrap();
    let verdict = Groth16::<E>::verify_with_processed_vk(&prepared, &[output], proof).unwrap();
    assert_eq!(Groth16::<E>::verify(key, &[output], proof).unwrap(), verdict);
    verdict
}

fn both<O: Pairing, T: Pairing>() {
    for squarings in [1, 7, 600] {
        let (key, proof, output) = make::<O>(squarings);
        let (their_key, their_proof, their_output) = make::<T>(squarings);
        assert_eq!(bytes(&key), bytes(&their_key));
        assert_eq!(bytes(&proof), bytes(&their_proof));
        assert_eq!(bytes(&output), bytes(&their_output));
        assert!(verify::<T>(&of(&key.vk), of(&output), &of(&proof)));
        assert!(verify::<O>(&of(&their_key.vk), of(&their_output), &of(&their_proof)));
        let other = Proof { a: proof.c, ..proof };
        assert!(!verify::<T>(&of(&key.vk), of(&output), &of(&other)));
    }
}

#[test]
fn groth16_over_bls12_381() {
    both::<curvemark_ark::bls12_381::Bls12_381, ark_bls12_381::Bls12_381>();
}

#[test]
fn groth16_over_bn254() {
    both::<curvemark_ark::bn254::Bn254, ark_bn254::Bn254>();
}

/// Transforms of sizes of both radices, on cosets too, and products of polynomials.
fn polynomials<O: PrimeField, T: PrimeField>() {
    fn values<F: FftField>() -> Vec<Vec<u8>> {
        let mut rng = StdRng::seed_from_u64(2);
        let coefficients: Vec<F> = (0..100).map(|_| F::rand(&mut rng)).collect();
        let mut out = Vec::new();
        for size in [1, 2, 100, 128, 300, 384] {
            let domain = GeneralEvaluationDomain::<F>::new(size).unwrap();
            let coset = domain.get_coset(F::GENERATOR).unwrap();
            for domain in [domain, coset] {
                let mut input = coefficients.clone();
                input.resize(domain.size().min(100), F::ZERO);
                let evaluations = domain.fft(&input);
                let mut again = domain.ifft(&evaluations);
                again.truncate(input.len());
                assert_eq!(again, input);
                let polynomial = DensePolynomial::from_coefficients_vec(input);
                assert_eq!(evaluations[0], polynomial.evaluate(&domain.element(0)));
                out.push(bytes(&evaluations));
            }
        }
        let polynomial = DensePolynomial::from_coefficients_vec(coefficients);
        out.push(bytes(&(&polynomial * &polynomial)));
        out
    }
    assert_eq!(values::<O>(), values::<T>());
}

#[test]
fn polynomials_over_both() {
    polynomials::<curvemark_ark::bls12_381::Fr, ark_bls12_381::Fr>();
    polynomials::<curvemark_ark::bn254::Fr, ark_bn254::Fr>();
}
