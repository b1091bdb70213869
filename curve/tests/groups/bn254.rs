//! G1 and G2 of BN254: constants, group laws, multiplication, subgroup and encodings.

// Slow and plain on purpose, and all of it public.
#![allow(clippy::integer_division_remainder_used)]

use crate::{big, engine, lattice, laws};
use curve::bn254::{
    FpModulus, G1, G1_LATTICE, G1Affine, G1Curve, G2, G2_LATTICE, G2Affine, G2Curve, X,
};
use curve::error::PointError;
use curve::field::{Anywhere, Red};
use curve::integer::scalar_to_integer;
use curve::weierstrass::{
    Affine, CurvePoint, Eip196Encoding, Group, Projective, Subgroup, Weierstrass,
};
use limb::Mont;
use num_bigint::{BigInt, BigUint};

use crate::big::{conjugate, gcd, hex, invert, limbs, mul, multiply, pow, sub};
use crate::laws::{order, rng, scalars};

/// Bytes of a coefficient.
const BYTES: usize = 32;

fn x() -> BigUint {
    BigUint::from(X)
}

/// p, r and t from the seed, by their polynomials.
fn p_r_t() -> [BigUint; 3] {
    let x = x();
    let common = 36u32 * x.pow(4) + 36u32 * x.pow(3) + 6u32 * &x + 1u32;
    [&common + 24u32 * x.pow(2), common + 18u32 * x.pow(2), 6u32 * x.pow(2) + 1u32]
}

fn prime(n: &BigUint) -> bool {
    [2u32, 3, 5, 7]
        .iter()
        .all(|&base| BigUint::from(base).modpow(&(n - 1u32), n) == BigUint::from(1u32))
}

#[test]
fn primes_and_cofactors() {
    let [p, r, t] = p_r_t();
    assert!(prime(&p) && prime(&r));
    assert_eq!(p, hex("30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47"));
    assert_eq!(
        BigUint::from_bytes_be(
            &laws::integer(&-Red::<<G1Curve as Group>::Scalar>::one()).to_bytes_be()
        ),
        &r - 1u32
    );
    assert_eq!(big::integers(&-curve::bn254::Fp::one(), BYTES)[0], &p - 1u32);
    assert_eq!(&p + 1u32, &r + &t);
    assert_eq!(<G1Curve as Subgroup>::COFACTOR, [1]);
    assert_eq!(limbs(G2Curve::<curve::bn254::FpEngine>::COFACTOR), 2u32 * &p - &r);
}

#[test]
fn generators_and_coefficients() {
    let [p, r, _] = p_r_t();
    let three = [BigUint::from(3u32), BigUint::ZERO];
    let xi = [BigUint::from(9u32), BigUint::from(1u32)];
    let b_twist = mul(&three, &invert(&xi, &p), &p);
    assert_eq!(big::integers(&<G1Curve as Weierstrass>::b(&()), BYTES), three);
    assert_eq!(big::integers(&<G2Curve as Weierstrass>::b(&()), BYTES), b_twist);
    for k in [1u32, 5, 12] {
        let k1 = Red::<<G1Curve as Weierstrass>::Base>::from(k);
        assert_eq!(<G1Curve as Weierstrass>::times_3b(&k1), k1 * Red::from(9));
        let k2 = Red::new(Red::from(k), Red::from(k + 3));
        assert_eq!(
            <G2Curve as Weierstrass>::times_3b(&k2),
            k2 * <G2Curve as Weierstrass>::b(&()).times(3)
        );
    }
    let g1 = big::point(&G1Affine::generator(), BYTES);
    let g2 = big::point(&G2Affine::generator(), BYTES);
    for (point, b) in [(&g1, three), (&g2, b_twist)] {
        let (x, y) = point.as_ref().unwrap();
        let xxx = mul(&mul(x, x, &p), x, &p);
        assert_eq!(sub(&mul(y, y, &p), &xxx, &p), b);
        assert_eq!(multiply(&r, point, &p), None);
    }
    // EIP-197 gives them in decimal digits.
    let decimal = |digits: &str| BigUint::parse_bytes(digits.as_bytes(), 10).unwrap();
    let (x, y) = g2.unwrap();
    assert_eq!(
        g1.unwrap(),
        ([BigUint::from(1u32), BigUint::ZERO], [BigUint::from(2u32), BigUint::ZERO])
    );
    assert_eq!(
        x,
        [
            decimal(
                "10857046999023057135944570762232829481370756359578518086990519993285655852781"
            ),
            decimal(
                "11559732032986387107991004021392285783925812861821192530917403151452391805634"
            ),
        ]
    );
    assert_eq!(
        y,
        [
            decimal("8495653923123431417604973247489272438418190587263600148770280649306958101930"),
            decimal("4082367875863433681332203403145435568316851327593401208105741076214120093531"),
        ]
    );
}

