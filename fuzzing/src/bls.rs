//! BLS signatures: keys in G1 with proofs of possession, which is Ethereum's suite, and keys in G2
//! that are signed with each message.

use curve::bls12_381::{Fr, G1Affine, G2Affine, pairing};
use curvemark::bls::{
    AggregateKey, AggregatePublicKey, AggregateSignature, Error, ProofOfPossession, PublicKey,
    SecretKey, Signature, SignatureSet, SignatureSets, Suite, ethereum, find_invalid_sets, min_pk,
    min_sig, verify_sets_deterministic,
};

use core::num::NonZeroU32;

use crate::{Target, fixed, head_of_part, part, random, rng, take};

type Min = min_pk::Possession;
type Max = min_sig::Augmented;

/// What lists of two signatures take, the products of pairings on eight lanes among them: 66 KiB
/// were measured.
const SETS: usize = 256 << 10;

pub const TARGETS: &[Target] = &[
    Target { name: "bls secret key", body: secret, valid: a_secret, fast: true, heap: 0 },
    Target { name: "bls key generation", body: generate, valid: material, fast: false, heap: 0 },
    Target { name: "bls keys in G1", body: key::<Min>, valid: a_key::<Min>, fast: false, heap: 0 },
    Target { name: "bls keys in G2", body: key::<Max>, valid: a_key::<Max>, fast: false, heap: 0 },
    Target {
        name: "bls signatures in G2",
        body: signature::<Min>,
        valid: a_signature::<Min>,
        fast: false,
        heap: 0,
    },
    Target {
        name: "bls signatures in G1",
        body: signature::<Max>,
        valid: a_signature::<Max>,
        fast: false,
        heap: 0,
    },
    Target {
        name: "bls verify, keys in G1",
        body: verify_min,
        valid: signed::<Min>,
        fast: false,
        heap: SETS,
    },
    Target {
        name: "bls verify, keys in G2",
        body: verify_max,
        valid: signed::<Max>,
        fast: false,
        heap: SETS,
    },
    Target { name: "bls possession", body: possession, valid: possessed, fast: false, heap: 0 },
    Target { name: "bls sign", body: sign, valid: a_secret, fast: false, heap: 0 },
    Target {
        name: "bls part, keys in G1",
        body: part::<SignatureSets<Min>>,
        valid: a_part::<1>,
        fast: false,
        heap: 16 << 10,
    },
    Target {
        name: "bls part, keys in G2",
        body: part::<SignatureSets<Max>>,
        valid: a_part::<2>,
        fast: false,
        heap: 16 << 10,
    },
    Target { name: "bls shares", body: shares, valid: shared, fast: false, heap: SETS },
    Target { name: "drand rounds", body: rounds, valid: a_round, fast: false, heap: SETS },
];

/// 32 bytes.
fn secret(data: &[u8]) {
    let (min, max) = (SecretKey::<Min>::from_bytes(data), SecretKey::<Max>::from_bytes(data));
    assert_eq!(min.is_ok(), max.is_ok());
    if let Ok(secret) = min {
        assert_eq!(secret.to_bytes()[..], *data, "one encoding of a key");
    }
}

/// Key material, which is the salt and the information too, and an index of its length.
fn generate(data: &[u8]) {
    let made = [
        SecretKey::<Min>::key_gen(data, data),
        SecretKey::<Min>::key_gen_with_salt(data, data, data),
        SecretKey::<Min>::derive_master(data),
    ];
    for secret in made {
        assert_eq!(secret.is_err(), data.len() < 32);
        let _ = secret.map(|secret| secret.derive_child(data.len() as u32));
    }
}

/// A key in either encoding; one by one and many at once.
fn key<S: Suite>(data: &[u8]) {
    let key = PublicKey::<S>::from_bytes(data);
    if let Ok(key) = key {
        assert_eq!(key.to_bytes().as_ref(), data, "one encoding of a key");
        assert_eq!(
            PublicKey::from_bytes_uncompressed(key.to_bytes_uncompressed().as_ref()),
            Ok(key)
        );
    }
    let uncompressed = PublicKey::<S>::from_bytes_uncompressed(data);
    if let Ok(key) = uncompressed {
        assert_eq!(key.to_bytes_uncompressed().as_ref(), data, "one encoding of a key");
    }
    let unchecked = PublicKey::<S>::from_bytes_uncompressed_unchecked_subgroup(data);
    assert!(uncompressed.is_err() || unchecked == uncompressed);
    let mut batch = [Err(Error::Empty); 2];
    PublicKey::<S>::from_bytes_batch(&[data, &data[data.len().min(1)..]], &mut batch)
        .expect("as many places");
    assert_eq!(batch, [key, PublicKey::from_bytes(&data[data.len().min(1)..])]);
}

