//! The bytes of a call of precompile 5: base^exponent mod modulus (EIP-198).

/// Most bytes of each number (EIP-7823).
const MOST: usize = 1024;

/// The three numbers of a call, big-endian, at the lengths that it states.
#[derive(Debug, PartialEq, Eq)]
pub struct Power {
    /// What is raised.
    pub base: Vec<u8>,
    /// To what.
    pub exponent: Vec<u8>,
    /// Modulo what. The output is as long.
    pub modulus: Vec<u8>,
}

impl Power {
    /// Reads a call. Bytes that it lacks at its end are zeros. `None` if a number is longer than
    /// the contract takes.
    pub fn read(call: &[u8]) -> Option<Self> {
        let mut rest = call;
        let mut take = |length: usize| {
            let (taken, left) = rest.split_at(length.min(rest.len()));
            rest = left;
            let mut out = taken.to_vec();
            out.resize(length, 0);
            out
        };
        let lengths = [take(32), take(32), take(32)];
        let length = |word: &[u8]| {
            let (high, low) = word.split_at(24);
            let low = u64::from_be_bytes(low.try_into().ok()?);
            let small = high.iter().all(|byte| *byte == 0);
            usize::try_from(low).ok().filter(|length| small && *length <= MOST)
        };
        let [base, exponent, modulus] = lengths.each_ref().map(|word| length(word));
        Some(Self { base: take(base?), exponent: take(exponent?), modulus: take(modulus?) })
    }

    /// Whether the modulus is zero, of which the contract says that the result is zero.
    pub fn is_of_zero(&self) -> bool {
        self.modulus.iter().all(|byte| *byte == 0)
    }
}

#[cfg(test)]
mod tests {
    use super::Power;

    fn call(lengths: [u8; 3], numbers: &[u8]) -> Vec<u8> {
        let word = |length| [vec![0; 31], vec![length]].concat();
        [lengths.map(word).concat(), numbers.to_vec()].concat()
    }

    #[test]
    fn numbers_are_read_at_their_lengths() {
        let power = Power::read(&call([1, 2, 3], &[5, 0, 6, 0, 0, 7])).expect("a call");
        assert_eq!((power.base, power.exponent), (vec![5], vec![0, 6]));
        assert_eq!(power.modulus, [0, 0, 7]);
    }

    #[test]
    fn what_is_not_there_is_zero() {
        let power = Power::read(&call([1, 1, 2], &[5, 6, 1])).expect("a call");
        assert_eq!((power.modulus.as_slice(), power.is_of_zero()), (&[1, 0][..], false));
        assert!(Power::read(&[]).expect("no bytes").is_of_zero());
    }

    #[test]
    fn longer_numbers_than_the_contract_takes_are_refused() {
        let mut long = call([0, 0, 0], &[]);
        long[30] = 4;
        assert!(Power::read(&long).is_some());
        long[31] = 1;
        assert_eq!(Power::read(&long), None);
        long[0] = 1;
        assert_eq!(Power::read(&long), None);
    }
}
