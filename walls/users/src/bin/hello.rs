//! Signs and verifies: what a newcomer writes first.

use curvemark::bls::{Error, min_pk::SecretKey};

fn main() -> Result<(), Error> {
    let secret = SecretKey::key_gen(&[7; 32], b"")?;
    let signature = secret.sign(b"a message");
    secret.public_key().verify(b"a message", &signature)
}
