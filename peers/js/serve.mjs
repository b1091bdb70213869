// The lines of the worker protocol, for implementations in JavaScript: see docs/worker-protocol.md.
//
// Node has no clock of one thread's CPU time before version 23.9; without it blocks are timed by the wall clock alone.

import { createInterface } from "node:readline";
import process from "node:process";

/** What a library says, or the error by which it says that an input is not acceptable. */
const tried = (work) => {
  try {
    return { value: work() };
  } catch (error) {
    return { error };
  }
};

const hex = (bytes) => Buffer.from(bytes).toString("hex");
const unhex = (text) => Uint8Array.from(Buffer.from(text, "hex"));

/** Throws where a library says no by a value. */
export const must = (holds) => {
  if (!holds) throw new Error("invalid");
};

export const verdict = (holds) => Uint8Array.of(holds ? 1 : 0);

/** One operation over a pool: parsed cases, and the loop that is timed. */
class Body {
  constructor({ parse, call, encode }, shape, pool) {
    this.call = call;
    this.encode = encode;
    this.chain = shape === "chain";
    this.cases = pool.map((one) => parse(one.map(unhex)));
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

function offers(operations) {
  return Object.entries(operations).map(([operation, { input = "parsed", checks = "none" }]) => ({ operation, input, checks, time: "variable" }));
}

function hello(served) {
  const implementations = served.map(({ operations, families = {}, ...about }) => ({
    features: [],
    flags: [],
    ...about,
    offers: offers(operations),
    families: offers(families),
    more: ["prepare_family"],
  }));
  return { hello: { protocol: 1, compiler: `node ${process.version}`, implementations } };
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

/**
 * Answers until the input ends. Each implementation has `name`, `version` and `engine`, and by their ids `operations`, and `families` if it
 * likes: how a case is parsed, what is called, how the result is encoded. All of it is stated as variable-time.
 */
export async function serve(served) {
  const bodies = new Map();
  const prepare = (number, known, shape, pool) => {
    if (!known || pool.length === 0) return { refused: { unsupported: "not served, or nothing to do it on" } };
    const made = tried(() => new Body(known, shape, pool));
    if (made.error) return { refused: "invalid" };
    bodies.set(number, made.value);
    return "done";
  };
  const reply = (request) => {
    const [verb, said] = Object.entries(request)[0];
    if (verb === "hello") return hello(served);
    if (verb === "pin") return "done";
    const asked = served.find(({ name }) => name === said.implementation);
    if (verb === "prepare") return prepare(said.body, asked?.operations[said.operation], said.shape, said.pool);
    // A case is a whole batch, its items one after the other.
    if (verb === "prepare_family") {
      return prepare(said.body, asked?.families?.[said.family], "independent", said.batches.map((batch) => batch.flat()));
    }
    if (verb === "discard") {
      bodies.delete(said.body);
      return "done";
    }
    const body = bodies.get(said.body);
    if (!body) return { refused: { unsupported: `no body ${said.body}` } };
    if (verb === "block") return block(body, said.calls);
    if (verb !== "answer") return { refused: { unsupported: `no request ${verb}` } };
    if (said.case >= body.cases.length) return { refused: { unsupported: `the pool has no case ${said.case}` } };
    const answer = tried(() => body.answer(said.case));
    return answer.error ? { refused: "invalid" } : { answer: hex(answer.value) };
  };
  for await (const line of createInterface({ input: process.stdin })) {
    process.stdout.write(`${JSON.stringify(reply(JSON.parse(line)))}\n`);
  }
}
