//! The block that a run gives: its sentences, its table, what is said first, and what is left out.

use super::fences;
use crate::fixture;
use lab::measure::session::HEADLINE;
use lab::report::readme::{END, Refused, START, rewrite};
use lab::report::scoreboard::scoreboard;
use record::{Gas, Implementation, Ratio, Row, Run};

#[test]
fn the_sentence_and_the_table_count_the_same() {
    let block = scoreboard(&fixture::run(8), "runs/x.jsonl", &[]).expect("a scoreboard");
    let rows: Vec<&str> = block.lines().filter(|line| line.starts_with("| ")).skip(1).collect();
    assert_eq!(rows.len(), HEADLINE.len());
    let count =
        |word: &str| rows.iter().filter(|row| row.ends_with(&format!("| {word} |"))).count();
    let sentence = format!(
        "Against the best peer of equal contract, curvemark is faster in {}, level (within 2 %) in {} and slower in {} of {} operations",
        count("faster"),
        count("level"),
        count("slower"),
        rows.len() - count("not compared"),
    );
    assert!(block.contains(&sentence) && count("slower") > 0, "{sentence}\n{block}");
    assert_eq!(count("faster") + count("level") + count("slower") + count("undecided"), rows.len());
    assert!(block.contains(
        "Run [`20260916T101502Z-7c1e`](runs/x.jsonl) of 2026-09-16: commit `7b0cc28`, rustc 1.95.0"
    ));
    assert!(
        block.contains("AMD EPYC 9354 32-Core Processor")
            && block.contains("portable, 64-bit words")
    );
    assert!(
        block.contains("```sh\ncargo run --release -- run --all --seed 20260916 --budget 60\n```")
    );
    assert!(!block.contains(['\u{202f}', '\u{a0}']) && !block.contains("not a claim"));
}

#[test]
fn a_table_is_quoted_whole_with_the_curves() {
    let mut run = fixture::run(4);
    run.method.selection = Some("--table scalar".to_owned());
    run.operations[0].id = "bn254/fp_mul".to_owned();
    let block = scoreboard(&run, "x.jsonl", &[]).expect("a scoreboard");
    let rows = block
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| operation"))
        .count();
    assert_eq!(rows, run.operations.len(), "{block}");
    let own = &run.operations[0].title;
    assert!(
        block.contains(&format!("| BN254: {own} |")) && block.contains("| BLS12-381: "),
        "{block}"
    );
    assert!(
        block.contains("-- run --table scalar --seed") && !block.contains("Not measured in it")
    );
    // A record from when every argument was quoted, and an argument that needs it.
    for (kept, shown) in [
        ("--table 'scalar'", "--table scalar"),
        ("--table scalar --filter 'a*'", "--table scalar --filter 'a*'"),
    ] {
        run.method.selection = Some(kept.to_owned());
        let block = scoreboard(&run, "x.jsonl", &[]).expect("a scoreboard");
        assert!(block.contains(&format!("-- run {shown} --seed")), "{block}");
    }
}

#[test]
fn contracts_have_their_gas_and_what_a_second_does_of_it() {
    let mut run = fixture::run(4);
    let first = &mut run.operations[0];
    first.gas = ["Prague", "Osaka"].map(|fork| Gas { fork: fork.to_owned(), gas: 6_900 }).to_vec();
    first.rows[0].cpu_ns = 30_000.0;
    let block = scoreboard(&run, "x.jsonl", &[]).expect("a scoreboard");
    assert!(
        block.contains("| curvemark is | gas, Osaka | Mgas/s |") && block.contains("Osaka's price"),
        "{block}"
    );
    let rows: Vec<&str> = block.lines().filter(|line| line.starts_with("| ")).skip(1).collect();
    assert!(rows[0].contains("| 6900 | 230, "), "{}", rows[0]);
    assert!(rows[1].ends_with("| – | – |"), "{}", rows[1]);
}

