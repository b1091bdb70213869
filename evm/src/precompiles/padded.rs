//! Inputs that go on with zeros.

/// `N` bytes of the input from an offset on, zeros beyond its end.
pub(super) fn padded<const N: usize>(input: &[u8], offset: usize) -> [u8; N] {
    let mut out = [0; N];
    let there = input.get(offset..).unwrap_or_default();
    let there = &there[..there.len().min(N)];
    out[..there.len()].copy_from_slice(there);
    out
}

/// 0 or 1 as a word of the machine.
pub(super) fn word(value: bool) -> [u8; 32] {
    let mut out = [0; 32];
    out[31] = value.into();
    out
}
