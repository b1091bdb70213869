//! Rows of products and reductions, as assembly text.
//!
//! `mul` and `umulh` give the halves of a word product and leave the flags alone, so that products
//! stand between the additions of a chain. There is one carry flag. A row t += w·b is therefore two
//! chains: the lower halves from the lowest word up, whose carry joins the highest upper half, and
//! then the other upper halves, one word further up. That takes 2N products and 2N + 1 additions.
//!
//! A number is a list of registers, lowest word first. Where a macro treats the first and the last
//! word in its own way, they stand outside of the list: `(t0 [t1 t2 t3] t4)`. The roles in t rotate
//! as its lowest word is finished. Products go through x1, x2 and x3, three at a time, so that a
//! processor which keeps the order has some under way.

/// t = t op the halves (`mul` or `umulh`) of w·b, word by word.
macro_rules! halves {
    ($half:literal $first:literal $then:literal $w:ident; ;) => { "" };
    ($half:literal $first:literal $then:literal $w:ident; $b0:ident; $t0:ident) => {
        concat!(
            halves!(@ $half "x1" $b0 $w),
            halves!(@@ $first $t0 "x1"),
        )
    };
    ($half:literal $first:literal $then:literal $w:ident; $b0:ident $b1:ident; $t0:ident $t1:ident) => {
        concat!(
            halves!(@ $half "x1" $b0 $w),
            halves!(@ $half "x2" $b1 $w),
            halves!(@@ $first $t0 "x1"),
            halves!(@@ $then $t1 "x2"),
        )
    };
    ($half:literal $first:literal $then:literal $w:ident; $b0:ident $b1:ident $b2:ident $($b:ident)*; $t0:ident $t1:ident $t2:ident $($t:ident)*) => {
        concat!(
            halves!(@ $half "x1" $b0 $w),
            halves!(@ $half "x2" $b1 $w),
            halves!(@ $half "x3" $b2 $w),
            halves!(@@ $first $t0 "x1"),
            halves!(@@ $then $t1 "x2"),
            halves!(@@ $then $t2 "x3"),
            halves!($half $then $then $w; $($b)*; $($t)*),
        )
    };
    (@ $half:literal $place:literal $b:ident $w:ident) => {
        concat!($half, " ", $place, ", ", stringify!($b), ", ", stringify!($w), "\n")
    };
    (@@ $op:literal $t:ident $place:literal) => {
        concat!($op, " ", stringify!($t), ", ", stringify!($t), ", ", $place, "\n")
    };
}

/// t = w·b.
macro_rules! first_row {
    ($w:ident; ($b0:ident [$($b:ident)*] $last:ident); ($t0:ident [$t1:ident $($t:ident)*] $top:ident)) => {
        concat!(
            "mul ", stringify!($t0), ", ", stringify!($b0), ", ", stringify!($w), "\n",
            "umulh ", stringify!($t1), ", ", stringify!($b0), ", ", stringify!($w), "\n",
            first_row!(@ "adds" $w; $($b)* $last; $t1 $($t)* $top),
        )
    };
    (@ $op:literal $w:ident; $b0:ident $($b:ident)*; $t0:ident $t1:ident $($t:ident)*) => {
        concat!(
            "mul x1, ", stringify!($b0), ", ", stringify!($w), "\n",
            "umulh ", stringify!($t1), ", ", stringify!($b0), ", ", stringify!($w), "\n",
            $op, " ", stringify!($t0), ", ", stringify!($t0), ", x1\n",
            first_row!(@ "adcs" $w; $($b)*; $t1 $($t)*),
        )
    };
    (@ $op:literal $w:ident; ; $top:ident) => {
        concat!("adc ", stringify!($top), ", ", stringify!($top), ", xzr\n")
    };
}

/// t += w·b, whose highest register is new.
macro_rules! next_row {
    ($w:ident; ($b0:ident [$($b:ident)*] $last:ident); ($t0:ident [$($t:ident)*] $top:ident)) => {
        concat!(
            halves!("mul" "adds" "adcs" $w; $b0 $($b)* $last; $t0 $($t)*),
            "umulh ", stringify!($top), ", ", stringify!($last), ", ", stringify!($w), "\n",
            "adc ", stringify!($top), ", ", stringify!($top), ", xzr\n",
            upper_halves!($w; $b0 $($b)*; ($($t)*) $top),
        )
    };
}

