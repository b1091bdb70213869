//! A run such as the lab would store, made from a seed: every operation, four implementations,
//! times of the right size for a machine with ADX, and rounds with noise, a drift and a few
//! disturbed visits. The times are invented.

use peer_api::{OPERATIONS, Shape};
use record::probe::{Codec, Probe, Probed, TextClass, Threads, Together, Trial};
use record::{
    Build, Contract, Gate, Health, Implementation, Machine, Method, Operation, Part, Ratio, Row,
    Run, SCHEMA, Suite,
};

/// A small generator, so that the page is the same on every run of the tests.
struct Noise(u64);

impl Noise {
    /// Between −1 and 1, small values more often than large ones.
    fn next(&mut self) -> f64 {
        let mut sum = 0.0;
        for _ in 0..3 {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            sum += (self.0 >> 33) as f64 / f64::from(u32::MAX >> 1) * 2.0 - 1.0;
        }
        sum / 3.0
    }
}

/// Times in nanoseconds: curvemark, blst, arkworks, zkcrypto; zero where the operation is not
/// offered.
const TIMES: &[(&str, [f64; 4])] = &[
    ("bls12-381/fp_mul", [34.0, 34.2, 41.7, 46.9]),
    ("bls12-381/fp_sqr", [33.9, 33.4, 39.0, 44.1]),
    ("bls12-381/fp_inv", [2310.0, 2402.0, 9120.0, 21_400.0]),
    ("bls12-381/fr_mul", [17.3, 17.1, 19.6, 23.8]),
    ("bls12-381/fr_sqr", [17.2, 16.9, 18.8, 22.0]),
    ("bls12-381/fr_inv", [1180.0, 1420.0, 5210.0, 9980.0]),
    ("bls12-381/fp2_mul", [88.4, 102.8, 141.0, 158.0]),
    ("bls12-381/fp2_sqr", [71.0, 73.7, 96.1, 109.0]),
    ("bls12-381/fp2_inv", [2440.0, 2560.0, 9340.0, 21_900.0]),
    ("bls12-381/fp12_mul", [1480.0, 1995.0, 2610.0, 3290.0]),
    ("bls12-381/fp12_sqr", [1120.0, 1420.0, 1900.0, 2380.0]),
    ("bls12-381/fp12_inv", [5630.0, 6120.0, 14_100.0, 29_800.0]),
    ("bls12-381/g1_add", [498.0, 478.0, 602.0, 661.0]),
    ("bls12-381/g1_double", [262.0, 241.0, 301.0, 334.0]),
    ("bls12-381/g1_mul", [84_200.0, 92_700.0, 71_400.0, 229_000.0]),
    ("bls12-381/g2_add", [1490.0, 1310.0, 1760.0, 1990.0]),
    ("bls12-381/g2_double", [702.0, 641.0, 880.0, 1010.0]),
    ("bls12-381/g2_mul", [201_000.0, 203_000.0, 168_000.0, 688_000.0]),
    ("bls12-381/g1_subgroup_check", [31_400.0, 44_000.0, 39_700.0, 61_200.0]),
    ("bls12-381/g2_subgroup_check", [41_100.0, 50_600.0, 57_300.0, 98_800.0]),
    ("bls12-381/g1_decode", [47_000.0, 58_800.0, 61_000.0, 92_100.0]),
    ("bls12-381/g2_decode", [73_200.0, 80_600.0, 118_000.0, 204_000.0]),
    ("bls12-381/hash_to_g1", [62_100.0, 59_000.0, 131_000.0, 142_000.0]),
    ("bls12-381/hash_to_g2", [171_000.0, 180_000.0, 402_000.0, 455_000.0]),
    ("bls12-381/miller_loop", [263_000.0, 256_000.0, 371_000.0, 490_000.0]),
    ("bls12-381/final_exp", [302_000.0, 338_000.0, 448_000.0, 720_000.0]),
    ("bls12-381/pairing", [571_000.0, 594_000.0, 826_000.0, 1_220_000.0]),
    ("bls12-381/multi_pairing_2", [742_000.0, 788_000.0, 1_120_000.0, 1_730_000.0]),
    ("bls12-381/multi_pairing_8", [1_690_000.0, 1_870_000.0, 2_720_000.0, 4_440_000.0]),
    ("cashu-v3/blind", [149_000.0, 157_000.0, 0.0, 377_000.0]),
    ("cashu-v3/sign", [139_000.0, 151_000.0, 0.0, 329_000.0]),
    ("cashu-v3/unblind", [136_000.0, 152_000.0, 0.0, 338_000.0]),
    ("cashu-v3/verify", [811_000.0, 857_000.0, 1_390_000.0, 2_110_000.0]),
    ("cashu-v3/batch_verify_10_1", [2_310_000.0, 0.0, 4_870_000.0, 0.0]),
    ("cashu-v3/batch_verify_10_10", [4_560_000.0, 0.0, 9_240_000.0, 0.0]),
];

