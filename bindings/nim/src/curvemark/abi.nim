## The functions of `curvemark.h`, under their own names and with pointers.
##
## Written by tools/nim_abi.py from the header, whose comments say what each does. The other modules
## of this package are what programs call.

{.passL: staticExec("pkg-config --libs curvemark").}

type
  # What the library makes; only pointers to it are used.
  curvemark_bls_accumulator* = object
  curvemark_kzg_settings* = object
  curvemark_kzg_cell_prover* = object
  curvemark_bases* = object
  curvemark_groth16_key* = object

{.push cdecl, importc, raises: [], gcsafe.}

proc curvemark_status_text*(
  status: int32): cstring

proc curvemark_version*(): cstring

proc curvemark_bls_key_gen*(
  material: ptr byte,
  material_len: csize_t,
  info: ptr byte,
  info_len: csize_t,
  secret_key: ptr byte,
  secret_key_len: csize_t): int32

proc curvemark_bls_derive_master*(
  seed: ptr byte,
  seed_len: csize_t,
  secret_key: ptr byte,
  secret_key_len: csize_t): int32

proc curvemark_bls_derive_child*(
  parent: ptr byte,
  parent_len: csize_t,
  index: uint32,
  secret_key: ptr byte,
  secret_key_len: csize_t): int32

proc curvemark_bls_public_key*(
  scheme: uint32,
  secret_key: ptr byte,
  secret_key_len: csize_t,
  public_key: ptr byte,
  public_key_len: csize_t): int32

proc curvemark_bls_check_public_key*(
  scheme: uint32,
  public_key: ptr byte,
  public_key_len: csize_t): int32

proc curvemark_bls_sign*(
  scheme: uint32,
  secret_key: ptr byte,
  secret_key_len: csize_t,
  message: ptr byte,
  message_len: csize_t,
  signature: ptr byte,
  signature_len: csize_t): int32

proc curvemark_bls_verify*(
  scheme: uint32,
  public_key: ptr byte,
  public_key_len: csize_t,
  message: ptr byte,
  message_len: csize_t,
  signature: ptr byte,
  signature_len: csize_t): int32

proc curvemark_bls_prove_possession*(
  scheme: uint32,
  secret_key: ptr byte,
  secret_key_len: csize_t,
  proof: ptr byte,
  proof_len: csize_t): int32

proc curvemark_bls_verify_possession*(
  scheme: uint32,
  public_key: ptr byte,
  public_key_len: csize_t,
  proof: ptr byte,
  proof_len: csize_t): int32

proc curvemark_bls_aggregate_signatures*(
  scheme: uint32,
  signatures: ptr byte,
  signatures_len: csize_t,
  signature: ptr byte,
  signature_len: csize_t): int32

proc curvemark_bls_aggregate_public_keys*(
  scheme: uint32,
  public_keys: ptr byte,
  public_keys_len: csize_t,
  public_key: ptr byte,
  public_key_len: csize_t): int32

proc curvemark_bls_fast_aggregate_verify*(
  scheme: uint32,
  public_keys: ptr byte,
  public_keys_len: csize_t,
  message: ptr byte,
  message_len: csize_t,
  signature: ptr byte,
  signature_len: csize_t): int32

proc curvemark_bls_eth_fast_aggregate_verify*(
  public_keys: ptr byte,
  public_keys_len: csize_t,
  message: ptr byte,
  message_len: csize_t,
  signature: ptr byte,
  signature_len: csize_t): int32

proc curvemark_bls_aggregate_verify*(
  scheme: uint32,
  public_keys: ptr byte,
  public_keys_len: csize_t,
  messages: ptr byte,
  messages_len: csize_t,
  message_lens: ptr csize_t,
  message_lens_count: csize_t,
  signature: ptr byte,
  signature_len: csize_t): int32

proc curvemark_bls_verify_sets*(
  scheme: uint32,
  public_keys: ptr byte,
  public_keys_len: csize_t,
  messages: ptr byte,
  messages_len: csize_t,
  message_lens: ptr csize_t,
  message_lens_count: csize_t,
  signatures: ptr byte,
  signatures_len: csize_t,
  threads: csize_t): int32

