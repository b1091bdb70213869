//! Whole algorithms of secp256k1, P-256 and edwards25519 on the fastest engine of this CPU and on
//! portable words: equal bytes.

use crate::engine;
use curve::curves::{ed25519, p256, secp256k1};
use curve::edwards::Vartime;
use curve::engines::cpu::{self, Engine};
use curve::field::{Anywhere, Canonical, Red};
use curve::hash_to_curve::Xmd;
use curve::scalar_mul::{Comb, OddMultiples, lincomb_vartime, sum_of_two_vartime};
use curve::weierstrass::{Affine, Jacobian, Projective, Sec1Encoding};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use sha2::{Sha256, Sha512};

/// What was computed, and its bytes.
type Answers = Vec<(String, Vec<u8>)>;

fn random<F: Anywhere>(rng: &mut ChaCha20Rng) -> Red<F> {
    let mut bytes = [0; 64];
    rng.fill_bytes(&mut bytes);
    Red::from_uniform_bytes(&bytes[..F::UNIFORM_BYTES])
}

/// 0, 1, −1 and 2, then random scalars.
fn scalars<F: Anywhere>(count: usize, rng: &mut ChaCha20Rng) -> Vec<Red<F>> {
    let edges = [Red::zero(), Red::one(), -&Red::one(), Red::from(2u32)];
    edges.into_iter().chain(core::iter::repeat_with(|| random(rng))).take(count).collect()
}

/// Tables that were made on portable words serve both engines, and those made on either are equal.
struct Tables<C: Sec1Encoding> {
    comb: Comb<Projective<C>, 4, 32>,
    small: Comb<Projective<C>, 1, 16>,
    odd: OddMultiples<Jacobian<C>, 64>,
}

impl<C: Sec1Encoding<Base: Anywhere>> Tables<C> {
    fn new() -> Self {
        let base = Projective::<C>::generator();
        let comb = |base| Comb::new(base).expect("a generator is not the identity");
        Self {
            comb: comb(&base),
            small: Comb::new(&base).expect("a generator is not the identity"),
            odd: OddMultiples::new(&Jacobian::from_projective(&base)),
        }
    }
}

fn weierstrass<C>(
    name: &str,
    tables: &Tables<C>,
    hash: fn(&[u8], bool) -> Projective<C>,
    answers: &mut Answers,
) where
    C: Sec1Encoding<Base: Anywhere>,
{
    let mut rng = ChaCha20Rng::seed_from_u64(1);
    let mut tell = |what: String, bytes: Vec<u8>| answers.push((format!("{name}: {what}"), bytes));
    let point = |point: &Projective<C>| {
        point.to_sec1_uncompressed().map_or_else(|_| vec![0], |bytes| bytes.to_vec())
    };
    let ks = scalars::<C::Scalar>(24, &mut rng);
    let mut base = Projective::<C>::generator();
    let mut points = vec![Affine::<C>::identity()];
    for (i, (k, other)) in ks.iter().zip(ks.iter().cycle().skip(5)).enumerate() {
        let jacobian = Jacobian::from_projective(&base);
        for (how, product) in [
            ("mul", base.mul(k)),
            ("mul_vartime", base.mul_vartime(k)),
            ("mul_generator", Projective::mul_generator(k)),
            ("mul of the identity", Projective::identity().mul(k)),
            ("mul_vartime of the identity", Projective::identity().mul_vartime(k)),
            ("comb", tables.comb.mul(k)),
            ("small comb", tables.small.mul(k)),
            ("odd multiples", tables.odd.mul_vartime(k, &Jacobian::identity()).to_projective()),
            ("double base", tables.odd.double_base_vartime(k, other, &jacobian).to_projective()),
            (
                "sum of two",
                sum_of_two_vartime(&[jacobian, jacobian.double_vartime()], [k, other])
                    .to_projective(),
            ),
            (
                "of the identity",
                tables.odd.double_base_vartime(k, other, &Jacobian::identity()).to_projective(),
            ),
        ] {
            tell(format!("{how} {i}"), point(&product));
        }
        base = base.double().add(&Projective::mul_generator(k));
        points.push(base.to_affine());
        tell(format!("in the subgroup {i}"), vec![base.is_in_subgroup().unwrap_u8()]);
    }
    for n in [0, 1, 7, 8, 9, 20] {
        let sum = lincomb_vartime(&points[..n], &ks[..n]).expect("as many points as scalars");
        tell(format!("lincomb of {n}"), point(&sum));
    }
    for length in [0u8, 1, 32, 200] {
        let message: Vec<u8> = (0..length).collect();
        tell(format!("hash_to_curve {length}"), point(&hash(&message, true)));
        tell(format!("encode_to_curve {length}"), point(&hash(&message, false)));
    }

    let mut encodings: Vec<Vec<u8>> =
        vec![vec![], vec![0], vec![2; 33], vec![3; 33], vec![4; 65], vec![5; 33]];
    for point in points.iter().skip(4) {
        let (Ok(short), Ok(long)) = (point.to_sec1(), point.to_sec1_uncompressed()) else {
            continue;
        };
        encodings.extend([short.to_vec(), long.to_vec(), short[1..].to_vec()]);
    }
    for i in 0..encodings.len() {
        let mut flipped = encodings[i].clone();
        if let Some(last) = flipped.last_mut() {
            *last ^= 1;
        }
        encodings.push(flipped);
    }
    encodings.extend([vec![0xff; 32], [vec![2], vec![0xff; 32]].concat()]);
    for (i, bytes) in encodings.iter().enumerate() {
        let verdict = [Affine::<C>::from_sec1(bytes), Affine::from_x_only(bytes)];
        let verdict = verdict
            .map(|point| format!("{:?}", point.and_then(|point| point.to_sec1_uncompressed())));
        tell(format!("decoding {i}"), verdict.join("; ").into_bytes());
    }
}

