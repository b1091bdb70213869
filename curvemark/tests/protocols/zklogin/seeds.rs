//! Address seeds, addresses and nonces.

use curvemark::zklogin::{AddressSeed, Error, Salt, Token, address, nonce, unpadded_address};

use super::{MODULUS, ORDER, folder, list, multiple, sui, text};
use crate::vectors::bytes;

fn seed(salt: &str, name: &str, value: &str, audience: &str) -> Result<AddressSeed, Error> {
    AddressSeed::new(&Salt::from_decimal(salt)?, name, value, audience)
}

#[test]
fn published() {
    let Some(file) = folder("zklogin/zklogin.json") else { return };
    let mut count = 0;
    for case in list(&file, "address_seed").iter().chain(list(&file, "address")) {
        let [salt, name, value, audience] =
            ["salt", "name", "value", "aud"].map(|name| text(case, name));
        let made = seed(salt, name, value, audience).expect("a seed");
        assert_eq!(made.to_decimal(), text(case, "seed"));
        if let Some(digits) = case["salt_hash"].as_str() {
            let hash = Salt::from_decimal(salt).expect("a salt").hash();
            let again = AddressSeed::from_salt_hash(&hash, name, value, audience);
            assert_eq!(again, Ok(made));
            let hash = AddressSeed::from_decimal(digits).expect("a number");
            assert_eq!(
                hash.to_be_bytes(),
                Salt::from_decimal(salt).expect("a salt").hash().to_be_bytes()
            );
        }
        if let Some(digits) = case["address"].as_str() {
            assert_eq!(address(text(case, "iss"), &made).expect("an address")[..], bytes(digits));
        }
        count += 1;
    }
    assert_eq!(count, 2);
    let case = &file["nonce"];
    let key = bytes(text(case, "eph_public_key"));
    let epoch = case["max_epoch"].as_u64().expect("an epoch");
    assert_eq!(
        nonce(&key, epoch, text(case, "jwt_randomness")).as_deref(),
        Ok(text(case, "nonce"))
    );
}

#[test]
fn of_a_token() {
    // The user and the application of the published seed are those of the carried token.
    let sui = sui();
    let token = Token::parse(text(&sui, "token")).expect("a token");
    let salt = Salt::from_decimal("248191903847969014646285995941615069143").expect("a salt");
    let seed = token.address_seed(&salt).expect("a seed");
    assert_eq!(
        seed.to_decimal(),
        "16657007263003735230240998439420301694514420923267872433517882233836276100450"
    );
    assert_eq!(format!("{salt:?}"), "Salt");
    // And its nonce is that of the published ephemeral key, which is Sui's first.
    let key = bytes("00b9c6ee1630ef3e711144a648db06bbb2284f7274cfbee53ffcee503cc1a49200");
    let made = nonce(&key, 10, "100681567828351849884072155819400689117").expect("a nonce");
    assert_eq!(token.nonce(), made);
    assert_ne!(nonce(&key, 11, "100681567828351849884072155819400689117"), Ok(made));
}

#[test]
fn lengths_and_characters() {
    let long = |length| "x".repeat(length);
    let of = |name: &str, value: &str, audience: &str| seed("1", name, value, audience);
    assert!(of(&long(32), &long(115), &long(145)).is_ok());
    assert_eq!(of(&long(33), "", ""), Err(Error::TooLong));
    assert_eq!(of("", &long(116), ""), Err(Error::TooLong));
    assert_eq!(of("", "", &long(146)), Err(Error::TooLong));
    assert_eq!(of("", "", &long(1 << 20)), Err(Error::TooLong));
    // A character is a byte, as the circuit has it, whatever its UTF-8 is.
    assert!(of("sub", "\u{ff}", "").is_ok());
    assert!(of("sub", &"\u{e9}".repeat(115), "").is_ok());
    assert_eq!(of("sub", "\u{100}", ""), Err(Error::Character));
    // The padding is no character.
    assert_eq!(of("sub", "a\0", ""), Err(Error::Character));
    assert_eq!(of("sub\0", "a", ""), Err(Error::Character));
    // What is in which place counts.
    let all = [of("ab", "c", ""), of("a", "bc", ""), of("", "ab", "c"), of("ab", "", "c")];
    for (i, one) in all.iter().enumerate() {
        assert!(all[..i].iter().all(|other| other != one));
    }
}

#[test]
fn numbers() {
    let last = |digits: &str, by: &str| {
        let cut = &digits[..digits.len() - 1];
        format!("{cut}{by}")
    };
    // The order ends in 7.
    for good in ["0", "1", "10", &last(ORDER, "6")] {
        assert_eq!(AddressSeed::from_decimal(good).expect(good).to_decimal(), good);
        assert!(Salt::from_decimal(good).is_ok());
        assert!(nonce(&[1; 33], 0, good).is_ok());
    }
    for bad in ["", "00", "01", "+1", "-1", "1 ", " 1", "1_0", "0x1", "1e3", "\u{661}", "1\0"] {
        assert_eq!(AddressSeed::from_decimal(bad), Err(Error::Number), "{bad}");
        assert_eq!(Salt::from_decimal(bad).map(drop), Err(Error::Number), "{bad}");
        assert_eq!(nonce(&[1; 33], 0, bad), Err(Error::Number), "{bad}");
    }
    let double = multiple(ORDER, 2, "0");
    for bad in [ORDER, &last(ORDER, "8"), MODULUS, &double, &"9".repeat(10_000)] {
        assert_eq!(AddressSeed::from_decimal(bad), Err(Error::NotCanonical), "{bad}");
        assert_eq!(Salt::from_decimal(bad).map(drop), Err(Error::NotCanonical), "{bad}");
    }
}

#[test]
fn addresses() {
    let seed = |digits: &str| AddressSeed::from_decimal(digits).expect("a seed");
    let issuer = "https://accounts.google.com";
    // A seed of 32 bytes has one address, a shorter one has two.
    let long =
        seed("20687642517630733273687795476247437743834601101566684967967705809985241065539");
    assert_eq!(address(issuer, &long), unpadded_address(issuer, &long));
    for short in
        ["0", "1", "380704556853533152350240698167704405529973457670972223618755249929828551006"]
    {
        let short = seed(short);
        assert_ne!(address(issuer, &short), unpadded_address(issuer, &short));
    }
    // Of the length only a byte is hashed.
    assert!(address(&"i".repeat(255), &long).is_ok());
    assert_eq!(address(&"i".repeat(256), &long), Err(Error::TooLong));
    assert_eq!(unpadded_address(&"i".repeat(256), &long), Err(Error::TooLong));
}