proc curvemark_bls_verify_sets_deterministic*(
  scheme: uint32,
  public_keys: ptr byte,
  public_keys_len: csize_t,
  messages: ptr byte,
  messages_len: csize_t,
  message_lens: ptr csize_t,
  message_lens_count: csize_t,
  signatures: ptr byte,
  signatures_len: csize_t,
  threads: csize_t): int32

proc curvemark_bls_find_invalid_sets*(
  scheme: uint32,
  public_keys: ptr byte,
  public_keys_len: csize_t,
  messages: ptr byte,
  messages_len: csize_t,
  message_lens: ptr csize_t,
  message_lens_count: csize_t,
  signatures: ptr byte,
  signatures_len: csize_t,
  verdicts: ptr byte,
  verdicts_len: csize_t,
  threads: csize_t): int32

proc curvemark_bls_accumulator_new*(
  scheme: uint32,
  accumulator: ptr ptr curvemark_bls_accumulator): int32

proc curvemark_bls_accumulator_add*(
  accumulator: ptr curvemark_bls_accumulator,
  public_key: ptr byte,
  public_key_len: csize_t,
  message: ptr byte,
  message_len: csize_t,
  signature: ptr byte,
  signature_len: csize_t): int32

proc curvemark_bls_accumulator_merge*(
  accumulator: ptr curvemark_bls_accumulator,
  other: ptr curvemark_bls_accumulator): int32

proc curvemark_bls_accumulator_finish*(
  accumulator: ptr curvemark_bls_accumulator): int32

proc curvemark_bls_accumulator_free*(
  accumulator: ptr curvemark_bls_accumulator)

proc curvemark_ecdsa_public_key*(
  curve: uint32,
  secret_key: ptr byte,
  secret_key_len: csize_t,
  public_key: ptr byte,
  public_key_len: csize_t): int32

proc curvemark_ecdsa_sign*(
  curve: uint32,
  secret_key: ptr byte,
  secret_key_len: csize_t,
  digest: ptr byte,
  digest_len: csize_t,
  signature: ptr byte,
  signature_len: csize_t): int32

proc curvemark_ecdsa_verify*(
  curve: uint32,
  public_key: ptr byte,
  public_key_len: csize_t,
  digest: ptr byte,
  digest_len: csize_t,
  signature: ptr byte,
  signature_len: csize_t): int32

proc curvemark_ecdsa_verify_low_s*(
  curve: uint32,
  public_key: ptr byte,
  public_key_len: csize_t,
  digest: ptr byte,
  digest_len: csize_t,
  signature: ptr byte,
  signature_len: csize_t): int32

proc curvemark_ecdsa_sign_recoverable*(
  curve: uint32,
  secret_key: ptr byte,
  secret_key_len: csize_t,
  digest: ptr byte,
  digest_len: csize_t,
  signature: ptr byte,
  signature_len: csize_t): int32

proc curvemark_ecdsa_recover*(
  curve: uint32,
  digest: ptr byte,
  digest_len: csize_t,
  signature: ptr byte,
  signature_len: csize_t,
  public_key: ptr byte,
  public_key_len: csize_t): int32

proc curvemark_ecdsa_signature_to_der*(
  curve: uint32,
  signature: ptr byte,
  signature_len: csize_t,
  der: ptr byte,
  der_len: csize_t,
  der_written: ptr csize_t): int32

proc curvemark_ecdsa_signature_from_der*(
  curve: uint32,
  der: ptr byte,
  der_len: csize_t,
  signature: ptr byte,
  signature_len: csize_t): int32

proc curvemark_schnorr_public_key*(
  secret_key: ptr byte,
  secret_key_len: csize_t,
  public_key: ptr byte,
  public_key_len: csize_t): int32

proc curvemark_schnorr_sign*(
  secret_key: ptr byte,
  secret_key_len: csize_t,
  message: ptr byte,
  message_len: csize_t,
  auxiliary: ptr byte,
  auxiliary_len: csize_t,
  signature: ptr byte,
  signature_len: csize_t): int32

proc curvemark_schnorr_verify*(
  public_key: ptr byte,
  public_key_len: csize_t,
  message: ptr byte,
  message_len: csize_t,
  signature: ptr byte,
  signature_len: csize_t): int32

