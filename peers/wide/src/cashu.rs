//! Cashu on secp256k1 as a wallet or a mint would write it on a library of the curve: NUT-00 and
//! NUT-12 of cashubtc/nuts, commit 3ddb1ae7.
//!
//! The steps stand here once, so that the rows of several libraries differ by the library alone.
//! None of them has a form for many at once.

use hmac::{Hmac, KeyInit, Mac};
use peer_api::body::{
    Prepared, one_by_one_refusing, parse, parse_all, parse_each, refusing, unparsed,
};
use peer_api::{Case, Checks, Contract, Operation, Refusal, Time};
use sha2::{Digest, Sha256};

use crate::bytes::{fixed, verdict};

/// What the protocol needs of a library. Constant-time in scalars, but for what says otherwise;
/// `None` where a sum is the identity, which the library's points may not hold.
pub trait Library: Copy + 'static {
    /// A point as the library keeps it between steps.
    type Point: 'static;
    /// A number from 1 to n − 1.
    type Scalar: 'static;

    /// From 33 bytes, on the curve.
    fn decode(self, bytes: &[u8; 33]) -> Option<Self::Point>;
    /// The 33 bytes.
    fn compressed(self, point: &Self::Point) -> [u8; 33];
    /// The 65 bytes of each.
    fn uncompressed<const N: usize>(self, points: [&Self::Point; N]) -> [[u8; 65]; N];
    /// P = Q.
    fn equal(self, p: &Self::Point, q: &Self::Point) -> bool;
    /// From 32 big-endian bytes.
    fn scalar(self, bytes: &[u8; 32]) -> Option<Self::Scalar>;
    /// −k.
    fn negated(self, k: &Self::Scalar) -> Self::Scalar;
    /// ρ + e·k.
    fn response(self, nonce: &Self::Scalar, e: &Self::Scalar, k: &Self::Scalar)
    -> Option<[u8; 32]>;
    /// k·G.
    fn generator_times(self, k: &Self::Scalar) -> Option<Self::Point>;
    /// k·P.
    fn times(self, k: &Self::Scalar, p: &Self::Point) -> Option<Self::Point>;
    /// P + Q.
    fn plus(self, p: &Self::Point, q: &Self::Point) -> Option<Self::Point>;
    /// P + k·G.
    fn plus_generator_vartime(self, p: &Self::Point, k: &Self::Scalar) -> Option<Self::Point>;
    /// P + k·Q.
    fn plus_times_vartime(
        self,
        p: &Self::Point,
        k: &Self::Scalar,
        q: &Self::Point,
    ) -> Option<Self::Point>;
    /// a·G + b·P.
    fn with_generator_vartime(
        self,
        a: &Self::Scalar,
        b: &Self::Scalar,
        p: &Self::Point,
    ) -> Option<Self::Point>;
    /// a·P + b·Q.
    fn both_vartime(
        self,
        a: &Self::Scalar,
        p: &Self::Point,
        b: &Self::Scalar,
        q: &Self::Point,
    ) -> Option<Self::Point>;
}

/// What every library here does for a step.
pub fn contract(verb: &str) -> Option<Contract> {
    Some(match verb {
        "blind" => Contract::bytes(Checks::None, Time::Constant),
        "verify" | "batch_verify_10_1" | "batch_verify_10_10" => {
            Contract::bytes(Checks::Curve, Time::Variable)
        }
        "sign"
        | "sign_64"
        | "sign_with_proof"
        | "unblind"
        | "mint_verify"
        | "mint_batch_verify_10_1"
        | "mint_batch_verify_10_10" => Contract::bytes(Checks::Curve, Time::Constant),
        _ => return None,
    })
}

