//! The search for certificates. It may be wrong: all that it finds goes through
//! [`Ledger::apply`], and what it misses is not proved.
//!
//! It writes a form in several ways, by facts that it has solved for an atom each, and takes the
//! first way whose bound is good enough.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use num_bigint::BigInt;

use crate::check::{Integral, Ledger, Move, Question, Step, modulo};
use crate::polynomial::{Atom, Bound, Monomial, Polynomial};
use crate::rational::Rational;

/// A form, and by which moves it came to be written so.
#[derive(Clone)]
struct Spelling {
    form: Polynomial,
    moves: Vec<Move>,
}

/// Terms that a search may look at, over all cases, before it gives up: four times what the longest
/// search for a kernel's proof takes, which is `complex_mul_less_squares`, and ten times the next.
/// Code that has no proof may have forms and cases without end.
pub const MOST_WORK: u64 = 500_000;

/// What the search remembers of a run.
#[derive(Default)]
pub struct Search {
    /// How many terms were looked at, by this search and those of other cases.
    work: Rc<Cell<u64>>,
    /// All steps that were taken.
    pub log: Vec<Step>,
    /// Facts that are solved for an atom.
    solved: BTreeMap<Atom, (usize, Polynomial)>,
    /// Numbers that have words: solved for the lowest word.
    numbers: Vec<(Atom, usize, Polynomial)>,
    /// Sums that were given a name.
    names: BTreeMap<Atom, (usize, Polynomial)>,
    /// Facts as they came, those of cases, and these in reduced form.
    plain: Vec<usize>,
    cases: Vec<usize>,
    reduced_cases: Vec<usize>,
    /// Which numbers' words may stay as they are, in further spellings.
    keeps: Vec<Vec<Atom>>,
    /// How many facts were looked at, and which of them are not to be: the search's own.
    seen: usize,
    own: BTreeSet<usize>,
    /// Whether facts are left as they are.
    pub flat: bool,
    /// Integers by the newest atom with a fraction, and how many were looked at.
    leading: BTreeMap<Atom, usize>,
    led: usize,
}

impl Search {
    /// A search that counts its work together with others.
    #[must_use]
    pub fn sharing(work: Rc<Cell<u64>>) -> Self {
        Self { work, ..Self::default() }
    }

    /// A fact that defines a number by its words, the lowest of them this.
    pub fn number(&mut self, ledger: &Ledger, word: Atom, fact: usize) {
        if let Ok(expression) = ledger.solved(fact, word) {
            self.numbers.push((word, fact, expression));
        }
        self.own.insert(fact);
    }

    /// A fact that gives a sum this name.
    pub fn name(&mut self, ledger: &Ledger, atom: Atom, fact: usize) {
        if let Ok(expression) = ledger.solved(fact, atom) {
            self.names.insert(atom, (fact, expression));
        }
    }

    /// The last fact is of a case that is assumed.
    pub fn case(&mut self, ledger: &mut Ledger) {
        // Reduced by what was known before: by itself it would become zero.
        let fact = ledger.facts().len() - 1;
        let whole = self.reduced(&spelled(&ledger.facts()[fact]), true, Some(&[]));
        self.absorb(ledger);
        self.cases.push(fact);
        if let Some(derived) = self.derive(ledger, fact, whole.moves) {
            self.reduced_cases.push(derived);
        }
        self.log.push(Step::End);
    }

    fn derive(&mut self, ledger: &mut Ledger, fact: usize, moves: Vec<Move>) -> Option<usize> {
        let derived = ledger.facts().len();
        let taken = self.take(ledger, Step::Derive(fact, moves));
        taken.then(|| self.own.insert(derived));
        taken.then_some(derived)
    }

    /// Further spellings keep the words of these numbers.
    pub fn keep(&mut self, words: Vec<Vec<Atom>>) {
        self.keeps = words;
    }

