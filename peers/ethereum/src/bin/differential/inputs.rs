//! Inputs of the contracts: valid ones, and what is near them.

use curve::hash_to_curve::map_to_curve;
use curve::{bls12_381, bn254};
use curvemark::ecdsa::{P256, Secp256k1, SigningKey};
use curvemark::hash::sha256;
use curvemark::kzg::{Settings, versioned_hash};
use evm::precompiles::Precompile;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Points of each kind to choose from.
const POOL: u64 = 48;

/// Random numbers, and valid parts of inputs.
pub struct Inputs {
    rng: ChaCha8Rng,
    bn254_g1: Vec<Vec<u8>>,
    bn254_g2: Vec<Vec<u8>>,
    bls_g1: Vec<Vec<u8>>,
    bls_g2: Vec<Vec<u8>>,
    /// Inputs of the point evaluation that hold: blobs opened at random points.
    openings: Vec<Vec<u8>>,
    /// Words that are the edges of what is taken.
    edges: Vec<[u8; 32]>,
}

fn opening(commitment: &[u8; 48], z: &[u8; 32], y: &[u8; 32], proof: &[u8; 48]) -> Vec<u8> {
    [&versioned_hash(commitment)[..], z, y, commitment, proof].concat()
}

/// Blobs of few elements that are not zero, opened.
fn openings() -> Vec<Vec<u8>> {
    let settings = Settings::ethereum(0);
    let one = |i: u64| {
        let mut blob = vec![0; 4096 * 32];
        for j in 0..3 {
            let element = sha256(&[i, j].map(u64::to_be_bytes).concat());
            let place = 32 * (usize::from(element[0]) * 16 + usize::from(element[1] & 15));
            blob[place..place + 32]
                .copy_from_slice(&bls12_381::Fr::from_uniform_bytes(&element).to_be_bytes());
        }
        let z = bls12_381::Fr::from_uniform_bytes(&sha256(&i.to_le_bytes())).to_be_bytes();
        let commitment = settings.blob_to_kzg_commitment(&blob).expect("a blob");
        let (proof, y) = settings.compute_kzg_proof(&blob, &z).expect("a blob");
        opening(&commitment, &z, &y, &proof)
    };
    (0..16).map(one).collect()
}

fn word(value: &[u8]) -> [u8; 32] {
    let mut out = [0; 32];
    out[32 - value.len()..].copy_from_slice(value);
    out
}

/// The 32 bytes of a modulus' multiple by −1, which is one less than it.
fn last<S: curve::scalar::ScalarField>() -> [u8; 32] {
    (-&curve::field::Red::<S>::one()).to_be_bytes()
}

fn plus_one(mut value: [u8; 32]) -> [u8; 32] {
    for byte in value.iter_mut().rev() {
        let (sum, over) = byte.overflowing_add(1);
        *byte = sum;
        if !over {
            break;
        }
    }
    value
}

