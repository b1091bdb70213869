// The boundary: types, lengths, points that are none, memory, secrets, workers.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import test from 'node:test';
import { Worker } from 'node:worker_threads';
import vm from 'node:vm';
import * as all from 'curvemark';
import * as small from 'curvemark/bls';
import { load, loadBls } from 'curvemark/load';
import { concat, hex, integer, readRepository, utf8 } from './support.js';

const { bls, bls12_381, bn254, cashu, ecdsa, ed25519, groth16, schnorr } = all;
const file = (name) => createRequire(import.meta.url).resolve(`curvemark/${name}`);
const message = utf8('a message');
const fails = (code, run) => assert.throws(run, { name: 'CurvemarkError', code });
const infinity = (length) => concat([0xc0], new Uint8Array(length - 1));

for (const [name, { minPk, minSig }] of [['curvemark', bls], ['curvemark/bls', small]]) {
  for (const [which, scheme] of [['minPk', minPk], ['minSig', minSig]]) {
    test(`${which} of ${name}`, () => {
      const secret = scheme.randomSecretKey();
      assert.notDeepEqual(scheme.randomSecretKey(), secret);
      const key = scheme.publicKey(secret);
      const signature = scheme.sign(secret, message);
      assert.equal(key.length, scheme.PUBLIC_KEY_BYTES);
      assert.equal(signature.length, scheme.SIGNATURE_BYTES);
      assert.equal(secret.length, scheme.SECRET_KEY_BYTES);
      assert.equal(scheme.verify(key, message, signature), true);
      assert.equal(scheme.verify(key, utf8('another'), signature), false);
      assert.equal(scheme.verifyPossession(key, scheme.provePossession(secret)), true);
      assert.equal(scheme.verifyPossession(key, signature), false);
      scheme.checkPublicKey(key);

      const other = scheme.deriveChild(scheme.deriveMaster(integer(7)), 2 ** 32 - 1);
      const keys = [key, scheme.publicKey(other)];
      const texts = [message, new Uint8Array()];
      const signatures = [signature, scheme.sign(other, texts[1])];
      assert.equal(scheme.verifySets(keys, texts, signatures), true);
      assert.equal(scheme.verifySets(concat(...keys), texts, concat(...signatures)), true);
      const swapped = [signatures[1], signatures[0]];
      assert.equal(scheme.verifySets(keys, texts, swapped), false);
      assert.deepEqual(scheme.findInvalidSets(keys, texts, [signature, signature]), [1]);
      const sum = scheme.aggregateSignatures(signatures);
      assert.equal(scheme.aggregateVerify(keys, texts, sum), true);
      const joint = scheme.aggregatePublicKeys(keys);
      const both = scheme.aggregateSignatures([signature, scheme.sign(other, message)]);
      assert.equal(scheme.verify(joint, message, both), true);
      assert.equal(scheme.fastAggregateVerify(keys, message, both), true);

      const [sets, more] = [scheme.accumulator(), scheme.accumulator()];
      sets.add(key, message, signature);
      more.add(keys[1], texts[1], signatures[1]);
      sets.merge(more);
      assert.equal(sets.finish(), true);
      fails('EMPTY', () => sets.finish());
      assert.throws(() => sets.merge({}), TypeError);
      fails('OVERLAP', () => sets.merge(sets));
      sets.free();
      fails('POINTER', () => sets.add(key, message, signature));
    });
  }
}

test('schemes are not mixed', () => {
  fails('ARGUMENT', () => bls.minPk.accumulator().merge(bls.minSig.accumulator()));
  assert.throws(() => bls.minPk.accumulator().merge(small.minPk.accumulator()), TypeError);
});

