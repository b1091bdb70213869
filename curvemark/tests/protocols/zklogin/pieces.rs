//! Pieces of tokens, and keys of providers.

use curvemark::encoding;
use curvemark::zklogin::{ClaimPiece, Error, Inputs, JwkSet, Token};
use serde_json::{Value, json};

use super::{base64url, list, sui, sui_keys, text};

/// The piece of a payload from one place to another, by way of bits.
fn cut(payload: &str, start: usize, end: usize) -> ClaimPiece {
    let symbols = base64url(payload);
    let (first, last) = (start * 8 / 6, (end * 8 - 1) / 6);
    ClaimPiece { value: symbols[first..=last].to_owned(), index_mod_4: (first % 4) as u8 }
}

#[test]
fn issuers_wherever_they_stand() {
    let mut at = [0; 4];
    for spaces in 0..12 {
        for issuer in ["", "a", "ab", "abc", "https://id.twitch.tv/oauth2"] {
            for end in [',', '}'] {
                let front = format!("{{{}", " ".repeat(spaces));
                let claim = format!("\"iss\": \"{issuer}\"{end}");
                let payload = format!("{front}{claim}    ");
                let piece = cut(&payload, front.len(), front.len() + claim.len());
                assert_eq!(piece.issuer().as_deref(), Ok(issuer), "{payload}");
                at[usize::from(piece.index_mod_4)] += 1;
                // Read from another place of its group it is something else.
                for index_mod_4 in (0..=255).filter(|index| *index != piece.index_mod_4) {
                    let moved = ClaimPiece { index_mod_4, ..piece.clone() };
                    assert!(moved.issuer().is_err(), "{payload}");
                }
            }
        }
    }
    // A byte begins at one of three symbols.
    assert!(at[..3].iter().all(|&count| count > 0));
    assert_eq!(at[3], 0);
}

#[test]
fn what_is_no_claim_of_an_issuer() {
    let of = |claim: &str| cut(claim, 0, claim.len()).issuer();
    assert_eq!(of("\"iss\":\"a\",").as_deref(), Ok("a"));
    assert_eq!(of("\"iss\":\"\\u0061\",").as_deref(), Ok("a"));
    for claim in [
        "\"iss\":\"a\"",
        "\"iss\":\"a\";",
        "\"iss\":\"a\"}}",
        "\"iss\":\"a\",\"iss\":\"b\",",
        "\"iss\":\"a\",\"x\":1}",
        "\"x\":\"a\",",
        "\"ISS\":\"a\",",
        "\"iss\":1,",
        "\"iss\":null,",
        "\"iss\":[\"a\"],",
        "\"iss\":\"a\\\",",
        "\"iss\":\"a\n\",",
        "{\"iss\":\"a\"},",
        ",",
        "}",
        "\u{feff}\"iss\":\"a\",",
    ] {
        assert_eq!(of(claim), Err(Error::IssuerClaim), "{claim}");
    }
    let piece = |value: &str, index_mod_4| ClaimPiece { value: value.to_owned(), index_mod_4 };
    for (value, index) in [("", 0), ("A", 0), ("AAAAA", 0), ("AAA", 2), ("AAAA", 1), ("AAAA", 3)] {
        assert_eq!(piece(value, index).issuer(), Err(Error::IssuerClaim), "{value}");
    }
    // Bytes that are no UTF-8.
    assert_eq!(piece("_____w", 0).issuer(), Err(Error::IssuerClaim));
    let symbol = Err(Error::Base64(encoding::Error::Symbol));
    for value in ["AA=A", "AA+A", "AA/A", "AA A", "AA\nA", "\u{e9}AA"] {
        assert_eq!(piece(value, 0).issuer(), symbol, "{value}");
    }
    // As long as the circuit takes it, and a symbol longer.
    let long = |length: usize| format!("\"iss\":\"{}\",", "i".repeat(length));
    assert_eq!(of(&long(168 - 9)).map(|issuer| issuer.len()), Ok(159));
    assert_eq!(of(&long(168 - 8)), Err(Error::TooLong));
    assert_eq!(piece(&"A".repeat(1 << 20), 0).issuer(), Err(Error::TooLong));
}