impl Inputs {
    /// From a seed; for one contract, or for none in particular.
    pub fn new(seed: u64, contract: Option<Precompile>) -> Self {
        let scalar = |k: u64| sha256(&k.to_be_bytes());
        // The identity, small and large multiples of the generator; of the curve outside the group
        // a few, where there are such.
        let mut bn254_g1 = vec![vec![0; 64]];
        let mut bn254_g2 = vec![vec![0; 128]];
        let mut bls_g1 = vec![vec![0; 128]];
        let mut bls_g2 = vec![vec![0; 256]];
        for i in 1..POOL {
            let bytes = scalar(i);
            let k = if i < 4 { bn254::Fr::from(i) } else { bn254::Fr::from_uniform_bytes(&bytes) };
            bn254_g1.push(bn254::G1::mul_generator(&k).to_eip196().to_vec());
            bn254_g2.push(bn254::G2::mul_generator(&k).to_eip196().to_vec());
            let k = if i < 4 {
                bls12_381::Fr::from(i)
            } else {
                bls12_381::Fr::from_uniform_bytes(&bytes)
            };
            bls_g1.push(bls12_381::G1::mul_generator(&k).to_eip2537_vartime().to_vec());
            bls_g2.push(bls12_381::G2::mul_generator(&k).to_eip2537_vartime().to_vec());
            if i % 16 == 0 {
                let u = bls12_381::Fp::from_uniform_bytes(&bytes);
                bls_g1.push(map_to_curve::<bls12_381::G1Curve>(&u).to_eip2537_vartime().to_vec());
                let u = bls12_381::Fp2::new(u, u);
                bls_g2.push(map_to_curve::<bls12_381::G2Curve>(&u).to_eip2537_vartime().to_vec());
                let u = bn254::Fp::from_uniform_bytes(&bytes);
                bn254_g2.push(
                    map_to_curve::<bn254::G2Curve>(&bn254::Fp2::new(u, u)).to_eip196().to_vec(),
                );
            }
        }
        let mut edges = vec![[0; 32], word(&[1]), word(&[2]), [255; 32]];
        for below in [last::<bn254::FrEngine>(), last::<bls12_381::FrEngine>()] {
            edges.extend([below, plus_one(below), plus_one(plus_one(below))]);
        }
        let mut fp = [0; 32];
        (-&bn254::Fp::one()).to_bytes(&mut fp);
        edges.extend([fp, plus_one(fp), plus_one(plus_one(fp))]);
        let openings =
            if contract == Some(Precompile::PointEvaluation) { openings() } else { Vec::new() };
        Self {
            rng: ChaCha8Rng::seed_from_u64(seed),
            bn254_g1,
            bn254_g2,
            bls_g1,
            bls_g2,
            openings,
            edges,
        }
    }

    pub fn below(&mut self, most: usize) -> usize {
        self.rng.next_u32() as usize % most
    }

    fn bytes(&mut self, length: usize) -> Vec<u8> {
        let mut out = vec![0; length];
        self.rng.fill_bytes(&mut out);
        out
    }

    /// A scalar: random, short, or at an edge.
    fn scalar(&mut self) -> Vec<u8> {
        match self.below(4) {
            0 => {
                let index = self.below(self.edges.len());
                self.edges[index].to_vec()
            }
            1 => word(&self.rng.next_u64().to_be_bytes()).to_vec(),
            _ => self.bytes(32),
        }
    }

    /// A point of a pool; one of the last, which are outside the group or large multiples, no more
    /// often than another.
    fn point(&mut self, pool: fn(&Self) -> &Vec<Vec<u8>>) -> Vec<u8> {
        let index = self.below(pool(self).len());
        pool(self)[index].clone()
    }

    /// A point of the group.
    fn member(&mut self, pool: fn(&Self) -> &Vec<Vec<u8>>) -> Vec<u8> {
        let index = self.below(14);
        pool(self)[index].clone()
    }

    fn secret(&mut self) -> [u8; 32] {
        let mut out: [u8; 32] = core::array::from_fn(|_| self.rng.next_u32() as u8);
        out[0] = 1;
        out
    }

    /// Pairs of points, mostly of the groups; sometimes such that the product is one: e(aG,
    /// bH)·e(−…) is hard to hit by chance, so (P, Q), (−P, Q).
    fn pairs(
        &mut self,
        g1: fn(&Self) -> &Vec<Vec<u8>>,
        g2: fn(&Self) -> &Vec<Vec<u8>>,
        negate: fn(&[u8]) -> Vec<u8>,
    ) -> Vec<u8> {
        let count = self.below(4);
        let mut out = Vec::new();
        for _ in 0..count {
            let odd = self.below(12) == 0;
            let (p, q) = if odd {
                (self.point(g1), self.point(g2))
            } else {
                (self.member(g1), self.member(g2))
            };
            out.extend([&p[..], &q].concat());
            if self.below(2) == 0 {
                out.extend([negate(&p), q].concat());
            }
        }
        out
    }

