//! blst on as many items as one likes, and many points at little cost.

use super::*;

pub(super) fn contract(family: &Family) -> Option<Contract> {
    Some(match family.id {
        "bls12-381/g1_msm" | "bls12-381/g2_msm" | "bls12-381/g1_sum" => {
            Contract::parsed(Time::Variable)
        }
        "bls12-381/g1_decode" | "bls12-381/g2_decode" => {
            Contract::bytes(Checks::Subgroup, Time::Variable)
        }
        "bls12-381/hash_to_g1" | "bls12-381/hash_to_g2" => {
            Contract::bytes(Checks::None, Time::Constant)
        }
        "bls12-381/multi_pairing" => Contract::parsed(Time::Constant),
        "bls12-381/verify_sets" | "signatures/verify_one_message" => {
            Contract::parsed(Time::Variable)
        }
        _ => return None,
    })
}

pub(super) fn prepare(family: &Family, batches: &[&[Case]]) -> Prepared {
    match family.id {
        "bls12-381/g1_msm" => msm(batches, g1_deserialized, p1_sum_of_multiples, p1_bytes),
        "bls12-381/g2_msm" => msm(batches, g2_deserialized, p2_sum_of_multiples, p2_bytes),
        "bls12-381/g1_sum" => {
            let points = parsed(batches, |item| g1_deserialized(item.first()?))?;
            independent(points, |points| p1_sum(points), p1_bytes)
        }
        "bls12-381/g1_decode" => decode(batches, g1, g1_uncompressed),
        "bls12-381/g2_decode" => decode(batches, g2, g2_uncompressed),
        "bls12-381/hash_to_g1" => hash(batches, hash_to_g1, HASH_TO_G1_DST, p1_bytes),
        "bls12-381/hash_to_g2" => hash(batches, hash_to_g2, HASH_TO_G2_DST, p2_bytes),
        "bls12-381/multi_pairing" => {
            let pairs = parsed(batches, |item| {
                Some((g1_deserialized(item.first()?)?, g2_deserialized(item.get(1)?)?))
            })?;
            let pairs: Vec<(Vec<_>, Vec<_>)> =
                pairs.into_iter().map(|pairs| pairs.into_iter().unzip()).collect();
            independent(pairs, |(ps, qs)| final_exp(&any_miller_loop(ps, qs)), fp12_bytes)
        }
        "bls12-381/verify_sets" => {
            let seeds = parsed(batches, |item| Some(item.first()?.clone()))?;
            let cases = seeds
                .iter()
                .map(|seeds| sets(seeds))
                .collect::<Option<Vec<_>>>()
                .ok_or(Refusal::Invalid)?;
            signatures::sets(cases)
        }
        "signatures/verify_one_message" => {
            let seeds = parsed(batches, |item| Some(item.first()?.clone()))?;
            let cases = seeds
                .iter()
                .map(|seeds| one_message(seeds))
                .collect::<Option<Vec<_>>>()
                .ok_or(Refusal::Invalid)?;
            signatures::one_message(cases)
        }
        _ => Err(Refusal::Unsupported(format!("blst does not serve {}", family.id))),
    }
}

/// The secret key of a seed: below r, and one for zeros.
fn key(seed: &[u8]) -> Option<blst_scalar> {
    let mut bytes: [u8; 32] = seed.try_into().ok()?;
    bytes[0] &= 0x3f;
    bytes[31] |= u8::from(bytes == [0; 32]);
    nonzero_scalar(&bytes)
}

/// Keys of seeds, the sum of their signatures, and the sum with the last one by the key of zeros.
fn one_message(seeds: &[Vec<u8>]) -> Option<signatures::OneMessage> {
    let keys: Vec<blst_scalar> = seeds.iter().map(|seed| key(seed)).collect::<Option<_>>()?;
    signatures::OneMessage::new(&keys, &key(&[0; 32])?)
}

/// Sets of seeds, and the last signature by the key of zeros.
fn sets(seeds: &[Vec<u8>]) -> Option<signatures::Sets> {
    let sets =
        seeds.iter().map(|seed| Some((key(seed)?, seed.clone()))).collect::<Option<Vec<_>>>()?;
    signatures::Sets::new(&sets, &key(&[0; 32])?)
}

/// The items of all batches.
fn parsed<T>(
    batches: &[&[Case]],
    item: impl Fn(&Case) -> Option<T>,
) -> Result<Vec<Vec<T>>, Refusal> {
    let batch = |items: &&[Case]| items.iter().map(&item).collect::<Option<Vec<T>>>();
    batches.iter().map(batch).collect::<Option<Vec<_>>>().ok_or(Refusal::Invalid)
}

