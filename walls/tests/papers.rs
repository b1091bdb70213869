//! The papers say what the sources say: the table of constant time, the inventory of `unsafe`, the
//! functions that are named, and the files that are linked. They are short enough to be read, and
//! their commands are run or say why not. All of it is read as text.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Papers for adopters, and what they lead to.
const PAPERS: &[&str] = &[
    "SECURITY.md",
    "docs/threat-model.md",
    "docs/constant-time.md",
    "docs/audit-dossier.md",
    "README.md",
];

/// The one page that everybody reads: lines, bytes, and characters of any line.
const README: (usize, usize) = (150, 12_288);

/// Characters of a line of text or of a comment.
const COLUMNS: usize = 100;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the workspace is the folder above")
        .to_path_buf()
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The sources of Rust below a folder of the checkout, by their paths in it.
fn sources(folder: &str) -> BTreeMap<String, String> {
    let mut folders = vec![root().join(folder)];
    let mut found = BTreeMap::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder)
            .expect("a folder of the checkout")
            .map(|entry| entry.expect("an entry"))
        {
            let (path, name) = (entry.path(), entry.file_name());
            if path.is_dir() {
                let ours = name != "target"
                    && name != "node_modules"
                    && !name.to_string_lossy().starts_with('.');
                folders.extend(ours.then_some(path));
            } else if path.extension().is_some_and(|end| end == "rs") {
                let relative = path
                    .strip_prefix(root())
                    .expect("below the root")
                    .to_string_lossy()
                    .into_owned();
                found.insert(relative, fs::read_to_string(&path).expect("text"));
            }
        }
    }
    assert!(!found.is_empty(), "sources were read");
    found
}

/// The cells of the rows of a paper's tables whose first cell is code, by that code.
fn rows(paper: &str) -> BTreeMap<String, Vec<String>> {
    let mut found = BTreeMap::new();
    for line in paper.lines() {
        let Some(rest) = line.strip_prefix("| `") else { continue };
        let (name, rest) = rest.split_once('`').expect("code ends");
        let cells = rest.split('|').skip(1).map(|cell| cell.trim().to_owned()).collect();
        assert!(found.insert(name.to_owned(), cells).is_none(), "{name} has one row");
    }
    found
}

fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The names of constant functions in a text whose bodies say one of these.
fn functions_that_say(text: &str, words: &[&str]) -> BTreeSet<String> {
    let functions = text.split("const fn ").skip(1).filter_map(|function| {
        let body = function.split("\n}\n").next()?.split("\n    }\n").next()?;
        let name = function.split(|c| !is_name(c)).next()?;
        words.iter().any(|word| body.contains(word)).then(|| name.to_owned())
    });
    functions.collect()
}

/// What the list of `ctcheck` says of a path.
struct Examined {
    /// Whether its arithmetic stays on words, or there is none.
    on_words: bool,
    /// Whether it runs on portable lanes.
    on_portable_lanes: bool,
}

/// All paths of `ctcheck`, as their tables are written.
fn examined() -> BTreeMap<String, Examined> {
    // Methods of `Path` that take it off the engine, by what they write or by each other.
    let methods = functions_that_say(
        &read("ctcheck/src/paths.rs"),
        &["Kernels::OnWords", "Kernels::None", "on_words("],
    );
    assert!(methods.contains("on_words") && methods.contains("without_kernels"), "{methods:?}");
    let calls: Vec<String> = methods.iter().map(|method| format!(".{method}(")).collect();
    let calls: Vec<&str> = calls.iter().map(String::as_str).collect();
    let mut found = BTreeMap::new();
    for text in sources("ctcheck/src/paths").values() {
        let wrappers = functions_that_say(text, &calls);
        // A path begins with a function that is given its name, `group/operation`.
        let mut begins: Vec<(usize, &str, &str)> = Vec::new();
        for (at, _) in text.match_indices('"') {
            let Some((name, _)) = text[at + 1..].split_once('"') else { continue };
            let parts = name.split_once('/');
            if !parts.is_some_and(|(a, b)| {
                [a, b].iter().all(|part| !part.is_empty() && part.chars().all(is_name))
            }) {
                continue;
            }
            let Some(before) = text[..at].trim_end().strip_suffix('(') else { continue };
            begins.push((at, before.rsplit(|c| !is_name(c)).next().expect("a part"), name));
        }
        let ends = begins.iter().skip(1).map(|(at, ..)| *at).chain([text.len()]);
        for (&(at, function, name), end) in begins.iter().zip(ends) {
            let entry = &text[at..end];
            let path = Examined {
                on_words: wrappers.contains(function)
                    || calls.iter().any(|call| entry.contains(call)),
                on_portable_lanes: entry.contains(".on_portable_lanes("),
            };
            assert!(found.insert(name.to_owned(), path).is_none(), "{name} is one path");
        }
    }
    found
}

