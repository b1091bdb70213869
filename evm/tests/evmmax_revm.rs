//! EVMMAX inside `revm`: the conformance vectors and the seed's figures on its interpreter, beside
//! the small machine; calls within calls; code that `revm`'s own analysis reads otherwise.
#![allow(clippy::integer_division_remainder_used, reason = "of random numbers")]

extern crate curvemark_evm as evm;

use evm::evmmax::assembler::{Assembler, op};
use evm::evmmax::machine::{self, End};
use evm::evmmax::programs::g1_mul;
use evm::evmmax::random::{Source, program};
use evm::evmmax::revm::{Local, instructions};
use evm::evmmax::{Backend, Dialect, Operation, PriceTable, Rules, Vector};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use revm::bytecode::Bytecode;
use revm::context::{BlockEnv, CfgEnv, Context, Evm, TxEnv};
use revm::database::{CacheDB, EmptyDB};
use revm::handler::instructions::EthInstructions;
use revm::handler::{EthFrame, EthPrecompiles};
use revm::interpreter::interpreter::EthInterpreter;
use revm::primitives::hardfork::SpecId;
use revm::primitives::{Address, Bytes, TxKind};
use revm::state::AccountInfo;
use revm::{ExecuteEvm, Journal, MainContext};
use serde_json::Value;

type Db = CacheDB<EmptyDB>;
type Ctx = Context<BlockEnv, TxEnv, CfgEnv, Db, Journal<Db>, (), Local>;
type Machine =
    Evm<Ctx, (), EthInstructions<EthInterpreter, Ctx>, EthPrecompiles, EthFrame<EthInterpreter>>;

const SPEC: SpecId = SpecId::CANCUN;
const INTRINSIC: u64 = 21_000;

fn hex(digits: &str) -> Vec<u8> {
    let byte = |pair: &[u8]| {
        u8::from_str_radix(std::str::from_utf8(pair).expect("digits"), 16)
            .expect("hexadecimal digits")
    };
    digits.as_bytes().chunks(2).map(byte).collect()
}

fn address(of: u8) -> Address {
    Address::repeat_byte(of)
}

/// A machine with codes at addresses.
fn machine_with(rules: Rules, codes: &[(u8, &[u8])]) -> Machine {
    let mut db = Db::new(EmptyDB::new());
    for (at, code) in codes {
        let info = AccountInfo::from_bytecode(Bytecode::new_legacy(Bytes::copy_from_slice(code)));
        db.insert_account_info(address(*at), info);
    }
    let cfg = CfgEnv::new_with_spec(SPEC);
    let context = Context::mainnet().with_db(db).with_cfg(cfg).with_local(Local::new(rules));
    Evm::new(context, instructions(SPEC), EthPrecompiles::new(SPEC))
}

/// The gas of a transaction before its first instruction (EIP-2028).
fn intrinsic(data: &[u8]) -> u64 {
    INTRINSIC + data.iter().map(|&byte| if byte == 0 { 4 } else { 16 }).sum::<u64>()
}

/// Calls a code with so much gas for the frame: how it ended, and the frame's gas.
fn call(machine: &mut Machine, to: u8, data: &[u8], gas: u64) -> (Option<Vec<u8>>, u64) {
    let before = intrinsic(data);
    let tx = TxEnv::builder()
        .caller(address(0xee))
        .kind(TxKind::Call(address(to)))
        .data(Bytes::copy_from_slice(data))
        .gas_limit(before + gas)
        .gas_price(0)
        .build()
        .expect("a transaction");
    let done = machine.transact(tx).expect("it runs");
    let used = done.result.tx_gas_used() - before;
    let returned = done
        .result
        .is_success()
        .then(|| done.result.output().map(|bytes| bytes.to_vec()).unwrap_or_default());
    (returned, used)
}

fn run(rules: Rules, code: &[u8], data: &[u8], gas: u64) -> (Option<Vec<u8>>, u64) {
    call(&mut machine_with(rules, &[(1, code)]), 1, data, gas)
}

