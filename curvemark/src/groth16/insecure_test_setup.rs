//! Circuits, keys and witnesses of any size from a seed, **for tests only**: anyone who knows the
//! seed of a key can prove anything under it.
//!
//! The circuit is a chain of products: with private u₀, and constants cₖ, dₖ of the seed,
//!
//! u₍ₖ₊₁₎ = (uₖ + cₖ·xₖ)·(uₖ + dₖ),
//!
//! where xₖ goes through the public inputs but the first, which is the last of the chain; xₖ is 1
//! if there is no other. Files are in circom's formats, so that snarkjs reads them.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use curve::field::{Canonical, Red};
use curve::vectors::invert_batch_vartime;
use curve::weierstrass::{Affine, GroupInLanes, Jacobian, Projective};
use sha2::{Digest, Sha256};

use super::files::{R1CS, ZKEY, write};
use super::points::{modulus, put_le};
use super::proving_key::snarkjs_root;
use super::{Curve, FileError, Scalar, Witness};

/// Most constraints, and most public inputs: 2^24 of both together.
const MOST: u32 = 1 << 24;

/// A row of a matrix: signals in ascending order, and their coefficients.
type Row<C> = Vec<(u32, Scalar<C>)>;

/// A circuit and its setup, both of a seed. See the [module](self).
///
/// [Example](crate::groth16).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InsecureTestSetup<C> {
    constraints: u32,
    public: u32,
    seed: u64,
    curve: PhantomData<C>,
}

impl<C: Curve> InsecureTestSetup<C> {
    /// So many constraints, and public inputs; at least one of each.
    ///
    /// # Errors
    /// [`FileError::Counts`] for none, or more than 2^24 together.
    #[inline(never)]
    pub fn new(constraints: u32, public: u32, seed: u64) -> Result<Self, FileError> {
        let fits = constraints.checked_add(public).is_some_and(|sum| sum < MOST);
        if constraints == 0 || public == 0 || !fits {
            return Err(FileError::Counts);
        }
        Ok(Self { constraints, public, seed, curve: PhantomData })
    }

    /// Signals, one included.
    fn signals(&self) -> u32 {
        1 + self.public + self.constraints
    }

    /// The signal of uₖ.
    fn chain(&self, k: u32) -> u32 {
        if k == self.constraints { 1 } else { 1 + self.public + k }
    }

