//! One operation, so many times: `program LIBRARY OPERATION TIMES`. What is counted of it is the
//! difference between two numbers of times. It prints the result of those that have bytes, which
//! must be the same for both libraries.

use std::hint::black_box;

const MESSAGE: &[u8] = b"a message";
const TAG: &[u8] = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";
const POINTS: usize = 1024;

/// Scalars below 2^254, highest byte first.
fn scalars() -> Vec<[u8; 32]> {
    let mut state = 1_u64;
    let mut byte = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    };
    (0..POINTS)
        .map(|_| {
            let mut bytes = [0; 32];
            bytes.fill_with(&mut byte);
            bytes[0] &= 0x3f;
            bytes
        })
        .collect()
}

fn ours(operation: &str, times: usize) -> Vec<u8> {
    use curve::msm::msm_vartime_alloc;
    use curvemark::bls::min_pk::{PublicKey, SecretKey, Signature};
    use curvemark::bls12_381::{Fr, G1, G1Affine, G2Affine, pairing};
    let secret = SecretKey::key_gen(&[7; 32], b"").expect("32 bytes");
    let mut out = Vec::new();
    match operation {
        "pairing" => {
            let (p, q) = (G1Affine::generator(), G2Affine::generator());
            for _ in 0..times {
                black_box(pairing(black_box(&p), black_box(&q)));
            }
        }
        "sign" => {
            for _ in 0..times {
                out = secret.sign(black_box(MESSAGE)).to_bytes().to_vec();
            }
        }
        "verify" => {
            let (key, signature) =
                (secret.public_key().to_bytes(), secret.sign(MESSAGE).to_bytes());
            for _ in 0..times {
                let key = PublicKey::from_bytes(black_box(&key)).expect("a key");
                let signature = Signature::from_bytes(black_box(&signature)).expect("a signature");
                key.verify(black_box(MESSAGE), &signature).expect("it verifies");
            }
        }
        "msm" => {
            let scalars: Vec<Fr> = scalars()
                .iter()
                .map(|bytes| Fr::from_be_bytes(bytes).expect("below the order"))
                .collect();
            let mut point = G1::generator();
            let points: Vec<G1Affine> = (0..POINTS)
                .map(|_| {
                    let affine = point.to_affine();
                    point = point + point + G1::generator();
                    affine
                })
                .collect();
            for _ in 0..times {
                let sum = msm_vartime_alloc(black_box(&points), black_box(&scalars));
                out = sum.expect("as many scalars").to_affine().to_bytes().to_vec();
            }
        }
        other => panic!("no operation '{other}'"),
    }
    out
}

fn blst(operation: &str, times: usize) -> Vec<u8> {
    use blst::min_pk::{PublicKey, SecretKey, Signature};
    use blst::*;
    let secret = SecretKey::key_gen(&[7; 32], b"").expect("32 bytes");
    let mut out = Vec::new();
    match operation {
        "pairing" => {
            let (p, q) = unsafe { (*blst_p1_affine_generator(), *blst_p2_affine_generator()) };
            for _ in 0..times {
                let (mut line, mut power) = (blst_fp12::default(), blst_fp12::default());
                unsafe {
                    blst_miller_loop(&mut line, black_box(&q), black_box(&p));
                    blst_final_exp(&mut power, &line);
                }
                black_box(power);
            }
        }
        "sign" => {
            for _ in 0..times {
                out = secret.sign(black_box(MESSAGE), TAG, b"").compress().to_vec();
            }
        }
        "verify" => {
            let (key, signature) =
                (secret.sk_to_pk().compress(), secret.sign(MESSAGE, TAG, b"").compress());
            for _ in 0..times {
                let key = PublicKey::key_validate(black_box(&key)).expect("a key");
                let signature =
                    Signature::sig_validate(black_box(&signature), true).expect("a signature");
                let verdict = signature.verify(false, black_box(MESSAGE), TAG, b"", &key, false);
                assert_eq!(verdict, BLST_ERROR::BLST_SUCCESS);
            }
        }
        "msm" => {
            let scalars: Vec<u8> = scalars()
                .iter()
                .flat_map(|bytes| bytes.iter().rev().copied().collect::<Vec<u8>>())
                .collect();
            let mut point = blst_p1::default();
            let generator = unsafe { *blst_p1_affine_generator() };
            unsafe { blst_p1_from_affine(&mut point, &generator) };
            let points: Vec<blst_p1_affine> = (0..POINTS)
                .map(|_| {
                    let mut affine = blst_p1_affine::default();
                    let (start, mut double) = (point, blst_p1::default());
                    unsafe {
                        blst_p1_to_affine(&mut affine, &start);
                        blst_p1_double(&mut double, &start);
                        blst_p1_add_or_double_affine(&mut point, &double, &generator);
                    }
                    affine
                })
                .collect();
            let mut scratch =
                vec![0_u64; unsafe { blst_p1s_mult_pippenger_scratch_sizeof(POINTS) } / 8];
            for _ in 0..times {
                let mut sum = blst_p1::default();
                let (points, scalars) =
                    ([points.as_ptr(), std::ptr::null()], [scalars.as_ptr(), std::ptr::null()]);
                out = vec![0; 48];
                unsafe {
                    blst_p1s_mult_pippenger(
                        &mut sum,
                        points.as_ptr(),
                        POINTS,
                        scalars.as_ptr(),
                        255,
                        scratch.as_mut_ptr(),
                    );
                    blst_p1_compress(out.as_mut_ptr(), &sum);
                }
            }
        }
        other => panic!("no operation '{other}'"),
    }
    out
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, library, operation, times] = &arguments[..] else {
        panic!("program LIBRARY OPERATION TIMES")
    };
    let times = times.parse().expect("a number of times");
    let out = match &library[..] {
        "curvemark" => ours(operation, times),
        "blst" => blst(operation, times),
        other => panic!("no library '{other}'"),
    };
    println!("{}", out.iter().map(|byte| format!("{byte:02x}")).collect::<String>());
}
