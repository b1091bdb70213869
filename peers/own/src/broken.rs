//! A tower with one wrong Frobenius constant, for the gate's self-test.
//!
//! The pairing is generic over the facts of a curve, so a broken fact is another implementation of
//! the same trait: nothing in the stack itself has to be switched, and the binary that users run
//! can show that its gate would notice.

use curve::integer::{Integer, SignedPart};
use curve::pairing::{Family, MillerPair, Pairing, final_exponentiation, multi_miller_loop};
use curve::tower::{Fp2Of, Fp12, Frobenius, Tower, Twist};
use curve::windows::Windows;
use curvemark::bls12_381::{Bls12381, FpConst, FpEngine, G1Affine, G2Affine};
use std::sync::OnceLock;

/// BLS12-381 with the two coefficients of the first Frobenius constant, ξ^((p − 1)/6), swapped.
#[derive(Clone, Copy, Debug)]
struct WrongFrobenius;

impl Tower for WrongFrobenius {
    type Fp = FpEngine;

    const XI: u32 = Bls12381::<FpEngine>::XI;
    const TWIST: Twist = Bls12381::<FpEngine>::TWIST;

    fn frobenius() -> &'static Frobenius<FpConst> {
        static WRONG: OnceLock<Frobenius<FpConst>> = OnceLock::new();
        WRONG.get_or_init(|| {
            let mut facts = *Bls12381::<FpEngine>::frobenius();
            facts.p1[0].swap(0, 1);
            facts
        })
    }
}

impl Pairing for WrongFrobenius {
    const FAMILY: Family = Bls12381::<FpEngine>::FAMILY;
    const SEED: Windows = Bls12381::<FpEngine>::SEED;
    const SEED_NEGATIVE: bool = Bls12381::<FpEngine>::SEED_NEGATIVE;
    const LOOP: Windows = Bls12381::<FpEngine>::LOOP;

    type Registers = [Fp12<Self>; 4];
    type ScalarConst = <Bls12381<FpEngine> as Pairing>::ScalarConst;
    type G1 = <Bls12381<FpEngine> as Pairing>::G1;
    type G2 = <Bls12381<FpEngine> as Pairing>::G2;

    const PART_BITS: u32 = Bls12381::<FpEngine>::PART_BITS;

    fn split(k: &Integer) -> [SignedPart; 4] {
        Bls12381::<FpEngine>::split(k)
    }

    fn registers((): &()) -> Self::Registers {
        [(); 4].map(|()| Fp12::zero_in(&()))
    }

    fn stand_in((): &()) -> [Fp2Of<Self>; 2] {
        Bls12381::<FpEngine>::stand_in(&())
    }
}

/// The pairing with the wrong constant.
pub(crate) fn pairing(p: &G1Affine, q: &G2Affine) -> [u8; 576] {
    let skip = p.is_identity() | q.is_identity();
    let pair = MillerPair::<WrongFrobenius>::masked([*p.x(), *p.y()], [*q.x(), *q.y()], &skip);
    let mut out = [0; 576];
    final_exponentiation(&multi_miller_loop(&(), [pair])).to_bytes(&mut out);
    out
}
