//! Version 4: CBOR (RFC 8949).

use alloc::string::String;
use alloc::vec::Vec;
use core::convert::Infallible;

use minicbor::data::Type;
use minicbor::{Decoder, Encoder, decode, encode};
use zeroize::Zeroizing;

use super::raw::{self, RawProof};
use super::{Error, KeysetId, MOST_PROOFS, MintProofs, Proof, Token};
use crate::cashu::nutroot::{
    self, Leaf, MOST_LEAVES, NumsOffset, PublicKey, SecretKey, Source, SpendInfo,
};

/// A reader of fields: tells whether the name is one it knows.
type Known = Result<bool, Error>;

/// Reads a map of definite length: `field` takes the value of a name it knows; the values of others
/// are skipped.
fn map<'b>(
    d: &mut Decoder<'b>,
    mut field: impl FnMut(&mut Decoder<'b>, &str) -> Known,
) -> Result<(), Error> {
    let fields = wrong(d.map())?.ok_or(Error::Cbor)?;
    for _ in 0..fields {
        let name = wrong(d.str())?;
        if !field(d, name)? {
            wrong(d.skip())?;
        }
    }
    Ok(())
}

/// Reads an array of definite length.
fn array<'b>(
    d: &mut Decoder<'b>,
    mut item: impl FnMut(&mut Decoder<'b>) -> Result<(), Error>,
) -> Result<(), Error> {
    let items = wrong(d.array())?.ok_or(Error::Cbor)?;
    (0..items).try_for_each(|_| item(d))
}

/// What is not CBOR, or of another type.
fn wrong<T>(result: Result<T, decode::Error>) -> Result<T, Error> {
    result.map_err(|_| Error::Cbor)
}

/// Sets a field, once.
fn set<T>(place: &mut Option<T>, name: &'static str, value: Result<T, decode::Error>) -> Known {
    let value = value.map_err(|_| Error::Field(name))?;
    if place.replace(value).is_some() { Err(Error::Field(name)) } else { Ok(true) }
}

/// Sets a field that may be null, once.
fn set_optional<'b, T>(
    d: &mut Decoder<'b>,
    place: &mut Option<Option<T>>,
    name: &'static str,
    read: impl FnOnce(&mut Decoder<'b>) -> Result<T, decode::Error>,
) -> Known {
    let value = if matches!(d.datatype(), Ok(Type::Null)) {
        d.null().map(|()| None)
    } else {
        read(d).map(Some)
    };
    set(place, name, value)
}

fn text(d: &mut Decoder<'_>) -> Result<String, decode::Error> {
    d.str().map(Into::into)
}

fn bytes(d: &mut Decoder<'_>) -> Result<Vec<u8>, decode::Error> {
    d.bytes().map(Into::into)
}

/// The proof of a map, without its keyset.
type Bare = (
    u64,
    String,
    Vec<u8>,
    Option<[Vec<u8>; 3]>,
    Option<String>,
    Option<Vec<u8>>,
    Option<SpendInfo>,
);

/// The name of what is said about a secret, for errors.
const SPEND_INFO: Error = Error::Field("spend_info");

/// What is said about a secret. A field that is not known could say how it is spent, so that none
/// is passed over.
fn spend_info(d: &mut Decoder<'_>) -> Result<SpendInfo, Error> {
    let (mut k, mut e, mut i, mut u, mut t) = (None, None, None, None, None);
    map(d, |d, name| match name {
        "k" => set(&mut k, "k", bytes(d)),
        "e" => set(&mut e, "e", bytes(d)),
        "i" => set(&mut i, "i", bytes(d)),
        "u" => set(&mut u, "u", bytes(d)),
        "t" => {
            let mut leaves = Vec::new();
            array(d, |d| {
                if leaves.len() == MOST_LEAVES {
                    return Err(Error::TooLong);
                }
                let leaf = d.bytes().map_err(|_| Error::Field("t"))?;
                leaves.push(Leaf::from_bytes(leaf).map_err(|_| Error::Field("t"))?);
                Ok(())
            })?;
            set(&mut t, "t", Ok(leaves))
        }
        _ => Err(SPEND_INFO),
    })?;
    fn read<T>(
        bytes: Option<Vec<u8>>,
        of: impl FnOnce(&[u8]) -> Result<T, nutroot::Error>,
    ) -> Result<Option<T>, nutroot::Error> {
        bytes.map(|bytes| of(&Zeroizing::new(bytes))).transpose()
    }
    let key = |bytes: &[u8]| Ok(PublicKey::from_bytes(bytes)?);
    let parts = || {
        let (k, u) = (read(k, SecretKey::from_bytes)?, read(u, NumsOffset::from_bytes)?);
        SpendInfo::of_parts(k, read(e, key)?, read(i, key)?, t, u)
    };
    parts().map_err(|_| SPEND_INFO)
}

