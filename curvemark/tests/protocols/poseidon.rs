//! Poseidon against published hashes, against its definition, and on what it must refuse.
//!
//! Published: circomlib's, light-poseidon's and fastcrypto's hashes on BN254, more by circomlibjs
//! for every number of inputs, fastcrypto's trees, and the permutations of hadeshash on both
//! fields. A part is in `vectors/poseidon-bn254.txt`, the whole in the folder that
//! `CURVEMARK_VECTORS` names. No case is skipped. On BLS12-381 noble-curves is asked for every
//! number of inputs, in `vectors/poseidon-bls12-381.txt`.
#![cfg(feature = "alloc")]
#![allow(clippy::integer_division_remainder_used)] // Of lengths.

use crate::{suites, vectors};
use curvemark::poseidon::{
    self, Bls12381, Bn254, Curve, Error, MAX_INPUTS, Poseidon, Scalar, Tree, merkle_root,
    verify_path,
};

const CARRIED: &str = include_str!("../../../vectors/poseidon-bn254.txt");

/// The order of BN254, big-endian.
const ORDER: &str = "30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001";

fn array(bytes: &[u8]) -> [u8; 32] {
    bytes.try_into().expect("32 bytes")
}

fn reversed(bytes: &[u8; 32]) -> [u8; 32] {
    let mut bytes = *bytes;
    bytes.reverse();
    bytes
}

/// A small integer, little-endian.
fn small(value: u64) -> [u8; 32] {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&value.to_le_bytes());
    bytes
}

/// Big-endian bytes of decimal digits.
fn decimal(digits: &str) -> [u8; 32] {
    let mut out = [0u8; 32];
    for digit in digits.bytes() {
        let mut carry = u32::from(digit - b'0');
        for byte in out.iter_mut().rev() {
            carry += 10 * u32::from(*byte);
            *byte = carry as u8;
            carry >>= 8;
        }
        assert_eq!(carry, 0, "more than 256 bits");
    }
    out
}

fn scalar<C: Curve>(bytes: &[u8; 32]) -> Scalar<C> {
    Scalar::<C>::from_be_bytes(bytes).expect("below the order")
}

/// A case, big-endian: by every function that hashes it.
fn check<C: Curve>(
    name: &str,
    initial: Option<[u8; 32]>,
    inputs: &[[u8; 32]],
    outputs: &[[u8; 32]],
) {
    let scalars: Vec<_> = inputs.iter().map(scalar::<C>).collect();
    let function = Poseidon::<C>::new(inputs.len()).expect("1 to 16 inputs");
    let mut out = vec![scalar::<C>(&[0; 32]); outputs.len()];
    function
        .hash_to(&scalar::<C>(&initial.unwrap_or_default()), &scalars, &mut out)
        .expect("a hash");
    assert!(out.iter().map(|x| x.to_be_bytes()).eq(outputs.iter().copied()), "{name}");
    if initial.is_none() {
        assert_eq!(poseidon::hash_be::<C>(inputs), Ok(outputs[0]), "{name}");
        let little: Vec<_> = inputs.iter().map(reversed).collect();
        assert_eq!(poseidon::hash::<C>(&little), Ok(reversed(&outputs[0])), "{name}");
        assert_eq!(function.hash(&scalars).expect("a hash"), out[0], "{name}");
        // In every lane, and in a vector that is not full.
        for count in [1, 2, 8, 11] {
            assert_eq!(
                poseidon::hash_batch::<C>(inputs.len(), &little.repeat(count)),
                Ok(vec![reversed(&outputs[0]); count]),
                "{name}"
            );
        }
    }
}

#[test]
fn carried_cases() {
    let cases = vectors::cases(CARRIED);
    for case in &cases {
        let list = |key| {
            case.list(key)
                .into_iter()
                .map(|digits| array(&vectors::bytes(digits)))
                .collect::<Vec<_>>()
        };
        match case.list("leaf")[..] {
            [] => check::<Bn254>(
                case.text("name"),
                list("initial").first().copied(),
                &list("input"),
                &list("output"),
            ),
            ref leaves => {
                let leaves: Vec<_> =
                    leaves.iter().map(|leaf| small(leaf.parse().expect("a number"))).collect();
                assert_eq!(merkle_root::<Bn254>(&leaves), Ok(reversed(&list("root")[0])));
            }
        }
    }
    assert_eq!(cases.len(), 33);
}

