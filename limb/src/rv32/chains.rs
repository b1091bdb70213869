//! Chains of carries over six words, by the processor's own instructions; two of them are a number
//! of 381 bits.
//!
//! A compiler loads all words of a chain first, which takes more registers than a function has for
//! itself, and those of its caller are stored and loaded. Here the next word's operands are loaded
//! while a word is worked on, no earlier, and never by the instruction before the one that needs
//! them, which would wait.
//!
//! A carry or borrow is 0 or 1, or one with a sign where that is said. Words p are those of a
//! modulus that stay words when a carry joins them (`linear::is_inner`).

use core::arch::asm;
use core::mem::MaybeUninit;

pub use super::halves::{Half, WORDS, half};

/// A number of its halves.
#[inline(always)]
pub fn whole<const N: usize>(lower: Half, upper: Half) -> [u32; N] {
    assert!(N == 2 * WORDS, "a number of 12 words");
    let mut out = [0; N];
    repeated!(inner i < N => {
        out[i] = if i < WORDS { lower[i] } else { upper[i - WORDS] };
    });
    out
}

/// Puts a half of a number that was not cleared before.
#[inline(always)]
pub fn put<const UPPER: bool, const N: usize>(out: &mut MaybeUninit<[u32; N]>, half: Half) {
    assert!(N == 2 * WORDS, "a number of 12 words");
    // SAFETY: so many words are there.
    unsafe { out.as_mut_ptr().cast::<Half>().add(usize::from(UPPER)).write(half) }
}

/// Six words' instructions with the operands that all chains have. `$word` makes a word's
/// instructions of its number and of those that load for the next.
macro_rules! chain {
    ($first:ident $word:ident $d:ident $kind:ident [$($load:tt)*] $($operands:tt)*) => {
        asm!(
            concat!($($load)*),
            $first!("0", "1", "4"),
            $word!("1", "2", "8"),
            $word!("2", "3", "12"),
            $word!("3", "4", "16"),
            $word!("4", "5", "20"),
            $word!("5"),
            d0 = $kind(reg) $d[0], d1 = $kind(reg) $d[1], d2 = $kind(reg) $d[2],
            d3 = $kind(reg) $d[3], d4 = $kind(reg) $d[4], d5 = $kind(reg) $d[5],
            $($operands)*
            options(pure, readonly, nostack, preserves_flags),
        )
    };
}

macro_rules! sum_first {
    ($d:literal, $next:literal, $at:literal) => {
        concat!(
            "add {d",
            $d,
            "}, {d",
            $d,
            "}, {x}\nsltu {c}, {d",
            $d,
            "}, {x}\nlw {d",
            $next,
            "}, ",
            $at,
            "({a})\nlw {x}, ",
            $at,
            "({b})"
        )
    };
}
macro_rules! sum_word {
    ($d:literal, $next:literal, $at:literal) => {
        concat!(
            "add {d",
            $d,
            "}, {d",
            $d,
            "}, {x}\nsltu {w}, {d",
            $d,
            "}, {x}\n",
            "lw {x}, ",
            $at,
            "({b})\nlw {d",
            $next,
            "}, ",
            $at,
            "({a})\n",
            "add {d",
            $d,
            "}, {d",
            $d,
            "}, {c}\nsltu {c}, {d",
            $d,
            "}, {c}\nor {c}, {c}, {w}"
        )
    };
    ($d:literal) => {
        concat!(
            "add {d",
            $d,
            "}, {d",
            $d,
            "}, {x}\nsltu {w}, {d",
            $d,
            "}, {x}\n",
            "add {d",
            $d,
            "}, {d",
            $d,
            "}, {c}\nsltu {c}, {d",
            $d,
            "}, {c}\nor {c}, {c}, {w}"
        )
    };
}

