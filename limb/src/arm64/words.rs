//! The kernels for 4 and 6 words.
//!
//! Names: m is the modulus, R = 2^(64N). Lazy operands are below 2m where R ≥ 4m and reduced
//! otherwise. Every kernel may be given one place as input and output. Their bounds are those of
//! the kernels of x86-64 ([`crate::adx`]), whose steps they take.
//!
//! Registers, for both sizes: x0 to x4 have the operands when a kernel begins; x1 to x3 are for
//! products; x4 is for q; the multiplicand begins at x5, the running value at x11, the modulus at
//! x20, n0 is in x26, and the words of the multiplier pass through x27 and x28. A square and a
//! product that is not reduced have their 2N words from x11 on.

/// The kernels of one size, by the registers that they have.
macro_rules! kernels {
    (
        words: $n:tt,
        // A multiplicand, also as a list; the running value; the modulus, also as a list; and
        // where the running value is in the end.
        b: $b:tt $bs:tt, t: $t:tt, m: $m:tt $ms:tt, end: $end:tt,
        // The same for a product that is not reduced: its lowest word and the N after it, those
        // after them, lists of the lower half, of the upper half and of all; the lower half as it
        // is reduced, and where it is then.
        wide: $wide:tt $more:tt, halves: $low:tt $high:tt $all:tt, reduced: $opening:tt $closing:tt,
        // A second multiplier; all of its registers with those of the multiplicand.
        s: $s:tt, w: $w:tt,
        // Half of a square, and its words from the second to the last but one.
        square: $square:expr, $square_words:tt $square_top:tt,
        // A sum of products; a multiple of N words with the word above them, also as a list, and
        // what it is added to.
        sum: $sum:tt, multiple: $multiple:tt $multiple_top:ident $multiple_words:tt $summand:tt,
        // Offsets of pairs of words and of words; one step for each word.
        pairs: $pairs:tt, offsets: $offsets:tt,
        // 8N, 16N and 8(2N + 1): where second halves lie, words on top, and second sums.
        size: $size:literal, twice: $twice:literal, sum_size: $sum_size:literal,
        // A second coefficient at x25; a second number of the stack.
        second: $second:literal $second_kept:literal,
        // Of [`Reduction`]: where 32·m, its word on top, and what estimates a quotient lie.
        offset: $offset:literal $offset_top:literal, estimate: $reciprocal:literal $left:literal,
        // The highest word of the running value in the end, all but the highest of the modulus, and
        // all but the lowest of that value.
        highest: $highest:literal, upper: $m_lower:tt $end_upper:tt,
        // How much of the stack complex products and squares take.
        frames: $frame_product:literal $frame_square:literal,
        // A subtraction of m where R is only at least 5m.
        once_more: $($once_more:ident)?
    ) => {
        use core::arch::naked_asm;

        use crate::adx::{Reduction, Wide};

        /// \[x0\]·\[x1\]·R⁻¹, reduced; of lazy operands. By `in_registers!`.
        ///
        /// # Safety
        /// The pointers are valid and R ≥ 5m.
        #[unsafe(naked)]
        pub(crate) unsafe extern "C" fn mul() {
            naked_asm!(
                load!($bs "x1, #" "0"),
                load!($ms "x4, #" "0"),
                concat!("ldr x26, [x4, #", $size, "]"),
                product_rows!(first_row "x0, #" $pairs $b $m $t),
                give!($n $end $bs $ms),
                "ret",
            )
        }

        /// 2N words of the running value = the square of the words of the multiplicand's registers,
        /// and then R⁻¹ times the lower half, with the modulus in their place. Products of
        /// different words are taken once and doubled.
        macro_rules! square {
            () => {
                concat!(
                    $square,
                    doubled_with_squares!($square_words $square_top $bs),
                    load!($bs "x4, #" "0"),
                    "ldr x25, [x4, #", $size, "]\n",
                    reduction_rows!(x0 x25; $b; $opening; $offsets),
                )
            };
        }

        /// \[x0\]²·R⁻¹, reduced; of a lazy operand. By `in_registers!`.
        ///
        /// # Safety
        /// As [`mul`].
        #[unsafe(naked)]
        pub(crate) unsafe extern "C" fn sqr() {
            naked_asm!(
                load!($bs "x0, #" "0"),
                square!(),
                each!("adds" "adcs"; $closing $closing $high),
                give!($n $closing $high $bs),
                "ret",
            )
        }

        /// out = a^(2^n)·R^(1 − 2^n), n squarings in Montgomery's form, n > 0: reduced, of a lazy
        /// operand. What goes from round to round is lazy: for a < 2m and R ≥ 4m, (a² + q·m)/R is
        /// below 4m²/R + m ≤ 2m.
        ///
        /// # Safety
        /// The pointers are valid, and as [`mul`].
        #[inline(always)]
        pub(crate) unsafe fn sqr_times(
            out: *mut [u64; $n],
            a: *const [u64; $n],
            modulus: *const Reduction<$n>,
            n: u64,
        ) {
            // SAFETY: the caller's promises.
            unsafe { with_places!(sqr_times_at, out, a, modulus, n) }
        }

        #[unsafe(naked)]
        unsafe extern "C" fn sqr_times_at() {
            naked_asm!(
                "mov x4, x2",
                "mov x26, x0",
                "mov x28, x3",
                load!($bs "x1, #" "0"),
                "2:",
                square!(),
                each!("adds" "adcs"; $bs $closing $high),
                "subs x28, x28, #1",
                "b.ne 2b",
                load!($low "x4, #" "0"),
                less_modulus!($bs $bs $high $low),
                store!($bs "x26, #" "0"),
                "ret",
            )
        }

        /// (\[x0\]·\[x1\] + \[x2\]·\[x3\])·R⁻¹, reduced; of lazy operands. By `in_registers!`.
        ///
        /// # Safety
        /// As [`mul`]; R ≥ 8m with 6 words.
        #[unsafe(naked)]
        pub(crate) unsafe extern "C" fn sum_of_two() {
            naked_asm!(
                "stp x19, x30, [sp, #-16]!",
                "mov x28, x1",
                "mov x19, x2",
                "mov x30, x3",
                load!($ms "x4, #" "0"),
                concat!("ldr x26, [x4, #", $size, "]"),
                sum_rows!(first_row $offsets $b $bs $m $t),
                $($once_more!($end $bs $ms),)?
                give!($n $end $bs $ms),
                "ldp x19, x30, [sp], #16",
                "ret",
            )
        }

        /// \[x0\]·R⁻¹, reduced, of a sum within ±32·mR. By `in_registers!`.
        ///
        /// The upper half of the sum and what the lower half leaves, at most m, are made positive
        /// by 32·m; then the multiple of m is estimated from the highest bits, as [`crate::Mont`]
        /// proves for its `reduce_small`, and taken off.
        ///
        /// # Safety
        /// The pointers are valid.
        #[unsafe(naked)]
        pub(crate) unsafe extern "C" fn reduce() {
            naked_asm!(
                "mov x28, x4",
                load!($ms "x28, #" "0"),
                concat!("ldr x26, [x28, #", $size, "]"),
                load!($low "x0, #" "0"),
                reduction_rows!(x4 x26; $m; $t; $offsets),
                each_of_place!("adds" "adcs"; $end $end "x0, #" $size),
                concat!("ldr x27, [x0, #", $twice, "]"),
                "adc x27, x27, xzr",
                each_of_place!("adds" "adcs"; $end $end "x28, #" $offset),
                concat!("ldr x1, [x28, #", $offset_top, "]"),
                "adc x27, x27, x1",
                concat!("ldp x1, x2, [x28, #", $reciprocal, "]"),
                concat!("ldr x3, [x28, #", $left, "]"),
                concat!("lsr x2, ", $highest, ", x2"),
                "lsl x27, x27, x3",
                "orr x2, x2, x27",
                "mul x4, x2, x1",
                "lsr x4, x4, #32",
                taken_off!($ms $end $m_lower $end_upper),
                give!($n $end $bs $ms),
                "ret",
            )
        }

        /// out = a·b; any operands.
        ///
        /// # Safety
        /// The pointers are valid.
        #[inline(always)]
        pub(crate) unsafe fn product(
            out: *mut Wide<$n>,
            a: *const [u64; $n],
            b: *const [u64; $n],
        ) {
            // SAFETY: the caller's promises.
            unsafe { with_places!(product_at, out, a, b) }
        }

        #[unsafe(naked)]
        unsafe extern "C" fn product_at() {
            naked_asm!(
                "mov x25, x1",
                load!($bs "x2, #" "0"),
                wide_rows_of_place!(first_row "x25, #" $pairs $b $wide $more),
                store!($all "x0, #" "0"),
                concat!("str xzr, [x0, #", $twice, "]"),
                "ret",
            )
        }

        /// The registers of the running value = (a₀ + a₁)(b₀ + b₁) − v₀ − v₁, and those of both
        /// multipliers = v₀ − v₁ for v₀ = a₀b₀ and v₁ = a₁b₁, with a borrow in the flag if the
        /// latter is negative; of \[x25\] and \[x26\], by the stack from `sp + 16` on (Karatsuba).
        macro_rules! karatsuba {
            () => {
                concat!(
                    load!($bs "x26, #" "0"),
                    wide_rows_of_place!(first_row "x25, #" $pairs $b $wide $more),
                    store!($all "sp, #" "16"),
                    load!($bs "x26, #" $size),
                    wide_rows_of_place!(first_row $second $pairs $b $wide $more),
                    store!($all "sp, #" concat!("16 + ", $twice)),
                    each_of_place!("adds" "adcs"; $bs $bs "x26, #" "0"),
                    load!($low "x25, #" $size),
                    load!($s "x25, #" "0"),
                    each!("adds" "adcs"; $s $s $low),
                    wide_rows!(first_row $s $b $wide $more),
                    load!($w "sp, #" "16"),
                    each!("subs" "sbcs"; $all $all $w),
                    each_of_place!("subs" "sbcs"; $all $all "sp, #" concat!("16 + ", $twice)),
                    each_of_place!("subs" "sbcs"; $w $w "sp, #" concat!("16 + ", $twice)),
                )
            };
        }

        /// out = a·b·R⁻¹ in (ℤ/m)\[u\]/(u² + 1), reduced; of lazy operands. Karatsuba on double
        /// width: v₀ = a₀b₀, v₁ = a₁b₁ and s = (a₀ + a₁)(b₀ + b₁) give v₀ − v₁ and s − v₀ − v₁:
        /// three products and two reductions.
        ///
        /// # Safety
        /// The pointers are valid; R ≥ 5m, and R ≥ 8m with 6 words.
        #[inline(always)]
        pub(crate) unsafe fn complex_mul(
            out: *mut [[u64; $n]; 2],
            a: *const [[u64; $n]; 2],
            b: *const [[u64; $n]; 2],
            modulus: *const Reduction<$n>,
        ) {
            // SAFETY: the caller's promises.
            unsafe { with_places!(complex_mul_at, out, a, b, modulus) }
        }

        #[unsafe(naked)]
        unsafe extern "C" fn complex_mul_at() {
            naked_asm!(
                concat!("stp x19, x30, [sp, #-", $frame_product, "]!"),
                "mov x25, x1",
                "mov x26, x2",
                "mov x4, x3",
                karatsuba!(),
                store!($w "sp, #" "16"),
                // The mask of a negative real part, to which m·R is added.
                "csetm x19, lo",
                load!($bs "x4, #" "0"),
                concat!("ldr x25, [x4, #", $size, "]"),
                reduction_rows!(x26 x25; $b; $opening; $offsets),
                each!("adds" "adcs"; $closing $closing $high),
                $($once_more!($closing $high $bs),)?
                less_modulus!($high $closing $high $bs),
                store!($high "x0, #" $size),
                load!($low "sp, #" "16"),
                load!($high "sp, #" concat!("16 + ", $size)),
                add_masked!(x19; $high $bs),
                reduction_rows!(x26 x25; $b; $opening; $offsets),
                each!("adds" "adcs"; $closing $closing $high),
                less_modulus!($high $closing $high $bs),
                store!($high "x0, #" "0"),
                concat!("ldp x19, x30, [sp], #", $frame_product),
                "ret",
            )
        }

        /// out = a·b in (ℤ/m)\[u\]/(u² + 1) without reduction; of lazy operands. As
        /// [`complex_mul`]; the first coefficient is in two's complement.
        ///
        /// # Safety
        /// The pointers are valid; R ≥ 4m.
        #[inline(always)]
        pub(crate) unsafe fn complex_product(
            out: *mut [Wide<$n>; 2],
            a: *const [[u64; $n]; 2],
            b: *const [[u64; $n]; 2],
        ) {
            // SAFETY: the caller's promises.
            unsafe { with_places!(complex_product_at, out, a, b) }
        }

        #[unsafe(naked)]
        unsafe extern "C" fn complex_product_at() {
            naked_asm!(
                concat!("stp x19, x30, [sp, #-", $frame_product, "]!"),
                "mov x25, x1",
                "mov x26, x2",
                karatsuba!(),
                "csetm x1, lo",
                store!($w "x0, #" "0"),
                concat!("str x1, [x0, #", $twice, "]"),
                store!($all "x0, #" $sum_size),
                concat!("str xzr, [x0, #", $sum_size, " + ", $twice, "]"),
                concat!("ldp x19, x30, [sp], #", $frame_product),
                "ret",
            )
        }

        /// out = a²·R⁻¹ in (ℤ/m)\[u\]/(u² + 1), reduced; of reduced operands: (a₀ + a₁)(a₀ − a₁ +
        /// m) + 2a₀a₁·u.
        ///
        /// # Safety
        /// As [`complex_mul`].
        #[inline(always)]
        pub(crate) unsafe fn complex_sqr(
            out: *mut [[u64; $n]; 2],
            a: *const [[u64; $n]; 2],
            modulus: *const Reduction<$n>,
        ) {
            // SAFETY: the caller's promises.
            unsafe { with_places!(complex_sqr_at, out, a, modulus) }
        }

        #[unsafe(naked)]
        unsafe extern "C" fn complex_sqr_at() {
            naked_asm!(
                concat!("stp x19, x30, [sp, #-", $frame_square, "]!"),
                "mov x19, x0",
                load!($low "x1, #" "0"),
                load!($bs "x1, #" $size),
                each!("adds" "adcs"; $ms $low $bs),
                store!($ms "sp, #" "16"),
                each!("adds" "adcs"; $ms $low $low),
                store!($ms "sp, #" concat!("16 + ", $size)),
                each!("subs" "sbcs"; $low $low $bs),
                load!($ms "x2, #" "0"),
                concat!("ldr x26, [x2, #", $size, "]"),
                each!("adds" "adcs"; $low $low $ms),
                store!($low "sp, #" concat!("16 + ", $twice)),
                product_rows!(first_row $second_kept $pairs $b $m $t),
                less_modulus!($bs $end $bs $ms),
                store!($bs "x19, #" $size),
                load!($bs "sp, #" concat!("16 + ", $twice)),
                product_rows!(first_row "sp, #16 + " $pairs $b $m $t),
                less_modulus!($bs $end $bs $ms),
                store!($bs "x19, #" "0"),
                concat!("ldp x19, x30, [sp], #", $frame_square),
                "ret",
            )
        }

        /// out = a² in (ℤ/m)\[u\]/(u² + 1) without reduction; of reduced operands, as in
        /// [`complex_sqr`].
        ///
        /// # Safety
        /// The pointers are valid; R ≥ 4m.
        #[inline(always)]
        pub(crate) unsafe fn complex_square(
            out: *mut [Wide<$n>; 2],
            a: *const [[u64; $n]; 2],
            modulus: *const Reduction<$n>,
        ) {
            // SAFETY: the caller's promises.
            unsafe { with_places!(complex_square_at, out, a, modulus) }
        }

        #[unsafe(naked)]
        unsafe extern "C" fn complex_square_at() {
            naked_asm!(
                "stp x19, x30, [sp, #-32]!",
                "str x2, [sp, #16]",
                "mov x4, x1",
                load!($s "x4, #" "0"),
                load!($bs "x4, #" $size),
                each!("adds" "adcs"; $s $s $s),
                wide_rows!(first_row $s $b $wide $more),
                store!($all "x0, #" $sum_size),
                concat!("str xzr, [x0, #", $sum_size, " + ", $twice, "]"),
                load!($s "x4, #" "0"),
                "ldr x4, [sp, #16]",
                each!("subs" "sbcs"; $low $s $bs),
                each!("adds" "adcs"; $s $s $bs),
                each_of_place!("adds" "adcs"; $bs $low "x4, #" "0"),
                wide_rows!(first_row $s $b $wide $more),
                store!($all "x0, #" "0"),
                concat!("str xzr, [x0, #", $twice, "]"),
                "ldp x19, x30, [sp], #32",
                "ret",
            )
        }

        sums! {
            $n $sum;
            /// a += b.
            wide_add(b: x17) { each_of_place!("adds" "adcs"; $sum $sum "x17, #" "0") }
            /// a −= b.
            wide_sub(b: x17) { each_of_place!("subs" "sbcs"; $sum $sum "x17, #" "0") }
            /// a += b + c.
            wide_add_two(b: x17, c: x16) {
                each_of_place!("adds" "adcs"; $sum $sum "x17, #" "0"),
                each_of_place!("adds" "adcs"; $sum $sum "x16, #" "0")
            }
            /// a += b − c.
            wide_add_sub(b: x17, c: x16) {
                each_of_place!("adds" "adcs"; $sum $sum "x17, #" "0"),
                each_of_place!("subs" "sbcs"; $sum $sum "x16, #" "0")
            }
            /// a −= b + c.
            wide_sub_two(b: x17, c: x16) {
                each_of_place!("subs" "sbcs"; $sum $sum "x17, #" "0"),
                each_of_place!("subs" "sbcs"; $sum $sum "x16, #" "0")
            }
        }

        /// a = k·a.
        ///
        /// # Safety
        /// The pointer is valid.
        #[unsafe(naked)]
        pub(crate) unsafe extern "C" fn wide_times(a: *mut Wide<$n>, k: u64) {
            naked_asm!(
                "mov x17, x1",
                load!($sum "x0, #" "0"),
                scaled!(x17; $sum),
                store!($sum "x0, #" "0"),
                "ret",
            )
        }

        /// a += k·b·R.
        ///
        /// # Safety
        /// The pointers are valid.
        #[unsafe(naked)]
        pub(crate) unsafe extern "C" fn wide_add_multiple(
            a: *mut Wide<$n>,
            b: *const [u64; $n],
            k: u64,
        ) {
            naked_asm!(
                "mov x17, x2",
                load!($multiple "x1, #" "0"),
                scaled!(x17; $multiple $multiple_top),
                load!($summand "x0, #" $size),
                each!("adds" "adcs"; $summand $summand $multiple_words),
                store!($summand "x0, #" $size),
                "ret",
            )
        }

        /// a −= k·b·R.
        ///
        /// # Safety
        /// The pointers are valid.
        #[unsafe(naked)]
        pub(crate) unsafe extern "C" fn wide_sub_multiple(
            a: *mut Wide<$n>,
            b: *const [u64; $n],
            k: u64,
        ) {
            naked_asm!(
                "mov x17, x2",
                load!($multiple "x1, #" "0"),
                scaled!(x17; $multiple $multiple_top),
                load!($summand "x0, #" $size),
                each!("subs" "sbcs"; $summand $summand $multiple_words),
                store!($summand "x0, #" $size),
                "ret",
            )
        }
    };
}

