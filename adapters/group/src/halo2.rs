//! The traits of halo2curves: `CurveExt`, `CurveAffine`, `SerdeObject`, `Legendre`.

use alloc::boxed::Box;
use alloc::vec::Vec;
use std::io::{Error, ErrorKind, Read, Result, Write};

#[cfg(feature = "pasta")]
use curve::field::Anywhere;
use curve::field::{Canonical, Red};
use curve::hash_to_curve::{Xmd, hash_to_curve};
#[cfg(feature = "pasta")]
use curve::hash_to_curve::{
    hash_to_field,
    svdw::{self, Svdw},
};
use curve::weierstrass::{Affine, Projective};
use curve::{bls12_381, bn254, secp256k1};
use halo2curves::ff_ext::Legendre;
use halo2curves::serde::SerdeObject;
use halo2curves::{Coordinates, CurveAffine, CurveExt};
use sha2::Sha256;
use subtle::{Choice, ConditionallySelectable, CtOption};

use crate::coordinates::{a, b};
use crate::field::{Element, FieldFacts, PrimeFacts};
use crate::point::{AffinePoint, CurveFacts, Point, ScalarOf};

/// What halo2curves says of a curve besides.
pub trait Halo2Facts: CurveFacts<Base: PrimeFacts> {
    /// Its name there.
    const CURVE_ID: &'static str;
    /// The end of the tag that messages are hashed with; the caller's prefix comes before.
    const SUITE: &'static str;

    /// The point of a message under a whole tag.
    fn hash(message: &[u8], tag: &[u8]) -> Projective<Self> {
        hash_to_curve::<Self, Xmd<Sha256>>(&(), message, tag)
    }
}

macro_rules! facts {
    ($($curve:ty: $id:literal, $suite:literal $(, $hash:path)?;)+) => {
        $(impl Halo2Facts for $curve {
            const CURVE_ID: &'static str = $id;
            const SUITE: &'static str = $suite;

            $(fn hash(message: &[u8], tag: &[u8]) -> Projective<Self> {
                $hash(message, tag)
            })?
        })+
    };
}

// Not P-256: it has no endomorphism, and `CurveExt::endo` would leave the curve.
facts! {
    bls12_381::G1Curve: "bls12381_g1", "BLS12381G1_XMD:SHA-256_SSWU_RO_";
    bls12_381::G2Curve: "bls12381_g2", "BLS12381G2_XMD:SHA-256_SSWU_RO_";
    bn254::G1Curve: "bn256_g1", "BN254G1_XMD:SHA-256_SVDW_RO_";
    bn254::G2Curve: "bn256_g2", "BN254G2_XMD:SHA-256_SVDW_RO_";
    secp256k1::Secp256k1: "secp256k1", "secp256k1_XMD:SHA-256_SSWU_RO_";
}

#[cfg(feature = "pasta")]
facts! {
    curve::pallas::Pallas: "pasta", "pallas:SHA-256_SVDW_RO_", hash_without_isogeny;
    curve::vesta::Vesta: "vesta", "vesta:SHA-256_SVDW_RO_", hash_without_isogeny;
}

#[cfg(feature = "grumpkin")]
facts! {
    curve::grumpkin::Grumpkin: "grumpkin_g1", "GRUMPKIN_XMD:SHA-256_SVDW_RO_";
}

/// The point of a message by the map of Shallue and van de Woestijne, on a curve whose suite here
/// has another map: for Pallas and Vesta halo2curves has not that of pasta_curves.
#[cfg(feature = "pasta")]
fn hash_without_isogeny<C: Svdw<Base: Anywhere>>(message: &[u8], tag: &[u8]) -> Projective<C> {
    let [u, v] = hash_to_field::<C::Base, Xmd<Sha256>, 2>(message, tag);
    svdw::map_to_curve::<C>(&u).add(&svdw::map_to_curve(&v))
}

impl<C: Halo2Facts> CurveExt for Point<C> {
    type ScalarExt = ScalarOf<C>;
    type Base = Element<C::Base>;
    type AffineExt = AffinePoint<C>;

