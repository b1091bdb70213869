//! Groth16: keys, proofs, byte strings, files.

use std::sync::OnceLock;

use curvemark::groth16::fastcrypto::{
    inputs_from_bytes, prepare_pvk_bytes, verify_groth16_in_bytes,
};
use curvemark::groth16::insecure_test_setup::InsecureTestSetup;
use curvemark::groth16::{Bls12381, Bn254, Curve, Form, Proof, ProvingKey, VerifyingKey, Witness};

use crate::{Target, rng, take};

/// What a key is decoded and prepared with, tables for two public inputs among it.
const KEY: usize = 1 << 20;
/// What an encoding is read into, and written from: keys of any number of inputs, of at most 64
/// KiB.
const BYTES: usize = 1 << 20;

pub const TARGETS: &[Target] = &[
    Target {
        name: "groth16 proof, bn254",
        body: proof::<Bn254>,
        valid: a_proof::<Bn254>,
        fast: false,
        heap: BYTES,
    },
    Target {
        name: "groth16 proof, bls12",
        body: proof::<Bls12381>,
        valid: a_proof::<Bls12381>,
        fast: false,
        heap: BYTES,
    },
    Target {
        name: "groth16 key, bn254",
        body: key::<Bn254>,
        valid: a_key::<Bn254>,
        fast: false,
        heap: BYTES,
    },
    Target {
        name: "groth16 key, bls12",
        body: key::<Bls12381>,
        valid: a_key::<Bls12381>,
        fast: false,
        heap: BYTES,
    },
    Target { name: "groth16 strings", body: strings, valid: some_strings, fast: false, heap: KEY },
    Target { name: "groth16 zkey", body: zkey, valid: a_zkey, fast: false, heap: KEY },
    Target { name: "groth16 wtns", body: wtns, valid: a_wtns, fast: true, heap: BYTES },
    Target { name: "groth16 JSON", body: json, valid: some_json, fast: false, heap: BYTES },
];

fn forms(data: &[u8]) -> (Form, &[u8]) {
    match data {
        [byte, data @ ..] if byte & 1 == 1 => (Form::Uncompressed, data),
        _ => (Form::Compressed, data.get(1..).unwrap_or_default()),
    }
}

/// A byte for the form, a proof.
fn proof<C: Curve>(data: &[u8]) {
    let (form, data) = forms(data);
    if let Ok(proof) = Proof::<C>::from_bytes(data, form) {
        assert_eq!(proof.to_bytes(form), data);
    }
}

/// A byte for the form, a key.
fn key<C: Curve>(data: &[u8]) {
    let (form, data) = forms(data);
    if let Ok(key) = VerifyingKey::<C>::from_bytes(data, form) {
        assert_eq!(key.to_bytes(form), data);
    }
}

/// The six strings of fastcrypto for two public inputs; what is left is the proof.
fn strings(mut data: &[u8]) {
    let [ic, target, gamma, delta, inputs] =
        [96, 384, 64, 64, 64].map(|length| take(&mut data, length));
    let verdict = verify_groth16_in_bytes::<Bn254>(ic, target, gamma, delta, inputs, data);
    if let Ok(inputs) = inputs_from_bytes::<Bn254>(inputs) {
        assert!(inputs.len() <= 2);
    }
    if verdict.is_ok() {
        // Nothing of it has another form: with a bit changed it is another statement.
        let mut inputs = inputs.to_vec();
        inputs[0] ^= 1;
        assert!(verify_groth16_in_bytes::<Bn254>(ic, target, gamma, delta, &inputs, data).is_err());
    }
}

/// A key that is taken proves with the witness that belongs to the valid one, or says that it does
/// not fit.
fn zkey(data: &[u8]) {
    if let Ok(key) = ProvingKey::<Bn254>::from_zkey(data, &mut rng(5)) {
        let witness = setup().witness(0);
        if let Ok(proof) = key.prove(&witness, &mut rng(6)) {
            let inputs = witness.public_inputs(key.verifying_key().inputs()).0;
            assert_eq!(key.verifying_key().verify(&inputs, &proof), Ok(()));
        }
    }
}

