//! A program that does with other libraries what the images of curvemark do: Cashu v3 by blst and
//! by zkcrypto's bls12_381, ECDSA on secp256k1 by libsecp256k1. Requests, rows and the end are
//! those of `chip/firmware/image`, and so are the functions that copy and clear memory; what a row
//! contains is what curvemark's row of that name does.
//!
//! A heap that gives and never takes back is for bls12_381's lines and for libsecp256k1's context.
//! blst asks for none.
#![no_std]
#![no_main]

extern crate alloc;

#[path = "../../image/src/alone.rs"]
mod alone;
#[cfg(feature = "blst")]
mod blst;
mod heap;
#[cfg(feature = "libsecp256k1")]
mod libsecp256k1;
#[path = "../../image/src/mailbox.rs"]
mod mailbox;
#[path = "../../image/src/marker.rs"]
mod marker;
#[path = "../../image/src/start.rs"]
mod start;
mod zkcrypto;

use alone::is_in;
use mailbox::{Fields, Response};

/// The tag of Cashu v3 under which secrets are hashed to G1.
const DST: &[u8] = b"CASHU_BLS12_381_G1_XMD:SHA-256_SSWU_RO_";

/// How a request ended: as it should, refused or not signed, or without sense.
const GOOD: u8 = 0;
const NOT_SIGNED: u8 = 1;
const MALFORMED: u8 = 3;

/// `None` where a field is missing.
fn fields<'a, const N: usize>(request: &mut Fields<'a>) -> Option<[&'a [u8]; N]> {
    let mut out: [&[u8]; N] = [&[]; N];
    for place in &mut out {
        *place = request.next()?;
    }
    Some(out)
}

/// The outer `None` is a request without sense.
fn answer(operation: u32, mut request: Fields<'_>, response: &mut Response) -> Option<Option<()>> {
    let request = &mut request;
    Some(match operation {
        #[cfg(feature = "blst")]
        64 if is_in(64) => blst::round(fields(request)?, response),
        #[cfg(feature = "blst")]
        65 if is_in(65) => blst::verify(fields(request)?),
        #[cfg(feature = "blst")]
        66 if is_in(66) => blst::verify_by_two_loops(fields(request)?),
        #[cfg(feature = "blst")]
        67 if is_in(67) => blst::products(fields(request)?, response),
        72 if is_in(72) => zkcrypto::round(fields(request)?, response),
        73 if is_in(73) => zkcrypto::verify(fields(request)?),
        #[cfg(feature = "libsecp256k1")]
        80 if is_in(80) => libsecp256k1::sign(fields(request)?, response),
        #[cfg(feature = "libsecp256k1")]
        81 if is_in(81) => libsecp256k1::verify(fields(request)?),
        _ => return None,
    })
}

extern "C" fn main(operation: u32, length: u32) -> u32 {
    let mut response = Response::new();
    let status = mailbox::with_request(length as usize, |request| {
        match answer(operation, request, &mut response) {
            Some(Some(())) => GOOD,
            Some(None) => NOT_SIGNED,
            None => MALFORMED,
        }
    });
    response.finish(status)
}
