//! Bytes equal those of the crate bls12_381, and what is no canonical encoding is refused.

use bls12_381 as others;
use curvemark_group::{AffinePoint, CurveFacts, Point, bls12_381 as ours, bn254, p256, secp256k1};
use group_0_14::{Curve, Group, GroupEncoding};

#[test]
fn scalars_have_the_bytes_of_bls12_381() {
    use ff_0_14::{Field, PrimeField};
    let mut theirs = others::Scalar::from(3);
    let mut own = ours::Scalar::from(3);
    for i in 0..100 {
        assert_eq!(own.to_repr(), PrimeField::to_repr(&theirs));
        let bytes: [u8; 64] = core::array::from_fn(|j| own.to_repr()[(i + 5 * j) & 31] ^ j as u8);
        theirs = theirs.square() + others::Scalar::from_bytes_wide(&bytes);
        own = own.square() + ours::Scalar::from_bytes_wide(&bytes);
    }
    let constants: [(others::Scalar, ours::Scalar); 5] = [
        (PrimeField::ROOT_OF_UNITY, PrimeField::ROOT_OF_UNITY),
        (PrimeField::ROOT_OF_UNITY_INV, PrimeField::ROOT_OF_UNITY_INV),
        (PrimeField::DELTA, PrimeField::DELTA),
        (PrimeField::TWO_INV, PrimeField::TWO_INV),
        (PrimeField::MULTIPLICATIVE_GENERATOR, PrimeField::MULTIPLICATIVE_GENERATOR),
    ];
    assert!(constants.iter().all(|(theirs, own)| PrimeField::to_repr(theirs) == own.to_repr()));
    assert_eq!(<others::Scalar as PrimeField>::MODULUS, <ours::Scalar as PrimeField>::MODULUS);
    assert_eq!(<others::Scalar as PrimeField>::S, <ours::Scalar as PrimeField>::S);
    // What one refuses the other does.
    for last in 0x70..=0xff {
        let bytes = core::array::from_fn(|i| if i == 31 { last } else { 0xa5 });
        let theirs: Option<others::Scalar> = others::Scalar::from_bytes(&bytes).into();
        let own: Option<ours::Scalar> = ours::Scalar::from_repr(bytes).into();
        assert_eq!(theirs.map(|s| s.to_bytes()), own.map(|s| s.to_repr()));
    }
}

/// Multiples of the generators, the identity first, in both encodings.
macro_rules! points_have_the_bytes_of_bls12_381 {
    ($name:ident: $projective:ident, $affine:ident) => {
        #[test]
        fn $name() {
            let (mut theirs, mut own) =
                (others::$projective::identity(), ours::$projective::default());
            for _ in 0..64 {
                let (p, q) = (others::$affine::from(theirs), ours::$affine::from(own));
                assert_eq!(p.to_compressed()[..], *q.to_bytes().as_ref());
                assert_eq!(p.to_uncompressed()[..], *q.to_uncompressed().as_ref());
                // Every bit of the first byte and of some others turned: one verdict.
                let bytes = p.to_compressed();
                for (at, bit) in (0..8).map(|bit| (0, bit)).chain([(20, 3), (47, 0)]) {
                    let mut bytes = bytes;
                    bytes[at] ^= 1 << bit;
                    let theirs: Option<others::$affine> =
                        others::$affine::from_compressed(&bytes).into();
                    let own: Option<ours::$affine> =
                        ours::$affine::from_bytes(&bytes.into()).into();
                    assert_eq!(
                        theirs.map(|p| p.to_uncompressed().to_vec()),
                        own.map(|p| p.to_uncompressed().as_ref().to_vec())
                    );
                    let theirs: Option<others::$affine> =
                        others::$affine::from_compressed_unchecked(&bytes).into();
                    let own: Option<ours::$affine> =
                        ours::$affine::from_bytes_unchecked(&bytes.into()).into();
                    assert_eq!(theirs.is_some(), own.is_some());
                    assert_eq!(
                        theirs.map(|p| bool::from(p.is_torsion_free())),
                        own.map(|p| bool::from(p.is_torsion_free()))
                    );
                }
                let mut bytes = p.to_uncompressed();
                bytes[60] ^= 4;
                assert!(bool::from(ours::$affine::from_uncompressed(&bytes.into()).is_none()));
                (theirs, own) = (
                    theirs + others::$projective::generator(),
                    own + ours::$projective::generator(),
                );
            }
        }
    };
}

