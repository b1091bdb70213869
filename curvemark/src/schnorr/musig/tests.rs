//! The published cases of BIP-327 (bitcoin/bips `7fe0b034`, BSD-3-Clause), and laws. They stand
//! inside, since some begin with a secret nonce, which nobody outside can write down.

use core::array;

use curve::error::{PointError, ScalarError};
use curve::secp256k1::SecretScalar;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;
use serde_json::Value;

use super::*;
use crate::schnorr;

#[path = "../../../tests/support/suites.rs"]
mod suites;
/// What the suites are read with. It stands here, since a package has no files of another.
mod vectors {
    /// Bytes of hexadecimal digits.
    pub fn bytes(digits: &str) -> Vec<u8> {
        base16ct::mixed::decode_vec(digits).expect("digits")
    }
}
use suites::{hex, list};
use vectors::bytes;

/// The items of `from` that the list under `key` names by their places.
fn chosen<'a>(from: &'a [Value], case: &Value, key: &str) -> Vec<&'a str> {
    let places = list(case, key).iter();
    places
        .map(|place| from[place.as_u64().expect("a place") as usize].as_str().expect("text"))
        .collect()
}

fn place(case: &Value, key: &str) -> usize {
    case[key].as_u64().expect("a place") as usize
}

fn keys(texts: &[&str]) -> Result<Vec<PublicKey>, (usize, Error)> {
    let parsed = texts.iter().enumerate();
    parsed
        .map(|(signer, text)| PublicKey::from_bytes(&bytes(text)).map_err(|error| (signer, error)))
        .collect()
}

fn nonces(texts: &[&str]) -> Result<Vec<PublicNonce>, (usize, Error)> {
    let parsed = texts.iter().enumerate();
    parsed
        .map(|(signer, text)| {
            PublicNonce::from_bytes(&bytes(text)).map_err(|error| (signer, error))
        })
        .collect()
}

/// The aggregate of `keys` with the tweaks of a case.
fn tweaked<'a>(
    keys: &'a [PublicKey],
    tweaks: &[&str],
    case: &Value,
) -> Result<AggregateKey<'a>, Error> {
    let x_only = list(case, "is_xonly").iter().map(|flag| flag.as_bool().expect("a flag"));
    tweaks.iter().zip(x_only).try_fold(AggregateKey::new(keys)?, |key, (tweak, x_only)| {
        if x_only { key.tweak_x_only(&bytes(tweak)) } else { key.tweak_plain(&bytes(tweak)) }
    })
}

/// The secret nonce of the 97 bytes of a case: two scalars and the key.
fn secret_nonce(text: &str) -> Option<SecretNonce> {
    let all = bytes(text);
    let scalars: [Option<SecretScalar>; 2] = array::from_fn(|i| {
        SecretScalar::from_be_bytes(&all[32 * i..32 * i + 32]).ok()?.not_zero().ok()
    });
    let [Some(one), Some(other)] = scalars else { return None };
    let key = PublicKey::from_bytes(&all[64..]).expect("a key");
    Some(SecretNonce::from_scalars(&key, [one, other]))
}

#[test]
fn published_order_of_keys() {
    let Some(suite) = suites::json("bip327/key_sort_vectors.json") else { return };
    let all = |name| -> Vec<PublicKey> {
        list(&suite, name)
            .iter()
            .map(|key| PublicKey::from_bytes(&bytes(key.as_str().expect("text"))).expect("a key"))
            .collect()
    };
    let mut sorted = all("pubkeys");
    sorted.sort();
    assert_eq!(sorted, all("sorted_pubkeys"));
    assert_eq!(sorted.len(), 6);
}

#[test]
fn published_aggregates_of_keys() {
    let Some(suite) = suites::json("bip327/key_agg_vectors.json") else { return };
    let (pubkeys, tweaks) = (list(&suite, "pubkeys"), list(&suite, "tweaks"));
    let valid = list(&suite, "valid_test_cases");
    for case in valid {
        let keys = keys(&chosen(pubkeys, case, "key_indices")).expect("keys");
        assert_eq!(
            AggregateKey::new(&keys).expect("an aggregate").to_bytes().to_vec(),
            hex(case, "expected")
        );
    }
    let reasons: Vec<(Option<usize>, Error)> = list(&suite, "error_test_cases")
        .iter()
        .map(|case| match keys(&chosen(pubkeys, case, "key_indices")) {
            Err((signer, error)) => (Some(signer), error),
            Ok(keys) => (
                None,
                tweaked(&keys, &chosen(tweaks, case, "tweak_indices"), case)
                    .expect_err("not acceptable"),
            ),
        })
        .collect();
    let expected = [
        (Some(1), Error::Key(PointError::NotOnCurve)),
        (Some(1), Error::Key(PointError::NotCanonical)),
        (Some(0), Error::Key(PointError::Compression)),
        (None, Error::Tweak(ScalarError::NotCanonical)),
        (None, Error::Key(PointError::Identity)),
    ];
    assert_eq!((valid.len(), &reasons[..]), (4, &expected[..]));
}

