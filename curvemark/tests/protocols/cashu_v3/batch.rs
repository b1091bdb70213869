//! Batches: the published transcript, and what no combination of proofs may do.

use super::*;
use curvemark::bls12_381::{Fr, G1};
use curvemark::cashu::v3::{
    BatchSlot, Proof, batch_challenge, batch_pair, batch_weight, verify_batch_with_scratch,
};

/// A token: the secret, C, and which of the mint's keys signed.
struct Token {
    secret: Vec<u8>,
    signature: Signature,
    key: usize,
}

/// Keys and tokens, `count` of them, dealt to the keys in turn.
fn wallet(keys: usize, count: usize, seed: u8) -> (Vec<MintPublicKey>, Vec<Token>) {
    let mut rng = ChaCha20Rng::from_seed([seed; 32]);
    let secret_keys: Vec<MintSecretKey> =
        (0..keys).map(|_| MintSecretKey::random(&mut rng)).collect();
    let tokens = (0..keys)
        .cycle()
        .take(count)
        .enumerate()
        .map(|(i, key)| {
            let secret = format!("token {i}").into_bytes();
            let signature = signed(&secret_keys[key], &secret, &BlindingFactor::random(&mut rng));
            Token { secret, signature, key }
        })
        .collect();
    (secret_keys.iter().map(MintSecretKey::public_key).collect(), tokens)
}

fn proofs<'a>(keys: &'a [MintPublicKey], tokens: &'a [Token]) -> Vec<Proof<'a>> {
    let proof = |token: &'a Token| Proof {
        secret: &token.secret,
        signature: token.signature,
        key: &keys[token.key],
    };
    tokens.iter().map(proof).collect()
}

/// The batch with just as much scratch space as it is said to need.
fn verify(keys: &[MintPublicKey], tokens: &[Token]) -> Result<(), Error> {
    let mut distinct: Vec<usize> = tokens.iter().map(|token| token.key).collect();
    distinct.sort_unstable();
    distinct.dedup();
    let mut slots = vec![BatchSlot::default(); tokens.len()];
    let mut pairs = vec![batch_pair(); distinct.len() + 1];
    let proofs = proofs(keys, tokens);
    let verdict = verify_batch_with_scratch(&proofs, &mut slots, &mut pairs);
    #[cfg(feature = "alloc")]
    assert_eq!(curvemark::cashu::v3::verify_batch(&proofs), verdict);
    verdict
}

fn forged(token: &Token) -> Signature {
    shifted(token, &G1::generator())
}

/// C + D.
fn shifted(token: &Token, by: &G1) -> Signature {
    let sum = token.signature.affine().to_projective().add(by);
    Signature::from_bytes(&sum.to_affine().to_bytes()).expect("a point of the group")
}

/// tests/00-tests.md, "Batch verification": two proofs under one key, a = 2.
#[test]
fn the_published_batch() {
    let key = MintPublicKey::from_bytes(&hex(K)).expect("K");
    let signatures = [
        "acebf797506a7031cef3189904715cb22792528f1ea0e6ab25341401d245539438ed97122f00e38ee6185cc20b09ba11",
        "9776497ad47a00f8a56233fb88f939b0572cf174a4c6d2446c0b1060434e305fae6845fd1f68b70376ba53ffe67f0414",
    ];
    let proofs: [Proof<'_>; 2] = [0, 1].map(|i| Proof {
        secret: [&b"batch_proof_1"[..], b"batch_proof_2"][i],
        signature: Signature::from_bytes(&hex(signatures[i])).expect("C"),
        key: &key,
    });
    let challenge = batch_challenge(&proofs).expect("a challenge");
    assert_eq!(challenge, *hex("539b5df396e82adab0760459590d38122d2552bc74f6bd860e915ff3b95e550a"));
    let weights = [
        ("0e7ff8be2ccb756d4ef390991bdd77eb65e8db624a2729fa1657c3cf8d7d4b55", 4),
        ("6d026a181a6215b233e73b121d01908a1a1eb6911955bea5130bbf2f2966554d", 0),
    ];
    for (index, (weight, counter)) in (0..).zip(weights) {
        let (found, at) = batch_weight(&challenge, index).expect("a weight");
        assert_eq!((&found.to_be_bytes()[..], at), (&hex(weight)[..], counter));
    }
    let mut slots = [BatchSlot::default(); 2];
    assert_eq!(
        verify_batch_with_scratch(&proofs, &mut slots, &mut [batch_pair(), batch_pair()]),
        Ok(())
    );
}

