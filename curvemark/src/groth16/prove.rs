//! Proving: from a key and a witness to A, B and C (ePrint 2016/260, §3.2, by the quadratic
//! arithmetic program that snarkjs' setup has).
//!
//! With w the witness and random r, s,
//!
//! * A = α + Σ wᵢ·aᵢ(τ) + r·δ,
//! * B = β + Σ wᵢ·bᵢ(τ) + s·δ,
//! * C = Σ wᵢ·(β·aᵢ(τ) + α·bᵢ(τ) + cᵢ(τ))/δ over private signals + h(τ)·z(τ)/δ + s·A + r·B − r·s·δ,
//!   with B in G1.
//!
//! P = a·b − c, of degree below 2n, is zero on the domain of size n, so that its values at the odd
//! powers of the root of order 2n are enough for h(τ)·z(τ) = P(τ). Values of a and b on the domain
//! are the rows of the matrices times w, those of c are their products if w satisfies the
//! constraints; three transforms make coefficients of them and three more values on the odd half.

use alloc::vec;
use alloc::vec::Vec;

use curve::error::BatchError;
use curve::field::{Anywhere, Red};
use curve::msm::msm_vartime_alloc;
use curve::vectors::{mul_assign_slices, mul_slices, sub_assign_slices};
use curve::weierstrass::{Affine, GroupInLanes, Projective};
use rand_core::CryptoRng;
use zeroize::Zeroizing;

use super::proving_key::{Bases, Coefficient};
use super::{Curve, FileError, G1, Proof, ProvingKey, Scalar, Witness};

/// Σ kᵢPᵢ, on threads of whose choice it is.
trait Sums {
    fn sum<G: GroupInLanes>(
        points: &[Affine<G>],
        scalars: &[Red<G::Scalar>],
    ) -> Result<Projective<G>, BatchError>;
}

/// The caller's own thread.
enum Serial {}

impl Sums for Serial {
    fn sum<G: GroupInLanes>(
        points: &[Affine<G>],
        scalars: &[Red<G::Scalar>],
    ) -> Result<Projective<G>, BatchError> {
        msm_vartime_alloc(points, scalars)
    }
}

/// The threads of the caller's rayon pool.
#[cfg(feature = "parallel")]
enum Pool {}

#[cfg(feature = "parallel")]
impl Sums for Pool {
    fn sum<G: GroupInLanes>(
        points: &[Affine<G>],
        scalars: &[Red<G::Scalar>],
    ) -> Result<Projective<G>, BatchError> {
        curve::parallel::msm_vartime(points, scalars)
    }
}

impl<C: Curve> ProvingKey<C> {
    /// A proof for the public inputs of the witness, randomised by r and s from `rng`, so that it
    /// tells nothing else of the witness.
    ///
    /// **In time that depends on the witness**, as with provers everywhere: sums of multiples go by
    /// the scalars' digits. Whoever can time a prover closely learns of the witness; let it run
    /// where nobody can. Copies of the witness and what is computed of it is wiped, but not the
    /// digits that sums of multiples keep on the heap while they run.
    ///
    /// A proof that does not verify is not given out, so that neither a wrong witness nor a fault
    /// of the machine leaves here as a proof.
    ///
    /// Cost: six transforms of the domain's size n, sums of multiples of n points and of the
    /// signals', four in G1 and one in G2, and a verification.
    ///
    /// # Errors
    /// [`FileError::WitnessLength`], [`FileError::Unsatisfied`].
    pub fn prove<R: CryptoRng + ?Sized>(
        &self,
        witness: &Witness<C>,
        rng: &mut R,
    ) -> Result<Proof<C>, FileError> {
        self.prove_on::<Serial>(witness, &mut { rng })
    }

