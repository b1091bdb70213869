//! arkworks' own tests of fields, groups and pairings, by the macros of
//! `ark-algebra-test-templates`.
//!
//! What is not asked, and why:
//! * `mont_prime_field` is `prime` and a test of the constants of arkworks' own Montgomery form,
//!   which our elements do not have.
//! * `glv` and `test_h2c` are about traits by which arkworks' own points are multiplied and hashed.
//!   Ours are multiplied and hashed by `curve`.
//! * `test_small_field` is for moduli of one word.

use ark_algebra_test_templates::{test_field, test_group, test_pairing};

mod of_bls12_381 {
    use super::*;
    use curvemark_ark::bls12_381::{Bls12_381, Fq, Fq2, Fq6, Fq12, Fr, G1Projective, G2Projective};

    test_field!(200; fr; Fr; prime);
    test_field!(200; fq; Fq; prime);
    test_field!(100; fq2; Fq2);
    test_field!(20; fq6; Fq6);
    test_field!(10; fq12; Fq12);
    test_group!(50; g1; G1Projective; sw);
    test_group!(20; g2; G2Projective; sw);
    test_group!(5; gt; ark_ec::pairing::PairingOutput<Bls12_381>; msm);
    test_pairing!(pairing; curvemark_ark::bls12_381::Bls12_381);
}

mod of_bn254 {
    use super::*;
    use curvemark_ark::bn254::{Bn254, Fq, Fq2, Fq6, Fq12, Fr, G1Projective, G2Projective};

    test_field!(200; fr; Fr; prime);
    test_field!(200; fq; Fq; prime);
    test_field!(100; fq2; Fq2);
    test_field!(20; fq6; Fq6);
    test_field!(10; fq12; Fq12);
    test_group!(50; g1; G1Projective; sw);
    test_group!(20; g2; G2Projective; sw);
    test_group!(5; gt; ark_ec::pairing::PairingOutput<Bn254>; msm);
    test_pairing!(pairing; curvemark_ark::bn254::Bn254);
}

/// What the template of groups asks of twisted Edwards curves.
mod of_ed25519 {
    use super::*;
    use curvemark_ark::ed25519::{EdwardsProjective, Fq, Fr};

    test_field!(200; fr; Fr; prime);
    test_field!(200; fq; Fq; prime);
    test_group!(30; group; EdwardsProjective; te);
}

mod of_secp256k1 {
    use super::*;
    use curvemark_ark::secp256k1::{Fq, Fr, Projective};

    test_field!(200; fr; Fr; prime);
    test_field!(200; fq; Fq; prime);
    test_group!(30; group; Projective; sw);
}

mod of_secp256r1 {
    use super::*;
    use curvemark_ark::secp256r1::{Fq, Fr, Projective};

    test_field!(200; fr; Fr; prime);
    test_field!(200; fq; Fq; prime);
    test_group!(30; group; Projective; sw);
}

mod of_pallas {
    use super::*;
    use curvemark_ark::pallas::{Fq, Fr, Projective};

    test_field!(200; fr; Fr; prime);
    test_field!(200; fq; Fq; prime);
    test_group!(30; group; Projective; sw);
}

/// Its fields are those of Pallas.
mod of_vesta {
    use super::*;
    use curvemark_ark::vesta::Projective;

    test_group!(30; group; Projective; sw);
}

/// Its fields are those of BN254.
mod of_grumpkin {
    use super::*;
    use curvemark_ark::grumpkin::Projective;

    test_group!(30; group; Projective; sw);
}
