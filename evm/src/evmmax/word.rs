//! The 256-bit words of the small machine's stack.
#![expect(clippy::integer_division_remainder_used, reason = "DIV and MOD of public words")]

/// An integer modulo 2^256, least significant limb first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Word(pub(super) [u64; 4]);

impl From<u64> for Word {
    fn from(value: u64) -> Self {
        Self([value, 0, 0, 0])
    }
}

impl From<bool> for Word {
    fn from(value: bool) -> Self {
        Self::from(u64::from(value))
    }
}

impl Word {
    /// At most 32 big-endian bytes.
    pub(super) fn of_bytes(bytes: &[u8]) -> Self {
        // The data of most PUSH.
        match *bytes {
            [byte] => return Self::from(u64::from(byte)),
            [high, low] => return Self::from(u64::from(u16::from_be_bytes([high, low]))),
            _ => {}
        }
        let mut whole = [0; 32];
        let from = 32 - bytes.len().min(32);
        whole[from..].copy_from_slice(&bytes[..32 - from]);
        let limb = |i: usize| core::array::from_fn(|byte| whole[8 * i + byte]);
        Self([3, 2, 1, 0].map(|i| u64::from_be_bytes(limb(i))))
    }

    pub(super) fn to_bytes(self) -> [u8; 32] {
        let mut out = [0; 32];
        for (limb, bytes) in self.0.iter().zip(out.rchunks_exact_mut(8)) {
            bytes.copy_from_slice(&limb.to_be_bytes());
        }
        out
    }

    pub(super) fn is_zero(self) -> bool {
        self.0 == [0; 4]
    }

    /// The integer if it has 64 bits, else the largest of them.
    pub(super) fn saturated(self) -> u64 {
        if self.0[1..] == [0; 3] { self.0[0] } else { u64::MAX }
    }

    pub(super) fn add(self, other: Self) -> Self {
        let mut carry = 0;
        Self(core::array::from_fn(|i| {
            let sum = u128::from(self.0[i]) + u128::from(other.0[i]) + carry;
            carry = sum >> 64;
            sum as u64
        }))
    }

    pub(super) fn not(self) -> Self {
        Self(self.0.map(|limb| !limb))
    }

    pub(super) fn sub(self, other: Self) -> Self {
        self.add(other.not()).add(Self::from(1))
    }

    pub(super) fn mul(self, other: Self) -> Self {
        let mut out = [0; 4];
        for (i, &a) in self.0.iter().enumerate() {
            let mut carry = 0;
            for (out, &b) in out[i..].iter_mut().zip(&other.0) {
                let sum = u128::from(a) * u128::from(b) + u128::from(*out) + carry;
                *out = sum as u64;
                carry = sum >> 64;
            }
        }
        Self(out)
    }

    pub(super) fn less(self, other: Self) -> bool {
        self.0.iter().rev().lt(other.0.iter().rev())
    }

    /// As integers with a sign.
    pub(super) fn less_signed(self, other: Self) -> bool {
        let top = Self([0, 0, 0, 1 << 63]);
        self.add(top).less(other.add(top))
    }

    /// Limbs without the zeros at the top.
    fn len(self) -> usize {
        self.0.iter().rposition(|&limb| limb != 0).map_or(0, |top| top + 1)
    }

    /// Quotient and remainder, both zero for a divisor of zero. A limb of the quotient at a time
    /// (Knuth, "The Art of Computer Programming", volume 2, algorithm D).
    pub(super) fn divide(self, divisor: Self) -> (Self, Self) {
        let n = divisor.len();
        let mut quotient = Self::default();
        if n <= 1 {
            let Some(divisor) =
                core::num::NonZeroU64::new(divisor.0[0]).map(|divisor| u128::from(divisor.get()))
            else {
                return (quotient, quotient);
            };
            let mut rest = 0;
            for (digit, &limb) in quotient.0.iter_mut().zip(&self.0).rev() {
                let part = rest << 64 | u128::from(limb);
                *digit = (part / divisor) as u64;
                rest = part % divisor;
            }
            return (quotient, Self::from(rest as u64));
        }
        // So that the divisor's highest bit is one: then a digit that is estimated from two limbs
        // and one is at most two too large.
        let shift = u64::from(divisor.0[n - 1].leading_zeros());
        let divisor = divisor.shift_left(shift).0;
        let [a, b, c, d] = self.shift_left(shift).0;
        let mut rest = [a, b, c, d, (self.0[3] >> 1) >> (63 - shift)];
        let [second, first] = [divisor[n - 2], divisor[n - 1]].map(u128::from);
        for at in (0..=4 - n).rev() {
            let top = u128::from(rest[at + n]) << 64 | u128::from(rest[at + n - 1]);
            let (mut digit, mut over) = (top / first, top % first);
            while digit >> 64 != 0 || digit * second > (over << 64 | u128::from(rest[at + n - 2])) {
                digit -= 1;
                over += first;
                if over >> 64 != 0 {
                    break;
                }
            }
            let (mut carry, mut borrow) = (0, false);
            let mut subtract = |limb: &mut u64, product: u64| {
                let (difference, first) = limb.overflowing_sub(product);
                let (difference, second) = difference.overflowing_sub(borrow.into());
                borrow = first | second;
                *limb = difference;
            };
            for (limb, &word) in rest[at..].iter_mut().zip(&divisor[..n]) {
                let product = digit * u128::from(word) + carry;
                subtract(limb, product as u64);
                carry = product >> 64;
            }
            subtract(&mut rest[at + n], carry as u64);
            if borrow {
                // One too many.
                digit -= 1;
                let mut carry = 0;
                for (limb, &word) in rest[at..].iter_mut().zip(&divisor[..n]) {
                    let sum = u128::from(*limb) + u128::from(word) + carry;
                    *limb = sum as u64;
                    carry = sum >> 64;
                }
                rest[at + n] = rest[at + n].wrapping_add(carry as u64);
            }
            quotient.0[at] = digit as u64;
        }
        let [a, b, c, d, _] = rest;
        (quotient, Self([a, b, c, d]).shift_right(shift))
    }

    pub(super) fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        Self(core::array::from_fn(|i| f(self.0[i], other.0[i])))
    }

    pub(super) fn shift_left(self, bits: u64) -> Self {
        let Ok(bits @ 0..256) = usize::try_from(bits) else { return Self::default() };
        let (limbs, bits) = (bits >> 6, bits & 63);
        Self(core::array::from_fn(|i| {
            let at = |back: usize| i.checked_sub(limbs + back).map_or(0, |i| self.0[i]);
            at(0) << bits | (at(1) >> 1) >> (63 - bits)
        }))
    }

    pub(super) fn shift_right(self, bits: u64) -> Self {
        let Ok(bits @ 0..256) = usize::try_from(bits) else { return Self::default() };
        let (limbs, bits) = (bits >> 6, bits & 63);
        Self(core::array::from_fn(|i| {
            let at = |ahead: usize| self.0.get(i + limbs + ahead).copied().unwrap_or(0);
            at(0) >> bits | (at(1) << 1) << (63 - bits)
        }))
    }

    /// Byte i from the most significant one.
    pub(super) fn byte(self, i: u64) -> u64 {
        usize::try_from(i).ok().and_then(|i| self.to_bytes().get(i).copied()).unwrap_or(0).into()
    }
}
