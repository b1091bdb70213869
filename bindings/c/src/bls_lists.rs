//! Many BLS signatures and keys: sums, batches, accumulators. Schemes and bytes are as above.
//!
//! Whoever adds keys up must know that their owners possess the secrets: check a proof of each with
//! curvemark_bls_verify_possession, once, or trust who did. Else somebody can choose a key that
//! cancels the others.

#[cfg(feature = "parallel")]
use curvemark::bls::parallel;
use curvemark::bls::{
    self, Accumulator, AggregatePublicKey, AggregateSignature, ProofSuite, ProvenPublicKey,
    PublicKey, Signature, SignatureSet, min_pk, min_sig,
};

use crate::bls::{BlsScheme, by_scheme};
use crate::boundary::{Handle, New, Room, export, export_free};
use crate::common::{as_many, items, messages, on_threads, system_rng};
use crate::status::Status;

export! {
    /// Adds signatures up. Each is checked to be in its group. Variable time; all is public.
    ///
    /// signatures: at least one, of 96 bytes for MIN_PK, 48 for MIN_SIG, one after the other.
    /// signature: 96 or 48 bytes.
    /// Errors: CURVEMARK_ERROR_EMPTY; CURVEMARK_ERROR_POINT_* for the first that is no such point.
    fn curvemark_bls_aggregate_signatures(
        scheme: BlsScheme,
        signatures[signatures_len]: &[u8],
        signature[signature_len]: Room<'_>,
    ) {
        by_scheme!(scheme, aggregate_signatures(signatures, signature))
    }

    /// Adds public keys up whose owners have proved to possess the secrets (see above). Each key is
    /// fully checked. Variable time; all is public.
    ///
    /// public_keys: at least one, of 48 bytes for MIN_PK, 96 for MIN_SIG, one after the other.
    /// public_key: 48 or 96 bytes.
    /// Errors: CURVEMARK_ERROR_EMPTY; CURVEMARK_ERROR_KEYS_CANCEL if the sum is the identity;
    /// CURVEMARK_ERROR_POINT_* for the first that is no key.
    fn curvemark_bls_aggregate_public_keys(
        scheme: BlsScheme,
        public_keys[public_keys_len]: &[u8],
        public_key[public_key_len]: Room<'_>,
    ) {
        by_scheme!(scheme, aggregate_public_keys(public_keys, public_key))
    }

    /// Verifies the sum of signatures of several keys on one message: FastAggregateVerify of the
    /// draft. The owners of the keys have proved to possess the secrets. Variable time.
    ///
    /// public_keys: at least one, of 48 or 96 bytes, one after the other. message: any length.
    /// signature: 96 bytes for MIN_PK, 48 for MIN_SIG.
    /// Errors: CURVEMARK_NOT_VALID is the verdict; CURVEMARK_ERROR_EMPTY;
    /// CURVEMARK_ERROR_KEYS_CANCEL; CURVEMARK_ERROR_POINT_*.
    fn curvemark_bls_fast_aggregate_verify(
        scheme: BlsScheme,
        public_keys[public_keys_len]: &[u8],
        message[message_len]: &[u8],
        signature[signature_len]: &[u8],
    ) {
        by_scheme!(scheme, fast_aggregate_verify(public_keys, message, signature))
    }

    /// Ethereum's eth_fast_aggregate_verify: as curvemark_bls_fast_aggregate_verify with MIN_PK,
    /// but no keys and the signature that is the identity (0xc0, then zeros) are valid.
    ///
    /// public_keys: any number, of 48 bytes, one after the other. message: any length.
    /// signature: 96 bytes.
    /// Errors: as there.
    fn curvemark_bls_eth_fast_aggregate_verify(
        public_keys[public_keys_len]: &[u8],
        message[message_len]: &[u8],
        signature[signature_len]: &[u8; 96],
    ) {
        let keys = proven_keys::<min_pk::Possession>(public_keys)?;
        let signature = min_pk::AggregateSignature::from_bytes(signature)?;
        Ok(bls::ethereum::eth_fast_aggregate_verify(&keys, message, &signature)?)
    }

    /// Verifies the sum of signatures of several keys, of each on its own message: AggregateVerify
    /// of the draft. The owners of the keys have proved to possess the secrets. Variable time.
    ///
    /// public_keys: at least one, of 48 or 96 bytes, one after the other. messages: all messages,
    /// one after the other; message_lens: the length of each in bytes, as many as keys.
    /// signature: 96 bytes for MIN_PK, 48 for MIN_SIG.
    /// Errors: CURVEMARK_NOT_VALID is the verdict; CURVEMARK_ERROR_EMPTY; CURVEMARK_ERROR_COUNT if
    /// there are not as many messages as keys; CURVEMARK_ERROR_LENGTH if the lengths do not sum up
    /// to messages_len; CURVEMARK_ERROR_POINT_*.
    fn curvemark_bls_aggregate_verify(
        scheme: BlsScheme,
        public_keys[public_keys_len]: &[u8],
        messages[messages_len]: &[u8],
        message_lens[message_lens_count]: &[usize],
        signature[signature_len]: &[u8],
    ) {
        by_scheme!(scheme, aggregate_verify(public_keys, messages, message_lens, signature))
    }

    /// Verifies many signatures of any keys on any messages at once, much faster than one by one.
    /// A batch with a signature that is not valid passes with a chance of 2^-125 at most: the
    /// weights come from the operating system's random bytes and from the whole batch, so that no
    /// caller can choose them badly. Variable time; all is public.
    ///
    /// public_keys, signatures: as many of each, of 48 and 96 bytes for MIN_PK, 96 and 48 for
    /// MIN_SIG, one after the other. messages: all messages, one after the other; message_lens: the
    /// length of each in bytes. threads: 1 for the calling thread only, 0 for as many as the
    /// machine has; at most 1024.
    /// Errors: CURVEMARK_NOT_VALID is the verdict on all of them; curvemark_bls_find_invalid_sets
    /// says which. CURVEMARK_ERROR_EMPTY; CURVEMARK_ERROR_COUNT; CURVEMARK_ERROR_LENGTH;
    /// CURVEMARK_ERROR_POINT_* for the first that is no such point; CURVEMARK_ERROR_RANDOMNESS;
    /// CURVEMARK_ERROR_THREADS.
    fn curvemark_bls_verify_sets(
        scheme: BlsScheme,
        public_keys[public_keys_len]: &[u8],
        messages[messages_len]: &[u8],
        message_lens[message_lens_count]: &[usize],
        signatures[signatures_len]: &[u8],
        threads: usize,
    ) {
        by_scheme!(
            scheme,
            verify_sets(public_keys, messages, message_lens, signatures, true, threads)
        )
    }

    /// As curvemark_bls_verify_sets, but the weights are hashed from the batch only: the same batch
    /// always gives the same answer, and no random bytes are needed. Whoever makes a batch that
    /// passes wrongly has to try about 2^125 batches.
    fn curvemark_bls_verify_sets_deterministic(
        scheme: BlsScheme,
        public_keys[public_keys_len]: &[u8],
        messages[messages_len]: &[u8],
        message_lens[message_lens_count]: &[usize],
        signatures[signatures_len]: &[u8],
        threads: usize,
    ) {
        by_scheme!(
            scheme,
            verify_sets(public_keys, messages, message_lens, signatures, false, threads)
        )
    }

    /// Says which signatures of a batch are not valid.
    ///
    /// Arguments as in curvemark_bls_verify_sets. verdicts: one byte for each signature, which
    /// becomes 0 (CURVEMARK_OK) or 1 (CURVEMARK_NOT_VALID).
    /// Errors: as there, but CURVEMARK_OK also if some are not valid.
    fn curvemark_bls_find_invalid_sets(
        scheme: BlsScheme,
        public_keys[public_keys_len]: &[u8],
        messages[messages_len]: &[u8],
        message_lens[message_lens_count]: &[usize],
        signatures[signatures_len]: &[u8],
        verdicts[verdicts_len]: Room<'_>,
        threads: usize,
    ) {
        by_scheme!(
            scheme,
            find_invalid(public_keys, messages, message_lens, signatures, verdicts, threads)
        )
    }

    /// Makes an accumulator: signatures are added one by one, and verified together at the end. It
    /// holds at most 64 of them with copies of their messages.
    ///
    /// accumulator: where the handle is written; free it with curvemark_bls_accumulator_free. A
    /// handle must not be used by two threads at the same time.
    fn curvemark_bls_accumulator_new(
        scheme: BlsScheme,
        accumulator: New<'_, BlsAccumulator>,
    ) {
        accumulator.put(match scheme {
            BlsScheme::MinPk => BlsAccumulator::MinPk(Accumulator::new()),
            BlsScheme::MinSig => BlsAccumulator::MinSig(Accumulator::new()),
        });
        Ok(())
    }

    /// Adds a signature to an accumulator, with a weight of the operating system's random bytes and
    /// of all signatures so far. Key and signature are fully checked. Each 64th call takes the time
    /// of all. Variable time; all is public.
    ///
    /// public_key: 48 bytes for MIN_PK, 96 for MIN_SIG. message: any length. signature: 96 or 48.
    /// Errors: CURVEMARK_ERROR_POINT_*, CURVEMARK_ERROR_RANDOMNESS; nothing is added then.
    fn curvemark_bls_accumulator_add(
        accumulator: &mut BlsAccumulator,
        public_key[public_key_len]: &[u8],
        message[message_len]: &[u8],
        signature[signature_len]: &[u8],
    ) {
        match accumulator {
            BlsAccumulator::MinPk(accumulator) => add(accumulator, public_key, message, signature),
            BlsAccumulator::MinSig(accumulator) => add(accumulator, public_key, message, signature),
        }
    }

    /// Moves all signatures of an accumulator into another one, such as that of another thread. The
    /// other one is empty then, and must still be freed.
    ///
    /// Errors: CURVEMARK_ERROR_ARGUMENT if the two are of different schemes.
    fn curvemark_bls_accumulator_merge(
        accumulator: &mut BlsAccumulator,
        other: &mut BlsAccumulator,
    ) {
        match (accumulator, other) {
            (BlsAccumulator::MinPk(accumulator), BlsAccumulator::MinPk(other)) => {
                accumulator.merge(core::mem::take(other));
            }
            (BlsAccumulator::MinSig(accumulator), BlsAccumulator::MinSig(other)) => {
                accumulator.merge(core::mem::take(other));
            }
            _ => return Err(Status::Argument),
        }
        Ok(())
    }

    /// Says whether all signatures of an accumulator are valid, and empties it: it can be used
    /// again, and must still be freed.
    ///
    /// Errors: CURVEMARK_NOT_VALID is the verdict on all of them, with the chance of error of
    /// curvemark_bls_verify_sets; CURVEMARK_ERROR_EMPTY if there was none.
    fn curvemark_bls_accumulator_finish(
        accumulator: &mut BlsAccumulator,
    ) {
        match accumulator {
            BlsAccumulator::MinPk(accumulator) => Ok(core::mem::take(accumulator).finish()?),
            BlsAccumulator::MinSig(accumulator) => Ok(core::mem::take(accumulator).finish()?),
        }
    }
}

