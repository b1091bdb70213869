//! blst's functions in C, by its portable arithmetic. Every call passes valid pointers to
//! initialised values of the declared types, which blst does not keep.

use alloc::vec;
use alloc::vec::Vec;
use core::ptr;

use ::blst::*;

use crate::bytes::{DST, Opening, TAU, coordinate, signed, word};
use crate::serve::{BLS_VERIFY, Output};

pub fn call(contract: u16, input: &[u8]) -> Option<Output> {
    Some(match contract {
        0x0a => evaluate(input),
        0x0b => add_g1(input),
        0x0c => sum_g1(input),
        0x0d => add_g2(input),
        0x0e => sum_g2(input),
        0x0f => pairing(input),
        0x10 => map_g1(input),
        0x11 => map_g2(input),
        BLS_VERIFY => verify(input),
        _ => return None,
    })
}

/// The prime, in bytes.
const P: [u8; 48] = *b"\x1a\x01\x11\xea\x39\x7f\xe6\x9a\x4b\x1b\xa7\xb6\x43\x4b\xac\xd7\x64\x77\x4b\x84\xf3\x85\x12\xbf\x67\x30\xd2\xa0\xf6\xb0\xf6\x24\x1e\xab\xff\xfe\xb1\x53\xff\xff\xb9\xfe\xff\xff\xff\xff\xaa\xab";

/// A coordinate below the prime: blst itself reduces what is not.
fn base(bytes: &[u8]) -> Option<blst_fp> {
    let bytes = coordinate(bytes).filter(|bytes| **bytes < P)?;
    let mut out = blst_fp::default();
    // SAFETY: 48 bytes are read.
    unsafe { blst_fp_from_bendian(&mut out, bytes.as_ptr()) };
    Some(out)
}

fn extension(bytes: &[u8]) -> Option<blst_fp2> {
    Some(blst_fp2 { fp: [base(&bytes[..64])?, base(&bytes[64..])?] })
}

/// A point of the curve; zeros are the identity for blst too.
fn g1(bytes: &[u8]) -> Option<blst_p1_affine> {
    let out = blst_p1_affine { x: base(&bytes[..64])?, y: base(&bytes[64..])? };
    // SAFETY: as above.
    unsafe { blst_p1_affine_is_inf(&out) || blst_p1_affine_on_curve(&out) }.then_some(out)
}

fn g2(bytes: &[u8]) -> Option<blst_p2_affine> {
    let out = blst_p2_affine { x: extension(&bytes[..128])?, y: extension(&bytes[128..])? };
    // SAFETY: as above.
    unsafe { blst_p2_affine_is_inf(&out) || blst_p2_affine_on_curve(&out) }.then_some(out)
}

fn g1_of_the_group(bytes: &[u8]) -> Option<blst_p1_affine> {
    // SAFETY: as above.
    g1(bytes).filter(|point| unsafe { blst_p1_affine_in_g1(point) })
}

fn g2_of_the_group(bytes: &[u8]) -> Option<blst_p2_affine> {
    // SAFETY: as above.
    g2(bytes).filter(|point| unsafe { blst_p2_affine_in_g2(point) })
}

fn put(out: &mut [u8], numbers: &[blst_fp]) {
    for (place, number) in out.chunks_mut(64).zip(numbers) {
        // SAFETY: 48 bytes are written behind the first 16 of 64.
        unsafe { blst_bendian_from_fp(place[16..].as_mut_ptr(), number) };
    }
}

fn g1_affine(point: &blst_p1) -> blst_p1_affine {
    let mut affine = blst_p1_affine::default();
    // SAFETY: as above.
    unsafe { blst_p1_to_affine(&mut affine, point) };
    affine
}

fn g1_bytes(point: &blst_p1) -> Output {
    let (mut out, affine) = (vec![0; 128], g1_affine(point));
    put(&mut out, &[affine.x, affine.y]);
    Some(out)
}

fn g2_bytes(point: &blst_p2) -> Output {
    let (mut out, mut affine) = (vec![0; 256], blst_p2_affine::default());
    // SAFETY: as above.
    unsafe { blst_p2_to_affine(&mut affine, point) };
    put(&mut out, &[affine.x.fp[0], affine.x.fp[1], affine.y.fp[0], affine.y.fp[1]]);
    Some(out)
}

fn add_g1(input: &[u8]) -> Output {
    let input: &[u8; 256] = input.try_into().ok()?;
    let (a, b) = (g1(&input[..128])?, g1(&input[128..])?);
    let (mut left, mut sum) = (blst_p1::default(), blst_p1::default());
    // SAFETY: as above.
    unsafe {
        blst_p1_from_affine(&mut left, &a);
        blst_p1_add_or_double_affine(&mut sum, &left, &b);
    }
    g1_bytes(&sum)
}

fn add_g2(input: &[u8]) -> Output {
    let input: &[u8; 512] = input.try_into().ok()?;
    let (a, b) = (g2(&input[..256])?, g2(&input[256..])?);
    let (mut left, mut sum) = (blst_p2::default(), blst_p2::default());
    // SAFETY: as above.
    unsafe {
        blst_p2_from_affine(&mut left, &a);
        blst_p2_add_or_double_affine(&mut sum, &left, &b);
    }
    g2_bytes(&sum)
}