#[test]
fn the_slower_engine_has_a_column_and_is_no_peer() {
    let mut run = fixture::run(4);
    let without = scoreboard(&run, "x.jsonl", &[]).expect("a scoreboard");
    run.implementations.push(Implementation {
        name: "curvemark (adx)".to_owned(),
        engine: "ADX, 64-bit words".to_owned(),
        ..run.implementations[0].clone()
    });
    for operation in &mut run.operations {
        let ours = operation
            .rows
            .iter()
            .find(|row| row.implementation == "curvemark")
            .expect("it took part")
            .clone();
        // It would be the best peer of all, if it were one.
        let ratio = Some(Ratio { value: 0.25, low: 0.24, high: 0.26, resolution: 0.003 });
        operation.rows.push(Row { implementation: "curvemark (adx)".to_owned(), ratio, ..ours });
    }
    let block = scoreboard(&run, "x.jsonl", &[]).expect("a scoreboard");
    assert_eq!(block.lines().nth(1), without.lines().nth(1), "the verdict is the same");
    assert!(
        block.contains("| curvemark is | without AVX-512: time, ratio |")
            && block.contains("without its fastest engine. It has")
    );
    // Four times as fast as the first, it is faster than each peer.
    let compared = HEADLINE.len() - without.matches("| not compared |").count();
    let verdict = format!("Without AVX-512 it is faster in {compared}, level in 0 and slower in 0");
    assert!(block.contains(&verdict), "{verdict}: {block}");
    let table = |text: &str| -> Vec<String> {
        text.lines().filter(|line| line.starts_with("| ")).map(str::to_owned).collect()
    };
    let (narrow, wide) = (table(&without), table(&block));
    let pairs = narrow.iter().zip(&wide).filter(|(line, _)| line.contains(", "));
    let mut compared = 0;
    // The first is the head.
    for (line, wider) in pairs.skip(1) {
        let cell = wider.strip_prefix(line).expect("the same cells, and one more");
        // Four times the ratio of the best peer.
        let figure =
            |text: &str| text.split_whitespace().next().and_then(|word| word.parse::<f64>().ok());
        let best = line.split(" | ").nth(5).and_then(figure);
        let own = cell.trim_matches([' ', '|']).rsplit(", ").next().and_then(figure);
        if let Some((best, own)) = best.zip(own) {
            assert!((own / best - 4.0).abs() < 0.02, "{line}: {cell}");
            compared += 1;
        }
    }
    assert!(compared > 10, "{compared} rows have both ratios: {block}");
}

/// A run of the table `scalar` in which curvemark on words takes twice the time, and one more peer
/// takes part, of this engine and these flags, in half of curvemark's time.
fn planted(name: &str, engine: &str, flags: &[&str]) -> Run {
    let mut run = fixture::run(4);
    run.method.selection = Some("--table scalar".to_owned());
    let ratio = |value| Some(Ratio { value, low: value, high: value, resolution: 0.003 });
    for (name, engine, flags) in
        [("curvemark (adx)", "ADX, 64-bit words", &[][..]), (name, engine, flags)]
    {
        run.implementations.push(Implementation {
            name: name.to_owned(),
            version: format!("{name} 1.0"),
            engine: engine.to_owned(),
            flags: flags.iter().map(|flag| (*flag).to_owned()).collect(),
            ..run.implementations[0].clone()
        });
    }
    for operation in &mut run.operations {
        let ours = operation.rows[0].clone();
        for (name, value) in [("curvemark (adx)", 2.0), (name, 0.5)] {
            let implementation = name.to_owned();
            operation.rows.push(Row { implementation, ratio: ratio(value), ..ours.clone() });
        }
    }
    run
}

/// The last cell of the first row.
fn last_cell(block: &str) -> String {
    let row = block.lines().filter(|line| line.starts_with("| ")).nth(1).expect("a row");
    row.trim_end_matches(" |").rsplit(" | ").next().expect("a cell").to_owned()
}

#[test]
fn a_path_of_avx_512_never_stands_in_the_column_without_it() {
    let cell = |name: &str, engine: &str, flags: &[&str]| {
        let run = planted(name, engine, flags);
        let block = scoreboard(&run, "x.jsonl", &[]).expect("a scoreboard");
        // The best peer of the row is this one all the same.
        let row = block.lines().filter(|line| line.starts_with("| ")).nth(1).expect("a row");
        assert!(row.contains(&format!("| {name} 1.0 |")) && row.contains("| 0.500 ["), "{row}");
        (last_cell(&block), block)
    };
    let (path, block) = cell("commonware plain", "AVX-512 IFMA (chosen at run time)", &[]);
    assert_eq!(path, "– (commonware plain ran on AVX-512)");
    assert!(block.contains("of 0; ") && block.contains(" more have no fair figure."), "{block}");
    let (build, _) = cell("dalek native", "assembly", &["target-cpu=native"]);
    assert_eq!(build, "– (dalek native was compiled for AVX-512)");
    let (unknown, _) = cell("nobody", "fast", &[]);
    assert_eq!(unknown, "– (nobody may have run on AVX-512)");
    // Half of the time of the first, a quarter of that of the second.
    let (fair, block) = cell("openssl", "C with assembly, chosen at run time", &[]);
    assert!(fair.ends_with(", 0.250"), "{fair}");
    assert!(!block.contains("no fair figure"), "{block}");
    let words = block.replace('\n', " ");
    assert!(words.contains("stands for a CPU with ADX and without AVX-512 IFMA"), "{block}");
}

