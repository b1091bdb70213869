//! A program like Lighthouse's module for blst, compiled twice: only the line that names the crate
//! differs. Both print the same.

mod with_blst {
    #[allow(clippy::single_component_path_imports)] // The line that differs.
    use blst;
    include!("lighthouse.rs");
}

mod with_curvemark {
    use curvemark_blst as blst;
    include!("lighthouse.rs");
}

#[test]
fn both_print_the_same() {
    let (theirs, ours) = (with_blst::run(), with_curvemark::run());
    assert!(theirs.lines().count() > 20, "{theirs}");
    assert_eq!(theirs, ours);
    print!("{ours}");
}