/// λ of φ and p of ψ, by chords and tangents.
#[test]
fn endomorphisms() {
    let [p, r, _] = p_r_t();
    let one = BigUint::from(1u32);
    let endomorphism = |(x, y): (big::Fp2, big::Fp2)| Some((x, y));
    let g = G1Affine::generator();
    let (ex, ey) = G1Curve::endomorphism(g.x(), g.y());
    let beta = BigUint::from(7u32).modpow(&((&p - 1u32) / 3u32), &p);
    assert!(beta != one);
    let (gx, gy) = big::point(&g, BYTES).unwrap();
    let expected = endomorphism(([&gx[0] * &beta % &p, BigUint::ZERO], gy.clone()));
    assert_eq!(Some((ex, ey)), expected);
    assert_eq!(multiply(&lambda(), &Some((gx, gy)), &p), expected);

    let g = G2Affine::generator();
    let (ex, ey) = G2Curve::endomorphism(g.x(), g.y());
    let xi = [BigUint::from(9u32), one];
    let (gx, gy) = big::point(&g, BYTES).unwrap();
    let power = |k: u32| pow(&xi, &((&p - 1u32) / k), &p);
    let expected = endomorphism((
        mul(&conjugate(&gx, &p), &power(3), &p),
        mul(&conjugate(&gy, &p), &power(2), &p),
    ));
    assert_eq!(Some((ex, ey)), expected);
    assert_eq!(multiply(&(&p % &r), &Some((gx, gy)), &p), expected);
}

/// The endomorphism on affine coordinates, as integers.
trait Big: Group<Base: Anywhere> {
    fn endomorphism(x: &Red<Self::Base>, y: &Red<Self::Base>) -> (big::Fp2, big::Fp2) {
        let (x, y) = Self::endomorphism_xy(x, y);
        (big::integers(&x, BYTES), big::integers(&y, BYTES))
    }
}

impl<C: Group<Base: Anywhere>> Big for C {}

/// 36x³ + 18x² + 6x + 1.
fn lambda() -> BigUint {
    let x = x();
    36u32 * x.pow(3) + 18u32 * x.pow(2) + 6u32 * x + 1u32
}

/// The lattices are those of λ and p, of index r, with these reciprocals, and their parts are
/// short.
#[test]
fn scalars_in_parts() {
    let [p, r, _] = p_r_t();
    let x = BigInt::from(X);
    let one = BigInt::from(1);
    let (two_x, six_xx): (BigInt, BigInt) = (&x * 2, &x * &x * 6);
    let basis_1 = [[&two_x + 1, -(&six_xx + &two_x)], [&six_xx + &x * 4 + 1, &two_x + 1]];
    let times_p = |v: &[BigInt; 4]| [-&v[3], v[0].clone(), &v[1] + &v[3], v[2].clone()];
    let v = [&x + &one, x.clone(), x.clone(), -&two_x];
    let (v1, v2, v3) = (times_p(&v), times_p(&times_p(&v)), times_p(&times_p(&times_p(&v))));
    let basis_2 = [v, v1, v2, v3];
    assert_eq!(lattice::lattice::<2, 2>(&basis_1), G1_LATTICE);
    assert_eq!(lattice::lattice::<4, 2>(&basis_2), G2_LATTICE);
    parts::<G1Curve, 2>(&basis_1, &lambda(), &r);
    parts::<G2Curve, 4>(&basis_2, &(&p % &r), &r);
}