fn wtns(data: &[u8]) {
    if let Ok(witness) = Witness::<Bn254>::from_wtns(data) {
        assert_eq!(Witness::<Bn254>::from_wtns(&witness.to_wtns()).map(drop), Ok(()));
    }
}

fn json(data: &[u8]) {
    use curvemark::groth16::PublicInputs;
    if let Ok(proof) = serde_json::from_slice::<Proof<Bn254>>(data) {
        let written = serde_json::to_vec(&proof).expect("JSON");
        assert!(serde_json::from_slice(&written).is_ok_and(|again: Proof<Bn254>| again == proof));
    }
    if let Ok(inputs) = serde_json::from_slice::<PublicInputs<Bls12381>>(data) {
        let written = serde_json::to_vec(&inputs).expect("JSON");
        assert!(
            serde_json::from_slice(&written)
                .is_ok_and(|again: PublicInputs<Bls12381>| again == inputs)
        );
    }
    if let Ok(key) = serde_json::from_slice::<VerifyingKey<Bn254>>(data) {
        let written = serde_json::to_vec(&key).expect("JSON");
        assert!(
            serde_json::from_slice(&written).is_ok_and(|again: VerifyingKey<Bn254>| again == key)
        );
    }
}

fn setup() -> InsecureTestSetup<Bn254> {
    InsecureTestSetup::new(2, 2, 1).expect("a circuit")
}

/// The file of the setup's key, and the key.
fn proving() -> &'static (Vec<u8>, ProvingKey<Bn254>) {
    static KEY: OnceLock<(Vec<u8>, ProvingKey<Bn254>)> = OnceLock::new();
    KEY.get_or_init(|| {
        let file = setup().zkey();
        let key = ProvingKey::from_zkey(&file, &mut rng(0)).expect("a key");
        (file, key)
    })
}

fn form(number: u64) -> Form {
    if number & 1 == 1 { Form::Uncompressed } else { Form::Compressed }
}

fn a_proof<C: Curve>(number: u64) -> Vec<u8> {
    let k = curve::field::Red::<C::Scalar>::from(number);
    let a = curve::weierstrass::Affine::<C::G1>::generator().mul_vartime(&k).to_affine();
    let b = curve::weierstrass::Affine::<C::G2>::generator().mul_vartime(&k).to_affine();
    [vec![number as u8], Proof::<C> { a, b, c: a.neg() }.to_bytes(form(number))].concat()
}

fn a_key<C: Curve>(number: u64) -> Vec<u8> {
    let a = curve::weierstrass::Affine::<C::G1>::generator();
    let b = curve::weierstrass::Affine::<C::G2>::generator();
    let key = VerifyingKey::<C>::new(a, b, b.neg(), b, vec![a; 1 + (number & 3) as usize])
        .expect("a key");
    [vec![number as u8], key.to_bytes(form(number))].concat()
}

fn some_strings(number: u64) -> Vec<u8> {
    let (_, key) = proving();
    let witness = setup().witness(number);
    let proof = key.prove(&witness, &mut rng(number)).expect("a proof");
    let mut parts = prepare_pvk_bytes::<Bn254>(&key.verifying_key().to_bytes(Form::Compressed))
        .expect("a key")
        .to_vec();
    parts.extend(witness.public_inputs(2).0.iter().map(|input| input.to_le_bytes().to_vec()));
    parts.push(proof.to_bytes(Form::Compressed));
    parts.concat()
}

fn a_zkey(_: u64) -> Vec<u8> {
    proving().0.clone()
}

fn a_wtns(number: u64) -> Vec<u8> {
    setup().witness(number).to_wtns().to_vec()
}

fn some_json(number: u64) -> Vec<u8> {
    let (_, key) = proving();
    let witness = setup().witness(number);
    match number & 3 {
        0 => serde_json::to_vec(&witness.public_inputs(2)),
        1 => serde_json::to_vec(key.verifying_key()),
        _ => serde_json::to_vec(&key.prove(&witness, &mut rng(number)).expect("a proof")),
    }
    .expect("JSON")
}
