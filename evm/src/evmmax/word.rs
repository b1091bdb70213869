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
        let mut out = Self::default();
        for (limb, bytes) in out.0.iter_mut().zip(bytes.rchunks(8)) {
            *limb = bytes.iter().fold(0, |limb, &byte| limb << 8 | u64::from(byte));
        }
        out
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

    /// Quotient and remainder, both zero for a divisor of zero: bit by bit, since programs divide once.
    pub(super) fn divide(self, divisor: Self) -> (Self, Self) {
        if divisor.is_zero() {
            return (Self::default(), Self::default());
        }
        if self.0[1..] == [0; 3] && divisor.0[1..] == [0; 3] {
            return (Self::from(self.0[0] / divisor.0[0]), Self::from(self.0[0] % divisor.0[0]));
        }
        let (mut quotient, mut rest) = (Self::default(), Self::default());
        for i in (0..256).rev() {
            let over = rest.0[3] >> 63 == 1;
            rest = rest.add(rest);
            rest.0[0] |= self.0[i >> 6] >> (i & 63) & 1;
            if over || !rest.less(divisor) {
                rest = rest.sub(divisor);
                quotient.0[i >> 6] |= 1 << (i & 63);
            }
        }
        (quotient, rest)
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
