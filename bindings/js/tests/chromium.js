// Chromium, driven by its own protocol over two pipes: no package is needed. CHROMIUM names the
// browser if it is none of the usual ones.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';

const names = [process.env.CHROMIUM, 'chromium', 'chromium-browser', 'google-chrome'];
export const chromium =
  names.find((name) => name && spawnSync(name, ['--version']).status === 0);

export const OPTIONS =
  ['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run', '--hide-scrollbars'];

const TYPES = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
};

/** A server of a folder of files, on a free port of this machine. */
export async function served(folder) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const path = join(folder, normalize(pathname === '/' ? '/index.html' : pathname));
    const type = TYPES[extname(path)] ?? 'application/octet-stream';
    try {
      if (!statSync(path).isFile()) throw new Error('no file');
      response.writeHead(200, { 'content-type': type }).end(readFileSync(path));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, 'localhost', resolve));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://localhost:${server.address().port}/`, close };
}

/** A browser with one page. */
export class Browser {
  #profile = mkdtempSync(join(tmpdir(), 'curvemark-'));
  #process;
  #next = 1;
  #waiting = new Map();
  #session;
  /** What the page asked for, what it failed with, and what it wrote into the console. */
  requests = [];
  faults = [];

  static async start() {
    const browser = new Browser();
    await browser.#start();
    return browser;
  }

  async #start() {
    const options = [...OPTIONS, `--user-data-dir=${this.#profile}`, '--remote-debugging-pipe'];
    this.#process = spawn(chromium, options, {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    });
    this.#process.on('exit', (code) => {
      for (const { reject } of this.#waiting.values()) {
        reject(new Error(`the browser ended with ${code}`));
      }
    });
    // Each message ends with a zero.
    let rest = Buffer.alloc(0);
    this.#process.stdio[4].on('data', (data) => {
      rest = Buffer.concat([rest, data]);
      for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
        this.#heard(JSON.parse(rest.subarray(0, end).toString()));
        rest = rest.subarray(end + 1);
      }
    });
    const { targetId } = await this.send('Target.createTarget', { url: 'about:blank' });
    const attached = { targetId, flatten: true };
    this.#session = (await this.send('Target.attachToTarget', attached)).sessionId;
    for (const domain of ['Page', 'Runtime', 'Network', 'Log']) await this.send(`${domain}.enable`);
  }

  #heard({ id, result, error, method, params }) {
    if (id !== undefined) {
      const { resolve, reject } = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error) reject(new Error(error.message));
      else resolve(result);
    }
    if (method === 'Network.requestWillBeSent') this.requests.push(params.request.url);
    if (method === 'Runtime.exceptionThrown') {
      const { text, exception } = params.exceptionDetails;
      this.faults.push(exception?.description ?? text);
    }
    if (method === 'Log.entryAdded' && params.entry.level === 'error') {
      this.faults.push(`${params.entry.text} ${params.entry.url ?? ''}`);
    }
  }

  /** A command of the protocol, and its answer. */
  send(method, params = {}) {
    const id = this.#next++;
    const message = { id, method, params };
    if (this.#session) message.sessionId = this.#session;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#process.stdio[3].write(`${JSON.stringify(message)}\0`);
    });
  }

  /** What an expression is in the page. */
  async value(expression) {
    const options = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await this.send('Runtime.evaluate', options);
    if (exceptionDetails) {
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    }
    return result.value;
  }

  /** Waits until an expression is true in the page. */
  async until(expression, seconds = 60) {
    for (const end = Date.now() + 1000 * seconds; Date.now() < end; ) {
      if ((await this.value(expression)) === true) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const told = this.faults.join('\n');
    throw new Error(`after ${seconds} s it is not so that ${expression}\n${told}`);
  }

  async close() {
    this.#process.removeAllListeners('exit');
    if (this.#process.exitCode === null) {
      const ended = new Promise((resolve) => this.#process.on('exit', resolve));
      this.#process.kill();
      await ended;
    }
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}
