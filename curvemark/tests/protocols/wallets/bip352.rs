//! BIP-352: all published cases (bitcoin/bips `7fe0b034`, BSD-2-Clause), batches, and laws.

use std::collections::BTreeSet;

use curve::error::{PointError, ScalarError};
use curve::secp256k1::{AffinePoint, Fr, Point, SecretScalar};
use curvemark::encoding;
use curvemark::hash::sha256;
use curvemark::wallets::Network;
use curvemark::wallets::bip352::{
    Address, Error, Input, InputKey, MOST_OUTPUTS, OutPoint, Payment, Receiver, Sender,
    Transaction, Tweak,
};
use serde_json::Value;

use super::shows;
use crate::suites;
use crate::vectors::bytes;

fn secret(digits: &str) -> SecretScalar {
    SecretScalar::from_be_bytes(&bytes(digits)).expect("a scalar")
}

fn public(secret: &SecretScalar) -> AffinePoint {
    (&AffinePoint::generator() * secret).to_affine()
}

fn array<const N: usize>(bytes: Vec<u8>) -> [u8; N] {
    bytes.try_into().expect("the length")
}

/// What an input of a published case owns.
struct Spent {
    outpoint: OutPoint,
    script_pubkey: Vec<u8>,
    script_sig: Vec<u8>,
    witness: Vec<Vec<u8>>,
    private_key: Option<Vec<u8>>,
}

/// The items of a serialized witness, each of fewer than 253 bytes.
fn items(bytes: &[u8]) -> Vec<Vec<u8>> {
    let Some((count, mut rest)) = bytes.split_first() else { return Vec::new() };
    let mut items = Vec::new();
    for _ in 0..*count {
        let (length, after) = rest.split_first().expect("a length");
        assert!(*length < 253);
        let (item, after) = after.split_at(usize::from(*length));
        items.push(item.to_vec());
        rest = after;
    }
    assert!(rest.is_empty());
    items
}

fn spent(given: &Value) -> Vec<Spent> {
    let one = |vin: &Value| {
        let mut txid: [u8; 32] = array(suites::hex(vin, "txid"));
        // Texts show it in the other order.
        txid.reverse();
        let number = vin["vout"].as_u64().expect("a number") as u32;
        Spent {
            outpoint: OutPoint::new(&txid, number),
            script_pubkey: suites::hex(&vin["prevout"]["scriptPubKey"], "hex"),
            script_sig: suites::hex(vin, "scriptSig"),
            witness: items(&suites::hex(vin, "txinwitness")),
            private_key: vin["private_key"].as_str().map(bytes),
        }
    };
    suites::list(given, "vin").iter().map(one).collect()
}

