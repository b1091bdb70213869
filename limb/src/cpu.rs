//! What this CPU can do, found once at run time, and tokens that prove it.
//!
//! A token is a zero-sized value that exists only where its feature was found. Kernels that need the feature ask for the token, or for a
//! value that was made with one, so that calling them is safe code.
//!
//! [`limit_to`] lowers the engine for tests and measurements; nothing raises it.

use core::sync::atomic::{AtomicU8, Ordering};

/// The engines, slowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Engine {
    /// Words on any machine.
    Portable,
    /// x86-64 with BMI2 and ADX: multiplications without flags and two chains of carries.
    Adx,
}

impl Engine {
    /// All engines, slowest first.
    pub const ALL: [Self; 2] = [Self::Portable, Self::Adx];

    /// The engine's name, as `CURVEMARK_ENGINE` has it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Adx => "adx",
        }
    }

    /// What the CPU must have for it.
    pub const fn needs(self) -> &'static str {
        match self {
            Self::Portable => "nothing",
            Self::Adx => "x86-64 with bmi2 and adx",
        }
    }

    const fn of(level: u8) -> Self {
        match level {
            0 => Self::Portable,
            _ => Self::Adx,
        }
    }
}

/// Not yet looked for.
const UNKNOWN: u8 = u8::MAX;
static BEST: AtomicU8 = AtomicU8::new(UNKNOWN);

/// The fastest engine that this CPU runs and [`limit_to`] allows: one load, after the first call.
#[inline(always)]
pub fn engine() -> Engine {
    match BEST.load(Ordering::Relaxed) {
        UNKNOWN => look(),
        level => Engine::of(level),
    }
}

#[cold]
fn look() -> Engine {
    let best = detected();
    BEST.store(best as u8, Ordering::Relaxed);
    best
}

/// The fastest engine that this CPU runs, whatever [`limit_to`] was told.
pub fn detected() -> Engine {
    if has_adx() { Engine::Adx } else { Engine::Portable }
}

/// From now on no engine above this one is used by this process. Values made before stay usable.
///
/// The engine in force afterwards is the lower one of this and what the CPU runs.
pub fn limit_to(limit: Engine) -> Engine {
    let engine = detected().min(limit);
    BEST.store(engine as u8, Ordering::Relaxed);
    engine
}

/// Proof that the CPU has BMI2 and ADX.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Adx(());

impl Adx {
    /// The token, if the CPU has the features and [`limit_to`] allows them.
    #[inline(always)]
    pub fn get() -> Option<Self> {
        if engine() >= Engine::Adx { Some(Self(())) } else { None }
    }

    /// The token on the caller's word.
    ///
    /// # Safety
    /// The CPU must have BMI2 and ADX. For programs that run under an emulator which executes the instructions but hides
    /// them from CPUID, as Valgrind does.
    pub unsafe fn assume() -> Self {
        BEST.store(Engine::Adx as u8, Ordering::Relaxed);
        Self(())
    }
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
#[allow(unused_unsafe)] // Newer compilers have CPUID as a safe function.
fn has_adx() -> bool {
    use core::arch::x86_64::{__cpuid, __cpuid_count};
    const BMI2: u32 = 1 << 8;
    const ADX: u32 = 1 << 19;
    // SAFETY: every x86-64 CPU has CPUID, and leaf 7 is asked for only where leaf 0 says that it exists.
    unsafe {
        if __cpuid(0).eax < 7 {
            return false;
        }
        let features = __cpuid_count(7, 0).ebx;
        features & BMI2 != 0 && features & ADX != 0
    }
}

#[cfg(not(all(target_arch = "x86_64", not(miri))))]
fn has_adx() -> bool {
    false
}
