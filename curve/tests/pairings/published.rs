//! The pairing of BLS12-381 against published values.
//!
//! `bls12-381-misc/pairing.json` holds e(i·g1, i·g2) for i = 1 … 1000 (noble-curves, MIT; origin:
//! kilic's bls12-381): twelve words each, the highest coefficient of the tower first. Three of them
//! stand here; all are read where `CURVEMARK_VECTORS` names the folder.

use crate::points::{Engine32, Engine64, Points, pair};
use curve::bls12_381::{BaseEngine, Bls12381};
use curve::field::Anywhere;

/// e(1·g1, 1·g2).
const E_1: [&str; 12] = [
    "0f41e58663bf08cf068672cbd01a7ec73baca4d72ca93544deff686bfd6df543d48eaa24afe47e1efde449383b676631",
    "04c581234d086a9902249b64728ffd21a189e87935a954051c7cdba7b3872629a4fafc05066245cb9108f0242d0fe3ef",
    "03350f55a7aefcd3c31b4fcb6ce5771cc6a0e9786ab5973320c806ad360829107ba810c5a09ffdd9be2291a0c25a99a2",
    "11b8b424cd48bf38fcef68083b0b0ec5c81a93b330ee1a677d0d15ff7b984e8978ef48881e32fac91b93b47333e2ba57",
    "06fba23eb7c5af0d9f80940ca771b6ffd5857baaf222eb95a7d2809d61bfe02e1bfd1b68ff02f0b8102ae1c2d5d5ab1a",
    "19f26337d205fb469cd6bd15c3d5a04dc88784fbb3d0b2dbdea54d43b2b73f2cbb12d58386a8703e0f948226e47ee89d",
    "018107154f25a764bd3c79937a45b84546da634b8f6be14a8061e55cceba478b23f7dacaa35c8ca78beae9624045b4b6",
    "01b2f522473d171391125ba84dc4007cfbf2f8da752f7c74185203fcca589ac719c34dffbbaad8431dad1c1fb597aaa5",
    "193502b86edb8857c273fa075a50512937e0794e1e65a7617c90d8bd66065b1fffe51d7a579973b1315021ec3c19934f",
    "1368bb445c7c2d209703f239689ce34c0378a68e72a6b3b216da0e22a5031b54ddff57309396b38c881c4c849ec23e87",
    "089a1c5b46e5110b86750ec6a532348868a84045483c92b7af5af689452eafabf1a8943e50439f1d59882a98eaa0170f",
    "1250ebd871fc0a92a7b2d83168d0d727272d441befa15c503dd8e90ce98db3e7b6d194f60839c508a84305aaca1789b6",
];

/// e(2·g1, 2·g2).
const E_2: [&str; 12] = [
    "17e574672a60b067c6fbd0b27323609f7552e76ca5d2339ed4de298e5af77a5d3841aa8a2a911d90d401533832406321",
    "07a645c26d896b53ba5dbd542d73f707928ce3a95049e97dc06bf1b82861b8298e0cbd015ef49d0955f6046edbf6428f",
    "0bf98189a6bfcfce0e5563b50e2be1110b1aaf00cdb52901c66bcff5d24dcecfc61d373ec7981936889ad090a76ca947",
    "0a385bc3302b3df7bfe9f129a1f940c939cb1f8bf6b1add53763e5a01b4742197d6cff0e7f94f6d4a5c0bf161fb87a0a",
    "10206827c9f539ca5600bc98e3add3752285cdd653c46bc602aed8c99def332a39571dbd93583391c2fe8ecbb7c278b7",
    "18297eef1545b2815e43667c41a23ef3476c3fcb8091861e64d72607c4dc1d82376fcbfff5e603d3551611aa13c50487",
    "0a01ef8d6c28bad70063c03eee5fa022e31d5323d8b697db044266e9416ea69654e7fb0dd7525e02848f5ed4570737a3",
    "08cbd3ec44c0fcf1c8e1b2968236fae7fa61a69639753490959d3a97511ad46fb72dd4985041cfed1a0bce751324a19e",
    "16b1a039ea23c36df8238406fbb5b4ed964593b5061de4eea61cb7da9cde8bf1b767628ff150d2cf75b44d661b99efab",
    "18e15e7f8620efe10e78078130016625926a7bbda8b077408e3c5940f9aed6cd955554449e35e3be81ea009eb54edde8",
    "0f65b3142efab12af4768c1f88687c978dd5d56e83179ea54f7d8d8ee9dc6bdf9ed701a2fd308f63d58ca6cb906e9ea1",
    "027f832b30e9109bb2ae3598aa2ca78d9c990d3a2f3da0da0e71df36a113c88398f8c474573d03e18cbb5faa53a1feef",
];

