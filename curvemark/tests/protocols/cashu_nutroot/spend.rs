//! Spending: by the key, by each kind of leaf, and by what the next holder is told.

use super::*;

/// A digest to sign.
const DIGEST: [u8; 32] = [0x9e; 32];

/// A witness by a leaf, signed by these keys.
fn script(
    tree: &Tree,
    internal: &PublicKey,
    index: usize,
    signers: &[u8],
    preimage: Option<&[u8]>,
) -> Witness {
    Witness::ScriptPath {
        leaf: tree.leaves()[index].to_bytes(),
        internal_key: *internal,
        path: tree.path(index).expect("a leaf"),
        signatures: signers.iter().map(|key| small(*key).sign(&DIGEST, &[0; 32])).collect(),
        preimage: preimage.map(Into::into),
    }
}

#[test]
fn published_witnesses() {
    let late = u64::MAX;
    for case in cases("witness", 3) {
        let (name, json) = (case.text("name"), case.text("json"));
        let secret = Secret::parse(case.text("secret")).expect("a point");
        let digest = hash(case.text("digest"));
        let witness = Witness::parse(json).expect("a witness");
        assert_eq!(witness.to_json(), json, "{name}");
        assert_eq!(
            witness.verify(&secret, &digest, late).is_ok(),
            case.text("valid") == "yes",
            "{name}"
        );
        // The signature is the deterministic one without randomness.
        let signed = key(case.text("private")).sign(&digest, &[0; 32]);
        assert!(json.contains(&hex::encode(&signed.to_bytes())), "{name}");
        let mut other = digest;
        other[31] ^= 1;
        assert!(witness.verify(&secret, &other, late).is_err(), "{name}");
        assert!(
            witness.verify(&Secret::of_key(small(9).public_key()), &digest, late).is_err(),
            "{name}"
        );
    }
    // The covenant is committed to, and of a type that nobody knows.
    let [_, script, covenant] = &cases("witness", 3)[..] else { panic!("three") };
    let verdict = |case: &Case, now| {
        let witness = Witness::parse(case.text("json")).expect("a witness");
        witness.verify(
            &Secret::parse(case.text("secret")).expect("a point"),
            &hash(case.text("digest")),
            now,
        )
    };
    assert_eq!(verdict(covenant, late), Err(Error::LeafType));
    assert_eq!(verdict(script, 1_755_561_599), Err(Error::TooEarly));
    assert_eq!(verdict(script, 1_755_561_600), Ok(()));
}

#[test]
fn each_leaf_asks_for_what_it_says() {
    let preimage = b"a preimage of 32 bytes at most..";
    let tree = Tree::new(vec![
        leaf(Condition::Threshold, 2, &[3, 4, 5]),
        leaf(Condition::After(1000), 1, &[6]),
        leaf(Condition::Hashlock(Sha256::digest(preimage).into()), 1, &[7]),
        leaf(Condition::Hashlock(Sha256::digest([0; 33]).into()), 1, &[7]),
        leaf(Condition::Hashlock(Sha256::digest([]).into()), 1, &[7]),
    ])
    .expect("leaves");
    let internal = small(9).public_key();
    let (secret, _) = lock(internal, tree.clone()).expect("a secret");
    let verdict = |index, signers: &[u8], preimage: Option<&[u8]>, now| {
        let witness = script(&tree, &internal, index, signers, preimage);
        let again = Witness::parse(&witness.to_json()).expect("its own");
        let verdict = witness.verify(&secret, &DIGEST, now);
        assert_eq!(again.verify(&secret, &DIGEST, now), verdict);
        verdict
    };
    for signers in [&[3, 4][..], &[4, 3], &[5, 3], &[3, 4, 5], &[9, 4, 5], &[3, 3, 4]] {
        assert_eq!(verdict(0, signers, None, 0), Ok(()), "{signers:?}");
    }
    // One signer twice is one.
    for signers in [&[][..], &[3], &[3, 3], &[3, 3, 3], &[3, 9], &[6, 7, 8]] {
        assert_eq!(verdict(0, signers, None, u64::MAX), Err(Error::NotSigned), "{signers:?}");
    }
    assert_eq!(verdict(0, &[3, 4, 5, 3], None, 0), Err(Error::Witness));
    assert_eq!(verdict(0, &[3, 4], Some(preimage), 0), Err(Error::Witness));
    assert_eq!(verdict(1, &[6], None, 999), Err(Error::TooEarly));
    assert_eq!(verdict(1, &[6], None, 1000), Ok(()));
    assert_eq!(verdict(1, &[], None, 1000), Err(Error::NotSigned));
    assert_eq!(verdict(1, &[6], Some(preimage), 1000), Err(Error::Witness));
    assert_eq!(verdict(2, &[7], Some(preimage), 0), Ok(()));
    assert_eq!(verdict(2, &[7], None, 0), Err(Error::NotPreimage));
    assert_eq!(verdict(2, &[7], Some(&preimage[1..]), 0), Err(Error::NotPreimage));
    // Only a preimage, without a signature, opens nothing.
    assert_eq!(verdict(2, &[], Some(preimage), 0), Err(Error::NotSigned));
    assert_eq!(verdict(3, &[7], Some(&[0; 33]), 0), Err(Error::NotPreimage));
    assert_eq!(verdict(4, &[7], Some(&[]), 0), Ok(()));

    // The leaf of another tree, another internal key, a path that leads elsewhere.
    let Witness::ScriptPath { leaf, path, signatures, .. } =
        script(&tree, &internal, 0, &[3, 4], None)
    else {
        panic!()
    };
    let with = |leaf: &[u8], internal_key, path: &[Hash]| {
        let (leaf, path, signatures) = (leaf.to_vec(), path.to_vec(), signatures.clone());
        Witness::ScriptPath { leaf, internal_key, path, signatures, preimage: None }
            .verify(&secret, &DIGEST, 0)
    };
    assert_eq!(with(&leaf, internal, &path), Ok(()));
    assert_eq!(with(&leaf, small(8).public_key(), &path), Err(Error::NotCommitted));
    assert_eq!(with(&leaf, internal, &path[1..]), Err(Error::NotCommitted));
    assert_eq!(with(&leaf, internal, &[[0; 32]; 9]), Err(Error::Tree));
    let other = super::leaf(Condition::Threshold, 1, &[3]).to_bytes();
    assert_eq!(with(&other, internal, &path), Err(Error::NotCommitted));
}

