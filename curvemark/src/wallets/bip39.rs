//! Seeds as words: BIP-39, in the ten languages that have lists.
//!
//! 12, 15, 18, 21 or 24 words stand for 16, 20, 24, 28 or 32 bytes, with a checksum of as many bits
//! as a third of the words. The seed of a wallet is a hash of the words as text, and of a
//! passphrase: every passphrase gives a seed, and none is wrong.
//!
//! Texts are brought into the normal form NFKD first, as BIP-39 has it: so `á` may be one character
//! or two, and the wide space of Japanese is a space. After that a text is taken strictly: words of
//! one list in lower case, one space between two, and nothing around them.
//!
//! Words are looked up in lists, and texts with the passphrase are brought into normal form, in
//! time that depends on them. The seed is hashed in a time that depends on the lengths of normal
//! forms only. The lists are those of the crate `bip39`, normal forms those of
//! `unicode-normalization`.
//!
//! ```
//! use curvemark::wallets::bip39::{Error, Language, Mnemonic};
//!
//! let mnemonic = Mnemonic::from_entropy(Language::English, &[0x7f; 16])?; // or `random`
//! let words = mnemonic.to_text();
//! assert_eq!(*words, "legal winner thank year wave sausage worth useful legal winner thank yellow");
//! let seed = Mnemonic::from_text(Language::English, &words)?.to_seed("a passphrase");
//! assert_eq!(seed.len(), 64);
//!
//! let wrong = words.replace("legal", "legel");
//! assert_eq!(Mnemonic::from_text(Language::English, &wrong).unwrap_err(), Error::Word(0));
//! # Ok::<(), Error>(())
//! ```

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use hmac::{Hmac, KeyInit, Mac};
use rand_core::CryptoRng;
use sha2::{Digest, Sha256, Sha512};
use unicode_normalization::UnicodeNormalization;
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

/// Most words.
const MOST_WORDS: usize = 24;
/// Most bytes of entropy.
const MOST_ENTROPY: usize = 32;
/// Bits of a word.
const BITS: usize = 11;
/// Rounds of the hash that makes a seed.
const ROUNDS: usize = 2048;
/// Most bytes of a text, and of a word in its normal form: 24 words of no list have so many.
const MOST_TEXT: usize = 2048;

/// Why an input is not acceptable.
///
/// [Example](crate::wallets::bip39).
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// There are not 16, 20, 24, 28 or 32 bytes.
    Entropy,
    /// There are not 12, 15, 18, 21 or 24 words.
    Count,
    /// This word, counted from zero, is not in the list of the language. A space too many is a word
    /// of no letters.
    Word(usize),
    /// All words are in the list, and the checksum is another.
    Checksum,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Entropy => f.write_str("there are not 16, 20, 24, 28 or 32 bytes"),
            Self::Count => f.write_str("there are not 12, 15, 18, 21 or 24 words"),
            Self::Word(index) => write!(f, "word {} is not in the list", index + 1),
            Self::Checksum => f.write_str("the checksum is another"),
        }
    }
}

impl core::error::Error for Error {}

/// The language of a list. The two of Chinese share words, so a text does not always tell which.
///
/// [Example](crate::wallets::bip39).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// English, which all wallets have.
    English,
    /// Chinese, in simplified characters.
    ChineseSimplified,
    /// Chinese, in traditional characters.
    ChineseTraditional,
    /// Czech.
    Czech,
    /// French.
    French,
    /// Italian.
    Italian,
    /// Japanese.
    Japanese,
    /// Korean.
    Korean,
    /// Portuguese.
    Portuguese,
    /// Spanish.
    Spanish,
}

impl Language {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::English,
        Self::ChineseSimplified,
        Self::ChineseTraditional,
        Self::Czech,
        Self::French,
        Self::Italian,
        Self::Japanese,
        Self::Korean,
        Self::Portuguese,
        Self::Spanish,
    ];

    const fn list(self) -> bip39::Language {
        match self {
            Self::English => bip39::Language::English,
            Self::ChineseSimplified => bip39::Language::SimplifiedChinese,
            Self::ChineseTraditional => bip39::Language::TraditionalChinese,
            Self::Czech => bip39::Language::Czech,
            Self::French => bip39::Language::French,
            Self::Italian => bip39::Language::Italian,
            Self::Japanese => bip39::Language::Japanese,
            Self::Korean => bip39::Language::Korean,
            Self::Portuguese => bip39::Language::Portuguese,
            Self::Spanish => bip39::Language::Spanish,
        }
    }
}

/// Whether there are mnemonics of so much entropy.
const fn is_size(bytes: usize) -> bool {
    bytes >= 16 && bytes <= MOST_ENTROPY && bytes & 3 == 0
}

/// Words of so many bytes: eight bits and a quarter of one, in words of eleven.
const fn words_of(bytes: usize) -> usize {
    bytes - (bytes >> 2)
}

/// Words, which are a secret. They are wiped when dropped and never shown. A move leaves the bytes
/// where they were: keep them in one place, or in a box.
///
/// [Example](crate::wallets::bip39).
#[derive(Clone)]
pub struct Mnemonic {
    language: Language,
    /// The entropy, and a byte for the checksum.
    bytes: Zeroizing<[u8; MOST_ENTROPY + 1]>,
    /// Bytes of entropy.
    size: usize,
}

impl ZeroizeOnDrop for Mnemonic {}

impl fmt::Debug for Mnemonic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Mnemonic(…)")
    }
}

/// Bits of the checksum of so many bytes, at the top of a byte.
fn checksum(entropy: &[u8]) -> u8 {
    let bits = entropy.len() >> 2;
    let mut digest = Sha256::digest(entropy);
    let out = digest[0] & !(0xff_u8.checked_shr(bits as u32).unwrap_or(0));
    digest.as_mut_slice().zeroize();
    out
}

