// BLS signatures on BLS12-381: `curvemark_bls_…`.
import { Handle, bytes, items, messages, number, room } from './core.js';

const SECRET = 32;

/** Signatures that are verified together at the end. */
class Accumulator extends Handle {
  constructor(core, scheme) {
    super(core, 'bls_accumulator_free', (place) =>
      core.do('bls_accumulator_new', scheme, place));
  }

  add(publicKey, message, signature) {
    this.core.do(
      'bls_accumulator_add',
      this.pointer,
      bytes(publicKey, 'publicKey'),
      bytes(message, 'message'),
      bytes(signature, 'signature'),
    );
  }

  merge(other) {
    if (!(other instanceof Accumulator) || other.core !== this.core) {
      throw new TypeError('other must be an accumulator of the same module');
    }
    this.core.do('bls_accumulator_merge', this.pointer, other.pointer);
  }

  finish() {
    return this.core.verdict('bls_accumulator_finish', this.pointer);
  }
}

/** The functions of one scheme. */
function scheme(core, which, PUBLIC_KEY_BYTES, SIGNATURE_BYTES) {
  const keys = (values) => items(values, PUBLIC_KEY_BYTES, 'publicKeys');
  const signatures = (values) => items(values, SIGNATURE_BYTES, 'signatures');
  const batch = (publicKeys, texts, given) =>
    [which, keys(publicKeys), ...messages(texts, 'messages'), signatures(given)];
  const made = (name, length, ...values) => core.answer(name, ...values, room(length));

  return {
    SECRET_KEY_BYTES: SECRET,
    PUBLIC_KEY_BYTES,
    SIGNATURE_BYTES,
    keyGen: (material, info = new Uint8Array()) =>
      made('bls_key_gen', SECRET, bytes(material, 'material'), bytes(info, 'info')),
    randomSecretKey() {
      const material = crypto.getRandomValues(new Uint8Array(32));
      try {
        return this.keyGen(material);
      } finally {
        material.fill(0);
      }
    },
    deriveMaster: (seed) => made('bls_derive_master', SECRET, bytes(seed, 'seed')),
    deriveChild: (parent, index) =>
      made('bls_derive_child', SECRET, bytes(parent, 'parent'), number(index, 'index')),
    publicKey: (secretKey) =>
      made('bls_public_key', PUBLIC_KEY_BYTES, which, bytes(secretKey, 'secretKey')),
    checkPublicKey: (publicKey) =>
      core.do('bls_check_public_key', which, bytes(publicKey, 'publicKey')),
    sign: (secretKey, message) =>
      made(
        'bls_sign',
        SIGNATURE_BYTES,
        which,
        bytes(secretKey, 'secretKey'),
        bytes(message, 'message'),
      ),
    verify: (publicKey, message, signature) =>
      core.verdict(
        'bls_verify',
        which,
        bytes(publicKey, 'publicKey'),
        bytes(message, 'message'),
        bytes(signature, 'signature'),
      ),
    provePossession: (secretKey) =>
      made('bls_prove_possession', SIGNATURE_BYTES, which, bytes(secretKey, 'secretKey')),
    verifyPossession: (publicKey, proof) =>
      core.verdict(
        'bls_verify_possession',
        which,
        bytes(publicKey, 'publicKey'),
        bytes(proof, 'proof'),
      ),
    aggregateSignatures: (values) =>
      made('bls_aggregate_signatures', SIGNATURE_BYTES, which, signatures(values)),
    aggregatePublicKeys: (values) =>
      made('bls_aggregate_public_keys', PUBLIC_KEY_BYTES, which, keys(values)),
    fastAggregateVerify: (publicKeys, message, signature) =>
      core.verdict(
        'bls_fast_aggregate_verify',
        which,
        keys(publicKeys),
        bytes(message, 'message'),
        bytes(signature, 'signature'),
      ),
    aggregateVerify: (publicKeys, texts, signature) =>
      core.verdict(
        'bls_aggregate_verify',
        which,
        keys(publicKeys),
        ...messages(texts, 'messages'),
        bytes(signature, 'signature'),
      ),
    verifySets: (publicKeys, texts, given) =>
      core.verdict('bls_verify_sets', ...batch(publicKeys, texts, given), 1),
    verifySetsDeterministic: (publicKeys, texts, given) =>
      core.verdict('bls_verify_sets_deterministic', ...batch(publicKeys, texts, given), 1),
    findInvalidSets(publicKeys, texts, given) {
      const arguments_ = batch(publicKeys, texts, given);
      const verdicts = core.answer('bls_find_invalid_sets', ...arguments_, room(texts.length), 1);
      return [...verdicts.keys()].filter((i) => verdicts[i] !== 0);
    },
    accumulator: () => new Accumulator(core, which),
  };
}

export const blsOf = (core) => ({
  minPk: scheme(core, 0, 48, 96),
  minSig: scheme(core, 1, 96, 48),
  ethereum: {
    fastAggregateVerify: (publicKeys, message, signature) =>
      core.verdict(
        'bls_eth_fast_aggregate_verify',
        items(publicKeys, 48, 'publicKeys'),
        bytes(message, 'message'),
        bytes(signature, 'signature'),
      ),
  },
});
