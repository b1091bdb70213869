//! The verifiable random functions of ark-vrf over Bandersnatch: published cases byte for byte,
//! what must be refused, and attacks.
#![cfg(feature = "bandersnatch")]

use curvemark::bandersnatch_vrf::{
    BandersnatchSha512Ell2, BandersnatchSha512Ell2V2, Error, Input, PedersenProof, PreOutput,
    PublicKey, SecretKey, Suite, ThinProof, TinyProof,
};
use curvemark::curve::bandersnatch::{Scalar, SecretScalar};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

use crate::suites;
use crate::vectors::bytes;

mod attacks;

type V1 = BandersnatchSha512Ell2;
type V2 = BandersnatchSha512Ell2V2;

/// A published case, with the first byte of the seed of its key; the others are zero.
struct Case {
    seed: u8,
    alpha: Vec<u8>,
    data: Vec<u8>,
    /// sk, pk, h, γ, β.
    key: [Vec<u8>; 5],
    proof: Vec<u8>,
    blinding: Vec<u8>,
}

/// A kind of proof: its name in files, and the fields of its bytes.
const KINDS: [(&str, &[&str]); 3] = [
    ("tiny", &["proof_c", "proof_s"]),
    ("thin", &["proof_r", "proof_s"]),
    ("pedersen", &["proof_pk_com", "proof_r", "proof_ok", "proof_s", "proof_sb"]),
];

/// The first bytes of the seeds, in the order of the files.
const SEEDS: [u8; 7] = [1, 2, 3, 4, 5, 5, 6];

fn cases(file: &str, fields: &[&str]) -> Option<Vec<Case>> {
    let json = suites::json(&format!("bandersnatch-vrf/{file}.json"))?;
    let list = json.as_array().expect("a list");
    assert_eq!(list.len(), SEEDS.len());
    let case = |(case, seed): (_, &u8)| Case {
        seed: *seed,
        alpha: suites::hex(case, "alpha"),
        data: suites::hex(case, "ad"),
        key: ["sk", "pk", "h", "gamma", "beta"].map(|field| suites::hex(case, field)),
        proof: fields.iter().flat_map(|field| suites::hex(case, field)).collect(),
        blinding: case.get("blinding").map_or_else(Vec::new, |_| suites::hex(case, "blinding")),
    };
    Some(list.iter().zip(&SEEDS).map(case).collect())
}

/// The bytes of a proof of some kind that a key makes, with its pre-output.
fn prove<S: Suite>(kind: &str, secret: &SecretKey<S>, case: &Case) -> (PreOutput<S>, Vec<u8>) {
    let input = Input::new(&case.alpha);
    match kind {
        "tiny" => {
            let (output, proof) = secret.prove_tiny(&input, &case.data);
            assert_eq!(TinyProof::from_bytes(&proof.to_bytes()), Ok(proof));
            (output, proof.to_bytes().to_vec())
        }
        "thin" => {
            let (output, proof) = secret.prove_thin(&input, &case.data);
            assert_eq!(ThinProof::from_bytes(&proof.to_bytes()), Ok(proof));
            (output, proof.to_bytes().to_vec())
        }
        _ => {
            let (output, proof, blinding) = secret.prove_pedersen(&input, &case.data);
            assert_eq!(PedersenProof::from_bytes(&proof.to_bytes()), Ok(proof));
            assert_eq!(blinding.expose().to_le_bytes().to_vec(), case.blinding);
            assert_eq!(proof.key_commitment().as_slice(), &case.proof[..32]);
            assert!(proof.is_of(&secret.public_key(), &blinding));
            let stranger = SecretKey::from_seed(&[9; 32]).public_key();
            assert!(!proof.is_of(&stranger, &blinding));
            let other = SecretScalar::new(blinding.expose() + &Scalar::one());
            assert!(!proof.is_of(&secret.public_key(), &other));
            (output, proof.to_bytes().to_vec())
        }
    }
}

/// What is verified, as bytes.
#[derive(Clone)]
struct Claim {
    key: Vec<u8>,
    alpha: Vec<u8>,
    data: Vec<u8>,
    output: Vec<u8>,
    proof: Vec<u8>,
}

fn verify<S: Suite>(kind: &str, claim: &Claim) -> Result<[u8; 32], Error> {
    let (key, input) = (PublicKey::<S>::from_bytes(&claim.key)?, Input::new(&claim.alpha));
    let (output, data, proof) = (PreOutput::from_bytes(&claim.output)?, &claim.data, &claim.proof);
    match kind {
        "tiny" => key.verify_tiny(&input, &output, data, &TinyProof::from_bytes(proof)?),
        "thin" => key.verify_thin(&input, &output, data, &ThinProof::from_bytes(proof)?),
        _ => PedersenProof::from_bytes(proof)?.verify(&input, &output, data),
    }
}

