//! Batches that several processes verify together, on as many machines as one likes.
//!
//! A batch is cut into slices that lie one behind the other. First each slice is hashed to a digest
//! of 40 bytes (curvemark_bls_digest_sets and so on), and curvemark_parts_batch makes 40 bytes of
//! all digests. Then each slice gives a part (curvemark_bls_part_of_sets and so on), for which one
//! says at which item of the batch the slice begins. Parts are merged, in whichever order they
//! come, and what covers the whole batch is finished to a verdict. All weights follow from the
//! batch: work that is done again gives the same bytes.
//!
//! Parts are bytes: 633 for signatures and for proofs on BLS12-381, 441 for proofs on BN254, 153
//! for openings and cells. Reading one checks that it is canonical and that its points are in their
//! group. Whoever computes parts is trusted: who can write its bytes can write the verdict.
//!
//! The part of a sum of multiples is a point, and points add up by curvemark_points_sum. That of a
//! product of pairings is its value, and curvemark_pairing_values_product multiplies values.

use curve::field::Canonical;
use curve::{bls12_381, bn254};
use curvemark::bls::{
    self, ProofSuite, PublicKey, Signature, digest_encoded_sets, min_pk, min_sig,
};
use curvemark::groth16::{self, Curve, Form, PreparedVerifyingKey};
use curvemark::kzg::{self, CellsPart, Opening, OpeningsPart};
use curvemark::parts::{self, Batch, Kind, Part, SliceDigest};

use crate::bls::{BlsScheme, by_scheme};
use crate::bls_lists::sets;
use crate::boundary::{Place, Room, export};
use crate::common::{as_many, items, messages, on_threads};
use crate::groth16::{Groth16Key, OnCurve, batch as proofs_of};
use crate::groups::Pairing;
use crate::kzg::KzgSettings;
use crate::status::Status;