    const CURVE_ID: &'static str = C::CURVE_ID;

    fn endo(&self) -> Self {
        self.times_zeta()
    }

    fn jacobian_coordinates(&self) -> (Self::Base, Self::Base, Self::Base) {
        self.to_jacobian().into()
    }

    fn hash_to_curve<'a>(domain_prefix: &'a str) -> Box<dyn Fn(&[u8]) -> Self + 'a> {
        let tag = [domain_prefix.as_bytes(), C::SUITE.as_bytes()].concat();
        Box::new(move |message| Self(C::hash(message, &tag)))
    }

    fn is_on_curve(&self) -> Choice {
        self.is_on_curve()
    }

    fn a() -> Self::Base {
        a::<C>()
    }

    fn b() -> Self::Base {
        b::<C>()
    }

    /// The curve is checked, and the subgroup too: no value of this type is outside it. Variable
    /// time where z is zero.
    fn new_jacobian(x: Self::Base, y: Self::Base, z: Self::Base) -> CtOption<Self> {
        Self::from_jacobian([x, y, z])
    }

    /// The complete addition, which is as short with an affine point.
    fn add_mixed_vartime(&self, other: &AffinePoint<C>) -> Self {
        self + other
    }
}

impl<C: Halo2Facts> CurveAffine for AffinePoint<C> {
    type ScalarExt = ScalarOf<C>;
    type Base = Element<C::Base>;
    type CurveExt = Point<C>;

    /// The trait makes coordinates by [`CurveAffine::from_xy`] only, so this checks them again.
    fn coordinates(&self) -> CtOption<Coordinates<Self>> {
        Coordinates::from_xy(Element(*self.0.x()), Element(*self.0.y()))
    }

    /// The curve and the subgroup are checked. The coordinates are public.
    fn from_xy(x: Self::Base, y: Self::Base) -> CtOption<Self> {
        Self::of_xy(x, y)
    }

    fn is_on_curve(&self) -> Choice {
        self.is_on_curve()
    }

    fn a() -> Self::Base {
        a::<C>()
    }

    fn b() -> Self::Base {
        b::<C>()
    }
}

impl<F: FieldFacts> Legendre for Element<F> {
    fn legendre(&self) -> i64 {
        let nonzero = i64::conditional_select(&-1, &1, self.0.is_square());
        i64::conditional_select(&nonzero, &0, self.0.is_zero())
    }
}

/// What cannot be read: the bytes are those of no value.
fn invalid() -> Error {
    Error::new(ErrorKind::InvalidData, "the bytes are those of no value of this type")
}

/// The functions of `SerdeObject` that follow from those on slices and from a length.
macro_rules! streams {
    ($length:expr) => {
        fn to_raw_bytes(&self) -> Vec<u8> {
            let mut out = Vec::with_capacity($length);
            // A vector takes all that is written.
            let _ = self.write_raw(&mut out);
            out
        }

        fn read_raw_unchecked<R: Read>(reader: &mut R) -> Self {
            let mut bytes = alloc::vec![0; $length];
            match reader.read_exact(&mut bytes) {
                Ok(()) => Self::from_raw_bytes_unchecked(&bytes),
                Err(error) => panic!("a value was to be read without a check: {error}"),
            }
        }

        fn read_raw<R: Read>(reader: &mut R) -> Result<Self> {
            let mut bytes = alloc::vec![0; $length];
            reader.read_exact(&mut bytes)?;
            Self::from_raw_bytes(&bytes).ok_or_else(invalid)
        }
    };
}

