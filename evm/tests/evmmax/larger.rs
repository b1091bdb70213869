//! Sums of products in G1, the check of two pairings and the recovery of keys: beside `curve`, the
//! contracts of this crate and published cases; and what they execute and cost, from the counts of
//! their formulas.
#![allow(clippy::integer_division_remainder_used, reason = "of lengths in tests")]

use curve::bls12_381::{Fp, FpEngine, Fr, G1, G1Affine, G2, G2Affine};
use curve::secp256k1;
use curvemark::hash::keccak256;
use evm::evmmax::formula::Counts;
use evm::evmmax::machine::{Outcome, run};
use evm::evmmax::programs::g1_mul::{AS_PRINTED, addition, doubling, mixed_addition};
use evm::evmmax::programs::{Program, g1_msm, pairing, recover};
use evm::evmmax::{Dialect, PriceTable, Rules};
use evm::precompiles::ecrecover;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::hex;
use crate::programs::{outcome, returned};

#[path = "../../../curve/tests/support/vectors.rs"]
mod published;
#[path = "../../../curvemark/tests/support/suites.rs"]
mod suites;
use published as vectors;

const WITH_REGISTERS: [Dialect; 2] = [Dialect::Eip6690, Dialect::Evmone];

fn element(value: &Fp) -> [u8; 48] {
    let mut bytes = [0; 48];
    value.to_bytes(&mut bytes);
    bytes
}

fn g1(point: &G1Affine) -> Vec<u8> {
    [point.x(), point.y()].into_iter().flat_map(element).collect()
}

fn g2(point: &G2Affine) -> Vec<u8> {
    [point.x(), point.y()]
        .into_iter()
        .flat_map(|a| [a.c0(), a.c1()])
        .flat_map(|a| element(&a))
        .collect()
}

fn random(rng: &mut ChaCha8Rng) -> [u8; 32] {
    let mut bytes = [0; 32];
    rng.fill_bytes(&mut bytes);
    bytes
}

/// So many of each kind of operation.
fn times(n: u64, counts: Counts) -> [u64; 3] {
    [n * counts.adds, n * counts.subs, n * counts.muls]
}

fn executed(outcome: &Outcome) -> [u64; 3] {
    [outcome.executed.adds, outcome.executed.subs, outcome.executed.muls]
}

fn sum(parts: &[[u64; 3]]) -> [u64; 3] {
    [0, 1, 2].map(|i| parts.iter().map(|part| part[i]).sum())
}

/// Digits of both parts of a scalar below zero, by plain integers.
fn negative_digits(scalar: &[u8; 32]) -> u64 {
    use num_bigint::BigUint;
    let order = BigUint::parse_bytes(
        b"73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001",
        16,
    )
    .expect("r");
    let seed = BigUint::from(0xd201_0000_0001_0000_u64);
    let mu = &seed * &seed;
    let k = BigUint::from_bytes_be(scalar) % order;
    let offset: BigUint = (0..33_u32).map(|i| BigUint::from(8_u8) << (4 * i)).sum();
    let digits = |part: BigUint| {
        let shifted = part + &offset;
        (0..33_u32)
            .filter(|i| ((&shifted >> (4 * i)) & BigUint::from(15_u8)) < BigUint::from(8_u8))
            .count() as u64
    };
    digits(&k / &mu) + digits(&k % &mu)
}

/// The projective point that is returned.
fn point(outcome: &Outcome) -> G1 {
    let values: Vec<Fp> =
        returned(outcome).chunks(48).map(|bytes| Fp::from_bytes(bytes).0).collect();
    assert!(values.iter().any(|a| *a != Fp::zero()));
    G1::from_xyz_unchecked_curve_and_subgroup(values[0], values[1], values[2])
}

