//! Cashu on secp256k1 (NUT-00 and NUT-12 of cashubtc/nuts, commit 3ddb1ae7) on slow integers:
//! cases, and what is right for them.

use super::field::Fp;
use super::short::Point;
use super::values::{
    below, compressed, decompressed, number, number_bytes, random_scalar, short_bytes,
};
use super::{SECP256K1, order, protocols};
use num_bigint::BigUint;
use peer_api::{Case, Curve};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use sha2::{Digest, Sha256};
use std::iter::successors;
use std::sync::LazyLock;

const CURVE: Curve = Curve::Secp256k1;

/// Y: the first candidate x that a point has, with its even y.
///
/// # Panics
/// If none of 2^32 candidates is one, each of which is with probability 1/2.
pub fn hash_to_curve(secret: &[u8]) -> Point<Fp> {
    let digest =
        Sha256::new().chain_update("Secp256k1_HashToCurve_Cashu_").chain_update(secret).finalize();
    let candidate = |counter: u32| {
        Sha256::new().chain_update(digest).chain_update(counter.to_le_bytes()).finalize()
    };
    (0..=u32::MAX)
        .find_map(|counter| decompressed(CURVE, &[&[2], &candidate(counter)[..]].concat()))
        .expect("half are")
}

/// A number from 1 to n − 1.
fn scalar(bytes: &[u8]) -> Option<BigUint> {
    below(CURVE, bytes, order(CURVE)).filter(|number| *number != BigUint::ZERO)
}

/// The 33 bytes; the identity has none.
fn encoded(point: &Point<Fp>) -> Option<Vec<u8>> {
    Some(compressed(CURVE, point.as_ref()?))
}

fn times(k: &BigUint, point: &Point<Fp>) -> Point<Fp> {
    SECP256K1.multiply(point, k)
}

fn plus(p: &Point<Fp>, q: &Point<Fp>) -> Point<Fp> {
    SECP256K1.add(p, q)
}

fn generator() -> Point<Fp> {
    Some(SECP256K1.generator.clone())
}

/// e of R₁, R₂, K and C_: SHA-256 of their uncompressed encodings in hexadecimal digits. `None` if
/// one is the identity.
fn challenge(points: [&Point<Fp>; 4]) -> Option<[u8; 32]> {
    let digits = points.map(|point| base16ct::lower::encode_string(&short_bytes(CURVE, point)));
    points.iter().all(|point| point.is_some()).then(|| Sha256::digest(digits.concat()).into())
}

/// The nonce of k for K, B_ and C_: HMAC-SHA-256 (RFC 2104), with a counter until the number is one
/// from 1 to n − 1.
fn nonce(k: &BigUint, points: [&Point<Fp>; 3]) -> BigUint {
    let key = [number_bytes(CURVE, k, 32), vec![0; 32]].concat();
    let padded =
        |pad: u8| Sha256::new().chain_update(key.iter().map(|byte| byte ^ pad).collect::<Vec<_>>());
    let candidate = |counter: u8| {
        let inner = padded(0x36).chain_update("Cashu_DLEQ_R_v1");
        let inner =
            points.iter().fold(inner, |hash, point| hash.chain_update(short_bytes(CURVE, point)));
        scalar(&padded(0x5c).chain_update(inner.chain_update([counter]).finalize()).finalize())
    };
    (0..=u8::MAX).find_map(candidate).expect("all but one in 2^128 are")
}

/// e ‖ s for a nonce ρ, by R₁ = ρG, R₂ = ρB_, K and C_: s = ρ + e·k.
fn proof(k: &BigUint, nonce: &BigUint, points: [&Point<Fp>; 4]) -> Option<Vec<u8>> {
    let e = challenge(points)?;
    let s = (nonce + number(CURVE, &e) * k) % order(CURVE);
    Some([e.to_vec(), number_bytes(CURVE, &s, 32)].concat())
}

