//! The peers that are linked by default: [blst](https://github.com/supranational/blst),
//! [arkworks](https://arkworks.rs) and [zkcrypto's
//! `bls12_381`](https://github.com/zkcrypto/bls12_381), each as an implementation of the operations
//! in [`peer_api::OPERATIONS`] on BLS12-381.
//!
//! An adapter calls a library as a user who knows it well would: the fastest public function that
//! meets the contract, with the library's own types, and nothing re-implemented. What a library
//! does not offer publicly, its adapter does not serve.
//!
//! Two conventions hold for all three. Hashing to the curve has
//! [`Contract::bytes`](peer_api::Contract::bytes) without checks, since a message is bytes and
//! nothing is there to validate; in the Cashu operations scalars are bytes too, and are read on the
//! clock. A Cashu verification refuses malformed points
//! ([`Refusal::Invalid`](peer_api::Refusal::Invalid)) and says 0 for well-formed proofs that do not
//! hold.

mod arkworks;
mod blst;
mod bytes;
mod cashu;
mod features;
pub mod sample;
mod zkcrypto;

use peer_api::Implementation;
use peer_api::way::Way;

/// The three libraries, in the order in which reports show them.
pub fn implementations() -> Vec<Box<dyn Implementation>> {
    vec![Box::new(blst::Blst), Box::new(arkworks::Arkworks), Box::new(zkcrypto::Zkcrypto)]
}

/// Hash functions of these libraries, each on messages of any length.
pub fn hash_functions() -> [Way; 1] {
    [blst::sha256::way()]
}
