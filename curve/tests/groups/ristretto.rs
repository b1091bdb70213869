//! ristretto255 against RFC 9496, appendix A, and its constants against their definitions.

use curve::ed25519::{Ed25519, Fp, Fr, Point, Ristretto255};
use curve::edwards::ristretto::RistrettoCurve;
use curve::error::{BatchError, PointError};
use curve::scalar_mul::Comb;
use sha2::{Digest, Sha512};

type Curve = Ed25519;

use crate::engine;
use crate::vectors::bytes;

/// A.1: the multiples 0 to 15 of the generator.
const MULTIPLES: [&str; 16] = [
    "0000000000000000000000000000000000000000000000000000000000000000",
    "e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76",
    "6a493210f7499cd17fecb510ae0cea23a110e8d5b901f8acadd3095c73a3b919",
    "94741f5d5d52755ece4f23f044ee27d5d1ea1e2bd196b462166b16152a9d0259",
    "da80862773358b466ffadfe0b3293ab3d9fd53c5ea6c955358f568322daf6a57",
    "e882b131016b52c1d3337080187cf768423efccbb517bb495ab812c4160ff44e",
    "f64746d3c92b13050ed8d80236a7f0007c3b3f962f5ba793d19a601ebb1df403",
    "44f53520926ec81fbd5a387845beb7df85a96a24ece18738bdcfa6a7822a176d",
    "903293d8f2287ebe10e2374dc1a53e0bc887e592699f02d077d5263cdd55601c",
    "02622ace8f7303a31cafc63f8fc48fdc16e1c8c8d234b2f0d6685282a9076031",
    "20706fd788b2720a1ed2a5dad4952b01f413bcf0e7564de8cdc816689e2db95f",
    "bce83f8ba5dd2fa572864c24ba1810f9522bc6004afe95877ac73241cafdab42",
    "e4549ee16b9aa03099ca208c67adafcafa4c3f3e4e5303de6026e3ca8ff84460",
    "aa52e000df2e16f55fb1032fc33bc42742dad6bd5a8fc0be0167436c5948501f",
    "46376b80f409b29dc2b5f6f0c52591990896e5716f41477cd30085ab7f10301e",
    "e0c418f7c8d9c4cdd7395b93ea124f3ad99021bb681dfc3302a9d99a2e53e64e",
];

/// A.2: what no decoder may take. Not canonical, negative, x² no square, xy negative, y = 0.
const INVALID: [&[&str]; 5] = [
    &[
        "00ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "f3ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    ],
    &[
        "0100000000000000000000000000000000000000000000000000000000000000",
        "01ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "ed57ffd8c914fb201471d1c3d245ce3c746fcbe63a3679d51b6a516ebebe0e20",
        "c34c4e1826e5d403b78e246e88aa051c36ccf0aafebffe137d148a2bf9104562",
        "c940e5a4404157cfb1628b108db051a8d439e1a421394ec4ebccb9ec92a8ac78",
        "47cfc5497c53dc8e61c91d17fd626ffb1c49e2bca94eed052281b510b1117a24",
        "f1c6165d33367351b0da8f6e4511010c68174a03b6581212c71c0e1d026c3c72",
        "87260f7a2f12495118360f02c26a470f450dadf34a413d21042b43b9d93e1309",
    ],
    &[
        "26948d35ca62e643e26a83177332e6b6afeb9d08e4268b650f1f5bbd8d81d371",
        "4eac077a713c57b4f4397629a4145982c661f48044dd3f96427d40b147d9742f",
        "de6a7b00deadc788eb6b6c8d20c0ae96c2f2019078fa604fee5b87d6e989ad7b",
        "bcab477be20861e01e4a0e295284146a510150d9817763caf1a6f4b422d67042",
        "2a292df7e32cababbd9de088d1d1abec9fc0440f637ed2fba145094dc14bea08",
        "f4a9e534fc0d216c44b218fa0c42d99635a0127ee2e53c712f70609649fdff22",
        "8268436f8c4126196cf64b3c7ddbda90746a378625f9813dd9b8457077256731",
        "2810e5cbc2cc4d4eece54f61c6f69758e289aa7ab440b3cbeaa21995c2f4232b",
    ],
    &[
        "3eb858e78f5a7254d8c9731174a94f76755fd3941c0ac93735c07ba14579630e",
        "a45fdc55c76448c049a1ab33f17023edfb2be3581e9c7aade8a6125215e04220",
        "d483fe813c6ba647ebbfd3ec41adca1c6130c2beeee9d9bf065c8d151c5f396e",
        "8a2e1d30050198c65a54483123960ccc38aef6848e1ec8f5f780e8523769ba32",
        "32888462f8b486c68ad7dd9610be5192bbeaf3b443951ac1a8118419d9fa097b",
        "227142501b9d4355ccba290404bde41575b037693cef1f438c47f8fbf35d1165",
        "5c37cc491da847cfeb9281d407efc41e15144c876e0170b499a96a22ed31e01e",
        "445425117cb8c90edcbc7c1cc0e74f747f2c1efa5630a967c64f287792a48a4b",
    ],
    &["ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"],
];