/// By noble-curves, of every number of inputs: whole states.
#[test]
fn states_over_bls12_381() {
    let cases = vectors::cases(include_str!("../../../vectors/poseidon-bls12-381.txt"));
    let mut inputs = vec![];
    for case in &cases {
        let list = |key| case.list(key).into_iter().map(|x| array(&vectors::bytes(x)));
        let initial = list("initial").next().filter(|initial| *initial != [0; 32]);
        let (given, outputs): (Vec<_>, Vec<_>) =
            (list("input").collect(), list("output").collect());
        assert_eq!(outputs.len(), given.len() + 1);
        check::<Bls12381>(case.text("name"), initial, &given, &outputs);
        inputs.push(given.len());
    }
    assert_eq!(inputs, (1..=16).flat_map(|count| [count; 2]).collect::<Vec<_>>());
}

#[test]
fn full_suites() {
    let (Some(suite), Some(fastcrypto)) = (
        suites::json("poseidon/bn254_circom.json"),
        suites::json("poseidon/fastcrypto_bn254.json"),
    ) else {
        return;
    };
    let list = |value: &serde_json::Value, key: &str| -> Vec<[u8; 32]> {
        suites::list(value, key).iter().map(|x| decimal(x.as_str().expect("digits"))).collect()
    };
    let mut count = 0;
    for case in
        suites::list(&suite, "published").iter().chain(suites::list(&suite["generated"], "cases"))
    {
        check::<Bn254>(
            &case.to_string(),
            None,
            &list(case, "inputs"),
            &[decimal(suites::string(case, "hash"))],
        );
        count += 1;
    }
    for case in suites::list(&suite["generated_ex"], "cases") {
        let initial = decimal(suites::string(case, "initial_state"));
        let outputs = list(case, "outputs");
        assert_eq!(outputs.len() as u64, case["n_out"].as_u64().expect("a number"));
        check::<Bn254>(&case.to_string(), Some(initial), &list(case, "inputs"), &outputs);
        count += 1;
    }
    for case in suites::list(&suite, "invalid") {
        let inputs: Vec<[u8; 32]> = match case.get("input_bytes_le") {
            Some(_) => suites::list(case, "input_bytes_le")
                .iter()
                .map(|x| array(&vectors::bytes(x.as_str().expect("digits"))))
                .collect(),
            None => list(case, "inputs").iter().map(reversed).collect(),
        };
        assert!(poseidon::hash::<Bn254>(&inputs).is_err(), "{case}");
        count += 1;
    }
    for case in suites::list(&fastcrypto, "merkle_tree") {
        let leaves: Vec<_> = suites::list(case, "inputs")
            .iter()
            .map(|x| small(x.as_u64().expect("a number")))
            .collect();
        assert_eq!(
            merkle_root::<Bn254>(&leaves),
            Ok(reversed(&decimal(suites::string(case, "hash"))))
        );
        count += 1;
    }
    assert_eq!(
        (&fastcrypto["empty"], merkle_root::<Bn254>(&[])),
        (&"error".into(), Err(Error::Empty))
    );
    for case in suites::list(&fastcrypto, "poseidon_bytes") {
        let bytes = |x: &serde_json::Value| array(&vectors::bytes(x.as_str().expect("digits")));
        let inputs: Vec<_> = suites::list(case, "inputs_le_hex").iter().map(bytes).collect();
        assert_eq!(poseidon::hash::<Bn254>(&inputs), Ok(bytes(&case["hash_le_hex"])));
        count += 1;
    }
    assert_eq!(count, 8 + 80 + 16 + 3 + 6 + 2);
}

/// Outputs of hadeshash's `code/test_vectors.txt` for the states 0, 1, 2, … of widths 3 and 5.
#[test]
fn permutations_of_the_reference() {
    fn check<C: Curve>(outputs: &[&str]) {
        let state: Vec<_> =
            (0..outputs.len() as u64).map(|x| scalar::<C>(&reversed(&small(x)))).collect();
        let mut out = state.clone();
        Poseidon::<C>::new(state.len() - 1)
            .and_then(|f| f.hash_to(&state[0], &state[1..], &mut out))
            .expect("a state");
        let digits = |x: &Scalar<C>| {
            x.to_be_bytes().iter().map(|byte| format!("{byte:02x}")).collect::<String>()
        };
        assert_eq!(out.iter().map(digits).collect::<Vec<_>>(), outputs);
    }
    // poseidonperm_x5_255_3, poseidonperm_x5_255_5.
    check::<Bls12381>(&[
        "28ce19420fc246a05553ad1e8c98f5c9d67166be2c18e9e4cb4b4e317dd2a78a",
        "51f3e312c95343a896cfd8945ea82ba956c1118ce9b9859b6ea56637b4b1ddc4",
        "3b2b69139b235626a0bfb56c9527ae66a7bf486ad8c11c14d1da0c69bbe0f79a",
    ]);
    check::<Bls12381>(&[
        "2a918b9c9f9bd7bb509331c81e297b5707f6fc7393dcee1b13901a0b22202e18",
        "65ebf8671739eeb11fb217f2d5c5bf4a0c3f210e3f3cd3b08b5db75675d797f7",
        "2cc176fc26bc70737a696a9dfd1b636ce360ee76926d182390cdb7459cf585ce",
        "4dc4e29d283afd2a491fe6aef122b9a968e74eff05341f3cc23fda1781dcb566",
        "03ff622da276830b9451b88b85e6184fd6ae15c8ab3ee25a5667be8592cce3b1",
    ]);
    // poseidonperm_x5_254_3.
    check::<Bn254>(&[
        "115cc0f5e7d690413df64c6b9662e9cf2a3617f2743245519e19607a4417189a",
        "0fca49b798923ab0239de1c9e7a4a9a2210312b6a2f616d18b5a87f9b628ae29",
        "0e7ae82e40091e63cbd4f16a6d16310b3729d4b6e138fcf54110e2867045a30c",
    ]);
}

