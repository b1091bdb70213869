//! KZG commitments under the setup of Ethereum's ceremony.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use curve::engines::cpu::{self, Engine};
use curvemark::kzg::{
    BatchError, CellProver, CellsAndProofs, Error, Settings, TrustedSetup, parallel,
};
use peer_api::body::{Prepared, parse_all, refusing};
use peer_api::{Case, Checks, Contract, Operation, Time};
use rayon::ThreadPool;

use super::{unserved, verdict};

/// Most bytes of the tables for commitments and proofs at a point, and of those for proofs of
/// cells: see the operations' notes.
const TABLES: [usize; 2] = [64 << 20, 97 << 20];

pub(super) fn contract(verb: &str) -> Contract {
    let checks = match verb {
        "commit" | "commit_table" | "proof" | "proof_table" | "cells" | "cells_and_proofs"
        | "recover" | "recover_cells" | "recover_truncated" => Checks::None,
        _ => Checks::Subgroup,
    };
    Contract::bytes(checks, Time::Variable)
}

/// What is made of the setup when it is first asked for, once for each engine in force: tables are
/// in the form of one.
struct Made {
    setup: TrustedSetup,
    plain: OnceCell<Settings>,
    table: OnceCell<Settings>,
    prover: OnceCell<CellProver>,
}

impl Made {
    /// Without tables of multiples.
    fn plain(&self) -> &Settings {
        self.plain.get_or_init(|| Settings::new(&self.setup, 0))
    }

    /// With tables.
    fn table(&self) -> &Settings {
        self.table.get_or_init(|| Settings::new(&self.setup, TABLES[0]))
    }

    fn prover(&self) -> &CellProver {
        self.prover.get_or_init(|| CellProver::new(&self.setup, TABLES[1]))
    }
}

fn made() -> Rc<Made> {
    thread_local! {
        static KEPT: RefCell<Vec<(Engine, Rc<Made>)>> = const { RefCell::new(Vec::new()) };
    }
    let engine = cpu::engine();
    KEPT.with_borrow_mut(|kept| {
        if let Some((_, made)) = kept.iter().find(|(of, _)| *of == engine) {
            return Rc::clone(made);
        }
        let (plain, table, prover) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
        let made = Rc::new(Made { setup: TrustedSetup::ethereum(), plain, table, prover });
        kept.push((engine, Rc::clone(&made)));
        made
    })
}

/// Here, or on the threads of a pool.
fn on<R: Send>(
    threads: Option<&ThreadPool>,
    here: impl FnOnce() -> R,
    there: impl FnOnce() -> R + Send,
) -> R {
    threads.map_or_else(here, |pool| pool.install(there))
}