const NAMES: [&str; 4] = ["curvemark", "blst", "arkworks", "zkcrypto"];

/// The whole run, with so many visits of three rounds per row.
pub fn run(visits: u32) -> Run {
    let mut noise = Noise(7);
    let operations: Vec<Operation> =
        TIMES.iter().map(|(id, times)| operation(id, *times, visits, &mut noise)).collect();
    let controls: Vec<Ratio> =
        operations.iter().filter_map(|operation| operation.control).collect();
    Run {
        schema: SCHEMA,
        id: "20260916T101502Z-7c1e".to_owned(),
        started: "2026-09-16T10:15:02Z".to_owned(),
        seconds: 83.4,
        build: Build {
            version: "0.1.0".to_owned(),
            commit: Some("7b0cc28".to_owned()),
            compiler: "rustc 1.95.0".to_owned(),
            profile: "release".to_owned(),
            target: "x86_64-unknown-linux-gnu".to_owned(),
        },
        machine: machine(),
        method: Method {
            seed: 20_260_916,
            pool: 64,
            block_us: 200.0,
            passes: 3,
            budget_s: 60.0,
            pinned: true,
            confidence: 0.95,
            resamples: 2000,
            ranks: true,
            selection: None,
        },
        gate: gate(),
        implementations: implementations(),
        health: Health {
            fit: true,
            remarks: vec!["The clock rose by 0.4 % during the run.".to_owned()],
            control_held: controls
                .iter()
                .filter(|ratio| ratio.low <= 1.0 && ratio.high >= 1.0)
                .count() as u32,
            control_total: controls.len() as u32,
            canary_ns: vec![0.2729, 0.2731, 0.2728],
        },
        operations,
    }
}

fn machine() -> Machine {
    Machine {
        cpu: "AMD EPYC 9354 32-Core Processor".to_owned(),
        cpu_id: "family 25 model 17 stepping 1".to_owned(),
        features: ["bmi2", "adx", "sha", "avx2", "avx512f", "avx512ifma"]
            .map(str::to_owned)
            .to_vec(),
        cpus: 2,
        caches: "L1d 32 KiB, L2 1 MiB, L3 32 MiB".to_owned(),
        system: "Linux 6.1.0, x86_64".to_owned(),
        virtual_machine: true,
        clock_ghz: 3.664,
        fingerprint: "5be1c09a".to_owned(),
    }
}

fn implementations() -> Vec<Implementation> {
    let who = |name: &str, version: &str, features: &[&str], flags: &[&str], engine: &str| {
        Implementation {
            name: name.to_owned(),
            version: version.to_owned(),
            features: features.iter().map(|word| (*word).to_owned()).collect(),
            flags: flags.iter().map(|word| (*word).to_owned()).collect(),
            engine: engine.to_owned(),
        }
    };
    vec![
        who(
            "curvemark",
            "curvemark 0.1.0",
            &["std"],
            &["opt-level=3", "lto=thin"],
            "portable, 64-bit words",
        ),
        who("blst", "blst 0.3.17", &[], &["opt-level=3"], "assembly, ADX"),
        who(
            "arkworks",
            "ark-bls12-381 0.6.0",
            &["curve"],
            &["opt-level=3", "lto=thin"],
            "portable",
        ),
        who(
            "zkcrypto",
            "bls12_381 0.9.0",
            &["groups", "pairings"],
            &["opt-level=3", "lto=thin"],
            "portable",
        ),
    ]
}

