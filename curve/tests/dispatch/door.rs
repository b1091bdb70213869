//! Whole algorithms on the fastest engine of this CPU and on portable words: equal bytes.

use crate::engine;
use curve::bls12_381::{
    Fp, Fp2, FpEngine, Fr, FrEngine, G1, G1Affine, G1Curve, G2, G2Affine, G2Curve, G2Prepared, Gt,
    MillerValue, Pair, encode_to_g1, encode_to_g2, final_exponentiation, hash_to_g1, hash_to_g2,
    map_to_g1, map_to_g2, miller_loop, multi_miller_loop, pairing, pairing_product_is_one,
};
use curve::bn254;
use curve::engines::cpu::{self, Engine};
use curve::field::{Anywhere, Canonical, Red};
use curve::hash_to_curve::{Suite, Xmd, map_to_curve};
use curve::scalar_mul::lincomb_vartime;
use curve::weierstrass::{Affine, CurvePoint, Group, GroupInLanes, Jacobian, Projective};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use sha2::Sha256;

/// What was computed, and its bytes.
type Answers = Vec<(String, Vec<u8>)>;

fn random<F: Anywhere>(rng: &mut ChaCha20Rng) -> Red<F> {
    let mut bytes = [0; 128];
    rng.fill_bytes(&mut bytes);
    Red::from_uniform_bytes(&bytes[..F::UNIFORM_BYTES])
}

/// 0, 1, −1 and 2, then random scalars.
fn scalars(count: usize, rng: &mut ChaCha20Rng) -> Vec<Fr> {
    let edges = [Fr::zero(), Fr::one(), -&Fr::one(), Fr::from(2u32)];
    edges.into_iter().chain(core::iter::repeat_with(|| random(rng))).take(count).collect()
}

fn point<C: Group>(point: &Projective<C>) -> Vec<u8>
where
    Affine<C>: Bytes,
{
    point.to_affine().bytes()
}

/// Uncompressed bytes, since they hold both coordinates.
trait Bytes {
    fn bytes(&self) -> Vec<u8>;
}

impl Bytes for G1Affine {
    fn bytes(&self) -> Vec<u8> {
        self.to_bytes_uncompressed().to_vec()
    }
}

impl Bytes for G2Affine {
    fn bytes(&self) -> Vec<u8> {
        self.to_bytes_uncompressed().to_vec()
    }
}

fn miller(value: &MillerValue) -> Vec<u8> {
    let mut bytes = vec![0; 576];
    value.to_bytes(&mut bytes);
    bytes
}

fn gt(value: &Gt) -> Vec<u8> {
    miller(value.as_fp12())
}

/// Multiplications, sums and subgroup checks of one group. `outside` is on the curve and not in the
/// group.
fn group<C>(name: &str, outside: &CurvePoint<C>, answers: &mut Answers)
where
    C: GroupInLanes<Base: Anywhere, Scalar = FrEngine>,
    Affine<C>: Bytes,
{
    let mut rng = ChaCha20Rng::seed_from_u64(1);
    let mut tell = |what: String, bytes: Vec<u8>| answers.push((format!("{name}: {what}"), bytes));
    let ks = scalars(20, &mut rng);
    let mut base = Projective::<C>::generator();
    let mut points = vec![Affine::<C>::identity()];
    for (i, k) in ks.iter().enumerate() {
        for (how, product) in [
            ("mul", base.mul(k)),
            ("mul_vartime", base.mul_vartime(k)),
            ("mul_generator", Projective::mul_generator(k)),
            ("mul of the identity", Projective::identity().mul(k)),
        ] {
            tell(format!("{how} {i}"), point(&product));
        }
        base = base.double().add(&Projective::mul_generator(k));
        points.push(base.to_affine());
        tell(format!("in the subgroup {i}"), vec![base.is_in_subgroup().unwrap_u8()]);
    }
    tell("outside the subgroup".into(), vec![outside.is_in_subgroup().unwrap_u8()]);
    tell("cofactor".into(), point(&outside.clear_cofactor()));
    for n in [0, 1, 7, 8, 9, 20] {
        let sum = lincomb_vartime(&points[..n], &ks[..n]).expect("as many points as scalars");
        tell(format!("lincomb of {n}"), point(&sum));
    }
    #[cfg(feature = "alloc")]
    tell(
        "msm".into(),
        point(
            &curve::msm::msm_vartime_alloc(&points[..20], &ks).expect("as many points as scalars"),
        ),
    );
}

