//! Faults that must be found: a branch on a secret and a load indexed by one, each in a kernel's
//! caller and in generic code.
//!
//! They call the library's own kernels and formulas, on the engine that is examined, as the
//! library's whole algorithms do. None of them can be compiled to masks: what the branches skip is
//! a call, and the tables are read at one place.

use core::hint::black_box;

use curve::bls12_381::{Fp, FpEngine, Fr, G1, G1Curve};
use curve::field::{Canonical, Field, Red};
use curve::integer::{Integer, scalar_to_integer};
use curve::weierstrass::{Group, Projective, Weierstrass, ZcashEncoding};

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

/// `$function` of a field element or a point and what follows it, there and back on the engine that
/// is examined.
macro_rules! on_engine {
    ($fast:expr, $type:ident on $on:ty, $function:ident($value:expr, $secret:expr)) => {
        match $fast {
            Some(there) => {
                let entered: $type<$on> = $value.enter(&there);
                $type::leave(&$function(&entered, $secret))
            }
            None => $function(&$value, $secret),
        }
    };
}

/// All of them.
pub const PLANTED: &[Planted] = &[
    Planted {
        path: path("planted/branch_above_a_kernel", |s| {
            bytes(
                &on_engine!(FpEngine::fast(), Red on <FpEngine as Canonical>::Fast, branch_above_a_kernel(element(), s.hide(0b1011_0101))),
            )
        }),
        kind: BRANCH,
        function: "branch_above_a_kernel",
    },
    Planted {
        path: path("planted/index_above_a_kernel", |s| {
            bytes(
                &on_engine!(FpEngine::fast(), Red on <FpEngine as Canonical>::Fast, index_above_a_kernel(element(), s.hide(0b1011_0101))),
            )
        }),
        kind: ADDRESS,
        function: "index_above_a_kernel",
    },
    Planted {
        path: path("planted/branch_in_generic_code", |s| {
            encoded(
                &on_engine!(<G1Curve>::fast(), Projective on <G1Curve as Group>::Fast, branch_in_generic_code(G1::generator(), &scalar(s))),
            )
        }),
        kind: BRANCH,
        function: "branch_in_generic_code",
    },
    Planted {
        path: path("planted/index_in_generic_code", |s| {
            encoded(
                &on_engine!(<G1Curve>::fast(), Projective on <G1Curve as Group>::Fast, index_in_generic_code(G1::generator(), &scalar(s))),
            )
        }),
        kind: ADDRESS,
        function: "index_in_generic_code",
    },
];

fn element() -> Fp {
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
fn branch_above_a_kernel<F: Field>(a: &Red<F>, exponent: u8) -> Red<F> {
    let mut out = Red::one_in(&a.ctx());
    for bit in (0..8).rev() {
        out = out.sqr();
        if (exponent >> bit) & 1 == 1 {
            out = &out * a;
        }
    }
    out
}

/// Powers by windows, where the digit says which entry of the table is read.
#[inline(never)]
fn index_above_a_kernel<F: Field>(a: &Red<F>, exponent: u8) -> Red<F> {
    let square = a.sqr();
    let table = [Red::one_in(&a.ctx()), a.clone(), square.clone(), &square * a];
    let mut out = table[0].clone();
    for window in (0..4).rev() {
        // Read here and not in a kernel, where no debugger could tell who called it.
        let entry = black_box(black_box(&table)[usize::from(exponent >> (2 * window)) & 3].clone());
        out = &out.sqr().sqr() * &entry;
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
    let table = [
        Projective::identity_in(&point.coordinates()[2].ctx()),
        point.clone(),
        double.clone(),
        double.add(point),
    ];
    let mut out = point.clone();
    for window in (0..4).rev() {
        out = out.double().double();
        out = out.add(&black_box(&table)[(k[0] >> (2 * window)) as usize & 3]);
    }
    out
}
