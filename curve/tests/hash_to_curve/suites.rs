//! Published cases of a suite, in the notation of RFC 9380's files, through each step of the hash
//! and the curve's own functions.

use curve::field::{Anywhere, Red};
use curve::hash_to_curve::{Suite, Xmd, hash_to_field, map_to_curve};
use curve::weierstrass::{CurvePoint, Group, Projective};
use sha2::Sha256;

use crate::json::Value;

pub type Hash = Xmd<Sha256>;

/// hash_to_curve or encode_to_curve of a message with a tag.
pub type Hasher<C> = fn(&[u8], &[u8]) -> Projective<C>;

/// An element of Fp, or of Fp2 with c₀ before c₁.
pub fn element<F: Anywhere>(text: &str) -> Red<F> {
    let mut bytes: Vec<u8> = Vec::new();
    for coefficient in text.rsplit(',') {
        let digits = coefficient.strip_prefix("0x").expect("a prefix");
        bytes.extend(
            (0..digits.len())
                .step_by(2)
                .map(|i| u8::from_str_radix(&digits[i..i + 2], 16).expect("digits")),
        );
    }
    assert_eq!(bytes.len(), F::BYTES);
    let (element, canonical) = Red::from_bytes(&bytes);
    assert!(bool::from(canonical));
    element
}

pub fn point<C: Group<Base: Anywhere>>(value: &Value) -> CurvePoint<C> {
    CurvePoint::from_xy(element(value.get("x").text()), element(value.get("y").text()))
        .expect("a point of the curve")
}

/// Runs the cases of the suites whose name starts with `prefix`, and says how many there were.
pub fn run<C: Suite + Group<Base: Anywhere>>(
    suites: &[Value],
    prefix: &str,
    hash: Hasher<C>,
    encode: Hasher<C>,
    map: fn(&Red<C::Base>) -> Projective<C>,
) -> usize {
    let mut cases = 0;
    for set in suites {
        let name = set.get("ciphersuite").text();
        if !name.starts_with(prefix) {
            continue;
        }
        let dst = set.get("dst").text().as_bytes();
        for case in set.get("vectors").list() {
            let msg = case.get("msg").text().as_bytes();
            let u: Vec<Red<C::Base>> =
                case.get("u").list().iter().map(|u| element(u.text())).collect();
            let want = point::<C>(case.get("P"));
            if name.ends_with("_RO_") {
                assert_eq!(
                    hash_to_field::<C::Base, Hash, 2>(msg, dst).to_vec(),
                    u,
                    "{name} {msg:?}"
                );
                let q = [point::<C>(case.get("Q0")), point::<C>(case.get("Q1"))];
                assert_eq!(map_to_curve::<C>(&u[0]), q[0]);
                assert_eq!(map_to_curve::<C>(&u[1]), q[1]);
                assert_eq!(
                    q[0].add(&q[1]).clear_cofactor(),
                    want.check_subgroup().expect("in the group")
                );
                assert_eq!(CurvePoint::from(hash(msg, dst)), want, "{name} {msg:?}");
            } else {
                assert_eq!(
                    hash_to_field::<C::Base, Hash, 1>(msg, dst).to_vec(),
                    u,
                    "{name} {msg:?}"
                );
                assert_eq!(map_to_curve::<C>(&u[0]), point::<C>(case.get("Q")));
                assert_eq!(CurvePoint::from(map(&u[0])), want);
                assert_eq!(CurvePoint::from(encode(msg, dst)), want, "{name} {msg:?}");
            }
            cases += 1;
        }
    }
    println!("{prefix}: {cases} cases");
    cases
}
