//! Moduli of `curve`'s own fields: recognised when they are set, and computed by the code that the
//! curves run on.

use alloc::boxed::Box;
use core::fmt;
use core::marker::PhantomData;

use curve::field::{Field, Kernels};
use curve::{bls12_381, bn254, ed25519, p256, secp256k1};
use limb::runtime::Residues;
use limb::{Fold, Modulus, Mont};

use super::arrays::{InArrays, OnArrays};
use super::{Arithmetic, lanes};

/// A field on N words of 64 bits, `E` being its engine and `M` its modulus.
struct Known<E, M, const N: usize>(PhantomData<fn() -> (E, M)>);

/// a·b − c·d; of lazy operands but c.
#[inline(always)]
fn difference<E: Field>([a, b, c, d]: [&E::Raw; 4]) -> E::Raw {
    let [out] = E::Kernels::sums([[(a, b), (&E::neg(c), d)]]);
    out
}

impl<E, M, const N: usize> fmt::Debug for Known<E, M, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a known modulus of {N} words")
    }
}

/// How an engine's values are made of integers.
trait Form<const N: usize>: Field<Ctx = (), Raw = [u64; N]> {
    /// Of an integer below the modulus.
    fn of_integer(x: &[u64; N]) -> [u64; N];
    /// The integer below the modulus.
    fn to_integer(x: &[u64; N]) -> [u64; N];
}

impl<M: limb::Params<u64, N>, const N: usize> Form<N> for Mont<M, u64, N> {
    fn of_integer(x: &[u64; N]) -> [u64; N] {
        Self::from_words(x)
    }

    fn to_integer(x: &[u64; N]) -> [u64; N] {
        Self::to_words(x)
    }
}

impl<M: limb::Params<u64, N>, const N: usize> Form<N> for Fold<M, u64, N> {
    fn of_integer(x: &[u64; N]) -> [u64; N] {
        *x
    }

    fn to_integer(x: &[u64; N]) -> [u64; N] {
        Self::canonical(x)
    }
}

impl<E: Form<N>, M, const N: usize> OnArrays<N> for Known<E, M, N> {
    #[inline(always)]
    fn add(&self, x: &[u64; N], a: &[u64; N]) -> [u64; N] {
        E::weak(&E::add(x, a))
    }

    #[inline(always)]
    fn sub(&self, x: &[u64; N], a: &[u64; N]) -> [u64; N] {
        E::weak(&E::sub(x, a))
    }

    #[inline(always)]
    fn mul(&self, x: &[u64; N], a: &[u64; N]) -> [u64; N] {
        E::mul(x, a)
    }

    #[inline(always)]
    fn square(&self, x: &[u64; N]) -> [u64; N] {
        E::sqr(x)
    }

    #[inline(always)]
    fn lazy_add(&self, x: &[u64; N], a: &[u64; N]) -> [u64; N] {
        E::add(x, a)
    }

    #[inline(always)]
    fn lazy_sub(&self, x: &[u64; N], a: &[u64; N]) -> [u64; N] {
        E::sub(x, a)
    }

    #[inline(always)]
    fn sum(&self, [a, b, c, d]: [&[u64; N]; 4]) -> [u64; N] {
        let [out] = E::Kernels::sums([[(a, b), (c, d)]]);
        out
    }

    #[inline(always)]
    fn difference(&self, all: [&[u64; N]; 4]) -> [u64; N] {
        difference::<E>(all)
    }

    #[inline(always)]
    fn complex(&self, [a0, a1]: &[[u64; N]; 2], [b0, b1]: &[[u64; N]; 2]) -> [[u64; N]; 2] {
        let a1 = &E::weak(a1);
        [self.difference([a0, b0, a1, b1]), self.sum([a0, b1, a1, b0])]
    }

    fn of_integer(&self, x: &[u64; N]) -> [u64; N] {
        E::of_integer(x)
    }

    fn to_integer(&self, x: &[u64; N]) -> [u64; N] {
        E::to_integer(x)
    }
}

/// The same where the CPU has kernels for its products, `F` being the engine of those.
#[cfg(all(target_arch = "x86_64", not(miri)))]
mod adx {
    use alloc::boxed::Box;
    use core::fmt;
    use core::marker::PhantomData;

    use curve::field::{Field, Kernels as _};
    use limb::adx::Words;
    use limb::cpu::Adx;

    use super::{Arithmetic, Form, InArrays, OnArrays, difference};

