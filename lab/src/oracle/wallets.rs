//! Bitcoin's wallets and nodes on slow integers: BIP-32, BIP-324, BIP-352.

use super::SECP256K1;
use super::field::{Fp, Slow as _};
use super::protocols::{tagged, tagged_number};
use super::short::Point;
use super::values::{
    below, compressed, decompressed, number_bytes, random, random_below, random_scalar, short_point,
};
use num_bigint::BigUint;
use peer_api::{Case, Curve, Kind};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::Rng;
use ripemd::Ripemd160;
use sha2::{Digest, Sha256, Sha512};

const BITCOIN: Curve = Curve::Secp256k1;

fn scalar(bytes: &[u8]) -> Option<BigUint> {
    below(BITCOIN, bytes, &SECP256K1.order).filter(|number| *number != BigUint::ZERO)
}

fn bytes(number: &BigUint) -> Vec<u8> {
    number_bytes(BITCOIN, number, 32)
}

/// A case of an operation.
pub fn case(verb: &str, random: &mut ChaCha20Rng) -> Option<Case> {
    match verb {
        "bip352_scan" => transactions(1, random),
        "bip352_scan_1000" => transactions(1000, random),
        "bip32_child" | "bip32_public_child" => {
            let (key, mut rest) = (random_scalar(BITCOIN, random), [0; 44]);
            random.fill_bytes(&mut rest);
            let (place, chain) = rest.split_at(12);
            let number = (random.next_u32() >> 1).to_be_bytes().to_vec();
            let private = verb == "bip32_child";
            let key = if private {
                [&[0], &bytes(&key)[..]].concat()
            } else {
                compressed(BITCOIN, &SECP256K1.multiply_generator(&key)?)
            };
            let version: [u8; 4] = if private { PRIVATE } else { PUBLIC };
            // Somewhere below a root.
            Some(vec![[&version[..], &[3], &place[..8], chain, &key].concat(), number])
        }
        "bip324_exchange" => {
            let key = random_scalar(BITCOIN, random);
            let ours = encoding(&SECP256K1.multiply_generator(&key)?.0, random);
            let mut theirs = vec![0; 64];
            random.fill_bytes(&mut theirs);
            Some(vec![bytes(&key), ours, theirs])
        }
        _ => None,
    }
}

/// What is right, or `None` where the input must be refused.
pub fn answer(verb: &str, case: &Case) -> Option<Vec<u8>> {
    match (verb, &case[..]) {
        ("bip352_scan", [scan, spend, tweak, output]) => found(scan, spend, tweak, output),
        ("bip32_child", [key, number]) => child(key, number),
        ("bip32_public_child", [key, number]) => public_child(key, number),
        ("bip324_exchange", [secret, ours, theirs]) => exchange(secret, ours, theirs),
        _ => None,
    }
}

/// What a receiver adds to its key to spend by in order to spend a transaction's first payment, and
/// its point: the shared secret is of the scan key and a tweak of 33 bytes.
fn first_payment(scan: &BigUint, spend: &Point<Fp>, tweak: &[u8]) -> Option<(BigUint, Point<Fp>)> {
    let shared = SECP256K1.multiply(&decompressed(BITCOIN, tweak)?, scan)?;
    let shared = compressed(BITCOIN, &shared);
    let t = tagged_number("BIP0352/SharedSecret", &[&shared, &0_u32.to_be_bytes()]);
    let point = SECP256K1.add(&SECP256K1.multiply_generator(&t), spend);
    Some((t, point))
}

/// The scalar of the label for change.
fn change(scan: &BigUint) -> BigUint {
    tagged_number("BIP0352/Label", &[&bytes(scan), &0_u32.to_be_bytes()])
}

/// What `bip352_scan` answers.
fn found(scan: &[u8], spend: &[u8], tweak: &[u8], output: &[u8]) -> Option<Vec<u8>> {
    let (scan, spend) = (scalar(scan)?, short_point(BITCOIN, spend)?);
    // The receiver exists, and the output has 32 bytes.
    if spend.is_none() || output.len() != 32 {
        return None;
    }
    let (t, point) = first_payment(&scan, &spend, tweak)?;
    let label = change(&scan);
    let labelled = SECP256K1.add(&point, &SECP256K1.multiply_generator(&label));
    let is = |point: &Point<Fp>| point.as_ref().is_some_and(|(x, _)| bytes(x) == output);
    Some(if is(&point) {
        [&[1], &bytes(&t)[..]].concat()
    } else if is(&labelled) {
        [&[1], &bytes(&((t + label) % &SECP256K1.order))[..]].concat()
    } else {
        vec![0]
    })
}

