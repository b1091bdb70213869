//! Trees of keys, words for seeds, silent payments and the key exchange of Bitcoin's nodes.

mod bip32;
mod bip324;
mod bip352;
mod bip39;
mod slip10;

use core::fmt::Debug;

use zeroize::ZeroizeOnDrop;

use curvemark::ecdsa::P256;
use curvemark::wallets;

const fn wipes<T: ZeroizeOnDrop>() {}

const _: () = {
    wipes::<wallets::bip32::ExtendedPrivateKey>();
    wipes::<wallets::slip10::PrivateKey<P256>>();
    wipes::<wallets::slip10::Ed25519Key>();
    wipes::<wallets::bip39::Mnemonic>();
    wipes::<wallets::bip324::SecretKey>();
    wipes::<wallets::bip324::SharedSecret>();
    wipes::<wallets::bip324::Keys>();
    wipes::<wallets::bip352::InputKey>();
    wipes::<wallets::bip352::Sender>();
    wipes::<wallets::bip352::Receiver>();
    wipes::<wallets::bip352::Payment>();
};

/// What a secret shows of itself.
fn shows(secret: &impl Debug) -> String {
    format!("{secret:?}")
}
