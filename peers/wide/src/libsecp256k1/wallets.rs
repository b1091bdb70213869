//! Bitcoin's wallets and nodes on libsecp256k1, step by step as they call it: a scan of silent
//! payments (the crate has not the library's module for them), children of BIP-32, and the key
//! exchange of BIP-324, which is one function of the library.
//!
//! Secret keys go through the functions that are constant-time: ECDH for the shared secret of a
//! scan, as in the library's own module, and key creation. What follows from the shared secret is
//! added in variable time there too, by the function that does both at once.

use std::ffi::c_int;
use std::ptr;

use hmac::{Hmac, KeyInit, Mac};
use peer_api::body::{Prepared, independent, parse, parse_all, refusing};
use peer_api::{Case, Contract, Operation, Refusal, Time};
use ripemd::Ripemd160;
use secp256k1_sys as ffi;
use sha2::{Digest, Sha256, Sha512};

use super::cashu::serialized;
use super::{Context, context, key, secret_key};
use crate::bytes::fixed;

pub fn contract(verb: &str) -> Option<Contract> {
    match verb {
        "bip352_scan" | "bip352_scan_1000" | "bip32_child" | "bip324_exchange" => {
            Some(Contract::parsed(Time::Constant))
        }
        "bip32_public_child" => Some(Contract::parsed(Time::Variable)),
        _ => None,
    }
}

pub fn prepare(verb: &str, operation: &Operation, pool: &[Case]) -> Prepared {
    match verb {
        "bip352_scan" | "bip352_scan_1000" => {
            let cases = parse_all(operation, pool, Block::new)?;
            independent(cases, Block::scan, |answers: &Vec<Vec<u8>>| answers.concat())
        }
        "bip32_child" => {
            let context = Context::new();
            let cases = parse(pool, |[key, number]| Private::new(key, number))?;
            refusing(cases, move |parent| parent.child(&context), |child: &[u8; 78]| child.to_vec())
        }
        "bip32_public_child" => {
            let cases = parse(pool, |[key, number]| Public::new(key, number))?;
            refusing(cases, Public::child, |child: &[u8; 78]| child.to_vec())
        }
        "bip324_exchange" => {
            let context = Context::new();
            let cases = parse(pool, |[secret, ours, theirs]| {
                Some((secret_key(secret)?, fixed::<64>(ours)?, fixed::<64>(theirs)?))
            })?;
            refusing(
                cases,
                move |(secret, ours, theirs)| context.exchange(secret, ours, theirs),
                |shared: &[u8; 32]| shared.to_vec(),
            )
        }
        _ => Err(Refusal::Unsupported(format!("libsecp256k1 does not serve {}", operation.id))),
    }
}

impl Context {
    /// Of who begins.
    fn exchange(&self, secret: &[u8; 32], ours: &[u8; 64], theirs: &[u8; 64]) -> Option<[u8; 32]> {
        let mut out = [0; 32];
        let first: c_int = 0;
        // SAFETY: the context is valid, and the pointers are to 32, 64, 64 and 32 bytes; the hash
        // function is the library's own and takes no data.
        let done = unsafe {
            ffi::secp256k1_ellswift_xdh(
                self.0.as_ptr(),
                out.as_mut_ptr(),
                ours.as_ptr(),
                theirs.as_ptr(),
                secret.as_ptr(),
                first,
                ffi::secp256k1_ellswift_xdh_hash_function_bip324,
                ptr::null_mut(),
            )
        };
        (done == 1).then_some(out)
    }
}

/// A hash that begins with the hash of its tag, twice (BIP-340).
fn tagged(tag: &str) -> Sha256 {
    let tag = Sha256::digest(tag);
    Sha256::new().chain_update(tag).chain_update(tag)
}

/// P + k·G, in variable time.
fn plus_generator(point: &ffi::PublicKey, k: &[u8; 32]) -> Option<ffi::PublicKey> {
    let mut out = *point;
    // SAFETY: the context and the key are valid, and the other pointer is to 32 bytes.
    let done = unsafe { ffi::secp256k1_ec_pubkey_tweak_add(context(), &mut out, k.as_ptr()) };
    (done == 1).then_some(out)
}

/// P + Q.
fn plus(p: &ffi::PublicKey, q: &ffi::PublicKey) -> Option<ffi::PublicKey> {
    // SAFETY: an uninitialised key is only written to, and given out only if the library says that
    // it did.
    let mut sum = unsafe { ffi::PublicKey::new() };
    let terms = [ptr::from_ref(p), ptr::from_ref(q)];
    // SAFETY: the context is valid, and the pointers are to a key and to as many valid keys as are
    // stated.
    let made = unsafe {
        ffi::secp256k1_ec_pubkey_combine(context(), &mut sum, terms.as_ptr(), terms.len())
    };
    (made == 1).then_some(sum)
}

/// The sum of two secret keys.
fn sum(a: &[u8; 32], b: &[u8; 32]) -> Option<[u8; 32]> {
    let mut out = *a;
    // SAFETY: the context is valid, and the pointers are to 32 bytes each.
    let done =
        unsafe { ffi::secp256k1_ec_seckey_tweak_add(context(), out.as_mut_ptr(), b.as_ptr()) };
    (done == 1).then_some(out)
}

fn compressed(point: &ffi::PublicKey) -> [u8; 33] {
    serialized(point, ffi::SECP256K1_SER_COMPRESSED)
}

