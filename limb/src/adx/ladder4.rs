//! A step of the Montgomery ladder modulo 2^255 − c on 4 words, as one kernel.
//!
//! P. L. Montgomery, "Speeding the Pollard and elliptic curve methods of factorization", 1987,
//! §10.3.1: from x of P, Q and P − Q to those of 2P and P + Q, on y² = x³ + Ax² + x. Between the
//! products of a step lie seven sums and differences, each of which waits for a carry and is read
//! at once. As calls of the kernels of [`fold4`](super::fold4) with compiled sums between them a
//! step takes some 1.4 times as long (Zen 3, a whole ladder, measured next to other work).
//!
//! **Ranges.** R = 2^256 ≡ 2c. What a product, a square or the multiple of E gives is below 2^255 +
//! 2^46, "short" here: its words above 2^255 are folded once more, which takes one chain of carries
//! and no last one. So a sum of two short numbers is below R + 2^47, and where it passes R one word
//! takes 2c without a carry; a difference that is negative is at least R/2 − 2^46 after R was
//! added, and loses 2c without another borrow. Sums and differences are below R, and are operands
//! of products only.

use core::arch::naked_asm;

/// What the kernel knows of modulus and curve.
#[repr(C)]
pub(super) struct Constants {
    /// c, below 2^20.
    pub(super) c: u64,
    /// 2c.
    pub(super) twice_c: u64,
    /// (A + 2)/4, below 2^24.
    pub(super) a24: u64,
}

/// x and z of two points, one pair after the other.
pub(super) type State = [[u64; 4]; 4];

/// \[out\] = r8…r11 + r12·R, short: the bits from 2^255 up times c. r12 is below 2^25.
macro_rules! store_short {
    ($out:literal) => {
        concat!(
            "add r11, r11\n",
            "adc r12, r12\n",
            "shr r11, 1\n",
            "imul r12, [rcx]\n",
            "add r8, r12\n",
            "adc r9, 0\n",
            "adc r10, 0\n",
            "adc r11, 0\n",
            store!($out; 0 r8, 1 r9, 2 r10, 3 r11),
        )
    };
}

/// \[out\] = r8…r15, short. The upper half times 2c leaves at most 2c above R.
macro_rules! store_folded {
    ($out:literal) => {
        concat!(
            "mov rdx, [rcx + 8]\n",
            "xor eax, eax\n",
            "mulx rbx, rax, r12\n",
            "adox r8, rax\n",
            "adcx r9, rbx\n",
            "mulx rbx, rax, r13\n",
            "adox r9, rax\n",
            "adcx r10, rbx\n",
            "mulx rbx, rax, r14\n",
            "adox r10, rax\n",
            "adcx r11, rbx\n",
            "mulx r12, rax, r15\n",
            "adox r11, rax\n",
            "adcx r12, rbp\n",
            "adox r12, rbp\n",
            store_short!($out),
        )
    };
}

/// t += rdx·\[src\], whose highest register is new; rbp is zero.
macro_rules! next {
    ($src:literal; $top:ident; $($row:tt)+) => {
        concat!(
            "xor ", stringify!($top), ", ", stringify!($top), "\n",
            row!($src; $($row)+),
            "adox ", stringify!($top), ", rbp\n",
        )
    };
}

/// \[out\] = \[a\]·\[b\], short.
macro_rules! product {
    ($out:literal, $a:literal, $b:literal) => {
        concat!(
            "mov rdx, [", $a, "]\n",
            multiple!($b; r8 r9; 1 "add" r9 r10, 2 "adc" r10 r11, 3 "adc" r11 r12),
            "adc r12, rbp\n",
            "mov rdx, [", $a, " + 8]\n",
            next!($b; r13; 0 r9 r10, 1 r10 r11, 2 r11 r12, 3 r12 r13),
            "mov rdx, [", $a, " + 16]\n",
            next!($b; r14; 0 r10 r11, 1 r11 r12, 2 r12 r13, 3 r13 r14),
            "mov rdx, [", $a, " + 24]\n",
            next!($b; r15; 0 r11 r12, 1 r12 r13, 2 r13 r14, 3 r14 r15),
            store_folded!($out),
        )
    };
}