type EdwardsTables = (Comb<ed25519::Point, 4, 32>, OddMultiples<Vartime<ed25519::Ed25519>, 64>);

fn edwards((comb, odd): &EdwardsTables, answers: &mut Answers) {
    use ed25519::{Fp, Fr, Point, Ristretto255};
    let mut rng = ChaCha20Rng::seed_from_u64(2);
    let mut tell =
        |what: String, bytes: Vec<u8>| answers.push((format!("edwards25519: {what}"), bytes));
    let ks: Vec<Fr> = scalars(24, &mut rng);
    // A point of order eight: twice it is one of order four, x² = −1.
    let torsion = Point::from_bytes(&{
        let hex = "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a";
        let mut bytes = [0; 32];
        for (i, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).expect("hexadecimal");
        }
        bytes
    })
    .expect("on the curve");
    let mut base = Point::generator();
    let mut bytes =
        vec![vec![0; 32], vec![1; 32], vec![0xff; 32], vec![0x7f; 32], vec![], vec![0; 33]];
    for (i, (k, other)) in ks.iter().zip(ks.iter().cycle().skip(5)).enumerate() {
        let mut integer = [0; 4];
        integer.fill_with(|| rng.next_u64());
        for (how, product) in [
            ("mul", base.mul(k)),
            ("mul_vartime", base.mul_vartime(k)),
            ("mul of torsion", torsion.mul(k)),
            ("mul_vartime of torsion", torsion.mul_vartime(k)),
            ("mul_integer", base.mul_integer(&integer)),
            ("mul_integer_vartime", base.mul_integer_vartime(&integer)),
            ("comb", comb.mul(k)),
            ("odd multiples", odd.mul_vartime(k, &Vartime(Point::identity())).0),
            ("double base", odd.double_base_vartime(k, other, &Vartime(base)).0),
            ("sum of two", sum_of_two_vartime(&[base, base.double()].map(Vartime), [k, other]).0),
            ("with torsion", odd.double_base_vartime(k, other, &Vartime(base.add(&torsion))).0),
        ] {
            tell(format!("{how} {i}"), product.to_bytes().to_vec());
        }
        let element = Ristretto255::of_double(&base);
        tell(format!("ristretto mul {i}"), element.mul(k).to_bytes().to_vec());
        tell(format!("ristretto mul_vartime {i}"), element.mul_vartime(k).to_bytes().to_vec());
        let field: Fp = random(&mut rng);
        tell(format!("ristretto map {i}"), Ristretto255::map_to_group(&field).to_bytes().to_vec());
        let mut uniform = [0; 64];
        rng.fill_bytes(&mut uniform);
        let element_of = Ristretto255::from_uniform_bytes(&uniform).expect("64 bytes");
        tell(format!("ristretto of bytes {i}"), element_of.to_bytes().to_vec());
        bytes.extend([
            base.to_bytes().to_vec(),
            element.to_bytes().to_vec(),
            uniform[..32].to_vec(),
        ]);
        let with_torsion = base.add(&torsion);
        tell(
            format!("free {i}"),
            [base, with_torsion].map(|point| point.is_torsion_free().unwrap_u8()).to_vec(),
        );
        base = base.double().add(&comb.mul(k));
    }
    tell(
        "torsion is small".into(),
        vec![torsion.is_small_order().unwrap_u8(), torsion.is_torsion_free().unwrap_u8()],
    );
    for (i, bytes) in bytes.iter().enumerate() {
        let points = [Point::from_bytes(bytes), Point::from_bytes_zip215(bytes)];
        let points = points.map(|point| format!("{:?}", point.map(|point| point.to_bytes())));
        let element =
            format!("{:?}", Ristretto255::from_bytes(bytes).map(|element| element.to_bytes()));
        tell(format!("decoding {i}"), format!("{points:?} {element}").into_bytes());
    }
    let dst = b"QUUX-V01-CS02-with-edwards25519_XMD:SHA-512_ELL2_";
    for length in [0u8, 1, 32, 200] {
        let message: Vec<u8> = (0..length).collect();
        let message = message.as_slice();
        tell(
            format!("hash {length}"),
            ed25519::hash_to_curve::<Xmd<Sha512>>(message, dst).to_bytes().to_vec(),
        );
        tell(
            format!("encode {length}"),
            ed25519::encode_to_curve::<Xmd<Sha512>>(message, dst).to_bytes().to_vec(),
        );
    }
}