test('only bytes are bytes', () => {
  const secret = bls.minPk.randomSecretKey();
  const wrong = ['a message', undefined, null, 7, [1, 2], new Uint16Array(4), new ArrayBuffer(32),
    new DataView(new ArrayBuffer(32)), {}, { length: 32 }];
  for (const value of wrong) {
    assert.throws(() => bls.minPk.sign(secret, value), TypeError);
    assert.throws(() => bls.minPk.publicKey(value), TypeError);
    assert.throws(() => bls.minPk.verifySets([value], [message], [secret]), TypeError);
    assert.throws(() => ecdsa.p256.sign(value, secret), TypeError);
    assert.throws(() => all.keccak256(value), TypeError);
  }
  assert.throws(() => bls.minPk.verifySets(secret, message, secret), TypeError);
  assert.throws(() => bls.minPk.deriveChild(secret, 2 ** 32), TypeError);
  assert.throws(() => bls.minPk.deriveChild(secret, -1), TypeError);
  assert.throws(() => bls.minPk.deriveChild(secret, 0.5), TypeError);
  assert.throws(() => ed25519.verify(secret, message, concat(secret, secret), 'none'), TypeError);
  assert.throws(() => groth16.verifyingKey('toString', secret), TypeError);
  assert.throws(() => cashu.v3.deriveFactor(secret, concat([2], secret), 2n ** 64n), TypeError);
  // Buffers are, and views of larger memory, shared memory, and bytes of another realm.
  const key = bls.minPk.publicKey(secret);
  const view = concat([9], secret, [9]).subarray(1, 33);
  const shared = new Uint8Array(new SharedArrayBuffer(32));
  shared.set(secret);
  const foreign = vm.runInNewContext('new Uint8Array(32)');
  foreign.set(secret);
  for (const same of [Buffer.from(secret), view, shared, foreign]) {
    assert.deepEqual(bls.minPk.publicKey(same), key);
  }
});

test('wrong lengths are errors', () => {
  const { minPk } = bls;
  const secret = minPk.randomSecretKey();
  const key = minPk.publicKey(secret);
  const signature = minPk.sign(secret, message);
  for (const length of [0, 1, 31, 33, 64]) {
    const short = new Uint8Array(length).fill(1);
    for (const run of [
      () => minPk.publicKey(short),
      () => minPk.sign(short, message),
      () => ecdsa.secp256k1.publicKey(short),
      () => ecdsa.p256.sign(short, integer(1)),
      () => ecdsa.p256.sign(integer(1), short),
      () => schnorr.sign(short, message),
      () => schnorr.sign(integer(1), message, short),
      () => ed25519.sign(short, message),
      () => cashu.v3.blind(message, short),
      () => bls12_381.g1.mul(infinity(96), short),
    ]) fails('LENGTH', run);
  }
  for (const length of [0, 47, 49, 96, 97]) {
    fails('LENGTH', () => minPk.verify(new Uint8Array(length), message, signature));
  }
  for (const length of [0, 48, 95, 97, 192]) {
    fails('LENGTH', () => minPk.verify(key, message, new Uint8Array(length)));
  }
  fails('LENGTH', () => minPk.aggregateSignatures(signature.subarray(1)));
  // Items of wrong lengths whose sum is right.
  fails('LENGTH', () => minPk.aggregateSignatures(
    [signature.subarray(1), concat(signature, signature.subarray(0, 1))]));
  fails('EMPTY', () => minPk.aggregateSignatures([]));
  fails('EMPTY', () => minPk.verifySets([], [], []));
  fails('COUNT', () => minPk.verifySets([key], [message, message], [signature]));
  fails('KEY_MATERIAL', () => minPk.keyGen(new Uint8Array(31)));
  fails('LENGTH', () => bls12_381.g1.decode(new Uint8Array(64)));
  fails('COUNT', () => bls12_381.g1.msm([infinity(96)], []));
});