    /// Looks for an answer to what was asked.
    pub fn answer(&mut self, ledger: &mut Ledger) {
        let Some(question) = ledger.question().cloned() else { return };
        if !self.flat {
            self.absorb(ledger);
        }
        match question {
            Question::Bit(bit) => {
                self.settle(ledger, bit);
            }
            Question::Congruent(form, bits) => {
                if let Some(open) = opened(ledger, &form, bits) {
                    self.take(ledger, Step::Congruent(open));
                }
            }
            Question::Negative(form) => {
                if let Some(moves) = self.below(ledger, &form, 0) {
                    self.take(ledger, Step::Negative(moves));
                }
            }
            Question::Multiple(form) => self.multiple(ledger, &form),
            Question::Equal(form, bits) => self.equal(ledger, &form, bits),
            Question::Range(form) => self.range(ledger, &form),
            Question::Word(form, bits) => self.word(ledger, form, bits),
            Question::Integer(form, by) => {
                self.integer(ledger, form, by);
            }
            Question::Zero(form, parts) => {
                let negated = form.scaled(&Rational::from(-1));
                if let Some(above) = self.below(ledger, &form, 1)
                    && let Some(below) = self.below(ledger, &negated, 1)
                    && let Some(integers) = integral(ledger, &parts)
                {
                    self.take(ledger, Step::Vanish(form, integers, [above, below]));
                }
            }
        }
        self.log.push(Step::End);
    }

    fn take(&mut self, ledger: &mut Ledger, step: Step) -> bool {
        let taken = ledger.apply(&step).is_ok();
        if taken {
            self.log.push(step);
        }
        taken
    }

    /// A word by what its low halves are, once some of them are opened.
    fn word(&mut self, ledger: &mut Ledger, mut form: Polynomial, bits: u32) {
        let mut open = Vec::new();
        for _ in 0..3 {
            form = modulo(&form, bits);
            let mut limits: [Option<(BigInt, Vec<Move>)>; 2] = [None, None];
            for view in self.newest_expanded(&form) {
                for (sign, limit) in [-1, 1].into_iter().zip(&mut limits) {
                    let signed = view.form.scaled(&Rational::from(sign));
                    let bound = ledger.upper(&signed).at(&Rational::zero()).floor();
                    if limit.as_ref().is_none_or(|(known, _)| bound < *known) {
                        *limit = Some((bound, view.moves.clone()));
                    }
                }
            }
            if let [Some((below, down)), Some((above, up))] = limits {
                let least: BigInt = -below;
                let times: BigInt = -(&least >> bits);
                let [least, above]: [BigInt; 2] =
                    [least, above].map(|limit| limit + (&times << bits));
                if above < BigInt::from(1) << bits {
                    self.take(ledger, Step::Word(open, times, [(least, down), (above, up)]));
                    return;
                }
            }
            let newest =
                form.atoms().into_iter().rev().find(|atom| ledger.residue(*atom).is_some());
            let Some(newest) = newest else { return };
            let Ok(opened) = ledger.opened(&form, newest, bits) else { return };
            form = opened;
            open.push(newest);
        }
    }

    /// A form, and with its newest name as the sum that it is, and with the next one.
    fn newest_expanded(&self, form: &Polynomial) -> Vec<Spelling> {
        let mut all = vec![spelled(form)];
        for _ in 0..2 {
            let mut out = all[all.len() - 1].clone();
            let newest =
                out.form.atoms().into_iter().rev().find_map(|a| self.names.get_key_value(&a));
            let Some((atom, (fact, expression))) = newest else { break };
            if !out.replace(*fact, *atom, expression) {
                break;
            }
            all.push(out);
        }
        all
    }

    /// Whether a form is an integer: see [`Search::without_fractions`].
    fn integer(&mut self, ledger: &mut Ledger, form: Polynomial, by: Integral) {
        let mut view = spelled(&form);
        if let Some((integers, moves)) = self.without_fractions(ledger, &view, by.clone()) {
            self.take(ledger, Step::Integer(integers, moves));
            return;
        }
        self.by_words(ledger, &mut view);
        if view.moves.is_empty() {
            return;
        }
        let view = if self.flat { view } else { self.reduced(&view, true, None) };
        if let Some((integers, moves)) = self.without_fractions(ledger, &view, by) {
            self.take(ledger, Step::Integer(integers, moves));
        }
    }

