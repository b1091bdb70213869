//! Sums of public points by public scalars in little space, for a μ that is a sixth root of one.
//!
//! With μ² = μ − 1 the parts of a scalar are one Eisenstein integer z = k₀ + k₁μ, whose digits may
//! be any of the ring's. Modulo 4 it has twelve residues that 2 does not divide: those of the six
//! units μᵗ, and those of the six (1 + μ)·μᵗ. With these twelve as digits every digit is followed
//! by a zero, three positions in seven have one that is not zero, and what a table holds of a point
//! is one point more: Q = P + μP. Units act on affine coordinates for one product at most. (M.
//! Ciet, M. Joye, K. Lauter, P. Montgomery, "Trading inversions for multiplications in elliptic
//! curve cryptography", ePrint 2003/257, on joint forms of two parts; J. Solinas, "Efficient
//! arithmetic on Koblitz curves", 2000, on windows in a ring.)
//!
//! For parts of 128 bits that is 55 additions a point, where windows of five bits for each part
//! have 43 and a table of eight that takes as long as another 17.

use crate::error::BatchError;
use crate::field::Red;
use crate::integer::{Integer, SignedPart, bits_at, scalar_to_integer};
use crate::weierstrass::{Affine, CtxOf, Group, Jacobian, Projective};

/// Points at a time.
const AT_ONCE: usize = 5;

/// Positions of a part of 128 bits: one digit may stand above its bits, and a zero above that.
const POSITIONS: usize = 130;

/// Digits of a term, four bits each: 0, or 1 + t for μᵗ, or 7 + t for (1 + μ)·μᵗ.
type Digits = [u8; POSITIONS >> 1];

/// What the digit of a residue a + bμ modulo 4 is, at the place 4a + b.
const DIGITS: [u8; 16] = {
    let mut out = [0; 16];
    let mut t = 0;
    while t < 6 {
        let (a, b) = UNITS[t];
        out[place(a, b)] = 1 + t as u8;
        // (1 + μ)·(a + bμ) = (a − b) + (a + 2b)μ.
        out[place(a - b, a + 2 * b)] = 7 + t as u8;
        t += 1;
    }
    out
};

