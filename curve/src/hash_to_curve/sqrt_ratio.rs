//! √(u/v), or √(Z·u/v) where u/v is no square, without inversion (sqrt_ratio of RFC 9380 F.2.1).
//!
//! Everything is one power e in the prime field. For p ≡ 3 (mod 4) it is e = (p − 3)/4: a⁽ᵖ⁻³⁾ᐟ⁴ is
//! χ(a)/√(χ(a)·a), χ the Legendre symbol; for p ≡ 5 (mod 8) it is e = (p − 5)/8, which leaves a
//! fourth root of one to tell. The caller gives the power, since a good addition chain is a fact of
//! the field ([`Chain`]).

use limb::each::{Each, array};

use crate::field::{Field, Masked, Red, product, reduce};
use crate::formulas::select;
use crate::fp2::Quad;

/// For p ≡ 3 (mod 4): √(u/v) and true, or √(Z·u/v) and false; `root` is √(−Z).
///
/// RFC 9380 F.2.1.2. With y = uv·(uv³)ᵉ, y² = χ·u/v; where χ = −1, √(−Z)·y is the root of Z·u/v.
///
/// Cost: the power, 2 squarings, 5 products.
pub fn sqrt_ratio_3mod4<F: Masked>(
    u: &Red<F>,
    v: &Red<F>,
    root: &Red<F>,
    power: impl Fn(&Red<F>) -> Red<F>,
) -> (Red<F>, F::Mask) {
    let uv = u * v;
    let y1 = &power(&(&uv * &v.sqr())) * &uv;
    let y2 = &y1 * root;
    let is_square = (&y1.sqr() * v).equal(u);
    (select(&y2, &y1, &is_square), is_square)
}

/// For p ≡ 5 (mod 8): √(u/v) and true, or √(i·u/v) and false, for `i` = √−1; zero and true for u =
/// 0.
///
/// RFC 8032 §5.1.3, RFC 9496 §4.2: with r = uv³·(uv⁷)^((p − 5)/8), vr² is one of ±u where u/v is a
/// square, else one of ±iu; the sign is put right by i. `power` is to (p − 5)/8. For v = 0 the root
/// is zero, and true only if u = 0.
///
/// Cost: the power, 2 squarings, 8 products.
pub fn sqrt_ratio_5mod8<F: Masked>(
    u: &Red<F>,
    v: &Red<F>,
    i: &Red<F>,
    power: impl Fn(&Red<F>) -> Red<F>,
) -> (Red<F>, F::Mask) {
    let [root] = sqrt_ratios_5mod8([[u, v]], i, |[x]| [power(x)]);
    root
}

/// [`sqrt_ratio_5mod8`] of a few ratios u/v, whose powers `powers` may take side by side.
#[inline(always)]
pub fn sqrt_ratios_5mod8<F: Masked, const N: usize>(
    ratios: [[&Red<F>; 2]; N],
    i: &Red<F>,
    powers: impl Fn([&Red<F>; N]) -> [Red<F>; N],
) -> [(Red<F>, F::Mask); N] {
    F::kernel(
        #[inline(always)]
        || {
            let bases = ratios.each(
                #[inline(always)]
                |[u, v]| {
                    let v3 = &v.sqr() * v;
                    let uv3 = u * &v3;
                    (&uv3 * &(&v3 * v), uv3)
                },
            );
            let powers = powers(bases.each_ref().each(|(base, _)| base));
            array(
                #[inline(always)]
                |k: usize| {
                    let [u, v] = ratios[k];
                    let r = &powers[k] * &bases[k].1;
                    let check = &r.sqr() * v;
                    let minus_u = -u;
                    let is_minus = check.equal(&minus_u);
                    let is_square = check.equal(u) | is_minus.clone();
                    let is_minus_i = check.equal(&(&minus_u * i));
                    (Red::select(&r, &(&r * i), &(is_minus | is_minus_i)), is_square)
                },
            )
        },
    )
}