/// \[out\] = \[a\]², short: as `square_in_registers!`.
macro_rules! square {
    ($out:literal, $a:literal) => {
        concat!(
            "mov rdx, [", $a, "]\n",
            "mulx r10, r9, [", $a, " + 8]\n",
            "mulx r11, rax, [", $a, " + 16]\n",
            "mulx r12, rbx, [", $a, " + 24]\n",
            "add r10, rax\n",
            "adc r11, rbx\n",
            "adc r12, 0\n",
            "mov rdx, [", $a, " + 8]\n",
            "mulx rbx, rax, [", $a, " + 16]\n",
            "mulx r13, r8, [", $a, " + 24]\n",
            "mov rdx, [", $a, " + 16]\n",
            "mulx r14, r15, [", $a, " + 24]\n",
            "add r11, rax\n",
            "adc r12, rbx\n",
            "adc r13, r15\n",
            "adc r14, 0\n",
            "add r12, r8\n",
            "adc r13, 0\n",
            "adc r14, 0\n",
            "mov rdx, [", $a, "]\n",
            "mulx rax, r8, rdx\n",
            "xor ebx, ebx\n",
            "adcx r9, r9\n",
            "adox r9, rax\n",
            doubled!($a; 1 r10 r11, 2 r12 r13),
            "mov rdx, [", $a, " + 24]\n",
            "mulx r15, rax, rdx\n",
            "adcx r14, r14\n",
            "adox r14, rax\n",
            "adcx r15, rbp\n",
            "adox r15, rbp\n",
            store_folded!($out),
        )
    };
}

/// \[out\] = \[a\] + \[b\], of short numbers.
macro_rules! sum {
    ($out:literal, $a:literal, $b:literal) => {
        concat!(
            "mov eax, 0\n",
            load!($a; 0 r8, 1 r9, 2 r10, 3 r11),
            each!($b; "add" 0 r8, "adc" 1 r9, "adc" 2 r10, "adc" 3 r11),
            "cmovc rax, [rcx + 8]\n",
            "add r8, rax\n",
            store!($out; 0 r8, 1 r9, 2 r10, 3 r11),
        )
    };
}

/// \[out\] = \[a\] − \[b\], of short numbers.
macro_rules! difference {
    ($out:literal, $a:literal, $b:literal) => {
        concat!(
            "mov eax, 0\n",
            load!($a; 0 r8, 1 r9, 2 r10, 3 r11),
            each!($b; "sub" 0 r8, "sbb" 1 r9, "sbb" 2 r10, "sbb" 3 r11),
            "cmovc rax, [rcx + 8]\n",
            "sub r8, rax\n",
            "sbb r9, 0\n",
            "sbb r10, 0\n",
            "sbb r11, 0\n",
            store!($out; 0 r8, 1 r9, 2 r10, 3 r11),
        )
    };
}

/// \[out\] = \[b\] if rbp is not zero, else \[a\].
macro_rules! choice {
    ($out:literal, $a:literal, $b:literal) => {
        concat!(
            load!($a; 0 r8, 1 r9, 2 r10, 3 r11),
            "test rbp, rbp\n",
            each!($b; "cmovnz" 0 r8, "cmovnz" 1 r9, "cmovnz" 2 r10, "cmovnz" 3 r11),
            store!($out; 0 r8, 1 r9, 2 r10, 3 r11),
        )
    };
}

/// \[out\] = \[b\] + a24·\[e\], short; b is.
macro_rules! multiple_and {
    ($out:literal, $b:literal, $e:literal) => {
        concat!(
            "mov rdx, [rcx + 16]\n",
            multiple!($e; r8 r9; 1 "add" r9 r10, 2 "adc" r10 r11, 3 "adc" r11 r12),
            "adc r12, 0\n",
            each!($b; "add" 0 r8, "adc" 1 r9, "adc" 2 r10, "adc" 3 r11),
            "adc r12, 0\n",
            store_short!($out),
        )
    };
}

/// state = x and z of 2P and of P + Q, short; of state = those of P and Q, short, and u = x of P −
/// Q with z = 1. With `swap` not zero it is 2Q instead of 2P. 5 products, 4 squares, a multiple by
/// a24, 3 sums and 4 differences:
///
/// A = X₁ + Z₁, B = X₁ − Z₁, C = X₂ + Z₂, D = X₂ − Z₂; X₊ = (DA + CB)², Z₊ = u(DA − CB)²; with S =
/// A, T = B, or C and D: E = S² − T², X = S²T², Z = E(T² + a24·E).
///
/// # Safety
/// The pointers are valid, c and a24 are as small as their constants say, and the CPU has BMI2 and
/// ADX.
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn step(
    state: *mut State,
    u: *const [u64; 4],
    swap: u64,
    constants: *const Constants,
) {
    naked_asm!(
        save!(),
        "sub rsp, 320",
        "mov rbp, rdx",
        // A, B, C and D.
        sum!("rsp", "rdi", "rdi + 32"),
        difference!("rsp + 32", "rdi", "rdi + 32"),
        sum!("rsp + 64", "rdi + 64", "rdi + 96"),
        difference!("rsp + 96", "rdi + 64", "rdi + 96"),
        // S and T.
        choice!("rsp + 128", "rsp", "rsp + 64"),
        choice!("rsp + 160", "rsp + 32", "rsp + 96"),
        "xor ebp, ebp",
        // S², T², DA, CB; E, T² + a24·E, DA + CB, DA − CB; and what is made of these. The order is
        // the fastest of some 25 that were measured.
        square!("rsp + 128", "rsp + 128"),
        square!("rsp + 160", "rsp + 160"),
        product!("rsp + 192", "rsp + 96", "rsp"),
        product!("rsp + 224", "rsp + 64", "rsp + 32"),
        difference!("rsp + 256", "rsp + 128", "rsp + 160"),
        multiple_and!("rsp + 288", "rsp + 160", "rsp + 256"),
        sum!("rsp", "rsp + 192", "rsp + 224"),
        difference!("rsp + 32", "rsp + 192", "rsp + 224"),
        product!("rdi", "rsp + 128", "rsp + 160"),
        square!("rsp + 32", "rsp + 32"),
        product!("rdi + 32", "rsp + 256", "rsp + 288"),
        square!("rdi + 64", "rsp"),
        product!("rdi + 96", "rsp + 32", "rsi"),
        "add rsp, 320",
        restore!(),
    )
}

