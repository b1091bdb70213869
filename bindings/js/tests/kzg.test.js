// Published cases of KZG, on Ethereum's ceremony from the file of the package.
import assert from 'node:assert/strict';
import test from 'node:test';
import { CurvemarkError, kzg } from 'curvemark';
import { setup } from 'curvemark/kzg-setup';
import { concat, fromHex, hex, integer, outcome, readRepository, sha256, vectors }
  from './support.js';

const ORDER = 0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001n;
const settings = kzg.settings(setup, { tableBytes: 4 << 20 });
const prover = kzg.cellProver(setup);
const of = (run) => outcome(run, CurvemarkError);

/** base^exponent modulo the order of the group. */
function power(base, exponent) {
  let result = 1n;
  for (let rest = exponent, square = base; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % ORDER;
    square = (square * square) % ORDER;
  }
  return result;
}

/** The blob of a description: `all VALUE`, `powers BASE`, `zeros but INDEX VALUE`. */
function blobOf(description) {
  const [kind, ...words] = description.split(' ');
  const elements = Array.from({ length: 4096 }, () => integer(0));
  if (kind === 'all') elements.fill(fromHex(words[0]));
  else if (kind === 'powers') {
    elements.forEach((_, i) => (elements[i] = integer(power(BigInt(words[0]), BigInt(i + 256)))));
  } else elements[Number(words[1])] = fromHex(words[2]);
  return concat(...elements);
}

const kept = (make) => {
  const values = new Map();
  return (key) => {
    if (!values.has(key)) values.set(key, make(key));
    return values.get(key);
  };
};
const blob = kept(blobOf);
const cells = kept((description) => settings.computeCells(blob(description)));

const ran = {};

for (const c of vectors('kzg')) {
  const name = c.text('function');
  const [commitments, proofs] = [c.list('commitment'), c.list('proof')];
  const given = () => c.all('blob').map(blob);
  const run = {
    blob_to_kzg_commitment: () => settings.commit(given()[0]),
    compute_kzg_proof() {
      const { proof, y } = settings.prove(given()[0], c.bytes('z'));
      if (c.text('value') !== undefined) assert.equal(hex(y), c.text('value'));
      return proof;
    },
    compute_blob_kzg_proof: () => settings.proveBlob(given()[0], commitments[0]),
    verify_kzg_proof: () =>
      settings.verify(commitments[0], c.bytes('z'), c.bytes('y'), proofs[0]),
    verify_blob_kzg_proof: () => settings.verifyBlob(given()[0], commitments[0], proofs[0]),
    verify_blob_kzg_proof_batch: () => settings.verifyBlobs(given(), commitments, proofs),
    verify_cell_kzg_proof_batch() {
      const some = c.all('cell').map((cell) => {
        const [index, ...description] = cell.split(' ');
        return cells(description.join(' '))[Number(index)];
      });
      return settings.verifyCells(commitments, c.all('index').map(Number), some, proofs);
    },
    compute_cells_and_kzg_proofs: () => both(c, prover.proveCells(given()[0])),
    recover_cells_and_kzg_proofs() {
      const indices = c.text('indices').split(' ').map(Number);
      const whole = cells(c.text('blob'));
      return both(c, prover.recoverCells(indices, indices.map((index) => whole[index])));
    },
  }[name];
  if (run === undefined) continue;
  ran[name] = (ran[name] ?? 0) + 1;
  test(c.text('name'), () => {
    const key = c.text('result') === undefined ? 'cells' : 'result';
    assert.equal(of(run), c.text(key));
  });
}

test('cases of all functions were run', () => assert.equal(Object.keys(ran).length, 9));

/** The hash of all cells, once that of the proofs was compared. */
function both(c, made) {
  assert.equal(hex(sha256(concat(...made.proofs))), c.text('proofs'));
  return sha256(concat(...made.cells));
}

test('a setup is Ethereum\'s bytes or a whole text', () => {
  assert.deepEqual(Buffer.from(setup),
    readRepository('curvemark/src/kzg/ethereum/setup.bin'));
  const other = setup.slice();
  other[5] ^= 1;
  for (const wrong of [other, setup.slice(1), new Uint8Array(), '', '4096\n65\n', 'é']) {
    assert.throws(() => kzg.settings(wrong), { name: 'CurvemarkError', code: 'SETUP' });
    assert.throws(() => kzg.cellProver(wrong), { name: 'CurvemarkError', code: 'SETUP' });
  }
  assert.throws(() => kzg.settings(undefined), TypeError);
  assert.throws(() => kzg.settings(setup, { tableBytes: -1 }), TypeError);
});

test('wrong lengths, counts and indices are errors', () => {
  const zeros = new Uint8Array(131072);
  const infinity = concat([0xc0], new Uint8Array(47));
  assert.equal(settings.verifyBlob(zeros, infinity, infinity), true);
  const code = (code, run) => assert.throws(run, { name: 'CurvemarkError', code });
  code('LENGTH', () => settings.commit(zeros.subarray(1)));
  code('LENGTH', () => settings.commit(new Uint8Array()));
  code('LENGTH', () => settings.verifyBlobs([zeros.subarray(1)], [infinity], [infinity]));
  code('COUNT', () => settings.verifyBlobs([zeros], [infinity, infinity], [infinity]));
  code('LENGTH', () => settings.verify(infinity, integer(1), integer(0, 31), infinity));
  code('SCALAR', () => settings.verify(infinity, integer(1), integer(ORDER), infinity));
  code('CELLS', () => settings.verifyCells([infinity], [128], [cells('powers 2')[0]], [infinity]));
  code('CELLS', () => prover.recoverCells([0], cells('powers 2').slice(0, 1)));
  assert.throws(() => settings.verifyCells([infinity], [0.5], [zeros], [infinity]), TypeError);
  assert.throws(() => settings.verifyCells([infinity], [-1], [zeros], [infinity]), TypeError);
  assert.equal(hex(kzg.versionedHash(infinity)).slice(0, 2), '01');
});

test('freed settings are not used', () => {
  const some = kzg.settings(setup);
  some.free();
  some.free();
  assert.throws(() => some.commit(new Uint8Array(131072)), { code: 'POINTER' });
});
