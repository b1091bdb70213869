//! Encodings: the published cases, every text beside a good one, and garbage.
//!
//! Published: RFC 4648 §10 with the suite `base64` (all of it in `vectors/`); bitcoin/bips, BIP-173
//! and BIP-350, "Test vectors" (BSD-2-Clause); draft-msporny-base58-03 §5. Texts next to good ones
//! are judged by scure-base (`vectors/texts.txt`).

#![cfg(feature = "alloc")]

use crate::{suites, vectors};
use curvemark::encoding::bech32::Checksum::{Bech32, Bech32m};
use curvemark::encoding::{Base64, Error, base58, bech32, hex};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

const BASE64: [Base64; 4] =
    [Base64::Padded, Base64::Unpadded, Base64::UrlSafePadded, Base64::UrlSafeUnpadded];

/// The text of hexadecimal digits that stand for one in a file of cases.
fn text(digits: &str) -> String {
    String::from_utf8(vectors::bytes(digits)).expect("text")
}

/// A text in an alphabet, with padding and without.
fn variants(alphabet: &str) -> [Base64; 2] {
    if alphabet == "standard" {
        [Base64::Padded, Base64::Unpadded]
    } else {
        [Base64::UrlSafePadded, Base64::UrlSafeUnpadded]
    }
}

/// Good texts and texts next to them, as scure-base reads them. What it takes and we do not is said
/// in the file.
#[test]
fn texts_are_read_as_by_another_library() {
    let (mut read, mut refused, mut stricter) = (0, 0, 0);
    for case in vectors::cases(include_str!("../../../vectors/texts.txt")) {
        let (name, text) = (case.text("name"), text(case.text("text")));
        let with_prefix = |checksum| {
            let (prefix, bytes) = bech32::decode(checksum, &text).ok()?;
            // Upper case is read, and written in lower case.
            assert_eq!(
                bech32::encode(checksum, &prefix, &bytes),
                Ok(text.to_lowercase()),
                "{name}"
            );
            assert_eq!(case.list("prefix"), [prefix], "{name}");
            Some(bytes)
        };
        let plain = |bytes: Option<Vec<u8>>, encode: &dyn Fn(&[u8]) -> String| {
            bytes.inspect(|bytes| assert_eq!(encode(bytes), text, "{name}"))
        };
        let of_64 = |kind: Base64| plain(kind.decode(&text).ok(), &|bytes| kind.encode(bytes));
        let ours = match case.text("encoding") {
            "hex" => plain(hex::decode(&text).ok(), &hex::encode),
            "base58" => {
                plain(base58::decode(&text).ok(), &|bytes| base58::encode(bytes).expect("not long"))
            }
            "base64" => of_64(Base64::Padded),
            "base64nopad" => of_64(Base64::Unpadded),
            "base64url" => of_64(Base64::UrlSafePadded),
            "base64urlnopad" => of_64(Base64::UrlSafeUnpadded),
            "bech32" => with_prefix(Bech32),
            "bech32m" => with_prefix(Bech32m),
            other => panic!("{other}"),
        };
        let theirs = case.list("bytes").first().map(|digits| vectors::bytes(digits));
        assert_eq!(ours, theirs, "{name}: {text:?}");
        stricter += case.list("stricter").len();
        *(if ours.is_some() { &mut read } else { &mut refused }) += 1;
    }
    assert_eq!((read, refused, stricter), (193, 312, 11));
}

