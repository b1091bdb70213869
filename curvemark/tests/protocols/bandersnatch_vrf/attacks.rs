//! Forgeries, points and integers that must be refused, and suites that must stay apart.

use curvemark::bandersnatch_vrf::{
    Error, Input, PedersenProof, PreOutput, PublicKey, SecretKey, Suite, ThinProof, TinyProof,
};
use curvemark::curve::bandersnatch::{Fp, Point, Scalar};
use curvemark::curve::error::{PointError, ScalarError};
use sha2::{Digest, Sha512};

use super::{Claim, V1, V2, verify};
use crate::vectors::bytes;

/// ℓ, little-endian.
const ORDER: &str = "e1e77628b506fd7471041974008f87ff0076687602ce0c525f67cad469b6fb1c";

/// The residue of 16 bytes of the counter mode over what is hashed.
fn drawn(parts: &[&[u8]]) -> Scalar {
    let seed = parts.iter().fold(Sha512::new(), |hash, part| hash.chain_update(part)).finalize();
    let block = Sha512::new().chain_update(seed).chain_update([0; 8]).finalize();
    Scalar::from_wide_le_bytes(&block[..16]).expect("few bytes")
}

/// A thin proof by hand, from any key, pre-output and nonce.
fn forged(x: &Scalar, input: &Point, output: &Point, k: &Scalar, data: &[u8]) -> Vec<u8> {
    let key = Point::generator().mul(x);
    let points = [Point::generator(), key, *input, *output].map(|point| point.to_bytes());
    let two = 2u64.to_le_bytes();
    let length = (data.len() as u64).to_le_bytes();
    let said = [V1::NAME.as_bytes(), &[0x01], &two, points.as_flattened(), &length, data].concat();
    let z = drawn(&[&said, &[0x30]]);
    let sum = Point::generator().add(&input.mul(&z));
    let r = sum.mul(k).to_bytes();
    let c = drawn(&[&said, &[0x40], &r]);
    let s = k + &(&c * x);
    [r, s.to_le_bytes()].concat()
}

/// Forgeries of who knows the key, or has none.
#[test]
fn forgeries() {
    let x = Scalar::from(1_234_567u32);
    let secret = SecretKey::<V1>::from_bytes(&x.to_le_bytes()).expect("a key");
    let (key, input) = (secret.public_key(), Input::new(b"alpha"));
    let point = Point::from_bytes(&input.to_bytes()).expect("a point");
    let output = point.mul(&x);
    let verify = |output: &Point, proof: &[u8]| {
        let output = PreOutput::from_bytes(&output.to_bytes())?;
        key.verify_thin(&input, &output, b"ad", &ThinProof::from_bytes(proof)?)
    };
    // By hand as by the library, whatever the nonce: zero, with which R is the identity, too.
    for k in [Scalar::from(9u32), Scalar::zero()] {
        let proof = forged(&x, &point, &output, &k, b"ad");
        assert_eq!(verify(&output, &proof), Ok(secret.hash(&input)));
        // For another pre-output, of the key or of the input.
        for other in [output.double(), output.neg(), point, Point::generator()] {
            let proof = forged(&x, &point, &other, &k, b"ad");
            assert_eq!(verify(&other, &proof), Err(Error::NotProved));
        }
    }
    // The identity is no pre-output, though it is x times itself.
    let proof = forged(&x, &point, &Point::identity(), &x, b"ad");
    let refused = verify(&Point::identity(), &proof);
    assert_eq!(refused, Err(Error::PreOutput(PointError::Identity)));
    // O + (0, −1): with even challenges and weights it would prove a second output.
    let torsion = plus_order_two(&output.to_bytes());
    let read = PreOutput::<V1>::from_bytes(&torsion);
    assert_eq!(read, Err(Error::PreOutput(PointError::NotInSubgroup)));
    let read = PublicKey::<V1>::from_bytes(&plus_order_two(&key.to_bytes()));
    assert_eq!(read, Err(Error::Key(PointError::NotInSubgroup)));
    // A commitment that everybody can open.
    let (_, proof, _) = secret.prove_pedersen(&input, b"ad");
    let mut proof = proof.to_bytes();
    for (part, reason) in [(1, None), (2, None), (0, Some(Error::Point(PointError::Identity)))] {
        let mut changed = proof;
        changed[32 * part..][..32].copy_from_slice(&Point::identity().to_bytes());
        let read = PedersenProof::<V1>::from_bytes(&changed);
        assert_eq!(read.err(), reason);
        if let Ok(read) = read {
            let output = PreOutput::from_bytes(&output.to_bytes()).expect("one");
            assert_eq!(read.verify(&input, &output, b"ad"), Err(Error::NotProved));
        }
        changed[32 * part..][..32].copy_from_slice(&torsion);
        let read = PedersenProof::<V1>::from_bytes(&changed);
        assert_eq!(read.err(), Some(Error::Point(PointError::NotInSubgroup)));
    }
    // The responses of another proof.
    let (_, other, _) = secret.prove_pedersen(&input, b"other");
    proof[96..].copy_from_slice(&other.to_bytes()[96..]);
    let read = PedersenProof::<V1>::from_bytes(&proof).expect("scalars");
    let output = PreOutput::from_bytes(&output.to_bytes()).expect("one");
    assert_eq!(read.verify(&input, &output, b"ad"), Err(Error::NotProved));
}