/// What is right for one call, or `None` where the input must be refused.
pub fn answer(verb: &str, case: &Case) -> Option<Vec<u8>> {
    let point = |index: usize| decompressed(CURVE, case.get(index)?);
    let verdict = |holds: bool| Some(vec![u8::from(holds)]);
    match (verb, &case[..]) {
        ("blind", [secret, r]) => {
            encoded(&plus(&hash_to_curve(secret), &times(&scalar(r)?, &generator())))
        }
        ("sign", [_, k]) => encoded(&times(&scalar(k)?, &point(0)?)),
        ("sign_with_proof", [_, k]) => {
            let (message, k) = (point(0)?, scalar(k)?);
            let (key, promise) = (times(&k, &generator()), times(&k, &message));
            let nonce = nonce(&k, [&key, &message, &promise]);
            let shown = [&times(&nonce, &generator()), &times(&nonce, &message), &key, &promise];
            Some([encoded(&promise)?, proof(&k, &nonce, shown)?].concat())
        }
        ("unblind", [_, r, _]) => {
            encoded(&plus(&point(0)?, &SECP256K1.negate(&times(&scalar(r)?, &point(2)?))))
        }
        ("verify", [secret, _, _, proof, r]) => {
            let (signature, key, r) = (point(1)?, point(2)?, scalar(r)?);
            let (e, s) = proof.split_at_checked(32)?;
            let (s, minus_e) =
                (below(CURVE, s, order(CURVE))?, order(CURVE) - number(CURVE, e) % order(CURVE));
            let message = plus(&hash_to_curve(secret), &times(&r, &generator()));
            let promise = plus(&signature, &times(&r, &key));
            let r1 = plus(&times(&s, &generator()), &times(&minus_e, &key));
            let r2 = plus(&times(&s, &message), &times(&minus_e, &promise));
            verdict(challenge([&r1, &r2, &key, &promise]).is_some_and(|hash| hash[..] == *e))
        }
        ("mint_verify", [secret, _, k]) => {
            let signature = point(1)?;
            verdict(times(&scalar(k)?, &hash_to_curve(secret)) == signature)
        }
        _ => None,
    }
}

/// A proof as a wallet gets it from another, with what the mint knows besides.
pub struct Payment {
    /// The secret, 64 hexadecimal digits.
    pub secret: Vec<u8>,
    /// C.
    pub c: Vec<u8>,
    /// K.
    pub public: Vec<u8>,
    /// e ‖ s.
    pub proof: Vec<u8>,
    /// r.
    pub r: Vec<u8>,
    /// k.
    pub k: Vec<u8>,
}

impl Payment {
    /// What whom the wallet pays verifies.
    pub fn of_wallet(&self) -> Case {
        [&self.secret, &self.c, &self.public, &self.proof, &self.r].map(Vec::clone).to_vec()
    }

    /// What the mint verifies.
    pub fn of_mint(&self) -> Case {
        [&self.secret, &self.c, &self.k].map(Vec::clone).to_vec()
    }
}

/// Secrets, and keys that signed each of them.
pub const SECRETS: usize = 16;
/// As many as a token of ten proofs has.
pub const KEYS: usize = 10;

/// A number, and it times a point.
type Multiple = (BigUint, Point<Fp>);

