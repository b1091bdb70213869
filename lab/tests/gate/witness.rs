//! A whole stack made of other libraries, by which the gate's suites are proved: groups and
//! encodings of zkcrypto, maps and pairings of arkworks, and Cashu written down from NUT-00, NUT-02
//! and NUT-13.

use ark_bls12_381::{Bls12_381, Fq, Fq2, Fq12};
use ark_ec::hashing::curve_maps::wb::WBMap;
use ark_ec::hashing::map_to_curve_hasher::MapToCurve;
use ark_ec::pairing::Pairing as _;
use ark_ec::{AffineRepr, CurveGroup};
use ark_ff::{BigInteger, Field, PrimeField};
use bls12_381::{G1Affine, G1Projective, G2Affine, G2Projective, Scalar};
use hmac::{Hmac, KeyInit, Mac};
use lab::gate::subject::{
    Answer, Derived, Form, Group, Membership, Proof, Signatures, Subject, Variant, Weights,
};
use lab::gate::vectors::cases::hex;
use peer_api::Refusal;
use sha2::{Digest, Sha256};

/// The stack.
pub struct Witness;

const CASHU_DST: &[u8] = b"CASHU_BLS12_381_G1_XMD:SHA-256_SSWU_RO_";

type Result<T> = core::result::Result<T, Refusal>;

fn need<T>(value: Option<T>) -> Result<T> {
    value.ok_or(Refusal::Invalid)
}

fn array<const N: usize>(bytes: &[u8]) -> Result<[u8; N]> {
    need(bytes.try_into().ok())
}

fn scalar(bytes: &[u8]) -> Result<Scalar> {
    let mut little: [u8; 32] = array(bytes)?;
    little.reverse();
    need(Scalar::from_bytes(&little).into_option())
}

fn non_zero(bytes: &[u8]) -> Result<Scalar> {
    let value = scalar(bytes)?;
    need((value != Scalar::zero()).then_some(value))
}

fn g1(bytes: &[u8]) -> Result<G1Affine> {
    need(G1Affine::from_uncompressed(&array(bytes)?).into_option())
}

fn g2(bytes: &[u8]) -> Result<G2Affine> {
    need(G2Affine::from_uncompressed(&array(bytes)?).into_option())
}

/// Point validation as NUT-00 has it.
fn cashu_g1(bytes: &[u8]) -> Result<G1Affine> {
    let point = need(G1Affine::from_compressed(&array(bytes)?).into_option())?;
    need((!bool::from(point.is_identity())).then_some(point))
}

fn cashu_g2(bytes: &[u8]) -> Result<G2Affine> {
    let point = need(G2Affine::from_compressed(&array(bytes)?).into_option())?;
    need((!bool::from(point.is_identity())).then_some(point))
}

pub fn ark_fp(bytes: &[u8]) -> Fq {
    Fq::from_be_bytes_mod_order(bytes)
}

pub fn fp_bytes(value: &Fq) -> Vec<u8> {
    value.into_bigint().to_bytes_be()
}

/// The coordinates of an uncompressed encoding, `None` for the identity.
fn coordinates(bytes: &[u8]) -> Option<Vec<Fq>> {
    (bytes[0] & 0x40 == 0).then(|| bytes.chunks(48).map(ark_fp).collect())
}

pub fn ark_g1(uncompressed: &[u8]) -> ark_bls12_381::G1Affine {
    match coordinates(uncompressed).as_deref() {
        Some(&[x, y]) => ark_bls12_381::G1Affine::new_unchecked(x, y),
        _ => ark_bls12_381::G1Affine::zero(),
    }
}

pub fn ark_g2(uncompressed: &[u8]) -> ark_bls12_381::G2Affine {
    match coordinates(uncompressed).as_deref() {
        Some(&[x1, x0, y1, y0]) => {
            ark_bls12_381::G2Affine::new_unchecked(Fq2::new(x0, x1), Fq2::new(y0, y1))
        }
        _ => ark_bls12_381::G2Affine::zero(),
    }
}

pub fn g1_bytes(point: &ark_bls12_381::G1Affine) -> Vec<u8> {
    match point.xy() {
        Some((x, y)) => [fp_bytes(&x), fp_bytes(&y)].concat(),
        None => [&[0x40][..], &[0; 95]].concat(),
    }
}

