//! Key generation, derivation and encodings.

use curve::error::{PointError, ScalarError};
use curvemark::bls::{Error, KeyPair, PublicKey, SecretKey, Signature, Suite, min_pk, min_sig};

use super::{secret, vectors::bytes};

/// A decimal number as 32 big-endian bytes.
fn decimal(digits: &str) -> [u8; 32] {
    let mut bytes = [0u8; 32];
    for digit in digits.bytes() {
        let mut carry = u32::from(digit - b'0');
        for byte in bytes.iter_mut().rev() {
            let value = u32::from(*byte) * 10 + carry;
            (*byte, carry) = (value as u8, value >> 8);
        }
        assert_eq!(carry, 0);
    }
    bytes
}

/// EIP-2333, "Test Cases" (ethereum/EIPs, CC0): seed, master key, index, child key.
const EIP_2333: [(&str, &str, u32, &str); 4] = [
    (
        "c55257c360c07c72029aebc1b53c05ed0362ada38ead3e3e9efa3708e53495531f09a6987599d18264c1e1c92f2cf141630c7a3c4ab7c81b2f001698e7463b04",
        "6083874454709270928345386274498605044986640685124978867557563392430687146096",
        0,
        "20397789859736650942317412262472558107875392172444076792671091975210932703118",
    ),
    (
        "3141592653589793238462643383279502884197169399375105820974944592",
        "29757020647961307431480504535336562678282505419141012933316116377660817309383",
        3_141_592_653,
        "25457201688850691947727629385191704516744796114925897962676248250929345014287",
    ),
    (
        "0099ff991111002299dd7744ee3355bbdd8844115566cc55663355668888cc00",
        "27580842291869792442942448775674722299803720648445448686099262467207037398656",
        4_294_967_295,
        "29358610794459428860402234341874281240803786294062035874021252734817515685787",
    ),
    (
        "d4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3",
        "19022158461524446591288038168518313374041767046816487870552872741050760015818",
        42,
        "31372231650479070279774297061823572166496564838472787488249775572789064611981",
    ),
];

#[test]
fn the_tree_of_eip_2333() {
    for (seed, master, index, child) in EIP_2333 {
        let key = min_pk::SecretKey::derive_master(&bytes(seed)).expect("a seed");
        assert_eq!(*key.to_bytes(), decimal(master));
        assert_eq!(*key.derive_child(index).to_bytes(), decimal(child));
        // The groups do not matter.
        let key = min_sig::SecretKey::derive_master(&bytes(seed)).expect("a seed");
        assert_eq!(*key.derive_child(index).to_bytes(), decimal(child));
    }
}

#[test]
fn key_material_has_32_bytes() {
    for length in [0, 1, 31] {
        assert_eq!(
            min_pk::SecretKey::key_gen(&vec![1; length], b"").unwrap_err(),
            Error::KeyMaterial
        );
        assert_eq!(
            min_pk::SecretKey::derive_master(&vec![1; length]).unwrap_err(),
            Error::KeyMaterial
        );
    }
    let key = |info: &[u8]| *min_pk::SecretKey::key_gen(&[1; 32], info).expect("enough").to_bytes();
    assert_ne!(key(b""), key(b"\0"));
    assert_ne!(key(b"a"), key(b"b"));
    let salted = |salt: &[u8]| {
        *min_pk::SecretKey::key_gen_with_salt(&[1; 32], salt, b"").expect("enough").to_bytes()
    };
    use sha2::Digest;
    // Version 4 of the draft hashes the salt before the first use, version 3 does not.
    assert_eq!(salted(&sha2::Sha256::digest(b"BLS-SIG-KEYGEN-SALT-")), key(b""));
    assert_ne!(salted(b"BLS-SIG-KEYGEN-SALT-"), key(b""));
}

