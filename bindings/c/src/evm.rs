//! The precompiled contracts of Ethereum with their gas.

use evm::Fork;
use evm::precompiles::{self, Precompile};

use crate::boundary::{Number, Room, choices, export};
use crate::status::Status;

choices! {
    /// The rules of Ethereum since a fork. Forks between these changed no contract.
    enum EvmFork as curvemark_evm_fork {
        /// December 2019.
        Istanbul = 0 as CURVEMARK_EVM_ISTANBUL,
        /// April 2021.
        Berlin = 1 as CURVEMARK_EVM_BERLIN,
        /// March 2024.
        Cancun = 2 as CURVEMARK_EVM_CANCUN,
        /// May 2025.
        Prague = 3 as CURVEMARK_EVM_PRAGUE,
        /// December 2025.
        Osaka = 4 as CURVEMARK_EVM_OSAKA,
        /// After Osaka, with its contracts and prices.
        Amsterdam = 5 as CURVEMARK_EVM_AMSTERDAM,
    }
}

export! {
    /// Says what a call of a precompiled contract costs. Nothing is computed.
    ///
    /// address: 20 bytes. input: any length. gas: where the price is written.
    /// Errors: CURVEMARK_ERROR_NO_CONTRACT if there is none at the address under the fork.
    fn curvemark_evm_gas(
        fork: EvmFork,
        address[address_len]: &[u8; 20],
        input[input_len]: &[u8],
        gas: Number<'_, u64>,
    ) {
        let fork = fork.rules();
        let contract = Precompile::at(fork, address).ok_or(Status::NoContract)?;
        gas.put(contract.gas(fork, input));
        Ok(())
    }

    /// Calls a precompiled contract. Nothing is computed that the gas does not pay for. An error
    /// takes all the gas of the call. Variable time; all is public.
    ///
    /// address: 20 bytes. input: any length. output: room for what the contract gives: as many
    /// bytes as the input has for the contract 4, as many as the modulus for 5, and at most 256 for
    /// all others; output_written: how many bytes were written (ecrecover and P-256 give none for a
    /// signature that does not hold). gas_used: what the call costs.
    /// Errors: CURVEMARK_ERROR_NO_CONTRACT, CURVEMARK_ERROR_OUT_OF_GAS; CURVEMARK_ERROR_CONTRACT if
    /// the contract refuses the input. CURVEMARK_ERROR_ROOM if the output does not fit:
    /// output_written says then how much room it needs.
    fn curvemark_evm_call(
        fork: EvmFork,
        address[address_len]: &[u8; 20],
        input[input_len]: &[u8],
        gas_limit: u64,
        output[output_len]: Room<'_>,
        output_written: Number<'_, usize>,
        gas_used: Number<'_, u64>,
    ) {
        let result = precompiles::run(fork.rules(), address, input, gas_limit);
        let made = result.ok_or(Status::NoContract)??;
        output_written.put(made.bytes.len());
        gas_used.put(made.gas);
        output.put_front(&made.bytes)
    }
}

impl EvmFork {
    const fn rules(self) -> Fork {
        match self {
            Self::Istanbul => Fork::Istanbul,
            Self::Berlin => Fork::Berlin,
            Self::Cancun => Fork::Cancun,
            Self::Prague => Fork::Prague,
            Self::Osaka => Fork::Osaka,
            Self::Amsterdam => Fork::Amsterdam,
        }
    }
}
