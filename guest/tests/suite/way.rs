//! The functions as tests ask for them, so that Rust and C are asked the same.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::Mutex;

use guest::hints::{self, Computed, Hints, Opening};
use guest::{Bls12G1Term, Bls12G2Term, Bls12Pair, Bn254Pair, Error};

/// What a function gives; none where it fails.
pub type Answer<T> = Option<T>;

/// A way to call the functions; by default as Rust does.
pub trait Way {
    fn keccak256(data: &[u8]) -> Answer<[u8; 32]> {
        Some(guest::keccak256(data))
    }
    fn sha256(data: &[u8]) -> Answer<[u8; 32]> {
        Some(guest::sha256(data))
    }
    fn ripemd160(data: &[u8]) -> Answer<[u8; 32]> {
        Some(guest::ripemd160(data))
    }
    fn secp256k1_verify(msg: &[u8; 32], sig: &[u8; 64], key: &[u8; 64]) -> Answer<bool> {
        Some(guest::secp256k1_verify(msg, sig, key))
    }
    fn secp256k1_ecrecover(msg: &[u8; 32], sig: &[u8; 64], recid: u8) -> Answer<[u8; 64]> {
        guest::secp256k1_ecrecover(msg, sig, recid).ok()
    }
    fn modexp(base: &[u8], exp: &[u8], modulus: &[u8]) -> Answer<Vec<u8>> {
        Some(guest::modexp(base, exp, modulus))
    }
    fn bn254_g1_add(p: &[u8; 64], q: &[u8; 64]) -> Answer<[u8; 64]> {
        guest::bn254_g1_add(p, q).ok()
    }
    fn bn254_g1_mul(p: &[u8; 64], k: &[u8; 32]) -> Answer<[u8; 64]> {
        guest::bn254_g1_mul(p, k).ok()
    }
    fn bn254_pairing(pairs: &[Bn254Pair]) -> Answer<bool> {
        guest::bn254_pairing(pairs).ok()
    }
    fn blake2f(rounds: u32, h: &[u8; 64], m: &[u8; 128], t: &[u8; 16], f: u8) -> Answer<[u8; 64]> {
        let mut state = *h;
        let result = guest::blake2f(rounds, &mut state, m, t, f);
        assert!(result.is_ok() || state == *h, "h is as it was");
        result.is_ok().then_some(state)
    }
    fn kzg_point_eval(c: &[u8; 48], z: &[u8; 32], y: &[u8; 32], proof: &[u8; 48]) -> Answer<bool> {
        guest::kzg_point_eval(c, z, y, proof).ok()
    }
    fn bls12_g1_add(p: &[u8; 96], q: &[u8; 96]) -> Answer<[u8; 96]> {
        guest::bls12_g1_add(p, q).ok()
    }
    fn bls12_g1_msm(pairs: &[Bls12G1Term]) -> Answer<[u8; 96]> {
        guest::bls12_g1_msm(pairs).ok()
    }
    fn bls12_g2_add(p: &[u8; 192], q: &[u8; 192]) -> Answer<[u8; 192]> {
        guest::bls12_g2_add(p, q).ok()
    }
    fn bls12_g2_msm(pairs: &[Bls12G2Term]) -> Answer<[u8; 192]> {
        guest::bls12_g2_msm(pairs).ok()
    }
    fn bls12_pairing(pairs: &[Bls12Pair]) -> Answer<bool> {
        guest::bls12_pairing(pairs).ok()
    }
    fn bls12_map_fp_to_g1(element: &[u8; 48]) -> Answer<[u8; 96]> {
        guest::bls12_map_fp_to_g1(element).ok()
    }
    fn bls12_map_fp2_to_g2(element: &[u8; 96]) -> Answer<[u8; 192]> {
        guest::bls12_map_fp2_to_g2(element).ok()
    }
    fn secp256r1_verify(msg: &[u8; 32], sig: &[u8; 64], key: &[u8; 64]) -> Answer<bool> {
        Some(guest::secp256r1_verify(msg, sig, key))
    }
}

/// By the functions in Rust.
pub struct Rust;

impl Way for Rust {}

/// As Rust, with hints: of a host that tells the truth, and of one that lies.
pub struct Hinted;

/// Gives the advice that it is told to.
pub struct Adviser(pub Option<Vec<u64>>);

impl Hints for Adviser {
    fn secp256k1_ecrecover(&mut self, _: &[u8; 32], _: &[u8; 64], _: u8) -> Option<Vec<u64>> {
        self.0.take()
    }
    fn secp256k1_verify(&mut self, _: &[u8; 32], _: &[u8; 64], _: &[u8; 64]) -> Option<Vec<u64>> {
        self.0.take()
    }
    fn secp256r1_verify(&mut self, _: &[u8; 32], _: &[u8; 64], _: &[u8; 64]) -> Option<Vec<u64>> {
        self.0.take()
    }
    fn bn254_g1_mul(&mut self, _: &[u8; 64], _: &[u8; 32]) -> Option<Vec<u64>> {
        self.0.take()
    }
    fn bls12_g1_msm(&mut self, _: &[Bls12G1Term]) -> Option<Vec<u64>> {
        self.0.take()
    }
    fn bls12_g2_msm(&mut self, _: &[Bls12G2Term]) -> Option<Vec<u64>> {
        self.0.take()
    }
    fn bn254_pairing(&mut self, _: &[Bn254Pair]) -> Option<Vec<u64>> {
        self.0.take()
    }
    fn bls12_pairing(&mut self, _: &[Bls12Pair]) -> Option<Vec<u64>> {
        self.0.take()
    }
    fn kzg_point_eval(&mut self, _: &Opening<'_>) -> Option<Vec<u64>> {
        self.0.take()
    }
}