/// t += w·b where there is room for it in t.
macro_rules! further_row {
    ($w:ident; ($b0:ident [$($b:ident)*] $last:ident); ($t0:ident [$($t:ident)*] $top:ident)) => {
        concat!(
            halves!("mul" "adds" "adcs" $w; $b0 $($b)* $last; $t0 $($t)*),
            "umulh x1, ", stringify!($last), ", ", stringify!($w), "\n",
            "adc ", stringify!($top), ", ", stringify!($top), ", x1\n",
            upper_halves!($w; $b0 $($b)*; ($($t)*) $top),
        )
    };
}

/// The second chain of a row.
macro_rules! upper_halves {
    ($w:ident; $($b:ident)*; ($($t:ident)*) $top:ident) => {
        concat!(
            halves!("umulh" "adds" "adcs" $w; $($b)*; $($t)*),
            "adc ", stringify!($top), ", ", stringify!($top), ", xzr\n",
        )
    };
}

/// t += q·m with q = −t₀/m modulo the word; there is room for it in t. The lowest word becomes
/// zero, and its carry is one unless it was zero: it takes no product.
macro_rules! reduction_row {
    ($q:ident $n0:ident; ($m0:ident [$($m:ident)*] $last:ident); ($t0:ident [$($t:ident)*] $top:ident)) => {
        concat!(
            "mul ", stringify!($q), ", ", stringify!($t0), ", ", stringify!($n0), "\n",
            "cmp ", stringify!($t0), ", #1\n",
            halves!("mul" "adcs" "adcs" $q; $($m)* $last; $($t)*),
            "umulh x1, ", stringify!($last), ", ", stringify!($q), "\n",
            "adc ", stringify!($top), ", ", stringify!($top), ", x1\n",
            upper_halves!($q; $m0 $($m)*; ($($t)*) $top),
        )
    };
}

/// As `reduction_row`, whose highest register is new.
macro_rules! opening_reduction_row {
    ($q:ident $n0:ident; ($m0:ident [$($m:ident)*] $last:ident); ($t0:ident [$($t:ident)*] $top:ident)) => {
        concat!(
            "mul ", stringify!($q), ", ", stringify!($t0), ", ", stringify!($n0), "\n",
            "cmp ", stringify!($t0), ", #1\n",
            halves!("mul" "adcs" "adcs" $q; $($m)* $last; $($t)*),
            "umulh ", stringify!($top), ", ", stringify!($last), ", ", stringify!($q), "\n",
            "adc ", stringify!($top), ", ", stringify!($top), ", xzr\n",
            upper_halves!($q; $m0 $($m)*; ($($t)*) $top),
        )
    };
}

/// t = t/R modulo m, at most m: a row of the reduction for each step, through q. The registers
/// rotate with each row: in the end the highest one is the lowest, and what was the highest but one
/// holds nothing.
macro_rules! reduction_rows {
    ($q:ident $n0:ident; $m:tt; ($t0:ident [$t1:ident $($t:ident)*] $top:ident); [$step:tt $($steps:tt)*]) => {
        concat!(
            opening_reduction_row!($q $n0; $m; ($t0 [$t1 $($t)*] $top)),
            reduction_rows!($q $n0; $m; ($t1 [$($t)* $top] $t0); [$($steps)*]),
        )
    };
    ($q:ident $n0:ident; $m:tt; $t:tt; []) => { "" };
}

