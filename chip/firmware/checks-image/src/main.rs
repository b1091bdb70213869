//! `chip/firmware/image` and what is asked of it in tests alone: field arithmetic on operands of
//! the host's choice, moves of memory, parts of operations as rows, the RSA block set up wrongly,
//! and a branch and an address that show a secret. It is an image of its own, so that the flash,
//! the stack and the panics that are counted are those of a program that does what it is for.
#![no_std]
#![no_main]

#[path = "../../image/src/answer.rs"]
mod answer;
mod kernels;
#[path = "../../image/src/mailbox.rs"]
mod mailbox;
#[path = "../../image/src/marker.rs"]
mod marker;
mod parts;
mod planted;
#[path = "../../image/src/scratch.rs"]
mod scratch;
#[cfg(feature = "rsa")]
mod served;
#[path = "../../image/src/start.rs"]
mod start;

use answer::Status;
use mailbox::{Fields, Response};

#[cfg(feature = "rsa")]
use served::with;

/// Does `work`: in software nothing is to be set up.
#[cfg(not(feature = "rsa"))]
fn with<T>(_: u32, work: impl FnOnce() -> T) -> T {
    work()
}

fn answer(operation: u32, request: Fields<'_>, response: &mut Response) -> Status {
    match operation {
        #[cfg(not(feature = "rsa"))]
        13 => kernels::base(request, response),
        #[cfg(not(feature = "rsa"))]
        14 => kernels::scalar(request, response),
        #[cfg(not(feature = "rsa"))]
        15 => kernels::folding(request, response),
        16 => kernels::diagnostic(request, response),
        17 => planted::branch(request),
        18 => planted::address(request, response),
        19 => parts::answer(request, response),
        20 => moved(request, response),
        _ => answer::answer(operation, request, response),
    }
}

/// Bytes within which so many are moved from one place to another.
fn moved(mut request: Fields<'_>, response: &mut Response) -> Status {
    let (Some(bytes), Some([from, to, length])) = (request.next(), request.next()) else {
        return Status::Malformed;
    };
    let [from, to, length] = [from, to, length].map(|number| usize::from(*number));
    let mut memory = [0; 192];
    let Some(memory) = memory.get_mut(..bytes.len()) else { return Status::Malformed };
    memory.copy_from_slice(bytes);
    if memory.len() < length + from.max(to) {
        return Status::Malformed;
    }
    memory.copy_within(from..from + length, to);
    response.put(memory);
    Status::Good
}

/// `set_up` says how the RSA block is used, see `served`.
extern "C" fn main(operation: u32, length: u32, set_up: u32) -> u32 {
    let mut response = Response::new();
    let status = with(set_up, || {
        mailbox::with_request(length as usize, |request| answer(operation, request, &mut response))
    });
    response.finish(status as u8)
}
