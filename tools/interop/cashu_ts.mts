// What cashu-ts does as a wallet and as a mint: one step a call, JSON in and out. CASHU_TS names the folder of its checkout.
import { readFileSync } from "node:fs";
import process from "node:process";

const sources = `${process.env.CASHU_TS}/src/crypto`;
const bls = await import(`${sources}/curve_bls.ts`);
const { secp256k1 } = await import(`${process.env.CASHU_TS}/node_modules/@noble/curves/secp256k1.js`);
const transcript = await import(`${sources}/transcript.ts`);

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const bytes = (digits: string) => Uint8Array.from(Buffer.from(digits, "hex"));
const utf8 = (text: string) => new TextEncoder().encode(text);
// A secret of this draft is hashed as the 33 bytes of its point.
const hashed = (secret: string) => (bls.isV3PointSecret(secret) ? bytes(secret) : utf8(secret));

const shape = (tx: any) => ({
  proofInputs: tx.inputs.map((proof: any) => ({ ...proof, amount: BigInt(proof.amount), keysetId: proof.id })),
  blindedOutputs: tx.outputs.map((one: any) => ({ amount: BigInt(one.amount), keysetId: one.id, B_: one.B_ })),
});

const steps: Record<string, (given: any) => any> = {
  // Wallet: a secret that is this key's, and its blinded message.
  blind: ({ secret }) => {
    const { B_, r } = bls.blindMessageBls(hashed(secret));
    return { B_: B_.toHex(true), r: r.toString(16).padStart(64, "0") };
  },
  // Wallet: the signature, and whether it is K's on the secret.
  unblind: ({ C_, r, K, secret }) => {
    const C = bls.unblindSignatureBls(bls.pointFromHexG1(C_), BigInt(`0x${r}`));
    return { C: C.toHex(true), valid: bls.verifyUnblindedSignatureBls(bls.pointFromHexG2(K), C, hashed(secret)) };
  },
  // Mint: a key.
  key: () => {
    const secret = bls.createRandomBlsSecretKey();
    return { secret: hex(secret), K: hex(bls.getG2PubKeyFromPrivKey(secret)) };
  },
  // Mint: a blind signature.
  sign: ({ B_, secret, id }) => ({ C_: bls.createBlindSignatureBls(bls.pointFromHexG1(B_), bytes(secret), id).C_.toHex(true) }),
  // Mint: whether a proof is signed, and its input of a transaction.
  verify: ({ tx, K }) => {
    const digest = transcript.transactionDigest(shape(tx));
    return tx.inputs.map((proof: any) => ({
      signed: bls.verifyUnblindedSignatureBls(bls.pointFromHexG2(K), bls.pointFromHexG1(proof.C), hashed(proof.secret)),
      spent: transcript.verifyTransactionInputWitness(digest, proof.secret, proof.witness),
    }));
  },
  // Wallet: the witness of each input.
  spend: ({ tx, keys }) => {
    const digest = transcript.transactionDigest(shape(tx));
    return tx.inputs.map((_: any, i: number) => transcript.signTransactionInput(digest, bytes(keys[i])));
  },
  // Wallet: a key, and the secret that is its point, with no conditions.
  secret: () => {
    const key = secp256k1.utils.randomSecretKey();
    return { key: hex(key), secret: hex(secp256k1.getPublicKey(key, true)) };
  },
};

const given = JSON.parse(readFileSync(0, "utf8") || "{}");
process.stdout.write(`${JSON.stringify(steps[process.argv[2]](given))}\n`);
