// The page of `page/`, as `tools/js.sh` puts it together: at the width of a desk and of a phone, in
// light and in dark. CURVEMARK_PAGE is its folder; CURVEMARK_SCREENSHOTS is a folder for pictures.
import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { Browser, chromium, served } from './chromium.js';

const folder = process.env.CURVEMARK_PAGE ?? join(import.meta.dirname, '../page');
const hasNoble = existsSync(join(folder, 'noble/curves'));
const skip = chromium ? false : 'SKIPPED: no Chromium here; set CHROMIUM';

const ROWS = ['BLS: sign', 'BLS: verify', 'secp256k1: verify', 'Ed25519: verify'];

/** Texts whose contrast with what is behind them is less than 4.5 : 1 (WCAG 2.2, 1.4.3). */
const PALE = `(() => {
  const numbers = (text) => text.match(/[\\d.]+/g).map(Number);
  const light = (colour) => {
    const [r, g, b] = numbers(colour).slice(0, 3).map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => {
    for (let e = element; e; e = e.parentElement) {
      const colour = getComputedStyle(e).backgroundColor;
      if ((numbers(colour)[3] ?? 1) === 1) return colour;
    }
  };
  return [...document.body.querySelectorAll('*')].filter((element) => {
    const words = [...element.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
    if (!words || element.closest('[hidden]')) return false;
    const [a, b] = [light(getComputedStyle(element).color), light(behind(element))];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) < 4.5;
  }).map((element) => element.outerHTML.slice(0, 80));
})()`;

/** What is wider than the page, or can be pressed and is smaller than 24 pixels (WCAG 2.5.8). */
const BAD_SIZES = `[...document.body.querySelectorAll('*')].filter((element) => {
  const { left, right, width, height } = element.getBoundingClientRect();
  if (width === 0) return false;
  const small = element.matches('button, textarea') && (width < 24 || height < 24);
  return small || left < 0 || right > innerWidth + 0.5;
}).map((element) => element.outerHTML.slice(0, 80))`;

async function look(browser, name) {
  assert.deepEqual(await browser.value(BAD_SIZES), [], `${name}: sizes`);
  assert.deepEqual(await browser.value(PALE), [], `${name}: contrast`);
  if (!process.env.CURVEMARK_SCREENSHOTS) return;
  const { data } =
    await browser.send('Page.captureScreenshot', { captureBeyondViewport: true });
  writeFileSync(join(process.env.CURVEMARK_SCREENSHOTS, `${name}.png`), data, 'base64');
}

const click = (browser, id) => browser.value(`document.getElementById('${id}').click()`);
const shown = (browser, id) => browser.value(`document.getElementById('${id}').textContent`);
const enabled = (browser, id) => browser.value(`!document.getElementById('${id}').disabled`);
const write = (browser, text) =>
  browser.value(`document.getElementById('message').value = ${JSON.stringify(text)}`);

async function visit(browser, url, name, { width, height, mobile, scheme }) {
  const [metrics, media] = ['Emulation.setDeviceMetricsOverride', 'Emulation.setEmulatedMedia'];
  await browser.send(metrics, { width, height, mobile, deviceScaleFactor: mobile ? 2 : 1 });
  const features = [{ name: 'prefers-color-scheme', value: scheme }];
  await browser.send(media, { features });
  await browser.send('Page.navigate', { url: `${url}?rounds=1&block=1` });
  await browser.until(`document.getElementById('sign')?.disabled === false`);
  const isDark = await browser.value(`matchMedia('(prefers-color-scheme: dark)').matches`);
  assert.equal(isDark, scheme === 'dark');
  assert.match(await shown(browser, 'loaded'), /^Version \d+\.\d+\.\d+ is loaded/);

  // Nothing can be verified before something is signed.
  assert.equal(await enabled(browser, 'verify'), false);
  const [key, first] = [await shown(browser, 'key'), 'Zwölf Boxkämpfer <b>jagen</b> 🥊'];
  assert.match(key, /^[0-9a-f]{96}$/);
  await write(browser, first);
  await click(browser, 'sign');
  assert.match(await shown(browser, 'signature'), /^[0-9a-f]{192}$/);
  await click(browser, 'verify');
  assert.equal(await shown(browser, 'verdict'), 'The signature holds.');
  await look(browser, `${name}-holds`);
  await write(browser, `${first}!`);
  await click(browser, 'verify');
  const refused = 'The signature does not hold for this message.';
  assert.equal(await shown(browser, 'verdict'), refused);
  await click(browser, 'new-key');
  assert.notEqual(await shown(browser, 'key'), key);
  assert.equal(await shown(browser, 'signature'), '');
  assert.equal(await enabled(browser, 'verify'), false);
  await click(browser, 'sign');
  await click(browser, 'verify');
  assert.equal(await shown(browser, 'verdict'), 'The signature holds.');

  await click(browser, 'time');
  await browser.until(`document.getElementById('time').disabled === false`, 120);
  const progress = await shown(browser, 'progress');
  if (!hasNoble) {
    assert.match(progress, /^Not timed: /);
    return;
  }
  assert.match(progress, /^Done/);
  const table = await browser.value(`Array.from(document.querySelectorAll('#times tbody tr'),
    (row) => Array.from(row.cells, (cell) => cell.textContent))`);
  assert.deepEqual(table.map(([row]) => row), ROWS);
  for (const figures of table) {
    for (const figure of figures.slice(1)) assert.ok(Number(figure) > 0, `${figures}`);
  }
  await look(browser, `${name}-timed`);
}

const SIZES = {
  desk: { width: 1280, height: 900, mobile: false },
  phone: { width: 360, height: 740, mobile: true },
};

test('the page', { skip, timeout: 600_000 }, async () => {
  assert.ok(existsSync(join(folder, 'curvemark/bls.wasm')), `${folder} is no page; tools/js.sh`);
  const server = await served(folder);
  const browser = await Browser.start();
  try {
    for (const [name, size] of Object.entries(SIZES)) {
      for (const scheme of ['light', 'dark']) {
        await visit(browser, server.url, `${name}-${scheme}`, { ...size, scheme });
      }
    }
    // It asks nobody but its own server.
    const elsewhere = browser.requests.filter((url) => !/^data:|^about:/.test(url))
      .filter((url) => !url.startsWith(server.url));
    assert.deepEqual(elsewhere, []);
    // Where noble is not there, its three files are missed.
    const faults = browser.faults.filter((fault) => hasNoble || !/noble/.test(fault));
    assert.deepEqual(faults, []);
  } finally {
    await browser.close();
    server.close();
  }
});
