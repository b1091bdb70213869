//! The rules of Ethereum by name.

/// A fork of Ethereum since which some precompiled contract, or the price of one, is as it is; and
/// Amsterdam, the newest, which changed none. Forks between these changed none either.
///
/// [Example](crate#one-minute-of-code).
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fork {
    /// December 2019: BLAKE2 (EIP-152), today's prices of BN254 (EIP-1108).
    Istanbul,
    /// April 2021: a price of MODEXP (EIP-2565).
    Berlin,
    /// March 2024: the point evaluation of KZG (EIP-4844).
    Cancun,
    /// May 2025: BLS12-381 (EIP-2537).
    Prague,
    /// December 2025: P-256 (EIP-7951), limits and a price of MODEXP (EIP-7823, EIP-7883).
    Osaka,
    /// After Osaka, with its contracts and prices.
    Amsterdam,
}

impl Fork {
    /// All of them, in the order of time.
    pub const ALL: [Self; 6] =
        [Self::Istanbul, Self::Berlin, Self::Cancun, Self::Prague, Self::Osaka, Self::Amsterdam];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Istanbul => "Istanbul",
            Self::Berlin => "Berlin",
            Self::Cancun => "Cancun",
            Self::Prague => "Prague",
            Self::Osaka => "Osaka",
            Self::Amsterdam => "Amsterdam",
        }
    }

    /// The first fork that has the same contracts at the same prices.
    pub const fn priced_as(self) -> Self {
        match self {
            Self::Amsterdam => Self::Osaka,
            other => other,
        }
    }
}
