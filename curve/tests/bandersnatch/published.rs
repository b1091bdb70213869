//! Published cases of rust-verkle and of ark-vrf: where `CURVEMARK_VECTORS` names the folder, and
//! some of them here.

#![allow(clippy::integer_division_remainder_used)]

use std::path::{Path, PathBuf};

use curve::bandersnatch::{Bandersnatch, Banderwagon, Fp, Point, Scalar};
use curve::error::PointError;
use curve::field::Red;
use curve::msm::edwards::{FixedBases, msm_vartime_alloc};
use sha2::{Digest, Sha256};

use crate::json::Value;
use crate::slow::{element, xy};

/// A file of the folder.
pub fn file(name: &str) -> Option<Value> {
    let Some(folder) = std::env::var_os("CURVEMARK_VECTORS").map(PathBuf::from) else {
        println!("{name}: CURVEMARK_VECTORS is not set");
        return None;
    };
    let text = std::fs::read_to_string(Path::new(&folder).join(name)).expect("the suite");
    Some(Value::parse(&text))
}

pub fn bytes(digits: &str) -> Vec<u8> {
    let digits = digits.trim_start_matches("0x");
    Value::Text(digits.to_owned()).bytes()
}

fn element_of(digits: &str) -> Banderwagon {
    Banderwagon::from_bytes(&bytes(digits)).expect("an element")
}

/// The 256 points of Ethereum's setup: the elements whose encodings are among the hashes of the
/// seed and a counter, big-endian, as integers modulo p.
fn setup() -> Vec<Banderwagon> {
    (0u64..)
        .filter_map(|i| {
            let mut hash = Sha256::new();
            hash.update(b"eth_verkle_oct_2021");
            hash.update(i.to_be_bytes());
            let x: Fp = Red::from_uniform_bytes(&hash.finalize());
            Banderwagon::from_bytes(&x.to_be_bytes()).ok()
        })
        .take(256)
        .collect()
}

/// The first and the last point of the setup, and the hash of all, as rust-verkle has them.
#[test]
fn setup_of_verkle_trees() {
    let points = setup();
    let all: Vec<u8> = points.iter().flat_map(Banderwagon::to_bytes).collect();
    let hash = bytes("1fcaea10bf24f750200e06fa473c76ff0468007291fa548e2d99f09ba9256fdb");
    assert_eq!(Sha256::digest(&all).to_vec(), hash);
    let first = "01587ad1336675eb912550ec2a28eb8923b824b490dd2ba82e48f14590a298a0";
    assert_eq!(points[0].to_bytes().to_vec(), bytes(first));
    let last = "3de2be346b539395b0c0de56a5ccca54a317f1b5c80107b0802af9a62276a4d8";
    assert_eq!(points[255].to_bytes().to_vec(), bytes(last));
    if let Some(all) = file("banderwagon/banderwagon.json") {
        let list = all.get("crs").get("points").list();
        assert_eq!(list.len(), 256);
        for (point, expected) in points.iter().zip(list) {
            assert!(*point == element_of(expected.text()));
        }
    }
}

/// G, 2G and 4G, and the scalar of G, for clones without the folder.
#[test]
fn the_generator() {
    let g = Banderwagon::generator();
    for (element, encoding) in [
        (g, "4a2c7486fd924882bf02c6908de395122843e3e05264d7991e18e7985dad51e9"),
        (g.double(), "43aa74ef706605705989e8fd38df46873b7eae5921fbed115ac9d937399ce4d5"),
        (g.double().double(), "5e5f550494159f38aa54d2ed7f11a7e93e4968617990445cc93ac8e59808c126"),
    ] {
        assert_eq!(element.to_bytes().to_vec(), bytes(encoding));
        assert!(element_of(encoding) == element);
    }
    let scalar = "d1e7de2aaea9603d5bc6c208d319596376556ecd8336671ba7670c2139772d14";
    assert_eq!(g.map_to_scalar_field().to_le_bytes().to_vec(), bytes(scalar));
    assert_eq!(Banderwagon::identity().to_bytes(), [0; 32]);
    assert!(Banderwagon::from_bytes(&[0; 32]) == Ok(Banderwagon::identity()));
}

#[test]
fn banderwagon() {
    let Some(all) = file("banderwagon/banderwagon.json") else { return };
    let g = all.get("generator");
    let xy_of_g = ["x", "y"].map(|key| num_bigint::BigUint::from_bytes_be(&g.get(key).bytes()));
    assert_eq!(xy(&Point::generator()), xy_of_g);
    let [x, y] = xy_of_g.each_ref().map(element);
    assert!(Point::from_xy(x, y) == Ok(Point::generator()));
    let mut power = Banderwagon::generator();
    let doublings = all.get("doublings").list();
    for expected in doublings {
        assert_eq!(power.to_bytes().to_vec(), expected.bytes());
        assert!(element_of(expected.text()) == power);
        power = power.double();
    }
    assert_eq!(doublings.len(), 16);
    let scalar = Banderwagon::generator().map_to_scalar_field();
    assert_eq!(scalar.to_le_bytes().to_vec(), all.get("generator_map_to_scalar_field").bytes());
    let bad = all.get("derived_invalid_encodings").list();
    assert_eq!(bad.len(), 15);
    for case in bad {
        let expected = match case.get("reason").text() {
            "no y" => PointError::NotOnCurve,
            "1 - a x^2 is no square" => PointError::NotInSubgroup,
            _ => PointError::NotCanonical,
        };
        let found = Banderwagon::from_bytes(&case.get("encoding").bytes());
        assert_eq!(found.err(), Some(expected), "{}", case.get("reason").text());
    }
}

