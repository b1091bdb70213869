// Written by internal/generate from bindings/c/include/curvemark.h. DO NOT EDIT.

//go:build cgo

package native

/*
#cgo pkg-config: curvemark
#cgo noescape curvemark_status_text
#cgo nocallback curvemark_status_text
#cgo noescape curvemark_version
#cgo nocallback curvemark_version
#cgo noescape curvemark_bls_key_gen
#cgo nocallback curvemark_bls_key_gen
#cgo noescape curvemark_bls_derive_master
#cgo nocallback curvemark_bls_derive_master
#cgo noescape curvemark_bls_derive_child
#cgo nocallback curvemark_bls_derive_child
#cgo noescape curvemark_bls_public_key
#cgo nocallback curvemark_bls_public_key
#cgo noescape curvemark_bls_check_public_key
#cgo nocallback curvemark_bls_check_public_key
#cgo noescape curvemark_bls_sign
#cgo nocallback curvemark_bls_sign
#cgo noescape curvemark_bls_verify
#cgo nocallback curvemark_bls_verify
#cgo noescape curvemark_bls_prove_possession
#cgo nocallback curvemark_bls_prove_possession
#cgo noescape curvemark_bls_verify_possession
#cgo nocallback curvemark_bls_verify_possession
#cgo noescape curvemark_bls_aggregate_signatures
#cgo nocallback curvemark_bls_aggregate_signatures
#cgo noescape curvemark_bls_aggregate_public_keys
#cgo nocallback curvemark_bls_aggregate_public_keys
#cgo noescape curvemark_bls_fast_aggregate_verify
#cgo nocallback curvemark_bls_fast_aggregate_verify
#cgo noescape curvemark_bls_eth_fast_aggregate_verify
#cgo nocallback curvemark_bls_eth_fast_aggregate_verify
#cgo noescape curvemark_bls_aggregate_verify
#cgo nocallback curvemark_bls_aggregate_verify
#cgo noescape curvemark_bls_verify_sets
#cgo nocallback curvemark_bls_verify_sets
#cgo noescape curvemark_bls_verify_sets_deterministic
#cgo nocallback curvemark_bls_verify_sets_deterministic
#cgo noescape curvemark_bls_find_invalid_sets
#cgo nocallback curvemark_bls_find_invalid_sets
#cgo noescape curvemark_bls_accumulator_new
#cgo nocallback curvemark_bls_accumulator_new
#cgo noescape curvemark_bls_accumulator_add
#cgo nocallback curvemark_bls_accumulator_add
#cgo noescape curvemark_bls_accumulator_merge
#cgo nocallback curvemark_bls_accumulator_merge
#cgo noescape curvemark_bls_accumulator_finish
#cgo nocallback curvemark_bls_accumulator_finish
#cgo noescape curvemark_bls_accumulator_free
#cgo nocallback curvemark_bls_accumulator_free
#cgo noescape curvemark_ecdsa_public_key
#cgo nocallback curvemark_ecdsa_public_key
#cgo noescape curvemark_ecdsa_sign
#cgo nocallback curvemark_ecdsa_sign
#cgo noescape curvemark_ecdsa_verify
#cgo nocallback curvemark_ecdsa_verify
#cgo noescape curvemark_ecdsa_verify_low_s
#cgo nocallback curvemark_ecdsa_verify_low_s
#cgo noescape curvemark_ecdsa_sign_recoverable
#cgo nocallback curvemark_ecdsa_sign_recoverable
#cgo noescape curvemark_ecdsa_recover
#cgo nocallback curvemark_ecdsa_recover
#cgo noescape curvemark_ecdsa_signature_to_der
#cgo nocallback curvemark_ecdsa_signature_to_der
#cgo noescape curvemark_ecdsa_signature_from_der
#cgo nocallback curvemark_ecdsa_signature_from_der
#cgo noescape curvemark_schnorr_public_key
#cgo nocallback curvemark_schnorr_public_key
#cgo noescape curvemark_schnorr_sign
#cgo nocallback curvemark_schnorr_sign
#cgo noescape curvemark_schnorr_verify
#cgo nocallback curvemark_schnorr_verify
#cgo noescape curvemark_ed25519_public_key
#cgo nocallback curvemark_ed25519_public_key
#cgo noescape curvemark_ed25519_sign
#cgo nocallback curvemark_ed25519_sign
#cgo noescape curvemark_ed25519_verify
#cgo nocallback curvemark_ed25519_verify
#cgo noescape curvemark_ecdsa_random_secret_key
#cgo nocallback curvemark_ecdsa_random_secret_key
#cgo noescape curvemark_ecdsa_verify_each
#cgo nocallback curvemark_ecdsa_verify_each
#cgo noescape curvemark_keccak256
#cgo nocallback curvemark_keccak256
#cgo noescape curvemark_schnorr_verify_batch
#cgo nocallback curvemark_schnorr_verify_batch
#cgo noescape curvemark_ed25519_verify_batch
#cgo nocallback curvemark_ed25519_verify_batch
#cgo noescape curvemark_kzg_settings_ethereum
#cgo nocallback curvemark_kzg_settings_ethereum
#cgo noescape curvemark_kzg_cell_prover_ethereum
#cgo nocallback curvemark_kzg_cell_prover_ethereum
#cgo noescape curvemark_kzg_settings_from_ethereum
#cgo nocallback curvemark_kzg_settings_from_ethereum
#cgo noescape curvemark_kzg_settings_from_text
#cgo nocallback curvemark_kzg_settings_from_text
#cgo noescape curvemark_kzg_commit
#cgo nocallback curvemark_kzg_commit
#cgo noescape curvemark_kzg_prove
#cgo nocallback curvemark_kzg_prove
#cgo noescape curvemark_kzg_prove_blob
#cgo nocallback curvemark_kzg_prove_blob
#cgo noescape curvemark_kzg_verify
#cgo nocallback curvemark_kzg_verify
#cgo noescape curvemark_kzg_verify_blob
#cgo nocallback curvemark_kzg_verify_blob
#cgo noescape curvemark_kzg_verify_blobs
#cgo nocallback curvemark_kzg_verify_blobs
#cgo noescape curvemark_kzg_verify_cells
#cgo nocallback curvemark_kzg_verify_cells
#cgo noescape curvemark_kzg_compute_cells
#cgo nocallback curvemark_kzg_compute_cells
#cgo noescape curvemark_kzg_cell_prover_from_ethereum
#cgo nocallback curvemark_kzg_cell_prover_from_ethereum
#cgo noescape curvemark_kzg_cell_prover_from_text
#cgo nocallback curvemark_kzg_cell_prover_from_text
#cgo noescape curvemark_kzg_prove_cells
#cgo nocallback curvemark_kzg_prove_cells
#cgo noescape curvemark_kzg_recover_cells
#cgo nocallback curvemark_kzg_recover_cells
#cgo noescape curvemark_kzg_recover_cells_truncated
#cgo nocallback curvemark_kzg_recover_cells_truncated
#cgo noescape curvemark_kzg_versioned_hash
#cgo nocallback curvemark_kzg_versioned_hash
#cgo noescape curvemark_kzg_settings_free
#cgo nocallback curvemark_kzg_settings_free
#cgo noescape curvemark_kzg_cell_prover_free
#cgo nocallback curvemark_kzg_cell_prover_free
#cgo noescape curvemark_points_decode
#cgo nocallback curvemark_points_decode
#cgo noescape curvemark_points_compress
#cgo nocallback curvemark_points_compress
#cgo noescape curvemark_points_sum
#cgo nocallback curvemark_points_sum
#cgo noescape curvemark_point_mul
#cgo nocallback curvemark_point_mul
#cgo noescape curvemark_points_msm
#cgo nocallback curvemark_points_msm
#cgo noescape curvemark_points_msm_unchecked_subgroup
#cgo nocallback curvemark_points_msm_unchecked_subgroup
#cgo noescape curvemark_bases_new
#cgo nocallback curvemark_bases_new
#cgo noescape curvemark_bases_msm
#cgo nocallback curvemark_bases_msm
#cgo noescape curvemark_hash_to_points
#cgo nocallback curvemark_hash_to_points
#cgo noescape curvemark_pairing_check
#cgo nocallback curvemark_pairing_check
#cgo noescape curvemark_pairing_product
#cgo nocallback curvemark_pairing_product
#cgo noescape curvemark_bases_free
#cgo nocallback curvemark_bases_free
#cgo noescape curvemark_groth16_key_new
#cgo nocallback curvemark_groth16_key_new
#cgo noescape curvemark_groth16_key_inputs
#cgo nocallback curvemark_groth16_key_inputs
#cgo noescape curvemark_groth16_verify
#cgo nocallback curvemark_groth16_verify
#cgo noescape curvemark_groth16_verify_batch
#cgo nocallback curvemark_groth16_verify_batch
#cgo noescape curvemark_groth16_find_invalid
#cgo nocallback curvemark_groth16_find_invalid
#cgo noescape curvemark_groth16_key_free
#cgo nocallback curvemark_groth16_key_free
#cgo noescape curvemark_parts_batch
#cgo nocallback curvemark_parts_batch
#cgo noescape curvemark_bls_digest_sets
#cgo nocallback curvemark_bls_digest_sets
#cgo noescape curvemark_bls_part_of_sets
#cgo nocallback curvemark_bls_part_of_sets
#cgo noescape curvemark_bls_merge_parts
#cgo nocallback curvemark_bls_merge_parts
#cgo noescape curvemark_bls_finish_part
#cgo nocallback curvemark_bls_finish_part
#cgo noescape curvemark_kzg_openings
#cgo nocallback curvemark_kzg_openings
#cgo noescape curvemark_kzg_digest_openings
#cgo nocallback curvemark_kzg_digest_openings
#cgo noescape curvemark_kzg_part_of_openings
#cgo nocallback curvemark_kzg_part_of_openings
#cgo noescape curvemark_kzg_digest_cells
#cgo nocallback curvemark_kzg_digest_cells
#cgo noescape curvemark_kzg_part_of_cells
#cgo nocallback curvemark_kzg_part_of_cells
#cgo noescape curvemark_kzg_merge_parts
#cgo nocallback curvemark_kzg_merge_parts
#cgo noescape curvemark_kzg_finish_part
#cgo nocallback curvemark_kzg_finish_part
#cgo noescape curvemark_groth16_digest_proofs
#cgo nocallback curvemark_groth16_digest_proofs
#cgo noescape curvemark_groth16_part_of_proofs
#cgo nocallback curvemark_groth16_part_of_proofs
#cgo noescape curvemark_groth16_merge_parts
#cgo nocallback curvemark_groth16_merge_parts
#cgo noescape curvemark_groth16_finish_part
#cgo nocallback curvemark_groth16_finish_part
#cgo noescape curvemark_pairing_values_product
#cgo nocallback curvemark_pairing_values_product
#cgo noescape curvemark_poseidon_hash
#cgo nocallback curvemark_poseidon_hash
#cgo noescape curvemark_poseidon_hash_batch
#cgo nocallback curvemark_poseidon_hash_batch
#cgo noescape curvemark_poseidon_merkle_root
#cgo nocallback curvemark_poseidon_merkle_root
#cgo noescape curvemark_evm_gas
#cgo nocallback curvemark_evm_gas
#cgo noescape curvemark_evm_call
#cgo nocallback curvemark_evm_call
#cgo noescape curvemark_cashu_v3_derive_factor
#cgo nocallback curvemark_cashu_v3_derive_factor
#cgo noescape curvemark_cashu_v3_hash_to_curve
#cgo nocallback curvemark_cashu_v3_hash_to_curve
#cgo noescape curvemark_cashu_v3_blind
#cgo nocallback curvemark_cashu_v3_blind
#cgo noescape curvemark_cashu_v3_public_key
#cgo nocallback curvemark_cashu_v3_public_key
#cgo noescape curvemark_cashu_v3_sign
#cgo nocallback curvemark_cashu_v3_sign
#cgo noescape curvemark_cashu_v3_unblind
#cgo nocallback curvemark_cashu_v3_unblind
#cgo noescape curvemark_cashu_v3_verify
#cgo nocallback curvemark_cashu_v3_verify
#cgo noescape curvemark_cashu_derive_secret
#cgo nocallback curvemark_cashu_derive_secret
#cgo noescape curvemark_cashu_derive_factor
#cgo nocallback curvemark_cashu_derive_factor
#cgo noescape curvemark_cashu_hash_to_curve
#cgo nocallback curvemark_cashu_hash_to_curve
#cgo noescape curvemark_cashu_blind
#cgo nocallback curvemark_cashu_blind
#cgo noescape curvemark_cashu_public_key
#cgo nocallback curvemark_cashu_public_key
#cgo noescape curvemark_cashu_sign
#cgo nocallback curvemark_cashu_sign
#cgo noescape curvemark_cashu_verify_proof
#cgo nocallback curvemark_cashu_verify_proof
#cgo noescape curvemark_cashu_unblind
#cgo nocallback curvemark_cashu_unblind
#cgo noescape curvemark_cashu_verify
#cgo nocallback curvemark_cashu_verify
#cgo noescape curvemark_cashu_v3_random_scalar
#cgo nocallback curvemark_cashu_v3_random_scalar
#cgo noescape curvemark_cashu_v3_verify_batch
#cgo nocallback curvemark_cashu_v3_verify_batch
#cgo noescape curvemark_cashu_random_scalar
#cgo nocallback curvemark_cashu_random_scalar
#include <curvemark.h>
*/
import "C"
import "unsafe"

