//! Groth16 by its trapdoor: keys and proofs of which all scalars are known, so that whether a proof
//! holds is arithmetic modulo r.
//!
//! Points are multiples of the generators by those scalars: on BN254 by slow integers, on BLS12-381
//! by blst. Encodings are arkworks' compressed ones.

use super::field::{Fp, Fp2, Slow};
use super::short::{Point, Short};
use super::values::{number_bytes, random_below, random_scalar};
use super::{BN254_G1, BN254_G2, modulus, order};
use num_bigint::BigUint;
use peer_api::{Case, Curve};
use rand_chacha::ChaCha20Rng;

/// A verifying key by its scalars.
#[derive(Clone, Debug)]
pub struct Key {
    curve: Curve,
    alpha: BigUint,
    beta: BigUint,
    gamma: BigUint,
    delta: BigUint,
    /// Of one and of each input, in arithmetic progression from the first by the second.
    inputs: (BigUint, BigUint, usize),
}

/// A proof by its scalars.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// Of A.
    pub a: BigUint,
    /// Of B.
    pub b: BigUint,
    /// Of C.
    pub c: BigUint,
}

impl Key {
    /// A key for so many inputs.
    pub fn random(curve: Curve, inputs: usize, random: &mut ChaCha20Rng) -> Self {
        let mut scalar = || random_scalar(curve, random);
        let [alpha, beta, gamma, delta] = [scalar(), scalar(), scalar(), scalar()];
        Self { curve, alpha, beta, gamma, delta, inputs: (scalar(), scalar(), inputs) }
    }

    /// Its encoding.
    pub fn bytes(&self) -> Vec<u8> {
        let (first, step, count) = &self.inputs;
        let mut out = g1(self.curve, &self.alpha);
        [&self.beta, &self.gamma, &self.delta]
            .iter()
            .for_each(|scalar| out.extend(g2(self.curve, scalar)));
        out.extend((*count as u64 + 1).to_le_bytes());
        if self.curve == Curve::Bn254 {
            // An addition each: to multiply takes long.
            let [mut point, step] = [first, step].map(|scalar| BN254_G1.multiply_generator(scalar));
            for _ in 0..=*count {
                out.extend(bn254_g1(&point));
                point = BN254_G1.add(&point, &step);
            }
            return out;
        }
        (0..=*count).for_each(|index| {
            out.extend(g1(self.curve, &((first + step * index) % order(self.curve))))
        });
        out
    }

    /// Inputs at random.
    pub fn random_inputs(&self, random: &mut ChaCha20Rng) -> Vec<BigUint> {
        (0..self.inputs.2).map(|_| random_below(order(self.curve), random)).collect()
    }

    /// The scalar of IC₀ + Σ xᵢ·ICᵢ.
    pub fn sum(&self, inputs: &[BigUint]) -> BigUint {
        let (first, step, _) = &self.inputs;
        let multiples = (1_u32..).zip(inputs).map(|(index, input)| input * (first + step * index));
        (first + multiples.sum::<BigUint>()) % order(self.curve)
    }

    /// Inputs whose sum of points is the identity: those given, but for the last.
    pub fn cancelling(&self, mut inputs: Vec<BigUint>) -> Vec<BigUint> {
        let r = order(self.curve);
        let (first, step, count) = &self.inputs;
        if let Some(last) = inputs.last_mut() {
            *last = BigUint::ZERO;
        }
        let inverse = (first + step * *count).modinv(r).unwrap_or_default();
        let last = (r - self.sum(&inputs)) * inverse % r;
        inputs.pop();
        inputs.push(last);
        inputs
    }

    /// The proof with these A and B that holds: c = (ab − αβ − γ·sum)/δ.
    pub fn proof(&self, a: BigUint, b: BigUint, inputs: &[BigUint]) -> Proof {
        let r = order(self.curve);
        let subtract = (&self.alpha * &self.beta + &self.gamma * self.sum(inputs)) % r;
        let inverse = self.delta.modinv(r).unwrap_or_default();
        let c = (&a * &b % r + r - subtract) * inverse % r;
        Proof { a, b, c }
    }

