//! Fields.

use core::fmt::Debug;
use core::str::FromStr;
use std::hash::{BuildHasher, RandomState};

use ark_ec::short_weierstrass::SWFlags;
use ark_ec::twisted_edwards::TEFlags;
use ark_ff::{
    AdditiveGroup, BigInteger, CyclotomicMultSubgroup, Field, LegendreSymbol, PrimeField,
    ToConstraintField,
};
use ark_serialize::{Compress, EmptyFlags, Flags};
use ark_std::rand::rngs::StdRng;
use ark_std::rand::{RngCore, SeedableRng};
use curvemark_ark::{bls12_381, bn254};
use num_bigint_0_4::BigUint;

use crate::{bytes, same, same_options, spoilt, two_rngs};

/// Random elements and edges, of both; each pair holds one element.
fn elements<O: Field, T: Field>(count: usize) -> Vec<(O, T)> {
    let (mut ours, mut theirs) = two_rngs(1);
    let mut elements: Vec<_> =
        (0..count).map(|_| (O::rand(&mut ours), T::rand(&mut theirs))).collect();
    elements.extend([(O::ZERO, T::ZERO), (O::ONE, T::ONE), (O::NEG_ONE, T::NEG_ONE)]);
    elements.push((O::from(2u64).inverse().unwrap(), T::from(2u64).inverse().unwrap()));
    elements
}

fn field<O: Field, T: Field>() {
    assert_eq!(O::characteristic(), T::characteristic());
    assert_eq!(O::extension_degree(), T::extension_degree());
    let elements = elements::<O, T>(20);
    for pair in elements.windows(3) {
        let [(a, x), (b, y), (c, z)] = pair else { unreachable!() };
        same(a, x);
        let (mut a, b, mut x, y) = (*a, *b, *x, *y);
        same(&(a + b), &(x + y));
        same(&(a - b), &(x - y));
        same(&(a * b), &(x * y));
        same(&-a, &-x);
        same(&a.double(), &x.double());
        same(&a.square(), &x.square());
        same_options(&a.inverse(), &x.inverse());
        if !b.is_zero() {
            same(&(a / b), &(x / y));
        }
        assert_eq!(a.cmp(&b), x.cmp(&y));
        assert_eq!(a == b, x == y);
        assert_eq!((a.is_zero(), a.is_one()), (x.is_zero(), x.is_one()));
        assert_eq!(a.to_string(), x.to_string());
        assert_eq!(a.legendre(), x.legendre());
        same(&a.pow([3, 1]), &x.pow([3, 1]));
        same(&a.frobenius_map(1), &x.frobenius_map(1));
        same(&O::sum_of_products(&[a, b], &[b, *c]), &T::sum_of_products(&[x, y], &[y, *z]));
        let ours: Vec<_> = a.to_base_prime_field_elements().collect();
        let theirs: Vec<_> = x.to_base_prime_field_elements().collect();
        same(&ours, &theirs);
        assert_eq!(O::from_base_prime_field_elems(ours.clone()), Some(a));
        same(&a.mul_by_base_prime_field(&ours[0]), &x.mul_by_base_prime_field(&theirs[0]));
        same(&O::from_base_prime_field(ours[0]), &T::from_base_prime_field(theirs[0]));
        assert_eq!(O::from_base_prime_field_elems(ours[1..].to_vec()), None);
        assert_eq!(O::from_base_prime_field_elems([ours.clone(), ours].concat()), None);

        // In place and by reference it is the same.
        let sum = a + b;
        assert_eq!(a + &b, sum);
        let mut copy = a;
        copy += b;
        copy -= &b;
        copy *= b;
        assert_eq!(copy, a * b);
        assert_eq!([a, b, *c].iter().sum::<O>(), a + b + c);
        assert_eq!([a, b, *c].into_iter().product::<O>(), a * b * c);
        let hashes = RandomState::new();
        assert_eq!(hashes.hash_one(sum - b), hashes.hash_one(a));
        a.double_in_place();
        x.double_in_place();
        same(&a, &x);
        a.zeroize();
        assert!(a.is_zero());
    }
    same(&O::from(u128::MAX), &T::from(u128::MAX));
    same(&O::from(u64::MAX), &T::from(u64::MAX));
    same(&O::from(7u8), &T::from(7u8));
    same(&O::from(i128::MIN), &T::from(i128::MIN));
    same(&O::from(-7i8), &T::from(-7i8));
    // Its cubic extensions never come back from a `bool`.
    same(&O::from(true), &T::ONE);
    same(&O::from(false), &T::ZERO);
}

