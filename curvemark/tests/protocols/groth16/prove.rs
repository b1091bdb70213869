//! Proving from files: proofs that verify, files that are refused, requests at the same time.

use std::thread;

use curve::field::Canonical;
use curvemark::groth16::insecure_test_setup::InsecureTestSetup;
use curvemark::groth16::{
    Bls12381, Bn254, Curve, Error, FileError, Proof, ProvingKey, Scalar, Witness,
};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

fn rng(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

fn key<C: Curve>(setup: &InsecureTestSetup<C>) -> ProvingKey<C> {
    ProvingKey::from_zkey(&setup.zkey(), &mut rng(1)).expect("a key")
}

fn setup<C: Curve>(constraints: u32, public: u32) -> InsecureTestSetup<C> {
    InsecureTestSetup::new(constraints, public, 7).expect("numbers of a circuit")
}

fn proofs<C: Curve>() {
    for (constraints, public) in [(1, 1), (1, 2), (2, 1), (5, 3), (60, 3), (61, 3), (150, 9)] {
        let name = format!("{constraints} constraints, {public} public inputs");
        let setup = setup::<C>(constraints, public);
        let key = key(&setup);
        let rows = (constraints + public + 1) as usize;
        assert_eq!(key.domain_size(), rows.next_power_of_two(), "{name}");
        let prepared = key.verifying_key().prepare();
        let mut seen: Vec<Proof<C>> = vec![];
        for number in 0..2 {
            let witness = setup.witness(number);
            // By way of the file.
            let witness = Witness::<C>::from_wtns(&witness.to_wtns()).expect("a witness");
            let inputs = witness.public_inputs(public as usize).0;
            for _ in 0..2 {
                let proof = key.prove(&witness, &mut rng(seen.len() as u64)).expect(&name);
                assert_eq!(prepared.verify(&inputs, &proof), Ok(()), "{name}");
                let mut other = inputs.clone();
                other[0] = &other[0] + &Scalar::<C>::one();
                assert_eq!(prepared.verify(&other, &proof), Err(Error::NotProven), "{name}");
                assert!(
                    seen.iter()
                        .all(|seen| seen.a != proof.a && seen.b != proof.b && seen.c != proof.c),
                    "{name}"
                );
                seen.push(proof);
            }
        }
    }
}

#[test]
fn proofs_verify() {
    proofs::<Bn254>();
    proofs::<Bls12381>();
}

/// A changed witness makes no proof, wherever it is changed.
fn unsatisfied<C: Curve>() {
    let setup = setup::<C>(4, 3);
    let key = key(&setup);
    let (size, file) = (<C::Scalar as Canonical>::BYTES, setup.witness(0).to_wtns());
    let start = file.len() - size * key.signals();
    for signal in 0..key.signals() {
        let mut file = file.to_vec();
        file[start + signal * size] ^= 1;
        let result =
            Witness::<C>::from_wtns(&file).and_then(|witness| key.prove(&witness, &mut rng(3)));
        let expected = if signal == 0 { FileError::WitnessOne } else { FileError::Unsatisfied };
        assert_eq!(result, Err(expected), "{signal}");
    }
    for more in [-1isize, 1] {
        let count = key.signals().checked_add_signed(more).expect("a number");
        let witness = Witness::new(vec![Scalar::<C>::one(); count]).expect("ones");
        assert_eq!(key.prove(&witness, &mut rng(3)), Err(FileError::WitnessLength));
    }
    assert_eq!(Witness::<C>::new(vec![]).map(drop), Err(FileError::WitnessOne));
    assert_eq!(Witness::<C>::new(vec![Scalar::<C>::zero()]).map(drop), Err(FileError::WitnessOne));
}

#[test]
fn wrong_witnesses() {
    unsatisfied::<Bn254>();
    unsatisfied::<Bls12381>();
}

/// Two hundred requests on two threads with one key, each with its own witness.
#[test]
fn requests_do_not_mix() {
    const REQUESTS: u64 = 200;
    let setup = setup::<Bn254>(4, 2);
    let key = key(&setup);
    let half = |first: u64| {
        let (setup, key) = (&setup, &key);
        move || -> Vec<_> {
            let prove = |number| {
                let witness = setup.witness(number);
                (
                    witness.public_inputs(2).0,
                    key.prove(&witness, &mut rng(number)).expect("a proof"),
                )
            };
            (first..REQUESTS).step_by(2).map(prove).collect()
        }
    };
    let mut made = thread::scope(|scope| {
        let threads = [scope.spawn(half(0)), scope.spawn(half(1))];
        threads.map(|thread| thread.join().expect("no panic")).concat()
    });
    assert_eq!(made.len(), REQUESTS as usize);
    let (inputs, proofs): (Vec<_>, Vec<_>) = made.iter().cloned().unzip();
    let prepared = key.prepared_verifying_key();
    assert_eq!(prepared.find_invalid(&inputs, &proofs, &mut rng(9)), Ok(vec![]));
    // Under the inputs of each other request none is valid: the equation holds for one sum of
    // inputs alone, so that distinct sums are enough, and some are tried.
    for (i, (inputs, proof)) in made.iter().enumerate() {
        for (j, (others, other)) in made.iter().enumerate().skip(i + 1) {
            assert!(inputs != others && proof != other);
            if j == i + 1 {
                assert_eq!(prepared.verify(others, proof), Err(Error::NotProven), "{i} under {j}");
            }
        }
    }
    let sums: Vec<_> = made.iter().map(|(inputs, _)| sum(&key, inputs)).collect();
    for (i, sum) in sums.iter().enumerate() {
        assert!(!sums[..i].contains(sum));
    }
    // The order of the threads changes nothing: the same request makes the same proof.
    let (inputs, proof) = made.remove(0);
    let alone = setup.witness(0);
    assert_eq!(alone.public_inputs(2).0, inputs);
    assert_eq!(key.prove(&alone, &mut rng(0)), Ok(proof));
}

/// Sums that are long enough to be cut into pieces: the same proof as on one thread, from the same
/// randomness.
#[cfg(feature = "parallel")]
fn pieces<C: Curve>()
where
    ProvingKey<C>: Sync,
    InsecureTestSetup<C>: Sync,
    Witness<C>: Sync,
{
    let setup = setup::<C>(520, 3);
    let key = key(&setup);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("threads");
    let witness = setup.witness(0);
    let alone = key.prove(&witness, &mut rng(5));
    assert!(alone.is_ok());
    assert_eq!(pool.install(|| key.prove_parallel(&witness, &mut rng(5))), alone);
    assert_ne!(pool.install(|| key.prove_parallel(&witness, &mut rng(6))), alone);
    // Outside of any pool that the caller has made.
    assert_eq!(key.prove_parallel(&witness, &mut rng(5)), alone);
    // Requests whose pieces are on the same threads at the same time.
    let made = pool.install(|| {
        let of = |number: u64| {
            let witness = setup.witness(number);
            (witness.public_inputs(3).0, key.prove_parallel(&witness, &mut rng(number)))
        };
        let both = |a: u64, b: u64| rayon::join(|| of(a), || of(b));
        rayon::join(|| both(1, 2), || both(3, 4))
    });
    for (i, (inputs, proof)) in [made.0.0, made.0.1, made.1.0, made.1.1].iter().enumerate() {
        let number = 1 + i as u64;
        let witness = setup.witness(number);
        assert_eq!(*inputs, witness.public_inputs(3).0);
        assert_eq!(*proof, key.prove(&witness, &mut rng(number)), "{number}");
    }
    // A wrong witness is refused there too.
    let mut file = setup.witness(0).to_wtns().to_vec();
    let last = file.len() - <C::Scalar as Canonical>::BYTES;
    file[last] ^= 1;
    let wrong = Witness::<C>::from_wtns(&file).expect("a witness");
    assert_eq!(
        pool.install(|| key.prove_parallel(&wrong, &mut rng(5))),
        Err(FileError::Unsatisfied)
    );
    let short = Witness::<C>::new(vec![Scalar::<C>::one()]).expect("one");
    assert_eq!(
        pool.install(|| key.prove_parallel(&short, &mut rng(5))),
        Err(FileError::WitnessLength)
    );
}

#[cfg(feature = "parallel")]
#[test]
fn proofs_on_threads_are_those_of_one_thread() {
    pieces::<Bn254>();
    pieces::<Bls12381>();
}

/// Two hundred requests in a pool of two threads, each of which is proved on both.
#[cfg(feature = "parallel")]
#[test]
fn parallel_requests_do_not_mix() {
    use rayon::prelude::*;

    const REQUESTS: u64 = 200;
    let setup = setup::<Bn254>(4, 2);
    let key = key(&setup);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("threads");
    let made: Vec<(Vec<_>, _)> = pool.install(|| {
        let of = |number| {
            let witness = setup.witness(number);
            (
                witness.public_inputs(2).0,
                key.prove_parallel(&witness, &mut rng(number)).expect("a proof"),
            )
        };
        (0..REQUESTS).into_par_iter().map(of).collect()
    });
    let (inputs, proofs): (Vec<Vec<Scalar<Bn254>>>, Vec<_>) = made.into_iter().unzip();
    let prepared = key.prepared_verifying_key();
    assert_eq!(prepared.find_invalid(&inputs, &proofs, &mut rng(9)), Ok(vec![]));
    for (number, inputs) in (0..REQUESTS).zip(&inputs) {
        assert_eq!(*inputs, setup.witness(number).public_inputs(2).0);
    }
    // Under the inputs of every other request none is valid: some are tried, and for all of them
    // the equation holds for one sum of inputs alone, so that distinct sums are enough.
    for shift in [1, 100] {
        for (number, proof) in proofs.iter().enumerate() {
            let others = inputs.iter().cycle().nth(number + shift).expect("there is one");
            assert_eq!(
                prepared.verify(others, proof),
                Err(Error::NotProven),
                "{number} under {shift} further"
            );
        }
    }
    let sums: Vec<_> = inputs.iter().map(|inputs| sum(&key, inputs)).collect();
    for (i, (own, proof)) in sums.iter().zip(&proofs).enumerate() {
        assert!(!sums[..i].contains(own) && !proofs[..i].contains(proof), "{i}");
    }
}

/// IC₀ + Σ xᵢ·ICᵢ.
fn sum(key: &ProvingKey<Bn254>, inputs: &[Scalar<Bn254>]) -> curve::bn254::G1Affine {
    let ic = key.verifying_key().ic();
    let terms = inputs.iter().zip(&ic[1..]).map(|(input, point)| point.mul_vartime(input));
    terms.fold(ic[0].to_projective(), |sum, term| sum.add(&term)).to_affine()
}

fn u32_at(file: &mut [u8], place: usize, value: u32) {
    file[place..place + 4].copy_from_slice(&value.to_le_bytes());
}

/// Where sections begin, by number.
fn sections(file: &[u8]) -> Vec<(u32, std::ops::Range<usize>)> {
    let (mut out, mut at) = (vec![], 12);
    while at < file.len() {
        let number = u32::from_le_bytes(file[at..at + 4].try_into().expect("four"));
        let length = u64::from_le_bytes(file[at + 4..at + 12].try_into().expect("eight")) as usize;
        out.push((number, at + 12..at + 12 + length));
        at += 12 + length;
    }
    out
}

#[test]
fn zkeys_refused() {
    let file = setup::<Bn254>(2, 2).zkey();
    let read = |file: &[u8]| ProvingKey::<Bn254>::from_zkey(file, &mut rng(2)).map(drop);
    let changed = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut file = file.clone();
        change(&mut file);
        read(&file)
    };
    assert_eq!(read(&file), Ok(()));
    for length in (0..file.len()).step_by(7) {
        assert!(
            matches!(read(&file[..length]), Err(FileError::Kind | FileError::Truncated)),
            "{length}"
        );
    }
    assert_eq!(changed(&|file| file.push(0)), Err(FileError::TrailingBytes));
    assert_eq!(changed(&|file| file[0] = b'w'), Err(FileError::Kind));
    assert_eq!(changed(&|file| u32_at(file, 4, 2)), Err(FileError::Version));
    assert_eq!(changed(&|file| u32_at(file, 8, 11)), Err(FileError::Truncated));
    assert_eq!(changed(&|file| u32_at(file, 8, u32::MAX)), Err(FileError::Truncated));
    assert_eq!(changed(&|file| u32_at(file, 8, 9)), Err(FileError::TrailingBytes));
    let places = sections(&file);
    let at =
        |number: u32| places.iter().find(|(other, _)| *other == number).expect("a section").1.start;
    for (number, range) in &places {
        let place = range.start - 12;
        // Another number: unknown, zero, or that of another section.
        let next = if *number == 10 { 1 } else { number + 1 };
        for other in [0, 11, u32::MAX, next] {
            let result = changed(&|file| u32_at(file, place, other));
            assert!(matches!(result, Err(FileError::UnexpectedSection(_))), "{number}: {result:?}");
        }
        let result = changed(&|file| file[place + 4..place + 12].fill(0xff));
        assert_eq!(result, Err(FileError::Truncated));
        // Shorter by a byte, and the others in their places.
        let result = changed(&|file| {
            file.remove(range.end - 1);
            let length = range.len() as u64 - 1;
            file[place + 4..place + 12].copy_from_slice(&length.to_le_bytes());
        });
        if *number != 10 {
            assert_eq!(result, Err(FileError::SectionLength(*number)));
        }
        // Missing.
        let result = changed(&|file| {
            file.drain(place..range.end);
            u32_at(file, 8, 9);
        });
        let expected = if *number == 10 { Ok(()) } else { Err(FileError::MissingSection(*number)) };
        assert_eq!(result, expected);
    }
    // PLONK; another curve.
    assert_eq!(changed(&|file| u32_at(file, at(1), 2)), Err(FileError::Version));
    assert_eq!(changed(&|file| file[at(2) + 4] ^= 1), Err(FileError::Modulus));
    assert_eq!(changed(&|file| file[at(2) + 40] ^= 1), Err(FileError::Modulus));
    assert_eq!(
        ProvingKey::<Bls12381>::from_zkey(&file, &mut rng(2)).map(drop),
        Err(FileError::Modulus)
    );
    // Numbers of signals, of public inputs, of the domain.
    let numbers = at(2) + 72;
    assert!(matches!(
        changed(&|file| u32_at(file, numbers, u32::MAX)),
        Err(FileError::SectionLength(_))
    ));
    assert_eq!(changed(&|file| u32_at(file, numbers, 2)), Err(FileError::Counts));
    assert_eq!(changed(&|file| u32_at(file, numbers, 0)), Err(FileError::Counts));
    assert_eq!(changed(&|file| u32_at(file, numbers + 4, u32::MAX)), Err(FileError::Counts));
    for size in [0, 7, 1 << 28, 1 << 31, u32::MAX] {
        assert_eq!(
            changed(&|file| u32_at(file, numbers + 8, size)),
            Err(FileError::Counts),
            "{size}"
        );
    }
    assert_eq!(changed(&|file| u32_at(file, numbers + 8, 16)), Err(FileError::SectionLength(9)));
    // Coefficients.
    let first = at(4) + 4;
    assert_eq!(changed(&|file| u32_at(file, first, 2)), Err(FileError::Index));
    assert_eq!(changed(&|file| u32_at(file, first + 4, 8)), Err(FileError::Index));
    assert_eq!(changed(&|file| u32_at(file, first + 8, 5)), Err(FileError::Index));
    assert_eq!(changed(&|file| file[first + 12..first + 44].fill(0xff)), Err(FileError::Scalar(4)));
    assert_eq!(changed(&|file| u32_at(file, at(4), u32::MAX)), Err(FileError::SectionLength(4)));
    // Points.
    use curve::error::PointError::{Identity, NotCanonical, NotInSubgroup, NotOnCurve};
    for section in [3, 5, 6, 7, 8, 9] {
        let place = at(section);
        let result = changed(&|file| file[place..place + 32].fill(0xff));
        assert_eq!(result, Err(FileError::Point(section, NotCanonical)));
        let result = changed(&|file| file[place + 32] ^= 1);
        let is_identity = file[place..place + 64].iter().all(|byte| *byte == 0);
        assert_eq!(result, Err(FileError::Point(section, NotOnCurve)), "{is_identity}");
    }
    let header = numbers + 12;
    assert_eq!(
        changed(&|file| file[header..header + 64].fill(0)),
        Err(FileError::Point(2, Identity))
    );
    assert_eq!(
        changed(&|file| file[header + 128..header + 256].fill(0)),
        Err(FileError::Point(2, Identity))
    );
    // Of the twist, outside of the group.
    let outside = outside();
    for (place, section) in
        [(header + 128, 2), (header + 256, 2), (header + 448, 2), (at(7), 7), (at(7) + 128, 7)]
    {
        let result = changed(&|file| file[place..place + 128].copy_from_slice(&outside));
        assert_eq!(result, Err(FileError::Point(section, NotInSubgroup)), "{place}");
    }
}

