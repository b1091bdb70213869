//! Hashing many messages at once gives what hashing them one by one gives, on every engine and on
//! the portable reference of the lanes.

use crate::engine;
use curve::engines::lanes8::Lanes8Portable;
use curve::error::BatchError;
use curve::field::{Anywhere, InLanes};
use curve::hash_to_curve::{
    Suite, Xmd, hash_to_curve, hash_to_curve_batch, hash_to_field, map_in_lanes,
};
use curve::weierstrass::{CtxOf, Group, GroupInLanes, Projective, Subgroup, Weierstrass};
use curve::{bls12_381, bn254, p256, secp256k1};
use sha2::Sha256;

const DST: &[u8] = b"CURVEMARK-TEST-OF-BATCHES-";

fn messages(count: usize) -> Vec<Vec<u8>> {
    (0..count).map(|i| vec![i as u8; (i * 7) & 63]).collect()
}

/// Batches around the number of lanes, the empty message among them, some messages twice.
fn batches<C>()
where
    C: Suite + GroupInLanes<Base: Anywhere, Lanes: Suite, Doubles: Suite, Fast: Suite>,
{
    for count in [1, 2, 3, 7, 8, 9, 20] {
        let mut messages = messages(count);
        if count > 7 {
            messages[6] = messages[1].clone();
        }
        let views: Vec<&[u8]> = messages.iter().map(Vec::as_slice).collect();
        let mut out = vec![Projective::<C>::generator(); count];
        hash_to_curve_batch::<C, Xmd<Sha256>>(&(), &views, DST, &mut out)
            .expect("as many places as messages");
        for (message, point) in messages.iter().zip(&out) {
            assert_eq!(
                point,
                &hash_to_curve::<C, Xmd<Sha256>>(&(), message.as_slice(), DST),
                "{count} messages"
            );
        }
    }
    let none: [&[u8]; 0] = [];
    assert_eq!(
        hash_to_curve_batch::<C, Xmd<Sha256>>(&(), &none, DST, &mut []),
        Err(BatchError::Empty)
    );
    let two: [&[u8]; 2] = [b"a", b"b"];
    let mut out = [Projective::<C>::generator()];
    assert_eq!(
        hash_to_curve_batch::<C, Xmd<Sha256>>(&(), &two, DST, &mut out),
        Err(BatchError::LengthMismatch)
    );
}

/// On the lanes of a curve, whatever the CPU.
fn on_lanes<C, S>(ctx: &CtxOf<S>)
where
    C: Suite + Group<Base: Anywhere, Fast: Suite>,
    S: Suite<Base: curve::field::Lanes<One = <C as Weierstrass>::Base>> + Subgroup,
{
    let messages = messages(8);
    let elements: Vec<_> = messages
        .iter()
        .map(|message| hash_to_field::<_, Xmd<Sha256>, 2>(message.as_slice(), DST))
        .collect();
    for count in [1, 5, 8] {
        let mut out = vec![Projective::<C>::generator(); count];
        map_in_lanes::<C, S>(ctx, &elements[..count], &mut out);
        for (message, point) in messages.iter().zip(&out) {
            assert_eq!(point, &hash_to_curve::<C, Xmd<Sha256>>(&(), message.as_slice(), DST));
        }
    }
}

#[test]
fn batches_are_their_messages() {
    let held = engine::hold();
    held.on_each(|_| {
        batches::<bls12_381::G1Curve>();
        batches::<bls12_381::G2Curve>();
        batches::<bn254::G1Curve>();
        batches::<bn254::G2Curve>();
        batches::<p256::P256>();
        batches::<secp256k1::Secp256k1>();
    });
    if bls12_381::FpEngine::lanes().is_none() {
        eprintln!("SKIPPED: this CPU has no vectors, only their portable reference was run");
    }
    on_lanes::<bls12_381::G1Curve, bls12_381::G1Curve<Lanes8Portable<bls12_381::FpEngine>>>(&());
    on_lanes::<bls12_381::G2Curve, bls12_381::G2Curve<Lanes8Portable<bls12_381::FpEngine>>>(&());
    on_lanes::<bn254::G2Curve, bn254::G2Curve<Lanes8Portable<bn254::FpEngine>>>(&());
    on_lanes::<secp256k1::Secp256k1, secp256k1::Secp256k1<Lanes8Portable<secp256k1::FpEngine>>>(&());
}
