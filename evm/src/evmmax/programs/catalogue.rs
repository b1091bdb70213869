//! The programs by name, each with an input to run it on.

use alloc::vec::Vec;

use curve::bls12_381::{G1Affine, G2Affine};

use super::{g1_glv, g1_mul, g2_mul, inversion, poseidon};
use crate::evmmax::assembler::Error;
use crate::evmmax::dialect::Dialect;

/// A program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Program {
    /// [`g1_mul::seed`].
    G1Seed,
    /// [`g1_mul::tight`].
    G1Tight,
    /// [`g1_glv()`].
    G1Glv,
    /// [`g2_mul()`].
    G2Mul,
    /// [`inversion()`].
    Inversion,
    /// [`poseidon()`].
    Poseidon,
}

impl Program {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::G1Seed, Self::G1Tight, Self::G1Glv, Self::G2Mul, Self::Inversion, Self::Poseidon];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::G1Seed => "g1-seed",
            Self::G1Tight => "g1-tight",
            Self::G1Glv => "g1-glv",
            Self::G2Mul => "g2-mul",
            Self::Inversion => "inversion",
            Self::Poseidon => "poseidon",
        }
    }

    /// The program of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|program| program.name() == name)
    }

    /// What it computes, in a few words.
    pub const fn says(self) -> &'static str {
        match self {
            Self::G1Seed => "k·P in G1 of BLS12-381, double-and-add in memory, as published in 2023",
            Self::G1Tight => "k·P in G1 of BLS12-381, double-and-add in registers",
            Self::G1Glv => "k·P in G1 of BLS12-381 by the endomorphism and windows",
            Self::G2Mul => "k·P in G2 of BLS12-381, double-and-add in registers",
            Self::Inversion => "1/x modulo the p of BLS12-381",
            Self::Poseidon => "Poseidon of two elements over BN254's scalar field",
        }
    }

    /// Whether a dialect can run it.
    pub const fn is_in(self, dialect: Dialect) -> bool {
        dialect.in_memory() == matches!(self, Self::G1Seed)
    }

    /// Its code.
    ///
    /// # Errors
    /// [`Error::Operation`] in a dialect that cannot run it.
    pub fn code(self, dialect: Dialect) -> Result<Vec<u8>, Error> {
        if !self.is_in(dialect) {
            return Err(Error::Operation);
        }
        match self {
            Self::G1Seed => g1_mul::seed(dialect),
            Self::G1Tight => g1_mul::tight(dialect),
            Self::G1Glv => g1_glv(dialect),
            Self::G2Mul => g2_mul(dialect),
            Self::Inversion => inversion(dialect),
            Self::Poseidon => poseidon(dialect),
        }
    }

    /// The slot or register that holds zero all the time: a sum with it is a copy.
    pub const fn zero(self) -> Option<u8> {
        match self {
            Self::G1Seed => Some(0x14),
            _ => None,
        }
    }

    /// Call data: the generator times 2^256 − 1, which costs most, or the elements 3, or 1 and 2.
    pub fn sample(self, dialect: Dialect) -> Vec<u8> {
        let times_all_ones = |point: Vec<u8>| [&[0xff; 32][..], &point].concat();
        match self {
            Self::G1Seed | Self::G1Tight | Self::G1Glv => {
                let point = G1Affine::generator();
                let mut bytes = Vec::new();
                for coordinate in [point.x(), point.y()] {
                    let mut element = [0; 48];
                    coordinate.to_bytes(&mut element);
                    if dialect == Dialect::Eip5843Le {
                        element.reverse();
                    }
                    bytes.extend(element);
                }
                times_all_ones(bytes)
            }
            Self::G2Mul => {
                let point = G2Affine::generator();
                let mut bytes = Vec::new();
                for coordinate in [point.x(), point.y()] {
                    for coefficient in [coordinate.c0(), coordinate.c1()] {
                        let mut element = [0; 48];
                        coefficient.to_bytes(&mut element);
                        bytes.extend(element);
                    }
                }
                times_all_ones(bytes)
            }
            Self::Inversion => {
                let mut element = [0; 48];
                element[47] = 3;
                element.to_vec()
            }
            Self::Poseidon => {
                let mut elements = [0; 64];
                elements[31] = 1;
                elements[63] = 2;
                elements.to_vec()
            }
        }
    }
}