fn parts<C: Group<Base: Anywhere>, const N: usize>(
    basis: &lattice::Basis<N>,
    mu: &BigUint,
    r: &BigUint,
) {
    let (mu, big_r) = (BigInt::from(mu.clone()), BigInt::from(r.clone()));
    assert_eq!(lattice::index(basis), *r);
    let bounds = lattice::bounds(basis);
    assert!(bounds.iter().all(|bound| bound.bits() <= u64::from(C::PART_BITS)));
    assert_eq!(C::PARTS, N);
    for row in basis {
        assert_eq!(
            row.iter().rev().fold(BigInt::ZERO, |sum, a| sum * &mu + a) % &big_r,
            BigInt::ZERO
        );
    }
    let mut scalars = lattice::edges(basis, r);
    let random = scalars.iter().map(|k| (k * k * k + 987_654_321u32) % r).collect::<Vec<_>>();
    scalars.extend(random);
    for k in scalars {
        let parts = C::split(&lattice::limbs(&k)).map(|part| lattice::integer(&part));
        assert!(parts.iter().zip(&bounds).all(|(part, bound)| part.magnitude() <= bound), "{k}");
        assert!(parts[N..].iter().all(|part| *part == BigInt::ZERO));
        let sum = parts.iter().rev().fold(BigInt::ZERO, |sum, part| sum * &mu + part);
        assert_eq!((sum - BigInt::from(k.clone())) % &big_r, BigInt::ZERO, "{k}");
    }
}

/// What the documentation of G2 says of ψ on all of E′(Fp2): it is an integer a there, and f(a) and
/// h(a) have these divisors.
#[test]
fn why_the_subgroup_check_is_one() {
    let [p, r, t] = p_r_t().map(BigInt::from);
    let h2: BigInt = &p * 2 - &r;
    let n = &h2 * &r;
    let gcd = |a: &BigInt| gcd(a.magnitude().clone(), n.magnitude().clone());
    // Aψ + B is the remainder of ψ⁴ − ψ² + 1 by ψ² − tψ + p.
    let power = |c: &[BigInt; 2]| [-(&c[1] * &p), &c[0] + &c[1] * &t];
    let psi = [BigInt::ZERO, BigInt::from(1)];
    let psi_2 = power(&psi);
    let psi_4 = power(&power(&psi_2));
    let (a, b) = (&psi_4[1] - &psi_2[1], &psi_4[0] - &psi_2[0] + 1);
    assert_eq!(a, &t * (&t * &t - &p * 2 - 1));
    assert_eq!(b, &p * &p - &t * &t * &p + &p + 1);
    assert_eq!(gcd(&a), BigUint::from(1u32));
    let inverse = a.modinv(&n).unwrap();
    let a: BigInt = BigInt::ZERO - b * inverse % &n;
    assert_eq!((&a * &a - &t * &a + &p) % &n, BigInt::ZERO);
    assert_eq!((&a - &p) % &r, BigInt::ZERO);
    assert_ne!(&n % (&r * &r), BigInt::ZERO);
    let x = BigInt::from(X);
    let f = (&x + 1) + &x * &a + &x * &a * &a - &x * 2 * &a * &a * &a;
    assert_eq!(BigInt::from(gcd(&f)), r);
    // The same relation in GT: ψ is the power by p on the cyclotomic subgroup, of order p⁴ − p² +
    // 1.
    let order: BigInt = &p * &p * &p * &p - &p * &p + 1;
    let f: BigInt = (&x + 1) + &x * &p + &x * &p * &p - &x * 2 * &p * &p * &p;
    assert_eq!(BigInt::from(big::gcd(f.magnitude().clone(), order.magnitude().clone())), r);
    let h = &x + &x * 3 * &a + &x * &a * &a + &a * &a * &a;
    assert_eq!(&h % &h2, BigInt::ZERO);
    assert_eq!(BigInt::from(gcd(&h)), h2);
}

#[test]
fn group_laws() {
    laws::addition::<G1Curve>();
    laws::addition::<G2Curve>();
}

#[test]
fn multiplications_agree() {
    let [p, r, _] = p_r_t();
    laws::multiplication::<G1Curve>(&lambda());
    laws::multiplication::<G2Curve>(&(p % r));
}

#[test]
fn sums_of_multiples() {
    laws::sums::<G1Curve>();
    laws::sums::<G2Curve>();
}

