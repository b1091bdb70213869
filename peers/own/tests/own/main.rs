//! Operation counts, engines by their names, and domain separation tags.

mod count;
mod engine;
mod tags;