    /// Fractions are taken away, newest atom first, by integers that are led by it, and names of
    /// sums are replaced.
    fn without_fractions(
        &mut self,
        ledger: &Ledger,
        view: &Spelling,
        by: Integral,
    ) -> Option<(Integral, Vec<Move>)> {
        let Spelling { mut form, mut moves } = view.clone();
        for at in self.led..ledger.integers().len() {
            let fractions =
                ledger.integers()[at].terms().filter(|(_, factor)| !factor.is_integer());
            let newest = fractions.flat_map(|(monomial, _)| monomial.atoms()).max();
            if let Some(newest) = newest {
                self.leading.entry(newest).or_insert(at);
            }
        }
        self.led = ledger.integers().len();
        let mut integers = by;
        for (at, factor) in &integers {
            let multiple = ledger.integers()[*at].times(factor).ok()?;
            form.add_scaled(&multiple, &Rational::from(1));
        }
        loop {
            let fractions = form.terms().filter(|(_, factor)| !factor.is_integer());
            let atoms: BTreeSet<Atom> =
                fractions.flat_map(|(monomial, _)| monomial.atoms()).collect();
            if atoms.is_empty() {
                return Some((integers, moves));
            }
            let known =
                |atom: &&Atom| self.names.contains_key(atom) || self.leading.contains_key(atom);
            let atom = atoms.iter().rev().find(known)?;
            if let Some((fact, expression)) = self.names.get(atom) {
                form = form.substituted(*atom, expression).ok()?;
                moves.push(Move::Solve(*fact, *atom));
                continue;
            }
            let at = self.leading[atom];
            let integer = &ledger.integers()[at];
            let lead = integer.coefficient(&Monomial::of(*atom)).and_then(Rational::inverse)?;
            let mut factor = Polynomial::default();
            for (monomial, fraction) in form.terms().filter(|(_, factor)| !factor.is_integer()) {
                let Some(rest) = monomial.without(*atom) else { continue };
                factor.add_term(rest, &fraction.times(&lead).negated());
            }
            let multiple = integer.times(&factor).ok()?;
            let multiple = ledger.respelled(&multiple, &moves).ok()?;
            if !factor.has_integer_coefficients() {
                return None;
            }
            form.add_scaled(&multiple, &Rational::from(1));
            integers.push((at, factor));
        }
    }

    /// Solves facts that are new for their newest atom, if no other atom of them is newer.
    fn absorb(&mut self, ledger: &mut Ledger) {
        while self.seen < ledger.facts().len() {
            let mut fact = self.seen;
            self.seen += 1;
            if self.own.contains(&fact) {
                continue;
            }
            self.plain.push(fact);
            let reduced = self.reduced(&spelled(&ledger.facts()[fact]), true, None);
            if reduced.form.is_empty() {
                continue;
            }
            if reduced.form.number().is_some() {
                self.take(ledger, Step::Absurd(fact, reduced.moves));
                continue;
            }
            if !reduced.moves.is_empty() {
                let Some(derived) = self.derive(ledger, fact, reduced.moves) else { continue };
                fact = derived;
            }
            let atoms = reduced.form.atoms();
            // What the caller chose is a number only if a case says so.
            let only = atoms.len() == 1;
            let made: Vec<Atom> =
                atoms.into_iter().filter(|atom| only || !ledger.is_input(*atom)).collect();
            if let Some(newest) = made.into_iter().max()
                && let Ok(expression) = ledger.solved(fact, newest)
            {
                self.solved.insert(newest, (fact, expression));
            }
        }
    }

    /// Whether it is time to give up.
    pub fn is_exhausted(&self) -> bool {
        self.work.get() > MOST_WORK
    }

    fn count(&self, spelling: &Spelling) {
        self.work.set(self.work.get() + spelling.form.len() as u64);
    }

    /// With solved atoms replaced if `solve`, newest first; and the lowest words of numbers, but of
    /// those to keep, if there are any to replace.
    fn reduced(&self, from: &Spelling, solve: bool, keep: Option<&[Atom]>) -> Spelling {
        let mut out = from.clone();
        let solved = |out: &Spelling| {
            let atoms = out.form.atoms();
            atoms.iter().rev().find_map(|atom| self.solved.get_key_value(atom))
        };
        if solve {
            while let Some((atom, (fact, expression))) = solved(&out)
                && !self.is_exhausted()
                && out.replace(*fact, *atom, expression)
            {
                self.count(&out);
            }
        }
        if let Some(keep) = keep {
            for (word, fact, expression) in &self.numbers {
                if !keep.contains(word) && out.form.has(*word) {
                    out.replace(*fact, *word, expression);
                }
            }
        }
        out
    }

