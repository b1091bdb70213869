//! The optimal ate pairing of BLS12 curves with a twist of M type, over any engine.
//!
//! e(P, Q) = f_{x,Q}(P)^(3·(p¹² − 1)/r) for P ∈ E(Fp), Q ∈ E′(Fp2), both of order r. The Miller loop runs over the bits of |x|
//! with one squaring of the common value for all pairs ([`MillerLoop`]); the final exponentiation ([`FinalExponentiation`]) has
//! the exponent 3·(p¹² − 1)/r, which blst, arkworks and zkcrypto also take, so that values agree with theirs bit for bit.
//!
//! Both are step machines: one call of `step` is a bounded amount of work, so that a chip can yield in between; [`miller_loop`]
//! and [`final_exponentiation`] are loops over them. They need nothing but [`Field`], so every engine runs them, a
//! recorder included. No function allocates.
//!
//! Identities: the pairing with an identity on either side is one. [`MillerPair::masked`] arranges it in constant time without
//! a selection per line: it replaces Q by a fixed point that is not the identity and P by (0, 0), which leaves of each line its
//! first coefficient, a factor in Fp2 that the final exponentiation takes to one. That no such coefficient is zero for the
//! fixed point is a fact of the curve, see [`Pairing::stand_in`].
//!
//! Sources: optimal ate, Vercauteren, "Optimal Pairings" (ePrint 2008/096); shared squarings, Granger, Smart, "On Computing
//! Products of Pairings" (ePrint 2006/172).

use crate::engines::switch::Switch;
use crate::field::{Canonical, Field, Masked, Red};
use crate::tower::{Fp2Of, Fp12, Tower};

mod final_exponentiation;
mod gt;
mod line;

pub use final_exponentiation::{FinalExponentiation, final_exponentiation};
pub use gt::Gt;
pub use line::{Coefficients, Prepared, TwistPoint};

/// The facts of a BLS12 pairing; implemented by the type that has the tower's facts.
pub trait Pairing: Tower {
    /// |x| of the seed x, at least 2^32 and even, so that no sum in the loop meets equal or opposite points.
    const X: u64;
    /// Whether x is negative.
    const X_NEGATIVE: bool;
    /// A constant of the scalar field.
    type ScalarConst: 'static;

    /// 3b′·a for the twist E′: y² = x³ + b′.
    fn times_3b_twist(a: &Fp2Of<Self>) -> Fp2Of<Self>;

    /// The affine coordinates of some point of E′(Fp2), of any order, for which no step of the Miller loop is exceptional and
    /// no line has a zero first coefficient. Stands in for the identity, see [`MillerPair::masked`].
    fn stand_in(ctx: &<Self::Fp as Field>::Ctx) -> [Fp2Of<Self>; 2];
}

/// Lines of a Miller loop: one per doubling and one per addition.
pub const fn lines<T: Pairing>() -> usize {
    (T::X.ilog2() + T::X.count_ones() - 1) as usize
}

/// One pair of a Miller loop, with the running multiple of Q.
#[derive(Debug)]
pub struct MillerPair<'q, T: Pairing> {
    p: [Red<T::Fp>; 2],
    lines: Source<'q, T>,
}

#[derive(Debug)]
enum Source<'q, T: Pairing> {
    /// Computed on the way: Q, and the multiple T of it that the loop has reached.
    Point { q: [Fp2Of<T>; 2], t: TwistPoint<T> },
    /// Computed before.
    Prepared(&'q [Coefficients<T>]),
}

impl<T: Pairing> Clone for MillerPair<'_, T> {
    fn clone(&self) -> Self {
        let lines = match &self.lines {
            Source::Point { q, t } => Source::Point { q: q.clone(), t: t.clone() },
            Source::Prepared(lines) => Source::Prepared(lines),
        };
        Self { p: self.p.clone(), lines }
    }
}

impl<'q, T: Pairing> MillerPair<'q, T> {
    /// From the affine coordinates of two points, neither of them the identity. Q must have order r.
    pub fn new(p: [Red<T::Fp>; 2], q: [Fp2Of<T>; 2]) -> Self {
        let t = TwistPoint::from_affine(&q);
        Self { p, lines: Source::Point { q, t } }
    }
}

impl<T: Switch> MillerPair<'_, T> {
    /// This fresh pair on the faster engine; none if its lines are prepared on this one.
    pub fn enter<'f>(&self, ctx: &<<T::Fp as Canonical>::Fast as Field>::Ctx) -> Option<MillerPair<'f, T::Fast>> {
        match &self.lines {
            Source::Point { q, .. } => {
                Some(MillerPair::new(self.p.each_ref().map(|a| a.enter(ctx)), q.each_ref().map(|a| a.enter(ctx))))
            }
            Source::Prepared(_) => None,
        }
    }
}

impl<'q, T: Pairing<Fp: Masked>> MillerPair<'q, T> {
    /// As [`MillerPair::new`]; where `skip` is set the pair counts as one in the pairing, whatever the coordinates are.
    pub fn masked(p: [Red<T::Fp>; 2], q: [Fp2Of<T>; 2], skip: &<T::Fp as Masked>::Mask) -> Self {
        let stand_in = T::stand_in(&p[0].ctx());
        let q = [Red::select(&q[0], &stand_in[0], skip), Red::select(&q[1], &stand_in[1], skip)];
        Self::new(zero_where(&p, skip), q)
    }

