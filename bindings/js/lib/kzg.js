// KZG commitments of Ethereum: `curvemark_kzg_…`.
import { Handle, bytes, items, longs, number, room, split } from './core.js';

const [BLOB, CELL, POINT, SCALAR, CELLS] = [131072, 2048, 48, 32, 128];

/** What functions are called with a setup: the ceremony's bytes, or a text in c-kzg's format. */
function setupBytes(setup) {
  if (typeof setup === 'string') return ['text', new TextEncoder().encode(setup)];
  return ['ethereum', bytes(setup, 'setup')];
}

const bothOf = (cells, proofs) => ({
  cells: split(cells.bytes, CELL),
  proofs: split(proofs.bytes, POINT),
});

/** What commits, proves and verifies. */
class Settings extends Handle {
  constructor(core, setup, { tableBytes = 0 } = {}) {
    const [kind, given] = setupBytes(setup);
    super(core, 'kzg_settings_free', (place) =>
      core.do(`kzg_settings_from_${kind}`, given, number(tableBytes, 'tableBytes'), place));
  }

  commit(blob) {
    return this.core.answer('kzg_commit', this.pointer, bytes(blob, 'blob'), room(POINT), 1);
  }

  prove(blob, z) {
    const [proof, y] = [room(POINT), room(SCALAR)];
    this.core.do('kzg_prove', this.pointer, bytes(blob, 'blob'), bytes(z, 'z'), proof, y, 1);
    return { proof: proof.bytes, y: y.bytes };
  }

  proveBlob(blob, commitment) {
    const given = [bytes(blob, 'blob'), bytes(commitment, 'commitment')];
    return this.core.answer('kzg_prove_blob', this.pointer, ...given, room(POINT), 1);
  }

  verify(commitment, z, y, proof) {
    return this.core.verdict(
      'kzg_verify',
      this.pointer,
      bytes(commitment, 'commitment'),
      bytes(z, 'z'),
      bytes(y, 'y'),
      bytes(proof, 'proof'),
    );
  }

  verifyBlob(blob, commitment, proof) {
    return this.core.verdict(
      'kzg_verify_blob',
      this.pointer,
      bytes(blob, 'blob'),
      bytes(commitment, 'commitment'),
      bytes(proof, 'proof'),
    );
  }

  verifyBlobs(blobs, commitments, proofs) {
    return this.core.verdict(
      'kzg_verify_blobs',
      this.pointer,
      items(blobs, BLOB, 'blobs'),
      items(commitments, POINT, 'commitments'),
      items(proofs, POINT, 'proofs'),
      1,
    );
  }

  verifyCells(commitments, indices, cells, proofs) {
    return this.core.verdict(
      'kzg_verify_cells',
      this.pointer,
      items(commitments, POINT, 'commitments'),
      longs(indices, 'indices'),
      items(cells, CELL, 'cells'),
      items(proofs, POINT, 'proofs'),
      1,
    );
  }

  computeCells(blob) {
    const cells = room(CELLS * CELL);
    this.core.do('kzg_compute_cells', this.pointer, bytes(blob, 'blob'), cells);
    return split(cells.bytes, CELL);
  }
}

/** What makes proofs of cells. */
class CellProver extends Handle {
  constructor(core, setup, { tableBytes = 0 } = {}) {
    const [kind, given] = setupBytes(setup);
    super(core, 'kzg_cell_prover_free', (place) =>
      core.do(`kzg_cell_prover_from_${kind}`, given, number(tableBytes, 'tableBytes'), 1, place));
  }

  proveCells(blob) {
    const [cells, proofs] = [room(CELLS * CELL), room(CELLS * POINT)];
    this.core.do('kzg_prove_cells', this.pointer, bytes(blob, 'blob'), cells, proofs, 1);
    return bothOf(cells, proofs);
  }

  recoverCells(indices, known) {
    const [cells, proofs] = [room(CELLS * CELL), room(CELLS * POINT)];
    const given = [longs(indices, 'indices'), items(known, CELL, 'cells')];
    this.core.do('kzg_recover_cells', this.pointer, ...given, cells, proofs, 1);
    return bothOf(cells, proofs);
  }
}

export const kzgOf = (core) => ({
  kzg: {
    settings: (setup, options) => new Settings(core, setup, options),
    cellProver: (setup, options) => new CellProver(core, setup, options),
    versionedHash: (commitment) =>
      core.answer('kzg_versioned_hash', bytes(commitment, 'commitment'), room(32)),
  },
});
