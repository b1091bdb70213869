//! The contracts of `limb::rns`: residue numbers, of eight or six primes in each of two bases.
//!
//! M is the product of the primes a of the first basis, N of the primes b of the second one, L is
//! how many each has. An integer X is held as eight lanes s·X modulo the a and eight lanes t·X
//! modulo the b, with s² = −2^52/(p·M/a) and t² = 2^52/(M·N/b): see `docs/rns.md`. So a claim on a
//! reduction names an integer R and proves that M·R is W and a multiple of p, where W is the sum of
//! products, that R lies in its range, and that each lane of the result is s·R or t·R.
//!
//! R is (W + p·Σ ξ·M/a)/M for the digits ξ that the kernel has computed. Which of its words they
//! are is found by trying: what is proved of them does not depend on it.

use iced_x86::Register::{RDI, RDX, RSI};
use num_bigint::BigInt;

use super::adx::contract;
use super::lanes::{go, points};
use crate::binary::Binary;
use crate::check::Question;
use crate::contract::{Contract, Run, power};
use crate::machine::{Base, Value};
use crate::polynomial::{Bound, Polynomial};
use crate::rational::Rational;
use crate::refusal::{Refusal, refuse};
use crate::words::{Shared, Word};

/// All kernels of this family have one name: instances of a function that calls a formula.
pub const KERNEL: &str = "<limb::rns::zmm::Zmm as limb::rns::vector::Vector>::call::called";

/// Primes of both bases.
struct Bases {
    p: BigInt,
    words: usize,
    a: Vec<BigInt>,
    b: Vec<BigInt>,
    /// M and N.
    product: [BigInt; 2],
    s: Vec<BigInt>,
    t: Vec<BigInt>,
    /// A sum of products is at most so much.
    most: BigInt,
}

fn number(value: impl Into<BigInt>) -> Rational {
    Rational::from(value.into())
}

fn constant(value: &BigInt) -> Polynomial {
    Polynomial::constant(value.clone())
}

fn over(form: &Polynomial, divisor: &BigInt) -> Result<Polynomial, Refusal> {
    let inverse = number(divisor.clone()).inverse();
    inverse.map_or_else(|| refuse("a division by zero"), |inverse| Ok(form.scaled(&inverse)))
}

/// x modulo m, not negative.
fn modulo(x: &BigInt, m: &BigInt) -> BigInt {
    ((x % m) + m) % m
}

/// 1/x modulo m, by Euclid's algorithm.
fn inverse(x: &BigInt, m: &BigInt) -> BigInt {
    let (mut rest, mut times) = ([m.clone(), modulo(x, m)], [BigInt::from(0), BigInt::from(1)]);
    while rest[1] != BigInt::from(0) {
        let quotient = &rest[0] / &rest[1];
        for pair in [&mut rest, &mut times] {
            let next = &pair[0] - &quotient * &pair[1];
            *pair = [pair[1].clone(), next];
        }
    }
    modulo(&times[0], m)
}

fn is_square(x: &BigInt, m: &BigInt) -> bool {
    modulo(x, m).modpow(&((m - 1) >> 1), m) == BigInt::from(1)
}

/// The square root of a square modulo a prime that Tonelli and Shanks give with the least number
/// that is no square: which of both is a convention of the tables.
fn root(x: &BigInt, m: &BigInt) -> Option<BigInt> {
    let one = BigInt::from(1);
    let twos = (m - 1_u32).trailing_zeros().and_then(|twos| u32::try_from(twos).ok())?;
    let odd: BigInt = (m - 1) >> twos;
    let least = (2..100_u32).map(BigInt::from).find(|n| !is_square(n, m))?;
    let (mut z, mut t) = (least.modpow(&odd, m), x.modpow(&odd, m));
    let (mut r, mut left) = (x.modpow(&((&odd + 1) >> 1), m), twos);
    while t != one {
        let order = (1..left).find(|order| t.modpow(&(BigInt::from(1) << *order), m) == one)?;
        z = z.modpow(&(BigInt::from(1) << (left - order - 1)), m);
        r = r * &z % m;
        z = &z * &z % m;
        t = t * &z % m;
        left = order;
    }
    (&r * &r % m == *x).then_some(r)
}

