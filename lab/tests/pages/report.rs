//! The page that `lab::report::html` writes: complete, well formed, self-contained, small, and
//! never comparing what may not be compared. The pages are left in `target/tmp` for whoever wants
//! to look at them.

use lab::report::extent::LIMIT;
use lab::report::{Beside, axis, html, html_beside, platforms, sweep};
use record::platforms::{measured, published};
use record::sweep::Sweep;
use record::{Ratio, Run};

use crate::fixture;

mod browser;
mod first_screen;
mod page;

/// Every kind of run, by name.
fn runs_by_name() -> Vec<(&'static str, Run)> {
    vec![
        ("plain", fixture::run(16)),
        ("failed", fixture::failed()),
        ("unfit", fixture::unfit()),
        ("empty", fixture::empty()),
        ("alone", fixture::alone()),
        ("extreme", fixture::extreme()),
        ("hostile", fixture::hostile()),
        ("probed", fixture::probed()),
    ]
}

/// The text of the page in which all kinds of spaces are one.
fn text_of(html: &str) -> String {
    page::text(html).replace(['\u{202f}', '\u{a0}'], " ")
}

#[test]
fn every_page_is_well_formed_small_and_loads_nothing() {
    for (name, run) in runs_by_name() {
        let page = html(&run);
        std::fs::write(format!("{}/report-{name}.html", env!("CARGO_TARGET_TMPDIR")), &page)
            .unwrap();
        page::check(&page).unwrap_or_else(|why| panic!("{name}: {why}"));
        assert!(page.len() < 300_000, "{name}: {} bytes", page.len());
        for address in [
            "http://",
            "https://",
            "src=\"/",
            "@import",
            "url(\"",
            "url('",
            "fetch(",
            "XMLHttpRequest",
        ] {
            let free = name != "hostile" || !address.starts_with("src");
            assert!(!(free && page.contains(address)), "{name} has {address}");
        }
        assert!(page.contains("default-src 'none'"));
    }
}

#[test]
fn every_page_can_be_heard_and_walked_by_keyboard() {
    let run = fixture::probed();
    let (runs, sweeps) = (fixture::days(&run, 20), [swept(&run)]);
    let mut all = measured(std::slice::from_ref(&run), "curvemark");
    all.extend(published());
    let mut pages: Vec<(&str, String)> =
        runs_by_name().iter().map(|(name, run)| (*name, html(run))).collect();
    pages
        .push(("beside", html_beside(&run, &Beside { runs: &runs, sweeps: &sweeps, claims: &[] })));
    pages.push(("platforms", platforms::page(&all)));
    pages.push(("sweep", sweep::page(&sweeps[0])));
    for (name, page) in &pages {
        page::check_access(page).unwrap_or_else(|why| panic!("{name}: {why}"));
        assert!(
            page.contains("<html lang=\"en\">") && page.contains("prefers-reduced-motion"),
            "{name}"
        );
        // Text that is read, and shapes that are told apart, on everything they stand on.
        let palette = page::palette(page);
        let colour = |wanted: &str| {
            palette.iter().find(|(name, _)| *name == wanted).expect("it is in the palette").1
        };
        for ground in ["paper", "raised", "bad-paper", "warn-paper"] {
            for (least, inks) in [
                (4.5, &["ink", "muted", "link", "faster-ink", "slower-ink", "bad", "good"][..]),
                (3.0, &["faster", "slower", "even", "strong-line"]),
            ] {
                // Drawings stand on the page, and on the row under the pointer.
                for ink in
                    inks.iter().filter(|_| least > 4.0 || ["paper", "raised"].contains(&ground))
                {
                    for (theme, (ink_is, ground_is)) in
                        ["light", "dark"].iter().zip(colour(ink).into_iter().zip(colour(ground)))
                    {
                        let found = page::contrast(ink_is, ground_is);
                        assert!(
                            found >= least,
                            "{theme}: {ink} on {ground} has a contrast of {found:.2}"
                        );
                    }
                }
            }
        }
    }
    // Black on white, and the same on the same.
    assert!(
        (page::contrast("#000000", "#ffffff") - 21.0).abs() < 1e-9
            && page::contrast("#123456", "#123456") == 1.0
    );
    for bad in [
        "<h1>a</h1><h3>b</h3><main></main>",
        "<h1>a</h1><main><svg></svg></main>",
        "<h1>a</h1><main><input id=\"x\"></main>",
        "<h1>a</h1><main><div class=\"scroll\">wide</div></main>",
        "<h1>a</h1>",
    ] {
        assert!(page::check_access(bad).is_err(), "{bad}");
    }
}