/// Square roots: of squares, and none of others. arkworks has none in Fp12.
fn roots<O: Field>() {
    let mut rng = StdRng::seed_from_u64(2);
    let mut squares = 0;
    for _ in 0..6 {
        let a = O::rand(&mut rng);
        let root = a.square().sqrt().unwrap();
        assert!(root == a || root == -a);
        assert_eq!(a.square().legendre(), LegendreSymbol::QuadraticResidue);
        match a.sqrt() {
            Some(root) => {
                assert_eq!(root.square(), a);
                assert!(a.legendre().is_qr());
                squares += 1;
            }
            None => assert!(a.legendre().is_qnr()),
        }
    }
    assert!(squares < 6, "there were only squares");
    assert_eq!(O::ZERO.sqrt(), Some(O::ZERO));
    assert!(O::ZERO.legendre().is_zero());
}

/// Elements from bytes, with flags and without: the same verdict and the same element.
fn random_bytes<O: Field, T: Field, F: Flags>() {
    let mut rng = StdRng::seed_from_u64(3);
    let size = O::ZERO.serialized_size_with_flags::<F>();
    assert_eq!(size, T::ZERO.serialized_size_with_flags::<F>());
    let mut taken = 0;
    for i in 0..300 {
        let mut input = vec![0; size];
        rng.fill_bytes(&mut input);
        if size % 8 == 1 && i % 3 != 0 {
            input[size - 1] &= 0xc0;
        }
        if i % 2 == 0 {
            // Some must be below the modulus.
            let step = size / O::extension_degree() as usize;
            let flags = (0xff00u16 >> F::BIT_SIZE) as u8;
            input.iter_mut().skip(step - 1).step_by(step).for_each(|byte| *byte &= flags | 0x0f);
            if size.is_multiple_of(step) {
                let firsts = input[..size - step].iter_mut();
                firsts.skip(step - 1).step_by(step).for_each(|byte| *byte &= 0x0f);
            }
        }
        let ours = O::from_random_bytes_with_flags::<F>(&input);
        let theirs = T::from_random_bytes_with_flags::<F>(&input);
        let flag = |flags: F| flags.u8_bitmask();
        assert_eq!(ours.map(|(_, f)| flag(f)), theirs.map(|(_, f)| flag(f)));
        same_options(&ours.map(|(a, _)| a), &theirs.map(|(a, _)| a));
        same_options(&O::from_random_bytes(&input), &T::from_random_bytes(&input));

        let ours = O::deserialize_with_flags::<_, F>(&input[..]);
        let theirs = T::deserialize_with_flags::<_, F>(&input[..]);
        if spoilt(&input, size, F::BIT_SIZE) {
            assert!(ours.is_err());
            continue;
        }
        assert_eq!(ours.is_ok(), theirs.is_ok(), "{input:x?}");
        if let (Ok((a, flags)), Ok((x, their_flags))) = (ours, theirs) {
            taken += 1;
            assert_eq!(flag(flags), flag(their_flags));
            same(&a, &x);
            let mut again = Vec::new();
            a.serialize_with_flags(&mut again, flags).unwrap();
            assert_eq!(again, input);
        }
        O::deserialize_with_flags::<_, F>(&input[1..]).map(|_| ()).unwrap_err();
    }
    assert!(taken > 10, "only {taken} were elements");
}

