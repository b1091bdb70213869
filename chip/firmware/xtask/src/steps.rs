//! Secrets in step: ten secrets, one trace.
//!
//! Blinding, signing and unblinding are run on pairs of requests that differ in their secrets
//! alone, and every program counter and every data address is compared. A valid point and a refused
//! one must differ, and so must a branch and an address that stand in the image of checks
//! (`checks-image/src/planted.rs`), which is otherwise the same: that shows that the comparison can
//! fail.

use emulator::lockstep::Comparison;

use crate::Outcome;
use crate::board::{Board, Operation};

pub const SECRETS: usize = 10;

/// Scalars below the order of the groups, from a counter; their content does not matter.
pub fn scalar(index: usize) -> [u8; 32] {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(index as u64 + 1);
    let mut bytes = [0; 32];
    for byte in &mut bytes {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        *byte = (state >> 32) as u8;
    }
    bytes[0] &= 0x3f;
    bytes
}

/// `checks` is the image of checks, built as `board` is.
pub fn check(board: &Board, checks: &Board) -> Outcome {
    let known = board.ask(Operation::Blind, &[&scalar(100), b"a secret"])?.fields.concat();
    for operation in [Operation::Blind, Operation::Sign, Operation::Unblind] {
        let public: &[u8] =
            if matches!(operation, Operation::Blind) { b"a secret" } else { &known };
        let mut compared = 0;
        for index in 1..SECRETS {
            match board.compare(operation, &[&scalar(0), public], &[&scalar(index), public])? {
                Comparison::Same { instructions, divisions: 0, .. } => compared += instructions,
                Comparison::Same { divisions, .. } => {
                    return Err(format!("{operation:?}: {divisions} divisions").into());
                }
                Comparison::Differs(found) => {
                    return Err(format!("{operation:?} shows its secret: {found}").into());
                }
            }
        }
        println!("{operation:?}: {SECRETS} secrets, one trace; {compared} instructions compared");
    }
    // The text that is hashed is a secret too.
    match board.compare(Operation::Blind, &[&scalar(0), b"a secret"], &[&scalar(0), b"b secret"])? {
        Comparison::Same { .. } => {}
        Comparison::Differs(found) => {
            return Err(format!("Blind shows what it hashes: {found}").into());
        }
    }
    // What is refused takes another way than what is not.
    let mut refused = known.clone();
    refused[0] &= 0x7f;
    match board.compare(Operation::ValidateG1, &[&known], &[&refused])? {
        Comparison::Differs(_) => {}
        Comparison::Same { .. } => {
            return Err(
                "a point was refused in step with one that was not: nothing is compared".into()
            );
        }
    }
    for operation in [Operation::PlantedBranch, Operation::PlantedAddress] {
        let [even, odd] = [0x24, 0x25].map(|byte| [byte; 32]);
        match checks.compare(operation, &[&even], &[&odd])? {
            Comparison::Differs(found) => println!("{operation:?}: found {found}"),
            Comparison::Same { .. } => return Err(format!("{operation:?} was not found").into()),
        }
    }
    Ok(())
}
