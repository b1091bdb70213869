//! Engines by their names, and domain separation tags.

mod engine;
mod tags;