proc curvemark_ed25519_public_key*(
  seed: ptr byte,
  seed_len: csize_t,
  public_key: ptr byte,
  public_key_len: csize_t): int32

proc curvemark_ed25519_sign*(
  seed: ptr byte,
  seed_len: csize_t,
  message: ptr byte,
  message_len: csize_t,
  signature: ptr byte,
  signature_len: csize_t): int32

proc curvemark_ed25519_verify*(
  rule: uint32,
  public_key: ptr byte,
  public_key_len: csize_t,
  message: ptr byte,
  message_len: csize_t,
  signature: ptr byte,
  signature_len: csize_t): int32

proc curvemark_ecdsa_random_secret_key*(
  curve: uint32,
  secret_key: ptr byte,
  secret_key_len: csize_t): int32

proc curvemark_ecdsa_verify_each*(
  curve: uint32,
  public_keys: ptr byte,
  public_keys_len: csize_t,
  digests: ptr byte,
  digests_len: csize_t,
  signatures: ptr byte,
  signatures_len: csize_t,
  verdicts: ptr byte,
  verdicts_len: csize_t): int32

proc curvemark_keccak256*(
  message: ptr byte,
  message_len: csize_t,
  digest: ptr byte,
  digest_len: csize_t): int32

proc curvemark_schnorr_verify_batch*(
  public_keys: ptr byte,
  public_keys_len: csize_t,
  messages: ptr byte,
  messages_len: csize_t,
  message_lens: ptr csize_t,
  message_lens_count: csize_t,
  signatures: ptr byte,
  signatures_len: csize_t): int32

proc curvemark_ed25519_verify_batch*(
  public_keys: ptr byte,
  public_keys_len: csize_t,
  messages: ptr byte,
  messages_len: csize_t,
  message_lens: ptr csize_t,
  message_lens_count: csize_t,
  signatures: ptr byte,
  signatures_len: csize_t): int32

proc curvemark_kzg_settings_ethereum*(
  table_bytes: csize_t,
  settings: ptr ptr curvemark_kzg_settings): int32

proc curvemark_kzg_cell_prover_ethereum*(
  table_bytes: csize_t,
  threads: csize_t,
  prover: ptr ptr curvemark_kzg_cell_prover): int32

proc curvemark_kzg_settings_from_ethereum*(
  setup: ptr byte,
  setup_len: csize_t,
  table_bytes: csize_t,
  settings: ptr ptr curvemark_kzg_settings): int32

proc curvemark_kzg_settings_from_text*(
  text: ptr byte,
  text_len: csize_t,
  table_bytes: csize_t,
  settings: ptr ptr curvemark_kzg_settings): int32

proc curvemark_kzg_commit*(
  settings: ptr curvemark_kzg_settings,
  blob: ptr byte,
  blob_len: csize_t,
  commitment: ptr byte,
  commitment_len: csize_t,
  threads: csize_t): int32

proc curvemark_kzg_prove*(
  settings: ptr curvemark_kzg_settings,
  blob: ptr byte,
  blob_len: csize_t,
  z: ptr byte,
  z_len: csize_t,
  proof: ptr byte,
  proof_len: csize_t,
  y: ptr byte,
  y_len: csize_t,
  threads: csize_t): int32

proc curvemark_kzg_prove_blob*(
  settings: ptr curvemark_kzg_settings,
  blob: ptr byte,
  blob_len: csize_t,
  commitment: ptr byte,
  commitment_len: csize_t,
  proof: ptr byte,
  proof_len: csize_t,
  threads: csize_t): int32

proc curvemark_kzg_verify*(
  settings: ptr curvemark_kzg_settings,
  commitment: ptr byte,
  commitment_len: csize_t,
  z: ptr byte,
  z_len: csize_t,
  y: ptr byte,
  y_len: csize_t,
  proof: ptr byte,
  proof_len: csize_t): int32

proc curvemark_kzg_verify_blob*(
  settings: ptr curvemark_kzg_settings,
  blob: ptr byte,
  blob_len: csize_t,
  commitment: ptr byte,
  commitment_len: csize_t,
  proof: ptr byte,
  proof_len: csize_t): int32