/// The operations whose secrets the chip's emulator runs in step.
fn in_step() -> BTreeSet<String> {
    let text = read("chip/firmware/xtask/src/steps.rs");
    let (_, list) =
        text.split_once("for operation in [Operation::B").expect("the list of operations");
    let (list, _) = list.split_once(']').expect("the list ends");
    let operations = format!("Operation::B{list}");
    operations
        .split(", ")
        .map(|operation| {
            format!("cashu/{}", operation.trim_start_matches("Operation::").to_lowercase())
        })
        .collect()
}

#[test]
fn every_examined_path_has_its_line_in_the_table_of_constant_time() {
    let paper = read("docs/constant-time.md");
    let (table, claimed) = paper.split_once("## Claimed to be constant-time").expect("two parts");
    let (_, table) = table.split_once("## The tables").expect("the tables");
    let (lines, paths) = (rows(table), examined());
    assert!(paths.len() > 150, "{} paths were read", paths.len());
    let steps = in_step();
    let mut wrong = Vec::new();
    for (name, path) in &paths {
        let adx = if path.on_words { "W" } else { "V" };
        let step = if steps.contains(name) { "S" } else { "R" };
        let Some(line) = lines.get(name) else {
            wrong.push(format!("add: | `{name}` | V | {adx} | – | – | {step} |"));
            continue;
        };
        let Some([words, with_adx, lanes, residues, chip]) = line.get(..5) else {
            panic!("{name}: five marks")
        };
        let vectors = if path.on_portable_lanes { &["–"][..] } else { &["–", "D"] };
        let holds = words == "V"
            && with_adx == adx
            && vectors.contains(&lanes.as_str())
            && vectors.contains(&residues.as_str())
            && chip == step;
        if !holds {
            wrong.push(format!(
                "{name}: {line:?}; ADX is {adx}, RV32 {step}, lanes and residues one of {vectors:?}"
            ));
        }
    }
    wrong.extend(
        lines
            .keys()
            .filter(|name| !paths.contains_key(*name))
            .map(|name| format!("no such path: {name}")),
    );

    // What is examined is not among what is not.
    let called: String = sources("ctcheck/src/paths").into_values().collect();
    let unexamined = rows(claimed);
    assert!(!unexamined.is_empty(), "functions in no path were read");
    for function in unexamined.keys() {
        let name = function.rsplit("::").next().expect("a name");
        let is_called = called.match_indices(name).any(|(at, _)| {
            let (before, after) =
                (called[..at].chars().next_back(), called[at + name.len()..].chars().next());
            !before.is_some_and(is_name) && !after.is_some_and(is_name)
        });
        if is_called {
            wrong.push(format!("{function} is called in a path: take its line away"));
        }
    }
    assert!(wrong.is_empty(), "docs/constant-time.md\n{}", wrong.join("\n"));
}

/// The code of a source: without comments, and without what stands in strings.
fn code(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['/', '"', 'r', '\'']) {
        out.push_str(&rest[..at]);
        let here = &rest[at..];
        let after_name = out.chars().next_back().is_some_and(is_name);
        let hashes = here[1..].chars().take_while(|&c| c == '#').count();
        let skipped = if here.starts_with("//") {
            here.find('\n').unwrap_or(here.len())
        } else if here.starts_with("/*") {
            here.find("*/").expect("a comment ends") + 2
        } else if here.starts_with('r') && !after_name && here[1 + hashes..].starts_with('"') {
            let end = format!("\"{}", "#".repeat(hashes));
            let text = 2 + hashes;
            text + here[text..].find(&end).expect("a string ends") + end.len()
        } else if let Some(string) = here.strip_prefix('"') {
            let mut escaped = false;
            let end = string.find(|c| {
                let ends = c == '"' && !escaped;
                escaped = c == '\\' && !escaped;
                ends
            });
            end.expect("a string ends") + 2
        } else if here.starts_with("'\"'") {
            3
        } else if here.starts_with("'\\") {
            // The character after the bar may be the mark itself.
            3 + here[3..].find('\'').expect("a character ends") + 1
        } else {
            out.push(here.chars().next().expect("a character"));
            1
        };
        rest = &here[skipped..];
    }
    out + rest
}

