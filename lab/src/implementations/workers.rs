//! The worker executables: where they lie, who is in them, how they are built.
//!
//! `peers/wide` and `peers/ethereum` are packages with lock files of their own, outside this
//! workspace, so that their features change nothing here; those in other languages are in
//! [`foreign`]. The first is built twice: as anybody's `cargo build --release` would
//! ([`Build::Plain`]), and for this CPU in the best published configuration of each library
//! ([`Build::Native`]). On a CPU with AVX-512 IFMA it is built a third time, as `Native` would be
//! on one without it ([`Build::Adx`]). The second is built as anybody's ([`Build::Ethereum`]), and
//! so is `peers/system` ([`Build::System`]), which links what the system has. They lie under the
//! `target` folder of the checkout.

use super::foreign;
use crate::commands::interrupt;
use peer_api::Implementation;
use peer_api::worker::client::{Found, Launch, find};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A way to build the workers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Build {
    /// Default features of every library, no flags.
    Plain,
    /// Assembly and other fast paths switched on, for this CPU alone.
    Native,
    /// As [`Build::Native`], for a CPU with ADX and without AVX-512: what stands for such a CPU on
    /// one that has it.
    Adx,
    /// What Ethereum's clients build on: default features of every library, no flags.
    Ethereum,
    /// Shared libraries of the system: OpenSSL and GMP.
    System,
}

impl Build {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Plain, Self::Native, Self::Adx, Self::Ethereum, Self::System];

    /// Those that this CPU has a use for.
    pub fn here() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|build| *build != Self::Adx || has_ifma())
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Native => "native",
            Self::Adx => "adx",
            Self::Ethereum => "ethereum",
            Self::System => "system",
        }
    }

    /// What follows the names of its implementations: of those that are built twice, which build it
    /// is.
    const fn label(self) -> &'static str {
        match self {
            Self::Plain | Self::Native | Self::Adx => self.name(),
            Self::Ethereum | Self::System => "",
        }
    }

    /// The package, from the root of the checkout.
    const fn package(self) -> &'static str {
        match self {
            Self::Plain | Self::Native | Self::Adx => "peers/wide/Cargo.toml",
            Self::Ethereum => "peers/ethereum/Cargo.toml",
            Self::System => "peers/system/Cargo.toml",
        }
    }

    /// The executable's name.
    const fn executable(self) -> &'static str {
        match self {
            Self::Plain | Self::Native | Self::Adx => "curvemark-peers",
            Self::Ethereum => "curvemark-peers-ethereum",
            Self::System => "curvemark-peers-system",
        }
    }

    /// What it has, in words.
    const fn what(self) -> &'static str {
        match self {
            Self::Plain => "more libraries in Rust, as cargo builds them",
            Self::Native => "the same libraries, built for this CPU",
            Self::Adx => "the same libraries, built for a CPU with ADX and without AVX-512",
            Self::Ethereum => "revm and what Ethereum's clients build on",
            Self::System => "OpenSSL and GMP, as the system has them",
        }
    }

    fn folder(self, root: &Path) -> PathBuf {
        root.join("target").join("peers").join(self.name())
    }

    fn program(self, root: &Path) -> PathBuf {
        self.folder(root).join("release").join(format!(
            "{}{}",
            self.executable(),
            std::env::consts::EXE_SUFFIX
        ))
    }
}

/// The checkout: the nearest folder with a package of workers, upwards from the current folder or
/// else from this program.
pub(crate) fn root() -> Option<PathBuf> {
    let places = [std::env::current_dir().ok(), std::env::current_exe().ok()];
    let mut folders = places.iter().flatten().flat_map(|place| place.ancestors());
    folders.find(|folder| folder.join(Build::Plain.package()).is_file()).map(Path::to_path_buf)
}

/// What was found of one worker.
pub struct Worker {
    /// Its implementations, none if it cannot be used.
    pub implementations: Vec<Box<dyn Implementation>>,
    /// What there is to know about it: why it cannot be used, or that it is out of date.
    pub remark: Option<String>,
}