#[test]
fn no_page_shows_what_is_not_a_number() {
    for (name, mut run) in runs_by_name() {
        for operation in &mut run.operations {
            for row in &mut operation.rows {
                if row.implementation == "blst" {
                    row.cpu_ns = f64::NAN;
                    row.ratio = Some(Ratio {
                        value: f64::NAN,
                        low: 0.0,
                        high: f64::INFINITY,
                        resolution: f64::NAN,
                    });
                    row.rounds_ln.push(f64::NAN);
                    row.rounds_visit.push(99);
                }
            }
        }
        run.machine.clock_ghz = f64::NAN;
        run.seconds = f64::INFINITY;
        run.health.canary_ns.push(f64::NAN);
        let page = html(&run);
        page::check(&page).unwrap_or_else(|why| panic!("{name}: {why}"));
        let shown = page::between(&page, "<body>", "<script id=\"run-data\"").unwrap();
        for word in ["NaN", ">inf", " inf", "\"inf"] {
            assert!(!shown.contains(word), "{name}: {word}");
        }
    }
}

#[test]
fn both_themes_are_there_and_the_page_follows_the_system() {
    let page = html(&fixture::run(4));
    for part in [
        "color-scheme: light dark",
        "light-dark(",
        "[data-theme=\"dark\"]",
        "[data-theme=\"light\"]",
        "@media print",
    ] {
        assert!(page.contains(part), "{part}");
    }
}

#[test]
fn all_figures_of_all_rows_are_there() {
    let run = fixture::run(16);
    let page = html(&run);
    let text = text_of(&page);
    for operation in &run.operations {
        let anchor = operation.id.replace('/', "-");
        let fold = page::between(&page, &format!(" id=\"op-{anchor}\">"), "</details>")
            .expect("a fold per operation");
        let fold = text_of(fold);
        assert!(text.contains(&operation.title) && text.contains(&operation.id));
        for row in &operation.rows {
            for number in [row.cpu_ns, row.wall_ns, row.p10_ns, row.p90_ns] {
                let digits: String = page::significant(number);
                assert!(fold.contains(&digits), "{}: {number} as {digits}", operation.id);
            }
            assert!(
                fold.contains(&row.rounds.to_string()) && fold.contains(&row.visits.to_string())
            );
            if let Some(ratio) = row.ratio {
                for number in [ratio.value, ratio.low, ratio.high] {
                    let shown =
                        if number < 10.0 { format!("{number:.3}") } else { format!("{number:.2}") };
                    assert!(fold.contains(&shown), "{}: {shown}", operation.id);
                }
            }
        }
    }
    for suite in &run.gate.suites {
        assert!(
            text.contains(&suite.name)
                && text.contains(&suite.shows)
                && text.contains(&suite.source)
        );
    }
    for who in &run.implementations {
        assert!(text.contains(&who.version) && text.contains(&who.engine));
    }
    let (machine, method) = (&run.machine, &run.method);
    for fact in [&machine.cpu, &machine.caches, &machine.fingerprint, &run.id, &run.build.compiler]
    {
        assert!(text.contains(fact.as_str()), "{fact}");
    }
    for number in [
        method.seed.to_string(),
        method.pool.to_string(),
        method.resamples.to_string(),
        "95 %".to_owned(),
    ] {
        assert!(text.contains(&number), "{number}");
    }
    assert!(text.contains("in a virtual machine") && text.contains("3.664 GHz"));
}

#[test]
fn the_headline_counts_the_run() {
    let run = fixture::run(16);
    let best = |operation: &record::Operation| {
        operation.rows.iter().filter_map(|row| row.ratio).min_by(|a, b| a.value.total_cmp(&b.value))
    };
    let ratios: Vec<Ratio> = run.operations.iter().filter_map(best).collect();
    let count = |wanted| ratios.iter().filter(|ratio| axis::Verdict::on(ratio) == wanted).count();
    let text = text_of(&html(&run));
    let sentence = format!(
        "faster than the best other library in {} of {} operations, within 2 % in {}, slower in {}",
        count(axis::Verdict::Faster),
        ratios.len(),
        count(axis::Verdict::Even),
        count(axis::Verdict::Slower),
    );
    assert!(count(axis::Verdict::Slower) > 0 && text.contains(&sentence), "{sentence}");
    assert!(text.contains("48 231 cases in 7 suites: all passed."));
}