/// Rows of so many primes just below 2^50 that are constants of the binary.
fn rows(binary: &Binary, count: usize) -> Vec<Vec<BigInt>> {
    let is_row = |words: &[u64]| {
        let (primes, rest) = words.split_at(count);
        let near = |prime: &u64| prime & 1 == 1 && (1 << 50) - 675 <= *prime && *prime < 1 << 50;
        primes.iter().all(near) && rest.iter().all(|word| *word == 0)
    };
    let mut all: Vec<Vec<u64>> = binary.constants(8, is_row);
    all.sort();
    all.dedup();
    all.iter().map(|row| row[..count].iter().map(|prime| BigInt::from(*prime)).collect()).collect()
}

/// The bases of a modulus, if the binary has them: those for which all roots exist.
fn bases(binary: &Binary, p: &BigInt) -> Option<Bases> {
    let (count, words) = if p.bits() > 256 { (8, 6) } else { (6, 4) };
    let rows = rows(binary, count);
    let product = |row: &[BigInt]| row.iter().fold(BigInt::from(1), |all, prime| all * prime);
    for a in &rows {
        for b in rows.iter().filter(|b| b.iter().all(|prime| !a.contains(prime))) {
            let [m, n] = [product(a), product(b)];
            let root_of = |square: BigInt, prime: &BigInt| {
                let square = modulo(&square, prime);
                if is_square(&square, prime) { root(&square, prime) } else { None }
            };
            let first = a
                .iter()
                .map(|prime| root_of(-(power(52) * inverse(&(p * (&m / prime)), prime)), prime));
            let Some(s) = first.collect::<Option<Vec<_>>>() else { continue };
            let second = b
                .iter()
                .map(|prime| root_of(power(52) * inverse(&(&m * (&n / prime)), prime), prime));
            let Some(t) = second.collect::<Option<Vec<_>>>() else { continue };
            let slack: BigInt = (&m >> p.bits()).min(power(40));
            let most = (&slack - (&slack >> 6_u32)) * p * p;
            let (a, b, p) = (a.clone(), b.clone(), p.clone());
            return Some(Bases { p, words, a, b, product: [m, n], s, t, most });
        }
    }
    None
}

/// All contracts of this family on the moduli of this binary.
#[must_use]
pub fn contracts(binary: &Binary) -> Vec<Contract> {
    let mut all = Vec::new();
    for modulus in super::lanes::montgomery() {
        if bases(binary, &modulus.value).is_none() {
            continue;
        }
        let mut add = |claim: &str, condition: &str, body: Body| {
            let Some(bases) = bases(binary, &modulus.value) else { return };
            let condition = format!("m is {}, {condition}", modulus.name);
            let mut contract = contract(KERNEL, claim, &condition, None, move |run| {
                run.machine.eight = true;
                run.machine.prover.look_for_words();
                body(run, &bases)
            });
            contract.nearest = BigInt::clone;
            contract.one_of = true;
            all.push(contract);
        };
        let operands =
            "lanes up to 4 times their primes, sums of products as large as may be reduced";
        add("a·b/M mod m, in residues", operands, Box::new(mul));
        add(
            "both coefficients of a·b/M mod m with u² = −1, in residues",
            operands,
            Box::new(complex),
        );
        for sums in [1, 2, 3, 4, 6] {
            let claim = format!("w/M mod m, in residues, of each of {sums} sums w that were begun");
            let condition = "digits of quotients, and columns of the second basis from 2^10 to 2^61 \
                             above and within ±2^61 below";
            add(&claim, condition, Box::new(move |run, bases| reduced(run, bases, sums)));
        }
        add("a·M mod m from a·2^(64n), in residues", "any words", Box::new(of_words));
        let claim = "a·2^(64n)/M mod m and m more, in limbs modulo 2^416 and the halves above them";
        add(
            claim,
            "lanes up to 4 times their primes, any a as large as may be reduced",
            Box::new(to_words),
        );
    }
    all
}

