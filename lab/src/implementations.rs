//! Who is checked and measured: curvemark itself, then the peers that this build links.

mod broken;
mod curvemark;
mod subject;

pub use self::curvemark::Curvemark;
pub use subject::CurvemarkSubject;

use peer_api::Implementation;

/// The name of the row that everything else is compared with.
pub const BASELINE: &str = "curvemark";

/// Every implementation of this build, curvemark first.
pub fn all() -> Vec<Box<dyn Implementation>> {
    let mut all: Vec<Box<dyn Implementation>> = vec![Box::new(Curvemark)];
    all.extend(peer_core::implementations());
    all
}

/// The index of the baseline: curvemark, or the first one where curvemark does not take part. `None` if there is nobody.
pub fn baseline(implementations: &[Box<dyn Implementation>]) -> Option<usize> {
    let named = implementations.iter().position(|implementation| implementation.about().name == BASELINE);
    named.or(if implementations.is_empty() { None } else { Some(0) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::clock::simulated::{SimulatedClock, SyntheticLibrary};

    #[test]
    fn the_baseline_is_curvemark_or_the_first() {
        let clock = SimulatedClock::new(0, 0.0);
        let library = |name| Box::new(SyntheticLibrary::steady(name, &clock, 1.0)) as Box<dyn Implementation>;
        assert_eq!(baseline(&[]), None);
        assert_eq!(baseline(&[library("a"), library("b")]), Some(0));
        assert_eq!(baseline(&[library("a"), library("curvemark")]), Some(1));
    }
}
