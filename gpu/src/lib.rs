//! Kernels for NVIDIA GPUs as PTX text, made from the recorded formulas of `curvemark-curve`, and
//! an interpreter of that text.
//!
//! | module | what it has |
//! |---|---|
//! | [`ptx`] | a builder of the text: registers, chains of carries and labels as types |
//! | [`arithmetic`] | Montgomery arithmetic with a bound for every value |
//! | [`lower`] | recorded formulas as code of a kernel |
//! | [`curve`] | the groups, with their complete additions |
//! | [`kernels`] | what threads do in a sum of multiples |
//! | [`machine`] | what runs kernels: memory and launches |
//! | [`interpreter`] | a machine that needs no card, and is stricter than one |
//! | [`msm`], [`ntt`] | sums of multiples and transforms on a machine |
//!
//! No formula of a group stands in this crate: `curve`'s own are recorded and lowered. There is no
//! driver for a card yet, and nothing here chooses one: docs/gpu.md of the repository says what is
//! there and what is owed.
//!
//! ```
//! use curve::bls12_381::{G1, G1Curve, Scalar};
//! use gpu::interpreter::Interpreter;
//! use gpu::modulus::Modulus;
//! use gpu::msm::{Bases, Plan, msm_vartime};
//!
//! let plan = Plan { window: 4, entries: 16, partials: 8 };
//! let module = plan.module::<G1Curve>(&Modulus::of::<curve::bls12_381::FpEngine>());
//! let mut machine = Interpreter::new();
//! machine.load(&module.text())?;
//!
//! let points = [G1::generator().to_affine(), G1::generator().double().to_affine()];
//! let bases = Bases::new(&mut machine, &points)?;
//! let scalars = [Scalar::from(3u32), Scalar::from(2u32)];
//! let sum = msm_vartime::<G1Curve, _>(&mut machine, plan, &bases, &scalars)?;
//! assert_eq!(sum, G1::mul_generator(&Scalar::from(7u32)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

pub mod arithmetic;
pub mod bound;
pub mod curve;
pub mod integer;
pub mod interpreter;
pub mod kernels;
pub mod lower;
pub mod machine;
pub mod modulus;
pub mod msm;
pub mod ntt;
pub mod ptx;
