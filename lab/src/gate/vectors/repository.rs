//! The repository's own files, which the program carries inside itself.

use super::Vectors;
use super::cases::{
    Batch, Expand, HashToCurve, Keyset, Multiple, Pairing, PointText, RoundTrip, Secret, Signature,
    Uncompressed,
};
use super::format::{Block, Value, read};
use super::{Loaded, Problem};
use crate::gate::subject::{Derived, Group, Proof, Variant, Weights};

macro_rules! file {
    ($name:literal) => {
        (
            concat!("vectors/", $name, ".txt"),
            include_str!(concat!("../../../../vectors/", $name, ".txt")),
        )
    };
}

type File = (&'static str, &'static str);

/// Reads everything. Each reader states the least number of cases that is worth the name of a
/// check.
pub(super) fn load() -> Vectors {
    Vectors {
        expand: expand(file!("rfc9380-expand-message")),
        hash_g1: hash_to_curve(file!("rfc9380-g1"), Group::G1),
        hash_g2: hash_to_curve(file!("rfc9380-g2"), Group::G2),
        multiples: multiples(file!("bls12-381-multiples")),
        uncompressed: uncompressed(file!("bls12-381-uncompressed")),
        min_sig: signatures(file!("bls-min-sig")),
        min_pk: signatures(file!("bls-min-pk")),
        pairings: pairings(file!("bls12-381-pairings")),
        round_trips: round_trips(file!("cashu-v3-roundtrip")),
        batches: batches(file!("cashu-v3-batch")),
        points: points(file!("cashu-v3-points")),
        keysets: keysets(file!("cashu-v3-keyset-id")),
        secrets: secrets(file!("cashu-v3-secrets")),
    }
}

fn group(value: &Value<'_>) -> Result<Group, Problem> {
    match value.text() {
        "g1" => Ok(Group::G1),
        "g2" => Ok(Group::G2),
        _ => Err(value.problem("is not g1 or g2")),
    }
}

fn hexes(block: &Block<'static>, key: &'static str) -> Result<Vec<Vec<u8>>, Problem> {
    block.list(key).map(|value| value.hex()).collect()
}

fn optional_number(block: &Block<'static>, key: &'static str) -> Result<Option<u64>, Problem> {
    block.optional(key)?.map(|value| value.number()).transpose()
}

fn expand((file, text): File) -> Loaded<Expand> {
    read(file, text, 20, &["dst", "msg", "length", "uniform"], |block| {
        let uniform = block.hex("uniform")?;
        let length = block.one("length")?;
        if length.number::<usize>()? != uniform.len() {
            return Err(length.problem("is not the length of `uniform`"));
        }
        Ok(Expand {
            name: block.string("name")?,
            dst: block.hex("dst")?,
            msg: block.hex("msg")?,
            uniform,
        })
    })
}

fn hash_to_curve((file, text): File, group: Group) -> Loaded<HashToCurve> {
    read(file, text, 10, &["variant", "dst", "msg", "u", "point"], |block| {
        let variant = block.one("variant")?;
        Ok(HashToCurve {
            name: block.string("name")?,
            group,
            variant: match variant.text() {
                "RO" => Variant::RandomOracle,
                "NU" => Variant::NonUniform,
                _ => return Err(variant.problem("is not RO or NU")),
            },
            dst: block.hex("dst")?,
            msg: block.hex("msg")?,
            u: hexes(block, "u")?,
            point: block.hex("point")?,
        })
    })
}

fn multiples((file, text): File) -> Loaded<Multiple> {
    let keys = &["i", "g1-compressed", "g1-uncompressed", "g2-compressed", "g2-uncompressed"];
    read(file, text, 40, keys, |block| {
        Ok(Multiple {
            i: block.one("i")?.number()?,
            g1_compressed: block.hex("g1-compressed")?,
            g1_uncompressed: block.hex("g1-uncompressed")?,
            g2_compressed: block.hex("g2-compressed")?,
            g2_uncompressed: block.hex("g2-uncompressed")?,
        })
    })
}

fn uncompressed((file, text): File) -> Loaded<Uncompressed> {
    read(file, text, 37, &["group", "bytes", "on-curve", "in-subgroup", "why"], |block| {
        Ok(Uncompressed {
            name: block.string("name")?,
            group: group(&block.one("group")?)?,
            bytes: block.hex("bytes")?,
            on_curve: block.one("on-curve")?.yes_or_no()?,
            in_subgroup: block.one("in-subgroup")?.yes_or_no()?,
            why: block.string("why")?,
        })
    })
}