/// A point of BN254's twist that is not in the group, as a `.zkey` has it.
fn outside() -> Vec<u8> {
    use curve::bn254::{Fp, Fp2, G2Curve};
    use curve::weierstrass::Weierstrass;
    let x = |k: u32| Fp2::new(Fp::from(k), Fp::from(1u32));
    let (x, y) = (1..)
        .map(x)
        .find_map(|x| {
            let (y, exists) = (&(&x.sqr() * &x) + &G2Curve::b(&())).sqrt();
            bool::from(exists).then_some((x, y))
        })
        .expect("every second one");
    let r = Fp::from(2u32).pow_vartime(&[256]);
    let mut out = vec![];
    for value in [x.c0(), x.c1(), y.c0(), y.c1()] {
        let mut bytes = [0; 32];
        (&value * &r).to_bytes(&mut bytes);
        bytes.reverse();
        out.extend(bytes);
    }
    out
}

#[test]
fn wtns_refused() {
    let setup = setup::<Bn254>(2, 2);
    let file = setup.witness(0).to_wtns().to_vec();
    let changed = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut file = file.clone();
        change(&mut file);
        Witness::<Bn254>::from_wtns(&file).map(drop)
    };
    assert_eq!(changed(&|_| ()), Ok(()));
    for length in 0..file.len() {
        assert!(matches!(
            changed(&|file| file.truncate(length)),
            Err(FileError::Kind | FileError::Truncated)
        ));
    }
    assert_eq!(changed(&|file| file.push(0)), Err(FileError::TrailingBytes));
    assert_eq!(changed(&|file| file[3] = b'S'), Err(FileError::Kind));
    assert_eq!(changed(&|file| u32_at(file, 4, 1)), Err(FileError::Version));
    assert_eq!(changed(&|file| file[28] ^= 1), Err(FileError::Modulus));
    assert_eq!(changed(&|file| u32_at(file, 60, 1)), Err(FileError::SectionLength(2)));
    assert_eq!(changed(&|file| u32_at(file, 60, u32::MAX)), Err(FileError::SectionLength(2)));
    assert_eq!(changed(&|file| u32_at(file, 64, 1)), Err(FileError::UnexpectedSection(1)));
    assert_eq!(changed(&|file| u32_at(file, 64, 3)), Err(FileError::UnexpectedSection(3)));
    // r, and what is above it.
    let modulus = file[28..60].to_vec();
    assert_eq!(
        changed(&|file| file[76 + 32..76 + 64].copy_from_slice(&modulus)),
        Err(FileError::Scalar(2))
    );
    assert_eq!(changed(&|file| file[76 + 32..76 + 64].fill(0xff)), Err(FileError::Scalar(2)));
    assert_eq!(changed(&|file| file[76] = 2), Err(FileError::WitnessOne));
    assert_eq!(Witness::<Bls12381>::from_wtns(&file).map(drop), Err(FileError::Modulus));
}

/// The same seed makes the same files; bounds of sizes.
#[test]
fn setups() {
    let [one, two] = [(); 2].map(|()| setup::<Bn254>(3, 2));
    assert!(
        one.zkey() == two.zkey()
            && one.r1cs() == two.r1cs()
            && *one.witness(4).to_wtns() == *two.witness(4).to_wtns()
    );
    let other = InsecureTestSetup::<Bn254>::new(3, 2, 8).expect("numbers");
    assert!(other.zkey() != one.zkey() && other.r1cs() != one.r1cs());
    for (constraints, public) in
        [(0, 1), (1, 0), (1 << 24, 1), (u32::MAX, 1), (1, u32::MAX), (u32::MAX, u32::MAX)]
    {
        assert_eq!(InsecureTestSetup::<Bn254>::new(constraints, public, 0), Err(FileError::Counts));
    }
}
