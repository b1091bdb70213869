//! Any input gives a verdict or an error: random bytes, and valid inputs with something changed.
#![allow(clippy::integer_division_remainder_used)] // Of random numbers.

use rand_chacha::rand_core::Rng;

use super::{rng, secret};
use curvemark::bls::{Signature, min_pk};

#[path = "../bodies/bls.rs"]
mod body;

/// Rounds in an ordinary test run: about two seconds.
const ROUNDS: usize = 300;

#[test]
fn garbage_gives_a_verdict_or_an_error() {
    let mut rng = rng(77);
    let mut random = |length: usize| {
        let mut bytes = vec![0; length];
        rng.fill_bytes(&mut bytes);
        bytes
    };
    for round in 0..ROUNDS {
        let length = usize::from(random(1)[0]) * 3;
        body::bls(&random(length));
        // A key, a signature and a message that go together, with a bit or a length changed.
        let secret = secret::<min_pk::Possession>(round % 5);
        let message = random(round % 40);
        let signature: Signature<_> = secret.sign(&message);
        let mut valid = [&secret.public_key().to_bytes()[..], &signature.to_bytes(), &message].concat();
        let choice = random(3);
        match choice[0] % 4 {
            0 => valid.truncate(usize::from(choice[1])),
            1 => valid.insert(usize::from(choice[1]) % (valid.len() + 1), choice[2]),
            2 => {}
            _ => {
                let place = usize::from(choice[1]) % valid.len();
                valid[place] ^= 1 << (choice[2] & 7);
            }
        }
        body::bls(&valid);
    }
}