pub fn g2_bytes(point: &ark_bls12_381::G2Affine) -> Vec<u8> {
    match point.xy() {
        Some((x, y)) => [x.c1, x.c0, y.c1, y.c0].iter().flat_map(fp_bytes).collect(),
        None => [&[0x40][..], &[0; 191]].concat(),
    }
}

pub fn fp12_bytes(value: &Fq12) -> Vec<u8> {
    value.to_base_prime_field_elements().flat_map(|element| fp_bytes(&element)).collect()
}

/// RFC 9380 §5.3.1 and §5.3.3.
fn expand(msg: &[u8], dst: &[u8], length: usize) -> Vec<u8> {
    let dst = match dst.len() {
        0..=255 => dst.to_vec(),
        _ => Sha256::digest([b"H2C-OVERSIZE-DST-", dst].concat()).to_vec(),
    };
    let dst_prime = [&dst[..], &[dst.len() as u8]].concat();
    let length_bytes = (length as u16).to_be_bytes();
    let b0 = Sha256::digest([&[0; 64][..], msg, &length_bytes, &[0], &dst_prime].concat());
    let mut block = Sha256::digest([&b0[..], &[1], &dst_prime].concat());
    let mut out = block.to_vec();
    for index in 2..=length.div_ceil(32) {
        let mixed: Vec<u8> = b0.iter().zip(&block).map(|(x, y)| x ^ y).collect();
        block = Sha256::digest([&mixed[..], &[index as u8], &dst_prime].concat());
        out.extend(&block);
    }
    out.truncate(length);
    out
}

fn fields(group: Group, msg: &[u8], dst: &[u8], count: usize) -> Vec<Fq> {
    let elements = count * if group == Group::G1 { 1 } else { 2 };
    expand(msg, dst, 64 * elements).chunks(64).map(ark_fp).collect()
}

fn hash(group: Group, variant: Variant, msg: &[u8], dst: &[u8]) -> Vec<u8> {
    let u = fields(group, msg, dst, if variant == Variant::RandomOracle { 2 } else { 1 });
    match group {
        Group::G1 => {
            let map = |u: &Fq| WBMap::<ark_bls12_381::g1::Config>::map_to_curve(*u).unwrap();
            let sum: ark_bls12_381::G1Projective =
                u.iter().map(map).map(|point| point.into_group()).sum();
            g1_bytes(&sum.into_affine().clear_cofactor())
        }
        Group::G2 => {
            let map = |u: &[Fq]| {
                WBMap::<ark_bls12_381::g2::Config>::map_to_curve(Fq2::new(u[0], u[1])).unwrap()
            };
            let sum: ark_bls12_381::G2Projective =
                u.chunks(2).map(map).map(|point| point.into_group()).sum();
            g2_bytes(&sum.into_affine().clear_cofactor())
        }
    }
}

fn y(secret: &[u8]) -> Result<G1Affine> {
    g1(&hash(Group::G1, Variant::RandomOracle, secret, CASHU_DST))
}

/// Whether the product of pairings is one.
fn product_is_one(pairs: &[(G1Affine, G2Affine)]) -> bool {
    let left = pairs.iter().map(|(p, _)| ark_g1(&p.to_uncompressed()));
    let right = pairs.iter().map(|(_, q)| ark_g2(&q.to_uncompressed()));
    Bls12_381::multi_pairing(left, right).0 == Fq12::ONE
}

impl Subject for Witness {
    fn name(&self) -> String {
        "witness".to_owned()
    }

    fn expand_message_xmd(&self, msg: &[u8], dst: &[u8], length: usize) -> Answer {
        Ok(expand(msg, dst, length))
    }

    fn hash_to_field(&self, group: Group, msg: &[u8], dst: &[u8], count: usize) -> Answer {
        Ok(fields(group, msg, dst, count).iter().flat_map(fp_bytes).collect())
    }

    fn hash_to_curve(&self, group: Group, variant: Variant, msg: &[u8], dst: &[u8]) -> Answer {
        Ok(hash(group, variant, msg, dst))
    }

    fn multiply_generator(&self, group: Group, bytes: &[u8]) -> Answer {
        let scalar = scalar(bytes)?;
        Ok(match group {
            Group::G1 => G1Affine::from(G1Affine::generator() * scalar).to_uncompressed().to_vec(),
            Group::G2 => G2Affine::from(G2Affine::generator() * scalar).to_uncompressed().to_vec(),
        })
    }