#[test]
fn the_suite_of_base64() {
    let (mut read, mut refused, mut last) = (0, 0, [0; 2]);
    for case in vectors::cases(include_str!("../../../vectors/base64.txt")) {
        let name = case.text("name");
        if let [alphabet] = case.list("alphabet")[..] {
            let ([padded, unpadded], text) = (variants(alphabet), text(case.text("text")));
            let short = text.trim_end_matches('=');
            if let [bytes] = case.list("bytes")[..] {
                let bytes = vectors::bytes(bytes);
                for (variant, text) in [(padded, text.as_str()), (unpadded, short)] {
                    assert_eq!(variant.decode(text), Ok(bytes.clone()), "{name}");
                    assert_eq!(variant.encode(&bytes), text, "{name}");
                }
                assert_eq!(unpadded.decode(&text).is_ok(), text == short, "{name}");
                read += 1;
            } else {
                assert!(padded.decode(&text).is_err(), "{name}: {}", case.text("why"));
                refused += 1;
            }
            continue;
        }
        for good in case.list("good") {
            let bytes = Base64::Padded.decode(good).expect(good);
            assert_eq!(Base64::Padded.encode(&bytes), good);
            assert_eq!(Base64::Unpadded.decode(good.trim_end_matches('=')), Ok(bytes));
            last[0] += 1;
        }
        for bad in case.list("bad") {
            assert_eq!(Base64::Padded.decode(bad), Err(Error::Padding), "{bad}");
            assert_eq!(
                Base64::Unpadded.decode(bad.trim_end_matches('=')),
                Err(Error::Padding),
                "{bad}"
            );
            last[1] += 1;
        }
    }
    // Four second symbols end in four zeros, sixteen third symbols in two.
    assert_eq!((read, refused, last), (10, 28, [20, 108]));

    let Some(suite) = suites::json("base64/base64.json") else { return };
    let lengths = ["valid_standard", "valid_urlsafe", "strict_standard_must_reject"]
        .map(|key| suites::list(&suite, key).len());
    assert_eq!(lengths, [7, 3, 28]);
    assert_eq!(
        suites::list(&suite, "two_pad_all_second_symbols").len()
            + suites::list(&suite, "one_pad_all_third_symbols").len(),
        128
    );
}

/// Every text that differs in one character, has one more or one less: refused, or another value's
/// only text.
fn neighbours(
    text: &str,
    decode: impl Fn(&str) -> Result<Vec<u8>, Error>,
    encode: impl Fn(&[u8]) -> String,
) -> [usize; 2] {
    let characters: Vec<char> = (0_u8..128).map(char::from).chain(['é', '\u{3000}', '١']).collect();
    let original = decode(text).expect(text);
    let whole: Vec<char> = text.chars().collect();
    let (mut taken, mut refused) = (0, 0);
    let mut judge = |other: String| {
        if other == text {
            return;
        }
        match decode(&other) {
            Ok(bytes) => {
                assert_ne!(bytes, original, "{other:?} beside {text:?}");
                assert_eq!(encode(&bytes), other);
                taken += 1;
            }
            Err(_) => refused += 1,
        }
    };
    for place in 0..=whole.len() {
        let (before, after) = whole.split_at(place);
        let texts = |middle: &[char], after: &[char]| {
            [before, middle, after].concat().into_iter().collect::<String>()
        };
        for character in &characters {
            judge(texts(&[*character], after));
            if let [_, rest @ ..] = after {
                judge(texts(&[*character], rest));
            }
        }
        if let [_, rest @ ..] = after {
            judge(texts(&[], rest));
        }
    }
    [taken, refused]
}

#[test]
fn texts_beside_a_good_one() {
    let mut counts = [0; 2];
    let mut add = |more: [usize; 2]| counts = [counts[0] + more[0], counts[1] + more[1]];
    let mut rng = ChaCha8Rng::seed_from_u64(64);
    for length in 0..12 {
        let mut bytes = vec![0; length];
        rng.fill_bytes(&mut bytes);
        for variant in BASE64 {
            add(neighbours(
                &variant.encode(&bytes),
                |text| variant.decode(text),
                |bytes| variant.encode(bytes),
            ));
        }
        add(neighbours(&hex::encode(&bytes), hex::decode, hex::encode));
        let encode = |bytes: &[u8]| base58::encode(bytes).expect("short");
        add(neighbours(&encode(&bytes), base58::decode, encode));
        bytes[..length >> 1].fill(0);
        add(neighbours(&encode(&bytes), base58::decode, encode));
    }
    assert!(counts[0] > 1000 && counts[1] > 10_000, "{counts:?}");

    // Checksums: no text of a neighbour is taken at all, but the one that BIP-173 knows.
    for length in [0, 1, 4, 20, 32] {
        let mut bytes = vec![0; length];
        rng.fill_bytes(&mut bytes);
        for checksum in [Bech32, Bech32m] {
            let text = bech32::encode(checksum, "test", &bytes).expect("short");
            let [taken, _] = neighbours(
                &text,
                |text| {
                    bech32::decode(checksum, text)
                        .map(|(prefix, bytes)| [prefix.as_bytes(), &bytes].concat())
                },
                |_| unreachable!("a wrong character passed the checksum of {text}"),
            );
            assert_eq!(taken, 0);
        }
        let text = base58::encode_check(&bytes).expect("short");
        let [taken, _] = neighbours(&text, base58::decode_check, |_| {
            unreachable!("a collision of 32 bits beside {text}")
        });
        assert_eq!(taken, 0);
    }
}

