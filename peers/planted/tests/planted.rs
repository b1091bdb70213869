//! Each planted fault is found, through the worker protocol and from a record that was written and
//! read; the sound one beside it is not.

use std::hint::black_box;
use std::path::PathBuf;

use base64ct::{Base64, Encoding};
use curve::ed25519::{Fr, Point, clamp};
use peer_api::families::family;
use peer_api::worker::client::{Launch, Remote, find};
use peer_api::{Body, Case, Implementation, operation};
use probe::{Attack, Input};
use record::findings::{Evidence, Finding, Severity, all};
use record::probe::{Probe, Probed};
use record::sample::sample;
use record::{Operation, Run, jsonl};
use sha2::{Digest, Sha512};

/// The worker's implementations, each in a process of its own.
fn remotes() -> Vec<Remote> {
    let found = find(&Launch::new(env!("CARGO_BIN_EXE_curvemark-planted")), "")
        .expect("the worker of this package");
    assert!(found.outdated.is_empty(), "{:?}", found.outdated);
    found.implementations
}

fn remote(name: &str) -> Remote {
    remotes().into_iter().find(|one| one.about().name == name).expect("it is planted")
}

/// What is found in a record of these probes, after a file.
fn found(id: &str, probes: Vec<Probe>) -> Vec<Finding> {
    let about = operation(id).expect("an operation");
    let first = Operation {
        id: id.to_owned(),
        title: about.title.to_owned(),
        note: about.note.to_owned(),
        rows: Vec::new(),
        control: None,
        probes,
        ..sample().operations[0].clone()
    };
    let run = Run { operations: vec![first], ..sample() };
    let mut file = Vec::new();
    jsonl::write(&run, &mut file).expect("memory");
    let read = jsonl::read(file.as_slice()).expect("what was written");
    assert_eq!(read, run);
    all(&Evidence::of_runs(&[read]))
}

/// The ids of findings about an implementation.
fn about<'a>(findings: &'a [Finding], name: &str) -> Vec<&'a str> {
    findings
        .iter()
        .filter(|one| one.implementations.first().is_some_and(|who| who == name))
        .map(|one| one.id.as_str())
        .collect()
}

fn texts(count: u8) -> Vec<Case> {
    (0..count).map(|n| vec![Base64::encode_string(&[n; 48]).into_bytes()]).collect()
}

#[test]
fn a_malleable_decoder_is_found() {
    let probes: Vec<Probe> = ["strict", "loose"]
        .map(|name| {
            let remote = remote(name);
            probe::of(&remote, Probed::Codec(probe::codec(&remote, 1).expect("it decodes")))
        })
        .to_vec();
    let findings = found("codec/base64_decode", probes.clone());
    assert_eq!(about(&findings, "loose"), ["F15"]);
    assert!(about(&findings, "strict").is_empty(), "{findings:#?}");
    let finding = &findings[0];
    assert_eq!(finding.severity, Severity::Security);
    for class in ["spare bits that are not zero", "padding that is missing", "white space"] {
        assert!(finding.sentence.contains(class), "{}", finding.sentence);
    }
    assert!(
        !finding.sentence.contains("symbols of no alphabet"),
        "those it refuses: {}",
        finding.sentence
    );
    let Probed::Codec(loose) = &probes[1].found else { panic!("it was a codec") };
    // Four spare bits give fifteen more texts, to which come those without padding and with white
    // space.
    assert!(loose.most_texts > 15 && loose.lost == 0 && loose.values == 34, "{loose:?}");
    assert!(
        probe::withheld(&probes, "loose").is_some() && probe::withheld(&probes, "strict").is_none()
    );
}

