//! The double public key oracle: an entry that signs under whatever public key it is given.
//!
//! The attack runs in a process of its own, which is told what an attacker sees and nothing else
//! ([`Ask`]), and answers with what it made of that ([`Loot`]), one line of JSON each way.

use peer_api::{Implementation, Refusal, operation};
use record::probe::Signing;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// An independent verifier: key, message, signature.
pub type Verify<'a> = dyn Fn(&[u8], &[u8], &[u8]) -> bool + 'a;

/// How the attack is started.
#[derive(Clone, Debug)]
pub struct Attack {
    /// The executable.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
}

/// What the attack is told. All bytes are lower-case hexadecimal.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Ask {
    /// The public key of the signer.
    pub public_key: String,
    /// Another public key, which the attacker chose.
    pub other_key: String,
    /// The message that was signed under both.
    pub message: String,
    /// Its two signatures, in this order.
    pub signatures: [String; 2],
    /// The message that it is to sign in the signer's name.
    pub forge: String,
}

/// What it made of that.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Loot {
    /// The secret scalar, little-endian, reduced.
    pub scalar: String,
    /// A signature of [`Ask::forge`].
    pub signature: String,
}

/// Signs one message under the right public key and under another, and lets the attack have both.
/// `verify` is an independent verifier of key, message and signature. Gives back what was seen, and
/// the loot; `None` if the implementation has no `ed25519/sign_with_public_key`, or refuses the
/// right key.
pub fn signing(
    implementation: &dyn Implementation,
    seed: &[u8; 32],
    public_key: &[u8; 32],
    other_key: &[u8; 32],
    attack: &Attack,
    verify: &Verify<'_>,
) -> Option<(Signing, Option<Loot>)> {
    let operation = operation("ed25519/sign_with_public_key")?;
    implementation.contract(operation)?;
    let (message, forge) =
        (b"a message that was signed".as_slice(), b"a message that nobody signed".as_slice());
    let sign = |key: &[u8]| {
        super::ask(implementation, operation, &vec![seed.to_vec(), key.to_vec(), message.to_vec()])
    };
    let right = sign(public_key).ok().filter(|signature| signature.len() == 64)?;
    let mut seen = Signing {
        signs_under_another_key: false,
        repeats_commitment: false,
        extracted: false,
        forged: false,
    };
    let wrong = match sign(other_key) {
        Ok(wrong) if wrong.len() == 64 && wrong != right => wrong,
        // Refused, or the parameter was ignored.
        Ok(_) | Err(Refusal::Invalid | Refusal::Unsupported(_) | Refusal::Lost(_)) => {
            return Some((seen, None));
        }
    };
    seen.signs_under_another_key = true;
    seen.repeats_commitment = right[..32] == wrong[..32];
    let hex = base16ct::lower::encode_string;
    let ask = Ask {
        public_key: hex(public_key),
        other_key: hex(other_key),
        message: hex(message),
        signatures: [hex(&right), hex(&wrong)],
        forge: hex(forge),
    };
    let loot = attack_with(attack, &ask);
    if let Some(loot) = &loot {
        let signature = base16ct::lower::decode_vec(&loot.signature).unwrap_or_default();
        // Whoever signs what it was not given a signature of has the key.
        seen.forged = verify(public_key, forge, &signature);
        seen.extracted = seen.forged;
    }
    Some((seen, loot))
}

fn attack_with(attack: &Attack, ask: &Ask) -> Option<Loot> {
    let mut command = Command::new(&attack.program);
    command
        .args(&attack.arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let mut child = command.spawn().ok()?;
    let mut line = serde_json::to_vec(ask).ok()?;
    line.push(b'\n');
    // A process that does not read has no answer either. Dropped, the pipe says that this is all.
    let _ = child.stdin.take()?.write_all(&line);
    let output = child.wait_with_output().ok()?;
    serde_json::from_slice(&output.stdout).ok()
}