#[test]
fn rows_of_another_contract_get_no_ratio_even_if_the_record_has_one() {
    let mut run = fixture::run(4);
    let operation =
        run.operations.iter_mut().find(|operation| operation.id == "bls12-381/g1_mul").unwrap();
    let arkworks = operation.rows.iter_mut().find(|row| row.implementation == "arkworks").unwrap();
    assert_eq!(arkworks.contract.time, "variable");
    arkworks.ratio = Some(Ratio { value: 0.777, low: 0.771, high: 0.779, resolution: 0.01 });
    let rows: Vec<_> = operation.rows.iter().collect();
    assert!(axis::axis(&rows).is_err());

    let page = html(&run);
    let shown = page::between(&page, "<body>", "<script id=\"run-data\"").unwrap();
    assert!(!shown.contains("0.777") && !shown.contains("0.771"));
    let fold = page::between(&page, " id=\"op-bls12-381-g1_mul\">", "</details>").unwrap();
    let other =
        page::between(fold, "<tbody class=\"other\">", "</tbody>").expect("a group of its own");
    assert!(
        other.contains("variable time") && other.contains("arkworks") && other.contains("no ratio")
    );
    assert!(!other.contains("<svg"));
    // What is compared stands in the group of curvemark's contract.
    let compared = page::between(fold, "<tbody>", "</tbody>").unwrap();
    assert!(
        compared.contains("curvemark")
            && compared.contains("blst")
            && !compared.contains("arkworks")
    );
    assert!(compared.contains("<svg class=\"strip\""));
}

#[test]
fn without_curvemark_nothing_is_compared() {
    let mut run = fixture::run(4);
    run.operations
        .iter_mut()
        .for_each(|operation| operation.rows.retain(|row| row.implementation != "curvemark"));
    let page = html(&run);
    page::check(&page).unwrap();
    assert!(text_of(&page).contains("No comparison: in none of 35 operations"));
    assert!(!page.contains("<rect"));
}

#[test]
fn failures_and_unfitness_are_told_before_any_figure() {
    let page = html(&fixture::failed());
    let (banner, statement) =
        (page.find("class=\"banner bad\"").unwrap(), page.find("class=\"statement\"").unwrap());
    assert!(banner < statement);
    let text = text_of(&page);
    assert!(text.contains("3 of 48 231 cases failed, in 1 of 7 suites."));
    assert!(text.contains("pairing_check, case 17") && text.contains("1 more, not listed"));
    assert!(text.contains("Not a claim: "));

    let page = html(&fixture::unfit());
    let banner = page::between(&page, "class=\"banner unfit\"", "</div>").unwrap();
    assert!(banner.contains("not fit to measure") && banner.contains("9.1 % apart"));
    assert!(text_of(&page).contains("Not a claim: "));

    assert!(!html(&fixture::run(4)).contains("Not a claim"));
}

/// Remarks have inputs in them, and features are lists: neither may fill screens that nobody asked
/// for.
#[test]
fn what_fills_screens_is_folded_and_code_is_code() {
    let mut run = fixture::run(4);
    run.gate.suites[0].failures = vec![format!("remark: {}", "f".repeat(900))];
    run.health.remarks = vec!["They are not built; `curvemark peers build c` builds one.".into()];
    run.implementations[1].features = (0..12).map(|n| format!("feature-{n}")).collect();
    let page = html(&run);
    let checks = page::between(&page, "<section id=\"checks\"", "</section>").unwrap();
    let fold = page::between(checks, "<details class=\"plain\">", "</details>").unwrap();
    assert!(fold.contains("1 remark in 1 suite") && fold.contains(&"f".repeat(200)), "{checks}");
    assert!(page.contains("not built; <code>curvemark peers build c</code> builds"));
    let libraries = page::between(&page, "<section id=\"participants\"", "</section>").unwrap();
    let fold = page::between(libraries, "<details class=\"plain\">", "</details>").unwrap();
    assert!(fold.contains("12 features") && fold.contains("feature-11"), "{libraries}");
}

#[test]
fn empty_and_lonely_runs_say_so() {
    assert!(text_of(&html(&fixture::empty())).contains("Nothing was measured in this run."));
    assert!(text_of(&html(&fixture::alone())).contains("No comparison: in none of 35 operations"));
    let mut unchecked = fixture::empty();
    unchecked.gate.suites.clear();
    assert!(text_of(&html(&unchecked)).contains("Nothing was checked."));
}

