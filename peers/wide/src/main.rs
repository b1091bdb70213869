//! The peers that run as processes of their own: one executable, built twice by
//! `curvemark peers build`.
//!
//! | build | features | flags | shows |
//! |---|---|---|---|
//! | plain | each library's default | none | what `cargo build --release` gives anybody |
//! | native | assembly on, see `[features]` in Cargo.toml | `-C target-cpu=native` | each library at its best on this CPU |
//!
//! The native build leaves out the libraries that it would not change: those in C and assembly
//! choose their paths at run time. mcl is in the plain one if its feature is on.
//!
//! An adapter calls a library as a user who knows it well would: the fastest public function that
//! meets the contract, with the library's own types, and nothing re-implemented. What a library
//! does not offer publicly, its adapter does not serve, but for AWS-LC's multiplications for public
//! values. The protocol is [`peer_api::worker`].

mod about;
mod arkworks;
mod awslc;
mod bellman;
mod bytes;
mod cashu;
mod commonware;
mod crrl;
mod dalek;
mod graviola;
mod halo2;
mod libsecp256k1;
mod light_poseidon;
#[cfg(feature = "mcl")]
mod mcl;
mod pasta;
mod rustcrypto;
mod substrate;
mod texts;
mod vrf_rfc9381;

use std::process::ExitCode;

use peer_api::Implementation;
use peer_api::worker::serve;

fn implementations() -> Vec<Box<dyn Implementation>> {
    let mut all: Vec<Box<dyn Implementation>> = vec![
        Box::new(arkworks::Arkworks::new()),
        Box::new(rustcrypto::K256),
        Box::new(rustcrypto::P256),
        Box::new(dalek::Dalek),
        Box::new(commonware::Commonware),
        Box::new(commonware::threshold::Threshold),
        Box::new(vrf_rfc9381::VrfRfc9381),
        Box::new(crrl::Crrl),
        Box::new(bellman::Bellman),
        Box::new(light_poseidon::LightPoseidon),
    ];
    all.extend(halo2::Halo2::new().map(|one| Box::new(one) as Box<dyn Implementation>));
    all.extend(pasta::Pasta::new().map(|one| Box::new(one) as Box<dyn Implementation>));
    if !cfg!(feature = "native") {
        all.extend(graviola::Graviola::new().map(|one| Box::new(one) as Box<dyn Implementation>));
        #[cfg(feature = "mcl")]
        all.push(Box::new(mcl::Mcl::new()));
        all.push(Box::new(substrate::Substrate));
        all.push(Box::new(libsecp256k1::Libsecp256k1));
        all.push(Box::new(awslc::AwsLc));
        all.extend(texts::all().map(|one| Box::new(one) as Box<dyn Implementation>));
    }
    all
}

/// Holds libraries that use a pool of threads to the calling one: it is the pool's only thread.
#[cfg(feature = "native")]
fn stay_on_one_thread() -> Result<(), String> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread();
    pool.build_global().map_err(|error| error.to_string())
}

#[cfg(not(feature = "native"))]
fn stay_on_one_thread() -> Result<(), String> {
    Ok(())
}

fn main() -> ExitCode {
    if let Err(error) = stay_on_one_thread() {
        eprintln!("curvemark-peers: {error}");
        return ExitCode::FAILURE;
    }
    match serve(env!("PEERS_COMPILER"), &implementations()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("curvemark-peers: {error}");
            ExitCode::FAILURE
        }
    }
}
