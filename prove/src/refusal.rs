//! Why a claim is not proved.

/// Why a run ends without its claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Something is not shown, or is not allowed.
    Because(String),
    /// The case that was assumed contradicts what was proved, so no run takes it.
    Impossible,
}

impl core::fmt::Display for Refusal {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Because(reason) => f.write_str(reason),
            Self::Impossible => f.write_str("this case cannot happen"),
        }
    }
}

impl std::error::Error for Refusal {}

/// The refusal for this reason.
///
/// # Errors
/// Always.
pub fn refuse<T>(reason: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::Because(reason.into()))
}
