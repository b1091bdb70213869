//! Big integers, and kernels that run on lists of them.

use curve::field::Canonical;
use gpu::arithmetic::{Arithmetic, Element, module};
use gpu::bound::Bound;
use gpu::interpreter::{Error, Interpreter};
use gpu::kernels::elementwise;
use gpu::machine::{Argument, Grid, Machine};
use gpu::modulus::Modulus;
use gpu::ptx::{Body, Module};
use num_bigint::BigUint;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

pub fn generator(seed: u64) -> ChaCha20Rng {
    ChaCha20Rng::seed_from_u64(seed)
}

pub fn big(words: &[u32]) -> BigUint {
    BigUint::from_slice(words)
}

pub fn words(value: &BigUint, count: usize) -> Vec<u32> {
    let mut out = value.to_u32_digits();
    assert!(out.len() <= count, "the value fits");
    out.resize(count, 0);
    out
}

/// A prime modulus by big integers.
pub struct Field {
    pub modulus: Modulus,
    pub p: BigUint,
    pub r: BigUint,
}

impl Field {
    pub fn of<F: Canonical<Ctx = ()>>() -> Self {
        let modulus = Modulus::of::<F>();
        let p = big(modulus.words());
        Self { r: BigUint::from(1u32) << (32 * modulus.len()), modulus, p }
    }

    /// 1/R modulo p.
    pub fn r_inverse(&self) -> BigUint {
        self.r.modinv(&self.p).expect("R is a unit")
    }

    /// Values of at most k·p: 0, 1, p − 1, p, those around each multiple, those with words of ones
    /// as far as they go, and random ones.
    pub fn values(&self, k: u32, random: usize, generator: &mut impl Rng) -> Vec<BigUint> {
        let (one, most) = (BigUint::from(1u32), &self.p * k);
        let mut out = vec![BigUint::ZERO, one.clone()];
        for multiple in 1..=k {
            let multiple = &self.p * multiple;
            out.extend([&multiple - &one, multiple.clone(), &multiple + &one]);
        }
        for count in 1..=self.modulus.len() {
            out.push((&one << (32 * count)) - &one);
            out.push(&one << (32 * count - 1));
            // Ones in all words but the lowest ones.
            out.push(&most - (&most & &((&one << (32 * count)) - &one)));
        }
        for _ in 0..random {
            let random: Vec<u32> =
                (0..self.modulus.len() + 2).map(|_| generator.next_u32()).collect();
            out.push(big(&random) % (&most + &one));
        }
        out.retain(|value| *value <= most);
        out
    }

    /// What a computation of elements in a kernel gives for each list of inputs.
    pub fn run(
        &self,
        bounds: &[u32],
        items: &[Vec<BigUint>],
        compute: impl FnOnce(&mut Body, &Arithmetic<'_>, &[Element]) -> Vec<Element>,
    ) -> Result<(Vec<Vec<BigUint>>, Vec<Bound>), Error> {
        let bounds: Vec<Bound> = bounds.iter().map(|&k| Bound::of(k)).collect();
        let mut left = Vec::new();
        let kernel =
            elementwise::kernel("test", &self.modulus, &bounds, |body, arithmetic, inputs| {
                let out = compute(body, arithmetic, inputs);
                left = out.iter().map(|element| element.bound).collect();
                out
            });
        let module = module(&self.modulus).kernel(kernel);
        Ok((self.run_module(&module, "test", items, left.len())?, left))
    }

    pub fn run_module(
        &self,
        module: &Module,
        kernel: &str,
        items: &[Vec<BigUint>],
        outputs: usize,
    ) -> Result<Vec<Vec<BigUint>>, Error> {
        let n = self.modulus.len();
        let input: Vec<u32> = items.iter().flatten().flat_map(|value| words(value, n)).collect();
        let mut machine = Interpreter::new();
        machine.load(&module.text())?;
        let count = u32::try_from(items.len()).expect("few items");
        let from = machine.allocate(input.len())?;
        machine.write(from, &input)?;
        let to = machine.allocate(items.len() * outputs * n)?;
        let arguments = [from.into(), to.into(), Argument::Word(count)];
        machine.launch(kernel, Grid::of(count, 1), &arguments)?;
        let output = machine.read(to, items.len() * outputs * n)?;
        let values: Vec<BigUint> = output.chunks(n).map(big).collect();
        Ok(values.chunks(outputs).map(<[_]>::to_vec).collect())
    }

    /// Whether a value is at most bound·p, and what it is modulo p.
    pub fn residue(&self, value: &BigUint, bound: Bound) -> BigUint {
        // A millionth is what the bound may be rounded by here.
        let millionths = bound.times(Bound::of(1_000_000)).ceil();
        let within = value * 1_000_000u32 <= &self.p * millionths;
        assert!(within, "{value:x} is above its bound {bound}");
        value % &self.p
    }
}