#[test]
fn sums_in_g1() {
    let mut rng = ChaCha8Rng::seed_from_u64(30);
    let [double, add, mixed] =
        [doubling, addition, mixed_addition].map(|formula| formula(AS_PRINTED).counts());
    let special = |digits: &str| -> [u8; 32] { hex(digits).try_into().expect("32 bytes") };
    let specials = [
        [0; 32],
        [0xff; 32],
        special("73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001"),
        special("73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000000"),
        special("0000000000000000000000000000000000000000000000000000000000000001"),
        // x², and 2^127 + 8, whose digits carry.
        special("00000000000000000000000000000000ac45a4010001a4020000000100000000"),
        special("0000000000000000000000000000000080000000000000000000000000000008"),
    ];
    for (dialect, points) in
        [(Dialect::Eip6690, 1), (Dialect::Eip6690, 4), (Dialect::Evmone, 4), (Dialect::Eip6690, 8)]
    {
        let code = g1_msm(dialect, points).expect("the program");
        let mut control = None;
        for i in 0..6 {
            let (mut data, mut expected, mut negative) = (Vec::new(), G1::identity(), 0);
            for j in 0..points {
                // Once the generator and its opposite in turn.
                let base = match i {
                    1 if j & 1 == 1 => G1::generator().neg(),
                    1 => G1::generator(),
                    _ => G1::generator().mul_vartime(&Fr::from_uniform_bytes(&random(&mut rng))),
                };
                let scalar =
                    if i < 3 { specials[(3 * i + j) % specials.len()] } else { random(&mut rng) };
                data.extend(g1(&base.to_affine()));
                data.extend(scalar);
                expected = expected.add(&base.mul_vartime(&Fr::from_uniform_bytes(&scalar)));
                negative += negative_digits(&scalar);
            }
            let outcome = outcome(&code, dialect, &data);
            assert_eq!(point(&outcome), expected, "{dialect:?} {points} {i}");
            let n = points as u64;
            let copies = [3 * 66 * n, 0, 0];
            let images = [0, 33 * n, 33 * n];
            let counted = [
                times(128 + 4 * n, double),
                times(66 * n, add),
                times(3 * n, mixed),
                copies,
                images,
                [0, negative, 0],
            ];
            assert_eq!(executed(&outcome), sum(&counted));
            // What is left is control, the same for all scalars.
            let [adds, subs, muls] = executed(&outcome);
            let left = outcome.gas_used - adds - subs - 3 * muls;
            assert_eq!(*control.get_or_insert(left), left);
            if i == 3 {
                println!(
                    "g1 msm of {points}: {} bytes, {} gas, {dialect:?}",
                    code.len(),
                    outcome.gas_used
                );
            }
        }
    }
    assert!(g1_msm(Dialect::Eip6690, 0).is_err() && g1_msm(Dialect::Eip6690, 9).is_err());
    assert!(g1_msm(Dialect::Eip5843Be, 4).is_err());
}

/// The 48 bytes of coordinates in EIP-2537's 64; none for points at infinity.
fn unpadded(coordinates: &[u8]) -> Option<Vec<u8>> {
    let zero = coordinates.iter().all(|&byte| byte == 0);
    (!zero).then(|| coordinates.chunks(64).flat_map(|padded| padded[16..].to_vec()).collect())
}

/// The programs on the input of a contract of EIP-2537, if they take it: points that are none of
/// them the identity, and pairings of two. What the contract gives then.
fn as_contract(contract: &str, input: &[u8]) -> Option<Vec<u8>> {
    let rules = Rules::of(Dialect::Eip6690);
    let mut data = Vec::new();
    if contract == "bls12-pairing" {
        for pair in input.chunks(384) {
            data.extend(unpadded(&pair[..128])?);
            data.extend(unpadded(&pair[128..])?);
        }
        if data.len() != 576 {
            return None;
        }
        let code = Program::Pairing.code(rules.dialect).expect("the program");
        return Some(returned(&run(&rules, &code, &data, 1_000_000)).to_vec());
    }
    for pair in input.chunks(160) {
        data.extend(unpadded(&pair[..128])?);
        data.extend(&pair[128..]);
    }
    let code = g1_msm(rules.dialect, data.len() / 128).ok()?;
    let sum = point(&run(&rules, &code, &data, 1_000_000));
    if bool::from(sum.is_identity()) {
        return Some(vec![0; 128]);
    }
    Some(g1(&sum.to_affine()).chunks(48).flat_map(|element| [&[0; 16], element].concat()).collect())
}