fn msm<P: 'static, S: 'static>(
    batches: &[&[Case]],
    point: fn(&[u8]) -> Option<P>,
    sum: fn(&(Vec<P>, Scalars)) -> S,
    bytes: fn(&S) -> Vec<u8>,
) -> Prepared {
    let terms = parsed(batches, |item| Some((point(item.first()?)?, scalar(item.get(1)?)?.b)))?;
    independent(terms.into_iter().map(|terms| terms.into_iter().unzip()).collect(), sum, bytes)
}

fn decode<P: 'static>(
    batches: &[&[Case]],
    point: fn(&[u8]) -> Option<P>,
    bytes: fn(&P) -> Vec<u8>,
) -> Prepared {
    let encodings = parsed(batches, |item| item.first().cloned())?;
    let all = move |encodings: &Vec<Vec<u8>>| {
        encodings.iter().map(|bytes| point(bytes)).collect::<Option<Vec<P>>>()
    };
    refusing(encodings, all, move |points| points.iter().flat_map(bytes).collect())
}

fn hash<P: 'static>(
    batches: &[&[Case]],
    point: fn(&[u8], &[u8]) -> P,
    dst: &'static [u8],
    bytes: fn(&P) -> Vec<u8>,
) -> Prepared {
    let messages = parsed(batches, |item| item.first().cloned())?;
    let all = move |messages: &Vec<Vec<u8>>| {
        messages.iter().map(|message| point(message, dst)).collect::<Vec<P>>()
    };
    independent(messages, all, move |points| points.iter().flat_map(bytes).collect())
}

/// One Miller loop for each 128 pairs.
fn any_miller_loop(ps: &[blst_p1_affine], qs: &[blst_p2_affine]) -> blst_fp12 {
    let values = ps.chunks(128).zip(qs.chunks(128)).map(|(ps, qs)| multi_miller_loop(ps, qs));
    values
        .reduce(|mut product, value| {
            fp12_mul(&mut product, &value);
            product
        })
        .unwrap_or_default()
}

/// A point of the curve from its uncompressed form; the subgroup is not checked.
fn g1_deserialized(bytes: &[u8]) -> Option<blst_p1_affine> {
    let bytes: &[u8; 96] = fixed(bytes)?;
    let mut out = blst_p1_affine::default();
    // SAFETY: 96 bytes are read.
    let error = unsafe { blst_p1_deserialize(&mut out, bytes.as_ptr()) };
    (error == BLST_ERROR::BLST_SUCCESS).then_some(out)
}

/// As [`g1_deserialized`], for G2.
fn g2_deserialized(bytes: &[u8]) -> Option<blst_p2_affine> {
    let bytes: &[u8; 192] = fixed(bytes)?;
    let mut out = blst_p2_affine::default();
    // SAFETY: 192 bytes are read.
    let error = unsafe { blst_p2_deserialize(&mut out, bytes.as_ptr()) };
    (error == BLST_ERROR::BLST_SUCCESS).then_some(out)
}

/// (a + i·d)·G of G1 for i from 0 on, compressed or not.
pub(crate) fn g1_progression(
    a: &[u8; 32],
    d: &[u8; 32],
    count: usize,
    compressed: bool,
) -> Option<Vec<Vec<u8>>> {
    let [mut point, step] =
        [g1_jacobian(&g1_generator_times(a))?, g1_jacobian(&g1_generator_times(d))?];
    let mut next = || {
        let this = point;
        p1_add(&mut point, &step);
        if compressed { p1_bytes(&this) } else { p1_serialize(&p1_to_affine(&this)).to_vec() }
    };
    Some((0..count).map(|_| next()).collect())
}

/// As [`g1_progression`], of G2.
pub(crate) fn g2_progression(
    a: &[u8; 32],
    d: &[u8; 32],
    count: usize,
    compressed: bool,
) -> Option<Vec<Vec<u8>>> {
    let [mut point, step] =
        [g2_jacobian(&g2_generator_times(a))?, g2_jacobian(&g2_generator_times(d))?];
    let mut next = || {
        let this = point;
        p2_add(&mut point, &step);
        if compressed {
            return p2_bytes(&this);
        }
        let mut bytes = vec![0; 192];
        // SAFETY: the point is valid and initialised, and 192 bytes are written.
        unsafe { blst_p2_serialize(bytes.as_mut_ptr(), &this) };
        bytes
    };
    Some((0..count).map(|_| next()).collect())
}
