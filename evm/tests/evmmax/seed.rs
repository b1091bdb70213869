//! The seed's program: its four figures, its closed formula, its outputs; and the same product in
//! dialects with registers.
//!
//! The figures are those of "EVMMAX: BLS12-381 G1 multiplication" (2023): rows evmmax-eip5843 and
//! evmmax-asm384, gas without that of the transaction. Its script passed the scalar alone, so that
//! the point was (0, 0); with a point of G1 the group order gives the identity, which ends by
//! another branch.

use curve::bls12_381::{Fp, FpEngine, Fr, G1, G1Curve};
use curve::weierstrass::Group;
use evm::evmmax::machine::{End, Outcome, run};
use evm::evmmax::programs::{g1_glv, g1_mul};
use evm::evmmax::{Backend, Dialect, PriceTable, Rules};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::hex;

const ORDER: &str = "73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001";

/// The seed of BLS12-381, squared: what the endomorphism multiplies by.
pub(crate) const X2: u128 = 0xd201_0000_0001_0000 * 0xd201_0000_0001_0000;

/// x and y of \[k\]G.
pub(crate) fn affine(k: u32) -> [Fp; 2] {
    let generator = G1Curve::<FpEngine>::generator(&()).to_projective();
    let point = generator.mul_vartime(&Fr::from(k));
    let [x, y, z] = point.coordinates();
    let inverse = z.invert();
    [x * &inverse, y * &inverse]
}

fn bytes(value: &Fp, little_endian: bool) -> [u8; 48] {
    let mut bytes = [0; 48];
    value.to_bytes(&mut bytes);
    if little_endian {
        bytes.reverse();
    }
    bytes
}

/// The program on a scalar and a point.
pub(crate) fn multiply(
    code: &[u8],
    rules: &Rules,
    scalar: &[u8; 32],
    point: Option<[Fp; 2]>,
) -> Outcome {
    let mut data = scalar.to_vec();
    for coordinate in point.iter().flatten() {
        data.extend(bytes(coordinate, rules.dialect == Dialect::Eip5843Le));
    }
    run(rules, code, &data, 1_000_000)
}

fn gas(code: &[u8], rules: &Rules, scalar: &[u8; 32], point: Option<[Fp; 2]>) -> u64 {
    let outcome = multiply(code, rules, scalar, point);
    assert!(matches!(outcome.end, End::Returned(_)), "{:?}", outcome.end);
    outcome.gas_used
}

fn scalar(digits: &str) -> [u8; 32] {
    hex(digits).try_into().expect("32 bytes")
}

/// Leading zeros, ones and other zeros of the 255 bits that count.
fn bits(scalar: &[u8; 32]) -> [u64; 3] {
    let mut below = *scalar;
    below[0] &= 0x7f;
    let leading = below.iter().take_while(|&&byte| byte == 0).count();
    let leading =
        8 * leading as u32 + below.get(leading).map_or(0, |byte| byte.leading_zeros()) - 1;
    let ones: u32 = below.iter().map(|byte| byte.count_ones()).sum();
    [leading.into(), ones.into(), u64::from(255 - leading - ones)]
}

/// The closed formula of the four figures, extended by the 30 gas of a leading zero.
fn closed_formula(scalar: &[u8; 32], a: u64, m: u64) -> u64 {
    let [leading, ones, zeros] = bits(scalar);
    let steps = ones + zeros;
    let control = 452 + 30 * leading + 70 * ones + 60 * zeros;
    control + m * (7 + 9 * steps + 14 * ones) + a * (4 + 12 * steps + 25 * ones)
}

#[test]
fn the_four_figures() {
    let (worst, order) = ([0xff; 32], scalar(ORDER));
    for (dialect, prices, figures) in [
        (Dialect::Eip5843Be, PriceTable::EIP5843, [60_668, 46_632]),
        (Dialect::Eip5843Le, PriceTable::ASM384, [39_485, 31_862]),
    ] {
        let code = g1_mul::seed(dialect).expect("the program");
        for backend in Backend::ALL {
            let rules = Rules { prices, backend, ..Rules::of(dialect) };
            // As the script ran it.
            let measured = [&worst, &order].map(|scalar| gas(&code, &rules, scalar, None));
            assert_eq!(measured, figures, "{dialect:?} {backend:?}");
        }
        let rules = Rules { prices, ..Rules::of(dialect) };
        assert_eq!(gas(&code, &rules, &worst, Some(affine(1))), figures[0]);
        // The identity: two products and one JUMPDEST less. The reference measured these on the
        // published code as well.
        let identity = [46_623, 31_857][usize::from(dialect == Dialect::Eip5843Le)];
        assert_eq!(gas(&code, &rules, &order, Some(affine(1))), identity);
        let executed = multiply(&code, &rules, &worst, None).executed;
        assert_eq!(
            [executed.adds, executed.subs, executed.muls, executed.to_mont],
            [7909, 1530, 5868, 4]
        );
        let executed = multiply(&code, &rules, &order, None).executed;
        assert_eq!(
            [executed.adds, executed.subs, executed.muls, executed.to_mont],
            [5489, 925, 4174, 4]
        );
    }
}

