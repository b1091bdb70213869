//! The pages in a real browser, Chromium without a window: the script runs, nothing is refused by
//! the page's own policy, and the calculator adds up. Without a Chromium nothing is tested here,
//! and the test says so. `CURVEMARK_SCREENSHOTS=folder` keeps pictures of all pages in both themes
//! for whoever wants to look.

use super::page;
use crate::fixture;
use lab::report::{Beside, html, html_beside, platforms, sweep};
use record::platforms::{measured, published};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What would be typed into the calculator, and what a user of the keyboard does.
const VISIT: &str = r#"<script>
(() => {
  const type = (text) => {
    const field = document.getElementById("terms");
    field.value = text;
    field.dispatchEvent(new Event("input"));
    const sums = document.getElementById("sums");
    return sums.hidden ? document.getElementById("problem").textContent
      : [...sums.tBodies[0].rows].map((row) => row.cells[0].textContent + "=" + row.cells[1].textContent).join(";");
  };
  const said = [type("2*bls12-381/fp_mul"), type("fp_mul + 3 × nothing"), type("2 ** fp_mul"), type("")];
  const button = document.getElementById("theme");
  button.click();
  said.push(document.documentElement.dataset.theme, String(document.getElementById("calculator").hidden));
  // A link to a finding that stands in a fold opens it; the figures can be copied and downloaded.
  const folded = [...document.querySelectorAll("details.plain:not([open]) .finding")].pop();
  location.hash = folded.id;
  dispatchEvent(new HashChangeEvent("hashchange"));
  said.push(String(folded.closest("details").open), String(document.getElementById("raw").hidden));
  dispatchEvent(new Event("beforeprint"));
  said.push(String(document.querySelectorAll("details:not([open])").length));
  dispatchEvent(new Event("afterprint"));
  // Heads sort, and the third press gives the order of the run.
  const heads = document.querySelector("table.bars").tHead.rows[0].cells;
  const press = () => {
    const body = heads[5].closest("table").tBodies[0];
    heads[5].querySelector("button").click();
    return heads[5].getAttribute("aria-sort") + [...body.rows].slice(1).map((row) => " " + row.cells[5].textContent).join("");
  };
  said.push(press(), press(), press());
  const out = document.createElement("output");
  out.id = "said";
  out.textContent = said.join("|");
  document.body.append(out);
})();
</script></body>"#;

fn chromium() -> Option<PathBuf> {
    let folders: Vec<PathBuf> = std::env::split_paths(&std::env::var_os("PATH")?).collect();
    let names = ["chromium", "chromium-browser", "google-chrome"];
    names
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .find(|path| path.is_file())
}

fn command(chromium: &Path, folder: &Path) -> Command {
    let mut command = Command::new(chromium);
    command.args([
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--no-first-run",
        "--disable-dev-shm-usage",
        "--enable-logging=stderr",
    ]);
    command
        .arg(format!("--user-data-dir={}", folder.join("profile").display()))
        .stdin(Stdio::null());
    command
}