proc curvemark_kzg_verify_blobs*(
  settings: ptr curvemark_kzg_settings,
  blobs: ptr byte,
  blobs_len: csize_t,
  commitments: ptr byte,
  commitments_len: csize_t,
  proofs: ptr byte,
  proofs_len: csize_t,
  threads: csize_t): int32

proc curvemark_kzg_verify_cells*(
  settings: ptr curvemark_kzg_settings,
  commitments: ptr byte,
  commitments_len: csize_t,
  indices: ptr uint64,
  indices_count: csize_t,
  cells: ptr byte,
  cells_len: csize_t,
  proofs: ptr byte,
  proofs_len: csize_t,
  threads: csize_t): int32

proc curvemark_kzg_compute_cells*(
  settings: ptr curvemark_kzg_settings,
  blob: ptr byte,
  blob_len: csize_t,
  cells: ptr byte,
  cells_len: csize_t): int32

proc curvemark_kzg_cell_prover_from_ethereum*(
  setup: ptr byte,
  setup_len: csize_t,
  table_bytes: csize_t,
  threads: csize_t,
  prover: ptr ptr curvemark_kzg_cell_prover): int32

proc curvemark_kzg_cell_prover_from_text*(
  text: ptr byte,
  text_len: csize_t,
  table_bytes: csize_t,
  threads: csize_t,
  prover: ptr ptr curvemark_kzg_cell_prover): int32

proc curvemark_kzg_prove_cells*(
  prover: ptr curvemark_kzg_cell_prover,
  blob: ptr byte,
  blob_len: csize_t,
  cells: ptr byte,
  cells_len: csize_t,
  proofs: ptr byte,
  proofs_len: csize_t,
  threads: csize_t): int32

proc curvemark_kzg_recover_cells*(
  prover: ptr curvemark_kzg_cell_prover,
  indices: ptr uint64,
  indices_count: csize_t,
  known_cells: ptr byte,
  known_cells_len: csize_t,
  cells: ptr byte,
  cells_len: csize_t,
  proofs: ptr byte,
  proofs_len: csize_t,
  threads: csize_t): int32

proc curvemark_kzg_recover_cells_truncated*(
  prover: ptr curvemark_kzg_cell_prover,
  indices: ptr uint64,
  indices_count: csize_t,
  known_cells: ptr byte,
  known_cells_len: csize_t,
  cells: ptr byte,
  cells_len: csize_t,
  proofs: ptr byte,
  proofs_len: csize_t,
  threads: csize_t): int32

proc curvemark_kzg_versioned_hash*(
  commitment: ptr byte,
  commitment_len: csize_t,
  hash: ptr byte,
  hash_len: csize_t): int32

proc curvemark_kzg_settings_free*(
  settings: ptr curvemark_kzg_settings)

proc curvemark_kzg_cell_prover_free*(
  prover: ptr curvemark_kzg_cell_prover)

proc curvemark_points_decode*(
  group: uint32,
  point_len: csize_t,
  points: ptr byte,
  points_len: csize_t,
  decoded: ptr byte,
  decoded_len: csize_t,
  verdicts: ptr byte,
  verdicts_len: csize_t,
  threads: csize_t): int32

proc curvemark_points_compress*(
  group: uint32,
  points: ptr byte,
  points_len: csize_t,
  compressed: ptr byte,
  compressed_len: csize_t): int32

proc curvemark_points_sum*(
  group: uint32,
  points: ptr byte,
  points_len: csize_t,
  sum: ptr byte,
  sum_len: csize_t,
  threads: csize_t): int32

proc curvemark_point_mul*(
  group: uint32,
  point: ptr byte,
  point_len: csize_t,
  scalar: ptr byte,
  scalar_len: csize_t,
  product: ptr byte,
  product_len: csize_t): int32

proc curvemark_points_msm*(
  group: uint32,
  points: ptr byte,
  points_len: csize_t,
  scalars: ptr byte,
  scalars_len: csize_t,
  sum: ptr byte,
  sum_len: csize_t,
  threads: csize_t): int32

proc curvemark_points_msm_unchecked_subgroup*(
  group: uint32,
  points: ptr byte,
  points_len: csize_t,
  scalars: ptr byte,
  scalars_len: csize_t,
  sum: ptr byte,
  sum_len: csize_t,
  threads: csize_t): int32