/// The words of halo2curves' memory, little-endian: the integer times R modulo p, reduced; in Fp2
/// c₀ first.
impl<F: PrimeFacts> SerdeObject for Element<F> {
    /// Bytes of other values, and others than so many, are read as the residue that they say.
    fn from_raw_bytes_unchecked(bytes: &[u8]) -> Self {
        let mut repr = F::Repr::default();
        for (to, from) in repr.as_mut().iter_mut().zip(bytes) {
            *to = *from;
        }
        repr.as_mut().reverse();
        // As core's bytes are: in Fp2 c₁ first, while a uniform value has c₀ first.
        let (high, low) = repr.as_ref().split_at(if F::DEGREE == 2 { F::BYTES >> 1 } else { 0 });
        Self(&Red::from_uniform_bytes(&[low, high].concat()) * &F::R_INV)
    }

    fn from_raw_bytes(bytes: &[u8]) -> Option<Self> {
        let mut repr = F::Repr::default();
        if bytes.len() != repr.as_ref().len() {
            return None;
        }
        repr.as_mut().copy_from_slice(bytes);
        Option::from(Self::from_bytes(&repr)).map(|scaled: Self| Self(&scaled.0 * &F::R_INV))
    }

    streams!(F::BYTES);

    fn write_raw<W: Write>(&self, writer: &mut W) -> Result<()> {
        writer.write_all(Self(&self.0 * &F::R).to_bytes().as_ref())
    }
}

/// N elements, one behind the other; none if one of them is none.
fn elements<F: PrimeFacts, const N: usize>(bytes: &[u8]) -> Option<[Red<F>; N]> {
    if bytes.len() != N * F::BYTES {
        return None;
    }
    let mut out = [F::ZERO; N];
    for (out, bytes) in out.iter_mut().zip(bytes.chunks(F::BYTES)) {
        *out = Element::from_raw_bytes(bytes)?.0;
    }
    Some(out)
}

/// The same without a check; zeros where bytes are missing.
fn elements_unchecked<F: PrimeFacts, const N: usize>(bytes: &[u8]) -> [Red<F>; N] {
    let mut out = [F::ZERO; N];
    for (out, bytes) in out.iter_mut().zip(bytes.chunks(F::BYTES)) {
        *out = Element::from_raw_bytes_unchecked(bytes).0;
    }
    out
}

/// X, Y and Z; the curve and the subgroup are checked.
impl<C: Halo2Facts> SerdeObject for Point<C> {
    fn from_raw_bytes_unchecked(bytes: &[u8]) -> Self {
        let [x, y, z] = elements_unchecked(bytes);
        Self(Projective::from_xyz_unchecked_curve_and_subgroup(x, y, z))
    }

    fn from_raw_bytes(bytes: &[u8]) -> Option<Self> {
        let [x, y, z] = elements(bytes)?;
        let point = Projective::from_xyz_unchecked_curve_and_subgroup(x, y, z);
        bool::from(point.is_on_curve() & point.is_in_subgroup()).then_some(Self(point))
    }

    streams!(3 * C::Base::BYTES);

    fn write_raw<W: Write>(&self, writer: &mut W) -> Result<()> {
        self.0.coordinates().iter().try_for_each(|a| Element(**a).write_raw(writer))
    }
}

/// x and y, zeros for the identity; the curve and the subgroup are checked.
impl<C: Halo2Facts> SerdeObject for AffinePoint<C> {
    fn from_raw_bytes_unchecked(bytes: &[u8]) -> Self {
        let [x, y] = elements_unchecked(bytes);
        let point = Affine::from_xy_unchecked_curve_and_subgroup(x, y);
        let identity = x.is_zero() & y.is_zero();
        Self(Affine::conditional_select(&point, &Affine::identity(), identity))
    }

    fn from_raw_bytes(bytes: &[u8]) -> Option<Self> {
        let [x, y] = elements(bytes)?;
        if bool::from(x.is_zero() & y.is_zero()) {
            return Some(Self::identity());
        }
        Affine::from_xy(x, y).ok().map(Self)
    }

    streams!(2 * C::Base::BYTES);

    fn write_raw<W: Write>(&self, writer: &mut W) -> Result<()> {
        [self.0.x(), self.0.y()].iter().try_for_each(|a| Element(**a).write_raw(writer))
    }
}
