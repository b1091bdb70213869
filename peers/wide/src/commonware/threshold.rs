//! Commonware's threshold BLS, signatures in G1, on blst: `bls12381::primitives::ops::threshold`.
//!
//! **Time.** All is public.
//!
//! **Messages.** As with its Ed25519, a message here begins with zero, which is an empty name.
//!
//! **Parties.** They count from zero. Their public keys are made off the clock
//! (`precompute_partial_publics`).

use core::num::NonZeroU32;

use commonware_codec::{Copying, Decode, DecodeExt};
use commonware_cryptography::bls12381::primitives::ops::{threshold, verify_message};
use commonware_cryptography::bls12381::primitives::sharing::{ModeVersion, Sharing};
use commonware_cryptography::bls12381::primitives::variant::{MinSig, PartialSignature, Variant};
use commonware_parallel::Sequential;
use commonware_utils::Participant;
use commonware_utils::iter::NonEmpty;
use getrandom::SysRng;
use getrandom::rand_core::UnwrapErr;
use peer_api::body::{Prepared, parse_all, refusing};
use peer_api::{About, Case, Contract, Implementation, Operation, Refusal, Time};

use super::split;
use crate::about::about;
use crate::bytes::verdict;

/// Points of the commitment: as many signatures are needed.
const NEEDED: usize = 67;
const PARTIES: NonZeroU32 = NonZeroU32::new(100).expect("it is not zero");

/// Commonware's threshold BLS.
pub struct Threshold;

impl Implementation for Threshold {
    fn about(&self) -> About {
        about("commonware-bls", "commonware-cryptography", &["blst"], "blst's assembly")
    }

    fn contract(&self, operation: &Operation) -> Option<Contract> {
        let known = ["bls12-381/bls_threshold_combine_67", "bls12-381/bls_threshold_verify_100"];
        known.contains(&operation.id).then_some(Contract::parsed(Time::Variable))
    }

    fn prepare(&self, operation: &Operation, pool: &[Case]) -> Prepared {
        match operation.id {
            "bls12-381/bls_threshold_combine_67" => {
                let cases = parse_all(operation, pool, |args| {
                    let partials = args[NEEDED + 1..].as_chunks::<2>().0.iter();
                    let partials = partials.map(|[index, value]| {
                        let [index @ 1..=100] = index.as_slice() else { return None };
                        partial(*index, value)
                    });
                    Signed::new(args, partials.collect::<Option<_>>()?)
                })?;
                refusing(cases, Signed::combine, |signature: &<MinSig as Variant>::Signature| {
                    commonware_codec::Encode::encode(signature).to_vec()
                })
            }
            "bls12-381/bls_threshold_verify_100" => {
                let cases = parse_all(operation, pool, |args| {
                    let partials = (1..).zip(&args[NEEDED + 1..]);
                    let partials = partials.map(|(index, value)| partial(index, value));
                    Signed::new(args, partials.collect::<Option<_>>()?)
                })?;
                refusing(cases, |signed| Some(signed.hold()), verdict)
            }
            id => Err(Refusal::Unsupported(format!("commonware does not serve {id}"))),
        }
    }
}

fn partial(index: u8, value: &[u8]) -> Option<PartialSignature<MinSig>> {
    let index = Participant::new(u32::from(index) - 1);
    let value = <MinSig as Variant>::Signature::decode(Copying(value)).ok()?;
    Some(PartialSignature { index, value })
}

/// A key that is shared, a message behind the length of a name, and partial signatures on it.
struct Signed {
    sharing: Sharing<MinSig>,
    message: Vec<u8>,
    partials: Vec<PartialSignature<MinSig>>,
}

impl Signed {
    fn new(args: &[Vec<u8>], partials: Vec<PartialSignature<MinSig>>) -> Option<Self> {
        let (points, message) = (&args[..NEEDED], args[NEEDED].clone());
        split(&message)?;
        // Its own form: indices that count, the number of parties, the points behind their number.
        let parties = PARTIES.get().to_be_bytes();
        let bytes = [&[0], &parties[..], &[NEEDED as u8], &points.concat()].concat();
        let sharing =
            Sharing::<MinSig>::decode_cfg(Copying(&bytes), &(PARTIES, ModeVersion::v0())).ok()?;
        sharing.precompute_partial_publics();
        Some(Self { sharing, message, partials })
    }

    /// What the library recovers is not verified by it.
    fn combine(&self) -> Option<<MinSig as Variant>::Signature> {
        let (name, message) = split(&self.message)?;
        let signature =
            threshold::recover::<MinSig, _>(&self.sharing, &self.partials, &Sequential).ok()?;
        verify_message::<MinSig>(self.sharing.public(), name, message, &signature).ok()?;
        Some(signature)
    }

    fn hold(&self) -> bool {
        let Some((name, message)) = split(&self.message) else { return false };
        let Some(partials) = NonEmpty::try_new(self.partials.iter()) else { return false };
        let rng = &mut UnwrapErr(SysRng);
        threshold::batch_verify_same_message::<_, MinSig, _>(
            rng,
            &self.sharing,
            name,
            message,
            partials,
            &Sequential,
        )
        .is_ok()
    }
}