#[test]
fn published_nonces() {
    let Some(suite) = suites::json("bip327/nonce_gen_vectors.json") else { return };
    let cases = list(&suite, "test_cases");
    for case in cases {
        let optional = |name: &str| case[name].as_str().map(bytes);
        let key = PublicKey::from_bytes(&hex(case, "pk")).expect("a key");
        let signing_key =
            optional("sk").map(|secret| SigningKey::from_bytes(&secret).expect("a key"));
        let aggregate = optional("aggpk").map(|bytes| bytes.try_into().expect("32 bytes"));
        let random = hex(case, "rand_").try_into().expect("32 bytes");
        let nonce = SecretNonce::hashed(
            &key,
            signing_key.as_ref(),
            aggregate.as_ref(),
            optional("msg").as_deref(),
            &optional("extra_in").unwrap_or_default(),
            &random,
        );
        let [one, other] = nonce.scalars.each_ref().map(SecretScalar::to_be_bytes);
        let secret = [&one[..], &other[..], &nonce.key[..]].concat();
        assert_eq!(secret, hex(case, "expected_secnonce"));
        assert_eq!(nonce.public_nonce().to_bytes().to_vec(), hex(case, "expected_pubnonce"));
    }
    assert_eq!(cases.len(), 4);
}

#[test]
fn published_sums_of_nonces() {
    let Some(suite) = suites::json("bip327/nonce_agg_vectors.json") else { return };
    let pnonces = list(&suite, "pnonces");
    let valid = list(&suite, "valid_test_cases");
    for case in valid {
        let sum =
            AggregateNonce::new(&nonces(&chosen(pnonces, case, "pnonce_indices")).expect("nonces"));
        assert_eq!(sum.to_bytes().to_vec(), hex(case, "expected"));
        assert_eq!(AggregateNonce::from_bytes(&sum.to_bytes()), Ok(sum));
    }
    let refused = list(&suite, "error_test_cases");
    for case in refused {
        let (signer, error) =
            nonces(&chosen(pnonces, case, "pnonce_indices")).expect_err("not acceptable");
        assert_eq!(signer, place(&case["error"], "signer"));
        assert!(matches!(error, Error::Nonce(_)));
    }
    assert_eq!((valid.len(), refused.len()), (2, 3));
}

/// Signs with the nonce of a case, and has the part verified.
fn signs(
    key: &AggregateKey<'_>,
    sum: &AggregateNonce,
    message: &[u8],
    secret: &[u8],
    nonce: &str,
) -> [u8; 32] {
    let signer = SigningKey::from_bytes(secret).expect("a key");
    let session = Session::new(key, sum, message);
    let nonce = secret_nonce(nonce).expect("scalars");
    let public = nonce.public_nonce();
    let part = session.sign(&signer, nonce).expect("a signer");
    session.verify_partial(&part, &public, &signer.public_key()).expect("its own");
    part.to_bytes()
}

