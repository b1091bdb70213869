#![allow(missing_docs)]
use curve::field::*;
use curve::scalar::*;
use curve::scalar_mul::*;
use curve::weierstrass::*;
use limb::Mont;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;
use std::hint::black_box;
use std::time::Instant;
fn time(name: &str, n: u32, mut f: impl FnMut()) {
    let mut best = f64::MAX;
    for _ in 0..7 {
        let t = Instant::now();
        for _ in 0..n {
            f();
        }
        best = best.min(t.elapsed().as_nanos() as f64 / n as f64);
    }
    println!("{name:40} {best:10.1} ns");
}
fn field<F: Canonical>(name: &str) {
    let a = Red::<F>::from_uniform_bytes(&[0x9a; 48]);
    let mut x = a;
    time(&format!("{name} mul"), 20000, || {
        x = &x * &a;
    });
    black_box(x);
    time(&format!("{name} sqr"), 20000, || {
        x = x.sqr();
    });
    black_box(x);
    time(&format!("{name} times3"), 20000, || {
        x = x.times(3);
    });
    black_box(x);
    time(&format!("{name} add"), 20000, || {
        x = &x + &a;
    });
    black_box(x);
    time(&format!("{name} inv"), 200, || {
        x = x.invert();
    });
    black_box(x);
    time(&format!("{name} inv_vartime"), 200, || {
        x = x.invert_vartime();
    });
    black_box(x);
    time(&format!("{name} sqrt"), 200, || {
        x = x.sqrt().0;
    });
    black_box(x);
}
fn group<C: Group<Scalar: ScalarField>>(name: &str) {
    let mut rng = ChaCha20Rng::seed_from_u64(1);
    let ks: Vec<_> = (0..16).map(|_| Red::<C::Scalar>::random(&mut rng)).collect();
    let g = Projective::<C>::generator();
    let q = g * ks[3];
    let qa = q.to_affine();
    let mut p = g;
    let mut i = 0;
    let mut next = || {
        i = (i + 1) & 15;
        ks[i]
    };
    time(&format!("{name} complete add"), 2000, || {
        p = p.add(&q);
    });
    time(&format!("{name} complete mixed"), 2000, || {
        p = p.add_mixed(&qa);
    });
    time(&format!("{name} complete double"), 2000, || {
        p = p.double();
    });
    let mut j = Jacobian::from_projective(&p);
    let qj = Jacobian::from_projective(&q);
    time(&format!("{name} jac double"), 2000, || {
        j = j.double_vartime();
    });
    time(&format!("{name} jac add"), 2000, || {
        j = j.add_vartime(&qj);
    });
    time(&format!("{name} jac mixed"), 2000, || {
        j = j.add_mixed_vartime(&qa);
    });
    black_box(&j);
    time(&format!("{name} mul ct"), 50, || {
        p = p.mul(&next());
    });
    time(&format!("{name} mul vartime"), 50, || {
        p = p.mul_vartime(&next());
    });
    let c = Comb::<Projective<C>, 11, 32>::new(&g).unwrap();
    time(&format!("{name} comb 11x32"), 100, || {
        p = c.mul(&next());
        black_box(&p);
    });
    let c = Comb::<Projective<C>, 4, 32>::new(&g).unwrap();
    time(&format!("{name} comb 4x32"), 100, || {
        p = c.mul(&next());
        black_box(&p);
    });
    let c = Comb::<Projective<C>, 43, 32>::new(&g).unwrap();
    time(&format!("{name} comb 43x32"), 100, || {
        p = c.mul(&next());
        black_box(&p);
    });
    let t = c.table();
    let mut ix = 0u32;
    time(&format!("{name} lookup 32"), 1000, || {
        let e =
            <Projective<C> as SecretGroup>::lookup(&t[(ix & 31) as usize], black_box(ix & 31), ((ix & 1) as u8).into());
        black_box(e);
        ix += 1;
    });
    let c = Comb::<Projective<C>, 52, 16>::new(&g).unwrap();
    time(&format!("{name} comb 52x16"), 100, || {
        p = c.mul(&next());
        black_box(&p);
    });
    let o = OddMultiples::<Jacobian<C>, 64>::new(&Jacobian::from_projective(&g));
    time(&format!("{name} double base 64"), 50, || {
        j = o.double_base_vartime(&next(), &next(), &j);
    });
    let o = Box::new(OddMultiples::<Jacobian<C>, 1024>::new(&Jacobian::from_projective(&g)));
    time(&format!("{name} double base 1024"), 50, || {
        j = o.double_base_vartime(&next(), &next(), &j);
    });
}
fn main() {
    use curve::{p256, secp256k1};
    type K = Mont<secp256k1::FpModulus, u64, 4>;
    field::<K>("k1 mont");
    field::<secp256k1::FpEngine>("k1 fold");
    field::<p256::FpEngine>("r1 mont");
    group::<curve::bls12_381::G1Curve>("g1");
    group::<curve::bls12_381::G2Curve>("g2");
    group::<secp256k1::Secp256k1<K>>("k1 mont");
    group::<secp256k1::Secp256k1>("k1 fold");
    group::<p256::P256>("r1 mont");
}
