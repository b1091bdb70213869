// Published cases of the repository, through the package.
import assert from 'node:assert/strict';
import test from 'node:test';
import * as small from 'curvemark/bls';
import {
  CurvemarkError,
  bls,
  bls12_381,
  cashu,
  ecdsa,
  ed25519,
  groth16,
  keccak256,
  poseidon,
  schnorr,
} from 'curvemark';
import { concat, fromHex, hex, integer, outcome, sha256, vectors } from './support.js';

const of = (run) => outcome(run, CurvemarkError);

/** A verdict as the case says; where it says no, an error is one too. */
function judge(c, key, run) {
  const [expected, found] = [c.text(key), of(run)];
  const holds = expected === 'no' ? found !== 'yes' : found === expected;
  assert.ok(holds, `${c.text('name')}: ${found}, not ${expected}`);
}

/** An answer as the case says. */
const compare = (c, key, run) => assert.equal(of(run), c.text(key), `${c.text('name')}: ${key}`);

/** Runs a function on the cases of files, and asks that it says of some that it ran them. */
function cases(files, run) {
  for (const file of files) {
    test(file, () => {
      const ran = vectors(file).filter((c) => run(c) !== 'left out');
      assert.ok(ran.length > 0, `no case of ${file} was run`);
    });
  }
}

/** All functions of Ethereum's suite, of either module. */
const ethereumSuite = ({ minPk, ethereum }) => (c) => {
  const [keys, texts, signatures] = ['key', 'message', 'signature'].map((key) => c.list(key));
  if (c.text('suite') !== 'pop') return 'left out';
  switch (c.text('function')) {
    case 'sign':
      return compare(c, 'result', () => minPk.sign(c.bytes('secret'), texts[0]));
    case 'verify':
      return judge(c, 'result', () => minPk.verify(keys[0], texts[0], signatures[0]));
    case 'aggregate':
      return compare(c, 'result', () => minPk.aggregateSignatures(signatures));
    case 'fast_aggregate_verify':
      return judge(c, 'result', () => minPk.fastAggregateVerify(keys, texts[0], signatures[0]));
    case 'eth_fast_aggregate_verify':
      return judge(c, 'result', () => ethereum.fastAggregateVerify(keys, texts[0], signatures[0]));
    case 'eth_aggregate_pubkeys':
      return compare(c, 'result', () => minPk.aggregatePublicKeys(keys));
    case 'aggregate_verify':
      return judge(c, 'result', () => minPk.aggregateVerify(keys, texts, signatures[0]));
    case 'batch_verify':
      judge(c, 'result', () => minPk.verifySetsDeterministic(keys, texts, signatures));
      judge(c, 'result', () => {
        const sets = minPk.accumulator();
        keys.forEach((key, i) => sets.add(key, texts[i], signatures[i]));
        const verdict = sets.finish();
        sets.free();
        return verdict;
      });
      return judge(c, 'result', () => minPk.verifySets(keys, texts, signatures));
    case 'deserialization_G1':
      return judge(c, 'result', () => hex(bls12_381.g1.decode(keys[0])) && true);
    case 'deserialization_G2':
      return judge(c, 'result', () => hex(bls12_381.g2.decode(signatures[0])) && true);
    default:
      return 'left out';
  }
};

cases(['bls-eth', 'bls-wycheproof'], ethereumSuite(bls));
test('bls-eth by the small module', () => vectors('bls-eth').forEach(ethereumSuite(small)));

cases(['bip340'], (c) => {
  const given = [c.bytes('key'), c.bytes('message'), c.bytes('signature')];
  judge(c, 'holds', () => schnorr.verify(...given));
  judge(c, 'holds', () => schnorr.verifyBatch(...given.map((value) => [value])));
  if (c.text('secret') === undefined) return;
  const [secret, auxiliary] = [c.bytes('secret'), c.bytes('aux')];
  compare(c, 'signature', () => schnorr.sign(secret, given[1], auxiliary));
  compare(c, 'key', () => schnorr.publicKey(secret));
});

for (const [file, curve] of [['ecdsa-secp256k1', 'secp256k1'], ['ecdsa-p256', 'p256']]) {
  cases([file], (c) => {
    const digest = sha256(c.bytes('message'));
    judge(c, 'holds', () => ecdsa[curve].verify(c.bytes('key'), digest, c.bytes('signature')));
  });
}

