//! Fields, scalars, groups, hash-to-curve and pairing of BLS12-381.

use curve::bls12_381::{
    Fp, Fp2, FpEngine, Fr, FrEngine, G1, G1Affine, G1Curve, G2, G2Affine, G2Curve, Gt,
    SecretScalar, encode_to_g1, encode_to_g2, hash_to_g1, hash_to_g2, map_to_g1, map_to_g2,
    pairing,
};
use curve::crossover;
use curve::engines::lanes8::Lanes8Portable;
use curve::field::Anywhere;
use curve::hash_to_curve::Xmd;
use curve::weierstrass::{Affine, CurvePoint, Projective, ZcashEncoding};
use sha2::Sha256;
use subtle::ConstantTimeEq;

use super::inputs::{
    BYTES, DST, accepted, answer, both_ways, bytes, coordinates, element, hidden, mul_batch,
    mul_on_lanes_of, point, target,
};
use super::{Path, path};
use crate::secrets::{SecretRng, Secrets};

fn fp(secrets: &Secrets, number: u8) -> Fp {
    hidden::<FpEngine>(secrets, number)
}

fn fp2(secrets: &Secrets, number: u8) -> Fp2 {
    Fp2::new(fp(secrets, number), fp(secrets, number ^ 0x80))
}

fn fr(secrets: &Secrets, number: u8) -> Fr {
    hidden::<FrEngine>(secrets, number)
}

fn scalar(secrets: &Secrets, number: u8) -> SecretScalar {
    SecretScalar::new(fr(secrets, number))
}

fn g1(secrets: &Secrets) -> G1 {
    point(secrets, 11)
}

fn g2(secrets: &Secrets) -> G2 {
    point(secrets, 13)
}

fn gt(secrets: &Secrets) -> Gt {
    pairing(&g1(secrets).to_affine(), &g2(secrets).to_affine())
}

fn encoded<C: ZcashEncoding>(point: Projective<C>) -> Vec<u8> {
    point.to_bytes().as_ref().to_vec()
}

/// A point of the subgroup whose membership is not known.
fn on_curve<C: ZcashEncoding<Base: Anywhere>>() -> CurvePoint<C> {
    accepted(Affine::from_bytes_unchecked_subgroup(Affine::<C>::generator().to_bytes().as_ref()))
}

/// A path of one operation, which works where its operands are: who repeats it enters an engine
/// first.
const fn single(name: &'static str, run: fn(&Secrets) -> Vec<u8>) -> Path {
    path(name, run).on_words("a single operation on fields or groups")
}

/// A path of arithmetic modulo r.
const fn modulo_r(name: &'static str, run: fn(&Secrets) -> Vec<u8>) -> Path {
    path(name, run).on_words("r is too close to 2^255 for the kernels of 4 words")
}

