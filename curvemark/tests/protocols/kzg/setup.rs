//! Setups: the ceremony's, and files that are none, each refused for its own reason.

use std::sync::OnceLock;

use curve::bls12_381::{Fr, G1, G1Affine, G2};
use curve::error::PointError;
use curve::ntt::Domain;
use curvemark::kzg::{Error, List, OpeningVerifier, Settings, SetupError, TrustedSetup};

use crate::suites;

const N: usize = 4096;

/// The lines of a setup whose τ everybody knows: Lagrange points, powers in G2, powers in G1.
fn toy() -> &'static [Vec<String>; 3] {
    static LINES: OnceLock<[Vec<String>; 3]> = OnceLock::new();
    LINES.get_or_init(|| {
        let tau = Fr::from(0x005e_ed0f_u64);
        let mut powers = Vec::with_capacity(N);
        let mut power = Fr::one();
        for _ in 0..N {
            powers.push(power);
            power *= &tau;
        }
        // Lᵢ(τ) is the i-th of the inverse transform of τ's powers: Σ ω^(ik)·Lᵢ(τ) = τᵏ.
        let mut lagrange = powers.clone();
        Domain::new(12).expect("roots").inverse(&mut lagrange).expect("as many");
        let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        let g1 = |scalars: &[Fr]| {
            let mut products = vec![G1::identity(); scalars.len()];
            let points = vec![G1Affine::generator(); scalars.len()];
            G1::mul_batch_vartime(&points, scalars, &mut products).expect("as many");
            let mut affine = vec![G1Affine::identity(); scalars.len()];
            G1::batch_to_affine(&products, &mut affine).expect("as many");
            affine.iter().map(|point| hex(&point.to_bytes())).collect()
        };
        let g2 =
            powers[..65].iter().map(|power| hex(&G2::mul_generator(power).to_bytes())).collect();
        [g1(&lagrange), g2, g1(&powers)]
    })
}

fn text(lists: &[Vec<String>; 3]) -> String {
    let mut out = String::from("4096\n65\n");
    for line in lists.iter().flatten() {
        out.push_str(line);
        out.push('\n');
    }
    out
}

/// Why the toy setup with something changed is refused.
fn refused(change: impl Fn(&mut [Vec<String>; 3])) -> Option<SetupError> {
    let mut lists = toy().clone();
    change(&mut lists);
    TrustedSetup::from_text(&text(&lists)).err()
}

#[test]
fn a_setup_of_a_known_tau_is_taken_and_serves() {
    let setup = TrustedSetup::from_text(&text(toy())).expect("a setup");
    let settings = Settings::new(&setup, 0);
    // f = 3 is committed to by 3·G₁, and proved by the identity.
    let element = Fr::from(3u32).to_be_bytes();
    let blob = element.repeat(N);
    let commitment = settings.blob_to_kzg_commitment(&blob).expect("a blob");
    assert_eq!(commitment, G1::mul_generator(&Fr::from(3u32)).to_bytes());
    let proof = settings.compute_blob_kzg_proof(&blob, &commitment).expect("a blob");
    assert_eq!(proof, G1::identity().to_bytes());
    assert_eq!(settings.verify_blob_kzg_proof(&blob, &commitment, &proof), Ok(()));
}

#[test]
fn what_is_cut_off_or_hangs_over() {
    let whole = text(toy());
    let refused = |text: &str| TrustedSetup::from_text(text).err();
    let cut = |bytes: usize| refused(&whole[..whole.len() - bytes]);
    assert_eq!(cut(1), None);
    assert_eq!(cut(2), Some(SetupError::Truncated(List::G1Monomial, N - 1)));
    assert_eq!(cut(98), Some(SetupError::Truncated(List::G1Monomial, N - 1)));
    assert_eq!(cut(97 * N), Some(SetupError::Truncated(List::G1Monomial, 0)));
    assert_eq!(cut(97 * N + 193), Some(SetupError::Truncated(List::G2Monomial, 64)));
    assert_eq!(cut(97 * N + 193 * 65 + 97), Some(SetupError::Truncated(List::G1Lagrange, N - 1)));
    assert_eq!(refused(&format!("{whole}00")), Some(SetupError::Trailing));
    assert_eq!(refused(""), Some(SetupError::Counts));
    assert_eq!(refused("4096"), Some(SetupError::Counts));
    assert_eq!(refused("4097\n65\n"), Some(SetupError::Counts));
    assert_eq!(refused("4096\n64\n"), Some(SetupError::Counts));
    assert_eq!(refused("4096\n65\n"), Some(SetupError::Truncated(List::G1Lagrange, 0)));
    let long = refused_line(|line| line.push('0'));
    assert_eq!(long, Some(SetupError::Hex(List::G1Lagrange, 5)));
    assert_eq!(
        refused_line(|line| line.replace_range(3..4, "g")),
        Some(SetupError::Hex(List::G1Lagrange, 5))
    );
    assert_eq!(
        refused_line(|line| *line = line.to_uppercase()),
        Some(SetupError::Hex(List::G1Lagrange, 5))
    );
}