/// All texts of up to three characters out of some: each value has at most one.
#[test]
fn short_texts_are_distinct() {
    let characters = "AZaz09+/-_=18QR \n";
    let mut texts = vec![String::new()];
    for start in 0.. {
        let Some(text) = texts.get(start).cloned() else { break };
        if text.len() < 4 {
            texts.extend(characters.chars().map(|character| format!("{text}{character}")));
        }
    }
    let distinct = |decode: &dyn Fn(&str) -> Result<Vec<u8>, Error>| {
        let values: Vec<Vec<u8>> = texts.iter().filter_map(|text| decode(text).ok()).collect();
        let set: std::collections::BTreeSet<&Vec<u8>> = values.iter().collect();
        assert_eq!(set.len(), values.len());
        values.len()
    };
    let counts = BASE64.map(|variant| distinct(&|text| variant.decode(text)));
    // 12 symbols in each alphabet. Of two, the second one of A, Q and w… by its last bits; counted
    // by hand below.
    let symbols: Vec<char> = "AZaz0918QR+/".chars().collect();
    let value = |character: &char| {
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
            .find(*character)
            .expect("a symbol")
    };
    let ending = |zeros: usize| {
        symbols.iter().filter(|symbol| value(symbol) & ((1 << zeros) - 1) == 0).count()
    };
    let n = symbols.len();
    let expected = 1 + n * ending(4) + n * n * ending(2) + n.pow(4);
    assert_eq!(counts, [expected; 4]);
    assert_eq!(distinct(&|text| hex::decode(text)), 1 + 5_usize.pow(2) + 5_usize.pow(4));
    // A, Z, a, z, 9, 1, 8, Q, R; neither 0 nor the others.
    assert_eq!(distinct(&|text| base58::decode(text)), 1 + 9 + 81 + 729 + 6561);
}

#[test]
fn hexadecimal() {
    assert_eq!(hex::encode(&[0, 1, 0xab, 0xff]), "0001abff");
    let mut out = [7; 2];
    assert_eq!((hex::decode_into("abcd", &mut out), out), (Ok(()), [0xab, 0xcd]));
    for (bad, error) in [
        ("ab", Error::Length),
        ("abc", Error::Length),
        ("abcdef", Error::Length),
        ("", Error::Length),
        ("abcD", Error::Symbol),
        ("é1", Error::Length),
        ("éé", Error::Symbol),
    ] {
        out = [7; 2];
        assert_eq!((hex::decode_into(bad, &mut out), out), (Err(error), [0; 2]), "{bad}");
    }
    for bad in ["0", "abc", "0x00", "AB", "aB", " a", "a\n", "g0", "é"] {
        assert!(hex::decode(bad).is_err(), "{bad}");
    }
}

/// What the tests of fastcrypto 0.1.11 say of its encodings (MystenLabs/fastcrypto,
/// `fastcrypto/src/tests/encoding_tests.rs`, Apache-2.0). Its hexadecimal digits may have `0x`
/// before them, which is the caller's to cut here.
#[test]
fn as_fastcrypto_has_them() {
    assert_eq!(hex::decode("01"), Ok(vec![1]));
    assert_eq!(hex::encode(&[1, 10, 100]), "010a64");
    for bad in ["A", "8"] {
        assert!(hex::decode(bad).is_err(), "{bad}");
    }

    let ones = [1; 32];
    let text = "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=";
    assert_eq!(Base64::Padded.encode(&ones), text);
    assert_eq!(Base64::Padded.decode(text), Ok(ones.to_vec()));
    // There from P. Chatzigiannis, K. Chalkias, "Base64 malleability in practice", ePrint 2022/361.
    for bad in ["SGVsbG9=", "SGVsbG9", "SGVsbA=", "SGVsbA===="] {
        assert!(Base64::Padded.decode(bad).is_err(), "{bad}");
    }

    let alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
    let of_alphabet = "000111d38e5fc9071ffcd20b4a763cc9ae4f252bb4e48fd66a835e252ada93ff\
                       480d6dd43dc62a641155a5";
    for (bytes, text) in [
        ("00000000000000000000", "1111111111"),
        ("10c8511e", "Rt5zm"),
        ("ecac89cad93923c02321", "EJDM8drfXA6uyA"),
        (of_alphabet, alphabet),
        (&hex::encode(&ones), "4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi"),
    ] {
        let bytes = vectors::bytes(bytes);
        assert_eq!(base58::encode(&bytes).as_deref(), Ok(text));
        assert_eq!(base58::decode(text), Ok(bytes));
    }
    for bad in ["bad0IOl", "invalid\0"] {
        assert_eq!(base58::decode(bad), Err(Error::Symbol), "{bad:?}");
    }

    // The prefix is what the caller compares; of BIP-173's texts all that fastcrypto takes.
    let key = bech32::encode(Bech32, "suiprivkey", &[0; 32]).expect("short enough");
    assert_eq!(bech32::decode(Bech32, &key), Ok(("suiprivkey".to_owned(), vec![0; 32])));
    for (text, prefix) in [
        ("A12UEL5L", "a"),
        ("abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw", "abcdef"),
        ("split1checkupstagehandshakeupstreamerranterredcaperred2y9e3w", "split"),
        ("?1ezyfcl", "?"),
    ] {
        assert_eq!(bech32::decode(Bech32, text).map(|(read, _)| read).as_deref(), Ok(prefix));
    }
    assert_eq!(bech32::decode(Bech32, "pzry9x0s0muk"), Err(Error::Prefix));
}

