// The interpreter against the engine that runs this: each instruction on edges, and what is marked.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Machine } from './interpreter.js';

const leb = (value) => (value < 128 ? [value] : [(value & 127) | 128, ...leb(value >> 7)]);
const section = (id, bytes) => [id, ...leb(bytes.length), ...bytes];

/** A module with one page of memory, `m`, and a function `f` without arguments and results. */
function moduleOf(body) {
  const code = [...leb(body.length + 2), 0, ...body, 0x0b];
  return Uint8Array.from([
    0, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
    ...section(1, [1, 0x60, 0, 0]),
    ...section(3, [1, 0]),
    ...section(5, [1, 0, 1]),
    ...section(7, [2, 1, 0x66, 0, 0, 1, 0x6d, 2, 0]),
    ...section(10, [1, ...code]),
  ]);
}

// Operands stand at 0 and 8, the answer goes to 16: `i32` and `i64` load and store.
const i32 = { load: 0x28, store: 0x36, align: 2 };
const i64 = { load: 0x29, store: 0x37, align: 3 };
const constant = (at) => [0x41, at];
const loaded = ({ load, align }, at) => [...constant(at), load, align, 0];
const stored = ({ store, align }, value) => [...constant(16), ...value, store, align, 0];
const unary = (op, from, to) => stored(to, [...loaded(from, 0), op]);
const binary = (op, from, to) => stored(to, [...loaded(from, 0), ...loaded(from, 8), op]);
const to = (first, last) => Array.from({ length: last - first + 1 }, (_, i) => first + i);

const programs = [
  ...[0x45, 0x67, 0x68, 0x69, 0xc0, 0xc1].map((op) => [op, unary(op, i32, i32)]),
  ...[0x50].map((op) => [op, unary(op, i64, i32)]),
  ...[0x79, 0x7a, 0x7b, 0xc2, 0xc3, 0xc4].map((op) => [op, unary(op, i64, i64)]),
  ...[0xac, 0xad].map((op) => [op, unary(op, i32, i64)]),
  [0xa7, unary(0xa7, i64, i32)],
  ...[...to(0x46, 0x4f), ...to(0x6a, 0x78)].map((op) => [op, binary(op, i32, i32)]),
  ...to(0x51, 0x5a).map((op) => [op, binary(op, i64, i32)]),
  ...to(0x7c, 0x8a).map((op) => [op, binary(op, i64, i64)]),
  // Loads and stores of parts of words.
  ...[0x2c, 0x2d, 0x2e, 0x2f].map((op) => [op, stored(i32, [...constant(3), op, 0, 0])]),
  ...[0x30, 0x31, 0x32, 0x33, 0x34, 0x35]
    .map((op) => [op, stored(i64, [...constant(3), op, 0, 1])]),
  ...[0x3a, 0x3b].map((op) => [op, [...constant(17), ...loaded(i32, 0), op, 0, 2]]),
  ...[0x3c, 0x3d, 0x3e].map((op) => [op, [...constant(17), ...loaded(i64, 0), op, 0, 2]]),
  ['select', stored(i64, [...loaded(i64, 0), ...loaded(i64, 8), ...loaded(i32, 4), 0x1b])],
  ['if', stored(i32, [...loaded(i32, 4), 0x04, 0x7f, ...constant(5), 0x05, ...constant(6), 0x0b])],
  ['copy', [...constant(13), ...constant(1), ...constant(15), 0xfc, 10, 0, 0]],
  ['fill', [...constant(13), ...loaded(i32, 0), ...constant(15), 0xfc, 11, 0]],
  // A loop that doubles the word at 0 into 16 until it is 0 or has grown 20 times.
  ['loop', [
    0x02, 0x40, 0x03, 0x40,
    ...loaded(i32, 8), 0x45, 0x0d, 1,
    ...constant(8), ...loaded(i32, 8), ...constant(1), 0x76, 0x36, 2, 0,
    ...stored(i32, [...loaded(i32, 16), ...loaded(i32, 0), 0x6a]),
    0x0c, 0, 0x0b, 0x0b,
  ]],
  ['table', stored(i32, [
    0x02, 0x7f, 0x02, 0x7f, ...constant(7), ...loaded(i32, 0), 0x0e, 2, 0, 1, 0, 0x0b,
    ...constant(1), 0x6a, 0x0b,
  ])],
];

