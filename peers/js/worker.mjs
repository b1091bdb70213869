// noble-curves, the JavaScript library of most wallets, as a worker: see docs/worker-protocol.md.
//
// Time. Its authors aim at "algorithmic constant time" in the multiplication by a secret, and say that big integers, compiler and collector of
// JavaScript make the rest impossible: everything here is stated as variable-time.
//
// Node has no clock of one thread's CPU time before version 23.9; without it blocks are timed by the wall clock alone.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import process from "node:process";
import { operations } from "./operations.mjs";

// The pinned version, which `npm ci` installed.
const noble = JSON.parse(readFileSync(new URL("package.json", import.meta.url))).dependencies["@noble/curves"];

/** A reason that an input is not acceptable, as a library's exception says it. */
const tried = (work) => {
  try {
    return { value: work() };
  } catch (error) {
    return { error };
  }
};

const hex = (bytes) => Buffer.from(bytes).toString("hex");

/** One operation over a pool: parsed cases, and the loop that is timed. */
class Body {
  constructor({ parse, call, encode }, shape, pool) {
    this.call = call;
    this.encode = encode;
    this.chain = shape === "chain";
    this.cases = pool.map((one) => parse(one.map((text) => Uint8Array.from(Buffer.from(text, "hex")))));
    this.next = 0;
    this.last = this.cases[0][0];
  }

  answer(index) {
    return this.encode(this.call(...this.cases[index]));
  }

  run(calls) {
    const { call, cases, chain } = this;
    let { next, last } = this;
    for (let i = 0; i < calls; i++) {
      const one = cases[next];
      try {
        last = chain ? call(last, ...one.slice(1)) : call(...one);
      } catch {
        // A refusal is an answer, and costs what it costs.
      }
      next = next + 1 === cases.length ? 0 : next + 1;
    }
    this.next = next;
    this.last = last;
  }
}

const bodies = new Map();

function hello() {
  const offers = Object.entries(operations).map(([operation, { input = "parsed", checks = "none" }]) => ({
    operation,
    input,
    checks,
    time: "variable",
  }));
  const about = { name: "noble", version: `noble-curves ${noble}`, features: [], flags: [], engine: `BigInt of V8 ${process.versions.v8}` };
  return { hello: { protocol: 1, compiler: `node ${process.version}`, implementations: [{ ...about, offers }] } };
}

function prepare({ body, operation, shape, pool }) {
  const known = operations[operation];
  if (!known || pool.length === 0) return { refused: { unsupported: `noble does not serve ${operation}` } };
  const made = tried(() => new Body(known, shape, pool));
  if (made.error) return { refused: "invalid" };
  bodies.set(body, made.value);
  return "done";
}

function block(body, calls) {
  const cpu = process.threadCpuUsage;
  const before = cpu?.();
  const start = process.hrtime.bigint();
  body.run(calls);
  const wall = Number(process.hrtime.bigint() - start);
  const took = { wall_ns: Math.max(wall, 1) };
  if (before) {
    const spent = cpu(before);
    // Microseconds: too coarse for short blocks, which count by the wall.
    const ns = (spent.user + spent.system) * 1000;
    if (ns > 100_000) took.cpu_ns = ns;
  }
  return { took };
}

function reply(request) {
  const [verb, said] = Object.entries(request)[0];
  if (verb === "hello") return hello();
  if (verb === "pin") return "done";
  if (verb === "prepare") return prepare(said);
  if (verb === "discard") {
    bodies.delete(said.body);
    return "done";
  }
  const body = bodies.get(said.body);
  if (!body) return { refused: { unsupported: `no body ${said.body}` } };
  if (verb === "block") return block(body, said.calls);
  if (said.case >= body.cases.length) return { refused: { unsupported: `the pool has no case ${said.case}` } };
  const answer = tried(() => body.answer(said.case));
  return answer.error ? { refused: "invalid" } : { answer: hex(answer.value) };
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(reply(JSON.parse(line)))}\n`);
}
