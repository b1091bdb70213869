//! What Bitcoin's wallets and nodes do with keys: BIP-32, BIP-324, BIP-352.

use super::op;
use crate::Kind::{self, Bytes, Point};
use crate::Operation;
use crate::Shape::Independent;

pub(super) const SECP256K1: &[Operation] = &[
    op(
        "secp256k1/bip352_scan",
        "BIP-352 scan of one transaction",
        &[Bytes, Point, Bytes, Bytes],
        Bytes,
        Independent,
        SCAN,
    ),
    op(
        "secp256k1/bip352_scan_1000",
        "BIP-352 scan of 1,000 transactions",
        &SCAN_1000,
        Bytes,
        Independent,
        "as bip352_scan each, by one receiver",
    ),
    op(
        "secp256k1/bip32_child",
        "BIP-32 private child, not hardened",
        &[Bytes, Bytes],
        Bytes,
        Independent,
        "the 78 bytes of an extended private key, already parsed, and a number below 2^31, as four bytes; the answer is the child's 78 bytes",
    ),
    op(
        "secp256k1/bip32_public_child",
        "BIP-32 public child",
        &[Bytes, Bytes],
        Bytes,
        Independent,
        "the 78 bytes of an extended public key, already parsed, and a number below 2^31, as four bytes; the answer is the child's 78 bytes",
    ),
    op(
        "secp256k1/bip324_exchange",
        "BIP-324 shared secret",
        &[Bytes, Bytes, Bytes],
        Bytes,
        Independent,
        "of who begins: secret key and its 64 bytes of ElligatorSwift, already parsed, and the other's 64 bytes",
    ),
];

/// The receiver's two keys, then a tweak and an output of each transaction.
const SCAN_1000: [Kind; 2002] = {
    let mut all = [Bytes; 2002];
    all[1] = Point;
    all
};

const SCAN: &str = "secret key to scan by, point to spend by, the transaction's 33 bytes as servers of light clients have them and its one output of 32 bytes, all already parsed; payments and change are looked for; the answer is 0, or 1 and what is to be added to the key to spend by; constant-time in the key to scan by";
