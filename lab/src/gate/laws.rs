//! Algebraic laws: what must hold of any inputs, whatever the right bytes are.
//!
//! Fields are judged by slow integers of another library; groups, pairings and protocols by their
//! own laws, with scalars that are computed by the same slow integers.

use peer_api::{Curve, Implementation};

use super::ask;
use super::inputs::{Primes, Random, bytes, identity, number};
use super::subject::{Answer, Form, Group, Membership, Proof, Signatures, Subject, Variant};
use super::suites::scalar;
use super::tally::{self, Tally, Title};
use super::{Progress, Tier};
use record::Suite;

mod fields;
mod groups;

/// The laws over a whole stack.
pub fn of_subject(tier: Tier, subject: &dyn Subject, progress: Progress<'_>) -> Suite {
    let rounds = if tier == Tier::Quick { 4 } else { 200 };
    let title = Title::new(
        "laws/stack",
        "group laws, orders, bilinearity, hashing into the subgroups, BLS equations, Cashu from blinding to batch",
        "algebra",
    );
    tally::run(title, rounds * 44, progress, |tally| {
        let mut laws = Laws { subject, random: Random::new("laws/stack"), tally };
        for group in [Group::G1, Group::G2] {
            laws.ends(group);
        }
        for _ in 0..rounds {
            for group in [Group::G1, Group::G2] {
                laws.group(group);
            }
            laws.pairing();
            laws.signatures();
            laws.cashu();
        }
    })
}

/// The laws over each implementation's operations.
pub(crate) fn of_implementations(
    tier: Tier,
    implementations: &[&dyn Implementation],
    progress: Progress<'_>,
) -> Vec<Suite> {
    let mut suites = Vec::new();
    let serving = implementations.iter().filter(|one| ask::serves(**one, Curve::Bls12381));
    for &implementation in serving {
        let name = implementation.about().name;
        let title = Title::new(
            format!("laws/fields/{name}"),
            format!(
                "{name}'s field operations, against slow integers and by the laws of extension fields"
            ),
            "num-bigint; algebra",
        );
        let checks = fields::checks(tier);
        suites.push(tally::run_offered(title, checks, progress, |tally| {
            fields::all(tier, implementation, tally)
        }));
        let title = Title::new(
            format!("laws/groups/{name}"),
            format!(
                "{name}'s group operations and pairings, by the laws of groups and bilinear maps"
            ),
            "algebra",
        );
        let checks = groups::checks(tier);
        suites.push(tally::run_offered(title, checks, progress, |tally| {
            groups::all(tier, implementation, tally)
        }));
    }
    suites
}

struct Laws<'a, 'b> {
    subject: &'a dyn Subject,
    random: Random,
    tally: &'a mut Tally<'b>,
}

impl Laws<'_, '_> {
    /// Both sides have an answer, and it is the same.
    fn same(&mut self, law: &str, left: &Answer, right: &Answer) {
        self.tally.same(law, left, right);
    }

    fn ends(&mut self, group: Group) {
        let subject = self.subject;
        let (name, Primes { r, .. }) = (group.name(), Primes::new());
        let zero = identity(2 * group.coordinate(), false);
        let one = subject.multiply_generator(group, &scalar(1));
        let last = subject.multiply_generator(group, &bytes(&(&r - 1_u32), 32));
        self.tally.equal(
            &format!("{name}: 0·G = 0"),
            &zero,
            &subject.multiply_generator(group, &scalar(0)),
        );
        let sum = one.clone().and_then(|one| subject.add(group, &last?, &one));
        self.tally.equal(&format!("{name}: (r − 1)·G + G = 0"), &zero, &sum);
        self.tally.refused(
            &format!("{name}: the scalar r"),
            &subject.multiply_generator(group, &bytes(&r, 32)),
        );
        self.tally.refused(
            &format!("{name}: a scalar of 31 bytes"),
            &subject.multiply_generator(group, &[1; 31]),
        );
        let nothing = one.clone().and_then(|one| subject.add(group, &one, &zero));
        self.same(&format!("{name}: G + 0 = G"), &nothing, &one);
        self.tally.equal(&format!("{name}: 0 + 0 = 0"), &zero, &subject.add(group, &zero, &zero));
        self.tally.equal(
            &format!("{name}: 7·0 = 0"),
            &zero,
            &subject.multiply(group, &zero, &scalar(7)),
        );
        let compressed = identity(group.coordinate(), true);
        self.tally.equal(
            &format!("{name}: encoding of 0"),
            &compressed,
            &subject.encode(group, Form::Compressed, &zero),
        );
    }

