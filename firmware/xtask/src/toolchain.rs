//! Which compiler builds for the chip: rustup's target, rust-src, or one that the environment names.

use std::path::{Path, PathBuf};
use std::process::Command;

pub const TARGET: &str = "riscv32imc-unknown-none-elf";

/// What to do when there is none.
pub const HOW_TO: &str = "One of these makes it run:\n  \
    rustup target add riscv32imc-unknown-none-elf\n  \
    rustup component add rust-src\n  \
    tools/riscv-rustc.sh FOLDER, which unpacks Debian's compiler, and the two variables that it prints";

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
    /// The linker's script.
    script: &'static str,
    /// Whether products are made on the RSA block.
    multiplied: bool,
}

/// Cashu v3 in software.
pub const SOFTWARE: Image = Image { package: "curvemark-firmware", script: "image/link.x", multiplied: false };
/// Cashu v3 on the RSA block.
pub const MULTIPLIED: Image = Image { package: "curvemark-firmware", script: "image/link-rsa.x", multiplied: true };
/// Curves without pairings.
pub const CURVES: Image = Image { package: "curvemark-curves-image", script: "image/link.x", multiplied: false };
/// The driver of the RSA block alone.
pub const DRIVER: Image = Image { package: "curvemark-rsa-image", script: "image/link.x", multiplied: false };

pub struct Toolchain {
    rustc: PathBuf,
    /// Where that compiler's own libraries lie, if not where it looks.
    libraries: Option<PathBuf>,
    library: Library,
    route: &'static str,
    version: String,
}

impl Toolchain {
    /// The first that works: the sysroot's target, the sysroot's sources, the compiler that `FW_RUSTC` names, with its own libraries in `FW_RUST_LIB`.
    pub fn find() -> Option<Self> {
        let own = PathBuf::from(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
        let named = std::env::var_os("FW_RUSTC").map(PathBuf::from);
        let libraries = std::env::var_os("FW_RUST_LIB").map(PathBuf::from);
        let routes = [
            (Some(own.clone()), None, Library::Installed, "the target of the sysroot"),
            (Some(own), None, Library::Sources, "rust-src of the sysroot"),
            (named, libraries, Library::Sources, "FW_RUSTC"),
        ];
        routes.into_iter().find_map(|(rustc, libraries, library, route)| {
            let toolchain = Self { rustc: rustc?, libraries, library, route, version: String::new() };
            let version = toolchain.ask(&["--version"])?;
            toolchain.has(library).then_some(Self { version, ..toolchain })
        })
    }

    pub fn version(&self) -> &str {
        &self.version
    }

    pub fn route(&self) -> &str {
        self.route
    }

    fn has(&self, library: Library) -> bool {
        match library {
            Library::Installed => self
                .ask(&["--print", "target-libdir", "--target", TARGET])
                .and_then(|folder| std::fs::read_dir(folder).ok())
                .is_some_and(|mut files| {
                    files.any(|file| file.is_ok_and(|file| file.file_name().to_string_lossy().starts_with("libcore-")))
                }),
            Library::Sources => self
                .ask(&["--print", "sysroot"])
                .is_some_and(|root| Path::new(&root).join("lib/rustlib/src/rust/library/core").is_dir()),
        }
    }

    fn ask(&self, arguments: &[&str]) -> Option<String> {
        let mut command = Command::new(&self.rustc);
        if let Some(libraries) = &self.libraries {
            command.env("LD_LIBRARY_PATH", libraries);
        }
        let output = command.args(arguments).output().ok().filter(|output| output.status.success())?;
        Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
    }

    /// Builds an image, and gives its path.
    pub fn build(&self, image: &Image) -> Result<PathBuf, Box<dyn std::error::Error>> {
        let Image { package, script, multiplied } = *image;
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("the workspace is the folder above")?;
        // Folders of their own: another compiler's files must not push out those of this program, nor one image the other.
        let target = folder.join(if multiplied { "target/chip-multiplied" } else { "target/chip" });
        let name = TARGET.to_uppercase().replace('-', "_");
        let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        command
            .current_dir(folder)
            .args(["rustc", "--release", "--locked", "-p", package, "--target", TARGET])
            .arg("--target-dir")
            .arg(&target);
        // What cargo and rustup set for this program is not for that compiler.
        for variable in ["RUSTC_WRAPPER", "RUSTUP_TOOLCHAIN", "RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "LD_LIBRARY_PATH"]
        {
            command.env_remove(variable);
        }
        command.env("RUSTC", &self.rustc);
        if multiplied {
            command
                .args(["--features", "rsa"])
                .env(format!("CARGO_TARGET_{name}_RUSTFLAGS"), "--cfg curvemark_multiplier");
        }
        if self.library == Library::Sources {
            // The flag is not stable; compilers of a release take it with this variable.
            command.arg("-Zbuild-std=core").env("RUSTC_BOOTSTRAP", "1");
        }
        if let Some(libraries) = &self.libraries {
            command.env("LD_LIBRARY_PATH", libraries);
        }
        if let Some(linker) = linker() {
            command.env(format!("CARGO_TARGET_{name}_LINKER"), linker);
        }
        command.args(["--", &format!("-Clink-arg=-T{}", folder.join(script).display())]);
        if !command.status()?.success() {
            return Err(format!("{package} does not build").into());
        }
        Ok(target.join(TARGET).join("release").join(package))
    }
}

/// The linker that rustup's compiler brings along, for compilers that bring none.
fn linker() -> Option<PathBuf> {
    let output = Command::new("rustc").args(["--print", "sysroot"]).output().ok()?;
    let root = PathBuf::from(String::from_utf8(output.stdout).ok()?.trim());
    let hosts = std::fs::read_dir(root.join("lib/rustlib")).ok()?;
    hosts.filter_map(|host| Some(host.ok()?.path().join("bin/rust-lld"))).find(|linker| linker.is_file())
}
