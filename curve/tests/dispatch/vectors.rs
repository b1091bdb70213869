//! Every batch function goes to the vectors from its crossover on, and to none below it, nor where
//! the CPU has none: what each does on lanes is tested elsewhere through functions that are given
//! them, and here is that the public ones come there.
//!
//! Loaded vectors are counted by the process, so every test of this program holds the engine.

use crate::engine;
use curve::bls12_381::{
    Fp, Fr, FrEngine, G1, G1Affine, G1Curve, G2, G2Affine, G2Curve, Gt, Pair,
    final_exponentiation_batch, hash_to_g1_batch, hash_to_g2_batch, miller_loop,
    multi_miller_loop_any, pairing_batch, pairing_product_is_one_batch,
};
use curve::crossover::{self, Crossover};
use curve::ed25519::{self, Ed25519, Point, Ristretto255};
use curve::edwards::Vartime;
use curve::engines::cpu::{self, Engine};
use curve::error::PointError;
use curve::hash_to_curve::Xmd;
use curve::msm::{FixedBases, edwards, msm_vartime_alloc, sum_vartime_alloc};
use curve::ntt::Domain;
use curve::scalar::SecretScalar;
use curve::scalar_mul::OddMultiples;
use curve::vectors;
use curve::weierstrass::{CurvePoint, Jacobian, Projective};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;
use sha2::Sha256;
use subtle::Choice;

/// What is called with a number of items, and where it is to turn to vectors.
struct Row {
    name: &'static str,
    /// The line of the table that decides.
    line: &'static str,
    least: usize,
    run: Box<dyn Fn(usize)>,
}

/// Most items of a row.
const MOST: usize = 64;

fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    let mut row = |name, line, least: usize, run: Box<dyn Fn(usize)>| {
        rows.push(Row { name, line, least, run })
    };
    macro_rules! row {
        ($crossover:expr, $name:literal, |$n:ident| $run:expr) => {
            row(
                $name,
                ($crossover as &Crossover).name,
                ($crossover as &Crossover).least,
                Box::new(move |$n: usize| {
                    let _done = $run.expect($name);
                }),
            );
        };
    }
    let scalars: &[Fr] =
        (0..MOST as u64).map(|i| Fr::from(i + 3).invert()).collect::<Vec<_>>().leak();
    let g1s: &[G1] = scalars.iter().map(G1::mul_generator).collect::<Vec<_>>().leak();
    let g1: &[G1Affine] = g1s.iter().map(Projective::to_affine).collect::<Vec<_>>().leak();
    let g2: &[G2Affine] =
        scalars.iter().map(|k| G2::mul_generator(k).to_affine()).collect::<Vec<_>>().leak();
    let no = Err(PointError::Identity);

    let messages: &[[u8; 8]] = (0..MOST as u64).map(u64::to_le_bytes).collect::<Vec<_>>().leak();
    row!(&crossover::HASHES, "hash_to_g1", |n| hash_to_g1_batch::<Xmd<Sha256>>(
        &messages[..n],
        b"D",
        &mut g1s[..n].to_vec()
    ));
    row!(&crossover::HASHES, "hash_to_g2", |n| {
        hash_to_g2_batch::<Xmd<Sha256>>(&messages[..n], b"D", &mut vec![G2::identity(); n])
    });
    let encoded: &[[u8; 48]] = g1.iter().map(G1Affine::to_bytes).collect::<Vec<_>>().leak();
    row!(&crossover::DECODINGS, "decoding in G1", |n| G1Affine::from_bytes_batch(
        &encoded[..n],
        &mut vec![no; n]
    ));
    let encoded: &[[u8; 96]] = g2.iter().map(G2Affine::to_bytes).collect::<Vec<_>>().leak();
    let no = Err(PointError::Identity);
    row!(&crossover::DECODINGS, "decoding in G2", |n| G2Affine::from_bytes_batch(
        &encoded[..n],
        &mut vec![no; n]
    ));
    let on_curve: &[CurvePoint<G1Curve>] =
        g1s.iter().map(|p| CurvePoint::from(p.to_affine())).collect::<Vec<_>>().leak();
    let on_twist: &[CurvePoint<G2Curve>] =
        g2.iter().map(|p| CurvePoint::from(*p)).collect::<Vec<_>>().leak();
    let unknown = || vec![Choice::from(0); MOST];
    row!(&crossover::SUBGROUP_CHECKS, "subgroup of G1", |n| {
        CurvePoint::is_in_subgroup_batch(&on_curve[..n], &mut unknown()[..n])
    });
    row!(&crossover::SUBGROUP_CHECKS, "subgroup of G2", |n| {
        CurvePoint::is_in_subgroup_batch(&on_twist[..n], &mut unknown()[..n])
    });
    row(
        "subgroup by combinations",
        "",
        64,
        Box::new(|n| {
            let mut rng = ChaCha20Rng::seed_from_u64(1);
            if n == MOST {
                CurvePoint::are_in_subgroup_randomized_vartime(on_curve, 16, &mut rng)
                    .expect("points");
            }
        }),
    );

    row!(&crossover::MULTIPLES, "multiples", |n| msm_vartime_alloc(&g1[..n], &scalars[..n]));
    row!(&crossover::MULTIPLES, "multiples in G2", |n| msm_vartime_alloc(&g2[..n], &scalars[..n]));
    row!(&crossover::SUM_IN_LANES, "sum", |n| sum_vartime_alloc(&g1[..n]));
    row(
        "fixed bases",
        "",
        1,
        Box::new(|n| {
            let bases = FixedBases::new(&g1[..n], 1 << 20).expect("a small table");
            bases.msm_vartime(&scalars[..n]).expect("as many scalars");
        }),
    );
    let products = || vec![G1::identity(); MOST];
    row!(&crossover::SECRET_MULTIPLICATIONS, "by secrets", |n| {
        Projective::mul_batch(&g1[..n], &scalars[..n], &mut products()[..n])
    });
    row!(&crossover::SECRET_MULTIPLICATIONS, "by one secret", |n| {
        SecretScalar::new(scalars[0]).mul_batch(&g1[..n], &mut products()[..n])
    });
    row!(&crossover::PUBLIC_MULTIPLICATIONS, "by public scalars", |n| {
        Projective::mul_batch_vartime(&g1[..n], &scalars[..n], &mut products()[..n])
    });
    let base: &OddMultiples<Jacobian<G1Curve>, 8> =
        Box::leak(Box::new(OddMultiples::new(&Jacobian::from_projective(&g1s[1]))));
    row!(&crossover::PUBLIC_MULTIPLICATIONS, "two bases", |n| {
        base.double_base_batch_vartime(&scalars[..n], &scalars[..n], &g1[..n], &mut products()[..n])
    });
    row!(&crossover::AFFINE, "affine coordinates", |n| Projective::batch_to_affine(
        &g1s[..n],
        &mut g1[..n].to_vec()
    ));

    let pairs = || (0..MOST).map(|i| Pair::from_points(&g1[i], &g2[i])).collect::<Vec<_>>();
    row!(&crossover::PAIRS, "Miller loop", |n| Some(miller_loop(&mut pairs()[..n])));
    row!(&crossover::PAIRS, "Miller loop of points", |n| {
        Some(multi_miller_loop_any(&(0..n).map(|i| (&g1[i], &g2[i])).collect::<Vec<_>>()))
    });
    let value = miller_loop(&mut pairs()[..1]);
    let elements = || vec![Gt::identity(); MOST];
    row!(&crossover::PAIRINGS, "final exponentiations", |n| final_exponentiation_batch(
        &vec![value; n],
        &mut elements()[..n]
    ));
    row!(&crossover::PAIRINGS, "pairings", |n| {
        pairing_batch(&(0..n).map(|i| (&g1[i], &g2[i])).collect::<Vec<_>>(), &mut elements()[..n])
    });
    row!(&crossover::PAIRINGS, "checks", |n| pairing_product_is_one_batch(
        &mut pairs()[..n],
        &mut unknown()[..n]
    ));
    row!(&crossover::POWERS, "powers", |n| Gt::pow_batch(
        &elements()[..n],
        &scalars[..n],
        &mut elements()[..n]
    ));

    let places = || scalars.to_vec();
    row!(&crossover::PRODUCTS, "products", |n| vectors::mul_slices(
        &scalars[..n],
        &scalars[..n],
        &mut places()[..n]
    ));
    row!(&crossover::PRODUCTS, "products in place", |n| vectors::mul_assign_slices(
        &mut places()[..n],
        &scalars[..n]
    ));
    row!(&crossover::PRODUCTS, "scaling", |n| {
        vectors::scale_slice(&mut places()[..n], &scalars[0]);
        Some(())
    });
    row!(&crossover::ADDED_PRODUCTS, "added products", |n| {
        vectors::add_scaled_slice(&mut places()[..n], &scalars[0], &scalars[..n])
    });
    row!(&crossover::INNER_PRODUCT, "inner product", |n| vectors::inner_product(
        &scalars[..n],
        &scalars[..n]
    ));
    row!(&crossover::INVERSES, "inverses", |n| {
        vectors::invert_batch(&mut places()[..n]);
        Some(())
    });
    row!(&crossover::INVERSES, "inverses, vartime", |n| {
        vectors::invert_batch_vartime(&mut places()[..n]);
        Some(())
    });
    let elements: &[Fp] = (0..MOST as u32).map(Fp::from).collect::<Vec<_>>().leak();
    row!(&crossover::ROOTS, "square roots", |n| {
        vectors::sqrt_batch(&elements[..n], &mut elements[..n].to_vec(), &mut unknown()[..n])
    });
    row!(&crossover::ROOTS, "Legendre symbols", |n| vectors::legendre_batch(
        &elements[..n],
        &mut vec![0; n]
    ));

    // Sizes are powers of two; the vectors of a domain are squares.
    let power = |n: usize| Domain::<FrEngine>::new(n.ilog2()).expect("a small domain");
    row(
        "transform",
        "",
        64,
        Box::new(move |n| power(n).forward(&mut places()[..1 << n.ilog2()]).expect("as many")),
    );
    row(
        "inverse transform",
        "",
        64,
        Box::new(move |n| power(n).inverse(&mut places()[..1 << n.ilog2()]).expect("as many")),
    );
    row!(&crossover::TRANSFORM_OF_POINTS, "transform of points", |n| {
        power(n).forward_points_vartime(&mut g1s[..1 << n.ilog2()].to_vec())
    });
    row!(&crossover::TRANSFORM_OF_POINTS, "inverse transform of points", |n| {
        Domain::<FrEngine>::new(n.ilog2())
            .expect("a small domain")
            .inverse_points_vartime(&mut g1s[..1 << n.ilog2()].to_vec())
    });

    let scalars: &[ed25519::Fr] =
        (0..MOST as u64).map(|i| ed25519::Fr::from(i + 3).invert()).collect::<Vec<_>>().leak();
    let points: &[Point] =
        scalars.iter().map(|k| Point::generator().mul(k)).collect::<Vec<_>>().leak();
    let out = || points.to_vec();
    row!(&crossover::EDWARDS, "Edwards, by secrets", |n| Point::mul_batch(
        &points[..n],
        &scalars[..n],
        &mut out()[..n]
    ));
    row!(&crossover::EDWARDS, "Edwards, by one", |n| Point::mul_batch_by(
        &points[..n],
        &scalars[0],
        &mut out()[..n]
    ));
    row!(&crossover::EDWARDS, "Edwards, by public scalars", |n| {
        Point::mul_batch_vartime(&points[..n], &scalars[..n], &mut out()[..n])
    });
    let base: &OddMultiples<Vartime<Ed25519>, 8> =
        Box::leak(Box::new(OddMultiples::new(&Vartime(points[1]))));
    row!(&crossover::EDWARDS, "Edwards, two bases", |n| {
        Point::double_base_batch_vartime(
            base,
            &scalars[..n],
            &scalars[..n],
            &points[..n],
            &mut out()[..n],
        )
    });
    row!(&crossover::EDWARDS, "Edwards, torsion", |n| Point::is_torsion_free_batch(
        &points[..n],
        &mut unknown()[..n]
    ));
    row!(&crossover::EDWARDS_SUM, "Edwards, sum", |n| Point::sum_batch(&points[..n]));
    row!(&crossover::EDWARDS_MULTIPLES, "Edwards, multiples", |n| edwards::msm_vartime_alloc(
        &points[..n],
        &scalars[..n]
    ));
    let encoded: &[[u8; 32]] = points.iter().map(Point::to_bytes).collect::<Vec<_>>().leak();
    let no = Err(PointError::Identity);
    row!(&crossover::EDWARDS, "Edwards, decoding", |n| Point::from_bytes_batch(
        &encoded[..n],
        &mut vec![no; n]
    ));
    row!(&crossover::EDWARDS, "Edwards, decoding by ZIP 215", |n| {
        Point::from_bytes_zip215_batch(&encoded[..n], &mut vec![no; n])
    });
    let encoded: &[[u8; 32]] =
        points.iter().map(|p| Ristretto255::of_double(p).to_bytes()).collect::<Vec<_>>().leak();
    let no = Err(PointError::Identity);
    row!(&crossover::EDWARDS, "ristretto255, decoding", |n| Ristretto255::from_bytes_batch(
        &encoded[..n],
        &mut vec![no; n]
    ));
    rows
}

