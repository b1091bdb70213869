//! Banderwagon: its elements, and commitments and proofs of Verkle trees.

use std::cell::RefCell;
use std::rc::Rc;

use curve::bandersnatch::{Banderwagon, Scalar};
use curve::engines::cpu::{self, Engine};
use curvemark::verkle::{Claim, MultiProof, Query, Setup, Transcript, WIDTH};
use peer_api::body::{Prepared, independent, parse, refusing};
use peer_api::{Case, Checks, Contract, Operation, Time};

use super::{unserved, verdict};

/// Queries of a proof.
const QUERIES: usize = 16;

/// What both sides of a proof begin with.
const LABEL: &[u8] = b"vt";

/// All values are public.
pub(super) fn contract(verb: &str) -> Contract {
    match verb {
        "decode" | "multiproof_verify_16" => Contract::bytes(Checks::Subgroup, Time::Variable),
        _ => Contract::parsed(Time::Variable),
    }
}

/// The points with their table, made once for each engine in force: a table is in the form of one.
fn setup() -> Rc<Setup> {
    thread_local! {
        static KEPT: RefCell<Vec<(Engine, Rc<Setup>)>> = const { RefCell::new(Vec::new()) };
    }
    let engine = cpu::engine();
    KEPT.with_borrow_mut(|kept| {
        if let Some((_, setup)) = kept.iter().find(|(of, _)| *of == engine) {
            return Rc::clone(setup);
        }
        let setup = Rc::new(Setup::new());
        kept.push((engine, Rc::clone(&setup)));
        setup
    })
}

pub(super) fn prepare(verb: &str, operation: &Operation, pool: &[Case]) -> Prepared {
    match verb {
        "mul_vartime" => {
            let cases = parse(pool, |[p, k]| Some((element(p)?, scalar(k)?)))?;
            independent(cases, |(p, k)| p.mul_vartime(k), element_bytes)
        }
        "decode" => {
            let cases = parse(pool, |[bytes]| Some(bytes.to_vec()))?;
            refusing(cases, |bytes| element(bytes), element_bytes)
        }
        "encode" => {
            let cases = parse(pool, |[p]| Some(element(p)?.double()))?;
            independent(cases, Banderwagon::to_bytes, |bytes| bytes.to_vec())
        }
        "map_to_field" => {
            let cases = parse(pool, |[p]| element(p))?;
            independent(cases, Banderwagon::map_to_scalar_field, |k| k.to_le_bytes().to_vec())
        }
        "commit_256" => {
            let cases = parse(pool, |[values]| scalars(values, WIDTH))?;
            let setup = setup();
            let commit = move |values: &Vec<Scalar>| setup.commit_vartime(values);
            independent(cases, commit, |result| element_bytes(result.as_ref().expect("256 values")))
        }
        "multiproof_prove_16" => {
            let cases = parse(pool, queries)?;
            let setup = setup();
            let prove = move |(commitments, values, indices): &Queries| {
                let vectors = values.as_chunks::<WIDTH>().0;
                let queries: Vec<Query<'_>> = commitments
                    .iter()
                    .zip(vectors)
                    .zip(indices)
                    .map(|((&commitment, values), &index)| Query { commitment, values, index })
                    .collect();
                setup.prove_vartime(Transcript::new(LABEL), &queries).ok()
            };
            refusing(cases, prove, |proof| proof.to_bytes().to_vec())
        }
        "multiproof_verify_16" => {
            let cases = parse(pool, |parts: [&[u8]; 4]| Some(parts.map(<[u8]>::to_vec)))?;
            let setup = setup();
            let verify = move |[commitments, indices, values, proof]: &[Vec<u8>; 4]| {
                let (commitments, values) = (elements(commitments)?, scalars(values, QUERIES)?);
                let indices: [u8; QUERIES] = indices.as_slice().try_into().ok()?;
                let claims: Vec<Claim> = commitments
                    .into_iter()
                    .zip(indices)
                    .zip(values)
                    .map(|((commitment, index), value)| Claim { commitment, index, value })
                    .collect();
                let proof = MultiProof::from_bytes(proof).ok()?;
                Some(setup.verify_vartime(Transcript::new(LABEL), &claims, &proof))
            };
            refusing(cases, verify, verdict)
        }
        _ => Err(unserved(operation)),
    }
}

/// Commitments, the values of all vectors, and indices.
type Queries = (Vec<Banderwagon>, Vec<Scalar>, [u8; QUERIES]);

fn queries([commitments, values, indices]: [&[u8]; 3]) -> Option<Queries> {
    Some((elements(commitments)?, scalars(values, QUERIES * WIDTH)?, indices.try_into().ok()?))
}

fn element(bytes: &[u8]) -> Option<Banderwagon> {
    Banderwagon::from_bytes(bytes).ok()
}

fn element_bytes(element: &Banderwagon) -> Vec<u8> {
    element.to_bytes().to_vec()
}

fn scalar(bytes: &[u8]) -> Option<Scalar> {
    Scalar::from_le_bytes(bytes).ok()
}

/// The elements of a proof's commitments.
fn elements(bytes: &[u8]) -> Option<Vec<Banderwagon>> {
    let (all, rest) = bytes.as_chunks::<32>();
    let fits = all.len() == QUERIES && rest.is_empty();
    fits.then(|| all.iter().map(|one| element(one)).collect()).flatten()
}

/// So many scalars, one after the other.
fn scalars(bytes: &[u8], count: usize) -> Option<Vec<Scalar>> {
    let (all, rest) = bytes.as_chunks::<32>();
    let fits = all.len() == count && rest.is_empty();
    fits.then(|| all.iter().map(|one| scalar(one)).collect()).flatten()
}
