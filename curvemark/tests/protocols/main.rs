//! Every protocol: published vectors, what must be refused, and the laws. What changes the engine
//! of the whole process is in `../bls_engines.rs`.

#[path = "../support/same.rs"]
mod same;
#[path = "../support/suites.rs"]
mod suites;
#[path = "../../../curve/tests/support/vectors.rs"]
mod vectors;

mod bandersnatch_vrf;
mod bls;
mod cashu_conditions;
mod cashu_legacy;
mod cashu_nutroot;
mod cashu_quotes;
mod cashu_tokens;
mod cashu_v3;
mod drand;
mod ecdh;
mod ecdsa;
mod ecdsa_sign;
mod eddsa;
mod encoding;
mod groth16;
mod hash;
mod insecure_dummy;
mod kzg;
mod pasta;
mod poseidon;
mod schnorr;
mod schnorr_dleq;
mod threshold;
mod traits;
mod verkle;
mod vrf;
#[cfg(feature = "wallets")]
mod wallets;
mod x25519;
mod zeroize;
#[cfg(feature = "zklogin")]
mod zklogin;
