//! The full suites, as their publishers wrote them, from a folder (`vectors/README.md` lists the
//! files).
//!
//! Values are parsed while the JSON is read, so that an error names the line that it is about.

use std::collections::BTreeMap;
use std::path::Path;

use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};

use super::cases::{
    Batch, Expand, HashToCurve, Keyset, Multiple, Pairing, PointText, RoundTrip, Secret, Signature,
    Uncompressed, from_hex,
};
use super::{Loaded, Problem, Set, Vectors};
use crate::gate::inputs::{Primes, bytes, number};
use crate::gate::subject::{Derived, Group, Proof, Variant, Weights};

const NOBLE: &str = "paulmillr/noble-curves";

/// Reads everything.
pub(super) fn load(root: &Path) -> Vectors {
    let folder = Folder { root };
    Vectors {
        expand: folder.expand(),
        hash_g1: folder.hash_to_curve(Group::G1),
        hash_g2: folder.hash_to_curve(Group::G2),
        multiples: folder.multiples(),
        uncompressed: folder.uncompressed(),
        min_sig: folder.signatures("g1", 128),
        min_pk: folder.signatures("g2", 559),
        pairings: folder.pairings(),
        round_trips: folder.round_trips(),
        batches: folder.batches(),
        points: folder.points(),
        keysets: folder.keysets(),
        secrets: folder.secrets(),
    }
}

/// Bytes, from lower-case hexadecimal.
struct Hex(Vec<u8>);

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        from_hex(&text).map(Self).ok_or_else(|| Error::custom("not lower-case hexadecimal"))
    }
}

/// An element of Fp or Fp2 as RFC 9380's files write it, `0x…` or `0x…,0x…`, c0 first.
struct Element(Vec<Vec<u8>>);

impl Element {
    fn c0_first(self) -> Vec<u8> {
        self.0.concat()
    }

    /// The order of point encodings.
    fn c1_first(mut self) -> Vec<u8> {
        self.0.reverse();
        self.0.concat()
    }
}

impl<'de> Deserialize<'de> for Element {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let part = |part: &str| {
            from_hex(&format!("{:0>96}", part.strip_prefix("0x")?))
                .filter(|bytes| bytes.len() == 48)
        };
        let parts: Option<_> = text.split(',').map(part).collect();
        parts
            .map(Self)
            .ok_or_else(|| Error::custom("not 0x and at most 96 hexadecimal digits per part"))
    }
}

/// A length written as `0x20`.
struct Length(usize);

impl<'de> Deserialize<'de> for Length {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let digits = text.strip_prefix("0x").ok_or_else(|| Error::custom("no 0x"))?;
        usize::from_str_radix(digits, 16).map(Self).map_err(Error::custom)
    }
}

#[derive(Deserialize)]
struct Xy {
    x: Element,
    y: Element,
}

#[derive(Deserialize)]
struct MapFile {
    dst: String,
    vectors: Vec<MapVector>,
}

#[derive(Deserialize)]
struct MapVector {
    #[serde(rename = "P")]
    point: Xy,
    msg: String,
    u: Vec<Element>,
}

#[derive(Deserialize)]
struct ExpandFile {
    #[serde(rename = "DST")]
    dst: String,
    tests: Vec<ExpandTest>,
}

#[derive(Deserialize)]
struct ExpandTest {
    len_in_bytes: Length,
    msg: String,
    uniform_bytes: Hex,
}

#[derive(Deserialize)]
struct Cases<T> {
    cases: T,
}

#[derive(Deserialize)]
struct UncompressedCase {
    name: String,
    hex: Hex,
    decodes_on_curve: bool,
    in_subgroup: bool,
    why: String,
}

#[derive(Deserialize)]
struct PointCase {
    name: String,
    hex: String,
    valid: Option<bool>,
    why: String,
}

#[derive(Deserialize)]
struct PointFile {
    g1: Vec<PointCase>,
    g2: Vec<PointCase>,
}

#[derive(Deserialize)]
struct RoundTripCase {
    name: String,
    secret: String,
    r: Hex,
    a: Hex,
    #[serde(rename = "Y")]
    y: Hex,
    #[serde(rename = "K")]
    k: Hex,
    #[serde(rename = "B_")]
    b_blind: Hex,
    #[serde(rename = "C_")]
    c_blind: Hex,
    #[serde(rename = "C")]
    c: Hex,
}

