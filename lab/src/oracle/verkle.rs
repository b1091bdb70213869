//! Commitments to 256 scalars and proofs of openings on slow integers, step by step as the papers
//! have them (D. Feist, "PCS multiproofs using random evaluation", 2021; B. Bünz et al.,
//! "Bulletproofs", ePrint 2017/1066). The bases are folded in every round.

use super::banderwagon::{GROUP, Point, scalar_bytes, scalars};
use super::field::Slow as _;
use super::values::random_below;
use num_bigint::BigUint;
use peer_api::Case;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::Rng;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

/// Scalars of a vector.
pub const WIDTH: usize = 256;

/// Openings of a proof.
pub const OPENINGS: usize = 16;

/// The points of Ethereum's proposal, each with its multiples.
static POINTS: LazyLock<Vec<Vec<Point>>> = LazyLock::new(|| {
    let x = |counter: u64| {
        let mut hash = Sha256::new();
        hash.update(b"eth_verkle_oct_2021");
        hash.update(counter.to_be_bytes());
        BigUint::from_bytes_be(&hash.finalize()) % &GROUP.field.p
    };
    let points = (0..).filter_map(|counter| GROUP.lift(&x(counter)));
    points.take(WIDTH).map(|point| GROUP.multiples(&point)).collect()
});

/// A′(i) for A = Π (X − i).
static SLOPES: LazyLock<Vec<BigUint>> = LazyLock::new(|| {
    let one = BigUint::from(1_u32);
    let slope = |i| {
        let others = (0..WIDTH).filter(|j| *j != i);
        others.fold(one.clone(), |product, j| GROUP.scalars.times(&product, &difference(i, j)))
    };
    (0..WIDTH).map(slope).collect()
});

/// i − j.
fn difference(i: usize, j: usize) -> BigUint {
    GROUP.scalars.minus(&BigUint::from(i), &BigUint::from(j))
}

/// Answers by the hash of what was asked. The gate asks the same on every engine, and slow means
/// slow.
struct Known<T>(LazyLock<Mutex<HashMap<[u8; 32], T>>>);

impl<T: Clone> Known<T> {
    const fn new() -> Self {
        Self(LazyLock::new(Mutex::default))
    }

    fn get(&self, asked: &[u8], answer: impl FnOnce() -> T) -> T {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.entry(Sha256::digest(asked).into()).or_insert_with(answer).clone()
    }
}

static COMMITMENTS: Known<Point> = Known::new();
static PROOFS: Known<Option<Vec<u8>>> = Known::new();

/// Σ fᵢGᵢ.
pub fn commit(values: &[BigUint]) -> Point {
    COMMITMENTS.get(&vector_bytes(values), || GROUP.sum_of_multiples(&POINTS, values))
}

/// Σ aᵢbᵢ.
fn inner_product(a: &[BigUint], b: &[BigUint]) -> BigUint {
    let field = &GROUP.scalars;
    a.iter().zip(b).fold(BigUint::ZERO, |sum, (a, b)| field.plus(&sum, &field.times(a, b)))
}

/// What both sides have said since the last challenge.
struct Transcript(Vec<u8>);

impl Transcript {
    fn say(&mut self, label: &str, bytes: &[u8]) {
        self.0.extend(label.bytes());
        self.0.extend(bytes);
    }

    fn challenge(&mut self, label: &str) -> BigUint {
        self.say(label, &[]);
        let challenge = BigUint::from_bytes_le(&Sha256::digest(&self.0)) % &GROUP.scalars.p;
        self.0.clear();
        self.say(label, &scalar_bytes(&challenge));
        challenge
    }
}

/// Adds r·(f − f(z))/(X − z), by its values at the indices.
fn add_quotient(sum: &mut [BigUint], r: &BigUint, f: &[BigUint], z: usize) {
    let field = &GROUP.scalars;
    let mut at_z = BigUint::ZERO;
    for i in (0..WIDTH).filter(|i| *i != z) {
        let rise = field.times(r, &field.minus(&f[i], &f[z]));
        let quotient = field.times(&rise, &field.inverse(&difference(i, z)));
        // The degree is below 255, so that the sum of all values over the slopes is zero.
        let share = field.times(&quotient, &field.times(&SLOPES[z], &field.inverse(&SLOPES[i])));
        at_z = field.minus(&at_z, &share);
        sum[i] = field.plus(&sum[i], &quotient);
    }
    sum[z] = field.plus(&sum[z], &at_z);
}