/// Hashing to both groups, and points of the curves that are hardly ever in them.
fn hashing(answers: &mut Answers) -> (CurvePoint<G1Curve>, CurvePoint<G2Curve>) {
    let mut rng = ChaCha20Rng::seed_from_u64(2);
    let dst = b"QUUX-V01-CS02-with-BLS12381_XMD:SHA-256_SSWU_";
    for length in [0, 1, 32, 200] {
        let message: Vec<u8> = (0..length).map(|i| i as u8).collect();
        let message = message.as_slice();
        answers.push((
            format!("hash_to_g1 {length}"),
            point(&hash_to_g1::<Xmd<Sha256>>(message, dst)),
        ));
        answers.push((
            format!("hash_to_g2 {length}"),
            point(&hash_to_g2::<Xmd<Sha256>>(message, dst)),
        ));
        answers.push((
            format!("encode_to_g1 {length}"),
            point(&encode_to_g1::<Xmd<Sha256>>(message, dst)),
        ));
        answers.push((
            format!("encode_to_g2 {length}"),
            point(&encode_to_g2::<Xmd<Sha256>>(message, dst)),
        ));
    }
    // Zero is the map's exceptional case.
    for i in 0..6 {
        let (u, v) = match i {
            0 => (Fp::zero(), Fp2::zero()),
            1 => (-&Fp::one(), -&Fp2::one()),
            _ => (random(&mut rng), random(&mut rng)),
        };
        answers.push((format!("map_to_g1 {i}"), point(&map_to_g1(&u))));
        answers.push((format!("map_to_g2 {i}"), point(&map_to_g2(&v))));
    }
    fn unchecked<C: Suite>(u: &Red<C::Base>) -> CurvePoint<C> {
        map_to_curve(u)
    }
    (unchecked(&random(&mut rng)), unchecked(&random(&mut rng)))
}

/// Encodings that are good, and some for each reason to refuse one; the verdict is part of the
/// answer.
fn decoding(outside: &(CurvePoint<G1Curve>, CurvePoint<G2Curve>), answers: &mut Answers) {
    let mut rng = ChaCha20Rng::seed_from_u64(3);
    let mut encodings: Vec<Vec<u8>> = Vec::new();
    for k in scalars(6, &mut rng) {
        let (p, q) = (G1::mul_generator(&k).to_affine(), G2::mul_generator(&k).to_affine());
        encodings.extend([p.to_bytes().to_vec(), p.bytes(), q.to_bytes().to_vec(), q.bytes()]);
    }
    encodings.extend([outside.0.to_bytes().to_vec(), outside.0.to_bytes_uncompressed().to_vec()]);
    encodings.extend([outside.1.to_bytes().to_vec(), outside.1.to_bytes_uncompressed().to_vec()]);
    for i in 0..encodings.len() {
        let mut flipped = encodings[i].clone();
        let last = flipped.len() - 1;
        flipped[last] ^= 1;
        encodings.push(flipped);
    }
    for length in [0, 47, 48, 96, 192, 193] {
        encodings.extend([vec![0; length], vec![0x9f; length], vec![0xff; length]]);
    }
    for (i, bytes) in encodings.iter().enumerate() {
        let verdict = [
            format!("{:?}", G1Affine::from_bytes(bytes).map(|p| p.bytes())),
            format!("{:?}", G1Affine::from_bytes_uncompressed(bytes).map(|p| p.bytes())),
            format!(
                "{:?}",
                G1Affine::from_bytes_unchecked_subgroup(bytes).map(|p| p.to_bytes_uncompressed())
            ),
            format!("{:?}", G2Affine::from_bytes(bytes).map(|p| p.bytes())),
            format!("{:?}", G2Affine::from_bytes_uncompressed(bytes).map(|p| p.bytes())),
            format!(
                "{:?}",
                G2Affine::from_bytes_unchecked_subgroup(bytes).map(|p| p.to_bytes_uncompressed())
            ),
        ];
        answers.push((format!("decoding {i}"), verdict.join("; ").into_bytes()));
    }
}

