//! Groth16: verification by a prepared key, and proofs of a circuit that a seed tells.

use std::cell::RefCell;
use std::panic::resume_unwind;
use std::rc::Rc;
use std::thread;

use curvemark::groth16::fastcrypto::inputs_from_bytes;
use curvemark::groth16::insecure_test_setup::InsecureTestSetup;
use curvemark::groth16::{
    Bls12381, Bn254, Curve, Error, Form, PreparedVerifyingKey, Proof, ProvingKey, Scalar,
    VerifyingKey, Witness,
};
use peer_api::body::{Prepared, parse_all, parse_each, refusing};
use peer_api::{Case, Contract, Operation, Time, pin};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

use super::{unserved, verdict};

/// The seed of the circuits of proofs.
const SEED: u64 = 1;
/// Constraints of the circuit of which several proofs are asked for.
const MANY: u32 = 1024;
/// Public inputs of these circuits.
const PUBLIC: u32 = 2;

/// Verification is of public values; proving takes time that depends on the witness, as that of all
/// provers here.
pub(super) fn contract() -> Contract {
    Contract::parsed(Time::Variable)
}

pub(super) fn prepare(verb: &str, operation: &Operation, pool: &[Case]) -> Prepared {
    match verb.split_once('_') {
        Some(("bn254", what)) => match what.strip_prefix("prove_").map(str::parse) {
            Some(Ok(constraints)) => prove(constraints, operation, pool),
            _ if what == "prove_1024_8" => prove_together(operation, pool, 1),
            _ => verify::<Bn254>(what, operation, pool),
        },
        Some(("bls12-381", what)) => verify::<Bls12381>(what, operation, pool),
        _ => Err(unserved(operation)),
    }
}

/// A key, proofs, the inputs of each.
type Statement<C> = (PreparedVerifyingKey<C>, Vec<Proof<C>>, Vec<Vec<Scalar<C>>>);

fn verify<C: Curve>(what: &str, operation: &Operation, pool: &[Case]) -> Prepared {
    let cases = parse_all(operation, pool, |case| {
        let key = VerifyingKey::<C>::from_bytes(&case[0], Form::Compressed).ok()?.prepare();
        let pairs = case[1..].as_chunks::<2>().0.iter().map(|[proof, inputs]| {
            Some((
                Proof::from_bytes(proof, Form::Compressed).ok()?,
                inputs_from_bytes::<C>(inputs).ok()?,
            ))
        });
        let (proofs, inputs) = pairs.collect::<Option<(Vec<_>, Vec<_>)>>()?;
        Some((key, proofs, inputs))
    })?;
    let holds = |result| match result {
        Ok(()) => Some(true),
        Err(Error::NotProven) => Some(false),
        Err(_) => None,
    };
    if what.starts_with("batch_") {
        let call = move |(key, proofs, inputs): &Statement<C>| {
            // Whoever times this wants the same work each time, and no forger is at hand.
            holds(key.verify_batch(inputs, proofs, &mut ChaCha20Rng::seed_from_u64(1)))
        };
        return refusing(cases, call, verdict);
    }
    refusing(
        cases,
        move |(key, proofs, inputs): &Statement<C>| holds(key.verify(&inputs[0], &proofs[0])),
        verdict,
    )
}

/// A circuit and its key.
struct Setup {
    constraints: u32,
    circuit: InsecureTestSetup<Bn254>,
    key: ProvingKey<Bn254>,
}

/// The setup of a size, made when first asked for; the larger takes seconds. It has no tables, and
/// serves all engines.
fn setup(constraints: u32) -> Option<Rc<Setup>> {
    thread_local! {
        static KEPT: RefCell<Vec<Rc<Setup>>> = const { RefCell::new(Vec::new()) };
    }
    KEPT.with_borrow_mut(|kept| {
        if let Some(setup) = kept.iter().find(|setup| setup.constraints == constraints) {
            return Some(Rc::clone(setup));
        }
        let circuit = InsecureTestSetup::new(constraints, PUBLIC, SEED).ok()?;
        let key =
            ProvingKey::from_zkey(&circuit.zkey(), &mut ChaCha20Rng::seed_from_u64(1)).ok()?;
        let setup = Rc::new(Setup { constraints, circuit, key });
        kept.push(Rc::clone(&setup));
        Some(setup)
    })
}

/// A proof, and the public inputs that it is of.
type Shown = (Vec<Scalar<Bn254>>, Proof<Bn254>);

impl Setup {
    fn witness(&self, number: &[u8]) -> Option<Witness<Bn254>> {
        Some(self.circuit.witness(u64::from_be_bytes(number.try_into().ok()?)))
    }

    fn prove(&self, witness: &Witness<Bn254>) -> Option<Shown> {
        let proof = self.key.prove(witness, &mut ChaCha20Rng::seed_from_u64(1)).ok()?;
        Some((witness.public_inputs(PUBLIC as usize).0, proof))
    }

    /// The first input, and whether the proof holds.
    fn answer(&self, (inputs, proof): &Shown) -> Vec<u8> {
        let holds = self.key.verifying_key().verify(inputs, proof).is_ok();
        [&inputs[0].to_be_bytes()[..], &[u8::from(holds)]].concat()
    }
}

fn prove(constraints: u32, operation: &Operation, pool: &[Case]) -> Prepared {
    let setup = setup(constraints).ok_or_else(|| unserved(operation))?;
    let cases = parse_all(operation, pool, |case| setup.witness(&case[0]))?;
    let answer_by = Rc::clone(&setup);
    refusing(cases, move |witness| setup.prove(witness), move |shown| answer_by.answer(shown))
}

/// Several proofs of the circuit of [`MANY`], asked for by so many callers at once; by one, one
/// after the other and on the calling thread.
pub(super) fn prove_together(operation: &Operation, pool: &[Case], callers: usize) -> Prepared {
    let setup = setup(MANY).ok_or_else(|| unserved(operation))?;
    let cases = parse_each(operation, pool, |[number]| setup.witness(number))?;
    let answer_by = Rc::clone(&setup);
    let call = move |witnesses: &Vec<Witness<Bn254>>| -> Option<Vec<Shown>> {
        if callers == 1 {
            return witnesses.iter().map(|witness| setup.prove(witness)).collect();
        }
        let setup = &*setup;
        let ask = |some: &[Witness<Bn254>]| some.iter().map(|one| setup.prove(one)).collect();
        let pieces = witnesses.chunks(witnesses.len().div_ceil(callers).max(1));
        let proofs: Vec<Vec<Option<Shown>>> = pin::unpinned(|| {
            thread::scope(|scope| {
                let asked: Vec<_> = pieces.map(|some| scope.spawn(move || ask(some))).collect();
                let answered = asked.into_iter().map(|one| one.join());
                answered.map(|one| one.unwrap_or_else(|panic| resume_unwind(panic))).collect()
            })
        });
        proofs.into_iter().flatten().collect()
    };
    refusing(cases, call, move |proofs| {
        proofs.iter().flat_map(|shown| answer_by.answer(shown)).collect()
    })
}