fn signatures((file, text): File) -> Loaded<Signature> {
    read(file, text, 16, &["dst", "secret", "msg", "signature"], |block| {
        Ok(Signature {
            name: block.string("name")?,
            dst: block.hex("dst")?,
            secret: block.hex("secret")?,
            msg: block.hex("msg")?,
            signature: block.hex("signature")?,
        })
    })
}

fn pairings((file, text): File) -> Loaded<Pairing> {
    read(file, text, 8, &["i", "value"], |block| {
        Ok(Pairing { i: block.one("i")?.number()?, value: block.hex("value")? })
    })
}

fn round_trips((file, text): File) -> Loaded<RoundTrip> {
    read(file, text, 17, &["secret", "r", "a", "y", "k", "b-blind", "c-blind", "c"], |block| {
        Ok(RoundTrip {
            name: block.string("name")?,
            secret: block.hex("secret")?,
            r: block.hex("r")?,
            a: block.hex("a")?,
            y: block.hex("y")?,
            k: block.hex("k")?,
            b_blind: block.hex("b-blind")?,
            c_blind: block.hex("c-blind")?,
            c: block.hex("c")?,
        })
    })
}

fn batches((file, text): File) -> Loaded<Batch> {
    read(file, text, 11, &["proof", "challenge", "weight", "counter", "verify"], |block| {
        let proof = |value: Value<'_>| {
            let [secret, c, k] = value.parts()?;
            Ok(Proof { secret: secret.hex()?, c: c.hex()?, k: k.hex()? })
        };
        let challenge = block.one("challenge")?;
        let batch = Batch {
            name: block.string("name")?,
            proofs: block.list("proof").map(proof).collect::<Result<_, _>>()?,
            weights: Weights {
                challenge: challenge.hex()?,
                weights: hexes(block, "weight")?,
                counters: block
                    .list("counter")
                    .map(|value| value.number())
                    .collect::<Result<_, _>>()?,
            },
            verify: block.one("verify")?.yes_or_no()?,
        };
        let lengths = [batch.weights.weights.len(), batch.weights.counters.len()];
        if batch.proofs.is_empty() || lengths != [batch.proofs.len(); 2] {
            return Err(challenge
                .problem("belongs to a case without a weight and a counter for each proof"));
        }
        Ok(batch)
    })
}

fn points((file, text): File) -> Loaded<PointText> {
    read(file, text, 67, &["group", "text", "valid", "why"], |block| {
        Ok(PointText {
            name: block.string("name")?,
            group: group(&block.one("group")?)?,
            text: block.string("text")?,
            valid: block.one("valid")?.verdict()?,
            why: block.string("why")?,
        })
    })
}

fn keysets((file, text): File) -> Loaded<Keyset> {
    // When a keyset expires does not enter.
    read(file, text, 5, &["unit", "input-fee-ppk", "final-expiry", "key", "id"], |block| {
        let key = |value: Value<'_>| {
            let [amount, key] = value.parts()?;
            Ok((amount.number()?, key.hex()?))
        };
        Ok(Keyset {
            name: block.string("name")?,
            keys: block.list("key").map(key).collect::<Result<_, _>>()?,
            unit: block.string("unit")?,
            input_fee_ppk: optional_number(block, "input-fee-ppk")?,
            id: block.optional("id")?.map(|id| id.hex()).transpose()?,
        })
    })
}

fn secrets((file, text): File) -> Loaded<Secret> {
    // The point of the key and the offset are of secp256k1, which this gate does not ask for.
    let keys = [
        "seed",
        "keyset",
        "counter",
        "secret-key",
        "secret",
        "blinding-factor",
        "attempt",
        "nums-offset",
        "y",
    ];
    read(file, text, 4, &keys, |block| {
        Ok(Secret {
            name: block.string("name")?,
            seed: block.hex("seed")?,
            keyset: block.hex("keyset")?,
            counter: block.one("counter")?.number()?,
            derived: Derived {
                secret_key: block.hex("secret-key")?,
                blinding_factor: block.hex("blinding-factor")?,
                attempt: block.one("attempt")?.number()?,
            },
        })
    })
}