#[test]
fn base58_as_published() {
    let cases = [
        ("48656c6c6f20576f726c6421", "2NEpo7TZRRrLZSi2U"),
        (
            "54686520717569636b2062726f776e20666f78206a756d7073206f76657220746865206c617a7920646f672e",
            "USm3fpXnKG5EUBx2ndxBDMPVciP5hGey2Jh4NDv6gmeo1LkMeiKrLJUUBk6Z",
        ),
        ("0000287fb4cd", "11233QC4"),
        ("", ""),
        ("00", "1"),
        ("39", "z"),
        ("3a", "21"),
    ];
    for (bytes, text) in cases {
        let bytes = vectors::bytes(bytes);
        assert_eq!(
            (base58::encode(&bytes), base58::decode(text)),
            (Ok(text.to_owned()), Ok(bytes))
        );
    }
    // Base58Check: the address of the first block of Bitcoin.
    let address = "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa";
    let payload = vectors::bytes("0062e907b15cbf27d5425399ebf6f0fb50ebb88f18");
    assert_eq!(base58::decode_check(address), Ok(payload.clone()));
    assert_eq!(base58::encode_check(&payload), Ok(address.to_owned()));
    assert_eq!(base58::decode_check("1A1zP1eP5QGefi2DMPTfTL5SLmv7Divfna"), Err(Error::Checksum));
    for short in ["", "1", "111", "z"] {
        assert_eq!(base58::decode_check(short), Err(Error::Length));
    }
    for bad in ["0", "O", "I", "l", " 1", "1 ", "1\n", "é", "+", "1="] {
        assert_eq!(base58::decode(bad), Err(Error::Symbol), "{bad:?}");
    }
    // Bounds.
    for byte in [0, 0xff] {
        let most = vec![byte; base58::MOST_BYTES];
        let text = base58::encode(&most).expect("as many as there may be");
        assert_eq!(base58::decode(&text), Ok(most));
        assert_eq!(base58::encode(&vec![byte; base58::MOST_BYTES + 1]), Err(Error::Length));
        assert_eq!(base58::encode_check(&vec![byte; base58::MOST_BYTES - 3]), Err(Error::Length));
    }
    assert_eq!(base58::decode(&"1".repeat(base58::MOST_BYTES + 1)), Err(Error::Length));
    assert_eq!(base58::decode(&"z".repeat(1399)), Err(Error::Length));
    assert_eq!(base58::decode(&"z".repeat(1 << 24)), Err(Error::Length));
}

/// Texts that are valid with one checksum, and with the other not.
const VALID: [(bech32::Checksum, [&str; 7]); 2] = [
    (
        Bech32,
        [
            "A12UEL5L",
            "a12uel5l",
            "an83characterlonghumanreadablepartthatcontainsthenumber1andtheexcludedcharactersbio1tt5tgs",
            "abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw",
            "11qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqc8247j",
            "split1checkupstagehandshakeupstreamerranterredcaperred2y9e3w",
            "?1ezyfcl",
        ],
    ),
    (
        Bech32m,
        [
            "A1LQFN3A",
            "a1lqfn3a",
            "an83characterlonghumanreadablepartthatcontainsthetheexcludedcharactersbioandnumber11sg7hg6",
            "abcdef1l7aum6echk45nj3s0wdvt2fg8x9yrzpqzd3ryx",
            "11llllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllludsr8",
            "split1checkupstagehandshakeupstreamerranterredcaperredlc445v",
            "?1v759aa",
        ],
    ),
];

