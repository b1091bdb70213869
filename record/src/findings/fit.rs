//! Lines through times, and the place where two curves meet.

use crate::run::Ratio;

/// A time `a + b·n` by least squares of relative residuals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Affine {
    /// What no item costs, nanoseconds.
    pub a: f64,
    /// What an item costs, nanoseconds.
    pub b: f64,
    /// The largest relative residual.
    pub worst: f64,
}

/// Fits `(n, time)`; `None` for fewer than three sizes, or times that are none.
pub fn affine(points: &[(f64, f64)]) -> Option<Affine> {
    if points.len() < 3 || points.iter().any(|(_, t)| !t.is_finite() || *t <= 0.0) {
        return None;
    }
    // Minimises Σ ((a + b n)/t − 1)²: the normal equations in u = 1/t and v = n/t.
    let (mut uu, mut uv, mut vv, mut u1, mut v1) = (0.0, 0.0, 0.0, 0.0, 0.0);
    for (n, t) in points {
        let (u, v) = (1.0 / t, n / t);
        uu += u * u;
        uv += u * v;
        vv += v * v;
        u1 += u;
        v1 += v;
    }
    let determinant = uu * vv - uv * uv;
    if determinant <= 1e-12 * uu * vv {
        return None;
    }
    let a = (u1 * vv - v1 * uv) / determinant;
    let b = (v1 * uu - u1 * uv) / determinant;
    let worst = points.iter().map(|(n, t)| ((a + b * n) / t - 1.0).abs()).fold(0.0, f64::max);
    Some(Affine { a, b, worst })
}

/// Where a curve of ln(ratio) over ln(size) passes zero upwards between two neighbouring sizes, by
/// a straight line.
pub fn zero(below: (f64, f64), above: (f64, f64)) -> f64 {
    let ((n0, r0), (n1, r1)) = (below, above);
    let part = if (r1 - r0).abs() < f64::EPSILON { 0.5 } else { (-r0 / (r1 - r0)).clamp(0.0, 1.0) };
    (n0.ln() + (n1.ln() - n0.ln()) * part).exp()
}

/// The ratio of two rows' times from those of each to a third. Its interval reaches as far as both
/// together could: wider than a paired one.
pub fn divided(over: &Ratio, under: &Ratio) -> Ratio {
    Ratio {
        value: over.value / under.value,
        low: over.low / under.high,
        high: over.high / under.low,
        resolution: over.resolution + under.resolution,
    }
}

/// A ratio that is exact.
pub const ONE: Ratio = Ratio { value: 1.0, low: 1.0, high: 1.0, resolution: 0.0 };

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_found_again() {
        let points: Vec<(f64, f64)> =
            [1.0, 8.0, 64.0, 512.0].map(|n| (n, 1000.0 + 30.0 * n)).to_vec();
        let fit = affine(&points).expect("four sizes");
        assert!(
            (fit.a - 1000.0).abs() < 1e-6 && (fit.b - 30.0).abs() < 1e-6 && fit.worst < 1e-9,
            "{fit:?}"
        );
        assert_eq!(affine(&points[..2]), None);
        assert_eq!(
            affine(&[(4.0, 1.0), (4.0, 2.0), (4.0, 3.0)]),
            None,
            "one size alone has no slope"
        );
    }

    #[test]
    fn curves_meet_between_sizes() {
        assert!((zero((32.0, -0.2), (64.0, 0.2)) - 32.0 * 2f64.sqrt()).abs() < 1e-9);
        let third = divided(
            &Ratio { value: 4.0, low: 3.8, high: 4.2, resolution: 0.1 },
            &Ratio { value: 2.0, low: 1.9, high: 2.1, resolution: 0.1 },
        );
        assert!((third.value - 2.0).abs() < 1e-12 && third.low < 1.85 && third.high > 2.15);
    }
}
