//! The JSON of ethereum/consensus-specs, by `serde`: `trusted_setup_4096.json`.
//!
//! An object of three lists of compressed points, `g1_monomial`, `g1_lagrange` in natural order and
//! `g2_monomial`, each a text of `0x` and lower-case hexadecimal digits. Other members are not
//! looked at.

use alloc::vec::Vec;
use core::fmt;

use serde::Deserialize;
use serde::de::{self, Deserializer, SeqAccess, Visitor};

use super::{G2_POINTS, List, SetupError, TrustedSetup};
use crate::kzg::FIELD_ELEMENTS_PER_BLOB;
use crate::kzg::opening::hex;

/// The setup of JSON, with everything checked, as [`TrustedSetup::from_text`] does; of the same
/// cost. Errors have the words of [`SetupError`].
impl<'de> Deserialize<'de> for TrustedSetup {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let lists = Lists::deserialize(deserializer)?;
        lists.setup().map_err(de::Error::custom)
    }
}

#[derive(Deserialize)]
struct Lists {
    g1_monomial: Texts<48, FIELD_ELEMENTS_PER_BLOB>,
    g1_lagrange: Texts<48, FIELD_ELEMENTS_PER_BLOB>,
    g2_monomial: Texts<96, G2_POINTS>,
}

impl Lists {
    fn setup(self) -> Result<TrustedSetup, SetupError> {
        let lagrange = self.g1_lagrange.encodings(List::G1Lagrange)?;
        let g2 = self.g2_monomial.encodings(List::G2Monomial)?;
        let monomial = self.g1_monomial.encodings(List::G1Monomial)?;
        let setup = TrustedSetup::from_encodings(&lagrange, &g2, &monomial)?;
        setup.validate()?;
        Ok(setup)
    }
}

/// The first `COUNT` points of a list, of `N` bytes each, none where they are not written as they
/// should be; and whether there are more of them.
struct Texts<const N: usize, const COUNT: usize> {
    points: Vec<Option<[u8; N]>>,
    more: bool,
}

impl<const N: usize, const COUNT: usize> Texts<N, COUNT> {
    fn encodings(self, list: List) -> Result<Vec<[u8; N]>, SetupError> {
        if self.points.len() < COUNT {
            return Err(SetupError::Truncated(list, self.points.len()));
        }
        if self.more {
            return Err(SetupError::Trailing);
        }
        let points = self.points.into_iter().enumerate();
        points.map(|(index, point)| point.ok_or(SetupError::Hex(list, index))).collect()
    }
}

impl<'de, const N: usize, const COUNT: usize> Deserialize<'de> for Texts<N, COUNT> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(ListVisitor)
    }
}

struct ListVisitor<const N: usize, const COUNT: usize>;

impl<'de, const N: usize, const COUNT: usize> Visitor<'de> for ListVisitor<N, COUNT> {
    type Value = Texts<N, COUNT>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a list of {COUNT} points")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let (mut points, mut more) = (Vec::new(), false);
        while let Some(Text(point)) = list.next_element()? {
            // What follows is read to the end of the list and not kept.
            if points.len() < COUNT {
                points.push(point);
            } else {
                more = true;
            }
        }
        Ok(Texts { points, more })
    }
}

/// The bytes of a point, none if it is not written as it should be.
struct Text<const N: usize>(Option<[u8; N]>);

impl<'de, const N: usize> Deserialize<'de> for Text<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(TextVisitor)
    }
}

struct TextVisitor<const N: usize>;

impl<const N: usize> Visitor<'_> for TextVisitor<N> {
    type Value = Text<N>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "0x and {} hexadecimal digits", 2 * N)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Text(text.strip_prefix("0x").and_then(|digits| hex(digits.as_bytes()))))
    }
}
