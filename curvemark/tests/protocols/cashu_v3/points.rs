//! Point validation: each rule of NUT-00 for B_, C_, C and K.

use super::*;
use curve::error::PointError;

/// Derived cases in G1: what, its bytes, why it is refused.
const REFUSED_G1: [(&str, &str, PointError); 12] = [
    (
        "the identity",
        "c00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
        PointError::Identity,
    ),
    (
        "infinity with a body",
        "c00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001",
        PointError::Flags,
    ),
    (
        "infinity with a sign",
        "e00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
        PointError::Flags,
    ),
    (
        "infinity not marked as compressed",
        "400000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
        PointError::Compression,
    ),
    (
        "not marked as compressed",
        "17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb",
        PointError::Compression,
    ),
    (
        "x = p",
        "9a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab",
        PointError::NotCanonical,
    ),
    (
        "x + p of a valid point",
        "bf73ddd4c9cd4de0d32470a193f4f1e3fb9926b584ad13e4aac0ffabba099c4f013b75ba40707c427d998c5529beb9f9",
        PointError::NotCanonical,
    ),
    (
        "no point of the curve",
        "800000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001",
        PointError::NotOnCurve,
    ),
    (
        "a point of order 3",
        "800000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
        PointError::NotInSubgroup,
    ),
    (
        "a point whose order divides the cofactor",
        "accd40884cb1834492efbd0149a414535890f30477f9535103082ff438ca13d7f7e36e2f1d15dd8ca30397f12170831a",
        PointError::NotInSubgroup,
    ),
    (
        "the generator and a cofactor component",
        "89cc53e3c5bcd46e16418011263d86916b1627671fe5b132acd5129628d6bc5a836d65544bcd27c6288deb3602a1246b",
        PointError::NotInSubgroup,
    ),
    (
        "seven times the generator and a point of order 3",
        "897fdccce33628c52d7b3d9fc23becac525b0383e0d4e1d05a4f140da8d71bd7fb83172c883114a4fb1870a9dda0aff2",
        PointError::NotInSubgroup,
    ),
];

/// Derived cases in G2.
const REFUSED_G2: [(&str, &str, PointError); 12] = [
    (
        "the identity",
        "c00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000\
         000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
        PointError::Identity,
    ),
    (
        "infinity with a body in c1",
        "c00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001\
         000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
        PointError::Flags,
    ),
    (
        "infinity with a sign",
        "e00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000\
         000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
        PointError::Flags,
    ),
    (
        "not marked as compressed",
        "13e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e\
         024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8",
        PointError::Compression,
    ),
    (
        "c1 = p",
        "9a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab\
         024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8",
        PointError::NotCanonical,
    ),
    (
        "c0 + p of a valid point",
        "93e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e\
         1c4bb49d2a0ef12b7123acdd7110bd292b5bc659edc54dc21b81de057194c79b2a5803255959bbef8e7f56c8c1216863",
        PointError::NotCanonical,
    ),
    (
        "a flag in c0",
        "93e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e\
         824aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8",
        PointError::NotCanonical,
    ),
    (
        "no point of the curve",
        "800000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001\
         000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000006",
        PointError::NotOnCurve,
    ),
    (
        "a point of another order",
        "a00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001\
         000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001",
        PointError::NotInSubgroup,
    ),
    (
        "a point whose order divides the cofactor",
        "8a04da912b3363e00a0545d58e7757f7b60e7a25568adcb3af55dad724d304f7c4742819d1f6a9bf545a719c2fe86214\
         01f25b971f88673a879fd835ed521a7dd9ca5ff815d1f8875da864648644d13fc1a29e9e2610e17febed7481715d5ea6",
        PointError::NotInSubgroup,
    ),
    (
        "a point of order 13",
        "83a58fd8e0c4b1a4025da5ca3176405ed7fa11dcf55003b1ceae958a7a62815f5f3a79792d91eebf83ccffc228784a45\
         09c801b1c24e6662e6c94f9b8f0ac01768d0b974fe1ad3d3727c7afc77bafd60e086aeed8a678de31267be27fd73543b",
        PointError::NotInSubgroup,
    ),
    (
        "five times the generator and a point of order 23",
        "a8158030cd7d70bbf3f68497a95cedb05ea7b10c501d984c9c451cf5f491dec61b910122a47cde55482d911ad91fefd1\
         038cad8c6be4e62ae834be0a1eb6e16d160c8db0c197a6a61cc0f1a41da84f55ad6b7b0c7d56eff18ba1a9717887581e",
        PointError::NotInSubgroup,
    ),
];

const G1_UNCOMPRESSED: &str = "17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb\
                               08b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1";

