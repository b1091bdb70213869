//! Sums and differences modulo m of 4 and 6 words: each is two chains of carries in registers, and
//! the modulus comes from memory. Compilers make constants of its words, four instructions for
//! each, and lose the carry flag where such a constant is subtracted.

use core::arch::asm;

use crate::modulus::Params;
use crate::mont;

/// z = x op y, word by word, of operands by name.
macro_rules! chain {
    ($first:literal $then:literal; [$z0:ident $($z:ident)*] [$x0:ident $($x:ident)*] [$y0:ident $($y:ident)*]) => {
        concat!(
            chain!(@ $first $z0 $x0 $y0),
            $(chain!(@ $then $z $x $y),)*
        )
    };
    (@ $op:literal $z:ident $x:ident $y:ident) => {
        concat!($op, " {", stringify!($z), "}, {", stringify!($x), "}, {", stringify!($y), "}\n")
    };
}

/// The words of the modulus.
macro_rules! modulus {
    ($m0:ident $m1:ident $m2:ident $m3:ident $($more:ident)*) => {
        concat!(modulus!(@ "0" $m0 $m1), modulus!(@ "16" $m2 $m3), modulus!(@ $($more)*))
    };
    (@ $m4:ident $m5:ident) => { modulus!(@ "32" $m4 $m5) };
    (@ $offset:literal $m0:ident $m1:ident) => {
        concat!("ldp {", stringify!($m0), "}, {", stringify!($m1), "}, [{m}, #", $offset, "]\n")
    };
    (@) => { "" };
}

/// z = x where the last subtraction borrowed, else y.
macro_rules! either {
    ([$($z:ident)*] [$($x:ident)*] [$($y:ident)*]) => {
        concat!($("csel {", stringify!($z), "}, {", stringify!($x), "}, {", stringify!($y), "}, lo\n",)*)
    };
}

/// The functions of one size.
macro_rules! linear {
    ($n:literal, [$($i:literal $a:ident $b:ident)*], $sum:ident, $sum_full:ident, $difference:ident, $more:ident, $negative:ident, $less:ident) => {
        /// a + b, less m if that is not negative; a + b is below R.
        #[inline(always)]
        fn $sum(mut a: [u64; $n], b: [u64; $n], m: &[u64; $n]) -> [u64; $n] {
            // SAFETY: changes nothing but its registers, and reads the modulus.
            unsafe {
                asm!(
                    chain!("adds" "adcs"; [$($a)*] [$($a)*] [$($b)*]),
                    modulus!($($b)*),
                    chain!("subs" "sbcs"; [$($b)*] [$($a)*] [$($b)*]),
                    either!([$($a)*] [$($a)*] [$($b)*]),
                    $($a = inout(reg) a[$i], $b = inout(reg) b[$i] => _,)*
                    m = in(reg) m.as_ptr(),
                    options(pure, readonly, nostack),
                );
            }
            a
        }

        /// The same where a + b may have a carry.
        #[inline(always)]
        fn $sum_full(mut a: [u64; $n], b: [u64; $n], m: &[u64; $n]) -> [u64; $n] {
            // SAFETY: as above.
            unsafe {
                asm!(
                    chain!("adds" "adcs"; [$($a)*] [$($a)*] [$($b)*]),
                    "adc {above}, xzr, xzr",
                    modulus!($($b)*),
                    chain!("subs" "sbcs"; [$($b)*] [$($a)*] [$($b)*]),
                    "sbcs xzr, {above}, xzr",
                    either!([$($a)*] [$($a)*] [$($b)*]),
                    $($a = inout(reg) a[$i], $b = inout(reg) b[$i] => _,)*
                    above = out(reg) _,
                    m = in(reg) m.as_ptr(),
                    options(pure, readonly, nostack),
                );
            }
            a
        }

        /// a − b, and m more if that is negative.
        #[inline(always)]
        fn $difference(mut a: [u64; $n], b: [u64; $n], m: &[u64; $n]) -> [u64; $n] {
            // SAFETY: as above.
            unsafe {
                asm!(
                    chain!("subs" "sbcs"; [$($a)*] [$($a)*] [$($b)*]),
                    modulus!($($b)*),
                    $(concat!("csel {", stringify!($b), "}, {", stringify!($b), "}, xzr, lo"),)*
                    chain!("adds" "adcs"; [$($a)*] [$($a)*] [$($b)*]),
                    $($a = inout(reg) a[$i], $b = inout(reg) b[$i] => _,)*
                    m = in(reg) m.as_ptr(),
                    options(pure, readonly, nostack),
                );
            }
            a
        }

        /// a − b + m.
        #[inline(always)]
        fn $more(mut a: [u64; $n], b: [u64; $n], m: &[u64; $n]) -> [u64; $n] {
            // SAFETY: as above.
            unsafe {
                asm!(
                    chain!("subs" "sbcs"; [$($a)*] [$($a)*] [$($b)*]),
                    modulus!($($b)*),
                    chain!("adds" "adcs"; [$($a)*] [$($a)*] [$($b)*]),
                    $($a = inout(reg) a[$i], $b = inout(reg) b[$i] => _,)*
                    m = in(reg) m.as_ptr(),
                    options(pure, readonly, nostack),
                );
            }
            a
        }

        /// m − a, or zero for zero.
        #[inline(always)]
        fn $negative(mut a: [u64; $n], m: &[u64; $n]) -> [u64; $n] {
            let bits = a.iter().fold(0, |bits, word| bits | word);
            // SAFETY: as above.
            unsafe {
                asm!(
                    modulus!($($b)*),
                    chain!("subs" "sbcs"; [$($a)*] [$($b)*] [$($a)*]),
                    "cmp {bits}, #0",
                    $(concat!("csel {", stringify!($a), "}, {", stringify!($a), "}, xzr, ne"),)*
                    $($a = inout(reg) a[$i], $b = out(reg) _,)*
                    bits = in(reg) bits,
                    m = in(reg) m.as_ptr(),
                    options(pure, readonly, nostack),
                );
            }
            a
        }

        /// a less m if that is not negative.
        #[inline(always)]
        fn $less(mut a: [u64; $n], m: &[u64; $n]) -> [u64; $n] {
            // SAFETY: as above.
            unsafe {
                asm!(
                    modulus!($($b)*),
                    chain!("subs" "sbcs"; [$($b)*] [$($a)*] [$($b)*]),
                    either!([$($a)*] [$($a)*] [$($b)*]),
                    $($a = inout(reg) a[$i], $b = out(reg) _,)*
                    m = in(reg) m.as_ptr(),
                    options(pure, readonly, nostack),
                );
            }
            a
        }
    };
}

