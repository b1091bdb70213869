//! Which compiler builds for the chip: one that the environment names, rustup's target, or
//! rust-src.

use std::path::{Path, PathBuf};
use std::process::Command;

type Error = Box<dyn std::error::Error>;

pub const TARGET: &str = "riscv32imc-unknown-none-elf";
/// Of 64 bits, which is counted beside it.
const TARGET_64: &str = "riscv64gc-unknown-none-elf";

/// Of a zkVM's guest, of 32 and of 64 bits.
const GUEST_32: &str = "riscv32im-unknown-none-elf";
const GUEST_64: &str = "riscv64im-unknown-none-elf";
/// The same processors, with atomic operations that the compiler makes plain ones. A name with
/// `-none` has Rust's `compiler_builtins` bring `memcpy` and the like.
const LOWERED_32: &str = "revm-image/riscv32im-none-lowered-atomics.json";
const LOWERED_64: &str = "revm-image/riscv64im-none-lowered-atomics.json";
/// What makes them plain.
const LOWER: &str = "-Cpasses=lower-atomic";

/// SHA-256 as a loop instead of 13 KB of rounds written out, which fill the cache of 16 KB and push
/// all else out of it.
const COMPACT_SHA2: &str = "--cfg sha2_backend_soft=\"compact\"";

/// What says to an image which operation is to be in it.
const ALONE: &str = "CURVEMARK_ALONE";

/// The linker makes calls of what lies near as short as they can be: 4 bytes or 2 in place of 8.
/// The compiler warns that the feature's name is not stable.
const NEAR_CALLS: &str = "-Ctarget-feature=+relax";

/// What runs on this machine.
const HOST: &str = "curvemark-host-image";
/// What makes a block for `revm` and runs it on this machine.
const REVM: &str = "curvemark-revm-native";

/// What to do when there is none.
pub const HOW_TO: &str = "One of these makes it run:\n  \
    rustup target add riscv32imc-unknown-none-elf\n  \
    rustup component add rust-src\n  \
    tools/unpacked-rustc.sh riscv FOLDER, which unpacks Debian's compiler, and the two \
    variables that it prints";

/// How the standard library of the target is had.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Library {
    /// It is in the sysroot.
    Installed,
    /// Its sources are, and cargo builds them.
    Sources,
}

/// What is built.
#[derive(Clone, Copy)]
pub struct Image {
    package: &'static str,
    target: &'static str,
    /// The linker's script.
    script: &'static str,
    /// Whether products are made on the RSA block.
    multiplied: bool,
    /// Whether its code is to be small.
    small: bool,
    /// Whether it is a zkVM's guest, which has no small cache and is compiled without the chip's
    /// flags.
    guest: bool,
    /// Cargo's.
    features: &'static str,
    /// Parts of the standard library.
    library: &'static str,
    /// The one operation that is in it; all without.
    alone: Option<u32>,
    /// What compiles the parts in C, and its flags.
    c: Option<(C, &'static str)>,
}

/// A compiler of C for the chip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum C {
    Gcc,
    Clang,
}

impl Image {
    /// The image with one operation alone.
    pub const fn alone(self, operation: u32) -> Self {
        Self { alone: Some(operation), ..self }
    }
}

impl C {
    /// Names under which it may be installed. Debian's `clang` may be older than what it offers
    /// beside it.
    const fn names(self) -> &'static [&'static str] {
        match self {
            Self::Gcc => {
                &["riscv64-unknown-elf-gcc", "riscv32-unknown-elf-gcc", "riscv32-esp-elf-gcc"]
            }
            Self::Clang => &["clang-19", "clang"],
        }
    }

    /// The name that answers, and what it says of itself; `None` where it is not installed or makes
    /// no code for the chip.
    pub fn find(self) -> Option<(&'static str, String)> {
        self.names().iter().find_map(|name| {
            let ask = |argument| {
                let output = Command::new(name)
                    .arg(argument)
                    .output()
                    .ok()
                    .filter(|output| output.status.success())?;
                String::from_utf8(output.stdout).ok()
            };
            if self == Self::Clang && !ask("--print-targets")?.contains("riscv32") {
                return None;
            }
            Some((*name, ask("--version")?.lines().next()?.trim().to_owned()))
        })
    }
}

/// An image of curvemark alone.
const OWN: Image = Image {
    package: "",
    target: TARGET,
    script: "image/link.x",
    multiplied: false,
    small: false,
    guest: false,
    features: "",
    library: "core",
    alone: None,
    c: None,
};

