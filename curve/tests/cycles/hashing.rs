//! Hashing to Pallas and Vesta: published hashes, the map, batches, laws.

use crate::engine;
use crate::json::Value;
use crate::published::{affine, file, number};
use crate::slow::element;
use blake2::Blake2b512;
use curve::error::BatchError;
use curve::field::{Anywhere, Canonical, Red};
use curve::formulas::complete::Coefficient;
use curve::grumpkin::{self, Grumpkin};
use curve::hash_to_curve::isogeny::Degree3;
use curve::hash_to_curve::sswu::{self, Swu};
use curve::hash_to_curve::{Suite, Xmd, hash_to_curve, hash_to_curve_batch, image, map_to_curve};
use curve::pallas::{self, Pallas};
use curve::pasta::hash_to_field;
use curve::vesta::{self, Vesta};
use curve::weierstrass::{Group, Projective, Weierstrass};

#[path = "../hash_to_curve/laws.rs"]
mod laws;
#[path = "../hash_to_curve/svdw.rs"]
mod svdw;

type Hash = Xmd<Blake2b512>;

fn tag(prefix: &str, curve: &str) -> Vec<u8> {
    format!("{prefix}-{curve}_XMD:BLAKE2b_SSWU_RO_").into_bytes()
}

/// A hash by its elements, by its maps, and as a whole.
fn hash<C>(case: &Value, msg: &[u8], whole: fn(&[u8], &[u8]) -> Projective<C>)
where
    C: Suite<Map: Swu> + Group<Base: Anywhere>,
{
    let dst = tag(case.get("domain_prefix").text(), case.get("curve").text());
    let u: Vec<Red<C::Base>> = case.get("u").list().iter().map(|u| element(&number(u))).collect();
    assert_eq!(hash_to_field::<C::Base, Hash>(msg, &dst).to_vec(), u);
    if case.has("gx1_square") {
        for (u, square) in u.iter().zip(case.get("gx1_square").list()) {
            // Whether the first of both abscissas is taken: x = −B(1 + 1/(Z²u⁴ + Zu²))/A.
            let zuu = C::Map::times_z(&u.sqr());
            let x = &(&(&zuu.sqr() + &zuu).invert() + &Red::one())
                * &-&(&C::Map::b(&()) * &times_a::<C::Map>(&Red::one()).invert());
            let first = *sswu::map_to_curve::<C::Map>(u).to_affine().x() == x;
            assert_eq!(first, square.text().eq_ignore_ascii_case("true"));
        }
    }
    let expected = affine::<C>(case).to_projective();
    let sum = map_to_curve::<C>(&u[0]).add(&map_to_curve(&u[1]));
    assert_eq!(sum.clear_cofactor(), expected);
    assert_eq!(whole(msg, &dst), expected);
}

/// A′·x.
fn times_a<E: Weierstrass>(x: &Red<E::Base>) -> Red<E::Base> {
    E::A::times(x)
}

fn by_curve(case: &Value, msg: &[u8]) {
    match case.get("curve").text() {
        "pallas" => hash::<Pallas>(case, msg, pallas::hash_to_curve::<Hash>),
        "vesta" => hash::<Vesta>(case, msg, vesta::hash_to_curve::<Hash>),
        curve => panic!("{curve}"),
    }
}

/// The two hashes that `pasta_curves` publishes.
#[test]
fn published_hashes() {
    let text = r#"[
        {"curve": "pallas", "domain_prefix": "z.cash:test", "msg": "Trans rights now!",
         "u": ["1bdd4c3fc1169a6d8eb82d66652f44a1e4a73cc1b6da4bba1d95fa6111c85a6f",
               "0dd7332b3108010636107798c0ea89f94c79fb0472cb7b8222c450142802e4af"],
         "x": "1818cda31ffdc8c3ff23df3d88c26f952340257d0f187a0236695c9b640b6bd3",
         "y": "01e20888510123752166a0306332e126289f6f9a2774160395f2f1efc9b1280c"},
        {"curve": "vesta", "domain_prefix": "z.cash:test", "msg": "hello",
         "u": ["02ff3bc53fd8e95662b4614d32237aef43b36e53774401004eac13537507b1ac",
               "249ed75088f240d4c420e893e3b9cebfeb151a2a6e3e3f7dad559a98f139fcef"],
         "x": "2e983e009cf3b86bc95f91b3411bd6cbd0a87f8c3c3dae80f3f2637084849204",
         "y": "310fb8f3316d069a1fb9374bdbc0fb1391c864a5208b2a812341db7f50b2e106"}]"#;
    for case in Value::parse(text).list() {
        by_curve(case, case.get("msg").text().as_bytes());
    }
}

