//! curvemark with batches that have weights of one, for the gate's self-test.
//!
//! Such a batch adds equations up as they are, so that two wrong items whose errors are opposite
//! hold together. Each sum is made here of the public functions of groups and pairings: nothing in
//! the stack itself has to be switched. What is not listed in [`Unweighted::OPERATIONS`] is
//! curvemark's own.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use curve::bls12_381::{Pair, pairing_product_is_one};
use curve::hash_to_curve::Xmd;
use curvemark::bls12_381::{Fr, G1, G1Affine, G2, G2Affine, hash_to_g2};
use curvemark::cashu::v3;
use curvemark::groth16::fastcrypto::inputs_from_bytes;
use curvemark::groth16::{Bls12381, Form, Proof, VerifyingKey};
use curvemark::kzg::{OpeningVerifier, Settings, compute_challenge};
use curvemark::{ed25519, secp256k1};
use peer_api::body::{Prepared, refusing, unparsed};
use peer_api::{About, Case, Contract, Implementation, Operation};
use sha2::{Digest, Sha256, Sha512};

use crate::rows::Curvemark;

/// The tag of Ethereum's signatures.
const BLS_DST: &[u8] = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";

/// curvemark, but for the weights of its batches.
pub struct Unweighted;

impl Unweighted {
    /// The batches that have weights of one, one or two for each function that weighs.
    pub const OPERATIONS: [&str; 7] = [
        "ed25519/batch_verify_64",
        "secp256k1/schnorr_batch_verify_64",
        "bls12-381/bls_batch_verify_6",
        "cashu-v3/batch_verify_10_1",
        "kzg/verify_blobs_2",
        "kzg/verify_cells_128",
        "groth16/bls12-381_batch_verify_32",
    ];
}

impl Implementation for Unweighted {
    fn about(&self) -> About {
        Curvemark.about()
    }

    fn contract(&self, operation: &Operation) -> Option<Contract> {
        Curvemark.contract(operation)
    }

    fn prepare(&self, operation: &Operation, pool: &[Case]) -> Prepared {
        let holds: fn(&Case) -> Option<bool> = match operation.id {
            "ed25519/batch_verify_64" => ed25519,
            "secp256k1/schnorr_batch_verify_64" => schnorr,
            "bls12-381/bls_batch_verify_6" => bls,
            "cashu-v3/batch_verify_10_1" => cashu,
            "kzg/verify_blobs_2" => blobs,
            "kzg/verify_cells_128" => cells,
            "groth16/bls12-381_batch_verify_32" => groth16,
            _ => return Curvemark.prepare(operation, pool),
        };
        refusing(unparsed(operation, pool)?, holds, |holds| vec![u8::from(*holds)])
    }
}

/// \[8\](\[Σ sᵢ\]B − Σ Rᵢ − Σ \[kᵢ\]Aᵢ) = 0.
fn ed25519(case: &Case) -> Option<bool> {
    use ed25519::{Fr, Point};

    let (mut scalar, mut points) = (Fr::zero(), Point::identity());
    for [key, message, signature] in case.as_chunks::<3>().0 {
        let (nonce, s) = signature.split_first_chunk::<32>()?;
        let hash = Sha512::new().chain_update(nonce).chain_update(key).chain_update(message);
        let k = Fr::from_wide_le_bytes(&hash.finalize()).ok()?;
        scalar = &scalar + &Fr::from_le_bytes(s).ok()?;
        points = points
            .add(&Point::from_bytes_zip215(nonce).ok()?)
            .add(&Point::from_bytes_zip215(key).ok()?.mul_vartime(&k));
    }
    Some(Point::generator().mul_vartime(&scalar).sub(&points).is_small_order().into())
}

/// \[Σ sᵢ\]G = Σ Rᵢ + Σ \[eᵢ\]Pᵢ.
fn schnorr(case: &Case) -> Option<bool> {
    use secp256k1::{AffinePoint, Fr, Point};

    let tag = Sha256::digest(b"BIP0340/challenge");
    let (mut scalar, mut points) = (Fr::zero(), Point::identity());
    for [message, signature, key] in case.as_chunks::<3>().0 {
        let (nonce, s) = signature.split_first_chunk::<32>()?;
        let hash = Sha256::new_with_prefix(tag).chain_update(tag);
        let hash = hash.chain_update(nonce).chain_update(key).chain_update(message);
        let e = Fr::from_uniform_bytes(&hash.finalize());
        scalar = &scalar + &Fr::from_be_bytes(s).ok()?;
        points += AffinePoint::from_x_only(nonce).ok()?;
        points += AffinePoint::from_x_only(key).ok()?.mul_vartime(&e);
    }
    Some(points == Point::generator().mul_vartime(&scalar))
}

/// ∏ e(Aᵢ, H(mᵢ)) = e(G₁, Σ Sᵢ).
fn bls(case: &Case) -> Option<bool> {
    let (mut pairs, mut signatures) = (Vec::new(), G2::identity());
    for [key, message, signature] in case.as_chunks::<3>().0 {
        let key = G1Affine::from_bytes(key).and_then(G1Affine::not_identity).ok()?;
        let hash = hash_to_g2::<Xmd<Sha256>>(message, BLS_DST).to_affine();
        pairs.push(Pair::from_points(&key, &hash));
        signatures += G2Affine::from_bytes(signature).ok()?;
    }
    pairs.push(Pair::from_points(&G1Affine::generator().neg(), &signatures.to_affine()));
    Some(pairing_product_is_one(&mut pairs).into())
}

