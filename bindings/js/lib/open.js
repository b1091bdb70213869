// Files of this package, wherever it runs.

/** The bytes of a file next to this package. */
export async function bytesOf(url) {
  if (url.protocol === 'file:') {
    // node's `fetch` reads no files. An import would have bundlers for browsers look for `fs`.
    const files = globalThis.process?.getBuiltinModule?.('node:fs');
    if (files) return new Uint8Array(files.readFileSync(url));
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** A module of WebAssembly: of a URL, a response, bytes, or compiled already. */
export async function compiled(source) {
  const given = await source;
  if (given instanceof WebAssembly.Module) return given;
  if (given instanceof URL) return WebAssembly.compile(await bytesOf(given));
  if (typeof Response === 'function' && given instanceof Response) {
    if (!given.ok) throw new Error(`${given.url}: ${given.status} ${given.statusText}`);
    return WebAssembly.compile(await given.arrayBuffer());
  }
  return WebAssembly.compile(given);
}