const SCALAR_BITS: usize = 255;

/// An integer of 32 bytes, reduced.
fn reduced(bytes: &[u8]) -> blst_scalar {
    let mut out = blst_scalar::default();
    // SAFETY: as many bytes are read as there are.
    unsafe { blst_scalar_from_be_bytes(&mut out, bytes.as_ptr(), bytes.len()) };
    out
}

/// Points at infinity are left out: blst's sums take none.
fn sum_g1(input: &[u8]) -> Output {
    let (pairs, []) = input.as_chunks::<160>() else { return None };
    if pairs.is_empty() {
        return None;
    }
    let (mut points, mut scalars) = (Vec::new(), Vec::new());
    for pair in pairs {
        let point = g1_of_the_group(&pair[..128])?;
        // SAFETY: as above.
        if !unsafe { blst_p1_affine_is_inf(&point) } {
            points.push(point);
            scalars.push(reduced(&pair[128..]));
        }
    }
    let mut sum = blst_p1::default();
    match (&points[..], &scalars[..]) {
        ([], _) => {}
        // SAFETY: as above; 255 bits of 32 bytes are read.
        ([point], [scalar]) => unsafe {
            let mut projective = blst_p1::default();
            blst_p1_from_affine(&mut projective, point);
            blst_p1_mult(&mut sum, &projective, scalar.b.as_ptr(), SCALAR_BITS);
        },
        // SAFETY: as many points and scalars as is said, each array by a pointer and a null
        // pointer, which says that the others follow; as much scratch as blst asks for.
        _ => unsafe {
            let bytes = blst_p1s_mult_pippenger_scratch_sizeof(points.len());
            let mut scratch: Vec<limb_t> = vec![0; bytes.div_ceil(size_of::<limb_t>())];
            blst_p1s_mult_pippenger(
                &mut sum,
                [points.as_ptr(), ptr::null()].as_ptr(),
                points.len(),
                [scalars.as_ptr().cast(), ptr::null()].as_ptr(),
                SCALAR_BITS,
                scratch.as_mut_ptr(),
            );
        },
    }
    g1_bytes(&sum)
}

/// As [`sum_g1`].
fn sum_g2(input: &[u8]) -> Output {
    let (pairs, []) = input.as_chunks::<288>() else { return None };
    if pairs.is_empty() {
        return None;
    }
    let (mut points, mut scalars) = (Vec::new(), Vec::new());
    for pair in pairs {
        let point = g2_of_the_group(&pair[..256])?;
        // SAFETY: as above.
        if !unsafe { blst_p2_affine_is_inf(&point) } {
            points.push(point);
            scalars.push(reduced(&pair[256..]));
        }
    }
    let mut sum = blst_p2::default();
    match (&points[..], &scalars[..]) {
        ([], _) => {}
        // SAFETY: as above.
        ([point], [scalar]) => unsafe {
            let mut projective = blst_p2::default();
            blst_p2_from_affine(&mut projective, point);
            blst_p2_mult(&mut sum, &projective, scalar.b.as_ptr(), SCALAR_BITS);
        },
        // SAFETY: as above.
        _ => unsafe {
            let bytes = blst_p2s_mult_pippenger_scratch_sizeof(points.len());
            let mut scratch: Vec<limb_t> = vec![0; bytes.div_ceil(size_of::<limb_t>())];
            blst_p2s_mult_pippenger(
                &mut sum,
                [points.as_ptr(), ptr::null()].as_ptr(),
                points.len(),
                [scalars.as_ptr().cast(), ptr::null()].as_ptr(),
                SCALAR_BITS,
                scratch.as_mut_ptr(),
            );
        },
    }
    g2_bytes(&sum)
}

/// Pairs with the identity are left out: their pairing is one.
fn product_is_one(pairs: &[(blst_p1_affine, blst_p2_affine)]) -> bool {
    let (mut p, mut q) = (Vec::new(), Vec::new());
    for pair in pairs {
        // SAFETY: as above.
        if !unsafe { blst_p1_affine_is_inf(&pair.0) || blst_p2_affine_is_inf(&pair.1) } {
            p.push(pair.0);
            q.push(pair.1);
        }
    }
    if p.is_empty() {
        return true;
    }
    let (mut product, mut power) = (blst_fp12::default(), blst_fp12::default());
    // SAFETY: as many points as is said, each array by a pointer and a null pointer.
    unsafe {
        blst_miller_loop_n(
            &mut product,
            [q.as_ptr(), ptr::null()].as_ptr(),
            [p.as_ptr(), ptr::null()].as_ptr(),
            p.len(),
        );
        blst_final_exp(&mut power, &product);
        blst_fp12_is_one(&power)
    }
}

