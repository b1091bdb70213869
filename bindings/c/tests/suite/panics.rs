//! No panic leaves a function.

use curvemark_c::{Status, guard};

#[test]
fn a_panic_becomes_a_status() {
    let status = guard(|| panic!("as a fault of ours would, with this message"));
    assert_eq!(status, Status::Panic as i32);
    assert_eq!(guard(|| Ok(())), 0);
    assert_eq!(guard(|| Err(Status::Scalar)), Status::Scalar as i32);
}
