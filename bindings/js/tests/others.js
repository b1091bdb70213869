// Runs the tests of other packages, unchanged, against `curvemark/compat/…`, and prints how many
// passed (`tools/js.sh --others`):
//
//   node others.js --folder FOLDER [--c-kzg SOURCES] [--blst-ts SOURCES] [--kzg-wasm SOURCES]
//
// FOLDER has the packages that they need installed, and `curvemark`. SOURCES are checkouts of
// ethereum/c-kzg-4844, ChainSafe/blst-ts and ethereumjs/kzg-wasm. Their tests stand in folders of
// their own next to an index of ours, which is what they import as their package.
import { spawnSync } from 'node:child_process';
import {
  cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const text = { type: 'string' };
const { values: given } = parseArgs({
  options: { folder: text, 'c-kzg': text, 'blst-ts': text, 'kzg-wasm': text },
});
const folder = resolve(given.folder);

const copy = (from, to) => cpSync(from, to, { recursive: true });
const exported = (file, what, name) =>
  writeFileSync(file, `export ${what} from 'curvemark/compat/${name}';\n`);
const SETUP = 'C-KZG locating trusted setup file should return';

/** Each suite: where its tests are, what stands for its package, and what of it is left out. */
const SUITES = {
  'c-kzg': {
    run: 'bindings/node.js/test/kzg.test.ts',
    root: 'bindings/node.js',
    prepare(from, to) {
      copy(join(from, this.root, 'test'), join(to, this.root, 'test'));
      symlinkSync(join(from, 'tests'), join(to, 'tests'));
      mkdirSync(join(to, this.root, 'lib'));
      exported(join(to, this.root, 'lib/kzg.js'), '{ default }', 'c-kzg');
    },
    leftOut: {
      [`${SETUP} a txt path if a json file is provided and exists`]:
        'it asks for the path of a text that the package makes of JSON: ours reads both',
      [`${SETUP} the same txt path if provided and exists`]: 'the same',
    },
  },
  'blst-ts': {
    run: 'test/unit',
    prepare(from, to) {
      for (const name of ['unit', 'utils', '__fixtures__']) {
        copy(join(from, 'test', name), join(to, 'test', name));
      }
      exported(join(to, 'index.js'), '*', 'chainsafe-blst');
      writeFileSync(join(to, 'package.json'), '{ "type": "module", "main": "index.js" }\n');
    },
  },
  'kzg-wasm': {
    run: 'test/index.spec.ts',
    prepare(from, to) {
      copy(join(from, 'test'), join(to, 'test'));
      mkdirSync(join(to, 'src'));
      cpSync(join(from, 'src/util.ts'), join(to, 'src/util.ts'));
      exported(join(to, 'src/index.ts'), '{ loadKZG }', 'kzg-wasm');
    },
  },
};

// `before` and `after` are mocha's names. What is ours is loaded by node itself.
writeFileSync(join(folder, 'names.mjs'), `
  import { afterAll, beforeAll } from 'vitest';
  globalThis.before = (a, b) => beforeAll(b ?? a);
  globalThis.after = (a, b) => afterAll(b ?? a);
`);
writeFileSync(join(folder, 'vitest.config.mjs'), `
  export default { test: {
    globals: true, hookTimeout: 900_000, testTimeout: 900_000,
    setupFiles: [${JSON.stringify(join(folder, 'names.mjs'))}],
    pool: 'forks', poolOptions: { forks: { singleFork: true } },
    server: { deps: { external: [/curvemark/, /blst-ts.index\\.js/] } },
  } };
`);

let faults = 0;
for (const [name, suite] of Object.entries(SUITES)) {
  const { run, root = '.', leftOut = {} } = suite;
  if (given[name] === undefined) {
    console.log(`SKIPPED: ${name}'s tests: no sources were named`);
    continue;
  }
  const from = resolve(given[name]);
  if (!existsSync(from)) throw new Error(`there is no ${from}`);
  const to = join(folder, name);
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to);
  suite.prepare(from, to);
  const report = join(folder, `${name}.json`);
  rmSync(report, { force: true });
  const vitest = join(folder, 'node_modules/vitest/vitest.mjs');
  const options = ['--config', join(folder, 'vitest.config.mjs'), '--root', '.'];
  const where = [join(to, run), '--reporter=json', `--outputFile=${report}`];
  const ran = spawnSync(process.execPath, [vitest, 'run', ...options, ...where],
    { cwd: join(to, root), encoding: 'utf8' });
  if (!existsSync(report)) throw new Error(`${name}: ${ran.stdout}${ran.stderr}`);
  const files = JSON.parse(readFileSync(report)).testResults;
  const tests = files.flatMap((file) => file.assertionResults);
  const of = (status) => tests.filter((one) => one.status === status);
  const wrong = (what) => {
    faults += 1;
    console.log(`${name}: ${what}`);
  };
  for (const file of files) if (file.message) wrong(`${file.name}: ${file.message}`);
  const failed = new Map(of('failed').map((one) => [one.fullName, one.failureMessages[0]]));
  for (const [one, why] of failed) {
    if (leftOut[one]) console.log(`${name}: left out: ${one}: ${leftOut[one]}`);
    else wrong(`FAILED: ${one}: ${why}`);
  }
  for (const one of Object.keys(leftOut)) {
    if (!failed.has(one)) wrong(`${one} is left out and does not fail`);
  }
  for (const one of [...of('skipped'), ...of('pending'), ...of('todo')]) {
    console.log(`${name}: skipped there: ${one.fullName}`);
  }
  if (of('passed').length === 0) wrong('no test ran');
  console.log(`${name}: ${of('passed').length} of ${tests.length} tests passed`);
}
process.exit(faults ? 1 : 0);
