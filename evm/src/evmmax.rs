//! EVMMAX: opcodes of modular arithmetic for the Ethereum machine, with programs that use them.
//!
//! No client carries them, and their drafts disagree; here are four dialects as data over one
//! implementation, so that a draft, a price or a formula can be changed and its gas seen.
//! `docs/evmmax.md` leads through it, and tells which way each gap of the drafts was closed.
//!
//! | part | is |
//! |---|---|
//! | [`Dialect`], [`Operation`], [`Vector`] | bytes of code to operations; limits |
//! | [`PriceTable`] | prices by length of the modulus |
//! | [`Arithmetic`], [`Backend`] | who computes |
//! | [`Frame`], [`Rules`], [`Machine`] | field contexts of one frame, and the instructions on them |
//! | [`Step`] | what runs of arithmetic become, executed as one; the second time with fewer reductions |
//! | [`JumpMap`] | destinations of jumps, immediates counted as data |
//! | [`machine`] | a small machine that runs programs, and their calls of one another, without `revm` |
//! | `revm` (feature of that name) | the instructions inside `revm` 43 |
//! | [`assembler`] | labels, immediates that no analysis mistakes, limits |
//! | [`formula`] | a formula of `curve`, recorded, as instructions on registers |
//! | [`programs`] | generators of whole programs |
//! | [`random`] | random programs, valid and garbage, to compare machines by |
//!
//! The instructions ask a [`Machine`] for gas, stack and memory, and are written once over that
//! trait. There are two machines. `revm` is the one that counts: its interpreter is what clients
//! run. The small one of this crate is there because a hundred crates of `revm` are no price for a
//! test of gas: it runs what generators emit and what vectors ask, on every target of this crate,
//! and is the second opinion on `revm`'s handlers.
//!
//! ```
//! use curvemark_evm::evmmax::machine::{End, run};
//! use curvemark_evm::evmmax::{Dialect, Rules};
//!
//! // A modulus of 11, two registers; 9 + 7 mod 11 into the first.
//! let code = [
//!     0x60, 11, 0x60, 0, 0x53, // MSTORE8(0, 11)
//!     0x60, 2, 0x60, 1, 0x5f, 0x5f, 0xc0, // SETMODX(id 0, offset 0, size 1, 2 registers)
//!     0x60, 9, 0x60, 15, 0x53, 0x60, 7, 0x60, 23, 0x53, // 9 and 7 in 8 bytes each at 8
//!     0x60, 2, 0x60, 8, 0x5f, 0xc2, // STOREX(register 0, offset 8, count 2)
//!     0xc3, 0, 1, 0, 1, 1, 1, 1, // ADDMODX
//!     0x60, 1, 0x5f, 0x5f, 0xc1, // LOADX(offset 0, register 0, count 1)
//!     0x60, 8, 0x5f, 0xf3, // RETURN(0, 8)
//! ];
//! let outcome = run(&Rules::of(Dialect::Eip6690), &code, &[], 1_000);
//! assert_eq!(outcome.end, End::Returned(vec![0, 0, 0, 0, 0, 0, 0, 5]));
//! ```

mod arithmetic;
pub mod assembler;
mod code;
mod context;
mod dialect;
pub mod formula;
mod fusion;
mod halt;
mod jumps;
pub mod machine;
mod price;
pub mod programs;
pub mod random;
#[cfg(feature = "revm")]
pub mod revm;
mod word;

pub use arithmetic::{Arithmetic, Backend};
pub use context::{Frame, Machine, Rules};
pub use dialect::{Dialect, Operation, Vector};
pub use fusion::{Place, Step};
pub use halt::Halt;
pub use jumps::JumpMap;
pub use price::{PriceTable, Row};
