//! Shares of a BLS key: the derived cases of the full suites, every subset of small committees,
//! what must be refused, and keys that pass to new parties.
//!
//! `threshold-bls/derived_min_sig.json` was made by integers and checked by pyblst; a case of it
//! stands here for every clone.

use crate::vectors::{bytes, cases};
use core::num::NonZeroU32;
use curve::bls12_381::G1Affine;
use curve::weierstrass::Affine;
use curvemark::bls::threshold::{
    Commitment, Committee, Dealt, Error, PartialSignature, Polynomial, Share, join,
};
use curvemark::bls::{PublicKey, SecretKey, Signature, Suite, min_pk, min_sig};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

fn index(i: u32) -> NonZeroU32 {
    NonZeroU32::new(i).expect("not zero")
}

fn indices(of: impl IntoIterator<Item = u32>) -> Vec<NonZeroU32> {
    of.into_iter().map(index).collect()
}

fn rng(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// One committee of a published file.
fn committee_of_a_file(set: &serde_json::Value) {
    type S = min_sig::Basic;
    let text = |value: &serde_json::Value| bytes(value.as_str().expect("digits"));
    let number = |value: &serde_json::Value| {
        index(u32::try_from(value.as_u64().expect("a number")).expect("32 bits"))
    };
    let list = |name: &str| set[name].as_array().expect("a list").clone();
    let commitment: Commitment<S> =
        Commitment::from_bytes(&list("feldman_g2").iter().map(text).collect::<Vec<_>>())
            .expect("points");
    assert_eq!(commitment.public_key().to_bytes()[..], text(&set["public_key_g2"]));
    assert_eq!(commitment.threshold() as u64, set["threshold"].as_u64().expect("a number"));
    let message = text(&set["message"]);
    let signature = Signature::<S>::from_bytes(&text(&set["signature_g1"])).expect("a point");
    let committee =
        Committee::new(&commitment, &list("indices").iter().map(number).collect::<Vec<_>>())
            .expect("parties");
    let shares: Vec<_> = list("shares")
        .iter()
        .map(|share| {
            let key = SecretKey::<S>::from_bytes(&text(&share["share"])).expect("a scalar");
            let given = Share::new(number(&share["index"]), key);
            commitment.verify_share(&given).expect("its own share");
            let public = committee.public_share(given.index()).expect("a party");
            assert_eq!(public.to_bytes()[..], text(&share["public_share_g2"]));
            let partial = given.sign(&message);
            assert_eq!(partial.signature().to_bytes()[..], text(&share["partial_signature_g1"]));
            committee.verify(&message, &partial).expect("its own signature");
            given
        })
        .collect();
    for subset in list("subsets") {
        let of: Vec<_> = subset["indices"].as_array().expect("a list").iter().map(number).collect();
        let chosen: Vec<_> =
            of.iter().map(|i| shares.iter().find(|s| s.index() == *i).expect("a share")).collect();
        let partials: Vec<_> = chosen.iter().map(|share| share.sign(&message)).collect();
        assert_eq!(committee.combine(&message, &partials), Ok(signature));
        let chosen: Vec<_> = chosen.into_iter().cloned().collect();
        let secret = commitment.recover(&chosen).expect("enough shares");
        assert_eq!(secret.to_bytes()[..], text(&set["secret"]));
    }
}

#[test]
fn derived_committees_of_the_full_suite() {
    let Some(folder) = std::env::var_os("CURVEMARK_VECTORS") else {
        println!("SKIPPED: CURVEMARK_VECTORS names no folder");
        return;
    };
    let file = std::path::Path::new(&folder).join("threshold-bls/derived_min_sig.json");
    let text = std::fs::read_to_string(file).expect("the file of the suites");
    let json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let sets = json["sets"].as_array().expect("a list");
    assert_eq!(sets.len(), 5);
    sets.iter().for_each(committee_of_a_file);
}

#[test]
fn a_derived_committee() {
    type S = min_sig::Basic;
    let cases = cases(include_str!("../../../vectors/threshold-bls.txt"));
    let (head, parties) = cases.split_first().expect("a committee");
    let (message, wanted) = (head.bytes("message"), head.bytes("signature"));
    let points: Vec<_> = head.list("commitment").into_iter().map(bytes).collect();
    let commitment: Commitment<S> = Commitment::from_bytes(&points).expect("points");
    let partials: Vec<_> = parties
        .iter()
        .map(|case| {
            let key = SecretKey::<S>::from_bytes(&case.bytes("share")).expect("a scalar");
            let share = Share::new(index(case.text("index").parse().expect("a number")), key);
            commitment.verify_share(&share).expect("its own share");
            let public = commitment.public_share(share.index()).expect("not the identity");
            assert_eq!(public.to_bytes()[..], case.bytes("public"));
            let partial = share.sign(&message);
            assert_eq!(partial.signature().to_bytes()[..], case.bytes("partial"));
            partial
        })
        .collect();
    let indices: Vec<_> = partials.iter().map(PartialSignature::index).collect();
    let committee = Committee::new(&commitment, &indices).expect("parties");
    assert_eq!((committee.threshold(), partials.len()), (2, 3));
    for left_out in 0..3 {
        let mut two = partials.clone();
        two.remove(left_out);
        let signature = committee.combine(&message, &two).expect("enough");
        assert_eq!(signature.to_bytes()[..], wanted);
    }
}

/// Every subset of every small committee gives the signature of the key if it is large enough, in
/// any order, and an error otherwise.
fn subsets<S: Suite>(parties: &[NonZeroU32], seed: u64) {
    let mut rng = rng(seed);
    let key = SecretKey::<S>::random(&mut rng);
    let wanted = key.sign(b"m");
    for threshold in 1..=parties.len() {
        let polynomial = Polynomial::of_key(&key, threshold, &mut rng).expect("a threshold");
        let commitment = polynomial.commitment();
        assert_eq!(*commitment.public_key(), key.public_key());
        let committee = Committee::new(&commitment, parties).expect("parties");
        let shares: Vec<_> =
            parties.iter().map(|&i| polynomial.share(i).expect("not zero")).collect();
        for subset in 0..1u32 << parties.len() {
            let mut chosen: Vec<_> = (0..parties.len())
                .filter(|i| subset >> i & 1 == 1)
                .map(|i| shares[i].clone())
                .collect();
            let turn = chosen.len().min(subset as usize);
            chosen.rotate_left(turn);
            let partials: Vec<_> = chosen.iter().map(|share| share.sign(b"m")).collect();
            let too_few = Error::TooFew { needed: threshold, good: chosen.len() };
            let enough = chosen.len() >= threshold;
            let signature = committee.combine(b"m", &partials);
            assert_eq!(signature, if enough { Ok(wanted) } else { Err(too_few) });
            match commitment.recover(&chosen) {
                Ok(secret) => assert!(enough && *secret.to_bytes() == *key.to_bytes()),
                Err(error) => assert!(!enough && error == too_few),
            }
        }
    }
}

#[test]
fn any_subset_that_is_large_enough_signs() {
    subsets::<min_pk::Possession>(&indices([1, 2, 3, 4]), 1);
    subsets::<min_sig::Basic>(&indices([u32::MAX, 1, 4_000_000_000, 17]), 2);
}

/// A committee of 5 of which 3 are needed, its shares, and their signatures.
fn five() -> (Committee<min_pk::Basic>, Commitment<min_pk::Basic>, Vec<Share<min_pk::Basic>>) {
    five_of()
}

fn five_of<S: Suite>() -> (Committee<S>, Commitment<S>, Vec<Share<S>>) {
    let polynomial = Polynomial::random(3, &mut rng(3)).expect("a threshold");
    let commitment = polynomial.commitment();
    let parties = indices(1..=5);
    let shares = parties.iter().map(|&i| polynomial.share(i).expect("not zero")).collect();
    (Committee::new(&commitment, &parties).expect("parties"), commitment, shares)
}

#[test]
fn wrong_partial_signatures_are_found_and_left_out() {
    wrong_ones_are_found::<min_pk::Basic>();
    // With keys in G2, whose sums are by a table if more than half of the parties signed.
    wrong_ones_are_found::<min_sig::Basic>();
}

fn wrong_ones_are_found<S: Suite>() {
    let (committee, _, shares) = five_of::<S>();
    let sign = |message: &[u8]| shares.iter().map(|share| share.sign(message)).collect::<Vec<_>>();
    let (good, other) = (sign(b"m"), sign(b"other"));
    let wanted = committee.combine(b"m", &good).expect("a signature");
    committee.public_key().verify(b"m", &wanted).expect("its signature");

    // Two are of another message, wherever they stand.
    for (one, two) in [(0, 1), (0, 4), (3, 4), (1, 2)] {
        let mut partials = good.clone();
        partials[one] = other[one];
        partials[two] = other[two];
        let bad = committee.find_invalid(b"m", &partials).expect("parties");
        assert_eq!(bad, [shares[one].index(), shares[two].index()]);
        assert_eq!(committee.combine(b"m", &partials), Ok(wanted));
    }
    // Of fewer parties, in any order.
    for places in [&[4, 1, 3, 0][..], &[3, 0, 2], &[2, 1], &[3]] {
        let mut partials: Vec<_> = places.iter().map(|&place| good[place]).collect();
        assert_eq!(committee.find_invalid(b"m", &partials), Ok(vec![]));
        partials[0] = other[places[0]];
        assert_eq!(committee.find_invalid(b"m", &partials), Ok(vec![shares[places[0]].index()]));
    }
    // Two errors that cancel in a sum with equal weights.
    let shift = |partial: &PartialSignature<_>, by: &Signature<S>, sign: bool| {
        let by = by.as_point().to_projective();
        let by = if sign { by } else { by.neg() };
        let point = partial.signature().as_point().to_projective().add(&by).to_affine();
        PartialSignature::new(partial.index(), Signature::from_point(point))
    };
    let mut partials = good.clone();
    partials[0] = shift(&good[0], other[0].signature(), true);
    partials[1] = shift(&good[1], other[0].signature(), false);
    let bad = committee.find_invalid(b"m", &partials).expect("parties");
    assert_eq!(bad, indices([1, 2]));
    assert_eq!(committee.combine(b"m", &partials), Ok(wanted));
    // Errors that cancel under the coefficients of Lagrange are no harm: the sum is right.
    let swapped = [
        PartialSignature::new(index(1), *good[1].signature()),
        PartialSignature::new(index(2), *good[0].signature()),
        good[2],
        good[3],
    ];
    assert_eq!(committee.combine(b"m", &swapped), Err(Error::TooFew { needed: 3, good: 2 }));
    // Three are wrong: too few are left.
    let mut partials = good.clone();
    partials[..3].copy_from_slice(&other[..3]);
    assert_eq!(committee.combine(b"m", &partials), Err(Error::TooFew { needed: 3, good: 2 }));
    // The identity is nobody's signature.
    let identity = PartialSignature::new(index(1), Signature::from_point(Affine::identity()));
    assert_eq!(committee.verify(b"m", &identity), Err(Error::NotSigned));
    assert_eq!(committee.verify(b"m", &other[0]), Err(Error::NotSigned));
}

#[test]
fn what_is_refused() {
    let (committee, commitment, shares) = five();
    let partial = shares[0].sign(b"m");
    let stranger = PartialSignature::new(index(6), *partial.signature());
    assert_eq!(committee.verify(b"m", &stranger), Err(Error::Stranger(index(6))));
    assert_eq!(committee.find_invalid(b"m", &[stranger]), Err(Error::Stranger(index(6))));
    assert_eq!(committee.combine(b"m", &[stranger]), Err(Error::Stranger(index(6))));
    assert_eq!(committee.combine(b"m", &[partial; 3]), Err(Error::Repeated(index(1))));
    assert_eq!(committee.combine(b"m", &[]), Err(Error::TooFew { needed: 3, good: 0 }));
    assert!(committee.find_invalid(b"m", &[]).is_err());

    let twice = [shares[0].clone(), shares[1].clone(), shares[1].clone()];
    assert!(matches!(commitment.recover(&twice), Err(Error::Repeated(i)) if i == index(2)));
    let wrong = Share::new(index(1), shares[1].secret_key().clone());
    assert_eq!(commitment.verify_share(&wrong), Err(Error::Share(index(1))));
    let mixed = [wrong, shares[2].clone(), shares[3].clone()];
    assert!(matches!(commitment.recover(&mixed), Err(Error::Share(i)) if i == index(1)));

    assert!(matches!(Committee::new(&commitment, &indices([1, 2])), Err(Error::Threshold)));
    let twice = indices([1, 2, 2]);
    assert!(
        matches!(Committee::new(&commitment, &twice), Err(Error::Repeated(i)) if i == index(2))
    );
    assert!(matches!(Polynomial::<min_pk::Basic>::random(0, &mut rng(1)), Err(Error::Threshold)));
    assert_eq!(Commitment::<min_pk::Basic>::new(Vec::new()), Err(Error::Threshold));
    assert!(Commitment::<min_pk::Basic>::from_bytes(&[[0u8; 48]; 0]).is_err());

    // Points that are none, of another length, or the identity.
    let good = commitment.public_key().to_bytes();
    let mut identity = [0; 48];
    identity[0] = 0xc0;
    assert_eq!(identity[..], G1Affine::identity().to_bytes()[..]);
    for bad in [&identity[..], &[0xff; 48], &good[..47], &[]] {
        assert!(matches!(
            Commitment::<min_pk::Basic>::from_bytes(&[&good[..], bad]),
            Err(Error::Bls(_))
        ));
    }
    // A share whose public key is the identity: g and −g give it at 1.
    let key = *commitment.public_key();
    let opposite = PublicKey::from_point(key.as_point().neg()).expect("not the identity");
    let cancels = Commitment::new(vec![key, opposite]).expect("two points");
    assert!(matches!(cancels.public_share(index(1)), Err(Error::Bls(_))));
    assert!(matches!(Committee::new(&cancels, &indices([1, 2])), Err(Error::Bls(_))));
    assert!(cancels.public_share(index(2)).is_ok());
}

#[test]
fn a_key_passes_to_new_parties() {
    let (committee, old, shares) = five();
    let wanted = committee.combine(b"m", &shares.iter().map(|s| s.sign(b"m")).collect::<Vec<_>>());
    let mut rng = rng(9);
    // Three old parties deal to four new ones, of whom two are needed.
    let dealers = [4usize, 0, 2];
    let polynomials: Vec<_> =
        dealers.iter().map(|&i| shares[i].deal_again(2, &mut rng).expect("a threshold")).collect();
    let new = indices([7, 8, 9, 1]);
    let dealt = |to: NonZeroU32| -> Vec<Dealt<_>> {
        dealers
            .iter()
            .zip(&polynomials)
            .map(|(&i, polynomial)| Dealt {
                dealer: shares[i].index(),
                commitment: polynomial.commitment(),
                share: polynomial.share(to).expect("not zero"),
            })
            .collect()
    };
    let joined: Vec<_> = new.iter().map(|&to| join(&old, &dealt(to)).expect("a share")).collect();
    let commitment = joined[0].1.clone();
    assert!(joined.iter().all(|(_, other)| *other == commitment));
    assert_eq!((commitment.threshold(), commitment.public_key()), (2, old.public_key()));
    let committee = Committee::new(&commitment, &new).expect("parties");
    for (one, two) in [(0, 1), (3, 2), (1, 3)] {
        let partials = [joined[one].0.sign(b"m"), joined[two].0.sign(b"m")];
        assert_eq!(committee.combine(b"m", &partials), wanted);
    }
    // An old share is none of the new ones.
    assert!(commitment.verify_share(&shares[0]).is_err());

    // What a dealer can do wrong.
    let good = dealt(index(7));
    let with = |change: &dyn Fn(&mut Vec<Dealt<_>>)| {
        let mut parts = good.clone();
        change(&mut parts);
        join(&old, &parts).map(|_| ())
    };
    assert_eq!(with(&|_| ()), Ok(()));
    assert_eq!(with(&|p| p.truncate(2)), Err(Error::TooFew { needed: 3, good: 2 }));
    assert_eq!(with(&|p| p.clear()), Err(Error::TooFew { needed: 3, good: 0 }));
    assert_eq!(with(&|p| p[1] = p[0].clone()), Err(Error::Repeated(index(5))));
    assert_eq!(with(&|p| p[1].dealer = index(2)), Err(Error::Dealer(index(2))));
    assert_eq!(with(&|p| p[1].share = p[0].share.clone()), Err(Error::Share(index(7))));
    let eighth = dealt(index(8));
    assert_eq!(with(&|p| p[2] = eighth[2].clone()), Err(Error::Share(index(8))));
    let three = shares[0].deal_again(3, &mut rng).expect("a threshold");
    let longer = Dealt {
        dealer: index(1),
        commitment: three.commitment(),
        share: three.share(index(7)).expect("not zero"),
    };
    assert_eq!(with(&|p| p[1] = longer.clone()), Err(Error::Dealer(index(1))));
}

#[test]
fn secrets_do_not_show() {
    let (_, _, shares) = five();
    assert_eq!(format!("{:?}", shares[0]), "Share { index: 1, .. }");
    let polynomial = Polynomial::<min_pk::Basic>::random(3, &mut rng(3)).expect("a threshold");
    assert_eq!(format!("{polynomial:?}"), "Polynomial { threshold: 3, .. }");
}
