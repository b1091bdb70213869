// What libraries compiled from other languages do for each operation: herumi's mcl-wasm and bls-eth-wasm, which are C++ in WebAssembly, and
// @chainsafe/blst, which is native.

import { createRequire } from "node:module";
import { must, verdict } from "./serve.mjs";

const require = createRequire(import.meta.url);
const fromBytes = { input: "bytes", checks: "subgroup_no_identity", encode: verdict };

/** A fresh object of a class of herumi's, read from bytes. */
const read = (Class) => (bytes) => {
  const value = new Class();
  value.deserialize(bytes);
  return value;
};

export async function herumi() {
  const bls = require("bls-eth-wasm");
  await bls.init(bls.BLS12_381);
  bls.verifyPublicKeyOrder(true);
  bls.verifySignatureOrder(true);
  const [secret, key, signature] = [bls.SecretKey, bls.PublicKey, bls.Signature].map(read);
  return {
    "bls12-381/bls_sign": {
      parse: ([k, message]) => [secret(k), message],
      call: (k, message) => k.sign(message),
      encode: (made) => made.serialize(),
    },
    "bls12-381/bls_verify": {
      ...fromBytes,
      parse: (args) => args,
      call: (k, message, s) => {
        // It reads the beginning of what is longer.
        must(k.length === 48 && s.length === 96);
        const known = key(k);
        must(!known.isZero());
        return known.verify(signature(s), message);
      },
    },
  };
}

export async function mcl() {
  const library = require("mcl-wasm");
  await library.init(library.BLS12_381);
  library.setETHserialization(true);
  library.verifyOrderG1(true);
  library.verifyOrderG2(true);
  const [fr, g1, g2] = [library.Fr, library.G1, library.G2].map(read);
  const point = (Class, length) => (bytes) => {
    must(bytes.length === length);
    return Class(bytes);
  };
  const [in1, in2] = [point(g1, 48), point(g2, 96)];
  // Of an element of Fp2 it writes the imaginary part first.
  const element = (value) => {
    const [bytes, swapped] = [value.serialize(), new Uint8Array(576)];
    for (let at = 0; at < 576; at += 48) swapped.set(bytes.subarray(at, at + 48), at % 96 ? at - 48 : at + 48);
    return swapped;
  };
  // Points are affine in other libraries, so that sums of them cost less.
  const affine = (p) => {
    p.normalize();
    return p;
  };
  const terms = (read) => (args) => {
    const places = args.map((_, i) => i);
    const points = places.filter((i) => i % 2 === 0).map((i) => affine(read(args[i])));
    return [points, places.filter((i) => i % 2 === 1).map((i) => fr(args[i]))];
  };
  // It has no reader of uncompressed points but by coordinates.
  const uncompressed = (bytes) => {
    must(bytes.length === 96);
    const [p, x, y, one] = [new library.G1(), new library.Fp(), new library.Fp(), new library.Fp()];
    x.deserialize(bytes.subarray(0, 48));
    y.deserialize(bytes.subarray(48));
    one.setInt(1);
    p.setX(x), p.setY(y), p.setZ(one);
    return p;
  };
  const sum = (read) => ({ parse: terms(read), call: library.mulVec, encode: (p) => p.serialize() });
  return {
    operations: {
      "bls12-381/pairing": { parse: ([p, q]) => [affine(in1(p)), affine(in2(q))], call: library.pairing, encode: element },
      "bls12-381/g1_msm_64": sum(in1),
      "bls12-381/g1_msm_1024": sum(in1),
    },
    families: { "bls12-381/g1_msm": sum(uncompressed) },
  };
}

/** Nothing where its native library is not installed. */
export async function chainsafe() {
  let blst;
  try {
    blst = require("@chainsafe/blst");
  } catch {
    return undefined;
  }
  return {
    "bls12-381/bls_sign": {
      parse: ([k, message]) => [blst.SecretKey.fromBytes(k), message],
      call: (k, message) => k.sign(message),
      encode: (made) => made.toBytes(),
    },
    "bls12-381/bls_verify": {
      ...fromBytes,
      parse: (args) => args,
      call: (key, message, signature) => {
        must(key.length === 48 && signature.length === 96);
        return blst.verify(message, blst.PublicKey.fromBytes(key, true), blst.Signature.fromBytes(signature, true));
      },
    },
  };
}
