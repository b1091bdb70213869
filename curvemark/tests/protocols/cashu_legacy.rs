//! Cashu on secp256k1: what must be refused, the laws of the protocol, the forms for many, and, in
//! files of their own, the published vectors and the JSON models.

use crate::vectors;
use curve::error::{PointError, ScalarError};
use curve::secp256k1::{AffinePoint, Fr};
use curvemark::cashu::legacy::{
    BlindSignature, BlindedMessage, BlindingFactor, Claim, DleqProof, Error, KeysetId,
    MintPublicKey, MintSecretKey, Payment, Promise, Purpose, Signature, blind, blind_each,
    challenge, derive_blinding_factor, derive_key, derive_secret, hash_to_curve,
    hash_to_curve_each, reblind_each, sign_each, sign_with_proof_each, unblind_each, verify_each,
    verify_payments_each, verify_proofs_each,
};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

#[cfg(feature = "serde")]
mod models;
mod published;

/// n, the order of the group (SEC 2 §2.4.1).
const ORDER: &str = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141";

/// Inputs of a round.
struct Round {
    secret: Vec<u8>,
    r: BlindingFactor,
    mint: MintSecretKey,
}

fn rounds(count: usize) -> Vec<Round> {
    let mut rng = ChaCha8Rng::seed_from_u64(count as u64);
    (0..count)
        .map(|i| {
            // Lengths from nothing on; factors and keys of extreme values among the first.
            let mut secret = vec![0; i & 63];
            rng.fill_bytes(&mut secret);
            let small = |value: u64| Fr::from(value).to_be_bytes();
            let bytes = [
                small(1),
                small(2),
                (-&Fr::from(1_u64)).to_be_bytes(),
                (-&Fr::from(2_u64)).to_be_bytes(),
            ];
            let r = bytes.get(i).map_or_else(
                || BlindingFactor::random(&mut rng),
                |bytes| BlindingFactor::from_bytes(bytes).expect("a scalar"),
            );
            let mint = bytes.get(i >> 2).map_or_else(
                || MintSecretKey::random(&mut rng),
                |bytes| MintSecretKey::from_bytes(bytes).expect("a scalar"),
            );
            Round { secret, r, mint }
        })
        .collect()
}

/// One round, by single steps.
fn play(round: &Round) -> (BlindedMessage, BlindSignature, DleqProof, Signature) {
    let message = blind(&round.secret, &round.r);
    let (promise, proof) = round.mint.sign_with_proof(&message);
    let signature = promise.unblind(&round.r, &round.mint.public_key()).expect("a point");
    (message, promise, proof, signature)
}