#[test]
fn by_the_key() {
    let k = small(9);
    let tree = Tree::new(vec![leaf(Condition::Threshold, 1, &[3])]).expect("a leaf");
    let root = tree.root();
    let internal = k.public_key();
    let all = [
        (Secret::of_key(internal), k.clone()),
        (Secret::commit(&internal, None).expect("a point"), k.tweaked(None).expect("a key")),
        (
            Secret::commit(&internal, Some(&root)).expect("a point"),
            k.tweaked(Some(&root)).expect("a key"),
        ),
    ];
    for (i, (secret, _)) in all.iter().enumerate() {
        for (j, (_, key)) in all.iter().enumerate() {
            let verdict = Witness::KeyPath(key.sign(&DIGEST, &[1; 32])).verify(secret, &DIGEST, 0);
            assert_eq!(verdict, if i == j { Ok(()) } else { Err(Error::NotSigned) }, "{i} {j}");
        }
    }
}

#[test]
fn what_is_no_witness() {
    let signature = hex::encode(&small(3).sign(&DIGEST, &[0; 32]).to_bytes());
    let leaf = hex::encode(&leaf(Condition::Threshold, 1, &[3]).to_bytes());
    let k = hex::encode(&small(9).public_key().to_bytes());
    let control = format!(r#""control":{{"K":"{k}","path":[]}}"#);
    let good = [
        format!(r#"{{"signatures":["{signature}"]}}"#),
        format!(r#"{{"leaf":"{leaf}",{control},"signatures":[]}}"#),
        format!(r#"{{"leaf":"{leaf}",{control},"signatures":["{signature}"],"preimage":"00"}}"#),
    ];
    for json in &good {
        assert!(Witness::parse(json).is_ok(), "{json}");
    }
    let long = format!(r#"{{"signatures":["{signature}"]{}}}"#, " ".repeat(8192));
    assert_eq!(Witness::parse(&long).err(), Some(Error::Length));
    for json in [
        "",
        "{}",
        "[]",
        "null",
        r#"{"signatures":[]}"#,
        &format!(r#"["{signature}"]"#),
        &format!(r#"{{"signatures":"{signature}"}}"#),
        &format!(r#"{{"signatures":["{signature}","{signature}"]}}"#),
        &format!(r#"{{"signatures":["{}"]}}"#, signature.to_uppercase()),
        &format!(r#"{{"signatures":["{}"]}}"#, &signature[2..]),
        &format!(r#"{{"signatures":["{}"]}}"#, "ff".repeat(64)),
        &format!(r#"{{"signatures":["{signature}"],"preimage":"00"}}"#),
        &format!(r#"{{"signatures":["{signature}"],{control}}}"#),
        &format!(r#"{{"signatures":["{signature}"],"leaf":null}}"#),
        &format!(r#"{{"signatures":["{signature}"],"leaf":"{leaf}"}}"#),
        &format!(r#"{{"signatures":["{signature}"],"more":1}}"#),
        &format!(r#"{{"signatures":["{signature}"],"signatures":["{signature}"]}}"#),
        &format!(r#"{{"leaf":"{leaf}",{control}}}"#),
        &format!(r#"{{"leaf":"{leaf}","control":{{"K":"{k}"}},"signatures":[]}}"#),
        &format!(r#"{{"leaf":"{leaf}","control":{{"K":"{k}","path":["00"]}},"signatures":[]}}"#),
        &format!(
            r#"{{"leaf":"{leaf}","control":{{"K":"{}","path":[]}},"signatures":[]}}"#,
            "00".repeat(33)
        ),
        &format!(r#"{{"leaf":"{}",{control},"signatures":[]}}"#, leaf.to_uppercase()),
        &format!(r#"{{"leaf":"{leaf}",{control},"signatures":[],"preimage":"0"}}"#),
        &format!(r#"{{"signatures":["{signature}"]}} x"#),
        r#"{"signatures":[NaN]}"#,
    ] {
        assert!(Witness::parse(json).is_err(), "{json}");
    }
}

#[test]
fn published_locks_to_a_receiver() {
    for case in cases("receiver", 1) {
        let tree =
            Tree::new(vec![Leaf::from_bytes(&case.bytes("leaf")).expect("a leaf")]).expect("one");
        let receiver = public(case.text("receiver"));
        let ephemeral = key(case.text("ephemeral-private"));
        let (secret, info) =
            lock_to_receiver(&receiver, &ephemeral, Some(tree), &[]).expect("a secret");
        assert_eq!(secret.to_string(), case.text("secret"));
        assert_eq!(info.internal_key, Some(public(case.text("internal"))));
        assert!(matches!(info.source, Source::Receiver(e) if e == public(case.text("ephemeral"))));
        let own = key(case.text("receiver-private"));
        let opened = info.open(&secret, &[small(8), own]).expect("the receiver's");
        assert_eq!(opened.form, Form::Tree);
        assert_eq!(*opened.key.expect("a key").to_bytes(), hash(case.text("private")));
    }
    for case in cases("blind", 1) {
        let tree = Tree::new(vec![leaf(Condition::After(1_755_561_600), 1, &[4])]).expect("one");
        let (ephemeral, blind) = (key(case.text("ephemeral-private")), public(case.text("key")));
        let (_, info) = lock_to_receiver(&small(3).public_key(), &ephemeral, Some(tree), &[blind])
            .expect("a secret");
        let [leaf] = info.tree.as_ref().expect("a tree").leaves() else { panic!("one leaf") };
        assert_eq!(leaf.to_bytes(), case.bytes("leaf"));
        assert_eq!(leaf.keys(), [public(case.text("blinded"))]);
        let [found] = &info.leaf_keys(&[key(case.text("owner-private"))]).expect("keys")[..] else {
            panic!("one key")
        };
        assert_eq!((found.leaf, found.index), (0, 0));
        assert_eq!(found.key.public_key(), public(case.text("blinded")));
    }
}

#[test]
fn receivers_find_what_is_theirs() {
    let tree =
        Tree::new(vec![leaf(Condition::After(5), 1, &[4, 6]), leaf(Condition::Threshold, 1, &[6])]);
    let tree = tree.expect("leaves");
    let (receiver, ephemeral) = (small(3), small(5));
    let blind = [small(6).public_key()];
    let (secret, info) =
        lock_to_receiver(&receiver.public_key(), &ephemeral, Some(tree.clone()), &blind)
            .expect("it");
    // Who has the negative key has the key.
    let negative = SecretKey::from_bytes(&{
        let n = bytes("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd036413e");
        <[u8; 32]>::try_from(n).expect("n − 3")
    });
    for own in [receiver.clone(), negative.expect("a scalar")] {
        let key = info.open(&secret, &[own]).expect("the receiver's").key.expect("a key");
        assert_eq!(key.public_key(), *secret.key());
    }
    // Another can check the tree, and cannot spend by the key.
    let opened = info.open(&secret, &[small(4)]).expect("all is disclosed");
    assert!(opened.key.is_none() && opened.form == Form::Tree);
    // Keys of leaves: as they are, and blinded, in whatever order the leaves come.
    let places = |info: &SpendInfo, own| -> Vec<(usize, usize)> {
        let keys = info.leaf_keys(&[small(own)]).expect("keys");
        for found in &keys {
            let key = &info.tree.as_ref().expect("a tree").leaves()[found.leaf].keys()[found.index];
            assert_eq!(found.key.public_key().to_bytes()[1..], key.to_bytes()[1..]);
        }
        keys.iter().map(|found| (found.leaf, found.index)).collect()
    };
    assert_eq!(places(&info, 4), [(0, 0)]);
    assert_eq!(places(&info, 6), [(0, 1), (1, 0)]);
    assert_eq!(places(&info, 7), []);
    let mut leaves = info.tree.as_ref().expect("a tree").leaves().to_vec();
    leaves.reverse();
    let turned = SpendInfo { tree: Some(Tree::new(leaves).expect("leaves")), ..info.clone() };
    assert_eq!(places(&turned, 6), [(0, 0), (1, 1)]);
    assert!(
        turned
            .open(&secret, core::slice::from_ref(&receiver))
            .is_ok_and(|opened| opened.key.is_some())
    );
    // A key that is not in the tree cannot be blinded there.
    let missing =
        lock_to_receiver(&receiver.public_key(), &ephemeral, Some(tree), &[small(7).public_key()]);
    assert_eq!(missing.err(), Some(Error::LeafKeys));

    // Without a tree the secret is the blinded key itself.
    let (secret, info) =
        lock_to_receiver(&receiver.public_key(), &ephemeral, None, &[]).expect("a secret");
    let opened = info.open(&secret, &[receiver]).expect("the receiver's");
    assert_eq!(
        (opened.form, opened.key.map(|key| key.public_key())),
        (Form::Bare, Some(*secret.key()))
    );
    assert_eq!(info.open(&secret, &[small(4)]).err(), Some(Error::NotCommitted));
}

#[test]
fn what_is_said_has_to_be_true() {
    let (k, tree) =
        (small(9), Tree::new(vec![leaf(Condition::Threshold, 1, &[3])]).expect("a leaf"));
    let internal = k.public_key();
    let (secret, locked) = lock(internal, tree.clone()).expect("a secret");
    let bearer = SpendInfo { source: Source::Bearer(k.clone()), ..locked.clone() };
    let opened = bearer.open(&secret, &[]).expect("it is that");
    assert_eq!(opened.key.map(|key| key.public_key()), Some(*secret.key()));
    assert!(locked.open(&secret, &[]).is_ok_and(|opened| opened.key.is_none()));
    assert_eq!(bearer.open(&Secret::of_key(internal), &[]).err(), Some(Error::NotCommitted));
    let lie = SpendInfo { internal_key: Some(small(8).public_key()), ..bearer.clone() };
    assert_eq!(lie.open(&secret, &[]).err(), Some(Error::SpendInfo));
    let hidden = SpendInfo { tree: None, ..bearer };
    assert_eq!(hidden.open(&secret, &[]).err(), Some(Error::NotCommitted));
    let keyless = SpendInfo { internal_key: None, ..locked };
    assert_eq!(keyless.open(&secret, &[]).err(), Some(Error::SpendInfo));
    // Bare, and with no tree.
    let info = SpendInfo::bearer(k.clone());
    assert!(
        info.open(&Secret::of_key(internal), &[]).is_ok_and(|opened| opened.form == Form::Bare)
    );
    let none = Secret::commit(&internal, None).expect("a point");
    let opened = info.open(&none, &[]).expect("it is that");
    assert_eq!(
        (opened.form, opened.key.map(|key| key.public_key())),
        (Form::NoTree, Some(*none.key()))
    );

    // Of a key that nobody has.
    let offset = NumsOffset::from_bytes(&small(7).to_bytes()[..]).expect("a scalar");
    let (secret, script) = lock_to_script(offset, tree).expect("a secret");
    assert!(script.open(&secret, &[]).is_ok_and(|opened| opened.key.is_none()));
    let other = NumsOffset::from_bytes(&small(6).to_bytes()[..]).expect("a scalar");
    for info in [
        SpendInfo { nums_offset: Some(other), ..script.clone() },
        SpendInfo { tree: None, ..script.clone() },
        SpendInfo { source: Source::Bearer(k), ..script.clone() },
        SpendInfo { internal_key: None, ..script },
    ] {
        assert_eq!(info.open(&secret, &[]).err(), Some(Error::SpendInfo));
    }
}
