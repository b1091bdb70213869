//! Whether a product of pairings is one, by advice: slopes for the loop, and a witness for its end.
//!
//! The multiples of each Q stay affine, as in K. Lauter, P. L. Montgomery, M. Naehrig, "An Analysis
//! of Affine Coordinates for Pairing Computation" (ePrint 2010/363), where each slope costs an
//! inversion. Here it costs the product that checks it ([`crate::advice`]). That slopes are worth
//! hinting is in A. Novakovic, L. Eagen, "On Proving Pairings" (ePrint 2024/640).
//!
//! # What the loop multiplies by
//!
//! For u ≠ 0 in Fp, (x, y) ↦ (u²x, u³y) takes the twist to another curve with a = 0, and P to a
//! curve in the same way. No formula asks for the other coefficient. With u = x_P/y_P both
//! coordinates of P become k = x_P³/y_P². So with the lines of all Q on those curves:
//!
//! - **Tangents, and chords that follow no tangent**: (λ·x_T − y_T) − λ·k·w^(±2) + k·w^(±3), scaled
//!   as in `pairing::line`, divided by k. Where P stayed, the slope would take two products too.
//! - **A doubling and the addition after it**: 2T + Q is (T + Q) + T. The two chords of that, less
//!   the vertical line at T + Q, are a parabola ([`formulas::affine`](crate::formulas::affine)),
//!   which is divided by k². A product by it costs what one line does, and the tangent and the
//!   chord of (2T) + Q are two.
//!
//! Neither x_P nor y_P is zero, since points with such coordinates have the orders three and two:
//! otherwise there is no advice for u or for 1/k.
//!
//! # Why it is right, whoever wrote the advice
//!
//! A denominator that is zero has no advice, and every other quotient is the only one. So each step
//! is an addition of the group without an exception, and T is the multiple that the loop is for,
//! whatever the order of Q is. That Q has order r is then read from the last T, as in
//! `pairing::checked`, whose maps know no u: it is in Fp, and they take it out of both sides.
//!
//! The value differs from that of the other loops by factors z·w^k with z in Fp6: vertical lines at
//! P lie in Fp6, as do all factors of Fp2, and lines are scaled by w³, parabolas by w⁴. A product
//! by one of them may come with the factor 2, which is in Fp ([`Fp12`]'s products "up to Fp"): that
//! spares a halving. The power h of `pairing::residue` takes all of these to one. So the witness is
//! the same, and shows the same.
//!
//! # Exceptions
//!
//! Points of order r have advice for every step: the multiple kQ that a step begins with has 1 < k
//! < r/4, so that neither kQ = ±Q nor (k ± 1)Q = ∓kQ. The first step begins with Q, and its sum
//! with Q has no chord: there the tangent and the chord of 2Q + Q are taken. On BN the last two
//! chords meet images of Q, which are far from it by the seed's size, as they are without advice.

use alloc::vec::Vec;

use super::checked::{UncheckedPair, last_multiple};
use super::line::frobenius;
use super::residue::{self, ResidueRoot, ResidueWitness};
use super::{Family, MillerPair, Pairing};
use crate::advice::Advice;
use crate::engines::pairings::PairingEngines;
use crate::field::{Anywhere, Red};
use crate::formulas::affine::{self, Parabola, Xy};
use crate::scalar_mul::AdvisedGroup;
use crate::tower::{Fp2Of, Fp6, Fp12};
use crate::weierstrass::Group;

/// Curves whose products of pairings are checked by advice.
pub trait AdvisedPairing:
    ResidueRoot
    + PairingEngines<Fp: Anywhere, G1: AdvisedGroup<Base: Anywhere>, G2: Group<Base: Anywhere>>
{
}

/// A point of G1 and a point whose order is read from the loop, neither of them the identity.
pub struct AdvisedPair<T: Pairing> {
    p: [Red<T::Fp>; 2],
    q: [Fp2Of<T>; 2],
    /// Whether the lines of Q are those that are [kept](PairingEngines::kept_line).
    kept: bool,
}

impl<T: Pairing> core::fmt::Debug for AdvisedPair<T> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("AdvisedPair").finish_non_exhaustive()
    }
}

impl<T: Pairing> AdvisedPair<T> {
    /// From the coordinates of a point that is known to be in G1, and of one of the twist.
    pub const fn new(p: [Red<T::Fp>; 2], q: [Fp2Of<T>; 2]) -> Self {
        Self { p, q, kept: false }
    }

