//! The hook for a multiplier beside the processor, such as a chip's RSA block: products of 12 words
//! in Montgomery's form may be its work.
//!
//! It exists under `--cfg curvemark_multiplier` alone, and multiplies on riscv32 alone; elsewhere
//! the same formulas run with products by words, which is how a host tests them. No other build
//! knows of it. There is one multiplier in a program, and five functions by name are all that
//! connects it: a crate that drives it implements [`Multiplier`] and says
//! [`serve_multiplier!`](crate::serve_multiplier); a program without such a crate does not link. A
//! multiplier refuses what it does not hold, so words compute until it is held, for other moduli,
//! and after it has failed.
//!
//! The cfg chooses forms that suit such a multiplier, see [`Narrow`](crate::Narrow): where it is
//! refused they take some instructions more than those of other builds, and give the same residues.
//!
//! Shorter numbers stay with the processor: their products are half as long, and it is those of 12
//! words that large computations are made of.

use crate::modulus::Params;

/// Words of the numbers that are multiplied.
pub const WORDS: usize = 12;

/// A number of them, the lowest word first.
pub type Number = [u32; WORDS];

/// What a driver does; [`serve_multiplier!`](crate::serve_multiplier) makes it the program's.
///
/// A modulus is told by its address, and where that differs by its words.
pub trait Multiplier {
    /// Begins a·b·R⁻¹ mod m with R = 2^384, where a·b < m·R; false, and nothing is begun, if this
    /// modulus is not held or a product is under way.
    fn begin(modulus: &'static Number, a: &Number, b: &Number) -> bool;
    /// Waits for the product that was begun; false if it does not come.
    fn wait() -> bool;
    /// The product that was waited for, below m. By value, so that it is written where it is to
    /// stand.
    fn fetch(modulus: &'static Number) -> Number;
    /// Replaces a value below m by its n-th square in Montgomery's form, a^(2^n); false, and the
    /// value is as it was, if it cannot.
    fn square_times(modulus: &'static Number, value: &mut Number, n: u32) -> bool;
    /// Replaces a value below m by its power in Montgomery's form, a^exponent, where R² mod m is
    /// given and the exponent is in 64-bit limbs, the lowest first; false, and the value is as it
    /// was, if it cannot. Time may depend on the exponent, which is public.
    fn power(
        modulus: &'static Number,
        square: &'static Number,
        value: &mut Number,
        exponent: &[u64],
    ) -> bool;
}

/// Makes a type that implements [`Multiplier`](crate::multiplier::Multiplier) the program's
/// multiplier.
#[macro_export]
macro_rules! serve_multiplier {
    ($multiplier:ty) => {
        const _: () = {
            use $crate::multiplier::{Multiplier, Number};

            #[inline(never)]
            #[unsafe(no_mangle)]
            fn curvemark_multiplier_begin(
                modulus: &'static Number,
                a: &Number,
                b: &Number,
            ) -> bool {
                <$multiplier as Multiplier>::begin(modulus, a, b)
            }

            // Part of `Mont::end`, which is the function that it is for: with whole-program
            // optimisation the call goes.
            #[inline(always)]
            #[unsafe(no_mangle)]
            fn curvemark_multiplier_wait() -> bool {
                <$multiplier as Multiplier>::wait()
            }

            // Part of `Mont::end`, which is the function that it is for: with whole-program
            // optimisation the call goes.
            #[inline(always)]
            #[unsafe(no_mangle)]
            fn curvemark_multiplier_fetch(modulus: &'static Number) -> Number {
                <$multiplier as Multiplier>::fetch(modulus)
            }

            #[inline(never)]
            #[unsafe(no_mangle)]
            fn curvemark_multiplier_square_times(
                modulus: &'static Number,
                value: &mut Number,
                n: u32,
            ) -> bool {
                <$multiplier as Multiplier>::square_times(modulus, value, n)
            }

            #[inline(never)]
            #[unsafe(no_mangle)]
            fn curvemark_multiplier_power(
                modulus: &'static Number,
                square: &'static Number,
                value: &mut Number,
                exponent: &[u64],
            ) -> bool {
                <$multiplier as Multiplier>::power(modulus, square, value, exponent)
            }
        };
    };
}

// SAFETY: `serve_multiplier!` defines them with these types, in safe code.
#[cfg(target_arch = "riscv32")]
unsafe extern "Rust" {
    safe fn curvemark_multiplier_begin(modulus: &'static Number, a: &Number, b: &Number) -> bool;
    safe fn curvemark_multiplier_wait() -> bool;
    safe fn curvemark_multiplier_fetch(modulus: &'static Number) -> Number;
    safe fn curvemark_multiplier_square_times(
        modulus: &'static Number,
        value: &mut Number,
        n: u32,
    ) -> bool;
    safe fn curvemark_multiplier_power(
        modulus: &'static Number,
        square: &'static Number,
        value: &mut Number,
        exponent: &[u64],
    ) -> bool;
}

#[cfg(not(target_arch = "riscv32"))]
mod nobody {
    use super::Number;

    pub(super) fn curvemark_multiplier_begin(_: &'static Number, _: &Number, _: &Number) -> bool {
        false
    }

    pub(super) fn curvemark_multiplier_wait() -> bool {
        false
    }

    pub(super) fn curvemark_multiplier_fetch(_: &'static Number) -> Number {
        [0; super::WORDS]
    }

    pub(super) fn curvemark_multiplier_square_times(
        _: &'static Number,
        _: &mut Number,
        _: u32,
    ) -> bool {
        false
    }

    pub(super) fn curvemark_multiplier_power(
        _: &'static Number,
        _: &'static Number,
        _: &mut Number,
        _: &[u64],
    ) -> bool {
        false
    }
}
#[cfg(not(target_arch = "riscv32"))]
use nobody::{
    curvemark_multiplier_begin, curvemark_multiplier_fetch, curvemark_multiplier_power,
    curvemark_multiplier_square_times, curvemark_multiplier_wait,
};

/// The modulus, if it has that many words.
#[inline(always)]
fn modulus<M: Params<u32, N>, const N: usize>() -> Option<&'static Number> {
    let words: &'static [u32; N] = const { &M::P_W };
    words.as_slice().try_into().ok()
}

/// See [`Multiplier::begin`].
#[inline(always)]
pub(crate) fn begin<M: Params<u32, N>, const N: usize>(a: &[u32; N], b: &[u32; N]) -> bool {
    match (modulus::<M, N>(), a.as_slice().try_into(), b.as_slice().try_into()) {
        (Some(modulus), Ok(a), Ok(b)) => curvemark_multiplier_begin(modulus, a, b),
        _ => false,
    }
}

/// See [`Multiplier::wait`].
#[inline(always)]
pub(crate) fn wait() -> bool {
    curvemark_multiplier_wait()
}

/// See [`Multiplier::fetch`]; of the length that a product was begun for.
#[inline(always)]
pub(crate) fn fetch<M: Params<u32, N>, const N: usize>() -> [u32; N] {
    let Some(modulus) = modulus::<M, N>() else { return [0; N] };
    let product = curvemark_multiplier_fetch(modulus);
    product.as_slice().try_into().unwrap_or([0; N])
}

/// See [`Multiplier::square_times`].
#[inline(always)]
pub(crate) fn square_times<M: Params<u32, N>, const N: usize>(
    value: &mut [u32; N],
    n: u32,
) -> bool {
    match (modulus::<M, N>(), value.as_mut_slice().try_into()) {
        (Some(modulus), Ok(value)) => curvemark_multiplier_square_times(modulus, value, n),
        _ => false,
    }
}

/// See [`Multiplier::power`].
#[inline(always)]
pub(crate) fn power<M: Params<u32, N>, const N: usize>(
    value: &mut [u32; N],
    exponent: &[u64],
) -> bool {
    let square: &'static [u32; N] = const { &M::R2_W };
    match (modulus::<M, N>(), square.as_slice().try_into(), value.as_mut_slice().try_into()) {
        (Some(modulus), Ok(square), Ok(value)) => {
            curvemark_multiplier_power(modulus, square, value, exponent)
        }
        _ => false,
    }
}
