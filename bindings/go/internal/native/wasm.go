// Written by internal/generate from bindings/c/include/curvemark.h. DO NOT EDIT.

//go:build !cgo

package native

// StatusText is curvemark_status_text.
func StatusText(status int32) string {
	return text("curvemark_status_text", word(uint64(uint32(status))))
}

// Version is curvemark_version.
func Version() string {
	return text("curvemark_version")
}

// BlsKeyGen is curvemark_bls_key_gen.
func BlsKeyGen(material []byte, info []byte, secretKey []byte) int32 {
	return int32(call("curvemark_bls_key_gen", read(material), read(info), write(secretKey)))
}

// BlsDeriveMaster is curvemark_bls_derive_master.
func BlsDeriveMaster(seed []byte, secretKey []byte) int32 {
	return int32(call("curvemark_bls_derive_master", read(seed), write(secretKey)))
}

// BlsDeriveChild is curvemark_bls_derive_child.
func BlsDeriveChild(parent []byte, index uint32, secretKey []byte) int32 {
	return int32(call("curvemark_bls_derive_child", read(parent), word(uint64(index)), write(secretKey)))
}

// BlsPublicKey is curvemark_bls_public_key.
func BlsPublicKey(scheme uint32, secretKey []byte, publicKey []byte) int32 {
	return int32(call("curvemark_bls_public_key", word(uint64(scheme)), read(secretKey), write(publicKey)))
}

// BlsCheckPublicKey is curvemark_bls_check_public_key.
func BlsCheckPublicKey(scheme uint32, publicKey []byte) int32 {
	return int32(call("curvemark_bls_check_public_key", word(uint64(scheme)), read(publicKey)))
}

// BlsSign is curvemark_bls_sign.
func BlsSign(scheme uint32, secretKey []byte, message []byte, signature []byte) int32 {
	return int32(call("curvemark_bls_sign", word(uint64(scheme)), read(secretKey), read(message), write(signature)))
}

// BlsVerify is curvemark_bls_verify.
func BlsVerify(scheme uint32, publicKey []byte, message []byte, signature []byte) int32 {
	return int32(call("curvemark_bls_verify", word(uint64(scheme)), read(publicKey), read(message), read(signature)))
}

// BlsProvePossession is curvemark_bls_prove_possession.
func BlsProvePossession(scheme uint32, secretKey []byte, proof []byte) int32 {
	return int32(call("curvemark_bls_prove_possession", word(uint64(scheme)), read(secretKey), write(proof)))
}

// BlsVerifyPossession is curvemark_bls_verify_possession.
func BlsVerifyPossession(scheme uint32, publicKey []byte, proof []byte) int32 {
	return int32(call("curvemark_bls_verify_possession", word(uint64(scheme)), read(publicKey), read(proof)))
}

// BlsAggregateSignatures is curvemark_bls_aggregate_signatures.
func BlsAggregateSignatures(scheme uint32, signatures []byte, signature []byte) int32 {
	return int32(call("curvemark_bls_aggregate_signatures", word(uint64(scheme)), read(signatures), write(signature)))
}

// BlsAggregatePublicKeys is curvemark_bls_aggregate_public_keys.
func BlsAggregatePublicKeys(scheme uint32, publicKeys []byte, publicKey []byte) int32 {
	return int32(call("curvemark_bls_aggregate_public_keys", word(uint64(scheme)), read(publicKeys), write(publicKey)))
}

// BlsFastAggregateVerify is curvemark_bls_fast_aggregate_verify.
func BlsFastAggregateVerify(scheme uint32, publicKeys []byte, message []byte, signature []byte) int32 {
	return int32(call("curvemark_bls_fast_aggregate_verify", word(uint64(scheme)), read(publicKeys), read(message), read(signature)))
}

// BlsEthFastAggregateVerify is curvemark_bls_eth_fast_aggregate_verify.
func BlsEthFastAggregateVerify(publicKeys []byte, message []byte, signature []byte) int32 {
	return int32(call("curvemark_bls_eth_fast_aggregate_verify", read(publicKeys), read(message), read(signature)))
}

// BlsAggregateVerify is curvemark_bls_aggregate_verify.
func BlsAggregateVerify(scheme uint32, publicKeys []byte, messages []byte, messageLens []uintptr, signature []byte) int32 {
	return int32(call("curvemark_bls_aggregate_verify", word(uint64(scheme)), read(publicKeys), read(messages), lengths(messageLens), read(signature)))
}