export_free! {
    /// Frees an accumulator. Null is allowed.
    fn curvemark_bls_accumulator_free(accumulator: BlsAccumulator);
}

/// Signatures that are verified together at the end.
pub enum BlsAccumulator {
    /// Of one scheme.
    MinPk(Accumulator<min_pk::Possession>),
    /// Of the other.
    MinSig(Accumulator<min_sig::Possession>),
}

impl Handle for BlsAccumulator {}

/// The keys of a list, decoded together.
fn keys<S: ProofSuite>(bytes: &[u8]) -> Result<Vec<PublicKey<S>>, Status> {
    let encodings = items(bytes, PublicKey::<S>::BYTES)?;
    let mut keys = vec![Err(bls::Error::Empty); encodings.len()];
    if !encodings.is_empty() {
        PublicKey::<S>::from_bytes_batch(&encodings, &mut keys)?;
    }
    Ok(keys.into_iter().collect::<Result<_, _>>()?)
}

/// The keys of a list, of which the caller knows that their owners have proved possession.
fn proven_keys<S: ProofSuite>(bytes: &[u8]) -> Result<Vec<ProvenPublicKey<S>>, Status> {
    Ok(keys::<S>(bytes)?.into_iter().map(PublicKey::assume_possession_unchecked).collect())
}

