//! The tests in blst's crate, as its authors wrote them, over `curvemark-blst`.
//!
//! `build.rs` cuts them out. They stand in modules of the crate that they test, so they use some
//! private names and functions of C; what stands for these is here and in `raw`.

// The cut text has these.
#![allow(non_upper_case_globals, unused_parens, clippy::all)]

mod raw;

macro_rules! variant {
    ($module:ident) => {
        mod $module {
            use core::mem::MaybeUninit;
            use core::ops::Deref;
            use core::ptr;

            use curvemark_blst::{BLST_ERROR, MultiPoint, blst_scalar, $module as own};
            use own::{AggregatePublicKey, AggregateSignature, PublicKey, Signature};

            use crate::raw::{blst_keygen, blst_scalar_from_uint64};

            /// A key by its scalar, as blst's own module may make one.
            pub struct SecretKey {
                value: blst_scalar,
            }

            impl SecretKey {
                fn key_gen(ikm: &[u8], key_info: &[u8]) -> Result<Self, BLST_ERROR> {
                    let key = own::SecretKey::key_gen(ikm, key_info)?;
                    Ok(Self { value: <&blst_scalar>::from(&key).clone() })
                }
            }

            impl Deref for SecretKey {
                type Target = own::SecretKey;

                fn deref(&self) -> &own::SecretKey {
                    (&self.value).try_into().expect("a scalar that is a key")
                }
            }

            impl serde::Serialize for SecretKey {
                fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                    serde::Serialize::serialize(&**self, to)
                }
            }

            impl<'de> serde::Deserialize<'de> for SecretKey {
                fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                    let key: own::SecretKey = serde::Deserialize::deserialize(from)?;
                    Ok(Self { value: <&blst_scalar>::from(&key).clone() })
                }
            }

            include!(concat!(env!("OUT_DIR"), "/variant.rs"));
        }
    };
}

variant!(min_pk);
variant!(min_sig);

mod others {
    use curvemark_blst::{blst_fp12, blst_p1, blst_p2, blst_scalar, p1_affines, p2_affines};

    use crate::raw::*;

    include!(concat!(env!("OUT_DIR"), "/others.rs"));
    include!(concat!(env!("OUT_DIR"), "/points.rs"));
    include!(concat!(env!("OUT_DIR"), "/layout.rs"));

    // As `pippenger.rs` asks for them.
    pippenger_test_mod!(
        p1_multi_point,
        p1_affines,
        blst_p1,
        blst_p1_add_or_double,
        blst_p1_generator,
        blst_p1_mult,
    );
    pippenger_test_mod!(
        p2_multi_point,
        p2_affines,
        blst_p2,
        blst_p2_add_or_double,
        blst_p2_generator,
        blst_p2_mult,
    );
}

/// What blst asks of its own types.
#[test]
fn types_may_be_sent_and_shared() {
    use curvemark_blst::*;

    fn is_normal<T: Sized + Send + Sync + Unpin>() {}
    is_normal::<BLST_ERROR>();
    is_normal::<blst_scalar>();
    is_normal::<blst_fp12>();
    is_normal::<blst_p1>();
    is_normal::<blst_p1_affine>();
    is_normal::<blst_p2>();
    is_normal::<blst_p2_affine>();
    is_normal::<Pairing<'_>>();
    is_normal::<min_pk::SecretKey>();
    is_normal::<min_sig::SecretKey>();
}
