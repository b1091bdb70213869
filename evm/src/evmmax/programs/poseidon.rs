//! Poseidon of two elements over the scalar field of BN254, as circom has it, in dialects with
//! registers.
//!
//! The whole permutation of [`curve::poseidon`] is one formula without a branch: partial rounds by
//! a recurrence, 115 constants, each in a register that is free again after its last use.

use alloc::vec::Vec;

use curve::bn254::{Fr, FrEngine, FrModulus};
use curve::engines::recorder::Recorder;
use curve::field::Red;
use curve::poseidon::{Parameters, Permutation};
use limb::Modulus;
use limb::modulus::{Constant as Known, LIMBS};

use crate::evmmax::assembler::{Assembler, Error, op};
use crate::evmmax::dialect::{Dialect, Operation};
use crate::evmmax::formula::{Constant, Formula, Shape};

/// Bytes of an element.
const ELEMENT: usize = 32;
/// Elements that are hashed.
const INPUTS: usize = 2;
/// Registers from 0 on whose numbers look like no instruction that matters to jumps, and where the
/// next such begin.
const LOW: usize = 0x5b;
const HIGH: usize = 0x80;
/// Registers beside inputs and constants.
const SPARE: usize = 4;

/// A constant of the permutation as the recorder takes it.
fn known(value: &Fr) -> Known<FrModulus> {
    let mut bytes = [0; ELEMENT];
    value.to_bytes(&mut bytes);
    let mut integer = [0; LIMBS];
    for (limb, bytes) in integer.iter_mut().zip(bytes.rchunks_exact(8)) {
        *limb = bytes.iter().fold(0, |limb, &byte| limb << 8 | u64::from(byte));
    }
    Known::new(integer)
}

/// The hash of two elements: Poseidon(2) of circomlib, whose state begins with zero.
///
/// [Example](crate::evmmax::programs).
///
/// # Panics
/// Never: there are parameters of this width.
pub fn hash() -> Formula<Known<FrModulus>> {
    let permutation =
        Parameters::<FrEngine>::new(INPUTS + 1).and_then(|parameters| Permutation::of(&parameters));
    let permutation =
        permutation.unwrap_or_else(|_| unreachable!("there are parameters of this width"));
    Formula::record::<FrEngine>(Shape { karatsuba: false, most_sums: 3 }, INPUTS, |inputs| {
        let ctx = inputs[0].ctx();
        let recorded =
            permutation.on(|value| Red::<Recorder<FrEngine>>::constant(&ctx, &known(value)));
        let mut state: Vec<_> =
            core::iter::once(Red::zero_in(&ctx)).chain(inputs.iter().cloned()).collect();
        recorded.permute(&mut state, 1);
        state
    })
}

/// The hash of two elements.
///
/// Call data are the two, 32 bytes big-endian each and below the order of BN254's groups (others
/// halt, or are reduced in the dialect of evmone); the hash is returned in the same form. Gas does
/// not depend on them.
///
/// [Example](crate::evmmax::programs).
///
/// # Errors
/// In dialects without registers.
pub fn poseidon(dialect: Dialect) -> Result<Vec<u8>, Error> {
    let hash = hash();
    // Memory and the code's tail: the modulus, room for the inputs, the constants.
    let mut tail = Vec::new();
    let mut element =
        |limbs: &[u64]| tail.extend(limbs.iter().rev().flat_map(|limb| limb.to_be_bytes()));
    element(&FrModulus::P[..4]);
    (0..INPUTS).for_each(|_| element(&[0; 4]));
    for constant in hash.constants() {
        match constant {
            Constant::Small(value) => element(&[u64::from(*value), 0, 0, 0]),
            Constant::Element(value) => element(&value.integer()[..4]),
        }
    }
    let loaded = INPUTS + hash.constants().len();
    let number = |i: usize| {
        u8::try_from(if i < LOW { i } else { i - LOW + HIGH }).map_err(|_| Error::Registers)
    };
    let registers = (0..loaded + SPARE).map(number).collect::<Result<Vec<u8>, Error>>()?;
    let in_all = registers.last().map_or(0, |last| u64::from(*last) + 1);

    let mut code = Assembler::new(dialect);
    let data = code.label();
    code.push(tail.len() as u64).push_label(data).push(0).ops(&[op::CODECOPY]);
    code.push((INPUTS * ELEMENT) as u64).push(0).push(ELEMENT as u64).ops(&[op::CALLDATACOPY]);
    code.push(in_all);
    if dialect == Dialect::Evmone {
        // In bits: the modulus has 254.
        code.push(8 * ELEMENT as u64).push(0);
    } else {
        code.push(ELEMENT as u64).push(0).push(0);
    }
    code.extended(Operation::SetMod);
    let low = loaded.min(LOW);
    code.push(low as u64).push(ELEMENT as u64).push(0).extended(Operation::Store);
    if loaded > LOW {
        let offset = ((1 + LOW) * ELEMENT) as u64;
        code.push((loaded - LOW) as u64).push(offset).push(HIGH as u64).extended(Operation::Store);
    }
    let mut constants = registers[INPUTS..].iter().copied();
    // What is not loaded comes first: registers of constants are free when these are used.
    let free = [&registers[loaded..], &registers[..loaded]].concat();
    let outputs = hash.emit(&mut code, &registers[..INPUTS], |_| constants.next(), &free, None)?;
    let out = outputs.first().copied().ok_or(Error::Registers)?;
    code.push(1).push(out.into()).push(0).extended(Operation::Load);
    code.push(ELEMENT as u64).push(0).ops(&[op::RETURN]);
    code.data(data, &tail);
    code.finish()
}
