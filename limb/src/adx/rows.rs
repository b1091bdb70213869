//! The rows that all kernels are made of, as assembly text.
//!
//! One row adds a word times a number, x·b, to the running value t. `mulx` gives both halves of a
//! word product without touching flags; `adox` carries the lower halves in the overflow flag and
//! `adcx` the upper halves in the carry flag, so that neither chain waits for the other (E. Öztürk,
//! J. Guilford, V. Gopal, W. Feghali, "New instructions supporting large integer arithmetic on
//! Intel architecture processors", 2012).
//!
//! Registers: t lies in some of r8 to r15, whose roles rotate as its lowest word is finished; rdx
//! is the multiplier; rax and rbx hold the halves of a product. A macro is given t's registers from
//! the lowest word up.

/// t += rdx·\[src\], one word product per triple (index, register of the lower half, register of
/// the upper half). Both flags enter clear; the carry flag leaves clear if t's highest register was
/// zero, the overflow flag is owed to that register.
macro_rules! row {
    ($src:literal; $($i:literal $lo:ident $hi:ident),+) => {
        concat!($(
            "mulx rbx, rax, [", $src, " + 8*", $i, "]\n",
            "adox ", stringify!($lo), ", rax\n",
            "adcx ", stringify!($hi), ", rbx\n",
        )+)
    };
}

/// t = rdx·\[src\].
macro_rules! first_row {
    ($src:literal; $top:ident; 0 $t0:ident $t1:ident, $($i:literal $lo:ident $hi:ident),+) => {
        concat!(
            "mulx ", stringify!($t1), ", ", stringify!($t0), ", [", $src, "]\n",
            "xor eax, eax\n",
            $(
                "mulx ", stringify!($hi), ", rax, [", $src, " + 8*", $i, "]\n",
                "adcx ", stringify!($lo), ", rax\n",
            )+
            "mov eax, 0\n",
            "adcx ", stringify!($top), ", rax\n",
        )
    };
}

/// t += rdx·\[src\], whose highest register is new.
macro_rules! product_row {
    ($src:literal; $top:ident; $($row:tt)+) => {
        concat!(
            "xor ", stringify!($top), ", ", stringify!($top), "\n",
            row!($src; $($row)+),
            "mov eax, 0\n",
            "adox ", stringify!($top), ", rax\n",
        )
    };
}

/// t += rdx·\[src\] where there is room for it in t.
macro_rules! further_row {
    ($src:literal; $top:ident; $($row:tt)+) => {
        concat!(
            "xor eax, eax\n",
            row!($src; $($row)+),
            "mov eax, 0\n",
            "adox ", stringify!($top), ", rax\n",
        )
    };
}

/// t += q·m with q = −t₀/m modulo the word, so that t₀ becomes zero; there is room for it in t.
macro_rules! reduction_row {
    ($modulus:literal, $n0:literal; $top:ident; 0 $low:ident $($row:tt)+) => {
        concat!(
            "mov rdx, ", stringify!($low), "\n",
            "imul rdx, [", $n0, "]\n",
            "xor eax, eax\n",
            row!($modulus; 0 $low $($row)+),
            "adox ", stringify!($top), ", ", stringify!($low), "\n",
        )
    };
}

/// As `reduction_row`, whose highest register is new.
macro_rules! opening_reduction_row {
    ($modulus:literal, $n0:literal; $top:ident; 0 $low:ident $($row:tt)+) => {
        concat!(
            "mov rdx, ", stringify!($low), "\n",
            "imul rdx, [", $n0, "]\n",
            "xor ", stringify!($top), ", ", stringify!($top), "\n",
            row!($modulus; 0 $low $($row)+),
            "adox ", stringify!($top), ", ", stringify!($low), "\n",
        )
    };
}

