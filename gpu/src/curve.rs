//! Groups whose sums are computed on a card.

use ::curve::engines::recorder::Recorder;
use ::curve::field::{Canonical, Red};
use ::curve::formulas::complete;
use ::curve::scalar::ScalarField;
use ::curve::weierstrass::{GroupInLanes, Projective, Weierstrass};
use ::curve::{bls12_381, bn254};

use crate::lower::Formula;

/// A group of `curve`, with its curve on the recorder.
///
/// Its formulas are `curve`'s complete ones, which have no exceptional case ([`complete`]): equal,
/// opposite and identity operands go through the same steps, so that no kernel branches on them.
pub trait OnCard:
    GroupInLanes<Base: Canonical<Ctx = (), Const: Clone>, Scalar: ScalarField + Canonical<Ctx = ()>>
{
    /// The same curve on the recorder.
    type Recorded: Weierstrass<Base = Recorder<Self::Base>>;
    /// Its name, of which those of files are made.
    const NAME: &'static str;

    /// P + Q of six homogeneous coordinates.
    fn addition() -> Formula<Self::Base> {
        Formula::record(6, |inputs| {
            let (p, q) = inputs.split_at(3);
            coordinates(&complete::add(&point::<Self>(p), &point::<Self>(q)))
        })
    }

    /// P + (x, y) of three homogeneous coordinates and two affine ones.
    fn mixed_addition() -> Formula<Self::Base> {
        Formula::record(5, |inputs| {
            let p = point::<Self>(&inputs[..3]);
            coordinates(&complete::add_mixed(&p, &inputs[3], &inputs[4]))
        })
    }

    /// 2P of three homogeneous coordinates.
    fn doubling() -> Formula<Self::Base> {
        Formula::record(3, |inputs| coordinates(&complete::double(&point::<Self>(inputs))))
    }
}

fn point<C: OnCard>(coordinates: &[Red<Recorder<C::Base>>]) -> Projective<C::Recorded> {
    let [x, y, z] = [0, 1, 2].map(|at| coordinates[at].clone());
    Projective::from_xyz_unchecked_curve_and_subgroup(x, y, z)
}

fn coordinates<C: Weierstrass>(point: &Projective<C>) -> Vec<Red<C::Base>> {
    point.coordinates().map(Clone::clone).to_vec()
}

impl OnCard for bls12_381::G1Curve {
    type Recorded = bls12_381::G1Curve<Recorder<bls12_381::FpEngine>>;
    const NAME: &'static str = "bls12_381";
}

impl OnCard for bn254::G1Curve {
    type Recorded = bn254::G1Curve<Recorder<bn254::FpEngine>>;
    const NAME: &'static str = "bn254";
}
