//! What the lab shows on a terminal: units, tables, progress. No colour anywhere: words carry the
//! meaning, also in a pipe.

pub mod live;
pub mod progress;
pub mod table;
pub mod units;