#[test]
fn published_parts() {
    let Some(suite) = suites::json("bip327/sign_verify_vectors.json") else { return };
    let (secret, pubkeys, pnonces) =
        (hex(&suite, "sk"), list(&suite, "pubkeys"), list(&suite, "pnonces"));
    let message = |case: &Value| {
        bytes(list(&suite, "msgs")[place(case, "msg_index")].as_str().expect("text"))
    };
    let sum = |case: &Value| {
        let text = list(&suite, "aggnonces")[place(case, "aggnonce_index")].as_str();
        AggregateNonce::from_bytes(&bytes(text.expect("text")))
    };
    let secnonce = |place: usize| list(&suite, "secnonces")[place].as_str().expect("text");

    let valid = list(&suite, "valid_test_cases");
    for case in valid {
        let keys = keys(&chosen(pubkeys, case, "key_indices")).expect("keys");
        let nonces = nonces(&chosen(pnonces, case, "nonce_indices")).expect("nonces");
        let sum = sum(case).expect("a sum");
        assert_eq!(AggregateNonce::new(&nonces), sum);
        let key = AggregateKey::new(&keys).expect("an aggregate");
        assert_eq!(
            signs(&key, &sum, &message(case), &secret, secnonce(0)).to_vec(),
            hex(case, "expected")
        );
    }

    let refused = list(&suite, "sign_error_test_cases");
    let mut reasons = Vec::new();
    for case in refused {
        let reason = (|| {
            let keys = keys(&chosen(pubkeys, case, "key_indices")).map_err(|(_, error)| error)?;
            let session = Session::new(&AggregateKey::new(&keys)?, &sum(case)?, &message(case));
            // A secret nonce of zeros does not come to be.
            let nonce = secret_nonce(secnonce(place(case, "secnonce_index")))
                .ok_or(Error::NonceOfOtherKey)?;
            session.sign(&SigningKey::from_bytes(&secret)?, nonce)
        })();
        reasons.push(reason.expect_err("not acceptable"));
    }
    assert_eq!(reasons[0], Error::NotAmongKeys);
    assert!(matches!(reasons[1], Error::Key(_)));
    assert!(reasons[2..5].iter().all(|reason| matches!(reason, Error::Nonce(_))), "{reasons:?}");
    assert_eq!(reasons[5], Error::NonceOfOtherKey);

    let verdict = |case: &Value| {
        let keys = keys(&chosen(pubkeys, case, "key_indices")).map_err(|(_, error)| error)?;
        let nonces = nonces(&chosen(pnonces, case, "nonce_indices")).map_err(|(_, error)| error)?;
        let signer = place(case, "signer_index");
        let session =
            Session::new(&AggregateKey::new(&keys)?, &AggregateNonce::new(&nonces), &message(case));
        session.verify_partial(
            &PartialSignature::from_bytes(&hex(case, "sig"))?,
            &nonces[signer],
            &keys[signer],
        )
    };
    let verdicts: Vec<_> = list(&suite, "verify_fail_test_cases").iter().map(verdict).collect();
    let beyond = Err(Error::Partial(ScalarError::NotCanonical));
    assert_eq!(verdicts, [Err(Error::NotSigned), Err(Error::NotSigned), beyond]);
    let errors: Vec<_> = list(&suite, "verify_error_test_cases").iter().map(verdict).collect();
    assert!(matches!(errors[..], [Err(Error::Nonce(_)), Err(Error::Key(_))]), "{errors:?}");
    assert_eq!((valid.len(), refused.len()), (6, 6));
}

#[test]
fn published_parts_under_tweaks() {
    let Some(suite) = suites::json("bip327/tweak_vectors.json") else { return };
    let (pubkeys, tweaks) = (list(&suite, "pubkeys"), list(&suite, "tweaks"));
    let sum = AggregateNonce::from_bytes(&hex(&suite, "aggnonce")).expect("a sum");
    let valid = list(&suite, "valid_test_cases");
    for case in valid {
        let keys = keys(&chosen(pubkeys, case, "key_indices")).expect("keys");
        let key = tweaked(&keys, &chosen(tweaks, case, "tweak_indices"), case).expect("tweaks");
        let nonce = suites::string(&suite, "secnonce");
        let part = signs(&key, &sum, &hex(&suite, "msg"), &hex(&suite, "sk"), nonce);
        assert_eq!(part.to_vec(), hex(case, "expected"), "{case}");
    }
    let refused = list(&suite, "error_test_cases");
    for case in refused {
        let keys = keys(&chosen(pubkeys, case, "key_indices")).expect("keys");
        let error = tweaked(&keys, &chosen(tweaks, case, "tweak_indices"), case)
            .expect_err("not acceptable");
        assert_eq!(error, Error::Tweak(ScalarError::NotCanonical));
    }
    assert_eq!((valid.len(), refused.len()), (5, 1));
}

