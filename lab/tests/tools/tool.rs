//! The tools from outside: commands in a folder of their own, their exit codes and what they say.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A folder that is gone when the test ends; commands of one tool run in it.
pub struct Folder {
    tool: &'static str,
    pub path: PathBuf,
}

/// What a command did: exit code, stdout, stderr.
pub type Done = (i32, String, String);

impl Folder {
    pub fn new(tool: &'static str, name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("{tool}-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder");
        Self { tool, path }
    }

    /// A file of its owner alone, since it may be a secret.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        let path = self.path.join(name);
        fs::write(&path, content).expect("a file");
        #[cfg(unix)]
        fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o600))
            .expect("a mode");
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path.join(name)).expect("a file")
    }

    pub fn has(&self, name: &str) -> bool {
        self.path.join(name).exists()
    }

    /// The permissions of a file.
    #[cfg(unix)]
    pub fn mode(&self, name: &str) -> u32 {
        use std::os::unix::fs::PermissionsExt;
        fs::metadata(self.path.join(name)).expect("a file").permissions().mode() & 0o777
    }

    /// A command, not started yet.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_curvemark"));
        command.arg(self.tool).args(arguments).current_dir(&self.path);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Done {
        self.run_with(arguments, b"")
    }

    pub fn run_with(&self, arguments: &[&str], stdin: &[u8]) -> Done {
        let mut child = self.command(arguments).spawn().expect("the command starts");
        // A command that does not read all of it closes the pipe, which is its right.
        let _ = child.stdin.take().expect("a pipe").write_all(stdin);
        let output = child.wait_with_output().expect("the command ends");
        let text = |bytes| String::from_utf8(bytes).expect("text");
        (output.status.code().expect("no signal"), text(output.stdout), text(output.stderr))
    }

    /// The one line of a command that must succeed.
    #[track_caller]
    pub fn answer(&self, arguments: &[&str]) -> String {
        answer_of(self.run(arguments))
    }

    /// The command refuses, and says just this: exit code 2, nothing on stdout, one line on stderr.
    #[track_caller]
    pub fn refused(&self, arguments: &[&str], expected: &str) {
        let (exit, out, err) = self.run(arguments);
        assert_eq!((exit, out.as_str()), (2, ""), "{arguments:?}: {err}");
        assert_eq!(err.lines().count(), 1, "{err}");
        let said = err.strip_prefix("curvemark: ").expect("the name of the program").trim_end();
        assert!(said.starts_with(expected), "{arguments:?}\n said {said}\n not  {expected}");
    }

    /// The exit code with a reader of stdout that is gone before anything is written, and nothing
    /// on stderr.
    #[cfg(unix)]
    #[track_caller]
    pub fn unread(&self, arguments: &[&str]) -> Option<i32> {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = self
            .command(arguments)
            .stdout(writer)
            .spawn()
            .and_then(std::process::Child::wait_with_output)
            .expect("the command ends");
        assert_eq!(output.stderr, b"", "{arguments:?}");
        output.status.code()
    }

    /// Runs a script of the help, and gives its output.
    #[cfg(unix)]
    #[track_caller]
    pub fn script(&self, script: &str) -> Done {
        self.script_of(&["--help"], script)
    }

    /// Runs a script of the help that these arguments show, and gives its output.
    #[cfg(unix)]
    #[track_caller]
    pub fn script_of(&self, help: &[&str], script: &str) -> Done {
        let help = self.run(help).1;
        assert!(help.contains(script), "{help}");
        assert!(
            script.lines().all(|line| line.len() < 80),
            "a terminal of 80 columns must not break a command"
        );
        self.shell(script)
    }

    /// Runs a script in the folder, up to the first command that fails, and gives its output.
    #[cfg(unix)]
    pub fn shell(&self, script: &str) -> Done {
        let program =
            Path::new(env!("CARGO_BIN_EXE_curvemark")).parent().expect("a folder").to_owned();
        let path = std::env::var_os("PATH").unwrap_or_default();
        let path = std::env::join_paths([program].into_iter().chain(std::env::split_paths(&path)));
        let output = Command::new("sh")
            .args(["-euc", script])
            .env("PATH", path.expect("a path"))
            .env("TMPDIR", &self.path)
            .current_dir(&self.path)
            .output()
            .expect("a shell");
        let text = |bytes| String::from_utf8(bytes).expect("text");
        (output.status.code().expect("no signal"), text(output.stdout), text(output.stderr))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// The one line of a command that must have succeeded.
#[track_caller]
pub fn answer_of((exit, out, err): Done) -> String {
    assert_eq!((exit, err.as_str()), (0, ""));
    assert!(out.ends_with('\n') && out.lines().count() == 1, "{out:?}");
    out.trim_end().to_owned()
}
