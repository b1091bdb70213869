//! The help of the whole program, its exit codes, and what it says about a command line that it
//! does not take.

use super::Cli;
use clap::builder::PossibleValue;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, CommandFactory};
use std::ffi::OsString;
use std::fmt::Write;

/// The commands by what somebody wants to do. A test asks that each stands here once.
const GROUPS: [(&str, &[&str]); 4] = [
    ("Measure", &["run", "compare", "bisect", "sweep", "check"]),
    ("Look", &["report", "history", "findings", "export", "import", "list", "peers", "machine"]),
    (
        "Tools",
        &[
            "bls", "ecdsa", "schnorr", "eddsa", "groth16", "cashu", "drand", "vrf", "wallet",
            "zklogin",
        ],
    ),
    ("Research", &["aa", "count", "gas", "evmmax", "firmware", "derive"]),
];

/// What each exit code means, whatever the command: the words of [`Exit`](super::Exit).
pub const EXIT_CODES: [(u8, &str); 9] = [
    (0, "all is well, or valid"),
    (1, "a comparison failed: a confirmed regression, a page that is out of date"),
    (2, "the arguments, or what they name, cannot be used"),
    (3, "a check failed: code that was checked is wrong"),
    (4, "this machine cannot do it: not fit to measure, no compiler for the chip"),
    (5, "no verdict: the measurement does not decide, or was interrupted"),
    (6, "a finding concerns security"),
    (7, "the input is well formed and not valid: a signature, a proof, a stored run"),
    (130, "interrupted before there was any result"),
];

/// The exit codes of the tools, for their own helps.
macro_rules! exit_codes {
    () => {
        "\nExit codes: 0 valid or done, 7 well formed but not valid, 2 not acceptable input"
    };
}
pub(in crate::commands) use exit_codes;

/// The command line, with the commands in groups and helps that fit the terminal.
pub(super) fn command() -> clap::Command {
    command_in(columns())
}

fn command_in(width: usize) -> clap::Command {
    let command = with_numbers(with_examples(Cli::command(), width));
    let help = text(&command, width);
    command.override_usage("curvemark [COMMAND] [OPTIONS]").help_template(help)
}

/// The columns that the parser, too, lays its helps out for.
fn columns() -> usize {
    let terminal = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    let said = || std::env::var("COLUMNS").ok()?.parse().ok();
    terminal.or_else(said).unwrap_or(100)
}

/// The command and its subcommands, to which `--budget -1` is a wrong number and no option `-1`.
fn with_numbers(command: clap::Command) -> clap::Command {
    let takes = |argument: Arg| match argument.get_action().takes_values() {
        true => argument.allow_negative_numbers(true),
        false => argument,
    };
    command.mut_args(takes).mut_subcommands(with_numbers)
}

/// The command and its subcommands with the examples at the ends of their helps laid out.
fn with_examples(command: clap::Command, width: usize) -> clap::Command {
    let examples = command.get_after_help().map(|help| examples(&help.to_string(), width));
    let command = command.mut_subcommands(|subcommand| with_examples(subcommand, width));
    match examples {
        Some(examples) => command.after_help(examples),
        None => command,
    }
}

/// A text in which lines that begin with two spaces are examples, most with an explanation behind
/// some more. If one of those does not fit, each explanation has a line of its own.
fn examples(text: &str, width: usize) -> String {
    let parts = |line: &str| {
        let (example, explanation) = line.strip_prefix("  ")?.split_once("  ")?;
        let explanation = explanation.trim_start();
        (!example.starts_with(' ')).then(|| (example.to_owned(), explanation.to_owned()))
    };
    let fits = |line: &str| line.chars().count() <= width;
    if text.lines().all(|line| parts(line).is_none() || fits(line)) {
        return text.to_owned();
    }
    let laid_out = text.lines().map(|line| match parts(line) {
        Some((example, explanation)) => {
            format!("  {example}\n{}", hanging("      ", &explanation, width))
        }
        None => line.to_owned(),
    });
    laid_out.collect::<Vec<_>>().join("\n")
}

