//! The three schemes: what they sign, what their aggregates take, and attacks on them.

use curve::weierstrass::{Affine, Projective};
use curvemark::bls::ethereum::{eth_aggregate_pubkeys, eth_fast_aggregate_verify};
use curvemark::bls::{
    AggregateKey, AggregatePublicKey, AggregateSignature, Error, KeyPair, ProofOfPossession,
    ProofSuite, PublicKey, Signature, Suite, min_pk, min_sig, suite,
};
use curvemark::bls12_381::{G1, G2};

use super::{messages, secret};

fn one_key<S: Suite>() {
    let (secret, other) = (secret::<S>(1), secret::<S>(2));
    let signature = secret.sign(b"a message");
    let key = secret.public_key();
    assert_eq!(key.verify(b"a message", &signature), Ok(()));
    assert_eq!(key.verify(b"a messagf", &signature), Err(Error::NotSigned));
    assert_eq!(key.verify(b"a message\0", &signature), Err(Error::NotSigned));
    assert_eq!(key.verify(b"", &signature), Err(Error::NotSigned));
    assert_eq!(other.public_key().verify(b"a message", &signature), Err(Error::NotSigned));
    assert_eq!(
        key.verify(b"a message", &Signature::from_point(signature.as_point().neg())),
        Err(Error::NotSigned)
    );
    // A pair signs as its secret.
    let pair = KeyPair::new(secret.clone());
    assert_eq!(pair.sign(b"a message"), signature);
    assert_eq!(*pair.public_key(), key);
    assert_eq!(*pair.secret_key().to_bytes(), *secret.to_bytes());
}

#[test]
fn a_signature_is_of_one_key_on_one_message() {
    one_key::<min_pk::Basic>();
    one_key::<min_pk::Augmented>();
    one_key::<min_pk::Possession>();
    one_key::<min_sig::Basic>();
    one_key::<min_sig::Augmented>();
    one_key::<min_sig::Possession>();
}

/// The same key and message: other bytes in every suite.
#[test]
fn suites_are_apart() {
    fn bytes<S: Suite>() -> Vec<u8> {
        secret::<S>(1).sign(b"a message").to_bytes().as_ref().to_vec()
    }
    let of_g2 =
        [bytes::<min_pk::Basic>(), bytes::<min_pk::Augmented>(), bytes::<min_pk::Possession>()];
    assert!(of_g2[0] != of_g2[1] && of_g2[1] != of_g2[2] && of_g2[0] != of_g2[2]);
    let of_g1 =
        [bytes::<min_sig::Basic>(), bytes::<min_sig::Augmented>(), bytes::<min_sig::Possession>()];
    assert!(of_g1[0] != of_g1[1] && of_g1[1] != of_g1[2] && of_g1[0] != of_g1[2]);
    // A signature of one suite, read as another's, does not hold.
    let foreign = Signature::<min_pk::Basic>::from_bytes(&of_g2[2]).expect("a point");
    assert_eq!(
        secret::<min_pk::Basic>(1).public_key().verify(b"a message", &foreign),
        Err(Error::NotSigned)
    );
}

/// An aggregate of five keys on as many messages.
fn aggregates<S: Suite>(key: impl Fn(PublicKey<S>) -> AggregateKey<S>) {
    let messages = messages(5);
    let secrets: Vec<_> = (0..5).map(secret::<S>).collect();
    let keys: Vec<_> = secrets.iter().map(|secret| key(secret.public_key())).collect();
    let signatures: Vec<_> =
        secrets.iter().zip(&messages).map(|(secret, message)| secret.sign(message)).collect();
    let sum = AggregateSignature::aggregate(&signatures).expect("some");
    assert_eq!(sum.aggregate_verify(&keys, &messages), Ok(()));
    assert_eq!(AggregateSignature::from_bytes(sum.to_bytes().as_ref()), Ok(sum));
    assert_eq!(AggregateSignature::from(&sum.to_signature()), sum);
    // One by one, and in parts.
    let mut running = AggregateSignature::from(&signatures[0]);
    signatures[1..3].iter().for_each(|signature| running.add(signature));
    running.add_aggregate(&AggregateSignature::aggregate(&signatures[3..]).expect("some"));
    assert_eq!(running, sum);

    assert_eq!(AggregateSignature::<S>::aggregate(&[]), Err(Error::Empty));
    assert_eq!(sum.aggregate_verify(&[], &Vec::<Vec<u8>>::new()), Err(Error::Empty));
    assert_eq!(sum.aggregate_verify(&[], &messages), Err(Error::Empty));
    assert_eq!(sum.aggregate_verify(&keys[1..], &messages), Err(Error::LengthMismatch));
    assert_eq!(sum.aggregate_verify(&keys, &messages[1..]), Err(Error::LengthMismatch));
    assert_eq!(sum.aggregate_verify(&keys[1..], &messages[1..]), Err(Error::NotSigned));
    let mut turned = messages.clone();
    turned.rotate_left(1);
    assert_eq!(sum.aggregate_verify(&keys, &turned), Err(Error::NotSigned));
    // Order does not matter as long as keys and messages go together.
    let (mut keys, mut messages) = (keys, messages);
    keys.rotate_left(2);
    messages.rotate_left(2);
    assert_eq!(sum.aggregate_verify(&keys, &messages), Ok(()));

    // Two keys on one message, and one key on one message twice.
    let twice: Vec<_> = [0, 1, 0].map(|i| key(secrets[i].public_key())).into();
    let same = [b"same", b"same", b"same"];
    let sum =
        AggregateSignature::aggregate(&[0, 1, 0].map(|i| secrets[i].sign(b"same"))).expect("some");
    let basic = S::DST.ends_with(b"NUL_");
    assert_eq!(
        sum.aggregate_verify(&twice, &same),
        if basic { Err(Error::RepeatedMessage) } else { Ok(()) }
    );
}

