//! Calls of the Ethereum machine's contracts: valid ones, what is near them, and garbage. What is
//! refused must be refused by all.

use std::collections::HashMap;

use peer_api::body::{Prepared, unparsed};
use peer_api::contracts::{self, call};
use peer_api::{About, Body, Case, Contract, Curve, Implementation, Operation, Refusal};

use super::generate::{Expect, Generated, Sink};
use crate::gate::Tier;
use crate::gate::inputs::{Random, round};
use crate::gate::subject::Answer;
use crate::inputs::contracts::PUBLISHED;
use crate::inputs::{PeerSampler, Sampler};
use crate::oracle::{modulus, order};

/// Who knows the answers to published calls, and to no others.
pub(super) struct Published;

/// The name of that.
pub(super) const PUBLISHED_CASES: &str = "published cases";

/// Answers, and the inputs of a pool.
struct Known {
    answers: HashMap<&'static [u8], Answer>,
    pool: Vec<Case>,
}

impl Implementation for Published {
    fn about(&self) -> About {
        let (features, flags) = (Vec::new(), Vec::new());
        About {
            name: PUBLISHED_CASES,
            version: String::new(),
            features,
            flags,
            engine: String::new(),
        }
    }

    fn contract(&self, operation: &Operation) -> Option<Contract> {
        let number = call(operation)?.number;
        PUBLISHED.iter().any(|one| one.number == number).then(|| contracts::contract(operation))?
    }

    fn prepare(&self, operation: &Operation, pool: &[Case]) -> Prepared {
        let number = call(operation).map(|call| call.number);
        let published = PUBLISHED.iter().filter(|one| Some(one.number) == number);
        let answers = published
            .map(|one| (&one.input[..], one.output.clone().ok_or(Refusal::Invalid)))
            .collect();
        Ok(Box::new(Known { answers, pool: unparsed(operation, pool)? }))
    }
}

impl Body for Known {
    fn run(&mut self, _: u32) {}

    fn answer(&mut self, index: usize) -> Answer {
        let input = self.pool.get(index).and_then(|case| case.first());
        let known = input.and_then(|input| self.answers.get(&input[..]).cloned());
        known.unwrap_or_else(|| Err(Refusal::Unsupported("it is not published".to_owned())))
    }
}

/// Inputs by what they cost: a sum of 128 products takes milliseconds, and whoever is slower takes
/// tens of them.
fn count(tier: Tier, length: usize) -> usize {
    let many = match length {
        0..512 => 48,
        512..2048 => 16,
        _ => 6,
    };
    if tier == Tier::Quick { many } else { 20 * many }
}

/// Gives every case of an operation to `sink`.
pub(super) fn for_each(tier: Tier, operation: &Operation, random: &mut Random, sink: Sink<'_>) {
    if contracts::block(operation).is_some() {
        return blocks(operation, random, sink);
    }
    let Some(call) = call(operation) else { return };
    let valid =
        |random: &mut Random| PeerSampler.case(operation, random.rng()).map(|case| case.concat());
    let Some(first) = valid(random) else { return };
    let count = count(tier, first.len());
    sink(Generated::new(Expect::Accept, "a call", &[&first]));
    for length in [0, 1, first.len() - 1, first.len() + 1] {
        let mut other = first.clone();
        other.resize(length, 0);
        sink(Generated::new(Expect::Same, "another length", &[&other]));
    }
    let mut last = first;
    for index in 0..count {
        if index & 3 == 0 {
            let Some(next) = valid(random) else { return };
            last = next;
            sink(Generated::new(Expect::Accept, "a call", &[&last]));
            continue;
        }
        let mut input = last.clone();
        let why = changed(index >> 2, &mut input, random);
        // Not a second of rounds for whoever counts them as they come.
        if call.name == "blake2f" && input.len() > 2 {
            input[..2].fill(0);
        }
        sink(Generated::new(Expect::Same, why, &[&input]));
    }
    for published in PUBLISHED.iter().filter(|one| one.number == call.number) {
        sink(Generated::new(Expect::Same, "published", &[&published.input]));
    }
}

/// A block, and one with a call that is refused.
fn blocks(operation: &Operation, random: &mut Random, sink: Sink<'_>) {
    let Some(case) = PeerSampler.case(operation, random.rng()) else { return };
    let calls = contracts::block(operation).unwrap_or_default();
    let refuses = calls.iter().rposition(|call| call.id == "evm/bn254_g1add");
    sink(Generated { case: case.clone(), expect: Expect::Accept, why: "a block" });
    let mut other = case;
    if let Some(place) = refuses {
        other[place].fill(1);
    }
    sink(Generated { case: other, expect: Expect::Refuse, why: "a point that is none" });
}

/// An implementation's answers to a block, each call by itself.
pub(super) struct ByCalls<'a>(pub(super) &'a dyn Implementation);

