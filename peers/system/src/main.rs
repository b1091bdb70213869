//! The peers that the system has as shared libraries, in a process of their own: OpenSSL and GMP,
//! as the distribution builds them. That is how nearly all programs get them. Both choose their
//! code by the CPU when they start.
//!
//! A library that the system lacks takes no part, and the build says so. The protocol is
//! [`peer_api::worker`].

#[cfg(has_gmp)]
mod gmp;
#[cfg(any(has_gmp, has_openssl))]
mod modexp;
#[cfg(has_openssl)]
mod openssl;

use std::process::ExitCode;

use peer_api::Implementation;
use peer_api::worker::serve;

fn implementations() -> Vec<Box<dyn Implementation>> {
    #[allow(unused_mut)]
    let mut all: Vec<Box<dyn Implementation>> = Vec::new();
    #[cfg(has_openssl)]
    all.extend([
        Box::new(openssl::OpenSsl) as Box<dyn Implementation>,
        Box::new(openssl::sha256::way()),
    ]);
    #[cfg(has_gmp)]
    all.push(Box::new(gmp::Gmp));
    all
}

fn main() -> ExitCode {
    match serve(env!("PEERS_COMPILER"), &implementations()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("curvemark-peers-system: {error}");
            ExitCode::FAILURE
        }
    }
}