#[test]
fn batches_go_to_vectors_from_their_crossovers_on() {
    let Some(_) = cpu::vectors_loaded() else {
        eprintln!("SKIPPED: builds without debug assertions do not count vectors");
        return;
    };
    let _held = engine::hold();
    let rows = rows();
    let loaded = |row: &Row, items: usize| {
        let before = cpu::vectors_loaded();
        (row.run)(items);
        cpu::vectors_loaded().zip(before).map_or(0, |(after, before)| after - before)
    };
    let counts = || {
        let below = |row: &Row| if row.least > 1 { loaded(row, row.least - 1) } else { 0 };
        rows.iter()
            .map(|row| (row.name, below(row), loaded(row, row.least), loaded(row, MOST)))
            .collect::<Vec<_>>()
    };
    cpu::limit_to(Engine::Adx);
    for (name, below, least, most) in counts() {
        assert_eq!([below, least, most], [0; 3], "{name}: no vectors may be used");
    }
    // Where those of doubles are, they take more items, and serve no scalars and no folding field.
    for engine in [Engine::Doubles, Engine::Doubles512] {
        if cpu::limit_to(engine) != engine {
            continue;
        }
        for row in rows.iter().filter(|row| row.least > 1 && !row.line.is_empty()) {
            let unserved =
                ["products", "scaling", "inner product", "inverses", "Edwards", "ristretto"];
            let served = !unserved.iter().any(|what| row.name.contains(what));
            assert_eq!(loaded(row, 1), 0, "{}: vectors for one item", row.name);
            assert_eq!(
                loaded(row, MOST) > 0,
                served && 2 * row.least <= MOST,
                "{}: vectors of doubles",
                row.name
            );
        }
    }
    if cpu::limit_to(Engine::Lanes) != Engine::Lanes {
        eprintln!("SKIPPED: this CPU has not what the engine needs: {}", Engine::Lanes.needs());
        return;
    }
    let counts = counts();
    for (name, below, least, most) in &counts {
        assert_eq!(*below, 0, "{name}: vectors below the crossover");
        assert!(*least > 0, "{name}: no vectors from the crossover on");
        assert!(most >= least, "{name}: fewer vectors for more items");
    }
    // In residue-number systems pairings take less one after the other.
    if cpu::limit_to(Engine::Rns) == Engine::Rns {
        let alone = [crossover::PAIRS.name, crossover::PAIRINGS.name, crossover::POWERS.name];
        for row in rows.iter().filter(|row| alone.contains(&row.line)) {
            assert_eq!(
                loaded(row, MOST),
                0,
                "{}: vectors beside a residue-number system",
                row.name
            );
        }
    }
    cpu::limit_to(Engine::Lanes);
    // Every line of the table decides over some row, but for those about two ways on words.
    for line in crossover::TABLE.iter().filter(|line| !line.without_lanes) {
        crossover::force(Some((line, false)));
        let fewer = rows.iter().zip(&counts).any(|(row, (.., most))| loaded(row, MOST) < *most);
        crossover::force(None);
        assert!(fewer, "{}: nothing asks for this line", line.name);
    }
}
