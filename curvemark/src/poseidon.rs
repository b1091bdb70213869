//! Poseidon: the hash function of zero-knowledge circuits, on the scalar fields of BN254 and
//! BLS12-381.
//!
//! What is hashed are 1 to 16 integers below the order r of a curve's groups, and so is the hash:
//! bytes in, 32 for each, and bytes out. It is the function of circomlib (`Poseidon(n)`, and
//! `PoseidonEx(n, outputs)` with an initial state), light-poseidon and fastcrypto on BN254; on
//! BLS12-381 the same construction with the reference's constants for that field.
//!
//! ```
//! use curvemark::poseidon::{self, Bn254};
//!
//! let [one, two] = [1, 2].map(|i| { let mut bytes = [0; 32]; bytes[0] = i; bytes });
//! let hash: [u8; 32] = poseidon::hash::<Bn254>(&[one, two])?; // little-endian; `hash_be` is big-endian
//! # assert_eq!(hash[..4], [0x9a, 0x18, 0x17, 0x44]);
//!
//! let leaves: Vec<[u8; 32]> = (0..1000u32).map(|i| { let mut leaf = [0; 32]; leaf[..4].copy_from_slice(&i.to_le_bytes()); leaf }).collect();
//! let root = poseidon::merkle_root::<Bn254>(&leaves)?;
//! # assert_ne!(root, hash);
//! # Ok::<(), poseidon::Error>(())
//! ```
//!
//! | | |
//! |---|---|
//! | [`hash`], [`hash_be`] | one list of 1 to 16 integers, little-endian or big-endian |
//! | [`hash_batch`] | many lists of one length, eight at a time where the CPU has vectors |
//! | [`merkle_root`] | any number of integers, by hashes of 16 |
//! | [`Tree`], [`verify_path`] | binary trees of 2^k leaves with paths, as circuits check them |
//! | `parallel` | batches and trees on several threads, behind the feature of that name |
//! | [`Poseidon`] | the same functions on scalars of [`curve`], for one number of inputs; initial states and more outputs |
//!
//! # Parameters
//!
//! x⁵, 8 full rounds, and for 1 to 16 inputs 56, 57, 56, 60, 60, 63, 64, 63, 60, 66, 60, 65, 70,
//! 60, 64 and 68 partial rounds: circomlib's table, which hadeshash's `calc_round_numbers.py` gives
//! for 128 bits of security on moduli of 254 and 255 bits. Constants and matrices come from the
//! Grain generator of the paper (L. Grassi, D. Khovratovich, C. Rechberger, A. Roy, M. Schofnegger,
//! ePrint 2019/458, appendix F) for (prime field, x^α, 254 or 255 bits, width, 8, partial rounds).
//! The state is the initial element, which is zero unless said otherwise, and the inputs; the hash
//! is its first element after the permutation. On BLS12-381 the permutations of widths 3 and 5 are
//! hadeshash's `poseidonperm_x5_255_3` and `_5`. Filecoin's neptune and ZCash's Poseidon on other
//! curves have other round numbers or domain tags, and other hashes.
//!
//! Nothing tells lists of different lengths apart but the permutation itself, which differs with
//! their number: pad nothing, and hash what has a variable length with its length.
//!
//! # Time and memory
//!
//! Constant-time in all integers; errors say which of them is not below r. States are not wiped.
//! With `std` the constants of a number of inputs are made when they are first needed, in 0.3 ms
//! for 2 and 3 ms for 16, and kept: 43 and 504 KiB where the CPU has vectors, a sixth of it where
//! it has ADX alone, a twelfth elsewhere. Without `std` each call of a function makes them anew,
//! and a [`Poseidon`] has its own.
//!
//! # For users of fastcrypto
//!
//! | `fastcrypto_zkp::bn254::poseidon` | here |
//! |---|---|
//! | `poseidon(inputs)` | [`Poseidon::hash`] |
//! | `poseidon_bytes(&inputs)` | [`hash`] |
//! | `poseidon_merkle_tree(&inputs)`, `hash(inputs)` | [`merkle_root`] |

use alloc::vec::Vec;
use core::fmt;