// StatusText is curvemark_status_text.
func StatusText(status int32) string {
	return C.GoString(C.curvemark_status_text(C.curvemark_status(status)))
}

// Version is curvemark_version.
func Version() string {
	return C.GoString(C.curvemark_version())
}

// BlsKeyGen is curvemark_bls_key_gen.
func BlsKeyGen(material []byte, info []byte, secretKey []byte) int32 {
	return int32(C.curvemark_bls_key_gen(octets(material), C.size_t(len(material)), octets(info), C.size_t(len(info)), octets(secretKey), C.size_t(len(secretKey))))
}

// BlsDeriveMaster is curvemark_bls_derive_master.
func BlsDeriveMaster(seed []byte, secretKey []byte) int32 {
	return int32(C.curvemark_bls_derive_master(octets(seed), C.size_t(len(seed)), octets(secretKey), C.size_t(len(secretKey))))
}

// BlsDeriveChild is curvemark_bls_derive_child.
func BlsDeriveChild(parent []byte, index uint32, secretKey []byte) int32 {
	return int32(C.curvemark_bls_derive_child(octets(parent), C.size_t(len(parent)), C.uint32_t(index), octets(secretKey), C.size_t(len(secretKey))))
}

// BlsPublicKey is curvemark_bls_public_key.
func BlsPublicKey(scheme uint32, secretKey []byte, publicKey []byte) int32 {
	return int32(C.curvemark_bls_public_key(C.curvemark_bls_scheme(scheme), octets(secretKey), C.size_t(len(secretKey)), octets(publicKey), C.size_t(len(publicKey))))
}

// BlsCheckPublicKey is curvemark_bls_check_public_key.
func BlsCheckPublicKey(scheme uint32, publicKey []byte) int32 {
	return int32(C.curvemark_bls_check_public_key(C.curvemark_bls_scheme(scheme), octets(publicKey), C.size_t(len(publicKey))))
}