linear!(4, [0 a0 b0 1 a1 b1 2 a2 b2 3 a3 b3], sum4, sum4_full, difference4, more4, negative4, less4);
linear!(6, [0 a0 b0 1 a1 b1 2 a2 b2 3 a3 b3 4 a4 b4 5 a5 b5], sum6, sum6_full, difference6, more6, negative6, less6);

/// The same words, where the sizes are the same.
#[inline(always)]
fn sized<const FROM: usize, const TO: usize>(words: &[u64; FROM]) -> [u64; TO] {
    crate::each::array(|i| words[i])
}

/// The function of this size on these numbers and the modulus of `M`; on others, portable code.
macro_rules! by_size {
    ($four:ident, $six:ident ($($a:expr),+), $otherwise:expr) => {
        match N {
            4 => sized(&$four($(sized($a),)+ &const { sized_constant(&M::P_W) })),
            6 => sized(&$six($(sized($a),)+ &const { sized_constant(&M::P_W) })),
            _ => $otherwise,
        }
    };
}

/// As [`sized`], at compile time; zeros where there are no words.
const fn sized_constant<const FROM: usize, const TO: usize>(words: &[u64; FROM]) -> [u64; TO] {
    let mut out = [0; TO];
    let mut i = 0;
    while i < FROM && i < TO {
        out[i] = words[i];
        i += 1;
    }
    out
}

/// a + b modulo m, reduced, of reduced values.
#[inline(always)]
pub(crate) fn sum<M: Params<u64, N>, const N: usize>(a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    if M::SPARE_BITS == 0 {
        return by_size!(sum4_full, sum6_full(a, b), portable_sum::<M, N>(a, b));
    }
    by_size!(sum4, sum6(a, b), portable_sum::<M, N>(a, b))
}

/// a − (m − b), and m more if that is negative.
#[inline(always)]
fn portable_sum<M: Params<u64, N>, const N: usize>(a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    mont::Mont::<M, u64, N>::sub_any(a, &mont::sub_words(&M::P_W, b).0)
}

/// a − b modulo m, reduced, of reduced values.
#[inline(always)]
pub(crate) fn difference<M: Params<u64, N>, const N: usize>(
    a: &[u64; N],
    b: &[u64; N],
) -> [u64; N] {
    by_size!(difference4, difference6(a, b), mont::Mont::<M, u64, N>::sub_any(a, b))
}

/// a − b + m of reduced values of a modulus with a spare bit.
#[inline(always)]
pub(crate) fn difference_and_modulus<M: Params<u64, N>, const N: usize>(
    a: &[u64; N],
    b: &[u64; N],
) -> [u64; N] {
    by_size!(more4, more6(a, b), mont::add_words(a, &mont::sub_words(&M::P_W, b).0).0)
}

/// −a modulo m, reduced, of a reduced value.
#[inline(always)]
pub(crate) fn negative<M: Params<u64, N>, const N: usize>(a: &[u64; N]) -> [u64; N] {
    by_size!(negative4, negative6(a), mont::Mont::<M, u64, N>::sub_any(&[0; N], a))
}

/// a or a − m, whichever is below m, of a value below 2m.
#[inline(always)]
pub(crate) fn below_modulus<M: Params<u64, N>, const N: usize>(a: &[u64; N]) -> [u64; N] {
    by_size!(less4, less6(a), mont::subtract_modulus_once::<M, u64, N>(a, 0))
}
