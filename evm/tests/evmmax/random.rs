//! Random programs, valid and garbage: no panic, no more gas than given, and the same on every
//! backend that computes, with fusion and without.

use evm::evmmax::machine::{Code, End};
use evm::evmmax::random::{Source, bytes, looping, products, program, straight, vectors, world};
use evm::evmmax::{Backend, Dialect, Rules};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Every backend that computes, with and without fusion, the first time and when its runs are
/// known; the one that does not costs as much where the arithmetic has no say in the way.
fn agree(dialect: Dialect, codes: &[&[u8]], gas: u64) -> End {
    let outcome = |backend, fused| {
        let mut code = Code::among(&Rules { backend, fused, ..Rules::of(dialect) }, codes);
        let outcome = code.run(&[], gas);
        assert!(outcome.gas_used <= gas);
        if fused && backend != Backend::Null {
            assert_eq!(outcome, code.run(&[], gas), "{dialect:?} {backend:?} {codes:02x?}");
        }
        outcome
    };
    let generic = outcome(Backend::Generic, false);
    for (backend, fused) in [
        (Backend::Generic, true),
        (Backend::Fixed, false),
        (Backend::Fixed, true),
        (Backend::Adx, true),
        (Backend::Recognised, false),
        (Backend::Recognised, true),
        (Backend::Lanes, true),
    ] {
        assert_eq!(
            generic,
            outcome(backend, fused),
            "{dialect:?} {backend:?} {fused} {codes:02x?}"
        );
    }
    outcome(Backend::Null, true);
    generic.end
}

/// So many programs of a kind, with gas from a range: how many return.
fn returned(
    seed: u64,
    programs: u64,
    kind: fn(Dialect, &mut Source<'_>) -> Vec<u8>,
    dialects: &[Dialect],
    gas: core::ops::Range<u64>,
) -> u64 {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let ends = (0..programs).map(|i| {
        let dialect = dialects[i as usize & (dialects.len() - 1)];
        let code = kind(dialect, &mut Source::new(&mut || rng.next_u64()));
        let gas = gas.start
            + ((u128::from(rng.next_u64()) * u128::from(gas.end - gas.start)) >> 64) as u64;
        u64::from(matches!(agree(dialect, &[&code], gas), End::Returned(_)))
    });
    ends.sum()
}

#[test]
fn programs_of_arithmetic() {
    let well = returned(2, 5_000, straight, &Dialect::ALL, 100_000..100_001);
    assert!(well > 700, "{well} of 5,000 end well");
    let starved = returned(3, 1_000, straight, &Dialect::ALL, 0..1_000);
    assert!(starved < 500, "{starved} of 1,000 end well");
}

#[test]
fn jumps_into_runs_and_gas_that_ends_there() {
    let well = returned(7, 4_000, looping, &[Dialect::Eip6690, Dialect::Evmone], 450..1_500);
    assert!((400..3_600).contains(&well), "{well} of 4,000 end well");
}

/// Sums of products and complex products, and what looks like them.
#[test]
fn products_in_loops() {
    let well =
        returned(11, 4_000, products, &[Dialect::Eip6690, Dialect::Evmone], 100_000..100_001);
    assert!(well > 1_500, "{well} of 4,000 end well");
    returned(12, 1_000, products, &[Dialect::Eip6690, Dialect::Evmone], 0..3_000);
}

/// Operands and results that overlap in every way, in vectors that are long enough for lanes.
#[test]
fn vectors_that_overlap() {
    let well = returned(8, 3_000, vectors, &[Dialect::Eip6690, Dialect::Evmone], 100_000..100_001);
    assert!(well > 1_000, "{well} of 3,000 end well");
    returned(9, 1_000, vectors, &[Dialect::Eip6690, Dialect::Evmone], 0..3_000);
}

/// Programs that call one another: contexts are as they were after calls, reverts and halts below.
#[test]
fn calls() {
    let mut rng = ChaCha8Rng::seed_from_u64(10);
    let mut well = 0;
    for i in 0..1_600 {
        let dialect = Dialect::ALL[i & 3];
        let codes = world(dialect, &mut Source::new(&mut || rng.next_u64()));
        let codes: Vec<&[u8]> = codes.iter().map(Vec::as_slice).collect();
        let gas = if i & 4 == 0 { 40_000 } else { u64::from(rng.next_u32() & 0x3fff) };
        well += u64::from(matches!(agree(dialect, &codes, gas), End::Returned(_)));
    }
    assert!((300..1_500).contains(&well), "{well} of 1,600 end well");
}

#[test]
fn garbage() {
    returned(4, 20_000, |_, source| bytes(source), &Dialect::ALL, 0..4_096);
}

/// All kinds, programs with a byte changed or cut among them.
#[test]
fn mutated() {
    let well = returned(5, 6_000, program, &Dialect::ALL, 0..50_000);
    assert!(well > 1_000, "{well} of 6,000 end well");
}
