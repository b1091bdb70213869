//! The gate's own check: a stack that is broken on purpose must not pass.
//!
//! A [`Mutant`] is a wrapper around a good [`Subject`] that makes one well-known mistake.
//! [`self_test`] runs the suites of known answers over each and lists the suites that notice. A
//! mistake in what the subject does not show, such as the weights of batches, is an
//! [`Implementation`] of its own: the agreement of each operation with that mistake must fail. A
//! mistake that no suite notices makes the self-test fail.

use num_bigint::BigUint;
use peer_api::{Implementation, Refusal};
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::inputs::{Primes, bytes, identity, number};
use super::subject::{
    Answer, Derived, Form, Group, Membership, Proof, Signatures, Subject, Variant, Weights,
};
use super::vectors::cases::from_hex;
use super::vectors::{Origin, Vectors};
use super::{Progress, agreement, suites};

/// A mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mutation {
    /// The domain separation tag's last byte is wrong.
    Dst,
    /// Batch weights are reduced modulo r where they must be rejected and drawn again.
    WeightRejection,
    /// Points on the curve are taken without asking whether they are in the subgroup.
    SubgroupCheck,
    /// Cashu takes the identity.
    IdentityRule,
    /// A coordinate of p or more is reduced where it must be refused.
    NonCanonical,
}

impl Mutation {
    /// All.
    pub const ALL: [Self; 5] = [
        Self::Dst,
        Self::WeightRejection,
        Self::SubgroupCheck,
        Self::IdentityRule,
        Self::NonCanonical,
    ];

    /// As the command line says it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dst => "dst",
            Self::WeightRejection => "weight-rejection",
            Self::SubgroupCheck => "subgroup-check",
            Self::IdentityRule => "identity-rule",
            Self::NonCanonical => "non-canonical",
        }
    }
}

/// What became of one mistake.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fate {
    /// The mistake.
    pub mutation: String,
    /// The suites that failed because of it; empty if it survived.
    pub killed_by: Vec<String>,
}

/// The result of [`self_test`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SelfTest {
    /// Suites that fail without any mistake: then nothing else here means anything.
    pub broken: Vec<String>,
    /// One entry per mistake.
    pub fates: Vec<Fate>,
}

impl SelfTest {
    /// Every mistake was noticed, by suites that pass without it.
    pub fn passed(&self) -> bool {
        self.broken.is_empty() && !self.fates.is_empty() && self.survivors().next().is_none()
    }

    /// The mistakes that no suite noticed.
    pub fn survivors(&self) -> impl Iterator<Item = &str> {
        self.fates
            .iter()
            .filter(|fate| fate.killed_by.is_empty())
            .map(|fate| fate.mutation.as_str())
    }
}

/// A mistake in some operations, each of which must be noticed for itself.
pub struct InOperations<'a> {
    /// The mistake's name, to which each operation's is added.
    pub name: &'a str,
    /// Ids of the operations that have it.
    pub operations: &'a [&'a str],
    /// The stack with the mistake, under its own name, and whom it is compared with.
    pub broken: &'a [Box<dyn Implementation>],
    /// The same with the stack as it is.
    pub sound: &'a [Box<dyn Implementation>],
}

impl InOperations<'_> {
    /// What becomes of the mistake in each of its operations.
    ///
    /// # Panics
    /// If one of them is none.
    pub fn self_test(&self, vectors: &Vectors) -> SelfTest {
        let mut test = SelfTest { broken: Vec::new(), fates: Vec::new() };
        for id in self.operations {
            let operation = peer_api::operation(id).expect("the id of an operation");
            let suite = |all| agreement::of(operation, vectors, all, &|_, _, _| ());
            let (mutant, sound) = (suite(self.broken), suite(self.sound));
            test.fates.push(Fate {
                mutation: format!("{}: {id}", self.name),
                killed_by: (mutant.failed > 0).then_some(mutant.name).into_iter().collect(),
            });
            // A suite that was skipped has shown nothing.
            if sound.failed > 0 || sound.passed == 0 {
                test.broken.push(sound.name);
            }
        }
        test
    }
}