#[cfg(feature = "std")]
use curve::engines::cpu::{self, Engine};
#[cfg(feature = "parallel")]
use curve::error::BatchError;
use curve::field::{Anywhere, InLanes, Red};
use curve::poseidon::Poseidon as Permuted;
use curve::scalar::ScalarField;

#[cfg(feature = "parallel")]
pub mod parallel;
mod threads;
mod tree;

use threads::{Serial, Threads};
pub use tree::{Tree, verify_path};

/// Most integers in one hash.
pub const MAX_INPUTS: usize = curve::poseidon::MAX_WIDTH - 1;

/// Why something cannot be hashed.
///
/// [Example](crate::poseidon).
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// There is nothing to hash.
    Empty,
    /// There are more than [`MAX_INPUTS`] integers for one hash.
    TooManyInputs,
    /// There are not as many integers as the function takes, or no multiple of them for a batch.
    LengthMismatch,
    /// The integer with this index is not below the order of the groups.
    NotCanonical {
        /// Among all that were given, from zero.
        index: usize,
    },
    /// The state has fewer elements than outputs are asked for, or none is.
    Outputs,
    /// There are not 2^k leaves.
    Leaves,
    /// The leaf, its index and the path do not lead to the root.
    NotIncluded,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("there is nothing to hash"),
            Self::TooManyInputs => f.write_str("there are more than 16 integers for one hash"),
            Self::LengthMismatch => {
                f.write_str("the number of integers is not the one that is hashed")
            }
            Self::NotCanonical { index } => {
                write!(f, "integer {index} is not below the order of the groups")
            }
            Self::Outputs => f.write_str("the state has not so many outputs"),
            Self::Leaves => f.write_str("the number of leaves is not a power of two"),
            Self::NotIncluded => f.write_str("the path does not lead to the root"),
        }
    }
}

impl core::error::Error for Error {}

/// A curve whose scalars are hashed: [`Bn254`] or [`Bls12381`].
///
/// [Example](crate::poseidon).
pub trait Curve: sealed::Sealed + Copy + fmt::Debug {
    /// The integers modulo the order of its groups.
    type Scalar: ScalarField + InLanes + Anywhere;

    /// The constants for a number of inputs.
    #[doc(hidden)]
    fn held(inputs: usize) -> Result<Held<Self::Scalar>, Error>;

    /// [`curve::parallel::poseidon_hash_batch`].
    #[cfg(feature = "parallel")]
    #[doc(hidden)]
    fn hash_batch_in_pool(
        of: &Permuted<Self::Scalar>,
        inputs: &[Red<Self::Scalar>],
        out: &mut [Red<Self::Scalar>],
    ) -> Result<(), BatchError>;
}

mod sealed {
    pub trait Sealed {}
}

/// Constants: where there is `std` they are kept.
#[cfg(feature = "std")]
type Held<S> = &'static Permuted<S>;
#[cfg(not(feature = "std"))]
type Held<S> = Permuted<S>;

/// The order of BN254, of 254 bits.
///
/// [Example](crate::poseidon).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bn254;

/// The order of BLS12-381, of 255 bits.
///
/// [Example](crate::poseidon).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bls12381;

macro_rules! curve {
    ($curve:ident, $scalar:ty) => {
        impl sealed::Sealed for $curve {}

        impl Curve for $curve {
            type Scalar = $scalar;

            fn held(inputs: usize) -> Result<Held<$scalar>, Error> {
                if inputs == 0 {
                    return Err(Error::Empty);
                }
                let make = || Permuted::new(inputs).map_err(|_| Error::TooManyInputs);
                #[cfg(feature = "std")]
                {
                    // Of each engine: what is made while a slower one is in force has no constants
                    // for others.
                    static KEPT: [[std::sync::OnceLock<Permuted<$scalar>>; MAX_INPUTS];
                        Engine::ALL.len()] =
                        [const { [const { std::sync::OnceLock::new() }; MAX_INPUTS] };
                            Engine::ALL.len()];
                    let of_engine = KEPT.get(cpu::engine() as usize);
                    let place = of_engine
                        .and_then(|kept| kept.get(inputs - 1))
                        .ok_or(Error::TooManyInputs)?;
                    match place.get() {
                        Some(kept) => Ok(kept),
                        None => make().map(|made| place.get_or_init(|| made)),
                    }
                }
                #[cfg(not(feature = "std"))]
                make()
            }

            #[cfg(feature = "parallel")]
            fn hash_batch_in_pool(
                of: &Permuted<$scalar>,
                inputs: &[Red<$scalar>],
                out: &mut [Red<$scalar>],
            ) -> Result<(), BatchError> {
                curve::parallel::poseidon_hash_batch(of, inputs, out)
            }
        }
    };
}
curve!(Bn254, curve::bn254::FrEngine);
curve!(Bls12381, curve::bls12_381::FrEngine);

