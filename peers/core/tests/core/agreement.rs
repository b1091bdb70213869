//! The three libraries give the same bytes and the same refusals for every operation that more than
//! one of them serves.

use peer_api::{Case, Curve, OPERATIONS, Operation, Refusal, operation};
use peer_core::{implementations, sample};

type Answers = Vec<Result<Vec<u8>, Refusal>>;

fn of(id: &str) -> &'static Operation {
    operation(id).expect("a known operation")
}

/// The answers of everybody who serves the operation, found equal.
fn agreed(operation: &Operation, pool: &[Case]) -> Answers {
    let mut first: Option<(&str, Answers)> = None;
    let mut servers = 0;
    for implementation in implementations() {
        let name = implementation.about().name;
        if implementation.contract(operation).is_none() {
            assert!(
                implementation.prepare(operation, pool).is_err(),
                "{name} serves {} without a contract",
                operation.id
            );
            continue;
        }
        servers += 1;
        let mut body = implementation
            .prepare(operation, pool)
            .unwrap_or_else(|e| panic!("{name}, {}: {e:?}", operation.id));
        let answers: Answers = (0..pool.len()).map(|index| body.answer(index)).collect();
        match &first {
            None => first = Some((name, answers)),
            Some((other, expected)) => {
                for (index, (answer, expected)) in answers.iter().zip(expected).enumerate() {
                    assert_eq!(
                        answer, expected,
                        "{}: {name} and {other} on case {index}: {:02x?}",
                        operation.id, pool[index]
                    );
                }
            }
        }
    }
    assert!(servers >= 2, "nobody to compare with on {}", operation.id);
    first.expect("at least two").1
}

fn random_pool(operation: &Operation, cases: u64) -> Vec<Case> {
    (0..cases).map(|index| sample::case(operation, &sample::seed(operation.id, index))).collect()
}

/// Operations on BLS12-381 that more than one library serves: all but powers in GT, BLS signatures,
/// and a mint's of many outputs.
fn compared(ids: impl Fn(&str) -> bool) -> Vec<&'static Operation> {
    let mut alone = Vec::new();
    let mut compared = Vec::new();
    for operation in
        OPERATIONS.iter().filter(|one| ids(one.id) && Curve::of(one.id) == Some(Curve::Bls12381))
    {
        match implementations().iter().filter(|one| one.contract(operation).is_some()).count() {
            0 => panic!("nobody serves {}", operation.id),
            1 => alone.push(operation.id),
            _ => compared.push(operation),
        }
    }
    assert!(
        alone
            .iter()
            .all(|id| id.contains("/gt_") || id.contains("/bls_") || *id == "cashu-v3/sign_64"),
        "served by one library alone: {alone:?}"
    );
    compared
}

fn agree_on_random(ids: impl Fn(&str) -> bool, cases: u64) {
    let operations = compared(ids);
    assert!(!operations.is_empty());
    for operation in operations {
        let answers = agreed(operation, &random_pool(operation, cases));
        for answer in answers {
            let bytes = answer.unwrap_or_else(|refusal| panic!("{}: {refusal:?}", operation.id));
            if operation.result == peer_api::Kind::Verdict {
                assert_eq!(bytes, [1], "{}: valid cases hold", operation.id);
            }
        }
    }
}

fn is_field(id: &str) -> bool {
    id.starts_with("bls12-381/f") && id != "bls12-381/final_exp"
}

fn is_pairing(id: &str) -> bool {
    id.contains("pairing") || id.contains("miller") || id.contains("final_exp")
}

#[test]
fn fields_agree() {
    agree_on_random(is_field, 100);
}

#[test]
fn groups_agree() {
    let of_many =
        |id: &str| ["_64", "_128", "_1024", "_4096"].iter().any(|many| id.ends_with(many));
    agree_on_random(
        |id| id.starts_with("bls12-381") && !is_field(id) && !is_pairing(id) && !of_many(id),
        100,
    );
    agree_on_random(|id| id.starts_with("bls12-381") && !is_pairing(id) && of_many(id), 2);
}

#[test]
fn pairings_agree() {
    // Of these libraries blst alone serves 64 pairings apart, by as many calls of what is compared
    // here.
    let of_many = |id: &str| ["_8", "_64", "_128"].iter().any(|many| id.ends_with(many));
    agree_on_random(|id| is_pairing(id) && !of_many(id), 100);
    agree_on_random(|id| is_pairing(id) && id.ends_with("_128"), 2);
    agree_on_random(|id| is_pairing(id) && id.ends_with("_8"), 20);
}