test('zero, the order and the identity are refused where they must be', () => {
  const { minPk } = bls;
  const order = integer(0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001n);
  fails('SCALAR_ZERO', () => minPk.publicKey(integer(0)));
  fails('SCALAR', () => minPk.publicKey(order));
  fails('POINT_IDENTITY', () => minPk.checkPublicKey(infinity(48)));
  fails('POINT_IDENTITY', () => minPk.verify(infinity(48), message, infinity(96)));
  fails('POINT_ENCODING', () => minPk.checkPublicKey(new Uint8Array(48)));
  assert.equal(bls.ethereum.fastAggregateVerify([], message, infinity(96)), true);
  const secret = integer(5);
  const key = minPk.publicKey(secret);
  assert.equal(minPk.verify(key, message, infinity(96)), false);
  const negated = key.slice();
  negated[0] ^= 0x20;
  fails('KEYS_CANCEL', () => minPk.aggregatePublicKeys([key, negated]));
  // (0, 2) is on the curve and not in the group.
  const outside = concat([0x80], new Uint8Array(47));
  fails('POINT_NOT_IN_SUBGROUP', () => minPk.checkPublicKey(outside));
  const zero = concat([0x40], new Uint8Array(95));
  assert.deepEqual(bls12_381.g1.sum([zero, zero]), zero);
  assert.deepEqual(bls12_381.g1.msm([zero], [integer(3)]), zero);
  assert.equal(bls12_381.pairingCheck([], []), true);
  assert.equal(bn254.pairingCheck([new Uint8Array(64)], [new Uint8Array(128)]), true);
  fails('POINT_NOT_ON_CURVE', () => bn254.g1.sum([concat(integer(1), integer(1))]));
});

test('a thousand calls take no more memory', () => {
  const secret = ecdsa.secp256k1.randomSecretKey();
  const large = new Uint8Array(100_000);
  const run = () => {
    ed25519.sign(secret, large);
    ecdsa.secp256k1.sign(secret, integer(1));
    assert.throws(() => bls.minPk.checkPublicKey(new Uint8Array(47)));
    bls.minPk.accumulator().free();
    all.keccak256(large);
  };
  for (let i = 0; i < 10; i++) run();
  const before = all.memoryBytes();
  for (let i = 0; i < 1000; i++) run();
  assert.equal(all.memoryBytes(), before);
});

test('handles that nobody uses are freed', async () => {
  const { setFlagsFromString } = await import('node:v8');
  setFlagsFromString('--expose-gc');
  const collect = vm.runInNewContext('gc');
  const text = new Uint8Array(50_000);
  const { minSig } = small;
  const secret = minSig.randomSecretKey();
  const [key, signature] = [minSig.publicKey(secret), minSig.sign(secret, text)];
  // Each holds a copy of the text.
  const round = async () => {
    for (let i = 0; i < 40; i++) minSig.accumulator().add(key, text, signature);
    collect();
    await new Promise((resolve) => setTimeout(resolve, 20));
  };
  for (let i = 0; i < 3; i++) await round();
  const before = small.memoryBytes();
  for (let i = 0; i < 5; i++) await round();
  // Less than the texts of one round, of five.
  assert.ok(small.memoryBytes() - before < 40 * text.length, `${small.memoryBytes()}`);
});

test('what does not fit is an error, and the module goes on', () => {
  assert.throws(() => all.keccak256(new Uint8Array(2 ** 31)), RangeError);
  assert.equal(hex(all.keccak256(new Uint8Array())).slice(0, 8), 'c5d24601');
});

test('no secret stays in the memory of the module', async () => {
  // An instance whose memory can be looked at.
  let memory;
  const Instance = WebAssembly.Instance;
  WebAssembly.Instance = function (...given) {
    const instance = new Instance(...given);
    memory = instance.exports.memory;
    return instance;
  };
  const { minPk } = await loadBls(readFileSync(file('bls.wasm')));
  WebAssembly.Instance = Instance;
  const secret = crypto.getRandomValues(new Uint8Array(32));
  secret[0] = 1;
  const text = crypto.getRandomValues(new Uint8Array(64));
  minPk.sign(secret, text);
  const now = Buffer.from(new Uint8Array(memory.buffer));
  assert.equal(now.indexOf(secret), -1, 'the secret key, as it was given');
  assert.equal(now.indexOf(Uint8Array.from(secret).reverse()), -1, 'the secret key, as words');
  assert.equal(now.indexOf(text), -1, 'the block of the call');
});

