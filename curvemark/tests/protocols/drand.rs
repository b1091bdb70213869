//! Beacons of drand: published rounds of every scheme, signed or not; what must be refused.

use crate::vectors::{bytes, cases};
use curve::error::PointError;
use curvemark::drand::{Beacon, Chain, Error, Scheme};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// A published round.
struct Round {
    name: String,
    chain: Chain,
    number: u64,
    signature: Vec<u8>,
    previous: Option<Vec<u8>>,
    randomness: Vec<u8>,
    valid: bool,
}

impl Round {
    fn new(
        name: &str,
        [scheme, key, signature, randomness]: [&str; 4],
        number: u64,
        previous: Option<&str>,
        valid: bool,
    ) -> Self {
        let scheme: Scheme = scheme.parse().expect("a scheme of ours");
        Self {
            name: name.to_owned(),
            chain: Chain::new(scheme, &bytes(key)).expect("a key"),
            number,
            signature: bytes(signature),
            previous: previous.map(bytes),
            randomness: bytes(randomness),
            valid,
        }
    }

    fn beacon(&self) -> Beacon<'_> {
        Beacon {
            round: self.number,
            signature: &self.signature,
            previous_signature: self.previous.as_deref(),
        }
    }

    fn check(&self) {
        let (beacon, name) = (self.beacon(), &self.name);
        let verdict = self.chain.verify(&beacon);
        if self.valid {
            assert_eq!(verdict.expect(name)[..], self.randomness, "{name}");
        } else {
            assert!(verdict.is_err(), "{name}");
            return;
        }
        // Any change of the beacon is refused.
        let change = |change: &dyn Fn(&mut Beacon<'_>)| {
            let mut changed = beacon;
            change(&mut changed);
            self.chain.verify(&changed)
        };
        assert_eq!(change(&|b| b.round += 1), Err(Error::NotSigned), "{name}");
        assert_eq!(change(&|b| b.round ^= 1 << 63), Err(Error::NotSigned), "{name}");
        let short = &self.signature[..self.signature.len() - 1];
        let long = [&self.signature[..], &[0]].concat();
        for bad in [short, &long, &[]] {
            let verdict = self.chain.verify(&Beacon { signature: bad, ..beacon });
            assert_eq!(verdict, Err(Error::Signature(PointError::Length)), "{name}");
        }
        let chained = self.previous.is_some();
        let other = if chained { None } else { Some(&[1u8; 48][..]) };
        let verdict = self.chain.verify(&Beacon { previous_signature: other, ..beacon });
        assert_eq!(verdict, Err(Error::Previous), "{name}");
        if chained {
            let wrong = Some(&[1u8; 96][..]);
            let verdict = self.chain.verify(&Beacon { previous_signature: wrong, ..beacon });
            assert_eq!(verdict, Err(Error::NotSigned), "{name}");
        }
    }
}

fn published() -> Vec<Round> {
    cases(include_str!("../../../vectors/drand.txt"))
        .iter()
        .filter(|case| known(case.text("scheme")))
        .map(|case| {
            let of = ["scheme", "key", "signature", "randomness"].map(|key| case.text(key));
            let number = case.text("round").parse().expect("a number");
            let previous = case.list("previous").first().copied();
            Round::new(case.text("name"), of, number, previous, case.text("valid") == "yes")
        })
        .collect()
}

/// Whether a scheme is here with the features that are on.
fn known(scheme: &str) -> bool {
    cfg!(feature = "hashes") || scheme != "bls-bn254-unchained-on-g1"
}

#[test]
fn published_rounds() {
    let rounds = published();
    assert_eq!(rounds.len(), 14 + usize::from(cfg!(feature = "hashes")));
    rounds.iter().for_each(Round::check);
}

#[test]
fn published_rounds_of_the_full_suite() {
    let Some(folder) = std::env::var_os("CURVEMARK_VECTORS") else {
        println!("SKIPPED: CURVEMARK_VECTORS names no folder");
        return;
    };
    let file = std::path::Path::new(&folder).join("drand/beacons.json");
    let text = std::fs::read_to_string(file).expect("the file of the suites");
    let json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let cases = json["cases"].as_array().expect("a list");
    let (mut valid, mut refused) = (0, 0);
    for case in cases {
        let text = |key: &str| case[key].as_str().expect("a text");
        if !known(text("scheme")) {
            continue;
        }
        let of = ["scheme", "public_key", "signature", "randomness"].map(text);
        let number = case["round"].as_u64().expect("a number");
        let is_valid = case["valid"].as_bool().expect("a verdict");
        *(if is_valid { &mut valid } else { &mut refused }) += 1;
        let previous = case["previous_signature"].as_str();
        Round::new(&case.to_string(), of, number, previous, is_valid).check();
    }
    let bn254 = usize::from(cfg!(feature = "hashes"));
    assert_eq!((valid, refused), (16 + bn254, 20));
}

