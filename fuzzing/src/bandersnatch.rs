//! Points of Bandersnatch, elements of Banderwagon, proofs of values of vectors, and those of
//! verifiable random functions.

use std::sync::LazyLock;

use curve::bandersnatch::{Banderwagon, Point, Scalar};
use curvemark::bandersnatch_vrf::{
    BandersnatchSha512Ell2, Error, Input, PedersenProof, PreOutput, PublicKey, SecretKey,
    ThinProof, TinyProof,
};
use curvemark::verkle::{Claim, MultiProof, Query, Setup, Transcript, WIDTH};

use crate::{Target, fixed, random, take};

pub const TARGETS: &[Target] = &[
    Target { name: "bandersnatch point", body: point, valid: a_point, fast: false, heap: 0 },
    Target { name: "banderwagon element", body: element, valid: an_element, fast: false, heap: 0 },
    Target { name: "verkle proof", body: proof, valid: a_proof, fast: false, heap: 4 << 20 },
    Target { name: "bandersnatch vrf bytes", body: read, valid: pedersen, fast: false, heap: 0 },
    Target { name: "bandersnatch vrf verify", body: verify, valid: proved, fast: false, heap: 0 },
    Target { name: "bandersnatch vrf prove", body: prove, valid: to_prove, fast: false, heap: 0 },
];

/// A point: it is written as it was read, and in a batch as by itself.
fn point(data: &[u8]) {
    let point = Point::from_bytes(data);
    if let Ok(point) = point {
        assert_eq!(point.to_bytes(), data);
        assert!(bool::from(point.is_on_curve() & point.is_torsion_free()));
    }
    let mut batch = [Ok(Point::identity()); 3];
    assert_eq!(Point::from_bytes_batch(&[data; 3], &mut batch), Ok(()));
    assert_eq!(batch, [point; 3]);
}

/// An element: it is written as it was read, and its points have twice the order of the group at
/// most.
fn element(data: &[u8]) {
    if let Ok(element) = Banderwagon::from_bytes(data) {
        assert_eq!(element.to_bytes(), data);
        let twice = element.as_edwards().double();
        assert!(bool::from(twice.is_on_curve() & twice.is_torsion_free()));
    }
}

/// The setup, a vector with its commitment, and a proof of its seventh value.
struct Shown {
    setup: Setup,
    commitment: Banderwagon,
    value: Scalar,
    proof: MultiProof,
}

static SHOWN: LazyLock<Shown> = LazyLock::new(|| {
    let setup = Setup::new();
    let values: [Scalar; WIDTH] = core::array::from_fn(|i| Scalar::from(i as u32 + 1));
    let commitment = setup.commit_vartime(&values).expect("256 values");
    let query = Query { commitment, values: &values, index: 7 };
    let proof = setup.prove_vartime(Transcript::new(b"fuzzing"), &[query]).expect("a query");
    Shown { setup, commitment, value: values[7], proof }
});

/// A proof of a value: it is written as it was read, and no other than the good one is taken.
fn proof(data: &[u8]) {
    let Ok(proof) = MultiProof::from_bytes(data) else { return };
    assert_eq!(proof.to_bytes(), data);
    let Shown { setup, commitment, value, proof: good } = &*SHOWN;
    let claim = Claim { commitment: *commitment, index: 7, value: *value };
    let verdict = setup.verify_vartime(Transcript::new(b"fuzzing"), &[claim], &proof);
    assert_eq!(verdict, proof == *good);
}

/// A multiple of the generator, the identity among them.
fn a_point(number: u64) -> Vec<u8> {
    Point::generator().mul_integer_vartime(&[number & 63]).to_bytes().to_vec()
}

fn an_element(number: u64) -> Vec<u8> {
    Banderwagon::generator().mul_vartime(&Scalar::from(number)).to_bytes().to_vec()
}

fn a_proof(_: u64) -> Vec<u8> {
    SHOWN.proof.to_bytes().to_vec()
}

type Suite = BandersnatchSha512Ell2;