points_have_the_bytes_of_bls12_381!(points_of_g1: G1Projective, G1Affine);
points_have_the_bytes_of_bls12_381!(points_of_g2: G2Projective, G2Affine);

/// Of small x: points that are off the subgroup, and x of no point.
fn small_x<C: CurveFacts>(bytes: impl Fn(u8) -> C::Compressed) -> [usize; 3] {
    let mut seen = [0; 3];
    for x in 1..200 {
        let bytes = bytes(x);
        let checked: Option<Point<C>> = Point::from_bytes(&bytes).into();
        let unchecked: Option<Point<C>> = Point::from_bytes_unchecked(&bytes).into();
        match (checked, unchecked) {
            (Some(point), _) => {
                assert!(point.to_bytes() == bytes && bool::from(point.is_torsion_free()));
                seen[0] += 1;
            }
            (None, Some(point)) => {
                assert!(!bool::from(point.is_torsion_free()));
                assert!(bool::from(AffinePoint::from(point).is_on_curve()));
                seen[1] += 1;
            }
            (None, None) => seen[2] += 1,
        }
    }
    seen
}

#[test]
fn points_off_the_subgroup_are_refused() {
    let [inside, outside, none] = small_x::<curve::bls12_381::G1Curve>(|x| {
        let mut bytes = [0; 48];
        (bytes[0], bytes[47]) = (0x80, x);
        bytes.into()
    });
    assert!(inside == 0 && outside > 70 && none > 70);
    let [inside, outside, none] = small_x::<curve::bls12_381::G2Curve>(|x| {
        let mut bytes = [0; 96];
        (bytes[0], bytes[95]) = (0x80, x);
        bytes.into()
    });
    assert!(inside == 0 && outside > 70 && none > 70);
    // Cofactor one: every point is inside.
    let [inside, outside, none] = small_x::<curve::bn254::G1Curve>(|x| {
        let mut bytes = [0; 32];
        bytes[0] = x;
        bytes
    });
    assert!(inside > 70 && outside == 0 && none > 70);
    // Its decoder checks even those that it need not.
    let [inside, outside, none] = small_x::<curve::bn254::G2Curve>(|x| {
        let mut bytes = [0; 64];
        bytes[0] = x;
        bytes.into()
    });
    assert!(inside == 0 && outside == 0 && none == 199);
    for tag in [2, 3] {
        let sec1 = |x| {
            let mut bytes = [0; 33];
            (bytes[0], bytes[32]) = (tag, x);
            bytes.into()
        };
        let [inside, outside, none] = small_x::<curve::secp256k1::Secp256k1>(sec1);
        assert!(inside > 70 && outside == 0 && none > 70);
        let [inside, outside, none] = small_x::<curve::p256::P256>(sec1);
        assert!(inside > 70 && outside == 0 && none > 70);
    }
}

