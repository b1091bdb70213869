//! Random and mutated inputs: with a hint each function gives what it gives without one, or says
//! that the hint is of no use.
//!
//! A case is made to be acceptable, and to hold where something is claimed. Then half of them, or a
//! quarter, are changed in a bit, a byte or a stretch. `CURVEMARK_HINTED` says how many there are.
//! They are the same in each run, and the first of many are those of few.

use std::collections::BTreeMap;

use curvemark::curve::bls12_381;
use curvemark::curve::bn254;
use curvemark::curve::field::{Anywhere, Red};
use curvemark::curve::weierstrass::{CurvePoint, Group};
use curvemark::ecdsa::{P256, Secp256k1, SigningKey};
use guest::hints::{self, Computed, Hints, Opening};
use guest::{Bls12G1Term, Bls12G2Term, Bls12Pair, Bn254Pair, Error};

use crate::vectors::bytes;
use crate::way::Adviser;

/// Cases where nobody asks for more.
const FEW: usize = 200;

/// Numbers by splitmix64.
struct Random(u64);

impl Random {
    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// Below a number that is not zero, evenly enough.
    fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.word()) * n as u128) >> 64) as usize
    }

    fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn bytes<const N: usize>(&mut self) -> [u8; N] {
        std::array::from_fn(|_| self.word() as u8)
    }

    /// Seldom one of the numbers at which something else may happen.
    fn scalar(&mut self) -> [u8; 32] {
        match self.below(20) {
            0 => [0; 32],
            1 => std::array::from_fn(|i| u8::from(i == 31)),
            2 => [255; 32],
            3 => std::array::from_fn(|i| if i < 24 { 0 } else { self.word() as u8 }),
            _ => self.bytes(),
        }
    }

    /// Half of the time something in one of these is changed.
    fn change(&mut self, parts: &mut [&mut [u8]]) {
        if self.once_in(2) {
            return;
        }
        let part = self.below(parts.len());
        let part = &mut *parts[part];
        let place = self.below(part.len());
        match self.below(5) {
            0 => part[place] = self.word() as u8,
            1 => part[place..].fill(0),
            2 => part.fill(0),
            3 => part.fill(255),
            _ => part[place] ^= 1 << self.below(8),
        }
    }
}

/// What became of the cases of a function.
#[derive(Debug, Default)]
struct Seen {
    cases: usize,
    /// It gave a sum or a key, or said that something holds.
    good: usize,
    /// It said that something does not hold.
    no: usize,
    /// There was advice, and it led to the same.
    advised: usize,
    /// Wrong advice that was refused, and that led to the same.
    refused: usize,
    harmless: usize,
}

struct Suite {
    random: Random,
    seen: BTreeMap<&'static str, Seen>,
}

impl Suite {
    /// Asks with the host's advice, and with one that was changed.
    fn check<T: PartialEq + std::fmt::Debug + Clone>(
        &mut self,
        function: &'static str,
        plain: Result<T, Error>,
        no: Option<T>,
        advice: Option<Vec<u64>>,
        ask: impl Fn(&mut Adviser) -> Result<T, hints::Error>,
    ) {
        let random = &mut self.random;
        let seen = self.seen.entry(function).or_default();
        seen.cases += 1;
        match &plain {
            Ok(value) if no.as_ref() == Some(value) => seen.no += 1,
            Ok(_) => seen.good += 1,
            Err(_) => {}
        }
        let ask = |words| ask(&mut Adviser(words));
        let plain = plain.map_err(hints::Error::Input);
        let mut other = match &advice {
            Some(words) => {
                assert_eq!(ask(advice.clone()), plain, "{function}");
                seen.advised += 1;
                words.clone()
            }
            None => (0..random.below(2000)).map(|_| random.word()).collect(),
        };
        let place = random.below(other.len().max(1));
        match (random.below(6), other.get_mut(place)) {
            (0, _) => other.truncate(place),
            (1, _) => other.push(random.word()),
            (2, _) => other[place..].fill(0),
            (3, _) => other.rotate_left(place),
            (_, Some(word)) => *word ^= 1 << random.below(64),
            (_, None) => {}
        }
        match ask(Some(other)) {
            Err(hints::Error::Hint) => seen.refused += 1,
            answer => {
                assert_eq!(answer, plain, "{function} by wrong advice");
                seen.harmless += 1;
            }
        }
    }

