//! Verification of logins: of proofs, and of whole signatures as Sui's validators do it.

use alloc::vec::Vec;

use curve::bn254::Scalar;
use rand_core::CryptoRng;

use super::address::is_address;
use super::ephemeral::{epoch, halves};
use super::hashes::{HEADER, ISSUER, poseidon, poseidon_batch, text_pieces};
use super::{
    Address, AddressForm, Environment, Error, Inputs, Jwk, JwkSet, ZkLoginSignature, verifying_key,
};
use crate::groth16::{Bn254, PreparedVerifyingKey, Proof, VerifyingKey};

/// Pieces of the longest header, and of the longest piece with an issuer.
const PIECES: usize = 8;

/// What a proof is verified for.
///
/// [Example](crate::zklogin).
#[derive(Clone, Copy, Debug)]
pub struct Login<'l> {
    /// The inputs, with the proof.
    pub inputs: &'l Inputs,
    /// The last epoch of the ephemeral key.
    pub max_epoch: u64,
    /// The flag and the bytes of the ephemeral key.
    pub extended_key: &'l [u8],
}

/// What a validator knows besides a signature.
///
/// [Example](crate::zklogin).
#[derive(Clone, Copy, Debug)]
pub struct Rules<'r> {
    /// The providers' keys. Whose are here may log users in.
    pub keys: &'r JwkSet,
    /// The epoch of now.
    pub epoch: u64,
    /// How many epochs ahead of now the last epoch of an ephemeral key may be, if that is bounded.
    pub max_epochs_ahead: Option<u64>,
    /// Which addresses of a login there are.
    pub address_form: AddressForm,
}

/// A signature to be verified, for an address.
///
/// [Example](crate::zklogin).
#[derive(Clone, Copy, Debug)]
pub struct Request<'r> {
    /// The signature.
    pub signature: &'r ZkLoginSignature,
    /// What the ephemeral key signed: [`signing_digest`](super::signing_digest).
    pub digest: &'r [u8; 32],
    /// Who claims to sign.
    pub address: &'r Address,
}

/// A verifier: the circuit's verifying key, with everything computed that does not depend on a
/// proof. One serves any number of threads.
///
/// [Example](crate::zklogin).
#[derive(Clone, Debug)]
pub struct Verifier {
    key: PreparedVerifyingKey<Bn254>,
}

impl Verifier {
    /// The verifier of an environment.
    ///
    /// Cost: a pairing, the lines of two points, a table of 256 KiB.
    #[inline(never)]
    pub fn new(environment: Environment) -> Self {
        Self { key: verifying_key(environment).prepare() }
    }

