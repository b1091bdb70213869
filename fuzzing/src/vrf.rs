//! Verifiable random functions, by every suite.

use curvemark::vrf::{
    Edwards25519Sha512Ell2, Edwards25519Sha512Tai, Error, P256Sha256Sswu, P256Sha256Tai, Proof,
    PublicKey, Ristretto255Sui, SecretKey, Suite, verify_each,
};

use crate::{Target, fixed, random, rng, take};

/// The targets of a suite: its name, and whether they are to be fed with proofs of it.
macro_rules! suite {
    ($suite:ty, [$read:literal, $verify:literal, $prove:literal]) => {
        [
            Target {
                name: $read,
                body: read::<$suite>,
                valid: a_proof::<$suite>,
                fast: false,
                heap: 0,
            },
            Target {
                name: $verify,
                body: verify::<$suite>,
                valid: proved::<$suite>,
                fast: false,
                heap: 0,
            },
            Target { name: $prove, body: prove::<$suite>, valid: to_prove, fast: false, heap: 0 },
        ]
    };
}

const ELL2: [Target; 3] = suite!(
    Edwards25519Sha512Ell2,
    ["vrf edwards25519 ELL2 bytes", "vrf edwards25519 ELL2 verify", "vrf edwards25519 ELL2 prove"]
);
const TAI: [Target; 3] = suite!(
    Edwards25519Sha512Tai,
    ["vrf edwards25519 TAI bytes", "vrf edwards25519 TAI verify", "vrf edwards25519 TAI prove"]
);
const SSWU: [Target; 3] = suite!(
    P256Sha256Sswu,
    ["vrf P-256 SSWU bytes", "vrf P-256 SSWU verify", "vrf P-256 SSWU prove"]
);
const P256_TAI: [Target; 3] =
    suite!(P256Sha256Tai, ["vrf P-256 TAI bytes", "vrf P-256 TAI verify", "vrf P-256 TAI prove"]);
const SUI: [Target; 3] = suite!(
    Ristretto255Sui,
    ["vrf ristretto255 bytes", "vrf ristretto255 verify", "vrf ristretto255 prove"]
);

pub const TARGETS: &[Target] = &[
    ELL2[0],
    ELL2[1],
    ELL2[2],
    TAI[1],
    TAI[2],
    SSWU[0],
    SSWU[1],
    SSWU[2],
    P256_TAI[1],
    P256_TAI[2],
    SUI[0],
    SUI[1],
    SUI[2],
];

/// A proof, and a key where its length is that: each has one encoding.
fn read<S: Suite>(data: &[u8]) {
    if let Ok(proof) = Proof::<S>::from_bytes(data) {
        assert_eq!(proof.to_bytes().as_ref(), data);
        let _ = proof.to_hash_unverified();
    }
    let piece = &data[..data.len().min(PublicKey::<S>::BYTES)];
    for bytes in [data, piece] {
        if let Ok(key) = PublicKey::<S>::from_bytes(bytes) {
            assert_eq!(key.to_bytes().as_ref(), bytes);
        }
    }
}

/// A key, a proof, an input: an output, which is that of the proof, or the verdict; the same in a
/// list, beside the proof of another input.
fn verify<S: Suite>(mut data: &[u8]) {
    let key = PublicKey::<S>::from_bytes(take(&mut data, PublicKey::<S>::BYTES));
    let proof = Proof::<S>::from_bytes(take(&mut data, Proof::<S>::BYTES));
    let (Ok(key), Ok(proof)) = (key, proof) else { return };
    let output = key.verify(data, &proof);
    match output {
        Ok(output) => assert!(output == proof.to_hash_unverified()),
        Err(reason) => assert_eq!(reason, Error::NotProved),
    }
    let other = data.get(1..).unwrap_or(b"!");
    let mut outputs = [Err(Error::Empty); 4];
    verify_each(&[key; 4], &[data, other, data, other], &[proof; 4], &mut outputs)
        .expect("four of each");
    assert!(outputs[0] == output && outputs[2] == output);
    assert!(output.is_err() || outputs[1] == Err(Error::NotProved));
}

/// A secret key, and an input: what is proved holds, and has the output of the key.
fn prove<S: Suite>(mut data: &[u8]) {
    let bytes: [u8; 32] = fixed(&mut data);
    let Ok(secret) = SecretKey::<S>::from_bytes(&bytes) else { return };
    assert_eq!(*secret.to_bytes(), bytes);
    let proof = secret.prove(data);
    assert_eq!(Proof::<S>::from_bytes(proof.to_bytes().as_ref()), Ok(proof));
    assert!(secret.public_key().verify(data, &proof) == Ok(secret.hash(data)));
}

fn a_proof<S: Suite>(number: u64) -> Vec<u8> {
    SecretKey::<S>::random(&mut rng(number))
        .prove(&random::<9>(number))
        .to_bytes()
        .as_ref()
        .to_vec()
}

fn proved<S: Suite>(number: u64) -> Vec<u8> {
    let (secret, input) = (SecretKey::<S>::random(&mut rng(number)), random::<40>(number));
    [secret.public_bytes().as_ref(), secret.prove(&input).to_bytes().as_ref(), &input].concat()
}

fn to_prove(number: u64) -> Vec<u8> {
    // Above the order of P-256 are few integers, above that of Curve25519 most.
    let mut bytes = random::<72>(number);
    bytes[31] &= 0x0f;
    bytes.to_vec()
}
