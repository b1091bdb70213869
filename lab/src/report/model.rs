//! The run, read once into the order in which the page tells it: families of operations, and within
//! each operation the rows that may be compared with curvemark's and those that may not.

use std::collections::HashSet;

use peer_api::{Curve, protocol};

use super::axis::{Axis, Mark, Verdict, axis};
use crate::implementations::{FewerThreads, is_own};
use crate::measure::cost::in_field_multiplications;
use record::{Contract, Operation, Row, Run};

/// The implementation that the others are set beside.
pub const OURS: &str = "curvemark";

/// Everything that the sections of the page read.
pub struct Model<'a> {
    /// The run itself.
    pub run: &'a Run,
    /// The families, in the order of their first operation.
    pub families: Vec<Family<'a>>,
    /// The peers that share a contract with curvemark somewhere, in the order in which the run
    /// names them.
    pub peers: Vec<&'a str>,
}

/// Operations that belong together.
pub struct Family<'a> {
    /// For the style sheet and the script.
    pub slug: String,
    /// In words.
    pub title: String,
    /// In order.
    pub entries: Vec<Entry<'a>>,
}

/// One operation.
pub struct Entry<'a> {
    /// As recorded.
    pub operation: &'a Operation,
    /// Anchor, unique on the page.
    pub slug: String,
    /// curvemark's row, if it took part.
    pub ours: Option<&'a Row>,
    /// The rows, by contract: first the group of curvemark's own row, then the others in order of
    /// appearance.
    pub groups: Vec<Group<'a>>,
    /// The comparisons with peers of curvemark's contract.
    pub axis: Axis<'a>,
}

/// Rows of one contract.
pub struct Group<'a> {
    /// The contract.
    pub contract: &'a Contract,
    /// Whether it is that of curvemark's row.
    pub ours: bool,
    /// The rows, in order.
    pub rows: Vec<&'a Row>,
}

/// How many operations got which verdict.
#[derive(Clone, Copy, Default)]
pub struct Tally {
    counts: [u64; Verdict::ALL.len()],
}

impl Tally {
    /// Counts the verdicts of these marks.
    pub fn of<'a>(marks: impl IntoIterator<Item = Mark<'a>>) -> Self {
        let mut tally = Self::default();
        for mark in marks {
            tally.add(mark.verdict());
        }
        tally
    }

    /// Counts one more.
    pub fn add(&mut self, verdict: Verdict) {
        self.counts[verdict as usize] += 1;
    }

    /// How many got this one.
    pub const fn count(&self, verdict: Verdict) -> u64 {
        self.counts[verdict as usize]
    }

    /// How many there were.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }
}

impl<'a> Model<'a> {
    /// Reads a run.
    pub fn new(run: &'a Run) -> Self {
        let mut families: Vec<Family<'a>> = Vec::new();
        let mut taken = HashSet::new();
        for (index, operation) in run.operations.iter().enumerate() {
            let (slug, title) = family(&operation.id);
            let mut anchor = format!("op-{}", slugged(&operation.id));
            if !taken.insert(anchor.clone()) {
                anchor = format!("{anchor}-{index}");
            }
            let entry = Entry::new(operation, anchor);
            match families.iter_mut().find(|family| family.slug == slug) {
                Some(family) => family.entries.push(entry),
                None => families.push(Family { slug, title, entries: vec![entry] }),
            }
        }
        let mut peers = Vec::new();
        let names = run.implementations.iter().map(|implementation| implementation.name.as_str());
        let rows =
            families.iter().flat_map(|family| &family.entries).flat_map(|entry| entry.axis.marks());
        let compared: Vec<&str> = rows.map(|mark| mark.row().implementation.as_str()).collect();
        for name in names.chain(compared.iter().copied()) {
            if compared.contains(&name) && !peers.contains(&name) {
                peers.push(name);
            }
        }
        Self { run, families, peers }
    }

    /// The row's time in field multiplications of the same implementation.
    pub fn cost(&self, entry: &Entry<'_>, row: &Row) -> Option<f64> {
        in_field_multiplications(&self.run.operations, entry.operation, row)
    }

    /// All operations, in the page's order.
    pub fn entries(&self) -> impl Iterator<Item = &Entry<'a>> {
        self.families.iter().flat_map(|family| &family.entries)
    }
}

impl<'a> Entry<'a> {
    /// Reads an operation of a run.
    pub(super) fn new(operation: &'a Operation, slug: String) -> Self {
        let ours = operation.rows.iter().find(|row| row.implementation == OURS);
        let mut groups: Vec<Group<'a>> = Vec::new();
        for row in ours.into_iter().chain(
            operation.rows.iter().filter(|row| !ours.is_some_and(|own| std::ptr::eq(own, *row))),
        ) {
            match groups.iter_mut().find(|group| *group.contract == row.contract) {
                Some(group) => group.rows.push(row),
                None => groups.push(Group {
                    contract: &row.contract,
                    ours: ours.is_some_and(|own| own.contract == row.contract),
                    rows: vec![row],
                }),
            }
        }
        // A ratio that the record carries on a row of another contract, or in the absence of
        // curvemark, is never looked at.
        let comparable =
            groups.iter().find(|group| group.ours).map_or(&[][..], |group| &group.rows);
        let peers: Vec<&Row> =
            comparable.iter().copied().filter(|row| !is_own(&row.implementation)).collect();
        let axis = axis(&peers).expect("the rows of a group have one contract");
        Self { operation, slug, ours, groups, axis }
    }

