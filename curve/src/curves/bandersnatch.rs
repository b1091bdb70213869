//! Bandersnatch (S. Masson, A. Sanso, Z. Zhang, "Bandersnatch: a fast elliptic curve built over the
//! BLS12-381 scalar field", ePrint 2021/1152) and Banderwagon, its group of prime order: root facts
//! and names.
//!
//! E: −5x² + y² = 1 + dx²y² over Fp, d = 138827208126141220649022263972958607803 /
//! 171449701953573178309673572579671231137, of order 4ℓ with a prime ℓ of 253 bits. Fp is the field
//! of scalars of BLS12-381, so that proofs over that can reckon with points.
//!
//! | type | is |
//! |---|---|
//! | [`Point`] | a point of the subgroup of order ℓ, 32 bytes as arkworks has them: keys of VRFs |
//! | [`Banderwagon`] | an element of a group of order ℓ, 32 bytes: commitments of Verkle trees |
//! | [`Scalar`] | an integer modulo ℓ; [`SecretScalar`] if it is a secret |
//!
//! # Points
//!
//! Neither −5 nor d is a square, and so the [formulas](crate::formulas::edwards) are complete only
//! where the two points (∞, ±√(a/d)) of order two are not. Those of order ℓ and their sums with (0,
//! −1) are such a group. Decoders and [`EdwardsPoint::from_xy`] take points of order ℓ only, and
//! what is computed from these are such points. [`Banderwagon`] holds one of P and P + (0, −1).
//!
//! Whether P has order ℓ is told by two squares, as the points of order two all have coordinates in
//! Fp (the pairing of A. Lichtenbaum and J. Tate with two of them; S. D. Galbraith, "Mathematics of
//! Public Key Cryptography", 2012, §26.3): see [`EdwardsGroup::admit`].
//!
//! The encoding of a point is y, little-endian, with the highest bit set where x is above (p −
//! 1)/2. arkworks reads x = 0 with that bit, too; here it is refused.
//!
//! The curve has an endomorphism of degree two, ψ² = \[−2\], by which scalars have two parts of 126
//! bits ([`LATTICE`]). Multiplications of single points use it; batches on lanes do not yet.
//!
//! # Examples
//!
//! ```
//! use curvemark_curve::bandersnatch::{
//!     Banderwagon, Point, Scalar, SecretScalar, hash_to_curve,
//! };
//! use curvemark_curve::error::PointError;
//! use curvemark_curve::hash_to_curve::Xmd;
//! use sha2::Sha512;
//!
//! // Points of the curve, as keys of VRFs are.
//! let point = &Point::generator() * &SecretScalar::new(Scalar::from(5u32)); // constant time
//! assert!(Point::from_bytes(&point.to_bytes())? == point);
//! assert_eq!(Point::from_bytes(&[0xff; 32]), Err(PointError::NotCanonical)); // y above p
//!
//! // A point for a message. The tag names your protocol: RFC 9380, section 3.1.
//! let tag = b"EXAMPLE-V01-CS01-with-Bandersnatch_XMD:SHA-512_ELL2_RO_";
//! let hash = hash_to_curve::<Xmd<Sha512>>(b"a message", tag);
//! assert!(Point::from_bytes(&hash.to_bytes())? == hash);
//!
//! // Elements of the group of prime order.
//! let element = Banderwagon::generator().mul_vartime(&Scalar::from(5u32));
//! assert!(Banderwagon::from_bytes(&element.to_bytes())? == element);
//! // As a scalar, for a commitment to commitments.
//! let scalar: Scalar = element.map_to_scalar_field();
//! # Ok::<(), PointError>(())
//! ```

use core::marker::PhantomData;

use limb::Modulus;
use limb::ct::declassify;
use limb::modulus::{Constant, Limbs, hex};
use subtle::Choice;

