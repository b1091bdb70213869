//! Combs and multiples of generators as data, for programs that have more flash than memory to keep
//! a table in: what [`Comb`](super::Comb) and [`MultiplesData`](super::MultiplesData) read, made at
//! compile time of a file of integers, so that one file serves words of every size.
//!
//! `curvemark derive CURVE --comb FILE` and `--multiples FILE` make the files by big integers
//! alone; tests compare them, and each table with that which [`Comb::new`](super::Comb::new) or
//! [`OddMultiples::new`](super::OddMultiples::new) makes.

use limb::DefaultWord;
use limb::modulus::{LIMBS, Limbs, Modulus, to_montgomery, words_of};

/// Bytes of a coordinate.
const BYTES: usize = 32;

/// What an engine holds of a number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// The number itself, as engines that fold.
    Plain,
    /// The number times R.
    Montgomery,
}

/// Entries of K coordinates from 32 big-endian bytes each, block by block.
pub(crate) const fn entries<
    M: Modulus,
    const N: usize,
    const K: usize,
    const ENTRIES: usize,
    const BLOCKS: usize,
>(
    bytes: &[u8],
    form: Form,
) -> [[[[DefaultWord; N]; K]; ENTRIES]; BLOCKS] {
    assert!(bytes.len() == BYTES * K * ENTRIES * BLOCKS, "the file has another length");
    let mut out = [[[[0; N]; K]; ENTRIES]; BLOCKS];
    let (mut rest, mut block) = (bytes, 0);
    while block < BLOCKS {
        let mut entry = 0;
        while entry < ENTRIES {
            let mut coordinate = 0;
            while coordinate < K {
                let (first, after) = rest.split_at(BYTES);
                let integer = integer(first);
                out[block][entry][coordinate] = match form {
                    Form::Plain => words_of(&integer),
                    Form::Montgomery => words_of(&to_montgomery::<M>(&integer)),
                };
                rest = after;
                coordinate += 1;
            }
            entry += 1;
        }
        block += 1;
    }
    out
}

/// Of big-endian bytes.
const fn integer(bytes: &[u8]) -> Limbs {
    let mut out = [0; LIMBS];
    let mut i = 0;
    while i < BYTES {
        let at = BYTES - 1 - i;
        out[i >> 3] |= (bytes[at] as u64) << (8 * (i & 7));
        i += 1;
    }
    out
}

#[cfg(test)]
mod tests {
    use crate::scalar_mul::{Comb, OddMultiples, SecretGroup};
    use crate::{ed25519, p256, secp256k1};

    /// Entry by entry, as points: numbers that fold have more than one form.
    fn check<P: SecretGroup + PartialEq, const BLOCKS: usize, const ENTRIES: usize>(
        kept: &Comb<P, BLOCKS, ENTRIES>,
        generator: &P,
    ) {
        let made = Comb::<P, BLOCKS, ENTRIES>::new(generator).unwrap();
        for (kept, made) in kept.table().as_flattened().iter().zip(made.table().as_flattened()) {
            assert!(P::from_entry(kept) == P::from_entry(made));
        }
        assert_eq!(size_of_val(kept), size_of_val(&made));
        assert!(size_of_val(kept) <= 8 * 1024, "at most 8 KiB of flash");
    }

    #[test]
    fn tables_that_are_data_are_those_that_are_made() {
        check(secp256k1::generator_comb(), &secp256k1::Point::generator());
        check(p256::generator_comb(), &p256::Point::generator());
        check(ed25519::generator_comb(), &ed25519::Point::generator());
    }

    #[test]
    fn multiples_that_are_data_are_those_that_are_made() {
        use crate::secp256k1::{AffinePoint, Point, Scalar, Secp256k1, generator_multiples};
        use crate::weierstrass::Jacobian;

        let g = Jacobian::from_affine_vartime(&AffinePoint::generator());
        let made = OddMultiples::<Jacobian<Secp256k1>, 64>::new(&g);
        let kept = generator_multiples();
        for ([x, y], made) in kept.table().iter().zip(made.table()) {
            assert_eq!(AffinePoint::from_xy_unchecked_curve_and_subgroup(*x, *y), *made);
        }
        // Sums of them: at the ends of the scalars, of a point that cancels, and of the identity.
        let minus_one = -Scalar::one();
        let scalars = [
            Scalar::zero(),
            Scalar::one(),
            minus_one,
            minus_one + minus_one,
            Scalar::from(127u32),
            Scalar::from(0x1234_5678u32).invert(),
        ];
        // With points whose odd multiples are those of the base, their negatives or images: where
        // additions meet equal and opposite operands.
        let g = Point::generator();
        let lambda = Scalar::from_be_bytes(&[
            0x53, 0x63, 0xad, 0x4c, 0xc0, 0x5c, 0x30, 0xe0, 0xa5, 0x26, 0x1c, 0x02, 0x88, 0x12,
            0x64, 0x5a, 0x12, 0x2e, 0x22, 0xea, 0x20, 0x81, 0x66, 0x78, 0xdf, 0x02, 0x96, 0x7c,
            0x1b, 0x23, 0xbd, 0x72,
        ])
        .unwrap();
        assert_eq!(lambda * lambda + lambda + Scalar::one(), Scalar::zero());
        let points = [
            Point::identity(),
            g,
            g.double(),
            g.mul(&minus_one),
            g.mul(&lambda),
            g.mul(&-lambda),
            g.mul(&Scalar::from(9u32)),
            g.mul(&Scalar::from(0x1234_5678u32)),
        ];
        for point in points {
            for a in &scalars {
                for b in &scalars {
                    let sum = kept.double_base_vartime(a, b, &Jacobian::from_projective(&point));
                    let expected = Point::mul_generator(a).add(&point.mul(b));
                    assert!(sum.to_projective() == expected);
                }
            }
        }
    }
}
