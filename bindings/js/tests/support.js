// What tests share: hexadecimal, and the published cases of the folder `vectors`.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const repository = process.env.CURVEMARK_REPOSITORY ?? join(import.meta.dirname, '../../..');

export const hex = (value) => Buffer.from(value).toString('hex');

export function fromHex(text) {
  const bytes = Uint8Array.from(Buffer.from(text, 'hex'));
  if (bytes.length * 2 !== text.length) throw new Error(`not hexadecimal: ${text}`);
  return bytes;
}

export const utf8 = (text) => new TextEncoder().encode(text);
export const sha256 = (value) => new Uint8Array(createHash('sha256').update(value).digest());
export const concat = (...parts) =>
  Uint8Array.from(Buffer.concat(parts.map((part) => Uint8Array.from(part))));

/** A big-endian integer of so many bytes. */
export const integer = (value, length = 32) =>
  fromHex(BigInt(value).toString(16).padStart(2 * length, '0'));

export const readRepository = (path) => readFileSync(join(repository, path));

/** A case of a file: its values by key, in their order. */
class Case {
  #values = new Map();

  constructor(block) {
    for (const line of block.split('\n')) {
      const at = line.indexOf(' =');
      const key = line.slice(0, at);
      const value = line.slice(at + 2).trim();
      this.#values.set(key, [...(this.#values.get(key) ?? []), value]);
    }
  }

  all(key) {
    return this.#values.get(key) ?? [];
  }

  text(key) {
    return this.all(key)[0];
  }

  bytes(key) {
    const text = this.text(key);
    if (text === undefined) throw new Error(`${this.text('name')} has no ${key}`);
    return fromHex(text);
  }

  /** Each value as bytes. */
  list(key) {
    return this.all(key).map(fromHex);
  }
}

/** The cases of a file. */
export function vectors(name) {
  const blocks = readRepository(`vectors/${name}.txt`).toString().trim().split(/\n\n+/);
  // The first block is about the file.
  const count = Number(new Case(blocks[0]).text('count'));
  const cases = blocks.slice(1).map((block) => new Case(block));
  if (cases.length !== count) throw new Error(`${name}: ${cases.length} cases, not ${count}`);
  return cases;
}

/** What a function does: its answer, `yes` or `no` for a verdict, or `error`. */
export function outcome(run, CurvemarkError) {
  try {
    const answer = run();
    if (typeof answer === 'boolean') return answer ? 'yes' : 'no';
    return answer === undefined ? 'yes' : hex(answer);
  } catch (error) {
    if (!(error instanceof CurvemarkError) || error.code === 'PANIC') throw error;
    return 'error';
  }
}