#[test]
fn cashu_agrees() {
    agree_on_random(|id| id.starts_with("cashu-v3") && !id.contains("batch"), 100);
    agree_on_random(|id| id.contains("batch"), 10);
}

/// A big-endian number less one.
fn less_one<const N: usize>(mut number: [u8; N]) -> Vec<u8> {
    number[N - 1] -= 1;
    number.to_vec()
}

/// A big-endian number of `length` bytes.
fn small(length: usize, value: u8) -> Vec<u8> {
    let mut bytes = vec![0; length];
    bytes[length - 1] = value;
    bytes
}

/// Every way to take `count` values in order.
fn tuples(values: &[Vec<u8>], count: usize) -> Vec<Case> {
    (0..count).fold(vec![Case::new()], |cases, _| {
        let extend = |case: &Case| {
            values
                .iter()
                .map(|value| [case.as_slice(), std::slice::from_ref(value)].concat())
                .collect::<Vec<_>>()
        };
        cases.iter().flat_map(extend).collect()
    })
}

#[test]
fn fields_agree_at_the_edges() {
    let fp = [small(48, 0), small(48, 1), less_one(sample::P), sample::fp(&[7; 32]).to_vec()];
    let fr = [small(32, 0), small(32, 1), less_one(sample::R), sample::fr(&[7; 32]).to_vec()];
    let fp2: Vec<Vec<u8>> = tuples(&fp, 2).iter().map(|pair| pair.concat()).collect();
    // Zero, one, minus one in every coefficient, and each basis element alone.
    let mut fp12 = vec![vec![0; 576], fp[2].repeat(12), sample::fp12(&[7; 32]).to_vec()];
    for position in 0..12 {
        let mut element = vec![0; 576];
        element[48 * position + 47] = 1;
        fp12.push(element);
    }
    for (field, values) in [("fp", &fp[..]), ("fr", &fr), ("fp2", &fp2), ("fp12", &fp12)] {
        agreed(of(&format!("bls12-381/{field}_mul")), &tuples(values, 2));
        agreed(of(&format!("bls12-381/{field}_sqr")), &tuples(values, 1));
        let inverses = agreed(of(&format!("bls12-381/{field}_inv")), &tuples(values, 1));
        assert_eq!(inverses[0].as_ref(), Ok(&values[0]), "the inverse of zero is zero in {field}");
    }
    agreed(of("bls12-381/final_exp"), &tuples(&fp12[1..], 1));
}

fn negated(point: &[u8]) -> Vec<u8> {
    let mut point = point.to_vec();
    point[0] ^= 0x20;
    point
}

#[test]
fn groups_agree_at_the_edges() {
    let scalars = [
        small(32, 0),
        small(32, 1),
        small(32, 2),
        less_one(sample::R),
        sample::fr(&[8; 32]).to_vec(),
    ];
    let g1 = sample::g1(&[7; 32]);
    let g2 = sample::g2(&[7; 32]);
    let g1 =
        [sample::G1_IDENTITY.to_vec(), g1.to_vec(), negated(&g1), sample::g1(&[8; 32]).to_vec()];
    let g2 =
        [sample::G2_IDENTITY.to_vec(), g2.to_vec(), negated(&g2), sample::g2(&[8; 32]).to_vec()];
    for (group, points) in [("g1", &g1), ("g2", &g2)] {
        let sums = agreed(of(&format!("bls12-381/{group}_add")), &tuples(points, 2));
        let doubles = agreed(of(&format!("bls12-381/{group}_double")), &tuples(points, 1));
        for (index, point) in points.iter().enumerate() {
            assert_eq!(sums[index].as_ref(), Ok(point), "the identity plus a point");
            assert_eq!(sums[points.len() * index].as_ref(), Ok(point), "a point plus the identity");
            assert_eq!(sums[(points.len() + 1) * index], doubles[index], "equal points");
        }
        assert_eq!(sums[points.len() + 2].as_ref(), Ok(&points[0]), "opposite points");

        let pairs =
            points.iter().flat_map(|point| scalars.iter().map(|k| vec![point.clone(), k.clone()]));
        let products = agreed(of(&format!("bls12-381/{group}_mul")), &pairs.collect::<Vec<_>>());
        assert_eq!(products[scalars.len()].as_ref(), Ok(&points[0]), "zero times a point");
        assert_eq!(products[scalars.len() + 1].as_ref(), Ok(&points[1]), "one times a point");
        assert_eq!(products[scalars.len() + 3].as_ref(), Ok(&points[2]), "minus one times a point");
    }
}

