//! RS256: Wycheproof's cases, tokens of providers, changed signatures, keys that are none.

use curvemark::encoding::Base64;
use curvemark::zklogin::{Error, Jwk, JwkSet, RsaPublicKey, Token};

use super::{base64url, folder, list, sui, sui_keys, text};
use crate::vectors::bytes;

/// A key of its digits, with zeros in front as DER has them.
fn key(modulus: &str, exponent: &str) -> RsaPublicKey {
    let bare = |digits| {
        let bytes = bytes(digits);
        let zeros = bytes.iter().take_while(|&&byte| byte == 0).count();
        bytes[zeros..].to_vec()
    };
    RsaPublicKey::new(&bare(modulus), &bare(exponent)).expect("a key")
}

#[test]
fn wycheproof() {
    let Some(file) = folder("wycheproof/rsa_signature_2048_sha256_test.json") else { return };
    let mut counts = [[0; 2]; 3];
    for group in list(&file, "testGroups") {
        let public = &group["publicKey"];
        let key = key(text(public, "modulus"), text(public, "publicExponent"));
        for case in list(group, "tests") {
            let verdict = key.verify(&bytes(text(case, "msg")), &bytes(text(case, "sig")));
            let kind = match text(case, "result") {
                "valid" => 0,
                "acceptable" => 1,
                "invalid" => 2,
                other => panic!("{other}"),
            };
            assert_eq!(verdict.is_ok(), kind == 0, "{case}");
            counts[kind][usize::from(verdict.is_err())] += 1;
        }
    }
    // Accepted and refused: the one that is acceptable has no NULL in its DigestInfo.
    assert_eq!(counts, [[9, 0], [0, 1], [0, 249]]);
}

#[test]
fn tokens_of_providers() {
    let Some(file) = folder("zklogin/zklogin_test_vectors.json") else { return };
    let tokens = file.as_array().expect("a list");
    let mut pieces = 0;
    for case in tokens {
        let token = Token::parse(text(case, "jwt")).expect("a token");
        let name = text(case, "provider");
        assert_eq!(token.key_id(), text(case, "kid"), "{name}");
        assert_eq!(token.nonce(), "hTPpgF7XAKbW37rEUS6pEVZqmoI", "{name}");
        let modulus = Base64::UrlSafeUnpadded.decode(text(case, "n")).expect("a modulus");
        let key = RsaPublicKey::new(&modulus, &[1, 0, 1]).expect("a key");
        assert_eq!(token.verify(&key), Ok(()), "{name}");
        let mut keys = JwkSet::new();
        assert_eq!(token.verify_by(&keys), Err(Error::UnknownKey));
        keys.insert(token.issuer(), token.key_id(), Jwk::new(key));
        assert_eq!(token.verify_by(&keys), Ok(()), "{name}");
        let piece = token.issuer_piece().expect(name);
        assert_eq!(piece.issuer().as_deref(), Ok(token.issuer()), "{name}");
        pieces += 1;
        // Another user: the payload changes, and the signature is not on it.
        let (signed, signature) = text(case, "jwt").rsplit_once('.').expect("points");
        let (header, payload) = signed.split_once('.').expect("points");
        let payload = Base64::UrlSafeUnpadded.decode(payload).expect("a payload");
        let payload = String::from_utf8(payload).expect("JSON");
        let other = payload.replacen(token.subject(), "another", 1);
        let forged = format!("{header}.{}.{signature}", base64url(other));
        let forged = Token::parse(&forged).expect("a token");
        assert_eq!(forged.verify_by(&keys), Err(Error::TokenSignature), "{name}");
    }
    assert_eq!((tokens.len(), pieces), (15, 15));
}

/// The token that every clone carries, its key and its signature.
fn carried() -> (String, RsaPublicKey, Vec<u8>) {
    let (sui, keys) = (sui(), sui_keys());
    let token = text(&sui, "token");
    let (signed, signature) = token.rsplit_once('.').expect("points");
    let signature = Base64::UrlSafeUnpadded.decode(signature).expect("a signature");
    let key = keys.get("https://id.twitch.tv/oauth2", "1").expect("a key").key().clone();
    (signed.to_owned(), key, signature)
}

