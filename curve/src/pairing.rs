//! The optimal ate pairing of the families BLS12 and BN, with either sextic twist, over any engine.
//!
//! For P ∈ E(Fp) and Q ∈ E′(Fp2), both of order r,
//!
//! | family | e(P, Q) |
//! |---|---|
//! | BLS12 | f_{x,Q}(P)^(3·(p¹² − 1)/r) |
//! | BN | (f_{6x+2,Q}(P)·l_{\[6x+2\]Q,π(Q)}(P)·l_{\[6x+2\]Q+π(Q),−π²(Q)}(P))^(2x(6x² + 3x + 1)·(p¹² − 1)/r) |
//!
//! with π the p-power Frobenius map. The Miller loop runs over the digits of x or 6x + 2
//! ([`Pairing::LOOP`]) with one squaring of the common value for all pairs ([`MillerLoop`]). The
//! multiples of (p¹² − 1)/r in the final exponentiation ([`FinalExponentiation`]) are those that
//! blst, arkworks and zkcrypto take for BLS12, arkworks and gnark-crypto for BN, so that values
//! agree with theirs bit for bit.
//!
//! Both are step machines: one call of `step` is a bounded amount of work, so that a chip can yield
//! in between; [`miller_loop`] and [`final_exponentiation`] are loops over them. They need nothing
//! but [`Field`], so every engine runs them, a recorder included. No function allocates.
//!
//! Identities: the pairing with an identity on either side is one. [`MillerPair::masked`] arranges
//! it in constant time without a selection per line: it replaces Q by a fixed point that is not the
//! identity and P by (0, 0), which leaves of each line the one coefficient that does not depend on
//! P, a factor in Fp2 or Fp4 that the final exponentiation takes to one. That no such coefficient
//! is zero for the fixed point is a fact of the curve, see [`Pairing::stand_in`].
//!
//! Sources: optimal ate, Vercauteren, "Optimal Pairings" (ePrint 2008/096); shared squarings,
//! Granger, Smart, "On Computing Products of Pairings" (ePrint 2006/172).

use core::fmt::Debug;

use limb::each::Each;

use crate::field::{Field, Holds, Invert, Masked, Red, There};
use crate::fp2::Quad;
use crate::integer::{Integer, SignedPart};
use crate::tower::{Fp2Of, Fp12, Tower, Twist};
use crate::weierstrass::Weierstrass;
use crate::windows::Windows;

#[cfg(feature = "hints")]
pub(crate) mod advised;
pub mod batch;
#[cfg(feature = "hints")]
pub(crate) mod checked;
pub(crate) mod face;
mod final_exponentiation;
mod gt;
pub(crate) mod line;
mod points;
#[cfg(feature = "alloc")]
mod powers;
pub(crate) mod product;
#[cfg(feature = "hints")]
pub(crate) mod residue;

#[cfg(feature = "hints")]
pub use advised::AdvisedPair;
pub use final_exponentiation::{FinalExponentiation, final_exponentiation};
pub(crate) use final_exponentiation::{final_exponentiation_is_one, register_count};
pub use gt::Gt;
pub use line::{Coefficients, Prepared, TwistPoint};
#[cfg(feature = "hints")]
pub use residue::{ResidueRoot, ResidueWitness};

/// The hard part of the final exponentiation as a list of steps, for whoever runs them otherwise
/// than [`FinalExponentiation`].
pub mod hard_part {
    pub use super::final_exponentiation::{Map, Step, program};
}

/// A family of curves: what p and r are of the seed x, and what the pairing is by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// P. Barreto, B. Lynn, M. Scott, "Constructing elliptic curves with prescribed embedding
    /// degrees", ePrint 2002/088: r = x⁴ − x² + 1, p = (x − 1)²·r/3 + x.
    Bls12,
    /// P. Barreto, M. Naehrig, "Pairing-friendly elliptic curves of prime order", ePrint 2005/133:
    /// r = 36x⁴ + 36x³ + 18x² + 6x + 1, p = r + 6x². The code takes a positive x and a twist of D
    /// type.
    Bn,
}