/// How often the word stands in code.
fn unsafe_words(text: &str) -> usize {
    code(text).split(|c| !is_name(c)).filter(|word| *word == "unsafe").count()
}

#[test]
fn the_word_is_counted_in_code_alone() {
    let text = r##"
        // unsafe
        let a = "unsafe \" unsafe"; let q = '"'; /* unsafe */ let b = r#"unsafe""#; let c = '\''; let d: &'static str = "";
        unsafe { f(unsafe_words) } #[unsafe(naked)]
    "##;
    assert_eq!(unsafe_words(text), 2);
}

#[test]
fn every_unsafe_stands_in_the_inventory() {
    let paper = read("docs/audit-dossier.md");
    let (_, inventory) = paper.split_once("## Inventory of `unsafe`").expect("the inventory");
    let (inventory, _) = inventory.split_once("\n## ").expect("it ends");
    let listed: BTreeMap<String, String> =
        rows(inventory).into_iter().map(|(file, cells)| (file, cells[0].clone())).collect();
    let found: BTreeMap<String, String> = sources("")
        .into_iter()
        .map(|(file, text)| (file, unsafe_words(&text)))
        .filter(|(_, count)| *count > 0)
        .map(|(file, count)| (file, count.to_string()))
        .collect();
    assert!(found.len() > 30, "{} files were counted", found.len());
    let mut wrong: Vec<String> = Vec::new();
    for (file, count) in &found {
        match listed.get(file) {
            None => wrong.push(format!("add: | `{file}` | {count} | why |")),
            Some(said) if said != count => wrong.push(format!("{file}: {count}, not {said}")),
            Some(_) => {}
        }
    }
    wrong.extend(
        listed
            .keys()
            .filter(|file| !found.contains_key(*file))
            .map(|file| format!("none in {file}")),
    );
    assert!(
        wrong.is_empty(),
        "docs/audit-dossier.md, the inventory of `unsafe`\n{}",
        wrong.join("\n")
    );
}

/// What stands between bars in a text, line by line, but for blocks of code.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    let mut in_block = false;
    text.lines().flat_map(move |line| {
        in_block ^= line.starts_with("```");
        let line = if in_block { "" } else { line };
        line.split('`').skip(1).step_by(2)
    })
}

/// A paper that names a function of the libraries by its path names one that is there.
#[test]
fn functions_that_papers_name_are_there() {
    let libraries: String = ["limb/src", "curve/src", "curvemark/src", "evm/src"]
        .iter()
        .flat_map(|folder| sources(folder).into_values())
        .collect();
    let words: BTreeSet<&str> = libraries.split(|c| !is_name(c)).collect();
    let mut seen = 0;
    for paper in PAPERS.iter().filter(|paper| **paper != "README.md") {
        let text = read(paper);
        for path in quoted(&text)
            .filter(|text| text.contains("::") && text.chars().all(|c| is_name(c) || c == ':'))
        {
            seen += 1;
            let parts: Vec<&str> = path.split("::").collect();
            let known = |part: &&str| {
                words.contains(part) || ["curve", "curvemark", "evm", "limb"].contains(part)
            };
            assert!(parts.iter().all(known), "{paper}: {path} is not in the libraries");
            let last = parts.last().expect("a part");
            let defined = ["fn", "mod", "struct", "enum", "trait", "type", "macro_rules!", "const"]
                .iter()
                .any(|word| libraries.contains(&format!("{word} {last}")));
            let variant = last.starts_with(|c: char| c.is_ascii_uppercase());
            assert!(defined || variant, "{paper}: {path} is defined nowhere");
        }
    }
    assert!(seen > 30, "{seen} names were read");
}