use crate::edwards::banderwagon::BanderwagonCurve;
use crate::edwards::{
    Edwards, EdwardsEncoding, EdwardsGroup, EdwardsPoint, EdwardsRoots, EdwardsThere, GroupInLanes,
    RootOf,
};
use crate::engines::mont::{Portable, words};
use crate::error::PointError;
use crate::field::{
    Canonical, Field, InLanes, Masked, Red, There, squares, sum_of_two, sums, term,
};
use crate::formulas::edwards::{point, times_minus_a};
use crate::formulas::two_adic::RootsOfUnity;
use crate::glv::{Lattice, Reciprocal, coordinate};
use crate::hash_to_curve::sqrt_ratio::Chain;
use crate::scalar::{FromU64, ScalarField};

pub mod hash_to_curve;

#[doc(inline)]
pub use hash_to_curve::hash_to_curve;

/// p, the order of the groups of BLS12-381.
///
/// [Examples](self#examples).
pub use super::bls12_381::FrModulus as FpModulus;

/// ℓ, the order of the generator.
///
/// [Examples](self#examples).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrModulus;

impl Modulus for FrModulus {
    const P: Limbs = hex("1cfb69d4ca675f520cce760202687600ff8f87007419047174fd06b52876e7e1");
}

/// An element of Fp known at compile time.
///
/// [Examples](self#examples).
pub type FpConst = Constant<FpModulus>;

/// The default engine of Fp.
///
/// [Examples](self#examples).
pub type FpEngine = super::bls12_381::FrEngine;
/// The default engine of Fr.
///
/// [Examples](self#examples).
pub type FrEngine = Portable<FrModulus, { words::<FrModulus>() }>;

/// An element of the base field, an integer modulo p: a [`Red`], like [`Scalar`].
///
/// [Examples](self#examples).
pub type Fp = Red<FpEngine>;
/// A scalar: an integer modulo ℓ, the order of the group. A secret one is a [`SecretScalar`].
///
/// It is a [`Red`], as all elements of fields are: reduced, with `+`, `-`, `*` and inversion.
///
/// [Examples](self#examples).
pub type Scalar = Red<FrEngine>;
/// The same as [`Scalar`], by the name of the field.
///
/// [Examples](self#examples).
pub type Fr = Red<FrEngine>;
/// A scalar that is a secret: wiped, never shown, and with operations in constant time only.
///
/// [Examples](self#examples).
pub type SecretScalar = crate::scalar::SecretScalar<FrEngine>;

impl ScalarField for FrEngine {}
impl FromU64 for FrEngine {}

/// The curve on an engine `F` of its base field.
///
/// [Examples](self#examples).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bandersnatch<F = FpEngine>(PhantomData<F>);

/// A point of order ℓ, or the identity.
///
/// [Examples](self#examples).
pub type Point = EdwardsPoint<Bandersnatch>;
/// An element of the group of order ℓ without cofactor.
///
/// [Examples](self#examples).
pub type Banderwagon = crate::edwards::Banderwagon<Bandersnatch>;

/// d = 138827208126141220649022263972958607803/171449701953573178309673572579671231137.
const D: FpConst = FpConst::hex("6389c12633c267cbc66e3bf86be3b6d8cb66677177e54f92b369f2f5188d58e7");
/// 2d.
const D_2: FpConst =
    FpConst::hex("5325daf93de7524f59a29fe8ce2595ac430f2adfefcc432666d3e5eb311ab1cd");

/// x of the generator.
const GENERATOR_X: FpConst =
    FpConst::hex("29c132cc2c0b34c5743711777bbe42f32b79c022ad998465e1e71866a252ae18");
/// y of the generator: the smaller of the two.
const GENERATOR_Y: FpConst =
    FpConst::hex("2a6c669eda123e0f157d8b50badcd586358cad81eee464605e3167b6cc974166");

/// b of the endomorphism, (b + 1)² = 2 and b² = a/d: ±b is y of the points of order two at
/// infinity.
const B: FpConst = FpConst::hex("52c9f28b828426a561f00d3a63511a882ea712770d9af4d6ee0f014d172510b4");
/// ac, with c of the endomorphism.
const A_C: FpConst =
    FpConst::hex("23c58c92306dbb96b0b30d3513b222f50d02d8ff03e5036c69317ddaa306c7d4");