/// Words behind a lead, in lines of that width, of which the later ones begin below the first word.
fn hanging(lead: &str, words: &str, width: usize) -> String {
    let indent = lead.chars().count();
    let (mut text, mut at) = (lead.to_owned(), indent);
    for word in words.split_whitespace() {
        let length = word.chars().count();
        if at > indent && at + 1 + length > width {
            text = format!("{}\n{:indent$}", text.trim_end(), "");
            at = indent;
        } else if at > indent {
            text.push(' ');
            at += 1;
        }
        text.push_str(word);
        at += length;
    }
    text
}

fn text(command: &clap::Command, width: usize) -> String {
    let mut text = "{about}\n\n{usage-heading} {usage}\n".to_owned();
    let mut line = |line: &str| {
        text.push_str(line);
        text.push('\n');
    };
    for (title, names) in GROUPS {
        line(&format!("\n{title}:"));
        for name in names {
            let about = command.find_subcommand(name).and_then(clap::Command::get_about);
            let about = about.map(ToString::to_string).unwrap_or_default();
            line(&hanging(&format!("  {name:<9} "), &about, width));
        }
    }
    let more = "Without a command, curvemark runs `run` and takes its options. \
                `curvemark help COMMAND` and `curvemark COMMAND --help` say what a command takes. \
                -V shows the version.";
    line(&format!("\n{}\n\nExamples:", hanging("", more, width.min(92))));
    let shown = "  \
         curvemark                          check, measure what matters most, write report.html\n  \
         curvemark run --filter 'g1_*'      measure what matches\n  \
         curvemark check --tier full        only the checks, all of them\n  \
         curvemark list                     what can be measured, and by whom\n  \
         curvemark eddsa keygen secret.key  a key to sign with, by one of the tools";
    line(&examples(shown, width));
    line("\nExit codes:");
    for (code, means) in EXIT_CODES {
        line(&hanging(&format!("  {code:<4} "), means, width));
    }
    text.trim_end().to_owned()
}

/// The command that a line names, as far as it does, and its words: `curvemark import go`.
fn named(arguments: &[OsString]) -> (clap::Command, String) {
    let (mut known, mut words) = (Cli::command(), vec!["curvemark"]);
    for word in arguments.iter().skip(1).map_while(|word| word.to_str()) {
        let Some(found) = known.find_subcommand(word).cloned() else { break };
        words.push(word);
        known = found;
    }
    (known, words.join(" "))
}

/// What the parser has to say, without its usage lines: one line that says what is wrong, and where
/// to look.
pub(super) fn one_line(error: &clap::Error, arguments: &[OsString]) -> String {
    let (command, words) = named(arguments);
    let rendered = error.to_string();
    let said: Vec<&str> = rendered
        .lines()
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more information"))
        .map(str::trim)
        // Nobody mistypes an option to pass it as a value.
        .filter(|line| !line.is_empty() && !line.starts_with("tip: to pass '"))
        .collect();
    let mut text = said.join(" ").replace(" tip: ", "; ");
    // How the standard library says what is no number.
    for (theirs, ours) in [
        ("invalid digit found in string", "a whole number is needed"),
        ("number too large to fit in target type", "the number is too large"),
        ("cannot parse integer from empty string", "a whole number is needed"),
        (" is not in ", " is not from "),
        ("..=", " to "),
    ] {
        text = text.replace(theirs, ours);
    }
    // The parser shows a whole help here, or a sentence in its own words.
    if matches!(
        error.kind(),
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand
    ) {
        let names: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
        text = format!("{words} needs one of these: {}", names.join(", "));
    }
    if let Some(ContextValue::String(name)) = error.get(ContextKind::InvalidSubcommand) {
        let has = |command: &&clap::Command| command.find_subcommand(name).is_some();
        let owners: Vec<&str> =
            command.get_subcommands().filter(has).map(clap::Command::get_name).collect();
        if !owners.is_empty() {
            text = format!("{text}; it belongs to {}", owners.join(", "));
        }
    }
    if error.kind() == ErrorKind::MissingRequiredArgument {
        choices(error, &command).into_iter().for_each(|choice| {
            // Writing to a string does not fail.
            let _ = write!(text, "; {choice}");
        });
    }
    format!("{} (see {words} --help)", text.strip_prefix("error: ").unwrap_or(&text))
}