/// Of each index the polynomial that is one there and zero at all others, at t.
fn lagrange(t: &BigUint) -> Vec<BigUint> {
    let field = &GROUP.scalars;
    let one = BigUint::from(1_u32);
    let minus = |i: usize| field.minus(t, &BigUint::from(i));
    let all = (0..WIDTH).fold(one, |product, i| field.times(&product, &minus(i)));
    (0..WIDTH)
        .map(|i| field.times(&all, &field.inverse(&field.times(&SLOPES[i], &minus(i)))))
        .collect()
}

/// The left half plus x times the right one.
fn folded(values: &[BigUint], x: &BigUint) -> Vec<BigUint> {
    let (left, right) = values.split_at(values.len() >> 1);
    let pairs = left.iter().zip(right);
    pairs.map(|(left, right)| (left + x * right) % &GROUP.scalars.p).collect()
}

/// The inner product argument for the value at t of the vector of a commitment: eight L, eight R, a
/// scalar.
fn open(transcript: &mut Transcript, commitment: &Point, f: &[BigUint], t: &BigUint) -> Vec<u8> {
    let (mut f, mut b, mut bases) = (f.to_vec(), lagrange(t), POINTS.clone());
    transcript.say("ipa", &[]);
    transcript.say("C", &GROUP.encode(commitment));
    transcript.say("input point", &scalar_bytes(t));
    transcript.say("output point", &scalar_bytes(&inner_product(&f, &b)));
    let w = transcript.challenge("w");
    let q = GROUP.multiples(&GROUP.multiply(&GROUP.generator, &w));
    let (mut lefts, mut rights) = (Vec::new(), Vec::new());
    while f.len() > 1 {
        let half = f.len() >> 1;
        // Σ fᵢGᵢ + (Σ fᵢbᵢ)Q.
        let cross = |bases: &[Vec<Point>], f: &[BigUint], b: &[BigUint]| {
            let mut multiples = bases.to_vec();
            multiples.push(q.clone());
            let scalars = [f, &[inner_product(f, b)]].concat();
            GROUP.encode(&GROUP.sum_of_multiples(&multiples, &scalars))
        };
        let left = cross(&bases[..half], &f[half..], &b[..half]);
        let right = cross(&bases[half..], &f[..half], &b[half..]);
        transcript.say("L", &left);
        transcript.say("R", &right);
        let x = transcript.challenge("x");
        let inverse = GROUP.scalars.inverse(&x);
        f = folded(&f, &x);
        b = folded(&b, &inverse);
        bases = (0..half)
            .map(|i| {
                let right = GROUP
                    .sum_of_multiples(&bases[half + i..=half + i], std::slice::from_ref(&inverse));
                GROUP.multiples(&GROUP.add(&bases[i][1], &right))
            })
            .collect();
        lefts.push(left);
        rights.push(right);
    }
    [lefts.concat(), rights.concat(), scalar_bytes(&f[0])].concat()
}

/// The proof of openings: of commitments, of the scalars of all vectors, and of an index for each.
/// `None` where an argument is none.
pub(super) fn proof(case: &Case) -> Option<Vec<u8>> {
    let [commitments, values, indices] = &case[..] else { return None };
    if commitments.len() != 32 * OPENINGS || indices.len() != OPENINGS {
        return None;
    }
    PROOFS.get(&case.concat(), || prove(commitments, values, indices))
}

