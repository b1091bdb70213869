//! What calls of the Ethereum machine's contracts cost: their gas under a fork, and what their time
//! is worth.

use evm::Fork;
use evm::precompiles::Precompile;
use peer_api::contracts::call;
use peer_api::{Case, Operation};
use record::Gas;

/// The gas of a call under each fork that has the contract: the mean over the cases, which is the
/// gas of each where they have one price. None for an operation that is no contract.
pub fn prices(operation: &Operation, cases: &[Case]) -> Vec<Gas> {
    let Some(address) = call(operation).map(|call| call.address()) else { return Vec::new() };
    let forks =
        Fork::ALL.into_iter().filter_map(|fork| Some((fork, Precompile::at(fork, &address)?)));
    let mean = |fork, contract: Precompile| {
        let all: u128 =
            cases.iter().flatten().map(|input| u128::from(contract.gas(fork, input))).sum();
        u64::try_from(all / cases.len().max(1) as u128).unwrap_or(u64::MAX)
    };
    forks
        .map(|(fork, contract)| Gas { fork: fork.name().to_owned(), gas: mean(fork, contract) })
        .collect()
}

/// The gas under a fork of this name, in any case.
pub fn under(gas: &[Gas], fork: &str) -> Option<u64> {
    gas.iter().find(|gas| gas.fork.eq_ignore_ascii_case(fork)).map(|gas| gas.gas)
}

/// Millions of gas in a second, for calls of so much gas that take so many nanoseconds.
pub fn mgas_per_second(gas: u64, ns: f64) -> f64 {
    gas as f64 * 1e3 / ns
}

/// The gas of a call that takes so many nanoseconds, at so many nanoseconds per gas; at least one.
pub fn worth(ns: f64, ns_per_gas: f64) -> u64 {
    ((ns / ns_per_gas).ceil() as u64).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use peer_api::operation;

    #[test]
    fn prices_are_those_of_the_forks_that_have_the_contract() {
        let of = |id, input: Vec<u8>| prices(operation(id).expect("it is listed"), &[vec![input]]);
        let sha256 = of("evm/sha256_64", vec![0; 64]);
        assert_eq!(sha256.len(), 5);
        assert!(sha256.iter().all(|gas| gas.gas == 84), "{sha256:?}");
        // EIP-7951 and EIP-2537.
        let p256 = of("evm/p256verify", vec![0; 160]);
        assert_eq!(
            (p256.len(), under(&p256, "osaka"), under(&p256, "Prague")),
            (1, Some(6_900), None)
        );
        assert_eq!(
            under(&of("evm/bls12_g1msm_2", vec![0; 320]), "prague"),
            Some(2 * 12_000 * 949 / 1_000)
        );
        assert!(of("bls12-381/g1_mul", vec![]).is_empty());
    }

    #[test]
    fn time_and_gas() {
        // 100 million gas per second are 10 ns per gas.
        assert_eq!(mgas_per_second(6_000, 60_000.0), 100.0);
        assert_eq!(
            [worth(60_000.0, 10.0), worth(60_001.0, 10.0), worth(0.1, 10.0)],
            [6_000, 6_001, 1]
        );
    }
}
