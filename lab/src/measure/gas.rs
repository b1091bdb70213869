//! What calls of the Ethereum machine's contracts cost: their gas under a fork, what their time is
//! worth, and what that of the slowest client is.

use evm::Fork;
use evm::precompiles::Precompile;
use peer_api::contracts::{block, call};
use peer_api::{Case, Operation};
use record::{Gas, eip_7904};

/// The gas of a call under each fork that has the contract and prices of its own: the mean over the
/// cases, which is the gas of each where they have one price; of a block's calls together. None for
/// an operation that is no contract.
pub fn prices(operation: &Operation, cases: &[Case]) -> Vec<Gas> {
    let calls = block(operation).unwrap_or_else(|| vec![operation]);
    let address = |operation: &Operation| Some(call(operation)?.address());
    let Some(addresses) = calls.into_iter().map(address).collect::<Option<Vec<_>>>() else {
        return Vec::new();
    };
    let contracts = |fork| -> Option<Vec<Precompile>> {
        addresses.iter().map(|at| Precompile::at(fork, at)).collect()
    };
    let mean = |fork, contracts: Vec<Precompile>| {
        let of_case = |case: &Case| -> u128 {
            let calls = contracts.iter().zip(case);
            calls.map(|(contract, input)| u128::from(contract.gas(fork, input))).sum()
        };
        let all: u128 = cases.iter().map(of_case).sum();
        u64::try_from(all / cases.len().max(1) as u128).unwrap_or(u64::MAX)
    };
    let forks = Fork::ALL.into_iter().filter(|fork| fork.priced_as() == *fork);
    forks
        .filter_map(|fork| Some((fork, contracts(fork)?)))
        .map(|(fork, contracts)| Gas { fork: fork.name().to_owned(), gas: mean(fork, contracts) })
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

/// The gas of a call at [`eip_7904::NS_PER_GAS`], by the time of the slowest client that EIP-7904
/// has; `None` for a contract that it does not have, or an operation that is no contract.
pub fn worst_client(operation: &Operation) -> Option<u64> {
    let (base, each) = parameters(operation)?;
    let of_each = match each {
        Some((name, count)) => count * eip_7904::measured(name)?,
        None => 0,
    };
    Some(eip_7904::measured(base)? + of_each)
}

/// The EIP's parameter for a call, and the one for each pair or round of so many.
fn parameters(operation: &Operation) -> Option<(&'static str, Option<(&'static str, u64)>)> {
    let call = call(operation)?;
    let each = |name| call.size.parse().ok().map(|count| (name, count));
    Some(match call.name {
        "ecrecover" => ("PRECOMPILE_ECRECOVER", None),
        "bn254_g1add" => ("PRECOMPILE_ECADD", None),
        "bn254_pairingcheck" => {
            ("PRECOMPILE_ECPAIRING_BASE", Some(each("PRECOMPILE_ECPAIRING_PER_POINT")?))
        }
        "blake2f" => ("PRECOMPILE_BLAKE2F_BASE", Some(each("PRECOMPILE_BLAKE2F_PER_ROUND")?)),
        "kzg_point_eval" => ("PRECOMPILE_POINT_EVALUATION", None),
        "bls12_g1add" => ("PRECOMPILE_BLS_G1ADD", None),
        "bls12_g2add" => ("PRECOMPILE_BLS_G2ADD", None),
        "p256verify" => ("PRECOMPILE_P256VERIFY", None),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use peer_api::{OPERATIONS, operation};

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
    fn the_worst_client_is_that_of_the_call() {
        let of = |id| worst_client(operation(id).expect("it is listed"));
        assert_eq!(of("evm/p256verify"), Some(3_814));
        assert_eq!(of("evm/kzg_point_eval"), Some(23_825));
        assert_eq!(of("evm/bn254_pairingcheck_2"), Some(8_247 + 2 * 11_712));
        assert_eq!(of("evm/blake2f_1200"), Some(94 + 1_200));
        for none in ["evm/sha256_64", "evm/bls12_g1msm_2", "evm/bn254_g1mul", "bls12-381/g1_mul"] {
            assert_eq!(of(none), None, "{none}");
        }
    }

    /// By the gas of today, which the table has too: each call has the parameters of its contract.
    #[test]
    fn the_table_has_todays_gas_of_the_same_calls() {
        let table = eip_7904::read(eip_7904::TABLE).expect("it is committed");
        let current =
            |name| table.iter().find(|one| one.name == name).map(|one| one.current).expect("a row");
        let mut used = std::collections::BTreeSet::new();
        for operation in OPERATIONS {
            let Some((base, each)) = parameters(operation) else { continue };
            let of_each = each.map_or(0, |(name, count)| count * current(name));
            let call = call(operation).expect("a contract");
            let count = call.size.parse::<usize>().unwrap_or(0);
            let mut input = vec![0; if call.name == "blake2f" { 213 } else { 192 * count }];
            if call.name == "blake2f" {
                input[..4].copy_from_slice(&(count as u32).to_be_bytes());
            }
            let contract = Precompile::at(Fork::Amsterdam, &call.address()).expect("a contract");
            let gas = contract.gas(Fork::Amsterdam, &input);
            assert_eq!(gas, current(base) + of_each, "{}", operation.id);
            used.extend([base].into_iter().chain(each.map(|(name, _)| name)));
        }
        let contracts = table.iter().filter(|one| one.name.starts_with("PRECOMPILE_"));
        assert_eq!(used.len(), contracts.count(), "all of the table's contracts are used");
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