/// t = 2t + the squares of the words of \[src\], a word of which belongs to each pair of registers:
/// doubling carries in one flag, the squares in the other.
macro_rules! doubled {
    ($src:literal; $($i:literal $lo:ident $hi:ident),+) => {
        concat!($(
            "mov rdx, [", $src, " + 8*", $i, "]\n",
            "mulx rbx, rax, rdx\n",
            "adcx ", stringify!($lo), ", ", stringify!($lo), "\n",
            "adox ", stringify!($lo), ", rax\n",
            "adcx ", stringify!($hi), ", ", stringify!($hi), "\n",
            "adox ", stringify!($hi), ", rbx\n",
        )+)
    };
}

/// x = t − \[modulus\] if that is not negative, else t.
macro_rules! subtract_once {
    ($modulus:literal; $($i:literal $t:ident $x:ident $op:literal),+) => {
        concat!(
            $("mov ", stringify!($x), ", ", stringify!($t), "\n",)+
            $($op, " ", stringify!($x), ", [", $modulus, " + 8*", $i, "]\n",)+
            $("cmovc ", stringify!($x), ", ", stringify!($t), "\n",)+
        )
    };
}

/// t = t − \[modulus\] if that is not negative.
macro_rules! subtract_once_in_place {
    ($modulus:literal; $($i:literal $t:ident $x:ident $op:literal),+) => {
        concat!(
            $("mov ", stringify!($x), ", ", stringify!($t), "\n",)+
            $($op, " ", stringify!($x), ", [", $modulus, " + 8*", $i, "]\n",)+
            $("cmovnc ", stringify!($t), ", ", stringify!($x), "\n",)+
        )
    };
}

/// The registers from memory.
macro_rules! load {
    ($src:literal; $($i:literal $t:ident),+) => {
        concat!($("mov ", stringify!($t), ", [", $src, " + 8*", $i, "]\n",)+)
    };
}

/// The registers to memory.
macro_rules! store {
    ($out:literal; $($i:literal $t:ident),+) => {
        concat!($("mov [", $out, " + 8*", $i, "], ", stringify!($t), "\n",)+)
    };
}

/// Each register with memory, by an instruction each: one chain of carries.
macro_rules! each {
    ($src:literal; $($op:literal $i:literal $t:ident),+) => {
        concat!($($op, " ", stringify!($t), ", [", $src, " + 8*", $i, "]\n",)+)
    };
}

/// Memory less the registers, in place: one chain of borrows through rbp.
macro_rules! subtract_from {
    ($place:literal; $($op:literal $i:literal $t:ident),+) => {
        concat!($(
            "mov rbp, [", $place, " + 8*", $i, "]\n",
            $op, " rbp, ", stringify!($t), "\n",
            "mov [", $place, " + 8*", $i, "], rbp\n",
        )+)
    };
}

/// The registers and their memory, to be multiplied by a mask of no bits or all.
macro_rules! masked {
    ($mask:ident; $($t:ident),+) => {
        concat!($("and ", stringify!($t), ", ", stringify!($mask), "\n",)+)
    };
}

/// Memory and the registers, in place: one chain of carries.
macro_rules! add_to {
    ($place:literal; $($op:literal $i:literal $t:ident),+) => {
        concat!($($op, " [", $place, " + 8*", $i, "], ", stringify!($t), "\n",)+)
    };
}

/// \[place\] = rdx·\[place\], given the register of the lowest word's upper half and, for each word
/// after it, the registers of the upper half before and of its own.
macro_rules! scaled {
    ($place:literal; $first:ident; $($i:literal $op:literal $low:ident $high:ident),+) => {
        concat!(
            "mulx ", stringify!($first), ", rax, [", $place, "]\n",
            "mov [", $place, "], rax\n",
            $(
                "mulx ", stringify!($high), ", rax, [", $place, " + 8*", $i, "]\n",
                $op, " rax, ", stringify!($low), "\n",
                "mov [", $place, " + 8*", $i, "], rax\n",
            )+
        )
    };
}