/// The transcript has the length of each secret, so that bytes cannot move from one secret to the
/// next, and the order of the proofs.
#[test]
fn the_challenge_binds_everything() {
    let (keys, mut tokens) = wallet(2, 2, 3);
    let challenge =
        |tokens: &[Token]| batch_challenge(&proofs(&keys, tokens)).expect("a challenge");
    let first = challenge(&tokens);
    tokens.swap(0, 1);
    assert_ne!(challenge(&tokens), first);
    tokens.swap(0, 1);
    assert_eq!(challenge(&tokens), first);
    tokens[0].secret.push(b'x');
    assert_ne!(challenge(&tokens), first);
    tokens[0].secret.pop();
    tokens[0].key = 1;
    assert_ne!(challenge(&tokens), first);
    tokens[0].key = 0;
    tokens[0].signature = forged(&tokens[0]);
    assert_ne!(challenge(&tokens), first);
    assert_ne!(challenge(&tokens[..1]), challenge(&tokens[1..]));
}

#[test]
fn one_proof_is_judged_as_alone() {
    let (keys, mut tokens) = wallet(1, 1, 4);
    assert_eq!(verify(&keys, &tokens), Ok(()));
    assert_eq!(keys[0].verify(&tokens[0].secret, &tokens[0].signature), Ok(()));
    tokens[0].signature = forged(&tokens[0]);
    assert_eq!(verify(&keys, &tokens), Err(Error::NotSigned));
    assert_eq!(keys[0].verify(&tokens[0].secret, &tokens[0].signature), Err(Error::NotSigned));
}

#[test]
fn forty_proofs_under_seven_keys_in_any_order() {
    let (keys, mut tokens) = wallet(7, 40, 5);
    assert_eq!(verify(&keys, &tokens), Ok(()));
    tokens.reverse();
    assert_eq!(verify(&keys, &tokens), Ok(()));
    tokens.sort_by_key(|token| token.key);
    assert_eq!(verify(&keys, &tokens), Ok(()));
    tokens.rotate_left(13);
    assert_eq!(verify(&keys, &tokens), Ok(()));
}

/// Few proofs of a key are multiplied each, many are one sum: both, beside each other and alone.
#[test]
fn few_and_many_proofs_of_a_key() {
    for (keys, count, seed) in [(1, 9, 12), (1, 40, 13), (2, 50, 14), (10, 10, 15)] {
        let (keys, mut tokens) = wallet(keys, count, seed);
        assert_eq!(verify(&keys, &tokens), Ok(()), "{count} proofs");
        // One key's proofs become few.
        let of_first = |token: &Token| token.key == 0;
        while keys.len() > 1 && tokens.iter().filter(|token| of_first(token)).count() > 2 {
            tokens.remove(tokens.iter().position(of_first).expect("one of them"));
        }
        assert_eq!(verify(&keys, &tokens), Ok(()), "of {count} proofs {}", tokens.len());
        for place in [0, tokens.len() - 1] {
            let honest = tokens[place].signature;
            tokens[place].signature = forged(&tokens[place]);
            assert_eq!(
                verify(&keys, &tokens),
                Err(Error::NotSigned),
                "{count} proofs, forged at {place}"
            );
            tokens[place].signature = honest;
        }
    }
}

#[test]
fn one_forged_among_many_is_found_wherever_it_stands() {
    let (keys, mut tokens) = wallet(3, 18, 6);
    for place in [0, 1, 7, 8, 16, 17] {
        let honest = tokens[place].signature;
        tokens[place].signature = forged(&tokens[place]);
        assert_eq!(verify(&keys, &tokens), Err(Error::NotSigned), "forged at {place}");
        tokens.reverse();
        assert_eq!(verify(&keys, &tokens), Err(Error::NotSigned), "forged at {place}, reversed");
        tokens.reverse();
        tokens[place].signature = honest;
    }
    assert_eq!(verify(&keys, &tokens), Ok(()));
    tokens[5].secret.push(b'!');
    assert_eq!(verify(&keys, &tokens), Err(Error::NotSigned));
}

