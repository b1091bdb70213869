//! The block's one arithmetic step: a Montgomery product, word by word, with whatever it was given
//! as −M⁻¹ mod 2³².

/// (x·y + q·M)/R for the q that the constant `m_prime` gives, R = 2^(32n), then less M once if that
/// is not negative, in n words.
///
/// With the right constant and x·y < M·R this is x·y·R⁻¹ mod M. With a wrong one the low words that
/// should vanish are dropped, as a shift does; with larger operands the result may be M or more,
/// and may lose its top. Source: Montgomery, "Modular multiplication without trial division"
/// (1985), §2, in radix 2³². All slices have n words, the least significant first.
pub(super) fn product(
    x: &[u32],
    y: &[u32],
    m: &[u32],
    m_prime: u32,
    single_subtraction: bool,
) -> Vec<u32> {
    let n = m.len();
    let mut t = vec![0; n + 2];
    for word in x {
        add_multiple(&mut t, y, *word);
        let q = t[0].wrapping_mul(m_prime);
        add_multiple(&mut t, m, q);
        t.rotate_left(1);
        t[n + 1] = 0;
    }
    if single_subtraction {
        subtract_if_not_less(&mut t, m);
    } else {
        t = remainder(&t, m);
    }
    t.truncate(n);
    t
}

/// t + factor·y, where the sum fits.
fn add_multiple(t: &mut [u32], y: &[u32], factor: u32) {
    let mut carry = 0_u64;
    for (place, sum) in t.iter_mut().enumerate() {
        let term = y.get(place).map_or(0, |word| u64::from(*word) * u64::from(factor));
        let value = term + u64::from(*sum) + carry;
        *sum = value as u32;
        carry = value >> 32;
    }
}

/// t − m if t ≥ m. `t` is the longer.
fn subtract_if_not_less(t: &mut [u32], m: &[u32]) {
    let mut difference = t.to_vec();
    let mut borrow = false;
    for (place, word) in difference.iter_mut().enumerate() {
        let (once, first) = word.overflowing_sub(m.get(place).copied().unwrap_or(0));
        let (twice, second) = once.overflowing_sub(u32::from(borrow));
        *word = twice;
        borrow = first || second;
    }
    if !borrow {
        t.copy_from_slice(&difference);
    }
}

/// t mod m by shifting and subtracting; t itself if m is zero.
fn remainder(t: &[u32], m: &[u32]) -> Vec<u32> {
    if m.iter().all(|word| *word == 0) {
        return t.to_vec();
    }
    let mut rest = vec![0_u32; m.len() + 1];
    for word in t.iter().rev() {
        for bit in (0..32).rev() {
            let mut carry = (word >> bit) & 1;
            for place in &mut rest {
                let out = *place >> 31;
                *place = *place << 1 | carry;
                carry = out;
            }
            subtract_if_not_less(&mut rest, m);
        }
    }
    rest
}
