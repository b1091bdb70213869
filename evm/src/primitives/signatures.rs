//! ECDSA on secp256k1 and P-256, of keys as x and y.

use curvemark::ecdsa::{Curve, P256, RecoveryId, Secp256k1, Signature, VerifyingKey};

use crate::precompiles::Error;

/// The key x ‖ y on secp256k1 whose signature r ‖ s of a hash this is, by the id of 0 to 3. Either
/// s is taken.
///
/// The contract knows the ids 0 and 1 alone; 2 and 3 say that r + n is the coordinate.
///
/// Cost: [`Signature::recover_prehashed`].
///
/// [Example](super).
///
/// # Errors
/// [`Error::Signature`] if there is no such key, or no such id.
pub fn recover_key(digest: &[u8; 32], signature: &[u8; 64], id: u8) -> Result<[u8; 64], Error> {
    let key = RecoveryId::from_byte(id)
        .and_then(|id| Signature::<Secp256k1>::from_bytes(signature)?.recover_prehashed(digest, id))
        .map_err(|_| Error::Signature)?;
    let encoding = key.to_sec1_uncompressed();
    Ok(core::array::from_fn(|i| encoding[1 + i]))
}

/// Whether r ‖ s is a signature of a hash by the key x ‖ y on secp256k1. Either s is taken; what is
/// no signature or no key is a signature of nobody.
///
/// Cost: [`VerifyingKey::verify_prehashed`].
///
/// [Example](super).
pub fn secp256k1_holds(digest: &[u8; 32], signature: &[u8; 64], key: &[u8; 64]) -> bool {
    holds::<Secp256k1>(digest, signature, key)
}

/// Whether r ‖ s is a signature of a hash by the key x ‖ y on P-256. Either s is taken; what is no
/// signature or no key is a signature of nobody.
///
/// Cost: [`VerifyingKey::verify_prehashed`].
///
/// [Example](super).
pub fn p256_holds(digest: &[u8; 32], signature: &[u8; 64], key: &[u8; 64]) -> bool {
    holds::<P256>(digest, signature, key)
}

fn holds<C: Curve>(digest: &[u8; 32], signature: &[u8; 64], key: &[u8; 64]) -> bool {
    let mut encoding = [4; 65];
    encoding[1..].copy_from_slice(key);
    let verdict = Signature::<C>::from_bytes(signature).and_then(|signature| {
        VerifyingKey::from_sec1(&encoding)?.verify_prehashed(digest, &signature)
    });
    verdict.is_ok()
}
