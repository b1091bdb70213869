//! `revm` without `std` in a zkVM's guest: a block of signed transactions, from its bytes to what
//! can be seen of it afterwards, with curvemark's arithmetic under `revm`'s contracts or with that
//! of its own libraries. Requests, rows, the end, and the functions that copy and clear memory are
//! those of `chip/firmware/guest-image`.
//!
//! `revm` shares what it keeps by counts of references, which the target must be able to exchange
//! atomically. The target files next to this package say that it can, and the compiler makes plain
//! loads and stores of it: there is one hart, and nothing interrupts it.
#![no_std]
#![no_main]

extern crate alloc;

mod block;
#[path = "../../guest-image/src/heap.rs"]
mod heap;
#[path = "../../guest-image/src/mailbox.rs"]
mod mailbox;
#[path = "../../image/src/marker.rs"]
mod marker;
#[path = "../../image/src/start.rs"]
mod start;

use evm::revm::Curvemark;
use marker::operation;

/// The one operation; its request is the name of a library, and a block.
const BLOCK: u32 = 99;

/// How a request ended: with a result, refused, or without sense.
const GOOD: u8 = 0;
const REFUSED: u8 = 2;
const MALFORMED: u8 = 3;

extern "C" fn main(asked: u32, length: u32) -> u32 {
    // SAFETY: the program has just begun.
    unsafe { heap::take_back() };
    if asked != BLOCK {
        return u32::MAX;
    }
    let mut request = mailbox::request(length as usize);
    let [library, bytes] = core::array::from_fn(|_| request.next().unwrap_or(&[]));
    let installed = match library {
        b"curvemark" => revm::install_crypto(Curvemark),
        // Nothing installed: `revm` takes its own.
        b"revm" => true,
        _ => false,
    };
    if !installed {
        return mailbox::respond(MALFORMED, &[]);
    }
    match operation("block", || block::run(bytes)) {
        Some(result) => mailbox::respond(GOOD, &result),
        None => mailbox::respond(REFUSED, &[]),
    }
}