/// Payments with each secret under each key. Keys, factors and nonces are k, k + 1, k + 2, … for
/// random k, so that most points cost an addition each; the coordinates of all are without
/// structure.
static PAYMENTS: LazyLock<Vec<Vec<Payment>>> = LazyLock::new(|| {
    let random = &mut ChaCha20Rng::seed_from_u64(12);
    let after = |first: Point<Fp>, step: Point<Fp>| {
        successors(Some(first), move |last| Some(plus(last, &step)))
    };
    let from = |first: &BigUint| {
        successors(Some(first.clone()), |last| Some((last + 1_u32) % order(CURVE)))
    };
    let [k, r, nonce] = [0; 3].map(|_| random_scalar(CURVE, random));
    let bytes = |number: &BigUint| number_bytes(CURVE, number, 32);
    let public = times(&k, &generator());
    let keys: Vec<_> = from(&k).zip(after(public.clone(), generator())).take(KEYS).collect();
    let factors = from(&r)
        .zip(after(times(&r, &generator()), generator()))
        .zip(after(times(&r, &public), public));
    let nonces = from(&nonce).zip(after(times(&nonce, &generator()), generator()));
    let mut row = |((r, of_generator), of_key): (Multiple, Point<Fp>), (nonce, r1): Multiple| {
        let secret = secret(random);
        let y = hash_to_curve(&secret);
        let message = plus(&y, &of_generator);
        let r2 = times(&nonce, &message);
        let signatures = after(times(&k, &y), y).zip(after(of_key, of_generator));
        let one = |((k, public), (c, mask)): (&Multiple, (Point<Fp>, Point<Fp>))| {
            let promise = plus(&c, &mask);
            Some(Payment {
                secret: secret.clone(),
                c: encoded(&c)?,
                public: encoded(public)?,
                proof: proof(k, &nonce, [&r1, &r2, public, &promise])?,
                r: bytes(&r),
                k: bytes(k),
            })
        };
        keys.iter().zip(signatures).map(one).collect::<Option<Vec<_>>>()
    };
    factors
        .zip(nonces)
        .take(SECRETS)
        .map(|(factor, nonce)| row(factor, nonce).expect("no identity"))
        .collect()
});

/// The payment with a secret under a key, both going round.
#[expect(clippy::integer_division_remainder_used, reason = "places in a list")]
pub fn payment(secret: usize, key: usize) -> &'static Payment {
    &PAYMENTS[secret % SECRETS][key % KEYS]
}

/// A secret in the recommended form.
fn secret(random: &mut ChaCha20Rng) -> Vec<u8> {
    let mut bytes = [0; 32];
    random.fill_bytes(&mut bytes);
    base16ct::lower::encode_string(&bytes).into_bytes()
}

