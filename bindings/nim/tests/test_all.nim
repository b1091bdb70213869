## Published cases of the repository's folder `vectors`, and wrong calls. By `tools/nim.sh`.

import std/[os, sequtils, strutils, tables, unittest]
import curvemark

let repository = getEnv("CURVEMARK_REPOSITORY", currentSourcePath.parentDir / "../../..")

type Case = Table[string, seq[string]]

proc unhex(text: string): seq[byte] =
  doAssert text.len mod 2 == 0, text
  for i in countup(0, text.len - 2, 2): result.add(byte(fromHex[uint8](text[i .. i + 1])))

proc hex(bytes: openArray[byte]): string =
  for each in bytes: result.add(each.toHex.toLowerAscii)

proc all(c: Case, key: string): seq[string] = c.getOrDefault(key)
proc text(c: Case, key: string): string = (if key in c: c[key][0] else: "")
proc bytes(c: Case, key: string): seq[byte] = unhex(c.text(key))

iterator cases(file: string): Case =
  let blocks = readFile(repository / "vectors" / file & ".txt").strip.split("\n\n")
  for each in blocks[1 .. ^1]:
    var c: Case
    for line in each.splitLines:
      let at = line.find(" =")
      c.mgetOrPut(line[0 ..< at], @[]).add(line[at + 2 .. ^1].strip)
    yield c

proc judge(c: Case, key: string, found: bool) =
  checkpoint(c.text("name"))
  check (if found: "yes" else: "no") == c.text(key).replace("error", "no")

proc filled[T](bytes: seq[byte]): T =
  doAssert bytes.len == sizeof(T)
  copyMem(addr result, unsafeAddr bytes[0], bytes.len)