/// Commitments to 256 scalars: their scalars, and of the root its bytes.
#[test]
fn pedersen_commitments() {
    let points: Vec<Point> = setup().iter().map(|element| *element.as_edwards()).collect();
    let table = FixedBases::<Bandersnatch>::new(&points, 1 << 20).expect("bases");
    println!("{table:?}: {} bytes", table.size_bytes());
    let commit = |scalars: &[Scalar]| {
        let commitment = Banderwagon::of_point(table.msm_vartime(scalars).expect("256 scalars"));
        let other = Banderwagon::of_point(msm_vartime_alloc(&points, scalars).expect("256"));
        assert!(commitment == other);
        commitment
    };
    // The polynomial of the published openings.
    let scalars: Vec<Scalar> = (0..256u32).map(|i| Scalar::from(i % 32 + 1)).collect();
    let expected = "1b9dff8f5ebbac250d291dfe90e36283a227c64b113c37f1bfb9e7a743cdb128";
    assert_eq!(commit(&scalars).to_bytes().to_vec(), bytes(expected));
    let scalars: Vec<Scalar> = (0..256u32).map(|i| Scalar::from(32 - i % 32)).collect();
    let expected = "08729f8ad4807fdf5eb96aee483afe52a10ba739803cd109232e18cc09fe102a";
    assert_eq!(commit(&scalars).to_bytes().to_vec(), bytes(expected));

    if let Some(all) = file("banderwagon/pedersen_commitment_test.json") {
        let list = all.list();
        for case in list {
            let read = |value: &Value| Scalar::from_le_bytes(&bytes(value.text()));
            let scalars = case.get("frs").list().iter().map(read);
            let scalars: Vec<Scalar> = scalars.collect::<Result<_, _>>().expect("scalars");
            let scalar = commit(&scalars).map_to_scalar_field();
            assert_eq!(scalar.to_le_bytes().to_vec(), bytes(case.get("commitment").text()));
        }
        assert_eq!(list.len(), 10);
    }
    if let Some(all) = file("banderwagon/commit_root_test.json") {
        let [case] = all.list() else { panic!("one case") };
        let read = |value: &Value| Scalar::from_be_bytes(&bytes(value.text()));
        let scalars = case.get("frs").list().iter().map(read);
        let scalars: Vec<Scalar> = scalars.collect::<Result<_, _>>().expect("scalars");
        assert_eq!(commit(&scalars).to_bytes().to_vec(), bytes(case.get("expected").text()));
    }
}

/// Keys and pre-outputs of verifiable random functions: pk = sk·G, γ = sk·h, and all other points
/// are decoded and encoded again.
#[test]
fn points_of_vrfs() {
    let mut keys = 0;
    for suite in ["sha-512", "shake128", "v2_sha-512"] {
        for scheme in ["tiny", "thin", "pedersen", "ring"] {
            let suite = suite.split_once('_').map_or_else(
                || format!("bandersnatch_{suite}_ell2_{scheme}"),
                |(version, hash)| format!("bandersnatch_{version}_{hash}_ell2_{scheme}"),
            );
            let Some(all) = file(&format!("bandersnatch-vrf/{suite}.json")) else { return };
            for case in all.list() {
                let point = |key: &str| {
                    let bytes = case.get(key).bytes();
                    let point = Point::from_bytes(&bytes).expect("a point");
                    assert_eq!(point.to_bytes().to_vec(), bytes);
                    assert!(bool::from(point.is_torsion_free()));
                    point
                };
                let sk = Scalar::from_le_bytes(&case.get("sk").bytes()).expect("a scalar");
                let (pk, h, gamma) = (point("pk"), point("h"), point("gamma"));
                assert!(Point::generator().mul(&sk) == pk && h.mul(&sk) == gamma);
                assert!(h.mul_vartime(&sk) == gamma);
                for key in ["proof_pk_com", "proof_r", "proof_ok"] {
                    if case.has(key) {
                        point(key);
                    }
                }
                keys += 1;
            }
        }
    }
    assert_eq!(keys, 84);
}

/// The first case of the tiny scheme, for clones without the folder.
#[test]
fn a_point_of_a_vrf() {
    let point = |digits: &str| Point::from_bytes(&bytes(digits)).expect("a point");
    let sk = bytes("c9922b7a9849b9928e15c655dd2f22ceef737cc355024f43d4b04bf4398c270d");
    let sk = Scalar::from_le_bytes(&sk).expect("a scalar");
    let pk = point("5a538209ff1fc7b1c9c8e1da05b3e169acf10a8b1591b3af029fe4eede0bbc71");
    let h = point("f508a4e84812ee3dce73ef72bb9064308128384b4801f81ef8616a7dffc486bc");
    let gamma = point("54421f7ffc399872f1cb868efbb7eef4034178f1e369cebfb964ca61e4f3f256");
    assert!(Point::generator().mul(&sk) == pk && h.mul(&sk) == gamma);
}