    /// Named sums as sums.
    fn expanded(&self, from: &Spelling) -> Spelling {
        let mut out = from.clone();
        loop {
            let atoms = out.form.atoms();
            let Some(atom) = atoms.iter().rev().find(|atom| self.names.contains_key(atom)) else {
                return out;
            };
            let (fact, expression) = &self.names[atom];
            if self.is_exhausted() || !out.replace(*fact, *atom, expression) {
                return out;
            }
            self.count(&out);
        }
    }

    /// The same number, written in several ways, until one is good.
    fn first_view(
        &self,
        ledger: &Ledger,
        form: &Polynomial,
        good: &mut dyn FnMut(&Spelling) -> bool,
    ) -> Option<Spelling> {
        macro_rules! offer {
            ($view:expr) => {
                let view = $view;
                if good(&view) {
                    return Some(view);
                }
            };
        }
        let plain = spelled(form);
        offer!(plain.clone());
        if self.flat {
            return self.newest_expanded(form).into_iter().skip(1).find(good);
        }
        let solved = self.reduced(&plain, true, None);
        offer!(solved.clone());
        let whole = self.reduced(&solved, true, Some(&[]));
        offer!(whole.clone());
        for keep in &self.keeps {
            offer!(self.reduced(&solved, true, Some(keep)));
        }
        // A comparison that was decided: its words in place of what was compared.
        let cases = if form.len() < 3 { 64 } else { 3 };
        for fact in self.cases.iter().rev().take(cases) {
            let relation = &ledger.facts()[*fact];
            let newest = form.terms().filter_map(|(monomial, _)| monomial.single());
            let newest = newest.filter(|atom| relation.coefficient(&Monomial::of(*atom)).is_some());
            if let Some(atom) = newest.max() {
                let view = plain.eliminated(*fact, relation, &Monomial::of(atom));
                offer!(view.clone());
                offer!(self.reduced(&view, false, Some(&[])));
                offer!(self.reduced(&view, true, Some(&[])));
            }
        }
        // Back through what was found, one fact after the other, and no further.
        let mut back = self.expanded(&plain);
        if !back.moves.is_empty() {
            offer!(back.clone());
        }
        for fact in self.plain.iter().rev().take(12) {
            let relation = &ledger.facts()[*fact];
            let newest = relation.terms().map(|(monomial, _)| *monomial);
            let newest = newest.filter(|monomial| monomial.degree() == 1).max();
            if let Some(monomial) = newest.filter(|m| back.form.coefficient(m).is_some()) {
                back = self.expanded(&back.eliminated(*fact, relation, &monomial));
                offer!(back.clone());
                offer!(self.reduced(&back, false, Some(&[])));
            }
        }
        for fact in self.reduced_cases.iter().rev().take(4) {
            let relation = &ledger.facts()[*fact];
            let products = whole.form.terms().map(|(monomial, _)| *monomial);
            let products = products.filter(|monomial| {
                monomial.degree() > 1 && relation.coefficient(monomial).is_some()
            });
            let products: Vec<_> = products.collect();
            for monomial in products.iter().rev().take(3) {
                offer!(whole.eliminated(*fact, relation, monomial));
            }
        }
        None
    }

    /// By which moves a form is seen to be below a number.
    fn below(&self, ledger: &Ledger, form: &Polynomial, limit: i64) -> Option<Vec<Move>> {
        let mut good = |view: &Spelling| {
            let mut less = ledger.upper(&view.form);
            less.add_scaled(&Bound::number(limit), &Rational::from(-1));
            less.is_negative(ledger.range())
        };
        self.first_view(ledger, form, &mut good).map(|view| view.moves)
    }

    fn settle(&mut self, ledger: &mut Ledger, bit: usize) -> bool {
        if ledger.bits()[bit].value.is_some() {
            return true;
        }
        let form = ledger.bits()[bit].form.clone();
        let mut value = false;
        let mut good = |view: &Spelling| {
            let mut less = ledger.upper(&view.form);
            less.add_scaled(&Bound::number(1), &Rational::from(-1));
            if less.is_negative(ledger.range()) {
                return true;
            }
            let negated = view.form.scaled(&Rational::from(-1));
            value = ledger.upper(&negated).is_negative(ledger.range());
            value
        };
        let Some(view) = self.first_view(ledger, &form, &mut good) else { return false };
        let settled = self.take(ledger, Step::Settle(bit, value, view.moves));
        self.absorb(ledger);
        settled
    }