/// Pairings, products of 0, 1 and 17 of them, powers and bytes of their values.
fn pairings(answers: &mut Answers) {
    let mut rng = ChaCha20Rng::seed_from_u64(4);
    // With identities on either side, as the first scalars are zero.
    let mut p: Vec<G1Affine> =
        scalars(17, &mut rng).iter().map(|k| G1::mul_generator(k).to_affine()).collect();
    let q: Vec<G2Affine> =
        scalars(17, &mut rng).iter().map(|k| G2::mul_generator(k).to_affine()).collect();
    p.rotate_left(5);
    let of = |n: usize| {
        p.iter().zip(&q).take(n).map(|(p, q)| Pair::from_points(p, q)).collect::<Vec<_>>()
    };

    let value = pairing(&p[1], &q[2]);
    for (i, (p, q)) in p.iter().zip(&q).enumerate() {
        answers.push((format!("pairing {i}"), gt(&pairing(p, q))));
    }
    answers.push(("array of 0".into(), miller(&multi_miller_loop::<0>([]))));
    answers.push(("array of 1".into(), miller(&multi_miller_loop([(&p[3], &q[4])]))));
    answers.push((
        "array of 17".into(),
        miller(&multi_miller_loop::<17>(core::array::from_fn(|i| (&p[i], &q[i])))),
    ));
    for n in [0, 1, 16, 17] {
        // Slices of more than sixteen pairs are several loops on a faster engine, so their product
        // is compared after the power.
        answers
            .push((format!("slice of {n}"), gt(&final_exponentiation(&miller_loop(&mut of(n))))));
        answers.push((
            format!("product of {n} is one"),
            vec![pairing_product_is_one(&mut of(n)).unwrap_u8()],
        ));
        let prepared: Vec<G2Prepared> = q.iter().take(n).map(G2Prepared::from_affine).collect();
        let mut pairs: Vec<Pair> =
            p.iter().zip(&prepared).map(|(p, q)| Pair::from_prepared(p, q)).collect();
        answers
            .push((format!("prepared {n}"), gt(&final_exponentiation(&miller_loop(&mut pairs)))));
        let each = p.iter().zip(&q).zip(&prepared).enumerate();
        let mut mixed: Vec<Pair> =
            each.map(|(i, ((p, q), lines))| {
                if i & 1 == 1 { Pair::from_points(p, q) } else { Pair::from_prepared(p, lines) }
            })
            .collect();
        answers.push((
            format!("prepared or not {n}"),
            gt(&final_exponentiation(&miller_loop(&mut mixed))),
        ));
    }
    let minus = q[2].neg();
    let mut opposite = [Pair::from_points(&p[1], &q[2]), Pair::from_points(&p[1], &minus)];
    answers.push((
        "e(P, Q)·e(P, −Q) is one".into(),
        vec![pairing_product_is_one(&mut opposite).unwrap_u8()],
    ));

    for (i, k) in scalars(10, &mut rng).iter().enumerate() {
        answers.push((format!("Gt::pow {i}"), gt(&value.pow(k))));
    }
    let outside = miller(&multi_miller_loop([(&p[1], &q[2])]));
    for (i, bytes) in
        [gt(&value), gt(&Gt::identity()), outside, vec![0; 576], vec![0xff; 576]].iter().enumerate()
    {
        let decoded = Option::<Gt>::from(Gt::from_bytes(bytes));
        answers.push((
            format!("Gt::from_bytes {i}"),
            decoded.map_or_else(|| b"refused".to_vec(), |value| gt(&value)),
        ));
    }
}

