//! What stands outside of the two variants: contexts, values of pairings, scalars, lists of points.

use blst::min_pk as theirs_pk;
use curvemark_blst::min_pk as ours_pk;
use curvemark_blst::min_sig as ours_sig;
use curvemark_blst::{blst_fp12, blst_p1, blst_p1_affine, blst_p2, blst_p2_affine, blst_scalar};
use curvemark_blst::{p1_affines, p2_affines, print_bytes, uniq};

use crate::Code;
use crate::inputs::{Points, below, bytes, g1, g2, rng};

type Ones = Vec<(blst_p1_affine, blst::blst_p1_affine)>;
type Twos = Vec<(blst_p2_affine, blst::blst_p2_affine)>;

/// Points of each group and outside of it, in both libraries.
fn affine_points() -> (Ones, Twos) {
    let in_g1 = |points: &[u8]| {
        let ours = ours_pk::PublicKey::from_bytes(points).expect("a point");
        let theirs = theirs_pk::PublicKey::from_bytes(points).expect("a point");
        (ours.into(), theirs.into())
    };
    let in_g2 = |points: &[u8]| {
        let ours = ours_pk::Signature::from_bytes(points).expect("a point");
        let theirs = theirs_pk::Signature::from_bytes(points).expect("a point");
        (ours.into(), theirs.into())
    };
    let (g1, g2): (Points, Points) = (g1(), g2());
    (g1.all().into_iter().map(in_g1).collect(), g2.all().into_iter().map(in_g2).collect())
}

#[test]
fn values_of_pairings_are_alike() {
    let (g1, g2) = affine_points();
    for (i, (p, their_p)) in g1.iter().enumerate() {
        for (j, (q, their_q)) in g2.iter().enumerate() {
            if i > 6 && j > 6 && (i + j) % 3 != 0 {
                continue;
            }
            let value = blst_fp12::miller_loop(q, p);
            let ours = value.final_exp();
            let theirs = blst::blst_fp12::miller_loop(their_q, their_p).final_exp();
            assert_eq!(ours.to_bendian(), theirs.to_bendian(), "{i}, {j}");
            assert_eq!(ours.in_group(), theirs.in_group(), "{i}, {j}");
        }
    }
    // A list of pairs, and products.
    let (ps, qs): (Vec<_>, Vec<_>) = g1.iter().zip(&g2).take(6).map(|(p, q)| (p.0, q.0)).unzip();
    let mut product = blst_fp12::default();
    for (p, q) in ps.iter().zip(&qs) {
        product *= blst_fp12::miller_loop(q, p);
    }
    assert_eq!(product.final_exp(), blst_fp12::miller_loop_n(&qs, &ps).final_exp());
    assert!(blst_fp12::finalverify(&product, &blst_fp12::miller_loop_n(&qs, &ps)));
    assert!(!blst_fp12::finalverify(&product, &(product * blst_fp12::miller_loop(&qs[0], &ps[0]))));
    assert!(!product.in_group() && blst_fp12::default().in_group());
    assert_eq!(blst_fp12::miller_loop_n(&[], &[]), blst_fp12::default());
}

#[test]
fn scalars_of_messages_are_alike() {
    let mut rng = rng(41);
    for length in [0, 1, 31, 64, 300] {
        for tag in [1, 43, 255, 256] {
            let (message, tag) = (bytes(&mut rng, length), bytes(&mut rng, tag));
            let ours = blst_scalar::hash_to(&message, &tag).expect("not zero");
            let theirs = blst::blst_scalar::hash_to(&message, &tag).expect("not zero");
            assert_eq!(ours.b, theirs.b);
        }
    }
    let [a, b] = [1, 2].map(|byte| blst_scalar { b: [byte; 32] });
    assert!(a == a.clone() && a != b && blst_scalar::default().b == [0; 32]);
}

