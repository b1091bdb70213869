//! Times in field multiplications: what shows whether an algorithm, not a kernel, is behind.

use peer_api::Curve;
use record::{Operation, Row};

/// The row's time divided by the time of the same implementation's own multiplication in the base
/// field of the operation's curve, in the same run. `None` where it has no such row.
pub fn in_field_multiplications(
    operations: &[Operation],
    operation: &Operation,
    row: &Row,
) -> Option<f64> {
    let unit = format!("{}/fp_mul", Curve::of(&operation.id)?.id());
    let unit = operations.iter().find(|operation| operation.id == unit)?;
    let own = unit.rows.iter().find(|own| own.implementation == row.implementation)?;
    let cost = row.cpu_ns / own.cpu_ns;
    cost.is_finite().then_some(cost)
}

#[cfg(test)]
mod tests {
    use super::*;
    use record::sample::sample;

    #[test]
    fn the_unit_is_the_implementations_own_on_the_same_curve() {
        let mut operations = vec![sample().operations.remove(0); 3];
        for (operation, id) in
            operations.iter_mut().zip(["bn254/fp_mul", "bn254/g1_add", "p256/add"])
        {
            operation.id = id.into();
        }
        operations[1].rows[0].cpu_ns *= 12.0;
        operations[1].rows[1].cpu_ns *= 15.0;
        let cost = |place: usize, row: usize| {
            in_field_multiplications(&operations, &operations[place], &operations[place].rows[row])
        };
        assert_eq!(cost(0, 0), Some(1.0));
        assert!((cost(1, 0).expect("it has the unit") - 12.0).abs() < 1e-9);
        assert!((cost(1, 1).expect("it has the unit") - 15.0).abs() < 1e-9);
        assert_eq!(cost(2, 0), None, "another curve's field is no unit");
        let mut alone = operations.clone();
        alone[0].rows.truncate(1);
        assert_eq!(in_field_multiplications(&alone, &alone[1], &alone[1].rows[1]), None);
    }
}