fn bare(d: &mut Decoder<'_>) -> Result<Bare, Error> {
    let (mut a, mut s, mut c, mut dleq, mut w, mut pe, mut si) =
        (None, None, None, None, None, None, None);
    map(d, |d, name| match name {
        "a" => set(&mut a, "a", d.u64()),
        "s" => set(&mut s, "s", text(d)),
        "c" => set(&mut c, "c", bytes(d)),
        "d" if matches!(d.datatype(), Ok(Type::Null)) => {
            wrong(d.null())?;
            set(&mut dleq, "d", Ok(None))
        }
        "d" => {
            let (mut e, mut s, mut r) = (None, None, None);
            map(d, |d, name| match name {
                "e" => set(&mut e, "e", bytes(d)),
                "s" => set(&mut s, "s", bytes(d)),
                "r" => set(&mut r, "r", bytes(d)),
                _ => Ok(false),
            })?;
            let of = |field: Option<_>, name| field.ok_or(Error::Field(name));
            set(&mut dleq, "d", Ok(Some([of(e, "e")?, of(s, "s")?, of(r, "r")?])))
        }
        "w" => set_optional(d, &mut w, "w", text),
        "pe" => set_optional(d, &mut pe, "pe", bytes),
        "si" if matches!(d.datatype(), Ok(Type::Null)) => {
            wrong(d.null())?;
            set(&mut si, "si", Ok(None))
        }
        "si" => {
            let info = spend_info(d)?;
            set(&mut si, "si", Ok(Some(info)))
        }
        _ => Ok(false),
    })?;
    let missing = Error::Field;
    Ok((
        a.ok_or(missing("a"))?,
        s.ok_or(missing("s"))?,
        c.ok_or(missing("c"))?,
        dleq.flatten(),
        w.flatten(),
        pe.flatten(),
        si.flatten(),
    ))
}

/// The proofs of one keyset.
fn group(d: &mut Decoder<'_>, proofs: &mut Vec<RawProof>) -> Result<(), Error> {
    let (mut i, mut p) = (None, None);
    map(d, |d, name| match name {
        "i" => set(&mut i, "i", bytes(d)),
        "p" => {
            let mut bares = Vec::new();
            array(d, |d| {
                if proofs.len() + bares.len() == MOST_PROOFS {
                    return Err(Error::TooLong);
                }
                bares.push(bare(d)?);
                Ok(())
            })?;
            set(&mut p, "p", Ok(bares))
        }
        _ => Ok(false),
    })?;
    let keyset = KeysetId::from_bytes(&i.ok_or(Error::Field("i"))?)?;
    let bares: Vec<Bare> = p.ok_or(Error::Field("p"))?;
    proofs.extend(bares.into_iter().map(
        |(amount, secret, c, dleq, witness, ephemeral_key, spend_info)| RawProof {
            amount,
            keyset,
            secret,
            c,
            dleq,
            witness,
            ephemeral_key,
            spend_info,
        },
    ));
    Ok(())
}

pub fn read(cbor: &[u8]) -> Result<Token, Error> {
    let mut d = Decoder::new(cbor);
    let (mut m, mut u, mut memo, mut t) = (None, None, None, None);
    map(&mut d, |d, name| match name {
        "m" => set(&mut m, "m", text(d)),
        "u" => set(&mut u, "u", text(d)),
        "d" => set_optional(d, &mut memo, "d", text),
        "t" => {
            let mut proofs = Vec::new();
            array(d, |d| group(d, &mut proofs))?;
            set(&mut t, "t", Ok(proofs))
        }
        _ => Ok(false),
    })?;
    if d.position() != cbor.len() {
        return Err(Error::Cbor);
    }
    let mint = raw::without_slashes(&m.ok_or(Error::Field("m"))?);
    let proofs = raw::proofs(t.ok_or(Error::Field("t"))?)?;
    Ok(Token {
        mints: [MintProofs { mint, proofs }].into(),
        unit: Some(u.ok_or(Error::Field("u"))?),
        memo: memo.flatten(),
    })
}