#[test]
fn the_key_of_an_oracle_is_extracted() {
    let attack = Attack {
        program: PathBuf::from(env!("CARGO_BIN_EXE_curvemark-planted-attack")),
        arguments: Vec::new(),
    };
    let seed = *b"the seed of a signer, 32 bytes..";
    let hash: [u8; 64] = Sha512::digest(seed).into();
    let secret =
        Fr::from_wide_le_bytes(&clamp(*hash.first_chunk().expect("64 bytes"))).expect("32 bytes");
    let key = Point::generator().mul(&secret).to_bytes();
    let other = Point::generator().double().to_bytes();
    // RFC 8032, section 5.1.7.
    let verify = |key: &[u8], message: &[u8], signature: &[u8]| {
        let check = || {
            let (commitment, s) =
                (signature.get(..32)?, Fr::from_le_bytes(signature.get(32..)?).ok()?);
            let hash =
                Sha512::new().chain_update(commitment).chain_update(key).chain_update(message);
            let hash: [u8; 64] = hash.finalize().into();
            let challenge = Fr::from_wide_le_bytes(&hash).ok()?;
            let right = Point::from_bytes(key)
                .ok()?
                .mul(&challenge)
                .add(&Point::from_bytes(commitment).ok()?);
            Some(Point::generator().mul(&s).to_bytes() == right.to_bytes())
        };
        check().unwrap_or(false)
    };
    let probes: Vec<Probe> = ["oracle", "bound"]
        .map(|name| {
            let remote = remote(name);
            let (seen, loot) =
                probe::signing(&remote, &seed, &key, &other, &attack, &verify).expect("it signs");
            // What came out of the attack's process is the secret scalar itself.
            let scalar = loot.map(|loot| loot.scalar);
            assert_eq!(scalar.is_some(), name == "oracle");
            assert!(scalar.is_none_or(
                |scalar| scalar == base16ct::lower::encode_string(&secret.to_le_bytes())
            ));
            probe::of(&remote, Probed::Signing(seen))
        })
        .to_vec();
    let findings = found("ed25519/sign_with_public_key", probes.clone());
    let severity = |name: &str| {
        let one = findings
            .iter()
            .find(|one| one.implementations == [name])
            .expect("both have such an entry");
        (one.id.as_str(), one.severity)
    };
    assert_eq!(severity("oracle"), ("F16", Severity::Security));
    // The entry alone is worth a word, no more.
    assert_eq!(severity("bound"), ("F16", Severity::Advice));
    assert!(
        probe::withheld(&probes, "oracle").is_some() && probe::withheld(&probes, "bound").is_none()
    );
}

#[test]
fn threads_that_nobody_asked_for_are_seen() {
    let decode = operation("codec/base64_decode").expect("an operation");
    let probes: Vec<Probe> = ["strict", "threaded"]
        .map(|name| {
            let remote = remote(name);
            let mut body =
                remote.prepare(decode, &texts(8)).unwrap_or_else(|why| panic!("{name}: {why}"));
            let calls = if name == "strict" { 200_000 } else { 20 };
            probe::of(
                &remote,
                Probed::Threads(probe::threads(body.as_mut(), calls).expect("the worker says")),
            )
        })
        .to_vec();
    let findings = found("codec/base64_decode", probes);
    assert_eq!(about(&findings, "threaded"), ["F18"]);
    assert!(about(&findings, "strict").is_empty(), "{findings:#?}");
}

/// A decoder and a prover, each beside one that keeps its input where all callers do.
#[test]
fn callers_that_get_each_others_answers_are_counted() {
    let requests = (0..64u8).map(|n| vec![vec![n; 32], vec![n; 32]]).collect();
    for (id, cases, sound, faulty) in [
        ("codec/base64_decode", texts(64), "strict", "mixing"),
        ("ed25519/sign", requests, "prover", "mixed prover"),
    ] {
        let asked = operation(id).expect("an operation");
        let probes: Vec<Probe> = [sound, faulty]
            .map(|name| {
                let remote = remote(name);
                let seen =
                    probe::together(&remote, asked, &cases, 4, 4, 1).expect("it answers several");
                assert_eq!(seen.asked, 256);
                probe::of(&remote, Probed::Together(seen))
            })
            .to_vec();
        let findings = found(id, probes.clone());
        assert_eq!(about(&findings, faulty), ["F20"]);
        assert!(about(&findings, sound).is_empty(), "{findings:#?}");
        assert!(
            findings[0].sentence.contains("another caller's input"),
            "{}",
            findings[0].sentence
        );
        assert!(
            probe::withheld(&probes, faulty).is_some() && probe::withheld(&probes, sound).is_none()
        );
    }
}

