import type { Bls } from './lib/bls.js';

export type * from './lib/bls.js';
export { CurvemarkError } from './lib/bls.js';

export declare const version: string;
/** How much memory the module holds. It never becomes less. */
export declare const memoryBytes: () => number;
export declare const minPk: Bls['minPk'];
export declare const minSig: Bls['minSig'];
export declare const ethereum: Bls['ethereum'];