    /// Which kernels there are.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(super) enum Kernels {
        /// Of single products.
        Products,
        /// Of sums of two besides.
        Sums,
    }

    struct Known<E, F, const N: usize>(Adx, Kernels, PhantomData<fn() -> (E, F)>);

    impl<E, F, const N: usize> fmt::Debug for Known<E, F, N> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "a known modulus of {N} words, by ADX")
        }
    }

    impl<E, F, const N: usize> Known<E, F, N> {
        /// The words in their place: a copy would load them in another width than they were just
        /// stored, and wait.
        #[inline(always)]
        fn words<'w>(&self, x: &'w [u64; N]) -> &'w Words<N> {
            let [x] = Words::in_place(self.0, core::array::from_ref(x));
            x
        }
    }

    impl<E: Form<N>, F: Field<Ctx = Adx, Raw = Words<N>>, const N: usize> OnArrays<N>
        for Known<E, F, N>
    {
        #[inline(always)]
        fn add(&self, x: &[u64; N], a: &[u64; N]) -> [u64; N] {
            E::weak(&E::add(x, a))
        }

        #[inline(always)]
        fn sub(&self, x: &[u64; N], a: &[u64; N]) -> [u64; N] {
            E::weak(&E::sub(x, a))
        }

        #[inline(always)]
        fn mul(&self, x: &[u64; N], a: &[u64; N]) -> [u64; N] {
            *F::mul(self.words(x), self.words(a)).words()
        }

        #[inline(always)]
        fn square(&self, x: &[u64; N]) -> [u64; N] {
            *F::sqr(self.words(x)).words()
        }

        #[inline(always)]
        fn lazy_add(&self, x: &[u64; N], a: &[u64; N]) -> [u64; N] {
            E::add(x, a)
        }

        #[inline(always)]
        fn lazy_sub(&self, x: &[u64; N], a: &[u64; N]) -> [u64; N] {
            E::sub(x, a)
        }

        #[inline(always)]
        fn sum(&self, all: [&[u64; N]; 4]) -> [u64; N] {
            let [a, b, c, d] = all.map(|x| self.words(x));
            if self.1 == Kernels::Products {
                return self.add(F::mul(a, b).words(), F::mul(c, d).words());
            }
            let [out] = F::Kernels::sums([[(a, b), (c, d)]]);
            *out.words()
        }

        #[inline(always)]
        fn difference(&self, all: [&[u64; N]; 4]) -> [u64; N] {
            let all = all.map(|x| self.words(x));
            if self.1 == Kernels::Products {
                let [a, b, c, d] = all;
                return self.sub(F::mul(a, b).words(), F::mul(c, d).words());
            }
            *difference::<F>(all).words()
        }

        #[inline(always)]
        fn complex(&self, [a0, a1]: &[[u64; N]; 2], [b0, b1]: &[[u64; N]; 2]) -> [[u64; N]; 2] {
            let a1 = &E::weak(a1);
            [self.difference([a0, b0, a1, b1]), self.sum([a0, b1, a1, b0])]
        }

        fn of_integer(&self, x: &[u64; N]) -> [u64; N] {
            E::of_integer(x)
        }

        fn to_integer(&self, x: &[u64; N]) -> [u64; N] {
            E::to_integer(x)
        }
    }

    pub(super) fn known<E, F, const N: usize>(token: Adx, kernels: Kernels) -> Box<dyn Arithmetic>
    where
        E: Form<N> + 'static,
        F: Field<Ctx = Adx, Raw = Words<N>> + 'static,
    {
        Box::new(InArrays(Known::<E, F, N>(token, kernels, PhantomData)))
    }
}

/// `M`'s arithmetic if that is the modulus.
fn if_is<E: Form<N> + 'static, M: Modulus + 'static, const N: usize>(
    modulus: &Residues,
) -> Option<Box<dyn Arithmetic>> {
    let same = modulus.words() == N && modulus.modulus() == &M::P[..N];
    same.then(|| Box::new(InArrays(Known::<E, M, N>(PhantomData))) as Box<dyn Arithmetic>)
}

/// The field of a modulus that is known. With `montgomery` only those whose elements have
/// Montgomery's form; with `in_lanes` vectors of products on eight lanes.
pub(super) fn recognise(
    modulus: &Residues,
    montgomery: bool,
    in_lanes: bool,
) -> Option<Box<dyn Arithmetic>> {
    let one = one_by_one(modulus, montgomery)?;
    if in_lanes { Some(lanes::with_lanes(modulus, one)) } else { Some(one) }
}

fn one_by_one(modulus: &Residues, montgomery: bool) -> Option<Box<dyn Arithmetic>> {
    fn mont<M: limb::Params<u64, N>, const N: usize>(
        modulus: &Residues,
    ) -> Option<Box<dyn Arithmetic>> {
        let portable = if_is::<Mont<M, u64, N>, M, N>(modulus)?;
        #[cfg(all(target_arch = "x86_64", not(miri)))]
        if let Some(token) = limb::adx::Mont::<M, N>::token_for_products() {
            use adx::Kernels::{Products, Sums};
            let kernels = match limb::adx::Mont::<M, N>::token() {
                // The same kernels take any modulus that leaves so much room, with sums in variable
                // time, which public numbers may be added in.
                Some(_) if M::SPARE_BITS > 0 => {
                    return super::fixed::by_adx(modulus).or(Some(portable));
                }
                // A full modulus has no complex products.
                Some(_) => Sums,
                None => Products,
            };
            return Some(adx::known::<Mont<M, u64, N>, limb::adx::Mont<M, N>, N>(token, kernels));
        }
        Some(portable)
    }
    fn fold<M: limb::Params<u64, N>, const N: usize>(
        modulus: &Residues,
    ) -> Option<Box<dyn Arithmetic>> {
        let portable = if_is::<Fold<M, u64, N>, M, N>(modulus)?;
        #[cfg(all(target_arch = "x86_64", not(miri)))]
        if let Some(token) = limb::adx::Fold::<M, N>::token() {
            let kernels = adx::Kernels::Sums;
            return Some(adx::known::<Fold<M, u64, N>, limb::adx::Fold<M, N>, N>(token, kernels));
        }
        Some(portable)
    }
    let in_montgomery_form = || {
        mont::<bls12_381::FpModulus, 6>(modulus)
            .or_else(|| mont::<bls12_381::FrModulus, 4>(modulus))
            .or_else(|| mont::<bn254::FpModulus, 4>(modulus))
            .or_else(|| mont::<bn254::FrModulus, 4>(modulus))
            .or_else(|| mont::<p256::FpModulus, 4>(modulus))
            .or_else(|| mont::<p256::FrModulus, 4>(modulus))
            .or_else(|| mont::<secp256k1::FrModulus, 4>(modulus))
            .or_else(|| mont::<ed25519::FrModulus, 4>(modulus))
    };
    in_montgomery_form().or_else(|| {
        if montgomery {
            return None;
        }
        fold::<secp256k1::FpModulus, 4>(modulus).or_else(|| fold::<ed25519::FpModulus, 4>(modulus))
    })
}