    /// curvemark's row on its fastest engine without vectors, if that took part.
    pub fn slower(&self) -> Option<&'a Row> {
        self.operation.rows.iter().find(|row| {
            let name = row.implementation.as_str();
            name != OURS && is_own(name) && FewerThreads::named(name).is_none()
        })
    }

    /// The comparison with the fastest peer of curvemark's contract.
    pub fn best(&self) -> Option<Mark<'a>> {
        self.axis.best()
    }

    /// The comparison that this row takes part in.
    pub fn mark(&self, row: &Row) -> Option<&Mark<'a>> {
        self.axis.marks().iter().find(|mark| std::ptr::eq(mark.row(), row))
    }

    /// The comparison with this peer.
    pub fn against(&self, peer: &str) -> Option<Mark<'a>> {
        self.axis.marks().iter().find(|mark| mark.row().implementation == peer).copied()
    }
}

/// The title of an operation, with its curve or protocol where the run has several: some titles are
/// the same on all curves.
pub fn title(run: &Run, entry: &Entry<'_>) -> String {
    let system = |id: &str| protocol(id).map(|(_, name)| name).or(Curve::of(id).map(Curve::name));
    let own = system(&entry.operation.id);
    let several = run.operations.iter().any(|operation| system(&operation.id) != own);
    let title = &entry.operation.title;
    match own {
        Some(system) if several && !title.contains(system) => format!("{system}: {title}"),
        _ => title.clone(),
    }
}

/// The family of an operation, from its id `system/verb`: an anchor and a title.
fn family(id: &str) -> (String, String) {
    if let Some((id, name)) = protocol(id) {
        return (id.to_owned(), name.to_owned());
    }
    let (system, verb) = id.split_once('/').unwrap_or(("", id));
    let system = Curve::of(id).map_or_else(|| system.to_owned(), |curve| curve.name().to_owned());
    let starts = |prefixes: &[&str]| prefixes.iter().any(|prefix| verb.starts_with(prefix));
    let signs = verb.contains("verify") || verb.ends_with("sign") || verb == "public_key";
    let kind = if starts(&["ecdh", "x25519"]) {
        "key agreement"
    } else if signs || starts(&["bls_", "ecdsa_", "schnorr_"]) {
        "signatures"
    } else if starts(&["fp", "fr"]) {
        "fields"
    } else if starts(&[
        "g1",
        "g2",
        "gt",
        "point",
        "add",
        "double",
        "generator_mul",
        "mul_",
        "decode",
    ]) || verb == "mul"
    {
        "groups"
    } else if starts(&["hash"]) {
        "hashing"
    } else if verb.contains("pairing") || starts(&["miller", "final_exp"]) {
        "pairing"
    } else {
        ""
    };
    let title = format!("{system} {kind}").trim().to_owned();
    let title = if title.is_empty() { "Other".to_owned() } else { title };
    (slugged(&title), title)
}

/// Letters, digits, `-` and `_` alone, in lower case.
pub fn slugged(text: &str) -> String {
    text.chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() || c == '_' || c == '-' {
                c.to_ascii_lowercase()
            } else {
                '-'
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_come_from_the_id() {
        let title = |id| family(id).1;
        assert_eq!(title("bls12-381/fp12_mul"), "BLS12-381 fields");
        assert_eq!(title("bls12-381/g1_subgroup_check"), "BLS12-381 groups");
        assert_eq!(title("bls12-381/hash_to_g2"), "BLS12-381 hashing");
        assert_eq!(title("bls12-381/multi_pairing_8"), "BLS12-381 pairing");
        assert_eq!(title("bls12-381/bls_sign"), "BLS12-381 signatures");
        assert_eq!(title("cashu-v3/verify"), "Cashu v3");
        assert_eq!(title("cashu-legacy/verify"), "Cashu on secp256k1");
        assert_eq!(title("bn254/multi_pairing_2"), "BN254 pairing");
        assert_eq!(title("secp256k1/double_mul_vartime"), "secp256k1 groups");
        assert_eq!(title("p256/ecdsa_verify"), "P-256 signatures");
        assert_eq!(title("secp256k1/ecdsa_recover"), "secp256k1 signatures");
        assert_eq!(title("ed25519/sign"), "Ed25519 signatures");
        assert_eq!(title("ed25519/x25519_public_key"), "Ed25519 key agreement");
        assert_eq!(title("p256/ecdh"), "P-256 key agreement");
        assert_eq!(title("ed25519/mul"), "Ed25519 groups");
        assert_eq!(title("kzg/verify"), "KZG");
        assert_eq!(title("evm/ecrecover"), "Ethereum's contracts");
        assert_eq!(title("other/commit"), "other");
        assert_eq!(title("commit"), "Other");
        assert_eq!(family("x<y/fp_mul").0, "x-y-fields");
    }
}