proc curvemark_bases_new*(
  group: uint32,
  points: ptr byte,
  points_len: csize_t,
  table_bytes: csize_t,
  bases: ptr ptr curvemark_bases): int32

proc curvemark_bases_msm*(
  bases: ptr curvemark_bases,
  scalars: ptr byte,
  scalars_len: csize_t,
  sum: ptr byte,
  sum_len: csize_t,
  threads: csize_t): int32

proc curvemark_hash_to_points*(
  group: uint32,
  messages: ptr byte,
  messages_len: csize_t,
  message_lens: ptr csize_t,
  message_lens_count: csize_t,
  tag: ptr byte,
  tag_len: csize_t,
  points: ptr byte,
  points_len: csize_t,
  threads: csize_t): int32

proc curvemark_pairing_check*(
  curve: uint32,
  p: ptr byte,
  p_len: csize_t,
  q: ptr byte,
  q_len: csize_t,
  threads: csize_t): int32

proc curvemark_pairing_product*(
  curve: uint32,
  p: ptr byte,
  p_len: csize_t,
  q: ptr byte,
  q_len: csize_t,
  value: ptr byte,
  value_len: csize_t,
  threads: csize_t): int32

proc curvemark_bases_free*(
  bases: ptr curvemark_bases)

proc curvemark_groth16_key_new*(
  form: uint32,
  bytes: ptr byte,
  bytes_len: csize_t,
  key: ptr ptr curvemark_groth16_key): int32

proc curvemark_groth16_key_inputs*(
  key: ptr curvemark_groth16_key,
  count: ptr csize_t): int32

proc curvemark_groth16_verify*(
  key: ptr curvemark_groth16_key,
  inputs: ptr byte,
  inputs_len: csize_t,
  proof: ptr byte,
  proof_len: csize_t): int32

proc curvemark_groth16_verify_batch*(
  key: ptr curvemark_groth16_key,
  inputs: ptr byte,
  inputs_len: csize_t,
  proofs: ptr byte,
  proofs_len: csize_t): int32

proc curvemark_groth16_find_invalid*(
  key: ptr curvemark_groth16_key,
  inputs: ptr byte,
  inputs_len: csize_t,
  proofs: ptr byte,
  proofs_len: csize_t,
  verdicts: ptr byte,
  verdicts_len: csize_t): int32

proc curvemark_groth16_key_free*(
  key: ptr curvemark_groth16_key)

proc curvemark_parts_batch*(
  digests: ptr byte,
  digests_len: csize_t,
  batch: ptr byte,
  batch_len: csize_t): int32

proc curvemark_bls_digest_sets*(
  scheme: uint32,
  public_keys: ptr byte,
  public_keys_len: csize_t,
  messages: ptr byte,
  messages_len: csize_t,
  message_lens: ptr csize_t,
  message_lens_count: csize_t,
  signatures: ptr byte,
  signatures_len: csize_t,
  digest: ptr byte,
  digest_len: csize_t): int32

proc curvemark_bls_part_of_sets*(
  scheme: uint32,
  public_keys: ptr byte,
  public_keys_len: csize_t,
  messages: ptr byte,
  messages_len: csize_t,
  message_lens: ptr csize_t,
  message_lens_count: csize_t,
  signatures: ptr byte,
  signatures_len: csize_t,
  batch: ptr byte,
  batch_len: csize_t,
  start: uint64,
  part: ptr byte,
  part_len: csize_t,
  threads: csize_t): int32

proc curvemark_bls_merge_parts*(
  scheme: uint32,
  parts: ptr byte,
  parts_len: csize_t,
  part: ptr byte,
  part_len: csize_t): int32

proc curvemark_bls_finish_part*(
  scheme: uint32,
  part: ptr byte,
  part_len: csize_t): int32

proc curvemark_kzg_openings*(
  settings: ptr curvemark_kzg_settings,
  blobs: ptr byte,
  blobs_len: csize_t,
  commitments: ptr byte,
  commitments_len: csize_t,
  proofs: ptr byte,
  proofs_len: csize_t,
  openings: ptr byte,
  openings_len: csize_t,
  threads: csize_t): int32

