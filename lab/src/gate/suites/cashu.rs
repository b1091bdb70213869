//! Known answers of Cashu v3 (NUT-00, NUT-02, NUT-13 on BLS12-381).

use peer_api::Refusal;

use super::suite;
use crate::gate::Progress;
use crate::gate::subject::{Answer, Group, Proof, Subject};
use crate::gate::tally::Tally;
use crate::gate::vectors::Vectors;
use crate::gate::vectors::cases::{Batch, Keyset, PointText, RoundTrip, Secret};
use record::Suite;

/// The suites, in order.
pub(super) fn all(subject: &dyn Subject, vectors: &Vectors, progress: Progress<'_>) -> Vec<Suite> {
    vec![
        suite(
            "vectors/cashu-v3-roundtrip",
            "hash to curve, public key, blind, sign, unblind and verify give the published bytes and verdicts",
            &vectors.round_trips,
            11,
            progress,
            |tally, case| round_trip(subject, tally, case),
        ),
        suite(
            "vectors/cashu-v3-batch",
            "batches: challenge, weights by rejection sampling, accepted counters, and the verdict on forgeries",
            &vectors.batches,
            5,
            progress,
            |tally, case| batch(subject, tally, case),
        ),
        suite(
            "vectors/cashu-v3-points",
            "point validation of B_, C_, C and K refuses all that NUT-00 says to refuse, the identity too",
            &vectors.points,
            2,
            progress,
            |tally, case| points(subject, tally, case),
        ),
        suite(
            "vectors/cashu-v3-keyset-id",
            "keyset ids v3 are the published ones, in whatever order the keys come, and other units are refused",
            &vectors.keysets,
            2,
            progress,
            |tally, case| keyset(subject, tally, case),
        ),
        suite(
            "vectors/cashu-v3-secrets",
            "deterministic keys of secrets and blinding factors, and the attempt at which each was accepted",
            &vectors.secrets,
            3,
            progress,
            |tally, case| secret(subject, tally, case),
        ),
    ]
}

fn round_trip(subject: &dyn Subject, tally: &mut Tally<'_>, case: &RoundTrip) {
    let RoundTrip { name, secret, r, a, y, k, b_blind, c_blind, c } = case;
    tally.equal(&format!("{name}: Y"), y, &subject.cashu_hash_to_curve(secret));
    tally.equal(&format!("{name}: K"), k, &subject.cashu_public_key(a));
    tally.equal(&format!("{name}: B_"), b_blind, &subject.cashu_blind(secret, r));
    tally.equal(&format!("{name}: C_"), c_blind, &subject.cashu_sign(a, b_blind));
    tally.equal(&format!("{name}: C"), c, &subject.cashu_unblind(r, c_blind));
    let proof = Proof { secret: secret.clone(), c: c.clone(), k: k.clone() };
    tally.verdict(&format!("{name}: verify"), true, &subject.cashu_verify(&proof));
    // The spec's rule that a batch of one is the single check, and the simplest forgery.
    tally.verdict(
        &format!("{name}: batch of one"),
        true,
        &subject.cashu_batch_verify(core::slice::from_ref(&proof)),
    );
    let other = Proof { secret: [secret.as_slice(), b"x"].concat(), ..proof };
    tally.verdict(&format!("{name}: another secret"), false, &subject.cashu_verify(&other));
    tally.verdict(
        &format!("{name}: another secret, batch of one"),
        false,
        &subject.cashu_batch_verify(&[other]),
    );
    // r and a are non-zero scalars: zero would make the identity of B_ or C_, r itself is not
    // canonical.
    for (what, scalar) in [("0", [0; 32]), ("the order", ORDER)] {
        tally.refused(&format!("{name}: blind with {what}"), &subject.cashu_blind(secret, &scalar));
        tally.refused(&format!("{name}: sign with {what}"), &subject.cashu_sign(&scalar, b_blind));
        tally.refused(
            &format!("{name}: unblind with {what}"),
            &subject.cashu_unblind(&scalar, c_blind),
        );
        tally.refused(&format!("{name}: public key of {what}"), &subject.cashu_public_key(&scalar));
    }
}

/// r, the order of the groups.
const ORDER: [u8; 32] = [
    0x73, 0xed, 0xa7, 0x53, 0x29, 0x9d, 0x7d, 0x48, 0x33, 0x39, 0xd8, 0x08, 0x09, 0xa1, 0xd8, 0x05,
    0x53, 0xbd, 0xa4, 0x02, 0xff, 0xfe, 0x5b, 0xfe, 0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x01,
];