/// A signature in either encoding; one by one and many at once.
fn signature<S: Suite>(data: &[u8]) {
    let signature = Signature::<S>::from_bytes(data);
    if let Ok(signature) = signature {
        assert_eq!(signature.to_bytes().as_ref(), data, "one encoding of a signature");
    }
    if let Ok(signature) = Signature::<S>::from_bytes_uncompressed(data) {
        assert_eq!(signature.to_bytes_uncompressed().as_ref(), data, "one encoding of a signature");
    }
    let mut batch = [Err(Error::Empty); 2];
    Signature::<S>::from_bytes_batch(&[data, &data[data.len().min(1)..]], &mut batch)
        .expect("as many places");
    assert_eq!(batch, [signature, Signature::from_bytes(&data[data.len().min(1)..])]);
    assert_eq!(AggregateSignature::<S>::from_bytes(data).map(|sum| sum.to_signature()), signature);
}

fn verify_min(data: &[u8]) {
    verify::<Min>(data, PublicKey::assume_possession_unchecked);
    // Ethereum's rules, on the same.
    let (key, rest) = data.split_at(48.min(data.len()));
    let (signature, message) = rest.split_at(96.min(rest.len()));
    if let (Ok(key), Ok(sum)) =
        (min_pk::PublicKey::from_bytes(key), AggregateSignature::from_bytes(signature))
    {
        let keys = [key.assume_possession_unchecked()];
        let verdict = sum.fast_aggregate_verify(&keys, message);
        assert_eq!(ethereum::eth_fast_aggregate_verify(&keys, message, &sum), verdict);
        assert_eq!(ethereum::eth_aggregate_pubkeys(&keys), AggregatePublicKey::aggregate(&keys));
    }
}

fn verify_max(data: &[u8]) {
    verify::<Max>(data, |key| key);
}

/// A key, a signature, and a message of what is left: one verdict, whichever function is asked.
fn verify<S: Suite>(mut data: &[u8], proven: impl Fn(PublicKey<S>) -> AggregateKey<S>) {
    let key = PublicKey::<S>::from_bytes(take(&mut data, PublicKey::<S>::BYTES));
    let signature = Signature::<S>::from_bytes(take(&mut data, Signature::<S>::BYTES));
    let (Ok(key), Ok(signature)) = (key, signature) else { return };
    let message = data;
    let verdict = key.verify(message, &signature);
    let set = SignatureSet { key, message, signature };
    assert_eq!(verify_sets_deterministic(&[set, set]), verdict);
    let bad = find_invalid_sets(&[set, set], &mut rng(1)).expect("two sets");
    assert_eq!(bad.is_empty(), verdict.is_ok());
    let sum = AggregateSignature::from(&signature);
    assert_eq!(sum.aggregate_verify(&[proven(key)], &[message]), verdict);
    assert!(sum.aggregate_verify(&[], &[message]).is_err());
}

/// A key and a proof.
fn possession(mut data: &[u8]) {
    let key = min_pk::PublicKey::from_bytes(take(&mut data, 48));
    let proof = ProofOfPossession::from_bytes(data);
    if let (Ok(key), Ok(proof)) = (key, proof) {
        let proven = key.verify_possession(&proof);
        assert!(
            proven.is_ok_and(|proven| *proven.public_key() == key)
                || proven == Err(Error::NotSigned)
        );
    }
}

/// A commitment of two points, and two partial signatures of four bytes for the index and 96 for
/// the signature.
fn shares(mut data: &[u8]) {
    use curvemark::bls::threshold::{Commitment, Committee, Error, PartialSignature};
    let encodings = [take(&mut data, 48), take(&mut data, 48)];
    let Ok(commitment) = Commitment::<Min>::from_bytes(&encodings) else { return };
    assert_eq!(commitment.public_key().to_bytes()[..], *encodings[0]);
    let mut partials = Vec::new();
    while let Ok(index) = <[u8; 4]>::try_from(take(&mut data, 4))
        && let Some(index) = NonZeroU32::new(u32::from_be_bytes(index))
        && let Ok(signature) = Signature::from_bytes(take(&mut data, 96))
        && partials.len() < 2
    {
        partials.push(PartialSignature::new(index, signature));
    }
    let indices: Vec<_> = partials.iter().map(PartialSignature::index).collect();
    let committee = match Committee::new(&commitment, &indices) {
        Ok(committee) => committee,
        Err(error) => {
            let cancels = matches!(error, Error::Bls(_));
            assert!(indices.len() < 2 || indices[0] == indices[1] || cancels);
            return;
        }
    };
    let wrong: Vec<_> =
        partials.iter().filter(|partial| committee.verify(b"message", partial).is_err()).collect();
    let wrong: Vec<_> = wrong.into_iter().map(PartialSignature::index).collect();
    assert_eq!(committee.find_invalid(b"message", &partials).as_ref(), Ok(&wrong));
    match committee.combine(b"message", &partials) {
        Ok(signature) => {
            assert_eq!(commitment.public_key().verify(b"message", &signature), Ok(()));
        }
        Err(error) => {
            assert_eq!(error, Error::TooFew { needed: 2, good: 2 - wrong.len() });
        }
    }
}