cases(['ecdsa-sign'], (c) => {
  const isP256 = c.text('curve') === 'P-256';
  if (isP256 ? c.text('hash') !== 'SHA256' : c.text('entropy')) return 'left out';
  const digest = isP256 ? sha256(c.bytes('message')) : c.bytes('digest');
  const curve = isP256 ? ecdsa.p256 : ecdsa.secp256k1;
  const secret = c.bytes('secret');
  const signature = curve.sign(secret, digest);
  // On P-256 the case has the s of the equation, and the function the lower one.
  const compared = isP256 ? 32 : 64;
  assert.equal(hex(signature.slice(0, compared)), c.text('signature').slice(0, 2 * compared));
  const key = curve.publicKey(secret);
  assert.equal(curve.verify(key, digest, signature), true);
  assert.equal(curve.verifyLowS(key, digest, signature), true);
  assert.deepEqual(curve.recover(digest, curve.signRecoverable(secret, digest)), key);
  assert.deepEqual(curve.signatureFromDer(curve.signatureToDer(signature)), signature);
  assert.deepEqual(curve.verifyEach([key, key], [digest, sha256(digest)], [signature, signature]),
    [true, false]);
});

cases(['ed25519-verify'], (c) => {
  const given = [c.bytes('key'), c.bytes('msg'), c.bytes('sig')];
  judge(c, 'zip215', () => ed25519.verify(...given));
  judge(c, 'zip215', () => ed25519.verifyBatch(...given.map((value) => [value])));
  if (c.text('seed') === undefined) return;
  compare(c, 'sig', () => ed25519.sign(c.bytes('seed'), given[1]));
  compare(c, 'key', () => ed25519.publicKey(c.bytes('seed')));
  assert.equal(ed25519.verify(...given, 'rfc8032-strict'), true);
});

cases(['hashes'], (c) => {
  if (c.text('function') !== 'Keccak-256') return 'left out';
  compare(c, 'digest', () => keccak256(c.bytes('message')));
});

cases(['poseidon-bn254'], (c) => {
  const inputs = c.list('input').map((input) => input.reverse());
  if (c.text('initial') || c.all('output').length !== 1) return 'left out';
  compare(c, 'output', () => poseidon.bn254.hash(inputs).reverse());
});

for (const [file, group] of [['rfc9380-g1', 'g1'], ['rfc9380-g2', 'g2']]) {
  cases([file], (c) => {
    if (c.text('variant') !== 'RO') return 'left out';
    compare(c, 'point', () => bls12_381[group].hash(c.bytes('msg'), c.bytes('dst')));
  });
}

const generators = () => vectors('bls12-381-multiples').find((c) => c.text('i') === '1');

cases(['bls12-381-multiples'], (c) => {
  const i = Number(c.text('i'));
  for (const name of ['g1', 'g2']) {
    const group = bls12_381[name];
    const [small, large] = [c.bytes(`${name}-compressed`), c.bytes(`${name}-uncompressed`)];
    const generator = generators().bytes(`${name}-uncompressed`);
    assert.deepEqual(group.decode(small), large);
    assert.deepEqual(group.decode(large), large);
    assert.deepEqual(group.compress([large, generator])[0], small);
    assert.deepEqual(group.mul(generator, integer(i)), large);
    assert.deepEqual(group.msm([generator], integer(i)), large);
    assert.deepEqual(group.msmUncheckedSubgroup(generator, [integer(i)]), large);
    if (i > 0) assert.deepEqual(group.sum(Array.from({ length: i }, () => generator)), large);
  }
});

test('a table of multiples', () => {
  const generator = generators().bytes('g1-uncompressed');
  const bases = bls12_381.g1.bases([generator, generator], 1_000_000);
  const five = bls12_381.g1.mul(generator, integer(5));
  assert.deepEqual(bases.msm([integer(2), integer(3)]), five);
  assert.deepEqual(bases.msm([integer(5)]), five);
  bases.free();
  assert.throws(() => bases.msm([integer(5)]), { code: 'POINTER' });
});

cases(['bls12-381-uncompressed'], (c) => {
  const group = bls12_381[c.text('group')];
  judge(c, 'in-subgroup', () => hex(group.decode(c.bytes('bytes'))) && true);
});

cases(['bls12-381-pairings'], (c) => {
  const given = ['g1', 'g2'].map((name) =>
    bls12_381[name].mul(generators().bytes(`${name}-uncompressed`), integer(c.text('i'))));
  compare(c, 'value', () => bls12_381.pairingProduct([given[0]], [given[1]]));
  assert.equal(bls12_381.pairingCheck([given[0]], [given[1]]), false);
});