/// a + b + carry, and the carry; without one at first.
#[inline(always)]
pub fn sum<const FIRST: bool>(a: &Half, b: &Half, mut carry: u32) -> (Half, u32) {
    let mut out = [0; WORDS];
    // SAFETY: reads the operands, and computes in registers.
    unsafe {
        if FIRST {
            chain!(sum_first sum_word out out ["lw {x}, 0({b})\nlw {d0}, 0({a})"]
                a = in(reg) a, b = in(reg) b, x = out(reg) _, w = out(reg) _, c = out(reg) carry,);
        } else {
            chain!(sum_word sum_word out out ["lw {x}, 0({b})\nlw {d0}, 0({a})"]
                a = in(reg) a, b = in(reg) b, x = out(reg) _, w = out(reg) _, c = inout(reg) carry,);
        }
    }
    (out, carry)
}

macro_rules! difference_first {
    ($d:literal, $next:literal, $at:literal) => {
        concat!(
            "sltu {c}, {d",
            $d,
            "}, {x}\nsub {d",
            $d,
            "}, {d",
            $d,
            "}, {x}\nlw {x}, ",
            $at,
            "({b})\nlw {d",
            $next,
            "}, ",
            $at,
            "({a})"
        )
    };
}
macro_rules! difference_word {
    ($d:literal, $next:literal, $at:literal) => {
        concat!(
            "sltu {w}, {d",
            $d,
            "}, {x}\nsub {d",
            $d,
            "}, {d",
            $d,
            "}, {x}\n",
            "lw {x}, ",
            $at,
            "({b})\nlw {d",
            $next,
            "}, ",
            $at,
            "({a})\n",
            "sltu {v}, {d",
            $d,
            "}, {c}\nsub {d",
            $d,
            "}, {d",
            $d,
            "}, {c}\nor {c}, {v}, {w}"
        )
    };
    ($d:literal) => {
        concat!(
            "sltu {w}, {d",
            $d,
            "}, {x}\nsub {d",
            $d,
            "}, {d",
            $d,
            "}, {x}\n",
            "sltu {v}, {d",
            $d,
            "}, {c}\nsub {d",
            $d,
            "}, {d",
            $d,
            "}, {c}\nor {c}, {v}, {w}"
        )
    };
}

/// a − b − borrow, and the borrow; without one at first.
#[inline(always)]
pub fn difference<const FIRST: bool>(a: &Half, b: &Half, mut borrow: u32) -> (Half, u32) {
    let mut out = [0; WORDS];
    // SAFETY: as in `sum`.
    unsafe {
        if FIRST {
            chain!(difference_first difference_word out out ["lw {x}, 0({b})\nlw {d0}, 0({a})"]
                a = in(reg) a, b = in(reg) b, x = out(reg) _, w = out(reg) _, v = out(reg) _, c = out(reg) borrow,);
        } else {
            chain!(difference_word difference_word out out ["lw {x}, 0({b})\nlw {d0}, 0({a})"]
                a = in(reg) a, b = in(reg) b, x = out(reg) _, w = out(reg) _, v = out(reg) _, c = inout(reg) borrow,);
        }
    }
    (out, borrow)
}

macro_rules! less_both_first {
    ($d:literal, $next:literal, $at:literal) => {
        concat!(
            "add {x}, {x}, {y}\nsltu {w}, {x}, {y}\nlw {y}, ",
            $at,
            "({e})\nsltu {c}, {d",
            $d,
            "}, {x}\nsub {d",
            $d,
            "}, {d",
            $d,
            "}, {x}\n",
            "lw {x}, ",
            $at,
            "({b})\nlw {d",
            $next,
            "}, ",
            $at,
            "({a})\nadd {c}, {c}, {w}"
        )
    };
}
macro_rules! less_both_word {
    ($d:literal, $next:literal, $at:literal) => {
        concat!(
            "add {x}, {x}, {y}\nsltu {w}, {x}, {y}\nlw {y}, ",
            $at,
            "({e})\nadd {x}, {x}, {c}\nsltu {v}, {x}, {c}\n",
            "sltu {c}, {d",
            $d,
            "}, {x}\nsub {d",
            $d,
            "}, {d",
            $d,
            "}, {x}\n",
            "lw {x}, ",
            $at,
            "({b})\nlw {d",
            $next,
            "}, ",
            $at,
            "({a})\nadd {c}, {c}, {w}\nadd {c}, {c}, {v}"
        )
    };
    ($d:literal) => {
        concat!(
            "add {x}, {x}, {y}\nsltu {w}, {x}, {y}\nadd {x}, {x}, {c}\nsltu {v}, {x}, {c}\n",
            "sltu {c}, {d",
            $d,
            "}, {x}\nsub {d",
            $d,
            "}, {d",
            $d,
            "}, {x}\nadd {c}, {c}, {w}\nadd {c}, {c}, {v}"
        )
    };
}