fn gate() -> Gate {
    let suite = |name: &str, shows: &str, source: &str, passed: u64, skipped: Option<&str>| Suite {
        name: name.to_owned(),
        shows: shows.to_owned(),
        source: source.to_owned(),
        passed,
        failures: Vec::new(),
        failed: 0,
        skipped: skipped.map(str::to_owned),
    };
    Gate {
        tier: "quick".to_owned(),
        vectors: "the full suites".to_owned(),
        seconds: 11.6,
        suites: vec![
            suite(
                "vectors/rfc9380-g1",
                "Hashing to G1 gives the points of the standard.",
                "RFC 9380, appendix J.9",
                10,
                None,
            ),
            suite(
                "vectors/rfc9380-g2",
                "Hashing to G2 gives the points of the standard.",
                "RFC 9380, appendix J.10",
                10,
                None,
            ),
            suite(
                "vectors/zcash-serialisation",
                "Points are encoded and decoded as in the ZCash format; bad encodings are refused.",
                "zkcrypto bls12_381, test data",
                4000,
                None,
            ),
            suite(
                "vectors/eip2537",
                "Additions, multiplications and pairings give the EVM's answers.",
                "ethereum/EIPs, CC0",
                812,
                None,
            ),
            suite(
                "vectors/cashu-v3",
                "Blind signatures agree byte for byte with NUT-00.",
                "cashubtc/nuts",
                0,
                Some("the folder that CURVEMARK_VECTORS names is not there"),
            ),
            suite(
                "equal/fields",
                "Field operations agree with three independent libraries on random and edge values.",
                "blst, arkworks, zkcrypto",
                36_864,
                None,
            ),
            suite(
                "equal/groups",
                "Group operations agree with three independent libraries.",
                "blst, arkworks, zkcrypto",
                6144,
                None,
            ),
            suite(
                "refuse/points",
                "Points off the curve, outside the subgroup, or not canonical are refused.",
                "made here, agreed by two libraries",
                391,
                None,
            ),
        ],
    }
}

fn operation(id: &str, times: [f64; 4], visits: u32, noise: &mut Noise) -> Operation {
    let known = OPERATIONS
        .iter()
        .find(|operation| operation.id == id)
        .expect("the fixture names operations of the lab");
    let bytes = id.starts_with("cashu") || id.ends_with("decode");
    let wobble = if times[0] > 200_000.0 { 0.006 } else { 0.0025 };
    let mut rows = Vec::new();
    for (index, &ns) in times.iter().enumerate().filter(|(_, ns)| **ns > 0.0) {
        // arkworks multiplies points in variable time; what reads bytes treats public values alone.
        let variable = bytes
            || id.contains("check")
            || (index == 2 && id.ends_with("_mul") && id.contains("/g"));
        let contract = Contract {
            input: if bytes || id.contains("hash") { "bytes" } else { "parsed" }.to_owned(),
            checks: if bytes { "subgroup" } else { "none" }.to_owned(),
            time: if variable { "variable" } else { "constant" }.to_owned(),
        };
        let mut row = Row {
            implementation: NAMES[index].to_owned(),
            contract,
            cpu_ns: ns,
            wall_ns: ns * 1.003,
            p10_ns: ns * 0.996,
            p90_ns: ns * 1.011,
            calls: (200_000.0 / ns).ceil() as u32,
            rounds: visits * 3,
            visits,
            ratio: None,
            rounds_ln: Vec::new(),
            rounds_visit: Vec::new(),
            rounds_ns: Vec::new(),
        };
        if index > 0 {
            compare(&mut row, (ns / times[0]).ln(), wobble, noise);
            if rows.first().is_some_and(|own: &Row| own.contract != row.contract) {
                row.ratio = None;
            }
        }
        rows.push(row);
    }
    let off = noise.next() * 0.002;
    let control =
        Ratio { value: 1.0 + off, low: 0.9985 + off, high: 1.0015 + off, resolution: 0.0024 };
    Operation {
        id: id.to_owned(),
        title: known.title.to_owned(),
        shape: if known.shape == Shape::Chain { "chain" } else { "independent" }.to_owned(),
        note: known.note.to_owned(),
        rows,
        control: Some(control),
        control_ln: Vec::new(),
        control_visit: Vec::new(),
        gas: Vec::new(),
        probes: Vec::new(),
        parts: Vec::new(),
    }
}

