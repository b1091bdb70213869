//! One formula, three ways: on the field, by its operations, as code. And what the assembler
//! refuses.

use curve::bls12_381::{Fp, FpEngine, FpModulus, G1, G1Curve};
use curve::field::Red;
use curve::weierstrass::Group;
use evm::evmmax::assembler::{Assembler, Error, MAX_CODE, is_safe, op, safe_register};
use evm::evmmax::formula::{Constant, Counts, Formula, Shape};
use evm::evmmax::machine::{End, run};
use evm::evmmax::programs::g1_mul::{AS_PRINTED, addition, doubling, mixed_addition};
use evm::evmmax::{Dialect, Operation, Rules, Vector};
use limb::Modulus;

/// [k]G as a projective point with a Z that is not one.
fn multiple(k: u32) -> G1 {
    (1..k).fold(G1Curve::<FpEngine>::generator(&()).to_projective(), |sum, _| {
        sum.add(&G1Curve::<FpEngine>::generator(&()).to_projective())
    })
}

fn xyz(point: &G1) -> Vec<Fp> {
    point.coordinates().map(|a| *a).to_vec()
}

/// Runs a formula as code in a dialect with registers, and checks that what was executed is what
/// was counted.
fn as_code<C: Clone + PartialEq>(
    formula: &Formula<C>,
    inputs: &[Fp],
    small: impl Fn(&Constant<C>) -> u32,
) -> Vec<Fp> {
    let constants: Vec<Fp> =
        formula.constants().iter().map(|constant| Fp::from(small(constant))).collect();
    let mut code = Assembler::new(Dialect::Eip6690);
    // The modulus and all values come as call data: 48 bytes each. Behind them is room for outputs.
    let values = [inputs, &constants].concat();
    let all = values.len() as u64;
    code.push(48 * (all + 6)).push(0).push(0).ops(&[op::CALLDATACOPY]);
    code.push(64).push(48).push(0).push(0).extended(Operation::SetMod);
    code.push(all).push(48).push(0).extended(Operation::Store);
    let places: Vec<u8> = (0..inputs.len()).filter_map(safe_register).collect();
    let free: Vec<u8> = (values.len()..values.len() + 12).filter_map(safe_register).collect();
    let mut next = inputs.len();
    let constant = |_: &Constant<C>| {
        next += 1;
        safe_register(next - 1)
    };
    let outputs =
        formula.emit(&mut code, &places, constant, &free, None).expect("registers enough");
    for (i, &output) in outputs.iter().enumerate() {
        code.push(1).push(output.into()).push(48 * i as u64).extended(Operation::Load);
    }
    code.push(48 * outputs.len() as u64).push(0).ops(&[op::RETURN]);
    let code = code.finish().expect("code");

    let mut data: Vec<u8> =
        FpModulus::P[..6].iter().rev().flat_map(|word| word.to_be_bytes()).collect();
    for value in &values {
        let mut bytes = [0; 48];
        value.to_bytes(&mut bytes);
        data.extend(bytes);
    }
    let outcome = run(&Rules::of(Dialect::Eip6690), &code, &data, 100_000);
    let executed = outcome.executed;
    let Counts { adds, subs, muls } = formula.counts();
    assert_eq!([executed.adds, executed.subs, executed.muls], [adds, subs, muls]);
    let End::Returned(bytes) = outcome.end else { panic!("{outcome:?}") };
    bytes.chunks(48).map(|bytes| Fp::from_bytes(bytes).0).collect()
}

fn small<C>(constant: &Constant<C>) -> u32 {
    match constant {
        Constant::Small(value) => *value,
        Constant::Element(_) => panic!("these formulas have small constants alone"),
    }
}

/// Equal as points: by cross products.
fn same(left: &[Fp], right: &[Fp]) -> bool {
    (0..3).all(|i| (0..3).all(|j| &left[i] * &right[j] == &left[j] * &right[i]))
}

#[test]
fn three_ways_agree() {
    let shapes =
        [true, false].map(|karatsuba| [0, 1, 3, 8].map(|most_sums| Shape { karatsuba, most_sums }));
    for shape in shapes.into_iter().flatten() {
        let (p, q) = (multiple(5), multiple(3));
        let affine = xyz(&G1Curve::<FpEngine>::generator(&()).to_projective());
        let cases = [
            (doubling(shape), xyz(&p), p.double()),
            (addition(shape), [xyz(&p), xyz(&q)].concat(), p.add(&q)),
            (addition(shape), [xyz(&p), xyz(&p)].concat(), p.double()),
            (addition(shape), [xyz(&p), xyz(&p.neg())].concat(), G1::identity_in(&())),
            (mixed_addition(shape), [xyz(&p), affine[..2].to_vec()].concat(), multiple(6)),
        ];
        for (formula, inputs, expected) in cases {
            let evaluated =
                formula.evaluate::<FpEngine>(&inputs).expect("as many inputs as recorded");
            assert!(same(&evaluated, &xyz(&expected)), "{shape:?}");
            assert!(evaluated.iter().any(|a| *a != Fp::zero()));
            assert_eq!(as_code(&formula, &inputs, small), evaluated, "{shape:?}");
        }
    }
}

