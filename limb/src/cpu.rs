//! What this CPU can do, found once at run time, and tokens that prove it.
//!
//! A token is a zero-sized value that exists only where its feature was found. Kernels that need
//! the feature ask for the token, or for a value that was made with one, so that calling them is
//! safe code.
//!
//! [`limit_to`] lowers the engine of a process: for tests and measurements, and for processes that
//! keep their secrets on engines whose machine code is examined ([`Engine::EXAMINED`]).

use core::sync::atomic::{AtomicU8, Ordering};

/// The engines, slowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Engine {
    /// Words on any machine.
    Portable,
    /// x86-64 with BMI2 and ADX: multiplications without flags and two chains of carries; and
    /// lookups in vectors of AVX2, if the CPU has that too. On ARM64 this is the engine of that
    /// machine's own kernels, which every such CPU runs.
    Adx,
    /// The same with AVX2 and FMA, on a CPU where they pay: eight lanes of doubles where there are
    /// enough items.
    Doubles,
    /// The same with AVX-512 F, BW and VL, on a CPU with two units for multiply-adds of 512 bits:
    /// the eight lanes of doubles are one vector in place of two.
    Doubles512,
    /// x86-64 with BMI2, ADX and AVX-512 F, BW, VL, IFMA and VBMI2: eight lanes of 52-bit limbs
    /// where there are enough items, and four residues modulo 2^255 − 19 in one vector.
    Lanes,
    /// The same, and residue-number systems for single items.
    Rns,
}

impl Engine {
    /// All engines, slowest first.
    pub const ALL: [Self; 6] =
        [Self::Portable, Self::Adx, Self::Doubles, Self::Doubles512, Self::Lanes, Self::Rns];

    /// The fastest engine that `ctcheck` examines: it runs each path of a secret on this engine and
    /// those below under Valgrind, which does not know AVX-512. On the engines above, the same
    /// source is compiled to other code. A process that wants no secret there says
    /// `limit_to(Engine::EXAMINED)` before it begins; all that it computes is then slower where
    /// those engines would have served. On ARM64 nothing ran under Valgrind: its kernels are
    /// examined by disassembly, and the rest by reading.
    pub const EXAMINED: Self = Self::Adx;

