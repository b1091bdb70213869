//! Wallets: trees of keys, the key exchange of nodes, silent payments.

use curve::secp256k1::{AffinePoint, Fp, SecretScalar, ellswift};
use curvemark::ecdsa::P256;
use curvemark::wallets::Network;
use curvemark::wallets::bip32::{ExtendedPrivateKey, HARDENED};
use curvemark::wallets::bip324::{MAINNET, Role, SecretKey};
use curvemark::wallets::bip352::{InputKey, OutPoint, Receiver, Sender, Transaction, Tweak};
use curvemark::wallets::slip10::{Ed25519Key, PrivateKey};

use super::inputs::accepted;
use super::{Path, path};
use crate::secrets::{SecretRng, Secrets};

const KEY: [u8; 32] = [0x31; 32];
const SEED: [u8; 64] = [0x42; 64];
const OTHER: [u8; 32] = [0x57; 32];

fn root(secrets: &Secrets) -> ExtendedPrivateKey {
    accepted(ExtendedPrivateKey::from_seed(&secrets.hide_bytes(&SEED), Network::Main))
}

fn scalar(bytes: &[u8; 32]) -> SecretScalar {
    accepted(SecretScalar::from_be_bytes(bytes))
}

fn point(bytes: &[u8; 32]) -> AffinePoint {
    (&AffinePoint::generator() * &scalar(bytes)).to_affine()
}

/// A u and a case of which the point of [`KEY`] has an encoding.
fn with_encoding() -> (Fp, u8) {
    let found = (1..100_u32).find_map(|u| {
        let u = Fp::from(u);
        Some((u, (0..8).find(|case| ellswift::encode(&point(&KEY), &u, *case).is_some())?))
    });
    found.expect("most have one")
}

/// How many draws the encoding of [`KEY`]'s point takes by the generator below: a verdict each.
const DRAWS: usize = 5;

fn transport_key(secrets: &Secrets) -> SecretKey {
    let key = accepted(SecretKey::from_bytes(&KEY, &mut SecretRng::new(&Secrets::PLAIN, 3)));
    secrets.hide_but(key, SecretKey::public_bytes)
}

fn sender(secrets: &Secrets) -> Sender {
    let key = secrets.hide_but(accepted(InputKey::from_bytes(&KEY)), InputKey::public);
    accepted(Sender::new(&[OutPoint::new(&[7; 32], 1)], &[key]))
}

fn receiver(secrets: &Secrets) -> Receiver {
    accepted(Receiver::new(&secrets.hide(scalar(&OTHER)), &point(&KEY)))
}

/// Two transactions, of which one pays the receiver.
fn scanned(secrets: &Secrets) -> Vec<u8> {
    let address = receiver(&Secrets::PLAIN).address(Network::Main);
    let outputs = accepted(sender(&Secrets::PLAIN).outputs(&[address]));
    let tweak = accepted(Tweak::new(&[OutPoint::new(&[7; 32], 1)], &[point(&KEY)]));
    let other = accepted(Tweak::new(&[OutPoint::new(&[7; 32], 2)], &[point(&KEY)]));
    let transactions = [tweak, other].map(|tweak| Transaction { tweak, outputs: &outputs });
    let payments = receiver(secrets).scan(&transactions);
    payments.iter().flat_map(|payment| payment.tweak().to_be_bytes().to_vec()).collect()
}

/// The table.
pub const PATHS: &[Path] = &[
    path("wallets/bip32_from_seed", |s| root(s).secret_bytes().to_vec())
        .on_words("n has no spare bit for the kernels of 4 words")
        .verdicts(2, "whether the digest is below n, and zero"),
    path("wallets/bip32_child", |s| accepted(root(s).child(7)).secret_bytes().to_vec())
        .verdicts(4, "whether digests are below n, and keys zero"),
    path("wallets/bip32_hardened_child", |s| accepted(root(s).child(HARDENED)).secret_bytes().to_vec())
        .verdicts(4, "whether digests are below n, and keys zero"),
    path("wallets/bip32_public", |s| root(s).public().public_bytes().to_vec())
        .verdicts(2, "whether the digest is below n, and zero"),
    path("wallets/slip10_p256_child", |s| {
        let root = accepted(PrivateKey::<P256>::from_seed(&s.hide_bytes(&SEED)));
        root.child(7).child(HARDENED).public().to_sec1().to_vec()
    })
    .verdicts(6, "whether digests are below n, and keys zero"),
    path("wallets/slip10_ed25519_child", |s| {
        let root = accepted(Ed25519Key::from_seed(&s.hide_bytes(&SEED)));
        accepted(root.child(HARDENED)).secret_bytes().to_vec()
    })
    .without_kernels(),
    path("wallets/ellswift_decode", |s| {
        let bytes = s.hide([0x5a; 64]);
        ellswift::decode(&bytes).to_sec1_unchecked_identity().to_vec()
    })
    .verdicts(1, "whether the x is that of a point, as always"),
    path("wallets/ellswift_encode", |s| {
        let (u, case) = with_encoding();
        ellswift::encode(&s.hide(point(&KEY)), &u, case).expect("an encoding").to_vec()
    })
    .verdicts(1, "whether there is an encoding"),
    path("wallets/bip324_key_from_bytes", |s| {
        let mut rng = SecretRng::new(&Secrets::PLAIN, 3);
        accepted(SecretKey::from_bytes(&s.hide_bytes(&KEY), &mut rng)).public_bytes().to_vec()
    })
    .verdicts(2 + DRAWS, "whether the integer is below n, and zero; whether a draw gives an encoding"),
    path("wallets/bip324_exchange", |s| {
        let shared = transport_key(s).exchange(&[0x77; 64], Role::Initiator);
        shared.keys(&MAINNET).session_id().to_vec()
    }),
    path("wallets/bip352_outputs", |s| {
        let address = receiver(&Secrets::PLAIN).address(Network::Main);
        accepted(sender(s).outputs(&[address, address])).concat()
    })
    .verdicts(6, "whether digests are below n, and zero; whether an output is the identity"),
    path("wallets/bip352_scan", scanned).verdicts(
        3 + 2 * 3 + 1,
        "whether the key is zero; whether digests are below n, and zero; whether a transaction pays, and by which output",
    ),
    path("wallets/bip352_signing_key", |s| {
        let address = receiver(&Secrets::PLAIN).address(Network::Main);
        let outputs = accepted(sender(&Secrets::PLAIN).outputs(&[address]));
        let tweak = accepted(Tweak::new(&[OutPoint::new(&[7; 32], 1)], &[point(&KEY)]));
        let transaction = Transaction { tweak, outputs: &outputs };
        let payment = receiver(&Secrets::PLAIN).scan(&[transaction]).remove(0);
        accepted(payment.signing_key(&s.hide(scalar(&KEY)))).to_bytes().to_vec()
    })
    .verdicts(3, "whether the sum is zero, its point the identity, and the x that of the output"),
];
