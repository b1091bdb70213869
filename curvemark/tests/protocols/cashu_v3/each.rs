//! Many at once are as many single ones, at every length around the pieces and lanes.

use super::*;
use curvemark::cashu::v3::{blind_each, sign_each, unblind_each};

#[test]
fn each_is_what_the_single_form_gives() {
    let mut rng = ChaCha20Rng::from_seed([11; 32]);
    // The least and the greatest scalar, among random ones.
    let mut greatest = hex(ORDER);
    greatest[31] -= 1;
    let factors: Vec<BlindingFactor> = [small(1).to_vec(), greatest.clone()]
        .iter()
        .map(|bytes| BlindingFactor::from_bytes(bytes).expect("a scalar"))
        .chain((0..128).map(|_| BlindingFactor::random(&mut rng)))
        .collect();
    let keys: Vec<MintSecretKey> = [small(1).to_vec(), greatest]
        .iter()
        .map(|bytes| MintSecretKey::from_bytes(bytes).expect("a scalar"))
        .chain((0..5).map(|_| MintSecretKey::random(&mut rng)))
        .collect();
    for count in [1, 2, 7, 8, 9, 64, 65, 130] {
        // The first two secrets are the same.
        let secrets: Vec<Vec<u8>> =
            (0..count).map(|i| format!("secret {}", i.max(1)).into_bytes()).collect();
        let of: Vec<&MintSecretKey> = keys.iter().cycle().take(count).collect();
        let factors = &factors[..count];

        let mut messages = vec![Err(Error::Length); count];
        blind_each(&secrets, factors, &mut messages).expect("lists of one length");
        let messages: Vec<BlindedMessage> =
            messages.into_iter().map(|message| message.expect("a message")).collect();
        let mut promises = vec![Err(Error::Length); count];
        sign_each(&of, &messages, &mut promises).expect("lists of one length");
        let promises: Vec<BlindSignature> =
            promises.into_iter().map(|promise| promise.expect("a promise")).collect();
        let mut signatures = vec![Err(Error::Length); count];
        unblind_each(&promises, factors, &mut signatures).expect("lists of one length");
        for i in 0..count {
            assert_eq!(messages[i], blind(&secrets[i], &factors[i]), "{count}: {i}");
            assert_eq!(promises[i], of[i].sign(&messages[i]), "{count}: {i}");
            assert_eq!(signatures[i], Ok(promises[i].unblind(&factors[i])), "{count}: {i}");
        }
        of[count - 1]
            .public_key()
            .verify(&secrets[count - 1], &signatures[count - 1].expect("a signature"))
            .expect("signed");
    }
}

#[test]
fn lists_of_other_lengths_are_refused() {
    let (key, factor) = (mint(2), BlindingFactor::from_bytes(&small(3)).expect("a scalar"));
    let message = blind(SECRET, &factor);
    let promise = key.sign(&message);
    let factors = [factor.clone(), factor];
    let none: [&[u8]; 0] = [];
    assert_eq!(blind_each(&none, &[], &mut []), Err(Error::EmptyBatch));
    assert_eq!(sign_each(&[], &[], &mut []), Err(Error::EmptyBatch));
    assert_eq!(unblind_each(&[], &[], &mut []), Err(Error::EmptyBatch));
    for places in [0, 1, 2] {
        let mut messages = vec![Err(Error::NotSigned); places];
        let mut promises = vec![Err(Error::NotSigned); places];
        let mut signatures = vec![Err(Error::NotSigned); places];
        if places != 1 {
            assert_eq!(blind_each(&[SECRET], &factors[..1], &mut messages), Err(Error::Scratch));
            assert_eq!(sign_each(&[&key], &[message], &mut promises), Err(Error::Scratch));
            assert_eq!(
                unblind_each(&[promise], &factors[..1], &mut signatures),
                Err(Error::Scratch)
            );
        }
        assert_eq!(blind_each(&[SECRET], &factors, &mut messages), Err(Error::Scratch));
        assert_eq!(sign_each(&[&key, &key], &[message], &mut promises), Err(Error::Scratch));
        assert_eq!(unblind_each(&[promise], &factors, &mut signatures), Err(Error::Scratch));
        assert!(
            messages.iter().all(|message| *message == Err(Error::NotSigned)),
            "nothing is written"
        );
    }
}
