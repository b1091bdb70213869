//! The tower of BLS12-381: ξ = 1 + u, and what the Frobenius map multiplies by.

use limb::modulus::Constant;

use super::{BaseEngine, Bls12381, FpConst};
use crate::tower::{Frobenius, Tower, Twist};

const fn fp(digits: &str) -> FpConst {
    Constant::hex(digits)
}

/// `p1[i − 1]` = (1 + u)^(i·(p − 1)/6), `p2[i − 1]` = (1 + u)^(i·(p² − 1)/6), i = 1 … 5, `third` =
/// 1/3; a test computes them again from p.
static FROBENIUS: Frobenius<FpConst> = Frobenius {
    p1: [
        [
            fp(
                "1904d3bf02bb0667c231beb4202c0d1f0fd603fd3cbd5f4f7b2443d784bab9c4f67ea53d63e7813d8d0775ed92235fb8",
            ),
            fp(
                "00fc3e2b36c4e03288e9e902231f9fb854a14787b6c7b36fec0c8ec971f63c5f282d5ac14d6c7ec22cf78a126ddc4af3",
            ),
        ],
        [
            Constant::small(0),
            fp(
                "1a0111ea397fe699ec02408663d4de85aa0d857d89759ad4897d29650fb85f9b409427eb4f49fffd8bfd00000000aaac",
            ),
        ],
        [
            fp(
                "06af0e0437ff400b6831e36d6bd17ffe48395dabc2d3435e77f76e17009241c5ee67992f72ec05f4c81084fbede3cc09",
            ),
            fp(
                "06af0e0437ff400b6831e36d6bd17ffe48395dabc2d3435e77f76e17009241c5ee67992f72ec05f4c81084fbede3cc09",
            ),
        ],
        [
            fp(
                "1a0111ea397fe699ec02408663d4de85aa0d857d89759ad4897d29650fb85f9b409427eb4f49fffd8bfd00000000aaad",
            ),
            Constant::small(0),
        ],
        [
            fp(
                "05b2cfd9013a5fd8df47fa6b48b1e045f39816240c0b8fee8beadf4d8e9c0566c63a3e6e257f87329b18fae980078116",
            ),
            fp(
                "144e4211384586c16bd3ad4afa99cc9170df3560e77982d0db45f3536814f0bd5871c1908bd478cd1ee605167ff82995",
            ),
        ],
    ],
    p2: [
        fp("5f19672fdf76ce51ba69c6076a0f77eaddb3a93be6f89688de17d813620a00022e01fffffffeffff"),
        fp("5f19672fdf76ce51ba69c6076a0f77eaddb3a93be6f89688de17d813620a00022e01fffffffefffe"),
        Constant::minus(1),
        fp(
            "1a0111ea397fe699ec02408663d4de85aa0d857d89759ad4897d29650fb85f9b409427eb4f49fffd8bfd00000000aaac",
        ),
        fp(
            "1a0111ea397fe699ec02408663d4de85aa0d857d89759ad4897d29650fb85f9b409427eb4f49fffd8bfd00000000aaad",
        ),
    ],
    third: fp(
        "11560bf17baa99bc32126fced787c88f984f87adf7ae0c7f9a208c6b4f20a4181472aaa9cb8d555526a9ffffffffc71d",
    ),
};

impl<F: BaseEngine> Tower for Bls12381<F> {
    type Fp = F;

    const XI: u32 = 1;
    const TWIST: Twist = Twist::M;

    fn frobenius() -> &'static Frobenius<FpConst> {
        &FROBENIUS
    }
}
