//! A row of a product whose length is known at run time alone.

use core::arch::asm;

use crate::cpu;

/// x += a·b on so many words of both as fill blocks of four; how many those are, and the word that
/// is carried out of them.
///
/// The upper halves of the products carry in one flag, the sum with x in the other; what counts the
/// blocks (`lea`, `jrcxz`) leaves both as they are.
#[inline(always)]
pub(crate) fn add_product_in_fours(_: cpu::Adx, x: &mut [u64], a: &[u64], b: u64) -> (usize, u64) {
    let blocks = x.len().min(a.len()) >> 2;
    if blocks == 0 {
        return (0, 0);
    }
    let carry: u64;
    // SAFETY: the token says that the CPU has `mulx`, `adcx` and `adox`; both slices have 4·blocks
    // words, of which those of x are written.
    unsafe {
        asm!(
            // Clears both flags.
            "xor eax, eax",
            "2:",
            "mulx {high}, {low}, [{a}]",
            "adcx {low}, rax",
            "adox {low}, [{x}]",
            "mov [{x}], {low}",
            "mulx rax, {low}, [{a} + 8]",
            "adcx {low}, {high}",
            "adox {low}, [{x} + 8]",
            "mov [{x} + 8], {low}",
            "mulx {high}, {low}, [{a} + 16]",
            "adcx {low}, rax",
            "adox {low}, [{x} + 16]",
            "mov [{x} + 16], {low}",
            "mulx rax, {low}, [{a} + 24]",
            "adcx {low}, {high}",
            "adox {low}, [{x} + 24]",
            "mov [{x} + 24], {low}",
            "lea {a}, [{a} + 32]",
            "lea {x}, [{x} + 32]",
            "lea rcx, [rcx - 1]",
            "jrcxz 3f",
            "jmp 2b",
            "3:",
            // Both carries go into the highest half, which has room for them.
            "mov {low:e}, 0",
            "adcx rax, {low}",
            "adox rax, {low}",
            a = inout(reg) a.as_ptr() => _,
            x = inout(reg) x.as_mut_ptr() => _,
            low = out(reg) _,
            high = out(reg) _,
            inout("rcx") blocks => _,
            in("rdx") b,
            out("rax") carry,
            options(nostack),
        );
    }
    (4 * blocks, carry)
}
