//! The image's arithmetic against big integers, on operands at the ends of their ranges and
//! between.

use num_bigint::BigUint;

use crate::Outcome;
use crate::board::{Board, Operation, Status};

pub const BASE: &[u8] =
    b"1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab";
const SCALAR: &[u8] = b"73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001";
const KOBLITZ: &[u8] = b"fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f";
const EDWARDS: &[u8] = b"7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed";

type Error = Box<dyn std::error::Error>;

pub fn number(digits: &[u8]) -> Result<BigUint, Error> {
    BigUint::parse_bytes(digits, 16).ok_or_else(|| "a modulus in hexadecimal".into())
}

/// Numbers below `end` whose words are at their ends: 0, 1, `end` − 1, halves, runs of ones; and so
/// many others.
pub fn operands(end: &BigUint, bytes: usize, others: usize) -> Vec<BigUint> {
    let one = BigUint::from(1_u8);
    let mut out =
        vec![BigUint::ZERO, one.clone(), end - &one, end - 2_u8, end >> 1_u8, (end >> 1_u8) + &one];
    for bits in [31, 32, 33, 64, 8 * bytes - 33, 8 * bytes - 32, 8 * bytes - 31] {
        out.extend([&one << bits, (&one << bits) - &one, end - (&one << bits) % end]);
    }
    // Every other word of ones, and its neighbour.
    for first in [0_u32, u32::MAX] {
        let words = (0..bytes.div_ceil(4)).map(|word| if word % 2 == 0 { first } else { !first });
        out.push(words.rev().fold(BigUint::ZERO, |sum, word| (sum << 32_u8) + word));
    }
    let mut state = BigUint::from(0x6c69_6d62_u32);
    for _ in 0..others {
        state = (&state * &state * &state + 0x9e37_79b9_u32) % end;
        out.push(state.clone());
    }
    out.into_iter().map(|operand| operand % end).collect()
}

pub fn bytes(value: &BigUint, length: usize) -> Vec<u8> {
    let mut bytes = value.to_bytes_le();
    bytes.resize(length, 0);
    bytes
}

/// Each operand is taken with those that stand so far behind it, in a circle: with itself, its
/// neighbours, and some of another kind.
const DISTANCES: [usize; 6] = [0, 1, 2, 5, 11, 23];

/// Others among the operands.
const OTHERS: usize = 8;

/// Compares what `operation` gives of pairs of operands with what `expected` makes of them.
fn compare(
    board: &Board,
    operation: Operation,
    operands: &[BigUint],
    length: usize,
    expected: impl Fn(&BigUint, &BigUint) -> Vec<BigUint>,
) -> Outcome {
    for (place, a) in operands.iter().enumerate() {
        for distance in DISTANCES {
            let b = &operands[(place + distance) % operands.len()];
            let answer = board.ask(operation, &[&bytes(a, length), &bytes(b, length)])?;
            let expected: Vec<Vec<u8>> =
                expected(a, b).iter().map(|value| bytes(value, length)).collect();
            if answer.status != Status::Good || answer.fields != expected {
                return Err(format!("{operation:?} of {a:x} and {b:x} is something else").into());
            }
        }
    }
    println!(
        "{operation:?}: {} pairs of operands as by big integers",
        operands.len() * DISTANCES.len()
    );
    Ok(())
}

pub fn check(board: &Board) -> Outcome {
    let p = number(BASE)?;
    let inverse = (BigUint::from(1_u8) << 384_u16).modinv(&p).ok_or("an odd modulus")?;
    compare(board, Operation::Base, &operands(&(&p << 1_u8), 48, OTHERS), 48, |a, b| {
        let reduced = |value: BigUint| value * &inverse % &p;
        let minus = |value: &BigUint| &p * &p * 4_u8 - value;
        let (x, y) = (a % &p, b % &p);
        let difference = &x + (&p - &y);
        vec![
            reduced(a * b),
            reduced(a * a),
            reduced(a * b + b * b),
            reduced(a * b + b * b + a * a),
            // (a + bi)·(b + bi), and (a + bi)².
            reduced(a * b + minus(&(b * b))),
            reduced(a * b + b * b),
            reduced(&x * &x + minus(&(&y * &y))),
            reduced(&x * &y * 2_u8),
            &x + &y,
            difference.clone(),
            (&x + &y) % &p,
            difference % &p,
            (&p - &x) % &p,
            // 1/(a·R⁻¹), times R.
            x.modinv(&p).map_or(BigUint::ZERO, |unit| (unit << 768_u16) % &p),
        ]
    })?;
    let r = number(SCALAR)?;
    let inverse = (BigUint::from(1_u8) << 256_u16).modinv(&r).ok_or("an odd modulus")?;
    compare(board, Operation::Scalar, &operands(&r, 32, OTHERS), 32, |a, b| {
        vec![a * b * &inverse % &r, a * a * &inverse % &r]
    })?;
    let moduli = [number(KOBLITZ)?, number(EDWARDS)?];
    compare(board, Operation::Folding, &folded_operands(&moduli), 32, |a, b| {
        moduli.iter().flat_map(|q| folded(a, b, q)).collect()
    })?;
    moves(board)
}

/// What is asked modulo 2^k − c.
fn folded(a: &BigUint, b: &BigUint, q: &BigUint) -> Vec<BigUint> {
    // A multiple of the modulus that no number of the words exceeds.
    let above = q << 2_u8;
    [a * b, a * a, a * b + b * b, a + b, &above + a - b, &above - a, a << 8_u8]
        .map(|value| value % q)
        .into()
}

/// Any numbers of the words, and those next to the moduli and their multiples: what carries, and
/// carries again.
fn folded_operands(moduli: &[BigUint]) -> Vec<BigUint> {
    let end = BigUint::from(1_u8) << 256_u16;
    let mut out = operands(&end, 32, OTHERS);
    for q in moduli {
        let c = &end % q;
        for near in [q.clone(), q - &c, &end - &c, (&end - &c) - &c, c.clone(), &c << 1_u8] {
            out.extend([&near - 1_u8, &near + 1_u8, near].map(|operand| operand % &end));
        }
    }
    out
}

/// The image moves memory by instructions of its own: upwards and downwards, overlapping or not, by
/// words and by bytes.
fn moves(board: &Board) -> Outcome {
    let bytes: Vec<u8> = (0..160).collect();
    let mut count = 0;
    for [from, to] in [
        [8, 8],
        [8, 12],
        [12, 8],
        [8, 52],
        [52, 8],
        [8, 60],
        [60, 8],
        [8, 9],
        [9, 8],
        [9, 13],
        [0, 64],
    ] {
        for length in [0, 1, 3, 4, 7, 8, 44, 47, 48, 49, 52, 96] {
            let mut expected = bytes.clone();
            expected.copy_within(from..from + length, to);
            let numbers = [from, to, length].map(|number| number as u8);
            let answer = board.ask(Operation::Move, &[&bytes, &numbers])?;
            if answer.status != Status::Good || answer.fields.concat() != expected {
                return Err(
                    format!("{length} bytes moved from {from} to {to} are something else").into()
                );
            }
            count += 1;
        }
    }
    println!("Move: {count} moves of memory as by the host");
    Ok(())
}