#[test]
fn secret_keys_are_canonical_and_not_zero() {
    let order = bytes("73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001");
    let last = bytes("73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000000");
    let read =
        |bytes: &[u8]| min_pk::SecretKey::from_bytes(bytes).map(|key| key.to_bytes().to_vec());
    assert_eq!(read(&last), Ok(last.clone()));
    assert_eq!(read(&order), Err(Error::SecretKey(ScalarError::NotCanonical)));
    assert_eq!(read(&[0xff; 32]), Err(Error::SecretKey(ScalarError::NotCanonical)));
    assert_eq!(read(&[0; 32]), Err(Error::SecretKey(ScalarError::Zero)));
    for length in [0, 31, 33, 64] {
        assert_eq!(read(&vec![1; length]), Err(Error::SecretKey(ScalarError::Length)));
    }
    // The key r − 1 is the negative of the generator.
    let key = min_pk::SecretKey::from_bytes(&last).expect("a key").public_key();
    assert_eq!(*key.as_point(), curvemark::bls12_381::G1Affine::generator().neg());
    assert_eq!(format!("{:?}", secret::<min_pk::Basic>(1)), "SecretKey(…)");
    let pair = format!("{:?}", KeyPair::new(secret::<min_pk::Basic>(1)));
    assert!(pair.starts_with("KeyPair { public: PublicKey("), "{pair}");
}

/// Encodings of keys and signatures, whole and wrong.
fn encodings<S: Suite>(key_bytes: usize, signature_bytes: usize) {
    let secret = secret::<S>(3);
    let (key, signature) = (secret.public_key(), secret.sign(b"a message"));
    assert_eq!((PublicKey::<S>::BYTES, Signature::<S>::BYTES), (key_bytes, signature_bytes));

    let bytes = key.to_bytes();
    assert_eq!(PublicKey::<S>::from_bytes(bytes.as_ref()), Ok(key));
    let whole = key.to_bytes_uncompressed();
    assert_eq!(PublicKey::<S>::from_bytes_uncompressed(whole.as_ref()), Ok(key));
    assert_eq!(PublicKey::<S>::from_bytes_uncompressed_unchecked_subgroup(whole.as_ref()), Ok(key));
    assert_eq!(PublicKey::<S>::from_point(*key.as_point()), Ok(key));
    let text = signature.to_bytes();
    assert_eq!(Signature::<S>::from_bytes(text.as_ref()), Ok(signature));
    assert_eq!(
        Signature::<S>::from_bytes_uncompressed(signature.to_bytes_uncompressed().as_ref()),
        Ok(signature)
    );

    // The point at infinity is no key, and a signature of nobody.
    let mut infinity = vec![0; key_bytes];
    infinity[0] = 0xc0;
    assert_eq!(PublicKey::<S>::from_bytes(&infinity), Err(Error::Point(PointError::Identity)));
    let mut infinity = vec![0; 2 * key_bytes];
    infinity[0] = 0x40;
    assert_eq!(
        PublicKey::<S>::from_bytes_uncompressed(&infinity),
        Err(Error::Point(PointError::Identity))
    );
    let unchecked = PublicKey::<S>::from_bytes_uncompressed_unchecked_subgroup(&infinity);
    assert_eq!(unchecked, Err(Error::Point(PointError::Identity)));
    let mut infinity = vec![0; signature_bytes];
    infinity[0] = 0xc0;
    let nobody = Signature::<S>::from_bytes(&infinity).expect("a point of the group");
    assert_eq!(key.verify(b"a message", &nobody), Err(Error::NotSigned));

    // Every other length, and every form in the place of the other.
    for length in 0..=2 * key_bytes + 1 {
        let wrong: Vec<u8> = bytes.as_ref().iter().copied().cycle().take(length).collect();
        assert_eq!(PublicKey::<S>::from_bytes(&wrong).is_ok(), length == key_bytes, "{length}");
        assert!(PublicKey::<S>::from_bytes_uncompressed(&wrong).is_err());
    }
    for length in 0..=2 * signature_bytes + 1 {
        let wrong: Vec<u8> = text.as_ref().iter().copied().cycle().take(length).collect();
        assert_eq!(
            Signature::<S>::from_bytes(&wrong).is_ok(),
            length == signature_bytes,
            "{length}"
        );
    }
    // Flags: each of the eight combinations of the first byte's top bits, of which two are good.
    let good = (0..8u8).filter(|flags| {
        let mut changed = bytes.as_ref().to_vec();
        changed[0] = (changed[0] & 0x1f) | flags << 5;
        PublicKey::<S>::from_bytes(&changed).is_ok()
    });
    assert_eq!(good.collect::<Vec<_>>(), [4, 5]);

    // Many at once, with bad ones between.
    let list: Vec<Vec<u8>> = (0..19)
        .map(|i| match i {
            3 => Vec::new(),
            8 => vec![0xff; key_bytes],
            _ => super::secret::<S>(i).public_key().to_bytes().as_ref().to_vec(),
        })
        .collect();
    let mut keys = vec![Err(Error::Empty); 19];
    PublicKey::<S>::from_bytes_batch(&list, &mut keys).expect("as many places");
    for (bytes, key) in list.iter().zip(&keys) {
        assert_eq!(*key, PublicKey::<S>::from_bytes(bytes));
    }
    assert_eq!(PublicKey::<S>::from_bytes_batch(&list, &mut keys[1..]), Err(Error::LengthMismatch));
    let mut signatures = vec![Err(Error::Empty); 2];
    Signature::<S>::from_bytes_batch(&[text.as_ref(), &infinity[1..]], &mut signatures)
        .expect("as many places");
    assert_eq!(signatures, [Ok(signature), Err(Error::Point(PointError::Length))]);
}

