//! The operations. Every point comes as bytes and is validated; rows are what a benchmark of Cashu on this chip measures.

use crate::mailbox::{Fields, Response};
use crate::marker::row;
use crate::{kernels, planted};
use curvemark::cashu::v3::{
    BatchSlot, BlindSignature, BlindedMessage, BlindingFactor, Error, KeysetId, MintPublicKey, MintSecretKey, Proof,
    Signature, batch_challenge, batch_pair, batch_weight, blind, derive_blinding_factor, derive_secret, hash_to_curve,
    verify_batch_with_scratch,
};

/// How a request ended.
#[derive(Clone, Copy)]
#[repr(u8)]
pub enum Status {
    Good = 0,
    /// All inputs are acceptable, and the signature is not the key's.
    NotSigned = 1,
    /// An input is not acceptable.
    Refused = 2,
    /// The request makes no sense.
    Malformed = 3,
}

impl From<Error> for Status {
    fn from(error: Error) -> Self {
        if error == Error::NotSigned { Self::NotSigned } else { Self::Refused }
    }
}

const MAX_PROOFS: usize = 16;
const MAX_KEYS: usize = 64;

pub fn answer(operation: u32, request: Fields<'_>, response: &mut Response) -> Status {
    match run(operation, request, response) {
        Ok(status) => status,
        Err(error) => error.into(),
    }
}

fn run(operation: u32, mut request: Fields<'_>, response: &mut Response) -> Result<Status, Error> {
    let mut field = || request.next().unwrap_or(&[]);
    match operation {
        1 => {
            let bytes = field();
            row("validate_g1", || BlindedMessage::from_bytes(bytes))?;
        }
        2 => {
            let bytes = field();
            row("validate_g2", || MintPublicKey::from_bytes(bytes))?;
        }
        3 => {
            let a = MintSecretKey::from_bytes(field())?;
            response.put(&row("g2_mul_public_key", || a.public_key()).to_bytes());
        }
        4 => {
            let secret = field();
            response.put(&row("hash_to_g1", || hash_to_curve(secret)).to_affine().to_bytes());
        }
        5 => {
            let r = BlindingFactor::from_bytes(field())?;
            let secret = field();
            response.put(&row("blind", || blind(secret, &r)).to_bytes());
        }
        6 => {
            let a = MintSecretKey::from_bytes(field())?;
            let message = BlindedMessage::from_bytes(field())?;
            response.put(&row("g1_mul_sign", || a.sign(&message)).to_bytes());
        }
        7 => {
            let r = BlindingFactor::from_bytes(field())?;
            let promise = BlindSignature::from_bytes(field())?;
            response.put(&row("unblind", || promise.unblind(&r)).to_bytes());
        }
        8 => {
            let (key, secret, signature) = (field(), field(), field());
            row("pairing_verification", || {
                let key = MintPublicKey::from_bytes(key)?;
                key.verify(secret, &Signature::from_bytes(signature)?)
            })?;
        }
        9 => {
            let (seed, keyset, counter) = (field(), KeysetId::from_bytes(field())?, number(field())?);
            response.put(&*derive_secret(seed, &keyset, counter)?);
            let (factor, attempt) = derive_blinding_factor(seed, &keyset, counter)?;
            response.put(&*factor.to_bytes());
            response.put(&attempt.to_le_bytes());
        }
        10 => return keyset(request, response),
        11 => return batch(request, response),
        12 => {
            let (a, r, secret) = (MintSecretKey::from_bytes(field())?, BlindingFactor::from_bytes(field())?, field());
            let signature = row("bdhke_full_round", || {
                let message = BlindedMessage::from_bytes(&blind(secret, &r).to_bytes())?;
                let promise = BlindSignature::from_bytes(&a.sign(&message).to_bytes())?;
                Ok::<_, Error>(promise.unblind(&r))
            })?;
            response.put(&signature.to_bytes());
        }
        #[cfg(not(feature = "rsa"))]
        13 => return Ok(kernels::base(request, response)),
        #[cfg(not(feature = "rsa"))]
        14 => return Ok(kernels::scalar(request, response)),
        #[cfg(not(feature = "rsa"))]
        15 => return Ok(kernels::folding(request, response)),
        16 => return Ok(kernels::diagnostic(request, response)),
        17 => return Ok(planted::branch(request)),
        18 => return Ok(planted::address(request, response)),
        _ => return Ok(Status::Malformed),
    }
    Ok(Status::Good)
}

/// Eight bytes, the lowest first.
fn number(bytes: &[u8]) -> Result<u64, Error> {
    bytes.try_into().map(u64::from_le_bytes).map_err(|_| Error::Length)
}

/// Unit, fee and expiry (or nothing for either), then amount and key of each.
fn keyset(mut request: Fields<'_>, response: &mut Response) -> Result<Status, Error> {
    let mut field = || request.next().unwrap_or(&[]);
    let unit = field();
    let [fee, expiry] = [field(), field()].map(|bytes| number(bytes).ok());
    let Ok(unit) = core::str::from_utf8(unit) else { return Ok(Status::Malformed) };
    let first = MintSecretKey::from_bytes(&ONE)?.public_key();
    let mut keys = [(0, first); MAX_KEYS];
    let mut used = 0;
    while !request.is_empty() {
        let (Some(amount), Some(key), Some(place)) = (request.next(), request.next(), keys.get_mut(used)) else {
            return Ok(Status::Malformed);
        };
        *place = (number(amount)?, MintPublicKey::from_bytes(key)?);
        used += 1;
    }
    let keys = keys.iter().take(used).map(|(amount, key)| (*amount, key));
    let id = KeysetId::derive(keys, unit, fee, expiry)?;
    response.put(&id.to_bytes());
    Ok(Status::Good)
}

const ONE: [u8; 32] = {
    let mut one = [0; 32];
    one[31] = 1;
    one
};

/// Secret, C and K of each proof. The response is the challenge, then weight and counter of each.
fn batch(mut request: Fields<'_>, response: &mut Response) -> Result<Status, Error> {
    // Something valid to begin with.
    let key = MintSecretKey::from_bytes(&ONE)?.public_key();
    let signature = Signature::from_bytes(&hash_to_curve(&[]).to_affine().to_bytes())?;
    let mut parts: [(&[u8], Signature, MintPublicKey); MAX_PROOFS] = [(&[], signature, key); MAX_PROOFS];
    let mut used = 0;
    while !request.is_empty() {
        let (Some(secret), Some(c), Some(k)) = (request.next(), request.next(), request.next()) else {
            return Ok(Status::Malformed);
        };
        let Some(part) = parts.get_mut(used) else { return Ok(Status::Malformed) };
        *part = (secret, Signature::from_bytes(c)?, MintPublicKey::from_bytes(k)?);
        used += 1;
    }
    let proofs = parts.each_ref().map(|(secret, signature, key)| Proof { secret, signature: *signature, key });
    let proofs = proofs.get(..used).unwrap_or_default();
    let challenge = batch_challenge(proofs)?;
    response.put(&challenge);
    for index in 0..used as u32 {
        let (weight, counter) = batch_weight(&challenge, index)?;
        response.put(&weight.to_be_bytes());
        response.put(&counter.to_le_bytes());
    }
    let mut slots = [BatchSlot::default(); MAX_PROOFS];
    let mut pairs: [_; MAX_PROOFS + 1] = core::array::from_fn(|_| batch_pair());
    row("verify_batch", || verify_batch_with_scratch(proofs, &mut slots, &mut pairs))?;
    Ok(Status::Good)
}
