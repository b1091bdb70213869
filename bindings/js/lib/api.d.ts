import type { Bls, Handle, Items } from './bls.js';

/**
 * ECDSA on one curve. Secret keys and digests are 32 bytes, signatures 64 (r and s), public keys 33
 * or 65 by SEC 1. Nonces are those of RFC 6979, and s is low.
 */
export interface Ecdsa {
  randomSecretKey(): Uint8Array;
  publicKey(secretKey: Uint8Array, isCompressed?: boolean): Uint8Array;
  sign(secretKey: Uint8Array, digest: Uint8Array): Uint8Array;
  /** 65 bytes: r, s and the recovery id, 0 to 3. */
  signRecoverable(secretKey: Uint8Array, digest: Uint8Array): Uint8Array;
  verify(publicKey: Uint8Array, digest: Uint8Array, signature: Uint8Array): boolean;
  /** The same, but throws where s is above half the order. */
  verifyLowS(publicKey: Uint8Array, digest: Uint8Array, signature: Uint8Array): boolean;
  /** A verdict on each: false also where key or signature is none. Keys are compressed. */
  verifyEach(publicKeys: Items, digests: Items, signatures: Items): boolean[];
  /** The key of a signature of 65 bytes. */
  recover(digest: Uint8Array, signature: Uint8Array, isCompressed?: boolean): Uint8Array;
  signatureToDer(signature: Uint8Array): Uint8Array;
  /** Reads DER strictly. */
  signatureFromDer(der: Uint8Array): Uint8Array;
}