/// The same on both machines.
fn agree(rules: Rules, code: &[u8], data: &[u8], gas: u64) -> (Option<Vec<u8>>, u64) {
    let theirs = run(rules, code, data, gas);
    assert_eq!(
        theirs,
        run(Rules { fused: !rules.fused, ..rules }, code, data, gas),
        "fusion shows: {code:02x?}"
    );
    let ours = machine::run(&rules, code, data, gas);
    let end = match ours.end {
        End::Returned(bytes) => Some(bytes),
        End::Reverted(_) | End::Halted(_) => None,
    };
    assert_eq!(theirs, (end, ours.gas_used), "{:?} {code:02x?}", rules.dialect);
    theirs
}

#[test]
fn conformance_vectors() {
    let cases: Value =
        serde_json::from_str(include_str!("../../vectors/evmmax.json")).expect("JSON");
    for case in cases["cases"].as_array().expect("a list") {
        let dialect =
            Dialect::from_name(case["dialect"].as_str().expect("a dialect")).expect("ours");
        let bytes = |key: &str| hex(case[key].as_str().unwrap_or_default());
        let gas = case["gas"].as_u64().unwrap_or(1_000_000);
        let (end, used) = agree(Rules::of(dialect), &bytes("code"), &bytes("call_data"), gas);
        if case["halt"] == true {
            assert_eq!((end, used), (None, gas), "{case}");
        } else {
            assert_eq!(
                (end, used),
                (Some(bytes("return")), case["gas_used"].as_u64().expect("gas")),
                "{case}"
            );
        }
    }
}

#[test]
fn the_four_figures() {
    let order = hex("73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001");
    for (dialect, prices, figures) in [
        (Dialect::Eip5843Be, PriceTable::EIP5843, [60_668, 46_632]),
        (Dialect::Eip5843Le, PriceTable::ASM384, [39_485, 31_862]),
    ] {
        let code = g1_mul::seed(dialect).expect("the program");
        for backend in Backend::ALL {
            let rules = Rules { prices, backend, ..Rules::of(dialect) };
            let mut machine = machine_with(rules, &[(1, &code)]);
            let measured =
                [&[0xff; 32][..], &order].map(|scalar| call(&mut machine, 1, scalar, 1_000_000).1);
            assert_eq!(measured, figures, "{dialect:?} {backend:?}");
        }
    }
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    for dialect in Dialect::ALL {
        let program =
            if dialect.in_memory() { g1_mul::seed(dialect) } else { g1_mul::tight(dialect) };
        let code = program.expect("the program");
        // The generator's coordinates need not be: any elements below the modulus run alike.
        let mut data = [0; 128];
        rng.fill_bytes(&mut data);
        for at in [32, 79, 80, 127] {
            data[at] = 0;
        }
        assert!(agree(Rules::of(dialect), &code, &data, 1_000_000).0.is_some());
    }
}

/// PUSH of a small number.
fn push(value: u8) -> [u8; 2] {
    [0x60, value]
}

/// SETMODX of 97 with 8 registers, from memory at 0.
fn set() -> Vec<u8> {
    [&push(97)[..], &push(31), &[0x53], &push(8), &push(1), &push(31), &push(0), &[0xc0]].concat()
}

/// STATICCALL of an address with all gas, nothing in and nothing out; what it says is left on the
/// stack.
fn static_call(to: u8) -> Vec<u8> {
    let mut code = vec![0x5f, 0x5f, 0x5f, 0x5f, 0x73];
    code.extend([to; 20]);
    code.extend([0x61, 0xff, 0xff, 0xfa]);
    code
}

/// 5 into register 0.
fn store_five() -> Vec<u8> {
    [&push(5)[..], &push(63), &[0x53], &push(1), &push(56), &push(0), &[0xc2]].concat()
}

/// Doubles register 0 into 1 and returns it after the two words of the stack that say how calls
/// went.
fn double_and_return() -> Vec<u8> {
    let double = [0xc3, 1, 1, 0, 1, 0, 1, 1];
    [&double[..], &push(1), &push(1), &push(24), &[0xc1], &push(32), &push(0), &[0xf3]].concat()
}

