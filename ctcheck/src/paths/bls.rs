//! BLS signatures: key generation, signing, proofs of possession.

use core::num::NonZeroU32;

use curvemark::bls::threshold::{Dealt, Polynomial, Share, join};
use curvemark::bls::{SecretKey, Suite, min_pk, min_sig};

use super::{Path, path};
use crate::secrets::{SecretRng, Secrets};

const KEY: [u8; 32] = [0x31; 32];
const MESSAGE: &[u8] = b"a message that is not public yet";
const MATERIAL: [u8; 32] = [0x42; 32];

fn key<S: Suite>(secrets: &Secrets) -> SecretKey<S> {
    secrets.hide(SecretKey::from_bytes(&KEY).expect("a scalar"))
}

fn sign<S: Suite>(secrets: &Secrets) -> Vec<u8> {
    key::<S>(secrets).sign(&secrets.hide_bytes(MESSAGE)).to_bytes().as_ref().to_vec()
}

fn generated(secrets: &Secrets) -> SecretKey<min_pk::Possession> {
    SecretKey::key_gen(&secrets.hide_bytes(&MATERIAL), b"info").expect("enough material")
}

/// A key that two of its parties can use.
fn dealt(secrets: &Secrets) -> Polynomial<min_pk::Basic> {
    let key = secrets.hide(SecretKey::from_bytes(&KEY).expect("a scalar"));
    Polynomial::of_key(&key, 2, &mut SecretRng::new(secrets, 3)).expect("a threshold")
}

const fn index(i: u32) -> NonZeroU32 {
    NonZeroU32::new(i).expect("not zero")
}

fn shared(secrets: &Secrets) -> Vec<u8> {
    dealt(secrets).share(index(5)).expect("not zero").secret_key().to_bytes().to_vec()
}

/// A polynomial with its two shares as secrets of their own.
fn shares(secrets: &Secrets) -> (Polynomial<min_pk::Basic>, [Share<min_pk::Basic>; 2]) {
    let polynomial = dealt(&Secrets::PLAIN);
    let share = |i| {
        let share = polynomial.share(index(i)).expect("not zero");
        Share::new(share.index(), secrets.hide(share.secret_key().clone()))
    };
    let shares = [1, 5].map(share);
    (polynomial, shares)
}

fn recovered(secrets: &Secrets) -> Vec<u8> {
    let (polynomial, shares) = shares(secrets);
    let key = polynomial.commitment().recover(&shares).expect("enough shares");
    key.to_bytes().to_vec()
}

fn joined(secrets: &Secrets) -> Vec<u8> {
    let (old, shares) = shares(&Secrets::PLAIN);
    let dealt = shares.each_ref().map(|share| {
        let rng = &mut SecretRng::new(&Secrets::PLAIN, 4);
        let again = share.deal_again(2, rng).expect("a threshold");
        let given = again.share(index(7)).expect("not zero");
        let given = Share::new(given.index(), secrets.hide(given.secret_key().clone()));
        Dealt { dealer: share.index(), commitment: again.commitment(), share: given }
    });
    let (share, _) = join(&old.commitment(), &dealt).expect("what they dealt");
    share.secret_key().to_bytes().to_vec()
}

/// A path of arithmetic modulo r alone.
const fn modulo_r(name: &'static str, run: fn(&Secrets) -> Vec<u8>) -> Path {
    path(name, run).on_words("r is too close to 2^255 for the kernels of 4 words")
}

/// The table.
pub const PATHS: &[Path] = &[
    modulo_r("bls/key_from_bytes", |s| {
        min_pk::SecretKey::from_bytes(&s.hide_bytes(&KEY)).expect("a scalar").to_bytes().to_vec()
    })
    .verdicts(2, "whether the integer is below r, and zero"),
    modulo_r("bls/key_random", |s| {
        min_pk::SecretKey::random(&mut SecretRng::new(s, 3)).to_bytes().to_vec()
    })
    .verdicts(1, "whether a draw is zero: then another one follows"),
    modulo_r("bls/key_gen", |s| generated(s).to_bytes().to_vec())
        .verdicts(1, "whether the key is zero: then another salt follows"),
    modulo_r("bls/derive_child", |s| {
        key::<min_pk::Possession>(s).derive_child(7).to_bytes().to_vec()
    })
    .verdicts(1, "whether the key is zero: then another salt follows"),
    path("bls/public_key_g1", |s| key::<min_pk::Possession>(s).public_key().to_bytes().to_vec()),
    path("bls/public_key_g2", |s| key::<min_sig::Possession>(s).public_key().to_bytes().to_vec()),
    path("bls/sign_g2", sign::<min_pk::Possession>),
    path("bls/sign_g1", sign::<min_sig::Possession>),
    path("bls/sign_augmented", sign::<min_pk::Augmented>),
    path("bls/prove_possession", |s| {
        key::<min_pk::Possession>(s).prove_possession().to_bytes().to_vec()
    }),
    modulo_r("bls/threshold_share", shared)
        .verdicts(2, "whether a coefficient is zero, and whether the share is"),
    path("bls/threshold_recover", recovered)
        .verdicts(3, "whether each share is what was committed to, and whether the key is zero"),
    path("bls/threshold_join", joined).verdicts(
        3,
        "whether each share is what was committed to, and whether the new one is zero",
    ),
];