/// The signatures of a list, decoded together.
fn signatures<S: ProofSuite>(bytes: &[u8]) -> Result<Vec<Signature<S>>, Status> {
    let encodings = items(bytes, Signature::<S>::BYTES)?;
    let mut signatures = vec![Err(bls::Error::Empty); encodings.len()];
    if !encodings.is_empty() {
        Signature::<S>::from_bytes_batch(&encodings, &mut signatures)?;
    }
    Ok(signatures.into_iter().collect::<Result<_, _>>()?)
}

fn aggregate_signatures<S: ProofSuite>(bytes: &[u8], out: Room<'_>) -> Result<(), Status> {
    out.must_be(Signature::<S>::BYTES)?;
    let sum = AggregateSignature::aggregate(&signatures::<S>(bytes)?)?;
    out.put(sum.to_bytes().as_ref())
}

fn aggregate_public_keys<S: ProofSuite>(bytes: &[u8], out: Room<'_>) -> Result<(), Status> {
    out.must_be(PublicKey::<S>::BYTES)?;
    let sum = AggregatePublicKey::aggregate(&proven_keys::<S>(bytes)?)?.to_public_key()?;
    out.put(sum.public_key().to_bytes().as_ref())
}

fn fast_aggregate_verify<S: ProofSuite>(
    keys: &[u8],
    message: &[u8],
    signature: &[u8],
) -> Result<(), Status> {
    let keys = proven_keys::<S>(keys)?;
    let signature = AggregateSignature::from_bytes(signature)?;
    Ok(signature.fast_aggregate_verify(&keys, message)?)
}

