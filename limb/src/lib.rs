//! Placeholder of the scaffold.
#![no_std]
