//! The cases of threshold BLS: honest partial signatures, and each way in which one may be wrong.

use peer_api::{Case, Operation};

use super::generate::{Expect, Generated, Sink, malformed};
use crate::gate::inputs::{Random, identity, negated};
use crate::gate::subject::Group;

/// Points of the commitment, and where the message is.
const NEEDED: usize = 67;

/// Gives every case of an operation to `sink`. Honest cases are made by blst.
pub(super) fn for_each(operation: &Operation, count: usize, random: &mut Random, sink: Sink<'_>) {
    let combine = operation.id.ends_with("_67");
    // Where the first partial signature is, and the next one behind it.
    let (first, step) = if combine { (NEEDED + 2, 2) } else { (NEEDED + 1, 1) };
    let parties = (operation.args.len() - NEEDED - 1) / step;
    for index in 0..count.clamp(12, 48) {
        let mut seed = [0; 32];
        seed.copy_from_slice(&random.bytes(32));
        let mut case: Case = peer_core::sample::case(operation, &seed);
        let place = random.place(parties - 1);
        let (one, next) = (first + step * place, first + step * (place + 1));
        let no = if combine { Expect::Refuse } else { Expect::Verdict(false) };
        let (expect, why) = match index % 12 {
            1 => {
                case[one] = negated(&case[one]);
                (no, "a negated partial signature")
            }
            // Their sum stays what it was.
            2 => {
                case.swap(one, next);
                (no, "two partial signatures exchanged")
            }
            3 => {
                case[NEEDED][7] ^= 1;
                (no, "another message")
            }
            4 => {
                case[one] = identity(48, true);
                (no, "the identity as a partial signature")
            }
            5 => {
                let (_, why, bytes) = malformed(6, Group::G1, &case[one], random);
                case[one] = bytes;
                (Expect::Refuse, why)
            }
            6 => {
                case[0] = negated(&case[0]);
                (no, "another key")
            }
            7 if combine => {
                // The same party twice.
                let again = case[one - 1..=one].to_vec();
                case[next - 1..=next].clone_from_slice(&again);
                (Expect::Refuse, "a party twice")
            }
            8 if combine => {
                case[one - 1] = vec![if index < 12 { 0 } else { 101 }];
                (Expect::Refuse, "an index of nobody")
            }
            9 if combine => {
                // In another order the answer is the same.
                case[NEEDED + 1..].rotate_left(2 * (1 + place));
                (Expect::Accept, "in another order")
            }
            10 => {
                case[0] = identity(96, true);
                (Expect::Refuse, "the identity as the key")
            }
            _ if combine => (Expect::Accept, "honest"),
            _ => (Expect::Verdict(true), "honest"),
        };
        sink(Generated { case, expect, why });
    }
}