/// The powers of μ.
const UNITS: [(i8, i8); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

/// The place of a residue modulo 4.
const fn place(a: i8, b: i8) -> usize {
    ((a & 3) << 2 | (b & 3)) as usize
}

/// Σ kᵢPᵢ in time that depends on everything, for public points and scalars of a group whose μ is a
/// [sixth root](Group::SIXTH_ROOT): as [`lincomb_vartime`](super::lincomb_vartime), with a quarter
/// of its space.
///
/// Cost: for each five points 129 doublings and an inversion, for each point about 55 additions of
/// affine points and 50 products.
///
/// # Errors
/// [`BatchError::LengthMismatch`] if there are not as many scalars as points.
///
/// # Panics
/// If μ is no sixth root, or a scalar has more parts than two of 128 bits.
///
/// # Example
///
/// ```
/// use curvemark_curve::bls12_381::{G1, Scalar};
/// use curvemark_curve::scalar_mul::lincomb_hexagonal_vartime;
///
/// let (a, b) = (Scalar::from(5u32), Scalar::from(7u32));
/// let g = G1::generator();
/// let points = [g.to_affine(), g.mul(&b).to_affine()];
/// let sum = g.mul(&Scalar::from(5 + 7 * 7u32));
/// assert_eq!(lincomb_hexagonal_vartime(&(), &points, &[a, b])?, sum);
/// # Ok::<(), curvemark_curve::error::BatchError>(())
/// ```
pub fn lincomb_hexagonal_vartime<C: Group>(
    ctx: &CtxOf<C>,
    points: &[Affine<C>],
    scalars: &[Red<C::Scalar>],
) -> Result<Projective<C>, BatchError> {
    // Known when it is compiled: sums on another group would be wrong.
    assert!(
        C::SIXTH_ROOT && C::PARTS == 2 && C::PART_BITS <= 128,
        "an Eisenstein integer in two parts"
    );
    if points.len() != scalars.len() {
        return Err(BatchError::LengthMismatch);
    }
    let mut sum = Projective::identity_in(ctx);
    for (points, scalars) in points.chunks(AT_ONCE).zip(scalars.chunks(AT_ONCE)) {
        sum = sum.add(&some_vartime(ctx, points, scalars).to_projective());
    }
    Ok(sum)
}

/// The sum of at most so many terms.
#[cfg_attr(target_arch = "riscv32", inline(never))]
fn some_vartime<C: Group>(
    ctx: &CtxOf<C>,
    points: &[Affine<C>],
    scalars: &[Red<C::Scalar>],
) -> Jacobian<C> {
    let mut digits = [[0; POSITIONS >> 1]; AT_ONCE];
    for ((digits, point), scalar) in digits.iter_mut().zip(points).zip(scalars) {
        if !bool::from(point.infinity) {
            *digits = digits_vartime::<C>(&scalar_to_integer(scalar));
        }
    }
    let mut seconds = [Affine::identity_in(ctx); AT_ONCE];
    seconds_vartime(ctx, points, &mut seconds);
    let mut sum = Jacobian::identity_in(ctx);
    for position in (0..POSITIONS).rev() {
        sum = sum.double_vartime();
        for ((digits, point), second) in digits.iter().zip(points).zip(&seconds) {
            let two = digits.get(position >> 1).map_or(0, |&two| two);
            let digit = (two >> (4 * (position & 1))) & 15;
            if digit > 0 {
                let (point, t) = if digit < 7 { (point, digit - 1) } else { (second, digit - 7) };
                sum = sum.add_mixed_vartime(&by_unit(point, t));
            }
        }
    }
    sum
}

/// The digits of k₀ + k₁μ.
///
/// Coordinates of a digit are −2 to 2, so that what is left of a part after it is what stands
/// above, or one more.
#[cfg_attr(target_arch = "riscv32", inline(never))]
fn digits_vartime<C: Group>(k: &Integer) -> Digits {
    let [first, second, ..] = C::split(k);
    let mut out = [0; POSITIONS >> 1];
    let mut carries = [0; 2];
    let mut position = 0;
    while position < POSITIONS {
        let bits = |part: &SignedPart| bits_at(&part.magnitude, position, 2);
        let bits = [bits(&first) + carries[0], bits(&second) + carries[1]];
        let digit =
            DIGITS.get(((bits[0] & 3) << 2 | (bits[1] & 3)) as usize).map_or(0, |&digit| digit);
        if digit == 0 {
            // 0 + 0, or 1 + 1 which carries on.
            position += 1;
            continue;
        }
        let t = if digit < 7 { digit - 1 } else { digit - 7 };
        let (a, b) = UNITS.get(usize::from(t)).map_or((0, 0), |&unit| unit);
        let (a, b) = if digit < 7 { (a, b) } else { (a - b, a + 2 * b) };
        carries = [(bits[0] as i8 - a) as u64 >> 2, (bits[1] as i8 - b) as u64 >> 2];
        if let Some(two) = out.get_mut(position >> 1) {
            *two |= digit << (4 * (position & 1));
        }
        position += 2;
    }
    out
}

/// P + μP of each point, with one inversion; the identity for the identity.
///
/// By the chord: with μP = (βx, −y), d = x − βx and λ = 2y/d it is (λ² − x − βx, λ(x − x₃) − y).
/// The points have prime order above three, so that x is not zero.
#[cfg_attr(target_arch = "riscv32", inline(never))]
fn seconds_vartime<C: Group>(ctx: &CtxOf<C>, points: &[Affine<C>], out: &mut [Affine<C>; AT_ONCE]) {
    let difference = |point: &Affine<C>| &point.x - &C::endomorphism_xy(&point.x, &point.y).0;
    let mut running = Red::one_in(ctx);
    for (point, out) in points.iter().zip(out.iter_mut()) {
        if !bool::from(point.infinity) {
            out.x = running;
            running = &running * &difference(point);
        }
    }
    // A chip needs the other inversion anyway.
    let mut inverse =
        if cfg!(target_arch = "riscv32") { running.invert() } else { running.invert_vartime() };
    for (point, out) in points.iter().zip(out.iter_mut()).rev() {
        if bool::from(point.infinity) {
            continue;
        }
        let slope = &point.y.twice() * &(&inverse * &out.x);
        let d = difference(point);
        inverse = &inverse * &d;
        // x + βx = 2x − d.
        let x = &slope.sqr() - &(&point.x.twice().weak() - &d);
        let y = &(&slope * &point.x.minus(&x)) - &point.y;
        *out = Affine::from_xy_unchecked_curve_and_subgroup(x, y);
    }
}

/// μᵗ·P, t < 6. On x the powers of μ are 1, β and β² = −1 − β; y changes its sign with each.
#[cfg_attr(target_arch = "riscv32", inline(never))]
fn by_unit<C: Group>(point: &Affine<C>, t: u8) -> Affine<C> {
    let mut out = *point;
    if t != 0 && t != 3 {
        let beta_x = C::endomorphism_xy(&point.x, &point.y).0;
        out.x = if t == 1 || t == 4 { beta_x } else { -&(&point.x + &beta_x) };
    }
    if t & 1 == 1 {
        out.y = -&out.y;
    }
    out
}