/// A scalar of a curve.
///
/// [Example](crate::poseidon).
pub type Scalar<C> = Red<<C as Curve>::Scalar>;

/// Poseidon of one number of inputs, on scalars.
///
/// [Example](crate::poseidon).
#[derive(Clone, Debug)]
pub struct Poseidon<C: Curve>(Held<C::Scalar>);

impl<C: Curve> Poseidon<C> {
    /// The function of so many inputs, from 1 to [`MAX_INPUTS`]. For time and memory see the
    /// [module](self).
    ///
    /// # Errors
    /// [`Error::Empty`], [`Error::TooManyInputs`].
    pub fn new(inputs: usize) -> Result<Self, Error> {
        C::held(inputs).map(Self)
    }

    /// How many scalars are hashed.
    pub fn inputs(&self) -> usize {
        self.0.elements()
    }

    /// circomlib's `Poseidon(n)` of [`Poseidon::inputs`] scalars. Constant-time in them.
    ///
    /// # Errors
    /// [`Error::LengthMismatch`].
    #[inline(never)]
    pub fn hash(&self, inputs: &[Scalar<C>]) -> Result<Scalar<C>, Error> {
        self.0.hash(inputs).map_err(|_| Error::LengthMismatch)
    }

    /// circomlib's `PoseidonEx(n, outputs)`: as many elements of the permuted state as there are
    /// places, from 1 to [`Poseidon::inputs`] + 1, the first of which is that of [`Poseidon::hash`]
    /// if the initial element is zero. Constant-time in scalars.
    ///
    /// # Errors
    /// [`Error::LengthMismatch`], [`Error::Outputs`]; nothing is written then.
    #[inline(never)]
    pub fn hash_to(
        &self,
        initial: &Scalar<C>,
        inputs: &[Scalar<C>],
        outputs: &mut [Scalar<C>],
    ) -> Result<(), Error> {
        if outputs.is_empty() || outputs.len() > self.inputs() + 1 {
            return Err(Error::Outputs);
        }
        self.0.hash_to(initial, inputs, outputs).map_err(|_| Error::LengthMismatch)
    }

    /// The hashes of many lists of [`Poseidon::inputs`] scalars, one list after the other, eight at
    /// a time on vectors where the CPU has them. Constant-time in scalars, not in their number.
    ///
    /// # Errors
    /// [`Error::Empty`], [`Error::LengthMismatch`] if they are not a multiple of
    /// [`Poseidon::inputs`].
    #[inline(never)]
    pub fn hash_batch(&self, inputs: &[Scalar<C>]) -> Result<Vec<Scalar<C>>, Error> {
        self.hash_batch_on::<Serial>(inputs)
    }

    #[inline(never)]
    fn hash_batch_on<T: Threads>(&self, inputs: &[Scalar<C>]) -> Result<Vec<Scalar<C>>, Error> {
        #[expect(clippy::integer_division_remainder_used, reason = "lengths are public")]
        let (lists, rest) = (inputs.len() / self.inputs(), inputs.len() % self.inputs());
        if rest != 0 {
            return Err(Error::LengthMismatch);
        }
        let mut out = alloc::vec![Scalar::<C>::zero(); lists];
        T::hash_batch::<C>(&self.0, inputs, &mut out).map_err(|_| Error::Empty)?;
        Ok(out)
    }
}

/// Scalars of their 32 little-endian bytes.
fn scalars<C: Curve>(bytes: &[[u8; 32]]) -> Result<Vec<Scalar<C>>, Error> {
    let scalar = |(index, bytes): (usize, &[u8; 32])| {
        Red::from_le_bytes(bytes).map_err(|_| Error::NotCanonical { index })
    };
    bytes.iter().enumerate().map(scalar).collect()
}