/// The steps on a library.
pub fn prepare<L: Library>(library: L, operation: &Operation, pool: &[Case]) -> Prepared {
    let steps = Steps(library);
    match operation.id.strip_prefix("cashu-legacy/").unwrap_or_default() {
        "blind" => refusing(
            unparsed(operation, pool)?,
            move |case| steps.blind(&case[0], &case[1]),
            encoding,
        ),
        "sign" => {
            let cases = parse(pool, |[message, k]| Some((message.to_vec(), steps.key(k)?)))?;
            refusing(cases, move |(message, key)| steps.sign(message, key), encoding)
        }
        "sign_64" => {
            let cases = parse_each(operation, pool, |[message, k]| {
                Some((message.to_vec(), steps.key(k)?))
            })?;
            one_by_one_refusing(cases, move |(message, key)| steps.sign(message, key), encoding)
        }
        "sign_with_proof" => {
            let cases = parse(pool, |[message, k]| Some((message.to_vec(), steps.key(k)?)))?;
            let call =
                move |(message, key): &(Vec<u8>, Key<L>)| steps.sign_with_proof(message, key);
            refusing(cases, call, |(promise, e, s)| [&promise[..], e, s].concat())
        }
        "unblind" => refusing(
            unparsed(operation, pool)?,
            move |case| steps.unblind(&case[0], &case[1], &case[2]),
            encoding,
        ),
        "verify" => {
            let call = move |case: &Case| steps.verify(case, &steps.point(&case[2])?);
            refusing(unparsed(operation, pool)?, call, verdict)
        }
        "batch_verify_10_1" | "batch_verify_10_10" => {
            refusing(unparsed(operation, pool)?, move |case| steps.verify_all(case), verdict)
        }
        "mint_verify" => {
            let cases =
                parse(pool, |[secret, c, k]| Some((secret.to_vec(), c.to_vec(), steps.key(k)?)))?;
            refusing(cases, move |token| steps.mint_verify(token), verdict)
        }
        "mint_batch_verify_10_1" | "mint_batch_verify_10_10" => {
            let cases = parse_all(operation, pool, |args| {
                let tokens = args.as_chunks::<3>().0.iter();
                tokens
                    .map(|[secret, c, k]| Some((secret.clone(), c.clone(), steps.key(k)?)))
                    .collect()
            })?;
            let all = move |tokens: &Vec<Token<L>>| {
                tokens.iter().try_fold(true, |holds, token| Some(holds & steps.mint_verify(token)?))
            };
            refusing(cases, all, verdict)
        }
        _ => Err(Refusal::Unsupported(format!("{} is no step", operation.id))),
    }
}

fn encoding(bytes: &[u8; 33]) -> Vec<u8> {
    bytes.to_vec()
}

/// A mint's key for one amount, as it has it at hand.
struct Key<L: Library> {
    secret: L::Scalar,
    /// For the nonces of proofs.
    bytes: [u8; 32],
    public: [u8; 65],
}

/// A secret, C, and the mint's key.
type Token<L> = (Vec<u8>, Vec<u8>, Key<L>);

/// The steps.
#[derive(Clone, Copy)]
struct Steps<L>(L);

impl<L: Library> Steps<L> {
    fn point(self, bytes: &[u8]) -> Option<L::Point> {
        self.0.decode(&fixed(bytes)?)
    }

    fn scalar(self, bytes: &[u8]) -> Option<L::Scalar> {
        self.0.scalar(&fixed(bytes)?)
    }

    fn key(self, bytes: &[u8]) -> Option<Key<L>> {
        let secret = self.scalar(bytes)?;
        let [public] = self.0.uncompressed([&self.0.generator_times(&secret)?]);
        Some(Key { secret, bytes: fixed(bytes)?, public })
    }

    /// Y: the first candidate that is the x of a point, with the even y.
    fn hash_to_curve(self, secret: &[u8]) -> Option<L::Point> {
        let digest = Sha256::new_with_prefix(b"Secp256k1_HashToCurve_Cashu_")
            .chain_update(secret)
            .finalize();
        (0..=u32::MAX).find_map(|counter| {
            let mut encoding = [2; 33];
            let hash = Sha256::new_with_prefix(digest).chain_update(counter.to_le_bytes());
            encoding[1..].copy_from_slice(&hash.finalize());
            self.0.decode(&encoding)
        })
    }

    fn blind(self, secret: &[u8], r: &[u8]) -> Option<[u8; 33]> {
        let mask = self.0.generator_times(&self.scalar(r)?)?;
        Some(self.0.compressed(&self.0.plus(&self.hash_to_curve(secret)?, &mask)?))
    }

    fn sign(self, message: &[u8], key: &Key<L>) -> Option<[u8; 33]> {
        Some(self.0.compressed(&self.0.times(&key.secret, &self.point(message)?)?))
    }