    fn range(&mut self, ledger: &mut Ledger, form: &Polynomial) {
        for sign in [1, -1] {
            let signed = form.scaled(&Rational::from(sign));
            let mut best: Option<(BigInt, Vec<Move>)> = None;
            self.first_view(ledger, &signed, &mut |view| {
                let bound = ledger.upper(&view.form);
                let ends = match ledger.range() {
                    Some((least, greatest)) => [bound.at(least), bound.at(greatest)],
                    None => [bound.at(&Rational::zero()), bound.at(&Rational::zero())],
                };
                let limit = ends.iter().map(Rational::floor).max().unwrap_or_default();
                if best.as_ref().is_none_or(|(known, _)| limit < *known) {
                    best = Some((limit, view.moves.clone()));
                }
                false
            });
            if let Some((limit, moves)) = best {
                let step = if sign > 0 {
                    Step::AtMost(limit, moves)
                } else {
                    Step::AtLeast(-limit, moves)
                };
                self.take(ledger, step);
            }
        }
    }

    /// Bits that can be settled by now, and words that are 0 by their bound.
    fn settle_late(&mut self, ledger: &mut Ledger) -> bool {
        let mut done = false;
        for bit in ledger.bits().len().saturating_sub(90)..ledger.bits().len() {
            done |= ledger.bits()[bit].value.is_none() && self.settle(ledger, bit);
        }
        let last: Vec<Atom> = self.solved.keys().rev().take(3).copied().collect();
        for atom in last {
            let form = Polynomial::atom(atom);
            if self.reduced(&spelled(&form), true, Some(&[])).form.is_empty() {
                continue;
            }
            if let Some(moves) = self.below(ledger, &form, 1) {
                done |= self.take(ledger, Step::Vanish(form, Vec::new(), [moves, Vec::new()]));
                self.absorb(ledger);
            }
        }
        done
    }

    fn multiple(&mut self, ledger: &mut Ledger, form: &Polynomial) {
        for _ in 0..3 {
            let whole = self.reduced(&spelled(form), true, Some(&[]));
            if let Ok(quotient) = ledger.divided(&whole.form)
                && let Some(moves) = self.integral(ledger, &quotient)
                && self.take(ledger, Step::Multiple(whole.moves, moves, Vec::new()))
            {
                return;
            }
            // Numbers as their words, and what is left by integers that are known.
            let mut view = spelled(form);
            self.by_words(ledger, &mut view);
            let view = self.reduced(&view, true, None);
            if let Ok(quotient) = ledger.divided(&view.form)
                && let Some((integers, moves)) =
                    self.without_fractions(ledger, &spelled(&quotient), Vec::new())
                && moves.is_empty()
                && self.take(ledger, Step::Multiple(view.moves, moves, integers))
            {
                return;
            }
            if self.multiple_by_facts(ledger, form) || !self.settle_late(ledger) {
                return;
            }
        }
    }

    /// Numbers are written by their words.
    fn by_words(&self, ledger: &Ledger, view: &mut Spelling) {
        for (_, fact, _) in &self.numbers {
            let number = ledger.facts()[*fact].atoms().first().copied();
            if let Some(number) = number.filter(|number| view.form.has(*number))
                && let Ok(words) = ledger.solved(*fact, number)
            {
                view.replace(*fact, number, &words);
            }
        }
    }