#[test]
fn what_is_refused() {
    let order = reversed(&array(&vectors::bytes(ORDER)));
    let mut below = order;
    below[0] -= 1;
    let mut above = order;
    above[0] += 1;
    for count in 1..=MAX_INPUTS {
        let inputs = vec![below; count];
        assert!(poseidon::hash::<Bn254>(&inputs).is_ok());
        for index in 0..count {
            for wrong in [order, above, [0xff; 32]] {
                let mut inputs = inputs.clone();
                inputs[index] = wrong;
                assert_eq!(poseidon::hash::<Bn254>(&inputs), Err(Error::NotCanonical { index }));
                let big: Vec<_> = inputs.iter().map(reversed).collect();
                assert_eq!(poseidon::hash_be::<Bn254>(&big), Err(Error::NotCanonical { index }));
                assert_eq!(
                    poseidon::hash_batch::<Bn254>(1, &inputs),
                    Err(Error::NotCanonical { index })
                );
                assert_eq!(merkle_root::<Bn254>(&inputs), Err(Error::NotCanonical { index }));
            }
        }
        // The other order is larger.
        assert!(poseidon::hash::<Bls12381>(&[order]).is_ok());
    }
    for function in [poseidon::hash::<Bn254>, poseidon::hash_be::<Bls12381>] {
        assert_eq!(function(&[]), Err(Error::Empty));
        assert_eq!(function(&[[0; 32]; MAX_INPUTS + 1]), Err(Error::TooManyInputs));
    }
    assert_eq!(poseidon::hash_batch::<Bn254>(0, &[[0; 32]]), Err(Error::Empty));
    assert_eq!(poseidon::hash_batch::<Bn254>(2, &[]), Err(Error::Empty));
    assert_eq!(poseidon::hash_batch::<Bn254>(17, &[[0; 32]; 17]), Err(Error::TooManyInputs));
    assert_eq!(poseidon::hash_batch::<Bn254>(2, &[[0; 32]; 3]), Err(Error::LengthMismatch));
    assert_eq!(Poseidon::<Bn254>::new(usize::MAX).map(|f| f.inputs()), Err(Error::TooManyInputs));

    let zero = scalar::<Bn254>(&[0; 32]);
    let function = Poseidon::<Bn254>::new(3).expect("three inputs");
    assert_eq!(function.hash(&[zero; 2]), Err(Error::LengthMismatch));
    assert_eq!(function.hash(&[zero; 4]), Err(Error::LengthMismatch));
    assert_eq!(function.hash_to(&zero, &[zero; 3], &mut []), Err(Error::Outputs));
    assert_eq!(function.hash_to(&zero, &[zero; 3], &mut [zero; 5]), Err(Error::Outputs));
    let mut out = [scalar::<Bn254>(&reversed(&small(7))); 4];
    assert_eq!(function.hash_to(&zero, &[zero; 2], &mut out), Err(Error::LengthMismatch));
    assert_eq!(out, [scalar::<Bn254>(&reversed(&small(7))); 4]);
}

