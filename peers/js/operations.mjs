// What noble-curves does for each operation: how a case is parsed, what is called, how the result is encoded.

import { grainGenConstants, poseidon } from "@noble/curves/abstract/poseidon.js";
import { bls12_381 } from "@noble/curves/bls12-381.js";
import { bn254 } from "@noble/curves/bn254.js";
import { ed25519 } from "@noble/curves/ed25519.js";
import { p256 } from "@noble/curves/nist.js";
import { schnorr, secp256k1 } from "@noble/curves/secp256k1.js";
import { bytesToNumberBE, bytesToNumberLE, concatBytes, numberToBytesBE, numberToBytesLE } from "@noble/curves/utils.js";
import { must, verdict } from "./serve.mjs";

const ascii = (text) => new TextEncoder().encode(text);

/** A field of canonical bytes, most significant first unless it is said otherwise. */
function field(F, length, little = false) {
  const parse = (bytes) => {
    must(bytes.length === length);
    const value = little ? bytesToNumberLE(bytes) : bytesToNumberBE(bytes);
    must(value < F.ORDER);
    return value;
  };
  return { F, length, parse, encode: (value) => (little ? numberToBytesLE : numberToBytesBE)(value, length) };
}

/** The tower: coefficients one after the other, the lowest first. */
function quadratic(base, F) {
  return tower(base, F, ["c0", "c1"]);
}

function tower(base, F, names) {
  const parse = (bytes) => {
    must(bytes.length === base.length * names.length);
    const part = (index) => bytes.subarray(index * base.length, (index + 1) * base.length);
    return Object.fromEntries(names.map((name, index) => [name, base.parse(part(index))]));
  };
  const encode = (value) => concatBytes(...names.map((name) => base.encode(value[name])));
  return { F, length: base.length * names.length, parse, encode };
}

function arithmetic(prefix, { F, parse, encode }, verbs) {
  const binary = ([a, b]) => [parse(a), parse(b)];
  const unary = ([a]) => [parse(a)];
  const all = {
    mul: { parse: binary, call: (a, b) => F.mul(a, b), encode },
    sqr: { parse: unary, call: (a) => F.sqr(a), encode },
    inv: { parse: unary, call: (a) => (F.is0(a) ? F.ZERO : F.inv(a)), encode },
  };
  return Object.fromEntries(verbs.map((verb) => [`${prefix}_${verb}`, all[verb]]));
}

/** The operations of a group, given how its points and its scalars are read and written. */
function group(prefix, { point, scalar, encode, affine = (result) => result }, verbs) {
  const binary = ([a, b]) => [point(a), point(b)];
  const times = ([p, k]) => [point(p), scalar(k)];
  const multiply = (p, k) => (k === 0n ? p.constructor.ZERO : p.multiply(k));
  const all = {
    add: { parse: binary, call: (p, q) => p.add(q), encode },
    double: { parse: ([p]) => [point(p)], call: (p) => p.double(), encode },
    mul: { parse: times, call: (p, k) => affine(multiply(p, k)), encode },
    mul_vartime: { parse: times, call: (p, k) => affine(p.multiplyUnsafe(k)), encode },
  };
  return Object.fromEntries(verbs.map((verb) => [`${prefix}${verb}`, all[verb]]));
}

/** Affine coordinates, made now. */
const normalized = (point) => {
  point.toAffine();
  return point;
};

/** A pairing refuses the identity, whose pairings are one. */
function pairing(curve, pairs) {
  const terms = pairs.filter(({ g1, g2 }) => !g1.is0() && !g2.is0());
  return terms.length === 0 ? curve.fields.Fp12.ONE : curve.pairingBatch(terms);
}