/// Breaks `subject` in every way of [`Mutation::ALL`], and adds `others`: stacks that were broken
/// deeper inside than a wrapper reaches (`frobenius-constant`), with the name of their mistake;
/// and mistakes `in_operations`.
///
/// # Panics
/// If one of these operations is none.
pub fn self_test(
    subject: &dyn Subject,
    others: &[(&str, &dyn Subject)],
    in_operations: &[InOperations<'_>],
    progress: Progress<'_>,
) -> SelfTest {
    let vectors = Origin::Repository.load();
    let failing = |subject: &dyn Subject| {
        let suites = suites::all(subject, &vectors, &|_, _, _| ());
        suites
            .into_iter()
            .filter(|suite| suite.failed > 0)
            .map(|suite| suite.name)
            .collect::<Vec<_>>()
    };
    let operations: usize = in_operations.iter().map(|mistake| mistake.operations.len()).sum();
    let total = (Mutation::ALL.len() + others.len() + operations) as u64;
    let mut fates = Vec::new();
    let mut one = |name: &str, mutant: &dyn Subject| {
        progress(name, fates.len() as u64, total);
        fates.push(Fate { mutation: name.to_owned(), killed_by: failing(mutant) });
    };
    for mutation in Mutation::ALL {
        one(mutation.name(), &Mutant::new(subject, mutation));
    }
    others.iter().for_each(|(name, mutant)| one(name, *mutant));
    let mut broken = failing(subject);
    for mistake in in_operations {
        progress(mistake.name, fates.len() as u64, total);
        let found = mistake.self_test(&vectors);
        fates.extend(found.fates);
        broken.extend(found.broken);
    }
    progress("self-test", total, total);
    SelfTest { broken, fates }
}

/// A good stack with one mistake.
pub struct Mutant<'a> {
    inner: &'a dyn Subject,
    mutation: Mutation,
}

impl<'a> Mutant<'a> {
    /// Breaks `inner`.
    pub fn new(inner: &'a dyn Subject, mutation: Mutation) -> Self {
        Self { inner, mutation }
    }

    fn is(&self, mutation: Mutation) -> bool {
        self.mutation == mutation
    }

    fn dst(&self, dst: &[u8]) -> Vec<u8> {
        let mut dst = dst.to_vec();
        if let (true, Some(last)) = (self.is(Mutation::Dst), dst.last_mut()) {
            *last ^= 1;
        }
        dst
    }

    /// The encoding with each coordinate reduced below p, flags kept.
    fn reduced(encoding: &[u8]) -> Vec<u8> {
        let Primes { p, .. } = Primes::new();
        let (words, rest) = encoding.as_chunks::<48>();
        let mut all = Vec::with_capacity(encoding.len());
        for (index, word) in words.iter().enumerate() {
            let mut word = *word;
            let flags = if index == 0 { word[0] & 0xe0 } else { 0 };
            word[0] ^= flags;
            let mut word = bytes(&(number(&word) % &p), 48);
            word[0] |= flags;
            all.extend(word);
        }
        all.extend(rest);
        all
    }

    /// What the mistake lets through in Cashu's validation: the good answer, or else the broken
    /// one.
    fn validate(&self, group: Group, encoding: &[u8]) -> Answer {
        let good = self.inner.cashu_validate(group, encoding);
        let length = group.coordinate();
        match self.mutation {
            Mutation::IdentityRule if encoding == identity(length, true) => Ok(encoding.to_vec()),
            Mutation::SubgroupCheck | Mutation::NonCanonical
                if good.is_err() && encoding != identity(length, true) =>
            {
                self.decode(group, Form::Compressed, Membership::Subgroup, encoding)?;
                Ok(encoding.to_vec())
            }
            _ => good,
        }
    }
}

