//! How a request is answered, by whichever library: its fields are a library, a contract, and the
//! contract's input. Only the contract's call is the row, from bytes to bytes.

use alloc::vec::Vec;

use crate::mailbox;
use crate::marker::operation;

/// How a request ended: with an output, refused, or without sense.
const GOOD: u8 = 0;
const REFUSED: u8 = 2;
const MALFORMED: u8 = 3;

/// What a contract gives; `None` where it fails.
pub type Output = Option<Vec<u8>>;

/// The contracts of a library, by the last two bytes of their addresses. The outer `None` is a
/// contract that the library does not have.
pub type Library = fn(u16, &[u8]) -> Option<Output>;

/// The operation that all requests are, but for those of an image.
pub const CALL: u32 = 96;

/// The number of BLS verification, which is no contract of Ethereum's machine: a key of 48 bytes, a
/// signature of 96, and the message. The output is empty, and what does not hold is refused.
pub const BLS_VERIFY: u16 = 0x0b15;

/// Answers a request of [`CALL`] by the library of a name. Gives the length of the response.
pub fn call(length: u32, find: impl FnOnce(&[u8]) -> Option<Library>) -> u32 {
    let mut request = mailbox::request(length as usize);
    let [library, number, input] = core::array::from_fn(|_| request.next().unwrap_or(&[]));
    let library = find(library);
    answer(number, |number| library?(number, input))
}

/// Calls a contract, which is what is counted, and responds.
pub fn answer(number: &[u8], contract: impl FnOnce(u16) -> Option<Output>) -> u32 {
    let answer = match number.try_into().map(u16::from_be_bytes) {
        Ok(number) => operation("call", || contract(number)),
        Err(_) => None,
    };
    match answer {
        Some(Some(output)) => mailbox::respond(GOOD, &output),
        Some(None) => mailbox::respond(REFUSED, &[]),
        None => mailbox::respond(MALFORMED, &[]),
    }
}
