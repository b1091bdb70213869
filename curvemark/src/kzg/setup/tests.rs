//! What must hold among the points of a setup, on one whose τ everybody knows.

use std::sync::OnceLock;

use curve::bls12_381::{G1, G2};

use super::*;

const N: usize = FIELD_ELEMENTS_PER_BLOB;

fn multiples<C: GroupInLanes<Scalar = FrEngine>>(
    generator: Affine<C>,
    scalars: &[Fr],
) -> Vec<Affine<C>> {
    let mut products = alloc::vec![generator.to_projective(); scalars.len()];
    Projective::mul_batch_vartime(&alloc::vec![generator; scalars.len()], scalars, &mut products)
        .expect("as many");
    let mut affine = alloc::vec![generator; scalars.len()];
    Projective::batch_to_affine(&products, &mut affine).expect("as many");
    affine
}

/// The setup of a scalar.
fn setup_of(tau: &Fr) -> TrustedSetup {
    let powers = powers(tau, N);
    // Lᵢ(τ) is the i-th of the inverse transform of τ's powers: Σ ω^(ik)·Lᵢ(τ) = τᵏ.
    let mut lagrange = powers.clone();
    domain(LOG_ELEMENTS).inverse(&mut lagrange).expect("as many");
    bit_reverse(&mut lagrange);
    TrustedSetup {
        g1_monomial: multiples(G1::generator().to_affine(), &powers),
        g1_lagrange: multiples(G1::generator().to_affine(), &lagrange),
        g2_monomial: multiples(G2::generator().to_affine(), &powers[..G2_POINTS]),
    }
}

fn toy() -> &'static TrustedSetup {
    static TOY: OnceLock<TrustedSetup> = OnceLock::new();
    TOY.get_or_init(|| setup_of(&Fr::from(0x5eed_0f7a_u64)))
}

/// What is said of the toy setup with something changed.
fn verdict(change: impl Fn(&mut TrustedSetup)) -> Result<(), SetupError> {
    let mut setup = toy().clone();
    change(&mut setup);
    setup.validate()
}

#[test]
fn powers_in_order_are_a_setup() {
    assert_eq!(verdict(|_| {}), Ok(()));
}

#[test]
fn points_out_of_order() {
    let lagrange = Err(SetupError::Order(List::G1Lagrange));
    assert_eq!(verdict(|setup| setup.g1_lagrange.swap(7, 8)), lagrange);
    assert_eq!(verdict(|setup| setup.g1_lagrange.swap(0, N - 1)), lagrange);
    assert_eq!(verdict(|setup| setup.g1_lagrange.reverse()), lagrange);
    // As files of an older format had them.
    assert_eq!(verdict(|setup| bit_reverse(&mut setup.g1_lagrange)), lagrange);
    let g2 = Err(SetupError::Order(List::G2Monomial));
    assert_eq!(verdict(|setup| setup.g2_monomial.swap(63, 64)), g2);
    assert_eq!(verdict(|setup| setup.g2_monomial.swap(0, 1)), g2);
    assert_eq!(verdict(|setup| setup.g2_monomial.reverse()), g2);
    let g1 = Err(SetupError::Order(List::G1Monomial));
    assert_eq!(verdict(|setup| setup.g1_monomial.swap(N - 2, N - 1)), g1);
    assert_eq!(verdict(|setup| setup.g1_monomial.swap(0, 1)), g1);
    assert_eq!(verdict(|setup| setup.g1_monomial.reverse()), g1);
}

#[test]
fn one_list_in_the_place_of_another() {
    let monomial = |setup: &mut TrustedSetup| setup.g1_lagrange = setup.g1_monomial.clone();
    assert_eq!(verdict(monomial), Err(SetupError::MonomialForLagrange));
    let lagrange = |setup: &mut TrustedSetup| setup.g1_monomial = setup.g1_lagrange.clone();
    assert_eq!(verdict(lagrange), Err(SetupError::LagrangeForMonomial));
    let both =
        |setup: &mut TrustedSetup| core::mem::swap(&mut setup.g1_monomial, &mut setup.g1_lagrange);
    assert_eq!(verdict(both), Err(SetupError::MonomialForLagrange));
}

#[test]
fn points_of_another_setup() {
    let other = setup_of(&Fr::from(0xdead_beef_u64));
    let lagrange = |setup: &mut TrustedSetup| setup.g1_lagrange = other.g1_lagrange.clone();
    // Lagrange points of whatever τ add up to the generator, as those in another order do.
    assert_eq!(verdict(lagrange), Err(SetupError::Order(List::G1Lagrange)));
    assert_eq!(
        verdict(|setup| setup.g1_lagrange[9] = setup.g1_lagrange[8]),
        Err(SetupError::Lagrange)
    );
    let g1 = |setup: &mut TrustedSetup| setup.g1_monomial = other.g1_monomial.clone();
    assert_eq!(verdict(g1), Err(SetupError::Order(List::G1Monomial)));
    let g2 = |setup: &mut TrustedSetup| setup.g2_monomial = other.g2_monomial.clone();
    assert_eq!(verdict(g2), Err(SetupError::Order(List::G1Monomial)));
    // The last powers alone.
    let last = |setup: &mut TrustedSetup| setup.g1_monomial[N - 1] = other.g1_monomial[N - 1];
    assert_eq!(verdict(last), Err(SetupError::Order(List::G1Monomial)));
    let last = |setup: &mut TrustedSetup| setup.g2_monomial[64] = other.g2_monomial[64];
    assert_eq!(verdict(last), Err(SetupError::Order(List::G2Monomial)));
}

#[test]
fn a_tau_of_zero() {
    let setup = setup_of(&Fr::zero());
    // A polynomial's value at zero is its first coefficient: the Lagrange points are all 1/n·G₁.
    assert_eq!(setup.validate(), Err(SetupError::Point(List::G2Monomial, 1, PointError::Identity)));
}
