//! Points and bytes that both libraries are asked about.

use curvemark::bls12_381::{Fr, G1Curve, G2Curve};
use curvemark::curve::weierstrass::{Affine, CurvePoint, Projective};
use curvemark_blst::Curve;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// The order of the groups, least significant limb first.
const ORDER: [u64; 4] =
    [0xffff_ffff_0000_0001, 0x53bd_a402_fffe_5bfe, 0x3339_d808_09a1_d805, 0x73ed_a753_299d_7d48];

/// The modulus of coordinates, big-endian.
pub(crate) const MODULUS: [u8; 48] = {
    let words: [u64; 6] = [
        0x1a01_11ea_397f_e69a,
        0x4b1b_a7b6_434b_acd7,
        0x6477_4b84_f385_12bf,
        0x6730_d2a0_f6b0_f624,
        0x1eab_fffe_b153_ffff,
        0xb9fe_ffff_ffff_aaab,
    ];
    let mut bytes = [0; 48];
    let mut i = 0;
    while i < 48 {
        bytes[i] = words[i / 8].to_be_bytes()[i % 8];
        i += 1;
    }
    bytes
};

/// A generator of random numbers.
pub(crate) fn rng(seed: u64) -> ChaCha20Rng {
    ChaCha20Rng::seed_from_u64(seed)
}

/// Random bytes.
pub(crate) fn bytes(rng: &mut impl Rng, length: usize) -> Vec<u8> {
    let mut out = vec![0; length];
    rng.fill_bytes(&mut out);
    out
}

/// A random number below a bound.
pub(crate) fn below(rng: &mut impl Rng, bound: usize) -> usize {
    rng.next_u32() as usize % bound
}

/// Uncompressed points.
pub(crate) struct Points {
    /// Of the group, not at infinity.
    pub(crate) inside: Vec<Vec<u8>>,
    /// On the curve, outside of the group: of large order, of small order, and sums of points of
    /// the group and of small order.
    pub(crate) outside: Vec<Vec<u8>>,
    /// The point at infinity.
    pub(crate) infinity: Vec<u8>,
}

impl Points {
    /// All of them.
    pub(crate) fn all(&self) -> Vec<&[u8]> {
        let finite = self.inside.iter().chain(&self.outside);
        finite.chain([&self.infinity]).map(Vec::as_slice).collect()
    }
}

/// Points of G1 and outside of it; 11² and 10177² divide the cofactor. So does 3, but points of
/// that order have x = 0, which decoding refuses.
pub(crate) fn g1() -> Points {
    points::<G1Curve>(&[(11, 2), (10177, 2)], 1)
}

/// Points of G2 and outside of it; 13² and 23² divide the cofactor.
pub(crate) fn g2() -> Points {
    points::<G2Curve>(&[(13, 2), (23, 2)], 2)
}

pub(crate) fn points<C: Curve>(small: &[(u64, u32)], seed: u64) -> Points {
    let mut rng = rng(seed);
    let encoded = |point: CurvePoint<C>| point.to_bytes_uncompressed().as_ref().to_vec();
    let inside: Vec<Projective<C>> = (0..4)
        .map(|_| Projective::generator().mul_vartime(&Fr::random(&mut rng)))
        .chain([Projective::generator(), Projective::generator().neg()])
        .collect();
    let mut outside = vec![any_point::<C>(&mut rng)];
    for &(prime, power) in small {
        let torsion = of_order::<C>(prime, power, &mut rng);
        outside.extend([torsion, torsion.neg(), torsion.add(&inside[0].into())]);
    }
    Points {
        inside: inside.into_iter().map(|point| encoded(point.into())).collect(),
        outside: outside.into_iter().map(encoded).collect(),
        infinity: encoded(CurvePoint::identity()),
    }
}

/// A random point of the curve, which is in the group with probability 2^−126 at most.
fn any_point<C: Curve>(rng: &mut impl Rng) -> CurvePoint<C> {
    let mut encoding = C::COMPRESSED;
    loop {
        rng.fill_bytes(encoding.as_mut());
        encoding.as_mut()[0] = 0x80 | (encoding.as_ref()[0] & 0x2f);
        if let Ok(point) = Affine::<C>::from_bytes_unchecked_subgroup(encoding.as_ref()) {
            return point;
        }
    }
}