fn pairing(input: &[u8]) -> Output {
    let (pairs, []) = input.as_chunks::<384>() else { return None };
    if pairs.is_empty() {
        return None;
    }
    let pairs = pairs
        .iter()
        .map(|pair| Some((g1_of_the_group(&pair[..128])?, g2_of_the_group(&pair[128..])?)))
        .collect::<Option<Vec<_>>>()?;
    Some(word(product_is_one(&pairs)))
}

fn map_g1(input: &[u8]) -> Output {
    let input: &[u8; 64] = input.try_into().ok()?;
    let (u, mut out) = (base(input)?, blst_p1::default());
    // SAFETY: as above; without a second element there is no second point.
    unsafe { blst_map_to_g1(&mut out, &u, ptr::null()) };
    g1_bytes(&out)
}

fn map_g2(input: &[u8]) -> Output {
    let input: &[u8; 128] = input.try_into().ok()?;
    let (u, mut out) = (extension(input)?, blst_p2::default());
    // SAFETY: as above.
    unsafe { blst_map_to_g2(&mut out, &u, ptr::null()) };
    g2_bytes(&out)
}

fn g1_compressed(bytes: &[u8; 48]) -> Option<blst_p1_affine> {
    let mut out = blst_p1_affine::default();
    // SAFETY: 48 bytes are read.
    let good = unsafe {
        blst_p1_uncompress(&mut out, bytes.as_ptr()) == BLST_ERROR::BLST_SUCCESS
            && blst_p1_affine_in_g1(&out)
    };
    good.then_some(out)
}

/// A number below the order.
fn scalar(bytes: &[u8; 32]) -> Option<blst_scalar> {
    let mut out = blst_scalar::default();
    // SAFETY: 32 bytes are read.
    unsafe {
        blst_scalar_from_bendian(&mut out, bytes.as_ptr());
        blst_scalar_fr_check(&out).then_some(out)
    }
}

fn multiple(point: &blst_p1_affine, scalar: &blst_scalar) -> blst_p1 {
    let (mut projective, mut out) = (blst_p1::default(), blst_p1::default());
    // SAFETY: as above.
    unsafe {
        blst_p1_from_affine(&mut projective, point);
        blst_p1_mult(&mut out, &projective, scalar.b.as_ptr(), SCALAR_BITS);
    }
    out
}

/// The generator of G2 with another sign.
fn negative_generator() -> blst_p2_affine {
    // SAFETY: it is a constant of blst's.
    let mut out = unsafe { *blst_p2_affine_generator() };
    let y: *mut blst_fp2 = &mut out.y;
    // SAFETY: as above.
    unsafe { blst_fp2_cneg(y, y, true) };
    out
}

/// e(C − yG + zπ, −G2) · e(π, τG2) = 1, which multiplies in G1 only.
fn evaluate(input: &[u8]) -> Output {
    let opening = Opening::read(input)?;
    let (z, y) = (scalar(opening.z)?, scalar(opening.y)?);
    let (commitment, proof) = (g1_compressed(opening.commitment)?, g1_compressed(opening.proof)?);
    let mut tau = blst_p2_affine::default();
    // SAFETY: 96 bytes are read. No check of the order: it is a constant.
    if unsafe { blst_p2_uncompress(&mut tau, TAU.as_ptr()) } != BLST_ERROR::BLST_SUCCESS {
        return None;
    }
    // SAFETY: as above; the generator is blst's own.
    let mut value = multiple(unsafe { &*blst_p1_affine_generator() }, &y);
    let mut left = multiple(&proof, &z);
    // SAFETY: as above.
    unsafe {
        blst_p1_cneg(&mut value, true);
        let sum: *mut blst_p1 = &mut left;
        blst_p1_add_or_double(sum, sum, &value);
        blst_p1_add_or_double_affine(sum, sum, &commitment);
    }
    let pairs = [(g1_affine(&left), negative_generator()), (proof, tau)];
    product_is_one(&pairs).then(Opening::holds)
}

fn verify(input: &[u8]) -> Output {
    let (key, signature, message) = signed(input)?;
    let key = g1_compressed(key)?;
    let (mut point, mut hash) = (blst_p2_affine::default(), blst_p2::default());
    let mut hashed = blst_p2_affine::default();
    // SAFETY: as above; no augmentation is a null pointer and no length.
    let good = unsafe {
        blst_hash_to_g2(
            &mut hash,
            message.as_ptr(),
            message.len(),
            DST.as_ptr(),
            DST.len(),
            ptr::null(),
            0,
        );
        blst_p2_to_affine(&mut hashed, &hash);
        !blst_p1_affine_is_inf(&key)
            && blst_p2_uncompress(&mut point, signature.as_ptr()) == BLST_ERROR::BLST_SUCCESS
            && blst_p2_affine_in_g2(&point)
    };
    if !good {
        return None;
    }
    // SAFETY: it is a constant of blst's.
    let mut generator = unsafe { *blst_p1_affine_generator() };
    let y: *mut blst_fp = &mut generator.y;
    // SAFETY: as above.
    unsafe { blst_fp_cneg(y, y, true) };
    product_is_one(&[(key, hashed), (generator, point)]).then(Vec::new)
}
