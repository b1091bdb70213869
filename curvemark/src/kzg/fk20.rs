//! All proofs of a blob's cells at once: D. Feist, D. Khovratovich, "Fast amortized KZG proofs"
//! (ePrint 2023/033), §2.2 with cosets.
//!
//! The proof of the cell on the coset h·⟨ω¹²⁸⟩ is that of the quotient of f by X⁶⁴ − h⁶⁴. With l =
//! 64 and m = n/l = 64 it is
//!
//! Σⱼ h^(l·j)·Hⱼ, j < m − 1, with Hⱼ = Σ_b Σ_i f_(l(i + j + 1) + b)·\[τ^(li + b)\]G₁, b < l, i < m
//! − 1 − j:
//!
//! so all 128 proofs are the transform of the Hⱼ to the 128th roots of unity. The inner sums are
//! correlations, of 64 coefficients and 63 points for each b, that is products of transforms: with
//! ζ of order 128, f̂_b(k) = Σ_t f_(lt + b)·ζ^(tk) and Ŝ_b(k) = Σ_i \[τ^(li + b)\]G₁·ζ^(−ik),
//!
//! Hⱼ = 1/128·Σ_k ζ^(−k(j + 1))·Σ_b f̂_b(k)·Ŝ_b(k).
//!
//! The Ŝ_b(k) are the setup's. What is left for a blob: 64 transforms of 128 scalars, 128 sums of
//! 64 multiples of points that stay, two transforms of 128 points. The factor 1/128 is taken by the
//! coefficients, and the first transform is one to values, read backwards.

#![allow(
    clippy::integer_division_remainder_used,
    reason = "of sizes and positions, which are public"
)]

use alloc::vec::Vec;

use curve::bls12_381::{Fr, FrEngine, G1, G1Affine};
use curve::ntt::Domain;

use super::blob::{bit_reverse, domain, scale};
use super::settings::Bases;
use super::threads::Threads;
use super::{
    BYTES_PER_PROOF, CELLS_PER_EXT_BLOB, FIELD_ELEMENTS_PER_BLOB, FIELD_ELEMENTS_PER_CELL,
};

/// l: coefficients of a block, and sums of a row.
const L: usize = FIELD_ELEMENTS_PER_CELL;
/// m: blocks of the coefficients.
const M: usize = FIELD_ELEMENTS_PER_BLOB / L;
/// Proofs.
const N: usize = CELLS_PER_EXT_BLOB;

const _: () =
    assert!(N == 2 * M, "a correlation of m values has its place in as many as there are proofs");

/// Bytes of the least tables: 9 multiples of each point, spaced by sixteen bits, to each of which
/// belong two digits of eight.
const LEAST_TABLES: usize = 9 * N * L * 96;

/// The transformed points of a setup.
#[derive(Clone)]
pub(super) struct Fk20 {
    domain: Domain<FrEngine>,
    /// By k the Ŝ_b(k) of all b.
    rows: Vec<Bases>,
    /// 1/128.
    inverse_size: Fr,
}

impl Fk20 {
    /// Of the powers of τ in G1; with tables of at most so many bytes in all, as [`FixedBases`]
    /// counts them, none where that is less than [`LEAST_TABLES`].
    ///
    /// [`FixedBases`]: curve::msm::FixedBases::new
    ///
    /// Cost: 64 transforms of 128 points.
    pub(super) fn new<T: Threads>(powers: &[G1Affine], table_bytes: usize) -> Self {
        let domain = domain(N.trailing_zeros());
        let columns = T::each(L, |b| {
            let mut points = [G1::identity(); N];
            for (point, power) in points.iter_mut().zip(powers[b..].iter().step_by(L)).take(M - 1) {
                *point = power.to_projective();
            }
            transform::<T>(&domain, &mut points);
            let mut affine = [G1Affine::identity(); N];
            // As many places.
            let _always = G1::batch_to_affine(&points, &mut affine);
            affine
        });
        let of_row = if table_bytes < LEAST_TABLES { 0 } else { table_bytes / N };
        let rows = T::each(N, |k| {
            let row: Vec<G1Affine> = columns.iter().map(|column| column[(N - k) % N]).collect();
            Bases::new(&row, of_row)
        });
        Self { domain, rows, inverse_size: Fr::from(N as u32).invert() }
    }

    /// Bytes of the points, or of their tables.
    pub(super) fn size_bytes(&self) -> usize {
        self.rows.iter().map(Bases::size_bytes).sum()
    }

