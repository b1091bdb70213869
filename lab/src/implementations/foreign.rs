//! Workers in other languages: how each is built, where it lies, how it is started.
//!
//! Their sources are folders of `peers/`, and what they need comes from the registries of their
//! languages, pinned by version and hash. None is needed: what is not built takes no part. All of
//! it goes under `target/peers/`, as the other workers do.

use super::workers::{NotBuilt, Worker, root};
use crate::commands::interrupt;
use peer_api::Implementation;
use peer_api::worker::client::{Found, Launch, find};
use serde_json::{Value, json};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What `peers/go-ipa` has of `peers/go`.
const GO_FILES: [&str; 2] = ["main.go", "bodies.go"];

/// What lies next to the installed packages of node.
const JS_FILES: [&str; 7] = [
    "package.json",
    "package-lock.json",
    ".npmrc",
    "worker.mjs",
    "serve.mjs",
    "operations.mjs",
    "compiled.mjs",
];

/// A language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// blst as a C program calls it, from the sources that cargo has.
    C,
    /// gnark-crypto, go-ethereum and two libraries for KZG.
    Go,
    /// go-ipa: in Go too, with a gnark-crypto of its own.
    GoIpa,
    /// noble-curves, herumi's two in WebAssembly, and blst as node calls it.
    Js,
    /// coincurve, which is libsecp256k1.
    Python,
}

impl Language {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::C, Self::Go, Self::GoIpa, Self::Js, Self::Python];

    /// The name of its folders.
    pub const fn name(self) -> &'static str {
        match self {
            Self::C => "c",
            Self::Go => "go",
            Self::GoIpa => "go-ipa",
            Self::Js => "js",
            Self::Python => "python",
        }
    }

    /// What `curvemark peers build` calls it: both in Go are one set.
    const fn set(self) -> &'static str {
        match self {
            Self::GoIpa => Self::Go.name(),
            other => other.name(),
        }
    }

    fn sources(self, root: &Path) -> PathBuf {
        root.join("peers").join(self.name())
    }

    fn folder(self, root: &Path) -> PathBuf {
        root.join("target").join("peers").join(self.name())
    }

    /// How it is started, if it is built.
    fn launch(self, root: &Path) -> Option<Launch> {
        let folder = self.folder(root);
        let (program, script) = match self {
            Self::C | Self::Go | Self::GoIpa => (self.executable(root), None),
            Self::Js => (PathBuf::from("node"), Some(folder.join("worker.mjs"))),
            Self::Python => {
                (folder.join("bin").join("python"), Some(self.sources(root).join("worker.py")))
            }
        };
        let there = match self {
            Self::Js => folder.join("node_modules").is_dir(),
            _ => program.is_file(),
        };
        let arguments = script.into_iter().map(PathBuf::into_os_string).collect();
        there.then(|| Launch { arguments, ..Launch::new(program) })
    }

    fn executable(self, root: &Path) -> PathBuf {
        self.folder(root).join(format!(
            "curvemark-peers-{}{}",
            self.name(),
            std::env::consts::EXE_SUFFIX
        ))
    }

    /// The commands that build it, in order.
    fn commands(self, root: &Path) -> Result<Vec<Command>, NotBuilt> {
        let (sources, folder) = (self.sources(root), self.folder(root));
        let command = |program: &str| {
            let mut command = Command::new(program);
            command.current_dir(&sources);
            command
        };
        Ok(match self {
            Self::C => vec![compiler(root, &sources, &self.executable(root))?],
            Self::Go | Self::GoIpa => {
                let mut go = command("go");
                go.args(["build", "-trimpath", "-mod=readonly"]);
                if self == Self::GoIpa {
                    let overlay = folder.join("overlay.json");
                    fs::write(&overlay, shared(root).to_string()).map_err(NotBuilt::Start)?;
                    go.arg("-overlay").arg(overlay);
                }
                go.arg("-o").arg(self.executable(root)).arg(".");
                vec![go]
            }
            Self::Js => {
                for file in JS_FILES {
                    fs::copy(sources.join(file), folder.join(file)).map_err(NotBuilt::Start)?;
                }
                let mut npm = command("npm");
                npm.args(["ci", "--ignore-scripts"]).current_dir(&folder);
                vec![npm]
            }
            Self::Python => {
                let mut venv = command("python3");
                venv.args(["-m", "venv"]).arg(&folder);
                let mut pip = Command::new(folder.join("bin").join("python"));
                pip.current_dir(&sources).args([
                    "-m",
                    "pip",
                    "install",
                    "--disable-pip-version-check",
                ]);
                pip.args(["--require-hashes", "--only-binary", ":all:", "-r", "requirements.txt"]);
                vec![venv, pip]
            }
        })
    }
}

