//! The constants of the curves, from their root facts, with big integers alone.
//!
//! Nothing here uses the library that the constants are for: its tables are compared with what is
//! found here, and a fault in its arithmetic cannot hide in a constant that it computed itself.
//! Plain and slow on purpose.
//!
//! | module | object |
//! |---|---|
//! | [`arithmetic`] | Fp and Fp2 |
//! | [`points`] | affine points, chords and tangents |
//! | [`comb`], [`multiples`] | the combs and multiples of generators that `curve` keeps as data |
//! | [`isogeny`] | rational isogenies from their degree and their two curves |
//! | [`lattice`] | short bases for scalars in parts |
//! | `svdw` | the map of Shallue and van de Woestijne |
//! | [`poseidon`] | round constants and matrices of Poseidon; no source holds them, a test compares what the library generates |
//! | one per curve, or per kind of curve | root facts, and what follows |

use num_bigint::BigInt;
use serde::Serialize;

pub mod arithmetic;
mod bandersnatch;
mod bls12_377;
mod bls12_381;
mod bn254;
mod combs;
mod cycle;
mod ed25519;
pub mod isogeny;
pub mod lattice;
mod p256;
pub mod points;
pub mod poseidon;
mod secp256k1;
mod svdw;

pub use bls12_381::lines_of_minus_generator;
pub use combs::{comb, multiples};

/// A constant, as the sources of the library name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constant {
    /// The file below `curve/src/curves`.
    pub file: &'static str,
    /// The item, with the type whose constant it is before it.
    pub item: &'static str,
    /// What it is.
    pub equation: &'static str,
    /// Its value, or its values in the order of the source.
    pub values: Vec<BigInt>,
    /// Whether it is a root fact: chosen by those who defined the curve, checked here, not derived.
    pub root: bool,
}

/// A curve and its constants.
pub struct Curve {
    /// The name on the command line, and of its file.
    pub name: &'static str,
    /// The root facts in words.
    pub root_facts: &'static str,
    /// Derives the constants.
    pub derive: fn() -> Vec<Constant>,
}

/// All curves that can be derived.
pub const CURVES: &[Curve] = &[
    bandersnatch::CURVE,
    bls12_377::CURVE,
    bls12_381::CURVE,
    bn254::CURVE,
    ed25519::CURVE,
    cycle::GRUMPKIN,
    p256::CURVE,
    cycle::PASTA,
    secp256k1::CURVE,
];

impl Constant {
    /// A root fact.
    fn root(
        file: &'static str,
        item: &'static str,
        equation: &'static str,
        values: Vec<impl Into<BigInt>>,
    ) -> Self {
        Self { root: true, ..Self::derived(file, item, equation, values) }
    }

    /// A constant that follows.
    fn derived(
        file: &'static str,
        item: &'static str,
        equation: &'static str,
        values: Vec<impl Into<BigInt>>,
    ) -> Self {
        Self {
            file,
            item,
            equation,
            values: values.into_iter().map(Into::into).collect(),
            root: false,
        }
    }

    /// The values in hexadecimal.
    pub fn hex(&self) -> Vec<String> {
        self.values.iter().map(|value| format!("{value:x}")).collect()
    }
}

/// The constant for JSON.
#[derive(Serialize)]
pub struct Written<'a> {
    file: &'a str,
    item: &'a str,
    equation: &'a str,
    root: bool,
    hex: Vec<String>,
}

impl<'a> From<&'a Constant> for Written<'a> {
    fn from(constant: &'a Constant) -> Self {
        let Constant { file, item, equation, root, .. } = constant;
        Self { file, item, equation, root: *root, hex: constant.hex() }
    }
}
