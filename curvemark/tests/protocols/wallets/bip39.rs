//! BIP-39: all published cases in ten languages (trezor/python-mnemonic 0.21, MIT), the English
//! list (bitcoin/bips), and laws.

use curvemark::wallets::Network;
use curvemark::wallets::bip32::ExtendedPrivateKey;
use curvemark::wallets::bip39::{Error, Language, Mnemonic};

use super::shows;
use crate::suites;
use crate::vectors::bytes;

/// The names of the published lists.
const NAMES: [(&str, Language); 10] = [
    ("english", Language::English),
    ("chinese_simplified", Language::ChineseSimplified),
    ("chinese_traditional", Language::ChineseTraditional),
    ("czech", Language::Czech),
    ("french", Language::French),
    ("italian", Language::Italian),
    ("japanese", Language::Japanese),
    ("korean", Language::Korean),
    ("portuguese", Language::Portuguese),
    ("spanish", Language::Spanish),
];

#[test]
fn published_seeds() {
    let Some(suite) = suites::json("bip39/vectors.json") else { return };
    let mut counts = [0; 2];
    for (name, language) in NAMES {
        for case in suites::list(&suite, name) {
            let text = |i: usize| case[i].as_str().expect("text");
            let entropy = bytes(text(0));
            let mnemonic = Mnemonic::from_text(language, text(1)).expect("words");
            assert_eq!(mnemonic.language(), language);
            assert_eq!(*mnemonic.to_entropy(), entropy);
            // The same words of the entropy; the text may be of another normal form.
            let made = Mnemonic::from_entropy(language, &entropy).expect("a size");
            assert_eq!(*made.to_text(), *mnemonic.to_text());
            assert_eq!(mnemonic.words().count(), (3 * entropy.len()) >> 2);
            let normal = Mnemonic::from_text(language, &made.to_text()).expect("words");
            let seed = normal.to_seed("TREZOR");
            assert_eq!(seed.to_vec(), bytes(text(2)), "{name}: {}", text(1));
            let master = ExtendedPrivateKey::from_seed(&*seed, Network::Main).expect("a seed");
            assert_eq!(master.to_xprv().as_str(), text(3));
            counts[0] += 1;
            // In another language, but for the two that share characters, they are no words.
            let chinese = [Language::ChineseSimplified, Language::ChineseTraditional];
            let other = if chinese.contains(&language) { Language::Korean } else { chinese[0] };
            assert_eq!(Mnemonic::from_text(other, text(1)).map(|_| ()), Err(Error::Word(0)));
            counts[1] += 1;
        }
    }
    assert_eq!(counts, [240, 240]);
}

/// The list, word by word, by another way of packing bits.
#[test]
fn the_english_list() {
    let Some(list) = suites::text("bip39/english.txt") else { return };
    let list: Vec<_> = list.lines().collect();
    assert_eq!(list.len(), 2048);
    for first in 0..2048 {
        // 23 words of eleven bits, and three bits more, are 256.
        let indices: Vec<usize> = (0..23).map(|i| (first + 89 * i) & 2047).collect();
        let bits: String = indices.iter().map(|index| format!("{index:011b}")).collect();
        let bits = bits + "101";
        let byte = |i: usize| u8::from_str_radix(&bits[8 * i..8 * i + 8], 2).expect("bits");
        let entropy: Vec<u8> = (0..32).map(byte).collect();
        let mnemonic = Mnemonic::from_entropy(Language::English, &entropy).expect("32 bytes");
        let words: Vec<_> = mnemonic.words().take(23).collect();
        let expected: Vec<_> = indices.iter().map(|index| list[*index]).collect();
        assert_eq!(words, expected);
        let read = Mnemonic::from_text(Language::English, &mnemonic.to_text()).expect("words");
        assert_eq!(*read.to_entropy(), entropy);
    }
}

