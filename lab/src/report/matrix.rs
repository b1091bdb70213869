//! What implementations take and refuse, beside their speed: a table for each operation of which
//! something was asked besides its time. A cell has how many of the inputs were answered as the
//! specification has it.

use maud::{Markup, html};

use super::extent::Extent;
use super::model::{Entry, Model};
use super::number;
use record::Operation;
use record::probe::Probed;

/// How many of some questions were answered as they must be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Cell {
    right: u64,
    asked: u64,
}

impl Cell {
    const fn good(self) -> bool {
        self.right == self.asked
    }
}

/// Questions of one kind, to everybody.
#[derive(Debug, PartialEq, Eq)]
struct Line {
    /// What was offered, in words.
    what: String,
    /// What must be done with it.
    must: &'static str,
    /// The answers, by implementation; none where one was not asked.
    cells: Vec<Option<Cell>>,
}

impl Line {
    fn good(&self) -> bool {
        self.cells.iter().flatten().all(|cell| cell.good())
    }
}

/// All that was asked about one operation.
#[derive(Debug)]
struct Table<'a> {
    /// Who was asked.
    names: Vec<&'a str>,
    lines: Vec<Line>,
}

impl<'a> Table<'a> {
    fn new(operation: &'a Operation) -> Self {
        let mut names: Vec<&str> = Vec::new();
        for probe in operation.probes.iter().filter(|probe| !questions(&probe.found).is_empty()) {
            if !names.contains(&probe.implementation.as_str()) {
                names.push(&probe.implementation);
            }
        }
        let mut lines: Vec<Line> = Vec::new();
        for probe in &operation.probes {
            let Some(column) = names.iter().position(|name| *name == probe.implementation) else {
                continue;
            };
            for (what, must, cell) in questions(&probe.found) {
                let place = lines.iter().position(|line| line.what == what && line.must == must);
                let place = place.unwrap_or_else(|| {
                    lines.push(Line { what, must, cells: vec![None; names.len()] });
                    lines.len() - 1
                });
                let sum = lines[place].cells[column].get_or_insert_with(Cell::default);
                sum.right += cell.right;
                sum.asked += cell.asked;
            }
        }
        Self { names, lines }
    }

    /// Whether anybody is wrong about anything.
    fn good(&self) -> bool {
        self.lines.iter().all(Line::good)
    }

    /// The lines that everybody answers rightly, by what must be done, added up; and their names.
    fn agreed(&self) -> Vec<Agreed<'_>> {
        let mut sums: Vec<Agreed<'_>> = Vec::new();
        for line in self.lines.iter().filter(|line| line.good()) {
            let place =
                sums.iter().position(|(must, ..)| *must == line.must).unwrap_or_else(|| {
                    sums.push((line.must, Vec::new(), vec![None; self.names.len()]));
                    sums.len() - 1
                });
            let (_, names, cells) = &mut sums[place];
            names.push(&line.what);
            for (sum, cell) in cells.iter_mut().zip(&line.cells) {
                if let Some(cell) = cell {
                    let sum = sum.get_or_insert_with(Cell::default);
                    sum.right += cell.right;
                    sum.asked += cell.asked;
                }
            }
        }
        sums
    }
}

/// What a probe asked: in words, what must be done, and how often that was done.
fn questions(found: &Probed) -> Vec<(String, &'static str, Cell)> {
    let one = |good: bool| Cell { right: u64::from(good), asked: 1 };
    match found {
        Probed::Corpus(trials) => trials
            .iter()
            .map(|trial| {
                (
                    trial.class.clone(),
                    if trial.valid { TAKE } else { REFUSE },
                    one(trial.taken == trial.valid),
                )
            })
            .collect(),
        Probed::Codec(codec) => {
            let (values, lost) = (u64::from(codec.values), u64::from(codec.lost));
            let own = (
                "the encoding of a value".to_owned(),
                TAKE,
                Cell { right: values, asked: values + lost },
            );
            let classes = codec.classes.iter().map(|class| {
                let (offered, taken) = (u64::from(class.offered), u64::from(class.taken));
                (
                    class.class.clone(),
                    REFUSE,
                    Cell { right: offered.saturating_sub(taken), asked: offered },
                )
            });
            [own].into_iter().chain(classes).collect()
        }
        Probed::Signing(signing) => vec![
            (
                "signing under another's public key".to_owned(),
                REFUSE,
                one(!signing.signs_under_another_key),
            ),
            ("a secret key from two signatures".to_owned(), "keep", one(!signing.extracted)),
        ],
        Probed::Together(seen) => {
            let cell = Cell { right: seen.asked.saturating_sub(seen.wrong), asked: seen.asked };
            vec![(format!("{} callers at once", seen.callers), "answer as to one", cell)]
        }
        _ => Vec::new(),
    }
}

const TAKE: &str = "take";
const REFUSE: &str = "refuse";

/// What must be done, the inputs with which everybody does it, and the sums of their answers.
type Agreed<'a> = (&'static str, Vec<&'a str>, Vec<Option<Cell>>);

/// Whether more was asked than to answer several callers.
fn about_inputs(operation: &Operation) -> bool {
    operation.probes.iter().any(|probe| {
        matches!(probe.found, Probed::Corpus(_) | Probed::Codec(_) | Probed::Signing(_))
    })
}