export! {
    /// Makes a batch of the digests of its slices, in their order.
    ///
    /// digests: 40 bytes each, at least one. batch: 40 bytes.
    /// Errors: CURVEMARK_ERROR_EMPTY if there is no digest, or one of no items.
    fn curvemark_parts_batch(
        digests[digests_len]: &[[u8; 40]],
        batch[batch_len]: Place<'_, 40>,
    ) {
        let digests = digests.iter().map(|digest| SliceDigest::from_bytes(digest));
        batch.put(&Batch::new(&digests.collect::<Result<Vec<_>, _>>()?)?.to_bytes())
    }

    /// Hashes a slice of signatures. Nothing is decoded.
    ///
    /// scheme to signatures: as in curvemark_bls_verify_sets. digest: 40 bytes.
    /// Errors: CURVEMARK_ERROR_COUNT, CURVEMARK_ERROR_LENGTH.
    fn curvemark_bls_digest_sets(
        scheme: BlsScheme,
        public_keys[public_keys_len]: &[u8],
        messages[messages_len]: &[u8],
        message_lens[message_lens_count]: &[usize],
        signatures[signatures_len]: &[u8],
        digest[digest_len]: Place<'_, 40>,
    ) {
        let made = by_scheme!(
            scheme,
            digest_sets(public_keys, messages, message_lens, signatures)
        )?;
        digest.put(&made.to_bytes())
    }

    /// Computes the part of a slice of signatures, in the time that verifying them takes.
    ///
    /// scheme to signatures, threads: as in curvemark_bls_verify_sets. batch: 40 bytes. start: the
    /// number of the first one in the batch, from zero on. part: 633 bytes.
    /// Errors: as there, without the verdict; CURVEMARK_ERROR_PARTS if the slice goes beyond the
    /// batch.
    fn curvemark_bls_part_of_sets(
        scheme: BlsScheme,
        public_keys[public_keys_len]: &[u8],
        messages[messages_len]: &[u8],
        message_lens[message_lens_count]: &[usize],
        signatures[signatures_len]: &[u8],
        batch[batch_len]: &[u8; 40],
        start: u64,
        part[part_len]: Room<'_>,
        threads: usize,
    ) {
        part.must_be(633)?;
        let place = (Batch::from_bytes(batch)?, start);
        part.put(&by_scheme!(
            scheme,
            part_of_sets(public_keys, messages, message_lens, signatures, place, threads)
        )?)
    }

    /// Merges parts of signatures to one part.
    ///
    /// parts: 633 bytes each, at least one, in any order. part: 633 bytes.
    /// Errors: CURVEMARK_ERROR_EMPTY; CURVEMARK_ERROR_PARTS if they are of another scheme or of
    /// different batches, leave out items between them, or have one twice;
    /// CURVEMARK_ERROR_POINT_*.
    fn curvemark_bls_merge_parts(
        scheme: BlsScheme,
        parts[parts_len]: &[u8],
        part[part_len]: Room<'_>,
    ) {
        by_scheme!(scheme, merge_sets(parts, part))
    }

    /// Says whether all signatures of a batch are valid.
    ///
    /// part: 633 bytes, of all of the batch.
    /// Errors: CURVEMARK_NOT_VALID is the verdict, with the chance of error of
    /// curvemark_bls_verify_sets_deterministic; CURVEMARK_ERROR_PARTS if the part does not cover
    /// the batch; CURVEMARK_ERROR_POINT_*.
    fn curvemark_bls_finish_part(
        scheme: BlsScheme,
        part[part_len]: &[u8],
    ) {
        by_scheme!(scheme, finish_sets(part))
    }

    /// Computes what is left of blobs to verify: of each its commitment, the point z that its hash
    /// gives, the value y there, and its proof. Commitments and proofs are not decoded.
    ///
    /// blobs, commitments, proofs, threads: as in curvemark_kzg_verify_blobs. openings: 160 bytes
    /// for each.
    /// Errors: CURVEMARK_ERROR_COUNT, CURVEMARK_ERROR_SCALAR, CURVEMARK_ERROR_THREADS.
    fn curvemark_kzg_openings(
        settings: &KzgSettings,
        blobs[blobs_len]: &[[u8; 131_072]],
        commitments[commitments_len]: &[[u8; 48]],
        proofs[proofs_len]: &[[u8; 48]],
        openings[openings_len]: Room<'_>,
        threads: usize,
    ) {
        as_many(blobs.len(), &[commitments.len(), proofs.len()])?;
        openings.must_be(blobs.len() * kzg::BYTES_PER_OPENING)?;
        let settings = &settings.0;
        let made = on_threads!(
            threads,
            || settings.openings(blobs, commitments, proofs),
            || kzg::parallel::openings(settings, blobs, commitments, proofs),
        )??;
        let made: Vec<_> = made.iter().map(Opening::to_bytes).collect();
        openings.put(made.as_flattened())
    }

    /// Hashes a slice of openings. Nothing is decoded.
    ///
    /// openings: 160 bytes each: commitment, z, y, proof. digest: 40 bytes.
    fn curvemark_kzg_digest_openings(
        openings[openings_len]: &[[u8; 160]],
        digest[digest_len]: Place<'_, 40>,
    ) {
        digest.put(&kzg::digest_openings(&openings_of(openings)).to_bytes())
    }

    /// Computes the part of a slice of openings.
    ///
    /// openings: as above. batch: 40 bytes. start: the number of the first one in the batch, from
    /// zero on. part: 153 bytes. threads: as above.
    /// Errors: CURVEMARK_ERROR_EMPTY; CURVEMARK_ERROR_PARTS if the slice goes beyond the batch;
    /// CURVEMARK_ERROR_POINT_*, CURVEMARK_ERROR_SCALAR, CURVEMARK_ERROR_THREADS.
    fn curvemark_kzg_part_of_openings(
        settings: &KzgSettings,
        openings[openings_len]: &[[u8; 160]],
        batch[batch_len]: &[u8; 40],
        start: u64,
        part[part_len]: Room<'_>,
        threads: usize,
    ) {
        part.must_be(OpeningsPart::BYTES)?;
        let (settings, openings) = (&settings.0, openings_of(openings));
        let batch = Batch::from_bytes(batch)?;
        let made = on_threads!(
            threads,
            || settings.part_of_openings(&openings, &batch, start),
            || kzg::parallel::part_of_openings(settings, &openings, &batch, start),
        )??;
        part.put(&made.to_bytes())
    }

    /// Hashes a slice of cells. Nothing is decoded.
    ///
    /// commitments to proofs: as in curvemark_kzg_verify_cells. digest: 40 bytes.
    /// Errors: CURVEMARK_ERROR_COUNT.
    fn curvemark_kzg_digest_cells(
        commitments[commitments_len]: &[[u8; 48]],
        indices[indices_count]: &[u64],
        cells[cells_len]: &[[u8; 2048]],
        proofs[proofs_len]: &[[u8; 48]],
        digest[digest_len]: Place<'_, 40>,
    ) {
        digest.put(&kzg::digest_cells(commitments, indices, cells, proofs)?.to_bytes())
    }

    /// Computes the part of a slice of cells.
    ///
    /// settings to proofs: as in curvemark_kzg_verify_cells. batch to threads: as above.
    /// Errors: as there, without the verdict; CURVEMARK_ERROR_EMPTY; CURVEMARK_ERROR_PARTS if the
    /// slice goes beyond the batch.
    fn curvemark_kzg_part_of_cells(
        settings: &KzgSettings,
        commitments[commitments_len]: &[[u8; 48]],
        indices[indices_count]: &[u64],
        cells[cells_len]: &[[u8; 2048]],
        proofs[proofs_len]: &[[u8; 48]],
        batch[batch_len]: &[u8; 40],
        start: u64,
        part[part_len]: Room<'_>,
        threads: usize,
    ) {
        part.must_be(CellsPart::BYTES)?;
        let (settings, batch) = (&settings.0, Batch::from_bytes(batch)?);
        let made = on_threads!(
            threads,
            || settings.part_of_cells(commitments, indices, cells, proofs, &batch, start),
            || {
                kzg::parallel::part_of_cells(
                    settings,
                    commitments,
                    indices,
                    cells,
                    proofs,
                    &batch,
                    start,
                )
            },
        )??;
        part.put(&made.to_bytes())
    }

    /// Merges parts of openings, or parts of cells, to one part.
    ///
    /// parts: 153 bytes each, at least one, in any order. part: 153 bytes.
    /// Errors: as in curvemark_bls_merge_parts.
    fn curvemark_kzg_merge_parts(
        parts[parts_len]: &[u8],
        part[part_len]: Room<'_>,
    ) {
        match OpeningsPart::from_bytes(parts.get(..OpeningsPart::BYTES).unwrap_or_default()) {
            Err(parts::Error::Kind) => merge::<kzg::Cells>(parts, part),
            _ => merge::<kzg::Openings>(parts, part),
        }
    }

    /// Says whether all openings of a batch hold, or all cells.
    ///
    /// part: 153 bytes, of all of the batch.
    /// Errors: CURVEMARK_NOT_VALID is the verdict, wrong with a chance of 2^-125 at most;
    /// CURVEMARK_ERROR_PARTS if the part does not cover the batch; CURVEMARK_ERROR_POINT_*.
    fn curvemark_kzg_finish_part(
        settings: &KzgSettings,
        part[part_len]: &[u8],
    ) {
        match OpeningsPart::from_bytes(part) {
            Err(parts::Error::Kind) => Ok(settings.0.finish_cells(&CellsPart::from_bytes(part)?)?),
            part => Ok(settings.0.finish_openings(&part?)?),
        }
    }

    /// Hashes a slice of proofs of Groth16.
    ///
    /// key, inputs, proofs: as in curvemark_groth16_verify_batch. digest: 40 bytes.
    /// Errors: as there, without the verdict.
    fn curvemark_groth16_digest_proofs(
        key: &Groth16Key,
        inputs[inputs_len]: &[[u8; 32]],
        proofs[proofs_len]: &[u8],
        digest[digest_len]: Place<'_, 40>,
    ) {
        let made = match &key.key {
            OnCurve::Bn254(prepared) => digest_proofs(prepared, key.form, inputs, proofs),
            OnCurve::Bls12381(prepared) => digest_proofs(prepared, key.form, inputs, proofs),
        };
        digest.put(&made?.to_bytes())
    }

    /// Computes the part of a slice of proofs.
    ///
    /// key, inputs, proofs: as above. batch: 40 bytes. start: the number of the first one in the
    /// batch, from zero on. part: 633 bytes on BLS12-381, 441 on BN254.
    /// Errors: as above; CURVEMARK_ERROR_PARTS if the slice goes beyond the batch.
    fn curvemark_groth16_part_of_proofs(
        key: &Groth16Key,
        inputs[inputs_len]: &[[u8; 32]],
        proofs[proofs_len]: &[u8],
        batch[batch_len]: &[u8; 40],
        start: u64,
        part[part_len]: Room<'_>,
    ) {
        let place = (Batch::from_bytes(batch)?, start);
        match &key.key {
            OnCurve::Bn254(prepared) => {
                part_of_proofs(prepared, key.form, inputs, proofs, place, part)
            }
            OnCurve::Bls12381(prepared) => {
                part_of_proofs(prepared, key.form, inputs, proofs, place, part)
            }
        }
    }

    /// Merges parts of proofs to one part.
    ///
    /// parts: 633 or 441 bytes each, at least one, in any order. part: as long as one.
    /// Errors: as in curvemark_bls_merge_parts.
    fn curvemark_groth16_merge_parts(
        key: &Groth16Key,
        parts[parts_len]: &[u8],
        part[part_len]: Room<'_>,
    ) {
        match &key.key {
            OnCurve::Bn254(_) => merge::<groth16::ProofsOn<bn254::Bn254>>(parts, part),
            OnCurve::Bls12381(_) => merge::<groth16::ProofsOn<bls12_381::Bls12381>>(parts, part),
        }
    }

    /// Says whether all proofs of a batch are valid.
    ///
    /// part: 633 or 441 bytes, of all of the batch.
    /// Errors: as in curvemark_bls_finish_part.
    fn curvemark_groth16_finish_part(
        key: &Groth16Key,
        part[part_len]: &[u8],
    ) {
        match &key.key {
            OnCurve::Bn254(_) => Ok(groth16::Part::<bn254::Bn254>::from_bytes(part)?.finish()?),
            OnCurve::Bls12381(_) => {
                Ok(groth16::Part::<bls12_381::Bls12381>::from_bytes(part)?.finish()?)
            }
        }
    }

    /// Multiplies values of the pairing, such as those of parts of a product. Each is checked to be
    /// canonical and in the group of prime order.
    ///
    /// values: 576 bytes each for BLS12-381, 384 for BN254; of none the product is one. product: as
    /// long as one value.
    /// Errors: CURVEMARK_ERROR_POINT_NOT_IN_SUBGROUP.
    fn curvemark_pairing_values_product(
        curve: Pairing,
        values[values_len]: &[u8],
        product[product_len]: Room<'_>,
    ) {
        match curve {
            Pairing::Bls12381 => values_product::<bls12_381::Bls12381, 576>(values, product),
            Pairing::Bn254 => values_product::<bn254::Bn254, 384>(values, product),
        }
    }
}

