//! Decoding, checks and encoding.

use super::{key_inputs, ours, signature_inputs, theirs};
use crate::inputs::{compressed, encodings};
use crate::shown;

#[test]
fn keys_are_decoded_and_checked_alike() {
    let (mut good, mut outside) = (0, 0);
    for bytes in encodings(&key_inputs()) {
        macro_rules! alike {
            ($function:ident) => {{
                let shown_ours = shown(ours::PublicKey::$function(&bytes), |key| {
                    let verdict = shown(key.validate(), |()| ());
                    (key.compress(), key.serialize(), key.to_bytes(), verdict)
                });
                let shown_theirs = shown(theirs::PublicKey::$function(&bytes), |key| {
                    let verdict = shown(key.validate(), |()| ());
                    (key.compress(), key.serialize(), key.to_bytes(), verdict)
                });
                assert_eq!(shown_ours, shown_theirs, "{} of {bytes:x?}", stringify!($function));
                shown_ours
            }};
        }
        let _ = (alike!(from_bytes), alike!(deserialize), alike!(uncompress));
        match alike!(key_validate) {
            Ok(_) => good += 1,
            Err(3) => outside += 1,
            Err(_) => {}
        }
    }
    assert!(good > 10 && outside > 10, "{good} keys are good, {outside} outside of the group");
}

#[test]
fn signatures_are_decoded_and_checked_alike() {
    let (mut good, mut outside) = (0, 0);
    for bytes in encodings(&signature_inputs()) {
        macro_rules! alike {
            (|$bytes:ident, $module:ident| $decode:expr) => {{
                let $bytes = &bytes;
                macro_rules! of {
                    ($of:ident) => {{
                        use $of as $module;
                        shown($decode, |signature| {
                            let checks = [true, false]
                                .map(|infinity| shown(signature.validate(infinity), |()| ()));
                            (
                                signature.compress(),
                                signature.serialize(),
                                signature.to_bytes(),
                                checks,
                                signature.subgroup_check(),
                            )
                        })
                    }};
                }
                let (shown_ours, shown_theirs) = (of!(ours), of!(theirs));
                assert_eq!(shown_ours, shown_theirs, "{} of {bytes:x?}", stringify!($decode));
                shown_ours
            }};
        }
        let _ = alike!(|bytes, module| module::Signature::from_bytes(bytes));
        let _ = alike!(|bytes, module| module::Signature::deserialize(bytes));
        let _ = alike!(|bytes, module| module::Signature::uncompress(bytes));
        let _ = alike!(|bytes, module| module::Signature::sig_validate(bytes, true));
        match alike!(|bytes, module| module::Signature::sig_validate(bytes, false)) {
            Ok(_) => good += 1,
            Err(3) => outside += 1,
            Err(_) => {}
        }
    }
    assert!(good > 10 && outside > 10, "{good} signatures are good, {outside} not in the group");
}

#[test]
fn the_two_encodings_are_of_one_point() {
    for point in key_inputs().all() {
        let key = ours::PublicKey::from_bytes(point).expect("a point of the curve");
        assert_eq!(key.compress()[..], compressed(point));
        assert_eq!(ours::PublicKey::from_bytes(&key.compress()), Ok(key));
    }
    let default = theirs::PublicKey::default();
    assert_eq!(ours::PublicKey::default().serialize(), default.serialize());
}

/// A point that was checked is not checked again; what is added to it takes that back.
#[test]
fn sums_with_points_outside_of_the_group_are_outside() {
    let inputs = signature_inputs();
    let inside = ours::Signature::sig_validate(&inputs.inside[0], true).expect("a good signature");
    let outside = ours::Signature::from_bytes(&inputs.outside[0]).expect("a point of the curve");
    let mut sum = ours::AggregateSignature::from_signature(&inside);
    assert!(sum.subgroup_check());
    assert!(sum.add_signature(&outside, true).is_err());
    assert_eq!(sum.to_signature(), inside, "nothing was added");
    sum.add_signature(&outside, false).expect("nothing is checked");
    assert!(!sum.subgroup_check() && !sum.to_signature().subgroup_check());
    assert!(sum.validate().is_err() && sum.to_signature().validate(false).is_err());

    let inputs = key_inputs();
    let inside = ours::PublicKey::key_validate(&inputs.inside[0]).expect("a good key");
    let outside = ours::PublicKey::from_bytes(&inputs.outside[0]).expect("a point of the curve");
    let sum = ours::AggregatePublicKey::aggregate(&[&inside, &outside], false).expect("two keys");
    assert!(sum.to_public_key().validate().is_err());
    let mut other = ours::AggregatePublicKey::from_public_key(&inside);
    other.sub_aggregate(&ours::AggregatePublicKey::from_public_key(&outside));
    assert!(other.to_public_key().validate().is_err());
    other.add_aggregate(&ours::AggregatePublicKey::from_public_key(&outside));
    assert_eq!(other.to_public_key(), inside);
    assert_eq!(other.to_public_key().validate(), Ok(()), "it is checked again");
}