#[test]
fn distinct_messages_are_told_alike() {
    let mut rng = rng(42);
    for round in 0..200 {
        let count = round % 9;
        let messages: Vec<Vec<u8>> = (0..count)
            .map(|_| {
                let length = below(&mut rng, 3);
                bytes(&mut rng, length).iter().map(|byte| byte % 4).collect()
            })
            .collect();
        let refs: Vec<&[u8]> = messages.iter().map(Vec::as_slice).collect();
        // blst asks for less than no memory for none.
        let theirs = if count == 0 { true } else { blst::uniq(&refs) };
        assert_eq!(uniq(&refs), theirs, "{messages:?}");
    }
    print_bytes(&[1, 2], "bytes");
}

#[test]
fn lists_of_points_are_points() {
    let (g1, g2) = affine_points();
    let ones: Vec<blst_p1> = g1
        .iter()
        .map(|(p, _)| {
            let key = ours_pk::PublicKey::from(*p);
            ours_pk::AggregatePublicKey::from_public_key(&key).into()
        })
        .collect();
    let twos: Vec<blst_p2> = g2
        .iter()
        .map(|(q, _)| {
            let key = ours_sig::PublicKey::from(*q);
            ours_sig::AggregatePublicKey::from_public_key(&key).into()
        })
        .collect();
    let (mut p1s, p2s) = (p1_affines::from(&ones), p2_affines::from(&twos));
    assert!(g1.iter().zip(p1s.as_slice()).all(|(a, b)| a.0 == *b));
    assert!(g2.iter().zip(p2s.as_slice()).all(|(a, b)| a.0 == *b));
    let total: ours_pk::AggregatePublicKey = p1s.add().into();
    let keys: Vec<_> = g1.iter().map(|(p, _)| ours_pk::PublicKey::from(*p)).collect();
    let refs: Vec<_> = keys.iter().collect();
    let same = ours_pk::AggregatePublicKey::aggregate(&refs, false).expect("there are keys");
    assert_eq!(total.to_public_key(), same.to_public_key());
    assert_eq!(p1s.mult(&vec![1; g1.len()], 8), p1s.add());
    assert_eq!(p2s.mult(&vec![1; g2.len()], 8), p2s.add());
    p1s[0] = p1s[1];
    assert_eq!(p1s[0..2][0], p1s[1]);
    assert!(p1_affines::from(&[]).as_slice().is_empty());
    assert_eq!(p1_affines::from(&[]).add(), blst_p1::default());
}

