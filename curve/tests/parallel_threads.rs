//! Threads are those of the caller's pool and no others. A program of its own: it counts the
//! threads of the process, so nothing else may run in it.
#![cfg(all(feature = "parallel", target_os = "linux"))]

extern crate curvemark_curve as curve;

use curve::bls12_381::{Fr, G1, G1Affine, G1Curve, Pair};
use curve::hash_to_curve::Xmd;
use curve::{bls12_381, parallel};
use rayon::ThreadPoolBuilder;
use sha2::Sha256;
use std::collections::BTreeSet;
use subtle::Choice;

/// The threads of this process, by the numbers that the kernel gave them: one that had come and
/// gone leaves a gap in them, so the next pool's numbers are compared too.
fn threads() -> BTreeSet<u32> {
    let tasks = std::fs::read_dir("/proc/self/task").expect("a Linux");
    tasks
        .map(|task| {
            task.expect("an entry").file_name().to_string_lossy().parse().expect("a number")
        })
        .collect()
}

/// Every function of the module, on batches that are cut into pieces.
fn everything() {
    let points: Vec<G1Affine> =
        (1..=64_u32).map(|i| G1::mul_generator(&Fr::from(i)).to_affine()).collect();
    let many: Vec<G1Affine> = points.iter().copied().cycle().take(20_000).collect();
    let scalars: Vec<Fr> = (0..2000_u32).map(Fr::from).collect();
    parallel::msm_vartime(&many[..2000], &scalars).expect("as many scalars as points");
    parallel::sum_vartime(&many).expect("points");
    let encodings: Vec<[u8; 48]> = many[..500].iter().map(G1Affine::to_bytes).collect();
    let mut decoded = vec![Ok(points[0]); encodings.len()];
    parallel::from_bytes_batch(&encodings, &mut decoded).expect("as many places as encodings");
    assert!(decoded.iter().zip(&many).all(|(found, point)| found.as_ref() == Ok(point)));
    let on_curve: Vec<_> = many[..500].iter().map(|point| point.to_projective().into()).collect();
    let mut verdicts = vec![Choice::from(0); on_curve.len()];
    parallel::is_in_subgroup_batch::<G1Curve>(&on_curve, &mut verdicts)
        .expect("as many verdicts as points");
    let mut hashes = vec![G1::identity(); 500];
    parallel::hash_to_curve_batch::<G1Curve, Xmd<Sha256>>(
        &(),
        &encodings,
        b"a tag of sixteen",
        &mut hashes,
    )
    .expect("as many places as messages");
    let q = bls12_381::G2Affine::generator();
    let mut pairs: Vec<Pair<'_>> = points.iter().map(|p| Pair::from_points(p, &q)).collect();
    parallel::pairing_product(&mut pairs);
}

#[test]
fn no_thread_is_created_beyond_the_callers_pool() {
    let outside = threads();
    for size in [1, 2, 5] {
        let pool = ThreadPoolBuilder::new().num_threads(size).build().expect("threads can be made");
        // When this returns, every thread of the pool has begun.
        pool.broadcast(|_| ());
        let before = threads();
        assert_eq!(before.len(), outside.len() + size);
        let (first, last) = pool.install(|| {
            let first = threads();
            everything();
            (first, threads())
        });
        assert_eq!((first, last), (before.clone(), before.clone()), "a pool of {size}");
        drop(pool);
        // Nobody waits for them to end.
        let gone = (0..30_000).any(|_| {
            std::thread::sleep(std::time::Duration::from_millis(1));
            threads() == outside
        });
        assert!(gone, "the threads of a pool of {size} end with it");
    }
    // Small batches outside of any pool do not start rayon's own.
    let before = threads();
    let point = G1Affine::generator();
    parallel::msm_vartime(&[point; 8], &[Fr::one(); 8]).expect("as many scalars as points");
    parallel::sum_vartime(&[point; 100]).expect("points");
    assert_eq!(threads().difference(&before).count(), 0);
}