#[test]
fn extreme_ratios_are_shown_as_they_are() {
    let text = text_of(&html(&fixture::extreme()));
    for number in ["1 000", "990.0–1 012", "0.0100", "0.00980–0.0103"] {
        assert!(text.contains(number), "{number}");
    }
}

#[test]
fn no_text_of_the_record_becomes_markup() {
    let page = html(&fixture::hostile());
    assert!(!page.contains("<img"));
    assert!(!page.contains("<script>alert"));
    // Its own script, and the record.
    assert_eq!(page.matches("<script").count(), 2);
    assert_eq!(page.matches("</script").count(), 2);
}

#[test]
fn the_embedded_record_is_the_run() {
    for run in [fixture::run(4), fixture::hostile()] {
        let page = html(&run);
        let json =
            page::between(&page, "<script id=\"run-data\" type=\"application/json\">", "</script>")
                .unwrap();
        assert!(!json.contains('<'));
        assert_eq!(json.replace("\\u003c", "<"), serde_json::to_string(&run).unwrap());
        assert_eq!(
            serde_json::from_str::<Run>(json).unwrap().operations.len(),
            run.operations.len()
        );
    }
}

#[test]
fn a_long_run_of_forty_operations_leaves_the_rounds_out_and_says_so() {
    let mut run = fixture::run(400);
    let more: Vec<_> = run.operations[..5].to_vec();
    run.operations.extend(more);
    let page = html(&run);
    page::check(&page).unwrap();
    assert!(page.len() < 335_000, "{} bytes", page.len());
    assert!(text_of(&page).contains("the values of the single rounds are left out"));
    let json =
        page::between(&page, "<script id=\"run-data\" type=\"application/json\">", "</script>")
            .unwrap();
    let embedded: Run = serde_json::from_str(json).unwrap();
    assert_eq!(embedded.operations.len(), run.operations.len());
    assert!(page.contains("class=\"strip\""));
}

#[test]
fn the_commands_repeat_this_run_and_no_other() {
    let command = |run: &Run| {
        let page = html(run);
        page::text(page::between(&page, "<pre>", "</pre>").unwrap())
    };
    let mut run = fixture::run(4);
    run.operations.truncate(3);
    run.method.selection = Some(String::new());
    run.method.pinned = false;
    assert!(command(&run).contains("git checkout 7b0cc28\n"));
    assert!(command(&run).contains("run --seed 20260916 --budget 60 --no-pin"));
    assert!(text_of(&html(&run)).contains("This run measured 3 operations"));
    run.build.commit = Some("7b0cc28+".to_owned());
    assert!(command(&run).contains("git checkout 7b0cc28\n"));
    assert!(text_of(&html(&run)).contains("This build had changes beyond the commit"));
}

