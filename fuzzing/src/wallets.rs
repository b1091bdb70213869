//! Trees of keys, words for seeds, silent payments, the key exchange of nodes.

use curve::secp256k1::{AffinePoint, Fp, Fr, SecretScalar, ellswift};
use curvemark::ecdsa::P256;
use curvemark::wallets::Network;
use curvemark::wallets::bip32::{ExtendedPrivateKey, ExtendedPublicKey, path};
use curvemark::wallets::bip39::{Language, Mnemonic};
use curvemark::wallets::bip324::{Role, SecretKey};
use curvemark::wallets::bip352::{
    Address, Input, InputKey, OutPoint, Receiver, Sender, Transaction, Tweak,
};
use curvemark::wallets::slip10::{Ed25519Key, PrivateKey};

use crate::{Target, fixed, random, rng, take};

/// Of a text of 64 KiB and more: itself, its bytes, and their text.
const TEXT: usize = 1 << 20;

/// Of a transaction: its outputs, and points of a few.
const SCAN: usize = 1 << 20;

pub const TARGETS: &[Target] = &[
    Target { name: "bip32 text", body: key_text, valid: a_key_text, fast: false, heap: TEXT },
    Target { name: "bip32 path", body: key_path, valid: a_path, fast: true, heap: TEXT },
    Target { name: "bip32 seed", body: seed, valid: a_seed, fast: false, heap: TEXT },
    Target { name: "bip39 text", body: words, valid: some_words, fast: false, heap: TEXT },
    Target { name: "bip39 entropy", body: entropy, valid: a_seed, fast: true, heap: TEXT },
    Target { name: "bip352 address", body: address, valid: an_address, fast: false, heap: TEXT },
    Target { name: "bip352 input", body: input, valid: an_input, fast: false, heap: TEXT },
    Target { name: "bip352 scan", body: scan, valid: a_transaction, fast: false, heap: SCAN },
    Target { name: "bip352 keys", body: keys, valid: some_keys, fast: false, heap: SCAN },
    Target { name: "ellswift", body: swift, valid: an_encoding, fast: false, heap: 0 },
    Target { name: "bip324 exchange", body: exchange, valid: an_exchange, fast: false, heap: 0 },
];

/// A text of a key has one spelling, and its children are those of its public key.
fn key_text(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    if let Ok(key) = ExtendedPrivateKey::from_xprv(&text) {
        assert_eq!(*key.to_xprv(), text);
        let public = key.public();
        assert_eq!(ExtendedPublicKey::from_xpub(&public.to_xpub()), Ok(public));
        if let Ok(child) = key.child(5) {
            assert_eq!(public.child(5), Ok(child.public()));
        }
    }
    if let Ok(key) = ExtendedPublicKey::from_xpub(&text) {
        assert_eq!(key.to_xpub(), text);
        assert!(key.child(1 << 31).is_err());
    }
}

/// The numbers of a path, written again, are those of a path.
fn key_path(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    if let Ok(numbers) = path(&text) {
        let step = |number: &u32| match number.checked_sub(1 << 31) {
            Some(number) => format!("/{number}'"),
            None => format!("/{number}"),
        };
        let again: String = numbers.iter().map(step).collect();
        assert_eq!(format!("m{again}"), text.replace('h', "'"));
        assert!(numbers.len() < 256);
    }
}

/// A number, and a seed: the trees of all curves agree on what is a seed.
fn seed(mut data: &[u8]) {
    let number = u32::from_be_bytes(fixed(&mut data));
    let is_seed = (16..=64).contains(&data.len());
    let key = ExtendedPrivateKey::from_seed(data, Network::Test);
    let (other, edwards) = (PrivateKey::<P256>::from_seed(data), Ed25519Key::from_seed(data));
    assert_eq!([key.is_ok(), other.is_ok(), edwards.is_ok()], [is_seed; 3]);
    let (Ok(key), Ok(other), Ok(edwards)) = (key, other, edwards) else { return };
    let hardened = number >= 1 << 31;
    assert_eq!(edwards.child(number).is_ok(), hardened);
    let child = other.child(number);
    let of_public = other.public().child(number);
    assert_eq!(of_public.ok(), (!hardened).then(|| child.public()));
    let child = key.child(number).expect("a child");
    assert_eq!(key.public().child(number).ok(), (!hardened).then(|| child.public()));
}

/// Words have one text in their normal form, and their entropy gives them again.
fn words(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    for language in Language::ALL {
        if let Ok(mnemonic) = Mnemonic::from_text(language, &text) {
            let again = Mnemonic::from_entropy(language, &mnemonic.to_entropy()).expect("a size");
            assert_eq!(*again.to_text(), *mnemonic.to_text());
            assert!(Mnemonic::from_text(language, &again.to_text()).is_ok());
        }
    }
}

