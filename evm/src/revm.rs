//! The contracts for `revm` 43, in either of two ways.
//!
//! [`Curvemark`] is a `Crypto`: `revm` keeps its own contracts, encodings and prices, and asks it
//! for the arithmetic. It is installed once per process, and then all of `revm` uses it:
//!
//! ```
//! assert!(revm::install_crypto(curvemark_evm::revm::Curvemark), "nobody was first");
//! ```
//!
//! [`Precompiles`] is a provider: contracts, encodings and prices are those of this crate, for one
//! machine (`Evm`), with nothing installed. It replaces `EthPrecompiles` in `Evm::new` or by
//! `with_precompiles`.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use ::revm::context::{Cfg, LocalContextTr};
use ::revm::context_interface::{ContextTr, JournalTr};
use ::revm::handler::{
    EthPrecompiles, PrecompileProvider, precompile_output_to_interpreter_result,
};
use ::revm::interpreter::{CallInputs, InterpreterResult};
use ::revm::precompile::bls12_381::{G1Point, G1PointScalar, G2Point, G2PointScalar};
use ::revm::precompile::{Crypto, PrecompileHalt, PrecompileOutput};
use ::revm::primitives::hardfork::SpecId;
use ::revm::primitives::{Address, AddressSet};
use curve::error::PointError;

use crate::Fork;
use crate::precompiles::{Error, Precompile, ripemd160_of_public, run, signer};
use crate::primitives;

/// Curvemark's arithmetic under `revm`'s contracts.
///
/// [Example](crate::revm).
#[derive(Clone, Copy, Debug, Default)]
pub struct Curvemark;

/// A point, or an element of Fp2: x and then y.
fn joined<const X: usize, const N: usize>(x: &[u8; X], y: &[u8; X]) -> [u8; N] {
    const { assert!(2 * X == N) };
    let mut out = [0; N];
    let (first, second) = out.split_at_mut(X);
    first.copy_from_slice(x);
    second.copy_from_slice(y);
    out
}

fn g1((x, y): &G1Point) -> [u8; 96] {
    joined(x, y)
}

fn g2((x0, x1, y0, y1): &G2Point) -> [u8; 192] {
    joined::<96, 192>(&joined(x0, x1), &joined(y0, y1))
}

fn bn254_halt(error: Error) -> PrecompileHalt {
    match error {
        Error::Point(PointError::NotCanonical) => PrecompileHalt::Bn254FieldPointNotAMember,
        Error::Length => PrecompileHalt::Bn254PairLength,
        _ => PrecompileHalt::Bn254AffineGFailedToCreate,
    }
}

fn g1_halt(error: Error) -> PrecompileHalt {
    match error {
        Error::Point(PointError::NotCanonical) => PrecompileHalt::NonCanonicalFp,
        Error::Point(PointError::NotInSubgroup) => PrecompileHalt::Bls12381G1NotInSubgroup,
        Error::Length => PrecompileHalt::Bls12381G1MsmInputLength,
        _ => PrecompileHalt::Bls12381G1NotOnCurve,
    }
}

fn g2_halt(error: Error) -> PrecompileHalt {
    match error {
        Error::Point(PointError::NotCanonical) => PrecompileHalt::NonCanonicalFp,
        Error::Point(PointError::NotInSubgroup) => PrecompileHalt::Bls12381G2NotInSubgroup,
        Error::Length => PrecompileHalt::Bls12381G2MsmInputLength,
        _ => PrecompileHalt::Bls12381G2NotOnCurve,
    }
}

/// What the machine passes as a slice that has this length.
fn sized<const N: usize>(bytes: &[u8]) -> Result<&[u8; N], PrecompileHalt> {
    bytes.try_into().map_err(|_| PrecompileHalt::Bn254AffineGFailedToCreate)
}

impl Crypto for Curvemark {
    fn sha256(&self, input: &[u8]) -> [u8; 32] {
        curvemark::hash::sha256(input)
    }

    fn ripemd160(&self, input: &[u8]) -> [u8; 32] {
        ripemd160_of_public(input)
    }

    fn bn254_g1_add(&self, p1: &[u8], p2: &[u8]) -> Result<[u8; 64], PrecompileHalt> {
        primitives::bn254_g1_add(sized(p1)?, sized(p2)?).map_err(bn254_halt)
    }

    fn bn254_g1_mul(&self, point: &[u8], scalar: &[u8]) -> Result<[u8; 64], PrecompileHalt> {
        primitives::bn254_g1_mul(sized(point)?, sized(scalar)?).map_err(bn254_halt)
    }

    fn bn254_pairing_check(&self, pairs: &[(&[u8], &[u8])]) -> Result<bool, PrecompileHalt> {
        let pairs = pairs.iter().map(|(p, q)| Ok((sized(p)?, sized(q)?)));
        let pairs: Vec<_> = pairs.collect::<Result<_, PrecompileHalt>>()?;
        primitives::bn254_pairing(pairs.iter().copied()).map_err(bn254_halt)
    }