/// A.3: the element of SHA-512 of a label.
const HASHED: [(&str, &str); 7] = [
    (
        "Ristretto is traditionally a short shot of espresso coffee",
        "3066f82a1a747d45120d1740f14358531a8f04bbffe6a819f86dfe50f44a0a46",
    ),
    (
        "made with the normal amount of ground coffee but extracted with",
        "f26e5b6f7d362d2d2a94c5d0e7602cb4773c95a2e5c31a64f133189fa76ed61b",
    ),
    (
        "about half the amount of water in the same amount of time",
        "006ccd2a9e6867e6a2c5cea83d3302cc9de128dd2a9a57dd8ee7b9d7ffe02826",
    ),
    ("by using a finer grind.", "f8f0c87cf237953c5890aec3998169005dae3eca1fbb04548c635953c817f92a"),
    (
        "This produces a concentrated shot of coffee per volume.",
        "ae81e7dedf20a497e10c304a765c1767a42d6e06029758d2d7e8ef7cc4c41179",
    ),
    (
        "Just pulling a normal shot short will produce a weaker shot",
        "e2705652ff9f5e44d3e841bf1c251cf7dddb77d140870d1ab2ed64f1a9ce8628",
    ),
    (
        "and is not a Ristretto as some believe.",
        "80bd07262511cdde4863f8a7434cef696750681cb9510eea557088f76d9e5065",
    ),
];

#[test]
fn constants() {
    let one = Fp::one();
    let d = -&(Fp::from(121_665) * Fp::from(121_666).invert());
    assert_eq!(Curve::i(&()).sqr(), -one);
    assert_eq!(Curve::one_minus_d_sq(&()), one - d.sqr());
    assert_eq!(Curve::d_minus_one_sq(&()), (d - one).sqr());
    assert_eq!(Curve::sqrt_ad_minus_one(&()).sqr(), -d - one);
    assert_eq!(Curve::invsqrt_a_minus_d(&()).sqr() * (-one - d), one);
    // Of each pair the one that RFC 9496 §4.1 prints.
    let parity = [Curve::i(&()), Curve::sqrt_ad_minus_one(&()), Curve::invsqrt_a_minus_d(&())]
        .map(|x| x.sgn0());
    assert_eq!(parity.map(bool::from), [false, true, false]);
}

#[test]
fn multiples_of_the_generator() {
    let comb = Comb::<Point, 2, 16>::new(&Point::generator()).expect("not the identity");
    let mut sum = Ristretto255::identity();
    for (k, encoding) in MULTIPLES.iter().enumerate() {
        assert_eq!(sum.to_bytes()[..], bytes(encoding));
        let decoded = Ristretto255::from_bytes(&bytes(encoding)).unwrap();
        assert_eq!(decoded, sum);
        assert_eq!(decoded.to_bytes()[..], bytes(encoding));
        let k = Fr::from(k as u64);
        assert_eq!(Ristretto255::generator().mul(&k), sum);
        assert_eq!(Ristretto255::generator().mul_vartime(&k), sum);
        assert_eq!(
            Ristretto255::of_even_point_unchecked(comb.mul(&k)).to_bytes()[..],
            bytes(encoding)
        );
        assert_eq!(sum.add(&decoded), sum.double());
        assert_eq!(sum.sub(&decoded), Ristretto255::identity());
        assert_eq!(sum.add(&decoded.neg()).to_bytes(), [0; 32]);
        let next = sum.add(&Ristretto255::generator());
        assert!(next != sum);
        sum = next;
    }
}

#[test]
fn invalid_encodings() {
    let verdicts = [
        PointError::NotCanonical,
        PointError::Flags,
        PointError::NotOnCurve,
        PointError::NotOnCurve,
    ];
    for (kind, encodings) in INVALID.iter().enumerate() {
        for encoding in *encodings {
            let verdict = Ristretto255::from_bytes(&bytes(encoding)).unwrap_err();
            assert_eq!(
                verdict,
                *verdicts.get(kind).unwrap_or(&PointError::NotOnCurve),
                "{encoding}"
            );
        }
    }
    for length in [0, 31, 33] {
        assert_eq!(Ristretto255::from_bytes(&vec![0; length]), Err(PointError::Length));
    }
}

