//! Products in Fp2 = Fp\[u\]/(u² + k) for k other than 1, of products in Fp: four for a product,
//! three for a square.
//!
//! All of it is inlined. A function that gives a value of Fp2 enters the engine's CPU feature by
//! itself, since some products stand outside of formulas, which enter it for all that they do. Code
//! that is compiled without the feature calls a function for each vector instruction.

use limb::each::Each;

use crate::field::{Field, Fp2Kernels, Fp2Term, Known, mac_fp2_square};

/// The products that [`Quad`](super::Quad) takes where u² is not −1.
pub(super) struct ByNorm;

/// Adds a square in Fp2 to a sum there, a reduced, for any u.
#[inline(always)]
pub(super) fn mac_square<F: Field>(wide: &mut [F::Wide; 2], a: &[F::Raw; 2]) {
    if const { F::Const::NORM_OF_U == 1 } {
        return mac_fp2_square::<F>(wide, a);
    }
    F::mac(&mut wide[0], &a[0], &a[0]);
    sub_times_norm::<F, 1>(&mut wide[0], [(&a[1], &a[1])]);
    F::mac(&mut wide[1], &F::add(&a[0], &a[0]), &a[1]);
}

/// Subtracts k·Σ a·b from a sum; lazy values.
///
/// In residue numbers, the engine with layers, k·a is k times as large as a, while sums are wide
/// and cost next to nothing. Elsewhere a multiple of an operand counts as one product.
#[inline(always)]
fn sub_times_norm<F: Field, const K: usize>(wide: &mut F::Wide, terms: [(&F::Raw, &F::Raw); K]) {
    let k = F::Const::NORM_OF_U;
    if const { F::SHAPE.layers } {
        let mut sum = F::wide(&F::ctx(terms[0].0));
        for (a, b) in terms {
            F::mac(&mut sum, a, b);
        }
        F::wide_times(&mut sum, k);
        F::wide_sub(wide, &sum);
    } else {
        for (a, b) in terms {
            F::msub(wide, &F::times(&F::weak(a), k), b);
        }
    }
}

/// Adds a sum of products in Fp2 to a sum there.
#[inline(always)]
fn mac_all<F: Field, const K: usize>(wide: &mut [F::Wide; 2], terms: [Fp2Term<'_, F::Raw>; K]) {
    for (a, b) in terms {
        F::mac(&mut wide[0], &a[0], &b[0]);
        F::mac(&mut wide[1], &a[0], &b[1]);
        F::mac(&mut wide[1], &a[1], &b[0]);
    }
    let imaginary = terms.each(
        #[inline(always)]
        |(a, b)| (&a[1], &b[1]),
    );
    sub_times_norm::<F, K>(&mut wide[0], imaginary);
}

#[inline(always)]
fn empty<F: Field>(a: &[F::Raw; 2]) -> [F::Wide; 2] {
    let ctx = F::ctx(&a[0]);
    [F::wide(&ctx), F::wide(&ctx)]
}

impl<F: Field> Fp2Kernels<F> for ByNorm {
    #[inline(always)]
    fn mac(wide: &mut [F::Wide; 2], a: &[F::Raw; 2], b: &[F::Raw; 2]) {
        mac_all::<F, 1>(wide, [(a, b)]);
    }

    #[inline(always)]
    fn msub(wide: &mut [F::Wide; 2], a: &[F::Raw; 2], b: &[F::Raw; 2]) {
        let mut product = empty::<F>(a);
        mac_all::<F, 1>(&mut product, [(a, b)]);
        F::wide_sub(&mut wide[0], &product[0]);
        F::wide_sub(&mut wide[1], &product[1]);
    }

    #[inline(always)]
    fn square(a: &[F::Raw; 2]) -> [F::Wide; 2] {
        let mut wide = empty::<F>(a);
        mac_square::<F>(&mut wide, a);
        wide
    }

    #[inline(always)]
    fn mul(a: &[F::Raw; 2], b: &[F::Raw; 2]) -> [F::Raw; 2] {
        let [out] = <Self as Fp2Kernels<F>>::sums([[(a, b)]]);
        out
    }

    #[inline(always)]
    fn sqr(a: &[F::Raw; 2]) -> [F::Raw; 2] {
        F::kernel(
            #[inline(always)]
            || {
                let a = [F::weak(&a[0]), F::weak(&a[1])];
                let [out] = F::Fp2::reduce([&<Self as Fp2Kernels<F>>::square(&a)]);
                out
            },
        )
    }

    #[inline(always)]
    fn sums<const K: usize, const N: usize>(
        sums: [[Fp2Term<'_, F::Raw>; K]; N],
    ) -> [[F::Raw; 2]; N] {
        F::kernel(
            #[inline(always)]
            || {
                let wides = sums.each(
                    #[inline(always)]
                    |terms| {
                        let mut wide = empty::<F>(terms[0].0);
                        mac_all::<F, K>(&mut wide, terms);
                        wide
                    },
                );
                F::Fp2::reduce(wides.each_ref())
            },
        )
    }

    #[inline(always)]
    fn squares<const N: usize>(values: [&[F::Raw; 2]; N]) -> [[F::Raw; 2]; N] {
        F::kernel(
            #[inline(always)]
            || {
                let wides = values.each(
                    #[inline(always)]
                    |a| <Self as Fp2Kernels<F>>::square(a),
                );
                F::Fp2::reduce(wides.each_ref())
            },
        )
    }
}