#[test]
fn findings_stand_by_severity_each_with_its_evidence_and_a_link() {
    let page = html(&fixture::probed());
    let section =
        page::between(&page, "<section id=\"findings\"", "</section>").expect("a section");
    let place = |what: &str| section.find(what).unwrap_or_else(|| panic!("{what} is not there"));
    assert!(place("id=\"severity-security\"") < place("id=\"severity-warning\""));
    assert!(place("id=\"severity-warning\"") < place("id=\"severity-info\""));
    let article = |anchor: &str| {
        page::between(section, &format!(" id=\"{anchor}\""), "</article>")
            .unwrap_or_else(|| panic!("no {anchor}"))
    };
    let validation = article("f06-bls12-381-g1_decode-zkcrypto");
    assert!(
        validation.contains("href=\"#op-bls12-381-g1_decode\"")
            && validation.contains("href=\"#matrix\"")
    );
    assert!(validation.contains("href=\"#f06-bls12-381-g1_decode-zkcrypto\""), "a link to itself");
    let text = text_of(validation);
    for part in [
        "takes 2 of 4 inputs",
        "outside the subgroup",
        "SeveritySecurity",
        "seen",
        "20260916T101502Z-7c1e",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(text_of(article("f18-bls12-381-g1_mul-arkworks")).contains("starts 3 threads"));
    assert!(!section.contains("f18-bls12-381-g1_mul-curvemark"));
    // Before any figure it is said that there are three: F06, F15, F20.
    let banner = page::between(&page, "class=\"banner bad\"", "</div>").expect("a banner");
    assert!(
        banner.contains("3 findings concern security.") && banner.contains("href=\"#findings\"")
    );
    assert!(!html(&fixture::run(4)).contains("concern security"));
}

#[test]
fn the_matrix_has_who_takes_what_must_be_refused() {
    let page = html(&fixture::probed());
    let section = page::between(&page, "<section id=\"matrix\"", "</section>").expect("a section");
    let folds: Vec<&str> = section.split("<details").skip(1).collect();
    let of = |id: &str| {
        *folds.iter().find(|fold| fold.contains(&format!("<code>{id}</code>"))).expect("a fold")
    };
    let decode = of("bls12-381/g1_decode");
    assert!(decode.starts_with(" class=\"plain\" open"), "what is wrong is open");
    let line = page::between(decode, "a point outside the subgroup</th>", "</tr>").expect("a line");
    assert_eq!(line.matches("1 of 1").count(), 3);
    assert!(line.contains("class=\"bad\"") && text_of(line).contains("✕ 0 of 1"), "{line}");
    // What all answer rightly is one line for each demand.
    assert!(
        text_of(decode).contains("2 more, see below")
            && text_of(decode).contains("x is p or more; a byte too few")
    );
    assert!(text_of(decode).contains("Time of a call"));
    let mixed = text_of(of("bls12-381/g1_mul"));
    assert!(mixed.contains("4 callers at once") && mixed.contains("14 of 16"), "{mixed}");
    let codec = text_of(of("codec/base64_decode"));
    assert!(codec.contains("✕ 0 of 198") && codec.contains("no figure"), "{codec}");
    let quiet = html(&fixture::run(4));
    let section = page::between(&quiet, "<section id=\"matrix\"", "</section>").expect("a section");
    assert!(section.contains("Nothing was asked in this run"));
}

#[test]
fn parts_of_an_operation_have_their_shares() {
    let page = html(&fixture::probed());
    let fold = page::between(&page, " id=\"op-cashu-v3-verify\">", "</details>").expect("a fold");
    // 742 and 62.1 of 811 microseconds.
    assert!(
        text_of(fold)
            .contains("bls12-381/multi_pairing_2 91 %, bls12-381/hash_to_g1 7.7 %; together 99 %"),
        "{}",
        text_of(fold)
    );
}

/// The sweep that a page draws, as if measured on the machine of the fixture.
fn swept(run: &Run) -> Sweep {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../results/20261122T043623Z-f4bf.sweep.json");
    let sweep = Sweep::load(file.as_ref()).expect("a stored sweep");
    Sweep { machine: run.machine.clone(), ..sweep }
}

#[test]
fn beside_other_records_the_page_has_histories_growth_and_machines() {
    let run = fixture::probed();
    let (runs, sweeps) = (fixture::days(&run, 20), [swept(&run)]);
    let page = html_beside(&run, &Beside { runs: &runs, sweeps: &sweeps, claims: &[] });
    page::check(&page).unwrap();
    std::fs::write(format!("{}/report-beside.html", env!("CARGO_TARGET_TMPDIR")), &page).unwrap();
    assert!(page.len() < 1_000_000, "{} bytes", page.len());
    let section = |name: &str| {
        page::between(&page, &format!("<section id=\"{name}\""), "</section>")
            .unwrap_or_else(|| panic!("no {name}"))
    };
    let history = section("history");
    let lane = page::between(history, "bls12-381/fp_mul</a>", "</tr>").expect("a lane");
    assert!(text_of(lane).contains("changes at 20260811T101502Z-7c1e by +"), "{}", text_of(lane));
    assert!(lane.contains("<polyline") && lane.contains("<path"));
    assert!(text_of(history).contains("is on another machine, Intel Xeon 6980P (0e1f2a3b)"));
    let growth = section("growth");
    assert!(growth.contains("G1 multi-scalar multiplication") && growth.contains("<polyline"));
    let machines = text_of(section("machines"));
    assert!(
        machines.contains("5be1c09a (this run)") && machines.contains("0e1f2a3b"),
        "{machines}"
    );
    for link in ["#growth", "#history", "#machines", "#matrix", "#findings"] {
        assert!(page.contains(&format!("href=\"{link}\"")), "{link}");
    }
    // Alone it has neither.
    let alone = html(&run);
    assert!(
        !alone.contains("id=\"history\"")
            && !alone.contains("id=\"growth\"")
            && alone.contains("The machine</h2>")
    );
}

/// All stored runs of the repository, oldest first.
fn stored() -> Vec<Run> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../results");
    let listed = record::runs::list(folder.as_ref()).expect("the stored runs");
    listed
        .into_iter()
        .map(|(path, run)| run.unwrap_or_else(|why| panic!("{}: {why}", path.display())))
        .collect()
}