/// The document after its scripts, and what was written to the console.
fn visit(chromium: &Path, folder: &Path, file: &Path) -> (String, Vec<String>) {
    let mut command = command(chromium, folder);
    let output = command
        .arg("--dump-dom")
        .arg(format!("file://{}", file.display()))
        .output()
        .expect("it starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let console = text(&output.stderr)
        .lines()
        .filter(|line| line.contains("CONSOLE"))
        .map(str::to_owned)
        .collect();
    (text(&output.stdout), console)
}

#[test]
fn the_pages_work_in_a_browser() {
    let Some(chromium) = chromium() else {
        eprintln!("SKIPPED: there is no Chromium here, and no page was opened in a browser");
        return;
    };
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("browser");
    // A theme that was chosen the last time would be remembered.
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    let run = fixture::probed();
    let mut all = measured(std::slice::from_ref(&run), "curvemark");
    all.extend(published());
    let growth =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../results/20261122T043623Z-f4bf.sweep.json");
    let growth = serde_json::from_str(&std::fs::read_to_string(growth).expect("a stored sweep"))
        .expect("a sweep");
    let (before, growths) = (fixture::days(&run, 20), [super::swept(&run)]);
    let beside = html_beside(&run, &Beside { runs: &before, sweeps: &growths, claims: &[] });
    let pages = [
        ("run", html(&run)),
        ("beside", beside),
        ("platforms", platforms::page(&all)),
        ("sweep", sweep::page(&growth)),
    ];
    for (name, text) in &pages {
        let file = folder.join(format!("{name}.html"));
        std::fs::write(
            &file,
            if *name == "run" { text.replace("</body>", VISIT) } else { text.clone() },
        )
        .expect("a file");
        let (document, console) = visit(&chromium, &folder, &file);
        assert_eq!(console, Vec::<String>::new(), "{name}");
        assert!(document.contains("<h1>"), "{name}: {document:.300}");
        if *name == "run" {
            let ours = run
                .operations
                .iter()
                .find(|operation| operation.id == "bls12-381/fp_mul")
                .expect("it is in the fixture");
            let said = page::between(&document, "<output id=\"said\">", "</output>")
                .expect("the script ended")
                .to_owned();
            let said: Vec<String> =
                said.replace('\u{202f}', " ").split('|').map(str::to_owned).collect();
            let sum = format!(
                "{}={}",
                ours.rows[0].implementation,
                page::significant(2.0 * ours.rows[0].cpu_ns)
            );
            assert!(said[0].split(';').any(|line| line == sum), "{sum}: {}", said[0]);
            assert!(
                said[1].starts_with("no operation of this run") || said[1].contains("may be"),
                "{}",
                said[1]
            );
            assert!(said[2].starts_with("a term is"), "{}", said[2]);
            assert_eq!(said[3..9], ["", "light", "false", "true", "false", "0"]);
            let sorted = |words: &str, wanted: &str| {
                let mut words = words.split(' ');
                assert_eq!(words.next(), Some(wanted));
                words.filter_map(|ratio| ratio.parse::<f64>().ok()).collect::<Vec<_>>()
            };
            let (up, down) = (sorted(&said[9], "ascending"), sorted(&said[10], "descending"));
            assert!(
                up.len() > 2 && up.is_sorted() && down.iter().rev().is_sorted(),
                "{up:?} {down:?}"
            );
            let mut run = sorted(&said[11], "null");
            assert!(!run.is_sorted(), "{run:?}");
            run.sort_by(f64::total_cmp);
            assert_eq!(run, up);
        }
        if let Some(kept) = std::env::var_os("CURVEMARK_SCREENSHOTS") {
            std::fs::write(&file, text).expect("a file");
            picture(&chromium, &folder, name, text, Path::new(&kept));
        }
    }
}

/// A picture of a page in both themes.
fn picture(chromium: &Path, folder: &Path, name: &str, page: &str, kept: &Path) {
    for theme in ["light", "dark"] {
        let file = folder.join(format!("{name}-{theme}.html"));
        let page = page.replacen(
            "<html lang=\"en\">",
            &format!("<html lang=\"en\" data-theme=\"{theme}\">"),
            1,
        );
        // The script takes the theme from where a user's choice is stored.
        let page =
            page.replace("store((s) => s.getItem(\"curvemark-theme\"))", &format!("\"{theme}\""));
        std::fs::write(&file, page).expect("a file");
        let shot = kept.join(format!("{name}-{theme}.png"));
        let mut command = command(chromium, folder);
        command
            .arg(format!("--screenshot={}", shot.display()))
            .args(["--window-size=1300,9000", "--hide-scrollbars"]);
        command
            .arg(format!("file://{}", file.display()))
            .stderr(Stdio::null())
            .status()
            .expect("it starts");
    }
}