/// Of the test vectors of bip32JP, which the crate `bip39` has too (CC0).
#[test]
fn passphrases_have_a_normal_form() {
    let mnemonic = Mnemonic::from_entropy(Language::Japanese, &[0; 16]).expect("16 bytes");
    let seed = "a262d6fb6122ecf45be09c50492b31f92e9beb7d9a845987a02cefda57a15f9c467a17872029a9e92299b5cbdf306e3a0ee620245cbd508959b6cb7ca637bd55";
    assert_eq!(mnemonic.to_seed("㍍ガバヴァぱばぐゞちぢ十人十色").to_vec(), bytes(seed));
    // One character or two, and a wide space or a plain one, are the same.
    assert_eq!(mnemonic.to_seed("\u{e1} \u{3000}"), mnemonic.to_seed("a\u{301}  "));
    assert_ne!(mnemonic.to_seed("A"), mnemonic.to_seed("a"));
    assert_ne!(mnemonic.to_seed(""), mnemonic.to_seed(" "));
    let spanish = Mnemonic::from_entropy(Language::Spanish, &[0; 16]).expect("16 bytes");
    assert!(spanish.to_text().starts_with("a\u{301}baco "));
    let composed = spanish.to_text().replace("a\u{301}", "\u{e1}");
    let read = Mnemonic::from_text(Language::Spanish, &composed).expect("words");
    assert_eq!(*read.to_text(), *spanish.to_text());
    // Without the accent it is another word, and none.
    let bare = spanish.to_text().replace("a\u{301}", "a");
    assert_eq!(Mnemonic::from_text(Language::Spanish, &bare).map(|_| ()), Err(Error::Word(0)));
}

#[test]
fn texts_are_strict() {
    let verdict = |text: &str| Mnemonic::from_text(Language::English, text).map(|_| ());
    let good = "legal winner thank year wave sausage worth useful legal winner thank yellow";
    assert_eq!(verdict(good), Ok(()));
    let edited: [(String, Error); 12] = [
        (String::new(), Error::Word(0)),
        (format!(" {good}"), Error::Word(0)),
        (format!("{good} "), Error::Word(12)),
        (good.replace("winner ", "winner  "), Error::Word(2)),
        (good.replace("winner ", "winner\t"), Error::Word(1)),
        (good.replace("winner ", "winner\n"), Error::Word(1)),
        (good.to_uppercase(), Error::Word(0)),
        (good.replace("legal", "lega"), Error::Word(0)),
        (good.replace("yellow", "year"), Error::Checksum),
        (good.replace(" yellow", ""), Error::Count),
        (format!("{good} {good}"), Error::Checksum),
        (format!("{good} {good} abandon"), Error::Count),
    ];
    for (text, reason) in edited {
        assert_eq!(verdict(&text), Err(reason), "{text}");
    }
    assert_eq!(verdict(&good.replace(' ', "\u{3000}")), Ok(()));
    assert_eq!(verdict(&good.replace(' ', ", ")), Err(Error::Word(0)));
    // Long texts, and letters that become many, cost no more.
    assert_eq!(verdict(&"a".repeat(1 << 20)), Err(Error::Count));
    assert_eq!(verdict(&"abandon ".repeat(255)), Err(Error::Count));
    assert_eq!(verdict(&"\u{fdfa}".repeat(680)), Err(Error::Word(0)));
    assert_eq!(verdict(&"\u{301}".repeat(1000)), Err(Error::Word(0)));
    // Of 2048 last words a 16th have the right checksum.
    let Some(list) = suites::text("bip39/english.txt") else { return };
    let fits = |word: &str| verdict(&format!("{}{word}", "zoo ".repeat(11))).is_ok();
    assert_eq!(list.lines().filter(|word| fits(word)).count(), 128);
}

#[test]
fn sizes_and_secrets() {
    for length in 0..70 {
        let made = Mnemonic::from_entropy(Language::Czech, &vec![7; length]);
        let is_size = [16, 20, 24, 28, 32].contains(&length);
        assert_eq!(made.map(|_| ()), if is_size { Ok(()) } else { Err(Error::Entropy) });
    }
    let mut rng = rand_chacha::ChaCha8Rng::from_seed([3; 32]);
    use rand_core::SeedableRng;
    for language in Language::ALL {
        let mnemonic = Mnemonic::random(language, &mut rng);
        assert_eq!(mnemonic.words().count(), 24);
        let read = Mnemonic::from_text(language, &mnemonic.to_text()).expect("words");
        assert_eq!(read.to_entropy(), mnemonic.to_entropy());
        assert_eq!(shows(&mnemonic), "Mnemonic(…)");
    }
}
