//! Merkle trees: the reference cases of certificate transparency, the definitions of RFC 6962 taken
//! literally, and paths that must be refused.
//!
//! Another implementation of the same text, the crate `ct-merkle`, judges all trees of up to 70
//! leaves with all their paths, and paths that were changed.
//!
//! Published: transparency-dev/merkle `02194e9a`, proof/verify_test.go (Apache-2.0), which are
//! those of google/certificate-transparency.

use curvemark::hash::merkle::{Accumulator, Error, Tree, leaf_hash, root, verify_inclusion};
use curvemark::hash::{Sha3_256, Sha256, Sha512, sha256};
use digest::{Digest, Output};

use super::HKDF_AND_TREES;
use super::vectors::{Case, bytes, cases};

const LEAVES: [&str; 8] = [
    "",
    "00",
    "10",
    "2021",
    "3031",
    "40414243",
    "5051525354555657",
    "606162636465666768696a6b6c6d6e6f",
];

/// Of the first 1, 2, ..., 8 leaves.
const ROOTS: [&str; 8] = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];

/// Index, number of leaves, path.
const PATHS: [(usize, usize, &[&str]); 5] = [
    (0, 1, &[]),
    (
        0,
        8,
        &[
            "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
            "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
            "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
        ],
    ),
    (
        5,
        8,
        &[
            "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
            "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
            "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        ],
    ),
    (2, 3, &["fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"]),
    (
        1,
        5,
        &[
            "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
            "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
            "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        ],
    ),
];

#[test]
fn the_published_trees() {
    let leaves = LEAVES.map(bytes);
    assert_eq!(root::<Sha256>([""; 0])[..], sha256(b""));
    for (expected, n) in ROOTS.iter().zip(1..) {
        assert_eq!(root::<Sha256>(&leaves[..n])[..], bytes(expected));
        assert_eq!(Tree::<Sha256>::new(&leaves[..n]).root()[..], bytes(expected));
    }
    for (index, n, path) in PATHS {
        let path: Vec<Vec<u8>> = path.iter().map(|node| bytes(node)).collect();
        let of_tree = Tree::<Sha256>::new(&leaves[..n]).inclusion_path(index).expect("a leaf");
        assert!(of_tree.iter().map(|node| &node[..]).eq(path.iter().map(|node| &node[..])));
        let root = bytes(ROOTS[n - 1]);
        assert_eq!(
            verify_inclusion::<Sha256>(&root, n as u64, index as u64, &leaves[index], &path),
            Ok(())
        );
        refuses_others(&root, n as u64, index as u64, &leaves[index], &path);
    }
}

/// What the reference tests refuse too: another index, length, leaf, root, and a path with anything
/// changed.
fn refuses_others(root: &[u8], length: u64, index: u64, leaf: &[u8], path: &[Vec<u8>]) {
    let verify = |root: &[u8], length, index, leaf: &[u8], path: &[Vec<u8>]| {
        verify_inclusion::<Sha256>(root, length, index, leaf, path)
    };
    for other in [index.wrapping_sub(1), index + 1, index ^ 2, index + length] {
        let error = verify(root, length, other, leaf, path).expect_err("another index");
        assert_eq!(error == Error::Index, other >= length);
    }
    assert!(verify(root, 2 * length, index, leaf, path).is_err());
    assert!(verify(root, length / 2, index, leaf, path).is_err());
    assert_eq!(verify(root, 0, 0, leaf, path), Err(Error::Index));
    assert_eq!(verify(root, length, index, b"another", path), Err(Error::NotIncluded));
    assert_eq!(verify(&[7; 32], length, index, leaf, path), Err(Error::NotIncluded));
    for root in [&[][..], &root[1..], &[root, &[0]].concat()] {
        assert_eq!(verify(root, length, index, leaf, path), Err(Error::Length));
    }
    // One node too many, one too few, one of another length, one bit.
    for extra in [vec![], root.to_vec()] {
        assert_eq!(
            verify(root, length, index, leaf, &[path, core::slice::from_ref(&extra)].concat()),
            Err(Error::Length)
        );
        assert_eq!(
            verify(root, length, index, leaf, &[&[extra], path].concat()),
            Err(Error::Length)
        );
    }
    assert_eq!(verify(root, length, index, leaf, &vec![vec![0; 32]; 1000]), Err(Error::Length));
    if !path.is_empty() {
        assert_eq!(verify(root, length, index, leaf, &path[1..]), Err(Error::Length));
    }
    for place in 0..path.len() {
        let mut path = path.to_vec();
        path[place][31] ^= 1;
        assert_eq!(verify(root, length, index, leaf, &path), Err(Error::NotIncluded));
        path[place].pop();
        assert_eq!(verify(root, length, index, leaf, &path), Err(Error::Length));
    }
}

/// MTH of RFC 6962, §2.1, word by word.
fn mth<D: Digest>(leaves: &[Vec<u8>]) -> Output<D> {
    match leaves {
        [] => D::digest([]),
        [leaf] => D::digest([&[0], &leaf[..]].concat()),
        _ => {
            let (left, right) = leaves.split_at(split(leaves.len()));
            D::digest([&[1], &mth::<D>(left)[..], &mth::<D>(right)[..]].concat())
        }
    }
}

/// PATH of RFC 6962, §2.1.1, word by word.
fn path<D: Digest>(index: usize, leaves: &[Vec<u8>]) -> Vec<Output<D>> {
    if leaves.len() == 1 {
        return Vec::new();
    }
    let k = split(leaves.len());
    let (left, right) = leaves.split_at(k);
    let (mut path, sibling) = if index < k {
        (path::<D>(index, left), right)
    } else {
        (path::<D>(index - k, right), left)
    };
    path.push(mth::<D>(sibling));
    path
}

/// The largest power of two below n.
fn split(n: usize) -> usize {
    n.next_power_of_two() / 2
}

fn by_definition<D: Digest + Clone>() {
    let leaves: Vec<Vec<u8>> = (0..70).map(|i: u8| vec![i; usize::from(i)]).collect();
    let mut accumulator = Accumulator::<D>::new();
    for n in 0..=leaves.len() {
        let leaves = &leaves[..n];
        let (tree, expected) = (Tree::<D>::new(leaves), mth::<D>(leaves));
        assert_eq!(
            [tree.root(), root::<D>(leaves), accumulator.root()],
            [(); 3].map(|()| expected.clone())
        );
        assert_eq!((tree.len(), accumulator.len()), (n, n as u64));
        assert_eq!(tree.is_empty() && accumulator.is_empty(), n == 0);
        for (index, leaf) in leaves.iter().enumerate() {
            let path = path::<D>(index, leaves);
            assert_eq!(tree.inclusion_path(index).as_ref(), Ok(&path));
            assert_eq!(
                verify_inclusion::<D>(&expected, n as u64, index as u64, leaf, &path),
                Ok(())
            );
        }
        assert_eq!(tree.inclusion_path(n), Err(Error::Index));
        accumulator.push([n as u8].repeat(n));
    }
}

#[test]
fn the_definitions_word_by_word() {
    by_definition::<Sha256>();
    by_definition::<Sha3_256>();
}

/// A repeated end, a filled-up end, and an inner node in the place of a leaf give other roots.
#[test]
fn lists_that_other_trees_confuse() {
    let [a, b, c] = ["a", "b", "c"];
    let root = |leaves: &[&str]| root::<Sha256>(leaves);
    assert_ne!(root(&[a, b, c]), root(&[a, b, c, c]));
    assert_ne!(root(&[a, b, c]), root(&[a, b, c, ""]));
    assert_ne!(root(&[a]), root(&[a, a]));
    let inner = [leaf_hash::<Sha256>(a), leaf_hash::<Sha256>(b)].concat();
    assert_ne!(curvemark::hash::merkle::root::<Sha256>([&inner[..]]), root(&[a, b]));
    assert_ne!(curvemark::hash::merkle::root::<Sha256>([&inner[..], b"c"]), root(&[a, b, c]));
}

/// The largest lengths take at most 64 nodes, and no more time than those.
#[test]
fn huge_lengths() {
    let leaf = leaf_hash::<Sha256>(b"leaf");
    let verify = |length, index, path: &[Output<Sha256>]| {
        verify_inclusion::<Sha256>(&leaf, length, index, b"leaf", path)
    };
    assert_eq!(verify(u64::MAX, 0, &[leaf; 64]), Err(Error::NotIncluded));
    assert_eq!(verify(u64::MAX, 0, &[leaf; 63]), Err(Error::Length));
    // 2^63 + 1 leaves: the last one stands alone below the root.
    assert_eq!(verify((1 << 63) + 1, 1 << 63, &[leaf; 1]), Err(Error::NotIncluded));
    assert_eq!(verify(u64::MAX, u64::MAX, &[]), Err(Error::Index));
    assert_eq!(verify(1, 0, &[]), Ok(()));
}

/// Trees and paths as Python makes them from the definition.
#[test]
fn trees_of_python() {
    fn check<D: Digest>(case: &Case) {
        let name = case.text("name");
        let leaves: Vec<_> = case.list("leaf").into_iter().map(bytes).collect();
        let expected = case.bytes("root");
        assert_eq!(root::<D>(&leaves)[..], expected, "{name}");
        let tree = Tree::<D>::new(&leaves);
        assert_eq!(tree.root()[..], expected, "{name}");
        let [index] = case.list("index")[..] else { return assert!(leaves.is_empty()) };
        let index: usize = index.parse().expect("an index");
        let path: Vec<_> = case.list("path").into_iter().map(bytes).collect();
        let found = tree.inclusion_path(index).expect("a leaf");
        assert!(found.iter().map(|node| &node[..]).eq(path.iter().map(|node| &node[..])), "{name}");
        let (length, place) = (leaves.len() as u64, index as u64);
        let verdict = verify_inclusion::<D>(&expected, length, place, &leaves[index], &path);
        assert_eq!(verdict, Ok(()), "{name}");
    }
    let cases = cases(HKDF_AND_TREES);
    let cases: Vec<_> = cases.iter().filter(|case| !case.list("root").is_empty()).collect();
    for case in &cases {
        match case.text("hash") {
            "sha256" => check::<Sha256>(case),
            "sha512" => check::<Sha512>(case),
            "sha3_256" => check::<Sha3_256>(case),
            other => panic!("{other} is none of them"),
        }
    }
    assert_eq!(cases.len(), 33);
}

/// Two implementations of RFC 6962: the same roots and paths, and the same verdict on any path.
#[test]
fn another_implementation_says_the_same() {
    use ct_merkle::RootHash;
    use ct_merkle::mem_backed_tree::MemoryBackedTree;

    let leaves: Vec<Vec<u8>> = (0..70u8).map(|i| vec![i; usize::from(i) % 7]).collect();
    let mut theirs = MemoryBackedTree::<Sha256, Vec<u8>>::new();
    let (mut taken, mut refused) = (0, 0);
    for n in 1..=leaves.len() {
        theirs.push(leaves[n - 1].clone());
        let ours = Tree::<Sha256>::new(&leaves[..n]);
        let root = theirs.root();
        assert_eq!(ours.root(), *root.as_bytes(), "{n} leaves");
        for index in 0..n {
            let path = theirs.prove_inclusion(index).as_bytes().to_vec();
            let own = ours.inclusion_path(index).expect("a leaf");
            assert_eq!(own.concat(), path, "leaf {index} of {n}");
            // The path of this leaf for its neighbour, for a shorter and a longer tree, with a
            // node less, and with one changed.
            let less = path[..path.len().saturating_sub(32)].to_vec();
            let mut changed = path.clone();
            changed.iter_mut().take(1).for_each(|byte| *byte ^= 1);
            for (path, index, length) in [
                (path.clone(), index, n),
                (path.clone(), index ^ 1, n),
                (path.clone(), index, n + 1),
                (path, index, (n - 1).max(1)),
                (less, index, n),
                (changed, index, n),
            ] {
                if index >= length.min(n) {
                    continue;
                }
                let said = RootHash::<Sha256>::new(*root.as_bytes(), length as u64);
                let proof = ct_merkle::InclusionProof::<Sha256>::from_bytes(path.clone());
                let verdict = said.verify_inclusion(&leaves[index], index as u64, &proof).is_ok();
                let nodes: Vec<&[u8]> = path.chunks(32).collect();
                let ours = verify_inclusion::<Sha256>(
                    root.as_bytes(),
                    length as u64,
                    index as u64,
                    &leaves[index],
                    &nodes,
                );
                assert_eq!(ours.is_ok(), verdict, "leaf {index} of {length}, a tree of {n}");
                *(if verdict { &mut taken } else { &mut refused }) += 1;
            }
        }
    }
    assert!(taken >= 70 * 71 / 2 && refused > 5_000, "{taken} taken, {refused} refused");
}