const EDGES = [
  0n, 1n, 2n, 31n, 32n, 33n, 63n, 64n, 0x7fn, 0x80n, 0x7fffn, 0x8000n, 0xffffn, 0x10000n,
  0x7fffffffn, 0x80000000n, 0xffffffffn, 0x100000000n, 0x1ffffffffn, 0x123456789abcdef0n,
  0x7fffffffffffffffn, 0x8000000000000000n, 0xfedcba9876543210n, 0xffffffff00000000n,
  0xffffffffffffffffn,
];

/** The first bytes of a memory after a run on two operands, or `trap`. */
function after(memory, x, y, run) {
  memory.fill(0x5a, 0, 64);
  const view = new DataView(memory.buffer);
  view.setBigUint64(0, x, true);
  view.setBigUint64(8, y, true);
  try {
    run();
  } catch {
    return 'trap';
  }
  return Buffer.from(memory.subarray(0, 64)).toString('hex');
}

test('each instruction does what the engine does', () => {
  let [compared, traps] = [0, 0];
  for (const [name, body] of programs) {
    const bytes = moduleOf(body);
    const { f, m } = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports;
    const machine = new Machine(bytes);
    for (const x of EDGES) {
      for (const y of EDGES) {
        const expected = after(new Uint8Array(m.buffer), x, y, f);
        const found = after(machine.memory, x, y, () => machine.call('f'));
        assert.equal(found, expected, `${name} of ${x}, ${y}`);
        compared++;
        if (found === 'trap') traps++;
      }
    }
  }
  assert.equal(compared, programs.length * EDGES.length ** 2);
  assert.ok(traps > 0, 'no division trapped');
});

/** What a program does with a secret, where its first operand is one. */
function followed(body, secretAt = 0, x = 6n, y = 3n) {
  const machine = new Machine(moduleOf(body));
  machine.mark(secretAt, 4);
  after(machine.memory, x, y, () => machine.call('f'));
  const kinds = [...machine.findings.keys()].map((place) => place.split(' ')[0]);
  return { kinds, selects: machine.selects, answer: machine.isMarked(16, 4) };
}

test('what depends on a secret is found', () => {
  const nothing = { kinds: [], selects: 0, answer: false };
  const program = (name) => programs.find(([other]) => other === name)[1];
  // Sums, products and masks of it, from either side, and through part of a word.
  for (const op of [0x46, 0x49, 0x6a, 0x6c, 0x71, 0x74, 0x77]) {
    const body = binary(op, i32, i32);
    assert.deepEqual(followed(body), { ...nothing, answer: true });
    assert.deepEqual(followed(body, 8), { ...nothing, answer: true });
    assert.deepEqual(followed(body, 24), nothing);
  }
  assert.equal(followed(program(0x2d)).answer, true);
  assert.equal(followed(program('copy'), 4).answer, true);
  assert.equal(followed(program('fill')).answer, true);
  // What is written over it is none.
  assert.equal(followed(stored(i32, constant(1)), 16).answer, false);
  // A division, a branch by each kind, an address.
  const division = { ...nothing, kinds: ['division'], answer: true };
  assert.deepEqual(followed(binary(0x6e, i32, i32)), division);
  assert.deepEqual(followed(binary(0x80, i64, i64)), division);
  assert.deepEqual(followed(program('if'), 4), { ...nothing, kinds: ['branch'] });
  assert.deepEqual(followed(program('loop'), 8).kinds, ['branch']);
  assert.deepEqual(followed(program('table')), { ...nothing, kinds: ['branch'] });
  const read = stored(i32, [...loaded(i32, 0), i32.load, 2, 0]);
  assert.deepEqual(followed(read), { ...nothing, kinds: ['address'] });
  const written = [...loaded(i32, 0), ...constant(1), i32.store, 2, 0];
  assert.deepEqual(followed(written), { ...nothing, kinds: ['address'] });
  // A selection, by its condition; of a secret, by none.
  assert.deepEqual(followed(program('select'), 4), { ...nothing, selects: 1, answer: true });
  assert.deepEqual(followed(program('select'), 8, 6n << 32n), nothing);
  assert.deepEqual(followed(program('select'), 8, 6n), { ...nothing, answer: true });
});
