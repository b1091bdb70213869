//! `cargo run --release -p curvemark-prove -- FILE`: proves the kernels of a binary.

use std::time::Instant;

use prove::{binary::Binary, kernels, proof};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("give the path of a binary with symbols")?;
    let only = arguments.next().unwrap_or_default();
    let binary = Binary::parse(&std::fs::read(path)?)?;
    for contract in kernels::adx::contracts() {
        if !contract.kernel.contains(&only) {
            continue;
        }
        for code in binary.code(contract.kernel) {
            let time = Instant::now();
            let certificate = proof::search(&contract, &binary, &code);
            let searched = time.elapsed();
            let verdict = certificate.and_then(|c| proof::check(&contract, &binary, &code, &c));
            println!("{} [{}] {verdict:?} {searched:.2?} {:.2?}", contract.kernel, contract.condition, time.elapsed());
        }
    }
    Ok(())
}