#[test]
fn subgroup_checks_agree() {
    // (0, ±2) has order 3, and some decoders refuse it early.
    let of_order_3 = {
        let mut bytes = vec![0; 48];
        bytes[0] = 0x80;
        bytes
    };
    let mut g1 = vec![
        vec![sample::G1_IDENTITY.to_vec()],
        vec![of_order_3.clone()],
        vec![negated(&of_order_3)],
    ];
    let mut g2 = vec![vec![sample::G2_IDENTITY.to_vec()]];
    for index in 0..50 {
        let seed = sample::seed("outside", index);
        g1.push(vec![sample::g1_outside_subgroup(&seed).to_vec()]);
        g2.push(vec![sample::g2_outside_subgroup(&seed).to_vec()]);
    }
    for (id, pool) in [("bls12-381/g1_subgroup_check", g1), ("bls12-381/g2_subgroup_check", g2)] {
        let answers = agreed(of(id), &pool);
        assert_eq!(answers[0], Ok(vec![1]), "the identity is in the subgroup");
        assert!(answers[1..].iter().all(|answer| *answer == Ok(vec![0])), "{id}");
    }
}

/// A point of the subgroup whose coordinate at `start`, with p added, still fits its 381 bits: the
/// same x in a second encoding.
fn twice_encoded<const N: usize>(
    point: impl Fn(&sample::Seed) -> [u8; N],
    start: usize,
) -> Vec<u8> {
    let mut bytes = (0..)
        .map(|index| point(&sample::seed("small x", index)))
        .find(|point| point[start] & 0x1f < 5)
        .expect("one point in five")
        .to_vec();
    let flags = bytes[start] & 0xe0;
    bytes[start] &= 0x1f;
    let mut carry = 0;
    for (byte, p) in bytes[start..start + 48].iter_mut().zip(sample::P).rev() {
        carry += u16::from(*byte) + u16::from(p);
        *byte = carry as u8;
        carry >>= 8;
    }
    bytes[start] |= flags;
    bytes
}

/// Encodings that are refused: wrong flags, numbers from p on, wrong lengths, off the curve,
/// outside the subgroup.
fn malformed(
    valid: &[u8],
    identity: &[u8],
    others: impl IntoIterator<Item = Vec<u8>>,
) -> Vec<Vec<u8>> {
    let length = valid.len();
    let mut all = vec![
        vec![],
        vec![0x80],
        vec![0; length],
        vec![0xff; length],
        valid[1..].to_vec(),
        [valid, &[0]].concat(),
    ];
    // Each wrong combination of the three flag bits, on a point and on the identity.
    for flags in 0..8u8 {
        let with = |bytes: &[u8]| [&[bytes[0] & 0x1f | flags << 5], &bytes[1..]].concat();
        if flags & 0b110 != 0b100 {
            all.push(with(valid));
        }
        if flags != 0b110 && flags & 0b110 != 0b100 {
            all.push(with(identity));
        }
    }
    // The identity with something in its body, at either end.
    for position in [1, 47, length - 1] {
        let mut bytes = identity.to_vec();
        bytes[position] = 1;
        all.push(bytes);
    }
    all.push([&[identity[0] | 1], &identity[1..]].concat());
    // Coordinates of p and above.
    for start in (0..length).step_by(48) {
        for coordinate in [sample::P, [0x1f; 48]] {
            let mut bytes = valid.to_vec();
            bytes[start..start + 48].copy_from_slice(&coordinate);
            bytes[0] = bytes[0] & 0x1f | 0x80;
            all.push(bytes);
        }
    }
    all.extend(others);
    all
}

#[test]
fn decoding_agrees_on_malformed_input() {
    let seeds: Vec<_> = (0..40).map(|index| sample::seed("malformed", index)).collect();
    let outside = seeds.iter().flat_map(|seed| {
        [sample::g1_outside_subgroup(seed), sample::g1_off_curve(seed)].map(Vec::from)
    });
    let mut g1 = malformed(&sample::g1(&[7; 32]), &sample::G1_IDENTITY, outside);
    g1.push(twice_encoded(sample::g1, 0));
    let outside = seeds.iter().flat_map(|seed| {
        [sample::g2_outside_subgroup(seed), sample::g2_off_curve(seed)].map(Vec::from)
    });
    let mut g2 = malformed(&sample::g2(&[7; 32]), &sample::G2_IDENTITY, outside);
    g2.extend([0, 48].map(|start| twice_encoded(sample::g2, start)));
    for (id, pool) in [("bls12-381/g1_decode", g1), ("bls12-381/g2_decode", g2)] {
        for (answer, bytes) in agreed(of(id), &tuples(&pool, 1)).iter().zip(&pool) {
            assert_eq!(*answer, Err(Refusal::Invalid), "{id} of {bytes:02x?}");
        }
    }
}

