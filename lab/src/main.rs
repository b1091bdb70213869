//! The curvemark command.

use std::process::ExitCode;

fn main() -> ExitCode {
    lab::commands::main()
}