/// A context of both libraries, fed with the same.
#[test]
fn contexts_say_the_same() {
    let mut rng = rng(43);
    let (g1, g2) = affine_points();
    let mut valid = 0;
    for round in 0..40 {
        let hash = round % 3 != 0;
        let mut ours = [(); 2].map(|()| curvemark_blst::Pairing::new(hash, b"tag"));
        let mut theirs = [(); 2].map(|()| blst::Pairing::new(hash, b"tag"));
        for step in 0..below(&mut rng, 12) {
            let context = step % 2;
            let mixed = round % 8 == 7 && step % 5 == 4;
            let message = [step as u8; 3];
            // A key of the generator's kind, with its signature, or anything.
            let secret = ours_pk::SecretKey::key_gen(&[step as u8; 32], &[]).expect("material");
            let own = secret.sign(&message, b"tag", b"aug");
            let own: (blst_p1_affine, blst_p2_affine) = (secret.sk_to_pk().into(), own.into());
            let good = (
                theirs_pk::PublicKey::from_bytes(&secret.sk_to_pk().serialize()).expect("a key"),
                theirs_pk::Signature::from_bytes(&ours_pk::Signature::from(own.1).serialize())
                    .expect("a signature"),
            );
            let good: (blst::blst_p1_affine, blst::blst_p2_affine) = (good.0.into(), good.1.into());
            let any = round % 4 == 3;
            let (p, q) = (below(&mut rng, g1.len()), below(&mut rng, g2.len()));
            let (p, q) = if any { (g1[p], g2[q]) } else { ((own.0, good.0), (own.1, good.1)) };
            let flags = [round & 1 == 0, round & 2 == 0];
            let codes = if mixed {
                [
                    ours[context]
                        .aggregate(&q.0, flags[0], &p.0, flags[1], &message, b"aug")
                        .code(),
                    theirs[context]
                        .aggregate(&q.1, flags[0], &p.1, flags[1], &message, b"aug")
                        .code(),
                ]
            } else if step % 3 == 1 {
                let factor = bytes(&mut rng, 16);
                let bits = [0, 1, 60, 64, 128][below(&mut rng, 5)];
                [
                    ours[context]
                        .mul_n_aggregate(
                            &p.0, flags[0], &q.0, flags[1], &factor, bits, &message, b"aug",
                        )
                        .code(),
                    theirs[context]
                        .mul_n_aggregate(
                            &p.1, flags[0], &q.1, flags[1], &factor, bits, &message, b"aug",
                        )
                        .code(),
                ]
            } else {
                [
                    ours[context]
                        .aggregate(&p.0, flags[0], &q.0, flags[1], &message, b"aug")
                        .code(),
                    theirs[context]
                        .aggregate(&p.1, flags[0], &q.1, flags[1], &message, b"aug")
                        .code(),
                ]
            };
            assert_eq!(codes[0], codes[1], "round {round}, step {step}");
        }
        if round % 6 != 5 {
            ours.iter_mut().for_each(curvemark_blst::Pairing::commit);
            theirs.iter_mut().for_each(blst::Pairing::commit);
        }
        let [mut ours, other] = ours;
        let [mut theirs, their_other] = theirs;
        assert_eq!(ours.merge(&other).code(), theirs.merge(&their_other).code(), "round {round}");
        let verdict = ours.finalverify(None);
        assert_eq!(verdict, theirs.finalverify(None), "round {round}");
        valid += usize::from(verdict);
        // With the signature's own value.
        let (mut gt, mut their_gt) = (blst_fp12::default(), blst::blst_fp12::default());
        curvemark_blst::Pairing::aggregated(&mut gt, &g2[0].0);
        blst::Pairing::aggregated(&mut their_gt, &g2[0].1);
        assert_eq!(gt.final_exp().to_bendian(), their_gt.final_exp().to_bendian());
        assert_eq!(ours.finalverify(Some(&gt)), theirs.finalverify(Some(&their_gt)));
    }
    assert!(valid > 3, "{valid} contexts were good");
}

#[test]
fn raw_pairs_are_alike() {
    let (g1, g2) = affine_points();
    let (mut ours, mut theirs) =
        (curvemark_blst::Pairing::new(true, b""), blst::Pairing::new(true, b""));
    for (p, q) in g1.iter().zip(&g2).take(5) {
        ours.raw_aggregate(&q.0, &p.0);
        theirs.raw_aggregate(&q.1, &p.1);
    }
    ours.raw_aggregate(&blst_p2_affine::default(), &blst_p1_affine::default());
    theirs.raw_aggregate(&blst::blst_p2_affine::default(), &blst::blst_p1_affine::default());
    assert_eq!(ours.as_fp12().final_exp().to_bendian(), theirs.as_fp12().final_exp().to_bendian());
    ours.init(true, b"");
    assert_eq!(ours.as_fp12(), blst_fp12::default());
}

/// What blst panics or waits forever for is an error here.
#[test]
fn wrong_arguments_of_contexts_are_errors() {
    let mut context = curvemark_blst::Pairing::new(true, b"tag");
    let (g1, g2) = affine_points();
    let point = g1[0].0;
    assert_eq!(context.aggregate(&5, true, &g2[0].0, true, b"", b"").code(), 4);
    let codes = [(&[1; 8][..], 65), (&[], 1), (&[1; 40], 257)].map(|(factor, bits)| {
        context.mul_n_aggregate(&point, true, &g2[0].0, true, factor, bits, b"", b"").code()
    });
    assert_eq!(codes, [7; 3]);
    assert!(!context.finalverify(None), "nothing was put in");
}