#[test]
fn decoding_agrees_on_the_identity_and_on_both_signs() {
    for (id, point, identity) in [
        ("bls12-381/g1_decode", sample::g1(&[7; 32]).to_vec(), sample::G1_IDENTITY.to_vec()),
        ("bls12-381/g2_decode", sample::g2(&[7; 32]).to_vec(), sample::G2_IDENTITY.to_vec()),
    ] {
        let answers = agreed(of(id), &[vec![point.clone()], vec![negated(&point)], vec![identity]]);
        assert!(answers.iter().all(Result::is_ok), "{id}");
    }
}

#[test]
fn hashing_agrees_on_every_length() {
    let pool: Vec<Case> = [0, 1, 31, 55, 56, 64, 127, 255, 1000]
        .map(|length| vec![sample::bytes(&[7; 32], length)])
        .into();
    agreed(of("bls12-381/hash_to_g1"), &pool);
    agreed(of("bls12-381/hash_to_g2"), &pool);
}

#[test]
fn pairings_agree_with_the_identity() {
    let one = small(48, 1).into_iter().chain([0; 528]).collect::<Vec<_>>();
    let g1 = [sample::G1_IDENTITY.to_vec(), sample::g1(&[7; 32]).to_vec()];
    let g2 = [sample::G2_IDENTITY.to_vec(), sample::g2(&[7; 32]).to_vec()];
    let pairs: Vec<Case> =
        g1.iter().flat_map(|p| g2.iter().map(|q| vec![p.clone(), q.clone()])).collect();
    for id in ["bls12-381/miller_loop", "bls12-381/pairing"] {
        let answers = agreed(of(id), &pairs);
        assert!(answers[..3].iter().all(|answer| answer.as_ref() == Ok(&one)), "{id}");
    }
    let products: Vec<Case> =
        pairs.iter().flat_map(|a| pairs.iter().map(|b| [&a[..], b].concat())).collect();
    agreed(of("bls12-381/multi_pairing_2"), &products);

    let [p, q] = [g1[1].clone(), g2[1].clone()];
    let cancelling = vec![p.clone(), q.clone(), negated(&p), q.clone()];
    assert_eq!(agreed(of("bls12-381/multi_pairing_2"), &[cancelling])[0].as_ref(), Ok(&one));

    let of_eight = |skipped: u32| -> Case {
        let pair = |index: u32| match skipped >> index & 1 {
            1 => [g1[(index & 1) as usize].clone(), g2[1 - (index & 1) as usize].clone()],
            _ => [sample::g1(&[index as u8; 32]).to_vec(), sample::g2(&[index as u8; 32]).to_vec()],
        };
        (0..8).flat_map(pair).collect()
    };
    let answers =
        agreed(of("bls12-381/multi_pairing_8"), &[0, 1, 0x80, 0x55, 0xfe, 0xff].map(of_eight));
    assert_eq!(answers[5].as_ref(), Ok(&one), "nothing but identities");
}

