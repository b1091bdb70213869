/** The points of Ethereum's KZG ceremony, 792,672 bytes. */
export declare const setup: Uint8Array;