    /// The signal of xₖ, and cₖ and dₖ.
    #[expect(
        clippy::integer_division_remainder_used,
        reason = "of numbers of constraints, which are public"
    )]
    fn step(&self, k: u32) -> (u32, [Scalar<C>; 2]) {
        let signal = if self.public == 1 { 0 } else { 2 + k % (self.public - 1) };
        let bytes = self.hash("step", u64::from(k));
        let constant = |bytes: &[u8]| Scalar::<C>::from_uniform_bytes(bytes);
        (signal, [constant(&bytes[..8]), constant(&bytes[8..16])])
    }

    fn hash(&self, what: &str, number: u64) -> [u8; 64] {
        let mut out = [0; 64];
        for (half, out) in (0u8..).zip(out.chunks_mut(32)) {
            let hash = Sha256::new()
                .chain_update(b"curvemark groth16 insecure test setup")
                .chain_update([half])
                .chain_update(self.seed.to_le_bytes())
                .chain_update(number.to_le_bytes())
                .chain_update(what.as_bytes());
            out.copy_from_slice(&hash.finalize());
        }
        out
    }

    fn scalar(&self, what: &str, number: u64) -> Scalar<C> {
        Scalar::<C>::from_uniform_bytes(&self.hash(what, number))
    }

    /// The rows of a constraint in A, B and C.
    fn rows(&self, k: u32) -> [Row<C>; 3] {
        let (x, [c, d]) = self.step(k);
        let (u, one) = (self.chain(k), Scalar::<C>::one());
        // xₖ comes before uₖ.
        [vec![(x, c), (u, one)], vec![(0, d), (u, one)], vec![(self.chain(k + 1), one)]]
    }

    /// A witness, of this number: others have other public inputs.
    #[inline(never)]
    pub fn witness(&self, number: u64) -> Witness<C> {
        let mut values = vec![Scalar::<C>::zero(); self.signals() as usize];
        values[0] = Scalar::<C>::one();
        for i in 2..=self.public {
            let bytes = self.hash("public", number ^ (u64::from(i) << 40));
            values[i as usize] = Scalar::<C>::from_uniform_bytes(&bytes[..16]);
        }
        values[self.chain(0) as usize] = self.scalar("private", number);
        for k in 0..self.constraints {
            let (x, [c, d]) = self.step(k);
            let u = values[self.chain(k) as usize];
            values[self.chain(k + 1) as usize] = &(&u + &(&c * &values[x as usize])) * &(&u + &d);
        }
        Witness::new(values).unwrap_or_else(|_| unreachable!("the first is one"))
    }

    /// The circuit as a `.r1cs` file, version 1.
    #[inline(never)]
    pub fn r1cs(&self) -> Vec<u8> {
        let size = <C::Scalar as Canonical>::BYTES;
        let mut header = (size as u32).to_le_bytes().to_vec();
        header.extend(modulus::<C::Scalar>());
        // Signals, public outputs, public and private inputs, labels, constraints.
        for number in [self.signals(), 1, self.public - 1, 1] {
            header.extend(number.to_le_bytes());
        }
        header.extend(u64::from(self.signals()).to_le_bytes());
        header.extend(self.constraints.to_le_bytes());
        let mut constraints = Vec::new();
        for k in 0..self.constraints {
            for row in self.rows(k) {
                constraints.extend((row.len() as u32).to_le_bytes());
                for (signal, value) in row {
                    constraints.extend(signal.to_le_bytes());
                    put_le(&value, &mut constraints);
                }
            }
        }
        let labels = (0..u64::from(self.signals())).flat_map(u64::to_le_bytes).collect();
        write(&R1CS, &[(1, header), (2, constraints), (3, labels)])
    }

    /// The key as a `.zkey` file, version 1. α, β, δ and τ are of the seed, γ is one as in all keys
    /// of snarkjs.
    ///
    /// Cost: 32 additions for each point, five for each signal.
    #[inline(never)]
    pub fn zkey(&self) -> Vec<u8> {
        let [alpha, beta, delta, tau] =
            ["alpha", "beta", "delta", "tau"].map(|name| self.scalar(name, 0));
        let (signals, public) = (self.signals() as usize, self.public as usize);
        // A row for each constraint, and one for each public signal, which makes those independent.
        let rows = self.constraints as usize + public + 1;
        let size = rows.next_power_of_two();
        let log = size.trailing_zeros();
        let lagrange = lagrange::<C>(log, &tau);

        let mut coefficients = Vec::new();
        let mut columns = [(); 3].map(|()| vec![Scalar::<C>::zero(); signals]);
        let r2 =
            Scalar::<C>::from(2u32).pow_vartime(&[16 * <C::Scalar as Canonical>::BYTES as u64]);
        let mut count = 0u32;
        let mut add = |matrix: usize, constraint: usize, signal: u32, value: &Scalar<C>| {
            let sum = &mut columns[matrix][signal as usize];
            *sum = &*sum + &(value * &lagrange[constraint]);
            if matrix < 2 {
                count += 1;
                for number in [matrix as u32, constraint as u32, signal] {
                    coefficients.extend(number.to_le_bytes());
                }
                put_le(&(value * &r2), &mut coefficients);
            }
        };
        for k in 0..self.constraints {
            for (matrix, row) in self.rows(k).into_iter().enumerate() {
                row.iter().for_each(|(signal, value)| add(matrix, k as usize, *signal, value));
            }
        }
        (0..=public)
            .for_each(|i| add(0, self.constraints as usize + i, i as u32, &Scalar::<C>::one()));
        let [a, b, c] = columns;

        let inverse_delta = delta.invert();
        let combined = |i: usize| &(&(&beta * &a[i]) + &(&alpha * &b[i])) + &c[i];
        let of_public: Vec<_> = (0..=public).map(combined).collect();
        let of_private: Vec<_> =
            (public + 1..signals).map(|i| &combined(i) * &inverse_delta).collect();
        let odd: Vec<_> = self::lagrange::<C>(log + 1, &tau)
            .iter()
            .skip(1)
            .step_by(2)
            .map(|value| value * &inverse_delta)
            .collect();

        let g1 = Multiples::<C::G1>::new(Affine::generator(), C::Fp::BYTES);
        let g2 = Multiples::<C::G2>::new(Affine::generator(), C::Fp::BYTES);
        let mut header = (C::Fp::BYTES as u32).to_le_bytes().to_vec();
        header.extend(modulus::<C::Fp>());
        header.extend((<C::Scalar as Canonical>::BYTES as u32).to_le_bytes());
        header.extend(modulus::<C::Scalar>());
        for number in [self.signals(), self.public, size as u32] {
            header.extend(number.to_le_bytes());
        }
        header.extend(g1.encode(&[alpha, beta]));
        header.extend(g2.encode(&[beta, Scalar::<C>::one()]));
        header.extend(g1.encode(&[delta]));
        header.extend(g2.encode(&[delta]));
        let mut section_4 = count.to_le_bytes().to_vec();
        section_4.append(&mut coefficients);
        // No contribution: a hash of the circuit, which nobody made, and their number.
        let contributions = vec![0; 68];
        let sections = [
            (1, 1u32.to_le_bytes().to_vec()),
            (2, header),
            (3, g1.encode(&of_public)),
            (4, section_4),
            (5, g1.encode(&a)),
            (6, g1.encode(&b)),
            (7, g2.encode(&b)),
            (8, g1.encode(&of_private)),
            (9, g1.encode(&odd)),
            (10, contributions),
        ];
        write(&ZKEY, &sections)
    }
}

