//! Groth16: verification of proofs on BN254 and BLS12-381.
//!
//! Keys and proofs are in the encoding of arkworks (a key: alpha, beta, gamma, delta, the number of
//! further points in eight little-endian bytes, those points). Public inputs are 32 little-endian
//! bytes each, below the order of the groups. All is public, and all takes variable time.

use curve::field::Canonical;
use curvemark::groth16::{
    Bls12381, Bn254, Curve, Form, PreparedVerifyingKey, Proof, Scalar, VerifyingKey,
};

use crate::boundary::{Handle, New, Number, Room, choices, export, export_free};
use crate::common::{items, system_rng};
use crate::status::Status;

choices! {
    /// The curve of a proof, and the form of its points.
    enum Groth16Form as curvemark_groth16_form {
        /// BN254, compressed: proofs of 128 bytes.
        Bn254Compressed = 0 as CURVEMARK_GROTH16_BN254_COMPRESSED,
        /// BN254, uncompressed: proofs of 256 bytes.
        Bn254Uncompressed = 1 as CURVEMARK_GROTH16_BN254_UNCOMPRESSED,
        /// BLS12-381, compressed: proofs of 192 bytes.
        Bls12381Compressed = 2 as CURVEMARK_GROTH16_BLS12_381_COMPRESSED,
        /// BLS12-381, uncompressed: proofs of 384 bytes.
        Bls12381Uncompressed = 3 as CURVEMARK_GROTH16_BLS12_381_UNCOMPRESSED,
    }
}

/// A verifying key with all that does not depend on a proof.
pub struct Groth16Key {
    pub(crate) form: Form,
    pub(crate) key: OnCurve,
}

pub(crate) enum OnCurve {
    Bn254(Box<PreparedVerifyingKey<Bn254>>),
    Bls12381(Box<PreparedVerifyingKey<Bls12381>>),
}

impl Handle for Groth16Key {}

export! {
    /// Makes a verifying key, of which everything is computed that does not depend on a proof. All
    /// points are checked. It may be used by as many threads as one likes.
    ///
    /// form: of the key and of the proofs that are verified with it. bytes: the key. key: where the
    /// handle is written; free it with curvemark_groth16_key_free.
    /// Errors: CURVEMARK_ERROR_LENGTH; CURVEMARK_ERROR_POINT_*; CURVEMARK_ERROR_COUNT for a key
    /// without further points.
    fn curvemark_groth16_key_new(
        form: Groth16Form,
        bytes[bytes_len]: &[u8],
        key: New<'_, Groth16Key>,
    ) {
        let (points, made) = match form {
            Groth16Form::Bn254Compressed => (Form::Compressed, bn254(bytes, Form::Compressed)?),
            Groth16Form::Bn254Uncompressed => {
                (Form::Uncompressed, bn254(bytes, Form::Uncompressed)?)
            }
            Groth16Form::Bls12381Compressed => {
                (Form::Compressed, bls12_381(bytes, Form::Compressed)?)
            }
            Groth16Form::Bls12381Uncompressed => {
                (Form::Uncompressed, bls12_381(bytes, Form::Uncompressed)?)
            }
        };
        key.put(Groth16Key { form: points, key: made });
        Ok(())
    }

    /// Says how many public inputs a proof for this key has.
    fn curvemark_groth16_key_inputs(
        key: &Groth16Key,
        count: Number<'_, usize>,
    ) {
        count.put(match &key.key {
            OnCurve::Bn254(key) => key.inputs(),
            OnCurve::Bls12381(key) => key.inputs(),
        });
        Ok(())
    }

    /// Verifies a proof.
    ///
    /// inputs: 32 bytes each, one after the other, as many as the key asks for. proof: as long as
    /// the form of the key says.
    /// Errors: CURVEMARK_NOT_VALID is the verdict; CURVEMARK_ERROR_COUNT, CURVEMARK_ERROR_SCALAR,
    /// CURVEMARK_ERROR_POINT_*.
    fn curvemark_groth16_verify(
        key: &Groth16Key,
        inputs[inputs_len]: &[[u8; 32]],
        proof[proof_len]: &[u8],
    ) {
        match &key.key {
            OnCurve::Bn254(prepared) => verify(prepared, key.form, inputs, proof),
            OnCurve::Bls12381(prepared) => verify(prepared, key.form, inputs, proof),
        }
    }

    /// Verifies many proofs for one key at once. The weights come from the operating system's
    /// random bytes and from the whole batch.
    ///
    /// inputs: those of the first proof, then those of the next. proofs: one after the other.
    /// Errors: CURVEMARK_NOT_VALID is the verdict on all of them; curvemark_groth16_find_invalid
    /// says which. CURVEMARK_ERROR_EMPTY, CURVEMARK_ERROR_COUNT, CURVEMARK_ERROR_SCALAR,
    /// CURVEMARK_ERROR_POINT_*, CURVEMARK_ERROR_RANDOMNESS.
    fn curvemark_groth16_verify_batch(
        key: &Groth16Key,
        inputs[inputs_len]: &[[u8; 32]],
        proofs[proofs_len]: &[u8],
    ) {
        match &key.key {
            OnCurve::Bn254(prepared) => verify_batch(prepared, key.form, inputs, proofs),
            OnCurve::Bls12381(prepared) => verify_batch(prepared, key.form, inputs, proofs),
        }
    }

    /// Says which proofs of a batch are not valid.
    ///
    /// Arguments as above. verdicts: one byte for each proof, which becomes 0 (CURVEMARK_OK) or 1
    /// (CURVEMARK_NOT_VALID).
    /// Errors: as above, but CURVEMARK_OK also if some are not valid.
    fn curvemark_groth16_find_invalid(
        key: &Groth16Key,
        inputs[inputs_len]: &[[u8; 32]],
        proofs[proofs_len]: &[u8],
        verdicts[verdicts_len]: Room<'_>,
    ) {
        match &key.key {
            OnCurve::Bn254(prepared) => find_invalid(prepared, key.form, inputs, proofs, verdicts),
            OnCurve::Bls12381(prepared) => {
                find_invalid(prepared, key.form, inputs, proofs, verdicts)
            }
        }
    }
}