/// Cashu v3 in software.
pub const SOFTWARE: Image = Image { package: "curvemark-firmware", ..OWN };
/// Cashu v3 on the RSA block.
pub const MULTIPLIED: Image = Image {
    package: "curvemark-firmware",
    script: "image/link-rsa.x",
    multiplied: true,
    features: "rsa",
    ..OWN
};
/// Cashu v3 in software, in code that is to be small.
pub const SMALL: Image = Image { small: true, ..SOFTWARE };
/// As in software, for a processor of 64 bits.
pub const RV64: Image = Image { target: TARGET_64, script: "image/link-rv64.x", ..SOFTWARE };
/// What is asked in tests alone, beside Cashu v3: in software, on the RSA block, and in small code.
pub const CHECKS: Image = Image { package: "curvemark-checks-image", ..SOFTWARE };
pub const CHECKS_MULTIPLIED: Image = Image { package: "curvemark-checks-image", ..MULTIPLIED };
pub const CHECKS_SMALL: Image = Image { package: "curvemark-checks-image", ..SMALL };
/// Curves without pairings.
pub const CURVES: Image =
    Image { package: "curvemark-curves-image", script: "image/link-curves.x", ..OWN };
/// The driver of the RSA block alone.
pub const DRIVER: Image = Image { package: "curvemark-rsa-image", ..OWN };
/// Other libraries: those in Rust, and with a compiler of C those in C, by that compiler and such
/// flags.
pub const fn peers(c: Option<(C, &'static str)>) -> Image {
    let features = match c {
        Some((C::Gcc, _)) => "blst,libsecp256k1",
        // blst alone: what the models were calibrated by.
        Some((C::Clang, _)) => "blst",
        None => "",
    };
    Image { package: "curvemark-peers-image", features, library: "core,alloc", c, ..OWN }
}
/// How wide a guest's words are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Width {
    Rv32,
    Rv64,
}

/// A guest with curvemark.
pub const fn guest(width: Width) -> Image {
    let target = match width {
        Width::Rv32 => GUEST_32,
        Width::Rv64 => GUEST_64,
    };
    Image {
        package: "curvemark-guest-image",
        target,
        script: "guest-image/link.x",
        guest: true,
        library: "core,alloc",
        ..OWN
    }
}

/// A guest with `revm`.
pub const fn guest_revm(width: Width) -> Image {
    let target = match width {
        Width::Rv32 => LOWERED_32,
        Width::Rv64 => LOWERED_64,
    };
    Image { package: "curvemark-revm-image", target, ..guest(width) }
}

/// A guest with other libraries: those in Rust, and with a compiler of C those in C.
pub const fn guest_peers(width: Width, c: Option<C>) -> Image {
    let (features, c) = match c {
        Some(c) => ("blst,libsecp256k1", Some((c, C_FAST))),
        None => ("", None),
    };
    Image { package: "curvemark-guest-peers-image", features, c, ..guest(width) }
}

/// Flags for C, fast or short: without headers of a library of C, and with the compiler's own forms
/// of what such a library has.
pub const C_FAST: &str = "-O3 -ffreestanding -fbuiltin";
pub const C_SHORT: &str = "-Os -ffreestanding -fbuiltin";

pub struct Toolchain {
    rustc: PathBuf,
    /// Where that compiler's own libraries lie, if not where it looks.
    libraries: Option<PathBuf>,
    library: Library,
    route: &'static str,
    version: String,
}

impl Toolchain {
    /// The first that works: the compiler that `FW_RUSTC` names, with its own libraries in
    /// `FW_RUST_LIB`, the sysroot's target, the sysroot's sources.
    pub fn find() -> Option<Self> {
        let own = own();
        let named = std::env::var_os("FW_RUSTC").map(PathBuf::from);
        let libraries = std::env::var_os("FW_RUST_LIB").map(PathBuf::from);
        let routes = [
            (named, libraries, Library::Sources, "FW_RUSTC"),
            (Some(own.clone()), None, Library::Installed, "the target of the sysroot"),
            (Some(own), None, Library::Sources, "rust-src of the sysroot"),
        ];
        routes.into_iter().find_map(|(rustc, libraries, library, route)| {
            let toolchain =
                Self { rustc: rustc?, libraries, library, route, version: String::new() };
            let version = toolchain.ask(&["--version"])?;
            toolchain.has(library, TARGET).then_some(Self { version, ..toolchain })
        })
    }