#[test]
fn eip_2537_has_the_same_results() {
    let mut taken = 0;
    let mut check = |contract: &str, name: &str, input: &[u8], output: &[u8]| {
        if let Some(found) = as_contract(contract, input) {
            assert_eq!(found, output, "{name}");
            taken += 1;
        }
    };
    for case in published::cases(include_str!("../../../vectors/evm-precompiles.txt")) {
        let contract = case.text("contract");
        if matches!(contract, "bls12-g1-msm" | "bls12-pairing") && case.text("output") != "error" {
            check(contract, case.text("name"), &case.bytes("input"), &case.bytes("output"));
        }
    }
    let files = [
        ("eip-2537/msm_G1_bls.json", "bls12-g1-msm"),
        ("eip-2537/pairing_check_bls.json", "bls12-pairing"),
        ("geth/blsG1MultiExp.json", "bls12-g1-msm"),
        ("geth/blsPairing.json", "bls12-pairing"),
    ];
    let mut whole = true;
    for (file, contract) in files {
        let cases = suites::json(&format!("evm-precompiles/{file}"));
        whole &= cases.is_some();
        for case in cases.iter().flat_map(|cases| cases.as_array().expect("a list")) {
            let name = format!("{file}: {}", case["Name"]);
            check(contract, &name, &suites::hex(case, "Input"), &suites::hex(case, "Expected"));
        }
    }
    println!("EIP-2537: {taken} cases");
    assert!(taken >= if whole { 30 } else { 6 }, "{taken}");
}