/// t = w·b/R modulo m for the words w at a place: two rows, of the product and of the reduction,
/// for each of them ("coarsely integrated operand scanning", Koç, Acar, Kaliski, 1996). The words
/// come in pairs, through x27 and x28; n0 is in x26, and q goes through x4. The registers rotate as
/// in `reduction_rows`.
macro_rules! product_rows {
    ($row:ident $place:literal [$offset:literal $($offsets:literal)*] $b:tt $m:tt ($t0:ident [$t1:ident $t2:ident $($t:ident)*] $top:ident)) => {
        concat!(
            "ldp x27, x28, [", $place, $offset, "]\n",
            $row!(x27; $b; ($t0 [$t1 $t2 $($t)*] $top)),
            reduction_row!(x4 x26; $m; ($t0 [$t1 $t2 $($t)*] $top)),
            next_row!(x28; $b; ($t1 [$t2 $($t)* $top] $t0)),
            reduction_row!(x4 x26; $m; ($t1 [$t2 $($t)* $top] $t0)),
            product_rows!(next_row $place [$($offsets)*] $b $m ($t2 [$($t)* $top $t0] $t1)),
        )
    };
    ($row:ident $place:literal [] $b:tt $m:tt $t:tt) => { "" };
}

/// t = (w·b + x·y)/R modulo m, as `product_rows`: w is at x0, b at x28, x at x19, y at x30. There
/// are not enough registers for both b and y, so that their words are loaded for each row.
macro_rules! sum_rows {
    ($row:ident [$offset:literal $($offsets:literal)*] $b:tt $words:tt $m:tt ($t0:ident [$t1:ident $($t:ident)*] $top:ident)) => {
        concat!(
            load!($words "x28, #" "0"),
            "ldr x27, [x0, #", $offset, "]\n",
            $row!(x27; $b; ($t0 [$t1 $($t)*] $top)),
            load!($words "x30, #" "0"),
            "ldr x27, [x19, #", $offset, "]\n",
            further_row!(x27; $b; ($t0 [$t1 $($t)*] $top)),
            reduction_row!(x4 x26; $m; ($t0 [$t1 $($t)*] $top)),
            sum_rows!(next_row [$($offsets)*] $b $words $m ($t1 [$($t)* $top] $t0)),
        )
    };
    ($row:ident [] $b:tt $words:tt $m:tt $t:tt) => { "" };
}

/// t = w·b for the words w in registers; of as many words as both have.
macro_rules! wide_rows {
    ($row:ident [$w:ident $($ws:ident)*] $b:tt ($t0:ident [$t1:ident $($t:ident)*] $top:ident) [$next:ident $($more:ident)*]) => {
        concat!(
            $row!($w; $b; ($t0 [$t1 $($t)*] $top)),
            wide_rows!(next_row [$($ws)*] $b ($t1 [$($t)* $top] $next) [$($more)*]),
        )
    };
    ($row:ident [$w:ident] $b:tt $t:tt []) => { $row!($w; $b; $t) };
}

/// As `wide_rows`, for the words w at a place, through x27 and x28.
macro_rules! wide_rows_of_place {
    ($row:ident $place:literal [$offset:literal $($offsets:literal)*] $b:tt ($t0:ident [$t1:ident $t2:ident $($t:ident)*] $top:ident) [$next:ident $after:ident $($more:ident)*]) => {
        concat!(
            "ldp x27, x28, [", $place, $offset, "]\n",
            $row!(x27; $b; ($t0 [$t1 $t2 $($t)*] $top)),
            next_row!(x28; $b; ($t1 [$t2 $($t)* $top] $next)),
            wide_rows_of_place!(next_row $place [$($offsets)*] $b ($t2 [$($t)* $top $next] $after) [$($more)*]),
        )
    };
    ($row:ident $place:literal [$offset:literal] $b:tt ($t0:ident [$($t:ident)*] $top:ident) [$next:ident]) => {
        concat!(
            "ldp x27, x28, [", $place, $offset, "]\n",
            $row!(x27; $b; ($t0 [$($t)*] $top)),
            wide_rows_of_place!(@ $b [$($t)* $top] $next),
        )
    };
    (@ $b:tt [$t0:ident $($t:ident)*] $next:ident) => { next_row!(x28; $b; ($t0 [$($t)*] $next)) };
}

