// The names of the package `@chainsafe/blst` 2, so that a program changes one import. README says
// what differs: above all, every point is checked when it is made, and one outside its group can
// only be looked at.
import { CurvemarkError, bls, bls12_381 } from '../index.js';

const { minPk } = bls;
const { g1, g2 } = bls12_381;

export const SECRET_KEY_LENGTH = 32;
export const PUBLIC_KEY_LENGTH_COMPRESSED = 48;
export const PUBLIC_KEY_LENGTH_UNCOMPRESSED = 96;
export const SIGNATURE_LENGTH_COMPRESSED = 96;
export const SIGNATURE_LENGTH_UNCOMPRESSED = 192;

const ERRORS = {
  BLST_BAD_ENCODING: 'Invalid encoding',
  BLST_POINT_NOT_ON_CURVE: 'Point not on curve',
  BLST_POINT_NOT_IN_GROUP: 'Point not in group',
  BLST_AGGR_TYPE_MISMATCH: 'Aggregation type mismatch',
  BLST_PK_IS_INFINITY: 'Public key is infinity',
};
const fault = (code) => new CurvemarkError(code, ERRORS[code]);

/** By which code that package says what ours says. */
const CODES = {
  LENGTH: 'BLST_BAD_ENCODING',
  KEY_MATERIAL: 'BLST_BAD_ENCODING',
  SCALAR: 'BLST_BAD_ENCODING',
  SCALAR_ZERO: 'BLST_BAD_ENCODING',
  POINT_ENCODING: 'BLST_BAD_ENCODING',
  POINT_NOT_ON_CURVE: 'BLST_POINT_NOT_ON_CURVE',
  POINT_NOT_IN_SUBGROUP: 'BLST_POINT_NOT_IN_GROUP',
  POINT_IDENTITY: 'BLST_PK_IS_INFINITY',
};

/** Runs what may refuse its input, with the errors of that package. */
function renamed(run) {
  try {
    return run();
  } catch (error) {
    if (error instanceof CurvemarkError && CODES[error.code]) throw fault(CODES[error.code]);
    throw error;
  }
}

const toHex = (bytes) =>
  `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;

function fromHex(text) {
  if (typeof text !== 'string') throw new TypeError('the hexadecimal digits must be a string');
  const digits = text.replace(/^0x/, '');
  if (!/^([0-9a-f]{2})*$/i.test(digits)) {
    throw new CurvemarkError('INVALID_HEX', 'these are no hexadecimal digits of bytes');
  }
  return Uint8Array.from(digits.match(/../g) ?? [], (digit) => Number.parseInt(digit, 16));
}

/** Who has it is this file: its classes have no constructor for others. */
const KEY = Symbol();

function mustBeOurs(key) {
  if (key !== KEY) throw new TypeError('Class contains no `constructor`, can not new it!');
}

/** A point of a curve, and whether it is in the group. */
class Point {
  static group;

  #bytes;
  #compressed;
  // The encoding of a point outside the group, of which nothing else is known.
  #outside;

  constructor(key, bytes, outside) {
    mustBeOurs(key);
    this.#bytes = bytes;
    this.#outside = outside;
  }

  /** The point of an encoding, compressed or not. */
  static fromBytes(bytes, validate, mustNotBeIdentity = true) {
    let point;
    try {
      point = new this(KEY, renamed(() => this.group.decode(bytes)));
    } catch (error) {
      if (validate || error.code !== 'BLST_POINT_NOT_IN_GROUP') throw error;
      point = new this(KEY, undefined, bytes.slice());
    }
    if (validate) point.validate(mustNotBeIdentity);
    return point;
  }

  static fromHex(hex, ...checks) {
    return this.fromBytes(fromHex(hex), ...checks);
  }

  /** The sum of points, with weights if there are any. */
  static sum(points, weights) {
    if (points.length === 0) throw fault('BLST_AGGR_TYPE_MISMATCH');
    const encodings = points.map((point) => this.of(point).inGroup());
    if (!weights) return new this(KEY, this.group.sum(encodings));
    return new this(KEY, this.group.msmUncheckedSubgroup(encodings, weights));
  }

  /** The point itself, if it is of this class. */
  static of(point) {
    if (!(point instanceof this)) throw new TypeError(`a ${this.name} is asked for`);
    return point;
  }

  /** Its uncompressed encoding. */
  inGroup() {
    if (this.#outside) throw fault('BLST_POINT_NOT_IN_GROUP');
    return this.#bytes;
  }

  /** One outside the group is only given as it came. */
  toBytes(compress = true) {
    const isCompressed = compress ?? true;
    if (this.#outside) {
      const { COMPRESSED_BYTES, POINT_BYTES } = this.constructor.group;
      const asked = isCompressed ? COMPRESSED_BYTES : POINT_BYTES;
      if (this.#outside.length !== asked) throw fault('BLST_POINT_NOT_IN_GROUP');
      return this.#outside.slice();
    }
    if (!isCompressed) return this.#bytes.slice();
    this.#compressed ??= this.constructor.group.compress(this.#bytes)[0];
    return this.#compressed.slice();
  }

  toHex(compress = true) {
    return toHex(this.toBytes(compress));
  }

  validate(mustNotBeIdentity) {
    const isIdentity = this.inGroup()[0] & 0x40;
    if (isIdentity && mustNotBeIdentity) throw fault('BLST_PK_IS_INFINITY');
  }
}

export class PublicKey extends Point {
  static group = g1;

  static fromBytes(bytes, pkValidate) {
    return super.fromBytes(bytes, pkValidate);
  }

  keyValidate() {
    this.validate(true);
  }
}

export class Signature extends Point {
  static group = g2;

  static fromBytes(bytes, sigValidate, sigInfcheck = true) {
    return super.fromBytes(bytes, sigValidate, sigInfcheck ?? true);
  }

  sigValidate(sigInfcheck = true) {
    this.validate(sigInfcheck ?? true);
  }
}

export class SecretKey {
  #bytes;

  constructor(key, bytes) {
    mustBeOurs(key);
    // Refuses what is no key.
    renamed(() => minPk.publicKey(bytes));
    this.#bytes = bytes.slice();
  }

  static fromKeygen(ikm, keyInfo) {
    return new this(KEY, renamed(() => minPk.keyGen(ikm, keyInfo ?? undefined)));
  }

  static deriveMasterEip2333(ikm) {
    return new this(KEY, renamed(() => minPk.deriveMaster(ikm)));
  }

  static fromBytes(bytes) {
    return new this(KEY, bytes);
  }

  static fromHex(hex) {
    return new this(KEY, fromHex(hex));
  }

  deriveChildEip2333(index) {
    return new this.constructor(KEY, minPk.deriveChild(this.#bytes, index));
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

/** An encoding of a point that has to be in its group. */
function encoded(Class, point) {
  Class.of(point).inGroup();
  return point.toBytes();
}

const keyBytes = (pk) => encoded(PublicKey, pk);
const signatureBytes = (sig) => encoded(Signature, sig);

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
  for (const set of sets) {
    for (const name of ['pk', 'sig']) {
      if (set[name] === undefined) throw new TypeError(`Missing field \`${name}\``);
    }
  }
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

/** As there, what is refused at once is thrown and not rejected. */
export const asyncAggregateWithRandomness = (sets) =>
  Promise.resolve(aggregateWithRandomness(sets));

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