#[test]
fn two_pairings() {
    let formulas = pairing::Formulas::new();
    let pairing::Formulas { doubling, addition, inverse, product, square, frobenius, frobenius_2 } =
        &formulas;
    let mut rng = ChaCha8Rng::seed_from_u64(31);
    for dialect in WITH_REGISTERS {
        let code = Program::Pairing.code(dialect).expect("the program");
        println!("pairing: {} bytes, {dialect:?}", code.len());
        let mut gas = None;
        for i in 0..3_u32 {
            let [a, b] = [0; 2].map(|_: u8| Fr::from_uniform_bytes(&random(&mut rng)));
            let p = G1::generator().mul_vartime(&a);
            let q = G2::generator().mul_vartime(&b);
            // e(aP, bQ)·e(−abP, Q).
            let other = G1::generator().mul_vartime(&(&a * &b)).neg();
            let wrong = if i == 1 { other.neg() } else { other.add(&G1::generator()) };
            for (other, expected) in [(&other, 1), (&wrong, 0)] {
                let data = [
                    g1(&p.to_affine()),
                    g2(&q.to_affine()),
                    g1(&other.to_affine()),
                    g2(&G2Affine::generator()),
                ]
                .concat();
                let rules = Rules::of(dialect);
                let outcome = if i == 0 {
                    outcome(&code, dialect, &data)
                } else {
                    run(&rules, &code, &data, 1_000_000)
                };
                let mut verdict = [0; 32];
                verdict[31] = expected;
                assert_eq!(returned(&outcome), verdict, "{dialect:?} {i}");
                assert_eq!(
                    *gas.get_or_insert(outcome.gas_used),
                    outcome.gas_used,
                    "gas depends on nothing"
                );
                // 63 doublings and 5 additions, five powers by the seed with as many, a square and
                // nine products beside, copies and signs.
                let counted = [
                    times(63, doubling.counts()),
                    times(5, addition.counts()),
                    times(1, inverse.counts()),
                    times(5 * 63 + 1, square.counts()),
                    times(5 * 5 + 9, product.counts()),
                    times(1, frobenius.counts()),
                    times(2, frobenius_2.counts()),
                    [12 * (9 + 5), 6 * (4 + 5) + 1, 0],
                ];
                assert_eq!(executed(&outcome), sum(&counted));
                let [adds, subs, muls] = executed(&outcome);
                if i == 0 && expected == 1 {
                    println!(
                        "pairing: {} gas: {adds} sums, {subs} differences, {muls} products",
                        outcome.gas_used
                    );
                    let prices = PriceTable::of(dialect).with(384, 2, 7);
                    let dearer = run(&Rules { prices, ..rules }, &code, &data, 1_000_000);
                    let more = adds + subs + 4 * muls;
                    // Transfers cost a product for each element.
                    let transfers = dearer.gas_used - outcome.gas_used - more;
                    assert!(transfers.is_multiple_of(4) && transfers / 4 < 80, "{transfers}");
                }
            }
        }
    }
    // Not only the verdict: a formula on the field is the tower's.
    let values: Vec<Fp> = (2..26_u32).map(Fp::from).collect();
    let fp12 = |values: &[Fp]| {
        let fp2 = |at: usize| curve::bls12_381::Fp2::new(values[at], values[at + 1]);
        let fp6 = |at: usize| curve::bls12_381::Fp6::<FpEngine> {
            c0: fp2(at),
            c1: fp2(at + 2),
            c2: fp2(at + 4),
        };
        curve::bls12_381::Fp12::<FpEngine> { c0: fp6(0), c1: fp6(6) }
    };
    let same = |formula: &evm::evmmax::formula::Formula<_>,
                inputs: &[Fp],
                expected: &curve::bls12_381::Fp12<FpEngine>| {
        let found = formula.evaluate::<FpEngine>(inputs).expect("as many inputs");
        assert!(fp12(&found) == *expected);
    };
    let (a, b) = (fp12(&values), fp12(&values[12..]));
    same(product, &values, &a.mul(&b));
    same(inverse, &values[..12], &a.invert());
    same(frobenius, &values[..12], &a.frobenius());
    same(frobenius_2, &values[..12], &a.frobenius_p2());
    same(square, &values[..12], &a.cyclotomic_sqr());
}

/// x and y of the key that a program returned, hashed as ecrecover does.
fn address(key: &[u8]) -> Vec<u8> {
    if key.is_empty() {
        return Vec::new();
    }
    let mut address = keccak256(key);
    address[..12].fill(0);
    address.to_vec()
}

/// Digits of four bits that are not zero.
fn digits(scalar: &secp256k1::Fr) -> u64 {
    let mut bytes = [0; 32];
    scalar.to_bytes(&mut bytes);
    bytes.iter().map(|byte| u64::from(byte >> 4 != 0) + u64::from(byte & 15 != 0)).sum()
}

