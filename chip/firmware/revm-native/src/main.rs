//! Makes a block, and runs it on this machine with `revm` as it is: `std`, and the libraries that
//! it takes by default.
//!
//! Reads calls of contracts, one a line: the contract's number and the input, both in hexadecimal.
//! The block has 200 transfers, each by another sender to another account, and a transaction for
//! each call. Writes two lines: the block, and what can be seen of it afterwards.
#![forbid(unsafe_code)]

extern crate alloc;

#[path = "../../revm-image/src/block.rs"]
mod block;

use std::io::Read as _;

use base16ct::lower::{decode_vec, encode_string};
use block::{Signature, Transaction};
use k256::ecdsa::SigningKey;
use revm::primitives::{Address, Bytes, U256, keccak256};

type Error = Box<dyn std::error::Error>;

const TRANSFERS: u64 = 200;
/// What a transfer takes, and more than a call takes.
const TRANSFER_GAS: u64 = 21_000;
const CALL_GAS: u64 = 1_000_000;

/// What each sender has before the block, in wei, and what a transfer moves.
const BALANCE: u64 = 1_000_000_000_000_000_000;
const MOVED: u64 = 1_000_000_000_000_000;
const PRIORITY_FEE: u128 = 1_000_000_000;
const FEE: u128 = 2_000_000_000;

/// The key of a sender, by number, and the sender.
fn sender(number: u64) -> Result<(SigningKey, Address), Error> {
    let secret = keccak256(number.to_be_bytes());
    let key = SigningKey::from_slice(secret.as_slice())?;
    let point = key.verifying_key().to_encoded_point(false);
    let hash = keccak256(point.as_bytes().get(1..).ok_or("a point of no length")?);
    Ok((key, Address::from_word(hash)))
}

/// A signature by RFC 6979: the same each time, with the lower s.
fn sign(key: &SigningKey, transaction: &Transaction) -> Result<Vec<u8>, Error> {
    let (signature, id) = key.sign_prehash_recoverable(transaction.hash().as_slice())?;
    let (r, s) = signature.split_bytes();
    let [r, s] = [r, s].map(|number| U256::from_be_slice(&number));
    Ok(transaction.signed(&Signature { parity: id.is_y_odd().into(), r, s }))
}

fn main() -> Result<(), Error> {
    let mut calls = String::new();
    std::io::stdin().read_to_string(&mut calls)?;

    let mut asked = Vec::new();
    for number in 0..TRANSFERS {
        let to = Address::from_word(keccak256((1 << 32 | number).to_be_bytes()));
        asked.push((to, U256::from(MOVED), Bytes::new(), TRANSFER_GAS));
    }
    for call in calls.lines() {
        let (contract, input) = call.split_once(' ').ok_or("a line without an input")?;
        let to = U256::from(u64::from_str_radix(contract, 16)?);
        let input = decode_vec(input)?.into();
        asked.push((Address::from_word(to.into()), U256::ZERO, input, CALL_GAS));
    }

    let (mut balances, mut transactions) = (Vec::new(), Vec::new());
    for (number, (to, value, data, gas)) in (0..).zip(asked) {
        let (key, address) = sender(number)?;
        balances.push((address, U256::from(BALANCE)));
        let (priority_fee, fee) = (PRIORITY_FEE, FEE);
        let transaction = Transaction { nonce: 0, priority_fee, fee, gas, to, value, data };
        transactions.push(sign(&key, &transaction)?);
    }
    let block = block::encode(&balances, &transactions);
    let result = block::run(&block).ok_or("the block does not hold")?;
    println!("{}\n{}", encode_string(&block), encode_string(&result));
    Ok(())
}
