/** Points of a setup, one after the other in hexadecimal, without 0x. */
export type TrustedSetup = {
  g1_monomial: string;
  g1_lagrange: string;
  g2_monomial: string;
};
export type KZGProofWithCells = { proofs: string[]; cells: string[] };

/** All functions of the package. Strings are hexadecimal with 0x before it. */
export type KZG = {
  loadTrustedSetup(precompute?: number, trustedSetup?: TrustedSetup): number;
  freeTrustedSetup(): void;
  blobToKZGCommitment(blob: string): string;
  computeBlobKZGProof(blob: string, commitment: string): string;
  verifyBlobKZGProofBatch(blobs: string[], commitments: string[], proofs: string[]): boolean;
  verifyKZGProof(commitment: string, z: string, y: string, proof: string): boolean;
  verifyBlobKZGProof(blob: string, commitment: string, proof: string): boolean;
  computeCellsAndKZGProofs(blob: string): KZGProofWithCells;
  recoverCellsFromKZGProofs(
    cellIndices: number[],
    partialCells: string[],
    numCells: number,
  ): KZGProofWithCells;
  /** Cells from the first one on. */
  verifyCellKZGProof(commitment: string, cells: string[], proofs: string[]): boolean;
  verifyCellKZGProofBatch(
    commitments: string[],
    cellIndices: number[],
    cells: string[],
    proofs: string[],
    numCells: number,
  ): boolean;
  verifyCellKzgProofBatch(
    commitments: string[],
    cellIndices: number[],
    cells: string[],
    proofs: string[],
  ): boolean;
  recoverCellsAndProofs(indices: number[], cells: string[]): [string[], string[]];
  computeCells(blob: string): string[];
  computeCellsAndProofs(blob: string): [string[], string[]];
  verifyBlobProofBatch(blobs: string[], commitments: string[], proofs: string[]): boolean;
  computeBlobProof(blob: string, commitment: string): string;
  blobToKzgCommitment(blob: string): string;
  verifyProof(commitment: string, z: string, y: string, proof: string): boolean;
};

/** Loads Ethereum's setup, or another one. */
export declare function loadKZG(precompute?: number, trustedSetup?: TrustedSetup): Promise<KZG>;
