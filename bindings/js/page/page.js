// What the page does: signs, verifies, and times curvemark against noble-curves.
import { CurvemarkError, memoryBytes, minPk, version } from 'curvemark/bls';

const at = (id) => document.getElementById(id);
const hex = (bytes) => Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');
const utf8 = (text) => new TextEncoder().encode(text);
/** Lets the page be drawn. */
const drawn = () => new Promise((resolve) => setTimeout(resolve));

// ------------------------------------------------------------------------------- sign and verify

let secret;
let publicKey;
let signature;

function say(text, kind) {
  at('verdict').value = text;
  at('verdict').className = `verdict ${kind}`;
}

function newKey() {
  secret?.fill(0);
  secret = minPk.randomSecretKey();
  publicKey = minPk.publicKey(secret);
  signature = undefined;
  at('key').value = hex(publicKey);
  at('signature').value = '';
  at('verify').disabled = true;
  say('', '');
}

function sign() {
  signature = minPk.sign(secret, utf8(at('message').value));
  at('signature').value = hex(signature);
  at('verify').disabled = false;
  say('Signed.', '');
}

function verify() {
  try {
    const holds = minPk.verify(publicKey, utf8(at('message').value), signature);
    if (holds) say('The signature holds.', 'yes');
    else say('The signature does not hold for this message.', 'no');
  } catch (error) {
    if (!(error instanceof CurvemarkError)) throw error;
    say(`Refused: ${error.message}.`, 'no');
  }
}

// ------------------------------------------------------------------------------------------ time

/** How many rounds, and for how many milliseconds a round calls each. `?rounds=3&block=5`. */
const asked = (name, normal) =>
  Number(new URLSearchParams(location.search).get(name) ?? normal);
const ROUNDS = Math.max(1, asked('rounds', 9));
const BLOCK_MS = Math.max(1, asked('block', 40));

/** Milliseconds of one call, over as many calls as fill a block. */
function timed(call, calls) {
  const began = performance.now();
  for (let i = 0; i < calls; i++) call();
  return (performance.now() - began) / calls;
}

/** How many calls fill a block; the clock of a page may be as coarse as a millisecond. */
function filling(call) {
  let calls = 1;
  for (;;) {
    const block = timed(call, calls) * calls;
    if (block >= BLOCK_MS || calls >= 1 << 16) return calls;
    calls *= block < BLOCK_MS / 8 ? 4 : 2;
  }
}

const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];

/** Both take turns. Half of the rounds begin with the one, half with the other. */
async function compare(ours, theirs) {
  const sides = [ours, theirs].map((call) => ({ call, calls: filling(call), took: [] }));
  for (let round = 0; round < ROUNDS; round++) {
    for (const side of round % 2 ? [...sides].reverse() : sides) {
      side.took.push(timed(side.call, side.calls));
      await drawn();
    }
  }
  return sides.map(({ took }) => median(took));
}

function must(holds, what) {
  if (holds !== true) throw new Error(`${what} does not hold`);
}

/** The rows: their names, and what each library does. Each is asked to accept the other's. */
async function rows() {
  const [all, bls, secp, ed] = await Promise.all([
    import('curvemark'),
    import('@noble/curves/bls12-381.js'),
    import('@noble/curves/secp256k1.js'),
    import('@noble/curves/ed25519.js'),
  ]);
  const text = utf8('a message of the page');
  const digest = crypto.getRandomValues(new Uint8Array(32));

  const noble = bls.bls12_381.longSignatures;
  const TAG = 'BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_';
  const key = minPk.randomSecretKey();
  const open = minPk.publicKey(key);
  const ours = minPk.sign(key, text);
  const nobleSigns = () => noble.sign(noble.hash(text, TAG), key).toBytes();
  // Noble takes points too; from bytes is what a verifier gets.
  const nobleVerifies = () => noble.verify(ours, noble.hash(text, TAG), open);
  must(hex(nobleSigns()) === hex(ours), 'that both sign the same by BLS');
  must(nobleVerifies(), 'a BLS signature of curvemark, by noble,');

  const ecdsaKey = all.ecdsa.secp256k1.randomSecretKey();
  const ecdsaOpen = all.ecdsa.secp256k1.publicKey(ecdsaKey);
  const ecdsaSigned = all.ecdsa.secp256k1.sign(ecdsaKey, digest);
  const plain = { prehash: false, lowS: true };
  const nobleEcdsa = () => secp.secp256k1.verify(ecdsaSigned, digest, ecdsaOpen, plain);
  must(nobleEcdsa(), 'an ECDSA signature of curvemark, by noble,');
  const theirEcdsa = secp.secp256k1.sign(digest, ecdsaKey, plain);
  const lowS = all.ecdsa.secp256k1.verifyLowS(ecdsaOpen, digest, theirEcdsa);
  must(lowS, 'an ECDSA signature of noble');

  const seed = crypto.getRandomValues(new Uint8Array(32));
  const edOpen = all.ed25519.publicKey(seed);
  const edSigned = all.ed25519.sign(seed, text);
  const nobleEd = () => ed.ed25519.verify(edSigned, text, edOpen);
  must(hex(ed.ed25519.sign(text, seed)) === hex(edSigned), 'that both sign the same by Ed25519');
  must(nobleEd(), 'an Ed25519 signature of curvemark, by noble,');

  return [
    ['BLS: sign', () => minPk.sign(key, text), nobleSigns],
    ['BLS: verify', () => minPk.verify(open, text, ours), nobleVerifies],
    [
      'secp256k1: verify',
      () => all.ecdsa.secp256k1.verifyLowS(ecdsaOpen, digest, ecdsaSigned),
      nobleEcdsa,
    ],
    ['Ed25519: verify', () => all.ed25519.verify(edOpen, text, edSigned), nobleEd],
  ];
}

function show(name, [ours, theirs]) {
  const row = at('times').tBodies[0].insertRow();
  const head = document.createElement('th');
  head.scope = 'row';
  head.textContent = name;
  row.append(head);
  const three = (value) => value.toPrecision(3);
  for (const text of [three(ours), three(theirs), (theirs / ours).toFixed(1)]) {
    row.insertCell().textContent = text;
  }
}

async function time() {
  at('time').disabled = true;
  at('times').hidden = true;
  at('times').tBodies[0].replaceChildren();
  try {
    at('progress').textContent = 'Loading.';
    const all = await rows();
    at('times').hidden = false;
    for (const [name, ours, theirs] of all) {
      at('progress').textContent = `${name} …`;
      await drawn();
      show(name, await compare(ours, theirs));
    }
    at('progress').textContent = 'Done. The last column says how many times longer noble takes.';
  } catch (error) {
    at('progress').textContent = `Not timed: ${error.message}`;
  }
  at('time').disabled = false;
}

newKey();
at('loaded').textContent =
  `Version ${version} is loaded; it has ${Math.ceil(memoryBytes() / 1024)} KiB of memory.`;
at('sign').addEventListener('click', sign);
at('verify').addEventListener('click', verify);
at('new-key').addEventListener('click', newKey);
at('time').addEventListener('click', time);
for (const id of ['sign', 'new-key', 'time']) at(id).disabled = false;