// BlsSign is curvemark_bls_sign.
func BlsSign(scheme uint32, secretKey []byte, message []byte, signature []byte) int32 {
	return int32(C.curvemark_bls_sign(C.curvemark_bls_scheme(scheme), octets(secretKey), C.size_t(len(secretKey)), octets(message), C.size_t(len(message)), octets(signature), C.size_t(len(signature))))
}

// BlsVerify is curvemark_bls_verify.
func BlsVerify(scheme uint32, publicKey []byte, message []byte, signature []byte) int32 {
	return int32(C.curvemark_bls_verify(C.curvemark_bls_scheme(scheme), octets(publicKey), C.size_t(len(publicKey)), octets(message), C.size_t(len(message)), octets(signature), C.size_t(len(signature))))
}

// BlsProvePossession is curvemark_bls_prove_possession.
func BlsProvePossession(scheme uint32, secretKey []byte, proof []byte) int32 {
	return int32(C.curvemark_bls_prove_possession(C.curvemark_bls_scheme(scheme), octets(secretKey), C.size_t(len(secretKey)), octets(proof), C.size_t(len(proof))))
}

// BlsVerifyPossession is curvemark_bls_verify_possession.
func BlsVerifyPossession(scheme uint32, publicKey []byte, proof []byte) int32 {
	return int32(C.curvemark_bls_verify_possession(C.curvemark_bls_scheme(scheme), octets(publicKey), C.size_t(len(publicKey)), octets(proof), C.size_t(len(proof))))
}

// BlsAggregateSignatures is curvemark_bls_aggregate_signatures.
func BlsAggregateSignatures(scheme uint32, signatures []byte, signature []byte) int32 {
	return int32(C.curvemark_bls_aggregate_signatures(C.curvemark_bls_scheme(scheme), octets(signatures), C.size_t(len(signatures)), octets(signature), C.size_t(len(signature))))
}

// BlsAggregatePublicKeys is curvemark_bls_aggregate_public_keys.
func BlsAggregatePublicKeys(scheme uint32, publicKeys []byte, publicKey []byte) int32 {
	return int32(C.curvemark_bls_aggregate_public_keys(C.curvemark_bls_scheme(scheme), octets(publicKeys), C.size_t(len(publicKeys)), octets(publicKey), C.size_t(len(publicKey))))
}

// BlsFastAggregateVerify is curvemark_bls_fast_aggregate_verify.
func BlsFastAggregateVerify(scheme uint32, publicKeys []byte, message []byte, signature []byte) int32 {
	return int32(C.curvemark_bls_fast_aggregate_verify(C.curvemark_bls_scheme(scheme), octets(publicKeys), C.size_t(len(publicKeys)), octets(message), C.size_t(len(message)), octets(signature), C.size_t(len(signature))))
}

// BlsEthFastAggregateVerify is curvemark_bls_eth_fast_aggregate_verify.
func BlsEthFastAggregateVerify(publicKeys []byte, message []byte, signature []byte) int32 {
	return int32(C.curvemark_bls_eth_fast_aggregate_verify(octets(publicKeys), C.size_t(len(publicKeys)), octets(message), C.size_t(len(message)), octets(signature), C.size_t(len(signature))))
}

// BlsAggregateVerify is curvemark_bls_aggregate_verify.
func BlsAggregateVerify(scheme uint32, publicKeys []byte, messages []byte, messageLens []uintptr, signature []byte) int32 {
	return int32(C.curvemark_bls_aggregate_verify(C.curvemark_bls_scheme(scheme), octets(publicKeys), C.size_t(len(publicKeys)), octets(messages), C.size_t(len(messages)), (*C.size_t)(unsafe.Pointer(unsafe.SliceData(messageLens))), C.size_t(len(messageLens)), octets(signature), C.size_t(len(signature))))
}

// BlsVerifySets is curvemark_bls_verify_sets.
func BlsVerifySets(scheme uint32, publicKeys []byte, messages []byte, messageLens []uintptr, signatures []byte, threads uintptr) int32 {
	return int32(C.curvemark_bls_verify_sets(C.curvemark_bls_scheme(scheme), octets(publicKeys), C.size_t(len(publicKeys)), octets(messages), C.size_t(len(messages)), (*C.size_t)(unsafe.Pointer(unsafe.SliceData(messageLens))), C.size_t(len(messageLens)), octets(signatures), C.size_t(len(signatures)), C.size_t(threads)))
}

// BlsVerifySetsDeterministic is curvemark_bls_verify_sets_deterministic.
func BlsVerifySetsDeterministic(scheme uint32, publicKeys []byte, messages []byte, messageLens []uintptr, signatures []byte, threads uintptr) int32 {
	return int32(C.curvemark_bls_verify_sets_deterministic(C.curvemark_bls_scheme(scheme), octets(publicKeys), C.size_t(len(publicKeys)), octets(messages), C.size_t(len(messages)), (*C.size_t)(unsafe.Pointer(unsafe.SliceData(messageLens))), C.size_t(len(messageLens)), octets(signatures), C.size_t(len(signatures)), C.size_t(threads)))
}

// BlsFindInvalidSets is curvemark_bls_find_invalid_sets.
func BlsFindInvalidSets(scheme uint32, publicKeys []byte, messages []byte, messageLens []uintptr, signatures []byte, verdicts []byte, threads uintptr) int32 {
	return int32(C.curvemark_bls_find_invalid_sets(C.curvemark_bls_scheme(scheme), octets(publicKeys), C.size_t(len(publicKeys)), octets(messages), C.size_t(len(messages)), (*C.size_t)(unsafe.Pointer(unsafe.SliceData(messageLens))), C.size_t(len(messageLens)), octets(signatures), C.size_t(len(signatures)), octets(verdicts), C.size_t(len(verdicts)), C.size_t(threads)))
}

// BlsAccumulatorNew is curvemark_bls_accumulator_new.
func BlsAccumulatorNew(scheme uint32, accumulator *Handle) int32 {
	return int32(C.curvemark_bls_accumulator_new(C.curvemark_bls_scheme(scheme), (**C.curvemark_bls_accumulator)(unsafe.Pointer(&accumulator.pointer))))
}

// BlsAccumulatorAdd is curvemark_bls_accumulator_add.
func BlsAccumulatorAdd(accumulator Handle, publicKey []byte, message []byte, signature []byte) int32 {
	return int32(C.curvemark_bls_accumulator_add((*C.curvemark_bls_accumulator)(accumulator.pointer), octets(publicKey), C.size_t(len(publicKey)), octets(message), C.size_t(len(message)), octets(signature), C.size_t(len(signature))))
}

// BlsAccumulatorMerge is curvemark_bls_accumulator_merge.
func BlsAccumulatorMerge(accumulator Handle, other Handle) int32 {
	return int32(C.curvemark_bls_accumulator_merge((*C.curvemark_bls_accumulator)(accumulator.pointer), (*C.curvemark_bls_accumulator)(other.pointer)))
}

// BlsAccumulatorFinish is curvemark_bls_accumulator_finish.
func BlsAccumulatorFinish(accumulator Handle) int32 {
	return int32(C.curvemark_bls_accumulator_finish((*C.curvemark_bls_accumulator)(accumulator.pointer)))
}

// BlsAccumulatorFree is curvemark_bls_accumulator_free.
func BlsAccumulatorFree(accumulator Handle) {
	C.curvemark_bls_accumulator_free((*C.curvemark_bls_accumulator)(accumulator.pointer))
}

// EcdsaPublicKey is curvemark_ecdsa_public_key.
func EcdsaPublicKey(curve uint32, secretKey []byte, publicKey []byte) int32 {
	return int32(C.curvemark_ecdsa_public_key(C.curvemark_ecdsa_curve(curve), octets(secretKey), C.size_t(len(secretKey)), octets(publicKey), C.size_t(len(publicKey))))
}