/// A pairing on an engine: [`There`].
pub type PairingThere<T> = There<T, <<T as Tower>::Fp as Field>::Ctx>;

/// The facts of a pairing; implemented by the type that has the tower's facts.
pub trait Pairing: Tower {
    /// The family.
    const FAMILY: Family;
    /// |x| of the seed x, at least 2^32, so that no sum in the loop meets equal or opposite points.
    const SEED: Windows;
    /// Whether x is negative.
    const SEED_NEGATIVE: bool;
    /// The number that the Miller loop runs over, in digits of 1 and −1: |x| for BLS12, 6x + 2 for
    /// BN.
    const LOOP: Windows;
    /// A constant of the scalar field.
    type ScalarConst: 'static;
    /// E.
    type G1: Weierstrass<Base = Self::Fp>;
    /// E′.
    type G2: Weierstrass<Base = Quad<Self::Fp>>;
    /// The values that a final exponentiation works on beside its first: an array of as many as its
    /// family needs.
    type Registers: AsMut<[Fp12<Self>]> + Clone + Debug;
    /// Bits that hold the magnitude of each part of [`Pairing::split`].
    const PART_BITS: u32;

    /// The affine coordinates of some point of E′(Fp2), of any order, for which no step of the
    /// Miller loop is exceptional and no line has a zero constant coefficient. Stands in for the
    /// identity, see [`MillerPair::masked`].
    fn stand_in(ctx: &<Self::Fp as Field>::Ctx) -> [Fp2Of<Self>; 2];

    /// Registers that hold nothing yet.
    fn registers(ctx: &<Self::Fp as Field>::Ctx) -> Self::Registers;

    /// Four short parts of an integer below the order of GT, k ≡ Σ kᵢ·pⁱ modulo r, for powers by
    /// way of the Frobenius map. Constant-time.
    fn split(k: &Integer) -> [SignedPart; 4];
}

/// Lines of a Miller loop: one per doubling and one per addition, and two more for BN.
pub const fn lines<T: Pairing>() -> usize {
    let last = match T::FAMILY {
        Family::Bls12 => 0,
        Family::Bn => 2,
    };
    T::LOOP.doublings() + T::LOOP.steps.len() + last
}

/// One line of a Miller loop, and what becomes of the multiple T of Q.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The tangent; T ← 2T. The common value is squared before.
    Double,
    /// The chord through T and Q; T ← T + Q.
    Add,
    /// The chord through T and −Q; T ← T − Q.
    Subtract,
    /// The chord through T and π(Q); T ← T + π(Q).
    Frobenius,
    /// The chord through T and −π²(Q); T ← T − π²(Q).
    Frobenius2,
    /// There is no more line.
    Done,
}

/// The order of the lines of a Miller loop: the digits of [`Pairing::LOOP`] from the top, then π(Q)
/// and −π²(Q) for BN.
///
/// No stage meets equal or opposite points or the identity, for Q of prime order r: T is kQ before
/// an addition of ±Q, with 1 < k < r − 1; before the last two it is \[6x + 2\]Q and \[6x + 2 +
/// p\]Q, where modulo r, 6x + 2 + p − p² + p³ ≡ 0, π(Q) is \[p\]Q, p³ ≢ 0, p³ ≢ 2p² and 6x + 2 ≢
/// ±p.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Schedule {
    /// Steps of the loop that are behind.
    step: usize,
    /// Doublings left before the next digit.
    doublings: u8,
    stage: Stage,
}

impl Schedule {
    pub(crate) fn new<T: Pairing>() -> Self {
        const {
            assert!(T::LOOP.table == 1 && T::LOOP.first == 1, "the loop knows Q and −Q alone");
            let seed = T::SEED.value();
            let expected = match T::FAMILY {
                Family::Bls12 => seed,
                Family::Bn => 6 * seed + 2,
            };
            assert!(T::LOOP.value() == expected && seed >> 32 != 0);
            let bn = matches!(T::FAMILY, Family::Bn);
            assert!(
                !bn || (!T::SEED_NEGATIVE && matches!(T::TWIST, Twist::D)),
                "BN with a positive seed and a D type"
            );
        }
        Self { step: 0, doublings: Self::doublings_of::<T>(0), stage: Stage::Double }
    }

