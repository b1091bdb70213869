//! A program of ARM64 that calls every kernel of `limb::arm64` through the engine that users have,
//! so that it is linked. It is read by `tests/kernels/arm64.rs` and never run: so it needs neither
//! a C library nor that machine, only the compiler's own linker.
#![no_std]
#![no_main]

use core::hint::black_box;

use limb::adx::{Fold, Mont, Words};
use limb::{Params, cpu};

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
modulus!(Sparse, "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff");
modulus!(Folded, "fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f");

fn montgomery<M: Params<u64, N>, const N: usize>(token: cpu::Adx) {
    let mut a = black_box(Words::<N>::new(token, [1; N]));
    let (b, mut c) = black_box((a, [a, a]));
    black_box([
        Mont::<M, N>::mul(&a, &b),
        Mont::<M, N>::sqr(&a),
        Mont::<M, N>::sum_of_two([(&a, &b), (&b, &a)]),
    ]);
    let mut wide = black_box(Mont::<M, N>::product(&a, &b));
    let other = black_box(wide);
    wide.add(&other);
    wide.sub(&other);
    wide.add_two(&other, &other);
    wide.add_sub(&other, &other);
    wide.sub_two(&other, &other);
    wide.times(black_box(3));
    wide.add_small(&b, black_box(3));
    wide.sub_small(&b, black_box(3));
    black_box(Mont::<M, N>::reduce(&black_box(wide)));
    Mont::<M, N>::sqr_times_assign(&mut a, black_box(5));
    Mont::<M, N>::complex_mul_assign(&mut c, &[a, b]);
    Mont::<M, N>::complex_sqr_assign(&mut c);
    black_box((Mont::<M, N>::complex_product(&c, &c), Mont::<M, N>::complex_square(&c)));
}

#[unsafe(no_mangle)]
extern "C" fn _start() -> ! {
    if let Some(token) = cpu::Adx::get() {
        montgomery::<M381, 6>(token);
        montgomery::<M254, 4>(token);
        let a = black_box(Words::<4>::new(token, [1; 4]));
        let terms = [(&a, &a), (&a, &a)];
        black_box([
            Mont::<Sparse, 4>::mul(&a, &a),
            Mont::<Sparse, 4>::sqr(&a),
            Mont::<Sparse, 4>::sum_of_two(terms),
        ]);
        black_box([
            Fold::<Folded, 4>::mul(&a, &a),
            Fold::<Folded, 4>::sqr(&a),
            Fold::<Folded, 4>::sum_of_two(terms),
        ]);
    }
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
