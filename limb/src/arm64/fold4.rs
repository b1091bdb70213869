//! The kernels for residues modulo 2^k − c on 4 full words, see [`crate::fold`].
//!
//! Names: R = 2^256 ≡ C, C below 2^40, which is in x4. Operands and results are any integers below
//! R. The whole product in x11 to x17 and x20, then the fold of its upper half: there is nothing to
//! interleave, since no quotient waits for anything.

use core::arch::naked_asm;

/// x0…x3 = the running value modulo 2^k − c.
///
/// The words above R after the first fold are at most C (2C with what `$above` adds), and the
/// second fold adds less than 2^82 to R − 1: whatever carries leaves less than 2^82, which takes C
/// within two words.
macro_rules! fold {
    ($($above:literal),*) => {
        concat!(
            halves!("mul" "adds" "adcs" x4; x15 x16 x17 x20; x11 x12 x13 x14),
            "umulh x5, x20, x4\n",
            "adc x5, x5, xzr\n",
            halves!("umulh" "adds" "adcs" x4; x15 x16 x17; x12 x13 x14),
            "adc x5, x5, xzr\n",
            $($above, "\n",)*
            "umulh x6, x5, x4\n",
            "mul x5, x5, x4\n",
            "adds x11, x11, x5\n",
            "adcs x12, x12, x6\n",
            "adcs x2, x13, xzr\n",
            "adcs x3, x14, xzr\n",
            "csel x4, x4, xzr, hs\n",
            "adds x0, x11, x4\n",
            "adc x1, x12, xzr\n",
            "ret\n",
        )
    };
}

/// \[x0\]·\[x1\]: by `words_by!`.
///
/// # Safety
/// The pointers are valid, and C is below 2^40.
#[unsafe(naked)]
pub(crate) unsafe extern "C" fn mul() {
    naked_asm!(product4!(), fold!())
}

/// \[x0\]²: by `words_by!`.
///
/// # Safety
/// As [`mul`].
#[unsafe(naked)]
pub(crate) unsafe extern "C" fn sqr() {
    naked_asm!(square4!(), fold!())
}

/// \[x0\]·\[x1\] + \[x2\]·\[x3\]: by `words_by!`.
///
/// # Safety
/// As [`mul`].
#[unsafe(naked)]
pub(crate) unsafe extern "C" fn sum_of_two() {
    naked_asm!(
        sum4!(),
        // R² ≡ C·R.
        "csel x10, x4, xzr, hs",
        fold!("add x5, x5, x10"),
    )
}