/// P + (0, −1) = (−x, −y), of order 2ℓ, as bytes.
fn plus_order_two(point: &[u8; 32]) -> [u8; 32] {
    let mut bytes = *point;
    let sign = bytes[31] & 0x80;
    bytes[31] &= 0x7f;
    bytes.reverse();
    let mut out = (-Fp::from_uniform_bytes(&bytes)).to_be_bytes();
    out.reverse();
    out[31] |= sign ^ 0x80;
    out
}

/// A proof of one suite, and of one kind, is none of another.
#[test]
fn suites_and_kinds_are_apart() {
    let secret = SecretKey::<V1>::from_seed(&[7; 32]);
    assert_ne!(secret.public_bytes(), SecretKey::<V2>::from_seed(&[7; 32]).public_bytes());
    let key = secret.to_bytes();
    let other = SecretKey::<V2>::from_bytes(key.as_slice()).expect("a key");
    let (ours, theirs) = (Input::<V1>::new(b"alpha"), Input::<V2>::new(b"alpha"));
    assert_ne!(ours.to_bytes(), theirs.to_bytes());
    assert_ne!(secret.hash(&ours), other.hash(&theirs));
    let (output, proof) = secret.prove_tiny(&ours, b"ad");
    let claim = Claim {
        key: secret.public_bytes().to_vec(),
        alpha: b"alpha".to_vec(),
        data: b"ad".to_vec(),
        output: output.to_bytes().to_vec(),
        proof: proof.to_bytes().to_vec(),
    };
    assert_eq!(verify::<V1>("tiny", &claim), Ok(secret.hash(&ours)));
    assert_eq!(verify::<V2>("tiny", &claim), Err(Error::NotProved));
    // R of a thin proof with the challenge of a tiny one.
    let (_, thin) = secret.prove_thin(&ours, b"ad");
    let mixed = [&thin.to_bytes()[..32], &proof.to_bytes()[16..]].concat();
    assert_eq!(verify::<V1>("thin", &Claim { proof: mixed, ..claim }), Err(Error::NotProved));
}

/// What is read: lengths, integers, points; and what is shown.
#[test]
fn inputs_that_are_none_are_refused_with_their_reason() {
    let secret = |bytes: &[u8]| SecretKey::<V1>::from_bytes(bytes).map(|_| ());
    let refused = |reason| Err(Error::SecretKey(reason));
    assert_eq!(secret(&[0; 32]), refused(ScalarError::Zero));
    assert_eq!(secret(&[0xff; 32]), refused(ScalarError::NotCanonical));
    assert_eq!(secret(&bytes(ORDER)), refused(ScalarError::NotCanonical));
    assert_eq!(secret(&(-Scalar::one()).to_le_bytes()), Ok(()));
    let good = SecretKey::<V1>::from_seed(&[7; 32]);
    let input = Input::new(b"alpha");
    let (output, tiny) = good.prove_tiny(&input, b"");
    let (_, thin) = good.prove_thin(&input, b"");
    let long = [good.public_bytes(), output.to_bytes()].concat();
    for length in (0..64).filter(|length| *length != 32) {
        let bytes = &long[..length];
        assert_eq!(secret(bytes), refused(ScalarError::Length));
        let read = PublicKey::<V1>::from_bytes(bytes);
        assert_eq!(read, Err(Error::Key(PointError::Length)));
        let read = PreOutput::<V1>::from_bytes(bytes);
        assert_eq!(read, Err(Error::PreOutput(PointError::Length)));
    }
    let point = |bytes: &[u8; 32]| {
        let (key, output) = (PublicKey::<V1>::from_bytes(bytes), PreOutput::from_bytes(bytes));
        let thin = ThinProof::<V1>::from_bytes(&[*bytes, [0; 32]].concat());
        match (key, output.map(|_: PreOutput<V1>| ()), thin) {
            (Err(Error::Key(key)), Err(Error::PreOutput(output)), thin) if key == output => {
                let allowed = key == PointError::Identity;
                assert_eq!(thin.err(), (!allowed).then_some(Error::Point(key)));
                key
            }
            other => panic!("{other:?}"),
        }
    };
    let mut identity = [0; 32];
    identity[0] = 1;
    assert_eq!(point(&identity), PointError::Identity);
    identity[31] = 0x80;
    assert_eq!(point(&identity), PointError::Flags);
    assert_eq!(point(&[0xff; 32]), PointError::NotCanonical);
    assert_eq!(point(&plus_order_two(&good.public_bytes())), PointError::NotInSubgroup);
    // s and s + ℓ are one residue; only the first is taken.
    let s = Scalar::from_le_bytes(&tiny.to_bytes()[16..]).expect("a scalar");
    assert_eq!(s.to_le_bytes(), tiny.to_bytes()[16..]);
    for s in [bytes(ORDER), vec![0xff; 32]] {
        let read = TinyProof::<V1>::from_bytes(&[&tiny.to_bytes()[..16], &s].concat());
        assert_eq!(read, Err(Error::Scalar));
        let read = ThinProof::<V1>::from_bytes(&[&thin.to_bytes()[..32], &s].concat());
        assert_eq!(read, Err(Error::Scalar));
    }
    assert_eq!(format!("{good:?}"), "SecretKey(…)");
    let digits: String = good.public_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(format!("{:?}", good.public_key()), format!("PublicKey({digits})"));
}