    pub fn version(&self) -> &str {
        &self.version
    }

    pub fn route(&self) -> &str {
        self.route
    }

    /// Whether it builds guests of this width.
    pub fn has_guest(&self, width: Width) -> bool {
        self.has(self.library, guest(width).target)
    }

    /// Whether it builds for targets that a file describes, for which nobody has a library.
    pub fn takes_files(&self) -> bool {
        self.library == Library::Sources
    }

    /// Whether it builds for processors of 64 bits too.
    pub fn has_64(&self) -> bool {
        self.has(self.library, TARGET_64)
    }

    fn has(&self, library: Library, target: &str) -> bool {
        match library {
            Library::Installed => self
                .ask(&["--print", "target-libdir", "--target", target])
                .and_then(|folder| std::fs::read_dir(folder).ok())
                .is_some_and(|mut files| {
                    files.any(|file| {
                        file.is_ok_and(|file| {
                            file.file_name().to_string_lossy().starts_with("libcore-")
                        })
                    })
                }),
            Library::Sources => self.ask(&["--print", "sysroot"]).is_some_and(|root| {
                Path::new(&root).join("lib/rustlib/src/rust/library/core").is_dir()
            }),
        }
    }

    fn ask(&self, arguments: &[&str]) -> Option<String> {
        let mut command = Command::new(&self.rustc);
        if let Some(libraries) = &self.libraries {
            command.env("LD_LIBRARY_PATH", libraries);
        }
        let output =
            command.args(arguments).output().ok().filter(|output| output.status.success())?;
        Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
    }

