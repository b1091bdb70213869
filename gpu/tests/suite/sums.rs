//! Whole sums of multiples, next to `curve`'s.

use curve::field::Red;
use curve::msm::msm_vartime_alloc;
use curve::weierstrass::{Affine, Projective};
use curve::{bls12_381, bn254};
use gpu::curve::OnCard;
use gpu::interpreter::Interpreter;
use gpu::modulus::Modulus;
use gpu::msm::{Bases, Error, Plan, msm_vartime};
use rand_chacha::rand_core::Rng;

use crate::support::generator;

struct Card {
    machine: Interpreter,
    plan: Plan,
}

impl Card {
    fn new<C: OnCard>(plan: Plan) -> Self {
        let mut machine = Interpreter::new();
        let module = plan.module::<C>(&Modulus::of::<C::Base>());
        machine.load(&module.text()).expect("the builder writes the subset");
        Self { machine, plan }
    }

    #[track_caller]
    fn check<C: OnCard>(&mut self, points: &[Affine<C>], scalars: &[Red<C::Scalar>]) {
        let bases = Bases::new(&mut self.machine, points).expect("memory");
        let sum = msm_vartime::<C, _>(&mut self.machine, self.plan, &bases, scalars);
        let sum = sum.unwrap_or_else(|error| panic!("{error}"));
        let expected = msm_vartime_alloc(points, scalars).expect("as many");
        assert!(bool::from(sum.equal(&expected)), "{}", C::NAME);
        bases.release(&mut self.machine).expect("given back once");
    }
}

/// Points: ordinary ones, with repeated and opposite ones and the identity among them.
fn points<C: OnCard>(count: usize, generator: &mut impl Rng) -> Vec<Affine<C>> {
    let mut out: Vec<Affine<C>> = (0..count)
        .map(|_| {
            let k = [generator.next_u64(), generator.next_u64()];
            Projective::<C>::generator().mul_integer_vartime(&k).to_affine_vartime()
        })
        .collect();
    if count > 12 {
        out[3] = Affine::identity();
        out[5] = out[4];
        out[6] = out[4].neg();
        out[9] = Affine::identity();
        out[11] = out[10].neg();
    }
    out
}

fn scalars<C: OnCard>(count: usize, generator: &mut impl Rng) -> Vec<Red<C::Scalar>> {
    let mut out: Vec<Red<C::Scalar>> = (0..count).map(|_| random::<C>(generator)).collect();
    if count > 12 {
        out[0] = Red::zero();
        out[1] = Red::one();
        out[2] = -&Red::one();
        // Equal scalars of equal and of opposite points: their sums are doubled and cancelled in
        // one bucket.
        out[5] = out[4];
        out[6] = out[4];
        out[11] = out[10];
    }
    out
}

fn random<C: OnCard>(generator: &mut impl Rng) -> Red<C::Scalar> {
    let mut bytes = [0; 48];
    generator.fill_bytes(&mut bytes);
    Red::from_uniform_bytes(&bytes)
}

fn sums<C: OnCard>(plan: Plan) {
    let mut generator = generator(11);
    let mut card = Card::new::<C>(plan);
    let points = points::<C>(40, &mut generator);
    let scalars = scalars::<C>(40, &mut generator);
    card.check(&points, &scalars);
    // All scalars equal: each window has one bucket, over all threads.
    card.check(&points, &[scalars[7]; 40]);
    // All zero: no entries at all. All one, as half of a witness is.
    card.check(&points, &[Red::zero(); 40]);
    card.check(&points, &[Red::one(); 40]);
    // One point many times; the identity alone.
    card.check(&[points[0]; 20], &scalars[..20]);
    card.check::<C>(&[Affine::identity()], &scalars[7..8]);
    card.check(&points[..1], &scalars[7..8]);
    let bases = Bases::new(&mut card.machine, &points).expect("memory");
    let result = msm_vartime::<C, _>(&mut card.machine, plan, &bases, &scalars[1..]);
    assert!(matches!(result, Err(Error::Length)));
    for wrong in [
        Plan { window: 1, ..plan },
        Plan { window: 25, ..plan },
        Plan { entries: 0, ..plan },
        Plan { entries: 65_537, ..plan },
        Plan { partials: 3, ..plan },
        Plan { partials: 65_537, ..plan },
    ] {
        let result = msm_vartime::<C, _>(&mut card.machine, wrong, &bases, &scalars);
        assert!(matches!(result, Err(Error::Plan)), "{wrong:?}");
    }
    let none = Bases::<C>::new(&mut card.machine, &[]).expect("memory");
    let sum = msm_vartime::<C, _>(&mut card.machine, plan, &none, &[]).expect("an empty sum");
    assert!(bool::from(sum.is_identity()));
}

#[test]
fn forty_points_of_bls12_381() {
    sums::<bls12_381::G1Curve>(Plan { window: 6, entries: 24, partials: 8 });
}

#[test]
fn forty_points_of_bn254() {
    sums::<bn254::G1Curve>(Plan { window: 5, entries: 7, partials: 4 });
}

/// Windows that divide 256 and 32, and those that do not; pieces of one entry.
#[test]
fn windows_of_other_widths() {
    let mut generator = generator(12);
    let points = points::<bn254::G1Curve>(13, &mut generator);
    let scalars = scalars::<bn254::G1Curve>(13, &mut generator);
    for (window, entries, partials) in [(2, 1, 8), (3, 5, 4), (7, 64, 8), (8, 3, 5)] {
        let plan = Plan { window, entries, partials };
        Card::new::<bn254::G1Curve>(plan).check(&points, &scalars);
    }
}
