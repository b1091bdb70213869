//! What the precompiled contracts cost.
//!
//! | contract | gas | source |
//! |---|---|---|
//! | ecrecover | 3000 | Yellow Paper, appendix E |
//! | SHA-256 | 60 + 12 per word of 32 bytes | same |
//! | RIPEMD-160 | 600 + 120 per word | same |
//! | identity | 15 + 3 per word | same |
//! | MODEXP | [`modexp`] | EIP-198, 2565, 7883 |
//! | BN254 addition, multiplication | 150, 6000 | EIP-1108 |
//! | BN254 pairing | 45000 + 34000 per pair | EIP-1108 |
//! | BLAKE2 | 1 per round | EIP-152 |
//! | KZG point evaluation | 50000 | EIP-4844 |
//! | BLS12-381 G1, G2 addition | 375, 600 | EIP-2537 |
//! | BLS12-381 G1, G2 sums of products | 12000, 22500 per pair, less the discount of so many pairs | EIP-2537 |
//! | BLS12-381 pairing | 37700 + 32600 per pair | EIP-2537 |
//! | BLS12-381 maps to G1, G2 | 5500, 23800 | EIP-2537 |
//! | P-256 | 6900 | EIP-7951 |
//!
//! A price is a function of only the input, and says nothing of whether the contract takes it: an
//! input of a wrong length has one too. Prices that do not fit into 64 bits are `u64::MAX`.
#![expect(
    clippy::integer_division_remainder_used,
    reason = "of lengths and prices, which are public"
)]

mod modexp;

pub use modexp::modexp;

use crate::Fork;
use crate::precompiles::{BLAKE2F_INPUT, Precompile};

/// Thousandths of the price of one product that each of so many costs in a sum, from one on; for
/// 128 and more the last (EIP-2537).
const G1_DISCOUNTS: [u16; 128] = [
    1000, 949, 848, 797, 764, 750, 738, 728, 719, 712, 705, 698, 692, 687, 682, 677, 673, 669, 665,
    661, 658, 654, 651, 648, 645, 642, 640, 637, 635, 632, 630, 627, 625, 623, 621, 619, 617, 615,
    613, 611, 609, 608, 606, 604, 603, 601, 599, 598, 596, 595, 593, 592, 591, 589, 588, 586, 585,
    584, 582, 581, 580, 579, 577, 576, 575, 574, 573, 572, 570, 569, 568, 567, 566, 565, 564, 563,
    562, 561, 560, 559, 558, 557, 556, 555, 554, 553, 552, 551, 550, 549, 548, 547, 547, 546, 545,
    544, 543, 542, 541, 540, 540, 539, 538, 537, 536, 536, 535, 534, 533, 532, 532, 531, 530, 529,
    528, 528, 527, 526, 525, 525, 524, 523, 522, 522, 521, 520, 520, 519,
];

/// The same in G2.
const G2_DISCOUNTS: [u16; 128] = [
    1000, 1000, 923, 884, 855, 832, 812, 796, 782, 770, 759, 749, 740, 732, 724, 717, 711, 704,
    699, 693, 688, 683, 679, 674, 670, 666, 663, 659, 655, 652, 649, 646, 643, 640, 637, 634, 632,
    629, 627, 624, 622, 620, 618, 615, 613, 611, 609, 607, 606, 604, 602, 600, 598, 597, 595, 593,
    592, 590, 589, 587, 586, 584, 583, 582, 580, 579, 578, 576, 575, 574, 573, 571, 570, 569, 568,
    567, 566, 565, 563, 562, 561, 560, 559, 558, 557, 556, 555, 554, 553, 552, 552, 551, 550, 549,
    548, 547, 546, 545, 545, 544, 543, 542, 541, 541, 540, 539, 538, 537, 537, 536, 535, 535, 534,
    533, 532, 532, 531, 530, 530, 529, 528, 528, 527, 526, 526, 525, 524, 524,
];

/// The gas of a contract for an input.
///
/// [Example](crate#one-minute-of-code).
pub fn gas(contract: Precompile, fork: Fork, input: &[u8]) -> u64 {
    let words = |base: u64, word: u64| linear(base, word, input.len().div_ceil(32));
    let pairs = |bytes: usize| input.len() / bytes;
    match contract {
        Precompile::EcRecover => 3_000,
        Precompile::Sha256 => words(60, 12),
        Precompile::Ripemd160 => words(600, 120),
        Precompile::Identity => words(15, 3),
        Precompile::ModExp => modexp(fork, input),
        Precompile::Bn254Add => 150,
        Precompile::Bn254Mul => 6_000,
        Precompile::Bn254Pairing => linear(45_000, 34_000, pairs(192)),
        Precompile::Blake2F => match input.first_chunk() {
            Some(rounds) if input.len() == BLAKE2F_INPUT => u32::from_be_bytes(*rounds).into(),
            _ => 0,
        },
        Precompile::PointEvaluation => 50_000,
        Precompile::Bls12G1Add => 375,
        Precompile::Bls12G1Msm => msm(12_000, &G1_DISCOUNTS, pairs(160)),
        Precompile::Bls12G2Add => 600,
        Precompile::Bls12G2Msm => msm(22_500, &G2_DISCOUNTS, pairs(288)),
        Precompile::Bls12Pairing => linear(37_700, 32_600, pairs(384)),
        Precompile::Bls12MapFpToG1 => 5_500,
        Precompile::Bls12MapFp2ToG2 => 23_800,
        Precompile::P256Verify => 6_900,
    }
}

fn linear(base: u64, each: u64, count: usize) -> u64 {
    each.saturating_mul(count as u64).saturating_add(base)
}

fn msm(product: u64, discounts: &[u16; 128], pairs: usize) -> u64 {
    let Some(last) = pairs.min(discounts.len()).checked_sub(1) else { return 0 };
    (pairs as u64).saturating_mul(product).saturating_mul(discounts[last].into()) / 1_000
}