/// Poseidon of 1 to 16 integers of 32 little-endian bytes, as such bytes.
///
/// Constant-time in the integers. Cost: 81 x⁵ and 352 more products for two integers. Without `std`
/// the constants are made at each call: there a [`Poseidon`] is better.
///
/// [Example](crate::poseidon).
///
/// # Errors
/// [`Error::Empty`], [`Error::TooManyInputs`], [`Error::NotCanonical`].
#[inline(never)]
pub fn hash<C: Curve>(inputs: &[[u8; 32]]) -> Result<[u8; 32], Error> {
    let poseidon = Poseidon::<C>::new(inputs.len())?;
    Ok(poseidon.hash(&scalars::<C>(inputs)?)?.to_le_bytes())
}

/// As [`hash`], in big-endian bytes.
///
/// [Example](crate::poseidon).
///
/// # Errors
/// As [`hash`].
#[inline(never)]
pub fn hash_be<C: Curve>(inputs: &[[u8; 32]]) -> Result<[u8; 32], Error> {
    let reversed = |bytes: &[u8; 32]| {
        let mut bytes = *bytes;
        bytes.reverse();
        bytes
    };
    if inputs.len() > MAX_INPUTS {
        return Err(Error::TooManyInputs);
    }
    let inputs: Vec<_> = inputs.iter().map(reversed).collect();
    hash::<C>(&inputs).map(|hash| reversed(&hash))
}

/// Poseidon of many lists of `each` integers of 32 little-endian bytes, one list after the other:
/// [`hash`] of each, eight at a time on vectors where the CPU has them.
///
/// Constant-time in the integers, not in their number.
///
/// [Example](crate::poseidon).
///
/// # Errors
/// [`Error::Empty`] if there is no integer or `each` is zero, [`Error::TooManyInputs`] if `each` is
/// above [`MAX_INPUTS`], [`Error::LengthMismatch`] if there are not a multiple of `each`,
/// [`Error::NotCanonical`] with the index among all.
#[inline(never)]
pub fn hash_batch<C: Curve>(each: usize, inputs: &[[u8; 32]]) -> Result<Vec<[u8; 32]>, Error> {
    hash_batch_on::<C, Serial>(each, inputs)
}

#[inline(never)]
fn hash_batch_on<C: Curve, T: Threads>(
    each: usize,
    inputs: &[[u8; 32]],
) -> Result<Vec<[u8; 32]>, Error> {
    let poseidon = Poseidon::<C>::new(each)?;
    let hashes = poseidon.hash_batch_on::<T>(&scalars::<C>(inputs)?)?;
    Ok(hashes.iter().map(Red::to_le_bytes).collect())
}

/// The root of integers of 32 little-endian bytes as fastcrypto's `poseidon_merkle_tree` has it, as
/// such bytes: at most 16 are hashed; of more, each 16 and what is left after them are, and so are
/// the hashes again.
///
/// It binds the integers only together with their number: the root of 17 is also that of two
/// hashes. Constant-time in the integers, not in their number; batches on vectors where the CPU has
/// them.
///
/// [Example](crate::poseidon).
///
/// # Errors
/// [`Error::Empty`], [`Error::NotCanonical`].
#[inline(never)]
pub fn merkle_root<C: Curve>(inputs: &[[u8; 32]]) -> Result<[u8; 32], Error> {
    merkle_root_on::<C, Serial>(inputs)
}

#[inline(never)]
fn merkle_root_on<C: Curve, T: Threads>(inputs: &[[u8; 32]]) -> Result<[u8; 32], Error> {
    let mut level = scalars::<C>(inputs)?;
    while level.len() > MAX_INPUTS {
        let (whole, rest) = level.split_at(level.len() & !(MAX_INPUTS - 1));
        let mut next = Poseidon::<C>::new(MAX_INPUTS)?.hash_batch_on::<T>(whole)?;
        if !rest.is_empty() {
            next.push(Poseidon::<C>::new(rest.len())?.hash(rest)?);
        }
        level = next;
    }
    Ok(Poseidon::<C>::new(level.len())?.hash(&level)?.to_le_bytes())
}
