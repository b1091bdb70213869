//! Groups and pairings of one implementation, by their laws.

use peer_api::Implementation;

use crate::gate::Tier;
use crate::gate::ask::Function;
use crate::gate::inputs::{G1_GENERATOR, G2_GENERATOR, Random, bytes, identity, negated, number};
use crate::gate::subject::{Answer, Group};
use crate::gate::suites::scalar;
use crate::gate::tally::Tally;
use crate::gate::vectors::cases::from_hex;

const fn rounds(tier: Tier) -> usize {
    match tier {
        Tier::Quick => 16,
        Tier::Full => 500,
    }
}

/// How many checks there will be, about.
pub(super) const fn checks(tier: Tier) -> usize {
    rounds(tier) * 17
}

/// All laws of groups and pairings that the implementation's operations can show.
pub(super) fn all(tier: Tier, implementation: &dyn Implementation, tally: &mut Tally<'_>) {
    let mut random = Random::new("laws/groups");
    for (group, generator) in [(Group::G1, G1_GENERATOR), (Group::G2, G2_GENERATOR)] {
        if let Some(laws) = Laws::new(implementation, group, generator) {
            (0..rounds(tier)).for_each(|_| laws.check(&mut random, tally));
        }
    }
    pairings(tier, implementation, &mut random, tally);
}

fn same(tally: &mut Tally<'_>, law: &str, left: Answer, right: &Answer) {
    tally.same(law, &left, right);
}

struct Laws<'a> {
    name: &'static str,
    generator: Vec<u8>,
    add: Function<'a>,
    double: Function<'a>,
    mul: Function<'a>,
    subgroup: Option<Function<'a>>,
}

impl<'a> Laws<'a> {
    fn new(implementation: &'a dyn Implementation, group: Group, generator: &str) -> Option<Self> {
        let name = group.name();
        let function =
            |verb: &str| Function::new(implementation, &format!("bls12-381/{name}_{verb}"));
        Some(Self {
            name,
            generator: from_hex(generator)?,
            add: function("add")?,
            double: function("double")?,
            mul: function("mul")?,
            subgroup: function("subgroup_check"),
        })
    }

    fn add(&self, p: &Answer, q: &Answer) -> Answer {
        self.add.call(&[p.as_ref().map_err(Clone::clone)?, q.as_ref().map_err(Clone::clone)?])
    }

    fn times(&self, p: &Answer, k: &[u8]) -> Answer {
        self.mul.call(&[p.as_ref().map_err(Clone::clone)?, k])
    }

    fn check(&self, random: &mut Random, tally: &mut Tally<'_>) {
        let name = self.name;
        let [a, b] = [random.fr(), random.fr()];
        let r = &random.primes.r;
        let sum = bytes(&((number(&a) + number(&b)) % r), 32);
        let product = bytes(&(number(&a) * number(&b) % r), 32);
        let last = bytes(&(r - 1_u32), 32);
        let g = Ok(self.generator.clone());
        let (p, q) = (self.times(&g, &a), self.times(&g, &b));
        let zero = Ok(identity(self.generator.len(), true));
        let mut same = |law: &str, left: Answer, right: &Answer| {
            same(tally, &format!("{name}: {law}"), left, right)
        };
        same("a·G + b·G = (a + b)·G", self.add(&p, &q), &self.times(&g, &sum));
        same("b·(a·G) = ab·G", self.times(&p, &b), &self.times(&g, &product));
        same("P + Q = Q + P", self.add(&p, &q), &self.add(&q, &p));
        same(
            "(P + Q) + G = P + (Q + G)",
            self.add(&self.add(&p, &q), &g),
            &self.add(&p, &self.add(&q, &g)),
        );
        same("P + 0 = P", self.add(&p, &zero), &p);
        same("P + (r − 1)·P = 0", self.add(&p, &self.times(&p, &last)), &zero);
        same("0·P = 0", self.times(&p, &scalar(0)), &zero);
        same("1·P = P", self.times(&p, &scalar(1)), &p);
        let Ok(point) = &p else { return };
        same("P + P = 2P", self.double.call(&[point]), &self.add(&p, &p));
        same("P + (−P) = 0", self.add(&p, &Ok(negated(point))), &zero);
        if let Some(subgroup) = self.subgroup {
            same("a·G is in the subgroup", subgroup.call(&[point]), &Ok(vec![1]));
        }
    }
}