#[test]
fn each_rule_for_the_points_of_g1() {
    for (what, digits, reason) in REFUSED_G1 {
        let bytes = hex(digits);
        let reason = Some(Error::Point(reason));
        assert_eq!(BlindedMessage::from_bytes(&bytes).err(), reason, "B_: {what}");
        assert_eq!(BlindSignature::from_bytes(&bytes).err(), reason, "C_: {what}");
        assert_eq!(Signature::from_bytes(&bytes).err(), reason, "C: {what}");
    }
}

#[test]
fn each_rule_for_keys() {
    for (what, digits, reason) in REFUSED_G2 {
        assert_eq!(
            MintPublicKey::from_bytes(&hex(digits)).err(),
            Some(Error::Point(reason)),
            "K: {what}"
        );
    }
}

#[test]
fn another_length_is_refused_before_anything_else() {
    let (c, k) = (hex(C), hex(K));
    for bad in [&c[..47], &[&c[..], &[0]].concat(), &[], &k, &hex(G1_UNCOMPRESSED)] {
        assert_eq!(BlindedMessage::from_bytes(bad).err(), Some(Error::Length));
        assert_eq!(BlindSignature::from_bytes(bad).err(), Some(Error::Length));
        assert_eq!(Signature::from_bytes(bad).err(), Some(Error::Length));
    }
    for bad in [&k[..95], &[&k[..], &[0]].concat(), &[], &c, &[&k[..], &k].concat()] {
        assert_eq!(MintPublicKey::from_bytes(bad).err(), Some(Error::Length));
    }
}

/// What is taken is given back to the byte, and no second encoding of a point is taken.
#[test]
fn valid_points_have_one_encoding() {
    for valid in [B_, C_, C, Y] {
        let bytes = hex(valid);
        assert_eq!(
            BlindedMessage::from_bytes(&bytes).map(|point| point.to_bytes()),
            Ok(bytes[..].try_into().expect("48 bytes"))
        );
        for flip in [0x80, 0x40, 0xc0, 0x60, 0xe0, 0xa0] {
            let mut other = bytes.clone();
            other[0] ^= flip;
            assert!(Signature::from_bytes(&other).is_err(), "{valid} with {flip:02x}");
        }
    }
    let key = hex(K);
    assert_eq!(MintPublicKey::from_bytes(&key).expect("K").to_bytes(), *key);
}

/// Many at once are as each: every refused encoding among good ones, in lists of lengths around the
/// pieces they are decoded in.
#[test]
fn points_of_a_list() {
    let good = signed(&mint(2), b"x", &BlindingFactor::from_bytes(&small(3)).expect("a factor"))
        .to_bytes();
    let mut encodings: Vec<Vec<u8>> = REFUSED_G1.iter().map(|(_, bytes, _)| hex(bytes)).collect();
    encodings.extend([good.to_vec(), good[1..].to_vec(), vec![], [&good[..], &[0]].concat()]);
    for count in [1, 2, 7, 8, 9, 63, 64, 65, 130] {
        let list: Vec<&Vec<u8>> = encodings.iter().cycle().take(count).collect();
        let mut points = vec![Err(Error::EmptyBatch); count];
        Signature::from_bytes_batch(&list, &mut points).expect("as many places");
        assert!(
            points.iter().zip(&list).all(|(point, bytes)| *point == Signature::from_bytes(bytes))
        );
    }
    assert_eq!(
        Signature::from_bytes_batch(&encodings, &mut [Err(Error::EmptyBatch)]),
        Err(Error::Scratch)
    );
    assert_eq!(Signature::from_bytes_batch(&[[0; 48]; 0], &mut []), Err(Error::EmptyBatch));

    let good = mint(2).public_key().to_bytes();
    let mut encodings: Vec<Vec<u8>> = REFUSED_G2.iter().map(|(_, bytes, _)| hex(bytes)).collect();
    encodings.extend([good.to_vec(), good[1..].to_vec(), vec![], [&good[..], &[0]].concat()]);
    for count in [1, 2, 7, 8, 9, 65] {
        let list: Vec<&Vec<u8>> = encodings.iter().cycle().take(count).collect();
        let mut keys = vec![Err(Error::EmptyBatch); count];
        MintPublicKey::from_bytes_batch(&list, &mut keys).expect("as many places");
        assert!(
            keys.iter().zip(&list).all(|(key, bytes)| *key == MintPublicKey::from_bytes(bytes))
        );
        assert!(keys.iter().flatten().all(|key| key.to_bytes() == good));
    }
    assert_eq!(
        MintPublicKey::from_bytes_batch(&encodings, &mut [Err(Error::EmptyBatch)]),
        Err(Error::Scratch)
    );
    assert_eq!(MintPublicKey::from_bytes_batch(&[[0; 96]; 0], &mut []), Err(Error::EmptyBatch));
}
