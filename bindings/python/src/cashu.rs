//! Cashu: blind signatures of mints.

pub const PAGE: &str = "\
Cashu: `v3` on BLS12-381 (two open pull requests of the NUTs), `legacy` on secp256k1 as in today's
wallets.";

pub mod legacy;
pub mod v3;
