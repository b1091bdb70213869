//! What Cashu needs of `k256`.

use elliptic_curve::ops::{LinearCombination, MulByGeneratorVartime, MulVartime};
use elliptic_curve::sec1::{FromSec1Point, ToSec1Point};
use elliptic_curve::{BatchNormalize, Group, PrimeField};
use k256::{AffinePoint, ProjectivePoint, Scalar};

use crate::cashu::Library;

/// The library.
#[derive(Clone, Copy)]
pub struct Cashu;

/// Unless it is the identity.
fn point(sum: ProjectivePoint) -> Option<ProjectivePoint> {
    if bool::from(sum.is_identity()) { None } else { Some(sum) }
}

fn encoded<const N: usize>(point: &AffinePoint, compress: bool) -> [u8; N] {
    let mut out = [0; N];
    out.copy_from_slice(point.to_sec1_point(compress).as_bytes());
    out
}

impl Library for Cashu {
    type Point = ProjectivePoint;
    type Scalar = Scalar;

    fn decode(self, bytes: &[u8; 33]) -> Option<ProjectivePoint> {
        AffinePoint::from_sec1_bytes(bytes).ok().map(ProjectivePoint::from)
    }

    fn compressed(self, point: &ProjectivePoint) -> [u8; 33] {
        encoded(&point.to_affine(), true)
    }

    fn uncompressed<const N: usize>(self, points: [&ProjectivePoint; N]) -> [[u8; 65]; N] {
        ProjectivePoint::batch_normalize(&points.map(|point| *point))
            .each_ref()
            .map(|point| encoded(point, false))
    }

    fn equal(self, p: &ProjectivePoint, q: &ProjectivePoint) -> bool {
        p == q
    }

    fn scalar(self, bytes: &[u8; 32]) -> Option<Scalar> {
        Scalar::from_repr((*bytes).into()).into_option().filter(|scalar| *scalar != Scalar::ZERO)
    }

    fn negated(self, k: &Scalar) -> Scalar {
        -k
    }

    fn response(self, nonce: &Scalar, e: &Scalar, k: &Scalar) -> Option<[u8; 32]> {
        Some((nonce + e * k).to_repr().into())
    }

    fn generator_times(self, k: &Scalar) -> Option<ProjectivePoint> {
        Some(ProjectivePoint::mul_by_generator(k))
    }

    fn times(self, k: &Scalar, p: &ProjectivePoint) -> Option<ProjectivePoint> {
        Some(p * k)
    }

    fn plus(self, p: &ProjectivePoint, q: &ProjectivePoint) -> Option<ProjectivePoint> {
        point(p + q)
    }

    fn plus_generator_vartime(self, p: &ProjectivePoint, k: &Scalar) -> Option<ProjectivePoint> {
        point(p + &ProjectivePoint::mul_by_generator_vartime(k))
    }

    fn plus_times_vartime(
        self,
        p: &ProjectivePoint,
        k: &Scalar,
        q: &ProjectivePoint,
    ) -> Option<ProjectivePoint> {
        point(p + &q.mul_vartime(k))
    }

    fn with_generator_vartime(
        self,
        a: &Scalar,
        b: &Scalar,
        p: &ProjectivePoint,
    ) -> Option<ProjectivePoint> {
        point(ProjectivePoint::mul_by_generator_and_mul_add_vartime(a, b, p))
    }

    fn both_vartime(
        self,
        a: &Scalar,
        p: &ProjectivePoint,
        b: &Scalar,
        q: &ProjectivePoint,
    ) -> Option<ProjectivePoint> {
        point(ProjectivePoint::lincomb_vartime(&[(*p, *a), (*q, *b)]))
    }
}
