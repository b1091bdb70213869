//! The attack on a signing oracle, as the `main` of a process that knows nothing else: reads what
//! an attacker sees from standard input, one line of JSON, and writes what it made of that.

use probe::{Ask, Loot};
use std::io;

fn loot(ask: &Ask) -> Option<Loot> {
    let bytes = |text: &str| base16ct::lower::decode_vec(text).ok();
    let (key, other, message, forge) =
        (bytes(&ask.public_key)?, bytes(&ask.other_key)?, bytes(&ask.message)?, bytes(&ask.forge)?);
    let [first, second] = [bytes(&ask.signatures[0])?, bytes(&ask.signatures[1])?];
    let (scalar, signature) = crate::extract([&key, &other], &message, [&first, &second], &forge)?;
    let hex = base16ct::lower::encode_string;
    Some(Loot { scalar: hex(&scalar), signature: hex(&signature) })
}

/// One line in, one line out.
///
/// # Errors
/// If nothing could be extracted, or standard input or output fails.
pub fn attack() -> io::Result<()> {
    let mut line = String::new();
    io::stdin().read_line(&mut line)?;
    match serde_json::from_str::<Ask>(&line).ok().and_then(|ask| loot(&ask)) {
        Some(loot) => serde_json::to_writer(io::stdout(), &loot).map_err(io::Error::from),
        None => Err(io::Error::other("nothing was extracted")),
    }
}