/// Points of the curve that are not in the subgroup, and one that is; a coordinate of no point, and
/// bytes too many.
fn corpus() -> Vec<Input> {
    use bls12_381::G1Affine;
    let input = |class: &str, case: Vec<u8>, valid| Input {
        class: class.to_owned(),
        case: vec![case],
        valid,
    };
    let generator = G1Affine::generator().to_compressed().to_vec();
    let mut all = vec![
        input("valid", generator.clone(), true),
        input("a byte too long", [generator, vec![0]].concat(), false),
    ];
    for x in 0..40u8 {
        let mut bytes = [0; 48];
        (bytes[0], bytes[47]) = (0x80, x);
        let on_curve = Option::<G1Affine>::from(G1Affine::from_compressed_unchecked(&bytes));
        match on_curve {
            Some(point) if bool::from(point.is_torsion_free()) => {}
            Some(_) => all.push(input("outside the subgroup", bytes.to_vec(), false)),
            None => all.push(input("not on the curve", bytes.to_vec(), false)),
        }
    }
    all
}

#[test]
fn a_skipped_subgroup_check_is_found() {
    let decode = operation("bls12-381/g1_decode").expect("an operation");
    let inputs = corpus();
    assert!(inputs.iter().filter(|input| input.class == "outside the subgroup").count() > 5);
    let probes: Vec<Probe> = ["checked", "unchecked"]
        .map(|name| {
            let remote = remote(name);
            probe::of(
                &remote,
                Probed::Corpus(probe::corpus(&remote, decode, &inputs).expect("it decodes")),
            )
        })
        .to_vec();
    let findings = found("bls12-381/g1_decode", probes.clone());
    assert_eq!(about(&findings, "unchecked"), ["F06"]);
    assert!(about(&findings, "checked").is_empty(), "{findings:#?}");
    let sentence = &findings[0].sentence;
    assert!(
        sentence.contains("outside the subgroup") && !sentence.contains("not on the curve"),
        "{sentence}"
    );
    assert!(
        probe::withheld(&probes, "unchecked").is_some()
            && probe::withheld(&probes, "checked").is_none()
    );
}

#[test]
fn time_that_depends_on_a_secret_is_told_apart() {
    let derive = operation("ed25519/public_key").expect("an operation");
    let random: Vec<Case> = (0..64u8).map(|n| vec![Sha512::digest([n])[..32].to_vec()]).collect();
    let probes: Vec<Probe> = ["steady", "leaky"]
        .map(|name| {
            let remote = remote(name);
            let seen = probe::leak(&remote, derive, &vec![vec![0; 32]], &random, 8, 60, 1)
                .expect("it derives");
            probe::of(&remote, Probed::Leak(seen))
        })
        .to_vec();
    let leak = |place: usize| match &probes[place].found {
        Probed::Leak(leak) => *leak,
        _ => panic!("it was a leak"),
    };
    let (steady, leaky) = (leak(0), leak(1));
    let findings = found("ed25519/public_key", probes);
    assert_eq!(about(&findings, "leaky"), ["F28"], "{leaky:?}");
    // On a loaded machine a test of times may see what is not there; a difference as large as the
    // planted one it may not.
    assert!(leaky.ratio < 0.5 && steady.ratio > 0.7 && steady.ratio < 1.4, "{steady:?} {leaky:?}");
}

/// The least of five shares, and the most: another program on the machine shifts one of them, and
/// seldom five.
fn least(share: impl Fn() -> f64) -> f64 {
    (0..5).map(|_| share()).fold(f64::INFINITY, f64::min)
}

fn most(share: impl Fn() -> f64) -> f64 {
    (0..5).map(|_| share()).fold(0.0, f64::max)
}

