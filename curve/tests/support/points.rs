//! What the pairing tests share: engines, and multiples of the generators by affine arithmetic that
//! shares nothing with the loop.
#![allow(dead_code)]

use curve::bls12_381::{BaseEngine, Bls12381, FpModulus};
use curve::field::{Anywhere, Red};
use curve::pairing::{Gt, MillerPair, final_exponentiation, multi_miller_loop};
use curve::tower::{Fp2Of, Tower};
use limb::Mont;

/// 64-bit words.
pub type Engine64 = Mont<FpModulus, u64, 6>;
/// 32-bit words.
pub type Engine32 = Mont<FpModulus, u32, 12>;

/// The affine coordinates of a point.
pub type Point<F> = [Red<F>; 2];

/// The generators of draft-irtf-cfrg-pairing-friendly-curves §4.2.1.
const G1: [&str; 2] = [
    "17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb",
    "08b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1",
];
const G2: [[&str; 2]; 2] = [
    [
        "024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8",
        "13e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e",
    ],
    [
        "0ce5d527727d6e118cc9cdc6da2e351aadfd9baa8cbdd3a76d429a695160d12c923ac9cc3baca289e193548608b82801",
        "0606c4a02ea734cc32acd2b02bc28b99cb3e287e85a763af267492ab572e99ab3f370d275cec1da1aaa9075ff05f79be",
    ],
];

/// The field element that 96 hexadecimal digits write.
pub fn fp<F: Anywhere>(digits: &str) -> Red<F> {
    let bytes: Vec<u8> = (0..digits.len())
        .step_by(2)
        .map(|i| u8::from_str_radix(&digits[i..i + 2], 16).expect("hexadecimal"))
        .collect();
    let (value, canonical) = Red::from_bytes(&bytes);
    assert!(bool::from(canonical));
    value
}

/// The sum of two affine points with different x, or the double of one: the chord and tangent rule
/// itself.
pub fn affine_add<F: Anywhere>(a: &Point<F>, b: &Point<F>) -> Point<F> {
    let slope = if a[0] == b[0] {
        &a[0].sqr().times(3) * &a[1].times(2).invert()
    } else {
        &(&b[1] - &a[1]) * &(&b[0] - &a[0]).invert()
    };
    let x = &(&slope.sqr() - &a[0]) - &b[0];
    let y = &(&slope * &(&a[0] - &x)) - &a[1];
    [x, y]
}

/// k·a for k ≥ 1.
pub fn affine_mul<F: Anywhere>(a: &Point<F>, k: u64) -> Point<F> {
    let mut out = *a;
    for i in (0..k.ilog2()).rev() {
        out = affine_add(&out, &out);
        if (k >> i) & 1 == 1 {
            out = affine_add(&out, a);
        }
    }
    out
}

/// 0 (absent), 1, …, n times the generators.
pub struct Points<T: Tower> {
    pub g1: Vec<Point<T::Fp>>,
    pub g2: Vec<[Fp2Of<T>; 2]>,
}

impl<F: BaseEngine + Anywhere> Points<Bls12381<F>> {
    pub fn generators() -> (Point<F>, [Fp2Of<Bls12381<F>>; 2]) {
        (G1.map(fp), G2.map(|c| Red::new(fp(c[0]), fp(c[1]))))
    }

    pub fn multiples(n: usize) -> Self {
        let (g1, g2) = Self::generators();
        let mut out = Self { g1: vec![g1, g1], g2: vec![g2, g2] };
        for i in 1..n {
            out.g1.push(affine_add(&out.g1[i], &g1));
            out.g2.push(affine_add(&out.g2[i], &g2));
        }
        out
    }
}

/// The pairing of two points by their coordinates.
pub fn pair<F: BaseEngine + Anywhere>(
    p: &Point<F>,
    q: &[Fp2Of<Bls12381<F>>; 2],
) -> Gt<Bls12381<F>> {
    final_exponentiation(&multi_miller_loop(&(), [MillerPair::new(*p, *q)]))
}