/// A valid case.
pub fn case(verb: &str, random: &mut ChaCha20Rng) -> Option<Case> {
    let number = |random: &mut ChaCha20Rng| number_bytes(CURVE, &random_scalar(CURVE, random), 32);
    let (first, key) = (random.next_u32() as usize, random.next_u32() as usize);
    let ten = |key: &dyn Fn(usize) -> usize| {
        (0..10).map(|place| payment(first + place, key(place))).collect::<Vec<_>>()
    };
    let (same, each): (&dyn Fn(usize) -> usize, &dyn Fn(usize) -> usize) =
        (&|_| key, &|place| key + place);
    Some(match verb {
        "blind" => vec![secret(random), number(random)],
        "sign" | "sign_with_proof" => vec![protocols::encoding(CURVE, random)?, number(random)],
        "sign_64" => (0..64).map(|_| case("sign", random)).collect::<Option<Vec<_>>>()?.concat(),
        "unblind" => {
            vec![
                protocols::encoding(CURVE, random)?,
                number(random),
                protocols::encoding(CURVE, random)?,
            ]
        }
        "verify" => payment(first, key).of_wallet(),
        "mint_verify" => payment(first, key).of_mint(),
        "batch_verify_10_1" => ten(same).iter().flat_map(|one| one.of_wallet()).collect(),
        "batch_verify_10_10" => ten(each).iter().flat_map(|one| one.of_wallet()).collect(),
        "mint_batch_verify_10_1" => ten(same).iter().flat_map(|one| one.of_mint()).collect(),
        "mint_batch_verify_10_10" => ten(each).iter().flat_map(|one| one.of_mint()).collect(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(digits: &str) -> Vec<u8> {
        base16ct::lower::decode_vec(digits).expect("digits")
    }

    /// Cases of cashubtc/nuts, commit 3ddb1ae7, `tests/00-tests.md` and `tests/12-tests.md` (MIT).
    #[test]
    fn answers_are_the_published_ones() {
        let zeros = bytes("0000000000000000000000000000000000000000000000000000000000000000");
        let y = encoded(&hash_to_curve(&zeros));
        assert_eq!(
            y,
            Some(bytes("024cce997d3b518f739663b757deaec95bcd9473c30a14ac2fd04023a739d1a725"))
        );

        let secret = bytes("d341ee4871f1f889041e63cf0d3823c713eea6aff01e80f1719f08f9e5be98f6");
        let r = bytes("99fce58439fc37412ab3468b73db0569322588f62fb3a49182d67e23d877824a");
        let message = bytes("033b1a9737a40cc3fd9b6af4b723632b76a67a36782596304612a6c2bfb5197e6d");
        assert_eq!(answer("blind", &vec![secret, r]), Some(message));

        let k = bytes("0000000000000000000000000000000000000000000000000000000000000002");
        let message = bytes("02a9acc1e48c25eeeb9289b5031cc57da9fe72f3fe2861d264bdc074209b107ba2");
        let promise = bytes("0244eccfc7a348274458bb38044c7f3c389b3c2086c7ec18b5812d2877ab937787");
        let e = bytes("2a16ffee280aff3c429045607f9b8e0bf8b35910c44c1b20b9dfaf01b263d7b3");
        let s = bytes("9df27731238334718d120d4f74611a7c668233f988e687ac3fb188f0a34a2dab");
        assert_eq!(answer("sign", &vec![message.clone(), k.clone()]), Some(promise.clone()));
        assert_eq!(answer("sign_with_proof", &vec![message, k]), Some([promise, e, s].concat()));

        let secret = "daf4dd00a2b68a0858a80450f52c8a7d2ccf87d375e43e216e0c571f089f63e9";
        let c = bytes("024369d2d22a80ecf78f3937da9d5f30c1b9f74f0c32684d583cca0fa6a61cdcfc");
        let key = bytes("0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798");
        let e = bytes("b31e58ac6527f34975ffab13e70a48b6d2b0d35abc4b03f0151f09ee1a9763d4");
        let s = bytes("8fbae004c59e754d71df67e392b6ae4e29293113ddc2ec86592a0431d16306d8");
        let r = bytes("a6d13fcd7a18442e6076f5e1e7c887ad5de40a019824bdfa9fe740d302e8d861");
        let case = vec![secret.as_bytes().to_vec(), c.clone(), key, [e, s].concat(), r];
        assert_eq!(answer("verify", &case), Some(vec![1]));
        let [_, signature, key, proof, r] = <[Vec<u8>; 5]>::try_from(case).expect("five");
        assert_eq!(
            answer("verify", &vec![secret.to_uppercase().into_bytes(), signature, key, proof, r]),
            Some(vec![0])
        );
        let one = [vec![0; 31], vec![1]].concat();
        assert_eq!(
            answer("mint_verify", &vec![secret.as_bytes().to_vec(), c.clone(), one.clone()]),
            Some(vec![1])
        );
        // C − G, and C again by the other sign of r.
        let generator = compressed(CURVE, &SECP256K1.generator);
        let less = answer("unblind", &vec![c.clone(), one, generator.clone()]).expect("a point");
        let minus_one = number_bytes(CURVE, &(order(CURVE) - 1_u32), 32);
        assert_eq!(answer("unblind", &vec![less, minus_one, generator]), Some(c));
    }

    #[test]
    fn payments_hold_for_the_wallet_and_for_the_mint() {
        for (secret, key) in [(0, 0), (SECRETS - 1, KEYS - 1)] {
            let payment = payment(secret, key);
            assert_eq!(answer("verify", &payment.of_wallet()), Some(vec![1]));
            assert_eq!(answer("mint_verify", &payment.of_mint()), Some(vec![1]));
            let other = super::payment(secret + 1, key).secret.clone();
            assert_eq!(
                answer("mint_verify", &[vec![other], payment.of_mint()[1..].to_vec()].concat()),
                Some(vec![0])
            );
        }
    }
}
