//! arkworks on as many items as one likes.

use super::*;

pub(super) fn contract(family: &Family) -> Option<Contract> {
    Some(match family.id {
        "bls12-381/g1_msm"
        | "bls12-381/g2_msm"
        | "bls12-381/g1_sum"
        | "bls12-381/multi_pairing" => Contract::parsed(Time::Variable),
        "bls12-381/g1_decode" | "bls12-381/g2_decode" => {
            Contract::bytes(Checks::Subgroup, Time::Variable)
        }
        "bls12-381/hash_to_g1" | "bls12-381/hash_to_g2" => {
            Contract::bytes(Checks::None, Time::Variable)
        }
        _ => return None,
    })
}

pub(super) fn prepare(family: &Family, batches: &[&[Case]]) -> Prepared {
    match family.id {
        "bls12-381/g1_msm" => msm::<G1Projective>(batches, affine, projective_bytes),
        "bls12-381/g2_msm" => msm::<G2Projective>(batches, affine, projective_bytes),
        "bls12-381/g1_sum" => {
            let points = parsed(batches, |item| affine::<G1Affine>(item.first()?))?;
            independent(points, |points| points.iter().sum::<G1Projective>(), projective_bytes)
        }
        "bls12-381/g1_decode" => each(batches, g1, Compress::No),
        "bls12-381/g2_decode" => each(batches, g2, Compress::No),
        "bls12-381/hash_to_g1" => {
            let hasher = g1_hasher(HASH_TO_G1_DST)?;
            each(batches, move |message| hasher.hash(message).ok(), Compress::Yes)
        }
        "bls12-381/hash_to_g2" => {
            let hasher = G2Hasher::new(HASH_TO_G2_DST)
                .map_err(|error| Refusal::Unsupported(error.to_string()))?;
            each(batches, move |message| hasher.hash(message).ok(), Compress::Yes)
        }
        "bls12-381/multi_pairing" => {
            let pairs = parsed(batches, |item| {
                Some((affine::<G1Affine>(item.first()?)?, affine::<G2Affine>(item.get(1)?)?))
            })?;
            let pairs: Vec<(Vec<_>, Vec<_>)> =
                pairs.into_iter().map(|pairs| pairs.into_iter().unzip()).collect();
            independent(pairs, |(ps, qs)| Bls12_381::multi_pairing(ps, qs).0, fp12_bytes)
        }
        _ => Err(Refusal::Unsupported(format!("arkworks does not serve {}", family.id))),
    }
}

/// The items of all batches.
fn parsed<T>(
    batches: &[&[Case]],
    item: impl Fn(&Case) -> Option<T>,
) -> Result<Vec<Vec<T>>, Refusal> {
    let batch = |items: &&[Case]| items.iter().map(&item).collect::<Option<Vec<T>>>();
    batches.iter().map(batch).collect::<Option<Vec<_>>>().ok_or(Refusal::Invalid)
}

fn msm<G: VariableBaseMSM<ScalarField = Fr>>(
    batches: &[&[Case]],
    point: fn(&[u8]) -> Option<G::MulBase>,
    bytes: fn(&G) -> Vec<u8>,
) -> Prepared {
    let terms = parsed(batches, |item| Some((point(item.first()?)?, fr(item.get(1)?)?)))?;
    let sum = |(points, scalars): &(Vec<G::MulBase>, Vec<Fr>)| {
        G::msm(points, scalars).expect("as many scalars as points")
    };
    independent(terms.into_iter().map(|terms| terms.into_iter().unzip()).collect(), sum, bytes)
}

fn each<P: CanonicalSerialize + 'static>(
    batches: &[&[Case]],
    point: impl Fn(&[u8]) -> Option<P> + 'static,
    compress: Compress,
) -> Prepared {
    let inputs = parsed(batches, |item| item.first().cloned())?;
    let all = move |inputs: &Vec<Vec<u8>>| {
        inputs.iter().map(|input| point(input)).collect::<Option<Vec<P>>>()
    };
    refusing(inputs, all, move |points| points.iter().flat_map(|p| encode(p, compress)).collect())
}

/// A point from its uncompressed form, without any check.
fn affine<T: CanonicalDeserialize>(bytes: &[u8]) -> Option<T> {
    T::deserialize_with_mode(bytes, Compress::No, Validate::No).ok()
}
