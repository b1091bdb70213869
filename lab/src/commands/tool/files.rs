//! What the tools keep: secrets from the operating system's randomness, in files of their owner
//! alone.

use super::refuse;
use crate::commands::Failure;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use zeroize::Zeroizing;

/// A file for a secret: new, readable by its owner alone, and gone again unless something is kept
/// in it.
pub struct SecretFile {
    field: &'static str,
    path: PathBuf,
    file: File,
    kept: bool,
}

impl SecretFile {
    /// Makes the file, before any work is done for it.
    ///
    /// # Errors
    /// [`crate::commands::Exit::Usage`] if there is one of that name already, or none can be made.
    pub fn create(field: &'static str, path: &Path) -> Result<Self, Failure> {
        if path.as_os_str() == "-" {
            return Err(refuse(field, "a secret is written to a file, not to stdout"));
        }
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        // From its first moment, so that there is no time at which others can open it.
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(path).map_err(|error| Failure::usage(cannot_make(path, &error)))?;
        Ok(Self { field, path: path.to_owned(), file, kept: false })
    }

    /// Writes the secret and a line break.
    ///
    /// # Errors
    /// [`crate::commands::Exit::Usage`] if that fails; there is no file then.
    pub fn keep(mut self, secret: &str) -> Result<(), Failure> {
        self.file
            .write_all(secret.as_bytes())
            .and_then(|()| self.file.write_all(b"\n"))
            .and_then(|()| self.file.sync_all())
            .map_err(|error| {
                refuse(self.field, format_args!("cannot write {}: {error}", self.path.display()))
            })?;
        self.kept = true;
        Ok(())
    }
}

impl Drop for SecretFile {
    fn drop(&mut self) {
        if !self.kept {
            // The file was made by this process; that it cannot be removed changes nothing for the
            // caller.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

/// Why a file or a folder of this name cannot be made, and what to do.
pub fn cannot_make(path: &Path, error: &io::Error) -> String {
    let shown = path.display();
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    match (error.kind(), folder) {
        (io::ErrorKind::AlreadyExists, _) => {
            format!("{shown} exists and is never replaced; choose another name")
        }
        (io::ErrorKind::NotFound, Some(folder)) => {
            format!("{shown} cannot be made, since there is no folder {}", folder.display())
        }
        _ => format!("{shown} cannot be made: {error}"),
    }
}

/// 32 bytes of the operating system's randomness.
///
/// # Errors
/// [`crate::commands::Exit::Usage`] if there is none.
pub fn random_bytes() -> Result<Zeroizing<[u8; 32]>, Failure> {
    let mut bytes = Zeroizing::new([0; 32]);
    getrandom::fill(bytes.as_mut()).map_err(|error| {
        Failure::usage(format!("the operating system gives no randomness: {error}"))
    })?;
    Ok(bytes)
}

/// A uniformly random scalar: 32 bytes, drawn again until they are one. A draw is one with
/// probability 0.45 on BLS12-381, and almost always on the other curves.
///
/// # Errors
/// As [`random_bytes`].
pub fn random_scalar<T, E>(make: impl Fn(&[u8]) -> Result<T, E>) -> Result<T, Failure> {
    loop {
        if let Ok(scalar) = make(random_bytes()?.as_ref()) {
            return Ok(scalar);
        }
    }
}

/// Lower-case digits that are wiped when dropped.
pub fn digits(bytes: &[u8]) -> Zeroizing<String> {
    Zeroizing::new(base16ct::lower::encode_string(bytes))
}
