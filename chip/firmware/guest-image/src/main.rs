//! A program as a zkVM's guest is, without an operating system: one call of one of Ethereum's
//! precompiles under Osaka with as much gas as it takes, or one BLS verification, from bytes to
//! bytes. How a request comes and how the program ends are those of `chip/firmware/image`.
#![no_std]
#![no_main]

extern crate alloc;

mod contracts;
mod heap;
mod mailbox;
#[path = "../../image/src/marker.rs"]
mod marker;
mod serve;
#[path = "../../image/src/start.rs"]
mod start;

use alloc::vec::Vec;

use contracts::Sent;
use curvemark::bls::min_pk::{PublicKey, Signature};
use curvemark::bn254::{Fr, G2};
use evm::Fork;
use evm::precompiles::run;
use serve::{BLS_VERIFY, CALL, Output};

/// Makes an input: the hint for a call, which a host sends with it.
const HINT: u32 = 98;

/// Makes an input: the multiple of BN254's generator of G2 by a number of 32 bytes, which no
/// contract gives.
const TWIST_MULTIPLE: u32 = 97;

fn curvemark(number: u16, input: &[u8]) -> Option<Output> {
    if number == BLS_VERIFY {
        return Some(bls_verify(input));
    }
    if let Some(output) = contracts::plain(number, input) {
        return Some(output);
    }
    let mut address = [0; 20];
    [address[18], address[19]] = number.to_be_bytes();
    Some(run(Fork::Osaka, &address, input, u64::MAX)?.ok().map(|output| output.bytes))
}

fn bls_verify(input: &[u8]) -> Output {
    let (key, rest) = input.split_first_chunk::<48>()?;
    let (signature, message) = rest.split_first_chunk::<96>()?;
    let key = PublicKey::from_bytes(key).ok()?;
    key.verify(message, &Signature::from_bytes(signature).ok()?).ok()?;
    Some(Vec::new())
}

fn is_hinted(length: u32) -> bool {
    mailbox::request(length as usize).next() == Some(b"hinted")
}

/// A call with a hint, which the host has put where the guest wants it, as words.
fn hinted(length: u32) -> u32 {
    let mut request = mailbox::request(length as usize).skip(1);
    let [number, input] = core::array::from_fn(|_| request.next().unwrap_or(&[]));
    let words = request.flat_map(|field| field.as_chunks().0);
    let mut sent = Sent(words.map(|word| u64::from_le_bytes(*word)).collect());
    serve::answer(number, |number| contracts::hinted(number, input, &mut sent))
}

fn hint(length: u32) -> u32 {
    let mut request = mailbox::request(length as usize);
    let [number, input] = core::array::from_fn(|_| request.next().unwrap_or(&[]));
    match number.try_into().map(u16::from_be_bytes).map(|number| contracts::hint(number, input)) {
        Ok(Some(hint)) => mailbox::respond(0, &hint),
        _ => mailbox::respond(2, &[]),
    }
}

fn twist_multiple(length: u32) -> u32 {
    let k = Fr::from_uniform_bytes(mailbox::request(length as usize).next().unwrap_or(&[]));
    mailbox::respond(0, &G2::generator().mul_vartime(&k).to_eip196_vartime())
}

extern "C" fn main(operation: u32, length: u32) -> u32 {
    // SAFETY: the program has just begun.
    unsafe { heap::take_back() };
    match operation {
        TWIST_MULTIPLE => twist_multiple(length),
        HINT => hint(length),
        CALL if is_hinted(length) => hinted(length),
        CALL => serve::call(length, |_| Some(curvemark)),
        _ => u32::MAX,
    }
}
