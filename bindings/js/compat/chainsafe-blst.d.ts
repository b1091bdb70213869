/** Whether more is checked. Every point is checked to be in its group in any case. */
type Check = boolean | null;

export declare const SECRET_KEY_LENGTH: number;
export declare const PUBLIC_KEY_LENGTH_COMPRESSED: number;
export declare const PUBLIC_KEY_LENGTH_UNCOMPRESSED: number;
export declare const SIGNATURE_LENGTH_COMPRESSED: number;
export declare const SIGNATURE_LENGTH_UNCOMPRESSED: number;

export interface SignatureSet {
  msg: Uint8Array;
  pk: PublicKey;
  sig: Signature;
}

export interface PkAndSerializedSig {
  pk: PublicKey;
  sig: Uint8Array;
}

export interface PkAndSig {
  pk: PublicKey;
  sig: Signature;
}

export declare class SecretKey {
  private constructor();
  static fromKeygen(ikm: Uint8Array, keyInfo?: Uint8Array | null): SecretKey;
  static deriveMasterEip2333(ikm: Uint8Array): SecretKey;
  static fromBytes(bytes: Uint8Array): SecretKey;
  static fromHex(hex: string): SecretKey;
  deriveChildEip2333(index: number): SecretKey;
  toBytes(): Uint8Array;
  toHex(): string;
  toPublicKey(): PublicKey;
  sign(msg: Uint8Array): Signature;
}

export declare class PublicKey {
  private constructor();
  /** The identity is refused if it is asked to validate. */
  static fromBytes(bytes: Uint8Array, pkValidate?: Check): PublicKey;
  static fromHex(hex: string, pkValidate?: Check): PublicKey;
  toBytes(compress?: Check): Uint8Array;
  toHex(compress?: Check): string;
  keyValidate(): void;
}

export declare class Signature {
  private constructor();
  /** The identity is refused if it is asked to validate, unless `sigInfcheck` is false. */
  static fromBytes(bytes: Uint8Array, sigValidate?: Check, sigInfcheck?: Check): Signature;
  static fromHex(hex: string, sigValidate?: Check, sigInfcheck?: Check): Signature;
  toBytes(compress?: Check): Uint8Array;
  toHex(compress?: Check): string;
  sigValidate(sigInfcheck?: Check): void;
}

export declare function aggregatePublicKeys(pks: PublicKey[], pksValidate?: Check): PublicKey;
export declare function aggregateSignatures(sigs: Signature[], sigsGroupcheck?: Check): Signature;
export declare function aggregateSerializedPublicKeys(
  pks: Uint8Array[],
  pksValidate?: Check,
): PublicKey;
export declare function aggregateSerializedSignatures(
  sigs: Uint8Array[],
  sigsGroupcheck?: Check,
): Signature;
export declare function aggregateWithRandomness(sets: PkAndSerializedSig[]): PkAndSig;
export declare function asyncAggregateWithRandomness(
  sets: PkAndSerializedSig[],
): Promise<PkAndSig>;
export declare function verify(
  msg: Uint8Array,
  pk: PublicKey,
  sig: Signature,
  pkValidate?: Check,
  sigGroupcheck?: Check,
): boolean;
export declare function aggregateVerify(
  msgs: Uint8Array[],
  pks: PublicKey[],
  sig: Signature,
  pkValidate?: Check,
  sigsGroupcheck?: Check,
): boolean;
export declare function fastAggregateVerify(
  msg: Uint8Array,
  pks: PublicKey[],
  sig: Signature,
  sigsGroupcheck?: Check,
): boolean;
export declare function verifyMultipleAggregateSignatures(
  sets: SignatureSet[],
  pksValidate?: Check,
  sigsGroupcheck?: Check,
): boolean;
