// The names of the package `kzg-wasm` 1, so that a program changes one import. README says what
// differs.
import { CurvemarkError, kzg } from '../index.js';
import { setup } from '../kzg-setup.js';

// Upper-case, as that package gives them.
const digits =
  Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0').toUpperCase());

function hex(bytes) {
  const parts = new Array(bytes.length);
  for (let i = 0; i < bytes.length; i++) parts[i] = digits[bytes[i]];
  return `0x${parts.join('')}`;
}

function bytes(text) {
  if (typeof text !== 'string') throw new TypeError(`hexadecimal is a string, not ${typeof text}`);
  if (!/^0x(?:[0-9a-fA-F]{2})*$/.test(text)) {
    throw new TypeError('hexadecimal begins with 0x and has two digits for each byte');
  }
  const read = new Uint8Array(text.length / 2 - 1);
  for (let i = 0; i < read.length; i++) read[i] = parseInt(text.slice(2 * i + 2, 2 * i + 4), 16);
  return read;
}

const lists = (list, of) => list.map((item) => of(item));

/** c-kzg's text of a setup whose points are one hexadecimal string for each list. */
function textOf({ g1_lagrange: lagrange, g2_monomial: g2, g1_monomial: g1 }) {
  const points = (text, each) => text.match(new RegExp(`.{1,${2 * each}}`, 'g')) ?? [];
  const [first, second, third] = [points(lagrange, 48), points(g2, 96), points(g1, 48)];
  return [first.length, second.length, ...first, ...second, ...third].join('\n');
}

/** A verdict; what is malformed does not hold. What is no hexadecimal is thrown. */
function verdict(run) {
  try {
    return run();
  } catch (error) {
    if (error instanceof CurvemarkError) return false;
    throw error;
  }
}

/** Every function, over a setup: Ethereum's, or one of hexadecimal strings. */
export async function loadKZG(precompute = 0, trustedSetup = undefined) {
  let settings;
  let prover;
  let loaded;

  function loadTrustedSetup(width = 0, other = undefined) {
    if (!Number.isInteger(width) || width < 0 || width > 15) {
      throw new RangeError('precompute must be an integer from 0 to 15');
    }
    const given = other === undefined ? setup : textOf(other);
    const made = kzg.settings(given, { tableBytes: width === 0 ? 0 : 4 << 20 });
    freeTrustedSetup();
    [loaded, settings] = [given, made];
    return 0;
  }
  function freeTrustedSetup() {
    settings?.free();
    prover?.free();
    settings = prover = loaded = undefined;
  }
  function ready() {
    if (!settings) throw new Error('the trusted setup was freed: call loadTrustedSetup');
    return settings;
  }
  function readyProver() {
    ready();
    prover ??= kzg.cellProver(loaded);
    return prover;
  }
  const both = ({ cells, proofs }) => ({ proofs: lists(proofs, hex), cells: lists(cells, hex) });
  const pair = ({ proofs, cells }) => [cells, proofs];
  function counted(count, ...all) {
    if (all.some((list) => list.length !== count)) {
      throw new Error(`there must be ${count} of each`);
    }
  }

  const blobToKZGCommitment = (blob) => hex(ready().commit(bytes(blob)));
  const computeBlobKZGProof = (blob, commitment) =>
    hex(ready().proveBlob(bytes(blob), bytes(commitment)));
  const verifyKZGProof = (...given) => verdict(() => ready().verify(...lists(given, bytes)));
  const verifyBlobKZGProof = (...given) =>
    verdict(() => ready().verifyBlob(...lists(given, bytes)));
  function verifyBlobKZGProofBatch(...given) {
    counted(given[0].length, ...given);
    return verdict(() => ready().verifyBlobs(...given.map((list) => lists(list, bytes))));
  }
  const computeCells = (blob) => lists(ready().computeCells(bytes(blob)), hex);
  const computeCellsAndKZGProofs = (blob) => both(readyProver().proveCells(bytes(blob)));
  function recoverCellsFromKZGProofs(indices, cells, count) {
    counted(count, indices, cells);
    return both(readyProver().recoverCells(indices, lists(cells, bytes)));
  }
  function verifyCellKZGProofBatch(commitments, indices, cells, proofs, count) {
    counted(count, commitments, indices, cells, proofs);
    return verdict(() => ready().verifyCells(
      lists(commitments, bytes), indices, lists(cells, bytes), lists(proofs, bytes)));
  }
  /** Cells from the first one on. */
  const verifyCellKZGProof = (commitment, cells, proofs) =>
    verifyCellKZGProofBatch(
      cells.map(() => commitment), cells.map((_, i) => i), cells, proofs, cells.length);

  loadTrustedSetup(precompute, trustedSetup);
  return {
    loadTrustedSetup,
    freeTrustedSetup,
    blobToKZGCommitment,
    computeBlobKZGProof,
    verifyBlobKZGProofBatch,
    verifyKZGProof,
    verifyBlobKZGProof,
    computeCellsAndKZGProofs,
    recoverCellsFromKZGProofs,
    verifyCellKZGProof,
    verifyCellKZGProofBatch,
    // The same under the names of @ethereumjs/util.
    blobToKzgCommitment: blobToKZGCommitment,
    computeBlobProof: computeBlobKZGProof,
    verifyProof: verifyKZGProof,
    verifyBlobProofBatch: verifyBlobKZGProofBatch,
    computeCells,
    computeCellsAndProofs: (blob) => pair(computeCellsAndKZGProofs(blob)),
    recoverCellsAndProofs: (indices, cells) =>
      pair(recoverCellsFromKZGProofs(indices, cells, indices.length)),
    verifyCellKzgProofBatch: (commitments, indices, cells, proofs) =>
      verifyCellKZGProofBatch(commitments, indices, cells, proofs, cells.length),
  };
}
