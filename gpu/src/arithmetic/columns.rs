//! Montgomery products row by row, in even and odd columns.
//!
//! Words of 32 bits have products of 64. So that `mad.lo.cc` and `madc.hi.cc` of one product become
//! one instruction of the card (`IMAD.WIDE.U32.X`), neighbours in a chain must be two words apart:
//! products at even places make one column, those at odd places another, and each has its carries
//! to itself. The lowest word of the sum of both is needed once a row, for the multiple of p that
//! makes it zero; it comes from whichever column begins there, and the columns change places from
//! row to row.
//!
//! Row i of Σ a·b/R adds a·bᵢ for each product, then m·p with m = t₀·m₀. With what was there
//! before, at most p + Σ a (as at the end of every row), it is at most (p + Σ a)·2^32: so n + 1
//! words hold it if n words hold p + Σ a, and no row carries beyond.
//!
//! Ç. K. Koç, T. Acar, B. Kaliski, "Analyzing and comparing Montgomery multiplication algorithms",
//! IEEE Micro 16 (1996), CIOS, here with several products a row and no final subtraction (C.
//! Walter, "Montgomery exponentiation needs no final subtractions", Electronics Letters 35, 1999).

use crate::modulus::Modulus;
use crate::ptx::{Body, Operand, SumChain};

const ZERO: Operand = Operand::Immediate(0);

/// Words at their places; what is not there is zero.
pub(super) struct Column(Vec<Option<Operand>>);

impl Column {
    pub(super) fn new(words: usize) -> Self {
        Self(vec![None; words])
    }

    pub(super) fn holds(&self, at: usize) -> bool {
        self.0[at].is_some()
    }

    pub(super) fn get(&self, at: usize) -> Operand {
        self.0.get(at).copied().flatten().unwrap_or(ZERO)
    }

    pub(super) fn set(&mut self, at: usize, word: impl Into<Operand>) {
        self.0[at] = Some(word.into());
    }
}

/// x·y at a place where there is nothing yet.
pub(super) fn pair(body: &mut Body, column: &mut Column, at: usize, x: Operand, y: Operand) {
    column.set(at, body.mul_lo(x, y));
    column.set(at + 1, body.mul_hi(x, y));
}

/// Adds xⱼ·y at the places at + 2j, but for the last high word.
fn links(chain: &mut SumChain<'_>, column: &mut Column, at: usize, xs: &[Operand], y: Operand) {
    for (j, &x) in xs.iter().enumerate() {
        let (low, high) = (at + 2 * j, at + 2 * j + 1);
        column.set(low, chain.mad_lo(x, y, column.get(low)));
        if j + 1 < xs.len() {
            column.set(high, chain.mad_hi(x, y, column.get(high)));
        }
    }
}

/// A chain whose top word takes the carry: it is new, or known to have room.
pub(super) fn row(
    mut chain: SumChain<'_>,
    column: &mut Column,
    at: usize,
    xs: &[Operand],
    y: Operand,
) {
    links(&mut chain, column, at, xs, y);
    let top = at + 2 * xs.len() - 1;
    let x = *xs.last().expect("a row of products");
    column.set(top, chain.end_mad_hi(x, y, column.get(top)));
}

/// A chain that carries into the word above it, which stands in `above`.
fn row_below(
    mut chain: SumChain<'_>,
    column: &mut Column,
    at: usize,
    xs: &[Operand],
    y: Operand,
    above: &mut Column,
) {
    links(&mut chain, column, at, xs, y);
    let top = at + 2 * xs.len() - 1;
    let x = *xs.last().expect("a row of products");
    column.set(top, chain.mad_hi(x, y, column.get(top)));
    above.set(top + 1, chain.end_add(above.get(top + 1), 0));
}