/// All hashes, and the map to E′.
#[test]
fn all_hashes() {
    let Some(text) = file("pasta/pasta.json") else { return };
    let all = Value::parse(&text);
    for case in all.get("published").list() {
        by_curve(case, case.get("msg").text().as_bytes());
    }
    for case in all.get("derived").list() {
        by_curve(case, &case.get("msg_hex").bytes());
    }
    for case in all.get("map_to_isogenous_curve").list() {
        match case.get("curve").text() {
            "pallas" => mapped::<pallas::Isogenous<pallas::FpEngine>>(case),
            _ => mapped::<vesta::Isogenous<vesta::FpEngine>>(case),
        }
    }
    let count = |key| all.get(key).list().len();
    assert_eq!((count("published"), count("derived"), count("map_to_isogenous_curve")), (2, 30, 4));
}

fn mapped<E: Swu<Base: Anywhere>>(case: &Value) {
    let [u, x, y] = ["u", "x", "y"].map(|key| element::<E::Base>(&number(case.get(key))));
    let point = sswu::map_to_curve::<E>(&u).to_affine();
    assert_eq!((point.x(), point.y()), (&x, &y));
}

#[test]
fn homomorphisms() {
    laws::homomorphism::<Pallas>();
    laws::homomorphism::<Vesta>();
    laws::homomorphism::<Pallas<limb::Mont<pallas::FpModulus, u32, 8>>>();
}

#[test]
fn ratios() {
    laws::ratios::<pallas::Isogenous<pallas::FpEngine>>(&[-&Red::one(), Red::from(13u32)]);
    laws::ratios::<vesta::Isogenous<vesta::FpEngine>>(&[-&Red::one(), Red::from(13u32)]);
}

/// Vélu's formulas again, as for secp256k1: the isogenous curve is y² = x³ + 3⁶·5.
#[test]
fn isogenies() {
    fn isogeny<E: Degree3<A = E> + Swu<Base: Anywhere> + Coefficient<E>>() {
        let one = Red::one();
        let (a, b, x0) = (<E as Coefficient<E>>::times(&one), E::b(&()), E::times_x0(&one));
        let (t, w) = (E::times_t(&one), E::times_w(&one));
        assert_eq!(E::times_3b(&one), b.times(3));
        assert_eq!(E::times_b(&one), b);
        assert_eq!(b, Red::from(1265));
        let xx = x0.sqr();
        assert_eq!(xx.sqr().times(3) + (a * xx).times(6) + (b * x0).times(12), a.sqr());
        assert_eq!(t, (xx.times(3) + a).times(2));
        assert_eq!(w, (xx * x0 + a * x0 + b).times(4));
        assert_eq!(a, t.times(5));
        assert_eq!(b - (w + x0 * t).times(7), Red::from(729 * 5));
        assert_eq!(E::times_z(&one), -&Red::from(13));
        assert!(!bool::from(E::times_z(&one).is_square()));
    }
    isogeny::<pallas::Isogenous<pallas::FpEngine>>();
    isogeny::<vesta::Isogenous<vesta::FpEngine>>();
    assert!(bool::from(image::<Pallas>(&Projective::identity()).is_identity()));
}