    /// The proofs of all cells, in their order, from the coefficients of the polynomial.
    pub(super) fn proofs<T: Threads>(
        &self,
        mut coefficients: Vec<Fr>,
    ) -> Vec<[u8; BYTES_PER_PROOF]> {
        scale(&mut coefficients, &self.inverse_size);
        // By k the f̂_b(k) of all b.
        let mut scalars = alloc::vec![Fr::zero(); N * L];
        let mut column = [Fr::zero(); N];
        for b in 0..L {
            column[M..].fill(Fr::zero());
            for (value, coefficient) in column.iter_mut().zip(coefficients[b..].iter().step_by(L)) {
                *value = *coefficient;
            }
            if self.domain.forward(&mut column).is_err() {
                unreachable!("as many values as roots");
            }
            for (row, value) in scalars.chunks_exact_mut(L).zip(&column) {
                row[b] = *value;
            }
        }
        let mut sums = T::each(N, |k| self.rows[k].sum::<T>(&scalars[k * L..(k + 1) * L]));
        transform::<T>(&self.domain, &mut sums);
        let mut proofs = [G1::identity(); N];
        for (j, proof) in proofs.iter_mut().enumerate().take(M - 1) {
            *proof = sums[N - 1 - j];
        }
        transform::<T>(&self.domain, &mut proofs);
        bit_reverse(&mut proofs);
        let mut affine = [G1Affine::identity(); N];
        if G1::batch_to_affine(&proofs, &mut affine).is_err() {
            unreachable!("as many places as points");
        }
        affine.iter().map(G1Affine::to_bytes).collect()
    }
}

fn transform<T: Threads>(domain: &Domain<FrEngine>, points: &mut [G1]) {
    if T::transform(domain, points).is_err() {
        unreachable!("as many points as roots");
    }
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use std::cell::Cell;
    use std::vec;

    use curve::bls12_381::G1Curve;
    use curve::error::{BatchError, PointError};
    use curve::msm::FixedBases;

    use super::super::blob::powers;
    use super::super::threads::Serial;
    use super::*;

    std::thread_local! {
        /// Points of each sum, and of each transform, that were asked for.
        static SUMS: Cell<Vec<usize>> = const { Cell::new(Vec::new()) };
        static TRANSFORMS: Cell<Vec<usize>> = const { Cell::new(Vec::new()) };
    }

    fn count(list: &'static std::thread::LocalKey<Cell<Vec<usize>>>, points: usize) {
        let mut counts = list.take();
        counts.push(points);
        list.set(counts);
    }

    /// The caller's own thread, which counts.
    enum Counting {}

    impl Threads for Counting {
        fn msm(points: &[G1Affine], scalars: &[Fr]) -> Result<G1, BatchError> {
            count(&SUMS, points.len());
            Serial::msm(points, scalars)
        }

        fn fixed(table: &FixedBases<G1Curve>, scalars: &[Fr]) -> Result<G1, BatchError> {
            count(&SUMS, scalars.len());
            Serial::fixed(table, scalars)
        }

        fn decode(
            _: &[[u8; 48]],
            _: &mut [Result<G1Affine, PointError>],
        ) -> Result<(), BatchError> {
            unreachable!("nothing is decoded")
        }

        fn transform(domain: &Domain<FrEngine>, points: &mut [G1]) -> Result<(), BatchError> {
            count(&TRANSFORMS, points.len());
            Serial::transform(domain, points)
        }

        fn each<O: Send>(count: usize, of: impl Fn(usize) -> O + Send + Sync) -> Vec<O> {
            Serial::each(count, of)
        }
    }

    /// 2m sums of l multiples and two transforms of 2m points for a blob; l transforms for the
    /// setup: not one sum of n multiples for each of the 2m proofs.
    #[test]
    fn a_blob_takes_as_many_sums_and_transforms_as_the_formula_says() {
        let tau = Fr::from(0x5eed_u64);
        let of = powers(&tau, FIELD_ELEMENTS_PER_BLOB);
        let mut products = vec![G1::identity(); of.len()];
        G1::mul_batch_vartime(&vec![G1Affine::generator(); of.len()], &of, &mut products)
            .expect("as many");
        let mut setup = vec![G1Affine::identity(); of.len()];
        G1::batch_to_affine(&products, &mut setup).expect("as many");
        for table_bytes in [0, LEAST_TABLES] {
            let fk20 = Fk20::new::<Counting>(&setup, table_bytes);
            assert_eq!(fk20.rows.iter().all(|row| matches!(row, Bases::Table(_))), table_bytes > 0);
            assert_eq!(fk20.size_bytes() >= LEAST_TABLES, table_bytes > 0);
            assert_eq!(TRANSFORMS.take(), vec![2 * M; L]);
            assert!(SUMS.take().is_empty());
            let coefficients = powers(&Fr::from(3u32), FIELD_ELEMENTS_PER_BLOB);
            let proofs = fk20.proofs::<Counting>(coefficients.clone());
            assert_eq!(TRANSFORMS.take(), [2 * M; 2]);
            assert_eq!(SUMS.take(), [L; 2 * M]);
            // The proof of cell 0, whose coset is that of the 64th roots of unity: the quotient by
            // X⁶⁴ − 1 at τ.
            let mut quotient = Fr::zero();
            let mut carried = vec![Fr::zero(); L];
            for (i, coefficient) in coefficients.iter().enumerate().rev() {
                let above = carried[i % L];
                quotient = &(&quotient * &tau) + &above;
                carried[i % L] = &above + coefficient;
            }
            assert_eq!(proofs[0], G1::mul_generator(&quotient).to_bytes());
        }
    }
}
