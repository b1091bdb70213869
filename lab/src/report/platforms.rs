//! The page of platforms: the table of [`record::platforms`], one column for each machine, and a
//! line on where its figures are from. It has no script.

use super::document;
use maud::{Markup, html};
use record::platforms::{Platform, rows, words};

/// Wide tables scroll; names of machines do not break at their hyphens.
const STYLE: &str = "
table.platforms { border-collapse: collapse; font-size: .9rem; }
table.platforms th, table.platforms td { padding: .3rem .9rem .3rem 0; text-align: right; vertical-align: bottom; border-bottom: 1px solid var(--line); }
table.platforms th:first-child { text-align: left; font-weight: 400; white-space: nowrap; }
table.platforms td { white-space: nowrap; }
table.platforms thead th { font-weight: 600; min-width: 7rem; max-width: 14rem; }
table.platforms thead span { display: block; font-weight: 400; color: var(--muted); }
";

/// The page.
pub fn page(platforms: &[Platform]) -> String {
    let body = html! {
        header { h1 { "curvemark: one operation on many machines" } }
        main {
            p {
                "Times are per call. Each column says what it is: measured by the lab in a stored run, counted by an emulator (instructions, exact, and no time), "
                "printed by a board, or published by others and not run here. Columns of different kinds, and runs of different days, are not a comparison of "
                "implementations: for that, see a run's own report."
            }
            (table(platforms))
            h2 { "Where the figures are from" }
            dl.wide {
                @for platform in platforms {
                    dt { (platform.name) }
                    dd { (platform.source.sentence()) ". " (platform.details) "." }
                }
            }
        }
    };
    document("curvemark: platforms", STYLE, &body, "")
}

fn table(platforms: &[Platform]) -> Markup {
    html! {
        div.scroll role="group" aria-label="Platforms" tabindex="0" {
            table.platforms {
                caption.hidden { "Operations by machine" }
                thead {
                    tr {
                        th scope="col" { "Operation" }
                        @for platform in platforms { th scope="col" { (platform.name) span { (platform.source.word()) } } }
                    }
                }
                tbody {
                    @for (id, title) in rows(platforms) {
                        tr {
                            th scope="row" { (title) }
                            @for platform in platforms { td { (platform.figure(id).map_or_else(|| "–".to_owned(), words)) } }
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::page;
    use record::platforms::{counted, published};

    #[test]
    fn every_column_says_what_it_is() {
        let mut all = published();
        all.extend(counted("ESP32-C3 <emulated>", "fp_mul | 2000 | 1"));
        let page = page(&all);
        assert!(page.contains("ESP32-C3 &lt;emulated&gt;<span>counted</span>"));
        assert_eq!(page.matches("<span>published</span>").count(), 3);
        assert!(page.contains("not run here") && page.contains("2 000 instr."));
        assert!(!page.contains("<script") && page.len() < 100_000);
    }
}
