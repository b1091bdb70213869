//! What somebody whom nobody trusts has computed before: quotients and square roots in a field.
//!
//! A program that pays for every instruction, such as the guest of a zkVM, does not have to find a
//! quotient. It is told one, multiplies it by the denominator, and compares. So a chord's slope
//! costs a product, and points may stay affine: [`formulas::affine`](crate::formulas::affine).
//!
//! An algorithm asks an [`Advice`] for each quotient in turn. The host runs it with [`Found`],
//! which computes the answers and writes them down. The guest runs the same algorithm on the same
//! input with [`Given`], which reads and checks them. What such an algorithm returns is right
//! whoever wrote the advice: each answer is the only one there is (of a root, one of two). A
//! [witness](Advice::witness) is the exception: it may be anything, and the algorithm must be right
//! whatever it is.
//!
//! ```
//! use curvemark_curve::advice::{Advice, Found, Given};
//! use curvemark_curve::secp256k1::Fp;
//!
//! let (two, seven) = (Fp::from(2u32), Fp::from(7u32));
//! let algorithm = |advice: &mut dyn FnMut(&Fp, &Fp) -> Option<Fp>| advice(&seven, &two);
//!
//! let mut found = Found::default();
//! let half = algorithm(&mut |a, b| found.quotient(a, b)).ok_or("no such quotient")?;
//! let words = found.into_words();
//! assert_eq!(words.len(), 4); // 256 bits
//!
//! let mut given = Given::new(&words);
//! assert_eq!(algorithm(&mut |a, b| given.quotient(a, b)), Some(half));
//! assert!(given.is_used_up());
//!
//! // Another quotient is refused.
//! assert!(Given::new(&[3, 0, 0, 0]).quotient(&seven, &two).is_none());
//! # Ok::<(), &str>(())
//! ```
//!
//! # Of a sum
//!
//! ```
//! use curvemark_curve::advice::{Advice, Found, Given};
//! use curvemark_curve::formulas::affine::Xy;
//! use curvemark_curve::scalar_mul::{
//!     AdvisedGroup, checked_lincomb_by_advice_vartime, double_base_by_advice_vartime,
//!     lincomb_by_advice_vartime,
//! };
//! use curvemark_curve::{bls12_381, secp256k1};
//!
//! // a·G + b·P on secp256k1, by the host and by the guest.
//! let (a, b) = (secp256k1::Scalar::from(5u32), secp256k1::Scalar::from(7u32));
//! let point = secp256k1::Point::generator().double().to_affine();
//! let xy = [*point.x(), *point.y()];
//! fn sum(
//!     [a, b]: [&secp256k1::Scalar; 2],
//!     xy: &Xy<secp256k1::Secp256k1>,
//!     advice: &mut impl Advice,
//! ) -> Option<Xy<secp256k1::Secp256k1>> {
//!     double_base_by_advice_vartime(secp256k1::generator_multiples(), [a, b], xy, advice)
//! }
//! let mut found = Found::default();
//! let expected = sum([&a, &b], &xy, &mut found);
//! let words = found.into_words();
//! assert!(expected.is_some() && sum([&a, &b], &xy, &mut Given::new(&words)) == expected);
//!
//! // Points of a group, which are checked to be in it.
//! let point = bls12_381::G1Affine::generator();
//! let encoding = point.to_eip2537();
//! let on_curve = [bls12_381::G1Affine::from_eip2537_unchecked_subgroup(&encoding)?];
//! let k = [bls12_381::Scalar::from(1234567u32)];
//! let mut found = Found::default();
//! let multiple = checked_lincomb_by_advice_vartime(&on_curve, &k, &mut found);
//! assert!(multiple == Some(bls12_381::G1::mul_generator(&k[0]).to_affine()));
//! let xy = [*point.x(), *point.y()];
//! let mut found = Found::default();
//! assert_eq!(bls12_381::G1Curve::is_in_subgroup_by_advice(&xy, &mut found), Some(true));
//! let sum = lincomb_by_advice_vartime::<bls12_381::G1Curve>(&[xy], &k, &mut found);
//! assert_eq!(sum, multiple.map(|point| [*point.x(), *point.y()]));
//!
//! // A compressed point: the root is advice too.
//! let decoded = bls12_381::G1Affine::from_bytes_by_advice(&point.to_bytes(), &mut found);
//! assert!(decoded == Some(point));
//! # Ok::<(), curvemark_curve::error::PointError>(())
//! ```
//!
//! The words are for a guest of the same version: they hold elements as its processor does, so that
//! nothing is converted. Time depends on everything. Nothing here is for secrets.

