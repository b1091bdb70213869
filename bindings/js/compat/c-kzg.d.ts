/** 32 bytes. */
export type Bytes32 = Uint8Array;
/** 48 bytes. */
export type Bytes48 = Uint8Array;
/** 48 bytes. */
export type KZGProof = Uint8Array;
/** 48 bytes. */
export type KZGCommitment = Uint8Array;
/** 131,072 bytes. */
export type Blob = Uint8Array;
/** 2,048 bytes. */
export type Cell = Uint8Array;

/** A proof, and the value at z. */
export type ProofResult = [KZGProof, Bytes32];

export declare const BYTES_PER_BLOB: number;
export declare const BYTES_PER_CELL: number;
export declare const BYTES_PER_COMMITMENT: number;
export declare const BYTES_PER_FIELD_ELEMENT: number;
export declare const BYTES_PER_PROOF: number;
export declare const CELLS_PER_EXT_BLOB: number;
export declare const FIELD_ELEMENTS_PER_BLOB: number;
export declare const FIELD_ELEMENTS_PER_CELL: number;

/** Loads Ethereum's setup, or that of a file where there are files. Once. */
export declare function loadTrustedSetup(precompute: number, filePath?: string): void;
export declare function blobToKzgCommitment(blob: Blob): KZGCommitment;
export declare function computeKzgProof(blob: Blob, z: Bytes32): ProofResult;
export declare function computeBlobKzgProof(blob: Blob, commitment: Bytes48): KZGProof;
export declare function verifyKzgProof(
  commitment: Bytes48,
  z: Bytes32,
  y: Bytes32,
  proof: Bytes48,
): boolean;
export declare function verifyBlobKzgProof(
  blob: Blob,
  commitment: Bytes48,
  proof: Bytes48,
): boolean;
export declare function verifyBlobKzgProofBatch(
  blobs: Blob[],
  commitments: Bytes48[],
  proofs: Bytes48[],
): boolean;
export declare function computeCells(blob: Blob): Cell[];
export declare function computeCellsAndKzgProofs(blob: Blob): [Cell[], KZGProof[]];
export declare function recoverCellsAndKzgProofs(
  cellIndices: number[],
  cells: Cell[],
): [Cell[], KZGProof[]];
export declare function verifyCellKzgProofBatch(
  commitments: Bytes48[],
  cellIndices: number[],
  cells: Cell[],
  proofs: Bytes48[],
): boolean;

declare const everything: {
  BYTES_PER_BLOB: typeof BYTES_PER_BLOB;
  BYTES_PER_CELL: typeof BYTES_PER_CELL;
  BYTES_PER_COMMITMENT: typeof BYTES_PER_COMMITMENT;
  BYTES_PER_FIELD_ELEMENT: typeof BYTES_PER_FIELD_ELEMENT;
  BYTES_PER_PROOF: typeof BYTES_PER_PROOF;
  CELLS_PER_EXT_BLOB: typeof CELLS_PER_EXT_BLOB;
  FIELD_ELEMENTS_PER_BLOB: typeof FIELD_ELEMENTS_PER_BLOB;
  FIELD_ELEMENTS_PER_CELL: typeof FIELD_ELEMENTS_PER_CELL;
  loadTrustedSetup: typeof loadTrustedSetup;
  blobToKzgCommitment: typeof blobToKzgCommitment;
  computeKzgProof: typeof computeKzgProof;
  computeBlobKzgProof: typeof computeBlobKzgProof;
  verifyKzgProof: typeof verifyKzgProof;
  verifyBlobKzgProof: typeof verifyBlobKzgProof;
  verifyBlobKzgProofBatch: typeof verifyBlobKzgProofBatch;
  computeCells: typeof computeCells;
  computeCellsAndKzgProofs: typeof computeCellsAndKzgProofs;
  recoverCellsAndKzgProofs: typeof recoverCellsAndKzgProofs;
  verifyCellKzgProofBatch: typeof verifyCellKzgProofBatch;
};
export default everything;
