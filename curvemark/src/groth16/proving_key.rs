//! Proving keys, from the `.zkey` files of snarkjs.
//!
//! | section | content |
//! |---|---|
//! | 1 | the proof system: 1 is Groth16 |
//! | 2 | p, r, signals, public inputs, size n of the domain; α in G1, β in G1 and G2, γ in G2, δ in G1 and G2 |
//! | 3 | the points of one and of the public inputs |
//! | 4 | the coefficients of the matrices A and B, each with its constraint and signal |
//! | 5, 6, 7 | a point for each signal: aᵢ(τ) in G1, bᵢ(τ) in G1, bᵢ(τ) in G2 |
//! | 8 | for each private signal (β·aᵢ(τ) + α·bᵢ(τ) + cᵢ(τ))/δ in G1 |
//! | 9 | n points L₂ᵢ₊₁(τ)/δ in G1, L being the Lagrange polynomials of the domain of size 2n |
//! | 10 | contributions to the setup, which are not looked at |
//!
//! Coordinates are little-endian in Montgomery form x·R, and the identity is all zeros;
//! coefficients carry R twice. (iden3/snarkjs, `src/zkey_utils.js`, describes the file by reading
//! it; iden3 publishes no other text.)

use alloc::vec;
use alloc::vec::Vec;

use curve::error::PointError;
use curve::field::{Anywhere, Canonical, Red};
use curve::fp2::Quad;
use curve::ntt::{Domain, TwoAdic};
use curve::weierstrass::{Affine, CurvePoint, GroupInLanes};
use rand_core::CryptoRng;

use super::files::{self, Cursor, Sections};
use super::points::{from_le, modulus};
use super::{Curve, FileError, G1, G2, PreparedVerifyingKey, Scalar, VerifyingKey};

/// The chance, as a power of two, that a point outside of the subgroups is not found.
const ERROR_BITS: u32 = 64;

/// What proofs of one circuit are made with. It is never changed, so that any number of threads
/// prove with one key at the same time, each with its own witness: no state is shared.
///
/// It takes about 72 bytes for each point of G1 on BN254 that is not the identity and 136 in G2,
/// 104 and 200 on BLS12-381, 40 for each coefficient and 64 for each element of the domain.
///
/// [Example](crate::groth16).
#[derive(Clone, Debug)]
pub struct ProvingKey<C: Curve> {
    pub(super) verifying: VerifyingKey<C>,
    pub(super) prepared: PreparedVerifyingKey<C>,
    pub(super) signals: usize,
    pub(super) beta: G1<C>,
    pub(super) delta: G1<C>,
    /// Of the matrices A and B.
    pub(super) coefficients: [Vec<Coefficient<C>>; 2],
    pub(super) a: Bases<C::G1>,
    pub(super) b1: Bases<C::G1>,
    pub(super) b2: Bases<C::G2>,
    /// Of private signals, by their numbers among all.
    pub(super) c: Bases<C::G1>,
    /// In the order of our transforms.
    pub(super) h: Vec<G1<C>>,
    pub(super) domain: Domain<C::Scalar>,
    /// What moves the domain to the odd powers of the root of order 2n.
    pub(super) shift: Scalar<C>,
}

/// A coefficient of a matrix.
#[derive(Clone, Copy, Debug)]
pub(super) struct Coefficient<C: Curve> {
    /// The place of the constraint in the order of our transforms.
    pub place: u32,
    pub signal: u32,
    pub value: Scalar<C>,
}

/// Points for some of the signals: of others the point is the identity.
#[derive(Clone, Debug)]
pub(super) struct Bases<G: GroupInLanes> {
    pub signals: Vec<u32>,
    pub points: Vec<Affine<G>>,
}

impl<G: GroupInLanes> Bases<G> {
    fn new(points: Vec<Affine<G>>, first: usize) -> Self {
        let (signals, points) = points
            .into_iter()
            .enumerate()
            .filter(|(_, point)| !bool::from(point.is_identity()))
            .map(|(i, point)| ((first + i) as u32, point))
            .unzip();
        Self { signals, points }
    }
}

/// Reads points: affine coordinates in Montgomery form, times 1/R.
struct Points<F: Anywhere> {
    inverse_r: Red<F>,
}

impl<F: Anywhere> Points<F> {
    fn new() -> Self {
        Self { inverse_r: Red::<F>::from(2u32).invert().pow_vartime(&[8 * F::BYTES as u64]) }
    }

    fn coordinate(&self, bytes: &[u8]) -> Result<Red<F>, PointError> {
        Ok(&from_le::<F>(bytes).ok_or(PointError::NotCanonical)? * &self.inverse_r)
    }