    /// The same with a point whose lines are [kept](PairingEngines::kept_line), as the caller
    /// answers for.
    pub(crate) const fn kept(p: [Red<T::Fp>; 2], q: [Fp2Of<T>; 2]) -> Self {
        Self { p, q, kept: true }
    }
}

/// Whether ∏ e(Pᵢ, Qᵢ) = 1; all points are checked to be in their groups. None if it is another, if
/// a point is not in its group, or if the advice is wrong.
pub fn product_is_one_by_advice<T: AdvisedPairing>(
    points: &[UncheckedPair<T>],
    advice: &mut impl Advice,
) -> Option<()> {
    let mut pairs: Vec<AdvisedPair<T>> = Vec::with_capacity(points.len());
    for (p, q) in points {
        let p = p.to_xy_vartime();
        if let Some(p) = &p {
            T::G1::is_in_subgroup_by_advice(p, advice)?.then_some(())?;
        }
        match (p, q.to_xy_vartime()) {
            (Some(p), Some(q)) => pairs.push(AdvisedPair::new(p, q)),
            // It is not in the product, and still has to be in the group.
            (None, Some(_)) => {
                q.check_subgroup().ok()?;
            }
            (_, None) => {}
        }
    }
    product_of_pairs_is_one_by_advice(&pairs, advice)
}

/// The same of pairs whose points of G1 are in their group.
pub fn product_of_pairs_is_one_by_advice<T: AdvisedPairing>(
    pairs: &[AdvisedPair<T>],
    advice: &mut impl Advice,
) -> Option<()> {
    if pairs.is_empty() {
        return Some(());
    }
    let c = residue::on_the_torus(&Fp6::from_coefficients(&advice.witness(|| witness(pairs))?));
    let mut product = Product { pairs: running(pairs, advice)?, f: c, line: 0 };
    product.run(&c, advice)?;
    let Product { pairs, mut f, .. } = product;
    for pair in &pairs {
        if let Source::Computed { q, t } = &pair.source
            && last_multiple::<T>(q) != *t
        {
            return None;
        }
    }
    residue::times_images(&mut f, &c);
    residue::is_one_up_to_fp6(&f).then_some(())
}

/// The witness of `pairing::residue`, which may be of no use if a Q is not in the group.
fn witness<T: AdvisedPairing>(pairs: &[AdvisedPair<T>]) -> Option<[Red<T::Fp>; 6]> {
    let mut fresh: Vec<_> =
        pairs.iter().map(|AdvisedPair { p, q, .. }| MillerPair::<T>::new(*p, q.clone())).collect();
    let witness: ResidueWitness<T> = residue::witness(&mut fresh)?;
    Some(witness.element().coefficients())
}

fn running<T: AdvisedPairing>(
    pairs: &[AdvisedPair<T>],
    advice: &mut impl Advice,
) -> Option<Vec<Running<T>>> {
    let running = |AdvisedPair { p, q, kept }: &AdvisedPair<T>| {
        let p = At::new(p, advice)?;
        let source = if *kept {
            Source::Kept
        } else {
            let [x, y] = q;
            let q = [x.scale(&p.u2), y.scale(&p.u3)];
            Source::Computed { t: q.clone(), q }
        };
        Some(Running { p, source })
    };
    pairs.iter().map(running).collect()
}

/// What takes P to (k, k), and lines and parabolas there are divided by.
struct At<T: Pairing> {
    u: Red<T::Fp>,
    u2: Red<T::Fp>,
    u3: Red<T::Fp>,
    /// 1/k and 1/k².
    by_k: Red<T::Fp>,
    by_k2: Red<T::Fp>,
}

impl<T: Pairing<Fp: Anywhere>> At<T> {
    fn new([x, y]: &[Red<T::Fp>; 2], advice: &mut impl Advice) -> Option<Self> {
        let u = advice.quotient(x, y)?;
        let u2 = u.sqr();
        let by_k = advice.quotient(&Red::one(), &(x * &u2))?;
        Some(Self { u, u3: &u * &u2, u2, by_k2: by_k.sqr(), by_k })
    }

    /// x_P/y_P and 1/y_P.
    fn of_kept_lines(&self) -> [Red<T::Fp>; 2] {
        [self.u, &self.by_k * &self.u3]
    }
}

/// Where a pair's lines come from.
enum Source<T: Pairing> {
    /// Q, and the multiple T of it that the loop has reached.
    Computed { q: [Fp2Of<T>; 2], t: [Fp2Of<T>; 2] },
    /// They are kept.
    Kept,
}

