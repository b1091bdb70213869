//! Inputs at the edges of what is taken.

use guest::{Bls12G1Term, Bls12G2Term, Bls12Pair, Bn254Pair};

use crate::vectors;
use crate::way::{Hinted, Rust, Way};

fn hex<const N: usize>(digits: &str) -> [u8; N] {
    vectors::bytes(digits).try_into().expect("as many digits")
}

/// A number of N bytes.
fn number<const N: usize>(number: u8) -> [u8; N] {
    let mut out = [0; N];
    out[N - 1] = number;
    out
}

fn join<const N: usize>(parts: &[&[u8]]) -> [u8; N] {
    parts.concat().try_into().expect("as many bytes")
}

/// The modulus of BN254, its order, and the modulus and order of BLS12-381.
const P: &str = "30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47";
const R: &str = "30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001";
const BLS_P: &str = concat!(
    "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf",
    "6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab"
);
const BLS_R: &str = "73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001";

pub fn recovery<W: Way>() {
    let hash = [7; 32];
    let recover =
        |r: u8, id| W::secp256k1_ecrecover(&hash, &join(&[&number::<32>(r), &[9; 32]]), id);
    // Of small numbers r some are coordinates, and some r + n are, which is below the modulus.
    for (first, second) in [(0, 1), (2, 3)] {
        let r = (1..100).find(|&r| recover(r, first).is_some()).expect("half of all are");
        let signature = join(&[&number::<32>(r), &[9; 32]]);
        let keys = [first, second].map(|id| recover(r, id).expect("both, or none"));
        assert_ne!(keys[0], keys[1]);
        for key in keys {
            assert_eq!(W::secp256k1_verify(&hash, &signature, &key), Some(true));
            assert_eq!(W::secp256k1_verify(&[8; 32], &signature, &key), Some(false));
        }
    }
    // A number that is above the modulus with n added.
    let large = join(&[&[0x70; 32], &[9; 32]]);
    for id in [2, 3] {
        assert_eq!(W::secp256k1_ecrecover(&hash, &large, id), None);
    }
    for id in [4, 27, 28, 255] {
        assert!((1..20).all(|r| recover(r, id).is_none()));
    }
    for signature in [[0; 64], [255; 64], join(&[&[0; 32], &[9; 32]]), join(&[&[9; 32], &[0; 32]])]
    {
        assert!((0..4).all(|id| W::secp256k1_ecrecover(&hash, &signature, id).is_none()));
        // A signature of nobody, be the key a point or not.
        for key in [[0; 64], [1; 64], [255; 64]] {
            assert_eq!(W::secp256k1_verify(&hash, &signature, &key), Some(false));
            assert_eq!(W::secp256r1_verify(&hash, &signature, &key), Some(false));
        }
    }
}

pub fn powers<W: Way>() {
    let power = |base: &[u8], exp: &[u8], modulus: &[u8]| {
        W::modexp(base, exp, modulus).expect("every input has a power")
    };
    assert!(power(&[3], &[4], &[]).is_empty());
    assert!(power(&[], &[], &[]).is_empty());
    // The modulus zero, and one.
    for base in [&[][..], &[0], &[3, 4]] {
        for exp in [&[][..], &[0], &[0, 5]] {
            assert_eq!(power(base, exp, &[0]), [0]);
            assert_eq!(power(base, exp, &[0; 33]), [0; 33]);
            assert_eq!(power(base, exp, &[1]), [0]);
            assert_eq!(power(base, exp, &[0, 0, 1]), [0; 3]);
        }
    }
    // No bytes are zero.
    for zero in [&[][..], &[0], &[0; 40]] {
        assert_eq!(power(zero, zero, &[0, 5]), [0, 1]);
        assert_eq!(power(&[3], zero, &[5]), [1]);
        assert_eq!(power(zero, &[3], &[5]), [0]);
    }
    // 2^3072 = 256^384, which as a number of 385 bytes is a one and zeros.
    let mut modulus = vec![255; 385];
    modulus[0] = 1;
    let mut one = vec![0; 385];
    one[0] = 1;
    assert_eq!(power(&[2], &[12, 0], &modulus), one);
}

pub fn bn254<W: Way>() {
    let point = join::<64>(&[&number::<32>(1), &number::<32>(2)]);
    let minus = join(&[&number::<32>(1), &hex::<32>(&P.replace("fd47", "fd45"))]);
    assert_eq!(W::bn254_g1_add(&point, &minus), Some([0; 64]));
    assert_eq!(W::bn254_g1_add(&[0; 64], &[0; 64]), Some([0; 64]));
    assert_eq!(W::bn254_g1_mul(&point, &hex(R)), Some([0; 64]));
    assert_eq!(W::bn254_g1_mul(&point, &hex(&R.replace("0001", "0002"))), Some(point));
    assert!(W::bn254_g1_mul(&point, &[255; 32]).is_some());
    // Coordinates that are not below the modulus, and points that are on no curve.
    let bad = [
        join(&[&hex::<32>(P), &number::<32>(2)]),
        join(&[&hex::<32>(P), &hex::<32>(P)]),
        join(&[&number::<32>(0), &hex::<32>(P)]),
        join(&[&number::<32>(1), &number::<32>(1)]),
        [255; 64],
    ];
    for bad in &bad {
        assert_eq!(W::bn254_g1_add(bad, &[0; 64]), None);
        assert_eq!(W::bn254_g1_add(&[0; 64], bad), None);
        assert_eq!(W::bn254_g1_mul(bad, &[0; 32]), None);
        assert_eq!(W::bn254_pairing(&[Bn254Pair { g1: *bad, g2: [0; 128] }]), None);
    }
    let good = Bn254Pair { g1: point, g2: [0; 128] };
    assert_eq!(W::bn254_pairing(&[]), Some(true));
    assert_eq!(W::bn254_pairing(&[good; 3]), Some(true));
    let off = Bn254Pair { g1: [0; 64], g2: [1; 128] };
    assert_eq!(W::bn254_pairing(&[good, off]), None);
}