/// a − b − e − borrow, and the borrow, at most 2; without one at first.
#[inline(always)]
pub fn less_both<const FIRST: bool>(a: &Half, b: &Half, e: &Half, mut borrow: u32) -> (Half, u32) {
    let mut out = [0; WORDS];
    // SAFETY: as in `sum`.
    unsafe {
        if FIRST {
            chain!(less_both_first less_both_word out out ["lw {y}, 0({e})\nlw {x}, 0({b})\nlw {d0}, 0({a})"]
                a = in(reg) a, b = in(reg) b, e = in(reg) e, x = out(reg) _, y = out(reg) _, w = out(reg) _, v = out(reg) _, c = out(reg) borrow,);
        } else {
            chain!(less_both_word less_both_word out out ["lw {y}, 0({e})\nlw {x}, 0({b})\nlw {d0}, 0({a})"]
                a = in(reg) a, b = in(reg) b, e = in(reg) e, x = out(reg) _, y = out(reg) _, w = out(reg) _, v = out(reg) _, c = inout(reg) borrow,);
        }
    }
    (out, borrow)
}

macro_rules! sum_less_first {
    ($d:literal, $next:literal, $at:literal) => {
        concat!(
            "add {d",
            $d,
            "}, {d",
            $d,
            "}, {x}\nsltu {w}, {d",
            $d,
            "}, {x}\nlw {x}, ",
            $at,
            "({b})\n",
            "sltu {k}, {d",
            $d,
            "}, {q}\nsub {d",
            $d,
            "}, {d",
            $d,
            "}, {q}\n",
            "lw {d",
            $next,
            "}, ",
            $at,
            "({a})\nlw {q}, ",
            $at,
            "({p})\nsub {k}, {w}, {k}"
        )
    };
}
macro_rules! sum_less_word {
    ($d:literal, $next:literal, $at:literal) => {
        concat!(
            "add {d",
            $d,
            "}, {d",
            $d,
            "}, {x}\nsltu {w}, {d",
            $d,
            "}, {x}\nlw {x}, ",
            $at,
            "({b})\n",
            "sub {q}, {q}, {k}\nsltu {k}, {d",
            $d,
            "}, {q}\nsub {d",
            $d,
            "}, {d",
            $d,
            "}, {q}\n",
            "lw {d",
            $next,
            "}, ",
            $at,
            "({a})\nlw {q}, ",
            $at,
            "({p})\nsub {k}, {w}, {k}"
        )
    };
    ($d:literal) => {
        concat!(
            "add {d",
            $d,
            "}, {d",
            $d,
            "}, {x}\nsltu {w}, {d",
            $d,
            "}, {x}\n",
            "sub {q}, {q}, {k}\nsltu {k}, {d",
            $d,
            "}, {q}\nsub {d",
            $d,
            "}, {d",
            $d,
            "}, {q}\nsub {k}, {w}, {k}"
        )
    };
}

/// a + b − p + carry, and the carry, which has a sign; without one at first.
#[inline(always)]
pub fn sum_less<const FIRST: bool>(a: &Half, b: &Half, p: &Half, mut carry: u32) -> (Half, u32) {
    let mut out = [0; WORDS];
    // SAFETY: as in `sum`.
    unsafe {
        if FIRST {
            chain!(sum_less_first sum_less_word out out ["lw {x}, 0({b})\nlw {d0}, 0({a})\nlw {q}, 0({p})"]
                a = in(reg) a, b = in(reg) b, p = in(reg) p, x = out(reg) _, q = out(reg) _, w = out(reg) _, k = out(reg) carry,);
        } else {
            chain!(sum_less_word sum_less_word out out ["lw {x}, 0({b})\nlw {d0}, 0({a})\nlw {q}, 0({p})"]
                a = in(reg) a, b = in(reg) b, p = in(reg) p, x = out(reg) _, q = out(reg) _, w = out(reg) _, k = inout(reg) carry,);
        }
    }
    (out, carry)
}

