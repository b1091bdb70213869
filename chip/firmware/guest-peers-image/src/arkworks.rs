//! arkworks: BN254 and BLS12-381.

use alloc::vec::Vec;

use ark_ec::hashing::HashToCurve;
use ark_ec::hashing::curve_maps::wb::WBMap;
use ark_ec::hashing::map_to_curve_hasher::{MapToCurve, MapToCurveBasedHasher};
use ark_ec::pairing::Pairing;
use ark_ec::short_weierstrass::{Affine, SWCurveConfig};
use ark_ec::{AffineRepr, CurveGroup, PrimeGroup, VariableBaseMSM};
use ark_ff::field_hashers::DefaultFieldHasher;
use ark_ff::{BigInt, BigInteger, One, PrimeField, Zero};
use ark_serialize::{CanonicalDeserialize, Compress, Validate};
use sha2::Sha256;

use crate::bytes::{DST, Opening, TAU, coordinate, padded, signed, word};
use crate::serve::{BLS_VERIFY, Output};

pub fn call(contract: u16, input: &[u8]) -> Option<Output> {
    Some(match contract {
        6 => bn254::add(input),
        7 => bn254::multiply(input),
        8 => bn254::pairing(input),
        0x0a => bls::evaluate(input),
        0x0b => bls::add_g1(input),
        0x0c => bls::sum_g1(input),
        0x0d => bls::add_g2(input),
        0x0e => bls::sum_g2(input),
        0x0f => bls::pairing(input),
        0x10 => bls::map_g1(input),
        0x11 => bls::map_g2(input),
        BLS_VERIFY => bls::verify(input),
        _ => return None,
    })
}

/// An integer of 8N bytes.
fn integer<const N: usize>(bytes: &[u8]) -> BigInt<N> {
    let mut words = [0; N];
    for (word, bytes) in words.iter_mut().rev().zip(bytes.as_chunks::<8>().0) {
        *word = u64::from_be_bytes(*bytes);
    }
    BigInt::new(words)
}

/// A point of the curve; zeros are the identity.
fn point<C: SWCurveConfig>(x: C::BaseField, y: C::BaseField) -> Option<Affine<C>> {
    if x.is_zero() && y.is_zero() {
        return Some(Affine::identity());
    }
    let point = Affine::new_unchecked(x, y);
    point.is_on_curve().then_some(point)
}

fn of_the_group<C: SWCurveConfig>(point: Affine<C>) -> Option<Affine<C>> {
    point.is_in_correct_subgroup_assuming_on_curve().then_some(point)
}

fn product_is_one<E: Pairing>(p: &[E::G1Affine], q: &[E::G2Affine]) -> bool {
    E::multi_pairing(p.iter().copied(), q.iter().copied()).0.is_one()
}

mod bn254 {
    use ark_bn254::{Bn254, Fq, Fq2, Fr, G1Affine, G1Projective, G2Affine};

    use super::*;

    fn base(bytes: &[u8]) -> Option<Fq> {
        Fq::from_bigint(integer(bytes))
    }

    fn g1(bytes: &[u8]) -> Option<G1Affine> {
        point(base(&bytes[..32])?, base(&bytes[32..])?)
    }

    /// Imaginary parts come first.
    fn g2(bytes: &[u8]) -> Option<G2Affine> {
        let x = Fq2::new(base(&bytes[32..64])?, base(&bytes[..32])?);
        let y = Fq2::new(base(&bytes[96..])?, base(&bytes[64..96])?);
        of_the_group(point(x, y)?)
    }

    fn bytes(point: G1Projective) -> Output {
        let mut out = alloc::vec![0; 64];
        if let Some((x, y)) = point.into_affine().xy() {
            out[..32].copy_from_slice(&x.into_bigint().to_bytes_be());
            out[32..].copy_from_slice(&y.into_bigint().to_bytes_be());
        }
        Some(out)
    }

    pub fn add(input: &[u8]) -> Output {
        let input: [u8; 128] = padded(input);
        bytes(g1(&input[..64])? + g1(&input[64..])?)
    }

    pub fn multiply(input: &[u8]) -> Output {
        let input: [u8; 96] = padded(input);
        let k = Fr::from_be_bytes_mod_order(&input[64..]);
        // Of projective points it is by the endomorphism, of affine ones bit by bit.
        bytes(G1Projective::from(g1(&input[..64])?) * k)
    }

    pub fn pairing(input: &[u8]) -> Output {
        let (pairs, []) = input.as_chunks::<192>() else { return None };
        let (mut p, mut q) = (Vec::new(), Vec::new());
        for pair in pairs {
            p.push(g1(&pair[..64])?);
            q.push(g2(&pair[64..])?);
        }
        Some(word(product_is_one::<Bn254>(&p, &q)))
    }
}

mod bls {
    use ark_bls12_381::{
        Bls12_381, Fq, Fq2, Fr, G1Affine, G1Projective, G2Affine, G2Projective, g1, g2,
    };

    use super::*;

    fn base(bytes: &[u8]) -> Option<Fq> {
        Fq::from_bigint(integer(coordinate(bytes)?))
    }

    fn extension(bytes: &[u8]) -> Option<Fq2> {
        Some(Fq2::new(base(&bytes[..64])?, base(&bytes[64..])?))
    }

    fn read_g1(bytes: &[u8]) -> Option<G1Affine> {
        point(base(&bytes[..64])?, base(&bytes[64..])?)
    }