/// z = x op y, word by word.
macro_rules! each {
    ($first:literal $then:literal; [$z0:ident $($z:ident)*] [$x0:ident $($x:ident)*] [$y0:ident $($y:ident)*]) => {
        concat!(
            each!(@ $first $z0 $x0 $y0),
            $(each!(@ $then $z $x $y),)*
        )
    };
    (@ $op:literal $z:ident $x:ident $y:ident) => {
        concat!($op, " ", stringify!($z), ", ", stringify!($x), ", ", stringify!($y), "\n")
    };
}

/// z = x op the words at a place, through x1 and x2.
macro_rules! each_of_place {
    ($first:literal $then:literal; [$z0:ident $z1:ident $($z:ident)*] [$x0:ident $x1:ident $($x:ident)*] $place:literal $offset:expr) => {
        concat!(
            "ldp x1, x2, [", $place, $offset, "]\n",
            each!(@ $first $z0 $x0 x1),
            each!(@ $then $z1 $x1 x2),
            each_of_place!($then $then; [$($z)*] [$($x)*] $place concat!($offset, " + 16")),
        )
    };
    ($first:literal $then:literal; [$z0:ident] [$x0:ident] $place:literal $offset:expr) => {
        concat!("ldr x1, [", $place, $offset, "]\n", each!(@ $first $z0 $x0 x1))
    };
    ($first:literal $then:literal; [] [] $place:literal $offset:expr) => { "" };
}

/// z = x where the last subtraction borrowed, else y.
macro_rules! select {
    ([$($z:ident)*] [$($x:ident)*] [$($y:ident)*]) => {
        concat!($("csel ", stringify!($z), ", ", stringify!($x), ", ", stringify!($y), ", lo\n",)*)
    };
}

/// t += the words x under a mask, through x1.
macro_rules! add_masked {
    ($mask:ident; [$t0:ident $($t:ident)*] [$x0:ident $($x:ident)*]) => {
        concat!(
            add_masked!(@ "adds" $mask $t0 $x0),
            $(add_masked!(@ "adcs" $mask $t $x),)*
        )
    };
    (@ $op:literal $mask:ident $t:ident $x:ident) => {
        concat!(
            "and x1, ", stringify!($x), ", ", stringify!($mask), "\n",
            $op, " ", stringify!($t), ", ", stringify!($t), ", x1\n",
        )
    };
}

/// z = t − m if that is not negative, else t; through other registers.
macro_rules! less_modulus {
    ($z:tt $t:tt $less:tt $m:tt) => {
        concat!(each!("subs" "sbcs"; $less $t $m), select!($z $t $less))
    };
}

/// t = 2t + the squares of the words a, in two chains. What is doubled begins with its second word,
/// and the highest is new.
macro_rules! doubled_with_squares {
    ([$t0:ident $($t:ident)*] $top:ident [$($a:ident)*]) => {
        concat!(
            each!("adds" "adcs"; [$($t)*] [$($t)*] [$($t)*]),
            "adc ", stringify!($top), ", xzr, xzr\n",
            doubled_with_squares!(@ first $t0; [$($t)* $top] [$($a)*]),
        )
    };
    (@ first $t0:ident; [$t1:ident $($t:ident)*] [$a0:ident $($a:ident)*]) => {
        concat!(
            "mul ", stringify!($t0), ", ", stringify!($a0), ", ", stringify!($a0), "\n",
            "umulh x1, ", stringify!($a0), ", ", stringify!($a0), "\n",
            halves!(@@ "adds" $t1 "x1"),
            doubled_with_squares!(@ [$($t)*] [$($a)*]),
        )
    };
    (@ [$t0:ident $t1:ident $($t:ident)*] [$a0:ident $($a:ident)*]) => {
        concat!(
            "mul x1, ", stringify!($a0), ", ", stringify!($a0), "\n",
            "umulh x2, ", stringify!($a0), ", ", stringify!($a0), "\n",
            halves!(@@ "adcs" $t0 "x1"),
            halves!(@@ "adcs" $t1 "x2"),
            doubled_with_squares!(@ [$($t)*] [$($a)*]),
        )
    };
    (@ [] []) => { "" };
}

