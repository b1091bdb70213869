//! The tower of BN254: ξ = 9 + u, and what the Frobenius map multiplies by.

use limb::modulus::Constant;

use super::{BaseEngine, Bn254, FpConst};
use crate::tower::{Frobenius, Tower, Twist};

const fn fp(digits: &str) -> FpConst {
    Constant::hex(digits)
}

/// `p1[i − 1]` = (9 + u)^(i·(p − 1)/6), `p2[i − 1]` = (9 + u)^(i·(p² − 1)/6), i = 1 … 5, `third` =
/// 1/3; a test computes them again from p.
pub(super) static FROBENIUS: Frobenius<FpConst> = Frobenius {
    p1: [
        [
            fp("1284b71c2865a7dfe8b99fdd76e68b605c521e08292f2176d60b35dadcc9e470"),
            fp("246996f3b4fae7e6a6327cfe12150b8e747992778eeec7e5ca5cf05f80f362ac"),
        ],
        [
            fp("2fb347984f7911f74c0bec3cf559b143b78cc310c2c3330c99e39557176f553d"),
            fp("16c9e55061ebae204ba4cc8bd75a079432ae2a1d0b7c9dce1665d51c640fcba2"),
        ],
        [
            fp("063cf305489af5dcdc5ec698b6e2f9b9dbaae0eda9c95998dc54014671a0135a"),
            fp("07c03cbcac41049a0704b5a7ec796f2b21807dc98fa25bd282d37f632623b0e3"),
        ],
        [
            fp("05b54f5e64eea80180f3c0b75a181e84d33365f7be94ec72848a1f55921ea762"),
            fp("2c145edbe7fd8aee9f3a80b03b0b1c923685d2ea1bdec763c13b4711cd2b8126"),
        ],
        [
            fp("0183c1e74f798649e93a3661a4353ff4425c459b55aa1bd32ea2c810eab7692f"),
            fp("12acf2ca76fd0675a27fb246c7729f7db080cb99678e2ac024c6b8ee6e0c2c4b"),
        ],
    ],
    p2: [
        fp("30644e72e131a0295e6dd9e7e0acccb0c28f069fbb966e3de4bd44e5607cfd49"),
        fp("30644e72e131a0295e6dd9e7e0acccb0c28f069fbb966e3de4bd44e5607cfd48"),
        Constant::minus(1),
        fp("59e26bcea0d48bacd4f263f1acdb5c4f5763473177fffffe"),
        fp("59e26bcea0d48bacd4f263f1acdb5c4f5763473177ffffff"),
    ],
    third: fp("2042def740cbc01bd03583cf0100e593ba56470b9af68708d2c05d6490535385"),
};

impl<F: BaseEngine> Tower for Bn254<F> {
    type Fp = F;

    const XI: u32 = 9;
    const TWIST: Twist = Twist::D;

    fn frobenius() -> &'static Frobenius<FpConst> {
        &FROBENIUS
    }
}
