//! How long the RSA block of the original ESP32 (Xtensa LX6, 240 MHz) takes for one Montgomery
//! product of 512 bits, the shortest that it has, which holds numbers of 381.
//!
//! **Never built and never run here.** No compiler for Xtensa is at hand, and the registers are as
//! the vendor's manual has them. `espup install`, then `cargo +esp run --release` in this folder.
//!
//! This chip's block makes a single Montgomery product where that of the ESP32-C3 makes two: start
//! it once with X and Z, and Z becomes X·Z·R⁻¹ mod M, R = 2^512. Source: ESP32 technical reference
//! manual, "RSA Accelerator", whose recipe for X·Y mod M is two of them. What it gives is compared
//! with products of the processor before anything is timed.
#![no_std]
#![no_main]

use core::panic::PanicInfo;
use core::ptr;

use esp_hal::clock::CpuClock;
use esp_println::println;
use xtensa_lx::timer::get_cycle_count;

esp_bootloader_esp_idf::esp_app_desc!();

const WORDS: usize = 16;
type Number = [u32; WORDS];

/// The block, and what gates it.
const RSA: usize = 0x3ff0_2000;
const M: usize = RSA;
const Z: usize = RSA + 0x200;
const X: usize = RSA + 0x600;
const M_PRIME: usize = RSA + 0x800;
const MULT_MODE: usize = RSA + 0x80c;
const MULT_START: usize = RSA + 0x810;
/// Reads as 1 when an operation is done; writing 1 clears it.
const INTERRUPT: usize = RSA + 0x814;
/// Reads as 1 when the memories are wiped.
const CLEAN: usize = RSA + 0x818;
const CLOCK: usize = 0x3ff0_001c;
const RESET: usize = 0x3ff0_0020;
const POWER: usize = 0x3ff0_0490;
const RSA_BIT: u32 = 1 << 2;
const SIGNATURE_BIT: u32 = 1 << 4;
const POWER_DOWN: u32 = 1;

/// The prime of BLS12-381, the lowest word first.
const P: Number = [
    0xffff_aaab,
    0xb9fe_ffff,
    0xb153_ffff,
    0x1eab_fffe,
    0xf6b0_f624,
    0x6730_d2a0,
    0xf385_12bf,
    0x6477_4b84,
    0x434b_acd7,
    0x4b1b_a7b6,
    0x397f_e69a,
    0x1a01_11ea,
    0,
    0,
    0,
    0,
];
/// −P⁻¹ mod 2^32.
const P_PRIME: u32 = 0xfffc_fffd;

/// More polls than an operation takes.
const PATIENCE: u32 = 1 << 20;

fn read(register: usize) -> u32 {
    // SAFETY: only called with the addresses above, which are registers of this chip.
    unsafe { ptr::read_volatile(ptr::with_exposed_provenance(register)) }
}

fn write(register: usize, value: u32) {
    // SAFETY: as in `read`.
    unsafe { ptr::write_volatile(ptr::with_exposed_provenance_mut(register), value) }
}

fn store(memory: usize, number: &Number) {
    for (index, word) in number.iter().enumerate() {
        write(memory + 4 * index, *word);
    }
}

fn load(memory: usize) -> Number {
    core::array::from_fn(|index| read(memory + 4 * index))
}

/// Whether the register becomes 1.
fn reaches(register: usize) -> bool {
    (0..PATIENCE).any(|_| read(register) & 1 == 1)
}

fn set_up() -> bool {
    write(CLOCK, read(CLOCK) | RSA_BIT);
    write(RESET, read(RESET) & !(RSA_BIT | SIGNATURE_BIT));
    write(POWER, read(POWER) & !POWER_DOWN);
    if !reaches(CLEAN) {
        return false;
    }
    write(MULT_MODE, 0);
    write(M_PRIME, P_PRIME);
    store(M, &P);
    true
}

/// Z ← X·Z·R⁻¹ mod P, of what stands in the memories.
fn product() -> bool {
    write(MULT_START, 1);
    let done = reaches(INTERRUPT);
    write(INTERRUPT, 1);
    done
}

/// sum + factor·number, as far as the sum has words.
fn add_times(sum: &mut [u32; WORDS + 1], factor: u32, number: &Number) {
    let mut carry = 0_u64;
    let words = number.iter().copied().chain([0]);
    for (place, word) in sum.iter_mut().zip(words) {
        carry += u64::from(*place) + u64::from(factor) * u64::from(word);
        *place = carry as u32;
        carry >>= 32;
    }
}

/// a·b·R⁻¹ mod P by the processor, word by word, of numbers below 2^352. The sum is below P +
/// 2^192, and so all but certainly below P.
fn expected(a: &Number, b: &Number) -> Number {
    let mut sum = [0_u32; WORDS + 1];
    for word in a {
        add_times(&mut sum, *word, b);
        let multiple = sum[0].wrapping_mul(P_PRIME);
        add_times(&mut sum, multiple, &P);
        sum.copy_within(1.., 0);
        sum[WORDS] = 0;
    }
    let [words @ .., _] = sum;
    words
}

/// Cycles of `work`, the fewest of many times.
fn cycles(mut work: impl FnMut()) -> u32 {
    let once = |work: &mut dyn FnMut()| {
        let before = get_cycle_count();
        work();
        get_cycle_count().wrapping_sub(before)
    };
    (0..1_000).map(|_| once(&mut work)).min().unwrap_or(0)
}

fn run() -> Option<()> {
    if !set_up() {
        println!("the RSA block is silent");
        return None;
    }
    // Eleven words each, so that both are below P.
    let mut a: Number = core::array::from_fn(|index| {
        if index < 11 { 0x9e37_79b9_u32.wrapping_mul(index as u32 + 1) } else { 0 }
    });
    for _ in 0..1_000 {
        let b: Number =
            core::array::from_fn(|index| if index < 11 { P[index] ^ a[10 - index] } else { 0 });
        store(X, &a);
        store(Z, &b);
        if !product() || load(Z) != expected(&a, &b) {
            println!("the RSA block multiplies otherwise than the processor");
            return None;
        }
        a = load(Z);
        a[11..].fill(0);
    }
    println!("1000 products as by the processor");
    println!(
        "product with all accesses | {} cycles",
        cycles(|| {
            store(X, &a);
            store(Z, &a);
            product();
            core::hint::black_box(load(Z));
        })
    );
    println!("product alone | {} cycles", cycles(|| drop(product())));
    println!("16 writes | {} cycles", cycles(|| store(X, &a)));
    println!("16 reads | {} cycles", cycles(|| drop(core::hint::black_box(load(Z)))));
    Some(())
}

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    println!("{info}");
    loop {
        core::hint::spin_loop();
    }
}

#[esp_hal::main]
fn main() -> ! {
    let _peripherals = esp_hal::init(esp_hal::Config::default().with_cpu_clock(CpuClock::max()));
    println!("platform | ESP32, 240 MHz");
    let _ = run();
    loop {
        core::hint::spin_loop();
    }
}