    fn signatures(&mut self) {
        let random = &mut self.random;
        let mut secret: [u8; 32] = random.bytes();
        secret[0] = 1;
        let (mut hash, mut key) = (random.bytes(), [0; 64]);
        let mut signature = [0; 64];
        let on_p256 = random.once_in(3);
        if on_p256 {
            let secret = SigningKey::<P256>::from_bytes(&secret).expect("below the order");
            signature = secret.sign_prehashed(&hash).to_bytes();
            key.copy_from_slice(&secret.verifying_key().to_sec1_uncompressed()[1..]);
        } else {
            let secret = SigningKey::<Secp256k1>::from_bytes(&secret).expect("below the order");
            signature.copy_from_slice(&secret.sign_prehashed(&hash).to_bytes());
            key.copy_from_slice(&secret.verifying_key().to_sec1_uncompressed()[1..]);
        }
        random.change(&mut [&mut hash, &mut signature, &mut key]);
        let (hash, signature, key) = (&hash, &signature, &key);
        if on_p256 {
            let plain = Ok(guest::secp256r1_verify(hash, signature, key));
            let advice = Computed.secp256r1_verify(hash, signature, key);
            self.check("secp256r1_verify", plain, Some(false), advice, |host| {
                hints::secp256r1_verify(hash, signature, key, host)
            });
            return;
        }
        let ids = if random.once_in(8) { 5 } else { 2 };
        let id = random.below(ids) as u8;
        let plain = Ok(guest::secp256k1_verify(hash, signature, key));
        let advice = Computed.secp256k1_verify(hash, signature, key);
        self.check("secp256k1_verify", plain, Some(false), advice, |host| {
            hints::secp256k1_verify(hash, signature, key, host)
        });
        let plain = guest::secp256k1_ecrecover(hash, signature, id);
        let advice = Computed.secp256k1_ecrecover(hash, signature, id);
        self.check("secp256k1_ecrecover", plain, None, advice, |host| {
            hints::secp256k1_ecrecover(hash, signature, id, host)
        });
    }

    fn bn254_mul(&mut self) {
        let random = &mut self.random;
        let k = bn254::Fr::from_uniform_bytes(&random.scalar());
        let mut point = bn254::G1::mul_generator(&k).to_affine().to_eip196();
        let k = random.scalar();
        random.change(&mut [&mut point]);
        let (plain, advice) = (guest::bn254_g1_mul(&point, &k), Computed.bn254_g1_mul(&point, &k));
        self.check("bn254_g1_mul", plain, None, advice, |host| {
            hints::bn254_g1_mul(&point, &k, host)
        });
    }

    fn g1_msm(&mut self) {
        let random = &mut self.random;
        let terms: Vec<_> = (0..1 + random.below(3))
            .map(|_| {
                let mut element: [u8; 48] = random.bytes();
                element[0] &= 15;
                let mut point = guest::bls12_map_fp_to_g1(&element).expect("below the modulus");
                if random.once_in(8) {
                    // Of order three, so that the sum is outside of the group.
                    let outside = std::array::from_fn(|i| if i == 95 { 2 } else { 0 });
                    point = guest::bls12_g1_add(&point, &outside).expect("on the curve");
                }
                let scalar = random.scalar();
                if random.once_in(3) {
                    random.change(&mut [&mut point]);
                }
                Bls12G1Term { point, scalar }
            })
            .collect();
        let (plain, advice) = (guest::bls12_g1_msm(&terms), Computed.bls12_g1_msm(&terms));
        self.check("bls12_g1_msm", plain, None, advice, |host| hints::bls12_g1_msm(&terms, host));
    }