/// ∏ e(Yᵢ, Kᵢ) = e(Σ Cᵢ, G₂).
fn cashu(case: &Case) -> Option<bool> {
    let (mut pairs, mut signatures) = (Vec::new(), G1::identity());
    for [secret, signature, key] in case.as_chunks::<3>().0 {
        let key = G2Affine::from_bytes(key).and_then(G2Affine::not_identity).ok()?;
        let hash = G1Affine::from_bytes(&v3::hash_to_curve(secret).to_bytes()).ok()?;
        pairs.push(Pair::from_points(&hash, &key));
        signatures += G1Affine::from_bytes(signature).and_then(G1Affine::not_identity).ok()?;
    }
    pairs.push(Pair::from_points(&signatures.to_affine(), &G2Affine::generator().neg()));
    Some(pairing_product_is_one(&mut pairs).into())
}

/// ∏ e(Aᵢ, Bᵢ) = e(nα, β)·e(Σ (IC₀ + Σ xᵢⱼ·ICⱼ), γ)·e(Σ Cᵢ, δ), for n proofs.
fn groth16(case: &Case) -> Option<bool> {
    let (key, rest) = case.split_first()?;
    let key = VerifyingKey::<Bls12381>::from_bytes(key, Form::Compressed).ok()?;
    let mut pairs = Vec::new();
    let [mut alphas, mut of_inputs, mut last] = [G1::identity(); 3];
    for [proof, inputs] in rest.as_chunks::<2>().0 {
        let proof = Proof::<Bls12381>::from_bytes(proof, Form::Compressed).ok()?;
        let inputs = inputs_from_bytes::<Bls12381>(inputs).ok()?;
        let (one, others) = key.ic().split_first()?;
        if inputs.len() != others.len() {
            return None;
        }
        pairs.push(Pair::from_points(&proof.a, &proof.b));
        alphas += *key.alpha();
        of_inputs += *one;
        for (point, input) in others.iter().zip(&inputs) {
            of_inputs += point.mul_vartime(input);
        }
        last += proof.c;
    }
    for (sum, fixed) in [(alphas, key.beta()), (of_inputs, key.gamma()), (last, key.delta())] {
        pairs.push(Pair::from_points(&sum.to_affine().neg(), fixed));
    }
    Some(pairing_product_is_one(&mut pairs).into())
}

fn settings() -> &'static Settings {
    static SETTINGS: OnceLock<Settings> = OnceLock::new();
    SETTINGS.get_or_init(|| Settings::ethereum(0))
}

/// e(Σ (Cᵢ − \[yᵢ\]G₁ + \[zᵢ\]πᵢ), G₂) = e(Σ πᵢ, \[τ\]G₂), which is the verdict on one opening at
/// zero.
fn blobs(case: &Case) -> Option<bool> {
    let (mut left, mut right) = (G1::identity(), G1::identity());
    for [blob, commitment, proof] in case.as_chunks::<3>().0 {
        let z = compute_challenge(blob, commitment.as_slice().try_into().ok()?).ok()?;
        let (_, y) = settings().compute_kzg_proof(blob, &z).ok()?;
        let [z, y] = [Fr::from_be_bytes(&z).ok()?, Fr::from_be_bytes(&y).ok()?];
        let proof = G1Affine::from_bytes(proof).ok()?;
        left += G1Affine::from_bytes(commitment).ok()?;
        left -= G1::generator().mul_vartime(&y);
        left += proof.mul_vartime(&z);
        right += proof;
    }
    let [left, right] = [left.to_bytes(), right.to_bytes()];
    Some(OpeningVerifier::ethereum_kept().verify(&left, &[0; 32], &[0; 32], &right).is_ok())
}

/// Cells of one index, added up.
struct Column {
    commitment: G1,
    values: [Fr; 64],
    proof: G1,
}

/// The cells of each index have one weight: their sum is a cell. What this takes for good, weights
/// that are all one take too.
fn cells(case: &Case) -> Option<bool> {
    let commitment = G1Affine::from_bytes(&case[0]).ok()?;
    let mut columns = BTreeMap::new();
    for ((index, cell), proof) in case[1].iter().zip(&case[2..130]).zip(&case[130..]) {
        let column = columns.entry(u64::from(*index)).or_insert_with(|| Column {
            commitment: G1::identity(),
            values: [Fr::zero(); 64],
            proof: G1::identity(),
        });
        column.commitment += commitment;
        column.proof += G1Affine::from_bytes(proof).ok()?;
        let (elements, []) = cell.as_chunks::<32>() else { return None };
        for (sum, element) in column.values.iter_mut().zip(elements) {
            *sum += &Fr::from_be_bytes(element).ok()?;
        }
        if elements.len() != column.values.len() {
            return None;
        }
    }
    let indices: Vec<_> = columns.keys().copied().collect();
    let (commitments, proofs): (Vec<_>, Vec<_>) =
        columns.values().map(|one| (one.commitment.to_bytes(), one.proof.to_bytes())).unzip();
    let cells: Vec<Vec<u8>> = columns
        .values()
        .map(|one| one.values.iter().flat_map(|value| value.to_be_bytes()).collect())
        .collect();
    let verdict = settings().verify_cell_kzg_proof_batch(&commitments, &indices, &cells, &proofs);
    Some(verdict.is_ok())
}
