//! The linked libraries: what they say about themselves, whether their answers agree, and their
//! bodies.

mod about;
mod agreement;
mod bodies;
