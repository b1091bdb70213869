//! The lab with an implementation of one's own: `docs/tutorial.md` explains it.
//!
//! ```text
//! cargo run --release --example own -- list --filter base64
//! cargo run --release --example own -- run --filter base64
//! ```

use peer_api::body::{Prepared, refusing, unparsed};
use peer_api::{About, Case, Checks, Contract, Implementation, Operation, Time};
use std::process::ExitCode;

/// A decoder of Base64 that is fast because it does not look twice: it ignores the spare bits of
/// the last symbol, and what follows the padding.
fn decode(text: &[u8]) -> Option<Vec<u8>> {
    let symbols = text.iter().take_while(|symbol| **symbol != b'=');
    let (mut bytes, mut buffer, mut bits) = (Vec::new(), 0_u32, 0);
    for symbol in symbols {
        let value = match symbol {
            b'A'..=b'Z' => symbol - b'A',
            b'a'..=b'z' => symbol - b'a' + 26,
            b'0'..=b'9' => symbol - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        (buffer, bits) = (buffer << 6 | u32::from(value), bits + 6);
        if bits >= 8 {
            bits -= 8;
            bytes.push((buffer >> bits & 0xff) as u8);
        }
    }
    Some(bytes)
}

struct Mine;

impl Implementation for Mine {
    fn about(&self) -> About {
        let (features, flags, engine) = (vec![], vec![], "a comparison a symbol".to_owned());
        About { name: "mine", version: "mine 0.1".to_owned(), features, flags, engine }
    }

    fn contract(&self, operation: &Operation) -> Option<Contract> {
        (operation.id == "codec/base64_decode")
            .then_some(Contract::bytes(Checks::None, Time::Variable))
    }

    fn prepare(&self, operation: &Operation, pool: &[Case]) -> Prepared {
        refusing(unparsed(operation, pool)?, |case| decode(&case[0]), Vec::clone)
    }
}

fn main() -> ExitCode {
    lab::main_with(vec![Box::new(Mine)])
}
