//! Batches: sets together, one by one in a stream, and which of them are bad.

use curvemark::bls::{
    Accumulator, AggregatePublicKey, AggregateSignature, Error, PublicKey, Signature, SignatureSet,
    Suite, find_invalid_sets, min_pk, min_sig, verify_sets, verify_sets_deterministic,
};

use super::{Signed, messages, rng, secret, sets};
use crate::same::Same;

/// Every way to verify a batch gives this verdict, and the bad sets are these.
fn check<S: Suite>(sets: &[SignatureSet<'_, S>], bad: &[usize]) {
    let verdict = if bad.is_empty() { Ok(()) } else { Err(Error::NotSigned) };
    assert_eq!(verify_sets(sets, &mut rng(11)), verdict);
    assert_eq!(verify_sets_deterministic(sets), verdict);
    assert_eq!(find_invalid_sets(sets, &mut rng(12)).as_deref(), Ok(bad));
    let mut stream = Accumulator::new();
    let mut rng = rng(13);
    sets.iter().for_each(|set| stream.add(&set.key, set.message, &set.signature, &mut rng));
    assert_eq!(stream.finish(), verdict);
    // In two streams.
    let (mut one, mut two) = (Accumulator::new(), Accumulator::new());
    for (i, set) in sets.iter().enumerate() {
        let stream = if i & 1 == 0 { &mut one } else { &mut two };
        stream.add(&set.key, set.message, &set.signature, &mut rng);
    }
    one.merge(two);
    assert_eq!(one.finish(), verdict);
    #[cfg(feature = "parallel")]
    {
        use curvemark::bls::parallel;
        assert_eq!(parallel::verify_sets(sets, &mut rng), verdict);
        assert_eq!(parallel::verify_sets_deterministic(sets), verdict);
        assert_eq!(parallel::find_invalid_sets(sets, &mut rng).as_deref(), Ok(bad));
    }
}

/// Distinct keys and messages: all good, then some bad.
fn distinct<S: Suite>(count: usize) {
    let signed: Vec<_> =
        messages(count).iter().enumerate().map(|(i, m)| Signed::<S>::new(i, m)).collect();
    let mut list = sets(&signed);
    check(&list, &[]);
    if count < 2 {
        return;
    }
    // Two signatures changed places: their sum is right.
    let last = count - 1;
    (list[0].signature, list[last].signature) = (list[last].signature, list[0].signature);
    check(&list, &[0, last]);
    list[0].signature = signed[0].signature;
    check(&list, &[last]);
}

#[test]
fn batches_of_many_sizes() {
    for count in [1, 2, 3, 7, 8, 9] {
        distinct::<min_pk::Possession>(count);
    }
    distinct::<min_sig::Basic>(9);
    distinct::<min_pk::Augmented>(9);
    distinct::<min_sig::Augmented>(2);
}

/// More than a stream holds at once, and than one thread takes.
#[test]
fn a_long_batch() {
    distinct::<min_sig::Basic>(66);
}

/// Groups that have one message, or one key, in a pair.
fn grouped<S: Suite>(signers: usize, messages_of_each: usize) {
    let messages = messages(messages_of_each);
    let mut signed = Vec::new();
    for (i, message) in messages.iter().enumerate() {
        signed.extend((0..signers).map(|signer| Signed::<S>::new(signer, message)));
        // And one of a group of its own.
        signed.push(Signed::new(100 + i, &[0xaa, i as u8]));
    }
    let mut list = sets(&signed);
    check(&list, &[]);
    let bad = list.len() >> 1;
    list[bad].signature = signed[0].signature;
    check(&list, &[bad]);
}

#[test]
fn sets_that_share_messages_or_keys() {
    for (signers, messages) in [(5, 3), (1, 12), (2, 2)] {
        grouped::<min_pk::Possession>(signers, messages);
        grouped::<min_sig::Possession>(signers, messages);
    }
    grouped::<min_pk::Augmented>(3, 3);
    // Large enough for a sum of multiples by itself.
    grouped::<min_pk::Basic>(1, 24);
    grouped::<min_sig::Basic>(1, 24);
    grouped::<min_sig::Basic>(24, 1);
}

#[test]
fn one_set_twice() {
    let one = Signed::<min_pk::Possession>::new(1, b"twice");
    check(&[one.set(), one.set()], &[]);
    let mut bad = one.set();
    bad.message = b"thrice";
    check(&[bad, bad, one.set()], &[0, 1]);
}

#[test]
fn an_empty_batch_is_an_error() {
    let none: [SignatureSet<'_, min_pk::Basic>; 0] = [];
    assert_eq!(verify_sets(&none, &mut rng(1)), Err(Error::Empty));
    assert_eq!(verify_sets_deterministic(&none), Err(Error::Empty));
    assert_eq!(find_invalid_sets(&none, &mut rng(1)), Err(Error::Empty));
    assert_eq!(Accumulator::<min_pk::Basic>::new().finish(), Err(Error::Empty));
    let mut stream = Accumulator::<min_pk::Basic>::default();
    stream.merge(Accumulator::new());
    assert_eq!(stream.finish(), Err(Error::Empty));
    #[cfg(feature = "parallel")]
    assert_eq!(curvemark::bls::parallel::verify_sets(&none, &mut rng(1)), Err(Error::Empty));
}

/// Errors that would cancel without weights: σ₁ + Δ and σ₂ − Δ, of the same key and message and of
/// others.
#[test]
fn errors_do_not_cancel() {
    use curvemark::bls12_381::G2;
    let signed: Vec<_> =
        messages(4).iter().map(|m| Signed::<min_pk::Possession>::new(1, m)).collect();
    let mut list = sets(&signed);
    let delta = G2::generator();
    let shifted = |signature: &min_pk::Signature, by: &G2| {
        Signature::from_point(G2::from(*signature.as_point()).add(by).to_affine())
    };
    list[1].signature = shifted(&list[1].signature, &delta);
    list[2].signature = shifted(&list[2].signature, &delta.neg());
    check(&list, &[1, 2]);
    // The point at infinity for a signature.
    let mut list = sets(&signed);
    list[3].signature = Signature::from_point(curvemark::bls12_381::G2Affine::identity());
    check(&list, &[3]);
}

/// A key and its negative in one group, so that its sum may vanish, and with it its signatures'.
#[test]
fn groups_that_cancel() {
    let one = Signed::<min_pk::Possession>::new(1, b"m");
    let key = PublicKey::from_point(one.key.as_point().neg()).expect("a key");
    let signature = Signature::from_point(one.signature.as_point().neg());
    let negative = SignatureSet { key, message: b"m", signature };
    check(&[one.set(), negative], &[]);
    let swapped = SignatureSet { key, message: b"m", signature: one.signature };
    check(&[one.set(), swapped], &[1]);
}

/// A set of an aggregate has the sum of its keys.
#[test]
fn sets_of_aggregates() {
    let messages = messages(3);
    let mut list = Vec::new();
    for (i, message) in messages.iter().enumerate() {
        let secrets: Vec<_> = (i..i + 4).map(secret::<min_pk::Possession>).collect();
        let keys: Vec<_> = secrets
            .iter()
            .map(|secret| secret.public_key().assume_possession_unchecked())
            .collect();
        let signatures: Vec<_> = secrets.iter().map(|secret| secret.sign(message)).collect();
        let key = AggregatePublicKey::aggregate(&keys)
            .and_then(|sum| sum.to_public_key())
            .expect("a key");
        let signature = AggregateSignature::aggregate(&signatures).expect("some").to_signature();
        list.push(SignatureSet { key: *key.public_key(), message, signature });
    }
    check(&list, &[]);
}

/// The hashed weights depend on everything.
#[test]
fn deterministic_weights_give_one_verdict() {
    let signed: Vec<_> =
        messages(6).iter().map(|m| Signed::<min_sig::Possession>::new(1, m)).collect();
    let list = sets(&signed);
    for start in 0..5 {
        assert_eq!(verify_sets_deterministic(&list[start..]), Ok(()));
    }
}

/// Two wrong signatures whose errors cancel: with equal weights they would pass.
#[test]
fn weights_of_a_broken_generator_are_not_equal() {
    let [one, two, other] =
        [1, 2, 3].map(|i| min_pk::SecretKey::key_gen(&[i; 32], b"").expect("a key"));
    let error = *other.sign(b"x").as_point();
    let shifted = |signature: min_pk::Signature, error: &_| {
        min_pk::Signature::from_point(
            signature.as_point().to_projective().add_mixed(error).to_affine(),
        )
    };
    let sets = [
        SignatureSet {
            key: one.public_key(),
            message: &b"1"[..],
            signature: shifted(one.sign(b"1"), &error),
        },
        SignatureSet {
            key: two.public_key(),
            message: &b"2"[..],
            signature: shifted(two.sign(b"2"), &error.neg()),
        },
    ];
    assert_eq!(verify_sets(&sets, &mut Same), Err(Error::NotSigned));
    assert_eq!(find_invalid_sets(&sets, &mut Same), Ok(vec![0, 1]));
    let mut stream = Accumulator::new();
    sets.iter().for_each(|set| stream.add(&set.key, set.message, &set.signature, &mut Same));
    assert_eq!(stream.finish(), Err(Error::NotSigned));
    #[cfg(feature = "parallel")]
    assert_eq!(curvemark::bls::parallel::verify_sets(&sets, &mut Same), Err(Error::NotSigned));
}
