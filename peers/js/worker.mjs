// Libraries of JavaScript's users as workers of the lab (docs/worker-protocol.md): noble-curves in JavaScript, herumi's two in WebAssembly, and
// blst as Lodestar calls it, in native code.
//
// Time. noble's authors aim at "algorithmic constant time" in the multiplication by a secret, and say that big integers, compiler and collector
// of JavaScript make the rest impossible. The others claim nothing for what is called here. So all is stated as variable-time.

import { readFileSync } from "node:fs";
import process from "node:process";
import { chainsafe, herumi, mcl } from "./compiled.mjs";
import { operations } from "./operations.mjs";
import { serve } from "./serve.mjs";

// The pinned versions, which `npm ci` installed.
const { dependencies } = JSON.parse(readFileSync(new URL("package.json", import.meta.url)));
const about = (name, ...packages) => ({ name, version: packages.map((one) => `${one.split("/").at(-1)} ${dependencies[one]}`).join(", ") });
const v8 = `V8 ${process.versions.v8}`;

const served = [
  { ...about("noble", "@noble/curves"), version: `noble-curves ${dependencies["@noble/curves"]}`, engine: `BigInt of ${v8}`, operations },
  { ...about("bls-eth-wasm", "bls-eth-wasm"), engine: `WebAssembly in ${v8}`, operations: await herumi() },
  { ...about("mcl-wasm", "mcl-wasm"), engine: `WebAssembly in ${v8}`, ...(await mcl()) },
];
// Its prebuilt library is not there for every machine.
const blst = await chainsafe();
if (blst) served.push({ ...about("chainsafe-blst", "@chainsafe/blst"), version: `@chainsafe/blst ${dependencies["@chainsafe/blst"]}`, engine: "assembly, by Node-API", operations: blst });

await serve(served);