/// The table.
pub const PATHS: &[Path] = &[
    path("bls12_381/fp_mul", |s| bytes(fp(s, 1) * fp(s, 2))),
    path("bls12_381/fp_sqr", |s| bytes(fp(s, 1).sqr())),
    single("bls12_381/fp_add", |s| bytes(fp(s, 1) + fp(s, 2))),
    single("bls12_381/fp_sub", |s| bytes(fp(s, 1) - fp(s, 2))),
    single("bls12_381/fp_neg", |s| bytes(-fp(s, 1))),
    single("bls12_381/fp_invert", |s| bytes(fp(s, 1).invert())),
    single("bls12_381/fp_invert_zero", |s| bytes(s.hide(Fp::zero()).invert())),
    single("bls12_381/fp_sqrt", |s| bytes(fp(s, 1).sqrt().0)),
    single("bls12_381/fp_is_square", |s| answer(fp(s, 1).is_square())),
    single("bls12_381/fp_from_bytes", |s| {
        bytes(Fp::from_bytes(&s.hide_bytes(&bytes(element::<FpEngine>(1)))).0)
    }),
    single("bls12_381/fp_from_uniform_bytes", |s| {
        bytes(Fp::from_uniform_bytes(&s.hide_bytes(&BYTES)))
    }),
    single("bls12_381/fp_sign", |s| answer(fp(s, 1).sgn0() ^ fp(s, 1).is_largest())),
    path("bls12_381/fp2_mul", |s| bytes(fp2(s, 1) * fp2(s, 2))),
    path("bls12_381/fp2_sqr", |s| bytes(fp2(s, 1).sqr())),
    single("bls12_381/fp2_invert", |s| bytes(fp2(s, 1).invert())),
    single("bls12_381/fp2_sqrt", |s| bytes(fp2(s, 1).sqr().sqrt().0)),
    modulo_r("bls12_381/fr_mul", |s| bytes(fr(s, 1) * fr(s, 2))),
    modulo_r("bls12_381/fr_invert", |s| bytes(fr(s, 1).invert())),
    modulo_r("bls12_381/fr_invert_zero", |s| bytes(s.hide(Fr::zero()).invert())),
    modulo_r("bls12_381/fr_sqrt", |s| bytes(fr(s, 1).sqr().sqrt().0)),
    modulo_r("bls12_381/fr_to_bytes", |s| {
        [fr(s, 1).to_be_bytes(), fr(s, 2).to_le_bytes()].concat()
    }),
    modulo_r("bls12_381/fr_from_bytes", |s| {
        bytes(Fr::from_bytes(&s.hide_bytes(&bytes(element::<FrEngine>(1)))).0)
    }),
    modulo_r("bls12_381/fr_random", |s| bytes(Fr::random(&mut SecretRng::new(s, 5)))),
    modulo_r("bls12_381/fr_from_be_bytes", |s| {
        bytes(accepted(Fr::from_be_bytes(&s.hide_bytes(&element::<FrEngine>(1).to_be_bytes()))))
    })
    .verdicts(1, "whether the integer is below r"),
    modulo_r("bls12_381/fr_from_le_bytes", |s| {
        bytes(accepted(Fr::from_le_bytes(&s.hide_bytes(&element::<FrEngine>(1).to_le_bytes()))))
    })
    .verdicts(1, "whether the integer is below r"),
    modulo_r("bls12_381/secret_scalar_from_be_bytes", |s| {
        let bytes = s.hide_bytes(&element::<FrEngine>(1).to_be_bytes());
        accepted(SecretScalar::from_be_bytes(&bytes).and_then(SecretScalar::not_zero))
            .to_be_bytes()
            .to_vec()
    })
    .verdicts(2, "whether the integer is below r, and zero"),
    modulo_r("bls12_381/secret_scalar_refused", |s| {
        // The reason is public; what is returned beside it must be secret, or the runner would
        // complain.
        let one = s.hide(1);
        vec![one & u8::from(SecretScalar::from_be_bytes(&s.hide_bytes(&[0xff; 32])).is_err())]
    })
    .verdicts(1, "whether the integer is below r"),
    modulo_r("bls12_381/secret_scalar_random", |s| {
        SecretScalar::random(&mut SecretRng::new(s, 9)).to_be_bytes().to_vec()
    }),
    modulo_r("bls12_381/secret_scalar_arithmetic", |s| {
        let (a, b) = (scalar(s, 1), scalar(s, 2));
        let sum = &(&(&a + &b) * &(&a - &b)) * &element::<FrEngine>(3);
        (-&sum).to_be_bytes().to_vec()
    }),
    modulo_r("bls12_381/secret_scalar_invert", |s| scalar(s, 1).invert().to_be_bytes().to_vec()),
    path("bls12_381/g1_mul", |s| encoded(&g1(s) * &scalar(s, 1))),
    path("bls12_381/g1_mul_zero", |s| encoded(g1(s) * s.hide(Fr::zero()))),
    path("bls12_381/g1_mul_identity", |s| encoded(s.hide(G1::identity()) * fr(s, 1))),
    path("bls12_381/g1_mul_affine", |s| encoded(&s.hide(G1Affine::generator()) * &scalar(s, 1))),
    path("bls12_381/g1_mul_generator", |s| encoded(G1::mul_generator(&fr(s, 1)))),
    path("bls12_381/g1_mul_batch", mul_batch::<G1Curve>),
    path(
        "bls12_381/g1_mul_on_lanes",
        mul_on_lanes_of::<G1Curve, G1Curve<Lanes8Portable<FpEngine>>>,
    )
    .on_portable_lanes(),
    single("bls12_381/g1_add", |s| encoded(g1(s) + point::<G1Curve>(s, 17))),
    single("bls12_381/g1_add_same", |s| encoded(g1(s) + g1(s))),
    single("bls12_381/g1_double", |s| encoded(g1(s).double())),
    single("bls12_381/g1_equal", |s| answer(g1(s).equal(&point(s, 17)))),
    single("bls12_381/g1_not_identity", |s| encoded(accepted(g1(s).not_identity())))
        .verdicts(1, "whether the point is the identity"),
    path("bls12_381/g1_is_in_subgroup", |s| answer(s.hide(on_curve::<G1Curve>()).is_in_subgroup())),
    single("bls12_381/g1_to_bytes_uncompressed", |s| g1(s).to_bytes_uncompressed().to_vec()),
    single("bls12_381/g1_batch_to_affine", |s| {
        let points = [g1(s), s.hide(G1::identity()), point(s, 17)];
        let mut out = [G1Affine::identity(); 3];
        accepted(G1::batch_to_affine(&points, &mut out));
        out.iter().flat_map(G1Affine::to_bytes).collect()
    }),
    path("bls12_381/secret_scalar_mul_batch", |s| {
        let (points, secrets) =
            ([g1(s).to_affine(), s.hide(G1Affine::generator())], [scalar(s, 1), scalar(s, 2)]);
        both_ways(&crossover::SECRET_MULTIPLICATIONS, || {
            let (mut each, mut by_one) = ([G1::identity(); 2], [G1::identity(); 2]);
            accepted(SecretScalar::mul_each(&secrets, &points, &mut each));
            accepted(secrets[0].mul_batch(&points, &mut by_one));
            each.into_iter().chain(by_one).flat_map(coordinates).collect()
        })
    }),
    path("bls12_381/g2_mul", |s| encoded(&g2(s) * &scalar(s, 1))),
    path("bls12_381/g2_mul_affine", |s| encoded(&s.hide(G2Affine::generator()) * &scalar(s, 1))),
    path("bls12_381/g2_mul_generator", |s| encoded(G2::mul_generator(&fr(s, 1)))),
    path("bls12_381/g2_mul_batch", mul_batch::<G2Curve>),
    path(
        "bls12_381/g2_mul_on_lanes",
        mul_on_lanes_of::<G2Curve, G2Curve<Lanes8Portable<FpEngine>>>,
    )
    .on_portable_lanes(),
    single("bls12_381/g2_add", |s| encoded(g2(s) + point::<G2Curve>(s, 17))),
    path("bls12_381/g2_is_in_subgroup", |s| answer(s.hide(on_curve::<G2Curve>()).is_in_subgroup())),
    single("bls12_381/g2_to_bytes_uncompressed", |s| g2(s).to_bytes_uncompressed().to_vec()),
    path("bls12_381/hash_to_g1", |s| {
        encoded(hash_to_g1::<Xmd<Sha256>>(s.hide_bytes(&BYTES).as_slice(), DST))
    }),
    path("bls12_381/hash_to_g2", |s| {
        encoded(hash_to_g2::<Xmd<Sha256>>(s.hide_bytes(&BYTES).as_slice(), DST))
    }),
    path("bls12_381/encode_to_g1", |s| {
        encoded(encode_to_g1::<Xmd<Sha256>>(s.hide_bytes(&BYTES).as_slice(), DST))
    }),
    path("bls12_381/encode_to_g2", |s| {
        encoded(encode_to_g2::<Xmd<Sha256>>(s.hide_bytes(&BYTES).as_slice(), DST))
    }),
    path("bls12_381/map_to_g1", |s| encoded(map_to_g1(&fp(s, 1)))),
    path("bls12_381/map_to_g1_zero", |s| encoded(map_to_g1(&s.hide(Fp::zero())))),
    path("bls12_381/map_to_g2", |s| encoded(map_to_g2(&fp2(s, 1)))),
    path("bls12_381/pairing", |s| target(&gt(s))),
    path("bls12_381/pairing_identity", |s| {
        target(&pairing(&s.hide(G1Affine::identity()), &s.hide(G2Affine::generator())))
    }),
    path("bls12_381/gt_pow", |s| target(&gt(s).pow(&fr(s, 1)))),
    path("bls12_381/gt_equal", |s| answer(gt(s).ct_eq(&gt(s).invert()))),
];
