//! The model of the RSA block against big integers, under every flag, and what a wrong set-up
//! gives.
#![expect(clippy::integer_division_remainder_used, reason = "places in lists that the test makes")]

use emulator::Quirks;
use emulator::peripherals::{Peripherals, Work};
use num_bigint::BigUint;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

const SYSTEM: u32 = 0x600c_0000;
const RSA: u32 = 0x6003_c000;
const M: u32 = 0x000;
const Z: u32 = 0x200;
const Y: u32 = 0x400;
const X: u32 = 0x600;
const START_MODEXP: u32 = 0x80c;
const START_MODMULT: u32 = 0x810;
const START_MULT: u32 = 0x814;

/// The block behind its registers, as a driver sees it.
struct Block(Peripherals);

impl Block {
    /// With clock, out of reset, powered and clean.
    fn ready(quirks: Quirks) -> Self {
        let mut block = Self(Peripherals::esp32c3(quirks));
        block.system(0x14, 0x200 | 1 << 3);
        block.system(0x1c, 0x1fe & !(1 << 3 | 1 << 4));
        block.system(0x38, 0);
        let polls = (0..10).find(|_| block.read(0x808) == 1);
        assert_eq!(polls, Some(quirks.polls_until_clean), "clean after that many polls");
        block
    }

    fn system(&mut self, offset: u32, value: u32) {
        assert_eq!(self.0.write(SYSTEM + offset, value), Some(None));
    }

    fn read(&mut self, offset: u32) -> u32 {
        self.0.read(RSA + offset).expect("a register or memory")
    }

    fn write(&mut self, offset: u32, value: u32) -> Option<Work> {
        self.0.write(RSA + offset, value).expect("a register or memory")
    }

    fn put(&mut self, memory: u32, value: &BigUint, words: usize) {
        let digits = value.to_u32_digits();
        for word in 0..words {
            let digit = digits.get(word).copied().unwrap_or(0);
            assert_eq!(self.write(memory + 4 * word as u32, digit), None);
        }
    }

    fn get(&mut self, memory: u32, words: usize) -> BigUint {
        BigUint::new((0..words).map(|word| self.read(memory + 4 * word as u32)).collect())
    }

    /// M, its constant and the mode; accelerated, with the search at bit 0 of an exponent of zero.
    fn set_up_early_exit(&mut self, modulus: &BigUint, words: usize) {
        self.put(M, modulus, words);
        self.put(Y, &BigUint::ZERO, words);
        self.write(0x800, m_prime(modulus));
        self.write(0x804, words as u32 - 1);
        self.write(0x820, 0);
        self.write(0x824, 1);
        self.write(0x828, 0);
    }

    fn wait(&mut self) {
        assert!((0..10).any(|_| self.read(0x818) == 1), "it ends");
    }

    fn lost(&self) -> u64 {
        self.0.rsa().expect("there is one").lost_accesses()
    }

    fn product(&mut self, x: &BigUint, z: &BigUint, words: usize) -> BigUint {
        self.put(X, x, words);
        self.put(Z, z, words);
        let work = self.write(START_MODEXP, 1).expect("it starts");
        assert_eq!(work, Work { products: 1, words: words as u64 });
        self.wait();
        self.get(X, words)
    }
}

fn radix(words: usize) -> BigUint {
    BigUint::from(1_u32) << (32 * words)
}

/// −M⁻¹ mod 2³².
fn m_prime(modulus: &BigUint) -> u32 {
    let word = radix(1);
    let inverse = (modulus % &word).modinv(&word).expect("odd");
    (&word - inverse).to_u32_digits()[0]
}

/// The modulus of BLS12-381, then random odd ones of other sizes.
fn moduli(rng: &mut ChaCha20Rng) -> Vec<(usize, BigUint)> {
    let bls = "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab";
    let mut moduli = vec![(12, BigUint::parse_bytes(bls.as_bytes(), 16).expect("hexadecimal"))];
    for words in [1, 2, 8] {
        moduli.push((words, random(rng, words) | BigUint::from(1_u32)));
    }
    moduli.push((3, radix(3) - 1_u32));
    moduli
}

fn random(rng: &mut ChaCha20Rng, words: usize) -> BigUint {
    BigUint::new((0..words).map(|_| rng.next_u32()).collect())
}

/// Every combination of the flags.
fn all_quirks() -> impl Iterator<Item = Quirks> {
    (0..1_u32 << 9).map(|bits| {
        let flag = |bit: u32| bits >> bit & 1 == 1;
        Quirks {
            early_exit: flag(0),
            early_exit_clobbers_z: flag(1),
            full_exponentiation_keeps_x: flag(2),
            single_subtraction: flag(3),
            result_waits_for_poll: flag(4),
            polls_until_idle: u32::from(flag(5)) * 3,
            operations_until_silence: u32::MAX,
            polls_until_clean: u32::from(!flag(6)) * 2,
            clock_resets: flag(6),
            signature_holds_reset: flag(7),
            power_down_loses_memory: flag(8),
        }
    })
}

