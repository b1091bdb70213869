//! Certificates that are forged: steps that do not follow, one by one, and certificates of real
//! proofs of which something was changed.

use num_bigint::BigInt;
use prove::check::{Ledger, Move, Question, Step};
use prove::polynomial::{Bound, Polynomial};
use prove::proof::{self, Certificate};
use prove::rational::Rational;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A modulus from 3 to 100, x and y up to 9, x + y = 10, and a bit x/16.
struct Toy {
    ledger: Ledger,
    x: Polynomial,
    y: Polynomial,
    fact: usize,
}

fn toy() -> Toy {
    let mut ledger = Ledger::new(Some((Rational::from(3), Rational::from(100))));
    let [x, y] = ["x", "y"].map(|name| ledger.input(name, Bound::number(0), Bound::number(9)));
    let [x, y] = [x, y].map(Polynomial::atom);
    let fact = ledger.define(x.plus(&y).minus(&Polynomial::constant(10)));
    ledger.define_bit(x.scaled(&Rational::power_of_two(-4)));
    ledger.define_bit(x.scaled(&Rational::power_of_two(-3)));
    Toy { ledger, x, y, fact }
}

/// Tries a step on a question, which must fail and change nothing.
fn fails(toy: &Toy, question: Option<Question>, step: &Step, what: &str) {
    let mut ledger = toy.ledger.clone();
    if let Some(question) = question {
        ledger.pose(question);
    }
    assert!(ledger.apply(step).is_err(), "{what}");
    assert!(!ledger.answer().0 && !ledger.is_impossible(), "{what}");
    assert_eq!(ledger.facts(), toy.ledger.facts(), "{what}");
}

