//! The contracts of `limb::adx`.
//!
//! R is 2^(64N) for N words, M the modulus. Operands are *reduced* (below M) or *lazy* (below 2M).
//! What the macros `in_registers!`, `words_by!` and `with_places!` of limb say of registers is
//! written down here once more, in `Cpu`: a kernel that keeps to another convention fails. The
//! kernels of `limb::arm64` have the same contracts, in other registers.

use iced_x86::Register::{
    self, R8, R9, R10, R11, R12, R13, R14, R15, RAX, RBP, RBX, RCX, RDI, RDX, RSI,
};
use num_bigint::BigInt;

use crate::arm64;
use crate::contract::{Body, Contract, MODULUS, Run, power};
use crate::machine::{Cases, Number, Value};
use crate::polynomial::{Bound, Polynomial, Range};
use crate::rational::Rational;
use crate::refusal::{Refusal, refuse};
use crate::words::Word;

/// All registers that belong to a caller in C's convention.
pub(super) const SAVED: [Register; 6] = [RBX, RBP, R12, R13, R14, R15];

/// Whose kernels are meant.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Cpu {
    /// x86-64 with ADX.
    Adx,
    /// ARM64.
    Arm64,
}

impl Cpu {
    /// Where operands are, of kernels whose result leaves in registers.
    pub(super) fn operands(self) -> [Number; 4] {
        match self {
            Self::Adx => [RSI, RDI, R8, R9].map(Number::from),
            Self::Arm64 => [0, 1, 2, 3].map(Number),
        }
    }

    /// The same by `words_by!`.
    fn operands_by_words(self) -> [Number; 4] {
        match self {
            Self::Adx => [RSI, R15, R8, R9].map(Number::from),
            Self::Arm64 => [0, 1, 2, 3].map(Number),
        }
    }

    /// Where they have what belongs to the modulus.
    pub(super) fn modulus(self) -> Number {
        match self {
            Self::Adx => RCX.into(),
            Self::Arm64 => Number(4),
        }
    }

    /// Where `in_registers!` finds a result.
    pub(super) fn out(self) -> [Number; 6] {
        match self {
            Self::Adx => [RAX, RDX, RSI, RDI, R13, R15].map(Number::from),
            Self::Arm64 => [0, 1, 2, 3, 4, 5].map(Number),
        }
    }

    /// Where `words_by!` finds it.
    fn out_by_words(self) -> [Number; 4] {
        match self {
            Self::Adx => [R8, R9, R10, R11].map(Number::from),
            Self::Arm64 => [0, 1, 2, 3].map(Number),
        }
    }

    /// What a kernel is given that has places, and of a function in C's convention.
    pub(super) fn arguments(self) -> [Number; 4] {
        match self {
            Self::Adx => [RDI, RSI, RDX, RCX].map(Number::from),
            Self::Arm64 => [0, 1, 2, 3].map(Number),
        }
    }

    /// What `in_registers!` and `words_by!` keep.
    pub(super) fn few(self) -> Vec<Number> {
        match self {
            Self::Adx => [RBX, RBP].map(Number::from).into(),
            Self::Arm64 => [18, 19, 29].map(Number).into(),
        }
    }

    /// What kernels keep that have places.
    pub(super) fn of_places(self) -> Vec<Number> {
        match self {
            Self::Adx => SAVED.map(Number::from).into(),
            Self::Arm64 => self.few(),
        }
    }

    /// What functions in C's convention keep.
    fn in_c(self) -> Vec<Number> {
        match self {
            Self::Adx => SAVED.map(Number::from).into(),
            Self::Arm64 => arm64::SAVED.into(),
        }
    }
}

/// All contracts of this family.
#[must_use]
pub fn contracts() -> Vec<Contract> {
    of(Cpu::Adx)
}

/// All contracts of a machine's kernels but those that are not alike on both.
pub(super) fn of(cpu: Cpu) -> Vec<Contract> {
    let mut all = Vec::new();
    for words in [Words::Four, Words::Six] {
        all.extend(words.products(cpu));
        all.extend(words.complex(cpu));
        if cpu == Cpu::Adx {
            all.extend(words.squares());
        }
        all.extend(words.wide(cpu));
        all.extend(words.multiples(cpu));
    }
    all.extend(folds(cpu));
    all.extend(sparse(cpu));
    all
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Words {
    Four,
    Six,
}

/// What a product is of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Product,
    Square,
    SumOfTwo,
}

