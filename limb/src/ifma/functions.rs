//! The kernels and functions that both forms of residues have, written once.

/// The kernels of products and of a sum of two, by the macros that reduce their columns, and
/// whether they are functions of their own.
macro_rules! products {
    ($reduced:ident, two: $reduced_two:ident, $(#[$how:meta])+ $seen:vis fn) => {
        #[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
        $(#[$how])+
        $seen fn mul<M: Params<u64, N>, const N: usize>(a: &Lanes<N>, b: &Lanes<N>) -> Lanes<N> {
            let (x, y) = (a.number(), b.number());
            let mut t: Columns = [ZERO; 17];
            add_product!(t, x, y, Lanes::<N>::LIMBS);
            Lanes::of(a.token, &$reduced!(t, M, N))
        }

        #[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
        $(#[$how])+
        $seen fn mul_assign<M: Params<u64, N>, const N: usize>(a: &mut Lanes<N>, b: &Lanes<N>) {
            let (x, y) = (a.number(), b.number());
            let mut t: Columns = [ZERO; 17];
            add_product!(t, x, y, Lanes::<N>::LIMBS);
            *a = Lanes::of(a.token, &$reduced!(t, M, N));
        }

        #[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
        $(#[$how])+
        $seen fn sqr<M: Params<u64, N>, const N: usize>(a: &Lanes<N>) -> Lanes<N> {
            let x = a.number();
            let mut t: Columns = [ZERO; 17];
            square!(t, x, Lanes::<N>::LIMBS);
            Lanes::of(a.token, &$reduced!(t, M, N))
        }

        #[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
        $(#[$how])+
        $seen fn sum_of_two<M: Params<u64, N>, const N: usize>([(a, b), (c, d)]: [(&Lanes<N>, &Lanes<N>); 2]) -> Lanes<N> {
            let mut t: Columns = [ZERO; 17];
            let (x, y) = (a.number(), b.number());
            add_product!(t, x, y, Lanes::<N>::LIMBS);
            let (x, y) = (c.number(), d.number());
            add_product!(t, x, y, Lanes::<N>::LIMBS);
            Lanes::of(a.token, &$reduced_two!(t, M, N))
        }
    };
}

/// A kernel: inlined if it is short, else called.
macro_rules! by_length {
    ($kernel:ident::<M, N>($($operand:ident),+)) => {
        if const { Self::SHORT } {
            short::$kernel::<M, N>($($operand),+)
        } else {
            $kernel::<M, N>($($operand),+)
        }
    };
}

/// What a form of residues offers, by the kernels of its module and those that do not depend on the
/// form; `supported` says whether they serve a modulus, and `ones` is the column in which a residue
/// stands that is added to a sum.
macro_rules! functions {
    ($form:ident, supported: $supported:expr, ones: $ones:expr) => {
        impl<M: Params<u64, N>, const N: usize> $form<M, N> {
            /// Whether there are kernels for this modulus.
            pub const SUPPORTED: bool = $supported;

            /// What values are made with, if there are kernels for this modulus and the CPU runs
            /// them.
            #[inline(always)]
            pub fn token() -> Option<cpu::Ifma> {
                if Self::SUPPORTED { cpu::Ifma::get() } else { None }
            }

            /// a·b, divided by R in Montgomery's form: reduced from lazy.
            #[inline(always)]
            pub fn mul(a: &Lanes<N>, b: &Lanes<N>) -> Lanes<N> {
                debug_assert!(is_within::<M, N>(a, 4) && is_within::<M, N>(b, 4));
                // SAFETY: the operands carry the token of the CPU's feature.
                unsafe { by_length!(mul::<M, N>(a, b)) }
            }

            /// a = a·b, as [`Self::mul`]: reduced from lazy, in place.
            #[inline(always)]
            pub fn mul_assign(a: &mut Lanes<N>, b: &Lanes<N>) {
                debug_assert!(is_within::<M, N>(a, 4) && is_within::<M, N>(b, 4));
                // SAFETY: the operands carry the token of the CPU's feature.
                unsafe { by_length!(mul_assign::<M, N>(a, b)) }
            }

            /// a², as [`Self::mul`]: reduced from lazy.
            #[inline(always)]
            pub fn sqr(a: &Lanes<N>) -> Lanes<N> {
                debug_assert!(is_within::<M, N>(a, 4));
                // SAFETY: the operands carry the token of the CPU's feature.
                unsafe { by_length!(sqr::<M, N>(a)) }
            }

            /// a·b + c·d, as [`Self::mul`]: reduced from lazy.
            #[inline(always)]
            pub fn sum_of_two(terms: [(&Lanes<N>, &Lanes<N>); 2]) -> Lanes<N> {
                debug_assert!(
                    terms.iter().all(|(a, b)| is_within::<M, N>(a, 4) && is_within::<M, N>(b, 4))
                );
                // SAFETY: the operands carry the token of the CPU's feature.
                unsafe { by_length!(sum_of_two::<M, N>(terms)) }
            }

            /// a·b as a sum: lazy operands.
            #[inline(always)]
            pub fn product(a: &Lanes<N>, b: &Lanes<N>) -> Wide<N> {
                debug_assert!(is_within::<M, N>(a, 4) && is_within::<M, N>(b, 4));
                // SAFETY: the operands carry the token of the CPU's feature.
                unsafe { wide::product::<N>(a, b) }
            }

            /// Adds a·b to a sum: lazy operands.
            #[inline(always)]
            pub fn mac(wide: &mut Wide<N>, a: &Lanes<N>, b: &Lanes<N>) {
                debug_assert!(is_within::<M, N>(a, 4) && is_within::<M, N>(b, 4));
                // SAFETY: the operands carry the token of the CPU's feature.
                unsafe { wide::mac::<N>(wide, a, b) }
            }

            /// Adds k·a to what a sum reduces to: a reduced value.
            #[inline(always)]
            pub fn mac_small(wide: &mut Wide<N>, a: &Lanes<N>, k: i32) {
                debug_assert!(is_within::<M, N>(a, 2));
                // SAFETY: the operands carry the token of the CPU's feature.
                unsafe { wide::mac_small::<N>(wide, a, k, $ones) }
            }

            /// The residue of a sum, as [`Self::mul`]: reduced.
            #[inline(always)]
            pub fn reduce(wide: &Wide<N>) -> Lanes<N> {
                // SAFETY: the operands carry the token of the CPU's feature.
                let out = unsafe { reduce::<M, N>(wide) };
                debug_assert!(is_within::<M, N>(&out, 2), "a sum left its bounds");
                out
            }

            /// a + b: lazy from reduced.
            #[inline(always)]
            pub fn add(a: &Lanes<N>, b: &Lanes<N>) -> Lanes<N> {
                // SAFETY: the operands carry the token of the CPU's feature.
                unsafe { linear::add::<M, N>(a, b) }
            }

            /// a − b: lazy from reduced.
            #[inline(always)]
            pub fn sub(a: &Lanes<N>, b: &Lanes<N>) -> Lanes<N> {
                // SAFETY: as in `add`.
                unsafe { linear::sub::<M, N>(a, b) }
            }

            /// −a: reduced from reduced.
            #[inline(always)]
            pub fn neg(a: &Lanes<N>) -> Lanes<N> {
                // SAFETY: as in `add`.
                unsafe { linear::neg::<M, N>(a) }
            }

            /// Reduced from lazy.
            #[inline(always)]
            pub fn weak(a: &Lanes<N>) -> Lanes<N> {
                // SAFETY: as in `add`.
                unsafe { linear::weak::<M, N>(a) }
            }

            /// The representative below m, from reduced.
            #[inline(always)]
            pub fn canonical(a: &Lanes<N>) -> Lanes<N> {
                // SAFETY: as in `add`.
                unsafe { linear::canonical::<M, N>(a) }
            }

            /// k·a for k ≤ 256: reduced from reduced.
            #[inline(always)]
            pub fn times(a: &Lanes<N>, k: u32) -> Lanes<N> {
                // SAFETY: as in `add`.
                unsafe { linear::times::<M, N>(a, k) }
            }

            /// Σ k·a with Σ |k| ≤ 32: reduced from reduced.
            ///
            /// # Panics
            /// If there is no term.
            #[inline(always)]
            pub fn linear(terms: &[(&Lanes<N>, i32)]) -> Lanes<N> {
                // SAFETY: as in `add`.
                unsafe { linear::linear::<M, N>(terms) }
            }

            /// Which lanes are zero, a bit each, in variable time: lazy.
            #[inline(always)]
            pub fn zeros_vartime(a: &Lanes<N>) -> u8 {
                // SAFETY: as in `add`.
                unsafe { linear::zeros_vartime::<M, N>(a) }
            }

            /// Which lanes are zero, a bit each: reduced.
            #[inline(always)]
            pub fn is_zero(a: &Lanes<N>) -> u8 {
                // SAFETY: as in `add`.
                unsafe { linear::is_zero::<M, N>(a) }
            }
        }
    };
}

pub(super) use {by_length, functions, products};
