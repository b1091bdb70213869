// What the modules weigh: as files, and as a server sends them. A module that has grown by more than
// a twentieth fails, so that whoever makes it grow says so here, in README and in docs/build.md.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { gzipSync } from 'node:zlib';

const folder = dirname(createRequire(import.meta.url).resolve('curvemark/package.json'));

/** Bytes at 29 November 2026, and what a module may have whatever it had. */
const LEDGER = [
  ['bls.wasm', 337_333, 110_609, 350_000, 130_000],
  ['curvemark.wasm', 1_495_265, 412_017, Infinity, Infinity],
];

for (const [name, bytes, compressed, most, mostCompressed] of LEDGER) {
  test(`the size of ${name}`, () => {
    const module = readFileSync(join(folder, name));
    const small = gzipSync(module, { level: 9 }).length;
    const said = `${name}: ${module.length} bytes, ${small} compressed`;
    assert.ok(module.length <= most && small <= mostCompressed, said);
    assert.ok(module.length <= 1.05 * bytes && small <= 1.05 * compressed, said);
    // What has become much smaller is written down too, or the ledger says nothing.
    assert.ok(module.length >= 0.9 * bytes && small >= 0.9 * compressed, said);
  });
}