    /// As [`MillerPair::masked`] with the lines of Q; the pair counts as one where P is the identity (`skip`) or Q was.
    pub fn prepared<const LINES: usize>(
        p: [Red<T::Fp>; 2],
        q: &'q Prepared<T, LINES>,
        skip: &<T::Fp as Masked>::Mask,
    ) -> Self {
        let skip = skip.clone() | q.infinity().clone();
        Self { p: zero_where(&p, &skip), lines: Source::Prepared(q.lines()) }
    }
}

/// (0, 0) where the mask is set.
fn zero_where<F: Masked>(p: &[Red<F>; 2], mask: &F::Mask) -> [Red<F>; 2] {
    let zero = Red::zero_in(&p[0].ctx());
    [Red::select(&p[0], &zero, mask), Red::select(&p[1], &zero, mask)]
}

#[derive(Clone, Copy, Debug)]
enum Phase {
    Square,
    Double,
    Add,
    Done,
}

/// The Miller loop over any number of pairs as a step machine.
///
/// `S` holds the pairs: an array, or a slice of the caller's. A clone of the machine with its array is a snapshot to resume from.
pub struct MillerLoop<'q, T: Pairing, S: AsMut<[MillerPair<'q, T>]>> {
    pairs: S,
    ctx: <T::Fp as Field>::Ctx,
    /// The product so far; none stands for one, which saves the first squaring and product.
    f: Option<Fp12<T>>,
    /// The bit of |x| at hand.
    bit: u32,
    phase: Phase,
    /// The pair at hand.
    index: usize,
    /// How many lines of each pair are behind.
    line: usize,
    of: core::marker::PhantomData<&'q T>,
}

impl<'q, T: Pairing, S: AsMut<[MillerPair<'q, T>]> + Clone> Clone for MillerLoop<'q, T, S> {
    fn clone(&self) -> Self {
        Self { pairs: self.pairs.clone(), ctx: self.ctx.clone(), f: self.f.clone(), ..*self }
    }
}

impl<'q, T: Pairing, S: AsMut<[MillerPair<'q, T>]>> MillerLoop<'q, T, S> {
    /// The machine before its first step. The pairs must be fresh: each holds its own progress.
    pub fn new(ctx: &<T::Fp as Field>::Ctx, pairs: S) -> Self {
        let bit = T::X.ilog2() - 1;
        let of = core::marker::PhantomData;
        Self { pairs, ctx: ctx.clone(), f: None, bit, phase: Phase::Square, index: 0, line: 0, of }
    }

    /// One squaring, or one line of one pair with its product; the value once all are done.
    ///
    /// At most 63 + 68·n steps for n pairs on BLS12-381.
    pub fn step(&mut self) -> Option<Fp12<T>> {
        let pairs = self.pairs.as_mut();
        match self.phase {
            Phase::Square => {
                self.f = self.f.as_ref().map(Fp12::sqr);
                self.phase = if pairs.is_empty() { Phase::Done } else { Phase::Double };
            }
            Phase::Double | Phase::Add => {
                let pair = &mut pairs[self.index];
                let computed;
                let coefficients = match (&mut pair.lines, self.phase) {
                    (Source::Prepared(lines), _) => &lines[self.line],
                    (Source::Point { t, .. }, Phase::Double) => {
                        computed = t.double();
                        &computed
                    }
                    (Source::Point { q, t }, _) => {
                        computed = t.add(q);
                        &computed
                    }
                };
                self.f = Some(match &self.f {
                    None => coefficients.at(&pair.p).to_fp12(),
                    Some(f) => coefficients.multiply(f, &pair.p),
                });
                self.index += 1;
                if self.index == pairs.len() {
                    self.index = 0;
                    self.line += 1;
                    self.next_phase();
                }
            }
            Phase::Done => {
                let f = self.f.clone().unwrap_or_else(|| Fp12::one_in(&self.ctx));
                // f_{−|x|} = 1/f_{|x|} up to factors that the final exponentiation kills, and it kills the difference between
                // inverse and conjugate too.
                return Some(if T::X_NEGATIVE { f.conjugate() } else { f });
            }
        }
        None
    }

    fn next_phase(&mut self) {
        self.phase = match self.phase {
            Phase::Double if (T::X >> self.bit) & 1 == 1 => Phase::Add,
            _ if self.bit == 0 => Phase::Done,
            _ => {
                self.bit -= 1;
                Phase::Square
            }
        };
    }

    /// Runs to the end.
    pub fn run(mut self) -> Fp12<T> {
        loop {
            if let Some(f) = self.step() {
                return f;
            }
        }
    }
}

/// ∏ f_{x,Qᵢ}(Pᵢ) over a slice of fresh pairs, which the loop uses up; one for none.
///
/// The value has a meaning only under [`final_exponentiation`]. Cost: 63 squarings in Fp12 and 68 lines per pair on BLS12-381.
pub fn miller_loop<'q, T: Pairing>(ctx: &<T::Fp as Field>::Ctx, pairs: &mut [MillerPair<'q, T>]) -> Fp12<T> {
    MillerLoop::new(ctx, pairs).run()
}

/// ∏ f_{x,Qᵢ}(Pᵢ) over an array of pairs.
pub fn multi_miller_loop<T: Pairing, const N: usize>(
    ctx: &<T::Fp as Field>::Ctx,
    pairs: [MillerPair<'_, T>; N],
) -> Fp12<T> {
    MillerLoop::new(ctx, pairs).run()
}
