import type { Curvemark } from './lib/api.js';
import type { Bls } from './lib/bls.js';

export type * from './lib/api.js';
export type * from './lib/bls.js';
export { CurvemarkError } from './lib/bls.js';

/** Where a module comes from: its URL, the response to a request, its bytes, or itself. */
export type Source = URL | Response | BufferSource | WebAssembly.Module;

/** All of curvemark, of `curvemark.wasm`: each call makes an instance with a memory of its own. */
export declare function load(source: Source | Promise<Source>): Promise<Curvemark>;

/** BLS signatures, of `bls.wasm` or `curvemark.wasm`. */
export declare function loadBls(source: Source | Promise<Source>): Promise<Bls>;