fn digest_sets<S: ProofSuite>(
    keys: &[u8],
    bytes: &[u8],
    lengths: &[usize],
    signatures: &[u8],
) -> Result<SliceDigest, Status> {
    let messages = messages(bytes, lengths)?;
    let keys = items(keys, PublicKey::<S>::BYTES)?;
    let signatures = items(signatures, Signature::<S>::BYTES)?;
    let digest = digest_encoded_sets::<S>(&keys, &messages, &signatures)?;
    if digest.count() == 0 { Err(Status::Empty) } else { Ok(digest) }
}

fn part_of_sets<S: ProofSuite>(
    keys: &[u8],
    bytes: &[u8],
    lengths: &[usize],
    signatures: &[u8],
    (batch, start): (Batch, u64),
    threads: usize,
) -> Result<Vec<u8>, Status> {
    let sets = sets::<S>(keys, bytes, lengths, signatures)?;
    let part = on_threads!(threads, || bls::part_of_sets(&sets, &batch, start), || {
        bls::parallel::part_of_sets(&sets, &batch, start)
    })??;
    Ok(part.to_bytes())
}

fn merge_sets<S: ProofSuite>(parts: &[u8], out: Room<'_>) -> Result<(), Status> {
    merge::<bls::SignatureSets<S>>(parts, out)
}