/// A receiver who looks for payments and for change, and transactions with an output each.
struct Block {
    context: Context,
    scan: [u8; 32],
    spend: ffi::PublicKey,
    /// The scalar of the label for change, and its point.
    change: ([u8; 32], ffi::PublicKey),
    /// The start of the hash of a shared secret.
    hash: Sha256,
    transactions: Vec<(ffi::PublicKey, [u8; 32])>,
}

impl Block {
    fn new(args: &[Vec<u8>]) -> Option<Self> {
        let [scan, spend, transactions @ ..] = args else { return None };
        let (context, scan) = (Context::new(), secret_key(scan)?);
        let label = tagged("BIP0352/Label").chain_update(scan).chain_update(0_u32.to_be_bytes());
        let label = secret_key(&label.finalize())?;
        let point = context.create(&label)?;
        let transactions = transactions.as_chunks::<2>().0.iter().map(|[tweak, output]| {
            let tweak = Some(tweak).filter(|tweak| tweak.len() == 33)?;
            Some((key(tweak)?, fixed::<32>(output)?))
        });
        Some(Self {
            context,
            scan,
            spend: key(spend)?,
            change: (label, point),
            hash: tagged("BIP0352/SharedSecret"),
            transactions: transactions.collect::<Option<_>>()?,
        })
    }

    fn scan(&self) -> Vec<Vec<u8>> {
        let all = self.transactions.iter();
        all.map(|(tweak, output)| self.found(tweak, output).unwrap_or_else(|| vec![0])).collect()
    }

    /// What is to be added to the key to spend by, if the output is a payment.
    fn found(&self, tweak: &ffi::PublicKey, output: &[u8; 32]) -> Option<Vec<u8>> {
        let xy = self.context.multiply(tweak, &self.scan);
        let parity = 2 | xy[63] & 1;
        let hash = self.hash.clone().chain_update([parity]).chain_update(&xy[..32]);
        let t: [u8; 32] = hash.chain_update(0_u32.to_be_bytes()).finalize().into();
        let point = plus_generator(&self.spend, &t)?;
        if compressed(&point)[1..] == *output {
            return Some([&[1], &t[..]].concat());
        }
        let labelled = plus(&point, &self.change.1)?;
        if compressed(&labelled)[1..] == *output {
            return Some([&[1], &sum(&t, &self.change.0)?[..]].concat());
        }
        None
    }
}

const PRIVATE: [u8; 4] = [0x04, 0x88, 0xad, 0xe4];
const PUBLIC: [u8; 4] = [0x04, 0x88, 0xb2, 0x1e];

/// The number of a child that is not hardened.
fn plain(number: &[u8]) -> Option<[u8; 4]> {
    fixed::<4>(number).filter(|number| number[0] < 0x80)
}

/// The two halves of the hash of a public key and a number.
fn derived(chain: &[u8], public: &[u8; 33], number: &[u8; 4]) -> Option<([u8; 32], [u8; 32])> {
    let mut hash = Hmac::<Sha512>::new_from_slice(chain).ok()?;
    hash.update(public);
    hash.update(number);
    let hash = hash.finalize().into_bytes();
    Some((fixed(&hash[..32])?, fixed(&hash[32..])?))
}

/// The 78 bytes of a child but for its key.
fn below(
    parent: &[u8; 78],
    public: &[u8; 33],
    number: [u8; 4],
    chain: [u8; 32],
) -> Option<[u8; 78]> {
    let mut out = *parent;
    out[4] = parent[4].checked_add(1)?;
    let hash = Ripemd160::digest(Sha256::digest(public));
    out[5..9].copy_from_slice(&hash[..4]);
    out[9..13].copy_from_slice(&number);
    out[13..45].copy_from_slice(&chain);
    Some(out)
}

/// An extended private key, and the number of a child.
struct Private {
    bytes: [u8; 78],
    secret: [u8; 32],
    number: [u8; 4],
}

impl Private {
    fn new(bytes: &[u8], number: &[u8]) -> Option<Self> {
        let bytes = fixed::<78>(bytes).filter(|bytes| bytes[..4] == PRIVATE && bytes[45] == 0)?;
        Some(Self { secret: secret_key(&bytes[46..])?, number: plain(number)?, bytes })
    }

    fn child(&self, context: &Context) -> Option<[u8; 78]> {
        let public = compressed(&context.create(&self.secret)?);
        let (tweak, chain) = derived(&self.bytes[13..45], &public, &self.number)?;
        let mut out = below(&self.bytes, &public, self.number, chain)?;
        out[46..].copy_from_slice(&sum(&self.secret, &tweak)?);
        Some(out)
    }
}

/// An extended public key, and the number of a child.
struct Public {
    bytes: [u8; 78],
    point: ffi::PublicKey,
    number: [u8; 4],
}

impl Public {
    fn new(bytes: &[u8], number: &[u8]) -> Option<Self> {
        let bytes = fixed::<78>(bytes).filter(|bytes| bytes[..4] == PUBLIC)?;
        Some(Self { point: key(&bytes[45..])?, number: plain(number)?, bytes })
    }

    fn child(&self) -> Option<[u8; 78]> {
        let public = fixed::<33>(&self.bytes[45..])?;
        let (tweak, chain) = derived(&self.bytes[13..45], &public, &self.number)?;
        let mut out = below(&self.bytes, &public, self.number, chain)?;
        out[45..].copy_from_slice(&compressed(&plus_generator(&self.point, &tweak)?));
        Some(out)
    }
}
