//! The linked libraries: what they say about themselves, their answers beside each other, and their bodies.

mod about;
mod agreement;
mod bodies;
