//! The tower of BLS12-377: ξ = u, and what the Frobenius map multiplies by.

use limb::modulus::Constant;

use super::{BaseEngine, Bls12377, FpConst};
use crate::tower::{Frobenius, Tower, Twist};

const fn fp(digits: &str) -> FpConst {
    Constant::hex(digits)
}

/// `p1[i − 1]` = u^(i·(p − 1)/6), which is in Fp since (p − 1)/6 is even, `p2[i − 1]` = u^(i·(p² −
/// 1)/6), i = 1 … 5, `third` = 1/3; a test computes them again from p.
static FROBENIUS: Frobenius<FpConst> = Frobenius {
    p1: [
        [
            fp(
                "009a9975399c019633c1e30682567f915c8a45e0f94ebc8ec681bf34a3aa559db57668e558eb0188e938a9d1104f2031",
            ),
            Constant::small(0),
        ],
        [
            fp(
                "000000000000000009b3af05dd14f6ec619aaf7d34594aabc5ed1347970dec00452217cc900000008508c00000000002",
            ),
            Constant::small(0),
        ],
        [
            fp(
                "01680a40796537cac0c534db1a79beb1400398f50ad1dec1bce649cf436b0f6299588459bff27d8e6e76d5ecf1391c63",
            ),
            Constant::small(0),
        ],
        [
            fp(
                "000000000000000009b3af05dd14f6ec619aaf7d34594aabc5ed1347970dec00452217cc900000008508c00000000001",
            ),
            Constant::small(0),
        ],
        [
            fp(
                "00cd70cb3fc936348d0351d498233f1fe379531411832232f6648a9a9fc0b9c4e3e21b7467077c05853e2c1be0e9fc32",
            ),
            Constant::small(0),
        ],
    ],
    p2: [
        fp(
            "000000000000000009b3af05dd14f6ec619aaf7d34594aabc5ed1347970dec00452217cc900000008508c00000000002",
        ),
        fp(
            "000000000000000009b3af05dd14f6ec619aaf7d34594aabc5ed1347970dec00452217cc900000008508c00000000001",
        ),
        Constant::minus(1),
        fp(
            "01ae3a4617c510eabc8756ba8f8c524eb8882a75cc9bc8e359064ee822fb5bffd1e945779fffffffffffffffffffffff",
        ),
        fp(
            "01ae3a4617c510eabc8756ba8f8c524eb8882a75cc9bc8e359064ee822fb5bffd1e94577a00000000000000000000000",
        ),
    ],
    third: fp(
        "011ed1840fd8b5f1d97cae80486b862766c1e6a200a3625f69f796ca7c0630000f5ce8d82000000058b0800000000001",
    ),
};

impl<F: BaseEngine> Tower for Bls12377<F> {
    type Fp = F;

    const XI: u32 = 0;
    const TWIST: Twist = Twist::D;

    fn frobenius() -> &'static Frobenius<FpConst> {
        &FROBENIUS
    }
}