/// A scheme by its number, the number of a round, whether there is a previous signature, the public
/// key, the signature, and what is left as the previous one. One by one and together.
fn rounds(mut data: &[u8]) {
    use curvemark::drand::{Beacon, Chain, Scheme};
    let [scheme, chained] = fixed(&mut data);
    let round = u64::from_be_bytes(fixed(&mut data));
    let schemes = [Scheme::Chained, Scheme::Unchained, Scheme::OnG1, Scheme::OnG1Rfc9380];
    let Some(&scheme) = schemes.get(usize::from(scheme)) else { return };
    let in_g1 = matches!(scheme, Scheme::Chained | Scheme::Unchained);
    let (key, signature) = if in_g1 { (48, 96) } else { (96, 48) };
    let Ok(chain) = Chain::new(scheme, take(&mut data, key)) else { return };
    let signature = take(&mut data, signature);
    let previous_signature = (chained & 1 == 1).then_some(data);
    let beacon = Beacon { round, signature, previous_signature };
    let verdict = chain.verify(&beacon);
    let together = chain.verify_all(&[beacon, beacon], &mut rng(round));
    assert_eq!(together, verdict.map(|randomness| vec![randomness; 2]));
}

/// A secret key, and a message of what is left.
fn sign(mut data: &[u8]) {
    if let Ok(secret) = SecretKey::<Min>::from_bytes(take(&mut data, 32)) {
        assert_eq!(secret.public_key().verify(data, &secret.sign(data)), Ok(()));
    }
}

fn a_secret(number: u64) -> Vec<u8> {
    SecretKey::<Min>::random(&mut rng(number)).to_bytes().to_vec()
}

fn material(number: u64) -> Vec<u8> {
    random::<64>(number)[..32 + (number & 31) as usize].to_vec()
}

fn a_key<S: Suite>(number: u64) -> Vec<u8> {
    let key = SecretKey::<S>::random(&mut rng(number)).public_key();
    if number & 1 == 0 {
        key.to_bytes().as_ref().to_vec()
    } else {
        key.to_bytes_uncompressed().as_ref().to_vec()
    }
}

fn a_signature<S: Suite>(number: u64) -> Vec<u8> {
    let signature = SecretKey::<S>::random(&mut rng(number)).sign(b"message");
    if number & 1 == 0 {
        signature.to_bytes().as_ref().to_vec()
    } else {
        signature.to_bytes_uncompressed().as_ref().to_vec()
    }
}

fn signed<S: Suite>(number: u64) -> Vec<u8> {
    let (secret, message) = (SecretKey::<S>::random(&mut rng(number)), [number as u8; 40]);
    [secret.public_key().to_bytes().as_ref(), secret.sign(&message).to_bytes().as_ref(), &message]
        .concat()
}

/// A part whose value is a power of a pairing.
fn a_part<const KIND: u8>(number: u64) -> Vec<u8> {
    let base = pairing(&G1Affine::generator(), &G2Affine::generator());
    let mut value = [0; 576];
    base.pow(&Fr::from(number)).to_bytes(&mut value);
    [&head_of_part(KIND, number)[..], &value].concat()
}

fn shared(number: u64) -> Vec<u8> {
    use curvemark::bls::threshold::Polynomial;
    let polynomial = Polynomial::<Min>::random(2, &mut rng(number)).expect("a threshold");
    let points = polynomial.commitment();
    let mut out = Vec::new();
    points.points().iter().for_each(|point| out.extend(point.to_bytes()));
    for index in [1 + (number & 7) as u32, u32::MAX] {
        let share = polynomial.share(NonZeroU32::new(index).expect("not zero"));
        let partial = share.expect("not zero").sign(b"message");
        out.extend(index.to_be_bytes());
        out.extend(partial.signature().to_bytes());
    }
    out
}

fn a_round(number: u64) -> Vec<u8> {
    use sha2::{Digest, Sha256};
    let secret = SecretKey::<min_pk::Basic>::random(&mut rng(number));
    let chained = number & 1 == 0;
    let previous: &[u8] = if chained { &[7; 96] } else { &[] };
    let round = number.to_be_bytes();
    let message = Sha256::new().chain_update(previous).chain_update(round).finalize();
    let head = [u8::from(!chained), u8::from(chained)];
    let (key, signature) = (secret.public_key().to_bytes(), secret.sign(&message).to_bytes());
    [&head[..], &round, &key, &signature, previous].concat()
}

fn possessed(number: u64) -> Vec<u8> {
    let secret = min_pk::SecretKey::random(&mut rng(number));
    [&secret.public_key().to_bytes()[..], &secret.prove_possession().to_bytes()].concat()
}