    fn g2_msm(&mut self) {
        let random = &mut self.random;
        let terms: Vec<_> = (0..1 + random.below(2))
            .map(|_| {
                let mut element: [u8; 96] = random.bytes();
                (element[0], element[48]) = (element[0] & 15, element[48] & 15);
                let mut point = guest::bls12_map_fp2_to_g2(&element).expect("below the modulus");
                if random.once_in(8) {
                    let outside = outside::<bls12_381::G2Curve>(random);
                    let outside = bare(&outside.to_eip2537_vartime());
                    point = guest::bls12_g2_add(&point, &outside).expect("on the curve");
                }
                let scalar = random.scalar();
                if random.once_in(3) {
                    random.change(&mut [&mut point]);
                }
                Bls12G2Term { point, scalar }
            })
            .collect();
        let (plain, advice) = (guest::bls12_g2_msm(&terms), Computed.bls12_g2_msm(&terms));
        self.check("bls12_g2_msm", plain, None, advice, |host| hints::bls12_g2_msm(&terms, host));
    }

    fn bn254_pairing(&mut self) {
        use bn254::{Fr, G1, G2, G2Curve};
        let random = &mut self.random;
        let pair = |(a, b): &(Fr, Fr)| Bn254Pair {
            g1: G1::mul_generator(a).to_affine().to_eip196(),
            g2: G2::mul_generator(b).to_affine().to_eip196(),
        };
        let mut pairs: Vec<_> = balanced(random).iter().map(pair).collect();
        if let Some(pair) = pairs.first_mut() {
            if random.once_in(12) {
                pair.g2 = outside::<G2Curve>(random).to_eip196();
            }
            if random.once_in(2) {
                random.change(&mut [&mut pair.g1, &mut pair.g2]);
            }
        }
        let (plain, advice) = (guest::bn254_pairing(&pairs), Computed.bn254_pairing(&pairs));
        assert_eq!(advice.is_some(), plain == Ok(true));
        self.check("bn254_pairing", plain, Some(false), advice, |host| {
            hints::bn254_pairing(&pairs, host)
        });
    }

    fn bls12_pairing(&mut self) {
        use bls12_381::{Fr, G1, G2};
        let random = &mut self.random;
        let pair = |(a, b): &(Fr, Fr)| Bls12Pair {
            g1: bare(&G1::mul_generator(a).to_affine().to_eip2537()),
            g2: bare(&G2::mul_generator(b).to_affine().to_eip2537()),
        };
        let mut pairs: Vec<_> = balanced(random).iter().map(pair).collect();
        if let Some(pair) = pairs.first_mut() {
            if random.once_in(12) {
                pair.g2 = bare(&outside::<bls12_381::G2Curve>(random).to_eip2537_vartime());
            }
            if random.once_in(2) {
                random.change(&mut [&mut pair.g1, &mut pair.g2]);
            }
        }
        let (plain, advice) = (guest::bls12_pairing(&pairs), Computed.bls12_pairing(&pairs));
        assert_eq!(advice.is_some(), plain == Ok(true));
        self.check("bls12_pairing", plain, Some(false), advice, |host| {
            hints::bls12_pairing(&pairs, host)
        });
    }