/// Fills in the rounds and the ratio.
fn compare(row: &mut Row, ln: f64, wobble: f64, noise: &mut Noise) {
    for visit in 0..row.visits {
        let drift = noise.next() * wobble + f64::from(visit) / f64::from(row.visits) * wobble;
        let disturbed = if noise.next() > 0.75 { 0.03 } else { 0.0 };
        for _ in 0..3 {
            let value = ln + drift + disturbed + noise.next() * wobble;
            row.rounds_ln.push((value * 1e4).round() / 1e4);
            row.rounds_visit.push(visit);
        }
    }
    let half = 0.0008 + wobble * (0.4 + noise.next().abs());
    row.ratio = Some(Ratio {
        value: ln.exp(),
        low: (ln - half).exp(),
        high: (ln + half).exp(),
        resolution: half * 1.6,
    });
}

/// A run whose gate failed.
pub fn failed() -> Run {
    let mut run = run(8);
    let suite = &mut run.gate.suites[3];
    suite.passed -= 3;
    suite.failed = 3;
    suite.failures = vec![
        "map_fp2_to_G2, case 4: expected 0a12…, got 1b90…".to_owned(),
        "pairing_check, case 17: accepted a point outside the subgroup".to_owned(),
    ];
    run
}

/// A run in which more was asked than times: zkcrypto takes points outside the subgroup, arkworks
/// works on threads, blst mixes callers, and a decoder is loose.
pub fn probed() -> Run {
    let mut run = run(8);
    let probe = |name: &str, found| Probe { implementation: name.to_owned(), found };
    let trial = |class: &str, valid, taken| Trial { class: class.to_owned(), valid, taken };
    let corpus = |loose: bool| {
        Probed::Corpus(vec![
            trial("the generator", true, true),
            trial("x is p or more", false, false),
            trial("a point outside the subgroup", false, loose),
            trial("the identity with a coordinate", false, loose),
            trial("a byte too few", false, false),
        ])
    };
    let at = |run: &Run, id: &str| {
        run.operations.iter().position(|one| one.id == id).expect("it is in the fixture")
    };
    let decode = at(&run, "bls12-381/g1_decode");
    run.operations[decode].probes =
        NAMES.map(|name| probe(name, corpus(name == "zkcrypto"))).to_vec();
    let multiply = at(&run, "bls12-381/g1_mul");
    let threads = |process_ns, extra_threads| {
        Probed::Threads(Threads {
            process_ns,
            thread_ns: 84_200.0,
            wall_ns: 84_400.0,
            extra_threads,
            rounds: 12,
        })
    };
    let together = |wrong| {
        Probed::Together(Together {
            callers: 4,
            asked: 16,
            wrong,
            of_others: wrong,
            seed: 20_260_916,
        })
    };
    run.operations[multiply].probes = vec![
        probe("curvemark", threads(84_200.0, 0)),
        probe("arkworks", threads(310_000.0, 3)),
        probe("curvemark", together(0)),
        probe("blst", together(2)),
    ];
    let codec = run.operations[0].clone();
    run.operations.push(Operation {
        id: "codec/base64_decode".to_owned(),
        title: "Base64 decoding".to_owned(),
        rows: Vec::new(),
        control: None,
        probes: vec![probe(
            "zkcrypto",
            Probed::Codec(Codec {
                values: 34,
                lost: 0,
                classes: vec![
                    TextClass {
                        class: "spare bits that are not zero".to_owned(),
                        offered: 198,
                        taken: 198,
                    },
                    TextClass {
                        class: "symbols of no alphabet".to_owned(),
                        offered: 102,
                        taken: 0,
                    },
                ],
                most_texts: 17,
                example: Some(["AA==".to_owned(), "AB==".to_owned()]),
            }),
        )],
        ..codec
    });
    let verify = at(&run, "cashu-v3/verify");
    let part = |operation: &str, times| Part { operation: operation.to_owned(), times };
    run.operations[verify].parts =
        vec![part("bls12-381/multi_pairing_2", 1.0), part("bls12-381/hash_to_g1", 1.0)];
    run
}