/// Looks for all workers, and asks those that are built who they are.
pub fn survey() -> Vec<Worker> {
    let root = root();
    let mut all: Vec<Worker> = Build::here().map(|build| look(build, root.as_deref())).collect();
    let (implementations, remarks) = foreign::survey(root.as_deref());
    all.push(Worker { implementations, remark: None });
    all.extend(
        remarks
            .into_iter()
            .map(|remark| Worker { implementations: Vec::new(), remark: Some(remark) }),
    );
    all
}

fn look(build: Build, root: Option<&Path>) -> Worker {
    let name = build.name();
    let without = |remark: String| Worker { implementations: Vec::new(), remark: Some(remark) };
    let program = root.map(|root| build.program(root)).filter(|program| program.is_file());
    let Some(program) = program else {
        return without(format!(
            "The {name} peers ({}) are not built and do not take part; `curvemark peers build {name}` builds them.",
            build.what()
        ));
    };
    match find(&Launch::new(program), build.label()) {
        Ok(Found { implementations, outdated }) => {
            let boxed = implementations
                .into_iter()
                .map(|remote| Box::new(remote) as Box<dyn Implementation>);
            let remark = (!outdated.is_empty()).then(|| {
                let count = outdated.len();
                format!(
                    "The {name} peers are of another state of the sources: {count} of their operations are left out; \
                     `curvemark peers build {name}` builds them again."
                )
            });
            Worker { implementations: boxed.collect(), remark }
        }
        Err(reason) => without(format!(
            "The {name} peers cannot be used: {reason}. `curvemark peers build {name}` builds them again."
        )),
    }
}

/// Why a worker was not built.
#[derive(Debug)]
pub enum NotBuilt {
    /// There is no checkout around here.
    NoSources,
    /// There is no cargo.
    NoCargo,
    /// There is no such tool.
    NoProgram(String),
    /// A tool cannot be started, or a file cannot be written.
    Start(io::Error),
    /// The tool of this name failed, and has said why.
    Failed(String),
}

impl fmt::Display for NotBuilt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSources => {
                let package = Build::Plain.package();
                write!(f, "{package} is not in this folder or above it: run this in a checkout")
            }
            Self::NoCargo => {
                f.write_str("cargo is not installed here, or not in PATH; https://rustup.rs has it")
            }
            Self::NoProgram(program) => {
                write!(f, "{program} is not installed here, or not in PATH")
            }
            Self::Start(error) => write!(f, "their tools cannot be started: {error}"),
            Self::Failed(program) => write!(
                f,
                "{program} could not build them, and said why above; a first build needs a network and a C compiler"
            ),
        }
    }
}

impl std::error::Error for NotBuilt {}

/// Builds a worker with cargo, which shows its own progress on stderr unless it is to be `quiet`.
///
/// # Errors
/// [`NotBuilt`].
pub fn build(build: Build, quiet: bool) -> Result<(), NotBuilt> {
    let root = root().ok_or(NotBuilt::NoSources)?;
    let has_cmake = runs("cmake") && runs("c++");
    if build == Build::Plain && !has_cmake {
        eprintln!("cmake or a C++ compiler is not installed here: mcl takes no part");
    }
    let mut features = Vec::new();
    if has_cmake {
        features.push("mcl");
    }
    if has_mulx_and_adx() {
        features.push("pasta-asm");
    }
    let mut cargo = cargo(build, &root, &features);
    if quiet {
        cargo.arg("--quiet");
    }
    let status = interrupt::status(&mut cargo).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => NotBuilt::NoCargo,
        _ => NotBuilt::Start(error),
    })?;
    if status.success() { Ok(()) } else { Err(NotBuilt::Failed("cargo".into())) }
}

/// Whether a tool is there.
fn runs(tool: &str) -> bool {
    let mut tool = Command::new(tool);
    tool.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    tool.status().is_ok_and(|status| status.success())
}