/// The pages of the root, of `docs` and of `results`, by their paths.
fn pages() -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for folder in ["", "docs", "results"] {
        for entry in fs::read_dir(root().join(folder)).expect("a folder of the checkout") {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|end| end == "md") {
                let name = Path::new(folder).join(path.file_name().expect("a name"));
                let text = fs::read_to_string(&path).expect("text");
                found.insert(name.to_string_lossy().into_owned(), text);
            }
        }
    }
    assert!(found.len() > 20, "{} pages were read", found.len());
    found
}

/// Links of papers to files of the checkout lead somewhere.
#[test]
fn links_of_papers_lead_to_files() {
    let mut seen = 0;
    for paper in pages().keys() {
        let folder = root().join(paper).parent().expect("a folder").to_path_buf();
        for (_, link) in
            read(paper).split("](").skip(1).filter_map(|rest| Some(("", rest.split_once(')')?.0)))
        {
            let file = link.split('#').next().expect("a part");
            if file.is_empty() || link.contains("://") || link.starts_with("mailto:") {
                continue;
            }
            seen += 1;
            let file = folder.join(file);
            assert!(file.exists(), "{paper}: {link} leads nowhere");
            let Some((_, part)) = link.split_once('#') else { continue };
            if file.extension().is_some_and(|end| end == "md") {
                let text = fs::read_to_string(&file).expect("text");
                let there = text
                    .lines()
                    .filter(|line| line.starts_with('#'))
                    .any(|line| anchor(line) == part);
                assert!(there, "{paper}: {link} has no such heading");
            }
        }
    }
    assert!(seen > 20, "{seen} links were followed");
}

/// What is wrong with the pictures of a page in this folder: one that is not there, or that has no
/// words for whoever does not see it. And the bytes of those that are there.
fn pictures(text: &str, folder: &Path) -> (Vec<String>, u64) {
    let (mut wrong, mut bytes) = (Vec::new(), 0);
    for tag in text.split('<').filter_map(|part| part.split('>').next()) {
        let words = |name: &str| tag.split(&format!(" {name}=\"")).nth(1)?.split('"').next();
        if tag.starts_with("img") && words("alt").is_none_or(|alt| alt.trim().is_empty()) {
            wrong.push(format!("no words: <{tag}>"));
        }
        for file in words("src").into_iter().chain(words("srcset")) {
            match fs::metadata(folder.join(file)) {
                Ok(found) => bytes += found.len(),
                Err(_) => wrong.push(format!("{file} is not there")),
            }
        }
    }
    (wrong, bytes)
}

#[test]
fn pictures_of_pages_are_there_small_and_in_words() {
    let nowhere = Path::new("/nowhere");
    assert_eq!(pictures("<b><img src=\"a.png\" alt=\" \">", nowhere).0.len(), 2);
    assert_eq!(pictures("<source media=\"x\" srcset=\"b.png\">", nowhere).0.len(), 1);
    let mut all = 0;
    for (page, text) in pages() {
        let (wrong, bytes) = pictures(&text, root().join(&page).parent().expect("a folder"));
        assert!(wrong.is_empty(), "{page}: {}", wrong.join("; "));
        all += bytes;
    }
    assert!((10_000..=120_000).contains(&all), "{all} bytes of pictures");
}

