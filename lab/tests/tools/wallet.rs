//! Published words, trees and payments: BIP-39 (Trezor's cases), BIP-32 and SLIP-10 (their test
//! vectors 1), BIP-352 (bitcoin/bips, its test vectors with labels).

use super::Folder;
use serde_json::{Value, json};

const WORDS: &str = "legal winner thank year wave sausage worth useful legal winner thank yellow";
const SEED: &str = "2e8905819b8723fe2c1d161860e5ee1830318dbf49a83bd451cfb8440c28bd6fa457fe1296106559a3c80937a1c1069be3a3a5bd381ee6260e8d9739fce1f607";
const ROOT: &str = "xprv9s21ZrQH143K2gA81bYFHqU68xz1cX2APaSq5tt6MFSLeXnCKV1RVUJt9FWNTbrrryem4ZckN8k4Ls1H6nwdvDTvnV7zEXs2HgPezuVccsq";

/// The seed of the first vectors of BIP-32 and SLIP-10.
const FIRST: &str = "000102030405060708090a0b0c0d0e0f";

#[test]
fn words_become_a_seed_and_a_root() {
    let folder = Folder::new("wallet", "words");
    folder.write("words", format!("{WORDS}\n"));
    folder.write("passphrase", "TREZOR\n");
    let seed = ["seed", "--words", "words", "--passphrase", "passphrase", "seed.hex"];
    let fingerprint = folder.answer(&seed);
    assert_eq!(folder.read("seed.hex"), format!("{SEED}\n"));
    #[cfg(unix)]
    assert_eq!(folder.mode("seed.hex"), 0o600);
    let xpub = folder.answer(&["derive", "--seed", "seed.hex", "--path", "m", "root.xprv"]);
    assert_eq!(folder.read("root.xprv"), format!("{ROOT}\n"));
    assert!(xpub.starts_with("xpub661MyMwAqRbc"), "{xpub}");
    // A child says its parent's fingerprint: bytes 5 to 9, of which base58 shows nothing.
    assert_eq!(fingerprint.len(), 8);
    let other = folder.answer(&["seed", "--words", "words", "--json", "other.hex"]);
    assert_ne!(other, format!("{{\"fingerprint\":\"{fingerprint}\"}}"), "another passphrase");
}

#[test]
fn new_words_are_as_many_as_asked_for_and_of_their_language() {
    let folder = Folder::new("wallet", "new");
    for (number, language) in [(12, "english"), (15, "french"), (24, "japanese")] {
        let (file, text) = (format!("words{number}"), number.to_string());
        let made = ["mnemonic", &file, "--words", &text, "--language", language];
        assert_eq!(folder.answer(&made), format!("{number} words"));
        assert_eq!(folder.read(&file).trim().split(' ').count(), number);
        let seed = ["seed", "--words", &file, "--language", language, &format!("{file}.seed")];
        assert_eq!(folder.answer(&seed).len(), 8);
        folder.refused(&made, &format!("{file} exists and is never replaced"));
    }
    let (exit, _, err) = folder.run(&["mnemonic", "odd", "--words", "13"]);
    assert!(exit == 2 && err.contains("there are 12, 15, 18, 21 or 24 words"), "{err}");
    assert!(!folder.has("odd"));
}

