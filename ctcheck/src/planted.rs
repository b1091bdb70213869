//! Faults that must be found: a branch on a secret and a load indexed by one, each in a kernel's caller and in generic code.
//!
//! They call the library's own kernels and formulas, and none of them can be compiled to masks: what the branches skip is a call, and the
//! tables are read at one place.

use curve::bls12_381::{FpEngine, FpModulus, Fr, G1, G1Curve};
use curve::engines::mont::{Portable, words};
use curve::field::{Canonical, Red};
use curve::scalar_mul::scalar_to_integer;
use curve::weierstrass::{Integer, Projective, Weierstrass, ZcashEncoding};

use crate::paths::{Path, path};
use crate::secrets::Secrets;

/// A planted fault: what must be reported, and where.
#[derive(Clone, Copy, Debug)]
pub struct Planted {
    /// The path that runs it.
    pub path: Path,
    /// Memcheck's words for it.
    pub kind: &'static str,
    /// The function that has the fault.
    pub function: &'static str,
}

const BRANCH: &str = "Conditional jump or move depends on uninitialised value";
const ADDRESS: &str = "Use of uninitialised value";

/// All of them.
pub const PLANTED: &[Planted] = &[
    Planted {
        path: path("planted/branch_above_a_kernel", |s| {
            bytes(&Red::<FpEngine>::from_raw(branch_above_a_kernel(element().raw(), s.hide(0b1011_0101))))
        }),
        kind: BRANCH,
        function: "branch_above_a_kernel",
    },
    Planted {
        path: path("planted/index_above_a_kernel", |s| {
            bytes(&Red::<FpEngine>::from_raw(index_above_a_kernel(element().raw(), s.hide(0b1011_0101))))
        }),
        kind: ADDRESS,
        function: "index_above_a_kernel",
    },
    Planted {
        path: path("planted/branch_in_generic_code", |s| {
            encoded(&branch_in_generic_code::<G1Curve>(&G1::generator(), &scalar(s)))
        }),
        kind: BRANCH,
        function: "branch_in_generic_code",
    },
    Planted {
        path: path("planted/index_in_generic_code", |s| {
            encoded(&index_in_generic_code::<G1Curve>(&G1::generator(), &scalar(s)))
        }),
        kind: ADDRESS,
        function: "index_in_generic_code",
    },
];

/// The engine whose kernels the first two call.
type Kernels = Portable<FpModulus, { words::<FpModulus>() }>;
type Raw = [limb::DefaultWord; words::<FpModulus>()];

fn element() -> Red<FpEngine> {
    Red::from_uniform_bytes(&[0x5a; 64])
}

fn scalar(secrets: &Secrets) -> Integer {
    scalar_to_integer(&secrets.hide(Fr::from(0xb5u64)))
}

fn bytes<F: Canonical>(value: &Red<F>) -> Vec<u8> {
    let mut out = vec![0; F::BYTES];
    value.to_bytes(&mut out);
    out
}

fn encoded<C: ZcashEncoding>(point: &Projective<C>) -> Vec<u8> {
    point.to_bytes().as_ref().to_vec()
}

/// Square and multiply, where a bit of the exponent says whether to multiply.
#[inline(never)]
fn branch_above_a_kernel(a: &Raw, exponent: u8) -> Raw {
    let mut out = Kernels::ONE;
    for bit in (0..8).rev() {
        out = Kernels::sqr(&out);
        if (exponent >> bit) & 1 == 1 {
            out = Kernels::mul(&out, a);
        }
    }
    out
}

/// Powers by windows, where the digit says which entry of the table is read.
#[inline(never)]
fn index_above_a_kernel(a: &Raw, exponent: u8) -> Raw {
    let square = Kernels::sqr(a);
    let table = [Kernels::ONE, *a, square, Kernels::mul(&square, a)];
    let mut out = Kernels::ONE;
    for window in (0..4).rev() {
        out = Kernels::sqr(&Kernels::sqr(&out));
        out = Kernels::mul(&out, &core::hint::black_box(&table)[usize::from(exponent >> (2 * window)) & 3]);
    }
    out
}

/// Double and add, where a bit of the scalar says whether to add.
#[inline(never)]
fn branch_in_generic_code<C: Weierstrass>(point: &Projective<C>, k: &Integer) -> Projective<C> {
    let mut out = point.clone();
    for bit in (0..7).rev() {
        out = out.double();
        if (k[0] >> bit) & 1 == 1 {
            out = out.add(point);
        }
    }
    out
}

/// Windows of two bits, where the digit says which entry of the table is added.
#[inline(never)]
fn index_in_generic_code<C: Weierstrass>(point: &Projective<C>, k: &Integer) -> Projective<C> {
    let double = point.double();
    let table =
        [Projective::identity_in(&point.coordinates()[2].ctx()), point.clone(), double.clone(), double.add(point)];
    let mut out = point.clone();
    for window in (0..4).rev() {
        out = out.double().double();
        out = out.add(&core::hint::black_box(&table)[(k[0] >> (2 * window)) as usize & 3]);
    }
    out
}