    /// The engine's name, as `CURVEMARK_ENGINE` has it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Adx if cfg!(target_arch = "aarch64") => "arm64",
            Self::Adx => "adx",
            Self::Doubles => "doubles",
            Self::Doubles512 => "doubles512",
            Self::Lanes => "lanes",
            Self::Rns => "rns",
        }
    }

    /// Whether many items go to lanes of doubles on it, in one form or the other.
    pub const fn has_doubles(self) -> bool {
        matches!(self, Self::Doubles | Self::Doubles512)
    }

    /// What the CPU must have for it.
    pub const fn needs(self) -> &'static str {
        match self {
            Self::Portable => "nothing",
            Self::Adx if cfg!(target_arch = "aarch64") => "nothing but a 64-bit ARM",
            Self::Adx => "x86-64 with bmi2 and adx",
            Self::Doubles => "x86-64 with bmi2, adx, avx2 and fma, of AMD's Zen 2 or later",
            Self::Doubles512 => {
                "x86-64 with bmi2, adx, avx512f, avx512bw and avx512vl, of Intel's Skylake to \
                 Cooper Lake with two units for multiply-adds of 512 bits"
            }
            Self::Lanes | Self::Rns => {
                "x86-64 with bmi2, adx, avx512f, avx512bw, avx512vl, avx512ifma and avx512_vbmi2"
            }
        }
    }

    /// Every feature that CPUID is asked for before the engine runs, by the compiler's names.
    pub fn features(self) -> impl Iterator<Item = &'static str> {
        let (adx, vectors): (&[Feature], &[Feature]) = match self {
            Self::Portable => (&[], &[]),
            Self::Adx if cfg!(target_arch = "aarch64") => (&[], &[]),
            Self::Adx => (ADX, &[]),
            Self::Doubles => (ADX, AVX2),
            Self::Doubles512 => (ADX, AVX512),
            Self::Lanes | Self::Rns => (ADX, IFMA),
        };
        adx.iter().chain(vectors).map(|(name, ..)| *name)
    }

    const fn of(level: u8) -> Self {
        match level {
            0 => Self::Portable,
            1 => Self::Adx,
            2 => Self::Doubles,
            3 => Self::Doubles512,
            4 => Self::Lanes,
            _ => Self::Rns,
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
    // Of a thread that looks and one that limits at that moment, the limit stays.
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    if let Err(limited) =
        BEST.compare_exchange(UNKNOWN, best as u8, Ordering::Relaxed, Ordering::Relaxed)
    {
        return Engine::of(limited);
    }
    // Elsewhere there is one engine, and no processor needs instructions on atomics for it.
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    BEST.store(best as u8, Ordering::Relaxed);
    best
}

/// What the CPU said once: under a hypervisor it takes tens of microseconds to ask.
static FOUND: AtomicU8 = AtomicU8::new(UNKNOWN);

/// The fastest engine that this CPU runs, whatever [`limit_to`] was told: one load, after the first
/// call.
#[inline(always)]
pub fn detected() -> Engine {
    match FOUND.load(Ordering::Relaxed) {
        UNKNOWN => ask(),
        known => Engine::of(known),
    }
}

#[cold]
fn ask() -> Engine {
    let found = match () {
        () if !has_adx() => Engine::Portable,
        () if has_ifma() => Engine::Rns,
        () if has_avx512() && wide_doubles_pay() => Engine::Doubles512,
        () if has_avx2() && doubles_pay() => Engine::Doubles,
        () => Engine::Adx,
    };
    FOUND.store(found as u8, Ordering::Relaxed);
    found
}

/// From now on no engine above this one is used by this process, by any thread, for secrets or not.
/// Values made before stay usable, on the engine that they were made for; what another thread is at
/// goes on.
///
/// The engine in force afterwards, which is returned, is the lower one of this and what the CPU
/// runs. A later call may choose a higher one again: where a limit guards secrets, the program
/// makes sure that nothing in it calls this a second time.
pub fn limit_to(limit: Engine) -> Engine {
    let engine = detected().min(limit);
    BEST.store(engine as u8, Ordering::Relaxed);
    engine
}

/// Proof that the CPU has BMI2 and ADX, or is a 64-bit ARM.
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
    /// The CPU must have BMI2 and ADX. For programs that run under an emulator which executes the
    /// instructions but hides them from CPUID, as Valgrind does.
    pub unsafe fn assume() -> Self {
        BEST.store(Engine::Adx as u8, Ordering::Relaxed);
        Self(())
    }
}

/// Proof that the CPU has AVX2, and that the operating system keeps its registers.
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Avx2(());

#[cfg(all(target_arch = "x86_64", not(miri)))]
impl Avx2 {
    /// The token, if the CPU has the feature and [`limit_to`] allows [`Engine::Adx`]: two loads,
    /// after the first call.
    #[inline(always)]
    pub fn get() -> Option<Self> {
        if engine() >= Engine::Adx && Self::found() { Some(Self(())) } else { None }
    }

    #[inline(always)]
    fn found() -> bool {
        match FOUND_AVX2.load(Ordering::Relaxed) {
            UNKNOWN => Self::ask(),
            found => found == 1,
        }
    }

    #[cold]
    fn ask() -> bool {
        let found = has_avx2();
        FOUND_AVX2.store(u8::from(found), Ordering::Relaxed);
        found
    }
}

/// As [`FOUND`], of AVX2: 1 or 0.
#[cfg(all(target_arch = "x86_64", not(miri)))]
static FOUND_AVX2: AtomicU8 = AtomicU8::new(UNKNOWN);

/// Proof that the CPU has AVX2 and FMA, and that the operating system keeps their registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Doubles(());

impl Doubles {
    /// The token, if the CPU has the features, they pay there in one form or the other, and
    /// [`limit_to`] allows them but nothing better; and if this thread has no interrupts for
    /// floating point.
    ///
    /// How the thread rounds, and whether small numbers are zero to it, changes no result
    /// (`limb::doubles`). But nearly each operation is "inexact", and whoever wants an interrupt
    /// for that gets words. A table that was made on lanes stays there: in a thread with that
    /// interrupt it must not be used.
    #[inline(always)]
    pub fn get() -> Option<Self> {
        if engine().has_doubles() && !interrupts() { Some(Self(())) } else { None }
    }