    fn multiply(&self, group: Group, point: &[u8], bytes: &[u8]) -> Answer {
        let scalar = scalar(bytes)?;
        Ok(match group {
            Group::G1 => G1Affine::from(g1(point)? * scalar).to_uncompressed().to_vec(),
            Group::G2 => G2Affine::from(g2(point)? * scalar).to_uncompressed().to_vec(),
        })
    }

    fn add(&self, group: Group, a: &[u8], b: &[u8]) -> Answer {
        Ok(match group {
            Group::G1 => {
                G1Affine::from(G1Projective::from(g1(a)?) + g1(b)?).to_uncompressed().to_vec()
            }
            Group::G2 => {
                G2Affine::from(G2Projective::from(g2(a)?) + g2(b)?).to_uncompressed().to_vec()
            }
        })
    }

    fn decode(&self, group: Group, form: Form, membership: Membership, bytes: &[u8]) -> Answer {
        macro_rules! decode {
            ($affine:ty) => {{
                let point = match form {
                    Form::Compressed => {
                        <$affine>::from_compressed_unchecked(&array(bytes)?).into_option()
                    }
                    Form::Uncompressed => {
                        <$affine>::from_uncompressed_unchecked(&array(bytes)?).into_option()
                    }
                };
                let point = need(point)?;
                let member = membership == Membership::Curve || bool::from(point.is_torsion_free());
                need(
                    (bool::from(point.is_on_curve()) && member)
                        .then(|| point.to_uncompressed().to_vec()),
                )
            }};
        }
        match group {
            Group::G1 => decode!(G1Affine),
            Group::G2 => decode!(G2Affine),
        }
    }

    fn encode(&self, group: Group, form: Form, point: &[u8]) -> Answer {
        Ok(match (group, form) {
            (Group::G1, Form::Compressed) => g1(point)?.to_compressed().to_vec(),
            (Group::G1, Form::Uncompressed) => g1(point)?.to_uncompressed().to_vec(),
            (Group::G2, Form::Compressed) => g2(point)?.to_compressed().to_vec(),
            (Group::G2, Form::Uncompressed) => g2(point)?.to_uncompressed().to_vec(),
        })
    }

    fn pairing(&self, p: &[u8], q: &[u8]) -> Answer {
        g1(p)?;
        g2(q)?;
        Ok(fp12_bytes(&Bls12_381::pairing(ark_g1(p), ark_g2(q)).0))
    }

    fn bls_sign(&self, form: Signatures, secret: &[u8], msg: &[u8], dst: &[u8]) -> Answer {
        let group = if form == Signatures::MinSig { Group::G1 } else { Group::G2 };
        let point = self.multiply(group, &hash(group, Variant::RandomOracle, msg, dst), secret)?;
        self.encode(group, Form::Compressed, &point)
    }

    fn cashu_hash_to_curve(&self, secret: &[u8]) -> Answer {
        Ok(y(secret)?.to_compressed().to_vec())
    }

    fn cashu_public_key(&self, a: &[u8]) -> Answer {
        Ok(G2Affine::from(G2Affine::generator() * non_zero(a)?).to_compressed().to_vec())
    }

    fn cashu_blind(&self, secret: &[u8], r: &[u8]) -> Answer {
        Ok(G1Affine::from(y(secret)? * non_zero(r)?).to_compressed().to_vec())
    }

    fn cashu_sign(&self, a: &[u8], b_blind: &[u8]) -> Answer {
        Ok(G1Affine::from(cashu_g1(b_blind)? * non_zero(a)?).to_compressed().to_vec())
    }

    fn cashu_unblind(&self, r: &[u8], c_blind: &[u8]) -> Answer {
        let inverse = non_zero(r)?.invert().unwrap();
        Ok(G1Affine::from(cashu_g1(c_blind)? * inverse).to_compressed().to_vec())
    }

    fn cashu_verify(&self, proof: &Proof) -> Answer {
        let (c, k) = (cashu_g1(&proof.c)?, cashu_g2(&proof.k)?);
        Ok(vec![u8::from(product_is_one(&[(c, -G2Affine::generator()), (y(&proof.secret)?, k)]))])
    }

