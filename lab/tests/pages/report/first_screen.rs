//! What a reader sees first: the two sentences, what is slower, the machine in one line, and names
//! that a stranger understands.

use super::{page, text_of};
use crate::fixture;
use lab::report::{axis::Verdict, html};
use record::{Implementation, Ratio, Row, Run};

/// The part of a page before the chart.
fn before_the_chart(page: &str) -> &str {
    page::between(page, "<main id=\"main\">", "<section id=\"overview\"").expect("a first screen")
}

/// A run in which every comparison has this ratio.
fn level(ratio: f64) -> Run {
    let mut run = fixture::run(4);
    for row in run.operations.iter_mut().flat_map(|operation| &mut operation.rows) {
        let at = |by: f64| ratio * by;
        let whole = Ratio { value: ratio, low: at(0.999), high: at(1.001), resolution: 0.002 };
        row.ratio = row.ratio.map(|_| whole);
    }
    run
}

#[test]
fn what_is_slower_is_named_with_a_link_and_the_slowest_comes_first() {
    let run = fixture::run(16);
    let mut slower: Vec<(f64, &str)> = Vec::new();
    for operation in &run.operations {
        let ratios = operation.rows.iter().filter_map(|row| row.ratio);
        let best = ratios.min_by(|a, b| a.value.total_cmp(&b.value));
        if let Some(best) = best.filter(|best| Verdict::on(best) == Verdict::Slower) {
            slower.push((best.value, &operation.id));
        }
    }
    slower.sort_by(|a, b| a.0.total_cmp(&b.0));
    assert!(slower.len() > 3, "{slower:?}");
    let page = html(&run);
    let screen = before_the_chart(&page);
    let places: Vec<usize> = slower
        .iter()
        .map(|(_, id)| {
            let link = format!("href=\"#op-{}\"", id.replace('/', "-"));
            screen.find(&link).unwrap_or_else(|| panic!("{id} is not named: {screen}"))
        })
        .collect();
    assert!(places.is_sorted(), "{slower:?}");
    assert_eq!(screen.matches("href=\"#op-").count(), slower.len(), "and nothing else is");
    // Titles have their curve, since some are the same on all.
    assert!(text_of(screen).contains("BLS12-381: "));
    // All are named, and most of them folded.
    let page = html(&level(0.5));
    let screen = before_the_chart(&page);
    assert!(text_of(screen).contains(", and 29 more.") && !text_of(screen).contains("35 more"));
    assert_eq!(screen.matches("href=\"#op-").count(), 35);
    let folded = page::between(screen, "All others that are slower", "</details>").expect("a fold");
    assert_eq!(folded.matches("href=\"#op-").count(), 29);
}

#[test]
fn counts_of_none_are_not_told() {
    let sentence = |ratio| text_of(before_the_chart(&html(&level(ratio))));
    let fast = sentence(2.0);
    assert!(fast.contains("With portable code, faster than the best other library in 35 of 35"));
    assert!(!fast.contains("slower") && !fast.contains("within 2 %"), "{fast}");
    let slow = sentence(0.5);
    assert!(slow.contains("slower than the best other library in 35 of 35 operations."), "{slow}");
    assert!(!slow.contains("faster"), "{slow}");
    assert!(sentence(1.001).contains("within 2 % of the best other library in 35 of 35"));
}

#[test]
fn the_count_without_vectors_stands_next_to_the_one_with_them() {
    let mut run = level(2.0);
    assert!(!text_of(&html(&run)).contains("Without AVX-512"));
    run.implementations[0].engine = "AVX-512 IFMA lanes, and ADX, 64-bit words".to_owned();
    let name = "curvemark (adx)".to_owned();
    run.implementations
        .push(Implementation { name: name.clone(), ..run.implementations[0].clone() });
    for operation in &mut run.operations {
        // Four times as slow as with vectors, so that each peer is twice as fast.
        let ratio = Some(Ratio { value: 4.0, low: 3.99, high: 4.01, resolution: 0.002 });
        let row = Row { implementation: name.clone(), ratio, ..operation.rows[0].clone() };
        operation.rows.push(row);
    }
    let text = text_of(before_the_chart(&html(&run)));
    assert!(text.contains("With AVX-512 IFMA, faster than the best other library in 35 of 35"));
    let second = "Without AVX-512, in the same rounds: slower in 35 of 35 operations.";
    assert!(text.contains(second), "{text}");
}

#[test]
fn machine_engine_date_and_source_are_one_line_and_the_rest_is_folded() {
    let mut run = fixture::run(4);
    let line = |run: &Run| {
        let page = html(run);
        let fold = page::between(&page, "<details class=\"plain about\">", "</details>");
        let fold = fold.expect("a fold");
        assert!(fold.contains(&run.machine.fingerprint), "details are folded");
        text_of(page::between(fold, "<summary>", "</summary>").expect("a line"))
    };
    let first = line(&run);
    assert_eq!(
        first.trim(),
        "AMD EPYC 9354 32-Core Processor (Zen 4) · portable code · rustc 1.95.0 · 2026-09-16 · \
         commit 7b0cc28"
    );
    run.build.commit = Some("7b0cc28+".to_owned());
    let changed = line(&run);
    assert!(changed.ends_with("commit 7b0cc28 with changes that no commit has"), "{changed}");
    run.build.commit = None;
    assert!(line(&run).ends_with("of no known commit"));
}

/// What only specialists ask for is there without a script, and not before they ask.
#[test]
fn columns_of_specialists_are_shown_by_a_box_that_needs_no_script() {
    let page = html(&fixture::run(4));
    assert!(page.contains("<input id=\"special\" type=\"checkbox\">"));
    assert!(page.contains("#overview:has(#special:checked)"));
    let heads = page::between(&page, "<thead>", "</thead>").expect("heads");
    for head in ["Operation", "What is timed", "Best other library", "Fp muls"] {
        assert!(heads.contains(head), "{head}");
    }
    let hidden =
        ".bars tr > :nth-child(2), .bars tr:not(.family) > :last-child, .costs { display: none; }";
    assert!(page.contains(hidden));
}

#[test]
fn sections_have_names_that_a_stranger_understands() {
    let page = html(&fixture::probed());
    let nav = page::between(&page, "<nav", "</nav>").expect("a list of sections");
    for (anchor, name) in
        [("matrix", "Edge cases"), ("health", "Machine fitness"), ("participants", "Libraries")]
    {
        assert!(nav.contains(&format!("<a href=\"#{anchor}\">{name}</a>")), "{name}");
    }
    // Names of builds are explained where they stand.
    assert!(!text_of(&page).contains("“native” after a name"));
    let mut run = fixture::probed();
    for row in run.operations.iter_mut().flat_map(|operation| &mut operation.rows) {
        if row.implementation == "arkworks" {
            row.implementation = "arkworks native".to_owned();
        }
    }
    let told = html(&run);
    let (words, table) = (told.find("“native” after a name"), told.find("<table class=\"bars\""));
    assert!(words.is_some() && words < table, "{words:?} {table:?}");
}