fn finish_sets<S: ProofSuite>(part: &[u8]) -> Result<(), Status> {
    Ok(bls::Part::<S>::from_bytes(part)?.finish()?)
}

fn merge<K: Kind>(parts: &[u8], out: Room<'_>) -> Result<(), Status> {
    out.must_be(Part::<K>::BYTES)?;
    let parts = items(parts, Part::<K>::BYTES)?.into_iter().map(Part::<K>::from_bytes);
    out.put(&Part::merge_all(&parts.collect::<Result<Vec<_>, _>>()?)?.to_bytes())
}

fn openings_of(openings: &[[u8; 160]]) -> Vec<Opening> {
    openings.iter().map(Opening::from_bytes).collect()
}

fn digest_proofs<C: Curve>(
    key: &PreparedVerifyingKey<C>,
    form: Form,
    inputs: &[[u8; 32]],
    proofs: &[u8],
) -> Result<SliceDigest, Status> {
    let (inputs, proofs) = proofs_of(key, form, inputs, proofs)?;
    Ok(key.digest_proofs(&inputs, &proofs)?)
}

fn part_of_proofs<C: Curve>(
    key: &PreparedVerifyingKey<C>,
    form: Form,
    inputs: &[[u8; 32]],
    proofs: &[u8],
    (batch, start): (Batch, u64),
    out: Room<'_>,
) -> Result<(), Status> {
    out.must_be(groth16::Part::<C>::BYTES)?;
    let (inputs, proofs) = proofs_of(key, form, inputs, proofs)?;
    out.put(&key.part_of_proofs(&inputs, &proofs, &batch, start)?.to_bytes())
}

fn values_product<C: Curve, const N: usize>(values: &[u8], out: Room<'_>) -> Result<(), Status> {
    out.must_be(N)?;
    // One, as its encoding has it: the constant coefficient comes first.
    let mut product = [0; N];
    product[<C::Fp as Canonical>::BYTES - 1] = 1;
    let element = |bytes: &[u8]| C::gt_from_bytes(bytes).ok_or(Status::PointNotInSubgroup);
    let mut total = element(&product)?;
    for value in items(values, N)? {
        total = C::gt_mul(&total, &element(value)?);
    }
    C::gt_to_bytes(&total, &mut product);
    out.put(&product)
}