#[test]
fn rounds_hold_and_forgeries_do_not() {
    let rounds = rounds(20);
    let other = &rounds[19];
    let of_other = play(other);
    for round in &rounds[..19] {
        let key = round.mint.public_key();
        let (message, promise, proof, signature) = play(round);
        assert_eq!(round.mint.sign(&message), promise);
        // C = k·Y, by plain arithmetic.
        let k = Fr::from_be_bytes(round.mint.to_bytes().as_slice()).expect("a scalar");
        assert_eq!(hash_to_curve(&round.secret).mul(&k).to_affine(), *signature.affine());
        assert_eq!(round.mint.verify(&round.secret, &signature), Ok(()));
        assert_eq!(proof.verify(&key, &message, &promise), Ok(()));
        assert_eq!(proof.verify_unblinded(&key, &round.secret, &signature, &round.r), Ok(()));

        assert_eq!(other.mint.verify(&round.secret, &signature), Err(Error::NotSigned));
        assert_eq!(round.mint.verify(&other.secret, &signature), Err(Error::NotSigned));
        assert_eq!(round.mint.verify(&round.secret, &of_other.3), Err(Error::NotSigned));
        let negative = Signature::from_bytes(&signature.affine().neg().to_sec1().expect("a point"))
            .expect("C");
        assert_eq!(round.mint.verify(&round.secret, &negative), Err(Error::NotSigned));
        let not = Err(Error::NotProven);
        assert_eq!(proof.verify(&other.mint.public_key(), &message, &promise), not);
        assert_eq!(proof.verify(&key, &of_other.0, &promise), not);
        assert_eq!(proof.verify(&key, &message, &of_other.1), not);
        assert_eq!(of_other.2.verify(&key, &message, &promise), not);
        assert_eq!(proof.verify_unblinded(&key, &round.secret, &signature, &other.r), not);
        assert_eq!(proof.verify_unblinded(&key, &other.secret, &signature, &round.r), not);
        assert_eq!(proof.verify_unblinded(&key, &round.secret, &of_other.3, &round.r), not);
        for bit in 0..8 {
            let (mut e, mut s) = (proof.e_bytes(), proof.s_bytes());
            e[31 - bit] ^= 1 << bit;
            s[31 - 3 * bit] ^= 1 << bit;
            let with = |e: &[u8], s: &[u8]| {
                DleqProof::from_bytes(e, s).expect("below n").verify(&key, &message, &promise)
            };
            assert_eq!((with(&e, &proof.s_bytes()), with(&proof.e_bytes(), &s)), (not, not));
        }
    }
    // Zeros: e = 0 and s = 0 have the identity as nonce points.
    let nothing = DleqProof::from_bytes(&[0; 32], &[0; 32]).expect("scalars");
    assert_eq!(
        nothing.verify(&other.mint.public_key(), &of_other.0, &of_other.1),
        Err(Error::NotProven)
    );
    // A mint that knows r answers with r·K, which unblinds to the identity.
    let k_r = other.mint.sign(
        &BlindedMessage::from_bytes(
            &MintSecretKey::from_bytes(other.r.to_bytes().as_slice())
                .expect("a scalar")
                .public_key()
                .to_bytes(),
        )
        .expect("a point"),
    );
    assert_eq!(
        k_r.unblind(&other.r, &other.mint.public_key()),
        Err(Error::Point(PointError::Identity))
    );
    // And C = −r·K is refused when B_ and C_ are made again.
    let minus = Signature::from_bytes(&k_r.affine().neg().to_sec1().expect("a point")).expect("C");
    assert_eq!(
        of_other.2.verify_unblinded(&other.mint.public_key(), b"x", &minus, &other.r),
        Err(Error::NotProven)
    );
}