    /// A form that is seen to be a multiple of the only modulus, once each fact was added so often
    /// that as much as possible of the rest is gone. Numbers are written by their words.
    fn multiple_by_facts(&mut self, ledger: &mut Ledger, form: &Polynomial) -> bool {
        let Some((least, greatest)) = ledger.range().clone() else { return false };
        let Some(inverse) = least.inverse().filter(|_| least == greatest) else { return false };
        let rest = |form: &Polynomial| {
            form.terms()
                .filter(|(_, factor)| !factor.times(&inverse).is_integer())
                .map(|(monomial, _)| *monomial)
                .collect::<Vec<_>>()
        };
        let mut view = spelled(form);
        self.by_words(ledger, &mut view);
        let named = self.names.values().rev().map(|(fact, _)| *fact);
        let mut unused: Vec<usize> =
            named.chain(self.solved.values().rev().map(|(fact, _)| *fact)).collect();
        let mut left = rest(&view.form);
        while !left.is_empty() && !self.is_exhausted() {
            let mut best: Option<(Spelling, Vec<Monomial>, usize)> = None;
            for (at, fact) in unused.iter().enumerate() {
                let relation = &ledger.facts()[*fact];
                let mut pivots: Vec<_> =
                    left.iter().filter(|m| relation.coefficient(m).is_some()).collect();
                pivots.sort_by_key(|monomial| (monomial.degree(), **monomial));
                let chosen = [pivots.first(), pivots.get(pivots.len() >> 1), pivots.last()];
                for pivot in chosen.into_iter().flatten() {
                    let next = view.eliminated(*fact, relation, pivot);
                    self.count(&next);
                    let then = rest(&next.form);
                    if then.len() < best.as_ref().map_or(left.len(), |(_, least, _)| least.len()) {
                        best = Some((next, then, at));
                    }
                }
            }
            let Some((next, then, at)) = best else { return false };
            (view, left) = (next, then);
            unused.remove(at);
        }
        left.is_empty() && self.take(ledger, Step::Multiple(view.moves, Vec::new(), Vec::new()))
    }

    /// By which moves a polynomial comes to have integers as coefficients: atoms that were replaced
    /// come back.
    fn integral(&mut self, ledger: &mut Ledger, form: &Polynomial) -> Option<Vec<Move>> {
        let mut form = form.clone();
        let mut moves = Vec::new();
        let mut relations: Option<Vec<Relation>> = None;
        for _ in 0..60 {
            let worst = form.terms().filter(|(_, factor)| !factor.is_integer()).map(|(m, _)| *m);
            let Some(worst) = worst.max_by_key(|m| (m.degree(), *m)) else { return Some(moves) };
            let relations = relations.get_or_insert_with(|| self.relations(ledger));
            let whole =
                |known: &&Relation| known.factor(&form).is_some_and(|factor| factor.is_integer());
            let exact = relations.iter().filter(|known| known.top == worst).find(whole);
            let shorter = |known: &&Relation| {
                let less = |factor| form.plus(&known.form.scaled(&factor)).len() < form.len();
                known.factor(&form).is_some_and(less)
            };
            let known = exact.or_else(|| relations.iter().filter(whole).find(shorter))?.clone();
            let factor = known.factor(&form)?;
            form.add_scaled(&known.form, &factor);
            // The relation in this spelling is a fact only once it is derived.
            let fact = if known.moves.is_empty() {
                known.fact
            } else {
                self.derive(ledger, known.fact, known.moves)?
            };
            moves.push(Move::Add(fact, factor.times(&known.scale)));
        }
        None
    }

    /// For each solved atom, newest first, what it is by atoms that are not solved.
    fn relations(&self, ledger: &Ledger) -> Vec<Relation> {
        let mut out = Vec::new();
        for (atom, (fact, expression)) in self.solved.iter().rev() {
            let moves = self.reduced(&spelled(expression), true, Some(&[])).moves;
            // The same moves on the fact leave the atom as it is.
            let Ok(form) = ledger.respelled(&ledger.facts()[*fact], &moves) else { continue };
            let scale = form.coefficient(&Monomial::of(*atom)).and_then(Rational::inverse);
            let Some(scale) = scale else { continue };
            let form = form.scaled(&scale);
            let others = form.terms().map(|(m, _)| *m).filter(|m| m.single() != Some(*atom));
            if let Some(top) = others.max_by_key(|m| (m.degree(), *m)) {
                out.push(Relation { fact: *fact, moves, scale, form, top });
            }
        }
        out
    }

