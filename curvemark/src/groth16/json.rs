//! snarkjs' JSON of keys, proofs and public inputs, by `serde`: `verification_key.json`,
//! `proof.json`, `public.json`.
//!
//! Numbers are decimal texts in their one form: no sign, no leading zero, below the modulus. Points
//! are \[x, y, "1"\], each coordinate of G2 a pair c₀, c₁; the identity is \["0", "1", "0"\], or
//! \[\["0", "0"\], \["1", "0"\], \["0", "0"\]\]. The names of protocol and curve must be right
//! where they are given. Further members, such as `vk_alphabeta_12`, are not looked at: what they
//! say follows from the rest.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use curve::error::{PointError, ScalarError};
use curve::field::{Anywhere, Canonical, Red};
use curve::fp2::Quad;
use curve::weierstrass::{Affine, Group};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Curve, Error, Proof, PublicInputs, VerifyingKey};

type TextG1 = [String; 3];
type TextG2 = [[String; 2]; 3];

/// Bytes of the longest number.
const BYTES: usize = 48;
/// Digits of the longest number.
const DIGITS: usize = 116;
const PROTOCOL: &str = "groth16";

/// The integer of decimal digits, little-endian; none if it has another form or more bytes.
fn parse(text: &str) -> Option<[u8; BYTES]> {
    let canonical = text == "0" || !text.starts_with('0');
    if !canonical || text.is_empty() || text.len() > DIGITS {
        return None;
    }
    let mut out = [0; BYTES];
    for digit in text.bytes() {
        if !digit.is_ascii_digit() {
            return None;
        }
        let mut carry = u16::from(digit - b'0');
        for byte in &mut out {
            carry += u16::from(*byte) * 10;
            *byte = carry as u8;
            carry >>= 8;
        }
        if carry != 0 {
            return None;
        }
    }
    Some(out)
}

/// The decimal digits of a value.
#[expect(clippy::integer_division_remainder_used, reason = "of digits that are published")]
pub(crate) fn print<F: Canonical>(value: &Red<F>) -> String {
    let mut bytes = [0; BYTES];
    let bytes = &mut bytes[..F::BYTES];
    value.to_bytes(bytes);
    let mut digits = Vec::new();
    while bytes.iter().any(|byte| *byte != 0) {
        let mut rest = 0;
        for byte in bytes.iter_mut() {
            let value = (rest << 8) | u16::from(*byte);
            *byte = (value / 10) as u8;
            rest = value % 10;
        }
        digits.push(char::from(b'0' + rest as u8));
    }
    if digits.is_empty() { "0".to_string() } else { digits.into_iter().rev().collect() }
}

/// The element of decimal digits.
fn element<F: Anywhere>(text: &str) -> Result<Red<F>, PointError> {
    let number = parse(text).ok_or(PointError::NotCanonical)?;
    let (low, high) = number.split_at(F::BYTES);
    if high.iter().any(|byte| *byte != 0) {
        return Err(PointError::NotCanonical);
    }
    super::points::from_le(low).ok_or(PointError::NotCanonical)
}

fn read_g1<F: Anywhere, G: Group<Base = F>>(text: &TextG1) -> Result<Affine<G>, PointError> {
    let [x, y, z] = [element::<F>(&text[0])?, element(&text[1])?, element(&text[2])?];
    point(x, y, &z)
}

fn read_g2<F: Anywhere, G: Group<Base = Quad<F>>>(text: &TextG2) -> Result<Affine<G>, PointError> {
    let element = |[c0, c1]: &[String; 2]| Ok(Red::<Quad<F>>::new(element(c0)?, element(c1)?));
    let [x, y, z] = [element(&text[0])?, element(&text[1])?, element(&text[2])?];
    point(x, y, &z)
}

pub(crate) fn write_g1<F: Anywhere, G: Group<Base = F>>(point: &Affine<G>) -> TextG1 {
    coordinates(point).map(|value| print(&value))
}

pub(crate) fn write_g2<F: Anywhere, G: Group<Base = Quad<F>>>(point: &Affine<G>) -> TextG2 {
    coordinates(point).map(|value| [print(&value.c0()), print(&value.c1())])
}

fn point<G: Group>(
    x: Red<G::Base>,
    y: Red<G::Base>,
    z: &Red<G::Base>,
) -> Result<Affine<G>, PointError> {
    let ctx = z.ctx();
    let one = Red::one_in(&ctx);
    if *z == one {
        Affine::from_xy(x, y)
    } else if bool::from(z.is_zero() & x.is_zero()) && y == one {
        Ok(Affine::identity_in(&ctx))
    } else {
        Err(PointError::Flags)
    }
}

