## KZG commitments as Ethereum has them, blobs of EIP-4844 and cells of EIP-7594, under the names of
## nim-kzg4844. What is malformed is raised as `CurvemarkError`; a proof that does not hold gives
## `false`.
## All is public, and all takes variable time.

import "."/[abi, errors]
export errors.CurvemarkError

const
  CellsPerBlob* = 128
  ethereumTable = csize_t(4194304)

type
  KzgBlob* = array[131072, byte]
  KzgCommitment* = array[48, byte]
  KzgProof* = array[48, byte]
  KzgBytes32* = array[32, byte]
  KzgCell* = array[2048, byte]
  KzgCells* = seq[KzgCell]
  KzgProofs* = seq[KzgProof]
  SettingsObject = object
    handle: ptr curvemark_kzg_settings
  KzgSettings* = ref SettingsObject
    ## What all functions need that make no proofs of cells. Threads may share it.
  ProverObject = object
    handle: ptr curvemark_kzg_cell_prover
  KzgProver* = ref ProverObject
    ## What functions need that make proofs of cells. Threads may share it.

# Finalizers, since they run under every memory management of Nim.
proc free(settings: KzgSettings) = curvemark_kzg_settings_free(settings.handle)
proc free(prover: KzgProver) = curvemark_kzg_cell_prover_free(prover.handle)

proc ethereumSettings*(table = ethereumTable): KzgSettings {.raises: [CurvemarkError].} =
  ## Makes settings of Ethereum's ceremony, which is part of the library. A table of 3.75 MiB makes
  ## commitments a quarter cheaper; 0 is for none.
  new(result, free)
  check curvemark_kzg_settings_ethereum(table, addr result.handle)

proc loadTrustedSetupFromText*(text: string): KzgSettings {.raises: [CurvemarkError].} =
  ## Makes settings of a trusted setup in the text format of c-kzg-4844. All its points are checked.
  new(result, free)
  check curvemark_kzg_settings_from_text(
    p text.toOpenArrayByte(0, text.high), csize_t(text.len), 0, addr result.handle)

proc ethereumProver*(threads = 1): KzgProver {.raises: [CurvemarkError].} =
  ## Makes a prover of cells of Ethereum's ceremony, which takes 13 MiB.
  new(result, free)
  check curvemark_kzg_cell_prover_ethereum(0, csize_t(threads), addr result.handle)

proc blobToKzgCommitment*(
    settings: KzgSettings, blob: KzgBlob, threads = 1): KzgCommitment {.raises: [CurvemarkError].} =
  ## Computes the commitment to a blob.
  check curvemark_kzg_commit(
    settings.handle, p blob, n blob, p result, n result, csize_t(threads))

proc computeKzgProof*(settings: KzgSettings, blob: KzgBlob, z: KzgBytes32, threads = 1):
    tuple[proof: KzgProof, y: KzgBytes32] {.raises: [CurvemarkError].} =
  ## Computes the value of a blob's polynomial at z, and a proof of it.
  check curvemark_kzg_prove(settings.handle, p blob, n blob, p z, n z, p result.proof,
    n result.proof, p result.y, n result.y, csize_t(threads))

proc computeBlobKzgProof*(settings: KzgSettings, blob: KzgBlob, commitment: KzgCommitment,
    threads = 1): KzgProof {.raises: [CurvemarkError].} =
  ## Computes a proof that a blob is that of its commitment, which must be the blob's.
  check curvemark_kzg_prove_blob(settings.handle, p blob, n blob, p commitment, n commitment,
    p result, n result, csize_t(threads))

proc verifyKzgProof*(settings: KzgSettings, commitment: KzgCommitment, z, y: KzgBytes32,
    proof: KzgProof): bool {.raises: [CurvemarkError].} =
  ## Says whether the polynomial of a commitment has the value y at z.
  verdict curvemark_kzg_verify(settings.handle, p commitment, n commitment, p z, n z, p y, n y,
    p proof, n proof)

