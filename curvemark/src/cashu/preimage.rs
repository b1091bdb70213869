//! What the ids of keysets from version 2 on are a digest of (NUT-02).

use sha2::{Digest, Sha256};

use super::framing::{Minimal, frame, length};

/// Why there is no id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// There are no keys.
    Empty,
    /// The amounts do not ascend.
    Order,
    /// The unit is empty, or has a character that the id does not take.
    Unit,
}

/// SHA-256 of `amount:key,…|unit:…|input_fee_ppk:…|final_expiry:…`, keys being lower-case
/// hexadecimal digits. A fee or an expiry of zero is left out.
///
/// A `|` in the unit would let two keysets share a preimage; `Σ` is the one letter whose lower case
/// depends on its neighbours, so that implementations differ.
///
/// [Example](crate::cashu::v3#many-at-once).
pub fn digest<'k, const N: usize>(
    keys: impl Iterator<Item = (u64, &'k [u8; N])>,
    unit: &str,
    input_fee_ppk: Option<u64>,
    final_expiry: Option<u64>,
) -> Result<[u8; 32], Reason> {
    if unit.is_empty() || unit.contains(['|', 'Σ']) {
        return Err(Reason::Unit);
    }
    let mut hash = Sha256::new();
    let mut last = None;
    for (amount, key) in keys {
        if last.is_some_and(|last| amount <= last) {
            return Err(Reason::Order);
        }
        if last.is_some() {
            hash.update(b",");
        }
        last = Some(amount);
        decimal(&mut hash, amount);
        hash.update(b":");
        hexadecimal(&mut hash, key);
    }
    if last.is_none() {
        return Err(Reason::Empty);
    }
    hash.update(b"|unit:");
    for character in unit.chars().flat_map(char::to_lowercase) {
        hash.update(character.encode_utf8(&mut [0; 4]).as_bytes());
    }
    if let Some(fee) = input_fee_ppk.filter(|&fee| fee != 0) {
        hash.update(b"|input_fee_ppk:");
        decimal(&mut hash, fee);
    }
    if let Some(expiry) = final_expiry.filter(|&expiry| expiry != 0) {
        hash.update(b"|final_expiry:");
        decimal(&mut hash, expiry);
    }
    Ok(hash.finalize().into())
}

/// SHA-256 of the keys, the unit and the fee, each behind its length; of the keys, each amount and
/// key behind theirs. A fee of zero has no bytes.
pub fn framed_digest<'k, const N: usize>(
    keys: impl Iterator<Item = (u64, &'k [u8; N])> + Clone,
    unit: &str,
    input_fee_ppk: Option<u64>,
) -> Result<[u8; 32], Reason> {
    if unit.is_empty()
        || !unit.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_' | b'-'))
    {
        return Err(Reason::Unit);
    }
    let mut last = None;
    let mut bytes = 0_usize;
    for (amount, _) in keys.clone() {
        if last.is_some_and(|last| amount <= last) {
            return Err(Reason::Order);
        }
        last = Some(amount);
        bytes += 4 + Minimal::of(amount).as_bytes().len() + 4 + N;
    }
    if last.is_none() {
        return Err(Reason::Empty);
    }
    let mut hash = Sha256::new();
    let parts = || {
        length(&mut hash, bytes)?;
        for (amount, key) in keys {
            frame(&mut hash, Minimal::of(amount).as_bytes())?;
            frame(&mut hash, key)?;
        }
        frame(&mut hash, unit.as_bytes())?;
        frame(&mut hash, Minimal::of(input_fee_ppk.unwrap_or(0)).as_bytes())
    };
    // A unit or a list of 2^32 bytes.
    parts().ok_or(Reason::Unit)?;
    Ok(hash.finalize().into())
}

/// Feeds the lower-case hexadecimal digits of bytes.
pub fn hexadecimal(hash: &mut Sha256, bytes: &[u8]) {
    let mut digits = [0; 2];
    for byte in bytes {
        // Two digits for one byte: there is no error.
        if let Ok(digits) = base16ct::lower::encode(&[*byte], &mut digits) {
            hash.update(digits);
        }
    }
}

/// Feeds the decimal digits of a public number; by 16 bits at a time, since a chip has a kilobyte
/// of code for the division of 64.
#[allow(clippy::integer_division_remainder_used, reason = "an amount is public")]
fn decimal(hash: &mut Sha256, value: u64) {
    let mut parts = [48, 32, 16, 0].map(|shift| u32::from((value >> shift) as u16));
    let mut digits = [0; 20];
    let mut unused = digits.len();
    for digit in digits.iter_mut().rev() {
        unused -= 1;
        let mut rest = 0;
        for part in &mut parts {
            let with_rest = rest << 16 | *part;
            (*part, rest) = (with_rest / 10, with_rest % 10);
        }
        *digit = b'0' + rest as u8;
        if parts == [0; 4] {
            break;
        }
    }
    hash.update(digits.get(unused..).unwrap_or_default());
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn decimal_digits_are_those_of_the_standard_library() {
        let powers = (0..20).map(|n| 10_u64.pow(n)).flat_map(|power| [power - 1, power, power + 1]);
        let bits = (0..64).map(|n| 1_u64 << n).flat_map(|bit| [bit - 1, bit, !bit]);
        for value in powers.chain(bits) {
            let mut hash = Sha256::new();
            decimal(&mut hash, value);
            assert_eq!(hash.finalize(), Sha256::digest(value.to_string()), "{value}");
        }
    }
}