function bls12() {
  const { G1, G2, fields } = bls12_381;
  const fp = field(fields.Fp, 48);
  const fr = field(fields.Fr, 32);
  const fp2 = quadratic(fp, fields.Fp2);
  const fp6 = tower(fp2, fields.Fp6, ["c0", "c1", "c2"]);
  const fp12 = quadratic(fp6, fields.Fp12);
  const point = (Group, length) => (bytes) => {
    must(bytes.length === length);
    return Group.Point.fromBytes(bytes);
  };
  const [g1, g2] = [point(G1, 48), point(G2, 96)];
  // noble-curves 2.4.0 encodes the identity in the form (0, 1, 0) alone, and refuses the (0, y, 0) that its own additions give.
  const compressed = (p) => (p.is0() ? p.constructor.ZERO : p).toBytes(true);
  const uncompressed = (p) => p.toBytes(false);
  const tag = (name) => ascii(`CURVEMARK-V01-CS01-with-${name}_XMD:SHA-256_SSWU_RO_`);
  const [tag1, tag2] = [tag("BLS12381G1"), tag("BLS12381G2")];
  const signatures = bls12_381.longSignatures;
  const suite = "BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";
  const pairs = (count) => (args) => {
    must(args.length === 2 * count);
    return [Array.from({ length: count }, (_, i) => ({ g1: g1(args[2 * i]), g2: g2(args[2 * i + 1]) }))];
  };
  const product = { call: (terms) => pairing(bls12_381, terms), encode: fp12.encode };
  const decoded = { input: "bytes", checks: "subgroup", parse: ([bytes]) => [bytes], encode: uncompressed };
  const hashed = { input: "bytes", parse: ([message]) => [message], encode: compressed };
  const verify = (key, message, signature) => {
    const known = g1(key);
    must(!known.is0());
    return signatures.verify(g2(signature), signatures.hash(message, suite), known);
  };
  return {
    ...arithmetic("bls12-381/fp", fp, ["mul", "sqr", "inv"]),
    ...arithmetic("bls12-381/fr", fr, ["mul", "sqr", "inv"]),
    ...arithmetic("bls12-381/fp2", fp2, ["mul", "sqr", "inv"]),
    ...arithmetic("bls12-381/fp12", fp12, ["mul", "sqr", "inv"]),
    ...group("bls12-381/g1_", { point: g1, scalar: fr.parse, encode: compressed }, ["add", "double", "mul", "mul_vartime"]),
    ...group("bls12-381/g2_", { point: g2, scalar: fr.parse, encode: compressed }, ["add", "double", "mul"]),
    "bls12-381/g1_decode": { ...decoded, call: g1 },
    "bls12-381/g2_decode": { ...decoded, call: g2 },
    "bls12-381/hash_to_g1": { ...hashed, call: (message) => G1.hashToCurve(message, { DST: tag1 }) },
    "bls12-381/hash_to_g2": { ...hashed, call: (message) => G2.hashToCurve(message, { DST: tag2 }) },
    "bls12-381/pairing": { parse: pairs(1), ...product },
    "bls12-381/multi_pairing_2": { parse: pairs(2), ...product },
    "bls12-381/multi_pairing_8": { parse: pairs(8), ...product },
    "bls12-381/bls_verify": {
      input: "bytes",
      checks: "subgroup_no_identity",
      parse: (args) => args,
      call: verify,
      encode: verdict,
    },
  };
}

function bn() {
  const { fields, G1, G2 } = bn254;
  const fp = field(fields.Fp, 32);
  const fr = field(fields.Fr, 32);
  const fp2 = quadratic(fp, fields.Fp2);
  const fp12 = quadratic(tower(fp2, fields.Fp6, ["c0", "c1", "c2"]), fields.Fp12);
  // EIP-196 and EIP-197: zeros for the identity; of G2 the coefficient of u comes first.
  const g1 = (bytes) => {
    must(bytes.length === 64);
    if (bytes.every((byte) => byte === 0)) return G1.Point.ZERO;
    const read = (at) => fp.parse(bytes.subarray(at, at + 32));
    const point = G1.Point.fromAffine({ x: read(0), y: read(32) });
    point.assertValidity();
    return point;
  };
  const g2 = (bytes) => {
    must(bytes.length === 128);
    if (bytes.every((byte) => byte === 0)) return G2.Point.ZERO;
    const read = (at) => fp.parse(bytes.subarray(at, at + 32));
    const point = G2.Point.fromAffine({ x: { c0: read(32), c1: read(0) }, y: { c0: read(96), c1: read(64) } });
    point.assertValidity();
    return point;
  };
  const g1Bytes = (point) => {
    if (point.is0()) return new Uint8Array(64);
    const { x, y } = point.toAffine();
    return concatBytes(fp.encode(x), fp.encode(y));
  };
  const g2Bytes = (point) => {
    if (point.is0()) return new Uint8Array(128);
    const { x, y } = point.toAffine();
    return concatBytes(...[x.c1, x.c0, y.c1, y.c0].map(fp.encode));
  };
  const bytes = { input: "bytes", parse: ([one]) => [one] };
  return {
    ...arithmetic("bn254/fp", fp, ["mul", "sqr", "inv"]),
    ...arithmetic("bn254/fr", fr, ["mul"]),
    ...arithmetic("bn254/fp2", fp2, ["mul", "sqr"]),
    ...arithmetic("bn254/fp12", fp12, ["mul", "sqr"]),
    ...group("bn254/g1_", { point: g1, scalar: fr.parse, encode: g1Bytes }, ["add", "double", "mul", "mul_vartime"]),
    ...group("bn254/g2_", { point: g2, scalar: fr.parse, encode: g2Bytes }, ["add", "double", "mul", "mul_vartime"]),
    "bn254/g1_decode": { ...bytes, checks: "subgroup", call: g1, encode: g1Bytes },
    "bn254/g2_decode": { ...bytes, checks: "subgroup", call: g2, encode: g2Bytes },
  };
}