/// The overlay by which Go finds [`GO_FILES`] in the folder of the other module.
fn shared(root: &Path) -> Value {
    let path = |language: Language, file| language.sources(root).join(file).display().to_string();
    let there =
        GO_FILES.map(|file| (path(Language::GoIpa, file), Value::String(path(Language::Go, file))));
    json!({ "Replace": Value::Object(there.into_iter().collect()) })
}

/// The compiler's command: our worker and the library in one program. Its flags are those of the
/// crate's own build, and `-O3`.
fn compiler(root: &Path, sources: &Path, executable: &Path) -> Result<Command, NotBuilt> {
    let (version, library) = crate_sources(root, "blst")?;
    let library = library.join("blst");
    let mut cc = Command::new(std::env::var_os("CC").unwrap_or_else(|| "cc".into()));
    cc.current_dir(sources).args(["-O3", "-fno-builtin", "-Wall"]);
    #[cfg(target_arch = "x86_64")]
    {
        cc.arg("-mno-avx");
        let (define, engine) = if std::arch::is_x86_feature_detected!("adx") {
            ("-D__ADX__", "assembly, ADX")
        } else {
            ("-D__BLST_PORTABLE__", "assembly, chosen at run time")
        };
        cc.arg(define).arg(format!("-DBLST_ENGINE=\"{engine}\""));
    }
    cc.arg(format!("-DBLST_VERSION=\"{version}\"")).arg("-I").arg(library.join("bindings"));
    cc.args(["worker.c", "request.c"])
        .arg(library.join("src/server.c"))
        .arg(library.join("build/assembly.S"));
    cc.arg("-o").arg(executable);
    Ok(cc)
}

/// The version and the folder of a dependency of this workspace, as cargo has them.
fn crate_sources(root: &Path, name: &str) -> Result<(String, PathBuf), NotBuilt> {
    let mut cargo = Command::new("cargo");
    cargo
        .args(["metadata", "--locked", "--format-version", "1", "--manifest-path"])
        .arg(root.join("Cargo.toml"));
    let output =
        cargo.stderr(Stdio::inherit()).output().map_err(|error| missing("cargo", error))?;
    let metadata: Value =
        serde_json::from_slice(&output.stdout).map_err(|_| NotBuilt::Failed("cargo".into()))?;
    let packages = metadata["packages"].as_array();
    let found = packages.into_iter().flatten().find(|package| package["name"] == name);
    let sources = found.and_then(|package| {
        let manifest = Path::new(package["manifest_path"].as_str()?);
        Some((package["version"].as_str()?.to_owned(), manifest.parent()?.to_path_buf()))
    });
    sources.ok_or_else(|| NotBuilt::Failed("cargo".into()))
}

fn missing(program: &str, error: io::Error) -> NotBuilt {
    match error.kind() {
        io::ErrorKind::NotFound => NotBuilt::NoProgram(program.to_owned()),
        _ => NotBuilt::Start(error),
    }
}

/// Builds one. Its tools show their own progress, unless they are to be `quiet`.
///
/// # Errors
/// [`NotBuilt`].
pub fn build(language: Language, quiet: bool) -> Result<(), NotBuilt> {
    let root = root().ok_or(NotBuilt::NoSources)?;
    fs::create_dir_all(language.folder(&root)).map_err(NotBuilt::Start)?;
    for mut command in language.commands(&root)? {
        let program = command.get_program().to_string_lossy().into_owned();
        // What a tool says is no answer of ours: it goes where progress goes.
        command.stdout(if quiet { Stdio::null() } else { Stdio::from(io::stderr()) });
        let status = interrupt::status(&mut command).map_err(|error| missing(&program, error))?;
        if !status.success() {
            return Err(NotBuilt::Failed(program));
        }
    }
    Ok(())
}

