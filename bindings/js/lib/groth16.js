// Groth16: `curvemark_groth16_…`; and Poseidon, which its circuits hash with.
import { Handle, bytes, items, room, word } from './core.js';

const FORMS = {
  'bn254-compressed': [0, 128],
  'bn254-uncompressed': [1, 256],
  'bls12-381-compressed': [2, 192],
  'bls12-381-uncompressed': [3, 384],
};

/** A verifying key with all that does not depend on a proof. */
class VerifyingKey extends Handle {
  #proofBytes;

  constructor(core, form, key) {
    if (!Object.hasOwn(FORMS, form)) {
      throw new TypeError(`the form must be one of ${Object.keys(FORMS).join(', ')}`);
    }
    const [which, proofBytes] = FORMS[form];
    super(core, 'groth16_key_free', (place) =>
      core.do('groth16_key_new', which, bytes(key, 'key'), place));
    this.#proofBytes = proofBytes;
  }

  /** How many public inputs a proof has. */
  get inputs() {
    const count = word();
    this.core.do('groth16_key_inputs', this.pointer, count);
    return count.value;
  }

  verify(inputs, proof) {
    const given = [items(inputs, 32, 'inputs'), bytes(proof, 'proof')];
    return this.core.verdict('groth16_verify', this.pointer, ...given);
  }

  verifyBatch(inputs, proofs) {
    return this.core.verdict('groth16_verify_batch', this.pointer, ...this.#batch(inputs, proofs));
  }

  findInvalid(inputs, proofs) {
    const given = this.#batch(inputs, proofs);
    const verdicts = room(Math.floor(given[1].length / this.#proofBytes));
    const found = this.core.answer('groth16_find_invalid', this.pointer, ...given, verdicts);
    return [...found.keys()].filter((i) => found[i] !== 0);
  }

  #batch(inputs, proofs) {
    return [items(inputs, 32, 'inputs'), items(proofs, this.#proofBytes, 'proofs')];
  }
}

const poseidon = (core, field) => ({
  hash: (inputs) => core.answer('poseidon_hash', field, items(inputs, 32, 'inputs'), room(32)),
});

export const groth16Of = (core) => ({
  groth16: { verifyingKey: (form, key) => new VerifyingKey(core, form, key) },
  poseidon: { bn254: poseidon(core, 0), bls12_381: poseidon(core, 1) },
});
