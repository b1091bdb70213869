//! Verifying keys, proofs, and the verification of one proof.

use alloc::vec::Vec;

use curve::msm::FixedBases;
use curve::weierstrass::{Group, Projective};

use super::{Curve, Error, Form, G1, G2, Scalar};

/// Most bytes of the table over the points of public inputs: for each input, and in all.
const TABLE_BYTES: [usize; 2] = [256 << 10, 4 << 20];

/// π = (A, B, C), points of their groups. The identity is one of them, in all three places.
///
/// [Example](crate::groth16).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof<C: Curve> {
    /// A, in G1.
    pub a: G1<C>,
    /// B, in G2.
    pub b: G2<C>,
    /// C, in G1.
    pub c: G1<C>,
}

impl<C: Curve> Proof<C> {
    /// arkworks' encoding, A ‖ B ‖ C: 128 bytes compressed on BN254, 192 on BLS12-381; twice as
    /// many uncompressed.
    #[inline(never)]
    pub fn to_bytes(&self, form: Form) -> Vec<u8> {
        let mut out = Vec::new();
        C::put_g1(&self.a, form, &mut out);
        C::put_g2(&self.b, form, &mut out);
        C::put_g1(&self.c, form, &mut out);
        out
    }

    /// The proof of such an encoding: encodings, curve and subgroups are checked.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::Point`].
    #[inline(never)]
    pub fn from_bytes(bytes: &[u8], form: Form) -> Result<Self, Error> {
        let mut reader = Reader::<C>::new(bytes, form);
        let proof = Self { a: reader.g1()?, b: reader.g2()?, c: reader.g1()? };
        reader.end()?;
        Ok(proof)
    }
}

/// What proofs of one circuit are verified with: α in G1; β, γ, δ in G2; and a point of G1 for one
/// and for each public input.
///
/// α, β, γ and δ are never the identity: a key with such a γ or δ would let anybody prove anything.
/// The points of inputs may be.
///
/// [Example](crate::groth16).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifyingKey<C: Curve> {
    alpha: G1<C>,
    beta: G2<C>,
    gamma: G2<C>,
    delta: G2<C>,
    ic: Vec<G1<C>>,
}

impl<C: Curve> VerifyingKey<C> {
    /// The key of these points; `ic` has that of one, then one for each public input.
    ///
    /// # Errors
    /// [`Error::Point`] with [`Identity`](curve::error::PointError::Identity) for the identity
    /// among the first four, [`Error::InputCount`] if `ic` is empty.
    #[inline(never)]
    pub fn new(
        alpha: G1<C>,
        beta: G2<C>,
        gamma: G2<C>,
        delta: G2<C>,
        ic: Vec<G1<C>>,
    ) -> Result<Self, Error> {
        if ic.is_empty() {
            return Err(Error::InputCount);
        }
        let [beta, gamma, delta] =
            [beta.not_identity()?, gamma.not_identity()?, delta.not_identity()?];
        Ok(Self { alpha: alpha.not_identity()?, beta, gamma, delta, ic })
    }

    /// α.
    pub fn alpha(&self) -> &G1<C> {
        &self.alpha
    }

    /// β.
    pub fn beta(&self) -> &G2<C> {
        &self.beta
    }

    /// γ.
    pub fn gamma(&self) -> &G2<C> {
        &self.gamma
    }

    /// δ.
    pub fn delta(&self) -> &G2<C> {
        &self.delta
    }

    /// The points of one and of the public inputs: circom's IC, arkworks' gamma_abc_g1.
    pub fn ic(&self) -> &[G1<C>] {
        &self.ic
    }

    /// How many public inputs a proof has.
    pub fn inputs(&self) -> usize {
        self.ic.len() - 1
    }

    /// arkworks' encoding: α ‖ β ‖ γ ‖ δ, the number of further points in eight little-endian
    /// bytes, those points.
    #[inline(never)]
    pub fn to_bytes(&self, form: Form) -> Vec<u8> {
        let mut out = Vec::new();
        C::put_g1(&self.alpha, form, &mut out);
        for point in [&self.beta, &self.gamma, &self.delta] {
            C::put_g2(point, form, &mut out);
        }
        out.extend((self.ic.len() as u64).to_le_bytes());
        self.ic.iter().for_each(|point| C::put_g1(point, form, &mut out));
        out
    }

