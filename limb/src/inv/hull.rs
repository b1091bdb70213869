//! How many divsteps are enough, recomputed instead of taken from a paper: D. J. Bernstein, B.-Y.
//! Yang, "Fast constant-time gcd computation and modular inversion" (ePrint 2019/266), with the
//! convex hulls of P. Wuille, "Bounds on divsteps iterations in safegcd" (2021).
//!
//! For each δ a convex polygon holds all pairs (f, g) that can stand there after n steps, from
//! any |g| ≤ f ≤ 2^bits. A step maps polygons by what it may do at this δ, for odd and for even g
//! alike, since a real number is neither. Where |g| < 1 in all of a polygon, g is zero, and the
//! polygon is done. When none is left, n steps are enough. Linear maps take hulls to hulls, so
//! that the vertices speak for all points.
//!
//! All numbers are integers times powers of two. Exact vertices would grow by a bit with each step
//! and be tens of thousands. So a polygon stands on a grid of its own, of 2^(GRID + 1) by as many
//! points, and a vertex between grid points is replaced by the corners of the square around it.
//! That only enlarges a polygon: the bound stays a bound, and comes out a little larger.
//!
//! With (f, g) a polygon has (−f, −g). This changes no bound, as steps are linear and |g| is asked.

use std::collections::BTreeMap;
use std::vec::Vec;

use crate::modulus::{divsteps_per_batch, inversion_batches};

/// A vertex on the grid of its polygon.
type Vertex = (i64, i64);

/// A convex polygon: f is the first coordinate of a vertex times 2^`f_exponent`, and g alike.
struct Polygon {
    f_exponent: i32,
    g_exponent: i32,
    vertices: Vec<Vertex>,
}

/// What a step does to g, and to f.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// (f, g/2).
    Even,
    /// (f, (g + f)/2).
    Add,
    /// (g, (g − f)/2).
    Swap,
    /// (g, (g + f)/2): wrong, for a test.
    WrongSwap,
}

/// An exponent that no number has: that of zero.
const NOWHERE: i32 = i32::MIN / 2;

/// The least e with |x|·2^exponent < 2^e.
fn top(x: i64, exponent: i32) -> i32 {
    if x == 0 { NOWHERE } else { 64 - x.unsigned_abs().leading_zeros() as i32 + exponent }
}

/// ⌊x·2^by⌋ and ⌈x·2^by⌉.
fn scaled(x: i64, by: i32) -> [i64; 2] {
    if by >= 0 {
        assert!(by < 32 && top(x, by) < 40, "the grid of a polygon is as fine as its largest part");
        return [x << by; 2];
    }
    let down = |x: i64| x >> (-by).min(62);
    [down(x), -down(-x)]
}

impl Polygon {
    /// The vertices after a step, each on the grid of the given exponents as a square around it:
    /// bounds of f and bounds of g.
    fn after(&self, way: Way, [f_to, g_to]: [i32; 2]) -> impl Iterator<Item = [[i64; 2]; 2]> {
        let halved = move |x, exponent: i32| scaled(x, exponent - 1 - g_to);
        self.vertices.iter().map(move |&(f, g)| {
            let other = match way {
                Way::Even => [0; 2],
                Way::Add | Way::WrongSwap => halved(f, self.f_exponent),
                Way::Swap => halved(-f, self.f_exponent),
            };
            let [low, high] = halved(g, self.g_exponent);
            let first = match way {
                Way::Even | Way::Add => scaled(f, self.f_exponent - f_to),
                Way::Swap | Way::WrongSwap => scaled(g, self.g_exponent - f_to),
            };
            [first, [low + other[0], high + other[1]]]
        })
    }

    /// Exponents e with |f| < 2^e and |g| < 2^e after a step.
    fn tops_after(&self, way: Way) -> [i32; 2] {
        let largest = |part: fn(&Vertex) -> i64, exponent| {
            self.vertices.iter().map(|v| top(part(v), exponent)).max().unwrap_or(NOWHERE)
        };
        let (f, g) = (largest(|v| v.0, self.f_exponent), largest(|v| v.1, self.g_exponent));
        match way {
            Way::Even => [f, g - 1],
            Way::Add => [f, f.max(g)],
            Way::Swap | Way::WrongSwap => [g, f.max(g)],
        }
    }

    /// Whether |g| < 1 in all of it.
    fn is_done(&self) -> bool {
        self.vertices.iter().all(|v| top(v.1, self.g_exponent) <= 0)
    }
}

/// The vertices of the convex hull (A. M. Andrew, "Another efficient algorithm for convex hulls in
/// two dimensions", 1979).
fn hull(mut points: Vec<Vertex>) -> Vec<Vertex> {
    points.sort_unstable();
    points.dedup();
    let mut out: Vec<Vertex> = Vec::new();
    let mut chain = |points: &mut dyn Iterator<Item = &Vertex>| {
        let from = out.len();
        for &c in points {
            while let [.., a, b] = out[from..]
                && (b.0 - a.0) * (c.1 - a.1) <= (b.1 - a.1) * (c.0 - a.0)
            {
                out.pop();
            }
            out.push(c);
        }
        out.pop();
    };
    chain(&mut points.iter());
    chain(&mut points.iter().rev());
    out
}