    fn valid(&mut self, contract: Precompile) -> Vec<u8> {
        match contract {
            Precompile::EcRecover => {
                let digest = self.bytes(32);
                let v = word(&[27 + self.below(2) as u8]);
                let signature = match self.below(3) {
                    0 => [self.scalar(), self.scalar()].concat(),
                    1 => self.bytes(64),
                    _ => {
                        let key =
                            SigningKey::<Secp256k1>::from_bytes(&self.secret()).expect("a key");
                        key.sign_prehashed(digest[..].try_into().expect("32 bytes"))
                            .to_bytes()
                            .to_vec()
                    }
                };
                [&digest[..], &v, &signature].concat()
            }
            Precompile::Sha256 | Precompile::Ripemd160 | Precompile::Identity => {
                let most = [64, 600, 600, 5000][self.below(4)];
                let length = self.below(most);
                self.bytes(length)
            }
            Precompile::ModExp => {
                let mut most = [[10; 3], [34; 3], [70; 3], [140; 3]][self.below(4)];
                // Long ones, at the limit of EIP-7823 and above it, with short exponents.
                match self.below(40) {
                    0 => most = [1100, 4, 1100],
                    1 => most = [40, 1100, 4],
                    _ => {}
                }
                let lengths: [usize; 3] = core::array::from_fn(|i| match self.below(60) {
                    0 if most[i] == 1100 => [1023, 1024, 1025][self.below(3)],
                    _ => self.below(most[i]),
                });
                let mut out: Vec<u8> = lengths
                    .iter()
                    .flat_map(|&length| word(&(length as u16).to_be_bytes()))
                    .collect();
                for length in lengths {
                    let mut part = self.bytes(length);
                    if self.below(3) == 0 {
                        let zeros = self.below(length + 1);
                        part[length - zeros..].fill(0);
                    }
                    if self.below(6) == 0 {
                        let zeros = self.below(length + 1);
                        part[..zeros].fill(0);
                    }
                    out.extend(part);
                }
                out
            }
            Precompile::Bn254Add => {
                [self.point(|i| &i.bn254_g1), self.point(|i| &i.bn254_g1)].concat()
            }
            Precompile::Bn254Mul => [self.point(|i| &i.bn254_g1), self.scalar()].concat(),
            Precompile::Bn254Pairing => self.pairs(
                |i| &i.bn254_g1,
                |i| &i.bn254_g2,
                |point| {
                    let p = bn254::G1Affine::from_eip196(point).expect("a point");
                    p.neg().to_eip196().to_vec()
                },
            ),
            Precompile::Blake2F => {
                let mut out = self.bytes(213);
                out[..4].copy_from_slice(&(self.rng.next_u32() % 40).to_be_bytes());
                out[212] &= 1;
                out
            }
            Precompile::PointEvaluation if self.below(4) == 0 => {
                // The polynomial that is c everywhere: its proof is the identity.
                let c = bls12_381::Fr::from_uniform_bytes(&self.bytes(32));
                let commitment = bls12_381::G1::mul_generator(&c).to_bytes();
                let z = bls12_381::Fr::from_uniform_bytes(&self.bytes(32)).to_be_bytes();
                let proof = match self.below(3) {
                    0 => commitment,
                    _ => core::array::from_fn(|i| if i == 0 { 0xc0 } else { 0 }),
                };
                opening(&commitment, &z, &c.to_be_bytes(), &proof)
            }
            Precompile::PointEvaluation => {
                let index = self.below(self.openings.len());
                self.openings[index].clone()
            }
            Precompile::Bls12G1Add => {
                [self.point(|i| &i.bls_g1), self.point(|i| &i.bls_g1)].concat()
            }
            Precompile::Bls12G2Add => {
                [self.point(|i| &i.bls_g2), self.point(|i| &i.bls_g2)].concat()
            }
            Precompile::Bls12G1Msm => self.products(|i| &i.bls_g1),
            Precompile::Bls12G2Msm => self.products(|i| &i.bls_g2),
            Precompile::Bls12Pairing => self.pairs(
                |i| &i.bls_g1,
                |i| &i.bls_g2,
                |point| match bls12_381::G1Affine::from_eip2537(point) {
                    Ok(p) => p.neg().to_eip2537().to_vec(),
                    Err(_) => point.to_vec(),
                },
            ),
            Precompile::Bls12MapFpToG1 => self.element(),
            Precompile::Bls12MapFp2ToG2 => [self.element(), self.element()].concat(),
            Precompile::P256Verify => {
                let digest: [u8; 32] = self.secret();
                let key = SigningKey::<P256>::from_bytes(&self.secret()).expect("a key");
                let signature = key.sign_prehashed(&digest).to_bytes();
                [&digest[..], &signature, &key.verifying_key().to_sec1_uncompressed()[1..]].concat()
            }
            other => unreachable!("{other:?} has no inputs here"),
        }
    }

