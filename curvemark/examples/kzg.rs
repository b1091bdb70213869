//! What a client does with a blob, from its bytes to the verdict on its cells: EIP-4844 and
//! EIP-7594.
//!
//! ```sh
//! cargo run --release -p curvemark --features ethereum-setup --example kzg
//! ```

use std::error::Error;

use curvemark::kzg::{BYTES_PER_BLOB, CellProver, Settings, TrustedSetup, versioned_hash};

fn main() -> Result<(), Box<dyn Error>> {
    // Once per process. The ceremony's setup comes with the library; `TrustedSetup::from_text`
    // reads a file and checks it.
    let setup = TrustedSetup::ethereum();
    let settings = Settings::new(&setup, 4 << 20);
    let prover = CellProver::new(&setup, 13 << 20);
    println!("tables: {} KiB, {} KiB", settings.table_bytes() >> 10, prover.table_bytes() >> 10);

    // A sender: every 32 bytes are a scalar below r, which holds if the first of them is below
    // 0x73.
    let blob: Vec<u8> =
        (0..BYTES_PER_BLOB).map(|i| if i & 31 == 0 { 0 } else { i as u8 }).collect();
    let commitment = settings.blob_to_kzg_commitment(&blob)?;
    let proof = settings.compute_blob_kzg_proof(&blob, &commitment)?;
    println!("versioned hash: {}", hex(&versioned_hash(&commitment)));

    // A node that is given blobs: one verdict on all of them.
    settings.verify_blob_kzg_proof_batch(&[&blob], &[commitment], &[proof])?;

    // A contract that asks for the value at a point: what the precompile at 0x0a checks.
    let z = [5; 32];
    let (opening, y) = settings.compute_kzg_proof(&blob, &z)?;
    settings.opening_verifier().verify(&commitment, &z, &y, &opening)?;
    println!("f(z) = {}", hex(&y));

    // A proposer: cells for all columns, with their proofs.
    let (cells, proofs) = prover.compute_cells_and_kzg_proofs(&blob)?;

    // A node that samples some columns.
    let columns = [3, 70, 127];
    let (sampled, of_cells): (Vec<_>, Vec<_>) =
        columns.iter().map(|&i| (cells[i], proofs[i])).unzip();
    let indices = columns.map(|i| i as u64);
    settings.verify_cell_kzg_proof_batch(&[commitment; 3], &indices, &sampled, &of_cells)?;

    // A node with half of the columns has them all.
    let odd: Vec<u64> = (1..128).step_by(2).collect();
    let given: Vec<_> = odd.iter().map(|&i| cells[i as usize]).collect();
    let (recovered, _) = prover.recover_cells_and_kzg_proofs(&odd, &given)?;
    assert_eq!(recovered[..64].as_flattened(), blob);
    println!("the blob is recovered from {} cells", given.len());
    Ok(())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