use alloc::vec::Vec;

use crate::field::{Anywhere, Red};

/// Who answers.
///
/// [Example](self).
pub trait Advice {
    /// numerator/denominator; none where the denominator is zero, or the advice is wrong.
    fn quotient<F: Anywhere>(&mut self, numerator: &Red<F>, denominator: &Red<F>)
    -> Option<Red<F>>;

    /// A square root, of the two it is not said which; none where there is none, or the advice is
    /// wrong.
    fn root<F: Anywhere>(&mut self, square: &Red<F>) -> Option<Red<F>>;

    /// Elements that are not checked here: they may be anything, and the algorithm that asks for
    /// them must be right whatever they are. [`Found`] computes them by `find`, which may take
    /// long. [`Given`] reads them and does not call it.
    fn witness<F: Anywhere, const N: usize>(
        &mut self,
        find: impl FnOnce() -> Option<[Red<F>; N]>,
    ) -> Option<[Red<F>; N]>;
}

/// Computes the answers, and keeps them: the host. An inversion or a root for each.
///
/// [Example](self).
#[derive(Clone, Debug, Default)]
pub struct Found(Vec<u64>);

impl Found {
    /// The answers so far, each in the limbs in which this version's words hold it.
    pub fn into_words(self) -> Vec<u64> {
        self.0
    }

    fn keep<F: Anywhere>(&mut self, answer: Red<F>) -> Red<F> {
        let start = self.0.len();
        self.0.resize(start + F::LIMBS, 0);
        answer.to_held(&mut self.0[start..]);
        answer
    }
}

impl Advice for Found {
    fn quotient<F: Anywhere>(
        &mut self,
        numerator: &Red<F>,
        denominator: &Red<F>,
    ) -> Option<Red<F>> {
        if denominator.is_zero().into() {
            return None;
        }
        Some(self.keep(numerator * &denominator.invert_vartime()))
    }

    fn root<F: Anywhere>(&mut self, square: &Red<F>) -> Option<Red<F>> {
        let (root, exists) = square.sqrt();
        bool::from(exists).then(|| self.keep(root))
    }

    fn witness<F: Anywhere, const N: usize>(
        &mut self,
        find: impl FnOnce() -> Option<[Red<F>; N]>,
    ) -> Option<[Red<F>; N]> {
        let elements = find()?;
        for element in &elements {
            self.keep(*element);
        }
        Some(elements)
    }
}

/// Reads the answers, and checks each: the guest.
///
/// [Example](self).
#[derive(Clone, Debug)]
pub struct Given<'a>(&'a [u64]);

impl<'a> Given<'a> {
    /// Answers as [`Found::into_words`] has them, from anybody.
    pub const fn new(words: &'a [u64]) -> Self {
        Self(words)
    }

    /// Whether nothing is left.
    pub const fn is_used_up(&self) -> bool {
        self.0.is_empty()
    }

    fn next<F: Anywhere>(&mut self) -> Option<Red<F>> {
        let (limbs, rest) = self.0.split_at_checked(F::LIMBS)?;
        self.0 = rest;
        Red::from_held(limbs)
    }
}

impl Advice for Given<'_> {
    #[inline]
    fn quotient<F: Anywhere>(
        &mut self,
        numerator: &Red<F>,
        denominator: &Red<F>,
    ) -> Option<Red<F>> {
        let quotient = self.next()?;
        // Without the second condition anything would be 0/0.
        let shown = &(&quotient * denominator) == numerator && !bool::from(denominator.is_zero());
        shown.then_some(quotient)
    }

    #[inline]
    fn root<F: Anywhere>(&mut self, square: &Red<F>) -> Option<Red<F>> {
        let root = self.next()?;
        (&root.sqr() == square).then_some(root)
    }

    #[inline]
    fn witness<F: Anywhere, const N: usize>(
        &mut self,
        _: impl FnOnce() -> Option<[Red<F>; N]>,
    ) -> Option<[Red<F>; N]> {
        let mut elements = [Red::zero(); N];
        for element in &mut elements {
            *element = self.next()?;
        }
        Some(elements)
    }
}
