//! Operation counts, against what the formulas state.

use counts::{Engine, Row, rows};

fn find(rows: &[Row], curve: &str, operation: &str) -> [u32; 3] {
    let row = rows.iter().find(|row| row.curve == curve && row.operation == operation);
    let row = row.unwrap_or_else(|| panic!("{curve}: {operation} is counted"));
    [row.products + row.squarings, row.reductions, row.inversions]
}

/// Against the counts that the formulas state; 4 products to one in Fp2.
#[test]
fn counts_are_those_that_the_formulas_state() {
    let portable = rows(Engine::Portable);
    let lanes = rows(Engine::Lanes);
    for rows in [&portable, &lanes] {
        assert_eq!(find(rows, "BLS12-381", "Fp multiplication"), [1, 1, 0]);
        assert_eq!(find(rows, "BLS12-381", "Fp inversion"), [0, 0, 1]);
        assert_eq!(find(rows, "BLS12-381", "Fp2 squaring"), [2, 2, 0]);
        assert_eq!(find(rows, "BLS12-381", "G1 addition"), [15, 9, 0]);
        assert_eq!(find(rows, "BLS12-381", "G1 doubling"), [8, 7, 0]);
        // 133 doublings, 58 additions, 25 applications of the endomorphism in 26 windows.
        let [products, _, inversions] = find(rows, "BLS12-381", "G1 multiplication");
        assert_eq!([products, inversions], [133 * 8 + 58 * 15 + 26, 0]);
    }
    assert_eq!(find(&portable, "BLS12-381", "Fp2 multiplication"), [4, 2, 0]);
    assert_eq!(find(&portable, "BLS12-381", "Fp6 multiplication"), [36, 6, 0]);
    assert_eq!(find(&portable, "BLS12-381", "Fp12 multiplication")[0], 27 * 4);
    assert_eq!(find(&portable, "BLS12-381", "Map to the curve of G1"), [468 + 60, 468 + 30, 0]);
}

/// With Karatsuba's trick on sums at all levels: 3, 3·6 and 3·18 products, and one reduction for
/// each output coefficient.
#[test]
fn towers_on_sums_reduce_once_per_coefficient() {
    let rows = rows(Engine::Adx);
    for curve in ["BLS12-381", "BN254"] {
        assert_eq!(find(&rows, curve, "Fp2 multiplication"), [3, 2, 0]);
        assert_eq!(find(&rows, curve, "Fp2 squaring"), [2, 2, 0]);
        assert_eq!(find(&rows, curve, "Fp6 multiplication"), [18, 6, 0]);
        assert_eq!(find(&rows, curve, "Fp12 multiplication"), [54, 12, 0]);
    }
}

/// Lanes take sums of products in Fp2 in one kernel, which is worth more reductions.
#[test]
fn towers_on_lanes_are_sums_in_fp2() {
    let rows = rows(Engine::Lanes);
    for curve in ["BLS12-381", "BN254"] {
        assert_eq!(find(&rows, curve, "Fp2 multiplication"), [4, 2, 0]);
        assert_eq!(find(&rows, curve, "Fp12 multiplication"), [108, 24, 0]);
    }
}

/// The curves that are multiplied by the same code differ in their parts: a run of 5 doublings per
/// window but the first, an addition per part and window, a table of 8 doublings and 7 additions.
#[test]
fn multiplications_are_their_windows() {
    let rows = rows(Engine::Portable);
    for (curve, name, parts, windows, jacobian) in [
        ("BN254", "G1", 2, 26, false),
        ("secp256k1", "Point", 2, 26, false),
        // Five doublings in Jacobian coordinates, and 6 products there and back.
        ("P-256", "Point", 1, 52, true),
    ] {
        let cost = |what: &str| find(&rows, curve, &format!("{name} {what}"))[0];
        let [add, double] = ["addition", "doubling"].map(cost);
        let run = if jacobian { 5 * cost("doubling, Jacobian") + 6 } else { 5 * double };
        // An endomorphism is one product; the first window needs no addition to a sum.
        let expected = 8 * double
            + (windows - 1) * run
            + (7 + parts * windows - 1) * add
            + (parts - 1) * windows;
        assert_eq!(cost("multiplication"), expected, "{curve}");
    }
    assert_eq!(find(&rows, "Ed25519", "Point doubling")[0], 7);
}

/// A whole is its parts.
#[test]
fn a_pairing_is_its_two_stages() {
    for engine in [Engine::Portable, Engine::Adx, Engine::Lanes] {
        let rows = rows(engine);
        // One of the final exponentiation, and one to decompress the squarings of each of five
        // powers by the seed.
        for (curve, inversions) in [("BLS12-381", 6), ("BN254", 1)] {
            let [loop_, end, all] = ["Miller loop", "Final exponentiation", "Pairing"]
                .map(|name| find(&rows, curve, name));
            for i in 0..3 {
                assert_eq!(loop_[i] + end[i], all[i]);
            }
            assert_eq!(all[2], inversions, "{curve}");
        }
    }
}