type Body = Box<dyn Fn(&mut Run<'_>, &Bases) -> Result<(), Refusal> + Send + Sync>;

fn at(offset: usize, lane: usize) -> i64 {
    i64::try_from(offset + 8 * lane).unwrap_or(0)
}

/// A vector of words that may be read: those of a lane with a prime, and zeros.
fn vector(run: &mut Run<'_>, base: Base, offset: usize, words: &[Shared]) {
    for lane in 0..8 {
        let word = words.get(lane).cloned().unwrap_or_else(|| Word::number(0));
        run.machine.allow_read(base, at(offset, lane), Value::Word(word));
    }
}

/// An integer whose lanes stand at a place: any that are not negative and at most 4 primes.
fn element(run: &mut Run<'_>, bases: &Bases, base: Base, offset: usize) -> Polynomial {
    // In runs on numbers the products have to be as small as they are to be.
    let limit: BigInt = if run.is_sampled() {
        (&bases.most >> 2_u32).sqrt()
    } else {
        (&bases.product[0]).min(&bases.product[1]) >> 1_u32
    };
    let x = run.signed(&format!("{base}{offset}"), &-&limit, &limit);
    for (half, (primes, roots)) in
        [(&bases.a, &bases.s), (&bases.b, &bases.t)].into_iter().enumerate()
    {
        let words: Vec<Shared> = primes
            .iter()
            .zip(roots)
            .map(|(prime, root)| {
                let limits = [BigInt::from(0), prime * 4];
                let form = x.scaled(&number(root.clone()));
                let lane = run.remainder(&format!("{base}{offset}_"), &form, prime, &limits);
                let [least, greatest] = limits_of(&lane, limits);
                Word::new(lane, least, greatest)
            })
            .collect();
        vector(run, base, offset + 64 * half, &words);
    }
    x
}

/// The number, or these limits.
fn limits_of(form: &Polynomial, limits: [BigInt; 2]) -> [BigInt; 2] {
    let number = form.number().and_then(|number| number.integer());
    number.map_or(limits, |number| [number.clone(), number])
}

/// A sum of products that is as large as may be reduced.
fn sum(run: &mut Run<'_>, bases: &Bases, form: &Polynomial) -> Result<Polynomial, Refusal> {
    run.bounded("W", form, &-&bases.most, &bases.most)
}

fn mul(run: &mut Run<'_>, bases: &Bases) -> Result<(), Refusal> {
    let [a, b] = ["a", "b"].map(|base| element(run, bases, base, 0));
    let w = sum(run, bases, &a.times(&b)?)?;
    points(run, &[(RDI, "out"), (RSI, "a"), (RDX, "b")]);
    run.writable("out", 0, 16);
    go(run)?;
    reduction(run, bases, &w, None, 0)
}

fn complex(run: &mut Run<'_>, bases: &Bases) -> Result<(), Refusal> {
    let [[a0, a1], [b0, b1]] =
        ["a", "b"].map(|base| [0, 128].map(|offset| element(run, bases, base, offset)));
    let real = sum(run, bases, &a0.times(&b0)?.minus(&a1.times(&b1)?))?;
    let imaginary = sum(run, bases, &a0.times(&b1)?.plus(&a1.times(&b0)?))?;
    points(run, &[(RDI, "out"), (RSI, "a"), (RDX, "b")]);
    run.writable("out", 0, 32);
    go(run)?;
    reduction(run, bases, &real, None, 0)?;
    reduction(run, bases, &imaginary, None, 128)
}

/// Sums whose quotients' digits are known: the low 52 bits of words of which the others are any;
/// and what the columns of the second basis are modulo its primes.
fn reduced(run: &mut Run<'_>, bases: &Bases, sums: usize) -> Result<(), Refusal> {
    let mut all = Vec::new();
    for k in 0..sums {
        let w = run.signed("W", &-&bases.most, &bases.most);
        let mut words = Vec::new();
        for prime in &bases.a {
            let inverse = inverse(&(&bases.p * (&bases.product[0] / prime)), prime);
            let form = w.scaled(&number(-inverse));
            let limits = [BigInt::from(0), power(50) + power(24)];
            let digit = run.remainder("digit", &form, prime, &limits);
            let above = run.integer("above", &Bound::number(0), &Bound::number(4095));
            let word = digit.plus(&above.scaled(&number(power(52))));
            let [least, greatest] = limits_of(&word, [BigInt::from(0), power(64) - 1]);
            words.push(Word::new(word, least, greatest));
        }
        let (mut low, mut high) = (Vec::new(), Vec::new());
        for (prime, t) in bases.b.iter().zip(&bases.t) {
            let limits = [power(10), power(61)];
            let above = run.signed("high", &limits[0], &limits[1]);
            let form = w.scaled(&number(t * t)).plus(&constant(&(power(52) - 1)));
            let form = form.minus(&above.scaled(&number(power(52))));
            let reach = [-power(61), power(61)];
            let below = run.remainder("low", &form, prime, &reach);
            for (words, form, limits) in [(&mut high, above, limits), (&mut low, below, reach)] {
                let [least, greatest] = limits_of(&form, limits);
                words.push(Word::new(form, least, greatest));
            }
        }
        for (row, words) in [&words, &low, &high].into_iter().enumerate() {
            vector(run, "sums", 192 * k + 64 * row, words);
        }
        all.push((w, words));
    }
    points(run, &[(RDI, "sums"), (RSI, "out")]);
    run.writable("out", 0, 16 * sums);
    go(run)?;
    for (k, (w, words)) in all.iter().enumerate() {
        reduction(run, bases, w, Some(words), 128 * k)?;
    }
    Ok(())
}

fn of_words(run: &mut Run<'_>, bases: &Bases) -> Result<(), Refusal> {
    let greatest = Bound::number(power(64 * bases.words) - 1);
    let value = run.integer("a", &Bound::number(0), &greatest);
    let words = run.words_of("a", &value, bases.words, None);
    run.place("a", 0, &words);
    points(run, &[(RDI, "out"), (RSI, "a")]);
    run.writable("out", 0, 16);
    go(run)?;
    // The digits of 52 bits are the first words that go to all lanes.
    let digits = (64 * bases.words).div_ceil(52);
    let told: Vec<Polynomial> = run.machine.told[1]
        .iter()
        .take(digits)
        .filter_map(|words| Some(words.first()?.form()))
        .collect();
    let (mut sum, mut w) = (Polynomial::default(), Polynomial::default());
    let shift = inverse(&power(64 * bases.words), &bases.p);
    for (k, digit) in told.iter().enumerate() {
        sum.add_scaled(digit, &number(power(52 * k)));
        let place = power(52 * k) * &bases.product[0] * &bases.product[0] * &shift;
        w.add_scaled(digit, &number(modulo(&place, &bases.p)));
    }
    let whole = words.iter().enumerate().fold(Polynomial::default(), |mut all, (i, word)| {
        all.add_scaled(&word.form(), &number(power(64 * i)));
        all
    });
    let holds = run.machine.prover.ask(Question::Equal(sum.minus(&whole), None))?;
    if !holds {
        let rest = run.machine.prover.ledger.show(&sum.minus(&whole));
        return refuse(format!("the digits are not those of the words: {rest}"));
    }
    reduction(run, bases, &w, None, 0)
}

fn to_words(run: &mut Run<'_>, bases: &Bases) -> Result<(), Refusal> {
    let a = element(run, bases, "a", 0);
    let radix = power(64 * bases.words) % &bases.p;
    let w = sum(run, bases, &a.scaled(&number(radix)))?;
    points(run, &[(RDI, "out"), (RSI, "a")]);
    run.writable("out", 0, 16);
    go(run)?;
    let result = result(run, bases, &w, None)?;
    let mut value = result.plus(&constant(&bases.p)).scaled(&number(-1));
    for (row, above) in [(0, 0), (64, 52)] {
        for limb in 0..8 {
            let word = run.written_vector("out", at(row, limb))?;
            if word.least() < BigInt::from(0) || word.greatest() >= power(57) {
                return refuse("a limb that is too large");
            }
            value.add_scaled(&word.form(), &number(power(52 * limb + above)));
        }
    }
    shown(run, "the limbs", over(&value, &power(416))?, Vec::new()).map(|_| ())
}

/// That a form is an integer, by which number it is known from now on.
fn shown(
    run: &mut Run<'_>,
    what: &str,
    form: Polynomial,
    by: Vec<(usize, BigInt)>,
) -> Result<usize, Refusal> {
    let found = run.machine.prover.integer(form, by)?;
    found.map_or_else(|| refuse(format!("{what}: not divisible")), Ok)
}

/// That a prime divides an integer, as it divides 2^52 times that: what lanes are is known so.
/// If 2^52·u + v·prime = 1, then form/prime = u·(2^52·form/prime) + v·form.
fn divides(
    run: &mut Run<'_>,
    what: &str,
    prime: &BigInt,
    form: &Polynomial,
) -> Result<usize, Refusal> {
    let times = over(&form.scaled(&number(power(52))), prime)?;
    let known = shown(run, what, times, Vec::new())?;
    shown(run, what, over(form, prime)?, vec![(known, -inverse(&power(52), prime))])
}

/// That the product of primes divides an integer, as each of them does, by the numbers of these
/// known integers; and of what in the form is an integer and not seen to be one. With numbers c so
/// that Σ c·Π/prime = 1 + k·Π it is form/Π = Σ c·(form/prime) − k·form.
fn all_divide(
    run: &mut Run<'_>,
    what: &str,
    form: &Polynomial,
    primes: &[BigInt],
    known: &[usize],
    less: Option<usize>,
) -> Result<usize, Refusal> {
    let all = primes.iter().fold(BigInt::from(1), |all, prime| all * prime);
    let (mut by, mut sum) = (Vec::new(), BigInt::from(-1));
    for (prime, known) in primes.iter().zip(known) {
        let factor = inverse(&(&all / prime), prime);
        sum += &factor * (&all / prime);
        by.push((*known, -factor));
    }
    by.extend(less.map(|less| (less, -(sum / &all))));
    shown(run, what, over(form, &all)?, by)
}

/// Vectors that the kernel has stored, whose words are not negative.
fn stored(run: &Run<'_>) -> Vec<Vec<Shared>> {
    let positive = |words: &&Vec<Shared>| {
        words.len() == 8 && words.iter().all(|word| word.least() >= BigInt::from(0))
    };
    run.machine.told[0].iter().filter(positive).cloned().collect()
}

/// The claim on one result: that it is the integer R of a sum W, in both bases.
fn reduction(
    run: &mut Run<'_>,
    bases: &Bases,
    w: &Polynomial,
    digits: Option<&[Shared]>,
    offset: usize,
) -> Result<(), Refusal> {
    let r = result(run, bases, w, digits)?;
    for (half, (primes, roots)) in
        [(&bases.a, &bases.s), (&bases.b, &bases.t)].into_iter().enumerate()
    {
        for lane in 0..8 {
            let word = run.written_vector("out", at(offset + 64 * half, lane))?;
            let (Some(prime), Some(root)) = (primes.get(lane), roots.get(lane)) else {
                if word.value() != Some(BigInt::from(0)) {
                    return refuse("a lane without a prime is not zero");
                }
                continue;
            };
            let form = word.form().minus(&r.scaled(&number(root.clone())));
            divides(run, "a lane of the result", prime, &form)?;
            if word.least() < BigInt::from(0) || word.greatest() > prime * 2 {
                return refuse("a lane of the result is too large");
            }
        }
    }
    Ok(())
}

/// Looks for the digits of a quotient or of a result among the words that the kernel has told of:
/// those with which the first prime divides what it is to divide.
fn digits_of(
    run: &mut Run<'_>,
    what: &str,
    prime: &BigInt,
    form: impl Fn(&Polynomial) -> Polynomial,
) -> Result<Vec<Shared>, Refusal> {
    for words in stored(run) {
        let first = run.machine.parts(&words[0], 52)?.0;
        let times = over(&form(&first.form()).scaled(&number(power(52))), prime)?;
        if run.machine.prover.integer(times, Vec::new())?.is_some() {
            return Ok(words);
        }
    }
    refuse(format!("{what} are not found"))
}

fn low_forms(
    run: &mut Run<'_>,
    words: &[Shared],
    count: usize,
) -> Result<Vec<Polynomial>, Refusal> {
    words[..count].iter().map(|word| Ok(run.machine.parts(word, 52)?.0.form())).collect()
}

/// Names an integer R with M·R = W + p·q and −p < R < (L + 1)·p, and shows that it is
/// Σ η·(N/b) − k·N for digits η and a rank k of the kernel's. Returns that.
fn result(
    run: &mut Run<'_>,
    bases: &Bases,
    w: &Polynomial,
    digits: Option<&[Shared]>,
) -> Result<Polynomial, Refusal> {
    let ([m, n], count) = (&bases.product, bases.a.len());
    let part = |prime: &BigInt| number(&bases.p * (m / prime));
    let words = match digits {
        Some(words) => words.to_vec(),
        None => digits_of(run, "the digits of a quotient", &bases.a[0], |digit| {
            w.plus(&digit.scaled(&part(&bases.a[0])))
        })?,
    };
    let quotient = low_forms(run, &words, count)?;
    let mut f = w.clone();
    for (prime, digit) in bases.a.iter().zip(&quotient) {
        f.add_scaled(digit, &part(prime));
    }
    let mut known = Vec::new();
    for prime in &bases.a {
        known.push(divides(run, "the sum and its quotient", prime, &f)?);
    }
    let r_known = all_divide(run, "the sum and its quotient", &f, &bases.a, &known, None)?;
    let r = over(&f, m)?;
    // Of each prime b: M·(η·N/b − R) is divisible by it, and so η·N/b − R is.
    let words = digits_of(run, "the digits of a result", &bases.b[0], |digit| {
        digit.scaled(&number(m * (n / &bases.b[0]))).minus(&f)
    })?;
    let digits = low_forms(run, &words, count)?;
    let mut sum = Polynomial::default();
    for (prime, digit) in bases.b.iter().zip(&digits) {
        sum.add_scaled(digit, &number(n / prime));
    }
    let less = sum.minus(&r);
    let mut known = Vec::new();
    for (prime, digit) in bases.b.iter().zip(&digits) {
        let term = digit.scaled(&number(n / prime));
        let times = term.scaled(&number(m.clone())).minus(&f);
        let times = divides(run, "a digit of the result", prime, &times)?;
        let u = inverse(m, prime);
        let v: BigInt = (BigInt::from(1) - m * &u) / prime;
        let what = "the digits of the result";
        known.push(shown(run, what, over(&less, prime)?, vec![(times, -u), (r_known, v)])?);
    }
    let rank = all_divide(run, "the rank", &less, &bases.b, &known, Some(r_known))?;
    let rank = run.machine.prover.ledger.integers()[rank].clone();
    let ranks = run.machine.told[1].iter().filter_map(|words| Some(words.first()?.form()));
    let ranks: Vec<Polynomial> = ranks.collect();
    for k in ranks.into_iter().rev() {
        let parts = vec![rank.clone(), k.scaled(&number(-1))];
        if run.machine.prover.vanishes(parts)? {
            let count = i64::try_from(count).unwrap_or(0);
            run.claim_below("the result", &r, &constant(&(&bases.p * (count + 1))))?;
            run.claim_below("the result's negative", &r.scaled(&number(-1)), &constant(&bases.p))?;
            return Ok(sum.minus(&k.scaled(&number(n.clone()))));
        }
    }
    refuse("the rank is not found")
}