// BlsVerifySets is curvemark_bls_verify_sets.
func BlsVerifySets(scheme uint32, publicKeys []byte, messages []byte, messageLens []uintptr, signatures []byte, threads uintptr) int32 {
	return int32(call("curvemark_bls_verify_sets", word(uint64(scheme)), read(publicKeys), read(messages), lengths(messageLens), read(signatures), workers(threads)))
}

// BlsVerifySetsDeterministic is curvemark_bls_verify_sets_deterministic.
func BlsVerifySetsDeterministic(scheme uint32, publicKeys []byte, messages []byte, messageLens []uintptr, signatures []byte, threads uintptr) int32 {
	return int32(call("curvemark_bls_verify_sets_deterministic", word(uint64(scheme)), read(publicKeys), read(messages), lengths(messageLens), read(signatures), workers(threads)))
}

// BlsFindInvalidSets is curvemark_bls_find_invalid_sets.
func BlsFindInvalidSets(scheme uint32, publicKeys []byte, messages []byte, messageLens []uintptr, signatures []byte, verdicts []byte, threads uintptr) int32 {
	return int32(call("curvemark_bls_find_invalid_sets", word(uint64(scheme)), read(publicKeys), read(messages), lengths(messageLens), read(signatures), write(verdicts), workers(threads)))
}

// BlsAccumulatorNew is curvemark_bls_accumulator_new.
func BlsAccumulatorNew(scheme uint32, accumulator *Handle) int32 {
	return int32(call("curvemark_bls_accumulator_new", word(uint64(scheme)), made(accumulator)))
}

// BlsAccumulatorAdd is curvemark_bls_accumulator_add.
func BlsAccumulatorAdd(accumulator Handle, publicKey []byte, message []byte, signature []byte) int32 {
	return int32(call("curvemark_bls_accumulator_add", handle(accumulator), read(publicKey), read(message), read(signature)))
}

// BlsAccumulatorMerge is curvemark_bls_accumulator_merge.
func BlsAccumulatorMerge(accumulator Handle, other Handle) int32 {
	return int32(call("curvemark_bls_accumulator_merge", handle(accumulator), handle(other)))
}

// BlsAccumulatorFinish is curvemark_bls_accumulator_finish.
func BlsAccumulatorFinish(accumulator Handle) int32 {
	return int32(call("curvemark_bls_accumulator_finish", handle(accumulator)))
}

// BlsAccumulatorFree is curvemark_bls_accumulator_free.
func BlsAccumulatorFree(accumulator Handle) {
	call("curvemark_bls_accumulator_free", handle(accumulator))
}

// EcdsaPublicKey is curvemark_ecdsa_public_key.
func EcdsaPublicKey(curve uint32, secretKey []byte, publicKey []byte) int32 {
	return int32(call("curvemark_ecdsa_public_key", word(uint64(curve)), read(secretKey), write(publicKey)))
}

// EcdsaSign is curvemark_ecdsa_sign.
func EcdsaSign(curve uint32, secretKey []byte, digest []byte, signature []byte) int32 {
	return int32(call("curvemark_ecdsa_sign", word(uint64(curve)), read(secretKey), read(digest), write(signature)))
}

// EcdsaVerify is curvemark_ecdsa_verify.
func EcdsaVerify(curve uint32, publicKey []byte, digest []byte, signature []byte) int32 {
	return int32(call("curvemark_ecdsa_verify", word(uint64(curve)), read(publicKey), read(digest), read(signature)))
}

// EcdsaVerifyLowS is curvemark_ecdsa_verify_low_s.
func EcdsaVerifyLowS(curve uint32, publicKey []byte, digest []byte, signature []byte) int32 {
	return int32(call("curvemark_ecdsa_verify_low_s", word(uint64(curve)), read(publicKey), read(digest), read(signature)))
}

// EcdsaSignRecoverable is curvemark_ecdsa_sign_recoverable.
func EcdsaSignRecoverable(curve uint32, secretKey []byte, digest []byte, signature []byte) int32 {
	return int32(call("curvemark_ecdsa_sign_recoverable", word(uint64(curve)), read(secretKey), read(digest), write(signature)))
}

// EcdsaRecover is curvemark_ecdsa_recover.
func EcdsaRecover(curve uint32, digest []byte, signature []byte, publicKey []byte) int32 {
	return int32(call("curvemark_ecdsa_recover", word(uint64(curve)), read(digest), read(signature), write(publicKey)))
}