#[test]
fn published_keys_are_derived() {
    let folder = Folder::new("wallet", "derived");
    folder.write("seed", FIRST);
    for (number, (path, xprv, xpub)) in [
        (
            "m/0'/1",
            "xprv9wTYmMFdV23N2TdNG573QoEsfRrWKQgWeibmLntzniatZvR9BmLnvSxqu53Kw1UmYPxLgboyZQaXwTCg8MSY3H2EU4pWcQDnRnrVA1xe8fs",
            "xpub6ASuArnXKPbfEwhqN6e3mwBcDTgzisQN1wXN9BJcM47sSikHjJf3UFHKkNAWbWMiGj7Wf5uMash7SyYq527Hqck2AxYysAA7xmALppuCkwQ",
        ),
        (
            "m/0h/1/2h/2/1000000000",
            "xprvA41z7zogVVwxVSgdKUHDy1SKmdb533PjDz7J6N6mV6uS3ze1ai8FHa8kmHScGpWmj4WggLyQjgPie1rFSruoUihUZREPSL39UNdE3BBDu76",
            "xpub6H1LXWLaKsWFhvm6RVpEL9P4KfRZSW7abD2ttkWP3SSQvnyA8FSVqNTEcYFgJS2UaFcxupHiYkro49S8yGasTvXEYBVPamhGW6cFJodrTHy",
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let file = format!("{number}.xprv");
        let derive = ["derive", "--seed", "seed", "--path", path, &file];
        assert_eq!(folder.answer(&derive), xpub);
        assert_eq!(folder.read(&file), format!("{xprv}\n"));
    }
    // The public key's child is the private key's.
    let parent = folder.answer(&["derive", "--seed", "seed", "--path", "m/0h/1/2h", "p.xprv"]);
    let derive = ["derive", "--seed", "seed", "--path", "m/0h/1/2h/2/7", "c.xprv"];
    let child = folder.answer(&derive);
    assert_eq!(folder.answer(&["child", "--key", &parent, "--path", "m/2/7"]), child);
    folder.write("parent", format!("{parent}\n"));
    assert_eq!(
        folder.answer(&["child", "--key", "@parent", "--path", "m/2/7", "--json"]),
        format!("{{\"xpub\":\"{child}\"}}")
    );
    folder.refused(
        &["child", "--key", &parent, "--path", "m/2h"],
        "path: a public key has no hardened children",
    );
    folder.refused(&["child", "--key", "xpub", "--path", "m/2"], "key: ");

    for (tree, path, secret, public) in [
        (
            "ed25519",
            "m/0h/1h/2h/2h/1000000000h",
            "8f94d394a8e8fd6b1bc2f3f49f5c47e385281d5c17e65324b0f62483e37e8793",
            "3c24da049451555d51a7014a37337aa4e12d41e485abccfa46b47dfb2af54b7a",
        ),
        (
            "p256",
            "m/0h/1/2h/2",
            "5996c37fd3dd2679039b23ed6f70b506c6b56b3cb5e424681fb0fa64caf82aaa",
            "029f871f4cb9e1c97f9f4de9ccd0d4a2f2a171110c61178f84430062230833ff20",
        ),
    ] {
        let derive = ["derive", "--seed", "seed", "--path", path, "--tree", tree, tree];
        assert_eq!(folder.answer(&derive), public);
        assert_eq!(folder.read(tree), format!("{secret}\n"));
    }
    let soft = ["derive", "--seed", "seed", "--path", "m/0", "--tree", "ed25519", "soft"];
    folder.refused(&soft, "path: ");
    folder.refused(&["derive", "--seed", "seed", "--path", "44h", "x"], "path: ");
    folder.write("short", "0001");
    let short = ["derive", "--seed", "short", "--path", "m", "x"];
    folder.refused(&short, "seed: a seed has 16 to 64 bytes");
    assert!(!folder.has("soft") && !folder.has("x"));
}

const SCAN_KEY: &str = "0f694e068028a717f8af6b9411f9a133dd3565258714cc226594b34db90c1f2c";
const SPEND_KEY: &str = "9d6ad855ce3417ef84e836892e5a56392bfba05fa5d97ccea30e266f540e08b3";
const ADDRESSES: [&str; 3] = [
    "sp1qqgste7k9hx0qftg6qmwlkqtwuy6cycyavzmzj85c6qdfhjdpdjtdgqjuexzk6murw56suy3e0rd2cgqvycxttddwsvgxe2usfpxumr70xc9pkqwv",
    "sp1qqgste7k9hx0qftg6qmwlkqtwuy6cycyavzmzj85c6qdfhjdpdjtdgqaxww2fnhrx05cghth75n0qcj59e3e2anscr0q9wyknjxtxycg07y3pevyj",
    "sp1qqgste7k9hx0qftg6qmwlkqtwuy6cycyavzmzj85c6qdfhjdpdjtdgqjyh2ju7hd5gj57jg5r9lev3pckk4n2shtzaq34467erzzdfajfggty6aa5",
];
const TWEAK: &str = "0314bec14463d6c0181083d607fecfba67bb83f95915f6f247975ec566d5642ee8";
/// Outputs, and what is to be added to the key to spend by.
const PAYMENTS: [[&str; 2]; 4] = [
    [
        "006a02c308ccdbf3ac49f0638f6de128f875db5a213095cf112b3b77722472ae",
        "4e3352fbe0505c25e718d96007c259ef08db34f8c844e4ff742d9855ff03805a",
    ],
    [
        "39f42624d5c32a77fda80ff0acee269afec601d3791803e80252ae04e4ffcf4c",
        "43100f89f1a6bf10081c92b473ffc57ceac7dbed600b6aba9bb3976f17dbb914",
    ],
    [
        "ae1a780c04237bd577283c3ddb2e499767c3214160d5a6b0767e6b8c278bd701",
        "bf709f98d4418f8a67e738154ae48818dad44689cd37fbc070891a396dd1c633",
    ],
    [
        "ca64abe1e0f737823fb9a94f597eed418fb2df77b1317e26b881a14bb594faaa",
        "736f05e4e3072c3b8656bedef2e9bf54cbcaa2b6fe5320d3e86f5b96874dda71",
    ],
];

/// The tools of the receiver: the public key to spend by is that of a file of its own.
fn receiver(folder: &Folder) -> String {
    folder.write("scan.key", SCAN_KEY);
    folder.write("spend.key", SPEND_KEY);
    let ecdsa = Folder::new("ecdsa", "spend");
    ecdsa.write("spend.key", SPEND_KEY);
    ecdsa.answer(&["public-key", "--curve", "secp256k1", "spend.key"])
}

#[test]
fn published_payments_are_found() {
    let folder = Folder::new("wallet", "silent");
    let spend = receiver(&folder);
    let keys = ["--scan-key", "scan.key", "--spend", &spend];
    assert_eq!(folder.answer(&[&["address"], &keys[..]].concat()), ADDRESSES[0]);
    for (label, address) in [("1", ADDRESSES[1]), ("1337", ADDRESSES[2])] {
        let labelled = [&["address", "--label", label], &keys[..]].concat();
        assert_eq!(folder.answer(&labelled), address);
    }
    folder.refused(&[&["address", "--label", "0"], &keys[..]].concat(), "label: ");
    let test = folder.answer(&[&["address", "--network", "test"], &keys[..]].concat());
    assert!(test.starts_with("tsp1q"), "{test}");

    let outputs: Vec<&str> = PAYMENTS.iter().map(|payment| payment[0]).collect();
    let nothing = json!({"tweak": TWEAK, "outputs": [outputs[0].replace('0', "1")]});
    let paying = json!({"tweak": TWEAK, "outputs": outputs});
    folder.write("block.json", json!([nothing, paying, nothing]).to_string());
    let labels = ["--label", "1", "--label", "1337"];
    let scan = [&["scan", "block.json"], &keys[..], &labels].concat();
    let json = folder.answer(&[&scan[..], &["--json", "--tweaks", "tweaks"]].concat());
    let answer: Value = serde_json::from_str(&json).expect("JSON");
    let tweaks: Value = serde_json::from_str(&folder.read("tweaks")).expect("JSON");
    let (found, tweaks) = (answer["payments"].as_array(), tweaks.as_array());
    let (found, tweaks) = (found.expect("a list"), tweaks.expect("a list"));
    assert_eq!((found.len(), tweaks.len()), (4, 4));
    let mut labelled = 0;
    for (payment, tweak) in found.iter().zip(tweaks) {
        assert_eq!(payment["transaction"], 1);
        let place = payment["output"].as_u64().expect("a number") as usize;
        assert_eq!(payment["key"], PAYMENTS[place][0]);
        assert_eq!(
            (&tweak["output"], &tweak["tweak"]),
            (&payment["output"], &json!(PAYMENTS[place][1]))
        );
        labelled += usize::from(!payment["label"].is_null());
    }
    assert!((1..4).contains(&labelled), "{labelled} payments have labels");
    #[cfg(unix)]
    assert_eq!(folder.mode("tweaks"), 0o600);

    let (exit, out, err) = folder.run(&scan);
    assert_eq!((exit, out.lines().count(), err.as_str()), (0, 4, ""));
    assert!(out.lines().all(|line| line.starts_with("1 ")), "{out}");
    folder.write("none.json", json!([nothing]).to_string());
    let none = [&["scan", "none.json"], &keys[..]].concat();
    assert_eq!(folder.answer(&none), "no payments");
    assert_eq!(folder.answer(&[&none[..], &["--json"]].concat()), r#"{"payments":[]}"#);
}

#[test]
fn what_is_not_acceptable_is_said() {
    let folder = Folder::new("wallet", "refused");
    let spend = receiver(&folder);
    let keys = ["--scan-key", "scan.key", "--spend", &spend];
    let scan = [&["scan", "block.json"], &keys[..]].concat();
    for (transactions, says) in [
        (json!([{"tweak": "02", "outputs": []}]), "block.json: transaction 0: tweak: "),
        (
            json!([{"tweak": TWEAK, "outputs": ["00"]}]),
            "block.json: transaction 0: output 0: not 64 lower-case hexadecimal digits",
        ),
        (json!([{"tweak": TWEAK}]), "block.json: missing field `outputs`"),
        (json!({}), "block.json: "),
    ] {
        folder.write("block.json", transactions.to_string());
        folder.refused(&scan, says);
    }
    folder.refused(
        &["scan", "block.json", "--scan-key", SCAN_KEY, "--spend", &spend],
        "scan-key: there is no file of this name, where one is needed",
    );
    folder.write("zero.key", "00".repeat(32));
    folder.refused(&["address", "--scan-key", "zero.key", "--spend", &spend], "scan-key: ");
    folder.write("words", WORDS.replace("thank", "thanks"));
    folder.refused(&["seed", "--words", "words", "seed.hex"], "words: word 3 is not in the list");
    folder.write("words", WORDS.replace("yellow", "legal"));
    folder.refused(&["seed", "--words", "words", "seed.hex"], "words: the checksum is another");
    assert!(!folder.has("seed.hex"));
}

#[cfg(unix)]
#[test]
fn the_example_of_the_help_runs() {
    let folder = Folder::new("wallet", "example");
    let (exit, out, err) = folder.script(include_str!("../../src/commands/wallet/example.sh"));
    assert_eq!((exit, err.as_str()), (0, ""));
    assert!(
        out.contains("24 words") && out.lines().last().is_some_and(|line| line.starts_with("xpub")),
        "{out}"
    );
}
