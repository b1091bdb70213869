//! `curvemark evmmax` on a simulated clock: gas, results and refusals; times are the clock's.

use super::*;
use serde_json::Value;

fn answer(arguments: &[&str]) -> String {
    let all = [&["evmmax"], arguments].concat();
    let (exit, out, err) = plain(&all);
    assert_eq!((exit, err.as_str()), (Exit::Good, ""), "{arguments:?}");
    out
}

fn refused(arguments: &[&str], why: &str) {
    let all = [&["evmmax"], arguments].concat();
    let (exit, out, err) = plain(&all);
    assert_eq!((exit, out.as_str()), (Exit::Usage, ""), "{arguments:?}");
    assert!(err.contains(why), "{arguments:?}: {err}");
}

#[test]
fn a_program_runs_and_is_traced() {
    let line = ["run", "g1-seed", "--data", &"ff".repeat(32), "--rounds", "1", "--json"];
    let found: Value = serde_json::from_str(&answer(&line)).expect("JSON");
    assert_eq!((&found["gas"], &found["end"]), (&60_668.into(), &"returned".into()));
    // 5,868 products at 4, 7,909 + 1,530 sums at 2, SETMODX 98 and 4 TOMONTX; six copies for each
    // addition, three for each doubling.
    let split = &found["split"];
    let part = |name: &str| split[name].as_u64().expect("gas");
    assert_eq!(part("arithmetic") + part("copies"), 4 * 5868 + 2 * 9439);
    assert_eq!(part("copies"), 2 * (4 + 255 * 9));
    assert_eq!(part("transfers"), 98 + 4 * 4);
    assert_eq!(part("arithmetic") + part("copies") + part("transfers") + part("control"), 60_668);
    let cheaper = answer(&[
        "run",
        "g1-seed",
        "--data",
        &"ff".repeat(32),
        "--rounds",
        "1",
        "--dialect",
        "eip5843-le",
    ]);
    assert!(cheaper.contains("gas      39485:"), "{cheaper}");
    let trace = answer(&["run", "poseidon", "--dialect", "evmone", "--trace"]);
    assert!(
        trace.contains("SETMODX")
            && trace.contains("MULMODX 0 ← ")
            && trace.contains("\nreturned 115cc0f5"),
        "{trace}"
    );
}

#[test]
fn code_comes_from_files() {
    let folder = Folder::new("evmmax");
    let file = folder.0.join("code.hex");
    // SETMODX(0, 0, 1, 2) of 11; then an ADDMODX of a register that is not there.
    std::fs::write(&file, "0x600b600053 6002 6001 5f 5f c0\nc3 00 01 02 01 00 01 01\n")
        .expect("a file");
    let file = file.display().to_string();
    let out = answer(&["run", &file, "--gas", "1000", "--rounds", "1"]);
    assert!(
        out.contains("end      halted: no such register") && out.contains("gas      1000:"),
        "{out}"
    );
    refused(&["run", &file, "--data", "0"], "--data: not hexadecimal");
    refused(&["run", "none"], "programs are g1-seed");
    refused(&["run", "g1-glv", "--dialect", "eip5843-be"], "g1-glv is not written for eip5843-be");
    refused(&["run", "g1-glv", "--dialect", "eip"], "one of eip5843-be");
    refused(&["sensitivity", "--program", "none"], "no program 'none'");
    refused(&["worst", "--dialect", "eip5843-le"], "no registers");
}

#[test]
fn tables_have_the_published_gas() {
    let rows: Value =
        serde_json::from_str(&answer(&["table", "--rounds", "1", "--json"])).expect("JSON");
    let rows = rows.as_array().expect("rows");
    let of = |name: &str| {
        let row = rows.iter().find(|row| row["name"] == name).unwrap_or_else(|| panic!("{name}"));
        [&row["worst_gas"], &row["order_gas"]].map(|gas| gas.as_u64().unwrap_or_default())
    };
    assert_eq!(of("evmmax-eip5843, generic"), [60_668, 46_632]);
    assert_eq!(of("evmmax-asm384, null"), [39_485, 31_862]);
    assert_eq!(of("curvemark, multiplication"), [0, 0]);
    let rows: Value =
        serde_json::from_str(&answer(&["sensitivity", "--rounds", "1", "--json"])).expect("JSON");
    // Nine programs under four price tables.
    let rows = rows.as_array().expect("rows");
    assert_eq!(rows.len(), 36);
    let poseidon = rows
        .iter()
        .find(|row| row["program"] == "poseidon" && row["prices"] == "eip6690")
        .expect("a row");
    assert!(poseidon["gas"].as_u64().expect("gas") < 4_683);
}

#[test]
fn programs_stand_beside_native_code() {
    let rows: Value =
        serde_json::from_str(&answer(&["natives", "--rounds", "1", "--json"])).expect("JSON");
    let rows = rows.as_array().expect("rows");
    let of = |program: &str| {
        rows.iter().find(|row| row["program"] == program).unwrap_or_else(|| panic!("{program}"))
    };
    assert!(of("g1-glv")["gas"].as_u64().is_some_and(|gas| gas < 14_000));
    for program in ["g1-msm", "g2-mul", "pairing", "recover", "inversion", "poseidon"] {
        assert_eq!(of(program)["native"], "curvemark");
    }
    assert!(answer(&["natives", "--rounds", "1"]).contains("95 % of it"));
}

#[test]
fn prices_and_the_worst_are_of_every_instruction() {
    let found: Value =
        serde_json::from_str(&answer(&["gas", "--rounds", "1", "--json"])).expect("JSON");
    assert_eq!(found["lines"].as_array().expect("lines").len(), 36);
    assert_eq!(found["fits"].as_array().expect("fits").len(), 6);
    let worst: Value =
        serde_json::from_str(&answer(&["worst", "--dialect", "evmone", "--rounds", "1", "--json"]))
            .expect("JSON");
    assert_eq!(worst.as_array().expect("rows").len(), 6);
}
