//! EVMMAX: random programs, calls of one another among them, end alike on every backend, with
//! fusion and without, and never use more gas than they are given.

use evm::evmmax::machine::{Code, run_among};
use evm::evmmax::random::{Source, program, world};
use evm::evmmax::{Backend, Dialect, Rules};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::tally::{self, Title};
use super::vectors::cases::hex;
use super::{Progress, Tier};
use record::Suite;

/// Backends and fusion that are compared with single steps on the generic backend.
const COMPARED: [(Backend, bool); 8] = [
    (Backend::Generic, true),
    (Backend::Fixed, false),
    (Backend::Fixed, true),
    (Backend::Adx, true),
    (Backend::Recognised, false),
    (Backend::Recognised, true),
    (Backend::Lanes, false),
    (Backend::Lanes, true),
];

/// Programs of all dialects, valid and garbage, on the engine in force: 2,000 of them, or a
/// million.
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
            // One in eight is a few programs that call one another.
            let mut next = || rng.next_u64();
            let source = &mut Source::new(&mut next);
            let codes = if i & 31 < 4 {
                world(dialect, source)
            } else {
                [program(dialect, source)].to_vec()
            };
            let codes: Vec<&[u8]> = codes.iter().map(Vec::as_slice).collect();
            // Gas that lasts, or ends anywhere.
            let gas = if i & 4 == 0 { 100_000 } else { u64::from(rng.next_u32() & 2047) };
            let single = Rules { backend: Backend::Generic, fused: false, ..Rules::of(dialect) };
            let expected = run_among(&single, &codes, &[], gas);
            let different = COMPARED.into_iter().find(|(backend, fused)| {
                let rules = Rules { backend: *backend, fused: *fused, ..single };
                // Twice: runs of arithmetic that are met again are executed by plans.
                let mut code = Code::among(&rules, &codes);
                (0..if *fused { 2 } else { 1 }).any(|_| code.run(&[], gas) != expected)
            });
            tally.holds(different.is_none() && expected.gas_used <= gas, || {
                let codes: Vec<String> = codes.iter().map(|code| hex(code)).collect();
                format!("{} {different:?}, {gas} gas: {}", dialect.name(), codes.join(" "))
            });
        }
    })
}