/// Functions that add sums of products to one at x0, which lies in registers meanwhile.
macro_rules! sums {
    ($n:tt $sum:tt; $($(#[$doc:meta])* $name:ident($first:ident: $place:ident $(, $second:ident: $second_place:ident)?) { $($step:expr),+ })+) => {
        $(
            $(#[$doc])*
            ///
            /// # Safety
            /// The pointers are valid.
            #[unsafe(naked)]
            pub(crate) unsafe extern "C" fn $name(
                a: *mut Wide<$n>,
                $first: *const Wide<$n>
                $(, $second: *const Wide<$n>)?
            ) {
                naked_asm!(
                    concat!("mov ", stringify!($place), ", x1"),
                    $(concat!("mov ", stringify!($second_place), ", x2"),)?
                    load!($sum "x0, #" "0"),
                    $($step,)+
                    store!($sum "x0, #" "0"),
                    "ret",
                )
            }
        )+
    };
}

/// The end of a kernel whose result leaves in registers: t less m if that is not negative, else t.
macro_rules! give {
    (4 $t:tt $less:tt $m:tt) => { less_modulus!([x0 x1 x2 x3] $t $less $m) };
    (6 $t:tt $less:tt $m:tt) => { less_modulus!([x0 x1 x2 x3 x4 x5] $t $less $m) };
}

/// t less m if that is not negative.
macro_rules! subtract_once {
    ($t:tt $less:tt $m:tt) => { less_modulus!($t $t $less $m) };
}

/// t −= x4·m, modulo R.
macro_rules! taken_off {
    ([$($m:ident)*] [$($t:ident)*] [$($lower:ident)*] [$($upper:ident)*]) => {
        concat!(
            halves!("mul" "subs" "sbcs" x4; $($m)*; $($t)*),
            halves!("umulh" "subs" "sbcs" x4; $($lower)*; $($upper)*),
        )
    };
}

/// Calls a kernel whose result is in memory: places, and perhaps a count, come in x0 to x3.
macro_rules! with_places {
    ($kernel:path, $a:expr, $b:expr, $c:expr) => {
        branch_and_link!($kernel, (inout("x0") $a => _, inout("x1") $b => _, inout("x2") $c => _, out("x3") _, out("x4") _, out("x5") _,),)
    };
    ($kernel:path, $a:expr, $b:expr, $c:expr, $d:expr) => {
        branch_and_link!($kernel, (inout("x0") $a => _, inout("x1") $b => _, inout("x2") $c => _, inout("x3") $d => _, out("x4") _, out("x5") _,),)
    };
}

/// The kernels for 4 words.
pub(crate) mod words4 {
    kernels! {
        words: 4,
        b: (x5 [x6 x7] x8) [x5 x6 x7 x8],
        t: (x11 [x12 x13 x14] x15),
        m: (x20 [x21 x22] x23) [x20 x21 x22 x23],
        end: [x15 x11 x12 x13],
        wide: (x11 [x12 x13 x14] x15) [x16 x17 x20],
        halves: [x11 x12 x13 x14] [x15 x16 x17 x20] [x11 x12 x13 x14 x15 x16 x17 x20],
        reduced: (x11 [x12 x13 x14] x27) [x27 x11 x12 x13],
        s: [x27 x28 x25 x26], w: [x5 x6 x7 x8 x27 x28 x25 x26],
        square: half_square4!(), [x11 x12 x13 x14 x15 x16 x17] x20,
        sum: [x3 x4 x5 x6 x7 x8 x9 x10 x11],
        multiple: [x3 x4 x5 x6] x7 [x3 x4 x5 x6 x7] [x8 x9 x10 x11 x12],
        pairs: ["0" "16"], offsets: ["0" "8" "16" "24"],
        size: "32", twice: "64", sum_size: "72",
        second: "x25, #32 + " "sp, #48 + ",
        offset: "72" "104", estimate: "112" "128",
        highest: "x13", upper: [x20 x21 x22] [x11 x12 x13],
        frames: "144" "112",
        once_more: subtract_once
    }
}

/// The kernels for 6 words.
pub(crate) mod words6 {
    kernels! {
        words: 6,
        b: (x5 [x6 x7 x8 x9] x10) [x5 x6 x7 x8 x9 x10],
        t: (x11 [x12 x13 x14 x15 x16] x17),
        m: (x20 [x21 x22 x23 x24] x25) [x20 x21 x22 x23 x24 x25],
        end: [x17 x11 x12 x13 x14 x15],
        wide: (x11 [x12 x13 x14 x15 x16] x17) [x20 x21 x22 x23 x24],
        halves: [x11 x12 x13 x14 x15 x16] [x17 x20 x21 x22 x23 x24]
            [x11 x12 x13 x14 x15 x16 x17 x20 x21 x22 x23 x24],
        reduced: (x11 [x12 x13 x14 x15 x16] x27) [x27 x11 x12 x13 x14 x15],
        s: [x19 x30 x27 x28 x25 x26],
        w: [x5 x6 x7 x8 x9 x10 x19 x30 x27 x28 x25 x26],
        square: concat!(
            first_row!(x5; (x6 [x7 x8 x9] x10); (x12 [x13 x14 x15 x16] x17)),
            next_row!(x6; (x7 [x8 x9] x10); (x14 [x15 x16 x17] x20)),
            next_row!(x7; (x8 [x9] x10); (x16 [x17 x20] x21)),
            next_row!(x8; (x9 [] x10); (x20 [x21] x22)),
            last_product!(x9 x10; x22 x23),
        ), [x11 x12 x13 x14 x15 x16 x17 x20 x21 x22 x23] x24,
        sum: [x3 x4 x5 x6 x7 x8 x9 x10 x11 x12 x13 x14 x15],
        multiple: [x3 x4 x5 x6 x7 x8] x9 [x3 x4 x5 x6 x7 x8 x9] [x10 x11 x12 x13 x14 x15 x16],
        pairs: ["0" "16" "32"], offsets: ["0" "8" "16" "24" "32" "40"],
        size: "48", twice: "96", sum_size: "104",
        second: "x25, #48 + " "sp, #64 + ",
        offset: "104" "152", estimate: "160" "176",
        highest: "x15", upper: [x20 x21 x22 x23 x24] [x11 x12 x13 x14 x15],
        frames: "208" "160",
        once_more:
    }
}