fn everything(
    k1: &Tables<secp256k1::Secp256k1>,
    p256: &Tables<p256::P256>,
    ed: &EdwardsTables,
) -> Answers {
    const DST: &[u8] = b"QUUX-V01-CS02-with-XMD:SHA-256_SSWU_";
    let mut answers = Answers::new();
    let hash = |message: &[u8], uniform: bool| {
        if uniform {
            secp256k1::hash_to_curve::<Xmd<Sha256>>(message, DST)
        } else {
            secp256k1::encode_to_curve::<Xmd<Sha256>>(message, DST)
        }
    };
    weierstrass("secp256k1", k1, hash, &mut answers);
    let hash = |message: &[u8], uniform: bool| {
        if uniform {
            p256::hash_to_curve::<Xmd<Sha256>>(message, DST)
        } else {
            p256::encode_to_curve::<Xmd<Sha256>>(message, DST)
        }
    };
    weierstrass("P-256", p256, hash, &mut answers);
    edwards(ed, &mut answers);
    answers
}

fn edwards_tables() -> EdwardsTables {
    let base = ed25519::Point::generator();
    (Comb::new(&base).expect("a generator is not the identity"), OddMultiples::new(&Vartime(base)))
}

#[test]
fn all_engines_give_the_same_bytes() {
    let _held = engine::hold();
    let fastest = cpu::engine();
    assert_eq!(fastest, cpu::detected(), "nothing has lowered the engine");
    let switched = fastest > Engine::Portable && cfg!(not(curvemark_word = "32"));
    let fields = || {
        [
            <secp256k1::FpEngine as Canonical>::fast().is_some(),
            <p256::FpEngine as Canonical>::fast().is_some(),
            <ed25519::FpEngine as Canonical>::fast().is_some(),
        ]
    };
    assert_eq!(fields(), [switched; 3], "algorithms are switched");
    if !switched {
        eprintln!("SKIPPED: no engine above portable words: {}", Engine::Adx.needs());
    }
    let (k1, p256, ed) = (Tables::new(), Tables::new(), edwards_tables());
    let fast = everything(&k1, &p256, &ed);

    assert_eq!(cpu::limit_to(Engine::Portable), Engine::Portable);
    assert_eq!(fields(), [false; 3], "portable words are in force");
    let portable = everything(&k1, &p256, &ed);
    assert_eq!(fast.len(), portable.len());
    for ((what, fast), (_, portable)) in fast.iter().zip(&portable) {
        assert_eq!(fast, portable, "{what} on {fastest:?}");
    }
    let tables = everything(&Tables::new(), &Tables::new(), &edwards_tables());
    assert_eq!(portable, tables, "with tables that were made on portable words");
}
