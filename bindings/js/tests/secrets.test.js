// What secrets decide in the compiled modules: nothing but whether they are valid. Only
// `limb::ct::declassify` makes that public, by an address, which is found as one place of a module.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { bls, ecdsa, ed25519, schnorr } from 'curvemark';
import { Machine } from './interpreter.js';
import { hex, integer, sha256, utf8 } from './support.js';

const folder = dirname(createRequire(import.meta.url).resolve('curvemark/package.json'));
const small = new Uint8Array(readFileSync(join(folder, 'bls.wasm')));
const large = new Uint8Array(readFileSync(join(folder, 'curvemark.wasm')));

const secret = (value) => ({ secret: value });
const room = (length) => ({ room: length });

/** Calls a function of a module and follows what is secret: its answers, and what was decided. */
function followed(bytes, name, values) {
  const random = (pointer, length) => {
    machine.memory.fill(7, pointer, pointer + length);
    machine.mark(pointer, length);
    return 0;
  };
  const machine = new Machine(bytes, { curvemark: { random } });
  const given = [];
  const answers = [];
  for (const value of values) {
    if (typeof value === 'number') {
      given.push(value);
      continue;
    }
    const content = value.secret ?? value;
    const length = content.room ?? content.length;
    const at = machine.call('curvemark_js_allocate', Math.max(length, 8));
    if (content.room === undefined) machine.memory.set(content, at);
    if (value.secret) machine.mark(at, length);
    else if (content.room !== undefined) answers.push([at, length]);
    given.push(at, length);
  }
  machine.findings.clear();
  [machine.executed, machine.selects] = [0, 0];
  assert.equal(machine.call(`curvemark_${name}`, ...given), 0, name);
  const bytesOf = ([at, length]) => machine.memory.slice(at, at + length);
  return {
    answers: answers.map(bytesOf),
    depends: answers.every(([at, length]) => machine.isMarked(at, length)),
    decided: [...machine.findings],
    executed: machine.executed,
    selects: machine.selects,
  };
}

const MESSAGE = utf8('a message');
const DIGEST = sha256(MESSAGE);
// Below every order.
const KEYS = [integer(5), sha256(utf8('one')).fill(0x3f, 0, 1)];
// Last, how many million instructions a public key and a signature may take.
const SCHEMES = [
  [0, 48, 96, bls.minPk, 'minPk', [16, 74]],
  [1, 96, 48, bls.minSig, 'minSig', [34.5, 27.2]],
];
const CURVES = [
  [0, ecdsa.secp256k1, 'secp256k1', [29.6, 29.9]],
  [1, ecdsa.p256, 'p256', [177, 178]],
];

/**
 * The paths: in which module, their names, what is called with a key, what must come out, and how
 * many verdicts are made public: whether a key is below the order and not zero; of a nonce and of
 * what is signed with it whether they may be used. Last, how many million instructions it may take.
 */
const paths = [];
for (const [scheme, keyBytes, signatureBytes, api, name, most] of SCHEMES) {
  paths.push(
    [small, `${name} public key`, 'bls_public_key',
      (key) => [scheme, secret(key), room(keyBytes)], (key) => api.publicKey(key), 2, most[0]],
    [small, `${name} sign`, 'bls_sign',
      (key) => [scheme, secret(key), MESSAGE, room(signatureBytes)],
      (key) => api.sign(key, MESSAGE), 2, most[1]],
  );
}
paths.push(
  [small, 'BLS key generation', 'bls_key_gen',
    (key) => [secret(key), MESSAGE, room(32)], (key) => bls.minPk.keyGen(key, MESSAGE), 1, 0.13],
);
for (const [curve, api, name, most] of CURVES) {
  paths.push(
    [large, `${name} public key`, 'ecdsa_public_key',
      (key) => [curve, secret(key), room(33)], (key) => api.publicKey(key), 2, most[0]],
    [large, `${name} sign`, 'ecdsa_sign',
      (key) => [curve, secret(key), DIGEST, room(64)], (key) => api.sign(key, DIGEST), 7, most[1]],
  );
}
paths.push(
  [large, 'Schnorr sign', 'schnorr_sign',
    (key) => [secret(key), MESSAGE, new Uint8Array(32), room(64)],
    (key) => schnorr.sign(key, MESSAGE, new Uint8Array(32)), 5, 32],
  [large, 'Ed25519 public key', 'ed25519_public_key',
    (key) => [secret(key), room(32)], (key) => ed25519.publicKey(key), 0, 27.5],
  [large, 'Ed25519 sign', 'ed25519_sign',
    (key) => [secret(key), MESSAGE, room(64)], (key) => ed25519.sign(key, MESSAGE), 0, 29.5],
);

/** Where verdicts are made public, by module. */
const seen = [];
for (const [module, path, name, given, expected, verdicts, most] of paths) {
  test(path, () => {
    const [one, other] = KEYS.map((key) => {
      const run = followed(module, name, given(key));
      assert.equal(hex(run.answers[0]), hex(expected(key)));
      assert.ok(run.depends, 'the answer does not depend on the secret: nothing was followed');
      return run;
    });
    assert.ok(one.executed <= most * 1e6, `${one.executed} instructions`);
    // The same instructions, whatever the key.
    assert.deepEqual([one.executed, one.selects], [other.executed, other.selects]);
    assert.deepEqual(one.decided, other.decided);
    // All of it is one place, the same one for all paths of a module.
    const places = (seen[module === small ? 0 : 1] ??= one.decided.map(([place]) => place));
    for (const [place, count] of one.decided) {
      assert.ok(place.startsWith('address') && places.length === 1 && place === places[0], place);
      assert.equal(count, verdicts);
    }
    assert.equal(one.decided.length, verdicts ? 1 : 0);
  });
}