#[test]
fn the_first_step_of_an_exponentiation_is_a_montgomery_product_under_every_flag() {
    let mut rng = ChaCha20Rng::seed_from_u64(1);
    for quirks in all_quirks().filter(|quirks| quirks.early_exit) {
        let mut block = Block::ready(quirks);
        for (words, modulus) in moduli(&mut rng) {
            block.set_up_early_exit(&modulus, words);
            let inverse = radix(words).modinv(&modulus).unwrap_or_default();
            let below = |value: BigUint| value % &modulus;
            let edges = [
                BigUint::ZERO,
                below(BigUint::from(1_u32)),
                &modulus - 1_u32,
                below(random(&mut rng, words)),
            ];
            for x in &edges {
                for z in &edges {
                    assert_eq!(
                        block.product(x, z, words),
                        x * z * &inverse % &modulus,
                        "{quirks:?}"
                    );
                    assert_eq!(
                        block.get(Z, words) == *z,
                        !quirks.early_exit_clobbers_z,
                        "{quirks:?}"
                    );
                }
            }
        }
        assert_eq!(block.lost(), 0);
    }
}

/// Operands with x·z ≥ M·R: one subtraction is not enough, and the answer is what is left of (xz +
/// qM)/R.
#[test]
fn operands_over_the_bound() {
    let mut rng = ChaCha20Rng::seed_from_u64(2);
    for single_subtraction in [true, false] {
        let mut block = Block::ready(Quirks { single_subtraction, ..Quirks::default() });
        let mut wrong = 0;
        for (words, modulus) in moduli(&mut rng) {
            block.set_up_early_exit(&modulus, words);
            let r = radix(words);
            let negative_inverse = &r - modulus.modinv(&r).expect("odd");
            for _ in 0..20 {
                let (x, z) = (&r - 1_u32 - (random(&mut rng, words) >> 8), random(&mut rng, words));
                let q = &x * &z * &negative_inverse % &r;
                let t: BigUint = (&x * &z + q * &modulus) >> (32 * words);
                let right: BigUint = &x * &z * r.modinv(&modulus).unwrap_or_default() % &modulus;
                let expected = match single_subtraction {
                    true if t >= modulus => (&t - &modulus) % &r,
                    true => t.clone(),
                    false => right.clone(),
                };
                let found = block.product(&x, &z, words);
                assert_eq!(found, expected);
                wrong += u32::from(found != right);
            }
        }
        assert_eq!(
            wrong > 0,
            single_subtraction,
            "such operands are a driver's error that the model shows"
        );
    }
}

#[test]
fn exponentiation_to_its_end_under_every_flag() {
    let mut rng = ChaCha20Rng::seed_from_u64(3);
    for quirks in all_quirks() {
        // Four bits of the flags have nothing to do with the answer: a modulus of each size for one
        // of each sixteen.
        let mut block = Block::ready(quirks);
        let moduli = moduli(&mut rng);
        let (words, modulus) = &moduli[1 + rng.next_u32() as usize % 3];
        let words = *words;
        let (base, exponent) =
            (random(&mut rng, words) % modulus, random(&mut rng, words) | BigUint::from(1_u32));
        let square = radix(words).pow(2) % modulus;
        for (constant_time, search) in [(1, 0), (1, 1), (0, 0), (0, 1)] {
            block.set_up_early_exit(modulus, words);
            block.write(0x820, constant_time);
            block.write(0x824, search);
            let top = exponent.bits() - 1;
            block.write(0x828, top as u32);
            block.put(X, &base, words);
            block.put(Y, &exponent, words);
            block.put(Z, &square, words);
            let work = block.write(START_MODEXP, 1).expect("it starts");
            block.wait();
            assert_eq!(block.get(Z, words), base.modpow(&exponent, modulus), "{quirks:?}");
            assert_eq!(
                block.get(X, words) == base,
                quirks.full_exponentiation_keeps_x || base == BigUint::ZERO
            );
            // Two products for each bit in constant time, else one and one more for each that is
            // set; three around them.
            let bits = if constant_time == 0 && search == 1 { top + 1 } else { 32 * words as u64 };
            let extra = if constant_time == 1 { bits } else { exponent.count_ones() };
            assert_eq!(work.products, bits + extra + 3);
            assert_eq!(work.word_pairs(), work.products * (words * words) as u64);
        }
        assert_eq!(block.lost(), 0);
    }
}

