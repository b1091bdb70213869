//! curvemark as the gate's suites of known answers see it: bytes in, bytes out, through the public
//! API alone.

use curve::field::Anywhere;
use curve::hash_to_curve::{Xmd, expand_message_xmd, hash_to_field};
use curve::weierstrass::{Affine, CurvePoint, Projective, ZcashEncoding};
use curvemark::bls12_381::{
    Fp2, FpEngine, Fr, G1, G1Affine, G1Curve, G2, G2Affine, G2Curve, SecretScalar, encode_to_g1,
    encode_to_g2, hash_to_g1, hash_to_g2, pairing,
};
use curvemark::cashu::v3;
use peer_api::Refusal;
use sha2::Sha256;

use peer_api::subject::{
    Answer, Derived, Form, Group, Membership, Proof, Signatures, Subject, Variant, Weights,
};

type Sha256Xmd = Xmd<Sha256>;

/// curvemark as this build has it, or with one fact of its pairing wrong.
#[derive(Clone, Copy, Debug)]
pub struct CurvemarkSubject {
    pairing: fn(&G1Affine, &G2Affine) -> [u8; 576],
}

impl CurvemarkSubject {
    /// As it is.
    pub const SOUND: Self = Self { pairing: pairing_bytes };
    /// With a wrong Frobenius constant, for the gate's self-test.
    pub const WRONG_FROBENIUS: Self = Self { pairing: crate::broken::pairing };
}

fn pairing_bytes(p: &G1Affine, q: &G2Affine) -> [u8; 576] {
    let mut out = [0; 576];
    pairing(p, q).to_bytes(&mut out);
    out
}

/// Any reason is a refusal.
fn refused<E>(_: E) -> Refusal {
    Refusal::Invalid
}

fn scalar(bytes: &[u8]) -> Result<Fr, Refusal> {
    Fr::from_be_bytes(bytes).map_err(refused)
}

fn uncompressed<C>(point: &[u8]) -> Result<Affine<C>, Refusal>
where
    C: ZcashEncoding<Base: Anywhere>,
{
    Affine::from_bytes_uncompressed(point).map_err(refused)
}

fn vec<C: ZcashEncoding>(point: &Projective<C>) -> Vec<u8> {
    point.to_bytes_uncompressed().as_ref().to_vec()
}

fn decode<C: ZcashEncoding<Base: Anywhere>>(
    form: Form,
    membership: Membership,
    bytes: &[u8],
) -> Answer {
    let point: CurvePoint<C> = match (form, membership) {
        (Form::Compressed, Membership::Subgroup) => {
            return Ok(vec(&Projective::<C>::from_bytes(bytes).map_err(refused)?));
        }
        (Form::Uncompressed, Membership::Subgroup) => {
            return Ok(vec(&Projective::<C>::from_bytes_uncompressed(bytes).map_err(refused)?));
        }
        (Form::Compressed, Membership::Curve) => {
            Affine::from_bytes_unchecked_subgroup(bytes).map_err(refused)?
        }
        (Form::Uncompressed, Membership::Curve) => {
            Affine::from_bytes_uncompressed_unchecked_subgroup(bytes).map_err(refused)?
        }
    };
    Ok(point.to_bytes_uncompressed().as_ref().to_vec())
}

fn encode<C: ZcashEncoding<Base: Anywhere>>(form: Form, point: &[u8]) -> Answer {
    let point = uncompressed::<C>(point)?;
    Ok(match form {
        Form::Compressed => point.to_bytes().as_ref().to_vec(),
        Form::Uncompressed => point.to_bytes_uncompressed().as_ref().to_vec(),
    })
}

fn verdict(result: Result<(), v3::Error>) -> Answer {
    match result {
        Ok(()) => Ok(vec![1]),
        Err(v3::Error::NotSigned) => Ok(vec![0]),
        Err(reason) => Err(refused(reason)),
    }
}

