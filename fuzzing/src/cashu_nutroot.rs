//! Secrets of Cashu that are points: leaves, witnesses, what travels with a proof, and
//! transactions.

use curvemark::cashu::conditions::Blinded;
use curvemark::cashu::nutroot::{
    Authorisation, Condition, Input, Leaf, MOST_LEAF_TIME, NumsOffset, Output, PublicKey, Secret,
    SecretKey, SpendInfo, Transaction, Tree, Witness, lock_to_receiver, lock_to_script,
};
use curvemark::cashu::tokens::{KeysetId, Signature};
use curvemark::cashu::v3::{self, BlindingFactor, MintSecretKey, blind};

use crate::{Target, random, rng};

/// Of a text of 64 KiB and more, and of 1,000 keys.
const HEAP: usize = 2 << 20;

pub const TARGETS: &[Target] = &[
    Target { name: "nutroot leaves", body: leaves, valid: a_leaf, fast: false, heap: HEAP },
    Target {
        name: "nutroot spend info",
        body: spend_info,
        valid: an_info,
        fast: false,
        heap: HEAP,
    },
    Target {
        name: "nutroot witnesses",
        body: witnesses,
        valid: a_witness,
        fast: false,
        heap: HEAP,
    },
];

/// A leaf has one encoding, and the hash of that.
fn leaves(data: &[u8]) {
    if let Ok(leaf) = Leaf::from_bytes(data) {
        assert_eq!(leaf.to_bytes(), data);
        assert_eq!(
            Leaf::new(leaf.condition(), leaf.threshold(), leaf.keys().to_vec()).as_ref(),
            Ok(&leaf)
        );
        let tree = Tree::new(vec![leaf.clone()]).expect("a leaf");
        assert_eq!((tree.root(), tree.path(0)), (leaf.hash(), Ok(Vec::new())));
    }
}

/// JSON that is read is written and read again to the same, and opens one secret at most.
fn spend_info(data: &[u8]) {
    let Ok(info) = serde_json::from_slice::<SpendInfo>(data) else { return };
    let text = serde_json::to_string(&info).expect("JSON");
    let again: SpendInfo = serde_json::from_str(&text).expect("its own");
    assert_eq!(serde_json::to_string(&again).expect("JSON"), text);
    let own = [key(3)];
    let secrets = [Secret::of_key(key(7).public_key()), Secret::of_key(key(8).public_key())];
    assert!(secrets.iter().filter(|secret| info.open(secret, &own).is_ok()).count() <= 1);
}

/// A witness as JSON: what is read is written and read again, with one verdict.
fn witnesses(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    let Ok(witness) = Witness::parse(text) else { return };
    let written = witness.to_json();
    let again = Witness::parse(&written).expect("its own");
    assert_eq!(again.to_json(), written);
    let secret = Secret::of_key(key(7).public_key());
    for now in [0, u64::MAX] {
        let verdict = witness.verify(&secret, &[9; 32], now);
        assert_eq!(again.verify(&secret, &[9; 32], now), verdict);
    }
    let factor = BlindingFactor::from_bytes(&[5; 32]).expect("a factor");
    let b_ = blind(b"secret", &factor);
    let signature = MintSecretKey::from_bytes(&[7; 32]).expect("a key").sign(&b_).unblind(&factor);
    let keyset = KeysetId::V3(v3::KeysetId::from_bytes(&[2; 33]).expect("an id"));
    let text_of_secret = secret.to_string();
    let inputs = [Input::Proof {
        amount: 1,
        keyset,
        secret: &text_of_secret,
        signature: Signature::V3(signature),
    }];
    let outputs = [Output::Message { amount: 1, keyset, message: Blinded::V3(b_) }];
    let transaction = Transaction { inputs: &inputs, outputs: &outputs };
    let digest = transaction.digest().expect("a transaction");
    let verdict = transaction.verify(&[Authorisation::Witness(Some(text))], 0);
    assert_eq!(verdict, witness.verify(&secret, &digest, 0));
}

fn key(scalar: u8) -> SecretKey {
    SecretKey::from_bytes(&[scalar; 32]).expect("a scalar")
}

fn leaf(number: u64) -> Leaf {
    let condition = match number & 3 {
        0 => Condition::After(number.min(MOST_LEAF_TIME)),
        1 => Condition::Hashlock(random(number)),
        _ => Condition::Threshold,
    };
    let keys: Vec<PublicKey> = vec![SecretKey::random(&mut rng(number)).public_key()];
    Leaf::new(condition, 1, keys).expect("a leaf")
}

fn a_leaf(number: u64) -> Vec<u8> {
    leaf(number).to_bytes()
}

fn an_info(number: u64) -> Vec<u8> {
    let tree = Tree::new(vec![leaf(number), leaf(!number)]).expect("leaves");
    let info = match number & 3 {
        0 => SpendInfo::bearer(key(7)),
        1 => lock_to_script(NumsOffset::random(&mut rng(number)), tree).expect("a secret").1,
        2 => lock_to_receiver(&key(3).public_key(), &key(5), None, &[]).expect("a secret").1,
        _ => lock_to_receiver(&key(3).public_key(), &key(5), Some(tree), &[]).expect("a secret").1,
    };
    serde_json::to_vec(&info).expect("JSON")
}

fn a_witness(number: u64) -> Vec<u8> {
    let signature = key(7).sign(&[9; 32], &random(number));
    let witness = if number & 1 == 0 {
        Witness::KeyPath(signature)
    } else {
        Witness::ScriptPath {
            leaf: a_leaf(number >> 1),
            internal_key: key(3).public_key(),
            path: vec![random(number); (number >> 1 & 7) as usize],
            signatures: vec![signature],
            preimage: (number & 2 == 0).then(|| random::<32>(number).to_vec()),
        }
    };
    witness.to_json().into_bytes()
}