/// A path leads to the root and nothing else does; nodes are hashes of two.
#[test]
fn trees() {
    fn check<C: Curve>() {
        let leaves: Vec<_> = (0..64).map(small).collect();
        for depth in 0..7 {
            let leaves = &leaves[..1 << depth];
            let tree = Tree::<C>::new(leaves).expect("a tree");
            let root = tree.root();
            for (index, leaf) in leaves.iter().enumerate() {
                let path = tree.path(index as u64).expect("a leaf");
                assert_eq!(path.len(), depth);
                let by_hand = path.iter().enumerate().fold(*leaf, |node, (height, sibling)| {
                    let children =
                        if index >> height & 1 == 0 { [node, *sibling] } else { [*sibling, node] };
                    poseidon::hash::<C>(&children).expect("a hash")
                });
                assert_eq!(by_hand, root);
                let index = index as u64;
                assert_eq!(verify_path::<C>(&root, leaf, index, &path), Ok(()));
                assert_eq!(
                    verify_path::<C>(&root, &small(99), index, &path),
                    Err(Error::NotIncluded)
                );
                assert_eq!(
                    verify_path::<C>(&small(99), leaf, index, &path),
                    Err(Error::NotIncluded)
                );
                assert_eq!(
                    verify_path::<C>(&root, leaf, index + (1 << depth), &path),
                    Err(Error::NotIncluded)
                );
                if depth > 0 {
                    assert_eq!(
                        verify_path::<C>(&root, leaf, index ^ 1, &path),
                        Err(Error::NotIncluded)
                    );
                    assert_eq!(
                        verify_path::<C>(&root, leaf, index, &path[1..]),
                        Err(Error::NotIncluded)
                    );
                    let mut wrong = path.clone();
                    wrong[depth - 1] = [0xff; 32];
                    let expected = Err(Error::NotCanonical { index: depth + 1 });
                    assert_eq!(verify_path::<C>(&root, leaf, index, &wrong), expected);
                }
            }
            assert_eq!(tree.path(1 << depth), None);
            assert_eq!(tree.path(u64::MAX), None);
        }
        assert_eq!(Tree::<C>::new(&[]).map(|_| ()), Err(Error::Empty));
        assert_eq!(Tree::<C>::new(&leaves[..3]).map(|_| ()), Err(Error::Leaves));
        assert_eq!(
            Tree::<C>::new(&[[0xff; 32]; 2]).map(|_| ()),
            Err(Error::NotCanonical { index: 0 })
        );
        assert_eq!(
            verify_path::<C>(&small(0), &small(0), 0, &[small(0); 65]),
            Err(Error::NotIncluded)
        );
        assert_eq!(
            verify_path::<C>(&small(0), &small(0), u64::MAX, &[small(0); 64]),
            Err(Error::NotIncluded)
        );
        assert_eq!(
            verify_path::<C>(&[0xff; 32], &small(0), 0, &[]),
            Err(Error::NotCanonical { index: 0 })
        );
        assert_eq!(
            verify_path::<C>(&small(0), &[0xff; 32], 0, &[]),
            Err(Error::NotCanonical { index: 1 })
        );
    }
    check::<Bn254>();
    check::<Bls12381>();
}

/// Batches and trees on threads are those of one thread, on both sides of the least pieces, with
/// the same errors.
#[cfg(feature = "parallel")]
fn on_threads<C: Curve>() {
    use curvemark::poseidon::parallel;

    let integers: Vec<_> = (0..4096).map(|i| small(i * i + 7)).collect();
    for threads in [1, 3] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| {
            for (each, lists) in [
                (1, 1),
                (2, 1),
                (2, 127),
                (2, 128),
                (2, 129),
                (2, 2000),
                (3, 0),
                (5, 300),
                (16, 130),
            ] {
                let some = &integers[..each * lists];
                let expected = poseidon::hash_batch::<C>(each, some);
                assert_eq!(
                    expected.as_ref().map(Vec::len).ok(),
                    Some(lists).filter(|lists| *lists > 0)
                );
                assert_eq!(parallel::hash_batch::<C>(each, some), expected, "{lists} of {each}");
            }
            for count in [0, 1, 16, 17, 2047, 2048, 2065, 4096] {
                let expected = merkle_root::<C>(&integers[..count]);
                assert_eq!(parallel::merkle_root::<C>(&integers[..count]), expected, "{count}");
            }
            for count in [0, 1, 2, 100, 256, 1024] {
                let of =
                    |tree: Result<Tree<C>, Error>| tree.map(|tree| (tree.root(), tree.path(77)));
                let expected = of(Tree::new(&integers[..count]));
                assert_eq!(of(parallel::tree(&integers[..count])), expected, "{count}");
            }
            assert_eq!(parallel::hash_batch::<C>(2, &integers[..401]), Err(Error::LengthMismatch));
            assert_eq!(parallel::hash_batch::<C>(17, &integers), Err(Error::TooManyInputs));
            let mut wrong = integers.clone();
            wrong[1234] = [255; 32];
            let refused = Error::NotCanonical { index: 1234 };
            assert_eq!(parallel::hash_batch::<C>(2, &wrong), Err(refused));
            assert_eq!(parallel::merkle_root::<C>(&wrong), Err(refused));
            assert_eq!(parallel::tree::<C>(&wrong).map(drop), Err(refused));
        });
    }
}

#[cfg(feature = "parallel")]
#[test]
fn batches_and_trees_on_threads() {
    on_threads::<Bn254>();
    on_threads::<Bls12381>();
}