/// With the sixth Lagrange point changed.
fn refused_line(change: impl Fn(&mut String)) -> Option<SetupError> {
    refused(|lists| change(&mut lists[0][5]))
}

/// The three lists as consensus-specs have them.
#[cfg(feature = "serde")]
fn json(lists: &[Vec<String>; 3]) -> String {
    let [lagrange, g2, monomial] = lists.each_ref().map(|list| {
        let texts: Vec<_> = list.iter().map(|digits| format!("\"0x{digits}\"")).collect();
        format!("[{}]", texts.join(",\n"))
    });
    format!("{{\"g1_monomial\": {monomial}, \"g1_lagrange\": {lagrange}, \"g2_monomial\": {g2}}}")
}

#[cfg(feature = "serde")]
#[test]
fn json_says_the_same_as_text() {
    let read = |text: &str| serde_json::from_str::<TrustedSetup>(text);
    let whole = json(toy());
    let expected = TrustedSetup::from_text(&text(toy())).expect("a setup");
    assert!(read(&whole).expect("a setup") == expected);
    assert!(
        read(&whole.replacen('{', "{\"note\": [1, \"0x\"], ", 1)).expect("a setup") == expected
    );

    // Each fault has the words that it has in a text.
    let refused = |change: &dyn Fn(&mut [Vec<String>; 3])| {
        let mut lists = toy().clone();
        change(&mut lists);
        read(&json(&lists)).err().map(|error| error.to_string())
    };
    let says = |error: SetupError| Some(error.to_string());
    assert_eq!(refused(&|_| {}), None);
    let truncated = |list, index| says(SetupError::Truncated(list, index));
    assert_eq!(refused(&|lists| lists[0].truncate(N - 1)), truncated(List::G1Lagrange, N - 1));
    assert_eq!(refused(&|lists| lists[1].truncate(64)), truncated(List::G2Monomial, 64));
    assert_eq!(refused(&|lists| lists[2].clear()), truncated(List::G1Monomial, 0));
    for list in 0..3 {
        let more = refused(&|lists| {
            let first = lists[list][0].clone();
            lists[list].push(first);
        });
        assert_eq!(more, says(SetupError::Trailing), "{list}");
    }
    let at_five = says(SetupError::Hex(List::G1Lagrange, 5));
    assert_eq!(refused(&|lists| lists[0][5].push('0')), at_five);
    assert_eq!(refused(&|lists| lists[0][5].replace_range(3..4, "g")), at_five);
    assert_eq!(refused(&|lists| lists[0][5] = lists[0][5].to_uppercase()), at_five);
    let swapped = says(SetupError::Order(List::G1Lagrange));
    assert_eq!(refused(&|lists| lists[0].swap(7, 8)), swapped);
    assert_eq!(refused(&|lists| lists[1].swap(7, 8)), says(SetupError::Order(List::G2Monomial)));
    assert_eq!(refused(&|lists| lists[2].swap(7, 8)), says(SetupError::Order(List::G1Monomial)));
    assert_eq!(
        refused(&|lists| lists[0] = lists[2].clone()),
        says(SetupError::MonomialForLagrange)
    );
    assert_eq!(
        refused(&|lists| lists[2] = lists[0].clone()),
        says(SetupError::LagrangeForMonomial)
    );
    let off = says(SetupError::Point(List::G1Lagrange, 17, PointError::NotOnCurve));
    assert_eq!(refused(&|lists| lists[0][17] = format!("80{:094x}", 1)), off);
    let outside = says(SetupError::Point(List::G1Monomial, 17, PointError::NotInSubgroup));
    assert_eq!(refused(&|lists| lists[2][17] = format!("80{:094x}", 4)), outside);

    // What is no such object.
    let without_0x = read(&whole.replacen("\"0x", "\"", 1)).err().map(|error| error.to_string());
    assert_eq!(without_0x, says(SetupError::Hex(List::G1Monomial, 0)));
    for text in
        ["", "{}", "[]", "4096", &whole[..whole.len() - 1], &whole.replacen("g1_l", "g1_L", 1)]
    {
        assert!(read(text).is_err());
    }
    assert!(read(&whole.replacen("[\"", "[7, \"", 1)).is_err());
    assert!(read(&format!("{whole}0")).is_err());
}