/// The section; nothing where nothing was asked.
pub fn section(model: &Model<'_>, extent: &Extent) -> Markup {
    let tables: Vec<(&Entry<'_>, Table<'_>)> = model
        .entries()
        .map(|entry| (entry, Table::new(entry.operation)))
        .filter(|(_, table)| !table.lines.is_empty())
        .collect();
    let (shown, callers): (Vec<_>, Vec<_>) = tables
        .into_iter()
        .partition(|(entry, table)| about_inputs(entry.operation) || !table.good());
    let (shown, right): (Vec<_>, Vec<_>) =
        shown.into_iter().partition(|(_, table)| extent.full || !table.good());
    html! {
        section #matrix aria-labelledby="matrix-title" {
            h2 #matrix-title { "Edge cases: what is taken and refused" }
            @if shown.is_empty() && callers.is_empty() && right.is_empty() {
                p { "Nothing was asked in this run besides times." }
            } @else {
                p.muted {
                    "Before anything is timed, implementations are offered what the specification takes and what it refuses, and several callers at once. "
                    "A cell has how many answers are as they must be; ✕ marks those that are not. A failure next to a good time may explain the time."
                }
                @for (entry, table) in &shown { (fold(entry, table)) }
                @if !right.is_empty() {
                    p {
                        "Left out to keep the page small: " (number::counted(right.len() as u64, "operation", "operations"))
                        " on which everybody answered everything as it must be."
                    }
                }
                @if !callers.is_empty() {
                    p {
                        "On " (number::counted(callers.len() as u64, "more operation", "more operations"))
                        " several callers at once were answered as a lone one is, by all that were asked."
                    }
                }
            }
        }
    }
}

fn fold(entry: &Entry<'_>, table: &Table<'_>) -> Markup {
    let operation = entry.operation;
    let wrong = table.lines.iter().filter(|line| !line.good()).count() as u64;
    html! {
        details.plain open[!table.good()] {
            summary {
                @if table.good() { span.good { span aria-hidden="true" { "✓" } " all right" } }
                @else { span.bad { span aria-hidden="true" { "✕" } " " (number::counted(wrong, "line", "lines")) " not right" } }
                " " (operation.title) " " code { (operation.id) }
            }
            div.scroll role="group" aria-label={ "What is taken and refused: " (operation.id) } tabindex="0" {
                table.matrix {
                    caption.hidden { (operation.title) ": answers as they must be, of those that were asked" }
                    thead { tr { th scope="col" { "Input" } th scope="col" { "Must" } @for name in &table.names { th scope="col" { (name) } } } }
                    tbody {
                        @for line in table.lines.iter().filter(|line| !line.good()) {
                            tr { th scope="row" { (line.what) } td { (line.must) } @for cell in &line.cells { (shown(*cell)) } }
                        }
                        @for (must, names, cells) in table.agreed() {
                            tr {
                                th scope="row" { @match names.as_slice() { [one] => (one), many => { (number::count(many.len() as u64)) " more, see below" } } }
                                td { (must) }
                                @for cell in &cells { (shown(*cell)) }
                            }
                        }
                    }
                    tfoot {
                        tr {
                            th scope="row" { "Time of a call" }
                            td {}
                            @for name in &table.names {
                                td { @match operation.rows.iter().find(|row| row.implementation == **name) {
                                    Some(row) => (number::time(row.cpu_ns)),
                                    None => "no figure",
                                } }
                            }
                        }
                    }
                }
            }
            @for (must, names, _) in table.agreed().iter().filter(|(_, names, _)| names.len() > 1) {
                p.muted { "All right, to " (must) ": " (names.join("; ")) "." }
            }
        }
    }
}

fn shown(cell: Option<Cell>) -> Markup {
    html! {
        @match cell {
            None => td { (number::ABSENT) },
            Some(cell) if cell.good() => td { (number::count(cell.right)) " of " (number::count(cell.asked)) },
            Some(cell) => td.bad { span aria-hidden="true" { "✕ " } (number::count(cell.right)) " of " (number::count(cell.asked)) },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use record::probe::{Codec, Probe, TextClass, Trial};
    use record::sample::sample;

    #[test]
    fn lines_add_up_what_was_asked_and_agreement_is_one_line() {
        let mut operation = sample().operations.swap_remove(0);
        let trial = |class: &str, valid, taken| Trial { class: class.into(), valid, taken };
        let probe = |name: &str, found| Probe { implementation: name.into(), found };
        operation.probes = vec![
            probe(
                "a",
                Probed::Corpus(vec![
                    trial("x", false, false),
                    trial("y", false, false),
                    trial("z", true, true),
                ]),
            ),
            probe(
                "b",
                Probed::Corpus(vec![
                    trial("x", false, true),
                    trial("y", false, false),
                    trial("z", true, true),
                ]),
            ),
            probe(
                "a",
                Probed::Codec(Codec {
                    values: 3,
                    lost: 0,
                    classes: vec![TextClass { class: "w".into(), offered: 5, taken: 2 }],
                    most_texts: 2,
                    example: None,
                }),
            ),
        ];
        let table = Table::new(&operation);
        assert!(!table.good() && table.names == ["a", "b"]);
        let line =
            |what: &str| table.lines.iter().find(|line| line.what == what).expect("it was asked");
        assert_eq!(
            line("x").cells,
            [Some(Cell { right: 1, asked: 1 }), Some(Cell { right: 0, asked: 1 })]
        );
        assert_eq!(line("w").cells, [Some(Cell { right: 3, asked: 5 }), None]);
        let agreed = table.agreed();
        let of = |must: &str| {
            agreed.iter().find(|(other, ..)| *other == must).expect("somebody is right").1.clone()
        };
        assert_eq!((of(REFUSE), of(TAKE)), (vec!["y"], vec!["z", "the encoding of a value"]));
    }
}