#[test]
fn aggregates_of_messages() {
    aggregates::<min_pk::Basic>(|key| key);
    aggregates::<min_pk::Augmented>(|key| key);
    aggregates::<min_pk::Possession>(PublicKey::assume_possession_unchecked);
    aggregates::<min_sig::Basic>(|key| key);
    aggregates::<min_sig::Augmented>(|key| key);
    aggregates::<min_sig::Possession>(PublicKey::assume_possession_unchecked);
}

fn one_message<S: ProofSuite>() {
    let secrets: Vec<_> = (0..20).map(secret::<S>).collect();
    let keys: Vec<_> = secrets
        .iter()
        .map(|secret| {
            secret
                .public_key()
                .verify_possession(&secret.prove_possession())
                .expect("its own proof")
        })
        .collect();
    let signatures: Vec<_> = secrets.iter().map(|secret| secret.sign(b"one")).collect();
    for count in [1, 2, 15, 16, 17, 20] {
        let sum = AggregateSignature::aggregate(&signatures[..count]).expect("some");
        assert_eq!(sum.fast_aggregate_verify(&keys[..count], b"one"), Ok(()));
        assert_eq!(sum.fast_aggregate_verify(&keys[..count], b"two"), Err(Error::NotSigned));
        assert!(sum.fast_aggregate_verify(&keys[..count - 1], b"one").is_err());
        let sum_of_keys = AggregatePublicKey::aggregate(&keys[..count]).expect("some");
        let key = sum_of_keys.to_public_key().expect("not the identity");
        assert_eq!(key.public_key().verify(b"one", &sum.to_signature()), Ok(()));
        assert_eq!(key.public_key().to_bytes().as_ref(), sum_of_keys.to_bytes().as_ref());
    }
    let mut running = AggregatePublicKey::from(&keys[0]);
    keys[1..].iter().for_each(|key| running.add(key));
    assert_eq!(running, AggregatePublicKey::aggregate(&keys).expect("some"));
    assert_eq!(AggregatePublicKey::<S>::aggregate(&[]), Err(Error::Empty));
    let sum = AggregateSignature::aggregate(&signatures).expect("some");
    assert_eq!(sum.fast_aggregate_verify(&[], b"one"), Err(Error::Empty));
    // A key that is listed twice counts twice.
    let doubled = AggregateSignature::aggregate(&[signatures[0], signatures[0]]).expect("some");
    assert_eq!(doubled.fast_aggregate_verify(&[keys[0], keys[0]], b"one"), Ok(()));
    assert_eq!(doubled.fast_aggregate_verify(&[keys[0]], b"one"), Err(Error::NotSigned));
}

#[test]
fn aggregates_on_one_message() {
    one_message::<min_pk::Possession>();
    one_message::<min_sig::Possession>();
}

#[test]
fn a_proof_is_of_one_key_and_no_signature() {
    let (a, b) = (secret::<min_pk::Possession>(1), secret::<min_pk::Possession>(2));
    let proof = a.prove_possession();
    assert!(a.public_key().verify_possession(&proof).is_ok());
    assert_eq!(b.public_key().verify_possession(&proof), Err(Error::NotSigned));
    assert_eq!(ProofOfPossession::from_bytes(proof.to_bytes().as_ref()), Ok(proof));
    // The signature on the key's bytes is under another tag.
    let signature = a.sign(&a.public_key().to_bytes());
    assert_ne!(signature.to_bytes(), proof.to_bytes());
    let forged = ProofOfPossession::from_bytes(&signature.to_bytes()).expect("a point");
    assert_eq!(a.public_key().verify_possession(&forged), Err(Error::NotSigned));
}

