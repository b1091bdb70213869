//! The operations. Rows are what a benchmark of these curves on this chip measures.

use curvemark::cashu::legacy::{
    self, BlindSignature, BlindedMessage, BlindingFactor, DleqProof, MintPublicKey, MintSecretKey,
};
use curvemark::ecdsa::{self, P256, Secp256k1};
use curvemark::eddsa::{self, Zip215};

use crate::mailbox::{Fields, Response};
use crate::marker::operation as row;

/// Key in SEC 1, message, signature of 64 bytes.
fn verify<C: ecdsa::Curve>(name: &str, [key, message, signature]: [&[u8]; 3]) -> Option<()> {
    row(name, || {
        let key = ecdsa::VerifyingKey::<C>::from_sec1(key).ok()?;
        key.verify(message, &ecdsa::Signature::from_bytes(signature).ok()?).ok()
    })
}

/// Secret key and digest. The response is the public key and the signature.
fn sign([secret, digest]: [&[u8]; 2], response: &mut Response) -> Option<()> {
    let key = ecdsa::SigningKey::<Secp256k1>::from_bytes(secret).ok()?;
    let digest = digest.try_into().ok()?;
    response.put(&row("secp256k1_mul_generator", || key.verifying_key()).to_sec1());
    response.put(&row("secp256k1_sign", || key.sign_prehashed(digest)).to_bytes());
    Some(())
}

/// Seed and message. The response is the public key and the signature.
fn sign_ed25519([seed, message]: [&[u8]; 2], response: &mut Response) -> Option<()> {
    let key = eddsa::SigningKey::from_seed(seed.try_into().ok()?);
    response.put(&key.public_bytes());
    response.put(&row("ed25519_sign", || key.sign(message)).to_bytes());
    Some(())
}

/// k and B_. The response is K, C_, e and s.
fn prove([k, message]: [&[u8]; 2], response: &mut Response) -> Option<()> {
    let key = MintSecretKey::from_bytes(k).ok()?;
    let message = BlindedMessage::from_bytes(message).ok()?;
    let (promise, proof) = row("legacy_sign_with_proof", || key.sign_with_proof(&message));
    response.put(&key.public_key().to_bytes());
    response.put(&promise.to_bytes());
    response.put(&proof.e_bytes());
    response.put(&proof.s_bytes());
    Some(())
}

/// K, B_, C_, e and s.
struct Promise {
    key: MintPublicKey,
    message: BlindedMessage,
    promise: BlindSignature,
    proof: DleqProof,
}

impl Promise {
    fn read([key, message, promise, e, s]: [&[u8]; 5]) -> Option<Self> {
        Some(Self {
            key: MintPublicKey::from_bytes(key).ok()?,
            message: BlindedMessage::from_bytes(message).ok()?,
            promise: BlindSignature::from_bytes(promise).ok()?,
            proof: DleqProof::from_bytes(e, s).ok()?,
        })
    }

    fn verify(&self) -> Option<()> {
        self.proof.verify(&self.key, &self.message, &self.promise).ok()
    }
}

/// One proof, which is read before.
fn check(fields: [&[u8]; 5]) -> Option<()> {
    let promise = Promise::read(fields)?;
    row("legacy_verify_proof", || promise.verify())
}

/// Proofs of a token of ten.
const TOKEN: usize = 10;

/// Ten proofs, one after the other, from their bytes.
fn check_token(request: &mut Fields<'_>) -> Option<Option<()>> {
    row("legacy_verify_10_proofs", || {
        for _ in 0..TOKEN {
            let fields = fields(request)?;
            if Promise::read(fields).and_then(|promise| promise.verify()).is_none() {
                return Some(None);
            }
        }
        Some(Some(()))
    })
}

/// Secret, r, and k. The response is B_ and C.
fn round([secret, r, k]: [&[u8]; 3], response: &mut Response) -> Option<()> {
    let (r, k) = (BlindingFactor::from_bytes(r).ok()?, MintSecretKey::from_bytes(k).ok()?);
    let key = k.public_key();
    let (blinded, signature) = row("legacy_full_round", || {
        let blinded = legacy::blind(secret, &r).to_bytes();
        let (promise, proof) = k.sign_with_proof(&BlindedMessage::from_bytes(&blinded).ok()?);
        let message = BlindedMessage::from_bytes(&blinded).ok()?;
        let promise = BlindSignature::from_bytes(&promise.to_bytes()).ok()?;
        proof.verify(&key, &message, &promise).ok()?;
        Some((blinded, promise.unblind(&r, &key).ok()?))
    })?;
    k.verify(secret, &signature).ok()?;
    response.put(&blinded);
    response.put(&signature.to_bytes());
    Some(())
}

/// `None` where a field is missing.
fn fields<'a, const N: usize>(request: &mut Fields<'a>) -> Option<[&'a [u8]; N]> {
    let mut out: [&[u8]; N] = [&[]; N];
    for place in &mut out {
        *place = request.next()?;
    }
    Some(out)
}

/// The outer `None` is a request without sense, the inner one is refused or not signed.
pub fn answer(
    operation: u32,
    mut request: Fields<'_>,
    response: &mut Response,
) -> Option<Option<()>> {
    let request = &mut request;
    Some(match operation {
        48 => verify::<Secp256k1>("secp256k1_verify", fields(request)?),
        49 => verify::<P256>("p256_verify", fields(request)?),
        50 => {
            let [key, message, signature] = fields(request)?;
            row("ed25519_verify", || {
                let key = eddsa::VerifyingKey::<Zip215>::from_bytes(key).ok()?;
                key.verify(message, &eddsa::Signature::from_bytes(signature).ok()?).ok()
            })
        }
        51 => sign(fields(request)?, response),
        52 => prove(fields(request)?, response),
        53 => check(fields(request)?),
        54 => round(fields(request)?, response),
        55 => sign_ed25519(fields(request)?, response),
        56 => check_token(request)?,
        _ => return None,
    })
}