#[test]
fn signatures_that_are_changed() {
    let (signed, key, signature) = carried();
    let message = signed.as_bytes();
    assert_eq!(key.verify(message, &signature), Ok(()));
    assert_eq!(key.verify(&message[1..], &signature), Err(Error::TokenSignature));
    // Each length but the right one.
    for length in (0..256).chain([257, 512]) {
        let mut other = signature.clone();
        other.resize(length, 0);
        assert_eq!(key.verify(message, &other), Err(Error::Length), "{length}");
    }
    assert_eq!(key.verify(message, &[&[0], &signature[..]].concat()), Err(Error::Length));
    for bit in 0..2048 {
        let mut other = signature.clone();
        other[bit / 8] ^= 1 << (bit % 8);
        assert_eq!(key.verify(message, &other), Err(Error::TokenSignature), "bit {bit}");
    }
    // Zero, one, n − 1, n, and the signature plus n, which is congruent to it.
    let modulus = key.modulus();
    let mut sum = [0; 256];
    let mut carry = 0;
    for i in (0..256).rev() {
        carry += u16::from(modulus[i]) + u16::from(signature[i]);
        sum[i] = carry as u8;
        carry >>= 8;
    }
    let mut below = modulus;
    below[255] -= 1;
    let mut one = [0; 256];
    one[255] = 1;
    for other in [[0; 256], one, below, modulus, sum, [0xff; 256]] {
        assert_eq!(key.verify(message, &other), Err(Error::TokenSignature));
    }
}

#[test]
fn a_signature_that_is_no_signature_for_another_exponent() {
    let (signed, key, signature) = carried();
    let modulus = key.modulus();
    assert_eq!(key.exponent(), 65537);
    for exponent in [&[3][..], &[17], &[1, 0, 3], &[0xff; 8]] {
        let other = RsaPublicKey::new(&modulus, exponent).expect("a key");
        assert_eq!(other.verify(signed.as_bytes(), &signature), Err(Error::TokenSignature));
        assert_eq!(other.modulus(), modulus);
    }
}

#[test]
fn keys_that_are_none() {
    let (_, key, _) = carried();
    let modulus = key.modulus();
    let mut even = modulus;
    even[255] ^= 1;
    let mut short = modulus;
    short[0] = 0x7f;
    let long = [&[0], &modulus[..]].concat();
    let twice = [modulus, modulus].concat();
    for other in [&even[..], &short, &long, &twice, &modulus[1..], &[]] {
        assert_eq!(RsaPublicKey::new(other, &[1, 0, 1]), Err(Error::RsaKey));
    }
    for exponent in [&[][..], &[0], &[1], &[2], &[1, 0, 0], &[0, 1, 0, 1], &[1; 9], &[0, 3]] {
        assert_eq!(RsaPublicKey::new(&modulus, exponent), Err(Error::RsaKey), "{exponent:?}");
    }
}

#[test]
fn tokens_that_are_none() {
    let sui = sui();
    let token = text(&sui, "token");
    let (signed, signature) = token.rsplit_once('.').expect("points");
    let (header, payload) = signed.split_once('.').expect("points");
    let refused = |token: &str| Token::parse(token).map(drop).expect_err(token);
    for bad in ["", ".", header, signed, &format!("{token}.x"), &format!("{header}..{token}")] {
        assert_eq!(refused(bad), Error::Token, "{bad}");
    }
    assert!(matches!(refused(&format!("{signed}.{signature}=")), Error::Base64(_)));
    assert!(matches!(refused(&format!("{signed}.{signature}+")), Error::Base64(_)));
    assert!(matches!(refused(&format!("{header}. {payload}.{signature}")), Error::Base64(_)));
    let with_header = |json: &str| refused(&format!("{}.{payload}.{signature}", base64url(json)));
    for json in [
        r#"{"alg":"none","kid":"1"}"#,
        r#"{"alg":"HS256","kid":"1"}"#,
        r#"{"alg":"RS512","kid":"1"}"#,
        r#"{"alg":"rs256","kid":"1"}"#,
        r#"{"alg":"RS256"}"#,
        r#"{"alg":"RS256","kid":1}"#,
        r#"{"alg":"RS256","kid":"1","alg":"RS256"}"#,
        r#"{"alg":"RS256","kid":"1"},"#,
        "null",
        "",
    ] {
        assert_eq!(with_header(json), Error::Header, "{json}");
    }
    let with = |json: &str| format!("{header}.{}.{signature}", base64url(json));
    let good = r#"{"iss":"i","aud":"a","sub":"s","nonce":"n"}"#;
    assert_eq!(Token::parse(&with(good)).expect("a token").subject(), "s");
    for json in [
        r#"{"iss":"i","aud":["a"],"sub":"s","nonce":"n"}"#,
        r#"{"iss":"i","aud":"a","sub":1,"nonce":"n"}"#,
        r#"{"iss":"i","aud":"a","sub":"s"}"#,
        r#"{"iss":"i","aud":"a","sub":"s","nonce":"n","sub":"t"}"#,
        r#"{"iss":"i","aud":"a","sub":"s","nonce":"n"} {}"#,
        "{\u{feff}}",
    ] {
        assert_eq!(refused(&with(json)), Error::Claims, "{json}");
    }
}