fn aggregate_verify<S: ProofSuite>(
    keys: &[u8],
    bytes: &[u8],
    lengths: &[usize],
    signature: &[u8],
) -> Result<(), Status> {
    let keys = proven_keys::<S>(keys)?;
    let messages = messages(bytes, lengths)?;
    let signature = AggregateSignature::<S>::from_bytes(signature)?;
    Ok(signature.aggregate_verify(&keys, &messages)?)
}

/// The sets of a batch.
pub(crate) fn sets<'m, S: ProofSuite>(
    keys_bytes: &[u8],
    bytes: &'m [u8],
    lengths: &[usize],
    signature_bytes: &[u8],
) -> Result<Vec<SignatureSet<'m, S>>, Status> {
    let messages = messages(bytes, lengths)?;
    let counts = [
        items(keys_bytes, PublicKey::<S>::BYTES)?.len(),
        items(signature_bytes, Signature::<S>::BYTES)?.len(),
    ];
    as_many(messages.len(), &counts)?;
    let keys = keys::<S>(keys_bytes)?;
    let signatures = signatures::<S>(signature_bytes)?;
    let set = |((key, message), signature)| SignatureSet { key, message, signature };
    Ok(keys.into_iter().zip(messages).zip(signatures).map(set).collect())
}

fn verify_sets<S: ProofSuite>(
    keys: &[u8],
    bytes: &[u8],
    lengths: &[usize],
    signatures: &[u8],
    drawn: bool,
    threads: usize,
) -> Result<(), Status> {
    let sets = sets::<S>(keys, bytes, lengths, signatures)?;
    if !drawn {
        return Ok(on_threads!(threads, || bls::verify_sets_deterministic(&sets), || {
            parallel::verify_sets_deterministic(&sets)
        },)??);
    }
    let rng = system_rng()?;
    Ok(on_threads!(threads, || bls::verify_sets(&sets, &mut { rng }), || parallel::verify_sets(
        &sets,
        &mut { rng }
    ),)??)
}

fn find_invalid<S: ProofSuite>(
    keys: &[u8],
    bytes: &[u8],
    lengths: &[usize],
    signatures: &[u8],
    out: Room<'_>,
    threads: usize,
) -> Result<(), Status> {
    as_many(lengths.len(), &[out.len()])?;
    let sets = sets::<S>(keys, bytes, lengths, signatures)?;
    let rng = system_rng()?;
    let invalid = on_threads!(threads, || bls::find_invalid_sets(&sets, &mut { rng }), || {
        parallel::find_invalid_sets(&sets, &mut { rng })
    },)??;
    let mut verdicts = vec![Status::Ok as u8; sets.len()];
    invalid.into_iter().for_each(|i| verdicts[i] = Status::NotValid as u8);
    out.put(&verdicts)
}

fn add<S: ProofSuite>(
    accumulator: &mut Accumulator<S>,
    key: &[u8],
    message: &[u8],
    signature: &[u8],
) -> Result<(), Status> {
    let key = PublicKey::<S>::from_bytes(key)?;
    let signature = Signature::from_bytes(signature)?;
    accumulator.add(&key, message, &signature, &mut system_rng()?);
    Ok(())
}