#[test]
fn published_signatures() {
    let Some(suite) = suites::json("bip327/sig_agg_vectors.json") else { return };
    let [pubkeys, tweaks, pnonces, psigs] =
        ["pubkeys", "tweaks", "pnonces", "psigs"].map(|name| list(&suite, name));
    let message = hex(&suite, "msg");
    let aggregated = |case: &Value| {
        let keys = keys(&chosen(pubkeys, case, "key_indices")).expect("keys");
        let key = tweaked(&keys, &chosen(tweaks, case, "tweak_indices"), case).expect("tweaks");
        let nonces = nonces(&chosen(pnonces, case, "nonce_indices")).expect("nonces");
        let sum = AggregateNonce::new(&nonces);
        assert_eq!(sum.to_bytes().to_vec(), hex(case, "aggnonce"));
        let session = Session::new(&key, &sum, &message);
        let parts = chosen(psigs, case, "psig_indices");
        let parts: Vec<_> = parts
            .iter()
            .enumerate()
            .map(|(signer, part)| {
                PartialSignature::from_bytes(&bytes(part)).map_err(|error| (signer, error))
            })
            .collect::<Result<_, _>>()?;
        for ((part, nonce), key) in parts.iter().zip(&nonces).zip(&keys) {
            session.verify_partial(part, nonce, key).expect("the signer's");
        }
        let signature = session.aggregate(&parts).expect("as many as keys");
        key.verifying_key().verify(&message, &signature).expect("a signature");
        Ok::<_, (usize, Error)>(signature.to_bytes())
    };
    let valid = list(&suite, "valid_test_cases");
    for case in valid {
        assert_eq!(aggregated(case).expect("parts").to_vec(), hex(case, "expected"));
    }
    let refused = list(&suite, "error_test_cases");
    for case in refused {
        assert_eq!(aggregated(case), Err((1, Error::Partial(ScalarError::NotCanonical))));
    }
    assert_eq!((valid.len(), refused.len()), (4, 1));
}

#[test]
fn published_deterministic_signatures() {
    let Some(suite) = suites::json("bip327/det_sign_vectors.json") else { return };
    let pubkeys = list(&suite, "pubkeys");
    let signer = SigningKey::from_bytes(&hex(&suite, "sk")).expect("a key");
    let signed = |case: &Value| {
        let keys = keys(&chosen(pubkeys, case, "key_indices")).map_err(|(_, error)| error)?;
        let tweaks: Vec<&str> =
            list(case, "tweaks").iter().map(|tweak| tweak.as_str().expect("text")).collect();
        let key = tweaked(&keys, &tweaks, case)?;
        let others = AggregateNonce::from_bytes(&hex(case, "aggothernonce"))?;
        let message = bytes(list(&suite, "msgs")[place(case, "msg_index")].as_str().expect("text"));
        let random = case["rand"].as_str().map(|text| bytes(text).try_into().expect("32 bytes"));
        let (nonce, part) = signer.sign_deterministic(&key, &others, &message, random.as_ref())?;
        Ok([nonce.to_bytes().to_vec(), part.to_bytes().to_vec()])
    };
    let valid = list(&suite, "valid_test_cases");
    for case in valid {
        let expected =
            list(case, "expected").iter().map(|text| bytes(text.as_str().expect("text")));
        assert_eq!(signed(case).expect("a signature").to_vec(), expected.collect::<Vec<_>>());
    }
    let reasons: Vec<Error> = list(&suite, "error_test_cases")
        .iter()
        .map(|case| signed(case).expect_err("not acceptable"))
        .collect();
    let expected = [
        Error::Key(PointError::NotOnCurve),
        Error::NotAmongKeys,
        Error::Nonce(PointError::Compression),
        Error::Nonce(PointError::Identity),
        Error::Tweak(ScalarError::NotCanonical),
    ];
    assert_eq!((valid.len(), &reasons[..]), (4, &expected[..]));
}

/// From one to seventeen signers, which is more than two sums of eight: what they sign together is
/// a signature, under every kind of tweak, and a part that is another's, or of another nonce, or
/// changed, is found.
#[test]
fn any_number_of_signers() {
    let mut rng = ChaCha20Rng::from_seed([27; 32]);
    for count in [1_usize, 2, 3, 8, 9, 17] {
        let signers: Vec<_> = (0..count).map(|_| SigningKey::random(&mut rng)).collect();
        let mut keys: Vec<_> = signers.iter().map(SigningKey::public_key).collect();
        keys[count - 1] = keys[0];
        let plain = AggregateKey::new(&keys).expect("an aggregate");
        let tweaks = [[1; 32], [2; 32]];
        for key in [
            plain,
            plain.tweak_plain(&tweaks[0]).expect("a tweak"),
            plain
                .tweak_x_only(&tweaks[0])
                .expect("a tweak")
                .tweak_x_only(&tweaks[1])
                .expect("a tweak"),
        ] {
            let holder = |place: usize| &signers[if place == count - 1 { 0 } else { place }];
            let context = |place| Context {
                signing_key: Some(holder(place)),
                aggregate_key: Some(&key),
                message: Some(b"together"),
                extra: b"",
            };
            let nonces: Vec<_> = (0..count)
                .map(|place| SecretNonce::generate_in(&keys[place], &context(place), &mut rng))
                .collect();
            let public: Vec<_> = nonces.iter().map(SecretNonce::public_nonce).collect();
            let session = Session::new(&key, &AggregateNonce::new(&public), b"together");
            let parts: Vec<_> = nonces
                .into_iter()
                .enumerate()
                .map(|(place, nonce)| session.sign(holder(place), nonce).expect("a signer"))
                .collect();
            let signature = session.aggregate(&parts).expect("all parts");
            assert_eq!(key.verifying_key().verify(b"together", &signature), Ok(()));
            assert_eq!(
                key.verifying_key(),
                schnorr::VerifyingKey::from_bytes(&key.to_bytes()).expect("a key")
            );

            for place in 0..count {
                let next = if place + 1 == count { 0 } else { place + 1 };
                assert_eq!(
                    session.verify_partial(&parts[place], &public[place], &keys[place]),
                    Ok(())
                );
                if next != place {
                    let others = session.verify_partial(&parts[next], &public[place], &keys[place]);
                    assert_eq!(others, Err(Error::NotSigned));
                    let other_nonce =
                        session.verify_partial(&parts[place], &public[next], &keys[place]);
                    assert_eq!(other_nonce, Err(Error::NotSigned));
                }
                let mut changed = parts[place].to_bytes();
                changed[31] ^= 1;
                let changed = PartialSignature::from_bytes(&changed).expect("a scalar");
                assert_eq!(
                    session.verify_partial(&changed, &public[place], &keys[place]),
                    Err(Error::NotSigned)
                );
            }
            assert_eq!(session.aggregate(&parts[1..]), Err(Error::LengthMismatch));
        }
    }
    assert_eq!(AggregateKey::new(&[]).expect_err("nobody"), Error::Empty);
}

