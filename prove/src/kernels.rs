//! The contracts, one file for each family of kernels, and the kernels that have none.

pub mod adx;
pub mod ifma;
pub mod reductions;

use crate::binary::Binary;
use crate::contract::Contract;

/// All contracts on a binary.
#[must_use]
pub fn contracts(binary: &Binary) -> Vec<Contract> {
    let mut all = adx::contracts();
    all.extend(reductions::contracts(binary));
    all.extend(ifma::contracts());
    all
}

/// Kernels whose claim is written down and not proved yet.
pub const OPEN: &[&str] = &["limb::adx::words6::complex::complex_mul_less_squares"];

/// The families whose kernels must each have a contract or stand in [`WITHOUT`].
pub const FAMILIES: [&str; 4] = ["limb::adx::", "limb::ifma::", "limb::rns::", "limb::rv32::"];

const LANES: &str = "lanes: contracts for vector instructions are to be written";
const ROWS: &str = "lanes and rows: needs all eight lanes as names";
const RESIDUES: &str = "residue numbers: needs the rules of CRT and of the rank";
const SHELL: &str = "no kernel: calls a closure of the caller's with the CPU's features on";
const CONSTANT_WORK: &str = "compiled, no arithmetic modulo m of its own: tests and constants";

/// The functions that have no contract, and why. A name that is not here fails.
pub const WITHOUT: &[(&str, &str)] = &[
    ("<limb::rns::zmm::Zmm as limb::rns::vector::Vector>::call::called", RESIDUES),
    ("<limb::rns::zmm::Zmm as limb::rns::vector::Vector>::enter::entered", SHELL),
    ("limb::ifma::enter::inner", SHELL),
    ("limb::ifma::fold::Fold<M,_>::of_words::refolded", LANES),
    ("limb::ifma::fold::mul", LANES),
    ("limb::ifma::fold::mul_assign", LANES),
    ("limb::ifma::fold::reduce", LANES),
    ("limb::ifma::fold::sqr", LANES),
    ("limb::ifma::fold::sum_of_two", LANES),
    ("limb::ifma::linear::add", LANES),
    ("limb::ifma::linear::canonical", LANES),
    ("limb::ifma::linear::constant", CONSTANT_WORK),
    ("limb::ifma::linear::is_odd", CONSTANT_WORK),
    ("limb::ifma::linear::is_zero", CONSTANT_WORK),
    ("limb::ifma::linear::linear", LANES),
    ("limb::ifma::linear::neg", LANES),
    ("limb::ifma::linear::select", CONSTANT_WORK),
    ("limb::ifma::linear::sub", LANES),
    ("limb::ifma::linear::times", LANES),
    ("limb::ifma::linear::weak", LANES),
    ("limb::ifma::linear::zeros_vartime", CONSTANT_WORK),
    ("limb::ifma::mont::complex_product", LANES),
    ("limb::ifma::mont::complex_sqr", LANES),
    ("limb::ifma::mont::complex_sum", LANES),
    ("limb::ifma::mont::reduce", LANES),
    ("limb::ifma::mont::words::mul_words", LANES),
    ("limb::ifma::rows::load", ROWS),
    ("limb::ifma::rows::store", ROWS),
    ("limb::ifma::wide::combine", LANES),
    ("limb::ifma::wide::mac", LANES),
    ("limb::ifma::wide::product", LANES),
];

/// Whether a function is one of these families' own.
#[must_use]
pub fn is_of_family(name: &str) -> bool {
    FAMILIES.iter().any(|family| name.trim_start_matches('<').starts_with(family))
}
