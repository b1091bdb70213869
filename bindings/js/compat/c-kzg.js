// The names of the package `c-kzg` 4, so that a program changes one import. README says what
// differs.
import { CurvemarkError, kzg } from '../index.js';
import { setup } from '../kzg-setup.js';

export const BYTES_PER_BLOB = 131072;
export const BYTES_PER_CELL = 2048;
export const BYTES_PER_COMMITMENT = 48;
export const BYTES_PER_FIELD_ELEMENT = 32;
export const BYTES_PER_PROOF = 48;
export const CELLS_PER_EXT_BLOB = 128;
export const FIELD_ELEMENTS_PER_BLOB = 4096;
export const FIELD_ELEMENTS_PER_CELL = 64;

let loaded;
let settings;
let prover;

const compressed = (list) => list.map((point) => point.replace(/^0x/, '')).join('\n');

/** A setup of a file: c-kzg's text, or the JSON of the specification. */
function setupOf(path) {
  if (typeof path !== 'string') throw new TypeError('the path must be a string');
  const files = globalThis.process?.getBuiltinModule?.('node:fs');
  if (!files) throw new Error('there are no files here: leave the path away');
  const text = files.readFileSync(path, 'utf8');
  if (!path.endsWith('.json')) return text;
  const { g1_lagrange: lagrange, g2_monomial: g2, g1_monomial: g1 } = JSON.parse(text);
  const counts = `${lagrange.length}\n${g2.length}`;
  return [counts, compressed(lagrange), compressed(g2), compressed(g1)].join('\n');
}

export function loadTrustedSetup(precompute, filePath) {
  if (!Number.isInteger(precompute) || precompute < 0 || precompute > 15) {
    throw new RangeError('precompute must be an integer from 0 to 15');
  }
  if (settings) throw new Error('the trusted setup is loaded already');
  loaded = filePath === undefined ? setup : setupOf(filePath);
  settings = kzg.settings(loaded, { tableBytes: precompute === 0 ? 0 : 4 << 20 });
}

function ready() {
  if (!settings) throw new Error('call loadTrustedSetup first');
  return settings;
}

function readyProver() {
  ready();
  prover ??= kzg.cellProver(loaded);
  return prover;
}

const both = ({ cells, proofs }) => [cells, proofs];

/** An argument of so many bytes, refused in that package's words. */
function sized(name, value, length) {
  if (value?.[Symbol.toStringTag] !== 'Uint8Array') {
    throw new TypeError(`Expected ${name} to be a Uint8Array`);
  }
  if (value.length !== length) {
    throw new CurvemarkError('LENGTH', `Expected ${name} to be ${length} bytes`);
  }
  return value;
}

const blobOf = (value) => sized('blob', value, BYTES_PER_BLOB);
const commitmentOf = (value) => sized('commitmentBytes', value, BYTES_PER_COMMITMENT);
const proofOf = (value) => sized('proofBytes', value, BYTES_PER_PROOF);
const zOf = (value) => sized('zBytes', value, BYTES_PER_FIELD_ELEMENT);
const yOf = (value) => sized('yBytes', value, BYTES_PER_FIELD_ELEMENT);

export const blobToKzgCommitment = (blob) => ready().commit(blobOf(blob));

export function computeKzgProof(blob, z) {
  const { proof, y } = ready().prove(blobOf(blob), zOf(z));
  return [proof, y];
}

export const computeBlobKzgProof = (blob, commitment) =>
  ready().proveBlob(blobOf(blob), commitmentOf(commitment));

export const verifyKzgProof = (commitment, z, y, proof) =>
  ready().verify(commitmentOf(commitment), zOf(z), yOf(y), proofOf(proof));

export const verifyBlobKzgProof = (blob, commitment, proof) =>
  ready().verifyBlob(blobOf(blob), commitmentOf(commitment), proofOf(proof));

export function verifyBlobKzgProofBatch(blobs, commitments, proofs) {
  const lists = [blobs, commitments, proofs];
  if (!lists.every(Array.isArray)) {
    throw new TypeError('Blobs, commitments, and proofs must all be arrays');
  }
  if (lists.some((list) => list.length !== blobs.length)) {
    throw new CurvemarkError('COUNT', 'Requires equal number of blobs/commitments/proofs');
  }
  return ready().verifyBlobs(
    blobs.map(blobOf), commitments.map(commitmentOf), proofs.map(proofOf));
}

export const computeCells = (blob) => ready().computeCells(blobOf(blob));

export const computeCellsAndKzgProofs = (blob) => both(readyProver().proveCells(blobOf(blob)));

export const recoverCellsAndKzgProofs = (indices, cells) =>
  both(readyProver().recoverCells(indices, cells));

export const verifyCellKzgProofBatch = (commitments, indices, cells, proofs) =>
  ready().verifyCells(commitments, indices, cells, proofs);

export default {
  BYTES_PER_BLOB,
  BYTES_PER_CELL,
  BYTES_PER_COMMITMENT,
  BYTES_PER_FIELD_ELEMENT,
  BYTES_PER_PROOF,
  CELLS_PER_EXT_BLOB,
  FIELD_ELEMENTS_PER_BLOB,
  FIELD_ELEMENTS_PER_CELL,
  loadTrustedSetup,
  blobToKzgCommitment,
  computeKzgProof,
  computeBlobKzgProof,
  verifyKzgProof,
  verifyBlobKzgProof,
  verifyBlobKzgProofBatch,
  computeCells,
  computeCellsAndKzgProofs,
  recoverCellsAndKzgProofs,
  verifyCellKzgProofBatch,
};
