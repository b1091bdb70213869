//! Decoders of base64.

use base64ct::{Base64, Encoding};
use peer_api::body::{Prepared, refusing, unparsed};
use peer_api::{Body, Case, Operation, Refusal};
use std::hint::black_box;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

fn decode(text: &[u8]) -> Option<Vec<u8>> {
    Base64::decode_vec(core::str::from_utf8(text).ok()?).ok()
}

fn by(
    operation: &Operation,
    pool: &[Case],
    decode: impl Fn(&[u8]) -> Option<Vec<u8>> + 'static,
) -> Prepared {
    refusing(unparsed(operation, pool)?, move |case| decode(&case[0]), Vec::clone)
}

pub(crate) fn strict(operation: &Operation, pool: &[Case]) -> Prepared {
    by(operation, pool, decode)
}

/// Sixteen times what once would do.
pub(crate) fn twice(operation: &Operation, pool: &[Case]) -> Prepared {
    by(operation, pool, |text| {
        for _ in 0..15 {
            black_box(decode(black_box(text)));
        }
        decode(text)
    })
}

/// Takes symbols as they come: what is none of the alphabet is skipped if it is white space or
/// padding, and spare bits are dropped.
pub(crate) fn loose(operation: &Operation, pool: &[Case]) -> Prepared {
    by(operation, pool, |text| {
        let (mut out, mut bits, mut count) = (Vec::with_capacity(text.len()), 0u32, 0u32);
        for symbol in text {
            let value = match symbol {
                b'A'..=b'Z' => symbol - b'A',
                b'a'..=b'z' => symbol - b'a' + 26,
                b'0'..=b'9' => symbol - b'0' + 52,
                b'+' => 62,
                b'/' => 63,
                b'=' | b' ' | b'\r' | b'\n' => continue,
                _ => return None,
            };
            (bits, count) = (bits << 6 | u32::from(value), count + 6);
            if count >= 8 {
                count -= 8;
                out.push((bits >> count) as u8);
            }
        }
        Some(out)
    })
}

/// Some work for a thread, or a host.
pub(crate) fn spin(steps: u32) -> u64 {
    (0..steps).fold(1u64, |sum, step| {
        black_box(sum.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(step.into()))
    })
}

/// Right, but by four threads of its own.
pub(crate) fn threaded(operation: &Operation, pool: &[Case]) -> Prepared {
    by(operation, pool, |text| {
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| black_box(spin(200_000)));
            }
        });
        decode(text)
    })
}

/// The text that is being decoded, whoever asked.
static SCRATCH: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Right for one caller at a time.
pub(crate) fn mixing(operation: &Operation, pool: &[Case]) -> Prepared {
    by(operation, pool, |text| {
        text.clone_into(&mut *SCRATCH.lock().unwrap_or_else(PoisonError::into_inner));
        thread::sleep(Duration::from_micros(20));
        let scratch = SCRATCH.lock().unwrap_or_else(PoisonError::into_inner).clone();
        decode(&scratch)
    })
}

/// Answers are right; what is timed throws its results away before anybody sees them.
struct Removed(Box<dyn Body>, Vec<Case>);

impl Body for Removed {
    fn run(&mut self, calls: u32) {
        let first = self.1[0][0].first().copied().unwrap_or_default();
        for call in 0..calls {
            // Nothing depends on it, so that the compiler leaves it out, and the loop with it.
            let _ = u64::from(first).wrapping_mul(u64::from(call)).rotate_left(7);
        }
    }

    fn answer(&mut self, index: usize) -> Result<Vec<u8>, Refusal> {
        self.0.answer(index)
    }
}

pub(crate) fn removed(operation: &Operation, pool: &[Case]) -> Prepared {
    Ok(Box::new(Removed(strict(operation, pool)?, pool.to_vec())))
}