    /// The stage at hand.
    pub(crate) fn stage(&self) -> Stage {
        self.stage
    }

    /// Goes on to the next stage.
    pub(crate) fn advance<T: Pairing>(&mut self) {
        self.stage = match self.stage {
            Stage::Double => {
                self.doublings -= 1;
                match T::LOOP.steps.get(self.step) {
                    _ if self.doublings > 0 => Stage::Double,
                    Some(&(_, digit)) => {
                        if digit > 0 {
                            Stage::Add
                        } else {
                            Stage::Subtract
                        }
                    }
                    None => Self::after_loop::<T>(),
                }
            }
            Stage::Add | Stage::Subtract => {
                self.step += 1;
                self.doublings = Self::doublings_of::<T>(self.step);
                if self.doublings > 0 { Stage::Double } else { Self::after_loop::<T>() }
            }
            Stage::Frobenius => Stage::Frobenius2,
            Stage::Frobenius2 | Stage::Done => Stage::Done,
        };
    }

    /// Doublings before a digit, or after the last one.
    fn doublings_of<T: Pairing>(step: usize) -> u8 {
        T::LOOP.steps.get(step).map_or(T::LOOP.last, |&(doublings, _)| doublings)
    }

    fn after_loop<T: Pairing>() -> Stage {
        match T::FAMILY {
            Family::Bls12 => Stage::Done,
            Family::Bn => Stage::Frobenius,
        }
    }
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
    /// Computed before on another engine: whoever runs the loop brings each line, see
    /// [`MillerLoop::advance`].
    Brought,
    /// As [`Source::Brought`], each line divided by its multiple of y_P: the point is (x_P/y_P,
    /// 1/y_P).
    Monic,
}

impl<T: Pairing> Clone for MillerPair<'_, T> {
    fn clone(&self) -> Self {
        let lines = match &self.lines {
            Source::Point { q, t } => Source::Point { q: q.clone(), t: t.clone() },
            Source::Prepared(lines) => Source::Prepared(lines),
            Source::Brought => Source::Brought,
            Source::Monic => Source::Monic,
        };
        Self { p: self.p.clone(), lines }
    }
}

impl<'q, T: Pairing> MillerPair<'q, T> {
    /// From the affine coordinates of two points, neither of them the identity. Q must have order
    /// r.
    pub fn new(p: [Red<T::Fp>; 2], q: [Fp2Of<T>; 2]) -> Self {
        let t = TwistPoint::from_affine(&q);
        Self { p, lines: Source::Point { q, t } }
    }
}

/// The affine coordinates of P and of Q.
pub(crate) type PointsOf<'p, T> = (&'p [Red<<T as Tower>::Fp>; 2], &'p [Fp2Of<T>; 2]);

impl<T: Pairing> MillerPair<'_, T> {
    /// P and Q of a fresh pair; none if its lines were computed before.
    pub(crate) fn points(&self) -> Option<PointsOf<'_, T>> {
        match &self.lines {
            Source::Point { q, .. } => Some((&self.p, q)),
            Source::Prepared(_) | Source::Brought | Source::Monic => None,
        }
    }

    /// A line that was computed before.
    pub(crate) fn prepared_line(&self, line: usize) -> Option<&Coefficients<T>> {
        match &self.lines {
            Source::Prepared(lines) => lines.get(line),
            Source::Point { .. } | Source::Brought | Source::Monic => None,
        }
    }

    /// A pair whose lines whoever runs the loop brings.
    pub(crate) fn brought(p: [Red<T::Fp>; 2]) -> Self {
        Self { p, lines: Source::Brought }
    }
}

