//! The functions of EIP-7594: all published cases of each.

use curvemark::kzg::{
    BYTES_PER_FIELD_ELEMENT, CellProver, CellsAndProofs, Error,
    compute_verify_cell_kzg_proof_batch_challenge, parallel,
};
use serde_json::Value;

use super::blobs::{run, verdict};
use super::published::{array, bytes, cases, list, prover, settings};

fn cells(value: &Value) -> Vec<Vec<u8>> {
    list(value, |cell| Some(bytes(cell))).expect("cells")
}

fn indices(value: &Value) -> Vec<u64> {
    list(value, Value::as_u64).expect("indices")
}

/// Cells and proofs as the suites have them.
type InVectors = (Vec<Vec<u8>>, Vec<[u8; 48]>);

fn cells_and_proofs(output: &Value) -> InVectors {
    (cells(&output[0]), list(&output[1], array).expect("proofs"))
}

fn in_vectors(result: Result<CellsAndProofs, Error>) -> Result<InVectors, Error> {
    result.map(|(cells, proofs)| (cells.iter().map(|cell| cell.to_vec()).collect(), proofs))
}

#[test]
fn compute_cells() {
    run("compute_cells", [7, 4], cells, |input| {
        let blob = bytes(&input["blob"]);
        let cells = settings().compute_cells(&blob);
        assert_eq!(prover().compute_cells(&blob), cells);
        Some(cells.map(|cells| cells.iter().map(|cell| cell.to_vec()).collect()))
    });
}

#[test]
fn compute_cells_and_kzg_proofs() {
    run("compute_cells_and_kzg_proofs", [7, 4], cells_and_proofs, |input| {
        let blob = bytes(&input["blob"]);
        let result = prover().compute_cells_and_kzg_proofs(&blob);
        Some(in_vectors(result))
    });
}

#[test]
fn tables_change_nothing() {
    let Some(cases) = cases("compute_cells_and_kzg_proofs") else { return };
    let with_tables = CellProver::ethereum(13 << 20);
    assert!(with_tables.table_bytes() <= super::as_stored(13 << 20));
    assert!(with_tables.table_bytes() > prover().table_bytes());
    for (_, input, _) in cases.iter().filter(|(.., output)| !output.is_null()).take(1) {
        let blob = bytes(&input["blob"]);
        assert_eq!(
            with_tables.compute_cells_and_kzg_proofs(&blob),
            prover().compute_cells_and_kzg_proofs(&blob)
        );
    }
}

#[test]
fn recover_cells_and_kzg_proofs() {
    run("recover_cells_and_kzg_proofs", [4, 14], cells_and_proofs, |input| {
        let (indices, cells) = (indices(&input["cell_indices"]), cells(&input["cells"]));
        let result = prover().recover_cells_and_kzg_proofs(&indices, &cells);
        let truncated = prover().recover_cells_and_kzg_proofs_truncated(&indices, &cells);
        assert_eq!(truncated, result);
        let without_proofs = prover().recover_cells(&indices, &cells);
        assert_eq!(without_proofs, result.clone().map(|(cells, _)| cells));
        Some(in_vectors(result))
    });
}

#[test]
fn verify_cell_kzg_proof_batch() {
    run(
        "verify_cell_kzg_proof_batch",
        [15, 17],
        |output| output.as_bool().expect("a verdict"),
        |input| {
            let (commitments, proofs) =
                (list(&input["commitments"], array)?, list(&input["proofs"], array)?);
            let (indices, cells) = (indices(&input["cell_indices"]), cells(&input["cells"]));
            let batch =
                settings().verify_cell_kzg_proof_batch(&commitments, &indices, &cells, &proofs);
            assert_eq!(
                parallel::verify_cell_kzg_proof_batch(
                    settings(),
                    &commitments,
                    &indices,
                    &cells,
                    &proofs
                ),
                batch
            );
            Some(verdict(batch.map_err(|error| error.reason)))
        },
    );
}

#[test]
fn challenges() {
    let expected = |output: &_| array::<{ BYTES_PER_FIELD_ELEMENT }>(output).expect("32 bytes");
    run("compute_verify_cell_kzg_proof_batch_challenge", [10, 0], expected, |input| {
        let values = input["cosets_evals"].as_array().expect("cells");
        let cells: Vec<Vec<u8>> = values
            .iter()
            .map(|cell| cell.as_array().expect("values").iter().flat_map(bytes).collect())
            .collect();
        Some(compute_verify_cell_kzg_proof_batch_challenge(
            &list(&input["commitments"], array)?,
            &indices(&input["commitment_indices"]),
            &indices(&input["cell_indices"]),
            &cells,
            &list(&input["proofs"], array)?,
        ))
    });
}