#[test]
fn the_closed_formula_holds_for_random_scalars_and_other_prices() {
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    let dialect = Dialect::Eip5843Be;
    let code = g1_mul::seed(dialect).expect("the program");
    let mut leading = 0;
    for i in 0..1_000_u64 {
        let mut scalar = [0; 32];
        rng.fill_bytes(&mut scalar);
        if i < 32 {
            scalar[..i as usize].fill(0);
            scalar[31] |= 1;
        }
        leading += bits(&scalar)[0];
        let [a, m] = match i & 3 {
            0 => [2, 4],
            1 => [1, 2],
            2 => [1, 3],
            _ => [u64::from(rng.next_u32() & 31), u64::from(rng.next_u32() & 63)],
        };
        let prices = PriceTable::EIP5843.with(384, a, m);
        // Arithmetic costs time and no gas; (0, 0) never ends in the identity.
        let rules = Rules { prices, backend: Backend::Null, ..Rules::of(dialect) };
        assert_eq!(
            gas(&code, &rules, &scalar, None),
            closed_formula(&scalar, a, m),
            "{scalar:02x?} {a} {m}"
        );
    }
    assert!(leading > 1_000, "leading zeros are among them");
    assert_eq!(closed_formula(&[0xff; 32], 2, 4), 60_668);
    let rules = Rules::of(dialect);
    let mut most = PriceTable::EIP5843;
    most.row_mut(384).set_up += 1_000;
    let dearer = Rules { prices: most, ..rules };
    assert_eq!(gas(&code, &dearer, &[0xff; 32], None), 61_668);
}

/// X, Y, Z that a program returned.
pub(crate) fn returned(outcome: &Outcome, little_endian: bool) -> Vec<Fp> {
    let End::Returned(bytes) = &outcome.end else { panic!("{outcome:?}") };
    let element = |bytes: &[u8]| {
        let mut bytes = bytes.to_vec();
        if little_endian {
            bytes.reverse();
        }
        let (value, canonical) = Fp::from_bytes(&bytes);
        assert!(bool::from(canonical));
        value
    };
    bytes.chunks(48).map(element).collect()
}

pub(crate) fn same(left: &[Fp], right: &G1) -> bool {
    let right = right.coordinates();
    left.iter().any(|a| *a != Fp::zero())
        && (0..3).all(|i| (0..3).all(|j| &left[i] * right[j] == &left[j] * right[i]))
}

#[test]
fn outputs_are_the_multiples() {
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    let generator = G1Curve::<FpEngine>::generator(&()).to_projective();
    let mut programs = Vec::new();
    for dialect in Dialect::ALL {
        if dialect.in_memory() {
            programs.push((dialect, g1_mul::seed(dialect).expect("the program")));
        } else {
            programs.push((dialect, g1_mul::tight(dialect).expect("the program")));
            programs.push((dialect, g1_glv(dialect).expect("the program")));
        }
    }
    let mut scalars: Vec<[u8; 32]> = vec![scalar(ORDER), [0; 32], [0xff; 32]];
    for k in [1, 2, 3] {
        let mut small = [0; 32];
        small[31] = k;
        scalars.push(small);
    }
    let mut less = scalar(ORDER);
    less[31] = 0;
    scalars.push(less);
    // x², multiples of it, and one less: where the parts are zero or largest.
    for k in [X2, X2 - 1, X2 + 1, 16, 31, 32, 1 << 127] {
        let mut split = [0; 32];
        split[16..].copy_from_slice(&k.to_be_bytes());
        scalars.push(split);
    }
    for _ in 0..8 {
        let mut random = [0; 32];
        rng.fill_bytes(&mut random);
        scalars.push(random);
    }
    for scalar in scalars {
        for (dialect, code) in &programs {
            let mut counted = scalar;
            if dialect.in_memory() {
                counted[0] &= 0x7f;
            }
            // The integer modulo r, as `curve` reduces it.
            let k = Fr::from_uniform_bytes(&counted);
            let base = affine(7);
            let seven = generator.mul_vartime(&Fr::from(7_u32));
            let expected = seven.mul_vartime(&k);
            for backend in [Backend::Generic, Backend::Fixed, Backend::Adx, Backend::Recognised] {
                let rules = Rules { backend, ..Rules::of(*dialect) };
                let outcome = multiply(code, &rules, &scalar, Some(base));
                let point = returned(&outcome, *dialect == Dialect::Eip5843Le);
                if point.len() == 2 {
                    assert!(point.iter().all(|a| *a == Fp::zero()));
                    assert_eq!(*expected.coordinates()[2], Fp::zero(), "{dialect:?} {scalar:02x?}");
                } else {
                    assert!(same(&point, &expected), "{dialect:?} {backend:?} {scalar:02x?}");
                }
            }
        }
    }
}

#[test]
fn the_tight_program_costs_half() {
    let code = g1_mul::tight(Dialect::Eip6690).expect("the program");
    assert!(code.len() < 700, "{} bytes", code.len());
    let rules = Rules::of(Dialect::Eip6690);
    let [worst, order] =
        [[0xff; 32], scalar(ORDER)].map(|scalar| multiply(&code, &rules, &scalar, Some(affine(1))));
    // One loop of 256: the formulas' operations, and control that is the same for each bit but for
    // the jump's target.
    let formulas = |ones: u64| {
        let products = 256 * 9 + 13 * ones;
        let sums = 256 * 9 + 13 * ones;
        [products, sums]
    };
    for (outcome, ones) in [(&worst, 256), (&order, 134)] {
        let executed = outcome.executed;
        assert_eq!([executed.muls, executed.adds + executed.subs], formulas(ones));
        let [products, sums] = formulas(ones);
        // SETMODX 1 + 39 and 16 registers of 48 bytes beside 352 bytes of memory: 107 − 33 by
        // words; STOREX of 6, LOADX of 3.
        let expected = 3 * products + sums + 40 + (105 + 2 - 33) + (1 + 18) + (1 + 9);
        assert_eq!(executed.gas, expected);
    }
    println!("tight: {} bytes, {} and {} gas", code.len(), worst.gas_used, order.gas_used);
}