// EcdsaSign is curvemark_ecdsa_sign.
func EcdsaSign(curve uint32, secretKey []byte, digest []byte, signature []byte) int32 {
	return int32(C.curvemark_ecdsa_sign(C.curvemark_ecdsa_curve(curve), octets(secretKey), C.size_t(len(secretKey)), octets(digest), C.size_t(len(digest)), octets(signature), C.size_t(len(signature))))
}

// EcdsaVerify is curvemark_ecdsa_verify.
func EcdsaVerify(curve uint32, publicKey []byte, digest []byte, signature []byte) int32 {
	return int32(C.curvemark_ecdsa_verify(C.curvemark_ecdsa_curve(curve), octets(publicKey), C.size_t(len(publicKey)), octets(digest), C.size_t(len(digest)), octets(signature), C.size_t(len(signature))))
}

// EcdsaVerifyLowS is curvemark_ecdsa_verify_low_s.
func EcdsaVerifyLowS(curve uint32, publicKey []byte, digest []byte, signature []byte) int32 {
	return int32(C.curvemark_ecdsa_verify_low_s(C.curvemark_ecdsa_curve(curve), octets(publicKey), C.size_t(len(publicKey)), octets(digest), C.size_t(len(digest)), octets(signature), C.size_t(len(signature))))
}

// EcdsaSignRecoverable is curvemark_ecdsa_sign_recoverable.
func EcdsaSignRecoverable(curve uint32, secretKey []byte, digest []byte, signature []byte) int32 {
	return int32(C.curvemark_ecdsa_sign_recoverable(C.curvemark_ecdsa_curve(curve), octets(secretKey), C.size_t(len(secretKey)), octets(digest), C.size_t(len(digest)), octets(signature), C.size_t(len(signature))))
}

// EcdsaRecover is curvemark_ecdsa_recover.
func EcdsaRecover(curve uint32, digest []byte, signature []byte, publicKey []byte) int32 {
	return int32(C.curvemark_ecdsa_recover(C.curvemark_ecdsa_curve(curve), octets(digest), C.size_t(len(digest)), octets(signature), C.size_t(len(signature)), octets(publicKey), C.size_t(len(publicKey))))
}

// EcdsaSignatureToDer is curvemark_ecdsa_signature_to_der.
func EcdsaSignatureToDer(curve uint32, signature []byte, der []byte, derWritten *uintptr) int32 {
	return int32(C.curvemark_ecdsa_signature_to_der(C.curvemark_ecdsa_curve(curve), octets(signature), C.size_t(len(signature)), octets(der), C.size_t(len(der)), (*C.size_t)(unsafe.Pointer(derWritten))))
}

// EcdsaSignatureFromDer is curvemark_ecdsa_signature_from_der.
func EcdsaSignatureFromDer(curve uint32, der []byte, signature []byte) int32 {
	return int32(C.curvemark_ecdsa_signature_from_der(C.curvemark_ecdsa_curve(curve), octets(der), C.size_t(len(der)), octets(signature), C.size_t(len(signature))))
}

// SchnorrPublicKey is curvemark_schnorr_public_key.
func SchnorrPublicKey(secretKey []byte, publicKey []byte) int32 {
	return int32(C.curvemark_schnorr_public_key(octets(secretKey), C.size_t(len(secretKey)), octets(publicKey), C.size_t(len(publicKey))))
}

// SchnorrSign is curvemark_schnorr_sign.
func SchnorrSign(secretKey []byte, message []byte, auxiliary []byte, signature []byte) int32 {
	return int32(C.curvemark_schnorr_sign(octets(secretKey), C.size_t(len(secretKey)), octets(message), C.size_t(len(message)), octets(auxiliary), C.size_t(len(auxiliary)), octets(signature), C.size_t(len(signature))))
}

// SchnorrVerify is curvemark_schnorr_verify.
func SchnorrVerify(publicKey []byte, message []byte, signature []byte) int32 {
	return int32(C.curvemark_schnorr_verify(octets(publicKey), C.size_t(len(publicKey)), octets(message), C.size_t(len(message)), octets(signature), C.size_t(len(signature))))
}

// Ed25519PublicKey is curvemark_ed25519_public_key.
func Ed25519PublicKey(seed []byte, publicKey []byte) int32 {
	return int32(C.curvemark_ed25519_public_key(octets(seed), C.size_t(len(seed)), octets(publicKey), C.size_t(len(publicKey))))
}

// Ed25519Sign is curvemark_ed25519_sign.
func Ed25519Sign(seed []byte, message []byte, signature []byte) int32 {
	return int32(C.curvemark_ed25519_sign(octets(seed), C.size_t(len(seed)), octets(message), C.size_t(len(message)), octets(signature), C.size_t(len(signature))))
}

// Ed25519Verify is curvemark_ed25519_verify.
func Ed25519Verify(rule uint32, publicKey []byte, message []byte, signature []byte) int32 {
	return int32(C.curvemark_ed25519_verify(C.curvemark_ed25519_rule(rule), octets(publicKey), C.size_t(len(publicKey)), octets(message), C.size_t(len(message)), octets(signature), C.size_t(len(signature))))
}

// EcdsaRandomSecretKey is curvemark_ecdsa_random_secret_key.
func EcdsaRandomSecretKey(curve uint32, secretKey []byte) int32 {
	return int32(C.curvemark_ecdsa_random_secret_key(C.curvemark_ecdsa_curve(curve), octets(secretKey), C.size_t(len(secretKey))))
}

// EcdsaVerifyEach is curvemark_ecdsa_verify_each.
func EcdsaVerifyEach(curve uint32, publicKeys []byte, digests []byte, signatures []byte, verdicts []byte) int32 {
	return int32(C.curvemark_ecdsa_verify_each(C.curvemark_ecdsa_curve(curve), octets(publicKeys), C.size_t(len(publicKeys)), octets(digests), C.size_t(len(digests)), octets(signatures), C.size_t(len(signatures)), octets(verdicts), C.size_t(len(verdicts))))
}

// Keccak256 is curvemark_keccak256.
func Keccak256(message []byte, digest []byte) int32 {
	return int32(C.curvemark_keccak256(octets(message), C.size_t(len(message)), octets(digest), C.size_t(len(digest))))
}

// SchnorrVerifyBatch is curvemark_schnorr_verify_batch.
func SchnorrVerifyBatch(publicKeys []byte, messages []byte, messageLens []uintptr, signatures []byte) int32 {
	return int32(C.curvemark_schnorr_verify_batch(octets(publicKeys), C.size_t(len(publicKeys)), octets(messages), C.size_t(len(messages)), (*C.size_t)(unsafe.Pointer(unsafe.SliceData(messageLens))), C.size_t(len(messageLens)), octets(signatures), C.size_t(len(signatures))))
}

// Ed25519VerifyBatch is curvemark_ed25519_verify_batch.
func Ed25519VerifyBatch(publicKeys []byte, messages []byte, messageLens []uintptr, signatures []byte) int32 {
	return int32(C.curvemark_ed25519_verify_batch(octets(publicKeys), C.size_t(len(publicKeys)), octets(messages), C.size_t(len(messages)), (*C.size_t)(unsafe.Pointer(unsafe.SliceData(messageLens))), C.size_t(len(messageLens)), octets(signatures), C.size_t(len(signatures))))
}

// KzgSettingsEthereum is curvemark_kzg_settings_ethereum.
func KzgSettingsEthereum(tableBytes uintptr, settings *Handle) int32 {
	return int32(C.curvemark_kzg_settings_ethereum(C.size_t(tableBytes), (**C.curvemark_kzg_settings)(unsafe.Pointer(&settings.pointer))))
}

