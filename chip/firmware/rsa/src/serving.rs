//! The block as the multiplier of `limb`: while a [`Serving`] lives, products modulo its modulus
//! are the block's work.
//!
//! One pointer says what the block holds: a modulus, nothing, or that a product is under way. A
//! product takes the modulus away and gives it back. So code that interrupts a product and
//! multiplies too finds none and multiplies in software, and after a product that did not come
//! everything is software's.

use core::ptr;
use core::sync::atomic::{AtomicPtr, Ordering, compiler_fence};

use limb::Params;
use limb::multiplier::{Multiplier, Number, WORDS};

use crate::power::{Exponent, power};
use crate::registers::{QUERY_IDLE, Registers, START_MODEXP, X, Z};
use crate::{Error, Hold, Rsa};

/// The modulus that the block holds.
static HELD: AtomicPtr<Number> = AtomicPtr::new(ptr::null_mut());

/// Stands there while a product is under way: the address of no modulus.
const UNDER_WAY: *mut Number = ptr::without_provenance_mut(align_of::<Number>());

/// A hold by which every product modulo `P` is made. Dropping it leaves the block without clock and
/// products to software.
pub struct Serving<'a, P: Params<u32, WORDS>> {
    hold: Option<Hold<'a, P, WORDS>>,
    error: Option<Error>,
}

impl Rsa {
    /// Makes the block multiply modulo `P` for as long as the guard lives, if its self-test comes
    /// out right; else software multiplies.
    pub fn serve<P: Params<u32, WORDS>>(&mut self) -> Serving<'_, P> {
        match self.hold() {
            Ok(hold) => {
                set(const { &P::P_W });
                Serving { hold: Some(hold), error: None }
            }
            Err(error) => Serving { hold: None, error: Some(error) },
        }
    }
}

impl<P: Params<u32, WORDS>> Serving<'_, P> {
    /// Why software multiplies, if it does.
    pub fn error(&self) -> Option<Error> {
        let silent = self.hold.is_some() && HELD.load(Ordering::Relaxed).is_null();
        self.error.or(silent.then_some(Error::Silent))
    }
}

impl<P: Params<u32, WORDS>> Drop for Serving<'_, P> {
    fn drop(&mut self) {
        stop();
    }
}

/// Nothing is held from now on.
pub(crate) fn stop() {
    HELD.store(ptr::null_mut(), Ordering::Relaxed);
    compiler_fence(Ordering::SeqCst);
}

/// Takes the block for a product, if it holds this modulus.
#[inline(always)]
fn take(modulus: &'static Number) -> Option<Registers> {
    // SAFETY: what is held is held by a `Serving`, which has borrowed the block and does not touch
    // it; and the pointer was there for one to take.
    (is_held_there(modulus) || is_held_elsewhere(modulus)).then(|| unsafe { taken() })
}

/// Whether this modulus is held, by its address.
#[inline(always)]
fn is_held_there(modulus: &'static Number) -> bool {
    ptr::eq(HELD.load(Ordering::Relaxed), modulus)
}

/// Whether this modulus is held, by its words.
#[cold]
#[inline(never)]
fn is_held_elsewhere(modulus: &'static Number) -> bool {
    let held = HELD.load(Ordering::Relaxed);
    // SAFETY: null, or from a `&'static Number`, or the address that is none.
    held != UNDER_WAY && unsafe { held.as_ref() }.is_some_and(|held| held == modulus)
}

/// Takes the block.
///
/// # Safety
/// A modulus is held.
#[inline(always)]
unsafe fn taken() -> Registers {
    set(UNDER_WAY);
    // SAFETY: as the caller says.
    unsafe { Registers::take() }
}

/// Says what is held. Interrupts see it in this order with the accesses to the block.
#[inline(always)]
fn set(held: *const Number) {
    compiler_fence(Ordering::SeqCst);
    HELD.store(held.cast_mut(), Ordering::Relaxed);
    compiler_fence(Ordering::SeqCst);
}

/// Begins a product.
#[inline(always)]
fn start(mut registers: Registers, a: &Number, b: &Number) -> bool {
    registers.copy(X, a);
    registers.copy(Z, b);
    registers.write(START_MODEXP, 1);
    true
}

/// As [`Multiplier::begin`] where the modulus is not held at its address: a function of its own, so
/// that the usual way keeps no registers for this one.
#[cold]
#[inline(never)]
fn begin_elsewhere(modulus: &'static Number, a: &Number, b: &Number) -> bool {
    // SAFETY: as in `take`.
    is_held_elsewhere(modulus) && start(unsafe { taken() }, a, b)
}

impl Multiplier for Rsa {
    #[inline(always)]
    fn begin(modulus: &'static Number, a: &Number, b: &Number) -> bool {
        if !is_held_there(modulus) {
            return begin_elsewhere(modulus, a, b);
        }
        // SAFETY: as in `take`.
        start(unsafe { taken() }, a, b)
    }

    #[inline(always)]
    fn wait() -> bool {
        if HELD.load(Ordering::Relaxed) != UNDER_WAY {
            return false;
        }
        // SAFETY: `begin` took the block, and nobody else does while a product is under way.
        let registers = unsafe { Registers::take() };
        let done = registers.reach(QUERY_IDLE);
        if !done {
            stop();
        }
        done
    }

    #[inline(always)]
    fn fetch(modulus: &'static Number) -> Number {
        // SAFETY: as above: it was waited for.
        let product = unsafe { Registers::take() }.load(X);
        set(modulus);
        product
    }

    #[inline(always)]
    fn square_times(modulus: &'static Number, value: &mut Number, n: u32) -> bool {
        let Some(mut registers) = take(modulus) else { return false };
        let mut power = *value;
        registers.store(X, &power);
        for _ in 0..n {
            // X has it from the square before.
            registers.store(Z, &power);
            registers.write(START_MODEXP, 1);
            if !registers.reach(QUERY_IDLE) {
                stop();
                return false;
            }
            power = registers.load(X);
        }
        *value = power;
        set(modulus);
        true
    }

    fn power(
        modulus: &'static Number,
        square: &'static Number,
        value: &mut Number,
        exponent: &[u64],
    ) -> bool {
        let Some(exponent) = Exponent::new(exponent) else { return false };
        let Some(mut registers) = take(modulus) else { return false };
        match power(&mut registers, value, square, &exponent) {
            Ok(power) => *value = power,
            Err(_) => {
                stop();
                return false;
            }
        }
        set(modulus);
        true
    }
}

limb::serve_multiplier!(Rsa);
