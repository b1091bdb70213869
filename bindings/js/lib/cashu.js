// Cashu of version 3, on BLS12-381, and today's, on secp256k1: `curvemark_cashu_…`.
import { bytes, items, long, messages, room } from './core.js';

function v3(core) {
  const made = (name, length, ...values) =>
    core.answer(`cashu_v3_${name}`, ...values, room(length));
  return {
    randomScalar: () => made('random_scalar', 32),
    deriveFactor: (seed, keyset, counter) =>
      made(
        'derive_factor',
        32,
        bytes(seed, 'seed'),
        bytes(keyset, 'keyset'),
        long(counter, 'counter'),
      ),
    hashToCurve: (secret) => made('hash_to_curve', 48, bytes(secret, 'secret')),
    blind: (secret, factor) =>
      made('blind', 48, bytes(secret, 'secret'), bytes(factor, 'factor')),
    publicKey: (secretKey) => made('public_key', 96, bytes(secretKey, 'secretKey')),
    sign: (secretKey, blinded) =>
      made('sign', 48, bytes(secretKey, 'secretKey'), bytes(blinded, 'blinded')),
    unblind: (blindSignature, factor) =>
      made('unblind', 48, bytes(blindSignature, 'blindSignature'), bytes(factor, 'factor')),
    verify: (publicKey, secret, signature) =>
      core.verdict(
        'cashu_v3_verify',
        bytes(publicKey, 'publicKey'),
        bytes(secret, 'secret'),
        bytes(signature, 'signature'),
      ),
    verifyBatch: (publicKeys, secrets, signatures) =>
      core.verdict(
        'cashu_v3_verify_batch',
        items(publicKeys, 96, 'publicKeys'),
        ...messages(secrets, 'secrets'),
        items(signatures, 48, 'signatures'),
      ),
  };
}

function legacy(core) {
  const made = (name, length, ...values) => core.answer(`cashu_${name}`, ...values, room(length));
  const derived = (name) => (seed, keyset, counter) =>
    made(name, 32, bytes(seed, 'seed'), bytes(keyset, 'keyset'), long(counter, 'counter'));
  return {
    randomScalar: () => made('random_scalar', 32),
    deriveSecret: derived('derive_secret'),
    deriveFactor: derived('derive_factor'),
    hashToCurve: (secret) => made('hash_to_curve', 33, bytes(secret, 'secret')),
    blind: (secret, factor) =>
      made('blind', 33, bytes(secret, 'secret'), bytes(factor, 'factor')),
    publicKey: (secretKey) => made('public_key', 33, bytes(secretKey, 'secretKey')),
    sign(secretKey, blinded) {
      const given = [bytes(secretKey, 'secretKey'), bytes(blinded, 'blinded')];
      const [signature, e, s] = [room(33), room(32), room(32)];
      core.do('cashu_sign', ...given, signature, e, s);
      return { signature: signature.bytes, e: e.bytes, s: s.bytes };
    },
    verifyProof: (publicKey, blinded, signature, { e, s }) =>
      core.verdict(
        'cashu_verify_proof',
        bytes(publicKey, 'publicKey'),
        bytes(blinded, 'blinded'),
        bytes(signature, 'signature'),
        bytes(e, 'e'),
        bytes(s, 's'),
      ),
    unblind: (blindSignature, factor, publicKey) =>
      made(
        'unblind',
        33,
        bytes(blindSignature, 'blindSignature'),
        bytes(factor, 'factor'),
        bytes(publicKey, 'publicKey'),
      ),
    verify: (secretKey, secret, signature) =>
      core.verdict(
        'cashu_verify',
        bytes(secretKey, 'secretKey'),
        bytes(secret, 'secret'),
        bytes(signature, 'signature'),
      ),
  };
}

export const cashuOf = (core) => ({ cashu: { v3: v3(core), legacy: legacy(core) } });
