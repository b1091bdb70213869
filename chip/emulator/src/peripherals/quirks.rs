//! What the RSA block does beyond its documentation, or what no document settles: each is a flag,
//! so that firmware can be run either way.

/// Behaviour that a driver might lean on, or trip over. [`Quirks::default`] is what was published
/// of the chip, and where nothing was, what is hardest for a driver.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quirks {
    /// An exponentiation in accelerated mode whose search starts at bit 0 of an exponent that is
    /// even stops after its first step and leaves that step's product X·Z·R⁻¹ mod M in the memory
    /// of X. Not documented by the vendor; used by the drivers of bls-bench and nucula. Without it
    /// the operation runs to its end.
    pub early_exit: bool,
    /// After it the memory of Z is not what it was.
    pub early_exit_clobbers_z: bool,
    /// An exponentiation that runs to its end leaves X as it was written. Without it X holds the
    /// base in Montgomery form, so that even an operation in constant time leaves the product
    /// there, late.
    pub full_exponentiation_keeps_x: bool,
    /// A Montgomery product ends with at most one subtraction of M, so that operands with a·b ≥ M·R
    /// may give M or more. Without it every product is below M.
    pub single_subtraction: bool,
    /// Until QUERY_IDLE was read as 1, the memories show what was there before, and writes and
    /// starts are lost.
    pub result_waits_for_poll: bool,
    /// So many reads of QUERY_IDLE give 0 first. The cycle model adds the wait by itself, so that
    /// counts do not depend on it: 0 unless a driver's patience is tested.
    pub polls_until_idle: u32,
    /// After so many operations since the last reset the next one never ends: `u32::MAX` for none,
    /// unless a driver's way out is tested.
    pub operations_until_silence: u32,
    /// So many reads of QUERY_CLEAN give 0 after a reset; until then writes to the memories and
    /// starts are lost.
    pub polls_until_clean: u32,
    /// Turning the clock on resets the block and wipes its memories.
    pub clock_resets: bool,
    /// The block stays in reset while the digital-signature block does (a comment in ESP-IDF's
    /// `mpi_ll.h`).
    pub signature_holds_reset: bool,
    /// Powering the memories down loses what they hold. The manual calls that state retention.
    pub power_down_loses_memory: bool,
}

impl Default for Quirks {
    fn default() -> Self {
        Self {
            early_exit: true,
            early_exit_clobbers_z: true,
            full_exponentiation_keeps_x: true,
            single_subtraction: true,
            result_waits_for_poll: true,
            polls_until_idle: 0,
            operations_until_silence: u32::MAX,
            polls_until_clean: 1,
            clock_resets: true,
            signature_holds_reset: true,
            power_down_loses_memory: true,
        }
    }
}
