//! The contracts, one file for each family of kernels, and the kernels that have none.

pub mod adx;
pub mod arm64;
pub mod blocks;
pub mod columns;
pub mod four;
pub mod ifma;
pub mod ladder;
pub mod lanes;
pub mod lookups;
pub mod reductions;
pub mod remainders;
pub mod rows;
pub mod rv32;

use num_bigint::BigInt;

use crate::binary::{Binary, Code, Cpu};
use crate::contract::Contract;

/// All contracts on a binary.
#[must_use]
pub fn contracts(binary: &Binary) -> Vec<Contract> {
    match binary.cpu() {
        Cpu::Arm64 => return arm64::contracts(binary),
        Cpu::Rv32 => return rv32::contracts(),
        Cpu::X86 => {}
    }
    let mut all = adx::contracts();
    all.extend(blocks::contracts());
    all.extend(reductions::contracts(binary));
    all.extend(ladder::contracts());
    all.extend(ifma::contracts());
    all.extend(columns::contracts(binary));
    all.extend(rows::contracts(binary));
    all.extend(four::contracts());
    all.extend(remainders::contracts(binary));
    all.extend(lookups::contracts(binary));
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
pub const OPEN: &[(&str, &str)] = &[
    ("limb::rv32::product::long", "three products of halves: what is carried last is not found"),
    ("limb::rv32::reduced::long", CALLS),
    (
        "limb::rv32::linear::difference::short",
        "compares the highest words by an exclusive or of them, which the model does not have",
    ),
    (
        "limb::rv32::linear::difference_and_modulus::short",
        "what is carried last, with a sign, is not found",
    ),
    ("limb::rv32::folding::product::short", LONG_FOLD),
    ("limb::rv32::folding::square::short", "the words under the mask of the sign are not found"),
    ("limb::rv32::folding::sum::short", LONG_FOLD),
    ("limb::rv32::folding::difference::short", LONG_FOLD),
    ("limb::rv32::folding::negative::short", "what is borrowed last is not found"),
    ("limb::rv32::folding::multiple::short", LONG_FOLD),
];

/// The families whose kernels must each have a contract or stand in [`WITHOUT`].
pub const FAMILIES: [&str; 8] = [
    "limb::adx::",
    "limb::arm64::",
    "limb::doubles::",
    "limb::ifma::",
    "limb::multiplier::",
    "limb::rns::",
    "limb::rv32::",
    "limb::rv64::",
];

const VARTIME: &str = "branches on which lanes are zero, as its name says: no claim on its time";
const INLINED: &str = "inlined into its callers here: no instance of it stands by itself";
const CUT: &str =
    "limbs cut from words, and back: that nothing is above the highest limb is not found";
const TEST_FOR_ZERO: &str =
    "where it tests for zero: compares nine vectors, calls `subtle::black_box`";
const CALLS: &str = "calls `memcpy`, whose loops the model does not follow";
const LONG_FOLD: &str = "of 2^255 − 19 it is proved; of secp256k1, whose C has two words, not yet";
const FLOATING: &str = "on doubles: the prover knows no floating point";
const SHIFTED: &str =
    "estimates a quotient by shifts of words with signs, which are not in the model";
const ANY_ZERO: &str = "an or of all words tells whether they are zero: not in the model";
const LENGTHS: &str = "a loop over a length of run time, which the model does not know";
const INVERSE: &str = "a part of the inversion: sums of products with signs are not in the model";
const SHELL: &str = "no kernel: calls a closure of the caller's with the CPU's features on";
const COPIES: &str = "no kernel: gives a word of an array by its number";
const TABLES: &str = "no kernel: makes tables of constants";
/// The functions that have no contract, and why. A name that is not here fails.
pub const WITHOUT: &[(&str, &str)] = &[
    ("<limb::rns::zmm::Zmm as limb::rns::vector::Vector>::enter::entered", SHELL),
    ("limb::adx::Words<_>::with_all::{{closure}}", COPIES),
    ("limb::doubles::enter::inner", SHELL),
    ("limb::doubles::forms::ymm::add", FLOATING),
    ("limb::doubles::forms::ymm::add_product", FLOATING),
    ("limb::doubles::forms::ymm::around_zero", FLOATING),
    ("limb::doubles::forms::ymm::complex_product", FLOATING),
    ("limb::doubles::forms::ymm::complex_sqr", FLOATING),
    ("limb::doubles::forms::ymm::complex_sum", FLOATING),
    ("limb::doubles::forms::ymm::difference", FLOATING),
    ("limb::doubles::forms::ymm::linear", FLOATING),
    ("limb::doubles::forms::ymm::mac", FLOATING),
    ("limb::doubles::forms::ymm::mac_small", FLOATING),
    ("limb::doubles::forms::ymm::mul", FLOATING),
    ("limb::doubles::forms::ymm::multiply", FLOATING),
    ("limb::doubles::forms::ymm::product", FLOATING),
    ("limb::doubles::forms::ymm::reduce", FLOATING),
    ("limb::doubles::forms::ymm::sqr", FLOATING),
    ("limb::doubles::forms::ymm::subtract", FLOATING),
    ("limb::doubles::forms::ymm::sum", FLOATING),
    ("limb::doubles::forms::ymm::sum_of_two", FLOATING),
    ("limb::doubles::forms::ymm::times", FLOATING),
    ("limb::doubles::forms::ymm::weak", FLOATING),
    ("limb::doubles::forms::zmm::add", FLOATING),
    ("limb::doubles::forms::zmm::add_product", FLOATING),
    ("limb::doubles::forms::zmm::around_zero", FLOATING),
    ("limb::doubles::forms::zmm::complex_product", FLOATING),
    ("limb::doubles::forms::zmm::complex_sqr", FLOATING),
    ("limb::doubles::forms::zmm::complex_sum", FLOATING),
    ("limb::doubles::forms::zmm::difference", FLOATING),
    ("limb::doubles::forms::zmm::linear", FLOATING),
    ("limb::doubles::forms::zmm::mac", FLOATING),
    ("limb::doubles::forms::zmm::mac_small", FLOATING),
    ("limb::doubles::forms::zmm::mul", FLOATING),
    ("limb::doubles::forms::zmm::multiply", FLOATING),
    ("limb::doubles::forms::zmm::product", FLOATING),
    ("limb::doubles::forms::zmm::reduce", FLOATING),
    ("limb::doubles::forms::zmm::sqr", FLOATING),
    ("limb::doubles::forms::zmm::subtract", FLOATING),
    ("limb::doubles::forms::zmm::sum", FLOATING),
    ("limb::doubles::forms::zmm::sum_of_two", FLOATING),
    ("limb::doubles::forms::zmm::times", FLOATING),
    ("limb::doubles::forms::zmm::weak", FLOATING),
    ("limb::doubles::linear::is_zero", FLOATING),
    ("limb::doubles::linear::may_be_zero", FLOATING),
    ("limb::doubles::linear::scan", FLOATING),
    ("limb::doubles::linear::select", FLOATING),
    ("limb::doubles::mont::Mont<M,_>::of_words", FLOATING),
    ("limb::doubles::rows::cut", FLOATING),
    ("limb::doubles::rows::is_odd", FLOATING),
    ("limb::doubles::rows::load", FLOATING),
    ("limb::doubles::rows::load_words", FLOATING),
    ("limb::doubles::rows::store", FLOATING),
    ("limb::doubles::rows::store_words", FLOATING),
    ("limb::ifma::enter::inner", SHELL),
    ("limb::ifma::four::Four<M,_>::enter_feature::inner", SHELL),
    ("limb::ifma::four::folded", INLINED),
    ("limb::ifma::linear::constant", INLINED),
    ("limb::ifma::linear::is_odd", INLINED),
    ("limb::ifma::linear::zeros_vartime", VARTIME),
    ("limb::ifma::long::Long::mul", LENGTHS),
    ("limb::ifma::long::Long::mul_assign", LENGTHS),
    ("limb::ifma::long::Long::new", LENGTHS),
    ("limb::ifma::mont::words::mul_words", CUT),
    ("limb::rns::tables::modulo", TABLES),
    ("limb::rv32::inverse::apply_exactly", INVERSE),
    ("limb::rv32::inverse::apply_modulo", INVERSE),
    ("limb::rv32::linear::negative::long", ANY_ZERO),
    ("limb::rv32::linear::negative::short", ANY_ZERO),
    ("limb::rv32::small::combination", SHIFTED),
    ("limb::rv32::small::multiple", SHIFTED),
    ("limb::rv32::small::multiple_and_twice", SHIFTED),
    ("limb::rv32::small::reduced", SHIFTED),
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

/// Whether a function is one of these families' own, and no other package's for a type of theirs.
#[must_use]
pub fn is_of_family(name: &str) -> bool {
    if name.contains(" as curvemark") {
        return false;
    }
    FAMILIES.iter().any(|family| name.trim_start_matches('<').starts_with(family))
}