/// Batches are their messages, on every engine; no message, and a wrong number of places.
#[test]
fn batches() {
    let messages: Vec<Vec<u8>> = (0..20).map(|i| vec![i as u8; (i * 7) & 63]).collect();
    let pallas = |message: &Vec<u8>| pallas::hash_to_curve::<Hash>(message, b"tag");
    let vesta = |message: &Vec<u8>| vesta::hash_to_curve::<Hash>(message, b"tag");
    engine::hold().on_each(|_| {
        for count in [1, 2, 3, 7, 8, 9, 20] {
            let views: Vec<&[u8]> = messages[..count].iter().map(Vec::as_slice).collect();
            let mut out = vec![pallas::Point::generator(); count];
            assert_eq!(pallas::hash_to_curve_batch::<Hash>(&views, b"tag", &mut out), Ok(()));
            assert_eq!(out, messages[..count].iter().map(pallas).collect::<Vec<_>>());
            let mut out = vec![vesta::Point::generator(); count];
            assert_eq!(vesta::hash_to_curve_batch::<Hash>(&views, b"tag", &mut out), Ok(()));
            assert_eq!(out, messages[..count].iter().map(vesta).collect::<Vec<_>>());
        }
    });
    let none: [&[u8]; 0] = [];
    assert_eq!(pallas::hash_to_curve_batch::<Hash>(&none, b"tag", &mut []), Err(BatchError::Empty));
    assert_eq!(
        pallas::hash_to_curve_batch::<Hash>(&[b"a"], b"tag", &mut []),
        Err(BatchError::LengthMismatch)
    );
    // A single element, and zero.
    for u in [Red::zero(), Red::one(), -pallas::Fp::one()] {
        assert_eq!(pallas::map_to_curve(&u), map_to_curve::<Pallas>(&u).clear_cofactor());
    }
    assert_eq!(<pallas::FpEngine as Canonical>::UNIFORM_BYTES, 48);
}

/// Products and reductions of a map, the addition on E′ and the isogeny, as the documentation says.
#[test]
fn costs() {
    use curve::engines::counting::{Counter, Counting};
    use curve::field::Field;
    fn of<C: Suite<Map: Swu, Base: Field<Ctx = Counter>>>() -> [[u32; 2]; 3] {
        let counter = Counter::default();
        let u = [3, 5].map(|k| Red::<C::Base>::small(&counter, k));
        let count = || {
            let counts = counter.counts();
            counter.reset();
            [counts.products + counts.squarings, counts.reductions]
        };
        count();
        let p = sswu::map_to_curve::<C::Map>(&u[0]);
        let map = count();
        let q = sswu::map_to_curve::<C::Map>(&u[1]);
        count();
        let sum = p.add(&q);
        let addition = count();
        let _ = image::<C>(&sum);
        [map, addition, count()]
    }
    let pallas = of::<Pallas<Counting<pallas::FpEngine>>>();
    assert_eq!(pallas, [[380, 380], [18, 12], [13, 11]]);
    assert_eq!(of::<Vesta<Counting<vesta::FpEngine>>>(), pallas);
}

/// The other map, which `halo2curves` hashes by. g(Z) and −g(Z) are squares on all of them, so that
/// the exceptional case is seen.
#[test]
fn the_map_without_an_isogeny() {
    assert_eq!(svdw::elements::<Pallas>(), 4);
    assert_eq!(svdw::elements::<Vesta>(), 4);
    assert_eq!(svdw::elements::<Grumpkin>(), 4);
    assert_eq!(svdw::elements::<Pallas<limb::Mont<pallas::FpModulus, u32, 8>>>(), 4);
}

/// Batches of Grumpkin's suite are their messages, on every engine.
#[test]
fn batches_of_grumpkin() {
    let messages: Vec<Vec<u8>> = (0..20).map(|i| vec![i as u8; (i * 7) & 63]).collect();
    let views: Vec<&[u8]> = messages.iter().map(Vec::as_slice).collect();
    let hash = |message: &&[u8]| hash_to_curve::<Grumpkin, Hash>(&(), *message, b"tag");
    let expected: Vec<grumpkin::Point> = views.iter().map(hash).collect();
    assert!(expected.iter().all(|point| bool::from(point.is_on_curve())));
    engine::hold().on_each(|_| {
        for count in [1, 8, 20] {
            let mut out = vec![grumpkin::Point::generator(); count];
            let batch = hash_to_curve_batch::<Grumpkin, Hash>;
            assert_eq!(batch(&(), &views[..count], b"tag", &mut out), Ok(()));
            assert_eq!(out, expected[..count]);
        }
    });
}
