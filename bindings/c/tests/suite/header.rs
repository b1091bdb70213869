//! The header is written from the source, so that both say the same.
//!
//! `CURVEMARK_WRITE_HEADER=1 cargo test -p curvemark-c header` writes it anew.

use std::fmt::Write;

use super::source::{Function, Gives, Item, folder, sections};

const INTRODUCTION: &str = "\
curvemark for C, and for all languages that call C.

Bytes in, bytes out. Each buffer is a pointer and its length; what is written goes to a buffer of
the caller's. A length in bytes is called _len, a number of elements of another type _count. An
input of length zero may be null.

Each function answers with a status. CURVEMARK_OK is zero, so `if (status != CURVEMARK_OK)` sees
all that is wrong. CURVEMARK_NOT_VALID is the verdict of a verification on acceptable input. All
other numbers are errors, such as a null pointer, a wrong length, a point that is none. On an
error outputs are as they were, except that numbers may be written where it is said, and that the
place of a new handle holds null.

What is written may not overlap anything else of the same call (CURVEMARK_ERROR_OVERLAP).

A function takes constant time in its secrets where its comment says so, and variable time in all
that is public. Secrets are not wiped from the caller's buffers: that is the caller's task.

All functions may be called from several threads at the same time. Handles that are passed as
const may be shared; others belong to one thread at a time.

A library for a chip has only what stands outside of CURVEMARK_BARE. Define it where you use that
library, so that the compiler says what is not there.

This file is written from the source by a test: do not edit it.";

const CHOICES_ARE_NUMBERS: &str = "\
Choices are passed as numbers, so that their size does not depend on a compiler's options.";

/// A comment of these lines.
fn comment(out: &mut String, indent: &str, lines: &[String]) {
    if let [line] = lines {
        let _ = writeln!(out, "{indent}/* {line} */");
        return;
    }
    let _ = writeln!(out, "{indent}/*");
    for line in lines {
        let _ = writeln!(out, "{}", format!("{indent} * {line}").trim_end());
    }
    let _ = writeln!(out, "{indent} */");
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

fn prototype(out: &mut String, function: &Function) {
    let gives = match function.gives {
        Gives::Status => "curvemark_status ",
        Gives::Text => "const char *",
        Gives::Nothing => "void ",
    };
    let arguments: Vec<String> =
        function.arguments.iter().map(super::source::Argument::in_c).collect();
    let arguments = if arguments.is_empty() { vec!["void".to_owned()] } else { arguments };
    let line = format!("{gives}{}({});", function.name, arguments.join(", "));
    if line.len() <= 100 {
        let _ = writeln!(out, "{line}");
        return;
    }
    let _ = writeln!(out, "{gives}{}(", function.name);
    let _ = writeln!(out, "    {});", arguments.join(",\n    "));
}

fn written() -> String {
    let mut out = String::new();
    comment(&mut out, "", &lines(INTRODUCTION));
    out.push_str(
        "\n#ifndef CURVEMARK_H\n#define CURVEMARK_H\n\n#include <stddef.h>\n#include <stdint.h>\n\n\
         #ifdef __cplusplus\nextern \"C\" {\n#endif\n\n",
    );
    comment(&mut out, "", &lines(CHOICES_ARE_NUMBERS));
    for section in sections() {
        let rule = "-".repeat(90);
        let mut about = vec![rule.clone()];
        about.extend(section.about);
        about.push(rule);
        out.push('\n');
        let begin = "#ifndef CURVEMARK_BARE\n";
        let end = "#endif\n";
        if section.needs_std {
            let _ = writeln!(out, "{begin}");
        }
        comment(&mut out, "", &about);
        let mut in_part = false;
        for item in section.items {
            out.push('\n');
            match item {
                Item::Handle { about, name } => {
                    comment(&mut out, "", &about);
                    let _ = writeln!(out, "typedef struct {name} {name};");
                }
                Item::Choices { about, name, choices } => {
                    comment(&mut out, "", &about);
                    let number = if name == "curvemark_status" { "int32_t" } else { "uint32_t" };
                    let _ = writeln!(out, "typedef {number} {name};\nenum {{");
                    for choice in choices {
                        comment(&mut out, "    ", &choice.about);
                        let _ = writeln!(out, "    {} = {},", choice.name, choice.number);
                    }
                    out.push_str("};\n");
                }
                Item::Function(function) => {
                    if function.needs_std && !section.needs_std && !in_part {
                        let _ = writeln!(out, "{begin}");
                        in_part = true;
                    }
                    comment(&mut out, "", &function.about);
                    prototype(&mut out, &function);
                }
            }
        }
        if section.needs_std || in_part {
            let _ = write!(out, "\n{end}");
        }
    }
    out.push_str("\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n");
    out
}

#[test]
fn the_header_is_what_the_source_says() {
    let path = folder().join("include/curvemark.h");
    let written = written();
    if std::env::var_os("CURVEMARK_WRITE_HEADER").is_some() {
        std::fs::write(&path, &written).expect("the header is written");
    }
    let checked_in = std::fs::read_to_string(&path).expect("the header");
    for (number, (line, other)) in checked_in.lines().zip(written.lines()).enumerate() {
        assert_eq!(line, other, "line {}; CURVEMARK_WRITE_HEADER=1 writes it anew", number + 1);
    }
    assert_eq!(checked_in.len(), written.len(), "CURVEMARK_WRITE_HEADER=1 writes it anew");
    assert!(written.lines().all(|line| line.chars().count() <= 100), "at most 100 columns");
}

/// What a person would write, every function has: a sentence, and lengths where there are buffers.
#[test]
fn every_function_is_documented() {
    for function in super::source::functions() {
        let about = function.about.join(" ");
        assert!(about.ends_with('.') && about.len() > 20, "{} says what it does", function.name);
        let refers = ["as above", "As curvemark_", "in curvemark_"]
            .iter()
            .any(|words| about.contains(words));
        for argument in function.arguments.iter().filter(|argument| argument.length.is_some()) {
            assert!(
                about.contains(&argument.name) || refers || about.contains("Arguments"),
                "{} says what {} is",
                function.name,
                argument.name
            );
        }
    }
}
