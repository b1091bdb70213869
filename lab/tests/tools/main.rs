//! The tools from outside (`curvemark bls`, `cashu`, `ecdsa`, `schnorr`, `eddsa`, `groth16`, `vrf`,
//! `wallet`): published vectors signed and verified, exit codes, secret files, pipes, and what they
//! say about input that they do not take. The command as a whole: its help, its stages in a pipe,
//! its end by a signal. And the commands that the pages show.

mod bls;
mod cashu;
mod command;
mod drand;
mod ecdsa;
mod eddsa;
#[cfg(unix)]
mod ends;
mod groth16;
#[cfg(unix)]
mod pages;
mod schnorr;
mod tool;
mod vrf;
mod wallet;
mod worker;
mod zklogin;

use tool::{Folder, answer_of};

const TOOLS: [&str; 4] = ["bls", "ecdsa", "schnorr", "eddsa"];

/// How a tool verifies what `sign` made.
fn verify<'a>(tool: &str, rest: &[&'a str]) -> Vec<&'a str> {
    let rule: &[&str] = if tool == "eddsa" { &["--rule", "zip215"] } else { &[] };
    [&["verify"], rule, rest].concat()
}

#[test]
fn keys_and_messages_come_from_files_and_pipes() {
    for tool in TOOLS {
        let folder = Folder::new(tool, "pipes");
        let public = folder.answer(&["keygen", "secret.key"]);
        assert_eq!(folder.answer(&["public-key", "secret.key"]), public);
        assert_eq!(
            folder.answer(&["public-key", "--json", "@secret.key"]),
            format!(r#"{{"public_key":"{public}"}}"#)
        );
        let secret = folder.read("secret.key");
        assert_eq!(secret.len(), 65);
        assert_eq!(answer_of(folder.run_with(&["public-key", "-"], secret.as_bytes())), public);

        // Every byte counts, a line break at the end too.
        folder.write("line", "a message\n");
        folder.write("public", format!("{public}\n"));
        let signature = folder.answer(&["sign", "--key", "secret.key", "line"]);
        folder.write("signature", &signature);
        for (message, expected) in [("a message\n", 0), ("a message", 7), ("", 7)] {
            let arguments = verify(tool, &["--key", "@public", "--signature", "@signature", "-"]);
            let (exit, out, err) = folder.run_with(&arguments, message.as_bytes());
            assert_eq!((exit, err.as_str()), (expected, ""), "{tool}: {message:?}");
            assert!(
                out == "valid\n"
                    || out.starts_with("not valid: the signature is not ") && expected == 7,
                "{out}"
            );
        }
        let hex = ["--key", &public, "--signature", &signature, "--hex", "61206d6573736167650a"];
        assert_eq!(folder.answer(&verify(tool, &hex)), "valid");
        assert_eq!(
            folder.answer(&verify(tool, &[&hex[..], &["--json"]].concat())),
            r#"{"valid":true}"#
        );
        let (exit, out, _) = folder.run(&verify(tool, &[&hex[..5], &["00", "--json"]].concat()));
        assert_eq!((exit, out.as_str()), (7, "{\"valid\":false}\n"));
        let again = folder.answer(&["sign", "--json", "--key", "@secret.key", "--hex", ""]);
        assert!(again.starts_with(r#"{"signature":""#) && again.ends_with("\"}"), "{again}");
        let empty = folder.answer(&["sign", "--key", "secret.key", "/dev/null"]);
        assert_eq!(
            folder.answer(&verify(tool, &["--key", &public, "--signature", &empty, "--hex", ""])),
            "valid"
        );
    }
}

#[cfg(unix)]
#[test]
fn secret_files_are_their_owners_and_replace_nothing() {
    for tool in TOOLS {
        let folder = Folder::new(tool, "files");
        let one = folder.answer(&["keygen", "one.key"]);
        assert_ne!(one, folder.answer(&["keygen", "two.key"]), "two keys are never the same");
        assert_eq!(folder.mode("one.key"), 0o600);
        let before = folder.read("one.key");
        folder.refused(
            &["keygen", "one.key"],
            "one.key exists and is never replaced; choose another name",
        );
        assert_eq!(folder.read("one.key"), before);
        // A link to nowhere is not followed.
        std::os::unix::fs::symlink(folder.path.join("elsewhere"), folder.path.join("link"))
            .expect("a link");
        folder.refused(&["keygen", "link"], "link exists and is never replaced");
        folder.refused(&["keygen", "-"], "FILE: a secret is written to a file, not to stdout");
        folder.refused(
            &["keygen", "no/such/folder"],
            "no/such/folder cannot be made, since there is no folder no/such",
        );
        assert!(!folder.has("elsewhere") && !folder.has("-"));
    }
}

/// Nobody reads the answer, or it cannot be written: a verdict stays what it is, and a secret is
/// kept.
#[cfg(unix)]
#[test]
fn a_closed_pipe_changes_no_verdict_and_loses_no_key() {
    for tool in TOOLS {
        let folder = Folder::new(tool, "unread");
        assert_eq!(folder.unread(&["keygen", "secret.key"]), Some(0));
        let public = folder.answer(&["public-key", "secret.key"]);
        let signature = folder.answer(&["sign", "--key", "secret.key", "--hex", "00"]);
        assert_eq!(folder.unread(&["sign", "--key", "secret.key", "--hex", "00"]), Some(0));
        for (message, expected) in [("00", 0), ("01", 7)] {
            let rest = ["--key", &public, "--signature", &signature, "--hex", message];
            assert_eq!(folder.unread(&verify(tool, &rest)), Some(expected), "{tool}");
        }
        #[cfg(target_os = "linux")]
        {
            let full = std::fs::File::options().write(true).open("/dev/full").expect("it is there");
            let child = folder.command(&["keygen", "kept.key"]).stdout(full).spawn();
            let output =
                child.and_then(std::process::Child::wait_with_output).expect("the command ends");
            assert_eq!(output.status.code(), Some(2));
            assert_eq!(folder.read("kept.key").len(), 65);
        }
    }
}

/// A command that is ended while it waits leaves nothing behind.
#[cfg(unix)]
#[test]
fn an_interrupted_command_leaves_no_file() {
    let folder = Folder::new("bls", "interrupted");
    let arguments = ["derive", "--seed", "-", "--path", "m", "secret.key"];
    let mut child = folder.command(&arguments).spawn().expect("the command starts");
    std::thread::sleep(std::time::Duration::from_millis(200));
    let killed =
        std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("kill").success());
    assert!(!child.wait().expect("it ends").success());
    assert!(!folder.has("secret.key"));
}

/// Errors about secrets say where and never what: stderr ends up in logs.
#[test]
fn errors_do_not_repeat_secrets() {
    let secret = "5ec2e75ec2e75ec2e75ec2e75ec2e75ec2e75ec2e75ec2e75ec2e75ec2e75ec2";
    let wrong = [
        format!("{secret}Z"),
        secret.to_uppercase(),
        format!("{secret}00"),
        format!("{secret}0"),
        "5ec2e7".into(),
    ];
    for tool in TOOLS {
        let folder = Folder::new(tool, "quiet");
        let quiet = |arguments: &[&str]| {
            let (exit, out, err) = folder.run(arguments);
            assert_eq!((exit, out.as_str()), (2, ""));
            assert!(!err.to_lowercase().contains("5ec2e7"), "{err}");
        };
        for value in &wrong {
            folder.write("secret", value);
            quiet(&["public-key", "secret"]);
            quiet(&["sign", "--key", "secret", "--hex", ""]);
        }
        // Nor is a secret taken from the command line.
        quiet(&["sign", "--key", secret, "--hex", ""]);
        quiet(&["public-key", secret]);
        let said = "key: there is no file of this name, where one is needed: others can see a secret on the command";
        folder.refused(&["sign", "--key", secret, "--hex", ""], said);
    }
}

/// A secret that others can use is not one: the file is named, and how it is mended.
#[cfg(unix)]
#[test]
fn secrets_that_others_can_read_are_refused() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    for tool in TOOLS {
        let folder = Folder::new(tool, "modes");
        folder.answer(&["keygen", "secret.key"]);
        symlink("secret.key", folder.path.join("link")).expect("a link");
        let mode = |mode| {
            let permissions = std::fs::Permissions::from_mode(mode);
            std::fs::set_permissions(folder.path.join("secret.key"), permissions).expect("a mode");
        };
        for open in [0o644, 0o640, 0o604, 0o660, 0o602, 0o610, 0o777] {
            mode(open);
            let said = format!(
                "key: others can use secret.key (mode {open:04o}); to keep it to its owner: chmod 600"
            );
            folder.refused(&["sign", "--key", "secret.key", "--hex", ""], &said);
            folder.refused(
                &["sign", "--key", "link", "--hex", ""],
                "key: others can use link (mode ",
            );
        }
        for kept in [0o600, 0o400, 0o700] {
            mode(kept);
            folder.answer(&["sign", "--key", "secret.key", "--hex", ""]);
            folder.answer(&["sign", "--key", "link", "--hex", ""]);
        }
        mode(0o644);
        // What comes from stdin has no mode.
        let key = folder.read("secret.key");
        assert_eq!(folder.run_with(&["sign", "--key", "-", "--hex", ""], key.as_bytes()).0, 0);
    }
}

#[test]
fn input_that_is_not_acceptable() {
    for tool in TOOLS {
        let folder = Folder::new(tool, "input");
        let public = folder.answer(&["keygen", "secret.key"]);
        let signature = folder.answer(&["sign", "--key", "secret.key", "--hex", "00"]);
        let (width, all) = (signature.len(), |rest: &[&'static str]| rest.to_vec());
        let refused = |key: &str, signature: &str, message: &[&str], expected: &str| {
            let rest = [&["--key", key, "--signature", signature], message].concat();
            folder.refused(&verify(tool, &rest), expected);
        };
        let hex = all(&["--hex", "00"]);
        let short = &signature[2..];
        refused(
            &public,
            short,
            &hex,
            &format!("signature: {} hexadecimal digits where {width} are needed", width - 2),
        );
        refused(
            &public,
            &format!("0x{signature}"),
            &hex,
            "signature: hexadecimal digits without 0x are needed",
        );
        refused(
            &public,
            &signature.replace(|c: char| c.is_ascii_hexdigit(), "F"),
            &hex,
            "signature: not lower-case",
        );
        refused(&public, "@none", &hex, "signature: none cannot be read: No such file");
        refused(
            "secret.key",
            &signature,
            &hex,
            "key: not lower-case hexadecimal digits; to read the file secret.key",
        );
        refused("@.", &signature, &hex, "key: . cannot be read: Is a directory");
        let (exit, _, err) = folder.run_with(
            &verify(tool, &["--key", "-", "--signature", "-", "--hex", "00"]),
            public.as_bytes(),
        );
        assert_eq!(
            (exit, err.as_str()),
            (2, "curvemark: signature: stdin can be read for one value only\n")
        );
        refused("-", &signature, &["-"], "key: ");
        refused(&public, &signature, &["none"], "message: none cannot be read: No such file");
        refused(
            &public,
            &signature,
            &["--hex", "0"],
            "message: 1 hexadecimal digits, an odd number",
        );
        refused(
            &public,
            &signature,
            &["--hex", "00", "file"],
            "the argument '--hex <VALUE>' cannot be used with",
        );
        refused(&public, &signature, &[], "the following required arguments were not provided");
        #[cfg(target_os = "linux")]
        folder.refused(
            &["sign", "--key", "/dev/zero", "--hex", ""],
            "key: /dev/zero is longer than 1 MiB",
        );
        folder.refused(
            &["sign", "--key", "@none", "--hex", ""],
            "key: none cannot be read: No such file",
        );
        folder
            .refused(&["sign", "--key", "none", "--hex", ""], "key: there is no file of this name");
        folder.refused(
            &["sign", "--hex", ""],
            "the following required arguments were not provided: --key <FILE>",
        );
        folder.refused(
            &["sign", "--key", "-", "-"],
            "key: stdin is empty, where 64 hexadecimal digits are needed",
        );
        folder.write("public", &public);
        // There is no place for a public key where something is signed.
        folder.refused(
            &["sign", "--key", "secret.key", "--public-key", &public, "--hex", ""],
            "unexpected argument",
        );
        folder.refused(&[], &format!("curvemark {tool} needs one of these: keygen, "));
        folder.refused(&["forge"], "unrecognized subcommand 'forge'");
        if tool != "eddsa" {
            // All seeds are keys; of these two, neither is a number from 1 to the order.
            let above = "the scalar is not below the order of the group";
            for (scalar, reason) in
                [("0".repeat(64), "zero is not accepted here"), ("f".repeat(64), above)]
            {
                folder.write("scalar", &scalar);
                folder
                    .refused(&["sign", "--key", "scalar", "--hex", ""], &format!("key: {reason}"));
            }
        }
    }
}

#[test]
fn each_command_has_a_help_with_an_example() {
    for tool in TOOLS {
        let folder = Folder::new(tool, "help");
        let help = answer_text(folder.run(&["--help"]));
        assert!(help.contains("Example") && help.contains("Exit codes: 0 valid or done"), "{help}");
        let commands = help
            .lines()
            .skip_while(|line| *line != "Commands:")
            .skip(1)
            .take_while(|line| !line.is_empty());
        let mut count = 0;
        // Their descriptions may go on in further lines.
        let names = commands
            .filter_map(|line| line.strip_prefix("  "))
            .filter(|line| !line.starts_with(' '));
        let commands = names.filter_map(|line| line.split_whitespace().next());
        for command in commands.filter(|command| *command != "help") {
            let help = answer_text(folder.run(&[command, "--help"]));
            assert!(help.contains("Usage: curvemark"), "{help}");
            count += 1;
        }
        assert!(count >= 4, "{tool}: {count}");
    }
}

fn answer_text((exit, out, err): tool::Done) -> String {
    assert_eq!((exit, err.as_str()), (0, ""));
    out
}