/// Registers = rdx·\[src\], through rbx; the last carry is owed to the highest one.
macro_rules! multiple {
    ($src:literal; $t0:ident $t1:ident; $($i:literal $op:literal $low:ident $high:ident),+) => {
        concat!(
            "mulx ", stringify!($t1), ", ", stringify!($t0), ", [", $src, "]\n",
            $(
                "mulx ", stringify!($high), ", rbx, [", $src, " + 8*", $i, "]\n",
                $op, " ", stringify!($low), ", rbx\n",
            )+
        )
    };
}

/// Memory combined with the registers, in place: one chain through rbx.
macro_rules! combine {
    ($place:literal; $($op:literal $i:literal $t:ident),+) => {
        concat!($(
            "mov rbx, [", $place, " + 8*", $i, "]\n",
            $op, " rbx, ", stringify!($t), "\n",
            "mov [", $place, " + 8*", $i, "], rbx\n",
        )+)
    };
}

/// Saves the registers that inline assembly cannot name.
macro_rules! save_few {
    () => {
        "push rbx\npush rbp\n"
    };
}

/// Restores them, and returns.
macro_rules! restore_few {
    () => {
        "pop rbp\npop rbx\nret\n"
    };
}

/// Saves the registers that belong to the caller.
macro_rules! save {
    () => {
        "push rbx\npush rbp\npush r12\npush r13\npush r14\npush r15\n"
    };
}

/// Restores them, and returns.
macro_rules! restore {
    () => {
        "pop r15\npop r14\npop r13\npop r12\npop rbp\npop rbx\nret\n"
    };
}

/// Calls a kernel that is no function: places of operands come in rsi, rdi, r8 and r9, as many as
/// there are, what belongs to the modulus in rcx, and the result leaves in rax, rdx, rsi, rdi, r13
/// and r15, as many words as there are; all other registers but rcx, rbx and rbp are lost.
///
/// So the compiler sees a value and puts it where it is wanted. A result in memory was measured
/// before: every copy of it loads words in another width than they were just stored, and waits.
macro_rules! in_registers {
    ($words:tt $kernel:path: $a:expr; $modulus:expr) => {
        in_registers!(@ $words $kernel, $modulus, w2 w3 (inout("rsi") $a => w2, out("rdi") w3, out("r8") _, out("r9") _))
    };
    ($words:tt $kernel:path: $a:expr, $b:expr; $modulus:expr) => {
        in_registers!(@ $words $kernel, $modulus, w2 w3 (inout("rsi") $a => w2, inout("rdi") $b => w3, out("r8") _, out("r9") _))
    };
    ($words:tt $kernel:path: $a:expr, $b:expr, $c:expr, $d:expr; $modulus:expr) => {
        in_registers!(@ $words $kernel, $modulus, w2 w3 (inout("rsi") $a => w2, inout("rdi") $b => w3, inout("r8") $c => _, inout("r9") $d => _))
    };
    (@ 4 $kernel:path, $modulus:expr, $w2:ident $w3:ident ($($operands:tt)*)) => {
        in_registers!(@@ $kernel, $modulus, (w0 w1 $w2 $w3), ($($operands)*, out("rax") w0, out("rdx") w1, out("r13") _, out("r15") _))
    };
    (@ 6 $kernel:path, $modulus:expr, $w2:ident $w3:ident ($($operands:tt)*)) => {
        in_registers!(@@ $kernel, $modulus, (w0 w1 $w2 $w3 w4 w5), ($($operands)*, out("rax") w0, out("rdx") w1, out("r13") w4, out("r15") w5))
    };
    (@@ $kernel:path, $modulus:expr, ($($word:ident)+), ($($operands:tt)*)) => {{
        $(let $word: u64;)+
        core::arch::asm!(
            "call {}", sym $kernel,
            $($operands)*,
            in("rcx") $modulus,
            out("r10") _, out("r11") _, out("r12") _, out("r14") _,
            options(pure, readonly),
        );
        [$($word),+]
    }};
}
