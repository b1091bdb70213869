//! Texts of bytes: hexadecimal by `hex` and `const-hex`, base58 by `bs58`.
//!
//! None of them promises constant time. `hex` and `const-hex` decode digits of either case, which
//! the operation refuses, so they only encode here.

use peer_api::body::{Prepared, independent, parse_all, refusing};
use peer_api::{About, Case, Checks, Contract, Implementation, Operation, Refusal, Time};

use crate::about::about;

/// A library of one encoding.
pub struct Texts {
    name: &'static str,
    engine: &'static str,
    /// The operations that it serves.
    encodes: &'static str,
    decodes: Option<(&'static str, Decode)>,
    encode: fn(&[u8]) -> String,
}

type Decode = fn(&[u8]) -> Option<Vec<u8>>;

/// All of them.
pub fn all() -> [Texts; 3] {
    [
        Texts {
            name: "hex",
            engine: "Rust",
            encodes: "codec/hex_encode",
            decodes: None,
            encode: |bytes| hex::encode(bytes),
        },
        Texts {
            name: "const-hex",
            engine: "Rust, AVX2 at run time",
            encodes: "codec/hex_encode",
            decodes: None,
            encode: |bytes| const_hex::encode(bytes),
        },
        Texts {
            name: "bs58",
            engine: "Rust",
            encodes: "codec/base58_encode",
            decodes: Some(("codec/base58_decode", |text| bs58::decode(text).into_vec().ok())),
            encode: |bytes| bs58::encode(bytes).into_string(),
        },
    ]
}

impl Implementation for Texts {
    fn about(&self) -> About {
        about(self.name, self.name, &[], self.engine)
    }

    fn contract(&self, operation: &Operation) -> Option<Contract> {
        let decodes = self.decodes.is_some_and(|(id, _)| id == operation.id);
        (decodes || self.encodes == operation.id)
            .then_some(Contract::bytes(Checks::None, Time::Variable))
    }

    fn prepare(&self, operation: &Operation, pool: &[Case]) -> Prepared {
        let cases = parse_all(operation, pool, |case| case.first().cloned())?;
        let encode = self.encode;
        match self.decodes {
            Some((id, decode)) if id == operation.id => {
                refusing(cases, move |text: &Vec<u8>| decode(text), Vec::clone)
            }
            _ if self.encodes == operation.id => {
                let text = |text: &String| text.as_bytes().to_vec();
                independent(cases, move |bytes: &Vec<u8>| encode(bytes), text)
            }
            _ => {
                let what = format!("{} does not serve {}", self.name, operation.id);
                Err(Refusal::Unsupported(what))
            }
        }
    }
}