/// The last product of a square, of two words: the lower half joins t, the upper one is new.
macro_rules! last_product {
    ($a:ident $b:ident; $t:ident $top:ident) => {
        concat!(
            halves!(@ "mul" "x1" $a $b),
            "umulh ", stringify!($top), ", ", stringify!($a), ", ", stringify!($b), "\n",
            halves!(@@ "adds" $t "x1"),
            "adc ", stringify!($top), ", ", stringify!($top), ", xzr\n",
        )
    };
}

/// t = k·t, through x1 and x2. The word above it goes into the register that is given, or nowhere.
macro_rules! scaled {
    ($k:ident; [$t0:ident $($t:ident)*] $($top:ident)?) => {
        concat!(
            halves!(@ "umulh" "x1" $t0 $k),
            "mul ", stringify!($t0), ", ", stringify!($t0), ", ", stringify!($k), "\n",
            scaled!(@ "adds" x1 x2 $k; [$($t)*] $($top)?),
        )
    };
    (@ $op:literal $high:ident $next:ident $k:ident; [$t0:ident $($t:ident)*] $($top:ident)?) => {
        concat!(
            "umulh ", stringify!($next), ", ", stringify!($t0), ", ", stringify!($k), "\n",
            "mul ", stringify!($t0), ", ", stringify!($t0), ", ", stringify!($k), "\n",
            each!(@ $op $t0 $t0 $high),
            scaled!(@ "adcs" $next $high $k; [$($t)*] $($top)?),
        )
    };
    (@ $op:literal $high:ident $next:ident $k:ident; [] $top:ident) => {
        concat!("adc ", stringify!($top), ", ", stringify!($high), ", xzr\n")
    };
    (@ $op:literal $high:ident $next:ident $k:ident; []) => { "" };
}

/// x11 to x17 and x20 = \[x0\]·\[x1\], 4 words each.
macro_rules! product4 {
    () => {
        concat!(
            load!([x5 x6 x7 x8] "x1, #" "0"),
            wide_rows_of_place!(first_row "x0, #" ["0" "16"] (x5 [x6 x7] x8) (x11 [x12 x13 x14] x15) [x16 x17 x20]),
        )
    };
}

/// x11 to x17 and x20 = \[x0\]², of 4 words.
macro_rules! square4 {
    () => {
        concat!(
            load!([x5 x6 x7 x8] "x0, #" "0"),
            half_square4!(),
            doubled_with_squares!([x11 x12 x13 x14 x15 x16 x17] x20 [x5 x6 x7 x8]),
        )
    };
}

/// x12 to x17 = the products of different words of x5 to x8, from the second word of a square on.
macro_rules! half_square4 {
    () => {
        concat!(
            first_row!(x5; (x6 [x7] x8); (x12 [x13 x14] x15)),
            next_row!(x6; (x7 [] x8); (x14 [x15] x16)),
            last_product!(x7 x8; x16 x17),
        )
    };
}

/// x11 to x17 and x20 = \[x0\]·\[x1\] + \[x2\]·\[x3\], of 4 words each, and the carry flag on top.
macro_rules! sum4 {
    () => {
        concat!(
            "mov x9, x2\n",
            "mov x10, x3\n",
            product4!(),
            load!([x5 x6 x7 x8] "x10, #" "0"),
            wide_rows_of_place!(first_row "x9, #" ["0" "16"] (x5 [x6 x7] x8) (x21 [x22 x23 x24] x25) [x26 x0 x10]),
            each!("adds" "adcs"; [x11 x12 x13 x14 x15 x16 x17 x20] [x11 x12 x13 x14 x15 x16 x17 x20] [x21 x22 x23 x24 x25 x26 x0 x10]),
        )
    };
}

/// The registers from memory, or to memory.
macro_rules! move_words {
    ($two:literal $one:literal; [$t0:ident $t1:ident $($t:ident)*] $place:literal $offset:expr) => {
        concat!(
            $two, " ", stringify!($t0), ", ", stringify!($t1), ", [", $place, $offset, "]\n",
            move_words!($two $one; [$($t)*] $place concat!($offset, " + 16")),
        )
    };
    ($two:literal $one:literal; [$t0:ident] $place:literal $offset:expr) => {
        concat!($one, " ", stringify!($t0), ", [", $place, $offset, "]\n")
    };
    ($two:literal $one:literal; [] $place:literal $offset:expr) => { "" };
}

