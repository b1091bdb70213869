//! The loops that are timed, the same for every library: only the call inside differs, and it is
//! inlined.

use std::hint::black_box;

use crate::{Body, Case, Operation, Refusal};

/// A prepared operation, or why there is none.
pub type Prepared = Result<Box<dyn Body>, Refusal>;

/// Parses a pool whose cases have `N` arguments.
///
/// # Errors
/// [`Refusal::Unsupported`] for an empty pool, [`Refusal::Invalid`] for a case that does not fit
/// the operation.
pub fn parse<const N: usize, T>(
    pool: &[Case],
    parse: impl Fn([&[u8]; N]) -> Option<T>,
) -> Result<Vec<T>, Refusal> {
    if pool.is_empty() {
        return Err(Refusal::Unsupported("an empty pool".into()));
    }
    pool.iter()
        .map(|case| {
            let args: Vec<&[u8]> = case.iter().map(Vec::as_slice).collect();
            <[&[u8]; N]>::try_from(args).ok().and_then(&parse).ok_or(Refusal::Invalid)
        })
        .collect()
}

/// A pool whose cases are handed over as bytes, with the number of arguments that the operation
/// states.
///
/// # Errors
/// [`Refusal::Unsupported`] for an empty pool, [`Refusal::Invalid`] for a case that does not fit
/// the operation.
pub fn unparsed(operation: &Operation, pool: &[Case]) -> Result<Vec<Case>, Refusal> {
    if pool.is_empty() {
        return Err(Refusal::Unsupported("an empty pool".into()));
    }
    if pool.iter().any(|case| case.len() != operation.args.len()) {
        return Err(Refusal::Invalid);
    }
    Ok(pool.to_vec())
}

/// Parses a pool whose cases have any number of arguments: as many as the operation states.
///
/// # Errors
/// [`Refusal::Unsupported`] for an empty pool, [`Refusal::Invalid`] for a case that does not fit
/// the operation.
pub fn parse_all<T>(
    operation: &Operation,
    pool: &[Case],
    parse: impl Fn(&[Vec<u8>]) -> Option<T>,
) -> Result<Vec<T>, Refusal> {
    if pool.is_empty() {
        return Err(Refusal::Unsupported("an empty pool".into()));
    }
    let fits = |case: &&Case| case.len() == operation.args.len();
    pool.iter()
        .map(|case| Some(case).filter(fits).and_then(|case| parse(case)).ok_or(Refusal::Invalid))
        .collect()
}

/// Parses a pool for an operation that is many calls of one with `N` arguments: see
/// [`Operation::each`].
///
/// # Errors
/// As [`parse_all`].
pub fn parse_each<const N: usize, T>(
    operation: &Operation,
    pool: &[Case],
    parse: impl Fn([&[u8]; N]) -> Option<T>,
) -> Result<Vec<Vec<T>>, Refusal> {
    let one = |args: &[Vec<u8>; N]| parse(args.each_ref().map(Vec::as_slice));
    parse_all(operation, pool, |args| args.as_chunks::<N>().0.iter().map(one).collect())
}

/// Many calls that a library does one by one, for it has no function for all of them.
///
/// # Errors
/// [`Refusal::Unsupported`] for an empty pool.
pub fn one_by_one<C: 'static, R: 'static>(
    cases: Vec<Vec<C>>,
    call: impl Fn(&C) -> R + 'static,
    encode: impl Fn(&R) -> Vec<u8> + 'static,
) -> Prepared {
    together(cases, move |items| items.iter().map(&call).collect(), encode)
}

/// As [`one_by_one`], for calls that refuse some inputs; one that is refused ends it.
///
/// # Errors
/// [`Refusal::Unsupported`] for an empty pool.
pub fn one_by_one_refusing<C: 'static, R: 'static>(
    cases: Vec<Vec<C>>,
    call: impl Fn(&C) -> Option<R> + 'static,
    encode: impl Fn(&R) -> Vec<u8> + 'static,
) -> Prepared {
    let all = move |items: &Vec<C>| items.iter().map(&call).collect::<Option<Vec<R>>>();
    refusing(cases, all, move |results| results.iter().flat_map(&encode).collect())
}

