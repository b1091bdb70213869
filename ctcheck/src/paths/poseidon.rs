//! Poseidon of secrets.

use curve::engines::lanes8::Lanes8Portable;
use curve::field::{Lanes, Red};
use curve::poseidon::{Parameters, Permutation, hash_on_lanes};
use curvemark::poseidon::{Bls12381, Bn254, Curve, Poseidon, Scalar, hash, merkle_root};

use super::inputs::{element, hidden};
use super::{Path, path};
use crate::secrets::Secrets;

fn inputs<C: Curve>(secrets: &Secrets, count: u8) -> Vec<Scalar<C>> {
    (0..count).map(|i| hidden(secrets, i)).collect()
}

/// All elements of the state, from secrets alone.
fn state<C: Curve>(secrets: &Secrets, count: u8) -> Vec<u8> {
    let mut out = inputs::<C>(secrets, count + 1);
    let initial = hidden(secrets, 99);
    let function = Poseidon::<C>::new(usize::from(count)).expect("1 to 16 inputs");
    function.hash_to(&initial, &inputs::<C>(secrets, count), &mut out).expect("a state");
    out.iter().flat_map(|x| x.to_be_bytes()).collect()
}

fn bytes(secrets: &Secrets) -> Vec<u8> {
    let inputs = [1, 2].map(|i| secrets.hide(element::<<Bn254 as Curve>::Scalar>(i).to_le_bytes()));
    hash::<Bn254>(&inputs).expect("two integers").to_vec()
}

/// Lists of two scalars.
fn batch(secrets: &Secrets) -> Vec<u8> {
    let function = Poseidon::<Bn254>::new(2).expect("two inputs");
    let hashes = function.hash_batch(&inputs::<Bn254>(secrets, 6)).expect("three lists");
    hashes.iter().flat_map(|x| x.to_be_bytes()).collect()
}

/// More leaves than one permutation takes.
const LEAVES: u8 = 35;

fn root(secrets: &Secrets) -> Vec<u8> {
    let leaf = |i| secrets.hide(element::<<Bn254 as Curve>::Scalar>(i).to_le_bytes());
    let leaves: Vec<[u8; 32]> = (0..LEAVES).map(leaf).collect();
    merkle_root::<Bn254>(&leaves).expect("integers").to_vec()
}

fn on_lanes(secrets: &Secrets) -> Vec<u8> {
    type F = <Bn254 as Curve>::Scalar;
    type L = Lanes8Portable<F>;
    let parameters = Parameters::<F>::new(3).expect("parameters");
    let permutation = Permutation::of(&parameters).expect("a permutation");
    let permutation = permutation.on(|a| Red::from_raw(L::enter_lanes(&(), |_| a.raw())));
    let mut out = [Red::zero(); 9];
    hash_on_lanes::<F, L>(&(), &permutation, &inputs::<Bn254>(secrets, 18), &mut out)
        .expect("nine lists");
    out.iter().flat_map(Red::to_be_bytes).collect()
}

/// The table.
pub const PATHS: &[Path] = &[
    path("poseidon/bn254", |s| state::<Bn254>(s, 2)),
    path("poseidon/bn254_sixteen", |s| state::<Bn254>(s, 16)),
    path("poseidon/bls12_381", |s| state::<Bls12381>(s, 2))
        .on_words("r is too close to 2^255 for the kernels of 4 words"),
    path("poseidon/bytes", bytes).verdicts(2, "whether each integer is below r"),
    path("poseidon/hash_batch", batch),
    path("poseidon/merkle_root", root).verdicts(LEAVES as usize, "whether each integer is below r"),
    path("poseidon/on_lanes", on_lanes).on_portable_lanes(),
];
