//! The operations. Every point comes as bytes and is validated; rows are what a benchmark of Cashu
//! on this chip measures.
//!
//! Each is a function of its own, so that the frame that it stands on and the code around it are
//! those of that operation.

#[path = "alone.rs"]
mod alone;

use alone::is_in;
use curvemark::cashu::v3::{
    BatchSlot, BlindSignature, BlindedMessage, BlindingFactor, Error, KeysetId, MintPublicKey,
    MintSecretKey, Proof, Signature, batch_challenge, batch_pair, batch_weight, blind,
    derive_blinding_factor, derive_secret_key, hash_to_curve, verify_batch_with_scratch,
};

use crate::mailbox::{Fields, Response};
use crate::marker::operation as row;
use crate::scratch::{BATCH_PAIRS, BATCH_SLOTS, MAX_PROOFS};

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

const MAX_KEYS: usize = 64;

type Outcome = Result<Status, Error>;

pub fn answer(operation: u32, request: Fields<'_>, response: &mut Response) -> Status {
    let outcome = match operation {
        1 if is_in(1) => validate_g1(request),
        2 if is_in(2) => validate_g2(request),
        3 if is_in(3) => public_key(request, response),
        4 if is_in(4) => hash(request, response),
        5 if is_in(5) => blinded(request, response),
        6 if is_in(6) => sign(request, response),
        7 if is_in(7) => unblind(request, response),
        8 if is_in(8) => verify(request),
        9 if is_in(9) => derive(request, response),
        10 if is_in(10) => keyset(request, response),
        11 if is_in(11) => batch(request, response),
        12 if is_in(12) => round(request, response),
        _ => Ok(Status::Malformed),
    };
    outcome.unwrap_or_else(Status::from)
}

/// The next field, or an empty one.
fn field<'a>(request: &mut Fields<'a>) -> &'a [u8] {
    request.next().unwrap_or(&[])
}

#[inline(never)]
fn validate_g1(mut request: Fields<'_>) -> Outcome {
    let bytes = field(&mut request);
    row("validate_g1", || BlindedMessage::from_bytes(bytes)).map(|_| Status::Good)
}

#[inline(never)]
fn validate_g2(mut request: Fields<'_>) -> Outcome {
    let bytes = field(&mut request);
    row("validate_g2", || MintPublicKey::from_bytes(bytes)).map(|_| Status::Good)
}

#[inline(never)]
fn public_key(mut request: Fields<'_>, response: &mut Response) -> Outcome {
    let a = MintSecretKey::from_bytes(field(&mut request))?;
    response.put(&row("g2_mul_public_key", || a.public_key()).to_bytes());
    Ok(Status::Good)
}

#[inline(never)]
fn hash(mut request: Fields<'_>, response: &mut Response) -> Outcome {
    let secret = field(&mut request);
    response.put(&row("hash_to_g1", || hash_to_curve(secret)).to_affine().to_bytes());
    Ok(Status::Good)
}

#[inline(never)]
fn blinded(mut request: Fields<'_>, response: &mut Response) -> Outcome {
    let r = BlindingFactor::from_bytes(field(&mut request))?;
    let secret = field(&mut request);
    response.put(&row("blind", || blind(secret, &r)).to_bytes());
    Ok(Status::Good)
}

#[inline(never)]
fn sign(mut request: Fields<'_>, response: &mut Response) -> Outcome {
    let a = MintSecretKey::from_bytes(field(&mut request))?;
    let message = BlindedMessage::from_bytes(field(&mut request))?;
    response.put(&row("g1_mul_sign", || a.sign(&message)).to_bytes());
    Ok(Status::Good)
}

#[inline(never)]
fn unblind(mut request: Fields<'_>, response: &mut Response) -> Outcome {
    let r = BlindingFactor::from_bytes(field(&mut request))?;
    let promise = BlindSignature::from_bytes(field(&mut request))?;
    response.put(&row("unblind", || promise.unblind(&r)).to_bytes());
    Ok(Status::Good)
}

#[inline(never)]
fn verify(mut request: Fields<'_>) -> Outcome {
    let (key, secret, signature) = (field(&mut request), field(&mut request), field(&mut request));
    row("pairing_verification", || {
        // Where they are made: what is moved stands on the stack twice.
        let (key, signature) = (MintPublicKey::from_bytes(key), Signature::from_bytes(signature));
        key.as_ref()
            .map_err(|error| *error)?
            .verify(secret, signature.as_ref().map_err(|error| *error)?)
    })?;
    Ok(Status::Good)
}