macro_rules! difference_more_first {
    ($d:literal, $next:literal, $at:literal) => {
        concat!(
            "sltu {w}, {d",
            $d,
            "}, {x}\nsub {d",
            $d,
            "}, {d",
            $d,
            "}, {x}\nlw {x}, ",
            $at,
            "({b})\n",
            "add {d",
            $d,
            "}, {d",
            $d,
            "}, {q}\nsltu {k}, {d",
            $d,
            "}, {q}\n",
            "lw {d",
            $next,
            "}, ",
            $at,
            "({a})\nlw {q}, ",
            $at,
            "({p})\nsub {k}, {k}, {w}"
        )
    };
}
macro_rules! difference_more_word {
    ($d:literal, $next:literal, $at:literal) => {
        concat!(
            "sltu {w}, {d",
            $d,
            "}, {x}\nsub {d",
            $d,
            "}, {d",
            $d,
            "}, {x}\nlw {x}, ",
            $at,
            "({b})\n",
            "add {q}, {q}, {k}\nadd {d",
            $d,
            "}, {d",
            $d,
            "}, {q}\nsltu {k}, {d",
            $d,
            "}, {q}\n",
            "lw {d",
            $next,
            "}, ",
            $at,
            "({a})\nlw {q}, ",
            $at,
            "({p})\nsub {k}, {k}, {w}"
        )
    };
    ($d:literal) => {
        concat!(
            "sltu {w}, {d",
            $d,
            "}, {x}\nsub {d",
            $d,
            "}, {d",
            $d,
            "}, {x}\n",
            "add {q}, {q}, {k}\nadd {d",
            $d,
            "}, {d",
            $d,
            "}, {q}\nsltu {k}, {d",
            $d,
            "}, {q}\nsub {k}, {k}, {w}"
        )
    };
}

/// a − b + p + carry, and the carry, which has a sign; without one at first.
#[inline(always)]
pub fn difference_more<const FIRST: bool>(
    a: &Half,
    b: &Half,
    p: &Half,
    mut carry: u32,
) -> (Half, u32) {
    let mut out = [0; WORDS];
    // SAFETY: as in `sum`.
    unsafe {
        if FIRST {
            chain!(difference_more_first difference_more_word out out ["lw {x}, 0({b})\nlw {d0}, 0({a})\nlw {q}, 0({p})"]
                a = in(reg) a, b = in(reg) b, p = in(reg) p, x = out(reg) _, q = out(reg) _, w = out(reg) _, k = out(reg) carry,);
        } else {
            chain!(difference_more_word difference_more_word out out ["lw {x}, 0({b})\nlw {d0}, 0({a})\nlw {q}, 0({p})"]
                a = in(reg) a, b = in(reg) b, p = in(reg) p, x = out(reg) _, q = out(reg) _, w = out(reg) _, k = inout(reg) carry,);
        }
    }
    (out, carry)
}

macro_rules! more_first {
    ($d:literal, $next:literal, $at:literal) => {
        concat!(
            "and {t}, {q}, {m}\nlw {q}, ",
            $at,
            "({p})\nadd {d",
            $d,
            "}, {d",
            $d,
            "}, {t}\nsltu {k}, {d",
            $d,
            "}, {t}"
        )
    };
}
macro_rules! more_word {
    ($d:literal, $next:literal, $at:literal) => {
        concat!(
            "and {t}, {q}, {m}\nlw {q}, ",
            $at,
            "({p})\n",
            "add {t}, {t}, {k}\nadd {d",
            $d,
            "}, {d",
            $d,
            "}, {t}\nsltu {k}, {d",
            $d,
            "}, {t}"
        )
    };
    ($d:literal) => {
        concat!(
            "and {t}, {q}, {m}\nadd {t}, {t}, {k}\nadd {d",
            $d,
            "}, {d",
            $d,
            "}, {t}\nsltu {k}, {d",
            $d,
            "}, {t}"
        )
    };
}

