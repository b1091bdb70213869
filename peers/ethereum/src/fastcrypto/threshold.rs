//! fastcrypto-tbls: Sui's threshold BLS, signatures in G1.
//!
//! **Suite.** The crate's one instance hashes under a tag of its own (`…_NUL_`). Its trait can be
//! implemented for another, which is done here for the rows' tag. The types' fields are private, so
//! that the hash comes as bytes, and a point in G1 is checked once more than it would be.
//!
//! **Weights.** They have 64 bits.
//!
//! **Time.** All is public.

use fastcrypto::error::{FastCryptoError, FastCryptoResult};
use fastcrypto::groups::bls12381::{G1Element, G1ElementUncompressed, G2Element, Scalar};
use fastcrypto::groups::{GroupElement, Pairing};
use fastcrypto::serde_helpers::ToFromByteArray;
use fastcrypto_tbls::tbls::ThresholdBls;
use fastcrypto_tbls::types::{IndexedValue, PublicVssKey, ShareIndex};
use peer_api::body::{Prepared, parse_all, refusing};
use peer_api::{About, Case, Contract, Implementation, Operation, Refusal, Time};

use crate::about::about;

/// Points of the commitment: as many signatures are needed.
const NEEDED: u16 = 67;
const TAG: &[u8] = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_POP_";

/// fastcrypto's threshold BLS.
pub struct FastcryptoTbls;

impl Implementation for FastcryptoTbls {
    fn about(&self) -> About {
        let engine = "blst's assembly, chosen at run time";
        about("fastcrypto-tbls", "fastcrypto-tbls", &["fastcrypto", "blst"], engine)
    }

    fn contract(&self, operation: &Operation) -> Option<Contract> {
        let known = ["bls12-381/bls_threshold_combine_67", "bls12-381/bls_threshold_verify_100"];
        known.contains(&operation.id).then_some(Contract::parsed(Time::Variable))
    }

    fn prepare(&self, operation: &Operation, pool: &[Case]) -> Prepared {
        let first = usize::from(NEEDED) + 1;
        match operation.id {
            "bls12-381/bls_threshold_combine_67" => {
                let cases = parse_all(operation, pool, |args| {
                    let partials = args[first..].as_chunks::<2>().0.iter();
                    let partials = partials.map(|[index, value]| {
                        let [index @ 1..=100] = index.as_slice() else { return None };
                        partial(u16::from(*index), value)
                    });
                    Signed::new(args, partials.collect::<Option<_>>()?)
                })?;
                refusing(cases, Signed::combine, |signature| signature.to_byte_array().to_vec())
            }
            "bls12-381/bls_threshold_verify_100" => {
                let cases = parse_all(operation, pool, |args| {
                    let partials = (1..).zip(&args[first..]);
                    let partials = partials.map(|(index, value)| partial(index, value));
                    Signed::new(args, partials.collect::<Option<_>>()?)
                })?;
                refusing(cases, |signed| Some(signed.hold()), |holds| vec![u8::from(*holds)])
            }
            id => Err(Refusal::Unsupported(format!("fastcrypto-tbls does not serve {id}"))),
        }
    }
}

type Partial = IndexedValue<G1Element>;

fn partial(index: u16, value: &[u8]) -> Option<Partial> {
    let value = G1Element::from_byte_array(value.try_into().ok()?).ok()?;
    Some(Partial { index: ShareIndex::new(index)?, value })
}

/// The commitment to a shared key, a message, and partial signatures on it.
struct Signed {
    commitment: PublicVssKey,
    message: Vec<u8>,
    partials: Vec<Partial>,
}

impl Signed {
    fn new(args: &[Vec<u8>], partials: Vec<Partial>) -> Option<Self> {
        let points = args[..usize::from(NEEDED)].iter();
        let point = |bytes: &Vec<u8>| G2Element::from_byte_array(bytes[..].try_into().ok()?).ok();
        let points: Vec<_> = points.map(point).collect::<Option<_>>()?;
        // The library takes any point as a key.
        let known = points[0] != G2Element::zero();
        let message = args[usize::from(NEEDED)].clone();
        known.then(|| Self { commitment: points.into(), message, partials })
    }

    /// What the library combines is not verified by it.
    fn combine(&self) -> Option<G1Element> {
        let signature = MinSig::aggregate(NEEDED, self.partials.iter()).ok()?;
        MinSig::verify(self.commitment.c0(), &self.message, &signature).ok()?;
        Some(signature)
    }

    fn hold(&self) -> bool {
        let rng = &mut rand::thread_rng();
        let partials = self.partials.iter();
        MinSig::partial_verify_batch(&self.commitment, &self.message, partials, rng).is_ok()
    }
}

/// Signatures in G1 under [`TAG`].
struct MinSig;

impl ThresholdBls for MinSig {
    type Private = Scalar;
    type Public = G2Element;
    type Signature = G1Element;

    fn verify(key: &G2Element, message: &[u8], signature: &G1Element) -> FastCryptoResult<()> {
        let hash = G1Element::try_from(&hash_to_g1(message))?;
        let holds = signature.pairing(&G2Element::generator()) == hash.pairing(key);
        holds.then_some(()).ok_or(FastCryptoError::InvalidSignature)
    }
}

/// As fastcrypto hashes, by blst.
#[allow(unsafe_code)]
fn hash_to_g1(message: &[u8]) -> G1ElementUncompressed {
    let (mut hash, mut bytes) = (blst::blst_p1::default(), [0; 96]);
    // SAFETY: lengths belong to their slices, no bytes are added to the message, and 96 are
    // written.
    unsafe {
        let (message, tag) = ((message.as_ptr(), message.len()), (TAG.as_ptr(), TAG.len()));
        let none = core::ptr::null();
        blst::blst_hash_to_g1(&mut hash, message.0, message.1, tag.0, tag.1, none, 0);
        blst::blst_p1_serialize(bytes.as_mut_ptr(), &hash);
    }
    G1ElementUncompressed::from_trusted_byte_array(bytes)
}