/// Many calls by one function.
///
/// # Errors
/// [`Refusal::Unsupported`] for an empty pool.
pub fn together<C: 'static, R: 'static>(
    cases: Vec<Vec<C>>,
    call: impl Fn(&[C]) -> Vec<R> + 'static,
    encode: impl Fn(&R) -> Vec<u8> + 'static,
) -> Prepared {
    independent(
        cases,
        move |items| call(items),
        move |results| results.iter().flat_map(&encode).collect(),
    )
}

/// Independent calls of an operation that cannot fail.
///
/// # Errors
/// [`Refusal::Unsupported`] for an empty pool.
pub fn independent<C: 'static, R: 'static>(
    cases: Vec<C>,
    call: impl Fn(&C) -> R + 'static,
    encode: impl Fn(&R) -> Vec<u8> + 'static,
) -> Prepared {
    some(&cases)?;
    Ok(Box::new(Independent { cases, next: 0, call, encode: move |result: &R| Ok(encode(result)) }))
}

/// Independent calls of an operation that refuses some inputs: `None` is the refusal.
///
/// # Errors
/// [`Refusal::Unsupported`] for an empty pool.
pub fn refusing<C: 'static, R: 'static>(
    cases: Vec<C>,
    call: impl Fn(&C) -> Option<R> + 'static,
    encode: impl Fn(&R) -> Vec<u8> + 'static,
) -> Prepared {
    let encode = move |result: &Option<R>| result.as_ref().map(&encode).ok_or(Refusal::Invalid);
    some(&cases)?;
    Ok(Box::new(Independent { cases, next: 0, call, encode }))
}

/// A chain `acc = acc ∘ b`, starting at the first argument of the first case and taking the second
/// arguments in turn.
///
/// # Errors
/// [`Refusal::Unsupported`] for an empty pool.
pub fn chain<A: Clone + 'static, B: 'static>(
    cases: Vec<(A, B)>,
    step: impl Fn(&mut A, &B) + 'static,
    encode: impl Fn(&A) -> Vec<u8> + 'static,
) -> Prepared {
    let (firsts, seconds): (Vec<A>, Vec<B>) = cases.into_iter().unzip();
    let acc =
        firsts.first().cloned().ok_or_else(|| Refusal::Unsupported("an empty pool".into()))?;
    Ok(Box::new(Chain { firsts, seconds, acc, next: 0, step, encode }))
}

/// A chain `acc = f(acc)`, starting at the first case.
///
/// # Errors
/// [`Refusal::Unsupported`] for an empty pool.
pub fn iterate<A: Clone + 'static>(
    cases: Vec<A>,
    step: impl Fn(&mut A) + 'static,
    encode: impl Fn(&A) -> Vec<u8> + 'static,
) -> Prepared {
    chain(cases.into_iter().map(|first| (first, ())).collect(), move |acc, ()| step(acc), encode)
}

/// Verifications of what holds, whose answer is that verdict and the one on something that does not
/// hold: a verifier that always says yes is not timed.
///
/// # Errors
/// [`Refusal::Unsupported`] for an empty pool.
pub fn verdicts<C: 'static>(
    cases: Vec<C>,
    good: impl Fn(&C) -> bool + 'static,
    bad: impl Fn(&C) -> bool + 'static,
) -> Prepared {
    some(&cases)?;
    Ok(Box::new(Verdicts { cases, next: 0, good, bad }))
}

struct Verdicts<C, G, B> {
    cases: Vec<C>,
    next: usize,
    good: G,
    bad: B,
}

impl<C, G: Fn(&C) -> bool, B: Fn(&C) -> bool> Body for Verdicts<C, G, B> {
    fn run(&mut self, calls: u32) {
        let mut next = self.next;
        for _ in 0..calls {
            black_box((self.good)(black_box(&self.cases[next])));
            next = if next + 1 == self.cases.len() { 0 } else { next + 1 };
        }
        self.next = next;
    }

