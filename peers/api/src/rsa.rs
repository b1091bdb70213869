//! Public keys of RSA in the bytes that libraries in C read.

/// A key in DER as `RSAPublicKey` (RFC 8017, appendix A.1.1): its modulus, then its exponent, both
/// big-endian and not empty.
pub fn public_key_der(modulus: &[u8], exponent: &[u8]) -> Vec<u8> {
    const INTEGER: u8 = 0x02;
    const SEQUENCE: u8 = 0x30;
    let number = |bytes: &[u8]| {
        // A first bit that is set would be a sign.
        let sign = bytes.first().is_some_and(|first| *first >= 0x80);
        element(INTEGER, &[&[0][..usize::from(sign)], bytes].concat())
    };
    element(SEQUENCE, &[number(modulus), number(exponent)].concat())
}

fn element(tag: u8, content: &[u8]) -> Vec<u8> {
    let length = content.len().to_be_bytes();
    let length = &length[content.len().leading_zeros() as usize >> 3..];
    let mut out = vec![tag];
    match content.len() {
        short @ ..0x80 => out.push(short as u8),
        _ => {
            out.push(0x80 | length.len() as u8);
            out.extend(length);
        }
    }
    out.extend(content);
    out
}

#[cfg(test)]
mod tests {
    use super::public_key_der;

    #[test]
    fn numbers_have_no_sign_and_lengths_are_the_shortest() {
        assert_eq!(public_key_der(&[0x7f], &[3]), [0x30, 6, 2, 1, 0x7f, 2, 1, 3]);
        assert_eq!(public_key_der(&[0xff], &[3]), [0x30, 7, 2, 2, 0, 0xff, 2, 1, 3]);
        let key = public_key_der(&[0xff; 256], &[1, 0, 1]);
        assert_eq!(key[..9], [0x30, 0x82, 1, 10, 2, 0x82, 1, 1, 0]);
        assert_eq!((key.len(), &key[265..]), (270, &[2, 3, 1, 0, 1][..]));
        // From 128 bytes on a length has a length.
        assert_eq!(public_key_der(&[1; 128], &[3])[..6], [0x30, 0x81, 134, 2, 0x81, 128]);
    }
}
