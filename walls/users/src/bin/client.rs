//! A bit of everything that a client needs: batches of BLS signatures, recovery of ECDSA keys,
//! blobs, Groth16, sums of multiples.

use std::error::Error;

use curvemark::bls12_381::{Fr, G1, G1Affine, G2, G2Affine, SecretScalar, hash_to_g1, multi_pairing_is_one, pairing};
use curvemark::bls::min_pk::{AggregateSignature, KeyPair, ProvenPublicKey, PublicKey, SecretKey, Signature};
use curvemark::bls::{SignatureSet, find_invalid_sets, verify_sets};
use curvemark::curve::hash_to_curve::Xmd;
use curvemark::curve::msm;
use curvemark::groth16::insecure_test_setup::InsecureTestSetup;
use curvemark::groth16::{Bn254, Form, Proof, ProvingKey, Witness};
use curvemark::kzg::{BYTES_PER_BLOB, Settings, TrustedSetup, versioned_hash};
use curvemark::{ecdsa, eddsa, schnorr};
use sha2::Sha256;

/// Numbers that anybody can guess, as a test wants them.
struct Counter(u64);

impl rand_core::TryRng for Counter {
    type Error = core::convert::Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        self.try_next_u64().map(|number| (number >> 32) as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        Ok(self.0)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
        for chunk in bytes.chunks_mut(8) {
            chunk.copy_from_slice(&self.try_next_u64()?.to_be_bytes()[..chunk.len()]);
        }
        Ok(())
    }
}

impl rand_core::TryCryptoRng for Counter {}

fn signatures(rng: &mut Counter) -> Result<(), Box<dyn Error>> {
    let keys: Vec<SecretKey> = (0..4).map(|_| SecretKey::random(rng)).collect();
    let messages: Vec<String> = (0..4).map(|number| format!("message {number}")).collect();
    let mut sets = Vec::new();
    for (secret, message) in keys.iter().zip(&messages) {
        let key = PublicKey::from_bytes(&secret.public_key().to_bytes())?;
        let signature = Signature::from_bytes(&secret.sign(message.as_bytes()).to_bytes())?;
        sets.push(SignatureSet { key, message: message.as_bytes(), signature });
    }
    verify_sets(&sets, rng)?;
    let wrong = sets[1].signature;
    sets[2].signature = wrong;
    assert_eq!(find_invalid_sets(&sets, rng)?, [2]);

    let proven: Vec<ProvenPublicKey> = keys
        .iter()
        .map(|secret| secret.public_key().verify_possession(&secret.prove_possession()))
        .collect::<Result<_, _>>()?;
    let votes: Vec<Signature> = keys.iter().map(|secret| KeyPair::new(secret.clone()).sign(b"a vote")).collect();
    AggregateSignature::aggregate(&votes)?.fast_aggregate_verify(&proven, b"a vote")?;

    let secret = ecdsa::SigningKey::<ecdsa::Secp256k1>::random(rng);
    let (signature, id) = secret.sign_recoverable_prehashed(&[5; 32]);
    assert_eq!(signature.recover_prehashed(&[5; 32], id)?, secret.verifying_key());
    secret.verifying_key().verify_prehashed(&[5; 32], &signature)?;

    let secret = eddsa::SigningKey::from_bytes(&[9; 32])?;
    secret.verifying_key::<eddsa::Zip215>().verify(b"a message", &secret.sign(b"a message"))?;
    let secret = schnorr::SigningKey::random(rng);
    secret.verifying_key().verify(b"a message", &secret.sign(b"a message", rng))?;
    Ok(())
}

fn blobs() -> Result<(), Box<dyn Error>> {
    let settings = Settings::new(&TrustedSetup::ethereum(), 1 << 20);
    let blob: Vec<u8> = (0..BYTES_PER_BLOB).map(|i| if i & 31 == 0 { 0 } else { i as u8 }).collect();
    let commitment = settings.blob_to_kzg_commitment(&blob)?;
    let proof = settings.compute_blob_kzg_proof(&blob, &commitment)?;
    settings.verify_blob_kzg_proof_batch(&[&blob], &[commitment], &[proof])?;
    assert_eq!(versioned_hash(&commitment)[0], 1);
    Ok(())
}

fn proofs(rng: &mut Counter) -> Result<(), Box<dyn Error>> {
    let circuit = InsecureTestSetup::<Bn254>::new(100, 2, 7)?;
    let key = ProvingKey::<Bn254>::from_zkey(&circuit.zkey(), rng)?;
    let witness = Witness::<Bn254>::from_wtns(&circuit.witness(1).to_wtns())?;
    let proof = Proof::<Bn254>::from_bytes(&key.prove(&witness, rng)?.to_bytes(Form::Compressed), Form::Compressed)?;
    key.verifying_key().prepare().verify(&witness.public_inputs(2).0, &proof)?;
    Ok(())
}

fn points(rng: &mut Counter) -> Result<(), Box<dyn Error>> {
    let (secret, generator) = (SecretScalar::random(rng), G2Affine::generator());
    let hash = hash_to_g1::<Xmd<Sha256>>(b"a message", b"CLIENT-V01-CS01-with-BLS12381G1_XMD:SHA-256_SSWU_RO_");
    let signature = G1Affine::from_bytes(&(&hash * &secret).to_affine().to_bytes())?;
    let key = (&G2::generator() * &secret).to_affine();
    assert_eq!(pairing(&signature, &generator), pairing(&hash.to_affine(), &key));
    assert!(bool::from(multi_pairing_is_one([(&signature, &generator.neg()), (&hash.to_affine(), &key)])));

    let scalars: Vec<Fr> = (0..1000).map(|_| Fr::random(rng)).collect();
    let multiples: Vec<G1> = scalars.iter().map(|k| &G1::generator() * k).collect();
    let mut points = vec![G1Affine::identity(); multiples.len()];
    G1::batch_to_affine(&multiples, &mut points)?;
    let sum = msm::msm_vartime_alloc(&points, &scalars)?;
    let squares = scalars.iter().fold(Fr::zero(), |sum, k| &sum + &k.sqr());
    assert_eq!(sum, &G1::generator() * &squares);
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut rng = Counter(1);
    signatures(&mut rng)?;
    blobs()?;
    proofs(&mut rng)?;
    points(&mut rng)
}