#[cfg(test)]
mod tests {
    use super::{Constants, State, step};
    use crate::cpu;
    use crate::fold::Fold;
    use crate::modulus::{Limbs, Modulus, Params, hex};
    use rand_chacha::ChaCha20Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};
    use std::vec::Vec;

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Small;

    impl Modulus for Small {
        const P: Limbs = hex("7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed");
    }

    /// 2^255 − c with the largest c that the kernel takes.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Large;

    impl Modulus for Large {
        const P: Limbs = hex("7fffffffffffffffffffffffffffffffffffffffffffffffffffffffff00001");
    }

    /// The step by portable arithmetic, canonical.
    fn expected<M: Params<u64, 4>>(
        [x1, z1, x2, z2]: &State,
        u: &[u64; 4],
        swap: bool,
        a24: u64,
    ) -> State {
        let mul = |a: &[u64; 4], b: &[u64; 4]| Fold::<M, u64, 4>::mul(a, b);
        let add = |a: &[u64; 4], b: &[u64; 4]| Fold::<M, u64, 4>::add(a, b);
        let sub = |a: &[u64; 4], b: &[u64; 4]| Fold::<M, u64, 4>::sub(a, b);
        let (a, b, c, d) = (add(x1, z1), sub(x1, z1), add(x2, z2), sub(x2, z2));
        let (s, t) = if swap { (&c, &d) } else { (&a, &b) };
        let (da, cb, ss, tt) = (mul(&d, &a), mul(&c, &b), mul(s, s), mul(t, t));
        let (e, plus, minus) = (sub(&ss, &tt), add(&da, &cb), sub(&da, &cb));
        let z = mul(&e, &add(&tt, &mul(&[a24, 0, 0, 0], &e)));
        [mul(&ss, &tt), z, mul(&plus, &plus), mul(u, &mul(&minus, &minus))]
            .map(|a| Fold::<M, u64, 4>::canonical(&a))
    }

    /// Steps from states at the ends of the kernel's range, and from random ones.
    fn steps<M: Params<u64, 4>>(a24: u64) {
        let twice_c = Fold::<M, u64, 4>::C;
        let constants = Constants { c: twice_c / 2, twice_c, a24 };
        let (half, top) = (1 << 63, (1 << 46) - 1);
        let ends = [
            [0; 4],
            [1, 0, 0, 0],
            M::P_W,
            [M::P_W[0] - 1, M::P_W[1], M::P_W[2], M::P_W[3]],
            [0, 0, 0, half],
            [top, 0, 0, half],
            [u64::MAX, u64::MAX, u64::MAX, half - 1],
            [u64::MAX, 0, u64::MAX, 0],
        ];
        let mut rng = ChaCha20Rng::seed_from_u64(a24);
        let mut values: Vec<[u64; 4]> = ends.to_vec();
        values.extend((0..24).map(|_| core::array::from_fn(|i| rng.next_u64() >> (i / 3))));
        let mut draw = || values[rng.next_u32() as usize % values.len()];
        for round in 0..40_000_u64 {
            let state: State = core::array::from_fn(|_| draw());
            let (u, swap) = (draw(), round & 1);
            let mut place = state;
            // SAFETY: the places are local values, and the caller has seen that the CPU runs it.
            unsafe { step(&raw mut place, &raw const u, swap, &raw const constants) };
            for value in &place {
                let over = value[3] > half || value[3] == half && value[1..3] != [0, 0];
                assert!(!over && (value[3] < half || value[0] <= top), "{state:x?} {u:x?}");
            }
            assert_eq!(
                place.map(|a| Fold::<M, u64, 4>::canonical(&a)),
                expected::<M>(&state, &u, swap == 1, a24),
                "{state:x?} {u:x?} {swap}"
            );
        }
    }

    #[test]
    fn steps_are_those_of_portable_arithmetic_and_keep_the_range() {
        if cpu::Adx::get().is_none() {
            return;
        }
        steps::<Small>(121_666);
        steps::<Small>(1);
        steps::<Large>((1 << 24) - 1);
    }
}