/// A point of a prime order whose power divides the cofactor.
pub(crate) fn of_order<C: Curve>(prime: u64, power: u32, rng: &mut impl Rng) -> CurvePoint<C> {
    let mut rest = C::COFACTOR.to_vec();
    for _ in 0..power {
        divide(&mut rest, prime);
    }
    loop {
        let point = any_point::<C>(rng).mul_integer_vartime(&ORDER).mul_integer_vartime(&rest);
        // Of an order that is a power of the prime; the last multiple but infinity has the prime.
        let mut next = point;
        let mut last = point;
        while !bool::from(next.is_identity()) {
            last = next;
            next = next.mul_integer_vartime(&[prime]);
        }
        if !bool::from(last.is_identity()) {
            return last;
        }
    }
}

/// Divides an integer in limbs by a divisor of it.
fn divide(limbs: &mut [u64], divisor: u64) {
    let mut remainder = 0;
    for limb in limbs.iter_mut().rev() {
        let value = (u128::from(remainder) << 64) | u128::from(*limb);
        *limb = (value / u128::from(divisor)) as u64;
        remainder = (value % u128::from(divisor)) as u64;
    }
    assert_eq!(remainder, 0, "{divisor} divides the cofactor");
}

/// The compressed encoding of an uncompressed one.
pub(crate) fn compressed(point: &[u8]) -> Vec<u8> {
    let mut out = point[..point.len() / 2].to_vec();
    if point[0] & 0x40 != 0 {
        out[0] = 0xc0;
        return out;
    }
    // y is larger than −y if twice its first coefficient that is not zero is above the modulus.
    let y = &point[point.len() / 2..];
    let first = y.chunks(48).find(|chunk| chunk.iter().any(|&byte| byte != 0)).expect("y is not 0");
    let mut twice = vec![0; 49];
    let mut carry = 0;
    for (twice, byte) in twice.iter_mut().skip(1).zip(first).rev() {
        let value = 2 * u16::from(*byte) + carry;
        *twice = value as u8;
        carry = value >> 8;
    }
    twice[0] = carry as u8;
    let modulus: Vec<u8> = [0].into_iter().chain(MODULUS).collect();
    out[0] |= 0x80 | if twice > modulus { 0x20 } else { 0 };
    out
}

/// Bytes that are points, nearly points, or not.
pub(crate) fn encodings(points: &Points) -> Vec<Vec<u8>> {
    let mut rng = rng(3);
    let length = points.infinity.len();
    let good: Vec<Vec<u8>> =
        points.all().into_iter().flat_map(|point| [point.to_vec(), compressed(point)]).collect();
    let mut out = good.clone();
    // All lengths about those of encodings, under each of the flags.
    for size in (0..4).chain(length / 2 - 1..length / 2 + 2).chain(length - 1..length + 2) {
        for flags in 0..8u8 {
            let mut zeros = vec![0; size];
            let mut any = bytes(&mut rng, size);
            if size > 0 {
                zeros[0] = flags << 5;
                any[0] = (any[0] & 0x1f) | (flags << 5);
            }
            out.extend([zeros, any]);
        }
    }
    for point in &good {
        for flags in 0..8u8 {
            let mut other = point.clone();
            other[0] = (other[0] & 0x1f) | (flags << 5);
            out.push(other);
        }
        for _ in 0..4 {
            let mut other = point.clone();
            let at = below(&mut rng, 8 * point.len());
            other[at / 8] ^= 1 << (at % 8);
            out.push(other);
        }
        out.extend([
            point[1..].to_vec(),
            [&point[..], &[0]].concat(),
            point[..point.len() - 1].to_vec(),
        ]);
        // Coordinates at and about the modulus, one after the other.
        for at in (0..point.len()).step_by(48) {
            let flags = point[0] & 0xe0;
            for last in [MODULUS[47] - 1, MODULUS[47], MODULUS[47] + 1] {
                let mut other = point.clone();
                other[at..at + 48].copy_from_slice(&MODULUS);
                other[at + 47] = last;
                other[0] |= flags;
                out.push(other);
            }
            let mut zero = point.clone();
            zero[at..at + 48].fill(0);
            zero[0] |= flags;
            let mut most = point.clone();
            most[at..at + 48].fill(0xff);
            most[0] = (most[0] & 0x1f) | flags;
            out.extend([zero, most]);
        }
    }
    // x = 0, which in G1 has the ordinates 2 and −2.
    for flags in [0x80, 0xa0] {
        let mut x = vec![0; length / 2];
        x[0] = flags;
        out.push(x);
    }
    let mut two = vec![0; length];
    two[length - 1] = 2;
    out.push(two);
    // Random x: half of them have a point.
    for i in 0..24 {
        let mut x = bytes(&mut rng, length / 2);
        x[0] = 0x80 | (x[0] & 0x2f);
        if i >= 16 {
            x.resize(length, 0);
            x[0] &= 0x1f;
        }
        out.push(x);
    }
    out
}
