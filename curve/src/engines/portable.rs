//! What the portable engines have in common. [`limb::Mont`] and [`limb::Fold`] offer the same
//! functions on plain words; as engines they differ in products and in the form that a residue has.

/// The items of [`Field`](crate::field::Field) on plain words that name neither a product nor the
/// form of a residue; sums of products are held in the type of `limb` that is named.
macro_rules! linear_on_plain_words {
    ($sum:ident) => {
        type Ctx = ();
        type Const = limb::modulus::Constant<M>;
        type Raw = [W; N];
        type Wide = limb::$sum<W, N>;

        const MAX_PRODUCTS: u32 = limb::wide::MAX_PRODUCTS;

        #[inline(always)]
        fn ctx(_: &Self::Raw) {}

        // With their range checks these are too large to inline everywhere: test builds would take
        // minutes. Where there is no carry flag they are calls of `limb`'s functions.
        #[cfg_attr(debug_assertions, inline(never))]
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn add(a: &Self::Raw, b: &Self::Raw) -> Self::Raw {
            Self::add(a, b)
        }

        #[cfg_attr(debug_assertions, inline(never))]
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn sub(a: &Self::Raw, b: &Self::Raw) -> Self::Raw {
            Self::sub(a, b)
        }

        #[cfg_attr(debug_assertions, inline(never))]
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn neg(a: &Self::Raw) -> Self::Raw {
            Self::neg(a)
        }

        #[inline(never)]
        fn times(a: &Self::Raw, k: u32) -> Self::Raw {
            Self::times(a, k)
        }

        #[inline(always)]
        fn wide((): &()) -> Self::Wide {
            limb::$sum::zero()
        }

        #[inline(never)]
        fn wide_add(wide: &mut Self::Wide, other: &Self::Wide) {
            wide.add(other);
        }

        #[inline(never)]
        fn wide_sub(wide: &mut Self::Wide, other: &Self::Wide) {
            wide.sub(other);
        }

        #[inline(never)]
        fn wide_times(wide: &mut Self::Wide, k: u32) {
            wide.times(k);
        }
    };
}

/// The functions of [`Kernels`](crate::field::Kernels) on plain words that name neither a product
/// nor the form of a residue.
macro_rules! linear_kernels_on_plain_words {
    () => {
        // There `limb` has functions of their own for them.
        #[cfg(target_arch = "riscv32")]
        #[inline(always)]
        fn sum(
            a: &$crate::field::RawOf<Self>,
            b: &$crate::field::RawOf<Self>,
        ) -> $crate::field::RawOf<Self> {
            Self::sum(a, b)
        }

        #[cfg(target_arch = "riscv32")]
        #[inline(always)]
        fn difference(
            a: &$crate::field::RawOf<Self>,
            b: &$crate::field::RawOf<Self>,
        ) -> $crate::field::RawOf<Self> {
            Self::difference(a, b)
        }

        #[inline(always)]
        fn linear<const T: usize, const K: usize>(
            sums: [[(&$crate::field::RawOf<Self>, i32); T]; K],
        ) -> [$crate::field::RawOf<Self>; K] {
            sums.each(Self::linear)
        }

        // One pass over two sums, where memory is what passes cost.
        #[cfg(target_arch = "riscv32")]
        #[inline(never)]
        fn wide_add_two(
            wide: &mut $crate::field::SumOf<Self>,
            one: &$crate::field::SumOf<Self>,
            other: &$crate::field::SumOf<Self>,
        ) {
            wide.add_two(one, other);
        }

        #[cfg(target_arch = "riscv32")]
        #[inline(never)]
        fn wide_sub_two(
            wide: &mut $crate::field::SumOf<Self>,
            one: &$crate::field::SumOf<Self>,
            other: &$crate::field::SumOf<Self>,
        ) {
            wide.sub_two(one, other);
        }

        #[cfg(target_arch = "riscv32")]
        #[inline(never)]
        fn wide_add_sub(
            wide: &mut $crate::field::SumOf<Self>,
            plus: &$crate::field::SumOf<Self>,
            minus: &$crate::field::SumOf<Self>,
        ) {
            wide.add_sub(plus, minus);
        }

        #[cfg(all(target_arch = "riscv32", not(curvemark_multiplier)))]
        #[inline(never)]
        fn wide_add_times_sub(
            wide: &mut $crate::field::SumOf<Self>,
            plus: &$crate::field::SumOf<Self>,
            k: u32,
            minus: &$crate::field::SumOf<Self>,
        ) {
            wide.add_times_sub(plus, k, minus);
        }

        #[cfg(all(target_arch = "riscv32", not(curvemark_multiplier)))]
        #[inline(never)]
        fn wide_add_times_add(
            wide: &mut $crate::field::SumOf<Self>,
            one: &$crate::field::SumOf<Self>,
            k: u32,
            other: &$crate::field::SumOf<Self>,
        ) {
            wide.add_times_add(one, k, other);
        }
    };
}