    fn products(&mut self, pool: fn(&Self) -> &Vec<Vec<u8>>) -> Vec<u8> {
        let count = [1, 1, 2, 3, 9, 17][self.below(6)];
        let mut out = Vec::new();
        for _ in 0..count {
            let point = if self.below(60) == 0 { self.point(pool) } else { self.member(pool) };
            out.extend([point, self.scalar()].concat());
        }
        out
    }

    /// An element of the field of BLS12-381, with its padding.
    fn element(&mut self) -> Vec<u8> {
        let mut out = vec![0; 64];
        bls12_381::Fp::from_uniform_bytes(&self.bytes(64)).to_bytes(&mut out[16..]);
        if self.below(8) == 0 {
            out[..63].fill(0);
        }
        out
    }

    /// A valid input or one that was; garbage now and then.
    pub fn next(&mut self, contract: Precompile) -> Vec<u8> {
        let mut out = self.valid(contract);
        if self.below(40) == 0 {
            let length = self.below(out.len() + 40);
            return self.bytes(length);
        }
        for _ in 0..[0, 0, 1, 1, 2][self.below(5)] {
            let (length, kind) = (out.len(), self.below(8));
            if length == 0 {
                break;
            }
            let at = self.below(length);
            match kind {
                0 => out[at] ^= 1 << self.below(8),
                1 => out[at] = self.rng.next_u32() as u8,
                2 => out.truncate(at),
                3 => {
                    let more = self.below(40);
                    out.extend(self.bytes(more));
                }
                4 => {
                    let index = self.below(self.edges.len());
                    let start = at & !31;
                    let end = (start + 32).min(length);
                    out[start..end].copy_from_slice(&self.edges[index][..end - start]);
                }
                5 => {
                    // Two words change places.
                    let other = self.below(length);
                    for i in 0..32 {
                        let (a, b) = ((at & !31) + i, (other & !31) + i);
                        if a < length && b < length {
                            out.swap(a, b);
                        }
                    }
                }
                6 => out[at & !31] = self.rng.next_u32() as u8,
                _ => out[(at | 31).min(length - 1)] ^= 1,
            }
            if contract == Precompile::Blake2F && out.len() >= 4 {
                out[..3].fill(0);
            }
        }
        out
    }

    /// Lengths of base, exponent and modulus: short, at the edges of the formulas, long, or of any
    /// size.
    pub fn lengths(&mut self) -> [u64; 3] {
        const EDGES: [u64; 16] =
            [0, 1, 7, 8, 9, 31, 32, 33, 63, 64, 65, 1023, 1024, 1025, 1 << 32, u64::MAX];
        core::array::from_fn(|_| match self.below(6) {
            0 | 1 => self.below(80) as u64,
            2 => EDGES[self.below(EDGES.len())],
            3 => self.below(5000) as u64,
            4 => self.rng.next_u64() >> self.below(64),
            _ => self.below(1100) as u64,
        })
    }

    /// What is there of the first 32 bytes of an exponent, with zeros before it.
    pub fn head(&mut self) -> Vec<u8> {
        let length = self.below(33);
        let mut head = self.bytes(length);
        let zeros = self.below(length + 1);
        if self.below(2) == 0 {
            head[..zeros].fill(0);
        }
        head
    }
}