fn entropy(data: &[u8]) {
    for language in [Language::English, Language::Korean] {
        if let Ok(mnemonic) = Mnemonic::from_entropy(language, data) {
            assert_eq!(*mnemonic.to_entropy(), data);
            assert!(mnemonic.words().count() >= 12);
        }
    }
}

fn address(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    if let Ok(address) = Address::from_text(&text) {
        let again = address.to_text();
        assert_eq!(Address::from_text(&again), Ok(address));
        // Version 0 has one text, but for its case.
        let is_first = text.to_lowercase().trim_start_matches('t').starts_with("sp1q");
        assert!(!is_first || text.to_lowercase() == again);
    }
    if let Ok(tweak) = Tweak::from_bytes(data) {
        assert_eq!(tweak.to_bytes(), data);
    }
}

/// Two scripts and two items of a witness, each after its length.
fn input(mut data: &[u8]) {
    let outpoint = OutPoint::from_bytes(fixed(&mut data));
    let mut piece = || {
        let [length] = fixed(&mut data);
        take(&mut data, usize::from(length))
    };
    let (script_pubkey, script_sig, first, second) = (piece(), piece(), piece(), piece());
    let items = [first, second];
    for witness in [&items[..0], &items[..1], &items] {
        let input = Input { outpoint, script_pubkey, script_sig, witness };
        let tweak = Tweak::of_inputs(&[input]);
        match input.key() {
            Some(key) => assert_eq!(tweak, Tweak::new(&[outpoint], &[key])),
            None => assert!(tweak.is_err()),
        }
    }
}

fn scalar(k: u64) -> SecretScalar {
    SecretScalar::new(Fr::from(k))
}

fn receiver() -> Receiver {
    let spend = (&AffinePoint::generator() * &scalar(22)).to_affine();
    Receiver::new(&scalar(11), &spend).expect("keys")
}

/// A tweak, and outputs: what is found is spent by its key, and found at every place.
fn scan(mut data: &[u8]) {
    let Ok(tweak) = Tweak::from_bytes(take(&mut data, 33)) else { return };
    let (outputs, _) = data.as_chunks::<32>();
    let outputs = &outputs[..outputs.len().min(16)];
    let receiver = receiver();
    let transaction = Transaction { tweak, outputs };
    let payments = receiver.scan(&[transaction; 2]);
    let alone = receiver.scan(&[transaction]);
    assert_eq!(payments.len(), 2 * alone.len());
    for payment in &payments {
        assert_eq!(outputs[payment.output()], payment.key());
        let key = payment.signing_key(&scalar(22)).expect("the receiver's");
        assert_eq!(key.public_bytes(), payment.key());
    }
}

/// Two outpoints and two keys: what is sent is found.
fn keys(mut data: &[u8]) {
    let outpoints = [(); 2].map(|()| OutPoint::from_bytes(fixed(&mut data)));
    let first = InputKey::from_bytes(take(&mut data, 32));
    let second = InputKey::from_taproot_bytes(take(&mut data, 32));
    let (Ok(first), Ok(second)) = (first, second) else { return };
    let public = [first.public(), second.public()];
    let made = Sender::new(&outpoints, &[first, second]);
    let tweak = Tweak::new(&outpoints, &public);
    assert_eq!(made.is_ok(), tweak.is_ok());
    let (Ok(sender), Ok(tweak)) = (made, tweak) else { return };
    let receiver = receiver();
    let addresses = [receiver.address(Network::Main); 2];
    let outputs = sender.outputs(&addresses).expect("outputs");
    let payments = receiver.scan(&[Transaction { tweak, outputs: &outputs }]);
    assert_eq!(payments.len(), 2);
}

/// Every string is an encoding of a point, and those of a point are found again by its u.
fn swift(mut data: &[u8]) {
    let bytes = fixed(&mut data);
    let point = ellswift::decode(&bytes);
    assert_eq!(ellswift::decode_vartime(&bytes), point);
    assert!(bool::from(point.is_on_curve() & !point.is_identity()));
    let u = Fp::from_uniform_bytes(&bytes[..32]);
    let again = (0..8).filter_map(|case| ellswift::encode(&point, &u, case));
    let mut count = 0;
    for encoding in again {
        assert_eq!(ellswift::decode(&encoding), point);
        count += 1;
    }
    assert!(count > 0 || bool::from(u.is_zero()));
}

