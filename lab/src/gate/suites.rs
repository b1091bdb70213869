//! Known answers: each suite runs the published cases through a [`Subject`].

use super::Progress;
use super::subject::{Form, Group, Membership, Signatures, Subject};
use super::tally::{self, Tally, Title};
use super::vectors::cases::{
    Expand, HashToCurve, Multiple, Pairing, PointText, Signature, Uncompressed,
};
use super::vectors::{Loaded, Vectors};
use record::Suite;

mod cashu;

/// One suite over its cases. `checks` is how many checks a case makes, for the progress.
fn suite<T>(
    name: &str,
    shows: &str,
    cases: &Loaded<T>,
    checks: usize,
    progress: Progress<'_>,
    case: impl Fn(&mut Tally<'_>, &T),
) -> Suite {
    match cases {
        Ok(set) => {
            let title = Title::new(name, shows, &set.source);
            tally::run(title, set.cases.len() * checks, progress, |tally| {
                set.cases.iter().for_each(|one| case(tally, one));
            })
        }
        Err(problem) => tally::unusable(Title::new(name, shows, ""), problem),
    }
}

/// All suites of known answers, in order.
pub(crate) fn all(subject: &dyn Subject, vectors: &Vectors, progress: Progress<'_>) -> Vec<Suite> {
    let mut suites = vec![
        suite(
            "vectors/rfc9380-expand-message",
            "expand_message_xmd with SHA-256 gives RFC 9380's bytes, also for a DST of over 255 bytes",
            &vectors.expand,
            1,
            progress,
            |tally, case| expand(subject, tally, case),
        ),
        suite(
            "vectors/rfc9380-g1",
            "hash_to_field, hash_to_curve and encode_to_curve for G1 give RFC 9380's values",
            &vectors.hash_g1,
            2,
            progress,
            |tally, case| hash_to_curve(subject, tally, case),
        ),
        suite(
            "vectors/rfc9380-g2",
            "hash_to_field, hash_to_curve and encode_to_curve for G2 give RFC 9380's values",
            &vectors.hash_g2,
            2,
            progress,
            |tally, case| hash_to_curve(subject, tally, case),
        ),
        suite(
            "vectors/bls12-381-multiples",
            "multiples of both generators, and all four encodings of them, read and written",
            &vectors.multiples,
            10,
            progress,
            |tally, case| multiples(subject, tally, case),
        ),
        suite(
            "vectors/bls12-381-uncompressed",
            "uncompressed encodings are taken or refused as the ZCash rules say, with the subgroup check and without",
            &vectors.uncompressed,
            2,
            progress,
            |tally, case| uncompressed(subject, tally, case),
        ),
        suite(
            "vectors/bls12-381-compressed",
            "compressed encodings are taken or refused as the ZCash rules say; the identity is taken",
            &vectors.points,
            1,
            progress,
            |tally, case| compressed(subject, tally, case),
        ),
        suite(
            "vectors/bls12-381-pairings",
            "pairings of multiples of the generators give the published values",
            &vectors.pairings,
            1,
            progress,
            |tally, case| pairing(subject, tally, case),
        ),
        suite(
            "vectors/bls-min-sig",
            "BLS signatures in G1 are the published ones",
            &vectors.min_sig,
            1,
            progress,
            |tally, case| signature(subject, tally, Signatures::MinSig, case),
        ),
        suite(
            "vectors/bls-min-pk",
            "BLS signatures in G2 are the published ones",
            &vectors.min_pk,
            1,
            progress,
            |tally, case| signature(subject, tally, Signatures::MinPk, case),
        ),
    ];
    suites.extend(cashu::all(subject, vectors, progress));
    suites
}

fn expand(subject: &dyn Subject, tally: &mut Tally<'_>, case: &Expand) {
    let answer = subject.expand_message_xmd(&case.msg, &case.dst, case.uniform.len());
    tally.equal(&case.name, &case.uniform, &answer);
}

fn hash_to_curve(subject: &dyn Subject, tally: &mut Tally<'_>, case: &HashToCurve) {
    let HashToCurve { name, group, variant, dst, msg, u, point } = case;
    tally.equal(
        &format!("{name}: u"),
        &u.concat(),
        &subject.hash_to_field(*group, msg, dst, u.len()),
    );
    tally.equal(
        &format!("{name}: point"),
        point,
        &subject.hash_to_curve(*group, *variant, msg, dst),
    );
}

/// A number as a scalar.
pub(crate) fn scalar(number: u64) -> [u8; 32] {
    let mut bytes = [0; 32];
    bytes[24..].copy_from_slice(&number.to_be_bytes());
    bytes
}

fn multiples(subject: &dyn Subject, tally: &mut Tally<'_>, case: &Multiple) {
    let groups = [
        (Group::G1, &case.g1_compressed, &case.g1_uncompressed),
        (Group::G2, &case.g2_compressed, &case.g2_uncompressed),
    ];
    for (group, short, long) in groups {
        let what = format!("{} · {}", case.i, group.name());
        tally.equal(&what, long, &subject.multiply_generator(group, &scalar(case.i)));
        for (form, bytes) in [(Form::Compressed, short), (Form::Uncompressed, long)] {
            let decoded = subject.decode(group, form, Membership::Subgroup, bytes);
            tally.equal(&format!("{what}: decode {form:?}"), long, &decoded);
            tally.equal(
                &format!("{what}: encode {form:?}"),
                bytes,
                &subject.encode(group, form, long),
            );
        }
    }
}

fn uncompressed(subject: &dyn Subject, tally: &mut Tally<'_>, case: &Uncompressed) {
    let Uncompressed { name, group, bytes, on_curve, in_subgroup, why } = case;
    for (membership, accept) in
        [(Membership::Curve, *on_curve), (Membership::Subgroup, *in_subgroup)]
    {
        let what = format!("{name} ({why}), {membership:?}");
        let answer = subject.decode(*group, Form::Uncompressed, membership, bytes);
        if accept { tally.equal(&what, bytes, &answer) } else { tally.refused(&what, &answer) }
    }
}

fn compressed(subject: &dyn Subject, tally: &mut Tally<'_>, case: &PointText) {
    // Texts that are not hexadecimal are for the suite of Cashu's points alone.
    let (Some(bytes), Some(accept)) = (case.bytes(), case.decodes()) else { return };
    let what = format!("{} ({})", case.name, case.why);
    let decoded = subject.decode(case.group, Form::Compressed, Membership::Subgroup, &bytes);
    if accept {
        let again = decoded.and_then(|point| subject.encode(case.group, Form::Compressed, &point));
        tally.equal(&what, &bytes, &again);
    } else {
        tally.refused(&what, &decoded);
    }
}

fn pairing(subject: &dyn Subject, tally: &mut Tally<'_>, case: &Pairing) {
    let multiple = |group| subject.multiply_generator(group, &scalar(case.i));
    let answer = multiple(Group::G1).and_then(|p| subject.pairing(&p, &multiple(Group::G2)?));
    tally.equal(&format!("i = {}", case.i), &case.value, &answer);
}

fn signature(subject: &dyn Subject, tally: &mut Tally<'_>, form: Signatures, case: &Signature) {
    let answer = subject.bls_sign(form, &case.secret, &case.msg, &case.dst);
    tally.equal(&case.name, &case.signature, &answer);
}