// EcdsaSignatureToDer is curvemark_ecdsa_signature_to_der.
func EcdsaSignatureToDer(curve uint32, signature []byte, der []byte, derWritten *uintptr) int32 {
	return int32(call("curvemark_ecdsa_signature_to_der", word(uint64(curve)), read(signature), write(der), size(derWritten)))
}

// EcdsaSignatureFromDer is curvemark_ecdsa_signature_from_der.
func EcdsaSignatureFromDer(curve uint32, der []byte, signature []byte) int32 {
	return int32(call("curvemark_ecdsa_signature_from_der", word(uint64(curve)), read(der), write(signature)))
}

// SchnorrPublicKey is curvemark_schnorr_public_key.
func SchnorrPublicKey(secretKey []byte, publicKey []byte) int32 {
	return int32(call("curvemark_schnorr_public_key", read(secretKey), write(publicKey)))
}

// SchnorrSign is curvemark_schnorr_sign.
func SchnorrSign(secretKey []byte, message []byte, auxiliary []byte, signature []byte) int32 {
	return int32(call("curvemark_schnorr_sign", read(secretKey), read(message), read(auxiliary), write(signature)))
}

// SchnorrVerify is curvemark_schnorr_verify.
func SchnorrVerify(publicKey []byte, message []byte, signature []byte) int32 {
	return int32(call("curvemark_schnorr_verify", read(publicKey), read(message), read(signature)))
}

// Ed25519PublicKey is curvemark_ed25519_public_key.
func Ed25519PublicKey(seed []byte, publicKey []byte) int32 {
	return int32(call("curvemark_ed25519_public_key", read(seed), write(publicKey)))
}

// Ed25519Sign is curvemark_ed25519_sign.
func Ed25519Sign(seed []byte, message []byte, signature []byte) int32 {
	return int32(call("curvemark_ed25519_sign", read(seed), read(message), write(signature)))
}

// Ed25519Verify is curvemark_ed25519_verify.
func Ed25519Verify(rule uint32, publicKey []byte, message []byte, signature []byte) int32 {
	return int32(call("curvemark_ed25519_verify", word(uint64(rule)), read(publicKey), read(message), read(signature)))
}

// EcdsaRandomSecretKey is curvemark_ecdsa_random_secret_key.
func EcdsaRandomSecretKey(curve uint32, secretKey []byte) int32 {
	return int32(call("curvemark_ecdsa_random_secret_key", word(uint64(curve)), write(secretKey)))
}

// EcdsaVerifyEach is curvemark_ecdsa_verify_each.
func EcdsaVerifyEach(curve uint32, publicKeys []byte, digests []byte, signatures []byte, verdicts []byte) int32 {
	return int32(call("curvemark_ecdsa_verify_each", word(uint64(curve)), read(publicKeys), read(digests), read(signatures), write(verdicts)))
}

// Keccak256 is curvemark_keccak256.
func Keccak256(message []byte, digest []byte) int32 {
	return int32(call("curvemark_keccak256", read(message), write(digest)))
}

// SchnorrVerifyBatch is curvemark_schnorr_verify_batch.
func SchnorrVerifyBatch(publicKeys []byte, messages []byte, messageLens []uintptr, signatures []byte) int32 {
	return int32(call("curvemark_schnorr_verify_batch", read(publicKeys), read(messages), lengths(messageLens), read(signatures)))
}

// Ed25519VerifyBatch is curvemark_ed25519_verify_batch.
func Ed25519VerifyBatch(publicKeys []byte, messages []byte, messageLens []uintptr, signatures []byte) int32 {
	return int32(call("curvemark_ed25519_verify_batch", read(publicKeys), read(messages), lengths(messageLens), read(signatures)))
}

// KzgSettingsEthereum is curvemark_kzg_settings_ethereum.
func KzgSettingsEthereum(tableBytes uintptr, settings *Handle) int32 {
	return int32(call("curvemark_kzg_settings_ethereum", word(uint64(tableBytes)), made(settings)))
}

// KzgCellProverEthereum is curvemark_kzg_cell_prover_ethereum.
func KzgCellProverEthereum(tableBytes uintptr, threads uintptr, prover *Handle) int32 {
	return int32(call("curvemark_kzg_cell_prover_ethereum", word(uint64(tableBytes)), workers(threads), made(prover)))
}