    /// As [`ProvingKey::prove`], with sums of multiples on the threads of the caller's rayon pool.
    /// Many proofs at once are made faster by proving each on one thread.
    ///
    /// # Errors
    /// As there.
    #[cfg(feature = "parallel")]
    pub fn prove_parallel<R: CryptoRng + ?Sized>(
        &self,
        witness: &Witness<C>,
        rng: &mut R,
    ) -> Result<Proof<C>, FileError> {
        self.prove_on::<Pool>(witness, &mut { rng })
    }

    #[inline(never)]
    fn prove_on<S: Sums>(
        &self,
        witness: &Witness<C>,
        rng: &mut dyn CryptoRng,
    ) -> Result<Proof<C>, FileError> {
        let values = witness.values();
        if values.len() != self.signals {
            return Err(FileError::WitnessLength);
        }
        let [r, s] = [(); 2].map(|()| Zeroizing::new(Scalar::<C>::random(rng)));
        let h = self.quotient(values);
        let key = &self.verifying;
        let by = |point: &G1<C>, k: &Scalar<C>| point.mul(k);

        let a = with_sum::<_, S>(by(&self.delta, &r).add_mixed(key.alpha()), &self.a, values);
        let b = with_sum::<_, S>(key.delta().mul(&s).add_mixed(key.beta()), &self.b2, values);
        let b_1 = with_sum::<_, S>(by(&self.delta, &s).add_mixed(&self.beta), &self.b1, values);
        let rs = Zeroizing::new(-&(&*r * &*s));
        let masked = a.mul(&s).add(&b_1.mul(&r)).add(&by(&self.delta, &rs));
        let quotient =
            S::sum(&self.h, &h).unwrap_or_else(|_| unreachable!("as many values as points"));
        let c = with_sum::<_, S>(masked.add(&quotient), &self.c, values);

        let proof = Proof { a: a.to_affine(), b: b.to_affine(), c: c.to_affine() };
        let inputs = &values[1..=self.prepared.inputs()];
        self.prepared.verify(inputs, &proof).map_err(|_| FileError::Unsatisfied)?;
        Ok(proof)
    }

    /// The values of a·b − c on the odd half of the domain of size 2n.
    fn quotient(&self, values: &[Scalar<C>]) -> Zeroizing<Vec<Scalar<C>>> {
        let rows = |matrix: &[Coefficient<C>]| {
            let mut out = Zeroizing::new(vec![Scalar::<C>::zero(); self.h.len()]);
            for Coefficient { place, signal, value } in matrix {
                let sum = &mut out[*place as usize];
                *sum = &*sum + &(value * &values[*signal as usize]);
            }
            out
        };
        let [mut a, mut b] = self.coefficients.each_ref().map(|matrix| rows(matrix));
        let mut c = Zeroizing::new(vec![Scalar::<C>::zero(); a.len()]);
        let done = mul_slices(&a, &b, &mut c)
            .and_then(|()| self.to_odd_half(&mut a))
            .and_then(|()| self.to_odd_half(&mut b))
            .and_then(|()| self.to_odd_half(&mut c))
            .and_then(|()| mul_assign_slices(&mut a, &b))
            .and_then(|()| sub_assign_slices(&mut a, &c));
        done.unwrap_or_else(|_| unreachable!("all are as long as the domain"));
        a
    }

    fn to_odd_half(&self, values: &mut [Scalar<C>]) -> Result<(), BatchError> {
        self.domain.inverse(values)?;
        self.domain.coset_forward(values, &self.shift)
    }
}

/// A point and Σ wᵢPᵢ over the signals that have one.
fn with_sum<G: GroupInLanes<Scalar: Anywhere>, S: Sums>(
    point: Projective<G>,
    bases: &Bases<G>,
    values: &[Red<G::Scalar>],
) -> Projective<G> {
    let scalars: Vec<_> = bases.signals.iter().map(|signal| values[*signal as usize]).collect();
    let scalars = Zeroizing::new(scalars);
    match S::sum(&bases.points, &scalars) {
        Ok(sum) => point.add(&sum),
        // No signal has a point.
        Err(_) => point,
    }
}