/// A proof to be written, with what is written of it.
struct Entry<'a> {
    proof: &'a Proof,
    ephemeral: Option<[u8; 33]>,
    witness: Option<&'a str>,
}

type Writer = Encoder<Vec<u8>>;
type Written = Result<(), encode::Error<Infallible>>;

fn write_spend_info(e: &mut Writer, info: &SpendInfo) -> Written {
    let key = |key: &PublicKey| key.to_bytes();
    let source = usize::from(!matches!(info.source, Source::Disclosed));
    let optional = [info.internal_key.is_some(), info.nums_offset.is_some(), info.tree.is_some()];
    e.str("si")?.map((source + optional.iter().filter(|there| **there).count()) as u64)?;
    match &info.source {
        Source::Bearer(k) => e.str("k")?.bytes(k.to_bytes().as_slice())?,
        Source::Receiver(ephemeral) => e.str("e")?.bytes(&key(ephemeral))?,
        Source::Disclosed => e,
    };
    if let Some(internal_key) = &info.internal_key {
        e.str("i")?.bytes(&key(internal_key))?;
    }
    if let Some(offset) = &info.nums_offset {
        e.str("u")?.bytes(&offset.to_bytes())?;
    }
    if let Some(tree) = &info.tree {
        e.str("t")?.array(tree.leaves().len() as u64)?;
        for leaf in tree.leaves() {
            e.bytes(&leaf.to_bytes())?;
        }
    }
    Ok(())
}

fn write_proof(e: &mut Writer, Entry { proof, ephemeral, witness }: &Entry<'_>) -> Written {
    let optional =
        [proof.dleq.is_some(), witness.is_some(), ephemeral.is_some(), proof.spend_info.is_some()];
    e.map(3 + optional.iter().map(|there| u64::from(*there)).sum::<u64>())?;
    e.str("a")?.u64(proof.amount)?;
    e.str("s")?.str(&proof.secret)?;
    e.str("c")?.bytes(&raw::signature_bytes(&proof.signature))?;
    if let Some(dleq) = &proof.dleq {
        let [of_e, of_s, of_r] = raw::dleq_bytes(dleq);
        e.str("d")?.map(3)?;
        e.str("e")?.bytes(&of_e)?.str("s")?.bytes(&of_s)?.str("r")?.bytes(&of_r)?;
    }
    if let Some(witness) = witness {
        e.str("w")?.str(witness)?;
    }
    if let Some(point) = ephemeral {
        e.str("pe")?.bytes(point)?;
    }
    proof.spend_info.as_ref().map_or(Ok(()), |info| write_spend_info(e, info))
}

pub fn write(token: &Token) -> Result<Vec<u8>, Error> {
    let [mint] = &token.mints[..] else { return Err(Error::Mints) };
    let unit = token.unit.as_ref().ok_or(Error::Unit)?;
    if mint.proofs.is_empty() {
        return Err(Error::Empty);
    }
    let ephemeral =
        |proof: &Proof| proof.ephemeral_key.as_ref().map(raw::ephemeral_bytes).transpose();
    // The proofs of each keyset together, keysets and proofs in the order in which they come.
    let mut groups: Vec<(KeysetId, Vec<Entry<'_>>)> = Vec::new();
    for proof in &mint.proofs {
        let entry = Entry { proof, ephemeral: ephemeral(proof)?, witness: raw::witness(proof)? };
        match groups.iter_mut().find(|(keyset, _)| *keyset == proof.keyset) {
            Some((_, group)) => group.push(entry),
            None => groups.push((proof.keyset, [entry].into())),
        }
    }
    let mut e = Encoder::new(Vec::new());
    let mut all = || -> Written {
        e.map(3 + u64::from(token.memo.is_some()))?;
        e.str("t")?.array(groups.len() as u64)?;
        for (keyset, proofs) in &groups {
            e.map(2)?.str("i")?;
            keyset.with_bytes(|id| e.bytes(id).map(|_| ()))?;
            e.str("p")?.array(proofs.len() as u64)?;
            proofs.iter().try_for_each(|entry| write_proof(&mut e, entry))?;
        }
        if let Some(memo) = &token.memo {
            e.str("d")?.str(memo)?;
        }
        e.str("m")?.str(&raw::without_slashes(&mint.mint))?;
        e.str("u")?.str(unit)?;
        Ok(())
    };
    all().map_err(|_| Error::Cbor)?;
    Ok(e.into_writer())
}
