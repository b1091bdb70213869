//! aurora-engine-modexp, by which revm does MODEXP.

use alloc::vec;
use alloc::vec::Vec;

use crate::bytes::padded;
use crate::serve::Output;

pub fn call(contract: u16, input: &[u8]) -> Option<Output> {
    (contract == 5).then(|| power(input))
}

fn power(input: &[u8]) -> Output {
    let header: [u8; 96] = padded(input);
    let mut lengths = [0; 3];
    for (length, bytes) in lengths.iter_mut().zip(header.as_chunks::<32>().0) {
        let (high, low) = bytes.split_last_chunk()?;
        let value = u64::from_be_bytes(*low);
        // EIP-7823.
        if high.iter().any(|byte| *byte != 0) || value > 1024 {
            return None;
        }
        *length = value as usize;
    }
    let [base, exponent, modulus] = lengths;
    if modulus == 0 {
        return Some(Vec::new());
    }
    let mut integers = vec![0; base + exponent + modulus];
    let there = input.get(96..).unwrap_or(&[]);
    let used = there.len().min(integers.len());
    integers[..used].copy_from_slice(&there[..used]);
    let (base, rest) = integers.split_at(base);
    let (exponent, modulus) = rest.split_at(exponent);
    let power = aurora_engine_modexp::modexp(base, exponent, modulus);
    let mut out = vec![0; modulus.len()];
    let from = out.len().checked_sub(power.len())?;
    out[from..].copy_from_slice(&power);
    Some(out)
}