struct Running<T: Pairing> {
    p: At<T>,
    source: Source<T>,
}

/// What a loop does to each T after a squaring.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Double,
    /// Of Q, or of −Q.
    DoubleAndAdd(bool),
    /// The same without the doubling.
    Add(bool),
    /// Of the images of Q that end a loop of the BN curves.
    Frobenius,
    Frobenius2,
}

struct Product<T: Pairing> {
    pairs: Vec<Running<T>>,
    f: Fp12<T>,
    /// Kept lines that are behind.
    line: usize,
}

impl<T: AdvisedPairing> Product<T> {
    /// The loop, where f begins with c, and is multiplied by c^(±1) at each digit.
    fn run(&mut self, c: &Fp12<T>, advice: &mut impl Advice) -> Option<()> {
        const { assert!(T::LOOP.table == 1 && T::LOOP.first == 1, "digits are 1 and −1") };
        for (index, &(doublings, digit)) in T::LOOP.steps.iter().enumerate() {
            // Q + Q has no chord.
            let apart = index == 0 && doublings == 1;
            for _ in u8::from(!apart)..doublings {
                self.square_and_step(Step::Double, advice)?;
            }
            let minus = digit < 0;
            if apart {
                self.step(Step::Add(minus), advice)?;
            } else {
                self.square_and_step(Step::DoubleAndAdd(minus), advice)?;
            }
            self.f.mul_torus_assign(&c.c0, minus);
        }
        for _ in 0..T::LOOP.last {
            self.square_and_step(Step::Double, advice)?;
        }
        if matches!(T::FAMILY, Family::Bn) {
            self.step(Step::Frobenius, advice)?;
            self.step(Step::Frobenius2, advice)?;
        }
        Some(())
    }

    fn square_and_step(&mut self, step: Step, advice: &mut impl Advice) -> Option<()> {
        self.f.sqr_assign();
        self.step(step, advice)
    }

    fn step(&mut self, step: Step, advice: &mut impl Advice) -> Option<()> {
        let Self { pairs, f, line } = self;
        let kept = if matches!(step, Step::DoubleAndAdd(_)) { 2 } else { 1 };
        for Running { p, source } in pairs {
            match source {
                Source::Computed { q, t } => computed(f, p, step, q, t, advice)?,
                Source::Kept => {
                    let p = p.of_kept_lines();
                    for line in *line..*line + kept {
                        T::kept_line(&(), line)?.multiply_monic_into(f, &p);
                    }
                }
            }
        }
        *line += kept;
        Some(())
    }
}

/// T after a step; f is multiplied by what belongs to it.
fn computed<T: AdvisedPairing>(
    f: &mut Fp12<T>,
    p: &At<T>,
    step: Step,
    q: &[Fp2Of<T>; 2],
    t: &mut Xy<T::G2>,
    advice: &mut impl Advice,
) -> Option<()> {
    let signed = |minus| [q[0].clone(), if minus { -&q[1] } else { q[1].clone() }];
    let (next, line) = match step {
        Step::Double => affine::double_with_line::<T::G2>(t, advice)?,
        Step::DoubleAndAdd(minus) => {
            let (next, parabola) =
                affine::double_and_add_with_parabola::<T::G2>(t, &signed(minus), advice)?;
            *t = next;
            multiply_by_parabola(f, p, &parabola);
            return Some(());
        }
        Step::Add(minus) => affine::add_with_line::<T::G2>(t, &signed(minus), advice)?,
        Step::Frobenius => affine::add_with_line::<T::G2>(t, &frobenius::<T>(q), advice)?,
        Step::Frobenius2 => {
            let [x, y] = frobenius::<T>(&frobenius::<T>(q));
            affine::add_with_line::<T::G2>(t, &[x, -&y], advice)?
        }
    };
    *t = next;
    f.mul_by_monic_line_up_to_fp_assign(&line.constant.scale(&p.by_k), &-&line.slope);
    Some(())
}

fn multiply_by_parabola<T: AdvisedPairing>(
    f: &mut Fp12<T>,
    At { by_k, by_k2, .. }: &At<T>,
    Parabola { linear, y_factor, constant }: &Parabola<T::G2>,
) {
    let (linear, y_factor) = (linear.scale(by_k), y_factor.scale(by_k));
    f.mul_by_monic_parabola_up_to_fp_assign(constant.scale(by_k2), linear, y_factor);
}
