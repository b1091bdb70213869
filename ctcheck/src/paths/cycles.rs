//! Pallas and Vesta, and Grumpkin.

use curve::engines::lanes8::Lanes8Portable;
use curve::field::Anywhere;
use curve::grumpkin::{self, Grumpkin};
use curve::hash_to_curve::Xmd;
use curve::pallas::{self, Pallas};
use curve::vesta::{self, Vesta};
use curve::weierstrass::{Group, LittleEndianEncoding};
use sha2::Sha512;

use super::inputs::{
    BYTES, DST, addition, coordinates, field, field_bytes, mul, mul_batch, mul_exceptions,
    mul_generator, mul_on_lanes_of, point,
};
use super::{Path, path};
use crate::secrets::Secrets;

/// A path on Pallas or Vesta, whose primes leave too little room in 256 bits for the kernels of
/// sums.
const fn pasta(name: &'static str, run: fn(&Secrets) -> Vec<u8>) -> Path {
    path(name, run).on_words("moduli above R/5 have kernels of single products alone")
}

/// A path of single operations, which work where their operands are.
const fn single(name: &'static str, run: fn(&Secrets) -> Vec<u8>) -> Path {
    path(name, run).on_words("single operations on fields or groups")
}

fn to_le_bytes<C: LittleEndianEncoding + Group<Base: Anywhere>>(secrets: &Secrets) -> Vec<u8> {
    let point = point::<C>(secrets, 11).to_affine();
    [&point.to_le_bytes()[..], &point.to_le_bytes_uncompressed()].concat()
}

/// The table.
pub const PATHS: &[Path] = &[
    pasta("pallas/fp", field::<pallas::FpEngine>),
    pasta("pallas/fp_bytes", field_bytes::<pallas::FpEngine>),
    pasta("pallas/addition", addition::<Pallas>),
    pasta("pallas/mul", mul::<Pallas>),
    pasta("pallas/mul_exceptions", mul_exceptions::<Pallas>),
    pasta("pallas/mul_generator", mul_generator::<Pallas>),
    pasta("pallas/mul_batch", mul_batch::<Pallas>),
    path(
        "pallas/mul_on_lanes",
        mul_on_lanes_of::<Pallas, Pallas<Lanes8Portable<pallas::FpEngine>>>,
    )
    .on_portable_lanes(),
    pasta("pallas/to_le_bytes", to_le_bytes::<Pallas>),
    pasta("pallas/hash_to_curve", |s| {
        coordinates(pallas::hash_to_curve::<Xmd<Sha512>>(&s.hide_bytes(&BYTES)[..], DST))
    }),
    pasta("vesta/fp", field::<vesta::FpEngine>),
    pasta("vesta/mul", mul::<Vesta>),
    pasta("vesta/mul_exceptions", mul_exceptions::<Vesta>),
    pasta("vesta/mul_generator", mul_generator::<Vesta>),
    pasta("vesta/mul_batch", mul_batch::<Vesta>),
    path("vesta/mul_on_lanes", mul_on_lanes_of::<Vesta, Vesta<Lanes8Portable<vesta::FpEngine>>>)
        .on_portable_lanes(),
    pasta("vesta/to_le_bytes", to_le_bytes::<Vesta>),
    pasta("vesta/hash_to_curve", |s| {
        coordinates(vesta::hash_to_curve::<Xmd<Sha512>>(&s.hide_bytes(&BYTES)[..], DST))
    }),
    single("grumpkin/addition", addition::<Grumpkin>),
    path("grumpkin/mul", mul::<Grumpkin>),
    path("grumpkin/mul_exceptions", mul_exceptions::<Grumpkin>),
    path("grumpkin/mul_generator", mul_generator::<Grumpkin>),
    path("grumpkin/mul_batch", mul_batch::<Grumpkin>),
    path(
        "grumpkin/mul_on_lanes",
        mul_on_lanes_of::<Grumpkin, Grumpkin<Lanes8Portable<grumpkin::FpEngine>>>,
    )
    .on_portable_lanes(),
    single("grumpkin/to_le_bytes", to_le_bytes::<Grumpkin>),
];