/// A host that works for two milliseconds besides: of a decoder that takes as long, half is to be
/// gained, of a quick one nothing.
#[test]
fn what_a_host_can_gain_is_measured_by_stand_ins() {
    let decode = operation("codec/base64_decode").expect("an operation");
    let share = |name: &str, times: usize| {
        let all = planted::implementations();
        let library = all.iter().find(|one| one.about().name == name).expect("it is planted");
        let long = vec![vec![Base64::encode_string(&[7; 48]).repeat(times).into_bytes()]];
        let mut body = library.prepare(decode, &long).unwrap_or_else(|why| panic!("{name}: {why}"));
        let mut request = |operation: &mut dyn FnMut()| {
            (0..400_000u64).fold(1, |sum: u64, n| black_box(sum.wrapping_mul(3).wrapping_add(n)));
            operation();
        };
        let delays = [0, 500, 1_000, 2_000].map(std::time::Duration::from_micros);
        let seen = probe::host(body.as_mut(), &mut request, &delays, 10);
        let findings =
            found("codec/base64_decode", vec![probe::of(library.as_ref(), Probed::Host(seen))]);
        let finding = findings.iter().find(|one| one.id == "F21").expect("it is always said");
        finding.statistic.value
    };
    let (much, nothing) = (most(|| share("twice", 20_000)), least(|| share("strict", 1)));
    assert!(much > 0.3 && nothing < 0.2, "{much} {nothing}");
}

/// The same, of hosts in the worker's process.
#[test]
fn hosts_are_asked_through_the_protocol() {
    let share = |name: &str, id: &str, case: Case| {
        let (remote, asked) = (remote(name), operation(id).expect("an operation"));
        let delays = [0, 200_000, 500_000, 1_000_000];
        let seen = probe::hosted(&remote, asked, &[case], &delays, 10).expect("it has a host");
        assert_eq!(seen.delayed.len(), delays.len());
        let findings = found(id, vec![probe::of(&remote, Probed::Host(seen))]);
        findings.iter().find(|one| one.id == "F21").expect("it is always said").statistic.value
    };
    let generator = bls12_381::G1Affine::generator().to_compressed().to_vec();
    let much = most(|| share("checked", "bls12-381/g1_decode", vec![generator.clone()]));
    let nothing = least(|| share("strict", "codec/base64_decode", texts(1).swap_remove(0)));
    assert!(much > 0.3 && nothing < 0.2, "{much} {nothing}");
    let decode = operation("codec/base64_decode").expect("an operation");
    assert!(probe::hosted(&remote("loose"), decode, &texts(1), &[0], 1).is_none(), "it has none");
}

#[test]
fn a_family_is_served_through_the_protocol() {
    let lookup = family("tables/lookup").expect("a family");
    let remote = remote("tables");
    assert!(remote.family_contract(lookup).is_some());
    let items: Vec<Case> = (0..300).map(|_| vec![vec![0; 32]]).collect();
    let mut body = remote
        .prepare_family(lookup, &[&items[..100], &items])
        .unwrap_or_else(|why| panic!("{why}"));
    assert_eq!(
        [0, 1].map(|index| body.answer(index)),
        [Ok(vec![0, 0, 0, 0, 0, 0, 0, 100]), Ok(vec![0, 0, 0, 0, 0, 0, 1, 44])]
    );
    assert!(matches!(Body::timed(body.as_mut(), 3), Some(Ok(reading)) if reading.wall_ns > 0.0));
}

/// A body that does no work takes no time, however often it is called.
#[test]
fn a_removed_body_does_not_grow() {
    let decode = operation("codec/base64_decode").expect("an operation");
    let per_call = |name: &str| {
        let mut body =
            remote(name).prepare(decode, &texts(8)).unwrap_or_else(|why| panic!("{name}: {why}"));
        let least = (0..5)
            .filter_map(|_| body.timed(1 << 20)?.ok())
            .map(|reading| reading.cpu_ns)
            .fold(f64::INFINITY, f64::min);
        least / f64::from(1 << 20)
    };
    assert!(
        per_call("removed") < 0.3,
        "the compiler leaves it out: this is what the calibration of the lab refuses"
    );
    assert!(per_call("strict") > 3.0);
}
