//! Polynomials below degree 256 by their values at 0 to 255 (J.-P. Berrut, L. N. Trefethen,
//! "Barycentric Lagrange interpolation", SIAM Review 46, 2004).

use alloc::vec::Vec;

use curve::bandersnatch::Scalar;
use curve::vectors::invert_batch_vartime;

use super::WIDTH;

/// With A = Π (X − i) over all i: A′(i), their inverses, and 1/k for k from 1 to 255.
#[derive(Clone, Debug)]
pub(super) struct Domain {
    derivative: Vec<Scalar>,
    inverse_derivative: Vec<Scalar>,
    /// 1/k at k; zero at zero.
    inverses: Vec<Scalar>,
}

impl Domain {
    pub(super) fn new() -> Self {
        let small = |k: usize| Scalar::from(k as u32);
        // A′(i) = Π (i − j) over j ≠ i = i!·(255 − i)!·(−1)^(255 − i).
        let mut factorial = alloc::vec![Scalar::one(); WIDTH];
        for k in 1..WIDTH {
            factorial[k] = factorial[k - 1] * small(k);
        }
        let derivative: Vec<Scalar> = (0..WIDTH)
            .map(|i| {
                let product = factorial[i] * factorial[WIDTH - 1 - i];
                if (WIDTH - 1 - i) & 1 == 1 { -product } else { product }
            })
            .collect();
        let mut inverse_derivative = derivative.clone();
        invert_batch_vartime(&mut inverse_derivative);
        let mut inverses: Vec<Scalar> = (0..WIDTH).map(small).collect();
        invert_batch_vartime(&mut inverses[1..]);
        Self { derivative, inverse_derivative, inverses }
    }

    /// 1/(i − j) for two indices that differ.
    fn inverse_of_difference(&self, i: usize, j: usize) -> Scalar {
        if i > j { self.inverses[i - j] } else { -self.inverses[j - i] }
    }

    /// Adds the values of (f(X) − f(z))/(X − z) to `out`, for an index z.
    ///
    /// At i ≠ z they are qᵢ = (fᵢ − f(z))/(i − z). The degree is below 255, so that Σ qᵢ/A′(i) = 0,
    /// which gives the one at z.
    pub(super) fn add_quotient(&self, f: &[Scalar; WIDTH], z: u8, out: &mut [Scalar; WIDTH]) {
        let z = usize::from(z);
        let mut others = Scalar::zero();
        for i in (0..WIDTH).filter(|i| *i != z) {
            let quotient = (f[i] - f[z]) * self.inverse_of_difference(i, z);
            out[i] += quotient;
            others += quotient * self.inverse_derivative[i];
        }
        out[z] -= others * self.derivative[z];
    }

    /// Lᵢ(t), by which f(t) = Σ fᵢLᵢ(t): A(t)/(A′(i)·(t − i)), or one and zeros for an index t.
    pub(super) fn lagrange(&self, t: &Scalar) -> [Scalar; WIDTH] {
        let mut differences: [Scalar; WIDTH] =
            core::array::from_fn(|i| t - &Scalar::from(i as u32));
        if let Some(index) = differences.iter().position(|difference| *difference == Scalar::zero())
        {
            let mut out = [Scalar::zero(); WIDTH];
            out[index] = Scalar::one();
            return out;
        }
        let all = differences.iter().fold(Scalar::one(), |all, difference| all * difference);
        invert_batch_vartime(&mut differences);
        core::array::from_fn(|i| all * self.inverse_derivative[i] * differences[i])
    }
}
