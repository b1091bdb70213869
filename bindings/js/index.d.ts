import type { Curvemark } from './lib/api.js';

export type * from './lib/api.js';
export type * from './lib/bls.js';
export { CurvemarkError } from './lib/bls.js';

export declare const version: Curvemark['version'];
export declare const memoryBytes: Curvemark['memoryBytes'];
export declare const bls: Curvemark['bls'];
export declare const ecdsa: Curvemark['ecdsa'];
export declare const schnorr: Curvemark['schnorr'];
export declare const ed25519: Curvemark['ed25519'];
export declare const keccak256: Curvemark['keccak256'];
export declare const kzg: Curvemark['kzg'];
export declare const bls12_381: Curvemark['bls12_381'];
export declare const bn254: Curvemark['bn254'];
export declare const groth16: Curvemark['groth16'];
export declare const poseidon: Curvemark['poseidon'];
export declare const cashu: Curvemark['cashu'];
