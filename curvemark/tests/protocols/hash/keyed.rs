//! HMAC: RFC 4231, §4, and NIST's example of HMAC-SHA3-256. HKDF: RFC 5869, appendix A, and keys
//! that Python derives.

use curvemark::hash::{
    Hkdf, Hmac, Sha3_256, Sha256, Sha512, SimpleHkdf, SimpleHmac, hmac_sha3_256, hmac_sha256,
    hmac_sha512, sha256,
};

use super::vectors::{bytes, cases};
use super::{HKDF_AND_TREES, mac};

/// Key, message, HMAC-SHA-256, HMAC-SHA-512. Of the fifth case the beginning is published, 128
/// bits.
#[rustfmt::skip]
fn rfc_4231() -> [(Vec<u8>, Vec<u8>, &'static str, &'static str); 7] {
    [
        (vec![0x0b; 20], b"Hi There".to_vec(),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
            "87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cdedaa833b7d6b8a702038b274eaea3f4e4be9d914eeb61f1702e696c203a126854"),
        (b"Jefe".to_vec(), b"what do ya want for nothing?".to_vec(),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
            "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737"),
        (vec![0xaa; 20], vec![0xdd; 50],
            "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe",
            "fa73b0089d56a284efb0f0756c890be9b1b5dbdd8ee81a3655f83e33b2279d39bf3e848279a722c806b485a47e67c807b946a337bee8942674278859e13292fb"),
        ((1..=25).collect(), vec![0xcd; 50],
            "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b",
            "b0ba465637458c6990e5a8c5f61d4af7e576d97ff94b872de76f8050361ee3dba91ca5c11aa25eb4d679275cc5788063a5f19741120c4f2de2adebeb10a298dd"),
        (vec![0x0c; 20], b"Test With Truncation".to_vec(),
            "a3b6167473100ee06e0c796c2955552b",
            "415fad6271580a531d4179bc891d87a6"),
        (vec![0xaa; 131], b"Test Using Larger Than Block-Size Key - Hash Key First".to_vec(),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
            "80b24263c7c1a3ebb71493c1dd7be8b49b46d1f41b4aeec1121b013783f8f3526b56d037e05f2598bd0fd2215d6a1e5295e64f73f63f0aec8b915a985d786598"),
        (vec![0xaa; 131],
            b"This is a test using a larger than block-size key and a larger than block-size data. \
              The key needs to be hashed before being used by the HMAC algorithm.".to_vec(),
            "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2",
            "e37b6a775dc87dbaa4dfa9f96e5e3ffddebd71f8867289865df5a32d20cdc944b6022cac3c4982b10d5eeb55c3e4de15134676fb6de0446065c97440fa8c6a58"),
    ]
}

#[test]
fn hmac_of_rfc_4231() {
    for (key, message, of_256, of_512) in rfc_4231() {
        let (tag, expected) = (mac::<Hmac<Sha256>>(&key, &message), bytes(of_256));
        assert_eq!(tag[..expected.len()], expected);
        assert_eq!(tag, hmac_sha256(&key, &message)[..]);
        assert_eq!(tag, mac::<SimpleHmac<Sha256>>(&key, &message));
        let (tag, expected) = (mac::<Hmac<Sha512>>(&key, &message), bytes(of_512));
        assert_eq!(tag[..expected.len()], expected);
        assert_eq!(tag, hmac_sha512(&key, &message)[..]);
    }
}

/// csrc.nist.gov, "Examples with Intermediate Values", HMAC_SHA3-256, sample 1.
#[test]
fn hmac_of_sha3() {
    let (key, message): (Vec<u8>, _) = ((0..32).collect(), b"Sample message for keylen<blocklen");
    let expected = bytes("4fe8e202c4f058e8dddc23d8c34e467343e23555e24fc2f025d598f558f67205");
    assert_eq!(mac::<SimpleHmac<Sha3_256>>(&key, message), expected);
    assert_eq!(hmac_sha3_256(&key, message)[..], expected);
}

#[test]
fn hkdf_of_rfc_5869() {
    let range = |first: u8, last: u8| (first..=last).collect::<Vec<u8>>();
    let cases = [
        (
            vec![0x0b; 22],
            range(0, 0x0c),
            range(0xf0, 0xf9),
            "077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5",
            "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865",
        ),
        (
            range(0, 0x4f),
            range(0x60, 0xaf),
            range(0xb0, 0xff),
            "06a6b88c5853361a06104c9ceb35b45cef760014904671014a193f40c15fc244",
            "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09\
             da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87",
        ),
        (
            vec![0x0b; 22],
            vec![],
            vec![],
            "19ef24a32c717b167f33a91d6f648bdf96596776afdb6377ac434c1c293ccb04",
            "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8",
        ),
    ];
    for (material, salt, info, extracted, expanded) in cases {
        let (key, hkdf) = Hkdf::<Sha256>::extract(Some(&salt), &material);
        assert_eq!(key[..], bytes(extracted));
        let expected = bytes(expanded);
        let mut out = vec![0; expected.len()];
        hkdf.expand(&info, &mut out).expect("short enough");
        assert_eq!(out, expected);
        SimpleHkdf::<Sha256>::new(Some(&salt), &material)
            .expand(&info, &mut out)
            .expect("short enough");
        assert_eq!(out, expected);
    }
    // 255 digests and no more.
    let hkdf = Hkdf::<Sha256>::new(None, &[7; 32]);
    assert!(hkdf.expand(b"", &mut [0; 255 * 32]).is_ok());
    assert!(hkdf.expand(b"", &mut [0; 255 * 32 + 1]).is_err());
}

/// Keys as Python derives them, of salts, material and infos of every kind of length.
#[test]
fn hkdf_of_python() {
    macro_rules! check {
        ($hkdf:ty, $case:expr) => {{
            let name = $case.text("name");
            let (salt, material) = ($case.bytes("salt"), $case.bytes("ikm"));
            let (key, hkdf) = <$hkdf>::extract(Some(&salt), &material);
            assert_eq!(key[..], $case.bytes("prk"), "{name}");
            let mut out = vec![0; $case.text("length").parse().expect("a number")];
            hkdf.expand(&$case.bytes("info"), &mut out).expect("short enough");
            match $case.list("okm")[..] {
                [expected] => assert_eq!(out, bytes(expected), "{name}"),
                _ => assert_eq!(sha256(&out)[..], $case.bytes("okm-sha256"), "{name}"),
            }
        }};
    }
    let cases = cases(HKDF_AND_TREES);
    let cases: Vec<_> = cases.iter().filter(|case| !case.list("ikm").is_empty()).collect();
    for case in &cases {
        match case.text("hash") {
            "sha256" => {
                check!(Hkdf<Sha256>, case);
                check!(SimpleHkdf<Sha256>, case);
            }
            "sha512" => {
                check!(Hkdf<Sha512>, case);
                check!(SimpleHkdf<Sha512>, case);
            }
            "sha3_256" => check!(SimpleHkdf<Sha3_256>, case),
            other => panic!("{other} is none of them"),
        }
    }
    assert_eq!(cases.len(), 21);
}