impl Subject for Mutant<'_> {
    fn name(&self) -> String {
        format!("{} with {}", self.inner.name(), self.mutation.name())
    }

    fn expand_message_xmd(&self, msg: &[u8], dst: &[u8], length: usize) -> Answer {
        self.inner.expand_message_xmd(msg, dst, length)
    }

    fn hash_to_field(&self, group: Group, msg: &[u8], dst: &[u8], count: usize) -> Answer {
        self.inner.hash_to_field(group, msg, &self.dst(dst), count)
    }

    fn hash_to_curve(&self, group: Group, variant: Variant, msg: &[u8], dst: &[u8]) -> Answer {
        self.inner.hash_to_curve(group, variant, msg, &self.dst(dst))
    }

    fn multiply_generator(&self, group: Group, scalar: &[u8]) -> Answer {
        self.inner.multiply_generator(group, scalar)
    }

    fn multiply(&self, group: Group, point: &[u8], scalar: &[u8]) -> Answer {
        self.inner.multiply(group, point, scalar)
    }

    fn add(&self, group: Group, a: &[u8], b: &[u8]) -> Answer {
        self.inner.add(group, a, b)
    }

    fn decode(&self, group: Group, form: Form, membership: Membership, bytes: &[u8]) -> Answer {
        match self.mutation {
            Mutation::SubgroupCheck => self.inner.decode(group, form, Membership::Curve, bytes),
            Mutation::NonCanonical => {
                self.inner.decode(group, form, membership, &Self::reduced(bytes))
            }
            _ => self.inner.decode(group, form, membership, bytes),
        }
    }

    fn encode(&self, group: Group, form: Form, point: &[u8]) -> Answer {
        self.inner.encode(group, form, point)
    }

    fn pairing(&self, p: &[u8], q: &[u8]) -> Answer {
        self.inner.pairing(p, q)
    }

    fn bls_sign(&self, form: Signatures, secret: &[u8], msg: &[u8], dst: &[u8]) -> Answer {
        self.inner.bls_sign(form, secret, msg, &self.dst(dst))
    }

    fn cashu_hash_to_curve(&self, secret: &[u8]) -> Answer {
        if !self.is(Mutation::Dst) {
            return self.inner.cashu_hash_to_curve(secret);
        }
        let dst = self.dst(b"CASHU_BLS12_381_G1_XMD:SHA-256_SSWU_RO_");
        let point = self.inner.hash_to_curve(Group::G1, Variant::RandomOracle, secret, &dst)?;
        self.inner.encode(Group::G1, Form::Compressed, &point)
    }

    fn cashu_public_key(&self, a: &[u8]) -> Answer {
        self.inner.cashu_public_key(a)
    }

    fn cashu_blind(&self, secret: &[u8], r: &[u8]) -> Answer {
        self.inner.cashu_blind(secret, r)
    }

    fn cashu_sign(&self, a: &[u8], b_blind: &[u8]) -> Answer {
        self.inner.cashu_sign(a, b_blind)
    }

    fn cashu_unblind(&self, r: &[u8], c_blind: &[u8]) -> Answer {
        self.inner.cashu_unblind(r, c_blind)
    }

    fn cashu_verify(&self, proof: &Proof) -> Answer {
        self.inner.cashu_verify(proof)
    }

    fn cashu_validate(&self, group: Group, bytes: &[u8]) -> Answer {
        self.validate(group, bytes)
    }

    fn cashu_validate_text(&self, group: Group, text: &str) -> Answer {
        match from_hex(text) {
            Some(bytes) => self.validate(group, &bytes),
            None => self.inner.cashu_validate_text(group, text),
        }
    }

    fn cashu_batch_weights(&self, proofs: &[Proof]) -> Result<Weights, Refusal> {
        let mut good = self.inner.cashu_batch_weights(proofs)?;
        if self.is(Mutation::WeightRejection) {
            let Primes { r, .. } = Primes::new();
            for (index, weight) in (0_u32..).zip(&mut good.weights) {
                let first = [good.challenge.as_slice(), &index.to_be_bytes(), &[0; 4]].concat();
                *weight = bytes(&(BigUint::from_bytes_be(&Sha256::digest(first)) % &r), 32);
            }
            good.counters.fill(0);
        }
        Ok(good)
    }

    fn cashu_batch_verify(&self, proofs: &[Proof]) -> Answer {
        self.inner.cashu_batch_verify(proofs)
    }

    fn cashu_keyset_id(&self, keys: &[(u64, Vec<u8>)], unit: &str, fee: Option<u64>) -> Answer {
        self.inner.cashu_keyset_id(keys, unit, fee)
    }

    fn cashu_derive(&self, seed: &[u8], keyset: &[u8], counter: u64) -> Result<Derived, Refusal> {
        self.inner.cashu_derive(seed, keyset, counter)
    }
}