// KzgSettingsFromEthereum is curvemark_kzg_settings_from_ethereum.
func KzgSettingsFromEthereum(setup []byte, tableBytes uintptr, settings *Handle) int32 {
	return int32(call("curvemark_kzg_settings_from_ethereum", read(setup), word(uint64(tableBytes)), made(settings)))
}

// KzgSettingsFromText is curvemark_kzg_settings_from_text.
func KzgSettingsFromText(text []byte, tableBytes uintptr, settings *Handle) int32 {
	return int32(call("curvemark_kzg_settings_from_text", read(text), word(uint64(tableBytes)), made(settings)))
}

// KzgCommit is curvemark_kzg_commit.
func KzgCommit(settings Handle, blob []byte, commitment []byte, threads uintptr) int32 {
	return int32(call("curvemark_kzg_commit", handle(settings), read(blob), write(commitment), workers(threads)))
}

// KzgProve is curvemark_kzg_prove.
func KzgProve(settings Handle, blob []byte, z []byte, proof []byte, y []byte, threads uintptr) int32 {
	return int32(call("curvemark_kzg_prove", handle(settings), read(blob), read(z), write(proof), write(y), workers(threads)))
}

// KzgProveBlob is curvemark_kzg_prove_blob.
func KzgProveBlob(settings Handle, blob []byte, commitment []byte, proof []byte, threads uintptr) int32 {
	return int32(call("curvemark_kzg_prove_blob", handle(settings), read(blob), read(commitment), write(proof), workers(threads)))
}

// KzgVerify is curvemark_kzg_verify.
func KzgVerify(settings Handle, commitment []byte, z []byte, y []byte, proof []byte) int32 {
	return int32(call("curvemark_kzg_verify", handle(settings), read(commitment), read(z), read(y), read(proof)))
}

// KzgVerifyBlob is curvemark_kzg_verify_blob.
func KzgVerifyBlob(settings Handle, blob []byte, commitment []byte, proof []byte) int32 {
	return int32(call("curvemark_kzg_verify_blob", handle(settings), read(blob), read(commitment), read(proof)))
}

// KzgVerifyBlobs is curvemark_kzg_verify_blobs.
func KzgVerifyBlobs(settings Handle, blobs []byte, commitments []byte, proofs []byte, threads uintptr) int32 {
	return int32(call("curvemark_kzg_verify_blobs", handle(settings), read(blobs), read(commitments), read(proofs), workers(threads)))
}

// KzgVerifyCells is curvemark_kzg_verify_cells.
func KzgVerifyCells(settings Handle, commitments []byte, indices []uint64, cells []byte, proofs []byte, threads uintptr) int32 {
	return int32(call("curvemark_kzg_verify_cells", handle(settings), read(commitments), numbers(indices), read(cells), read(proofs), workers(threads)))
}

// KzgComputeCells is curvemark_kzg_compute_cells.
func KzgComputeCells(settings Handle, blob []byte, cells []byte) int32 {
	return int32(call("curvemark_kzg_compute_cells", handle(settings), read(blob), write(cells)))
}

// KzgCellProverFromEthereum is curvemark_kzg_cell_prover_from_ethereum.
func KzgCellProverFromEthereum(setup []byte, tableBytes uintptr, threads uintptr, prover *Handle) int32 {
	return int32(call("curvemark_kzg_cell_prover_from_ethereum", read(setup), word(uint64(tableBytes)), workers(threads), made(prover)))
}

// KzgCellProverFromText is curvemark_kzg_cell_prover_from_text.
func KzgCellProverFromText(text []byte, tableBytes uintptr, threads uintptr, prover *Handle) int32 {
	return int32(call("curvemark_kzg_cell_prover_from_text", read(text), word(uint64(tableBytes)), workers(threads), made(prover)))
}

// KzgProveCells is curvemark_kzg_prove_cells.
func KzgProveCells(prover Handle, blob []byte, cells []byte, proofs []byte, threads uintptr) int32 {
	return int32(call("curvemark_kzg_prove_cells", handle(prover), read(blob), write(cells), write(proofs), workers(threads)))
}

// KzgRecoverCells is curvemark_kzg_recover_cells.
func KzgRecoverCells(prover Handle, indices []uint64, knownCells []byte, cells []byte, proofs []byte, threads uintptr) int32 {
	return int32(call("curvemark_kzg_recover_cells", handle(prover), numbers(indices), read(knownCells), write(cells), write(proofs), workers(threads)))
}

