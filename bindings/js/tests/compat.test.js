// The names of other packages.
import assert from 'node:assert/strict';
import { writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import ckzg, * as names from 'curvemark/compat/c-kzg';
import * as blst from 'curvemark/compat/chainsafe-blst';
import { loadKZG } from 'curvemark/compat/kzg-wasm';
import { bls } from 'curvemark';
import { concat, hex, integer, utf8, vectors } from './support.js';

test('c-kzg: each function, and its errors', () => {
  const count = ckzg.FIELD_ELEMENTS_PER_BLOB;
  const blob = concat(...Array.from({ length: count }, (_, i) => integer(i)));
  assert.throws(() => ckzg.blobToKzgCommitment(blob), /loadTrustedSetup/);
  assert.throws(() => ckzg.loadTrustedSetup(-1), RangeError);
  assert.throws(() => ckzg.loadTrustedSetup(0, 7), TypeError);
  assert.throws(() => ckzg.loadTrustedSetup(0, '/no such file'), { code: 'ENOENT' });
  // Files of one point too few, in both formats.
  const folder = mkdtempSync(join(tmpdir(), 'curvemark-'));
  try {
    const json = { g1_lagrange: ['0x00'], g2_monomial: ['0x00'], g1_monomial: ['0x00'] };
    writeFileSync(join(folder, 'setup.json'), JSON.stringify(json));
    writeFileSync(join(folder, 'setup.txt'), '4096\n65\n00');
    for (const file of ['setup.json', 'setup.txt']) {
      assert.throws(() => ckzg.loadTrustedSetup(0, join(folder, file)), { code: 'SETUP' });
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  ckzg.loadTrustedSetup(0);
  assert.throws(() => ckzg.loadTrustedSetup(0), /already/);

  const commitment = ckzg.blobToKzgCommitment(blob);
  const [z, proofs] = [integer(5), [ckzg.computeBlobKzgProof(blob, commitment)]];
  const [proof, y] = ckzg.computeKzgProof(blob, z);
  assert.equal(ckzg.verifyKzgProof(commitment, z, y, proof), true);
  assert.equal(ckzg.verifyKzgProof(commitment, y, y, proof), false);
  assert.equal(ckzg.verifyBlobKzgProof(blob, commitment, proofs[0]), true);
  assert.equal(ckzg.verifyBlobKzgProof(blob, commitment, proof), false);
  assert.equal(ckzg.verifyBlobKzgProofBatch([blob], [commitment], proofs), true);
  assert.equal(ckzg.verifyBlobKzgProofBatch([], [], []), true);

  const [cells, cellProofs] = ckzg.computeCellsAndKzgProofs(blob);
  assert.deepEqual(ckzg.computeCells(blob), cells);
  assert.deepEqual(concat(...cells).subarray(0, ckzg.BYTES_PER_BLOB), blob);
  const indices = Array.from({ length: 64 }, (_, i) => 2 * i + 1);
  const half = indices.map((index) => cells[index]);
  assert.deepEqual(ckzg.recoverCellsAndKzgProofs(indices, half), [cells, cellProofs]);
  const some = [0, 100].map((i) => [commitment, i, cells[i], cellProofs[i]]);
  const columns = [0, 1, 2, 3].map((at) => some.map((row) => row[at]));
  assert.equal(ckzg.verifyCellKzgProofBatch(...columns), true);
  columns[1] = [0, 99];
  assert.equal(ckzg.verifyCellKzgProofBatch(...columns), false);
});

test('c-kzg: the default export has every name', () => {
  const { default: everything, ...named } = names;
  assert.deepEqual({ ...everything }, named);
});

test('kzg-wasm: each function, and its errors', async () => {
  const all = await loadKZG();
  const text = (value) => `0x${hex(value)}`;
  const blob = text(concat(...Array.from({ length: 4096 }, (_, i) => integer(i))));
  const commitment = all.blobToKZGCommitment(blob);
  assert.equal(all.blobToKzgCommitment(blob), commitment);
  const proof = all.computeBlobKZGProof(blob, commitment);
  assert.equal(all.computeBlobProof(blob, commitment), proof);
  assert.equal(all.verifyBlobKZGProof(blob, commitment, proof), true);
  assert.equal(all.verifyBlobKZGProof(blob, commitment, commitment), false);
  assert.equal(all.verifyBlobKZGProofBatch([blob], [commitment], [proof]), true);
  const twice = [blob, commitment, proof].map((one) => [one, one]);
  assert.equal(all.verifyBlobProofBatch(...twice), true);
  assert.equal(all.verifyBlobProofBatch([blob], [commitment], [commitment]), false);
  assert.throws(() => all.verifyBlobProofBatch([blob], [commitment], []), /1 of each/);
  const c = vectors('kzg').find((one) => one.text('name').startsWith('verify_kzg_proof correct'));
  const given = ['commitment', 'z', 'y', 'proof'].map((key) => text(c.bytes(key)));
  assert.equal(all.verifyKZGProof(...given), true);
  given[2] = text(integer(7));
  assert.equal(all.verifyProof(...given), false);

  const { cells, proofs } = all.computeCellsAndKZGProofs(blob);
  assert.deepEqual(all.computeCells(blob), cells);
  assert.deepEqual(all.computeCellsAndProofs(blob), [cells, proofs]);
  const indices = Array.from({ length: 64 }, (_, i) => 2 * i + 1);
  const half = indices.map((index) => cells[index]);
  assert.deepEqual(all.recoverCellsFromKZGProofs(indices, half, 64), { cells, proofs });
  assert.deepEqual(all.recoverCellsAndProofs(indices, half), [cells, proofs]);
  assert.equal(all.verifyCellKZGProof(commitment, cells.slice(0, 3), proofs.slice(0, 3)), true);
  assert.equal(all.verifyCellKZGProof(commitment, cells.slice(1, 3), proofs.slice(1, 3)), false);
  const some = [[commitment, commitment], [5, 9], [cells[5], cells[9]], [proofs[5], proofs[9]]];
  assert.equal(all.verifyCellKZGProofBatch(...some, 2), true);
  assert.equal(all.verifyCellKzgProofBatch(...some), true);
  assert.throws(() => all.verifyCellKZGProofBatch(...some, 3), /3 of each/);

  assert.equal(all.verifyBlobKZGProof('0x', commitment, proof), false);
  assert.throws(() => all.verifyBlobKZGProof(7, commitment, proof), TypeError);
  assert.throws(() => all.verifyBlobKZGProof(blob.slice(2), commitment, proof), TypeError);
  assert.throws(() => all.blobToKZGCommitment('0x0'), TypeError);
  assert.throws(() => all.blobToKZGCommitment('0x'), { code: 'LENGTH' });
  await assert.rejects(loadKZG(16), RangeError);
  const short = { g1_lagrange: '', g2_monomial: '', g1_monomial: '' };
  await assert.rejects(loadKZG(0, short), { code: 'SETUP' });
  all.freeTrustedSetup();
  assert.throws(() => all.computeCells(blob), /freed/);
  assert.equal(all.loadTrustedSetup(), 0);
  assert.equal(all.blobToKZGCommitment(blob), commitment);
});

const BAD_ENCODING = { code: 'BLST_BAD_ENCODING' };
const IS_INFINITY = { code: 'BLST_PK_IS_INFINITY' };

test('chainsafe-blst: keys, signatures and their encodings', () => {
  const { SecretKey, PublicKey, Signature } = blst;
  const secret = SecretKey.fromKeygen(new Uint8Array(32).fill(7), utf8('info'));
  const [key, text] = [secret.toPublicKey(), utf8('a message')];
  const signature = secret.sign(text);
  assert.deepEqual(secret.toBytes(), bls.minPk.keyGen(new Uint8Array(32).fill(7), utf8('info')));
  assert.deepEqual(key.toBytes(), bls.minPk.publicKey(secret.toBytes()));
  assert.deepEqual(signature.toBytes(), bls.minPk.sign(secret.toBytes(), text));
  assert.deepEqual(SecretKey.fromHex(secret.toHex()).toBytes(), secret.toBytes());
  assert.equal(secret.toHex(), `0x${hex(secret.toBytes())}`);
  const child = SecretKey.deriveMasterEip2333(secret.toBytes()).deriveChildEip2333(3);
  assert.notDeepEqual(child.toBytes(), secret.toBytes());
  const lengths = [
    [PublicKey, key, blst.PUBLIC_KEY_LENGTH_COMPRESSED, blst.PUBLIC_KEY_LENGTH_UNCOMPRESSED],
    [Signature, signature, blst.SIGNATURE_LENGTH_COMPRESSED, blst.SIGNATURE_LENGTH_UNCOMPRESSED],
  ];
  for (const [Class, point, small, large] of lengths) {
    assert.equal(point.toBytes().length, small);
    assert.equal(point.toBytes(false).length, large);
    for (const compress of [true, false, undefined, null]) {
      assert.deepEqual(Class.fromBytes(point.toBytes(compress), true).toBytes(), point.toBytes());
      assert.deepEqual(Class.fromHex(point.toHex(compress)).toBytes(), point.toBytes());
    }
    assert.throws(() => Class.fromBytes(point.toBytes().subarray(1)), BAD_ENCODING);
    assert.throws(() => Class.fromBytes(new Uint8Array(small)), BAD_ENCODING);
    assert.throws(() => Class.fromHex('0x0'), { code: 'INVALID_HEX' });
    const identity = concat([0xc0], new Uint8Array(small - 1));
    assert.deepEqual(Class.fromBytes(identity).toBytes(), identity);
    assert.throws(() => Class.fromBytes(identity, true), IS_INFINITY);
  }
  assert.throws(() => SecretKey.fromBytes(integer(0)), BAD_ENCODING);
  assert.equal(blst.verify(text, key, signature, true, true), true);
  assert.equal(blst.verify(utf8('another'), key, signature), false);
  const identity = PublicKey.fromBytes(concat([0xc0], new Uint8Array(47)));
  assert.throws(() => identity.keyValidate(), IS_INFINITY);
  assert.equal(blst.verify(text, identity, signature), false);
  assert.throws(() => blst.verify(text, signature, signature), TypeError);
  assert.throws(() => blst.aggregatePublicKeys([key, identity], true), IS_INFINITY);
  assert.deepEqual(blst.aggregatePublicKeys([key, identity]).toBytes(), key.toBytes());
});

test('chainsafe-blst: points outside their group can only be looked at', () => {
  const all = vectors('bls12-381-uncompressed');
  const NOT_IN_GROUP = { code: 'BLST_POINT_NOT_IN_GROUP' };
  let ran = 0;
  for (const [group, Class] of [['g1', blst.PublicKey], ['g2', blst.Signature]]) {
    for (const c of all.filter((one) => one.text('group') === group)) {
      if (c.text('in-subgroup') === 'yes') continue;
      const bytes = c.bytes('bytes');
      let point;
      try {
        point = Class.fromBytes(bytes);
      } catch (error) {
        // No point of the curve at all.
        assert.match(error.code, /^BLST_(BAD_ENCODING|POINT_NOT_ON_CURVE)$/);
        continue;
      }
      ran += 1;
      assert.throws(() => Class.fromBytes(bytes, true), NOT_IN_GROUP);
      assert.throws(() => point.keyValidate?.() ?? point.sigValidate(), NOT_IN_GROUP);
      const sum = group === 'g1' ? blst.aggregatePublicKeys : blst.aggregateSignatures;
      assert.throws(() => sum([point]), NOT_IN_GROUP);
      assert.deepEqual(point.toBytes(false), bytes);
      assert.throws(() => point.toBytes(), NOT_IN_GROUP);
      const secret = blst.SecretKey.fromBytes(integer(5));
      const [key, text] = [secret.toPublicKey(), utf8('a message')];
      const given = group === 'g1' ? [point, secret.sign(text)] : [key, point];
      assert.equal(blst.verify(text, ...given), false);
    }
  }
  assert.ok(ran >= 2, `${ran} points`);
  for (const Class of [blst.PublicKey, blst.Signature, blst.SecretKey]) {
    assert.throws(() => new Class(integer(5)), /can not new it/);
  }
});

test('chainsafe-blst: sums and batches', async () => {
  const secrets = [1, 2, 3].map((n) => blst.SecretKey.fromBytes(integer(n)));
  const [pks, text] = [secrets.map((secret) => secret.toPublicKey()), utf8('a message')];
  const sigs = secrets.map((secret) => secret.sign(text));
  const sum = blst.aggregateSignatures(sigs);
  assert.equal(blst.verify(text, blst.aggregatePublicKeys(pks), sum), true);
  assert.equal(blst.fastAggregateVerify(text, pks, sum), true);
  assert.equal(blst.fastAggregateVerify(text, pks.slice(1), sum), false);
  assert.equal(blst.fastAggregateVerify(text, [], sum), false);
  const serialized = sigs.map((sig) => sig.toBytes());
  assert.deepEqual(blst.aggregateSerializedSignatures(serialized).toBytes(), sum.toBytes());
  assert.deepEqual(
    blst.aggregateSerializedPublicKeys(pks.map((pk) => pk.toBytes(false))).toBytes(),
    blst.aggregatePublicKeys(pks).toBytes(),
  );
  assert.throws(() => blst.aggregateSignatures([]), { code: 'BLST_AGGR_TYPE_MISMATCH' });
  const texts = [text, utf8('two'), utf8('three')];
  const own = secrets.map((secret, i) => secret.sign(texts[i]));
  assert.equal(blst.aggregateVerify(texts, pks, blst.aggregateSignatures(own)), true);
  assert.equal(blst.aggregateVerify(texts, pks, sum), false);
  const sets = own.map((sig, i) => ({ msg: texts[i], pk: pks[i], sig }));
  assert.equal(blst.verifyMultipleAggregateSignatures(sets), true);
  sets[1].sig = own[0];
  assert.equal(blst.verifyMultipleAggregateSignatures(sets), false);
  const blinded = serialized.map((sig, i) => ({ pk: pks[i], sig }));
  for (const made of [blst.aggregateWithRandomness(blinded),
    await blst.asyncAggregateWithRandomness(blinded)]) {
    assert.equal(blst.verify(text, made.pk, made.sig), true);
    assert.notDeepEqual(made.sig.toBytes(), sum.toBytes());
  }
  blinded[0].sig = serialized[1];
  const wrong = blst.aggregateWithRandomness(blinded);
  assert.equal(blst.verify(text, wrong.pk, wrong.sig), false);
});

test('chainsafe-blst: published cases', () => {
  // What must not hold may throw when points are made.
  const made = (c, run) => {
    try {
      return run();
    } catch (error) {
      return ['no', 'error'].includes(c.text('result')) ? c.text('result') : error.code;
    }
  };
  let ran = 0;
  for (const c of vectors('bls-eth')) {
    const run = {
      sign() {
        const secret = blst.SecretKey.fromBytes(c.bytes('secret'));
        return secret.sign(c.bytes('message')).toHex().slice(2);
      },
      verify: () =>
        blst.verify(
          c.bytes('message'),
          blst.PublicKey.fromBytes(c.bytes('key'), true),
          blst.Signature.fromBytes(c.bytes('signature')),
        ) ? 'yes' : 'no',
      aggregate: () => hex(blst.aggregateSerializedSignatures(c.list('signature')).toBytes()),
    }[c.text('function')];
    if (!run) continue;
    ran += 1;
    assert.equal(made(c, run), c.text('result'), c.text('name'));
  }
  assert.ok(ran >= 5, `${ran} cases`);
});
