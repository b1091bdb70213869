//! Hashing to G1 and G2: the published vectors, the constants and the isogenies.

use crate::json;
use crate::suites;
use curve::bls12_381::hash_to_curve::{G1Isogenous, G2Isogenous};
use curve::bls12_381::{
    Fp, Fp2, FpModulus, G1, G1Curve, G2, G2Curve, encode_to_g1, encode_to_g2, hash_to_g1,
    hash_to_g2, map_to_g1, map_to_g2,
};
use curve::field::Red;
use curve::formulas::complete::Coefficient;
use curve::fp2::Quad;
use curve::hash_to_curve::sswu::{Sign, Swu};
use curve::hash_to_curve::{Suite, map_to_curve};
use curve::weierstrass::Projective;
use limb::Mont;
use sha2::Sha256;

use crate::laws::{homomorphism, ratios};
use crate::suites::{Hash, element, point};

type Engine32 = Mont<FpModulus, u32, 12>;

#[test]
fn published_vectors() {
    let sets = json::suites();
    assert!(
        suites::run::<G1Curve>(
            &sets,
            "BLS12381G1_",
            hash_to_g1::<Hash>,
            encode_to_g1::<Hash>,
            map_to_g1
        ) >= 6
    );
    assert!(
        suites::run::<G2Curve>(
            &sets,
            "BLS12381G2_",
            hash_to_g2::<Hash>,
            encode_to_g2::<Hash>,
            map_to_g2
        ) >= 6
    );
}

/// A second engine gives the same maps.
#[test]
fn published_maps_on_32_bit_words() {
    for set in json::suites() {
        for case in set.get("vectors").list() {
            let q = if case.has("Q0") { "Q0" } else { "Q" };
            let u = case.get("u").list()[0].text();
            if set.get("ciphersuite").text().starts_with("BLS12381G1_") {
                assert_eq!(map_to_curve::<G1Curve<Engine32>>(&element(u)), point(case.get(q)));
            } else {
                assert_eq!(map_to_curve::<G2Curve<Engine32>>(&element(u)), point(case.get(q)));
            }
        }
    }
}

#[test]
fn pieces_and_long_tags() {
    let pieces: [&[u8]; 3] = [b"to be", b"", b" prefixed"];
    assert_eq!(hash_to_g1::<Hash>(&pieces, b"tag"), hash_to_g1::<Hash>(b"to be prefixed", b"tag"));
    assert_eq!(hash_to_g2::<Hash>(&pieces, b"tag"), hash_to_g2::<Hash>(b"to be prefixed", b"tag"));
    let tag = [b'x'; 300];
    let long: [u8; 32] = sha2::Digest::finalize(sha2::Digest::chain_update(
        <Sha256 as sha2::Digest>::new_with_prefix(b"H2C-OVERSIZE-DST-"),
        tag,
    ))
    .into();
    assert_eq!(hash_to_g1::<Hash>(b"message", &tag), hash_to_g1::<Hash>(b"message", &long));
}

#[test]
fn homomorphism_g1() {
    homomorphism::<G1Curve>();
}

#[test]
fn homomorphism_g2() {
    homomorphism::<G2Curve>();
}

#[test]
fn homomorphism_g2_on_32_bit_words() {
    homomorphism::<G2Curve<Engine32>>();
}

/// The sum of the maps of u and −u is the identity, and the group gets it as such.
#[test]
fn opposite_maps() {
    let u = Fp::from(77);
    let identity: G1 = map_to_curve::<G1Curve>(&u).add(&map_to_curve(&-&u)).clear_cofactor();
    assert!(bool::from(identity.is_identity()));
    let u = Fp2::new(Fp::from(3), Fp::from(4));
    let identity: G2 = map_to_curve::<G2Curve>(&u).add(&map_to_curve(&-&u)).clear_cofactor();
    assert!(bool::from(identity.is_identity()));
}

/// The kernel of the 3-isogeny goes to the identity: x₀ = −6 + 6u (its y is not in Fp2, but the
/// formula does not ask).
#[test]
fn kernel_g2() {
    let x = Fp2::new(-&Fp::from(6), Fp::from(6));
    for z in [1u32, 5] {
        let z = Fp2::from(z);
        let [x, y, z] = <G2Curve as Suite>::isogeny(
            &Projective::from_xyz_unchecked_curve_and_subgroup(&x * &z, Fp2::from(9), z),
        );
        assert!(bool::from(x.is_zero() & z.is_zero()) && !bool::from(y.is_zero()));
    }
}

/// g(x) of E′ is b at 0, and a is what is left at 1: the coefficients against RFC 9380 §8.8.
#[test]
fn coefficients() {
    let one = Fp2::one();
    assert_eq!(
        <G2Isogenous<_> as Coefficient<_>>::times(&one),
        Fp2::new(Fp::from(0), Fp::from(240))
    );
    assert_eq!(G2Isogenous::times_b(&one), Fp2::new(Fp::from(1012), Fp::from(1012)));
    assert_eq!(G2Isogenous::times_z(&one), -&Fp2::new(Fp::from(2), Fp::from(1)));
    assert_eq!(G1Isogenous::times_z(&Fp::one()), Fp::from(11));
    let (a, b) =
        (<G1Isogenous<_> as Coefficient<_>>::times(&Fp::one()), G1Isogenous::times_b(&Fp::one()));
    assert!(!bool::from(a.is_zero() | b.is_zero()));
    assert!(!bool::from(<G1Isogenous<_> as Swu>::times_z(&Fp::one()).is_square()));
    assert!(!bool::from(G2Isogenous::times_z(&one).is_square()));
}

#[test]
fn ratios_g1() {
    ratios::<G1Isogenous<_>>(&[-&Fp::one(), -&Fp::from(2), Fp::from(11)]);
}

#[test]
fn ratios_g2() {
    let (zero, one) = (Fp::zero(), Fp::one());
    ratios::<G2Isogenous<_>>(&[
        Fp2::new(zero, one),
        Fp2::new(zero, -&one),
        Fp2::new(-&one, zero),
        Fp2::new(-&Fp::from(2), zero),
        Fp2::new(zero, Fp::from(2)),
        Fp2::new(Fp::from(3), Fp::from(4)),
    ]);
}

/// What lanes will implement for themselves, the engines of one element have by their integers.
#[test]
fn signs() {
    assert!(bool::from(<Quad<Engine32> as Sign>::sgn0(Red::<Quad<Engine32>>::one().raw())));
}