#[test]
fn products_modulo_and_plain() {
    let mut rng = ChaCha20Rng::seed_from_u64(4);
    for quirks in all_quirks() {
        let mut block = Block::ready(quirks);
        for (words, modulus) in moduli(&mut rng) {
            block.set_up_early_exit(&modulus, words);
            let [x, y] = [(); 2].map(|()| random(&mut rng, words) % &modulus);
            block.put(X, &x, words);
            block.put(Y, &y, words);
            block.put(Z, &(radix(words).pow(2) % &modulus), words);
            assert_eq!(
                block.write(START_MODMULT, 1),
                Some(Work { products: 2, words: words as u64 })
            );
            block.wait();
            assert_eq!(block.get(Z, words), &x * &y % &modulus);

            block.write(0x804, 2 * words as u32 - 1);
            block.put(X, &x, words);
            block.put(Z, &(&y << (32 * words)), 2 * words);
            assert_eq!(block.write(START_MULT, 1), Some(Work { products: 1, words: words as u64 }));
            block.wait();
            assert_eq!(block.get(Z, 2 * words), &x * &y);
        }
        assert_eq!(block.lost(), 0);
    }
}

/// What goes wrong between the set-up and the operands.
type Fault = fn(&mut Block);

/// A wrong set-up gives a wrong answer, so that a driver's self-test finds it.
#[test]
fn wrong_set_ups_give_wrong_answers() {
    let mut rng = ChaCha20Rng::seed_from_u64(5);
    let (words, modulus) = moduli(&mut rng).remove(0);
    let [x, z] = [(); 2].map(|()| random(&mut rng, words) % &modulus);
    let right = &x * &z * radix(words).modinv(&modulus).expect("coprime") % &modulus;
    let faults: [(&str, Fault); 7] = [
        ("a wrong M'", |block| _ = block.write(0x800, 0xfffc_fffc)),
        ("a mode of one word less", |block| _ = block.write(0x804, 10)),
        ("a mode beyond the memories", |block| _ = block.write(0x804, 96)),
        ("constant time left on", |block| _ = block.write(0x820, 1)),
        ("no search", |block| _ = block.write(0x824, 0)),
        ("a search elsewhere", |block| _ = block.write(0x828, 380)),
        ("an odd exponent", |block| _ = block.write(Y, 1)),
    ];
    for (name, fault) in faults {
        let mut block = Block::ready(Quirks::default());
        block.set_up_early_exit(&modulus, words);
        fault(&mut block);
        block.put(X, &x, words);
        block.put(Z, &z, words);
        block.write(START_MODEXP, 1);
        block.wait();
        assert_ne!(block.get(X, words), right, "{name}");
    }

    // A second product without writing Z again.
    for early_exit_clobbers_z in [true, false] {
        let mut block = Block::ready(Quirks { early_exit_clobbers_z, ..Quirks::default() });
        block.set_up_early_exit(&modulus, words);
        assert_eq!(block.product(&x, &z, words), right);
        block.put(X, &x, words);
        block.write(START_MODEXP, 1);
        block.wait();
        assert_eq!(block.get(X, words) == right, !early_exit_clobbers_z);
    }

    // No early exit at all: the whole exponentiation by zero, whose answer is one.
    let mut block = Block::ready(Quirks { early_exit: false, ..Quirks::default() });
    block.set_up_early_exit(&modulus, words);
    block.put(X, &x, words);
    block.put(Z, &(radix(words).pow(2) % &modulus), words);
    assert_eq!(block.write(START_MODEXP, 1), Some(Work { products: 4, words: 12 }));
    block.wait();
    assert_eq!((block.get(X, words), block.get(Z, words)), (x, BigUint::from(1_u32)));
}

/// Two operations end, the third does not; after a reset two more do.
#[test]
fn a_block_that_falls_silent() {
    for result_waits_for_poll in [true, false] {
        let quirks =
            Quirks { operations_until_silence: 2, result_waits_for_poll, ..Quirks::default() };
        let mut block = Block::ready(quirks);
        for _ in 0..2 {
            block.set_up_early_exit(&BigUint::from(97_u32), 1);
            for _ in 0..2 {
                block.product(&BigUint::from(5_u32), &BigUint::from(7_u32), 1);
            }
            assert!(block.write(START_MODEXP, 1).is_some());
            assert!(
                (0..1_000).all(|_| block.read(0x818) == 0)
                    && block.0.rsa().expect("there is one").is_running()
            );
            block.system(0x1c, 0x1fe & !(1 << 4));
            block.system(0x1c, 0x1fe & !(1 << 3 | 1 << 4));
            assert_eq!((block.read(0x808), block.read(0x808)), (0, 1));
        }
    }
}