    fn cashu_validate(&self, group: Group, bytes: &[u8]) -> Answer {
        match group {
            Group::G1 => cashu_g1(bytes).map(|point| point.to_compressed().to_vec()),
            Group::G2 => cashu_g2(bytes).map(|point| point.to_compressed().to_vec()),
        }
    }

    fn cashu_validate_text(&self, group: Group, text: &str) -> Answer {
        let bytes: Option<Vec<u8>> = text
            .as_bytes()
            .chunks(2)
            .map(|pair| u8::from_str_radix(core::str::from_utf8(pair).ok()?, 16).ok())
            .collect();
        let bytes = need(bytes)?;
        need((hex(&bytes) == text).then_some(()))?;
        self.cashu_validate(group, &bytes)
    }

    fn cashu_batch_weights(&self, proofs: &[Proof]) -> Result<Weights> {
        need((!proofs.is_empty()).then_some(()))?;
        let mut transcript = b"Cashu_BLS_Batch_v1".to_vec();
        for Proof { secret, c, k } in proofs {
            transcript.extend(
                [&c[..], &k[..], &(secret.len() as u32).to_be_bytes(), &secret[..]].concat(),
            );
        }
        let challenge = Sha256::digest(transcript).to_vec();
        let (mut weights, mut counters) = (Vec::new(), Vec::new());
        for index in 0..proofs.len() as u32 {
            let draw = |counter: u32| {
                Sha256::digest(
                    [&challenge[..], &index.to_be_bytes(), &counter.to_be_bytes()].concat(),
                )
            };
            let counter = (0..).find(|&counter| non_zero(&draw(counter)).is_ok()).unwrap();
            weights.push(draw(counter).to_vec());
            counters.push(counter);
        }
        Ok(Weights { challenge, weights, counters })
    }

    fn cashu_batch_verify(&self, proofs: &[Proof]) -> Answer {
        let Weights { weights, .. } = self.cashu_batch_weights(proofs)?;
        let mut sum = G1Projective::identity();
        let mut pairs = Vec::new();
        for (proof, weight) in proofs.iter().zip(&weights) {
            let weight = scalar(weight)?;
            sum += cashu_g1(&proof.c)? * weight;
            pairs.push((G1Affine::from(y(&proof.secret)? * weight), cashu_g2(&proof.k)?));
        }
        pairs.push((G1Affine::from(sum), -G2Affine::generator()));
        Ok(vec![u8::from(product_is_one(&pairs))])
    }

    fn cashu_keyset_id(&self, keys: &[(u64, Vec<u8>)], unit: &str, fee: Option<u64>) -> Answer {
        if unit.is_empty()
            || unit.contains(|c: char| !"abcdefghijklmnopqrstuvwxyz0123456789_-".contains(c))
        {
            return Err(Refusal::Invalid);
        }
        let framed = |part: &[u8]| [&(part.len() as u32).to_be_bytes(), part].concat();
        let number = |number: u64| -> Vec<u8> {
            number.to_be_bytes().into_iter().skip_while(|byte| *byte == 0).collect()
        };
        let mut keys = keys.to_vec();
        keys.sort();
        let keys: Vec<u8> = keys
            .iter()
            .flat_map(|(amount, key)| [framed(&number(*amount)), framed(key)].concat())
            .collect();
        let preimage =
            [framed(&keys), framed(unit.as_bytes()), framed(&number(fee.unwrap_or(0)))].concat();
        Ok([&[2][..], &Sha256::digest(preimage)].concat())
    }

    fn cashu_derive(&self, seed: &[u8], keyset: &[u8], counter: u64) -> Result<Derived> {
        let length = (keyset.len() as u32).to_be_bytes();
        let base = [b"Cashu_KDF_HMAC_SHA256", &length[..], keyset, &counter.to_be_bytes()].concat();
        let draw = |kind: u8, attempt: u32| {
            let mut mac = Hmac::<Sha256>::new_from_slice(seed).unwrap();
            [&base[..], &[kind], &attempt.to_be_bytes()].iter().for_each(|part| mac.update(part));
            mac.finalize().into_bytes().to_vec()
        };
        // That a digest is zero or not below the order of secp256k1 nobody has seen.
        let attempt = (0..).find(|&attempt| non_zero(&draw(1, attempt)).is_ok()).unwrap();
        Ok(Derived { secret_key: draw(0, 0), blinding_factor: draw(1, attempt), attempt })
    }
}