    /// A point of the curve, of which it is not known whether it is in the group.
    fn g1<G: GroupInLanes<Base = F>>(&self, bytes: &[u8]) -> Result<Affine<G>, PointError> {
        let (x, y) = bytes.split_at(F::BYTES);
        on_curve(self.coordinate(x)?, self.coordinate(y)?)
    }

    fn g2<G: GroupInLanes<Base = Quad<F>>>(&self, bytes: &[u8]) -> Result<Affine<G>, PointError> {
        let mut parts = bytes.chunks_exact(F::BYTES).map(|part| self.coordinate(part));
        let mut next = || parts.next().unwrap_or(Err(PointError::Length));
        let (x, y) = (Red::<Quad<F>>::new(next()?, next()?), Red::<Quad<F>>::new(next()?, next()?));
        on_curve(x, y)
    }
}

fn on_curve<G: GroupInLanes>(x: Red<G::Base>, y: Red<G::Base>) -> Result<Affine<G>, PointError> {
    if bool::from(x.is_zero() & y.is_zero()) {
        return Ok(Affine::identity_in(&x.ctx()));
    }
    let point = Affine::from_xy_unchecked_curve_and_subgroup(x, y);
    if bool::from(point.is_on_curve()) { Ok(point) } else { Err(PointError::NotOnCurve) }
}

/// That all points of a section are in the group.
fn check_subgroup<G: GroupInLanes>(
    section: u32,
    points: &[Affine<G>],
    rng: &mut dyn CryptoRng,
) -> Result<(), FileError> {
    let points: Vec<_> = points.iter().map(|point| CurvePoint::from(*point)).collect();
    if points.is_empty() {
        return Ok(());
    }
    match CurvePoint::are_in_subgroup_randomized_vartime(&points, ERROR_BITS, rng) {
        Ok(all) if bool::from(all) => Ok(()),
        _ => Err(FileError::Point(section, PointError::NotInSubgroup)),
    }
}

/// i·k modulo the size, a power of two: the place, in the order of our root ω of this order, of the
/// i-th power of snarkjs' root ωᵏ.
pub(super) fn place<C: Curve>(index: usize, size: usize) -> usize {
    index.wrapping_mul(C::SNARKJS_ROOT as usize) & (size - 1)
}

/// snarkjs' root of unity of order 2^log.
pub(super) fn snarkjs_root<C: Curve>(log: u32) -> Scalar<C> {
    let mut root =
        Scalar::<C>::of(&<C::Scalar as TwoAdic>::ROOT_OF_UNITY).pow_vartime(&[C::SNARKJS_ROOT]);
    root.square_times(<C::Scalar as TwoAdic>::TWO_ADICITY - log);
    root
}

impl<C: Curve> ProvingKey<C> {
    /// The key of a `.zkey` file. All of it is checked: every section's length, every coefficient's
    /// place, every point's coordinates, curve and subgroup, for which `rng` draws combinations: a
    /// file with points outside is taken with probability 2^-64 at most. That the points are those
    /// of a setup is not; the setup's transcript says so (`snarkjs zkey verify`).
    ///
    /// Variable-time; a key is public. Nothing is allocated beyond a small multiple of the file's
    /// length.
    ///
    /// # Errors
    /// [`FileError`].
    pub fn from_zkey<R: CryptoRng + ?Sized>(file: &[u8], rng: &mut R) -> Result<Self, FileError> {
        Self::read(file, &mut { rng })
    }