proc curvemark_kzg_digest_openings*(
  openings: ptr byte,
  openings_len: csize_t,
  digest: ptr byte,
  digest_len: csize_t): int32

proc curvemark_kzg_part_of_openings*(
  settings: ptr curvemark_kzg_settings,
  openings: ptr byte,
  openings_len: csize_t,
  batch: ptr byte,
  batch_len: csize_t,
  start: uint64,
  part: ptr byte,
  part_len: csize_t,
  threads: csize_t): int32

proc curvemark_kzg_digest_cells*(
  commitments: ptr byte,
  commitments_len: csize_t,
  indices: ptr uint64,
  indices_count: csize_t,
  cells: ptr byte,
  cells_len: csize_t,
  proofs: ptr byte,
  proofs_len: csize_t,
  digest: ptr byte,
  digest_len: csize_t): int32

proc curvemark_kzg_part_of_cells*(
  settings: ptr curvemark_kzg_settings,
  commitments: ptr byte,
  commitments_len: csize_t,
  indices: ptr uint64,
  indices_count: csize_t,
  cells: ptr byte,
  cells_len: csize_t,
  proofs: ptr byte,
  proofs_len: csize_t,
  batch: ptr byte,
  batch_len: csize_t,
  start: uint64,
  part: ptr byte,
  part_len: csize_t,
  threads: csize_t): int32

proc curvemark_kzg_merge_parts*(
  parts: ptr byte,
  parts_len: csize_t,
  part: ptr byte,
  part_len: csize_t): int32

proc curvemark_kzg_finish_part*(
  settings: ptr curvemark_kzg_settings,
  part: ptr byte,
  part_len: csize_t): int32

proc curvemark_groth16_digest_proofs*(
  key: ptr curvemark_groth16_key,
  inputs: ptr byte,
  inputs_len: csize_t,
  proofs: ptr byte,
  proofs_len: csize_t,
  digest: ptr byte,
  digest_len: csize_t): int32

proc curvemark_groth16_part_of_proofs*(
  key: ptr curvemark_groth16_key,
  inputs: ptr byte,
  inputs_len: csize_t,
  proofs: ptr byte,
  proofs_len: csize_t,
  batch: ptr byte,
  batch_len: csize_t,
  start: uint64,
  part: ptr byte,
  part_len: csize_t): int32

proc curvemark_groth16_merge_parts*(
  key: ptr curvemark_groth16_key,
  parts: ptr byte,
  parts_len: csize_t,
  part: ptr byte,
  part_len: csize_t): int32

proc curvemark_groth16_finish_part*(
  key: ptr curvemark_groth16_key,
  part: ptr byte,
  part_len: csize_t): int32

proc curvemark_pairing_values_product*(
  curve: uint32,
  values: ptr byte,
  values_len: csize_t,
  product: ptr byte,
  product_len: csize_t): int32

proc curvemark_poseidon_hash*(
  field: uint32,
  inputs: ptr byte,
  inputs_len: csize_t,
  hash: ptr byte,
  hash_len: csize_t): int32

proc curvemark_poseidon_hash_batch*(
  field: uint32,
  each: csize_t,
  inputs: ptr byte,
  inputs_len: csize_t,
  hashes: ptr byte,
  hashes_len: csize_t,
  threads: csize_t): int32

proc curvemark_poseidon_merkle_root*(
  field: uint32,
  inputs: ptr byte,
  inputs_len: csize_t,
  root: ptr byte,
  root_len: csize_t,
  threads: csize_t): int32

proc curvemark_evm_gas*(
  fork: uint32,
  address: ptr byte,
  address_len: csize_t,
  input: ptr byte,
  input_len: csize_t,
  gas: ptr uint64): int32

proc curvemark_evm_call*(
  fork: uint32,
  address: ptr byte,
  address_len: csize_t,
  input: ptr byte,
  input_len: csize_t,
  gas_limit: uint64,
  output: ptr byte,
  output_len: csize_t,
  output_written: ptr csize_t,
  gas_used: ptr uint64): int32

proc curvemark_cashu_v3_derive_factor*(
  seed: ptr byte,
  seed_len: csize_t,
  keyset: ptr byte,
  keyset_len: csize_t,
  counter: uint64,
  factor: ptr byte,
  factor_len: csize_t): int32