    fn sign_with_proof(
        self,
        message: &[u8],
        key: &Key<L>,
    ) -> Option<([u8; 33], [u8; 32], [u8; 32])> {
        let message = self.point(message)?;
        let promise = self.0.times(&key.secret, &message)?;
        let [of_message, of_promise] = self.0.uncompressed([&message, &promise]);
        let nonce = self.nonce(key, [&key.public, &of_message, &of_promise])?;
        let [r1, r2] = self
            .0
            .uncompressed([&self.0.generator_times(&nonce)?, &self.0.times(&nonce, &message)?]);
        let e = challenge([&r1, &r2, &key.public, &of_promise]);
        let s = self.0.response(&nonce, &self.0.scalar(&e)?, &key.secret)?;
        Some((self.0.compressed(&promise), e, s))
    }

    /// ρ, by HMAC under k of K, B_ and C_ and of a counter until it is a scalar.
    fn nonce(self, key: &Key<L>, points: [&[u8; 65]; 3]) -> Option<L::Scalar> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&key.bytes).ok()?;
        mac.update(b"Cashu_DLEQ_R_v1");
        points.iter().for_each(|point| mac.update(*point));
        let candidate =
            |counter: u8| mac.clone().chain_update([counter]).finalize().into_bytes().into();
        (0..=u8::MAX).find_map(|counter| self.0.scalar(&candidate(counter)))
    }

    /// C_ − r·K.
    fn unblind(self, promise: &[u8], r: &[u8], key: &[u8]) -> Option<[u8; 33]> {
        let minus_r = self.0.negated(&self.scalar(r)?);
        let mask = self.0.times(&minus_r, &self.point(key)?)?;
        Some(self.0.compressed(&self.0.plus(&self.point(promise)?, &mask)?))
    }

    /// Of secret, C, K, e ‖ s and r, for a key that has been decoded.
    fn verify(self, payment: &[Vec<u8>], key: &L::Point) -> Option<bool> {
        let [secret, c, _, proof, r] = payment else { return None };
        let (signature, r) = (self.point(c)?, self.scalar(r)?);
        let (hash, s) = proof.split_at_checked(32)?;
        let (minus_e, s) = (self.0.negated(&self.scalar(hash)?), self.scalar(s)?);
        let message = self.0.plus_generator_vartime(&self.hash_to_curve(secret)?, &r)?;
        let promise = self.0.plus_times_vartime(&signature, &r, key)?;
        let r1 = self.0.with_generator_vartime(&s, &minus_e, key)?;
        let r2 = self.0.both_vartime(&s, &message, &minus_e, &promise)?;
        let [r1, r2, key, promise] = self.0.uncompressed([&r1, &r2, key, &promise]);
        Some(challenge([&r1, &r2, &key, &promise]) == *hash)
    }

    /// A key is decoded once however many proofs it signed.
    fn verify_all(self, case: &Case) -> Option<bool> {
        let payments = case.as_chunks::<5>().0;
        let mut keys: Vec<(&[u8], L::Point)> = Vec::new();
        let mut holds = true;
        for payment in payments {
            let bytes = payment[2].as_slice();
            let place = match keys.iter().position(|(known, _)| *known == bytes) {
                Some(place) => place,
                None => {
                    keys.push((bytes, self.point(bytes)?));
                    keys.len() - 1
                }
            };
            holds &= self.verify(payment, &keys[place].1)?;
        }
        Some(holds)
    }

    fn mint_verify(self, (secret, c, key): &Token<L>) -> Option<bool> {
        let signature = self.point(c)?;
        Some(self.0.equal(&self.0.times(&key.secret, &self.hash_to_curve(secret)?)?, &signature))
    }
}

/// e: SHA-256 of the hexadecimal digits of R₁, R₂, K and C_.
fn challenge(points: [&[u8; 65]; 4]) -> [u8; 32] {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut hash = Sha256::new();
    for point in points {
        let mut digits = [[0; 2]; 65];
        for (pair, byte) in digits.iter_mut().zip(point) {
            *pair = [DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]];
        }
        hash.update(digits.as_flattened());
    }
    hash.finalize().into()
}