/// Looks for all of them: those who take part, and sentences about those who cannot. Those that are
/// not built share one sentence.
pub(super) fn survey(root: Option<&Path>) -> (Vec<Box<dyn Implementation>>, Vec<String>) {
    let (mut implementations, mut remarks, mut absent) = (Vec::new(), Vec::new(), Vec::new());
    for language in Language::ALL {
        let Some(launch) = root.and_then(|root| language.launch(root)) else {
            absent.push(language);
            continue;
        };
        let Worker { implementations: found, remark } = look(language, &launch);
        implementations.extend(found);
        remarks.extend(remark);
    }
    if let Some(first) = absent.first() {
        let them = absent.iter().map(|language| language.name()).collect::<Vec<_>>().join(", ");
        remarks.push(format!(
            "Peers in other languages are not built and do not take part ({them}); `curvemark peers build {}` builds one.",
            first.set()
        ));
    }
    (implementations, remarks)
}

fn look(language: Language, launch: &Launch) -> Worker {
    let (name, set) = (language.name(), language.set());
    match find(launch, "") {
        Ok(Found { implementations, outdated }) => {
            let boxed = implementations
                .into_iter()
                .map(|remote| Box::new(remote) as Box<dyn Implementation>);
            let remark = (!outdated.is_empty()).then(|| {
                format!(
                    "The {name} peers offer what this build does not know: {}.",
                    outdated.join(", ")
                )
            });
            Worker { implementations: boxed.collect(), remark }
        }
        Err(reason) => Worker {
            implementations: Vec::new(),
            remark: Some(format!(
                "The {name} peers cannot be used: {reason}. `curvemark peers build {set}` builds them again."
            )),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_absent_is_said_once() {
        let (implementations, remarks) = survey(None);
        assert!(implementations.is_empty());
        let [remark] = remarks.as_slice() else { panic!("{remarks:?}") };
        assert!(
            remark.contains("(c, go, go-ipa, js, python)")
                && remark.contains("`curvemark peers build c`"),
            "{remark}"
        );
        let nowhere = survey(Some(Path::new("/nonexistent")));
        assert_eq!(nowhere.1, remarks);
    }

    #[test]
    fn what_is_fetched_is_pinned() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let read = |path: &str| fs::read_to_string(root.join("peers").join(path)).expect("a file");
        let lock = read("js/package-lock.json");
        assert!(
            lock.contains("\"integrity\": \"sha512-")
                && !lock.contains("resolved")
                && !lock.contains("://")
        );
        let python = read("python/requirements.txt");
        assert!(
            python.contains("coincurve==")
                && python.contains("--hash=sha256:")
                && !python.contains("://")
        );
        for (folder, library) in [("go", "gnark-crypto"), ("go-ipa", "go-ipa")] {
            let [module, sums] = ["go.mod", "go.sum"].map(|file| read(&format!("{folder}/{file}")));
            assert!(module.contains(&format!("{library} v")) && sums.contains(library), "{folder}");
        }
        for language in Language::ALL {
            assert!(language.sources(&root).is_dir(), "{}", language.name());
        }
    }

    #[test]
    fn both_modules_in_go_have_one_protocol() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let overlay = shared(&root);
        let files = overlay["Replace"].as_object().expect("a map");
        assert_eq!(files.len(), GO_FILES.len());
        for (laid_over, file) in files {
            let file = file.as_str().expect("a path");
            assert!(Path::new(file).is_file() && !Path::new(laid_over).exists(), "{laid_over}");
        }
    }

    #[test]
    fn the_library_comes_from_where_cargo_has_it() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let cc = compiler(&root, &Language::C.sources(&root), Path::new("out"))
            .expect("blst is a dependency");
        let words: Vec<String> =
            cc.get_args().map(|word| word.to_string_lossy().into_owned()).collect();
        assert!(
            words.iter().any(|word| word.ends_with("assembly.S") && Path::new(word).is_file()),
            "{words:?}"
        );
        assert!(words.contains(&"-O3".to_owned()));
    }
}