#[test]
fn another_build_stands_in_if_it_is_at_its_best_without_avx_512() {
    let with = |engine: &str, second: &str, name: &str| {
        let mut run = planted("dalek native", engine, &["target-cpu=native"]);
        run.implementations.push(Implementation {
            name: name.to_owned(),
            engine: second.to_owned(),
            flags: Vec::new(),
            ..run.implementations[0].clone()
        });
        for operation in &mut run.operations {
            let mut row = operation.rows.last().expect("a row").clone();
            row.implementation = name.to_owned();
            row.ratio = Some(Ratio { value: 0.6, low: 0.6, high: 0.6, resolution: 0.003 });
            operation.rows.push(row);
        }
        last_cell(&scoreboard(&run, "x.jsonl", &[]).expect("a scoreboard"))
    };
    let engine = "AVX-512 IFMA (chosen when it was built)";
    let at_run_time = with(engine, "AVX2 (chosen at run time)", "dalek plain");
    assert!(at_run_time.ends_with(", 0.300 (dalek plain)"), "{at_run_time}");
    let built_so = with(engine, "portable Rust", "dalek adx");
    assert!(built_so.ends_with(", 0.300 (dalek adx)"), "{built_so}");
    // A plain build is slower than the one that such a CPU would have.
    let plain = with(engine, "portable Rust", "dalek plain");
    assert_eq!(plain, "– (dalek native ran on AVX-512)");
    // That of another library stands for nothing.
    let other = with(engine, "AVX2 (chosen at run time)", "k256 plain");
    assert_eq!(other, "– (dalek native ran on AVX-512)");
}

#[test]
fn a_run_on_a_cpu_without_avx_512_has_the_last_column() {
    let run = planted("commonware plain", "AVX-512 IFMA (chosen at run time)", &[]);
    let there = |change: &dyn Fn(&mut Run)| {
        let mut there = planted("commonware plain", "portable Rust (chosen at run time)", &[]);
        there.id = "20260920T000000Z-0003".to_owned();
        there.machine.cpu = "AMD EPYC 7763".to_owned();
        there.machine.features = ["adx", "avx2"].map(str::to_owned).to_vec();
        for row in there.operations.iter_mut().flat_map(|operation| &mut operation.rows) {
            if row.implementation != "curvemark (adx)" {
                row.ratio = row.ratio.map(|one| Ratio { value: 1.75, low: 1.7, high: 1.8, ..one });
            }
        }
        change(&mut there);
        there
    };
    let cell = |there: &Run| {
        let stored = [(there, "results/there.jsonl".to_owned())];
        scoreboard(&run, "x.jsonl", &stored).expect("a scoreboard")
    };
    // Where lanes of doubles run, the column is still of words, which took twice the time.
    let block = cell(&there(&|_| ()));
    assert!(last_cell(&block).ends_with(", [0.875](results/there.jsonl) (blst)"), "{block}");
    let words_only = |run: &mut Run| {
        for operation in &mut run.operations {
            operation.rows.retain(|row| row.implementation != "curvemark (adx)");
        }
    };
    let block = cell(&there(&words_only));
    assert!(last_cell(&block).ends_with(", [1.750](results/there.jsonl) (blst)"), "{block}");
    let words = block.replace('\n', " ");
    assert!(
        words.contains("it is of that run, on a CPU without AVX-512 IFMA: AMD EPYC 7763"),
        "{block}"
    );
    // What is no claim, or is next to fewer libraries, is left out.
    let changes: [&dyn Fn(&mut Run); 6] = [
        &|run| run.health.fit = false,
        &|run| run.build.commit = Some("7b0cc28+".to_owned()),
        &|run| run.gate.suites[0].failed = 1,
        &|run| run.machine.features = vec!["neon".to_owned()],
        &|run| run.operations.iter_mut().for_each(|one| one.rows.truncate(4)),
        &|run| run.operations.iter_mut().for_each(|one| one.note += "another"),
    ];
    for (number, change) in changes.into_iter().enumerate() {
        let block = cell(&there(change));
        assert_eq!(last_cell(&block), "– (commonware plain ran on AVX-512)", "{number}");
    }
    // Either run writes the same.
    let (there, text) = (there(&|_| ()), format!("{START}\n{END}\n"));
    let stored = [(&run, "x.jsonl".to_owned()), (&there, "results/there.jsonl".to_owned())];
    let by_it = rewrite(&text, &there, "results/there.jsonl", &stored);
    assert_eq!(by_it, rewrite(&text, &run, "x.jsonl", &stored));
    assert!(by_it.expect("a scoreboard").contains("(results/there.jsonl)"));
}