fn prime<O: PrimeField, T: PrimeField>()
where
    <O as FromStr>::Err: Debug,
    <T as FromStr>::Err: Debug,
{
    field::<O, T>();
    roots::<O>();
    random_bytes::<O, T, EmptyFlags>();
    random_bytes::<O, T, SWFlags>();
    random_bytes::<O, T, TEFlags>();
    assert_eq!(O::MODULUS.as_ref(), T::MODULUS.as_ref());
    assert_eq!(O::MODULUS_BIT_SIZE, T::MODULUS_BIT_SIZE);
    assert_eq!(O::MODULUS_MINUS_ONE_DIV_TWO.as_ref(), T::MODULUS_MINUS_ONE_DIV_TWO.as_ref());
    assert_eq!(O::TRACE.as_ref(), T::TRACE.as_ref());
    assert_eq!(O::TRACE_MINUS_ONE_DIV_TWO.as_ref(), T::TRACE_MINUS_ONE_DIV_TWO.as_ref());
    assert_eq!(O::TWO_ADICITY, T::TWO_ADICITY);
    if T::GENERATOR.legendre().is_qnr() {
        same(&O::GENERATOR, &T::GENERATOR);
        same(&O::TWO_ADIC_ROOT_OF_UNITY, &T::TWO_ADIC_ROOT_OF_UNITY);
    }
    assert!(O::GENERATOR.legendre().is_qnr());
    assert_eq!(O::GENERATOR.pow(O::TRACE), O::TWO_ADIC_ROOT_OF_UNITY);
    assert_eq!(O::SMALL_SUBGROUP_BASE, T::SMALL_SUBGROUP_BASE);
    assert_eq!(O::SMALL_SUBGROUP_BASE_ADICITY, T::SMALL_SUBGROUP_BASE_ADICITY);
    same_options(&O::LARGE_SUBGROUP_ROOT_OF_UNITY, &T::LARGE_SUBGROUP_ROOT_OF_UNITY);
    for n in [1, 2, 3, 4, 6, 12, 1 << 10, 1 << 40] {
        if T::GENERATOR.legendre().is_qnr() {
            same_options(&O::get_root_of_unity(n), &T::get_root_of_unity(n));
        }
    }

    let mut rng = StdRng::seed_from_u64(4);
    for length in [0, 1, 7, 31, 32, 33, 48, 64, 100] {
        let mut input = vec![0; length];
        rng.fill_bytes(&mut input);
        same(&O::from_be_bytes_mod_order(&input), &T::from_be_bytes_mod_order(&input));
        same(&O::from_le_bytes_mod_order(&input), &T::from_le_bytes_mod_order(&input));
        same(&O::from(BigUint::from_bytes_be(&input)), &T::from(BigUint::from_bytes_be(&input)));
        let (ours, theirs): (Option<Vec<O>>, Option<Vec<T>>) =
            (input.to_field_elements(), input.to_field_elements());
        same_options(&ours, &theirs);
    }
    for digits in ["0", "12345678901234567890", "-1", "-115792089237316195423570985008687907853"] {
        same(&O::from_str(digits).unwrap(), &T::from_str(digits).unwrap());
    }
    for digits in ["", "-", "x", "1x", "0x1", "--1"] {
        assert!(O::from_str(digits).is_err() && T::from_str(digits).is_err(), "{digits}");
    }
    for (a, x) in elements::<O, T>(10) {
        assert_eq!(a.into_bigint().as_ref(), x.into_bigint().as_ref());
        assert_eq!(format!("{a:?}"), format!("{x:?}"));
        assert_eq!(O::from_bigint(a.into_bigint()), Some(a));
        assert_eq!(<O as Into<BigUint>>::into(a), x.into());
        assert_eq!(a.to_field_elements(), Some(vec![a]));
    }
    // The least integers that are no elements.
    let mut above = O::MODULUS;
    assert_eq!(O::from_bigint(above), None);
    assert!(!above.add_with_carry(&1u64.into()) || O::MODULUS_BIT_SIZE % 64 == 0);
    assert_eq!(O::from_bigint(above), None);
    assert!(std::panic::catch_unwind(|| O::from(O::MODULUS)).is_err());
    assert!(std::panic::catch_unwind(|| O::ONE / O::ZERO).is_err());
    let mut encoding = bytes(&O::ZERO, Compress::Yes);
    for (byte, of) in encoding.iter_mut().zip(O::MODULUS.to_bytes_le()) {
        *byte = of;
    }
    assert!(O::deserialize_compressed(&encoding[..]).is_err());
    assert!(O::rand(&mut rng) != O::rand(&mut rng));
}

