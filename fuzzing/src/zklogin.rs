//! Sui's zkLogin: signatures, inputs, tokens, keys of providers, RS256.

use std::sync::OnceLock;

use curvemark::zklogin::{
    Address, AddressForm, AddressSeed, ClaimPiece, Environment, EphemeralSignature, Error, Inputs,
    Intent, JwkSet, Login, Request, RsaPublicKey, Rules, Salt, Scheme, Token, Verifier,
    ZkLoginSignature, address, nonce, signing_digest, unpadded_address,
};
use serde_json::Value;

use crate::{Target, random, take};

/// What JSON and texts of at most 64 KiB are read into; many small values take the most.
const TEXT: usize = 1 << 22;
/// What a proof is verified with: the prepared key, and constants of Poseidon, are kept.
const KEPT: usize = 1 << 22;

pub const TARGETS: &[Target] = &[
    Target {
        name: "zklogin signature",
        body: signature,
        valid: a_signature,
        fast: false,
        heap: KEPT,
    },
    Target { name: "zklogin inputs", body: inputs, valid: some_inputs, fast: false, heap: KEPT },
    Target { name: "zklogin token", body: token, valid: a_token, fast: false, heap: TEXT },
    Target { name: "zklogin keys", body: keys, valid: some_keys, fast: false, heap: TEXT },
    Target { name: "zklogin piece", body: piece, valid: a_piece, fast: true, heap: TEXT },
    Target { name: "zklogin seed", body: seed, valid: some_words, fast: false, heap: TEXT },
    Target { name: "zklogin RS256", body: rs256, valid: signed, fast: false, heap: TEXT },
];

/// Published logins on Sui's development network, with the token and the key of their provider.
fn sui() -> &'static Value {
    static SUI: OnceLock<Value> = OnceLock::new();
    let text = include_str!("../../curvemark/tests/protocols/zklogin/sui.json");
    SUI.get_or_init(|| serde_json::from_str(text).expect("JSON"))
}

fn sui_keys() -> &'static JwkSet {
    static KEYS: OnceLock<JwkSet> = OnceLock::new();
    KEYS.get_or_init(|| {
        let (mut keys, issuer) = (JwkSet::new(), sui()["issuer"].as_str().expect("a text"));
        keys.insert_json(issuer, &sui()["jwks"].to_string()).expect("keys");
        keys
    })
}

fn case(number: u64) -> Value {
    let mut case = sui()["cases"][(number & 3).min(2) as usize].clone();
    let seed = case["address_seed"].clone();
    case["inputs"]["addressSeed"] = seed;
    case
}

/// A signature is written as it was read, if its numbers were in their one form; whoever signs, the
/// verdict is the same alone and in a list.
fn signature(data: &[u8]) {
    let Ok(read) = ZkLoginSignature::from_bytes(data) else { return };
    let written = read.to_bytes();
    let again = ZkLoginSignature::from_bytes(&written).expect("what was written");
    assert_eq!(again.to_bytes(), written);
    assert_eq!(written == data, read.inputs.check_canonical().is_ok());
    let digest = signing_digest(Intent::PersonalMessage, data);
    let address: Address = read.inputs.address().expect("a short issuer");
    let keys = sui_keys();
    let rules = Rules { keys, epoch: 0, max_epochs_ahead: None, address_form: AddressForm::Either };
    let request = Request { signature: &read, digest: &digest, address: &address };
    let verifier = Verifier::kept(Environment::Test);
    let verdict = verifier.verify(&request, &rules);
    assert!(verdict.is_err());
    let all = verifier.verify_each(&[request; 2], &rules, &mut crate::rng(7));
    assert_eq!(all, [verdict; 2]);
    let login = Login {
        inputs: &read.inputs,
        max_epoch: read.max_epoch,
        extended_key: read.ephemeral.extended_key(),
    };
    let proof = verifier.verify_proof(&login, keys);
    assert!(proof.is_ok() || proof.is_err_and(Error::is_verdict));
    assert_eq!(verifier.verify_proofs(&[login], keys, &mut crate::rng(8)), proof);
}

fn inputs(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    let Ok(read) = Inputs::from_json(text) else { return };
    let written = read.to_json();
    let again = Inputs::from_json(&written).expect("what was written");
    assert_eq!(again.check_canonical(), Ok(()));
    assert_eq!(again.to_json(), written);
    let again = Inputs::from_prover_json(&written, read.address_seed()).expect("the same seed");
    assert_eq!(again.address(), read.address());
}

