//! Poseidon of integers that others sent.

use curvemark::poseidon::{
    Bls12381, Bn254, Curve, Error, hash, hash_batch, hash_be, merkle_root, verify_path,
};

use crate::{Target, random};

pub const TARGETS: &[Target] = &[
    // Constants of sixteen inputs are made at the first call.
    Target { name: "poseidon", body: lists, valid: a_list, fast: false, heap: 2 << 20 },
    Target { name: "poseidon path", body: path, valid: a_path, fast: false, heap: 2 << 20 },
];

/// Integers of 32 bytes, and what is left of the input.
fn integers(data: &[u8]) -> Vec<[u8; 32]> {
    data.chunks_exact(32).take(40).map(|piece| piece.try_into().unwrap_or([0; 32])).collect()
}

/// Integers: a hash on each curve, or the first that is too large.
fn lists(data: &[u8]) {
    let integers = integers(data);
    list::<Bn254>(&integers);
    list::<Bls12381>(&integers);
}

fn list<C: Curve>(inputs: &[[u8; 32]]) {
    let one = hash::<C>(inputs);
    let reversed = |bytes: &[u8; 32]| {
        let mut bytes = *bytes;
        bytes.reverse();
        bytes
    };
    let big: Vec<_> = inputs.iter().map(reversed).collect();
    assert_eq!(hash_be::<C>(&big), one.map(|hash| reversed(&hash)));
    let root = merkle_root::<C>(inputs);
    match one {
        Ok(hash) => {
            assert_eq!(root, Ok(hash));
            assert_eq!(hash_batch::<C>(inputs.len(), inputs), Ok(vec![hash]));
        }
        Err(Error::TooManyInputs) => assert!(inputs.len() > 16),
        Err(error) => assert_eq!(root, Err(error)),
    }
}

/// Sixteen in a row have all lengths for which constants are kept.
fn a_list(number: u64) -> Vec<u8> {
    let mut data = random::<1024>(number)[..32 * (1 + (number & 31) as usize)].to_vec();
    // The highest bytes of integers are their last.
    data.iter_mut().skip(31).step_by(32).for_each(|byte| *byte &= 0x1f);
    data
}

/// An index, a root, a leaf and siblings.
fn path(data: &[u8]) {
    let [a, b, c, d, e, f, g, h, data @ ..] = data else { return };
    let index = u64::from_le_bytes([*a, *b, *c, *d, *e, *f, *g, *h]);
    if let [root, leaf, path @ ..] = &integers(data)[..] {
        let verdict = verify_path::<Bn254>(root, leaf, index, path);
        assert!(verdict.is_err() || (path.is_empty() && root == leaf) || index >> path.len() == 0);
    }
}

fn a_path(number: u64) -> Vec<u8> {
    let leaves: Vec<[u8; 32]> = (0..8)
        .map(|i| random::<31>(number + i))
        .map(|bytes| {
            let mut leaf = [0; 32];
            leaf[..31].copy_from_slice(&bytes);
            leaf
        })
        .collect();
    let tree = curvemark::poseidon::Tree::<Bn254>::new(&leaves).expect("eight leaves");
    let index = number & 7;
    let path = tree.path(index).expect("a leaf");
    [&index.to_le_bytes()[..], &tree.root(), &leaves[index as usize], &path.concat()].concat()
}
