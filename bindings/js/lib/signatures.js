// ECDSA, Schnorr signatures of BIP-340, Ed25519 and Keccak-256: `curvemark_ecdsa_…` and the like.
import { bytes, items, messages, room, word } from './core.js';

const pair = (publicKey, message, name) => [bytes(publicKey, 'publicKey'), bytes(message, name)];

function ecdsa(core, curve) {
  const key = (isCompressed) => room(isCompressed ? 33 : 65);
  const checked = (name) => (publicKey, digest, signature) =>
    core.verdict(
      name,
      curve,
      ...pair(publicKey, digest, 'digest'),
      bytes(signature, 'signature'),
    );
  const signed = (name, length) => (secretKey, digest) =>
    core.answer(name, curve, bytes(secretKey, 'secretKey'), bytes(digest, 'digest'), room(length));

  return {
    randomSecretKey: () => core.answer('ecdsa_random_secret_key', curve, room(32)),
    publicKey: (secretKey, isCompressed = true) =>
      core.answer('ecdsa_public_key', curve, bytes(secretKey, 'secretKey'), key(isCompressed)),
    sign: signed('ecdsa_sign', 64),
    signRecoverable: signed('ecdsa_sign_recoverable', 65),
    verify: checked('ecdsa_verify'),
    verifyLowS: checked('ecdsa_verify_low_s'),
    verifyEach(publicKeys, digests, signatures) {
      const given = [
        items(publicKeys, 33, 'publicKeys'),
        items(digests, 32, 'digests'),
        items(signatures, 64, 'signatures'),
      ];
      const verdicts = room(Math.floor(given[1].length / 32));
      const found = core.answer('ecdsa_verify_each', curve, ...given, verdicts);
      return Array.from(found, (verdict) => verdict === 0);
    },
    recover: (digest, signature, isCompressed = true) =>
      core.answer(
        'ecdsa_recover',
        curve,
        bytes(digest, 'digest'),
        bytes(signature, 'signature'),
        key(isCompressed),
      ),
    signatureToDer(signature) {
      const [der, length] = [room(72), word()];
      core.do('ecdsa_signature_to_der', curve, bytes(signature, 'signature'), der, length);
      return der.bytes.slice(0, length.value);
    },
    signatureFromDer: (der) =>
      core.answer('ecdsa_signature_from_der', curve, bytes(der, 'der'), room(64)),
  };
}

const batch = (core, name) => (publicKeys, texts, signatures) =>
  core.verdict(
    name,
    items(publicKeys, 32, 'publicKeys'),
    ...messages(texts, 'messages'),
    items(signatures, 64, 'signatures'),
  );

const RULES = ['zip215', 'rfc8032-strict'];

function rule(name) {
  const number = RULES.indexOf(name);
  if (number < 0) throw new TypeError(`the rule must be one of ${RULES.join(', ')}`);
  return number;
}

export const signaturesOf = (core) => ({
  ecdsa: { secp256k1: ecdsa(core, 0), p256: ecdsa(core, 1) },
  schnorr: {
    publicKey: (secretKey) =>
      core.answer('schnorr_public_key', bytes(secretKey, 'secretKey'), room(32)),
    sign: (secretKey, message, auxiliary = crypto.getRandomValues(new Uint8Array(32))) =>
      core.answer(
        'schnorr_sign',
        bytes(secretKey, 'secretKey'),
        bytes(message, 'message'),
        bytes(auxiliary, 'auxiliary'),
        room(64),
      ),
    verify: (publicKey, message, signature) =>
      core.verdict(
        'schnorr_verify',
        ...pair(publicKey, message, 'message'),
        bytes(signature, 'signature'),
      ),
    verifyBatch: batch(core, 'schnorr_verify_batch'),
  },
  ed25519: {
    publicKey: (seed) => core.answer('ed25519_public_key', bytes(seed, 'seed'), room(32)),
    sign: (seed, message) =>
      core.answer('ed25519_sign', bytes(seed, 'seed'), bytes(message, 'message'), room(64)),
    verify: (publicKey, message, signature, by = 'zip215') =>
      core.verdict(
        'ed25519_verify',
        rule(by),
        ...pair(publicKey, message, 'message'),
        bytes(signature, 'signature'),
      ),
    verifyBatch: batch(core, 'ed25519_verify_batch'),
  },
  keccak256: (message) => core.answer('keccak256', bytes(message, 'message'), room(32)),
});
