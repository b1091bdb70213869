// The names of the package `@chainsafe/blst` 2, so that a program changes one import. README says
// what differs: above all, every point is checked when it is made.
import { CurvemarkError, bls, bls12_381 } from '../index.js';

const { minPk } = bls;
const { g1, g2 } = bls12_381;

export const SECRET_KEY_LENGTH = 32;
export const PUBLIC_KEY_LENGTH_COMPRESSED = 48;
export const PUBLIC_KEY_LENGTH_UNCOMPRESSED = 96;
export const SIGNATURE_LENGTH_COMPRESSED = 96;
export const SIGNATURE_LENGTH_UNCOMPRESSED = 192;

const toHex = (bytes) =>
  `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;

function fromHex(text) {
  if (typeof text !== 'string') throw new TypeError('the hexadecimal digits must be a string');
  const digits = text.replace(/^0x/, '');
  if (!/^([0-9a-f]{2})*$/i.test(digits)) {
    throw new CurvemarkError('REFUSED', 'these are no hexadecimal digits of bytes');
  }
  return Uint8Array.from(digits.match(/../g) ?? [], (digit) => Number.parseInt(digit, 16));
}

/** A point of a group, which was checked to be there. */
class Point {
  static group;

  #bytes;
  #compressed;

  constructor(bytes) {
    this.#bytes = bytes;
  }

  /** The point of an encoding, compressed or not. */
  static fromBytes(bytes, mustNotBeIdentity) {
    const point = new this(this.group.decode(bytes));
    if (mustNotBeIdentity) point.refuseIdentity();
    return point;
  }

  static fromHex(hex, ...checks) {
    return this.fromBytes(fromHex(hex), ...checks);
  }

  /** The sum of points, with weights if there are any. */
  static sum(points, weights) {
    if (points.length === 0) throw new CurvemarkError('EMPTY', 'a list is empty that must not be');
    const encodings = points.map((point) => this.of(point).toBytes(false));
    if (!weights) return new this(this.group.sum(encodings));
    return new this(this.group.msmUncheckedSubgroup(encodings, weights));
  }

  /** The point itself, if it is of this class. */
  static of(point) {
    if (!(point instanceof this)) throw new TypeError(`a ${this.name} is asked for`);
    return point;
  }

  toBytes(compress = true) {
    if (!(compress ?? true)) return this.#bytes.slice();
    this.#compressed ??= this.constructor.group.compress(this.#bytes)[0];
    return this.#compressed.slice();
  }

  toHex(compress = true) {
    return toHex(this.toBytes(compress));
  }

  refuseIdentity() {
    if (this.#bytes[0] & 0x40) {
      throw new CurvemarkError('POINT_IDENTITY', 'the point is the identity');
    }
  }
}

export class PublicKey extends Point {
  static group = g1;

  keyValidate() {
    this.refuseIdentity();
  }
}

export class Signature extends Point {
  static group = g2;

  static fromBytes(bytes, sigValidate = false, sigInfcheck = true) {
    return super.fromBytes(bytes, sigValidate && (sigInfcheck ?? true));
  }

  sigValidate(sigInfcheck = true) {
    if (sigInfcheck ?? true) this.refuseIdentity();
  }
}

export class SecretKey {
  #bytes;

  constructor(bytes) {
    // Refuses what is no key.
    minPk.publicKey(bytes);
    this.#bytes = bytes.slice();
  }

  static fromKeygen(ikm, keyInfo) {
    return new this(minPk.keyGen(ikm, keyInfo ?? undefined));
  }

  static deriveMasterEip2333(ikm) {
    return new this(minPk.deriveMaster(ikm));
  }

  static fromBytes(bytes) {
    return new this(bytes);
  }

  static fromHex(hex) {
    return new this(fromHex(hex));
  }

  deriveChildEip2333(index) {
    return new this.constructor(minPk.deriveChild(this.#bytes, index));
  }

  toBytes() {
    return this.#bytes.slice();
  }

  toHex() {
    return toHex(this.#bytes);
  }

  toPublicKey() {
    return PublicKey.fromBytes(minPk.publicKey(this.#bytes));
  }

  sign(msg) {
    return Signature.fromBytes(minPk.sign(this.#bytes, msg));
  }
}

const keyBytes = (pk) => PublicKey.of(pk).toBytes();
const signatureBytes = (sig) => Signature.of(sig).toBytes();

/** A verdict, which is false where the input is none that could hold, such as an identity. */
function verdict(run) {
  try {
    return run();
  } catch (error) {
    if (error instanceof CurvemarkError && error.code !== 'PANIC') return false;
    throw error;
  }
}

export function aggregatePublicKeys(pks, pksValidate) {
  if (pksValidate) pks.forEach((pk) => PublicKey.of(pk).keyValidate());
  return PublicKey.sum(pks);
}

export const aggregateSignatures = (sigs) => Signature.sum(sigs);

export const aggregateSerializedPublicKeys = (pks, pksValidate) =>
  PublicKey.sum(pks.map((bytes) => PublicKey.fromBytes(bytes, pksValidate)));

export const aggregateSerializedSignatures = (sigs) =>
  Signature.sum(sigs.map((bytes) => Signature.fromBytes(bytes)));

export function aggregateWithRandomness(sets) {
  const pks = sets.map(({ pk }) => PublicKey.of(pk));
  const sigs = sets.map(({ sig }) => Signature.fromBytes(sig, true));
  // 128 random bits each; zero has no chance to come up.
  const weights = sets.map(() => {
    const scalar = new Uint8Array(32);
    crypto.getRandomValues(scalar.subarray(16));
    return scalar;
  });
  return { pk: PublicKey.sum(pks, weights), sig: Signature.sum(sigs, weights) };
}

export const asyncAggregateWithRandomness = async (sets) => aggregateWithRandomness(sets);

export const verify = (msg, pk, sig) =>
  verdict(() => minPk.verify(keyBytes(pk), msg, signatureBytes(sig)));

export const aggregateVerify = (msgs, pks, sig) =>
  verdict(() => minPk.aggregateVerify(pks.map(keyBytes), msgs, signatureBytes(sig)));

export const fastAggregateVerify = (msg, pks, sig) =>
  verdict(() => minPk.fastAggregateVerify(pks.map(keyBytes), msg, signatureBytes(sig)));

export const verifyMultipleAggregateSignatures = (sets) =>
  verdict(() =>
    minPk.verifySets(
      sets.map(({ pk }) => keyBytes(pk)),
      sets.map(({ msg }) => msg),
      sets.map(({ sig }) => signatureBytes(sig)),
    ));