/// The two word sizes give the same points.
#[test]
fn word_sizes_agree() {
    type W64 = Mont<FpModulus, u64, 4>;
    type W32 = Mont<FpModulus, u32, 8>;
    for k in scalars().iter().step_by(7) {
        let narrow = Projective::<G1Curve<W32>>::generator() * k;
        let wide = Projective::<G1Curve<W64>>::generator() * k;
        assert_eq!(narrow.to_eip196(), wide.to_eip196());
        let narrow = Projective::<G2Curve<W32>>::generator() * k;
        let wide = Projective::<G2Curve<W64>>::generator() * k;
        assert_eq!(narrow.to_eip196(), wide.to_eip196());
        assert!(bool::from(narrow.is_in_subgroup()));
    }
}

/// Points of E′(Fp2) by their x, hardly ever in G2.
fn outside() -> Vec<CurvePoint<G2Curve>> {
    let mut out = Vec::new();
    for i in 0.. {
        let x = Red::new(Red::from(i), Red::from(i * i + 1));
        let (y, exists) = (x.sqr() * x + <G2Curve as Weierstrass>::b(&())).sqrt();
        if bool::from(exists) {
            out.push(CurvePoint::from_xy(x, y).unwrap());
        }
        if out.len() == 8 {
            return out;
        }
    }
    unreachable!()
}

#[test]
fn subgroup_and_cofactor() {
    let [_, r, _] = p_r_t();
    let r_limbs = r.to_u64_digits();
    let slow = |p: &CurvePoint<G2Curve>| bool::from(p.mul_integer_vartime(&r_limbs).is_identity());
    let h2 = <G2Curve as Subgroup>::COFACTOR;
    let h2_big = limbs(h2);
    for p in outside() {
        assert!(!slow(&p));
        assert_eq!(p.check_subgroup(), Err(PointError::NotInSubgroup));
        let inside = p.clear_cofactor();
        assert!(!bool::from(inside.is_identity()));
        assert!(bool::from(inside.is_in_subgroup()) && slow(&inside.into()));
        let torsion = p.mul_integer_vartime(&r_limbs);
        assert!(bool::from(torsion.mul_integer_vartime(h2).is_identity()));
        assert!(bool::from(torsion.clear_cofactor().is_identity()));
        assert!(!bool::from(torsion.is_in_subgroup()));
        assert!(bool::from(p.mul_integer_vartime(h2).is_in_subgroup()));
        let mixed = torsion.add(&CurvePoint::from(G2::generator()));
        assert!(!bool::from(mixed.is_in_subgroup()) && !slow(&mixed));
        // Points of the small orders that divide h₂ = 10069 · 5864401 · …
        for small in [10_069u32, 5_864_401] {
            assert_eq!(&h2_big % small, BigUint::ZERO);
            let point = torsion.mul_integer_vartime(&(&h2_big / small).to_u64_digits());
            assert!(!bool::from(point.is_identity()) && !bool::from(point.is_in_subgroup()));
            let mixed = point.add(&CurvePoint::from(G2::generator()));
            assert!(!bool::from(mixed.is_in_subgroup()));
            assert!(bool::from(point.clear_cofactor().is_identity()));
        }
    }
    assert!(bool::from(CurvePoint::<G2Curve>::identity().is_in_subgroup()));
    assert!(bool::from(G1::generator().is_in_subgroup()));
}

/// Sums of encodings are those of the complete formulas, of equal and opposite points and the
/// identity.
fn sums_of_encodings<C: Eip196Encoding<Base: Anywhere>>(mut points: Vec<CurvePoint<C>>) {
    let add =
        |p: &[u8], q: &[u8]| Affine::<C>::add_eip196_vartime(p, q).map(|sum| sum.as_ref().to_vec());
    points.push(CurvePoint::identity());
    points.extend(points.clone().iter().map(CurvePoint::neg));
    let encodings: Vec<_> = points.iter().map(CurvePoint::to_eip196).collect();
    for (p, p_bytes) in points.iter().zip(&encodings) {
        for (q, q_bytes) in points.iter().zip(&encodings) {
            assert_eq!(
                add(p_bytes.as_ref(), q_bytes.as_ref()),
                Ok(p.add(q).to_eip196().as_ref().to_vec())
            );
        }
    }
    let bytes = encodings[0].as_ref();
    let mut off_curve = bytes.to_vec();
    *off_curve.last_mut().unwrap() ^= 1;
    for (bad, reason) in
        [(off_curve.as_slice(), PointError::NotOnCurve), (&bytes[1..], PointError::Length)]
    {
        assert_eq!(add(bad, bytes), Err(reason));
        assert_eq!(add(bytes, bad), Err(reason));
        assert_eq!(add(bad, &[]), Err(reason));
    }
}

