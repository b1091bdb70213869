//! light-poseidon: circom's Poseidon, as Solana has it, on arkworks' fields.
//!
//! **Time.** [`Time::Variable`]: its authors claim nothing, and nothing is claimed of the fields
//! under it.
//!
//! **Constants.** A hasher is made for a number of elements, off the clock, and used again.

use std::cell::RefCell;

use ark_bn254::Fr;
use light_poseidon::{Poseidon, PoseidonHasher};
use peer_api::body::{Prepared, independent, parse_all};
use peer_api::{About, Case, Contract, Implementation, Operation, Refusal, Time};

use crate::about::about;
use crate::arkworks::{field, field_bytes};

/// light-poseidon.
pub struct LightPoseidon;

impl Implementation for LightPoseidon {
    fn about(&self) -> About {
        let assembly = cfg!(all(
            feature = "native",
            target_arch = "x86_64",
            target_feature = "bmi2",
            target_feature = "adx"
        ));
        let engine =
            if assembly { "arkworks, with inline assembly for field products" } else { "arkworks" };
        about("light-poseidon", "light-poseidon", &["ark-ff"], engine)
    }

    fn contract(&self, operation: &Operation) -> Option<Contract> {
        operation.id.starts_with("bn254/poseidon_").then_some(Contract::parsed(Time::Variable))
    }

    fn prepare(&self, operation: &Operation, pool: &[Case]) -> Prepared {
        let (elements, many) = match operation.each() {
            Some((one, _)) => (one.args.len(), true),
            None => (operation.args.len(), false),
        };
        let hasher =
            self.contract(operation).and_then(|_| Poseidon::<Fr>::new_circom(elements).ok());
        let Some(hasher) = hasher.map(RefCell::new) else {
            return Err(Refusal::Unsupported(format!(
                "light-poseidon does not serve {}",
                operation.id
            )));
        };
        let cases = parse_all(operation, pool, |args| {
            args.iter().map(|a| field::<Fr>(a)).collect::<Option<Vec<_>>>()
        })?;
        let hash = move |list: &[Fr]| {
            hasher.borrow_mut().hash(list).expect("as many elements as it was made for")
        };
        if many {
            let all = move |lists: &Vec<Fr>| lists.chunks(elements).map(&hash).collect::<Vec<_>>();
            independent(cases, all, |hashes| hashes.iter().flat_map(field_bytes).collect())
        } else {
            independent(cases, move |list: &Vec<Fr>| hash(list), field_bytes)
        }
    }
}