    /// The key of such an encoding: encodings, curve and subgroups are checked.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::Point`], [`Error::InputCount`].
    #[inline(never)]
    pub fn from_bytes(bytes: &[u8], form: Form) -> Result<Self, Error> {
        let mut reader = Reader::<C>::new(bytes, form);
        let (alpha, beta, gamma, delta) = (reader.g1()?, reader.g2()?, reader.g2()?, reader.g2()?);
        let count = u64::from_le_bytes(*reader.take(8)?.first_chunk().ok_or(Error::Length)?);
        let ic = reader.g1_list()?;
        if ic.len() as u64 != count {
            return Err(Error::Length);
        }
        Self::new(alpha, beta, gamma, delta, ic)
    }

    /// See [`PreparedVerifyingKey::new`].
    #[inline(never)]
    pub fn prepare(&self) -> PreparedVerifyingKey<C> {
        PreparedVerifyingKey::new(self)
    }

    /// Whether the proof is valid for these public inputs: [`PreparedVerifyingKey::verify`] with a
    /// key that is prepared for this one verification, the table apart.
    ///
    /// # Errors
    /// As there.
    #[inline(never)]
    pub fn verify(&self, inputs: &[Scalar<C>], proof: &Proof<C>) -> Result<(), Error> {
        if inputs.len() != self.inputs() {
            return Err(Error::InputCount);
        }
        let sum = sum_of_inputs::<C>(&self.ic, inputs);
        let pairs = [
            (proof.a, proof.b),
            (self.alpha.neg(), self.beta),
            (sum.neg(), self.gamma),
            (proof.c.neg(), self.delta),
        ];
        verdict(C::gt_is_one(&C::pairing_product(&pairs, &[])))
    }
}

pub(super) fn verdict(holds: bool) -> Result<(), Error> {
    if holds { Ok(()) } else { Err(Error::NotProven) }
}

/// IC₀ + Σ xᵢ·ICᵢ without a table.
fn sum_of_inputs<C: Curve>(ic: &[G1<C>], inputs: &[Scalar<C>]) -> G1<C> {
    match curve::msm::msm_vartime_alloc(&ic[1..], inputs) {
        Ok(sum) => sum.add_mixed(&ic[0]).to_affine(),
        // There is no input.
        Err(_) => ic[0],
    }
}

/// A verifying key with everything computed that does not depend on a proof: e(α, β), the lines of
/// −γ and −δ, multiples of the points of public inputs.
///
/// Nothing is decoded again; one key may serve any number of threads. It takes about 40 kB for the
/// lines, and for the table at most 256 KiB for each public input and 4 MiB in all
/// ([`PreparedVerifyingKey::table_bytes`] says how much).
///
/// [Example](crate::groth16).
#[derive(Clone, Debug)]
pub struct PreparedVerifyingKey<C: Curve> {
    pub(super) alpha_beta: C::Gt,
    pub(super) gamma_neg: G2<C>,
    pub(super) delta_neg: G2<C>,
    gamma_lines: C::G2Prepared,
    delta_lines: C::G2Prepared,
    pub(super) ic: Vec<G1<C>>,
    table: Option<FixedBases<C::G1>>,
}

impl<C: Curve> PreparedVerifyingKey<C> {
    /// Prepares a key.
    ///
    /// Cost: a pairing, the lines of two points, the table.
    #[inline(never)]
    pub fn new(key: &VerifyingKey<C>) -> Self {
        let alpha_beta = C::pairing_product(&[(key.alpha, key.beta)], &[]);
        Self::from_parts(alpha_beta, key.gamma.neg(), key.delta.neg(), key.ic.clone())
    }

    /// Of e(α, β), −γ, −δ, and as many points as inputs and one.
    pub(super) fn from_parts(
        alpha_beta: C::Gt,
        gamma_neg: G2<C>,
        delta_neg: G2<C>,
        ic: Vec<G1<C>>,
    ) -> Self {
        let bytes = TABLE_BYTES[0].saturating_mul(ic.len() - 1).min(TABLE_BYTES[1]);
        Self {
            gamma_lines: C::prepare(&gamma_neg),
            delta_lines: C::prepare(&delta_neg),
            // None for no inputs, or for so many that a table would be larger.
            table: FixedBases::new(&ic[1..], bytes).ok(),
            alpha_beta,
            gamma_neg,
            delta_neg,
            ic,
        }
    }

