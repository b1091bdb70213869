//! Another price for EVMMAX, and what a program costs by it.
//!
//! ```sh
//! cargo run --release -p curvemark-evm --example price
//! ```

use std::error::Error;

use curvemark_evm::evmmax::machine::run;
use curvemark_evm::evmmax::programs::g1_mul;
use curvemark_evm::evmmax::{Dialect, PriceTable, Rules};

fn main() -> Result<(), Box<dyn Error>> {
    // At 384 bits a sum costs 1 and a product 3.
    let prices = PriceTable::EIP5843.with(384, 1, 3);
    let rules = Rules { prices, ..Rules::of(Dialect::Eip5843Be) };
    let code = g1_mul::seed(Dialect::Eip5843Be)?;
    // The call data is the scalar. The point after it is left out: zeros.
    let outcome = run(&rules, &code, &[0xff; 32], 1_000_000);
    println!("{} gas, {} of it for arithmetic", outcome.gas_used, outcome.executed.gas);
    Ok(())
}
