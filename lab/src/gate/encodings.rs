//! Which encodings each implementation takes and refuses, against the specification: one suite per
//! implementation.
//!
//! A wrong verdict of ours fails the gate. A peer's is a remark: it tells the reader what he would
//! get.

use peer_api::{Case, Curve, Implementation, Kind, Refusal};

use super::ask::{ask, serves};
use super::inputs::compress;
use super::subject::Group;
use super::tally::{self, Title};
use super::vectors::Vectors;
use super::vectors::cases::hex;
use super::{OURS, Progress};
use record::Suite;

/// One encoding offered to one operation.
struct Offer {
    operation: &'static str,
    name: String,
    case: Case,
    accept: bool,
}

/// One suite per implementation.
pub(crate) fn all(
    vectors: &Vectors,
    implementations: &[&dyn Implementation],
    progress: Progress<'_>,
) -> Vec<Suite> {
    let offers = match offers(vectors) {
        Ok(offers) => offers,
        Err(problem) => {
            return vec![tally::unusable(Title::new("encodings", "encodings", ""), &problem)];
        }
    };
    let about = implementations.iter().filter(|one| serves(**one, Curve::Bls12381));
    about.map(|implementation| one(&offers, *implementation, progress)).collect()
}

fn offers(vectors: &Vectors) -> Result<Vec<Offer>, super::vectors::Problem> {
    let points = &vectors.points.as_ref().map_err(Clone::clone)?.cases;
    let uncompressed = &vectors.uncompressed.as_ref().map_err(Clone::clone)?.cases;
    let mut all = Vec::new();
    for case in points {
        let Some(bytes) = case.bytes() else { continue };
        let decode =
            if case.group == Group::G1 { "bls12-381/g1_decode" } else { "bls12-381/g2_decode" };
        if let Some(accept) = case.decodes() {
            all.push(Offer {
                operation: decode,
                name: case.name.clone(),
                case: vec![bytes.clone()],
                accept,
            });
        }
        // Cashu's own rule refuses the identity too.
        if let (Group::G1, Some(accept)) = (case.group, case.valid) {
            let scalar = super::suites::scalar(2).to_vec();
            for operation in ["cashu-v3/sign", "cashu-v3/unblind"] {
                let case = Offer {
                    operation,
                    name: case.name.clone(),
                    case: vec![bytes.clone(), scalar.clone()],
                    accept,
                };
                all.push(case);
            }
        }
    }
    // The subgroup checks take points that are on the curve already.
    for case in uncompressed.iter().filter(|case| case.on_curve && case.bytes[0] & 0x40 == 0) {
        let operation = if case.group == Group::G1 {
            "bls12-381/g1_subgroup_check"
        } else {
            "bls12-381/g2_subgroup_check"
        };
        let accept = case.in_subgroup;
        all.push(Offer {
            operation,
            name: case.name.clone(),
            case: vec![compress(&case.bytes)],
            accept,
        });
    }
    Ok(all)
}

/// The encodings that are offered to an operation, for the record: none where there are none, or no
/// vectors.
pub(crate) fn corpus(vectors: &Vectors, id: &str) -> Vec<probe::Input> {
    let offers =
        offers(vectors).unwrap_or_default().into_iter().filter(|offer| offer.operation == id);
    offers
        .map(|offer| probe::Input { class: offer.name, case: offer.case, valid: offer.accept })
        .collect()
}

fn one(offers: &[Offer], implementation: &dyn Implementation, progress: Progress<'_>) -> Suite {
    let name = implementation.about().name;
    let title = Title::new(
        format!("encodings/{name}"),
        format!("{name} takes and refuses encodings as the specification says"),
        "derived from the ZCash and NUT-00 rules, equal to bls12_381 0.8 and blst 0.3.16",
    );
    tally::run_offered(title, offers.len(), progress, |tally| {
        for offer in offers {
            let operation =
                peer_api::operation(offer.operation).expect("an operation that the lab knows");
            if implementation.contract(operation).is_none() {
                continue;
            }
            let answer =
                ask(implementation, operation, core::slice::from_ref(&offer.case)).swap_remove(0);
            let accepted = match &answer {
                Err(Refusal::Unsupported(_)) => continue,
                Err(Refusal::Lost(reason)) if name != OURS => {
                    tally.remark(format!("{name}: {}: lost ({reason})", offer.operation));
                    continue;
                }
                Err(Refusal::Lost(_)) => false,
                Err(Refusal::Invalid) => false,
                Ok(verdict) if operation.result == Kind::Verdict => *verdict == [1],
                Ok(_) => true,
            };
            if accepted == offer.accept {
                tally.pass();
                continue;
            }
            let (did, must) =
                if accepted { ("accepts", "refused") } else { ("refuses", "accepted") };
            let input = hex(&offer.case[0]);
            let what = format!(
                "{}: {name} {did} `{}`, which must be {must}; input {input}",
                offer.operation, offer.name
            );
            if name == OURS { tally.fail(what) } else { tally.remark(what) }
        }
    })
}