/// Makes the case again, verifies it, and changes all of it, byte by byte: how many changes were
/// refused.
fn check<S: Suite>(kind: &str, case: &Case) -> usize {
    let [sk, pk, h, gamma, beta] = &case.key;
    let mut seed = [0; 32];
    seed[0] = case.seed;
    let secret = SecretKey::<S>::from_seed(&seed);
    assert_eq!(secret.to_bytes().to_vec(), *sk);
    assert_eq!(secret.public_bytes().to_vec(), *pk);
    let again = SecretKey::<S>::from_bytes(sk).expect("a key");
    assert_eq!(again.public_key(), secret.public_key());
    let input = Input::<S>::new(&case.alpha);
    assert_eq!(input.to_bytes().to_vec(), *h);
    let (output, proof) = prove(kind, &secret, case);
    assert_eq!(output.to_bytes().to_vec(), *gamma);
    assert_eq!(output.to_hash_unverified::<32>().to_vec(), *beta);
    assert_eq!(output.to_hash_unverified::<80>()[..32], secret.hash(&input));
    assert_eq!(proof, case.proof, "{kind}");

    let (key, alpha) = (pk.clone(), case.alpha.clone());
    let claim = Claim { key, alpha, data: case.data.clone(), output: gamma.clone(), proof };
    assert_eq!(verify::<S>(kind, &claim).map(|hash| hash.to_vec()), Ok(beta.clone()));
    let mut refused = 0;
    let mut refuse = |claim: &Claim| {
        assert!(verify::<S>(kind, claim).is_err(), "{kind}");
        refused += 1;
    };
    for bit in 0..8 * claim.proof.len() {
        let mut changed = claim.clone();
        changed.proof[bit >> 3] ^= 1 << (bit & 7);
        // Every bit of one byte in 16, and one bit of each.
        if bit & 7 == (bit >> 3) & 7 || (bit >> 3) & 15 == 0 {
            refuse(&changed);
        }
    }
    for byte in 0..32 {
        let mut changed = claim.clone();
        changed.output[byte] ^= 1 << (byte & 7);
        refuse(&changed);
        // A Pedersen proof is verified without the key.
        if kind != "pedersen" {
            let mut changed = claim.clone();
            changed.key[byte] ^= 1 << (byte & 7);
            refuse(&changed);
        }
    }
    for (alpha, data) in [
        ([&case.alpha[..], b"!"].concat(), case.data.clone()),
        (case.alpha.clone(), [&case.data[..], &[0]].concat()),
        ([&case.alpha[..], &case.data[..], b"!"].concat(), Vec::new()),
    ] {
        refuse(&Claim { alpha, data, ..claim.clone() });
    }
    let stranger = SecretKey::<S>::from_seed(&[9; 32]);
    let other = prove(kind_without_blinding(kind), &stranger, case).0;
    refuse(&Claim { output: other.to_bytes().to_vec(), ..claim.clone() });
    let longer = [&claim.proof[..], &[0]].concat();
    let shorter = claim.proof[1..].to_vec();
    for proof in [longer, shorter, claim.proof[..claim.proof.len() - 1].to_vec(), Vec::new()] {
        let claim = Claim { proof, ..claim.clone() };
        assert_eq!(verify::<S>(kind, &claim), Err(Error::Length));
    }
    refused
}

/// The blinding of a case is that of its key.
fn kind_without_blinding(kind: &str) -> &str {
    if kind == "pedersen" { "tiny" } else { kind }
}

