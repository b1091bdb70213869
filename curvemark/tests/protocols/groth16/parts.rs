//! Parts of batches of proofs.

use curvemark::groth16::insecure_test_setup::InsecureTestSetup;
use curvemark::groth16::{Bls12381, Bn254, Curve, Error, Part, Proof, ProvingKey, Scalar};
use curvemark::parts::{self, Batch};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// Inputs and proofs.
type Slice<'a, C> = (&'a [Vec<Scalar<C>>], &'a [Proof<C>]);

/// Any cut gives the verdict.
fn cuts<C: Curve>(size: usize) {
    let setup = InsecureTestSetup::<C>::new(5, 2, 7).expect("a circuit");
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let key = ProvingKey::from_zkey(&setup.zkey(), &mut rng).expect("a key");
    let prepared = key.verifying_key().prepare();
    let witnesses: Vec<_> = (0..5).map(|number| setup.witness(number)).collect();
    let inputs: Vec<_> = witnesses.iter().map(|witness| witness.public_inputs(2).0).collect();
    let prove = |witness| key.prove(witness, &mut rng).expect("a proof");
    let mut proofs: Vec<Proof<C>> = witnesses.iter().map(prove).collect();

    let parts = |inputs: &[Vec<Scalar<C>>], proofs: &[Proof<C>], size: usize| {
        let slices: Vec<Slice<'_, C>> = inputs.chunks(size).zip(proofs.chunks(size)).collect();
        let digest = |(inputs, proofs): &Slice<'_, C>| prepared.digest_proofs(inputs, proofs);
        let digests: Vec<_> = slices.iter().map(|slice| digest(slice).expect("proofs")).collect();
        let batch = Batch::new(&digests).expect("slices");
        let part = |(number, (inputs, proofs)): (usize, &Slice<'_, C>)| {
            let start = (number * size) as u64;
            let part = prepared.part_of_proofs(inputs, proofs, &batch, start).expect("proofs");
            assert_eq!(Part::from_bytes(&part.to_bytes()).as_ref(), Ok(&part));
            part
        };
        slices.iter().enumerate().map(part).collect::<Vec<_>>()
    };
    for slice in [1, 2, 5] {
        let all = Part::merge_all(&parts(&inputs, &proofs, slice)).expect("neighbours");
        assert_eq!(all.finish(), Ok(()));
    }
    proofs.swap(0, 4);
    let bad = parts(&inputs, &proofs, 2);
    let holds: Vec<_> = bad.iter().map(|part| part.holds().is_ok()).collect();
    assert_eq!(holds, [false, true, false]);
    let all = Part::merge_all(&bad).expect("neighbours");
    assert_eq!(all.finish(), Err(parts::Error::NotValid));
    assert_eq!(bad[0].finish(), Err(parts::Error::Incomplete));
    assert_eq!(bad[0].merge(&bad[2]), Err(parts::Error::NotNext));

    let bytes = bad[0].to_bytes();
    assert_eq!((bytes.len(), Part::<C>::BYTES), (size, size));
    let mut zero = bytes.clone();
    zero[57..].fill(0);
    assert_eq!(Part::<C>::from_bytes(&zero), Err(parts::Error::Target));
    zero[57..].fill(0xff);
    assert_eq!(Part::<C>::from_bytes(&zero), Err(parts::Error::Target));

    let refused = |reason| Err(parts::Error::Groth16(reason));
    let none: &[Vec<Scalar<C>>] = &[];
    assert_eq!(prepared.digest_proofs(none, &[]), refused(Error::Empty));
    assert_eq!(prepared.digest_proofs(&inputs, &proofs[1..]), refused(Error::LengthMismatch));
    assert_eq!(
        prepared.digest_proofs(&[&inputs[0][1..]], &proofs[..1]),
        refused(Error::InputCount)
    );
}

#[test]
fn any_cut_gives_the_verdict() {
    cuts::<Bn254>(441);
    cuts::<Bls12381>(633);
}

#[test]
fn parts_of_two_curves_are_of_two_kinds() {
    let part = [5; 441];
    assert!(!matches!(Part::<Bn254>::from_bytes(&part), Err(parts::Error::Kind)));
    assert_eq!(Part::<Bn254>::from_bytes(&[6; 441]), Err(parts::Error::Kind));
    assert_eq!(Part::<Bls12381>::from_bytes(&[5; 633]), Err(parts::Error::Kind));
}
