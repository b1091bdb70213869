//! c-kzg-4844, the reference in C on blst, through its Rust bindings.
//!
//! Its settings are those of the ceremony that it carries, with precompute 8, the largest that its
//! users choose: a table of 96 MiB, for proofs of cells alone. For commitments and proofs at a
//! point this library has no table. Its types (`Blob`, `Bytes48`, `Cell`) are bytes of a length;
//! they are made off the clock.

use c_kzg::{Blob, Bytes32, Bytes48, Cell, KzgProof, ethereum_kzg_settings};
use peer_api::body::{Prepared, parse_all, refusing};
use peer_api::{About, Case, Contract, Implementation, Operation, Refusal};

use crate::about::about;
use crate::kzg_bytes::{contract, every_third, fixed, indices, list, verdict};

/// c-kzg.
pub struct CKzg;

impl Implementation for CKzg {
    fn about(&self) -> About {
        about("c-kzg", "c-kzg", &["blst"], "C on blst's assembly, chosen at run time; precompute 8")
    }

    fn contract(&self, operation: &Operation) -> Option<Contract> {
        contract(operation)
    }

    fn prepare(&self, operation: &Operation, pool: &[Case]) -> Prepared {
        if contract(operation).is_none() {
            return Err(Refusal::Unsupported(format!("c-kzg does not serve {}", operation.id)));
        }
        let settings = ethereum_kzg_settings(8);
        match operation.id {
            "kzg/commit" | "kzg/commit_table" => refusing(
                parse_all(operation, pool, |case| blob(&case[0]))?,
                |blob| settings.blob_to_kzg_commitment(blob).ok(),
                |point| point.to_vec(),
            ),
            "kzg/proof" | "kzg/proof_table" => refusing(
                parse_all(operation, pool, |case| Some((blob(&case[0])?, bytes32(&case[1])?)))?,
                |(blob, z)| settings.compute_kzg_proof(blob, z).ok(),
                |(proof, y)| [&proof[..], &y[..]].concat(),
            ),
            "kzg/blob_proof" => refusing(
                parse_all(operation, pool, |case| Some((blob(&case[0])?, bytes48(&case[1])?)))?,
                |(blob, commitment)| settings.compute_blob_kzg_proof(blob, commitment).ok(),
                |point| point.to_vec(),
            ),
            "kzg/verify" => {
                let cases = parse_all(operation, pool, |case| {
                    Some((
                        bytes48(&case[0])?,
                        bytes32(&case[1])?,
                        bytes32(&case[2])?,
                        bytes48(&case[3])?,
                    ))
                })?;
                refusing(
                    cases,
                    |(c, z, y, proof)| settings.verify_kzg_proof(c, z, y, proof).ok(),
                    verdict,
                )
            }
            "kzg/verify_blob" => {
                let cases = parse_all(operation, pool, |case| {
                    Some((blob(&case[0])?, bytes48(&case[1])?, bytes48(&case[2])?))
                })?;
                refusing(
                    cases,
                    |(blob, c, proof)| settings.verify_blob_kzg_proof(blob, c, proof).ok(),
                    verdict,
                )
            }
            "kzg/cells" => refusing(
                parse_all(operation, pool, |case| blob(&case[0]))?,
                |blob| settings.compute_cells(blob).ok(),
                |cells| cells.iter().flat_map(Cell::to_bytes).collect(),
            ),
            "kzg/cells_and_proofs" => refusing(
                parse_all(operation, pool, |case| blob(&case[0]))?,
                |blob| settings.compute_cells_and_kzg_proofs(blob).ok(),
                |(cells, proofs)| with_proofs(&cells[..], &proofs[..]),
            ),
            "kzg/recover" | "kzg/recover_truncated" => {
                let cases = parse_all(operation, pool, |case| {
                    Some((indices(&case[0]), cells(&case[1..])?))
                })?;
                refusing(
                    cases,
                    |(indices, cells)| settings.recover_cells_and_kzg_proofs(indices, cells).ok(),
                    |(cells, proofs)| with_proofs(&cells[..], &proofs[..]),
                )
            }
            "kzg/verify_cells_1" | "kzg/verify_cells_128" => {
                let cases = parse_all(operation, pool, |case| {
                    let (given, proofs) = case[2..].split_at((case.len() - 2) / 2);
                    let commitments = vec![bytes48(&case[0])?; given.len()];
                    Some((commitments, indices(&case[1]), cells(given)?, points(proofs)?))
                })?;
                let call = |(c, indices, cells, proofs): &(
                    Vec<Bytes48>,
                    Vec<u64>,
                    Vec<Cell>,
                    Vec<Bytes48>,
                )| {
                    settings.verify_cell_kzg_proof_batch(c, indices, cells, proofs).ok()
                };
                refusing(cases, call, verdict)
            }
            _ => {
                let cases = parse_all(operation, pool, |case| {
                    let blobs = every_third(case, 0)
                        .map(|blob| Blob::from_bytes(blob).ok())
                        .collect::<Option<Vec<_>>>();
                    Some((blobs?, points(every_third(case, 1))?, points(every_third(case, 2))?))
                })?;
                refusing(
                    cases,
                    |(blobs, c, proofs)| {
                        settings.verify_blob_kzg_proof_batch(blobs, c, proofs).ok()
                    },
                    verdict,
                )
            }
        }
    }
}

fn blob(bytes: &[u8]) -> Option<Box<Blob>> {
    Blob::from_bytes(bytes).ok().map(Box::new)
}

fn bytes48(bytes: &[u8]) -> Option<Bytes48> {
    fixed(bytes).map(Bytes48::new)
}

fn bytes32(bytes: &[u8]) -> Option<Bytes32> {
    fixed(bytes).map(Bytes32::new)
}

fn points<'a>(arguments: impl IntoIterator<Item = &'a Vec<u8>>) -> Option<Vec<Bytes48>> {
    Some(list(arguments)?.into_iter().map(Bytes48::new).collect())
}

fn cells(arguments: &[Vec<u8>]) -> Option<Vec<Cell>> {
    Some(list(arguments)?.into_iter().map(Cell::new).collect())
}

fn with_proofs(cells: &[Cell], proofs: &[KzgProof]) -> Vec<u8> {
    cells
        .iter()
        .flat_map(Cell::to_bytes)
        .chain(proofs.iter().flat_map(|proof| proof.to_vec()))
        .collect()
}