/// A page that is whole and below the limit.
fn fits(name: &str, page: &str) {
    page::check(page).unwrap_or_else(|why| panic!("{name}: {why}"));
    assert!(page.len() <= LIMIT, "{name}: {} bytes", page.len());
    std::fs::write(format!("{}/report-{name}.html", env!("CARGO_TARGET_TMPDIR")), page).unwrap();
}

#[test]
fn every_stored_run_beside_all_others_fits_into_its_page() {
    let runs = stored();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../results");
    let sweeps = record::sweep::list(folder.as_ref()).expect("the stored sweeps");
    let sweeps: Vec<Sweep> = sweeps.into_iter().filter_map(|(_, sweep)| sweep.ok()).collect();
    let largest = runs.iter().max_by_key(|run| run.operations.len()).expect("there are some");
    for run in [largest, runs.last().expect("there are some")] {
        fits("stored", &html_beside(run, &Beside { runs: &runs, sweeps: &sweeps, claims: &[] }));
        fits("stored-alone", &html(run));
    }
}

/// A thousand runs, by the day, of forty operations: a step at the first operation every hundred
/// runs, and another machine now and then.
#[expect(clippy::integer_division_remainder_used, reason = "days of a calendar")]
fn thousand(run: &Run) -> Vec<Run> {
    let mut small = run.clone();
    small.operations.truncate(40);
    for operation in &mut small.operations {
        (operation.control_ln, operation.control_visit, operation.probes) =
            (Vec::new(), Vec::new(), Vec::new());
        for row in &mut operation.rows {
            (row.rounds_ln, row.rounds_visit, row.rounds_ns) = (Vec::new(), Vec::new(), Vec::new());
        }
    }
    let mut state = 1u64;
    let mut noise = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f64 / f64::from(1 << 24) - 0.5
    };
    let day = |n: usize| {
        let mut other = small.clone();
        let (month, day) = (n / 28, n % 28 + 1);
        let (year, month) = (2020 + month / 12, month % 12 + 1);
        other.id = format!("{year}{month:02}{day:02}T000000Z-{n:04x}");
        other.started = format!("{year}-{month:02}-{day:02}T00:00:00Z");
        other.build.commit = Some(format!("{n:010x}"));
        if n % 50 == 49 {
            other.machine.fingerprint = format!("{n:012x}");
        }
        for (place, operation) in other.operations.iter_mut().enumerate() {
            let step = if place == 0 && n / 100 % 2 == 1 { 1.2 } else { 1.0 };
            for row in &mut operation.rows {
                let factor = step * (1.0 + 0.02 * noise());
                (row.cpu_ns, row.p10_ns, row.p90_ns) =
                    (row.cpu_ns * factor, row.p10_ns * factor, row.p90_ns * factor);
            }
        }
        other
    };
    (0..1000).map(day).collect()
}

#[test]
fn a_thousand_runs_beside_one_of_everything_fit_into_its_page() {
    let runs = stored();
    // Every operation that was ever stored, as one run of a machine that was fit: others have no
    // place in a history.
    let mut everything = runs.iter().rfind(|run| run.health.fit).expect("there are some").clone();
    for operation in runs.iter().rev().flat_map(|run| &run.operations) {
        if !everything.operations.iter().any(|known| known.id == operation.id) {
            everything.operations.push(operation.clone());
        }
    }
    assert!(everything.operations.len() > 180, "{}", everything.operations.len());
    fits("everything", &html(&everything));
    let page = html_beside(
        &everything,
        &Beside { runs: &thousand(&everything), sweeps: &[], claims: &[] },
    );
    fits("thousand", &page);
    let text = text_of(&page);
    assert!(text.contains("To keep the page small"), "what is left out is said");
    assert!(text.contains("machines with older runs are not shown"));
    let history = page::between(&page, "<section id=\"history\"", "</section>").expect("a history");
    assert!(history.contains("<polyline") && text_of(history).contains("earlier ones; changes at"));
    // Whatever is left out, every operation has its figures.
    for operation in &everything.operations {
        assert!(page.contains(&format!("<code>{}</code>", operation.id)), "{}", operation.id);
    }
}