/// [`Masked`](crate::field::Masked), [`Invert`](crate::field::Invert) and
/// [`Canonical`](crate::field::Canonical) for a namespace on plain words: `faster` and `lanes` say
/// which of [`WordEngines`](crate::engines::word_engines::WordEngines)'s engines hold the same
/// values, `integer` takes a residue to the integer below the modulus, `residue` an integer of the
/// words to its residue, `radix` is R as a residue, and `unread` what the words of an integer below
/// the modulus are to be multiplied by to be its residue, if that is not one.
macro_rules! whole_on_plain_words {
    ($name:ident, faster: $fast:ident by $proof:ident, lanes: $lanes:ident by $lanes_proof:ident, doubles: $doubles:ident by $doubles_proof:expr, if $served:expr, integer: $integer:path, residue: $residue:path, held: $held:path, radix: $radix:expr, unread: $unread:expr) => {
        impl<M: Params<W, N>, W: WordEngines, const N: usize> $crate::field::Masked for $name<M, W, N> {
            type Mask = Choice;

            #[inline(always)]
            fn is_zero(a: &Self::Raw) -> Choice {
                Self::is_zero(a)
            }

            #[cfg_attr(target_arch = "riscv32", inline(never))]
            #[cfg_attr(not(target_arch = "riscv32"), inline(always))]
            fn select(a: &Self::Raw, b: &Self::Raw, mask: &Choice) -> Self::Raw {
                Self::select(a, b, *mask)
            }

            #[cfg(target_arch = "riscv32")]
            #[inline(always)]
            fn scan<T>(none: &Self::Raw, table: &[T], entry: impl Fn(&T) -> &Self::Raw, is: &[Choice]) -> Self::Raw {
                let mut out = *none;
                for (item, is) in table.iter().zip(is) {
                    out = Self::select(&out, entry(item), *is);
                }
                out
            }

            #[inline(always)]
            fn mask(choice: Choice) -> Choice {
                choice
            }

            #[inline]
            fn lookup<const K: usize>(table: &[[Self::Raw; K]], index: u32) -> [Self::Raw; K] {
                limb::ct::lookup(table, index)
            }
        }

        $crate::field::holds_itself!([M: Params<W, N>, W: WordEngines, const N: usize] $name<M, W, N>);

        impl<M: Params<W, N>, W: WordEngines, const N: usize> $crate::field::Lanes for $name<M, W, N> {
            $crate::field::single_lane!(Self);
        }

        impl<M: Params<W, N>, W: WordEngines, const N: usize> $crate::field::InLanes for $name<M, W, N> {
            type Lanes = W::$lanes<M, N>;

            #[inline(always)]
            fn lanes() -> Option<$crate::field::FieldThere<Self::Lanes>> {
                W::$lanes_proof::<M, N>().map($crate::field::There::new)
            }

            const DOUBLES: bool = $served;

            type Doubles = W::$doubles<M, N>;

            #[inline(always)]
            fn doubles() -> Option<$crate::field::FieldThere<Self::Doubles>> {
                $doubles_proof.map($crate::field::There::new)
            }
        }

        impl<M: Params<W, N>, W: WordEngines, const N: usize> $crate::field::Invert for $name<M, W, N> {
            fn invert(a: &Self::Raw) -> Self::Raw {
                Self::invert(a)
            }

            fn invert_vartime(a: &Self::Raw) -> Self::Raw {
                Self::invert_vartime(a)
            }
        }

        impl<M: Params<W, N>, W: WordEngines, const N: usize> $crate::field::Canonical for $name<M, W, N> {
            engines_of_words!($fast by $proof);

            const BYTES: usize = (M::BITS as usize).div_ceil(8);
            // L of RFC 9380 §5.1 for 128-bit security: ⌈(bits + 128)/8⌉.
            const UNIFORM_BYTES: usize = (M::BITS as usize + 128).div_ceil(8);

            const LIMBS: usize = M::LEN;

            #[inline]
            fn to_limbs(a: &Self::Raw, out: &mut [u64]) {
                out.copy_from_slice(&Self::limbs(&$integer(a))[..M::LEN]);
            }

            #[inline]
            fn to_held(a: &Self::Raw, out: &mut [u64]) {
                out.copy_from_slice(&Self::limbs(a)[..M::LEN]);
            }

            #[inline]
            fn from_held((): &(), limbs: &[u64]) -> Option<Self::Raw> {
                let mut whole = [0; limb::modulus::LIMBS];
                whole[..M::LEN].copy_from_slice(limbs);
                let words = Self::words(&whole);
                bool::from($held(&words)).then_some(words)
            }

            fn to_bytes(a: &Self::Raw, out: &mut [u8]) {
                assert_eq!(out.len(), Self::BYTES, "the encoding has a fixed length");
                integer::to_be_bytes(&Self::limbs(&$integer(a)), out);
            }

            fn from_bytes((): &(), bytes: &[u8]) -> (Self::Raw, Choice) {
                if bytes.len() != Self::BYTES {
                    return (Self::ZERO, Choice::from(0));
                }
                let words = Self::words(&integer::of_be_bytes(bytes));
                let canonical = Self::is_below_modulus(&words);
                (Self::select(&Self::ZERO, &$residue(&words), canonical), canonical)
            }

            #[inline]
            fn from_bytes_scaled((): &(), bytes: &[u8]) -> (Self::Raw, Choice) {
                if bytes.len() != Self::BYTES {
                    return (Self::ZERO, Choice::from(0));
                }
                let words = Self::words(&integer::of_be_bytes(bytes));
                let canonical = Self::is_below_modulus(&words);
                (Self::select(&Self::ZERO, &words, canonical), canonical)
            }

            #[inline]
            fn unscale_bytes((): &()) -> Option<Self::Raw> {
                $unread
            }

            fn from_uniform_bytes((): &(), bytes: &[u8]) -> Self::Raw {
                let residue = |bytes| $residue(&Self::words(&integer::of_be_bytes(bytes)));
                let mut parts = bytes.rchunks(8 * M::LEN).rev();
                let first = parts.next().map_or(Self::ZERO, residue);
                // high·R + low, as often as there is more.
                parts.fold(first, |high, low| {
                    <Self as Field>::weak(&Self::add(&Self::mul(&high, &$radix), &residue(low)))
                })
            }

            fn sqrt(a: &Self::Raw) -> (Self::Raw, Choice) {
                Self::sqrt(a)
            }

            fn inverse_sqrt(a: &Self::Raw) -> (Self::Raw, Choice) {
                Self::inverse_sqrt(a)
            }

            fn is_square(a: &Self::Raw) -> Choice {
                Self::is_square(a)
            }

            fn sgn0(a: &Self::Raw) -> Choice {
                Choice::from(($integer(a)[0] & W::ONE).to_u64() as u8)
            }

            fn is_largest(a: &Self::Raw) -> Choice {
                integer::is_greater(&$integer(a), &Self::words(&M::HALF))
            }
        }
    };
}