proc curvemark_cashu_v3_hash_to_curve*(
  secret: ptr byte,
  secret_len: csize_t,
  point: ptr byte,
  point_len: csize_t): int32

proc curvemark_cashu_v3_blind*(
  secret: ptr byte,
  secret_len: csize_t,
  factor: ptr byte,
  factor_len: csize_t,
  blinded: ptr byte,
  blinded_len: csize_t): int32

proc curvemark_cashu_v3_public_key*(
  secret_key: ptr byte,
  secret_key_len: csize_t,
  public_key: ptr byte,
  public_key_len: csize_t): int32

proc curvemark_cashu_v3_sign*(
  secret_key: ptr byte,
  secret_key_len: csize_t,
  blinded: ptr byte,
  blinded_len: csize_t,
  signature: ptr byte,
  signature_len: csize_t): int32

proc curvemark_cashu_v3_unblind*(
  blind_signature: ptr byte,
  blind_signature_len: csize_t,
  factor: ptr byte,
  factor_len: csize_t,
  signature: ptr byte,
  signature_len: csize_t): int32

proc curvemark_cashu_v3_verify*(
  public_key: ptr byte,
  public_key_len: csize_t,
  secret: ptr byte,
  secret_len: csize_t,
  signature: ptr byte,
  signature_len: csize_t): int32

proc curvemark_cashu_derive_secret*(
  seed: ptr byte,
  seed_len: csize_t,
  keyset: ptr byte,
  keyset_len: csize_t,
  counter: uint64,
  secret: ptr byte,
  secret_len: csize_t): int32

proc curvemark_cashu_derive_factor*(
  seed: ptr byte,
  seed_len: csize_t,
  keyset: ptr byte,
  keyset_len: csize_t,
  counter: uint64,
  factor: ptr byte,
  factor_len: csize_t): int32

proc curvemark_cashu_hash_to_curve*(
  secret: ptr byte,
  secret_len: csize_t,
  point: ptr byte,
  point_len: csize_t): int32

proc curvemark_cashu_blind*(
  secret: ptr byte,
  secret_len: csize_t,
  factor: ptr byte,
  factor_len: csize_t,
  blinded: ptr byte,
  blinded_len: csize_t): int32

proc curvemark_cashu_public_key*(
  secret_key: ptr byte,
  secret_key_len: csize_t,
  public_key: ptr byte,
  public_key_len: csize_t): int32

proc curvemark_cashu_sign*(
  secret_key: ptr byte,
  secret_key_len: csize_t,
  blinded: ptr byte,
  blinded_len: csize_t,
  signature: ptr byte,
  signature_len: csize_t,
  e: ptr byte,
  e_len: csize_t,
  s: ptr byte,
  s_len: csize_t): int32

proc curvemark_cashu_verify_proof*(
  public_key: ptr byte,
  public_key_len: csize_t,
  blinded: ptr byte,
  blinded_len: csize_t,
  signature: ptr byte,
  signature_len: csize_t,
  e: ptr byte,
  e_len: csize_t,
  s: ptr byte,
  s_len: csize_t): int32

proc curvemark_cashu_unblind*(
  blind_signature: ptr byte,
  blind_signature_len: csize_t,
  factor: ptr byte,
  factor_len: csize_t,
  public_key: ptr byte,
  public_key_len: csize_t,
  signature: ptr byte,
  signature_len: csize_t): int32

proc curvemark_cashu_verify*(
  secret_key: ptr byte,
  secret_key_len: csize_t,
  secret: ptr byte,
  secret_len: csize_t,
  signature: ptr byte,
  signature_len: csize_t): int32

proc curvemark_cashu_v3_random_scalar*(
  scalar: ptr byte,
  scalar_len: csize_t): int32

proc curvemark_cashu_v3_verify_batch*(
  public_keys: ptr byte,
  public_keys_len: csize_t,
  secrets: ptr byte,
  secrets_len: csize_t,
  secret_lens: ptr csize_t,
  secret_lens_count: csize_t,
  signatures: ptr byte,
  signatures_len: csize_t): int32

proc curvemark_cashu_random_scalar*(
  scalar: ptr byte,
  scalar_len: csize_t): int32

{.pop.}
