//! The contracts, one file for each family of kernels, and the kernels that have none.

pub mod adx;
pub mod arm64;
pub mod columns;
pub mod ifma;
pub mod ladder;
pub mod lanes;
pub mod reductions;
pub mod remainders;
pub mod rows;

use num_bigint::BigInt;

use crate::binary::{Binary, Code};
use crate::contract::Contract;

/// All contracts on a binary.
#[must_use]
pub fn contracts(binary: &Binary) -> Vec<Contract> {
    if binary.is_arm64() {
        return arm64::contracts(binary);
    }
    let mut all = adx::contracts();
    all.extend(reductions::contracts(binary));
    all.extend(ladder::contracts());
    all.extend(ifma::contracts());
    all.extend(columns::contracts());
    all.extend(rows::contracts());
    all.extend(remainders::contracts(binary));
    all
}

/// The moduli that instances are compiled for, by name and in hexadecimal: of the curves' base and
/// scalar fields.
pub const MODULI: &[(&str, &str)] = &[
    (
        "p of BLS12-381",
        "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab",
    ),
    ("r of BLS12-381", "73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001"),
    ("p of BN254", "30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47"),
    ("r of BN254", "30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001"),
    ("p of P-256", "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff"),
    ("n of P-256", "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"),
    ("n of secp256k1", "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"),
    ("l of Curve25519", "1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3ed"),
];

/// The moduli of instances that fold.
pub const FOLDED: &[(&str, &str)] = &[
    ("p of secp256k1", "fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f"),
    ("p of Curve25519", "7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed"),
];

/// A modulus by its name, or by its digits.
#[must_use]
pub fn name_of(modulus: &BigInt) -> String {
    let digits = format!("{modulus:x}");
    match MODULI.iter().find(|(_, known)| *known == digits) {
        Some((name, _)) => (*name).to_owned(),
        None => format!("0x{digits}"),
    }
}

/// Kernels whose claim is written down and not proved, or not for each modulus, and why.
pub const OPEN: &[(&str, &str)] = &[];

/// The families whose kernels must each have a contract or stand in [`WITHOUT`].
pub const FAMILIES: [&str; 5] =
    ["limb::adx::", "limb::arm64::", "limb::ifma::", "limb::rns::", "limb::rv32::"];

const VARTIME: &str = "branches on which lanes are zero, as its name says: no claim on its time";
const INLINED: &str = "inlined into its callers here: no instance of it stands by itself";
const CUT: &str =
    "limbs cut from words, and back: that nothing is above the highest limb is not found";
const TEST_FOR_ZERO: &str =
    "where it tests for zero: compares nine vectors, calls `subtle::black_box`";
const SHORTER: &str = "on vectors of 256 bits, which the model does not have";
const SHELL: &str = "no kernel: calls a closure of the caller's with the CPU's features on";
/// The functions that have no contract, and why. A name that is not here fails.
pub const WITHOUT: &[(&str, &str)] = &[
    ("<limb::rns::zmm::Zmm as limb::rns::vector::Vector>::enter::entered", SHELL),
    ("limb::ifma::enter::inner", SHELL),
    ("limb::ifma::four::Four<M,_>::enter_feature::inner", SHELL),
    ("limb::ifma::four::load", SHORTER),
    ("limb::ifma::linear::constant", INLINED),
    ("limb::ifma::linear::is_odd", INLINED),
    ("limb::ifma::linear::zeros_vartime", VARTIME),
    ("limb::ifma::mont::words::mul_words", CUT),
];

/// Kernels with contracts of which some instances have none: the kernel, the one function that such
/// an instance calls, and why.
pub const EXCUSED: &[(&str, &str, &str)] =
    &[(remainders::KERNEL, "subtle::black_box", TEST_FOR_ZERO)];

/// Why an instance of a kernel that has contracts has none: what it calls tells it from the others.
#[must_use]
pub fn excused(kernel: &str, binary: &Binary, code: &Code) -> Option<&'static str> {
    let callees = binary.callees(code);
    let is_this = |(known, callee, _): &&(&str, &str, &str)| {
        *known == kernel && callees.len() == 1 && callees.contains(&Some(*callee))
    };
    EXCUSED.iter().find(is_this).map(|(_, _, reason)| *reason)
}

/// Whether a function is one of these families' own.
#[must_use]
pub fn is_of_family(name: &str) -> bool {
    FAMILIES.iter().any(|family| name.trim_start_matches('<').starts_with(family))
}
