//! The verdict on one opening, with everything prepared that does not depend on it.
//!
//! e(C − \[y\]G₁, G₂) = e(π, \[τ − z\]G₂) is, by bilinearity, e(C − \[y\]G₁ + \[z\]π, −G₂)·e(π,
//! \[τ\]G₂) = 1: the points of G2 stay, so their lines are computed once, and what depends on z and
//! y is one sum of two multiples in G1 with common doublings.

use core::fmt;

#[cfg(feature = "alloc")]
use curve::bls12_381::G1;
use curve::bls12_381::{Fr, G1Affine, G1Curve, G2Affine, G2Prepared, Pair, pairing_product_is_one};
use curve::error::PointError;
use curve::scalar_mul::OddMultiples;
use curve::weierstrass::Jacobian;

use super::{BYTES_PER_COMMITMENT, BYTES_PER_FIELD_ELEMENT, BYTES_PER_PROOF, Error};

/// Odd multiples of the generator of G1: more of them would save an addition for each doubling of
/// the table.
const MULTIPLES: usize = 64;

/// \[τ\]G₂ of Ethereum's ceremony of 2023, compressed: `g2_monomial[1]` of
/// `trusted_setup_4096.json` in ethereum/consensus-specs (CC0).
pub(super) const TAU_G2_COMPRESSED: Option<[u8; 96]> = hex(
    b"b5bfd7dd8cdeb128843bc287230af38926187075cbfbefa81009a2ce615ac53d2914e5870cb452d2afaaab24f3499f72185cbfee53492714734429b7b38608e23926c911cceceac9a36851477ba4c60b087041de621000edc98edada20c1def2",
);

/// What it takes to verify openings of commitments to polynomials under one setup: \[τ\]G₂ and
/// nothing else of it.
///
/// 45 KiB with 64-bit words: the lines of −G₂ and \[τ\]G₂, and odd multiples of the generator.
/// Without a heap, and the same on every CPU.
///
/// # Examples
/// ```
/// use curvemark::kzg::{Error, OpeningVerifier};
///
/// let verifier = OpeningVerifier::ethereum();
/// // The commitment to the polynomial 0, which is 0 everywhere: both points are the identity.
/// let identity: [u8; 48] = core::array::from_fn(|i| if i == 0 { 0xc0 } else { 0 });
/// assert_eq!(verifier.verify(&identity, &[7; 32], &[0; 32], &identity), Ok(()));
/// assert_eq!(verifier.verify(&identity, &[7; 32], &[1; 32], &identity), Err(Error::NotProven));
/// assert!(matches!(verifier.verify(&identity, &[255; 32], &[0; 32], &identity), Err(Error::Z(_))));
/// ```
#[derive(Clone)]
pub struct OpeningVerifier {
    generator: OddMultiples<Jacobian<G1Curve>, MULTIPLES>,
    minus_g2: G2Prepared,
    tau_g2: G2Prepared,
}

impl fmt::Debug for OpeningVerifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpeningVerifier").finish_non_exhaustive()
    }
}

impl OpeningVerifier {
    /// The verifier of a setup, from its \[τ\]G₂, 96 bytes compressed: encoding, curve and subgroup
    /// are checked, and the identity is refused.
    ///
    /// Cost: the decoding of a point of G2, the lines of two, 64 additions in G1.
    ///
    /// # Errors
    /// [`Error::Tau`] with the reason.
    pub fn from_tau_g2(tau_g2: &[u8; 96]) -> Result<Self, Error> {
        let tau_g2 =
            G2Affine::from_bytes(tau_g2).and_then(G2Affine::not_identity).map_err(Error::Tau)?;
        Ok(Self::new(&tau_g2))
    }

    /// From a point that is not the identity.
    pub(super) fn new(tau_g2: &G2Affine) -> Self {
        Self {
            generator: OddMultiples::new(&Jacobian::from_affine_vartime(&G1Affine::generator())),
            minus_g2: G2Prepared::from_affine(&G2Affine::generator().neg()),
            tau_g2: G2Prepared::from_affine(tau_g2),
        }
    }

    /// The verifier of Ethereum's setup. Cost: that of [`OpeningVerifier::from_tau_g2`]; with
    /// `std`, `ethereum_kept` pays it once per process.
    pub fn ethereum() -> Self {
        const { assert!(TAU_G2_COMPRESSED.is_some(), "192 digits") };
        match TAU_G2_COMPRESSED
            .ok_or(Error::Tau(PointError::Length))
            .and_then(|tau_g2| Self::from_tau_g2(&tau_g2))
        {
            Ok(verifier) => verifier,
            Err(_) => unreachable!("the ceremony's point is one, by test"),
        }
    }