    fn secp256k1_ecrecover(
        &self,
        sig: &[u8; 64],
        recid: u8,
        msg: &[u8; 32],
    ) -> Result<[u8; 32], PrecompileHalt> {
        signer(msg, sig, recid).ok_or(PrecompileHalt::Secp256k1RecoverFailed)
    }

    fn modexp(&self, base: &[u8], exp: &[u8], modulus: &[u8]) -> Result<Vec<u8>, PrecompileHalt> {
        Ok(primitives::modexp(base, exp, modulus))
    }

    fn blake2_compress(&self, rounds: u32, h: &mut [u64; 8], m: &[u64; 16], t: &[u64; 2], f: bool) {
        primitives::blake2_compress(rounds, h, m, t, f);
    }

    fn secp256r1_verify_signature(&self, msg: &[u8; 32], sig: &[u8; 64], pk: &[u8; 64]) -> bool {
        primitives::p256_holds(msg, sig, pk)
    }

    fn verify_kzg_proof(
        &self,
        z: &[u8; 32],
        y: &[u8; 32],
        commitment: &[u8; 48],
        proof: &[u8; 48],
    ) -> Result<(), PrecompileHalt> {
        primitives::kzg_opens(commitment, z, y, proof)
            .map_err(|_| PrecompileHalt::BlobVerifyKzgProofFailed)
    }

    fn bls12_381_g1_add(&self, a: G1Point, b: G1Point) -> Result<[u8; 96], PrecompileHalt> {
        primitives::bls12_g1_add(&g1(&a), &g1(&b)).map_err(g1_halt)
    }

    fn bls12_381_g1_msm(
        &self,
        pairs: &mut dyn Iterator<Item = Result<G1PointScalar, PrecompileHalt>>,
    ) -> Result<[u8; 96], PrecompileHalt> {
        let pairs = pairs.map(|pair| pair.map(|(point, scalar)| (g1(&point), scalar)));
        let pairs: Vec<_> = pairs.collect::<Result<_, _>>()?;
        let pairs = pairs.iter().map(|(point, scalar)| (point, scalar));
        primitives::bls12_g1_msm(pairs).map_err(g1_halt)
    }

    fn bls12_381_g2_add(&self, a: G2Point, b: G2Point) -> Result<[u8; 192], PrecompileHalt> {
        primitives::bls12_g2_add(&g2(&a), &g2(&b)).map_err(g2_halt)
    }

    fn bls12_381_g2_msm(
        &self,
        pairs: &mut dyn Iterator<Item = Result<G2PointScalar, PrecompileHalt>>,
    ) -> Result<[u8; 192], PrecompileHalt> {
        let pairs = pairs.map(|pair| pair.map(|(point, scalar)| (g2(&point), scalar)));
        let pairs: Vec<_> = pairs.collect::<Result<_, _>>()?;
        let pairs = pairs.iter().map(|(point, scalar)| (point, scalar));
        primitives::bls12_g2_msm(pairs).map_err(g2_halt)
    }

    fn bls12_381_pairing_check(
        &self,
        pairs: &[(G1Point, G2Point)],
    ) -> Result<bool, PrecompileHalt> {
        let pairs: Vec<_> = pairs.iter().map(|(p, q)| (g1(p), g2(q))).collect();
        primitives::bls12_pairing(pairs.iter().map(|(p, q)| (p, q))).map_err(g1_halt)
    }

    fn bls12_381_fp_to_g1(&self, fp: &[u8; 48]) -> Result<[u8; 96], PrecompileHalt> {
        primitives::bls12_map_fp_to_g1(fp).map_err(g1_halt)
    }

    fn bls12_381_fp2_to_g2(&self, fp2: ([u8; 48], [u8; 48])) -> Result<[u8; 192], PrecompileHalt> {
        primitives::bls12_map_fp2_to_g2(&joined(&fp2.0, &fp2.1)).map_err(g2_halt)
    }
}

/// The rules of this crate that a specification of `revm` has; none before Istanbul, and none after
/// those that this crate knows, which are then `revm`'s own to price.
///
/// [Example](crate::revm).
pub fn fork_of(spec: SpecId) -> Option<Fork> {
    rules_of(spec as u8)
}