/// As [`row_below`], into the same column.
pub(super) fn row_and_carry(
    mut chain: SumChain<'_>,
    column: &mut Column,
    at: usize,
    xs: &[Operand],
    y: Operand,
) {
    links(&mut chain, column, at, xs, y);
    let top = at + 2 * xs.len() - 1;
    let x = *xs.last().expect("a row of products");
    column.set(top, chain.mad_hi(x, y, column.get(top)));
    column.set(top + 1, chain.end_add(column.get(top + 1), 0));
}

/// The words at even places and those at odd places.
pub(super) fn halves(words: &[Operand]) -> [Vec<Operand>; 2] {
    [0, 1].map(|from| words.iter().skip(from).step_by(2).copied().collect())
}

fn immediates(modulus: &Modulus) -> [Vec<Operand>; 2] {
    let words: Vec<Operand> = modulus.words().iter().copied().map(Operand::from).collect();
    halves(&words)
}

/// Σ a·b/R, at most p + Σ a·b/R, if p + Σ a is below R.
pub fn sum_of_products(
    body: &mut Body,
    modulus: &Modulus,
    m0: Operand,
    terms: &[(&[Operand], &[Operand])],
) -> Vec<Operand> {
    let n = modulus.len();
    let [p_even, p_odd] = immediates(modulus);
    let a: Vec<[Vec<Operand>; 2]> = terms.iter().map(|(a, _)| halves(a)).collect();
    // `here` begins at the place of the row, `next` one above.
    let (mut here, mut next) = (Column::new(2 * n + 1), Column::new(2 * n + 1));
    for i in 0..n {
        for (term, ([even, odd], (_, b))) in a.iter().zip(terms).enumerate() {
            let b = b[i];
            if (i, term) == (0, 0) {
                // `pair` is for places where nothing stands.
                odd.iter().enumerate().for_each(|(j, &x)| pair(body, &mut next, 2 * j + 1, x, b));
                even.iter().enumerate().for_each(|(j, &x)| pair(body, &mut here, 2 * j, x, b));
                continue;
            }
            let mut chain = body.sum_chain();
            if term == 0 {
                // What the row before left in the other column at this place.
                here.set(i, chain.add(here.get(i), next.get(i)));
            }
            row(chain, &mut next, i + 1, odd, b);
            row_below(body.sum_chain(), &mut here, i, even, b, &mut next);
        }
        let m = body.mul_lo(here.get(i), m0).into();
        row(body.sum_chain(), &mut next, i + 1, &p_odd, m);
        row_below(body.sum_chain(), &mut here, i, &p_even, m, &mut next);
        std::mem::swap(&mut here, &mut next);
    }
    let top = |column: &Column| (n..2 * n).map(|at| column.get(at)).collect::<Vec<_>>();
    body.sum(&top(&here), &top(&next))
}

/// t/R for t of 2n words: at most p + t/R, which is below R.
pub fn reduce(body: &mut Body, modulus: &Modulus, m0: Operand, t: &[Operand]) -> Vec<Operand> {
    let n = modulus.len();
    let [even, odd] = immediates(modulus);
    let (low, high) = t.split_at(n);
    let (mut here, mut next) = (Column::new(2 * n + 1), Column::new(2 * n + 1));
    low.iter().enumerate().for_each(|(at, &word)| here.set(at, word));
    for i in 0..n {
        if i == 0 {
            let m = body.mul_lo(here.get(0), m0).into();
            odd.iter().enumerate().for_each(|(j, &x)| pair(body, &mut next, 2 * j + 1, x, m));
            row_below(body.sum_chain(), &mut here, 0, &even, m, &mut next);
        } else {
            let mut chain = body.sum_chain();
            here.set(i, chain.add(here.get(i), next.get(i)));
            let m = chain.mul_lo_beside(here.get(i), m0).into();
            row(chain, &mut next, i + 1, &odd, m);
            row_below(body.sum_chain(), &mut here, i, &even, m, &mut next);
        }
        std::mem::swap(&mut here, &mut next);
    }
    let top = |column: &Column| (n..2 * n).map(|at| column.get(at)).collect::<Vec<_>>();
    let multiple = body.sum(&top(&here), &top(&next));
    body.sum(&multiple, high)
}