#[test]
fn keys_of_signatures() {
    const ORDER: &str = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141";
    let recover::Formulas { scalars, lift, doubling, addition, mixed_addition, affine } =
        &recover::Formulas::new();
    let mut rng = ChaCha8Rng::seed_from_u64(32);
    let word = |value: u8| {
        let mut bytes = [0; 32];
        bytes[31] = value;
        bytes
    };
    let order: [u8; 32] = hex(ORDER).try_into().expect("32 bytes");
    for dialect in WITH_REGISTERS {
        let code = Program::Recover.code(dialect).expect("the program");
        let call = |data: &[u8]| {
            let outcome = outcome(&code, dialect, data);
            assert_eq!(
                address(returned(&outcome)),
                ecrecover(data).expect("it has no errors"),
                "{dialect:?} {data:02x?}"
            );
            outcome
        };
        let sample = call(&Program::Recover.sample(dialect));
        let key =
            secp256k1::Point::generator().mul_vartime(&secp256k1::Fr::from(3_u32)).to_affine();
        let mut expected = [0; 64];
        key.x().to_bytes(&mut expected[..32]);
        key.y().to_bytes(&mut expected[32..]);
        assert_eq!(returned(&sample), expected);
        println!("recover: {} bytes, {} gas, {dialect:?}", code.len(), sample.gas_used);

        // Random r are x of a point every other time; s and the hash may be anything.
        let (mut there, mut control) = (0, None);
        for i in 0..24_u8 {
            let (hash, r, s) = (random(&mut rng), random(&mut rng), random(&mut rng));
            let v = word(27 + (i & 1));
            let outcome = call(&[hash, v, r, s].concat());
            if returned(&outcome).is_empty() {
                continue;
            }
            there += 1;
            let [z, r, s] = [hash, r, s].map(|bytes| secp256k1::Fr::from_uniform_bytes(&bytes));
            let inverse = r.invert();
            let (of_g, of_r) = (digits(&-&(&z * &inverse)), digits(&(&s * &inverse)));
            let [adds, subs, muls] = executed(&outcome);
            let counted = [
                times(1, scalars.counts()),
                times(1, lift.counts()),
                times(7 + 256, doubling.counts()),
                times(7 + of_g, mixed_addition.counts()),
                times(of_r, addition.counts()),
                times(1, affine.counts()),
                [1 + 3 * of_r + 2 * of_g, 0, 0],
            ];
            let [counted_adds, counted_subs, counted_muls] = sum(&counted);
            let negated = subs - counted_subs;
            assert_eq!((adds, muls), (counted_adds, counted_muls));
            assert!(negated <= 1, "the sign of y");
            // A digit that is zero pays POP and a PUSH, and spares a label.
            let left = outcome.gas_used - adds - subs - 2 * muls - 4 * (128 - of_g - of_r);
            assert_eq!(*control.get_or_insert(left), left);
        }
        assert!(there >= 6, "{there} of 24");

        // What ecrecover refuses.
        let good = Program::Recover.sample(dialect);
        let mut less = order;
        less[31] -= 1;
        let with = |at: usize, word: [u8; 32]| {
            let mut data = good.clone();
            data[32 * at..32 * at + 32].copy_from_slice(&word);
            data
        };
        let mut high = word(27);
        high[0] = 1;
        let refused = [
            with(1, word(26)),
            with(1, word(29)),
            with(1, word(0)),
            with(1, [0xff; 32]),
            with(1, high),
            with(2, [0; 32]),
            with(2, order),
            with(2, [0xff; 32]),
            with(3, [0; 32]),
            with(3, order),
            with(3, [0xff; 32]),
            // 5³ + 7 is no square.
            with(2, word(5)),
        ];
        for data in refused {
            assert!(returned(&call(&data)).is_empty(), "{data:02x?}");
        }
        for taken in [
            with(0, [0; 32]),
            with(0, order),
            with(0, [0xff; 32]),
            with(2, word(1)),
            with(3, word(1)),
            with(3, less),
        ] {
            assert_eq!(returned(&call(&taken)).len(), 64);
        }
        // s·R = z·G: the key would be the identity. R = G, s = z.
        let mut x = [0; 32];
        secp256k1::AffinePoint::generator().x().to_bytes(&mut x);
        let parity = secp256k1::AffinePoint::generator().y().sgn0().unwrap_u8();
        assert!(returned(&call(&[word(9), word(27 + parity), x, word(9)].concat())).is_empty());

        if let Some(cases) = suites::json("evm-precompiles/geth/ecRecover.json") {
            let cases = cases.as_array().expect("a list");
            for case in cases {
                let mut data = suites::hex(case, "Input");
                data.resize(128, 0);
                assert_eq!(
                    address(returned(&call(&data))),
                    suites::hex(case, "Expected"),
                    "{}",
                    case["Name"]
                );
            }
            println!("ecRecover: {} published cases", cases.len());
        }
    }
}