/// The same measured on so many days before, on this machine and at last once on another, and
/// slower by a tenth at Fp multiplication from the middle on.
pub fn days(run: &Run, count: u32) -> Vec<Run> {
    let day = |day: u32| {
        let mut other = run.clone();
        (other.id, other.started) =
            (format!("202608{day:02}T101502Z-7c1e"), format!("2026-08-{day:02}T10:15:02Z"));
        let mut noise = Noise(u64::from(day));
        for operation in &mut other.operations {
            let step = if operation.id == "bls12-381/fp_mul" && 2 * day <= count {
                1.0 / 1.1
            } else {
                1.0
            };
            for row in &mut operation.rows {
                let factor = step * (1.0 + 0.002 * noise.next());
                (row.cpu_ns, row.p10_ns, row.p90_ns) =
                    (row.cpu_ns * factor, row.p10_ns * factor, row.p90_ns * factor);
            }
        }
        if day == count {
            other.machine.fingerprint = "0e1f2a3b".to_owned();
            other.machine.cpu = "Intel Xeon 6980P".to_owned();
        }
        other
    };
    (1..=count).map(day).collect()
}

/// A run on a machine that was not fit, with ratios that say little.
pub fn unfit() -> Run {
    let mut run = run(8);
    run.health.fit = false;
    run.health.remarks = vec![
        "The clock canaries lie 9.1 % apart.".to_owned(),
        "28 of 35 A/A controls held 1, fewer than 90 %.".to_owned(),
    ];
    run.health.control_held = 28;
    run.health.canary_ns = vec![0.2729, 0.2977, 0.2801];
    for row in run.operations.iter_mut().flat_map(|operation| &mut operation.rows) {
        if let Some(ratio) = &mut row.ratio {
            (ratio.low, ratio.high, ratio.resolution) = (ratio.low * 0.88, ratio.high * 1.15, 0.21);
        }
    }
    run
}

/// A run that measured nothing.
pub fn empty() -> Run {
    let mut run = run(8);
    run.operations.clear();
    run.health.control_held = 0;
    run.health.control_total = 0;
    run
}

/// A run of curvemark alone.
pub fn alone() -> Run {
    let mut run = run(8);
    run.implementations.truncate(1);
    run.operations.iter_mut().for_each(|operation| operation.rows.truncate(1));
    run
}

/// A run with a peer a thousand times slower and one a hundred times faster.
pub fn extreme() -> Run {
    let mut run = run(8);
    run.operations[1].rows[1].ratio =
        Some(Ratio { value: 1000.0, low: 990.0, high: 1012.0, resolution: 0.011 });
    run.operations[1].rows.truncate(2);
    run.operations[2].rows[1].ratio =
        Some(Ratio { value: 0.01, low: 0.0098, high: 0.0103, resolution: 0.02 });
    run
}

/// A run in which every text tries to be markup.
pub fn hostile() -> Run {
    const MARKUP: &str = "</script><script>alert(1)</script>\"'&<img src=x onerror=alert(1)>";
    fn everywhere(value: &mut serde_json::Value) {
        match value {
            serde_json::Value::String(text) if text != "curvemark" => {
                *text = format!("{MARKUP}{text}")
            }
            serde_json::Value::Array(items) => items.iter_mut().for_each(everywhere),
            serde_json::Value::Object(fields) => fields.values_mut().for_each(everywhere),
            _ => {}
        }
    }
    let mut run = run(4);
    run.operations.truncate(5);
    let mut value = serde_json::to_value(run).expect("a record is JSON");
    everywhere(&mut value);
    serde_json::from_value(value).expect("the shape is unchanged")
}
