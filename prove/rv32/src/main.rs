//! A program of the chip that calls every kernel of `limb::rv32`, so that it is linked. It is read
//! by `tests/kernels/rv32.rs` and never run there.
#![no_std]
#![no_main]

use core::hint::black_box;

use limb::rv32::{self, folding, linear, small};

macro_rules! modulus {
    ($name:ident, $hex:literal) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        struct $name;

        impl limb::Modulus for $name {
            const P: limb::modulus::Limbs = limb::modulus::hex($hex);
        }
    };
}

modulus!(
    M381,
    "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab"
);
modulus!(M254, "30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47");
modulus!(Folded, "fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f");
modulus!(P25519, "7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed");

/// What is for a modulus and its number of words.
macro_rules! montgomery {
    ($m:ident, $n:literal) => {{
        let (a, b) = black_box(([1_u32; $n], [2_u32; $n]));
        let t = black_box(rv32::product_of::<$n>(&a, &b));
        black_box(rv32::square_of::<$n, false>(&a));
        black_box((rv32::divided::<$m, $n>(&t), rv32::reduced::<$m, $n>(&t)));
        black_box((linear::sum::<$m, $n>(&a, &b), linear::difference::<$m, $n>(&a, &b)));
        black_box((linear::sum_below_double::<$m, $n>(&a, &b), linear::plain_sum::<$n>(&a, &b)));
        black_box(linear::difference_and_modulus::<$m, $n>(&a, &b));
        black_box((linear::below_modulus::<$m, $n>(&a), linear::negative::<$m, $n>(&a)));
        black_box(small::reduced::<$m, $n>(&a, black_box(3)));
        black_box(small::multiple::<$m, $n>(&a, black_box(3)));
    }};
}

macro_rules! folded {
    ($m:ident) => {{
        let (a, b) = black_box(([1_u32; 8], [2_u32; 8]));
        black_box((folding::product::<$m, 8>(&a, &b), folding::square::<$m, 8>(&a)));
        black_box((folding::sum::<$m, 8>(&a, &b), folding::difference::<$m, 8>(&a, &b)));
        black_box((folding::negative::<$m, 8>(&a), folding::multiple::<$m, 8>(&a, black_box(3))));
    }};
}

#[unsafe(no_mangle)]
extern "C" fn _start() -> ! {
    montgomery!(M381, 12);
    montgomery!(M254, 8);
    black_box(rv32::square_of::<8, true>(&black_box([1; 8])));
    folded!(Folded);
    folded!(P25519);
    stop()
}

#[panic_handler]
fn panicked(_: &core::panic::PanicInfo<'_>) -> ! {
    stop()
}

fn stop() -> ! {
    loop {
        core::hint::spin_loop();
    }
}
