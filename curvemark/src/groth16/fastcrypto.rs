//! The byte API of fastcrypto-zkp, under its names: prepared keys as four byte strings that a smart
//! contract stores.
//!
//! | string | bytes |
//! |---|---|
//! | `vk_gamma_abc_g1` | the compressed points of one and of the public inputs, one after the other |
//! | `alpha_g1_beta_g2` | e(α, β): twelve little-endian coefficients |
//! | `gamma_g2_neg_pc`, `delta_g2_neg_pc` | −γ and −δ, compressed |
//!
//! Points are as in [`Proof::to_bytes`], public inputs 32 little-endian bytes each, below the
//! order. What fastcrypto takes is taken: the identity in all places, −γ and −δ among them, which
//! means that the caller answers for its key. But bytes behind a key, a proof or another string are
//! refused, which fastcrypto 0.1.4 does not look at on BN254.
//!
//! fastcrypto's `Ok(true)` is `Ok(())`, its `Ok(false)` is [`Error::NotProven`], its errors are the
//! others.
//!
//! ```
//! # use rand_chacha::rand_core::SeedableRng;
//! # let mut rng = rand_chacha::ChaCha20Rng::from_seed([1; 32]); // yours is the operating system's
//! use curvemark::groth16::fastcrypto::{prepare_pvk_bytes, verify_groth16_in_bytes};
//! use curvemark::groth16::insecure_test_setup::InsecureTestSetup;
//! use curvemark::groth16::{Bn254, Form, ProvingKey};
//!
//! let circuit = InsecureTestSetup::<Bn254>::new(20, 2, 7)?; // for tests only
//! let key = ProvingKey::<Bn254>::from_zkey(&circuit.zkey(), &mut rng)?;
//! let witness = circuit.witness(0);
//! let proof = key.prove(&witness, &mut rng)?.to_bytes(Form::Compressed);
//! let inputs: Vec<u8> =
//!     witness.public_inputs(2).0.iter().flat_map(|input| input.to_le_bytes()).collect();
//!
//! let key = key.verifying_key().to_bytes(Form::Compressed);
//! let [points, alpha_beta, gamma, delta] = prepare_pvk_bytes::<Bn254>(&key)?; // kept by a contract
//! verify_groth16_in_bytes::<Bn254>(&points, &alpha_beta, &gamma, &delta, &inputs, &proof)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use alloc::vec::Vec;

use curve::field::Canonical;

use super::key::Reader;
use super::{Curve, Error, Form, PreparedVerifyingKey, Proof, Scalar, VerifyingKey};

/// Coefficients of an element of the target group.
const COEFFICIENTS: usize = 12;

impl<C: Curve> PreparedVerifyingKey<C> {
    /// The four strings of this key, in the order of the [module](self)'s table.
    #[inline(never)]
    pub fn fastcrypto_parts(&self) -> [Vec<u8>; 4] {
        let mut out = [const { Vec::new() }; 4];
        self.ic.iter().for_each(|point| C::put_g1(point, Form::Compressed, &mut out[0]));
        out[1].resize(COEFFICIENTS * C::Fp::BYTES, 0);
        C::gt_to_bytes(&self.alpha_beta, &mut out[1]);
        out[1].chunks_mut(C::Fp::BYTES).for_each(<[u8]>::reverse);
        C::put_g2(&self.gamma_neg, Form::Compressed, &mut out[2]);
        C::put_g2(&self.delta_neg, Form::Compressed, &mut out[3]);
        out
    }

    /// The key of four such strings: encodings, curve, subgroups and the order in the target group
    /// are checked.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::Point`], [`Error::Target`], [`Error::InputCount`] if the first
    /// is empty.
    #[inline(never)]
    pub fn from_fastcrypto_parts(
        vk_gamma_abc_g1: &[u8],
        alpha_g1_beta_g2: &[u8],
        gamma_g2_neg_pc: &[u8],
        delta_g2_neg_pc: &[u8],
    ) -> Result<Self, Error> {
        if alpha_g1_beta_g2.len() != COEFFICIENTS * C::Fp::BYTES {
            return Err(Error::Length);
        }
        let ic = Reader::<C>::new(vk_gamma_abc_g1, Form::Compressed).g1_list()?;
        if ic.is_empty() {
            return Err(Error::InputCount);
        }
        let mut coefficients = alpha_g1_beta_g2.to_vec();
        coefficients.chunks_mut(C::Fp::BYTES).for_each(<[u8]>::reverse);
        let alpha_beta = C::gt_from_bytes(&coefficients).ok_or(Error::Target)?;
        let point = |bytes| -> Result<_, Error> { Ok(C::g2_from_bytes(bytes, Form::Compressed)?) };
        Ok(Self::from_parts(alpha_beta, point(gamma_g2_neg_pc)?, point(delta_g2_neg_pc)?, ic))
    }
}

/// fastcrypto's `prepare_pvk_bytes`: the four strings of a key in arkworks' compressed encoding.
///
/// [Example](self).
///
/// # Errors
/// As [`VerifyingKey::from_bytes`].
#[inline(never)]
pub fn prepare_pvk_bytes<C: Curve>(vk_bytes: &[u8]) -> Result<[Vec<u8>; 4], Error> {
    let key = VerifyingKey::<C>::from_bytes(vk_bytes, Form::Compressed)?;
    Ok(key.prepare().fastcrypto_parts())
}

/// fastcrypto's `verify_groth16_in_bytes`. It decodes the key anew in each call; who verifies more
/// than once keeps a [`PreparedVerifyingKey`].
///
/// [Example](self).
///
/// # Errors
/// As [`PreparedVerifyingKey::from_fastcrypto_parts`], [`inputs_from_bytes`],
/// [`Proof::from_bytes`], [`PreparedVerifyingKey::verify`].
#[inline(never)]
pub fn verify_groth16_in_bytes<C: Curve>(
    vk_gamma_abc_g1: &[u8],
    alpha_g1_beta_g2: &[u8],
    gamma_g2_neg_pc: &[u8],
    delta_g2_neg_pc: &[u8],
    public_inputs: &[u8],
    proof_points: &[u8],
) -> Result<(), Error> {
    let inputs = inputs_from_bytes::<C>(public_inputs)?;
    let proof = Proof::<C>::from_bytes(proof_points, Form::Compressed)?;
    let key = PreparedVerifyingKey::<C>::from_fastcrypto_parts(
        vk_gamma_abc_g1,
        alpha_g1_beta_g2,
        gamma_g2_neg_pc,
        delta_g2_neg_pc,
    )?;
    key.verify(&inputs, &proof)
}

/// Public inputs of 32 little-endian bytes each.
///
/// [Example](self).
///
/// # Errors
/// [`Error::Length`] for a broken number of them, [`Error::Input`] if one is not below the order.
#[inline(never)]
pub fn inputs_from_bytes<C: Curve>(bytes: &[u8]) -> Result<Vec<Scalar<C>>, Error> {
    let (inputs, rest) = bytes.as_chunks::<32>();
    if !rest.is_empty() {
        return Err(Error::Length);
    }
    inputs.iter().map(|input| Ok(Scalar::<C>::from_le_bytes(input)?)).collect()
}