/// The third case of each kind, in both suites: an empty input with additional data.
fn some_cases() -> Vec<(&'static str, bool, Case)> {
    let sk = "dd60163595ff312a49aa5849917ba19020038ccd42f8a1d468da0973079bdb15";
    let pk = "fbba8feb488e767b9864726fffdc8595896757430eba9162a1a5d9a03381d5a4";
    let h = "f508a4e84812ee3dce73ef72bb9064308128384b4801f81ef8616a7dffc486bc";
    let gamma = "719ace6342e2c5b3615e33d6e081c6ffbf0813f3f42ccbdf92973869fab0bbe5";
    let beta = "cc87c37551a222fe1207655f20225cb79a3dc2ebcefd7111550911e36423ad62";
    let of_v1 = [sk, pk, h, gamma, beta];
    let sk = "c2b6e2d71d62f5d3e31e0a3bfc871b850a0e61791f2b27fff0507235a8abd815";
    let pk = "350094b0767c108b49d143b23418e883545dbf71c422d49ae53394c1c42eafb2";
    let h = "eeb07323a3db1004f7020200f1484a0f4218dc15b412d2e7fdc9ec1563bcac64";
    let gamma = "42456e6862598a0e0efd88334f3cce4038c58c9f9880215a39de19a93560fcae";
    let beta = "e8c4a45caca227dbb556afb698150e733915703df4ea5ca16c26acfd26ece1b4";
    let of_v2 = [sk, pk, h, gamma, beta];
    let case = |kind, v1: bool, proof: &[&str], blinding: &str| {
        let key = if v1 { of_v1 } else { of_v2 };
        let case = Case {
            seed: 3,
            alpha: Vec::new(),
            data: vec![0x0b, 0x8c],
            key: key.map(bytes),
            proof: bytes(&proof.concat()),
            blinding: bytes(blinding),
        };
        (kind, v1, case)
    };
    vec![
        case(
            "tiny",
            true,
            &[
                "7d7a08eed618b81bef1ca85695b93d6d",
                "3a1107ff4361fd10bf5b891d5554cc76e56502d9f034e921eb2cac0aa73d9206",
            ],
            "",
        ),
        case(
            "thin",
            true,
            &[
                "2d726da5bc791c511e7b5629bde266151d66f9f36d276dbe16dc1c900f4913dd",
                "743aaadff73eaaccc8e6cc333542faa331a132012e9cb2112a1e681546152d01",
            ],
            "",
        ),
        case(
            "pedersen",
            true,
            &[
                "6d16e2ff7b28a8880499e34cfe6ffbb1d12efc27675af3fef635e8761c893dee",
                "5311bd0755a2bbc6db01b930526e85120af5189e2fb259fc941f3acb1611d6eb",
                "3c4ea965693b470b0da4f9c9508da97dfa70e5e85ee78fbd3af377a2298b4864",
                "a48a2f80da4190ec19e293a50bbc1bc047ebc38a14f4f19f97f5daec48ab4205",
                "eb91c85fb3b211f1ec63612950d04c78fc19a760294d01bd82f9218e944b640d",
            ],
            "3dd321bf1fbbafd76d48c000a28768152e919789bd57cd50d5e17c88a1baec0a",
        ),
        case(
            "tiny",
            false,
            &[
                "06b6fe19c368d975a2ee1a20cc43baef",
                "a8198b9ec20ae1c90c023e3cdee55a047b0332c5f36c871b6307a7055334601c",
            ],
            "",
        ),
        case(
            "thin",
            false,
            &[
                "7b56fd8217d131983401ec375377910a56f119c7db7609f0c8aff340314711aa",
                "24a56deb173a8e37487e262d3b93bf18f3676380759fff0998f6723a95a79b10",
            ],
            "",
        ),
        case(
            "pedersen",
            false,
            &[
                "13db8d88d63b8261f4b68ff710f2e18798efb60b1423a7750cb97b07d82854ba",
                "d1c31cdb1aece5e60154d67c839542ef080f8cdb962421941983f826e965f827",
                "dd637f2fef55838802e3576273c7e12e05d1fe86a9bd28823e6ddb7dd7727fd2",
                "55548bc580b692ae0590f13857cc1a3d514a78760f746e1dfe31e7b5e799980d",
                "7725f95d30755e2c1dbe85b15bca09b2b40b6b5d4f40bc81b9eac4d67fa73f0d",
            ],
            "f1dcb987641b5ec7a492280565405e6ab116f755b40f11b270b283f8088b9e19",
        ),
    ]
}

#[test]
fn published_proofs() {
    let mut all = some_cases();
    assert_eq!(all.len(), 6);
    let files = [("bandersnatch_sha-512_ell2", true), ("bandersnatch_v2_sha-512_ell2", false)];
    for (name, v1) in files {
        for (kind, fields) in KINDS {
            let Some(cases) = cases(&format!("{name}_{kind}"), fields) else { continue };
            all.extend(cases.into_iter().map(|case| (kind, v1, case)));
        }
        // The first part of a proof for a ring is Pedersen's.
        let ring = cases(&format!("{name}_ring"), KINDS[2].1).unwrap_or_default();
        all.extend(ring.into_iter().map(|case| ("pedersen", v1, case)));
    }
    assert!(all.len() == 6 || all.len() == 6 + 2 * 4 * 7, "{}", all.len());
    let mut counts = [0; 3];
    for (kind, v1, case) in &all {
        let refused = if *v1 { check::<V1>(kind, case) } else { check::<V2>(kind, case) };
        assert!(refused > 80, "{refused}");
        counts[KINDS.iter().position(|(name, _)| name == kind).expect("a kind")] += 1;
    }
    assert_eq!(counts, if all.len() == 6 { [2; 3] } else { [16, 16, 30] });
}

/// Random keys, inputs and data, by all kinds.
#[test]
fn what_is_proved_holds() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    for round in 0..20 {
        let secret = SecretKey::<V2>::random(&mut rng);
        let mut text = vec![0; 13 * round];
        rng.fill_bytes(&mut text);
        let (data, alpha) = text.split_at(text.len() >> 1);
        let (key, input) = (secret.public_key(), Input::new(alpha));
        let (output, tiny) = secret.prove_tiny(&input, data);
        let hash = Ok(secret.hash(&input));
        assert_eq!(key.verify_tiny(&input, &output, data, &tiny), hash);
        let (again, thin) = secret.prove_thin(&input, data);
        assert_eq!(key.verify_thin(&input, &output, data, &thin), hash);
        let (third, pedersen, blinding) = secret.prove_pedersen(&input, data);
        assert_eq!(pedersen.verify(&input, &output, data), hash);
        assert!(pedersen.is_of(&key, &blinding));
        assert_eq!([again, third], [output; 2]);
    }
}
