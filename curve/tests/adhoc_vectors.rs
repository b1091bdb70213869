use curve::bls12_381::*;
use curve::weierstrass::*;
use std::string::*;
use std::vec::Vec;
fn unhex(s: &str) -> Vec<u8> {
    (0..s.len() / 2).map(|i| u8::from_str_radix(&s[2 * i..2 * i + 2], 16).unwrap()).collect()
}
fn dat<C: ZcashEncoding>(name: &str) {
    let d = std::env::var("CURVEMARK_VECTORS").unwrap() + "/zkcrypto-bls12-381/";
    let c = std::fs::read(d.clone() + name + "_compressed_valid_test_vectors.dat").unwrap();
    let u = std::fs::read(d + name + "_uncompressed_valid_test_vectors.dat").unwrap();
    let n = C::COMPRESSED.as_ref().len();
    let mut p = Projective::<C>::identity();
    let mut count = 0;
    for (c, u) in c.chunks(n).zip(u.chunks(2 * n)) {
        assert_eq!(p.to_bytes().as_ref(), c);
        assert_eq!(p.to_bytes_uncompressed().as_ref(), u);
        assert_eq!(Projective::<C>::from_bytes(c), Ok(p));
        assert_eq!(Projective::<C>::from_bytes_uncompressed(u), Ok(p));
        p += Projective::generator();
        count += 1;
    }
    std::println!("{name} {count}");
}
#[test]
fn dats() {
    dat::<G1Curve>("g1");
    dat::<G2Curve>("g2");
}
#[test]
fn lines() {
    let text = std::fs::read_to_string("/tmp/pts.txt").unwrap();
    for l in text.lines() {
        let f: Vec<&str> = l.split(' ').collect();
        let b = unhex(f[1]);
        let (curve, sub): (Result<(), _>, Result<(), _>) = match f[0] {
            "g1u" => (
                G1Affine::from_bytes_uncompressed_unchecked_subgroup(&b).map(|_| ()),
                G1Affine::from_bytes_uncompressed(&b).map(|_| ()),
            ),
            "g2u" => (
                G2Affine::from_bytes_uncompressed_unchecked_subgroup(&b).map(|_| ()),
                G2Affine::from_bytes_uncompressed(&b).map(|_| ()),
            ),
            "g1" => (Ok(()), G1Affine::from_bytes(&b).and_then(|p| p.not_identity()).map(|_| ())),
            "g2" => (Ok(()), G2Affine::from_bytes(&b).and_then(|p| p.not_identity()).map(|_| ())),
            _ => panic!(),
        };
        std::println!("{} {} -> {:?} {:?}", f[0], f[4], curve, sub);
        if f[0].ends_with('u') {
            assert_eq!(curve.is_ok(), f[2] == "True");
        }
        assert_eq!(sub.is_ok(), f[3] == "True");
    }
}