impl<T: Pairing> MillerPair<'_, T> {
    /// This fresh pair on another engine; prepared lines stay where they are, and
    /// [`MillerPair::line_there`] brings them.
    pub(crate) fn enter<'f, D: Pairing<Fp: Holds<T::Fp>>>(
        &self,
        there: &PairingThere<D>,
    ) -> MillerPair<'f, D> {
        let p = self.p.each_ref().each(|a| a.enter(there));
        match &self.lines {
            Source::Point { q, .. } => MillerPair::new(p, q.each_ref().each(|a| a.enter(there))),
            Source::Prepared(_) | Source::Brought => MillerPair::brought(p),
            Source::Monic => {
                debug_assert!(false, "such pairs stay on their engine");
                MillerPair::brought(p)
            }
        }
    }

    /// A prepared line, on another engine; the step asks for none of a pair without.
    #[inline(always)]
    pub(crate) fn line_there<D: Pairing<Fp: Holds<T::Fp>>>(
        &self,
        there: &PairingThere<D>,
        line: usize,
    ) -> Option<Coefficients<D>> {
        self.prepared_line(line).map(|line| line.enter(there))
    }
}

impl<'q, T: Pairing<Fp: Masked>> MillerPair<'q, T> {
    /// As [`MillerPair::new`]; where `skip` is set the pair counts as one in the pairing, whatever
    /// the coordinates are.
    pub fn masked(p: [Red<T::Fp>; 2], q: [Fp2Of<T>; 2], skip: &<T::Fp as Masked>::Mask) -> Self {
        let stand_in = T::stand_in(&p[0].ctx());
        let q = [Red::select(&q[0], &stand_in[0], skip), Red::select(&q[1], &stand_in[1], skip)];
        Self::new(zero_where(&p, skip), q)
    }

    /// As [`MillerPair::masked`] with the lines of Q; the pair counts as one where P is the
    /// identity (`skip`) or Q was.
    pub fn prepared<const LINES: usize>(
        p: [Red<T::Fp>; 2],
        q: &'q Prepared<T, LINES>,
        skip: &<T::Fp as Masked>::Mask,
    ) -> Self {
        let skip = skip.clone() | q.infinity().clone();
        Self { p: zero_where(&p, &skip), lines: Source::Prepared(q.lines()) }
    }
}

impl<T: Pairing<Fp: Masked + Invert>> MillerPair<'_, T> {
    /// A pair whose lines whoever runs the loop brings, divided by their multiple of y_P; one in
    /// the product where P is the identity (`skip`): then each line is w³, or 1 for a twist of D
    /// type, which the final exponentiation takes to one. One inversion.
    pub(crate) fn monic(p: &[Red<T::Fp>; 2], skip: &<T::Fp as Masked>::Mask) -> Self {
        Self { p: monic_point(p, skip), lines: Source::Monic }
    }
}

/// What [`MillerPair::monic`] keeps of a point: (x/y, 1/y), or zeros where it is the identity.
pub(crate) fn monic_point<F: Masked + Invert>(p: &[Red<F>; 2], skip: &F::Mask) -> [Red<F>; 2] {
    let inverse = p[1].invert();
    zero_where(&[&p[0] * &inverse, inverse], skip)
}

/// (0, 0) where the mask is set.
fn zero_where<F: Masked>(p: &[Red<F>; 2], mask: &F::Mask) -> [Red<F>; 2] {
    let zero = Red::zero_in(&p[0].ctx());
    [Red::select(&p[0], &zero, mask), Red::select(&p[1], &zero, mask)]
}