test('a module comes from bytes, itself, a response and a promise', async () => {
  const bytes = readFileSync(file('bls.wasm'));
  const response = new Response(bytes, { headers: { 'content-type': 'application/wasm' } });
  const secret = integer(5);
  const expected = bls.minPk.publicKey(secret);
  for (const source of [bytes, new WebAssembly.Module(bytes), response, Promise.resolve(bytes)]) {
    assert.deepEqual((await loadBls(source)).minPk.publicKey(secret), expected);
  }
  const whole = await load(readFileSync(file('curvemark.wasm')));
  assert.equal(whole.version, all.version);
  await assert.rejects(load(new Response('', { status: 404 })), /404/);
  await assert.rejects(load(new Uint8Array(8)), WebAssembly.CompileError);
});

test('the module imports random bytes only, and exports functions of the header', () => {
  const header = readRepository('bindings/c/include/curvemark.h').toString();
  for (const name of ['curvemark.wasm', 'bls.wasm']) {
    const module = new WebAssembly.Module(readFileSync(file(name)));
    assert.deepEqual(WebAssembly.Module.imports(module),
      [{ module: 'curvemark', name: 'random', kind: 'function' }]);
    const functions = WebAssembly.Module.exports(module).filter((e) => e.kind === 'function');
    // Rust calls the first by its name, so that it is visible.
    const own = ['__getrandom_v03_custom', 'curvemark_js_allocate', 'curvemark_js_free'];
    for (const { name } of functions) {
      const isOfHeader = header.includes(` ${name}(`) || header.includes(`*${name}(`);
      assert.ok(own.includes(name) || isOfHeader, name);
    }
  }
});

test('statuses have the names of the header', () => {
  const header = readRepository('bindings/c/include/curvemark.h').toString();
  const found = [...header.matchAll(/^ {4}CURVEMARK_(?:ERROR_)?([A-Z_]+) = (\d+),$/gm)];
  const statuses = found.slice(0, found.findIndex(([, name]) => name === 'PANIC') + 1);
  const core = readFileSync(file('package.json').replace('package.json', 'lib/core.js'));
  const names = core.toString().match(/CODES = \[([^\]]*)\]/)[1].match(/[A-Z_]+/g);
  assert.deepEqual(names, statuses.map(([, name]) => name));
  assert.deepEqual(statuses.map(([, , number]) => Number(number)), [...names.keys()]);
});

test('the version is that of the package, and of the repository', () => {
  const { version } = JSON.parse(readFileSync(file('package.json')));
  const manifest = readRepository('Cargo.toml').toString();
  assert.equal(version, manifest.match(/\[workspace\.package\]\nversion = "(.*)"/)[1]);
  assert.equal(version, all.version);
  assert.equal(version, small.version);
});

test('what is exported has a type', () => {
  for (const [name, exported] of [['index', all], ['bls', small]]) {
    const path = file('package.json').replace('package.json', `${name}.d.ts`);
    const types = readFileSync(path).toString();
    const declared = [...types.matchAll(/export declare const (\w+)/g)].map(([, name]) => name);
    assert.deepEqual([...declared, 'CurvemarkError'].sort(), Object.keys(exported).sort());
  }
});

test('a worker has a module of its own', async () => {
  const secret = integer(5);
  const program = `
    const { parentPort, workerData } = require('node:worker_threads');
    import('curvemark').then(({ bls }) =>
      parentPort.postMessage(bls.minPk.sign(workerData.secret, workerData.message)));`;
  const answers = await Promise.all([0, 1].map(() => new Promise((resolve, reject) => {
    const worker = new Worker(program, { eval: true, workerData: { secret, message } });
    worker.once('message', resolve);
    worker.once('error', reject);
  })));
  for (const answer of answers) assert.deepEqual(answer, bls.minPk.sign(secret, message));
});