#[test]
fn steps_that_do_not_follow_are_refused() {
    let toy = toy();
    let (x, y, fact) = (&toy.x, &toy.y, toy.fact);
    let modulus = Polynomial::atom(toy.ledger.modulus().expect("there is one"));
    let fails = |question, step: Step, what| fails(&toy, question, &step, what);
    let half = x.scaled(&Rational::power_of_two(-1));
    let none = || [Vec::new(), Vec::new()];

    fails(None, Step::Settle(0, true, vec![]), "a bit that may be 0 is not 1");
    fails(None, Step::Settle(1, false, vec![]), "a bit below 9/8 is not below 1");
    fails(None, Step::Settle(7, false, vec![]), "a bit that is not there");
    fails(None, Step::Derive(9, vec![]), "a fact that is not there");
    fails(None, Step::Derive(fact, vec![Move::Add(9, Rational::from(1))]), "nor to be added");
    fails(None, Step::Derive(fact, vec![Move::Solve(9, 2)]), "nor to be solved");
    fails(None, Step::Vanish(x.clone(), vec![], none()), "x is not below 1");
    fails(
        None,
        Step::Vanish(half.scaled(&Rational::power_of_two(-4)), vec![], none()),
        "x/32 is no integer",
    );
    fails(None, Step::Vanish(x.minus(&Polynomial::constant(9)), vec![], none()), "x − 9 may be −9");
    fails(None, Step::Absurd(fact, vec![]), "x + y = 10 is possible");
    fails(None, Step::Negative(vec![]), "nothing was asked");

    let ask = |form: &Polynomial| Some(Question::Negative(form.clone()));
    fails(ask(&x.minus(&Polynomial::constant(9))), Step::Negative(vec![]), "x may be 9");
    fails(ask(&x.minus(&modulus)), Step::Negative(vec![]), "x may be above a small modulus");
    fails(ask(&modulus), Step::Negative(vec![Move::Solve(fact, 1)]), "a fact without M");
    fails(ask(x), Step::Multiple(vec![], vec![], vec![]), "an answer to another question");
    fails(ask(x), Step::AtMost(BigInt::from(9), vec![]), "and another");

    let ask = |form: &Polynomial| Some(Question::Multiple(form.clone()));
    let times = |form: &Polynomial| form.times(&modulus).expect("degree two");
    fails(ask(x), Step::Multiple(vec![], vec![], vec![]), "x is no multiple of M");
    fails(ask(&times(&half)), Step::Multiple(vec![], vec![], vec![]), "x/2 times M");
    fails(
        ask(&times(&half)),
        Step::Multiple(vec![], vec![], vec![(5, Polynomial::constant(1))]),
        "no such integer",
    );
    let added = vec![(0, Polynomial::constant(1))];
    fails(ask(&times(&half)), Step::Multiple(vec![], vec![], added.clone()), "1 does not help");

    let ask = |form: &Polynomial, bits| Some(Question::Equal(form.clone(), bits));
    fails(ask(x, None), Step::Equal(vec![], vec![]), "x is not zero");
    fails(
        ask(&Polynomial::constant(-1), None),
        Step::Equal(added.clone(), vec![]),
        "nothing may be added",
    );
    fails(ask(&Polynomial::constant(-1), Some(1)), Step::Equal(added, vec![]), "only twos are");

    let ask = |form: &Polynomial| Some(Question::Congruent(form.clone(), 3));
    fails(ask(x), Step::Congruent(vec![]), "x is not 0 modulo 8");
    fails(ask(x), Step::Congruent(vec![2]), "x is no low half");
    fails(
        ask(&half.scaled(&Rational::from(16)).plus(&half)),
        Step::Congruent(vec![]),
        "a fraction",
    );

    let ask = |form: &Polynomial| Some(Question::Integer(form.clone(), vec![]));
    let one = |factor: Polynomial| vec![(0, factor)];
    fails(ask(&half), Step::Integer(vec![], vec![]), "x/2 is no integer");
    fails(ask(&half), Step::Integer(one(half.clone()), vec![]), "nor is −x/2, to be added");
    fails(ask(&half), Step::Integer(one(x.clone()), vec![]), "x does not help");
    let no = vec![(5, Polynomial::constant(1))];
    fails(ask(&half), Step::Integer(no, vec![]), "there is no such integer");
    fails(ask(&half), Step::Integer(vec![], vec![Move::Solve(9, 2)]), "nor such a fact");

    let ask = |form: &Polynomial, bits| Some(Question::Word(form.clone(), bits));
    let word = |atoms, times: i64, least: i64, most: i64| {
        let [least, most] = [least, most].map(|limit| (BigInt::from(limit), Vec::new()));
        Step::Word(atoms, BigInt::from(times), [least, most])
    };
    fails(ask(x, 3), word(vec![], 0, 0, 7), "x may be 9");
    fails(ask(x, 3), word(vec![], 0, 0, 9), "9 is no word of 3 bits");
    fails(ask(x, 4), word(vec![], 0, 1, 9), "x may be 0");
    fails(ask(x, 4), word(vec![], 1, 16, 25), "x + 16 is no word of 4 bits");
    fails(ask(x, 4), word(vec![], -1, -16, 9), "nor is x − 16");
    fails(ask(x, 4), word(vec![2], 0, 0, 9), "x is no low half");
    fails(ask(&half.scaled(&Rational::from(6)), 2), word(vec![], 0, 0, 0), "3x is not 0 modulo 4");

    let ask = |form: &Polynomial| Some(Question::Range(form.clone()));
    fails(ask(x), Step::AtMost(BigInt::from(8), vec![]), "x may be 9");
    fails(ask(y), Step::AtLeast(BigInt::from(1), vec![]), "nobody has solved y for x yet");
}

/// The same steps, where they do follow.
#[test]
fn steps_that_follow_are_taken() {
    let toy = toy();
    let mut ledger = toy.ledger.clone();
    ledger.pose(Question::Range(toy.y.clone()));
    ledger
        .apply(&Step::AtLeast(BigInt::from(1), vec![Move::Solve(toy.fact, 3)]))
        .expect("10 − x ≥ 1");
    ledger.pose(Question::Negative(toy.x.plus(&toy.y).minus(&Polynomial::constant(11))));
    assert!(ledger.apply(&Step::Negative(vec![])).is_err(), "not without the fact");
    ledger.apply(&Step::Negative(vec![Move::Add(toy.fact, Rational::from(-1))])).expect("10 < 11");
    assert!(ledger.answer().0);
    ledger.apply(&Step::Settle(0, false, vec![])).expect("9/16 is below 1");
    assert_eq!(ledger.facts().last(), Some(&ledger.bits()[0].form));
    assert!(ledger.apply(&Step::Settle(0, false, vec![])).is_err(), "it is settled");
    // 3x/2 + xy/2 is an integer if x/2 is one; and 17x is x modulo 16, which is below 16.
    let half = toy.x.scaled(&Rational::power_of_two(-1));
    let integer = ledger.define_integer(half.clone());
    let form = half.scaled(&Rational::from(3)).plus(&half.times(&toy.y).expect("degree two"));
    ledger.pose(Question::Integer(form.clone(), vec![]));
    let factor = Polynomial::constant(-1).minus(&toy.y);
    ledger.apply(&Step::Integer(vec![(integer, factor)], vec![])).expect("x is left");
    assert!(ledger.answer().0 && ledger.integers().last() == Some(&form));
    ledger.pose(Question::Word(toy.x.scaled(&Rational::from(17)), 4));
    let limits = [0, 9].map(|limit| (BigInt::from(limit), Vec::new()));
    ledger.apply(&Step::Word(vec![], BigInt::from(0), limits)).expect("x is from 0 to 9");
    assert_eq!(ledger.found(), Some(&toy.x));
    // x/16 = 0 and x + y = 10 contradict y ≤ 9.
    let (bit, sum) = (ledger.facts().len() - 1, toy.fact);
    let moves = vec![Move::Add(bit, Rational::from(-16))];
    ledger.apply(&Step::Absurd(sum, moves)).expect("y = 10 is not possible");
    assert!(ledger.is_impossible());
}

