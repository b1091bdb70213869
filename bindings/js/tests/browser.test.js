// The package in a browser and in a worker there, without a bundler. CHROMIUM names the browser if
// it is none of the usual ones.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import test from 'node:test';
import { bls } from 'curvemark';
import { hex, integer, utf8 } from './support.js';

const folder = dirname(createRequire(import.meta.url).resolve('curvemark/package.json'));
const names = [process.env.CHROMIUM, 'chromium', 'chromium-browser', 'google-chrome'];
const chromium = names.find((name) => name && spawnSync(name, ['--version']).status === 0);

/** What runs in the page and in its worker. */
const program = `
  import { bls } from '/curvemark/index.js';
  import * as small from '/curvemark/bls.js';
  import { setup } from '/curvemark/kzg-setup.js';
  const hex = (bytes) => Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');
  const secret = new Uint8Array(32);
  secret[31] = 5;
  const [key, text] = [bls.minPk.publicKey(secret), new TextEncoder().encode('a message')];
  const signature = bls.minPk.sign(secret, text);
  const holds = small.minPk.verify(key, text, signature);
  const random = bls.minPk.randomSecretKey().length;
  export const answer = { signature: hex(signature), holds, random, setup: setup.length };`;

const files = {
  '/program.js': program,
  '/worker.js': `import { answer } from '/program.js'; postMessage(answer);`,
  '/page.js': `
    import { answer } from '/program.js';
    const worker = new Worker('/worker.js', { type: 'module' });
    const inWorker = await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = (event) => reject(new Error(event.message));
    });
    await fetch('/result', { method: 'POST', body: JSON.stringify([answer, inWorker]) });`,
  '/': `<!doctype html><title>curvemark</title><script>
    const failed = (event) => fetch('/result', { method: 'POST',
      body: JSON.stringify(String(event.message ?? event.reason)) });
    addEventListener('error', failed);
    addEventListener('unhandledrejection', failed);
    </script><script type="module" src="/page.js"></script>`,
};

const TYPES = { '.js': 'text/javascript', '.wasm': 'application/wasm', '': 'text/html' };

const skip = chromium ? false : 'SKIPPED: no Chromium here; set CHROMIUM';

test('in Chromium', { skip, timeout: 300_000 },
  async () => {
    const profile = mkdtempSync(join(tmpdir(), 'curvemark-'));
    let browser;
    let server;
    try {
      const result = await new Promise((resolve, reject) => {
        server = createServer((request, response) => {
          const path = new URL(request.url, 'http://localhost').pathname;
          if (path === '/result') {
            let body = '';
            request.on('data', (data) => (body += data));
            request.on('end', () => resolve(JSON.parse(body)));
            response.end();
            return;
          }
          const packaged = join(folder, path.replace(/^\/curvemark\//, ''));
          const content = files[path] ??
            (path.startsWith('/curvemark/') && existsSync(packaged) && readFileSync(packaged));
          const type = TYPES[extname(path)] ?? 'application/octet-stream';
          // What a page must allow that has a policy.
          const policy = "default-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'";
          const headers = { 'content-type': type, 'content-security-policy': policy };
          response.writeHead(content ? 200 : 404, headers).end(content || '');
        }).listen(0, 'localhost', () => {
          const url = `http://localhost:${server.address().port}/`;
          const options = ['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run'];
          browser = spawn(chromium, [...options, `--user-data-dir=${profile}`, url],
            { stdio: 'ignore' });
          browser.on('error', reject);
          browser.on('exit', (code) => reject(new Error(`the browser ended with ${code}`)));
        });
      });
      const signature = hex(bls.minPk.sign(integer(5), utf8('a message')));
      const answer = { signature, holds: true, random: 32, setup: 792672 };
      assert.deepEqual(result, [answer, answer]);
    } finally {
      browser?.removeAllListeners('exit');
      if (browser?.exitCode === null) {
        const ended = new Promise((resolve) => browser.on('exit', resolve));
        browser.kill();
        await ended;
      }
      server?.close();
      server?.closeAllConnections();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    }
  });