/// The forms for many equal the single ones, for batches of all lengths around the pieces they are
/// worked in, with bad items at every place of one.
#[test]
fn many_are_as_each() {
    let rounds = rounds(129);
    let played: Vec<_> = rounds.iter().map(play).collect();
    let publics: Vec<MintPublicKey> = rounds.iter().map(|round| round.mint.public_key()).collect();
    for count in [1, 2, 7, 8, 9, 64, 65, 129] {
        let (rounds, played, publics) = (&rounds[..count], &played[..count], &publics[..count]);
        let secrets: Vec<&[u8]> = rounds.iter().map(|round| &round.secret[..]).collect();
        let factors: Vec<BlindingFactor> = rounds.iter().map(|round| round.r.clone()).collect();
        let mints: Vec<&MintSecretKey> = rounds.iter().map(|round| &round.mint).collect();
        let keys: Vec<&MintPublicKey> = publics.iter().collect();

        let mut points = vec![AffinePoint::identity(); count];
        hash_to_curve_each(&secrets, &mut points).expect("one length");
        assert!(points.iter().zip(&secrets).all(|(point, secret)| *point == hash_to_curve(secret)));

        let mut messages = vec![Err(Error::Empty); count];
        blind_each(&secrets, &factors, &mut messages).expect("one length");
        assert!(messages.iter().zip(played).all(|(message, played)| *message == Ok(played.0)));
        let messages: Vec<BlindedMessage> = played.iter().map(|played| played.0).collect();

        let mut promises = vec![Err(Error::Empty); count];
        sign_each(&mints, &messages, &mut promises).expect("one length");
        assert!(promises.iter().zip(played).all(|(promise, played)| *promise == Ok(played.1)));
        let mut proven = vec![Err(Error::Empty); count];
        sign_with_proof_each(&mints, &messages, &mut proven).expect("one length");
        assert!(
            proven.iter().zip(played).all(|(proven, played)| *proven == Ok((played.1, played.2)))
        );
        let mut promises: Vec<BlindSignature> = played.iter().map(|played| played.1).collect();

        // Every fourth answer unblinds to the identity.
        for i in (2..count).step_by(4) {
            let r = MintSecretKey::from_bytes(factors[i].to_bytes().as_slice()).expect("a scalar");
            promises[i] = mints[i]
                .sign(&BlindedMessage::from_bytes(&r.public_key().to_bytes()).expect("a point"));
        }
        let mut signatures = vec![Err(Error::Empty); count];
        unblind_each(&promises, &factors, &keys, &mut signatures).expect("one length");
        for i in 0..count {
            assert_eq!(signatures[i], promises[i].unblind(&factors[i], keys[i]));
            assert_eq!(signatures[i].is_ok(), i & 3 != 2);
        }

        // Long lists have one bad item, in the last piece; short ones at several places.
        let places = [None, Some(count - 1), Some(0), Some(count >> 1)];
        for bad in places.into_iter().take(if count > 9 { 2 } else { 4 }) {
            let claim = |i: usize| Claim {
                secret: secrets[i],
                signature: played[if bad != Some(i) {
                    i
                } else if i + 1 == count {
                    0
                } else {
                    i + 1
                }]
                .3,
                key: mints[i],
            };
            let claims: Vec<Claim<'_>> = (0..count).map(claim).collect();
            let mut verdicts = vec![Err(Error::Empty); count];
            verify_each(&claims, &mut verdicts).expect("one length");
            for (i, verdict) in verdicts.iter().enumerate() {
                assert_eq!(*verdict, claims[i].key.verify(claims[i].secret, &claims[i].signature));
                assert_eq!(verdict.is_err(), bad == Some(i) && count > 1, "{i} of {count}");
            }
            // C of another; and −r·K, for which C_ is the identity.
            for identity in [false, true] {
                let payment = |i: usize| Payment {
                    secret: secrets[i],
                    signature: match bad {
                        Some(bad) if bad == i && identity => {
                            let mut r_k = [Err(Error::Empty)];
                            let message =
                                MintSecretKey::from_bytes(factors[i].to_bytes().as_slice())
                                    .expect("r")
                                    .public_key();
                            let message =
                                BlindedMessage::from_bytes(&message.to_bytes()).expect("r·G");
                            sign_each(&[mints[i]], &[message], &mut r_k).expect("one");
                            let minus =
                                r_k[0].expect("r·K").affine().neg().to_sec1().expect("a point");
                            Signature::from_bytes(&minus).expect("−r·K")
                        }
                        Some(bad) if bad == i => played[if i + 1 == count { 0 } else { i + 1 }].3,
                        _ => played[i].3,
                    },
                    key: &publics[i],
                    proof: played[i].2,
                    factor: &factors[i],
                };
                let payments: Vec<Payment<'_>> = (0..count).map(payment).collect();
                verify_payments_each(&payments, &mut verdicts).expect("one length");
                for (i, (verdict, payment)) in verdicts.iter().zip(&payments).enumerate() {
                    let Payment { secret, signature, key, proof, factor } = payment;
                    assert_eq!(*verdict, proof.verify_unblinded(key, secret, signature, factor));
                    assert_eq!(
                        verdict.is_err(),
                        bad == Some(i) && (identity || count > 1),
                        "{i} of {count}"
                    );
                }
            }
            let promise = |i: usize| Promise {
                key: &publics[i],
                message: played[i].0,
                signature: played[if bad != Some(i) {
                    i
                } else if i + 1 == count {
                    0
                } else {
                    i + 1
                }]
                .1,
                proof: played[i].2,
            };
            let all: Vec<Promise<'_>> = (0..count).map(promise).collect();
            verify_proofs_each(&all, &mut verdicts).expect("one length");
            for (i, verdict) in verdicts.iter().enumerate() {
                assert_eq!(
                    *verdict,
                    all[i].proof.verify(all[i].key, &all[i].message, &all[i].signature)
                );
                assert_eq!(verdict.is_err(), bad == Some(i) && count > 1, "{i} of {count}");
            }
        }
    }
    // Zeros as a proof, whose nonce points are the identity, among good ones.
    let nothing = DleqProof::from_bytes(&[0; 32], &[0; 32]).expect("scalars");
    let mut all: Vec<Promise<'_>> = (0..9)
        .map(|i| Promise {
            key: &publics[i],
            message: played[i].0,
            signature: played[i].1,
            proof: played[i].2,
        })
        .collect();
    all[4].proof = nothing;
    let mut verdicts = vec![Ok(()); 9];
    verify_proofs_each(&all, &mut verdicts).expect("one length");
    assert_eq!(verdicts.iter().position(Result::is_err), Some(4));
    assert_eq!(verdicts.iter().filter(|verdict| verdict.is_err()).count(), 1);
}