#[test]
fn as_printed_they_are_the_papers_algorithms() {
    // ePrint 2015/1060, algorithms 9, 7 and 8 with their products by 3b: 9 and 9, 14 and 19, 13 and
    // 13 and the sums of 3X.
    assert_eq!(doubling(AS_PRINTED).counts(), Counts { adds: 8, subs: 1, muls: 9 });
    assert_eq!(addition(AS_PRINTED).counts(), Counts { adds: 14, subs: 5, muls: 14 });
    let mixed = mixed_addition(AS_PRINTED).counts();
    assert_eq!((mixed.muls, mixed.adds + mixed.subs), (13, 13));
}

/// (X : Y : Z) of (X/Z², Y/Z³).
fn of_jacobian(values: &[Fp]) -> Vec<Fp> {
    let [x, y, z] = [0, 1, 2].map(|i| &values[i]);
    vec![x * z, *y, &z.sqr() * z]
}

#[test]
fn jacobian_formulas_agree_and_have_their_counts() {
    use evm::evmmax::programs::g1_jacobian::{
        doubling, first_doubling, homogeneous, mixed_addition, next_multiple, scaled,
    };
    let affine = |k: u32| -> [Fp; 2] {
        let [x, y, z] = multiple(k).coordinates().map(|a| *a);
        let inverse = z.invert();
        [&x * &inverse, &y * &inverse]
    };
    let with_z = |k: u32, z: &Fp| -> [Fp; 2] {
        let [x, y] = affine(k);
        [&x * &z.sqr(), &y * &(&z.sqr() * z)]
    };
    let z = Fp::from(5_u32);
    let [p, q] = [with_z(5, &z), with_z(3, &z)];
    let one = affine(1);
    let both_ways = |formula: &Formula<_>, inputs: &[Fp]| {
        let evaluated = formula.evaluate::<FpEngine>(inputs).expect("as many inputs as recorded");
        assert_eq!(as_code(formula, inputs, small), evaluated);
        evaluated
    };
    let point = |x: &Fp, y: &Fp, z: &Fp| of_jacobian(&[*x, *y, *z]);
    let twice = both_ways(&doubling(), &[p[0], p[1], z]);
    assert!(same(&of_jacobian(&twice), &xyz(&multiple(10))));
    let sum = both_ways(&mixed_addition(), &[p[0], p[1], z, one[0], one[1]]);
    assert!(same(&of_jacobian(&sum), &xyz(&multiple(6))));
    // Opposite points: Z = 0, and a Y that is not.
    let none = both_ways(&mixed_addition(), &[one[0], one[1], Fp::one(), one[0], -&one[1]]);
    assert!(none[2] == Fp::zero() && none[1] != Fp::zero());
    let [x, y, common, of_x, of_y] =
        both_ways(&first_doubling(), &one).try_into().expect("five values");
    assert!(same(&point(&x, &y, &common), &xyz(&multiple(2))));
    assert!(same(&point(&of_x, &of_y, &common), &xyz(&multiple(1))));
    let [x, y, ratio, of_x, of_y] =
        both_ways(&next_multiple(), &[p, q].concat()).try_into().expect("five values");
    let next = &z * &ratio;
    assert!(same(&point(&x, &y, &next), &xyz(&multiple(8))));
    assert!(same(&point(&of_x, &of_y, &next), &xyz(&multiple(5))));
    assert_eq!(both_ways(&scaled(), &[one[0], one[1], z]), with_z(1, &z));
    assert_eq!(both_ways(&homogeneous(), &[p[0], z]), [&p[0] * &z, &z.sqr() * &z]);
    for (formula, products, sums) in [
        (doubling(), 7, 8),
        (mixed_addition(), 11, 7),
        (first_doubling(), 10, 8),
        (next_multiple(), 6, 7),
        (scaled(), 4, 0),
        (homogeneous(), 3, 0),
    ] {
        let Counts { adds, subs, muls } = formula.counts();
        assert_eq!((muls, adds + subs), (products, sums));
    }
}