    /// Cargo for the chip: a verb, where it stands, where it builds, and the parts of the standard
    /// library.
    fn cargo(
        &self,
        verb: &str,
        triple: &str,
        folder: &Path,
        target: &Path,
        library: &str,
    ) -> Command {
        let mut command = cargo();
        command.current_dir(folder).args([verb, "--release", "--locked", "--target", triple]);
        command.arg("--target-dir").arg(target);
        // What cargo set for this program is not for that compiler. What rustup chose stays:
        // without it a package that names a toolchain in its own folder would be compiled by
        // that one.
        for variable in ["RUSTC_WRAPPER", "RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "LD_LIBRARY_PATH"]
        {
            command.env_remove(variable);
        }
        command.env("RUSTC", &self.rustc);
        if self.library == Library::Sources {
            // The flag is not stable; compilers of a release take it with this variable.
            command.arg(format!("-Zbuild-std={library}")).env("RUSTC_BOOTSTRAP", "1");
        }
        if is_file(triple) {
            command.arg("-Zjson-target-spec");
        }
        if let Some(libraries) = &self.libraries {
            command.env("LD_LIBRARY_PATH", libraries);
        }
        if let Some(linker) = linker() {
            command.env(
                format!("CARGO_TARGET_{}_LINKER", name_of(triple).to_uppercase().replace('-', "_")),
                linker,
            );
        }
        command
    }

    /// Builds an image, and gives its path.
    pub fn build(&self, image: &Image) -> Result<PathBuf, Error> {
        let Image {
            package,
            target: triple,
            script,
            multiplied,
            small,
            guest,
            features,
            library,
            alone,
            c,
        } = *image;
        let folder = workspace()?;
        // Folders of their own: another compiler's files must not push out those of this program,
        // nor one image the other.
        let target = folder.join(match (multiplied, small, guest) {
            (true, ..) => "target/chip-multiplied",
            (false, true, _) => "target/chip-small",
            (false, false, true) => "target/guests",
            (false, false, false) => "target/chip",
        });
        let mut command = self.cargo("rustc", triple, folder, &target, library);
        command.args(["-p", package, "--features", features]);
        if triple == TARGET_64 {
            // The profile has the chip's small cache in mind, and its kernels, which are long
            // whatever the profile says.
            for package in ["curvemark-curve", "curvemark", "curvemark-firmware"] {
                command
                    .args(["--config", &format!("profile.release.package.{package}.opt-level=3")]);
            }
        }
        if guest {
            for package in ["curvemark-curve", "curvemark", "sha2"] {
                command
                    .args(["--config", &format!("profile.release.package.{package}.opt-level=3")]);
            }
        }
        if small {
            command.args(["--config", "profile.release.package.curvemark-limb.opt-level=\"s\""]);
        }
        let multiplier = if multiplied { " --cfg curvemark_multiplier" } else { "" };
        let size = if small { " --cfg curvemark_small" } else { "" };
        let name = name_of(triple).to_uppercase().replace('-', "_");
        let flags = if is_file(triple) {
            LOWER.to_owned()
        } else if guest {
            String::new()
        } else {
            format!("{COMPACT_SHA2} {NEAR_CALLS}{multiplier}{size}")
        };
        command.env(format!("CARGO_TARGET_{name}_RUSTFLAGS"), flags);
        match alone {
            Some(operation) => command.env(ALONE, operation.to_string()),
            None => command.env_remove(ALONE),
        };
        if let Some((c, flags)) = c {
            let (compiler, _) = c.find().ok_or("the compiler of C is gone")?;
            let name = triple.replace('-', "_");
            command.env(format!("CC_{name}"), compiler).env(format!("CFLAGS_{name}"), flags);
            // An archive is an archive; Rust's own linker looks into it.
            command.env(format!("AR_{name}"), "ar");
        }
        command.args(["--", &format!("-Clink-arg=-T{}", folder.join(script).display())]);
        eprintln!("building: {package} for {triple}");
        if !command.status()?.success() {
            return Err(format!("{package} does not build").into());
        }
        Ok(target.join(name_of(triple)).join("release").join(package))
    }

    /// Type-checks the program for a board, which nothing here can run.
    pub fn check_board(&self) -> Result<(), Error> {
        let folder = workspace()?;
        let mut command = self.cargo(
            "check",
            TARGET,
            &folder.join("esp32c3"),
            &folder.join("target/chip-board"),
            "core,alloc",
        );
        if !command.status()?.success() {
            return Err("the program for a board does not compile".into());
        }
        Ok(())
    }
}

/// Whether a target is described by a file and not known to the compiler.
fn is_file(target: &str) -> bool {
    target.ends_with(".json")
}

/// The name of a target, which of a file is the file's.
fn name_of(target: &str) -> &str {
    let file = target.strip_suffix(".json").unwrap_or(target);
    file.rsplit('/').next().unwrap_or(file)
}

/// Builds the program of this machine by its own compiler, without the chip's flags or a user's,
/// and gives its path.
pub fn build_host() -> Result<PathBuf, Error> {
    build_here(HOST)
}

/// As [`build_host`], what makes a block for `revm`.
pub fn build_revm() -> Result<PathBuf, Error> {
    build_here(REVM)
}

fn build_here(package: &str) -> Result<PathBuf, Error> {
    let folder = workspace()?;
    let target = folder.join("target/host");
    let mut command = cargo();
    command
        .current_dir(folder)
        .args(["build", "--release", "--locked", "-p", package, "--target-dir"])
        .arg(&target);
    // As the root's release: what the profile has short is so for the chip's small cache.
    for package in ["curvemark-curve", "curvemark", "sha2"] {
        command.args(["--config", &format!("profile.release.package.{package}.opt-level=3")]);
    }
    command.args(["--config", "profile.release.lto=\"off\""]);
    // Set and empty: no other flags are looked for.
    command.env("CARGO_ENCODED_RUSTFLAGS", "").env_remove("CARGO_BUILD_TARGET").env_remove(ALONE);
    if !command.status()?.success() {
        return Err(format!("{package} does not build").into());
    }
    Ok(target.join("release").join(format!("{package}{}", std::env::consts::EXE_SUFFIX)))
}

/// What this machine's compiler says of itself.
pub fn host_version() -> Result<String, Error> {
    let output = Command::new(own()).arg("--version").output()?;
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}

/// This machine's compiler.
fn own() -> PathBuf {
    PathBuf::from(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
}

fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// The folder of this workspace.
fn workspace() -> Result<&'static Path, Error> {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .ok_or_else(|| "the workspace is the folder above".into())
}

/// The linker that rustup's compiler brings along, for compilers that bring none.
fn linker() -> Option<PathBuf> {
    let output = Command::new("rustc").args(["--print", "sysroot"]).output().ok()?;
    let root = PathBuf::from(String::from_utf8(output.stdout).ok()?.trim());
    let hosts = std::fs::read_dir(root.join("lib/rustlib")).ok()?;
    hosts
        .filter_map(|host| Some(host.ok()?.path().join("bin/rust-lld")))
        .find(|linker| linker.is_file())
}
