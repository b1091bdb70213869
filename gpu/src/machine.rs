//! What runs kernels: a card by its driver, or the [interpreter](crate::interpreter).

/// What a kernel is launched with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A word.
    Word(u32),
    /// An address in the machine's memory.
    Address(u64),
}

impl From<u32> for Argument {
    fn from(word: u32) -> Self {
        Self::Word(word)
    }
}

impl From<u64> for Argument {
    fn from(address: u64) -> Self {
        Self::Address(address)
    }
}

/// The threads of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Blocks in two directions.
    pub blocks: [u32; 2],
    /// Threads of each block.
    pub threads: u32,
}

impl Grid {
    /// At least `threads` threads in blocks of [`THREADS`](crate::kernels::THREADS), once for each
    /// of `height` rows.
    pub fn of(threads: u32, height: u32) -> Self {
        let block = crate::kernels::THREADS;
        Self { blocks: [threads.div_ceil(block), height], threads: block }
    }
}

/// Memory, and kernels that are loaded.
///
/// A launch sees what all launches and writes before it have written.
pub trait Machine {
    /// What can go wrong.
    type Error: std::error::Error;

    /// Memory for so many words, which holds nothing yet. It begins at a multiple of 256.
    ///
    /// # Errors
    /// If there is none.
    fn allocate(&mut self, words: usize) -> Result<u64, Self::Error>;

    /// Gives memory back.
    ///
    /// # Errors
    /// If it is none that was allocated.
    fn release(&mut self, address: u64) -> Result<(), Self::Error>;

    /// Writes words to memory.
    ///
    /// # Errors
    /// If they are not all in memory that was allocated.
    fn write(&mut self, address: u64, words: &[u32]) -> Result<(), Self::Error>;

    /// Reads words from memory.
    ///
    /// # Errors
    /// If they are not all in memory that was allocated, or a launch before has failed.
    fn read(&mut self, address: u64, words: usize) -> Result<Vec<u32>, Self::Error>;

    /// Runs a kernel.
    ///
    /// # Errors
    /// If there is no such kernel, its parameters are others, or the machine finds it wrong.
    fn launch(
        &mut self,
        kernel: &str,
        grid: Grid,
        arguments: &[Argument],
    ) -> Result<(), Self::Error>;
}
