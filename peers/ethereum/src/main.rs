//! The peers on Ethereum's side, in a process of their own: what its clients build on, each with
//! its default features and without flags, as `curvemark peers build ethereum` builds them.
//!
//! An adapter calls a library as a user who knows it well would: the fastest public function that
//! meets the contract, with the library's own types, and nothing re-implemented. The protocol is
//! [`peer_api::worker`].

// One account of what cargo resolved, for both packages of workers.
#[path = "../../wide/src/about.rs"]
mod about;
mod ark_groth16;
mod c_kzg;
mod fastcrypto;
mod groth16_bytes;
mod kzg_bytes;
mod revm;
mod rust_eth_kzg;

use std::process::ExitCode;

use peer_api::Implementation;
use peer_api::worker::serve;

fn implementations() -> Vec<Box<dyn Implementation>> {
    let mut all: Vec<Box<dyn Implementation>> = vec![
        Box::new(revm::Revm),
        Box::new(c_kzg::CKzg),
        Box::new(rust_eth_kzg::RustEthKzg),
        Box::new(ark_groth16::ArkGroth16),
        Box::new(fastcrypto::Fastcrypto),
        Box::new(fastcrypto::threshold::FastcryptoTbls),
        Box::new(fastcrypto::vrf::FastcryptoVrf),
    ];
    all.extend(
        fastcrypto::signatures::schemes().map(|scheme| Box::new(scheme) as Box<dyn Implementation>),
    );
    all
}

fn main() -> ExitCode {
    match serve(env!("PEERS_COMPILER"), &implementations()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("curvemark-peers-ethereum: {error}");
            ExitCode::FAILURE
        }
    }
}