/// a + (p under a mask) + carry, and the carry; without one at first.
#[inline(always)]
pub fn more<const FIRST: bool>(mut a: Half, p: &Half, mask: u32, mut carry: u32) -> (Half, u32) {
    // SAFETY: as in `sum`.
    unsafe {
        if FIRST {
            chain!(more_first more_word a inout ["lw {q}, 0({p})"]
                p = in(reg) p, m = in(reg) mask, q = out(reg) _, t = out(reg) _, k = out(reg) carry,);
        } else {
            chain!(more_word more_word a inout ["lw {q}, 0({p})"]
                p = in(reg) p, m = in(reg) mask, q = out(reg) _, t = out(reg) _, k = inout(reg) carry,);
        }
    }
    (a, carry)
}

macro_rules! compared_first {
    ($d:literal, $next:literal, $at:literal) => {
        concat!(
            "sltu {k}, {d",
            $d,
            "}, {q}\nlw {q}, ",
            $at,
            "({p})\nlw {d",
            $next,
            "}, ",
            $at,
            "({a})"
        )
    };
}
macro_rules! compared_word {
    ($d:literal, $next:literal, $at:literal) => {
        concat!(
            "add {t}, {q}, {k}\nlw {q}, ",
            $at,
            "({p})\nlw {d",
            $next,
            "}, ",
            $at,
            "({a})\nsltu {k}, {d",
            $d,
            "}, {t}"
        )
    };
    ($d:literal) => {
        concat!("add {t}, {q}, {k}\nsltu {k}, {d", $d, "}, {t}")
    };
}

/// a, and the borrow of a − p − borrow; without one at first.
#[inline(always)]
pub fn compared<const FIRST: bool>(a: &Half, p: &Half, mut borrow: u32) -> (Half, u32) {
    let mut out = [0; WORDS];
    // SAFETY: as in `sum`.
    unsafe {
        if FIRST {
            chain!(compared_first compared_word out out ["lw {q}, 0({p})\nlw {d0}, 0({a})"]
                a = in(reg) a, p = in(reg) p, q = out(reg) _, t = out(reg) _, k = out(reg) borrow,);
        } else {
            chain!(compared_word compared_word out out ["lw {q}, 0({p})\nlw {d0}, 0({a})"]
                a = in(reg) a, p = in(reg) p, q = out(reg) _, t = out(reg) _, k = inout(reg) borrow,);
        }
    }
    (out, borrow)
}

macro_rules! less_first {
    ($d:literal, $next:literal, $at:literal) => {
        concat!(
            "and {t}, {q}, {m}\nlw {q}, ",
            $at,
            "({p})\nsltu {k}, {d",
            $d,
            "}, {t}\nsub {d",
            $d,
            "}, {d",
            $d,
            "}, {t}"
        )
    };
}
macro_rules! less_word {
    ($d:literal, $next:literal, $at:literal) => {
        concat!(
            "and {t}, {q}, {m}\nlw {q}, ",
            $at,
            "({p})\n",
            "add {t}, {t}, {k}\nsltu {k}, {d",
            $d,
            "}, {t}\nsub {d",
            $d,
            "}, {d",
            $d,
            "}, {t}"
        )
    };
    ($d:literal) => {
        concat!(
            "and {t}, {q}, {m}\nadd {t}, {t}, {k}\nsltu {k}, {d",
            $d,
            "}, {t}\nsub {d",
            $d,
            "}, {d",
            $d,
            "}, {t}"
        )
    };
}

/// a − (p under a mask) − borrow, and the borrow; without one at first.
#[inline(always)]
pub fn less<const FIRST: bool>(mut a: Half, p: &Half, mask: u32, mut borrow: u32) -> (Half, u32) {
    // SAFETY: as in `sum`.
    unsafe {
        if FIRST {
            chain!(less_first less_word a inout ["lw {q}, 0({p})"]
                p = in(reg) p, m = in(reg) mask, q = out(reg) _, t = out(reg) _, k = out(reg) borrow,);
        } else {
            chain!(less_word less_word a inout ["lw {q}, 0({p})"]
                p = in(reg) p, m = in(reg) mask, q = out(reg) _, t = out(reg) _, k = inout(reg) borrow,);
        }
    }
    (a, borrow)
}