suite "BLS":
  test "Ethereum's functions":
    var ran = initCountTable[string]()
    for c in cases("bls-eth").toSeq & cases("bls-wycheproof").toSeq:
      if c.text("suite") != "pop": continue
      checkpoint(c.text("name"))
      let function = c.text("function")
      var read = true
      var keys = newSeq[PublicKey](c.all("key").len)
      for i, text in c.all("key"): read = keys[i].fromHex(text) and read
      var signatures = newSeq[Signature](c.all("signature").len)
      for i, text in c.all("signature"): read = signatures[i].fromHex(text) and read
      let messages = c.all("message").mapIt(unhex(it))
      case function
      of "sign":
        var secret: SecretKey
        if secret.fromHex(c.text("secret")):
          check hex(secret.sign(messages[0]).exportRaw) == c.text("result")
        else:
          check c.text("result") == "error"
      of "verify":
        c.judge("result", read and keys[0].verify(messages[0], signatures[0]))
      of "aggregate":
        var sum: Signature
        if read and sum.aggregateAll(signatures): check sum.toHex == c.text("result")
        else: check c.text("result") == "error"
      of "eth_aggregate_pubkeys":
        var sum: PublicKey
        if read and sum.aggregateAll(keys): check sum.toHex == c.text("result")
        else: check c.text("result") == "error"
      of "fast_aggregate_verify":
        c.judge("result", read and fastAggregateVerify(keys, messages[0], signatures[0]))
      of "aggregate_verify":
        c.judge("result", read and aggregateVerify(keys, messages, signatures[0]))
      of "batch_verify":
        if messages.anyIt(it.len != 32): continue
        var sets: seq[SignatureSet]
        for i in 0 ..< keys.len:
          sets.add((keys[i], filled[array[32, byte]](messages[i]), signatures[i]))
        c.judge("result", read and batchVerify(sets, 2))
      of "deserialization_G1":
        # A key must not be the identity, which is a point of the group.
        if c.text("key").startsWith("c0"): check not read
        else: c.judge("result", read)
      of "deserialization_G2":
        c.judge("result", read)
      else:
        continue
      ran.inc(function)
    check ran.len == 9

  test "keys":
    var (public, secret) = (PublicKey(), SecretKey())
    check not keyGen(newSeq[byte](31), public, secret)
    check keyGen(repeat(7'u8, 32), public, secret)
    check public.popVerify(secret.popProve)
    let other = randomSecretKey()
    var otherPublic: PublicKey
    check otherPublic.publicFromSecret(other)
    check not otherPublic.popVerify(secret.popProve)
    check $secret == "SecretKey(…)"
    check not batchVerify([])
    for wrong in ["", "00", "0x", "zz".repeat(32), "00".repeat(32), "ff".repeat(32)]:
      check not secret.fromHex(wrong)
    var never: SecretKey
    expect CurvemarkError: discard never.sign([1'u8])

suite "signatures":
  test "ECDSA":
    var ran = 0
    for c in cases("ecdsa-sign"):
      if c.text("curve") == "P-256" or c.text("entropy") != "": continue
      let (secret, digest) = (c.bytes("secret"), c.bytes("digest"))
      checkpoint(c.text("name"))
      let signature = ecdsaSign(secp256k1, secret, digest)
      check hex(signature) == c.text("signature")
      let public = ecdsaPublicKey(secp256k1, secret)
      check ecdsaVerify(secp256k1, public, digest, signature)
      check not ecdsaVerify(p256, public, digest, signature)
      let recoverable = ecdsaSignRecoverable(secp256k1, secret, digest)
      let recovered = ecdsaRecover(secp256k1, digest, recoverable)
      check recovered[1 .. 32] == public[1 .. 32]
      inc ran
    check ran > 5

  test "BIP-340":
    for c in cases("bip340"):
      c.judge("holds", schnorrVerify(c.bytes("key"), c.bytes("message"), c.bytes("signature")))
      if "secret" in c:
        let made = schnorrSign(
          c.bytes("secret"), c.bytes("message"), filled[array[32, byte]](c.bytes("aux")))
        check hex(made) == c.text("signature")

  test "Ed25519":
    for c in cases("ed25519-verify"):
      c.judge("zip215", ed25519Verify(zip215, c.bytes("key"), c.bytes("msg"), c.bytes("sig")))
      if "seed" in c:
        check hex(ed25519Sign(c.bytes("seed"), c.bytes("msg"))) == c.text("sig")

  test "Keccak-256":
    for c in cases("hashes"):
      if c.text("function") == "Keccak-256":
        check hex(keccak256(c.bytes("message"))) == c.text("digest")

suite "KZG":
  test "commitments, proofs, cells":
    let settings = ethereumSettings()
    let prover = ethereumProver()
    let blob = new KzgBlob
    for i in 0 ..< 4096: blob[32 * i + 31] = byte(i mod 251)
    let commitment = settings.blobToKzgCommitment(blob[])
    let proof = settings.computeBlobKzgProof(blob[], commitment)
    check settings.verifyBlobKzgProof(blob[], commitment, proof)
    check settings.verifyBlobKzgProofBatch([blob[]], [commitment], [proof])
    var z: KzgBytes32
    z[31] = 5
    let (opened, y) = settings.computeKzgProof(blob[], z)
    check settings.verifyKzgProof(commitment, z, y, opened)
    check not settings.verifyKzgProof(commitment, y, y, opened)
    let (cells, proofs) = prover.computeCellsAndKzgProofs(blob[])
    check cells == settings.computeCells(blob[])
    let recovered = prover.recoverCellsAndKzgProofs(
      toSeq(64'u64 .. 127'u64), cells[64 .. 127])
    check recovered == (cells, proofs)
    let two = repeat(commitment, 2)
    check settings.verifyCellKzgProofBatch(
      two, [0'u64, 9], [cells[0], cells[9]], [proofs[0], proofs[9]])
    check not settings.verifyCellKzgProofBatch(
      two, [0'u64, 8], [cells[0], cells[9]], [proofs[0], proofs[9]])
    expect CurvemarkError:
      discard settings.verifyCellKzgProofBatch(two, [0'u64], [cells[0]], [proofs[0]])
    expect CurvemarkError: discard loadTrustedSetupFromText("4096")
    for c in cases("kzg"):
      if c.text("function") != "verify_kzg_proof": continue
      let given = ["commitment", "z", "y", "proof"].mapIt(c.bytes(it))
      if given.mapIt(it.len) != [48, 32, 32, 48]:
        check c.text("result") == "error"
        continue
      checkpoint(c.text("name"))
      try:
        let holds = settings.verifyKzgProof(filled[KzgCommitment](given[0]),
          filled[KzgBytes32](given[1]), filled[KzgBytes32](given[2]), filled[KzgProof](given[3]))
        check (if holds: "yes" else: "no") == c.text("result")
      except CurvemarkError:
        check c.text("result") == "error"

suite "contracts":
  test "of Osaka":
    const addresses = {"sha256": 2, "modexp": 5, "blake2f": 9, "point-evaluation": 10,
      "bls12-g1-add": 11, "bls12-g1-msm": 12, "bls12-g2-add": 13, "bls12-g2-msm": 14,
      "bls12-pairing": 15, "bls12-map-fp-to-g1": 16, "bls12-map-fp2-to-g2": 17,
      "p256-verify": 256}.toTable
    for c in cases("evm-precompiles"):
      checkpoint(c.text("name"))
      var address: Address
      let number = addresses[c.text("contract")]
      address[18] = byte(number shr 8)
      address[19] = byte(number and 255)
      try:
        let (output, used) = osaka.call(address, c.bytes("input"), 1'u64 shl 40)
        check hex(output) == c.text("output")
        check used == osaka.gas(address, c.bytes("input"))
      except CurvemarkError:
        check c.text("output") == "error"
    var none: Address
    expect CurvemarkError: discard osaka.gas(none, [])
