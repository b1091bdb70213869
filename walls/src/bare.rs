//! The calls, reachable from C so that the linker must keep them.

use core::panic::PanicInfo;

use curve::bls12_381::{Fr, G1, G1Affine, G2Affine, Pair, hash_to_g1, pairing_product_is_one};
use curve::hash_to_curve::Xmd;
use curvemark::cashu::v3;
use curvemark::kzg::{self, OpeningVerifier};
use limb::modulus::{Limbs, Modulus, hex};
use limb::{DefaultWord, Mont, word::default_words};
use sha2::Sha256;

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    loop {}
}

/// A modulus of this test's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Mersenne127;

impl Modulus for Mersenne127 {
    const P: Limbs = hex("7fffffffffffffffffffffffffffffff");
}

type M127 = Mont<Mersenne127, DefaultWord, { default_words(127) }>;

/// `limb`: a·(1/a) = 1.
fn limb_works() -> bool {
    let a = M127::from_words(&M127::words(&hex("0123456789abcdef0123456789abcdef")));
    bool::from(M127::equal(&M127::mul(&a, &M127::invert(&a)), &M127::ONE))
}

/// `curve`: e(k·P, g2)·e(P, −k·g2) = 1 for a hashed P.
fn curve_works() -> bool {
    let k = Fr::from(5u32);
    let point: G1 = hash_to_g1::<Xmd<Sha256>>(b"walls", b"CURVEMARK-WALLS");
    let multiple: G1Affine = point.mul(&k).to_affine();
    let minus = G2Affine::generator().mul(&k).to_affine().neg();
    let mut pairs = [
        Pair::from_points(&multiple, &G2Affine::generator()),
        Pair::from_points(&point.to_affine(), &minus),
    ];
    bool::from(pairing_product_is_one(&mut pairs))
}

/// `curvemark`: a Cashu round, and its proof in a batch with lent scratch space.
fn curvemark_works() -> Result<(), v3::Error> {
    let mint = v3::MintSecretKey::from_bytes(&[7; 32])?;
    let r = v3::BlindingFactor::from_bytes(&[5; 32])?;
    let signature = mint.sign(&v3::blind(b"walls", &r)).unblind(&r);
    let key = mint.public_key();
    key.verify(b"walls", &signature)?;
    let proofs = [v3::Proof { secret: b"walls", signature, key: &key }; 2];
    let mut slots = [v3::BatchSlot::default(); 2];
    let mut pairs = [v3::batch_pair(), v3::batch_pair()];
    v3::verify_batch_with_scratch(&proofs, &mut slots, &mut pairs)
}

/// `curvemark`: the opening of the polynomial zero, which is zero everywhere and not one.
fn opening_works() -> bool {
    let verifier = OpeningVerifier::ethereum();
    let identity: [u8; 48] = core::array::from_fn(|i| if i == 0 { 0xc0 } else { 0 });
    let verdict = |y| verifier.verify(&identity, &[7; 32], &[y; 32], &identity);
    verdict(0).is_ok() && verdict(1) == Err(kzg::Error::NotProven)
}

/// 0 if every crate gives what it should, else the number of the first that does not.
#[unsafe(no_mangle)]
pub extern "C" fn curvemark_walls() -> i32 {
    if !limb_works() {
        1
    } else if !curve_works() {
        2
    } else if curvemark_works().is_err() {
        3
    } else if !opening_works() {
        4
    } else {
        0
    }
}
