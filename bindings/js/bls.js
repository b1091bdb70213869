// BLS signatures only, on the smaller `bls.wasm`, which is loaded when this is imported.
import { blsOf } from './lib/bls.js';
import { Core } from './lib/core.js';
import { compiled } from './lib/open.js';

const core = new Core(await compiled(new URL('./bls.wasm', import.meta.url)));

export const { minPk, minSig, ethereum } = blsOf(core);
export const memoryBytes = () => core.memoryBytes;
export const version = core.text('version');
export { CurvemarkError } from './lib/core.js';
