//! Threshold BLS with signatures in G1.

use core::num::NonZeroU32;

use curvemark::bls::min_sig::{Possession, PublicKey, Signature};
use curvemark::bls::threshold::{Commitment, Committee, PartialSignature};
use peer_api::body::{Prepared, parse_all, refusing};
use peer_api::{Case, Operation};

use super::{unserved, verdict};

/// Points of the commitment: as many signatures are needed.
const NEEDED: usize = 67;
const PARTIES: u32 = 100;

type Partials = Vec<PartialSignature<Possession>>;

/// A committee, a message and partial signatures on it.
type Signed = (Committee<Possession>, Vec<u8>, Partials);

pub(super) fn prepare(operation: &Operation, pool: &[Case]) -> Prepared {
    match operation.id {
        "bls12-381/bls_threshold_combine_67" => {
            let cases = parse_all(operation, pool, |args| {
                let partials = args[NEEDED + 1..].as_chunks::<2>().0.iter();
                let partials = partials.map(|[index, signature]| {
                    let [index] = index.as_slice() else { return None };
                    partial(NonZeroU32::new(u32::from(*index))?, signature)
                });
                signed(args, partials.collect::<Option<_>>()?)
            })?;
            refusing(
                cases,
                |(committee, message, partials)| committee.combine(message, partials).ok(),
                |signature: &Signature| signature.to_bytes().to_vec(),
            )
        }
        "bls12-381/bls_threshold_verify_100" => {
            let cases = parse_all(operation, pool, |args| {
                let partials = (1..).filter_map(NonZeroU32::new).zip(&args[NEEDED + 1..]);
                let partials = partials.map(|(index, signature)| partial(index, signature));
                signed(args, partials.collect::<Option<_>>()?)
            })?;
            let call = |(committee, message, partials): &Signed| {
                Some(committee.find_invalid(message, partials).ok()?.is_empty())
            };
            refusing(cases, call, verdict)
        }
        _ => Err(unserved(operation)),
    }
}

fn partial(index: NonZeroU32, signature: &[u8]) -> Option<PartialSignature<Possession>> {
    Some(PartialSignature::new(index, Signature::from_bytes(signature).ok()?))
}

fn signed(args: &[Vec<u8>], partials: Partials) -> Option<Signed> {
    let points = args[..NEEDED].iter().map(|point| PublicKey::from_bytes(point).ok());
    let commitment = Commitment::new(points.collect::<Option<_>>()?).ok()?;
    let parties: Vec<NonZeroU32> = (1..=PARTIES).filter_map(NonZeroU32::new).collect();
    Some((Committee::new(&commitment, &parties).ok()?, args[NEEDED].clone(), partials))
}