/// e(7·g1, 7·g2).
const E_7: [&str; 12] = [
    "10ec8019ef65a85c90c1074b25a8c7e6d90e7dcf231d88b24036dbbe5858ec5e3f734e9ca37e95ea220a60641f58d29b",
    "12d2c14e563b8b4065f93e6dc8460b62c352de95e6c3c16562087ef43e74bc666928b7a06236ed5d906b11d1c17c5347",
    "00934d13347a182d507853619f2c5d0d7f8ee725392fe6aa587cfd09246b0f8c39c6f86cb78b1a6c9fddac54cc85b720",
    "03857fc92d20d9516e41d31a7fc54d4a0971d4a5670a938937e6ce87a3d66b26efbd889c4418beea80e847d167d55110",
    "0d74db3ccab961f0b839f3157e7363ce6822b66d33e8e38d86aa9c2caac13751499fc8124f1d9ea2aefe25e51e9aa8f3",
    "0e346b9ebde1e5ab45382b1a97a34f0a6a1c75b96332acc6592be2d3722e4cec075be91a04cb40b5e23c844838d34577",
    "019b50761366c0aa13e10b8e2f1cf48eea9e4f5e8095971c3359227345e909ad4cf36c87904e0f861804739cd6e65510",
    "118dd8d2afc1b05d18a0723297f2a9855ac0b696ce53cc7642c1d9f6975e28fe9989036ef1c896c0186de83d1bf44f47",
    "139396251f30247d9a2899d1ab7e2048e2b06240e5ba0eeb8552e768bcf67e473e60398599cf77583686996a720d644b",
    "0f03783dbb66ca9c0a23dcf8fe764b686241d5c1679e68e0554ae0877facdbd9a54662aa3176b7764d24f0c5a7b847c0",
    "14b16f08bf0eef12f1e63750939c810991175927e37a598232c5a7dabeb0cc92df91947a07d4f0a81053b538d0e3d6af",
    "10b30d461c048ad700eae6230b9a55f6e4bf174dcebc2f1c32aaba6df7c15e3e779cfe8187f003ce200cc3831f6a7805",
];

/// The bytes of a value in our order, from words with the highest coefficient first.
fn bytes(words: &str) -> Vec<u8> {
    let words: Vec<&[u8]> = words.as_bytes().chunks(96).collect();
    let digits: Vec<u8> = words.iter().rev().flat_map(|word| word.iter().copied()).collect();
    digits
        .chunks(2)
        .map(|pair| u8::from_str_radix(core::str::from_utf8(pair).unwrap(), 16).unwrap())
        .collect()
}

fn check<F: BaseEngine + Anywhere>() {
    let points = Points::<Bls12381<F>>::multiples(7);
    for (i, expected) in [(1, E_1), (2, E_2), (7, E_7)] {
        let mut out = [0; 576];
        pair(&points.g1[i], &points.g2[i]).to_bytes(&mut out);
        assert_eq!(out[..], bytes(&expected.concat()), "e({i}·g1, {i}·g2)");
    }
}

#[test]
fn published_values() {
    check::<Engine64>();
}

#[test]
fn published_values_on_32_bit_words() {
    check::<Engine32>();
}

#[test]
fn all_published_values() {
    let Some(folder) = std::env::var_os("CURVEMARK_VECTORS") else {
        println!("CURVEMARK_VECTORS is not set: the three values above only");
        return;
    };
    let file = std::path::Path::new(&folder).join("bls12-381-misc/pairing.json");
    let text = std::fs::read_to_string(&file).expect("the suite can be read");
    // An array of strings without escapes.
    let values: Vec<&str> = text.split('"').skip(1).step_by(2).collect();
    assert_eq!(values.len(), 1000);
    let points = Points::<Bls12381<Engine64>>::multiples(values.len());
    for (i, value) in values.iter().enumerate() {
        let mut out = [0; 576];
        pair(&points.g1[i + 1], &points.g2[i + 1]).to_bytes(&mut out);
        assert_eq!(out[..], bytes(value), "e({0}·g1, {0}·g2)", i + 1);
    }
}