/// On this thread, or on those of a pool, where there is a function for that.
pub(super) fn prepare(
    verb: &str,
    operation: &Operation,
    pool: &[Case],
    threads: Option<&'static ThreadPool>,
) -> Prepared {
    let made = made();
    // Off the clock.
    match verb {
        "commit_table" | "proof_table" => {
            made.table();
        }
        "cells_and_proofs" | "recover" | "recover_cells" | "recover_truncated" => {
            made.prover();
        }
        _ => {
            made.plain();
        }
    }
    match verb {
        "commit" | "commit_table" => {
            let cases = parse_all(operation, pool, |case| case.first().cloned())?;
            let table = verb == "commit_table";
            let call = move |blob: &Vec<u8>| {
                let settings = if table { made.table() } else { made.plain() };
                on(
                    threads,
                    || settings.blob_to_kzg_commitment(blob),
                    || parallel::blob_to_kzg_commitment(settings, blob),
                )
                .ok()
            };
            refusing(cases, call, |point| point.to_vec())
        }
        "proof" | "proof_table" => {
            let cases =
                parse_all(operation, pool, |case| Some((case[0].clone(), fixed(&case[1])?)))?;
            let table = verb == "proof_table";
            let call = move |(blob, z): &(Vec<u8>, [u8; 32])| {
                let settings = if table { made.table() } else { made.plain() };
                on(
                    threads,
                    || settings.compute_kzg_proof(blob, z),
                    || parallel::compute_kzg_proof(settings, blob, z),
                )
                .ok()
            };
            refusing(cases, call, |(proof, y)| [&proof[..], &y[..]].concat())
        }
        "blob_proof" => {
            let cases =
                parse_all(operation, pool, |case| Some((case[0].clone(), fixed(&case[1])?)))?;
            let call = move |(blob, commitment): &(Vec<u8>, [u8; 48])| {
                let settings = made.plain();
                on(
                    threads,
                    || settings.compute_blob_kzg_proof(blob, commitment),
                    || parallel::compute_blob_kzg_proof(settings, blob, commitment),
                )
                .ok()
            };
            refusing(cases, call, |point| point.to_vec())
        }
        "verify" => {
            let cases = parse_all(operation, pool, |case| {
                Some((fixed(&case[0])?, fixed(&case[1])?, fixed(&case[2])?, fixed(&case[3])?))
            })?;
            refusing(
                cases,
                move |(c, z, y, proof)| holds(made.plain().verify_kzg_proof(c, z, y, proof)),
                verdict,
            )
        }
        "verify_blob" => {
            let cases = parse_all(operation, pool, |case| {
                Some((case[0].clone(), fixed(&case[1])?, fixed(&case[2])?))
            })?;
            let call = move |(blob, commitment, proof): &(Vec<u8>, [u8; 48], [u8; 48])| {
                let settings = made.plain();
                on(
                    threads,
                    || holds(settings.verify_blob_kzg_proof(blob, commitment, proof)),
                    // What there is for threads takes several.
                    || {
                        let (blobs, commitments, proofs) = ([blob], [*commitment], [*proof]);
                        all_hold(parallel::verify_blob_kzg_proof_batch(
                            settings,
                            &blobs,
                            &commitments,
                            &proofs,
                        ))
                    },
                )
            };
            refusing(cases, call, verdict)
        }
        "cells" => {
            let cases = parse_all(operation, pool, |case| case.first().cloned())?;
            let call = move |blob: &Vec<u8>| made.plain().compute_cells(blob).ok();
            refusing(cases, call, |cells| cells.concat())
        }
        "cells_and_proofs" => {
            let cases = parse_all(operation, pool, |case| case.first().cloned())?;
            let call = move |blob: &Vec<u8>| {
                let prover = made.prover();
                on(
                    threads,
                    || prover.compute_cells_and_kzg_proofs(blob),
                    || parallel::compute_cells_and_kzg_proofs(prover, blob),
                )
                .ok()
            };
            refusing(cases, call, with_proofs)
        }
        "recover" => {
            let cases =
                parse_all(operation, pool, |case| Some((indices(&case[0]), case[1..].to_vec())))?;
            let call = move |(indices, cells): &(Vec<u64>, Vec<Vec<u8>>)| {
                let prover = made.prover();
                on(
                    threads,
                    || prover.recover_cells_and_kzg_proofs(indices, cells),
                    || parallel::recover_cells_and_kzg_proofs(prover, indices, cells),
                )
                .ok()
            };
            refusing(cases, call, with_proofs)
        }
        "recover_truncated" => {
            let cases =
                parse_all(operation, pool, |case| Some((indices(&case[0]), case[1..].to_vec())))?;
            let call = move |(indices, cells): &(Vec<u64>, Vec<Vec<u8>>)| {
                made.prover().recover_cells_and_kzg_proofs_truncated(indices, cells).ok()
            };
            refusing(cases, call, with_proofs)
        }
        "recover_cells" => {
            let cases =
                parse_all(operation, pool, |case| Some((indices(&case[0]), case[1..].to_vec())))?;
            let call = move |(indices, cells): &(Vec<u64>, Vec<Vec<u8>>)| {
                made.prover().recover_cells(indices, cells).ok()
            };
            refusing(cases, call, |cells| cells.concat())
        }
        "verify_cells_1" | "verify_cells_128" => {
            let cases = parse_all(operation, pool, |case| {
                let indices = indices(&case[1]);
                let (cells, proofs) = case[2..].split_at_checked(indices.len())?;
                Some((vec![fixed(&case[0])?; cells.len()], indices, cells.to_vec(), list(proofs)?))
            })?;
            let call = move |(commitments, indices, cells, proofs): &Cells| {
                let settings = made.plain();
                all_hold(on(
                    threads,
                    || settings.verify_cell_kzg_proof_batch(commitments, indices, cells, proofs),
                    || {
                        parallel::verify_cell_kzg_proof_batch(
                            settings,
                            commitments,
                            indices,
                            cells,
                            proofs,
                        )
                    },
                ))
            };
            refusing(cases, call, verdict)
        }
        _ if verb.starts_with("verify_blobs_") => {
            let cases = parse_all(operation, pool, |case| {
                let third = |from: usize| case.iter().skip(from).step_by(3);
                Some((third(0).cloned().collect(), list(third(1))?, list(third(2))?))
            })?;
            let call = move |(blobs, commitments, proofs): &Blobs| {
                let settings = made.plain();
                all_hold(on(
                    threads,
                    || settings.verify_blob_kzg_proof_batch(blobs, commitments, proofs),
                    || parallel::verify_blob_kzg_proof_batch(settings, blobs, commitments, proofs),
                ))
            };
            refusing(cases, call, verdict)
        }
        _ => Err(unserved(operation)),
    }
}

/// Commitments, indices, cells, proofs.
type Cells = (Vec<[u8; 48]>, Vec<u64>, Vec<Vec<u8>>, Vec<[u8; 48]>);

/// Blobs, commitments, proofs.
type Blobs = (Vec<Vec<u8>>, Vec<[u8; 48]>, Vec<[u8; 48]>);

fn holds(result: Result<(), Error>) -> Option<bool> {
    match result {
        Ok(()) => Some(true),
        Err(Error::NotProven) => Some(false),
        Err(_) => None,
    }
}

fn all_hold(result: Result<(), BatchError>) -> Option<bool> {
    holds(result.map_err(|error| error.reason))
}

fn with_proofs((cells, proofs): &CellsAndProofs) -> Vec<u8> {
    [cells.concat(), proofs.concat()].concat()
}

fn indices(bytes: &[u8]) -> Vec<u64> {
    bytes.iter().map(|index| u64::from(*index)).collect()
}

fn fixed<const N: usize>(bytes: &[u8]) -> Option<[u8; N]> {
    bytes.try_into().ok()
}

fn list<'a, const N: usize>(
    arguments: impl IntoIterator<Item = &'a Vec<u8>>,
) -> Option<Vec<[u8; N]>> {
    arguments.into_iter().map(|argument| fixed(argument)).collect()
}