/// The values at τ of the Lagrange polynomials of the powers of snarkjs' root ω of order n: (τⁿ −
/// 1)/n·ωⁱ/(τ − ωⁱ).
fn lagrange<C: Curve>(log: u32, tau: &Scalar<C>) -> Vec<Scalar<C>> {
    let root = snarkjs_root::<C>(log);
    let mut power = Scalar::<C>::one();
    let mut powers = Vec::with_capacity(1 << log);
    for _ in 0..1usize << log {
        powers.push(power);
        power = &power * &root;
    }
    let mut out: Vec<_> = powers.iter().map(|power| tau - power).collect();
    invert_batch_vartime(&mut out);
    let mut factor = *tau;
    factor.square_times(log);
    let size = Scalar::<C>::from(1u64 << log);
    let factor = &(&factor - &Scalar::<C>::one()) * &size.invert();
    out.iter_mut().zip(&powers).for_each(|(value, power)| *value = &(&*value * power) * &factor);
    out
}

/// Bits of a window.
const WINDOW: usize = 8;

/// d·2^(8j)·G for all 0 < d < 2^8 and all windows j.
struct Multiples<G: GroupInLanes> {
    windows: Vec<Vec<Affine<G>>>,
    r: Red<G::Base>,
}

impl<G: GroupInLanes> Multiples<G> {
    /// Of the generator; coordinates in Fp have so many bytes.
    #[inline(never)]
    fn new(generator: Affine<G>, bytes: usize) -> Self {
        let mut base = generator;
        let ctx = base.x().ctx();
        let mut windows = Vec::new();
        for _ in 0..G::Scalar::BYTES {
            let mut multiples = vec![base.to_projective()];
            for i in 1..1 << WINDOW {
                multiples.push(multiples[i - 1].add_mixed(&base));
            }
            let mut affine = vec![Affine::identity_in(&ctx); multiples.len()];
            settled(Projective::batch_to_affine(&multiples, &mut affine));
            base = affine.pop().unwrap_or_else(|| unreachable!("2^8 of them"));
            windows.push(affine);
        }
        Self { windows, r: Red::small(&ctx, 2).pow_vartime(&[8 * bytes as u64]) }
    }

    /// The points of these scalars as a `.zkey` has them.
    fn encode(&self, scalars: &[Red<G::Scalar>]) -> Vec<u8> {
        if scalars.is_empty() {
            return Vec::new();
        }
        let ctx = self.r.ctx();
        let multiple = |scalar: &Red<G::Scalar>| {
            let mut bytes = [0; 32];
            scalar.to_bytes(&mut bytes);
            let digits = bytes.iter().rev().zip(&self.windows);
            let points = digits
                .filter(|(digit, _)| **digit != 0)
                .map(|(digit, window)| &window[usize::from(*digit) - 1]);
            points
                .fold(Jacobian::identity_in(&ctx), |sum, point| sum.add_mixed_vartime(point))
                .to_projective()
        };
        let points: Vec<_> = scalars.iter().map(multiple).collect();
        let mut affine = vec![Affine::identity_in(&ctx); points.len()];
        settled(Projective::batch_to_affine(&points, &mut affine));
        let mut out = Vec::with_capacity(affine.len() * 2 * G::Base::BYTES);
        for point in &affine {
            // x = y = 0 is the identity.
            put_le(&(point.x() * &self.r), &mut out);
            put_le(&(point.y() * &self.r), &mut out);
        }
        out
    }
}

fn settled<E: fmt::Debug>(result: Result<(), E>) {
    result.unwrap_or_else(|error| unreachable!("as many places as points: {error:?}"));
}
