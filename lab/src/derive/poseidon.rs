//! Poseidon's constants, and the permutation as the paper writes it, on big integers (L. Grassi, D.
//! Khovratovich, C. Rechberger, A. Roy, M. Schofnegger, ePrint 2019/458): from the names of an
//! instance alone, a bit at a time.

use std::collections::VecDeque;

use num_bigint::BigUint;

use super::arithmetic::Prime;

/// R_F.
pub const FULL_ROUNDS: usize = 8;

/// An instance with the S-box x⁵.
#[derive(Clone, Debug)]
pub struct Poseidon {
    /// The field.
    pub field: Prime,
    /// t.
    pub width: usize,
    /// R_P.
    pub partial: usize,
    /// Constants of all rounds, t for each.
    pub constants: Vec<BigUint>,
    /// The matrix, row by row.
    pub matrix: Vec<BigUint>,
}

impl Poseidon {
    /// The instance for a prime and a width that the reference's scripts make for 128 bits of
    /// security.
    pub fn new(p: BigUint, width: usize) -> Self {
        let partial = partial_rounds(width);
        let bits = p.bits();
        let mut grain = Grain::new(bits, width, partial);
        let mut constants = Vec::new();
        while constants.len() < (FULL_ROUNDS + partial) * width {
            constants.extend(Some(grain.integer(bits)).filter(|constant| *constant < p));
        }
        let field = Prime { p };
        let mut draw = || (0..width).map(|_| grain.integer(bits) % &field.p).collect::<Vec<_>>();
        let (x, y) = (draw(), draw());
        let sums = x.iter().flat_map(|x| y.iter().map(|y| field.add(x, y)));
        let matrix = sums.map(|sum| field.invert(&sum)).collect();
        Self { width, partial, constants, matrix, field }
    }

    /// The permutation of a state of t elements.
    pub fn permute(&self, state: &mut [BigUint]) {
        let half = FULL_ROUNDS / 2;
        for (round, constants) in self.constants.chunks_exact(self.width).enumerate() {
            let boxes = if (half..half + self.partial).contains(&round) { 1 } else { self.width };
            for (i, (x, constant)) in state.iter_mut().zip(constants).enumerate() {
                *x = self.field.add(x, constant);
                if i < boxes {
                    *x = x.modpow(&BigUint::from(5_u32), &self.field.p);
                }
            }
            let rows = self.matrix.chunks_exact(self.width);
            let next: Vec<_> = rows
                .map(|row| {
                    row.iter().zip(&*state).map(|(a, x)| a * x).sum::<BigUint>() % &self.field.p
                })
                .collect();
            state.clone_from_slice(&next);
        }
    }
}

/// R_P for a modulus of 128 bits or more: the least with which six full rounds, to which the
/// reference adds two, meet the bound of its `calc_round_numbers.py` against interpolation, R_F +
/// R_P ≥ 1 + ⌈log₅2·128⌉ + ⌈log₅t⌉, which here is the strictest; 7.5 % more; the next multiple of
/// t.
pub fn partial_rounds(width: usize) -> usize {
    let logarithm = (1..).find(|&power| 5_usize.pow(power) >= width).unwrap_or_default() as usize;
    let least = 1 + (128.0 / 5_f64.log2()).ceil() as usize + logarithm - 6;
    ((least as f64 * 1.075).ceil() as usize).next_multiple_of(width)
}

/// The shift register of 80 bits.
struct Grain(VecDeque<bool>);

impl Grain {
    fn new(bits: u64, width: usize, partial: usize) -> Self {
        // A prime field, x^α, and so on: each number with its highest bit first.
        let text = format!(
            "{:02b}{:04b}{bits:012b}{width:012b}{FULL_ROUNDS:010b}{partial:010b}{}",
            1,
            0,
            "1".repeat(30)
        );
        let mut out = Self(text.chars().map(|bit| bit == '1').collect());
        assert_eq!(out.0.len(), 80, "the register");
        (0..160).for_each(|_| {
            out.step();
        });
        out
    }

    fn step(&mut self) -> bool {
        let new =
            [62, 51, 38, 23, 13, 0].into_iter().fold(false, |sum, tap: usize| sum ^ self.0[tap]);
        self.0.pop_front();
        self.0.push_back(new);
        new
    }

    /// The second bit of the next pair whose first bit is one.
    fn bit(&mut self) -> bool {
        while !self.step() {
            self.step();
        }
        self.step()
    }

    fn integer(&mut self, bits: u64) -> BigUint {
        (0..bits).fold(BigUint::ZERO, |number, _| (number << 1_u32) + u32::from(self.bit()))
    }
}