/// Without weights these errors would cancel: the sum of the signatures stays what it was.
#[test]
fn errors_that_cancel_are_found() {
    let (keys, mut tokens) = wallet(1, 4, 7);
    let (first, second) = (tokens[0].signature, tokens[1].signature);
    (tokens[0].signature, tokens[1].signature) = (second, first);
    assert_eq!(verify(&keys, &tokens), Err(Error::NotSigned), "swapped");

    let by = &G1::generator() * &Fr::from(123_456_789_u64);
    tokens[0].signature = first;
    tokens[1].signature = second;
    tokens[0].signature = shifted(&tokens[0], &by);
    tokens[1].signature = shifted(&tokens[1], &by.neg());
    assert_eq!(verify(&keys, &tokens), Err(Error::NotSigned), "C1 + D, C2 - D");

    // Three that cancel, and across two keys.
    tokens[1].signature = second;
    tokens[1].signature = shifted(&tokens[1], &by.double().neg());
    tokens[2].signature = shifted(&tokens[2], &by);
    assert_eq!(verify(&keys, &tokens), Err(Error::NotSigned), "C1 + D, C2 - 2D, C3 + D");
    let (keys, mut tokens) = wallet(2, 2, 8);
    tokens[0].signature = shifted(&tokens[0], &by);
    tokens[1].signature = shifted(&tokens[1], &by.neg());
    assert_eq!(verify(&keys, &tokens), Err(Error::NotSigned), "under two keys");
}

#[test]
fn the_right_signature_under_the_wrong_key_is_found() {
    let (keys, mut tokens) = wallet(2, 6, 9);
    tokens[0].key = 1;
    assert_eq!(verify(&keys, &tokens), Err(Error::NotSigned));
    tokens[1].key = 0;
    assert_eq!(verify(&keys, &tokens), Err(Error::NotSigned));
}

/// The signatures of one proof given twice hold; that a secret is spent once is for the mint's list
/// of spent secrets.
#[test]
fn a_proof_given_twice_holds_twice() {
    let (keys, mut tokens) = wallet(2, 3, 10);
    let again = Token { secret: tokens[1].secret.clone(), ..tokens[1] };
    tokens.push(again);
    assert_eq!(verify(&keys, &tokens), Ok(()));
    tokens[3].signature = forged(&tokens[3]);
    assert_eq!(verify(&keys, &tokens), Err(Error::NotSigned));
}

#[test]
fn no_proofs_are_an_error_and_not_a_verdict() {
    assert_eq!(batch_challenge(&[]), Err(Error::EmptyBatch));
    assert_eq!(verify_batch_with_scratch(&[], &mut [], &mut []), Err(Error::EmptyBatch));
    assert_eq!(
        verify_batch_with_scratch(&[], &mut [BatchSlot::default()], &mut [batch_pair()]),
        Err(Error::EmptyBatch)
    );
    #[cfg(feature = "alloc")]
    assert_eq!(curvemark::cashu::v3::verify_batch(&[]), Err(Error::EmptyBatch));
}

#[test]
fn scratch_space_of_the_stated_size_and_no_less() {
    let (keys, tokens) = wallet(2, 5, 11);
    let proofs = proofs(&keys, &tokens);
    for (slots, pairs, expected) in [
        (5, 3, Ok(())),
        (9, 9, Ok(())),
        (4, 3, Err(Error::Scratch)),
        (5, 2, Err(Error::Scratch)),
        (5, 0, Err(Error::Scratch)),
        (0, 3, Err(Error::Scratch)),
    ] {
        let (mut slots, mut pairs) = (vec![BatchSlot::default(); slots], vec![batch_pair(); pairs]);
        assert_eq!(verify_batch_with_scratch(&proofs, &mut slots, &mut pairs), expected);
        // What a batch leaves in the scratch space does not disturb the next.
        if expected.is_ok() {
            assert_eq!(verify_batch_with_scratch(&proofs[1..4], &mut slots, &mut pairs), Ok(()));
        }
    }
}

#[test]
fn secrets_of_no_bytes_and_of_many_in_one_batch() {
    let mut rng = ChaCha20Rng::from_seed([12; 32]);
    let (a, r) = (MintSecretKey::random(&mut rng), BlindingFactor::random(&mut rng));
    let secrets = [vec![], vec![0], vec![b'x'; 100_000], "ünïcode ✓".into()];
    let tokens = secrets.map(|secret| Token { signature: signed(&a, &secret, &r), secret, key: 0 });
    assert_eq!(verify(&[a.public_key()], &tokens), Ok(()));
}
