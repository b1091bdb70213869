//! Published multiples, and products modulo both primes: all of them where `CURVEMARK_VECTORS`
//! names the folder.

#![allow(clippy::integer_division_remainder_used)]

use std::path::{Path, PathBuf};

use crate::json::Value;
use crate::laws::{hex, scalar};
use crate::slow::{P, Q, element, point};
use curve::field::{Anywhere, Red};
use curve::grumpkin::Grumpkin;
use curve::pallas::{self, Pallas};
use curve::scalar::ScalarField;
use curve::vesta::{self, Vesta};
use curve::weierstrass::{Affine, Group, LittleEndianEncoding, Projective};
use num_bigint::BigUint;

/// A file of the folder.
pub fn file(name: &str) -> Option<String> {
    let Some(folder) = std::env::var_os("CURVEMARK_VECTORS").map(PathBuf::from) else {
        println!("{name}: CURVEMARK_VECTORS is not set");
        return None;
    };
    Some(std::fs::read_to_string(Path::new(&folder).join(name)).expect("the suite can be read"))
}

/// The integer of hexadecimal digits, with 0x in front or without.
pub fn number(value: &Value) -> BigUint {
    hex(value.text().trim_start_matches("0x"))
}

/// A point by x and y; null is the identity.
pub fn affine<C: Group<Base: Anywhere>>(value: &Value) -> Affine<C> {
    if value.get("x").text() == "null" {
        return Affine::identity();
    }
    let [x, y] = ["x", "y"].map(|key| element(&number(value.get(key))));
    Affine::from_xy(x, y).expect("a point of the curve")
}

/// k·G by every way, and its encoding; how many.
fn multiples<C>(list: &[Value]) -> usize
where
    C: LittleEndianEncoding<Base: Anywhere, Scalar: ScalarField, Fast: LittleEndianEncoding>,
{
    for case in list {
        let k = scalar::<C::Scalar>(&number(case.get("k")));
        let expected = affine::<C>(case);
        let product = Projective::<C>::mul_generator(&k);
        assert_eq!(product.to_affine(), expected);
        assert_eq!(Projective::<C>::generator().mul_vartime(&k), product);
        assert_eq!(point(&product).is_none(), case.get("x").text() == "null");
        if case.has("compressed") {
            assert_eq!(product.to_le_bytes().to_vec(), case.get("compressed").bytes());
        }
        assert_eq!(Affine::<C>::from_le_bytes(&expected.to_le_bytes()), Ok(expected));
    }
    list.len()
}

#[test]
fn multiples_of_the_generators() {
    if let Some(text) = file("pasta/pasta.json") {
        let all = Value::parse(&text);
        let of = all.get("generator_multiples");
        assert_eq!(multiples::<Pallas>(of.get("pallas").list()), 42);
        assert_eq!(multiples::<Vesta>(of.get("vesta").list()), 42);
        assert_eq!(number(all.get("pallas_r")), hex(Q));
        assert_eq!(number(all.get("vesta_r")), hex(P));
    }
    if let Some(text) = file("grumpkin/derived_generator_multiples.json") {
        assert_eq!(multiples::<Grumpkin>(Value::parse(&text).get("multiples").list()), 41);
    }
}

/// 2·G of both, as `pasta_curves` has it, for clones without the folder.
#[test]
fn double_of_a_generator() {
    let text = r#"[{"k": "2", "x": "1c0000000000000000000000000000000efee2ee4411acfc1303c567b0000003",
        "y": "2b00000000000000000000000000000017076ec9563fb75e8aea5cdf3bfffffc",
        "compressed": "030000b067c50313fcac1144eee2fe0e0000000000000000000000000000001c"}]"#;
    assert_eq!(multiples::<Pallas>(Value::parse(text).list()), 1);
}

/// Constantine's multiples of random points, by Sage.
fn products<C: Group<Base: Anywhere, Scalar: ScalarField>>(name: &str) {
    let Some(text) = file(name) else { return };
    let all = Value::parse(&text);
    let list = all.get("vectors").list();
    for case in list {
        let (p, q) = (affine::<C>(case.get("P")), affine::<C>(case.get("Q")));
        let k = scalar::<C::Scalar>(&number(case.get("scalar")));
        assert_eq!((&p * &k).to_affine(), q);
        assert_eq!(p.mul_vartime(&k).to_affine(), q);
    }
    assert_eq!(list.len(), 40);
}

#[test]
fn constantine() {
    products::<Pallas>("constantine-scalar-mul/tv_Pallas_scalar_mul_G1_255bit.json");
    products::<Vesta>("constantine-scalar-mul/tv_Vesta_scalar_mul_G1_255bit.json");
}

/// Products, squares and reductions in Montgomery's form with R = 2^256, of the lines whose
/// operands are below the modulus.
#[test]
fn montgomery_products() {
    fn check<F: Anywhere>(p: &BigUint, fields: &[&str]) -> bool {
        let values: Vec<BigUint> = fields[2..].iter().map(|digits| hex(digits)).collect();
        let (result, operands) = values.split_last().expect("a result");
        if operands.iter().any(|a| a >= p) {
            return false;
        }
        let r = element::<F>(&((BigUint::from(1u32) << 256u32) % p));
        let operands: Vec<Red<F>> = operands.iter().map(element).collect();
        let found = match (fields[0], &operands[..]) {
            ("MUL", [a, b]) => &(a * b) * &r.invert(),
            ("SQR", [a]) => &a.sqr() * &r.invert(),
            ("FROM", [a]) => a * &r.invert(),
            (operation, _) => panic!("{operation}"),
        };
        assert_eq!(found, element(result));
        true
    }
    let Some(text) = file("pasta/pasta_mul-armv8-vectors.txt") else { return };
    let (mut good, mut left_out) = (0, 0);
    for line in text.lines() {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let below = match fields[1] {
            "Fp" => check::<pallas::FpEngine>(&hex(P), &fields),
            "Fq" => check::<vesta::FpEngine>(&hex(Q), &fields),
            field => panic!("{field}"),
        };
        if below { good += 1 } else { left_out += 1 }
    }
    assert_eq!((good, left_out), (646, 408));
}