#[test]
fn the_piece_of_a_token() {
    let (sui, keys) = (sui(), sui_keys());
    let token = Token::parse(text(&sui, "token")).expect("a token");
    assert_eq!(token.verify_by(&keys), Ok(()));
    // It is the piece that the proofs of other tokens of this provider have.
    for case in list(&sui, "cases") {
        let piece = &case["inputs"]["issBase64Details"];
        let piece: ClaimPiece = serde_json::from_value(piece.clone()).expect("a piece");
        assert_eq!(token.issuer_piece(), Ok(piece));
        assert_eq!(token.header(), text(&case["inputs"], "headerBase64"));
    }
    let signed_by = |payload: &str| {
        let token = format!("{}.{}.AA", token.header(), base64url(payload));
        Token::parse(&token).expect("a token").issuer_piece()
    };
    let rest = r#""aud":"a","sub":"s","nonce":"n""#;
    // The name within another text comes first; white space is kept.
    let piece = signed_by(&format!(r#"{{"x":"\"iss\":","iss" : "i" , {rest}}}"#)).expect("a piece");
    assert_eq!(piece.issuer().as_deref(), Ok("i"));
    let piece = signed_by(&format!(r#"{{{rest},"iss":"\"i\\"}}"#)).expect("a piece");
    assert_eq!(piece.issuer().as_deref(), Ok("\"i\\"));
    // The name may be written in escapes, which the circuit does not read.
    assert_eq!(signed_by(&format!(r#"{{"\u0069ss":"i",{rest}}}"#)), Err(Error::IssuerClaim));
    let long = format!(r#"{{{rest},"iss":"{}"}}"#, "i".repeat(200));
    assert_eq!(signed_by(&long), Err(Error::TooLong));
}

/// The inputs of Sui's first case with a header.
fn with_header(header: &str) -> Result<Inputs, Error> {
    let mut inputs = sui()["cases"][0]["inputs"].clone();
    inputs["headerBase64"] = header.into();
    inputs["addressSeed"] = "1".into();
    Inputs::from_json(&inputs.to_string())
}

#[test]
fn headers() {
    let of = |json: &str| with_header(&base64url(json)).map(|inputs| inputs.key_id().to_owned());
    assert_eq!(of(r#"{"alg":"RS256","kid":"k"}"#).as_deref(), Ok("k"));
    assert_eq!(of(r#"{"kid":"","x":[{}],"alg":"RS256","typ":null}"#).as_deref(), Ok(""));
    for json in [
        r#"{"alg":"none","kid":"k"}"#,
        r#"{"alg":"RS256"}"#,
        r#"{"kid":"k"}"#,
        r#"{"alg":"RS256","kid":"k","kid":"k"}"#,
        r#"{"alg":"RS256","kid":"k","typ":1}"#,
        r#"{"alg":"RS256","kid":"k"}}"#,
        "",
    ] {
        assert_eq!(of(json), Err(Error::Header), "{json}");
    }
    assert!(matches!(with_header("e30="), Err(Error::Base64(_))));
    assert!(matches!(with_header("e31"), Err(Error::Base64(encoding::Error::Padding))));
    // 186 bytes are 248 symbols.
    let long = |length: usize| format!(r#"{{"alg":"RS256","kid":"{}"}}"#, "k".repeat(length));
    assert!(of(&long(186 - 24)).is_ok());
    assert_eq!(of(&long(186 - 23)), Err(Error::TooLong));
    assert_eq!(with_header(&"A".repeat(1 << 20)), Err(Error::TooLong));
}

/// A key as a provider writes it.
fn jwk() -> Value {
    sui()["jwks"]["keys"][0].clone()
}

#[test]
fn keys_of_providers() {
    let taken = |keys: Value| JwkSet::new().insert_json("i", &json!({ "keys": keys }).to_string());
    let with = |name: &str, value: Value| {
        let mut key = jwk();
        key[name] = value;
        key
    };
    let without = |name: &str| {
        let mut key = jwk();
        key.as_object_mut().expect("an object").remove(name);
        key
    };
    // Some providers do not name the algorithm, and some pad.
    let padded = format!("{}==", text(&jwk(), "n"));
    for key in
        [jwk(), without("alg"), without("use"), with("e", "AQAB=".into()), with("n", padded.into())]
    {
        assert_eq!(taken(json!([key])), Ok(1), "{key}");
    }
    let modulus = text(&jwk(), "n").to_owned();
    for key in [
        with("kty", "EC".into()),
        with("alg", "RS512".into()),
        with("alg", "ES256".into()),
        with("e", "Aw".into()),
        with("e", "AAEAAQ".into()),
        with("n", modulus[..171].into()),
        with("n", format!("AA{modulus}").into()),
        with("n", format!("{modulus}+").into()),
        with("n", 1.into()),
        with("kid", 1.into()),
        without("kid"),
        without("n"),
        json!(null),
        json!([]),
    ] {
        assert_eq!(taken(json!([key])), Err(Error::RsaKey), "{key}");
        assert_eq!(taken(json!([key, jwk(), key])), Ok(1));
    }
    assert_eq!(taken(json!([])), Err(Error::RsaKey));
    for json in ["", "[]", "{}", r#"{"keys":{}}"#, r#"{"keys":[]} {}"#] {
        assert_eq!(JwkSet::new().insert_json("i", json), Err(Error::Json), "{json}");
    }
}

#[test]
fn names_of_issuers() {
    let mut keys = JwkSet::new();
    let tenant = "https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0";
    let json = json!({ "keys": [jwk()] }).to_string();
    assert_eq!(keys.insert_json("https://login.microsoftonline.com/v2.0", &json), Ok(1));
    assert!(keys.get(tenant, "1").is_ok());
    for issuer in [
        "https://login.microsoftonline.com",
        "https://login.microsoftonline.com/9188/v1.0",
        "http://login.microsoftonline.com/9188/v2.0",
        "https://login.microsoftonline.com.evil.com/9188/v2.0",
        "",
    ] {
        assert_eq!(keys.get(issuer, "1").map(drop), Err(Error::UnknownKey), "{issuer}");
    }
    assert_eq!(keys.get(tenant, "2").map(drop), Err(Error::UnknownKey));
    assert_eq!(keys.get(tenant, "").map(drop), Err(Error::UnknownKey));
}