    /// [`OpeningVerifier::ethereum`], made when first asked for and kept as long as the process
    /// runs.
    #[cfg(feature = "std")]
    pub fn ethereum_kept() -> &'static Self {
        static KEPT: std::sync::OnceLock<OpeningVerifier> = std::sync::OnceLock::new();
        KEPT.get_or_init(Self::ethereum)
    }

    /// Whether the polynomial of a commitment has the value y at z, by this proof:
    /// `verify_kzg_proof` of EIP-4844.
    ///
    /// Variable-time; all is public. Inputs: points of 48 bytes compressed, the identity among
    /// them, whose subgroup is checked; scalars of 32 big-endian bytes, which must be below r.
    ///
    /// Cost: two decodings in G1, a sum of two multiples there, and a product of two pairings whose
    /// lines are prepared. No multiplication in G2.
    ///
    /// # Errors
    /// [`Error::NotProven`] is the verdict on acceptable input. [`Error::Z`], [`Error::Y`],
    /// [`Error::Commitment`], [`Error::Proof`] say what is not acceptable and why, the first that
    /// is in this order.
    pub fn verify(
        &self,
        commitment: &[u8; BYTES_PER_COMMITMENT],
        z: &[u8; BYTES_PER_FIELD_ELEMENT],
        y: &[u8; BYTES_PER_FIELD_ELEMENT],
        proof: &[u8; BYTES_PER_PROOF],
    ) -> Result<(), Error> {
        let z = Fr::from_be_bytes(z).map_err(Error::Z)?;
        let y = Fr::from_be_bytes(y).map_err(Error::Y)?;
        let (commitment, proof) = decode_pair(commitment, proof)?;
        self.verify_points(&commitment, &z, &y, &proof)
    }

    /// [`OpeningVerifier::verify`] of what is decoded.
    pub(super) fn verify_points(
        &self,
        commitment: &G1Affine,
        z: &Fr,
        y: &Fr,
        proof: &G1Affine,
    ) -> Result<(), Error> {
        let multiples =
            self.generator.double_base_vartime(&-y, z, &Jacobian::from_affine_vartime(proof));
        self.verify_pairs(
            &multiples.add_mixed_vartime(commitment).to_projective().to_affine(),
            proof,
            &self.tau_g2,
        )
    }

    /// Whether e(left, −G₂)·e(right, Q) is one for a Q whose lines are given.
    fn verify_pairs(&self, left: &G1Affine, right: &G1Affine, q: &G2Prepared) -> Result<(), Error> {
        let mut pairs = [Pair::from_prepared(left, &self.minus_g2), Pair::from_prepared(right, q)];
        if bool::from(pairing_product_is_one(&mut pairs)) { Ok(()) } else { Err(Error::NotProven) }
    }

    /// Whether e(left, −G₂)·e(right, Q) is one, for \[τ\]G₂ unless another Q is given.
    #[cfg(feature = "alloc")]
    pub(super) fn verify_sums(
        &self,
        left: &G1,
        right: &G1,
        q: Option<&G2Prepared>,
    ) -> Result<(), Error> {
        let mut affine = [G1Affine::identity(); 2];
        // Two points and two places.
        let _always = G1::batch_to_affine(&[*left, *right], &mut affine);
        self.verify_pairs(&affine[0], &affine[1], q.unwrap_or(&self.tau_g2))
    }
}

/// A commitment and a proof, checked together.
pub(super) fn decode_pair(
    commitment: &[u8; BYTES_PER_COMMITMENT],
    proof: &[u8; BYTES_PER_PROOF],
) -> Result<(G1Affine, G1Affine), Error> {
    let mut points = [Err(PointError::Length); 2];
    // Two encodings and two places.
    let _always = G1Affine::from_bytes_batch(&[commitment, proof], &mut points);
    Ok((points[0].map_err(Error::Commitment)?, points[1].map_err(Error::Proof)?))
}

/// Bytes from as many pairs of lower-case hexadecimal digits.
pub(super) const fn hex<const N: usize>(digits: &[u8]) -> Option<[u8; N]> {
    const fn digit(byte: u8) -> Option<u8> {
        match byte {
            b'0'..=b'9' => Some(byte - b'0'),
            b'a'..=b'f' => Some(byte - b'a' + 10),
            _ => None,
        }
    }
    if digits.len() != 2 * N {
        return None;
    }
    let mut out = [0; N];
    let mut i = 0;
    while i < N {
        let (Some(high), Some(low)) = (digit(digits[2 * i]), digit(digits[2 * i + 1])) else {
            return None;
        };
        out[i] = high << 4 | low;
        i += 1;
    }
    Some(out)
}