/// A token's pieces are the token's.
fn token(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    let Ok(token) = Token::parse(text) else { return };
    let verdict = token.verify_by(sui_keys());
    assert!(
        verdict.is_ok()
            || verdict.is_err_and(|reason| reason.is_verdict() || reason == Error::Length)
    );
    if let Ok(piece) = token.issuer_piece() {
        assert_eq!(piece.issuer().as_deref(), Ok(token.issuer()));
    }
    let salt = Salt::from_decimal("17").expect("a salt");
    let seed = AddressSeed::new(&salt, "sub", token.subject(), token.audience());
    assert_eq!(token.address_seed(&salt), seed);
}

fn keys(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    let mut keys = JwkSet::new();
    match keys.insert_json("i", text) {
        Ok(taken) => assert!(taken > 0),
        Err(reason) => assert!(matches!(reason, Error::Json | Error::RsaKey)),
    }
}

/// A byte for the index, the symbols.
fn piece(data: &[u8]) {
    let [index_mod_4, data @ ..] = data else { return };
    let Ok(value) = str::from_utf8(data) else { return };
    let piece = ClaimPiece { value: value.to_owned(), index_mod_4: *index_mod_4 };
    if let Ok(issuer) = piece.issuer() {
        assert!(*index_mod_4 < 3 && issuer.len() < value.len() && value.len() <= 224);
    }
}

/// Words between line breaks: a salt, a name, a value, an audience, an issuer.
fn seed(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    let mut words = text.split('\n');
    let [salt, name, value, audience, issuer] = [(); 5].map(|()| words.next().unwrap_or_default());
    let _ = nonce(&data[..data.len().min(50)], 7, salt);
    let Ok(salt) = Salt::from_decimal(salt) else { return };
    let Ok(seed) = AddressSeed::new(&salt, name, value, audience) else { return };
    assert_eq!(AddressSeed::from_decimal(&seed.to_decimal()), Ok(seed));
    let both = [address(issuer, &seed), unpadded_address(issuer, &seed)];
    assert!(both.iter().all(|one| one.is_ok() == (issuer.len() <= 255)));
    let short = seed.to_be_bytes()[0] == 0;
    assert!(both[0].is_err() || (both[0] == both[1]) != short);
}

/// A modulus, a signature, eight bytes of exponent, a message.
fn rs256(mut data: &[u8]) {
    let [modulus, signature, exponent] = [256, 256, 8].map(|length| take(&mut data, length));
    let zeros = exponent.iter().take_while(|&&byte| byte == 0).count();
    let Ok(key) = RsaPublicKey::new(modulus, &exponent[zeros..]) else { return };
    assert_eq!(key.modulus()[..], *modulus);
    match key.verify(data, signature) {
        Ok(()) => assert!(key.verify(&[data, b"!"].concat(), signature).is_err()),
        Err(reason) => assert!(matches!(reason, Error::TokenSignature | Error::Length)),
    }
}

fn a_signature(number: u64) -> Vec<u8> {
    let case = case(number);
    let inputs = Inputs::from_json(&case["inputs"].to_string()).expect("inputs");
    let scheme = [Scheme::Ed25519, Scheme::Secp256k1, Scheme::P256][(number & 3).min(2) as usize];
    let key = &[2; 33][..if scheme == Scheme::Ed25519 { 32 } else { 33 }];
    let ephemeral = EphemeralSignature::new(scheme, &random::<64>(number), key).expect("lengths");
    ZkLoginSignature { inputs, max_epoch: 10, ephemeral }.to_bytes()
}

fn some_inputs(number: u64) -> Vec<u8> {
    case(number)["inputs"].to_string().into_bytes()
}

fn a_token(_: u64) -> Vec<u8> {
    sui()["token"].as_str().expect("a text").into()
}

fn some_keys(_: u64) -> Vec<u8> {
    sui()["jwks"].to_string().into_bytes()
}

fn a_piece(number: u64) -> Vec<u8> {
    let piece = &case(number)["inputs"]["issBase64Details"];
    [&[2], piece["value"].as_str().expect("a text").as_bytes()].concat()
}

fn some_words(number: u64) -> Vec<u8> {
    format!("{number}\nsub\n{number}\naud\nhttps://issuer").into_bytes()
}

fn signed(_: u64) -> Vec<u8> {
    let token = sui()["token"].as_str().expect("a text");
    let (message, signature) = token.rsplit_once('.').expect("points");
    let signature = curvemark::encoding::Base64::UrlSafeUnpadded.decode(signature).expect("base64");
    let key = sui_keys().get("https://id.twitch.tv/oauth2", "1").expect("a key").key().modulus();
    [&key[..], &signature, &65537u64.to_be_bytes(), message.as_bytes()].concat()
}
