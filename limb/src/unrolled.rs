//! Loops of the vector kernels, whose indices the compiler must know, and over the words of a
//! number.

/// Repeats a block for an index 0, 1, … below a constant of at most eight, each time with the index
/// a constant. Where the constant is at most four, say so: each copy of a block that is left out
/// still costs its part of a build.
///
/// The comparison stands in a `const` block: what is not repeated is left out before code is
/// generated, in place of being generated, optimised and thrown away by every crate that has a
/// kernel. So are branches in the block whose conditions are `const` blocks.
macro_rules! unrolled {
    ($i:ident < $n:expr => $body:block) => {
        unrolled!(@ $i $n => $body 0 1 2 3 4 5 6 7)
    };
    ($i:ident < $n:expr, at most four => $body:block) => {
        unrolled!(@ $i $n => $body 0 1 2 3)
    };
    (@ $i:ident $n:expr => $body:block $($k:literal)*) => {
        $(if const { $k < $n } {
            #[allow(non_upper_case_globals)]
            const $i: usize = $k;
            $body
        })*
    };
}

/// Repeats a block for the index of each word of a number.
///
/// Where there is no carry flag a word takes eight instructions, and a loop three more with a
/// branch that is taken: unrolled, even in code that is to be small for the sake of a cache of a
/// few kilobytes, unless it is to be smaller still (`--cfg curvemark_small`).
#[cfg(all(target_arch = "riscv32", not(curvemark_small)))]
macro_rules! each_word {
    ($i:ident < $n:expr => $body:block) => {
        each_word!(@ $i $n => $body 0 1 2 3 4 5 6 7 8 9 10 11)
    };
    (@ $i:ident $n:expr => $body:block $($k:literal)*) => {
        $(if $k < $n {
            let $i: usize = $k;
            $body
        })*
        #[allow(clippy::needless_range_loop)]
        for $i in 12..$n $body
    };
}

/// Repeats a block for the index of each word of a number.
#[cfg(any(not(target_arch = "riscv32"), curvemark_small))]
macro_rules! each_word {
    ($i:ident < $n:expr => $body:block) => {
        // One index runs over several arrays.
        #[allow(clippy::needless_range_loop)]
        for $i in 0..$n $body
    };
}