/// For each argument that is missing and has a few values: the values, and what they mean.
fn choices(error: &clap::Error, command: &clap::Command) -> Vec<String> {
    let Some(ContextValue::Strings(missing)) = error.get(ContextKind::InvalidArg) else {
        return Vec::new();
    };
    let is_missing = |argument: &&Arg| {
        argument.get_long().is_some_and(|long| {
            let long = format!("--{long}");
            missing.iter().any(|one| one.split_whitespace().next() == Some(&long))
        })
    };
    let words = |value: &PossibleValue| {
        let help = value.get_help().map(|help| format!(" ({help})")).unwrap_or_default();
        format!("{}{help}", value.get_name())
    };
    let choice = |argument: &Arg| {
        let values: Vec<String> = argument.get_possible_values().iter().map(words).collect();
        let long = argument.get_long().unwrap_or_default();
        (!values.is_empty()).then(|| format!("--{long} is {}", values.join(" or ")))
    };
    let takes_one = |argument: &&Arg| argument.get_action().takes_values();
    command.get_arguments().filter(is_missing).filter(takes_one).filter_map(choice).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::Exit;

    #[test]
    fn each_command_stands_in_one_group_and_lines_fit_a_terminal() {
        let command = command();
        let mut listed: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        let mut known: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
        listed.sort_unstable();
        known.sort_unstable();
        assert_eq!(listed, known);
        for width in [60, 92] {
            let help = text(&Cli::command(), width);
            for line in help.lines() {
                assert!(line.chars().count() <= width, "{line}");
            }
            assert!(help.contains("\n  curvemark eddsa keygen secret.key"), "{help}");
        }
    }

    /// What users read is what the program returns.
    #[test]
    fn each_exit_code_is_explained_once() {
        use Exit::*;
        let all = [
            Good,
            Regression,
            Usage,
            Incorrect,
            Unfit,
            Inconclusive,
            Security,
            Invalid,
            Interrupted,
        ];
        assert_eq!(EXIT_CODES.map(|(code, _)| code), all.map(|exit| exit as u8));
        let help = text(&Cli::command(), 92);
        assert!(
            EXIT_CODES.iter().all(|(code, means)| help.contains(&format!("{code:<4} {means}")))
        );
        assert!(exit_codes!().contains(&format!("{} well formed but not valid", Invalid as u8)));
    }

    /// What a subcommand shows below its options, and that of its own subcommands.
    fn ends(command: &clap::Command) -> Vec<String> {
        let own = command
            .get_after_help()
            .map(|help| format!("{}\n", command.get_name()) + &help.to_string());
        own.into_iter().chain(command.get_subcommands().flat_map(ends)).collect()
    }

    /// A line that is broken by hand is broken again by a narrow terminal, in the middle.
    #[test]
    fn sentences_are_broken_by_the_terminal_only() {
        let all = ends(&Cli::command());
        assert!(all.len() > 20);
        for text in all {
            let lines: Vec<&str> = text.lines().collect();
            for two in lines.windows(2) {
                let goes_on =
                    two[1].starts_with(char::is_lowercase) && !two[1].starts_with("curvemark");
                let sentence = two[0].starts_with(char::is_uppercase) && !two[0].is_empty();
                assert!(!(sentence && goes_on), "{text}");
            }
        }
    }

    #[test]
    fn an_explanation_that_does_not_fit_has_a_line_of_its_own() {
        let text = "Examples:\n  curvemark run       all\n  curvemark run --table scalar   \
                    one table\n  curvemark list\n\nThe end.";
        assert_eq!(examples(text, 80), text);
        assert_eq!(
            examples(text, 40),
            "Examples:\n  curvemark run\n      all\n  curvemark run --table scalar\n      \
             one table\n  curvemark list\n\nThe end."
        );
        assert_eq!(
            hanging("  1    ", "one two three four", 14),
            "  1    one two\n       three\n       four"
        );
        for width in [60, 100] {
            for end in ends(&command_in(width)) {
                for line in end.lines().filter(|line| line.starts_with("      ")) {
                    assert!(line.chars().count() <= width, "{line}");
                }
            }
        }
    }
}