// KzgRecoverCellsTruncated is curvemark_kzg_recover_cells_truncated.
func KzgRecoverCellsTruncated(prover Handle, indices []uint64, knownCells []byte, cells []byte, proofs []byte, threads uintptr) int32 {
	return int32(call("curvemark_kzg_recover_cells_truncated", handle(prover), numbers(indices), read(knownCells), write(cells), write(proofs), workers(threads)))
}

// KzgVersionedHash is curvemark_kzg_versioned_hash.
func KzgVersionedHash(commitment []byte, hash []byte) int32 {
	return int32(call("curvemark_kzg_versioned_hash", read(commitment), write(hash)))
}

// KzgSettingsFree is curvemark_kzg_settings_free.
func KzgSettingsFree(settings Handle) {
	call("curvemark_kzg_settings_free", handle(settings))
}

// KzgCellProverFree is curvemark_kzg_cell_prover_free.
func KzgCellProverFree(prover Handle) {
	call("curvemark_kzg_cell_prover_free", handle(prover))
}

// PointsDecode is curvemark_points_decode.
func PointsDecode(group uint32, pointLen uintptr, points []byte, decoded []byte, verdicts []byte, threads uintptr) int32 {
	return int32(call("curvemark_points_decode", word(uint64(group)), word(uint64(pointLen)), read(points), write(decoded), write(verdicts), workers(threads)))
}

// PointsCompress is curvemark_points_compress.
func PointsCompress(group uint32, points []byte, compressed []byte) int32 {
	return int32(call("curvemark_points_compress", word(uint64(group)), read(points), write(compressed)))
}

// PointsSum is curvemark_points_sum.
func PointsSum(group uint32, points []byte, sum []byte, threads uintptr) int32 {
	return int32(call("curvemark_points_sum", word(uint64(group)), read(points), write(sum), workers(threads)))
}

// PointMul is curvemark_point_mul.
func PointMul(group uint32, point []byte, scalar []byte, product []byte) int32 {
	return int32(call("curvemark_point_mul", word(uint64(group)), read(point), read(scalar), write(product)))
}

// PointsMsm is curvemark_points_msm.
func PointsMsm(group uint32, points []byte, scalars []byte, sum []byte, threads uintptr) int32 {
	return int32(call("curvemark_points_msm", word(uint64(group)), read(points), read(scalars), write(sum), workers(threads)))
}

// PointsMsmUncheckedSubgroup is curvemark_points_msm_unchecked_subgroup.
func PointsMsmUncheckedSubgroup(group uint32, points []byte, scalars []byte, sum []byte, threads uintptr) int32 {
	return int32(call("curvemark_points_msm_unchecked_subgroup", word(uint64(group)), read(points), read(scalars), write(sum), workers(threads)))
}

// BasesNew is curvemark_bases_new.
func BasesNew(group uint32, points []byte, tableBytes uintptr, bases *Handle) int32 {
	return int32(call("curvemark_bases_new", word(uint64(group)), read(points), word(uint64(tableBytes)), made(bases)))
}

// BasesMsm is curvemark_bases_msm.
func BasesMsm(bases Handle, scalars []byte, sum []byte, threads uintptr) int32 {
	return int32(call("curvemark_bases_msm", handle(bases), read(scalars), write(sum), workers(threads)))
}

// HashToPoints is curvemark_hash_to_points.
func HashToPoints(group uint32, messages []byte, messageLens []uintptr, tag []byte, points []byte, threads uintptr) int32 {
	return int32(call("curvemark_hash_to_points", word(uint64(group)), read(messages), lengths(messageLens), read(tag), write(points), workers(threads)))
}

// PairingCheck is curvemark_pairing_check.
func PairingCheck(curve uint32, p []byte, q []byte, threads uintptr) int32 {
	return int32(call("curvemark_pairing_check", word(uint64(curve)), read(p), read(q), workers(threads)))
}

// PairingProduct is curvemark_pairing_product.
func PairingProduct(curve uint32, p []byte, q []byte, value []byte, threads uintptr) int32 {
	return int32(call("curvemark_pairing_product", word(uint64(curve)), read(p), read(q), write(value), workers(threads)))
}

// BasesFree is curvemark_bases_free.
func BasesFree(bases Handle) {
	call("curvemark_bases_free", handle(bases))
}