    #[inline(never)]
    fn read(file: &[u8], rng: &mut dyn CryptoRng) -> Result<Self, FileError> {
        let sections = Sections::read(file, &files::ZKEY)?;
        if sections.items(1, 1, 4)? != 1u32.to_le_bytes() {
            return Err(FileError::Version);
        }
        let (base, scalar) = (C::Fp::BYTES, <C::Scalar as Canonical>::BYTES);
        let [size_1, size_2] = [2 * base, 4 * base];
        let points = Points::<C::Fp>::new();

        let mut header = Cursor(sections.get(2)?);
        let mut field = |size: usize, modulus: &[u8]| {
            let fits = header.u32() == Some(size as u32) && header.take(size) == Some(modulus);
            if fits { Ok(()) } else { Err(FileError::Modulus) }
        };
        field(base, &modulus::<C::Fp>())?;
        field(scalar, &modulus::<C::Scalar>())?;
        let mut number =
            || header.u32().map(|number| number as usize).ok_or(FileError::SectionLength(2));
        let (signals, public, size) = (number()?, number()?, number()?);
        if header.0.len() != 3 * size_1 + 3 * size_2 {
            return Err(FileError::SectionLength(2));
        }
        let log =
            size.checked_ilog2().filter(|_| size.is_power_of_two()).ok_or(FileError::Counts)?;
        if public >= signals || log >= <C::Scalar as TwoAdic>::TWO_ADICITY {
            return Err(FileError::Counts);
        }
        let refuse = |reason| FileError::Point(2, reason);
        let mut next = |size| header.take(size).unwrap_or_default();
        let alpha: G1<C> = points.g1(next(size_1)).map_err(refuse)?;
        let beta: G1<C> = points.g1(next(size_1)).map_err(refuse)?;
        let beta_2: G2<C> = points.g2(next(size_2)).map_err(refuse)?;
        let gamma: G2<C> = points.g2(next(size_2)).map_err(refuse)?;
        let delta: G1<C> = points.g1(next(size_1)).map_err(refuse)?;
        let delta_2: G2<C> = points.g2(next(size_2)).map_err(refuse)?;
        check_subgroup(2, &[alpha, beta, delta], rng)?;
        check_subgroup(2, &[beta_2, gamma, delta_2], rng)?;

        let mut list_1 = |section: u32, count: usize| -> Result<Vec<G1<C>>, FileError> {
            let bytes = sections.items(section, count, size_1)?;
            let list: Result<Vec<_>, _> =
                bytes.chunks_exact(size_1).map(|point| points.g1(point)).collect();
            let list = list.map_err(|reason| FileError::Point(section, reason))?;
            check_subgroup(section, &list, rng)?;
            Ok(list)
        };
        let ic = list_1(3, public + 1)?;
        let a = Bases::new(list_1(5, signals)?, 0);
        let b1 = Bases::new(list_1(6, signals)?, 0);
        let c = Bases::new(list_1(8, signals - public - 1)?, public + 1);
        let of_file = list_1(9, size)?;
        let b2: Result<Vec<G2<C>>, _> = sections
            .items(7, signals, size_2)?
            .chunks_exact(size_2)
            .map(|point| points.g2(point))
            .collect();
        let b2 = b2.map_err(|reason| FileError::Point(7, reason))?;
        check_subgroup(7, &b2, rng)?;
        let mut h = vec![Affine::identity(); size];
        of_file.into_iter().enumerate().for_each(|(i, point)| h[place::<C>(i, size)] = point);
        let coefficients = coefficients::<C>(sections.get(4)?, size, signals)?;
        let key = VerifyingKey::new(alpha, beta_2, gamma, delta_2, ic);
        let verifying = key.map_err(|_| refuse(PointError::Identity))?;
        Ok(Self {
            prepared: verifying.prepare(),
            verifying,
            signals,
            beta,
            delta,
            coefficients,
            a,
            b1,
            b2: Bases::new(b2, 0),
            c,
            h,
            domain: Domain::new(log).map_err(|_| FileError::Counts)?,
            shift: snarkjs_root::<C>(log + 1),
        })
    }

    /// What the proofs are verified with.
    pub fn verifying_key(&self) -> &VerifyingKey<C> {
        &self.verifying
    }

    /// The same, prepared.
    pub fn prepared_verifying_key(&self) -> &PreparedVerifyingKey<C> {
        &self.prepared
    }

    /// How many signals a witness has, one included.
    pub fn signals(&self) -> usize {
        self.signals
    }

    /// n: at least as many as there are constraints and public inputs, and one.
    pub fn domain_size(&self) -> usize {
        self.h.len()
    }
}

/// Section 4: a number, then matrix, constraint, signal and value of each coefficient.
fn coefficients<C: Curve>(
    section: &[u8],
    size: usize,
    signals: usize,
) -> Result<[Vec<Coefficient<C>>; 2], FileError> {
    let scalar = <C::Scalar as Canonical>::BYTES;
    let mut cursor = Cursor(section);
    let count = cursor.u32().ok_or(FileError::SectionLength(4))?;
    if (count as usize).checked_mul(12 + scalar) != Some(cursor.0.len()) {
        return Err(FileError::SectionLength(4));
    }
    let inverse_r2 = Scalar::<C>::from(2u32).invert().pow_vartime(&[16 * scalar as u64]);
    let mut out = [Vec::new(), Vec::new()];
    while !cursor.0.is_empty() {
        let mut index = || cursor.u32().ok_or(FileError::SectionLength(4));
        let (matrix, constraint, signal) = (index()?, index()?, index()?);
        let value: Scalar<C> = cursor.take(scalar).and_then(from_le).ok_or(FileError::Scalar(4))?;
        let matrix = out.get_mut(matrix as usize).ok_or(FileError::Index)?;
        if constraint as usize >= size || signal as usize >= signals {
            return Err(FileError::Index);
        }
        let place = place::<C>(constraint as usize, size) as u32;
        matrix.push(Coefficient { place, signal, value: &value * &inverse_r2 });
    }
    Ok(out)
}
