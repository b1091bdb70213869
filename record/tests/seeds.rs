//! The list of what the founding documents print is whole, and its page is the one that is made
//! from it.
//!
//! The documents lie in `../shared/seeds` next to a checkout where they are at hand. Without them
//! the list is not compared with them, and the test says so.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use record::seeds::{self, DOCUMENTS, Row};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").to_path_buf()
}

fn list() -> Vec<Row> {
    let text =
        fs::read_to_string(root().join("record/published/seeds.csv")).expect("the list is there");
    seeds::read(&text).unwrap_or_else(|(line, why)| panic!("seeds.csv:{line}: {why}"))
}

#[test]
fn no_line_stands_twice() {
    let mut seen = BTreeSet::new();
    for Row { seed, place, row, published, .. } in list() {
        let line = format!("{seed}, {place}, {row}, {published}");
        assert!(seen.insert(line.clone()), "twice: {line}");
    }
}

#[test]
fn the_page_is_that_of_the_list() {
    let (path, page) = (root().join("docs/seeds.md"), seeds::page(&list()));
    if std::env::var_os("CURVEMARK_WRITE_SEEDS").is_some() {
        fs::write(&path, &page).expect("the page can be written");
    }
    let there = fs::read_to_string(path).unwrap_or_default();
    assert!(
        there == page,
        "docs/seeds.md is old: CURVEMARK_WRITE_SEEDS=1 cargo test -p curvemark-record --test seeds"
    );
}

/// Text without what separates words, and without marks of emphasis and of approximation.
fn bare(text: &str) -> String {
    text.replace("--", "-")
        .chars()
        .filter(|c| !c.is_whitespace() && !['*', '`', '~'].contains(c))
        .collect()
}

/// The rows of a document's tables: the name, and one figure of each. Names of columns follow the
/// name where a row has several figures.
fn tables(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut header: Vec<String> = Vec::new();
    for line in text.lines() {
        if let Some((before, _)) = line.split_once(" ns/op") {
            // `name … ops/s … ns/op`, and of contracts `name … gas … MGas/s … ops/s … ns/op`.
            let figure = before.rsplit(' ').next().expect("a part");
            let words: Vec<&str> = before.split_whitespace().collect();
            let unit =
                words.iter().position(|word| ["gas", "ops/s"].contains(word)).expect("a unit");
            found.push((words[..unit - 1].join(" "), format!("{figure} ns/op")));
            continue;
        }
        let cells: Vec<&str> =
            line.trim().trim_matches('|').split('|').map(|cell| cell.trim()).collect();
        if cells.len() < 2 {
            header.clear();
        } else if cells.iter().all(|cell| cell.chars().all(|c| "-: ".contains(c))) {
            // The line below a header.
        } else if header.is_empty() {
            header = cells.iter().map(|cell| (*cell).to_owned()).collect();
        } else {
            // Properties of the machine are no figures of the document's.
            let of_machine = header[0] == "Property";
            for (column, cell) in header.iter().zip(&cells).skip(1).filter(|_| !of_machine) {
                let figure = cell.split(' ').next().expect("a part").replace([',', '*'], "");
                if figure.parse::<f64>().is_ok() && column != "Clock" {
                    let name = if header.len() > 2 {
                        format!("{}, {column}", cells[0])
                    } else {
                        cells[0].to_owned()
                    };
                    found.push((name, (*cell).to_owned()));
                }
            }
        }
    }
    found
}

/// Figures within sentences: a number with a unit of time, of gas, of a factor or of a share.
fn figures(text: &str) -> Vec<String> {
    const UNITS: [&str; 9] = ["ns/gas", "ms", "ns", "us", "µs", "s", "%", "×", "x"];
    let trimmed: &[char] = &['(', ')', ',', '.', ';', ':', '*', '~', '`', '“', '”'];
    let is_number = |text: &str| {
        text.starts_with(|c: char| c.is_ascii_digit())
            && text.chars().all(|c| c.is_ascii_digit() || ".,-~–".contains(c))
    };
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut found = Vec::new();
    for (index, word) in words.iter().enumerate() {
        let word = word.trim_matches(trimmed);
        let attached = UNITS.iter().find_map(|unit| {
            // `134 1s` are ones; seconds stand apart.
            let number = word.strip_suffix(unit).filter(|number| is_number(number));
            number.filter(|_| *unit != "s").map(|_| word.to_owned())
        });
        let apart = words.get(index + 1).filter(|_| is_number(word)).and_then(|next| {
            let unit = next.split(['-', '→', '/']).next().unwrap_or_default();
            let whole = next.trim_matches(trimmed);
            let unit = if whole == "ns/gas" { whole } else { unit.trim_matches(trimmed) };
            // `2 x Xtensa` is a number of things.
            let of_time = UNITS.contains(&unit) && unit != "x" && !next.starts_with("ns/op");
            of_time.then(|| format!("{word} {unit}"))
        });
        found.extend(attached.or(apart));
    }
    found
}

#[test]
fn the_list_has_every_row_and_figure_of_the_documents() {
    let folder = root().join("../shared/seeds");
    let Ok(entries) = fs::read_dir(&folder) else {
        eprintln!("SKIPPED: {} is not there; the list is not compared with it", folder.display());
        return;
    };
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    assert_eq!(files.len(), DOCUMENTS.len(), "{files:?}");
    let list = list();
    let (mut lacking, mut rows, mut seen) = (Vec::new(), 0, 0);
    for (seed, file) in files.iter().enumerate() {
        let text = fs::read_to_string(file).expect("text");
        let own: Vec<&Row> = list.iter().filter(|row| row.seed == seed).collect();
        let mut known: BTreeMap<(String, String), usize> = BTreeMap::new();
        for row in &own {
            *known.entry((bare(&row.row), bare(&row.published))).or_default() += 1;
        }
        for (name, figure) in tables(&text) {
            rows += 1;
            let place = known.entry((bare(&name), bare(&figure))).or_default();
            if *place == 0 {
                lacking.push(format!("{seed}: a row: {name}: {figure}"));
            } else {
                *place -= 1;
            }
        }
        for figure in figures(&text) {
            seen += 1;
            let bare_figure = bare(&figure);
            if !own.iter().any(|row| bare(&row.published).contains(&bare_figure)) {
                lacking.push(format!("{seed}: a figure: {figure}"));
            }
        }
        for number in 1..20 {
            let (caption, place) = (format!("Figure {number}:"), format!("Figure {number}"));
            if text.contains(&caption) && !own.iter().any(|row| row.place == place) {
                lacking.push(format!("{seed}: {place}"));
            }
        }
    }
    assert!(lacking.is_empty(), "the list lacks\n{}", lacking.join("\n"));
    // The documents were read: 34 rows of BLS signatures, 54 figures of KZG, 46 rows of contracts,
    // 10 figures of secp256k1 and 16 of G1.
    assert_eq!(rows, 160, "rows of tables");
    assert!(seen > 100, "{seen} figures in sentences");
}