proc verifyBlobKzgProof*(settings: KzgSettings, blob: KzgBlob, commitment: KzgCommitment,
    proof: KzgProof): bool {.raises: [CurvemarkError].} =
  ## Says whether a blob is that of a commitment.
  verdict curvemark_kzg_verify_blob(
    settings.handle, p blob, n blob, p commitment, n commitment, p proof, n proof)

template flat(items: untyped, length: int): (ptr byte, csize_t) =
  # Arrays in a sequence lie one after the other.
  if items.len == 0: (nil, csize_t(0))
  else: (unsafeAddr items[0][0], csize_t(items.len * length))

proc verifyBlobKzgProofBatch*(settings: KzgSettings, blobs: openArray[KzgBlob],
    commitments: openArray[KzgCommitment], proofs: openArray[KzgProof], threads = 1):
    bool {.raises: [CurvemarkError].} =
  ## Verifies many blobs at once; none are valid.
  let (b, bs) = flat(blobs, 131072)
  let (c, cs) = flat(commitments, 48)
  let (q, qs) = flat(proofs, 48)
  verdict curvemark_kzg_verify_blobs(settings.handle, b, bs, c, cs, q, qs, csize_t(threads))

proc computeCells*(settings: KzgSettings, blob: KzgBlob): KzgCells {.raises: [CurvemarkError].} =
  ## Computes the 128 cells of a blob.
  result = newSeq[KzgCell](CellsPerBlob)
  let (cells, length) = flat(result, 2048)
  check curvemark_kzg_compute_cells(settings.handle, p blob, n blob, cells, length)

proc computeCellsAndKzgProofs*(prover: KzgProver, blob: KzgBlob, threads = 1):
    tuple[cells: KzgCells, proofs: KzgProofs] {.raises: [CurvemarkError].} =
  ## Computes the 128 cells of a blob and their proofs.
  result = (newSeq[KzgCell](CellsPerBlob), newSeq[KzgProof](CellsPerBlob))
  let (c, cs) = flat(result.cells, 2048)
  let (q, qs) = flat(result.proofs, 48)
  check curvemark_kzg_prove_cells(
    prover.handle, p blob, n blob, c, cs, q, qs, csize_t(threads))

proc recoverCellsAndKzgProofs*(prover: KzgProver, indices: openArray[uint64],
    known: openArray[KzgCell], threads = 1):
    tuple[cells: KzgCells, proofs: KzgProofs] {.raises: [CurvemarkError].} =
  ## Recovers all cells of a blob and their proofs from half of the cells or more, whose indices
  ## ascend. Cells that are not all of one blob are refused.
  result = (newSeq[KzgCell](CellsPerBlob), newSeq[KzgProof](CellsPerBlob))
  let (k, ks) = flat(known, 2048)
  let (c, cs) = flat(result.cells, 2048)
  let (q, qs) = flat(result.proofs, 48)
  check curvemark_kzg_recover_cells(prover.handle,
    (if indices.len == 0: nil else: unsafeAddr indices[0]), csize_t(indices.len), k, ks, c, cs, q,
    qs, csize_t(threads))

proc verifyCellKzgProofBatch*(settings: KzgSettings, commitments: openArray[KzgCommitment],
    indices: openArray[uint64], cells: openArray[KzgCell], proofs: openArray[KzgProof],
    threads = 1): bool {.raises: [CurvemarkError].} =
  ## Verifies that cells are those of blobs: of each cell the commitment of its blob, its index
  ## there, itself, and its proof. None are valid.
  let (m, ms) = flat(commitments, 48)
  let (c, cs) = flat(cells, 2048)
  let (q, qs) = flat(proofs, 48)
  verdict curvemark_kzg_verify_cells(settings.handle, m, ms,
    (if indices.len == 0: nil else: unsafeAddr indices[0]), csize_t(indices.len), c, cs, q, qs,
    csize_t(threads))
