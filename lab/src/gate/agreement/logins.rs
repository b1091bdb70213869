//! The cases of zkLogin and of RS256: what holds, and each way in which it does not.

use peer_api::Operation;

use super::generate::{Expect, Generated, Sink};
use crate::gate::Tier;
use crate::gate::inputs::Random;
use crate::oracle::rsa;
use crate::oracle::zklogin::{self, Login};

/// Gives every case of zkLogin to `sink`. Of many logins one is wrong.
pub(super) fn zklogin(tier: Tier, operation: &Operation, random: &mut Random, sink: Sink<'_>) {
    let count = (operation.args.len() - 1) / 3;
    let rounds = match (tier, count) {
        (Tier::Quick, 1) => 28,
        (Tier::Quick, _) => 5,
        (Tier::Full, 1) => 1_400,
        (Tier::Full, _) => 56,
    };
    // To sign on slow integers takes long: the others are the same each time.
    let honest = zklogin::case(count, random.rng());
    for index in 0..rounds {
        let mut case = honest.clone();
        let at = 1 + 3 * random.index(count);
        let mut login = Login::random(random.rng());
        let place = random.index(32);
        let digits = |text: &mut serde_json::Value| *text = "2".into();
        let why = match index % 14 {
            1 => {
                login.max_epoch += 1;
                "another last epoch"
            }
            2 => {
                let last = login.seed.pop();
                login.seed.push(if last == Some('1') { '2' } else { '1' });
                "another seed"
            }
            3 => {
                login.inputs["headerBase64"] = "eyJraWQiOiJub2JvZHkiLCJhbGciOiJSUzI1NiJ9".into();
                "a key of nobody"
            }
            4 => {
                digits(&mut login.inputs["proofPoints"]["a"][1]);
                "a point off the curve"
            }
            5 => {
                let points = &mut login.inputs["proofPoints"];
                let c = points["c"].clone();
                points["a"] = c;
                "another point of the curve"
            }
            6 => {
                digits(&mut login.inputs["proofPoints"]["b"][0][1]);
                "a point off the twist"
            }
            7 => {
                login.ephemeral[place] ^= 1;
                "an ephemeral key of another"
            }
            8 => {
                let index = login.inputs["issBase64Details"]["indexMod4"].as_u64();
                login.inputs["issBase64Details"]["indexMod4"] =
                    ((index.unwrap_or_default() + 1) % 4).into();
                "an issuer elsewhere in the token"
            }
            _ => "honest",
        };
        case[at..at + 3].clone_from_slice(&login.arguments());
        let why = match index % 14 {
            9 => {
                case[at + 1][place] ^= 1;
                "another transaction"
            }
            10 => {
                case[at + 2][place] ^= 1;
                "another address"
            }
            11 => {
                case[at].push(0);
                "a byte too many"
            }
            12 => {
                case[at].pop();
                "a byte too few"
            }
            13 => {
                // In the ephemeral signature, which stands last.
                let end = case[at].len();
                case[at][end - 33 - place] ^= 1;
                "one bit of the ephemeral signature changed"
            }
            _ => why,
        };
        sink(Generated { case, expect: Expect::Verdict(why == "honest"), why });
    }
}

/// Gives every case of RS256 to `sink`.
pub(super) fn rs256(tier: Tier, _: &Operation, random: &mut Random, sink: Sink<'_>) {
    let rounds = if tier == Tier::Quick { 24 } else { 2_400 };
    for index in 0..rounds {
        let mut case = rsa::case(random.rng());
        let place = random.index(256);
        let why = match index % 8 {
            1 => {
                case[3][place] ^= 1 << random.index(8);
                "one bit of the signature changed"
            }
            2 => {
                case[2][place] ^= 1 << random.index(8);
                "another message"
            }
            3 => {
                case[3].pop();
                "a byte too short"
            }
            4 => {
                case[3].insert(0, 0);
                "a byte too long"
            }
            5 => {
                // The same number in another form: the modulus would have to be added.
                let (signature, modulus) = (case[3].clone(), case[0].clone());
                let mut carry = 0;
                for (out, add) in case[3].iter_mut().zip(&modulus).rev() {
                    let sum = u16::from(*out) + u16::from(*add) + carry;
                    (*out, carry) = (sum as u8, sum >> 8);
                }
                if carry == 1 {
                    // No room: then one of the numbers that are none below the modulus.
                    case[3] = modulus;
                }
                debug_assert_ne!(case[3], signature);
                "no number below the modulus"
            }
            6 => {
                case[3] = vec![0; 256];
                case[3][255] = u8::from(index & 8 != 0);
                "zero or one"
            }
            7 => {
                case[2].clear();
                "an empty message"
            }
            _ => "honest",
        };
        sink(Generated { case, expect: Expect::Verdict(why == "honest"), why });
    }
}