#[test]
fn scalars_of_bls12_381() {
    prime::<bls12_381::Fr, ark_bls12_381::Fr>();
}

#[test]
fn coordinates_of_bls12_381() {
    prime::<bls12_381::Fq, ark_bls12_381::Fq>();
}

#[test]
fn scalars_of_bn254() {
    prime::<bn254::Fr, ark_bn254::Fr>();
}

#[test]
fn coordinates_of_bn254() {
    prime::<bn254::Fq, ark_bn254::Fq>();
}

#[test]
fn fields_of_curves_without_a_pairing() {
    use curvemark_ark::{ed25519, secp256k1, secp256r1};

    prime::<secp256k1::Fr, ark_secp256k1::Fr>();
    prime::<secp256k1::Fq, ark_secp256k1::Fq>();
    prime::<secp256r1::Fr, ark_secp256r1::Fr>();
    prime::<secp256r1::Fq, ark_secp256r1::Fq>();
    prime::<ed25519::Fr, ark_ed25519::Fr>();
    prime::<ed25519::Fq, ark_ed25519::Fq>();
}

#[test]
fn fields_of_cycles() {
    use curvemark_ark::{grumpkin, pallas, vesta};

    prime::<pallas::Fr, ark_pallas::Fr>();
    prime::<pallas::Fq, ark_pallas::Fq>();
    // By the names of the other curve of each cycle.
    same(&vesta::Fr::from(-5), &ark_vesta::Fr::from(-5));
    same(&vesta::Fq::from(-5), &ark_vesta::Fq::from(-5));
    same(&grumpkin::Fr::from(-5), &ark_grumpkin::Fr::from(-5));
    same(&grumpkin::Fq::from(-5), &ark_grumpkin::Fq::from(-5));
}

fn quadratic<O: Field, T: Field>() {
    field::<O, T>();
    roots::<O>();
    random_bytes::<O, T, EmptyFlags>();
    random_bytes::<O, T, SWFlags>();
}

#[test]
fn quadratic_extensions() {
    quadratic::<bls12_381::Fq2, ark_bls12_381::Fq2>();
    quadratic::<bn254::Fq2, ark_bn254::Fq2>();
    let (c0, c1) = (bls12_381::Fq::from(2), bls12_381::Fq::from(3));
    let element = bls12_381::Fq2::new(c0, c1);
    assert_eq!((element.c0(), element.c1()), (c0, c1));
    assert_eq!(element.to_field_elements(), Some(vec![c0, c1]));
}

fn sextic<O: Field, T: Field>() {
    field::<O, T>();
    roots::<O>();
    random_bytes::<O, T, EmptyFlags>();
    random_bytes::<O, T, SWFlags>();
    for (a, x) in elements::<O, T>(2) {
        for power in 0..8 {
            same(&a.frobenius_map(power), &x.frobenius_map(power));
        }
    }
}