/// The Miller loop over any number of pairs as a step machine.
///
/// `S` holds the pairs: an array, or a slice of the caller's. A clone of the machine with its array
/// is a snapshot to resume from.
pub struct MillerLoop<'q, T: Pairing, S: AsMut<[MillerPair<'q, T>]>> {
    pairs: S,
    ctx: <T::Fp as Field>::Ctx,
    /// The product so far; none stands for one, which saves the first squaring and product.
    f: Option<Fp12<T>>,
    schedule: Schedule,
    /// Whether the product is to be squared before the lines of this stage.
    square: bool,
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
        let of = core::marker::PhantomData;
        Self {
            pairs,
            ctx: ctx.clone(),
            f: None,
            schedule: Schedule::new::<T>(),
            square: true,
            index: 0,
            line: 0,
            of,
        }
    }

    /// One squaring, or one line of one pair with its product; the value once all are done.
    ///
    /// At most 63 + 68·n steps for n pairs on BLS12-381, 64 + 87·n on BN254.
    pub fn step(&mut self) -> Option<Fp12<T>> {
        self.advance(|_, _| None).then(|| self.value())
    }

    /// The product of all lines so far; the loop's value once all are done.
    pub(crate) fn value(&self) -> Fp12<T> {
        let mut f = self.f.clone().unwrap_or_else(|| one(&self.ctx));
        Self::of_loop(&mut f);
        f
    }

    /// The loop's value, of the product of all lines.
    fn of_loop(f: &mut Fp12<T>) {
        // f_{−|x|} = 1/f_{|x|} up to factors that the final exponentiation kills, and it kills the
        // difference between inverse and conjugate too.
        if T::SEED_NEGATIVE {
            f.conjugate_assign();
        }
    }

    /// One step, and whether all are done; lines that were prepared on another engine are brought:
    /// of which pair, and which of its lines.
    ///
    /// A line that is missing makes the value zero, which is no pairing and never one.
    pub(crate) fn advance(
        &mut self,
        bring: impl FnOnce(usize, usize) -> Option<Coefficients<T>>,
    ) -> bool {
        let pairs = self.pairs.as_mut();
        let stage = self.schedule.stage();
        if stage == Stage::Done || pairs.is_empty() {
            return true;
        }
        if self.square {
            if let Some(f) = &mut self.f {
                f.sqr_assign();
            }
            self.square = false;
            return false;
        }
        let count = pairs.len();
        if let Some(pair) = pairs.get_mut(self.index) {
            let product = Product { f: &mut self.f, p: &pair.p };
            match &mut pair.lines {
                Source::Prepared(lines) => product.times(lines.get(self.line)),
                Source::Point { q, t } => product.times_computed(t, stage, q),
                Source::Brought => product.times_brought(|| bring(self.index, self.line)),
                Source::Monic => product.times_monic(|| bring(self.index, self.line)),
            }
        }
        self.index += 1;
        if self.index >= count {
            self.index = 0;
            self.line += 1;
            self.schedule.advance::<T>();
            self.square = self.schedule.stage() == Stage::Double;
        }
        false
    }

    /// As [`MillerLoop::advance`], with one more pair before the others: one as of
    /// [`MillerPair::monic`], of which there is the point alone. In a machine's pairs it would take
    /// the place of one whose lines are computed.
    pub(crate) fn advance_beside(
        &mut self,
        p: &[Red<T::Fp>; 2],
        bring: impl Fn(usize) -> Option<Coefficients<T>>,
    ) -> bool {
        if !self.square && self.index == 0 && self.schedule.stage() != Stage::Done {
            Product { f: &mut self.f, p }.times_monic(|| bring(self.line));
        }
        self.advance(|_, line| bring(line))
    }

    /// As [`MillerLoop::value`], of a machine that is done and is not used any more; it stays where
    /// it is, since what is moved stands on the stack twice.
    #[inline(always)]
    pub(crate) fn last_value(&mut self) -> Fp12<T> {
        match &mut self.f {
            Some(f) => {
                Self::of_loop(f);
                f.clone()
            }
            None => one(&self.ctx),
        }
    }

    /// The same as it stands, none for one: on small stacks a value that is made in one of two ways
    /// would stand there twice.
    #[inline(always)]
    pub(crate) fn take_last(&mut self) -> Option<Fp12<T>> {
        if let Some(f) = &mut self.f {
            Self::of_loop(f);
        }
        self.f.take()
    }

    /// Runs to the end.
    pub fn run(mut self) -> Fp12<T> {
        while !self.advance(|_, _| None) {}
        self.last_value()
    }
}

