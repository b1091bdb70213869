//! Public keys as the tools take them: one key, the keys of a keyset, or a whole keyset with its
//! id.

use crate::commands::Failure;
use crate::commands::tool::input::Text;
use crate::commands::tool::{because, refuse};
use curvemark::cashu::v3::models::{Keys, Keyset};
use curvemark::cashu::v3::{Error, KeysetId, MintPublicKey};
use serde::de::IgnoredAny;
use std::collections::BTreeMap;

/// What a signature is verified against.
pub enum PublicKeys {
    /// One key, whatever the amount.
    One(Box<MintPublicKey>),
    /// The keys by amount, of a keyset whose id is not said.
    Keys(Keys),
    /// A keyset; its id is the one that its content gives.
    Keyset(Keyset),
}

/// The id that a keyset has, if that is another than it says. It may say the one of before parts
/// were framed too.
pub fn other_id(keyset: &Keyset) -> Result<Option<KeysetId>, Error> {
    if keyset.derive_unframed_id().is_ok_and(|id| id == keyset.id) {
        return Ok(None);
    }
    keyset.derive_id().map(|id| Some(id).filter(|id| *id != keyset.id))
}

impl PublicKeys {
    /// From hexadecimal digits or JSON.
    ///
    /// # Errors
    /// [`crate::commands::Exit::Usage`]; also for a keyset whose id is not that of its content.
    pub fn read(text: &Text) -> Result<Self, Failure> {
        let keys = Self::read_without_id_check(text)?;
        if let Self::Keyset(keyset) = &keys
            && let Some(id) = other_id(keyset).map_err(because(text.label()))?
        {
            return Err(refuse(
                text.label(),
                format_args!("id: what the keyset holds has the id {id}"),
            ));
        }
        Ok(keys)
    }

    /// As [`PublicKeys::read`], with the id of a keyset as it is said.
    ///
    /// # Errors
    /// [`crate::commands::Exit::Usage`].
    pub fn read_without_id_check(text: &Text) -> Result<Self, Failure> {
        if !text.is_json() {
            let key =
                MintPublicKey::from_bytes(text.hex::<96>("K")?.as_ref()).map_err(because("K"))?;
            return Ok(Self::One(Box::new(key)));
        }
        // Which of the forms it is, so that errors are about that form.
        let names: BTreeMap<String, IgnoredAny> = text.json()?;
        if names.contains_key("keysets") {
            return Err(refuse(text.label(), "keysets: give only one keyset of the list"));
        }
        if names.contains_key("keys") {
            text.json().map(Self::Keyset)
        } else {
            text.json().map(Self::Keys)
        }
    }

    /// The key for an amount of a keyset, or the one key.
    ///
    /// # Errors
    /// Why there is none, with the field.
    pub fn of(&self, amount: u64, id: KeysetId) -> Result<&MintPublicKey, String> {
        let keys = match self {
            Self::One(key) => return Ok(key),
            Self::Keyset(keyset) if keyset.id != id => {
                return Err(format!("id: not of the keyset {}", keyset.id));
            }
            Self::Keyset(keyset) => &keyset.keys,
            Self::Keys(keys) => keys,
        };
        keys.get(amount).ok_or_else(|| format!("amount: the keyset has no key for {amount}"))
    }

    /// The one key, for a signature that is given without its amount.
    ///
    /// # Errors
    /// [`crate::commands::Exit::Usage`] if there are keys by amount.
    pub fn one(&self) -> Result<&MintPublicKey, Failure> {
        match self {
            Self::One(key) => Ok(key),
            _ => Err(refuse(
                "K",
                "a keyset, but hexadecimal does not say for which amount; give one key, or JSON",
            )),
        }
    }
}