/// −cd.
const MINUS_C_D: FpConst =
    FpConst::hex("23c58c92306dbb95960f739827ac195334fcd8fa17df036c692f7ddaa306c7d4");

/// The integers (v₀, v₁) with v₀ + v₁λ ≡ 0 modulo ℓ, for the root of −2 λ =
/// 13b4f3dc4a39a493edf849562b38c72bcfc49db970a5056ed13d21408783df05: Euclid's two shortest vectors,
/// whose determinant is −ℓ, and the reciprocals. Parts are at most half the sums of the columns,
/// which is below 2^126.
pub const LATTICE: Lattice<2, 2> = Lattice {
    basis: [
        [
            coordinate("555fe2004be6928e4b02f94a9789181f"),
            coordinate("814b3eee55e8f5df8e2591a23d61f44"),
        ],
        [
            coordinate("102967ddcabd1ebbf1c4b23447ac3e88"),
            coordinate("-555fe2004be6928e4b02f94a9789181f"),
        ],
    ],
    reciprocals: [
        Reciprocal::hex("2f21df5b0541cf632debac77a3f4747c1b896e1904deba650"),
        Reciprocal::hex("4760f127d8767bde993b75e7547768aabcb69f852dcabf61"),
    ],
};

/// For square roots.
static ROOTS: RootsOfUnity<FpConst, 16> = RootsOfUnity::new();

/// (t − 1)/2 of p − 1 = 2^32·t. Cost: 223 squarings, 48 products.
const POWER: Chain<9, 41> = Chain {
    table: [
        (0, 0, 0),
        (0, 0, 0),
        (0, 0, 1),
        (2, 0, 1),
        (3, 0, 1),
        (4, 0, 1),
        (5, 0, 1),
        (6, 0, 1),
        (4, 3, 4),
    ],
    first: 4,
    windows: [
        (5, 4),
        (4, 7),
        (4, 6),
        (5, 5),
        (4, 7),
        (5, 5),
        (4, 5),
        (5, 5),
        (4, 5),
        (4, 7),
        (4, 4),
        (4, 7),
        (5, 5),
        (7, 2),
        (4, 2),
        (5, 4),
        (4, 2),
        (4, 6),
        (8, 0),
        (8, 0),
        (6, 7),
        (6, 2),
        (4, 6),
        (11, 3),
        (4, 3),
        (5, 4),
        (4, 4),
        (4, 6),
        (5, 5),
        (12, 6),
        (6, 8),
        (6, 8),
        (4, 5),
        (5, 7),
        (6, 8),
        (4, 7),
        (6, 8),
        (6, 8),
        (6, 8),
        (6, 8),
        (6, 8),
    ],
    last: 0,
};

impl<F: Field<Const = FpConst>> Edwards for Bandersnatch<F> {
    type Base = F;

    const MINUS_A: u32 = 5;

    fn times_d(x: &Red<F>) -> Red<F> {
        x * &Red::constant(&x.ctx(), &D)
    }

    #[inline(always)]
    fn times_2d(x: &Red<F>) -> Red<F> {
        x * &Red::constant(&x.ctx(), &D_2)
    }