    /// The token, if the CPU has the features, whatever [`limit_to`] was told: for what goes on
    /// with values that were made before.
    #[inline(always)]
    pub fn found() -> Option<Self> {
        if detected() >= Engine::Doubles { Some(Self(())) } else { None }
    }

    /// The proof of vectors of eight lanes, where [`Engine::Doubles512`] is in force. That is one
    /// load. Values have one form in memory, so that a change of the limit between two kernels
    /// changes no result.
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    #[inline(always)]
    pub(crate) fn of_eight(self) -> Option<Doubles512> {
        #[cfg(test)]
        if let Some(eight) = FORM.get() {
            return if eight && has_avx512() { Some(Doubles512(())) } else { None };
        }
        if engine() == Engine::Doubles512 { Some(Doubles512(())) } else { None }
    }

    /// The token, if the CPU has the features, whether they pay or not: for the tests of the
    /// kernels.
    #[cfg(all(test, target_arch = "x86_64", not(miri)))]
    pub(crate) fn of_this_cpu() -> Option<Self> {
        if has_avx2() { Some(Self(())) } else { None }
    }

    /// From now on this thread runs the kernels on vectors of eight lanes, or of four, whatever the
    /// engine; `false` if the CPU lacks them. For the tests of the kernels.
    #[cfg(all(test, target_arch = "x86_64", not(miri)))]
    pub(crate) fn force(eight: bool) -> bool {
        FORM.set(Some(eight));
        !eight || has_avx512()
    }
}

#[cfg(all(test, target_arch = "x86_64", not(miri)))]
std::thread_local! {
    /// What [`Doubles::force`] was told.
    static FORM: core::cell::Cell<Option<bool>> = const { core::cell::Cell::new(None) };
}

/// Proof that the CPU has AVX-512 F too, and that the operating system keeps its registers.
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Doubles512(());

/// Whether this thread is interrupted where an operation of floating point is inexact or worse.
#[cfg(all(target_arch = "x86_64", not(miri)))]
pub(crate) fn interrupts() -> bool {
    const MASKS: u32 = 0b1_1111_1000_0000;
    let mut control = 0u32;
    // SAFETY: every x86-64 CPU has the register; the instruction writes the one word.
    unsafe {
        core::arch::asm!(
            "stmxcsr [{}]",
            in(reg) &raw mut control,
            options(nostack, preserves_flags)
        );
    }
    control & MASKS != MASKS
}

#[cfg(not(all(target_arch = "x86_64", not(miri))))]
fn interrupts() -> bool {
    false
}

/// Proof that the CPU has AVX-512 F, BW, VL, IFMA and VBMI2, and that the operating system keeps
/// their registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ifma(());

impl Ifma {
    /// The token, if the CPU has the features and [`limit_to`] allows them.
    #[inline(always)]
    pub fn get() -> Option<Self> {
        if engine() >= Engine::Lanes { Some(Self(())) } else { None }
    }

    /// The same for residue-number systems, if [`limit_to`] allows those.
    #[inline(always)]
    pub fn for_remainders() -> Option<Self> {
        if engine() >= Engine::Rns { Some(Self(())) } else { None }
    }

    /// The token, if the CPU has the features, whatever [`limit_to`] was told: for what goes on
    /// with values that were made before.
    #[inline(always)]
    pub fn found() -> Option<Self> {
        if detected() >= Engine::Lanes { Some(Self(())) } else { None }
    }
}

/// Vectors that this process loaded so far.
#[cfg(debug_assertions)]
static VECTORS: core::sync::atomic::AtomicUsize = core::sync::atomic::AtomicUsize::new(0);

/// How many vectors of eight lanes this process made of words so far, in builds with debug
/// assertions; others do not count. For tests that ask whether a function went to the vectors.
pub fn vectors_loaded() -> Option<usize> {
    #[cfg(debug_assertions)]
    return Some(VECTORS.load(Ordering::Relaxed));
    #[cfg(not(debug_assertions))]
    return None;
}

/// Counts a vector.
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[inline(always)]
pub(crate) fn count_vector() {
    #[cfg(debug_assertions)]
    VECTORS.fetch_add(1, Ordering::Relaxed);
}