/// Texts that are not valid, and why.
const INVALID: [(bech32::Checksum, &[(&str, Error)]); 2] = [
    (
        Bech32,
        &[
            (" 1nwldj5", Error::Prefix),
            ("\x7f1axkwrx", Error::Prefix),
            ("\u{80}1eym55h", Error::Prefix),
            (
                "an84characterslonghumanreadablepartthatcontainsthenumber1andtheexcludedcharactersbio1569pvx",
                Error::Length,
            ),
            ("pzry9x0s0muk", Error::Prefix),
            ("1pzry9x0s0muk", Error::Prefix),
            ("x1b4n0q5v", Error::Symbol),
            ("li1dgmt3", Error::Length),
            ("de1lg7wt\u{ff}", Error::Symbol),
            ("A1G7SGD8", Error::Checksum),
            ("10a06t8", Error::Prefix),
            ("1qzzfhee", Error::Prefix),
        ],
    ),
    (
        Bech32m,
        &[
            (" 1xj0phk", Error::Prefix),
            ("\x7f1g6xzxy", Error::Prefix),
            ("\u{80}1vctc34", Error::Prefix),
            (
                "an84characterslonghumanreadablepartthatcontainsthetheexcludedcharactersbioandnumber11d6pts4",
                Error::Length,
            ),
            ("qyrz8wqd2c9m", Error::Prefix),
            ("1qyrz8wqd2c9m", Error::Prefix),
            ("y1b0jsk6g", Error::Symbol),
            ("lt1igcx5c0", Error::Symbol),
            ("in1muywd", Error::Length),
            ("mm1crxm3i", Error::Symbol),
            ("au1s5cgom", Error::Symbol),
            ("M1VUXWEZ", Error::Checksum),
            ("16plkw9", Error::Prefix),
            ("1p2gdwpf", Error::Prefix),
        ],
    ),
];

#[test]
fn bech32_as_published() {
    for (checksum, texts) in VALID {
        let other = if checksum == Bech32 { Bech32m } else { Bech32 };
        for text in texts {
            let (prefix, symbols) = bech32::decode_symbols(checksum, text).expect(text);
            assert_eq!(
                bech32::encode_symbols(checksum, &prefix, &symbols),
                Ok(text.to_lowercase())
            );
            assert_eq!(bech32::decode_symbols(other, text), Err(Error::Checksum), "{text}");
            let upper = text.to_uppercase();
            assert_eq!(
                bech32::decode_symbols(checksum, &upper),
                Ok((prefix.clone(), symbols.clone())),
                "{text}"
            );
            // 82 symbols of ones leave two bits that are not zero.
            match bech32::decode(checksum, text) {
                Ok((of_bytes, bytes)) => {
                    assert_eq!(
                        (of_bytes, bech32::symbols_of_bytes(&bytes)),
                        (prefix, symbols),
                        "{text}"
                    );
                }
                Err(error) => {
                    assert!(error == Error::Padding && text.starts_with("11lll"), "{text}: {error}")
                }
            }
        }
    }
    let mut refused = [0; 2];
    for ((checksum, texts), refused) in INVALID.into_iter().zip(&mut refused) {
        for (text, reason) in texts {
            assert_eq!(bech32::decode_symbols(checksum, text), Err(*reason), "{text:?}");
            *refused += 1;
        }
    }
    assert_eq!(refused, [12, 14]);
    assert_eq!(bech32::decode(Bech32, "a12uEl5l"), Err(Error::Case));
    assert_eq!(bech32::encode(Bech32, "A", &[]), Err(Error::Case));
    assert_eq!(bech32::encode(Bech32, "", &[]), Err(Error::Prefix));
    assert_eq!(bech32::encode(Bech32, "a b", &[]), Err(Error::Prefix));
    assert_eq!(bech32::encode(Bech32m, &"a".repeat(84), &[]), Err(Error::Prefix));
    assert_eq!(bech32::encode(Bech32m, "a", &[0; 52]), Err(Error::Length));
    assert_eq!(bech32::encode(Bech32m, "a", &vec![0; 1 << 20]), Err(Error::Length));
    assert_eq!(bech32::encode_symbols(Bech32, "a", &[32]), Err(Error::Symbol));
    assert_eq!(bech32::bytes_of_symbols(&[0, 255]), Err(Error::Symbol));
}

