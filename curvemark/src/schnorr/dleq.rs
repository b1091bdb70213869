//! Proofs that two points have one discrete logarithm, by BIP-374: A = a·G and C = a·B for an a
//! that the proof does not tell.
//!
//! G is any point; mostly the generator. All points are public, and none is the identity.
//!
//! ```
//! use curvemark::schnorr::dleq::{Proof, Statement, prove};
//! use curve::secp256k1::{AffinePoint, Fr, SecretScalar};
//!
//! # fn main() -> Result<(), curvemark::schnorr::Error> {
//! let secret = SecretScalar::from_be_bytes(&[7; 32])?;
//! let b = AffinePoint::generator().mul(&Fr::from(1234_u64)).to_affine();
//! let (statement, proof) = prove(&secret, &AffinePoint::generator(), &b, &[0x35; 32], None)?;
//! statement.verify(&Proof::from_bytes(&proof.to_bytes())?, None)?;
//! # Ok(()) }
//! ```

use curve::scalar_mul::sum_of_two_vartime;
use curve::secp256k1::{AffinePoint, Fr, Point, SecretScalar};
use curve::weierstrass::Jacobian;
use sha2::{Digest, Sha256};
use zeroize::Zeroize;

use super::{Error, tagged_hash};

/// What is claimed: A = a·G and C = a·B for some a.
///
/// [Example](crate::schnorr::dleq).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Statement {
    points: [AffinePoint; 4],
    /// The compressed encodings of A, B, C and G.
    encodings: [[u8; 33]; 4],
}

/// A proof: the challenge and the response.
///
/// [Example](crate::schnorr::dleq).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    e: [u8; 32],
    s: Fr,
}

impl Proof {
    /// Bytes of a proof.
    pub const BYTES: usize = 64;

    /// The proof of the 64 bytes `e ‖ s`, big-endian.
    ///
    /// # Errors
    /// [`Error::Length`]; [`Error::S`] if s is not below the order.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let (e, s) = bytes.split_first_chunk::<32>().ok_or(Error::Length)?;
        let s: &[u8; 32] = s.try_into().map_err(|_| Error::Length)?;
        Ok(Self { e: *e, s: Fr::from_be_bytes(s).map_err(|_| Error::S)? })
    }

    /// `e ‖ s`.
    pub fn to_bytes(&self) -> [u8; 64] {
        let mut out = [0; 64];
        out[..32].copy_from_slice(&self.e);
        out[32..].copy_from_slice(&self.s.to_be_bytes());
        out
    }
}

impl Statement {
    /// That A = a·G and C = a·B.
    ///
    /// # Errors
    /// [`Error::Key`] if a point is the identity.
    pub fn new(
        g: &AffinePoint,
        a: &AffinePoint,
        b: &AffinePoint,
        c: &AffinePoint,
    ) -> Result<Self, Error> {
        let points = [*a, *b, *c, *g];
        let mut encodings = [[0; 33]; 4];
        for (encoding, point) in encodings.iter_mut().zip(&points) {
            *encoding = point.to_sec1()?;
        }
        Ok(Self { points, encodings })
    }

    /// A.
    pub const fn a(&self) -> &AffinePoint {
        &self.points[0]
    }

    /// C.
    pub const fn c(&self) -> &AffinePoint {
        &self.points[2]
    }

    /// That a proof is one of this statement, and was made for this message, or for none. In
    /// variable time.
    ///
    /// # Errors
    /// [`Error::NotSigned`].
    pub fn verify(&self, proof: &Proof, message: Option<&[u8; 32]>) -> Result<(), Error> {
        let [a, b, c, g] = &self.points;
        let factors = [proof.s, -&Fr::from_uniform_bytes(&proof.e)];
        // R₁ = sG − eA, R₂ = sB − eC.
        let nonce = |points: [&AffinePoint; 2]| {
            sum_of_two_vartime(&points.map(Jacobian::from_affine_vartime), factors.each_ref())
                .to_projective()
        };
        let nonces = [nonce([g, a]), nonce([b, c])];
        // A nonce point is never the identity.
        let challenge = self.challenge(&nonces, message).map_err(|_| Error::NotSigned)?;
        if challenge == proof.e { Ok(()) } else { Err(Error::NotSigned) }
    }

    /// e.
    fn challenge(
        &self,
        nonces: &[Point; 2],
        message: Option<&[u8; 32]>,
    ) -> Result<[u8; 32], Error> {
        let mut hash = tagged_hash(b"BIP0374/challenge");
        self.encodings.iter().for_each(|encoding| hash.update(encoding));
        for nonce in nonces {
            hash.update(nonce.to_sec1()?);
        }
        Ok(with(hash, message).finalize().into())
    }
}

/// A hash that is fed with a message, if there is one.
fn with(hash: Sha256, message: Option<&[u8; 32]>) -> Sha256 {
    message.map_or(hash.clone(), |message| hash.chain_update(message))
}

/// Proves that a·G and a·B have one logarithm a, for a message of 32 bytes, or for none: gives the
/// statement with both, and the proof. Constant-time in the secret. `aux_rand` are fresh random
/// bytes, against faults and side channels; the nonce is good without them too.
///
/// Cost: four multiplications of points.
///
/// [Example](crate::schnorr::dleq).
///
/// # Errors
/// [`Error::SecretKey`] if a is zero; [`Error::Key`] if G or B is the identity.
pub fn prove(
    secret: &SecretScalar,
    g: &AffinePoint,
    b: &AffinePoint,
    aux_rand: &[u8; 32],
    message: Option<&[u8; 32]>,
) -> Result<(Statement, Proof), Error> {
    let secret = secret.clone().not_zero()?;
    let [a, c] = [g, b].map(|base| (base * &secret).to_affine());
    let statement = Statement::new(g, &a, b, &c)?;
    let [a, _, c, _] = &statement.encodings;

    let mut masked = secret.to_be_bytes();
    let mut mask = tagged_hash(b"BIP0374/aux").chain_update(aux_rand).finalize();
    masked.iter_mut().zip(&mask).for_each(|(byte, mask)| *byte ^= mask);
    mask.as_mut_slice().zeroize();
    let nonce = tagged_hash(b"BIP0374/nonce")
        .chain_update(masked.as_slice())
        .chain_update(a)
        .chain_update(c);
    let mut seed = with(nonce, message).finalize();
    let k = SecretScalar::new(Fr::from_uniform_bytes(&seed));
    seed.as_mut_slice().zeroize();
    // A digest that is 0 modulo n was never seen; its nonce points would be refused here.
    let mut nonces = [g, b].map(|base| base * &k);
    let e = statement.challenge(&nonces, message)?;
    // With their Z the products tell more of k than the points do.
    nonces.zeroize();
    let s = &k + &(&secret * &Fr::from_uniform_bytes(&e));
    Ok((statement, Proof { e, s: *s.expose() }))
}
