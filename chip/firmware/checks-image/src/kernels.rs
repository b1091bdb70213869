//! The arithmetic of `limb` on operands of the host's choice, which compares what comes back with
//! big integers.

#[cfg(not(feature = "rsa"))]
use limb::Fold;
use limb::modulus::{Limbs, hex};
use limb::{Modulus, Mont, Word};

use crate::answer::Status;
use crate::mailbox::{Fields, Response};

/// The moduli: two and three spare bits, one, and none.
macro_rules! modulus {
    ($name:ident, $hex:literal) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name;

        impl Modulus for $name {
            const P: Limbs = hex($hex);
        }
    };
}

modulus!(
    Base381,
    "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab"
);
#[cfg(not(feature = "rsa"))]
modulus!(Scalar255, "73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001");
#[cfg(not(feature = "rsa"))]
modulus!(Koblitz256, "fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f");
#[cfg(not(feature = "rsa"))]
modulus!(Edwards255, "7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed");

/// Words of a field of 4N bytes, the lowest first.
fn words<const N: usize>(field: Option<&[u8]>) -> Option<[u32; N]> {
    let field = field.filter(|field| field.len() == 4 * N)?;
    let mut out = [0; N];
    for (word, bytes) in out.iter_mut().zip(field.as_chunks().0) {
        *word = u32::from_le_bytes(*bytes);
    }
    Some(out)
}

fn put<const N: usize>(response: &mut Response, words: &[u32; N]) {
    let mut bytes = [0; 48];
    for (place, word) in bytes.as_chunks_mut().0.iter_mut().zip(words) {
        *place = word.to_le_bytes();
    }
    response.put(&bytes[..4 * N]);
}

/// Operations of the field of 381 bits on a and b, lazy: products, squares, sums of products,
/// complex products. Of reduced ones: sums, differences, the negative, the inverse.
#[cfg(not(feature = "rsa"))]
pub fn base(mut request: Fields<'_>, response: &mut Response) -> Status {
    type Field = Mont<Base381, u32, 12>;
    let (Some(a), Some(b)) = (words(request.next()), words(request.next())) else {
        return Status::Malformed;
    };
    put(response, &Field::mul(&a, &b));
    put(response, &Field::sqr(&a));
    put(response, &Field::sum_of_products([(&a, &b), (&b, &b)]));
    put(response, &Field::sum_of_products([(&a, &b), (&b, &b), (&a, &a)]));
    for part in Field::complex_mul(&[a, b], &[b, b]) {
        put(response, &part);
    }
    let (a, b) = (Field::weak(&a), Field::weak(&b));
    for part in Field::complex_sqr(&[a, b]) {
        put(response, &part);
    }
    put(response, &Field::add(&a, &b));
    put(response, &Field::sub(&a, &b));
    put(response, &Field::sum(&a, &b));
    put(response, &Field::difference(&a, &b));
    put(response, &Field::neg(&a));
    put(response, &Field::invert(&a));
    Status::Good
}

/// Products of all pairs of operands, lazy ones, and a square of each, against those of the
/// processor's kernels; how many were compared, or the first that differs.
pub fn diagnostic(request: Fields<'_>, response: &mut Response) -> Status {
    type Field = Mont<Base381, u32, 12>;
    fn by_kernels(a: &[u32; 12], b: &[u32; 12]) -> [u32; 12] {
        <u32 as Word>::reduced::<Base381, 12>(&<u32 as Word>::product(a, b))
    }
    let mut compared = 0_u32;
    for a in request {
        let Some(a) = words(Some(a)) else { return Status::Malformed };
        let mut power = by_kernels(&a, &a);
        let square = by_kernels(&power, &power);
        Field::sqr_times(&mut power, 1);
        if power != square {
            return Status::NotSigned;
        }
        for b in request {
            let Some(b) = words(Some(b)) else { return Status::Malformed };
            if Field::mul(&a, &b) != by_kernels(&a, &b) {
                put(response, &a);
                put(response, &b);
                return Status::NotSigned;
            }
            compared += 1;
        }
    }
    response.put(&compared.to_le_bytes());
    Status::Good
}

/// Products and squares of 256 bits: Montgomery's of reduced operands, and folding of any.
#[cfg(not(feature = "rsa"))]
pub fn scalar(mut request: Fields<'_>, response: &mut Response) -> Status {
    type Field = Mont<Scalar255, u32, 8>;
    let (Some(a), Some(b)) = (words(request.next()), words(request.next())) else {
        return Status::Malformed;
    };
    put(response, &Field::mul(&a, &b));
    put(response, &Field::sqr(&a));
    Status::Good
}

/// By folding, modulo 2^256 − 2^32 − 977 and modulo 2^255 − 19, of any words: products, squares,
/// sums of products, sums, differences, negatives, multiples.
#[cfg(not(feature = "rsa"))]
pub fn folding(mut request: Fields<'_>, response: &mut Response) -> Status {
    let (Some(a), Some(b)) = (words(request.next()), words(request.next())) else {
        return Status::Malformed;
    };
    fold::<Koblitz256>(&a, &b, response);
    fold::<Edwards255>(&a, &b, response);
    Status::Good
}

#[cfg(not(feature = "rsa"))]
fn fold<M: Modulus>(a: &[u32; 8], b: &[u32; 8], response: &mut Response) {
    for value in [
        Fold::<M, u32, 8>::mul(a, b),
        Fold::<M, u32, 8>::sqr(a),
        Fold::<M, u32, 8>::sum_of_products([(a, b), (b, b)]),
        Fold::<M, u32, 8>::add(a, b),
        Fold::<M, u32, 8>::sub(a, b),
        Fold::<M, u32, 8>::neg(a),
        Fold::<M, u32, 8>::times(a, 256),
    ] {
        put(response, &Fold::<M, u32, 8>::canonical(&value));
    }
}
