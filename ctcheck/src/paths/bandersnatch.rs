//! Bandersnatch and Banderwagon, and the verifiable random functions there.

use curve::bandersnatch::{
    Bandersnatch, Banderwagon, FpEngine, FrEngine, Point, Scalar, hash_to_curve,
};
use curve::edwards::mul_on_lanes;
use curve::engines::lanes8::Lanes8Portable;
use curve::hash_to_curve::Xmd;
use curve::scalar_mul::Comb;
use curvemark::bandersnatch_vrf::{BandersnatchSha512Ell2, Input, SecretKey};
use sha2::Sha512;

use super::inputs::{DST, accepted, answer, field, hidden};
use super::{Path, path};
use crate::secrets::Secrets;

/// A path on Bandersnatch, whose primes leave too little room in 256 bits for the kernels of sums.
const fn here(name: &'static str, run: fn(&Secrets) -> Vec<u8>) -> Path {
    path(name, run).on_words("moduli above R/5 have kernels of single products only")
}

/// A point whose coordinates are secret.
fn point(secrets: &Secrets, number: u64) -> Point {
    secrets.hide(Point::generator().mul_integer(&[number, 0, 0, 0]))
}

/// An element whose coordinates are secret.
fn element(secrets: &Secrets, number: u64) -> Banderwagon {
    Banderwagon::of_point(point(secrets, number))
}

type Suite = BandersnatchSha512Ell2;

const SEED: [u8; 32] = [0x0d; 32];

/// A key whose scalar is secret, while its public key is not: that is hashed with every proof.
fn holder(secrets: &Secrets) -> SecretKey<Suite> {
    secrets.hide_but(SecretKey::from_seed(&SEED), SecretKey::public_bytes)
}

/// A secret input.
fn input(secrets: &Secrets) -> Input<Suite> {
    Input::new(&secrets.hide_bytes(b"an input that is not public yet"))
}

/// The table.
pub const PATHS: &[Path] = &[
    here("bandersnatch/fr", field::<FrEngine>),
    here("bandersnatch/addition", |s| {
        let (p, q) = (point(s, 11), point(s, 17));
        let sum = p.add(&q).add(&p.double().add(&p.double()));
        [
            sum.to_bytes().to_vec(),
            answer(p.equal(&q) | p.is_identity() | p.is_small_order() | q.is_torsion_free()),
        ]
        .concat()
    }),
    here("bandersnatch/mul", |s| point(s, 11).mul(&hidden::<FrEngine>(s, 1)).to_bytes().to_vec()),
    path("bandersnatch/mul_on_lanes", |s| {
        let points = [11, 17, 23].map(|number| point(s, number));
        let (scalars, mut out) = ([1, 2, 3].map(|number| hidden::<FrEngine>(s, number)), points);
        accepted(mul_on_lanes::<_, Bandersnatch<Lanes8Portable<FpEngine>>>(
            &(),
            &points,
            &scalars,
            &mut out,
        ));
        out.map(|point| point.to_bytes()).concat()
    })
    .on_portable_lanes(),
    here("bandersnatch/mul_exceptions", |s| {
        let zero = point(s, 11).mul(&s.hide(Scalar::zero()));
        let identity = s.hide(Point::identity()).mul(&hidden::<FrEngine>(s, 1));
        [zero.to_bytes(), identity.to_bytes()].concat()
    }),
    here("bandersnatch/comb", |s| {
        accepted(Comb::<Point, 4, 32>::new(&Point::generator()))
            .mul(&hidden::<FrEngine>(s, 1))
            .to_bytes()
            .to_vec()
    }),
    here("bandersnatch/banderwagon", |s| {
        let (p, q) = (element(s, 11), element(s, 17).mul(&hidden::<FrEngine>(s, 1)));
        let elements = [p, q, p.add(&q), p.sub(&q.double())];
        let mut bytes = [[0; 32]; 4];
        accepted(Banderwagon::to_bytes_batch(&elements, &mut bytes));
        let mut scalars = [Scalar::zero(); 4];
        accepted(Banderwagon::map_to_scalar_field_batch(&elements, &mut scalars));
        [
            bytes.concat(),
            scalars.map(|scalar| scalar.to_le_bytes()).concat(),
            q.to_bytes().to_vec(),
            q.map_to_scalar_field().to_le_bytes().to_vec(),
            answer(p.equal(&q) | p.is_identity()),
        ]
        .concat()
    }),
    here("bandersnatch/hash_to_curve", |s| {
        hash_to_curve::<Xmd<Sha512>>(&s.hide_bytes(b"a message")[..], DST).to_bytes().to_vec()
    }),
    here("bandersnatch/vrf_key", |s| {
        SecretKey::<Suite>::from_seed(&s.hide(SEED)).public_bytes().to_vec()
    })
    .verdicts(1, "whether the hash of the seed is zero"),
    here("bandersnatch/vrf_hash", |s| holder(s).hash(&input(s)).to_vec()),
    here("bandersnatch/vrf_tiny", |s| {
        let (output, proof) = holder(s).prove_tiny(&input(s), &s.hide_bytes(b"data"));
        [output.to_bytes().as_slice(), &proof.to_bytes()].concat()
    }),
    here("bandersnatch/vrf_thin", |s| {
        let (output, proof) = holder(s).prove_thin(&input(s), &s.hide_bytes(b"data"));
        [output.to_bytes().as_slice(), &proof.to_bytes()].concat()
    }),
    here("bandersnatch/vrf_pedersen", |s| {
        let (output, proof, blinding) = holder(s).prove_pedersen(&input(s), &s.hide_bytes(b"data"));
        let blinding = blinding.expose().to_le_bytes();
        [output.to_bytes().as_slice(), &proof.to_bytes(), &blinding].concat()
    }),
];