    fn answer(&mut self, index: usize) -> Result<Vec<u8>, Refusal> {
        let case = self.cases.get(index).ok_or_else(|| no_case(index))?;
        Ok(vec![u8::from((self.good)(case)), u8::from((self.bad)(case))])
    }
}

struct Independent<C, F, E> {
    cases: Vec<C>,
    next: usize,
    call: F,
    encode: E,
}

impl<C, R, F, E> Body for Independent<C, F, E>
where
    F: Fn(&C) -> R,
    E: Fn(&R) -> Result<Vec<u8>, Refusal>,
{
    fn run(&mut self, calls: u32) {
        let mut next = self.next;
        for _ in 0..calls {
            let result = (self.call)(black_box(&self.cases[next]));
            // By reference: a 576-byte result must not be copied on the clock.
            black_box(&result);
            next = if next + 1 == self.cases.len() { 0 } else { next + 1 };
        }
        self.next = next;
    }

    fn answer(&mut self, index: usize) -> Result<Vec<u8>, Refusal> {
        let case = self.cases.get(index).ok_or_else(|| no_case(index))?;
        (self.encode)(&(self.call)(case))
    }
}

struct Chain<A, B, F, E> {
    // Apart from the second arguments, so that a timed block walks through these alone.
    firsts: Vec<A>,
    seconds: Vec<B>,
    acc: A,
    next: usize,
    step: F,
    encode: E,
}

impl<A: Clone, B, F, E> Body for Chain<A, B, F, E>
where
    F: Fn(&mut A, &B),
    E: Fn(&A) -> Vec<u8>,
{
    fn run(&mut self, calls: u32) {
        let mut next = self.next;
        let mut acc = self.acc.clone();
        for _ in 0..calls {
            (self.step)(&mut acc, black_box(&self.seconds[next]));
            black_box(&mut acc);
            next = if next + 1 == self.seconds.len() { 0 } else { next + 1 };
        }
        self.acc = acc;
        self.next = next;
    }

    fn answer(&mut self, index: usize) -> Result<Vec<u8>, Refusal> {
        let (first, second) =
            self.firsts.get(index).zip(self.seconds.get(index)).ok_or_else(|| no_case(index))?;
        let mut acc = first.clone();
        (self.step)(&mut acc, second);
        Ok((self.encode)(&acc))
    }
}

fn some<C>(cases: &[C]) -> Result<(), Refusal> {
    if cases.is_empty() { Err(Refusal::Unsupported("an empty pool".into())) } else { Ok(()) }
}

fn no_case(index: usize) -> Refusal {
    Refusal::Unsupported(format!("the pool has no case {index}"))
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::rc::Rc;

    use super::{chain, independent};

    #[test]
    fn a_chain_feeds_itself_and_goes_round_the_second_arguments() {
        let log = Rc::new(RefCell::new(Vec::new()));
        let seen = Rc::clone(&log);
        let step = move |acc: &mut u32, b: &u32| {
            seen.borrow_mut().push((*acc, *b));
            *acc = *acc * 10 + b;
        };
        let mut body =
            chain(vec![(9, 1), (8, 2)], step, |acc| acc.to_be_bytes().to_vec()).expect("a pool");
        body.run(2);
        assert_eq!(body.answer(1), Ok(82u32.to_be_bytes().to_vec()));
        body.run(1);
        assert_eq!(*log.borrow(), [(9, 1), (91, 2), (8, 2), (912, 1)]);
    }

    #[test]
    fn independent_calls_go_round_the_pool() {
        let log = Rc::new(RefCell::new(Vec::new()));
        let seen = Rc::clone(&log);
        let mut body =
            independent(vec![1u8, 2, 3], move |a| seen.borrow_mut().push(*a), |()| vec![])
                .expect("a pool");
        body.run(2);
        body.run(3);
        assert_eq!(*log.borrow(), [1, 2, 3, 1, 2]);
    }
}