// KzgCellProverEthereum is curvemark_kzg_cell_prover_ethereum.
func KzgCellProverEthereum(tableBytes uintptr, threads uintptr, prover *Handle) int32 {
	return int32(C.curvemark_kzg_cell_prover_ethereum(C.size_t(tableBytes), C.size_t(threads), (**C.curvemark_kzg_cell_prover)(unsafe.Pointer(&prover.pointer))))
}

// KzgSettingsFromEthereum is curvemark_kzg_settings_from_ethereum.
func KzgSettingsFromEthereum(setup []byte, tableBytes uintptr, settings *Handle) int32 {
	return int32(C.curvemark_kzg_settings_from_ethereum(octets(setup), C.size_t(len(setup)), C.size_t(tableBytes), (**C.curvemark_kzg_settings)(unsafe.Pointer(&settings.pointer))))
}

// KzgSettingsFromText is curvemark_kzg_settings_from_text.
func KzgSettingsFromText(text []byte, tableBytes uintptr, settings *Handle) int32 {
	return int32(C.curvemark_kzg_settings_from_text(octets(text), C.size_t(len(text)), C.size_t(tableBytes), (**C.curvemark_kzg_settings)(unsafe.Pointer(&settings.pointer))))
}

// KzgCommit is curvemark_kzg_commit.
func KzgCommit(settings Handle, blob []byte, commitment []byte, threads uintptr) int32 {
	return int32(C.curvemark_kzg_commit((*C.curvemark_kzg_settings)(settings.pointer), octets(blob), C.size_t(len(blob)), octets(commitment), C.size_t(len(commitment)), C.size_t(threads)))
}

// KzgProve is curvemark_kzg_prove.
func KzgProve(settings Handle, blob []byte, z []byte, proof []byte, y []byte, threads uintptr) int32 {
	return int32(C.curvemark_kzg_prove((*C.curvemark_kzg_settings)(settings.pointer), octets(blob), C.size_t(len(blob)), octets(z), C.size_t(len(z)), octets(proof), C.size_t(len(proof)), octets(y), C.size_t(len(y)), C.size_t(threads)))
}

// KzgProveBlob is curvemark_kzg_prove_blob.
func KzgProveBlob(settings Handle, blob []byte, commitment []byte, proof []byte, threads uintptr) int32 {
	return int32(C.curvemark_kzg_prove_blob((*C.curvemark_kzg_settings)(settings.pointer), octets(blob), C.size_t(len(blob)), octets(commitment), C.size_t(len(commitment)), octets(proof), C.size_t(len(proof)), C.size_t(threads)))
}

// KzgVerify is curvemark_kzg_verify.
func KzgVerify(settings Handle, commitment []byte, z []byte, y []byte, proof []byte) int32 {
	return int32(C.curvemark_kzg_verify((*C.curvemark_kzg_settings)(settings.pointer), octets(commitment), C.size_t(len(commitment)), octets(z), C.size_t(len(z)), octets(y), C.size_t(len(y)), octets(proof), C.size_t(len(proof))))
}

// KzgVerifyBlob is curvemark_kzg_verify_blob.
func KzgVerifyBlob(settings Handle, blob []byte, commitment []byte, proof []byte) int32 {
	return int32(C.curvemark_kzg_verify_blob((*C.curvemark_kzg_settings)(settings.pointer), octets(blob), C.size_t(len(blob)), octets(commitment), C.size_t(len(commitment)), octets(proof), C.size_t(len(proof))))
}

// KzgVerifyBlobs is curvemark_kzg_verify_blobs.
func KzgVerifyBlobs(settings Handle, blobs []byte, commitments []byte, proofs []byte, threads uintptr) int32 {
	return int32(C.curvemark_kzg_verify_blobs((*C.curvemark_kzg_settings)(settings.pointer), octets(blobs), C.size_t(len(blobs)), octets(commitments), C.size_t(len(commitments)), octets(proofs), C.size_t(len(proofs)), C.size_t(threads)))
}

// KzgVerifyCells is curvemark_kzg_verify_cells.
func KzgVerifyCells(settings Handle, commitments []byte, indices []uint64, cells []byte, proofs []byte, threads uintptr) int32 {
	return int32(C.curvemark_kzg_verify_cells((*C.curvemark_kzg_settings)(settings.pointer), octets(commitments), C.size_t(len(commitments)), (*C.uint64_t)(unsafe.Pointer(unsafe.SliceData(indices))), C.size_t(len(indices)), octets(cells), C.size_t(len(cells)), octets(proofs), C.size_t(len(proofs)), C.size_t(threads)))
}

// KzgComputeCells is curvemark_kzg_compute_cells.
func KzgComputeCells(settings Handle, blob []byte, cells []byte) int32 {
	return int32(C.curvemark_kzg_compute_cells((*C.curvemark_kzg_settings)(settings.pointer), octets(blob), C.size_t(len(blob)), octets(cells), C.size_t(len(cells))))
}

// KzgCellProverFromEthereum is curvemark_kzg_cell_prover_from_ethereum.
func KzgCellProverFromEthereum(setup []byte, tableBytes uintptr, threads uintptr, prover *Handle) int32 {
	return int32(C.curvemark_kzg_cell_prover_from_ethereum(octets(setup), C.size_t(len(setup)), C.size_t(tableBytes), C.size_t(threads), (**C.curvemark_kzg_cell_prover)(unsafe.Pointer(&prover.pointer))))
}

// KzgCellProverFromText is curvemark_kzg_cell_prover_from_text.
func KzgCellProverFromText(text []byte, tableBytes uintptr, threads uintptr, prover *Handle) int32 {
	return int32(C.curvemark_kzg_cell_prover_from_text(octets(text), C.size_t(len(text)), C.size_t(tableBytes), C.size_t(threads), (**C.curvemark_kzg_cell_prover)(unsafe.Pointer(&prover.pointer))))
}

// KzgProveCells is curvemark_kzg_prove_cells.
func KzgProveCells(prover Handle, blob []byte, cells []byte, proofs []byte, threads uintptr) int32 {
	return int32(C.curvemark_kzg_prove_cells((*C.curvemark_kzg_cell_prover)(prover.pointer), octets(blob), C.size_t(len(blob)), octets(cells), C.size_t(len(cells)), octets(proofs), C.size_t(len(proofs)), C.size_t(threads)))
}

// KzgRecoverCells is curvemark_kzg_recover_cells.
func KzgRecoverCells(prover Handle, indices []uint64, knownCells []byte, cells []byte, proofs []byte, threads uintptr) int32 {
	return int32(C.curvemark_kzg_recover_cells((*C.curvemark_kzg_cell_prover)(prover.pointer), (*C.uint64_t)(unsafe.Pointer(unsafe.SliceData(indices))), C.size_t(len(indices)), octets(knownCells), C.size_t(len(knownCells)), octets(cells), C.size_t(len(cells)), octets(proofs), C.size_t(len(proofs)), C.size_t(threads)))
}

// KzgRecoverCellsTruncated is curvemark_kzg_recover_cells_truncated.
func KzgRecoverCellsTruncated(prover Handle, indices []uint64, knownCells []byte, cells []byte, proofs []byte, threads uintptr) int32 {
	return int32(C.curvemark_kzg_recover_cells_truncated((*C.curvemark_kzg_cell_prover)(prover.pointer), (*C.uint64_t)(unsafe.Pointer(unsafe.SliceData(indices))), C.size_t(len(indices)), octets(knownCells), C.size_t(len(knownCells)), octets(cells), C.size_t(len(cells)), octets(proofs), C.size_t(len(proofs)), C.size_t(threads)))
}

// KzgVersionedHash is curvemark_kzg_versioned_hash.
func KzgVersionedHash(commitment []byte, hash []byte) int32 {
	return int32(C.curvemark_kzg_versioned_hash(octets(commitment), C.size_t(len(commitment)), octets(hash), C.size_t(len(hash))))
}

