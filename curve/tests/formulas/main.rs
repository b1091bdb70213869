//! What formulas compute, and how large their values get, for all inputs and without a value.
//!
//! * [`towers`], [`weierstrass`], [`edwards`], [`lines`]: formulas are their definitions. They run
//!   on polynomials, and what comes out is compared with what the definition says, coefficient by
//!   coefficient, modulo the equations that the inputs satisfy. The integers are exact, nothing is
//!   drawn, and so the identities hold over every field. Each formula runs in all shapes that
//!   engines ask for. And each of its operations errs in turn: the comparison has to fail.
//! * [`limits`]: no sum of products leaves the range that the engine's reduction takes. Formulas
//!   run on ranges of words and lanes ([`ranges`]) and on bounds of residue numbers ([`residues`]).
//!
//! `docs/proofs.md` says what follows from this, and what does not.

extern crate curvemark_curve as curve;

mod edwards;
mod engine;
mod limits;
mod lines;
mod polynomial;
mod ranges;
mod residues;
mod towers;
mod weierstrass;