/// A receiver and so many transactions, of which one pays it if there are several. Their tweaks are
/// P, P + G, P + 2G, … of a random P, whose coordinates are without structure.
pub fn transactions(count: usize, generator: &mut ChaCha20Rng) -> Option<Case> {
    let scan = random_scalar(BITCOIN, generator);
    let spend = random(BITCOIN, Kind::Point, generator)?;
    let mut tweak = SECP256K1.multiply_generator(&random_scalar(BITCOIN, generator));
    let paid = (count > 1).then_some(count / 2);
    let mut case = vec![bytes(&scan), spend.clone()];
    for index in 0..count {
        let encoded = compressed(BITCOIN, tweak.as_ref()?);
        let output = if paid == Some(index) {
            let (_, point) = first_payment(&scan, &short_point(BITCOIN, &spend)?, &encoded)?;
            bytes(&point?.0)
        } else {
            bytes(&random_below(&SECP256K1.field.p, generator))
        };
        case.extend([encoded, output]);
        tweak = SECP256K1.add(&tweak, &Some(SECP256K1.generator.clone()));
    }
    Some(case)
}

/// One transaction that pays a receiver: without a label, or as change.
pub fn payment(to_change: bool, generator: &mut ChaCha20Rng) -> Option<Case> {
    let mut case = transactions(1, generator)?;
    let scan = scalar(&case[0])?;
    let (_, mut point) = first_payment(&scan, &short_point(BITCOIN, &case[1])?, &case[2])?;
    if to_change {
        point = SECP256K1.add(&point, &SECP256K1.multiply_generator(&change(&scan)));
    }
    case[3] = bytes(&point?.0);
    Some(case)
}

const PRIVATE: [u8; 4] = [0x04, 0x88, 0xad, 0xe4];
const PUBLIC: [u8; 4] = [0x04, 0x88, 0xb2, 0x1e];

/// HMAC with SHA-512 (RFC 2104), of a key of at most 128 bytes.
fn hmac(key: &[u8], message: &[u8]) -> Vec<u8> {
    let pad = |byte: u8| {
        let mut block = vec![byte; 128];
        block.iter_mut().zip(key).for_each(|(pad, key)| *pad ^= key);
        block
    };
    let inner = Sha512::digest([&pad(0x36)[..], message].concat());
    Sha512::digest([&pad(0x5c)[..], &inner].concat()).to_vec()
}

/// The parts of an extended key of 78 bytes: depth, chain code, key. `None` for another version.
fn extended(key: &[u8], version: [u8; 4]) -> Option<(u8, &[u8], &[u8])> {
    let fits = key.len() == 78 && key[..4] == version;
    fits.then(|| (key[4], &key[13..45], &key[45..]))
}

/// A child's 78 bytes.
fn below_key(version: [u8; 4], depth: u8, public: &[u8], rest: [&[u8]; 3]) -> Option<Vec<u8>> {
    let parent = Ripemd160::digest(Sha256::digest(public));
    Some([&version[..], &[depth.checked_add(1)?], &parent[..4], &rest.concat()].concat())
}

/// The number of a child that is not hardened.
fn plain(number: &[u8]) -> Option<()> {
    matches!(number, [0..=0x7f, _, _, _]).then_some(())
}

fn child(key: &[u8], number: &[u8]) -> Option<Vec<u8>> {
    plain(number)?;
    let (depth, chain, padded) = extended(key, PRIVATE)?;
    let [0, secret @ ..] = padded else { return None };
    let secret = scalar(secret)?;
    let public = compressed(BITCOIN, &SECP256K1.multiply_generator(&secret)?);
    let hash = hmac(chain, &[&public, number].concat());
    let (tweak, chain) = hash.split_at(32);
    let sum = (below(BITCOIN, tweak, &SECP256K1.order)? + secret) % &SECP256K1.order;
    let sum = scalar(&bytes(&sum))?;
    below_key(PRIVATE, depth, &public, [number, chain, &[&[0], &bytes(&sum)[..]].concat()])
}

fn public_child(key: &[u8], number: &[u8]) -> Option<Vec<u8>> {
    plain(number)?;
    let (depth, chain, public) = extended(key, PUBLIC)?;
    let point = decompressed(BITCOIN, public)?;
    let hash = hmac(chain, &[public, number].concat());
    let (tweak, chain) = hash.split_at(32);
    let tweak = below(BITCOIN, tweak, &SECP256K1.order)?;
    let sum = SECP256K1.add(&SECP256K1.multiply_generator(&tweak), &point)?;
    below_key(PUBLIC, depth, public, [number, chain, &compressed(BITCOIN, &sum)])
}

/// x of the point that 64 bytes stand for: XSwiftEC (BIP-324, "ElligatorSwift").
fn decoded(encoding: &[u8]) -> Option<BigUint> {
    let f = &SECP256K1.field;
    let [u, t] = [encoding.get(..32)?, encoding.get(32..64)?]
        .map(|bytes| BigUint::from_bytes_be(bytes) % &f.p);
    Some(swift(&u, &t))
}