#[test]
fn frames_have_their_own_contexts() {
    let rules = Rules::of(Dialect::Eip6690);
    // One child computes without a modulus, another sets its own; then the first once more; then
    // one that reverts.
    let without = [0xc3, 0, 1, 0, 1, 0, 1, 1, 0x00];
    let with = [set(), vec![0xc3, 0, 1, 0, 1, 0, 1, 1, 0x00]].concat();
    let reverts = [set(), vec![0x5f, 0x5f, 0xfd]].concat();
    let mut parent = [set(), store_five()].concat();
    for (i, child) in [2, 3, 2, 4, 2].into_iter().enumerate() {
        parent.extend(static_call(child));
        // Each verdict into a byte of memory.
        parent.extend([0x60, 32 + i as u8, 0x53]);
    }
    parent.extend(double_and_return()[..8].iter());
    parent
        .extend([&push(1)[..], &push(1), &push(0), &[0xc1], &push(64), &push(0), &[0xf3]].concat());
    let codes: [(u8, &[u8]); 4] = [(1, &parent), (2, &without), (3, &with), (4, &reverts)];
    let mut machine = machine_with(rules, &codes);
    for _ in 0..2 {
        // Twice: a transaction leaves nothing to the next.
        let (returned, _) = call(&mut machine, 1, &[], 10_000_000);
        let returned = returned.expect("the parent returns");
        assert_eq!(
            returned[..8],
            [0, 0, 0, 0, 0, 0, 0, 10],
            "the parent's registers are as they were"
        );
        assert_eq!(
            returned[32..37],
            [0, 1, 0, 0, 0],
            "only the child with a modulus of its own computes"
        );
    }
    // At the first depth as well: the program that computes without a modulus, after one that set
    // it.
    assert!(call(&mut machine, 3, &[], 100_000).0.is_some());
    assert_eq!(call(&mut machine, 2, &[], 100_000), (None, 100_000));
}

#[test]
fn a_halt_burns_the_gas_of_its_frame_alone() {
    let rules = Rules::of(Dialect::Eip6690);
    let parent = [
        static_call(2),
        push(0).to_vec(),
        vec![0x53],
        push(1).to_vec(),
        push(0).to_vec(),
        vec![0xf3],
    ]
    .concat();
    let mut machine = machine_with(rules, &[(1, &parent), (2, &[0xc5, 0, 1, 0, 1, 0, 1, 1])]);
    let (returned, used) = call(&mut machine, 1, &[], 200_000);
    assert_eq!(returned, Some(vec![0]));
    // 0xffff for the child, a cold account, and a few instructions.
    assert!((0xffff + 2_600..0xffff + 2_700).contains(&used), "{used}");
}

#[test]
fn creation_has_no_context_of_its_creator() {
    let rules = Rules::of(Dialect::Eip6690);
    // Init code that computes without a modulus: 8 bytes at 64.
    let init = [0xc3, 0, 1, 0, 1, 0, 1, 1];
    let mut parent = set();
    parent.push(0x67);
    parent.extend(init);
    parent.extend(
        [&push(64)[..], &[0x52], &push(8), &push(88), &push(0), &[0xf0, 0x5f, 0x52]].concat(),
    );
    parent.extend([&push(32)[..], &[0x5f, 0xf3]].concat());
    let mut machine = machine_with(rules, &[(1, &parent)]);
    assert_eq!(call(&mut machine, 1, &[], 10_000_000).0, Some(vec![0; 32]), "nothing is created");
}

