//! Parameters, addresses, loads and stores.

use super::{Address, Body, Flag, Operand, Word};

/// What names of parameters begin with.
pub(super) const PARAMETER: &str = "arg_";

/// From where words are loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Space {
    /// Global memory.
    Global,
    /// Global memory that no thread writes while the kernel runs, by the cache for such.
    ReadOnly,
}

impl Space {
    fn name(self) -> &'static str {
        match self {
            Self::Global => "ld.global",
            Self::ReadOnly => "ld.global.nc",
        }
    }
}

impl Body {
    /// The name of the next parameter in the text.
    ///
    /// No kernel has a name that begins so: ptxas 12.9 crashes on a text with a kernel that has a
    /// parameter of its own name, if another kernel comes after it.
    fn parameter(&mut self, kind: &str, name: &str) -> String {
        let name = format!("{PARAMETER}{name}");
        self.parameters.push(format!(".param .{kind} {name}"));
        name
    }

    /// The next parameter: an address in global memory.
    pub fn address_parameter(&mut self, name: &str) -> Address {
        let name = self.parameter("u64", name);
        let (generic, to) = (self.new_address(), self.new_address());
        self.line(format_args!("ld.param.u64 {generic}, [{name}]"));
        self.line(format_args!("cvta.to.global.u64 {to}, {generic}"));
        to
    }

    /// The next parameter: a word.
    pub fn word_parameter(&mut self, name: &str) -> Word {
        let name = self.parameter("u32", name);
        let to = self.new_word();
        self.line(format_args!("ld.param.u32 {to}, [{name}]"));
        to
    }

    /// A constant of the [module](super::Module::constant).
    pub fn load_constant(&mut self, name: &str) -> Word {
        let to = self.new_word();
        self.line(format_args!("ld.const.u32 {to}, [{name}]"));
        to
    }

    /// base + index·size.
    pub fn at(&mut self, base: Address, index: impl Into<Operand>, size: u32) -> Address {
        let (index, offset, to) = (index.into(), self.new_address(), self.new_address());
        self.line(format_args!("mul.wide.u32 {offset}, {index}, {size:#x}"));
        self.line(format_args!("add.u64 {to}, {base}, {offset}"));
        to
    }

    /// base + bytes.
    pub fn beyond(&mut self, base: Address, bytes: u32) -> Address {
        let to = self.new_address();
        self.line(format_args!("add.u64 {to}, {base}, {bytes:#x}"));
        to
    }

    /// The word at an address.
    pub fn load(&mut self, space: Space, address: Address) -> Word {
        let to = self.new_word();
        self.line(format_args!("{}.u32 {to}, [{address}]", space.name()));
        to
    }

    /// `count` words from `offset` bytes after an address on, sixteen bytes at a time.
    ///
    /// # Panics
    /// If `count` is no multiple of four.
    pub fn load_words(
        &mut self,
        space: Space,
        address: Address,
        offset: usize,
        count: usize,
    ) -> Vec<Operand> {
        assert!(count.is_multiple_of(4), "sixteen bytes at a time");
        let mut out = Vec::with_capacity(count);
        for at in (0..count).step_by(4) {
            let to = [(); 4].map(|()| self.new_word());
            let [a, b, c, d] = to;
            let offset = offset + 4 * at;
            self.line(format_args!(
                "{}.v4.u32 {{{a}, {b}, {c}, {d}}}, [{address}+{offset}]",
                space.name()
            ));
            out.extend(to.map(Operand::from));
        }
        out
    }

    /// Stores a word.
    pub fn store(&mut self, address: Address, x: impl Into<Operand>) {
        let x = x.into();
        self.line(format_args!("st.global.u32 [{address}], {x}"));
    }

    /// Stores a word where the flag is set.
    pub fn store_if(&mut self, flag: Flag, address: Address, x: impl Into<Operand>) {
        let x = x.into();
        self.line(format_args!("@{flag} st.global.u32 [{address}], {x}"));
    }

    /// Stores words from `offset` bytes after an address on, sixteen bytes at a time.
    ///
    /// # Panics
    /// If their number is no multiple of four.
    pub fn store_words(&mut self, address: Address, offset: usize, words: &[Operand]) {
        let (quads, rest) = words.as_chunks::<4>();
        assert!(rest.is_empty(), "sixteen bytes at a time");
        for (at, &[a, b, c, d]) in quads.iter().enumerate() {
            // A vector has only registers.
            let [a, b, c, d] = [a, b, c, d].map(|x| match x {
                Operand::Word(word) => word,
                immediate => self.mov(immediate),
            });
            let offset = offset + 16 * at;
            self.line(format_args!(
                "st.global.v4.u32 [{address}+{offset}], {{{a}, {b}, {c}, {d}}}"
            ));
        }
    }

    /// Adds to a word of memory, as one step for all threads, and gives what stood there before;
    /// where the flag is set nothing happens, and the result is zero.
    pub fn atomic_add_unless(
        &mut self,
        flag: Flag,
        address: Address,
        x: impl Into<Operand>,
    ) -> Word {
        let x = x.into();
        let to = self.mov(0);
        self.line(format_args!("@!{flag} atom.global.add.u32 {to}, [{address}], {x}"));
        to
    }
}