pub(super) fn lazy() -> Bound {
    Bound::new(-1, 2)
}

fn reduced() -> Bound {
    Bound::new(-1, 1)
}

pub(super) fn range(least: impl Into<BigInt>, greatest: impl Into<BigInt>) -> Range {
    Some((Rational::from(least.into()), Rational::from(greatest.into())))
}

pub(super) fn contract(
    kernel: &'static str,
    claim: &str,
    condition: &str,
    range: Range,
    body: impl Fn(&mut Run<'_>) -> Result<(), Refusal> + Send + Sync + 'static,
) -> Contract {
    let (claim, condition, body): (_, _, Body) =
        (claim.to_owned(), condition.to_owned(), Box::new(body));
    let cases = Cases { borrows: true, carries: false };
    Contract { kernel, claim, condition, range, nearest: odd, one_of: false, cases, body }
}

/// The odd number that is this one or the next below it.
fn odd(number: &BigInt) -> BigInt {
    number - (1 - (number & BigInt::from(1)))
}

/// Chooses the name, by the number of words.
macro_rules! named {
    ($words:expr, $cpu:expr, $kernel:literal) => {
        named!(@ $words, $cpu, "words6::", $kernel, $kernel)
    };
    // A kernel that has places.
    ($words:expr, $cpu:expr, at $kernel:literal) => {
        named!(@ $words, $cpu, "words6::", $kernel, concat!($kernel, "_at"))
    };
    ($words:expr, $cpu:expr, complex $kernel:literal) => {
        named!(@ $words, $cpu, "words6::complex::", $kernel, concat!($kernel, "_at"))
    };
    (@ $words:expr, $cpu:expr, $six:literal, $adx:expr, $arm64:expr) => {
        match ($cpu, $words) {
            (Cpu::Adx, Words::Four) => concat!("limb::adx::words4::", $adx),
            (Cpu::Adx, Words::Six) => concat!("limb::adx::", $six, $adx),
            (Cpu::Arm64, Words::Four) => concat!("limb::arm64::words::words4::", $arm64),
            (Cpu::Arm64, Words::Six) => concat!("limb::arm64::words::words6::", $arm64),
        }
    };
}

impl Words {
    pub(super) const fn count(self) -> usize {
        match self {
            Self::Four => 4,
            Self::Six => 6,
        }
    }

    fn radix(self) -> BigInt {
        power(64 * self.count())
    }

    const fn bytes(self) -> i64 {
        match self {
            Self::Four => 32,
            Self::Six => 48,
        }
    }

    /// The moduli with lazy operands.
    pub(super) fn spacious(self) -> (Range, &'static str) {
        match self {
            Self::Four => (range(3, self.radix() / 5), "5m ≤ R"),
            Self::Six => (range(3, self.radix() / 8), "8m ≤ R"),
        }
    }

    fn products(self, cpu: Cpu) -> Vec<Contract> {
        let (spacious, condition) = self.spacious();
        let half = range(3, self.radix() / 2);
        let product = "a·b/R mod m, reduced";
        let mut all = vec![
            self.single(
                cpu,
                named!(self, cpu, "mul"),
                Kind::Product,
                product,
                (&format!("{condition}, lazy"), spacious.clone(), lazy()),
            ),
            self.single(
                cpu,
                named!(self, cpu, "mul"),
                Kind::Product,
                product,
                ("2m ≤ R, reduced", half.clone(), reduced()),
            ),
            self.single(
                cpu,
                named!(self, cpu, "sum_of_two"),
                Kind::SumOfTwo,
                "(a·b + c·d)/R mod m, reduced",
                (&format!("{condition}, lazy"), spacious.clone(), lazy()),
            ),
        ];
        if self == Self::Six || cpu == Cpu::Arm64 {
            let square = "a²/R mod m, reduced";
            all.push(self.single(
                cpu,
                named!(self, cpu, "sqr"),
                Kind::Square,
                square,
                (&format!("{condition}, lazy"), spacious, lazy()),
            ));
            all.push(self.single(
                cpu,
                named!(self, cpu, "sqr"),
                Kind::Square,
                square,
                ("2m ≤ R, reduced", half, reduced()),
            ));
        }
        let n = self.count();
        let greatest = Bound::number(self.radix() - 1);
        all.push(contract(
            named!(self, cpu, at "product"),
            "a·b",
            "any a and b",
            None,
            move |run| {
                let a = run.number("a", 0, "A", n, greatest.clone());
                let b = run.other_number("b", 0, "B", n, greatest.clone());
                for (register, base) in cpu.arguments().into_iter().zip(["out", "a", "b"]) {
                    run.point(register, base);
                }
                run.writable("out", 0, 2 * n + 1);
                run.go()?;
                run.machine.check_saved(&cpu.of_places())?;
                let out = run.written("out", 0, 2 * n + 1)?;
                run.claim_equal("the product", &out, &a.times(&b)?, None)
            },
        ));
        all
    }

    /// A product, square or sum of two that gives its result in registers.
    fn single(
        self,
        cpu: Cpu,
        kernel: &'static str,
        kind: Kind,
        claim: &str,
        (condition, range, operand): (&str, Range, Bound),
    ) -> Contract {
        let n = self.count();
        contract(kernel, claim, condition, range, move |run| {
            run.montgomery(cpu.modulus(), n)?;
            let claim = operands(run, kind, n, &operand, cpu.operands())?;
            run.go()?;
            run.machine.check_saved(&cpu.few())?;
            let kept = run.machine.register(cpu.modulus()).pointer() == Some((MODULUS, 0));
            if cpu == Cpu::Adx && !kept {
                return refuse("rcx is lost");
            }
            let (out, m) = (run.registers(&cpu.out()[..n])?, run.modulus()?);
            run.claim_reduced("the result", &out, &claim, &m)
        })
    }

    fn complex(self, cpu: Cpu) -> Vec<Contract> {
        let [out, _, second, third] = cpu.arguments();
        let (range, condition) = self.spacious();
        let product = "both coefficients of a·b/R mod m with u² = −1, reduced";
        let square = "both coefficients of a²/R mod m with u² = −1, reduced";
        let mut all = Vec::new();
        for (in_place, place) in [(false, ""), (true, ", out = a")] {
            all.push(contract(
                named!(self, cpu, complex "complex_mul"),
                product,
                &format!("{condition}, lazy{place}"),
                range.clone(),
                move |run| {
                    run.montgomery(third, self.count())?;
                    let (re, im) = self.complex_operands(run, cpu, true, &lazy())?;
                    self.complex_reduced(run, cpu, in_place, &re, &im)
                },
            ));
            all.push(contract(
                named!(self, cpu, complex "complex_sqr"),
                square,
                &format!("{condition}, reduced{place}"),
                range.clone(),
                move |run| {
                    run.montgomery(second, self.count())?;
                    let (re, im) = self.complex_operands(run, cpu, false, &reduced())?;
                    self.complex_reduced(run, cpu, in_place, &re, &im)
                },
            ));
        }
        let sums = 2 * self.count() + 1;
        let (bytes, bits) =
            (8 * i64::try_from(sums).unwrap_or(0), u32::try_from(64 * sums).unwrap_or(0));
        all.push(contract(
            named!(self, cpu, complex "complex_product"),
            "a₀b₁ + a₁b₀, and a₀b₀ − a₁b₁ modulo 2^(64(2N + 1))",
            &format!("{condition}, lazy"),
            range.clone(),
            move |run| {
                let (re, im) = self.complex_operands(run, cpu, true, &lazy())?;
                run.point(out, "out");
                run.writable("out", 0, 2 * sums);
                run.go()?;
                run.machine.check_saved(&cpu.of_places())?;
                let [real, imaginary] =
                    [run.written("out", 0, sums)?, run.written("out", bytes, sums)?];
                run.claim_equal("the imaginary part", &imaginary, &im, None)?;
                run.claim_equal("the real part", &real, &re, Some(bits))
            },
        ));
        all.push(contract(
            named!(self, cpu, complex "complex_square"),
            "2a₀a₁, and a number that is a₀² − a₁² mod m",
            &format!("{condition}, reduced"),
            range,
            move |run| {
                run.montgomery(second, self.count())?;
                let (re, im) = self.complex_operands(run, cpu, false, &reduced())?;
                run.point(out, "out");
                run.writable("out", 0, 2 * sums);
                run.go()?;
                run.machine.check_saved(&cpu.of_places())?;
                let [real, imaginary] =
                    [run.written("out", 0, sums)?, run.written("out", bytes, sums)?];
                run.claim_equal("the imaginary part", &imaginary, &im, None)?;
                run.claim_multiple("the real part", run.value(&real).minus(&re))
            },
        ));
        all
    }

    /// a (and b) and the two parts of the product (or the square).
    fn complex_operands(
        self,
        run: &mut Run<'_>,
        cpu: Cpu,
        product: bool,
        greatest: &Bound,
    ) -> Result<(Polynomial, Polynomial), Refusal> {
        let (n, bytes) = (self.count(), self.bytes());
        let a = [(0, "A"), (bytes, "B")]
            .map(|(at, name)| run.number("a", at, name, n, greatest.clone()));
        run.point(cpu.arguments()[1], "a");
        let [c, d] = if product {
            run.point(cpu.arguments()[2], "b");
            [(0, "C"), (bytes, "D")]
                .map(|(at, name)| run.number("b", at, name, n, greatest.clone()))
        } else {
            a.clone()
        };
        let [a, b] = a;
        Ok((a.times(&c)?.minus(&b.times(&d)?), a.times(&d)?.plus(&b.times(&c)?)))
    }

    fn complex_reduced(
        self,
        run: &mut Run<'_>,
        cpu: Cpu,
        in_place: bool,
        re: &Polynomial,
        im: &Polynomial,
    ) -> Result<(), Refusal> {
        let (n, out) = (self.count(), if in_place { "a" } else { "out" });
        run.point(cpu.arguments()[0], out);
        run.writable(out, 0, 2 * n);
        run.go()?;
        run.machine.check_saved(&cpu.of_places())?;
        let m = run.modulus()?;
        let real = run.written(out, 0, n)?;
        run.claim_reduced("the real part", &real, re, &m)?;
        let imaginary = run.written(out, self.bytes(), n)?;
        run.claim_reduced("the imaginary part", &imaginary, im, &m)
    }

    /// Runs of squares: a round, and the last one.
    fn squares(self) -> Vec<Contract> {
        let (n, mut all) = (self.count(), Vec::new());
        let (range, condition) = self.spacious();
        for (in_place, place) in [(false, ""), (true, ", out = a")] {
            for last in [false, true] {
                let claim = if last {
                    "the last round: a²/R mod m, reduced"
                } else {
                    "a round that another follows: a²/R mod m, lazy, with frame and registers as before"
                };
                all.push(contract(
                    named!(self, Cpu::Adx, "sqr_times"),
                    claim,
                    &format!("{condition}, lazy{place}"),
                    range.clone(),
                    move |run| {
                        run.montgomery(RDX, n)?;
                        let a = run.number("a", 0, "A", n, lazy());
                        let out = if in_place { "a" } else { "out" };
                        run.point(RSI, "a");
                        run.point(RDI, out);
                        run.writable(out, 0, n);
                        run.machine
                            .set_register(RCX, Value::Word(Word::number(if last { 1 } else { 2 })));
                        let square = a.times(&a)?;
                        let m = run.modulus()?;
                        run.go_round(&[RCX, RDI], last)?;
                        if last {
                            run.machine.check_saved(&SAVED)?;
                            let out = run.written(out, 0, n)?;
                            return run.claim_reduced("the square", &out, &square, &m);
                        }
                        // The next round reads what this one wrote, by rdi, and the modulus.
                        let at = |register: Register| run.machine.register(register).pointer();
                        if at(RDI) != Some((out, 0)) || at(RCX) != Some((MODULUS, 0)) {
                            return refuse("the loop's operand or modulus");
                        }
                        let out = run.written(out, 0, n)?;
                        run.claim_reduced(
                            "the square",
                            &out,
                            &square,
                            &m.scaled(&Rational::from(2)),
                        )
                    },
                ));
            }
        }
        all
    }

    /// Sums and differences of double width.
    fn wide(self, cpu: Cpu) -> Vec<Contract> {
        let rows: [(&'static str, &str, [i64; 3]); 5] = [
            (named!(self, cpu, "wide_add"), "a + b", [1, 1, 0]),
            (named!(self, cpu, "wide_sub"), "a − b", [1, -1, 0]),
            (named!(self, cpu, "wide_add_two"), "a + b + c", [1, 1, 1]),
            (named!(self, cpu, "wide_add_sub"), "a + b − c", [1, 1, -1]),
            (named!(self, cpu, "wide_sub_two"), "a − b − c", [1, -1, -1]),
        ];
        let n = 2 * self.count() + 1;
        let bits = u32::try_from(64 * n).unwrap_or(0);
        let row = |(kernel, claim, signs): (_, &str, [i64; 3])| {
            let mut contract = contract(
                kernel,
                &format!("{claim} modulo 2^(64(2N + 1))"),
                "any",
                None,
                move |run| {
                    let mut claim = Polynomial::default();
                    let arguments = ["a", "b", "c"].into_iter().zip(cpu.arguments());
                    for ((base, register), sign) in arguments.zip(signs) {
                        if sign != 0 {
                            let greatest = Bound::number(power(64 * n) - 1);
                            let number = run.number(base, 0, base, n, greatest);
                            claim.add_scaled(&number, &Rational::from(sign));
                            run.point(register, base);
                        }
                    }
                    run.writable("a", 0, n);
                    run.go()?;
                    run.machine.check_saved(&cpu.in_c())?;
                    let out = run.written("a", 0, n)?;
                    run.claim_equal("the sum", &out, &claim, Some(bits))
                },
            );
            contract.cases.borrows = false;
            contract
        };
        rows.map(row).into()
    }

    /// Multiples by a word.
    fn multiples(self, cpu: Cpu) -> Vec<Contract> {
        let n = self.count();
        let mut all = Vec::new();
        let bits = |words: usize| Some(u32::try_from(64 * words).unwrap_or(0));
        let wide = 2 * n + 1;
        all.push(contract(
            named!(self, cpu, "wide_times"),
            "k·a modulo 2^(64(2N + 1))",
            "any",
            None,
            move |run| {
                let a = run.number("a", 0, "A", wide, Bound::number(power(64 * wide) - 1));
                run.point(cpu.arguments()[0], "a");
                run.writable("a", 0, wide);
                let k = run.registers(&[cpu.arguments()[1]])?[0].form();
                run.go()?;
                run.machine.check_saved(&cpu.in_c())?;
                let out = run.written("a", 0, wide)?;
                run.claim_equal("the multiple", &out, &a.times(&k)?, bits(wide))
            },
        ));
        for (kernel, claim, sign) in [
            (named!(self, cpu, "wide_add_multiple"), "a + k·b·R modulo 2^(64(2N + 1))", 1),
            (named!(self, cpu, "wide_sub_multiple"), "a − k·b·R modulo 2^(64(2N + 1))", -1),
        ] {
            all.push(contract(kernel, claim, "any", None, move |run| {
                let high = run.number(
                    "a",
                    self.bytes(),
                    "A",
                    n + 1,
                    Bound::number(power(64 * (n + 1)) - 1),
                );
                let b = run.number("b", 0, "B", n, Bound::number(power(64 * n) - 1));
                run.point(cpu.arguments()[0], "a");
                run.point(cpu.arguments()[1], "b");
                // The lower half of a is not touched.
                run.writable("a", self.bytes(), n + 1);
                let k = run.registers(&[cpu.arguments()[2]])?[0].form();
                run.go()?;
                run.machine.check_saved(&cpu.in_c())?;
                let mut claim = high;
                claim.add_scaled(&b.times(&k)?, &Rational::from(sign));
                let out = run.written("a", self.bytes(), n + 1)?;
                run.claim_equal("the sum", &out, &claim, bits(n + 1))
            }));
        }
        for contract in &mut all {
            contract.cases.borrows = false;
        }
        all
    }
}

/// The operands of a product, in these registers, and what is claimed of the result.
fn operands(
    run: &mut Run<'_>,
    kind: Kind,
    n: usize,
    greatest: &Bound,
    registers: [Number; 4],
) -> Result<Polynomial, Refusal> {
    let a = run.number("a", 0, "A", n, greatest.clone());
    run.point(registers[0], "a");
    if kind == Kind::Square {
        return a.times(&a);
    }
    let b = run.other_number("b", 0, "B", n, greatest.clone());
    run.point(registers[1], "b");
    let product = a.times(&b)?;
    if kind == Kind::Product {
        return Ok(product);
    }
    let c = run.number("c", 0, "C", n, greatest.clone());
    let d = run.other_number("d", 0, "D", n, greatest.clone());
    run.point(registers[2], "c");
    run.point(registers[3], "d");
    Ok(product.plus(&c.times(&d)?))
}

/// Which word-convention kernel is meant.
const BY_WORDS: [(Kind, &str); 3] =
    [(Kind::Product, "a·b"), (Kind::Square, "a²"), (Kind::SumOfTwo, "a·b + c·d")];

/// Folding modulo 2^256 − C.
fn folds(cpu: Cpu) -> Vec<Contract> {
    let names = match cpu {
        Cpu::Adx => {
            ["limb::adx::fold4::mul", "limb::adx::fold4::sqr", "limb::adx::fold4::sum_of_two"]
        }
        Cpu::Arm64 => {
            ["limb::arm64::fold4::mul", "limb::arm64::fold4::sqr", "limb::arm64::fold4::sum_of_two"]
        }
    };
    let radix = power(256);
    let row = |((kind, claim), kernel): ((Kind, &str), &'static str)| {
        let range = range(&radix - power(40) + 1, &radix - 1);
        let claim = format!("{claim} mod m, four words");
        let mut contract = contract(
            kernel,
            &claim,
            "m = 2^256 − C, 0 < C < 2^40, any words",
            range,
            move |run| {
                let limits = [BigInt::from(1), power(40) - 1];
                let c = run.shape(cpu.modulus(), "C", limits, &BigInt::from(-1), &power(256))?;
                let claim = operands(
                    run,
                    kind,
                    4,
                    &Bound::number(power(256) - 1),
                    cpu.operands_by_words(),
                )?;
                run.keep_also(&c);
                run.go()?;
                run.machine.check_saved(&cpu.few())?;
                let out = run.registers(&cpu.out_by_words())?;
                run.claim_multiple("the result", run.value(&out).minus(&claim))
            },
        );
        contract.nearest = BigInt::clone;
        contract
    };
    BY_WORDS.into_iter().zip(names).map(row).collect()
}

/// Moduli of P-256's shape.
fn sparse(cpu: Cpu) -> Vec<Contract> {
    let names = match cpu {
        Cpu::Adx => {
            ["limb::adx::sparse4::mul", "limb::adx::sparse4::sqr", "limb::adx::sparse4::sum_of_two"]
        }
        Cpu::Arm64 => [
            "limb::arm64::sparse4::mul",
            "limb::arm64::sparse4::sqr",
            "limb::arm64::sparse4::sum_of_two",
        ],
    };
    let row = |((kind, claim), kernel): ((Kind, &str), &'static str)| {
        let claim = format!("({claim})/R mod m, reduced");
        let condition = "m = h·2^192 + 2^96 − 1, h ≥ 2^63, reduced";
        let mut contract =
            contract(kernel, &claim, condition, range(power(255), power(256) - 1), move |run| {
                let limits = [power(63), power(64) - 1];
                let h = run.shape(cpu.modulus(), "h", limits, &power(192), &(power(96) - 1))?;
                let claim = operands(run, kind, 4, &reduced(), cpu.operands_by_words())?;
                run.keep_also(&h);
                run.go()?;
                run.machine.check_saved(&cpu.few())?;
                let (out, m) = (run.registers(&cpu.out_by_words())?, run.modulus()?);
                run.claim_reduced("the result", &out, &claim, &m)
            });
        contract.nearest = |number| ((number >> 192_u32) << 192_u32) + power(96) - 1;
        contract
    };
    BY_WORDS.into_iter().zip(names).map(row).collect()
}