cases(['cashu-v3-roundtrip'], (c) => {
  const { v3 } = cashu;
  const [secret, r, a] = ['secret', 'r', 'a'].map((key) => c.bytes(key));
  compare(c, 'y', () => v3.hashToCurve(secret));
  compare(c, 'k', () => v3.publicKey(a));
  compare(c, 'b-blind', () => v3.blind(secret, r));
  compare(c, 'c-blind', () => v3.sign(a, v3.blind(secret, r)));
  const signature = v3.unblind(v3.sign(a, v3.blind(secret, r)), r);
  assert.equal(hex(signature), c.text('c'));
  assert.equal(v3.verify(v3.publicKey(a), secret, signature), true);
  assert.equal(v3.verify(v3.publicKey(a), concat(secret, r), signature), false);
});

cases(['cashu-v3-batch'], (c) => {
  const proofs = c.all('proof').map((proof) => proof.split(',').map(fromHex));
  const [secrets, signatures, keys] = [0, 1, 2].map((at) => proofs.map((proof) => proof[at]));
  judge(c, 'verify', () => cashu.v3.verifyBatch(keys, secrets, signatures));
});

cases(['cashu-legacy'], (c) => {
  const { legacy } = cashu;
  switch (c.text('kind')) {
    case 'hash':
      return compare(c, 'point', () => legacy.hashToCurve(c.bytes('secret')));
    case 'blind':
      return compare(c, 'message', () => legacy.blind(c.bytes('secret'), c.bytes('r')));
    case 'sign':
    case 'prove': {
      const [k, message] = [c.bytes('k'), c.bytes('message')];
      compare(c, 'promise', () => legacy.sign(k, message).signature);
      const { signature, ...proof } = legacy.sign(k, message);
      const key = legacy.publicKey(k);
      assert.equal(legacy.verifyProof(key, message, signature, proof), true);
      return assert.equal(legacy.verifyProof(key, message, key, proof), false);
    }
    case 'promise':
      return assert.equal(
        legacy.verifyProof(c.bytes('key'), c.bytes('message'), c.bytes('promise'), {
          e: c.bytes('e'),
          s: c.bytes('s'),
        }),
        true,
      );
    case 'derive': {
      const given = [c.bytes('seed'), c.bytes('keyset'), BigInt(c.text('counter'))];
      compare(c, 'secret', () => legacy.deriveSecret(...given));
      return compare(c, 'r', () => legacy.deriveFactor(...given));
    }
    default:
      return 'left out';
  }
});

/** The order of the field of BN254. */
const Q = 21888242871839275222246405745257275088696311157297823662689037894645226208583n;

/** A point of snarkjs as arkworks writes it. */
function arkworks(text, curve) {
  const numbers = text.split(' ').map(BigInt);
  const half = numbers.length / 2;
  if (curve === 'bls12381') {
    // As ZCash does: big-endian, and imaginary parts first.
    const parts = [numbers.slice(0, half), numbers.slice(half)].flatMap((part) => part.reverse());
    return concat(...parts.map((part) => integer(part, 48)));
  }
  const bytes = concat(...numbers.map((part) => integer(part, 32).reverse()));
  // Little-endian; the highest bit says whether y is above −y, by its imaginary part unless zero.
  const sign = numbers.slice(half).findLast((part) => part !== 0n) ?? 0n;
  if (sign > Q - sign) bytes[bytes.length - 1] |= 0x80;
  return bytes;
}

const keys = {};

cases(['groth16-snarkjs'], (c) => {
  const curve = c.text('curve');
  const form = { bn128: 'bn254-uncompressed', bls12381: 'bls12-381-uncompressed' }[curve];
  if (c.text('name') === 'key') {
    const points = c.all('key').map((text) => arkworks(text, curve));
    const count = integer(points.length - 4, 8).reverse();
    const bytes = concat(...points.slice(0, 4), count, ...points.slice(4));
    keys[curve] = groth16.verifyingKey(form, bytes);
    return 'left out';
  }
  const proof = concat(...c.all('point').map((text) => arkworks(text, curve)));
  const inputs = c.all('input').map((value) => integer(value).reverse());
  judge(c, 'valid', () => keys[curve].verify(inputs, proof));
  if (c.text('valid') !== 'yes') return;
  assert.equal(keys[curve].inputs, inputs.length);
  assert.equal(keys[curve].verifyBatch([...inputs, ...inputs], [proof, proof]), true);
  const others = [...inputs, ...inputs.slice(1), inputs[0]];
  assert.equal(keys[curve].verifyBatch(others, [proof, proof]), false);
  assert.deepEqual(keys[curve].findInvalid(others, concat(proof, proof)), [1]);
});
