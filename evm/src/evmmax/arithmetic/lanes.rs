//! Vectors of products on eight lanes, for moduli of `curve`'s fields.

use alloc::boxed::Box;
use core::fmt;

use curve::field::{Field, InLanes, Lanes};
use curve::{bls12_381, bn254, ed25519, p256, secp256k1};
use limb::runtime::Residues;
use limb::{Fold, Modulus, Mont};

use super::{Arithmetic, LANES, Step};
use crate::evmmax::dialect::Vector;

/// Vectors side by side, as many as fill what each alone leaves idle.
const GROUP: usize = 4;

/// The arithmetic of single elements, and the lanes of its field on N words.
struct Laned<E: InLanes, const N: usize> {
    one: Box<dyn Arithmetic>,
    ctx: <E::Lanes as Field>::Ctx,
}

impl<E: InLanes, const N: usize> fmt::Debug for Laned<E, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}, with lanes", self.one)
    }
}

impl<E: InLanes + Field<Raw = [u64; N]>, const N: usize> Laned<E, N> {
    /// K groups of eight products from one on; lanes without a place run along with the last.
    #[inline(always)]
    fn group<const K: usize>(
        &self,
        vector: &Vector,
        registers: &[[u64; N]],
        from: usize,
        out: &mut [[u64; N]],
    ) {
        let last = out.len() - 1;
        let gather = |first: u8, stride: u8, k: usize| {
            <E::Lanes as Lanes>::gather(&self.ctx, |lane| {
                let element = from + (LANES * k + lane).min(last);
                &registers[usize::from(first) + usize::from(stride) * element]
            })
        };
        let gathered = |first: u8, stride: u8| {
            let mut all = [gather(first, stride, 0); K];
            for (k, lanes) in all.iter_mut().enumerate().skip(1) {
                *lanes = gather(first, stride, k);
            }
            all
        };
        let (x, y) = (gathered(vector.x, vector.x_stride), gathered(vector.y, vector.y_stride));
        <E::Lanes as Lanes>::products(&x, &y, |i, product| {
            if let Some(place) = out.get_mut(i) {
                *place = product;
            }
        });
    }
}

impl<E: InLanes + Field<Raw = [u64; N]>, const N: usize> Arithmetic for Laned<E, N> {
    fn words(&self) -> usize {
        N
    }

    fn add_assign(&self, x: &mut [u64], a: &[u64]) {
        self.one.add_assign(x, a);
    }

    fn sub_assign(&self, x: &mut [u64], a: &[u64]) {
        self.one.sub_assign(x, a);
    }

    fn mul_assign(&self, x: &mut [u64], a: &[u64]) {
        self.one.mul_assign(x, a);
    }

    fn run(&self, steps: &[Step], registers: &mut [u64]) {
        self.one.run(steps, registers);
    }

    fn products(&self, vector: &Vector, registers: &[u64], out: &mut [u64]) -> bool {
        let (registers, _) = registers.as_chunks::<N>();
        let (out, _) = out.as_chunks_mut::<N>();
        <E::Lanes as Lanes>::enter(&self.ctx, || {
            let mut from = 0;
            while out.len() - from >= GROUP * LANES {
                self.group::<GROUP>(vector, registers, from, &mut out[from..from + GROUP * LANES]);
                from += GROUP * LANES;
            }
            while from < out.len() {
                let end = out.len().min(from + LANES);
                self.group::<1>(vector, registers, from, &mut out[from..end]);
                from = end;
            }
        });
        true
    }

    fn enter(&self, x: &mut [u64]) {
        self.one.enter(x);
    }

    fn leave(&self, x: &mut [u64]) {
        self.one.leave(x);
    }
}

/// What has become of an arithmetic: it with lanes, or as it was.
type Perhaps = Result<Box<dyn Arithmetic>, Box<dyn Arithmetic>>;

fn on<E, M: Modulus, const N: usize>(modulus: &Residues, one: Box<dyn Arithmetic>) -> Perhaps
where
    E: InLanes<Lanes: Field<Ctx: 'static>> + Field<Raw = [u64; N]>,
{
    let same = modulus.words() == N && modulus.modulus() == &M::P[..N];
    match E::lanes().filter(|_| same) {
        Some(ctx) => Ok(Box::new(Laned::<E, N> { one, ctx: *ctx })),
        None => Err(one),
    }
}

fn mont<M: limb::Params<u64, N>, const N: usize>(
    modulus: &Residues,
    one: Box<dyn Arithmetic>,
) -> Perhaps {
    on::<Mont<M, u64, N>, M, N>(modulus, one)
}

fn fold<M: limb::Params<u64, N>, const N: usize>(
    modulus: &Residues,
    one: Box<dyn Arithmetic>,
) -> Perhaps {
    on::<Fold<M, u64, N>, M, N>(modulus, one)
}

/// A known field with lanes, where the CPU has them; the same without, else.
pub(super) fn with_lanes(modulus: &Residues, one: Box<dyn Arithmetic>) -> Box<dyn Arithmetic> {
    mont::<bls12_381::FpModulus, 6>(modulus, one)
        .or_else(|one| mont::<bls12_381::FrModulus, 4>(modulus, one))
        .or_else(|one| mont::<bn254::FpModulus, 4>(modulus, one))
        .or_else(|one| mont::<bn254::FrModulus, 4>(modulus, one))
        .or_else(|one| mont::<p256::FpModulus, 4>(modulus, one))
        .or_else(|one| mont::<p256::FrModulus, 4>(modulus, one))
        .or_else(|one| mont::<secp256k1::FrModulus, 4>(modulus, one))
        .or_else(|one| mont::<ed25519::FrModulus, 4>(modulus, one))
        .or_else(|one| fold::<secp256k1::FpModulus, 4>(modulus, one))
        .or_else(|one| fold::<ed25519::FpModulus, 4>(modulus, one))
        .unwrap_or_else(|one| one)
}
