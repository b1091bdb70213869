/** Items of one length: an array of them, or one flat array. */
export type Items = readonly Uint8Array[] | Uint8Array;

/** A fault, or input that is refused. Wrong types are `TypeError`s. */
export declare class CurvemarkError extends Error {
  /** The reason for programs, such as `POINT_NOT_IN_SUBGROUP`. */
  readonly code: string;
}

/** Something that lives in a module. What is not freed goes when nobody uses it any more. */
export interface Handle {
  /** Frees its memory now. It must not be used after that. */
  free(): void;
}

/** Signatures that are added one by one and verified together at the end. */
export interface BlsAccumulator extends Handle {
  /** Adds a signature; key and signature are checked. */
  add(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): void;
  /** Moves all signatures of another accumulator of the same scheme into this one. */
  merge(other: BlsAccumulator): void;
  /** Whether all are valid; empties the accumulator. An empty one is an error. */
  finish(): boolean;
}

/**
 * BLS signatures of draft-irtf-cfrg-bls-signature-05 with proofs of possession, as Ethereum has
 * them. Secret keys are 32 big-endian bytes; points are compressed, 48 bytes in G1 and 96 in G2.
 *
 * Verifications give a verdict, and throw a `CurvemarkError` where key or signature is no point of
 * its group. Functions of secrets take constant time in them, as far as WebAssembly can (README).
 * Whoever adds keys up must know that their owners have proved possession, else somebody can choose
 * a key that cancels the others.
 */
export interface BlsScheme {
  readonly SECRET_KEY_BYTES: number;
  readonly PUBLIC_KEY_BYTES: number;
  readonly SIGNATURE_BYTES: number;
  /** A secret key of at least 32 secret bytes: KeyGen of the draft. */
  keyGen(material: Uint8Array, info?: Uint8Array): Uint8Array;
  /** A secret key of random bytes. */
  randomSecretKey(): Uint8Array;
  /** The master secret key of a seed of at least 32 bytes: EIP-2333. */
  deriveMaster(seed: Uint8Array): Uint8Array;
  /** A child of a secret key: EIP-2333. The index is from 0 to 2^32 − 1. */
  deriveChild(parent: Uint8Array, index: number): Uint8Array;
  publicKey(secretKey: Uint8Array): Uint8Array;
  /** Throws where the bytes are no public key: encoding, curve, group, not the identity. */
  checkPublicKey(publicKey: Uint8Array): void;
  sign(secretKey: Uint8Array, message: Uint8Array): Uint8Array;
  verify(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean;
  /** A proof that one possesses a secret key: PopProve of the draft. */
  provePossession(secretKey: Uint8Array): Uint8Array;
  verifyPossession(publicKey: Uint8Array, proof: Uint8Array): boolean;
  /** The sum of one or more signatures. */
  aggregateSignatures(signatures: Items): Uint8Array;
  /** The sum of one or more keys whose owners have proved possession. */
  aggregatePublicKeys(publicKeys: Items): Uint8Array;
  /** Verifies the sum of signatures of keys with proved possession on one message. */
  fastAggregateVerify(publicKeys: Items, message: Uint8Array, signature: Uint8Array): boolean;
  /** Verifies the sum of signatures of keys with proved possession, each on its own message. */
  aggregateVerify(
    publicKeys: Items,
    messages: readonly Uint8Array[],
    signature: Uint8Array,
  ): boolean;
  /** Verifies many signatures at once, with random weights. */
  verifySets(publicKeys: Items, messages: readonly Uint8Array[], signatures: Items): boolean;
  /** The same, with weights that are hashed from the batch. */
  verifySetsDeterministic(
    publicKeys: Items,
    messages: readonly Uint8Array[],
    signatures: Items,
  ): boolean;
  /** The indices of the signatures of a batch that are not valid. */
  findInvalidSets(publicKeys: Items, messages: readonly Uint8Array[], signatures: Items): number[];
  accumulator(): BlsAccumulator;
}

/** What Ethereum adds to the draft. */
export interface BlsEthereum {
  /** As with `minPk`, but no keys and the signature that is the identity are valid. */
  fastAggregateVerify(publicKeys: Items, message: Uint8Array, signature: Uint8Array): boolean;
}

export interface Bls {
  /** Keys of 48 bytes in G1, signatures of 96 in G2: Ethereum's choice. */
  readonly minPk: BlsScheme;
  /** Keys of 96 bytes in G2, signatures of 48 in G1. */
  readonly minSig: BlsScheme;
  readonly ethereum: BlsEthereum;
}
