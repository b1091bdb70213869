// What cashu-ts does as a wallet and as a mint: one step a call, JSON in and out. CASHU_TS names the folder of its checkout.
import process from "node:process";

const sources = `${process.env.CASHU_TS}/src/crypto`;
const bls = await import(`${sources}/curve_bls.ts`);
const { schnorr, secp256k1 } = await import(`${process.env.CASHU_TS}/node_modules/@noble/curves/secp256k1.js`);
const { sha256 } = await import(`${process.env.CASHU_TS}/node_modules/@noble/hashes/sha2.js`);
const nutroot = await import(`${sources}/nutroot.ts`);
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

// By a leaf: cashu-ts is no mint, but has all that one asks of a leaf.
const leafSpends = (digest: Uint8Array, secret: string, { leaf, control, signatures, preimage }: any) => {
  const path = control.path.map(bytes);
  if (!nutroot.verifyNutrootCommitment(bytes(secret), bytes(control.K), bytes(leaf), path)) return false;
  const known = nutroot.parseNutrootLeaf(bytes(leaf));
  if (known.type === "after" && Date.now() / 1000 < known.time) return false;
  if (known.type === "hashlock" && hex(sha256(bytes(preimage))) !== known.hash) return false;
  return nutroot.countLeafSigners(known, digest, signatures) >= known.n;
};
const freshKey = () => {
  const key = secp256k1.utils.randomSecretKey();
  return { key: hex(key), point: hex(secp256k1.getPublicKey(key, true)) };
};

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
      spent: JSON.parse(proof.witness).leaf
        ? leafSpends(digest, proof.secret, JSON.parse(proof.witness))
        : transcript.verifyTransactionInputWitness(digest, proof.secret, proof.witness),
    }));
  },
  // Wallet: the witness of each input.
  spend: ({ tx, keys }) => {
    const digest = transcript.transactionDigest(shape(tx));
    return tx.inputs.map((_: any, i: number) => transcript.signTransactionInput(digest, bytes(keys[i])));
  },
  // Wallet: the witness of a transaction's one input, by a leaf of what `lock` gave.
  spend_leaf: ({ tx, locked, leaf, preimage }) => {
    const digest = transcript.transactionDigest(shape(tx));
    const wanted = nutroot.parseNutrootLeaf(bytes(locked.tree[leaf])).n;
    const signatures = locked.keys.slice(0, wanted).map((key: string) => hex(schnorr.sign(digest, bytes(key))));
    return [nutroot.buildScriptPathWitness(locked.tree, leaf, locked.K, signatures, preimage)];
  },
  // Wallet: a key, and the secret that is its point, with no conditions.
  secret: () => {
    const { key, point } = freshKey();
    return { key, secret: point };
  },
  // Wallet: a secret without a key, with two leaves: one key from a time on, two with a preimage.
  lock: ({ hash, time }) => {
    const both = [freshKey(), freshKey()];
    const keys = both.map(({ point }) => point);
    const leaves = [
      { type: "after", n: 1, keys: keys.slice(0, 1), time },
      { type: "hashlock", n: 2, keys, hash },
    ];
    return { ...nutroot.buildNutrootSecret(nutroot.NUTROOT_NUMS_KEY, leaves), keys: both.map(({ key }) => key) };
  },
};

// Piece by piece: what starts this may have made the pipe one that does not block, and then one read of it all fails.
let input = "";
for await (const piece of process.stdin.setEncoding("utf8")) input += piece;
const given = JSON.parse(input || "{}");
process.stdout.write(`${JSON.stringify(steps[process.argv[2]](given))}\n`);
