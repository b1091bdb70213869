//! The points of Ethereum's ceremony of 2023, as data.
//!
//! `ethereum/setup.bin`, whose origin and licence `ethereum/README.md` tells, has the coordinates x
//! ‖ y of each point, 48 big-endian bytes: 4,096 powers in G1, 4,096 Lagrange points in
//! bit-reversed order; then 65 powers in G2, compressed. `tools/kzg_setup.py` made it, and a test
//! compares it with the published file.

use alloc::vec::Vec;

use curve::bls12_381::{Fp, G1Affine, G2Affine};

use sha2::{Digest, Sha256};

use super::{FIELD_ELEMENTS_PER_BLOB, SetupError, TrustedSetup};

#[cfg(feature = "ethereum-setup")]
const SETUP: &[u8] = include_bytes!("ethereum/setup.bin");

/// SHA-256 of that file.
const HASH: [u8; 32] = [
    0xff, 0x0a, 0x5c, 0xc0, 0xf4, 0xbe, 0xf8, 0xc3, 0xa9, 0x9a, 0x0c, 0x2e, 0x0b, 0x38, 0x77, 0xa8,
    0xcb, 0x2b, 0x14, 0xf4, 0xa0, 0xdb, 0xd8, 0xaa, 0xd7, 0x86, 0x79, 0xe8, 0x8b, 0x54, 0x6a, 0x88,
];

/// Bytes of a coordinate there, of a point of G1, and of one of G2.
const COORDINATE: usize = 48;
const G1: usize = 2 * COORDINATE;
const G2: usize = 96;

/// Bytes of the file.
const LENGTH: usize = 2 * FIELD_ELEMENTS_PER_BLOB * G1 + 65 * G2;

#[cfg(feature = "ethereum-setup")]
const _: () = assert!(SETUP.len() == LENGTH);

impl TrustedSetup {
    /// The setup of Ethereum's ceremony, from data within the program, which a test has validated.
    ///
    /// Cost: the reading of 16,384 coordinates, and the decoding of 65 points of G2.
    #[cfg(feature = "ethereum-setup")]
    pub fn ethereum() -> Self {
        Self::from_validated(SETUP)
    }

    /// The setup of Ethereum's ceremony, from the bytes of `curvemark/src/kzg/ethereum/setup.bin`,
    /// for programs that keep these 792,672 bytes in a file of their own. No other bytes are taken:
    /// their SHA-256 is compared, and what they are was validated by a test.
    ///
    /// Cost: as `ethereum`, behind the feature `ethereum-setup`, and that hash.
    ///
    /// # Errors
    /// [`SetupError::NotEthereum`] for all other bytes.
    pub fn from_ethereum_bytes(bytes: &[u8]) -> Result<Self, SetupError> {
        if bytes.len() != LENGTH || Sha256::digest(bytes)[..] != HASH {
            return Err(SetupError::NotEthereum);
        }
        Ok(Self::from_validated(bytes))
    }

    /// The points of that file.
    fn from_validated(bytes: &[u8]) -> Self {
        let (monomial, rest) = bytes.split_at(FIELD_ELEMENTS_PER_BLOB * G1);
        let (lagrange, g2) = rest.split_at(FIELD_ELEMENTS_PER_BLOB * G1);
        let point = |bytes: &[u8]| {
            let (x, y) = bytes.split_at(COORDINATE);
            let [x, y] = [x, y].map(|bytes| Fp::from_bytes(bytes).0);
            G1Affine::from_xy_unchecked_curve_and_subgroup(x, y)
        };
        let points =
            |bytes: &[u8]| -> Vec<G1Affine> { bytes.chunks_exact(G1).map(point).collect() };
        let encodings: Vec<&[u8]> = g2.chunks_exact(G2).collect();
        let mut g2_monomial = alloc::vec![Ok(G2Affine::identity()); encodings.len()];
        // As many places.
        let _always = G2Affine::from_bytes_batch(&encodings, &mut g2_monomial);
        let g2_monomial = g2_monomial
            .into_iter()
            .map(|point| point.unwrap_or_else(|_| unreachable!("a point, by test")));
        Self {
            g1_monomial: points(monomial),
            g1_lagrange: points(lagrange),
            g2_monomial: g2_monomial.collect(),
        }
    }
}
