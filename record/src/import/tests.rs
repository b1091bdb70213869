//! What other tools write, and what they do not.

use super::*;

#[test]
fn messages_of_criterion() {
    let text = r#"printed by a benchmark
{"reason":"benchmark-complete","id":"Sign/Ed25519","iteration_count":[1],"measured_values":[1.0],"unit":"ns","throughput":[],"typical":{"estimate":20.25,"lower_bound":20.0,"upper_bound":20.5,"unit":"us"},"change":null}
{"reason":"group-complete","group_name":"Sign","benchmarks":["Sign/Ed25519"],"report_directory":""}
"#;
    let found = criterion::read(text).expect("its shape");
    assert_eq!(found, [Imported { id: "Sign/Ed25519".into(), ns: 20_250.0, half: 250.0 }]);
    assert_eq!(table("abc,def", &found), "abc;def,Sign/Ed25519,20250,250,\n");
    let problem = |text: &str| criterion::read(text).expect_err("malformed");
    let typical = |estimate: &str, unit: &str| {
        let bounds = format!(
            "\"estimate\":{estimate},\"lower_bound\":1,\"upper_bound\":1,\"unit\":\"{unit}\""
        );
        format!("\n{{\"reason\":\"benchmark-complete\",\"id\":\"x\",\"typical\":{{{bounds}}}}}")
    };
    assert_eq!(problem(&typical("1", "cycles")).to_string(), "line 2: 'cycles' is no unit of time");
    assert_eq!(problem(&typical("0", "ns")).line, 2);
    assert_eq!(
        problem("{\"reason\":\"benchmark-complete\",\"id\":\"x\"}").problem,
        "a benchmark without a typical time"
    );
    assert_eq!(problem("{\"reason\":").line, 1);
    assert_eq!(criterion::read(""), Ok(Vec::new()));
}

#[test]
fn text_of_go_benchmarks() {
    let text = "goos: linux\npkg: x\nBenchmarkDecode\nBenchmarkDecode-8   \t  30\t  482808 ns/op\t  0.02 MB/s\nBenchmarkDecode-8 30 482810 ns/op\n\
        BenchmarkSize-8 1 12 B/op\nBenchmarkMul/n=64-8 2 1.5e-6 sec/op 3 allocs/op\nPASS\nok x 1.2s\n";
    let found = go::read(text).expect("its shape");
    assert_eq!(
        found.iter().map(|one| (one.id.as_str(), one.ns.round())).collect::<Vec<_>>(),
        [("Decode-8", 482_809.0), ("Mul/n=64-8", 1500.0)]
    );
    assert!((found[0].half - 0.5).abs() < 1e-9);
    assert_eq!(
        go::read("BenchmarkX 1 abc ns/op").expect_err("malformed").to_string(),
        "line 1: 'abc' is no time"
    );
    assert_eq!(go::read("BenchmarkX 1 0 ns/op").expect_err("malformed").line, 1);
    assert_eq!(go::read("BenchmarkX 1 5"), Ok(Vec::new()));
}

#[test]
fn imported_rows_are_a_published_history() {
    let found = go::read("BenchmarkA,b-8 3 200 ns/op\n").expect("its shape");
    let text = format!(
        "commit,id,typical_ns,half_ns,verdict\n{}{}",
        table("one", &found),
        table("two", &found)
    );
    let runs = crate::published::read(&text).expect("its own table");
    assert_eq!((runs.len(), runs[1].figures["A;b-8"].ns), (2, 200.0));
}