/// The registers from memory.
macro_rules! load {
    ($t:tt $place:literal $offset:expr) => { move_words!("ldp" "ldr"; $t $place $offset) };
}

/// The registers to memory.
macro_rules! store {
    ($t:tt $place:literal $offset:expr) => { move_words!("stp" "str"; $t $place $offset) };
}

/// Calls what is no function, by the registers that it takes and gives. All others are lost but
/// x18, x19 and x29, which inline assembly cannot name; so what a function has in registers is
/// saved once for all the kernels that it calls.
macro_rules! branch_and_link {
    ($kernel:path, ($($operands:tt)*), $($options:ident),*) => {
        core::arch::asm!(
            "bl {}", sym $kernel,
            $($operands)*
            out("x6") _, out("x7") _, out("x8") _, out("x9") _, out("x10") _, out("x11") _,
            out("x12") _, out("x13") _, out("x14") _, out("x15") _, out("x16") _, out("x17") _,
            out("x20") _, out("x21") _, out("x22") _, out("x23") _, out("x24") _, out("x25") _,
            out("x26") _, out("x27") _, out("x28") _, out("x30") _,
            options($($options),*),
        )
    };
}

/// Calls a kernel whose result is words in registers: places of operands come in x0 to x3, as many
/// as there are, and what belongs to the modulus in x4; the result leaves in x0 and those after it,
/// as many words as there are. The compiler sees a value and puts it where it is wanted.
macro_rules! in_registers {
    ($words:tt $kernel:path: $a:expr; $modulus:expr) => {
        in_registers!(@ $words $kernel, $modulus, w0 w1 w2 w3 (inout("x0") $a => w0, out("x1") w1, out("x2") w2, out("x3") w3,))
    };
    ($words:tt $kernel:path: $a:expr, $b:expr; $modulus:expr) => {
        in_registers!(@ $words $kernel, $modulus, w0 w1 w2 w3 (inout("x0") $a => w0, inout("x1") $b => w1, out("x2") w2, out("x3") w3,))
    };
    ($words:tt $kernel:path: $a:expr, $b:expr, $c:expr, $d:expr; $modulus:expr) => {
        in_registers!(@ $words $kernel, $modulus, w0 w1 w2 w3 (inout("x0") $a => w0, inout("x1") $b => w1, inout("x2") $c => w2, inout("x3") $d => w3,))
    };
    (@ 4 $kernel:path, $modulus:expr, $w0:ident $w1:ident $w2:ident $w3:ident ($($operands:tt)*)) => {{
        let ($w0, $w1, $w2, $w3): (u64, u64, u64, u64);
        branch_and_link!($kernel, ($($operands)* inout("x4") $modulus => _, out("x5") _,), pure, readonly);
        [$w0, $w1, $w2, $w3]
    }};
    (@ 6 $kernel:path, $modulus:expr, $w0:ident $w1:ident $w2:ident $w3:ident ($($operands:tt)*)) => {{
        let ($w0, $w1, $w2, $w3, w4, w5): (u64, u64, u64, u64, u64, u64);
        branch_and_link!($kernel, ($($operands)* inout("x4") $modulus => w4, out("x5") w5,), pure, readonly);
        [$w0, $w1, $w2, $w3, w4, w5]
    }};
}

/// The words that a kernel on 4 words gives, by a constant in place of a modulus.
macro_rules! words_by {
    (mul $kernel:path, $a:expr, $b:expr, $constant:expr) => {
        in_registers!(4 $kernel: $a, $b; $constant)
    };
    (sqr $kernel:path, $a:expr, $constant:expr) => { in_registers!(4 $kernel: $a; $constant) };
    (sum $kernel:path, $a:expr, $b:expr, $x:expr, $y:expr, $constant:expr) => {
        in_registers!(4 $kernel: $a, $b, $x, $y; $constant)
    };
}
