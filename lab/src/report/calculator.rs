//! The calculator: what several operations cost together, by the medians of this run. It needs the
//! script, and is hidden without it; the flows that it offers are those whose every part the run
//! has.

use super::model::Model;
use maud::{Markup, html};

/// Flows that users ask for, as sums of operations.
const FLOWS: [(&str, &str); 9] = [
    (
        "like zkLogin: Poseidon four times, Groth16, Ed25519",
        "4*bn254/poseidon_8 + groth16/bn254_verify_1 + ed25519/verify",
    ),
    (
        "BLS verification by its parts",
        "bls12-381/g2_decode + bls12-381/hash_to_g2 + bls12-381/multi_pairing_2",
    ),
    (
        "Cashu v3: one proof, from secret to verdict",
        "cashu-v3/blind + cashu-v3/sign + cashu-v3/unblind + cashu-v3/verify",
    ),
    (
        "Cashu on secp256k1: one proof, from secret to verdict",
        "cashu-legacy/blind + cashu-legacy/sign_with_proof + cashu-legacy/unblind + cashu-legacy/verify",
    ),
    ("a product of two pairings from its parts", "2*bls12-381/miller_loop + bls12-381/final_exp"),
    ("two pairings and a sum of 1,024 multiples", "2*bls12-381/pairing + bls12-381/g1_msm_1024"),
    (
        "a slot: 128 attesters, 6 blobs",
        "bls12-381/bls_fast_aggregate_verify_128 + kzg/verify_blobs_2 + kzg/verify_blobs_4",
    ),
    ("ECDSA: recover, then verify", "secp256k1/ecdsa_recover + secp256k1/ecdsa_verify"),
    (
        "EIP-196 and EIP-197: multiply, add, check two pairs",
        "evm/bn254_g1mul + evm/bn254_g1add + evm/bn254_pairingcheck_2",
    ),
];

/// The operations of a flow.
fn parts(flow: &str) -> impl Iterator<Item = &str> {
    flow.split(" + ").map(|term| term.split_once('*').map_or(term, |(_, id)| id))
}

/// The section.
pub fn section(model: &Model<'_>) -> Markup {
    let operations = &model.run.operations;
    if operations.is_empty() {
        return html! {};
    }
    let has = |id: &str| operations.iter().any(|operation| operation.id == id);
    html! {
        section #calculator aria-labelledby="calculator-title" hidden {
            h2 #calculator-title { "Calculator" }
            p {
                "Add up operations of this run, such as " code { "2*bls12-381/pairing + 3*bls12-381/g1_mul" } ". You see the sum of the medians, the sums of the 10 % and 90 % quantiles, and the share of each part. "
                "In a program, parts may share work, such as a final exponentiation or a cache. So an operation that was measured whole is nearer to the truth."
            }
            form #sum {
                label for="terms" { "Sum " }
                input #terms type="text" list="known" autocomplete="off" spellcheck="false" aria-describedby="problem";
                datalist #known { @for operation in operations { option value=(operation.id) { (operation.title) } } }
                @if FLOWS.iter().any(|(_, flow)| parts(flow).all(has)) {
                    label for="flow" { "or a flow " }
                    select #flow {
                        option value="" { "choose" }
                        @for (name, flow) in FLOWS.iter().filter(|(_, flow)| parts(flow).all(has)) { option value=(flow) { (name) } }
                    }
                }
            }
            p #problem.bad role="status" {}
            div.scroll role="group" aria-label="Sums" tabindex="0" {
                table #sums.sums hidden {
                    thead { tr { th scope="col" { "Implementation" } th scope="col" { "Sum" } th scope="col" { "10 % to 90 %" } th scope="col" { "Shares of the parts" } } }
                    tbody {}
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flows_are_sums_of_operations_that_the_lab_knows() {
        for (name, flow) in FLOWS {
            for id in parts(flow) {
                assert!(peer_api::operation(id).is_some(), "{name}: {id}");
            }
        }
    }
}
