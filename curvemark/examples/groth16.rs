//! From a circuit to a verified proof:
//! `cargo run --release -p curvemark --features groth16 --example groth16`.
//!
//! Key and witness are files of circom and snarkjs, here made by the insecure setup that tests use;
//! a real key comes from a ceremony.

use std::error::Error;

use curvemark::groth16::insecure_test_setup::InsecureTestSetup;
use curvemark::groth16::{Bn254, Form, Proof, ProvingKey, Witness};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

fn main() -> Result<(), Box<dyn Error>> {
    // In earnest the seed is the operating system's randomness: whoever knows r and s of a proof
    // learns of the witness.
    let mut rng = ChaCha20Rng::from_seed([7; 32]);
    let circuit = InsecureTestSetup::<Bn254>::new(1000, 2, 7)?;
    let (zkey, wtns) = (circuit.zkey(), circuit.witness(1).to_wtns());

    // The prover.
    let key = ProvingKey::<Bn254>::from_zkey(&zkey, &mut rng)?;
    let witness = Witness::<Bn254>::from_wtns(&wtns)?;
    let proof = key.prove(&witness, &mut rng)?.to_bytes(Form::Compressed);
    let inputs = witness.public_inputs(key.verifying_key().inputs()).0;

    // The verifier, with the key prepared once.
    let verifier = key.verifying_key().prepare();
    let proof = Proof::<Bn254>::from_bytes(&proof, Form::Compressed)?;
    verifier.verify(&inputs, &proof)?;
    println!("valid: {} signals, {} public inputs", key.signals(), inputs.len());

    // Many at once.
    let (mut all_inputs, mut proofs) = (vec![], vec![]);
    for number in 0..8 {
        let witness = circuit.witness(number);
        proofs.push(key.prove(&witness, &mut rng)?);
        all_inputs.push(witness.public_inputs(2).0);
    }
    verifier.verify_batch(&all_inputs, &proofs, &mut rng)?;
    proofs.swap(2, 5);
    println!(
        "of eight with two exchanged, not valid: {:?}",
        verifier.find_invalid(&all_inputs, &proofs, &mut rng)?
    );
    Ok(())
}
