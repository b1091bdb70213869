#!/usr/bin/env node
// curvemark's package for JavaScript as a worker, so that a run shows what a call costs over Rust's, and next to noble and others in the same
// engine:
//
//   tools/js.sh --build
//   curvemark run --worker peers/js/own.mjs
//
// CURVEMARK_JS names the folder of the package, if it is not target/js/package. What is timed is what a program pays: arrays of bytes that are
// copied into the module and out of it, and the functions there.

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import process from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { must, serve, verdict } from "./serve.mjs";

const folder = resolve(process.env.CURVEMARK_JS ?? fileURLToPath(new URL("../../target/js/package", import.meta.url)));
const load = (name) => import(pathToFileURL(`${folder}/${name}`));
const { bls, bls12_381, ecdsa, ed25519, kzg, schnorr, version } = await load("index.js");
const { setup } = await load("kzg-setup.js");
const { g1 } = bls12_381;
const bytes = readFileSync(`${folder}/curvemark.wasm`).length;

const settings = kzg.settings(setup);
const as = (bytes) => bytes;
const asked = { parse: (args) => args, encode: as };
const verdicts = { input: "bytes", checks: "curve", parse: (args) => args, encode: verdict };

/** Points that are held, as a program holds those of many sums; scalars are bytes. */
const sum = (read) => ({
  parse: (args) => {
    must(args.length % 2 === 0);
    const [points, scalars] = [0, 1].map((part) => args.filter((_, i) => i % 2 === part));
    return [g1.bases(Buffer.concat(points.map(read)), 0), Uint8Array.from(Buffer.concat(scalars))];
  },
  call: (bases, scalars) => bases.msm(scalars),
  encode: (point) => g1.compress(point)[0],
});

const operations = {
  "bls12-381/bls_sign": { ...asked, call: (secret, message) => bls.minPk.sign(secret, message) },
  "bls12-381/bls_verify": {
    ...verdicts,
    checks: "subgroup_no_identity",
    call: (key, message, signature) => bls.minPk.verify(key, message, signature),
  },
  "bls12-381/g1_msm_64": sum(g1.decode),
  "bls12-381/g1_msm_1024": sum(g1.decode),
  "kzg/blob_proof": { ...asked, input: "bytes", checks: "subgroup", call: (blob, commitment) => settings.proveBlob(blob, commitment) },
  "secp256k1/ecdsa_sign": { ...asked, call: (secret, digest) => ecdsa.secp256k1.sign(secret, digest) },
  "secp256k1/ecdsa_verify": { ...verdicts, call: (digest, signature, key) => ecdsa.secp256k1.verifyLowS(key, digest, signature) },
  "secp256k1/schnorr_sign": { ...asked, call: (secret, message) => schnorr.sign(secret, message, new Uint8Array(32)) },
  "secp256k1/schnorr_verify": { ...verdicts, call: (message, signature, key) => schnorr.verify(key, message, signature) },
  "ed25519/public_key": { ...asked, input: "bytes", call: (seed) => ed25519.publicKey(seed) },
  "ed25519/sign": { ...asked, call: (seed, message) => ed25519.sign(seed, message) },
  "ed25519/verify": { ...verdicts, call: (key, message, signature) => ed25519.verify(key, message, signature) },
};

await serve([
  {
    name: "curvemark for JavaScript",
    version: `curvemark ${version}`,
    flags: [`a module of ${bytes} bytes`],
    engine: `WebAssembly in V8 ${process.versions.v8}`,
    operations,
    families: { "bls12-381/g1_msm": sum(as) },
  },
]);
