//! BIP-32, BIP-324 and BIP-352.

use curve::secp256k1::{AffinePoint, SecretScalar};
use curvemark::encoding::base58;
use curvemark::wallets::bip32::{ExtendedPrivateKey, ExtendedPublicKey};
use curvemark::wallets::bip324::{Role, SecretKey, SharedSecret};
use curvemark::wallets::bip352::{Payment, Receiver, Transaction, Tweak};
use peer_api::body::{Prepared, independent, parse, parse_all, refusing};
use peer_api::{Case, Contract, Operation, Time};

use super::unserved;

pub(super) fn contract(verb: &str) -> Contract {
    match verb {
        "bip32_public_child" => Contract::parsed(Time::Variable),
        _ => Contract::parsed(Time::Constant),
    }
}

pub(super) fn prepare(verb: &str, operation: &Operation, pool: &[Case]) -> Prepared {
    match verb {
        "bip352_scan" | "bip352_scan_1000" => {
            let cases = parse_all(operation, pool, Block::new)?;
            independent(cases, Block::scan, |answers| answers.concat())
        }
        "bip32_child" => {
            let cases = parse(pool, |[key, number]| {
                let key = ExtendedPrivateKey::from_xprv(&text(key)?).ok()?;
                Some((Box::new(key), plain(number)?))
            })?;
            refusing(
                cases,
                |(key, number)| key.child(*number).ok(),
                |child| payload(&child.to_xprv()),
            )
        }
        "bip32_public_child" => {
            let cases = parse(pool, |[key, number]| {
                Some((ExtendedPublicKey::from_xpub(&text(key)?).ok()?, plain(number)?))
            })?;
            refusing(
                cases,
                |(key, number)| key.child(*number).ok(),
                |child| payload(&child.to_xpub()),
            )
        }
        "bip324_exchange" => {
            let cases = parse(pool, |[secret, ours, theirs]| {
                let key = SecretKey::from_parts(secret, ours.try_into().ok()?).ok()?;
                Some((Box::new(key), <[u8; 64]>::try_from(theirs).ok()?))
            })?;
            independent(
                cases,
                |(key, theirs)| key.exchange(theirs, Role::Initiator),
                |shared: &SharedSecret| shared.as_bytes().to_vec(),
            )
        }
        _ => Err(unserved(operation)),
    }
}

/// The number of a child that is not hardened.
fn plain(number: &[u8]) -> Option<u32> {
    Some(u32::from_be_bytes(number.try_into().ok()?)).filter(|number| number >> 31 == 0)
}

/// The text of an extended key's 78 bytes.
fn text(payload: &[u8]) -> Option<String> {
    base58::encode_check(payload).ok()
}

/// The 78 bytes of a text of ours.
fn payload(text: &str) -> Vec<u8> {
    base58::decode_check(text).expect("it was encoded with its checksum")
}

/// A receiver, and transactions with an output each.
struct Block {
    receiver: Box<Receiver>,
    tweaks: Vec<Tweak>,
    outputs: Vec<[[u8; 32]; 1]>,
}

impl Block {
    fn new(args: &[Vec<u8>]) -> Option<Self> {
        let [scan, spend, transactions @ ..] = args else { return None };
        let scan = SecretScalar::from_be_bytes(scan).ok()?;
        let spend = AffinePoint::from_sec1(spend).ok()?;
        let transactions = transactions.as_chunks::<2>().0;
        let tweaks = transactions.iter().map(|[tweak, _]| Tweak::from_bytes(tweak).ok());
        let outputs = transactions.iter().map(|[_, output]| Some([output[..].try_into().ok()?]));
        Some(Self {
            receiver: Box::new(Receiver::new(&scan, &spend).ok()?),
            tweaks: tweaks.collect::<Option<_>>()?,
            outputs: outputs.collect::<Option<_>>()?,
        })
    }

    /// What was found, and nothing for all others.
    fn scan(&self) -> Vec<Vec<u8>> {
        let transactions: Vec<Transaction<'_>> = self
            .tweaks
            .iter()
            .zip(&self.outputs)
            .map(|(tweak, outputs)| Transaction { tweak: *tweak, outputs })
            .collect();
        let mut answers = vec![vec![0]; transactions.len()];
        for payment in self.receiver.scan(&transactions) {
            answers[payment.transaction()] = found(&payment);
        }
        answers
    }
}

fn found(payment: &Payment) -> Vec<u8> {
    [&[1], payment.tweak().to_be_bytes().as_slice()].concat()
}
