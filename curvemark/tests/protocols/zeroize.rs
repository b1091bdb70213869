//! Secret types wipe their memory when dropped.
//!
//! That the bytes are gone can only be seen by reading memory after a drop, which takes `unsafe`;
//! this crate forbids it. Here the compiler checks the promise: each type implements
//! `ZeroizeOnDrop`, which for these types rests on the scalar that is their only field.

use curvemark::bls::{KeyPair, SecretKey, min_pk, min_sig};
use curvemark::bls12_381::SecretScalar;
use curvemark::cashu::v3::{BlindingFactor, MintSecretKey};
use curvemark::{ecdh, ecdsa, eddsa, schnorr, x25519};
use zeroize::{ZeroizeOnDrop, Zeroizing};

const fn wipes<T: ZeroizeOnDrop>() {}

const _: () = {
    wipes::<SecretScalar>();
    wipes::<MintSecretKey>();
    wipes::<BlindingFactor>();
    wipes::<min_pk::SecretKey>();
    wipes::<SecretKey<min_sig::Augmented>>();
    wipes::<KeyPair<min_sig::Basic>>();
    wipes::<ecdsa::SigningKey<ecdsa::Secp256k1>>();
    wipes::<ecdsa::SigningKey<ecdsa::P256>>();
    wipes::<eddsa::SigningKey>();
    wipes::<ecdh::SecretKey<ecdh::P256>>();
    wipes::<ecdh::SharedSecret>();
    wipes::<x25519::SecretKey>();
    wipes::<x25519::SharedSecret>();
    wipes::<schnorr::SigningKey>();
    wipes::<Zeroizing<[u8; 32]>>();
};

#[cfg(feature = "vrf")]
const _: () = {
    wipes::<curvemark::vrf::SecretKey<curvemark::vrf::Edwards25519Sha512Ell2>>();
    wipes::<curvemark::vrf::SecretKey<curvemark::vrf::P256Sha256Sswu>>();
    wipes::<curvemark::vrf::SecretKey<curvemark::vrf::Ristretto255Sui>>();
};

#[cfg(feature = "bandersnatch")]
const _: () = {
    use curvemark::bandersnatch_vrf::{BandersnatchSha512Ell2, SecretKey};
    wipes::<SecretKey<BandersnatchSha512Ell2>>();
};

/// A type that holds more than the scalar would not keep the promise through the scalar alone.
#[test]
fn a_secret_is_its_scalar_and_nothing_else() {
    assert_eq!(size_of::<MintSecretKey>(), size_of::<SecretScalar>());
    assert_eq!(size_of::<BlindingFactor>(), size_of::<SecretScalar>());
    assert_eq!(size_of::<min_pk::SecretKey>(), size_of::<SecretScalar>());
    assert!(core::mem::needs_drop::<min_pk::SecretKey>());
    assert!(core::mem::needs_drop::<MintSecretKey>() && core::mem::needs_drop::<BlindingFactor>());
}

/// The bytes of a secret leave it in a buffer that wipes itself.
#[test]
fn bytes_of_secrets_come_in_a_buffer_that_wipes_itself() {
    let key = MintSecretKey::from_bytes(&[7; 32]).expect("a scalar");
    let bytes: Zeroizing<[u8; 32]> = key.to_bytes();
    assert_eq!(*bytes, [7; 32]);
    let factor = BlindingFactor::from_bytes(&[5; 32]).expect("a scalar");
    let bytes: Zeroizing<[u8; 32]> = factor.to_bytes();
    assert_eq!(*bytes, [5; 32]);
}
