//! Constantine's multiples of random points, by Sage: all of them where `CURVEMARK_VECTORS` names
//! the folder. A value of the pairing as arkworks has it.

use std::path::{Path, PathBuf};

use curve::bls12_377::{Fp, Fp2, Fr, FrEngine, G1, G1Curve, G2, G2Curve, pairing};
use curve::field::{Anywhere, Red};
use curve::weierstrass::{Affine, Group, Projective};

use crate::json::Value;
use crate::laws::{hex, scalar};
use crate::slow::element;

fn fp(value: &Value) -> Fp {
    element(&hex(value.text().trim_start_matches("0x")))
}

fn fp2(value: &Value) -> Fp2 {
    Fp2::new(fp(value.get("c0")), fp(value.get("c1")))
}

/// The cases of a file: a point, an integer, their product; how many.
fn cases<C>(text: &str, coordinate: impl Fn(&Value) -> Red<C::Base>) -> usize
where
    C: Group<Base: Anywhere, Scalar = FrEngine>,
{
    let all = Value::parse(text);
    let list = all.get("vectors").list();
    for case in list {
        let point = |name| {
            let point = case.get(name);
            Affine::<C>::from_xy(coordinate(point.get("x")), coordinate(point.get("y")))
                .expect("a point of the group")
        };
        let (p, q) = (point("P"), point("Q"));
        let k = scalar(&hex(case.get("scalar").text().trim_start_matches("0x")));
        assert_eq!(p.mul(&k).to_affine(), q);
        assert_eq!(Projective::from(p).mul_vartime(&k).to_affine(), q);
    }
    list.len()
}

#[test]
fn multiples_of_random_points() {
    let Some(folder) = std::env::var_os("CURVEMARK_VECTORS").map(PathBuf::from) else {
        println!("constantine-scalar-mul: CURVEMARK_VECTORS is not set");
        return;
    };
    for bits in [32, 64, 128, 253] {
        let read = |group| {
            let name = format!("tv_BLS12_377_scalar_mul_{group}_{bits}bit.json");
            let path = Path::new(&folder).join("constantine-scalar-mul").join(name);
            std::fs::read_to_string(path).expect("the suite can be read")
        };
        assert_eq!(cases::<G1Curve>(&read("G1"), fp), 40);
        assert_eq!(cases::<G2Curve>(&read("G2"), fp2), 40);
    }
}

/// The first of each group, for clones without the folder.
#[test]
fn one_multiple_of_each_group() {
    let of_g1 = r#"{"vectors": [{
        "P": {
            "x": "4e7e6dfa01ed0ceb6e66708b07cb5c6cd30a42eeb13d7b76f8d103a0a4d491450be6f526fc12f15209b792220c041e",
            "y": "c782515159b7e7b9371e0e0caa387951317e993b1625d91869d4346621058a0960ef1b8b6eabb33cd5719694908a05"
        },
        "scalar": "4d44d3d6",
        "Q": {
            "x": "1057130d34ca3379e94b01e0a8ee12b909fdb2292ff04eca7995fb239a7fb3b363228e808a09d5895fdc1354ece0e31",
            "y": "57047087dc0b9b2e24699da497c1e73ae8a51483f1ef13400c8741451b51f48e93080867ca54c7a0b84c362e0a9dc1"
        }
    }]}"#;
    assert_eq!(cases::<G1Curve>(of_g1, fp), 1);
}

/// e(5G, 7H) as ark-bls12-377 0.6.0 gives it: the twelve coefficients, big-endian.
#[test]
fn a_value_of_arkworks() {
    let expected = [
        "00abc165dda702b0b13d996b3ea0dad8a8dbef2213d0388d86cd462926505e0ce529f12d5511e30c49e68f511ad5e0a4",
        "014f84dd4fa7a3257982daf738be6a7cbed8d47c420ec74f74022df1e6be0f9f85a93e288f747622cda11d2cdc013a5f",
        "01681056ee2b41c8ed108dff4764c8ce94866b1f40584bfc77a3325dfb2b20921b1341a84271ce37192a4f9238acbf3a",
        "002e0a41a811ea40c07870dbbe4aa3f482f2a7f8d74556e9ec219049754bd76118bc637761d4ec16fd39493e2249a1d9",
        "005f1cf7adedf5e2d30d8247bdeba05b9b90f450a52ef94e5203bb6b42ef1de9985c4b417d5f8e037c7392e0981574ef",
        "011d7e9fc5fd2faafce7e6a8f42dac5bc9e41a16443a549f93c7f07f6136fface2689f6a6aefe5d2f35f7c222a967a39",
        "012cc9fa55d995d007518efa3fada4b8d94329478c15f1128e95d422753a2a80bee4ef550f48e22fd1e7086a9fcf72f6",
        "0015d82b052d2973c9551c46cc7f5b65ace402856b393f1e3fc7e61fd2c9d8dfd4ada594e39819a9d947f7d14b43c7ce",
        "0005fc12b95d2b8ae2ba531ca18b23d46ca3dd468b63704a784ccf0de0bb7d252e06d8cf471ca113afdf1b09bce31a41",
        "00f5648f694b6403597ee4702990fb1eb416fe4711924909033a76df9de2118748a871626b0a3b6eebe1aa654262f220",
        "0110525233690447514e676a513aeb8e0bcb5cfd6dd41a36851510d263c125d9ae345110bc11bb00d1a0ecbfd85fc8ab",
        "016c7cf0eda277c1b6d0e850a72132d85e407b51d7eaab092ae7f2aa729cdb45e2bf33f7a1238c58d3d768baf7b8269b",
    ];
    let (p, q) = (G1::mul_generator(&Fr::from(5u32)), G2::mul_generator(&Fr::from(7u32)));
    let value = pairing(&p.to_affine(), &q.to_affine());
    let fp12 = value.as_fp12();
    let found = fp12.c0.coefficients().into_iter().chain(fp12.c1.coefficients());
    assert!(found.eq(expected.map(|digits| element::<curve::bls12_377::FpEngine>(&hex(digits)))));
}