/// Somebody who has no secret publishes s·g − K and signs for both by s alone: the sum of the keys
/// is s·g.
#[test]
fn a_rogue_key_has_no_proof() {
    let (honest, rogue) = (secret::<min_pk::Possession>(1), secret::<min_pk::Possession>(2));
    let victim = honest.public_key();
    let point =
        G1::from(*rogue.public_key().as_point()).sub(&G1::from(*victim.as_point())).to_affine();
    let chosen = min_pk::PublicKey::from_point(point).expect("a key");
    let forged = AggregateSignature::from(&rogue.sign(b"I owe you"));
    // It would work if nobody asked for proofs,
    let assumed = [victim, chosen].map(PublicKey::assume_possession_unchecked);
    assert_eq!(forged.fast_aggregate_verify(&assumed, b"I owe you"), Ok(()));
    assert_eq!(forged.aggregate_verify(&assumed, &[b"I owe you", b"I owe you"]), Ok(()));
    // and the rogue has none that is its key's.
    for proof in [rogue.prove_possession(), honest.prove_possession()] {
        assert_eq!(chosen.verify_possession(&proof), Err(Error::NotSigned));
    }
    let difference = G2::from(*rogue.prove_possession().as_point())
        .sub(&G2::from(*honest.prove_possession().as_point()));
    let proof = ProofOfPossession::<min_pk::Possession>::from_point(difference.to_affine());
    assert_eq!(chosen.verify_possession(&proof), Err(Error::NotSigned));

    // The other schemes refuse it in the aggregate.
    fn attack<
        S: Suite<
                Scheme: suite::Scheme<AggregateKey<S> = PublicKey<S>>,
                Parameters = curvemark::bls::MinPk,
            >,
    >() -> Error {
        let (honest, rogue) = (secret::<S>(1).public_key(), secret::<S>(2));
        let point =
            G1::from(*rogue.public_key().as_point()).sub(&G1::from(*honest.as_point())).to_affine();
        let chosen = PublicKey::from_point(point).expect("a key");
        let forged = AggregateSignature::from(&rogue.sign(b"I owe you"));
        forged.aggregate_verify(&[honest, chosen], &[b"I owe you", b"I owe you"]).unwrap_err()
    }
    assert_eq!(attack::<min_pk::Basic>(), Error::RepeatedMessage);
    assert_eq!(attack::<min_pk::Augmented>(), Error::NotSigned);
}

/// A key and its negative: their sum is no key, whatever was signed.
#[test]
fn keys_that_cancel() {
    let secret = secret::<min_pk::Possession>(1);
    let key = secret.public_key();
    let negative = min_pk::PublicKey::from_point(key.as_point().neg()).expect("a key");
    let keys = [key, negative].map(PublicKey::assume_possession_unchecked);
    let nobody = AggregateSignature::from(&Signature::from_point(Affine::identity()));
    assert!(nobody.is_infinity());
    assert_eq!(nobody.fast_aggregate_verify(&keys, b"m"), Err(Error::KeysCancel));
    assert_eq!(eth_fast_aggregate_verify(&keys, b"m", &nobody), Err(Error::KeysCancel));
    // The sum is never formed here, and the draft takes the identity for such keys.
    assert_eq!(nobody.aggregate_verify(&keys, &[b"m", b"m"]), Ok(()));
    assert_eq!(nobody.aggregate_verify(&keys, &[b"m", b"n"]), Err(Error::NotSigned));
    let sum = eth_aggregate_pubkeys(&keys).expect("some");
    assert_eq!(sum.to_public_key(), Err(Error::KeysCancel));
    assert_eq!(sum.to_bytes()[0], 0xc0);
    // Ethereum's exception is for nobody alone.
    assert_eq!(eth_fast_aggregate_verify(&[], b"m", &nobody), Ok(()));
    let somebody = AggregateSignature::from(&secret.sign(b"m"));
    assert_eq!(eth_fast_aggregate_verify(&[], b"m", &somebody), Err(Error::NotSigned));
    assert_eq!(eth_fast_aggregate_verify(&keys[..1], b"m", &somebody), Ok(()));
    assert_eq!(eth_fast_aggregate_verify(&keys[..1], b"m", &nobody), Err(Error::NotSigned));
    assert_eq!(nobody.fast_aggregate_verify(&[], b"m"), Err(Error::Empty));
    let zero: Projective<_> =
        G2::from(*secret.sign(b"m").as_point()).sub(&G2::from(*secret.sign(b"m").as_point()));
    assert_eq!(
        Signature::<min_pk::Possession>::from_point(zero.to_affine()),
        nobody.to_signature()
    );
}

/// A tag of one's own is a suite of one's own.
#[test]
fn a_suite_of_ones_own() {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Copied;
    impl Suite for Copied {
        type Parameters = curvemark::bls::MinPk;
        type Scheme = suite::Basic;
        const DST: &'static [u8] = <min_pk::Possession as Suite>::DST;
    }
    assert_eq!(
        secret::<Copied>(1).sign(b"m").to_bytes(),
        secret::<min_pk::Possession>(1).sign(b"m").to_bytes()
    );
    one_key::<Copied>();
}
