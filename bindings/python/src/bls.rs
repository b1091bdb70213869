//! BLS signatures, with keys in either group.

pub const PAGE: &str = "\
BLS signatures on BLS12-381 (draft-irtf-cfrg-bls-signature-05, Ethereum's rules).

`min_pk` has keys of 48 bytes and signatures of 96: Ethereum's. `min_sig` has keys of 96 bytes and
signatures of 48. A `scheme` says how rogue keys are kept out of aggregates: 'possession' (keys
come with proofs of possession; Ethereum's, and the default), 'basic' (messages are distinct) or
'augmented' (keys are signed with the message). All keys and signatures that are read are checked:
encoding, curve, subgroup, and that a key is not infinity.";

pub const MIN_PK_PAGE: &str = "BLS with keys of 48 bytes and signatures of 96: Ethereum's.";
pub const MIN_SIG_PAGE: &str = "BLS with keys of 96 bytes and signatures of 48.";

pub mod ethereum;
mod generic;
mod module;
pub use module::{min_pk, min_sig};