/// Proofs with their parts validated, keys first, since the batch borrows them.
fn with_proofs<T>(
    proofs: &[Proof],
    then: impl FnOnce(&[v3::Proof<'_>]) -> Result<T, Refusal>,
) -> Result<T, Refusal> {
    let keys: Vec<v3::MintPublicKey> = proofs
        .iter()
        .map(|proof| v3::MintPublicKey::from_bytes(&proof.k))
        .collect::<Result<_, _>>()
        .map_err(refused)?;
    let mut batch = Vec::with_capacity(proofs.len());
    for (proof, key) in proofs.iter().zip(&keys) {
        let signature = v3::Signature::from_bytes(&proof.c).map_err(refused)?;
        batch.push(v3::Proof { secret: &proof.secret, signature, key });
    }
    then(&batch)
}

impl Subject for CurvemarkSubject {
    fn name(&self) -> String {
        crate::BASELINE.to_owned()
    }

    fn expand_message_xmd(&self, msg: &[u8], dst: &[u8], length: usize) -> Answer {
        let mut out = vec![0; length];
        expand_message_xmd::<Sha256>(msg, dst, &mut out).map_err(refused)?;
        Ok(out)
    }

    fn hash_to_field(&self, group: Group, msg: &[u8], dst: &[u8], count: usize) -> Answer {
        fn fp2(value: &Fp2) -> Vec<u8> {
            let mut out = vec![0; 96];
            value.c0().to_bytes(&mut out[..48]);
            value.c1().to_bytes(&mut out[48..]);
            out
        }
        fn fp(value: &curvemark::bls12_381::Fp) -> Vec<u8> {
            let mut out = vec![0; 48];
            value.to_bytes(&mut out);
            out
        }
        type Quad = curve::fp2::Quad<FpEngine>;
        Ok(match (group, count) {
            (Group::G1, 1) => {
                hash_to_field::<FpEngine, Sha256Xmd, 1>(msg, dst).iter().flat_map(fp).collect()
            }
            (Group::G1, 2) => {
                hash_to_field::<FpEngine, Sha256Xmd, 2>(msg, dst).iter().flat_map(fp).collect()
            }
            (Group::G2, 1) => {
                hash_to_field::<Quad, Sha256Xmd, 1>(msg, dst).iter().flat_map(fp2).collect()
            }
            (Group::G2, 2) => {
                hash_to_field::<Quad, Sha256Xmd, 2>(msg, dst).iter().flat_map(fp2).collect()
            }
            _ => return Err(Refusal::Unsupported(format!("{count} elements"))),
        })
    }

    fn hash_to_curve(&self, group: Group, variant: Variant, msg: &[u8], dst: &[u8]) -> Answer {
        Ok(match (group, variant) {
            (Group::G1, Variant::RandomOracle) => vec(&hash_to_g1::<Sha256Xmd>(msg, dst)),
            (Group::G1, Variant::NonUniform) => vec(&encode_to_g1::<Sha256Xmd>(msg, dst)),
            (Group::G2, Variant::RandomOracle) => vec(&hash_to_g2::<Sha256Xmd>(msg, dst)),
            (Group::G2, Variant::NonUniform) => vec(&encode_to_g2::<Sha256Xmd>(msg, dst)),
        })
    }

    fn multiply_generator(&self, group: Group, k: &[u8]) -> Answer {
        Ok(match group {
            Group::G1 => vec(&G1::mul_generator(&scalar(k)?)),
            Group::G2 => vec(&G2::mul_generator(&scalar(k)?)),
        })
    }

    fn multiply(&self, group: Group, point: &[u8], k: &[u8]) -> Answer {
        Ok(match group {
            Group::G1 => vec(&uncompressed::<G1Curve>(point)?.mul(&scalar(k)?)),
            Group::G2 => vec(&uncompressed::<G2Curve>(point)?.mul(&scalar(k)?)),
        })
    }

    fn add(&self, group: Group, a: &[u8], b: &[u8]) -> Answer {
        Ok(match group {
            Group::G1 => vec(&uncompressed::<G1Curve>(a)?
                .to_projective()
                .add(&uncompressed::<G1Curve>(b)?.to_projective())),
            Group::G2 => vec(&uncompressed::<G2Curve>(a)?
                .to_projective()
                .add(&uncompressed::<G2Curve>(b)?.to_projective())),
        })
    }

    fn decode(&self, group: Group, form: Form, membership: Membership, bytes: &[u8]) -> Answer {
        match group {
            Group::G1 => decode::<G1Curve>(form, membership, bytes),
            Group::G2 => decode::<G2Curve>(form, membership, bytes),
        }
    }

    fn encode(&self, group: Group, form: Form, point: &[u8]) -> Answer {
        match group {
            Group::G1 => encode::<G1Curve>(form, point),
            Group::G2 => encode::<G2Curve>(form, point),
        }
    }

    fn pairing(&self, p: &[u8], q: &[u8]) -> Answer {
        let (p, q): (G1Affine, G2Affine) = (uncompressed(p)?, uncompressed(q)?);
        Ok((self.pairing)(&p, &q).to_vec())
    }

    fn bls_sign(&self, form: Signatures, secret: &[u8], msg: &[u8], dst: &[u8]) -> Answer {
        let secret = SecretScalar::from_be_bytes(secret).map_err(refused)?;
        Ok(match form {
            Signatures::MinSig => {
                (&hash_to_g1::<Sha256Xmd>(msg, dst) * &secret).to_bytes().to_vec()
            }
            Signatures::MinPk => (&hash_to_g2::<Sha256Xmd>(msg, dst) * &secret).to_bytes().to_vec(),
        })
    }

    fn cashu_hash_to_curve(&self, secret: &[u8]) -> Answer {
        Ok(v3::hash_to_curve(secret).to_bytes().to_vec())
    }

    fn cashu_public_key(&self, a: &[u8]) -> Answer {
        Ok(v3::MintSecretKey::from_bytes(a).map_err(refused)?.public_key().to_bytes().to_vec())
    }

    fn cashu_blind(&self, secret: &[u8], r: &[u8]) -> Answer {
        Ok(v3::blind(secret, &v3::BlindingFactor::from_bytes(r).map_err(refused)?)
            .to_bytes()
            .to_vec())
    }

    fn cashu_sign(&self, a: &[u8], b_blind: &[u8]) -> Answer {
        let message = v3::BlindedMessage::from_bytes(b_blind).map_err(refused)?;
        Ok(v3::MintSecretKey::from_bytes(a).map_err(refused)?.sign(&message).to_bytes().to_vec())
    }

    fn cashu_unblind(&self, r: &[u8], c_blind: &[u8]) -> Answer {
        let promise = v3::BlindSignature::from_bytes(c_blind).map_err(refused)?;
        Ok(promise
            .unblind(&v3::BlindingFactor::from_bytes(r).map_err(refused)?)
            .to_bytes()
            .to_vec())
    }

    fn cashu_verify(&self, proof: &Proof) -> Answer {
        let signature = v3::Signature::from_bytes(&proof.c).map_err(refused)?;
        let key = v3::MintPublicKey::from_bytes(&proof.k).map_err(refused)?;
        verdict(key.verify(&proof.secret, &signature))
    }

    fn cashu_validate(&self, group: Group, bytes: &[u8]) -> Answer {
        match group {
            // The three roles of a point of G1 share one decoder; a role that had its own would be
            // asked apart.
            Group::G1 => {
                Ok(v3::BlindedMessage::from_bytes(bytes).map_err(refused)?.to_bytes().to_vec())
            }
            Group::G2 => {
                Ok(v3::MintPublicKey::from_bytes(bytes).map_err(refused)?.to_bytes().to_vec())
            }
        }
    }

    fn cashu_validate_text(&self, group: Group, text: &str) -> Answer {
        let json = serde_json::Value::String(text.to_owned());
        match group {
            Group::G1 => Ok(serde_json::from_value::<v3::Signature>(json)
                .map_err(refused)?
                .to_bytes()
                .to_vec()),
            Group::G2 => Ok(serde_json::from_value::<v3::MintPublicKey>(json)
                .map_err(refused)?
                .to_bytes()
                .to_vec()),
        }
    }

    fn cashu_batch_weights(&self, proofs: &[Proof]) -> Result<Weights, Refusal> {
        with_proofs(proofs, |batch| {
            let challenge = v3::batch_challenge(batch).map_err(refused)?;
            let (mut weights, mut counters) = (Vec::new(), Vec::new());
            for index in (0..).take(batch.len()) {
                let (weight, counter) = v3::batch_weight(&challenge, index).map_err(refused)?;
                weights.push(weight.to_be_bytes().to_vec());
                counters.push(counter);
            }
            Ok(Weights { challenge: challenge.to_vec(), weights, counters })
        })
    }

    fn cashu_batch_verify(&self, proofs: &[Proof]) -> Answer {
        with_proofs(proofs, |batch| verdict(v3::verify_batch(batch)))
    }

    fn cashu_keyset_id(
        &self,
        keys: &[(u64, Vec<u8>)],
        unit: &str,
        input_fee_ppk: Option<u64>,
    ) -> Answer {
        let mut parsed = Vec::with_capacity(keys.len());
        for (amount, key) in keys {
            parsed.push((*amount, v3::MintPublicKey::from_bytes(key).map_err(refused)?));
        }
        parsed.sort_by_key(|(amount, _)| *amount);
        let keys = parsed.iter().map(|(amount, key)| (*amount, key));
        Ok(v3::KeysetId::derive(keys, unit, input_fee_ppk).map_err(refused)?.to_bytes().to_vec())
    }

    fn cashu_derive(&self, seed: &[u8], keyset: &[u8], counter: u64) -> Result<Derived, Refusal> {
        let keyset = v3::KeysetId::from_bytes(keyset).map_err(refused)?;
        let secret_key =
            v3::derive_secret_key(seed, &keyset, counter).map_err(refused)?.to_bytes().to_vec();
        let (factor, attempt) =
            v3::derive_blinding_factor(seed, &keyset, counter).map_err(refused)?;
        Ok(Derived { secret_key, blinding_factor: factor.to_bytes().to_vec(), attempt })
    }
}
