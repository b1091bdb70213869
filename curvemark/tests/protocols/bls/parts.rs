//! Parts of a batch: any cut gives the verdict of the whole, and what is not whole gives none.

use curvemark::bls::{
    Part, PublicKey, Signature, SignatureSet, Suite, digest_encoded_sets, digest_sets, min_pk,
    min_sig, part_of_sets, verify_sets_deterministic,
};
use curvemark::parts::{Batch, Error, SliceDigest};

use super::{Signed, messages, sets};

/// The parts of slices of these lengths.
fn parts_of<S: Suite>(sets: &[SignatureSet<'_, S>], lengths: &[usize]) -> Vec<Part<S>> {
    let mut rest = sets;
    let mut take = |length: &usize| {
        let (slice, others) = rest.split_at(*length);
        rest = others;
        slice
    };
    let slices: Vec<_> = lengths.iter().map(&mut take).collect();
    assert_eq!(slices.iter().map(|slice| slice.len()).sum::<usize>(), sets.len());
    let digests: Vec<_> = slices.iter().map(|slice| digest_sets(slice)).collect();
    let batch = Batch::new(&digests).expect("slices");
    assert_eq!(batch.count(), sets.len() as u64);
    let mut start = 0;
    let part = |slice: &&[SignatureSet<'_, S>]| {
        let part = part_of_sets(slice, &batch, start).expect("a part");
        assert_eq!(part.range(), start..start + slice.len() as u64);
        // Again, on threads, and by way of bytes.
        assert_eq!(part_of_sets(slice, &batch, start).expect("a part").to_bytes(), part.to_bytes());
        #[cfg(feature = "parallel")]
        {
            let other = curvemark::bls::parallel::part_of_sets(slice, &batch, start);
            assert_eq!(other.expect("a part").to_bytes(), part.to_bytes());
        }
        assert_eq!(Part::from_bytes(&part.to_bytes()).as_ref(), Ok(&part));
        start += slice.len() as u64;
        part
    };
    slices.iter().map(part).collect()
}

/// All cuts give this verdict, and these of the slices do not hold.
fn check<S: Suite>(sets: &[SignatureSet<'_, S>], lengths: &[usize], bad: &[usize]) {
    assert_eq!(verify_sets_deterministic(sets).is_ok(), bad.is_empty());
    let verdict = if bad.is_empty() { Ok(()) } else { Err(Error::NotValid) };
    let parts = parts_of(sets, lengths);
    for (i, part) in parts.iter().enumerate() {
        assert_eq!(part.holds().is_err(), bad.contains(&i), "slice {i}");
    }
    assert_eq!(Part::merge_all(&parts).expect("neighbours").finish(), verdict);
    let reversed: Vec<_> = parts.iter().rev().cloned().collect();
    assert_eq!(Part::merge_all(&reversed), Part::merge_all(&parts));
    // A tree of sums gives the same bytes.
    let pairs: Vec<_> =
        parts.chunks(2).map(|pair| Part::merge_all(pair).expect("neighbours")).collect();
    let tree = Part::merge_all(&pairs).expect("neighbours");
    assert_eq!(tree.to_bytes(), Part::merge_all(&parts).expect("neighbours").to_bytes());
}

fn verdicts<S: Suite>() {
    let signed: Vec<_> =
        messages(8).iter().enumerate().map(|(i, m)| Signed::<S>::new(i, m)).collect();
    let mut list = sets(&signed);
    for lengths in [&[8][..], &[1, 7], &[3, 1, 4], &[1; 8]] {
        check(&list, lengths, &[]);
    }
    // Two signatures changed places, in slices of their own: their sum is right.
    (list[0].signature, list[7].signature) = (list[7].signature, list[0].signature);
    check(&list, &[3, 1, 4], &[0, 2]);
    check(&list, &[8], &[0]);
    list[0].signature = signed[0].signature;
    check(&list, &[3, 1, 4], &[2]);
}

#[test]
fn any_cut_gives_the_verdict() {
    verdicts::<min_pk::Possession>();
    verdicts::<min_sig::Augmented>();
}

#[test]
fn what_is_not_whole_gives_no_verdict() {
    let signed: Vec<_> = messages(6)
        .iter()
        .enumerate()
        .map(|(i, m)| Signed::<min_pk::Possession>::new(i, m))
        .collect();
    let list = sets(&signed);
    let parts = parts_of(&list, &[2, 2, 2]);
    assert_eq!(parts[0].finish(), Err(Error::Incomplete));
    assert_eq!(parts[0].merge(&parts[2]), Err(Error::NotNext));
    assert_eq!(parts[1].merge(&parts[0]), Err(Error::NotNext));
    assert_eq!(parts[0].merge(&parts[0]), Err(Error::NotNext));
    let twice = [&parts[..], &parts[1..2]].concat();
    assert_eq!(Part::merge_all(&twice), Err(Error::NotNext));
    assert_eq!(Part::merge_all(&parts[1..]).expect("neighbours").finish(), Err(Error::Incomplete));
    assert_eq!(Part::<min_pk::Possession>::merge_all(&[]), Err(Error::Empty));

    // The same sets, cut otherwise, are another batch.
    let others = parts_of(&list, &[2, 4]);
    assert_eq!(parts[0].merge(&others[1]), Err(Error::OtherBatch));

    let batch = *parts[0].batch();
    assert_eq!(part_of_sets(&list[..2], &batch, 5), Err(Error::Range));
    assert_eq!(part_of_sets(&list[..2], &batch, u64::MAX), Err(Error::Range));
    assert_eq!(part_of_sets(&list[..0], &batch, 0), Err(Error::Empty));
    assert_eq!(Batch::new(&[]), Err(Error::Empty));
    assert_eq!(Batch::new(&[digest_sets(&list[..0])]), Err(Error::Empty));
    let most = digest_of(u64::MAX);
    assert_eq!(Batch::new(&[most, most]), Err(Error::Range));
}

fn digest_of(count: u64) -> SliceDigest {
    let bytes = [&[7; 32][..], &count.to_be_bytes()].concat();
    SliceDigest::from_bytes(&bytes).expect("a digest")
}

/// Whatever changes in a slice or in the order of slices changes the batch, thus all weights.
#[test]
fn the_batch_is_bound_to_every_byte() {
    let signed: Vec<_> =
        messages(3).iter().enumerate().map(|(i, m)| Signed::<min_pk::Basic>::new(i, m)).collect();
    let list = sets(&signed);
    let mut seen = vec![digest_sets(&list)];
    let mut other = |change: &dyn Fn(&mut Vec<SignatureSet<'_, min_pk::Basic>>)| {
        let mut list = list.clone();
        change(&mut list);
        let digest = digest_sets(&list);
        assert!(!seen.contains(&digest));
        seen.push(digest);
    };
    other(&|list| list[2].key = list[0].key);
    other(&|list| list[2].signature = list[0].signature);
    other(&|list| list[2].message = b"");
    other(&|list| list.swap(0, 1));
    other(&|list| list.truncate(2));
    // The same bytes under another tag.
    let key = PublicKey::<min_pk::Possession>::from_bytes(&list[0].key.to_bytes()).expect("a key");
    let signature = Signature::from_bytes(&list[0].signature.to_bytes()).expect("a signature");
    let renamed = digest_sets(&[SignatureSet { key, message: list[0].message, signature }]);
    assert_ne!(renamed, digest_sets(&list[..1]));

    let digests = [digest_sets(&list[..1]), digest_sets(&list[1..])];
    let turned = [digests[1], digests[0]];
    assert_ne!(Batch::new(&digests), Batch::new(&turned));
    let keys: Vec<_> = list.iter().map(|set| set.key.to_bytes()).collect();
    let signatures: Vec<_> = list.iter().map(|set| set.signature.to_bytes()).collect();
    let keys: Vec<&[u8]> = keys.iter().map(AsRef::as_ref).collect();
    let signatures: Vec<&[u8]> = signatures.iter().map(AsRef::as_ref).collect();
    let messages: Vec<_> = list.iter().map(|set| set.message).collect();
    let encoded = digest_encoded_sets::<min_pk::Basic>;
    assert_eq!(encoded(&keys, &messages, &signatures), Ok(digest_sets(&list)));
    assert_eq!(encoded(&keys[1..], &messages, &signatures), Err(Error::LengthMismatch));
    assert_eq!(encoded(&keys, &messages, &keys), Err(Error::Length));
}

/// Parts of one slice at two places have other weights.
#[test]
fn weights_depend_on_the_place() {
    let signed: Vec<_> =
        (0..2).map(|_| Signed::<min_pk::Possession>::new(0, b"a message")).collect();
    let mut list = sets(&signed);
    let wrong = Signed::<min_pk::Possession>::new(1, b"a message");
    list[0].signature = wrong.signature;
    list[1].signature = wrong.signature;
    let parts = parts_of(&list, &[1, 1]);
    assert_ne!(parts[0].to_bytes()[57..], parts[1].to_bytes()[57..]);
}

#[test]
fn encodings_are_checked() {
    type S = min_pk::Possession;
    let signed: Vec<_> =
        messages(2).iter().enumerate().map(|(i, m)| Signed::<S>::new(i, m)).collect();
    let list = sets(&signed);
    let part = parts_of(&list, &[1, 1]).remove(1);
    let good = part.to_bytes();
    assert_eq!(good.len(), 633);
    assert_eq!(good.len(), Part::<S>::BYTES);
    let read = |bytes: &[u8]| Part::<S>::from_bytes(bytes);
    for length in [0, 1, 56, 57, 632, 634] {
        let mut bytes = good.clone();
        bytes.resize(length, 0);
        assert_eq!(read(&bytes), Err(Error::Length));
    }
    let changed = |place: usize, to: &[u8]| {
        let mut bytes = good.clone();
        bytes[place..place + to.len()].copy_from_slice(to);
        read(&bytes)
    };
    for tag in (0..=255).filter(|tag| *tag != 1) {
        assert_eq!(changed(0, &[tag]), Err(Error::Kind));
    }
    assert_eq!(
        Part::<min_sig::Possession>::from_bytes(&good).map(|_| ()),
        Err(Error::Kind),
        "the other group"
    );
    assert_eq!(changed(33, &[0; 8]), Err(Error::Empty), "a batch of none");
    assert_eq!(changed(41, &2u64.to_be_bytes()), Err(Error::Empty), "a range of none");
    assert_eq!(changed(41, &3u64.to_be_bytes()), Err(Error::Empty), "a range that ends before");
    assert_eq!(changed(49, &3u64.to_be_bytes()), Err(Error::Range));
    assert_eq!(changed(49, &u64::MAX.to_be_bytes()), Err(Error::Range));

    // Not in the group: zero, two, a coefficient changed, and one that is not reduced.
    assert_eq!(changed(57, &[0; 576]), Err(Error::Target));
    let two: Vec<u8> = (0..576).map(|i| if i == 47 { 2 } else { 0 }).collect();
    assert_eq!(changed(57, &two), Err(Error::Target));
    assert_eq!(changed(632, &[good[632] ^ 1]), Err(Error::Target));
    assert_eq!(changed(57, &[0xff; 48]), Err(Error::Target));
    let one: Vec<u8> = (0..576).map(|i| u8::from(i == 47)).collect();
    assert_eq!(changed(57, &one).expect("one is an element").holds(), Ok(()));
    // −1 has order two: in the cyclotomic subgroup it is not, in Fp12* it is.
    let p = concat!(
        "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf",
        "6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaaa"
    );
    let minus = [&crate::vectors::bytes(p)[..], &[0; 528]].concat();
    assert_eq!(changed(57, &minus), Err(Error::Target));
    // 1 + p, the same as one.
    let mut more = crate::vectors::bytes(p);
    more[47] += 2;
    assert_eq!(changed(57, &[&more[..], &[0; 528]].concat()), Err(Error::Target));
}
