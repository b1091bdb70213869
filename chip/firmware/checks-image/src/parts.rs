//! What operations are made of, as rows of their own: arithmetic of fields, a hundred in a chain
//! since one is shorter than a line of flash, inversions, and the two stages of a pairing.

use curve::bls12_381::{Fp, Fr, G1Affine, G2Affine, final_exponentiation, multi_miller_loop};
use curve::secp256k1;

use crate::answer::Status;
use crate::mailbox::{Fields, Response};
use crate::marker::operation as row;

const CHAIN: usize = 100;

/// A hundred times `step`.
#[inline(always)]
fn chain<T>(mut a: T, step: impl Fn(&T) -> T) -> T {
    for _ in 0..CHAIN {
        a = step(&a);
    }
    a
}

/// Two numbers below the moduli in big-endian bytes, a point of G1 and one of G2. The response is
/// what came of the rows.
pub fn answer(mut request: Fields<'_>, response: &mut Response) -> Status {
    let (Some(a), Some(b), Some(p), Some(q)) =
        (request.next(), request.next(), request.next(), request.next())
    else {
        return Status::Malformed;
    };
    let (Ok(p), Ok(q)) = (G1Affine::from_bytes(p), G2Affine::from_bytes(q)) else {
        return Status::Refused;
    };
    field(a, b, response);
    scalar(a, b, response);
    koblitz(a, b, response);
    let value = row("miller_loop", || multi_miller_loop([(&p, &q)]));
    let mut bytes = [0; 576];
    row("final_exponentiation", || final_exponentiation(&value)).to_bytes(&mut bytes);
    response.put(&bytes);
    Status::Good
}

#[inline(never)]
fn field(a: &[u8], b: &[u8], response: &mut Response) {
    let (a, b) = (Fp::from_bytes(a).0, Fp::from_bytes(b).0);
    let mut bytes = [0; 48];
    for value in [
        row("fp_mul_100", || chain(a, |a| a * &b)),
        row("fp_sqr_100", || chain(a, Fp::sqr)),
        row("fp_add_100", || chain(a, |a| a + &b)),
        row("fp_sub_100", || chain(a, |a| a - &b)),
        row("fp_inv", || a.invert()),
    ] {
        value.to_bytes(&mut bytes);
        response.put(&bytes);
    }
}

#[inline(never)]
fn scalar(a: &[u8], b: &[u8], response: &mut Response) {
    let short = |bytes: &[u8]| Fr::from_bytes(bytes.get(16..).unwrap_or(&[])).0;
    let (a, b) = (short(a), short(b));
    let mut bytes = [0; 32];
    for value in [
        row("fr_mul_100", || chain(a, |a| a * &b)),
        row("fr_add_100", || chain(a, |a| a + &b)),
        row("fr_inv", || a.invert()),
    ] {
        value.to_bytes(&mut bytes);
        response.put(&bytes);
    }
}

#[inline(never)]
fn koblitz(a: &[u8], b: &[u8], response: &mut Response) {
    let short = |bytes: &[u8]| secp256k1::Fp::from_bytes(bytes.get(16..).unwrap_or(&[])).0;
    let (a, b) = (short(a), short(b));
    let mut bytes = [0; 32];
    for value in [
        row("secp256k1_fp_mul_100", || chain(a, |a| a * &b)),
        row("secp256k1_fp_sqr_100", || chain(a, |a| a.sqr())),
        row("secp256k1_fp_add_100", || chain(a, |a| a + &b)),
        row("secp256k1_fp_sub_100", || chain(a, |a| a - &b)),
        row("secp256k1_fp_inv", || a.invert()),
    ] {
        value.to_bytes(&mut bytes);
        response.put(&bytes);
    }
    let g = secp256k1::Point::generator();
    let sum = row("secp256k1_add_100", || chain(g.double(), |sum| sum.add(&g)));
    response.put(&sum.to_affine().to_sec1_uncompressed_unchecked_identity());
}
