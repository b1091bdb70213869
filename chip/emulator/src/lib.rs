//! An ESP32-C3 in software, as far as curvemark's firmware needs one: the RV32IMC processor, its
//! memory, the cache before its flash, and the RSA block that multiplies large integers.
//!
//! It counts exactly and never measures. From the counts, two models with published or fitted
//! constants give an interval of time ([`Modelled`]); what comes of them is never a measurement of
//! a chip.
//!
//! ```no_run
//! use emulator::{Image, Machine, Model, Quirks, Stop};
//!
//! let image = Image::parse(&std::fs::read("firmware.elf")?)?;
//! let mut machine = Machine::esp32c3(&image, Quirks::default())?;
//! assert_eq!(machine.run(1_000_000_000), Stop::Exit(0));
//! for row in machine.rows() {
//!     let counters = &row.ledger.counters;
//!     println!("{}: {} instructions, {} bytes of stack", row.name, counters.instructions(), row.stack);
//!     println!("modelled: {}", Model::esp32c3().time(&row.ledger));
//! }
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! | | |
//! |---|---|
//! | [`Image`] | a linked program |
//! | [`Machine`] | runs it; what a chip would trap on ends the run with a [`Trap`] |
//! | [`marker`] | how a program marks rows, prints and ends |
//! | [`Profile`] | instructions and calls by symbol |
//! | [`lockstep`] | two runs compared instruction by instruction and address by address |
//! | [`peripherals`] | the RSA block, with what is not documented of it as flags |
//! | [`Model`] | from counts to an interval of time |
//!
//! Instructions that the chip does not have trap: the A extension, floating point, `fence.i`, and
//! the standard counters.
//!
//! A program of 64 bits runs too, on a machine without the chip's memories ([`Machine::bare`]):
//! RV64IMC, below 4 GB, counted and not modelled.
#![forbid(unsafe_code)]

mod cache;
mod compressed;
mod counters;
mod decode;
mod image;
mod instruction;
pub mod lockstep;
mod machine;
pub mod marker;
mod memory;
mod model;
mod performance;
pub mod peripherals;
mod profile;

pub use compressed::expand;
pub use counters::{Counters, Event};
pub use decode::decode;
pub use image::{Error as ImageError, Image, Segment, Symbol};
pub use instruction::{Instruction, Op, Xlen};
pub use machine::{Access, Cause, Machine, Row, Step, Stop, Trap};
pub use memory::{ESP32C3, Kind, Window};
pub use model::{Ledger, Model, Modelled, Ratio};
pub use peripherals::Quirks;
pub use profile::{Profile, SymbolCounts};