/// 1, which few loops make: a call, so that it takes no place in their frames.
#[cold]
#[inline(never)]
fn one<T: Pairing>(ctx: &<T::Fp as Field>::Ctx) -> Fp12<T> {
    Fp12::one_in(ctx)
}

/// As [`one`], where it is to stand.
#[cold]
#[inline(never)]
fn put_one<T: Pairing>(f: &mut Option<Fp12<T>>, ctx: &<T::Fp as Field>::Ctx) {
    *f = Some(Fp12::one_in(ctx));
}

/// A product that is no pairing.
#[cold]
#[inline(never)]
fn put_zero<T: Pairing>(f: &mut Option<Fp12<T>>, ctx: &<T::Fp as Field>::Ctx) {
    *f = Some(Fp12::zero_in(ctx));
}

/// The product of a loop at one of its pairs. What multiplies it are functions of their own where
/// stacks are small: a line stands no longer than it is needed.
struct Product<'l, T: Pairing> {
    f: &'l mut Option<Fp12<T>>,
    p: &'l [Red<T::Fp>; 2],
}

impl<T: Pairing> Product<'_, T> {
    /// Multiplies by a line; one that is missing makes it zero, which is no pairing.
    #[inline(always)]
    fn times(self, line: Option<&Coefficients<T>>) {
        debug_assert!(line.is_some(), "every line that is kept is brought");
        match (self.f, line) {
            (Some(f), Some(line)) => line.multiply_into(f, self.p),
            (f, Some(line)) => line.put_into(f, self.p),
            (f, None) => put_zero(f, &self.p[0].ctx()),
        }
    }

    #[cfg_attr(target_arch = "riscv32", inline(never))]
    #[cfg_attr(not(target_arch = "riscv32"), inline(always))]
    fn times_computed(self, t: &mut TwistPoint<T>, stage: Stage, q: &[Fp2Of<T>; 2]) {
        self.times(Some(&t.step(stage, q)));
    }

    #[cfg_attr(target_arch = "riscv32", inline(never))]
    #[cfg_attr(not(target_arch = "riscv32"), inline(always))]
    fn times_brought(self, bring: impl FnOnce() -> Option<Coefficients<T>>) {
        self.times(bring().as_ref());
    }

    /// As [`Product::times_brought`], by a line that was divided by its multiple of y_P.
    #[cfg_attr(target_arch = "riscv32", inline(never))]
    #[cfg_attr(not(target_arch = "riscv32"), inline(always))]
    fn times_monic(self, bring: impl FnOnce() -> Option<Coefficients<T>>) {
        match bring() {
            Some(line) => {
                if self.f.is_none() {
                    put_one(self.f, &self.p[0].ctx());
                }
                if let Some(f) = self.f {
                    line.multiply_monic_into(f, self.p);
                }
            }
            None => self.times(None),
        }
    }
}

/// The product of the Miller functions over a slice of fresh pairs, which the loop uses up; one for
/// none.
///
/// The value has a meaning only under [`final_exponentiation`]. Cost: 63 squarings in Fp12 and 68
/// lines per pair on BLS12-381, 64 and 87 on BN254. On the engine of the pairs:
/// [`bls12_381::miller_loop`](crate::bls12_381::miller_loop) and its sibling of
/// [`bn254`](crate::bn254::miller_loop) take words to the fastest engine of the CPU.
pub fn miller_loop<'q, T: Pairing>(
    ctx: &<T::Fp as Field>::Ctx,
    pairs: &mut [MillerPair<'q, T>],
) -> Fp12<T> {
    MillerLoop::new(ctx, pairs).run()
}

/// The product of the Miller functions over an array of pairs, on their engine as [`miller_loop`].
pub fn multi_miller_loop<T: Pairing, const N: usize>(
    ctx: &<T::Fp as Field>::Ctx,
    pairs: [MillerPair<'_, T>; N],
) -> Fp12<T> {
    MillerLoop::new(ctx, pairs).run()
}