/// Whoever does not wait reads what was there before, and loses what it writes.
#[test]
fn without_a_poll_there_is_no_result() {
    for result_waits_for_poll in [true, false] {
        let mut block = Block::ready(Quirks { result_waits_for_poll, ..Quirks::default() });
        let modulus = BigUint::from(97_u32);
        block.set_up_early_exit(&modulus, 1);
        block.put(X, &BigUint::from(5_u32), 1);
        block.put(Z, &BigUint::from(7_u32), 1);
        let right = 5_u32 * 7 * radix(1).modinv(&modulus).expect("coprime") % 97_u32;
        assert!(block.write(START_MODEXP, 1).is_some());
        assert_eq!(block.0.rsa().expect("there is one").is_running(), result_waits_for_poll);
        assert_eq!(block.get(X, 1) == right, !result_waits_for_poll);
        assert_eq!(block.write(START_MODEXP, 1).is_none(), result_waits_for_poll);
        assert_eq!(block.lost(), 2 * u64::from(result_waits_for_poll));
        block.wait();
        assert_eq!(block.get(X, 1) == right, result_waits_for_poll);
    }
}

#[test]
fn clock_reset_and_power_gate_the_block() {
    let every = |change: fn(&mut Block), quirks: Quirks| {
        let mut block = Block::ready(quirks);
        block.write(X, 0x1234_5678);
        assert_eq!(block.read(X), 0x1234_5678);
        change(&mut block);
        let during = block.read(X);
        block.write(X + 4, 1);
        let lost = block.lost();
        block.system(0x14, 0x208);
        block.system(0x1c, 0x1e6);
        block.system(0x38, 0);
        while block.read(0x808) == 0 {}
        (during, lost, block.read(X))
    };
    let quirks = Quirks::default();
    let kept = 0x1234_5678;
    assert_eq!(every(|_| (), quirks), (kept, 0, kept));
    assert_eq!(every(|block| block.system(0x1c, 0x1e6 | 1 << 3), quirks), (0, 2, 0), "in reset");
    assert_eq!(
        every(|block| block.system(0x1c, 0x1e6 | 1 << 4), quirks),
        (0, 2, 0),
        "held in reset by its neighbour"
    );
    let free = Quirks { signature_holds_reset: false, ..quirks };
    assert_eq!(every(|block| block.system(0x1c, 0x1e6 | 1 << 4), free), (kept, 0, kept));
    assert_eq!(
        every(|block| block.system(0x14, 0x200), quirks),
        (0, 2, 0),
        "without a clock, and wiped by the next"
    );
    let gentle = Quirks { clock_resets: false, ..quirks };
    assert_eq!(every(|block| block.system(0x14, 0x200), gentle), (0, 2, kept));
    assert_eq!(every(|block| block.system(0x38, 1), quirks), (0, 2, 0), "memory down");
    let retains = Quirks { power_down_loses_memory: false, ..quirks };
    assert_eq!(every(|block| block.system(0x38, 1), retains), (0, 2, kept));
    assert_eq!(every(|block| block.system(0x38, 1 | 1 << 1), quirks), (kept, 0, kept), "forced up");
    assert_eq!(
        every(|block| block.system(0x38, 1 << 1 | 1 << 2), quirks),
        (0, 2, 0),
        "forced down"
    );

    // After reset nothing of the block is there.
    let mut cold = Block(Peripherals::esp32c3(quirks));
    assert_eq!((cold.read(0x820), cold.read(0x818)), (0, 0));
    // Between reset and clean, memory takes nothing.
    let mut early = Block(Peripherals::esp32c3(quirks));
    early.system(0x14, 0x208);
    early.system(0x1c, 0x1e6);
    early.system(0x38, 0);
    early.write(X, 1);
    assert_eq!((early.read(X), early.lost()), (0, 1));
    assert_eq!((early.read(0x808), early.read(0x808)), (0, 1));
    assert_eq!(early.read(0x820), 1, "constant time is the default");
}

#[test]
fn what_is_not_there() {
    let mut block = Block::ready(Quirks::default());
    for address in [
        RSA + 0x180,
        RSA + 0x7fc,
        RSA + 0x834,
        RSA + 0x1000,
        SYSTEM,
        SYSTEM + 0x18,
        0x6000_0000,
        0,
        u32::MAX - 3,
    ] {
        assert_eq!(
            (block.0.read(address), block.0.write(address, 1)),
            (None, None),
            "{address:#x}"
        );
    }
    assert!(!Peripherals::none().has(RSA) && block.0.has(RSA + 0x17c));
}