// Groth16KeyNew is curvemark_groth16_key_new.
func Groth16KeyNew(form uint32, bytes []byte, key *Handle) int32 {
	return int32(call("curvemark_groth16_key_new", word(uint64(form)), read(bytes), made(key)))
}

// Groth16KeyInputs is curvemark_groth16_key_inputs.
func Groth16KeyInputs(key Handle, count *uintptr) int32 {
	return int32(call("curvemark_groth16_key_inputs", handle(key), size(count)))
}

// Groth16Verify is curvemark_groth16_verify.
func Groth16Verify(key Handle, inputs []byte, proof []byte) int32 {
	return int32(call("curvemark_groth16_verify", handle(key), read(inputs), read(proof)))
}

// Groth16VerifyBatch is curvemark_groth16_verify_batch.
func Groth16VerifyBatch(key Handle, inputs []byte, proofs []byte) int32 {
	return int32(call("curvemark_groth16_verify_batch", handle(key), read(inputs), read(proofs)))
}

// Groth16FindInvalid is curvemark_groth16_find_invalid.
func Groth16FindInvalid(key Handle, inputs []byte, proofs []byte, verdicts []byte) int32 {
	return int32(call("curvemark_groth16_find_invalid", handle(key), read(inputs), read(proofs), write(verdicts)))
}

// Groth16KeyFree is curvemark_groth16_key_free.
func Groth16KeyFree(key Handle) {
	call("curvemark_groth16_key_free", handle(key))
}

// PartsBatch is curvemark_parts_batch.
func PartsBatch(digests []byte, batch []byte) int32 {
	return int32(call("curvemark_parts_batch", read(digests), write(batch)))
}

// BlsDigestSets is curvemark_bls_digest_sets.
func BlsDigestSets(scheme uint32, publicKeys []byte, messages []byte, messageLens []uintptr, signatures []byte, digest []byte) int32 {
	return int32(call("curvemark_bls_digest_sets", word(uint64(scheme)), read(publicKeys), read(messages), lengths(messageLens), read(signatures), write(digest)))
}

// BlsPartOfSets is curvemark_bls_part_of_sets.
func BlsPartOfSets(scheme uint32, publicKeys []byte, messages []byte, messageLens []uintptr, signatures []byte, batch []byte, start uint64, part []byte, threads uintptr) int32 {
	return int32(call("curvemark_bls_part_of_sets", word(uint64(scheme)), read(publicKeys), read(messages), lengths(messageLens), read(signatures), read(batch), word(start), write(part), workers(threads)))
}

// BlsMergeParts is curvemark_bls_merge_parts.
func BlsMergeParts(scheme uint32, parts []byte, part []byte) int32 {
	return int32(call("curvemark_bls_merge_parts", word(uint64(scheme)), read(parts), write(part)))
}

// BlsFinishPart is curvemark_bls_finish_part.
func BlsFinishPart(scheme uint32, part []byte) int32 {
	return int32(call("curvemark_bls_finish_part", word(uint64(scheme)), read(part)))
}

// KzgOpenings is curvemark_kzg_openings.
func KzgOpenings(settings Handle, blobs []byte, commitments []byte, proofs []byte, openings []byte, threads uintptr) int32 {
	return int32(call("curvemark_kzg_openings", handle(settings), read(blobs), read(commitments), read(proofs), write(openings), workers(threads)))
}

// KzgDigestOpenings is curvemark_kzg_digest_openings.
func KzgDigestOpenings(openings []byte, digest []byte) int32 {
	return int32(call("curvemark_kzg_digest_openings", read(openings), write(digest)))
}

// KzgPartOfOpenings is curvemark_kzg_part_of_openings.
func KzgPartOfOpenings(settings Handle, openings []byte, batch []byte, start uint64, part []byte, threads uintptr) int32 {
	return int32(call("curvemark_kzg_part_of_openings", handle(settings), read(openings), read(batch), word(start), write(part), workers(threads)))
}

// KzgDigestCells is curvemark_kzg_digest_cells.
func KzgDigestCells(commitments []byte, indices []uint64, cells []byte, proofs []byte, digest []byte) int32 {
	return int32(call("curvemark_kzg_digest_cells", read(commitments), numbers(indices), read(cells), read(proofs), write(digest)))
}