    /// The verifier of an environment that the process keeps.
    #[cfg(feature = "std")]
    pub fn kept(environment: Environment) -> &'static Self {
        use std::sync::OnceLock;
        static KEPT: [OnceLock<Verifier>; 2] = [const { OnceLock::new() }; 2];
        let [production, test] = &KEPT;
        let place = if environment == Environment::Production { production } else { test };
        place.get_or_init(|| Self::new(environment))
    }

    /// The verifier by another key of the same circuit: of a network of one's own.
    ///
    /// # Errors
    /// [`Error::Length`] unless the key has one public input.
    pub fn from_key(key: &VerifyingKey<Bn254>) -> Result<Self, Error> {
        if key.inputs() == 1 { Ok(Self { key: key.prepare() }) } else { Err(Error::Length) }
    }

    /// Whether the proof is valid: somebody has a token of the issuer, signed by the key that the
    /// header names, whose user and application have this address seed, and whose nonce is that of
    /// the ephemeral key and its last epoch.
    ///
    /// It is fastcrypto's `verify_zk_login`. Whether the epoch is over, and what the ephemeral key
    /// signed, is not looked at: [`Verifier::verify`] does.
    ///
    /// Variable-time; all is public. Cost: three hashes of 8 integers, and the verification of a
    /// Groth16 proof with one public input.
    ///
    /// # Errors
    /// [`Error::UnknownKey`], [`Error::EphemeralKey`] for fewer than 16 or more than 47 bytes,
    /// [`Error::NotProven`].
    #[inline(never)]
    pub fn verify_proof(&self, login: &Login<'_>, keys: &JwkSet) -> Result<(), Error> {
        let input = public_input(login, keys)?;
        self.key.verify(&[input], &login.inputs.proof).map_err(|_| Error::NotProven)
    }

    /// Whether all of several proofs are valid.
    ///
    /// If all are valid the verdict is certain; a batch with any that are not passes with
    /// probability 2^-125 at most, if `rng` cannot be foreseen.
    ///
    /// Variable-time; all is public. Cost: hashes eight at a time where the CPU has vectors, and
    /// [`PreparedVerifyingKey::verify_batch`].
    ///
    /// # Errors
    /// As [`Verifier::verify_proof`], for one of them; [`Error::Empty`].
    pub fn verify_proofs<R: CryptoRng + ?Sized>(
        &self,
        logins: &[Login<'_>],
        keys: &JwkSet,
        rng: &mut R,
    ) -> Result<(), Error> {
        self.verify_proofs_drawn(logins, keys, &mut { rng })
    }

    #[inline(never)]
    fn verify_proofs_drawn(
        &self,
        logins: &[Login<'_>],
        keys: &JwkSet,
        rng: &mut dyn CryptoRng,
    ) -> Result<(), Error> {
        if logins.is_empty() {
            return Err(Error::Empty);
        }
        let keys = logins.iter().map(|login| key_of(login, keys)).collect::<Result<Vec<_>, _>>()?;
        let (inputs, proofs) = statements(logins, &keys)?;
        self.key.verify_batch(&inputs, &proofs, rng).map_err(|_| Error::NotProven)
    }

    /// Whether a signature is valid for an address, as Sui's validators judge it: the epochs, the
    /// address, the signature by the ephemeral key, and the proof, in this order.
    ///
    /// Variable-time; all is public. Cost: that of the ephemeral signature and of
    /// [`Verifier::verify_proof`].
    ///
    /// # Errors
    /// [`Error::Expired`], [`Error::TooFarAhead`], [`Error::Address`], [`Error::EphemeralKey`],
    /// [`Error::EphemeralSignature`], [`Error::UnknownKey`], [`Error::NotProven`].
    #[inline(never)]
    pub fn verify(&self, request: &Request<'_>, rules: &Rules<'_>) -> Result<(), Error> {
        check_but_proof(request, rules)?;
        self.verify_proof(&login_of(request), rules.keys)
    }

    /// The verdict on each of several signatures: [`Verifier::verify`] of each, with the proofs as
    /// one batch. One that is not valid is taken for valid with a chance of n·2^-124 at most, if
    /// `rng` cannot be foreseen; none that is valid is refused.
    ///
    /// Cost: the ephemeral signatures, hashes as in [`Verifier::verify_proofs`], and
    /// [`PreparedVerifyingKey::find_invalid`].
    pub fn verify_each<R: CryptoRng + ?Sized>(
        &self,
        requests: &[Request<'_>],
        rules: &Rules<'_>,
        rng: &mut R,
    ) -> Vec<Result<(), Error>> {
        self.verify_each_drawn(requests, rules, &mut { rng })
    }

    #[inline(never)]
    fn verify_each_drawn(
        &self,
        requests: &[Request<'_>],
        rules: &Rules<'_>,
        rng: &mut dyn CryptoRng,
    ) -> Vec<Result<(), Error>> {
        let checked = |request: &Request<'_>| {
            check_but_proof(request, rules)?;
            key_of(&login_of(request), rules.keys)
        };
        let (mut verdicts, mut left) = (Vec::new(), (Vec::new(), Vec::new(), Vec::new()));
        for (index, request) in requests.iter().enumerate() {
            let key = checked(request);
            verdicts.push(key.map(drop));
            if let Ok(key) = key {
                left.0.push(index);
                left.1.push(login_of(request));
                left.2.push(key);
            }
        }
        let (indices, logins, keys) = left;
        if logins.is_empty() {
            return verdicts;
        }
        let bad = statements(&logins, &keys).and_then(|(inputs, proofs)| {
            self.key.find_invalid(&inputs, &proofs, rng).map_err(|_| Error::NotProven)
        });
        match bad {
            Ok(bad) => bad.iter().for_each(|&i| verdicts[indices[i]] = Err(Error::NotProven)),
            // None of them has been proved.
            Err(reason) => indices.iter().for_each(|&i| verdicts[i] = Err(reason)),
        }
        verdicts
    }
}

fn login_of<'r>(request: &Request<'r>) -> Login<'r> {
    let signature = request.signature;
    Login {
        inputs: &signature.inputs,
        max_epoch: signature.max_epoch,
        extended_key: signature.ephemeral.extended_key(),
    }
}

