//! Published points, sums and multiples of secp256k1 and P-256.

use crate::vectors;
use curve::error::PointError;
use curve::field::{Anywhere, Red};
use curve::p256::P256;
use curve::scalar::ScalarField;
use curve::scalar_mul::{Comb, OddMultiples};
use curve::secp256k1::{Point, Secp256k1};
use curve::weierstrass::{Affine, Jacobian, Projective, Sec1Encoding};

use crate::vectors::{Case, bytes};

fn scalar<S: ScalarField>(case: &Case, key: &str) -> Red<S> {
    Red::from_be_bytes(&case.bytes(key)).expect("below the order")
}

/// x of k·P by every multiplication that there is, or a point that no decoder takes.
fn ecdh<C: Sec1Encoding<Base: Anywhere, Scalar: ScalarField>>(text: &'static str, least: usize) {
    let g =
        OddMultiples::<Jacobian<C>, 16>::new(&Jacobian::from_projective(&Projective::generator()));
    let (mut valid, mut refused) = (0, 0);
    for case in vectors::cases(text) {
        let point = Affine::<C>::from_sec1(&case.bytes("point"));
        let Some(x) = case.list("x").first().map(|x| bytes(x)) else {
            assert!(
                matches!(point, Err(PointError::NotOnCurve | PointError::NotCanonical)),
                "{}",
                case.text("name")
            );
            refused += 1;
            continue;
        };
        let Ok(point) = point else { panic!("{}: {point:?}", case.text("name")) };
        let k = scalar::<C::Scalar>(&case, "secret");
        let product = point * k;
        assert_eq!(product.to_affine().to_x_only().unwrap()[..], x, "{}", case.text("name"));
        assert_eq!(point.mul_vartime(&k), product);
        assert_eq!(
            Comb::<Projective<C>, 4, 8>::new(&point.to_projective()).unwrap().mul(&k),
            product
        );
        let sum = g.double_base_vartime(&Red::one(), &k, &Jacobian::from_affine_vartime(&point));
        assert_eq!(sum.to_projective(), product + Affine::generator());
        valid += 1;
    }
    println!("{valid} products, {refused} points refused");
    assert!(valid >= least && refused >= 8);
}

#[test]
fn wycheproof_secp256k1() {
    ecdh::<Secp256k1>(include_str!("../../../vectors/ecdh-secp256k1.txt"), 40);
}

#[test]
fn wycheproof_p256() {
    ecdh::<P256>(include_str!("../../../vectors/ecdh-p256.txt"), 40);
}

#[test]
fn noble_points() {
    let point = |digits: &str| match Point::from_sec1(&bytes(digits)) {
        Ok(point) => point,
        // An empty point is the identity, for which there is no encoding.
        Err(_) if digits.is_empty() => Point::identity(),
        Err(reason) => panic!("{digits}: {reason}"),
    };
    for case in vectors::cases(include_str!("../../../vectors/secp256k1-points.txt")) {
        let points = case.list("point");
        match case.text("kind") {
            "decode" => assert_eq!(
                Affine::<Secp256k1>::from_sec1(&bytes(points[0])).is_ok(),
                case.text("valid") == "yes",
                "{}",
                case.text("name")
            ),
            "add" => {
                let (p, q) = (point(points[0]), point(points[1]));
                assert_eq!(p + q, point(case.text("sum")));
                assert_eq!(p.to_affine() + q.to_affine(), point(case.text("sum")));
            }
            "multiply" => {
                assert_eq!(point(points[0]) * scalar(&case, "scalar"), point(case.text("product")))
            }
            kind => panic!("{kind}"),
        }
    }
}