/// Divsteps that are enough for all |g| ≤ f ≤ 2^bits, with polygons on grids of 2^(grid + 1); none
/// if `limit` steps were not.
///
/// `swap` is what is done at δ > 0 where g is odd. Polygons are named by 2δ.
fn enough(bits: u32, grid: i32, swap: Way, limit: u32) -> Option<u32> {
    let exponent = bits as i32;
    let start = Polygon {
        f_exponent: exponent,
        g_exponent: exponent,
        vertices: std::vec![(1, 0), (1, 1), (-1, 0), (-1, -1)],
    };
    let mut polygons = BTreeMap::from([(1, start)]);
    for steps in 1..=limit {
        let mut sources: BTreeMap<i32, Vec<(&Polygon, Way)>> = BTreeMap::new();
        for (&delta_2, polygon) in &polygons {
            sources.entry(2 + delta_2).or_default().push((polygon, Way::Even));
            let (to, way) = if delta_2 > 0 { (2 - delta_2, swap) } else { (2 + delta_2, Way::Add) };
            sources.entry(to).or_default().push((polygon, way));
        }
        let mut next = BTreeMap::new();
        for (delta_2, sources) in sources {
            let tops = sources.iter().map(|(polygon, way)| polygon.tops_after(*way));
            let [f, g] = tops.fold([NOWHERE; 2], |a, b| [a[0].max(b[0]), a[1].max(b[1])]);
            let [f_exponent, g_exponent] = [f - grid, g - grid];
            let mut corners = Vec::new();
            for (polygon, way) in sources {
                for [f, g] in polygon.after(way, [f_exponent, g_exponent]) {
                    corners.extend([(f[0], g[0]), (f[0], g[1]), (f[1], g[0]), (f[1], g[1])]);
                }
            }
            let polygon = Polygon { f_exponent, g_exponent, vertices: hull(corners) };
            if !polygon.is_done() {
                next.insert(delta_2, polygon);
            }
        }
        polygons = next;
        if polygons.is_empty() {
            return Some(steps);
        }
    }
    None
}

/// Divsteps of the constant-time inversion.
fn taken(bits: u32, word_bits: u32) -> u32 {
    inversion_batches(bits, word_bits) * divsteps_per_batch(word_bits)
}

/// The formula that the number of batches is made from.
fn formula(bits: u32) -> u32 {
    (45_907 * bits + 26_313).div_ceil(19_929)
}

/// The lengths of the moduli that are inverted by, those of 250 to 256 bits by the longest.
#[test]
fn the_steps_that_inversion_takes_are_enough() {
    for (bits, grid, found) in [(256, 8, 594), (381, 7, 891)] {
        assert_eq!(enough(bits, grid, Way::Swap, 2 * formula(bits)), Some(found), "{bits} bits");
        for shorter in if bits == 256 { 250..=256 } else { bits..=bits } {
            for word_bits in [32, 64] {
                let taken = taken(shorter, word_bits);
                assert!(taken >= found, "{shorter} bits: {taken} steps taken, {found} needed");
            }
        }
        // A batch less would not do.
        assert!(taken(bits, 32) - divsteps_per_batch(32) < found);
    }
}

/// On a grid that is fine enough, the bound is that of the formula to the step.
#[test]
fn the_formula_is_as_sharp_as_the_hulls() {
    for bits in [46, 52, 64] {
        let found = enough(bits, 12, Way::Swap, 2 * formula(bits)).expect("an end");
        assert!((found..=found + 1).contains(&formula(bits)), "{bits} bits: {found}");
        assert_eq!(enough(bits, 12, Way::Swap, found - 1), None, "a step fewer");
    }
}

/// No f and g of a few bits take more steps than the hulls say, and some take nearly as many.
#[test]
fn small_numbers_end_within_their_hulls() {
    const BITS: u32 = 9;
    let mut most = 0;
    for f in (1..1i32 << BITS).step_by(2) {
        for g in 0..f {
            let (mut delta_2, mut f, mut g, mut steps) = (1, f, g, 0);
            while g != 0 {
                (delta_2, f, g) = match (g & 1 == 1, delta_2 > 0) {
                    (true, true) => (2 - delta_2, g, (g - f) >> 1),
                    (true, false) => (2 + delta_2, f, (g + f) >> 1),
                    (false, _) => (2 + delta_2, f, g >> 1),
                };
                steps += 1;
            }
            most = most.max(steps);
        }
    }
    let bound = enough(BITS, 12, Way::Swap, 100).expect("an end");
    assert!(most <= bound && bound <= most + 4, "{most} steps, bound {bound}");
}

/// With a sign exchanged in a step the hulls have no end in time.
#[test]
fn a_wrong_step_is_seen() {
    assert_eq!(enough(46, 10, Way::WrongSwap, formula(46)), None);
}
