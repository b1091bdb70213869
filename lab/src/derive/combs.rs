//! Combs and multiples of generators, as `curve` keeps them as data; `curve::scalar_mul::Comb` and
//! `MultiplesData` say how they are read.

use num_bigint::BigUint;

use super::points::Point;
use super::{ed25519, p256, secp256k1};

/// Bits of the scalars, which are 32 bytes.
const BITS: usize = 256;
/// Bytes of a coordinate, big-endian.
const BYTES: usize = 32;

/// The entries, block by block. With so many teeth a block's tooth t stands for 2^((block·teeth +
/// t)·spacing) times the base; bit t of an entry's index says whether that is added or taken away,
/// and the last tooth is always added.
fn entries<P: Clone>(
    base: P,
    [blocks, teeth]: [usize; 2],
    add: impl Fn(&P, &P) -> P,
    neg: impl Fn(&P) -> P,
) -> Vec<P> {
    let spacing = BITS.div_ceil(blocks * teeth);
    let mut power = base;
    let mut out = Vec::new();
    for _ in 0..blocks {
        let multiples: Vec<P> = (0..teeth)
            .map(|_| {
                let tooth = power.clone();
                for _ in 0..spacing {
                    power = add(&power, &power);
                }
                tooth
            })
            .collect();
        let (last, others) = multiples.split_last().expect("a tooth");
        out.extend((0..1 << others.len()).map(|index: usize| {
            others.iter().enumerate().fold(last.clone(), |sum, (bit, tooth)| {
                let signed = if (index >> bit) & 1 == 1 { tooth.clone() } else { neg(tooth) };
                add(&sum, &signed)
            })
        }));
    }
    out
}

fn bytes(coordinates: impl IntoIterator<Item = BigUint>) -> Vec<u8> {
    let mut out = Vec::new();
    for coordinate in coordinates {
        let bytes = coordinate.to_bytes_be();
        out.extend(std::iter::repeat_n(0, BYTES - bytes.len()).chain(bytes));
    }
    out
}

/// x and y of each entry, of a curve over Fp.
fn weierstrass(points: Vec<Point>) -> Vec<u8> {
    bytes(points.into_iter().flat_map(|point| {
        let ([x, _], [y, _]) = point.expect("the generator's order is no small number");
        [x, y]
    }))
}

/// The file of a curve's comb: of secp256k1 and P-256 by 4 blocks of 6 teeth, of Ed25519 by 5
/// blocks of 5 with y + x, y − x and 2dxy of each entry. `None` for other curves.
pub fn comb(curve: &str) -> Option<Vec<u8>> {
    const SHORT: [usize; 2] = [4, 6];
    Some(match curve {
        "secp256k1" => {
            let (curve, g) = secp256k1::group();
            weierstrass(entries(g, SHORT, |a, b| curve.add(a, b), |a| curve.neg(a)))
        }
        "p256" => {
            let (curve, g) = p256::group();
            weierstrass(entries(g, SHORT, |a, b| curve.add(a, b), |a| curve.neg(a)))
        }
        "ed25519" => {
            let (curve, g) = ed25519::group();
            let f = &curve.field;
            bytes(
                entries(g, [5, 5], |a, b| curve.add(a, b), |a| curve.neg(a)).into_iter().flat_map(
                    |[x, y]| {
                        let xy = f.mul(&x, &y);
                        [f.add(&y, &x), f.sub(&y, &x), f.mul(&f.add(&curve.d, &curve.d), &xy)]
                    },
                ),
            )
        }
        _ => return None,
    })
}

/// The file of a curve's odd multiples: of secp256k1 the first 64. `None` for other curves.
pub fn multiples(curve: &str) -> Option<Vec<u8>> {
    const COUNT: usize = 64;
    (curve == "secp256k1").then(|| {
        let (curve, g) = secp256k1::group();
        let twice = curve.add(&g, &g);
        let odd = std::iter::successors(Some(g), |last| Some(curve.add(last, &twice)));
        weierstrass(odd.take(COUNT).collect())
    })
}