/// Code whose end `revm` pads by another reading of it than ours, and code that it does not pad at
/// all.
#[test]
fn ends_that_revm_reads_otherwise() {
    let rules = Rules::of(Dialect::Eip6690);
    let vector = |last: u8| vec![0xc3, 2, 1, 0, 1, 1, 1, last];
    // Its last byte reads as STOP: not padded. The immediate ends the code.
    let mut ends_in_zero = set();
    ends_in_zero.extend([0xc3, 2, 1, 0, 1, 1, 0, 1]);
    ends_in_zero.extend([0xc3, 2, 1, 0, 0, 1, 0, 0]);
    assert_eq!(agree(rules, &ends_in_zero, &[], 100_000).0, None, "a count of zero");
    let evmone = Rules::of(Dialect::Evmone);
    let mut zero_count =
        [&push(97)[..], &push(31), &[0x53], &push(8), &push(8), &push(31), &[0xc0]].concat();
    zero_count.extend([0xc3, 2, 1, 0, 0, 1, 0, 0]);
    assert_eq!(
        agree(evmone, &zero_count, &[], 100_000).0,
        Some(vec![]),
        "evmone computes nothing, and the code ends"
    );
    // 0x7f in an immediate swallows, for `revm`, a PUSH32 at the end whose data are cut off for us.
    for data in 0..=32_usize {
        let mut code = [set(), vec![0xc3, 2, 1, 0, 1, 1, 0x7f, 1]].concat();
        let from = code.len();
        // 32 bytes from the 0x7f on end with this PUSH32 and some of its data.
        code.extend(vec![0x5b; (30_usize).saturating_sub(data)]);
        code.push(0x7f);
        code.extend(vec![0; data]);
        assert!(code.len() > from);
        agree(rules, &code, &[], 100_000);
        // Reached by a jump before any instruction of the extension.
        let mut jumped = vec![0x60, 11, 0x56];
        jumped.extend(vector(0x7f));
        jumped.push(0x5b);
        jumped.extend(vec![0x5b; (30_usize).saturating_sub(data)]);
        jumped.push(0x7f);
        jumped.extend(vec![0; data]);
        agree(rules, &jumped, &[], 100_000);
    }
}

/// Random bytes rich in the extension: both machines end alike, with the same gas.
#[test]
fn garbage_on_both_machines() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    const LIKELY: [u8; 24] = [
        0x21, 0x22, 0x23, 0x24, 0x25, 0xc0, 0xc1, 0xc2, 0xc3, 0xc4, 0xc5, 0x51, 0x52, 0x53, 0x56,
        0x57, 0x5b, 0x5f, 0x60, 0x80, 0x90, 0x7f, 0x61, 0x00,
    ];
    // What the small machine does not know would end there and go on here.
    let known = |byte: u8| {
        matches!(byte, 0x00..=0x04 | 0x06 | 0x10..=0x1c | 0x21..=0x25 | 0x35..=0x39 | 0x50..=0x53 | 0x56..=0x5b
            | 0x5e..=0x9f | 0xc0..=0xc5 | 0xf3 | 0xfd | 0xfe)
    };
    for i in 0..4_000_u64 {
        let dialect = Dialect::ALL[(i & 3) as usize];
        let mut code = if i & 4 == 0 && !dialect.in_memory() { set() } else { Vec::new() };
        for _ in 0..rng.next_u32() % 100 {
            let byte = match rng.next_u32() & 3 {
                0 => [0, 1, 2, 32][(rng.next_u32() & 3) as usize],
                1 => rng.next_u32() as u8,
                _ => LIKELY[rng.next_u32() as usize % LIKELY.len()],
            };
            if known(byte) {
                code.push(byte);
            }
        }
        if code.is_empty() {
            continue;
        }
        agree(Rules::of(dialect), &code, &[], u64::from(rng.next_u32() & 8191));
    }
}

/// The same into both codes.
fn both(codes: &mut [Assembler; 2], work: impl Fn(&mut Assembler)) {
    codes.iter_mut().for_each(work);
}