/// The root of −3 that BIP-324 takes: 0x0a2d2ba9…, which is the smaller one.
fn root_of_minus_three() -> BigUint {
    let f = &SECP256K1.field;
    let root = f.root(&f.minus(&BigUint::ZERO, &BigUint::from(3_u32))).expect("it is a square");
    let other = f.minus(&BigUint::ZERO, &root);
    root.min(other)
}

fn swift(u: &BigUint, t: &BigUint) -> BigUint {
    let f = &SECP256K1.field;
    let one = BigUint::from(1_u32);
    let not_zero = |a: &BigUint| if *a == BigUint::ZERO { one.clone() } else { a.clone() };
    let (u, mut t) = (not_zero(u), not_zero(t));
    let right = SECP256K1.right_side(&u);
    if f.plus(&right, &f.times(&t, &t)) == BigUint::ZERO {
        t = f.plus(&t, &t);
    }
    let ratio = |a: &BigUint, b: &BigUint| f.times(a, &f.inverse(b));
    let x = ratio(&f.minus(&right, &f.times(&t, &t)), &f.plus(&t, &t));
    let y = ratio(&f.plus(&x, &t), &f.times(&root_of_minus_three(), &u));
    let two = BigUint::from(2_u32);
    let quotient = ratio(&x, &y);
    let first = f.plus(&u, &f.times(&BigUint::from(4_u32), &f.times(&y, &y)));
    let second = ratio(&f.minus(&f.minus(&BigUint::ZERO, &quotient), &u), &two);
    let third = ratio(&f.minus(&quotient, &u), &two);
    let is_x = |x: &BigUint| f.root(&SECP256K1.right_side(x)).is_some();
    [first, second, third].into_iter().find(is_x).expect("one of the three is x of a point")
}

/// 64 bytes that stand for a point with this x: of random u, t by one of the eight branches of
/// BIP-324's XSwiftECInv.
fn encoding(x: &BigUint, random: &mut ChaCha20Rng) -> Vec<u8> {
    loop {
        let u = random_below(&(&SECP256K1.field.p - 1_u32), random) + 1_u32;
        let branch = random.next_u32() & 7;
        if let Some(t) = swift_inverse(x, &u, branch).filter(|t| swift(&u, t) == *x) {
            return [bytes(&u), bytes(&t)].concat();
        }
    }
}

fn swift_inverse(x: &BigUint, u: &BigUint, branch: u32) -> Option<BigUint> {
    let f = &SECP256K1.field;
    let minus = |a: &BigUint| f.minus(&BigUint::ZERO, a);
    let square = |a: &BigUint| f.times(a, a);
    let half = |a: &BigUint| f.times(a, &f.inverse(&BigUint::from(2_u32)));
    let right = SECP256K1.right_side(u);
    let other = f.minus(&minus(x), u);
    let (v, s) = if branch & 2 == 0 {
        if f.root(&SECP256K1.right_side(&other)).is_some() {
            return None;
        }
        let v = if branch & 1 == 0 { x.clone() } else { other };
        let form = f.plus(&f.plus(&square(u), &f.times(u, &v)), &square(&v));
        (v, f.times(&minus(&right), &f.inverse(&form)))
    } else {
        let s = f.minus(x, u);
        let three = f.times(&f.times(&BigUint::from(3_u32), &s), &square(u));
        let sum = f.plus(&f.times(&BigUint::from(4_u32), &right), &three);
        let r = f.root(&minus(&f.times(&s, &sum)))?;
        let r = if branch & 1 == 0 { r } else { minus(&r) };
        (half(&f.minus(&f.times(&r, &f.inverse(&s)), u)), s)
    };
    let (w, c, one) = (f.root(&s)?, root_of_minus_three(), BigUint::from(1_u32));
    let factor = if branch & 1 == 0 { f.minus(&one, &c) } else { f.plus(&one, &c) };
    let t = f.times(&w, &f.plus(&half(&f.times(u, &factor)), &v));
    Some(if matches!(branch & 5, 0 | 5) { minus(&t) } else { t })
}

