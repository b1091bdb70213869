//! A program that multiplies by the RSA block what the host sends, set up rightly or wrongly, and
//! says whether the block or software did it.
#![no_std]
#![no_main]

#[path = "../../image/src/mailbox.rs"]
mod mailbox;
#[path = "../../image/src/marker.rs"]
mod marker;
#[path = "../../image/src/start.rs"]
mod start;

use esp32c3_rsa::{Error, Fault, Products, Rsa};
use limb::Modulus;
use limb::modulus::{Limbs, hex};
use mailbox::{Fields, Response};
use marker::row;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Base381;

impl Modulus for Base381 {
    const P: Limbs = hex(
        "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab",
    );
}

const N: usize = 12;
const BYTES: usize = 4 * N;

/// What the response begins with.
const GOOD: u8 = 0;
const MALFORMED: u8 = 3;

fn words(field: &[u8]) -> Option<[u32; N]> {
    let field = <&[u8; BYTES]>::try_from(field).ok()?;
    let mut out = [0; N];
    for (word, bytes) in out.iter_mut().zip(field.as_chunks().0) {
        *word = u32::from_le_bytes(*bytes);
    }
    Some(out)
}

fn put(response: &mut Response, words: &[u32; N]) {
    let mut bytes = [0; BYTES];
    for (place, word) in bytes.as_chunks_mut().0.iter_mut().zip(words) {
        *place = word.to_le_bytes();
    }
    response.put(&bytes);
}

/// Fault and exponent of two; then a and b of each product. The response has a·b·R⁻¹ of each and,
/// if the exponent is not zero, a^(2^n); then why the block was not used, or zero.
fn answer(mut request: Fields<'_>, response: &mut Response) -> Option<()> {
    let (&[fault], &[squarings]) = (request.next()?, request.next()?) else { return None };
    // SAFETY: the emulator is the chip, and there is no other program.
    let mut rsa = unsafe { Rsa::new() };
    match fault {
        0 => {}
        1 => rsa.inject(Fault::Prime),
        2 => rsa.inject(Fault::Operand),
        3 => rsa.inject(Fault::StaleZ),
        4 => rsa.inject(Fault::ConstantTime),
        _ => return None,
    }
    let mut products = row("rsa_hold", || Products::<Base381, N>::new(&mut rsa));
    while !request.is_empty() {
        let (a, b) = (words(request.next()?)?, words(request.next()?)?);
        put(response, &row("rsa_mul", || products.mul(&a, &b)));
        if squarings > 0 {
            put(response, &row("rsa_sqr_times", || products.sqr_times(&a, squarings.into())));
        }
    }
    response.put(&[match products.error() {
        None => 0,
        Some(Error::Silent) => 1,
        Some(Error::Wrong) => 2,
        Some(_) => 3,
    }]);
    Some(())
}

extern "C" fn main(_: u32, length: u32) -> u32 {
    let mut response = Response::new();
    let done = mailbox::with_request(length as usize, |request| answer(request, &mut response));
    response.finish(if done.is_some() { GOOD } else { MALFORMED })
}