#[test]
fn only_equal_contracts_are_compared() {
    let mut run = fixture::run(4);
    for row in run.operations.iter_mut().flat_map(|operation| &mut operation.rows) {
        if row.implementation == "zkcrypto" {
            // The fastest by far, but with other checks: its ratio, which should not be there, is
            // not looked at.
            row.contract.checks = "curve".to_owned();
            row.ratio = Some(Ratio { value: 0.123, low: 0.122, high: 0.124, resolution: 0.001 });
        }
    }
    let block = scoreboard(&run, "x.jsonl", &[]).expect("a scoreboard");
    assert!(!block.contains("0.123") && !block.contains("| bls12_381 0.9.0 |"), "{block}");
    let block = scoreboard(&fixture::alone(), "x.jsonl", &[]).expect("a scoreboard");
    assert!(
        block.contains("so nothing is compared")
            && block.contains("| none of this contract | – | – | not compared |")
    );
}

#[test]
fn what_a_reader_must_know_comes_first() {
    let block = scoreboard(&fixture::unfit(), "x.jsonl", &[]).expect("a scoreboard");
    let (warning, table) = (
        block.find("not fit to measure").expect("a warning"),
        block.find("| operation").expect("a table"),
    );
    assert!(warning < table && block.contains("The clock canaries lie 9.1 % apart."));
    assert_eq!(scoreboard(&fixture::failed(), "x.jsonl", &[]), Err(Refused::Incorrect));
    assert_eq!(scoreboard(&fixture::empty(), "x.jsonl", &[]), Err(Refused::NoHeadline));

    let mut run = fixture::run(4);
    run.build.commit = Some("7b0cc28+".to_owned());
    run.operations.retain(|operation| operation.id != "bls12-381/pairing");
    run.method.selection = Some(String::new());
    let block = scoreboard(&run, "x.jsonl", &[]).expect("a scoreboard");
    assert!(block.contains("commit `7b0cc28` with changes beyond it"));
    assert!(
        block.contains("Not measured in it: bls12-381/pairing.")
            && block.contains("release -- run --seed")
    );
}

#[test]
fn no_text_of_the_record_becomes_markup() {
    let text = format!("{START}\n{END}\n");
    let mut hostile = fixture::hostile();
    hostile.operations[0].id = HEADLINE[0].to_owned();
    hostile.operations[0].title = format!("a | b\n{END}\n`*[x](https://y) & <b>");
    hostile.implementations[0].engine = "```\n# a heading".to_owned();
    hostile.machine.fingerprint = "`<i>".to_owned();
    let written = rewrite(&text, &hostile, "a b`](c).jsonl", &[]).expect("a scoreboard");
    // The two markers, and the remark that the command is not run.
    assert_eq!((written.matches('<').count(), written.matches(END).count()), (3, 1), "{written}");
    assert!(
        !written.lines().any(|line| line.starts_with("# "))
            && written.contains("(a%20b%60%5D%28c%29.jsonl)")
    );
    let row = "| a \\| b &lt;!-- /curvemark:scoreboard -->";
    assert!(written.contains(row), "{written}");
    assert_eq!(fences(&written).len(), 1);
    // What was written can be written again.
    assert_eq!(rewrite(&written, &hostile, "a b`](c).jsonl", &[]).as_ref(), Ok(&written));
}

#[test]
fn numbers_that_are_none_are_not_shown() {
    let mut run = fixture::extreme();
    for row in run.operations.iter_mut().flat_map(|operation| &mut operation.rows) {
        row.cpu_ns = f64::NAN;
        row.ratio =
            Some(Ratio { value: f64::NAN, low: 0.0, high: f64::INFINITY, resolution: f64::NAN });
    }
    let block = scoreboard(&run, "x.jsonl", &[]).expect("a scoreboard");
    assert!(
        !block.contains("NaN")
            && !block.contains("inf")
            && block.contains("so nothing is compared"),
        "{block}"
    );
}

