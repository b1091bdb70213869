//! The programs by name, each with an input to run it on.

use alloc::vec::Vec;

use curve::bls12_381::{Fp, G1, G1Affine, G2Affine};
use curve::secp256k1::{Fr, Point};

use super::{g1_glv, g1_msm, g1_mul, g2_mul, inversion, pairing, poseidon, recover};
use crate::evmmax::assembler::Error;
use crate::evmmax::dialect::Dialect;

/// A program.
///
/// [Example](crate::evmmax::programs).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Program {
    /// [`g1_mul::seed`].
    G1Seed,
    /// [`g1_mul::tight`].
    G1Tight,
    /// [`g1_glv()`].
    G1Glv,
    /// [`g1_msm()`] of four points.
    G1Msm,
    /// [`g2_mul()`].
    G2Mul,
    /// [`pairing()`].
    Pairing,
    /// [`recover()`].
    Recover,
    /// [`inversion()`].
    Inversion,
    /// [`poseidon()`].
    Poseidon,
}

/// Points of [`Program::G1Msm`].
const POINTS: usize = 4;

/// A hash, v, r and s: of thirty-two bytes 17, by the key 3 with the nonce 5, r being x of 5·G and
/// s = (z + 3r)/5.
fn signature() -> Vec<u8> {
    let hash = [0x11; 32];
    let point = Point::generator().mul_vartime(&Fr::from(5_u32)).to_affine();
    let mut x = [0; 32];
    point.x().to_bytes(&mut x);
    let (z, r) = (Fr::from_uniform_bytes(&hash), Fr::from_uniform_bytes(&x));
    let s = &(&z + &r.times(3)) * &Fr::from(5_u32).invert();
    let mut v = [0; 32];
    v[31] = 27 + point.y().sgn0().unwrap_u8();
    let scalar = |value: &Fr| {
        let mut bytes = [0; 32];
        value.to_bytes(&mut bytes);
        bytes
    };
    [hash, v, scalar(&r), scalar(&s)].concat()
}

fn element(value: &Fp) -> [u8; 48] {
    let mut bytes = [0; 48];
    value.to_bytes(&mut bytes);
    bytes
}

/// x and y.
fn g1(point: &G1Affine) -> Vec<u8> {
    [point.x(), point.y()].into_iter().flat_map(element).collect()
}

/// x and y, c₀ first.
fn g2(point: &G2Affine) -> Vec<u8> {
    [point.x(), point.y()]
        .into_iter()
        .flat_map(|a| [a.c0(), a.c1()])
        .flat_map(|a| element(&a))
        .collect()
}

impl Program {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::G1Seed,
        Self::G1Tight,
        Self::G1Glv,
        Self::G1Msm,
        Self::G2Mul,
        Self::Pairing,
        Self::Recover,
        Self::Inversion,
        Self::Poseidon,
    ];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::G1Seed => "g1-seed",
            Self::G1Tight => "g1-tight",
            Self::G1Glv => "g1-glv",
            Self::G1Msm => "g1-msm",
            Self::G2Mul => "g2-mul",
            Self::Pairing => "pairing",
            Self::Recover => "recover",
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
            Self::G1Seed => {
                "k·P in G1 of BLS12-381, double-and-add in memory, as published in 2023"
            }
            Self::G1Tight => "k·P in G1 of BLS12-381, double-and-add in registers",
            Self::G1Glv => "k·P in G1 of BLS12-381 by the endomorphism and windows",
            Self::G1Msm => "a sum of four k·P in G1 of BLS12-381",
            Self::G2Mul => "k·P in G2 of BLS12-381, double-and-add in registers",
            Self::Pairing => "whether a product of two pairings on BLS12-381 is one",
            Self::Recover => "the key of an ECDSA signature on secp256k1",
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
            Self::G1Msm => g1_msm(dialect, POINTS),
            Self::G2Mul => g2_mul(dialect),
            Self::Pairing => pairing(dialect),
            Self::Recover => recover(dialect),
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

    /// Call data: the generator times 2^256 − 1, which costs most; its multiples from one to four,
    /// each times that; e(G₁, G₂)·e(−G₁, G₂); a signature; or the elements 3, or 1 and 2.
    pub fn sample(self, dialect: Dialect) -> Vec<u8> {
        let times_all_ones = |point: Vec<u8>| [&[0xff; 32][..], &point].concat();
        let (point, of_g2) = (G1Affine::generator(), G2Affine::generator());
        match self {
            Self::G1Seed | Self::G1Tight | Self::G1Glv => {
                let mut bytes = g1(&point);
                if dialect == Dialect::Eip5843Le {
                    bytes.chunks_exact_mut(48).for_each(<[u8]>::reverse);
                }
                times_all_ones(bytes)
            }
            Self::G1Msm => {
                let mut multiple = G1::identity();
                let mut bytes = Vec::new();
                for _ in 0..POINTS {
                    multiple = multiple.add_mixed(&point);
                    bytes.extend(g1(&multiple.to_affine()));
                    bytes.extend([0xff; 32]);
                }
                bytes
            }
            Self::G2Mul => times_all_ones(g2(&of_g2)),
            Self::Pairing => {
                let minus = G1::generator().neg().to_affine();
                [g1(&point), g2(&of_g2), g1(&minus), g2(&of_g2)].concat()
            }
            Self::Recover => signature(),
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