pub fn bls12_381<W: Way>() {
    // (0, 2) has order 3: sums take it, all else asks for the group.
    let outside = number::<96>(2);
    assert_eq!(W::bls12_g1_add(&outside, &[0; 96]), Some(outside));
    assert_eq!(W::bls12_g1_msm(&[Bls12G1Term { point: outside, scalar: [0; 32] }]), None);
    assert_eq!(W::bls12_pairing(&[Bls12Pair { g1: outside, g2: [0; 192] }]), None);

    let g1 = W::bls12_map_fp_to_g1(&[1; 48]).expect("an element");
    let g2 = W::bls12_map_fp2_to_g2(&[1; 96]).expect("an element");
    // Any integer is a scalar: r is none, and r + 1 is one.
    let next = BLS_R.replace("00000001", "00000002");
    for (scalar, g1_expected, g2_expected) in [(BLS_R, [0; 96], [0; 192]), (&next, g1, g2)] {
        let scalar = hex(scalar);
        assert_eq!(W::bls12_g1_msm(&[Bls12G1Term { point: g1, scalar }]), Some(g1_expected));
        assert_eq!(W::bls12_g2_msm(&[Bls12G2Term { point: g2, scalar }]), Some(g2_expected));
    }
    let (twice_g1, twice_g2) = (W::bls12_g1_add(&g1, &g1), W::bls12_g2_add(&g2, &g2));
    let terms = [Bls12G1Term { point: g1, scalar: number(1) }; 2];
    assert_eq!(W::bls12_g1_msm(&terms), twice_g1);
    let terms = [Bls12G2Term { point: g2, scalar: number(1) }; 2];
    assert_eq!(W::bls12_g2_msm(&terms), twice_g2);
    // e(2P, Q)·e(P, −2Q) is one, and e(P, Q) is not.
    let (twice_g1, twice_g2) = (twice_g1.expect("a sum"), twice_g2.expect("a sum"));
    let minus = hex::<32>(&BLS_R.replace("00000001", "00000000"));
    let minus = W::bls12_g2_msm(&[Bls12G2Term { point: twice_g2, scalar: minus }]).expect("−2Q");
    let pairs = [Bls12Pair { g1: twice_g1, g2 }, Bls12Pair { g1, g2: minus }];
    assert_eq!(W::bls12_pairing(&pairs), Some(true));
    assert_eq!(W::bls12_pairing(&pairs[..1]), Some(false));
    // Of nothing EIP-2537 knows neither a sum nor a verdict.
    assert_eq!(W::bls12_g1_msm(&[]), None);
    assert_eq!(W::bls12_g2_msm(&[]), None);
    assert_eq!(W::bls12_pairing(&[]), None);

    // The modulus in the place of each element.
    let p = hex::<48>(BLS_P);
    assert_eq!(W::bls12_map_fp_to_g1(&p), None);
    assert!(W::bls12_map_fp_to_g1(&hex(&BLS_P.replace("aaab", "aaaa"))).is_some());
    for at in 0..4 {
        let mut bad = [0; 192];
        bad[48 * at..][..48].copy_from_slice(&p);
        assert_eq!(W::bls12_g2_add(&bad, &[0; 192]), None);
        assert_eq!(W::bls12_g2_msm(&[Bls12G2Term { point: bad, scalar: [0; 32] }]), None);
        assert_eq!(W::bls12_pairing(&[Bls12Pair { g1: [0; 96], g2: bad }]), None);
        let Some(bad) = bad.first_chunk::<96>().filter(|_| at < 2) else { continue };
        assert_eq!(W::bls12_map_fp2_to_g2(bad), None);
        assert_eq!(W::bls12_g1_add(&[0; 96], bad), None);
        assert_eq!(W::bls12_g1_msm(&[Bls12G1Term { point: *bad, scalar: [0; 32] }]), None);
    }
    // On no curve.
    assert_eq!(W::bls12_g1_add(&[1; 96], &[0; 96]), None);
    assert_eq!(W::bls12_g2_add(&[1; 192], &[0; 192]), None);
}

pub fn others<W: Way>() {
    let state = [3; 64];
    for (flag, taken) in [(0, true), (1, true), (2, false), (255, false)] {
        assert_eq!(W::blake2f(1, &state, &[4; 128], &[5; 16], flag).is_some(), taken);
    }
    assert!(W::blake2f(0, &state, &[4; 128], &[5; 16], 1).is_some());

    // The commitment to the polynomial 0, which is 0 everywhere.
    let mut identity = [0; 48];
    identity[0] = 0xc0;
    let opens = |point, z, y| W::kzg_point_eval(point, &z, &y, &identity);
    assert_eq!(opens(&identity, [7; 32], [0; 32]), Some(true));
    assert_eq!(opens(&identity, [7; 32], [1; 32]), Some(false));
    assert_eq!(opens(&identity, hex(BLS_R), [0; 32]), None);
    assert_eq!(opens(&identity, [7; 32], hex(BLS_R)), None);
    assert_eq!(opens(&[0; 48], [7; 32], [0; 32]), None);
}

pub fn all<W: Way>() {
    recovery::<W>();
    powers::<W>();
    bn254::<W>();
    bls12_381::<W>();
    others::<W>();
}

#[test]
fn in_rust() {
    all::<Rust>();
    all::<Hinted>();
}
