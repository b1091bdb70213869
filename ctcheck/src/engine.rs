//! Which kernels run below the paths, and the symbols that prove it.

use core::fmt;

/// An engine that this build has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Words on any machine.
    Portable,
}

impl Engine {
    /// All of them.
    pub const ALL: &[Self] = &[Self::Portable];

    /// The name on the command line and in the output.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
        }
    }

    /// The engine of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|engine| engine.name() == name)
    }

    /// Makes the library take this engine from here on, whatever the CPU says that it can do: Valgrind hides what it runs well.
    pub fn enter(self) {
        match self {
            Self::Portable => {}
        }
    }

    /// Parts of symbols of which at least one must have been executed in every path, and one in the kernels' own module.
    pub const fn executed(self) -> &'static [&'static str] {
        match self {
            Self::Portable => &[
                "limb::mont::",
                "limb::sums::",
                "limb::inv::",
                "limb::wide::",
                "limb::fold::",
                "engines::mont::",
                "engines::fold::",
            ],
        }
    }

    /// Parts of symbols of which none may have been executed.
    pub const fn not_executed(self) -> &'static [&'static str] {
        match self {
            Self::Portable => &["limb::adx"],
        }
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