/// A secret key, and what the other side sent.
fn exchange(mut data: &[u8]) {
    let secret = SecretKey::from_bytes(take(&mut data, 32), &mut rng(5));
    let theirs = fixed(&mut data);
    let Ok(secret) = secret else { return };
    let shared = secret.exchange(&theirs, Role::Initiator);
    assert_ne!(shared.as_bytes(), secret.exchange(&theirs, Role::Responder).as_bytes());
    let again = SecretKey::from_parts(&*secret.to_bytes(), &secret.public_bytes());
    let again = again.expect("its own").exchange(&theirs, Role::Initiator);
    assert_eq!(shared.as_bytes(), again.as_bytes());
}

fn a_key_text(number: u64) -> Vec<u8> {
    let network = if number & 1 == 0 { Network::Main } else { Network::Test };
    let key = ExtendedPrivateKey::from_seed(&random::<32>(number), network).expect("a seed");
    let key = key.child(number as u32).expect("a child");
    match number & 2 {
        0 => key.to_xprv().as_bytes().to_vec(),
        _ => key.public().to_xpub().into_bytes(),
    }
}

fn a_path(number: u64) -> Vec<u8> {
    format!("m/44'/{}h/0/{}", number & 0x7fff_ffff, number & 0xff).into_bytes()
}

fn a_seed(number: u64) -> Vec<u8> {
    random::<64>(number)[..16 + (number & 12) as usize].to_vec()
}

fn some_words(number: u64) -> Vec<u8> {
    let language = Language::ALL[(number & 7) as usize];
    let size = 16 + 4 * (number & 3) as usize;
    let mnemonic = Mnemonic::from_entropy(language, &random::<32>(number)[..size]);
    mnemonic.expect("a size").to_text().as_bytes().to_vec()
}

fn an_address(number: u64) -> Vec<u8> {
    if number & 1 == 1 {
        return (&AffinePoint::generator() * &scalar(number))
            .to_affine()
            .to_sec1()
            .expect("a point")
            .to_vec();
    }
    let network = if number & 2 == 0 { Network::Main } else { Network::Test };
    receiver()
        .labelled_address(number as u32 | 1, network)
        .expect("an address")
        .to_text()
        .into_bytes()
}

fn an_input(number: u64) -> Vec<u8> {
    let key = (&AffinePoint::generator() * &scalar(number | 1)).to_affine();
    let key = key.to_sec1().expect("a point");
    let mut out = random::<36>(number).to_vec();
    let mut piece = |bytes: &[u8]| {
        out.push(bytes.len() as u8);
        out.extend(bytes);
    };
    let hash = curvemark::hash::ripemd160(&curvemark::hash::sha256(&key));
    let program = [&[0, 20][..], &hash].concat();
    match number & 3 {
        0 => {
            piece(&[&[0x51, 32][..], &key[1..]].concat());
            piece(&[]);
            piece(&[7; 64]);
        }
        1 => {
            piece(&program);
            piece(&[]);
            piece(&[7; 71]);
            piece(&key);
        }
        2 => {
            piece(&[&[0x76, 0xa9, 20][..], &hash, &[0x88, 0xac]].concat());
            piece(&[&[7; 72][..], &[33], &key].concat());
        }
        _ => {
            piece(&[&[0xa9, 20][..], &[1; 20], &[0x87]].concat());
            piece(&[&[22][..], &program].concat());
            piece(&[7; 71]);
            piece(&key);
        }
    }
    out
}

fn a_transaction(number: u64) -> Vec<u8> {
    let key = InputKey::from_bytes(&random::<32>(number)).expect("below the order");
    let outpoint = OutPoint::from_bytes(random(!number));
    let tweak = Tweak::new(&[outpoint], &[key.public()]).expect("a tweak");
    let addresses = [receiver().address(Network::Main); 3];
    let count = (number & 3) as usize;
    let sender = Sender::new(&[outpoint], &[key]).expect("a sender");
    let mut outputs = sender.outputs(&addresses[..count]).expect("outputs");
    outputs.push(random(number));
    outputs.reverse();
    [&tweak.to_bytes()[..], &outputs.concat()].concat()
}

fn some_keys(number: u64) -> Vec<u8> {
    random::<136>(number).to_vec()
}

fn an_encoding(number: u64) -> Vec<u8> {
    let mut bytes = random::<64>(number);
    match number & 7 {
        1 => bytes[..32].fill(0),
        2 => bytes[32..].fill(0),
        3 => bytes[..32].fill(0xff),
        _ => {}
    }
    bytes.to_vec()
}

fn an_exchange(number: u64) -> Vec<u8> {
    random::<96>(number).to_vec()
}