/** Schnorr signatures of BIP-340: keys of 32 bytes, signatures of 64. */
export interface Schnorr {
  publicKey(secretKey: Uint8Array): Uint8Array;
  /** The auxiliary bytes are 32, random ones if none are given. */
  sign(secretKey: Uint8Array, message: Uint8Array, auxiliary?: Uint8Array): Uint8Array;
  verify(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean;
  verifyBatch(publicKeys: Items, messages: readonly Uint8Array[], signatures: Items): boolean;
}

/** By which rule signatures of Ed25519 hold: README of the package says who needs which. */
export type Ed25519Rule = 'zip215' | 'rfc8032-strict';

/** Ed25519: seeds and keys of 32 bytes, signatures of 64. */
export interface Ed25519 {
  publicKey(seed: Uint8Array): Uint8Array;
  sign(seed: Uint8Array, message: Uint8Array): Uint8Array;
  /** By ZIP-215 if no rule is given. */
  verify(
    publicKey: Uint8Array,
    message: Uint8Array,
    signature: Uint8Array,
    rule?: Ed25519Rule,
  ): boolean;
  /** By ZIP-215. */
  verifyBatch(publicKeys: Items, messages: readonly Uint8Array[], signatures: Items): boolean;
}

export interface CellsAndProofs {
  /** 128 cells of 2,048 bytes. */
  readonly cells: Uint8Array[];
  /** 128 proofs of 48 bytes. */
  readonly proofs: Uint8Array[];
}

/** Blobs are 131,072 bytes, commitments and proofs 48, z and y 32 big-endian bytes. */
export interface KzgSettings extends Handle {
  commit(blob: Uint8Array): Uint8Array;
  /** The value y at z, and a proof of it. */
  prove(blob: Uint8Array, z: Uint8Array): { proof: Uint8Array; y: Uint8Array };
  /** The commitment must be the blob's: it is not computed again. */
  proveBlob(blob: Uint8Array, commitment: Uint8Array): Uint8Array;
  verify(commitment: Uint8Array, z: Uint8Array, y: Uint8Array, proof: Uint8Array): boolean;
  verifyBlob(blob: Uint8Array, commitment: Uint8Array, proof: Uint8Array): boolean;
  verifyBlobs(blobs: Items, commitments: Items, proofs: Items): boolean;
  /** A commitment for each cell, that of its blob; indices are from 0 to 127. */
  verifyCells(
    commitments: Items,
    indices: readonly (number | bigint)[],
    cells: Items,
    proofs: Items,
  ): boolean;
  computeCells(blob: Uint8Array): Uint8Array[];
}

export interface KzgCellProver extends Handle {
  proveCells(blob: Uint8Array): CellsAndProofs;
  /** From half of the cells or more, of one blob; the indices ascend. */
  recoverCells(indices: readonly (number | bigint)[], cells: Items): CellsAndProofs;
}

/** Ethereum's ceremony (`curvemark/kzg-setup`), or a text in the format of c-kzg-4844. */
export type KzgSetup = Uint8Array | string;

export interface KzgOptions {
  /** How many bytes a table may have that makes it faster; none if it is not given. */
  readonly tableBytes?: number;
}

export interface Kzg {
  settings(setup: KzgSetup, options?: KzgOptions): KzgSettings;
  cellProver(setup: KzgSetup, options?: KzgOptions): KzgCellProver;
  /** The hash by which a transaction names a commitment. */
  versionedHash(commitment: Uint8Array): Uint8Array;
}

/** A table of multiples of points. */
export interface Bases extends Handle {
  /** The sum of multiples of its first points. */
  msm(scalars: Items): Uint8Array;
}

/**
 * A group of a pairing curve. Points are uncompressed. Scalars are 32 big-endian bytes below the
 * order. All points are checked to be in the group; where a name says `UncheckedSubgroup`, only to
 * be on the curve.
 */
export interface Group {
  readonly POINT_BYTES: number;
  /** The uncompressed point of an encoding, compressed or not. */
  decode(encoding: Uint8Array): Uint8Array;
  sum(points: Items): Uint8Array;
  /** Constant time in scalar and point. */
  mul(point: Uint8Array, scalar: Uint8Array): Uint8Array;
  /** The sum of multiples, in variable time. */
  msm(points: Items, scalars: Items): Uint8Array;
  msmUncheckedSubgroup(points: Items, scalars: Items): Uint8Array;
  bases(points: Items, tableBytes: number): Bases;
  /** Hashes a message, under a tag of at least one byte. */
  hash(message: Uint8Array, tag: Uint8Array): Uint8Array;
}

/** A group whose points have a compressed form too. */
export interface CompressedGroup extends Group {
  readonly COMPRESSED_BYTES: number;
  compress(points: Items): Uint8Array[];
}

export interface PairingCurve<G extends Group> {
  readonly g1: G;
  readonly g2: G;
  /** Whether the product of the pairings is one. */
  pairingCheck(p: Items, q: Items): boolean;
  /** The product, as its twelve coefficients. */
  pairingProduct(p: Items, q: Items): Uint8Array;
}

/** The curve of keys and proofs, and the form of their points, as arkworks writes them. */
export type Groth16Form =
  | 'bn254-compressed'
  | 'bn254-uncompressed'
  | 'bls12-381-compressed'
  | 'bls12-381-uncompressed';

/** Inputs are 32 little-endian bytes each. */
export interface Groth16Key extends Handle {
  /** How many public inputs a proof has. */
  readonly inputs: number;
  verify(inputs: Items, proof: Uint8Array): boolean;
  verifyBatch(inputs: Items, proofs: Items): boolean;
  /** The indices of the proofs that are not valid. */
  findInvalid(inputs: Items, proofs: Items): number[];
}

export interface Groth16 {
  verifyingKey(form: Groth16Form, key: Uint8Array): Groth16Key;
}

export interface Poseidon {
  /** The hash of 1 to 16 integers of 32 little-endian bytes, as circomlib has it. */
  hash(inputs: Items): Uint8Array;
}

/** Cashu of version 3, on BLS12-381: factors 32 bytes, points of G1 48, keys of mints 96. */
export interface CashuV3 {
  randomScalar(): Uint8Array;
  deriveFactor(seed: Uint8Array, keyset: Uint8Array, counter: number | bigint): Uint8Array;
  hashToCurve(secret: Uint8Array): Uint8Array;
  blind(secret: Uint8Array, factor: Uint8Array): Uint8Array;
  publicKey(secretKey: Uint8Array): Uint8Array;
  sign(secretKey: Uint8Array, blinded: Uint8Array): Uint8Array;
  unblind(blindSignature: Uint8Array, factor: Uint8Array): Uint8Array;
  verify(publicKey: Uint8Array, secret: Uint8Array, signature: Uint8Array): boolean;
  verifyBatch(publicKeys: Items, secrets: readonly Uint8Array[], signatures: Items): boolean;
}

/** A mint's proof that it signed with its key: NUT-12. */
export interface CashuProof {
  readonly e: Uint8Array;
  readonly s: Uint8Array;
}

/** Today's Cashu, on secp256k1: points are compressed, 33 bytes. */
export interface CashuLegacy {
  randomScalar(): Uint8Array;
  deriveSecret(seed: Uint8Array, keyset: Uint8Array, counter: number | bigint): Uint8Array;
  deriveFactor(seed: Uint8Array, keyset: Uint8Array, counter: number | bigint): Uint8Array;
  hashToCurve(secret: Uint8Array): Uint8Array;
  blind(secret: Uint8Array, factor: Uint8Array): Uint8Array;
  publicKey(secretKey: Uint8Array): Uint8Array;
  sign(
    secretKey: Uint8Array,
    blinded: Uint8Array,
  ): CashuProof & { readonly signature: Uint8Array };
  verifyProof(
    publicKey: Uint8Array,
    blinded: Uint8Array,
    signature: Uint8Array,
    proof: CashuProof,
  ): boolean;
  unblind(blindSignature: Uint8Array, factor: Uint8Array, publicKey: Uint8Array): Uint8Array;
  /** As the mint, with its secret key. */
  verify(secretKey: Uint8Array, secret: Uint8Array, signature: Uint8Array): boolean;
}

/** All that `curvemark.wasm` offers. */
export interface Curvemark {
  readonly version: string;
  /** How much memory the module holds. It never becomes less. */
  memoryBytes(): number;
  readonly bls: Bls;
  readonly ecdsa: { readonly secp256k1: Ecdsa; readonly p256: Ecdsa };
  readonly schnorr: Schnorr;
  readonly ed25519: Ed25519;
  /** Keccak-256, which Ethereum hashes with; it is not SHA3-256. */
  keccak256(message: Uint8Array): Uint8Array;
  readonly kzg: Kzg;
  readonly bls12_381: PairingCurve<CompressedGroup>;
  readonly bn254: PairingCurve<Group>;
  readonly groth16: Groth16;
  readonly poseidon: { readonly bn254: Poseidon; readonly bls12_381: Poseidon };
  readonly cashu: { readonly v3: CashuV3; readonly legacy: CashuLegacy };
}