#[test]
fn extensions_of_degree_six() {
    sextic::<bls12_381::Fq6, ark_bls12_381::Fq6>();
    sextic::<bn254::Fq6, ark_bn254::Fq6>();
    let c = [2, 3, 5].map(bn254::Fq2::from);
    let element = bn254::Fq6::new(c[0], c[1], c[2]);
    assert_eq!(element.coefficients().map(|c| c.into_bigint().0[0]), [2, 0, 3, 0, 5, 0]);
}

fn dodecic<O: CyclotomicMultSubgroup, T: CyclotomicMultSubgroup>() {
    field::<O, T>();
    roots::<O>();
    random_bytes::<O, T, EmptyFlags>();
    random_bytes::<O, T, SWFlags>();
    for (a, x) in elements::<O, T>(2) {
        for power in 0..14 {
            same(&a.frobenius_map(power), &x.frobenius_map(power));
        }
        assert_eq!(a.cyclotomic_inverse().is_some(), x.cyclotomic_inverse().is_some());
        if a.is_zero() {
            continue;
        }
        // Into the cyclotomic subgroup: to the power (p⁶ − 1)(p² + 1).
        let (b, y) = (a.frobenius_map(6) / a, x.frobenius_map(6) / x);
        let (b, y) = (b.frobenius_map(2) * b, y.frobenius_map(2) * y);
        same(&b.cyclotomic_square(), &y.square());
        same_options(&b.cyclotomic_inverse(), &y.inverse());
        same(&b.cyclotomic_exp([5, 7]), &y.pow([5, 7]));
    }
}

#[test]
fn extensions_of_degree_twelve() {
    dodecic::<bls12_381::Fq12, ark_bls12_381::Fq12>();
    dodecic::<bn254::Fq12, ark_bn254::Fq12>();
}

/// p¹² − 1 = 2^s·t and p⁶ − 1 = 2^s·t, and the constants for square roots, again from p.
#[test]
fn constants_of_square_roots() {
    use curvemark_ark::dodecic::Dodecic;

    fn check<C: Dodecic<N>, const N: usize>() {
        use curvemark_ark::dodecic::Fp12;
        use curvemark_ark::prime::Fp;
        use curvemark_ark::quadratic::Fp2;
        use curvemark_ark::sextic::Fp6;

        let p: BigUint = Fp::<C::Prime, N>::MODULUS.into();
        let order = p.pow(12) - 1u8;
        let adicity = order.trailing_zeros().unwrap();
        let trace = &order >> adicity;
        assert_eq!(u64::from(C::TWO_ADICITY), adicity);
        assert_eq!(((&trace - 1u8) >> 1u32).to_u64_digits(), C::TRACE_MINUS_ONE_DIV_TWO);
        let zero = Fp2::<C::Prime, N>::ZERO;
        let w = Fp12::<C, N>::new([zero; 3], [Fp2::ONE, zero, zero]);
        let power = Fp12::new([zero; 3], [zero, C::NONRESIDUE_TO_TRACE, zero]);
        assert_eq!(w.pow(trace.to_u64_digits()), power);
        assert!(w.legendre().is_qnr());

        let order = p.pow(6) - 1u8;
        let adicity = order.trailing_zeros().unwrap();
        let trace = &order >> adicity;
        assert_eq!(u64::from(C::SEXTIC_TWO_ADICITY), adicity);
        assert_eq!(((&trace - 1u8) >> 1u32).to_u64_digits(), C::SEXTIC_TRACE_MINUS_ONE_DIV_TWO);
        // ξ = v³.
        let v = Fp6::<C, N>::new(zero, Fp2::ONE, zero);
        let power = Fp6::new(C::SEXTIC_NONRESIDUE_TO_TRACE, zero, zero);
        assert_eq!((v * v * v).pow(trace.to_u64_digits()), power);
        assert!(v.legendre().is_qnr());
    }

    check::<bls12_381::Bls12_381, 6>();
    check::<bn254::Bn254, 4>();
}