#[test]
fn one_way_map() {
    for (label, expected) in HASHED {
        let element = Ristretto255::from_uniform_bytes(&Sha512::digest(label)).unwrap();
        assert_eq!(element.to_bytes()[..], bytes(expected));
        assert_eq!(Ristretto255::from_bytes(&bytes(expected)).unwrap(), element);
    }
    assert_eq!(Ristretto255::from_uniform_bytes(&[0; 63]), Err(PointError::Length));
    // Degenerate inputs of the map: 0, ±1, and r with d·r = −1 or r = −d, none of which may break
    // the curve's equation.
    for r0 in [Fp::zero(), Fp::one(), -Fp::one(), Curve::i(&())] {
        let element = Ristretto255::map_to_group(&r0);
        assert_eq!(Ristretto255::from_bytes(&element.to_bytes()).unwrap(), element);
    }
    let d = -&(Fp::from(121_665) * Fp::from(121_666).invert());
    for r in [-d, -d.invert(), -Fp::one()] {
        let (r0, exists) = (r * Curve::i(&()).invert()).sqrt();
        if bool::from(exists) {
            let element = Ristretto255::map_to_group(&r0);
            assert_eq!(Ristretto255::from_bytes(&element.to_bytes()).unwrap(), element);
        }
    }
}

/// The four points that differ by points of order dividing four are one element with one encoding.
#[test]
fn classes() {
    let order_8 = Point::from_bytes(&bytes(
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    ))
    .unwrap();
    let eighth = Fr::from(8u64).invert();
    for encoding in MULTIPLES {
        let element = Ristretto255::from_bytes(&bytes(encoding)).unwrap();
        // Half of a point of the class without torsion, so that doubling half + T gives all of the
        // class for the T of order 8.
        let half =
            element.as_edwards().mul_by_cofactor().mul(&eighth).mul(&Fr::from(2u64).invert());
        for k in 0..8 {
            let other =
                Ristretto255::of_double(&half.add(&order_8.mul_integer_vartime(&[k, 0, 0, 0])));
            assert_eq!(other, element);
            assert_eq!(other.to_bytes()[..], bytes(encoding));
        }
    }
}

/// Many at once have the verdicts that each has alone, in every lane and on every engine.
#[test]
fn many_encodings() {
    let mut encodings: Vec<Vec<u8>> = MULTIPLES.iter().map(|encoding| bytes(encoding)).collect();
    encodings.extend(INVALID.iter().flat_map(|kind| kind.iter().map(|encoding| bytes(encoding))));
    encodings.extend([vec![], vec![0; 31], vec![0; 33]]);
    encodings.extend((0..200).map(|i: u32| Sha512::digest(i.to_le_bytes())[..32].to_vec()));
    // Good and bad ones mixed.
    let count = encodings.len();
    let encodings: Vec<_> =
        (0..count).map(|i| encodings[(i * 101).rem_euclid(count)].clone()).collect();
    let expected: Vec<_> =
        encodings.iter().map(|encoding| Ristretto255::from_bytes(encoding)).collect();
    assert!(expected.iter().filter(|verdict| verdict.is_ok()).count() > 16);
    engine::hold().on_each(|_| {
        for length in [1, 2, 3, 7, 8, 9, count - 8] {
            for first in 0..8 {
                let range = first..first + length;
                let mut found = vec![Err(PointError::Identity); length];
                Ristretto255::from_bytes_batch(&encodings[range.clone()], &mut found)
                    .expect("as many places");
                assert_eq!(found, expected[range.clone()], "{range:?}");
                // The same point of the class, not another one.
                for (found, expected) in found.iter().zip(&expected[range]) {
                    if let (Ok(found), Ok(expected)) = (found, expected) {
                        assert_eq!(found.as_edwards(), expected.as_edwards());
                    }
                }
            }
        }
        let same = vec![encodings[1].clone(); 8];
        let mut found = vec![Err(PointError::Identity); 8];
        Ristretto255::from_bytes_batch(&same, &mut found).expect("as many places");
        assert!(found.iter().all(|found| *found == expected[1]));
    });
    let mut found = vec![Err(PointError::Identity); 9];
    assert_eq!(
        Ristretto255::from_bytes_batch(&encodings[..8], &mut found),
        Err(BatchError::LengthMismatch)
    );
    assert_eq!(
        Ristretto255::from_bytes_batch(&encodings[..8], &mut found[..7]),
        Err(BatchError::LengthMismatch)
    );
    assert_eq!(Ristretto255::from_bytes_batch(&encodings[..0], &mut []), Err(BatchError::Empty));
}