fn everything() -> Answers {
    let mut answers = Answers::new();
    let outside = hashing(&mut answers);
    group::<G1Curve>("G1", &outside.0, &mut answers);
    group::<G2Curve>("G2", &outside.1, &mut answers);
    decoding(&outside, &mut answers);
    pairings(&mut answers);
    answers
}

/// A limit is for what begins after it: an algorithm that is on its way on another thread ends as
/// it began.
#[test]
fn values_made_before_a_limit_stay_usable() {
    let _held = engine::hold();
    let (p, q) = (G1::generator(), G2::generator());
    let (Some(on_g1), Some(on_g2)) =
        (<G1Curve as Group>::remainders(), <G2Curve as Group>::remainders())
    else {
        eprintln!("SKIPPED: no residue numbers: {}", Engine::Rns.needs());
        return;
    };
    let (there, there2) = (p.enter(&on_g1), q.enter(&on_g2));
    cpu::limit_to(Engine::Portable);
    assert_eq!(G1::leave(&there.double().add(&there)), p.double().add(&p));
    assert_eq!(G2::leave(&there2.double().add(&there2)), q.double().add(&q));
}

/// Doublings in Jacobian coordinates are those of portable words coordinate by coordinate, of any
/// three values.
fn doublings<C: Group<Base: Anywhere>>() {
    let Some(ctx) = C::fast() else { return };
    let mut rng = ChaCha20Rng::seed_from_u64(5);
    let one = Red::<C::Base>::one();
    let mut values = vec![Red::zero(), -&one, one];
    values.extend(core::iter::repeat_with(|| random(&mut rng)).take(5));
    for i in 0..values.len().pow(3) {
        let [x, y, z] = [i & 7, i >> 3 & 7, i >> 6].map(|i| values[i]);
        let mut words = Jacobian::<C>::from_xyz_unchecked_curve_and_subgroup(x, y, z);
        let [x, y, z] = [x, y, z].map(|a| a.enter(&ctx));
        let mut fast = Jacobian::<C::Fast>::from_xyz_unchecked_curve_and_subgroup(x, y, z);
        for _ in 0..3 {
            (words, fast) = (words.double_vartime(), fast.double_vartime());
            for (a, b) in words.coordinates().into_iter().zip(fast.coordinates()) {
                assert!(bool::from(a.equal(&Red::leave(b))), "{i}");
            }
        }
    }
}

#[test]
fn jacobian_doublings_are_equal() {
    let _held = engine::hold();
    doublings::<G1Curve>();
    doublings::<G2Curve>();
    doublings::<bn254::G1Curve>();
    doublings::<bn254::G2Curve>();
}

#[test]
fn all_engines_give_the_same_bytes() {
    let _held = engine::hold();
    let fastest = cpu::engine();
    assert_eq!(fastest, cpu::detected(), "nothing has lowered the engine");
    let switched = <FpEngine as Canonical>::fast().is_some();
    assert_eq!(
        switched,
        fastest > Engine::Portable && cfg!(not(curvemark_word = "32")),
        "algorithms are switched"
    );
    if !switched {
        eprintln!("SKIPPED: no engine above portable words: {}", Engine::Adx.needs());
    }
    assert_eq!(cpu::limit_to(Engine::Portable), Engine::Portable);
    assert!(<FpEngine as Canonical>::fast().is_none(), "portable words are in force");
    assert!(<FpEngine as Canonical>::remainders().is_none(), "portable words are in force");
    let portable = everything();

    for engine in
        Engine::ALL.into_iter().filter(|engine| *engine > Engine::Portable && *engine <= fastest)
    {
        assert_eq!(cpu::limit_to(engine), engine);
        let remainders = engine == Engine::Rns && cfg!(not(curvemark_word = "32"));
        assert_eq!(<FpEngine as Canonical>::remainders().is_some(), remainders);
        let fast = everything();
        assert_eq!(fast.len(), portable.len());
        for ((what, fast), (_, portable)) in fast.iter().zip(&portable) {
            assert_eq!(fast, portable, "{what} on {engine:?}");
        }
    }
}