fn pairings(
    tier: Tier,
    implementation: &dyn Implementation,
    random: &mut Random,
    tally: &mut Tally<'_>,
) {
    let function = |verb: &str| Function::new(implementation, &format!("bls12-381/{verb}"));
    let (Some(e), Some(times1), Some(times2)) =
        (function("pairing"), function("g1_mul"), function("g2_mul"))
    else {
        return;
    };
    let [g1, g2] = [G1_GENERATOR, G2_GENERATOR].map(|text| from_hex(text).expect("a constant"));
    let unit = [&[0; 47][..], &[1], &[0; 48 * 11]].concat();
    let pair = |p: Answer, q: Answer| e.call(&[&p?, &q?]);
    for _ in 0..rounds(tier) >> 2 {
        let [a, b] = [random.fr(), random.fr()];
        let product = bytes(&(number(&a) * number(&b) % &random.primes.r), 32);
        let (p, q) = (times1.call(&[&g1, &a]), times2.call(&[&g2, &b]));
        let middle = pair(p.clone(), q.clone());
        same(
            tally,
            "e(a·P, b·Q) = e(ab·P, Q)",
            pair(times1.call(&[&g1, &product]), Ok(g2.clone())),
            &middle,
        );
        same(
            tally,
            "e(a·P, b·Q) = e(P, ab·Q)",
            pair(Ok(g1.clone()), times2.call(&[&g2, &product])),
            &middle,
        );
        same(tally, "e(0, Q) = 1", pair(Ok(identity(48, true)), q.clone()), &Ok(unit.clone()));
        same(tally, "e(P, 0) = 1", pair(p.clone(), Ok(identity(96, true))), &Ok(unit.clone()));
        tally.holds(middle.as_ref().is_ok_and(|value| *value != unit), || {
            "e(a·P, b·Q) = 1: degenerate".to_owned()
        });
        let (Ok(p), Ok(q)) = (&p, &q) else { continue };
        if let Some(multiply) = function("fp12_mul") {
            // Bilinear in the first argument, with the product in Fp12: e(P + G, Q) = e(P, Q)·e(G,
            // Q).
            if let Some(add) = function("g1_add") {
                let both = middle
                    .clone()
                    .and_then(|middle| multiply.call(&[&middle, &e.call(&[&g1, q])?]));
                same(
                    tally,
                    "e(P + G, Q) = e(P, Q)·e(G, Q)",
                    pair(add.call(&[p, &g1]), Ok(q.clone())),
                    &both,
                );
            }
            let inverse = e.call(&[&negated(p), q]);
            let cancelled = middle.clone().and_then(|middle| multiply.call(&[&middle, &inverse?]));
            same(tally, "e(P, Q)·e(−P, Q) = 1", cancelled, &Ok(unit.clone()));
        }
        if let Some(multi) = function("multi_pairing_2") {
            same(
                tally,
                "the product of e(P, Q) and e(−P, Q) = 1",
                multi.call(&[p, q, &negated(p), q]),
                &Ok(unit.clone()),
            );
        }
        if let (Some(miller), Some(final_exp)) = (function("miller_loop"), function("final_exp")) {
            // What is answered for a Miller loop went through the final exponentiation, so it is
            // the pairing.
            same(
                tally,
                "Miller loop and final exponentiation = pairing",
                miller.call(&[p, q]),
                &middle,
            );
            let both = middle.and_then(|value| final_exp.call(&[&value]));
            tally.holds(both.is_ok_and(|value| value != unit), || {
                "a pairing's final exponentiation is 1".to_owned()
            });
        }
    }
}