#[test]
fn sums_of_encodings_are_sums() {
    engine::hold().on_each(|_| {
        let g = G1::generator();
        sums_of_encodings::<G1Curve>(vec![g.into(), g.double().into()]);
        sums_of_encodings::<G2Curve>(outside());
    });
}

fn encodings<C: Eip196Encoding<Base: Anywhere, Scalar = curve::bn254::FrEngine>>() {
    let size = C::BYTES.as_ref().len();
    let g = Projective::<C>::generator();
    for p in laws::points::<C>() {
        let bytes = p.to_eip196();
        assert_eq!(Projective::<C>::from_eip196(bytes.as_ref()), Ok(p));
        assert_eq!(Affine::<C>::from_eip196_unchecked_subgroup(bytes.as_ref()), Ok(p.into()));
        let long = [bytes.as_ref(), &[0]].concat();
        for length in (0..size).chain([size + 1]) {
            assert_eq!(Affine::<C>::from_eip196(&long[..length]), Err(PointError::Length));
        }
    }
    assert!(Projective::<C>::identity().to_eip196().as_ref().iter().all(|&byte| byte == 0));
    let edit = |edit: &dyn Fn(&mut [u8])| {
        let mut bytes = g.to_eip196();
        edit(bytes.as_mut());
        Affine::<C>::from_eip196(bytes.as_ref())
    };
    for i in 0..size {
        assert!(edit(&|b| b[i] ^= 1).is_err());
    }
    assert_eq!(edit(&|b| b[size - 1] ^= 1), Err(PointError::NotOnCurve));
    // A coordinate and p, and all bits.
    let [p, _, _] = p_r_t();
    for start in (0..size).step_by(BYTES) {
        let bytes = g.to_eip196();
        let plus_p =
            (BigUint::from_bytes_be(&bytes.as_ref()[start..start + BYTES]) + &p).to_bytes_be();
        for value in [plus_p, p.to_bytes_be(), vec![0xff; BYTES]] {
            assert_eq!(
                edit(&|b| b[start..start + BYTES].copy_from_slice(&value)),
                Err(PointError::NotCanonical)
            );
        }
    }
    // Zeros in one coordinate alone are no identity.
    assert_eq!(edit(&|b| b[..size / 2].fill(0)), Err(PointError::NotOnCurve));
    assert_eq!(edit(&|b| b[size / 2..].fill(0)), Err(PointError::NotOnCurve));
}

#[test]
fn encodings_are_canonical() {
    encodings::<G1Curve>();
    encodings::<G2Curve>();
    for p in outside() {
        let bytes = p.to_eip196();
        assert_eq!(G2Affine::from_eip196(&bytes), Err(PointError::NotInSubgroup));
        assert_eq!(G2Affine::from_eip196_unchecked_subgroup(&bytes), Ok(p));
    }
    // The coefficients in the other order.
    let mut bytes = G2::generator().to_eip196();
    for half in bytes.chunks_exact_mut(64) {
        half.rotate_left(32);
    }
    assert_eq!(G2Affine::from_eip196(&bytes), Err(PointError::NotOnCurve));
}

/// Splitting takes what scalars give.
#[test]
fn the_largest_scalar() {
    let k = -Red::<<G1Curve as Group>::Scalar>::one();
    let integer = limbs(&scalar_to_integer(&k));
    assert_eq!(integer, order::<<G1Curve as Group>::Scalar>() - 1u32);
    let mut rng = rng();
    let p = G1::generator() * Red::random(&mut rng);
    assert_eq!(p * k, -p);
    let q = G2::generator() * Red::random(&mut rng);
    assert_eq!(q * k, -q);
}
