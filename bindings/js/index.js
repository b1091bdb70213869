// All of curvemark, on `curvemark.wasm`, which is loaded when this is imported.
import { everything } from './lib/api.js';
import { compiled } from './lib/open.js';

const module = await compiled(new URL('./curvemark.wasm', import.meta.url));

export const {
  version,
  memoryBytes,
  bls,
  ecdsa,
  schnorr,
  ed25519,
  keccak256,
  kzg,
  bls12_381,
  bn254,
  groth16,
  poseidon,
  cashu,
} = everything(module);
export { CurvemarkError } from './lib/core.js';