#[test]
fn cashu_refuses_what_the_protocol_refuses() {
    let outside =
        [sample::g1_outside_subgroup(&[7; 32]).to_vec(), sample::g1_off_curve(&[7; 32]).to_vec()];
    let mut bad_g1 = malformed(&sample::g1(&[7; 32]), &sample::G1_IDENTITY, outside);
    bad_g1.push(sample::G1_IDENTITY.to_vec());
    let outside =
        [sample::g2_outside_subgroup(&[7; 32]).to_vec(), sample::g2_off_curve(&[7; 32]).to_vec()];
    let mut bad_g2 = malformed(&sample::g2(&[7; 32]), &sample::G2_IDENTITY, outside);
    bad_g2.push(sample::G2_IDENTITY.to_vec());
    let bad_scalars = [small(32, 0), sample::R.to_vec(), vec![0xff; 32], vec![1; 31]];
    let refused = |id: &str, pool: Vec<Case>| {
        for (answer, case) in agreed(of(id), &pool).iter().zip(&pool) {
            assert_eq!(*answer, Err(Refusal::Invalid), "{id} of {case:02x?}");
        }
    };

    let scalar = sample::fr(&[7; 32]).to_vec();
    let point = sample::g1(&[7; 32]).to_vec();
    refused(
        "cashu-v3/blind",
        bad_scalars.iter().map(|bad| vec![b"secret".to_vec(), bad.clone()]).collect(),
    );
    for id in ["cashu-v3/sign", "cashu-v3/unblind"] {
        refused(id, bad_g1.iter().map(|bad| vec![bad.clone(), scalar.clone()]).collect());
        refused(id, bad_scalars.iter().map(|bad| vec![point.clone(), bad.clone()]).collect());
    }
    for id in ["cashu-v3/verify", "cashu-v3/batch_verify_10_1", "cashu-v3/batch_verify_10_10"] {
        let good = sample::case(of(id), &[7; 32]);
        let last = good.len() - 3;
        let with = |position: usize, value: &[u8]| {
            let mut case = good.clone();
            case[position] = value.to_vec();
            case
        };
        refused(id, bad_g1.iter().map(|bad| with(last + 1, bad)).collect());
        refused(id, bad_g2.iter().map(|bad| with(last + 2, bad)).collect());

        // Well formed but false: another secret, the opposite point, another point, another key.
        let false_cases = [
            with(last, b"another secret"),
            with(last, b""),
            with(last + 1, &negated(&good[last + 1])),
            with(1, &point),
            with(last + 2, &negated(&good[last + 2])),
            with(2, &sample::g2(&[9; 32])),
        ];
        for answer in agreed(of(id), &false_cases) {
            assert_eq!(answer, Ok(vec![0]), "{id}");
        }
    }
    // Two proofs whose errors cancel in a plain sum are caught by the weights.
    for id in ["cashu-v3/batch_verify_10_1", "cashu-v3/batch_verify_10_10"] {
        let mut case = sample::case(of(id), &[7; 32]);
        let sums = agreed(
            of("bls12-381/g1_add"),
            &[vec![case[1].clone(), point.clone()], vec![case[4].clone(), negated(&point)]],
        );
        case[1] = sums[0].clone().expect("a sum");
        case[4] = sums[1].clone().expect("a sum");
        assert_eq!(agreed(of(id), &[case])[0], Ok(vec![0]), "{id}");
    }
}

/// Test 1 of cashubtc/nuts `tests/00-tests.md` at c65511b (MIT).
#[test]
fn cashu_gives_the_published_values() {
    let hex = |text: &str| -> Vec<u8> {
        let pairs = text.as_bytes().as_chunks::<2>().0;
        pairs
            .iter()
            .map(|pair| {
                u8::from_str_radix(str::from_utf8(pair).expect("ASCII"), 16).expect("digits")
            })
            .collect()
    };
    let secret = b"test_message".to_vec();
    let (r, a) = (small(32, 3), small(32, 2));
    let k = hex(
        "aa4edef9c1ed7f729f520e47730a124fd70662a904ba1074728114d1031e1572c6c886f6b57ec72a6178288c47c335771638533957d540a9d2370f17cc7ed5863bc0b995b8825e0ee1ea1e1e4d00dbae81f14b0bf3611b78c952aacab827a053",
    );
    let blinded = hex(
        "8e88c5f6a93f653784a66b033a00e52128499e18b095c2a56f080d1c2a937ffc9ef4600804a48d087bbd1f662f6b068f",
    );
    let blind_signature = hex(
        "8d52d7a6cbe5e99858d5c15c092d11a0c387c78917471211082a6e5afc2a79680dfa188fafe5d4a51c5398ce160e7a16",
    );
    let c = hex(
        "b7a4881059133fd91a8753600d9a5e524c65d6224f6fe2d5aef9e59f1507fdad90b3b4d48ee46da5c8dfaa0b88e28b69",
    );
    let one = |id: &str, case: Case| agreed(of(id), &[case]).remove(0);
    assert_eq!(one("cashu-v3/blind", vec![secret.clone(), r.clone()]).as_ref(), Ok(&blinded));
    assert_eq!(one("cashu-v3/sign", vec![blinded, a]).as_ref(), Ok(&blind_signature));
    assert_eq!(one("cashu-v3/unblind", vec![blind_signature, r]).as_ref(), Ok(&c));
    assert_eq!(one("cashu-v3/verify", vec![secret, c, k]), Ok(vec![1]));
}