#[test]
#[cfg_attr(debug_assertions, ignore = "what is proved is the code of release builds")]
fn changed_certificates_are_refused_or_prove_the_same() {
    changed_certificates("limb::adx::words4::mul", 2, 300);
    changed_certificates(prove::kernels::remainders::KERNEL, 1, 60);
}

fn changed_certificates(kernel: &str, cases: usize, tries: usize) {
    let binary = super::this_binary();
    let contract = prove::kernels::contracts(&binary).into_iter().find(|c| c.kernel == kernel);
    let contract = contract.expect("a contract");
    let codes = binary.code(kernel);
    let mut codes = codes.into_iter().filter(|code| proof::may_be_of(&contract, &binary, code));
    let code = codes.next().expect("it is linked");
    let certificate = proof::search(&contract, &binary, &code).expect("it is proved");
    let proved = proof::check(&contract, &binary, &code, &certificate).expect("it is checked");
    assert!(proved.cases == cases && proved.steps > 100, "{proved:?}");

    let check = |certificate: &Certificate| proof::check(&contract, &binary, &code, certificate);
    assert!(check(&Certificate::new()).is_err(), "no certificate");
    let mut without = certificate.clone();
    without.pop_last();
    assert!(check(&without).is_err(), "a certificate without one of the cases, or the only one");

    // The code of a mutant has no proof, whatever is written down.
    let mut wrong = code.clone();
    wrong.0.remove(20);
    assert!(proof::check(&contract, &binary, &wrong, &certificate).is_err());

    let mut rng = ChaCha20Rng::seed_from_u64(34);
    let mut refused = 0;
    for _ in 0..tries {
        let mut forged = certificate.clone();
        let steps = forged.values_mut().next().expect("a case");
        let at = usize::try_from(rng.next_u32()).expect("small") % steps.len();
        change(&mut steps[at], &mut rng);
        // What is still proved is proved by what is left: the claim is true.
        refused += usize::from(check(&forged).is_err());
    }
    println!("{kernel}: {refused} of {tries} changed certificates are refused");
    assert!(2 * refused > tries);
}

pub fn change(step: &mut Step, rng: &mut ChaCha20Rng) {
    let change_moves = |moves: &mut Vec<Move>, rng: &mut ChaCha20Rng| match moves.first_mut() {
        None => moves.push(Move::Add(0, Rational::from(1))),
        Some(_) if rng.next_u32() & 1 == 0 => {
            moves.pop();
        }
        Some(Move::Solve(fact, _) | Move::Add(fact, _)) => *fact += 1,
    };
    match step {
        Step::Derive(fact, _) => *fact += 1,
        Step::Settle(_, value, _) => *value = !*value,
        Step::Negative(moves)
        | Step::Multiple(moves, ..)
        | Step::Equal(_, moves)
        | Step::AtMost(_, moves)
        | Step::AtLeast(_, moves)
        | Step::Absurd(_, moves)
        | Step::Vanish(_, _, [moves, _]) => {
            change_moves(moves, rng);
        }
        Step::Congruent(atoms) => {
            atoms.pop();
        }
        Step::Integer(integers, moves) => match integers.first_mut() {
            None => change_moves(moves, rng),
            Some((integer, _)) => *integer += 1,
        },
        Step::Word(_, times, _) => *times += 1,
        // The steps of one question run into the next one.
        Step::End => *step = Step::Derive(0, Vec::new()),
    }
}