    /// How many public inputs a proof has.
    pub fn inputs(&self) -> usize {
        self.ic.len() - 1
    }

    /// Bytes of the table of multiples.
    pub fn table_bytes(&self) -> usize {
        self.table.as_ref().map_or(0, FixedBases::size_bytes)
    }

    /// Whether the proof is valid for these public inputs: e(A, B) = e(α, β)·e(IC₀ + Σ xᵢ·ICᵢ,
    /// γ)·e(C, δ) (J. Groth, "On the size of pairing-based non-interactive arguments", ePrint
    /// 2016/260, §3.2).
    ///
    /// Variable-time; all is public. Cost: a sum of as many multiples as there are inputs, a Miller
    /// loop over three pairs, two of which have their lines already, and a final exponentiation.
    ///
    /// # Errors
    /// [`Error::InputCount`], [`Error::NotProven`].
    #[inline(never)]
    pub fn verify(&self, inputs: &[Scalar<C>], proof: &Proof<C>) -> Result<(), Error> {
        if inputs.len() != self.inputs() {
            return Err(Error::InputCount);
        }
        let sum = match &self.table {
            None => sum_of_inputs::<C>(&self.ic, inputs),
            Some(_) => self.inputs_vartime(inputs).add_mixed(&self.ic[0]).to_affine(),
        };
        verdict(self.product(&[(proof.a, proof.b)], sum, proof.c) == self.alpha_beta)
    }

    /// Σ xᵢ·ICᵢ, IC₀ apart.
    pub(super) fn inputs_vartime(&self, inputs: &[Scalar<C>]) -> Projective<C::G1> {
        let sum = match &self.table {
            Some(table) => table.msm_vartime(inputs),
            None => curve::msm::msm_vartime_alloc(&self.ic[1..], inputs),
        };
        // There are as many as points; it fails for none.
        sum.unwrap_or_else(|_| Projective::identity())
    }

    /// ∏ e(Aᵢ, Bᵢ)·e(L, −γ)·e(C, −δ).
    pub(super) fn product(&self, pairs: &[(G1<C>, G2<C>)], sum: G1<C>, c: G1<C>) -> C::Gt {
        C::pairing_product(pairs, &[(sum, &self.gamma_lines), (c, &self.delta_lines)])
    }
}

/// Reads points one after the other.
pub(super) struct Reader<'a, C: Curve> {
    bytes: &'a [u8],
    form: Form,
    of: core::marker::PhantomData<C>,
}

impl<'a, C: Curve> Reader<'a, C> {
    #[inline(never)]
    pub(super) fn new(bytes: &'a [u8], form: Form) -> Self {
        Self { bytes, form, of: core::marker::PhantomData }
    }

    fn take(&mut self, length: usize) -> Result<&'a [u8], Error> {
        let (piece, rest) = self.bytes.split_at_checked(length).ok_or(Error::Length)?;
        self.bytes = rest;
        Ok(piece)
    }

    /// Bytes of a point over a field.
    fn size<G: Group>(&self) -> usize {
        let coordinate = <G::Base as curve::field::Canonical>::BYTES;
        if self.form == Form::Compressed { coordinate } else { 2 * coordinate }
    }

    pub(super) fn g1(&mut self) -> Result<G1<C>, Error> {
        let bytes = self.take(self.size::<C::G1>())?;
        Ok(C::g1_from_bytes(bytes, self.form)?)
    }

    pub(super) fn g2(&mut self) -> Result<G2<C>, Error> {
        let bytes = self.take(self.size::<C::G2>())?;
        Ok(C::g2_from_bytes(bytes, self.form)?)
    }

    /// All that is left.
    pub(super) fn g1_list(&mut self) -> Result<Vec<G1<C>>, Error> {
        let bytes = core::mem::take(&mut self.bytes);
        if !bytes.len().is_multiple_of(self.size::<C::G1>()) {
            return Err(Error::Length);
        }
        bytes
            .chunks(self.size::<C::G1>())
            .map(|point| Ok(C::g1_from_bytes(point, self.form)?))
            .collect()
    }

    pub(super) fn end(self) -> Result<(), Error> {
        if self.bytes.is_empty() { Ok(()) } else { Err(Error::Length) }
    }
}
