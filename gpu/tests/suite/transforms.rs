//! Number-theoretic transforms, next to `curve`'s.

use curve::field::Red;
use curve::ntt::{Domain, TwoAdic};
use curve::{bls12_381, bn254};
use gpu::interpreter::Interpreter;
use gpu::modulus::Modulus;
use gpu::ntt::{self, Error, Transform};
use rand_chacha::rand_core::Rng;

use crate::support::generator;

fn transforms<F: TwoAdic<Ctx = ()>>() {
    let mut generator = generator(21);
    let mut machine = Interpreter::new();
    machine.load(&ntt::module(&Modulus::of::<F>()).text()).expect("the builder writes the subset");
    for log_size in [0, 1, 2, 5, 9] {
        let domain = Domain::<F>::new(log_size).expect("a small size");
        let transform = Transform::<F>::new(&mut machine, log_size).expect("a small size");
        let random: Vec<Red<F>> = (0..1 << log_size)
            .map(|_| {
                let mut bytes = [0; 48];
                generator.fill_bytes(&mut bytes);
                Red::from_uniform_bytes(&bytes)
            })
            .collect();
        // The largest values make the largest sums.
        for given in [random, vec![-&Red::<F>::one(); 1 << log_size]] {
            let (mut here, mut there) = (given.clone(), given.clone());
            domain.forward(&mut here).expect("as many");
            transform.forward(&mut machine, &mut there).expect("no bound is too small");
            assert!(here == there, "forward, 2^{log_size}");
            transform.inverse(&mut machine, &mut there).expect("no bound is too small");
            assert!(given == there, "inverse, 2^{log_size}");
        }
        transform.release(&mut machine).expect("given back once");
    }
    assert!(matches!(Transform::<F>::new(&mut machine, 60), Err(Error::Domain(_))));
}

#[test]
fn transforms_of_both_scalar_fields() {
    transforms::<bls12_381::FrEngine>();
    transforms::<bn254::FrEngine>();
}