/// Bytes as all that is read: each has one encoding.
fn read(data: &[u8]) {
    let piece = &data[..data.len().min(32)];
    if let Ok(output) = PreOutput::<Suite>::from_bytes(piece) {
        assert_eq!(output.to_bytes(), piece);
        assert!(PublicKey::<Suite>::from_bytes(piece).is_ok_and(|key| key.to_bytes() == piece));
    }
    if let Ok(key) = SecretKey::<Suite>::from_bytes(piece) {
        assert_eq!(key.to_bytes().as_slice(), piece);
    }
    if let Ok(proof) = TinyProof::<Suite>::from_bytes(data) {
        assert_eq!(proof.to_bytes(), data);
    }
    if let Ok(proof) = ThinProof::<Suite>::from_bytes(data) {
        assert_eq!(proof.to_bytes(), data);
    }
    if let Ok(proof) = PedersenProof::<Suite>::from_bytes(data) {
        assert_eq!(proof.to_bytes(), data);
        assert_eq!(proof.key_commitment(), data[..32]);
    }
}

/// A key, a pre-output, a proof of any kind, an input with data: the output of the pre-output, or
/// the verdict.
fn verify(mut data: &[u8]) {
    let key = PublicKey::<Suite>::from_bytes(take(&mut data, 32));
    let output = PreOutput::<Suite>::from_bytes(take(&mut data, 32));
    let (Ok(key), Ok(output)) = (key, output) else { return };
    let [kind] = fixed(&mut data);
    let proof = take(&mut data, [48, 64, 160, 48][usize::from(kind & 3)]);
    let (input, data) = (Input::new(data), data.get(1..).unwrap_or_default());
    let verdict = match kind & 3 {
        1 => ThinProof::from_bytes(proof)
            .and_then(|proof| key.verify_thin(&input, &output, data, &proof)),
        2 => PedersenProof::from_bytes(proof).and_then(|proof| proof.verify(&input, &output, data)),
        _ => TinyProof::from_bytes(proof)
            .and_then(|proof| key.verify_tiny(&input, &output, data, &proof)),
    };
    match verdict {
        Ok(hash) => assert_eq!(hash, output.to_hash_unverified()),
        Err(reason) => {
            assert!(matches!(
                reason,
                Error::Length | Error::Point(_) | Error::Scalar | Error::NotProved
            ));
        }
    }
}

/// A seed, and an input with data: what is proved holds, and has the output of the key.
fn prove(mut data: &[u8]) {
    let secret = SecretKey::<Suite>::from_seed(&fixed(&mut data));
    let (key, input) = (secret.public_key(), Input::new(data));
    let hash = Ok(secret.hash(&input));
    let (output, proof) = secret.prove_tiny(&input, data);
    assert_eq!(TinyProof::from_bytes(&proof.to_bytes()), Ok(proof));
    assert_eq!(key.verify_tiny(&input, &output, data, &proof), hash);
    let (output, proof) = secret.prove_thin(&input, data);
    assert_eq!(ThinProof::from_bytes(&proof.to_bytes()), Ok(proof));
    assert_eq!(key.verify_thin(&input, &output, data, &proof), hash);
    let (output, proof, blinding) = secret.prove_pedersen(&input, data);
    assert_eq!(PedersenProof::from_bytes(&proof.to_bytes()), Ok(proof));
    assert_eq!(proof.verify(&input, &output, data), hash);
    assert!(proof.is_of(&key, &blinding));
}

/// The key of a number, and an input.
fn holder(number: u64) -> (SecretKey<Suite>, [u8; 9]) {
    (SecretKey::from_seed(&random(number)), random(number ^ 1))
}

fn pedersen(number: u64) -> Vec<u8> {
    let (secret, input) = holder(number);
    secret.prove_pedersen(&Input::new(&input), &input[1..]).1.to_bytes().to_vec()
}

fn proved(number: u64) -> Vec<u8> {
    let (secret, input) = holder(number);
    let (point, data) = (Input::new(&input), &input[1..]);
    let (output, tiny) = secret.prove_tiny(&point, data);
    let (kind, proof) = match number & 3 {
        1 => (1, secret.prove_thin(&point, data).1.to_bytes().to_vec()),
        2 => (2, secret.prove_pedersen(&point, data).1.to_bytes().to_vec()),
        _ => (0, tiny.to_bytes().to_vec()),
    };
    [&secret.public_bytes()[..], &output.to_bytes(), &[kind], &proof, &input].concat()
}

fn to_prove(number: u64) -> Vec<u8> {
    random::<50>(number).to_vec()
}
