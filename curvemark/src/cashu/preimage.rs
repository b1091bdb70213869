//! What the ids of keysets from version 2 on are a digest of (NUT-02).

use sha2::{Digest, Sha256};

/// Why there is no id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// There are no keys.
    Empty,
    /// The amounts do not ascend.
    Order,
    /// The unit is empty, or holds a `|` or a `Σ`.
    Unit,
}

/// SHA-256 of `amount:key,…|unit:…|input_fee_ppk:…|final_expiry:…`, keys being lower-case hexadecimal digits. A fee or an expiry of zero is left out.
///
/// A `|` in the unit would let two keysets share a preimage; `Σ` is the one letter whose lower case depends on its neighbours, so that implementations
/// differ.
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

/// Feeds the decimal digits of a public number.
#[allow(clippy::integer_division_remainder_used, reason = "an amount is public")]
fn decimal(hash: &mut Sha256, mut value: u64) {
    let mut digits = [0; 20];
    let mut unused = digits.len();
    for digit in digits.iter_mut().rev() {
        unused -= 1;
        *digit = b'0' + (value % 10) as u8;
        value /= 10;
        if value == 0 {
            break;
        }
    }
    hash.update(digits.get(unused..).unwrap_or_default());
}