#[test]
fn many_rounds_at_once() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let rounds = published();
    let mut kinds = 0;
    for one in rounds.iter().filter(|round| round.valid) {
        let own: Vec<_> =
            rounds.iter().filter(|round| round.valid && round.chain == one.chain).collect();
        let beacons: Vec<_> = own.iter().map(|round| round.beacon()).collect();
        let randomness = one.chain.verify_all(&beacons, &mut rng).expect("all are signed");
        assert!(own.iter().zip(&randomness).all(|(round, random)| round.randomness == random));
        // One that is not, wherever it stands, and next to one that is.
        let bad = Beacon { round: one.number + 1, ..one.beacon() };
        for mixed in [vec![bad], vec![one.beacon(), bad], vec![bad, one.beacon(), one.beacon()]] {
            assert_eq!(one.chain.verify_all(&mixed, &mut rng), Err(Error::NotSigned));
        }
        let mut cut = one.beacon();
        cut.signature = &one.signature[1..];
        let verdict = one.chain.verify_all(&[one.beacon(), cut], &mut rng);
        assert_eq!(verdict, Err(Error::Signature(PointError::Length)));
        assert_eq!(one.chain.verify_all(&[], &mut rng), Err(Error::Empty));
        kinds += 1;
    }
    assert!(kinds >= 6, "{kinds} kinds");
}

#[test]
fn two_errors_that_cancel_are_found() {
    use curve::bls12_381::G1Affine;
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let rounds = published();
    let fastnet: Vec<_> =
        rounds.iter().filter(|r| r.valid && r.chain == Chain::quicknet()).collect();
    let one = fastnet.first().expect("a round of quicknet");
    let point = G1Affine::from_bytes(&one.signature).expect("a point").to_projective();
    let by = G1Affine::generator().to_projective();
    let (more, less) = (point.add(&by).to_affine(), point.add(&by.neg()).to_affine());
    let (more, less) = (more.to_bytes(), less.to_bytes());
    let beacons =
        [&more, &less].map(|signature| Beacon { signature: &signature[..], ..one.beacon() });
    assert_eq!(one.chain.verify_all(&beacons, &mut rng), Err(Error::NotSigned));
}

#[test]
fn networks_and_schemes() {
    let rounds = published();
    let of = |chain: Chain| rounds.iter().filter(|r| r.valid && r.chain == chain).count();
    assert!(of(Chain::default_network()) >= 1);
    assert!(of(Chain::quicknet()) >= 1);
    #[cfg(feature = "hashes")]
    assert_eq!(of(Chain::evmnet()), 1);
    for round in &rounds {
        let scheme = round.chain.scheme();
        assert_eq!(scheme.name().parse(), Ok(scheme));
    }
    for wrong in ["", "pedersen", "BLS-UNCHAINED-ON-G1", "bls-unchained-on-g1 "] {
        assert_eq!(wrong.parse::<Scheme>(), Err(Error::Scheme));
    }
    // A key of another length or group, and the identity.
    let mut identity = [0; 96];
    identity[0] = 0xc0;
    for (scheme, reason, key) in [
        (Scheme::OnG1, PointError::Identity, &identity[..]),
        (Scheme::OnG1Rfc9380, PointError::Length, &identity[..95]),
        (Scheme::Unchained, PointError::Length, &identity),
        (Scheme::Chained, PointError::Identity, &identity[..48]),
        #[cfg(feature = "hashes")]
        (Scheme::Bn254OnG1, PointError::Identity, &[0; 128]),
        #[cfg(feature = "hashes")]
        (Scheme::Bn254OnG1, PointError::Length, &[0; 127]),
    ] {
        assert_eq!(Chain::new(scheme, key), Err(Error::Key(reason)), "{scheme:?}");
    }
}