#[derive(Deserialize)]
struct ProofCase {
    secret: String,
    #[serde(rename = "K")]
    k: Hex,
    #[serde(rename = "C")]
    c: Hex,
}

#[derive(Deserialize)]
struct BatchCase {
    name: String,
    proofs: Vec<ProofCase>,
    challenge: Hex,
    weights: Vec<Hex>,
    accepted_ctr: Vec<u32>,
    verify: bool,
}

#[derive(Deserialize)]
struct KeysetFile {
    cases: Vec<KeysetCase>,
    invalid: Vec<KeysetCase>,
}

#[derive(Deserialize)]
struct KeysetCase {
    name: String,
    id: Option<Hex>,
    unit: String,
    input_fee_ppk: Option<u64>,
    keys: BTreeMap<String, String>,
}

#[derive(Deserialize)]
struct NutrootFile {
    nut13_v3: SecretCases,
}

#[derive(Deserialize)]
struct SecretCases {
    seed_utf8: String,
    keyset_id: Hex,
    outputs: Vec<SecretCase>,
}

#[derive(Deserialize)]
struct SecretCase {
    counter: u64,
    secret_key: Hex,
    blinding_factor: Hex,
}

/// The attempts of the blinding factors, as the file's own comment has them.
const ATTEMPTS: [u32; 4] = [7, 1, 2, 2];

struct Folder<'a> {
    root: &'a Path,
}