#[cfg(target_arch = "x86_64")]
fn has_mulx_and_adx() -> bool {
    std::arch::is_x86_feature_detected!("bmi2") && std::arch::is_x86_feature_detected!("adx")
}

/// On ARM64 the same assembly has another form, which all CPUs run.
#[cfg(not(target_arch = "x86_64"))]
fn has_mulx_and_adx() -> bool {
    cfg!(target_arch = "aarch64")
}

#[cfg(target_arch = "x86_64")]
fn has_ifma() -> bool {
    std::arch::is_x86_feature_detected!("avx512ifma")
}

#[cfg(not(target_arch = "x86_64"))]
fn has_ifma() -> bool {
    false
}

/// With features of the plain build, which are those that this machine can build and run.
fn cargo(build: Build, root: &Path, features: &[&str]) -> Command {
    let mut cargo = Command::new("cargo");
    cargo
        .args(["build", "--release", "--locked", "--bin", build.executable(), "--manifest-path"])
        .arg(root.join(build.package()));
    cargo.arg("--target-dir").arg(build.folder(root));
    // Flags of the caller's own would make the plain build another one, and the native one not the
    // one that is named.
    cargo.env_remove("CARGO_ENCODED_RUSTFLAGS").env_remove("RUSTFLAGS");
    match build {
        Build::Plain if !features.is_empty() => {
            cargo.args(["--features", &features.join(",")]);
        }
        Build::Native => {
            cargo.args(["--features", "native"]).env("RUSTFLAGS", "-C target-cpu=native");
        }
        Build::Adx => {
            let flags = "-C target-cpu=x86-64-v3 -C target-feature=+adx";
            cargo.args(["--features", "native"]).env("RUSTFLAGS", flags);
        }
        _ => (),
    }
    cargo
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_built_is_said_with_the_way_to_build_it() {
        let nowhere = look(Build::Native, None);
        assert!(nowhere.implementations.is_empty());
        let remark = nowhere.remark.expect("it is not there");
        assert!(remark.contains("`curvemark peers build native`"), "{remark}");
    }

    #[test]
    fn builds_differ_by_packages_features_flags_and_folders() {
        let words = |build| {
            let cargo = cargo(build, Path::new("/checkout"), &["mcl", "pasta-asm"]);
            let arguments = cargo
                .get_args()
                .map(|word| word.to_string_lossy().into_owned())
                .collect::<Vec<_>>()
                .join(" ");
            let flags = cargo
                .get_envs()
                .find(|(name, _)| *name == "RUSTFLAGS")
                .and_then(|(_, value)| value);
            (arguments, flags.map(|flags| flags.to_string_lossy().into_owned()))
        };
        let (plain, flags) = words(Build::Plain);
        let to = "--target-dir /checkout/target/peers/plain";
        assert!(
            plain.ends_with(&format!("{to} --features mcl,pasta-asm")) && flags.is_none(),
            "{plain}"
        );
        let without = cargo(Build::Plain, Path::new("/checkout"), &[]);
        assert!(without.get_args().all(|word| word != "--features"), "nothing is there");
        let (native, flags) = words(Build::Native);
        assert!(native.ends_with("/checkout/target/peers/native --features native"), "{native}");
        assert_eq!(flags.as_deref(), Some("-C target-cpu=native"));
        let (adx, flags) = words(Build::Adx);
        assert!(adx.ends_with("/checkout/target/peers/adx --features native"), "{adx}");
        let flags = flags.expect("flags");
        assert!(flags.contains("+adx") && !flags.contains("native") && !flags.contains("512"));
        let (system, flags) = words(Build::System);
        assert!(
            system.contains("/checkout/peers/system/Cargo.toml") && flags.is_none(),
            "{system}"
        );
        let (ethereum, flags) = words(Build::Ethereum);
        assert!(ethereum.contains(
            "/checkout/peers/ethereum/Cargo.toml --target-dir /checkout/target/peers/ethereum"
        ));
        assert!(
            ethereum.contains("--bin curvemark-peers-ethereum") && flags.is_none(),
            "{ethereum}"
        );
    }
}
