//! Which kernels run below the paths, and the symbols that prove it.

use core::fmt;

use limb::cpu;

/// An engine that this build has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Words on any machine.
    Portable,
    /// x86-64 with BMI2 and ADX.
    Adx,
}

impl Engine {
    /// All of them.
    pub const ALL: &[Self] = &[Self::Portable, Self::Adx];

    /// The name on the command line and in the output.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Adx => "adx",
        }
    }

    /// The engine of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|engine| engine.name() == name)
    }

    /// Whether the machine's CPU runs it. Valgrind hides some of what it emulates from CPUID, so
    /// the kernel is asked.
    pub fn is_available(self) -> bool {
        match self {
            Self::Portable => true,
            Self::Adx => std::fs::read_to_string("/proc/cpuinfo").is_ok_and(|info| {
                let has = |feature| info.split_ascii_whitespace().any(|word| word == feature);
                has("bmi2") && has("adx")
            }),
        }
    }

    /// Makes the library take this engine from here on.
    ///
    /// # Panics
    /// If the engine is not available.
    pub fn enter(self) {
        assert!(self.is_available(), "the CPU does not run {self}");
        match self {
            Self::Portable => {
                cpu::limit_to(cpu::Engine::Portable);
            }
            Self::Adx => {
                // SAFETY: the CPU has the features, by the assertion, and Valgrind executes the
                // instructions.
                unsafe { cpu::Adx::assume() };
            }
        }
    }

    /// Whether a function of this name is one of the engine's kernels.
    pub fn has_kernel(self, function: &str) -> bool {
        match self {
            Self::Portable => WORDS.iter().any(|part| function.contains(part)),
            // Kernels are functions of the modules below; types there have generic code of their
            // own, which proves nothing.
            Self::Adx => function
                .strip_prefix(ADX)
                .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_lowercase())),
        }
    }

    /// Whether a function of this name is a kernel of a faster engine. Code of the engine's types
    /// says nothing: where two engines' is the same, the compiler keeps it once, under the name of
    /// either.
    pub fn is_above(self, function: &str) -> bool {
        self == Self::Portable && Self::Adx.has_kernel(function)
    }
}

/// What runs in place of AVX-512 in a build with `--cfg curvemark_vectors="portable"`: the source
/// of the vectors' algorithms on words, which Valgrind knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vectors {
    /// Eight elements side by side, or the four coordinates of a point.
    Lanes,
    /// Residue numbers.
    Residues,
}

impl Vectors {
    /// Both, in the order of the columns of `docs/constant-time.md`.
    pub const ALL: [Self; 2] = [Self::Lanes, Self::Residues];

    /// Whether this build has them.
    pub const IN_USE: bool = cfg!(curvemark_vectors = "portable");

    /// Whether a function of this name is one of theirs.
    pub fn has_kernel(self, function: &str) -> bool {
        let of: &[&str] = match self {
            Self::Lanes => &["engines::lanes8::", "field::four::Apart"],
            Self::Residues => &["limb::rns::"],
        };
        of.iter().any(|of| function.contains(of))
    }
}

/// Where arithmetic on words has its functions. What is compiled once is often inlined into the
/// function of an element that users call.
const WORDS: &[&str] = &[
    "field::values::Red<F>::",
    "limb::mont::",
    "limb::sums::",
    "limb::inv::",
    "limb::pow::",
    "limb::residues::",
    "limb::wide::",
    "limb::fold::",
    "engines::mont::",
    "engines::fold::",
];

/// Where the ADX engine has them.
const ADX: &str = "limb::adx::";

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
