//! Points of Pallas, Vesta and Grumpkin.

use curve::field::Anywhere;
use curve::grumpkin::Grumpkin;
use curve::pallas::Pallas;
use curve::scalar::ScalarField;
use curve::vesta::Vesta;
use curve::weierstrass::{
    Affine, Group, GroupInLanes, LittleEndianEncoding, Projective, SquareRoots,
};

use crate::Target;

pub const TARGETS: &[Target] = &[
    Target { name: "cycles x", body: x, valid: an_x, fast: false, heap: 0 },
    Target { name: "cycles x and y", body: x_and_y, valid: an_x_and_y, fast: true, heap: 0 },
];

/// A point by x and a sign: it is written as it was read, and alone as in a batch.
fn x(data: &[u8]) {
    compressed::<Pallas>(data);
    compressed::<Vesta>(data);
    compressed::<Grumpkin>(data);
}

fn compressed<C>(data: &[u8])
where
    C: LittleEndianEncoding<Base: Anywhere, Fast: LittleEndianEncoding>
        + GroupInLanes<Lanes: SquareRoots, Doubles: SquareRoots>,
{
    let point = Affine::<C>::from_le_bytes(data);
    if let Ok(point) = point {
        assert_eq!(point.to_le_bytes(), data);
        assert!(bool::from(point.is_on_curve()));
        assert_eq!(
            Affine::<C>::from_le_bytes_uncompressed(&point.to_le_bytes_uncompressed()),
            Ok(point)
        );
    }
    let mut batch = [Ok(Affine::<C>::identity()); 3];
    assert_eq!(Affine::<C>::from_le_bytes_batch(&[data; 3], &mut batch), Ok(()));
    assert_eq!(batch, [point; 3]);
}

/// A point by both coordinates.
fn x_and_y(data: &[u8]) {
    uncompressed::<Pallas>(data);
    uncompressed::<Vesta>(data);
    uncompressed::<Grumpkin>(data);
}

fn uncompressed<C>(data: &[u8])
where
    C: LittleEndianEncoding<Base: Anywhere, Fast: LittleEndianEncoding>,
{
    if let Ok(point) = Affine::<C>::from_le_bytes_uncompressed(data) {
        assert_eq!(point.to_le_bytes_uncompressed(), data);
        assert!(bool::from(point.is_on_curve()));
    }
}

/// A multiple of a generator; the identity among them.
fn multiple<C: Group<Base: Anywhere, Scalar: ScalarField>>(number: u64) -> Affine<C> {
    Projective::<C>::generator().mul_integer_vartime(&[(number >> 2) & 63]).to_affine()
}

fn an_x(number: u64) -> Vec<u8> {
    match number & 3 {
        0 => multiple::<Pallas>(number).to_le_bytes().to_vec(),
        1 => multiple::<Vesta>(number).to_le_bytes().to_vec(),
        _ => multiple::<Grumpkin>(number).to_le_bytes().to_vec(),
    }
}

fn an_x_and_y(number: u64) -> Vec<u8> {
    match number & 3 {
        0 => multiple::<Pallas>(number).to_le_bytes_uncompressed().to_vec(),
        1 => multiple::<Vesta>(number).to_le_bytes_uncompressed().to_vec(),
        _ => multiple::<Grumpkin>(number).to_le_bytes_uncompressed().to_vec(),
    }
}
