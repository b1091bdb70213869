//! The verdict on one opening under Ethereum's setup, for whoever keeps nothing from call to call
//! and pays for every instruction: a zkVM's guest.
//!
//! [`OpeningVerifier`](super::OpeningVerifier) makes lines and multiples first, which pay from the
//! second opening on. Here nothing is made first, and the equation is the same: e(C − \[y\]G₁ +
//! \[z\]π, −G₂)·e(π, \[τ\]G₂) = 1. A [`ResidueWitness`] spares it the final exponentiation, and
//! [`Advice`] roots, slopes and inverses too.

use curve::advice::Advice;
use curve::bls12_381::{
    AdvisedPair, Fp, Fp2, Fr, G1Affine, G1Curve, G2Affine, Pair, ResidueWitness,
    advised_pair_with_minus_generator, pair_with_minus_generator, pairing_product_is_one,
    product_is_one_by_advice, residue_witness, residue_witness_shows_one,
};
use curve::formulas::affine;
use curve::scalar_mul::{lincomb_by_advice_vartime, lincomb_vartime};

use super::opening::{decode_pair, hex};
use super::{BYTES_PER_COMMITMENT, BYTES_PER_FIELD_ELEMENT, BYTES_PER_PROOF, Error};

/// x₀, x₁, y₀ and y₁ of \[τ\]G₂ of Ethereum's ceremony, decompressed; a test compresses it.
const TAU_G2: [&[u8; 96]; 4] = [
    b"185cbfee53492714734429b7b38608e23926c911cceceac9a36851477ba4c60b087041de621000edc98edada20c1def2",
    b"15bfd7dd8cdeb128843bc287230af38926187075cbfbefa81009a2ce615ac53d2914e5870cb452d2afaaab24f3499f72",
    b"014353bdb96b626dd7d5ee8599d1fca2131569490e28de18e82451a496a9c9794ce26d105941f383ee689bfbbb832a99",
    b"1666c54b0a32529503432fcae0181b4bef79de09fc63671fda5ed1ba9bfa07899495346f3d7ac9cd23048ef30d0a154f",
];

fn tau_g2() -> G2Affine {
    let [x0, x1, y0, y1] = TAU_G2.map(|digits| match hex::<48>(digits) {
        Some(bytes) => Fp::from_bytes(&bytes).0,
        None => unreachable!("96 digits each, by test"),
    });
    G2Affine::from_xy_unchecked_curve_and_subgroup(Fp2::new(x0, x1), Fp2::new(y0, y1))
}

/// The points of G1 of the equation, to −G₂ and \[τ\]G₂.
fn points(
    commitment: &[u8; BYTES_PER_COMMITMENT],
    z: &[u8; BYTES_PER_FIELD_ELEMENT],
    y: &[u8; BYTES_PER_FIELD_ELEMENT],
    proof: &[u8; BYTES_PER_PROOF],
) -> Result<[G1Affine; 2], Error> {
    let z = Fr::from_be_bytes(z).map_err(Error::Z)?;
    let y = Fr::from_be_bytes(y).map_err(Error::Y)?;
    let (commitment, proof) = decode_pair(commitment, proof)?;
    let sum = lincomb_vartime(&[G1Affine::generator(), proof], &[-y, z]);
    let sum = sum.unwrap_or_else(|_| unreachable!("as many scalars as points"));
    Ok([sum.add_mixed(&commitment).to_affine_vartime(), proof])
}

/// Whether the polynomial of a commitment has the value y at z, by this proof: as
/// [`OpeningVerifier::verify`](super::OpeningVerifier::verify) under Ethereum's setup, without
/// anything that is kept. With a witness false says nothing of the opening.
///
/// Variable-time. Cost: two decodings in G1, a sum of two multiples there, and a product of two
/// pairings.
///
/// # Errors
/// [`Error::Z`], [`Error::Y`], [`Error::Commitment`], [`Error::Proof`] say what is not acceptable
/// and why, the first that is in this order.
///
/// # Examples
/// ```
/// use curvemark::kzg::{ethereum_opening_holds, ethereum_opening_witness};
///
/// // The commitment to the polynomial 0, which is 0 everywhere: both points are the identity.
/// let identity: [u8; 48] = core::array::from_fn(|i| if i == 0 { 0xc0 } else { 0 });
/// let witness = ethereum_opening_witness(&identity, &[7; 32], &[0; 32], &identity)?;
/// assert!(ethereum_opening_holds(&identity, &[7; 32], &[0; 32], &identity, witness.as_ref())?);
/// assert!(!ethereum_opening_holds(&identity, &[7; 32], &[1; 32], &identity, None)?);
/// assert!(ethereum_opening_witness(&identity, &[7; 32], &[1; 32], &identity)?.is_none());
/// # Ok::<(), curvemark::kzg::Error>(())
/// ```
pub fn ethereum_opening_holds(
    commitment: &[u8; BYTES_PER_COMMITMENT],
    z: &[u8; BYTES_PER_FIELD_ELEMENT],
    y: &[u8; BYTES_PER_FIELD_ELEMENT],
    proof: &[u8; BYTES_PER_PROOF],
    witness: Option<&ResidueWitness>,
) -> Result<bool, Error> {
    let [left, right] = points(commitment, z, y, proof)?;
    let tau_g2 = tau_g2();
    let mut pairs = [pair_with_minus_generator(&left), Pair::from_points(&right, &tau_g2)];
    Ok(match witness {
        Some(witness) => residue_witness_shows_one(&mut pairs, witness),
        None => pairing_product_is_one(&mut pairs).into(),
    })
}