/// [`fork_of`] by number, so that numbers which no specification has yet can be tried.
const fn rules_of(spec: u8) -> Option<Fork> {
    const ISTANBUL: u8 = SpecId::ISTANBUL as u8;
    const BERLIN: u8 = SpecId::BERLIN as u8;
    const SHANGHAI: u8 = SpecId::SHANGHAI as u8;
    const CANCUN: u8 = SpecId::CANCUN as u8;
    const PRAGUE: u8 = SpecId::PRAGUE as u8;
    const OSAKA: u8 = SpecId::OSAKA as u8;
    const AMSTERDAM: u8 = SpecId::AMSTERDAM as u8;
    match spec {
        ISTANBUL => Some(Fork::Istanbul),
        BERLIN..=SHANGHAI => Some(Fork::Berlin),
        CANCUN => Some(Fork::Cancun),
        PRAGUE => Some(Fork::Prague),
        OSAKA => Some(Fork::Osaka),
        AMSTERDAM => Some(Fork::Amsterdam),
        _ => None,
    }
}

/// The contracts of this crate for a machine of `revm`. What is before Istanbul, or unknown, is
/// left to `revm`'s own.
///
/// [Example](crate::revm).
#[derive(Clone, Debug)]
pub struct Precompiles {
    spec: SpecId,
    /// The rules, and the addresses of their contracts.
    ours: Option<(Fork, AddressSet)>,
    /// For older rules.
    theirs: EthPrecompiles,
}

impl Precompiles {
    /// The contracts of a specification.
    pub fn new(spec: SpecId) -> Self {
        let ours = fork_of(spec).map(|fork| {
            let there = Precompile::ALL.into_iter().filter(|contract| contract.since() <= fork);
            (fork, there.map(|contract| Address::from(contract.address())).collect())
        });
        Self { spec, ours, theirs: EthPrecompiles::new(spec) }
    }
}

/// The reason as `revm` names it.
fn halt(error: Error) -> PrecompileHalt {
    match error {
        Error::OutOfGas => PrecompileHalt::OutOfGas,
        Error::FinalFlag => PrecompileHalt::Blake2WrongFinalIndicatorFlag,
        Error::TooLong => PrecompileHalt::ModexpEip7823LimitSize,
        Error::VersionedHash => PrecompileHalt::BlobMismatchedVersion,
        Error::Proof | Error::Scalar => PrecompileHalt::BlobVerifyKzgProofFailed,
        other => PrecompileHalt::other(other.to_string()),
    }
}

impl<CTX: ContextTr<Cfg: Cfg<Spec = SpecId>>> PrecompileProvider<CTX> for Precompiles {
    type Output = InterpreterResult;

    fn set_spec(&mut self, spec: SpecId) -> bool {
        let changed = spec != self.spec;
        if changed {
            *self = Self::new(spec);
        }
        changed
    }

    fn run(
        &mut self,
        context: &mut CTX,
        inputs: &CallInputs,
    ) -> Result<Option<InterpreterResult>, String> {
        let Some((fork, _)) = &self.ours else { return self.theirs.run(context, inputs) };
        let called = run(
            *fork,
            &inputs.bytecode_address.0,
            &inputs.input.as_bytes(context),
            inputs.gas_limit,
        );
        let Some(called) = called else { return Ok(None) };
        let output = match called {
            Ok(output) => PrecompileOutput::new(output.gas, output.bytes.into(), inputs.reservoir),
            Err(error) => {
                // As `EthPrecompiles` does, so that a transaction to a contract says why it failed.
                if error != Error::OutOfGas && context.journal().depth() == 1 {
                    context.local_mut().set_precompile_error_context(halt(error).to_string());
                }
                PrecompileOutput::halt(halt(error), inputs.reservoir)
            }
        };
        Ok(Some(precompile_output_to_interpreter_result(output, inputs.gas_limit)))
    }

    fn warm_addresses(&self) -> &AddressSet {
        self.ours.as_ref().map_or_else(|| self.theirs.warm_addresses(), |(_, addresses)| addresses)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each specification that this release of `revm` knows, by decision; a later one has no rules
    /// of this crate until somebody has read it.
    #[test]
    fn specifications_have_the_rules_that_were_decided() {
        assert_eq!(SpecId::NEXT, SpecId::AMSTERDAM, "a new specification: which rules has it?");
        let named = |number| SpecId::try_from_u8(number).expect("a specification");
        for number in 0..=SpecId::NEXT as u8 {
            let expected = match named(number) {
                SpecId::ISTANBUL => Some(Fork::Istanbul),
                SpecId::BERLIN | SpecId::LONDON | SpecId::MERGE | SpecId::SHANGHAI => {
                    Some(Fork::Berlin)
                }
                SpecId::CANCUN => Some(Fork::Cancun),
                SpecId::PRAGUE => Some(Fork::Prague),
                SpecId::OSAKA => Some(Fork::Osaka),
                SpecId::AMSTERDAM => Some(Fork::Amsterdam),
                _ => None,
            };
            assert_eq!(fork_of(named(number)), expected, "{:?}", named(number));
        }
        assert!((SpecId::NEXT as u8 + 1..=u8::MAX).all(|number| rules_of(number).is_none()));
    }
}
