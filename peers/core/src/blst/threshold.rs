//! Threshold BLS with signatures in G1, as one who knows blst would write it on its functions:
//! Lagrange's coefficients in its scalar field, sums by Pippenger's method, and for many partial
//! signatures on one message one product of two pairings with weights of 128 bits.

use super::signatures::{MIN_SIG_DST, verify_in_g1};
use super::*;

/// Points of the commitment: as many signatures are needed.
const NEEDED: usize = 67;
const PARTIES: u8 = 100;

pub(super) fn contract(verb: &str) -> Option<Contract> {
    let known = ["bls_threshold_combine_67", "bls_threshold_verify_100"].contains(&verb);
    known.then_some(Contract::parsed(Time::Variable))
}

pub(super) fn prepare(operation: &Operation, pool: &[Case]) -> Prepared {
    match operation.id {
        "bls12-381/bls_threshold_combine_67" => {
            let cases = parse_all(operation, pool, Combination::new)?;
            refusing(cases, Combination::combine, |signature: &blst_p1_affine| {
                p1_compress(&p1_from_affine(signature)).to_vec()
            })
        }
        "bls12-381/bls_threshold_verify_100" => {
            independent(parse_all(operation, pool, Partials::new)?, Partials::hold, verdict)
        }
        _ => Err(Refusal::Unsupported(format!("blst does not serve {}", operation.id))),
    }
}

/// A small number as a scalar.
fn small(number: u8) -> blst_fr {
    let mut scalar = blst_scalar::default();
    scalar.b[0] = number;
    fr_from_scalar(&scalar)
}

/// The value at a party's index of a polynomial whose coefficients are scalars, the lowest first:
/// the share, 32 bytes.
pub(crate) fn value(coefficients: &[[u8; 32]], party: u8) -> [u8; 32] {
    let index = small(party);
    let mut sum = blst_fr::default();
    for coefficient in coefficients.iter().rev() {
        fr_mul(&mut sum, &index);
        fr_add(&mut sum, &fr(coefficient).expect("a scalar below r"));
    }
    scalar_to_bytes(&scalar_from_fr(&sum))
}

/// The points of a commitment, the key first, and the message behind them.
fn committed(args: &[Vec<u8>]) -> Option<(Vec<blst_p2_affine>, Vec<u8>)> {
    let point = |bytes: &Vec<u8>| g2(bytes).filter(|point| !p2_is_identity(point));
    let points = args[..NEEDED].iter().map(point).collect::<Option<_>>()?;
    Some((points, args[NEEDED].clone()))
}

/// What is combined.
struct Combination {
    key: blst_p2_affine,
    message: Vec<u8>,
    parties: Vec<u8>,
    partials: Vec<blst_p1_affine>,
}

impl Combination {
    fn new(args: &[Vec<u8>]) -> Option<Self> {
        let (points, message) = committed(args)?;
        let (mut parties, mut partials) = (Vec::new(), Vec::new());
        for [party, partial] in args[NEEDED + 1..].as_chunks::<2>().0 {
            let [party @ 1..=PARTIES] = party.as_slice() else { return None };
            parties.push(*party);
            partials.push(g1(partial)?);
        }
        Some(Self { key: points[0], message, parties, partials })
    }

    /// `None` if a party comes twice, or the sum is no signature of the key.
    fn combine(&self) -> Option<blst_p1_affine> {
        let coefficients = lagrange_at_zero(&self.parties)?;
        let signature = p1_to_affine(&p1_sum_of_products(&self.partials, &coefficients));
        verify_in_g1(&self.key, &self.message, &signature).then_some(signature)
    }
}

/// λᵢ = ∏ xⱼ/(xⱼ − xᵢ) over the others, which is X/(xᵢ·∏ (xⱼ − xᵢ)) with the product X of all, by
/// one inversion (P. L. Montgomery, "Speeding the Pollard and elliptic curve methods of
/// factorization", 1987, section 10.3.1).
fn lagrange_at_zero(parties: &[u8]) -> Option<Vec<blst_scalar>> {
    let all: Vec<blst_fr> = parties.iter().map(|party| small(*party)).collect();
    let mut product = small(1);
    all.iter().for_each(|x| fr_mul(&mut product, x));
    let denominator = |(place, x): (usize, &blst_fr)| {
        let mut denominator = *x;
        for (other, y) in all.iter().enumerate() {
            if other != place {
                let mut difference = *y;
                fr_sub(&mut difference, x);
                fr_mul(&mut denominator, &difference);
            }
        }
        denominator
    };
    let denominators: Vec<blst_fr> = all.iter().enumerate().map(denominator).collect();
    let mut products = Vec::with_capacity(denominators.len());
    let mut running = small(1);
    for one in &denominators {
        products.push(running);
        fr_mul(&mut running, one);
    }
    if running == blst_fr::default() {
        return None;
    }
    let mut inverse = fr_inv(&running);
    let mut coefficients = vec![blst_scalar::default(); denominators.len()];
    for (place, one) in denominators.iter().enumerate().rev() {
        let mut coefficient = products[place];
        fr_mul(&mut coefficient, &inverse);
        fr_mul(&mut inverse, one);
        fr_mul(&mut coefficient, &product);
        coefficients[place] = scalar_from_fr(&coefficient);
    }
    Some(coefficients)
}

/// Partial signatures of all parties on one message.
struct Partials {
    keys: Vec<blst_p2_affine>,
    message: Vec<u8>,
    partials: Vec<blst_p1_affine>,
    weights: Vec<[u8; 16]>,
}

impl Partials {
    fn new(args: &[Vec<u8>]) -> Option<Self> {
        let (points, message) = committed(args)?;
        let partials = args[NEEDED + 1..].iter().map(|one| g1(one)).collect::<Option<Vec<_>>>()?;
        // Horner's rule.
        let key = |party: u8| {
            points.iter().rev().fold(blst_p2::default(), |sum, point| {
                let mut sum = p2_mul_small(&sum, party);
                p2_add(&mut sum, &p2_from_affine(point));
                sum
            })
        };
        let keys: Vec<blst_p2> = (1..=PARTIES).map(key).collect();
        Some(Self {
            keys: p2s_to_affine(&keys),
            message,
            weights: weights(partials.len()),
            partials,
        })
    }

    fn hold(&self) -> bool {
        let hash = p1_to_affine(&hash_to_g1(&self.message, MIN_SIG_DST));
        let signature = p1_to_affine(&p1_weighted_sum(&self.partials, &self.weights));
        let key = p2_to_affine(&p2_weighted_sum(&self.keys, &self.weights));
        is_one(&final_exp(&multi_miller_loop(&[signature, hash], &[negated_g2_generator(), key])))
    }
}

/// What a caller draws at random, drawn before: any numbers that are not zero do for timing.
fn weights(count: usize) -> Vec<[u8; 16]> {
    let weight = |i: usize| {
        let half = (i as u128 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        half.to_le_bytes()
    };
    (0..count).map(weight).collect()
}