#[test]
fn lists_of_other_lengths() {
    let rounds = rounds(2);
    let played = play(&rounds[0]);
    let (key, factors) = (rounds[0].mint.public_key(), [rounds[0].r.clone(), rounds[1].r.clone()]);
    let (mut two, mut two_promises, mut two_signatures) =
        ([Err(Error::Empty); 2], [Err(Error::Empty); 2], [Err(Error::Empty); 2]);
    let mismatch = Err(Error::LengthMismatch);
    assert_eq!(hash_to_curve_each(&[b""; 1], &mut [AffinePoint::identity(); 2]), mismatch);
    assert_eq!(hash_to_curve_each(&[b""; 0], &mut []), Err(Error::Empty));
    assert_eq!(blind_each(&[b""; 2], &factors[..1], &mut two), mismatch);
    assert_eq!(blind_each(&[b""; 1], &factors, &mut two), mismatch);
    assert_eq!(blind_each(&[b""; 0], &[], &mut []), Err(Error::Empty));
    assert_eq!(sign_each(&[&rounds[0].mint], &[played.0; 2], &mut two_promises), mismatch);
    assert_eq!(sign_each(&[], &[], &mut []), Err(Error::Empty));
    assert_eq!(unblind_each(&[played.1; 2], &factors, &[&key], &mut two_signatures), mismatch);
    assert_eq!(unblind_each(&[played.1; 1], &factors, &[&key; 2], &mut two_signatures), mismatch);
    assert_eq!(unblind_each(&[], &[], &[], &mut []), Err(Error::Empty));
    assert_eq!(verify_each(&[], &mut []), Err(Error::Empty));
    assert_eq!(verify_each(&[], &mut [Ok(())]), mismatch);
    assert_eq!(sign_with_proof_each(&[], &[], &mut []), Err(Error::Empty));
    assert_eq!(sign_with_proof_each(&[], &[played.0], &mut [Err(Error::Empty)]), mismatch);
    assert_eq!(verify_payments_each(&[], &mut []), Err(Error::Empty));
    assert_eq!(verify_payments_each(&[], &mut [Ok(())]), mismatch);
    assert_eq!(verify_proofs_each(&[], &mut []), Err(Error::Empty));
    assert_eq!(verify_proofs_each(&[], &mut [Ok(())]), mismatch);
}