// KzgPartOfCells is curvemark_kzg_part_of_cells.
func KzgPartOfCells(settings Handle, commitments []byte, indices []uint64, cells []byte, proofs []byte, batch []byte, start uint64, part []byte, threads uintptr) int32 {
	return int32(call("curvemark_kzg_part_of_cells", handle(settings), read(commitments), numbers(indices), read(cells), read(proofs), read(batch), word(start), write(part), workers(threads)))
}

// KzgMergeParts is curvemark_kzg_merge_parts.
func KzgMergeParts(parts []byte, part []byte) int32 {
	return int32(call("curvemark_kzg_merge_parts", read(parts), write(part)))
}

// KzgFinishPart is curvemark_kzg_finish_part.
func KzgFinishPart(settings Handle, part []byte) int32 {
	return int32(call("curvemark_kzg_finish_part", handle(settings), read(part)))
}

// Groth16DigestProofs is curvemark_groth16_digest_proofs.
func Groth16DigestProofs(key Handle, inputs []byte, proofs []byte, digest []byte) int32 {
	return int32(call("curvemark_groth16_digest_proofs", handle(key), read(inputs), read(proofs), write(digest)))
}

// Groth16PartOfProofs is curvemark_groth16_part_of_proofs.
func Groth16PartOfProofs(key Handle, inputs []byte, proofs []byte, batch []byte, start uint64, part []byte) int32 {
	return int32(call("curvemark_groth16_part_of_proofs", handle(key), read(inputs), read(proofs), read(batch), word(start), write(part)))
}

// Groth16MergeParts is curvemark_groth16_merge_parts.
func Groth16MergeParts(key Handle, parts []byte, part []byte) int32 {
	return int32(call("curvemark_groth16_merge_parts", handle(key), read(parts), write(part)))
}

// Groth16FinishPart is curvemark_groth16_finish_part.
func Groth16FinishPart(key Handle, part []byte) int32 {
	return int32(call("curvemark_groth16_finish_part", handle(key), read(part)))
}

// PairingValuesProduct is curvemark_pairing_values_product.
func PairingValuesProduct(curve uint32, values []byte, product []byte) int32 {
	return int32(call("curvemark_pairing_values_product", word(uint64(curve)), read(values), write(product)))
}

// PoseidonHash is curvemark_poseidon_hash.
func PoseidonHash(field uint32, inputs []byte, hash []byte) int32 {
	return int32(call("curvemark_poseidon_hash", word(uint64(field)), read(inputs), write(hash)))
}

// PoseidonHashBatch is curvemark_poseidon_hash_batch.
func PoseidonHashBatch(field uint32, each uintptr, inputs []byte, hashes []byte, threads uintptr) int32 {
	return int32(call("curvemark_poseidon_hash_batch", word(uint64(field)), word(uint64(each)), read(inputs), write(hashes), workers(threads)))
}

// PoseidonMerkleRoot is curvemark_poseidon_merkle_root.
func PoseidonMerkleRoot(field uint32, inputs []byte, root []byte, threads uintptr) int32 {
	return int32(call("curvemark_poseidon_merkle_root", word(uint64(field)), read(inputs), write(root), workers(threads)))
}

// EvmGas is curvemark_evm_gas.
func EvmGas(fork uint32, address []byte, input []byte, gas *uint64) int32 {
	return int32(call("curvemark_evm_gas", word(uint64(fork)), read(address), read(input), number64(gas)))
}

// EvmCall is curvemark_evm_call.
func EvmCall(fork uint32, address []byte, input []byte, gasLimit uint64, output []byte, outputWritten *uintptr, gasUsed *uint64) int32 {
	return int32(call("curvemark_evm_call", word(uint64(fork)), read(address), read(input), word(gasLimit), write(output), size(outputWritten), number64(gasUsed)))
}

// CashuV3DeriveFactor is curvemark_cashu_v3_derive_factor.
func CashuV3DeriveFactor(seed []byte, keyset []byte, counter uint64, factor []byte) int32 {
	return int32(call("curvemark_cashu_v3_derive_factor", read(seed), read(keyset), word(counter), write(factor)))
}

// CashuV3HashToCurve is curvemark_cashu_v3_hash_to_curve.
func CashuV3HashToCurve(secret []byte, point []byte) int32 {
	return int32(call("curvemark_cashu_v3_hash_to_curve", read(secret), write(point)))
}

// CashuV3Blind is curvemark_cashu_v3_blind.
func CashuV3Blind(secret []byte, factor []byte, blinded []byte) int32 {
	return int32(call("curvemark_cashu_v3_blind", read(secret), read(factor), write(blinded)))
}

