//! What the adapters of Groth16 share: contracts, and the parts of an operation's name.

use peer_api::{Checks, Contract, Input, Operation, Time};

/// What is asked of a library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// One proof.
    Verify,
    /// Many proofs under one key.
    Batch,
    /// A proof of a circuit with so many constraints.
    Prove(u32),
}

/// The curve and the verb of an operation.
pub fn asked(operation: &Operation) -> Option<(&'static str, Verb)> {
    let (_, name) = operation.id.split_once('/').filter(|(group, _)| *group == "groth16")?;
    let (curve, verb) = name.split_once('_')?;
    let verb = match verb.rsplit_once('_')? {
        ("verify", _) => Verb::Verify,
        ("batch_verify", _) => Verb::Batch,
        ("prove", constraints) => Verb::Prove(constraints.parse().ok()?),
        _ => return None,
    };
    Some((curve, verb))
}

/// One contract for all libraries: what is handed over is parsed, and nothing is secret but a
/// witness, which no prover keeps from the clock.
pub const CONTRACT: Contract =
    Contract { input: Input::Parsed, checks: Checks::None, time: Time::Variable };

/// Inputs of 32 bytes each.
pub fn each_input(bytes: &[u8]) -> Option<&[[u8; 32]]> {
    match bytes.as_chunks::<32>() {
        (inputs, []) => Some(inputs),
        _ => None,
    }
}
