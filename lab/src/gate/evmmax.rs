//! EVMMAX: random programs end alike on every backend, with fusion and without, and never use more gas than they are given.

use evm::evmmax::machine::run;
use evm::evmmax::random::{Source, program};
use evm::evmmax::{Backend, Dialect, Rules};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::tally::{self, Title};
use super::vectors::cases::hex;
use super::{Progress, Tier};
use record::Suite;

/// Backends and fusion that are compared with single steps on the generic backend.
const COMPARED: [(Backend, bool); 5] = [
    (Backend::Generic, true),
    (Backend::Fixed, false),
    (Backend::Fixed, true),
    (Backend::Recognised, false),
    (Backend::Recognised, true),
];

/// Programs of all dialects, valid and garbage, on the engine in force: 2,000 of them, or a million.
pub(super) fn programs(tier: Tier, progress: Progress<'_>) -> Suite {
    let programs: u64 = if tier == Tier::Quick { 2_000 } else { 1_000_000 };
    let title = Title::new(
        "evmmax/random-programs",
        "random programs of modular arithmetic end alike on all backends, fused and in single steps, within their gas",
        "the generic backend in single steps",
    );
    tally::run(title, programs as usize, progress, |tally| {
        let mut rng = ChaCha8Rng::seed_from_u64(0x6690);
        for i in 0..programs {
            let dialect = Dialect::ALL[i as usize & 3];
            let code = program(dialect, &mut Source::new(&mut || rng.next_u64()));
            // Gas that lasts, or ends anywhere.
            let gas = if i & 4 == 0 { 100_000 } else { u64::from(rng.next_u32() & 2047) };
            let single = Rules { backend: Backend::Generic, fused: false, ..Rules::of(dialect) };
            let expected = run(&single, &code, &[], gas);
            let different = COMPARED.into_iter().find(|(backend, fused)| {
                let rules = Rules { backend: *backend, fused: *fused, ..single };
                run(&rules, &code, &[], gas) != expected
            });
            tally.holds(different.is_none() && expected.gas_used <= gas, || {
                format!("{} {different:?}, {gas} gas: {}", dialect.name(), hex(&code))
            });
        }
    })
}