fn batch(subject: &dyn Subject, tally: &mut Tally<'_>, case: &Batch) {
    let Batch { name, proofs, weights, verify } = case;
    match subject.cashu_batch_weights(proofs) {
        Ok(found) => {
            tally.equal(&format!("{name}: challenge"), &weights.challenge, &Ok(found.challenge));
            tally.equal(
                &format!("{name}: weights"),
                &weights.weights.concat(),
                &Ok(found.weights.concat()),
            );
            tally.holds(found.counters == weights.counters, || {
                format!("{name}: counters {:?}, expected {:?}", found.counters, weights.counters)
            });
        }
        Err(refusal) => tally.equal(&format!("{name}: weights"), &weights.challenge, &Err(refusal)),
    }
    tally.verdict(&format!("{name}: verify"), *verify, &subject.cashu_batch_verify(proofs));
    // The single checks have to say the same as the batch, whose forgeries are per proof too.
    let single: Result<Vec<_>, _> =
        proofs.iter().map(|proof| subject.cashu_verify(proof)).collect();
    let all: Answer =
        single.map(|verdicts| vec![u8::from(verdicts.iter().all(|verdict| *verdict == [1]))]);
    tally.verdict(&format!("{name}: each alone"), *verify, &all);
    tally.refused("an empty batch", &subject.cashu_batch_verify(&[]));
    // An identity anywhere in a batch must refuse it as a whole.
    let mut identity = proofs.clone();
    identity[0].c = [&[0xc0][..], &[0; 47]].concat();
    tally.refused(
        &format!("{name}: with the identity as C"),
        &subject.cashu_batch_verify(&identity),
    );
}

fn points(subject: &dyn Subject, tally: &mut Tally<'_>, case: &PointText) {
    let PointText { name, group, text, valid, why } = case;
    // Open cases are upper-case digits: NUT-00 says that hexadecimal is lower-case, and the stack
    // takes it at its word.
    let accept = valid.unwrap_or(false);
    let mut one = |what: String, answer: Answer, bytes: &[u8]| {
        if accept { tally.equal(&what, bytes, &answer) } else { tally.refused(&what, &answer) }
    };
    let bytes = case.bytes();
    one(
        format!("{name} ({why}), text"),
        subject.cashu_validate_text(*group, text),
        bytes.as_deref().unwrap_or(&[]),
    );
    let Some(bytes) = bytes else { return };
    one(format!("{name} ({why})"), subject.cashu_validate(*group, &bytes), &bytes);
    if accept {
        return;
    }
    // Every function that takes a point from outside has to refuse it, not the validator alone.
    let two = super::scalar(2);
    match group {
        Group::G1 => {
            tally.refused(&format!("{name} ({why}), sign"), &subject.cashu_sign(&two, &bytes));
            tally
                .refused(&format!("{name} ({why}), unblind"), &subject.cashu_unblind(&two, &bytes));
        }
        Group::G2 => {}
    }
    let refused_proof = subject.cashu_public_key(&two).and_then(|k| {
        let good = subject.cashu_sign(&two, &subject.cashu_hash_to_curve(b"secret")?)?;
        let (c, k) = if *group == Group::G1 { (bytes, k) } else { (good, bytes) };
        let proof = Proof { secret: b"secret".to_vec(), c, k };
        match (subject.cashu_verify(&proof), subject.cashu_batch_verify(&[proof])) {
            (Err(Refusal::Invalid), batch) => batch,
            (single, _) => single,
        }
    });
    tally.refused(&format!("{name} ({why}), verify"), &refused_proof);
}

fn keyset(subject: &dyn Subject, tally: &mut Tally<'_>, case: &Keyset) {
    let Keyset { name, keys, unit, input_fee_ppk, id } = case;
    let mut keys = keys.clone();
    let found = subject.cashu_keyset_id(&keys, unit, *input_fee_ppk);
    let capitals = subject.cashu_keyset_id(&keys, &unit.to_uppercase(), *input_fee_ppk);
    tally.refused(&format!("{name}, unit in capitals"), &capitals);
    let Some(id) = id else { return tally.refused(name, &found) };
    tally.equal(name, id, &found);
    keys.reverse();
    let reversed = subject.cashu_keyset_id(&keys, unit, *input_fee_ppk);
    tally.equal(&format!("{name}, keys reversed"), id, &reversed);
    if input_fee_ppk.is_none() {
        let zero = subject.cashu_keyset_id(&keys, unit, Some(0));
        tally.equal(&format!("{name}, a fee of zero"), id, &zero);
    }
}

fn secret(subject: &dyn Subject, tally: &mut Tally<'_>, case: &Secret) {
    let Secret { name, seed, keyset, counter, derived } = case;
    match subject.cashu_derive(seed, keyset, *counter) {
        Ok(found) => {
            tally.equal(&format!("{name}: k"), &derived.secret_key, &Ok(found.secret_key));
            tally.equal(
                &format!("{name}: r"),
                &derived.blinding_factor,
                &Ok(found.blinding_factor),
            );
            tally.holds(found.attempt == derived.attempt, || {
                format!("{name}: attempt {}, expected {}", found.attempt, derived.attempt)
            });
        }
        Err(refusal) => tally.equal(name, &derived.secret_key, &Err(refusal)),
    }
}
