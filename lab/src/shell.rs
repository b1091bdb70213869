//! Arguments as a POSIX shell takes them, in command lines that a person may copy.

/// Whether a shell takes a text as one word, and as it is.
fn plain(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || "-_./:,+@%".contains(c))
}

/// A text as one argument: in single quotes where it needs them.
pub fn word(text: &str) -> String {
    if plain(text) { text.to_owned() } else { format!("'{}'", text.replace('\'', "'\\''")) }
}

/// Options that [`word`] or an earlier version quoted, which did so always, without the quotes that
/// nothing needs.
///
/// A single quote inside an argument stands as `'\''`, so what lies between two of them and two
/// blanks is an argument of its own.
pub fn without_needless_quotes(options: &str) -> String {
    let bare = |word| -> Option<&str> {
        str::strip_prefix(word, '\'')?.strip_suffix('\'').filter(|inner| plain(inner))
    };
    options.split(' ').map(|word| bare(word).unwrap_or(word)).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_needs_quotes_has_them() {
        for text in ["scalar", "bls12-381/fp_mul", "a.b:c,d_e+f@g%", "7"] {
            assert_eq!(word(text), text);
        }
        for (text, quoted) in [
            ("", "''"),
            ("f?_mul", "'f?_mul'"),
            ("*/g1_*", "'*/g1_*'"),
            ("a b", "'a b'"),
            ("$x", "'$x'"),
            ("~", "'~'"),
            ("#", "'#'"),
            ("µ", "'µ'"),
            ("it's", "'it'\\''s'"),
        ] {
            assert_eq!(word(text), quoted);
            let options = format!("--filter {quoted} --engine adx");
            assert_eq!(without_needless_quotes(&options), options);
        }
        assert_eq!(without_needless_quotes("--table 'scalar'"), "--table scalar");
        assert_eq!(without_needless_quotes(""), "");
        // Blanks at either end, and quotes inside.
        for text in [" a ", "x 'y' z", "a ' b", "'y'", "' ' '"] {
            assert_eq!(without_needless_quotes(&word(text)), word(text));
        }
    }

    /// What a real shell makes of it.
    #[cfg(unix)]
    #[test]
    fn a_shell_gives_the_text_back() {
        for text in [
            "scalar",
            "",
            "f?_mul",
            "it's $HOME",
            " a ",
            "x 'y' z",
            "a\\b",
            "`x`;|&<>(){}[]!#~*\"",
            "-_./:,+@%",
        ] {
            let command = format!("printf %s {}", word(text));
            let output =
                std::process::Command::new("sh").args(["-c", &command]).output().expect("a shell");
            assert_eq!(String::from_utf8_lossy(&output.stdout), text, "{command}");
        }
    }
}