/// In Fp2 = Fp\[i\]/(i² + 1), p ≡ 3 (mod 4): √(u/v) and true, or √(Z·u/v) and false; `root` is
/// √(−N(Z)), N the norm to Fp.
///
/// The complex method (Scott, "A note on the calculation of some functions in finite fields",
/// ePrint 2020/1497, §6), where both powers are taken in Fp and the denominator is carried along.
/// With t = u·v̄ and m = N(v), u/v = t/m.
///
/// 1. n = √N(t) if N(t) is a square, which is so exactly if u/v is one. If not, t is replaced by
///    Z·t, whose norm N(Z)·N(t) is a square with root √(−N(Z))·N(t)⁽ᵖ⁺¹⁾ᐟ⁴: the first power serves
///    both cases.
/// 2. (t₀ + n)/2m = A/B. With δ = (AB³)ᵉ and s = δAB: s² = χ·A/B, and s·δB² = χ. If χ = 1, s is the
///    first coefficient of the root and t₁/(2ms) = t₁δB the second. If χ = −1, (t₀ − n)/2m is the
///    square: its product with A/B is −(t₁/2m)² and −1 is none. The root is t₁δB − s·i.
///
/// Exceptions: t = 0 gives 0. A = 0 with t ≠ 0 means t₁ = 0 and n = −t₀; the other root of the
/// norm, t₀, is taken then.
///
/// This replaces RFC 9380's power in Fp2 (F.2.1.1 for q ≡ 9 (mod 16), 758 squarings there). The two
/// functions may differ in the sign of the root, which the map fixes afterwards.
///
/// Cost in Fp: 2 powers, 19 products, 15 reductions.
pub fn sqrt_ratio_complex<F: Masked>(
    u: &Red<Quad<F>>,
    v: &Red<Quad<F>>,
    times_z: impl Fn(&Red<Quad<F>>) -> Red<Quad<F>>,
    root: &Red<F>,
    power: impl Fn(&Red<F>) -> Red<F>,
) -> (Red<Quad<F>>, F::Mask) {
    let (v0, v1) = (v.c0(), v.c1());
    let t = u * &v.conjugate();
    let [m, norm] = reduce([
        product(&v0, &v0).plus(&v1, &v1),
        product(&t.c0(), &t.c0()).plus(&t.c1(), &t.c1()),
    ]);

    let n = &power(&norm) * &norm;
    let is_square = n.sqr().equal(&norm);
    let n = Red::select(&(&n * root), &n, &is_square);
    let t = Red::select(&times_z(&t), &t, &is_square);
    let (t0, t1) = (t.c0(), t.c1());

    let sum = &t0 + &n;
    let a = Red::select(&sum, &t0.twice().weak(), &sum.is_zero());
    let b = m.twice().weak();
    let ab = &a * &b;
    let delta = power(&(&ab * &b.sqr()));
    let [s, other] = [&delta * &ab, &(&t1 * &delta) * &b];
    let chi_is_one = (&s.sqr() * &b).equal(&a);
    let c0 = Red::select(&other, &s, &chi_is_one);
    let c1 = Red::select(&-&s, &other, &chi_is_one);
    (Red::new(c0, c1), is_square)
}

/// An addition chain for one exponent: a small table of powers, then windows into it.
#[derive(Clone, Copy, Debug)]
pub struct Chain<const TABLE: usize, const WINDOWS: usize> {
    /// (a, k, b): this entry of the table is the earlier entry a, squared k times, times the entry
    /// b. Entry 0 is the base, whatever stands here. With a = b an exponent of k ones becomes one
    /// of 2k.
    pub table: [(u8, u8, u8); TABLE],
    /// The entry to start with.
    pub first: u8,
    /// Squarings, then the entry to multiply with.
    pub windows: [(u8, u8); WINDOWS],
    /// Squarings at the end.
    pub last: u8,
}

impl<const TABLE: usize, const WINDOWS: usize> Chain<TABLE, WINDOWS> {
    /// The power of `x`; constant time.
    #[cfg_attr(target_arch = "riscv32", inline(never))]
    pub fn power<F: Field>(&self, x: &Red<F>) -> Red<F> {
        let [power] = self.powers([x]);
        power
    }

    /// The power of each; constant time. Their squarings take turns: none waits for the one before
    /// it, so that two powers take little more time than one on engines of words.
    #[inline(always)]
    pub fn powers<F: Field, const N: usize>(&self, x: [&Red<F>; N]) -> [Red<F>; N] {
        F::kernel(
            #[inline(always)]
            || {
                let mut table: [[Red<F>; N]; TABLE] = array(|_| x.each(Red::clone));
                for (i, &(a, squarings, b)) in self.table.iter().enumerate().skip(1) {
                    let mut powers = Self::entry(&table, a).clone();
                    square_times_each(&mut powers, squarings.into());
                    if squarings == 0 && a == b {
                        powers.iter_mut().for_each(|power| *power = power.sqr());
                    } else {
                        multiply_each(&mut powers, Self::entry(&table, b));
                    }
                    if let Some(place) = table.get_mut(i) {
                        *place = powers;
                    }
                }
                let mut out = Self::entry(&table, self.first).clone();
                for &(squarings, index) in &self.windows {
                    square_times_each(&mut out, squarings.into());
                    multiply_each(&mut out, Self::entry(&table, index));
                }
                square_times_each(&mut out, self.last.into());
                out
            },
        )
    }

    /// An entry of the table. A chain names none that is not there, which the tests of its exponent
    /// show.
    #[inline(always)]
    fn entry<T>(table: &[T; TABLE], index: u8) -> &T {
        table.get(usize::from(index)).unwrap_or(&table[0])
    }
}

/// Each value squared so many times.
#[inline(always)]
fn square_times_each<F: Field, const N: usize>(values: &mut [Red<F>; N], times: u32) {
    if let [value] = values.as_mut_slice() {
        return value.square_times(times);
    }
    for _ in 0..times {
        values.iter_mut().for_each(|value| value.square_times(1));
    }
}

/// Each value times its factor.
#[inline(always)]
fn multiply_each<F: Field, const N: usize>(values: &mut [Red<F>; N], factors: &[Red<F>; N]) {
    values.iter_mut().zip(factors).for_each(|(value, factor)| *value *= factor);
}