#[test]
fn the_newest_fit_run_of_each_other_cpu_stands_beside() {
    let of = |cpu: &str, table: &str, fit: bool, ratio: f64| {
        let mut run = fixture::run(8);
        run.method.selection = Some(format!("--table {table}"));
        (run.machine.cpu, run.health.fit) = (cpu.to_owned(), fit);
        for row in run.operations.iter_mut().flat_map(|operation| &mut operation.rows) {
            row.ratio =
                row.ratio.map(|_| Ratio { value: ratio, low: ratio, high: ratio, resolution: 0.0 });
        }
        run
    };
    let run = of("here", "scalar", true, 2.0);
    let stored = [
        of("there", "scalar", true, 3.0),
        of("there", "scalar", true, 4.0),
        of("there", "scalar", false, 5.0),
        of("here", "scalar", true, 6.0),
        of("third", "scalar", false, 7.0),
        of("fourth", "batch", true, 8.0),
    ];
    let linked: Vec<_> =
        stored.iter().zip(0..).map(|(run, k)| (run, format!("results/{k}.jsonl"))).collect();
    let alone = scoreboard(&run, "x.jsonl", &[]).expect("a scoreboard");
    let block = scoreboard(&run, "x.jsonl", &linked).expect("a scoreboard");
    let added = block.strip_prefix(alone.trim_end()).expect("what it was, and more");
    let head = added.lines().find(|line| line.starts_with("| operation")).expect("a table");
    assert!(head.contains("(results/1.jsonl)") && head.matches("](").count() == 1, "{head}");
    // fp_mul: every ratio of that run is 4, and so is what is shown.
    let row = added.lines().find(|line| line.contains("Fp multiplication")).expect("a row");
    assert!(row.ends_with(" 4.000 |") || row.contains(" 4.000, "), "{row}");
}

#[test]
fn markers_are_lines_and_each_is_there_once() {
    let run = fixture::run(4);
    let refused = |text: &str| rewrite(text, &run, "x.jsonl", &[]).expect_err("refused");
    assert_eq!(refused(""), Refused::Missing(START));
    assert_eq!(refused(&format!("{START}\n")), Refused::Missing(END));
    assert_eq!(refused(&format!("see {START}\n{END}")), Refused::Missing(START));
    assert_eq!(refused(&format!("{START}\n{START}\n{END}\n")), Refused::Twice(START));
    assert_eq!(refused(&format!("{START}\n{END}\n{END}")), Refused::Twice(END));
    assert_eq!(refused(&format!("{END}\n{START}\n")), Refused::Order([START, END]));

    // Runs of a table go to its own block, where there is one.
    let [own_start, own_end] = [START, END].map(|line| line.replace(" -->", " scalar -->"));
    let both = format!("{START}\nall\n{END}\n{own_start}\nscalar\n{own_end}\n");
    let mut of_table = fixture::run(4);
    of_table.method.selection = Some("--table scalar".to_owned());
    let written = rewrite(&both, &of_table, "x.jsonl", &[]).expect("markers are there");
    assert!(
        written.starts_with(&format!("{START}\nall\n{END}\n{own_start}\n\n"))
            && !written.contains("\nscalar\n")
    );
    // A page of many tables says once, above them, what their columns mean.
    let explains = |text: &str| text.replace('\n', " ").contains("above 1, curvemark takes less");
    assert!(!explains(&written));
    let written = rewrite(&both, &run, "x.jsonl", &[]).expect("markers are there");
    assert!(
        written.ends_with(&format!("{END}\n{own_start}\nscalar\n{own_end}\n"))
            && !written.contains("\nall\n")
            && explains(&written)
    );
    let one_end = format!("{own_start}\n{START}\n{END}\n");
    assert_eq!(rewrite(&one_end, &of_table, "x.jsonl", &[]), Err(Refused::Missing(END)));

    let text = format!("top\r\n  {START}\r\nold\r\n{END}\r\n\u{feff}bottom, no newline");
    let written = rewrite(&text, &run, "x.jsonl", &[]).expect("markers are there");
    assert!(
        written.starts_with(&format!("top\r\n  {START}\r\n"))
            && written.ends_with("\u{feff}bottom, no newline")
    );
    assert!(
        !written.contains("old")
            && written.matches('\n').count() == written.matches("\r\n").count()
    );
}
