//! Eight lanes in tests: whatever is tested runs on the portable reference everywhere, and on
//! vectors where this CPU has them.
#![allow(dead_code)]

use curve::engines::lanes8::{LANES, Lanes8Portable};
use curve::field::{Anywhere, Field, InLanes, Lanes, Red};

/// What is done on each engine of lanes above `F`.
pub trait OnLanes<F: Field> {
    /// Runs it on one of them.
    fn run<L: Lanes<One = F, Const = F::Const>>(&self, ctx: &L::Ctx);
}

/// Runs it on all of them.
pub fn on_all_lanes<F: InLanes + Anywhere + Field<Wide: Copy>>(test: &impl OnLanes<F>) {
    test.run::<Lanes8Portable<F>>(&());
    if let Some(ctx) = F::lanes() {
        test.run::<F::Lanes>(&ctx);
    } else if const { F::DOUBLES }
        && let Some(ctx) = F::doubles()
    {
        test.run::<F::Doubles>(&ctx);
    } else {
        eprintln!("SKIPPED: this CPU has no vectors for a field; its portable lanes were tested");
    }
}

/// Eight elements side by side.
pub fn pack<L: Lanes>(ctx: &L::Ctx, lanes: &[Red<L::One>; LANES]) -> Red<L> {
    Red::from_raw(L::enter_lanes(ctx, |lane| lanes[lane].raw()))
}

/// The element of each lane.
pub fn unpack<L: Lanes>(a: &Red<L>) -> [Red<L::One>; LANES] {
    let mut lanes = [None; LANES];
    L::leave_lanes(a.raw(), |lane, a| lanes[lane] = Some(Red::from_raw(a)));
    lanes.map(|lane| lane.expect("there are eight lanes"))
}