fn coordinates<G: Group>(point: &Affine<G>) -> [Red<G::Base>; 3] {
    let ctx = point.x().ctx();
    let (zero, one) = (Red::zero_in(&ctx), Red::one_in(&ctx));
    if bool::from(point.is_identity()) { [zero, one, zero] } else { [*point.x(), *point.y(), one] }
}

#[derive(Serialize, Deserialize)]
struct ProofText {
    pi_a: TextG1,
    pi_b: TextG2,
    pi_c: TextG1,
    protocol: Option<String>,
    curve: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct KeyText {
    protocol: Option<String>,
    curve: Option<String>,
    #[serde(rename = "nPublic")]
    inputs: u64,
    vk_alpha_1: TextG1,
    vk_beta_2: TextG2,
    vk_gamma_2: TextG2,
    vk_delta_2: TextG2,
    #[serde(rename = "IC")]
    ic: Vec<TextG1>,
}

/// Protocol and curve, where they are given.
fn check_names<C: Curve, E: serde::de::Error>(
    protocol: Option<&str>,
    curve: Option<&str>,
) -> Result<(), E> {
    if protocol.is_some_and(|name| name != PROTOCOL) {
        return Err(E::custom("another protocol than groth16"));
    }
    if curve.is_some_and(|name| name != C::NAME) {
        return Err(E::custom(format_args!("another curve than {}", C::NAME)));
    }
    Ok(())
}

fn refuse<E: serde::de::Error>(what: &'static str) -> impl Fn(PointError) -> E {
    move |reason| E::custom(format_args!("{what}: {reason}"))
}

impl<'de, C: Curve> Deserialize<'de> for Proof<C> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = ProofText::deserialize(deserializer)?;
        check_names::<C, D::Error>(text.protocol.as_deref(), text.curve.as_deref())?;
        Ok(Self {
            a: read_g1(&text.pi_a).map_err(refuse("pi_a"))?,
            b: read_g2(&text.pi_b).map_err(refuse("pi_b"))?,
            c: read_g1(&text.pi_c).map_err(refuse("pi_c"))?,
        })
    }
}

impl<C: Curve> Serialize for Proof<C> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = ProofText {
            pi_a: write_g1(&self.a),
            pi_b: write_g2(&self.b),
            pi_c: write_g1(&self.c),
            protocol: Some(PROTOCOL.to_string()),
            curve: Some(C::NAME.to_string()),
        };
        text.serialize(serializer)
    }
}

impl<'de, C: Curve> Deserialize<'de> for VerifyingKey<C> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = KeyText::deserialize(deserializer)?;
        check_names::<C, D::Error>(text.protocol.as_deref(), text.curve.as_deref())?;
        if text.inputs.checked_add(1) != Some(text.ic.len() as u64) {
            return Err(D::Error::custom("nPublic and the length of IC do not fit"));
        }
        let ic = text.ic.iter().map(read_g1).collect::<Result<_, _>>().map_err(refuse("IC"))?;
        let key = Self::new(
            read_g1(&text.vk_alpha_1).map_err(refuse("vk_alpha_1"))?,
            read_g2(&text.vk_beta_2).map_err(refuse("vk_beta_2"))?,
            read_g2(&text.vk_gamma_2).map_err(refuse("vk_gamma_2"))?,
            read_g2(&text.vk_delta_2).map_err(refuse("vk_delta_2"))?,
            ic,
        );
        key.map_err(D::Error::custom)
    }
}

impl<C: Curve> Serialize for VerifyingKey<C> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = KeyText {
            protocol: Some(PROTOCOL.to_string()),
            curve: Some(C::NAME.to_string()),
            inputs: self.inputs() as u64,
            vk_alpha_1: write_g1(self.alpha()),
            vk_beta_2: write_g2(self.beta()),
            vk_gamma_2: write_g2(self.gamma()),
            vk_delta_2: write_g2(self.delta()),
            ic: self.ic().iter().map(write_g1).collect(),
        };
        text.serialize(serializer)
    }
}

impl<'de, C: Curve> Deserialize<'de> for PublicInputs<C> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let texts = Vec::<String>::deserialize(deserializer)?;
        let input =
            |text: &String| element(text).map_err(|_| Error::Input(ScalarError::NotCanonical));
        texts.iter().map(input).collect::<Result<_, _>>().map(Self).map_err(D::Error::custom)
    }
}

impl<C: Curve> Serialize for PublicInputs<C> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(print))
    }
}