/// The name of a heading in a link.
fn anchor(heading: &str) -> String {
    let words = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = words.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// What is wrong with the size of a page that must be as short as the README.
fn too_long(text: &str, (lines, bytes): (usize, usize)) -> Vec<String> {
    let mut wrong = Vec::new();
    if text.lines().count() > lines {
        wrong.push(format!("{} lines, not {lines}", text.lines().count()));
    }
    if text.len() > bytes {
        wrong.push(format!("{} bytes, not {bytes}", text.len()));
    }
    let long = text.lines().filter(|line| line.chars().count() > COLUMNS);
    wrong.extend(long.map(|line| format!("above {COLUMNS} characters: {line}")));
    wrong
}

#[test]
fn the_readme_is_short() {
    let wrong = too_long(&read("README.md"), README);
    assert!(wrong.is_empty(), "README.md\n{}", wrong.join("\n"));
    // Tables and code count, and so does each limit.
    assert_eq!(too_long("| a |\nb\n", (1, 100)), ["2 lines, not 1"]);
    assert_eq!(too_long("ää", (1, 3)), ["4 bytes, not 3"]);
    assert_eq!(too_long(&"ä".repeat(COLUMNS), README), [""; 0]);
    assert_eq!(too_long(&format!("|{}", "ä".repeat(COLUMNS)), README).len(), 1);
}

/// The lines of a page that are text, with their numbers: no table, no code, no definition of a
/// link.
fn prose(page: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut in_block = false;
    page.lines().enumerate().filter_map(move |(k, line)| {
        let fence = line.trim_start().starts_with("```");
        in_block ^= fence;
        let definition = line.starts_with('[') && line.contains("]: ");
        let kept = !in_block && !fence && !line.trim_start().starts_with('|') && !definition;
        kept.then_some((k + 1, line))
    })
}

#[test]
fn lines_of_pages_fit() {
    let mut wrong = Vec::new();
    for (page, text) in pages() {
        let long = prose(&text).filter(|(_, line)| line.chars().count() > COLUMNS);
        wrong.extend(long.map(|(number, line)| format!("{page}:{number}: {line}")));
    }
    assert!(wrong.is_empty(), "above {COLUMNS} characters\n{}", wrong.join("\n"));
}

/// The lines of comments that are too long, with their numbers. A table cannot be broken, and what
/// is code in a comment is as long as code.
fn long_comments(text: &str) -> Vec<usize> {
    let (mut in_block, mut found) = (false, Vec::new());
    for (k, line) in text.lines().enumerate() {
        let Some(comment) = line.trim_start().strip_prefix("//") else {
            in_block = false;
            continue;
        };
        let comment = comment.trim_start_matches(['/', '!']).trim_start();
        in_block ^= comment.starts_with("```");
        if !in_block && !comment.starts_with('|') && line.chars().count() > COLUMNS {
            found.push(k + 1);
        }
    }
    found
}

#[test]
fn lines_of_comments_fit() {
    let long = "x".repeat(COLUMNS);
    let text = format!(
        "// {long}\n/// | {long} |\n//! ```\n//! {long}\n//! ```\n    /// {long}\nlet a = 1; // {long}\n"
    );
    assert_eq!(long_comments(&text), [1, 6]);
    let mut wrong = Vec::new();
    for (file, text) in sources("") {
        wrong.extend(long_comments(&text).into_iter().map(|line| format!("{file}:{line}")));
    }
    assert!(wrong.is_empty(), "comments above {COLUMNS} characters\n{}", wrong.join("\n"));
}

/// What is wrong with the blocks of a page: one without a language, or one of commands whose line
/// above says neither `<!-- run -->`, so that `lab/tests/tools/pages.rs` runs it, nor why it is not
/// run.
fn blocks_without_a_word(text: &str) -> Vec<String> {
    let (mut wrong, mut in_block, mut above) = (Vec::new(), false, "");
    for (k, line) in text.lines().enumerate() {
        if let Some(language) = line.trim_start().strip_prefix("```") {
            in_block = !in_block;
            let why =
                above.strip_prefix("<!-- not run: ").and_then(|rest| rest.strip_suffix(" -->"));
            let says = above == "<!-- run -->" || why.is_some_and(|why| !why.trim().is_empty());
            if in_block && language.is_empty() {
                wrong.push(format!("{}: a block without a language", k + 1));
            }
            if in_block && ["sh", "bash", "console", "shell"].contains(&language) && !says {
                wrong.push(format!("{}: neither run nor a reason above", k + 1));
            }
        }
        above = line;
    }
    wrong
}

#[test]
fn blocks_of_commands_are_run_or_say_why_not() {
    let page = "<!-- run -->\n```sh\na\n```\n```sh\nb\n```\n<!-- not run:  -->\n```bash\n```\n```\n```\n\
                <!-- not run: no board -->\n```console\n```\n```rust\n```\n";
    let wrong = blocks_without_a_word(page);
    assert_eq!(wrong.len(), 3, "{wrong:?}");
    // A mark is no promise: it stands only on pages that the test of the lab reads.
    let runner = read("lab/tests/tools/pages.rs");
    let read_there =
        |page: &str| page.starts_with("docs/") || runner.contains(&format!("\"{page}\""));
    assert!(read_there("README.md") && !read_there("CHANGELOG.md") && runner.contains("\"docs\""));
    let (mut wrong, mut run) = (Vec::new(), 0);
    for (page, text) in pages() {
        let marks = text.lines().filter(|line| *line == "<!-- run -->").count();
        let blocks = text.matches("<!-- run -->\n```sh\n").count();
        assert_eq!(marks, blocks, "{page}: a mark without a block of commands below it");
        assert!(marks == 0 || read_there(&page), "{page}: nobody runs what is marked there");
        run += blocks;
        wrong.extend(blocks_without_a_word(&text).into_iter().map(|word| format!("{page}:{word}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(run >= 3, "{run} blocks are run");
}

/// The dependency that the README shows is that of the manifests.
#[test]
fn the_readme_names_the_repository_and_versions_of_the_manifests() {
    let (text, manifest) = (read("README.md"), read("Cargo.toml"));
    let (_, rest) = manifest.split_once("\nrepository = \"").expect("a repository");
    let (repository, _) = rest.split_once('"').expect("it ends");
    let line = format!("curvemark = {{ git = \"{repository}\" }}");
    assert!(text.lines().any(|found| found == line), "README.md lacks {line}");
    let (_, rest) = manifest.split_once("\ngetrandom = { version = \"").expect("getrandom");
    let (version, _) = rest.split_once('"').expect("it ends");
    let minor = version.rsplit_once('.').map_or(version, |(minor, _)| minor);
    let line = format!("getrandom = {{ version = \"{minor}\", features = [\"sys_rng\"] }}");
    assert!(text.lines().any(|found| found == line), "README.md lacks {line}");
    for (manifest, said) in
        [("curvemark/Cargo.toml", "Rust 1.89"), ("lab/Cargo.toml", "needs 1.95")]
    {
        let version = said.rsplit(' ').next().expect("a version");
        assert!(read(manifest).contains(&format!("rust-version = \"{version}\"")), "{manifest}");
        assert!(text.contains(said), "README.md lacks {said}");
    }
}

/// The methods of engines that a text shows on the page of a type, by their names.
fn shown_to_readers(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (k, line) in lines.iter().enumerate() {
        let rest = line.strip_prefix("    pub fn ").or(line.strip_prefix("    pub const fn "));
        let Some(name) = rest.and_then(|rest| rest.split(|c| !is_name(c)).next()) else { continue };
        let of_engines = ["from_raw", "raw", "ctx", "enter", "leave"].contains(&name);
        let attributes = lines[..k].iter().rev().take_while(|line| line.starts_with("    #["));
        if (of_engines || name.ends_with("_in"))
            && !attributes.into_iter().any(|line| line.contains("doc(hidden)"))
        {
            found.push(name.to_owned());
        }
    }
    found
}

/// The page of a scalar or a point is for its users: what only engines call is not on it.
#[test]
fn pages_of_values_show_no_engine() {
    let shown = "    #[doc(hidden)]\n    #[inline(always)]\n    pub fn raw(&self) {}\n\n    \
                 #[inline(always)]\n    pub const fn ctx(&self) {}\n    pub fn zero_in() {}\n    \
                 pub fn zero() {}\n";
    assert_eq!(shown_to_readers(shown), ["ctx", "zero_in"]);
    let values = sources("curve/src").into_iter().filter(|(file, _)| !file.contains("/engines/"));
    let wrong: Vec<String> = values
        .flat_map(|(file, text)| {
            let shown = shown_to_readers(&text);
            shown.into_iter().map(move |name| format!("{file}: {name}"))
        })
        .collect();
    assert!(wrong.is_empty(), "without #[doc(hidden)]:\n{}", wrong.join("\n"));
}

/// Who comes first reads all of it: what does not fit stands in `docs`.
#[test]
fn the_architecture_is_short() {
    let text = read("ARCHITECTURE.md");
    assert!(text.lines().count() <= 200, "{} lines", text.lines().count());
    let long: Vec<&str> = text.lines().filter(|line| line.chars().count() > 100).collect();
    assert!(long.is_empty(), "above 100 columns: {long:#?}");
}