#[test]
fn bytes_that_are_refused() {
    let order = vectors::bytes(ORDER);
    let mut below = order.clone();
    below[31] -= 1;
    assert_eq!(*MintSecretKey::from_bytes(&below).expect("n − 1").to_bytes(), *below);
    assert_eq!(*BlindingFactor::from_bytes(&below).expect("n − 1").to_bytes(), *below);
    for (bytes, reason) in [
        (&order[..], ScalarError::NotCanonical),
        (&[0xff; 32], ScalarError::NotCanonical),
        (&[0; 32], ScalarError::Zero),
        (&[1; 31], ScalarError::Length),
        (&[1; 33], ScalarError::Length),
        (&[], ScalarError::Length),
    ] {
        let reason = Error::Scalar(reason);
        assert_eq!(MintSecretKey::from_bytes(bytes).err(), Some(reason));
        assert_eq!(BlindingFactor::from_bytes(bytes).err(), Some(reason));
    }
    assert_eq!(DleqProof::from_bytes(&[0; 31], &[0; 32]), Err(Error::Length));
    assert_eq!(
        DleqProof::from_bytes(&[0xff; 32], &order),
        Err(Error::Scalar(ScalarError::NotCanonical))
    );
    assert_eq!(DleqProof::from_bytes(&[0; 32], &[0; 33]), Err(Error::Scalar(ScalarError::Length)));

    let point = MintSecretKey::from_bytes(&[7; 32]).expect("a scalar").public_key();
    let good = point.to_bytes();
    assert_eq!(MintPublicKey::from_bytes(&good), Ok(point));
    let uncompressed = point.point().to_sec1_uncompressed().expect("a point");
    let changed = |place: usize, byte: u8| {
        let mut bytes = good;
        bytes[place] = byte;
        bytes.to_vec()
    };
    let mut beyond = [0xff; 33];
    beyond[0] = 2;
    // x = 5 is of no point.
    let mut none = [0; 33];
    (none[0], none[32]) = (3, 5);
    for (bytes, reason) in [
        (good[..32].to_vec(), Error::Length),
        ([&good[..], &[0]].concat(), Error::Length),
        (uncompressed.to_vec(), Error::Length),
        (vec![0], Error::Length),
        (vec![], Error::Length),
        (changed(0, 0), Error::Point(PointError::Tag)),
        (changed(0, 5), Error::Point(PointError::Tag)),
        (changed(0, 4), Error::Point(PointError::Compression)),
        (beyond.to_vec(), Error::Point(PointError::NotCanonical)),
        (none.to_vec(), Error::Point(PointError::NotOnCurve)),
    ] {
        assert_eq!(MintPublicKey::from_bytes(&bytes), Err(reason));
        assert_eq!(BlindedMessage::from_bytes(&bytes), Err(reason));
        assert_eq!(BlindSignature::from_bytes(&bytes), Err(reason));
        assert_eq!(Signature::from_bytes(&bytes), Err(reason));
    }

    let id = |first: u8, length: usize| {
        KeysetId::from_bytes(&[&[first], &[9; 40][..length - 1]].concat())
    };
    assert!(id(0, 8).is_ok() && id(1, 33).is_ok());
    for (first, length) in [(0, 7), (0, 9), (0, 33), (1, 8), (1, 32), (1, 34), (0, 1), (1, 1)] {
        assert_eq!(id(first, length), Err(Error::Length));
    }
    for length in [8, 33] {
        assert_eq!(
            (id(2, length), id(0xff, length)),
            (Err(Error::KeysetVersion), Err(Error::KeysetVersion))
        );
    }
    assert_eq!(KeysetId::from_bytes(&[]), Err(Error::Length));
    assert_eq!(KeysetId::derive_v1([]), Err(Error::Empty));
    assert_eq!(KeysetId::derive_v2([], "sat", None, None), Err(Error::Empty));
    for unit in ["", "a|b", "Σ"] {
        assert_eq!(KeysetId::derive_v2([(1, &point)], unit, None, None), Err(Error::Unit));
    }
    assert_eq!(
        KeysetId::derive_v2([(1, &point), (1, &point)], "sat", None, None),
        Err(Error::KeyOrder)
    );
}

#[test]
fn derivation_has_bounds() {
    let (v1, v2) = (
        KeysetId::from_bytes(&[0; 8]).expect("an id"),
        KeysetId::from_bytes(&[1; 33]).expect("an id"),
    );
    for length in [0, 1, 15, 16, 64, 65] {
        let seed = vec![5; length];
        assert_eq!(derive_secret(&seed, &v1, 0).is_ok(), (16..=64).contains(&length));
        assert_eq!(derive_blinding_factor(&seed, &v1, 0).is_ok(), (16..=64).contains(&length));
        assert_eq!(derive_secret(&seed, &v2, 0).is_ok(), length > 0);
        assert_eq!(derive_blinding_factor(&seed, &v2, 0).is_ok(), length > 0);
    }
    for (counter, good) in
        [((1 << 31) - 1, true), (1 << 31, false), (1 << 32, false), (u64::MAX, false)]
    {
        assert_eq!(derive_secret(&[5; 64], &v1, counter).is_ok(), good);
        assert_eq!(
            derive_blinding_factor(&[5; 64], &v1, counter).err(),
            (!good).then_some(Error::Counter)
        );
        assert_eq!(
            derive_key(&[5; 64], Purpose::P2pk, counter).err(),
            (!good).then_some(Error::Counter)
        );
        assert!(derive_secret(&[5; 64], &v2, counter).is_ok());
    }
}

