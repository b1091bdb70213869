// What the types allow, and what they do not: compiled and never run.
import {
  CurvemarkError, bls, bls12_381, bn254, cashu, ecdsa, ed25519, groth16, keccak256, kzg,
  memoryBytes, poseidon, schnorr, version,
} from 'curvemark';
import type { BlsScheme, Curvemark, Groth16Form, Handle, KzgSettings } from 'curvemark';
import * as small from 'curvemark/bls';
import ckzg, { computeKzgProof } from 'curvemark/compat/c-kzg';
import * as blst from 'curvemark/compat/chainsafe-blst';
import { loadKZG } from 'curvemark/compat/kzg-wasm';
import type { ProofResult } from 'curvemark/compat/c-kzg';
import { setup } from 'curvemark/kzg-setup';
import { load, loadBls } from 'curvemark/load';

const bytes = new Uint8Array(32);
const schemes: BlsScheme[] = [bls.minPk, bls.minSig, small.minPk, small.minSig];
const verdict: boolean = schemes[0]!.verify(bytes, bytes, bytes);
const found: number[] = bls.minSig.findInvalidSets([bytes], [bytes], bytes);
const sets = bls.minPk.accumulator();
sets.merge(small.minPk.accumulator());
const prover = kzg.cellProver('a text', { tableBytes: 0 });
const handles: Handle[] = [sets, kzg.settings(setup), prover];
const settings: KzgSettings = kzg.settings(setup);
const { proof, y }: { proof: Uint8Array; y: Uint8Array } = settings.prove(bytes, bytes);
const verdicts: boolean[] = ecdsa.p256.verifyEach(bytes, bytes, bytes);
const form: Groth16Form = 'bn254-compressed';
const inputs: number = groth16.verifyingKey(form, bytes).inputs;
const compressed: Uint8Array[] = bls12_381.g2.compress([bytes]);
const whole: Promise<Curvemark> = load(new URL('https://example.org/curvemark.wasm'));
const blinded: Uint8Array = cashu.v3.blind(bytes, bytes);
const { e, s } = cashu.legacy.sign(bytes, blinded);
const code: string = new CurvemarkError().code;
const memory: number = memoryBytes();
const secret: blst.SecretKey = blst.SecretKey.fromKeygen(bytes);
const holds: boolean = blst.verify(bytes, secret.toPublicKey(), secret.sign(bytes), true);
const both: ProofResult[] = [computeKzgProof(bytes, bytes), ckzg.computeKzgProof(bytes, bytes)];
export const used = [
  verdict, found, handles, proof, y, verdicts, inputs, compressed, whole, e, s, code, memory,
  version, both, holds,
  keccak256(bytes), schnorr.sign(bytes, bytes), poseidon.bn254.hash([bytes]), loadBls(bytes),
  ed25519.verify(bytes, bytes, bytes, 'rfc8032-strict'), bn254.pairingCheck([], []),
];

// @ts-expect-error: text is no bytes.
keccak256('text');
// @ts-expect-error: there is no such rule.
ed25519.verify(bytes, bytes, bytes, 'rfc8032');
// @ts-expect-error: BN254 has no compressed points.
bn254.g1.compress([bytes]);
// @ts-expect-error: a key is no bytes.
blst.verify(bytes, bytes, secret.sign(bytes));
// @ts-expect-error: a signature is one.
bls.minPk.verify(bytes, bytes, [bytes]);
const hexadecimal: Promise<string> = loadKZG().then((k) => k.blobToKZGCommitment('0x'));
void hexadecimal;