#[test]
fn signs_zeros_and_ones_cost_nothing() {
    let shape = Shape { karatsuba: false, most_sums: 3 };
    let formula = Formula::record::<FpEngine>(shape, 2, |values| {
        let [x, y] = [&values[0], &values[1]];
        let ctx = x.ctx();
        let (zero, one) = (Red::zero_in(&ctx), Red::one_in(&ctx));
        // (−x)(−y)·1 + 0, and twice the same product.
        let product = &(-x) * &(-y);
        let again = &(y * x) * &one;
        vec![&product + &zero, &product - &again, -&(&zero - x)]
    });
    assert_eq!(formula.counts(), Counts { adds: 0, subs: 1, muls: 1 });
    let (x, y) = (Fp::from(7), Fp::from(9));
    let outputs = formula.evaluate::<FpEngine>(&[x, y]).expect("two inputs");
    assert_eq!(outputs, [Fp::from(63), Fp::zero(), Fp::from(7)]);
    assert_eq!(as_code(&formula, &[x, y], small), outputs);
    assert!(formula.evaluate::<FpEngine>(&[x]).is_none());
    // A negative output is one difference.
    let negative = Formula::record::<FpEngine>(shape, 1, |values| vec![-&values[0]]);
    assert_eq!(negative.counts(), Counts { adds: 0, subs: 1, muls: 0 });
    assert_eq!(as_code(&negative, &[x], small), [-&x]);
}

#[test]
fn registers_run_out_and_targets_are_taken() {
    let formula = addition(AS_PRINTED);
    let emit = |free: &[u8], targets: Option<&[u8]>| {
        let mut code = Assembler::new(Dialect::Eip6690);
        formula.emit(&mut code, &[0, 1, 2, 3, 4, 5], |_| Some(6), free, targets).map(|_| ())
    };
    let nine: Vec<u8> = (7..16).collect();
    assert_eq!(emit(&nine, None), Ok(()));
    assert_eq!(emit(&nine[..6], None), Err(Error::Registers));
    assert_eq!(emit(&nine, Some(&[0, 1, 2])), Ok(()), "inputs die before the last layer");
    assert_eq!(emit(&nine, Some(&[0, 1])), Err(Error::Registers));
    assert_eq!(emit(&nine, Some(&[0, 0, 1])), Err(Error::Registers), "two outputs in one place");
}

#[test]
fn immediates_never_look_like_jumps() {
    let numbers: Vec<u8> = (0..256).filter_map(safe_register).collect();
    assert_eq!(numbers.len(), 256 - 33);
    assert!(
        numbers
            .iter()
            .all(|&number| is_safe(number) && number != 0x5b && !(0x60..=0x7f).contains(&number))
    );
    for bad in [0x5b, 0x60, 0x7f] {
        let mut code = Assembler::new(Dialect::Eip6690);
        code.vector(Operation::Add, &Vector::one(0, bad, 1));
        assert_eq!(code.finish(), Err(Error::Immediate(bad)));
    }
}

#[test]
fn labels_limits_and_what_dialects_lack() {
    let mut code = Assembler::new(Dialect::Eip6690);
    let label = code.label();
    code.push_label(label).ops(&[op::JUMP]).bind(label);
    assert_eq!(code.clone().finish(), Ok(vec![op::PUSH2, 0, 4, op::JUMP, op::JUMPDEST]));
    assert_eq!(code.bind(label).clone().finish(), Err(Error::Label));
    let mut unbound = Assembler::new(Dialect::Eip6690);
    let label = unbound.label();
    unbound.push_label(label);
    assert_eq!(unbound.finish(), Err(Error::Label));
    for (length, fits) in [(MAX_CODE, true), (MAX_CODE + 1, false)] {
        let mut long = Assembler::new(Dialect::Eip6690);
        long.ops(&vec![op::JUMPDEST; length]);
        assert_eq!(long.finish().is_ok(), fits);
    }
    let mut lacking = Assembler::new(Dialect::Eip6690);
    lacking.extended(Operation::ToMont);
    assert_eq!(lacking.finish(), Err(Error::Operation));
    let mut counts = Assembler::new(Dialect::Eip5843Be);
    counts.vector(Operation::Add, &Vector { count: 2, ..Vector::one(0, 1, 2) });
    assert_eq!(counts.finish(), Err(Error::Vector));
    let mut push = Assembler::new(Dialect::Eip6690);
    push.push(0).push(255).push(256).push(u64::MAX);
    let expected = [&[0x60, 0, 0x60, 255, 0x61, 1, 0, 0x67][..], &[255; 8]].concat();
    assert_eq!(push.finish(), Ok(expected));
}