/// What of a signature is verified besides the proof.
fn check_but_proof(request: &Request<'_>, rules: &Rules<'_>) -> Result<(), Error> {
    let signature = request.signature;
    if rules.epoch > signature.max_epoch {
        return Err(Error::Expired);
    }
    let last = rules.max_epochs_ahead.and_then(|ahead| rules.epoch.checked_add(ahead));
    if last.is_some_and(|last| signature.max_epoch > last) {
        return Err(Error::TooFarAhead);
    }
    let inputs = &signature.inputs;
    is_address(request.address, inputs.issuer(), inputs.address_seed(), rules.address_form)?;
    signature.ephemeral.verify(request.digest)
}

fn key_of<'k>(login: &Login<'_>, keys: &'k JwkSet) -> Result<&'k Jwk, Error> {
    keys.get(login.inputs.issuer(), login.inputs.key_id())
}

/// The one public input of a login's proof: Poseidon of both halves of the ephemeral key, the
/// address seed, the last epoch, the hash of the piece with the issuer, its index, the hash of the
/// header, and that of the modulus.
///
/// [Example](crate::zklogin).
///
/// # Errors
/// As [`Verifier::verify_proof`].
#[inline(never)]
pub fn public_input(login: &Login<'_>, keys: &JwkSet) -> Result<Scalar, Error> {
    let list = [*login];
    let inputs = public_inputs(&list, &[key_of(login, keys)?])?;
    inputs.first().copied().ok_or(Error::Empty)
}

/// [`public_input`] of each of some logins, with their providers' keys.
fn public_inputs(logins: &[Login<'_>], keys: &[&Jwk]) -> Result<Vec<Scalar>, Error> {
    let mut pieces = Vec::with_capacity(2 * PIECES * logins.len());
    for login in logins {
        text_pieces(&login.inputs.piece.value, ISSUER, &mut pieces)?;
        text_pieces(&login.inputs.header, HEADER, &mut pieces)?;
    }
    let texts = poseidon_batch(PIECES, &pieces);
    let mut all = Vec::with_capacity(PIECES * logins.len());
    for ((login, key), [issuer, header]) in logins.iter().zip(keys).zip(texts.as_chunks().0) {
        let [upper, lower] = halves(login.extended_key)?;
        let index = Scalar::from(u32::from(login.inputs.piece.index_mod_4));
        let seed = login.inputs.seed.0;
        all.extend([upper, lower, seed, epoch(login.max_epoch)]);
        all.extend([*issuer, index, *header, *key.hash()]);
    }
    Ok(match logins {
        [_] => Vec::from([poseidon(&all)]),
        _ => poseidon_batch(PIECES, &all),
    })
}

/// The public inputs and proofs of some logins.
#[expect(clippy::type_complexity, reason = "two lists")]
fn statements(
    logins: &[Login<'_>],
    keys: &[&Jwk],
) -> Result<(Vec<[Scalar; 1]>, Vec<Proof<Bn254>>), Error> {
    let inputs = public_inputs(logins, keys)?.into_iter().map(|input| [input]).collect();
    Ok((inputs, logins.iter().map(|login| login.inputs.proof).collect()))
}