    fn group(&mut self, group: Group) {
        let subject = self.subject;
        let name = group.name();
        let [a, b] = [self.random.fr(), self.random.fr()];
        let r = &self.random.primes.r;
        let sum = bytes(&((number(&a) + number(&b)) % r), 32);
        let product = bytes(&(number(&a) * number(&b) % r), 32);
        let minus = bytes(&(r - number(&a)), 32);
        let of = |scalar: &[u8]| subject.multiply_generator(group, scalar);
        let add = |p: &Answer, q: &Answer| {
            subject.add(group, p.as_ref().map_err(Clone::clone)?, q.as_ref().map_err(Clone::clone)?)
        };
        let times =
            |p: &Answer, k: &[u8]| subject.multiply(group, p.as_ref().map_err(Clone::clone)?, k);
        let (p, q) = (of(&a), of(&b));
        self.same(&format!("{name}: a·G + b·G = (a + b)·G"), &add(&p, &q), &of(&sum));
        self.same(&format!("{name}: P + Q = Q + P"), &add(&p, &q), &add(&q, &p));
        self.same(
            &format!("{name}: (P + Q) + G = P + (Q + G)"),
            &add(&add(&p, &q), &of(&scalar(1))),
            &add(&p, &add(&q, &of(&scalar(1)))),
        );
        self.same(&format!("{name}: b·(a·G) = ab·G"), &times(&p, &b), &of(&product));
        self.same(&format!("{name}: P + P = 2·P"), &add(&p, &p), &times(&p, &scalar(2)));
        self.same(&format!("{name}: P + (−P) = 0"), &add(&p, &of(&minus)), &of(&scalar(0)));
        self.same(
            &format!("{name}: a·(P + Q) = a·P + a·Q"),
            &times(&add(&p, &q), &a),
            &add(&times(&p, &a), &times(&q, &a)),
        );
        let p = match p {
            Ok(p) => p,
            Err(_) => return,
        };
        for form in [Form::Compressed, Form::Uncompressed] {
            let again = subject
                .encode(group, form, &p)
                .and_then(|e| subject.decode(group, form, Membership::Subgroup, &e));
            self.tally.equal(&format!("{name}: decoding undoes encoding, {form:?}"), &p, &again);
        }
        let message = self.random.message();
        for variant in [Variant::RandomOracle, Variant::NonUniform] {
            let point = subject.hash_to_curve(group, variant, &message, b"CURVEMARK-GATE");
            let member = point
                .clone()
                .and_then(|p| subject.decode(group, Form::Uncompressed, Membership::Subgroup, &p));
            self.same(&format!("{name}: a hash is in the subgroup, {variant:?}"), &member, &point);
        }
    }

    fn pairing(&mut self) {
        let subject = self.subject;
        let [a, b] = [self.random.fr(), self.random.fr()];
        let product = bytes(&(number(&a) * number(&b) % &self.random.primes.r), 32);
        let e = |a: &[u8], b: &[u8]| {
            subject.pairing(
                &subject.multiply_generator(Group::G1, a)?,
                &subject.multiply_generator(Group::G2, b)?,
            )
        };
        let one = scalar(1);
        let middle = e(&a, &b);
        self.same("e(a·P, b·Q) = e(ab·P, Q)", &middle, &e(&product, &one));
        self.same("e(a·P, b·Q) = e(P, ab·Q)", &middle, &e(&one, &product));
        self.same("e(0, Q) = e(P, 0)", &e(&scalar(0), &b), &e(&a, &scalar(0)));
        let unit = [&[0; 47][..], &[1], &[0; 48 * 11]].concat();
        self.tally.equal("e(0, Q) = 1", &unit, &e(&scalar(0), &b));
        self.tally.holds(middle != Ok(unit), || "e(a·P, b·Q) = 1: degenerate".to_owned());
    }

    fn signatures(&mut self) {
        let subject = self.subject;
        let (secret, message) = (self.random.fr(), self.random.message());
        let dst = b"CURVEMARK-GATE-SIG";
        for (form, group) in [(Signatures::MinSig, Group::G1), (Signatures::MinPk, Group::G2)] {
            let expected = subject
                .hash_to_curve(group, Variant::RandomOracle, &message, dst)
                .and_then(|point| subject.multiply(group, &point, &secret))
                .and_then(|point| subject.encode(group, Form::Compressed, &point));
            self.same(
                "a signature is sk·H(m)",
                &subject.bls_sign(form, &secret, &message, dst),
                &expected,
            );
        }
    }

    fn cashu(&mut self) {
        let subject = self.subject;
        let [a, other] = [self.random.fr(), self.random.fr()];
        let mut proofs = Vec::new();
        for key in [&a, &a, &other] {
            let (secret, r) =
                ([self.random.bytes(16), self.random.message()].concat(), self.random.fr());
            let c = subject.cashu_blind(&secret, &r);
            let c = c.and_then(|b_blind| subject.cashu_sign(key, &b_blind));
            let c = c.and_then(|c_blind| subject.cashu_unblind(&r, &c_blind));
            let direct =
                subject.cashu_hash_to_curve(&secret).and_then(|y| subject.cashu_sign(key, &y));
            self.same("unblinding gives a·Y", &c, &direct);
            if let (Ok(c), Ok(k)) = (c, subject.cashu_public_key(key)) {
                proofs.push(Proof { secret, c, k });
            }
        }
        let [first, second, third] = &mut proofs[..] else { return };
        self.tally.verdict("an honest proof", true, &subject.cashu_verify(first));
        let mixed = Proof { k: third.k.clone(), ..first.clone() };
        self.tally.verdict("a proof under another key", false, &subject.cashu_verify(&mixed));
        core::mem::swap(&mut first.c, &mut second.c);
        let forged = proofs.clone();
        self.tally.verdict(
            "a batch with two signatures exchanged",
            false,
            &subject.cashu_batch_verify(&forged),
        );
        let [first, second, _] = &mut proofs[..] else { return };
        core::mem::swap(&mut first.c, &mut second.c);
        self.tally.verdict("an honest batch", true, &subject.cashu_batch_verify(&proofs));
    }
}