impl Implementation for ByCalls<'_> {
    fn about(&self) -> About {
        self.0.about()
    }

    fn contract(&self, operation: &Operation) -> Option<Contract> {
        let calls = contracts::block(operation)?;
        let serves = calls.into_iter().all(|call| self.0.contract(call).is_some());
        serves.then(|| contracts::contract(operation))?
    }

    fn prepare(&self, operation: &Operation, pool: &[Case]) -> Prepared {
        let calls = contracts::block(operation).unwrap_or_default();
        let answer = |(call, input): (&&Operation, &Vec<u8>)| {
            self.0.prepare(call, &[vec![input.clone()]])?.answer(0)
        };
        let one = |case: &Case| -> Answer {
            let outputs = calls.iter().zip(case).map(answer);
            Ok(outputs.collect::<Result<Vec<_>, _>>()?.concat())
        };
        Ok(Box::new(Answers(pool.iter().map(one).collect())))
    }
}

/// Answers that are there.
struct Answers(Vec<Answer>);

impl Body for Answers {
    fn run(&mut self, _: u32) {}

    fn answer(&mut self, index: usize) -> Answer {
        let none = || Err(Refusal::Unsupported("there is no such case".to_owned()));
        self.0.get(index).cloned().unwrap_or_else(none)
    }
}

/// Changes an input in the `way`-th way, going round.
fn changed(way: usize, input: &mut Vec<u8>, random: &mut Random) -> &'static str {
    let length = input.len();
    let at = random.place(length);
    let first = at & !31;
    let end = length.min(first + 32);
    match way & 7 {
        0 => {
            input[at] ^= 1 << random.index(8);
            "one bit changed"
        }
        1 => {
            input[first..end].fill(0);
            "a word of zeros"
        }
        2 => {
            input[first..end].fill(0xff);
            "a word of ones"
        }
        3 => {
            input.truncate(at);
            "cut off"
        }
        4 => {
            let count = 1 + random.place(40);
            let more = random.bytes(count);
            input.extend(more);
            "longer"
        }
        5 => {
            let curve =
                *round(&[Curve::Bn254, Curve::Secp256k1, Curve::P256, Curve::Bls12381], way >> 3);
            let number = if way & 8 == 0 { modulus(curve) } else { order(curve) };
            let number = number.to_bytes_be();
            // Where the contract's integers end: a word, or the second of a padded element of 48
            // bytes.
            let last = if number.len() == 48 { (at | 63) + 1 } else { (at | 31) + 1 };
            if last <= length && number.len() <= last {
                input[last - number.len()..last].copy_from_slice(&number);
            }
            "a modulus"
        }
        6 => {
            let other = random.place(length) & !31;
            for i in 0..32 {
                if first + i < length && other + i < length {
                    input.swap(first + i, other + i);
                }
            }
            "two words exchanged"
        }
        _ => {
            *input = random.bytes(length);
            "garbage"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::mistakes::{AS_IT_IS, After, LAST_BIT, Wrong};
    use super::super::{OURS, beside_slow};
    use super::*;
    use crate::gate::tally::{self, Title};
    use crate::implementations::Curvemark;
    use crate::oracle::answers::SlowIntegers;
    use peer_api::operation;
    use record::Suite;

    fn agreement(id: &str, ours: &dyn Implementation) -> Suite {
        let operation = operation(id).expect("it exists");
        let mut offers = vec![(OURS, ours)];
        if Published.contract(operation).is_some() {
            offers.push((PUBLISHED_CASES, &Published));
        }
        assert!(
            offers.len() == 2 || SlowIntegers.contract(operation).is_some(),
            "{id} has a judge"
        );
        let title = Title::new(id, operation.title, "each other");
        tally::run(title, 1, &|_, _, _| {}, |tally| {
            let cases =
                |sink: Sink<'_>| for_each(Tier::Quick, operation, &mut Random::new(id), sink);
            beside_slow(Tier::Quick, operation, offers, &cases, tally);
        })
    }

    /// Without peers: beside slow integers and published cases.
    #[test]
    fn mistakes_are_noticed_and_nothing_else() {
        let takes_all: After = |answer| answer.or(Ok(vec![0; 32]));
        let refuses_all: After = |_| Err(Refusal::Invalid);
        let wrong = |after| Wrong { before: AS_IT_IS, after };
        for (id, refuses) in [
            ("evm/ecrecover", false),
            ("evm/sha256_64", false),
            ("evm/modexp_64_full", true),
            ("evm/bn254_g1add", true),
            ("evm/bn254_g1mul", true),
            ("evm/blake2f_12", false),
            ("evm/kzg_point_eval", true),
            ("evm/bls12_g1add", true),
            ("evm/bls12_g2mul", true),
            ("evm/bls12_map_fp_to_g1", true),
            ("evm/p256verify", false),
        ] {
            let sound = agreement(id, &Curvemark);
            assert!(
                sound.failed == 0 && sound.failures.is_empty() && sound.passed >= 12,
                "{sound:#?}"
            );
            assert!(
                agreement(id, &wrong(LAST_BIT)).failed > 0,
                "{id}: an output with one bit changed"
            );
            assert!(agreement(id, &wrong(refuses_all)).failed > 0, "{id}: all refused");
            if refuses {
                assert!(agreement(id, &wrong(takes_all)).failed > 0, "{id}: nothing refused");
            }
        }
    }
}