#[test]
fn what_is_not_in_order_or_in_its_place() {
    // More of both stands beside the code.
    assert_eq!(refused(|lists| lists[0].swap(7, 8)), Some(SetupError::Order(List::G1Lagrange)));
    assert_eq!(refused(|lists| lists.swap(0, 2)), Some(SetupError::MonomialForLagrange));
}

#[test]
fn what_is_no_point() {
    let off = format!("80{:094x}", 1);
    let outside = format!("80{:094x}", 4);
    let zeros = "0".repeat(96);
    let refused_in = |place: usize, of: usize, digits: &str| {
        refused(|lists| lists[place][of] = digits.to_owned())
    };
    let lagrange = |digits| refused_in(0, 17, digits);
    let point = |reason| Some(SetupError::Point(List::G1Lagrange, 17, reason));
    assert_eq!(lagrange(&off), point(PointError::NotOnCurve));
    assert_eq!(lagrange(&outside), point(PointError::NotInSubgroup));
    assert_eq!(lagrange(&zeros), point(PointError::Compression));
    assert_eq!(
        refused_in(2, N - 1, &off),
        Some(SetupError::Point(List::G1Monomial, N - 1, PointError::NotOnCurve))
    );
    let g2 = refused_in(1, 64, &"9f".repeat(96));
    assert_eq!(g2, Some(SetupError::Point(List::G2Monomial, 64, PointError::NotCanonical)));
}

#[test]
fn the_ceremonys_bytes_are_taken_from_outside_and_no_others() {
    let bytes = include_bytes!("../../../src/kzg/ethereum/setup.bin");
    assert!(TrustedSetup::from_ethereum_bytes(bytes) == Ok(TrustedSetup::ethereum()));
    for at in [0, bytes.len() >> 1, bytes.len() - 1] {
        let mut other = bytes.to_vec();
        other[at] ^= 1;
        assert_eq!(TrustedSetup::from_ethereum_bytes(&other), Err(SetupError::NotEthereum));
    }
    let (_, shorter) = bytes.split_last().expect("bytes");
    let longer = [bytes.as_slice(), &[0]].concat();
    for other in [shorter, &longer, &[]] {
        assert_eq!(TrustedSetup::from_ethereum_bytes(other), Err(SetupError::NotEthereum));
    }
}

#[test]
fn the_ceremonys_points_are_a_setup_and_the_published_one() {
    let data = TrustedSetup::ethereum();
    assert_eq!(data.validate(), Ok(()));
    let Some(text) = suites::text("kzg/trusted_setup.txt") else { return };
    let published = TrustedSetup::from_text(&text).expect("the setup");
    assert!(published == data);
    let tau_g2 = crate::vectors::bytes(text.lines().nth(2 + N + 1).expect("a line"));
    let tau_g2 = tau_g2.try_into().expect("96 bytes");
    let verifier = OpeningVerifier::from_tau_g2(&tau_g2).expect("a point");
    // One of them takes what the other takes.
    let blob =
        Fr::from(1u32).to_be_bytes().iter().copied().cycle().take(32 * N).collect::<Vec<_>>();
    let settings = Settings::new(&published, 4 << 20);
    assert!(settings.table_bytes() <= super::as_stored(4 << 20));
    let mut blob = blob;
    blob[31] = 9;
    let commitment = settings.blob_to_kzg_commitment(&blob).expect("a blob");
    let (proof, y) = settings.compute_kzg_proof(&blob, &[5; 32]).expect("a blob");
    assert_eq!(verifier.verify(&commitment, &[5; 32], &y, &proof), Ok(()));
    assert_eq!(OpeningVerifier::ethereum().verify(&commitment, &[5; 32], &y, &proof), Ok(()));
    assert_eq!(verifier.verify(&commitment, &[6; 32], &y, &proof), Err(Error::NotProven));
}
