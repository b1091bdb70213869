//! Ways of doing one task beside each other: signature schemes, hash functions. Each is an
//! implementation of its own, since rows are told apart by their implementations.

use crate::body::Prepared;
use crate::families::Family;
use crate::{About, Case, Contract, Implementation, Operation, Refusal};

/// One way. It offers one family and no operation.
#[derive(Clone, Debug)]
pub struct Way {
    /// Who it is.
    pub about: About,
    /// The id of the family.
    pub family: &'static str,
    /// What it does for that.
    pub contract: Contract,
    /// Prepares some batches, as [`Implementation::prepare_family`] does.
    pub prepare: fn(&[&[Case]]) -> Prepared,
}

impl Implementation for Way {
    fn about(&self) -> About {
        self.about.clone()
    }

    fn contract(&self, _: &Operation) -> Option<Contract> {
        None
    }

    fn prepare(&self, operation: &Operation, _: &[Case]) -> Prepared {
        Err(Refusal::Unsupported(format!("{} is not {}", operation.id, self.family)))
    }

    fn family_contract(&self, family: &Family) -> Option<Contract> {
        (family.id == self.family).then_some(self.contract)
    }

    fn prepare_family(&self, family: &Family, batches: &[&[Case]]) -> Prepared {
        if family.id != self.family {
            return Err(Refusal::Unsupported(format!("{} is not offered", family.id)));
        }
        (self.prepare)(batches)
    }
}

/// What adapters of hash functions share.
pub mod hashes {
    use super::Way;
    use crate::body::{Prepared, verdicts};
    use crate::{About, Case, Checks, Contract, Refusal, Time};

    /// The family.
    pub const FAMILY: &str = "hashes/one_message";

    /// The row of a hash function.
    pub fn way(about: About, prepare: fn(&[&[Case]]) -> Prepared) -> Way {
        let contract = Contract::bytes(Checks::None, Time::Constant);
        Way { about, family: FAMILY, contract, prepare }
    }

    /// What is timed is `digest` of a message at once. It must be what `other` gives for it, and
    /// not that of the message with another last bit.
    ///
    /// # Errors
    /// [`Refusal::Invalid`] for a message without a byte, [`Refusal::Unsupported`] for no batch.
    pub fn one_message<D: PartialEq + 'static>(
        batches: &[&[Case]],
        digest: impl Fn(&[u8]) -> D + Copy + 'static,
        other: impl Fn(&[u8]) -> D,
    ) -> Prepared {
        let case = |batch: &&[Case]| {
            let pieces = batch.iter().map(|item| item.first().map(Vec::as_slice));
            let message = pieces.collect::<Option<Vec<_>>>()?.concat();
            let mut changed = message.clone();
            *changed.last_mut()? ^= 1;
            let wanted = other(&message);
            Some((message, changed, wanted))
        };
        let cases: Option<Vec<_>> = batches.iter().map(case).collect();
        verdicts(
            cases.ok_or(Refusal::Invalid)?,
            move |(message, _, wanted)| digest(message) == *wanted,
            move |(_, changed, wanted)| digest(changed) == *wanted,
        )
    }
}

/// What adapters of signature schemes share: keys and signatures of the items of
/// `signatures/verify_one_message`.
pub mod signatures {
    use crate::{Case, Refusal};

    /// The family.
    pub const FAMILY: &str = "signatures/verify_one_message";

    /// Makes a case of each batch, from its seeds and from those with the last one replaced by
    /// zeros: of the former comes what holds, of the latter what does not.
    ///
    /// # Errors
    /// [`Refusal::Invalid`] for an item that is no seed of 32 bytes, an empty batch, or where
    /// `case` gives nothing.
    pub fn cases<T>(
        batches: &[&[Case]],
        case: impl Fn([Vec<[u8; 32]>; 2]) -> Option<T>,
    ) -> Result<Vec<T>, Refusal> {
        let seed = |item: &Case| item.first()?.as_slice().try_into().ok();
        let one = |batch: &&[Case]| {
            let good: Vec<[u8; 32]> = batch.iter().map(seed).collect::<Option<_>>()?;
            let mut bad = good.clone();
            *bad.last_mut()? = [0; 32];
            case([good, bad])
        };
        batches.iter().map(one).collect::<Option<_>>().ok_or(Refusal::Invalid)
    }

    /// A BLS secret key of a seed: its bytes with the two highest bits cleared, which is below r;
    /// one for zeros. `None` unless there are 32.
    pub fn bls_seed(seed: &[u8]) -> Option<[u8; 32]> {
        let mut bytes: [u8; 32] = seed.try_into().ok()?;
        bytes[0] &= 0x3f;
        bytes[31] |= u8::from(bytes == [0; 32]);
        Some(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::hashes::one_message;
    use super::signatures::{bls_seed, cases};
    use crate::{Body, Refusal};

    #[test]
    fn a_digest_is_told_from_a_wrong_one_and_from_one_of_all_messages() {
        let items = [[1; 32], [2; 32]].map(|piece| vec![piece.to_vec()]);
        let sum: fn(&[u8]) -> u64 = |message| message.iter().map(|byte| u64::from(*byte)).sum();
        let none: fn(&[u8]) -> u64 = |_| 0;
        let answer = |digest: fn(&[u8]) -> u64, other: fn(&[u8]) -> u64| {
            let mut body: Box<dyn Body> = one_message(&[&items], digest, other).expect("a message");
            body.answer(0).expect("a case")
        };
        assert_eq!(answer(sum, sum), [1, 0]);
        assert_eq!(answer(none, sum), [0, 0]);
        assert_eq!(answer(none, none), [1, 1], "it hashes nothing");
        assert_eq!(one_message(&[&items[..0]], sum, sum).err(), Some(Refusal::Invalid));
    }

    #[test]
    fn the_last_of_what_does_not_hold_is_zeros() {
        let items = [[1; 32], [2; 32]].map(|seed| vec![seed.to_vec()]);
        let made = cases(&[&items, &items[..1]], Some).expect("seeds");
        assert_eq!(
            made,
            [[vec![[1; 32], [2; 32]], vec![[1; 32], [0; 32]]], [vec![[1; 32]], vec![[0; 32]]]]
        );
        let short = [vec![vec![1; 31]]];
        for batch in [&items[..0], &short, &[vec![]]] {
            assert_eq!(cases(&[batch], Some), Err(Refusal::Invalid), "{batch:?}");
        }
    }

    #[test]
    fn every_seed_of_32_bytes_is_a_key_below_the_order() {
        assert_eq!(bls_seed(&[0xff; 32]).expect("32 bytes")[0], 0x3f);
        assert_eq!(bls_seed(&[0; 32]).expect("32 bytes")[31], 1);
        assert_eq!((bls_seed(&[1; 31]), bls_seed(&[1; 33])), (None, None));
    }
}