    /// ψ(x, y) = (c(1 − y²)/(xy), b(y² + b)/(y² − b)), of degree two with the kernel (0, ±1):
    /// ePrint 2021/1152, §4. By the equation of the curve 1 − y² is x²(a − dy²), so that x₃ = x(ac
    /// − cdy²)/y, and by (b + 1)² = 2 b² is 1 − 2b. Cost: 9 products, 2 squares.
    ///
    /// No exception: y = 0 would make −5 a square, and y² = b an image of order four at infinity,
    /// which makes d one.
    #[inline(always)]
    fn endomorphism([x, y, z]: [&Red<F>; 3]) -> EdwardsPoint<Self> {
        let ctx = x.ctx();
        let constant = |constant| Red::constant(&ctx, constant);
        let [yy, zz] = squares([y, z]);
        let (b, a_c, minus_c_d) = (constant(&B), constant(&A_C), constant(&MINUS_C_D));
        let w = sum_of_two([term(&zz, &a_c), term(&yy, &minus_c_d)]);
        // E/G = X(acZ² − cdY²)/(YZ²), H/F = (bY² + (1 − 2b)Z²)/(Y² − bZ²).
        let [u, v, e, g] = sums([[term(&yy, &b)], [term(&zz, &b)], [term(x, &w)], [term(y, &zz)]]);
        let h = u.plus(&zz).weak().minus(&v.twice().weak());
        point(e.lazy(), &yy.minus(&v), &g.lazy(), h)
    }
}

impl<F: Canonical + Field<Const = FpConst>> EdwardsGroup for Bandersnatch<F> {
    type Fast = Bandersnatch<F::Fast>;

    #[inline(always)]
    fn fast() -> Option<EdwardsThere<Self::Fast>> {
        F::fast().map(There::of)
    }

    type Scalar = FrEngine;

    const COFACTOR_LOG2: u32 = 2;
    const SCALAR_BITS: u32 = FrModulus::BITS;
    const ORDER: [u64; 4] = [FrModulus::P[0], FrModulus::P[1], FrModulus::P[2], FrModulus::P[3]];

    const LATTICE: Option<&'static Lattice<2, 2>> = Some(&LATTICE);
    const PART_BITS: u32 = 126;

    /// A point of odd order: two of the three pairings with points of order two are trivial.
    ///
    /// With (0, −1) it is the class of 1 − ax² modulo squares. With (∞, s), s² = a/d, it is that of
    /// 2(a − d)(1 − s)·(y − s)(1 − y), or trivial for y = 1; here s is b, and the first factor is
    /// no square, as 5 is none. P + (0, −1) passes only the first.
    ///
    /// Constant-time but for the verdict. Cost: two Legendre symbols.
    fn admit(point: EdwardsPoint<Self>) -> Result<EdwardsPoint<Self>, PointError> {
        let [x, y, z] = point.coordinates();
        let s_z = z * &Red::constant(&z.ctx(), &B);
        let [xx, zz] = squares([x, z]);
        let with_s = (&(y - &s_z) * &(z - y)).times(5);
        let odd = (&zz + &times_minus_a::<Self>(&xx)).is_square() & with_s.is_square();
        // Public: the caller learns it from the error.
        if declassify(odd) { Ok(point) } else { Err(PointError::NotInSubgroup) }
    }

    /// Whether x is above (p − 1)/2.
    fn is_negative(x: &Red<F>) -> Choice {
        x.is_largest()
    }

    fn generator(ctx: &F::Ctx) -> [Red<F>; 2] {
        [Red::constant(ctx, &GENERATOR_X), Red::constant(ctx, &GENERATOR_Y)]
    }
}

impl<F: Masked + Field<Const = FpConst>> EdwardsRoots for Bandersnatch<F> {
    fn sqrt_ratio(u: &Red<F>, v: &Red<F>) -> RootOf<Self> {
        ROOTS.sqrt_ratio(u, v, &Red::one_in(&u.ctx()), |x| POWER.power(x))
    }
}

impl<F: InLanes + Field<Const = FpConst>> GroupInLanes for Bandersnatch<F> {
    type Lanes = Bandersnatch<F::Lanes>;
    type Doubles = Bandersnatch<F::Doubles>;
}

impl<F: Canonical + Field<Const = FpConst>> EdwardsEncoding for Bandersnatch<F> {
    type Bytes = [u8; 32];

    const ZERO: [u8; 32] = [0; 32];
}

impl<F: Canonical + Field<Const = FpConst>> BanderwagonCurve for Bandersnatch<F> {}