/// Asks the CPU to bring a value into its nearest cache, which takes no time of its own: for places
/// that are known a while before they are read. Says nothing but the address, which must be public,
/// and does nothing where there is no such instruction.
#[inline(always)]
pub fn prefetch<T>(value: &T) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        const LINE: usize = 64;
        let first = core::ptr::from_ref(value).cast::<i8>();
        // Each line that begins or ends in the value.
        let mut offset = 0;
        while offset < size_of::<T>() + LINE - 1 {
            let byte = first.wrapping_add(offset.min(size_of::<T>().saturating_sub(1)));
            // SAFETY: a prefetch reads nothing that the program sees, and faults at no address; all
            // x86-64 CPUs have it.
            unsafe {
                _mm_prefetch::<_MM_HINT_T0>(byte);
            }
            offset += LINE;
        }
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    {
        let _ = value;
    }
}

/// A word of CPUID.
#[derive(Clone, Copy)]
enum Word {
    /// Leaf 1, ECX.
    Basic,
    /// Leaf 7, EBX.
    Extended,
    /// Leaf 7, ECX.
    More,
}

/// A feature by the compiler's name, and its bit.
type Feature = (&'static str, Word, u32);

const ADX: &[Feature] = &[("bmi2", Word::Extended, 8), ("adx", Word::Extended, 19)];

/// AVX2 and FMA with what the compiler takes to come with them.
const AVX2: &[Feature] = &[
    ("sse3", Word::Basic, 0),
    ("ssse3", Word::Basic, 9),
    ("fma", Word::Basic, 12),
    ("sse4.1", Word::Basic, 19),
    ("sse4.2", Word::Basic, 20),
    ("avx", Word::Basic, 28),
    ("avx2", Word::Extended, 5),
];

/// AVX-512 F with all that the compiler takes to come with it; and BW and VL, which all CPUs with
/// it have but the Xeon Phi, for which nothing here was measured. [`IFMA`] has all of these, so
/// that an engine's features are also those of the engines above it.
const AVX512: &[Feature] = &[
    ("sse3", Word::Basic, 0),
    ("ssse3", Word::Basic, 9),
    ("fma", Word::Basic, 12),
    ("sse4.1", Word::Basic, 19),
    ("sse4.2", Word::Basic, 20),
    ("avx", Word::Basic, 28),
    ("f16c", Word::Basic, 29),
    ("avx2", Word::Extended, 5),
    ("avx512f", Word::Extended, 16),
    ("avx512bw", Word::Extended, 30),
    ("avx512vl", Word::Extended, 31),
];

/// AVX-512 F, IFMA and VBMI2 with all that the compiler takes to come with them and may use where a
/// function enables these. (Of all CPUs with the second, one model of 2018 lacks the third; a
/// hypervisor may hide any of them.)
const IFMA: &[Feature] = &[
    ("sse3", Word::Basic, 0),
    ("ssse3", Word::Basic, 9),
    ("fma", Word::Basic, 12),
    ("sse4.1", Word::Basic, 19),
    ("sse4.2", Word::Basic, 20),
    ("avx", Word::Basic, 28),
    ("f16c", Word::Basic, 29),
    ("avx2", Word::Extended, 5),
    ("avx512f", Word::Extended, 16),
    ("avx512ifma", Word::Extended, 21),
    ("avx512bw", Word::Extended, 30),
    ("avx512vl", Word::Extended, 31),
    ("avx512vbmi2", Word::More, 6),
];

/// The words of CPUID that are looked at.
#[cfg(all(target_arch = "x86_64", not(miri)))]
struct Words {
    basic: u32,
    extended: u32,
    more: u32,
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
impl Words {
    #[allow(unused_unsafe)] // Newer compilers have CPUID as a safe function.
    fn of_this_cpu() -> Self {
        use core::arch::x86_64::{__cpuid, __cpuid_count};
        // SAFETY: every x86-64 CPU has CPUID, and leaf 7 is asked for only where leaf 0 says that
        // it exists.
        unsafe {
            let (extended, more) = match __cpuid(0).eax {
                0..7 => (0, 0),
                _ => (__cpuid_count(7, 0).ebx, __cpuid_count(7, 0).ecx),
            };
            Self { basic: __cpuid(1).ecx, extended, more }
        }
    }

    const fn has(&self, word: Word, bit: u32) -> bool {
        let word = match word {
            Word::Basic => self.basic,
            Word::Extended => self.extended,
            Word::More => self.more,
        };
        (word >> bit) & 1 == 1
    }

    fn have(&self, features: &[Feature]) -> bool {
        features.iter().all(|&(_, word, bit)| self.has(word, bit))
    }
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
fn has_adx() -> bool {
    Words::of_this_cpu().have(ADX)
}

/// The features, and registers that the operating system keeps.
#[cfg(all(target_arch = "x86_64", not(miri)))]
fn has_avx2() -> bool {
    /// State of SSE and of AVX.
    const STATE: u32 = 0b110;
    keeps(&Words::of_this_cpu(), AVX2, STATE)
}

/// Who made the CPU, and its family and model: leaves 0 and 1 of CPUID.
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[allow(unused_unsafe)] // Newer compilers have CPUID as a safe function.
fn signature() -> ([[u8; 4]; 3], u32, u32) {
    use core::arch::x86_64::__cpuid;
    // SAFETY: every x86-64 CPU has CPUID with these leaves.
    let (vendor, signature) = unsafe { (__cpuid(0), __cpuid(1).eax) };
    let family = match (signature >> 8) & 15 {
        15 => 15 + ((signature >> 20) & 255),
        family => family,
    };
    let model = ((signature >> 4) & 15) | ((signature >> 12) & 0xf0);
    let maker = [vendor.ebx.to_le_bytes(), vendor.edx.to_le_bytes(), vendor.ecx.to_le_bytes()];
    (maker, family, model)
}

/// Whether lanes of doubles are faster than words here, which the CPU's family says.
///
/// On a Zen 3 a product of 381 bits took 0.6 of the time on [`Adx`]; Zen 2 has the same units, and
/// what came after them is not smaller. Before, units were of half the width. On Intel's Skylake a
/// product took 0.88 of the time, which carries no algorithm.
#[cfg(all(target_arch = "x86_64", not(miri)))]
fn doubles_pay() -> bool {
    let (maker, family, model) = signature();
    maker.as_flattened() == b"AuthenticAMD" && (family >= 0x19 || (family == 0x17 && model >= 0x30))
}

/// Whether lanes of doubles are to be vectors of 512 bits here: on Intel's Skylake for servers,
/// Cascade Lake and Cooper Lake, which are one model, but for those that [`has_one_unit`] knows.
/// What came after has IFMA.
#[cfg(all(target_arch = "x86_64", not(miri)))]
fn wide_doubles_pay() -> bool {
    let (maker, family, model) = signature();
    maker.as_flattened() == b"GenuineIntel"
        && (family, model) == (6, 0x55)
        && !has_one_unit(brand().as_flattened())
}

/// The CPU's name; zeros if it has none.
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[allow(unused_unsafe)] // Newer compilers have CPUID as a safe function.
fn brand() -> [[u8; 4]; 12] {
    use core::arch::x86_64::__cpuid;
    const FIRST: u32 = 0x8000_0002;
    let mut out = [[0; 4]; 12];
    // SAFETY: every x86-64 CPU has CPUID with the first of these leaves, which says whether there
    // are the others.
    unsafe {
        if __cpuid(0x8000_0000).eax >= FIRST + 2 {
            for i in 0..3 {
                let part = __cpuid(FIRST + i as u32);
                let words = [part.eax, part.ebx, part.ecx, part.edx];
                for (out, word) in out[4 * i..].iter_mut().zip(words) {
                    *out = word.to_le_bytes();
                }
            }
        }
    }
    out
}

/// Whether a CPU with this name has one unit for multiply-adds of 512 bits, of Intel's with
/// AVX-512 F and no IFMA.
///
/// CPUID has no bit for it. Intel's manual advises to time instructions, and GROMACS does; but a
/// process whose engine depends on a clock is not the same twice. So this reads names, as BLIS
/// does, by Intel's lists: of Xeons one unit is in all Bronze and Silver, and in the Gold of 5000
/// but 5122 and 5222. Of Xeon D sources disagree, and Gold of Cooper Lake is not in the lists: both
/// are taken to have one. A hypervisor may hide the name. Then nothing says how many units there
/// are, and two are taken to be there: with one, a product is bound by 50 cycles for each lane in
/// place of 44 (403 and 705 instructions for eight, of a prototype), where words take 108.
#[cfg(any(test, all(target_arch = "x86_64", not(miri))))]
fn has_one_unit(name: &[u8]) -> bool {
    let has = |what: &[u8]| name.windows(what.len()).any(|part| part == what);
    let is_gold_of_two_units = has(b"Gold 5122") || has(b"Gold 5222");
    has(b"Bronze")
        || has(b"Silver")
        || has(b"Xeon(R) D-")
        || (has(b"Gold 5") && !is_gold_of_two_units)
}

/// State of SSE, of AVX, of the masks, and of the upper halves and the upper sixteen of the
/// vectors.
#[cfg(all(target_arch = "x86_64", not(miri)))]
const STATE_OF_512: u32 = 0b1110_0110;

/// The features, and registers that the operating system keeps.
#[cfg(all(target_arch = "x86_64", not(miri)))]
fn has_avx512() -> bool {
    keeps(&Words::of_this_cpu(), AVX512, STATE_OF_512)
}

/// The features, and registers that the operating system keeps.
#[cfg(all(target_arch = "x86_64", not(miri)))]
fn has_ifma() -> bool {
    keeps(&Words::of_this_cpu(), IFMA, STATE_OF_512)
}

/// Whether the CPU has the features and the operating system keeps this state of registers.
#[cfg(all(target_arch = "x86_64", not(miri)))]
fn keeps(words: &Words, features: &[Feature], needed: u32) -> bool {
    const OSXSAVE: u32 = 27;
    if !words.have(features) || !words.has(Word::Basic, OSXSAVE) {
        return false;
    }
    let state: u32;
    // SAFETY: where OSXSAVE is set the instruction exists, and register 0 too; it writes EAX and
    // EDX alone.
    unsafe {
        core::arch::asm!("xgetbv", in("ecx") 0, out("eax") state, out("edx") _, options(nomem, nostack, preserves_flags));
    }
    state & needed == needed
}

#[cfg(not(all(target_arch = "x86_64", not(miri))))]
fn has_adx() -> bool {
    // The kernels take pointers of 64 bits.
    cfg!(all(target_arch = "aarch64", target_pointer_width = "64", not(miri)))
}

#[cfg(not(all(target_arch = "x86_64", not(miri))))]
fn has_ifma() -> bool {
    false
}

#[cfg(not(all(target_arch = "x86_64", not(miri))))]
fn has_avx2() -> bool {
    false
}

#[cfg(not(all(target_arch = "x86_64", not(miri))))]
fn doubles_pay() -> bool {
    false
}

#[cfg(not(all(target_arch = "x86_64", not(miri))))]
fn has_avx512() -> bool {
    false
}

#[cfg(not(all(target_arch = "x86_64", not(miri))))]
fn wide_doubles_pay() -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_how_many_units_there_are() {
        for name in [
            "Intel(R) Xeon(R) Gold 5118 CPU @ 2.30GHz",
            "Intel(R) Xeon(R) Gold 5220 CPU @ 2.20GHz",
            "Intel(R) Xeon(R) Silver 4114 CPU @ 2.20GHz",
            "Intel(R) Xeon(R) Bronze 3204 CPU @ 1.90GHz",
            "Intel(R) Xeon(R) D-2146NT CPU @ 2.30GHz",
        ] {
            assert!(has_one_unit(name.as_bytes()), "{name}");
        }
        for name in [
            "Intel(R) Xeon(R) Platinum 8124M CPU @ 3.00GHz",
            "Intel(R) Xeon(R) Gold 6154 CPU @ 3.00GHz",
            "Intel(R) Xeon(R) Gold 5122 CPU @ 3.60GHz",
            "Intel(R) Xeon(R) Gold 5222 CPU @ 3.80GHz",
            "Intel(R) Xeon(R) W-2195 CPU @ 2.30GHz",
            "Intel(R) Core(TM) i9-7900X CPU @ 3.30GHz",
            "Intel(R) Xeon(R) CPU @ 2.00GHz",
            "",
        ] {
            assert!(!has_one_unit(name.as_bytes()), "{name}");
        }
    }

    /// What a thread does that was asking the CPU while another one set a limit.
    #[test]
    fn a_look_raises_no_limit() {
        for limit in Engine::ALL {
            let limited = limit_to(limit);
            assert_eq!((look(), engine()), (limited, limited));
        }
    }
}
