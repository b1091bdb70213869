//! Points of Bandersnatch, elements of Banderwagon, and proofs of values of vectors.

use std::sync::LazyLock;

use curve::bandersnatch::{Banderwagon, Point, Scalar};
use curvemark::verkle::{Claim, MultiProof, Query, Setup, Transcript, WIDTH};

use crate::Target;

pub const TARGETS: &[Target] = &[
    Target { name: "bandersnatch point", body: point, valid: a_point, fast: false, heap: 0 },
    Target { name: "banderwagon element", body: element, valid: an_element, fast: false, heap: 0 },
    Target { name: "verkle proof", body: proof, valid: a_proof, fast: false, heap: 4 << 20 },
];

/// A point: it is written as it was read, and in a batch as by itself.
fn point(data: &[u8]) {
    let point = Point::from_bytes(data);
    if let Ok(point) = point {
        assert_eq!(point.to_bytes(), data);
        assert!(bool::from(point.is_on_curve() & point.is_torsion_free()));
    }
    let mut batch = [Ok(Point::identity()); 3];
    assert_eq!(Point::from_bytes_batch(&[data; 3], &mut batch), Ok(()));
    assert_eq!(batch, [point; 3]);
}

/// An element: it is written as it was read, and its points have twice the order of the group at
/// most.
fn element(data: &[u8]) {
    if let Ok(element) = Banderwagon::from_bytes(data) {
        assert_eq!(element.to_bytes(), data);
        let twice = element.as_edwards().double();
        assert!(bool::from(twice.is_on_curve() & twice.is_torsion_free()));
    }
}

/// The setup, a vector with its commitment, and a proof of its seventh value.
struct Shown {
    setup: Setup,
    commitment: Banderwagon,
    value: Scalar,
    proof: MultiProof,
}

static SHOWN: LazyLock<Shown> = LazyLock::new(|| {
    let setup = Setup::new();
    let values: [Scalar; WIDTH] = core::array::from_fn(|i| Scalar::from(i as u32 + 1));
    let commitment = setup.commit_vartime(&values).expect("256 values");
    let query = Query { commitment, values: &values, index: 7 };
    let proof = setup.prove_vartime(Transcript::new(b"fuzzing"), &[query]).expect("a query");
    Shown { setup, commitment, value: values[7], proof }
});

/// A proof of a value: it is written as it was read, and no other than the good one is taken.
fn proof(data: &[u8]) {
    let Ok(proof) = MultiProof::from_bytes(data) else { return };
    assert_eq!(proof.to_bytes(), data);
    let Shown { setup, commitment, value, proof: good } = &*SHOWN;
    let claim = Claim { commitment: *commitment, index: 7, value: *value };
    let verdict = setup.verify_vartime(Transcript::new(b"fuzzing"), &[claim], &proof);
    assert_eq!(verdict, proof == *good);
}

/// A multiple of the generator, the identity among them.
fn a_point(number: u64) -> Vec<u8> {
    Point::generator().mul_integer_vartime(&[number & 63]).to_bytes().to_vec()
}

fn an_element(number: u64) -> Vec<u8> {
    Banderwagon::generator().mul_vartime(&Scalar::from(number)).to_bytes().to_vec()
}

fn a_proof(_: u64) -> Vec<u8> {
    SHOWN.proof.to_bytes().to_vec()
}