function ecdsa(prefix, curve) {
  const { Point } = curve;
  const fp = field(Point.Fp, 32);
  const fr = field(Point.Fn, 32);
  const point = (bytes) => {
    if (bytes.length === 1 && bytes[0] === 0) return Point.ZERO;
    must(bytes.length === 65);
    return Point.fromBytes(bytes);
  };
  const encode = (p) => (p.is0() ? Uint8Array.of(0) : p.toBytes(false));
  const raw = { prehash: false, lowS: true };
  return {
    ...arithmetic(`${prefix}/fp`, fp, ["mul", "sqr", "inv"]),
    ...arithmetic(`${prefix}/fr`, fr, ["mul", "inv"]),
    ...group(`${prefix}/`, { point, scalar: fr.parse, encode }, ["add", "double"]),
    ...group(`${prefix}/`, { point, scalar: fr.parse, encode, affine: normalized }, ["mul", "mul_vartime"]),
    [`${prefix}/generator_mul`]: {
      parse: ([k]) => [fr.parse(k)],
      call: (k) => normalized(Point.BASE.multiply(k)),
      encode,
    },
    [`${prefix}/decode`]: {
      input: "bytes",
      checks: "curve",
      parse: ([one]) => [one],
      call: (bytes) => {
        must(bytes.length === 33);
        return Point.fromBytes(bytes);
      },
      encode,
    },
    [`${prefix}/ecdsa_sign`]: {
      parse: ([secret, digest]) => [digest, secret],
      call: (digest, secret) => curve.sign(digest, secret, raw),
      encode: (signature) => signature,
    },
    // The public key is taken as bytes, and checked on every call.
    [`${prefix}/ecdsa_verify`]: {
      input: "bytes",
      checks: "curve",
      parse: ([digest, signature, key]) => [signature, digest, key],
      call: (signature, digest, key) => curve.verify(signature, digest, key, raw),
      encode: verdict,
    },
  };
}

function bip340() {
  const zeros = new Uint8Array(32);
  return {
    "secp256k1/schnorr_sign": {
      parse: ([secret, message]) => [message, secret],
      call: (message, secret) => schnorr.sign(message, secret, zeros),
      encode: (signature) => signature,
    },
    "secp256k1/schnorr_verify": {
      input: "bytes",
      checks: "curve",
      parse: ([message, signature, key]) => [signature, message, key],
      call: (signature, message, key) => schnorr.verify(signature, message, key),
      encode: verdict,
    },
  };
}

function edwards() {
  const { Point } = ed25519;
  const fp = field(Point.Fp, 32, true);
  const fr = field(Point.Fn, 32, true);
  const point = (bytes) => {
    must(bytes.length === 32);
    return Point.fromBytes(bytes);
  };
  const encode = (p) => p.toBytes();
  return {
    ...arithmetic("ed25519/fp", fp, ["mul", "sqr", "inv"]),
    ...arithmetic("ed25519/fr", fr, ["mul"]),
    ...group("ed25519/", { point, scalar: fr.parse, encode }, ["add", "double", "mul", "mul_vartime"]),
    "ed25519/generator_mul": {
      parse: ([k]) => [fr.parse(k)],
      call: (k) => (k === 0n ? Point.ZERO : Point.BASE.multiply(k)),
      encode,
    },
    "ed25519/public_key": { input: "bytes", parse: ([seed]) => [seed], call: (seed) => ed25519.getPublicKey(seed), encode: (key) => key },
    "ed25519/sign": {
      parse: ([seed, message]) => [message, seed],
      call: (message, seed) => ed25519.sign(message, seed),
      encode: (signature) => signature,
    },
  };
}

/** circomlib's Poseidon by its definition: constants by Grain (L. Grassi et al., USENIX Security 2021, appendix E), x^5, 8 full rounds. */
function poseidons() {
  const Fp = bn254.fields.Fr;
  const fr = field(Fp, 32);
  // Rounds in which one element goes through the box, by the number of inputs.
  const partial = { 2: 57, 4: 60, 8: 63 };
  const all = {};
  for (const [count, roundsPartial] of Object.entries(partial)) {
    const inputs = Number(count);
    const shape = { Fp, t: inputs + 1, roundsFull: 8, roundsPartial, sboxPower: 5 };
    let permutation;
    const hash = (list) => {
      // Constants take long to make, and are wanted by those who ask for this length alone.
      permutation ??= poseidon({ ...shape, ...grainGenConstants(shape) });
      return permutation([0n, ...list])[0];
    };
    for (const [suffix, times] of [["", 1], ["_64", 64]]) {
      all[`bn254/poseidon_${inputs}${suffix}`] = {
        parse: (args) => {
          must(args.length === inputs * times);
          const elements = args.map(fr.parse);
          return [Array.from({ length: times }, (_, i) => elements.slice(i * inputs, (i + 1) * inputs))];
        },
        call: (lists) => lists.map(hash),
        encode: (hashes) => concatBytes(...hashes.map(fr.encode)),
      };
    }
  }
  return all;
}

export const operations = { ...bls12(), ...bn(), ...ecdsa("secp256k1", secp256k1), ...ecdsa("p256", p256), ...bip340(), ...edwards(), ...poseidons() };