#[test]
fn encodings_have_one_form() {
    encodings::<min_pk::Possession>(48, 96);
    encodings::<min_sig::Augmented>(96, 48);
}

/// A point of the curve outside the group passes the function that says so, and no other.
/// Zeros, and an uncompressed key cut to half, are what newcomers pass first.
#[test]
fn bytes_without_the_compression_bit_are_explained() {
    let key = min_pk::SecretKey::key_gen(&[7; 32], b"").expect("a key").public_key();
    let uncompressed = key.to_bytes_uncompressed();
    for bytes in [&[0; 48][..], &uncompressed[..48]] {
        let refused = min_pk::PublicKey::from_bytes(bytes).expect_err("no compressed point");
        assert_eq!(refused, Error::Point(PointError::Compression));
        let words = refused.to_string();
        assert!(words.contains("a compressed point has the highest bit"), "{words}");
    }
}

#[test]
fn the_subgroup_is_checked() {
    // x = 4 is on E and outside G1: its uncompressed form from a square root of 4³ + 4 = 68.
    let (y, exists) = curvemark::bls12_381::Fp::from(68).sqrt();
    assert!(bool::from(exists));
    let mut encoding = [0; 96];
    encoding[47] = 4;
    y.to_bytes(&mut encoding[48..]);
    let refused = Err(Error::Point(PointError::NotInSubgroup));
    assert_eq!(min_pk::PublicKey::from_bytes_uncompressed(&encoding), refused);
    assert!(min_pk::PublicKey::from_bytes_uncompressed_unchecked_subgroup(&encoding).is_ok());
    assert_eq!(
        min_sig::Signature::from_bytes_uncompressed(&encoding).unwrap_err(),
        Error::Point(PointError::NotInSubgroup)
    );
    let compressed: [u8; 48] = core::array::from_fn(|i| match i {
        0 => 0x80,
        47 => 4,
        _ => 0,
    });
    assert_eq!(min_pk::PublicKey::from_bytes(&compressed), refused);
}

#[test]
fn a_random_key_is_another_one() {
    let mut rng = super::rng(9);
    let (a, b) = (min_pk::SecretKey::random(&mut rng), min_pk::SecretKey::random(&mut rng));
    assert_ne!(*a.to_bytes(), *b.to_bytes());
    assert_eq!(a.public_key().verify(b"", &a.sign(b"")), Ok(()));
}

/// Keys of one material for one suite are those for another.
#[test]
fn a_secret_key_is_an_integer() {
    assert_eq!(*secret::<min_pk::Basic>(4).to_bytes(), *secret::<min_sig::Augmented>(4).to_bytes());
    let _: SecretKey<min_pk::Basic> = secret(4);
}
