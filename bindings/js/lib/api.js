// What a module offers, as one object.
import { blsOf } from './bls.js';
import { cashuOf } from './cashu.js';
import { Core } from './core.js';
import { groth16Of } from './groth16.js';
import { groupsOf } from './groups.js';
import { kzgOf } from './kzg.js';
import { signaturesOf } from './signatures.js';

const about = (core) => ({
  version: core.text('version'),
  memoryBytes: () => core.memoryBytes,
});

/** The functions of `curvemark.wasm`. */
export function everything(module) {
  const core = new Core(module);
  return {
    ...about(core),
    bls: blsOf(core),
    ...signaturesOf(core),
    ...kzgOf(core),
    ...groupsOf(core),
    ...groth16Of(core),
    ...cashuOf(core),
  };
}
