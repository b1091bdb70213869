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
    ("Tools", &["bls", "ecdsa", "schnorr", "eddsa", "groth16", "cashu"]),
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

/// The command line, with the commands in groups.
pub(super) fn command() -> clap::Command {
    let command = Cli::command();
    let help = text(&command);
    command.override_usage("curvemark [COMMAND] [OPTIONS]").help_template(help)
}

fn text(command: &clap::Command) -> String {
    let mut text = "{about}\n\n{usage-heading} {usage}\n".to_owned();
    let mut line = |line: String| {
        text.push_str(&line);
        text.push('\n');
    };
    for (title, names) in GROUPS {
        line(format!("\n{title}:"));
        for name in names {
            let about = command.find_subcommand(name).and_then(clap::Command::get_about);
            line(format!("  {name:<9} {}", about.map(ToString::to_string).unwrap_or_default()));
        }
    }
    line(
        "\nWithout a command, curvemark runs `run` and takes its options. `curvemark help COMMAND`\n\
         and `curvemark COMMAND --help` say what a command takes. -V shows the version.\n\n\
         Examples:\n  \
         curvemark                          check, measure what matters most, write report.html\n  \
         curvemark run --filter 'g1_*'      measure what matches\n  \
         curvemark check --tier full        only the checks, all of them\n  \
         curvemark list                     what can be measured, and by whom\n  \
         curvemark eddsa keygen secret.key  a key to sign with, by one of the tools\n\n\
         Exit codes:"
            .to_owned(),
    );
    for (code, means) in EXIT_CODES {
        line(format!("  {code:<4} {means}"));
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
        .filter(|line| !line.is_empty())
        .collect();
    let mut text = said.join(" ").replace(" tip: ", "; ");
    // The parser shows a whole help here, or a sentence in its own words.
    if matches!(
        error.kind(),
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand
    ) {
        let names: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
        text = format!("{words} needs one of these: {}", names.join(", "));
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
    command.get_arguments().filter(is_missing).filter_map(choice).collect()
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
        let help = text(&Cli::command());
        for line in help.lines() {
            assert!(line.chars().count() <= 92, "{line}");
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
        let help = text(&Cli::command());
        assert!(
            EXIT_CODES.iter().all(|(code, means)| help.contains(&format!("{code:<4} {means}")))
        );
        assert!(exit_codes!().contains(&format!("{} well formed but not valid", Invalid as u8)));
    }
}
