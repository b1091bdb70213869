//! A program that signs and verifies on the curves without pairings: ECDSA on secp256k1 and P-256,
//! Ed25519, Cashu's blind signatures of today. Requests, rows and the end are those of
//! `chip/firmware/image`; without a heap and without tables that are kept.
#![no_std]
#![no_main]

mod answer;
#[path = "../../image/src/mailbox.rs"]
mod mailbox;
#[path = "../../image/src/marker.rs"]
mod marker;
#[path = "../../image/src/start.rs"]
mod start;

use mailbox::Response;

/// How a request ended: as it should, refused or not signed, or without sense.
const GOOD: u8 = 0;
const NOT_SIGNED: u8 = 1;
const MALFORMED: u8 = 3;

extern "C" fn main(operation: u32, length: u32) -> u32 {
    let mut response = Response::new();
    let status = mailbox::with_request(length as usize, |request| {
        match answer::answer(operation, request, &mut response) {
            Some(Some(())) => GOOD,
            Some(None) => NOT_SIGNED,
            None => MALFORMED,
        }
    });
    response.finish(status)
}