fn exchange(secret: &[u8], ours: &[u8], theirs: &[u8]) -> Option<Vec<u8>> {
    let secret = scalar(secret)?;
    if ours.len() != 64 || theirs.len() != 64 {
        return None;
    }
    let of_x = |x: BigUint| decompressed(BITCOIN, &[&[2], &bytes(&x)[..]].concat());
    if SECP256K1.multiply_generator(&secret)?.0 != decoded(ours)? {
        return None;
    }
    let (x, _) = SECP256K1.multiply(&of_x(decoded(theirs)?)?, &secret)?;
    Some(tagged("bip324_ellswift_xonly_ecdh", &[ours, theirs, &bytes(&x)]).to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gate::vectors::cases::{from_hex, hex};
    use crate::oracle::codec;
    use crate::oracle::values::short_bytes;
    use rand_chacha::rand_core::SeedableRng;

    fn digits(text: &str) -> Vec<u8> {
        from_hex(text).expect("digits")
    }

    /// Bitcoin's packet encoding cases and those of ElligatorSwift (bitcoin/bips, bip-0324).
    #[test]
    fn exchanges_are_published_ones() {
        let case = [
            "61062ea5071d800bbfd59e2e8b53d47d194b095ae5a4df04936b49772ef0d4d7",
            "ec0adff257bbfe500c188c80b4fdd640f6b45a482bbc15fc7cef5931deff0aa186f6eb9bba7b85dc4dcc28b28722de1e3d9108b985e2967045668f66098e475b",
            "a4a94dfce69b4a2a0a099313d10f9f7e7d649d60501c9e1d274c300e0d89aafaffffffffffffffffffffffffffffffffffffffffffffffffffffffff8faf88d5",
        ]
        .map(digits);
        let shared = "c6992a117f5edbea70c3f511d32d26b9798be4b81a62eaee1a5acaa8459a3592";
        assert_eq!(answer("bip324_exchange", &case.to_vec()), from_hex(shared));
        let zeros = "edd1fd3e327ce90cc7a3542614289aee9682003e9cf7dcc9cf2ca9743be5aa0c";
        assert_eq!(decoded(&[0; 64]).map(|x| hex(&bytes(&x))), Some(zeros.to_owned()));

        // What is encoded is decoded, by each branch.
        let mut random = ChaCha20Rng::seed_from_u64(324);
        let mut branches = [0; 8];
        while branches.contains(&0) {
            let (x, _) = SECP256K1
                .multiply_generator(&random_scalar(BITCOIN, &mut random))
                .expect("a point");
            let (u, branch) =
                (random_below(&SECP256K1.field.p, &mut random), random.next_u32() & 7);
            if let Some(t) = swift_inverse(&x, &u, branch) {
                assert_eq!(swift(&u, &t), x, "branch {branch}");
                branches[branch as usize] += 1;
            }
        }
    }

    /// bitcoin/bips, bip-0352, "Simple send: two inputs".
    #[test]
    fn a_payment_is_the_published_one() {
        let spend = digits("9d6ad855ce3417ef84e836892e5a56392bfba05fa5d97ccea30e266f540e08b3");
        let spend = SECP256K1.multiply_generator(&scalar(&spend).expect("a key"));
        let case = vec![
            digits("0f694e068028a717f8af6b9411f9a133dd3565258714cc226594b34db90c1f2c"),
            short_bytes(BITCOIN, &spend),
            digits("024ac253c216532e961988e2a8ce266a447c894c781e52ef6cee902361db960004"),
            digits("3e9fce73d4e77a4809908e3c3a2e54ee147b9312dc5044a193d1fc85de46e3c1"),
        ];
        let tweak = "01f438b40179a3c4262de12986c0e6cce0634007cdc79c1dcd3e20b9ebc2e7eef6";
        assert_eq!(answer("bip352_scan", &case), from_hex(tweak));
    }

    /// BIP-32, test vector 1: from m/0' to m/0'/1.
    #[test]
    fn children_are_published_ones() {
        let payload = |text: &str| {
            let mut bytes = codec::answer("base58_decode", text.as_bytes()).expect("base58");
            bytes.truncate(78);
            bytes
        };
        for (verb, parent, child) in [
            (
                "bip32_child",
                "xprv9uHRZZhk6KAJC1avXpDAp4MDc3sQKNxDiPvvkX8Br5ngLNv1TxvUxt4cV1rGL5hj6KCesnDYUhd7oWgT11eZG7XnxHrnYeSvkzY7d2bhkJ7",
                "xprv9wTYmMFdV23N2TdNG573QoEsfRrWKQgWeibmLntzniatZvR9BmLnvSxqu53Kw1UmYPxLgboyZQaXwTCg8MSY3H2EU4pWcQDnRnrVA1xe8fs",
            ),
            (
                "bip32_public_child",
                "xpub68Gmy5EdvgibQVfPdqkBBCHxA5htiqg55crXYuXoQRKfDBFA1WEjWgP6LHhwBZeNK1VTsfTFUHCdrfp1bgwQ9xv5ski8PX9rL2dZXvgGDnw",
                "xpub6ASuArnXKPbfEwhqN6e3mwBcDTgzisQN1wXN9BJcM47sSikHjJf3UFHKkNAWbWMiGj7Wf5uMash7SyYq527Hqck2AxYysAA7xmALppuCkwQ",
            ),
        ] {
            let case = vec![payload(parent), vec![0, 0, 0, 1]];
            assert_eq!(answer(verb, &case), Some(payload(child)), "{verb}");
        }
    }
}
