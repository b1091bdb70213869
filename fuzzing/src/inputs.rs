//! Inputs for a target: valid ones with something changed, and random ones of about their lengths.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::Target;

/// An endless supply, the same for the same seed.
#[derive(Debug)]
pub struct Inputs {
    rng: ChaCha8Rng,
    valid: Vec<Vec<u8>>,
}

/// Bytes that say something in the encodings at hand: flags, tags, DER, JSON, ends of ranges.
const SPECIAL: [u8; 16] = *b"\x00\x01\x02\x03\x04\x06\x7f\x80\xc0\xe0\xff\x30\"{,\\";

impl Inputs {
    /// Of a target's valid inputs and a seed.
    pub fn new(target: &Target, seed: u64) -> Self {
        Self { rng: ChaCha8Rng::seed_from_u64(seed), valid: (0..16).map(target.valid).collect() }
    }

    /// The valid inputs themselves.
    pub fn valid(&self) -> &[Vec<u8>] {
        &self.valid
    }

    fn below(&mut self, bound: usize) -> usize {
        ((u64::from(self.rng.next_u32()) * bound as u64) >> 32) as usize
    }

    fn any_valid(&mut self) -> Vec<u8> {
        let which = self.below(self.valid.len());
        self.valid[which].clone()
    }

    /// The next one.
    pub fn draw(&mut self) -> Vec<u8> {
        let mut data = self.any_valid();
        match self.below(64) {
            // All random, of that length or of any.
            0..8 => self.rng.fill_bytes(&mut data),
            8..12 => {
                let length = self.below(2 * data.len() + 2);
                data.resize(length, 0);
                self.rng.fill_bytes(&mut data);
            }
            // One repeated byte: zero, all ones, and the like.
            12..14 => {
                let byte = SPECIAL[self.below(16)];
                data.fill(byte);
            }
            // The beginning of one, the end of another: both may be valid in themselves.
            14..24 => {
                let other = self.any_valid();
                let cut =
                    [32, 33, 48, 64, 96, 97, 144][self.below(7)].min(data.len()).min(other.len());
                data.truncate(cut);
                data.extend(&other[cut..]);
            }
            // Far more than anybody asked for.
            24 => {
                let length = self.below(1 << 16);
                data.resize(data.len() + length, 0xff);
            }
            // As it is: another message, or nothing wrong at all.
            25 => {}
            _ => {
                for _ in 0..=self.below(3) {
                    self.change(&mut data);
                }
            }
        }
        data
    }

    fn change(&mut self, data: &mut Vec<u8>) {
        let place = self.below(data.len().max(1));
        if place >= data.len() {
            return data.push(0);
        }
        let special = SPECIAL[self.below(16)];
        match self.below(8) {
            0 => data.truncate(place),
            1 => data.insert(place, special),
            2 => drop(data.remove(place)),
            3 => data[place] = special,
            // A stretch of extreme bytes: integers near zero, the order and the modulus.
            4 => {
                let end = data.len().min(place + 1 + self.below(32));
                data[place..end].fill(special);
            }
            _ => data[place] ^= 1 << self.below(8),
        }
    }
}