    fn equal(&mut self, ledger: &mut Ledger, form: &Polynomial, bits: Option<u32>) {
        if self.flat {
            let moves = self.expanded(&spelled(form)).moves;
            self.take(ledger, Step::Equal(Vec::new(), moves));
            return;
        }
        let whole = self.reduced(&spelled(form), true, Some(&[]));
        let mut rest = whole.form;
        let mut integers: BTreeMap<usize, BigInt> = BTreeMap::new();
        if let Some(bits) = bits {
            for _ in 0..3 {
                for (index, integer) in ledger.integers().iter().enumerate() {
                    if rest.is_empty() {
                        break;
                    }
                    let integer = self.reduced(&spelled(integer), true, Some(&[])).form;
                    let Some((top, factor)) = integer.terms().next_back() else { continue };
                    let Some(there) = rest.coefficient(top) else { continue };
                    let Some(inverse) = factor.inverse() else { continue };
                    let times = there.times(&inverse).negated();
                    let scaled = times.times(&Rational::power_of_two(-i64::from(bits)));
                    if let Some(multiple) = scaled.integer() {
                        rest.add_scaled(&integer, &times);
                        *integers.entry(index).or_default() += multiple;
                    }
                }
            }
        }
        let constant = |(at, factor): (usize, BigInt)| (at, Polynomial::constant(factor));
        let integers: Integral = integers.into_iter().map(constant).collect();
        let mut full = form.clone();
        for (index, factor) in &integers {
            let times = Rational::power_of_two(bits.unwrap_or(0).into());
            if let Ok(multiple) = ledger.integers()[*index].times(factor) {
                full.add_scaled(&multiple, &times);
            }
        }
        let moves = self.reduced(&spelled(&full), true, Some(&[])).moves;
        self.take(ledger, Step::Equal(integers, moves));
    }
}

/// A fact as `atom − expression`.
#[derive(Clone)]
struct Relation {
    fact: usize,
    /// By these moves of the fact and this factor.
    moves: Vec<Move>,
    scale: Rational,
    form: Polynomial,
    /// The highest monomial of the expression.
    top: Monomial,
}

impl Relation {
    /// How often it is to be added to a form to eliminate its highest monomial.
    fn factor(&self, form: &Polynomial) -> Option<Rational> {
        let there = form.coefficient(&self.top)?;
        Some(there.times(&self.form.coefficient(&self.top)?.inverse()?).negated())
    }
}

impl Spelling {
    fn replace(&mut self, fact: usize, atom: Atom, expression: &Polynomial) -> bool {
        let Ok(form) = self.form.substituted(atom, expression) else { return false };
        self.form = form;
        self.moves.push(Move::Solve(fact, atom));
        true
    }

    /// With so much of a fact added that a monomial is gone.
    fn eliminated(&self, fact: usize, relation: &Polynomial, monomial: &Monomial) -> Self {
        let mut out = self.clone();
        let there = self.form.coefficient(monomial);
        let inverse = relation.coefficient(monomial).and_then(Rational::inverse);
        if let (Some(there), Some(inverse)) = (there, inverse) {
            let factor = there.times(&inverse).negated();
            out.form.add_scaled(relation, &factor);
            out.moves.push(Move::Add(fact, factor));
        }
        out
    }
}

fn spelled(form: &Polynomial) -> Spelling {
    Spelling { form: form.clone(), moves: Vec::new() }
}

/// Which low halves to open, newest first, so that a form is seen to be 0 modulo 2^bits.
fn opened(ledger: &Ledger, form: &Polynomial, bits: u32) -> Option<Vec<Atom>> {
    let (mut open, mut form) = (Vec::new(), form.clone());
    for _ in 0..5 {
        if ledger.is_zero_modulo(&form, bits) {
            return Some(open);
        }
        let newest = form.atoms().into_iter().rev().find(|atom| ledger.residue(*atom).is_some())?;
        form = ledger.opened(&form, newest, bits).ok()?;
        open.push(newest);
    }
    None
}

/// Which integers of the ledger to take from a sum of these parts, or to add to it, so that what is
/// left has integers as coefficients.
fn integral(ledger: &Ledger, parts: &[Polynomial]) -> Option<Integral> {
    let fractions = parts.iter().filter(|part| !part.has_integer_coefficients());
    let find = |part: &Polynomial| ledger.integers().iter().position(|integer| integer == part);
    let known = |part: &Polynomial| {
        let negated = || find(&part.scaled(&Rational::from(-1))).map(|at| (at, 1));
        find(part).map(|at| (at, -1)).or_else(negated)
    };
    fractions.map(|part| known(part).map(|(at, sign)| (at, Polynomial::constant(sign)))).collect()
}