    /// Of a + bX, whose proof is \[b\]G₁ everywhere.
    fn opening(&mut self) {
        use bls12_381::{Fr, G1, G1Affine};
        let random = &mut self.random;
        let tau = G1Affine::from_bytes(&bytes(TAU)).expect("a point");
        let [a, b, z] = [(); 3].map(|()| Fr::from_uniform_bytes(&random.scalar()));
        let mut commitment = G1::mul_generator(&a).add(&tau.mul(&b)).to_bytes();
        let mut proof = G1::mul_generator(&b).to_bytes();
        let [mut z, mut y] = [z, &a + &(&b * &z)].map(|value| value.to_be_bytes());
        random.change(&mut [&mut commitment, &mut z, &mut y, &mut proof]);
        let opening = Opening { commitment: &commitment, z: &z, y: &y, proof: &proof };
        let plain = guest::kzg_point_eval(&commitment, &z, &y, &proof);
        let advice = Computed.kzg_point_eval(&opening);
        assert!(advice.is_none() || plain == Ok(true));
        self.check("kzg_point_eval", plain, Some(false), advice, |host| {
            hints::kzg_point_eval(&opening, host)
        });
    }
}

/// \[τ\]G₁ of Ethereum's ceremony: `g1_monomial[1]` of `trusted_setup_4096.json` in
/// ethereum/consensus-specs (CC0). Openings hold by it.
const TAU: &str = "ad3eb50121139aa34db1d545093ac9374ab7bca2c0f3bf28e27c8dcd8fc7cb42d25926fc0c97b336e9f0fb35e5a04c81";

/// Up to four pairs of numbers. In most the products add up to zero.
fn balanced<F: Anywhere>(random: &mut Random) -> Vec<(Red<F>, Red<F>)> {
    let mut number = || Red::from_uniform_bytes(&random.scalar());
    let all = [(); 3].map(|()| (number(), number()));
    let mut pairs = all[..random.below(4)].to_vec();
    if !random.once_in(4) {
        let sum = pairs.iter().fold(Red::zero(), |sum, (a, b)| &sum + &(a * b));
        let b = Red::from_uniform_bytes(&random.bytes::<32>());
        pairs.push((&-&sum * &b.invert(), b));
        let turned = random.below(pairs.len());
        pairs.rotate_left(turned);
    }
    pairs
}

/// A point of the twist that is not in the group.
fn outside<C: Group<Base: Anywhere>>(random: &mut Random) -> CurvePoint<C> {
    loop {
        let x = Red::<C::Base>::from_uniform_bytes(&random.bytes::<96>());
        let (y, exists) = (x.sqr() * x + C::b(&())).sqrt();
        if bool::from(exists) {
            let point = CurvePoint::from_xy(x, y).expect("on the curve");
            assert!(!bool::from(point.is_in_subgroup()));
            return point;
        }
    }
}

/// Elements of 48 bytes without the sixteen zeros before each.
fn bare<const N: usize>(padded: &[u8]) -> [u8; N] {
    let elements: Vec<_> = padded.chunks_exact(64).flat_map(|element| &element[16..]).collect();
    std::array::from_fn(|i| *elements[i])
}

fn run(cases: usize) -> BTreeMap<&'static str, Seen> {
    let mut suite = Suite { random: Random(40), seen: BTreeMap::new() };
    for kind in (0..20).cycle().take(cases) {
        match kind {
            0..=9 => suite.signatures(),
            10..=13 => suite.bn254_mul(),
            14 => suite.g1_msm(),
            15 => suite.g2_msm(),
            16 | 17 => suite.bn254_pairing(),
            18 => suite.bls12_pairing(),
            _ => suite.opening(),
        }
    }
    suite.seen
}

#[test]
fn hinted_and_unhinted_agree() {
    let cases = std::env::var("CURVEMARK_HINTED").ok();
    let cases = cases.map_or(FEW, |cases| cases.parse().expect("a number of cases"));
    let seen = run(cases);
    for (function, seen) in &seen {
        println!("{function}: {seen:?}");
        // A good part was made to be good, and most of that has advice.
        assert!(seen.good * 4 > seen.cases && seen.advised * 2 > seen.good, "{function}: {seen:?}");
        assert!(seen.refused * 2 > seen.cases, "{function}: {seen:?}");
    }
    assert_eq!(seen.len(), 9);
}
