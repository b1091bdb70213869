//! Keys and signatures through the traits of `signature` 2: the same signatures and verdicts as by
//! their own functions, and as by k256, which has these traits.

use curvemark::ecdsa::{P256, Secp256k1};
use curvemark::eddsa::Zip215;
use curvemark::{ecdsa, eddsa};
use curvemark_signature::V2;
use signature::hazmat::{PrehashSigner, PrehashVerifier};
use signature::{Keypair, SignatureEncoding, Signer, Verifier};

const MESSAGE: &[u8] = b"a message";

/// A program for any library: the bytes of a signature, which were read again and verified.
fn bytes_of<S: SignatureEncoding, K: Keypair<VerifyingKey: Verifier<S>>>(
    key: &K,
    signature: &S,
) -> Vec<u8> {
    let bytes = signature.to_bytes();
    let Ok(again) = S::try_from(bytes.as_ref()) else { panic!("its own bytes") };
    let public = key.verifying_key();
    assert!(public.verify(MESSAGE, &again).is_ok());
    assert!(public.verify(b"another", &again).is_err());
    assert!(S::try_from(&[0xff; 64]).is_err() && S::try_from(&bytes.as_ref()[1..]).is_err());
    bytes.as_ref().to_vec()
}

fn signed<S: SignatureEncoding, K: Signer<S> + Keypair<VerifyingKey: Verifier<S>>>(
    key: &K,
) -> Vec<u8> {
    bytes_of(key, &key.sign(MESSAGE))
}

fn prehashed<S, K>(key: &K, digest: &[u8]) -> Vec<u8>
where
    S: SignatureEncoding,
    K: PrehashSigner<S> + Keypair<VerifyingKey: PrehashVerifier<S>>,
{
    let (public, signature) = (key.verifying_key(), key.sign_prehash(digest).expect("a digest"));
    assert!(public.verify_prehash(digest, &signature).is_ok());
    assert!(public.verify_prehash(&[0xee; 32], &signature).is_err());
    assert!(key.sign_prehash(&[1; 3]).is_err());
    assert!(public.verify_prehash(&[1; 3], &signature).is_err());
    signature.to_bytes().as_ref().to_vec()
}

#[test]
fn signatures_are_those_of_k256() {
    for byte in 1..=20 {
        let ours = V2(ecdsa::SigningKey::<Secp256k1>::from_bytes(&[byte; 32]).expect("a key"));
        let theirs = k256::ecdsa::SigningKey::from_slice(&[byte; 32]).expect("a key");
        let by_k256 = signed::<k256::ecdsa::Signature, _>(&theirs);
        assert_eq!(signed(&ours), by_k256);
        assert_eq!(signed(&ours), ours.0.sign(MESSAGE).to_bytes());
        let by_k256 = prehashed::<k256::ecdsa::Signature, _>(&theirs, &[byte; 32]);
        assert_eq!(prehashed(&ours, &[byte; 32]), by_k256);
    }
}

#[test]
fn traits_are_the_functions() {
    let key = V2(ecdsa::SigningKey::<P256>::from_bytes(&[7; 32]).expect("a key"));
    assert_eq!(signed(&key), key.0.sign(MESSAGE).to_bytes());
    assert_eq!(prehashed(&key, &[3; 64]), key.0.sign_prehashed(&[3; 32]).to_bytes());

    let key = V2(eddsa::SigningKey::from_seed(&[7; 32]));
    assert_eq!(signed(&key), key.0.sign(MESSAGE).to_bytes());
    let public = V2(key.0.verifying_key::<Zip215>());
    assert!(public.verify(MESSAGE, &key.sign(MESSAGE)).is_ok());
}

#[cfg(feature = "rand-core-0-6")]
mod generators {
    use curvemark::schnorr;
    use curvemark_signature::Generator;
    use rand_core::Rng;
    use rand_core_0_6::{CryptoRng, Error, RngCore, impls};
    use signature::RandomizedSigner;

    use super::{MESSAGE, V2, bytes_of};

    /// An old generator that counts, until it has no more.
    #[derive(Clone)]
    struct Counts(u64, u64);

    impl RngCore for Counts {
        fn next_u32(&mut self) -> u32 {
            self.next_u64() as u32
        }

        fn next_u64(&mut self) -> u64 {
            self.0 += 1;
            self.0
        }

        fn fill_bytes(&mut self, out: &mut [u8]) {
            impls::fill_bytes_via_next(self, out);
        }

        fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), Error> {
            if self.0 >= self.1 {
                return Err(Error::from(core::num::NonZeroU32::MIN));
            }
            self.fill_bytes(out);
            Ok(())
        }
    }

    impl CryptoRng for Counts {}

    #[test]
    fn old_generators_give_their_bytes() {
        let (mut old, mut new) = (Counts(0, 9), Generator(Counts(0, 9)));
        let mut bytes = [[0; 21]; 2];
        old.fill_bytes(&mut bytes[0]);
        new.fill_bytes(&mut bytes[1]);
        assert_eq!(bytes[0], bytes[1]);
        assert_eq!([old.next_u64(), old.next_u64()], [new.next_u64(), new.next_u64()]);
        assert_eq!(old.next_u32(), new.next_u32());
    }

    #[test]
    fn schnorr_draws_from_them() {
        let key = V2(schnorr::SigningKey::random(&mut Generator(Counts(0, 9))));
        let signature = key.sign_with_rng(&mut Counts(5, 9), MESSAGE);
        let own = key.0.sign(MESSAGE, &mut Generator(Counts(5, 9)));
        assert_eq!(bytes_of(&key, &signature), own.to_bytes());
        assert!(key.try_sign_with_rng(&mut Counts(9, 9), MESSAGE).is_err());
    }
}
