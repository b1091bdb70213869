//! Ed25519 and ristretto255.

use curve::ed25519::{Ed25519, FpEngine, FrEngine, Point, Ristretto255, hash_to_curve};
use curve::edwards::mul_on_lanes;
use curve::engines::lanes8::Lanes8Portable;
use curve::hash_to_curve::Xmd;
use curve::integer::scalar_to_integer;
use curve::scalar_mul::Comb;
use curvemark::eddsa::SigningKey;
use curvemark::x25519;
use sha2::Sha512;

use super::inputs::{BYTES, DST, accepted, answer, field, field_bytes, hidden};
use super::{Path, path};
use crate::secrets::Secrets;

/// A point whose coordinates are secret.
fn point(secrets: &Secrets, number: u64) -> Point {
    secrets.hide(Point::generator().mul_integer(&[number, 0, 0, 0]))
}

/// The seed of a key.
const SEED: [u8; 32] = [0x4e; 32];

/// The table.
pub const PATHS: &[Path] = &[
    path("ed25519/fp", field::<FpEngine>),
    path("ed25519/fr", field::<FrEngine>),
    path("ed25519/fr_bytes", field_bytes::<FrEngine>).on_words("conversions of bytes"),
    path("ed25519/addition", |s| {
        let (p, q) = (point(s, 11), point(s, 17));
        let sum = p.add(&q).add(&p.double().add(&p.double()));
        [
            sum.to_bytes().to_vec(),
            answer(p.equal(&q) | p.is_identity() | p.is_small_order() | q.is_torsion_free()),
        ]
        .concat()
    }),
    path("ed25519/mul", |s| point(s, 11).mul(&hidden::<FrEngine>(s, 1)).to_bytes().to_vec()),
    // Valgrind knows no vectors of 512 bits: the same source on portable lanes.
    path("ed25519/mul_on_lanes", |s| {
        let points = [11, 17, 23].map(|number| point(s, number));
        let (scalars, mut out) = ([1, 2, 3].map(|number| hidden::<FrEngine>(s, number)), points);
        accepted(mul_on_lanes::<_, Ed25519<Lanes8Portable<FpEngine>>>(
            &(),
            &points,
            &scalars,
            &mut out,
        ));
        out.map(|point| point.to_bytes()).concat()
    })
    .on_portable_lanes(),
    path("ed25519/mul_integer", |s| {
        point(s, 11).mul_integer(&scalar_to_integer(&hidden::<FrEngine>(s, 1))).to_bytes().to_vec()
    }),
    path("ed25519/mul_exceptions", |s| {
        let zero = point(s, 11).mul(&s.hide(curve::ed25519::Fr::zero()));
        let identity = s.hide(Point::identity()).mul(&hidden::<FrEngine>(s, 1));
        [zero.to_bytes(), identity.to_bytes()].concat()
    }),
    path("ed25519/comb", |s| {
        accepted(Comb::<Point, 4, 32>::new(&Point::generator()))
            .mul(&hidden::<FrEngine>(s, 1))
            .to_bytes()
            .to_vec()
    }),
    path("ed25519/eddsa_key", |s| SigningKey::from_seed(&s.hide(SEED)).public_bytes().to_vec()),
    path("ed25519/eddsa_sign", |s| {
        s.hide(SigningKey::from_seed(&SEED)).sign(&BYTES).to_bytes().to_vec()
    }),
    path("ed25519/eddsa_sign_context", |s| {
        accepted(s.hide(SigningKey::from_seed(&SEED)).sign_context(&BYTES, b"context"))
            .to_bytes()
            .to_vec()
    }),
    path("ed25519/eddsa_sign_prehashed", |s| {
        accepted(s.hide(SigningKey::from_seed(&SEED)).sign_prehashed(&BYTES, b"context"))
            .to_bytes()
            .to_vec()
    }),
    path("ed25519/x25519_public_key", |s| {
        s.hide(accepted(x25519::SecretKey::from_bytes(&SEED))).public_key().to_bytes().to_vec()
    }),
    path("ed25519/x25519", |s| {
        let key = s.hide(accepted(x25519::SecretKey::from_bytes(&SEED)));
        let other = s.hide(accepted(x25519::PublicKey::from_bytes(&[0x53; 32])));
        accepted(key.diffie_hellman(&other)).as_bytes().to_vec()
    })
    .verdicts(1, "whether the other point is of small order"),
    path("ed25519/hash_to_curve", |s| {
        hash_to_curve::<Xmd<Sha512>>(s.hide_bytes(&BYTES).as_slice(), DST).to_bytes().to_vec()
    }),
    path("ristretto255/mul", |s| {
        Ristretto255::of_double(&point(s, 11)).mul(&hidden::<FrEngine>(s, 1)).to_bytes().to_vec()
    }),
    path("ristretto255/from_uniform_bytes", |s| {
        accepted(Ristretto255::from_uniform_bytes(&s.hide_bytes(&BYTES))).to_bytes().to_vec()
    }),
];