export_free! {
    /// Frees a verifying key. Null is allowed.
    fn curvemark_groth16_key_free(key: Groth16Key);
}

fn bn254(bytes: &[u8], form: Form) -> Result<OnCurve, Status> {
    Ok(OnCurve::Bn254(Box::new(VerifyingKey::from_bytes(bytes, form)?.prepare())))
}

fn bls12_381(bytes: &[u8], form: Form) -> Result<OnCurve, Status> {
    Ok(OnCurve::Bls12381(Box::new(VerifyingKey::from_bytes(bytes, form)?.prepare())))
}

fn scalars<C: Curve>(inputs: &[[u8; 32]]) -> Result<Vec<Scalar<C>>, Status> {
    Ok(inputs.iter().map(|input| Scalar::<C>::from_le_bytes(input)).collect::<Result<_, _>>()?)
}

fn verify<C: Curve>(
    key: &PreparedVerifyingKey<C>,
    form: Form,
    inputs: &[[u8; 32]],
    proof: &[u8],
) -> Result<(), Status> {
    if inputs.len() != key.inputs() {
        return Err(Status::Count);
    }
    Ok(key.verify(&scalars::<C>(inputs)?, &Proof::from_bytes(proof, form)?)?)
}

/// The inputs of each proof, and the proofs.
pub(crate) type Batch<C> = (Vec<Vec<Scalar<C>>>, Vec<Proof<C>>);

pub(crate) fn batch<C: Curve>(
    key: &PreparedVerifyingKey<C>,
    form: Form,
    inputs: &[[u8; 32]],
    proofs: &[u8],
) -> Result<Batch<C>, Status> {
    let coordinates = if form == Form::Compressed { 4 } else { 8 };
    let one = coordinates * <C::Fp as Canonical>::BYTES;
    let proofs = items(proofs, one)?;
    if proofs.len().checked_mul(key.inputs()) != Some(inputs.len()) {
        return Err(Status::Count);
    }
    let inputs = scalars::<C>(inputs)?;
    let of = |i: usize| inputs[i * key.inputs()..][..key.inputs()].to_vec();
    let lists = (0..proofs.len()).map(of).collect();
    let proof = |bytes: &&[u8]| Proof::from_bytes(bytes, form);
    Ok((lists, proofs.iter().map(proof).collect::<Result<_, _>>()?))
}

fn verify_batch<C: Curve>(
    key: &PreparedVerifyingKey<C>,
    form: Form,
    inputs: &[[u8; 32]],
    proofs: &[u8],
) -> Result<(), Status> {
    let (inputs, proofs) = batch(key, form, inputs, proofs)?;
    Ok(key.verify_batch(&inputs, &proofs, &mut system_rng()?)?)
}

fn find_invalid<C: Curve>(
    key: &PreparedVerifyingKey<C>,
    form: Form,
    inputs: &[[u8; 32]],
    proofs: &[u8],
    out: Room<'_>,
) -> Result<(), Status> {
    let (inputs, proofs) = batch(key, form, inputs, proofs)?;
    if out.len() != proofs.len() {
        return Err(Status::Count);
    }
    let mut verdicts = vec![Status::Ok as u8; proofs.len()];
    for i in key.find_invalid(&inputs, &proofs, &mut system_rng()?)? {
        verdicts[i] = Status::NotValid as u8;
    }
    out.put(&verdicts)
}
