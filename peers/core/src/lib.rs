//! Placeholder of the scaffold.
