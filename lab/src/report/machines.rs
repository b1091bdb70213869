//! The machines of a run and of those beside it: what each is, how many stored runs it has, and
//! whether it was fit.

use maud::{Markup, html};

use super::extent::NAMED;
use super::number;
use record::{Machine, Run};

/// A machine and its runs.
struct Known<'a> {
    machine: &'a Machine,
    runs: Vec<&'a Run>,
}

/// By fingerprint, the page's own first, then by the newest run.
fn known<'a>(run: &'a Run, beside: &'a [Run]) -> Vec<Known<'a>> {
    let mut all = vec![Known { machine: &run.machine, runs: vec![run] }];
    for other in beside.iter().rev().filter(|other| other.id != run.id) {
        match all.iter_mut().find(|known| known.machine.fingerprint == other.machine.fingerprint) {
            Some(known) => known.runs.push(other),
            None => all.push(Known { machine: &other.machine, runs: vec![other] }),
        }
    }
    all
}

/// A row of the table: its head, and what a machine has there.
type Row = (&'static str, fn(&Known<'_>) -> String);

const ROWS: [Row; 11] = [
    ("CPU", |known| known.machine.cpu.clone()),
    ("Family, model, stepping", |known| known.machine.cpu_id.clone()),
    ("Features", |known| known.machine.features.join(", ")),
    ("Logical CPUs", |known| known.machine.cpus.to_string()),
    ("Caches", |known| known.machine.caches.clone()),
    ("System", |known| known.machine.system.clone()),
    ("Hypervisor", |known| {
        if known.machine.virtual_machine { "seen" } else { "none seen" }.to_owned()
    }),
    ("Clock, measured", |known| clocks(known)),
    ("Runs", |known| number::count(known.runs.len() as u64)),
    ("Of them fit to measure", |known| {
        number::count(known.runs.iter().filter(|run| run.health.fit).count() as u64)
    }),
    ("Newest run", |known| {
        known.runs.iter().map(|run| run.started.clone()).max().unwrap_or_default()
    }),
];

/// The clock as measured in all runs: a canary that sings differently is another state of the
/// machine.
fn clocks(known: &Known<'_>) -> String {
    let all = known.runs.iter().map(|run| run.machine.clock_ghz).filter(|ghz| ghz.is_finite());
    let (low, high) =
        all.fold((f64::INFINITY, 0.0_f64), |(low, high), ghz| (low.min(ghz), high.max(ghz)));
    if high <= 0.0 {
        return number::ABSENT.to_owned();
    }
    if high - low < 0.0005 { format!("{low:.3} GHz") } else { format!("{low:.3} to {high:.3} GHz") }
}

/// The section.
pub fn section(run: &Run, beside: &[Run]) -> Markup {
    let mut all = known(run, beside);
    let left = all.split_off(NAMED.min(all.len()));
    html! {
        section #machines aria-labelledby="machines-title" {
            h2 #machines-title { (if all.len() == 1 { "The machine" } else { "Machines" }) }
            p.muted {
                "The fingerprint is a hash of everything here but the clock and the runs. Figures of different fingerprints are not compared."
            }
            div.scroll role="group" aria-label="Machines" tabindex="0" {
                table.machines {
                    caption.hidden { "Machines by fingerprint" }
                    thead {
                        tr {
                            th scope="col" { "Fingerprint" }
                            @for (index, known) in all.iter().enumerate() {
                                th scope="col" { code { (known.machine.fingerprint) } @if index == 0 { " (this run)" } }
                            }
                        }
                    }
                    tbody {
                        @for (head, cell) in ROWS {
                            tr { th scope="row" { (head) } @for known in &all { td { (cell(known)) } } }
                        }
                    }
                }
            }
            @if !left.is_empty() {
                p.muted { (number::counted(left.len() as u64, "machine", "machines")) " with older runs " @if left.len() == 1 { "is" } @else { "are" } " not shown." }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use record::sample::sample;

    #[test]
    fn runs_are_counted_by_fingerprint() {
        let mut other = Run { id: "20270102T030405Z-0000".into(), ..sample() };
        other.machine.fingerprint = "ffff".into();
        let mut again = Run { id: "20280102T030405Z-0000".into(), ..sample() };
        again.machine.clock_ghz = 3.1;
        let (run, beside) = (sample(), [sample(), other, again]);
        let found = known(&run, &beside);
        let counts: Vec<(&str, usize)> = found
            .iter()
            .map(|known| (known.machine.fingerprint.as_str(), known.runs.len()))
            .collect();
        assert_eq!(
            counts,
            [("0123456789ab", 2), ("ffff", 1)],
            "the run itself is not counted twice"
        );
        assert_eq!(clocks(&found[0]), "2.900 to 3.100 GHz");
    }
}