/// Gives the inputs to a function.
fn with_inputs<T>(spent: &[Spent], run: impl FnOnce(&[Input<'_>]) -> T) -> T {
    let witnesses: Vec<Vec<&[u8]>> =
        spent.iter().map(|spent| spent.witness.iter().map(Vec::as_slice).collect()).collect();
    let inputs: Vec<Input<'_>> = spent
        .iter()
        .zip(&witnesses)
        .map(|(spent, witness)| Input {
            outpoint: spent.outpoint,
            script_pubkey: &spent.script_pubkey,
            script_sig: &spent.script_sig,
            witness,
        })
        .collect();
    run(&inputs)
}

/// The secret keys that count.
fn keys(spent: &[Spent]) -> Vec<InputKey> {
    with_inputs(spent, |inputs| {
        let counting = inputs.iter().zip(spent).filter_map(|(input, spent)| {
            let public = input.key()?;
            let secret = spent.private_key.as_ref().expect("a sender's");
            let is_taproot = input.script_pubkey[0] == 0x51;
            let key = if is_taproot {
                InputKey::from_taproot_bytes(secret)
            } else {
                InputKey::from_bytes(secret)
            };
            let key = key.expect("a key");
            assert_eq!(key.public(), public);
            Some(key)
        });
        counting.collect()
    })
}

fn texts(value: &Value, key: &str) -> BTreeSet<String> {
    let texts = suites::list(value, key).iter();
    texts.map(|text| text.as_str().expect("text").to_owned()).collect()
}

fn hex(bytes: &[u8]) -> String {
    encoding::hex::encode(bytes)
}

/// Addresses of a published sender, each as often as it says.
fn recipients(given: &Value) -> Vec<Address> {
    let mut out = Vec::new();
    for recipient in suites::list(given, "recipients") {
        let text = suites::string(recipient, "address");
        let address = Address::from_text(text).expect("an address");
        assert_eq!(address.to_text(), text);
        let (scan, spend) = address.to_sec1();
        assert_eq!(scan.to_vec(), suites::hex(recipient, "scan_pub_key"));
        assert_eq!(spend.to_vec(), suites::hex(recipient, "spend_pub_key"));
        let count = recipient["count"].as_u64().unwrap_or(1) as usize;
        out.extend(std::iter::repeat_n(address, count));
    }
    out
}

#[test]
fn published_senders() {
    let Some(suite) = suites::json("bip352/send_and_receive_test_vectors.json") else {
        return;
    };
    // Cases, senders that made outputs, and those that were refused.
    let (mut cases, mut sent, mut refused) = (0, 0, Vec::new());
    for case in suite.as_array().expect("a list") {
        cases += 1;
        for sending in suites::list(case, "sending") {
            let (given, expected) = (&sending["given"], &sending["expected"]);
            let spent = spent(given);
            let outpoints: Vec<_> = spent.iter().map(|spent| spent.outpoint).collect();
            let keys = keys(&spent);
            let public: Vec<_> =
                keys.iter().map(|key| hex(&key.public().to_sec1().expect("a point"))).collect();
            let known: Vec<_> = suites::list(expected, "input_pub_keys").to_vec();
            assert_eq!(public, known, "{}", case["comment"]);
            let sets = suites::list(expected, "outputs");
            let made = Sender::new(&outpoints, &keys)
                .and_then(|sender| sender.outputs(&recipients(given)));
            match made {
                Ok(outputs) => {
                    let outputs: BTreeSet<String> = outputs.iter().map(|x| hex(x)).collect();
                    let sorted = |set: &Value| -> BTreeSet<String> {
                        let set = set.as_array().expect("a list").iter();
                        set.map(|x| x.as_str().expect("text").to_owned()).collect()
                    };
                    assert!(sets.iter().any(|set| sorted(set) == outputs), "{}", case["comment"]);
                    sent += 1;
                }
                Err(reason) => {
                    assert_eq!(sets, [Value::Array(Vec::new())], "{}", case["comment"]);
                    refused.push(reason);
                }
            }
        }
    }
    assert_eq!((cases, sent), (28, 25));
    assert_eq!(refused, [Error::NoInputs, Error::KeysCancel, Error::TooMany]);
}

/// A published receiver with its labels, and its key to spend by.
fn receiver(given: &Value) -> (Receiver, SecretScalar) {
    let material = &given["key_material"];
    let scan = secret(suites::string(material, "scan_priv_key"));
    let spend = secret(suites::string(material, "spend_priv_key"));
    let mut receiver = Receiver::new(&scan, &public(&spend)).expect("keys");
    for label in suites::list(given, "labels") {
        let label = label.as_u64().expect("a number") as u32;
        receiver.add_label(label).expect("a label");
    }
    (receiver, spend)
}

fn addresses(receiver: &mut Receiver, given: &Value) -> BTreeSet<String> {
    let mut out = BTreeSet::from([receiver.address(Network::Main).to_text()]);
    for label in suites::list(given, "labels") {
        let label = label.as_u64().expect("a number") as u32;
        let address = match label {
            0 => receiver.change_address(Network::Main),
            _ => receiver.labelled_address(label, Network::Main),
        };
        out.insert(address.expect("an address").to_text());
    }
    out
}

fn outputs(given: &Value) -> Vec<[u8; 32]> {
    let outputs = suites::list(given, "outputs").iter();
    outputs.map(|x| array(bytes(x.as_str().expect("text")))).collect()
}

/// Output and tweak of payments.
fn seen(payments: &[Payment]) -> Vec<(usize, usize, Option<u32>, Vec<u8>)> {
    let one = |payment: &Payment| {
        let tweak = payment.tweak().to_be_bytes().to_vec();
        (payment.transaction(), payment.output(), payment.label(), tweak)
    };
    payments.iter().map(one).collect()
}

#[test]
fn published_receivers() {
    let Some(suite) = suites::json("bip352/send_and_receive_test_vectors.json") else { return };
    let message = sha256(b"message");
    let aux = sha256(b"random auxiliary data");
    let (mut receivers, mut found, mut skipped) = (0, 0, Vec::new());
    let mut transactions = Vec::new();
    let mut all = Vec::new();
    for case in suite.as_array().expect("a list") {
        for receiving in suites::list(case, "receiving") {
            receivers += 1;
            let (given, expected) = (&receiving["given"], &receiving["expected"]);
            let (mut receiver, spend) = receiver(given);
            let known = texts(expected, "addresses");
            assert_eq!(addresses(&mut receiver, given), known, "{}", case["comment"]);
            let outputs = outputs(given);
            let tweak = match with_inputs(&spent(given), Tweak::of_inputs) {
                Ok(tweak) => tweak,
                Err(reason) => {
                    assert!(expected["tweak"].is_null());
                    assert_eq!(suites::list(expected, "outputs").len(), 0);
                    skipped.push(reason);
                    continue;
                }
            };
            assert_eq!(tweak.to_bytes().to_vec(), suites::hex(expected, "tweak"));
            let sum = tweak.sum().to_sec1().expect("a point");
            assert_eq!(sum.to_vec(), suites::hex(expected, "input_pub_key_sum"));

            let transaction = Transaction { tweak, outputs: &outputs };
            let payments = receiver.scan(&[transaction]);
            // What a server gives to light clients serves as well.
            let light = Tweak::from_bytes(&tweak.to_bytes()).expect("a point");
            let by_light = receiver.scan(&[Transaction { tweak: light, outputs: &outputs }]);
            assert_eq!(seen(&by_light), seen(&payments));

            for payment in &payments {
                assert_eq!(payment.key(), outputs[payment.output()]);
                let key = payment.signing_key(&spend).expect("the receiver's");
                assert_eq!(key.public_bytes(), payment.key());
            }
            if let Some(count) = expected["n_outputs"].as_u64() {
                assert_eq!((payments.len() as u64, count), (count, u64::from(MOST_OUTPUTS)));
            } else {
                let got: BTreeSet<[String; 3]> = payments
                    .iter()
                    .map(|payment| {
                        let key = payment.signing_key(&spend).expect("the receiver's");
                        let signature = key.sign_with_aux(&message, &aux).to_bytes();
                        let tweak = payment.tweak().to_be_bytes();
                        [hex(&payment.key()), hex(tweak.as_slice()), hex(&signature)]
                    })
                    .collect();
                let known: BTreeSet<[String; 3]> = suites::list(expected, "outputs")
                    .iter()
                    .map(|output| {
                        ["pub_key", "priv_key_tweak", "signature"]
                            .map(|key| suites::string(output, key).to_owned())
                    })
                    .collect();
                assert_eq!(got, known, "{}", case["comment"]);
            }
            found += payments.len();
            if outputs.len() < 100 {
                transactions.push((tweak, outputs));
                all.push((receiver, seen(&payments)));
            }
        }
    }
    assert_eq!((receivers, found), (29, 32 + MOST_OUTPUTS as usize));
    assert_eq!(skipped, [Error::NoInputs, Error::KeysCancel]);

    // All transactions at once, for each receiver: those that it found alone, and no others.
    let transactions: Vec<_> = transactions
        .iter()
        .map(|(tweak, outputs)| Transaction { tweak: *tweak, outputs })
        .collect();
    let mut together = 0;
    for (own, (receiver, alone)) in all.iter().enumerate() {
        let payments = seen(&receiver.scan(&transactions));
        let own: Vec<_> = payments.iter().filter(|payment| payment.0 == own).cloned().collect();
        let alone: Vec<_> = alone.iter().map(|(_, o, l, t)| (*o, *l, t.clone())).collect();
        assert_eq!(own.into_iter().map(|(_, o, l, t)| (o, l, t)).collect::<Vec<_>>(), alone);
        for (number, transaction) in transactions.iter().enumerate() {
            let one = seen(&receiver.scan(&[*transaction]));
            let of: Vec<_> = payments.iter().filter(|payment| payment.0 == number).collect();
            let bare = |(_, o, l, t): &(usize, usize, Option<u32>, Vec<u8>)| (*o, *l, t.clone());
            assert!(one.iter().map(bare).eq(of.iter().map(|payment| bare(payment))));
            together += of.len();
        }
    }
    assert!(together >= 32, "{together}");
}

fn scalar(k: u64) -> SecretScalar {
    SecretScalar::new(Fr::from(k))
}

fn someone(k: u64) -> (Receiver, SecretScalar) {
    let (scan, spend) = (scalar(k), scalar(k + 1_000_000));
    (Receiver::new(&scan, &public(&spend)).expect("keys"), spend)
}

/// A transaction that pays these addresses from one input.
fn pay(number: u8, addresses: &[Address]) -> (Tweak, Vec<[u8; 32]>) {
    let outpoint = OutPoint::new(&[number; 32], 3);
    let key = InputKey::from_bytes(&[number & 0x7f | 1; 32]).expect("a key");
    let tweak = Tweak::new(&[outpoint], &[key.public()]).expect("a tweak");
    let outputs = Sender::new(&[outpoint], &[key]).and_then(|sender| sender.outputs(addresses));
    (tweak, outputs.expect("outputs"))
}

/// More transactions than a piece has, of which some pay, with all kinds of outputs beside.
#[test]
#[allow(clippy::integer_division_remainder_used)] // Of numbers of transactions.
fn payments_are_found_among_many_transactions() {
    let (mut receiver, spend) = someone(5);
    let (other, _) = someone(6);
    let to = |receiver: &Receiver| receiver.address(Network::Test);
    let labels = [1, 2, u32::MAX]
        .map(|label| (label, receiver.labelled_address(label, Network::Test).expect("an address")));
    let change = receiver.change_address(Network::Test).expect("an address");
    let mut transactions = Vec::new();
    let mut expected = Vec::new();
    for number in 0..600_usize {
        let byte = number as u8;
        let mut addresses = vec![to(&other)];
        let mut wanted = Vec::new();
        if number % 7 == 0 {
            addresses.push(to(&receiver));
            wanted.push(None);
        }
        if number % 11 == 0 {
            addresses.extend([labels[number % 3].1, labels[number % 3].1]);
            wanted.extend([Some(labels[number % 3].0); 2]);
        }
        if number % 50 == 1 {
            addresses.push(change);
            wanted.push(Some(0));
        }
        let (tweak, mut outputs) = pay(byte, &addresses);
        // No x of a point, no canonical one, and none at all.
        outputs.push([0; 32]);
        outputs.push([0xff; 32]);
        outputs.push([5; 32]);
        outputs.rotate_left(number % 4);
        if number % 13 == 12 {
            outputs.clear();
            wanted.clear();
        }
        expected.extend(wanted.into_iter().map(|label| (number, label)));
        transactions.push((tweak, outputs));
    }
    let list: Vec<_> = transactions
        .iter()
        .map(|(tweak, outputs)| Transaction { tweak: *tweak, outputs })
        .collect();
    let payments = receiver.scan(&list);
    let found: Vec<_> =
        payments.iter().map(|payment| (payment.transaction(), payment.label())).collect();
    assert_eq!(found, expected);
    for payment in &payments {
        let key = payment.signing_key(&spend).expect("the receiver's");
        assert_eq!(key.public_bytes(), transactions[payment.transaction()].1[payment.output()]);
        assert_eq!(payment.signing_key(&scalar(9)).map(|_| ()), Err(Error::OtherKey));
    }
    assert!(receiver.scan(&[]).is_empty());
    // Who does not look for labels finds the others alone, up to the first that is missing.
    let (plain, _) = someone(5);
    let found = plain.scan(&list);
    assert!(found.iter().all(|payment| matches!(payment.label(), None | Some(0))));
    assert!(!found.is_empty() && found.len() < payments.len());
    assert_eq!(shows(&receiver), "Receiver(…)");
    assert!(shows(&payments[0]).ends_with(", …)"));
}

#[test]
fn an_output_counts_once_and_in_its_turn() {
    let (receiver, _) = someone(7);
    let address = receiver.address(Network::Main);
    let (tweak, outputs) = pay(9, &[address; 3]);
    let count = |outputs: &[[u8; 32]]| receiver.scan(&[Transaction { tweak, outputs }]).len();
    assert_eq!(count(&outputs), 3);
    // Twice the same output is one payment; the order of outputs does not matter.
    assert_eq!(count(&[outputs[0], outputs[0], outputs[1]]), 2);
    assert_eq!(count(&[outputs[2], outputs[1], outputs[0]]), 3);
    // What follows a missing one is not found.
    assert_eq!(count(&[outputs[0], outputs[2]]), 1);
    assert_eq!(count(&outputs[1..]), 0);
    assert_eq!(count(&[]), 0);
}

#[test]
fn more_outputs_than_there_may_be() {
    let (receiver, _) = someone(8);
    let address = receiver.address(Network::Main);
    let outpoint = OutPoint::new(&[1; 32], 0);
    let sender = Sender::new(&[outpoint], &[InputKey::from_bytes(&[3; 32]).expect("a key")]);
    let sender = sender.expect("a sender");
    let many = vec![address; MOST_OUTPUTS as usize + 1];
    assert_eq!(sender.outputs(&many), Err(Error::TooMany));
    assert_eq!(sender.outputs(&[]), Ok(vec![]));
    assert_eq!(shows(&sender), "Sender(…)");
    // Another receiver's do not count.
    let (other, _) = someone(88);
    let two = [address, other.address(Network::Main)];
    let outputs = sender.outputs(&two).expect("outputs");
    assert_eq!(outputs[0], sender.outputs(&two[..1]).expect("outputs")[0]);
    assert_eq!(outputs[1], sender.outputs(&two[1..]).expect("outputs")[0]);
}

#[test]
fn addresses_are_strict() {
    let (receiver, _) = someone(10);
    let text = receiver.address(Network::Main).to_text();
    assert_eq!(text.len(), 116);
    let read = Address::from_text(&text).expect("an address");
    assert_eq!((read, read.network()), (receiver.address(Network::Main), Network::Main));
    assert_eq!(Address::from_text(&text.to_uppercase()), Ok(read));
    let test = receiver.address(Network::Test);
    assert!(test.to_text().starts_with("tsp1q"));
    assert_eq!(Address::from_text(&test.to_text()).map(|a| a.network()), Ok(Network::Test));
    // One character changed, left out or put in.
    for at in 0..text.len() {
        let other = if text.as_bytes()[at] == b'q' { "p" } else { "q" };
        for edited in [
            format!("{}{other}{}", &text[..at], &text[at + 1..]),
            format!("{}{}", &text[..at], &text[at + 1..]),
            format!("{}{other}{}", &text[..at], &text[at..]),
        ] {
            assert!(Address::from_text(&edited).is_err(), "{edited}");
        }
    }
    for (edited, reason) in [
        (format!("{}Q", &text[..115]), encoding::Error::Case),
        ("x".repeat(1024), encoding::Error::Length),
        ("sp".into(), encoding::Error::Prefix),
    ] {
        assert_eq!(Address::from_text(&edited), Err(Error::Text(reason)), "{edited}");
    }
}

/// Texts of other versions and lengths, as the crate `bech32` writes them.
#[test]
fn versions_of_addresses() {
    use curvemark::encoding::bech32::symbols_of_bytes;
    let (receiver, _) = someone(11);
    let address = receiver.address(Network::Main);
    let (scan, spend) = address.to_sec1();
    let write = |prefix: &str, version: u8, bytes: &[u8]| {
        bech32m(prefix, version, &symbols_of_bytes(bytes))
    };
    let points = [&scan[..], &spend].concat();
    assert_eq!(write("sp", 0, &points), address.to_text());
    let read = |prefix: &str, version: u8, bytes: &[u8]| {
        Address::from_text(&write(prefix, version, bytes))
    };
    for version in 0..32 {
        let expected = if version == 31 { Err(Error::Version) } else { Ok(address) };
        assert_eq!(read("sp", version, &points), expected, "{version}");
        let longer = [&points[..], &[7; 40]].concat();
        let expected = if version == 0 { Err(Error::Length) } else { expected };
        assert_eq!(read("sp", version, &longer), expected, "{version}");
        let expected = if version == 31 { Error::Version } else { Error::Length };
        assert_eq!(read("sp", version, &points[..65]), Err(expected), "{version}");
    }
    assert_eq!(read("bc", 0, &points), Err(Error::Prefix));
    assert_eq!(read("spt", 0, &points), Err(Error::Prefix));
    let mut bad = points.clone();
    bad[0] = 4;
    assert_eq!(read("sp", 0, &bad), Err(Error::Key(PointError::Compression)));
    let mut bad = points;
    bad[34..].fill(0xff);
    assert_eq!(read("sp", 0, &bad), Err(Error::Key(PointError::NotCanonical)));
}

/// Bech32m, only by the rules of BIP-350.
fn bech32m(prefix: &str, version: u8, symbols: &[u8]) -> String {
    const ALPHABET: &[u8] = b"qpzry9x8gf2tvdw0s3jn54khce6mua7l";
    const GENERATOR: [u32; 5] = [0x3b6a_57b2, 0x2650_8e6d, 0x1ea1_19fa, 0x3d42_33dd, 0x2a14_62b3];
    let data: Vec<u8> = std::iter::once(version).chain(symbols.iter().copied()).collect();
    let high = prefix.bytes().map(|c| c >> 5).chain([0]);
    let checked = high.chain(prefix.bytes().map(|c| c & 31)).chain(data.clone()).chain([0; 6]);
    let mut sum = 1_u32;
    for symbol in checked {
        let top = sum >> 25;
        sum = (sum & 0x01ff_ffff) << 5 ^ u32::from(symbol);
        for (i, generator) in GENERATOR.iter().enumerate() {
            sum ^= if (top >> i) & 1 == 1 { *generator } else { 0 };
        }
    }
    sum ^= 0x2bc8_30a3;
    let checksum = (0..6).map(|i| (sum >> (5 * (5 - i))) as u8 & 31);
    let letters = data.into_iter().chain(checksum).map(|i| char::from(ALPHABET[usize::from(i)]));
    format!("{prefix}1{}", letters.collect::<String>())
}

#[test]
fn inputs_that_do_not_count() {
    let key = public(&scalar(77)).to_sec1().expect("a point");
    let x = key[1..].to_vec();
    let p2wpkh = [&[0, 20][..], &[1; 20]].concat();
    let p2tr = [&[0x51, 32][..], &x].concat();
    let outpoint = OutPoint::new(&[0; 32], 0);
    let get = |script_pubkey: &[u8], script_sig: &[u8], witness: &[&[u8]]| {
        Input { outpoint, script_pubkey, script_sig, witness }.key().is_some()
    };
    let signature: &[u8] = &[0x30; 71];
    assert!(get(&p2wpkh, &[], &[signature, &key]));
    let uncompressed = public(&scalar(77)).to_sec1_uncompressed().expect("a point");
    assert!(!get(&p2wpkh, &[], &[signature, &uncompressed]));
    assert!(!get(&p2wpkh, &[], &[]));
    assert!(!get(&p2wpkh[..21], &[], &[signature, &key]));
    // Taproot: any witness but none; an annex alone is not one; H does not count.
    assert!(get(&p2tr, &[], &[&[1; 64]]));
    assert!(!get(&p2tr, &[], &[]));
    assert!(get(&p2tr, &[], &[&[0x50, 1]]));
    let nums = bytes("50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0");
    let control = [&[0xc0][..], &nums].concat();
    assert!(!get(&p2tr, &[], &[&[1], &control]));
    assert!(!get(&p2tr, &[], &[&[1], &control, &[0x50, 9]]));
    assert!(get(&p2tr, &[], &[&[1; 64], &[0x50, 9]]));
    assert!(get(&p2tr, &[], &[&[1], &[&[0xc0][..], &x].concat()]));
    assert!(get(&p2tr, &[], &[&[1], &control[..32]]));
    assert!(!get(&[&[0x51, 32][..], &[0xff; 32]].concat(), &[], &[&[1; 64]]));
    // Others: a bare key, P2WSH, an unknown version, nothing.
    assert!(!get(&[&[33][..], &key, &[0xac]].concat(), &[], &[]));
    assert!(!get(&[&[0, 32][..], &[2; 32]].concat(), &[], &[&key]));
    assert!(!get(&[&[0x52, 32][..], &x].concat(), &[], &[&[1; 64]]));
    assert!(!get(&[], &[], &[&key]));
    // P2SH of anything but P2WPKH.
    let p2sh = [&[0xa9, 20][..], &[3; 20], &[0x87]].concat();
    assert!(get(&p2sh, &[&[22][..], &p2wpkh].concat(), &[signature, &key]));
    assert!(!get(&p2sh, &p2wpkh, &[signature, &key]));
    assert!(!get(&p2sh, &[], &[signature, &key]));

    let input = |script_pubkey| Input { outpoint, script_pubkey, script_sig: &[], witness: &[] };
    let future = [&[0x60, 2][..], &[0; 2]].concat();
    for (inputs, reason) in [
        (vec![], Error::NoInputs),
        (vec![input(&p2tr)], Error::NoInputs),
        (vec![input(&future), input(&p2tr)], Error::SegwitVersion),
    ] {
        assert_eq!(Tweak::of_inputs(&inputs), Err(reason));
    }
}

#[test]
fn keys_that_cancel_or_are_none() {
    let [one, other] = [[9; 32], (-&Fr::from_be_bytes(&[9; 32]).expect("a scalar")).to_be_bytes()];
    let keys = [one, other].map(|bytes| InputKey::from_bytes(&bytes).expect("a key"));
    let outpoint = OutPoint::from_bytes([5; 36]);
    assert_eq!(Sender::new(&[outpoint], &keys).map(|_| ()), Err(Error::KeysCancel));
    assert_eq!(Sender::new(&[outpoint], &[]).map(|_| ()), Err(Error::NoInputs));
    assert_eq!(Sender::new(&[], &keys[..1]).map(|_| ()), Err(Error::NoInputs));
    let points = keys.clone().map(|key| key.public());
    assert_eq!(Tweak::new(&[outpoint], &points), Err(Error::KeysCancel));
    // Of taproot keys both have the even y, and nothing cancels.
    let keys = [one, other].map(|bytes| InputKey::from_taproot_bytes(&bytes).expect("a key"));
    assert!(Sender::new(&[outpoint], &keys).is_ok());
    assert_eq!(keys[0].public(), keys[1].public());
    let identity = AffinePoint::identity();
    assert_eq!(Tweak::new(&[outpoint], &[identity]), Err(Error::Key(PointError::Identity)));
    let g = AffinePoint::generator();
    assert_eq!(Receiver::new(&scalar(0), &g).map(|_| ()), Err(Error::SecretKey(ScalarError::Zero)));
    assert_eq!(
        Receiver::new(&scalar(1), &identity).map(|_| ()),
        Err(Error::Key(PointError::Identity))
    );
    assert_eq!(Address::new(&identity, &g, Network::Main), Err(Error::Key(PointError::Identity)));
    assert_eq!(Tweak::from_bytes(&[2; 32]), Err(Error::Key(PointError::Length)));
    assert_eq!(
        InputKey::from_bytes(&[0; 32]).map(|_| ()),
        Err(Error::SecretKey(ScalarError::Zero))
    );
    let (mut receiver, _) = someone(12);
    assert_eq!(receiver.labelled_address(0, Network::Main), Err(Error::Change));
    // The smallest outpoint counts, by its bytes.
    let [low, high] = [OutPoint::new(&[1; 32], 256), OutPoint::new(&[1; 32], 1)];
    assert!(low < high, "little-endian numbers, compared as bytes");
    let point = [Point::generator().to_affine()];
    let both = Tweak::new(&[high, low], &point);
    assert_eq!(both, Tweak::new(&[low], &point));
    assert_ne!(both, Tweak::new(&[high], &point));
}