#[test]
fn debug_shows_no_secret() {
    let round = &rounds(9)[8];
    let claim = Claim { secret: b"the secret", signature: play(round).3, key: &round.mint };
    let shown = format!("{:?} {:?} {claim:?}", round.mint, round.r);
    assert!(
        shown.starts_with("MintSecretKey(…) BlindingFactor(…) Claim")
            && !shown.contains("the secret"),
        "{shown}"
    );
}

/// What the documentation of [`DleqProof::verify_unblinded`] says of it: whoever knows k passes
/// with a C that is not k·Y, since B_ is not in the challenge.
#[test]
fn who_knows_k_can_make_payments_that_the_mint_refuses() {
    let k = [7; 32];
    let (mint, secret) = (MintSecretKey::from_bytes(&k).expect("a key"), b"a secret");
    let (key, y, k) =
        (mint.public_key(), hash_to_curve(secret), Fr::from_be_bytes(&k).expect("below n"));
    // C_ is off by c·G, and the nonce of B_ by as much as a later choice of r takes.
    let [nonce, off, c] = [1111_u64, 2222, 3333].map(Fr::from);
    let generator = AffinePoint::generator();
    let promise = (&generator.mul(&c) + &y.mul(&k)).to_affine();
    let promise =
        BlindSignature::from_bytes(&promise.to_sec1().expect("a point")).expect("a point");
    let (r1, r2) =
        (generator.mul(&nonce).to_affine(), (&generator.mul(&off) + &y.mul(&nonce)).to_affine());
    let e = challenge(&r1, &r2, &key, &promise).expect("points");
    let e_scalar = Fr::from_uniform_bytes(&e);
    let s = &nonce + &(&e_scalar * &k);
    let r = &(&off + &(&e_scalar * &c)) * &s.invert();
    let factor = BlindingFactor::from_bytes(&r.to_be_bytes()).expect("a factor");
    let signature = promise.unblind(&factor, &key).expect("a point");
    let proof = DleqProof::from_bytes(&e, &s.to_be_bytes()).expect("scalars");

    assert_eq!(proof.verify_unblinded(&key, secret, &signature, &factor), Ok(()));
    let payment = Payment { secret, signature, key: &key, proof, factor: &factor };
    let mut verdicts = [Err(Error::Empty); 2];
    verify_payments_each(&[payment; 2], &mut verdicts).expect("two");
    assert_eq!(verdicts, [Ok(()); 2]);
    assert_eq!(mint.verify(secret, &signature), Err(Error::NotSigned));
    // What the mint would have seen.
    assert_eq!(signature.reblind(&factor, &key), Ok(promise));
    let mut seen = [Err(Error::Empty); 2];
    reblind_each(&[payment; 2], &mut seen).expect("two");
    assert_eq!(seen, [Ok((blind(secret, &factor), promise)); 2]);
    assert_eq!(reblind_each(&[payment], &mut seen), Err(Error::LengthMismatch));
}

#[test]
fn a_promise_of_the_identity_is_not_proven() {
    // C = −r·K, so that C_ is the identity.
    let (key, factor) = (MintSecretKey::from_bytes(&[7; 32]).expect("a key").public_key(), [9; 32]);
    let product = key.point().mul(&-&Fr::from_be_bytes(&factor).expect("below n")).to_affine();
    let signature = Signature::from_bytes(&product.to_sec1().expect("a point")).expect("C");
    let factor = BlindingFactor::from_bytes(&factor).expect("a factor");
    assert_eq!(signature.reblind(&factor, &key), Err(Error::Point(PointError::Identity)));
    let proof = DleqProof::from_bytes(&[1; 32], &[1; 32]).expect("scalars");
    assert_eq!(proof.verify_unblinded(&key, b"x", &signature, &factor), Err(Error::NotProven));
    let payment = Payment { secret: b"x", signature, key: &key, proof, factor: &factor };
    let mut verdicts = [Ok(()); 3];
    verify_payments_each(&[payment; 3], &mut verdicts).expect("three");
    assert_eq!(verdicts, [Err(Error::NotProven); 3]);
}