// KzgSettingsFree is curvemark_kzg_settings_free.
func KzgSettingsFree(settings Handle) {
	C.curvemark_kzg_settings_free((*C.curvemark_kzg_settings)(settings.pointer))
}

// KzgCellProverFree is curvemark_kzg_cell_prover_free.
func KzgCellProverFree(prover Handle) {
	C.curvemark_kzg_cell_prover_free((*C.curvemark_kzg_cell_prover)(prover.pointer))
}

// PointsDecode is curvemark_points_decode.
func PointsDecode(group uint32, pointLen uintptr, points []byte, decoded []byte, verdicts []byte, threads uintptr) int32 {
	return int32(C.curvemark_points_decode(C.curvemark_group(group), C.size_t(pointLen), octets(points), C.size_t(len(points)), octets(decoded), C.size_t(len(decoded)), octets(verdicts), C.size_t(len(verdicts)), C.size_t(threads)))
}

// PointsCompress is curvemark_points_compress.
func PointsCompress(group uint32, points []byte, compressed []byte) int32 {
	return int32(C.curvemark_points_compress(C.curvemark_group(group), octets(points), C.size_t(len(points)), octets(compressed), C.size_t(len(compressed))))
}

// PointsSum is curvemark_points_sum.
func PointsSum(group uint32, points []byte, sum []byte, threads uintptr) int32 {
	return int32(C.curvemark_points_sum(C.curvemark_group(group), octets(points), C.size_t(len(points)), octets(sum), C.size_t(len(sum)), C.size_t(threads)))
}

// PointMul is curvemark_point_mul.
func PointMul(group uint32, point []byte, scalar []byte, product []byte) int32 {
	return int32(C.curvemark_point_mul(C.curvemark_group(group), octets(point), C.size_t(len(point)), octets(scalar), C.size_t(len(scalar)), octets(product), C.size_t(len(product))))
}

// PointsMsm is curvemark_points_msm.
func PointsMsm(group uint32, points []byte, scalars []byte, sum []byte, threads uintptr) int32 {
	return int32(C.curvemark_points_msm(C.curvemark_group(group), octets(points), C.size_t(len(points)), octets(scalars), C.size_t(len(scalars)), octets(sum), C.size_t(len(sum)), C.size_t(threads)))
}

// PointsMsmUncheckedSubgroup is curvemark_points_msm_unchecked_subgroup.
func PointsMsmUncheckedSubgroup(group uint32, points []byte, scalars []byte, sum []byte, threads uintptr) int32 {
	return int32(C.curvemark_points_msm_unchecked_subgroup(C.curvemark_group(group), octets(points), C.size_t(len(points)), octets(scalars), C.size_t(len(scalars)), octets(sum), C.size_t(len(sum)), C.size_t(threads)))
}

// BasesNew is curvemark_bases_new.
func BasesNew(group uint32, points []byte, tableBytes uintptr, bases *Handle) int32 {
	return int32(C.curvemark_bases_new(C.curvemark_group(group), octets(points), C.size_t(len(points)), C.size_t(tableBytes), (**C.curvemark_bases)(unsafe.Pointer(&bases.pointer))))
}

// BasesMsm is curvemark_bases_msm.
func BasesMsm(bases Handle, scalars []byte, sum []byte, threads uintptr) int32 {
	return int32(C.curvemark_bases_msm((*C.curvemark_bases)(bases.pointer), octets(scalars), C.size_t(len(scalars)), octets(sum), C.size_t(len(sum)), C.size_t(threads)))
}

// HashToPoints is curvemark_hash_to_points.
func HashToPoints(group uint32, messages []byte, messageLens []uintptr, tag []byte, points []byte, threads uintptr) int32 {
	return int32(C.curvemark_hash_to_points(C.curvemark_group(group), octets(messages), C.size_t(len(messages)), (*C.size_t)(unsafe.Pointer(unsafe.SliceData(messageLens))), C.size_t(len(messageLens)), octets(tag), C.size_t(len(tag)), octets(points), C.size_t(len(points)), C.size_t(threads)))
}

// PairingCheck is curvemark_pairing_check.
func PairingCheck(curve uint32, p []byte, q []byte, threads uintptr) int32 {
	return int32(C.curvemark_pairing_check(C.curvemark_pairing_curve(curve), octets(p), C.size_t(len(p)), octets(q), C.size_t(len(q)), C.size_t(threads)))
}

// PairingProduct is curvemark_pairing_product.
func PairingProduct(curve uint32, p []byte, q []byte, value []byte, threads uintptr) int32 {
	return int32(C.curvemark_pairing_product(C.curvemark_pairing_curve(curve), octets(p), C.size_t(len(p)), octets(q), C.size_t(len(q)), octets(value), C.size_t(len(value)), C.size_t(threads)))
}

// BasesFree is curvemark_bases_free.
func BasesFree(bases Handle) {
	C.curvemark_bases_free((*C.curvemark_bases)(bases.pointer))
}

// Groth16KeyNew is curvemark_groth16_key_new.
func Groth16KeyNew(form uint32, bytes []byte, key *Handle) int32 {
	return int32(C.curvemark_groth16_key_new(C.curvemark_groth16_form(form), octets(bytes), C.size_t(len(bytes)), (**C.curvemark_groth16_key)(unsafe.Pointer(&key.pointer))))
}

// Groth16KeyInputs is curvemark_groth16_key_inputs.
func Groth16KeyInputs(key Handle, count *uintptr) int32 {
	return int32(C.curvemark_groth16_key_inputs((*C.curvemark_groth16_key)(key.pointer), (*C.size_t)(unsafe.Pointer(count))))
}

// Groth16Verify is curvemark_groth16_verify.
func Groth16Verify(key Handle, inputs []byte, proof []byte) int32 {
	return int32(C.curvemark_groth16_verify((*C.curvemark_groth16_key)(key.pointer), octets(inputs), C.size_t(len(inputs)), octets(proof), C.size_t(len(proof))))
}

// Groth16VerifyBatch is curvemark_groth16_verify_batch.
func Groth16VerifyBatch(key Handle, inputs []byte, proofs []byte) int32 {
	return int32(C.curvemark_groth16_verify_batch((*C.curvemark_groth16_key)(key.pointer), octets(inputs), C.size_t(len(inputs)), octets(proofs), C.size_t(len(proofs))))
}

// Groth16FindInvalid is curvemark_groth16_find_invalid.
func Groth16FindInvalid(key Handle, inputs []byte, proofs []byte, verdicts []byte) int32 {
	return int32(C.curvemark_groth16_find_invalid((*C.curvemark_groth16_key)(key.pointer), octets(inputs), C.size_t(len(inputs)), octets(proofs), C.size_t(len(proofs)), octets(verdicts), C.size_t(len(verdicts))))
}

// Groth16KeyFree is curvemark_groth16_key_free.
func Groth16KeyFree(key Handle) {
	C.curvemark_groth16_key_free((*C.curvemark_groth16_key)(key.pointer))
}

// PartsBatch is curvemark_parts_batch.
func PartsBatch(digests []byte, batch []byte) int32 {
	return int32(C.curvemark_parts_batch(octets(digests), C.size_t(len(digests)), octets(batch), C.size_t(len(batch))))
}

// BlsDigestSets is curvemark_bls_digest_sets.
func BlsDigestSets(scheme uint32, publicKeys []byte, messages []byte, messageLens []uintptr, signatures []byte, digest []byte) int32 {
	return int32(C.curvemark_bls_digest_sets(C.curvemark_bls_scheme(scheme), octets(publicKeys), C.size_t(len(publicKeys)), octets(messages), C.size_t(len(messages)), (*C.size_t)(unsafe.Pointer(unsafe.SliceData(messageLens))), C.size_t(len(messageLens)), octets(signatures), C.size_t(len(signatures)), octets(digest), C.size_t(len(digest))))
}

