//! A program without an operating system and without a heap that answers one request: an operation
//! of Cashu v3, from bytes to bytes.
//!
//! The host puts the request into [`mailbox::REQUEST`], its number and length into a0 and a1, and
//! starts at `_start`. The program ends by the marker of exit with the length of the response in
//! a0. What is counted stands between markers, which are hints that every RISC-V processor ignores.
#![no_std]
#![no_main]

mod answer;
mod mailbox;
mod marker;
mod scratch;
#[cfg(feature = "rsa")]
mod served;
mod start;

#[cfg(feature = "rsa")]
use served::with;

/// Does `work`: in this image nothing is to be set up.
#[cfg(not(feature = "rsa"))]
fn with<T>(work: impl FnOnce() -> T) -> T {
    work()
}

extern "C" fn main(operation: u32, length: u32) -> u32 {
    let mut response = mailbox::Response::new();
    let status = with(|| {
        mailbox::with_request(length as usize, |request| {
            answer::answer(operation, request, &mut response)
        })
    });
    response.finish(status as u8)
}
