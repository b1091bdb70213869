//! What the tables share: inputs of no special form, and results as bytes.

use curve::crossover::{self, Crossover};
use curve::field::{Anywhere, Canonical, Field, Lanes, Red};
use curve::pairing::{Gt, Pairing};
use curve::scalar::ScalarField;
use curve::scalar_mul::mul_on_lanes;
use curve::weierstrass::{Affine, Endomorphism, Group, GroupInLanes, Projective};
use subtle::Choice;

use crate::secrets::Secrets;

/// Bytes of a message, and of the integers that fields are filled with.
pub const BYTES: [u8; 64] = {
    let mut bytes = [0; 64];
    let mut i = 0;
    while i < 64 {
        bytes[i] = 0xb5 ^ (i as u8).wrapping_mul(29);
        i += 1;
    }
    bytes
};

/// A domain separation tag.
pub const DST: &[u8] = b"CURVEMARK-CTCHECK";

/// An element of no special form, the same for the same number.
pub fn element<F: Anywhere>(number: u8) -> Red<F> {
    let mut bytes = BYTES;
    bytes[0] ^= number;
    Red::from_uniform_bytes(&bytes)
}

/// The same, as a secret.
pub fn hidden<F: Anywhere>(secrets: &Secrets, number: u8) -> Red<F> {
    secrets.hide(element::<F>(number))
}

/// A point of the group whose coordinates, Z among them, are secret.
pub fn point<C: Group<Base: Anywhere>>(secrets: &Secrets, number: u32) -> Projective<C> {
    secrets.hide(Projective::<C>::generator().mul_integer_vartime(&[u64::from(number)]))
}

/// The bytes of an element.
pub fn bytes<F: Canonical>(value: Red<F>) -> Vec<u8> {
    let mut out = vec![0; F::BYTES];
    value.to_bytes(&mut out);
    out
}

/// The affine coordinates of a point, zeros for the identity.
pub fn coordinates<C: Group<Base: Anywhere>>(point: Projective<C>) -> Vec<u8> {
    let point = point.to_affine();
    [bytes(*point.x()), bytes(*point.y())].concat()
}

/// A truth value.
pub fn answer(choice: Choice) -> Vec<u8> {
    vec![choice.unwrap_u8()]
}

/// An element of a target group.
pub fn target<T: Pairing<Fp: Canonical>>(value: &Gt<T>) -> Vec<u8> {
    let mut out = vec![0; 12 * <T::Fp as Canonical>::BYTES];
    value.to_bytes(&mut out);
    out
}

/// What a function gives for input that it accepts.
pub fn accepted<T, E: core::fmt::Debug>(result: Result<T, E>) -> T {
    result.expect("the value is acceptable")
}

/// Powers, inverses and roots of a field.
pub fn field<F: Anywhere>(secrets: &Secrets) -> Vec<u8> {
    let (a, b) = (hidden::<F>(secrets, 1), hidden::<F>(secrets, 2));
    let square = (&(&a * &b) + &(&a - &b)).sqr();
    let root = square.sqrt().0;
    [
        bytes(root),
        bytes(a.invert()),
        bytes(-&b),
        answer(a.is_square() ^ b.is_zero() ^ a.sgn0() ^ a.is_largest()),
    ]
    .concat()
}

/// Bytes to elements and back.
pub fn field_bytes<F: Anywhere>(secrets: &Secrets) -> Vec<u8> {
    let (value, canonical) = Red::<F>::from_bytes(&secrets.hide_bytes(&bytes(element::<F>(1))));
    [
        bytes(value),
        bytes(Red::<F>::from_uniform_bytes(&secrets.hide_bytes(&BYTES))),
        answer(canonical),
    ]
    .concat()
}

/// A secret point times a secret scalar.
pub fn mul<C: Group<Base: Anywhere>>(secrets: &Secrets) -> Vec<u8> {
    coordinates(point::<C>(secrets, 11).mul(&hidden::<C::Scalar>(secrets, 1)))
}

/// The identity, and zero.
pub fn mul_exceptions<C: Group<Base: Anywhere>>(secrets: &Secrets) -> Vec<u8> {
    let identity = secrets.hide(Projective::<C>::identity()).mul(&hidden::<C::Scalar>(secrets, 1));
    let zero = point::<C>(secrets, 11).mul(&secrets.hide(Red::zero()));
    [coordinates(identity), coordinates(zero)].concat()
}

/// Secret points, the identity among them, and a secret scalar for each, zero among them.
fn batch<C: Group<Base: Anywhere>>(secrets: &Secrets) -> ([Affine<C>; 4], [Red<C::Scalar>; 4]) {
    let points = [11, 13, 0, 17].map(|number| point::<C>(secrets, number).to_affine());
    let scalars = [1, 2, 3, 4].map(|number| hidden::<C::Scalar>(secrets, number));
    (points, [scalars[0], secrets.hide(Red::zero()), scalars[2], scalars[3]])
}

/// A batch as users ask for it, and once more one item after the other. The first takes lanes where
/// they are portable, whatever the number of items. Secrets are made before: what ran is written
/// down from the last of them on.
pub fn both_ways(batches: &'static Crossover, run: impl Fn() -> Vec<u8>) -> Vec<u8> {
    let mut out = run();
    crossover::force(Some((batches, false)));
    out.extend(run());
    crossover::force(None);
    out
}

/// Secret points times secret scalars, many at once.
pub fn mul_batch<C: GroupInLanes<Base: Anywhere, Scalar: ScalarField>>(
    secrets: &Secrets,
) -> Vec<u8> {
    let (points, scalars) = batch::<C>(secrets);
    both_ways(&crossover::SECRET_MULTIPLICATIONS, || {
        let (mut out, mut by_one) =
            ([Projective::<C>::identity(); 4], [Projective::<C>::identity(); 4]);
        accepted(Projective::mul_batch(&points, &scalars, &mut out));
        accepted(Projective::mul_batch_by(&points, &scalars[0], &mut by_one));
        out.into_iter().chain(by_one).flat_map(coordinates).collect()
    })
}

/// The same source as on vectors, on the lanes of `S`, which are eight on words.
pub fn mul_on_lanes_of<C, S>(secrets: &Secrets) -> Vec<u8>
where
    C: Group<Base: Anywhere>,
    S: Endomorphism<Base: Lanes<One = C::Base> + Field<Ctx = ()>>,
{
    let (points, scalars) = batch::<C>(secrets);
    let mut out = [Projective::<C>::identity(); 4];
    accepted(mul_on_lanes::<C, S>(&(), &points, &scalars, &mut out));
    out.into_iter().flat_map(coordinates).collect()
}

/// The generator times a secret scalar.
pub fn mul_generator<C: Group<Base: Anywhere>>(secrets: &Secrets) -> Vec<u8> {
    coordinates(Projective::<C>::mul_generator(&hidden::<C::Scalar>(secrets, 1)))
}

/// P + Q, P + P, 2P, and whether points are equal.
pub fn addition<C: Group<Base: Anywhere>>(secrets: &Secrets) -> Vec<u8> {
    let (p, q) = (point::<C>(secrets, 11), point::<C>(secrets, 17));
    let sum = p.add(&q).add(&p.double().add(&p.double()));
    [coordinates(sum), answer(p.equal(&q) | p.is_identity())].concat()
}