#[inline(never)]
fn derive(mut request: Fields<'_>, response: &mut Response) -> Outcome {
    let seed = field(&mut request);
    let keyset = KeysetId::from_bytes(field(&mut request))?;
    let counter = number(field(&mut request))?;
    response.put(&*derive_secret_key(seed, &keyset, counter)?.to_bytes());
    let (factor, attempt) = derive_blinding_factor(seed, &keyset, counter)?;
    response.put(&*factor.to_bytes());
    response.put(&attempt.to_le_bytes());
    Ok(Status::Good)
}

#[inline(never)]
fn round(mut request: Fields<'_>, response: &mut Response) -> Outcome {
    let a = MintSecretKey::from_bytes(field(&mut request))?;
    let r = BlindingFactor::from_bytes(field(&mut request))?;
    let secret = field(&mut request);
    let signature = row("bdhke_full_round", || {
        let message = BlindedMessage::from_bytes(&blind(secret, &r).to_bytes())?;
        let promise = BlindSignature::from_bytes(&a.sign(&message).to_bytes())?;
        Ok::<_, Error>(promise.unblind(&r))
    })?;
    response.put(&signature.to_bytes());
    Ok(Status::Good)
}

/// Eight bytes, the lowest first.
fn number(bytes: &[u8]) -> Result<u64, Error> {
    bytes.try_into().map(u64::from_le_bytes).map_err(|_| Error::Length)
}

/// Unit, fee (or nothing), then amount and key of each.
#[inline(never)]
fn keyset(mut request: Fields<'_>, response: &mut Response) -> Outcome {
    let unit = field(&mut request);
    let fee = number(field(&mut request)).ok();
    let Ok(unit) = core::str::from_utf8(unit) else { return Ok(Status::Malformed) };
    let first = MintSecretKey::from_bytes(&ONE)?.public_key();
    let mut keys = [(0, first); MAX_KEYS];
    let mut used = 0;
    while !request.is_empty() {
        let (Some(amount), Some(key), Some(place)) =
            (request.next(), request.next(), keys.get_mut(used))
        else {
            return Ok(Status::Malformed);
        };
        *place = (number(amount)?, MintPublicKey::from_bytes(key)?);
        used += 1;
    }
    let keys = keys.iter().take(used).map(|(amount, key)| (*amount, key));
    let id = KeysetId::derive(keys, unit, fee)?;
    response.put(&id.to_bytes());
    Ok(Status::Good)
}

const ONE: [u8; 32] = {
    let mut one = [0; 32];
    one[31] = 1;
    one
};

/// Secret, C and K of each proof. The response is the challenge, then weight and counter of each.
#[inline(never)]
fn batch(mut request: Fields<'_>, response: &mut Response) -> Outcome {
    // Something valid to begin with.
    let key = MintSecretKey::from_bytes(&ONE)?.public_key();
    let signature = Signature::from_bytes(&hash_to_curve(&[]).to_affine().to_bytes())?;
    let mut parts: [(&[u8], Signature, MintPublicKey); MAX_PROOFS] =
        [(&[], signature, key); MAX_PROOFS];
    let mut used = 0;
    while !request.is_empty() {
        let (Some(secret), Some(c), Some(k)) = (request.next(), request.next(), request.next())
        else {
            return Ok(Status::Malformed);
        };
        let Some(part) = parts.get_mut(used) else { return Ok(Status::Malformed) };
        *part = (secret, Signature::from_bytes(c)?, MintPublicKey::from_bytes(k)?);
        used += 1;
    }
    let proofs = parts.each_ref().map(|(secret, signature, key)| Proof {
        secret,
        signature: *signature,
        key,
    });
    let proofs = proofs.get(..used).unwrap_or_default();
    let challenge = batch_challenge(proofs)?;
    response.put(&challenge);
    for index in 0..used as u32 {
        let (weight, counter) = batch_weight(&challenge, index)?;
        response.put(&weight.to_be_bytes());
        response.put(&counter.to_le_bytes());
    }
    BATCH_SLOTS.lend(BatchSlot::default, |slots| {
        BATCH_PAIRS.lend(batch_pair, |pairs| {
            row("verify_batch", || verify_batch_with_scratch(proofs, slots, pairs))
        })
    })?;
    Ok(Status::Good)
}