impl Folder<'_> {
    fn read(&self, file: &str) -> Result<Vec<u8>, Problem> {
        // The error of the system does not repeat the folder, which may say who the user is.
        std::fs::read(self.root.join(file)).map_err(|error| Problem::of_file(file, error.kind()))
    }

    fn json<T: DeserializeOwned>(&self, file: &str) -> Result<T, Problem> {
        serde_json::from_slice(&self.read(file)?)
            .map_err(|error| Problem::at_line(file, error.line(), error.to_string()))
    }

    fn expand(&self) -> Loaded<Expand> {
        let mut cases = Vec::new();
        let mut name = "";
        for file in [
            "rfc9380/expand_message_xmd_SHA256_38.json",
            "rfc9380/expand_message_xmd_SHA256_256.json",
        ] {
            name = file;
            let data: ExpandFile = self.json(file)?;
            for (index, test) in data.tests.into_iter().enumerate() {
                let case = Expand {
                    name: format!("DST of {} bytes, {index}", data.dst.len()),
                    dst: data.dst.clone().into_bytes(),
                    msg: test.msg.into_bytes(),
                    uniform: test.uniform_bytes.0,
                };
                if test.len_in_bytes.0 != case.uniform.len() {
                    return Err(Problem::of_file(
                        file,
                        format_args!("test {index}: another length than asked for"),
                    ));
                }
                cases.push(case);
            }
        }
        Set::new(name, "RFC 9380, appendix K".to_owned(), cases, 20)
    }

    fn hash_to_curve(&self, group: Group) -> Loaded<HashToCurve> {
        let mut cases = Vec::new();
        let letters = group.name().to_uppercase();
        for (suffix, variant) in [("RO", Variant::RandomOracle), ("NU", Variant::NonUniform)] {
            let file = format!("rfc9380/BLS12381{letters}_XMD_SHA-256_SSWU_{suffix}_.json");
            let data: MapFile = self.json(&file)?;
            for (index, vector) in data.vectors.into_iter().enumerate() {
                cases.push(HashToCurve {
                    name: format!("{suffix} {index}"),
                    group,
                    variant,
                    dst: data.dst.clone().into_bytes(),
                    msg: vector.msg.into_bytes(),
                    u: vector.u.into_iter().map(Element::c0_first).collect(),
                    point: [vector.point.x.c1_first(), vector.point.y.c1_first()].concat(),
                });
            }
        }
        Set::new("rfc9380", "RFC 9380, appendix J".to_owned(), cases, 10)
    }

    fn rows(&self, file: &str, width: usize) -> Result<Vec<Vec<u8>>, Problem> {
        let data = self.read(file)?;
        let rows = data.chunks_exact(width);
        if !rows.remainder().is_empty() {
            return Err(Problem::of_file(file, format_args!("is not rows of {width} bytes")));
        }
        Ok(rows.map(<[u8]>::to_vec).collect())
    }

    fn multiples(&self) -> Loaded<Multiple> {
        let rows = |name: &str, width| {
            self.rows(&format!("zkcrypto-bls12-381/{name}_valid_test_vectors.dat"), width)
                .map(Vec::into_iter)
        };
        let mut columns = [
            rows("g1_compressed", 48)?,
            rows("g1_uncompressed", 96)?,
            rows("g2_compressed", 96)?,
            rows("g2_uncompressed", 192)?,
        ];
        let mut cases = Vec::new();
        // Ends with the shortest column; a shorter one than 1000 then fails for its count.
        while let [
            Some(g1_compressed),
            Some(g1_uncompressed),
            Some(g2_compressed),
            Some(g2_uncompressed),
        ] = columns.each_mut().map(Iterator::next)
        {
            let i = cases.len() as u64;
            cases.push(Multiple {
                i,
                g1_compressed,
                g1_uncompressed,
                g2_compressed,
                g2_uncompressed,
            });
        }
        Set::new("zkcrypto-bls12-381", "zkcrypto/bls12_381".to_owned(), cases, 1000)
    }

    fn uncompressed(&self) -> Loaded<Uncompressed> {
        let file = "zkcrypto-bls12-381/derived_uncompressed_edge.json";
        let data: Cases<BTreeMap<String, Vec<UncompressedCase>>> = self.json(file)?;
        let mut cases = Vec::new();
        for (key, group) in [("g1_uncompressed", Group::G1), ("g2_uncompressed", Group::G2)] {
            let list = data
                .cases
                .get(key)
                .ok_or_else(|| Problem::of_file(file, format_args!("has no `{key}`")))?;
            cases.extend(list.iter().map(|case| Uncompressed {
                name: format!("{} {}", group.name(), case.name),
                group,
                bytes: case.hex.0.clone(),
                on_curve: case.decodes_on_curve,
                in_subgroup: case.in_subgroup,
                why: case.why.clone(),
            }));
        }
        Set::new(
            file,
            "derived from the ZCash rules with py_ecc, equal to bls12_381 0.8".to_owned(),
            cases,
            37,
        )
    }

    fn signatures(&self, group: &str, minimum: usize) -> Loaded<Signature> {
        let file = format!("bls12-381-misc/bls12-381-{group}-test-vectors.txt");
        let text = String::from_utf8(self.read(&file)?)
            .map_err(|_| Problem::of_file(&file, "is not text"))?;
        let dst = format!("BLS_SIG_BLS12381{}_XMD:SHA-256_SSWU_RO_NUL_", group.to_uppercase())
            .into_bytes();
        let order = Primes::new().r;
        let mut cases = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let parts: Option<Vec<_>> = line.split(':').map(from_hex).collect();
            let Some([secret, msg, signature]) =
                parts.and_then(|parts| <[_; 3]>::try_from(parts).ok())
            else {
                return Err(Problem::at_line(
                    &file,
                    index + 1,
                    "is not three hexadecimal fields".to_owned(),
                ));
            };
            // The publisher's library took any 256 bits and reduced them; half of the secrets for
            // G2 are r or more.
            let secret = bytes(&(number(&secret) % &order), 32);
            cases.push(Signature {
                name: format!("line {index}"),
                dst: dst.clone(),
                secret,
                msg,
                signature,
            });
        }
        Set::new(&file, NOBLE.to_owned(), cases, minimum)
    }

    fn pairings(&self) -> Loaded<Pairing> {
        let file = "bls12-381-misc/pairing.json";
        let values: Vec<Hex> = self.json(file)?;
        let mut cases = Vec::new();
        for (i, Hex(value)) in (1..).zip(values) {
            // Twelve words, highest coefficient of the tower first.
            let (words, rest) = value.as_chunks::<48>();
            if words.len() != 12 || !rest.is_empty() {
                return Err(Problem::of_file(
                    file,
                    format_args!("value {i} is not twelve words of 48 bytes"),
                ));
            }
            cases.push(Pairing { i, value: words.iter().rev().flatten().copied().collect() });
        }
        Set::new(file, format!("{NOBLE} (kilic/bls12-381)"), cases, 1000)
    }

    fn round_trips(&self) -> Loaded<RoundTrip> {
        let mut cases = Vec::new();
        for (origin, file) in [("published", "bdhke_roundtrip"), ("derived", "derived_roundtrip")] {
            let data: Cases<Vec<RoundTripCase>> = self.json(&format!("cashu/v3/{file}.json"))?;
            cases.extend(data.cases.into_iter().map(|case| RoundTrip {
                name: format!("{origin} {}", case.name),
                secret: case.secret.into_bytes(),
                r: case.r.0,
                a: case.a.0,
                y: case.y.0,
                k: case.k.0,
                b_blind: case.b_blind.0,
                c_blind: case.c_blind.0,
                c: case.c.0,
            }));
        }
        Set::new(
            "cashu/v3",
            "NUT-00 tests; derived with py_ecc, equal to noble and blst".to_owned(),
            cases,
            17,
        )
    }

    fn batches(&self) -> Loaded<Batch> {
        let mut cases = Vec::new();
        for (origin, name) in [("published", "batch_verify"), ("derived", "derived_batch")] {
            let file = format!("cashu/v3/{name}.json");
            let data: Cases<Vec<BatchCase>> = self.json(&file)?;
            for case in data.cases {
                if case.proofs.is_empty()
                    || [case.weights.len(), case.accepted_ctr.len()] != [case.proofs.len(); 2]
                {
                    let what =
                        format!("`{}` has not one weight and counter for each proof", case.name);
                    return Err(Problem::of_file(&file, what));
                }
                let proof = |proof: ProofCase| Proof {
                    secret: proof.secret.into_bytes(),
                    c: proof.c.0,
                    k: proof.k.0,
                };
                cases.push(Batch {
                    name: format!("{origin} {}", case.name),
                    proofs: case.proofs.into_iter().map(proof).collect(),
                    weights: Weights {
                        challenge: case.challenge.0,
                        weights: case.weights.into_iter().map(|weight| weight.0).collect(),
                        counters: case.accepted_ctr,
                    },
                    verify: case.verify,
                });
            }
        }
        Set::new(
            "cashu/v3",
            "NUT-00 tests; derived with py_ecc, equal to noble and blst".to_owned(),
            cases,
            11,
        )
    }

    fn points(&self) -> Loaded<PointText> {
        let file = "cashu/v3/derived_point_validation.json";
        let data: PointFile = self.json(file)?;
        let mut cases = Vec::new();
        for (group, list) in [(Group::G1, data.g1), (Group::G2, data.g2)] {
            cases.extend(list.into_iter().map(|case| PointText {
                name: format!("{} {}", group.name(), case.name),
                group,
                text: case.hex,
                valid: case.valid,
                why: case.why,
            }));
        }
        Set::new(file, "derived from NUT-00, equal to blst and bls12_381".to_owned(), cases, 67)
    }

    fn keysets(&self) -> Loaded<Keyset> {
        let file = "cashu/v3-2026/keyset_id.json";
        let data: KeysetFile = self.json(file)?;
        let mut cases = Vec::new();
        for case in data.cases.into_iter().chain(data.invalid) {
            let key = |(amount, key): (String, String)| match (
                amount.parse(),
                from_hex(&key.to_lowercase()),
            ) {
                (Ok(amount), Some(key)) => Ok((amount, key)),
                _ => Err(Problem::of_file(
                    file,
                    format_args!("amount `{amount}` is not a number, or has no key"),
                )),
            };
            cases.push(Keyset {
                name: case.name,
                keys: case.keys.into_iter().map(key).collect::<Result<_, _>>()?,
                unit: case.unit,
                input_fee_ppk: case.input_fee_ppk,
                id: case.id.map(|id| id.0),
            });
        }
        Set::new(file, "tests of cashu-ts, equal to nutshell's".to_owned(), cases, 5)
    }

    fn secrets(&self) -> Loaded<Secret> {
        let file = "cashu/v3-2026/nutroot-v3.json";
        let NutrootFile { nut13_v3: data } = self.json(file)?;
        let cases = data.outputs.into_iter().zip(ATTEMPTS).map(|(case, attempt)| Secret {
            name: format!("counter {}", case.counter),
            seed: data.seed_utf8.clone().into_bytes(),
            keyset: data.keyset_id.0.clone(),
            counter: case.counter,
            derived: Derived {
                secret_key: case.secret_key.0,
                blinding_factor: case.blinding_factor.0,
                attempt,
            },
        });
        Set::new(file, "tests of cashu-ts, equal to nutshell's".to_owned(), cases.collect(), 4)
    }
}