fn prove(commitments: &[u8], values: &[u8], indices: &[u8]) -> Option<Vec<u8>> {
    let values = scalars(values, OPENINGS * WIDTH)?;
    let vectors: Vec<&[BigUint]> = values.chunks(WIDTH).collect();
    let field = &GROUP.scalars;
    let mut transcript = Transcript(b"vtmultiproof".to_vec());
    for ((commitment, f), z) in commitments.chunks(32).zip(&vectors).zip(indices) {
        GROUP.decode(commitment)?;
        transcript.say("C", commitment);
        transcript.say("z", &scalar_bytes(&BigUint::from(*z)));
        transcript.say("y", &scalar_bytes(&f[usize::from(*z)]));
    }
    let r = transcript.challenge("r");
    let one = BigUint::from(1_u32);
    let powers = std::iter::successors(Some(one), |power| Some(field.times(power, &r)));
    let powers: Vec<BigUint> = powers.take(OPENINGS).collect();
    let mut g = vec![BigUint::ZERO; WIDTH];
    for ((f, z), power) in vectors.iter().zip(indices).zip(&powers) {
        add_quotient(&mut g, power, f, usize::from(*z));
    }
    let of_g = commit(&g);
    transcript.say("D", &GROUP.encode(&of_g));
    let t = transcript.challenge("t");
    let mut h = vec![BigUint::ZERO; WIDTH];
    for ((f, z), power) in vectors.iter().zip(indices).zip(&powers) {
        let weight = field.times(power, &field.inverse(&field.minus(&t, &BigUint::from(*z))));
        h.iter_mut().zip(*f).for_each(|(h, f)| *h = field.plus(h, &field.times(f, &weight)));
    }
    let of_h = commit(&h);
    transcript.say("E", &GROUP.encode(&of_h));
    let rest: Vec<BigUint> = h.iter().zip(&g).map(|(h, g)| field.minus(h, g)).collect();
    let commitment = GROUP.add(&of_h, &GROUP.negate(&of_g));
    Some([GROUP.encode(&of_g), open(&mut transcript, &commitment, &rest, &t)].concat())
}

/// Scalars of a vector at random.
pub fn vector(random: &mut ChaCha20Rng) -> Vec<BigUint> {
    (0..WIDTH).map(|_| random_below(&GROUP.scalars.p, random)).collect()
}

/// The bytes of a vector.
pub fn vector_bytes(values: &[BigUint]) -> Vec<u8> {
    values.iter().flat_map(scalar_bytes).collect()
}

/// Vectors with their commitments: random ones at first, each of the others the sum of two before
/// it, since slow means slow.
pub fn vectors(count: usize, random: &mut ChaCha20Rng) -> Vec<(Vec<BigUint>, Point)> {
    const RANDOM: usize = 4;
    let mut all: Vec<(Vec<BigUint>, Point)> = Vec::with_capacity(count);
    for place in 0..count {
        all.push(match place.checked_sub(RANDOM) {
            None => {
                let values = vector(random);
                let commitment = commit(&values);
                (values, commitment)
            }
            Some(far) => {
                let ((a, of_a), (b, of_b)) = (&all[far], &all[place - 1]);
                let values = a.iter().zip(b).map(|(a, b)| GROUP.scalars.plus(a, b)).collect();
                (values, GROUP.add(of_a, of_b))
            }
        });
    }
    all
}

/// A case of proving.
pub fn queries(all: &[(Vec<BigUint>, Point)], indices: &[u8]) -> Case {
    let commitments = all.iter().flat_map(|(_, commitment)| GROUP.encode(commitment)).collect();
    let values = all.iter().flat_map(|(values, _)| vector_bytes(values)).collect();
    vec![commitments, values, indices.to_vec()]
}

/// The case of verifying what a case of proving shows.
///
/// # Panics
/// If an argument is none.
pub fn claims(queries: &Case) -> Case {
    let proof = proof(queries).expect("queries");
    let [commitments, values, indices] = &queries[..] else { unreachable!("three arguments") };
    let vectors = values.chunks(32 * WIDTH).zip(indices);
    let opened = vectors.flat_map(|(f, z)| &f[32 * usize::from(*z)..][..32]).copied().collect();
    vec![commitments.clone(), indices.clone(), opened, proof]
}

/// A case of an operation.
pub fn case(verb: &str, random: &mut ChaCha20Rng) -> Option<Case> {
    let mut openings = || {
        let mut indices = [0; OPENINGS];
        random.fill_bytes(&mut indices);
        queries(&vectors(OPENINGS, random), &indices)
    };
    Some(match verb {
        "mul_vartime" => {
            vec![GROUP.random(random), scalar_bytes(&random_below(&GROUP.scalars.p, random))]
        }
        "decode" | "encode" | "map_to_field" => vec![GROUP.random(random)],
        "commit_256" => vec![vector_bytes(&vector(random))],
        "multiproof_prove_16" => openings(),
        "multiproof_verify_16" => claims(&openings()),
        _ => return None,
    })
}
