//! Loops of the vector kernels, whose indices the compiler must know.

/// Repeats a block for an index 0, 1, … below a constant of at most eight, each time with the index a constant.
///
/// The comparison stands in a `const` block: what is not repeated is left out before code is generated, in place of being generated,
/// optimised and thrown away by every crate that has a kernel. So are branches in the block whose conditions are `const` blocks.
macro_rules! unrolled {
    ($i:ident < $n:expr => $body:block) => {
        unrolled!(@ $i $n => $body 0 1 2 3 4 5 6 7)
    };
    (@ $i:ident $n:expr => $body:block $($k:literal)*) => {
        $(if const { $k < $n } {
            #[allow(non_upper_case_globals)]
            const $i: usize = $k;
            $body
        })*
    };
}