    fn read_g2(bytes: &[u8]) -> Option<G2Affine> {
        point(extension(&bytes[..128])?, extension(&bytes[128..])?)
    }

    fn put(out: &mut [u8], numbers: &[Fq]) {
        for (place, number) in out.chunks_mut(64).zip(numbers) {
            place[16..].copy_from_slice(&number.into_bigint().to_bytes_be());
        }
    }

    fn g1_bytes(point: G1Affine) -> Output {
        let mut out = alloc::vec![0; 128];
        if let Some((x, y)) = point.xy() {
            put(&mut out, &[x, y]);
        }
        Some(out)
    }

    fn g2_bytes(point: G2Affine) -> Output {
        let mut out = alloc::vec![0; 256];
        if let Some((x, y)) = point.xy() {
            put(&mut out, &[x.c0, x.c1, y.c0, y.c1]);
        }
        Some(out)
    }

    pub fn add_g1(input: &[u8]) -> Output {
        let input: &[u8; 256] = input.try_into().ok()?;
        g1_bytes((read_g1(&input[..128])? + read_g1(&input[128..])?).into_affine())
    }

    pub fn add_g2(input: &[u8]) -> Output {
        let input: &[u8; 512] = input.try_into().ok()?;
        g2_bytes((read_g2(&input[..256])? + read_g2(&input[256..])?).into_affine())
    }

    /// The sum of the products, one of them as a product.
    fn sum<G: VariableBaseMSM<MulBase: Into<G>> + PrimeGroup>(
        points: &[G::MulBase],
        scalars: &[G::ScalarField],
    ) -> G {
        match (points, scalars) {
            ([point], [scalar]) => (*point).into() * scalar,
            _ => G::msm_unchecked(points, scalars),
        }
    }

    pub fn sum_g1(input: &[u8]) -> Output {
        let (pairs, []) = input.as_chunks::<160>() else { return None };
        if pairs.is_empty() {
            return None;
        }
        let (mut points, mut scalars) = (Vec::new(), Vec::new());
        for pair in pairs {
            points.push(of_the_group(read_g1(&pair[..128])?)?);
            scalars.push(Fr::from_be_bytes_mod_order(&pair[128..]));
        }
        g1_bytes(sum::<G1Projective>(&points, &scalars).into_affine())
    }

    pub fn sum_g2(input: &[u8]) -> Output {
        let (pairs, []) = input.as_chunks::<288>() else { return None };
        if pairs.is_empty() {
            return None;
        }
        let (mut points, mut scalars) = (Vec::new(), Vec::new());
        for pair in pairs {
            points.push(of_the_group(read_g2(&pair[..256])?)?);
            scalars.push(Fr::from_be_bytes_mod_order(&pair[256..]));
        }
        g2_bytes(sum::<G2Projective>(&points, &scalars).into_affine())
    }

    pub fn pairing(input: &[u8]) -> Output {
        let (pairs, []) = input.as_chunks::<384>() else { return None };
        if pairs.is_empty() {
            return None;
        }
        let (mut p, mut q) = (Vec::new(), Vec::new());
        for pair in pairs {
            p.push(of_the_group(read_g1(&pair[..128])?)?);
            q.push(of_the_group(read_g2(&pair[128..])?)?);
        }
        Some(word(product_is_one::<Bls12_381>(&p, &q)))
    }

    pub fn map_g1(input: &[u8]) -> Output {
        let input: &[u8; 64] = input.try_into().ok()?;
        let mapped = WBMap::<g1::Config>::map_to_curve(base(input)?).ok()?;
        g1_bytes(mapped.clear_cofactor())
    }

    pub fn map_g2(input: &[u8]) -> Output {
        let input: &[u8; 128] = input.try_into().ok()?;
        let mapped = WBMap::<g2::Config>::map_to_curve(extension(input)?).ok()?;
        g2_bytes(mapped.clear_cofactor())
    }

    fn compressed<P: CanonicalDeserialize>(bytes: &[u8]) -> Option<P> {
        P::deserialize_with_mode(bytes, Compress::Yes, Validate::Yes).ok()
    }

    /// e(C − yG + zπ, −G2) · e(π, τG2) = 1, which multiplies in G1 only.
    pub fn evaluate(input: &[u8]) -> Output {
        let opening = Opening::read(input)?;
        let z = Fr::from_bigint(integer(opening.z))?;
        let y = Fr::from_bigint(integer(opening.y))?;
        let commitment: G1Affine = compressed(opening.commitment)?;
        let proof: G1Affine = compressed(opening.proof)?;
        // No check of the order: it is a constant.
        let tau = G2Affine::deserialize_with_mode(&TAU[..], Compress::Yes, Validate::No).ok()?;
        let left = G1Projective::from(proof) * z - G1Projective::generator() * y + commitment;
        product_is_one::<Bls12_381>(&[left.into(), proof], &[-G2Affine::generator(), tau])
            .then(Opening::holds)
    }

    pub fn verify(input: &[u8]) -> Output {
        type Hasher =
            MapToCurveBasedHasher<G2Projective, DefaultFieldHasher<Sha256, 128>, WBMap<g2::Config>>;
        let (key, signature, message) = signed(input)?;
        let key: G1Affine = compressed(key).filter(|key: &G1Affine| !key.is_zero())?;
        let signature: G2Affine = compressed(signature)?;
        let hash = Hasher::new(DST).ok()?.hash(message).ok()?;
        product_is_one::<Bls12_381>(&[key, -G1Affine::generator()], &[hash, signature])
            .then(Vec::new)
    }
}