/// halo2curves' form of BN254: the sign is the highest bit of the last byte, the identity's mark
/// the next, and one string stands for each point.
#[test]
fn encodings_of_bn254_are_strict() {
    fn check<C: CurveFacts>() {
        let g = AffinePoint::<C>::generator();
        let bytes = g.to_bytes();
        let negative = (-g).to_bytes();
        let last = bytes.as_ref().len() - 1;
        assert_eq!(bytes.as_ref()[last] ^ negative.as_ref()[last], 0x80);
        assert_eq!(bytes.as_ref()[..last], negative.as_ref()[..last]);
        let refused =
            |bytes: &C::Compressed| bool::from(AffinePoint::<C>::from_bytes(bytes).is_none());
        let with = |at: usize, byte: u8| {
            let mut bytes = bytes;
            bytes.as_mut()[at] = byte;
            bytes
        };
        // The mark of the identity on a point, and the modulus in place of x.
        assert!(refused(&with(last, bytes.as_ref()[last] | 0x40)));
        assert!(refused(&with(last, 0x3f)));
        let mut identity = C::Compressed::default();
        assert!(refused(&identity), "zeros without the mark");
        identity.as_mut()[last] = 0x40;
        assert!(bool::from(AffinePoint::<C>::from_bytes(&identity).unwrap().is_identity()));
        assert!(AffinePoint::<C>::identity().to_bytes() == identity);
        identity.as_mut()[0] = 1;
        assert!(refused(&identity), "the mark on other than zeros");
        identity.as_mut()[0] = 0;
        identity.as_mut()[last] = 0xc0;
        assert!(refused(&identity), "the mark with a sign");

        let mut bytes = g.to_uncompressed();
        assert_eq!(AffinePoint::<C>::from_uncompressed(&bytes).unwrap(), g);
        bytes.as_mut()[0] ^= 1;
        assert!(bool::from(AffinePoint::<C>::from_uncompressed(&bytes).is_none()));
        assert!(bool::from(AffinePoint::<C>::from_uncompressed_unchecked(&bytes).is_none()));
    }
    check::<curve::bn254::G1Curve>();
    check::<curve::bn254::G2Curve>();
    // (1, 2), little-endian; 2 is even.
    let g = bn254::G1::generator().to_affine();
    assert_eq!(g.to_bytes(), core::array::from_fn(|i| u8::from(i == 0)));
    assert_eq!(
        g.to_uncompressed().0,
        core::array::from_fn(|i| [(0, 1), (32, 2)]
            .iter()
            .filter(|(at, _)| *at == i)
            .map(|(_, byte)| *byte)
            .sum())
    );
}

#[test]
fn encodings_of_sec1_are_strict() {
    fn check<C: CurveFacts>()
    where
        C::Compressed: From<[u8; 33]>,
        C::Uncompressed: From<[u8; 65]>,
    {
        let zeros = AffinePoint::<C>::identity().to_bytes();
        assert!(zeros.as_ref().iter().all(|&byte| byte == 0));
        assert!(bool::from(AffinePoint::<C>::from_bytes(&zeros).unwrap().is_identity()));
        for tag in (0..=255).filter(|tag| ![2, 3].contains(tag)) {
            let mut bytes = AffinePoint::<C>::generator().to_bytes();
            bytes.as_mut()[0] = tag;
            assert!(bool::from(AffinePoint::<C>::from_bytes(&bytes).is_none()));
        }
        let over = [2].into_iter().chain([0xff; 32]).collect::<Vec<u8>>();
        let over: [u8; 33] = over.try_into().unwrap();
        assert!(bool::from(AffinePoint::<C>::from_bytes(&over.into()).is_none()));
        let mut bytes = AffinePoint::<C>::generator().to_uncompressed();
        bytes.as_mut()[0] = 6;
        assert!(bool::from(AffinePoint::<C>::from_uncompressed(&bytes).is_none()));
    }
    check::<curve::secp256k1::Secp256k1>();
    check::<curve::p256::P256>();
    let g = secp256k1::Secp256k1Affine::generator().to_bytes().0;
    assert_eq!(g[..5], [0x02, 0x79, 0xbe, 0x66, 0x7e]);
    let g = p256::Secp256r1Affine::generator().to_bytes().0;
    assert_eq!(g[..5], [0x03, 0x6b, 0x17, 0xd1, 0xf2]);
}
