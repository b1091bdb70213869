//! What inversion, powers and roots need of a representation of the residues, so that each of them
//! is written once.

use subtle::Choice;

use crate::fold::Fold;
use crate::modulus::Params;
use crate::mont::Mont;
use crate::word::Word;
use crate::{inv, pow};

/// Residues modulo [`Residues::Modulus`] in a form x·F for a fixed factor F: R in Montgomery's
/// form, 1 where integers are held as they are. Implemented by the namespaces [`Mont`] and
/// [`Fold`]; reduced in and out.
pub trait Residues<W: Word, const N: usize>: Sized {
    /// The modulus.
    type Modulus: Params<W, N>;

    /// 1, that is F.
    const ONE: [W; N];
    /// [`Modulus::ROOT_OF_UNITY`](crate::Modulus::ROOT_OF_UNITY) in this form.
    const ROOT_OF_UNITY: [W; N];
    /// F²: what 1/(a·F) is multiplied by to have a⁻¹·F.
    const INVERSION_FACTOR: [W; N];
    /// F² times the factor that the batches of the constant-time inversion leave out.
    const INVERSION_START: [W; N];

    /// a·b.
    fn product(a: &[W; N], b: &[W; N]) -> [W; N];
    /// a².
    fn square(a: &[W; N]) -> [W; N];
    /// a^(2^n) in place.
    fn square_times(a: &mut [W; N], n: u32);
    /// a^exponent where a multiplier beside the processor takes whole powers, see
    /// `limb::multiplier`; the exponent is public.
    fn power_beside(a: &[W; N], exponent: &[u64]) -> Option<[W; N]>;
    /// k·a for k ≤ 256.
    fn multiple(a: &[W; N], k: u32) -> [W; N];
    /// The representative below the modulus.
    fn least(a: &[W; N]) -> [W; N];
    /// a if the choice is 0, b if it is 1.
    fn choose(a: &[W; N], b: &[W; N], choice: Choice) -> [W; N];
    /// Whether a is zero.
    fn vanishes(a: &[W; N]) -> Choice;
    /// Whether two residues are equal.
    fn agree(a: &[W; N], b: &[W; N]) -> Choice;
}

/// Implements [`Residues`] by a namespace's own functions, and gives it the algorithms of
/// [`inv`](crate::inv) and [`pow`](crate::pow) as functions of its own.
macro_rules! residues {
    ($name:ident, one: $one:expr, root: $root:ident, factor: $factor:expr, start: $start:ident, least: $least:expr, beside: $beside:path) => {
        impl<M: Params<W, N>, W: Word, const N: usize> Residues<W, N> for $name<M, W, N> {
            type Modulus = M;

            const ONE: [W; N] = $one;
            const ROOT_OF_UNITY: [W; N] = M::$root;
            const INVERSION_FACTOR: [W; N] = $factor;
            const INVERSION_START: [W; N] = M::$start;

            #[inline(always)]
            fn product(a: &[W; N], b: &[W; N]) -> [W; N] {
                Self::mul(a, b)
            }

            #[inline(always)]
            fn square(a: &[W; N]) -> [W; N] {
                Self::sqr(a)
            }

            #[inline(always)]
            fn square_times(a: &mut [W; N], n: u32) {
                Self::sqr_times(a, n);
            }

            #[inline(always)]
            fn power_beside(a: &[W; N], exponent: &[u64]) -> Option<[W; N]> {
                $beside(a, exponent)
            }

            #[inline(always)]
            fn multiple(a: &[W; N], k: u32) -> [W; N] {
                Self::times(a, k)
            }

            #[inline(always)]
            fn least(a: &[W; N]) -> [W; N] {
                $least(a)
            }

            #[inline(always)]
            fn choose(a: &[W; N], b: &[W; N], choice: Choice) -> [W; N] {
                Self::select(a, b, choice)
            }

            #[inline(always)]
            fn vanishes(a: &[W; N]) -> Choice {
                Self::is_zero(a)
            }

            #[inline(always)]
            fn agree(a: &[W; N], b: &[W; N]) -> Choice {
                Self::equal(a, b)
            }
        }

        impl<M: Params<W, N>, W: Word, const N: usize> $name<M, W, N> {
            /// See [`inv::invert`]. A chip has it once.
            #[cfg_attr(target_arch = "riscv32", inline(never))]
            pub fn invert(a: &[W; N]) -> [W; N] {
                inv::invert::<Self, W, N>(a)
            }

            /// See [`inv::invert_vartime`].
            pub fn invert_vartime(a: &[W; N]) -> [W; N] {
                inv::invert_vartime::<Self, W, N>(a)
            }

            /// See [`inv::invert_batch`].
            ///
            /// # Panics
            /// If `scratch` is shorter than `values`.
            pub fn invert_batch(values: &mut [[W; N]], scratch: &mut [[W; N]]) {
                inv::invert_batch::<Self, W, N>(values, scratch);
            }

            /// See [`inv::invert_batch_vartime`].
            ///
            /// # Panics
            /// If `scratch` is shorter than `values`.
            pub fn invert_batch_vartime(values: &mut [[W; N]], scratch: &mut [[W; N]]) {
                inv::invert_batch_vartime::<Self, W, N>(values, scratch);
            }

            /// See [`pow::pow_vartime`].
            pub fn pow_vartime(a: &[W; N], exponent: &[u64]) -> [W; N] {
                pow::pow_vartime::<Self, W, N>(a, exponent)
            }

            /// See [`pow::sqrt`].
            pub fn sqrt(a: &[W; N]) -> ([W; N], Choice) {
                pow::sqrt::<Self, W, N>(a)
            }

            /// See [`pow::inverse_sqrt`].
            pub fn inverse_sqrt(a: &[W; N]) -> ([W; N], Choice) {
                pow::inverse_sqrt::<Self, W, N>(a)
            }

            /// See [`pow::legendre`].
            pub fn legendre(a: &[W; N]) -> (Choice, Choice) {
                pow::legendre::<Self, W, N>(a)
            }

            /// Whether a is a square, zero included: as [`pow::legendre`].
            pub fn is_square(a: &[W; N]) -> Choice {
                let (square, zero) = Self::legendre(a);
                square | zero
            }

            /// See [`pow::legendre_vartime`].
            pub fn legendre_vartime(a: &[W; N]) -> i8 {
                pow::legendre_vartime::<Self, W, N>(a)
            }

            /// Whether a is a square, zero included, in time that depends on a: as
            /// [`pow::legendre_vartime`], modulo a prime.
            pub fn is_square_vartime(a: &[W; N]) -> bool {
                Self::legendre_vartime(a) >= 0
            }
        }
    };
}

residues!(Mont, one: M::R_W, root: ROOT_OF_UNITY_W, factor: M::R2_W, start: INVERSION_START_W, least: Clone::clone, beside: Self::power_beside);
residues!(Fold, one: M::ONE_W, root: PLAIN_ROOT_OF_UNITY_W, factor: M::ONE_W, start: PLAIN_INVERSION_START_W, least: Self::canonical, beside: nothing_beside);

/// A form that no multiplier knows.
#[inline(always)]
fn nothing_beside<W, const N: usize>(_: &[W; N], _: &[u64]) -> Option<[W; N]> {
    None
}
