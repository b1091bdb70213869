//! A program that does with other libraries what `chip/firmware/guest-image` does with curvemark:
//! one call of a precompile, from its bytes to its bytes, with all that the precompile refuses.
//! Requests, rows, the end, the heap, and the functions that copy and clear memory are those of
//! that image.
//!
//! Where a library has more than one way to a contract, the cheapest that its own interface offers
//! is taken. Where it is asked less than curvemark, a comment says so.
#![no_std]
#![no_main]

extern crate alloc;

mod alone;
mod arkworks;
mod aurora;
#[cfg(feature = "blst")]
mod blst;
mod bytes;
#[path = "../../guest-image/src/heap.rs"]
mod heap;
#[cfg(feature = "libsecp256k1")]
mod libsecp256k1;
#[path = "../../guest-image/src/mailbox.rs"]
mod mailbox;
#[path = "../../image/src/marker.rs"]
mod marker;
mod rustcrypto;
#[path = "../../guest-image/src/serve.rs"]
mod serve;
#[path = "../../image/src/start.rs"]
mod start;
mod substrate;
mod zkcrypto;

use serve::{CALL, Library};

fn library(name: &[u8]) -> Option<Library> {
    Some(match name {
        b"arkworks" => arkworks::call,
        b"aurora" => aurora::call,
        #[cfg(feature = "blst")]
        b"blst" => blst::call,
        #[cfg(feature = "libsecp256k1")]
        b"libsecp256k1" => libsecp256k1::call,
        b"rustcrypto" => rustcrypto::call,
        b"substrate-bn" => substrate::call,
        b"zkcrypto" => zkcrypto::call,
        _ => return None,
    })
}

extern "C" fn main(operation: u32, length: u32) -> u32 {
    // SAFETY: the program has just begun.
    unsafe { heap::take_back() };
    if operation == CALL { serve::call(length, library) } else { u32::MAX }
}