    /// A proof at random that holds.
    pub fn random_proof(&self, inputs: &[BigUint], random: &mut ChaCha20Rng) -> Proof {
        let (a, b) = (random_scalar(self.curve, random), random_scalar(self.curve, random));
        self.proof(a, b, inputs)
    }
}

impl Proof {
    /// Its encoding.
    pub fn bytes(&self, curve: Curve) -> Vec<u8> {
        [g1(curve, &self.a), g2(curve, &self.b), g1(curve, &self.c)].concat()
    }
}

/// Inputs as bytes.
pub fn input_bytes(inputs: &[BigUint]) -> Vec<u8> {
    // The byte order of Ed25519 is the one that arkworks writes scalars in.
    inputs.iter().flat_map(|input| number_bytes(Curve::Ed25519, input, 32)).collect()
}

/// A key for so many inputs, and so many proofs under it with their inputs, all of which hold.
pub fn case(curve: Curve, inputs: usize, proofs: usize, random: &mut ChaCha20Rng) -> Case {
    let key = Key::random(curve, inputs, random);
    let mut case = vec![key.bytes()];
    for _ in 0..proofs {
        let inputs = key.random_inputs(random);
        case.extend([key.random_proof(&inputs, random).bytes(curve), input_bytes(&inputs)]);
    }
    case
}

/// The curve of an operation of Groth16, and of one that verifies its inputs and how many proofs it
/// takes.
pub fn asked(id: &str, arguments: usize) -> Option<(Curve, Option<(usize, usize)>)> {
    let (curve, verb) = id.strip_prefix("groth16/")?.split_once('_')?;
    let curve = [Curve::Bn254, Curve::Bls12381].into_iter().find(|known| known.id() == curve)?;
    let inputs = match verb.strip_prefix("verify_") {
        Some(inputs) => Some(inputs.parse().ok()?),
        None if verb.starts_with("batch_verify_") => Some(8),
        None => None,
    };
    Some((curve, inputs.map(|inputs| (inputs, arguments >> 1))))
}

/// The generator of G1 times a scalar below r.
pub fn g1(curve: Curve, scalar: &BigUint) -> Vec<u8> {
    match curve {
        Curve::Bn254 => bn254_g1(&BN254_G1.multiply_generator(scalar)),
        _ => peer_core::sample::g1_of_scalar(&fixed(scalar)).to_vec(),
    }
}

/// The generator of G2 times a scalar below r.
pub fn g2(curve: Curve, scalar: &BigUint) -> Vec<u8> {
    match curve {
        Curve::Bn254 => bn254_g2(&BN254_G2.multiply_generator(scalar)),
        _ => peer_core::sample::g2_of_scalar(&fixed(scalar)).to_vec(),
    }
}

fn fixed(scalar: &BigUint) -> [u8; 32] {
    let mut out = [0; 32];
    out.copy_from_slice(&number_bytes(Curve::Bls12381, scalar, 32));
    out
}

/// x little-endian; the last byte says in its highest bit that y is the larger of y and −y, in the
/// next that this is the identity.
pub fn bn254_g1(point: &Point<Fp>) -> Vec<u8> {
    flagged(&BN254_G1, point, |x| vec![x.clone()])
}

/// As [`bn254_g1`], x.c0 before x.c1; of elements of Fp2 c1 is compared first.
pub fn bn254_g2(point: &Point<Fp2>) -> Vec<u8> {
    flagged(&BN254_G2, point, |x| x.to_vec())
}

fn flagged<F: Slow>(
    curve: &Short<F>,
    point: &Point<F>,
    parts: impl Fn(&F::Value) -> Vec<BigUint>,
) -> Vec<u8> {
    let Some((x, y)) = point else {
        let mut out = vec![0; 32 * parts(&curve.field.zero()).len()];
        *out.last_mut().expect("some bytes") |= 0x40;
        return out;
    };
    let mut out: Vec<u8> =
        parts(x).iter().flat_map(|part| number_bytes(Curve::Ed25519, part, 32)).collect();
    let half = modulus(Curve::Bn254) >> 1_u32;
    let larger = parts(y)
        .into_iter()
        .rev()
        .find(|part| *part != BigUint::ZERO)
        .is_some_and(|part| part > half);
    *out.last_mut().expect("some bytes") |= u8::from(larger) << 7;
    out
}