/// Addresses of version 0 to 16, as the proposals read them: the prefix and what is locked, or
/// nothing.
fn address(text: &str) -> Result<Vec<u8>, Error> {
    let decode = |checksum| bech32::decode_symbols(checksum, text);
    let (checksum, (prefix, symbols)) = match decode(Bech32m) {
        Ok(read) => (Bech32m, read),
        Err(_) => (Bech32, decode(Bech32)?),
    };
    let (version, program) = symbols.split_first().ok_or(Error::Length)?;
    let program = bech32::bytes_of_symbols(program)?;
    let lengths = if *version == 0 {
        [20, 32].contains(&program.len())
    } else {
        (2..=40).contains(&program.len())
    };
    let right = *version <= 16
        && (*version == 0) == (checksum == Bech32)
        && ["bc", "tb"].contains(&prefix.as_str());
    if !lengths || !right {
        return Err(Error::Length);
    }
    let code = if *version == 0 { 0 } else { 0x50 + version };
    Ok([&[code, program.len() as u8], &program[..]].concat())
}

/// The addresses of BIP-350: what is locked, and the refused with their reasons where bytes are.
#[test]
fn addresses_as_published() {
    let good = [
        (
            "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4",
            "0014751e76e8199196d454941c45d1b3a323f1433bd6",
        ),
        (
            "tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7",
            "00201863143c14c5166804bd19203356da136c985678cd4d27a1b8c6329604903262",
        ),
        (
            "bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y",
            "5128751e76e8199196d454941c45d1b3a323f1433bd6751e76e8199196d454941c45d1b3a323f1433bd6",
        ),
        ("BC1SW50QGDZ25J", "6002751e"),
        ("bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs", "5210751e76e8199196d454941c45d1b3a323"),
        (
            "tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy",
            "0020000000c4a5cad46221b2a187905e5266362b99d5e91c6ce24d165dab93e86433",
        ),
        (
            "tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c",
            "5120000000c4a5cad46221b2a187905e5266362b99d5e91c6ce24d165dab93e86433",
        ),
        (
            "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
            "512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
        ),
    ];
    for (text, locked) in good {
        assert_eq!(address(text), Ok(vectors::bytes(locked)), "{text}");
    }
    let bad = [
        ("tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut", Error::Length),
        ("bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd", Error::Length),
        ("tb1z0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqglt7rf", Error::Length),
        ("BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL", Error::Length),
        ("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh", Error::Length),
        ("tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47", Error::Length),
        ("bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4", Error::Symbol),
        ("BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R", Error::Length),
        ("bc1pw5dgrnzv", Error::Length),
        (
            "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav",
            Error::Length,
        ),
        ("BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P", Error::Length),
        ("tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq", Error::Case),
        // Padding of more than four bits, and padding that is not zero.
        ("bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf", Error::Padding),
        ("tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vpggkg4j", Error::Padding),
        ("bc1gmk9yu", Error::Length),
    ];
    for (text, reason) in bad {
        assert_eq!(address(text), Err(reason), "{text}");
    }
}

/// The last symbol of bytes in bech32: of all 32 those with zeros at the end.
#[test]
fn spare_bits_of_bech32() {
    for length in 0..=8 {
        let symbols = bech32::symbols_of_bytes(&vec![0xa5; length]);
        assert_eq!(symbols.len(), (8 * length).div_ceil(5));
        let spare = 5 * symbols.len() - 8 * length;
        let Some((last, rest)) = symbols.split_last() else { continue };
        for other in 0..32 {
            let read = bech32::bytes_of_symbols(&[rest, &[other]].concat());
            assert_eq!(read.is_ok(), other & ((1 << spare) - 1) == 0, "{length} {other}");
            assert_eq!(read == Ok(vec![0xa5; length]), other == *last);
        }
    }
    for (symbols, reads) in [
        (0, true),
        (1, false),
        (2, true),
        (3, false),
        (4, true),
        (5, true),
        (6, false),
        (7, true),
        (8, true),
    ] {
        assert_eq!(bech32::bytes_of_symbols(&vec![0; symbols]).is_ok(), reads, "{symbols}");
    }
}