// BlsPartOfSets is curvemark_bls_part_of_sets.
func BlsPartOfSets(scheme uint32, publicKeys []byte, messages []byte, messageLens []uintptr, signatures []byte, batch []byte, start uint64, part []byte, threads uintptr) int32 {
	return int32(C.curvemark_bls_part_of_sets(C.curvemark_bls_scheme(scheme), octets(publicKeys), C.size_t(len(publicKeys)), octets(messages), C.size_t(len(messages)), (*C.size_t)(unsafe.Pointer(unsafe.SliceData(messageLens))), C.size_t(len(messageLens)), octets(signatures), C.size_t(len(signatures)), octets(batch), C.size_t(len(batch)), C.uint64_t(start), octets(part), C.size_t(len(part)), C.size_t(threads)))
}

// BlsMergeParts is curvemark_bls_merge_parts.
func BlsMergeParts(scheme uint32, parts []byte, part []byte) int32 {
	return int32(C.curvemark_bls_merge_parts(C.curvemark_bls_scheme(scheme), octets(parts), C.size_t(len(parts)), octets(part), C.size_t(len(part))))
}

// BlsFinishPart is curvemark_bls_finish_part.
func BlsFinishPart(scheme uint32, part []byte) int32 {
	return int32(C.curvemark_bls_finish_part(C.curvemark_bls_scheme(scheme), octets(part), C.size_t(len(part))))
}

// KzgOpenings is curvemark_kzg_openings.
func KzgOpenings(settings Handle, blobs []byte, commitments []byte, proofs []byte, openings []byte, threads uintptr) int32 {
	return int32(C.curvemark_kzg_openings((*C.curvemark_kzg_settings)(settings.pointer), octets(blobs), C.size_t(len(blobs)), octets(commitments), C.size_t(len(commitments)), octets(proofs), C.size_t(len(proofs)), octets(openings), C.size_t(len(openings)), C.size_t(threads)))
}

// KzgDigestOpenings is curvemark_kzg_digest_openings.
func KzgDigestOpenings(openings []byte, digest []byte) int32 {
	return int32(C.curvemark_kzg_digest_openings(octets(openings), C.size_t(len(openings)), octets(digest), C.size_t(len(digest))))
}

// KzgPartOfOpenings is curvemark_kzg_part_of_openings.
func KzgPartOfOpenings(settings Handle, openings []byte, batch []byte, start uint64, part []byte, threads uintptr) int32 {
	return int32(C.curvemark_kzg_part_of_openings((*C.curvemark_kzg_settings)(settings.pointer), octets(openings), C.size_t(len(openings)), octets(batch), C.size_t(len(batch)), C.uint64_t(start), octets(part), C.size_t(len(part)), C.size_t(threads)))
}

// KzgDigestCells is curvemark_kzg_digest_cells.
func KzgDigestCells(commitments []byte, indices []uint64, cells []byte, proofs []byte, digest []byte) int32 {
	return int32(C.curvemark_kzg_digest_cells(octets(commitments), C.size_t(len(commitments)), (*C.uint64_t)(unsafe.Pointer(unsafe.SliceData(indices))), C.size_t(len(indices)), octets(cells), C.size_t(len(cells)), octets(proofs), C.size_t(len(proofs)), octets(digest), C.size_t(len(digest))))
}

// KzgPartOfCells is curvemark_kzg_part_of_cells.
func KzgPartOfCells(settings Handle, commitments []byte, indices []uint64, cells []byte, proofs []byte, batch []byte, start uint64, part []byte, threads uintptr) int32 {
	return int32(C.curvemark_kzg_part_of_cells((*C.curvemark_kzg_settings)(settings.pointer), octets(commitments), C.size_t(len(commitments)), (*C.uint64_t)(unsafe.Pointer(unsafe.SliceData(indices))), C.size_t(len(indices)), octets(cells), C.size_t(len(cells)), octets(proofs), C.size_t(len(proofs)), octets(batch), C.size_t(len(batch)), C.uint64_t(start), octets(part), C.size_t(len(part)), C.size_t(threads)))
}

// KzgMergeParts is curvemark_kzg_merge_parts.
func KzgMergeParts(parts []byte, part []byte) int32 {
	return int32(C.curvemark_kzg_merge_parts(octets(parts), C.size_t(len(parts)), octets(part), C.size_t(len(part))))
}

// KzgFinishPart is curvemark_kzg_finish_part.
func KzgFinishPart(settings Handle, part []byte) int32 {
	return int32(C.curvemark_kzg_finish_part((*C.curvemark_kzg_settings)(settings.pointer), octets(part), C.size_t(len(part))))
}

// Groth16DigestProofs is curvemark_groth16_digest_proofs.
func Groth16DigestProofs(key Handle, inputs []byte, proofs []byte, digest []byte) int32 {
	return int32(C.curvemark_groth16_digest_proofs((*C.curvemark_groth16_key)(key.pointer), octets(inputs), C.size_t(len(inputs)), octets(proofs), C.size_t(len(proofs)), octets(digest), C.size_t(len(digest))))
}

// Groth16PartOfProofs is curvemark_groth16_part_of_proofs.
func Groth16PartOfProofs(key Handle, inputs []byte, proofs []byte, batch []byte, start uint64, part []byte) int32 {
	return int32(C.curvemark_groth16_part_of_proofs((*C.curvemark_groth16_key)(key.pointer), octets(inputs), C.size_t(len(inputs)), octets(proofs), C.size_t(len(proofs)), octets(batch), C.size_t(len(batch)), C.uint64_t(start), octets(part), C.size_t(len(part))))
}

// Groth16MergeParts is curvemark_groth16_merge_parts.
func Groth16MergeParts(key Handle, parts []byte, part []byte) int32 {
	return int32(C.curvemark_groth16_merge_parts((*C.curvemark_groth16_key)(key.pointer), octets(parts), C.size_t(len(parts)), octets(part), C.size_t(len(part))))
}

// Groth16FinishPart is curvemark_groth16_finish_part.
func Groth16FinishPart(key Handle, part []byte) int32 {
	return int32(C.curvemark_groth16_finish_part((*C.curvemark_groth16_key)(key.pointer), octets(part), C.size_t(len(part))))
}

// PairingValuesProduct is curvemark_pairing_values_product.
func PairingValuesProduct(curve uint32, values []byte, product []byte) int32 {
	return int32(C.curvemark_pairing_values_product(C.curvemark_pairing_curve(curve), octets(values), C.size_t(len(values)), octets(product), C.size_t(len(product))))
}

// PoseidonHash is curvemark_poseidon_hash.
func PoseidonHash(field uint32, inputs []byte, hash []byte) int32 {
	return int32(C.curvemark_poseidon_hash(C.curvemark_poseidon_field(field), octets(inputs), C.size_t(len(inputs)), octets(hash), C.size_t(len(hash))))
}

// PoseidonHashBatch is curvemark_poseidon_hash_batch.
func PoseidonHashBatch(field uint32, each uintptr, inputs []byte, hashes []byte, threads uintptr) int32 {
	return int32(C.curvemark_poseidon_hash_batch(C.curvemark_poseidon_field(field), C.size_t(each), octets(inputs), C.size_t(len(inputs)), octets(hashes), C.size_t(len(hashes)), C.size_t(threads)))
}

// PoseidonMerkleRoot is curvemark_poseidon_merkle_root.
func PoseidonMerkleRoot(field uint32, inputs []byte, root []byte, threads uintptr) int32 {
	return int32(C.curvemark_poseidon_merkle_root(C.curvemark_poseidon_field(field), octets(inputs), C.size_t(len(inputs)), octets(root), C.size_t(len(root)), C.size_t(threads)))
}

