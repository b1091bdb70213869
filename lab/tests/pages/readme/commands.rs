//! The commands that pages show exist, and their links lead somewhere.

use super::{call, fences, readme, root};
use lab::commands::Exit;
use std::fs;
use std::path::Path;

#[test]
fn the_blocks_of_the_readme_have_a_language_and_its_links_lead_somewhere() {
    let text = readme();
    // A block without a language would be taken for Rust by the documentation tests.
    for (language, lines) in fences(&text) {
        assert!(["sh", "rust", "text", "toml"].contains(&language), "{language:?}: {lines:?}");
    }
    let examples = fences(&text).into_iter().filter(|(language, _)| *language == "rust").count();
    assert!(examples >= 2, "{examples} examples in Rust");
    let board = fs::read_to_string(root().join("SCOREBOARD.md")).expect("a scoreboard");
    for link in [text, board]
        .iter()
        .flat_map(|text| text.split("](").skip(1))
        .filter_map(|rest| rest.split(')').next())
    {
        let file = link.split('#').next().expect("the part before it");
        assert!(link.starts_with("https://") || root().join(file).exists(), "{link} leads nowhere");
    }
}

#[test]
fn the_shell_commands_of_readme_and_results_exist() {
    let read = |name| fs::read_to_string(root().join(name)).expect("a file");
    let texts = [
        "README.md",
        "SCOREBOARD.md",
        "results/README.md",
        "docs/checked.md",
        "docs/lab.md",
        "docs/tools.md",
    ]
    .map(read);
    let mut seen = 0;
    for text in &texts {
        for (_, lines) in fences(text).into_iter().filter(|(language, _)| *language == "sh") {
            for line in commands(&lines.join("\n")) {
                exists(line.split(" #").next().expect("the part before it").trim());
                seen += 1;
            }
        }
    }
    assert!(seen >= 12, "{seen} commands");
}

/// The table of what the lab can do has no block that runs.
#[test]
fn the_commands_of_the_labs_page_exist() {
    let text = fs::read_to_string(root().join("docs/lab.md")).expect("a page");
    let codes = text.lines().filter(|line| line.starts_with('|')).flat_map(|line| {
        let code: Vec<&str> = line.split('`').skip(1).step_by(2).collect();
        code
    });
    let commands: Vec<&str> = codes.filter(|code| code.starts_with("curvemark ")).collect();
    assert!(commands.len() >= 20, "{commands:?}");
    commands.into_iter().for_each(exists);
}

#[test]
fn the_round_from_a_shell_is_the_one_of_the_help() {
    let help = commands(include_str!("../../../src/commands/cashu/example.sh"));
    let text = fs::read_to_string(root().join("docs/tools.md")).expect("a page");
    // The page begins in a new folder, so that it can be followed twice.
    let found = fences(&text).into_iter().any(|(language, lines)| {
        language == "sh" && lines.ends_with(&help.iter().map(String::as_str).collect::<Vec<_>>())
    });
    assert!(found, "docs/tools.md lacks this block:\n{}", help.join("\n"));
}

/// The commands of a script: no comments, each in one line.
fn commands(script: &str) -> Vec<String> {
    let mut commands: Vec<String> = Vec::new();
    let mut open = false;
    for line in
        script.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
    {
        let (text, more) = line.strip_suffix(" \\").map_or((line, false), |text| (text, true));
        match commands.last_mut().filter(|_| open) {
            Some(last) => *last = format!("{last} {text}"),
            None => commands.push(text.to_owned()),
        }
        open = more;
    }
    commands
}

/// Panics unless the tools that this line calls know its commands and flags.
fn exists(line: &str) {
    // A variable may take the answer, and a file the output.
    let inside =
        line.split_once("=$(").and_then(|(_, rest)| rest.strip_suffix(')')).unwrap_or(line);
    let inside = inside.split(" >").next().expect("the part before it");
    let words: Vec<&str> =
        inside.split_whitespace().map(|word| word.trim_matches(['\'', '"'])).collect();
    let own = match words.as_slice() {
        ["umask" | "cd" | "echo" | "printf" | "for" | "done", ..] => return,
        // A variable that is no tool's answer.
        [assignment] if assignment.contains('=') => return,
        ["cargo", "install", "--locked", "--path", folder] => {
            return assert!(root().join(folder).is_dir());
        }
        ["cargo", "run", "--release"] => &[][..],
        ["cargo", "run", "--release", "--", own @ ..] | ["curvemark", own @ ..] => own,
        ["cargo", "test", flags @ ..] => return exists_test(line, flags),
        [".ci/run"] => return assert!(root().join(".ci/run").is_file()),
        _ => panic!("this test does not know how to look at `{line}`"),
    };
    // Help comes when the parser meets it, and what stands before it has been understood by then.
    let asked: Vec<&str> = own.iter().copied().chain(["--help"]).collect();
    let (exit, out, err) = call(&asked);
    assert!(exit == Exit::Good && out.contains("Usage"), "`{line}`: {err}");
    for file in own.iter().filter(|word| word.ends_with(".jsonl") && **word != "results/ID.jsonl") {
        assert!(root().join(file).is_file(), "`{line}`: there is no {file}");
    }
}

fn exists_test(line: &str, mut flags: &[&str]) {
    let lab = Path::new(env!("CARGO_MANIFEST_DIR"));
    loop {
        flags = match flags {
            [] => return,
            ["--release" | "--workspace", rest @ ..] => rest,
            ["-p", "curvemark-lab" | "curvemark-ctcheck" | "curvemark-prove", rest @ ..] => rest,
            ["--test", name, rest @ ..] if lab.join(format!("tests/{name}.rs")).is_file() => rest,
            rest => panic!("`{line}`: what is {rest:?}?"),
        };
    }
}