impl Mnemonic {
    /// The words of 16, 20, 24, 28 or 32 random bytes.
    ///
    /// # Errors
    /// [`Error::Entropy`].
    pub fn from_entropy(language: Language, entropy: &[u8]) -> Result<Self, Error> {
        if !is_size(entropy.len()) {
            return Err(Error::Entropy);
        }
        let mut bytes = Zeroizing::new([0; MOST_ENTROPY + 1]);
        bytes[..entropy.len()].copy_from_slice(entropy);
        bytes[entropy.len()] = checksum(entropy);
        Ok(Self { language, bytes, size: entropy.len() })
    }

    /// 24 fresh words.
    pub fn random<R: CryptoRng + ?Sized>(language: Language, rng: &mut R) -> Self {
        let mut entropy = Zeroizing::new([0; MOST_ENTROPY]);
        rng.fill_bytes(entropy.as_mut());
        Self::from_entropy(language, entropy.as_slice())
            .unwrap_or_else(|_| unreachable!("32 bytes"))
    }

    /// The mnemonic of words of a language: see the [module](self) for what is taken. In time that
    /// depends on the words.
    ///
    /// # Errors
    /// [`Error::Count`] also for a text that is longer than any words are; [`Error::Word`] with the
    /// first that is not in the list; [`Error::Checksum`].
    pub fn from_text(language: Language, text: &str) -> Result<Self, Error> {
        if text.len() > MOST_TEXT {
            return Err(Error::Count);
        }
        let mut indices = Zeroizing::new([0; MOST_WORDS]);
        let mut count = 0;
        // One word at a time, in a buffer that is never moved.
        let mut word = Zeroizing::new(String::with_capacity(MOST_TEXT));
        let mut normal = text.nfkd();
        loop {
            let next = normal.next();
            match next {
                Some(letter) if letter != ' ' => {
                    if word.len() + letter.len_utf8() > MOST_TEXT {
                        return Err(Error::Word(count));
                    }
                    word.push(letter);
                }
                _ => {
                    let index = language.list().find_word(&word).ok_or(Error::Word(count))?;
                    *indices.get_mut(count).ok_or(Error::Count)? = index;
                    count += 1;
                    word.clear();
                }
            }
            if next.is_none() {
                break;
            }
        }
        let size = (16..=MOST_ENTROPY).find(|size| is_size(*size) && words_of(*size) == count);
        let size = size.ok_or(Error::Count)?;
        let mut bytes = Zeroizing::new([0; MOST_ENTROPY + 1]);
        for (i, index) in indices[..count].iter().enumerate() {
            // Eleven bits are in two bytes or three.
            let at = i * BITS;
            let bits = u32::from(*index) << (24 - BITS - (at & 7));
            for (place, byte) in bytes[at >> 3..].iter_mut().zip(&bits.to_be_bytes()[1..]) {
                *place |= byte;
            }
        }
        let expected = checksum(&bytes[..size]);
        if expected != bytes[size] {
            return Err(Error::Checksum);
        }
        Ok(Self { language, bytes, size })
    }

    /// The words, in their order.
    pub fn words(&self) -> impl Iterator<Item = &'static str> + '_ {
        let list = self.language.list().word_list();
        (0..words_of(self.size)).map(move |i| {
            let at = i * BITS;
            let bits = (0..3).fold(0, |bits, k| {
                bits << 8 | u32::from(self.bytes.get((at >> 3) + k).copied().unwrap_or(0))
            });
            list[(bits >> (24 - BITS - (at & 7))) as usize & (list.len() - 1)]
        })
    }

    /// The words with a space between two, in the normal form NFKD, in a buffer that wipes itself.
    pub fn to_text(&self) -> Zeroizing<String> {
        let mut text = Zeroizing::new(String::with_capacity(MOST_TEXT));
        for (i, word) in self.words().enumerate() {
            text.push_str(if i > 0 { " " } else { "" });
            text.push_str(word);
        }
        text
    }

    /// The bytes that the words stand for, in a buffer that wipes itself.
    pub fn to_entropy(&self) -> Zeroizing<Vec<u8>> {
        Zeroizing::new(self.bytes[..self.size].to_vec())
    }

    /// The language.
    pub const fn language(&self) -> Language {
        self.language
    }

    /// The seed of these words and a passphrase, which may be empty: 2048 rounds of HMAC-SHA512
    /// (PBKDF2, RFC 8018 §5.2), in a buffer that wipes itself.
    ///
    /// Cost: 4096 blocks of SHA-512, and each character of the passphrase.
    #[must_use]
    pub fn to_seed(&self, passphrase: &str) -> Zeroizing<[u8; 64]> {
        let text = self.to_text();
        let mac = match Hmac::<Sha512>::new_from_slice(text.as_bytes()) {
            Ok(mac) => mac,
            Err(_) => unreachable!("HMAC takes keys of every length"),
        };
        let mut first = mac.clone();
        first.update(b"mnemonic");
        let mut buffer = Zeroizing::new([0; 4]);
        passphrase.nfkd().for_each(|c| first.update(c.encode_utf8(buffer.as_mut()).as_bytes()));
        // The number of the one block that there is.
        first.update(&1_u32.to_be_bytes());
        let mut hash = first.finalize().into_bytes();
        let mut out = Zeroizing::new([0; 64]);
        out.copy_from_slice(&hash);
        for _ in 1..ROUNDS {
            let mut next = mac.clone();
            next.update(&hash);
            hash = next.finalize().into_bytes();
            out.iter_mut().zip(&hash).for_each(|(out, byte)| *out ^= byte);
        }
        hash.as_mut_slice().zeroize();
        out
    }
}