// EvmGas is curvemark_evm_gas.
func EvmGas(fork uint32, address []byte, input []byte, gas *uint64) int32 {
	return int32(C.curvemark_evm_gas(C.curvemark_evm_fork(fork), octets(address), C.size_t(len(address)), octets(input), C.size_t(len(input)), (*C.uint64_t)(unsafe.Pointer(gas))))
}

// EvmCall is curvemark_evm_call.
func EvmCall(fork uint32, address []byte, input []byte, gasLimit uint64, output []byte, outputWritten *uintptr, gasUsed *uint64) int32 {
	return int32(C.curvemark_evm_call(C.curvemark_evm_fork(fork), octets(address), C.size_t(len(address)), octets(input), C.size_t(len(input)), C.uint64_t(gasLimit), octets(output), C.size_t(len(output)), (*C.size_t)(unsafe.Pointer(outputWritten)), (*C.uint64_t)(unsafe.Pointer(gasUsed))))
}

// CashuV3DeriveFactor is curvemark_cashu_v3_derive_factor.
func CashuV3DeriveFactor(seed []byte, keyset []byte, counter uint64, factor []byte) int32 {
	return int32(C.curvemark_cashu_v3_derive_factor(octets(seed), C.size_t(len(seed)), octets(keyset), C.size_t(len(keyset)), C.uint64_t(counter), octets(factor), C.size_t(len(factor))))
}

// CashuV3HashToCurve is curvemark_cashu_v3_hash_to_curve.
func CashuV3HashToCurve(secret []byte, point []byte) int32 {
	return int32(C.curvemark_cashu_v3_hash_to_curve(octets(secret), C.size_t(len(secret)), octets(point), C.size_t(len(point))))
}

// CashuV3Blind is curvemark_cashu_v3_blind.
func CashuV3Blind(secret []byte, factor []byte, blinded []byte) int32 {
	return int32(C.curvemark_cashu_v3_blind(octets(secret), C.size_t(len(secret)), octets(factor), C.size_t(len(factor)), octets(blinded), C.size_t(len(blinded))))
}

// CashuV3PublicKey is curvemark_cashu_v3_public_key.
func CashuV3PublicKey(secretKey []byte, publicKey []byte) int32 {
	return int32(C.curvemark_cashu_v3_public_key(octets(secretKey), C.size_t(len(secretKey)), octets(publicKey), C.size_t(len(publicKey))))
}

// CashuV3Sign is curvemark_cashu_v3_sign.
func CashuV3Sign(secretKey []byte, blinded []byte, signature []byte) int32 {
	return int32(C.curvemark_cashu_v3_sign(octets(secretKey), C.size_t(len(secretKey)), octets(blinded), C.size_t(len(blinded)), octets(signature), C.size_t(len(signature))))
}

// CashuV3Unblind is curvemark_cashu_v3_unblind.
func CashuV3Unblind(blindSignature []byte, factor []byte, signature []byte) int32 {
	return int32(C.curvemark_cashu_v3_unblind(octets(blindSignature), C.size_t(len(blindSignature)), octets(factor), C.size_t(len(factor)), octets(signature), C.size_t(len(signature))))
}

// CashuV3Verify is curvemark_cashu_v3_verify.
func CashuV3Verify(publicKey []byte, secret []byte, signature []byte) int32 {
	return int32(C.curvemark_cashu_v3_verify(octets(publicKey), C.size_t(len(publicKey)), octets(secret), C.size_t(len(secret)), octets(signature), C.size_t(len(signature))))
}

// CashuDeriveSecret is curvemark_cashu_derive_secret.
func CashuDeriveSecret(seed []byte, keyset []byte, counter uint64, secret []byte) int32 {
	return int32(C.curvemark_cashu_derive_secret(octets(seed), C.size_t(len(seed)), octets(keyset), C.size_t(len(keyset)), C.uint64_t(counter), octets(secret), C.size_t(len(secret))))
}

// CashuDeriveFactor is curvemark_cashu_derive_factor.
func CashuDeriveFactor(seed []byte, keyset []byte, counter uint64, factor []byte) int32 {
	return int32(C.curvemark_cashu_derive_factor(octets(seed), C.size_t(len(seed)), octets(keyset), C.size_t(len(keyset)), C.uint64_t(counter), octets(factor), C.size_t(len(factor))))
}

// CashuHashToCurve is curvemark_cashu_hash_to_curve.
func CashuHashToCurve(secret []byte, point []byte) int32 {
	return int32(C.curvemark_cashu_hash_to_curve(octets(secret), C.size_t(len(secret)), octets(point), C.size_t(len(point))))
}

// CashuBlind is curvemark_cashu_blind.
func CashuBlind(secret []byte, factor []byte, blinded []byte) int32 {
	return int32(C.curvemark_cashu_blind(octets(secret), C.size_t(len(secret)), octets(factor), C.size_t(len(factor)), octets(blinded), C.size_t(len(blinded))))
}

// CashuPublicKey is curvemark_cashu_public_key.
func CashuPublicKey(secretKey []byte, publicKey []byte) int32 {
	return int32(C.curvemark_cashu_public_key(octets(secretKey), C.size_t(len(secretKey)), octets(publicKey), C.size_t(len(publicKey))))
}

// CashuSign is curvemark_cashu_sign.
func CashuSign(secretKey []byte, blinded []byte, signature []byte, e []byte, s []byte) int32 {
	return int32(C.curvemark_cashu_sign(octets(secretKey), C.size_t(len(secretKey)), octets(blinded), C.size_t(len(blinded)), octets(signature), C.size_t(len(signature)), octets(e), C.size_t(len(e)), octets(s), C.size_t(len(s))))
}

// CashuVerifyProof is curvemark_cashu_verify_proof.
func CashuVerifyProof(publicKey []byte, blinded []byte, signature []byte, e []byte, s []byte) int32 {
	return int32(C.curvemark_cashu_verify_proof(octets(publicKey), C.size_t(len(publicKey)), octets(blinded), C.size_t(len(blinded)), octets(signature), C.size_t(len(signature)), octets(e), C.size_t(len(e)), octets(s), C.size_t(len(s))))
}

// CashuUnblind is curvemark_cashu_unblind.
func CashuUnblind(blindSignature []byte, factor []byte, publicKey []byte, signature []byte) int32 {
	return int32(C.curvemark_cashu_unblind(octets(blindSignature), C.size_t(len(blindSignature)), octets(factor), C.size_t(len(factor)), octets(publicKey), C.size_t(len(publicKey)), octets(signature), C.size_t(len(signature))))
}

// CashuVerify is curvemark_cashu_verify.
func CashuVerify(secretKey []byte, secret []byte, signature []byte) int32 {
	return int32(C.curvemark_cashu_verify(octets(secretKey), C.size_t(len(secretKey)), octets(secret), C.size_t(len(secret)), octets(signature), C.size_t(len(signature))))
}

// CashuV3RandomScalar is curvemark_cashu_v3_random_scalar.
func CashuV3RandomScalar(scalar []byte) int32 {
	return int32(C.curvemark_cashu_v3_random_scalar(octets(scalar), C.size_t(len(scalar))))
}

// CashuV3VerifyBatch is curvemark_cashu_v3_verify_batch.
func CashuV3VerifyBatch(publicKeys []byte, secrets []byte, secretLens []uintptr, signatures []byte) int32 {
	return int32(C.curvemark_cashu_v3_verify_batch(octets(publicKeys), C.size_t(len(publicKeys)), octets(secrets), C.size_t(len(secrets)), (*C.size_t)(unsafe.Pointer(unsafe.SliceData(secretLens))), C.size_t(len(secretLens)), octets(signatures), C.size_t(len(signatures))))
}

// CashuRandomScalar is curvemark_cashu_random_scalar.
func CashuRandomScalar(scalar []byte) int32 {
	return int32(C.curvemark_cashu_random_scalar(octets(scalar), C.size_t(len(scalar))))
}