// CashuV3PublicKey is curvemark_cashu_v3_public_key.
func CashuV3PublicKey(secretKey []byte, publicKey []byte) int32 {
	return int32(call("curvemark_cashu_v3_public_key", read(secretKey), write(publicKey)))
}

// CashuV3Sign is curvemark_cashu_v3_sign.
func CashuV3Sign(secretKey []byte, blinded []byte, signature []byte) int32 {
	return int32(call("curvemark_cashu_v3_sign", read(secretKey), read(blinded), write(signature)))
}

// CashuV3Unblind is curvemark_cashu_v3_unblind.
func CashuV3Unblind(blindSignature []byte, factor []byte, signature []byte) int32 {
	return int32(call("curvemark_cashu_v3_unblind", read(blindSignature), read(factor), write(signature)))
}

// CashuV3Verify is curvemark_cashu_v3_verify.
func CashuV3Verify(publicKey []byte, secret []byte, signature []byte) int32 {
	return int32(call("curvemark_cashu_v3_verify", read(publicKey), read(secret), read(signature)))
}

// CashuDeriveSecret is curvemark_cashu_derive_secret.
func CashuDeriveSecret(seed []byte, keyset []byte, counter uint64, secret []byte) int32 {
	return int32(call("curvemark_cashu_derive_secret", read(seed), read(keyset), word(counter), write(secret)))
}

// CashuDeriveFactor is curvemark_cashu_derive_factor.
func CashuDeriveFactor(seed []byte, keyset []byte, counter uint64, factor []byte) int32 {
	return int32(call("curvemark_cashu_derive_factor", read(seed), read(keyset), word(counter), write(factor)))
}

// CashuHashToCurve is curvemark_cashu_hash_to_curve.
func CashuHashToCurve(secret []byte, point []byte) int32 {
	return int32(call("curvemark_cashu_hash_to_curve", read(secret), write(point)))
}

// CashuBlind is curvemark_cashu_blind.
func CashuBlind(secret []byte, factor []byte, blinded []byte) int32 {
	return int32(call("curvemark_cashu_blind", read(secret), read(factor), write(blinded)))
}

// CashuPublicKey is curvemark_cashu_public_key.
func CashuPublicKey(secretKey []byte, publicKey []byte) int32 {
	return int32(call("curvemark_cashu_public_key", read(secretKey), write(publicKey)))
}

// CashuSign is curvemark_cashu_sign.
func CashuSign(secretKey []byte, blinded []byte, signature []byte, e []byte, s []byte) int32 {
	return int32(call("curvemark_cashu_sign", read(secretKey), read(blinded), write(signature), write(e), write(s)))
}

// CashuVerifyProof is curvemark_cashu_verify_proof.
func CashuVerifyProof(publicKey []byte, blinded []byte, signature []byte, e []byte, s []byte) int32 {
	return int32(call("curvemark_cashu_verify_proof", read(publicKey), read(blinded), read(signature), read(e), read(s)))
}

// CashuUnblind is curvemark_cashu_unblind.
func CashuUnblind(blindSignature []byte, factor []byte, publicKey []byte, signature []byte) int32 {
	return int32(call("curvemark_cashu_unblind", read(blindSignature), read(factor), read(publicKey), write(signature)))
}

// CashuVerify is curvemark_cashu_verify.
func CashuVerify(secretKey []byte, secret []byte, signature []byte) int32 {
	return int32(call("curvemark_cashu_verify", read(secretKey), read(secret), read(signature)))
}

// CashuV3RandomScalar is curvemark_cashu_v3_random_scalar.
func CashuV3RandomScalar(scalar []byte) int32 {
	return int32(call("curvemark_cashu_v3_random_scalar", write(scalar)))
}

// CashuV3VerifyBatch is curvemark_cashu_v3_verify_batch.
func CashuV3VerifyBatch(publicKeys []byte, secrets []byte, secretLens []uintptr, signatures []byte) int32 {
	return int32(call("curvemark_cashu_v3_verify_batch", read(publicKeys), read(secrets), lengths(secretLens), read(signatures)))
}

// CashuRandomScalar is curvemark_cashu_random_scalar.
func CashuRandomScalar(scalar []byte) int32 {
	return int32(call("curvemark_cashu_random_scalar", write(scalar)))
}
