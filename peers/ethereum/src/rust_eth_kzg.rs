//! rust_eth_kzg of the PeerDAS developers, in Rust on blst; without its feature `multithreaded`.
//!
//! Its context is that of the ceremony that it carries, with tables of width 8, the width that its
//! documentation names: for proofs of cells alone. For commitments and proofs at a point this
//! library has no table. It takes references to arrays, in lists that it uses up: a call makes
//! these lists, of references.

use std::sync::OnceLock;

use peer_api::body::{Prepared, parse_all, refusing};
use peer_api::{About, Case, Contract, Implementation, Operation, Refusal};
use rust_eth_kzg::{Cell, DASContext, Error, KZGProof, TrustedSetup, UsePrecomp};

use crate::about::about;
use crate::kzg_bytes::{boxed, contract, every_third, fixed, indices, list, verdict};

/// rust_eth_kzg.
pub struct RustEthKzg;

fn context() -> &'static DASContext {
    static CONTEXT: OnceLock<DASContext> = OnceLock::new();
    CONTEXT.get_or_init(|| DASContext::new(&TrustedSetup::default(), UsePrecomp::Yes { width: 8 }))
}

impl Implementation for RustEthKzg {
    fn about(&self) -> About {
        about(
            "rust_eth_kzg",
            "rust_eth_kzg",
            &["blst"],
            "Rust on blst's assembly, chosen at run time; tables of width 8",
        )
    }

    fn contract(&self, operation: &Operation) -> Option<Contract> {
        contract(operation)
    }

    fn prepare(&self, operation: &Operation, pool: &[Case]) -> Prepared {
        if contract(operation).is_none() {
            return Err(Refusal::Unsupported(format!(
                "rust_eth_kzg does not serve {}",
                operation.id
            )));
        }
        let context = context();
        match operation.id {
            "kzg/commit" | "kzg/commit_table" => refusing(
                parse_all(operation, pool, |case| boxed(&case[0]))?,
                |blob| context.blob_to_kzg_commitment(blob).ok(),
                |point| point.to_vec(),
            ),
            "kzg/proof" | "kzg/proof_table" => refusing(
                parse_all(operation, pool, |case| Some((boxed(&case[0])?, fixed(&case[1])?)))?,
                |(blob, z)| context.compute_kzg_proof(blob, *z).ok(),
                |(proof, y)| [&proof[..], &y[..]].concat(),
            ),
            "kzg/blob_proof" => refusing(
                parse_all(operation, pool, |case| Some((boxed(&case[0])?, fixed(&case[1])?)))?,
                |(blob, commitment)| context.compute_blob_kzg_proof(blob, commitment).ok(),
                |point| point.to_vec(),
            ),
            "kzg/verify" => {
                let cases = parse_all(operation, pool, |case| {
                    Some((fixed(&case[0])?, fixed(&case[1])?, fixed(&case[2])?, fixed(&case[3])?))
                })?;
                refusing(
                    cases,
                    |(c, z, y, proof)| holds(context.verify_kzg_proof(c, *z, *y, proof)),
                    verdict,
                )
            }
            "kzg/verify_blob" => {
                let cases = parse_all(operation, pool, |case| {
                    Some((boxed(&case[0])?, fixed(&case[1])?, fixed(&case[2])?))
                })?;
                refusing(
                    cases,
                    |(blob, c, proof)| holds(context.verify_blob_kzg_proof(blob, c, proof)),
                    verdict,
                )
            }
            "kzg/cells" => refusing(
                parse_all(operation, pool, |case| boxed(&case[0]))?,
                |blob| context.compute_cells(blob).ok(),
                |cells| cells.iter().flat_map(|cell| cell.to_vec()).collect(),
            ),
            "kzg/cells_and_proofs" => refusing(
                parse_all(operation, pool, |case| boxed(&case[0]))?,
                |blob| context.compute_cells_and_kzg_proofs(blob).ok(),
                |(cells, proofs)| with_proofs(cells, proofs),
            ),
            "kzg/recover" | "kzg/recover_truncated" => {
                let cases = parse_all(operation, pool, |case| {
                    Some((indices(&case[0]), list(&case[1..])?))
                })?;
                refusing(
                    cases,
                    |(indices, cells)| {
                        context
                            .recover_cells_and_kzg_proofs(indices.clone(), cells.iter().collect())
                            .ok()
                    },
                    |(cells, proofs)| with_proofs(cells, proofs),
                )
            }
            "kzg/verify_cells_1" | "kzg/verify_cells_128" => {
                let cases = parse_all(operation, pool, |case| {
                    let (cells, proofs) = case[2..].split_at((case.len() - 2) / 2);
                    Some((fixed(&case[0])?, indices(&case[1]), list(cells)?, list(proofs)?))
                })?;
                let call = |(commitment, indices, cells, proofs): &Cells| {
                    let (cells, proofs) = (cells.iter().collect(), proofs.iter().collect());
                    holds(context.verify_cell_kzg_proof_batch(
                        vec![commitment; indices.len()],
                        indices,
                        cells,
                        proofs,
                    ))
                };
                refusing(cases, call, verdict)
            }
            _ => {
                let cases = parse_all(operation, pool, |case| {
                    let blobs =
                        every_third(case, 0).map(|blob| boxed(blob)).collect::<Option<Vec<_>>>()?;
                    Some((blobs, list(every_third(case, 1))?, list(every_third(case, 2))?))
                })?;
                let call = |(blobs, commitments, proofs): &Blobs| {
                    let blobs = blobs.iter().map(Box::as_ref).collect();
                    let (commitments, proofs) =
                        (commitments.iter().collect(), proofs.iter().collect());
                    holds(context.verify_blob_kzg_proof_batch(blobs, commitments, proofs))
                };
                refusing(cases, call, verdict)
            }
        }
    }
}

/// A commitment, indices, cells, proofs.
type Cells = ([u8; 48], Vec<u64>, Vec<[u8; 2048]>, Vec<[u8; 48]>);

/// Blobs, commitments, proofs.
type Blobs = (Vec<Box<[u8; 131_072]>>, Vec<[u8; 48]>, Vec<[u8; 48]>);

/// The library says that a proof does not hold by an error among others.
fn holds(result: Result<(), Error>) -> Option<bool> {
    match result {
        Ok(()) => Some(true),
        Err(error) => error.is_proof_invalid().then_some(false),
    }
}

fn with_proofs(cells: &[Cell; 128], proofs: &[KZGProof; 128]) -> Vec<u8> {
    cells.iter().flat_map(|cell| cell.to_vec()).chain(proofs.iter().flatten().copied()).collect()
}