/// Runs of arithmetic with calls between them, and the same without the calls; both return the
/// eight registers, or revert.
fn caller(dialect: Dialect, rng: &mut ChaCha8Rng, callees: &[u8], reverts: bool) -> [Vec<u8>; 2] {
    let mut codes = [0; 2].map(|_| Assembler::new(dialect));
    // A modulus of one word at 0, elements from 8 on.
    let modulus = [97, 251, 13][rng.next_u32() as usize % 3];
    both(&mut codes, |code| {
        code.push(modulus).push(7).ops(&[0x53]);
        for i in 0..8 {
            code.push(i + 1).push(15 + 8 * i).ops(&[0x53]);
        }
        code.push(8);
        if dialect == Dialect::Evmone {
            code.push(64).push(0);
        } else {
            code.push(8).push(0).push(0);
        }
        code.extended(Operation::SetMod);
        code.push(8).push(8).push(0).extended(Operation::Store);
    });
    for _ in 0..2 + rng.next_u32() % 5 {
        for _ in 0..rng.next_u32() % 6 {
            let operation =
                [Operation::Add, Operation::Sub, Operation::Mul][rng.next_u32() as usize % 3];
            let [out, x, y] = [0; 3].map(|_: u8| (rng.next_u32() & 7) as u8);
            both(&mut codes, |code| {
                code.vector(operation, &Vector::one(out, x, y));
            });
        }
        let to = callees[rng.next_u32() as usize % callees.len()];
        let kind = [0xf1, 0xf2, 0xf4, 0xfa][rng.next_u32() as usize % 4];
        let gas = u64::from(rng.next_u32() & 0xffff);
        let [with, _] = &mut codes;
        with.push(0).push(0).push(0).push(0);
        if kind < 0xf4 {
            // No value.
            with.push(0);
        }
        with.push_bytes(&[to; 20]).push(gas).ops(&[kind, op::POP]);
    }
    both(&mut codes, |code| {
        code.push(8).push(0).push(0).extended(Operation::Load);
        code.push(64).push(0).ops(&[if reverts { 0xfd } else { op::RETURN }]);
    });
    codes.map(|code| code.finish().expect("code"))
}

/// Three depths of frames, random programs and garbage at the lowest: contexts are as they were
/// after calls, reverts and halts below, on every backend, fused or not.
#[test]
fn nested_calls_of_random_programs() {
    let mut rng = ChaCha8Rng::seed_from_u64(40);
    let mut ended = 0;
    for i in 0..200_u64 {
        let dialect = if i & 1 == 0 { Dialect::Eip6690 } else { Dialect::Evmone };
        let lowest = [0; 3].map(|_: u8| program(dialect, &mut Source::new(&mut || rng.next_u64())));
        let middle =
            [false, true].map(|reverts| caller(dialect, &mut rng, &[4, 5, 6], reverts)[0].clone());
        let [with, without] = caller(dialect, &mut rng, &[2, 3, 4, 5, 6, 7], false);
        let codes: [(u8, &[u8]); 6] = [
            (1, &with),
            (2, &middle[0]),
            (3, &middle[1]),
            (4, &lowest[0]),
            (5, &lowest[1]),
            (6, &lowest[2]),
        ];
        // Gas that lasts, or ends anywhere.
        let gas = if i & 2 == 0 { 10_000_000 } else { u64::from(rng.next_u32() & 0xffff) };
        let single = Rules { backend: Backend::Generic, fused: false, ..Rules::of(dialect) };
        let expected = call(&mut machine_with(single, &codes), 1, &[], gas);
        assert!(expected.1 <= gas);
        if let Some(bytes) = &expected.0 {
            ended += 1;
            let alone = run(single, &without, &[], 100_000).0;
            assert_eq!(alone.as_ref(), Some(bytes), "calls change nothing: {with:02x?}");
        }
        for (backend, fused) in [
            (Backend::Generic, true),
            (Backend::Fixed, true),
            (Backend::Adx, true),
            (Backend::Recognised, false),
            (Backend::Recognised, true),
            (Backend::Lanes, true),
        ] {
            let rules = Rules { backend, fused, ..single };
            let mut machine = machine_with(rules, &codes);
            for _ in 0..2 {
                // Twice on one machine: nothing is left of the first.
                assert_eq!(
                    call(&mut machine, 1, &[], gas),
                    expected,
                    "{dialect:?} {backend:?} {fused} {codes:02x?}"
                );
            }
        }
    }
    assert!(ended > 90, "{ended} of 200 return");
}