/// A witness for [`ethereum_opening_holds`], which whoever runs the guest gives it; none if the
/// opening does not hold.
///
/// [Example](ethereum_opening_holds).
///
/// # Errors
/// As [`ethereum_opening_holds`].
pub fn ethereum_opening_witness(
    commitment: &[u8; BYTES_PER_COMMITMENT],
    z: &[u8; BYTES_PER_FIELD_ELEMENT],
    y: &[u8; BYTES_PER_FIELD_ELEMENT],
    proof: &[u8; BYTES_PER_PROOF],
) -> Result<Option<ResidueWitness>, Error> {
    let [left, right] = points(commitment, z, y, proof)?;
    let tau_g2 = tau_g2();
    let mut pairs = [pair_with_minus_generator(&left), Pair::from_points(&right, &tau_g2)];
    Ok(residue_witness(&mut pairs))
}

/// As [`ethereum_opening_holds`], by a host's advice. True is as good as that, whoever gave the
/// advice. False says nothing: the opening may not hold, be without sense, or have no advice, as
/// where a point or the sum of points is the identity, and the advice may be wrong.
///
/// Variable-time. Cost: 520 products for each decoding, 900 for the sum, and a product of two
/// pairings by advice.
///
/// # Examples
/// ```
/// use curvemark::kzg::ethereum_opening_holds_by_advice;
/// use curve::advice::{Found, Given};
///
/// fn bytes<const N: usize>(digits: &str) -> [u8; N] {
///     let pair = |i| u8::from_str_radix(&digits[2 * i..2 * i + 2], 16).unwrap_or(0);
///     core::array::from_fn(pair)
/// }
/// let commitment = bytes("8f59a8d2a1a625a17f3fea0fe5eb8c896db3764f3185481bc22f91b4aaffcca25f26936857bc3a7c2539ea8ec3a952b7");
/// let z = bytes("73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000000");
/// let y = bytes("1522a4a7f34e1ea350ae07c29c96c7e79655aa926122e95fe69fcbd932ca49e9");
/// let proof = bytes("a62ad71d14c5719385c0686f1871430475bf3a00f0aa3f7b8dd99a9abc2160744faf0070725e00b60ad9a026a15b1a8c");
///
/// let mut found = Found::default();
/// assert!(ethereum_opening_holds_by_advice(&commitment, &z, &y, &proof, &mut found));
/// let words = found.into_words();
/// let holds = |z, words| {
///     ethereum_opening_holds_by_advice(&commitment, z, &y, &proof, &mut Given::new(words))
/// };
/// assert!(holds(&z, &words));
/// assert!(!holds(&y, &words) && !holds(&z, &words[1..]));
/// ```
pub fn ethereum_opening_holds_by_advice(
    commitment: &[u8; BYTES_PER_COMMITMENT],
    z: &[u8; BYTES_PER_FIELD_ELEMENT],
    y: &[u8; BYTES_PER_FIELD_ELEMENT],
    proof: &[u8; BYTES_PER_PROOF],
    advice: &mut impl Advice,
) -> bool {
    let Some([left, right]) = points_by_advice(commitment, z, y, proof, advice) else {
        return false;
    };
    let tau_g2 = tau_g2();
    let tau_g2 = AdvisedPair::new(right, [*tau_g2.x(), *tau_g2.y()]);
    product_is_one_by_advice(&[advised_pair_with_minus_generator(left), tau_g2], advice)
}

/// As [`points`], by advice, as x and y.
fn points_by_advice(
    commitment: &[u8; BYTES_PER_COMMITMENT],
    z: &[u8; BYTES_PER_FIELD_ELEMENT],
    y: &[u8; BYTES_PER_FIELD_ELEMENT],
    proof: &[u8; BYTES_PER_PROOF],
    advice: &mut impl Advice,
) -> Option<[affine::Xy<G1Curve>; 2]> {
    let z = Fr::from_be_bytes(z).ok()?;
    let y = Fr::from_be_bytes(y).ok()?;
    let xy = |point: G1Affine| [*point.x(), *point.y()];
    let commitment = xy(G1Affine::from_bytes_by_advice(commitment, advice)?);
    let proof = xy(G1Affine::from_bytes_by_advice(proof, advice)?);
    let points = [xy(G1Affine::generator()), proof];
    let sum = lincomb_by_advice_vartime::<G1Curve>(&points, &[-y, z], advice)?;
    Some([affine::add::<G1Curve>(&sum, &commitment, advice)?, proof])
}

#[cfg(test)]
mod tests {
    use super::super::opening::TAU_G2_COMPRESSED;
    use super::*;

    #[test]
    fn the_setup_is_that_of_the_verifier() {
        assert_eq!(Some(tau_g2().to_bytes()), TAU_G2_COMPRESSED);
    }
}
