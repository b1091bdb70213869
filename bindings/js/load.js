// For those who load modules in their own way, or want several instances.
import { everything } from './lib/api.js';
import { blsOf } from './lib/bls.js';
import { Core } from './lib/core.js';
import { compiled } from './lib/open.js';

/** All of curvemark, of `curvemark.wasm`. */
export const load = async (source) => everything(await compiled(source));

/** BLS signatures, of `bls.wasm` or `curvemark.wasm`. */
export const loadBls = async (source) => blsOf(new Core(await compiled(source)));

export { CurvemarkError } from './lib/core.js';