/// How often there was advice for a function, and how often other words led to the same.
pub static ADVISED: Mutex<BTreeMap<&str, [usize; 2]>> = Mutex::new(BTreeMap::new());

fn seen(function: &'static str, what: usize) {
    ADVISED.lock().expect("no test panics here").entry(function).or_default()[what] += 1;
}

/// That with the host's advice the answer is the one without, and that no other words lead to
/// another: one bit changed here and there, words left out, words too many, and no sense.
///
/// What cannot be taken may be known as such before the words are read.
fn advised<T: PartialEq + Debug + Clone>(
    function: &'static str,
    plain: Result<T, Error>,
    advice: Option<Vec<u64>>,
    ask: impl Fn(&mut Adviser) -> Result<T, hints::Error>,
) -> Answer<T> {
    let ask = |words| ask(&mut Adviser(words));
    assert_eq!(ask(None), plain.clone().map_err(hints::Error::Input));
    let mut wrong = vec![vec![], vec![0; 4000], vec![1; 12], vec![u64::MAX; 4000]];
    if let Some(words) = &advice {
        seen(function, 0);
        assert_eq!(ask(advice.clone()), plain.clone().map_err(hints::Error::Input));
        let step = words.len().div_ceil(4).max(1);
        for place in (0..words.len()).step_by(step).chain(words.len().checked_sub(1)) {
            let mut other = words.clone();
            other[place] ^= 1 << (place & 63);
            wrong.push(other);
        }
        // A product of no pairs has none.
        if let Some((_, words)) = words.split_last() {
            wrong.push(words.to_vec());
        }
        wrong.push([words.as_slice(), &[0]].concat());
    }
    for other in wrong {
        match ask(Some(other)) {
            Err(hints::Error::Hint) => {}
            answer => {
                seen(function, 1);
                assert_eq!(answer, plain.clone().map_err(hints::Error::Input));
            }
        }
    }
    plain.ok()
}

impl Way for Hinted {
    fn secp256k1_verify(msg: &[u8; 32], sig: &[u8; 64], key: &[u8; 64]) -> Answer<bool> {
        let advice = Computed.secp256k1_verify(msg, sig, key);
        advised("secp256k1_verify", Ok(guest::secp256k1_verify(msg, sig, key)), advice, |host| {
            hints::secp256k1_verify(msg, sig, key, host)
        })
    }
    fn secp256k1_ecrecover(msg: &[u8; 32], sig: &[u8; 64], recid: u8) -> Answer<[u8; 64]> {
        let advice = Computed.secp256k1_ecrecover(msg, sig, recid);
        advised(
            "secp256k1_ecrecover",
            guest::secp256k1_ecrecover(msg, sig, recid),
            advice,
            |host| hints::secp256k1_ecrecover(msg, sig, recid, host),
        )
    }
    fn secp256r1_verify(msg: &[u8; 32], sig: &[u8; 64], key: &[u8; 64]) -> Answer<bool> {
        let advice = Computed.secp256r1_verify(msg, sig, key);
        advised("secp256r1_verify", Ok(guest::secp256r1_verify(msg, sig, key)), advice, |host| {
            hints::secp256r1_verify(msg, sig, key, host)
        })
    }
    fn bn254_g1_mul(p: &[u8; 64], k: &[u8; 32]) -> Answer<[u8; 64]> {
        let advice = Computed.bn254_g1_mul(p, k);
        advised("bn254_g1_mul", guest::bn254_g1_mul(p, k), advice, |host| {
            hints::bn254_g1_mul(p, k, host)
        })
    }
    fn bls12_g1_msm(pairs: &[Bls12G1Term]) -> Answer<[u8; 96]> {
        let advice = Computed.bls12_g1_msm(pairs);
        advised("bls12_g1_msm", guest::bls12_g1_msm(pairs), advice, |host| {
            hints::bls12_g1_msm(pairs, host)
        })
    }
    fn bls12_g2_msm(pairs: &[Bls12G2Term]) -> Answer<[u8; 192]> {
        let advice = Computed.bls12_g2_msm(pairs);
        advised("bls12_g2_msm", guest::bls12_g2_msm(pairs), advice, |host| {
            hints::bls12_g2_msm(pairs, host)
        })
    }
    fn bn254_pairing(pairs: &[Bn254Pair]) -> Answer<bool> {
        let (plain, advice) = (guest::bn254_pairing(pairs), Computed.bn254_pairing(pairs));
        assert_eq!(advice.is_some(), plain == Ok(true));
        advised("bn254_pairing", plain, advice, |host| hints::bn254_pairing(pairs, host))
    }
    fn bls12_pairing(pairs: &[Bls12Pair]) -> Answer<bool> {
        let (plain, advice) = (guest::bls12_pairing(pairs), Computed.bls12_pairing(pairs));
        assert_eq!(advice.is_some(), plain == Ok(true));
        advised("bls12_pairing", plain, advice, |host| hints::bls12_pairing(pairs, host))
    }
    fn kzg_point_eval(c: &[u8; 48], z: &[u8; 32], y: &[u8; 32], proof: &[u8; 48]) -> Answer<bool> {
        let opening = Opening { commitment: c, z, y, proof };
        let (plain, advice) =
            (guest::kzg_point_eval(c, z, y, proof), Computed.kzg_point_eval(&opening));
        // There is none where a point is the identity.
        let identity = [c, proof].into_iter().any(|point| point[0] == 0xc0);
        assert_eq!(advice.is_some(), plain == Ok(true) && !identity);
        advised("kzg_point_eval", plain, advice, |host| hints::kzg_point_eval(&opening, host))
    }
}