/// A nonce made for one key does not sign for another, and a stranger does not sign at all.
#[test]
fn nonces_and_sessions_know_whose_they_are() {
    let mut rng = ChaCha20Rng::from_seed([28; 32]);
    let [one, other, stranger] = array::from_fn(|_| SigningKey::random(&mut rng));
    let keys = [one.public_key(), other.public_key()];
    let key = AggregateKey::new(&keys).expect("an aggregate");
    let public = SecretNonce::generate(&keys[0], &mut rng).public_nonce();
    let session = Session::new(&key, &AggregateNonce::new(&[public; 2]), b"");
    let nonce = SecretNonce::generate(&keys[0], &mut rng);
    assert_eq!(session.sign(&other, nonce), Err(Error::NonceOfOtherKey));
    let nonce = SecretNonce::generate(&stranger.public_key(), &mut rng);
    let part = PartialSignature::from_bytes(&[1; 32]).expect("a scalar");
    assert_eq!(
        session.verify_partial(&part, &public, &stranger.public_key()),
        Err(Error::NotAmongKeys)
    );
    assert_eq!(session.sign(&stranger, nonce), Err(Error::NotAmongKeys));
}

/// Nonces that cancel to the identity, in one half or in both, sign and are judged like others.
#[test]
fn nonces_that_cancel() {
    let mut rng = ChaCha20Rng::from_seed([29; 32]);
    let signers: [SigningKey; 2] = array::from_fn(|_| SigningKey::random(&mut rng));
    let keys = signers.each_ref().map(SigningKey::public_key);
    let key = AggregateKey::new(&keys).expect("an aggregate");
    for cancelling in [[true, false], [false, true], [true, true]] {
        let first = SecretNonce::generate(&keys[0], &mut rng);
        let own = SecretNonce::generate(&keys[1], &mut rng);
        let scalars =
            array::from_fn(
                |i| if cancelling[i] { -&first.scalars[i] } else { own.scalars[i].clone() },
            );
        let second = SecretNonce::from_scalars(&keys[1], scalars);
        let public = [first.public_nonce(), second.public_nonce()];
        let sum = AggregateNonce::new(&public);
        for (half, cancels) in sum.to_bytes().chunks(33).zip(cancelling) {
            assert_eq!(half == [0; 33], cancels);
        }
        assert_eq!(AggregateNonce::from_bytes(&sum.to_bytes()), Ok(sum));
        let session = Session::new(&key, &sum, b"cancelled");
        let parts = [
            session.sign(&signers[0], first).expect("a signer"),
            session.sign(&signers[1], second).expect("a signer"),
        ];
        for i in 0..2 {
            assert_eq!(session.verify_partial(&parts[i], &public[i], &keys[i]), Ok(()));
        }
        let signature = session.aggregate(&parts).expect("two parts");
        // Where all cancels, the generator stands for a nonce that nobody has, as the proposal
        // says: no signature comes out.
        let verdict = key.verifying_key().verify(b"cancelled", &signature);
        assert_eq!(verdict.is_ok(), cancelling != [true, true]);
    }
}
